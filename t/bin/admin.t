# docket-admin, verb by verb.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();
use Server;
use Test::More;

# One run: its status, and that what went wrong is one line.
sub admin {
	my ($d, $status, @args) = @_;
	my $r = $d->run('docket-admin', @args);
	my $name = join ' ', map { ref ? () : $_ } @args;
	is $r->{status}, $status, "$name: $status" or diag $r->{err};
	my $lines = () = $r->{err} =~ /\n/g;
	cmp_ok $lines, '==', $status == 2 && $r->{err} =~ /see docket-admin/ ?
	    $lines : $status ? 1 : 0, "$name: a line for what went wrong"
	    if $r->{out} !~ /FAULT/;
	return $r;
}

subtest 'usage' => sub {
	my $d = Docket->new;
	like admin($d, 0, '--help')->{out}, qr/^usage: docket-admin/,
	    '--help prints the usage';
	like admin($d, 0, '--version')->{out}, qr/^docket-admin \d/,
	    '--version prints the version';
	like admin($d, 2, 'user')->{err},
	    qr/missing verb after user; must be one of: add, invite, list, .*, remove$/m,
	    'user without a verb lists the verbs';
	like admin($d, 2, 'user', 'lst')->{err},
	    qr/unknown verb: user lst; must be one of: add, invite/,
	    'so does an unknown verb';
	admin($d, 2, @$_) for [], ['nothing'], ['user', 'add'],
	    ['migrate', 'now'], ['--never'], ['user', 'list', 'all'];
	my $dir = tempdir(CLEANUP => 1);
	for (["sesion-days = 3\n", 1, 'sesion-days'],
	    ["\nsession-days = many\n", 2, 'session-days']) {
		my ($text, $line, $key) = @$_;
		open my $out, '>', "$dir/conf" or die;
		print $out $text;
		close $out;
		like admin($d, 1, '-c', "$dir/conf", 'config')->{err},
		    qr{^docket-admin: \Q$dir\E/conf:$line: .*$key},
		    'an invalid setting is reported with file, line and key';
	}
};

subtest 'users' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $password = 'another good one';
	admin($d, 0, '-q', 'user', 'add', 'bob@example.org', '--password-stdin',
	    \"$password\n");
	like admin($d, 0, 'user', 'list')->{out},
	    qr/^ada\@example\.org\tverified\tada\t.*\nbob\@example\.org\tunverified/,
	    'user list shows the new user';
	ok $d->sign_in('bob@example.org', $password),
	    'an added user can sign in';
	admin($d, 1, 'user', 'add', 'BOB@example.org', '--password-stdin',
	    \"$password\n");
	admin($d, 1, 'user', 'add', 'x@example.org', '--password-stdin', \"$_\n")
	    for 'short', 'password';
	admin($d, 2, 'user', 'add', $_, '--password-stdin', \"$password\n")
	    for 'bob', '@x', 'a b@c', 'a..b@example.org', 'a@-x';
	admin($d, 0, 'user', 'verify', 'bob@example.org');
	like admin($d, 0, 'user', 'list')->{out}, qr/bob\S+\tverified/,
	    'user verify marks the address';
	admin($d, 1, 'user', $_, 'nobody@example.org') for qw(verify);
	admin($d, 0, 'user', 'passwd', 'ada@example.org', '--password-stdin',
	    \"$password\n");
	is $ada->get('/me')->{status}, 401, 'user passwd ends the sessions';
	$ada = $d->sign_in('ada@example.org', $password);
	my $l = uuid();
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	admin($d, 1, 'user', 'remove', 'ada@example.org');
	is $ada->get('/me')->{status}, 200, 'without --yes nothing is removed';
	admin($d, 0, 'user', 'remove', 'ada@example.org', '--yes');
	is $ada->get('/me')->{status}, 401, 'user remove ends the sessions';
	my $bob = $d->sign_in('bob@example.org', $password);
	is_deeply $bob->get('/lists')->{json}{items}, [],
	    'and deletes the lists';
	admin($d, 1, 'user', 'remove', 'ada@example.org', '--yes');
};

subtest 'a password is typed twice, without an echo' => sub {
	my $d = Docket->new;
	my @add = qw(user add ada@example.org);
	is $d->typed('another good one,another good one', 'docket-admin',
	    @add),
	    '0 New password: |Again: |Added ada@example.org; '
	    . "verify the address before sharing lists with them.|\n",
	    'a user is added with the typed password';
	ok $d->sign_in('ada@example.org', 'another good one'),
	    'and can sign in with it';
	my @passwd = qw(user passwd ada@example.org);
	like $d->typed('a good password,a god password', 'docket-admin',
	    @passwd),
	    qr/^1 .*the passwords differ/,
	    'two different passwords are refused';
	ok $d->sign_in('ada@example.org', 'another good one'),
	    'and change nothing';
	like admin($d, 1, @passwd)->{err},
	    qr/no terminal to read the password from: use --password-stdin/,
	    'without a terminal it refuses';
	like admin($d, 1, @passwd, '--password-stdin', \'')->{err},
	    qr/no password on standard input/,
	    'empty standard input is refused';
	like admin($d, 1, @passwd, '--password-stdin', \"short\n")->{err},
	    qr/a password must have 8 to 1024 bytes/,
	    'a short password is refused';
};

subtest 'user email, sessions, disable and enable' => sub {
	my $d = Docket->new('quota-bytes' => '1M');
	my $ada = $d->user('ada@example.org');
	my $bob = $d->user('bob@example.org', unverified => 1);
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	$ada->upload($t, uuid(), 'bytes', $_) for 'a.txt', 'again.txt';
	my $code = $d->code('bob@example.org', 'reset');
	admin($d, 0, qw(user email bob@example.org Rob@example.org));
	is $bob->get('/me')->{json}{email}, 'Rob@example.org',
	    'user email changes the address and keeps the session';
	is $d->put("/password-resets/$code", { password => 'long enough' })
	    ->{status}, 404, 'codes mailed to the old address stop working';
	like admin($d, 1, qw(user email rob@example.org ADA@example.org))
	    ->{err}, qr/another user has that address/,
	    'the address of another user is refused';
	admin($d, 2, qw(user email rob@example.org rob));
	admin($d, 1, 'user', $_, 'nobody@example.org') for qw(disable enable
	    sessions);
	admin($d, 1, qw(user email nobody@example.org new@example.org));

	$d->sign_in('ada@example.org', $ada->{password});
	my $list = sub { return split /\n/,
	    admin($d, 0, qw(user sessions ada@example.org))->{out} };
	my ($first, @more) = $list->();
	is @more, 1, 'two sessions are listed';
	my ($id) = $first =~ /^([-0-9a-f]{36})\t\d{4}-\S+Z\t\d{4}-\S+Z\t-$/;
	ok $id, 'with id, times and device';
	admin($d, 1, qw(user sessions ada@example.org --end), uuid());
	admin($d, 1, qw(user sessions rob@example.org --end), $id);
	admin($d, 0, qw(user sessions ada@example.org --end), $id);
	is $ada->get('/me')->{status}, 401, 'the session has ended';
	is scalar($list->()), 1, 'the other session remains';
	admin($d, 0, qw(user sessions ada@example.org --end all));
	is scalar($list->()), 0, 'all sessions are ended';

	$ada = $d->sign_in('ada@example.org', $ada->{password});
	my $token = $ada->post('/me/tokens', { name => 'x' })->{json}{token};
	my $script = $ada->with(token => $token);
	$_->post('/me/push-subscriptions', { endpoint =>
	    'https://push.example.org/' . uuid(), keys => { p256dh => 'k',
	    auth => 'a' } }) for $ada, $script;
	admin($d, 0, qw(user disable ADA@example.org));
	is join(' ', map { $_->get('/me')->{status} } $ada, $script),
	    '401 401', 'sessions and tokens of a disabled user are refused';
	my $r = $d->post('/sessions', { email => 'ada@example.org',
	    password => $ada->{password} });
	is $r->{json}{code}, 'bad-credentials',
	    'a disabled user cannot sign in';
	is $d->sql('SELECT count(*) FROM push_subscription'), 0,
	    'and gets no notifications';
	is $d->with(env => { %{$d->{env}}, DOCKET_AUTH => 'remote-user' },
	    vars => { REMOTE_USER => 'ada@example.org' })->get('/me')
	    ->{status}, 401, 'nor can the web server sign them in';
	my @lines = split /\n/, admin($d, 0, qw(user list))->{out};
	like $lines[0], qr/^ada\@example\.org\tverified, disabled\tada\t20\d\d-\S+Z\t5 of 1048576 bytes$/,
	    'user list shows the state, the last sign-in and the storage';
	$d->sql('UPDATE user SET signed_in_at = 0');
	like admin($d, 0, qw(user list))->{out},
	    qr/^Rob\@example\.org\tunverified\tbob\tnever\t0 of 1048576 bytes$/m,
	    'or that they never signed in';
	admin($d, 0, qw(user enable ada@example.org));
	is join(' ', map { $_->get('/me')->{status} } $ada, $script),
	    '401 200', 'after enable, access tokens work again';
	ok $d->sign_in('ada@example.org', $ada->{password}),
	    'and the user can sign in';
};

subtest 'user invite' => sub {
	my $d = Docket->new('base-url' => 'https://d.example.org');
	my $invite = sub { return admin($d, $_[0], qw(user invite
	    ada@example.org --name Ada)) };
	my ($code) = $invite->(0)->{out} =~
	    m{^https://d\.example\.org/#/reset/([\w-]{43})$}m;
	ok $code, 'without mail the link is printed';
	is $d->post('/sessions', { email => 'ada@example.org',
	    password => '' })->{status}, 401,
	    'before the link is used there is no password';
	is $d->put("/password-resets/$code", { password => 'long enough 1' })
	    ->{status}, 204, 'the link sets a password';
	my $ada = $d->sign_in('ada@example.org', 'long enough 1');
	is_deeply [@{$ada->{me}}{qw(displayName emailVerified)}],
	    ['Ada', JSON::PP::true], 'and verifies the address';
	like $invite->(1)->{err}, qr/with that address and a password/,
	    'a user with a password cannot be invited again';
	admin($d, 2, qw(user invite ada));
	my $mails = Docket->new('smtp-url' => 'smtp://localhost',
	    'mail-from' => 'docket@example.org');
	admin($mails, 0, qw(user invite bob@example.org)) for 1, 2;
	is $mails->sql('SELECT kind, email FROM mail'),
	    'invite|bob@example.org', 'with mail the invitation is queued';
	unlike admin($mails, 0, qw(user invite bob@example.org))->{out},
	    qr/reset/, 'and not printed';
};

subtest 'config and stats' => sub {
	my $d = Docket->new('smtp-url' => 'smtp://u:secret@mail.example.org',
	    'session-days' => 7);
	my $out = admin($d, 0, 'config')->{out};
	like $out, qr/^session-days = 7\t; environment$/m,
	    'a setting has its value and origin';
	like $out, qr/^registration = closed\t; default$/m, 'or is a default';
	unlike $out, qr/secret/, 'secrets are masked';
	like $d->with(env => { PATH => $ENV{PATH}, DOCKET_DATABASE =>
	    'postgresql://db/d?user=u&password=secret&sslmode=require' })
	    ->run('docket-admin', '-c', '/dev/null', 'config')->{out},
	    qr/^#database = \S+user=u&password=\*+&sslmode=require\t/m,
	    'also one that is a parameter';
	like $out, qr/^#smtp-url = smtp:\/\/\*+\@mail/m, 'and commented out';
	my $file = "$d->{data}/../config$$";
	open my $new, '>', $file or die;
	print $new $out;
	close $new;
	my $again = $d->with(env => { PATH => $ENV{PATH} })
	    ->run('docket-admin', '-c', $file, 'config');
	is $again->{err}, '', 'the output is a valid settings file';
	my $plain = sub { join '', map { s/\t; .*//r }
	    grep { !/smtp-url/ } split /^/, $_[0] };
	is $plain->($again->{out}), $plain->($out), 'with the same settings';
	like $again->{out}, qr/^session-days = 7\t; \Q$file\E:\d+$/m,
	    'which then come from that file';
	open $new, '>', $file or die;
	print $new "base-url = https://x.example.org # mine\n";
	close $new;
	like $d->run('docket-admin', '-c', $file, 'config')->{err},
	    qr/base-url: .*a comment behind a value begins with a blank and ";"/,
	    'a secret in a comment is masked';
	unlink $file;
	my $ada = $d->user('ada@example.org');
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $_, title => 'T' })
	    for $t, uuid();
	$ada->patch("/lists/$l/tasks/$t", { done => JSON::PP::true });
	$ada->upload($t, uuid(), 'bytes', 'a.txt');
	my $s = JSON::PP::decode_json(admin($d, 0, 'stats', '--json')->{out});
	is_deeply [@$s{qw(users lists openTasks doneTasks attachments
	    attachmentBytes sessions)}], [1, 1, 1, 1, 1, 5, 1],
	    'stats --json counts everything';
	like admin($d, 0, 'stats')->{out}, qr/^ +1  open tasks$/m,
	    'stats prints the same for people';
	my $none = $d->with(env => { %{$d->{env}},
	    DOCKET_DATA => "$d->{data}/none" });
	admin($none, 0, 'config');
	admin($none, 1, $_) for 'stats', 'check', 'vapid';
	ok !-e "$d->{data}/none", 'none of these creates a database';
};

# A fault planted, and what check says of it: a pattern, and its status.
my %faults = (
	'a missing file' => [qr/FAULT: \S+files\S+: No such file/, sub {
		my ($d) = @_; unlink glob "$d->{data}/files/*/*" }],
	'a file cut off' => [qr/FAULT: \S+: its size differs/, sub {
		my ($d) = @_; truncate +(glob "$d->{data}/files/*/*")[0], 3 }],
	'changed bytes' => [qr/FAULT: \S+: its content differs from what was uploaded/,
	    sub { my ($d) = @_; open my $out, '+<',
		(glob "$d->{data}/files/*/*")[0] or die; print $out 'X' },
		'--deep'],
	'an open directory' => [qr/FAULT: .* accessible to other users \(mode 755\)/,
	    sub { my ($d) = @_; chmod 0755, $d->{data} }],
	'an open database' => [qr/FAULT: .* accessible to other users \(mode 644\)/,
	    sub { my ($d) = @_; chmod 0644, "$d->{data}/docket.db" }],
	'a task out of the feed' => [qr/FAULT: missing from the feed of changes: 1 \(tasks\)/,
	    sub { my ($d) = @_; $d->sql('DELETE FROM feed WHERE kind = 2') }],
	'a step that is no more in the feed' => [qr/FAULT: in the feed without a record: 1 \(steps\)/,
	    sub { my ($d) = @_; $d->sql('DELETE FROM step') }],
	'a member out of the feed' => [qr/FAULT: missing from the feed of changes: 1 \(members\)/,
	    sub { my ($d) = @_; $d->sql('DELETE FROM feed WHERE kind = 9') }],
	'a task without its words' => [qr/FAULT: the words for search differ from the tasks, in lists: 1\..*\n +Run docket-admin reindex/,
	    sub { my ($d) = @_; $d->sql("DELETE FROM word WHERE word = 't'") },
	    'reindex'],
	'words of no task' => [qr/FAULT: the words for search .*: 1/, sub {
		my ($d) = @_; $d->sql("INSERT INTO word SELECT number, 'x',
		    -99, 1 FROM list") }, 'reindex'],
	'words of no list' => [qr/FAULT: the words for search .*: 0/, sub {
		my ($d) = @_; $d->sql("INSERT INTO word VALUES (99, 'x', 1, 1)")
		}, 'reindex'],
	'counts that are wrong' => [qr/FAULT: the counts .* of lists and users: 2/,
	    sub { my ($d) = @_; $d->sql('UPDATE list SET tasks = tasks + 5;
		UPDATE user SET text = 1 WHERE text > 0') }, 'reindex'],
	'a clock set back' => [qr/FAULT: the clock is \d+ seconds behind/,
	    sub { my ($d) = @_; $d->sql('UPDATE state SET
		last_stamp = last_stamp + 7200000000') }],
	'stamps beyond the last' => [qr/FAULT: some changes are newer/,
	    sub { my ($d) = @_; $d->sql('UPDATE state SET last_stamp = 1') }],
	'reminders that go nowhere' => [qr/FAULT: docket-remind has never run/,
	    sub { my ($d, $u) = @_; $u->post('/me/push-subscriptions', {
		endpoint => 'https://push.example.org/1', keys => {
		p256dh => 'x', auth => 'y' } }) }],
	'a broken page' => [qr/FAULT: the database is damaged/, sub {
		my ($d) = @_; my $n = $d->sql("SELECT rootpage FROM
		    sqlite_schema WHERE name = 'access_list'");
		my $size = $d->sql('PRAGMA page_size');
		open my $out, '+<', "$d->{data}/docket.db" or die;
		seek $out, ($n - 1) * $size + 8, 0;
		print $out "\xff" x ($size - 8) }],
	'a row that refers to none' => [qr/FAULT: .* refers to a missing row of list/,
	    sub { my ($d) = @_; $d->sql('PRAGMA foreign_keys = OFF;
		DELETE FROM list') }],
);
subtest 'check finds each fault' => sub {
	for my $name (sort keys %faults) {
		my ($like, $plant, $more) = @{$faults{$name}};
		my @deep = grep { $_ && /deep/ } $more;
		my $d = Docket->new;
		my $ada = $d->user('ada@example.org');
		my ($l, $t) = (uuid(), uuid());
		$ada->post('/lists', { id => $l, title => 'L' });
		$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
		$ada->upload($t, uuid(), "some text\n", 'a.txt');
		$ada->post("/tasks/$t/steps", { id => uuid(), title => 'S' });
		$ada->post("/lists/$l/members", { email => $d->user(
		    'bob@example.org')->{email} });
		unlike admin($d, 0, 'check', @deep)->{out}, qr/FAULT/,
		    'before the fault there is only advice';
		$plant->($d, $ada);
		like admin($d, 1, 'check', @deep)->{out}, $like, $name;
		next if ($more // '') ne 'reindex';
		admin($d, 0, 'reindex');
		admin($d, 0, 'check');
		is scalar @{$ada->get('/search?q=t')->{json}{items}}, 1,
		    'reindex corrects it';
		is admin($d, 0, 'reindex')->{out},
		    "Lists indexed again: 0.  Counts corrected: 0.\n",
		    'a second reindex changes nothing';
	}
	my $d = Docket->new;
	chmod 0, "$d->{data}/docket.lock";
	my $r = $d->spawn($d->{env}, '', 'setpriv', '--bounding-set=-all',
	    '--inh-caps=-all', build() . '/bin/docket-admin', 'check');
	like $r->{out}, qr/FAULT: \S+docket\.lock: Permission denied\.\n.*service's user\.\n.*^Faults: 1\./ms,
	    'a lock of another user is a fault, and the report is complete';
	chmod 0600, "$d->{data}/docket.lock";
	mkdir "$d->{data}/files", 0700;
	mkdir "$d->{data}/files/ab", 0700;
	open my $out, '>', "$d->{data}/files/ab/" . 'c' x 62;
	like admin($d, 0, 'check')->{out},
	    qr/Advice: files without an attachment: 1,/,
	    'a file without an attachment is advice';
};

subtest 'check looks at the settings file' => sub {
	my $d = Docket->new;
	my ($dir, $n) = (tempdir(CLEANUP => 1), 0);
	# Of a file with that text, in that place, with that mode.
	my $said = sub {
		my ($text, $mode, $file) = @_;
		$file //= "$dir/" . ++$n;
		open my $out, '>', $file or die;
		print $out $text;
		close $out;
		chmod $mode, $file;
		my $r = $d->with(env => { %{$d->{env}},
		    DOCKET_CONF => $file })->run('docket-admin', 'check');
		unlink $file;
		return join '', grep { /\Q$file\E/ } split /^/, $r->{out};
	};
	my $secret = "smtp-url = smtp://u:hunter2\@example.org\n" .
	    "mail-from = d\@example.org\n";
	like $said->($secret, 0644), qr/^FAULT: \S+ contains a password and is readable by everybody \(mode 644\)\.$/,
	    'a password that others can read is a fault';
	is $said->($secret, 0640), '',
	    'a password that only a group can read is not';
	is $said->("smtp-url = smtp://example.org\nmail-from = d\@example.org\n",
	    0644), '', 'a file without a password can be readable';
	like $said->('', 0646), qr/^FAULT: \S+ can be changed by everybody/,
	    'a file that everybody can write is a fault';
	like $said->('', 0600, "$d->{data}/docket.conf"),
	    qr/^FAULT: \S+ is in the data directory/,
	    'a file in the data directory is a fault';
	my %without = %{$d->{env}};
	delete $without{DOCKET_CONF};
	like $d->with(env => \%without)->run('docket-admin', 'check')->{out},
	    qr{^Advice: there is no /etc/docket/docket\.conf:}m,
	    'without a file there is advice' if !-e '/etc/docket/docket.conf';
	my %more = (DOCKET_BASEURL => 'x', DOCKET_ => 'y', DOCKETS => 'z');
	my $out = $d->with(env => { %{$d->{env}}, %more })
	    ->run('docket-admin', 'check')->{out};
	like $out, qr/^Advice: \Q$_\E in the environment is not a setting\.$/m,
	    $_ for 'DOCKET_BASEURL', 'DOCKET_';
	unlike $out, qr/DOCKET_(?:DATA|CONF|SANDBOX)|DOCKETS/,
	    'known variables and other names are not reported';
};

subtest 'check names files of another user' => sub {
	plan skip_all => 'only root can give files away' if $> != 0;
	my $d = Docket->new;
	my $dir = tempdir(CLEANUP => 1);
	my @as = qw(setpriv --reuid=65534 --regid=65534 --clear-groups);
	my $admin = "$dir/docket-admin";
	system 'cp', build() . '/bin/docket-admin', $admin;
	system 'cp', '-r', $d->{data}, "$dir/data";
	chmod 0755, $dir;
	system 'chown', '-R', '65534:65534', "$dir/data";
	plan skip_all => 'another user cannot run it'
	    if system("@as $admin --version >/dev/null 2>&1") != 0;
	my $said = sub {
		return Docket->spawn($d->{env}, '', @as, $admin, '-d',
		    "$dir/data", 'check')->{err};
	};
	for my $file ('/docket.db', '') {
		chown 0, 0, "$dir/data$file" or die;
		like $said->(), qr{^docket-admin:\ \Q$dir/data$file\E\ belongs\ to
		    \ the\ user\ with\ the\ number\ 0;\ this\ is\ 65534$}mx,
		    "data$file is named";
	}
	system 'chown', '-R', '65534:65534', "$dir/data";
	# As beside a service: there is a log already.
	open my $service, '|-', @as, 'sqlite3', "$dir/data/docket.db" or die;
	syswrite $service, ".output /dev/null\nSELECT count(*) FROM user;\n";
	select undef, undef, undef, 0.05 until -e "$dir/data/docket.db-shm";
	chmod 0500, "$dir/data" or die;
	like(Docket->spawn($d->{env}, '', @as, $admin, '-d', "$dir/data",
	    'check')->{out}, qr{^FAULT:\ \Q$dir/data\E,\ the\ data\ directory,
	    \ cannot\ be\ changed:\ Permission\ denied\.$}mx,
	    'a directory that cannot be written to');
	close $service;
};

subtest 'check visits the address' => sub {
	my ($dir, $port) = (tempdir(CLEANUP => 1), free_port());
	my $url = "https://localhost:$port";
	my $d = Docket->new('base-url' => $url);
	my $said = sub { join '', grep { /localhost/ } split /^/,
	    $d->run('docket-admin', 'check')->{out} };
	like $said->(), qr{^Advice:\ \Q$url\E/api/v1/health\ cannot\ be\ reached
	    \ from\ this\ machine:\ .*connect}x, 'no server';
	is(Docket->spawn({ PATH => $ENV{PATH} }, '', 'openssl', 'req', '-x509',
	    '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
	    '-days', 30, '-subj', '/CN=localhost', '-addext',
	    'subjectAltName=DNS:localhost', '-keyout', "$dir/key.pem", '-out',
	    "$dir/cert.pem")->{status}, 0, 'a certificate for 30 days');
	start($d->{env}, undef, build() . '/bin/docket-serve', '-p', $port,
	    '--certificate', "$dir/cert.pem", '--key', "$dir/key.pem");
	for (1 .. 100) {
		last if $said->() !~ /cannot be reached/;
		select undef, undef, undef, 0.1;
	}
	like $said->(), qr{^Advice:\ .*/health:\ this\ machine\ refuses\ the
	    \ certificate:\ self.signed}x, 'a certificate of unknown origin';
	$d->{env}{SSL_CERT_FILE} = "$dir/cert.pem";
	is $said->(), '', 'one that this machine trusts';
	$d->later('20d');
	like $said->(), qr/^Advice: .* the certificate expires soon \(days left: (?:9|10)\)\.$/,
	    'one that soon expires';
	$d->later('31d');
	like $said->(), qr/^FAULT: .* the certificate has expired,/,
	    'one that has expired';
	$d->{env}{DOCKET_AUTH} = 'remote-user';
	$d->later('0d');
	is $said->(), '', 'nor with single sign-on';
	stop_all();

	delete $d->{env}{DOCKET_AUTH};
	$d->{env}{DOCKET_BASE_URL} = "http://localhost:$port";
	start({}, undef, 'python3', '-m', 'http.server', '-d', $dir, '-b',
	    '127.0.0.1', $port);
	for (1 .. 100) {
		last if $said->() !~ /cannot be reached/;
		select undef, undef, undef, 0.1;
	}
	like $said->(), qr/health answers with status 404, and not as Docket/,
	    'another service';
	stop_all();
};

# What in these folders is not the other user's.
sub others {
	return [grep { (stat)[4] != 65534 } split /\n/, `find @_`];
}

subtest 'root writes as the owner of the data' => sub {
	plan skip_all => 'not root' if $> != 0;
	my $d = Docket->new;
	my $dir = tempdir(CLEANUP => 1);
	chmod 0755, $dir;
	mkdir "$dir/$_", 0700 for qw(data backup);
	chown 65534, 65534, "$dir/data", "$dir/backup";
	my $o = $d->with(env => { %{$d->{env}}, DOCKET_DATA => "$dir/data" });
	admin($o, 0, '-q', 'migrate');
	admin($o, 0, qw(-q user add ada@example.org --password-stdin),
	    \"a long password\n");
	my $file = write_file("$dir/in.json", json({ format => 'docket',
	    version => 1, lists => [] }));
	$o->run(@$_) for ['docket-cleanup'], ['docket-backup', "$dir/backup"],
	    ['docket-import', '--user', 'ada@example.org', $file];
	is_deeply others("$dir/data", "$dir/backup"), [], 'every file is the owner\'s';
	admin($o, 0, 'restore', "$dir/backup");
	is_deeply others("$dir/data", "$dir/backup"), [], 'also after a restore';
	my ($backup) = glob "$dir/backup/docket-*.db";
	chown 0, 0, $backup;
	like admin($o, 1, 'restore', "$dir/backup")->{err},
	    qr/\Q$backup\E: this user cannot read it: give it to the owner/,
	    'a backup of root alone is named';
	mkdir "$dir/own", 0700;
	is $o->run('docket-backup', '-q', "$dir/own")->{status}, 0,
	    'a backup in a folder of root';
};

subtest 'check looks at the last backup' => sub {
	my ($d, $dir) = (Docket->new, tempdir(CLEANUP => 1));
	my $said = sub { join '', grep { /backup/ } split /^/,
	    admin($d, 0, 'check')->{out} };
	like $said->(), qr/^Advice: docket-backup has never made a backup\.\n.*backup-days = 0/,
	    'without a backup there is advice';
	is $d->run('docket-backup', '-q', $dir)->{status}, 0,
	    'a backup is made';
	is $said->(), '', 'a recent backup is fine';
	ok JSON::PP::decode_json(admin($d, 0, 'stats', '--json')->{out})
	    ->{lastBackup}, 'stats --json has its time';
	$d->later('50h');
	like $said->(), qr/^Advice: the last backup is 2 days old/,
	    'an old backup is advice';
	$d->{env}{DOCKET_BACKUP_DAYS} = 3;
	is $said->(), '', 'backup-days sets the limit';
	$d->later('4000h');
	$d->{env}{DOCKET_BACKUP_DAYS} = 0;
	is $said->(), '', 'with 0 there is no advice';
};

subtest 'migrate' => sub {
	my $dir = tempdir(CLEANUP => 1);
	my $first = slurp(top() . '/sql/migrate/0001-initial.sql');
	my $n = 0;
	my $old = sub {
		my $d = bless { data => "$dir/" . ++$n, env => {
		    PATH => $ENV{PATH}, DOCKET_CONF => '/dev/null',
		    map { $_ => $ENV{$_} } grep { /SAN_OPTIONS/ } keys %ENV } },
		    'Docket';
		$d->{env}{DOCKET_DATA} = $d->{data};
		mkdir $d->{data}, 0700;
		$d->sql("PRAGMA journal_mode = WAL; BEGIN; $first;
		    INSERT INTO user VALUES (randomblob(16), 'a\@x', 'a\@x',
		    'A', NULL, 1, 'UTC', NULL, 1, 1, 1, 0); COMMIT;
		    PRAGMA user_version = 1;
		    PRAGMA application_id = 0x444f434b");
		chmod 0600, "$d->{data}/docket.db";
		return $d;
	};
	my $d = $old->();
	is $d->with(may_fail => 1, quiet => 1)->request('GET', '/me')->{status},
	    503, 'an older schema is answered with 503';
	like admin($d, 0, 'migrate')->{out}, qr/migrated from schema 1 to \d+; .* docket\.db\.before-0002\./,
	    'migrate upgrades the database';
	ok -s "$d->{data}/docket.db.before-0002",
	    'and keeps a copy of the old one';
	is $d->sql('SELECT display_name FROM user'), 'A', 'the data are kept';
	like admin($d, 0, 'migrate')->{out}, qr/is up to date/,
	    'a second migrate does nothing';
	unlike admin($d, 0, 'check')->{out}, qr/FAULT/, 'check finds no fault';
	my $last = $d->sql('PRAGMA user_version');
	my %seen;
	for (1 .. 40) {
		$d = $old->();
		my $pid = fork // die;
		if ($pid == 0) {
			%ENV = %{$d->{env}};
			open STDOUT, '>', '/dev/null';
			exec build() . '/bin/docket-admin', 'migrate';
		}
		select undef, undef, undef, rand 0.02;
		kill 'KILL', $pid;
		waitpid $pid, 0;
		my $v = $d->sql('PRAGMA user_version');
		$seen{$v}++;
		admin($d, 0, '-q', 'migrate');
		is $d->sql('PRAGMA user_version') . $d->sql(
		    'SELECT display_name FROM user'), "${last}A",
		    "killed at schema $v, and then whole";
	}
	$d->sql('PRAGMA user_version = 999');
	my $before = slurp("$d->{data}/docket.db");
	like admin($d, 1, 'migrate')->{err}, qr/newer version of Docket \(schema 999, this one has $last\)/,
	    'a newer database is refused';
	ok slurp("$d->{data}/docket.db") eq $before, 'and not changed';
	$d->sql('PRAGMA user_version = 0');
	like admin($d, 1, 'migrate')->{err}, qr/^docket-admin: docket.db does not say which version it has: restore a backup\n\z/,
	    'a database without a version is refused';
	$d->sql('PRAGMA application_id = 1');
	like admin($d, 1, 'migrate')->{err}, qr/not a Docket database/,
	    'the database of another program is refused';
	unlink glob "$d->{data}/docket.db*";
	mkdir "$d->{data}/files";
	mkdir "$d->{data}/files/ab";
	like admin($d, 1, 'migrate')->{err}, qr/attachments but no database/,
	    'attachments without a database are refused';
	ok !-e "$d->{data}/docket.db", 'and no database is created';
};

done_testing;
