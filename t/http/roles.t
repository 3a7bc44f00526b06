# Roles: a member becomes a viewer, who reads a list and changes nothing that
# others see, and a member again.  access.t tries every route as a viewer.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use POSIX 'strftime';
use Sharing;
use Test::More;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new('smtp-url' => 'smtp://localhost');
my $n = 0;

sub people { map { $d->user($_ . ++$n . '@example.org', name => ucfirst) } @_ }

sub make_role {
	my ($owner, $l, $user, $role) = @_;
	return $owner->patch("/lists/$l/members/" . id($user),
	    { role => $role });
}

# The roles of a list's members by their names, as somebody sees them.
sub roles { my ($user, $l) = @_;
	return join ' ', map { "$_->{displayName}:$_->{role}" }
	    items($user->get("/lists/$l/members")) }

subtest 'a role changes' => sub {
	my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
	my ($l, $t) = list_of($ada, $bob, $cyd);
	is roles($cyd, $l), 'Bob:member Cyd:member', 'they join as members';
	my $since = $bob->get('/me/changes')->{json}{next};
	my @copies = copies($ada, $bob, $cyd);
	my $r = make_role($ada, $l, $bob, 'viewer');
	is_deeply [@{$r->{json}}{qw(userId role)}], [id($bob), 'viewer'],
	    'the answer is the member';
	is roles($_, $l), 'Bob:viewer Cyd:member', 'everybody reads the role'
	    for $ada, $bob, $cyd;
	is $bob->get("/lists/$l")->{json}{role}, 'viewer',
	    'they find it in the list';
	is_deeply [sort map { "$_->{kind} " . ($_->{role} // '') }
	    items($bob->get("/me/changes?since=$since"))],
	    ['list viewer', 'member viewer'],
	    'both are in their feed, and nothing else';
	is said($bob->patch("/lists/$l/tasks/$t", { done => $T })),
	    '403 list-is-read-only', 'they change nothing';
	my $again = make_role($ada, $l, $bob, 'viewer');
	is $again->{headers}{etag} // $again->{json}{role},
	    $r->{headers}{etag} // 'viewer', 'the same again changes nothing';
	copies_hold('every copy is right', @copies);
	is make_role($ada, $l, $bob, 'member')->{json}{role}, 'member',
	    'they become a member again';
	is said($bob->patch("/lists/$l/tasks/$t", { done => $T })), '200',
	    'and change what they like';
	copies_hold('every copy is right still', @copies);
};

subtest 'what is wrong' => sub {
	my ($ada, $bob, $eve) = people(qw(ada bob eve));
	my $l = list_of($ada, $bob);
	my $path = "/lists/$l/members/" . id($bob);
	for (['owner', '422 validation-failed'], [undef, '422 validation-failed'],
	    ['VIEWER', '422 validation-failed'], [1, '422 validation-failed']) {
		my ($role, $want) = @$_;
		is said($ada->patch($path, { role => $role })), $want,
		    'a role ' . ($role // 'null');
	}
	is said($ada->patch($path, {})), '422 validation-failed', 'no role';
	is said($ada->patch($path, { role => 'viewer', roles => 1 })),
	    '422 unknown-member', 'a member that is not known';
	is said(make_role($ada, $l, $eve, 'viewer')), '404 member-not-found',
	    'a stranger';
	is said(make_role($ada, $l, $ada, 'viewer')), '404 member-not-found',
	    'the owner';
	is said(make_role($bob, $l, $bob, 'viewer')), '404 list-not-found',
	    'by a member';
	is roles($ada, $l), 'Bob:member', 'nothing has changed';
};

subtest 'a viewer has no tasks, and no turns' => sub {
	my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
	my ($l, $t) = list_of($ada, $bob, $cyd);
	my $other = list_of($ada, $bob, $cyd);
	my $away = $ada->make("/lists/$other/tasks", title => 'Away',
	    assigneeId => id($bob));
	my $gone = $ada->make("/lists/$l/tasks", title => 'Gone',
	    assigneeId => id($bob));
	$ada->del("/lists/$l/tasks/$gone");
	my %weekly = (dueDate => '2030-01-07', rotation => [map { id($_) }
	    $ada, $bob, $cyd], recurrenceRule => 'FREQ=WEEKLY');
	my $done = $ada->make("/lists/$l/tasks", title => 'Done', %weekly,
	    recurrenceRule => 'FREQ=WEEKLY;COUNT=1');
	$ada->patch("/lists/$l/tasks/$done", { done => $T });
	my $turns = $ada->make("/lists/$l/tasks", title => 'Turns', %weekly,
	    assigneeId => id($ada));
	$ada->patch("/lists/$l/tasks/$t", { assigneeId => id($bob) });
	my @copies = copies($ada, $bob, $cyd);
	make_role($ada, $l, $bob, 'viewer');
	my $get = sub { $ada->get("/tasks/$_[0]")->{json} };
	is $get->($t)->{assigneeId}, undef, 'their assignments end';
	is_deeply $get->($turns)->{rotation}, [id($ada), id($cyd)],
	    'so do their turns';
	copies_hold('every copy is right', @copies);
	for (['PATCH', "/lists/$l/tasks/$t", { assigneeId => id($bob) }],
	    ['POST', "/lists/$l/tasks", { id => uuid(), title => 'New',
	    assigneeId => id($bob) }],
	    ['PATCH', "/lists/$l/tasks/$turns", { rotation =>
	    [map { id($_) } $ada, $bob] }]) {
		is said($ada->request(@$_)), '422 assignee-not-eligible',
		    "nobody assigns to them: $_->[0] " . join ' ', sort
		    keys %{$_->[2]};
	}
	my $r = $ada->patch("/lists/$l/tasks/$turns", { done => $T });
	my ($next) = $r->{headers}{link} =~ m{tasks/([-\w]+)>};
	is $get->($next)->{assigneeId}, id($cyd), 'whoever is next is not they';
	$ada->patch("/lists/$l/tasks/$done", { done => $F });
	is_deeply $get->($done)->{rotation}, [id($ada), id($cyd)],
	    'a task that is open again has no turn of theirs';
	is $ada->post("/lists/$l/tasks/$gone/restore")->{json}{assigneeId},
	    undef, 'nor has one that is restored';
	is $ada->post("/lists/$other/tasks/$away/move", { listId => $l })
	    ->{json}{assigneeId}, undef, 'nor one that is moved here';
	copies_hold('every copy is right still', @copies);
};

subtest 'many assignments end in portions' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my $l = list_of($ada, $bob);
	for my $batch (1 .. 5) {
		$ada->post('/batch', { requests => [map { { method => 'POST',
		    path => "/lists/$l/tasks", body => { id => uuid(),
		    title => "T $_", assigneeId => id($bob) } } } 1 .. 90] });
	}
	my @copies = copies($bob);
	is scalar(grep { ($_->{assigneeId} // '') eq id($bob) }
	    items($ada->get("/lists/$l/tasks?limit=1000"))), 450,
	    'more than a portion are assigned';
	is said(make_role($ada, $l, $bob, 'viewer')), '200', 'they view it';
	is scalar(grep { defined $_->{assigneeId} }
	    items($ada->get("/lists/$l/tasks?limit=1000"))), 0,
	    'none is assigned any more';
	copies_hold('the copy is right', @copies);
};

subtest 'docket-cleanup ends what a killed program has left' => sub {
	my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
	my ($l, $t) = list_of($ada, $bob, $cyd);
	my %of = (viewer => $bob, gone => $cyd, member => $ada);
	my %task = map { $_ => $ada->make("/lists/$l/tasks", title => $_) }
	    keys %of;
	make_role($ada, $l, $bob, 'viewer');
	$ada->del("/lists/$l/members/" . id($cyd));
	for (keys %of) {
		my ($user, $task) = map { tr/-//dr } uc id($of{$_}),
		    uc $task{$_};
		$d->sql("UPDATE task SET assignee_id = x'$user'
		    WHERE hex(id) = '$task'");
	}
	# A turn without an assignment, in another list.
	my $other = list_of($ada, $bob, $cyd);
	my $turns = $ada->make("/lists/$other/tasks", title => 'Turns',
	    dueDate => '2037-01-01', recurrence => 'weekly',
	    rotation => [map { id($_) } $ada, $bob, $cyd]);
	my $rotation = json([map { id($_) } $ada, $bob, $cyd]);
	$ada->del("/lists/$other/members/" . id($cyd));
	$d->sql("UPDATE task SET rotation = '$rotation'
	    WHERE hex(id) = '@{[uc $turns =~ tr/-//dr]}'");
	my @copies = copies($ada);
	is $d->run('docket-cleanup')->{status}, 0, 'it runs';
	is_deeply { map { $_ => $ada->get("/lists/$l/tasks/$task{$_}")
	    ->{json}{assigneeId} } keys %of }, { viewer => undef,
	    gone => undef, member => id($ada) },
	    'who views the list, or has lost it, has no assignments';
	is_deeply $ada->get("/lists/$other/tasks/$turns")->{json}{rotation},
	    [id($ada), id($bob)], 'and no turns';
	copies_hold('the copy is right', @copies);
};

subtest 'what is a viewer\'s own' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my ($l, $t) = list_of($ada, $bob);
	my $tag = $bob->make('/me/tags', name => 'mine');
	$bob->put("/tasks/$t/tags", { tagIds => [$tag] });
	$bob->put("/me/my-day/$t", { addedOn => '2030-01-01' });
	my $group = $bob->make('/me/groups', title => 'Seen');
	my @copies = copies($ada, $bob);
	make_role($ada, $l, $bob, 'viewer');
	is_deeply $bob->get("/tasks/$t/tags")->{json}{tagIds}, [$tag],
	    'their tags stay';
	is scalar(items($bob->get('/me/my-day'))), 1, 'and My Day';
	is said($bob->put("/tasks/$t/tags", { tagIds => [] })), '200',
	    'they change tags';
	is said($bob->put("/me/my-day/$t", { addedOn => '2030-01-02' })), '200',
	    'and My Day';
	is said($bob->patch("/lists/$l", { groupId => $group })), '200',
	    'they file the list';
	is said($bob->patch("/lists/$l", { groupId => undef, title => 'B' })),
	    '403 list-is-read-only', 'but do not rename it';
	is $bob->get("/lists/$l")->{json}{groupId}, $group,
	    'and then nothing of the request is done';
	copies_hold('every copy is right', @copies);
	is said($bob->del("/lists/$l/members/" . id($bob))), '204',
	    'they leave';
	is roles($ada, $l), '', 'and are gone';
};

subtest 'tasks do not move into a list that one views, or out of it' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my ($l, $t) = list_of($ada, $bob);
	my ($own, $mine) = list_of($bob);
	make_role($ada, $l, $bob, 'viewer');
	my @copies = copies($ada, $bob);
	is said($bob->post("/lists/$own/tasks/$mine/move", { listId => $l })),
	    '403 list-is-read-only', 'into it';
	is said($bob->post("/lists/$l/tasks/$t/move", { listId => $own })),
	    '403 list-is-read-only', 'out of it';
	my @batch = ([POST => "/lists/$own/tasks/$mine/move", { listId => $l }],
	    [POST => "/lists/$l/tasks", { id => uuid(), title => 'x' }],
	    [PUT => "/me/my-day/$t", {}], [DELETE => "/lists/$l/tasks/$t"]);
	is_deeply [map { "$_->{status} " . ($_->{body}{code} // '') }
	    @{$bob->post('/batch', { requests => [map { { method => $_->[0],
	    path => $_->[1], $_->[2] ? (body => $_->[2]) : () } } @batch] })
	    ->{json}{responses}}],
	    [('403 list-is-read-only') x 2, '200 ', '403 list-is-read-only'],
	    'nor in a batch, which does what is theirs';
	is said($bob->upload($t, uuid(), 'x' x 5000, 'x.txt')),
	    '403 list-is-read-only', 'an upload is refused';
	copies_hold('every copy is right', @copies);
};

subtest 'an invitation has a role' => sub {
	my ($ada, $bob, $cyd, $dan) = people(qw(ada bob cyd dan));
	my $l = list_of($ada, $dan);
	my %code;
	for my $role ('viewer', 'member', '') {
		my $r = $ada->post("/lists/$l/invitations",
		    { $role ? (role => $role) : () });
		$code{$role} = $r->{json}{code};
		is $r->{json}{role}, $role || 'member',
		    'the answer says it: ' . ($role || 'none');
	}
	is_deeply [map { $_->{role} } items($ada->get(
	    "/lists/$l/invitations"))], [qw(viewer member member)],
	    'so does the listing';
	is said($ada->post("/lists/$l/invitations", { role => 'owner' })),
	    '422 validation-failed', 'nobody becomes owner by one';
	is said($ada->post("/lists/$l/invitations", { roles => 'viewer' })),
	    '422 unknown-member', 'nor by a slip of the pen a member';
	my $accept = sub { my ($user, $role) = @_;
		return $user->post("/invitations/$code{$role}/accept", {}) };
	is $accept->($bob, 'viewer')->{json}{role}, 'viewer', 'a viewer joins';
	is $accept->($cyd, '')->{json}{role}, 'member', 'a member joins';
	is said($accept->($_->[0], $_->[1])), '200',
	    "who is in accepts $_->[1]"
	    for [$bob, 'member'], [$dan, 'viewer'];
	is roles($ada, $l), 'Dan:member Bob:viewer Cyd:member',
	    'and keeps their role';
};

subtest 'a viewer becomes owner only where there is no member' => sub {
	my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
	my ($l, $t) = list_of($ada, $bob, $cyd);
	make_role($ada, $l, $bob, 'viewer');
	my @copies = copies($bob);
	my $leave = sub { my ($user) = @_;
		said($user->del('/me', { password => $user->{password} })) };
	is $leave->($ada), '204', 'the owner leaves';
	is $bob->get("/lists/$l")->{json}{ownerName}, 'Cyd',
	    'a member gets it, though the viewer is in it for longer';
	is $bob->get("/lists/$l")->{json}{role}, 'viewer',
	    'the viewer stays one';
	is $leave->($cyd), '204', 'the member leaves';
	is $bob->get("/lists/$l")->{json}{role}, 'owner',
	    'the viewer, who is left, gets it';
	is said($bob->patch("/lists/$l/tasks/$t", { done => $T })), '200',
	    'and changes it';
	copies_hold('every copy is right', @copies);
};

subtest 'reminders reach a viewer' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my ($l, $t) = list_of($ada, $bob);
	make_role($ada, $l, $bob, 'viewer');
	$bob->post('/me/push-subscriptions', { endpoint =>
	    'https://push.example.org/bob', keys => { p256dh => 'k',
	    auth => 'a' } });
	$ada->patch("/lists/$l/tasks/$t",
	    { reminderAt => strftime('%Y-%m-%dT%H:%M:%SZ', gmtime time - 60) });
	my $r = $d->run('docket-remind', '--dry-run');
	like $r->{out}, qr/^reminder\t\S+\t\Q$bob->{email}\E\t$t\t/m,
	    'one is due' or diag $r->{err};
};

# Writes of a member while they become a viewer: each either came before, or was
# refused.
subtest 'nothing is written after the answer' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my $l = list_of($ada, $bob);
	my @writers = map { my $k = $_; Docket::beside(sub {
		my @made;
		srand $$;
		for (1 .. 15) {
			my $r = $bob->post("/lists/$l/tasks", { id => uuid(),
			    title => "W $k" });
			push @made, $r->{status} == 201 ?
			    $r->{json}{createdAt} : said($r);
		}
		return join "\n", @made }) } 1 .. 3;
	select undef, undef, undef, 0.3;
	my $at = make_role($ada, $l, $bob, 'viewer')->{json};
	my $stamp = (map { $_->{updatedAt} } grep { $_->{kind} eq 'member' }
	    items($ada->get('/me/changes?since=1970-01-01T00:00:00Z')))[-1];
	my @said = map { split /\n/, Docket::ended($_) } @writers;
	my @after = grep { /^\d{4}-/ && $_ gt $stamp } @said;
	is_deeply \@after, [], 'no task is newer than the role';
	is_deeply [grep { !/^\d{4}-|^403 list-is-read-only$/ } @said], [],
	    'all others are refused';
};

done_testing;
