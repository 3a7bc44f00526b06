# Anything that a CGI server may pass: an environment with duplicate, missing,
# overlong and malformed entries; closed descriptors; SIGTERM at any time.  Runs
# the programs directly; raw_bytes.t tests what passes lighttpd.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Ledger;
use Refusal;
use Socket;
use Test::More;
use Time::HiRes 'sleep';

my $w = Refusal->new;
my ($ada, $d) = @{$w}{qw(ada d)};
my $dir = tempdir(CLEANUP => 1);

# A request to the program whose path it is, with those entries as well, which
# come last or first, and without those names; what the program wrote.
sub launched {
	my ($u, $method, $path, $body, %o) = @_;
	my $sent = ref $body ? json($body) : $body;
	my ($bare, $env) = $u->cgi_environment($method, $path, $sent,
	    defined $u->{token} ? (Authorization => "Bearer $u->{token}") : (),
	    defined $sent ? ('Content-Type' => 'application/json') : ());
	delete @$env{@{$o{without} // []}};
	my @entries = map { "$_=$env->{$_}" } sort keys %$env;
	unshift @entries, @{$o{first} // []};
	push @entries, @{$o{last} // []};
	Backup::write_file("$dir/environment", join '', map { "$_\0" }
	    @entries);
	my $r = $d->spawn({ PATH => $ENV{PATH} }, $sent // '',
	    build() . '/t/launch', "$dir/environment", $o{closed} // '',
	    build() . '/cgi-bin/' . Docket::program_of($bare),
	    $o{files} // ());
	$r->{said} = $r->{out} =~ /^Status: (\d+)/ ? $1 : 0;
	$r->{said} .= " $1" if $r->{out} =~ /"code":"([^"]+)"/;
	return $r;
}

my $bad = '400 malformed-request';
my $list = "/lists/$w->{id}{listId}";

subtest 'duplicate variables are refused' => sub {
	my @set = ("REQUEST_METHOD=GET", "REQUEST_URI=/api/v1/me",
	    'SCRIPT_NAME=', 'PATH_INFO=/api/v1/me', 'QUERY_STRING=',
	    'REMOTE_ADDR=127.0.0.1', 'SERVER_NAME=localhost',
	    'HTTP_HOST=localhost', "HTTP_AUTHORIZATION=Bearer $ada->{token}");
	for my $entry (@set) {
		my ($name) = split /=/, $entry;
		for my $again ($entry, "$name=", "$name=other") {
			for my $place (qw(first last)) {
				my $r = launched($ada, 'GET', '/me', undef,
				    $place => [$again]);
				is $r->{said}, $bad, "$again, $place";
				is $r->{status}, 0, 'the program exits with 0';
			}
		}
	}
	# Those that a request does not have once, here are there twice.
	for my $name (qw(REMOTE_USER HTTPS REQUEST_SCHEME HTTP_COOKIE
	    HTTP_ACCEPT HTTP_IF_MATCH HTTP_IF_NONE_MATCH HTTP_IDEMPOTENCY_KEY
	    HTTP_ORIGIN HTTP_SEC_FETCH_SITE HTTP_RANGE HTTP_IF_RANGE
	    HTTP_X_FORWARDED_FOR HTTP_X_FORWARDED_PROTO
	    HTTP_X_FORWARDED_HOST)) {
		is launched($ada, 'GET', '/me', undef, last => ["$name=a",
		    "$name=b"])->{said}, $bad, "$name twice";
	}
	for my $twice (['CONTENT_LENGTH=5'], ['CONTENT_TYPE=text/plain']) {
		is launched($ada, 'PATCH', $list, { title => 'x' },
		    last => $twice)->{said}, $bad, "@$twice twice";
	}
	is launched($ada, 'GET', '/me', undef, last => [('SERVER_PORT=1',
	    'SERVER_PORT=2', 'HTTP_X=1', 'HTTP_X=2')])->{said}, 200,
	    'variables that are not read can be duplicate';
};

subtest 'malformed variables do no harm' => sub {
	is launched($ada, 'GET', '/me', undef, first => $_, last => $_)
	    ->{said}, 200, json($_) for [''], ['='], ['==='], ['=x'], ['x'],
	    ['REQUEST_METHOD'], ['HTTP_AUTHORIZATION'], ["\xff\xfe=\xff"],
	    ['HTTP_authorization=x'], ['http_authorization=x'],
	    [' REQUEST_METHOD=x'], ['REQUEST_METHOD =x'],
	    [map { "HTTP_X_$_=" . 'x' x 1000 } 1 .. 200];
	is launched($ada, 'GET', '/me', undef, last => ["$_=" . 'x' x 20_000])
	    ->{said}, $bad, "$_ of 20,000 bytes" for qw(HTTP_COOKIE HTTP_RANGE
	    HTTP_ORIGIN HTTP_IF_MATCH REMOTE_USER);
	# What loads code or finds files is the server's; none is obeyed.
	is launched($ada, 'GET', '/me', undef, last => [
	    'SQLITE_TMPDIR=/nowhere', 'TMPDIR=/nowhere', 'TZ=:/etc/passwd',
	    'TZDIR=/nowhere', 'MAGIC=/nowhere', 'HTTP_PROXY=http://x.example',
	    'LOCPATH=/nowhere', 'IFS=x', 'PATH=/nowhere', 'HOME=/nowhere'])
	    ->{said}, 200, 'variables for libraries are ignored';
};

subtest 'missing variables' => sub {
	my %without = (REQUEST_METHOD => 405, CONTENT_TYPE => 415,
	    HTTP_AUTHORIZATION => 401);
	for my $name (qw(GATEWAY_INTERFACE SERVER_PROTOCOL REQUEST_METHOD
	    REQUEST_URI SCRIPT_NAME PATH_INFO QUERY_STRING REMOTE_ADDR
	    SERVER_NAME HTTP_HOST CONTENT_TYPE CONTENT_LENGTH PATH
	    HTTP_AUTHORIZATION)) {
		my $r = launched($ada, 'PATCH', $list, { title => 'x' },
		    without => [$name]);
		is substr($r->{said}, 0, 3), $without{$name} // 200,
		    "without $name" or diag $r->{out};
		is $r->{status}, 0, 'the program exits with 0';
	}
	my $r = launched($ada, 'GET', '/me', undef, without => [qw(REQUEST_URI
	    SCRIPT_NAME PATH_INFO)]);
	is $r->{said}, '404 not-found', 'without any path';
	$r = launched($ada, 'GET', '/me', undef, without => [grep {
	    !/^DOCKET/ } keys %{($ada->cgi_environment('GET', '/me'))[1]}]);
	like $r->{said}, qr/^4/, 'without any variable';
};

subtest 'closed descriptors' => sub {
	for my $closed (qw(0 1 2 01 02 12 012)) {
		my $task = uuid();
		my $r = launched($ada, 'POST', "$list/tasks", { id => $task,
		    title => "without $closed" }, closed => $closed);
		is $r->{signal}, 0, "without $closed: no crash";
		my $there = $ada->get("$list/tasks/$task")->{status};
		is $r->{said}, $closed =~ /1/ ? 0 : $closed =~ /0/ ?
		    '400 malformed-request' : 201, 'the answer is right';
		# Without a body to read there is nothing to do.
		is $there, $closed =~ /0/ ? 404 : 200,
		    'the task exists only if the body was read';
		is_deeply [Ledger::damage($d->{data})], [],
		    'the database is sound';
	}
	is launched($ada, 'GET', '/me', undef, closed => '02')->{said}, 200,
	    'a GET needs neither standard input nor standard error';
};

subtest 'too few descriptors' => sub {
	my $said;
	# With fewer, the engine of PostgreSQL cannot be loaded: the web server
	# answers 500.
	for my $files ((engine() eq 'sqlite' ? 4 : 6) .. 12) {
		my $task = uuid();
		my $r = launched($ada, 'POST', "$list/tasks", { id => $task,
		    title => 'x' }, files => $files);
		$said = $r->{said};
		is $r->{signal}, 0, "$files: no crash";
		like $said, qr/^(201|50[03] [a-z-]+)$/, "its answer: $said";
		is $ada->get("$list/tasks/$task")->{status},
		    $said eq '201' ? 200 : 404,
		    'the task exists only if it was acknowledged';
	}
	is $said, 201, 'twelve are enough';
};

# lighttpd sends it to a program that it waits for no longer.
subtest 'SIGTERM at any time loses nothing that was answered' => sub {
	my ($died, $done) = (0, 0);
	for my $i (1 .. 40) {
		my $task = uuid();
		my ($bare, $env) = $ada->cgi_environment('POST',
		    "$list/tasks", '', Authorization => "Bearer $ada->{token}",
		    'Content-Type' => 'application/json');
		my $sent = json({ id => $task, title => 'x' });
		$env->{CONTENT_LENGTH} = length $sent;
		pipe my $in, my $body or die;
		my $pid = open(my $out, '-|') // die;
		if ($pid == 0) {
			%ENV = %$env;
			open STDIN, '<&', $in;
			exec build() . '/cgi-bin/tasks';
		}
		syswrite $body, $sent;
		close $body;
		# At some moment, or when the whole answer is there.
		my $answer = '';
		if ($i % 4) {
			sleep rand 0.006;
		} else {
			sysread $out, $answer, 65536;
		}
		kill 'TERM', $pid;
		1 while sysread $out, $answer, 65536, length $answer;
		waitpid $pid, 0;
		$died += ($? & 127) == 15;
		my $there = $ada->get("$list/tasks/$task")->{status};
		is $there, 200, 'what was answered is stored'
		    if $answer =~ /^Status: 201/;
		$done += $there == 200;
	}
	cmp_ok $done, '>=', 10, "$done of 40 were done, $died ended early";
	is_deeply [Ledger::damage($d->{data})], [], 'the database is sound';
};

# As Apache's mod_cgid starts a program: both are one socket.
subtest 'a body that nobody reads' => sub {
	for (['PUT', '/me', 405], ['POST', '/nothing', 404]) {
		my ($method, $path, $status) = @$_;
		socketpair my $ours, my $its, AF_UNIX, SOCK_STREAM, 0 or die $!;
		my ($bare, $env) = $ada->cgi_environment($method, $path,
		    'x' x 50_000);
		syswrite $ours, 'x' x 50_000;
		my $pid = fork // die "fork: $!\n";
		if ($pid == 0) {
			%ENV = %$env;
			open STDIN, '<&', $its or die;
			open STDOUT, '>&', $its or die;
			close $_ for $ours, $its;
			exec build() . '/cgi-bin/' . Docket::program_of($bare);
			die;
		}
		close $its;
		my ($said, $got) = ('');
		1 while $got = sysread $ours, $said, 65536, length $said;
		is $got, 0, "$method $path: the answer has an end" or diag $!;
		like $said, qr{^Status: $status\b.*\}$}s, 'and is whole';
		waitpid $pid, 0;
	}
};

done_testing;
