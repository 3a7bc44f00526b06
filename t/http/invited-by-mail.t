# Invitations that are sent by mail: who gets which code in which language, who can
# use it and how often, what ends it, how many there can be, and what nobody learns.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use Smtpd;
use Test::More;

alarm 300;
my $password = 'long enough 1';
my $base = 'https://tasks.example.org/desk';
my $m = Smtpd->new;
my $d = Docket->new($m->settings, registration => 'invited',
    'base-url' => $base);
my ($n, $from) = (0, 0);

sub said { my ($r) = @_;
	return join ' ', $r->{status},
	    $r->{status} < 400 ? () : $r->{json}{code} }
sub items { return @{$_[0]{json}{items}} }
sub guest { my ($d) = @_;
	return $d->with(vars => { REMOTE_ADDR => '198.51.100.' . ++$from }) }
sub owner { my ($d, %o) = @_;
	my $u = $d->user('ada' . ++$n . '@example.org', name => 'Ada', %o);
	return ($u, $u->make('/lists', title => 'Summer trip')) }
sub somebody { return 'new' . ++$n . '@example.org' }
sub invite { my ($u, $l, %body) = @_;
	return $u->post("/lists/$l/invitations", \%body) }
sub find { my ($code) = @_;
	return guest($d)->post('/invitations/find', { code => $code }) }
sub sign_up { my ($email, $code) = @_;
	return guest($d)->post('/users', { email => $email,
	    password => $password, displayName => 'New',
	    invitation => $code }) }
sub joins { my ($u, $code) = @_;
	return $u->post('/invitations/accept', { code => $code }) }
sub sent {
	my $r = $d->run('docket-mail');
	is "$r->{err}$r->{status}", '0', 'docket-mail sends what there is';
	return $m->mails;
}
# The code of the one mail that is due.
sub code { my ($mail, @more) = sent();
	is @more, 0, 'one mail';
	return $mail->{code} }
sub later { my ($days) = @_;
	my $time = $days * 86_400_000_000 + 1;
	$d->sql("UPDATE audit SET at = at - $time");
	$d->sql("UPDATE attempt SET changed_at = changed_at - $time") }
sub mails { return $d->sql('SELECT count(*) FROM mail') + 0 }
sub invitations { return $d->sql('SELECT count(*) FROM invitation') + 0 }

is scalar(grep { $_ eq 'mailed-invitations' }
    @{$d->get('/service')->{json}{features}}), 1, 'the service offers it';

subtest 'from nothing to the list' => sub {
	my ($ada, $l) = owner($d);
	my $r = invite($ada, $l, email => 'Bob@Example.org', role => 'viewer');
	is said($r), '201', 'she invites an address';
	is_deeply [sort keys %{$r->{json}}],
	    [qw(accounts createdAt email expiresAt id role)],
	    'and gets neither code nor link';
	is $r->{json}{email}, 'Bob@Example.org', 'but the address';
	is_deeply [map { "$_->{email} $_->{accounts}" }
	    items($ada->get("/lists/$l/invitations"))],
	    ['bob@example.org 1'], 'as the list of invitations has it';
	my ($mail) = sent();
	is_deeply $mail->{to}, ['Bob@Example.org'], 'the mail goes there';
	is_deeply $mail->{defects}, [], 'a parser finds no defect';
	is $mail->{header}{subject}, 'Docket: invitation to a list',
	    'the subject has no words of hers';
	like $mail->{text}, qr/^Ada invites you to the list "Summer trip" at\n\Q$base\E\n/,
	    'the text says who invites to what';
	like $mail->{text}, qr{before \d{4}-\d\d-\d\d \d\d:\d\d UTC:\n\n +\Q$base\E/#/join/\Q$mail->{code}\E\n},
	    'and until when, and has the link';
	unlike $d->rows, qr/\Q$mail->{code}\E/, 'the code is not stored';
	is mails(), 0, 'nothing is left to send';
	is_deeply find($mail->{code})->{json}, { listTitle => 'Summer trip',
	    ownerName => 'Ada', role => 'viewer',
	    account => JSON::PP::true }, 'its finder reads what it is for';
	is said(sign_up('eve@example.org', $mail->{code})),
	    '403 registration-closed', 'another address cannot use it';
	is said(sign_up($ada->{email}, $mail->{code})),
	    '403 registration-closed', 'and does not learn who is here';
	$r = sign_up('bob@example.org', $mail->{code});
	is said($r), '201', 'the address makes its account';
	ok $r->{json}{emailVerified}, 'which is verified: the mail came';
	is mails(), 0, 'and needs no mail to say so';
	my $bob = $d->sign_in('bob@example.org', $password);
	is $bob->get("/lists/$l")->{json}{role}, 'viewer', 'it has the list';
	is said(find($mail->{code})), '404 invitation-not-found', 'once';
	is items($ada->get("/lists/$l/invitations")), 0, 'it has ended';
};

subtest 'for one account' => sub {
	my ($ada, $l) = owner($d);
	my ($bob, $eve) = map { $d->user(somebody()) } 1, 2;
	my %keys = map { my $r = invite($ada, $l, email => $_);
	    join(' ', said($r), sort keys %{$r->{json}}) => 1 }
	    $bob->{email}, somebody();
	is scalar(keys %keys), 1, 'the answer does not tell who has one';
	my ($mail) = grep { $_->{to}[0] eq $bob->{email} } sent();
	my $code = $mail->{code};
	is said(joins($eve, $code)), '404 invitation-not-found',
	    'another user cannot accept it';
	is said($eve->get("/invitations/$code")), '404 invitation-not-found',
	    'nor see it';
	is said($bob->get("/invitations/$code")), '200', 'its user does';
	is said(joins($bob, $code)), '201', 'and joins';
	is said(joins($bob, $code)), '404 invitation-not-found', 'once';
	my $una = $d->user(somebody(), unverified => 1);
	invite($ada, $l, email => $una->{email});
	$code = code();
	is said(joins($una, $code)), '422 not-shareable',
	    'an account that is not verified does not';
	is said(find($code)), '200', 'which uses nothing up';
	invite($ada, $l, email => $bob->{email});
	is said(joins($bob, code())), '200', 'a member stays one';
};

subtest 'in whose language' => sub {
	my ($ada, $l) = owner($d);
	my $bob = $d->user(somebody());
	$ada->put('/me/settings/language', { value => 'de' });
	invite($ada, $l, email => somebody());
	like +(sent())[0]{header}{subject}, qr/Einladung zu einer Liste/,
	    'that of the sender, if nobody is known there';
	invite($ada, $l, email => $bob->{email});
	like +(sent())[0]{header}{subject}, qr/Einladung/,
	    'or they have chosen none';
	$bob->put('/me/settings/language', { value => 'fr' });
	invite($ada, $l, email => uc $bob->{email});
	my ($mail) = sent();
	like $mail->{header}{subject}, qr/invitation à une liste/,
	    'otherwise that of who gets it';
	like $mail->{text}, qr/Ada vous invite à la liste «\x{a0}Summer trip\x{a0}»/,
	    'all of it';
};

subtest 'titles are texts' => sub {
	my $ada = $d->user(somebody(), name => '{list}');
	my $l = $ada->make('/lists', title => '{base} ' . 'ä' x 120);
	invite($ada, $l, email => somebody());
	my ($mail) = sent();
	is_deeply $mail->{defects}, [], 'a parser finds no defect';
	like $mail->{text}, qr/^\{list\} invites you to the list "\{base\} ä{93}"/,
	    'they stand for nothing, and are cut off';
};

# What ends an invitation; it has no address.
sub id_bytes { (my $x = uc $_[0]) =~ tr/-//d; return $x }
my %ends = (
	'it is withdrawn' => sub { my ($ada, $l, $i) = @_;
		$ada->del("/lists/$l/invitations/$i") },
	'time' => sub { my ($ada, $l) = @_;
		$d->sql("UPDATE invitation SET expires_at = 1
		    WHERE hex(list_id) = '" . id_bytes($l) . "'");
		$d->sql('UPDATE mail SET over_at = 1') },
	'the list is deleted' => sub { my ($ada, $l) = @_;
		$ada->del("/lists/$l") },
	'another owner' => sub { my ($ada, $l) = @_;
		my $bob = $d->user(somebody());
		$ada->post("/lists/$l/members", { email => $bob->{email} });
		$ada->post("/lists/$l/transfer", { userId => $bob->{me}{id} });
		$bob->post("/lists/$l/transfer/accept") },
	'the owner is disabled, and enabled' => sub { my ($ada) = @_;
		$d->run('docket-admin', 'user', $_, $ada->{email})
		    for qw(disable enable) },
	'the owner\'s account ends' => sub { my ($ada) = @_;
		$ada->del('/me', { password => $ada->{password} }) },
);
subtest 'what ends it' => sub {
	for my $how (sort keys %ends) {
		my ($ada, $l) = owner($d);
		my $email = somebody();
		my $i = invite($ada, $l, email => $email)->{json};
		$ends{$how}->($ada, $l, $i->{id});
		is_deeply [sent()], [], "$how: it is not sent";
		$d->sql('DELETE FROM mail');
		($ada, $l) = owner($d);
		$i = invite($ada, $l, email => $email)->{json};
		my $code = code();
		$ends{$how}->($ada, $l, $i->{id});
		is said(find($code)), '404 invitation-not-found',
		    "$how: it is not found";
		is said(sign_up($email, $code)), '403 registration-closed',
		    "$how: it makes no account";
		is said(joins($d->user($email), $code)),
		    '404 invitation-not-found', "$how: nobody joins";
	}
};

subtest 'a mail that is sent again' => sub {
	my ($ada, $l) = owner($d);
	my $email = somebody();
	invite($ada, $l, email => $email);
	$m->tell('drop data');
	$d->run('docket-mail');
	my ($first) = $m->mails;
	$d->sql('UPDATE mail SET due_at = 1, leased_until = 0');
	my $code = code();
	is said(sign_up($email, $first->{code})), '403 registration-closed',
	    'the code that came first has ended' if $first;
	is said(sign_up($email, $code)), '201', 'the new one works';
};

subtest 'how many' => sub {
	later(31);
	my ($ada, @lists) = owner($d);
	push @lists, $ada->make('/lists', title => "L$_") for 1, 2;
	my @said = map { said(invite($ada, $lists[$_ / 10],
	    email => somebody())) } 0 .. 20;
	is_deeply \@said, [(201) x 20, '422 limit-reached'],
	    'twenty mails a day';
	my $made = invitations();
	is said(invite($ada, $lists[2], email => somebody())),
	    '422 limit-reached', 'another one is refused';
	is invitations() . ' ' . mails(), "$made 20", 'and leaves nothing';
	is said(invite($ada, $lists[2])), '201', 'a link is no mail';
	later(1);
	is said(invite($ada, $lists[2], email => somebody())), '201',
	    'the next day there are more';
	my $email = somebody();
	@said = map { my ($u, $l) = owner($d);
	    said(invite($u, $l, email => $_)) } $email, uc $email, $email,
	    $email, uc $email, somebody();
	is_deeply \@said, [(201) x 3, ('422 limit-reached') x 2, 201],
	    'three to an address, whoever sends them';
	later(28);
	my ($bob, $l) = owner($d);
	is said(invite($bob, $l, email => $email)), '422 limit-reached',
	    'four weeks later, too';
	my $r = $d->run('docket-cleanup');
	is $r->{status}, 0, 'docket-cleanup' or diag $r->{err};
	is said(invite($bob, $l, email => $email)), '422 limit-reached',
	    'docket-cleanup forgets none of them';
	later(2);
	is said(invite($bob, $l, email => $email)), '201',
	    'after thirty days there are more';
	$d->sql('DELETE FROM mail');
};

subtest 'bad input' => sub {
	my ($ada, $l) = owner($d);
	my @bad = map { { email => $_ } } 7, '', 'x', 'a@b@c', undef, [],
	    "a\@example.org\nBcc: b\@example.org";
	my $made = invitations();
	for my $body (@bad, { email => somebody(), accounts => 2 },
	    { email => somebody(), accounts => 21 }) {
		my $r = invite($ada, $l, %$body);
		is said($r), '422 validation-failed', json($body);
		like $r->{json}{errors}[0]{pointer}, qr{^/(?:email|accounts)$},
		    '... names what is wrong';
	}
	is said(invite($ada, $l, mail => somebody())), '422 unknown-member',
	    'no other name';
	my ($una, $hers) = owner($d, unverified => 1);
	is said(invite($una, $hers, email => somebody())),
	    '422 limit-reached', 'who is not verified sends no mails';
	my $eve = $d->user(somebody());
	is said(invite($eve, $l, email => somebody())), '404 list-not-found',
	    'nor does somebody else';
	is invitations() . mails(), "${made}0", 'nothing is made or sent';
};

subtest 'registration = closed' => sub {
	my $closed = Docket->new($m->settings, registration => 'closed');
	my ($ada, $l) = owner($closed);
	my $bob = $closed->user('bob@example.org');
	is said(invite($ada, $l, email => $bob->{email}, accounts => 1)),
	    '422 limit-reached', 'it makes no account';
	is invite($ada, $l, email => $bob->{email})->{json}{accounts}, 0,
	    'which is what it says';
	$closed->run('docket-mail');
	my ($mail) = $m->mails;
	unlike $mail->{text}, qr{/#/join/}, 'without base-url there is no link';
	like $mail->{text}, qr{POST /api/v1/invitations/accept}, 'but a request';
	is said(joins($bob, $mail->{code})), '201', 'who has an account joins';
};

subtest 'without a mail server' => sub {
	my $none = Docket->new(registration => 'invited');
	my ($ada, $l) = owner($none);
	my $r = invite($ada, $l, email => somebody());
	is said($r), '422 validation-failed', 'it is refused';
	is "$r->{json}{errors}[0]{pointer} $r->{json}{errors}[0]{code}",
	    '/email no-mail', 'and says why';
	is items($ada->get("/lists/$l/invitations")), 0, 'nothing is made';
	is scalar(grep { $_ eq 'mailed-invitations' }
	    @{$none->get('/service')->{json}{features}}), 0,
	    'the service does not offer it';
};

done_testing;
