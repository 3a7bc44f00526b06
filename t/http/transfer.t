# Offers: an owner asks somebody who shares a list to own it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use Sharing;
use Test::More;

my $d = Docket->new;
my $n = 0;

sub people { map { $d->user($_ . ++$n . '@example.org', name => ucfirst) } @_ }

sub offer { my ($owner, $l, $user) = @_;
	return $owner->post("/lists/$l/transfer", { userId => id($user) }) }
sub take_over { said($_[0]->post("/lists/$_[1]/transfer/accept")) }

# Who is asked to own a list, as each of them sees it, by their number.
sub offered {
	my ($l, @users) = @_;
	my %number = map { id($users[$_]) => $_ } 0 .. $#users;
	return join ' ', map {
		my $to = $_->get("/lists/$l")->{json}{offeredTo};
		defined $to ? $number{$to} : '-' } @users;
}

sub own_check {
	is_deeply [grep { /FAULT/ } split /\n/, $d->check->{out}], [],
	    'docket-admin check finds nothing';
}

subtest 'a list is offered and accepted' => sub {
	my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
	my ($l, $t) = list_of($ada, $bob, $cyd);
	$ada->upload($t, uuid(), 'bytes', 'x.txt');
	$ada->patch("/lists/$l/tasks/$t", { assigneeId => id($ada) });
	my $code = $ada->post("/lists/$l/invitations", {})->{json}{code};
	my $task = $ada->get("/tasks/$t")->{json};
	my @copies = copies($ada, $bob, $cyd);
	my %since = map { $_ => $_->get('/me/changes')->{json}{next} } $bob,
	    $cyd;
	my $r = offer($ada, $l, $bob);
	is $r->{status}, 202, 'it is offered';
	is_deeply [sort keys %{$r->{json}}], [qw(createdAt expiresAt userId)],
	    'the answer is the offer';
	my ($from, $to) = map { substr $_, 0, 10 }
	    @{$r->{json}}{qw(createdAt expiresAt)};
	is $d->sql("SELECT julianday('$to') - julianday('$from')") + 0, 14,
	    'for 14 days' if Docket::engine() eq 'sqlite';
	is_deeply $_->get("/lists/$l/transfer")->{json}, $r->{json},
	    'both read it' for $ada, $bob;
	is said($cyd->get("/lists/$l/transfer")), '404 offer-not-found',
	    'nobody else';
	is offered($l, $ada, $bob, $cyd), '1 1 -', 'both see it in the list';
	is_deeply [map { [map { $_->{kind} } items($_->get(
	    "/me/changes?since=$since{$_}"))] } $bob, $cyd], [['list'], []],
	    'the list changes for who is asked, for nobody else';
	copies_hold('every copy is right', @copies);
	is take_over($_, $l), '404 offer-not-found', 'nobody else accepts it'
	    for $ada, $cyd;
	is take_over($bob, $l), '200', 'who is asked does';
	is join(' ', map { $_->get("/lists/$l")->{json}{role} } $ada, $bob,
	    $cyd), 'member owner member', 'and owns it';
	is offered($l, $ada, $bob, $cyd), '- - -', 'the offer is over';
	is_deeply [sort map { $_->{displayName} }
	    items($cyd->get("/lists/$l/members"))], [qw(Ada Cyd)],
	    'the former owner is a member';
	is said($cyd->post("/invitations/$code/accept")),
	    '404 invitation-not-found', 'invitations end';
	is_deeply $bob->get("/tasks/$t")->{json}, { %$task,
	    assignedToMe => JSON::PP::false }, 'the task is as it was';
	copies_hold('every copy is right still', @copies);
	$d->run('docket-admin', 'reindex');
	own_check();
};

subtest 'what ends an offer' => sub {
	my %ends = (
		'the owner withdraws it' => sub { my ($l, $ada, $bob) = @_;
			$ada->del("/lists/$l/transfer") },
		'who is asked declines it' => sub { my ($l, $ada, $bob) = @_;
			$bob->del("/lists/$l/transfer") },
		'another replaces it' => sub { my ($l, $ada, $bob, $cyd) = @_;
			offer($ada, $l, $cyd) },
		'who is asked leaves' => sub { my ($l, $ada, $bob) = @_;
			$bob->del("/lists/$l/members/" . id($bob)) },
		'they are removed' => sub { my ($l, $ada, $bob) = @_;
			$ada->del("/lists/$l/members/" . id($bob)) },
		'their account ends' => sub { my ($l, $ada, $bob) = @_;
			$bob->del('/me', { password => $bob->{password} }) },
		'the owner\'s account ends' => sub { my ($l, $ada) = @_;
			$ada->del('/me', { password => $ada->{password} }) },
		'the list is deleted, and restored' => sub {
			my ($l, $ada) = @_;
			$ada->del("/lists/$l");
			$ada->post("/lists/$l/restore") },
		'time' => sub { my ($l) = @_;
			(my $hex = $l) =~ tr/-//d;
			$d->sql("UPDATE list SET offer_at = offer_at
			    - 1209600000000 WHERE hex(id) = upper('$hex')") },
	);
	for my $how (sort keys %ends) {
		my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
		# They have been longest on the list, but for it.
		my $l = list_of($ada, $cyd, $bob);
		my @copies = copies($cyd);
		is offer($ada, $l, $bob)->{status}, 202, "$how: offered";
		my $r = $ends{$how}->($l, $ada, $bob, $cyd);
		like $r ? $r->{status} // 200 : 200, qr/^2/, "$how: done";
		like take_over($bob, $l), qr/^(?:404 (?:offer|list)-not-found|401)/,
		    "$how: it cannot be accepted";
		my $to = $ada->get("/lists/$l")->{json}{offeredTo};
		is $to, $how =~ /^another/ ? id($cyd) : undef,
		    "$how: it is not in the list";
		copies_hold("$how: the copy is right", @copies);
	}
	own_check();
};

subtest 'a viewer can be asked' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my ($l, $t) = list_of($ada, $bob);
	$ada->patch("/lists/$l/members/" . id($bob), { role => 'viewer' });
	my @copies = copies($ada, $bob);
	is offer($ada, $l, $bob)->{status}, 202, 'they are';
	is take_over($bob, $l), '200', 'and accept';
	is said($bob->patch("/lists/$l", { title => 'Mine' })), '200',
	    'and own the list';
	is $ada->get("/lists/$l")->{json}{role}, 'member',
	    'the former owner is a member';
	copies_hold('every copy is right', @copies);
};

subtest 'what is wrong' => sub {
	my ($ada, $bob, $eve) = people(qw(ada bob eve));
	my $l = list_of($ada, $bob);
	is said(offer($ada, $l, $_->[0])), '404 member-not-found', $_->[1]
	    for [$ada, 'to oneself'], [$eve, 'to a stranger'];
	is said(offer($bob, $l, $bob)), '404 list-not-found', 'by a member';
	is said($ada->post("/lists/$l/transfer", { userId => $_ })),
	    '422 validation-failed', 'userId ' . ($_ // 'null')
	    for 'x', undef, 1;
	is said($ada->post("/lists/$l/transfer", { userId => id($bob),
	    now => 1 })), '422 unknown-member', 'a member that is not known';
	is said($ada->$_("/lists/$l/transfer")), '404 offer-not-found',
	    "there is none: $_" for qw(get del);
	is said($eve->$_("/lists/$l/transfer")), '404 list-not-found',
	    "a stranger: $_" for qw(get del);
};

subtest 'limits' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my $l = list_of($ada, $bob);
	offer($ada, $l, $bob);
	$d->sql("UPDATE user SET text = 1073741824 WHERE id = " . ($n ?
	    "(SELECT offer_to FROM list WHERE offer_to IS NOT NULL
	    AND deleted_at = 0 ORDER BY offer_at DESC LIMIT 1)" : ''));
	is take_over($bob, $l), '422 limit-reached', 'too much text';
	is offered($l, $ada, $bob), '1 1', 'the offer stays';
	$d->run('docket-admin', 'reindex');
	is take_over($bob, $l), '200', 'with room it can be accepted';
};

done_testing;
