# docket-cleanup on real data, with the clock ahead.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use JSON::PP ();
use POSIX 'strftime';
use Test::More;
use Docket;
use Ledger ();

my ($T, $F) = (JSON::PP::true, JSON::PP::false);

sub cleanup {
	my ($d, @args) = @_;
	# The time passes in leaps here.
	my $r = $d->run('docket-cleanup', '--clock-is-right', @args);
	is $r->{status}, 0, "docket-cleanup @args" or diag $r->{err};
	is $r->{err}, '', 'it prints no errors';
	return $r->{out};
}

# How many contents are stored.
sub files {
	my ($d) = @_;
	return $d->sql('SELECT count(*) FROM content')
	    if engine() eq 'postgresql';
	return scalar grep { -f }
	    glob "$d->{data}/files/*/* $d->{data}/files/new-*";
}

# Every live record in the feed of its scope at its own stamp, nothing else but
# tombstones; no row without its record.
sub is_sound {
	my ($d) = @_;
	is $d->damage, '',
	    'the database is sound';
	is $d->sql(<<'SQL'), 0, 'the feed has no rows without a record';
SELECT count(*) FROM feed f WHERE NOT CASE f.kind
WHEN 0 THEN EXISTS (SELECT 1 FROM access
    WHERE list_id = f.id AND f.scope IN (user_id, list_id))
WHEN 2 THEN EXISTS (SELECT 1 FROM task WHERE id = f.id)
WHEN 3 THEN EXISTS (SELECT 1 FROM moved
    WHERE task_id = f.id AND list_id = f.scope)
WHEN 4 THEN EXISTS (SELECT 1 FROM step WHERE id = f.id)
WHEN 5 THEN EXISTS (SELECT 1 FROM tag WHERE id = f.id AND user_id = f.scope)
WHEN 7 THEN EXISTS (SELECT 1 FROM attachment WHERE id = f.id)
WHEN 8 THEN EXISTS (SELECT 1 FROM my_day
    WHERE task_id = f.id AND user_id = f.scope)
WHEN 9 THEN EXISTS (SELECT 1 FROM access
    WHERE user_id = f.id AND list_id = f.scope)
ELSE 1 = 1 END
SQL
}

subtest 'deleted records are erased after 30 days' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $first = $ada->get('/me/changes')->{json}{next};
	my $l = $ada->make('/lists', title => 'L');
	my $g = $ada->make('/me/groups', title => 'Secret group');
	my ($t, $kept) = map { $ada->make("/lists/$l/tasks",
	    title => "Secret $_") } 1, 2;
	my $s = $ada->make("/tasks/$kept/steps", title => 'Secret step');
	$ada->make("/tasks/$t/steps", title => 'Secret step');
	my $tag = $ada->make('/me/tags', name => 'secret');
	$ada->patch("/lists/$l/tasks/$t", { notes => 'Secret', dueDate =>
	    '2027-01-01', reminderAt => '2027-01-01T09:00:00Z' });
	$ada->put("/tasks/$t/tags", { tagIds => [$tag] });
	$ada->put("/me/my-day/$t", {});
	my ($a, $b) = (uuid(), uuid());
	is $ada->upload($t, $a, "of the task\n", 'secret.txt')->{status}, 201;
	is $ada->upload($kept, $b, "alone\n", 'secret.txt')->{status}, 201;
	is $_->{status}, 204, 'deleted' for $ada->del("/lists/$l/tasks/$t"),
	    $ada->del("/tasks/$kept/steps/$s"), $ada->del("/me/tags/$tag"),
	    $ada->del("/attachments/$b"), $ada->del("/me/groups/$g");
	my $since = $ada->get('/me/changes')->{json}{next};

	$d->later('29d');
	like cleanup($d), qr/^Nothing to do/, 'after 29 days nothing is erased';
	is $ada->post("/lists/$l/tasks/$t/restore")->{status}, 200,
	    'a task can be restored';
	is $ada->get("/attachments/$a/content")->{body}, "of the task\n",
	    'with its parts';
	$ada->del("/lists/$l/tasks/$t");
	ok !-e "$d->{data}/docket.reserve", 'no reserve' if engine() ne 'sqlite';
	is files($d), 2, 'both files exist';

	$d->later('60d');
	my $dry = cleanup($d, '--dry-run');
	is files($d), 2, 'a dry run removes no files';
	my $done = cleanup($d);
	like $dry, qr/^Deleted records erased: 5$/m, 'a dry run counts';
	like $done, qr/^Deleted records erased: 5$/m, 'the run erases as many';
	is files($d), 0, 'the files are removed';
	is $ada->post("/lists/$l/tasks/$t/restore")->{status}, 404,
	    'erased records cannot be restored';
	my $changes = $ada->get("/me/changes?since=$first");
	is $changes->{status}, 200, 'the feed can be read';
	unlike $changes->{body}, qr/secret"|Secret [^2]|Secret"/,
	    'it contains nothing of them';
	my ($task) = grep { $_->{kind} eq 'task' && $_->{id} eq $t }
	    map { ref $_->{item} ? { %{$_->{item}}, kind => $_->{kind} } : $_ }
	    @{$changes->{json}{items}};
	is $task->{title}, '(deleted)', 'the tombstone exists';
	is $task->{$_}, undef, "$_ is null" for qw(notes dueDate reminderAt);
	ok $task->{deletedAt}, 'with deletedAt';
	unlike $d->rows(qw(task step tag list_group attachment tag_set)),
	    qr/Secret [^2]|Secret step|secret\.txt|'secret'/,
	    'the database contains nothing of them';
	like cleanup($d), qr/^Nothing to do/, 'a second run does nothing';
	is_sound($d);

	$d->later('300d');
	my $new = $ada->sign_in('ada@example.org', $ada->{password});
	like cleanup($d), qr/^Tombstones removed: 5$/m,
	    'after 180 days tombstones are removed';
	is $d->sql('SELECT count(*) FROM task'), 1, 'the task is removed';
	is $d->sql('SELECT (SELECT count(*) FROM step) + (SELECT count(*) FROM
	    tag) + (SELECT count(*) FROM attachment) + (SELECT count(*) FROM
	    list_group)'), 0, 'and all the rest';
	my $r = $new->get("/me/changes?since=$since");
	is "$r->{status} $r->{json}{code}", '410 since-expired',
	    'a client from before must start over';
	is $new->get("/lists/$l/tasks")->{json}{items}[0]{title}, 'Secret 2',
	    'live records stay';
	is_sound($d);
};

subtest 'a task that was moved and then deleted' => sub {
	my $d = Docket->new;
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my ($l, $o) = map { $ada->make('/lists', title => $_) } qw(L O);
	my @t = map { $ada->make("/lists/$l/tasks", title => "T$_") } 1 .. 3;
	$ada->post("/lists/$l/members", { email => $bob->{email} });
	is $ada->upload($t[0], uuid(), "bytes\n", 'a.txt')->{status}, 201,
	    'a file is stored';
	is $bob->put("/me/my-day/$t[1]", {})->{status}, 200,
	    'it is added to My Day';
	my $before = $bob->get('/me/changes')->{json}{next};
	$ada->post("/lists/$l/tasks/$_/move", { listId => $o }) for @t;
	my $moved = $bob->get('/me/changes')->{json}{next};
	$ada->del("/lists/$o/tasks/$_") for @t;
	my $say = sub { my ($path, $since) = @_;
		my $r = $bob->get("/me/$path?since=$since");
		return join ' ', $r->{status}, map { $_->{deletedAt} ? 'gone' :
		    'live' } @{$r->{json}{items} // []} };
	is $say->($_, $before), '200 gone', "$_: heard of"
	    for qw(attachments my-day);
	$d->later('31d');
	cleanup($d);
	is $say->($_, $before), 410, "$_: erased, start over"
	    for qw(attachments my-day);
	is $say->($_, $moved), 200, "$_: known" for qw(attachments my-day);
	is $say->('changes', $before), '200 gone gone gone',
	    'the feed has all tombstones';
	is_sound($d);
};

subtest 'a deleted list' => sub {
	my $d = Docket->new;
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my $first = $bob->get('/me/changes')->{json}{next};
	my $l = $ada->make('/lists', title => 'Shared secret');
	my $other = $ada->make('/lists', title => 'Other');
	$ada->post("/lists/$_/members", { email => 'bob@example.org' })
	    for $l, $other;
	for (1 .. 30) {
		my $t = $bob->make("/lists/$l/tasks", title => "Secret $_");
		$ada->make("/tasks/$t/steps", title => "Secret step $_");
	}
	my $moved = $ada->make("/lists/$l/tasks", title => 'Moved');
	$ada->post("/lists/$l/tasks/$moved/move", { listId => $other });
	$ada->upload($moved, uuid(), 'stays', 'a.txt');
	is $ada->del("/lists/$l")->{status}, 204, 'it is deleted';
	is $ada->del("/lists/$other/members/$bob->{me}{id}")->{status}, 204,
	    'the member is removed from the other list';
	$d->later('31d');
	like cleanup($d), qr/^Deleted lists emptied or removed: 1$/m, 'after 30 days it is emptied';
	unlike $d->rows(qw(list task step word)), qr/secret|Secret/,
	    'nothing of its contents is left';
	my $r = $bob->get("/me/changes?since=$first");
	is scalar(grep { $_->{deletedAt} // $_->{item}{deletedAt} }
	    @{$r->{json}{items}}), 2, 'the member has two tombstones';
	like cleanup($d), qr/^Nothing/, 'a second run does nothing';
	unlike $d->run('docket-admin', 'check')->{out}, qr/feed of changes/,
	    'check finds no missing row of an emptied list';
	$d->later('400d');
	like cleanup($d), qr/^Deleted lists emptied or removed: 1$/m, 'after 180 days it is removed';
	is $d->sql('SELECT count(*) FROM list'), 1, 'one list is left';
	is $d->sql('SELECT count(*) FROM access'), 1, 'with its owner';
	is $d->sql('SELECT count(*) FROM moved'), 0;
	is files($d), 1, 'and its file';
	is_sound($d);
};

subtest 'the lists of a deleted user' => sub {
	my $d = Docket->new;
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my $first = $bob->get('/me/changes')->{json}{next};
	my ($l, $deleted) = map { $ada->make('/lists', title => $_) }
	    'Shared secret', 'Deleted';
	my $own = $bob->make('/lists', title => 'Deleted, to be restored');
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	$ada->upload($ada->make("/lists/$l/tasks", title => 'Secret'), uuid(),
	    'secret', 'a.txt');
	$bob->make("/lists/$own/tasks", title => 'Bobs');
	$ada->del("/lists/$deleted");
	$bob->del("/lists/$own");
	is $ada->del('/me', { password => $ada->{password},
	    sharedLists => 'delete' })->{status}, 204,
	    'she deletes her account and her lists';
	like cleanup($d), qr/^Deleted lists emptied or removed: 2$/m,
	    'the next run empties her lists, which nobody can restore';
	unlike $d->rows(qw(list task step word)), qr/secret/i,
	    'nothing of their contents is left';
	is files($d), 0, 'nor of their files';
	is $bob->post("/lists/$own/restore")->{status}, 200,
	    'what another user deleted can still be restored';
	my $r = $bob->get("/me/changes?since=$first");
	is scalar(grep { ($_->{id} // '') eq $l && $_->{deletedAt} }
	    map { $_->{item} // $_ } @{$r->{json}{items}}), 1,
	    'the member keeps the tombstone';
	is_sound($d);
};

subtest 'completed tasks of users who chose it' => sub {
	my $d = Docket->new('completed-days' => 10);
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my %l = map { $_->{email} => $_->make('/lists', title => 'L') }
	    $ada, $bob;
	my %t;
	for my $u ($ada, $bob) {
		$t{$u->{email}} = [map { $u->make("/lists/$l{$u->{email}}/tasks", title => "$_") } 1 .. 3];
		$u->patch("/lists/$l{$u->{email}}/tasks/$_", { done => $T })
		    for @{$t{$u->{email}}}[0, 1];
	}
	$d->later('5d');
	is $ada->patch('/me', { autoDeleteCompleted => $T })->{status}, 200;
	$d->later('11d');
	like cleanup($d), qr/^Nothing/,
	    'the days count from when it was switched on';
	$d->later('14d');
	$ada->patch("/lists/$l{$ada->{email}}/tasks/$t{$ada->{email}}[2]",
	    { done => $T });
	$d->later('16d');
	like cleanup($d), qr/^Completed tasks deleted .*: 2$/m,
	    'then completed tasks are deleted';
	is_deeply [map { $_->{title} } @{$ada->get(
	    "/lists/$l{$ada->{email}}/tasks")->{json}{items}}], [3],
	    'a recently completed one is not';
	is scalar(@{$bob->get("/lists/$l{$bob->{email}}/tasks")->{json}{items}}),
	    3, 'nor those of another user';
	is $ada->post("/lists/$l{$ada->{email}}/tasks/$t{$ada->{email}}[0]"
	    . '/restore')->{status}, 200, 'deleted ones can be restored';
	is_sound($d);
};

subtest 'expired data' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	$ada->post("/lists/$l/tasks", { id => uuid(), title => 'K' },
	    'Idempotency-Key' => 'k');
	$ada->patch("/lists/$l/tasks/$t", { reminderAt =>
	    strftime('%Y-%m-%dT%H:%M:%SZ', gmtime time - 60) });
	$ada->post('/me/push-subscriptions', { endpoint =>
	    'https://push.example.org/1', keys => { p256dh => 'x',
	    auth => 'y' } });
	$d->request('POST', '/sessions', { email => 'ada@example.org',
	    password => 'wrong password' });
	is $d->sql('SELECT (SELECT count(*) FROM answer), (SELECT count(*) FROM
	    push_subscription), (SELECT count(*) FROM notice),
	    (SELECT count(DISTINCT 1) FROM attempt)'), '1|1|1|1', 'there';
	$d->later('2d');
	like cleanup($d), qr/^Stored answers, attempts, notices, mails and imports/m,
	    'they are removed after a day';
	is $d->sql('SELECT (SELECT count(*) FROM answer), (SELECT count(*) FROM
	    push_subscription), (SELECT count(*) FROM notice),
	    (SELECT count(*) FROM attempt)'), '0|1|1|0',
	    'devices stay, and notices while the clock can be ahead';
	$d->later('32d');
	cleanup($d);
	is $d->sql('SELECT count(*) FROM notice'), 0,
	    'later the notice is removed';
	$d->later('91d');
	my $out = cleanup($d);
	like $out, qr/^Push subscriptions .*: 1$/m,
	    'subscriptions of ended sessions are removed';
	like $out, qr/^Expired sessions.* addresses removed: 1$/m,
	    'so are addresses without a sign-in';
	is $d->sql('SELECT (SELECT count(*) FROM credential), (SELECT count(*)
	    FROM push_subscription), (SELECT count(*) FROM signed_in)'), '1|0|0',
	    'the session is kept, which makes its device known';
	$d->later('181d');
	like cleanup($d), qr/^Expired sessions.*: 1$/m,
	    'sessions are removed after the same time again';
	is $d->sql('SELECT count(*) FROM credential'), 0, 'none is left';
};

subtest 'what the clock is compared with' => sub {
	# The last run and the newest change, in days; the clock; whether a run
	# is refused, and what check says of the clock.
	for ([undef, 0, 31, 1, 'ahead of'], [0, 0, 31, 1, 'ahead of'],
	    [0, 0, 29, 0, ''], [0, 20, 45, 0, ''], [20, 0, 45, 0, ''],
	    [-400, 0, 0, 0, ''], [0, 0, -2, 0, 'behind'],
	    [-400, 0, 31, 1, 'ahead of']) {
		my ($run, $change, $now, $refused, $says) = @$_;
		my $name = 'run ' . ($run // 'never') . ", change $change, now $now";
		my $d = Docket->new;
		my $ada = $d->user('ada@example.org');
		my %do = (run => sub { is $d->run('docket-cleanup', '-q')
		    ->{status}, 0, "$name: the run" },
		    change => sub { $ada->with(env => $d->{env})
			->make('/lists', title => 'L') });
		for (sort { $a->[1] <=> $b->[1] } ['change', $change],
		    defined $run ? ['run', $run] : ()) {
			$d->later("$_->[1]d");
			$do{$_->[0]}->();
		}
		$d->later("${now}d");
		my $check = $d->run('docket-admin', 'check')->{out};
		is $check =~ /^Advice: the clock is .*? (ahead of|behind) /m ?
		    $1 : '', $says, "$name: check";
		unlike $check, qr/docket-cleanup has not run/, "$name: it ran"
		    if defined $run && $now == $change;
		is $d->run('docket-cleanup', '-q')->{status}, $refused,
		    "$name: " . ($refused ? 'refused' : 'it runs');
	}
};

subtest 'a clock that is far ahead' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	$ada->del("/lists/$l/tasks/$t");
	my $since = $ada->get('/me/changes')->{json}{next};
	my $run = sub { my $r = $d->run('docket-cleanup', @_);
	    return "$r->{status} " . ($r->{err} =~ tr/\n//) };
	my $kept = sub { my ($name) = @_;
		is $d->sql('SELECT title FROM task'), 'T', "$name: kept";
		is $d->sql('SELECT count(*) FROM credential'), 1, 'signed in' };
	$d->later('400d');
	is $run->('-q'), '1 1',
	    'a year after the last change it refuses, in one line';
	$kept->('refused');
	like $d->run('docket-admin', 'check')->{out},
	    qr/^Advice: the clock is /m, 'docket-admin check reports it';
	$d->later('0s');
	is $ada->get("/me/changes?since=$since")->{status}, 200,
	    'clients can sync';
	is $run->('-q'), '0 0', 'with the right clock it runs';
	$d->later('29d');
	is $run->('-q'), '0 0', 'a month later it runs';
	$d->later('70d');
	is $run->('-q'), '1 1', '70 days later it refuses again';
	$d->later('76d');
	is $run->('-q'), '1 1', 'also six days later';
	is $d->sql('SELECT title FROM task'), 'T', 'nothing is erased';
	$d->later('78d');
	is $run->('-q'), '0 0', 'a week after the first refusal it runs';
	is $d->sql('SELECT title FROM task'), '(deleted)', 'and erases';
	$d->later('300d');
	is $run->('-n'), '1 1', 'a dry run is refused, too';
	is $run->('-q', '--clock-is-right'), '0 0',
	    '--clock-is-right makes it run';
	is $d->sql('SELECT count(*) FROM task'), 0, 'the tombstone is removed';
	my $new = $d->sign_in('ada@example.org', $ada->{password});
	my $gone = $d->sql('SELECT oldest_since FROM state');
	cmp_ok $gone, '>', 0, 'the oldest since follows from what was removed';
	is $new->get("/me/changes?since=$since")->{status}, 200,
	    'a client that knows of the deletion can go on';
	is $new->get('/me/changes?since=2020-01-01T00:00:00Z')->{status}, 410,
	    'a client that does not must start over';
};

subtest 'a dry run with a removed user' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	$ada->make('/lists', title => 'L');
	is $d->run('docket-admin', 'user', 'remove', 'ada@example.org', '-y')
	    ->{status}, 0, 'removed';
	my $was = $d->rows;
	cleanup($d, '--dry-run');
	is $d->rows, $was, 'changes nothing';
	my $left = q{SELECT count(*) FROM list WHERE title = 'L'};
	is $d->sql($left), 1, 'what was theirs is there';
	cleanup($d);
	is $d->sql($left), 0, 'a real one erases it';
};

# t/bin/postgresql-files.t has those of PostgreSQL.
subtest 'files without an attachment' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	$ada->upload($t, uuid(), 'named', 'a.txt');
	my ($named) = glob "$d->{data}/files/*/*";
	my $orphan = "$d->{data}/files/ab/" . 'c' x 62;
	mkdir "$d->{data}/files/ab";
	mkdir "$d->{data}/files/zz";
	my @mine = ("$d->{data}/files/new-" . uuid(),
	    "$d->{data}/files/ab/README",
	    "$d->{data}/files/zz/" . 'c' x 62);
	for ($orphan, @mine) {
		open my $out, '>', $_ or die "$_: $!";
		print $out 'x';
	}
	like cleanup($d), qr/^Orphaned files removed: 1$/m, 'one orphaned file is counted';
	ok !-e $orphan, 'and removed';
	ok -e $named && -e $mine[0] && -e $mine[1] && -e $mine[2],
	    'attachments, recent uploads and other files stay';
	$d->later('2d');
	like cleanup($d), qr/^Orphaned files removed: 1$/m,
	    'the remains of an old upload are counted';
	ok !-e $mine[0] && -e $mine[1] && -e $mine[2] && -e $named,
	    'and removed';
} if engine() eq 'sqlite';

subtest 'an upload that is killed' => sub {
	my $d = Docket->new(files => 'directory');
	my $ada = $d->user('ada@example.org');
	my $t = $ada->make('/lists/' . $ada->make('/lists', title => 'L')
	    . '/tasks', title => 'T');
	cleanup($d);
	my ($form, $type) = Docket::multipart(['id', uuid()],
	    ['file', 'bytes', 'a.txt']);
	my ($path, $env) = $ada->cgi_environment('POST', "/tasks/$t/attachments",
	    $form, 'Content-Type' => $type,
	    Authorization => "Bearer $ada->{token}");
	# The fourth sync is that of the directory, when the file has its name.
	my $r = $d->spawn({ %$env, ASAN_OPTIONS => 'detect_leaks=0' }, $form,
	    'strace', '-qq', '-o', '/dev/null', '-e',
	    'inject=fsync:signal=KILL:when=4', build() . '/cgi-bin/'
	    . Docket::program_of($path));
	is $r->{out}, '', 'before it is answered';
	is scalar(() = glob "$d->{data}/files/??/*"), 1, 'leaves its file';
	like $d->check->{out},
	    qr/files without an attachment: 1,.*\n.*docket-cleanup removes/,
	    'of which check says that the next run removes it';
	like cleanup($d), qr/^Orphaned files removed: 1$/m, 'as it does';
	is scalar(() = glob "$d->{data}/files/??/*"), 0, 'whatever ran before';
};

subtest 'long ranks' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'L');
	my @t = map { $ada->make("/lists/$l/tasks", title => "$_",
	    position => 'bottom') } 1 .. 40;
	my @s = map { $ada->make("/tasks/$t[0]/steps", title => "$_") } 1 .. 9;
	my @g = map { $ada->make('/me/groups', title => "$_") } 1 .. 9;
	my @l = ($l, map { $ada->make('/lists', title => "$_") } 1 .. 9);
	# As if each had been put between its neighbours a thousand times.
	my $long = sub { my ($table, $where, $id, $n, @ids) = @_;
		my $i = 0;
		$d->sql(join ";\n", map { (my $hex = $_) =~ tr/-//d;
			sprintf "UPDATE %s SET rank = 'a1%s%03dV' WHERE %s = "
			    . "x'%s'", $table, 'V' x $n, 100 + $i++, $id, $hex }
		    @ids) };
	$long->('task', '', 'id', 150, @t[5 .. 30]);
	$d->sql("UPDATE task SET rank = 'a1' || substr(rank, 2) || 'zV'
	    WHERE length(rank) < 5 AND CAST(title AS integer) > 31");
	$long->('step', '', 'id', 150, @s);
	$long->('list_group', '', 'id', 140, @g[2 .. 5]);
	$long->('access', '', 'list_id', 140, @l[2 .. 7]);
	my $order = sub { return { tasks => [map { $_->{id} }
	    @{$ada->get("/lists/$l/tasks")->{json}{items}}],
	    steps => [map { $_->{id} }
	    @{$ada->get("/tasks/$t[0]/steps")->{json}{items}}],
	    groups => [map { $_->{id} } @{$ada->get('/me/groups')
	    ->{json}{items}}],
	    lists => [map { $_->{id} } @{$ada->get('/lists')->{json}{items}}] }
	};
	my $before = $order->();
	my $since = $ada->get('/me/changes')->{json}{next};
	like cleanup($d, '--dry-run'), qr/^Ranks shortened: 4$/m,
	    'a dry run counts the places';
	like cleanup($d), qr/^Ranks shortened: \d+$/m, 'ranks are shortened';
	is_deeply $order->(), $before, 'the order is the same';
	for (qw(task step list_group access)) {
		cmp_ok $d->sql("SELECT max(length(rank)) FROM $_"), '<', 64,
		    "$_: short";
	}
	ok scalar(@{$ada->get("/me/changes?since=$since")->{json}{items}}) > 40,
	    'clients get the new ranks';
	like cleanup($d), qr/^Nothing/, 'a second run does nothing';
	is_sound($d);
};

subtest 'after a kill the next run continues' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my @l = map { $ada->make('/lists', title => "L$_") } 1 .. 4;
	for my $l (@l) {
		for (1 .. 20) {
			my $t = $ada->make("/lists/$l/tasks", title => "T$_");
			$ada->make("/tasks/$t/steps", title => 'S');
			$ada->del("/lists/$l/tasks/$t") if $_ % 2;
		}
	}
	$ada->del("/lists/$l[3]");
	$d->later('31d');
	my ($kills, $tries) = (0, 0);
	while ($kills < 15 && $tries++ < 500) {
		my $pid = fork // die;
		if ($pid == 0) {
			%ENV = %{$d->{env}};
			open STDOUT, '>', '/dev/null';
			exec build() . '/bin/docket-cleanup',
			    '--clock-is-right';
		}
		select undef, undef, undef, rand 0.02;
		kill 'KILL', $pid;
		waitpid $pid, 0;
		$kills++ if $? & 127;
	}
	is $kills, 15, 'it is killed 15 times';
	cleanup($d);
	like cleanup($d), qr/^Nothing/, 'then a run completes the work';
	is $d->sql("SELECT count(*) FROM task WHERE title = '(deleted)'"), 30,
	    'the deleted tasks are erased';
	is $d->sql('SELECT count(*) FROM task'), 60, 'live tasks stay';
	is_sound($d);
};

# By a clock so fast that a second is over between any two steps.
subtest 'progress on a terminal' => sub {
	my $d = Docket->new;
	$d->user("u$_\@example.org") for 1 .. 3;
	$d->later('0s')->{env}{FAKETIME} = '+0 x1000000';
	# Nor may waiting for a server end so soon.
	$d->{env}{DOCKET_DATABASE} .= '&connect_timeout=0' if engine() ne 'sqlite';
	my $seen = sub { my ($fast, @more) = @_;
		local $d->{env}{FAKETIME} = $fast ? '+0 x1000000' : '+0';
		return $d->spawn($d->{env}, '', 'script', '-qec', join(' ',
		    build() . '/bin/docket-cleanup', @more), '/dev/null')
		    ->{out} };
	my $out = $seen->(1);
	like $out, qr/\rusers' ranks: [123]\e\[K/, 'it is shown';
	like $out, qr/\r\e\[KNothing to do/, 'and cleared at the end';
	unlike $seen->(0), qr/\e/,
	    'it is not shown for a run of less than a second';
	unlike $seen->(1, '--quiet'), qr/\e/, 'nor with --quiet';
};

subtest 'the command line' => sub {
	my $d = Docket->new;
	my $r = $d->run('docket-cleanup', '--quiet');
	is "$r->{status}$r->{out}$r->{err}", '0', '--quiet prints nothing';
	$r = $d->run('docket-cleanup', '--help');
	is $r->{status}, 0;
	like $r->{out}, qr/^usage: docket-cleanup/, '--help prints the usage';
	$r = $d->run('docket-cleanup', 'now');
	is $r->{status}, 2, 'an argument is wrong usage';
	like $r->{err}, qr/^docket-cleanup: too many arguments; .*\n$/,
	    'with a message';
	$r = engine() eq 'sqlite' ?
	    $d->run('docket-cleanup', '-d', "$d->{data}/none") :
	    $d->with(env => $d->nowhere)->run('docket-cleanup');
	is $r->{status}, 1, 'a missing database is an error';
	like $r->{err}, qr/^docket-cleanup: .*(there is no database|does not exist)/,
	    'with a message';
};

# With PostgreSQL, on four machines.
subtest 'four at once' => sub {
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my @lists = map { $ada->make('/lists', title => 'L') } 1 .. 4;
	$ada->upload($ada->make("/lists/$_/tasks", title => 'T'), uuid(),
	    "bytes of $_", 'a.txt') for @lists;
	$d->many_tasks($_, 300) for @lists;
	$ada->del("/lists/$_") for @lists;
	$d->later('31d');
	my @envs = map { $d->elsewhere } 1 .. 4;
	my @said = map { ended($_) } map { my $env = $_; beside(sub {
		my $r = $d->spawn($env, '', build() . '/bin/docket-cleanup',
		    '-q', '--clock-is-right');
		return "$r->{status} $r->{err}" }) } @envs;
	is_deeply \@said, [('0 ') x 4], 'all succeed';
	is $d->sql('SELECT (SELECT count(*) FROM task),
	    (SELECT count(*) FROM attachment)'), '0|0', 'nothing is left';
	like $d->run('docket-cleanup', '--clock-is-right')->{out},
	    qr/^Nothing to do/, 'nor for another run';
	is_deeply [Ledger::damage($d->{data})], [], 'nothing is damaged';
};

done_testing;
