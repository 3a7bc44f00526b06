# Callers and origins: Authorization and cookies, cross-site requests, proxies,
# sign-in by the web server.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Refusal;

my $w = Refusal->new;
my ($ada, $bob, $d) = @{$w}{qw(ada bob d)};
my $nobody = $ada->with(token => undef);

# Other settings on the same data.
sub set {
	my ($who, %set) = @_;
	my %env = %{$who->{env}};
	$env{'DOCKET_' . uc tr/-/_/r} = $set{$_} for keys %set;
	return $who->with(env => \%env);
}

sub vars { my ($who, %vars) = @_; return $who->with(vars => \%vars) }

subtest 'Authorization' => sub {
	my $t = $ada->{token};
	my %schemes = (map({ $_ => 200 } "Bearer $t", "bearer $t", "BEARER $t",
	    "Bearer   $t"), map { $_ => 401 } 'Bearer', 'Bearer ', "Bearer$t",
	    $t, "Basic $t", "Bearer $t x", "Bearer ${t}x", "Bearer \"$t\"",
	    "Token $t", "Bearer " . substr($t, 1), "Bearer \U$t", '', ' ',
	    "Bearer $t, Bearer $t", 'Bearer ' . 'x' x 10000, "Bearer \xff",
	    "Bearer\t$t", " Bearer $t");
	for my $auth (sort keys %schemes) {
		my $r = $nobody->get('/me', Authorization => $auth);
		is $r->{status}, $schemes{$auth}, substr "'$auth'", 0, 70;
		next if $r->{status} == 200;
		is said($r), '401 no-session', 'the answer is a problem';
		is $r->{headers}{'www-authenticate'}, 'Bearer',
		    'with WWW-Authenticate';
	}
};

subtest 'cookies' => sub {
	my $c = "docket_session=$ada->{token}";
	my %cookies = (map({ $_ => 200 } $c, "a=b; $c", "$c; a=b", "a=b;$c",
	    " $c", "a=\"x;y\"; $c", "docket_sessions=x; $c"),
	    map({ $_ => 401 } '', 'docket_session', 'docket_session=',
	    "Docket_Session=$ada->{token}", "x$c", "docket_session =x",
	    "docket_session=\"$ada->{token}\"", "${c}x", 'a=b', ';;;', '='),
	    map({ $_ => 200 } "$c; $c", "$c; docket_session=x",
	    "docket_session=x; $c", "docket_session=x, $c",
	    "docket_session=; a=b; docket_session=x; docket_session=y; $c",
	    'docket_session=x; ' x 7 . $c),
	    'docket_session=x; ' x 500 . $c => 200,
	    ('docket_session=' . 'x' x 43 . '; ') x 200 . $c => 200,
	    'docket_session=x; docket_session=y' => 401);
	is $nobody->get('/me', Cookie => $_)->{status}, $cookies{$_},
	    "'$_'" for sort keys %cookies;
	my @out = map { $_ % 2 ? $d->user("out$_\@example.org") :
	    $d->sign_in('out1@example.org', 'correct horse out1@example.org') }
	    1 .. 3;
	is $nobody->del('/sessions/current', undef, Origin => 'http://localhost',
	    Cookie => join '; ', map { "docket_session=$_->{token}" } @out)
	    ->{status}, 204, 'signing out with the cookies of three sessions';
	is join(' ', map { $_->get('/me')->{status} } @out), '401 401 401',
	    'ends each, whosever it is';
	my $eve = $d->user('twice@example.org');
	my $e = "docket_session=$eve->{token}";
	is $nobody->get('/me', Cookie => $_->[0])->{json}{email}, $_->[1],
	    'the first live cookie counts' for ["x=y; $e; $c", $eve->{email}],
	    ["docket_session=x; $c; $e", $ada->{email}];
	is $nobody->post('/lists', { id => uuid(), title => 'x' },
	    Cookie => "docket_session=dead; $c",
	    'Sec-Fetch-Site' => 'same-origin')->{status}, 201,
	    'also for a write';
	is said($nobody->post('/lists', { id => uuid(), title => 'x' },
	    Cookie => "docket_session=dead; $c",
	    'Sec-Fetch-Site' => 'cross-site')), '403 cross-site-request',
	    'but not from another site';
	is $nobody->get('/me', Cookie => $c, Authorization => 'Bearer x')
	    ->{status}, 401,
	    'an invalid Authorization counts before the cookie';
	is $nobody->get('/me', Cookie => $c, Authorization => 'Basic x')
	    ->{status}, 200, 'except with another scheme';
};

sub cross_site {
	my ($who, $vars, $headers, $cookie) = @_;
	$w->remember;
	my $r = vars($who, %$vars)->post('/lists', { id => uuid(),
	    title => 'x' }, Cookie => "docket_session=$ada->{token}",
	    %$headers);
	return $r->{status} == 201 ? 201 : $w->state eq $w->{state} ?
	    said($r) : said($r) . ', and something changed';
}

subtest 'requests from other sites are refused' => sub {
	my ($https, $no) = ({ HTTPS => 'on' }, '403 cross-site-request');
	my ($site, $origin) = qw(Sec-Fetch-Site Origin);
	my @cases = (
		[{}, {}, $no],
		[{}, { $site => 'same-origin' }, 201],
		[{}, { $site => 'none' }, 201],
		map({ [{}, { $site => $_ }, $no] } 'same-site', 'cross-site',
		    'x', '', 'Same-Origin', 'none, none'),
		[{}, { $origin => 'http://localhost' }, 201],
		[{}, { $origin => 'HTTP://LOCALHOST' }, 201],
		map({ [{}, { $origin => $_ }, $no] } 'null', '',
		    'https://localhost', 'http://localhost:81',
		    'http://localhost.example', 'http://localhos',
		    'http://localhosu',
		    'http://localhost/', 'localhost', '//localhost',
		    'http://evil.example', 'http://x@localhost'),
		[{}, { $site => 'cross-site', $origin => 'http://localhost' },
		    $no],
		[{}, { $site => 'same-origin', $origin =>
		    'http://evil.example' }, 201],
		[$https, { $origin => 'https://localhost' }, 201],
		[$https, { $origin => 'http://localhost' }, $no],
		[{ HTTP_HOST => 'localhost:8080' }, { $origin =>
		    'http://localhost:8080' }, 201],
		[{ HTTP_HOST => undef }, { $origin => 'http://' }, $no],
		[{ HTTP_HOST => 'localhost/x' }, { $origin =>
		    'http://localhost' }, $no],
		[{}, { 'Referer' => 'http://localhost/' }, $no],
		[{ REMOTE_ADDR => 'unix:' }, { $origin => 'https://t.example',
		    'X-Forwarded-Proto' => 'https',
		    'X-Forwarded-Host' => 't.example' }, 201],
		[{}, { $origin => 'https://t.example',
		    'X-Forwarded-Proto' => 'https',
		    'X-Forwarded-Host' => 't.example' }, $no],
		[{ REMOTE_ADDR => 'unix:' }, { $origin => 'http://localhost',
		    'X-Forwarded-Host' => 't.example' }, $no],
	);
	for (@cases) {
		my ($vars, $headers, $expected) = @$_;
		is cross_site($nobody, $vars, $headers), $expected,
		    json([$vars, $headers]);
	}
	my $based = set($nobody, 'base-url' => 'https://t.example/docket');
	is cross_site($based, {}, { Origin => $_->[0] }), $_->[1],
	    "base-url: $_->[0]" for ['https://t.example', 201],
	    ['http://localhost', $no], ['https://t.example/docket', $no],
	    ['https://t.example.evil.example', $no];
	is $nobody->get('/me', Cookie => "docket_session=$ada->{token}",
	    'Sec-Fetch-Site' => 'cross-site')->{status}, 200, 'GET is allowed';
	is $ada->post('/lists', { id => uuid(), title => 'x' },
	    'Sec-Fetch-Site' => 'cross-site')->{status}, 201,
	    'and so is Authorization';
	for ([DELETE => '/lists/' . $w->{id}{other}],
	    [PATCH => '/me', { autoDeleteCompleted => \1 }],
	    [PUT => '/me/notifications', {}], [DELETE => '/sessions/current'],
	    [POST => '/me/completed-tasks/cleanup']) {
		my ($method, $path, $body) = @$_;
		$w->remember;
		$w->refused($nobody->request($method, $path, $body,
		    Cookie => "docket_session=$ada->{token}"), $no,
		    "$method $path");
	}
	is said($nobody->post('/sessions', { email => $ada->{email},
	    password => $ada->{password} }, 'Sec-Fetch-Site' => 'cross-site')),
	    $no, 'another site cannot sign anybody in';
	is $nobody->post('/sessions', { email => $ada->{email}, password =>
	    $ada->{password} }, 'Sec-Fetch-Site' => 'same-origin')->{status},
	    201, 'the service\'s own pages can';
};

sub cookie_of {
	my ($who, $vars, %headers) = @_;
	return vars($who, REMOTE_ADDR => '10.0.0.1', %$vars)->post(
	    '/sessions', { email => $ada->{email}, password =>
	    $ada->{password} }, %headers)->{headers}{'set-cookie'};
}

subtest 'the session cookie' => sub {
	my $plain = $ada->with(token => undef);
	my $proxied = set($plain, 'trusted-proxies' => '10.0.0.0/8');
	my ($proto, $tls) = ('X-Forwarded-Proto', { HTTPS => 'on' });
	my @cases = (
		[0, $plain, {}], [1, $plain, $tls],
		[1, $plain, { HTTPS => '1' }],
		[1, $plain, { REQUEST_SCHEME => 'https' }],
		[0, $plain, { HTTPS => 'off' }], [0, $plain, { HTTPS => '' }],
		[0, $plain, { REQUEST_SCHEME => 'http' }],
		[0, $plain, {}, $proto => 'https'],
		[1, $proxied, {}, $proto => 'https'],
		[1, $proxied, {}, $proto => 'HTTPS'],
		[0, $proxied, {}, $proto => 'http'],
		[0, $proxied, $tls, $proto => 'http'],
		[1, $proxied, $tls], [1, $proxied, $tls, $proto => ''],
		[0, $proxied, {}, $proto => 'httpsx'],
		[1, $proxied, {}, $proto => 'http, https'],
		[1, $plain, { REMOTE_ADDR => 'unix:' }, $proto => 'https'],
		[1, $plain, { REMOTE_ADDR => '' }, $proto => 'https'],
		[0, $plain, { REMOTE_ADDR => '' }],
		[0, $proxied, { REMOTE_ADDR => '11.0.0.1' },
		    $proto => 'https'],
		[1, set($plain, 'cookie-secure' => 'always'), {}],
		[0, set($plain, 'cookie-secure' => 'never'), $tls],
	);
	for (@cases) {
		my ($secure, $who, $vars, %headers) = @$_;
		my $cookie = cookie_of($who, $vars, %headers);
		is $cookie =~ /; Secure(;|$)/ ? 1 : 0, $secure,
		    'Secure: ' . json([$vars, \%headers]);
		like $cookie, qr/^docket_session=[\w-]{43}; Path=\/; /,
		    'the cookie has a name, value and path';
		like $cookie, qr/; Max-Age=34560000; HttpOnly; SameSite=Lax/,
		    'and its attributes';
	}
	my $uri = { REQUEST_URI => '/tasks/api/v1/sessions' };
	like cookie_of($plain, $uri), qr{; Path=/tasks/;},
	    'below a path the cookie has that path';
	like cookie_of(set($plain, 'base-url' => 'https://x.example/y'), $uri),
	    qr{; Path=/y/;}, 'base-url decides the path';
	my $end = $ada->sign_in($ada->{email}, $ada->{password})
	    ->del('/sessions/current')->{headers}{'set-cookie'};
	like $end, qr/^docket_session=; Path=\/; Max-Age=0;/,
	    'signing out removes the cookie';
};

subtest "the client's address" => sub {
	my $proxied = set($nobody, 'trusted-proxies' =>
	    '10.0.0.0/8, 2001:db8::1');
	my @cases = (
		['10.0.0.1', undef, '10.0.0.1'],
		['10.0.0.1', '192.0.2.7', '192.0.2.7'],
		['10.0.0.1', "192.0.2.66, \t192.0.2.7 \t", '192.0.2.7'],
		['10.0.0.1', '192.0.2.7, 10.9.9.9', '192.0.2.7'],
		['10.0.0.1', '192.0.2.7,10.9.9.9,10.8.8.8', '192.0.2.7'],
		['10.0.0.1', '192.0.2.7, x', '10.0.0.1'],
		['10.0.0.1', 'x, 192.0.2.7', '192.0.2.7'],
		['10.0.0.1', '', '10.0.0.1'], ['10.0.0.1', ',', '10.0.0.1'],
		['10.0.0.1', '10.1.1.1', '10.1.1.1'],
		['10.0.0.1', '192.0.2.7:80', '10.0.0.1'],
		['10.0.0.1', ',' x 5000, '10.0.0.1'],
		['192.0.2.1', '192.0.2.7', '192.0.2.7 via 192.0.2.1'],
		['192.0.2.1', '192.0.2.8, 192.0.2.7', '192.0.2.7 via 192.0.2.1'],
		['192.0.2.1', '2001:db8:1:2:3::4',
		    '2001:db8:1:2::/64 via 192.0.2.1'],
		['192.0.2.1', 'x', '192.0.2.1'], ['192.0.2.1', '', '192.0.2.1'],
		['2001:db8::1', '192.0.2.7', '192.0.2.7'],
		['10.0.0.1', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
		['2001:db8:1:2:ffff::4', undef, '2001:db8:1:2::/64'],
		['::ffff:192.0.2.7', undef, '192.0.2.7'],
		# A peer without an address is a proxy on this machine; where it
		# forwards none, nobody is counted.
		map({ [$_, undef, undef], [$_, 'x', undef], [$_, '', undef],
		    [$_, '192.0.2.7', '192.0.2.7'],
		    [$_, '192.0.2.66, 192.0.2.7', '192.0.2.7'],
		    [$_, '192.0.2.7, 10.9.9.9', '192.0.2.7'],
		    [$_, '192.0.2.7, unix:', '192.0.2.7'],
		    [$_, '2001:db8:1:2:3::4', '2001:db8:1:2::/64'] }
		    undef, '', 'unix:', '/run/x.sock', '@'),
		['localhost', '192.0.2.7', undef],
		['fe80::1%eth0', '192.0.2.7', '192.0.2.7 via fe80::/64'],
	);
	for (@cases) {
		my ($peer, $for, $counted) = @$_;
		$ada->sql('DELETE FROM attempt');
		my $r = vars($proxied, REMOTE_ADDR => $peer)->post('/sessions',
		    { email => $ada->{email}, password => 'wrong' },
		    'X-Forwarded-For' => $for);
		is said($r), '401 bad-credentials', $for // 'no header';
		my ($key) = $ada->sql('SELECT key FROM attempt') =~
		    /^address.(.*)$/m;
		is $key, $counted, ($peer // 'nobody') . ' is counted as';
	}
};

subtest 'auth = remote-user' => sub {
	my $sso = set($nobody, auth => 'remote-user');
	my $carol = vars($sso, REMOTE_USER => 'carol');
	my $me = $carol->get('/me')->{json};
	is $me->{email}, 'carol@localhost',
	    'the first request creates the account';
	is $me->{displayName}, 'carol', 'with the name as display name';
	is $carol->get('/me')->{json}{id}, $me->{id}, 'only once';
	is vars($sso, REMOTE_USER => 'CAROL')->get('/me')->{json}{id},
	    $me->{id}, 'in any case';
	is vars($sso, REMOTE_USER => $ada->{email})->get('/me')->{json}{id},
	    $ada->{me}{id}, 'or finds the account by its address';
	my $users = $ada->sql('SELECT count(*) FROM user');
	for (undef, '', "a\nb", "a\x01", "\x7f", "\xff", "\xed\xa0\x80",
	    'x' x 300, "\xe2\x80\xa8") {
		is said(vars($sso, REMOTE_USER => $_)->get('/me')),
		    '401 no-session', 'nobody: ' . json([$_]);
	}
	is $ada->sql('SELECT count(*) FROM user'), $users,
	    'no account is created for an invalid name';
	is said(vars($nobody, REMOTE_USER => 'carol')->get('/me')),
	    '401 no-session', 'REMOTE_USER is ignored without the setting';
	is vars($ada, REMOTE_USER => 'carol')->get('/me')->{json}{email},
	    $ada->{email}, 'also with a session';
	is $nobody->get('/me', 'Remote-User' => 'carol')->{status}, 401,
	    'a header is not REMOTE_USER';
	is $sso->get('/me', 'Remote-User' => 'carol',
	    'Remote_User' => 'carol')->{status}, 401, 'nor are two headers';
	my @make = ('/lists', { id => uuid(), title => 'x' });
	is said($carol->post(@make)), '403 cross-site-request',
	    'a write must come from the service\'s own pages';
	is $carol->post(@make, 'Sec-Fetch-Site' => 'same-origin')->{status},
	    201, 'and then succeeds';
	is set($ada, auth => 'remote-user')->get('/me')->{json}{email},
	    $ada->{email}, 'without REMOTE_USER a session counts';
	my $dana = vars($sso, REMOTE_USER => 'dana');
	is $dana->post(@make, 'Sec-Fetch-Site' => 'none')->{status}, 409,
	    'a first request that writes';
	is $dana->get('/me')->{json}{displayName}, 'dana',
	    'creates the account';
};
done_testing;
