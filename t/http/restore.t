# Restoring deleted records, and the trash, which lists exactly what can be
# restored.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new;
my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);

sub made {
	my ($u, $path, %more) = @_;
	my $id = uuid();
	my $r = $u->post($path, { id => $id, title => 'x', %more });
	is $r->{status}, 201, "made in $path" or diag $r->{body};
	return $id;
}

sub code { my ($r) = @_; return "$r->{status} " . ($r->{json}{code} // '') }
sub ids { my ($r) = @_; return [map { $_->{id} } @{$r->{json}{items}}] }
sub trash { my ($u, $query) = @_; return $u->get('/me/trash' . ($query // '')) }
# A day later for everything that is stored.
sub age {
	my ($days) = @_;
	my $usec = $days * 86400_000_000;
	$d->sql("UPDATE $_ SET deleted_at = deleted_at - $usec
	    WHERE deleted_at > 0") for qw(step task tag attachment);
	$d->sql("UPDATE feed SET gone = gone - $usec WHERE gone > 0");
}

my $list = made($ada, '/lists');
my $task = made($ada, "/lists/$list/tasks", title => 'T');
my $steps = "/tasks/$task/steps";

subtest 'a deleted step' => sub {
	my @s = map { made($ada, $steps, title => $_) } qw(one two three);
	is $ada->del("$steps/$s[1]")->{status}, 204, 'it is deleted';
	is_deeply ids(trash($ada)), [$s[1]], 'it is in the trash';
	is $ada->get('/search?q=two')->{json}{items}[0], undef,
	    'search does not find it';
	my $now = $ada->get('/me/changes')->{json}{next};
	my $r = $ada->post("$steps/$s[1]/restore");
	is code($r), '200 ', 'it is restored';
	is $r->{json}{title}, 'two', 'with its title';
	ok !exists $r->{json}{deletedAt}, 'it is live';
	is_deeply ids($ada->get($steps)), \@s, 'it is in its old place';
	is_deeply [map { "$_->{kind} $_->{id}" }
	    @{$ada->get("/me/changes?since=$now")->{json}{items}}],
	    ["step $s[1]"], 'it is in the feed';
	is_deeply ids(trash($ada)), [], 'it is no longer in the trash';
	is scalar @{$ada->get('/search?q=two')->{json}{items}}, 1,
	    'search finds it';
	is code($ada->post("$steps/$s[1]/restore")), '404 step-not-found',
	    'a live step cannot be restored';
	$ada->del("$steps/$s[1]");
	my $new = made($ada, $steps, title => 'new');
	$ada->patch("$steps/$new/rank", { beforeId => $s[0],
	    afterId => $s[2] });
	is $ada->get($steps)->{json}{items}[1]{rank},
	    $d->sql("SELECT rank FROM step WHERE deleted_at > 0"),
	    'another step gets its rank';
	is code($ada->post("$steps/$s[1]/restore")), '200 ', 'it is restored';
	is_deeply ids($ada->get($steps)), [$s[0], $new, @s[1, 2]],
	    'next to the step with its rank';
	$ada->del("$steps/$s[1]");
	made($ada, $steps) for 4 .. 99;
	is code($ada->post("$steps/$s[1]/restore")), '200 ',
	    'the 100th step can be restored';
	$ada->del("$steps/$s[1]");
	made($ada, $steps);
	is code($ada->post("$steps/$s[1]/restore")), '422 limit-reached',
	    'the 101st cannot';
	$ada->del("$steps/$new");
	age(31);
	is code($ada->post("$steps/$new/restore")), '404 step-not-found',
	    'nor can a step deleted over 30 days ago';
	is_deeply ids(trash($ada)), [], 'the trash no longer lists it';
};

# Its rank is that of another by then, as an import can give it.
subtest 'a place that is taken' => sub {
	my @l = map { made($ada, '/lists', title => "Rank $_") } 1, 2;
	my @g = map { made($ada, '/me/groups', title => "Rank $_") } 1, 2;
	is $ada->del($_)->{status}, 204, "$_ is deleted"
	    for "/lists/$l[0]", "/me/groups/$g[0]";
	for (['access', 'list_id', @l], ['list_group', 'id', @g]) {
		my ($table, $id, $from, $to) = map { s/(\w)-/$1/gr } @$_;
		$d->sql("UPDATE $table SET rank = (SELECT rank FROM $table
		    WHERE $id = x'$from') WHERE $id = x'$to'");
	}
	for ("/lists/$l[0]", "/me/groups/$g[0]") {
		is code($ada->post("$_/restore")), '200 ', "$_ is restored";
	}
	for my $path ('/lists', '/me/groups') {
		my %ranks = map { $_->{id} => $_->{rank} }
		    @{$ada->get($path)->{json}{items}};
		my ($one, $two) = grep { defined } @ranks{@l, @g};
		cmp_ok $one, 'gt', $two, 'it comes after the other';
	}
};

subtest 'a deleted tag' => sub {
	my ($g, $h) = map { uuid() } 1, 2;
	$ada->post('/me/tags', { id => $g, name => 'Urgent' });
	$ada->post('/me/tags', { id => $h, name => 'Other' });
	my @t = map { made($ada, "/lists/$list/tasks", title => "G $_",
	    tagIds => [$g, $h]) } 1 .. 3;
	is $ada->del("/me/tags/$g")->{status}, 204, 'it is deleted';
	is_deeply $ada->get("/tasks/$t[0]/tags")->{json}{tagIds}, [$h],
	    'its tasks do not have it';
	is scalar @{$ada->get('/search?q=urgent')->{json}{items}}, 0,
	    'search does not find it';
	$ada->put("/tasks/$t[1]/tags", { tagIds => [] });
	my $r = trash($ada)->{json}{items}[0];
	is "$r->{kind} $r->{id} $r->{name}", "tag $g Urgent",
	    'it is in the trash';
	my $now = $ada->get('/me/changes')->{json}{next};
	is code($ada->post("/me/tags/$g/restore")), '200 ', 'it is restored';
	is_deeply $ada->get("/tasks/$t[$_->[0]]/tags")->{json}{tagIds},
	    [sort @{$_->[1]}], $_->[2] for [0, [$g, $h], 'on its task'],
	    [1, [], 'not where the tags were set again'], [2, [$g, $h], 'on'];
	is_deeply [sort map { $_->{kind} }
	    @{$ada->get("/me/changes?since=$now")->{json}{items}}],
	    [qw(tag taskTags taskTags)],
	    'the tag and its tag sets are in the feed';
	is scalar @{$ada->get('/search?q=urgent')->{json}{items}}, 2,
	    'search finds its tasks';
	$ada->del("/me/tags/$g");
	$ada->post('/me/tags', { id => uuid(), name => 'URGENT' });
	is code($ada->post("/me/tags/$g/restore")), '409 tag-exists',
	    'it cannot be restored if its name is taken';
	is $ada->post('/me/tags', { id => $g, name => 'Again' })->{status},
	    201, 'its id can be used again';
	is_deeply $ada->get("/tasks/$t[0]/tags")->{json}{tagIds}, [$h],
	    'then it is on no task';
	is code($bob->post("/me/tags/$g/restore")), '404 tag-not-found',
	    'only its owner can restore it';
	$ada->put("/tasks/$t[0]/tags", { tagIds => [$g] });
	$ada->del("/me/tags/$g");
	$d->later('31d');
	is $d->run('docket-cleanup', '--quiet',
	    '--clock-is-right')->{status}, 0, 'cleanup erases it';
	delete @{$d->{env}}{qw(LD_PRELOAD FAKETIME)};
	is $d->sql("SELECT count(*) FROM task_tag x JOIN tag g
	    ON g.id = x.tag_id WHERE g.deleted_at > 0"), 0, 'and its tag sets';
};

subtest 'a deleted attachment' => sub {
	my $d = Docket->new('quota-bytes' => 20_000);
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my $l = made($ada, '/lists', title => 'shared');
	my $t = made($ada, "/lists/$l/tasks");
	my ($before, $f, $mine) = map { uuid() } 1 .. 3;
	$ada->upload($t, $before, 'y' x 10, 'before.txt');
	$ada->del("/attachments/$before");
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	is $bob->upload($t, $f, 'x' x 15_000, 'a.txt')->{status}, 201,
	    'a member\'s file is stored';
	is $ada->upload($t, $mine, 'z' x 20, 'b.txt')->{status}, 201,
	    'so is the owner\'s';
	is $_->[0]->del("/attachments/$_->[1]")->{status}, 204,
	    'both are deleted'
	    for [$bob, $f], [$ada, $mine];
	is_deeply ids(trash($bob)), [$f],
	    'the uploader has their file in the trash';
	is_deeply ids(trash($ada)), [$mine, $f, $before],
	    'the owner has all, newest first';
	is code($bob->post("/attachments/$_->[0]/restore")),
	    '404 attachment-not-found', $_->[1] for
	    [$mine, 'another\'s'], [$before, 'nor from before they came'];
	is $bob->upload($t, my $g = uuid(), 'w' x 10_000, 'c.txt')->{status},
	    201, 'another file is stored';
	is code($ada->post("/attachments/$f/restore")), '413 quota-exceeded',
	    'the quota counts';
	{
		local $d->{env}{'DOCKET_QUOTA_BYTES'} = 30_000;
		$bob->del("/attachments/$g");
	}
	my $r = $ada->post("/attachments/$f/restore");
	is code($r), '200 ', 'the owner restores it';
	is $r->{json}{filename}, 'a.txt', 'with its name';
	is $bob->get("/attachments/$f/content")->{body}, 'x' x 15_000,
	    'and its content';
	is code($bob->post("/attachments/$g/restore")), '413 quota-exceeded',
	    'a file over the quota cannot be restored';
	$ada->del("/attachments/$f");
	is $d->run('docket-cleanup', '--quiet')->{status}, 0, 'cleanup runs';
	is code($bob->post("/attachments/$f/restore")), '200 ',
	    'the content was kept';
	is $bob->get("/attachments/$f/content")->{body}, 'x' x 15_000,
	    'and is complete';
};

subtest 'deleted attachments beyond the quota' => sub {
	# Exactly three files.
	my $d = Docket->new('quota-bytes' => 18_000);
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my $l = made($ada, '/lists', title => 'L');
	my $t = made($ada, "/lists/$l/tasks");
	my $files = sub { scalar(() = glob "$d->{data}/files/??/*") };
	my @f = map { uuid() } 1 .. 6;
	for (0 .. 5) {
		is $ada->upload($t, $f[$_], $_ x 6000, 'a.txt')->{status}, 201,
		    'the file is stored';
		is $ada->del("/attachments/$f[$_]")->{status}, 204,
		    'and deleted';
		cmp_ok $files->(), '<=', 3, 'at most three are on the disk';
	}
	is_deeply ids(trash($ada)), [@f[5, 4, 3]], 'the newest are kept';
	is code($ada->post("/attachments/$f[2]/restore")),
	    '404 attachment-not-found', 'the others are erased';
	is code($ada->post("/attachments/$f[4]/restore")), '200 ',
	    'a kept one can be restored';
	is $ada->get("/attachments/$f[4]/content")->{body}, 4 x 6000,
	    'and is complete';
	# The same content once; and another's live file stays.
	$bob->upload(made($bob, '/lists/' . made($bob, '/lists',
	    title => 'B') . '/tasks'), my $his = uuid(), 3 x 6000, 'b.txt');
	for my $byte (6 .. 8) {
		$ada->upload($t, my $id = uuid(), $byte x 6000, 'a.txt');
		$ada->del("/attachments/$id");
	}
	is $bob->get("/attachments/$his/content")->{body}, 3 x 6000,
	    'the live file of another user stays';
	unlike $d->run('docket-admin', 'check', '--deep')->{out}, qr/FAULT(?!: fsync)|without an attachment/,
	    'check finds nothing missing or left over';
};

subtest 'the trash' => sub {
	my $d = Docket->new;
	my ($eve, $joe) = map { $d->user("$_\@example.org") } qw(eve joe);
	my $l = made($eve, '/lists', title => 'L');
	my $gone = made($eve, "/lists/$l/tasks", title => 'early');
	$eve->del("/lists/$l/tasks/$gone");
	$eve->post("/lists/$l/members", { email => 'joe@example.org' });
	is code($joe->post("/lists/$l/tasks/$gone/restore")),
	    '404 task-not-found',
	    'a task deleted before joining cannot be restored';
	my ($kept, $t) = map { made($eve, "/lists/$l/tasks") } 1, 2;
	my ($s, $under) = map { made($eve, "/tasks/$_/steps") } $kept, $t;
	my $group = made($eve, '/me/groups');
	my $m = made($eve, '/lists', title => 'M');
	my $lost = made($eve, "/lists/$m/tasks");
	$eve->post('/me/tags', { id => my $g = uuid(), name => 'tag' });
	$eve->upload($kept, my $f = uuid(), 'x', 'x.txt');
	is $eve->del($_)->{status}, 204, $_ for "/tasks/$kept/steps/$s",
	    "/tasks/$t/steps/$under", "/lists/$l/tasks/$t",
	    "/me/groups/$group", "/lists/$m/tasks/$lost", "/lists/$m",
	    "/me/tags/$g", "/attachments/$f";
	my @all = ([attachment => $f], [tag => $g], [list => $m],
	    [group => $group], [task => $t], [step => $s], [task => $gone]);
	my $r = trash($eve);
	is_deeply [map { [$_->{kind}, $_->{id}] } @{$r->{json}{items}}],
	    \@all,
	    'it has each deleted record, newest first, without their parts';
	is_deeply [grep { !$_->{deletedAt} } @{$r->{json}{items}}], [],
	    'each has the time of deletion';
	is_deeply [@{$r->{json}}{qw(next more)}], [undef, $F],
	    'nothing follows';
	is_deeply ids(trash($joe)), [$t, $s],
	    'a member sees what they can restore';
	my ($after, @paged) = ('');
	do {
		$r = trash($eve, "?limit=2$after");
		push @paged, @{ids($r)};
		$after = '&after=' . ($r->{json}{next} // '');
	} while ($r->{json}{more});
	is_deeply \@paged, [map { $_->[1] } @all],
	    'pages have the same records';
	# A step keeps when it was deleted, whatever becomes of its task.
	my $n = made($eve, '/lists', title => 'N');
	$eve->post("/lists/$l/tasks/$kept/move", { listId => $n });
	is_deeply ids(trash($eve)), [map { $_->[1] } @all],
	    'also after the task of a step has moved';
	is_deeply ids(trash($joe)), [$t], 'where a member cannot reach it';
	$eve->post("/lists/$l/tasks/$t/restore");
	is_deeply ids(trash($eve)), [$f, $g, $m, $group, $under, $s, $gone],
	    'the steps of a restored task are listed';
	is code($eve->get("/me/trash?$_->[0]")), $_->[1], $_->[0] for
	    ['since=1970-01-01T00:00:00Z', '422 invalid-since'],
	    ['after=x', '422 validation-failed'],
	    ['limit=0', '422 validation-failed'];
};

# What was deleted before its list was lost and came back: who still sees it in
# the trash, and can be restored.
subtest 'the trash after a list came back' => sub {
	my $d = Docket->new;
	my %user = map { ($_ => $d->user("$_\@example.org")) } qw(eve joe);
	my ($eve, $joe) = @user{qw(eve joe)};
	my (%at, $l);
	my %do = (
		delete => sub { $eve->del("/lists/$l") },
		restore => sub { $eve->post("/lists/$l/restore") },
		remove => sub { $eve->del("/lists/$l/members/$joe->{me}{id}") },
		add => sub { $eve->post("/lists/$l/members",
		    { email => $joe->{email} }) },
		leave => sub { $joe->del("/lists/$l/members/$joe->{me}{id}") },
		join => sub { my $code = $eve->post("/lists/$l/invitations")
		    ->{json}{code};
			$joe->post("/invitations/$code/accept") },
	);
	my @all = qw(task step hers his);
	my %whose = (eve => \@all, joe => [qw(task step his)]);
	# The sequence, and who sees what was deleted before it.
	for (['', 'eve joe'], ['delete restore', 'eve joe'],
	    ['delete restore delete restore', 'eve joe'],
	    ['remove add', 'eve'], ['leave join', 'eve'],
	    ['remove delete restore add', 'eve'],
	    ['delete restore leave join', 'eve']) {
		my ($sequence, $seers) = @$_;
		for my $who (qw(eve joe)) {
			my $name = "$sequence: $who";
			$l = made($eve, '/lists');
			$do{join}->();
			my $t = made($eve, "/lists/$l/tasks");
			%at = (task => "/lists/$l/tasks/" .
			    made($eve, "/lists/$l/tasks"),
			    step => "/tasks/$t/steps/" .
			    made($eve, "/tasks/$t/steps"),
			    map { ($_ => '/attachments/' . uuid()) } qw(hers his));
			$_->[0]->upload($t, $at{$_->[1]} =~ s{.*/}{}r, 'x', 'x.txt')
			    for [$eve, 'hers'], [$joe, 'his'];
			is $eve->del($at{$_})->{status}, 204, "$name: $_" for @all;
			for (split ' ', $sequence) {
				like $do{$_}->()->{status}, qr/^2/, "$name: $_";
			}
			my %seen = $seers =~ $who ? map { ($_ => 1) }
			    @{$whose{$who}} : ();
			my %in = map { $_ => 1 } @{ids(trash($user{$who}))};
			is_deeply [grep { $in{$at{$_} =~ s{.*/}{}r} } @all],
			    [grep { $seen{$_} } @all], "$name: in the trash";
			is $user{$who}->post("$at{$_}/restore")->{status},
			    $seen{$_} ? 200 : 404, "$name: $_ can be restored "
			    . ($seen{$_} ? '' : 'by others only') for @all;
			$eve->del("/lists/$l");
		}
	}
	is_deeply [map { "$_->{kind} $_->{ownerName}" }
	    @{trash($eve, '?limit=1')->{json}{items}}], ['list eve'],
	    "a list in the trash has its owner's name";
};

# Restoring a task changes what belongs to the list's members, not to former ones.
subtest 'tags and My Day entries of members, and not of former ones' => sub {
	my $l = made($ada, '/lists');
	my $t = made($ada, "/lists/$l/tasks");
	my @cyd_dan = map { $d->user("$_\@example.org") } qw(cyd dan);
	for (@cyd_dan) {
		$ada->post("/lists/$l/members", { email => $_->{email} });
		is $_->put("/me/my-day/$t", {})->{status}, 200, 'in My Day';
		is $_->put("/tasks/$t/tags", { tagIds => [$_->make('/me/tags',
		    name => 'tag')] })->{status}, 200, 'tagged';
	}
	is $ada->del("/lists/$l/members/$cyd_dan[1]{me}{id}")->{status}, 204,
	    'one is removed';
	my $stamps = sub { my ($u) = @_; my $id = $u->{me}{id} =~ tr/-//dr;
	    return $d->sql(join ' UNION ALL ', map { "SELECT stamp FROM $_
		WHERE user_id = x'$id'" } qw(tag_set my_day)) };
	my @before = map { $stamps->($_) } @cyd_dan;
	is $ada->del("/lists/$l/tasks/$t")->{status}, 204, 'deleted';
	is $ada->post("/lists/$l/tasks/$t/restore")->{status}, 200, 'restored';
	isnt $stamps->($cyd_dan[0]), $before[0], 'a member gets them again';
	is $stamps->($cyd_dan[1]), $before[1], 'a former member does not';
};

my $said = `node $FindBin::Bin/../npm/validate.mjs < $record 2>&1`;
is $?, 0, 'every answer is what the OpenAPI document says'
    or diag join "\n", grep { !/^ok|never seen/ } split /\n/, $said;
done_testing;
