# Limits: the last record is accepted, one more answers 422 limit-reached and
# changes nothing.  And how long a write waits for another.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Fcntl qw(:flock F_SETLKW F_WRLCK);
use IO::Handle;
use File::Temp;
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;
use Lock;
use Snapshot;

# Somebody else writes for longer than a request waits: asked beside all else.
my $held = Docket->new;
my $eve = $held->user('eve@example.org');
my $fay = $held->user('fay@example.org');
$held->sql('UPDATE credential SET used_at = 1 WHERE user_id = '
    . blob($fay->{me}{id}));
my $lock = Lock->new($held);
my @waiting = map { my $ask = $_; beside(sub {
	my $began = time;
	my $r = $ask->();
	return json([$r->{status}, $r->{json}{code},
	    $r->{headers}{'retry-after'}, time - $began]);
}) } sub { $eve->post('/lists', { id => uuid(), title => 'L' }) },
    sub { $held->request('POST', '/sessions', { email =>
	'eve@example.org', password => 'x' }) },
    sub { $eve->post('/me/completed-tasks/cleanup') },
    (map { my $path = $_; sub { $held->with(env => { %{$held->{env}},
	DOCKET_AUTH => 'remote-user' }, vars => { REMOTE_USER => 'gil' })
	->get($path) } } '/lists', '/service'),
    sub { $fay->get('/lists') };

# A writer stands still while it writes the index of the write-ahead log: it has
# the lock of writers (a byte of its index), and the two copies of the index's
# header differ.
my $still = engine() eq 'sqlite' && beside(sub {
	my $stopped = Docket->new;
	my $hal = $stopped->user('hal@example.org');
	open my $shell, '|-', 'sqlite3', "$stopped->{data}/docket.db"
	    or die "sqlite3: $!\n";
	$shell->autoflush;
	print $shell ".output /dev/null\nSELECT count(*) FROM user;\n";
	my $path = "$stopped->{data}/docket.db-shm";
	select undef, undef, undef, 0.01 until -s $path;
	open my $index, '+<', $path or die "$path: $!\n";
	my $byte = pack 's s x4 q q l x4', F_WRLCK, 0, 120, 1, 0;
	fcntl $index, F_SETLKW, $byte or die "fcntl: $!\n";
	sysseek $index, 48, 0;
	syswrite $index, "\0" x 48;
	my $r = $hal->with(quiet => 1, may_fail => 1)->get('/me/changes');
	return "$r->{status} $r->{json}{code} $r->{raw}{err}";
});

my $d = Docket->new;
my ($ada, $bob, $cat) = map { $d->user("$_\@example.org") } qw(ada bob cat);
my ($list, $other, $task, $moved) = map { uuid() } 1 .. 4;
$ada->post('/lists', { id => $_, title => 'L' }) for $list, $other;
$ada->post("/lists/$list/tasks", { id => $task, title => 'T' });
$ada->post("/lists/$other/tasks", { id => $moved, title => 'T' });

sub blob { return "x'" . ($_[0] =~ tr/-//dr) . "'" }
my ($A, $B, $C) = map { blob($_->{me}{id}) } $ada, $bob, $cat;

# Until there are so many: a statement with n rows, i, of its own.
sub fill {
	my ($there, $most, $into) = @_;
	my $n = $most - $d->sql("SELECT count(*) FROM $there");
	$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1
	    FROM n WHERE i < $n) INSERT INTO $into");
	is $d->sql("SELECT count(*) FROM $there"), $most, "$most are there";
}

sub refused {
	my ($name, $ask, $status, $code) = @_;
	my $before = Snapshot->new($d);
	my $r = $ask->();
	is "$r->{status} " . ($r->{json}{code} // ''),
	    ($status // 422) . ' ' . ($code // 'limit-reached'),
	    "$name: one more is not taken";
	is_deeply [$before->changed], [], '... and changes nothing';
}

sub capped {
	my ($name, $most, $there, $into, $ask) = @_;
	subtest $name => sub {
		fill($there, $most - 1, $into);
		my $r = $ask->(my $last = uuid());
		is $r->{status}, 201,
		    'the last one is accepted' or diag $r->{body};
		refused($name, sub { $ask->(uuid()) });
		return if $name =~ /^(?:tokens|feeds|subscriptions)$/;
		is $ask->($last)->{status}, 200,
		    'the same request again does not count';
	};
}

capped('steps of a task', 100, 'step', 'step SELECT ' . blob($task) . ", 0,
    printf('b%02d', i), randomblob(16), '-', 0, i, i FROM n",	# no word to be found
    sub { $ada->post("/tasks/$task/steps", { id => $_[0], title => 'S' }) });
capped('attachments of a task', 100, 'attachment', 'attachment SELECT '
    . blob($task) . ", randomblob(16), $A, 'f', 'text/plain', 1,
    zeroblob(32), i, i, 0 FROM n",
    sub { $ada->upload($task, $_[0], "text\n", 'a.txt') });
subtest 'a file of a full task that comes back' => sub {
	my ($file) = map { $_->{id} } grep { $_->{filename} eq 'a.txt' }
	    @{$ada->get('/me/attachments')->{json}{items}};
	my $restore = sub { $ada->post("/attachments/$file/restore") };
	is $ada->del("/attachments/$file")->{status}, 204, 'deleted';
	is $ada->upload($task, my $other = uuid(), "text\n", 'b.txt')->{status},
	    201, 'another in its place';
	refused('restoring it', $restore);
	is $ada->del("/attachments/$other")->{status}, 204, 'deleted in turn';
	is $restore->()->{status}, 200, 'then it can come back';
};
capped('groups', 500, 'list_group', "list_group SELECT $A, randomblob(16), 'G',
    printf('c%03d', i), i, i, 0 FROM n",
    sub { $ada->post('/me/groups', { id => $_[0], title => 'G' }) });
capped('tags', 500, "tag WHERE user_id = $A", "tag (user_id, id, name,
    name_key, search_key, created_at, stamp) SELECT $A, randomblob(16),
    'n' || i, 'n' || i, 'n' || i, i, i FROM n",
    sub { $ada->post('/me/tags', { id => $_[0], name => "n$_[0]" =~
	tr/-//dr =~ s/^(.{32}).*/$1/r }) });
capped('tokens', 100, "credential WHERE kind = 'token' AND user_id = $A",
    "credential (hash, id, user_id, kind, name, token, created_at, used_at,
    expires_at) SELECT randomblob(32), randomblob(16), $A, 'token', 'N', 2, i,
    i, 9000000000000000 FROM n",
    sub { $ada->post('/me/tokens', { name => 'N' }) });
capped('feeds', 20, "credential WHERE kind = 'feed' AND user_id = $A",
    "credential (hash, id, user_id, kind, name, token, created_at, used_at,
    expires_at) SELECT randomblob(32), randomblob(16), $A, 'feed', 'N', 1, i,
    i, 9000000000000000 FROM n",
    sub { $ada->post('/me/feeds', { name => 'N' }) });
capped('subscriptions', 20, 'push_subscription', "push_subscription (user_id,
    id, credential_id, endpoint, p256dh, auth, created_at) SELECT $A,
    randomblob(16), zeroblob(16), 'https://push.example.org/' || i, 'p', 'a',
    i FROM n",
    sub { $ada->post('/me/push-subscriptions', { endpoint =>
	"https://push.example.org/$_[0]", keys => { p256dh => 'p',
	auth => 'a' } }) });

subtest 'tags of a task' => sub {
	my @ids = map { s/^(.{8})(.{4})(.{4})(.{4})/$1-$2-$3-$4-/r } split /\n/,
	    lc $d->sql("SELECT hex(id) FROM tag WHERE user_id = $A LIMIT 51");
	my $put = sub { $ada->put("/tasks/$task/tags", { tagIds => [@_] }) };
	my $r = $put->(@ids[0 .. 49], @ids[0 .. 49]);
	is $r->{status}, 200, 'fifty tags, each twice, are accepted';
	is @{$r->{json}{tagIds}}, 50, 'the task has fifty';
	refused('tags of a task', sub { $put->(@ids) });
};

my $access = "user_id, list_id, role, group_id, rank, joined_at, stamp,
    member_stamp, deleted_at";
my $lists = "WHERE user_id = $B AND deleted_at = 0";
my $mine = "INSERT INTO access ($access) SELECT owner_id, id, 'owner', NULL, 'a0', stamp,
    stamp, stamp, 0 FROM list WHERE owner_id = $B AND title = 'fill'";
subtest 'lists' => sub {
	fill("list WHERE owner_id = $B", 499,
	    "list (id, owner_id, title, created_at, stamp) SELECT
	    randomblob(16), $B, 'fill', i, i FROM n");
	$d->sql($mine);
	my $create = sub { $bob->post('/lists', { id => $_[0] // uuid(),
	    title => 'L' }) };
	my $last = uuid();
	is $create->($last)->{status}, 201, 'the last list is accepted';
	refused('lists', $create);
	is $bob->del("/lists/$last")->{status}, 204, 'one is deleted';
	is $create->()->{status}, 201, 'then another is accepted';
	my $before = Snapshot->new($d);
	my $r = $bob->run('docket-import', '--user', 'bob@example.org',
	    '/dev/stdin', \json({ schemaVersion => '1', lists => [{
	    id => $last, title => 'L' }] }));
	like $r->{err}, qr/list $last refused: the limit has been reached/,
	    'an import cannot restore the deleted one';
	is_deeply [grep { !/^'import'/ } $before->changed], [],
	    'and changes nothing, but for what is remembered of it';
};

subtest 'lists of others' => sub {
	my $invite = sub { $ada->post("/lists/$_[0]/members",
	    { email => 'bob@example.org' }) };
	fill("list WHERE owner_id = $C", 499,
	    "list (id, owner_id, title, created_at, stamp) SELECT
	    randomblob(16), $C, 'L', i, i FROM n");
	$d->sql("INSERT INTO access ($access) SELECT $B, id, 'member', NULL, 'a0', stamp,
	    stamp, stamp, 0 FROM list WHERE owner_id = $C");
	is $d->sql("SELECT count(*) FROM access $lists"), 999, 'reached but for one';
	is $invite->($list)->{status}, 201, 'the last one is accepted';
	refused('lists that are reached', sub { $invite->($other) }, 422,
	    'not-shareable');
	is $invite->($list)->{status}, 200,
	    'adding a member again does not count';
	my $code = $ada->post("/lists/$other/invitations", {})->{json}{code};
	refused('by an invitation', sub { $bob->post(
	    "/invitations/$code/accept") });
	$ada->del("/lists/$list");
	is $invite->($other)->{status}, 201, 'a list is deleted: another fits';
	is $ada->post("/lists/$list/restore")->{status}, 200, 'it comes back';
	is $bob->get("/lists/$list")->{status}, 404,
	    'but not to a member who has as many as can be';
	my $own = $bob->get('/lists?limit=200')->{json}{items};
	my ($first) = grep { $_->{role} eq 'owner' } @$own;
	$bob->del("/lists/$first->{id}");
	$d->sql("UPDATE access SET deleted_at = 0 WHERE user_id = $B");
	refused('with fewer than 500 of their own', sub { $bob->post('/lists',
	    { id => uuid(), title => 'L' }) });
};

subtest 'members of a list' => sub {
	fill('user', 52, "user (id, email, email_key, display_name, verified,
	    time_zone, reminders, assignments, created_at)
	    SELECT randomblob(16), 'u' || i || '\@x.org',
	    'u' || i || '\@x.org', 'U', 1, 'UTC', 1, 1, i FROM n");
	$d->sql("INSERT INTO access ($access) SELECT id, " . blob($list) . ", 'member',
	    NULL, 'a0', created_at, created_at, created_at, 0 FROM user
	    WHERE display_name = 'U' AND email != 'u49\@x.org'");
	my $invite = sub { $ada->post("/lists/$list/members",
	    { email => $_[0] }) };
	is $invite->('cat@example.org')->{status}, 201,
	    'the fiftieth member is accepted';
	refused('members of a list', sub { $invite->('u49@x.org') });
};

subtest 'tasks of a list' => sub {
	my $in = sub { "task WHERE list_id = $_[0] AND deleted_at = 0" };
	my ($tasks, $x) = ("/lists/$list/tasks", blob($list));
	my $create = sub { $ada->post($tasks, { id => uuid(), title => 'T' }) };
	my $move = sub { $ada->post("/lists/$other/tasks/$moved/move",
	    { listId => $list }) };
	fill($in->($x), 9999, "task (list_id, rank, id, title, done, starred,
	    notes_at, reminder_at, created_at, stamp, completed_at,
	    successor_stamp, doc) SELECT $x, printf('d%04d', i), randomblob(16),
	    'T', 0, 0, 0, 0, i, i, 0, 0, i + 100 FROM n");
	$d->sql("UPDATE list SET tasks = 9999 WHERE id = $x");
	is $create->()->{status}, 201, 'the last task is accepted';
	refused('tasks of a list', $create);
	refused('by moving', $move);
	is $ada->del("$tasks/$task")->{status}, 204, 'one is deleted';
	is $move->()->{status}, 200, 'then another can be moved there';
	my $restore = sub { $ada->post("$tasks/$task/restore") };
	refused('by restoring', $restore);
	is $ada->post("$tasks/$moved/move", { listId => $other })
	    ->{status}, 200, 'a task can be moved out of a full list';
	is $restore->()->{status}, 200, 'then a deleted one can be restored';
};

subtest 'text of a user' => sub {
	my ($l, $t, $s) = map { uuid() } 1 .. 3;
	$cat->post('/lists', { id => $l, title => 'L' });
	$cat->post("/lists/$l/tasks", { id => $t, title => 'T' });
	$cat->post("/tasks/$t/steps", { id => $s, title => 'S' });
	$cat->post("/lists/$l/members", { email => 'ada@example.org' });
	is $d->sql("SELECT text FROM user WHERE id = $C"), 202,
	    'it is counted, with 100 bytes for each record';
	$ada->upload($t, my $f = uuid(), "text\n", 'a.txt');
	is $d->sql("SELECT text FROM user WHERE id = $C"), 302,
	    'files count, whoever uploaded them';
	$cat->post('/lists', { id => my $away = uuid(), title => 'L' });
	$cat->post("/lists/$l/tasks/$t/move", { listId => $away });
	$cat->post("/lists/$away/tasks/$t/move", { listId => $l });
	is $d->sql("SELECT text FROM user WHERE id = $C"), 502,
	    'so do the tombstone of a move, and the names in CalDAV';
	$cat->del("/attachments/$f");
	is $d->sql("SELECT text FROM user WHERE id = $C"), 502,
	    'and what is deleted';
	$d->sql("UPDATE user SET text = 1073741823 WHERE id = $C");
	my $task = "/lists/$l/tasks/$t";
	is $cat->patch($task, { notes => 'xy' })->{status}, 200,
	    'the last byte is accepted';
	refused('a longer text', sub { $cat->patch($task, { notes => 'xyz' }) });
	refused('a longer title', sub { $cat->patch($task, { title => 'TT' }) });
	refused('a step', sub { $cat->post("/tasks/$t/steps",
	    { id => uuid(), title => 'S' }) });
	refused('a longer step', sub { $cat->patch("/tasks/$t/steps/$s",
	    { title => 'SS' }) });
	refused('a task', sub { $cat->post("/lists/$l/tasks",
	    { id => uuid(), title => 'T' }) });
	refused('a task of a member', sub { $ada->post("/lists/$l/tasks",
	    { id => uuid(), title => 'T' }) });
	refused('a file', sub { $cat->upload($t, uuid(), "text\n", 'a.txt') });
	$d->sql("UPDATE task SET recurrence = 'daily',
	    rule = 'FREQ=DAILY', due_date = '2030-01-01'
	    WHERE id = " . blob($t));
	refused('the next of a series', sub { $cat->patch($task,
	    { done => JSON::PP::true }) });
	is $cat->patch($task, { starred => JSON::PP::true })->{status}, 200,
	    'a change that is not text is accepted';
	is $cat->patch($task, { notes => 'x' })->{status}, 200,
	    'a shorter text is accepted';
	$d->sql("UPDATE user SET text = 5 WHERE id = $C");
	is $cat->patch($task, { notes => 'xyz' })->{status}, 200,
	    'then a longer text is accepted again';
	is $d->sql("SELECT text FROM user WHERE id = $C"), 7, 'counted';
	$d->sql("UPDATE list SET tasks = 10000 WHERE id = " . blob($l));
	refused('the next of a series, in a full list', sub { $cat->patch($task,
	    { done => JSON::PP::true }) });
	$d->sql("UPDATE list SET tasks = 1 WHERE id = " . blob($l));
	is $cat->patch($task, { done => JSON::PP::true })->{status}, 200,
	    'in a list that is not full the next of a series is created';
};

# What is made and deleted again and again: its tombstones have an end.
subtest 'deleted records count, too' => sub {
	my ($l, $t) = map { uuid() } 1 .. 2;
	my $x = blob($t);
	my $dan = $d->user('dan@example.org');
	my $D = blob($dan->{me}{id});
	$dan->post('/lists', { id => $l, title => 'L' });
	$dan->post("/lists/$l/tasks", { id => $t, title => 'T' });
	my @kinds = (
		['steps of a task', 2000, "step WHERE task_id = $x",
		    "step SELECT $x, i, 'a0', randomblob(16), 'S', 0, i, i FROM n",
		    sub { $dan->post("/tasks/$t/steps",
			{ id => $_[0], title => 'S' }) }],
		['files of a task', 2000, "attachment WHERE task_id = $x",
		    "attachment SELECT $x, randomblob(16), $D, 'f', 'text/plain',
		    0, zeroblob(32), i, i, i FROM n",
		    sub { $dan->upload($t, $_[0], "text\n", 'a.txt') }],
		['groups', 10000, "list_group WHERE user_id = $D",
		    "list_group SELECT $D, randomblob(16), 'G', 'a0', i, i, i
		    FROM n", sub { $dan->post('/me/groups', { id => $_[0],
			title => 'G' }) }],
		['tags', 10000, "tag WHERE user_id = $D", "tag (user_id, id,
		    name, search_key, created_at, stamp, deleted_at) SELECT $D,
		    randomblob(16), 'n', 'n', i, i, i FROM n",
		    sub { $dan->post('/me/tags', { id => $_[0],
			name => substr $_[0], 0, 8 }) }],
		['settings', 10000, "setting WHERE user_id = $D",
		    "setting SELECT $D, randomblob(16), 'k' || i, NULL, i, i, i
		    FROM n", sub { $dan->put("/me/settings/$_[0]",
			{ value => 1 }) }],
	);
	for (@kinds) {
		my ($name, $most, $there, $into, $ask) = @$_;
		fill($there, $most - 1, $into);
		is $ask->(uuid())->{status}, 201, "$name: the last one";
		refused($name, sub { $ask->(uuid()) });
	}
	my $stamp = 'stamp, stamp, stamp, stamp';
	$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < 9998) INSERT INTO list (id, owner_id, title, created_at,
	    stamp, deleted_at, number) SELECT randomblob(16), $D, 'gone', i, i,
	    i, 1000000 + i FROM n;
	    INSERT INTO access ($access) SELECT owner_id, id, 'owner', NULL,
	    'a0', $stamp FROM list WHERE title = 'gone'");
	my $list = sub { $dan->post('/lists', { id => $_[0], title => 'L' }) };
	is $list->(uuid())->{status}, 201, 'lists: the last one';
	refused('lists', sub { $list->(uuid()) });
};

subtest 'a list keeps the contents of 10,000 deleted tasks' => sub {
	my ($l, @t) = map { uuid() } 0 .. 3;
	my $x = blob($l);
	$cat->post('/lists', { id => $l, title => 'L' });
	for (@t) {
		$cat->post("/lists/$l/tasks", { id => $_, title => 'T' });
		$cat->post("/tasks/$_/steps", { id => uuid(), title => 'S' });
	}
	$cat->del("/lists/$l/tasks/$_") for @t[0, 1];
	my $kept = "SELECT kept, CASE WHEN kept_from > 0 THEN 1 ELSE 0 END FROM list WHERE id = $x";
	is $d->sql($kept), '2|0', 'two are kept';
	$d->sql("UPDATE list SET kept = 10000 WHERE id = $x");
	$cat->del("/lists/$l/tasks/$t[2]");
	is $d->sql($kept), '10000|1', 'another deletion erases the oldest';
	is $d->sql("SELECT title, (SELECT count(*) FROM step s
	    WHERE task_id = t.id) FROM task t WHERE list_id = $x
	    ORDER BY deleted_at"), "(deleted)|0\nT|1\nT|1",
	    'which becomes a tombstone';
	is $cat->post("/lists/$l/tasks/$t[0]/restore")->{json}{code},
	    'task-not-found', 'and cannot be restored';
	is $cat->post("/lists/$l/tasks/$_/restore")->{status}, 200,
	    'the others can be restored' for @t[1, 2];
	is $d->sql($kept), '9998|1', 'and then do not count';
	is scalar(grep { ($_->{listId} // '') eq $l &&
	    $_->{kind} eq 'task' && $_->{deletedAt} } @{$cat->get(
	    '/me/changes?since=1970-01-01T00:00:00Z')->{json}{items}}), 1,
	    'the feed has the tombstone';
};

# What comes back counts as what is new.
subtest 'restoring' => sub {
	my $hal = $d->user('hal@example.org');
	my ($H, $l, $g, $t, $gone, $full, $task) = (blob($hal->{me}{id}),
	    map { uuid() } 1 .. 6);
	$hal->post('/lists', { id => $_, title => 'L' }) for $l, $gone, $full;
	$hal->post('/me/groups', { id => $g, title => 'G' });
	$hal->post('/me/tags', { id => $t, name => 'N' });
	$hal->post("/lists/$l/tasks", { id => $task, title => 'T' });
	$hal->del($_) for "/me/groups/$g", "/me/tags/$t", "/lists/$gone";
	fill("list_group WHERE user_id = $H AND deleted_at = 0", 500,
	    "list_group SELECT $H, randomblob(16), 'G', printf('c%03d', i), i,
	    i, 0 FROM n");
	fill("tag WHERE user_id = $H AND deleted_at = 0", 500, "tag (user_id,
	    id, name, name_key, search_key, created_at, stamp) SELECT $H,
	    randomblob(16), 'h' || i, 'h' || i, 'h' || i, i, i FROM n");
	fill("list WHERE owner_id = $H AND deleted_at = 0", 500,
	    "list (id, owner_id, title, created_at, stamp) SELECT
	    randomblob(16), $H, 'fill', i, i FROM n");
	$d->sql("INSERT INTO access ($access) SELECT owner_id, id, 'owner',
	    NULL, 'a0', stamp, stamp, stamp, 0 FROM list WHERE owner_id = $H
	    AND title = 'fill'");
	refused($_, sub { $hal->post("$_/restore") })
	    for "/me/groups/$g", "/me/tags/$t", "/lists/$gone";
	$d->sql('UPDATE list SET tasks = 10000 WHERE id = ' . blob($full));
	my $move = sub { $hal->post("/lists/$l/tasks/$task/move",
	    { listId => $full }) };
	refused('a move into a full list', $move);
	$d->sql('UPDATE list SET tasks = 0 WHERE id = ' . blob($full) . ";
	    UPDATE user SET text = 1 << 30 WHERE id = $H");
	refused('a move to somebody with as much text', $move);
};

# As a lower limit, or other hands, leave it.
subtest 'a list with more members than may be' => sub {
	my $l = uuid();
	my $gus = $d->user('gus@example.org');
	my $x = blob($l);
	$gus->post('/lists', { id => $l, title => 'L' });
	$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < 400) INSERT INTO user (id, email, email_key, display_name,
	    verified, time_zone, reminders, assignments, created_at)
	    SELECT CAST(printf('member%010d', i) AS BLOB), 'm' || i, 'member' || i, 'M',
	    1, 'UTC', 1, 1, 1 FROM n;
	    INSERT INTO access ($access) SELECT id, $x, 'member', NULL, 'a0', 1,
	    created_at, 1, 0 FROM user WHERE email_key LIKE 'member%'");
	is scalar @{$gus->get("/lists/$l/members")->{json}{items}}, 400, 'read';
	refused('members', sub { $gus->post("/lists/$l/members",
	    { email => 'ada@example.org' }) });
	is $gus->patch('/me', { displayName => 'Robert' })->{status}, 200,
	    'a new name of its owner';
	is $gus->del("/lists/$l")->{status}, 204, 'deleted';
	is $gus->post("/lists/$l/restore")->{status}, 200, 'restored';
	is $gus->del('/me', { password => $gus->{password},
	    sharedLists => 'delete' })->{status}, 204, 'and its owner leaves';
	is $d->sql("SELECT count(*) FROM access WHERE list_id = $x
	    AND deleted_at = 0"), 0, 'with everybody else';
};

# SQLite gives up reading its index after ten seconds, with an error of its own.
subtest 'a read while a writer stands still in a commit' => sub {
	my ($status, $code, $err) = split / /, ended($still), 3;
	is "$status $code", '503 busy', 'is refused as busy';
	like $err, qr/a writer stood still/, 'and the log says why';
} if $still;

subtest 'requests behind a write that does not end' => sub {
	my @said = map { $Docket::Json->decode(ended($_)) } @waiting;
	my $read = pop @said;
	is $read->[0], 200,
	    'a read succeeds without recording the use of the session';
	cmp_ok $read->[3], '<', 10, 'and does not wait';
	for (@said) {
		my ($status, $code, $retry, $seconds) = @$_;
		is "$status $code", '503 busy', 'a write is refused as busy';
		is $retry, 1, 'with a Retry-After';
		cmp_ok $seconds, '>=', 15, 'after 15 seconds';
	}
	is $held->sql('SELECT count(*) FROM list'), 0, 'nothing is stored';
	is $eve->get('/lists')->{status}, 200, 'reads do not wait';
	$lock->release;
	is $eve->post('/lists', { id => uuid(), title => 'L' })->{status}, 201,
	    'when the lock is free, a write succeeds';
	$lock->take;
	my $late = beside(sub { $fay->post('/lists', { id => uuid(),
	    title => 'L' })->{json}{code} });
	select undef, undef, undef, 0.01 until $lock->awaited;
	$held->sql('DELETE FROM credential WHERE user_id = ' .
	    blob($fay->{me}{id}));
	$lock->release;
	is ended($late), 'no-session',
	    'a write whose session ended while it waited is refused';
	is $held->sql('SELECT count(*) FROM list'), 1, 'nor is it stored';
};

documented($record);
done_testing;
