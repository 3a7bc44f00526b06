# Accounts: which sessions survive what, and what a change of password or
# address ends.  Every exchange is compared with the OpenAPI document.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Digest::SHA 'sha256_hex';
use File::Temp;
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new(registration => 'open', 'smtp-url' => 'smtp://localhost',
    'mail-from' => 'docket@example.org');
my $n = 0;

sub is_problem {
	my ($r, $status, $code, $name) = @_;
	is "$r->{status} " . ($r->{json}{code} // ''), "$status $code",
	    $name or diag $r->{body};
}
sub someone { return $d->user('u' . ++$n . '@example.org') }
# The same user by another session, and by an access token.
sub again { my ($u) = @_; return $d->sign_in($u->{email}, $u->{password}) }
sub token {
	my ($u) = @_;
	my $r = $u->post('/me/tokens', { name => 'script' });
	return $u->with(token => $r->{json}{token});
}
sub alive { return join ' ', map { $_->get('/me')->{status} } @_ }
sub push_to {
	my ($u) = @_;
	return $u->post('/me/push-subscriptions', { endpoint =>
	    'https://push.example.org/' . uuid(), keys => { p256dh => 'k',
	    auth => 'a' } })->{status};
}

subtest 'a reset ends every session and every access token' => sub {
	my $ada = someone();
	my @all = ($ada, again($ada), token($ada));
	is join(' ', map { push_to($_) } @all), '201 201 201', 'devices';
	my $code = $d->code($ada->{email}, 'reset');
	is $d->put("/password-resets/$code", { password => 'long enough 1' })
	    ->{status}, 204, 'the reset succeeds';
	is alive(@all), '401 401 401', 'all sessions and tokens end';
	is $d->sql('SELECT count(*) FROM push_subscription WHERE user_id = '
	    . hex_of($ada)), 0, 'no device gets notifications any more';
};

subtest 'a change of password' => sub {
	my $ada = someone();
	my @all = ($ada, again($ada), token($ada));
	is join(' ', map { push_to($_) } @all), '201 201 201',
	    'every device has a subscription';
	is_problem $ada->put('/me/password', { current => $ada->{password},
	    new => 'long enough 1', keepTokens => 'yes' }), 422,
	    'validation-failed', 'keepTokens must be true or false';
	is $ada->put('/me/password', { current => $ada->{password},
	    new => 'long enough 1', keepTokens => $T })->{status}, 204,
	    'a change with keepTokens succeeds';
	is alive(@all), '200 401 200',
	    'it ends the other sessions and keeps the tokens';
	is $d->sql('SELECT count(*) FROM push_subscription WHERE user_id = '
	    . hex_of($ada)), 2,
	    'and ends the notifications of the ended session';
	is $ada->put('/me/password', { current => 'long enough 1',
	    new => 'long enough 2' })->{status}, 204,
	    'a change without keepTokens succeeds';
	is alive(@all), '200 401 401', 'it ends the access tokens, too';
	my $code = $d->code($ada->{email}, 'reset');
	$ada->put('/me/password', { current => 'long enough 2',
	    new => 'long enough 1' });
	is_problem $d->put("/password-resets/$code",
	    { password => 'long enough 3' }), 404, 'reset-not-found',
	    'a change makes an earlier reset code invalid';
};

subtest 'who is disabled resets nothing' => sub {
	my $u = someone();
	my $mails = 'SELECT count(*) FROM mail WHERE user_id = ' . hex_of($u);
	$d->run('docket-admin', 'user', 'disable', $u->{email});
	my $before = $d->sql($mails);
	is $d->post('/password-resets', { email => $u->{email} })->{status}, 202,
	    'asking for a code is answered as for everybody';
	is $d->sql($mails), $before, 'but none is mailed';
	my $code = $d->code($u->{email}, 'reset');
	my $new = { password => 'long enough 4' };
	is_problem $d->put("/password-resets/$code", $new), 404,
	    'reset-not-found', 'a code that was made meanwhile is refused';
	is $d->sql('SELECT verified FROM user WHERE id = ' . hex_of($u)), 1,
	    'nothing changes';
	$d->run('docket-admin', 'user', 'enable', $u->{email});
	ok $d->sign_in($u->{email}, $u->{password}),
	    'later the old password signs in';
	is $d->put("/password-resets/" . $d->code($u->{email}, 'reset'), $new)
	    ->{status}, 204, 'and a code is taken';
};

subtest 'docket-admin user passwd' => sub {
	my $ada = someone();
	my @all = ($ada, token($ada));
	my @passwd = (qw(docket-admin user passwd), $ada->{email},
	    '--password-stdin');
	is $d->run(@passwd, '--keep-tokens', \"long enough 1\n")->{status}, 0,
	    'passwd --keep-tokens succeeds';
	is alive(@all), '401 200', 'it ends the sessions and keeps the tokens';
	is $d->run(@passwd, \"long enough 1\n")->{status}, 0, 'passwd succeeds';
	is alive(@all), '401 401', 'it ends the tokens, too';
};

subtest 'GET /service answers everybody' => sub {
	my $ada = someone();
	my $r = $d->with(env => { %{$d->{env}}, DOCKET_OIDC_ISSUER =>
	    'https://login.example.org', DOCKET_OIDC_CLIENT_ID => 'docket',
	    DOCKET_BASE_URL => 'https://tasks.example.org' })->get('/service');
	is_deeply $r->{json}{features}, [sort @{$r->{json}{features}}],
	    'what clients ask for, in order';
	my ($said) = slurp(build() . '/gen/openapi.json') =~
	    /"Names of what this service offers ((?:[^"\\]|\\.)*)"/;
	is_deeply [$said =~ /`([a-z-]+)`: /g], $r->{json}{features},
	    'the document says what each is, in the same order';
	$r = $d->get('/service');
	is $r->{json}{oidc}, undef, 'there is no provider';
	is $r->{status}, 200, 'it answers without a session';
	is $r->{json}{user}, undef, 'the user is null without a session';
	is_deeply [@{$r->{json}}{qw(registration signIn signOutUrl passwordReset push
	    wait uploadMaxBytes)}], ['open', 'password', undef, $T, $F, $F, 25 * 1024 * 1024],
	    'it reports the settings';
	is_deeply $r->{json}{limits}, $Docket::Json->decode(slurp(
	    build() . '/gen/openapi.json'))->{components}{schemas}{Service}{examples}[0]
	    {limits}, 'it reports the limits that the OpenAPI document has';
	ok((grep { $_ eq 'image/*' } @{$r->{json}{uploadTypes}}),
	    'it reports the accepted types');
	is $d->get('/service', 'If-None-Match' => $r->{headers}{etag})
	    ->{status}, 304, 'an unchanged answer is 304';
	is_deeply $ada->get('/service')->{json}{user},
	    $ada->get('/me')->{json}, 'it reports the user of a token';
	my $cookie = "docket_session=$ada->{token}";
	is $d->get('/service', Cookie => $cookie)->{json}{user}{id},
	    $ada->{me}{id}, 'it reports the user of a cookie';
	is $ada->del('/sessions/current')->{status}, 204, 'the user signs out';
	is_problem $ada->get('/service'), 401, 'no-session',
	    'an ended token is refused';
	$r = $d->get('/service', Cookie => $cookie);
	is $r->{status}, 200, 'an ended cookie is accepted';
	is $r->{json}{user}, undef, 'but the user is null';
	my $out = 'https://tasks.example.org/out?to=a';
	my $other = Docket->new(auth => 'remote-user', data => $d->{data},
	    'sign-out-url' => $out);
	$r = $other->with(vars => { REMOTE_USER =>
	    'gil@example.org' })->get('/service');
	is_deeply [@{$r->{json}}{qw(registration signIn signOutUrl passwordReset)}],
	    ['closed', 'remote-user', $out, $F], 'it reports remote-user';
	is $r->{json}{user}{email}, 'gil@example.org',
	    'and the user that the server has signed in';
};

subtest 'signing up is refused if registration is closed' => sub {
	my $closed = Docket->new(data => $d->{data});
	is_problem $closed->post('/users', $_), 403, 'registration-closed',
	    'it is refused before the body is checked' for {}, '{',
	    { email => 'x' };
	is_problem $d->post('/users', {}), 422, 'validation-failed',
	    'if registration is open, the body is checked';
};

subtest 'PATCH /me changes only the members that are sent' => sub {
	my $ada = someone();
	my $set = sub { my $r = $ada->patch('/me', $_[0]); return "$r->{status} "
	    . ($r->{json}{code} // "$r->{json}{displayName} "
	    . "$r->{json}{timeZone} $r->{json}{autoDeleteCompleted}") };
	is $set->({ autoDeleteCompleted => $T }), '200 ' . "u$n UTC 1",
	    'autoDeleteCompleted can be changed';
	is $set->({ timeZone => 'Europe/Berlin' }),
	    "200 u$n Europe/Berlin 1", 'the time zone can be changed';
	is $set->({ displayName => 'Ada' }), '200 Ada Europe/Berlin 1',
	    'the name can be changed';
	is $set->({ autoDeleteCompleted => $F, displayName => 'A' }),
	    '200 A Europe/Berlin 0', 'two can be changed at once';
	is $set->($_), '422 no-fields',
	    'a body without a known member is refused' for {}, { unknown => 1 };
};

subtest 'with cookieOnly the session is only in the cookie' => sub {
	my $ada = someone();
	my $in = { email => $ada->{email}, password => $ada->{password} };
	my $r = $d->post('/sessions', { %$in, cookieOnly => $T });
	is $r->{status}, 201, 'signing in succeeds';
	ok !exists $r->{json}{token}, 'the answer has no token';
	my ($cookie) = $r->{headers}{'set-cookie'} =~ /^(docket_session=[^;]+)/;
	is $d->get('/me', Cookie => $cookie)->{status}, 200, 'the cookie works';
	ok $d->post('/sessions', { %$in, cookieOnly => $F })->{json}{token},
	    'without cookieOnly the answer has a token';
};

# Somebody else's wrong guesses, until the account is locked for strangers.
sub lock_out {
	my ($u, $from) = @_;
	my $key = "account $u->{email}";
	$d->sql("INSERT INTO attempt VALUES ('$key', 1000, "
	    . int(time * 1e6) . ') ON CONFLICT (key) DO UPDATE SET
	    failures = 1000, changed_at = excluded.changed_at');
}
sub sign_in_from {
	my ($u, $address, %o) = @_;
	my $r = $d->with(vars => { REMOTE_ADDR => $address }, quiet => 1)
	    ->post('/sessions', { email => uc $u->{email},
	    password => $o{password} // $u->{password} },
	    $o{cookie} ? (Cookie => "docket_session=$o{cookie}") : ());
	return $r->{status};
}
sub hash_of { my ($token) = @_; return "x'" . sha256_hex($token) . "'" }

subtest 'wrong guesses by others do not lock out a known device' => sub {
	my $ada = someone();
	my $eve = someone();
	lock_out($ada);
	is sign_in_from($ada, '192.0.2.1'), 429, 'an unknown device must wait';
	is sign_in_from($ada, '192.0.2.1', cookie => $eve->{token}), 429,
	    'so must one with the session of another account';
	is sign_in_from($ada, '192.0.2.1', cookie => $ada->{token}), 201,
	    'a device with a session of the account need not wait';
	is sign_in_from($ada, '192.0.2.1', cookie =>
	    "dead; docket_session=$ada->{token}"), 201,
	    'nor if that cookie is one of several';
	lock_out($ada);
	is sign_in_from($ada, '192.0.2.3', cookie =>
	    "$ada->{token}; docket_session=dead"), 201, 'the first or the last';
	lock_out($ada);
	is sign_in_from($ada, '192.0.2.1'), 201,
	    'nor at an address that has signed in before';
	$d->sql('UPDATE signed_in SET at = at - 91 * 86400000000');
	$d->sql('UPDATE credential SET expires_at = 1 WHERE hash = '
	    . hash_of($ada->{token}));
	is sign_in_from($ada, '192.0.2.1'), 429,
	    'after 90 days the address is unknown again';
	is sign_in_from($ada, '192.0.2.9', cookie => $ada->{token}), 201,
	    'an expired session is still known';
	is sign_in_from($ada, '192.0.2.9', cookie => $ada->{token},
	    password => 'wrong') , 401,
	    'a known device can guess, too' for 1 .. 10;
	is sign_in_from($ada, '192.0.2.9', cookie => $ada->{token}), 429,
	    'but has a limit of its own';
	is sign_in_from($ada, '192.0.2.9'), 201,
	    'which does not affect others at that address';
	$d->sql("INSERT INTO attempt VALUES ('address 192.0.2.9', 1000, "
	    . int(time * 1e6) . ')');
	is sign_in_from($eve, '192.0.2.9'), 429,
	    'the limit of an address affects unknown devices';
	is sign_in_from($eve, '192.0.2.9', cookie => $eve->{token}), 201,
	    'but not known ones';
	lock_out($ada);
	is $ada->put('/me/password', { current => 'wrong', new =>
	    'long enough 1' })->{status}, 401,
	    'an expired session cannot change the password';
	is $eve->put('/me/password', { current => $eve->{password}, new =>
	    'long enough 1' })->{status}, 204,
	    'a signed-in user can, while the account is locked';
	is $d->sql('SELECT count(*) FROM user WHERE signed_in_at > 0 AND id = '
	    . hex_of($ada)), 1, 'the last sign-in is recorded';
	$d->sql('DELETE FROM attempt');
};

subtest 'clients without an address do not lock each other out' => sub {
	my $ada = someone();
	my $none = $d->with(vars => { REMOTE_ADDR => '' });
	$d->sql("INSERT INTO attempt VALUES ('address ', 1000, " . int(time
	    * 1e6) . "), ('address unknown', 1000, " . int(time * 1e6) . ')');
	my $guess = sub { $none->post('/sessions', { email => $_[0],
	    password => $_[1] })->{status} };
	is $guess->("x$_\@example.org", 'wrong'), 401,
	    'a wrong password is refused' for 1 .. 3;
	is $guess->($ada->{email}, $ada->{password}), 201,
	    'the right one is accepted, whatever others did';
	is $d->sql('SELECT count(*) FROM signed_in WHERE user_id = ' .
	    hex_of($ada)), 1, 'no address is recorded as known';
	$d->sql('DELETE FROM attempt');
};

subtest 'refused sign-ins are logged for fail2ban' => sub {
	my ($regexes) = slurp(top() . '/etc/fail2ban.conf') =~
	    /^failregex = (.*(?:\n +.*)*)$/m;
	# As fail2ban has it, after it took the time off the line.
	my $regex = join '|', map { s/<ADDR>/(?<addr>[0-9a-f:.]+)/r }
	    split /\n\s+/, $regexes;
	my $ada = someone();
	my $refuse = sub {
		my ($set, $address) = @_;
		my $v = $d->with(env => { %{$d->{env}}, %$set },
		    vars => { REMOTE_ADDR => $address });
		return $v->post('/sessions', { email => $ada->{email},
		    password => 'wrong' })->{raw}{err};
	};
	my $line = $refuse->({}, '2001:db8::7');
	like $line, qr/^sign-in: sign-in refused 2001:db8::7 account [0-9a-f]{16}\n\z/,
	    'one line with the whole address and no account name';
	ok $line =~ /$regex/m && $+{addr} eq '2001:db8::7',
	    'the filter of fail2ban matches it';
	is $refuse->({ DOCKET_LOG => "$d->{data}/log" }, '192.0.2.7'), '',
	    'with log = FILE nothing is on standard error';
	my $logged = slurp("$d->{data}/log") =~ s/^\S+ //r;
	ok $logged =~ /$regex/m && $+{addr} eq '192.0.2.7',
	    'the filter matches the line in the file';
	$refuse->({ DOCKET_LOG => "$d->{data}/json",
	    DOCKET_LOG_FORMAT => 'json' }, '192.0.2.8');
	$line = slurp("$d->{data}/json");
	is JSON::PP::decode_json($line)->{level}, 'info',
	    'with log-format = json the line is an object';
	ok $line =~ s/"time":"\K[^"]+//r =~ /$regex/m &&
	    $+{addr} eq '192.0.2.8', 'the filter matches it, too';
	lock_out($ada);
	ok $refuse->({}, '192.0.2.7') =~ /$regex/m,
	    'attempts over the limit are logged, too';
	ok "Nov 21 12:00:00 host account[12]: $line" !~ /$regex\n./m &&
	    'host account[12]: ' . $line =~ s/^account: //r =~ /$regex/m,
	    'the filter matches lines of syslog';
	unlike $d->with(vars => { REMOTE_ADDR => '' })->post('/sessions', {
	    email => 'x', password => 'y' })->{raw}{err}, qr/$regex/m,
	    'attempts without an address are not matched';
	is $ada->put('/me/password', { current => 'wrong', new =>
	    'long enough 1' })->{raw}{err}, '',
	    'a wrong password of a signed-in user is not logged';
	$d->sql('DELETE FROM attempt');
};

subtest 'a user has at most a hundred sessions' => sub {
	my $ada = someone();
	my ($token, $A) = (token($ada), hex_of($ada));
	push_to($ada);
	my $there = sub { $d->sql("SELECT count(*) FROM credential
	    WHERE kind = 'session' AND user_id = $A") };
	# The first sign-in's, the one used longest ago.
	$d->sql("UPDATE credential SET used_at = used_at - 1000000
	    WHERE hash = " . hash_of($ada->{token}) . "; WITH RECURSIVE n(i) AS
	    (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
	    INSERT INTO credential (hash, id, user_id, kind, token, created_at,
	    used_at, expires_at) SELECT randomblob(32), randomblob(16), $A,
	    'session', 0, created_at, created_at, expires_at FROM n,
	    credential WHERE hash = " . hash_of($ada->{token}));
	is $there->(), 100, 'a hundred sessions exist';
	my $new = again($ada);
	is $there->(), 100, 'signing in again ends one of them';
	is alive($ada, $new, $token), '401 200 200',
	    'the one that was used least recently';
	is $d->sql("SELECT count(*) FROM push_subscription
	    WHERE user_id = $A"), 0, 'and its notifications';
	$d->sql("UPDATE credential SET used_at = used_at + 30 * 86400000000
	    WHERE user_id = $A AND kind = 'session'");
	is alive(again($ada)), '200',
	    'sessions from a clock that was ahead do not end a new one';
};

subtest 'a user has at most a thousand stored answers' => sub {
	my $ada = someone();
	my $A = hex_of($ada);
	my $now = int(time * 1e6);
	$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < 1000) INSERT INTO answer SELECT $A, 'k' || i, x'00', 200,
	    '', x'', $now - 3600000000 + i FROM n");
	is $ada->patch('/me', { displayName => 'A' },
	    'Idempotency-Key' => 'new')->{status}, 200, 'another one is stored';
	is $d->sql("SELECT count(*) || ' ' || min(created_at) FROM answer
	    WHERE user_id = $A"), '1000 ' . ($now - 3600000000 + 2),
	    'and the oldest is removed';
	$d->sql("UPDATE answer SET created_at = created_at + 2 * 86400000000
	    WHERE user_id = $A");
	my $r = $ada->patch('/me', { displayName => 'B' },
	    'Idempotency-Key' => 'new');
	is "$r->{status} " . ($r->{json}{displayName} // ''), '200 B',
	    'answers from a clock that was ahead are not repeated';
	is $d->sql("SELECT count(*) FROM answer WHERE user_id = $A"), 1,
	    'and are removed';
};

subtest 'credentials from a clock that was ahead' => sub {
	my $ada = someone();
	my $code = $d->code($ada->{email}, 'reset');
	$d->sql('UPDATE credential SET created_at = created_at + n, used_at =
	    used_at + n, expires_at = expires_at + n FROM (SELECT 400 *
	    86400000000 AS n) AS ahead WHERE user_id = ' . hex_of($ada));
	is alive($ada), '401', 'a session of 400 days ahead has ended';
	is_problem $d->put("/password-resets/$code",
	    { password => 'long enough 1' }), 404, 'reset-not-found',
	    'and so has a code';
};

subtest 'stored answers are repeated only to those who can read them' => sub {
	my ($ada, $bob) = (someone(), someone());
	my ($l, $own, $t) = map { uuid() } 1 .. 3;
	$ada->post('/lists', { id => $l, title => 'L' });
	$bob->post('/lists', { id => $own, title => 'O' });
	$ada->post("/lists/$l/members", { email => $bob->{email} });
	my @ask = (['post', "/lists/$l/tasks", { id => $t, title => 'T' }],
	    ['patch', "/lists/$l/tasks/$t", { title => 'U' }],
	    ['post', "/tasks/$t/steps", { id => uuid(), title => 'S' }],
	    ['patch', "/lists/$l", { groupId => undef }]);
	my $all = sub {
		my $k = 0;
		return join ' ', map { my ($how, $path, $body) = @$_;
		    my $r = $bob->$how($path, $body,
			'Idempotency-Key' => 'k' . ++$k);
		    $r->{status} . ($r->{headers}{'idempotent-replayed'} ?
			'r' : '') } @ask;
	};
	is $all->(), '201 200 201 200', 'the first requests succeed';
	is $all->(), '201r 200r 201r 200r', 'the stored answers are repeated';
	my $move = ['post', "/lists/$l/tasks/$t/move", { listId => $own }];
	@ask = (@ask, $move);
	is $all->(), '201r 200r 201r 200r 200',
	    'the task is moved to the own list';
	$ada->del("/lists/$l/members/$bob->{me}{id}");
	is $all->(), '404 200r 201r 404 200r',
	    'without the list, only answers about the moved task are repeated';
	my $u = uuid();
	$ada->post("/lists/$l/members", { email => $bob->{email} });
	@ask = (['post', "/lists/$l/tasks", { id => $u, title => 'T' }],
	    ['post', "/tasks/$u/steps", { id => uuid(), title => 'S' }]);
	$d->sql('DELETE FROM answer');
	is $all->(), '201 201', 'answers about another task are stored';
	$ada->del("/lists/$l/members/$bob->{me}{id}");
	is $all->(), '404 404', 'and not repeated without its list';
};

subtest 'push-allow permits private push services' => sub {
	my $ada = someone();
	my $to = sub { return $ada->with(env => { %{$ada->{env}},
	    DOCKET_PUSH_ALLOW => $_[0] })->post('/me/push-subscriptions', {
	    endpoint => $_[1], keys => { p256dh => 'k', auth => 'a' } })
	    ->{status} };
	for (['10.0.0.0/8:8443', 'https://intranet:8443/x', 201],
	    ['10.0.0.0/8:8443', 'https://intranet/x', 422],
	    ['10.0.0.0/8', 'https://intranet:99/x', 201],
	    ['10.0.0.0/8', 'https://192.168.1.1/x', 422],
	    ['10.0.0.0/8', 'https://intranet.0x7f:8443/x', 422],
	    ['10.0.0.0/8', 'https://' . 'x.' x 127 . 'org/x', 422],
	    ['10.0.0.0/8', 'http://intranet/x', 422],
	    ['10.0.0.0/8', 'http://10.1.1.1:81/x', 201],
	    ['intranet', 'http://intranet:81/x', 201],
	    ['intranet', 'https://extranet:8443/x', 422]) {
		my ($allow, $uri, $want) = @$_;
		is $to->($allow, $uri), $want, "$uri with push-allow $allow";
	}
};

subtest 'a read-only token changes nothing' => sub {
	my $ada = someone();
	my $r = $ada->post('/me/tokens', { name => 'r', readOnly => $T });
	my $reads = $ada->with(token => $r->{json}{token});
	is join(' ', map { $reads->get("/me$_")->{status} } '', '/sessions',
	    '/tokens', '/export'), '200 403 403 200',
	    'it can read everything, but not how its user signs in';
	unlike $ada->get('/me/tokens')->{body}, qr/\Q$r->{json}{token}/,
	    'nobody reads a secret again';
	is_problem $reads->patch('/me', { displayName => 'X' }), 403,
	    'read-only-token', 'it cannot change the account';
};

documented($record);
done_testing;
