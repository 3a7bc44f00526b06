# docket-mail: the mails that users get, which are sent and which dropped, each
# only once; with a real mail server, and read by a real parser.
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
my $m = Smtpd->new(tls => 'starttls', user => 'docket',
    password => 'hunter2/@:%');
my $d = Docket->new($m->settings, registration => 'open',
    'base-url' => 'https://tasks.example.org/desk');
$d->{env}{SSL_CERT_FILE} = $m->{cert};
$d->{env}{ALL_PROXY} = 'http://127.0.0.1:1';	# is not asked

sub mail { return $d->run('docket-mail', @_) }
# All that is due is sent, and has come.
sub sent {
	my $r = mail();
	is $r->{err}, '', 'docket-mail prints no error';
	is $r->{status}, 0, 'docket-mail succeeds';
	return $m->mails;
}
sub passwd {
	my ($email, $password) = @_;
	my $r = $d->run('docket-admin', 'user', 'passwd', $email,
	    '--password-stdin', \"$password\n");
	is $r->{status}, 0, "passwd $email" or diag $r->{err};
}
sub count { return $d->sql('SELECT count(*) FROM mail') }
sub background {
	my $env = $d->elsewhere;
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid;
	%ENV = %$env;
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', "$d->{data}/err";
	exec build() . '/bin/docket-mail';
	exit 127;
}

subtest 'without smtp-url nothing is queued, and docket-admin helps' => sub {
	my $none = Docket->new(registration => 'open');
	# Not even in a transaction that is rolled back, as for unknown addresses.
	$none->sql(engine() eq 'sqlite' ?
	    "CREATE TRIGGER queued BEFORE INSERT ON mail
	    BEGIN SELECT RAISE(ABORT, 'queued'); END" :
	    'ALTER TABLE mail
	    ADD CONSTRAINT queued CHECK (1 = 0)');
	$none->post('/users', { email => 'ada@example.org',
	    password => 'correct horse', displayName => 'Ada' });
	my $ada = $none->sign_in('ada@example.org', 'correct horse');
	is $ada->post('/me/email-verification')->{status}, 202, 'verify';
	for (qw(ada@example.org no@example.org)) {
		my $r = $none->with(quiet => 1)->post('/password-resets',
		    { email => $_ });
		is $r->{status}, 202, "reset of $_";
		like $r->{raw}{err}, qr/^codes: cannot mail a code: smtp-url is not set/,
		    'the log says why no mail comes';
	}
	is $ada->put('/me/password', { current => 'correct horse',
	    new => 'battery staple' })->{status}, 204,
	    'a password can be changed';
	is $none->run('docket-admin', 'user', 'verify', 'ada@example.org')
	    ->{status}, 0, 'docket-admin user verify succeeds';
	ok $ada->get('/me')->{json}{emailVerified}, 'the address is verified';
	is $none->run('docket-admin', 'user', 'passwd', 'ada@example.org',
	    '--password-stdin', \"another horse\n")->{status}, 0,
	    'docket-admin user passwd succeeds';
	ok $none->sign_in('ada@example.org', 'another horse'),
	    'the user can sign in';
	is $none->sql('SELECT count(*) FROM mail'), 0, 'nothing queued';
	is $none->sql("SELECT count(*) FROM credential
	    WHERE kind IN ('verify', 'reset')"), 0, 'no code was created';
	my $r = $none->run('docket-mail');
	is $r->{status}, 0, 'docket-mail has nothing to do';
	like $r->{out}, qr/smtp-url is not set/, 'and says why';
};

subtest 'a service without users' => sub {
	my $new = Docket->new($m->settings);
	is $new->post('/password-resets', { email => 'ada@example.org' })
	    ->{status}, 202, 'a reset is answered as everywhere';
	is $new->sql('SELECT count(*) FROM mail'), 0, 'nothing queued';
};

subtest 'a new user verifies the address' => sub {
	is $d->post('/users', { email => 'Eve@example.org',
	    password => 'correct horse',
	    displayName => "Eve\r\nBcc: all\@example.org\r\n\r\nBuy this" })
	    ->{status}, 201, 'signing up creates an account';
	my $dry = mail('--dry-run');
	is $dry->{out}, "verify\tEve\@example.org\twould be sent\n",
	    'a dry run lists the mail';
	my ($mail, @more) = sent();
	is @more, 0, 'one mail is sent';
	is_deeply $mail->{to}, ['Eve@example.org'], 'to the address';
	is $mail->{from}, 'docket@example.org', 'from mail-from';
	is $mail->{user}, 'docket', 'after signing in to the mail server';
	ok $mail->{tls}, 'over TLS';
	is_deeply $mail->{defects}, [], 'a parser finds no defect';
	my %h = %{$mail->{header}};
	is_deeply [sort keys %h], [qw(auto-submitted content-transfer-encoding
	    content-type date from message-id mime-version subject to)],
	    'it has these headers';
	is $h{from}, 'Docket <docket@example.org>', 'From is right';
	is $h{to}, 'Eve@example.org', 'To is right';
	is $h{subject}, 'Docket: confirm your address', 'Subject is right';
	like $h{'message-id'}, qr/^<[\w-]{32}\@example\.org>$/,
	    'Message-ID has the domain of mail-from';
	is $h{'auto-submitted'}, 'auto-generated',
	    'Auto-Submitted is auto-generated';
	is "$mail->{type} $mail->{charset}", 'text/plain utf-8',
	    'it is plain text in UTF-8';
	ok abs($mail->{date} - time) < 100, 'Date is now';
	unlike $mail->{raw}, qr/Buy this|Bcc/,
	    'it contains no words of the user';
	like $mail->{text}, qr{https://tasks\.example\.org/desk\n},
	    'it contains base-url';
	like $mail->{text},
	    qr{^    https://tasks\.example\.org/desk/#/verify/\Q$mail->{code}\E$}m,
	    'and a page to open';
	unlike $d->rows, qr/\Q$mail->{code}\E/,
	    'the code is not stored';
	my $eve = $d->sign_in('eve@example.org', 'correct horse');
	ok !$eve->get('/me')->{json}{emailVerified},
	    'the address is not verified yet';
	my $path = '/email-verifications';
	is $d->post($path, { token => $mail->{code} })->{status}, 204, 'used';
	ok $eve->get('/me')->{json}{emailVerified}, 'the code verifies it';
	is $d->post($path, { token => $mail->{code} })->{status}, 422, 'once';
	is count(), 0, 'the queue is empty';
	is_deeply [sent()], [], 'nothing else is sent';
};

subtest 'a forgotten password' => sub {
	is $d->post('/password-resets', { email => 'nobody@example.org' })
	    ->{status}, 202, 'an unknown address is answered alike';
	is $d->post('/password-resets', { email => 'eve@example.org' })
	    ->{status}, 202, 'a reset is requested';
	my ($mail, @more) = sent();
	is @more, 0, 'one mail is sent';
	is $mail->{header}{subject}, 'Docket: set a new password',
	    'Subject is right';
	like $mail->{text},
	    qr{^    https://tasks\.example\.org/desk/#/reset/\Q$mail->{code}\E$}m,
	    'it links to a page';
	my $path = "/password-resets/$mail->{code}";
	is $d->put($path, { password => 'a new password' })->{status}, 204,
	    'the code sets a password';
	ok $d->sign_in('eve@example.org', 'a new password'),
	    'the user can sign in';
	is $d->put($path, { password => 'yet another one' })->{status}, 404,
	    'the code works once';
	($mail, @more) = sent();
	is @more, 0, 'one mail reports the change';
	is $mail->{header}{subject}, 'Docket: your password was changed',
	    'its subject says so';
	is_deeply $mail->{to}, ['Eve@example.org'], 'it goes to the address';
	like $mail->{text}, qr/All other sessions and all access tokens have/,
	    'it says that all sessions have ended';
	my $eve = $d->sign_in('eve@example.org', 'a new password');
	$eve->put('/me/password', { current => 'a new password',
	    new => 'yet another one', keepTokens => JSON::PP::true });
	($mail, @more) = sent();
	like $mail->{text}, qr/Access tokens still work/,
	    'or that access tokens still work';
	passwd('eve@example.org', 'a new password');
	like((sent())[0]{text}, qr/all access tokens have ended/,
	    'a change by an administrator is reported, too');
};

# The value of the setting is any JSON.
subtest 'in the language of the user' => sub {
	my $changed = 'Docket: your password was changed';
	my @rows = ([de => 'Docket: Ihr Passwort wurde geändert',
	    qr/Docket-Kontos wurde geändert:\n/],
	    [fr => "Docket\x{a0}: votre mot de passe a changé",
	    qr/compte Docket a changé\x{a0}:\n/],
	    [pl => 'Docket: hasło zostało zmienione', qr/Hasło do Twojego konta/],
	    (map { [$_ => $changed, qr/password of your Docket account/] }
		'en', 'xx', 'd', '', '"d', 7, JSON::PP::true, ['de'],
		{ de => 'de' }, 'ę', undef));
	for my $row (@rows) {
		my ($value, $subject, $text) = @$row;
		my $name = JSON::PP->new->allow_nonref->ascii->encode($value);
		my $eve = $d->sign_in('eve@example.org', 'a new password');
		like +(defined $value ?
		    $eve->put('/me/settings/language', { value => $value }) :
		    $eve->del('/me/settings/language'))->{status}, qr/^20[014]$/,
		    "the setting $name";
		passwd('eve@example.org', 'a new password');
		my ($mail, @more) = sent();
		is @more, 0, 'one mail';
		is_deeply $mail->{defects}, [], 'a parser finds no defect';
		ok $mail->{header}{subject} eq $subject, "$name: its subject";
		ok $mail->{text} =~ $text, 'and its text';
	}
};

subtest 'a change of address' => sub {
	my $eve = $d->sign_in('eve@example.org', 'a new password');
	my $kim = $d->user('kim@example.org');
	my $put = sub { my ($email, $password) = @_;
	    return $eve->put('/me/email', { email => $email,
	    password => $password // 'a new password' })->{status} };
	my $told = sub { return join ', ', map { "$_->{to}[0]: " .
	    $_->{header}{subject} =~ s/^Docket: //r } @_ };
	my $forget = sub { $d->sql('DELETE FROM attempt') };
	is $put->('eve@example.com', 'wrong'), 422,
	    'a wrong password is refused';
	is count(), 0, 'and sends nothing';
	is $put->('eve@example.com'), 202, 'a change is requested';
	my @mails = sent();
	is $told->(@mails), 'Eve@example.org: request to change your address, '
	    . 'eve@example.com: confirm your new address',
	    'both addresses get a mail';
	unlike $mails[0]{text}, qr/example\.com/,
	    'the old one does not contain the new address';
	like $mails[1]{text}, qr{/desk/#/verify/\Q$mails[1]{code}\E$}m,
	    'the new one has a link';
	is $eve->get('/me')->{json}{email}, 'Eve@example.org',
	    'the address has not changed yet';
	my $verify = sub { $d->post('/email-verifications',
	    { token => $_[0] }) };
	is $put->('Eve@example.net'), 202, 'another change is requested';
	is $verify->($mails[1]{code})->{status}, 422,
	    'which invalidates the older code';
	my ($code) = map { $_->{code} // () } sent();
	my $reset = $d->code('eve@example.org', 'reset');
	is $verify->($code)->{status}, 204, 'the code confirms it';
	is_deeply [@{$eve->get('/me')->{json}}{qw(email emailVerified)}],
	    ['Eve@example.net', JSON::PP::true],
	    'the address is changed, the session stays';
	is $verify->($code)->{status}, 422, 'the code works once';
	is $d->put("/password-resets/$reset", { password => 'long enough' })
	    ->{status}, 404, 'codes sent to the old address stop working';
	ok $d->sign_in('eve@example.net', 'a new password'),
	    'the user can sign in with the new address';
	$forget->();
	is $put->('KIM@example.org'), 202,
	    'an address of somebody else is answered alike';
	is $told->(sent()), 'Eve@example.net: request to change your address, '
	    . 'kim@example.org: somebody tried to use your address',
	    'its owner gets a mail';
	is $kim->get('/me')->{json}{email}, 'kim@example.org',
	    'and their address does not change';
	$forget->();
	is $put->('lou@example.org'), 202, 'a free address is accepted';
	($code) = map { $_->{code} // () } sent();
	my $lou = $d->user('lou@example.org');
	is $verify->($code)->{json}{code}, 'email-taken',
	    'unless somebody registers it first';
	$put->('max@example.org');
	($code) = map { $_->{code} // () } sent();
	passwd('eve@example.net', 'a new password');
	is $verify->($code)->{status}, 422,
	    'a new password invalidates the code';
	$eve = $d->sign_in('eve@example.net', 'a new password');
	$put->('max@example.org');
	passwd('eve@example.net', 'a new password');
	is $told->(sent()), 'Eve@example.net: request to change your address, '
	    . 'Eve@example.net: your password was changed',
	    'whether it was sent or not';
	$forget->();
	$eve = $d->sign_in('eve@example.net', 'a new password');
	is join(' ', map { $put->('max@example.org') } 1 .. 5),
	    '202 202 202 429 429', 'requests are limited';
	$forget->();
	sent();
};

subtest 'many mails in one connection' => sub {
	my @all = map { "user$_\@example.org" } 1 .. 8;
	$d->user($_) for @all;
	passwd($_, 'something new') for @all;
	my $quiet = mail('--quiet', '--dry-run');
	is count(), 8, 'a dry run sends nothing';
	is scalar(() = $quiet->{out} =~ /^password-changed\t/mg), 8,
	    'and lists all';
	my @mails = sent();
	is_deeply [sort map { @{$_->{to}} } @mails], [sort @all],
	    'each is sent once';
	my %session = map { $_->{session} => 1 } @mails;
	is keys %session, 1, 'in one connection';
	my %ids = map { $_->{header}{'message-id'} => 1 } @mails;
	is keys %ids, 8, 'with its own Message-ID';
};

subtest 'two runs at once send each mail once' => sub {
	my @all = map { "user$_\@example.org" } 1 .. 8;
	passwd($_, 'something else') for @all;
	$m->tell('hold');
	my $pid = background();
	my $first = $m->wait;
	my @others = sent();
	is @others, 7, 'the second run sends what the first has not claimed';
	is count(), 1, 'one is still being sent';
	$m->tell('go');
	waitpid $pid, 0;
	is $?, 0, 'the first run ends' or diag slurp("$d->{data}/err");
	is_deeply [sort map { @{$_->{to}} } $first, @others], [sort @all],
	    'each mail is sent once';
	is_deeply [sent()], [], 'nothing is left';
};

subtest 'after a kill the same message is sent again' => sub {
	passwd('user1@example.org', 'something new');
	$m->tell('hold');
	my $pid = background();
	my $first = $m->wait;
	kill 'KILL', $pid;
	waitpid $pid, 0;
	$m->tell('go');
	is_deeply [sent()], [], 'not before the lease ends';
	$d->sql('UPDATE mail SET due_at = 1, leased_until = 1');
	my ($again, @more) = sent();
	is @more, 0, 'it is sent once';
	is $again->{raw}, $first->{raw}, 'byte for byte, the Message-ID too';
	is count(), 0, 'and removed from the queue';
};

subtest 'a newer mail while the older one is being sent' => sub {
	$d->post('/password-resets', { email => 'user1@example.org' });
	$m->tell('hold');
	my $pid = background();
	my $first = $m->wait;
	my $id = $d->sql('SELECT id FROM mail');
	$d->post('/password-resets', { email => 'user1@example.org' });
	is $d->sql('SELECT id FROM mail'), $id, 'has the same number'
	    if engine() eq 'sqlite';
	$m->tell('go');
	waitpid $pid, 0;
	my @all = ($first, $m->mails, sent());
	is @all, 2, 'both are sent';
	isnt $all[0]{header}{'message-id'}, $all[1]{header}{'message-id'},
	    'as two messages';
	isnt $all[0]{code}, $all[1]{code}, 'with different codes';
};

subtest 'mail that is no longer needed is dropped' => sub {
	my $zoe = $d->user('zoe@example.org', unverified => 1);
	$zoe->post('/me/email-verification');
	$d->run('docket-admin', 'user', 'verify', 'zoe@example.org');
	is mail('--dry-run')->{out},
	    "verify\tzoe\@example.org\twould be dropped: no longer needed\n",
	    'a dry run says so';
	is_deeply [sent()], [], 'a verification of a verified user is not sent';
	passwd('zoe@example.org', 'something new');
	$d->sql("UPDATE user SET email = 'zoe\@example.com'
	    WHERE email = 'zoe\@example.org'");
	is_deeply [sent()], [], 'nothing is sent to a changed address';
	passwd('user2@example.org', 'my new password');
	is $d->sign_in('user2@example.org', 'my new password')->del('/me',
	    { password => 'my new password' })->{status}, 204,
	    'the user deletes the account';
	is_deeply [sent()], [], 'nothing is sent to a deleted user';
	is count(), 0, 'the queue is empty';

	$d->post('/password-resets', { email => 'user3@example.org' });
	$d->sql('UPDATE mail SET created_at = created_at - 3600000000');
	my $before = $d->sql('SELECT over_at FROM mail');
	$d->sql("UPDATE mail SET over_at = over_at - 3600000000");
	is mail('--dry-run')->{out}, '',
	    'a reset that was requested an hour ago';
	is_deeply [sent(), count()], [1], 'it is not sent';
	is $d->run('docket-cleanup', '--quiet')->{status}, 0, 'cleaned up';
	is count(), 1, 'it is kept, since the clock can be wrong';
	$d->sql("UPDATE mail SET over_at = $before");
	is_deeply [map { $_->{header}{subject} } sent()],
	    ['Docket: set a new password'], 'with the right clock it is sent';
	$d->post('/password-resets', { email => 'user3@example.org' });
	$d->sql("UPDATE mail SET over_at = over_at - 32 * 86400000000");
	is $d->run('docket-cleanup', '--quiet')->{status}, 0, 'cleaned up';
	is count(), 0, 'after a month it is removed';
	$d->post('/password-resets', { email => 'user3@example.org' });
	passwd('user3@example.org', 'my new password');
	is_deeply [map { $_->{header}{subject} } sent()],
	    ['Docket: your password was changed'],
	    'a reset is not sent after a new password';
};

subtest 'invalid addresses' => sub {
	my @bad = ("a\@example.org\r\nBcc: b\@example.org",
	    "a\@example.org>\nRCPT TO:<b\@example.org", 'a b@example.org',
	    'a@example.org, b@example.org', 'x', '"a"@example.org');
	for my $bad (@bad) {
		passwd('user4@example.org', 'something new');
		(my $quoted = $bad) =~ s/'/''/g;
		$d->sql("UPDATE mail SET email = '$quoted';
		    UPDATE user SET email = '$quoted'
		    WHERE email_key = 'user4\@example.org'");
		my $r = mail();
		like $r->{err}, qr/^[^\n]* dropped: mail cannot be sent to this address\n\z/,
		    'are reported in one line';
		is_deeply [$m->mails, count()], [0], 'and dropped';
	}
};

subtest 'addresses that are not ASCII' => sub {
	my $raw = 'jürgen@müller.example';
	utf8::encode(my $bytes = $raw);
	$d->user('jurgen@example.org');
	# Sign-up takes none: a database that was given one by other means.
	$d->sql("UPDATE user SET email = '$bytes', email_key = '$bytes'
	    WHERE email_key = 'jurgen\@example.org'");
	passwd($bytes, 'something new');
	my ($mail) = sent();
	ok((grep { $_ eq 'SMTPUTF8' } @{$mail->{options}}),
	    'are sent with SMTPUTF8');
	is_deeply $mail->{to}, [$raw], 'to the address';
	is_deeply $mail->{addresses}, [$raw], 'with it in To';

	my $old = Smtpd->new(no_utf8 => 1);
	local $d->{env}{DOCKET_SMTP_URL} = $old->url;
	passwd($bytes, 'something else');
	passwd('user5@example.org', 'something else');
	my $r = mail();
	like $r->{err}, qr/dropped: .*does not offer SMTPUTF8/,
	    'dropped if the server does not offer it';
	is_deeply [map { @{$_->{to}} } $old->mails], ['user5@example.org'],
	    'other mails are sent';
	is count(), 0, 'the queue is empty';
};

subtest 'the text with any base-url' => sub {
	my $long = 'https://example.org/' . 'äöü=' x 20;
	utf8::encode(my $bytes = $long);
	local $d->{env}{'DOCKET_BASE_URL'} = $bytes;
	passwd('user6@example.org', 'something new');
	my ($mail) = sent();
	like $mail->{text}, qr{^\Q$long\E$}m,
	    'a long base-url that is not ASCII';
	my @long = grep { length > 76 } split /\r\n/, $mail->{raw};
	is_deeply \@long, [], 'does not make long lines';
	delete local $d->{env}{DOCKET_BASE_URL};
	$d->post('/password-resets', { email => 'user6@example.org' });
	($mail) = sent();
	like $mail->{text}, qr{PUT /api/v1/password-resets/$mail->{code}\n},
	    'without base-url there is no link';
};
done_testing;
