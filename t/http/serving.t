# docket-serve and its lighttpd: addresses, paths, settings that reach every
# program, messages, how it ends; and the requests that lighttpd leaves to the
# programs.
use strict;
use warnings;
use Compress::Zlib ();
use Cwd 'getcwd';
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use IO::Socket::UNIX;
use POSIX 'strftime';
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

alarm 300;
my $dir = tempdir(CLEANUP => 1);
my $serve = build() . '/bin/docket-serve';

# Starts it with an environment and arguments, in a folder.
sub start {
	my ($env, $in, @args) = @_;
	for (qw(out err)) { open my $new, '>', "$dir/$_" or die }
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %$env;
		chdir $in or die "$in: $!\n";
		open STDOUT, '>', "$dir/out";
		open STDERR, '>', "$dir/err";
		exec $serve, @args;
		exit 127;
	}
	return $pid;
}

sub end { my ($pid) = @_; kill 'TERM', $pid; waitpid $pid, 0; return $? }
sub children { my ($pid) = @_;
	return split ' ', slurp("/proc/$pid/task/$pid/children") }
sub descendants { return map { ($_, descendants($_)) } map { children($_) } @_ }

subtest 'a worker ends, though a connection is silent' => sub {
	my $d = Docket->new;
	my $path = "$dir/worker.sock";
	my $listen = IO::Socket::UNIX->new(Local => $path, Listen => 4) or die;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDIN, '<&', $listen or die;
		exec build() . '/cgi-bin/docket.fcgi' or POSIX::_exit(127);
	}
	my $silent = IO::Socket::UNIX->new(Peer => $path) or die;
	# libfcgi waits two seconds for a first byte.
	until_true(sub { slurp("/proc/$pid/wchan") =~ /poll/ });
	kill 'TERM', $pid;
	is sysread($silent, my $none, 1), 0, 'the connection is closed';
	ok until_true(sub { waitpid($pid, POSIX::WNOHANG()) == $pid }),
	    'and ends when asked';
	is $?, 0, 'by itself';
	kill 'KILL', $pid;
};

subtest 'an IPv6 address' => sub {
	plan skip_all => 'no IPv6 here' if !-e '/proc/net/if_inet6' ||
	    slurp('/proc/net/if_inet6') !~ /^0{31}1 /m;
	require IO::Socket::IP;
	for my $address ('::1', '[::1]') {
		my ($d, $port) = (Docket->new, free_port());
		my $ada = $d->user('ada@example.org');
		my $pid = start($d->{env}, '/', '-a', $address, '-p', $port);
		until_true(sub { slurp("$dir/out") ne '' });
		like slurp("$dir/out"), qr{API: http://\[::1\]:$port/api/v1$}m,
		    "-a $address: a URL" or diag slurp("$dir/err");
		my $s = IO::Socket::IP->new(PeerHost => '::1',
		    PeerPort => $port);
		ok $s, 'it answers there' or next;
		my $body = json({ email => 'ada@example.org',
		    password => 'wrong wrong' });
		print $s "POST /api/v1/sessions HTTP/1.1\r\nHost: [::1]\r\n" .
		    "Content-Type: application/json\r\nConnection: close\r\n" .
		    'Content-Length: ' . length($body) . "\r\n\r\n$body";
		like join('', <$s>), qr{^HTTP/1.1 401 }, 'a problem of the service';
		like $d->sql('SELECT key FROM attempt'), qr{^address ::/64$}m,
		    'the client is counted by its network';
		is end($pid), 0, 'and ends';
	}
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', $serve, '-a',
	    'localhost');
	like $r->{err}, qr/localhost is not an IP address: see -a/,
	    'a name is not an address';
};

subtest 'relative paths' => sub {
	my $d = Docket->new;
	mkdir "$dir/rel";
	open my $out, '>', "$dir/rel/docket.conf" or die;
	print $out "data = data\nsession-days = 3\nregistration = open\n";
	close $out;
	rename $d->{data}, "$dir/rel/data" or die;
	for my $how (['-c', 'docket.conf'], ['-d', 'data'], 'DOCKET_CONF',
	    'DOCKET_DATA') {
		for my $mode (qw(cgi fastcgi)) {
			my %env = (PATH => $ENV{PATH},
			    DOCKET_CONF => '/dev/null',
			    map { $_ => $ENV{$_} } grep { /_OPTIONS|SANDBOX/ }
			    keys %ENV);
			delete $env{DOCKET_CONF} if ref $how && $how->[0] eq
			    '-c';
			$env{$how} = $how =~ /CONF/ ? 'docket.conf' : 'data'
			    if !ref $how;
			my $port = free_port();
			my $pid = start(\%env, "$dir/rel", '-p', $port, '-m',
			    $mode, ref $how ? @$how : ());
			my $name = "$mode, " . (ref $how ? "@$how" : $how);
			my $web = $d->with(base => "http://127.0.0.1:$port");
			ok until_true(sub { $web->get('/health')->{status} ==
			    200 }), $name or diag slurp("$dir/err");
			is end($pid), 0, "$name: ends";
		}
	}
};

subtest 'long requests need no worker of others' => sub {
	my $d = Docket->new;
	my $web = Web->new($d, '-m', 'fastcgi', '--workers', 3);
	my $ada = $d->with(base => $web->{base})->user('ada@example.org');
	my @workers;
	# Three for reads, three for writes, and the two that start these.
	until_true(sub { @workers = grep { slurp("/proc/$_/cmdline") =~
	    /docket\.fcgi\0--workers\x{0}3\0/ } descendants($web->{pid}); @workers == 8 });
	is @workers, 8, 'workers';
	kill STOP => @workers;
	is $ada->get('/me/export')->{status}, 200, 'an export';
	is $ada->post('/batch', { requests => [{ method => 'GET',
	    path => '/me' }] })->{json}{responses}[0]{status}, 200, 'a batch';
	kill CONT => @workers;
	is $ada->get('/me')->{status}, 200, 'a short one does';
};

# The same settings by flags and environment, for every program.
for my $mode (qw(cgi fastcgi)) {
	subtest "settings by the environment, $mode" => sub {
		my $d = Docket->new(registration => 'open', 'session-days' => 5,
		    'upload-max-bytes' => '1K', 'upload-types' => 'text/plain',
		    'import-max-bytes' => '1K',
		    'smtp-url' => 'smtp://u:hunter2@127.0.0.1:1',
		    'mail-from' => 'd@example.org');
		my $web = Web->new($d, '-m', $mode);
		my $nobody = $d->with(base => $web->{base});
		my %who = (email => 'ada@example.org', password =>
		    'correct horse battery', displayName => 'Ada');
		is $nobody->post('/users', \%who)->{status}, 201,
		    'registration = open';
		delete $who{displayName};
		my $day = strftime('%Y-%m-%d', gmtime time + 5 * 86400);
		is substr($nobody->post('/sessions', \%who)->{json}{expiresAt},
		    0, 10), $day, 'session-days = 5';
		my $ada = $nobody->sign_in(@who{qw(email password)});
		my ($l, $t) = (uuid(), uuid());
		$ada->post('/lists', { id => $l, title => 'L' });
		$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
		is $ada->upload($t, uuid(), 'x' x 2000, 'x.txt')->{json}{code},
		    'file-too-large', 'upload-max-bytes = 1K';
		is $ada->upload($t, uuid(), "%PDF-1.4\n", 'x')->{json}{code},
		    'type-not-allowed', 'upload-types';
		is $ada->get('/me/export')->{status}, 200, 'a long one, too';
		my ($lighttpd) = children($web->{pid});
		unlike slurp("/proc/$lighttpd/environ"), qr/hunter2/,
		    'the password is not handed on';
		my ($conf) = slurp("/proc/$lighttpd/cmdline") =~ /-f\0([^\0]+)/;
		unlike slurp($conf), qr/hunter2/,
		    'nor written down';
		# By its length refused by lighttpd, answered by us.
		my $r = $ada->upload($t, uuid(), 'x' x 400_000, 'x.txt');
		is $r->{json}{code}, 'file-too-large', 'far too large: a problem';
		is $r->{status}, 413, 'its status';
		is $r->{headers}{'content-type'}, 'application/problem+json',
		    'its type';
		$r = $ada->patch("/lists/$l", 'x' x 400_000);
		is $r->{json}{code}, 'body-too-large', 'a body far too large';
	};
}

for my $mode (qw(cgi fastcgi)) {
	subtest "HTTP, $mode" => sub {
		my $d = Docket->new('access-log' => "$dir/access.$mode");
		my $web = Web->new($d, '-m', $mode, '--no-www');
		my $ada = $d->with(base => $web->{base})->user(
		    'ada@example.org');
		my $auth = "Authorization: Bearer $ada->{token}";
		for my $path (qw(/me/completed-tasks/cleanup
		    /me/email-verification)) {
			my $r = $web->ask('POST', "/api/v1$path", [$auth]);
			like $r->{status}, qr/^20[02]$/,
			    "POST $path without a body" or diag $r->{body};
		}
		my $r = $web->ask('POST', '/api/v1/lists', [$auth]);
		is Web::code($r), '400 malformed-body', 'or a problem';
		is Web::code($web->ask('POST', '/api/v1/me/completed-tasks/' .
		    'cleanup')), '401 no-session', 'with the usual rights';
		my %said = ('/api/v1/now%00here' => '400 malformed-request',
		    '/api/v1' => '200',
		    '/api/v1/.refused' => '404 not-found',
		    '/api/v1/nothing' => '404 not-found');
		is Web::code($web->ask('GET', $_)), $said{$_}, $_
		    for sort keys %said;
		is Web::code($web->ask('GET', '/api/v1/me', [map {
		    "X-$_: " . 'y' x 3000 } 1 .. 5])), '400 malformed-request',
		    'headers of 15 kB';
		like $web->ask('GET', $_)->{status}, qr/^40[034]$/, "$_ is none"
		    for qw(/.docket/status /.docket/long/data
		    /.docket/docket.fcgi /.docket/long/);

		$r = $web->ask('GET', '/api/v1/health', ['Upgrade: h2c',
		    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
		    'Connection: Upgrade, HTTP2-Settings, close']);
		is $r->{status}, 200, 'no change to HTTP/2';
		$r = $web->raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
		isnt $r->{status}, 101, 'nor from the beginning';
		unlike $r->{body}, qr/\0/, 'no frames';

		my ($l, $t, $f) = (uuid(), uuid(), uuid());
		$ada->post('/lists', { id => $l, title => 'L' });
		$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
		$ada->upload($t, $f, 'x' x 100, 'x.txt');
		for my $range (qw(bytes=5-2 bytes=a-b bytes=--5)) {
			is $ada->get("/attachments/$f/content", Range =>
			    $range)->{status}, 200, "$range is ignored";
		}
		is $ada->get("/attachments/$f/content", Range => 'bytes=200-')
		    ->{json}{code}, 'range-not-satisfiable', 'or our own 416';
		is $ada->get('/me', Range => 'bytes=0-5')->{status}, 200,
		    'JSON has no ranges';

		$ada->get('/health', 'User-Agent' => 'a test of the log');
		ok until_true(sub { slurp("$dir/access.$mode") =~
		    m{^127\.0\.0\.1 .*"GET /api/v1/health HTTP/1\.1" 200 .*a test}m
		    }), 'the access log';
	};
	subtest "compression, $mode" => sub {
		my $d = Docket->new;
		my $web = Web->new($d, '-m', $mode);
		my $ada = $d->with(base => $web->{base})->user(
		    'ada@example.org');
		my ($l, $f) = (uuid(), uuid());
		my @gzip = ('Accept-Encoding' => 'deflate, gzip;q=0.5, br');
		$ada->post('/lists', { id => $l, title => 'L' });
		my @t = map { uuid() } 1 .. 20;
		$ada->post("/lists/$l/tasks", { id => $_, title => "T $_" })
		    for @t;
		$d->sql("UPDATE task SET notes = hex(randomblob(4000))");
		$ada->upload($t[0], $f, 'x' x 5000, 'x.txt');
		my $letter = uuid();
		$ada->upload($t[0], $letter, 'PK' x 2500, 'x.docx');
		$d->sql("UPDATE attachment SET content_type = 'application/vnd." .
		    "openxmlformats-officedocument.wordprocessingml.document' " .
		    "WHERE filename = 'x.docx'");
		for my $path ("/lists/$l/tasks", "/lists/$l/tasks?limit=50",
		    '/me/changes', '/me/export', '/openapi.json',
		    "/lists/$l/tasks/$t[0]") {
			my $plain = $ada->get($path);
			my $r = $ada->get($path, @gzip);
			is $r->{headers}{'content-encoding'}, 'gzip', $path;
			is $r->{headers}{vary}, 'Accept-Encoding', 'Vary';
			is $plain->{headers}{vary}, 'Accept-Encoding',
			    'Vary without it';
			is $plain->{headers}{'content-encoding'}, undef,
			    'only where asked for';
			ok Compress::Zlib::memGunzip($r->{body}) eq
			    $plain->{body}, 'the same' if $path ne '/me/export';
			my $etag = $r->{headers}{etag} // next;
			isnt $etag, $plain->{headers}{etag}, 'another ETag';
			is $ada->get($path, @gzip, 'If-None-Match' => $etag)
			    ->{status}, 304, 'which is known again';
			my $head = $ada->request('HEAD', $path, undef, @gzip);
			is $head->{headers}{etag}, $etag, 'HEAD';
		}
		# Pages give memory back record by record: not the compressor's.
		is $ada->post('/batch', { requests => [map { { method => 'POST',
		    path => "/lists/$l/tasks", body => { id => uuid(),
		    title => 'x' x (1 + rand 400), position => 'top' } } }
		    1 .. 100] })->{status}, 200, 'a hundred tasks' for 1 .. 15;
		for my $path ("/lists/$l/tasks", '/me/changes?limit=900') {
			ok((Compress::Zlib::memGunzip($ada->get($path,
			    @gzip)->{body}) // '') eq $ada->get($path)->{body},
			    "$path of 1,520 tasks is whole");
		}
		my %not = (small => '/me', file => "/attachments/$f/content",
		    letter => "/attachments/$letter/content",
		    tokens => '/me/tokens', sessions => '/me/sessions');
		for (1 .. 20) { $ada->sign_in($ada->{email}, $ada->{password});
			$ada->post('/me/tokens', { name => "token $_" }) }
		is $ada->get($not{$_}, @gzip)->{headers}{'content-encoding'},
		    undef, "not: $_" for sort keys %not;
		# What is never compressed is the same whatever a client accepts.
		is $ada->get($not{$_})->{headers}{vary}, undef, "no Vary: $_"
		    for grep { $_ ne 'small' } sort keys %not;
		cmp_ok length $ada->get($not{$_})->{body}, '>', 1024,
		    "though $_ are many" for qw(tokens sessions);
		is $ada->get('/me/changes', 'Accept-Encoding' => $_)
		    ->{headers}{'content-encoding'}, undef, "not for '$_'"
		    for 'gzip;q=0', 'identity', '', 'gzipx', 'x-gzip, br',
		    'zstd, br';
	};
}

subtest 'workers that end' => sub {
	my $d = Docket->new;
	my $web = Web->new($d, '-m', 'fastcgi', '--no-www');
	my @parents;
	ok until_true(sub { @parents = grep { slurp("/proc/$_/comm") eq
	    "docket.fcgi\n" } children($web->{pid}); 8 == grep { $_ } map { children($_) } @parents }),
	    'two read, two write, four serve long requests';
	my %said;
	for (1 .. 5) {
		my @killed = map { children($_) } @parents;
		kill 'KILL', @killed;
		# One that is about to die could still accept.
		until_true(sub { !kill 0, @killed });
		$said{Web::code($web->ask('GET', '/api/v1/health'))}++;
	}
	is_deeply \%said, { 200 => 5 }, 'all killed: requests wait for others';
	like slurp("$d->{data}/err"),
	    qr/docket\.fcgi: a worker was killed by signal 9/,
	    'the log says so';
};

# Only the bytes of a file start a program: those that lighttpd has waited for
# leave their page faults in its own.
subtest 'which requests workers answer' => sub {
	my $d = Docket->new;
	my $web = Web->new($d, '-m', 'fastcgi', '--no-www');
	my $ada = $d->with(base => $web->{base})->user('ada@example.org');
	my ($l, $t, $f, $lighttpd) = (uuid(), uuid(), uuid());
	ok until_true(sub { ($lighttpd) = grep { slurp("/proc/$_/comm") =~
	    /^lighttpd/ } children($web->{pid}) }), 'lighttpd runs';
	my $faults = sub { return (split ' ', slurp("/proc/$lighttpd/stat"))[10] };
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	$ada->upload($t, $f, '%PDF-1.4', 'x.pdf');
	$ada->get("/attachments/$f/content");
	ok until_true(sub { $faults->() && !children($lighttpd) }),
	    'a file: by a program';
	my $since = $ada->get('/me/changes')->{json}{next};
	for my $path ("/me/changes?limit=1000&since=$since", '/search?q=x',
	    "/me/changes?since=$since&limit=7", "/lists/$l/tasks?limit=100",
	    "/lists/$l/tasks?since=$since&limit=1000", '/me',
	    '/me/changes', "/me/changes?since=$since", '/openapi.json',
	    "/lists/$l/tasks?limit=1000", '/me/export') {
		my $before = $faults->();
		is $ada->get($path)->{status}, 200, $path;
		sleep 0.05;
		is $faults->(), $before, 'by a worker';
	}
};

# A FastCGI request; its body is announced, but not sent.
sub fastcgi {
	my ($path, %env) = @_;
	my $s = IO::Socket::UNIX->new(Peer => $path) or die "$path: $!\n";
	return fastcgi_on($s, %env);
}

sub ask_on {
	my ($s, %env) = @_;
	local $SIG{PIPE} = 'IGNORE';
	my $params = '';
	%env = (SERVER_PROTOCOL => 'HTTP/1.1', SCRIPT_NAME => '',
	    HTTP_HOST => 'x', REMOTE_ADDR => '127.0.0.1', PATH_INFO =>
	    $env{REQUEST_URI}, QUERY_STRING => '', %env);
	$params .= pack 'CCa*a*', length $_, length $env{$_}, $_, $env{$_}
	    for keys %env;
	syswrite $s, pack('CCnnCCnCx5', 1, 1, 1, 8, 0, 0, 1, 0) .
	    pack('CCnnCCa*', 1, 4, 1, length $params, 0, 0, $params) .
	    pack('CCnnCC', 1, 4, 1, 0, 0, 0) .
	    (exists $env{CONTENT_LENGTH} ? '' :
	    pack 'CCnnCC', 1, 5, 1, 0, 0, 0);
}

sub fastcgi_on {
	my ($s, %env) = @_;
	ask_on($s, %env);
	local $SIG{ALRM} = sub { die "no end of $env{REQUEST_URI}\n" };
	alarm 30;
	my $all = '';
	1 while sysread $s, $all, 65536, length $all;
	alarm 300;
	return $all;
}

my %health = (REQUEST_METHOD => 'GET', REQUEST_URI => '/api/v1/health');

# A worker whose clock is fast: an hour is three seconds.
sub fast_worker {
	my ($d) = @_;
	unlink "$dir/fast";
	my $socket = IO::Socket::UNIX->new(Local => "$dir/fast", Listen => 8)
	    or die "$dir/fast: $!\n";
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = (%{$d->{env}}, LD_PRELOAD => build() . '/t/fast.so',
		    FAST => 1200, ASAN_OPTIONS => 'verify_asan_link_order=0');
		open STDIN, '<&', $socket or die;
		open STDERR, '>', "$dir/err";
		exec build() . '/cgi-bin/docket.fcgi', '--workers', 1;
	}
	return $pid;
}

subtest 'workers do not work for ever' => sub {
	my $pid = fast_worker(Docket->new);
	like fastcgi("$dir/fast", %health), qr/Status: 200/, 'one works';
	my $silent = IO::Socket::UNIX->new(Peer => "$dir/fast") or die;
	sleep 0.5;
	like fastcgi_on($silent, %health), qr/Status: 200/,
	    'a request that comes some time after its connection';
	my ($first) = children($pid);
	my $large = IO::Socket::UNIX->new(Peer => "$dir/fast") or die;
	ask_on($large, REQUEST_METHOD => 'POST', REQUEST_URI =>
	    '/api/v1/sessions', CONTENT_TYPE => 'application/json',
	    CONTENT_LENGTH => 100_000);
	syswrite $large, pack 'CCnnCCa*', 1, 5, 1, 40_000, 0, 0, '[' x 40_000
	    for 1, 2;
	is sysread($large, my $nothing, 1), 0,
	    'a large body that does not come to its end';
	ok until_true(sub { children($pid) == 1 &&
	    !grep { $_ == $first } children($pid) }), 'ends the worker';
	like slurp("$dir/err"), qr/a worker was ended: its request took too/,
	    'with a line in the log';
	like fastcgi("$dir/fast", %health), qr/Status: 200/,
	    'others are served';
	($first) = children($pid);
	sleep 3.2;
	like fastcgi("$dir/fast", %health), qr/Status: 200/,
	    'an old one serves a last request';
	ok until_true(sub { children($pid) == 1 &&
	    !grep { $_ == $first } children($pid) }), 'and is replaced';
	($first) = children($pid);
	ok until_true(sub { children($pid) == 1 &&
	    !grep { $_ == $first } children($pid) }), 'as is an idle one';
	is end($pid), 0, 'ends';
};

# A worker has room for 40 connections.
subtest 'nor for bodies that come slowly' => sub {
	my $d = Docket->new;
	unlink "$dir/slow";
	my $listen = IO::Socket::UNIX->new(Local => "$dir/slow", Listen => 200)
	    or die;
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDIN, '<&', $listen or die;
		exec build() . '/cgi-bin/docket.fcgi' or POSIX::_exit(127);
	}
	my %sign_in = (REQUEST_METHOD => 'POST', REQUEST_URI =>
	    '/api/v1/sessions', CONTENT_TYPE => 'application/json',
	    CONTENT_LENGTH => 100);
	my @slow = map { IO::Socket::UNIX->new(Peer => "$dir/slow") } 1 .. 100;
	ask_on($_, %sign_in) for @slow;
	for my $n (1 .. 3) {
		syswrite $_, pack 'CCnnCCa', 1, 5, 1, 1, 0, 0, '{'
		    for @slow[70 .. 99];
		my $began = time;
		like fastcgi("$dir/slow", %health), qr/Status: 200/,
		    'others are served';
		cmp_ok time - $began, '<', 2, 'at once';
		sleep 0.2;
	}
	syswrite $slow[-1], pack('CCnnCCa*', 1, 5, 1, 97, 0, 0, ' ' x 97) .
	    pack('CCnnCC', 1, 5, 1, 0, 0, 0);
	sysread $slow[-1], my $answer, 100;
	like $answer, qr/^\x01\x06.{6}Status: 400/s,
	    'and one that comes to its end is answered';
	ok !sysread($slow[0], my $nothing, 1), 'the oldest have ended';
	local $SIG{PIPE} = 'IGNORE';
	for (pack('NN', 0xe0000000, 0xe0000000), pack('NN', 0xffffffff,
	    0x80000001), pack('CN', 1, 0xffffffff), "\x01\xff\xff", "\x80") {
		my $s = IO::Socket::UNIX->new(Peer => "$dir/slow") or die;
		syswrite $s, pack('CCnnCCnCx5', 1, 1, 1, 8, 0, 0, 1, 0) .
		    pack('CCnnCCa*', 1, 4, 1, length, 0, 0, $_) .
		    pack('CCnnCC', 1, 4, 1, 0, 0, 0) .
		    pack 'CCnnCC', 1, 5, 1, 0, 0, 0;
		ok !sysread($s, my $none, 1), 'a wrong length ends a request';
		like fastcgi("$dir/slow", %health), qr/Status: 200/,
		    'and no worker';
	}
	is end($pid), 0, 'it ends';
};

subtest 'nor for a client that does not read' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'L');
	$ada->make("/lists/$l/tasks", title => 'T', notes => 'N' x 10_000)
	    for 1 .. 80;
	my $pid = fast_worker($d);
	until_true(sub { children($pid) == 1 });
	my ($first) = children($pid);
	my $slow = IO::Socket::UNIX->new(Peer => "$dir/fast") or die;
	ask_on($slow, REQUEST_METHOD => 'GET', REQUEST_URI =>
	    "/api/v1/lists/$l/tasks", HTTP_AUTHORIZATION =>
	    "Bearer $ada->{token}");
	sleep 3.4;
	like fastcgi("$dir/fast", %health), qr/Status: 200/,
	    'after its time it serves others';
	ok((grep { $_ == $first } children($pid)), 'while it sends');
	ok until_true(sub { children($pid) == 1 &&
	    !grep { $_ == $first } children($pid) }),
	    'but half an hour later it is replaced';
	unlike slurp("$dir/err"), qr/killed/, 'not only when it is killed';
	is end($pid), 0, 'ends';
};

subtest 'docket.fcgi --workers' => sub {
	my $d = Docket->new;
	my $socket = IO::Socket::UNIX->new(Local => "$dir/fcgi", Listen => 8)
	    or die "$dir/fcgi: $!\n";
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDIN, '<&', $socket or die;
		open STDERR, '>', "$dir/err";
		exec build() . '/cgi-bin/docket.fcgi', '--workers', 3;
	}
	ok until_true(sub { children($pid) == 3 }), 'three';
	my @first = children($pid);
	kill 'KILL', $first[1];
	ok until_true(sub { children($pid) == 3 &&
	    !grep { $_ == $first[1] } children($pid) }), 'one is created again';
	my @all = children($pid);
	is end($pid), 0, 'ends';
	ok until_true(sub { !grep { -e "/proc/$_" } @all }), 'with all of them';
	is(Docket->spawn({}, '', build() . '/cgi-bin/docket.fcgi', @$_)
	    ->{status}, 2, "@$_") for ['--workers', 0], ['--workers', 'x'],
	    ['--workers', 65], ['--workers'], ['x'];
};

subtest '-q' => sub {
	for my $mode (qw(cgi fastcgi)) {
		my ($d, $port) = (Docket->new, free_port());
		my $pid = start($d->{env}, '/', '-q', '-p', $port, '-m', $mode);
		my $web = $d->with(base => "http://127.0.0.1:$port");
		ok until_true(sub { $web->get('/health')->{status} == 200 }),
		    "$mode: it serves";
		is slurp("$dir/out") . slurp("$dir/err"), '', 'prints no message';
		rename "$d->{data}/docket.db", "$d->{data}/away";
		$web->get('/health');
		rename "$d->{data}/away", "$d->{data}/docket.db";
		ok until_true(sub { slurp("$dir/err") =~
		    /there is no database/ }), 'but what goes wrong'
		    if $mode eq 'cgi';
		is end($pid), 0, 'ends';
		unlike slurp("$dir/err"), qr/server stopped/, 'without a word';
	}
};

subtest 'all of its processes end together' => sub {
	for my $mode (qw(cgi fastcgi)) {
		my ($d, $last) = (Docket->new, '');
		for my $n (0 .. ($mode eq 'cgi' ? 1 : 3)) {
			my $port = free_port();
			my $pid = start($d->{env}, '/', '-p', $port, '-m',
			    $mode);
			until_true(sub { slurp("$dir/out") ne '' });
			like slurp("$dir/out"), qr/^Docket/m, "$mode: it starts";
			my @all = ($pid, descendants($pid));
			my ($run) = slurp("/proc/$all[1]/cmdline") =~
			    m{-f\0([^\0]+)/};
			# As if it had been there for a while.
			utime time - 100, time - 100, $run or die "$run: $!";
			is -d $last ? $last : '', '', 'what the one before it ' .
			    'left is removed';
			$last = $run;
			my $killed = ($pid, children($pid))[$n];
			kill 'KILL', $killed;
			waitpid $pid, 0;
			ok until_true(sub { !grep { -e "/proc/$_" } @all }),
			    'one is killed: nothing is left';
			next if $n == 0;
			my $name = $n == 1 ? 'lighttpd' : 'docket.fcgi';
			is $? >> 8, 1, "$name: exit 1";
			like slurp("$dir/err"),
			    qr/\Q$name\E was killed by signal 9/, 'with a line';
		}
	}
	my ($d, $port) = (Docket->new('access-log' => '/nowhere/x'),
	    free_port());
	my $pid = start($d->{env}, '/', '-p', $port);
	waitpid $pid, 0;
	is $? >> 8, 1, 'lighttpd does not start';
	is slurp("$dir/out"), '', 'nobody says that it serves';
};

done_testing;
