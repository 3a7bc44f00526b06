# Requests with conditions: ETags, ranges, and the Idempotency-Key.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp;
use JSON::PP ();
use POSIX ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Refusal;

my $w = Refusal->new('base-url' => 'https://docket.example');
my ($ada, $bob) = @{$w}{qw(ada bob)};
my $task = $w->path('/lists/{listId}/tasks/{taskId}');
my $tags = $w->path('/tasks/{taskId}/tags');

sub etag { return $ada->get($_[0])->{headers}{etag} }

# Each GET has an ETag if the document says so.  Then a browser may keep the
# answer, and asks whether it is still right.
subtest 'every GET' => sub {
	my $code = $ada->post($w->path('/lists/{listId}/invitations'))
	    ->{json}{code};
	my %document = %{$Docket::Json->decode(slurp(build() .
	    '/gen/openapi.json'))->{paths}};
	my %more = ('/search' => '?q=x', '/lists/{listId}/export' => '?format=csv');
	$w->{d}->run('docket-remind');
	my $heir = $w->{d}->user('heir@example.org');
	$ada->post($w->path('/lists/{listId}/members'),
	    { email => $heir->{email} });
	$ada->post($w->path('/lists/{listId}/transfer'),
	    { userId => $heir->{me}{id} });
	for my $route (grep { $_->{method} eq 'GET' } Docket::routes()) {
		my $name = $route->{path};
		# oidc.t has a provider.
		next if $name eq '/me/wait' ||
		    $name =~ m{^/(?:oidc/|me/identities)};
		my $path = $w->path($name, code => $code) . ($more{$name} // '');
		my $r = $ada->get($path);
		is $r->{status}, 200, $name or next;
		my $said = $document{$name}{get}{responses}{200}{headers};
		is exists $r->{headers}{etag}, exists $said->{ETag},
		    "$name has an ETag, or not, as documented";
		next if !exists $said->{ETag};
		is $r->{headers}{'cache-control'},
		    $name =~ m{^/feeds/} ? 'private, max-age=900' :
		    $route->{flags}{public} && !$route->{flags}{anybody} ?
		    undef : 'private, no-cache', "$name is kept";
		is $ada->get($path, 'If-None-Match' => $r->{headers}{etag})
		    ->{status}, 304, "$name is not modified";
	}
	is $ada->get('')->{json}{document},
	    'https://docket.example/api/v1/openapi.json',
	    '/api/v1 refers to the document';
	is $ada->get($_)->{body}, $ada->get('/')->{body}, "'$_' does, too"
	    for '', '/?x';
};

subtest 'If-None-Match' => sub {
	for my $path ($task, $tags, '/me', '/lists', "$tags?x", '/me/my-day',
	    '/me/changes', '/me/notifications', '/search?q=x',
	    '/openapi.json', $w->path('/attachments/{attachmentId}'),
	    $w->path('/attachments/{attachmentId}/content')) {
		my $e = etag($path);
		like $e, qr{^(W/)?"[^"]+"$}, "$path has an ETag";
		my $bare = $e =~ s{^W/}{}r;
		for ($e, "W/$bare", $bare, '*', "\"x\", $e", "$e,\"x\"",
		    "W/\"x\" , $e", "\"a,b\",,$e", "\"$bare,$e") {
			my $r = $ada->get($path, 'If-None-Match' => $_);
			is "$r->{status} $r->{body}", '304 ', "$_ is it";
			is $r->{headers}{etag}, $e, 'the 304 has the same ETag';
			ok !exists $r->{headers}{'content-type'} &&
			    !exists $r->{headers}{'content-length'},
			    'the 304 has no body';
		}
		for ('"x"', '', $bare =~ tr/"//dr, substr($bare, 0, -1),
		    "x$bare", 'W/', '"', 'w/"x"', ',', 'x,y') {
			is $ada->get($path, 'If-None-Match' => $_)->{status},
			    200, "'$_' is not";
		}
	}
	for (qw(/me/export /me/sessions /me/tokens /health)) {
		my $r = $ada->get($_, 'If-None-Match' => '*');
		is "$r->{status} " . exists $r->{headers}{etag}, '200 ',
		    "$_ has none";
	}
	# That of a long answer is of all its parts.
	my $long = $ada->make('/lists', title => 'Long');
	my @ids = map { $ada->make("/lists/$long/tasks", title => "Endless $_",
	    notes => 'x' x 10_000) } 1 .. 30;
	my $search = '/search?q=Endless&limit=100';
	my $was = etag($search);
	my $r = $ada->get($search, 'If-None-Match' => $was);
	is "$r->{status} $r->{body} $r->{headers}{etag}", "304  $was",
	    'a long answer is not sent again';
	is $ada->get($search, 'If-None-Match' => $was =~ s/"\z/-gzip"/r,
	    'Accept-Encoding' => 'gzip')->{status}, 304, 'nor compressed';
	ok !exists $ada->get('/tasks/' . uuid())->{headers}{etag},
	    'a refusal has none';
	$ada->patch("/lists/$long/tasks/$_", { notes => 'y' x 10_000 }) and
	    isnt etag($search), $was, 'a change in any part is another'
	    for @ids[0, -1];
	$ada->del("/lists/$long");
	my $next = '/me/changes?since=' .
	    $ada->get('/me/changes')->{json}{next};
	is $ada->get($next, 'If-None-Match' => etag($next))->{status}, 304,
	    'nothing new is not modified';
	my $e = etag('/lists');
	isnt etag('/lists?limit=5'), $e, 'another query has another ETag';
	isnt $bob->get('/lists')->{headers}{etag}, $e,
	    'another user has another ETag';
	$ada->patch($w->path('/lists/{other}'), { title => 'changed' });
	is $ada->get('/lists', 'If-None-Match' => $e)->{status}, 200,
	    'after a change the whole answer comes';
};

subtest 'If-Match' => sub {
	$w->remember;
	my $n = 0;
	my @changes = ([PATCH => $task, sub { { title => 'T' . ++$n } }],
	    [PUT => $tags, sub { { tagIds => $n++ % 2 ? [] :
	    [$w->{id}{tagId}] } }],
	    [PATCH => '/me', sub { { autoDeleteCompleted => JSON::PP::true,
	    displayName => 'A' . ++$n } }],
	    [PUT => '/me/notifications', sub { { reminders => $n++ % 2 ?
	    JSON::PP::true : JSON::PP::false } }]);
	for (@changes) {
		my ($method, $path, $body) = @$_;
		my $e = etag($path);
		$w->refused($ada->request($method, $path, $body->(),
		    'If-Match' => $_), '412 precondition-failed',
		    "$method $path: '$_'") for '"x"', '', 'x', '"',
		    $e =~ tr/"//dr, "W/\"x\", \"y\"", $e =~ s/.$/-gzip/r,
		    $e =~ s/.$/-gzipped"/r;
		$w->refused($ada->request($method, $path, '{',
		    'If-Match' => '"x"'), '400 malformed-body',
		    'a malformed body is refused before If-Match');
		for my $good (sub { $_[0] }, sub { '*' },
		    sub { "\"x\", $_[0] ,\"y\"" }, sub { "W/$_[0]" },
		    sub { $_[0] =~ s/"$/-gzip"/r },
		    sub { 'W/' . $_[0] =~ s/"$/-gzip"/r }) {
			my $if = $good->(etag($path));
			is $ada->request($method, $path, $body->(),
			    'If-Match' => $if)->{status}, 200, $if;
		}
		$w->remember;
	}
	is $ada->del($w->path('/lists/{listId}/members/') . uuid(), undef,
	    'If-Match' => '"x"')->{json}{code}, 'member-not-found',
	    'If-Match is ignored on a path without an ETag';
	is $ada->post('/lists', { id => uuid(), title => 'x' },
	    'If-Match' => '"x"')->{status}, 201,
	    'and with POST of a new record';
	$w->remember;
	$w->refused($ada->del($_, undef, 'If-Match' => '"x"'),
	    '412 precondition-failed', "DELETE $_") for $task,
	    map { $w->path($_) } '/lists/{listId}',
	    '/attachments/{attachmentId}';
	$w->refused($ada->patch("/lists/$w->{id}{listId}/tasks/" . uuid(),
	    { title => 'x' }, 'If-Match' => '*'), '404 task-not-found',
	    'a record that does not exist is not found');
	my $gone = uuid();
	my $at = "/lists/$w->{id}{listId}/tasks/$gone";
	$ada->post("/lists/$w->{id}{listId}/tasks", { id => $gone,
	    title => 'x' });
	is $ada->del($at, undef, 'If-Match' => etag($at))->{status}, 204,
	    'DELETE with the current ETag succeeds';
};

subtest 'ranges of a file' => sub {
	my $id = uuid();
	my $bytes = join '', 'a' .. 'j';
	$ada->upload($w->{id}{taskId}, $id, $bytes, 'x.txt');
	$ada->upload($w->{id}{taskId}, my $empty = uuid(), '', 'x.txt');
	my $at = "/attachments/$id/content";
	my $e = etag($at);
	my %ranges = ('0-0' => 'a', '0-' => $bytes, '2-4' => 'cde',
	    '9-' => 'j', '9-9' => 'j', '9-10' => 'j', '8-99' => 'ij',
	    '-1' => 'j', '-3' => 'hij', '-10' => $bytes, '-99' => $bytes,
	    '0-999999999999' => $bytes, '1-' . '9' x 30 => 'bcdefghij',
	    '-' . '9' x 30 => $bytes, '00-01' => 'ab');
	for my $range (sort keys %ranges) {
		my $r = $ada->get($at, Range => "bytes=$range");
		is "$r->{status} $r->{body}", "206 $ranges{$range}", $range;
		my $from = index $bytes, $ranges{$range};
		my $to = $from + length($ranges{$range}) - 1;
		is $r->{headers}{'content-range'}, "bytes $from-$to/10",
		    'Content-Range is right';
		is $r->{headers}{'content-length'}, length $ranges{$range},
		    'Content-Length is right';
	}
	for ('10-', '10-11', '99-', '-0', '9' x 12 . '-', '9' x 30 . '-') {
		my $r = $ada->get($at, Range => "bytes=$_");
		is "$r->{status} $r->{headers}{'content-range'}",
		    '416 bytes */10', "$_ is not there";
		is said($r), '416 range-not-satisfiable',
		    'the answer is a problem';
	}
	for ('bytes=0-1,3-4', 'bytes=5-2', 'bytes=', 'bytes=-', 'bytes=x-y',
	    'bytes=0-1x', 'bytes=--1', 'bytes 0-1', 'lines=0-1', '0-1', '',
	    'bytes=0', 'bytes=+0-1', 'bytes=0-1,') {
		my $r = $ada->get($at, Range => $_);
		is "$r->{status} $r->{body}", "200 $bytes", "'$_': all of it";
		is $r->{headers}{'content-range'}, undef,
		    'there is no Content-Range';
	}
	is $ada->get($at, Range => 'Bytes=0-1')->{body}, 'ab',
	    'the unit can have either case';
	for ($e, '"x"', "W/$e", '', 'Sat, 01 Jan 2050 00:00:00 GMT') {
		is $ada->get($at, Range => 'bytes=0-1', 'If-Range' => $_)
		    ->{status}, $_ eq $e ? 206 : 200, "If-Range: $_";
	}
	for my $range ('0-1', '99-') {
		is $ada->get($at, Range => "bytes=$range",
		    'If-None-Match' => $e)->{status}, 304,
		    'a client that has the file gets 304';
	}
	my $r = $ada->request('HEAD', $at, undef, Range => 'bytes=0-1');
	is "$r->{status} $r->{headers}{'content-length'} $r->{body}",
	    '206 2 ', 'HEAD has the length of the range';
	is $ada->get('/me', Range => 'bytes=0-1')->{status}, 200,
	    'Range is ignored except for files';
	is $ada->get("/attachments/$empty/content")->{body}, '',
	    'an empty file has an empty body';
	is $ada->get("/attachments/$empty/content", Range => "bytes=$_")
	    ->{status}, 416, "of nothing: $_" for '0-', '-1', '0-0';
};

my $tasks = $w->path('/lists/{listId}/tasks');
my $uploads = $w->path('/tasks/{taskId}/attachments');

subtest 'invalid Idempotency-Keys are refused' => sub {
	$w->remember;
	$w->refused($ada->post($tasks, { id => uuid(), title => 'x' },
	    'Idempotency-Key' => $_), '400 invalid-idempotency-key',
	    length() > 60 ? 'too long' : "'$_'") for '', ' ', '""', '"',
	    'a b', "a\tb", "a\x01", "a\x7f", "\xc3\xa4", 'a"b', '"a', 'a"',
	    '"abc', 'abc"',
	    '"a"b"', 'a, b', '"a", "b"', 'x' x 256, '"' . 'x' x 256 . '"';
	is $ada->post($tasks, { id => uuid(), title => 'x' },
	    'Idempotency-Key' => $_)->{status}, 201, substr $_, 0, 20
	    for 'x' x 255, '"' . 'y' x 255 . '"', '!#$%&\'*+/\\;,=?',
	    '"quoted"', uuid();
};

subtest 'a repeated request is not executed again' => sub {
	my %same = (
		"POST $tasks" => sub { { id => uuid(), title => 'x' } },
		"PATCH $task" => sub { { title => 'y' } },
		"PATCH $task/rank" => sub { { beforeId =>
		    $w->{id}{sibling} } },
		'POST /me/completed-tasks/cleanup' => sub { undef },
		'POST /me/tags' => sub { { id => uuid(), name => 'new' } },
		'PATCH ' . $w->path('/lists/{listId}') =>
		    sub { { title => 'z' } },
	);
	for my $op (sort keys %same) {
		my ($method, $path) = split / /, $op;
		my ($body, $key) = ($same{$op}->(), uuid());
		my $first = $ada->request($method, $path, $body,
		    'Idempotency-Key' => $key);
		like $first->{status}, qr/^20[01]$/, $op;
		is $first->{headers}{'idempotent-replayed'}, undef,
		    'the first request is executed';
		$w->remember;
		for my $again ($key, "\"$key\"") {
			my $r = $ada->request($method, $path, $body,
			    'Idempotency-Key' => $again);
			is "$r->{status} $r->{body}",
			    "$first->{status} $first->{body}",
			    'the second gets the same answer';
			is $r->{headers}{'idempotent-replayed'}, 'true',
			    'which is marked as replayed';
			is $r->{headers}{$_}, $first->{headers}{$_},
			    "its $_" for qw(location content-type link);
		}
		is $w->state, $w->{state}, 'nothing is done twice';
		my %other = ('another body' => [$method, $path,
		    { id => uuid(), title => 'other', name => 'o' }],
		    'another path' => ['PATCH', '/me', { autoDeleteCompleted =>
		    JSON::PP::true }], 'another method' =>
		    ['POST', '/lists', $body // { id => uuid(),
		    title => 'x' }]);
		for (sort keys %other) {
			my ($m, $p, $b) = @{$other{$_}};
			$b->{id} = uuid(), $b->{title} = 'x' if $m eq 'POST';
			$w->refused($ada->request($m, $p, $b,
			    'Idempotency-Key' => $key),
			    '409 idempotency-key-reused', $_);
		}
	}
};

subtest 'of concurrent requests with one key, one is executed' => sub {
	my ($key, $body) = (uuid(), { id => uuid(), title => 'x' });
	my %child;
	for (1 .. 6) {
		my $out = File::Temp->new;
		my $pid = fork // die "fork: $!\n";
		if ($pid == 0) {
			my $r = $ada->post($tasks, $body,
			    'Idempotency-Key' => $key);
			print $out ($r->{headers}{'idempotent-replayed'} //
			    'done') . " $r->{status} $r->{body}";
			close $out;
			POSIX::_exit(0);
		}
		$child{$pid} = $out;
	}
	waitpid $_, 0 for keys %child;
	my @said = sort map { slurp("$_") } values %child;
	like $said[0], qr/^done 201 /, 'one is executed';
	is $_, $said[0] =~ s/^done/true/r, 'the others get its answer'
	    for @said[1 .. 5];
};

subtest 'a key belongs to one user, for a day' => sub {
	my ($key, $body) = (uuid(), { id => uuid(), title => 'x' });
	my %key = ('Idempotency-Key' => $key);
	$w->remember;
	$w->refused($ada->post($tasks, { id => 'x', title => 'x' }, %key),
	    '422 validation-failed /id:invalid-format',
	    'an invalid request is refused');
	$w->refused($ada->patch("$tasks/" . uuid(), { title => 'x' }, %key),
	    '404 task-not-found', 'so is one for an unknown record');
	is $ada->post($tasks, $body, %key)->{status}, 201,
	    'a refused request leaves the key free';
	is $bob->post('/lists', { id => uuid(), title => 'x' }, %key)
	    ->{status}, 201, 'another user can use the same key';
	$ada->sql('UPDATE answer SET created_at = created_at - 86400000001');
	my $r = $ada->post($tasks, $body, %key);
	is "$r->{status} " . ($r->{headers}{'idempotent-replayed'} // ''),
	    '200 ', 'a key is forgotten after a day';
	is $ada->put($tags, { tagIds => [] }, %key)->{status}, 200,
	    'PUT ignores the key';
	my @tokens = map { $ada->post('/me/tokens', { name => 'x' }, %key) }
	    1, 2;
	isnt $tokens[0]{json}{token}, $tokens[1]{json}{token},
	    'the key is ignored if the answer contains a secret';
};

subtest 'a repeated upload is not executed again' => sub {
	my %key = ('Idempotency-Key' => uuid());
	my ($id, $bytes) = (uuid(), "the same\n");
	my $first = $ada->upload($w->{id}{taskId}, $id, $bytes, 'a.txt', %key);
	is $first->{status}, 201, 'the file is stored';
	$w->remember;
	my $r = $ada->upload($w->{id}{taskId}, $id, $bytes, 'a.txt', %key);
	is "$r->{status} $r->{body}", "201 $first->{body}",
	    'with another boundary the same answer comes';
	is $r->{headers}{'idempotent-replayed'}, 'true',
	    'which is marked as replayed';
	is $r->{headers}{location}, $first->{headers}{location},
	    'with the same Location';
	$w->refused($ada->upload($w->{id}{taskId}, @$_, %key),
	    '409 idempotency-key-reused', "@$_") for
	    [$id, "other\n", 'a.txt'], [$id, $bytes, 'b.txt'],
	    [uuid(), $bytes, 'a.txt'];
};

documented($record);
done_testing;
