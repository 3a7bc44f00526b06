# Access that ends: by removal from a list, by deleting it, by a task that is
# moved away, by leaving.  The client gets one tombstone, and no later changes.
# (access.t tests that each route refuses.)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use World;

my $w = World->new;
my ($id, $d) = @$w{qw(id d)};
my ($ada, $mel, $rex, $kim) = @{$w->{user}}{qw(ada mel rex kim)};
my $list = $id->{'shared.list'};
my $always = '1970-01-01T00:00:00Z';
my $after = World::mark('after');

sub granted {
	my ($r, $name) = @_;
	ok $r->{status} < 300, $name or diag $r->{raw}{out};
	return $r->{json};
}

sub refused {
	my ($r, $code, $name) = @_;
	is_deeply [$r->{status}, $r->{json}{code}, $w->leaks(undef,
	    $r->{raw}{out})], [404, $code], "$name: $code";
}

# Kind, id and title of what a user's feed brings, in pages of one too.
sub feed {
	my ($u, $since) = @_;
	my $whole = $u->get("/me/changes?since=$since");
	my (@items, $page);
	my $at = $since;
	do {
		$page = $u->get("/me/changes?since=$at&limit=1")->{json};
		push @items, @{$page->{items}};
		$at = $page->{next};
	} while ($page->{more});
	is_deeply \@items, $whole->{json}{items},
	    'pages of one item have the same items';
	$whole->{what} = [map { [$_->{kind}, $_->{id} // $_->{userId} //
	    $_->{taskId} // $_->{key}, $_->{title} // $_->{displayName} // '',
	    !!$_->{deletedAt}] } @items];
	return $whole;
}

sub nothing_of {
	my ($words, $r, $name) = @_;
	unlike $r->{raw}{out}, qr/qx7(?:$words)x7q/, $name;
}

# All that members can do to a list, with texts of a mark of their own.
sub much_happens {
	my ($t, $new, $file) = ($id->{'rexs.task'}, uuid(), uuid());
	my $tasks = "/lists/$list/tasks";
	granted($ada->patch("/lists/$list", { title => $after }), 'title');
	granted($ada->post($tasks, { id => $new, title => $after }), 'task');
	granted($mel->patch("$tasks/$t", { title => $after, notes => $after,
	    assigneeId => $id->{'mel.user'}, dueDate => '2030-01-01',
	    recurrence => 'daily', done => JSON::PP::false }), 'changed');
	granted($mel->patch("$tasks/$t", { done => JSON::PP::true }), 'done');
	granted($ada->post("/tasks/$t/steps", { id => uuid(),
	    title => $after }), 'step');
	granted($ada->upload($t, $file, $after, "$after.txt"), 'file');
	granted($mel->del("/lists/$list/tasks/$id->{'mels.task'}"), 'gone');
	granted($mel->post("$tasks/$id->{'shared.task'}/move",
	    { listId => $id->{'mel.list'} }), 'moved');
	granted($ada->del("/lists/$list/members/$id->{'moe.user'}"), 'out');
	granted($ada->post("/lists/$list/members",
	    { email => $kim->{email} }), 'in');
	granted($mel->patch('/me', { displayName => $after,
	    autoDeleteCompleted => JSON::PP::false }), 'name');
}

subtest 'a removed member' => sub {
	my $lost = sub { [['list', $list, $_[0], !!1]] };
	my $r = feed($rex, $w->{before_loss});
	is_deeply $r->{what}, $lost->(World::mark('sharedlist')),
	    'the feed has the list\'s tombstone and nothing else';
	my $since = $r->{json}{next};
	much_happens();
	is_deeply feed($rex, $since)->{what}, [],
	    'nothing that happens later is in the feed';
	$r = feed($rex, $w->{before_loss});
	is_deeply $r->{what}, $lost->('(deleted)'),
	    'the tombstone does not have the new title';
	for ('/me/changes', '/lists', '/me/attachments', '/me/my-day',
	    '/me/tags', '/me/groups') {
		$r = $rex->get("$_?since=$always");
		is_deeply [$r->{status}, $w->leaks('rex+', $r->{raw}{out})],
		    [200], "$_ from the start";
	}
	for ('', '/content') {
		refused($rex->get("/attachments/$id->{'rexs.attachment'}$_"),
		    'attachment-not-found', 'their own file there');
	}
	refused($rex->get("$_?since=$always"), 'list-not-found', 'tasks')
	    for "/lists/$list/tasks";
	like feed($mel, $always)->{raw}{out}, qr/$after/,
	    'a member sees all changes';
};

subtest 'the name of a former member' => sub {
	$w->{kept}->restore;
	granted($rex->patch('/me', { displayName => $after,
	    autoDeleteCompleted => JSON::PP::false }), 'renamed');
	my $r = feed($ada, $always);
	nothing_of('after|rexname', $r, 'their names are not in the feed');
	my ($member) = grep { $_->[1] eq $id->{'rex.user'} } @{$r->{what}};
	is_deeply $member, ['member', $id->{'rex.user'}, '(deleted)', !!1],
	    'their tombstone is';
};

subtest 'a stored answer' => sub {
	$w->{kept}->restore;
	my @request = ('PATCH', "/lists/$list/tasks/$id->{'shared.task'}",
	    { starred => JSON::PP::true }, 'Idempotency-Key' => 'k');
	granted($ada->post("/lists/$list/members",
	    { email => $kim->{email} }), 'in');
	granted($kim->request(@request), 'a member changes a task');
	granted($ada->del("/lists/$list/members/$id->{'kim.user'}"), 'out');
	granted($ada->patch($request[1], { title => $after,
	    starred => JSON::PP::false }), 'changed');
	my $r = $kim->request(@request);
	refused($r, 'task-not-found',
	    'a former member does not get the stored answer');
	is $ada->get($request[1])->{json}{starred}, JSON::PP::false,
	    'and changes nothing';
	refused($kim->request(@request[0 .. 2]), 'task-not-found',
	    'nor without the key');
};

subtest 'a deleted list' => sub {
	$w->{kept}->restore;
	my $since = $mel->get('/me/changes')->{json}{next};
	granted($ada->del("/lists/$list"), 'deleted');
	is_deeply feed($mel, $since)->{what},
	    [['list', $list, World::mark('sharedlist'), !!1]],
	    'the feed has its tombstone and nothing else';
	my ($t, $f) = map { $id->{"mels.$_"} } qw(task attachment);
	refused($mel->get(@$_), $_->[0] =~ m{^/lists/[^/]+$} ?
	    'list-not-found' : $_->[0] =~ /^.att/ ? 'attachment-not-found' :
	    'task-not-found', $_->[0] =~ s/[-0-9a-f]{36}/ID/gr)
	    for ["/lists/$list"], ["/lists/$list/tasks/$t"],
	    ["/tasks/$t/steps"], ["/tasks/$t/tags"], ["/attachments/$f"],
	    ["/attachments/$f/content"];
	nothing_of('shared', $mel->get($_), $_) for '/me/attachments',
	    '/search?q=qx7', '/me/my-day', '/me/export', '/me/changes';
	refused($ada->post("/lists/$list/members",
	    { email => $kim->{email} }), 'list-not-found',
	    'it cannot be shared again');
};

subtest 'a task that is moved out of reach' => sub {
	$w->{kept}->restore;
	my ($t, $f) = map { $id->{"mels.$_"} } qw(task attachment);
	my $since = $mel->get('/me/changes')->{json}{next};
	granted($ada->post("/lists/$list/tasks/$t/move",
	    { listId => $id->{'ada.list'} }), 'moved');
	granted($ada->patch("/lists/$id->{'ada.list'}/tasks/$t",
	    { title => $after }), 'changed');
	my $r = feed($mel, $since);
	is_deeply $r->{what}, [['task', $t, '(deleted)', !!1]],
	    'the feed has a tombstone';
	is $r->{json}{items}[0]{listId}, $list, 'with the old list';
	$since = $r->{json}{next};
	granted($ada->post("/tasks/$t/steps", { id => uuid(),
	    title => $after }), 'a step is added');
	is_deeply feed($mel, $since)->{what}, [],
	    'and the feed has nothing more';
	refused($mel->get("/lists/$_/tasks/$t"), 'task-not-found', 'the task')
	    for $list, $id->{'ada.list'}, $id->{'mel.list'};
	refused($mel->get("/tasks/$t/$_"), 'task-not-found', $_)
	    for qw(steps tags);
	refused($mel->del("/me/my-day/$t"), 'task-not-found', 'My Day');
	refused($mel->get("/attachments/$f$_"), 'attachment-not-found',
	    "their own file$_") for '', '/content';
	for ("/lists/$list/tasks?since=$always", '/me/attachments',
	    "/me/attachments?since=$always", '/me/my-day', '/search?q=qx7',
	    '/me/export') {
		my $r = $mel->get($_);
		is_deeply [$r->{status}, $w->leaks('mel+', $r->{raw}{out})],
		    [200], $_;
		unlike $r->{body}, qr/$t/, "$_: not the task"
		    unless /since/;
	}
};

subtest 'a deleted account' => sub {
	$w->{kept}->restore;
	granted($mel->del('/me', { password => $mel->{password} }), 'left');
	is $mel->with(token => $_)->get('/me')->{status}, 401,
	    'its sessions and tokens have ended'
	    for $mel->{token}, @{$w->{secret}}{qw(mel.session mel.token)};
	my $r = feed($ada, $always);
	nothing_of('melname|mel', $r, 'others do not see its names');
	granted($d->post('/users', { email => $mel->{email},
	    password => 'long enough 1', displayName => 'New' }), 'new');
	my $new = $d->sign_in($mel->{email}, 'long enough 1');
	for ('/me/changes', '/lists', '/me/attachments', '/me/my-day',
	    '/me/tags', '/me/groups') {
		is_deeply [grep { ($_->{kind} // '') ne 'me' }
		    @{$new->get("$_?since=$always")->{json}{items}}], [],
		    "who takes the address gets nothing: $_";
	}
	is_deeply $new->get($_)->{json}{items}, [], $_
	    for '/me/tokens', '/me/push-subscriptions', '/search?q=qx7';
	is scalar @{$new->get('/me/sessions')->{json}{items}}, 1,
	    'there is one session';
};
done_testing;
