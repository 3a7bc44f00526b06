# Single sign-on: what Docket believes of a provider, who signs in to which account,
# and what a browser needs to come back with.  The provider answers what the test
# tells it (t/lib/spoiled.mjs); t/http/oidc-provider.t has a real one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use JSON::PP ();
use Test::More;
use Time::HiRes 'time';

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;
use Refusal;
use SignOn;
use Totp;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $at = spoiled_provider();
my %mail = ('smtp-url' => 'smtp://localhost',
    'mail-from' => 'docket@example.org');
my $d = Docket->new(sign_on($at, 'good'), %mail);
$d->{quiet} = 1;
my $n = 0;

sub problem { return "/#/problem/$_[0]" }
sub forget { $d->sql('DELETE FROM attempt'); return }
sub count { return $d->sql("SELECT count(*) FROM credential WHERE kind = '$_[0]'") }
sub asked { return json_of("http://127.0.0.1:$at/count")->{count} }
sub json_of { return JSON::PP::decode_json(HTTP::Tiny->new->get($_[0])->{content}) }
sub whoami { my ($r, $by) = @_;
	my $session = cookie_of($r, 'docket_session') or return 'nobody';
	return ($by // $d)->get('/me', Cookie => "docket_session=$session")
	    ->{json}{email} }
sub mails_of { my ($email) = @_;
	return $d->sql("SELECT coalesce(group_concat(kind), '') FROM (SELECT
	    kind FROM mail m JOIN \"user\" u ON u.id = m.user_id
	    WHERE u.email_key = '$email' ORDER BY m.id) AS m") }

my $ada = $d->user('ada@example.org');

# The newest lines about a user, oldest first.
sub audited {
	my ($u, $count) = @_;
	return join ' ', map { $_->{what} . ($_->{detail}{by} ?
	    ":$_->{detail}{by}" : '') } reverse
	    @{$u->get("/me/security?limit=$count")->{json}{items}};
}

subtest 'going there' => sub {
	my $rows = join "\n", $d->rows;
	my $r = $d->get('/oidc/start');
	is $r->{status}, 303, 'the browser is sent to the provider';
	my $url = $r->{headers}{location};
	like $url, qr{^http://127\.0\.0\.1:$at/good/authorize\?}, 'there';
	my $q = parameters($url);
	my %fixed = map { $_ => delete $q->{$_} } qw(response_type client_id
	    redirect_uri scope code_challenge_method);
	is_deeply \%fixed, { response_type => 'code', client_id => $client,
	    redirect_uri => 'http://localhost/tasks/api/v1/oidc/callback',
	    scope => 'openid email profile', code_challenge_method => 'S256' },
	    'with what a provider needs';
	is_deeply [sort keys %$q], [qw(code_challenge nonce state)],
	    'and three more, which are random';
	like $q->{$_}, qr/^[\w-]{43}$/, $_ for sort keys %$q;
	my $again = parameters($d->get('/oidc/start')->{headers}{location});
	isnt $again->{$_}, $q->{$_}, "another $_ each time" for sort keys %$q;
	like $r->{headers}{'set-cookie'}, qr{^docket_oidc=[\w-]{100,}; Path=/tasks/api/v1/oidc; Max-Age=600; HttpOnly; SameSite=Lax$},
	    'a cookie for the way back';
	like $r->{headers}{'cache-control'}, qr/no-store/, 'nobody stores it';
	is join("\n", $d->rows), $rows, 'and the service stores nothing';
	is $d->with(env => { %{$d->{env}}, DOCKET_COOKIE_SECURE => 'always' })
	    ->get('/oidc/start')->{headers}{'set-cookie'} =~ /; Secure$/, 1,
	    'the cookie is as secure as that of a session';
	my $asked = asked();
	away($d) for 1 .. 3;
	is asked(), $asked, 'the provider is not asked each time';
	my $later = $d->with(env => { %{$d->{env}} })->later('61m');
	away($later);
	is asked(), $asked + 1, 'but again after an hour';
	away($d->with(env => { %{$d->{env}} })->later('-61m'));
	is asked(), $asked + 2, 'or if a clock was ahead';
	away($d);
	is asked(), $asked + 3, 'what it keeps from now on';
	my $other = Docket->new(data => $d->{data}, sign_on($at, 'post'));
	like away($other)->{url}, qr{/post/authorize}, 'and if it is another one';
};

subtest 'signing in' => sub {
	my $r = back($d, my $away = away($d));
	is place($r), '/', 'the browser comes to the app';
	is whoami($r), 'ada@example.org', 'as the user with that address';
	is cookie_of($r, 'docket_oidc'), '', 'the other cookie is removed';
	like $r->{headers}{'cache-control'}, qr/no-store/, 'nobody stores it';
	is mails_of('ada@example.org'), 'identity-added', 'a mail reports it';
	is audited($ada, 2), 'identity-added signed-in:oidc', 'and the audit';
	is place(back($d, $away)), problem('bad-credentials'),
	    'the same answer is good once';
	$r = back($d, away($d), claims => { email => 'other@example.org' });
	is whoami($r), 'ada@example.org', 'then the identity alone counts';
	is count('identity'), 1, 'there is one';
	my ($session) = grep { ($_->{deviceName} // '') eq 'Firefox, Linux' }
	    @{$ada->get('/me/sessions')->{json}{items}};
	$r = back($d->with(vars => { HTTP_USER_AGENT =>
	    'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0' }),
	    away($d));
	is scalar(grep { ($_->{deviceName} // '') eq 'Firefox, Linux' }
	    @{$ada->get('/me/sessions')->{json}{items}}), 1,
	    'the session has a name';
};

# What is spoiled, and what becomes of it.
my $bad = problem('bad-credentials');
my $away_with = problem('oidc-unavailable');
my @answers = (
	['nothing', '/'],
	# The way back.
	['no cookie', $bad, cookie => undef],
	['a cookie that is none', $bad, cookie => 'x' x 200],
	['another state', $bad, query => { state => 'x' x 43 }],
	['no state', $bad, query => { state => undef }],
	['a short state', $bad, query => { state => 'x' }],
	['no code', $bad, query => { code => undef }],
	['an error', $bad, query => { error => 'access_denied',
	    error_description => '<b>no</b>' }],
	['another iss', $bad, query => { iss => 'https://evil.example.org' }],
	['the right iss', '/', query => { iss => "http://127.0.0.1:$at/good" }],
	['9 kB', $bad, query => { code => 'x' x 9000 }],
	['iss twice', $bad, more => '&iss=x&iss=y'],
	# The token.
	['alg none', $bad, head => { alg => 'none' }],
	['alg None', $bad, head => { alg => 'None' }],
	['no alg', $bad, head => { alg => undef }],
	['two parts', $bad, cut => 2],
	['one part', $bad, cut => 1],
	['four parts', $bad, cut => 4],
	['an empty signature', $bad, signature => ''],
	(map { ["no $_", $bad, claims => { $_ => undef }] }
	    qw(iss aud exp iat nonce sub)),
	['another issuer', $bad, claims => { iss => "http://127.0.0.1:$at/x" }],
	['the issuer with a slash', $bad,
	    claims => { iss => "http://127.0.0.1:$at/good/" }],
	['for another', $bad, claims => { aud => 'another' }],
	['for us in an array', '/', claims => { aud => [$client] }],
	['for others', $bad, claims => { aud => ['a', 'b'] }],
	['for several without azp', $bad, claims => { aud => [$client, 'b'] }],
	['for several, azp ours', '/', claims => { aud => [$client, 'b'],
	    azp => $client }],
	['for several, azp another', $bad, claims => { aud => [$client, 'b'],
	    azp => 'b' }],
	['for us, azp another', $bad, claims => { azp => 'b' }],
	['aud of numbers', $bad, claims => { aud => [$client, 7],
	    azp => $client }],
	['over', $bad, claims => { exp => 'now-90' }],
	['just over', '/', claims => { exp => 'now-20' }],
	['exp as text', $bad, claims => { exp => '9999999999' }],
	['exp as an object', $bad, claims => { exp => {} }],
	['old', $bad, claims => { iat => 'now-700' }],
	['five minutes old', '/', claims => { iat => 'now-300' }],
	['of tomorrow', $bad, claims => { iat => 'now+700' }],
	['another nonce', $bad, claims => { nonce => 'x' x 43 }],
	['an empty sub', $bad, claims => { sub => '' }],
	['a number as sub', $bad, claims => { sub => 7 }],
	['a sub of 255', problem('email-taken'), claims => { sub => 'x' x 255,
	    email_verified => $F }],
	['a sub of 256', $bad, claims => { sub => 'x' x 256 }],
	# The answer to the exchange.
	(map { ["$_ instead of a token", $away_with, how => $_] }
	    qw(html big redirect error empty number array close)),
	['a token with status 201', $away_with, status => 201],
	['another verifier', $away_with, challenge => 'x'],
	# The address.
	(map { ["$_->[0], for a new identity", problem('email-taken'),
	    claims => { sub => 'new', email_verified => $_->[1] }] }
	    ['not verified there', $F], ['verified as text', 'true'],
	    ['verified as a number', 1], ['verified not mentioned', undef]),
	['nobody\'s address', $bad, claims => { sub => 'new',
	    email => 'nobody@example.org' }],
	['no address', $bad, claims => { sub => 'new', email => undef }],
	['a strange address', $bad, claims => { sub => 'new',
	    email => "ada\@example.org\n" }],
);

subtest 'each thing that can be spoiled' => sub {
	for (@answers) {
		my ($name, $place, %o) = @$_;
		my ($sessions, $identities) = (count('session'),
		    count('identity'));
		my $r = back($d, away($d), %o);
		is place($r), $place, $name;
		is count('session') - $sessions, $place eq '/' ? 1 : 0,
		    '... and no session but where it is right';
		is count('identity'), $identities, '... no identity';
		is whoami($r), $place eq '/' ? 'ada@example.org' : 'nobody',
		    '... nor cookie';
		unlike $r->{headers}{location}, qr/<b>|access_denied/,
		    '... and no text of the provider';
		forget();
	}
};

subtest 'a provider that is not in order' => sub {
	# Its name, and whether a browser comes there, or back.
	my @providers = (['other', 0], ['html', 0], ['big', 0],
	    ['redirect', 0], ['error', 0], ['array', 0], ['close', 0],
	    ['plain', 0], ['script', 0], ['lines', 0], ['none', 0],
	    ['end', 0], ['long', 0], ['post', 1]);
	for (@providers) {
		my ($name, $works) = @$_;
		my $its = Docket->new(sign_on($at, $name));
		$its->{quiet} = 1;
		$its->user('ada@example.org');
		my $r = $its->get('/oidc/start');
		if (!$works) {
			is place($r), $away_with, "$name: nobody is sent there";
			next;
		}
		is place(back($its, away($its, $r))), '/', "$name: it works";
	}
	my $slow = Docket->new(sign_on($at, 'slow'));
	$slow->{quiet} = 1;
	my $since = time;
	is place($slow->get('/oidc/start')), $away_with, 'slow: not for ever';
	cmp_ok time - $since, '<', 20, 'ten seconds at most';
	my $gone = Docket->new(sign_on(free_port(), 'good'));
	$gone->{quiet} = 1;
	is place($gone->get('/oidc/start')), $away_with, 'down: it says so';
	my ($asked, @away) = (asked(), map { away($d) } 1 .. 6);
	my @at = map { my $one = $_; beside(sub { place(back($d, $one,
	    how => 'slow')) }) } @away;
	is_deeply [map { ended($_) } @at], [($away_with) x 6],
	    'slow with the token: the same';
	# Each asks for the configuration and the token.
	is asked() - $asked, 8, 'and four at most wait for it';
};

subtest 'time' => sub {
	my $at_time = sub { $d->with(env => { %{$d->{env}} })->later($_[0]) };
	my $away = away($d);
	is place(back($at_time->('-2m'), away($d))), $bad,
	    'a state of the future is none';
	forget();
	is place(back($at_time->('11m'), $away, claims => {
	    iat => 'now+660', exp => 'now+1200' })), $bad,
	    'after ten minutes it is too late';
	forget();
	is place(back($at_time->('9m'), away($d))), '/',
	    'a clock that is 5 or 9 minutes off signs in';
};

subtest 'who it is' => sub {
	my $eve = $d->user('eve@example.org', unverified => 1);
	is place(back($d, away($d), claims => { sub => 'eve',
	    email => 'eve@example.org' })), problem('email-taken'),
	    'an account that is not verified here is not taken over';
	is mails_of('eve@example.org'), '', 'nor told';
	my $bob = $d->user('bob@example.org');
	is whoami(back($d, away($d), claims => { sub => 'bob',
	    email => 'BOB@Example.org' })), 'bob@example.org',
	    'an address is the same in capitals';
	$d->run('docket-admin', 'user', 'disable', 'bob@example.org');
	is place(back($d, away($d), claims => { sub => 'bob' })), $bad,
	    'who is disabled does not sign in';
	is place(back($d, away($d), claims => { sub => 'bob2',
	    email => 'bob@example.org' })), $bad, 'nor joins';
	$d->run('docket-admin', 'user', 'enable', 'bob@example.org');
	is whoami(back($d, away($d), claims => { sub => 'bob' })),
	    'bob@example.org', 'until they are enabled again';
	forget();
};

subtest 'accounts of their own' => sub {
	my $new = $d->with(env => { %{$d->{env}}, DOCKET_OIDC_CREATE => 'yes' });
	my $r = back($new, away($d), claims => { sub => 'kim',
	    email => 'kim@example.org', name => "  Kim \n Lee\t" });
	is whoami($r), 'kim@example.org', 'an account is made';
	my $kim = $d->with(token => cookie_of($r, 'docket_session'));
	my $me = $kim->get('/me')->{json};
	is_deeply [@$me{qw(displayName emailVerified)}], ['Kim  Lee', $T],
	    'with the name, and the address verified';
	my $ways = $kim->get('/me/security')->{json};
	is_deeply [@$ways{qw(password passkeys identities)}], [$F, 0, 1],
	    'its identity is the only way in';
	is audited($kim, 3), 'account-made:oidc identity-added signed-in:oidc',
	    'the audit reports it';
	is mails_of('kim@example.org'), '', 'nobody needs a mail about it';
	$r = back($new, away($d), claims => { sub => 'ned', email =>
	    'ned@example.org', email_verified => $F, name => undef });
	is whoami($r), 'ned@example.org', 'without a verified address, too';
	$me = $d->with(token => cookie_of($r, 'docket_session'))
	    ->get('/me')->{json};
	is_deeply [@$me{qw(displayName emailVerified)}], ['ned', $F],
	    'which stays unverified';
	is place(back($new, away($d), claims => { sub => 'ned2',
	    email => 'ned@example.org' })), problem('email-taken'),
	    'and is not taken over';
	is place(back($new, away($d), claims => { sub => 'x',
	    email => undef })), $bad, 'none without an address';
	is place(back($new, away($d), claims => { sub => 'x',
	    email => 'no address' })), $bad, 'nor with what is none';
	my @away = map { away($d) } 1 .. 8;
	my @at = map { my $a = $_; beside(sub { place(back($new, $a,
	    claims => { sub => 'zoe', email => 'zoe@example.org' })) }) } @away;
	my %got;
	$got{ended($_)}++ for @at;
	is $d->sql("SELECT count(*) FROM \"user\" WHERE email_key =
	    'zoe\@example.org'"), 1, 'eight at once make one';
	is $got{'/'} + ($got{$away_with} // 0), 8,
	    'and sign in, or too many do';
	forget();
};

subtest 'one state for many at once' => sub {
	my $away = away($d);
	my $sessions = count('session');
	my @at = map { beside(sub { place(back($d, $away)) }) } 1 .. 12;
	my %got;
	$got{ended($_)}++ for @at;
	is $got{'/'}, 1, 'it works once';
	is count('session') - $sessions, 1, 'and makes one session';
	forget();
};

subtest 'guessing' => sub {
	my %from = (vars => { REMOTE_ADDR => '192.0.2.7' });
	$d->sql("INSERT INTO attempt (key, failures, changed_at) VALUES
	    ('address 192.0.2.7', 104, " . int(1e6 * time) . ')');
	my $asked = asked();
	is place(back($d->with(%from), away($d))), problem('rate-limited'),
	    'too many failures from an address';
	is asked(), $asked, 'and the provider is not asked';
	is place(back($d, away($d))), '/', 'others are not concerned';
	forget();
	back($d->with(%from), away($d), cookie => undef) for 1 .. 2;
	is $d->sql("SELECT failures FROM attempt WHERE key =
	    'address 192.0.2.7'"), 2, 'what is refused counts';
	back($d->with(%from), away($d));
	is $d->sql("SELECT failures FROM attempt WHERE key =
	    'address 192.0.2.7'"), 2, 'what succeeds does not';
	forget();
};

subtest 'a second factor' => sub {
	my $u = enrolled($d->user('totp@example.org'));
	my %who = (sub => 'totp', email => 'totp@example.org');
	my $r = back($d, away($d), claims => \%who);
	my ($ticket) = place($r) =~ m{^/#/second-factor/([\w-]+)$};
	ok defined $ticket, 'the app is to ask for a code';
	is whoami($r), 'nobody', 'until then there is no session';
	is said(second_step($u, '000000', ticket => $ticket)),
	    '401 bad-credentials', 'a wrong code does not sign in';
	is second_step($u, code_of($u->{secret}), ticket => $ticket)
	    ->{json}{user}{email}, 'totp@example.org', 'the right one does';
	for (['mfa'], ['pwd', 'mfa']) {
		is whoami(back($d, away($d), claims => { %who, amr => $_ })),
		    'totp@example.org', "not if the provider did: @$_";
	}
	for ('mfa', ['pwd'], { mfa => 1 }, ['MFA']) {
		like place(back($d, away($d), claims => { %who, amr => $_ })),
		    qr{^/#/second-factor/}, 'but for ' . json($_);
	}
	forget();
};

subtest 'identities' => sub {
	my $u = confirm($d->user('mia@example.org'));
	my @cookie = (session => $u->{token});
	is said($d->get('/me/identities')), '401 no-session',
	    'they are the caller\'s alone';
	is_deeply $u->get('/me/identities')->{json}, { items => [] },
	    'at first there is none';
	is said($ada->post('/me/identities')), '403 reauthenticate',
	    'adding one needs a confirmed session';
	is said($u->post('/me/identities', { confirm => $T })),
	    '404 identity-not-found', 'confirming by one needs one';
	my $r = $u->post('/me/identities');
	my $away = away($d, $r);
	is place(back($d, $away, claims => { sub => 'mia' })), $bad,
	    'a browser without the session adds none';
	is place(back($d, $away, claims => { sub => 'mia' },
	    session => $ada->{token})), $bad, 'nor with another';
	is place(back($u, $away, claims => { sub => 'mia' })), $bad,
	    'nor who shows it otherwise than by its cookie';
	is place(back($d, $away, claims => { sub => 'mia' }, @cookie)),
	    '/#/settings/identities', 'with it one is added';
	is place(back($d, $away, claims => { sub => 'mia2' }, @cookie)), $bad,
	    'once';
	is mails_of('mia@example.org'), 'identity-added', 'a mail reports it';
	is place(back($d, away($d, $u->post('/me/identities')), claims =>
	    { sub => 'u1' }, @cookie)), problem('identity-taken'),
	    'not one of another account';
	is place(back($d, away($d, $u->post('/me/identities')), claims =>
	    { sub => 'mia' }, @cookie)), '/#/settings/identities',
	    'one\'s own again changes nothing';
	my @all = @{$u->get('/me/identities')->{json}{items}};
	is_deeply [map { $_->{issuer} } @all], ["http://127.0.0.1:$at/good"],
	    'there is one';
	is said($u->post('/me/identities', { sub => 'x' })),
	    '422 unknown-member /sub:unknown', 'no unknown member';
	is said($ada->del("/me/identities/$all[0]{id}")),
	    '403 reauthenticate', 'removing needs a confirmed session';
	is said(confirm($ada)->del("/me/identities/$all[0]{id}")),
	    '404 identity-not-found', 'and finds no other\'s';
	is said($u->del("/me/identities/$all[0]{id}")), '204', 'it is removed';
	is mails_of('mia@example.org'), 'identity-added,identity-removed',
	    'a mail reports it';
	is audited($u, 1), 'identity-removed', 'and the audit';
	is place(back($d, away($d), claims => { sub => 'mia',
	    email => undef })), $bad, 'it no longer signs in';
	my $token = $u->with(token => $u->post('/me/tokens',
	    { name => 'T' })->{json}{token});
	is said($token->get('/me/identities')), '403 session-required',
	    'no access token manages them';
	forget();
};

subtest 'signing out at the provider' => sub {
	my $u = $d->user('out@example.org');
	my $out = sub { $_[0]->get('/service')->{json}{signOutUrl} };
	my %who = (sub => 'out', email => 'out@example.org');
	my $session = $d->with(token => cookie_of(back($d, away($d),
	    claims => \%who), 'docket_session'));
	my $url = $out->($session);
	my $q = parameters($url);
	like $url, qr{^http://127\.0\.0\.1:$at/good/end\?}, 'there';
	like delete $q->{id_token_hint}, qr/^[\w-]+\.[\w-]+\.[\w-]+$/,
	    'with the ID token';
	is_deeply $q, { client_id => $client, post_logout_redirect_uri =>
	    'http://localhost/tasks/' }, 'and the way back';
	is $out->($u), undef, 'not for another session of the user';
	is $out->($d), undef, 'nor for nobody';
	confirm($session->with(password => $u->{password}));
	is $out->($session), $url, 'also once the session is confirmed';
	is said($session->put('/me/password', { current => $u->{password},
	    new => 'long enough 1' })), '204', 'after a new password';
	is $out->($session), $url, '... too';
	unlike join("\n", $d->rows('credential')), qr/id_token|good\/end/,
	    'it is stored sealed';
};

subtest 'an account without a password' => sub {
	my $new = $d->with(env => { %{$d->{env}}, DOCKET_OIDC_CREATE => 'yes' });
	my %who = (sub => 'pia', email => 'pia@example.org');
	my $pia = $d->with(token => cookie_of(back($new, away($d),
	    claims => \%who), 'docket_session'));
	my $r = $pia->del('/me', {});
	is_deeply $r->{json}{methods}, ['identity'],
	    'leaving needs a confirmed session, by the identity';
	is said($pia->del('/me', { password => 'x' })), '422 wrong-password',
	    'and no password';
	my $confirm = sub { back($d, away($d, $pia->post('/me/identities',
	    { confirm => $T })), session => $pia->{token}, claims => { %who,
	    @_ }) };
	for (['no auth_time'], ['an old one', auth_time => 'now-90'],
	    ['another user', auth_time => 'now', sub => 'u1']) {
		my ($name, %claims) = @$_;
		is place($confirm->(%claims)), $bad, "$name confirms nothing";
		is said($pia->del('/me', {})), '403 reauthenticate', '... really';
	}
	is said($ada->post('/me/identities', { confirm => $T })), '200',
	    'whoever has an identity may confirm by it';
	is place($confirm->(auth_time => 'now-3')), '/#/settings/security',
	    'signing in there again confirms the session';
	my ($id) = map { $_->{id} } @{$pia->get('/me/identities')->{json}{items}};
	is said($pia->del("/me/identities/$id")), '409 last-way-in',
	    'the last way in stays';
	is said($pia->put('/me/email', { email => 'pia2@example.org' })), '202',
	    'the address can be changed';
	is said($pia->put('/me/password', { new => 'long enough 1' })), '204',
	    'a password can be set';
	is said($pia->del("/me/identities/$id")), '403 reauthenticate',
	    'which ends the confirmation';
	is said($pia->post('/me/confirmation', { password => 'long enough 1' })),
	    '204', 'until it is used';
	is said($pia->del("/me/identities/$id")), '204',
	    'then the identity can go';
	is said($pia->del('/me', {})), '422 validation-failed /password:required',
	    'and leaving needs the password';
	is said($pia->del('/me', { password => 'long enough 1' })), '204',
	    'which is right';
	is said($ada->del('/me', {})), '422 validation-failed /password:required',
	    'as for everybody who has one';
	forget();
};

documented($record);
done_testing;
