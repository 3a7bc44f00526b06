# What each kind of caller gets from each route.  Every route has at least one
# row; access.t tries them.
#
#	[ route, owner, member, others, { more } ]
#
# A number is the status of a success, a word the code of a refusal.  `others`
# are strangers, former members, and callers who name a record that does not
# exist: if they are refused, the refusal reveals nothing.  A parameter of the
# path is a record of the shared list ("shared.task" for taskId), or else one of
# the owner's own (see World.pm).
#
#	query	is added to the path
#	fill	records for parameters, instead of those
#	codes	the code for a wrong parameter, if not that of `others`
#	body	the JSON; <new> is a fresh id, <text> a marked text,
#		<me.KIND> the caller's own record, <email> and <password>
#		the caller's, <NAME> a record
#	form	the same, as a form with a file
#	as	whose data a public route returns (ada's)
#	viewer	what a viewer gets; otherwise: what a member does, but
#		list-is-read-only from what writes to a list, task or attachment
#	own	changes nothing that others see: a viewer gets what a member does
#	idle	a success changes nothing
#	ends	the table of others' records that a success removes
#	bare	the answer contains nothing that is marked
package AccessTable;
use strict;
use warnings;
use Exporter 'import';
use JSON::PP ();

our @EXPORT = qw(@rows);
my $T = JSON::PP::true;
my $tasks = '/lists/{listId}/tasks';
my $steps = '/tasks/{taskId}/steps';
my $all = '?since=1970-01-01T00:00:00Z';
my $title = { title => '<text>' };
my $new = { id => '<new>', %$title };

sub mine { my ($route, $status, %o) = @_;
	return [$route, ($status) x 3, \%o] }
sub own { my ($route, $status, $code, %o) = @_;
	return [$route, $status, ($code) x 2, \%o] }
sub shared { my ($route, $status, $code, %o) = @_;
	return [$route, ($status) x 2, $code, \%o] }

our @rows = (
	# Tasks: owner and members may do everything.
	shared("GET $tasks", 200, 'list-not-found'),
	shared("GET $tasks", 200, 'list-not-found', query => $all),
	shared("POST $tasks", 201, 'list-not-found', body => $new),
	shared("GET $tasks/{taskId}", 200, 'task-not-found'),
	shared("POST $tasks", 201, 'list-not-found', body => { %$new,
	    notes => '<text>', assigneeId => '<mel.user>',
	    tagIds => ['<me.tag>'], myDay => '2030-01-01' }),
	shared('GET /tasks/{taskId}', 200, 'task-not-found'),
	shared("PATCH $tasks/{taskId}", 200, 'task-not-found', body => {
	    %$title, assigneeId => '<mel.user>' }),
	shared("DELETE $tasks/{taskId}", 204, 'task-not-found'),
	shared("PATCH $tasks/{taskId}/rank", 200, 'task-not-found',
	    body => { afterId => '<rexs.task>' }),
	shared("POST $tasks/{taskId}/move", 200, 'task-not-found',
	    body => { listId => '<me.list>' }),
	shared("POST $tasks/{taskId}/restore", 200, 'task-not-found',
	    fill => { taskId => 'deleted.task' }),

	# Lists: only the owner renames and deletes; everybody files their own.
	mine('GET /lists', 200),
	mine('GET /lists', 200, query => $all),
	mine('POST /lists', 201, body => { %$new, groupId => '<me.group>' }),
	shared('GET /lists/{listId}', 200, 'list-not-found'),
	(map { shared('GET /lists/{listId}/export', 200, 'list-not-found',
	    query => "?format=$_") } qw(ics csv todo-txt markdown)),
	own('PATCH /lists/{listId}', 200, 'list-not-found', body => $title),
	shared('PATCH /lists/{listId}', 200, 'list-not-found', own => 1,
	    body => { groupId => '<me.group>' }),
	own('DELETE /lists/{listId}', 204, 'list-not-found'),
	shared('PATCH /lists/{listId}/rank', 200, 'list-not-found', own => 1,
	    body => {}, idle => 1),
	shared('GET /lists/{listId}/members', 200, 'list-not-found'),
	own('POST /lists/{listId}/members', 201, 'list-not-found',
	    body => { email => 'qx7kimx7q@example.org' }),
	map({ my ($who, $role) = @$_;
	    own('PATCH /lists/{listId}/members/{userId}', 200,
	    'list-not-found', fill => { userId => "$who.user" },
	    codes => { userId => 'member-not-found' },
	    body => { role => $role }) }
	    ['moe', 'viewer'], ['vic', 'member']),
	shared('DELETE /lists/{listId}/members/{userId}', 204,
	    'list-not-found', viewer => 'member-not-found',
	    codes => { userId => 'member-not-found' }),
	map({ my ($who, $viewer) = @$_;
	    ['DELETE /lists/{listId}/members/{userId}', 204,
	    'member-not-found', 'list-not-found', {
	    fill => { userId => "$who.user" }, viewer => $viewer,
	    codes => { userId => 'member-not-found' } }] }
	    ['moe', 'member-not-found'], ['vic', 204]),

	own('POST /lists/{listId}/restore', 200, 'list-not-found', own => 1,
	    fill => { listId => 'deleted.list' }),
	own('POST /lists/{listId}/transfer', 202, 'list-not-found', own => 1,
	    body => { userId => '<moe.user>' }),
	['GET /lists/{listId}/transfer', 200, 200, 'list-not-found',
	    { viewer => 'offer-not-found' }],
	['DELETE /lists/{listId}/transfer', 204, 204, 'list-not-found',
	    { viewer => 'offer-not-found' }],
	# The former owner's invitations end.
	['POST /lists/{listId}/transfer/accept', 'offer-not-found', 200,
	    'list-not-found', { viewer => 'offer-not-found',
	    ends => 'invitation' }],
	own('GET /lists/{listId}/invitations', 200, 'list-not-found',
	    bare => 1),
	own('POST /lists/{listId}/invitations', 201, 'list-not-found', own => 1,
	    body => {}, bare => 1),
	own('DELETE /lists/{listId}/invitations/{invitationId}', 204,
	    'list-not-found', own => 1, codes => {
	    invitationId => 'invitation-not-found' }),
	mine('GET /invitations/{code}', 200, idle => 1, bare => 1, fill => {
	    code => 'open.code' }, codes => {
	    code => 'invitation-not-found' }),
	mine('POST /invitations/find', 200, idle => 1, bare => 1,
	    body => { code => '<open.code>' }),
	mine('POST /invitations/accept', 201,
	    body => { code => '<open.code>' }),
	mine('POST /invitations/{code}/accept', 201, fill => {
	    code => 'open.code' }, codes => {
	    code => 'invitation-not-found' }),

	# Groups.
	mine('GET /me/groups', 200),
	mine('GET /me/groups', 200, query => $all),
	mine('POST /me/groups', 201, body => $new),
	own('PATCH /me/groups/{groupId}', 200, 'group-not-found',
	    body => $title),
	own('DELETE /me/groups/{groupId}', 204, 'group-not-found'),
	own('PATCH /me/groups/{groupId}/rank', 200, 'group-not-found',
	    body => {}, idle => 1),
	own('POST /me/groups/{groupId}/restore', 200, 'group-not-found',
	    fill => { groupId => 'deleted.group' }),

	# Steps.
	shared("GET $steps", 200, 'task-not-found'),
	shared("GET $steps", 200, 'task-not-found', query => $all),
	shared("POST $steps", 201, 'task-not-found', body => $new),
	shared("PATCH $steps/{stepId}", 200, 'step-not-found',
	    body => $title),
	shared("DELETE $steps/{stepId}", 204, 'step-not-found'),
	shared("PATCH $steps/{stepId}/rank", 200, 'step-not-found',
	    body => {}, idle => 1),

	shared("POST $steps/{stepId}/restore", 200, 'step-not-found',
	    fill => { stepId => 'deleted.step' }),

	# Tags, and a caller's own records on a shared task.
	mine('GET /me/tags', 200),
	mine('GET /me/tags', 200, query => $all),
	mine('POST /me/tags', 201, body => { id => '<new>',
	    name => '<text> too' }),
	own('PATCH /me/tags/{tagId}', 200, 'tag-not-found',
	    body => { name => '<text>' }),
	own('DELETE /me/tags/{tagId}', 204, 'tag-not-found'),
	own('POST /me/tags/{tagId}/restore', 200, 'tag-not-found',
	    fill => { tagId => 'deleted.tag' }),
	shared('GET /tasks/{taskId}/tags', 200, 'task-not-found'),
	shared('PUT /tasks/{taskId}/tags', 200, 'task-not-found', own => 1,
	    fill => { taskId => 'rexs.task' },
	    body => { tagIds => ['<me.tag>'] }),
	mine('GET /me/my-day', 200),
	mine('GET /me/my-day', 200, query => $all),
	mine('GET /me/my-day', 200, query => '?date=today'),
	shared('PUT /me/my-day/{taskId}', 200, 'task-not-found', own => 1,
	    body => { addedOn => '2030-01-01' }),
	shared('DELETE /me/my-day/{taskId}', 204, 'task-not-found', own => 1),
	['DELETE /me/my-day/{taskId}', 'task-not-found', 204,
	    'task-not-found', { viewer => 'task-not-found', fill => { taskId => 'mels.task' } }],

	# What clients store.
	mine('GET /me/settings', 200),
	mine('GET /me/settings', 200, query => $all),
	mine('PUT /me/settings/{key}', 200, fill => { key => 'any.key' },
	    body => { value => '<text>' }),
	mine('DELETE /me/settings/{key}', 204, fill => { key => 'any.key' }),

	# All of a user's records.
	mine('GET /me/changes', 200),
	mine('GET /me/changes', 200, query => $all),
	mine('GET /me/tasks', 200),
	mine('GET /me/tasks', 200, query => '?done=true&limit=2'),
	['GET /me/trash', 200, 200, 200, { bare => 1 }],
	mine('GET /search', 200, query => '?q=qx7&limit=1000'),
	# For clients that cannot wait.
	['GET /me/wait', ('not-found') x 3, { query => $all }],
	mine('GET /me/export', 200),
	(map { mine('GET /me/export', 200, query => "?format=$_") }
	    qw(docket ics csv todo-txt markdown)),
	mine('POST /me/completed-tasks/cleanup', 200, bare => 1),

	# A batch: batch.t tests what its rows may do.
	mine('POST /batch', 200, idle => 1, body => {
	    requests => [{ method => 'GET', path => '/lists' }] }),

	# Attachments: deleted by their uploader or the list's owner.
	mine('GET /me/attachments', 200),
	mine('GET /me/attachments', 200, query => $all),
	shared('POST /tasks/{taskId}/attachments', 201, 'task-not-found',
	    form => { id => '<new>', filename => '<text>.txt',
	    file => '<text>' }),
	shared('GET /attachments/{attachmentId}', 200,
	    'attachment-not-found'),
	own('DELETE /attachments/{attachmentId}', 204,
	    'attachment-not-found'),
	shared('DELETE /attachments/{attachmentId}', 204,
	    'attachment-not-found', fill => {
	    attachmentId => 'mels.attachment' }),
	own('POST /attachments/{attachmentId}/restore', 200,
	    'attachment-not-found', fill => {
	    attachmentId => 'deleted.attachment' }),
	shared('GET /attachments/{attachmentId}/content', 200,
	    'attachment-not-found'),

	# Imports.
	mine('GET /me/imports', 200),
	mine('POST /me/imports', 201, form => { list => '<text>',
	    file => "title\n<text>\n" }),
	own('GET /me/imports/{importId}', 200, 'import-not-found'),
	own('DELETE /me/imports/{importId}', 200, 'import-not-found',
	    bare => 1),

	# Accounts.
	mine('POST /users', 201, body => { email => 'new@example.org',
	    password => 'long enough 1', displayName => '<text>' }),
	mine('POST /sessions', 201, body => { email => '<email>',
	    password => '<password>', deviceName => '<text>' }),
	# Without base-url there are no passkeys; passkeys.t goes on.
	mine('POST /sessions/options', 'not-found'),
	mine('GET /me/passkeys', 'not-found'),
	mine('POST /me/passkeys/options', 'not-found'),
	mine('POST /me/passkeys', 'not-found', body => { name => '<text>',
	    credential => {} }),
	(map { mine("$_ /me/passkeys/{passkeyId}", 'not-found', fill => {
	    passkeyId => 'shared.task' }, body => { name => '<text>' }) }
	    'PATCH', 'DELETE'),
	mine('DELETE /sessions/current', 204),
	mine('GET /me/sessions', 200),
	own('DELETE /me/sessions/{sessionId}', 204, 'session-not-found'),
	mine('GET /me/tokens', 200),
	mine('POST /me/tokens', 201, body => { name => '<text>' }),
	own('DELETE /me/tokens/{tokenId}', 204, 'token-not-found'),
	mine('GET /me/feeds', 200),
	mine('POST /me/feeds', 201, body => { name => '<text>', as => 'both',
	    listIds => ['<me.list>'] }),
	own('DELETE /me/feeds/{feedId}', 204, 'feed-not-found'),
	mine('GET /feeds/{secret}/tasks.ics', 200, idle => 1, bare => 1, fill => {
	    secret => 'ada.link' }, codes => { secret => 'not-found' }),
	mine('GET /me/security', 200),
	# The world has no provider; oidc.t goes on.
	(map { mine($_, 'not-found') } 'GET /oidc/start', 'GET /oidc/callback',
	    'GET /me/identities', 'POST /me/identities'),
	mine('DELETE /me/identities/{identityId}', 'reauthenticate', fill =>
	    { identityId => 'shared.task' }),
	mine('POST /me/confirmation', 204, bare => 1,
	    body => { password => '<password>' }),
	# No session of the world is confirmed; factors.t goes on.
	(map { my $route = $_; mine($route, 'reauthenticate',
	    $route =~ /^POST/ ? () : (body => { code => '000000' })) }
	    'POST /me/totp', 'PUT /me/totp', 'DELETE /me/totp',
	    'POST /me/recovery-codes'),
	# Nobody of the world is an administrator; administration.t goes on.
	(map { mine($_, 'not-found') } 'GET /admin/users', 'GET /admin/service',
	    'GET /admin/audit'),
	mine('POST /admin/users', 'not-found', body => { email =>
	    'new@example.org', displayName => '<text>' }),
	mine('PATCH /admin/users/{userId}', 'not-found', body => { disabled =>
	    $T }),
	(map { mine("DELETE /admin/users/{userId}$_", 'not-found') } '',
	    '/second-factor'),
	mine('GET /me', 200),
	mine('PATCH /me', 200, body => { autoDeleteCompleted => $T,
	    displayName => '<text>' }),
	mine('DELETE /me', 204, body => { password => '<password>' }),
	mine('PUT /me/password', 204, body => { current => '<password>',
	    new => 'long enough 1' }),
	mine('PUT /me/email', 202, body => { email => 'new@example.org',
	    password => '<password>' }),
	mine('POST /password-resets', 202, body => { email => '<email>' }),
	mine('PUT /password-resets/{token}', 204,
	    body => { password => 'long enough 1' },
	    codes => { token => 'reset-not-found' }),
	mine('POST /me/email-verification', 202, idle => 1),
	mine('POST /email-verifications', 204, as => 'una',
	    body => { token => '<una.verify>' }),

	# Notifications.
	mine('GET /me/push-subscriptions', 200),
	mine('POST /me/push-subscriptions', 201, bare => 1, body => {
	    endpoint => 'https://push.example.org/<text>',
	    keys => { p256dh => 'k', auth => 'a' },
	    userAgent => '<text>' }),
	own('DELETE /me/push-subscriptions/{subscriptionId}', 204,
	    'subscription-not-found'),
	mine('GET /me/notifications', 200, bare => 1),
	mine('PUT /me/notifications', 200, bare => 1,
	    body => { reminders => JSON::PP::false }),

	# The service itself.
	mine('GET /', 200, bare => 1),
	mine('GET /health', 200, bare => 1),
	mine('GET /ready', 'not-ready'),
	mine('GET /service', 200),
	mine('GET /openapi.json', 200, bare => 1),
);

1;
