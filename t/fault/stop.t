# A service that is stopped while it starts ends, whenever that is: no worker forgets
# the signal.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use IO::Socket::UNIX;
use POSIX 'WNOHANG';
use Test::More;
use Time::HiRes 'sleep';

plan skip_all => 'a sanitizer must be loaded first' if build() =~ m{/san$};

my $d = Docket->new;
my $left = 0;

# Workers that listen on a socket, as a group of processes of their own.
sub start_workers {
	my $path = "$d->{data}/socket";
	unlink $path;
	my $s = IO::Socket::UNIX->new(Local => $path, Listen => 9) or die "$path: $!";
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid != 0;
	setpgrp;
	%ENV = %{$d->{env}};
	open STDIN, '<&', $s;
	exec build() . '/cgi-bin/docket.fcgi', '--workers', 8;
	exit 127;
}

for my $n (1 .. 30) {
	my $pid = start_workers();
	sleep $n / 1000;
	sleep 0.001 while !kill 'TERM', -$pid;
	my $ended = 0;
	for (1 .. 200) {
		last if $ended = waitpid $pid, WNOHANG;
		sleep 0.05;
	}
	next if $ended;
	$left++;
	kill 'KILL', -$pid;
	waitpid $pid, 0;
}
is $left, 0, 'it ends each time';
done_testing;
