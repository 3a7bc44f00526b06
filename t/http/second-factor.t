# second-factor = required: who must set one up, what their session may do until then,
# and that everything else is refused: every route by session, cookie and each kind of
# access token, alone and in a batch, calendar feeds, and CalDAV; streams; the last
# factor; what administrators see and do.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Admin;
use Dav;
use Docket;
use File::Temp;
use IO::Select;
use IO::Socket::INET;
use JSON::PP ();
use Passkey;
use Refusal;
use Test::More;
use Time::HiRes 'sleep';
use Totp;
use Web;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $w = Refusal->new('base-url' => 'https://docket.example',
    'smtp-url' => 'smtp://localhost', 'mail-from' => 'docket@example.org',
    wait => 'on');
my ($d, $ada) = @$w{qw(d ada)};
my $NEEDED = '403 second-factor-needed';
my $n = 0;

# The same service after the administrator has changed settings.
sub set { my ($who, %env) = @_;
	return $who->with(env => { %{$who->{env}}, %env }) }
sub required { my ($who, %env) = @_;
	return set($who, DOCKET_SECOND_FACTOR => 'required', %env) }
sub someone { return confirm($d->user('u' . ++$n . '@example.org')) }
sub forget { $d->sql('DELETE FROM attempt'); return }
sub by_password { my ($u) = @_;
	return $u->with(token => undef)->post('/sessions', { email =>
	    $u->{email}, password => $u->{password} }) }
sub stays { my ($u) = @_;
	return said(required($u)->get('/lists')) }

# What the session of somebody who must set one up can call.
my @open = ('DELETE /me/passkeys/{passkeyId}', 'DELETE /me/totp',
    'DELETE /sessions/current', 'GET /me', 'GET /me/passkeys', 'GET /service',
    'PATCH /me/passkeys/{passkeyId}', 'POST /me/confirmation',
    'POST /me/passkeys', 'POST /me/passkeys/options', 'POST /me/totp',
    'PUT /me/totp');
my @routes = Docket::routes();
my %open = map { $_ => 1 } @open;
is_deeply [sort map { "$_->{method} $_->{path}" }
    grep { $_->{flags}{enrol} } @routes], \@open,
    'the routes that are open are those';

my %token = (map { $_ => $ada->post('/me/tokens', { name => $_,
    scopes => [$_] })->{json}{token} } qw(read write add dav));
$token{limited} = $ada->post('/me/tokens', { name => 'limited',
    listIds => [$w->{id}{listId}] })->{json}{token};
my @callers = (['the session', required($ada)],
    ['the cookie', required($ada->with(token => undef)), Cookie =>
	"docket_session=$ada->{token}", 'Sec-Fetch-Site' => 'same-origin'],
    map { ["the token $_", required($ada->with(token => $token{$_}))] }
    sort keys %token);
# Their first use is recorded, even of one that is refused.
$_->[1]->get('/me') for @callers;
$w->remember;
# The address of a calendar feed is a credential, too.
for my $r (grep { !$_->{flags}{public} || $_->{flags}{anybody} ||
    $_->{path} =~ /\{secret\}/ } @routes) {
	my $name = "$r->{method} $r->{path}";
	my $path = $w->path($r->{path});
	for (@callers) {
		my ($who, $as, %h) = @$_;
		next if $open{$name} && $who !~ /token/;
		my ($sent, $type) = $w->body($r);
		$h{'Content-Type'} = $type if $type;
		$w->refused($as->request($r->{method}, $path, $sent, %h),
		    $NEEDED, "$name: $who");
	}
}
for my $how ('the session', sort keys %token) {
	my $as = required($token{$how} ? $ada->with(token => $token{$how}) : $ada);
	$w->refused($as->post('/batch', { requests => [map { { method => 'GET',
	    path => "/api/v1$_" } } '/me', '/lists'] }), $NEEDED,
	    "a batch: $how");
}
my $home = "/dav/$ada->{me}{id}/";
for my $method (qw(PROPFIND PROPPATCH REPORT GET HEAD PUT DELETE MOVE MKCALENDAR
    MKCOL)) {
	for my $path ('/dav/', $home, "$home$w->{id}{listId}/",
	    "$home$w->{id}{listId}/x.ics") {
		next if "$method $path" =~ m{^(?:GET|HEAD) /dav/$};	# for everybody
		my $r = required($ada)->request($method, $path, undef,
		    Authorization => Dav::basic($ada->{email}, $token{dav}));
		like $r->{status}, qr/^40[35]$/, "$method $path is refused";
	}
}
is $w->state, $w->{state}, 'and changes nothing';

subtest 'what is open' => sub {
	my $u = required($d->user('new@example.org'));
	my $old = $u->post('/me/tokens', { name => 'N' });
	is said($old), $NEEDED, 'no token is made';
	my $tokens = tokens_of($d->with(%$u, env => $d->{env}));
	my $in = by_password($u);
	is said($in), '201', 'the password signs in';
	my $s = $u->with(token => $in->{json}{token});
	is said($s->get('/lists')), $NEEDED, 'to nothing';
	is $s->get('/service')->{json}{user}{id}, $u->{me}{id},
	    'GET /service tells who it is';
	is $s->get('/service')->{json}{secondFactor}, 'required',
	    'and that one is required';
	is said($s->get('/me')), '200', 'so does GET /me';
	is said($s->post('/me/totp')), '403 reauthenticate',
	    'setting one up needs a confirmed session';
	is said($s->post('/me/confirmation', { password => 'x' })),
	    '422 wrong-password', 'not by a wrong password';
	confirm($s);
	is said($s->get('/me/passkeys')), '200', 'passkeys are listed';
	is said($s->post('/me/passkeys/options')), '200', 'and begun';
	is said($s->del('/me/totp', { code => '000000' })),
	    '404 totp-not-found', 'there is nothing to remove';
	my $secret = $s->post('/me/totp')->{json}{secret};
	is said($s->put('/me/totp', { code => '000000' })), '422 wrong-code',
	    'a wrong code sets nothing up';
	is said($s->get('/lists')), $NEEDED, 'so all is as it was';
	is said($s->put('/me/totp', { code => code_of($secret, -30) })), '200',
	    'the right one does';
	is said($s->get('/lists')), '200', 'then everything is open';
	is_deeply [$tokens->($s)], ['200', '200'], 'to tokens and feeds, too';
	is said($s->del('/sessions/current')), '204', 'signing out';
	my $other = $u->with(token => undef);
	is said($other->get('/lists')), '401 no-session',
	    'who is signed out learns nothing of it';
};

# An access token, and a calendar feed's address: whether they are let in.
sub tokens_of { my ($u) = @_;
	my $token = $u->post('/me/tokens', { name => 'N' })->{json}{token};
	my ($feed) = $u->post('/me/feeds', { name => 'F' })->{json}{url} =~
	    m{/api/v1(/feeds/.*)};
	return sub { my ($as) = @_;
	    return map { said($_) } $as->with(token => $token)->get('/lists'),
		$as->with(token => undef)->get($feed) } }

# Who has what, and what becomes of their session and tokens, and of their password.
my $passkey = '401 second-factor-required';
my @https = (DOCKET_BASE_URL => 'http://docket.example');
my @server = (DOCKET_AUTH => 'remote-user', DOCKET_PASSWORD_SIGN_IN => 'on');
for (['nothing', sub {}, $NEEDED, '201'],
    ['an app', sub { enrolled($_[0]) }, '200', $passkey, 'totp'],
    ['an app that is not confirmed', sub { $_[0]->post('/me/totp') }, $NEEDED,
	'201'],
    ['a passkey', sub { Passkey->new->add($_[0], 'P') }, '200', $passkey,
	'passkey'],
    ['both', sub { enrolled($_[0]); Passkey->new->add(confirm($_[0]), 'P') },
	'200', $passkey, 'totp'],
    ['a passkey, where none can be used', sub { Passkey->new->add($_[0], 'P') },
	$NEEDED, '201', undef, @https],
    ['no password', sub { $d->sql('UPDATE user SET password = NULL WHERE id = '
	. hex_of($_[0])) }, '200', '401 bad-credentials'],
    ['nothing, beside a server that signs in', sub {}, $NEEDED, '201', undef,
	@server],
    ['nothing, and the server signs in', sub {}, '200', '404 not-found', undef,
	DOCKET_AUTH => 'remote-user']) {
	my ($name, $sets, $session, $signs_in, $factor, %env) = @$_;
	my $u = someone();
	my $tokens = tokens_of($u);
	$sets->($u);
	$u = required($u, %env);
	is said($u->get('/lists')), $session, "$name: the session";
	is_deeply [$tokens->($u)], [($session) x 2], "$name: a token, and a feed";
	my $r = by_password($u);
	is said($r), $signs_in, "$name: the password";
	is_deeply $r->{json}{factors}, $factor && [$factor],
	    "$name: what is asked for";
	is defined $r->{json}{ticket} ? 1 : 0, ($factor // '') eq 'totp' ? 1 : 0,
	    "$name: a ticket";
	forget();
}

subtest 'who is signed in by the web server' => sub {
	my $u = someone();
	my %vars = (vars => { REMOTE_USER => $u->{email} });
	is said(required($u, @server)->with(%vars, token => undef)->get('/lists')),
	    '200', 'has no need of one';
	is required($d, DOCKET_AUTH => 'remote-user')->get('/service')->{json}
	    {secondFactor}, 'optional', 'GET /service says so';
	is $d->get('/service')->{json}{secondFactor}, 'optional',
	    'as without the setting';
};

subtest 'a passkey instead of the password' => sub {
	my $u = someone();
	my $key = Passkey->new;
	$key->add($u, 'P');
	is said($key->sign_in(required($d))), '201', 'signs in';
	is said(by_password($u)), '201', 'if optional, the password does, too';
	my $r = by_password(required($u->with(password => 'not this one')));
	is said($r), '401 bad-credentials', 'a wrong password learns no more';
	forget();
};

subtest 'the last factor' => sub {
	my $u = enrolled(someone());
	my $r = required($u);
	my $end = { code => $u->{recovery}[0] };
	is $r->get('/me/security')->{json}{required}, $T,
	    'GET /me/security says that one is required';
	is $u->get('/me/security')->{json}{required}, $F, 'or not';
	is said(confirm($r)->del('/me/totp', $end)), '409 second-factor-needed',
	    'the app stays';
	my $made = Passkey->new->add($r, 'P')->{json}{id};
	is said($r->del('/me/totp', $end)), '204', 'with a passkey it can go';
	is said(confirm($r)->del("/me/passkeys/$made")),
	    '409 second-factor-needed', 'the last passkey stays';
	my $more = Passkey->new->add($r, 'Q')->{json}{id};
	is said($r->del("/me/passkeys/$made")), '204', 'one of two can go';
	is said(confirm($u)->del("/me/passkeys/$more")), '204',
	    'and the last where none is required';
	$u = someone();
	$made = Passkey->new->add($u, 'P')->{json}{id};
	$d->sql('UPDATE user SET password = NULL WHERE id = ' . hex_of($u));
	is said(required($u)->del("/me/passkeys/$made")), '409 last-way-in',
	    'without a password it is the last way in';
};

my $boss = confirm($ada);
for my $by (['docket-admin', sub { admin(required($d), 0, 'user',
	'second-factor', '--remove', $_[0]{email}) }],
    ['an administrator', sub { $_[1]->del(
	"/admin/users/$_[0]{me}{id}/second-factor") }]) {
	my ($name, $takes) = @$by;
	subtest "what is lost, by $name" => sub {
		my $key = Passkey->new;
		my $u = someone();
		$key->add($u, 'P');
		my $as = required(enrolled($boss));
		$takes->($u, confirm($as));
		confirm($as)->del('/me/totp', { code => 0 });
		is stays($u), $NEEDED, 'the user must set one up again';
		is said(by_password(required($u))), '201',
		    'after signing in by the password';
		is said($key->sign_in(required($d))), '401 bad-credentials',
		    'the lost passkey opens nothing';
		my $free = someone();
		my $other = Passkey->new;
		$other->add($free, 'P');
		admin($d, 0, 'user', 'second-factor', '--remove', $free->{email});
		is said($other->sign_in($d)), '201',
		    'it stays where none is required';
		admin($d, 0, 'user', 'second-factor', '--remove',
		    $boss->{email});
		forget();
	};
}

subtest 'a stream' => sub {
	my $strict = Docket->new(wait => 'on', 'second-factor' => 'required');
	my $u = enrolled($strict->user('ada@example.org'));
	my $web = Web->new($strict, '-m', 'fastcgi');
	sleep 0.05 until -S "$strict->{data}/docket-wait.changes";
	my $since = $u->get('/me/changes')->{json}{next};
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$web->{port}")
	    or die "connect: $!\n";
	print $s "GET /api/v1/me/wait?since=$since HTTP/1.1\r\nHost: x\r\n"
	    . "Accept: text/event-stream\r\nConnection: close\r\n"
	    . "Authorization: Bearer $u->{token}\r\n\r\n";
	until_text($s, qr/:\n\n/);
	admin($strict, 0, 'user', 'second-factor', '--remove', $u->{email});
	my $ended = 0;
	while (!$ended && IO::Select->new($s)->can_read(10)) {
		$ended = !sysread $s, my $some, 4096;
	}
	ok $ended, 'ends when its user must set one up again';
	is $web->stop, 0, 'the service goes on';
};

subtest 'docket-admin check' => sub {
	my $word = qr/without the second factor that is required: (\d+)/;
	unlike $d->check->{out}, $word, 'does not mention it if none is required';
	my ($before) = required($d)->check->{out} =~ $word;
	my $u = someone();
	my ($more) = required($d)->check->{out} =~ $word;
	is $more, $before + 1, 'counts who has none';
	enrolled($u);
	my ($now) = required($d)->check->{out} =~ $word;
	is $now, $before, 'and who has one no longer';
	like required($d, DOCKET_AUTH => 'remote-user')->check->{out},
	    qr/second-factor = required has no effect/, 'or that it has no effect';
};

documented($record);
done_testing;
