# A program that is stopped while it starts ends, with all its processes, whenever the
# signal comes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use IO::Socket::UNIX;
use POSIX ();
use Test::More;
use Time::HiRes 'sleep';

plan skip_all => 'a sanitizer must be loaded first' if build() =~ m{/san$};

my $d = Docket->new;
my $path = "$d->{data}/socket";

# Each: what is run, and the milliseconds after its start at which it is stopped.
my @programs = (
	[[build() . '/cgi-bin/docket.fcgi', '--workers', 8], 1 .. 30],
	[[build() . '/bin/docket-wait', '--socket', $path], map { 2 * $_ } 1 .. 8],
	map { [[build() . '/bin/docket-serve', '-q', '-m', $_, '-p', free_port()],
	    map { 25 * $_ } 1 .. 12] } qw(cgi fastcgi),
);

# Starts it as a group of processes of its own, with a socket as its input, as
# FastCGI wants it.
sub start_group {
	my (@command) = @_;
	unlink $path;
	my $s = IO::Socket::UNIX->new(Local => "$path.fcgi", Listen => 9)
	    or die "$path: $!";
	unlink "$path.fcgi";
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid != 0;
	setpgrp;
	%ENV = %{$d->{env}};
	open STDIN, '<&', $s;
	open STDERR, '>', "$d->{data}/said";
	exec @command;
	exit 127;
}

# The states of the processes of a group, but of those that have ended.
sub group_states {
	my ($group) = @_;
	my @states;
	for my $file (glob '/proc/[0-9]*/stat') {
		open my $in, '<', $file or next;
		push @states, (readline($in) // '') =~ /\) (\w) \d+ $group / ?
		    $1 : ();
	}
	return grep { $_ ne 'Z' } @states;
}

# Has the whole group ended?
sub ends {
	my ($pid) = @_;
	my $ended = until_true(sub {
		waitpid $pid, POSIX::WNOHANG();
		return !group_states($pid);
	});
	kill 'KILL', -$pid if !$ended;
	waitpid $pid, 0;
	return $ended;
}

for (@programs) {
	my ($command, @moments) = @$_;
	my @left;
	for my $moment (@moments) {
		my $pid = start_group(@$command);
		sleep $moment / 1000;
		sleep 0.001 while !kill 'TERM', $pid;
		push @left, "after $moment ms" if !ends($pid);
	}
	is_deeply \@left, [], join ' ', 'nothing is left of',
	    map { m{([^/]+)\z} } @$command;
}
done_testing;
