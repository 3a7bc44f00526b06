# The operations through the real programs; every exchange is compared with the
# OpenAPI document.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new(registration => 'open');
my $ada = $d->user('ada@example.org');
my $bob = $d->user('bob@example.org');

sub is_problem {
	my ($r, $status, $code, $name) = @_;
	is "$r->{status} " . ($r->{json}{code} // ''), "$status $code",
	    $name or diag $r->{body};
}

subtest 'a list and a task' => sub {
	my ($l, $t) = (uuid(), uuid());
	my $r = $ada->post('/lists', { id => uc $l, title => 'Home' });
	is $r->{status}, 201, 'a list is created';
	is $r->{json}{id}, $l, 'its id has lower case';
	is $r->{headers}{location}, "/api/v1/lists/$l", 'Location is its path';
	is $ada->post('/lists', { id => $l, title => 'x' })->{status}, 200,
	    'the same id again is 200';
	$r = $ada->post("/lists/$l/tasks", { id => $t, title => 'Milk' });
	is $r->{status}, 201, 'a task is created';
	is $ada->post("/lists/$l/tasks", { id => $t, title => 'M' })
	    ->{json}{title}, 'Milk', 'the same id again returns it unchanged';
	$r = $ada->get("/lists/$l/tasks/$t");
	is $r->{json}{title}, 'Milk', 'it can be read';
	ok $r->{headers}{etag}, 'it has an ETag';
	is $ada->get("/lists/$l/tasks/$t",
	    'If-None-Match' => $r->{headers}{etag})->{status}, 304,
	    'an unchanged task is 304';
	is_problem $ada->patch("/lists/$l/tasks/$t", { done => $T },
	    'If-Match' => '"other"'), 412, 'precondition-failed',
	    'another ETag is refused';
	is $ada->patch("/lists/$l/tasks/$t", { starred => $T },
	    'If-Match' => $r->{headers}{etag})->{status}, 200,
	    'the current ETag is accepted';
	is_problem $bob->get("/lists/$l/tasks/$t"), 404, 'task-not-found',
	    'a stranger cannot read it';
	is_problem $bob->post('/lists', { id => $l, title => 'x' }), 409,
	    'id-in-use', 'nor use its id';
	is_problem $ada->patch("/lists/$l/tasks/$t", {}), 422, 'no-fields',
	    'a change without fields is refused';
	is_problem $ada->patch("/lists/$l/tasks/$t",
	    { recurrence => 'daily' }), 422, 'recurrence-needs-due-date',
	    'a recurrence without a due date is refused';
	is_problem $ada->patch("/lists/$l/tasks/$t", { title => '',
	    dueDate => '2026-02-30' }), 422, 'validation-failed',
	    'invalid fields are refused';
	is_problem $ada->request('PUT', "/lists/$l"), 405,
	    'method-not-allowed', 'a wrong method is refused';
	is $ada->del("/lists/$l/tasks/$t")->{status}, 204, 'it is deleted';
	is_problem $ada->del("/lists/$l/tasks/$t"), 404, 'task-not-found',
	    'it cannot be deleted twice';
	is $ada->post("/lists/$l/tasks/$t/restore")->{status}, 200,
	    'it can be restored';
};

my ($uma, $vic) = map { $d->user("$_\@example.org") } qw(uma vic);
subtest 'a task created with everything on it' => sub {
	my ($l, $t, $g, $h, @s) = map { uuid() } 1 .. 7;
	my $tasks = "/lists/$l/tasks";
	$uma->post('/lists', { id => $l, title => 'Quick' });
	$uma->post('/me/tags', { id => $g, name => 'one' });
	$uma->post('/me/tags', { id => $h, name => 'two' });
	my %all = (title => 'Rent', starred => $T, dueDate => '2036-01-31',
	    notes => 'N', assigneeId => $uma->{me}{id},
	    reminderAt => '2036-01-30T09:00:00.000000Z',
	    recurrence => 'monthly', done => $F);
	my %own = (tagIds => [sort $g, $h], myDay => '2036-01-29',
	    steps => [map { { id => $_, title => "S $_" } } @s]);
	my $now = $uma->get('/me/changes')->{json}{next};
	my $r = $uma->post($tasks, { id => $t, %all, %own });
	is $r->{status}, 201, 'it is created' or diag $r->{body};
	is_deeply { map { $_ => $r->{json}{$_} } keys %all }, \%all,
	    'it has every member';
	is $r->{json}{createdBy}, $uma->{me}{id}, 'createdBy is the caller';
	is_deeply [@{$r->{json}}{qw(completedAt completedBy)}],
	    [undef, undef], 'it is not completed';
	is_deeply [map { "$_->{id} $_->{title} $_->{done}" }
	    @{$uma->get("/tasks/$t/steps")->{json}{items}}],
	    [map { "$_ S $_ 0" } @s], 'the steps are in order';
	is_deeply $uma->get("/tasks/$t/tags")->{json}{tagIds},
	    $own{tagIds}, 'it has the tags';
	is_deeply [map { $_->{taskId} }
	    @{$uma->get('/me/my-day?date=2036-01-29')->{json}{items}}], [$t],
	    'it is in My Day';
	is_deeply [sort map { $_->{kind} }
	    @{$uma->get("/me/changes?since=$now")->{json}{items}}],
	    [qw(myDay step step step task taskTags)],
	    'everything is in the feed';
	is scalar @{$uma->get("/search?q=$s[2]")->{json}{items}}, 1,
	    'search finds its steps';
	is $d->sql("SELECT count(*) FROM notice WHERE kind = 'reminder'"), 1,
	    'its reminder is planned';
	$now = $uma->get('/me/changes')->{json}{next};
	is $uma->post($tasks, { id => $t, %all, %own })->{status}, 200,
	    'the same request again is 200';
	is $uma->get('/me/changes')->{json}{next}, $now, 'and changes nothing';
	my @ids = map { uuid() } 1 .. 101;
	is_problem $uma->post($tasks, { id => uuid(), title => 'x', %$_ }),
	    422, 'limit-reached', 'too many ' . (keys %$_)[0] for
	    { steps => [map { { id => $_, title => 'S' } } @ids] };
	is $uma->get('/me/changes')->{json}{next}, $now,
	    'a refused request creates nothing';
	$r = $uma->post($tasks, { id => uuid(), %all, done => $T });
	is_deeply [@{$r->{json}}{qw(done recurrence completedBy)}],
	    [$T, undef, $uma->{me}{id}], 'a task can be created as done';
	is $r->{headers}{link}, undef, 'then it has no successor';
	is scalar(grep { !$_->{done} } @{$uma->get($tasks)->{json}{items}}),
	    1, 'nor is there one in the list';
	is_deeply $uma->get("/tasks/$t")->{json},
	    $uma->get("$tasks/$t")->{json}, 'GET /tasks/{taskId} returns it';
};

subtest 'completedAt, completedBy and createdBy' => sub {
	my ($l, $t) = (uuid(), uuid());
	$uma->post('/lists', { id => $l, title => 'W' });
	$uma->post("/lists/$l/members", { email => 'vic@example.org' });
	$uma->post("/lists/$l/tasks", { id => $t, title => 'T',
	    dueDate => '2036-01-01', recurrence => 'daily' });
	my $r = $vic->patch("/lists/$l/tasks/$t", { done => $T });
	my ($next) = $r->{headers}{link} =~ m{/tasks/([-0-9a-f]+)>};
	like $r->{json}{completedAt}, qr/^20.*Z$/, 'completedAt is set';
	is_deeply [@{$r->{json}}{qw(completedBy createdBy)}],
	    [$vic->{me}{id}, $uma->{me}{id}],
	    'completedBy and createdBy are set';
	my $n = $uma->get("/tasks/$next")->{json};
	is_deeply [@$n{qw(completedAt completedBy createdBy)}],
	    [undef, undef, $vic->{me}{id}],
	    'createdBy of the successor is who completed the task';
	$r = $uma->patch("/lists/$l/tasks/$t", { done => $F });
	is_deeply [@{$r->{json}}{qw(completedAt completedBy)}],
	    [undef, undef], 'reopening clears both';
	my $eve = $d->user('eva@example.org');
	$uma->post("/lists/$l/members", { email => 'eva@example.org' });
	$eve->patch("/lists/$l/tasks/$t", { done => $T });
	$eve->del("/lists/$l/members/$eve->{me}{id}");
	is $uma->get("/tasks/$t")->{json}{completedBy}, $eve->{me}{id},
	    'completedBy stays when that user leaves the list';
	is $eve->del('/me', { password => $eve->{password} })->{status}, 204,
	    'the user deletes their account';
	$r = $uma->get("/tasks/$t")->{json};
	is $r->{completedBy}, undef, 'then completedBy is null';
	like $r->{completedAt}, qr/^20/, 'and completedAt stays';
};

subtest 'a recurring task' => sub {
	my ($l, $t, $s) = (uuid(), uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'R' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'Rent' });
	$ada->post("/tasks/$t/steps", { id => $s, title => 'Pay' });
	$ada->patch("/tasks/$t/steps/$s", { done => $T });
	$ada->patch("/lists/$l/tasks/$t", { dueDate => '2036-01-31',
	    recurrence => 'monthly', reminderAt => '2036-01-30T09:00:00Z' });
	my $r = $ada->patch("/lists/$l/tasks/$t", { done => $T });
	is $r->{json}{recurrence}, undef,
	    'the completed task no longer repeats';
	my ($next) = ($r->{headers}{link} // '') =~
	    m{<(?:.*)/tasks/([-0-9a-f]+)>; rel="next"};
	ok $next, 'Link names the successor';
	my $n = $ada->get("/lists/$l/tasks/$next")->{json};
	is $n->{dueDate}, '2036-02-29',
	    'its due date is the last day of a short month';
	is $n->{reminderAt}, '2036-02-28T09:00:00.000000Z',
	    'its reminder has moved with it';
	is $ada->get("/tasks/$next/steps")->{json}{items}[0]{done}, $F,
	    'its steps are not done';
	$r = $ada->patch("/lists/$l/tasks/$t", { done => $F });
	is $r->{json}{recurrence}, 'monthly',
	    'reopening restores the recurrence';
	is_problem $ada->get("/lists/$l/tasks/$next"), 404,
	    'task-not-found', 'and deletes the successor';
	$r = $ada->patch("/lists/$l/tasks/$t", { done => $T });
	like $r->{headers}{link}, qr/$next/,
	    'completing it again creates the same id';
};

subtest 'sharing a list' => sub {
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'S' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	my $bobs = $bob->{me}{id};
	is_problem $ada->patch("/lists/$l/tasks/$t", { assigneeId => $bobs }),
	    422, 'assignee-not-eligible', 'a stranger cannot be assigned';
	is $ada->post("/lists/$l/members", { email => 'BOB@example.org' })
	    ->{status}, 201, 'a member is added';
	is $ada->post("/lists/$l/members", { email => 'bob@example.org' })
	    ->{status}, 200, 'adding them again is 200';
	is_problem $ada->post("/lists/$l/members", { email => $_ }), 422,
	    'not-shareable', $_ for 'ada@example.org', 'no@example.org';
	is_problem $bob->post("/lists/$l/members",
	    { email => 'x@example.org' }), 404, 'list-not-found',
	    'only the owner can add members';
	is $ada->patch("/lists/$l/tasks/$t", { assigneeId => $bobs })
	    ->{status}, 200, 'a member can be assigned';
	is $bob->get("/lists/$l/tasks/$t")->{json}{assignedToMe}, $T,
	    'assignedToMe is true for them';
	my $r = $bob->get('/me/changes?since=1970-01-01T00:00:00Z');
	is_deeply [sort map { $_->{kind} } @{$r->{json}{items}}],
	    [qw(list me member task)], 'the feed has the gained list';
	my $since = $r->{json}{next};
	$bob->patch('/me', { autoDeleteCompleted => $F,
	    displayName => 'Robert' });
	is_deeply [map { "$_->{kind} $_->{displayName}" }
	    @{$ada->get("/me/changes?since=$since")->{json}{items}}],
	    ['member Robert'], 'a new name is in the feed of the others';
	$since = $bob->get('/me/changes')->{json}{next};
	is $bob->patch('/me', { autoDeleteCompleted => $F, displayName =>
	    'Robert' })->{status}, 200, 'the same name again is accepted';
	is_deeply $ada->get("/me/changes?since=$since")->{json}{items}, [],
	    'and is not in the feed';
	is $ada->del("/lists/$l/members/$bobs")->{status}, 204,
	    'the member is removed';
	is_problem $bob->get("/lists/$l/tasks/$t"), 404, 'task-not-found',
	    'and cannot read the task';
	$r = $bob->get("/me/changes?since=$since");
	is_deeply [map { [$_->{kind}, $_->{id}, !!$_->{deletedAt}] }
	    @{$r->{json}{items}}], [['list', $l, !!1]],
	    'their feed has the tombstone';
	is $ada->get("/lists/$l/tasks/$t")->{json}{assigneeId}, undef,
	    'the task is unassigned';
};

subtest 'tags, My Day and search' => sub {
	my ($l, $t, $g, $h) = map { uuid() } 1 .. 4;
	$ada->post('/lists', { id => $l, title => 'T' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'Brötchen' });
	is $ada->post('/me/tags', { id => $g, name => ' Müll ' })
	    ->{json}{name}, "M\x{fc}ll", 'a tag\'s name is trimmed';
	is $ada->post('/me/tags', { id => $h, name => 'MÜLL' })
	    ->{json}{id}, $g, 'the same name in another case is the same tag';
	is_problem $ada->post('/me/tags', { id => $h, name => 'x' x 999 }),
	    422, 'invalid-tag-name', 'a name that is too long is refused';
	is $ada->put("/tasks/$t/tags", { tagIds => [$g, $g] })->{status}, 200,
	    'a tag set is stored';
	my $now = $ada->get('/me/changes')->{json}{next};
	$ada->put("/tasks/$t/tags", { tagIds => [$g] });
	is $ada->get('/me/changes')->{json}{next}, $now,
	    'the same set again changes nothing';
	is_problem $ada->put("/tasks/$t/tags", { tagIds => [$g, uuid()] }),
	    422, 'unknown-tag', 'an unknown tag is refused';
	is_deeply $ada->get("/tasks/$t/tags")->{json}{tagIds}, [$g],
	    'and nothing is changed';
	is scalar @{$ada->get('/search?q=brot%20mull')->{json}{items}}, 1,
	    'search finds words of title and tag';
	is scalar @{$bob->get('/search?q=brot')->{json}{items}}, 0,
	    'a stranger finds nothing';
	is_problem $ada->get('/search?q='), 422, 'validation-failed',
	    'an empty search is refused';
	my $entry = $ada->put("/me/my-day/$t", {});
	is $entry->{status}, 200, 'a task is added to My Day';
	is $ada->put("/me/my-day/$t", {})->{body}, $entry->{body},
	    'adding it again returns the same entry';
	$ada->put("/me/my-day/$t", { addedOn => '2030-01-31' });
	is_deeply [map { $_->{addedOn} } grep { $_->{kind} eq 'myDay' }
	    @{$ada->get('/me/changes')->{json}{items}}], ['2030-01-31'],
	    'adding it for another day moves it';
	$ada->put("/me/my-day/$t", {});
	is scalar @{$ada->get('/me/my-day?date=today')->{json}{items}}, 1,
	    'today\'s entries can be read';
	is $ada->del("/me/tags/$g")->{status}, 204, 'the tag is deleted';
	is_deeply $ada->get("/tasks/$t/tags")->{json}{tagIds}, [],
	    'and no task has it';
};

subtest 'attachments' => sub {
	my ($l, $t, $f) = map { uuid() } 1 .. 3;
	$ada->post('/lists', { id => $l, title => 'A' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	my $r = $ada->upload($t, $f, "a,b\n1,2\n", '../x/Größe.csv');
	is $r->{status}, 201, 'a file is stored';
	is $r->{json}{filename}, "Gr\x{f6}\x{df}e.csv", 'its name has no path';
	is $r->{json}{contentType}, 'text/csv', 'its type is detected';
	is $ada->upload($t, $f, "a,b\n1,2\n", 'y.csv')->{status}, 200,
	    'the same file again is 200';
	is_problem $ada->upload($t, $f, 'other', 'y.csv'), 409,
	    'attachment-id-in-use', 'other content with the same id is refused';
	is_problem $ada->upload($t, uuid(), '<html><body>x</body></html>',
	    'y.txt'), 415, 'type-not-allowed', 'HTML is refused';
	is_problem $bob->upload($t, uuid(), 'x', 'y'), 404, 'task-not-found',
	    'a stranger cannot upload';
	$r = $ada->get("/attachments/$f/content", Range => 'bytes=2-4');
	is "$r->{status} $r->{body}", "206 b\n1", 'a range is returned';
	is_problem $ada->get("/attachments/$f/content", Range => 'bytes=99-'),
	    416, 'range-not-satisfiable', 'a range beyond the end is refused';
	is_problem $bob->get("/attachments/$f/content"), 404,
	    'attachment-not-found', 'a stranger cannot download it';
	# PostgreSQL stores contents itself.
	if (engine() eq 'sqlite') {
		my ($file) = glob "$d->{data}/files/*/*";
		open my $out, '>', $file or die "$file: $!\n";
		print $out 'rotten';
		close $out;
		is $ada->upload($t, uuid(), "a,b\n1,2\n", 'z.csv')->{status}, 201,
		    'the same content is uploaded again';
		is $ada->get("/attachments/$f/content")->{body}, "a,b\n1,2\n",
		    'which repairs the damaged file';
	}
	is $ada->del("/attachments/$f")->{status}, 204, 'it is deleted';
};

subtest 'Idempotency-Key' => sub {
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'I' });
	my %key = ('Idempotency-Key' => '"k1"');
	my $body = { id => $t, title => 'once' };
	my $r = $ada->post("/lists/$l/tasks", $body, %key);
	$ada->del("/lists/$l/tasks/$t");
	my $s = $ada->post("/lists/$l/tasks", $body,
	    'Idempotency-Key' => 'k1');
	is $s->{status}, 201, 'the second request gets the first status';
	is $s->{body}, $r->{body}, 'and the first body';
	is $s->{headers}{'idempotent-replayed'}, 'true',
	    'and is marked as replayed';
	is_problem $ada->post("/lists/$l/tasks", { id => uuid(),
	    title => 'x' }, %key), 409, 'idempotency-key-reused',
	    'another request with the key is refused';
	is_problem $ada->post("/lists/$l/tasks", $body,
	    'Idempotency-Key' => ''), 400, 'invalid-idempotency-key',
	    'an empty key is refused';
};

subtest 'accounts' => sub {
	my $r = $d->post('/users', { email => 'eve@example.org',
	    password => 'long enough 1', displayName => 'Eve' });
	is $r->{status}, 201, 'signing up creates an account';
	is_problem $d->post('/users', { email => 'EVE@example.org',
	    password => 'long enough 1', displayName => 'E' }), 409,
	    'email-taken', 'an address has one account';
	my $eve = $d->sign_in('eve@example.org', 'long enough 1');
	is_problem $d->post('/sessions', { email => 'eve@example.org',
	    password => 'wrong' }), 401, 'bad-credentials',
	    'a wrong password is refused';
	is_problem $d->get('/me'), 401, 'no-session', 'no session is refused';
	is_problem $eve->with(token => 'x')->get('/me'), 401, 'no-session',
	    'an unknown token is refused';
	my $other = $d->sign_in('eve@example.org', 'long enough 1');
	is $eve->put('/me/password', { current => 'long enough 1',
	    new => 'longer still 2' })->{status}, 204,
	    'the password is changed';
	is_problem $other->get('/me'), 401, 'no-session', 'other sessions end';
	is $eve->get('/me')->{status}, 200, 'the caller\'s session stays';
	my $tok = $eve->post('/me/tokens', { name => 'cal',
	    readOnly => $T })->{json}{token};
	is_problem $eve->with(token => $tok)->post('/lists', { id => uuid(),
	    title => 'x' }), 403, 'read-only-token',
	    'a read-only token cannot write';
	is_problem $eve->with(token => undef)->post('/lists', { id => uuid(),
	    title => 'x' }, Cookie => "docket_session=$eve->{token}",
	    'Sec-Fetch-Site' => 'cross-site'), 403, 'cross-site-request',
	    'a cookie from another site is refused';
	is_problem $eve->del('/me', { password => 'no' }), 422,
	    'wrong-password',
	    'the account cannot be deleted without the password';
	is $eve->del('/me', { password => 'longer still 2' })->{status}, 204,
	    'it can be deleted with it';
	is_problem $eve->get('/me'), 401, 'no-session',
	    'then its session has ended';
};

subtest 'invalid bodies' => sub {
	for (['{', 'cut off'], ['[]', 'no object'], ["{\"id\":\"\xff\"}",
	    'not UTF-8'], ['{"id":1,"id":2}', 'repeated'], ['', 'empty']) {
		is_problem $ada->post('/lists', $_->[0]), 400,
		    'malformed-body', $_->[1];
	}
	is_problem $ada->post('/lists', '{}', 'Content-Type' => 'text/plain'),
	    415, 'unsupported-media-type', 'a body of another type is refused';
	is_problem $ada->post('/lists', ' ' x (1024 * 1024 + 1)), 413,
	    'body-too-large', 'a body over 1 MiB is refused';
	my $r = $ada->post('/lists', {});
	is_deeply [map { $_->{pointer} } @{$r->{json}{errors}}],
	    ['/id', '/title'], 'all invalid fields are named';
};

# Recorded once an hour at most, by what reads as by what writes.
subtest 'the last use of a session' => sub {
	my $used = sub { return $d->sql("SELECT used_at FROM credential WHERE
	    kind = 'session' ORDER BY created_at DESC LIMIT 1") };
	my $list = uuid();
	my $u = $d->sign_in('ada@example.org', $ada->{password});
	for (['GET', '/me'], ['POST', '/lists', { id => $list, title => 'x' }],
	    ['GET', '/me/export']) {
		$d->sql("UPDATE credential SET used_at = used_at - 3590000000
		    WHERE kind = 'session'");
		my $was = $used->();
		is $u->request(@$_)->{status} < 300, 1, "@$_[0, 1]";
		is $used->(), $was, 'within an hour it is not recorded again';
		$d->sql("UPDATE credential SET used_at = used_at - 20000000
		    WHERE kind = 'session'");
		$was = $used->();
		$u->request(@$_);
		cmp_ok $used->(), '>', $was + 3_600_000_000,
		    'after an hour it is';
	}
};

subtest 'the rest' => sub {
	for ([$F, undef], [undef, $F], [$T, undef], [undef, $T]) {
		my $now = $ada->get('/me/notifications')->{json}{preferences};
		my %set = map { defined $_->[1] ? @$_ : () }
		    [reminders => $_->[0]], [assignments => $_->[1]];
		$ada->put('/me/notifications', \%set);
		is_deeply $ada->get('/me/notifications')->{json}{preferences},
		    { %$now, %set }, 'set alone: ' . json(\%set);
	}
	is $ada->get($_)->{status}, 200, $_ for qw(/lists /me /me/export
	    /me/tags /me/groups /me/attachments /me/my-day /me/sessions
	    /me/tokens /me/changes /me/notifications /me/push-subscriptions
	    /health /openapi.json);
	is $ada->get($_->[0])->{headers}{'cache-control'}, $_->[1],
	    "$_->[0] is kept by " . ($_->[1] // 'anybody') for
	    ['/me', 'private, no-cache'], ['/nowhere', 'private, no-cache'],
	    ['/ready', 'no-store'], ['/openapi.json', undef];
	is_problem $ada->get('/ready'), 503, 'not-ready',
	    'without docket-remind the service is not ready';
	is_problem $ada->get('/nowhere'), 404, 'not-found',
	    'an unknown path is not found';
	is $ada->post('/me/completed-tasks/cleanup')->{json}{removed} > 0, 1,
	    'cleanup deletes completed tasks';
	is_problem $ada->get('/lists?since=x'), 422, 'invalid-since',
	    'an invalid since is refused';
	is_problem $ada->get('/lists?limit=0'), 422, 'validation-failed',
	    'a limit of 0 is refused';
};

subtest 'a device has one user at a time' => sub {
	my $d = Docket->new;
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my $at = '/me/push-subscriptions';
	my %device = (endpoint => 'https://push.example.org/device',
	    keys => { p256dh => 'p', auth => 'a' });
	my $count = sub { scalar @{$_[0]->get($at)->{json}{items}} };
	my $r = $ada->post($at, \%device);
	is $r->{status}, 201, 'a device is registered';
	is $ada->post($at, { %device, userAgent => 'New' })->{json}{id},
	    $r->{json}{id}, 'registering it again returns the same';
	is $ada->get($at)->{json}{items}[0]{userAgent}, 'New',
	    'with the new name';
	is $bob->post($at, \%device)->{status}, 201,
	    'the next user registers it';
	is $count->($ada) . $count->($bob), '01', 'then it is theirs alone';
};

documented($record);
done_testing;
