# Who gets an account or a session, and how: each way to sign in or to make an
# account, by the settings and by what there is under the address.  Single sign-on
# never joins an account whose address was not verified, since a stranger may have
# made it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use Passkey;
use Test::More;
use Totp;

my @states = qw(none unverified verified disabled);
my %settings = (
	'password' => { auth => 'password' },
	'remote-user' => { auth => 'remote-user' },
	'both' => { auth => 'remote-user', 'password-sign-in' => 'on' },
);
my $password = 'correct horse battery';
my $d = Docket->new(registration => 'open', 'smtp-url' => 'smtp://127.0.0.1:1',
    'base-url' => 'https://docket.example');
my $n = 0;

# Each asks for an address: the status.
my %ways = (
	'REMOTE_USER' => sub { $_[0]->with(vars => { REMOTE_USER => $_[1] })
	    ->get('/me') },
	'POST /sessions' => sub { $_[0]->post('/sessions', { email => $_[1],
	    password => $password }) },
	'POST /users' => sub { $_[0]->post('/users', { email => $_[1],
	    password => $password, displayName => 'A' }) },
	'POST /password-resets' => sub { $_[0]->post('/password-resets',
	    { email => $_[1] }) },
	'PUT /password-resets' => sub { $_[0]->put('/password-resets/'
	    . $_[0]->code($_[1], 'reset'), { password => "new $password" }) },
	'a session' => sub { $_[0]->with(token => $_[2])->get('/me') },
	'a token' => sub { $_[0]->with(token => $_[3])->get('/me') },
);
# What it answers, by the setting and the account under the address.
my @expected = (
	# way			setting		none unverified verified disabled
	['REMOTE_USER',		'password',	qw(401 401 401 401)],
	['REMOTE_USER',		'remote-user',	qw(200 401 200 401)],
	['REMOTE_USER',		'both',		qw(200 401 200 401)],
	['POST /sessions',	'password',	qw(401 201 201 401)],
	['POST /sessions',	'remote-user',	qw(404 404 404 404)],
	['POST /sessions',	'both',		qw(401 201 201 401)],
	['POST /users',		'password',	qw(201 409 409 409)],
	['POST /users',		'remote-user',	qw(403 403 403 403)],
	['POST /users',		'both',		qw(201 409 409 409)],
	['POST /password-resets', 'password',	qw(202 202 202 202)],
	['POST /password-resets', 'remote-user', qw(404 404 404 404)],
	['POST /password-resets', 'both',	qw(202 202 202 202)],
	['PUT /password-resets', 'password',	qw(404 204 204 404)],
	['PUT /password-resets', 'remote-user',	qw(404 404 404 404)],
	['PUT /password-resets', 'both',	qw(404 204 204 404)],
	(map { ['a session', $_,		qw(401 200 200 401)] }
	    sort keys %settings),
	(map { ['a token', $_,			qw(401 200 200 401)] }
	    sort keys %settings),
);

sub set {
	my ($setting) = @_;
	my %env = %{$d->{env}};
	for (keys %{$settings{$setting}}) {
		(my $name = uc "DOCKET_$_") =~ tr/-/_/;
		$env{$name} = $settings{$setting}{$_};
	}
	return $d->with(env => \%env, quiet => 1);
}

# An account in that state: its address, a session and a token.
sub account {
	my ($state) = @_;
	my $email = 'u' . ++$n . '@example.org';
	return ($email, 'none', 'none') if $state eq 'none';
	my $u = $d->user($email, password => $password, $state eq 'unverified' ?
	    (unverified => 1) : ());
	my $token = $u->post('/me/tokens', { name => 't' })->{json}{token};
	$d->run('docket-admin', 'user', 'disable', $email)
	    if $state eq 'disabled';
	return ($email, $u->{token}, $token);
}

my %seen;
for (@expected) {
	my ($way, $setting, @status) = @$_;
	$seen{"$way $setting"} = 1;
	my @got = map { $ways{$way}->(set($setting), account($_))->{status} }
	    @states;
	is "@got", "@status", "$way, with $setting: @states";
}
is_deeply [sort keys %seen], [sort map { my $way = $_;
    map { "$way $_" } keys %settings } keys %ways], 'every way is tried';

# Public routes that write must be among the ways, or need a code; oidc.t has the
# way by a provider.
my %closed = map { $_ => 1 } 'POST /sessions', 'POST /users',
    'POST /password-resets', 'PUT /password-resets/{token}', 'GET /oidc/callback';
is_deeply [grep { !$closed{$_} } map { "$_->{method} $_->{path}" }
    grep { $_->{flags}{public} && $_->{flags}{write} } Docket::routes()],
    ['POST /email-verifications'], 'every route that signs in is among them';

my ($email) = account('unverified');
my $sso = set('remote-user')->with(vars => { REMOTE_USER => $email });
like $sso->get('/lists')->{json}{detail}, qr/never verified/,
    'the refusal names the reason';
is $sso->get('/service')->{json}{user}, undef,
    'GET /service does not join the account, either';
$d->run('docket-admin', 'user', 'verify', $email);
is $sso->get('/service')->{json}{user}{email}, $email,
    'once the administrator has verified it, it is joined';
for (['of 255 bytes', 'a' x 243 . '@example.org'], ['no UTF-8', "a\xff\@example.org"],
    ['a control character', "a\tb\@example.org"]) {
	is set('remote-user')->with(vars => { REMOTE_USER => $_->[1] })->get('/me')
	    ->{status}, 401, "$_->[0]: no account for the web server's user";
}
is set('remote-user')->with(vars => { REMOTE_USER => 'a' x 242 . '@example.org' })
    ->get('/me')->{status}, 200, 'but for one of 254 bytes';
# What a stranger made in an account with somebody else's address, and whether it
# still works once the address is verified: by the owner, who resets the password,
# or by the administrator.
sub prepared {
	my $u = $d->user('u' . ++$n . '@example.org', password => $password,
	    unverified => 1);
	my ($key, %is) = (Passkey->new, user => $u);
	$key->add(confirm($u), 'Phone');
	$is{token} = $u->post('/me/tokens', { name => 't' })->{json}{token};
	($is{feed}) = $u->post('/me/feeds', { name => 'f' })->{json}{url}
	    =~ m{(/feeds/.*)};
	$is{code} = $d->code($u->{email}, 'email', "eve$n\@example.org");
	return (%is, key => $key);
}

sub left {
	my (%is) = @_;
	my %then = (session => $is{user}->get('/me'),
	    token => $d->with(token => $is{token})->get('/me'),
	    feed => $d->get($is{feed}), passkey => $is{key}->sign_in($d),
	    password => $d->post('/sessions', { email => $is{user}{email},
	    password => $password }),
	    'code for an address' => $d->post('/email-verifications',
	    { token => $is{code} }));
	$d->sql('DELETE FROM attempt');
	return join ', ', grep { $then{$_}{status} =~ /^2/ } sort keys %then;
}

my $root = $d->user('root@example.org', password => $password);
$d->run('docket-admin', 'user', 'admin', $root->{email});
my %verifies = (
	'PUT /password-resets' => sub { $_[0]->put('/password-resets/' .
	    $d->code($_[1], 'reset'), { password => "new $password" }) },
	'user verify' => sub { $_[0]->run('docket-admin', 'user', 'verify',
	    $_[1]) },
	'PATCH /admin/users' => sub { $_[0]->with(token =>
	    confirm($root)->{token})->patch("/admin/users/$_[2]",
	    { emailVerified => JSON::PP::true }) },
);
my $all = 'code for an address, feed, passkey, password, session, token';
$settings{oidc} = { auth => 'password', 'oidc-issuer' =>
    'https://id.example.org', 'oidc-client-id' => 'x' };
for (['PUT /password-resets', 'password', ''], ['PUT /password-resets', 'both', ''],
    ['user verify', 'password', $all], ['PATCH /admin/users', 'password', $all],
    (map { ['user verify', $_, ''], ['PATCH /admin/users', $_, ''] }
    'remote-user', 'both', 'oidc')) {
	my ($how, $setting, $left) = @$_;
	my %is = prepared();
	$verifies{$how}->(set($setting), $is{user}{email}, $is{user}{me}{id});
	is $d->sql("SELECT verified FROM user WHERE email_key =
	    '$is{user}{email}'"), 1, "$how, with $setting: verified";
	is left(%is), $left, '... and of what a stranger prepared there is ' .
	    ($left || 'nothing');
}
# Who can only read the mail must not pass a second factor.
{
	my $u = enrolled($d->user('u' . ++$n . '@example.org', password => $password,
	    unverified => 1));
	is $d->put('/password-resets/' . $d->code($u->{email}, 'reset'),
	    { password => "new $password" })->{status}, 204, 'a reset';
	is second_step($u->with(password => "new $password"), '000000')->{status},
	    401, 'the second factor is still asked for';
}
for (['password', 'password 1 open 1'], ['remote-user', 'remote-user 0 closed 0'],
    ['both', 'remote-user 1 open 1']) {
	my $s = set($_->[0])->get('/service')->{json};
	is join(' ', map { ref $_ ? $_ + 0 : $_ } @$s{qw(signIn passwordSignIn
	    registration passwordReset)}), $_->[1],
	    "$_->[0]: what GET /service offers";
}
done_testing;
