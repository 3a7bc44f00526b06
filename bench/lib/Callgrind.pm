# Programs under callgrind: instructions that they execute, which other load on
# the machine does not change.
package Callgrind;
use strict;
use warnings;
use IO::Socket::UNIX;

# Instructions of each dump that callgrind wrote at `out`, in order.
sub dumps {
	my ($out) = @_;
	my %n;
	for my $file (glob "$out*") {
		open my $in, '<', $file or die "$file: $!\n";
		my ($part) = $file =~ /\.(\d+)$/;
		while (<$in>) {
			$n{$part // 0} = $1 if /^(?:summary|totals): (\d+)/;
		}
	}
	return map { $n{$_} } sort { $a <=> $b } keys %n;
}

sub start {
	my ($dir, $env, $stdin, @command) = @_;
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid;
	# Valgrind makes system calls that the sandbox does not allow.
	%ENV = (%$env, DOCKET_SANDBOX => 'off');
	open STDIN, '<&', $stdin;
	open STDOUT, '>', "$dir/said";
	open STDERR, '>', "$dir/err";
	exec 'valgrind', '-q', '--tool=callgrind',
	    "--callgrind-out-file=$dir/callgrind", @command;
	die "valgrind: $!\n";
}

sub input {
	my ($dir, $body) = @_;
	open my $in, '+>', "$dir/body" or die "$dir/body: $!\n";
	syswrite $in, $body;
	sysseek $in, 0, 0;
	return $in;
}

# Of a CGI program, from its start to its end; or of one of its functions, with
# what that calls.
sub cgi {
	my ($dir, $env, $body, $program, $function) = @_;
	unlink glob "$dir/callgrind*";
	waitpid start($dir, $env, input($dir, $body),
	    $function ? "--toggle-collect=$function" : (), $program), 0;
	return dumps("$dir/callgrind");
}

# Of a program of the administrator.
sub program {
	my ($dir, $env, @command) = @_;
	unlink glob "$dir/callgrind*";
	waitpid start($dir, $env, input($dir, ''), @command), 0;
	die "@command: ", slurp("$dir/err"), "\n" if $? != 0;
	return dumps("$dir/callgrind");
}

# The system calls of a CGI program, and those that wait for the disk.
sub calls {
	my ($dir, $env, $body, $program) = @_;
	my $in = input($dir, $body);
	my $pid = fork // die "fork: $!\n";
	if (!$pid) {
		%ENV = %$env;
		open STDIN, '<&', $in;
		open STDOUT, '>', "$dir/said";
		exec 'strace', '-o', "$dir/calls", $program;
		die "strace: $!\n";
	}
	waitpid $pid, 0;
	my @calls = grep { /^\w+\(/ } split "\n", slurp("$dir/calls");
	return (scalar @calls, scalar grep { /^f(?:data)?sync\(/ } @calls);
}

sub slurp {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	local $/;
	return <$in> // '';
}

# A FastCGI worker: a dump each time that a request has been served.
sub worker {
	my ($dir, $env, $program) = @_;
	unlink glob "$dir/callgrind*";
	my $socket = IO::Socket::UNIX->new(Local => "$dir/socket", Listen => 5)
	    or die "$dir/socket: $!\n";
	return { dir => $dir, pid => start($dir, $env, $socket,
	    '--dump-after=serve', $program) };
}

sub record { return pack('CCnnCx', 1, $_[0], 1, length $_[1], 0) . $_[1] }

sub length_of { my $n = length $_[0]; return $n < 128 ? chr $n :
	pack 'N', $n | 1 << 31 }

# Its answer to a request: CGI's meta-variables, and a body.
sub request {
	my ($worker, $env, $body) = @_;
	my $s = IO::Socket::UNIX->new(Peer => "$worker->{dir}/socket")
	    or die "$worker->{dir}/socket: $!\n";
	my $params = join '', map { length_of($_) . length_of($env->{$_}) .
	    $_ . $env->{$_} } sort keys %$env;
	syswrite $s, record(1, pack 'nCx5', 1, 0) . record(4, $params) .
	    record(4, '') . ($body eq '' ? '' : record(5, $body)) .
	    record(5, '');
	my $answer = '';
	while (read($s, my $head, 8) == 8) {
		my (undef, $type, undef, $n, $pad) = unpack 'CCnnC', $head;
		my $text = '';
		read $s, $text, $n + $pad if $n + $pad;
		$answer .= substr $text, 0, $n if $type == 6;
	}
	return $answer;
}

# Ends it; the instructions of each request.  All have been dumped: a request is
# before its answer ends.
sub finish {
	my ($worker) = @_;
	kill 'KILL', $worker->{pid};
	waitpid $worker->{pid}, 0;
	return dumps("$worker->{dir}/callgrind");
}
1;
