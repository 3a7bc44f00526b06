# Lists that a user gains and loses: what their clients receive, and how long
# others have to wait.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use List::Util 'min';
use Test::More;
use Time::HiRes 'time';

my $d = Docket->new;
my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);

sub share { my ($l) = @_;
	is $ada->post("/lists/$l/members", { email => 'bob@example.org' })
	    ->{status}, 201, 'the list is shared' }
sub unshare { my ($l) = @_;
	is $ada->del("/lists/$l/members/$bob->{me}{id}")->{status}, 204,
	    'the member is removed' }

# All that a path answers since then, one item a page; kind or id, and whether it
# is gone.
sub since {
	my ($u, $path, $since) = @_;
	my $whole = $u->get("$path?since=$since")->{json};
	my ($at, @items, $page) = $since;
	do {
		$page = $u->get("$path?since=$at&limit=1")->{json};
		push @items, @{$page->{items}};
		$at = $page->{next};
	} while ($page->{more});
	is_deeply \@items, $whole->{items}, "$path: paged alike";
	return map { ($_->{kind} // $_->{id} // $_->{taskId}) .
	    ($_->{deletedAt} ? ' gone' : '') } @items;
}

sub next_of { my ($u) = @_;
	return $u->get('/me/changes?limit=1000')->{json}{next} }

subtest 'a new member does not see what was deleted before' => sub {
	my $l = $ada->make('/lists', title => 'L');
	my ($live, $dead, $later) = map { $ada->make("/lists/$l/tasks",
	    title => "Secret $_") } qw(live dead later);
	my $s = $ada->make("/tasks/$live/steps", title => 'Secret step');
	my $f = uuid();
	$ada->upload($live, $f, 'bytes', 'secret.txt');
	$ada->del($_) for "/lists/$l/tasks/$dead", "/tasks/$live/steps/$s",
	    "/attachments/$f";
	my $always = next_of($bob);
	share($l);
	for ('/me/changes', "/lists/$l/tasks", "/tasks/$live/steps",
	    '/me/attachments') {
		for my $query ("?since=$always", '?since=1970-01-01T00:00:00Z',
		    '') {
			my $r = $bob->get("$_$query");
			is $r->{status}, 200, "$_$query";
			unlike $r->{body}, qr/$dead|dead|$s|Secret step|$f/,
			    'contains nothing of it';
		}
	}
	is $bob->post("/lists/$l/tasks/$dead/restore")->{status}, 404,
	    'nor can they restore it';
	is $ada->post("/lists/$l/tasks/$dead/restore")->{status}, 200,
	    'the owner can';
	$ada->del("/lists/$l/tasks/$later");
	is $bob->post("/lists/$l/tasks/$later/restore")->{status}, 200,
	    'a member can restore what was deleted since they joined';
};

subtest 'a list that is lost and gained again' => sub {
	my $l = $ada->make('/lists', title => 'L');
	my ($kept, $gone) = map { $ada->make("/lists/$l/tasks",
	    title => $_) } qw(kept gone);
	share($l);
	my ($f, $g) = (uuid(), uuid());
	$ada->upload($kept, $f, 'bytes', 'kept.txt');
	$ada->upload($gone, $g, 'bytes', 'gone.txt');
	my $tag = $bob->make('/me/tags', name => 'mine');
	$bob->put("/me/my-day/$_", {}) for $kept, $gone;
	$bob->put("/tasks/$kept/tags", { tagIds => [$tag] });
	my ($old) = @{$bob->get('/me/my-day')->{json}{items}};
	is $old->{listId}, $l, 'a My Day entry names its list';
	my $since = next_of($bob);
	unshare($l);
	is_deeply [since($bob, '/me/changes', $since)], ['list gone'],
	    'after the loss there is a tombstone';
	is_deeply [sort(since($bob, '/me/attachments', $since))],
	    [sort map { "$_ gone" } $f, $g], 'and one for each attachment';
	is_deeply [sort(since($bob, '/me/my-day', $since))],
	    [sort map { "$_ gone" } $kept, $gone], 'and for each My Day entry';
	unlike $bob->get("/me/attachments?since=$since")->{body}, qr/\.txt/,
	    'without the file\'s name';
	my $between = next_of($bob);
	$ada->del("/lists/$l/tasks/$gone");
	share($l);
	my @all = ('attachment', 'list', 'list gone', 'member', 'myDay',
	    'task', 'taskTags');
	is_deeply [sort(since($bob, '/me/changes', $since))], \@all,
	    'after the gain comes the tombstone, then what is live';
	is_deeply [sort(since($bob, '/me/changes', $between))],
	    [grep { !/gone/ } @all],
	    'a client that synced in between gets the live records only';
	is_deeply [sort(since($bob, '/me/attachments', $since))],
	    [sort $f, map { "$_ gone" } $f, $g], '/me/attachments has both';
	is_deeply [sort(since($bob, '/me/my-day', $since))],
	    [sort $kept, map { "$_ gone" } $kept, $gone], '/me/my-day has both';
	my ($new) = grep { $_->{taskId} eq $kept }
	    @{$bob->get('/me/my-day')->{json}{items}};
	cmp_ok $new->{updatedAt}, 'gt', $between, 'the entry has a new stamp';
	my $r = $bob->get("/lists/$l/tasks?since=$since");
	is "$r->{status} $r->{json}{code}", '410 since-expired',
	    'the list\'s own collection answers 410 for a stamp before the loss';
	is $bob->get("/lists/$l/tasks?since=$between")->{status}, 200,
	    'and works for a stamp after it';
};

subtest 'attachments and My Day entries of a lost task' => sub {
	my ($l, $o) = map { $ada->make('/lists', title => $_) } qw(L O);
	share($l);
	my @t = map { $ada->make("/lists/$l/tasks", title => "T$_") } 1 .. 3;
	my @f = map { uuid() } @t;
	for (0 .. 2) {
		$ada->upload($t[$_], $f[$_], "bytes $_", 'a.txt');
		$bob->put("/me/my-day/$t[$_]", {});
	}
	my $since = next_of($bob);
	$ada->del("/lists/$l/tasks/$t[0]");
	$ada->post("/lists/$l/tasks/$t[1]/move", { listId => $o });
	is_deeply [since($bob, '/me/attachments', $since)],
	    ["$f[0] gone", "$f[1] gone"],
	    'a deleted or moved task has tombstones of its attachments';
	is_deeply [since($bob, '/me/my-day', $since)],
	    ["$t[0] gone", "$t[1] gone"], 'and of its My Day entries';
	$ada->post("/lists/$l/tasks/$t[2]/move", { listId => $o });
	my $mid = next_of($bob);
	share($o);
	is_deeply [sort(since($bob, '/me/attachments', $since))],
	    [sort((map { "$_ gone" } @f), @f[1, 2])],
	    'then the list is gained to which the task was moved';
	is_deeply [sort(since($bob, '/me/attachments', $mid))],
	    [sort @f[1, 2]], 'later only the gained ones come';
	is_deeply [sort(since($bob, '/me/my-day', $mid))],
	    [sort @t[1, 2]], 'and only the gained My Day entries';
};

subtest 'sharing a large list does not delay other writers' => sub {
	my $l = $ada->make('/lists', title => 'Many');
	my $first = $ada->make("/lists/$l/tasks", title => 'First');
	# As 10,000 tasks with ten steps each, without the time to make them.
	$d->sql(<<"SQL");
CREATE TEMP TABLE t AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL
    SELECT i + 1 FROM n WHERE i < 9999)
    SELECT i, randomblob(16) AS id, list_id AS list, stamp + i AS stamp
    FROM n, task WHERE title = 'First';
INSERT INTO task (list_id, rank, id, title, done, starred, notes_at, reminder_at,
    created_at, stamp, completed_at, successor_stamp, doc)
    SELECT list, printf('b%05dV', i), id, 'T', 0, 0, 0, 0, 1, stamp, 0, 0, stamp
    FROM t;
INSERT INTO feed (scope, stamp, kind, id) SELECT list, stamp, 2, id FROM t;
CREATE TEMP TABLE s AS SELECT list, t.id AS task, 'a' || k.i AS rank,
    randomblob(16) AS id, t.stamp + 10000 * k.i AS stamp
    FROM t, (SELECT i FROM t ORDER BY i LIMIT 10) k;
INSERT INTO step (task_id, rank, id, title, done, created_at, stamp)
    SELECT task, rank, id, 'S', 0, 1, stamp FROM s;
INSERT INTO feed (scope, stamp, kind, id) SELECT list, stamp, 4, id FROM s;
UPDATE state SET last_stamp = last_stamp + 1000000;
SQL
	my $since = next_of($bob);
	my $empty = $ada->make('/lists', title => 'Empty');
	my %took;
	for (1 .. 4) {
		for my $list ($l, $empty) {
			my $t = time;
			share($list);
			my $mid = time;
			unshare($list);
			push @{$took{$list}[0]}, $mid - $t;
			push @{$took{$list}[1]}, time - $mid;
		}
	}
	for (['joining', 0], ['leaving', 1]) {
		my ($what, $i) = @$_;
		my ($many, $none) = map { min @{$took{$_}[$i]} } $l, $empty;
		cmp_ok $many, '<', 8 * $none,
		    "$what takes hardly longer than with an empty list";
	}
	share($l);
	my ($page, %seen, $pages) = { next => $since, more => 1 };
	while ($page->{more}) {
		$page = $bob->get("/me/changes?since=$page->{next}")->{json};
		$pages++;
		$seen{"$_->{kind} $_->{id}"}++
		    for grep { $_->{id} && !$_->{deletedAt} } @{$page->{items}};
		cmp_ok scalar @{$page->{items}}, '<=', 10000,
		    'a page has at most 10,000 items';
	}
	is scalar(grep { /^task/ } keys %seen), 10000, 'all tasks come';
	is scalar(grep { /^step/ } keys %seen), 99990, 'and all steps';
	is scalar(grep { $_ > 1 } values %seen), 0, 'each once';
	cmp_ok $pages, '>=', 11, 'in several pages';
	$page = $bob->get('/me/changes')->{json};
	is scalar @{$page->{items}}, 10000,
	    'a first read ends after 10,000 items, too';
	ok $page->{more}, 'and says that there is more';
};

done_testing;
