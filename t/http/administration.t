# Administrators: who may call which route of /admin, what each does, what a user's
# end ends, and that one who is not disabled always remains.
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
use Refusal;
use Totp;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new('smtp-url' => 'smtp://localhost', registration => 'open');
my $n = 0;

sub run { my $r = $d->run('docket-admin', @_);
	die "docket-admin @_: $r->{err}" if $r->{status}; return $r->{out} }
sub someone { return $d->user('u' . ++$n . '@example.org') }
sub administrator { my $u = someone();
	run('user', 'admin', $u->{email}, '--quiet'); return confirm($u) }
sub must { my ($r) = @_;
	die((caller)[2] . ": $r->{status} $r->{body}") if $r->{status} !~ /^2/;
	return $r->{json} }
sub whats { my ($u) = @_;
	return join ' ', map { $_->{what} } reverse
	    @{$u->get('/me/security?limit=1000')->{json}{items}} }

my $a = administrator();

# A request to each route, and what it answers an administrator.
my %bodies = ('POST /admin/users' => sub { { email => 'new' . ++$n .
    '@example.org', displayName => 'New' } },
    'PATCH /admin/users/{userId}' => sub { { emailVerified => $T } });
my %want = ('GET /admin/users' => 200, 'POST /admin/users' => 201,
    'PATCH /admin/users/{userId}' => 200, 'DELETE /admin/users/{userId}' => 204,
    'DELETE /admin/users/{userId}/second-factor' => 204,
    'GET /admin/service' => 200, 'GET /admin/audit' => 200);
my @routes = grep { $_->{path} =~ m{^/admin} } Docket::routes();

is_deeply [sort map { "$_->{method} $_->{path}" } @routes],
    [sort keys %want], 'the routes are those below';

subtest 'who may call a route' => sub {
	my $member = confirm(someone());
	my $plain = $d->sign_in($a->{email}, $a->{password});
	my $token = $a->with(token => must($a->post('/me/tokens',
	    { name => 'T' }))->{token});
	my $disabled = administrator();
	must($a->patch("/admin/users/$disabled->{me}{id}",
	    { disabled => $T }));
	my @callers = (
		['nobody', $d, '401 no-session'],
		['a user, confirmed', $member, '404 not-found'],
		['a user', someone(), '404 not-found'],
		['an access token of an administrator', $token,
		    '403 session-required'],
		['an access token of a user', $member->with(token => must(
		    $member->post('/me/tokens', { name => 'T' }))->{token}),
		    '403 session-required'],
		['an administrator who is not confirmed', $plain,
		    '403 reauthenticate'],
		['one who is disabled', $disabled, '401 no-session'],
	);
	for my $r (@routes) {
		my $name = "$r->{method} $r->{path}";
		my $body = $bodies{$name} // sub { undef };
		my $path = sub { $r->{path} =~ s/\{userId\}/$_[0]/r };
		for (@callers) {
			my ($who, $u, $code) = @$_;
			is said($u->request($r->{method}, $path->($_),
			    $body->())), $code, "$name: $who"
			    for $member->{me}{id}, uuid();
			is said($u->request($r->{method}, $path->(uuid()),
			    { x => 1 })), $code, '... whatever the body'
			    if $r->{method} ne 'GET';
		}
		my $own = someone();
		is said($a->request($r->{method}, $path->($own->{me}{id}),
		    $body->())), $want{$name}, "$name: an administrator";
		is said($a->request($r->{method}, $path->($_), $body->())),
		    '404 user-not-found', "$name: no user ($_)"
		    for $r->{path} =~ /userId/ ? (uuid(), 'x') : ();
		is said($a->request($r->{method}, $path->($own->{me}{id}), {
		    %{$body->() // {}}, x => 1 })),
		    '422 unknown-member /x:unknown', "$name: a member too many"
		    if $r->{flags}{strict} && @{$r->{fields} // []};
	}
	is $member->get('/me')->{status}, 200, 'nothing was done';
};

subtest 'listing users' => sub {
	my $u = enrolled(someone());
	my ($got) = grep { $_->{id} eq $u->{me}{id} }
	    @{must($a->get('/admin/users?limit=1000'))->{items}};
	like delete $got->{$_}, qr/^20\d\d-/, $_ for qw(createdAt lastSignInAt);
	is_deeply $got, { id => $u->{me}{id}, email => $u->{email},
	    displayName => $u->{me}{displayName}, emailVerified => $T,
	    admin => $F, disabled => $F, secondFactor => $T, invitedBy =>
	    undef, usedBytes => 0, quotaBytes => undef }, 'a user';
	my $all = must($a->get('/admin/users?limit=1000'))->{items};
	is join(' ', map { $_->{email} } @$all), join(' ', sort map {
	    $_->{email} } @$all), 'by address';
	my ($after, @pages) = ('');
	do {
		my $r = must($a->get("/admin/users?limit=4$after"));
		push @pages, @{$r->{items}};
		$after = $r->{more} ? "&after=$r->{next}" : undef;
	} while defined $after;
	is_deeply \@pages, $all, 'pages have each once';
	is said($a->get("/admin/users?$_->[0]")), "422 $_->[1]", $_->[0]
	    for ['limit=0', 'validation-failed /limit:out-of-range'],
	    ['after=x', 'validation-failed /after:invalid-format'],
	    ['after=' . uuid(), 'validation-failed /after:invalid-format'];
	ok $a->get('/me')->{json}{admin}, 'GET /me says who is one';
	ok !$u->get('/me')->{json}{admin}, 'and who is not';
	like join(' ', @{$u->get('/service')->{json}{features}}),
	    qr/\badministration\b.*\bsecurity\b/, 'GET /service offers it';
};

subtest 'adding a user' => sub {
	my %new = (email => 'Grace@Example.org', displayName => 'Grace');
	my $r = must($a->post('/admin/users', \%new));
	my ($code) = $r->{url} =~ m{/#/reset/([\w-]{43})$};
	ok $code, 'there is a link';
	ok !$r->{user}{emailVerified}, 'whose address is not verified';
	is said($a->post('/admin/users', \%new)), '409 email-taken', 'once';
	must($d->put("/password-resets/$code", { password => 'long enough 1' }));
	is said($d->put("/password-resets/$code", { password =>
	    'long enough 1' })), '404 reset-not-found', 'the link works once';
	my $u = $d->sign_in($new{email}, 'long enough 1');
	is whats($u), 'account-made password-reset signed-in', 'its lines';
	is said($a->post('/admin/users', { %new, @{$_->[0]} })),
	    "422 validation-failed $_->[1]", "bad input: $_->[1]"
	    for [[email => 'x'], '/email:invalid-format'],
	    [[displayName => ''], '/displayName:empty'];
};

subtest 'changing a user' => sub {
	my $u = someone();
	my $at = "/admin/users/$u->{me}{id}";
	is said($a->patch($at, {})), '422 no-fields', 'nothing to change';
	is said($a->patch($at, $_->[0])), "422 validation-failed $_->[1]",
	    json($_->[0]) for [{ quotaBytes => -1 }, '/quotaBytes:out-of-range'],
	    [{ quotaBytes => 'x' }, '/quotaBytes:wrong-type'],
	    [{ admin => undef }, '/admin:wrong-type'],
	    [{ disabled => 1, quotaBytes => 5 }, '/disabled:wrong-type'];
	is must($a->patch($at, { quotaBytes => 10_000 }))->{quotaBytes}, 10_000,
	    'a quota';
	my ($l, $t) = (uuid(), uuid());
	must($u->post('/lists', { id => $l, title => 'L' }));
	must($u->post("/lists/$l/tasks", { id => $t, title => 'T' }));
	is said($u->upload($t, uuid(), 'x' x 9_000, 'x.txt')), '201', 'within';
	is said($u->upload($t, uuid(), 'y' x 9_000, 'y.txt')),
	    '413 quota-exceeded', 'and beyond';
	is must($a->patch($at, { quotaBytes => undef }))->{quotaBytes}, undef,
	    'the setting again';
	is said($u->upload($t, uuid(), 'y' x 9_000, 'y.txt')), '201', 'counts';
	ok !must($a->patch($at, { emailVerified => $F }))->{emailVerified},
	    'an address that is not verified';
	ok must($a->patch($at, { admin => $T, emailVerified => $T }))->{admin},
	    'an administrator';
	is said(confirm($u)->get('/admin/users')), '200', 'is one at once';
	must($a->patch($at, { admin => $F }));
	is said($u->get('/admin/users')), '404 not-found', 'or is none';
	must($a->patch($at, { admin => $F }));
	is whats($u), 'account-made signed-in quota-changed quota-changed '
	    . 'admin-changed admin-changed', 'what changed has a line';
	my ($line) = @{$u->get('/me/security')->{json}{items}};
	is_deeply $line->{actor}, { id => $a->{me}{id}, displayName =>
	    $a->{me}{displayName} }, 'which says who did it';
	is_deeply $line->{detail}, { admin => $F }, 'and what';
};

subtest 'disabling ends all permanently' => sub {
	my $u = someone();
	my $other = $d->sign_in($u->{email}, $u->{password});
	my $token = $u->with(token => must($u->post('/me/tokens',
	    { name => 'T' }))->{token});
	my $code = $d->code($u->{email}, 'reset');
	my @was = ($u, $other, $token);
	for my $disabled ($T, $F) {
		must($a->patch("/admin/users/$u->{me}{id}",
		    { disabled => $disabled }));
		is join(' ', map { $_->get('/me')->{status} } @was),
		    '401 401 401', 'sessions and tokens';
		is said($d->put("/password-resets/$code", { password =>
		    'long enough 1' })), '404 reset-not-found', 'codes';
		is said($d->post('/sessions', { email => $u->{email},
		    password => $u->{password} })), $disabled ?
		    '401 bad-credentials' : '201', 'signing in';
	}
};

subtest 'removing a second factor' => sub {
	my $u = enrolled(someone());
	my $at = "/admin/users/$u->{me}{id}/second-factor";
	is said($a->del($at)), '204', 'is possible' for 1, 2;
	is said($d->post('/sessions', { email => $u->{email}, password =>
	    $u->{password} })), '201', 'then the password is enough';
	is whats($u), 'account-made signed-in totp-on '
	    . 'second-factor-removed-by-administrator signed-in',
	    'one line says so';
};

subtest 'removing a user' => sub {
	my ($u, $heir) = (someone(), someone());
	my ($shared, $alone) = (uuid(), uuid());
	must($u->post('/lists', { id => $_, title => 'L' }))
	    for $shared, $alone;
	must($u->post("/lists/$shared/members", { email => $heir->{email} }));
	is said($a->del("/admin/users/$u->{me}{id}", { sharedLists => 'x' })),
	    '422 validation-failed /sharedLists:not-one-of', 'a wrong word';
	is said($a->del("/admin/users/$u->{me}{id}")), '204', 'is possible';
	is $u->get('/me')->{status}, 401, 'who has no session any more';
	is $heir->get("/lists/$shared")->{json}{ownerId}, $heir->{me}{id},
	    'a member has the shared list';
	is $d->sql("SELECT count(*) FROM list WHERE owner_id = x'" .
	    ($u->{me}{id} =~ tr/-//dr) . "' AND deleted_at = 0"), 0,
	    'and the other one is gone';
	my ($line) = @{must($a->get('/admin/audit?limit=1'))->{items}};
	is "$line->{what} $line->{user}{id} $line->{actor}{id}",
	    "user-removed $u->{me}{id} $a->{me}{id}", 'the audit has it';
	my $all = someone();
	must($all->post('/lists', { id => $shared = uuid(), title => 'L' }));
	must($all->post("/lists/$shared/members", { email => $heir->{email} }));
	must($a->del("/admin/users/$all->{me}{id}", { sharedLists =>
	    'delete' }));
	is $heir->get("/lists/$shared")->{status}, 404,
	    'or the shared lists are deleted';
};

subtest 'the audit' => sub {
	my $u = someone();
	$u->post('/me/tokens', { name => 'T' });
	my $r = must($a->get("/admin/audit?userId=$u->{me}{id}"));
	is_deeply [map { my %i = %$_; delete $i{user}; \%i } @{$r->{items}}],
	    $u->get('/me/security')->{json}{items}, 'of one user';
	is_deeply $r->{items}[0]{user}, { id => $u->{me}{id}, displayName =>
	    $u->{me}{displayName} }, 'with the user';
	is said($a->get("/admin/audit?userId=$_")),
	    '422 validation-failed /userId:not-found', "no user: $_"
	    for uuid(), 'x';
	my $first = must($a->get('/admin/audit?limit=2'));
	my $next = must($a->get("/admin/audit?limit=2&after=$first->{next}"));
	my $four = must($a->get('/admin/audit?limit=4'));
	is_deeply [map { @{$_->{items}} } $first, $next], $four->{items},
	    'in pages';
};

subtest 'the state of the service' => sub {
	my $s = must($a->get('/admin/service'));
	is $s->{users}, $d->sql('SELECT count(*) FROM user WHERE deleted_at = 0'),
	    'users';
	my $says = sub { return [map { "$_->{name} $_->{state}: "
	    . ($_->{text} // '') } @{must($a->get('/admin/service'))->{checks}}] };
	my @new = ('backup advice: docket-backup has never made a backup.',
	    'cleanup advice: docket-cleanup has never run.', 'disk ok: ', 'mail ok: ');
	is_deeply $says->(), [@new, 'reminders advice: docket-remind has never run.'],
	    'what is not in order';
	unlike json($s), qr/\Q$d->{data}\E/, 'no path';
	my $check = $d->run('docket-admin', 'check')->{out};
	like $check, qr/^Advice: $_\.$/m, "docket-admin check says the same: $_"
	    for 'docket-backup has never made a backup', map { "$_ has never run" }
	    qw(docket-cleanup docket-remind);

	# Who has a device waits for reminders, who has a mail waits for it.
	$d->sql("UPDATE state SET reminded_at = 1, cleaned_at = 1, backed_up_at = 1;
	    INSERT INTO push_subscription (user_id, id, credential_id, endpoint,
	    p256dh, auth, created_at) SELECT id, id, id, 'https://x.example', '', '', 1
	    FROM user LIMIT 1;
	    INSERT INTO mail (user_id, kind, email, created_at, due_at, tries)
	    SELECT id, 'verify', email, 1, 1, 0 FROM user LIMIT 1");
	is_deeply $says->(), ['backup advice: docket-backup has made no backup lately.',
	    'cleanup advice: docket-cleanup has not run for two days.', 'disk ok: ',
	    'mail fault: Mails have waited for over an hour.',
	    'reminders fault: docket-remind has not run for ten minutes.'], 'later';
	$check = $d->run('docket-admin', 'check')->{out};
	like $check, qr/^FAULT: $_/m, "docket-admin check says the same: $_"
	    for 'docket-remind has not run for', 'mails that have been queued';
	$d->sql('DELETE FROM mail WHERE created_at = 1');
};

subtest 'docket-admin' => sub {
	my $u = someone();
	is run('user', 'admin', $u->{email}), "$u->{email} is an administrator.\n",
	    'user admin';
	like run(qw(user list)), qr/^\Q$u->{email}\E\tverified,\ administrator\t/mx,
	    'user list has it';
	run(qw(user quota), $u->{email}, 5000);
	like run(qw(user list)), qr/^\Q$u->{email}\E\t.*\tu?.*0 of 5000 bytes$/m,
	    'and a quota';
	run(qw(user quota), $u->{email}, 'default');
	run('user', 'admin', $u->{email}, '--remove', '--quiet');
	is run(qw(audit --user), $u->{email}) =~ tr/\n//, 6, 'audit of a user';
	my @lines = map { JSON::PP::decode_json($_) } split /\n/,
	    run(qw(audit --json --user), $u->{email});
	is join(' ', map { $_->{what} } @lines), 'admin-changed quota-changed '
	    . 'quota-changed admin-changed signed-in account-made',
	    'as JSON, newest first';
	is run(qw(audit --since 2100-01-01)), '', 'since a day';
	for ([2, qw(audit --since yesterday)], [1, qw(audit --user), 'x@y.z'],
	    [2, qw(user quota), $u->{email}, '-1'],
	    [2, qw(user quota), $u->{email}, '5x'],
	    [1, qw(user admin x@y.z)], [1, qw(user quota x@y.z 5)]) {
		my ($status, @args) = @$_;
		is $d->run('docket-admin', @args)->{status}, $status, "@args";
	}
};

subtest 'an administrator remains' => sub {
	my ($b) = administrator();
	my @others = grep { $_->{admin} && !$_->{disabled} &&
	    $_->{id} ne $a->{me}{id} && $_->{id} ne $b->{me}{id} }
	    @{must($a->get('/admin/users?limit=1000'))->{items}};
	must($a->patch("/admin/users/$_->{id}", { admin => $F })) for @others;
	# Each takes it from the other at once.
	for (1 .. 5) {
		my %pid;
		for ([$a, $b], [$b, $a]) {
			my ($by, $of) = @$_;
			my $pid = fork // die;
			if ($pid == 0) {
				$by->patch("/admin/users/$of->{me}{id}",
				    { admin => $F });
				require POSIX;
				POSIX::_exit(0);
			}
			$pid{$pid} = 1;
		}
		waitpid $_, 0 for keys %pid;
		my $left = $d->sql('SELECT count(*) FROM user WHERE flags & 2 '
		    . '<> 0 AND disabled = 0');
		is $left, 1, 'one is left';
		run('user', 'admin', $_->{email}, '--quiet') for $a, $b;
	}
	must($a->patch("/admin/users/$b->{me}{id}", { admin => $F }));
	my $at = "/admin/users/$a->{me}{id}";
	my %tries = (
		'ending it' => sub { $a->patch($at, { admin => $F }) },
		'disabling' => sub { $a->patch($at, { disabled => $T }) },
		'removing' => sub { $a->del($at) },
		'leaving' => sub { $a->del('/me', { password =>
		    $a->{password} }) },
	);
	is said($tries{$_}->()), '409 last-administrator', $_
	    for sort keys %tries;
	for (['admin', $a->{email}, '--remove'], ['disable', $a->{email}],
	    ['remove', $a->{email}, '--yes']) {
		my $r = $d->run('docket-admin', 'user', @$_);
		is $r->{status}, 1, "docket-admin user $_->[0]";
		like $r->{err}, qr/last administrator/, '... says why';
	}
	is said(confirm($a)->get('/admin/users')), '200', 'nothing was done';
	must($a->patch("/admin/users/$b->{me}{id}", { admin => $T }));
	is said($a->del('/me', { password => $a->{password} })), '204',
	    'beside another one everybody can leave';
};

# Whoever makes somebody an administrator, while their account is being deleted.
subtest 'nobody becomes an administrator whose account ends' => sub {
	my ($by, $of) = (administrator(), someone());
	my ($at, $row) = ("/admin/users/$of->{me}{id}",
	    "WHERE email = '$of->{email}'");
	my @admin = ('docket-admin', 'user', 'admin', $of->{email});
	my $cleanup = sub { my ($days) = @_;
		$d->sql("UPDATE user SET stamp = stamp - $days * 86400000000 $row");
		my $r = $d->run('docket-cleanup', '--quiet');
		die $r->{err} if $r->{status} };
	$d->sql("UPDATE user SET flags = flags | 16 $row");
	for my $days (0, 2) {
		is said($by->patch($at, { disabled => $T, admin => $T })),
		    '409 account-ending', 'by the service';
		my $r = $d->run(@admin);
		is "$r->{status} $r->{err}", "1 docket-admin: the account of "
		    . "$of->{email} is being deleted\n", 'by docket-admin';
		is said($by->patch($at, { admin => $F })), '200',
		    'it is none already';
		ok !$d->sql("SELECT disabled + (flags & 2) FROM user $row"),
		    'nothing was done';
		$cleanup->($days);
	}
	is said($by->patch($at, { admin => $T })), '200',
	    'docket-cleanup ends what was interrupted';
};

Docket::documented($record);
done_testing;
