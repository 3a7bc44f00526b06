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
	is $r->{err}, '', 'no complaint';
	is $r->{status}, 0, 'status';
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
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid;
	%ENV = %{$d->{env}};
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', "$d->{data}/err";
	exec build() . '/bin/docket-mail';
	exit 127;
}

subtest 'without smtp-url nothing is queued, and docket-admin does it' => sub {
	my $none = Docket->new(registration => 'open');
	# Not even to be taken back, as it is for nobody where there is one.
	$none->sql("CREATE TRIGGER queued BEFORE INSERT ON mail
	    BEGIN SELECT RAISE(ABORT, 'queued'); END");
	$none->post('/users', { email => 'ada@example.org',
	    password => 'correct horse', displayName => 'Ada' });
	my $ada = $none->sign_in('ada@example.org', 'correct horse');
	is $ada->post('/me/email-verification')->{status}, 202, 'verify';
	for (qw(ada@example.org no@example.org)) {
		my $r = $none->with(quiet => 1)->post('/password-resets',
		    { email => $_ });
		is $r->{status}, 202, "reset of $_";
		like $r->{raw}{err}, qr/^codes: cannot mail a code: smtp-url is not set/,
		    'the log says why none comes';
	}
	is $ada->put('/me/password', { current => 'correct horse',
	    new => 'battery staple' })->{status}, 204, 'password';
	is $none->run('docket-admin', 'user', 'verify', 'ada@example.org')
	    ->{status}, 0, 'user verify';
	ok $ada->get('/me')->{json}{emailVerified}, 'is verified';
	is $none->run('docket-admin', 'user', 'passwd', 'ada@example.org',
	    '--password-stdin', \"another horse\n")->{status}, 0, 'passwd';
	ok $none->sign_in('ada@example.org', 'another horse'), 'signs in';
	is $none->sql('SELECT count(*) FROM mail'), 0, 'nothing queued';
	is $none->sql("SELECT count(*) FROM credential
	    WHERE kind IN ('verify', 'reset')"), 0, 'no secret made';
	my $r = $none->run('docket-mail');
	is $r->{status}, 0, 'docket-mail has nothing to do';
	like $r->{out}, qr/smtp-url is not set/, 'and says why';
};

subtest 'where there is nobody yet' => sub {
	my $new = Docket->new($m->settings);
	is $new->post('/password-resets', { email => 'ada@example.org' })
	    ->{status}, 202, 'as everywhere';
	is $new->sql('SELECT count(*) FROM mail'), 0, 'nothing queued';
};

subtest 'a new user confirms the address' => sub {
	is $d->post('/users', { email => 'Eve@example.org',
	    password => 'correct horse',
	    displayName => "Eve\r\nBcc: all\@example.org\r\n\r\nBuy this" })
	    ->{status}, 201, 'signed up';
	my $dry = mail('--dry-run');
	is $dry->{out}, "verify\tEve\@example.org\twould be sent\n", 'dry run';
	my ($mail, @more) = sent();
	is @more, 0, 'one mail';
	is_deeply $mail->{to}, ['Eve@example.org'], 'recipient';
	is $mail->{from}, 'docket@example.org', 'sender';
	is $mail->{user}, 'docket', 'signed in';
	ok $mail->{tls}, 'by TLS';
	is_deeply $mail->{defects}, [], 'the parser finds nothing wrong';
	my %h = %{$mail->{header}};
	is_deeply [sort keys %h], [qw(auto-submitted content-transfer-encoding
	    content-type date from message-id mime-version subject to)],
	    'headers';
	is $h{from}, 'Docket <docket@example.org>', 'From';
	is $h{to}, 'Eve@example.org', 'To';
	is $h{subject}, 'Docket: confirm your address', 'Subject';
	like $h{'message-id'}, qr/^<[\w-]{32}\@example\.org>$/, 'Message-ID';
	is $h{'auto-submitted'}, 'auto-generated', 'Auto-Submitted';
	is "$mail->{type} $mail->{charset}", 'text/plain utf-8', 'type';
	ok abs($mail->{date} - time) < 100, 'Date';
	unlike $mail->{raw}, qr/Buy this|Bcc/, 'none of the user\'s words';
	like $mail->{text}, qr{https://tasks\.example\.org/desk\n}, 'base-url';
	like $mail->{text},
	    qr{^    https://tasks\.example\.org/desk/#/verify/\Q$mail->{code}\E$}m,
	    'a page to open';
	unlike $d->sql('.dump'), qr/\Q$mail->{code}\E/, 'the code is nowhere stored';
	my $eve = $d->sign_in('eve@example.org', 'correct horse');
	ok !$eve->get('/me')->{json}{emailVerified}, 'not yet verified';
	my $path = '/email-verifications';
	is $d->post($path, { token => $mail->{code} })->{status}, 204, 'used';
	ok $eve->get('/me')->{json}{emailVerified}, 'verified';
	is $d->post($path, { token => $mail->{code} })->{status}, 422, 'once';
	is count(), 0, 'nothing waits';
	is_deeply [sent()], [], 'nothing more is sent';
};

subtest 'a forgotten password' => sub {
	is $d->post('/password-resets', { email => 'nobody@example.org' })
	    ->{status}, 202, 'of nobody';
	is $d->post('/password-resets', { email => 'eve@example.org' })
	    ->{status}, 202, 'of Eve';
	my ($mail, @more) = sent();
	is @more, 0, 'one mail';
	is $mail->{header}{subject}, 'Docket: set a new password', 'Subject';
	like $mail->{text},
	    qr{^    https://tasks\.example\.org/desk/#/reset/\Q$mail->{code}\E$}m,
	    'a page to open';
	my $path = "/password-resets/$mail->{code}";
	is $d->put($path, { password => 'a new password' })->{status}, 204,
	    'used';
	ok $d->sign_in('eve@example.org', 'a new password'), 'signs in';
	is $d->put($path, { password => 'yet another one' })->{status}, 404,
	    'once';
	($mail, @more) = sent();
	is @more, 0, 'one mail';
	is $mail->{header}{subject}, 'Docket: your password was changed',
	    'and is told so';
	is_deeply $mail->{to}, ['Eve@example.org'], 'at the address';
	like $mail->{text}, qr/All other sessions and all access tokens have/,
	    'and that nobody else is signed in any more';
	my $eve = $d->sign_in('eve@example.org', 'a new password');
	$eve->put('/me/password', { current => 'a new password',
	    new => 'yet another one', keepTokens => JSON::PP::true });
	($mail, @more) = sent();
	like $mail->{text}, qr/Access tokens still work/, 'or that tokens are';
	passwd('eve@example.org', 'a new password');
	like((sent())[0]{text}, qr/all access tokens have ended/, 'by an administrator');
};

subtest 'another address' => sub {
	my $eve = $d->sign_in('eve@example.org', 'a new password');
	my $kim = $d->user('kim@example.org');
	my $put = sub { my ($email, $password) = @_;
	    return $eve->put('/me/email', { email => $email,
	    password => $password // 'a new password' })->{status} };
	my $told = sub { return join ', ', map { "$_->{to}[0]: " .
	    $_->{header}{subject} =~ s/^Docket: //r } @_ };
	my $forget = sub { $d->sql('DELETE FROM attempt') };
	is $put->('eve@example.com', 'wrong'), 422, 'a wrong password';
	is count(), 0, 'nothing is sent';
	is $put->('eve@example.com'), 202, 'asked for';
	my @mails = sent();
	is $told->(@mails), 'Eve@example.org: request to change your address, '
	    . 'eve@example.com: confirm your new address', 'both are told';
	unlike $mails[0]{text}, qr/example\.com/, 'not by whose words';
	like $mails[1]{text}, qr{/desk/#/verify/\Q$mails[1]{code}\E$}m, 'a page';
	is $eve->get('/me')->{json}{email}, 'Eve@example.org', 'not yet';
	my $verify = sub { $d->post('/email-verifications',
	    { token => $_[0] }) };
	is $put->('Eve@example.net'), 202, 'asked for anew';
	is $verify->($mails[1]{code})->{status}, 422, 'voids the older code';
	my ($code) = map { $_->{code} // () } sent();
	my $reset = $d->code('eve@example.org', 'reset');
	is $verify->($code)->{status}, 204, 'confirmed';
	is_deeply [@{$eve->get('/me')->{json}}{qw(email emailVerified)}],
	    ['Eve@example.net', JSON::PP::true], 'changed; the session goes on';
	is $verify->($code)->{status}, 422, 'once';
	is $d->put("/password-resets/$reset", { password => 'long enough' })
	    ->{status}, 404, 'what went to the old address is void';
	ok $d->sign_in('eve@example.net', 'a new password'), 'signs in by it';
	$forget->();
	is $put->('KIM@example.org'), 202, 'somebody else\'s';
	is $told->(sent()), 'Eve@example.net: request to change your address, '
	    . 'kim@example.org: somebody tried to use your address', 'who is told';
	is $kim->get('/me')->{json}{email}, 'kim@example.org', 'unharmed';
	$forget->();
	is $put->('lou@example.org'), 202, 'one that is free';
	($code) = map { $_->{code} // () } sent();
	my $lou = $d->user('lou@example.org');
	is $verify->($code)->{json}{code}, 'email-taken', 'until it is taken';
	$put->('max@example.org');
	($code) = map { $_->{code} // () } sent();
	passwd('eve@example.net', 'a new password');
	is $verify->($code)->{status}, 422, 'a new password voids it';
	$eve = $d->sign_in('eve@example.net', 'a new password');
	$put->('max@example.org');
	passwd('eve@example.net', 'a new password');
	is $told->(sent()), 'Eve@example.net: request to change your address, '
	    . 'Eve@example.net: your password was changed', 'sent or not';
	$forget->();
	$eve = $d->sign_in('eve@example.net', 'a new password');
	is join(' ', map { $put->('max@example.org') } 1 .. 5),
	    '202 202 202 429 429', 'not without end';
	$forget->();
	sent();
};

subtest 'one connection for many' => sub {
	my @all = map { "user$_\@example.org" } 1 .. 8;
	$d->user($_) for @all;
	passwd($_, 'something new') for @all;
	my $quiet = mail('--quiet', '--dry-run');
	is count(), 8, 'a dry run sends nothing';
	is scalar(() = $quiet->{out} =~ /^password-changed\t/mg), 8,
	    'and lists all';
	my @mails = sent();
	is_deeply [sort map { @{$_->{to}} } @mails], [sort @all], 'each once';
	my %session = map { $_->{session} => 1 } @mails;
	is keys %session, 1, 'in one session';
	my %ids = map { $_->{header}{'message-id'} => 1 } @mails;
	is keys %ids, 8, 'each with its own Message-ID';
};

subtest 'two runs at once send each once' => sub {
	my @all = map { "user$_\@example.org" } 1 .. 8;
	passwd($_, 'something else') for @all;
	$m->tell('hold');
	my $pid = background();
	my $first = $m->wait;
	my @others = sent();
	is @others, 7, 'the second run sends what the first has not claimed';
	is count(), 1, 'which is still being sent';
	$m->tell('go');
	waitpid $pid, 0;
	is $?, 0, 'the first run ends' or diag slurp("$d->{data}/err");
	is_deeply [sort map { @{$_->{to}} } $first, @others], [sort @all],
	    'each once';
	is_deeply [sent()], [], 'nothing is left';
};

subtest 'killed before it is marked, it is the same message again' => sub {
	passwd('user1@example.org', 'something new');
	$m->tell('hold');
	my $pid = background();
	my $first = $m->wait;
	kill 'KILL', $pid;
	waitpid $pid, 0;
	$m->tell('go');
	is_deeply [sent()], [], 'not while the lease lasts';
	$d->sql('UPDATE mail SET due_at = 1');
	my ($again, @more) = sent();
	is @more, 0, 'once';
	is $again->{raw}, $first->{raw}, 'byte for byte, the Message-ID too';
	is count(), 0, 'and is done';
};

subtest 'a newer one of a kind, while the older is being sent' => sub {
	$d->post('/password-resets', { email => 'user1@example.org' });
	$m->tell('hold');
	my $pid = background();
	my $first = $m->wait;
	my $id = $d->sql('SELECT id FROM mail');
	$d->post('/password-resets', { email => 'user1@example.org' });
	is $d->sql('SELECT id FROM mail'), $id, 'has the same number';
	$m->tell('go');
	waitpid $pid, 0;
	my @all = ($first, $m->mails, sent());
	is @all, 2, 'both are sent';
	isnt $all[0]{header}{'message-id'}, $all[1]{header}{'message-id'},
	    'as two';
	isnt $all[0]{code}, $all[1]{code}, 'with a code each';
};

subtest 'what is not wanted any more' => sub {
	my $zoe = $d->user('zoe@example.org', unverified => 1);
	$zoe->post('/me/email-verification');
	$d->run('docket-admin', 'user', 'verify', 'zoe@example.org');
	is mail('--dry-run')->{out},
	    "verify\tzoe\@example.org\twould be dropped: no longer needed\n",
	    'dry run';
	is_deeply [sent()], [], 'a verification of one who is verified';
	passwd('zoe@example.org', 'something new');
	$d->sql("UPDATE user SET email = 'zoe\@example.com'
	    WHERE email = 'zoe\@example.org'");
	is_deeply [sent()], [], 'nothing to an address that changed';
	passwd('user2@example.org', 'my new password');
	is $d->sign_in('user2@example.org', 'my new password')->del('/me',
	    { password => 'my new password' })->{status}, 204, 'leaves';
	is_deeply [sent()], [], 'nothing to who is gone';
	is count(), 0, 'nothing waits';

	$d->post('/password-resets', { email => 'user3@example.org' });
	$d->sql('UPDATE mail SET created_at = created_at - 3600000000');
	my $before = $d->sql('SELECT over_at FROM mail');
	$d->sql("UPDATE mail SET over_at = over_at - 3600000000");
	is mail('--dry-run')->{out}, '',
	    'one that was asked for an hour ago';
	is_deeply [sent(), count()], [1], 'is not sent';
	is $d->run('docket-cleanup', '--quiet')->{status}, 0, 'cleaned up';
	is count(), 1, 'it is kept, since the clock may be wrong,';
	$d->sql("UPDATE mail SET over_at = $before");
	is_deeply [map { $_->{header}{subject} } sent()],
	    ['Docket: set a new password'], 'and sent if it was';
	$d->post('/password-resets', { email => 'user3@example.org' });
	$d->sql("UPDATE mail SET over_at = over_at - 32 * 86400000000");
	is $d->run('docket-cleanup', '--quiet')->{status}, 0, 'cleaned up';
	is count(), 0, 'and removed after a month';
	$d->post('/password-resets', { email => 'user3@example.org' });
	passwd('user3@example.org', 'my new password');
	is_deeply [map { $_->{header}{subject} } sent()],
	    ['Docket: your password was changed'],
	    'a reset of a password that was set meanwhile';
};

subtest 'addresses that are none' => sub {
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
		    'said in one line';
		is_deeply [$m->mails, count()], [0], 'dropped';
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
	ok((grep { $_ eq 'SMTPUTF8' } @{$mail->{options}}), 'by SMTPUTF8');
	is_deeply $mail->{to}, [$raw], 'recipient';
	is_deeply $mail->{addresses}, [$raw], 'To';

	my $old = Smtpd->new(no_utf8 => 1);
	local $d->{env}{DOCKET_SMTP_URL} = $old->url;
	passwd($bytes, 'something else');
	passwd('user5@example.org', 'something else');
	my $r = mail();
	like $r->{err}, qr/dropped: .*does not offer SMTPUTF8/,
	    'given up where the server does not offer it';
	is_deeply [map { @{$_->{to}} } $old->mails], ['user5@example.org'],
	    'and the others go';
	is count(), 0, 'nothing waits';
};

subtest 'the text, whatever the base-url' => sub {
	my $long = 'https://example.org/' . 'äöü=' x 20;
	utf8::encode(my $bytes = $long);
	local $d->{env}{'DOCKET_BASE_URL'} = $bytes;
	passwd('user6@example.org', 'something new');
	my ($mail) = sent();
	like $mail->{text}, qr{^\Q$long\E$}m, 'long and not ASCII';
	my @long = grep { length > 76 } split /\r\n/, $mail->{raw};
	is_deeply \@long, [], 'in short lines';
	delete local $d->{env}{DOCKET_BASE_URL};
	$d->post('/password-resets', { email => 'user6@example.org' });
	($mail) = sent();
	like $mail->{text}, qr{PUT /api/v1/password-resets/$mail->{code}\n},
	    'none: no address but the path';
};
done_testing;
