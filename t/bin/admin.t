# docket-admin, verb by verb; check.t and migrate.t have these two.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Admin;
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();
use Test::More;

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
	is_deeply [map { "$_->{id} $_->{role}" }
	    @{$bob->get('/lists')->{json}{items}}], ["$l owner"],
	    'and hands a shared list over';
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

	for ([5000 => 5000], [0 => 0], [default => 1 << 20]) {
		my ($quota, $bytes) = @$_;
		is admin($d, 0, qw(user quota ada@example.org), $quota)->{out},
		    "The quota of ada\@example.org is $bytes bytes.\n", "quota: $quota";
	}
	$d->sign_in('ada@example.org', $ada->{password});
	my $list = sub { return split /\n/,
	    admin($d, 0, qw(user sessions ada@example.org))->{out} };
	my ($first, @more) = $list->();
	is @more, 1, 'two sessions are listed';
	my ($id) = $first =~ /^([-0-9a-f]{36})\t\d{4}-\S+Z\t\d{4}-\S+Z\t-$/;
	ok $id, 'with id, times and device';
	$d->sql("UPDATE credential SET name = 'Fennec' WHERE id = x'"
	    . $id =~ tr/-//dr . "'");
	like admin($d, 0, qw(user sessions ada@example.org))->{out},
	    qr/^$id\t\S+\t\S+\tFennec$/m, 'with the name of the client';
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
	like $lines[0], qr/^ada\@example\.org\tverified, disabled\tada\t20\d\d-\S+Z\t4096 of 1048576 bytes$/,
	    'user list shows the state, the last sign-in and the storage';
	$d->sql('UPDATE user SET signed_in_at = 0');
	like admin($d, 0, qw(user list))->{out},
	    qr/^Rob\@example\.org\tunverified\tbob\tnever\t0 of 1048576 bytes$/m,
	    'or that they never signed in';
	admin($d, 0, qw(user enable ada@example.org));
	is join(' ', map { $_->get('/me')->{status} } $ada, $script),
	    '401 401', 'after enable, the user signs in again';
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
	my $d = Docket->new('smtp-url' => 'smtp://u:sesame@mail.example.org',
	    'session-days' => 7);
	my $out = admin($d, 0, 'config')->{out};
	like $out, qr/^session-days = 7\t; environment$/m,
	    'a setting has its value and origin';
	like $out, qr/^registration = closed\t; default$/m, 'or is a default';
	unlike $out, qr/sesame/, 'secrets are masked';
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
	    grep { !/smtp-url|^#?database/ } split /^/, $_[0] };
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
	return if engine() ne 'sqlite';		# which programs could create
	my $none = $d->with(env => { %{$d->{env}},
	    DOCKET_DATA => "$d->{data}/none" });
	admin($none, 0, 'config');
	admin($none, 1, $_) for 'stats', 'check', 'vapid';
	ok !-e "$d->{data}/none", 'none of these creates a database';
};

# What in these folders is not the other user's.
sub others {
	return [grep { (stat)[4] != 65534 } split /\n/, `find @_`];
}

# Of a database that is a file.
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
} if engine() eq 'sqlite';

done_testing;
