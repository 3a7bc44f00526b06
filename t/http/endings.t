# What ends when: each act that changes how a user signs in, or whether they may, and
# each thing that gives access or proves something.  A kind of secret that is not
# here fails, and so does an act that leaves more than its row says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Digest::SHA 'sha256_hex';
use Docket;
use Refusal 'said';
use Test::More;
use Totp;

my $d = Docket->new('smtp-url' => 'smtp://localhost',
    'mail-from' => 'docket@example.org', 'base-url' => 'https://d.example.org',
    'oidc-issuer' => 'https://login.example.org', 'oidc-client-id' => 'd');
my $bob = $d->user('bob@example.org');
my $n = 0;

sub admin { my $r = $d->run('docket-admin', 'user', @_);
	die "docket-admin @_: $r->{err}\n" if $r->{status} != 0; return }

# One who has two lists, of which bob is asked to take one.
sub someone {
	my ($factor) = @_;
	my $u = $d->user('u' . ++$n . '@example.org');
	$u = enrolled($u) if $factor;
	my ($alone, $shared) = map { $u->make('/lists', title => $_) } qw(A B);
	$u->post("/lists/$shared/members", { email => 'bob@example.org' });
	$u->post("/lists/$shared/transfer", { userId => $bob->{me}{id} });
	return $u->with(alone => $alone, shared => $shared, other =>
	    $factor ? signed_in($u) : $d->sign_in($u->{email}, $u->{password}));
}

sub signed_in {
	my ($u) = @_;
	my $r = second_step($u, code_of($u->{secret}));
	die "second step: $r->{body}\n" if $r->{status} != 201;
	return $u->with(token => $r->{json}{token});
}

# Is that session confirmed?  Any answer but the demand to confirm it says so.
sub confirmed {
	my ($u) = @_;
	confirm($u);
	return sub { my $r = $u->del('/me/totp', { code => 'x' });
	    return $r->{status} != 401 && said($r) !~ /^403 reauth/ };
}
sub session { my ($u) = @_; return sub { $u->get('/me')->{status} == 200 } }
sub device {
	my ($u) = @_;
	my $at = 'https://push.example.org/' . uuid();
	$u->post('/me/push-subscriptions', { endpoint => $at, keys => {
	    p256dh => 'k', auth => 'a' } })->{status} == 201 or die;
	return sub { $d->sql("SELECT count(*) FROM push_subscription
	    WHERE endpoint = '$at'") };
}

# Each thing: makes it, and returns what says whether it is still good.  Trying the
# last one changes the account.
my @things = (
	['this session' => \&session],
	['its confirmation' => \&confirmed],
	['its device' => \&device],
	['another session' => sub { session($_[0]{other}) }],
	["another's confirmation" => sub { confirmed($_[0]{other}) }],
	["another's device" => sub { device($_[0]{other}) }],
	['an access token' => sub { my ($u) = @_;
	    my $t = $u->with(token => $u->post('/me/tokens', { name => 'T' })
		->{json}{token});
	    return sub { $t->get('/lists')->{status} == 200 } }],
	['a CalDAV client' => sub { my $phone = Dav->new($_[0]);
	    return sub { $phone->propfind($phone->{home},
		['D:displayname'])->{status} == 207 } }],
	['a feed' => sub { my ($u) = @_;
	    my ($secret) = $u->post('/me/feeds', { name => 'F' })
		->{json}{url} =~ m{/feeds/([^/]+)};
	    return sub { $d->get("/feeds/$secret/tasks.ics")->{status} == 200
		} }],
	['an invitation' => sub { my ($u) = @_;
	    my $code = $u->post("/lists/$u->{alone}/invitations", {})
		->{json}{code};
	    return sub { $bob->get("/invitations/$code")->{status} == 200 } }],
	['an offer' => sub { my ($u) = @_;
	    return sub { $bob->get("/lists/$u->{shared}/transfer")->{status}
		== 200 } }],
	['a ticket' => sub { my ($u) = @_;
	    return undef if !$u->{secret};
	    my $ticket = ticket_of($u);
	    return sub { second_step($u, code_of($u->{secret}, 30), ticket =>
		$ticket)->{status} == 201 } }],
	['a code for the address' => sub { my $code = $d->code($_[0]{email},
	    'verify'); return sub { $d->post('/email-verifications',
	    { token => $code })->{status} == 204 } }],
	['a code for another address' => sub { my ($u) = @_;
	    # Using it would end the next.
	    my $hash = sha256_hex($d->code($u->{email}, 'email',
		"x$u->{email}"));
	    return sub { $d->sql("SELECT count(*) FROM credential
		WHERE hash = x'$hash'") } }],
	['a reset' => sub { my $code = $d->code($_[0]{email}, 'reset');
	    return sub { $d->put("/password-resets/$code", { password =>
		'long enough 9' })->{status} == 204 } }],
);
my @all = map { $_->[0] } @things;
my @confirmations = ('its confirmation', "another's confirmation");
my @others = ('another session', "another's confirmation",
    "another's device");
my @sessions = (@all[0 .. 2], @others);
my @tokens = ('an access token', 'a CalDAV client', 'a feed');
my @codes = ('a code for another address', 'a reset');

sub new_password { my ($u, %more) = @_;
	return $u->put('/me/password', { current => $u->{password},
	    new => 'long enough 1', %more }) }
# Whether there is a factor; the act; what ends.
my @acts = (
	['nothing', 1, sub { }],
	['signing out', 1, sub { $_[0]->del('/sessions/current') }, @all[0 .. 2]],
	['a new password', 1, sub { new_password($_[0]) }, @others,
	    'its confirmation', @tokens, 'a ticket', @codes],
	['a new password that keeps tokens', 1, sub { new_password($_[0],
	    keepTokens => \1) }, @others, 'its confirmation', 'a ticket',
	    @codes],
	['a reset of the password', 1, sub { my $code = $d->code($_[0]{email},
	    'reset'); $d->put("/password-resets/$code", { password =>
	    'long enough 1' }) }, @sessions, @tokens, 'a ticket', @codes],
	['an administrator sets the password', 1, sub { admin('passwd',
	    $_[0]{email}, '--password-stdin', \"long enough 1\n") },
	    @sessions, @tokens, 'a ticket', @codes],
	['an administrator ends the sessions', 1, sub { admin('sessions',
	    $_[0]{email}, '--end', 'all') }, @sessions],
	['a factor is set up', 0, sub { my ($u) = @_;
	    my $secret = $u->post('/me/totp')->{json}{secret};
	    $u->put('/me/totp', { code => code_of($secret) }) },
	    @others, 'its confirmation', @codes],
	['the factor is removed', 1, sub { $_[0]->del('/me/totp', { code =>
	    $_[0]{recovery}[0] }) }, @confirmations, 'a ticket'],
	['an administrator removes the factor', 1, sub { admin(
	    'second-factor', '--remove', $_[0]{email}) }, @confirmations,
	    'a ticket'],
	['an identity is removed', 1, sub { my ($u) = @_;
	    my $id = uuid();
	    $d->sql("INSERT INTO credential (hash, id, user_id, kind, token,
		data, created_at, used_at, expires_at) SELECT x'" .
		sha256_hex($id) . "', x'" . $id =~ tr/-//dr . "', id,
		'identity', 0, x'61', 1, 1, 9000000000000000 FROM \"user\"
		WHERE email_key = '$u->{email}'");
	    $u->del("/me/identities/$id") }, @confirmations, 'a ticket'],
	['disabling, even once enabled', 1, sub { admin($_, $_[0]{email})
	    for qw(disable enable) }, @all],
	['the account is deleted', 1, sub { $_[0]->del('/me', { password =>
	    $_[0]{password} }) }, @all],
);

my $kinds;
for (@acts) {
	my ($name, $factor, $act, @ends) = @$_;
	my $u = someone($factor);
	my @good = map { [$_->[0], $_->[1]->($u)] } @things;
	$kinds //= $d->sql('SELECT DISTINCT kind FROM credential ORDER BY kind');
	my $r = $act->($u);
	die "$name: $r->{status} $r->{body}\n"
	    if ref $r && $r->{status} !~ /^2/;
	my %ends = map { $_ => 1 } @ends;
	is_deeply [map { $_->[0] } grep { $_->[1] && !$_->[1]->() } @good],
	    [map { $_->[0] } grep { $_->[1] && $ends{$_->[0]} } @good], $name;
	$d->sql('DELETE FROM attempt');
}
is $kinds, join("\n", qw(email feed recovery reset session token verify)),
    'of each kind of secret there was one';
done_testing;
