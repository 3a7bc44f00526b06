# A user who has filled every cap of lib/core/limits.h, and the most expensive
# requests that this user can send, for each route.
#
#	my $a = Abuse->new($d, $web, 30, 1000);	# MB of texts, tasks with tags
#	my %all = $a->requests;		# route => sub that gives [path, body,
#					# headers], a different one each time
#
# The user is mallory; o0 to o9 share lists with them.
package Abuse;
use strict;
use warnings;
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $at = '2026-01-01T00:00:00.000000Z';
my %stamps = (createdAt => $at, updatedAt => $at);
my $email = 'mallory@example.org';

# d: the programs; web: the service.
sub new {
	my ($class, $d, $web, $megabytes, $tagged) = @_;
	my $self = bless { d => $d, web => $web, megabytes => $megabytes,
	    tagged => $tagged, n => 0, x => 1, dir => tempdir(CLEANUP => 1),
	    u => $web->user($email) }, $class;
	$self->import_all;
	$self->be_shared;
	$self->own;
	$self->hang_on_task;
	return $self;
}

# The nth record of a kind, always with the same id.
sub id { my ($kind, $n) = @_;
	return sprintf '%08x-0000-4000-8000-%012x', unpack('N', $kind), $n }

sub ranked { my ($n) = @_;
	my $digits = join '', 0 .. 9, 'A' .. 'Z', 'a' .. 'z';
	return 'c' . join '', map { substr $digits, $_ % 62, 1 }
	    $n / 3844, $n / 62, $n }

# So many bytes of words that occur nowhere else, made of the letters a to j.
sub words {
	my ($self, $bytes) = @_;
	my $text = '';
	while (length $text < $bytes) {
		(my $word = 1e7 + $self->{n}++) =~ tr/0-9/a-j/;
		$text .= "$word ";
	}
	return substr $text, 0, $bytes;
}

sub must {
	my ($r) = @_;
	die join(' ', (caller)[1, 2]) . ": $r->{status} $r->{body}\n"
	    if $r->{status} !~ /^2/;
	return $r->{json};
}

# Sends requests [method, path, body], a hundred in a batch.
sub batch {
	my ($u, @all) = @_;
	while (my @some = splice @all, 0, 100) {
		my $r = must($u->post('/batch', { requests => [map { {
		    method => $_->[0], path => $_->[1], $_->[2] ?
		    (body => $_->[2]) : () } } @some] }));
		my ($bad) = grep { $_->{status} !~ /^2/ } @{$r->{responses}};
		die json($bad) if $bad;
	}
}

# docket-import creates groups, lists, tasks, steps and My Day entries: the
# first list has 10,000 tasks and the texts, the second a task with 100 long
# steps.
sub import_all {
	my ($self) = @_;
	my $each = int($self->{megabytes} * 100);
	my %task = (%stamps, starred => $F, dueDate => undef, reminderAt => undef,
	    notesUpdatedAt => $at, assigneeId => undef, recurrence => undef);
	my %x = (exportedAt => $at, schemaVersion => '1', memberships => [],
	    profile => { id => $self->{u}{me}{id}, email => $email });
	$x{groups} = [map { { %stamps, id => id('grou', $_),
	    title => "group $_", rank => ranked($_) } } 0 .. 499];
	$x{lists} = [map { { %stamps, id => id('list', $_),
	    ownerId => $self->{u}{me}{id}, title => "list $_",
	    groupId => undef, rank => ranked($_) } } 0 .. 499];
	$x{tasks} = [map { { %task, id => id('task', $_),
	    listId => id('list', 0), title => "task number $_",
	    notes => $self->words($each > 10_000 ? 10_000 : $each),
	    done => $_ % 2 ? $T : $F, completedAt => $_ % 2 ? $at : undef,
	    rank => ranked($_) } } 0 .. 9998];
	push @{$x{tasks}}, map { { %task, id => id($_->[0], 0), rank => 'a1',
	    listId => id('list', $_->[1]), title => 'long', done => $F,
	    completedAt => undef, notes => $self->words(10_000) } }
	    ['long', 1], ['movd', 2];
	$x{steps} = [map { my ($task, $step) = @$_; map { { %stamps, id =>
	    id($step, $_), done => $F, taskId => id($task, 0),
	    title => $self->words(500), rank => ranked($_) } } 0 .. 98 }
	    ['long', 'step'], ['movd', 'stem']];
	$x{myDay} = [map { { taskId => id('task', $_), addedOn =>
	    '2026-01-01', updatedAt => $at } } 0 .. 9998];
	open my $out, '>', "$self->{dir}/all.json" or die "$!\n";
	print $out json(\%x);
	close $out;
	my $r = $self->{d}->run('docket-import', '--user', $email, '--quiet',
	    "$self->{dir}/all.json");
	die "import: $r->{err}" if $r->{status};
}

# 500 lists of ten others, which are shared over several days: the clock is moved.
sub be_shared {
	my ($self) = @_;
	my ($web, $d) = @$self{qw(web d)};
	for my $o (0 .. 9) {
		my $u = $web->user("o$o\@example.org");
		my @ids = map { id("by$o" . 'x', $_) } 1 .. 50;
		batch($u, map { [POST => '/lists', { id => $_,
		    title => 'shared' }] } @ids);
		while (my @some = splice @ids, 0, 20) {
			batch($u, map { [POST => "/lists/$_/members",
			    { email => $email }] } @some);
			$d->sql('UPDATE access SET joined_at = joined_at - '
			    . "200000000000 WHERE role <> 'owner'");
		}
	}
}

# Copies of a row that the service made, with other values in these columns.
sub more {
	my ($self, $n, $table, $where, %new) = @_;
	my $but = join ', ', map { "'$_'" } sort keys %new;
	my $columns = $self->{d}->sql("SELECT group_concat(name, ', ') FROM
	    pragma_table_info('$table') WHERE name NOT IN ($but)");
	my @names = sort keys %new;
	$self->{d}->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
	    SELECT i + 1 FROM n WHERE i < $n) INSERT INTO $table ($columns, "
	    . join(', ', @names) . ") SELECT $columns, " .
	    join(', ', @new{@names}) . " FROM (SELECT * FROM $table
	    WHERE $where LIMIT 1), n");
}

# mallory's own: tags, settings, tokens, sessions, devices, answers.
sub own {
	my ($self) = @_;
	my $u = $self->{u};
	batch($u, map { [POST => '/me/tags', { id => id('tag ', $_),
	    name => "tag $_" }] } 0 .. 499);
	batch($u, map { [PUT => '/tasks/' . id('task', $_) . '/tags',
	    { tagIds => [map { id('tag ', $_) } 0, 450 .. 498] }] }
	    0 .. $self->{tagged} - 1);
	batch($u, map { [PUT => "/me/settings/s/$_",
	    { value => 'v' x 4000 }] } 1 .. 200);
	batch($u, map { [POST => '/me/push-subscriptions', {
	    endpoint => "https://push.example.org/$_",
	    keys => { p256dh => 'k', auth => 'a' }, userAgent => 'x' }] }
	    1 .. 20);
	must($u->post('/me/tokens', { name => 'token' }));
	must($u->put('/me/my-day/' . id('task', 0), {},
	    'Idempotency-Key' => 'k'));
	(my $me = $u->{me}{id}) =~ tr/-//d;
	my %secret = (hash => 'randomblob(32)', id => 'randomblob(16)');
	$self->more(99, 'credential', "user_id = x'$me' AND kind = '$_'",
	    %secret) for qw(session token);
	$self->more(999, 'answer', "user_id = x'$me'", key => "'k' || i");
}

# Members and invitations of the list, and attachments of the task.
sub hang_on_task {
	my ($self) = @_;
	my ($u, $d) = @$self{qw(u d)};
	for (1 .. 49) {
		my $r = $d->run('docket-admin', 'user', 'invite',
		    "m$_\@example.org");
		die $r->{err} if $r->{status};
	}
	$d->sql('UPDATE user SET verified = 1');
	batch($u, map { [POST => '/lists/' . id('list', 0) . '/members',
	    { email => "m$_\@example.org" }] } 1 .. 49);
	($self->{member}) = grep { $_ ne $u->{me}{id} } map { $_->{userId} }
	    @{must($u->get('/lists/' . id('list', 0) . '/members'))->{items}};
	batch($u, map { [POST => '/lists/' . id('list', 0) . '/invitations',
	    {}] } 1 .. 10);
	must($u->upload(id('long', 0), id('file', $_), $self->words(30_000),
	    'x.txt')) for 1 .. 100;
}

# Their order: first what ends something, then what restores it.
sub in_order {
	my %all = map { $_ => 1 } @_;
	my %back;
	for my $end (grep { /^DELETE/ } @_) {
		for my $route ($end =~ s/^DELETE (.*)/POST $1\/restore/r,
		    $end =~ s/^DELETE (.*members).*/POST $1/r) {
			$back{$end} = $route if $all{$route} && $route ne $end;
		}
	}
	delete @all{values %back};
	return map { $back{$_} ? ($_, $back{$_}) : $_ } sort keys %all;
}

# The most expensive requests of each route, a different one each time.
sub requests {
	my ($self) = @_;
	my ($u, $x) = ($self->{u}, 0);
	my ($full, $two, $long) = (id('list', 0), id('list', 1), id('long', 0));
	my $task = sub { id('task', $x++ * 97 % 9000) };
	my $any = sub { my ($kind, $n) = @_; return id($kind, $x++ % $n) };
	my $old = '?since=1970-01-01T00:00:00Z';
	my $at = "/lists/$full/tasks";
	my $words = sub { $self->words($_[0]) };
	my $search = sub { '/search?limit=1000&q=' . join '%20', 't',
	    map { chr 97 + $_ } 0 .. 9 };
	my $form = sub { my ($body, $type) = Docket::multipart(['id', uuid()],
	    ['file', $words->(2e6), 'x.txt']);
	    return ("/tasks/$long/attachments", $body,
	    'Content-Type' => $type) };
	my %dear = (
	'GET /lists/{listId}/tasks' => sub { $at . ($x++ % 2 ? $old :
	    '?limit=1000') },
	"POST /lists/{listId}/tasks" => sub { $at, { id => uuid(),
	    title => $words->(500), notes => $words->(10_000),
	    position => 'bottom', steps => [map { { id => uuid(),
	    title => $words->(500) } } 1 .. 100] } },
	'GET /lists/{listId}/tasks/{taskId}' => sub {
	    "/lists/$two/tasks/$long" },
	'PATCH /lists/{listId}/tasks/{taskId}' => sub {
	    "/lists/$two/tasks/$long", { notes => $words->(10_000) } },
	'DELETE /lists/{listId}/tasks/{taskId}' => sub {
	    "/lists/$two/tasks/$long" },
	'POST /lists/{listId}/tasks/{taskId}/restore' => sub {
	    "/lists/$two/tasks/$long/restore" },
	'PATCH /lists/{listId}/tasks/{taskId}/rank' => sub {
	    "$at/@{[$task->()]}/rank", { beforeId => id('task', 9500) } },
	'POST /lists/{listId}/tasks/{taskId}/move' => sub { my $to = $x++ % 2;
	    '/lists/' . id('list', 2 + $to) . "/tasks/@{[id('movd', 0)]}/move",
	    { listId => id('list', 3 - $to) } },
	'GET /tasks/{taskId}' => sub { "/tasks/$long" },
	'GET /lists' => sub { '/lists?limit=1000' },
	'POST /lists' => sub { '/lists', { id => uuid(), title => 'more' } },
	'GET /lists/{listId}' => sub { "/lists/$full" },
	'GET /lists/{listId}/export' => sub { "/lists/$full/export?format=csv" },
	'PATCH /lists/{listId}' => sub { "/lists/$full", {
	    title => $words->(200), groupId => $any->('grou', 500) } },
	'DELETE /lists/{listId}' => sub { "/lists/$full" },
	'POST /lists/{listId}/restore' => sub { "/lists/$full/restore" },
	'PATCH /lists/{listId}/rank' => sub { '/lists/' . $any->('list', 400) .
	    '/rank', { beforeId => id('list', 450) } },
	'GET /lists/{listId}/members' => sub { "/lists/$full/members" },
	'POST /lists/{listId}/members' => sub { "/lists/$full/members",
	    { email => 'm1@example.org' } },
	'PATCH /lists/{listId}/members/{userId}' => sub {
	    "/lists/$full/members/$self->{member}", { role => 'viewer' } },
	'DELETE /lists/{listId}/members/{userId}' => sub {
	    "/lists/$full/members/$self->{member}" },
	'POST /lists/{listId}/transfer' => sub { "/lists/$full/transfer",
	    { userId => $self->{member} } },
	'GET /lists/{listId}/transfer' => sub { "/lists/$full/transfer" },
	'DELETE /lists/{listId}/transfer' => sub { "/lists/$full/transfer" },
	'POST /lists/{listId}/transfer/accept' => sub {
	    "/lists/$full/transfer/accept" },
	'GET /lists/{listId}/invitations' => sub {
	    "/lists/$full/invitations" },
	'POST /lists/{listId}/invitations' => sub {
	    '/lists/' . $any->('list', 500) . '/invitations', {} },
	'DELETE /lists/{listId}/invitations/{invitationId}' => sub {
	    "/lists/$full/invitations/" . uuid() },
	'GET /invitations/{code}' => sub { '/invitations/' . 'x' x 43 },
	'POST /invitations/find' => sub {
	    '/invitations/find', { code => 'x' x 43 } },
	'POST /invitations/accept' => sub {
	    '/invitations/accept', { code => 'x' x 43 } },
	'POST /invitations/{code}/accept' => sub {
	    '/invitations/' . 'x' x 43 . '/accept', {} },
	'GET /me/groups' => sub { '/me/groups?limit=1000' },
	'POST /me/groups' => sub { '/me/groups', { id => uuid(),
	    title => 'more' } },
	'PATCH /me/groups/{groupId}' => sub { '/me/groups/' .
	    $any->('grou', 500), { title => $words->(200) } },
	'DELETE /me/groups/{groupId}' => sub { '/me/groups/' . id('grou', 0) },
	'POST /me/groups/{groupId}/restore' => sub { '/me/groups/' .
	    id('grou', 0) . '/restore' },
	'PATCH /me/groups/{groupId}/rank' => sub { '/me/groups/' .
	    $any->('grou', 400) . '/rank', { beforeId => id('grou', 450) } },
	'GET /tasks/{taskId}/steps' => sub { "/tasks/$long/steps" },
	'POST /tasks/{taskId}/steps' => sub { "/tasks/$long/steps",
	    { id => uuid(), title => $words->(500), position => 'top' } },
	(map { my ($method, $end, $body) = @$_;
	    "$method /tasks/{taskId}/steps/{stepId}$end" => sub {
	    "/tasks/$long/steps/" . id('step', $body ? 0 : 90) . $end, $body ?
	    $body->() : () } } ['PATCH', '', sub { { title =>
	    $words->(500) } }], ['DELETE', ''], ['POST', '/restore'],
	    ['PATCH', '/rank', sub { { beforeId => id('step', 50) } }]),
	'GET /me/tags' => sub { '/me/tags?limit=1000' },
	'POST /me/tags' => sub { '/me/tags', { id => uuid(),
	    name => $words->(32) } },
	'PATCH /me/tags/{tagId}' => sub { '/me/tags/' . id('tag ', 0),
	    { name => $words->(20) } },
	'DELETE /me/tags/{tagId}' => sub { '/me/tags/' . id('tag ', 0) },
	'POST /me/tags/{tagId}/restore' => sub { '/me/tags/' .
	    id('tag ', 0) . '/restore' },
	'GET /tasks/{taskId}/tags' => sub { '/tasks/' . id('task', 1) .
	    '/tags' },
	'PUT /tasks/{taskId}/tags' => sub { '/tasks/' . $task->() . '/tags',
	    { tagIds => [map { id('tag ', $_) } 0, 450 .. 498] } },
	'GET /me/changes' => sub { '/me/changes' . ($x++ % 2 ?
	    '' : $old) },
	'GET /me/tasks' => sub { '/me/tasks?limit=1000&done=' .
	    ($x++ % 2 ? 'true' : 'false') },
	'GET /me/trash' => sub { '/me/trash?limit=1000' },
	'GET /me/wait' => sub { '/me/wait?since=1970-01-01T00:00:00Z' },
	'GET /search' => $search,
	'GET /me/export' => sub { '/me/export' },
	'POST /me/completed-tasks/cleanup' => sub {
	    '/me/completed-tasks/cleanup' },
	'GET /me/my-day' => sub { '/me/my-day?limit=1000' },
	'PUT /me/my-day/{taskId}' => sub { '/me/my-day/' . $task->(), {},
	    'Idempotency-Key' => 'k' . $x++ },
	'DELETE /me/my-day/{taskId}' => sub { '/me/my-day/' . $task->() },
	'GET /me/settings' => sub { '/me/settings?limit=1000' },
	'PUT /me/settings/{key}' => sub { '/me/settings/s/' . (1 + $x++ % 200),
	    { value => $words->(4000) } },
	'DELETE /me/settings/{key}' => sub { '/me/settings/s/1' },
	'GET /me/attachments' => sub { '/me/attachments' . $old },
	'POST /tasks/{taskId}/attachments' => $form,
	'GET /me/imports' => sub { '/me/imports' },
	'POST /me/imports' => sub { my ($body, $type) = Docket::multipart(
	    ['file', "title,notes,tags\n" . join('', map { $words->(400) . ','
	    . $words->(9_000) . ',"' . join(',', map { "t$_" } 1 .. 50)
	    . "\"\n" } 1 .. 200), 'x.csv']);
	    return ('/me/imports', $body, 'Content-Type' => $type) },
	'GET /me/imports/{importId}' => sub { '/me/imports/' . uuid() },
	'DELETE /me/imports/{importId}' => sub { '/me/imports/' .
	    (eval { $u->get('/me/imports')->{json}{items}[0]{id} } // uuid()) },
	'GET /attachments/{attachmentId}' => sub { '/attachments/' .
	    id('file', 1) },
	'DELETE /attachments/{attachmentId}' => sub { '/attachments/' .
	    id('file', 99) },
	'POST /attachments/{attachmentId}/restore' => sub { '/attachments/' .
	    id('file', 99) . '/restore' },
	'GET /attachments/{attachmentId}/content' => sub { '/attachments/' .
	    id('file', 1) . '/content' },
	'POST /users' => sub { '/users', { email => 'x@example.org',
	    password => 'long enough', displayName => 'x' x 100 } },
	'POST /sessions' => sub { '/sessions', { email => $u->{email},
	    password => $x++ % 4 ? $u->{password} : 'x' x 1024 } },
	'POST /sessions/options' => sub { '/sessions/options' },
	'GET /me/passkeys' => sub { '/me/passkeys' },
	'POST /me/passkeys/options' => sub { '/me/passkeys/options' },
	'POST /me/passkeys' => sub { '/me/passkeys', { name => 'x' x 100,
	    credential => { id => 'x' x 10_000 } } },
	'PATCH /me/passkeys/{passkeyId}' => sub { '/me/passkeys/' . uuid(),
	    { name => 'x' x 100 } },
	'DELETE /me/passkeys/{passkeyId}' => sub { '/me/passkeys/' . uuid() },
	'DELETE /sessions/current' => sub { '/sessions/current', undef,
	    Authorization => 'Bearer ' . 'x' x 43 },
	'GET /me/sessions' => sub { '/me/sessions' },
	'DELETE /me/sessions/{sessionId}' => sub { '/me/sessions/' . uuid() },
	'GET /me/tokens' => sub { '/me/tokens' },
	'POST /me/tokens' => sub { '/me/tokens', { name => 'more' } },
	'GET /me/feeds' => sub { '/me/feeds' },
	'POST /me/feeds' => sub { '/me/feeds', { name => 'more' } },
	'DELETE /me/feeds/{feedId}' => sub { '/me/feeds/' . uuid() },
	'GET /feeds/{secret}/tasks.ics' => sub { '/feeds/' . 'x' x 43 .
	    '/tasks.ics' },
	'DELETE /me/tokens/{tokenId}' => sub { '/me/tokens/' . uuid() },
	'GET /me/security' => sub { '/me/security' },
	'GET /oidc/start' => sub { '/oidc/start' },
	'GET /oidc/callback' => sub { '/oidc/callback?code=x&state=' .
	    'x' x 43 },
	'GET /me/identities' => sub { '/me/identities' },
	'POST /me/identities' => sub { '/me/identities' },
	'DELETE /me/identities/{identityId}' => sub { '/me/identities/' .
	    uuid() },
	'POST /me/confirmation' => sub { '/me/confirmation',
	    { password => 'x' x 1024 } },
	'POST /me/totp' => sub { '/me/totp' },
	'PUT /me/totp' => sub { '/me/totp', { code => '000000' } },
	'DELETE /me/totp' => sub { '/me/totp', { code => 'x' x 64 } },
	'POST /me/recovery-codes' => sub { '/me/recovery-codes' },
	'GET /me' => sub { '/me' },
	'PATCH /me' => sub { '/me', { displayName => $words->(90) } },
	'DELETE /me' => sub { '/me', { password => 'x' x 1024 } },
	'PUT /me/password' => sub { '/me/password', { current => 'x' x 1024,
	    new => 'long enough' } },
	'POST /password-resets' => sub { '/password-resets',
	    { email => $u->{email} } },
	'PUT /password-resets/{token}' => sub { '/password-resets/' .
	    'x' x 43, { password => 'long enough' } },
	'POST /me/email-verification' => sub { '/me/email-verification' },
	'PUT /me/email' => sub { '/me/email', { email => 'y@example.org',
	    password => 'x' x 1024 } },
	'POST /email-verifications' => sub { '/email-verifications',
	    { token => 'x' x 43 } },
	'GET /admin/users' => sub { '/admin/users?limit=1000' },
	'POST /admin/users' => sub { '/admin/users', { email =>
	    'n' . $x++ . '@example.org', displayName => 'x' x 100 } },
	'PATCH /admin/users/{userId}' => sub { '/admin/users/' . uuid(),
	    { disabled => $T } },
	'DELETE /admin/users/{userId}' => sub { '/admin/users/' . uuid() },
	'DELETE /admin/users/{userId}/second-factor' => sub {
	    '/admin/users/' . uuid() . '/second-factor' },
	'GET /admin/service' => sub { '/admin/service' },
	'GET /admin/audit' => sub { '/admin/audit?limit=1000' },
	'GET /me/push-subscriptions' => sub { '/me/push-subscriptions' },
	'POST /me/push-subscriptions' => sub { '/me/push-subscriptions', {
	    endpoint => 'https://push.example.org/' . 'x' x 2000,
	    keys => { p256dh => 'k', auth => 'a' }, userAgent => 'x' } },
	'DELETE /me/push-subscriptions/{subscriptionId}' => sub {
	    '/me/push-subscriptions/' . uuid() },
	'GET /me/notifications' => sub { '/me/notifications' },
	'PUT /me/notifications' => sub { '/me/notifications',
	    { reminders => $T, assignments => $T } },
	'GET /' => sub { '/' }, 'GET /health' => sub { '/health' }, 'GET /ready' => sub { '/ready' },
	'GET /service' => sub { '/service' },
	'GET /openapi.json' => sub { '/openapi.json' });
	for my $route ('GET /search', 'GET /lists/{listId}/tasks',
	    'POST /lists/{listId}/tasks', 'PUT /tasks/{taskId}/tags',
	    'PATCH /lists/{listId}/tasks/{taskId}', 'GET /me/changes') {
		$dear{"POST /batch of $route"} = sub { '/batch', { requests =>
		    [map { my ($path, $body) = $dear{$route}->();
		    { method => $route =~ s/ .*//r, path => $path,
		    defined $body ? (body => $body) : () } }
		    1 .. ($route =~ /^POST/ ? 12 : 100)] } };
	}
	$dear{'POST /batch'} = $dear{'POST /batch of GET /search'};
	return %dear;
}

1;
