# docket-admin, verb by verb.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();
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
	like admin($d, 0, '--help')->{out}, qr/^usage: docket-admin/, 'help';
	like admin($d, 0, '--version')->{out}, qr/^docket-admin \d/, 'version';
	admin($d, 2, @$_) for [], ['user'], ['nothing'], ['user', 'add'],
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
		    'file, line and key';
	}
};

subtest 'users' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $password = 'another good one';
	admin($d, 0, '-q', 'user', 'add', 'bob@example.org', '--password-stdin',
	    \"$password\n");
	like admin($d, 0, 'user', 'list')->{out},
	    qr/^ada\@example\.org\tverified\tada\nbob\@example\.org\tunverified/,
	    'list';
	ok $d->sign_in('bob@example.org', $password), 'who is added signs in';
	admin($d, 1, 'user', 'add', 'BOB@example.org', '--password-stdin',
	    \"$password\n");
	admin($d, 1, 'user', 'add', 'x@example.org', '--password-stdin', \"$_\n")
	    for 'short', 'password';
	admin($d, 2, 'user', 'add', $_, '--password-stdin', \"$password\n")
	    for 'bob', '@x', 'a b@c', 'a..b@example.org', 'a@-x';
	admin($d, 0, 'user', 'verify', 'bob@example.org');
	like admin($d, 0, 'user', 'list')->{out}, qr/bob\S+\tverified/, 'verify';
	admin($d, 1, 'user', $_, 'nobody@example.org') for qw(verify);
	admin($d, 0, 'user', 'passwd', 'ada@example.org', '--password-stdin',
	    \"$password\n");
	is $ada->get('/me')->{status}, 401, 'passwd ends the sessions';
	$ada = $d->sign_in('ada@example.org', $password);
	my $l = uuid();
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	admin($d, 1, 'user', 'remove', 'ada@example.org');
	is $ada->get('/me')->{status}, 200, 'not without --yes';
	admin($d, 0, 'user', 'remove', 'ada@example.org', '--yes');
	is $ada->get('/me')->{status}, 401, 'removed';
	my $bob = $d->sign_in('bob@example.org', $password);
	is_deeply $bob->get('/lists')->{json}{items}, [], 'and the lists';
	admin($d, 1, 'user', 'remove', 'ada@example.org', '--yes');
};

subtest 'config and stats' => sub {
	my $d = Docket->new('smtp-url' => 'smtp://u:secret@mail.example.org',
	    'session-days' => 7);
	my $out = admin($d, 0, 'config')->{out};
	like $out, qr/^session-days = 7\t# environment$/m, 'and its origin';
	like $out, qr/^registration = closed\t# default$/m, 'or default';
	unlike $out, qr/secret/, 'secrets are masked';
	my $ada = $d->user('ada@example.org');
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $_, title => 'T' })
	    for $t, uuid();
	$ada->patch("/lists/$l/tasks/$t", { done => JSON::PP::true });
	$ada->upload($t, uuid(), 'bytes', 'a.txt');
	my $s = JSON::PP::decode_json(admin($d, 0, 'stats', '--json')->{out});
	is_deeply [@$s{qw(users lists openTasks doneTasks attachments
	    attachmentBytes sessions)}], [1, 1, 1, 1, 1, 5, 1], 'stats --json';
	like admin($d, 0, 'stats')->{out}, qr/^ +1  open tasks$/m, 'stats';
	my $none = $d->with(env => { %{$d->{env}},
	    DOCKET_DATA => "$d->{data}/none" });
	admin($none, 0, 'config');
	admin($none, 1, $_) for 'stats', 'check', 'vapid';
	ok !-e "$d->{data}/none", 'none of which makes a database';
};

# A fault planted, and what check says of it: a pattern, and its status.
my %faults = (
	'a missing file' => [qr/FAULT: \S+files\S+: No such file/, sub {
		my ($d) = @_; unlink glob "$d->{data}/files/*/*" }],
	'a file cut off' => [qr/FAULT: \S+: has another size/, sub {
		my ($d) = @_; truncate +(glob "$d->{data}/files/*/*")[0], 3 }],
	'changed bytes' => [qr/FAULT: \S+: does not hold what was uploaded/,
	    sub { my ($d) = @_; open my $out, '+<',
		(glob "$d->{data}/files/*/*")[0] or die; print $out 'X' },
		'--deep'],
	'an open directory' => [qr/FAULT: .* open to other users \(mode 755\)/,
	    sub { my ($d) = @_; chmod 0755, $d->{data} }],
	'an open database' => [qr/FAULT: .* open to other users \(mode 644\)/,
	    sub { my ($d) = @_; chmod 0644, "$d->{data}/docket.db" }],
	'a task out of the feed' => [qr/FAULT: 1 tasks are not in the feed/,
	    sub { my ($d) = @_; $d->sql('DELETE FROM feed WHERE kind = 2') }],
	'a clock set back' => [qr/FAULT: the clock is \d+ seconds behind/,
	    sub { my ($d) = @_; $d->sql('UPDATE state SET
		last_stamp = last_stamp + 7200000000') }],
	'stamps beyond the last' => [qr/FAULT: there are changes newer/,
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
	'a row that refers to none' => [qr/FAULT: .* refers to one of list/,
	    sub { my ($d) = @_; $d->sql('PRAGMA foreign_keys = OFF;
		DELETE FROM list') }],
);
subtest 'check' => sub {
	for my $name (sort keys %faults) {
		my ($like, $plant, @deep) = @{$faults{$name}};
		my $d = Docket->new;
		my $ada = $d->user('ada@example.org');
		my ($l, $t) = (uuid(), uuid());
		$ada->post('/lists', { id => $l, title => 'L' });
		$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
		$ada->upload($t, uuid(), "some text\n", 'a.txt');
		unlike admin($d, 0, 'check', @deep)->{out}, qr/FAULT/,
		    'before: advice alone';
		$plant->($d, $ada);
		like admin($d, 1, 'check', @deep)->{out}, $like, $name;
	}
	my $d = Docket->new;
	mkdir "$d->{data}/files", 0700;
	mkdir "$d->{data}/files/ab", 0700;
	open my $out, '>', "$d->{data}/files/ab/" . 'c' x 62;
	like admin($d, 0, 'check')->{out},
	    qr/Advice: 1 files belong to no attachment/, 'an orphan: advice';
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
	    503, 'an older schema is not served';
	like admin($d, 0, 'migrate')->{out}, qr/brought up to date/, 'migrate';
	ok -s "$d->{data}/docket.db.before-0002", 'with a copy as it was';
	is $d->sql('SELECT display_name FROM user'), 'A', 'the data are there';
	like admin($d, 0, 'migrate')->{out}, qr/is up to date/, 'again';
	unlike admin($d, 0, 'check')->{out}, qr/FAULT/, 'sound';
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
	like admin($d, 1, 'migrate')->{err}, qr/newer version/, 'a newer one';
	ok slurp("$d->{data}/docket.db") eq $before, 'is left alone';
	$d->sql('PRAGMA application_id = 1');
	like admin($d, 1, 'migrate')->{err}, qr/not a database of Docket/,
	    'another program\'s';
	unlink glob "$d->{data}/docket.db*";
	mkdir "$d->{data}/files";
	mkdir "$d->{data}/files/ab";
	like admin($d, 1, 'migrate')->{err}, qr/attachments, but no database/,
	    'attachments whose database is lost';
	ok !-e "$d->{data}/docket.db", 'no empty one is made';
};

done_testing;
