# How long one user's request blocks all other writers: the most expensive
# requests within the limits, in processor time under the write lock, which
# other processes hardly affect.  At most 100 ms (t/lib/Hold.pm).
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Hold;
use Test::More;

my $sanitized = build() =~ m{/san$};
plan skip_all => 'a sanitizer takes its own time' if $sanitized;

my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my ($full, $other, $dear) = map { uuid() } 1 .. 3;
my ($tag, $n) = (uuid(), 0);
my @tags = map { uuid() } 1 .. 50;
sub blob { return "x'" . ($_[0] =~ tr/-//dr) . "'" }

# What held it longest, of all that ran.
sub longest {
	my ($name, $does) = @_;
	my $file = "$dir/" . ++$n;
	my %env = (LD_PRELOAD => join(':', build() . '/t/hold.so',
	    $d->{env}{LD_PRELOAD} // ()), HOLD => $file);
	local @{$ada->{env}}{keys %env} = values %env;
	local @{$d->{env}}{keys %env} = values %env;
	my $r = $does->();
	my @held = Hold::read($file);
	cmp_ok scalar @held, '>', 0, "$name: it writes"
	    or diag ref $r ? "$r->{status} $r->{err}" : '';
	my ($wall, $cpu) = Hold::short("$name: in less than 100 ms", @held);
	diag sprintf '%-40s %7.1f ms (%.1f by the clock, %d times)', $name,
	    $cpu / 1000, $wall / 1000, scalar @held;
	return $r;
}

sub answers {
	my ($name, $wanted, $does) = @_;
	my $r = longest($name, $does);
	is $r->{status}, $wanted, "$name: it is done" or diag $r->{body};
}

# A list as full as may be: 10,000 tasks with everything that a user can add to them except
# files; a task with 100 long steps and long notes.
$ada->post('/lists', { id => $_, title => 'L' }) for $full, $other, $dear;
$ada->post('/me/tags', { id => $_, name => 'tag' . substr $_, 0, 8 })
    for $tag, @tags[0 .. 9];
my ($user, $list) = map { blob($_) } $ada->{me}{id}, $full;
$d->sql("BEGIN; CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
    SELECT i + 1 FROM n WHERE i < 10000) SELECT i,
    CAST(printf('task%012d', i) AS BLOB) AS id FROM n;
    INSERT INTO task (list_id, rank, id, title, done, starred, notes, notes_at,
	reminder_at, created_at, stamp, completed_at, successor_stamp, doc)
    SELECT $list, printf('b%05dV', i), id, 'Task number ' || i, i % 2, 0,
	'Some notes about it, and some more', 1, 0, i, i, i % 2 * i, 0, i
    FROM n;
    INSERT INTO word SELECT l.number, j.value, i, iif(j.key < 3, 1, 4)
    FROM list l, n, json_each(json_array('task', 'number', CAST(i AS TEXT),
    'some', 'notes', 'about', 'it', 'and', 'more')) j WHERE l.id = $list;
    UPDATE list SET tasks = 10000 WHERE id = $list;
    INSERT INTO feed (scope, stamp, kind, id) SELECT $list, i, 2, id FROM n;
    INSERT INTO step SELECT id, 0, 'a0', CAST(printf('step%012d', i) AS BLOB),
	'A step', 0, i, 100000 + i FROM n;
    INSERT INTO feed (scope, stamp, kind, id) SELECT $list, 100000 + i, 4,
	CAST(printf('step%012d', i) AS BLOB) FROM n;
    INSERT INTO tag_set SELECT id, $user, 200000 + i, NULL FROM n;
    INSERT INTO feed (scope, stamp, kind, id) SELECT $user, 200000 + i, 6, id
    FROM n;
    INSERT INTO task_tag (user_id, tag_id, task_id) SELECT $user, g.id, n.id
    FROM n, tag g WHERE g.user_id = $user;
    INSERT INTO my_day SELECT $user, id, '2026-11-21', 300000 + i, 0 FROM n;
    INSERT INTO feed (scope, stamp, kind, id) SELECT $user, 300000 + i, 8, id
    FROM n; COMMIT");
my $blob_of_task = sub { join '-', unpack 'A8A4A4A4A12',
    unpack 'H*', sprintf 'task%012d', $_[0] };
my $long = uuid();
my $chinese = sub { join '', map { chr 0x4e00 + rand 20000 } 1 .. $_[0] };
$ada->post("/lists/$dear/tasks", { id => $long, title => 'T' });
$ada->post("/tasks/$long/steps", { id => uuid(), title => $chinese->(500) })
    for 1 .. 99;
my $at = "/lists/$dear/tasks/$long";

# 10,000 ranks as long as may be, and two with nothing as long between them.
$d->sql("UPDATE task SET rank = 'b0" . 'z' x 121 . "' ||
    iif(doc = 5001, '5000W', printf('%04dV', doc - 1)) WHERE list_id = $list
    AND doc <= 10000; UPDATE task SET rank = 'b0" . 'z' x 121 . "5000V'
    WHERE list_id = $list AND doc = 5000");
my ($x, $y, $z) = map { $blob_of_task->($_) } 5000, 5001, 9000;
answers('a move among 10,000 long ranks', 200, sub { $ada->patch(
    "/lists/$full/tasks/$z/rank", { beforeId => $x, afterId => $y }) });
is $d->sql("SELECT max(length(rank)) <= 128, count(*) FROM task
    WHERE list_id = $list"), '1|10000', '... makes none longer than that';
is $d->sql("SELECT group_concat(doc) FROM (SELECT doc FROM task
    WHERE list_id = $list AND rank >= (SELECT rank FROM task WHERE doc = 4999)
    ORDER BY rank LIMIT 5)"), '4999,5000,9000,5001,5002',
    '... and keeps the order';
answers('long notes', 200, sub { $ada->patch($at,
    { notes => $chinese->(10000) }) });
answers('other long notes', 200, sub { $ada->patch($at,
    { notes => $chinese->(10000) }) });
answers('the hundredth long step', 201, sub { $ada->post(
    "/tasks/$long/steps", { id => uuid(), title => $chinese->(500) }) });
answers('a task of many words moves', 200, sub { $ada->post("$at/move",
    { listId => $other }) });
$at = "/lists/$other/tasks/$long";
answers('and is deleted', 204, sub { $ada->del($at) });
answers('and restored', 200, sub { $ada->post("$at/restore") });
$ada->patch($at, { dueDate => '2030-01-01', recurrence => 'daily' });
answers('and is done', 200, sub { $ada->patch($at,
    { done => JSON::PP::true }) });
answers('a task in a full list', 201, sub {
    $d->sql("UPDATE list SET tasks = 9999 WHERE id = $list");
    $ada->post("/lists/$full/tasks", { id => uuid(), title => 'T' }) });
my $since = $d->sql('SELECT last_stamp FROM state');
answers('a tag of 10,000 tasks', 204, sub { $ada->del("/me/tags/$tag") });
my $t = $blob_of_task->(77);
is_deeply [grep { $_ eq $tag } @{$ada->get("/tasks/$t/tags")->{json}{tagIds}}],
    [], '... the tag is on no task';
is $d->sql("SELECT count(*) FROM feed WHERE scope = $user AND kind = 6
    AND stamp > $since"), 10000, '... and every tag set has a new stamp';
$since = $d->sql('SELECT last_stamp FROM state');
answers('the tag comes back', 200, sub { $ada->post("/me/tags/$tag/restore") });
is_deeply [grep { $_ eq $tag } @{$ada->get("/tasks/$t/tags")->{json}{tagIds}}],
    [$tag], '... the tag is on all of them';
is $d->sql("SELECT count(*) FROM feed WHERE scope = $user AND kind = 6
    AND stamp > $since"), 10000, '... and every tag set has a new stamp';
my $bob = $d->user('bob@example.org');
my $bobs = blob($bob->{me}{id});
answers('a member of a list of 10,000 tasks', 201, sub { $ada->post(
    "/lists/$full/members", { email => 'bob@example.org' }) });
$d->sql("UPDATE task SET assignee_id = $bobs WHERE list_id = $list");
answers('who leaves, all of them assigned', 204, sub { $bob->del(
    "/lists/$full/members/$bob->{me}{id}") });
is $d->sql("SELECT count(*) FROM task WHERE assignee_id = $bobs"), 0,
    '... and has no tasks any more';
my @wordy = map { uuid() } 1 .. 10;
$ada->post("/lists/$dear/tasks", { id => $_, title => 'T',
    notes => $chinese->(10000), done => JSON::PP::true }) for @wordy;
my $done;
answers('5,000 done tasks, some of many words', 200, sub {
    $done = $ada->post('/me/completed-tasks/cleanup') });
is $done->{json}{removed}, 5001 + @wordy, '... are deleted and counted';
answers('a list of 10,000 tasks', 204, sub { $ada->del("/lists/$full") });
answers('it comes back', 200, sub { $ada->post("/lists/$full/restore") });
answers('and goes again', 204, sub { $ada->del("/lists/$full") });

# As many parts as a task has with the deleted ones.
my ($many, $m) = (uuid());
$ada->post("/lists/$dear/tasks", { id => $many, title => 'T' });
my ($in, $own) = (blob($dear), blob($ada->{me}{id}));
$m = blob($many);
$d->sql("BEGIN; CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION
    ALL SELECT i + 1 FROM n WHERE i < 1999) SELECT i FROM n;
    INSERT INTO step SELECT $m, i, 'a0', CAST(printf('many%012d', i) AS BLOB),
	'A step', 0, i, 500000 + i FROM n;
    INSERT INTO feed (scope, stamp, kind, id, gone) SELECT $in, 500000 + i, 4,
	CAST(printf('many%012d', i) AS BLOB), i FROM n;
    INSERT INTO attachment SELECT $m, CAST(printf('file%012d', i) AS BLOB),
	$own, 'f', 'text/plain', 0, zeroblob(32), i, 600000 + i, i FROM n;
    INSERT INTO feed (scope, stamp, kind, id, gone) SELECT $in, 600000 + i, 7,
	CAST(printf('file%012d', i) AS BLOB), i FROM n; COMMIT");
answers('the last part of a task', 201, sub { $ada->post("/tasks/$many/steps",
    { id => uuid(), title => 'S' }) });
answers('which moves with 3,999', 200, sub { $ada->post(
    "/lists/$dear/tasks/$many/move", { listId => $other }) });
my $eve = $d->user('eve@example.org');
my ($l, $g, @t) = map { uuid() } 0 .. 4;
$eve->post('/lists', { id => $l, title => 'L' });
$eve->post('/me/tags', { id => $g, name => 'eve' });
$eve->post("/lists/$l/tasks", { id => $_, title => 'T', tagIds => [$g] })
    for @t;
answers('an account', 204, sub { $ada->del('/me',
    { password => $ada->{password} }) });
my $remains = "SELECT (SELECT count(*) FROM tag_set WHERE user_id = $user),
    (SELECT count(*) FROM task_tag WHERE user_id = $user),
    (SELECT count(*) FROM my_day WHERE user_id = $user),
    (SELECT count(*) FROM tag WHERE user_id = $user),
    (SELECT count(*) FROM feed WHERE scope = $user)";
is $d->sql($remains), '0|0|0|0|0', '... and nothing of it is left';

# Both by somebody who was killed in between.
my $e = blob($eve->{me}{id});
my $told = $d->sql('SELECT last_stamp FROM state');
$d->sql("UPDATE tag SET deleted_at = stamp, name_key = NULL, pending = x''
    WHERE user_id = $e;
    UPDATE feed SET gone = 1 WHERE scope = $e
	AND stamp IN (SELECT stamp FROM tag WHERE user_id = $e);
    INSERT INTO feed (scope, stamp, kind, id) VALUES ($user, 1, 5, x'00')");
is_deeply $eve->get("/tasks/$t[0]/tags")->{json}{tagIds}, [],
    'a deleted tag is on no task';
is $d->run('docket-cleanup', '--quiet')->{status}, 0, 'docket-cleanup succeeds';
is $d->sql("SELECT count(*) FROM tag_set WHERE user_id = $e
    AND stamp > $told"), scalar @t, 'it stamps every set that had the tag';
is $d->sql("SELECT count(*) FROM feed WHERE scope = $user"), 0,
    'and removes the rest of the account';
$d->later('31d');
is longest('its remains', sub { $d->run('docket-cleanup', '--quiet',
    '--clock-is-right') })->{status}, 0,
    'docket-cleanup succeeds after a month';
is $d->sql("SELECT count(*) FROM task_tag WHERE user_id = $e"), 0,
    'and removes the deleted tag from each task';
done_testing;
