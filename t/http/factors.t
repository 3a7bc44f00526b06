# The second factor: setting it up, signing in with it, what it ends and what ends
# it, guessing at it, and what is stored.  Every exchange is compared with the
# OpenAPI document.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp 'tempdir';
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;
use Refusal;
use Totp;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new('smtp-url' => 'smtp://localhost',
    'mail-from' => 'docket@example.org');
my $n = 0;

sub someone { return $d->user('u' . ++$n . '@example.org') }
# How they sign in; audit.t tests the rest of the answer.
sub ways { my %all = %{$_[0]->get('/me/security')->{json}};
	delete @all{qw(items next more)}; return \%all }
sub alive { return join ' ', map { $_->get('/me')->{status} } @_ }
# The last tries were just made, however slow this machine is.
sub just_now { $d->sql('UPDATE attempt SET changed_at = ' .
    int(1e6 * (time + 30))); return }
# Nobody has tried to sign in.
sub forget { $d->sql('DELETE FROM attempt'); return }

# What a camera reads from a picture.
sub scanned {
	my ($svg) = @_;
	my $dir = tempdir(CLEANUP => 1);
	write_file("$dir/qr.svg", $svg);
	system("rsvg-convert -w 400 -o $dir/qr.png $dir/qr.svg && "
	    . "zbarimg -q --raw $dir/qr.png >$dir/text 2>$dir/said") == 0
	    or die "no QR code\n";
	return slurp("$dir/text") =~ s/\n$//r;
}

subtest 'the QR code' => sub {
	for my $email ('q@example.org', "o'neil+x\@example.org",
	    '+' x 64 . '@' . join '.', ('b' x 60) x 3) {
		my $u = confirm($d->user($email));
		my $s = $u->post('/me/totp')->{json};
		is scanned($s->{qr}), $s->{uri}, "of $u->{email} is its link";
		like $s->{qr}, qr{^<svg [^<>]*>(?:<path [^<>]*/>){2}</svg>$},
		    'it has paths alone';
	}
	my $u = confirm(someone());
	my $dir = tempdir(CLEANUP => 1);
	system('cp', map({ build() . "/$_" } 'cgi-bin/totp',
	    'docket-postgresql.so'), $dir) == 0 or die;
	my (undef, $env) = $u->cgi_environment('POST', '/me/totp', undef,
	    Authorization => "Bearer $u->{token}");
	like $u->spawn($env, '', "$dir/totp")->{out}, qr/"qr":null/,
	    'without docket-qr.so there is none';
};

# Each route: what it answers without a factor, while one is set up, and with it.
my %body = ('PUT /me/totp' => { code => '000000' },
    'DELETE /me/totp' => { code => '000000' });
my @states = (
	['POST /me/totp', '200', '200', '409 totp-on'],
	['PUT /me/totp', '404 totp-not-found', '422 wrong-code',
	    '409 totp-on'],
	['DELETE /me/totp', '404 totp-not-found', '404 totp-not-found',
	    '422 wrong-code'],
	['POST /me/recovery-codes', '404 totp-not-found',
	    '404 totp-not-found', '200'],
);
my @confirmed = map { "$_->{method} $_->{path}" }
    grep { $_->{flags}{confirmed} && !$_->{flags}{admin} &&
	$_->{path} !~ m{^/me/(?:identities/|passkeys)} }
    Docket::routes();
is_deeply [sort @confirmed], [sort map { $_->[0] } @states],
    'the routes that need a confirmed session are those below';

sub answers {
	my ($u, %h) = @_;
	return [map { my ($method, $path) = split ' ', $_->[0];
	    said($u->request($method, $path, $body{$_->[0]}, %h)) } @states];
}

subtest 'routes by state' => sub {
	my @by = (sub { $_[0] }, sub { $_[0]->post('/me/totp'); $_[0] },
	    sub { confirm(enrolled($_[0])) });
	for my $i (0 .. 2) {
		my $u = $by[$i]->(confirm(someone()));
		# The first row sets a factor up.
		my @got = map { my $row = $_;
		    my ($method, $path) = split ' ', $row->[0];
		    said($u->request($method, $path, $body{$row->[0]})) }
		    @states[$i ? (0 .. 3) : (1 .. 3, 0)];
		is_deeply \@got, [map { $_->[1 + $i] }
		    @states[$i ? (0 .. 3) : (1 .. 3, 0)]], "state $i";
	}
};

subtest 'a session that has signed in is not confirmed' => sub {
	my $u = someone();
	my $r = $u->post('/me/totp');
	is said($r), '403 reauthenticate', 'it is refused';
	is_deeply $r->{json}{methods}, ['password'],
	    'and the answer says how to confirm';
	is_deeply answers($u), [('403 reauthenticate') x @states],
	    'so is each route';
	is said($u->put('/me/totp', { code => 1, x => 1 })),
	    '403 reauthenticate', 'which does not mention the body';
	is said($u->post('/me/confirmation', { password => 'wrong' })),
	    '422 wrong-password', 'a wrong password does not confirm';
	is said($u->post('/me/confirmation', { password => $u->{password},
	    minutes => 99 })), '422 unknown-member /minutes:unknown',
	    'nor does an unknown member';
	is_deeply answers($u), [('403 reauthenticate') x @states],
	    'it is not confirmed by these';
	my $other = $d->sign_in($u->{email}, $u->{password});
	confirm($u);
	is said($u->post('/me/totp')), '200', 'the right one confirms';
	is said($other->post('/me/totp')), '403 reauthenticate',
	    'that session, and no other';
	is said($u->at(590)->post('/me/totp')), '200', 'for 10 minutes';
	is said($u->at(610)->post('/me/totp')), '403 reauthenticate',
	    'and no longer';
	is said($u->at(-60)->post('/me/totp')), '403 reauthenticate',
	    'a clock that was ahead confirms nothing';
	my $token = $u->with(token => $u->post('/me/tokens',
	    { name => 'T' })->{json}{token});
	is said($token->post('/me/confirmation', { password =>
	    $u->{password} })), '403 session-required',
	    'an access token cannot be confirmed';
	is_deeply answers($token), [('403 session-required') x @states],
	    'nor manages a factor';
};

subtest 'setting it up' => sub {
	my $u = someone();
	my $other = $d->sign_in($u->{email}, $u->{password});
	my $token = $u->with(token => $u->post('/me/tokens',
	    { name => 'T' })->{json}{token});
	my $reset = $d->code($u->{email}, 'reset');
	my $r = confirm($u)->post('/me/totp');
	is_deeply ways($u), { password => $T, required => $F, totp => undef,
	    recoveryCodes => 0, passkeys => 0, identities => 0 }, 'nothing counts yet';
	my $first = $r->{json}{secret};
	like $first, qr/^[A-Z2-7]{32}$/, 'a secret of 160 bits';
	(my $email = $u->{email}) =~ s/@/%40/;
	is $r->{json}{uri}, "otpauth://totp/Docket:$email?secret=$first&" .
	    'issuer=Docket', 'the link for apps';
	my $second = $u->post('/me/totp')->{json}{secret};
	isnt $second, $first, 'another request makes another secret';
	is said($u->put('/me/totp', { code => code_of($first) })),
	    '422 wrong-code', 'which replaces the first';
	is $d->sign_in($u->{email}, $u->{password})->{me}{id}, $u->{me}{id},
	    'until it is confirmed the password is enough';
	my $code = code_of($second);
	$r = $u->put('/me/totp', { code => $code });
	is said($r), '200', 'a code of it confirms it';
	my @codes = @{$r->{json}{recoveryCodes}};
	is scalar(grep { /^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/ } @codes), 10,
	    'ten recovery codes';
	is scalar(keys %{{ map { $_ => 1 } @codes }}), 10, 'all different';
	my $s = ways($u);
	like delete $s->{totp}{enabledAt}, qr/^20\d\d-/, 'since when';
	is_deeply $s, { password => $T, required => $F, totp => {}, recoveryCodes => 10,
	    passkeys => 0, identities => 0 },
	    'GET /me/security says what there is';
	is alive($u, $other, $token), '200 401 200',
	    'other sessions end, access tokens do not';
	is said($d->put("/password-resets/$reset", { password =>
	    'long enough 1' })), '404 reset-not-found', 'and mailed codes end';
	is $u->mails, 'totp-on', 'a mail reports it';
	is said(second_step($u, $code)), '401 bad-credentials',
	    'the code that confirmed it is used up';
	my $all = $d->rows;
	(my $bare = $codes[0]) =~ tr/-//d;
	unlike $all, qr/\Q$_\E/i, 'the database does not have it' for $second,
	    unpack('H*', pack 'B*', join '', map { sprintf '%05b', index
	    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', $_ } split //, $second),
	    $codes[0], $bare, unpack('H*', $bare);
};

subtest 'signing in' => sub {
	my $u = enrolled(someone());
	my $sessions = 'SELECT count(*) FROM credential WHERE kind = '
	    . "'session' AND user_id = " . hex_of($u);
	my $before = $d->sql($sessions);
	my $r = $u->with(token => undef)->post('/sessions', { email =>
	    $u->{email}, password => $u->{password}, cookieOnly => $T });
	is said($r), '401 second-factor-required', 'the password is not enough';
	is_deeply $r->{json}{factors}, ['totp'], 'the answer says what is';
	is $r->{headers}{'set-cookie'}, undef, 'it sets no cookie';
	is $d->sql($sessions), $before, 'and makes no session';
	is said($d->post('/sessions', { email => $u->{email}, password =>
	    'a wrong one', })), '401 bad-credentials',
	    'a wrong password does not tell that there is a factor';
	my $ticket = $r->{json}{ticket};
	is said($d->with(token => $ticket)->get('/me')), '401 no-session',
	    'a ticket is no session';
	my $code = code_of($u->{secret});
	$r = second_step($u, $code, ticket => $ticket, deviceName => 'Phone');
	is said($r), '201', 'ticket and code sign in';
	is $r->{json}{user}{id}, $u->{me}{id}, 'as that user';
	is alive($u->with(token => $r->{json}{token})), '200',
	    'the session is one';
	is said(second_step($u, $code, ticket => $ticket)),
	    '401 bad-credentials', 'the code works once';
	is said(second_step($u, code_of($u->{secret}, -30))),
	    '401 bad-credentials', 'and ends those before it';
	my $next = code_of($u->{secret}, 30);
	is said(second_step($u, substr($next, 0, 3) . ' ' . substr $next, 3)),
	    '201', 'the next step is accepted, with a blank';
	# Not while a step ends.
	sleep 31 - time % 30 if time % 30 > 20;
	my $later = $u->at(120);
	is said(second_step($later, code_of($u->{secret}, 60))),
	    '401 bad-credentials', 'a code two steps old is not';
	is said(second_step($later, code_of($u->{secret}, 180))),
	    '401 bad-credentials', 'nor one two steps ahead';
	$r = second_step($later, code_of($u->{secret}, 120),
	    cookieOnly => $T);
	is said($r), '201', 'the present one is';
	is $r->{json}{token}, undef, 'cookieOnly gives the cookie alone';
	like $r->{headers}{'set-cookie'}, qr/^docket_session=[\w-]{43};/,
	    'which is set';
};

subtest 'recovery codes' => sub {
	my $u = enrolled(someone());
	my @codes = @{$u->{recovery}};
	is said(second_step($u, $codes[0])), '201', 'one signs in';
	is $u->mails, 'totp-on,recovery-code-used', 'a mail reports it';
	is said(second_step($u, $codes[0])), '401 bad-credentials', 'once';
	is said(second_step($u, uc($codes[1]) =~ tr/-/ /r)), '201',
	    'whatever its case and blanks';
	my $other = enrolled(someone());
	is said(second_step($other, $codes[2])), '401 bad-credentials',
	    "another user's is wrong";
	my $made = confirm($u)->post('/me/recovery-codes')
	    ->{json}{recoveryCodes};
	is said(second_step($u, $codes[2])), '401 bad-credentials',
	    'new ones end the old';
	is said(second_step($u, $made->[0])), '201', 'and work';
	is said(confirm($u)->del('/me/totp', { code => $made->[0] })),
	    '422 wrong-code', 'a used one does not remove the factor';
	is said($u->del('/me/totp', { code => $made->[1] })), '204',
	    'another one does';
	is $d->sign_in($u->{email}, $u->{password})->{me}{id}, $u->{me}{id},
	    'then the password is enough';
	is $d->sql("SELECT count(*) FROM credential WHERE kind = 'recovery' "
	    . 'AND user_id = ' . hex_of($u)), 0, 'and no code is left';
	like $u->mails, qr/totp-off$/, 'a mail reports it';
};

subtest 'what ends a ticket' => sub {
	my @ends = (
		['nothing' => sub { 0 }, '201'],
		['five minutes' => sub { 301 }, '401 bad-credentials'],
		['a clock that was ahead' => sub { 0 },
		    '401 bad-credentials', 90],
		['a new password' => sub { my ($u) = @_;
		    $u->put('/me/password', { current => $u->{password},
			new => 'long enough 1' }); 0 },
		    '401 bad-credentials'],
		['another app' => sub { my ($u) = @_;
		    confirm($u)->del('/me/totp', { code =>
			$u->{recovery}[0] });
		    $u->{secret} = enrolled($u)->{secret}; 0 },
		    '401 bad-credentials'],
		['the end of the factor' => sub { my ($u) = @_;
		    confirm($u)->del('/me/totp', { code =>
			$u->{recovery}[0] }); 0 }, '401 bad-credentials'],
		['disabling' => sub { my ($u) = @_;
		    $d->run(qw(docket-admin user disable), $u->{email}); 0 },
		    '401 bad-credentials'],
		['the administrator' => sub { my ($u) = @_;
		    $d->run(qw(docket-admin user second-factor --remove),
			$u->{email}); 0 }, '401 bad-credentials'],
		['five wrong codes' => sub { my ($u, $ticket) = @_;
		    for (1 .. 5) {
			second_step($u, 'x', ticket => $ticket);
			$d->sql("DELETE FROM attempt WHERE key NOT LIKE "
			    . "'ticket%'");
		    }
		    0 }, '401 bad-credentials'],
	);
	for (@ends) {
		my ($what, $act, $want, $by) = @$_;
		my $u = enrolled(someone());
		my $ticket = ticket_of($by ? $u->at($by) : $u);
		my $ahead = $act->($u, $ticket);
		is said(second_step($ahead ? $u->at($ahead) : $u,
		    code_of($u->{secret}, $ahead), ticket => $ticket)), $want,
		    $what;
		forget();
	}
	my ($u, $v) = map { enrolled(someone()) } 1, 2;
	is said(second_step($u, code_of($v->{secret}), ticket =>
	    ticket_of($u))), '401 bad-credentials', "another user's code";
	my $ticket = ticket_of($u);
	for my $bad ('x', '', substr($ticket, 1), substr($ticket, 0, -4),
	    "$ticket=", "${ticket}AAAA", $ticket =~ s/^(.)/$1 eq 'A' ? 'B' :
	    'A'/er, $ticket =~ s/(.{9})$/'A' x 9/er, $u->{token}) {
		like said(second_step($u, code_of($u->{secret}), ticket =>
		    $bad)), $bad eq '' ? qr/^422 / : qr/^401 bad-credentials/,
		    "a ticket that is none: $bad";
	}
	forget();
};

subtest 'bad input' => sub {
	my $u = enrolled(someone());
	my %good = (ticket => ticket_of($u), code => code_of($u->{secret}));
	my %by = (email => $u->{email}, password => $u->{password});
	my $v = '422 validation-failed';
	for ([{}, "$v /email:required /password:required"],
	    [{ email => 'x' }, "$v /password:required"],
	    [{ password => 'x' }, "$v /email:required"],
	    [{ ticket => $good{ticket} }, "$v /code:required"],
	    [{ code => '123456' }, "$v /ticket:required"],
	    [{ %good, email => 'x' }, "$v /email:not-with-ticket"],
	    [{ %by, ticket => 'x' }, "$v /email:not-with-ticket "
		. '/password:not-with-ticket /code:required'],
	    [{ %good, code => 123456 }, "$v /code:wrong-type"],
	    [{ %good, code => '' }, "$v /code:empty"],
	    [{ %good, code => 'x' x 65 }, "$v /code:too-long"],
	    [{ %good, ticket => 'x' x 256 }, "$v /ticket:too-long"]) {
		my ($body, $want) = @$_;
		is said($d->post('/sessions', $body)), $want, json($body);
	}
	for (map({ [$_, '401 bad-credentials'] } '12345', '1234567',
	    "\x{ff11}\x{ff12}\x{ff13}\x{ff14}\x{ff15}\x{ff16}", '12-34-56',
	    '+12345', ' ', '0x1234', 'abcd-efgh-2345-wxy',
	    'abcd-efgh-2345-wxyzz')) {
		my ($code, $want) = @$_;
		is said(second_step($u, $code, ticket => $good{ticket})),
		    $want, json([$code]);
		forget();
	}
};

subtest 'guessing' => sub {
	forget();
	my $u = enrolled(someone());
	# The account knows no address, so this is what strangers meet.
	$d->sql('DELETE FROM signed_in');
	my @said = map { said(second_step($u, 'x')) } 1 .. 5;
	is_deeply \@said, [('401 bad-credentials') x 5], 'five are free';
	is $u->mails, 'totp-on,codes-refused', 'the third is mailed';
	my $count = 'SELECT sum(failures) FROM attempt WHERE key LIKE '
	    . "'account%'";
	is $d->sql($count), 5, 'a right password resets nothing';
	my $ticket = ticket_of($u);
	just_now();
	my $r = second_step($u, code_of($u->{secret}), ticket => $ticket);
	is said($r), '429 rate-limited', 'the sixth must wait, right or not';
	$d->sql("DELETE FROM attempt WHERE key NOT LIKE 'code %'");
	$d->sql('UPDATE attempt SET failures = 9, changed_at = changed_at - '
	    . '3600000000');
	is said(second_step($u, 'x')), '401 bad-credentials',
	    'the tenth is tried an hour later';
	$d->sql('UPDATE attempt SET changed_at = changed_at - 7200000000');
	is said(second_step($u, code_of($u->{secret}))), '429 rate-limited',
	    'an eleventh is not, whenever';
	$d->sql('UPDATE attempt SET changed_at = changed_at - 79300000000');
	is said(second_step($u, code_of($u->{secret}))), '201',
	    'until a day has passed';
	is $d->sql("SELECT count(*) FROM attempt WHERE key LIKE 'account%' OR "
	    . "key LIKE 'code%'"), 0,
	    'a complete sign-in resets all';
	$u = enrolled(someone());
	my $cookie = { Cookie => "docket_session=$u->{token}" };
	my $with = sub { $u->with(token => undef)->post('/sessions', { ticket =>
	    ticket_of($u, %$cookie), code => $_[0] }, %$cookie) };
	$d->sql('DELETE FROM signed_in');
	second_step($u, 'x') for 1 .. 5;
	$ticket = ticket_of($u);
	just_now();
	is said(second_step($u, 'x', ticket => $ticket)), '429 rate-limited',
	    'strangers wait';
	is said($with->(code_of($u->{secret}))), '201',
	    'a device that the account knows does not';
	forget();
	$u = enrolled(someone());
	confirm($u);
	is_deeply [map { just_now() if $_ == 6;
	    said($u->del('/me/totp', { code => 'x' })) } 1 .. 6],
	    [('422 wrong-code') x 5, '429 rate-limited'],
	    'removing it is limited, too';
	forget();
};

subtest 'one code, many at once' => sub {
	my $u = enrolled(someone());
	for my $code (code_of($u->{secret}), $u->{recovery}[0]) {
		my $ticket = ticket_of($u);
		my @at_once = map { Docket::beside(sub { said(second_step($u, $code,
		    ticket => $ticket)) }) } 1 .. 4;
		my @said = sort map { Docket::ended($_) } @at_once;
		is_deeply \@said, ['201', ('401 bad-credentials') x 3],
		    'one signs in';
		forget();
	}
};

subtest 'the key' => sub {
	my $u = enrolled(someone());
	my $key = "$d->{data}/docket.key";
	my $was = slurp($key);
	is sprintf('%o %d', (stat $key)[2] & 0777, length $was), '600 32',
	    'is a file of its own';
	write_file($key, join '', map { chr int rand 256 } 1 .. 32);
	is said(second_step($u, code_of($u->{secret}))),
	    '401 bad-credentials', 'with another key codes fail';
	is said(second_step($u, $u->{recovery}[0])), '201',
	    'and recovery codes work';
	unlink $key;
	is said($u->with(token => undef)->post('/sessions', { email =>
	    $u->{email}, password => $u->{password} })), '503 not-ready',
	    'without one nobody is let in';
	is said(confirm(someone())->post('/me/totp')), '503 not-ready',
	    'and nothing is set up';
	ok !-e $key, 'no request makes one';
	write_file($key, $was);
	is said(second_step($u, code_of($u->{secret}))), '201',
	    'with the old key they work';
	forget();
};

subtest 'where the web server signs users in' => sub {
	my $o = Docket->new(data => $d->{data}, auth => 'remote-user');
	my $u = $o->with(vars => { REMOTE_USER => 'gil@example.org' });
	my %h = ('Sec-Fetch-Site' => 'same-origin');
	is_deeply answers($u, %h), [('404 not-found') x @states],
	    'there is no second factor';
	is said($u->post('/me/confirmation', { password => 'x' }, %h)),
	    '404 not-found', 'and nothing to confirm';
	is scalar(grep { $_ eq 'totp' } @{$u->get('/service')
	    ->{json}{features}}), 0, 'GET /service does not offer it';
	is scalar(grep { $_ eq 'totp' } @{$d->get('/service')
	    ->{json}{features}}), 1, 'elsewhere it does';
};

Docket::documented($record);
done_testing;
