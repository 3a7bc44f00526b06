# Accounts: who stays signed in after what, and what a change of password or
# address ends.  Every exchange is held against the OpenAPI document.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
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
sub hex_of { return "x'" . ($_[0]{me}{id} =~ tr/-//dr) . "'" }
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
	    ->{status}, 204, 'reset';
	is alive(@all), '401 401 401', 'all are signed out';
	is $d->sql('SELECT count(*) FROM push_subscription WHERE user_id = '
	    . hex_of($ada)), 0, 'and get no more notifications';
};

subtest 'a change of password' => sub {
	my $ada = someone();
	my @all = ($ada, again($ada), token($ada));
	is join(' ', map { push_to($_) } @all), '201 201 201', 'devices';
	is_problem $ada->put('/me/password', { current => $ada->{password},
	    new => 'long enough 1', keepTokens => 'yes' }), 422,
	    'validation-failed', 'keepTokens is a truth value';
	is $ada->put('/me/password', { current => $ada->{password},
	    new => 'long enough 1', keepTokens => $T })->{status}, 204,
	    'with the tokens kept';
	is alive(@all), '200 401 200', 'ends the other sessions';
	is $d->sql('SELECT count(*) FROM push_subscription WHERE user_id = '
	    . hex_of($ada)), 2, 'with their notifications';
	is $ada->put('/me/password', { current => 'long enough 1',
	    new => 'long enough 2' })->{status}, 204, 'else';
	is alive(@all), '200 401 401', 'ends the tokens too';
	my $code = $d->code($ada->{email}, 'reset');
	$ada->put('/me/password', { current => 'long enough 2',
	    new => 'long enough 1' });
	is_problem $d->put("/password-resets/$code",
	    { password => 'long enough 3' }), 404, 'reset-not-found',
	    'and a reset that was under way';
};

subtest 'docket-admin user passwd' => sub {
	my $ada = someone();
	my @all = ($ada, token($ada));
	my @passwd = (qw(docket-admin user passwd), $ada->{email},
	    '--password-stdin');
	is $d->run(@passwd, '--keep-tokens', \"long enough 1\n")->{status}, 0,
	    'with the tokens kept';
	is alive(@all), '401 200', 'ends the sessions';
	is $d->run(@passwd, \"long enough 1\n")->{status}, 0, 'else';
	is alive(@all), '401 401', 'ends the tokens too';
};

subtest 'what the service offers, to whoever asks' => sub {
	my $ada = someone();
	my $r = $d->get('/service');
	is $r->{status}, 200, 'nobody';
	is $r->{json}{user}, undef, 'is nobody';
	is_deeply [@{$r->{json}}{qw(registration signIn passwordReset push wait
	    uploadMaxBytes)}], ['open', 'password', $T, $F, $F, 25 * 1024 * 1024],
	    'what is set';
	is_deeply [@{$r->{json}{limits}}{qw(title listTitle notes tagName lists
	    tasksInList members batch setting settings)}], [500, 200, 10000, 32,
	    500, 10000, 50, 100, 4096, 200], 'limits';
	ok((grep { $_ eq 'image/*' } @{$r->{json}{uploadTypes}}), 'types');
	is $d->get('/service', 'If-None-Match' => $r->{headers}{etag})
	    ->{status}, 304, 'not modified';
	is_deeply $ada->get('/service')->{json}{user},
	    $ada->get('/me')->{json}, 'who is signed in';
	my $cookie = "docket_session=$ada->{token}";
	is $d->get('/service', Cookie => $cookie)->{json}{user}{id},
	    $ada->{me}{id}, 'or by the cookie';
	is $ada->del('/sessions/current')->{status}, 204, 'signed out';
	is_problem $ada->get('/service'), 401, 'no-session', 'a dead token';
	$r = $d->get('/service', Cookie => $cookie);
	is $r->{status}, 200, 'a dead cookie';
	is $r->{json}{user}, undef, 'is nobody';
	my $other = Docket->new(auth => 'remote-user', data => $d->{data});
	$r = $other->with(vars => { REMOTE_USER =>
	    'gil@example.org' })->get('/service');
	is_deeply [@{$r->{json}}{qw(registration signIn passwordReset)}],
	    ['closed', 'remote-user', $F], 'another one';
	is $r->{json}{user}{email}, 'gil@example.org', 'whom the server signs in';
};

subtest 'signing up where it is closed' => sub {
	my $closed = Docket->new(data => $d->{data});
	is_problem $closed->post('/users', $_), 403, 'registration-closed',
	    'is told before the body is looked at' for {}, '{', { email => 'x' };
	is_problem $d->post('/users', {}), 422, 'validation-failed',
	    'where it is open, the body counts';
};

subtest 'one change of the account at a time' => sub {
	my $ada = someone();
	my $set = sub { my $r = $ada->patch('/me', $_[0]); return "$r->{status} "
	    . ($r->{json}{code} // "$r->{json}{displayName} "
	    . "$r->{json}{timeZone} $r->{json}{autoDeleteCompleted}") };
	is $set->({ autoDeleteCompleted => $T }), '200 ' . "u$n UTC 1",
	    'automatic deletion';
	is $set->({ timeZone => 'Europe/Berlin' }),
	    "200 u$n Europe/Berlin 1", 'the zone';
	is $set->({ displayName => 'Ada' }), '200 Ada Europe/Berlin 1',
	    'the name';
	is $set->({ autoDeleteCompleted => $F, displayName => 'A' }),
	    '200 A Europe/Berlin 0', 'two';
	is $set->($_), '422 no-fields', 'none' for {}, { unknown => 1 };
};

subtest 'a session for the cookie alone' => sub {
	my $ada = someone();
	my $in = { email => $ada->{email}, password => $ada->{password} };
	my $r = $d->post('/sessions', { %$in, cookieOnly => $T });
	is $r->{status}, 201, 'signed in';
	ok !exists $r->{json}{token}, 'no token';
	my ($cookie) = $r->{headers}{'set-cookie'} =~ /^(docket_session=[^;]+)/;
	is $d->get('/me', Cookie => $cookie)->{status}, 200, 'by the cookie';
	ok $d->post('/sessions', { %$in, cookieOnly => $F })->{json}{token},
	    'else there is one';
};

my $validate = "node $FindBin::Bin/../npm/validate.mjs < $record 2>&1";
my $checked = `$validate`;
is $?, 0, 'every answer is what the OpenAPI document says'
    or diag join "\n", grep { !/^ok|never seen/ } split /\n/, $checked;
done_testing;
