# Links that make accounts: registration = invited.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Replica;
use Test::More;

my ($n, $from) = (0, 0);
my $password = 'long enough 1';

sub said { my ($r) = @_;
	return join ' ', $r->{status},
	    $r->{status} < 400 ? () : $r->{json}{code} }
sub items { map { @{$_->{json}{items}} } @_ }
sub id { $_[0]{me}{id} }

# A client with an address of its own: sign-ups are limited by that.
sub guest { my ($d) = @_;
	$from++;
	return $d->with(vars => { REMOTE_ADDR => join '.', 198, 51,
	    $from >> 8, $from & 255 }) }
sub sign_up { my ($d, %body) = @_;
	return guest($d)->post('/users', { email => 'new' . ++$n .
	    '@example.org', password => $password, displayName => 'New',
	    %body }) }
sub owner { my ($d, %o) = @_;
	my $u = $d->user('ada' . ++$n . '@example.org', name => 'Ada', %o);
	return ($u, $u->make('/lists', title => 'Home')) }
sub invite { my ($u, $l, %body) = @_;
	return $u->post("/lists/$l/invitations", \%body) }
sub find { my ($d, $code) = @_;
	return guest($d)->post('/invitations/find', { code => $code }) }

sub can_make { my ($d, $code) = @_;
	my $r = find($d, $code);
	return $r->{status} == 200 ? $r->{json}{account} ? 'yes' : 'no' :
	    said($r);
}

my $d = Docket->new(registration => 'invited');

subtest 'from nothing to the list' => sub {
	my ($ada, $l) = owner($d);
	my $t = $ada->make("/lists/$l/tasks", title => 'Rent');
	my $r = invite($ada, $l, role => 'viewer', accounts => 2);
	my $code = $r->{json}{code};
	is $r->{json}{accounts}, 2, 'an invitation that makes two accounts';
	is_deeply find($d, $code)->{json}, { listTitle => 'Home',
	    ownerName => 'Ada', role => 'viewer',
	    account => JSON::PP::true }, 'a stranger reads what it is for';
	is $d->get('/service')->{json}{registration}, 'invited',
	    'the service says that it takes invitations';
	is scalar(grep { $_ eq 'invited-accounts' }
	    @{$d->get('/service')->{json}{features}}), 1, 'and the feature';
	my $copy = Replica->new($ada, 'feed');
	$copy->sync;
	$r = sign_up($d, email => 'bob@example.org', invitation => $code);
	is said($r), '201', 'they sign up';
	is $r->{json}{emailVerified}, JSON::PP::false, 'unverified';
	my $bob = $d->sign_in('bob@example.org', $password);
	is $bob->get("/lists/$l")->{json}{role}, 'viewer',
	    'and have the list, as the invitation says';
	is $bob->get("/tasks/$t")->{json}{title}, 'Rent', 'and what is on it';
	is_deeply [map { "$_->{displayName} $_->{role}" }
	    items($ada->get("/lists/$l/members"))], ['New viewer'],
	    'the owner sees them';
	$copy->sync;
	is_deeply $copy->compare($copy->truth), [], 'so does their copy';
	is((items($ada->get("/lists/$l/invitations")))[0]{accounts}, 1,
	    'one account is left');
	is said(sign_up($d, email => 'BOB@example.org',
	    invitation => $code)), '409 email-taken', 'an address in use';
	is said(sign_up($d, password => 'short', invitation => $code)),
	    '422 validation-failed', 'and a bad password';
	is can_make($d, $code), 'yes', 'use nothing up';
	is said(sign_up($d, invitation => $code)), '201', 'the second';
	is can_make($d, $code), 'no', 'then it makes none';
	my $used = sign_up($d, invitation => $code);
	is said($used), '403 registration-closed', 'the third is refused';
	for (['no invitation'], ['a made-up one', 'x' x 43],
	    ['one that is no code', 'x']) {
		my ($name, $wrong) = @$_;
		is_deeply sign_up($d, $wrong ? (invitation => $wrong) : ())
		    ->{json}, $used->{json}, "just as with $name";
	}
	my $eve = $d->user('eve@example.org');
	is said($eve->post('/invitations/accept', { code => $code })), '201',
	    'who has an account joins with it all the same';
	is said($eve->post('/invitations/accept', { code => 'x' })),
	    '404 invitation-not-found', 'a wrong code does not';
	is said($d->post('/invitations/accept', { code => $code })),
	    '401 no-session', 'nor does nobody';
};

subtest 'what ends an invitation' => sub {
	my $hex = sub { (my $x = uc $_[0]) =~ tr/-//d; $x };
	my %ends = (
		'it is withdrawn' => sub { my ($ada, $l, $i) = @_;
			$ada->del("/lists/$l/invitations/$i->{id}") },
		'time' => sub { my ($ada, $l) = @_;
			$d->sql("UPDATE invitation SET expires_at = 1
			    WHERE hex(list_id) = '" . $hex->($l) . "'") },
		'the list is deleted' => sub { my ($ada, $l) = @_;
			$ada->del("/lists/$l") },
		'the list is deleted, and restored' => sub {
			my ($ada, $l) = @_;
			$ada->del("/lists/$l");
			$ada->post("/lists/$l/restore") },
		'another owner' => sub { my ($ada, $l) = @_;
			my $bob = $d->user('m' . ++$n . '@example.org');
			$ada->post("/lists/$l/members",
			    { email => $bob->{email} });
			$ada->post("/lists/$l/transfer",
			    { userId => id($bob) });
			$bob->post("/lists/$l/transfer/accept") },
		'the owner is disabled, and enabled' => sub { my ($ada) = @_;
			$d->run('docket-admin', 'user', $_, $ada->{email})
			    for qw(disable enable) },
		'the owner\'s account ends' => sub { my ($ada) = @_;
			$ada->del('/me', { password => $ada->{password} }) },
	);
	for my $how (sort keys %ends) {
		my ($ada, $l) = owner($d);
		my $i = invite($ada, $l)->{json};
		is can_make($d, $i->{code}), 'yes', "$how: it makes an account";
		$ends{$how}->($ada, $l, $i);
		is can_make($d, $i->{code}), '404 invitation-not-found',
		    "$how: it is not found";
		is said(sign_up($d, invitation => $i->{code})),
		    '403 registration-closed', "$how: it makes none";
	}
};

subtest 'who may invite how many' => sub {
	my ($ada, $l) = owner($d);
	is invite($ada, $l)->{json}{accounts}, 1, 'one, unless it says more';
	is invite($ada, $l, accounts => 0)->{json}{accounts}, 0, 'or less';
	is said(invite($ada, $l, accounts => $_)), '422 validation-failed',
	    "accounts $_" for -1, 21, 'x';
	is said(invite($ada, $l, accounts => 20)), '201', 'twenty';
	my $code = invite($ada, $l, accounts => 5)->{json}{code};
	# Others that her invitations made.
	my $made = sub { my ($many, $ago) = @_;
		my $of = "(SELECT id FROM user WHERE email = '$ada->{email}')";
		$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT
		    i + 1 FROM n WHERE i < $many) INSERT INTO user (id, email,
		    email_key, display_name, verified, time_zone, reminders,
		    assignments, created_at, deleted_at, invited_by) SELECT
		    randomblob(16), '', 'x' || hex(randomblob(9)), 'X', 0,
		    'UTC', 0, 0, (SELECT max(created_at) FROM user) - $ago, 1,
		    $of FROM n") };
	SKIP: {
		skip 'SQLite makes the users', 6
		    if Docket::engine() ne 'sqlite';
		$made->(19, 0);
		is said(invite($ada, $l, accounts => 2)), '422 limit-reached',
		    'more than may be made today';
		is said(sign_up($d, invitation => $code)), '201',
		    'the twentieth of a day';
		is can_make($d, $code), 'no', 'makes the last account';
		is invite($ada, $l)->{json}{accounts}, 0, 'the default is none';
		$d->sql("UPDATE user SET created_at = created_at - 86400000001
		    WHERE invited_by IS NOT NULL");
		is can_make($d, $code), 'yes', 'the next day there are more';
		$made->(80, 86400000001);
		is can_make($d, $code), 'no', 'but a hundred at most';
	}
	my $link = invite($ada, $l, accounts => 0)->{json}{code};
	is can_make($d, $link), 'no', 'a link that makes none';
	my ($una, $hers) = owner($d, unverified => 1);
	is invite($una, $hers)->{json}{accounts}, 0,
	    'who is not verified invites nobody without an account';
	is said(invite($una, $hers, accounts => 1)), '422 limit-reached',
	    'not even one';
};

subtest 'administrators invite as many as they want' => sub {
	my ($ada, $l) = owner($d, unverified => 1);
	is said(invite($ada, $l, accounts => 1)), '422 limit-reached',
	    'none as a user who is not verified';
	$d->run('docket-admin', 'user', 'admin', $ada->{email});
	is said(invite($ada, $l, accounts => 20)), '201',
	    'twenty by one link as an administrator';
};

subtest 'who was invited does not invite on the first day' => sub {
	my ($ada, $l) = owner($d);
	my $code = invite($ada, $l)->{json}{code};
	sign_up($d, email => 'cyd@example.org', invitation => $code);
	$d->sql("UPDATE user SET verified = 1 WHERE email = 'cyd\@example.org'");
	my $cyd = $d->sign_in('cyd@example.org', $password);
	my $own = $cyd->make('/lists', title => 'Own');
	is invite($cyd, $own)->{json}{accounts}, 0, 'none';
	$d->sql("UPDATE user SET created_at = created_at - 86400000001
	    WHERE email = 'cyd\@example.org'");
	is invite($cyd, $own)->{json}{accounts}, 1, 'one day later one';
};

subtest 'the list is full' => sub {
	my ($ada, $l) = owner($d);
	my $code = invite($ada, $l)->{json}{code};
	my $members = $d->sql('SELECT count(*) FROM user');
	(my $hex = uc $l) =~ tr/-//d;
	$d->sql("UPDATE access SET role = role");
	for (1 .. 50) {
		my $m = $d->user('full' . ++$n . '@example.org');
		$ada->post("/lists/$l/members", { email => $m->{email} });
		last if scalar(items($ada->get("/lists/$l/members"))) == 50;
	}
	my $r = sign_up($d, email => 'last@example.org', invitation => $code);
	is said($r), '422 limit-reached', 'nobody else joins';
	is $d->sql("SELECT count(*) FROM user WHERE email = 'last\@example.org'")
	    + 0, 0, 'nobody else has an account';
	is can_make($d, $code), 'yes', 'nothing is used up';
};

subtest 'many at once' => sub {
	my ($ada, $l) = owner($d);
	my $code = invite($ada, $l, accounts => 3)->{json}{code};
	my @all = map { my $who = "many$_\@example.org"; my $g = guest($d);
	    Docket::beside(sub { said($g->post('/users', { email => $who,
		password => $password, displayName => 'M',
		invitation => $code })) }) } 1 .. 16;
	my %said;
	$said{Docket::ended($_)}++ for @all;
	is_deeply \%said, { 201 => 3, '403 registration-closed' => 13 },
	    'three of sixteen, as it says';
	is scalar(items($ada->get("/lists/$l/members"))), 3, 'these joined';
};

subtest 'guesses are counted' => sub {
	my $one = guest($d);
	my @said = map { said($one->post('/invitations/find',
	    { code => "x$_" })) } 1 .. 101;
	is $said[0], '404 invitation-not-found', 'a wrong code';
	is $said[-1], '429 rate-limited', 'one too many';
	is said($one->post('/invitations/find', { code => 1 })),
	    '422 validation-failed', 'what is no code is refused';
	is said($one->post('/invitations/find', { code => 'x', kode => 1 })),
	    '422 unknown-member', 'and a member that is not known';
};

for (['closed', 'no', '403 registration-closed', '403 registration-closed'],
    ['open', 'yes', '201', '201']) {
	my ($registration, $makes, $with, $without) = @$_;
	subtest "registration = $registration" => sub {
		my $d = Docket->new(registration => $registration);
		my ($ada, $l) = owner($d);
		my $i = invite($ada, $l);
		is $i->{json}{accounts}, $makes eq 'yes' ? 1 : 0,
		    'what an invitation makes';
		is said(invite($ada, $l, accounts => 1)), $makes eq 'yes' ?
		    '201' : '422 limit-reached', 'if one asks for an account';
		is can_make($d, $i->{json}{code}), $makes, 'it says so';
		is said(sign_up($d, invitation => $i->{json}{code})), $with,
		    'signing up with it';
		is said(sign_up($d)), $without, 'and without';
		is said(sign_up($d, invitation => 'x')),
		    '403 registration-closed', 'and with a wrong one';
		is scalar(grep { $_ eq 'invited-accounts' }
		    @{$d->get('/service')->{json}{features}}),
		    $makes eq 'yes' ? 1 : 0, 'the service offers it';
	};
}

done_testing;
