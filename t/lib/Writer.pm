# A client that makes random changes to what it can see.
#
#	my $w = Writer->new($ada, $bob, $cyd);	# changes as ada; shares with the rest
#	$w->look;				# asks what there is now
#	$w->act for 1 .. 25;			# a random change each
#	$w->{done}				# how many were made
#	@{$w->{surprises}}			# answers that must not occur
package Writer;
use strict;
use warnings;
use Docket;
use JSON::PP ();

my ($T, $F) = (JSON::PP::true, JSON::PP::false);

sub one_of { return $_[rand @_] }
sub text { return join ' ', map { one_of(qw(red blue green tall small old)) }
    1 .. 1 + rand 3 }
sub task { my ($t) = @_; return "/lists/$t->{listId}/tasks/$t->{id}" }
sub step { my ($s) = @_; return "/tasks/$s->{taskId}/steps/$s->{id}" }

# How often, what it does, what it needs (one record of each kind, chosen at
# random; without one it is not done), and the request: method, path, body.
my @actions = (
	[6, 'add a task', 'list', sub { my ($l) = @_;
		POST => "/lists/$l->{id}/tasks", { id => uuid(),
		    title => text(), position => one_of('top', 'bottom') } }],
	[8, 'change a task', 'task me', sub { my ($t, $me) = @_;
		PATCH => task($t), one_of({ title => text() },
		    { notes => text() }, { starred => one_of($T, $F) },
		    { done => one_of($T, $F) },
		    { assigneeId => $me->{me}{id} },
		    { dueDate => '2036-01-31', recurrence => 'monthly' }) }],
	[3, 'delete a task', 'task', sub { my ($t) = @_;
		DELETE => task($t) }],
	[2, 'restore a task', 'deleted', sub { my ($t) = @_;
		POST => task($t) . '/restore' }],
	[5, 'move a task', 'task list', sub { my ($t, $l) = @_;
		POST => task($t) . '/move', { listId => $l->{id} } }],
	[3, 'reorder a task', 'task task', sub { my ($t, $before) = @_;
		PATCH => task($t) . '/rank', { beforeId => $before->{id} } }],
	[4, 'add a step', 'task', sub { my ($t) = @_;
		POST => "/tasks/$t->{id}/steps", { id => uuid(),
		    title => text() } }],
	[1.5, 'rename a step', 'step', sub { my ($s) = @_;
		PATCH => step($s), { title => text() } }],
	[1.5, 'delete a step', 'step', sub { my ($s) = @_;
		DELETE => step($s) }],
	[1, 'create a tag', '', sub {
		POST => '/me/tags', { id => uuid(), name => text() } }],
	[0.7, 'rename a tag', 'tag', sub { my ($g) = @_;
		PATCH => "/me/tags/$g->{id}", { name => text() } }],
	[0.3, 'delete a tag', 'tag', sub { my ($g) = @_;
		DELETE => "/me/tags/$g->{id}" }],
	[2, 'tag a task', 'task tag', sub { my ($t, $g) = @_;
		PUT => "/tasks/$t->{id}/tags", { tagIds => [$g->{id}] } }],
	[2, 'untag a task', 'task', sub { my ($t) = @_;
		PUT => "/tasks/$t->{id}/tags", { tagIds => [] } }],
	[2, 'add to My Day', 'task', sub { my ($t) = @_;
		PUT => "/me/my-day/$t->{id}", {} }],
	[1, 'remove from My Day', 'task', sub { my ($t) = @_;
		DELETE => "/me/my-day/$t->{id}" }],
	[2, 'attach a file', 'task', sub { my ($t) = @_;
		UPLOAD => $t->{id}, text() }],
	[1, 'delete a file', 'file', sub { my ($f) = @_;
		DELETE => "/attachments/$f->{id}" }],
	[2, 'create a list', 'few', sub {
		POST => '/lists', { id => uuid(), title => text() } }],
	[1, 'rename a list', 'list', sub { my ($l) = @_;
		PATCH => "/lists/$l->{id}", { title => text() } }],
	[0.7, 'group a list', 'list group', sub { my ($l, $g) = @_;
		PATCH => "/lists/$l->{id}", { groupId => $g->{id} } }],
	[0.3, 'ungroup a list', 'list', sub { my ($l) = @_;
		PATCH => "/lists/$l->{id}", { groupId => undef } }],
	[0.3, 'delete a list', 'list', sub { my ($l) = @_;
		DELETE => "/lists/$l->{id}" }],
	[0.5, 'create a group', '', sub {
		POST => '/me/groups', { id => uuid(), title => text() } }],
	[0.5, 'delete a group', 'group', sub { my ($g) = @_;
		DELETE => "/me/groups/$g->{id}" }],
	[2, 'share a list', 'list other', sub { my ($l, $user) = @_;
		POST => "/lists/$l->{id}/members",
		    { email => $user->{email} } }],
	[1, 'unshare or leave a list', 'list user', sub { my ($l, $user) = @_;
		DELETE => "/lists/$l->{id}/members/$user->{me}{id}" }],
	[0.3, 'clean up', '', sub { POST => '/me/completed-tasks/cleanup' }],
	[0.7, 'store a setting', '', sub {
		PUT => '/me/settings/k/' . int rand 5,
		    { value => { a => text() } } }],
	[0.3, 'delete a setting', '', sub {
		DELETE => '/me/settings/k/' . int rand 5 }],
	[0.2, 'rename the user', '', sub {
		PATCH => '/me', { autoDeleteCompleted => $F,
		    displayName => text() } }],
);
my $weights = 0;
$weights += $_->[0] for @actions;

sub new {
	my ($class, $user, @others) = @_;
	return bless { user => $user, done => 0, surprises => [],
	    has => { me => [$user], other => \@others,
	    user => [$user, @others] } }, $class;
}

sub items {
	my ($w, $path) = @_;
	my $r = $w->{user}->get($path);
	return $r->{status} == 200 ? @{$r->{json}{items}} : ();
}

sub look {
	my ($w) = @_;
	my $has = $w->{has};
	$has->{list} = [$w->items('/lists')];
	# Not more lists than the test can sync in time.
	$has->{few} = @{$has->{list}} < 8 ? [1] : [];
	$has->{group} = [$w->items('/me/groups')];
	$has->{tag} = [$w->items('/me/tags')];
	$has->{file} = [$w->items('/me/attachments')];
	$has->{task} = [map { $w->items("/lists/$_->{id}/tasks") }
	    @{$has->{list}}];
	my $some = one_of(@{$has->{task}});
	$has->{step} = [$some ? $w->items("/tasks/$some->{id}/steps") : ()];
	return;
}

sub choose {
	my $at = rand $weights;
	for (@actions) {
		return $_ if ($at -= $_->[0]) < 0;
	}
	return $actions[0];
}

sub act {
	my ($w) = @_;
	my (undef, $name, $needs, $request) = @{choose()};
	my @records = map { one_of(@{$w->{has}{$_} // []}) // return }
	    split ' ', $needs;
	my ($method, @rest) = $request->(@records);
	my $r = $method eq 'UPLOAD' ?
	    $w->{user}->upload($rest[0], uuid(), $rest[1], 'a.txt') :
	    $w->{user}->request($method, @rest);
	push @{$w->{has}{deleted}}, @records if $name eq 'delete a task';
	if ($r->{status} =~ /^2/) {
		$w->{done}++;
	} elsif ($r->{status} !~ /^4(?:04|09|22|29)$/) {
		push @{$w->{surprises}}, "$name: $r->{status} $r->{body}";
	}
	return;
}

1;
