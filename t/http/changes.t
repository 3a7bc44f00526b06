# GET /me/changes by examples: gaining and losing a list, a task that is moved
# out of reach, pages, and `since`.  t/http/sync.t tests it with random changes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Replica;
use Test::More;

my $d = Docket->new;
my ($ada, $bob, $cyd) = map { $d->user("$_\@example.net") } qw(ada bob cyd);
my $list = $ada->make('/lists', title => 'L');
my $other = $ada->make('/lists', title => 'O');
my @task = map { $ada->make("/lists/$list/tasks", title => "T$_") } 1 .. 3;
$ada->make("/tasks/$task[0]/steps", title => 'S');

sub newest { my ($user) = @_; return $user->get('/me/changes')->{json}{next} }
# What came since: kind and whether it is gone.
sub since {
	my ($user, $since) = @_;
	return @{$user->get("/me/changes?since=$since")->{json}{items}};
}
sub named { return map { "$_->{kind} " . ($_->{deletedAt} ? 'gone' : 'live') }
    @_ }

subtest 'a gained list' => sub {
	my $before = newest($bob);
	$ada->post("/lists/$list/members", { email => 'bob@example.net' });
	is_deeply [sort { $a cmp $b } named(since($bob, $before))],
	    ['list live', 'member live', 'step live', ('task live') x 3],
	    'everything in it comes once';
	my $next = newest($bob);
	is_deeply [since($bob, $next)], [], 'and nothing comes after `next`';
	(my $offset = $next) =~ s/Z$/+00:00/;
	is $bob->get("/me/changes?since=$offset")->{status}, 200,
	    'the + of an offset may be sent unescaped';
};

subtest 'a task moved to a list that bob cannot reach' => sub {
	my $before = newest($bob);
	$ada->post("/lists/$list/tasks/$task[1]/move", { listId => $other });
	is_deeply [named(since($bob, $before))], ['task gone'],
	    'bob gets a tombstone';
	my ($seen) = grep { $_->{kind} eq 'task' } since($ada, $before);
	is "$seen->{listId} " . ($seen->{deletedAt} // 'live'), "$other live",
	    'ada gets the task';
	my ($old) = @{$ada->get("/lists/$list/tasks?since=$before")
	    ->{json}{items}};
	is_deeply [$old->{id}, defined $old->{deletedAt}], [$task[1], 1],
	    'the collection of the old list has a tombstone';
};

subtest 'a lost list' => sub {
	my ($before, $hers) = (newest($bob), newest($ada));
	$ada->del("/lists/$list/members/$bob->{me}{id}");
	is_deeply [map { "$_->{kind} $_->{id}" } grep { $_->{deletedAt} }
	    since($bob, $before)], ["list $list"], 'bob gets its tombstone';
	is_deeply [map { $_->{kind} } since($ada, $hers)], ['member'],
	    'ada gets the change of members only';
};

subtest 'a list lost between the pages of its gain' => sub {
	my ($step) = $ada->make("/tasks/$task[2]/steps", title => 'S');
	$ada->patch("/lists/$list/tasks/$task[2]", { title => 'after its step' });
	my $lost;
	my $client = Replica->new($bob, 'feed', sub {
		$lost ||= $_[0]->{rows}{step}{$step} && $ada->del(
		    "/lists/$list/members/$bob->{me}{id}");
		return 1;
	});
	$client->sync;
	$ada->post("/lists/$list/members", { email => 'bob@example.net' });
	$client->sync;
	is $lost->{status}, 204, 'it had a step, and no task yet';
	is_deeply $client->compare($client->truth), [],
	    'its tombstone removes the step, too';
};

is $ada->get("/me/changes?since=$_")->{json}{code}, 'invalid-since',
    "since=$_ is refused" for 'yesterday', '2026-02-30T00:00:00Z', '1';

subtest 'more rows than are read at once, most of them tombstones' => sub {
	my $before = newest($cyd);
	my $many = uuid();
	my $import = $d->run('docket-import', '-q', '--user', 'cyd@example.net',
	    '/dev/stdin', \json({ schemaVersion => '1', lists => [{ id => $many,
	    title => 'Many' }], tasks => [map { { id => uuid(), listId => $many,
	    title => "Task $_" } } 1 .. 2500] }));
	is $import->{status}, 0, 'imported' or diag $import->{err};
	# As if all but three had been deleted since.
	$d->sql("UPDATE task SET stamp = stamp + 100000000,
	    deleted_at = stamp + 100000000 WHERE title LIKE 'Task %'
	    AND title NOT IN ('Task 1', 'Task 1500', 'Task 2500');
	    UPDATE feed SET stamp = stamp + 100000000 WHERE kind = 2
	    AND id IN (SELECT id FROM task WHERE title LIKE 'Task %'
	    AND deleted_at > 0);
	    UPDATE state SET last_stamp = last_stamp + 200000000");
	is_deeply [sort map { $_->{title} } grep { $_->{kind} eq 'task' }
	    @{$cyd->get('/me/changes?limit=3')->{json}{items}},
	    @{$cyd->get('/me/changes?limit=1000')->{json}{items}}],
	    ['Task 1', 'Task 1', 'Task 1500', 'Task 1500', 'Task 2500'],
	    'a first sync gets the live tasks';
	my ($count, $page) = (0, { next => $before, more => 1 });
	while ($page->{more}) {
		$page = $cyd->get("/me/changes?since=$page->{next}&limit=900")
		    ->{json};
		$count += grep { $_->{kind} eq 'task' } @{$page->{items}};
	}
	is $count, 2500, 'a client that synced before gets all changes';
};

$d->sql('UPDATE state SET oldest_since = last_stamp');
my $r = $ada->get('/me/changes?since=2026-01-01T00:00:00Z');
is "$r->{status} $r->{json}{code}", '410 since-expired',
    'a stamp older than the stored tombstones is refused';
done_testing;
