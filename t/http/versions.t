# The version of a record is its updatedAt: every request that creates or
# changes one answers it as the ETag, and If-Match protects every change.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp;
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Refusal;

my $w = Refusal->new;
my $ada = $w->{ada};

sub version { my ($r) = @_; return "\"$r->{json}{updatedAt}\"" }

subtest 'every change of a record has a version' => sub {
	my ($list, $group, $one, $two, $step, $other, $tag, $file) =
	    map { uuid() } 1 .. 8;
	my @made = (
	    $ada->post('/lists', { id => $list, title => 'V' }),
	    $ada->post('/me/groups', { id => $group, title => 'V' }),
	    (map { $ada->post("/lists/$list/tasks", { id => $_,
	    title => 'V' }) } $one, $two),
	    (map { $ada->post("/tasks/$one/steps", { id => $_,
	    title => 'V' }) } $step, $other),
	    $ada->post('/me/tags', { id => $tag, name => 'version' }),
	    $ada->upload($one, $file, "v\n", 'v.txt'),
	    $ada->put("/me/my-day/$one", {}));
	is $_->{headers}{etag}, version($_), "$_->{status}: made" for @made;
	my ($l, $g, $t, $s, $n, $f, $d) = ("/lists/$list",
	    "/me/groups/$group", "/lists/$list/tasks/$one",
	    "/tasks/$one/steps/$step", "/me/tags/$tag",
	    "/attachments/$file", "/me/my-day/$one");
	for ($l, $t, $f) {
		my $r = $ada->get($_);
		is $r->{headers}{etag}, version($r), "GET $_";
	}
	my $key = uuid();
	my @changes = ([PATCH => $l, { title => 'V2' }, 0],
	    [PATCH => $l, { groupId => $group }, 0],
	    [PATCH => "$l/rank", {}, 0], [PATCH => $g, { title => 'V2' }, 1],
	    [PATCH => "$g/rank", { beforeId => $w->{id}{groupId} }, 1],
	    [PATCH => $t, { starred => JSON::PP::true }, 2],
	    [PATCH => "$t/rank", { beforeId => $two }, 2],
	    [PATCH => $s, { title => 'V2' }, 4],
	    [PATCH => "$s/rank", { afterId => $other }, 4],
	    [PATCH => $n, { name => 'version 2' }, 6],
	    [PUT => $d, { addedOn => '2030-01-01' }, 8]);
	for (@changes) {
		my ($method, $path, $body, $of) = @$_;
		$w->remember;
		$w->refused($ada->request($method, $path, $body,
		    'If-Match' => $_), '412 precondition-failed',
		    "$method $path: $_") for '"x"',
		    '"2020-01-01T00:00:00.000000Z"';
		my $r = $ada->request($method, $path, $body,
		    'If-Match' => version($made[$of]));
		is $r->{status}, 200, "$method $path" or diag $r->{body};
		is $r->{headers}{etag}, version($r),
		    'the answer has the new version';
		$made[$of] = $r;
	}
	my $first = $ada->patch($t, { title => 'V3' },
	    'Idempotency-Key' => $key);
	my $again = $ada->patch($t, { title => 'V3' },
	    'Idempotency-Key' => $key);
	is $again->{headers}{etag}, version($first),
	    'a replayed answer has its version';
	for ([$s, 4], [$n, 6], [$f, 7], [$d, 8], [$g, 1]) {
		my ($path, $of) = @$_;
		my $now = $made[$of];
		$w->remember;
		$w->refused($ada->del($path, undef, 'If-Match' => '"x"'),
		    '412 precondition-failed', "DELETE $path: x");
		is $ada->del($path, undef, 'If-Match' => version($now))
		    ->{status}, 204, "DELETE $path";
		$w->remember;
		$w->refused($ada->del($path, undef, 'If-Match' => '"x"'),
		    '404 ' . ($path eq $d ? 'task' : $path eq $s ? 'step' :
		    $path eq $n ? 'tag' : $path eq $f ? 'attachment' :
		    'group') . '-not-found', 'the deleted record is not found');
	}
	my $moved = $ada->post("$t/move", { listId => $w->{id}{other} },
	    'If-Match' => version($first));
	is "$moved->{status} $moved->{headers}{etag}",
	    '200 ' . version($moved), 'a move has a new version';
	$t = "/lists/$w->{id}{other}/tasks/$one";
	$w->remember;
	$w->refused($ada->post("$t/move", { listId => $list },
	    'If-Match' => version($first)), '412 precondition-failed',
	    'an old version is refused');
};

subtest 'creating a My Day entry with conditions' => sub {
	my $d = "/me/my-day/$w->{id}{sibling}";
	$w->remember;
	$w->refused($ada->put($d, {}, 'If-Match' => $_),
	    '412 precondition-failed', "nothing is not $_") for '"x"', '*';
	$w->refused($ada->put('/me/my-day/' . uuid(), {}, %$_),
	    '404 task-not-found', 'no task') for { 'If-Match' => '"x"' },
	    { 'If-None-Match' => '*' };
	my $r = $ada->put($d, {}, 'If-None-Match' => '*');
	is $r->{status}, 200, 'If-None-Match: * creates it';
	$w->remember;
	$w->refused($ada->put($d, { addedOn => '2030-02-02' },
	    'If-None-Match' => $_), '412 precondition-failed', "not again: $_")
	    for '*', $r->{headers}{etag};
	is $ada->put($d, { addedOn => '2030-02-02' },
	    'If-None-Match' => '"x"')->{status}, 200,
	    'another version in If-None-Match changes it';
	is $ada->del($d)->{status}, 204, 'it is deleted';
	is $ada->put($d, {}, 'If-None-Match' => '*')->{status}, 200,
	    'a tombstone does not count as existing';
};

subtest 'restoring a deleted record' => sub {
	my $id = uuid();
	my $at = "$w->{id}{listId}/tasks/$id";
	$ada->post("/lists/$w->{id}{listId}/tasks", { id => $id,
	    title => 'x' });
	my $live = $ada->get("/lists/$at");
	$ada->del("/lists/$at");
	my ($tomb) = grep { $_->{id} eq $id } @{$ada->get("/lists/" .
	    "$w->{id}{listId}/tasks?since=$live->{json}{updatedAt}")
	    ->{json}{items}};
	$w->remember;
	$w->refused($ada->post("/lists/$at/restore", undef,
	    'If-Match' => version($live)), '412 precondition-failed',
	    'it can only be restored with its last version');
	is $ada->post("/lists/$at/restore", undef,
	    'If-Match' => "\"$tomb->{updatedAt}\"")->{status}, 200,
	    'which is the tombstone\'s';
};

documented($record);
done_testing;
