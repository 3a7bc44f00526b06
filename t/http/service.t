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

subtest 'a list, a task, and back' => sub {
	my ($l, $t) = (uuid(), uuid());
	my $r = $ada->post('/lists', { id => uc $l, title => 'Home' });
	is $r->{status}, 201, 'made';
	is $r->{json}{id}, $l, 'ids are lower case';
	is $r->{headers}{location}, "/api/v1/lists/$l", 'Location';
	is $ada->post('/lists', { id => $l, title => 'x' })->{status}, 200,
	    'the same id again';
	$r = $ada->post("/lists/$l/tasks", { id => $t, title => 'Milk' });
	is $r->{status}, 201, 'task';
	is $ada->post("/lists/$l/tasks", { id => $t, title => 'M' })
	    ->{json}{title}, 'Milk', 'twin';
	$r = $ada->get("/lists/$l/tasks/$t");
	is $r->{json}{title}, 'Milk', 'read back';
	ok $r->{headers}{etag}, 'ETag';
	is $ada->get("/lists/$l/tasks/$t",
	    'If-None-Match' => $r->{headers}{etag})->{status}, 304, 'not modified';
	is_problem $ada->patch("/lists/$l/tasks/$t", { done => $T },
	    'If-Match' => '"other"'), 412, 'precondition-failed', 'If-Match';
	is $ada->patch("/lists/$l/tasks/$t", { starred => $T },
	    'If-Match' => $r->{headers}{etag})->{status}, 200, 'If-Match';
	is_problem $bob->get("/lists/$l/tasks/$t"), 404, 'task-not-found',
	    'not a stranger\'s';
	is_problem $bob->post('/lists', { id => $l, title => 'x' }), 409,
	    'id-in-use', 'nor the id';
	is_problem $ada->patch("/lists/$l/tasks/$t", {}), 422, 'no-fields',
	    'no fields';
	is_problem $ada->patch("/lists/$l/tasks/$t",
	    { recurrence => 'daily' }), 422, 'recurrence-needs-due-date',
	    'recurrence';
	is_problem $ada->patch("/lists/$l/tasks/$t", { title => '',
	    dueDate => '2026-02-30' }), 422, 'validation-failed', 'fields';
	is_problem $ada->request('PUT', "/lists/$l"), 405,
	    'method-not-allowed', 'wrong method';
	is $ada->del("/lists/$l/tasks/$t")->{status}, 204, 'deleted';
	is_problem $ada->del("/lists/$l/tasks/$t"), 404, 'task-not-found',
	    'twice';
	is $ada->post("/lists/$l/tasks/$t/restore")->{status}, 200,
	    'restored';
};

my ($uma, $vic) = map { $d->user("$_\@example.org") } qw(uma vic);
subtest 'a task with all that is on it' => sub {
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
	is $r->{status}, 201, 'made' or diag $r->{body};
	is_deeply { map { $_ => $r->{json}{$_} } keys %all }, \%all,
	    'every member';
	is $r->{json}{createdBy}, $uma->{me}{id}, 'by whom';
	is_deeply [@{$r->{json}}{qw(completedAt completedBy)}],
	    [undef, undef], 'not done';
	is_deeply [map { "$_->{id} $_->{title} $_->{done}" }
	    @{$uma->get("/tasks/$t/steps")->{json}{items}}],
	    [map { "$_ S $_ 0" } @s], 'steps in order';
	is_deeply $uma->get("/tasks/$t/tags")->{json}{tagIds},
	    $own{tagIds}, 'tags';
	is_deeply [map { $_->{taskId} }
	    @{$uma->get('/me/my-day?date=2036-01-29')->{json}{items}}], [$t],
	    'My Day';
	is_deeply [sort map { $_->{kind} }
	    @{$uma->get("/me/changes?since=$now")->{json}{items}}],
	    [qw(myDay step step step task taskTags)], 'all in the feed';
	is scalar @{$uma->get("/search?q=$s[2]")->{json}{items}}, 1,
	    'its steps are found';
	is $d->sql("SELECT count(*) FROM notice WHERE kind = 'reminder'"), 1,
	    'its reminder is planned';
	$now = $uma->get('/me/changes')->{json}{next};
	is $uma->post($tasks, { id => $t, %all, %own })->{status}, 200,
	    'the same again';
	is $uma->get('/me/changes')->{json}{next}, $now, 'changes nothing';
	my @ids = map { uuid() } 1 .. 101;
	is_problem $uma->post($tasks, { id => uuid(), title => 'x', %$_ }),
	    422, 'limit-reached', 'too many ' . (keys %$_)[0] for
	    { steps => [map { { id => $_, title => 'S' } } @ids] };
	is $uma->get('/me/changes')->{json}{next}, $now, 'nothing half made';
	$r = $uma->post($tasks, { id => uuid(), %all, done => $T });
	is_deeply [@{$r->{json}}{qw(done recurrence completedBy)}],
	    [$T, undef, $uma->{me}{id}], 'done from the beginning';
	is $r->{headers}{link}, undef, 'without a successor';
	is scalar(grep { !$_->{done} } @{$uma->get($tasks)->{json}{items}}),
	    1, 'nor one in the list';
	is_deeply $uma->get("/tasks/$t")->{json},
	    $uma->get("$tasks/$t")->{json}, 'read by its id alone';
};

subtest 'when it was done, and by whom' => sub {
	my ($l, $t) = (uuid(), uuid());
	$uma->post('/lists', { id => $l, title => 'W' });
	$uma->post("/lists/$l/members", { email => 'vic@example.org' });
	$uma->post("/lists/$l/tasks", { id => $t, title => 'T',
	    dueDate => '2036-01-01', recurrence => 'daily' });
	my $r = $vic->patch("/lists/$l/tasks/$t", { done => $T });
	my ($next) = $r->{headers}{link} =~ m{/tasks/([-0-9a-f]+)>};
	like $r->{json}{completedAt}, qr/^20.*Z$/, 'when';
	is_deeply [@{$r->{json}}{qw(completedBy createdBy)}],
	    [$vic->{me}{id}, $uma->{me}{id}], 'by whom';
	my $n = $uma->get("/tasks/$next")->{json};
	is_deeply [@$n{qw(completedAt completedBy createdBy)}],
	    [undef, undef, $vic->{me}{id}], 'the successor is theirs';
	$r = $uma->patch("/lists/$l/tasks/$t", { done => $F });
	is_deeply [@{$r->{json}}{qw(completedAt completedBy)}],
	    [undef, undef], 'not done again';
	my $eve = $d->user('eva@example.org');
	$uma->post("/lists/$l/members", { email => 'eva@example.org' });
	$eve->patch("/lists/$l/tasks/$t", { done => $T });
	$eve->del("/lists/$l/members/$eve->{me}{id}");
	is $uma->get("/tasks/$t")->{json}{completedBy}, $eve->{me}{id},
	    'stays when they leave the list';
	is $eve->del('/me', { password => $eve->{password} })->{status}, 204,
	    'and the service';
	$r = $uma->get("/tasks/$t")->{json};
	is $r->{completedBy}, undef, 'then it is nobody';
	like $r->{completedAt}, qr/^20/, 'but when stays';
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
	is $r->{json}{recurrence}, undef, 'history';
	my ($next) = ($r->{headers}{link} // '') =~
	    m{<(?:.*)/tasks/([-0-9a-f]+)>; rel="next"};
	ok $next, 'Link';
	my $n = $ada->get("/lists/$l/tasks/$next")->{json};
	is $n->{dueDate}, '2036-02-29', 'clamped';
	is $n->{reminderAt}, '2036-02-28T09:00:00.000000Z', 'reminder';
	is $ada->get("/tasks/$next/steps")->{json}{items}[0]{done}, $F,
	    'step undone';
	$r = $ada->patch("/lists/$l/tasks/$t", { done => $F });
	is $r->{json}{recurrence}, 'monthly', 'taken back';
	is_problem $ada->get("/lists/$l/tasks/$next"), 404,
	    'task-not-found', 'successor gone';
	$r = $ada->patch("/lists/$l/tasks/$t", { done => $T });
	like $r->{headers}{link}, qr/$next/, 'and again, the same id';
};

subtest 'sharing' => sub {
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'S' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	my $bobs = $bob->{me}{id};
	is_problem $ada->patch("/lists/$l/tasks/$t", { assigneeId => $bobs }),
	    422, 'assignee-not-eligible', 'not yet';
	is $ada->post("/lists/$l/members", { email => 'BOB@example.org' })
	    ->{status}, 201, 'added';
	is $ada->post("/lists/$l/members", { email => 'bob@example.org' })
	    ->{status}, 200, 'again';
	is_problem $ada->post("/lists/$l/members", { email => $_ }), 422,
	    'not-shareable', $_ for 'ada@example.org', 'no@example.org';
	is_problem $bob->post("/lists/$l/members",
	    { email => 'x@example.org' }), 404, 'list-not-found', 'owner only';
	is $ada->patch("/lists/$l/tasks/$t", { assigneeId => $bobs })
	    ->{status}, 200, 'assigned';
	is $bob->get("/lists/$l/tasks/$t")->{json}{assignedToMe}, $T, 'me';
	my $r = $bob->get('/me/changes?since=1970-01-01T00:00:00Z');
	is_deeply [sort map { $_->{kind} } @{$r->{json}{items}}],
	    [qw(list me member task)], 'the gain is in the feed';
	my $since = $r->{json}{next};
	$bob->patch('/me', { autoDeleteCompleted => $F,
	    displayName => 'Robert' });
	is_deeply [map { "$_->{kind} $_->{displayName}" }
	    @{$ada->get("/me/changes?since=$since")->{json}{items}}],
	    ['member Robert'], 'a new name is in the feed of the others';
	$since = $bob->get('/me/changes')->{json}{next};
	is $bob->patch('/me', { autoDeleteCompleted => $F,
	    displayName => 'Robert' })->{status}, 200, 'the same again';
	is_deeply $ada->get("/me/changes?since=$since")->{json}{items}, [],
	    'is no news';
	is $ada->del("/lists/$l/members/$bobs")->{status}, 204, 'removed';
	is_problem $bob->get("/lists/$l/tasks/$t"), 404, 'task-not-found',
	    'out';
	$r = $bob->get("/me/changes?since=$since");
	is_deeply [map { [$_->{kind}, $_->{id}, !!$_->{deletedAt}] }
	    @{$r->{json}{items}}], [['list', $l, !!1]], 'the tombstone';
	is $ada->get("/lists/$l/tasks/$t")->{json}{assigneeId}, undef,
	    'unassigned';
};

subtest 'tags, My Day, search' => sub {
	my ($l, $t, $g, $h) = map { uuid() } 1 .. 4;
	$ada->post('/lists', { id => $l, title => 'T' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'Brötchen' });
	is $ada->post('/me/tags', { id => $g, name => ' Müll ' })
	    ->{json}{name}, "M\x{fc}ll", 'trimmed';
	is $ada->post('/me/tags', { id => $h, name => 'MÜLL' })
	    ->{json}{id}, $g, 'the same name';
	is_problem $ada->post('/me/tags', { id => $h, name => 'x' x 999 }),
	    422, 'invalid-tag-name', 'too long';
	is $ada->put("/tasks/$t/tags", { tagIds => [$g, $g] })->{status}, 200,
	    'set';
	my $now = $ada->get('/me/changes')->{json}{next};
	$ada->put("/tasks/$t/tags", { tagIds => [$g] });
	is $ada->get('/me/changes')->{json}{next}, $now, 'again: no change';
	is_problem $ada->put("/tasks/$t/tags", { tagIds => [$g, uuid()] }),
	    422, 'unknown-tag', 'unknown';
	is_deeply $ada->get("/tasks/$t/tags")->{json}{tagIds}, [$g], 'kept';
	is scalar @{$ada->get('/search?q=brot%20mull')->{json}{items}}, 1,
	    'title and tag';
	is scalar @{$bob->get('/search?q=brot')->{json}{items}}, 0,
	    'not a stranger\'s';
	is_problem $ada->get('/search?q='), 422, 'validation-failed', 'empty';
	my $entry = $ada->put("/me/my-day/$t", {});
	is $entry->{status}, 200, 'My Day';
	is $ada->put("/me/my-day/$t", {})->{body}, $entry->{body},
	    'again it is the same';
	$ada->put("/me/my-day/$t", { addedOn => '2030-01-31' });
	is_deeply [map { $_->{addedOn} } grep { $_->{kind} eq 'myDay' }
	    @{$ada->get('/me/changes')->{json}{items}}], ['2030-01-31'],
	    'on another day, and one change';
	$ada->put("/me/my-day/$t", {});
	is scalar @{$ada->get('/me/my-day?date=today')->{json}{items}}, 1,
	    'today';
	is $ada->del("/me/tags/$g")->{status}, 204, 'tag gone';
	is_deeply $ada->get("/tasks/$t/tags")->{json}{tagIds}, [], 'off';
};

subtest 'attachments' => sub {
	my ($l, $t, $f) = map { uuid() } 1 .. 3;
	$ada->post('/lists', { id => $l, title => 'A' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
	my $r = $ada->upload($t, $f, "a,b\n1,2\n", '../x/Größe.csv');
	is $r->{status}, 201, 'stored';
	is $r->{json}{filename}, "Gr\x{f6}\x{df}e.csv", 'name';
	is $r->{json}{contentType}, 'text/csv', 'type';
	is $ada->upload($t, $f, "a,b\n1,2\n", 'y.csv')->{status}, 200, 'twin';
	is_problem $ada->upload($t, $f, 'other', 'y.csv'), 409,
	    'attachment-id-in-use', 'other content';
	is_problem $ada->upload($t, uuid(), '<html><body>x</body></html>',
	    'y.txt'), 415, 'type-not-allowed', 'HTML';
	is_problem $bob->upload($t, uuid(), 'x', 'y'), 404, 'task-not-found',
	    'stranger';
	$r = $ada->get("/attachments/$f/content", Range => 'bytes=2-4');
	is "$r->{status} $r->{body}", "206 b\n1", 'Range';
	is_problem $ada->get("/attachments/$f/content", Range => 'bytes=99-'),
	    416, 'range-not-satisfiable', 'beyond';
	is_problem $bob->get("/attachments/$f/content"), 404,
	    'attachment-not-found', 'stranger';
	my ($file) = glob "$d->{data}/files/*/*";
	open my $out, '>', $file or die "$file: $!\n";
	print $out 'rotten';
	close $out;
	is $ada->upload($t, uuid(), "a,b\n1,2\n", 'z.csv')->{status}, 201,
	    'the same content again';
	is $ada->get("/attachments/$f/content")->{body}, "a,b\n1,2\n",
	    'mends a file that has rotted';
	is $ada->del("/attachments/$f")->{status}, 204, 'deleted';
};

subtest 'idempotency' => sub {
	my ($l, $t) = (uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'I' });
	my %key = ('Idempotency-Key' => '"k1"');
	my $body = { id => $t, title => 'once' };
	my $r = $ada->post("/lists/$l/tasks", $body, %key);
	$ada->del("/lists/$l/tasks/$t");
	my $s = $ada->post("/lists/$l/tasks", $body,
	    'Idempotency-Key' => 'k1');
	is $s->{status}, 201, 'the first answer';
	is $s->{body}, $r->{body}, 'its body';
	is $s->{headers}{'idempotent-replayed'}, 'true', 'said';
	is_problem $ada->post("/lists/$l/tasks", { id => uuid(),
	    title => 'x' }, %key), 409, 'idempotency-key-reused', 'reused';
	is_problem $ada->post("/lists/$l/tasks", $body,
	    'Idempotency-Key' => ''), 400, 'invalid-idempotency-key', 'empty';
};

subtest 'accounts' => sub {
	my $r = $d->post('/users', { email => 'eve@example.org',
	    password => 'long enough 1', displayName => 'Eve' });
	is $r->{status}, 201, 'signed up';
	is_problem $d->post('/users', { email => 'EVE@example.org',
	    password => 'long enough 1', displayName => 'E' }), 409,
	    'email-taken', 'taken';
	my $eve = $d->sign_in('eve@example.org', 'long enough 1');
	is_problem $d->post('/sessions', { email => 'eve@example.org',
	    password => 'wrong' }), 401, 'bad-credentials', 'wrong';
	is_problem $d->get('/me'), 401, 'no-session', 'nobody';
	is_problem $eve->with(token => 'x')->get('/me'), 401, 'no-session',
	    'bad token';
	my $other = $d->sign_in('eve@example.org', 'long enough 1');
	is $eve->put('/me/password', { current => 'long enough 1',
	    new => 'longer still 2' })->{status}, 204, 'changed';
	is_problem $other->get('/me'), 401, 'no-session', 'others end';
	is $eve->get('/me')->{status}, 200, 'this one stays';
	my $tok = $eve->post('/me/tokens', { name => 'cal',
	    readOnly => $T })->{json}{token};
	is_problem $eve->with(token => $tok)->post('/lists', { id => uuid(),
	    title => 'x' }), 403, 'read-only-token', 'read only';
	is_problem $eve->with(token => undef)->post('/lists', { id => uuid(),
	    title => 'x' }, Cookie => "docket_session=$eve->{token}",
	    'Sec-Fetch-Site' => 'cross-site'), 403, 'cross-site-request',
	    'cross-site';
	is_problem $eve->del('/me', { password => 'no' }), 422,
	    'wrong-password', 'not without the password';
	is $eve->del('/me', { password => 'longer still 2' })->{status}, 204,
	    'gone';
	is_problem $eve->get('/me'), 401, 'no-session', 'over';
};

subtest 'bodies' => sub {
	for (['{', 'cut off'], ['[]', 'no object'], ["{\"id\":\"\xff\"}",
	    'not UTF-8'], ['{"id":1,"id":2}', 'repeated'], ['', 'empty']) {
		is_problem $ada->post('/lists', $_->[0]), 400,
		    'malformed-body', $_->[1];
	}
	is_problem $ada->post('/lists', '{}', 'Content-Type' => 'text/plain'),
	    415, 'unsupported-media-type', 'type';
	is_problem $ada->post('/lists', ' ' x (1024 * 1024 + 1)), 413,
	    'body-too-large', 'size';
	my $r = $ada->post('/lists', {});
	is_deeply [map { $_->{pointer} } @{$r->{json}{errors}}],
	    ['/id', '/title'], 'all fields are named';
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
		is $used->(), $was, 'within the hour it is not recorded';
		$d->sql("UPDATE credential SET used_at = used_at - 20000000
		    WHERE kind = 'session'");
		$was = $used->();
		$u->request(@$_);
		cmp_ok $used->(), '>', $was + 3_600_000_000, 'and then it is';
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
	is_problem $ada->get('/ready'), 503, 'not-ready', 'no cron yet';
	is_problem $ada->get('/nowhere'), 404, 'not-found', 'unknown path';
	is $ada->post('/me/completed-tasks/cleanup')->{json}{removed} > 0, 1,
	    'cleanup';
	is_problem $ada->get('/lists?since=x'), 422, 'invalid-since', 'since';
	is_problem $ada->get('/lists?limit=0'), 422, 'validation-failed',
	    'limit';
};

subtest 'a device has one user at a time' => sub {
	my $d = Docket->new;
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my $at = '/me/push-subscriptions';
	my %device = (endpoint => 'https://push.example.org/device',
	    keys => { p256dh => 'p', auth => 'a' });
	my $count = sub { scalar @{$_[0]->get($at)->{json}{items}} };
	my $r = $ada->post($at, \%device);
	is $r->{status}, 201, 'registered';
	is $ada->post($at, { %device, userAgent => 'New' })->{json}{id},
	    $r->{json}{id}, 'again is the same';
	is $ada->get($at)->{json}{items}[0]{userAgent}, 'New', 'renewed';
	is $bob->post($at, \%device)->{status}, 201, 'by who signed in next';
	is $count->($ada) . $count->($bob), '01', 'it is theirs alone';
};

documented($record);
done_testing;
