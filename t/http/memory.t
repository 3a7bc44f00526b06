# Memory does not depend on the size of data: the resident memory of CGI
# programs, and that FastCGI workers do not grow.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Peak;
use File::Temp;
use IO::Socket::INET;
use POSIX ();
use Test::More;
use Time::HiRes 'sleep';

my $MIB = 1024;			# in kilobytes
my $sanitized = build() =~ m{/san$};	# which take memory of their own

# A request by environment: what it answered, and the peak in kilobytes.
sub peak_of {
	my ($u, $method, $path, $body, %h) = @_;
	my ($bare, $env) = $u->cgi_environment($method, $path, $body,
	    Authorization => "Bearer $u->{token}", %h);
	return peak($env, $body, build() . '/cgi-bin/' . Docket::program_of($bare));
}

subtest 'CGI programs' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	$d->many_tasks($l, 9999);
	my ($answer, $kb) = peak_of($ada, 'GET', "/lists/$l/tasks");
	is scalar(() = $answer =~ /"title":/g), 10000,
	    'a listing of 10,000 tasks is complete';
	cmp_ok $kb, '<', ($sanitized ? 200 : 16) * $MIB,
	    'and takes less than 16 MiB';
	diag "listing of 10,000: $kb";
	my ($body, $type) = Docket::multipart(['id', uuid()],
	    ['file', "%PDF-1.4\n" . 'x' x (25 * 1024 * 1024 - 9), 'x.pdf',
	    'application/pdf']);
	($answer, $kb) = peak_of($ada, 'POST', "/tasks/$t/attachments", $body,
	    'Content-Type' => $type);
	like $answer, qr/^Status: 201/, 'an upload of 25 MiB succeeds';
	cmp_ok $kb, '<', ($sanitized ? 200 : 16) * $MIB,
	    'and takes less than 16 MiB';
	diag "upload of 25 MiB: $kb";
	my ($f) = $answer =~ /"id":"([^"]+)"/;
	($answer, $kb) = peak_of($ada, 'GET', "/attachments/$f/content");
	cmp_ok length $answer, '>', 25 * 1024 * 1024, 'it is downloaded';
	cmp_ok $kb, '<', ($sanitized ? 200 : 16) * $MIB,
	    'in less than 16 MiB';
};

# Anonymous memory of a process, in kilobytes.
sub anonymous {
	my ($pid) = @_;
	return slurp("/proc/$pid/status") =~ /^RssAnon:\s+(\d+)/m ? $1 : die;
}

# A packet of a hundred requests on a connection: how many are answered by 200.
sub packet {
	my ($port, @requests) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") or die;
	my ($ok, $at, $buffer) = (0, 0, '');
	print $s join '', map { $requests[$_ % @requests] } 1 .. 100;
	while ($ok < 100) {
		my $end = index $buffer, "\r\n\r\n", $at;
		my $head = $end < 0 ? '' : substr $buffer, $at, $end - $at;
		my ($len) = $head =~ /^content-length: (\d+)/mi;
		if ($end < 0 || length $buffer < $end + 4 + $len) {
			sysread $s, $buffer, 1 << 18, length $buffer or last;
			next;
		}
		last if $head !~ /\AHTTP\/1\.1 200 /;
		$at = $end + 4 + $len;
		$ok++;
	}
	return $ok;
}

# n requests by each of two clients: were all answered?
sub clients {
	my ($port, $n, @requests) = @_;
	my @pids = map {
		my $pid = fork // die;
		if ($pid == 0) {
			for (1 .. $n / 100) {
				POSIX::_exit(1) if packet($port, @requests)
				    != 100;
			}
			POSIX::_exit(0);
		}
		$pid } 1, 2;
	return !grep { waitpid $_, 0; $? } @pids;
}

subtest 'FastCGI workers, over 100,000 requests' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	my $listen = IO::Socket::INET->new(Listen => 1,
	    LocalAddr => '127.0.0.1');
	my $port = $listen->sockport;
	close $listen;
	# What sanitizers hold back of freed memory is not to be counted.
	$d->{env}{ASAN_OPTIONS} = 'quarantine_size_mb=1' if $sanitized;
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDOUT, '>', '/dev/null';
		exec build() . '/bin/docket-serve', '-m', 'fastcgi', '-p',
		    $port;
	}
	my $web = $d->with(base => "http://127.0.0.1:$port");
	for (1 .. 100) {
		last if $web->get('/health')->{status} == 200;
		sleep 0.05;
	}
	my $head = "HTTP/1.1\r\nHost: localhost\r\n"
	    . "Authorization: Bearer $ada->{token}\r\n";
	my $title = '{"title":"Another"}';
	my @requests = ("GET /api/v1/lists/$l/tasks/$t $head\r\n",
	    "GET /api/v1/lists/$l/tasks?limit=100 $head\r\n",
	    "GET /api/v1/me/changes?limit=5 $head\r\n",
	    "GET /api/v1/lists?limit=5 $head\r\n",
	    "GET /api/v1/search?q=t $head\r\n", "GET /api/v1/me/changes $head\r\n");
	# docket-serve starts three parents of workers.
	my @workers;
	for (1 .. 100) {
		@workers = map { split ' ', slurp("/proc/$_/task/$_/children") }
		    grep { slurp("/proc/$_/comm") eq "docket.fcgi\n" }
		    split ' ', slurp("/proc/$pid/task/$pid/children");
		last if @workers == 8;
		sleep 0.05;
	}
	is scalar @workers, 8, 'there are two workers for reads, two for writes ' .
	    'and four for long requests';
	my $n = $sanitized ? 2000 : 50_000;
	ok clients($port, $n / 10, @requests),
	    'the first requests are answered';
	my @before = map { anonymous($_) } @workers;
	ok clients($port, $n, @requests), 'all requests are answered';
	my @after = map { anonymous($_) } @workers;
	for (0 .. $#workers) {
		cmp_ok $after[$_], '<=', $before[$_] + ($sanitized ? 20480 :
		    256), "worker $_ does not grow";
		diag "worker $_: $before[$_], then $after[$_]";
	}
	kill 'TERM', $pid;
	waitpid $pid, 0;
};

done_testing;
