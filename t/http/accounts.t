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

my $validate = "node $FindBin::Bin/../npm/validate.mjs < $record 2>&1";
my $checked = `$validate`;
is $?, 0, 'every answer is what the OpenAPI document says'
    or diag join "\n", grep { !/^ok|never seen/ } split /\n/, $checked;
done_testing;
