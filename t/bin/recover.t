# docket-admin recover: one list or one user from a backup into the service,
# whole or not at all, beside everything that came later.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Docket;
use JSON::PP ();
use Test::More;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);

sub recover {
	my ($d, @args) = @_;
	return $d->run('docket-admin', 'recover', @args);
}

sub is_recovered {
	my ($d, $args, $name) = @_;
	my $r = recover($d, @$args);
	is $r->{status}, 0, "$name: done" or diag $r->{err};
	is engine() eq 'sqlite' ? fault("$d->{data}/docket.db",
	    "$d->{data}/files") : '', '',
	    "$name: whole";
	is $d->check->{status}, 0,
	    "$name: check is content";
	is_deeply [glob "$d->{data}/*.recover*"], [],
	    'no temporary file is left';
	return $r;
}

sub is_refused {
	my ($d, $args, $like, $name) = @_;
	my $was = $d->rows;
	my $r = recover($d, @$args);
	is $r->{status}, 1, "$name: refused";
	like $r->{err}, $like, 'the message says why';
	is $d->rows, $was, 'nothing changed';
	return $r;
}

# A service with a list of ada's that grace shares, a record of every kind in
# it, and a backup of that; `more` before it.
sub backed_up {
	my ($more) = @_;
	my $d = Docket->new;
	my ($ada, $grace) = map { $d->user("$_\@example.org") } qw(ada grace);
	my $group = $ada->make('/me/groups', title => 'Home');
	my $list = $ada->make('/lists', title => 'Kitchen', groupId => $group);
	$ada->make('/lists', title => 'Other');
	$ada->post("/lists/$list/members", { email => $grace->{email} });
	my $own = $grace->make('/me/groups', title => 'Shared');
	$grace->patch("/lists/$list", { groupId => $own });
	my $tag = $ada->make('/me/tags', name => 'blue');
	my $hers = $grace->make('/me/tags', name => 'red');
	my $big = $ada->make("/lists/$list/tasks", title => 'Paint',
	    notes => 'twice', starred => $T, dueDate => '2030-01-31',
	    recurrence => 'monthly', assigneeId => $grace->{me}{id},
	    reminderAt => '2030-01-30T08:00:00Z', tagIds => [$tag],
	    myDay => '2026-01-02');
	my @more = map { $ada->make("/lists/$list/tasks", title => $_) }
	    qw(Tiles Floor);
	$grace->patch("/lists/$list/tasks/$more[0]", { done => $T });
	$grace->make("/tasks/$big/steps", title => $_) for qw(Buy Mix);
	$grace->put("/tasks/$big/tags", { tagIds => [$hers] });
	upload($_->[0], $big, $_->[1]) for [$ada, 'plan'], [$grace, 'colours'];
	$ada->put('/me/settings/app/theme', { value => 'dark' });
	$more->($ada, $grace, $list) if $more;
	my $dir = folder();
	my $r = $d->run('docket-backup', $dir, '--quiet');
	die "backup: $r->{err}" if $r->{status} != 0;
	return ($d, $ada, $grace, $list, $dir, $big, $group);
}

# Of a list all that a user sees, without what recovering changes.
sub seen {
	my ($u, $list) = @_;
	my $tasks = $u->get("/lists/$list/tasks")->{json}{items};
	my @all = ($u->get("/lists/$list")->{json}, @$tasks,
	    map({ @{$u->get("/tasks/$_->{id}/steps")->{json}{items}},
	    $u->get("/tasks/$_->{id}/tags")->{json} } @$tasks),
	    @{$u->get('/me/attachments')->{json}{items}},
	    @{$u->get('/me/my-day')->{json}{items}},
	    map { { member => $_->{userId} } }
	    @{$u->get("/lists/$list/members")->{json}{items}});
	delete @{$_}{qw(updatedAt joinedAt)} for @all;
	return \@all;
}

sub planned {
	return $_[0]->sql(
	    'SELECT group_concat(kind) FROM (SELECT kind FROM notice
	    ORDER BY 1) AS kinds');
}

# The later life of a service: the cleanups of more than half a year.
sub forgotten {
	my ($d) = @_;
	for (qw(40d 240d 280d)) {
		$d->later($_);
		my $r = $d->run('docket-cleanup', '--clock-is-right');
		die "cleanup: $r->{err}" if $r->{status} != 0;
	}
	delete @{$d->{env}}{qw(LD_PRELOAD FAKETIME)};
	return;
}

for (['deleted'], ['erased', 1]) {
	my ($case, $erased) = @$_;
	subtest "a list that was $case" => sub {
		my ($d, $ada, $grace, $list, $dir) = backed_up();
		my @was = map { seen($_, $list) } $ada, $grace;
		my $next = $grace->get('/me/changes')->{json}{next};
		my $planned = $erased ? 'reminder' : planned($d);
		$ada->del("/lists/$list");
		if ($erased) {
			forgotten($d);
			is $d->sql("SELECT count(*) FROM list"), 1, 'gone';
			$_ = $d->sign_in($_->{email}, $_->{password})
			    for $ada, $grace;
		}
		my $r = is_recovered($d, ['--from', $dir, '--list', $list],
		    'the list is recovered by its id');
		my @now = map { seen($_, $list) } $ada, $grace;
		is_deeply $now[0], $was[0], 'the owner has everything again';
		is_deeply $now[1], $was[1], 'so has the member';
		$r = $grace->get("/me/changes?since=$next")->{json};
		is scalar(grep { $_->{kind} eq 'task' } @{$r->{items}}), 3,
		    'clients receive it' if !$erased;
		is planned($d), $planned, 'nobody is notified again';
		like is_recovered($d, ['--from', $dir, '--list', 'Kitchen'],
		    'again, by its title')->{out}, qr/^0 created/,
		    'recovering by title changes nothing';
		is_deeply seen($ada, $list), $was[0], 'it is as before';
	};
}

subtest 'parts of a list that exists' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	my ($tiles, $floor) = map { $_->{id} } grep { $_->{title} ne 'Paint' }
	    @{$ada->get("/lists/$list/tasks")->{json}{items}};
	my $other = $ada->make('/lists', title => 'Third');
	$ada->patch("/lists/$list/tasks/$floor", { title => 'Ceiling' });
	$ada->post("/lists/$list/tasks/$tiles/move", { listId => $other });
	$ada->del("/lists/$list/tasks/$big");
	$ada->make("/lists/$list/tasks", title => 'New');
	$ada->del("/lists/$list/members/$grace->{me}{id}");
	my @args = ('--from', $dir, '--list', 'Kitchen');
	my $was = $d->rows;
	like recover($d, @args, '--dry-run')->{out},
	    qr/^Dry run: \d+ created/, 'a dry run';
	is $d->rows, $was, 'changes nothing';
	my $r = is_recovered($d, [@args], 'the list is recovered by its title');
	like $r->{err}, qr/task $tiles left out: it was moved/,
	    'a task that was moved is reported';
	is_deeply [sort map { $_->{title} }
	    @{$ada->get("/lists/$list/tasks")->{json}{items}}],
	    [qw(Ceiling New Paint)], 'later changes are kept';
	is $ada->get("/lists/$other/tasks/$tiles")->{status}, 200,
	    'a moved task stays where it is';
	is $grace->get("/lists/$list")->{status}, 404,
	    'a removed member does not return';
	my $paint = $ada->get("/lists/$list/tasks/$big")->{json};
	is $paint->{assigneeId}, undef, 'nor does their assignment';
	is scalar @{$ada->get("/tasks/$big/steps")->{json}{items}}, 2,
	    'steps return';
	is scalar @{$ada->get('/me/attachments')->{json}{items}}, 2,
	    'files return';
};

subtest 'a viewer' => sub {
	my ($d, $ada, $grace, $list, $dir) = backed_up(sub {
		my ($ada, $grace, $list) = @_;
		$ada->patch("/lists/$list/members/$grace->{me}{id}",
		    { role => 'viewer' }) });
	$ada->del("/lists/$list");
	is_recovered($d, ['--from', $dir, '--list', $list],
	    'the list is recovered');
	is $grace->get("/lists/$list")->{json}{role}, 'viewer',
	    'its viewer is one still';
};

subtest 'members' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	$grace->del("/lists/$list/members/$grace->{me}{id}");
	$ada->del("/lists/$list");
	my $r = is_recovered($d, ['--from', $dir, '--list', $list],
	    'the list is recovered');
	like $r->{err}, qr/member grace\@example\.org left out: they left/,
	    'who has left it does not return';
	is $grace->get("/lists/$list")->{status}, 404, 'they cannot reach it';
	$ada->del("/lists/$list/tasks/$big");
	$ada->del("/lists/$list");
	$d->run('docket-admin', 'user', 'remove', 'grace@example.org', '-y');
	$r = is_recovered($d, ['--from', $dir, '--list', $list],
	    'it is recovered again');
	like $r->{err}, qr/member grace\@example\.org left out: no longer/,
	    'a removed user does not return';
	is_deeply [map { $_->{uploaderId} }
	    @{$ada->get('/me/attachments')->{json}{items}}],
	    [($ada->{me}{id}) x 2], 'their file belongs to the owner';
};

for (['removed'], ['forgotten', 1]) {
	my ($case, $erased) = @$_;
	subtest "a user who was $case" => sub {
		my ($d, $ada, $grace, $list, $dir) = backed_up();
		my $hers = $grace->make('/lists', title => 'Of grace');
		$grace->post("/lists/$hers/members",
		    { email => $ada->{email} });
		my @was = map { seen($_, $list) } $ada, $grace;
		my $there = $ada->make("/lists/$hers/tasks", title => 'There',
		    myDay => '2026-01-03');
		# What is grace's on the same task is not ada's.
		$grace->put("/me/my-day/$there", { addedOn => '2026-01-03' });
		$_->put("/tasks/$there/tags", { tagIds => [
		    $_->make('/me/tags', name => 'there')] }) for $ada, $grace;
		$d->run('docket-backup', $dir, '--quiet');
		my $lists = sub { [map { "$_->{title} $_->{rank}" }
		    @{$_[0]->get('/lists')->{json}{items}}] };
		my $had = $lists->($ada);
		$ada->make('/lists', title => 'Later');	# is not in the backup
		is $ada->del('/me', { password => $ada->{password},
		    sharedLists => 'delete' })->{status}, 204, $case;
		forgotten($d) if $erased;
		is_refused($d, ['--from', $dir, '--list', 'Kitchen'],
		    qr/its owner ada\@example\.org was removed: recover that/,
		    'a list of a removed user is refused');
		my $r = is_recovered($d, ['--from', $dir, '--user',
		    'ada@example.org'], 'the user is recovered');
		$_ = $d->sign_in($_->{email}, $_->{password}) for $ada, $grace;
		ok $ada, 'with the password';
		is_deeply [grep { ($_->{taskId} // '') ne $there }
		    @{seen($ada, $list)}], $was[0], 'with their lists';
		is_deeply [grep { ($_->{taskId} // '') ne $there }
		    @{seen($grace, $list)}], $was[1], 'shared ones, too';
		my @mine = grep { $_->{taskId} eq $there }
		    @{$ada->get('/me/my-day')->{json}{items}};
		if ($erased) {
			like $r->{err}, qr/$hers left out: .* no longer a mem/,
			    'but not as a member after so long';
		} else {
			is_deeply [sort @{$lists->($ada)}], [sort @$had],
			    'and with their memberships';
			is @mine, 1, 'with their My Day';
		}
		is_deeply [map { $_->{value} }
		    @{$ada->get('/me/settings')->{json}{items}}], ['dark'],
		    'with their settings';
		like is_recovered($d, ['--from', $dir, '--user',
		    'ada@example.org'], 'again')->{out}, qr/^0 created/,
		    'recovering again changes nothing';
	};
}

subtest 'a user whose list was handed over' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	is $d->run('docket-admin', 'user', 'remove', 'ada@example.org',
	    '--yes')->{status}, 0, 'removed';
	$grace->del("/lists/$list/tasks/$big");
	is_recovered($d, ['--from', $dir, '--list', 'Kitchen'],
	    'the list is recovered for its new owner');
	is $grace->get("/lists/$list/tasks/$big")->{status}, 200,
	    'who has what was deleted';
	is_recovered($d, ['--from', $dir, '--user', 'ada@example.org'],
	    'the user is recovered');
	$ada = $d->sign_in($ada->{email}, $ada->{password});
	is_deeply [sort map { "$_->{title} $_->{role}" }
	    @{$ada->get('/lists')->{json}{items}}],
	    ['Kitchen member', 'Other owner'],
	    'with their own list, and as a member of the other';
	is $grace->get("/lists/$list")->{json}{role}, 'owner',
	    'which its new owner keeps';
};

subtest 'a user who exists' => sub {
	my ($d, $ada, $grace, $list, $dir, $big, $group) = backed_up();
	my ($tag) = map { $_->{id} } @{$ada->get('/me/tags')->{json}{items}};
	$ada->del("/me/tags/$tag");
	$ada->del("/me/groups/$group");
	$ada->del("/lists/$_->{id}")
	    for @{$ada->get('/lists')->{json}{items}};
	$d->run('docket-admin', 'user', 'email', 'ada@example.org',
	    'new@example.org');
	is_recovered($d, ['--from', $dir, '--user', 'ada@example.org'],
	    'is found by the address in the backup');
	is_deeply [sort map { $_->{title} }
	    @{$ada->get('/lists')->{json}{items}}], [qw(Kitchen Other)],
	    'the lists return';
	is $ada->get("/lists/$list")->{json}{groupId}, $group, 'in their group';
	is_deeply $ada->get("/tasks/$big/tags")->{json}{tagIds}, [$tag],
	    'with their tags';
	is $ada->get('/me')->{json}{email}, 'new@example.org',
	    'the account does not change';
};

# Of every kind, on a task that is gone from the list or of a user who is.
subtest 'parts that have no place any more' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	my ($tiles, $floor) = map { $_->{id} } grep { $_->{title} ne 'Paint' }
	    @{$ada->get("/lists/$list/tasks")->{json}{items}};
	my @tags = map { $grace->make('/me/tags', name => $_) } qw(one two);
	for my $t ($tiles, $floor) {
		$ada->make("/tasks/$t/steps", title => 'Measure');
		upload($ada, $t, "file of $t");
		$_->put("/me/my-day/$t", { addedOn => '2026-01-02' })
		    for $ada, $grace;
		$grace->put("/tasks/$t/tags", { tagIds => \@tags });
	}
	$d->run('docket-backup', $dir, '--quiet');
	my $other = $ada->make('/lists', title => 'Third');
	for my $t ($tiles, $floor) {
		$ada->post("/lists/$list/tasks/$t/move", { listId => $other });
	}
	$ada->del("/lists/$other/tasks/$floor");
	my $r = is_recovered($d, ['--from', $dir, '--list', $list],
	    'the list is recovered');
	like $r->{err}, qr/task $_ left out: it was moved/, 'reported'
	    for $tiles, $floor;
	is_deeply [map { $_->{title} }
	    @{$ada->get("/lists/$list/tasks")->{json}{items}}], ['Paint'],
	    'they stay where they are';
	$ada->del("/lists/$list/members/$grace->{me}{id}");
	$ada->post("/lists/$other/tasks/$tiles/move", { listId => $list });
	$d->sql('DELETE FROM my_day; DELETE FROM task_tag; DELETE FROM tag_set');
	is $d->run('docket-admin', 'recover', '--from', $dir, '--list', $list)
	    ->{status}, 0, 'without a member';
	is $d->sql("SELECT count(*) FROM my_day WHERE user_id <> " .
	    "(SELECT owner_id FROM list LIMIT 1)"), 0,
	    'nothing of hers comes back';
};

subtest 'parts beyond the limits' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	my ($T, $G) = map { "x'" . tr/-//dr . "'" } $big, $grace->{me}{id};
	$ada->del("/tasks/$big/steps/$_->{id}")
	    for @{$ada->get("/tasks/$big/steps")->{json}{items}};
	$ada->del("/attachments/$_->{id}")
	    for @{$ada->get('/me/attachments')->{json}{items}};
	$grace->del("/me/tags/$_->{id}")
	    for @{$grace->get('/me/tags')->{json}{items}};
	$d->sql('DELETE FROM task_tag; DELETE FROM tag_set');
	my %full = (
		"step SELECT $T, 0, printf('b%03d', i), randomblob(16), '-',
		    0, i, i FROM n" => 100,
		"attachment SELECT $T, randomblob(16), $G, 'f', 'text/plain',
		    1, zeroblob(32), i, i, 0 FROM n" => 100,
		"tag (user_id, id, name, name_key, search_key, created_at,
		    stamp) SELECT $G, randomblob(16), 'n' || i, 'n' || i,
		    'n' || i, i, i FROM n" => 500);
	$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1
	    FROM n WHERE i < $full{$_}) INSERT INTO $_") for sort keys %full;
	my $r = is_refused($d, ['--from', $dir, '--list', $list],
	    qr/nothing was changed/, 'beyond the limits');
	like $r->{err}, qr/^docket-admin: $_ \S+ refused: the limit has been/m,
	    $_ for 'step', 'attachment', 'tags of task';
	$ada->del("/lists/$list/tasks/$big");
	$d->sql('UPDATE list SET tasks = 10000');
	$r = is_refused($d, ['--from', $dir, '--list', $list],
	    qr/task $big refused: the limit has been reached/, 'a full list');
	unlike $r->{err}, qr/step|attachment/, 'its parts are not named';
};

subtest 'a tag that was deleted' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	my ($tag) = @{$grace->get('/me/tags')->{json}{items}};
	$grace->del("/me/tags/$tag->{id}");
	$d->sql('DELETE FROM task_tag; DELETE FROM tag_set');
	is recover($d, '--from', $dir, '--list', $list)->{status}, 0,
	    'the list is recovered';
	is_deeply $grace->get("/tasks/$big/tags")->{json}{tagIds},
	    [$tag->{id}], 'with a tag that its member has deleted';
};

subtest 'a file whose id another has now' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	my ($file) = @{$ada->get('/me/attachments')->{json}{items}};
	my $other = $ada->make("/lists/$list/tasks", title => 'Other');
	my ($F, $O) = map { "x'" . tr/-//dr . "'" } $file->{id}, $other;
	$d->sql("UPDATE attachment SET task_id = $O WHERE id = $F");
	is_refused($d, ['--from', $dir, '--list', $list],
	    qr/attachment $file->{id} refused: another attachment has its id/,
	    'on another task');
};

subtest 'members beyond the limits' => sub {
	my ($d, $ada, $grace, $list, $dir) = backed_up();
	my ($L, $G) = map { "x'" . tr/-//dr . "'" } $list, $grace->{me}{id};
	my $n = sub { "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1
	    FROM n WHERE i < $_[0]) INSERT INTO" };
	my $access = 'INSERT INTO access (user_id, list_id, role, rank,
	    joined_at, stamp, member_stamp, deleted_at)';
	$d->run('docket-admin', 'user', 'remove', $grace->{email}, '-y');
	$d->sql($n->(50) . " user (id, email, email_key, display_name,
	    verified, time_zone, reminders, assignments, created_at) SELECT
	    randomblob(16), 'u' || i, 'u' || i, 'U', 1, 'UTC', 1, 1, i FROM n;
	    $access SELECT id, $L, 'member', 'a0', 1, created_at, created_at, 0
	    FROM user WHERE display_name = 'U'");
	my $r = recover($d, '--from', $dir, '--user', $grace->{email});
	is $r->{status}, 0, 'a user, in the place of another';
	like $r->{err}, qr/list of another $list left out: too many members/,
	    'the message names the list';
	$ada->del("/lists/$list");
	$d->sql($n->(500) . " list (id, owner_id, title, created_at, stamp)
	    SELECT randomblob(16), (SELECT id FROM user WHERE email = 'u1'),
	    'Full', i, i FROM n;
	    $access SELECT $G, id, 'member', 'a0', 1, stamp, stamp, 0 FROM list
	    WHERE title = 'Full'");
	$r = recover($d, '--from', $dir, '--list', $list);
	is $r->{status}, 0, 'a list of a member who has 500 others';
	like $r->{err}, qr/member \S+ left out: .* too many lists of theirs/,
	    'the message says so';
	is $ada->get("/lists/$list")->{status}, 200, 'the list exists again';
};

subtest 'recoveries that are refused' => sub {
	my ($d, $ada, $grace, $list, $dir, $big) = backed_up();
	open my $held, '>>', "$dir/docket-backup.lock" or die;
	flock $held, 2 or die;
	is_refused($d, ['--from', $dir, '--list', $list],
	    qr/a backup is running there/, 'while a backup is made');
	close $held;
	my ($backup) = generations($dir);
	my @list = ('--list', 'Kitchen');
	is_refused($d, ['--from', $dir, '--list', 'No such'],
	    qr/the backup has no list No such/, 'an unknown title');
	is_refused($d, ['--from', $dir, '--list', uuid()],
	    qr/the backup has no list/, 'an unknown id');
	is_refused($d, ['--from', $dir, @list, '--user', 'x@example.org'],
	    qr/the backup has no user x/, 'an unknown user');
	is_refused($d, ['--from', $dir, @list, '--user',
	    'grace@example.org'], qr/the backup has no list/,
	    'a list of somebody else');
	is_refused($d, ['--from', "$dir/nowhere", @list],
	    qr/no such backup/, 'a missing backup');
	is_refused($d, ['--from', folder(), @list], qr/no backups/,
	    'an empty directory');
	is recover($d, @$_)->{status}, 2, "usage: @$_" for [], [@list],
	    ['--from', $dir], ['--from', $dir, @list, 'more'];

	$ada->del("/lists/$list/tasks/$big");
	my $elsewhere = $grace->make('/lists', title => 'Of grace');
	if (engine() eq 'sqlite') {
		unlink "$d->{data}/" . file_of('plan'), "$dir/" . file_of('plan');
		is_refused($d, ['--from', $dir, @list],
		    qr/attachment \S+ refused: its file is missing .*nothing was changed/s,
		    'a missing file');
		write_file("$dir/" . file_of('plan'), 'plan');
		write_file("$d->{data}/" . file_of('plan'), 'plan');
		chmod 0600, "$d->{data}/" . file_of('plan');
	}

	$d->run('docket-admin', 'user', 'remove', 'ada@example.org', '-y');
	my $new = $d->user('ada@example.org', password => 'another ada');
	is_refused($d, ['--from', $dir, '--user', 'ada@example.org'],
	    qr/user ada\@example.org refused: another account has that/,
	    'an address in use');

	$grace->make('/lists', title => 'Twice') for 1, 2;
	$d->run('docket-backup', $dir, '--quiet');
	my $r = is_refused($d, ['--from', $dir, '--list', 'Twice'],
	    qr/several lists are called Twice: give the id/,
	    'an ambiguous title');
	my ($id) = $r->{err} =~ /([0-9a-f-]{36}) of grace/;
	$grace->del("/lists/$id");
	is_recovered($d, ['--from', $dir, '--list', $id],
	    'the list is recovered by its id');
	is $grace->get("/lists/$id")->{status}, 200, 'it exists again';
	write_file("$dir/$backup", substr slurp("$dir/$backup"), 0, -4096);
	is_refused($d, ['--from', "$dir/$backup", @list], qr/damaged/,
	    'a damaged backup');
};

done_testing;
