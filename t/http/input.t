# Bad input, generated from the route tables: every field of every operation
# with values that it must refuse, and with extreme valid ones; every operation
# with an invalid body.  A refusal names all invalid fields and changes nothing.
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
use Values;
use Refusal;

my $T = JSON::PP::true;
my $w = Refusal->new(registration => 'open', 'base-url' => 'https://docket.example',
    'smtp-url' => 'smtp://127.0.0.1:1');
my $ada = $w->{ada};
my @with_body = grep { @{$_->{fields}} } Docket::routes();

# What an operation answers to a body that its door lets through, where that is
# no success: ids that there are not, passwords that are wrong.
my %then = (
	'POST /lists/{listId}/transfer userId' => '404 member-not-found',
	'POST /users invitation' => '403 registration-closed',
	'POST /invitations/find code' => '404 invitation-not-found',
	'POST /invitations/accept code' => '404 invitation-not-found',
	'POST /lists groupId' => '404 group-not-found',
	'PATCH /lists/{listId} groupId' => '404 group-not-found',
	'POST /lists/{listId}/members email' => '422 not-shareable',
	'PATCH /lists/{listId}/tasks/{taskId} assigneeId' =>
	    '422 assignee-not-eligible',
	'PATCH /lists/{listId}/tasks/{taskId} recurrence' =>
	    '422 recurrence-needs-due-date /dueDate:required',
	'POST /lists/{listId}/tasks assigneeId' => '422 assignee-not-eligible',
	'POST /lists/{listId}/tasks recurrence' =>
	    '422 recurrence-needs-due-date /dueDate:required',
	# The task has no due date.
	(map { my $op = $_; (
	    "$op recurrenceRule" => '422 recurrence-needs-due-date /dueDate:required',
	    "$op dueTime" =>
	    '422 due-time-needs-due-date /dueTime:needs-due-date',
	    "$op dueZone" => '422 validation-failed /dueZone:needs-due-time',
	    "$op rotation" => '422 rotation-needs-recurrence '
	    . '/rotation:needs-recurrence') } 'POST /lists/{listId}/tasks',
	    'PATCH /lists/{listId}/tasks/{taskId}'),
	(map { ("POST /lists/{listId}/tasks/{taskId}/move $_" =>
	    '404 list-not-found') } qw(listId position beforeId afterId)),
	'POST /me/tokens steps' =>
	    '422 validation-failed /steps:not-with-scopes',
	'POST /sessions email' => '401 bad-credentials',
	'POST /sessions password' => '401 bad-credentials',
	'POST /me/confirmation password' => '422 wrong-password',
	'POST /me/identities confirm' => '404 not-found',
	'POST /admin/users email' => '409 email-taken',
	# The first value removes the user.
	'DELETE /admin/users/{userId} sharedLists' =>
	    qr/^(?:204|404 user-not-found)$/,
	'POST /me/confirmation passkey' => '422 passkey-refused',
	'POST /me/passkeys name' => '422 passkey-refused',
	'POST /me/passkeys credential' => '422 passkey-refused',
	'PATCH /me/passkeys/{passkeyId} name' => '404 passkey-not-found',
	'POST /sessions passkey' => '422 validation-failed '
	    . '/email:not-with-passkey /password:not-with-passkey',
	'PUT /me/totp code' => '404 totp-not-found',
	'DELETE /me/totp code' => '404 totp-not-found',
	'POST /sessions ticket' => '422 validation-failed '
	    . '/email:not-with-ticket /password:not-with-ticket '
	    . '/code:required',
	'POST /sessions code' => '422 validation-failed '
	    . '/email:not-with-ticket /password:not-with-ticket '
	    . '/ticket:required',
	'POST /sessions deviceName' => '401 bad-credentials',
	'POST /sessions cookieOnly' => '401 bad-credentials',
	'DELETE /me password' => '422 wrong-password',
	'DELETE /me sharedLists' => '422 validation-failed '
	    . '/password:required',
	'PUT /me/email email' => '422 validation-failed /password:required',
	'PUT /me/email password' => '422 wrong-password',
	'PUT /me/password current' => '422 wrong-password',
	'PUT /me/password new' => '422 validation-failed /current:required',
	'PUT /me/password keepTokens' => '422 validation-failed '
	    . '/current:required',
	'PUT /password-resets/{token} password' => '404 reset-not-found',
	'POST /email-verifications token' =>
	    '422 validation-failed /token:not-found',
	map { ("PATCH $_ beforeId" => '422 invalid-neighbors',
	    "PATCH $_ afterId" => '422 invalid-neighbors') }
	    '/lists/{listId}/rank', '/lists/{listId}/tasks/{taskId}/rank',
	    '/tasks/{taskId}/steps/{stepId}/rank', '/me/groups/{groupId}/rank'
);

# Fields that accept less than their type: other values that they must refuse, and
# the bounds.
my $host = 'https://push.example.org/';
my %narrow = (
	(map { my $op = $_; (
	    "$op recurrenceRule" => { good => [['FREQ=DAILY'], [undef, undef]],
	    bad => [map { [$_, 'unsupported'] } 'x', 'FREQ=HOURLY',
	    'RRULE:FREQ=DAILY', 'FREQ=DAILY;BYHOUR=1', 'FREQ=DAILY;',
	    ' FREQ=DAILY'] },
	    # The other word needs a task that repeats.
	    "$op recurrenceFrom" => { good => [['due', 'due']] },
	    ) } 'POST /lists/{listId}/tasks',
	    'PATCH /lists/{listId}/tasks/{taskId}'),
	'POST /lists/{listId}/tasks steps' => { good => [map { my $n = $_;
	    [[map { { id => uuid(), title => 'S' } } 1 .. $n]] } 0, 1, 100] },
	'POST /me/push-subscriptions endpoint' => {
		bad => [map { [$_, 'invalid-format'] } 'x', '/x', '//host/x',
		    'http://push.example.org/', 'ftp://push.example.org/',
		    'https://', 'https:///x', 'https://x@push.example.org/',
		    'https://a:b@push.example.org/', "https://h/ x",
		    "https://h/\n", 'https://h/é', 'https://h/"',
		    'https://h:0/',
		    'https://h:65536/', 'https://h:x/', 'https://h:/',
		    'https://127.0.0.1/', 'https://10.1.2.3/', 'https://[::1]/',
		    'https://[fe80::1]/', 'https://[::ffff:127.0.0.1]/',
		    'https://localhost/', 'https://LOCALHOST:443/',
		    'https://[::1', 'https://[x]/', 'https://[::1]x/',
		    'https://0x7f.1/', 'https://2130706433/',
		    'https://127.1/', 'https://localhost./',
		    'https://ip6-localhost/', 'https://a.local/',
		    'https://a.b.internal/', 'https://a.onion./',
		    'https://example.org:22/', 'https://93.184.216.34:8443/',
		    'https://[2606:4700::1]:8443/x',
		    'https://example.org%00.evil.org/', 'https://localhost%2e/',
		    'https://a..example.org/', 'https://.example.org/',
		    'https://' . 'x' x 64 . '.org/', 'https://h,i.example.org/',
		    'https://push.example.org/#y', 'https://push.example.org#',
		    'https://push.example.org:4294967739/',
		    'javascript:alert(1)', 'file:///etc/passwd'],
		good => [map { [$_] } $host,
		    $host . 'x' x (2048 - length $host),
		    'HTTPS://push.example.org:443/?x=%20',
		    'https://93.184.216.34/', 'https://[2606:4700::1]/x']
	},
	(map { ("POST /me/$_ listIds" => {
		bad => [map { [[$_], 'unknown-list', '/0'] } '', 'x', uuid(),
		    $w->{id}{foreign}, $w->{id}{taskId}],
		good => [map { [$_, [$w->{id}{listId}]] }
		    [$w->{id}{listId}], [uc $w->{id}{listId}],
		    [($w->{id}{listId}) x 50]]
	}) } qw(tokens feeds)),
	(map { ("$_" => { bad => [map { [$_, 'too-common'] }
	    qw(password PASSWORD 12345678)] }) } 'POST /users password',
	    'PUT /me/password new', 'PUT /password-resets/{token} password'),
);

sub problem_of {
	my ($route, $f) = @_;
	return '422 unsupported-rule' if $f->{name} eq 'recurrenceRule';
	return $route->{path} =~ m{^/me/tags} && $f->{name} eq 'name' ?
	    '422 invalid-tag-name' : '422 validation-failed';
}

for my $route (@with_body) {
	my $op = "$route->{method} $route->{path}";
	for my $f (@{$route->{fields}}) {
		my $problem = problem_of($route, $f);
		my $narrow = $narrow{"$op $f->{name}"} // {};
		my @good = defined $narrow->{good} ? @{$narrow->{good}} :
		    good($f);
		subtest "$op $f->{name}" => sub {
			for (bad($f), @{$narrow->{bad} // []}) {
				my ($value, $code, $within) = @$_;
				my $body = $w->body($route);
				set_member($body, $f->{name}, $value);
				$w->refused($w->try($route, $body), "$problem /" .
				    $f->{name} . ($within // '') . ":$code",
				    'not ' . shown($value));
			}
			if ($f->{required}) {
				my $body = $w->body($route);
				set_member($body, $f->{name});
				$w->refused($w->try($route, $body),
				    "$problem /$f->{name}:required",
				    'left out');
			}
			$ada->sql('DELETE FROM attempt');
			for (@good) {
				my ($sent, $answered) = @$_;
				accepted($route, $f, $sent, $answered);
			}
			$w->remember;
		};
	}
}

sub accepted {
	my ($route, $f, $sent, $answered) = @_;
	my $op = "$route->{method} $route->{path}";
	my $body = $w->body($route);
	set_member($body, $f->{name}, $sent);
	my $r = $w->try($route, $body);
	my $then = $then{"$op $f->{name}"};
	if (defined $then && (defined $sent || $op =~ /(?:rank|move)$/)) {
		(ref $then ? \&like : \&is)->(said($r), $then, shown($sent) .
		    ' passes');
		return;
	}
	ok $r->{status} =~ /^20[0-4]$/, shown($sent) . ' is accepted'
	    or diag $r->{body};
	is_deeply $r->{json}{$f->{name}}, $answered, 'is in the answer'
	    if ref $r->{json} && exists $r->{json}{$f->{name}};
}

subtest 'every invalid field is named' => sub {
	for my $route (@with_body) {
		my @fields = grep { $_->{name} !~ m{/} &&
		    $_->{type} ne 'json' } @{$route->{fields}} or next;
		my %body = map { $_->{name} => { wrong => 1 } } @fields;
		$body{$_->{name}} = 'x' for grep { $_->{type} eq 'object' }
		    @fields;
		# Any value is right.
		$body{$_->{name}} = {} for grep { $_->{type} eq 'json' &&
		    $_->{required} } @{$route->{fields}};
		my $only = @fields == 1 ? problem_of($route, $fields[0]) :
		    '422 validation-failed';
		$w->refused($w->try($route, \%body), join(' ', $only,
		    map { "/$_->{name}:wrong-type" } @fields),
		    "$route->{method} $route->{path}");
	}
	$w->refused($ada->post('/me/push-subscriptions', { endpoint => 'x',
	    keys => { auth => 1 }, userAgent => 'x' x 257 }),
	    '422 validation-failed /endpoint:invalid-format ' .
	    '/keys/p256dh:required /keys/auth:wrong-type /userAgent:too-long',
	    'also within an object');
	$w->refused($ada->post('/me/push-subscriptions', { endpoint =>
	    "https://push.example.org/$_", keys => { p256dh => 'p',
	    auth => 'a' } }), '422 validation-failed /endpoint:invalid-format',
	    sprintf 'an endpoint with %vx', $_)
	    for ' ', "\t", "\x7f", "\xe9", '"', '{';
	my $tasks = $w->path('/lists/{listId}/tasks');
	my $task = { id => uuid(), title => 'x' };
	$w->refused($ada->post($tasks, { %$task, steps => [{}, 1,
	    { id => uuid(), title => 'S' }, { id => 'x', title => '' }] }),
	    '422 validation-failed /steps/0/id:required ' .
	    '/steps/0/title:required /steps/1:wrong-type ' .
	    '/steps/3/id:invalid-format /steps/3/title:empty',
	    'also within an array');
	my @steps = map { { id => uuid(), title => 'S' } } 1 .. 3;
	$w->refused($ada->post($tasks, { %$task, steps => [@steps,
	    { id => uc $steps[1]{id}, title => 'T' }] }),
	    '422 validation-failed /steps/3/id:duplicate',
	    'an id can be in an array only once');
	$w->refused($ada->post($tasks . "/$w->{id}{taskId}/move", {
	    listId => $w->{id}{other}, position => 'top',
	    afterId => $w->{id}{sibling} }),
	    '422 validation-failed /position:not-with-neighbors',
	    'a position and a neighbour exclude each other');
	$w->refused($ada->post('/me/tags', { id => 'x', name => "a\nb" }),
	    '422 validation-failed /id:invalid-format /name:invalid-format',
	    'an invalid tag name is one of several errors');
	$w->refused($w->{d}->post('/users', { email => 'x',
	    password => 'password', displayName => '' }),
	    '422 validation-failed /email:invalid-format ' .
	    '/displayName:empty /password:too-common',
	    'so is a password that is too common');
};

subtest 'a wish for less is never ignored' => sub {
	my $limits = qr{^(?:DELETE\ /me|POST\ /me/tokens|POST\ /me/recovery-codes
	    |POST\ /lists/\{listId\}/invitations|PATCH\ /lists/\{listId\}/members.*
	    |\w+\ (?:/invitations|/admin|/me/confirmation|/me/totp|/me/passkeys
	    |/me/identities|/lists/\{listId\}/transfer)\b.*)$}x;
	for my $route (grep { $_->{method} ne 'GET' } Docket::routes()) {
		my $op = "$route->{method} $route->{path}";
		is $route->{flags}{strict} ? 1 : 0, $op =~ $limits ? 1 : 0, $op;
	}
	for my $route (grep { $_->{flags}{strict} && !@{$_->{fields}} &&
	    !$_->{flags}{passkeys} } Docket::routes()) {
		$w->remember;
		$w->refused($w->try($route, { x => 1 }),
		    '422 unknown-member /x:unknown',
		    "$route->{method} $route->{path} has no members");
	}
};

subtest 'unknown members are ignored, or refused where they can be limits' => sub {
	for my $route (@with_body) {
		my $op = "$route->{method} $route->{path}";
		my $body = $w->body($route);
		my @unknown = ('unknown', '', 'ID', 'ıd', '__proto__', 'a/~b');
		$body->{$_} = { deep => [[{}]] } for @unknown;
		$w->remember if $route->{flags}{strict};
		my $r = $w->try($route, $body);
		if ($route->{flags}{strict}) {
			$w->refused($r, join(' ', '422 unknown-member',
			    map { '/' . s/~/~0/gr =~ s{/}{~1}gr . ':unknown' }
			    sort @unknown), $op);
			next;
		}
		unlike said($r), qr{^400| /(?!token:not-found
		    |(?:current|password):required)}x, $op;
	}
	for (['/lists/{listId}/tasks/{taskId}', 'title'],
	    ['/lists/{listId}', 'title'],
	    ['/tasks/{taskId}/steps/{stepId}', 'done']) {
		my ($path, $name) = @$_;
		$w->remember;
		$w->refused($ada->patch($w->path($path), { uc $name => 'x',
		    "$name " => 'x' }), '422 no-fields', "PATCH $path");
	}
};

my $deep = '[' x 31 . '{}' . ']' x 31;
my %no_json = (
	'nothing' => '', 'blanks' => " \n", 'an array' => '[]',
	'a string' => '"x"', 'null' => 'null', 'a number' => '1',
	'cut off' => '{"x":', 'more behind' => '{} {}', 'a NUL behind' =>
	"{}\0", 'a repeated name' => '{"x":1,"\u0078":2}',
	'U+0000' => '{"x":"\u0000"}', 'half a surrogate' =>
	'{"x":"\ud83d"}', 'not UTF-8' => "{\"x\":\"\xff\"}",
	'a surrogate in UTF-8' => "{\"x\":\"\xed\xa0\x80\"}",
	'a byte order mark' => "\xef\xbb\xbf{}", 'UTF-16' => "{\0}\0",
	'NaN' => '{"x":NaN}', 'a comment' => '{}//', 'a last comma' =>
	'{"x":1,}', 'single quotes' => "{'x':1}", '33 levels' =>
	"{\"x\":$deep}", 'a raw control' => "{\"x\":\"\t\"}",
	'a form' => 'title=x&id=1'
);

subtest 'a body that is not a JSON object is refused' => sub {
	for my $route (@with_body) {
		my $op = "$route->{method} $route->{path}";
		for my $name (sort keys %no_json) {
			next if $name eq 'nothing' &&
			    $route->{flags}{optional};
			$w->refused($w->try($route, $no_json{$name}),
			    '400 malformed-body', "$op: $name");
		}
		for my $type (undef, '', 'text/plain', 'text/json',
		    'application/jsonx', 'application/jsox', 'application/xml',
		    'multipart/form-data; boundary=x',
		    'application/x-www-form-urlencoded') {
			$w->refused($w->try($route, json($w->body($route)),
			    'Content-Type' => $type // ''),
			    '415 unsupported-media-type',
			    "$op: " . ($type // 'no type'));
		}
		$w->refused($w->try($route, ' ' x (1024 * 1024) . '{'),
		    '413 body-too-large', "$op: too large");
	}
	my $w32 = '[' x 30 . '{}' . ']' x 30;
	for my $type ('application/json', 'Application/JSON',
	    'application/json; charset=utf-8', 'application/json;x="y"') {
		is $ada->post('/lists', '{"id":"' . uuid() . '","title":"x",' .
		    "\"y\":$w32}" . ' ' x 1000, 'Content-Type' => $type)
		    ->{status}, 201, "$type, 32 levels";
	}
	my $full = '{"id":"' . uuid() . '","title":"x"}';
	is $ada->post('/lists', $full . ' ' x (1024 * 1024 - length $full))
	    ->{status}, 201, 'a body of 1 MiB is accepted';
	$w->remember;
};

subtest 'a route without a body ignores what is no object' => sub {
	for my $route (grep { !@{$_->{fields}} && !$_->{flags}{upload} &&
	    $_->{method} eq 'POST' } Docket::routes()) {
		$ada->sql('DELETE FROM attempt');
		is said($w->try($route, '{', 'Content-Type' => 'text/plain')),
		    said($w->try($route)), "$route->{method} $route->{path}";
		$w->remember;
		$w->refused($w->try($route, ' ' x (1024 * 1024 + 1)),
		    '413 body-too-large', 'unless it is too large');
	}
};

documented($record);
done_testing;
