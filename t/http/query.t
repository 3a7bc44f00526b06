# Queries: invalid and valid parameters of collections, search and My Day.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Refusal;

my $w = Refusal->new;
my $ada = $w->{ada};
my $stamp = $ada->get('/me/changes')->{json}{next};
my $next = $ada->get('/lists?limit=1')->{json}{next};
my $id = '8a1f6f0a-4a53-4c39-9df0-0b8a6e2f7c11';
my @collections = map { $w->path($_) } qw(/lists /lists/{listId}/tasks
    /tasks/{taskId}/steps /me/tags /me/attachments /me/groups /me/my-day
    /me/changes);

sub escaped {
	my ($s) = @_;
	utf8::encode($s);
	$s =~ s/([^\w.~-])/sprintf '%%%02X', ord $1/ge;
	return $s;
}

my @bad_limits = ('', 0, '00', 1001, -1, 'abc', '1.0', '1e2', '0x10', '+5',
    ' 5', '5 ', "5\n", 9999999, '9' x 30, "\x{663}", '5,6', 'null');
my @bad_since = ('', 'x', 0, 'now', '1767323045', '2026-01-02',
    '2026-02-30T03:04:05Z', '2026-01-02T03:04:05', "$stamp ", "$stamp\n",
    (map { "$stamp$_" } '.', '.0', '.:', '.5x', '.9223372036854775807',
    '.99999999999999999999', 'x'), 'x' . 'Z.1',
    'c', 'c1', 'c1.', 'c1..', "c.61.$id", "c:.61.$id",
    "c-1.61.$id", "c1.6.$id",
    "c1.zz.$id", "c1.00.$id", "c1.ff.$id", 'c1.61.x', "c1.61.${id}0", "c1.61.\U$id",
    'c1.61.' . '-' x 36, "c1.61.$id.", 'c' . '9' x 30 . ".61.$id",
    "c9223372036854775807.61.$id", "C1.61.$id", " $next", "x$next");
my @good_since = ($stamp, '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z',
    '2026-01-02t03:04:05.5+01:00', "$stamp.1");
# Forged, but of the form that a listing's own `next` has.
my @good_next = ("c1.61.$id", "c0..$id",
    'c1.' . '61' x 2000 . ".$id", $next);
# Not as a parameter may be: not UTF-8, wrongly escaped, a NUL, repeated.
my @malformed = ('%s=%%ff', '%s=%%ed%%a0%%80', '%s=%%00', '%s=%%', '%s=%%1',
    '%s=%%zz', '%s=%%g1%%80%%80%%80', '%s=%%1g', "%s=\xff",
    map({ "%s=%%${_}1" } qw(/ : @ G `)), '%s=%%4/', '%s=%%4%%',
    '%1$s=1&%1$s=1', '%1$s&%1$s=1', '%1$s&x&%1$s');

for my $path ('/me/tasks', '/me/trash') {
	$w->refused($ada->get("$path?" . sprintf $_, 'after'),
	    '400 malformed-request', "$path " . sprintf $_, 'after')
	    for @malformed;
}

for my $path (@collections) {
	subtest $path => sub {
		my $feed = $path eq '/me/changes';	# has no such `next`
		$w->refused($ada->get("$path?limit=" . escaped($_)),
		    '422 validation-failed /limit:out-of-range',
		    'limit ' . shown($_)) for @bad_limits;
		$w->refused($ada->get("$path?since=" . escaped($_)),
		    '422 invalid-since /since:invalid-format',
		    'since ' . shown($_)) for @bad_since,
		    $feed ? @good_next : ();
		for my $name (qw(limit since)) {
			$w->refused($ada->get("$path?" . sprintf $_, $name),
			    '400 malformed-request', sprintf $_, $name)
			    for @malformed;
		}
		is $ada->get("$path?since=" . escaped($_))->{status}, 200,
		    'since ' . shown($_) for @good_since,
		    $feed ? () : @good_next;
		is $ada->get("$path?$_")->{status}, 200, $_ for
		    'limit=1', 'limit=1000', 'limit=%31', '', '&', '&&=&',
		    'limits=0', 'xlimit=0', 'Limit=0', 'x=%zz&y=%ff&x',
		    'since=2026-01-02T03:04:05+01:00', 
		    'x=' . 'y' x 8000;
	};
}

subtest 'a since that is too old is refused' => sub {
	$ada->sql('UPDATE state SET oldest_since = 1000000');
	$w->remember;
	$w->refused($ada->get("$_?since=1970-01-01T00:00:00.999999Z"),
	    '410 since-expired', $_) for @collections;
	is $ada->get("$_?since=1970-01-01T00:00:01Z")->{status}, 200,
	    "$_ is not, at the edge" for @collections;
};

subtest 'routes without limit ignore it' => sub {
	is $ada->get("$_?limit=0&since=x&date=x&q=")->{status}, 200, $_
	    for '/me', '/me/export', '/me/sessions', '/me/tokens',
	    '/me/notifications', '/me/push-subscriptions', '/health',
	    map { $w->path($_) } '/lists/{listId}', '/tasks/{taskId}/tags',
	    '/lists/{listId}/members';
};

# Without `since`, what is gone neither shortens a page nor follows the last.
subtest 'without since, pages are full of live records' => sub {
	my ($bobs, @id) = ($w->{bob}{me}{id}, map { uuid() } 1 .. 7);
	my ($list, $task) = @id;
	$ada->post('/lists', { id => $list, title => 'x' });
	$ada->post("/lists/$list/tasks", { id => $_, title => 'x' })
	    for $task, $id[2];
	$ada->post("/tasks/$task/steps", { id => $id[3], title => 'x' });
	$ada->post('/me/tags', { id => $id[4], name => 'x' });
	$ada->post('/me/groups', { id => $id[5], title => 'x' });
	$ada->upload($task, $id[6], "x\n", 'x.txt');
	$ada->post("/lists/$list/members", { email => 'bob@example.org' });
	$ada->put("/tasks/$task/tags", { tagIds => [$id[4]] });
	$ada->put("/me/my-day/$task", {});
	my $since = $ada->get('/me/changes')->{json}{next};
	$ada->put("/tasks/$task/tags", { tagIds => [] });
	is $ada->del($_)->{status}, 204, $_ for "/me/my-day/$task",
	    "/lists/$list/members/$bobs", "/attachments/$id[6]",
	    "/me/groups/$id[5]", "/me/tags/$id[4]",
	    "/tasks/$task/steps/$id[3]", "/lists/$list/tasks/$id[2]";
	is scalar @{$ada->get("/me/changes?since=$since")->{json}{items}}, 8,
	    'the feed has eight tombstones';
	my $all = $ada->get('/me/changes')->{json}{items};
	is_deeply [grep { $_->{deletedAt} } @$all], [], 'a first read has none';
	for ([scalar @$all, 0], [@$all - 1, 1]) {
		my $r = $ada->get("/me/changes?limit=$_->[0]")->{json};
		is scalar(@{$r->{items}}), $_->[0], 'a page is full';
		is $r->{more}, $_->[1], $_->[1] ? 'one follows' : 'the last';
	}
	$w->remember;
};

subtest 'search' => sub {
	my $wrong = '422 validation-failed /q:invalid-format';
	$w->refused($ada->get("/search$_"), $wrong, "search$_") for '', '?q',
	    '?q=', '?q=+', '?q=%20%09', '?q=...', '?q=%22%22', '?q=*',
	    '?Q=x', '?q=%F0%9F%98%80', '?q=' . 'x' x 1001, '?q=%E2%80%A8';
	$w->refused($ada->get('/search?q=&limit=0'),
	    '422 validation-failed /limit:out-of-range /q:invalid-format',
	    'both invalid parameters are named');
	$w->refused($ada->get('/search?q=x&limit=1001'),
	    '422 validation-failed /limit:out-of-range', 'limit');
	$w->refused($ada->get('/search?' . sprintf $_, 'q'),
	    '400 malformed-request', sprintf $_, 'q') for @malformed;
	is $ada->get('/search?q=' . escaped($_))->{status}, 200, shown($_) for
	    'x', 'a"b', 'x*', 'x OR y', 'NOT', 'AND', 'NEAR(x y)',
	    'title:x', '-x', '^x', '{title}:x', "x'; DROP TABLE task; --",
	    "x \x{1f600}", "e\x{301}", "\x{ffff}x", 'x' x 1000,
	    join ' ', map { "w$_" } 1 .. 200;
};

subtest 'My Day' => sub {
	my $wrong = '422 validation-failed /date:invalid-format';
	$w->refused($ada->get('/me/my-day?date=' . escaped($_)), $wrong,
	    shown($_)) for '', 'x', 'Today', 'tomorrow', '2026-02-30',
	    '2026-1-2', '20260102', '2026-01-02 ', '0000-01-01', "today\n";
	$w->refused($ada->get('/me/my-day?' . sprintf $_, 'date'),
	    '400 malformed-request', sprintf $_, 'date') for @malformed;
	is $ada->get("/me/my-day?date=$_")->{status}, 200, $_
	    for qw(today 2026-01-02 0001-01-01 9999-12-31 tod%61y);
};
done_testing;
