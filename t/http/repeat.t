# Recurring tasks: what a successor inherits, when it is deleted again, its id,
# and which reminders are planned.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use Test::More;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my ($list, $other, $tag) = map { uuid() } 1 .. 3;
$ada->post('/lists', { id => $_, title => 'L' }) for $list, $other;
$ada->post('/me/tags', { id => $tag, name => 'tag' });
my $tasks = "/lists/$list/tasks";

sub made {
	my ($path, %more) = @_;
	my $id = uuid();
	my $r = $ada->post($path, { id => $id, title => 'x', %more });
	is $r->{status}, 201, "made in $path";
	return $id;
}

# Done, or not done again: the id of the successor that is named.
sub done {
	my ($id, $done) = @_;
	my $r = $ada->patch("$tasks/$id", { done => $done });
	is $r->{status}, 200, $done ? 'done' : 'not done';
	return ($r->{headers}{link} // '') =~
	    m{/tasks/([-\da-f]+)>; rel="next"} ? $1 : undef;
}

sub repeating {
	my $id = made($tasks);
	$ada->patch("$tasks/$id", { dueDate => '2036-01-31',
	    recurrence => 'monthly' });
	return $id;
}

subtest 'the successor of a completed task' => sub {
	my ($below, $id, $above) = map { made($tasks, position => 'top') }
	    1 .. 3;
	$ada->patch("$tasks/$id", { dueDate => '2036-01-31', starred => $T,
	    notes => 'N', recurrence => 'monthly',
	    assigneeId => $ada->{me}{id} });
	$ada->put("/tasks/$id/tags", { tagIds => [$tag] });
	my @steps = map { made("/tasks/$id/steps", title => $_) } qw(a b c);
	$ada->patch("/tasks/$id/steps/$steps[0]", { done => $T });
	$ada->del("/tasks/$id/steps/$steps[1]");
	my @files = map { $ada->upload($id, uuid(), "$_\n", "$_.txt")->{json} }
	    qw(kept gone);
	$ada->del("/attachments/$files[1]{id}");
	my $next = done($id, $T);
	my ($old, $new) = map { $ada->get("$tasks/$_")->{json} } $id, $next;
	is $new->{$_}, $old->{$_}, "the same $_" for qw(title notes starred
	    assigneeId notesUpdatedAt);
	is "$new->{done} $new->{dueDate} $new->{recurrence}",
	    '0 2036-02-29 monthly', 'it is open and due in a month';
	is_deeply $ada->get("/tasks/$next/tags")->{json}{tagIds}, [$tag],
	    'it has the tags';
	is_deeply [map { "$_->{title} $_->{done}" }
	    @{$ada->get("/tasks/$next/steps")->{json}{items}}], ['a 0', 'c 0'],
	    'it has the live steps, not done';
	is_deeply [map { $_->{filename} } grep { $_->{taskId} eq $next }
	    @{$ada->get('/me/attachments')->{json}{items}}], ['kept.txt'],
	    'it has the live files';
	is_deeply [map { $_->{id} } @{$ada->get($tasks)->{json}{items}}],
	    [$above, $id, $next, $below], 'it is next to the completed task';
};

# Each is the one before, done.
subtest '31 January for 48 months, 29 February for 40 years' => sub {
	for (['monthly', '2036-01-31', 48, sub { my ($n) = @_;
	    my ($y, $m) = (2036 + int $n / 12, 1 + $n % 12);
	    sprintf '%d-%02d-%02d', $y, $m, days_in($y, $m) }],
	    ['yearly', '2036-02-29', 40, sub { my ($n) = @_;
	    sprintf '%d-02-%d', 2036 + $n, days_in(2036 + $n, 2) }]) {
		my ($word, $due, $n, $date) = @$_;
		my $id = made($tasks, dueDate => $due, recurrence => $word);
		my @dates;
		for (1 .. $n) {
			my $r = $ada->patch("$tasks/$id", { done => $T });
			($id) = ($r->{headers}{link} // '') =~
			    m{/tasks/([-\da-f]+)>; rel="next"} or last;
			push @dates, $ada->get("$tasks/$id")->{json}{dueDate};
		}
		is_deeply \@dates, [map { $date->($_) } 1 .. $n], $word;
	}
};

sub days_in { my ($y, $m) = @_;
	return $m == 2 ? 28 + ($y % 4 == 0 && ($y % 100 != 0 || $y % 400 == 0)) :
	    30 + ($m < 8 ? $m % 2 : 1 - $m % 2) }

# Completing a task changes nothing that belongs to others than the list's members.
subtest 'the tags of members, and not of former ones' => sub {
	my $id = repeating();
	my %user = map { $_ => $d->user("$_\@example.org") } qw(cyd dan);
	for (values %user) {
		$ada->post("/lists/$list/members", { email => $_->{email} });
		my $tag = $_->make('/me/tags', name => 'tag');
		is $_->put("/tasks/$id/tags", { tagIds => [$tag] })->{status}, 200,
		    'tagged';
	}
	is $ada->del("/lists/$list/members/$user{dan}{me}{id}")->{status}, 204,
	    'one is removed';
	my $next = done($id, $T);
	is @{$user{cyd}->get("/tasks/$next/tags")->{json}{tagIds}}, 1,
	    'the other has the tag';
	my $of = sub { $d->sql("SELECT count(*) FROM $_[0] WHERE task_id = x'"
	    . $_[1] =~ tr/-//dr . "'") };
	is_deeply [map { my $t = $_; map { $of->($t, $_) } $id, $next }
	    qw(tag_set task_tag)], [2, 1, 2, 1], 'alone';
};

subtest 'reopening deletes the successor if it is unchanged' => sub {
	my %touch = (
		title => sub { $ada->patch("$tasks/$_[0]", { title => 'y' }) },
		step => sub { $ada->post("/tasks/$_[0]/steps", { id => uuid(),
		    title => 'S' }) },
		file => sub { $ada->upload($_[0], uuid(), "x\n", 'x.txt') },
		tags => sub { $ada->put("/tasks/$_[0]/tags",
		    { tagIds => [$tag] }) },
		nothing => sub { { status => 200 } },
	);
	for (sort keys %touch) {
		my $id = repeating();
		my $next = done($id, $T);
		like $touch{$_}->($next)->{status}, qr/^20[01]$/, $_;
		is done($id, $F), undef, 'no successor is named';
		is $ada->get("$tasks/$next")->{status},
		    $_ eq 'nothing' ? 404 : 200, 'a changed successor stays';
		is $ada->get("$tasks/$id")->{json}{recurrence},
		    $_ eq 'nothing' ? 'monthly' : undef,
		    'and keeps the recurrence';
	}
	my $id = repeating();
	my $next = done($id, $T);
	$ada->patch("$tasks/$id", { dueDate => undef });
	done($id, $F);
	is $ada->get("$tasks/$next")->{status}, 404, 'the successor is deleted';
	is $ada->get("$tasks/$id")->{json}{recurrence}, undef,
	    'without a due date the task does not repeat';
	$id = repeating();
	$next = done($id, $T);
	is $ada->patch("$tasks/$id", { recurrence => 'weekly' })->{status},
	    200, 'the recurrence can be changed while it is done';
	done($id, $F);
	is $ada->get("$tasks/$next")->{status}, 404, 'the successor is deleted';
	is $ada->get("$tasks/$id")->{json}{recurrence}, 'weekly',
	    'the changed recurrence stays';
};

subtest 'the last day of the calendar' => sub {
	my $id = made($tasks);
	$ada->patch("$tasks/$id", { dueDate => '9999-12-31',
	    recurrence => 'daily' });
	is done($id, $T), undef, 'it has no successor';
	my $r = $ada->get("$tasks/$id")->{json};
	is "$r->{done} $r->{dueDate}", '1 9999-12-31', 'the task is done';
	is $r->{recurrence}, undef, 'and no longer repeats';
};

subtest 'the successor\'s id' => sub {
	my $again = sub {
		my ($id, $next) = @_;
		done($id, $F);
		is $ada->patch("$tasks/$id", { recurrence => 'monthly' })
		    ->{json}{recurrence}, 'monthly', 'the task repeats again';
		return done($id, $T);
	};
	my $id = repeating();
	my $next = done($id, $T);
	$ada->patch("$tasks/$next", { title => 'kept' });
	is $again->($id), $next,
	    'if the successor exists there is no second one';
	is $ada->get("$tasks/$next")->{json}{title}, 'kept',
	    'it keeps its title';
	$ada->del("$tasks/$next");
	is $again->($id), $next, 'if it was deleted, the id is the same';
	is $ada->get("$tasks/$next")->{json}{title}, 'x',
	    'and it is created again';
	is $ada->post("$tasks/$next/move", { listId => $other })->{status},
	    200, 'it is moved to another list';
	my $third = $again->($id);
	isnt $third, $next, 'then the next one has another id';
	is $ada->get("/lists/$other/tasks/$next")->{status}, 200,
	    'the moved one stays there';
	is $ada->get("$tasks/$third")->{json}{dueDate}, '2036-02-29',
	    'the new one is here';
};
subtest 'reminders' => sub {
	my $id = made($tasks);
	$d->sql('DELETE FROM notice');
	for ([1, reminderAt => '2036-01-30T09:00:00Z'], [0, done => $T],
	    [1, done => $F], [1, reminderAt => '2026-01-30T09:00:00Z'],
	    [0, done => $T], [0, done => $F]) {
		my ($planned, @what) = @$_;
		$ada->patch("$tasks/$id", { @what });
		is $d->sql('SELECT count(*) FROM notice'), $planned,
		    "$what[0] $what[1]";
	}
	$d->sql('DELETE FROM notice');
	$ada->patch("$tasks/$id", { title => 'y' });
	is $d->sql('SELECT count(*) FROM notice'), 0,
	    'a reminder that was sent is not planned again';
};
# Spring comes to Berlin on 30 March 2036, autumn to Auckland on 6 April.
subtest 'a reminder keeps the time of day of whoever set it' => sub {
	my $bob = $d->user('bob@example.org');
	$ada->post("/lists/$list/members", { email => 'bob@example.org' });
	for ([$ada, 'Pacific/Auckland'], [$bob, 'Europe/Berlin']) {
		my ($u, $zone) = @$_;
		is $u->patch('/me', { timeZone => $zone,
		    autoDeleteCompleted => $F })->{status}, 200,
		    $zone;
	}
	for ([$bob, '2036-03-29', '2036-03-29T08:00', '2036-03-30T07:00'],
	    [$ada, '2036-03-29', '2036-03-29T08:00', '2036-03-30T08:00'],
	    [$ada, '2036-04-05', '2036-04-04T20:00', '2036-04-05T21:00'],
	    [$bob, '2036-04-05', '2036-04-04T20:00', '2036-04-05T20:00']) {
		my ($u, $due, $before, $after) = @$_;
		my $id = made($tasks);
		$u->patch("$tasks/$id", { dueDate => $due, recurrence =>
		    'daily', reminderAt => "$before:00Z" });
		my $new = $ada->get("$tasks/" . done($id, $T))->{json};
		like $new->{reminderAt}, qr/^$after:00/,
		    "$u->{email}, $before";
	}
};

# Two neighbours with nothing short between them.
subtest 'a successor brings long ranks to short ones' => sub {
	my ($id, $below) = (repeating(), made($tasks));
	for ([$id, 'A'], [$below, 'B']) {
		(my $hex = $_->[0]) =~ tr/-//d;
		$d->sql("UPDATE task SET rank = 'Z0" . 'z' x 125 .
		    "$_->[1]' WHERE id = x'$hex'");
	}
	my $next = done($id, $T);
	my %rank = map { $_->{id} => $_->{rank} }
	    @{$ada->get($tasks)->{json}{items}};
	cmp_ok length($rank{$_}), '<=', 64, 'the rank is short'
	    for $id, $next, $below;
};
done_testing;
