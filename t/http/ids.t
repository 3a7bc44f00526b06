# Ids in paths and bodies: malformed, unknown, another user's, deleted, of
# another parent.  All get the same answer, and change nothing.  Ids in upper
# case are the same ids.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Refusal;

my $w = Refusal->new('base-url' => 'https://docket.example');
my ($ada, $bob) = @{$w}{qw(ada bob)};

# A list with one of each in it, and one of each beside it.
sub belongings {
	my ($u, $list) = @_;
	my %id = map { $_ => uuid() } qw(listId groupId tagId taskId stepId
	    attachmentId);
	$id{listId} = $list // $id{listId};
	$u->post('/lists', { id => $id{listId}, title => 'P' });
	$u->post('/me/groups', { id => $id{groupId}, title => 'P' });
	$u->post('/me/tags', { id => $id{tagId}, name => $id{tagId} =~
	    s/-.*//r });
	$u->post("/lists/$id{listId}/tasks", { id => $id{taskId},
	    title => 'P' });
	$u->post("/tasks/$id{taskId}/steps", { id => $id{stepId},
	    title => 'P' });
	$u->upload($id{taskId}, $id{attachmentId}, "text\n", 'x.txt');
	$id{tokenId} = $u->post('/me/tokens', { name => 'P' })->{json}{id};
	$id{importId} = $u->bring("Title\nPaint\n", 'x.csv')->{json}{id};
	$id{feedId} = $u->post('/me/feeds', { name => 'P' })->{json}{id};
	$id{subscriptionId} = $u->post('/me/push-subscriptions', {
	    endpoint => 'https://push.example.org/' . uuid(),
	    keys => { p256dh => 'p', auth => 'a' } })->{json}{id};
	$u->sign_in($u->{email}, $u->{password});
	my ($session) = grep { !$_->{current} }
	    @{$u->get('/me/sessions')->{json}{items}};
	$id{sessionId} = $session->{id};
	return \%id;
}

my $foreign = belongings($bob);
my $deleted = belongings($ada);
my $elsewhere = belongings($ada, $w->{id}{other});
is $ada->del($_)->{status}, 204, "deleted: $_"
    for "/tasks/$deleted->{taskId}/steps/$deleted->{stepId}",
    "/attachments/$deleted->{attachmentId}",
    "/lists/$deleted->{listId}/tasks/$deleted->{taskId}",
    "/lists/$deleted->{listId}", map { my $id = $deleted->{"${_}Id"};
    "/me/${_}s/$id" } qw(group tag token feed session);
is $ada->del("/me/push-subscriptions/$deleted->{subscriptionId}")->{status},
    204, 'deleted: subscription';
is $ada->del("/me/imports/$deleted->{importId}")->{status}, 200,
    'deleted: import';
$w->remember;

# The problem of a path is that of the last record it names, but for the task
# or list that a collection is of.
my %code = (listId => 'list', taskId => 'task', stepId => 'step',
    groupId => 'group', tagId => 'tag', attachmentId => 'attachment',
    userId => 'member', sessionId => 'session', tokenId => 'token', feedId => 'feed',
    subscriptionId => 'subscription', invitationId => 'invitation',
    code => 'invitation', importId => 'import', key => 'setting',
    passkeyId => 'passkey');
my %under = map { $_ => 1 } qw(stepId taskId);

sub expected {
	my ($path, $param) = @_;
	my @params = $path =~ /\{(\w+)\}/g;
	my $of = $under{$params[-1]} ? $params[-1] : $param;
	return '404 user-not-found' if $path =~ m{^/admin/};
	# The world has no provider: oidc.t goes on.
	return '404 not-found' if $of eq 'identityId';
	return "404 $code{$of}-not-found";
}

# Sharing counts its attempts.
sub unchanged {
	my ($route, @what) = @_;
	return $route->{path} =~ /members$/ ? is said($what[0]), $what[1],
	    $what[2] : $w->refused(@what);
}

sub malformed {
	my ($id) = @_;
	return ('x', '-', '*', 'null', '0', $id . '0', substr($id, 1),
	    $id =~ tr/-//dr, $id =~ s/./g/r, "$id,$id", 'a' x 3000,
	    '{taskId}', "$id\x{e9}", '%7Bx%7D', '%7BtaskId%7D',
	    sprintf('%%%02x', ord $id) . substr($id, 1), "$id%20", '%2e%2e',
	    "x%2F$id", '%C3%A9', '%3B', '%5C');
}

for my $route (grep { $_->{path} =~ /\{\w+Id\}/ } Docket::routes()) {
	my $op = "$route->{method} $route->{path}";
	my @params = $route->{path} =~ /\{(\w+)\}/g;
	subtest $op => sub {
		for my $param (@params) {
			my %ids = ('never there' => uuid(),
			    'nil' => '00000000-0000-0000-0000-000000000000',
			    "another's" => $foreign->{$param} // uuid(),
			    'deleted' => $deleted->{$param} // uuid(),
			    map { ("malformed $_" => $_) }
			    grep { !/[\x{80}-\x{ff}]/ }
			    malformed($w->{id}{$param}));
			# What was deleted can be restored.
			delete $ids{deleted} if $param eq $params[-1] &&
			    $route->{path} =~ m{/restore$};
			$ids{'of another parent'} = $elsewhere->{$param}
			    if @params > 1 && defined $elsewhere->{$param};
			for my $kind (sort keys %ids) {
				my ($body, $type) = $w->body($route);
				my $path = $w->path($route->{path},
				    $param => $ids{$kind});
				$path .= '?format=csv'
				    if $route->{path} =~ m{/export$};
				unchanged($route, $ada->request(
				    $route->{method}, $path, $body,
				    'Content-Type' => $type),
				    expected($route->{path}, $kind =~
				    /parent/ ? $params[-1] : $param),
				    "$param $kind");
			}
			$w->remember;
		}
	};
}

subtest 'ids in upper case are accepted' => sub {
	for my $route (grep { $_->{path} =~ /Id\}/ && $_->{method} ne 'DELETE'
	    && $_->{path} !~ m{/(rank|move|restore)$} } Docket::routes()) {
		my ($body, $type) = $w->body($route);
		$body->{title} = 'x' if ref $body && !%$body;
		my $path = $w->path($route->{path},
		    map { $_ => uc $w->{id}{$_} } keys %{$w->{id}});
		my $r = $ada->request($route->{method}, $path, $body,
		    'Content-Type' => $type);
		# The list was found, but nobody was offered it; nobody has a
		# passkey.
		like said($r), qr/^(?:20[012]|422|404[ ]
		    (?:offer|member|passkey)-not-found$)/x,
		    "$route->{method} $route->{path}";
		isnt said($r), '422 validation-failed',
		    'a valid body is accepted';
		unlike $r->{body}, qr/"(?=\d*[A-F])[\dA-F]{8}-/,
		    'the answer has lower case';
	}
	my $at = "/lists/$w->{id}{listId}/tasks/$w->{id}{taskId}/rank";
	is $ada->patch(uc($at) =~ s/(LISTS|TASKS|RANK)/lc $1/ger,
	    { afterId => uc $w->{id}{sibling} })->{status}, 200,
	    'neighbours can be in upper case';
	is_deeply $ada->put("/tasks/$w->{id}{taskId}/tags", { tagIds =>
	    [uc $w->{id}{tagId}, $w->{id}{tagId}] })->{json}{tagIds},
	    [$w->{id}{tagId}], 'a tag in both cases is one tag';
};

# Ids in bodies: path, member, problem; each with all that it must not name.
my ($list, $task, $step, $group) = map { "$_->[0]/$w->{id}{$_->[1]}" }
    ['/lists', 'listId'], ["/lists/$w->{id}{listId}/tasks", 'taskId'],
    ["/tasks/$w->{id}{taskId}/steps", 'stepId'], ['/me/groups', 'groupId'];
$ada->post("/tasks/$w->{id}{taskId}/steps", { id => uuid(), title => 'T' });
my $gone = uuid();
$ada->post("/lists/$w->{id}{listId}/tasks", { id => $gone, title => 'X' });
$ada->del("/lists/$w->{id}{listId}/tasks/$gone");
$w->remember;
my @neighbours = (
	["$list/rank", 'listId', $w->{id}{listId}],
	["$task/rank", 'taskId', $w->{id}{taskId}, $gone],
	["$step/rank", 'stepId', $w->{id}{stepId}],
	["$group/rank", 'groupId', $w->{id}{groupId}],
);

subtest 'neighbours that are not siblings are refused' => sub {
	for (@neighbours) {
		my ($path, $kind, $self, @more) = @$_;
		my @ids = (uuid(), $foreign->{$kind}, $deleted->{$kind},
		    $self, uc $self, @more);
		push @ids, $elsewhere->{$kind}
		    if $kind eq 'taskId' || $kind eq 'stepId';
		for my $id (@ids) {
			$w->refused($ada->patch($path, $_),
			    '422 invalid-neighbors', $path . ' ' . json($_))
			    for { beforeId => $id }, { afterId => $id },
			    { beforeId => $id, afterId => $id },
			    { beforeId => $id, afterId => undef };
		}
		$w->refused($ada->patch($path, $_), '422 invalid-neighbors',
		    $path . ' ' . json($_)) for {}, { beforeId => undef,
		    afterId => undef }, { unknown => $self };
	}
	my ($above, $below) = map { $_->{id} } grep { $_->{id} ne
	    $w->{id}{sibling} } @{$ada->get("$list/tasks")->{json}{items}};
	my $third = uuid();
	$ada->post("$list/tasks", { id => $third, title => 'third' });
	$w->remember;
	my ($x, $y) = map { $_->{id} } grep { $_->{id} ne $third }
	    @{$ada->get("$list/tasks")->{json}{items}};
	$w->refused($ada->patch("$list/tasks/$third/rank",
	    { beforeId => $y, afterId => $x }), '422 invalid-neighbors',
	    'neighbours in the wrong order are refused');
};

subtest 'other ids in bodies are refused' => sub {
	$w->refused($ada->post('/lists', { id => uuid(), title => 'x',
	    groupId => $_ }), '404 group-not-found', "a new list in $_"),
	    $w->refused($ada->patch($list, { title => 'y', groupId => $_ }),
	    '404 group-not-found', "a list into $_")
	    for uuid(), $foreign->{groupId}, $deleted->{groupId};
	$w->refused($ada->post("$task/move", { listId => $_ }),
	    '404 list-not-found', "a task to $_")
	    for uuid(), $foreign->{listId}, $deleted->{listId};
	$w->refused($ada->post("$list/tasks", { id => uuid(), title => 'x',
	    tagIds => [$w->{id}{tagId}, $_] }), '422 unknown-tag',
	    "a new task with $_") for uuid(), $foreign->{tagId},
	    $deleted->{tagId}, 'x';
	$w->refused($ada->put("/tasks/$w->{id}{taskId}/tags",
	    { tagIds => [$w->{id}{tagId}, $_] }), '422 unknown-tag',
	    "a tag set with $_") for uuid(), $foreign->{tagId},
	    $deleted->{tagId}, 'x', '', "$w->{id}{tagId} ", 'a' x 5000,
	    $w->{id}{taskId};
	my $eve = $w->{d}->user('eve@example.org')->{me}{id};
	$w->remember;
	$w->refused($ada->patch($task, { title => 'y', assigneeId => $_ }),
	    '422 assignee-not-eligible', "assigned to $_") for uuid(), 'x',
	    'me', "$bob->{me}{id} ", 'a' x 5000, $w->{id}{taskId}, $eve;
	$w->refused($ada->post("$list/tasks", { id => uuid(), title => 'y',
	    assigneeId => $_ }), '422 assignee-not-eligible',
	    "a new one for $_") for uuid(), 'x', $eve;
	$w->refused($ada->post("$task/move", { listId => $w->{id}{other},
	    $_->[0] => $_->[1] }), '422 invalid-neighbors',
	    "moved beside @$_") for map { my $id = $_; map { [$_, $id] }
	    qw(beforeId afterId) } uuid(), $foreign->{taskId},
	    $deleted->{taskId}, $w->{id}{sibling}, $w->{id}{taskId};
};

subtest 'ids that are in use are refused' => sub {
	$w->remember;
	my $of = $w->{id};
	$w->refused($ada->post('/lists', { id => $_, title => 'x' }),
	    '409 id-in-use', "list $_") for $foreign->{listId},
	    uc $foreign->{listId}, $deleted->{listId};
	$w->refused($bob->post('/lists', { id => $of->{listId},
	    title => 'x' }), '409 id-in-use', 'a list that one is a member of');
	$w->refused($ada->post("$list/tasks", { id => $_, title => 'x' }),
	    '409 id-in-use', "task $_") for $foreign->{taskId},
	    $elsewhere->{taskId}, $gone;
	$w->refused($ada->post("/tasks/$of->{taskId}/steps", { id => $_,
	    title => 'x' }), '409 id-in-use', "step $_")
	    for $foreign->{stepId}, $elsewhere->{stepId};
	$w->refused($ada->post("$list/tasks", { id => uuid(), title => 'x',
	    steps => [{ id => uuid(), title => 'y' }, { id => $_,
	    title => 'x' }] }), '409 id-in-use /steps/1/id:in-use',
	    "a new task's step $_")
	    for $foreign->{stepId}, $elsewhere->{stepId}, $of->{stepId},
	    $deleted->{stepId};
	$w->refused($ada->post('/me/tags', { id => $of->{tagId},
	    name => 'another' }), '409 id-in-use', 'a tag with another name');
	for ([$list, { id => $of->{listId}, title => 'not so' }, '/lists'],
	    [$task, { id => uc $of->{taskId}, title => 'not so' },
	    "$list/tasks"],
	    [$group, { id => $of->{groupId}, title => 'not so' }, '/me/groups'],
	    [$step, { id => $of->{stepId}, title => 'not so' },
	    "/tasks/$of->{taskId}/steps"]) {
		my ($record, $body, $path) = @$_;
		my $state = $w->state;
		my $r = $ada->post($path, $body);
		is $r->{status}, 200, "the same id again: $path";
		isnt $r->{json}{title}, 'not so',
		    'the record is returned as it is';
		is $w->state, $state, 'nothing changes';
	}
};
done_testing;
