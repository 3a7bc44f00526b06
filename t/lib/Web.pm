# Runs docket-serve on a free port, or that of $d->{port}, and sends requests byte by byte.
#
#	my $web = Web->new($d, '-m', 'fastcgi');
#	my $r = $web->raw("GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n");
#	is $r->{status}, 200;
#	my $ada = $d->with(base => $web->{base});
#	is $web->stop, 0;		# its exit status
#
# An answer is { status, headers, body } as Docket's; the body is as it was
# sent, even if it is chunked.
package Web;
use strict;
use warnings;
use Docket;
use IO::Socket::INET;
use Time::HiRes 'sleep';

sub new {
	my ($class, $d, @args) = @_;
	my $port = $d->{port} // free_port();
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDOUT, '>', "$d->{data}/out";
		open STDERR, '>', "$d->{data}/err";
		exec build() . '/bin/docket-serve', '-p', $port, @args;
		exit 127;
	}
	my $web = bless { pid => $pid, port => $port, d => $d,
	    base => "http://127.0.0.1:$port" }, $class;
	for (1 .. 200) {
		return $web if IO::Socket::INET->new("127.0.0.1:$port");
		sleep 0.05;
	}
	die 'no server: ' . slurp("$d->{data}/err");
}

# Sends the bytes, then reads until the server closes the connection; the
# request must ask for that.
sub raw {
	my ($web, @bytes) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$web->{port}")
	    or die "connect: $!\n";
	local $SIG{PIPE} = 'IGNORE';
	local $SIG{ALRM} = sub { die "no answer within a minute\n" };
	alarm 60;
	print $s $_ or last for @bytes;
	$s->shutdown(1);
	my $all = '';
	1 while sysread $s, $all, 65536, length $all;
	alarm 0;
	my ($head, $body) = split /\r\n\r\n/, $all, 2;
	my ($status, @lines) = split /\r\n/, $head // '';
	my %headers = map { /^([^:]+): ?(.*)$/ ? (lc $1, $2) : () } @lines;
	return { status => ($status // '') =~ m{^HTTP/1.\d (\d+)} ? $1 : 0,
	    headers => \%headers, body => $body // '' };
}

# A request with that method, target, further headers and a body.
sub ask {
	my ($web, $method, $target, $headers, $body) = @_;
	return $web->raw("$method $target HTTP/1.1\r\nHost: localhost\r\n" .
	    "Connection: close\r\n" . join('', map { "$_\r\n" }
	    @{$headers // []}) . "\r\n", $body // ());
}

sub code {
	my ($r) = @_;
	return $r->{body} =~ /"code":"([^"]+)"/ ? "$r->{status} $1" :
	    $r->{status};
}

sub stop {
	my ($web) = @_;
	my $pid = delete $web->{pid} // return 0;
	kill 'TERM', $pid;
	waitpid $pid, 0;
	return $?;
}

sub DESTROY { my ($web) = @_; local $?; $web->stop; return }

1;
