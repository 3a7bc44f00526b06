# Batches: each row is answered, executed or refused as if it were sent alone,
# in every way of running the service.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp;
use JSON::PP ();
use Test::More;
use Web;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Refusal;

my $w = Refusal->new;
my ($ada, $bob, $id) = @{$w}{qw(ada bob id)};
my $T = JSON::PP::true;

sub row { my ($method, $path, $body, %more) = @_;
	return { method => $method, path => $path,
	    defined $body ? (body => $body) : (), %more } }
sub batch { my ($u, $rows, %more) = @_;
	return $u->post('/batch', { requests => $rows, %more }) }
sub rows { my $r = batch(@_);
	is $r->{status}, 200, 'the batch is executed' or diag $r->{body};
	return @{$r->{json}{responses} // []} }
sub statuses { return join ' ', map { $_->{status} } @_ }

subtest 'rows get the answers that they would get alone' => sub {
	my $task = $w->path('/lists/{listId}/tasks/{taskId}');
	my @paths = ('/me', '/lists', $task, '/me/changes?limit=2',
	    '/me/my-day?date=today', '/search?q=task', '/nowhere', '/me/',
	    '/lists/x', '/me/changes?since=x', '/health', '/openapi.json',
	    '/me/tags?limit=%zz', '/lists/../me', 'me', '');
	my @got = rows($ada, [map { row('GET', $_) } @paths]);
	for my $i (0 .. $#paths) {
		my $alone = $ada->get($paths[$i]);
		next if $paths[$i] eq '' || $paths[$i] eq 'me';
		is $got[$i]{status}, $alone->{status}, "GET $paths[$i]";
		is_deeply $got[$i]{body}, $alone->{json}, 'and the same body';
		is $got[$i]{headers}{ETag}, $alone->{headers}{etag},
		    'and the same ETag';
	}
	is statuses(@got[-2, -1]), '404 404',
	    'a path without a slash, and none, are not found';
	my ($head, $post, $put, $options) = rows($ada, [row('HEAD', '/me'),
	    row('POST', '/me'), row('PUT', '/nowhere'),
	    row('OPTIONS', '/me')]);
	is_deeply [$head->{status}, exists $head->{body}, $head->{headers}],
	    [200, '', { ETag => $ada->get('/me')->{headers}{etag} }],
	    'HEAD has no body';
	is statuses($post, $put, $options), '405 404 204',
	    'other methods are answered as usual';
	ok !exists $options->{body}, 'a 204 has no body';
};

subtest 'rows change what they would change alone' => sub {
	my ($list, $task) = (uuid(), uuid());
	my @got = rows($ada, [
	    row('POST', '/lists', { id => $list, title => 'L' }),
	    row('POST', "/lists/$list/tasks", { id => $task, title => 'T',
	    position => 'top' }),
	    row('PATCH', "/lists/$list/tasks/$task", { dueDate =>
	    '2030-01-31', recurrence => 'monthly' }),
	    row('PATCH', "/lists/$list/tasks/$task", { done => $T }),
	    row('PATCH', "/lists/$list/tasks/$task", { title => '' }),
	    row('PUT', "/me/my-day/$task"),
	    row('DELETE', "/lists/$list/tasks/$task"),
	    row('DELETE', "/lists/$list/tasks/$task"),
	    row('POST', '/lists', [1]), row('POST', '/lists')]);
	is statuses(@got), '201 201 200 200 422 200 204 404 400 400',
	    'they run in order, and each has its own answer';
	like $got[1]{headers}{Location}, qr{/lists/$list/tasks/$task$},
	    'a created record has a Location';
	like $got[3]{headers}{Link}, qr/rel="next"/, 'the successor has a Link';
	is $got[4]{body}{errors}[0]{pointer}, '/title',
	    'a refused row has a problem';
	is_deeply [sort keys %{$got[6]}], ['status'],
	    'a 204 has nothing but its status';
	is $ada->get("/lists/$list")->{json}{title}, 'L', 'the list exists';
	is scalar @{$ada->get("/lists/$list/tasks")->{json}{items}}, 1,
	    'and only the successor of the deleted task';
};

subtest 'an invalid batch is refused as a whole' => sub {
	$w->remember;
	my $good = row('GET', '/me');
	my $new = row('POST', '/lists', { id => uuid(), title => 'x' });
	my @bad = ([[], '/requests:empty'], [{}, '/requests:wrong-type'],
	    [[($new) x 101], '/requests:too-long'],
	    [[$new, 1], '/requests/1:wrong-type'],
	    [[$new, {}], '/requests/1/method:required ' .
	    '/requests/1/path:required'],
	    [[$new, { path => '/me' }], '/requests/1/method:required'],
	    [[$new, { method => 'GET' }], '/requests/1/path:required'],
	    map { my $name = $_; map { [[$new, { %$good, $name => $_ }],
	    "/requests/1/$name:wrong-type"] } 1, $T, [], {}, undef }
	    qw(method path idempotencyKey ifMatch));
	$w->refused(batch($ada, $_->[0]),
	    "422 validation-failed $_->[1]", $_->[1]) for @bad;
	$w->refused(batch($ada, [$new], stopOnError => 1),
	    '422 validation-failed /stopOnError:wrong-type', 'stopOnError');
	$w->refused(batch($w->{d}, [$new]), '401 no-session', 'nobody');
	is statuses(rows($ada, [($good) x 100])), join(' ', (200) x 100),
	    'a hundred rows are accepted';
	my $r = $ada->post('/batch', { requests => [$good] },
	    'Idempotency-Key' => 'not a key');
	is $r->{status}, 200, "the batch's own key is ignored";
};

subtest 'stopOnError ends the batch at the first failure' => sub {
	my @ids = map { uuid() } 1 .. 3;
	my @rows = (row('POST', '/lists', { id => $ids[0], title => 'a' }),
	    row('POST', '/lists', { id => $ids[1], title => '' }),
	    row('POST', '/lists', { id => $ids[2], title => 'c' }),
	    row('GET', '/me'));
	my @got = rows($ada, \@rows, stopOnError => $T);
	is statuses(@got), '201 422 424 424', 'rows after the failure get 424';
	is $got[2]{body}{code}, 'not-attempted', 'with the code not-attempted';
	is $ada->get("/lists/$ids[2]")->{status}, 404, 'and are not executed';
	is statuses(rows($ada, \@rows)), '200 422 201 200',
	    'without stopOnError they are executed';
};

# As the interface lists them; whatever else there is can be a row.
my $never = qr{^(?:\w+\ /batch|POST\ /tasks/\{taskId\}/attachments
    |GET\ /attachments/\{attachmentId\}/content|GET\ /me/export
    |POST\ /users|\w+\ /sessions.*|\w+\ /me/tokens.*|PUT\ /me/password
    |PUT\ /me/email|DELETE\ /me|\w+\ /password-resets.*
    |POST\ /me/email-verification|POST\ /email-verifications
    |POST\ /invitations/(?:\{\w+\}/)?accept|GET\ /me/wait
    |\w+\ /me/(?:totp|confirmation|recovery-codes|identities|passkeys).*
    |GET\ /oidc/.*
    |GET\ /me/security|\w+\ /admin/.*|\w+\ /me/feeds.*|GET\ /feeds/.*
    |(?:POST|DELETE)\ /me/imports.*|GET\ /lists/\{listId\}/export)$}x;

subtest 'some routes cannot be a row' => sub {
	$w->remember;
	for my $route (Docket::routes()) {
		my $name = "$route->{method} $route->{path}";
		next if $name !~ $never;
		my $path = $route->{path} =~ s/\{\w+\}/uuid()/ger;
		my ($got) = rows($ada, [row($route->{method}, $path, {})]);
		is "$got->{status} $got->{body}{code}", '422 not-in-batch',
		    $name;
	}
	is $w->state, $w->{state}, 'refused rows change nothing';
	for my $route (Docket::routes()) {
		my $name = "$route->{method} $route->{path}";
		next if $name =~ $never;
		my $path = $route->{path} =~ s/\{\w+\}/uuid()/ger;
		my ($got) = rows($bob, [row($route->{method}, $path, {})]);
		isnt $got->{body}{code} // '', 'not-in-batch', "$name is";
	}
};

subtest 'every row is checked with the caller\'s rights' => sub {
	my $read = $ada->with(token => $ada->post('/me/tokens',
	    { name => 'r', readOnly => $T })->{json}{token});
	my @rows = (row('GET', '/me'), row('PATCH', '/me',
	    { autoDeleteCompleted => $T }), row('GET', '/lists'));
	my @got = rows($read, \@rows);
	is statuses(@got), '200 403 200',
	    'a read-only token cannot change anything';
	is $got[1]{body}{code}, 'read-only-token', 'and the answer says so';
	@got = rows($bob, [row('GET', "/lists/$id->{other}"),
	    row('DELETE', "/lists/$id->{listId}"),
	    row('GET', "/lists/$id->{listId}")]);
	is statuses(@got), '404 404 200',
	    'a member cannot do what only the owner can';
	my %cookie = (Cookie => "docket_session=$ada->{token}");
	my $browser = $w->{d};
	is said($browser->post('/batch', { requests => [$rows[0]] }, %cookie,
	    'Sec-Fetch-Site' => 'cross-site')), '403 cross-site-request',
	    'a cookie from another site is refused';
	my $r = $browser->post('/batch', { requests => \@rows }, %cookie,
	    'Sec-Fetch-Site' => 'same-origin');
	is statuses(@{$r->{json}{responses}}), '200 200 200',
	    'a cookie works from the same site';
	$r = $browser->post('/batch', { requests => \@rows }, %cookie,
	    Origin => 'http://localhost');
	is statuses(@{$r->{json}{responses} // []}), '200 200 200',
	    'and from a browser that sends only Origin';
};

subtest 'ifMatch and idempotencyKey work in rows' => sub {
	my ($task, $new, $key) = ($w->path('/lists/{listId}/tasks/{taskId}'),
	    uuid(), uuid());
	my ($one, $two, $three) = rows($ada, [
	    row('PATCH', $task, { title => 'no' }, ifMatch => '"x"'),
	    row('PATCH', $task, { title => 'yes' }, ifMatch =>
	    $ada->get($task)->{headers}{etag}),
	    row('GET', '/me', undef, ifMatch => '"x"')]);
	is statuses($one, $two, $three), '412 200 200', 'ifMatch is compared';
	my $create = row('POST', '/lists', { id => $new, title => 'x' },
	    idempotencyKey => $key);
	my @got = rows($ada, [$create, $create, { %$create, body =>
	    { id => $new, title => 'y' } }, { %$create, idempotencyKey =>
	    'a b' }]);
	is statuses(@got), '201 201 409 400', 'idempotencyKey is used';
	is $got[1]{headers}{'Idempotent-Replayed'}, 'true',
	    'the second answer is marked as replayed';
	is_deeply $got[1]{body}, $got[0]{body}, 'and the same as the first';
	# As it was written in the batch, so alone.
	my $text = '{ "id":"' . uuid() . '", "title" : "\u0041" }';
	my $alone = uuid();
	my $r = $ada->post('/batch', '{"requests":[{"path":"/lists",' .
	    "\"body\":$text,\"method\":\"POST\",\"idempotencyKey\":" .
	    "\"$alone\"}]}");
	is $r->{json}{responses}[0]{status}, 201,
	    'a row with a key is executed';
	$r = $ada->post('/lists', $text, 'Idempotency-Key' => $alone);
	is "$r->{status} " . ($r->{headers}{'idempotent-replayed'} // ''),
	    '201 true', 'the same request alone is replayed';
};

subtest 'limits count rows as requests' => sub {
	my $share = row('POST', "/lists/$id->{other}/members",
	    { email => 'nobody@example.org' });
	my @got = rows($ada, [($share) x 60]);
	is $got[0]{status}, 422, 'a share with an unknown address is refused';
	is $got[59]{status}, 429, 'too many are refused with 429';
	is $got[59]{headers}{'Retry-After'}, '1', 'and say when to try again';
};

subtest 'long answers in a batch are complete' => sub {
	my $list = uuid();
	$ada->post('/lists', { id => $list, title => 'long' });
	my @tasks = map { uuid() } 1 .. 40;
	rows($ada, [map { row('POST', "/lists/$list/tasks", { id => $_,
	    title => 'x' }) } @tasks]);
	my $notes = "\x{e9}" x 5000;
	rows($ada, [map { row('PATCH', "/lists/$list/tasks/$_", { notes =>
	    $notes }) } @tasks]);
	my $get = row('GET', "/lists/$list/tasks");
	my @got = rows($ada, [$get, row('GET', '/me'), $get,
	    row('HEAD', "/lists/$list/tasks"), row('GET', '/me')]);
	is statuses(@got), '200 200 200 200 200', 'every row is answered';
	my $alone = $ada->get("/lists/$list/tasks");
	ok length $alone->{body} > 300_000, 'the answer is longer than 300 kB';
	is_deeply $got[$_]{body}, $alone->{json}, "row $_" for 0, 2;
	is $got[0]{headers}{ETag}, $alone->{headers}{etag},
	    'its ETag is the same';
	ok !exists $got[3]{body}, 'HEAD has no body';
	is $got[4]{body}{email}, $ada->{email}, 'the last row has its answer';
};

for my $mode (qw(cgi fastcgi)) {
	subtest "by $mode" => sub {
		my $web = Web->new($w->{d}, '-m', $mode);
		my @got = rows($ada->with(base => $web->{base}), [
		    row('POST', '/me/tags', { id => uuid(), name => $mode }),
		    row('DELETE', "/attachments/" . uuid()),
		    row('POST', "/tasks/$id->{taskId}/attachments", {}),
		    map { row('GET', $_) } '/me', '/me/notifications',
		    '/me/my-day', '/me/changes', '/health',
		    "/tasks/$id->{taskId}/steps"]);
		is statuses(@got), '201 404 422 200 200 200 200 200 200',
		    'rows of every group are answered';
		is $web->stop, 0, 'docket-serve ends cleanly';
	};
}

documented($record);
done_testing;
