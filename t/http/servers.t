# The sample configurations of etc/, each with its real server, filled in by
# etc/fill with other paths; at the root and below a prefix.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Contents;
use Dav;
use Docket;
use IO::Socket::INET;
use JSON::PP ();
use Server;
use Store;
use Test::More;
use Time::HiRes 'sleep';
use Www;

my $root = $> == 0;
my $run = run_directory();
my $libexec = build() . '/cgi-bin';

sub fill {
	my ($name, %values) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', top() . '/etc/fill',
	    top() . "/etc/$name.in", build() . '/routes',
	    map { "$_=$values{$_}" } sort keys %values);
	die "etc/fill: $r->{err}" if $r->{status} != 0;
	return $r->{out};
}

my %servers = (
	lighttpd => sub {
		my ($dir, $port, $conf) = @_;
		mkdir "$dir/empty";
		write_file("$dir/lighttpd.conf", fill('lighttpd.conf', EMPTY =>
		    "$dir/empty", TMP => $dir, BIND => '"127.0.0.1"',
		    CONF => $conf, LIBEXEC => $libexec,
		    WWW => build() . "/www")
		    . "server.port = $port\n");
		start({}, undef, '/usr/sbin/lighttpd', '-D', '-f',
		    "$dir/lighttpd.conf");
	},
	'Apache, mod_cgid' => sub {
		my ($dir, $port, $conf, $data) = @_;
		my $mod = '/usr/lib/apache2/modules';
		# It does not serve as root, nor does who it serves as reach
		# everything that root does.
		my ($programs, $www) = ($libexec, build() . '/www');
		if ($root) {
			$programs = "$dir/cgi-bin";
			system 'cp', '-r', $libexec, $programs;
			system 'cp', '-r', $www, "$dir/www";
			$www = "$dir/www";
			system 'chown', '-R', 'www-data:', $dir, $data;
		}
		write_file("$dir/apache.conf", join '', "ServerRoot $dir\n",
		    "ServerName localhost\nListen 127.0.0.1:$port\n",
		    "PidFile $dir/pid\nErrorLog $dir/error.log\n",
		    "TypesConfig /etc/mime.types\n",
		    "DocumentRoot $dir\nScriptSock $dir/cgid.sock\n",
		    $root ? "User www-data\nGroup www-data\n" : '',
		    (map { "LoadModule ${_}_module $mod/mod_$_.so\n" }
		    qw(mpm_event cgid alias env authz_core headers mime
		    reqtimeout rewrite setenvif)),
		    fill('apache.conf', CONF => $conf, LIBEXEC => $programs,
		    WWW => $www));
		start({}, undef, '/usr/sbin/apache2', '-f', "$dir/apache.conf",
		    '-DFOREGROUND');
	},
	'nginx, fcgiwrap' => sub {
		my ($dir, $port, $conf) = @_;
		start({}, unix_socket("$dir/sock"), '/usr/sbin/fcgiwrap', '-c', 2);
		nginx($dir, $port, $conf);
	},
	'nginx, docket.fcgi' => sub {
		my ($dir, $port, $conf) = @_;
		start({ DOCKET_CONF => $conf }, unix_socket("$dir/sock"),
		    "$libexec/docket.fcgi");
		nginx($dir, $port, $conf);
	},
);

sub nginx {
	my ($dir, $port, $conf) = @_;
	mkdir "$dir/$_" for qw(body fastcgi proxy scgi uwsgi);
	write_file("$dir/nginx.conf", ($root ? "user root;\n" : '')
	    . "daemon off; pid $dir/pid; error_log $dir/error.log;\n"
	    . "events { }\nhttp {\naccess_log off;\n"
	    . "client_body_temp_path $dir/body;\n"
	    . join('', map { "${_}_temp_path $dir/$_;\n" }
	    qw(fastcgi proxy scgi uwsgi))
	    . fill('nginx.conf', LISTEN => "127.0.0.1:$port",
	    LISTEN6 => '[::1]:' . free_port(), SOCKET =>
	    "$dir/sock", CONF => $conf, LIBEXEC => $libexec,
	    WWW => build() . '/www') . "}\n");
	start({}, undef, '/usr/sbin/nginx', '-c', "$dir/nginx.conf", '-p', $dir);
}

# One request as bytes, until the server closes.
sub raw {
	my ($port, $bytes) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port",
	    Timeout => 20) or die "connect: $!\n";
	print $s $bytes;
	local $/;
	return <$s>;
}

sub try_server {
	my ($d, $port, $prefix) = @_;
	my $web = $d->with(base => "http://127.0.0.1:$port$prefix");
	for (1 .. 200) {
		last if $web->get('/health')->{status} == 200;
		sleep 0.05;
	}
	my $r = $web->get('/lists');
	is $r->{status}, 401, 'without a session there is 401';
	is $r->{headers}{'www-authenticate'}, 'Bearer', 'with WWW-Authenticate';
	like $r->{headers}{'content-type'}, qr{^application/problem\+json},
	    'and a problem as JSON';
	my $ada = $web->sign_in('ada@example.org', 'correct horse battery');
	$r = $web->post('/sessions', { email => 'ada@example.org',
	    password => 'correct horse battery' });
	my ($cookie) = $r->{headers}{'set-cookie'} =~ /^(docket_session=\S+);/;
	is $web->get('/me', Cookie => $cookie)->{status}, 200,
	    'the cookie works';
	my ($l, $t, $f) = (uuid(), uuid(), uuid());
	$r = $ada->post('/lists', { id => $l, title => 'Home' });
	is $r->{status}, 201, 'a list is created';
	is $r->{headers}{location}, "$prefix/api/v1/lists/$l",
	    'Location has the prefix';
	$ada->post("/lists/$l/tasks", { id => $t, title => 'Milk',
	    position => 'top' });
	$r = $ada->patch("/lists/$l/tasks/$t", { dueDate => '2036-01-31',
	    recurrence => 'daily' });
	is $r->{json}{recurrence}, 'daily', 'PATCH works';
	$r = $ada->patch("/lists/$l/tasks/$t", { done => JSON::PP::true });
	like $r->{headers}{link}, qr{^<\Q$prefix\E/api/v1/},
	    'Link has the prefix';
	$r = $ada->get("/lists/$l/tasks/$t");
	is $ada->get("/lists/$l/tasks/$t", 'If-None-Match' =>
	    $r->{headers}{etag})->{status}, 304, 'an unchanged task is 304';
	my $head = $ada->request('HEAD', "/lists/$l/tasks/$t");
	# Apache may leave the length out (RFC 9110 section 8.6 allows it).
	my $length = $head->{headers}{'content-length'} // length $r->{body};
	is "$head->{status} $length $head->{body}",
	    '200 ' . length($r->{body}) . ' ',
	    'HEAD has the length and no body';
	is $ada->del("/lists/$l/tasks/" . uuid())->{json}{code},
	    'task-not-found', 'DELETE works';

	my $bytes = "%PDF-1.4\n" . join '', map { pack 'N*',
	    map { rand 2 ** 32 } 1 .. 1024 } 1 .. 1280;
	is $ada->upload($t, $f, $bytes, 'x.pdf')->{status}, 201,
	    '5 MiB are uploaded';
	ok $ada->get("/attachments/$f/content")->{body} eq $bytes,
	    'and downloaded';
	$r = $ada->get("/attachments/$f/content", Range => 'bytes=9-28');
	is $r->{status}, 206, 'a range is 206';
	ok $r->{body} eq substr($bytes, 9, 20), 'and has the right bytes';

	$d->many_tasks($l, 2000);
	$r = $ada->get("/lists/$l/tasks");
	is scalar(@{$r->{json}{items}}), 2002,
	    'a listing of 1.2 MB is complete';

	my $auth = "Host: localhost\r\nConnection: close\r\n"
	    . "Authorization: Bearer $ada->{token}\r\n";
	like raw($port, "GET $prefix/api/v1/me%2Ftags HTTP/1.1\r\n$auth\r\n"),
	    qr{^HTTP/1\.1 40[04]\b}, 'an escaped slash is not a path';
	my $chunked = raw($port, "PATCH $prefix/api/v1/lists/$l HTTP/1.1\r\n"
	    . "${auth}Content-Type: application/json\r\n"
	    . "Transfer-Encoding: chunked\r\n\r\n"
	    . "a\r\n{\"title\":\"\r\n8\r\nChunked\"\r\n1\r\n}\r\n0\r\n\r\n");
	like $chunked, qr/"title":"Chunked"/, 'a chunked body' or
	    diag $chunked;
	my $expect = raw($port, "PATCH $prefix/api/v1/lists/$l HTTP/1.1\r\n"
	    . "${auth}Content-Type: application/json\r\n"
	    . "Expect: 100-continue\r\nContent-Length: 19\r\n\r\n"
	    . '{"title":"Expected"');
	unlike $expect, qr/"title":"Expected"/, 'a truncated body is refused';
	is $web->get('/nothing')->{json}{code}, 'not-found',
	    'Docket itself answers 404';
	$r = $ada->put("/lists/$l", {});
	is $r->{headers}{allow}, 'GET, HEAD, PATCH, DELETE, OPTIONS',
	    'Docket itself answers with Allow' or diag explain $r;
}

# Clients that do not read a file, of which there are more than workers, keep nobody
# out.
sub try_slow {
	my ($d, $port) = @_;
	my $web = $d->with(base => "http://127.0.0.1:$port");
	my $ada = $web->sign_in('ada@example.org', 'correct horse battery');
	my ($t, $f) = (uuid(), uuid());
	$ada->post('/lists/' . $ada->make('/lists', title => 'L') . '/tasks',
	    { id => $t, title => 'Milk' });
	my $bytes = "%PDF-1.4\n" . 'x' x (5 << 20);
	$ada->upload($t, $f, $bytes, 'x.pdf');
	my @slow = map { Contents::begin_read($ada, $port, $f) } 1 .. 4;
	local $SIG{ALRM} = sub { die "no answer beside slow downloads\n" };
	alarm 20;
	is $web->get('/health')->{status}, 200, 'others are served';
	alarm 0;
	Contents::end_read($_, $bytes) for @slow;
	return;
}

# Every method of CalDAV, with its headers and its path as it was sent.
sub try_dav {
	my ($d, $port, $prefix) = @_;
	my $ada = $d->with(base => "http://127.0.0.1:$port$prefix")->sign_in(
	    'ada@example.org', 'correct horse battery');
	my $phone = Dav->new($ada);
	my $home = "$prefix$phone->{home}";
	my $r = $d->with(base => $ada->{base})->request('GET',
	    '/.well-known/caldav');
	is $r->{status}, 301, 'the well-known address leads on';
	like $r->{headers}{location}, qr{\Q$prefix\E/dav/$}, 'to the root';
	for ('/', '/dav/') {
		$r = $phone->propfind($_, ['D:current-user-principal']);
		is $r->{status}, 207, "PROPFIND $_" or return diag $r->{body};
		is $r->{responses}{"$prefix/dav/"}{'D:current-user-principal'},
		    "<href>$home</href>", 'with Authorization';
	}
	$r = $d->with(base => $ada->{base})->request('PROPFIND', '/dav/');
	is $r->{status}, 401, 'without, 401';
	like $r->{headers}{'www-authenticate'}, qr/^Basic /, 'as CalDAV says it';
	is $phone->request('OPTIONS', '/dav/')->{headers}{dav},
	    '1, 3, calendar-access, extended-mkcol', 'OPTIONS, of Docket itself';
	for my $name ('new list', "\xc3\xa9") {
		(my $list = $name) =~ s/([^a-z])/sprintf '%%%02X', ord $1/ge;
		$list = "$phone->{home}$list";
		is $phone->request('MKCALENDAR', "$list/", '')->{status}, 201,
		    'MKCALENDAR';
		$r = $phone->put("$list/a%20b%25.ics", join "\r\n",
		    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
		    'BEGIN:VTODO', 'UID:a', 'SUMMARY:A', 'END:VTODO',
		    'END:VCALENDAR', '');
		is $r->{status}, 201, 'PUT' or diag $r->{body};
		my $etag = $r->{headers}{etag};
		is $phone->get("$list/a%20b%25.ics")->{headers}{etag}, $etag,
		    'GET has the ETag of PUT';
		$r = $phone->propfind("$list/", ['D:getetag'], 1);
		ok $r->{responses}{"$prefix$list/a%20b%25.ics"}, 'Depth: 1'
		    or diag $r->{body};
		is scalar @{$phone->query("$list/", '')->{hrefs}}, 1, 'REPORT';
		is $phone->put("$list/a%20b%25.ics", 'x', 'If-Match' => '"x"')
		    ->{status}, 403, 'a refusal is Docket\'s';
		is $phone->xml('PROPPATCH', "$list/", "<D:propertyupdate " .
		    "$Dav::Xmlns><D:set><D:prop><A:calendar-color>#fff" .
		    '</A:calendar-color></D:prop></D:set></D:propertyupdate>')
		    ->{status}, 207, 'PROPPATCH';
		is $phone->request('MOVE', "$list/a%20b%25.ics", undef,
		    Destination => "$ada->{base}$list/c.ics", Overwrite => 'F')
		    ->{status}, 201, 'MOVE';
		is $phone->del("$list/c.ics")->{status}, 204, 'DELETE';
		is $phone->del("$list/")->{status}, 204, 'DELETE of a list';
	}
	return;
}

# RFC 9110, section 15.5.6: a 405 says which methods there are, whoever answers it.
sub try_methods {
	my ($port, $prefix) = @_;
	my @without;
	for my $path ('/', '/index.html', '/nothing.js', '/api/v1/lists',
	    '/api/v1/health', '/api/v1/nothing', '/.well-known/caldav', '/dav/',
	    '/dav/x/', '/dav/x/y/', '/dav/x/y/z.ics') {
		for my $method (qw(GET HEAD POST PUT PATCH DELETE OPTIONS TRACE
		    PROPFIND PROPPATCH REPORT MKCALENDAR MKCOL MOVE COPY LOCK
		    UNLOCK SEARCH FROBNICATE)) {
			my $r = raw($port, "$method $prefix$path HTTP/1.1\r\n" .
			    "Host: localhost\r\nConnection: close\r\n" .
			    "Content-Length: 0\r\n\r\n");
			push @without, "$method $path" if $r =~
			    m{^HTTP/1\.1 405\b} && $r !~ /^Allow: *\S/mi;
		}
	}
	is_deeply \@without, [], 'every 405 has Allow';
	return;
}

my $n = 0;
for my $name (sort keys %servers) {
	my $d = Docket->new;
	my $dir = "$run/" . ++$n;
	mkdir $dir, 0755;
	my $port = free_port();
	my $conf = write_file("$dir/docket.conf", "data = $d->{data}\n");
	$d->user('ada@example.org', password => 'correct horse battery');
	$servers{$name}->($dir, $port, $conf, $d->{data});
	for my $prefix ('', '/tasks') {
		subtest "$name, at '$prefix/'" => sub {
			eval { try_server($d, $port, $prefix); 1 } or
			    fail $@;
			eval { try_dav($d, $port, $prefix); 1 } or fail $@;
			eval { try_methods($port, $prefix); 1 } or fail $@;
			try_www($port, $prefix);
		};
	}
	subtest "$name, slow clients" => sub { try_slow($d, $port) }
	    if $name =~ /docket\.fcgi/;
	stop_all();
}
# A worker that waits for the store is no longer one of those that serve: others
# take its place.
subtest 'a store that is late, nginx, docket.fcgi' => sub {
	my $store = Store->new;
	my $d = Docket->new(files => 's3', 's3-url' => $store->url);
	my ($dir, $port) = ("$run/late", free_port());
	mkdir $dir, 0755;
	my $conf = write_file("$dir/docket.conf", "data = $d->{data}\n" .
	    "files = s3\ns3-url = " . $store->url . "\n");
	start({ DOCKET_CONF => $conf }, unix_socket("$dir/sock"),
	    "$libexec/docket.fcgi", '--workers', 2);
	nginx($dir, $port, $conf);
	my @users = map { $d->with(base => "http://127.0.0.1:$port")
	    ->user("$_\@example.org") } qw(ada bob cyd);
	my @tasks = map { $_->make('/lists/' . $_->make('/lists',
	    title => 'L') . '/tasks', title => 'T') } @users;
	my $file = uuid();
	is $users[0]->upload($tasks[0], $file, '%PDF-1.4', 'a.pdf')->{status},
	    201, 'the store is in use';
	my $large = uuid();
	my $bytes = "%PDF-1.4\n" . 'x' x (5 << 20);
	$users[0]->upload($tasks[0], $large, $bytes, 'x.pdf');
	my @slow = map { Contents::begin_read($users[0], $port, $large) } 1 .. 4;
	$store->requests;
	$store->answers(map { ($_ => 'late') } qw(put get));
	my @waiting = (beside(sub {
		return $users[0]->get("/attachments/$file/content")->{status};
	}), map { my ($n, $id) = ($_, uuid()); beside(sub {
		return $users[$n]->upload($tasks[$n], $id, "%PDF-1.4 $n",
		    'a.pdf')->{status};
	}) } 0 .. 2);
	ok until_true(sub { my %ops; $ops{(split)[0]}++ for
	    split /\n/, slurp("$store->{dir}/log"); ($ops{put} // 0) == 3 &&
	    $ops{get} }), 'one download and three uploads wait';
	local $SIG{ALRM} = sub { die "no answer beside them\n" };
	alarm 20;
	is $users[2]->get('/me')->{status}, 200, 'others are served' for 1 .. 20;
	Contents::end_read($_, $bytes) for @slow;
	alarm 0;
	$store->go;
	is_deeply [map { ended($_) } @waiting], [200, (201) x 3],
	    'in the end they are, too';
	my ($most) = slurp(top() . '/lib/web/workers.h') =~
	    /WORKERS_SPARE\s+(\d+)/;
	like slurp(top() . '/doc/postgresql.md'),
	    qr/starts up to $most more,\s+in place/, 'the document says how many';
	stop_all();
};
diag slurp("$run/out") if !Test::More->builder->is_passing && -s "$run/out";
done_testing;
