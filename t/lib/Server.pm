# Web servers and their helpers for a test, ended with it.
#
#	my $run = run_directory();	# readable by the user that servers become
#	start({ NAME => 'value' }, $stdin, '/usr/sbin/nginx', @args);	# its pid
#	my $socket = unix_socket("$run/sock");		# a listening socket
#	stop_all();
#
# What they print is in the file "out" of the directory.
package Server;
use strict;
use warnings;
use Exporter 'import';
use File::Temp 'tempdir';
use IO::Socket::UNIX;

our @EXPORT = qw(run_directory start stop_all unix_socket);

my ($run, @pids);
END { local $?; stop_all() }

# Servers started by root become another user, who must be able to enter it.
sub run_directory {
	if (!defined $run) {
		$run = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
		chmod 0755, $run;
	}
	return $run;
}

sub start {
	my ($env, $in, @command) = @_;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = (PATH => '/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin',
		    %$env);
		setpgrp;
		open STDIN, '<&', $in or die if defined $in;
		open STDOUT, '>>', run_directory() . '/out';
		open STDERR, '>&', \*STDOUT;
		exec { $command[0] } @command;
		exit 127;
	}
	push @pids, $pid;
	return $pid;
}

# Ends all that was started, the last first, with what it left behind: fcgiwrap's
# children outlive it.
sub stop_all {
	for (reverse splice @pids) {
		kill 'TERM', $_;
		waitpid $_, 0;
		kill 'KILL', -$_;
	}
	return;
}

sub unix_socket {
	my ($path) = @_;
	my $s = IO::Socket::UNIX->new(Local => $path, Listen => 64)
	    or die "$path: $!\n";
	chmod 0666, $path;
	return $s;
}

1;
