# Inconsistent records, which no request can create, as after a failing disk, a
# manual restore or a repair with sqlite3: every route (except signing in) and
# the programs that cron runs still answer or end, and the log has the reason.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Copy;
use File::Temp 'tempdir';
use Ledger;
use Refusal;
use Test::More;
use Web;

my $w = Refusal->new;
my ($ada, $d, $id) = @{$w}{qw(ada d id)};
sub blob { return "x'" . $_[0] =~ tr/-//dr . "'" }
my ($me, $bob) = map { blob($_->{me}{id}) } @{$w}{qw(ada bob)};
my ($list, $task, $tag) = map { blob($id->{$_}) } qw(listId taskId tagId);
my $none = blob(uuid());
my %daily = (recurrence => 'daily', dueDate => '2026-01-02');
$ada->patch($w->path('/lists/{listId}/tasks/{taskId}'), \%daily);
$ada->patch($w->path('/lists/{listId}/tasks/{sibling}'), { reminderAt =>
    '2126-01-02T03:04:05Z', %daily });
my $key = uuid();
my @keyed = ('POST', '/lists', { id => uuid(), title => 'K' },
    'Idempotency-Key' => $key);
is $ada->request(@keyed)->{status}, 201, 'an answer is stored for its key';
$d->sql('PRAGMA wal_checkpoint(TRUNCATE)');

# Reads first, then changes, then deletions.
my %when = (GET => 0, DELETE => 2);
my @routes = sort { ($when{$a->{method}} // 1) <=> ($when{$b->{method}} // 1) }
    grep { $_->{path} !~ m{^/(sessions|registrations|email|password)} }
    Docket::routes();

# What is wrong with an answer, or undef.
sub wrong {
	my ($r) = @_;
	my $raw = $r->{raw};
	return "signal $raw->{signal}" if $raw->{signal};
	return 'no line in the log' if $r->{status} == 500 && $raw->{err} eq '';
	return undef if $r->{status} < 400 && (!length $r->{body} ||
	    $r->{headers}{'content-type'} !~ /json/ || $r->{json});
	return said($r) =~ /^(4\d\d|50[03]) [-a-z]+/ ? undef :
	    "$raw->{out}$raw->{err}";
}

# A copy of the data with that statement applied; its user.
sub copied {
	my ($sql) = @_;
	my $dir = tempdir(CLEANUP => 1);
	copy "$d->{data}/docket.db", "$dir/docket.db" or die;
	my $who = $ada->with(data => $dir, quiet => 1, may_fail => 1,
	    env => { %{$ada->{env}}, DOCKET_DATA => $dir });
	$who->sql('PRAGMA ignore_check_constraints = 1;
	    PRAGMA foreign_keys = 0;' . $sql);
	return $who;
}

# The name; what is done; what some requests answer then.
my $at = '/lists/{listId}';
my @damages = (
	(map { my $scope = $_; ['rows of the feed without their records: of a '
	    . ($scope eq $me ? 'user' : 'list'), join(';', map { "UPDATE state
	    SET last_stamp = last_stamp + 1; INSERT INTO feed (scope,
	    stamp, kind, id) VALUES ($scope, (SELECT last_stamp FROM state),
	    $_, $none)" } 0 .. 9),
	    [GET => '/me/changes', 200], [GET => "$at/tasks", 200]] }
	    $me, $list),
	['a feed of no known kind', 'UPDATE feed SET kind = 77'],
	['no feed', 'DELETE FROM feed', [GET => '/me/changes', 200],
	    [PATCH => "$at/tasks/{taskId}", 200, { title => 'x' }],
	    [DELETE => "$at", 204]],
	(map { my ($name, $set) = @$_; ["a task: $name",
	    "UPDATE task SET $set", [GET => "$at/tasks", 200],
	    [PATCH => "$at/tasks/{taskId}", 200, { done => \1 }]] }
	    ['with an unknown recurrence', "recurrence = 'never'"],
	    ['due on a day that does not exist', "due_date = '2026-02-30'"],
	    ['of a series that began on no day', "series_start = ''"],
	    ["reminds in nobody's zone", "reminder_by = $none"],
	    ['followed by what is not there', "successor_id = $none"],
	    ['of times long gone', 'created_at = -1, completed_at = -1'],
	    ['of times beyond all', 'created_at = 9223372036854775807'],
	    ['notes of one megabyte', "notes = printf('%.*c', 1000000, 'x')"]),
	['a task assigned to nobody known', "UPDATE task SET assignee_id = $none",
	    [GET => "$at/tasks", 200], [PATCH => "$at/tasks/{taskId}",
	    '500 internal', { done => \1 }]],
	['a malformed rank', "UPDATE task SET rank = '!' || rank",
	    [GET => "$at/tasks", 200],
	    [POST => "$at/tasks", '500 internal', { id => uuid(),
	    title => 'x' }]],
	['lists of one rank', "UPDATE access SET rank = 'a0'",
	    [GET => '/lists', 200]],
	['an empty rank of a list', "UPDATE access SET rank = ''",
	    [GET => '/lists', 200]],
	['a malformed id', "UPDATE task SET id = x'00' WHERE id = $task",
	    [GET => "$at/tasks", 200],
	    [PATCH => "$at/tasks/{taskId}", '404 task-not-found',
	    { title => 'x' }]],
	['malformed ids', "UPDATE step SET id = x''; UPDATE attachment
	    SET id = x'00'; UPDATE tag SET id = x'00'; UPDATE list_group
	    SET id = zeroblob(17)", [GET => '/me/tags', 200]],
	['no such user', "DELETE FROM user WHERE id = $bob",
	    [GET => "$at/members", 200], [POST => "$at/members",
	    '422 not-shareable', { email => 'bob@example.org' }]],
	['nobody', 'DELETE FROM user', [GET => '/me', '401 no-session']],
	['an unknown time zone', "UPDATE user SET time_zone = 'Mars/Olympus'",
	    [GET => '/me/my-day', 200]],
	['a member in no list', "UPDATE access SET list_id = $none
	    WHERE list_id = $list AND user_id = $me"],
	['a list of nobody', "DELETE FROM access WHERE list_id = $list",
	    [GET => $at, '404 list-not-found']],
	['a list without a record', "DELETE FROM list WHERE id = $list"],
	['tasks without a list', "UPDATE task SET list_id = $none WHERE list_id = $list"],
	['parts without a task', "DELETE FROM task WHERE id = $task",
	    [GET => '/me/my-day', 200], [GET => '/me/attachments', 200]],
	['tags that are not there', 'DELETE FROM tag; INSERT INTO task_tag
	    ' . "VALUES ($me, $none, $task); INSERT OR REPLACE INTO tag_set
	    VALUES ($task, $me, 1, NULL)"],
	['a tag without a name', "UPDATE tag SET name = '', name_key = NULL"],
	['a kept answer cut short', "UPDATE answer SET fingerprint = x'00'",
	    [@keyed[0, 1], '409 idempotency-key-reused', @keyed[2 .. 4]]],
	['a NUL in texts', "UPDATE task SET title = CAST(x'00' AS TEXT),
	    notes = CAST(x'610062' AS TEXT)", [GET => "$at/tasks", 200]],
	['no words', 'DELETE FROM word'],
	['no state', 'DELETE FROM state'],
	['stamps that have been', 'UPDATE state SET last_stamp = 0'],
);

for (@damages) {
	my ($name, $sql, @expected) = @$_;
	subtest $name => sub {
		my %said;
		my $who = copied($sql);
		for my $route (@routes) {
			my ($body, $type) = $w->body($route);
			my $r = $who->request($route->{method},
			    $w->path($route->{path}), $body,
			    'Content-Type' => $type);
			$said{$r->{status}}++;
			my $wrong = wrong($r);
			is $wrong, undef, "$route->{method} $route->{path}"
			    if defined $wrong;
		}
		for my $program (qw(docket-cleanup docket-export
		    docket-remind docket-admin)) {
			my $r = $who->run($program, $program eq 'docket-export'
			    ? '--all' : $program eq 'docket-admin' ? 'check' :
			    ());
			is $r->{signal}, 0, "$program ends";
			isnt "$r->{out}$r->{err}", '', 'and says why'
			    if $r->{status};
		}
		note join ', ', map { "$said{$_} of $_" } sort keys %said;
		for (@expected) {
			my ($method, $path, $expected, $body, %h) = @$_;
			is said(copied($sql)->request($method, $w->path($path),
			    $body, %h)), $expected, "$method $path";
		}
	};
}

# A list longer than the memory for it, with a damaged page: nothing of it is sent.
my $long = copied("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1
    FROM n WHERE i < 1000) INSERT INTO task (list_id, deleted_at, rank,
    id, title, done, starred, due_date, notes, notes_at, assignee_id,
    reminder_at, reminder_by, recurrence, series_start, created_at, stamp,
    completed_at, successor_id, successor_stamp, doc)
    SELECT list_id, 0,
    printf('b%04d', i), randomblob(16), title, done, starred, due_date,
    printf('%.*c', 800, 'x'), 1, NULL, 0, NULL, NULL, NULL, created_at, stamp,
    0, NULL, 0, 1000 + i FROM n, task WHERE id = $task");
my $all = $long->get($w->path("$at/tasks"))->{json};
is scalar @{$all->{items}}, 1002, 'a long list can be read';
my ($page) = (split /\n/, $long->sql("SELECT pageno FROM dbstat WHERE
    name = 'task' AND pagetype = 'leaf' ORDER BY path"))[-10];
open my $file, '+<:raw', "$long->{data}/docket.db" or die;
seek $file, 4096 * ($page - 1), 0;
print $file "\xff" x 4096;
close $file;

my $r = $long->get($w->path("$at/tasks"));
is "$r->{status} $r->{json}{code}", '503 not-ready', 'a list with a damaged page';
like $r->{raw}{err}, qr/restore a backup/, 'the log says what to do';
my ($lost) = grep { $long->get($w->path("$at/tasks/$_->{id}"))->{status} ==
    503 } @{$all->{items}}[-60 .. -20];
for my $mode (qw(cgi fastcgi)) {
	my $web = Web->new($long, '-m', $mode);
	my $auth = "Authorization: Bearer $ada->{token}";
	my $ask = sub { $web->ask('GET', '/api/v1' . $w->path($_[0]), [$auth]) };
	for (1 .. 3) {
		is Web::code($ask->("$at/tasks")), '503 not-ready',
		    "$mode: that list";
		is $ask->('/me')->{status}, 200, 'another request works';
	}
	is Web::code($ask->("$at/tasks/$lost->{id}")), '503 not-ready',
	    "$mode: a task of that page alone";
	is $web->stop, 0, "$mode: ends cleanly";
}
done_testing;
