# Sync loses nothing: writers next to syncing clients, which end with what the
# service has.  Prints the seed; DOCKET_SEED sets it, DOCKET_CHANGES the number
# of changes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use IO::Socket::INET;
use JSON::PP ();
use Ledger;
use Replica;
use Test::More;
use Time::HiRes 'sleep';

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $seed = $ENV{DOCKET_SEED} // int rand 1e6;
my $changes = $ENV{DOCKET_CHANGES} // 4200;
diag "sync seed=$seed changes=$changes";

my $d = Docket->new;
my $port = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1')
    ->sockport;
my $server = fork // die;
if ($server == 0) {
	%ENV = %{$d->{env}};
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', "$d->{data}/err";
	exec build() . '/bin/docket-serve', '-p', $port, '-m', 'fastcgi';
}
END { local $?; if ($server) { kill 'TERM', $server; waitpid $server, 0 } }
my $web = $d->with(base => "http://127.0.0.1:$port");
for (1 .. 100) { last if $web->get('/health')->{status} == 200; sleep 0.05 }
my @users = map { $web->user("$_\@example.org") } qw(ada bob cyd);

sub make {
	my ($u, $path, %more) = @_;
	my $id = uuid();
	my $r = $u->post($path, { id => $id, %more });
	return $r->{status} == 201 ? $id : undef;
}

# A writer: what it knows of, now and then asked anew, and random changes.
package Writer;
use Docket;

sub new {
	my ($class, $user, @others) = @_;
	return bless { u => $user, others => \@others, done => 0, bad => [] },
	    $class;
}

sub one { my ($w, $of) = @_; return $of->[rand @$of] }

sub look {
	my ($w) = @_;
	my $u = $w->{u};
	$w->{lists} = $u->get('/lists')->{json}{items};
	$w->{groups} = $u->get('/me/groups')->{json}{items};
	$w->{tags} = $u->get('/me/tags')->{json}{items};
	$w->{files} = $u->get('/me/attachments')->{json}{items};
	$w->{tasks} = [map { my $r = $u->get("/lists/$_->{id}/tasks");
	    $r->{status} == 200 ? @{$r->{json}{items}} : () }
	    @{$w->{lists}}];
	my $t = $w->one($w->{tasks});
	my $r = $t && $u->get("/tasks/$t->{id}/steps");
	$w->{steps} = $r && $r->{status} == 200 ? $r->{json}{items} : [];
}

sub any { my ($w, $what) = @_; return @{$w->{$what}} ?
    $w->one($w->{$what}) : undef }
sub word { return join ' ', map { (qw(red blue green tall small old))[rand 6] }
    1 .. 1 + rand 3 }

# Each: how often, and the request; undef where there is nothing to do it to.
my @acts = (
	[6, sub { my ($w) = @_; my $l = $w->any('lists') or return;
		$w->{u}->post("/lists/$l->{id}/tasks", { id => uuid(),
		    title => word(), position => rand 2 < 1 ? 'top' :
		    'bottom' }) }],
	[8, sub { my ($w) = @_; my $t = $w->any('tasks') or return;
		$w->{u}->patch("/lists/$t->{listId}/tasks/$t->{id}",
		    $w->one([{ title => word() }, { notes => word() },
		    { starred => rand 2 < 1 ? $T : $F },
		    { done => rand 2 < 1 ? $T : $F },
		    { assigneeId => $w->{u}{me}{id} },
		    { dueDate => '2036-01-31', recurrence => 'monthly' }])) }],
	[3, sub { my ($w) = @_; my $t = $w->any('tasks') or return;
		$w->{u}->del("/lists/$t->{listId}/tasks/$t->{id}");
		push @{$w->{gone}}, $t }],
	[2, sub { my ($w) = @_; my $t = pop @{$w->{gone} // []} or return;
		$w->{u}->post("/lists/$t->{listId}/tasks/$t->{id}/restore") }],
	[5, sub { my ($w) = @_; my ($t, $l) = ($w->any('tasks'),
		    $w->any('lists')); $t && $l or return;
		$w->{u}->post("/lists/$t->{listId}/tasks/$t->{id}/move",
		    { listId => $l->{id} }) }],
	[3, sub { my ($w) = @_; my ($t, $n) = ($w->any('tasks'),
		    $w->any('tasks')); $t or return;
		$w->{u}->patch("/lists/$t->{listId}/tasks/$t->{id}/rank",
		    { beforeId => $n->{id} }) }],
	[4, sub { my ($w) = @_; my $t = $w->any('tasks') or return;
		$w->{u}->post("/tasks/$t->{id}/steps", { id => uuid(),
		    title => word() }) }],
	[3, sub { my ($w) = @_; my $s = $w->any('steps') or return;
		my $path = "/tasks/$s->{taskId}/steps/$s->{id}";
		rand 2 < 1 ? $w->{u}->del($path) :
		    $w->{u}->patch($path, { title => word() }) }],
	[1, sub { my ($w) = @_; $w->{u}->post('/me/tags', { id => uuid(),
		    name => word() }) }],
	[1, sub { my ($w) = @_; my $g = $w->any('tags') or return;
		rand 3 < 1 ? $w->{u}->del("/me/tags/$g->{id}") :
		    $w->{u}->patch("/me/tags/$g->{id}", { name => word() }) }],
	[4, sub { my ($w) = @_; my $t = $w->any('tasks') or return;
		$w->{u}->put("/tasks/$t->{id}/tags", { tagIds => [map {
		    $_->{id} } grep { rand 3 < 1 } @{$w->{tags}}] }) }],
	[3, sub { my ($w) = @_; my $t = $w->any('tasks') or return;
		rand 3 < 1 ? $w->{u}->del("/me/my-day/$t->{id}") :
		    $w->{u}->put("/me/my-day/$t->{id}", {}) }],
	[2, sub { my ($w) = @_; my $t = $w->any('tasks') or return;
		$w->{u}->upload($t->{id}, uuid(), word(), 'a.txt') }],
	[1, sub { my ($w) = @_; my $f = $w->any('files') or return;
		$w->{u}->del("/attachments/$f->{id}") }],
	[2, sub { my ($w) = @_; @{$w->{lists}} < 8 or return;
		$w->{u}->post('/lists', { id => uuid(), title => word() }) }],
	[1, sub { my ($w) = @_; my $l = $w->any('lists') or return;
		$w->{u}->patch("/lists/$l->{id}", { title => word() }) }],
	[1, sub { my ($w) = @_; my ($l, $g) = ($w->any('lists'),
		    $w->any('groups')); $l or return;
		$w->{u}->patch("/lists/$l->{id}", { groupId =>
		    $g && rand 3 < 2 ? $g->{id} : undef }) }],
	[0.3, sub { my ($w) = @_; my $l = $w->any('lists') or return;
		$w->{u}->del("/lists/$l->{id}") }],
	[1, sub { my ($w) = @_; rand 2 < 1 ? $w->{u}->post('/me/groups',
		    { id => uuid(), title => word() }) : do {
		    my $g = $w->any('groups') or return;
		    $w->{u}->del("/me/groups/$g->{id}") } }],
	[2, sub { my ($w) = @_; my $l = $w->any('lists') or return;
		my $o = $w->one($w->{others});
		$w->{u}->post("/lists/$l->{id}/members",
		    { email => $o->{email} }) }],
	[1, sub { my ($w) = @_; my $l = $w->any('lists') or return;
		my $o = $w->one([@{$w->{others}}, $w->{u}]);
		$w->{u}->del("/lists/$l->{id}/members/$o->{me}{id}") }],
	[0.3, sub { my ($w) = @_;
		$w->{u}->post('/me/completed-tasks/cleanup') }],
	[1, sub { my ($w) = @_; my $path = '/me/settings/k/' . int rand 5;
		rand 3 < 1 ? $w->{u}->del($path) : $w->{u}->put($path,
		    { value => { a => word() } }) }],
	[0.2, sub { my ($w) = @_; $w->{u}->patch('/me',
		    { autoDeleteCompleted => $F, displayName => word() }) }],
);

sub act {
	my ($w) = @_;
	my $sum = 0;
	$sum += $_->[0] for @acts;
	my $at = rand $sum;
	for (@acts) {
		next if ($at -= $_->[0]) >= 0;
		my $r = $_->[1]->($w);
		return if !ref $r || ref $r ne 'HASH' && !$r->{status};
		return $w->{done}++ if $r->{status} =~ /^2/;
		push @{$w->{bad}}, "$r->{status} $r->{body}"
		    if $r->{status} !~ /^4(?:04|09|22|29)$/;
		return;
	}
}

package main;

my $stop = "$d->{data}/stop";
my (@clients, @writers);
for my $i (0 .. $#users) {
	for my $way (['feed'], ['feed', sub { 1 + int rand 1000 }],
	    ['feed', sub { 1 + int rand 7 }], ['collections'],
	    ['collections', sub { 1 + int rand 7 }], ['items']) {
		my $n = @clients;
		push @clients, beside(sub {
			srand $seed + 100 + $n;
			my $r = Replica->new($users[$i], @$way);
			my $rounds = 0;
			until (-e $stop) {
				$r->sync;
				$rounds++;
				sleep 0.05 + rand 0.25;
			}
			$r->sync;
			my $faults = $r->compare($r->truth);
			return "$rounds $r->{items}\n" . join "\n", @$faults;
		});
	}
	push @writers, beside(sub {
		srand $seed + $i;
		my $w = Writer->new($users[$i], grep { $_ ne $users[$i] }
		    @users);
		$w->{u}->post('/lists', { id => uuid(), title => 'First' });
		for (my $n = 0; $w->{done} < $changes / @users &&
		    $n < 20 * $changes; $n++) {
			$w->look if $n % 25 == 0;
			$w->act;
		}
		return join "\n", $w->{done}, @{$w->{bad}};
	});
}
my $total = 0;
for (@writers) {
	my ($done, @bad) = split /\n/, ended($_);
	is_deeply \@bad, [], 'a writer met no surprise';
	$total += $done;
}
cmp_ok $total, '>=', $changes, "$total changes";
open my $out, '>', $stop;
close $out;
for (@clients) {
	my ($did, @faults) = split /\n/, ended($_);
	is_deeply [@faults[0 .. ($#faults < 9 ? $#faults : 9)]], [],
	    "a client that synced and took ($did) has the same";
}

is_deeply [Ledger::damage($d->{data})], [], 'ranks, the feed and stamps are sound';
unlike $d->run('docket-admin', 'check')->{out}, qr/FAULT/, 'check: no fault';
subtest 'in small' => sub {
	my ($ada, $bob) = map { $web->user("$_\@example.net") } qw(ada bob);
	my $l = make($ada, '/lists', title => 'L');
	my $o = make($ada, '/lists', title => 'O');
	my @t = map { make($ada, "/lists/$l/tasks", title => "T$_") } 1 .. 3;
	make($ada, "/tasks/$t[0]/steps", title => 'S');
	my $since = $bob->get('/me/changes')->{json}{next};
	$ada->post("/lists/$l/members", { email => 'bob@example.net' });
	my $r = $bob->get("/me/changes?since=$since")->{json};
	is_deeply [sort map { $_->{kind} } @{$r->{items}}],
	    [qw(list member step task task task)], 'a gain brings all, once';
	is_deeply $bob->get("/me/changes?since=$r->{next}")->{json}{items}, [],
	    'and next lies past it';
	(my $offset = $r->{next}) =~ s/Z$/+00:00/;
	is $bob->get("/me/changes?since=$offset")->{status}, 200,
	    'the + of an offset may come unescaped';
	$since = $r->{next};
	$ada->post("/lists/$l/tasks/$t[1]/move", { listId => $o });
	is_deeply [map { "$_->{kind} " . ($_->{deletedAt} ? 'gone' : 'live') }
	    @{$bob->get("/me/changes?since=$since")->{json}{items}}],
	    ['task gone'], 'moved out of reach: a tombstone';
	my ($seen) = grep { $_->{kind} eq 'task' }
	    @{$ada->get("/me/changes?since=$since")->{json}{items}};
	is "$seen->{listId} " . ($seen->{deletedAt} // 'live'), "$o live",
	    'within reach: the task';
	my ($old) = @{$ada->get("/lists/$l/tasks?since=$since")
	    ->{json}{items}};
	ok $old->{id} eq $t[1] && $old->{deletedAt},
	    'in the old list\'s collection a tombstone';
	$since = $bob->get('/me/changes')->{json}{next};
	my $hers = $ada->get('/me/changes')->{json}{next};
	$ada->del("/lists/$l/members/$bob->{me}{id}");
	is_deeply [map { "$_->{kind} $_->{id}" } grep { $_->{deletedAt} }
	    @{$bob->get("/me/changes?since=$since")->{json}{items}}],
	    ["list $l"], 'a loss brings the list\'s tombstone';
	is_deeply [map { $_->{kind} }
	    @{$ada->get("/me/changes?since=$hers")->{json}{items}}],
	    ['member'], 'in that caller\'s feed alone';
	for ('yesterday', '2026-02-30T00:00:00Z', '1') {
		is $ada->get("/me/changes?since=$_")->{json}{code},
		    'invalid-since', "since=$_";
	}
	# More than is read at once, and most of it not to be shown.
	my $cyd = $web->user('cyd@example.net');
	$since = $cyd->get('/me/changes')->{json}{next};
	my $many = uuid();
	my $made = $d->run('docket-import', '-q', '--user', 'cyd@example.net',
	    '/dev/stdin', \json({ schemaVersion => '1', lists => [{ id => $many,
	    title => 'Many' }], tasks => [map { { id => uuid(), listId => $many,
	    title => "Task $_" } } 1 .. 2500] }));
	is $made->{status}, 0, 'imported' or diag $made->{err};
	# As if all but three had been deleted since.
	$d->sql("UPDATE task SET stamp = stamp + 100000000,
	    deleted_at = stamp + 100000000 WHERE title LIKE 'Task %'
	    AND title NOT IN ('Task 1', 'Task 1500', 'Task 2500');
	    UPDATE feed SET stamp = stamp + 100000000 WHERE kind = 2
	    AND id IN (SELECT id FROM task WHERE title LIKE 'Task %'
	    AND deleted_at > 0);
	    UPDATE state SET last_stamp = last_stamp + 200000000");
	is_deeply [sort map { $_->{title} } grep { $_->{kind} eq 'task' }
	    @{$cyd->get('/me/changes?limit=3')->{json}{items}},
	    @{$cyd->get('/me/changes?limit=1000')->{json}{items}}],
	    ['Task 1', 'Task 1', 'Task 1500', 'Task 1500', 'Task 2500'],
	    'what is there is found among what is gone';
	my ($count, $page) = (0, { next => $since, more => 1 });
	while ($page->{more}) {
		$page = $cyd->get("/me/changes?since=$page->{next}"
		    . '&limit=900')->{json};
		$count += grep { $_->{kind} eq 'task' } @{$page->{items}};
	}
	is $count, 2500, 'and who synced before hears of all';
	$d->sql('UPDATE state SET oldest_since = last_stamp');
	$r = $ada->get("/me/changes?since=2026-01-01T00:00:00Z");
	is "$r->{status} $r->{json}{code}", '410 since-expired',
	    'older than the oldest kept';
};

done_testing;
