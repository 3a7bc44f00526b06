# How tasks repeat: words and rules beside each other in every combination, clients
# that know only the words, due times, ends of a series, and taking turns.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use Test::More;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new;
my ($ada, $bob, $cyd) = map { $d->user("$_\@example.org", name => ucfirst) }
    qw(ada bob cyd);
my $l = $ada->make('/lists', title => 'L');
my @names = qw(recurrence recurrenceRule dueDate);

sub refused { my ($r) = @_;
	return join ' ', $r->{status}, $r->{json}{code} // '',
	    map { $_->{pointer} } @{$r->{json}{errors} // []} }
sub task { my (%m) = @_;
	return $ada->make("/lists/$l/tasks", title => 'T', %m) }
sub patch { my ($t, $m, $user) = @_;
	return ($user // $ada)->patch("/lists/$l/tasks/$t", $m) }
sub seen { my ($t, @of) = @_;
	my $m = $ada->get("/tasks/$t")->{json};
	return join ' ', map { ref $m->{$_} eq 'ARRAY' ? scalar @{$m->{$_}} : $m->{$_} // '-' }
	    @of ? @of : @names }
# Marks it done; the successor's id, or undef.
sub finish { my ($t, $user) = @_;
	my $r = patch($t, { done => $T }, $user);
	return ($r->{headers}{link} // '') =~ m{tasks/([-0-9a-f]{36})>} ? $1 : undef }

# What a request that gives some of the three leaves of them, or the problem.  Due
# dates are Tuesdays in the middle of a month.
my %rule_of = (weekly => 'FREQ=WEEKLY', monthly => 'FREQ=MONTHLY');
sub expected {
	my ($was, $ask) = @_;
	my %is = (%$was, exists $ask->{dueDate} ? (dueDate => $ask->{dueDate}) : ());
	my ($word, $rule) = @$ask{qw(recurrence recurrenceRule)};
	my $has_word = exists $ask->{recurrence};
	my $has_rule = exists $ask->{recurrenceRule};
	if (defined $word && $has_rule) {
		return '422 recurrence-conflict /recurrenceRule'
		    if !defined $rule;
		return '422 recurrence-needs-due-date /dueDate' if !defined $is{dueDate};
		return '422 recurrence-conflict /recurrenceRule'
		    if $rule ne $rule_of{$word};
	}
	if ($has_rule && !defined $rule || !$has_rule && $has_word &&
	    !defined $word && (defined $was->{recurrence} ||
	    exists $ask->{dueDate} && !defined $ask->{dueDate})) {
		@is{qw(recurrence recurrenceRule)} = (undef, undef);
	} elsif (defined $rule) {
		$is{recurrenceRule} = $rule;
	} elsif (defined $word) {
		$is{recurrenceRule} = $rule_of{$word};
	}
	my ($is_word) = grep { ($is{recurrenceRule} // '') eq $rule_of{$_} }
	    keys %rule_of;
	$is{recurrence} = $is_word;
	return '422 recurrence-needs-due-date /dueDate'
	    if defined $is{recurrenceRule} && !defined $is{dueDate};
	return join ' ', map { $_ // '-' } @is{@names};
}

subtest 'words and rules in every combination' => sub {
	my $custom = 'FREQ=WEEKLY;INTERVAL=2';
	my @before = ([undef, undef, '2030-01-15'], ['weekly', 'FREQ=WEEKLY',
	    '2030-01-15'], [undef, $custom, '2030-01-15']);
	my @absent = ('absent');
	for my $before (@before) {
		my %was;
		@was{@names} = @$before;
		for my $word (\@absent, undef, 'weekly', 'monthly') {
			for my $rule (\@absent, undef, 'FREQ=WEEKLY', $custom) {
				for my $due (\@absent, undef, '2030-02-12') {
					my %ask = (starred => $T);
					my @ask = ($word, $rule, $due);
					for (0 .. 2) {
						$ask{$names[$_]} = $ask[$_]
						    if !ref $ask[$_];
					}
					my $t = task(map { defined $was{$_} ?
					    ($_ => $was{$_}) : () } qw(recurrenceRule dueDate));
					my $r = patch($t, \%ask);
					my $want = expected(\%was, \%ask);
					my $got = $r->{status} == 200 ?
					    join(' ', map { $_ // '-' } @{$r->{json}}{@names}) :
					    refused($r);
					$got .= ', but changed' if $r->{status} != 200 &&
					    seen($t, @names, 'starred') ne join ' ',
					    (map { $_ // '-' } @$before), $F;
					is $got, $want, json([$before, \%ask])
					    if $got ne $want;
				}
			}
		}
	}
	pass 'every combination does what it must';
};

# What a client that knows only the words and dates writes back of each shape that a
# task can have: all at once, member by member, or beside a title of its own.
my @seed = qw(title done starred dueDate notes assigneeId reminderAt recurrence);
my %shapes = (
	recurrenceRule => ['FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY;COUNT=5',
	    'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=WEEKLY',
	    'FREQ=YEARLY;UNTIL=20400101', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;'
	    . 'BYSETPOS=-1', 'FREQ=MONTHLY', undef],
	dueDate => ['2030-01-31', '2030-01-15', undef],
	time => [[], [dueTime => '08:15'],
	    [dueTime => '08:15', dueZone => 'Europe/Berlin']],
	recurrenceFrom => ['due', 'completion'],
	rotation => [0, 1],
	assigned => [0, 1],
	starred => [$F, $T],
	notes => [undef, 'N'],
	reminderAt => [undef, '2030-01-30T09:00:00Z'],
	finished => [0, 1],
);
# The members of a shape that can be beside each other.
sub shape { my (@users) = @_;
	my %is = map { $_ => $shapes{$_}[rand @{$shapes{$_}}] } keys %shapes;
	my ($finished, $time) = delete @is{qw(finished time)};
	$is{rotation} = $is{rotation} ? \@users : undef;
	$is{assigneeId} = delete $is{assigned} ? $users[0] : undef;
	%is = (%is, @$time) if defined $is{dueDate};
	delete @is{qw(recurrenceRule)} if !defined $is{dueDate};
	delete @is{qw(rotation recurrenceFrom)} if !defined $is{recurrenceRule};
	return ($finished, map { defined $is{$_} ? ($_ => $is{$_}) : () } keys %is) }

subtest 'a client that knows only the words destroys nothing' => sub {
	my $n = $ENV{DOCKET_ECHOES} // 24;
	my $seed = $ENV{DOCKET_SEED} // time;
	srand $seed;
	my $l = $ada->make('/lists', title => 'Echoed');
	$ada->post("/lists/$l/members", { email => $bob->{me}{email} });
	my ($made, %differs) = (0);
	for my $i (1 .. $n) {
		my ($finished, %shape) = shape(map { $_->{me}{id} } $ada, $bob);
		my $t = $ada->make("/lists/$l/tasks", title => 'T', %shape);
		my $at = "/lists/$l/tasks/$t";
		$made++;
		my ($next) = $finished ? ($ada->patch($at, { done => $T })
		    ->{headers}{link} // '') =~ m{tasks/([-0-9a-f]{36})>} : ();
		$made++ if $next;
		my @was = map { $ada->get("/tasks/$_")->{json} } $t, $next // ();
		my %echo = map { $_ => $was[0]{$_} } @seed;
		$echo{title} = $was[0]{title} = 'New' if $i % 3 == 0;
		for ($i % 3 == 1 ? map { { $_ => $echo{$_} } } @seed : \%echo) {
			my $r = $ada->patch($at, $_);
			$differs{json([\%shape, $_, $r->{json}])} = 1
			    if $r->{status} != 200;
		}
		my @is = map { $ada->get("/tasks/$_")->{json} } $t, $next // ();
		if ($i % 3 == 0) {
			delete @$_{qw(updatedAt titleUpdatedAt)} for @was, @is;
		}
		$differs{json([\@was, \@is])} = 1 if json(\@was) ne json(\@is);
	}
	is join("\n", (keys %differs)[0 .. (keys %differs > 2 ? 1 : keys(%differs) - 1)]),
	    '', 'all that it read is as before';
	is scalar @{$ada->get("/lists/$l/tasks")->{json}{items}}, $made,
	    'no task more, and none less';
	diag "echoes seed=$seed tasks=$n differ=" . keys %differs;
	$ada->del("/lists/$l");
};

subtest 'due times' => sub {
	my $t = task(dueDate => '2030-01-15', dueTime => '00:00');
	is seen($t, qw(dueTime dueZone)), '00:00 -', 'a floating time';
	is patch($t, { dueZone => 'Asia/Tokyo' })->{status}, 200, 'a zone';
	patch($t, { dueDate => '2030-01-16' });
	is seen($t, qw(dueDate dueTime dueZone)), '2030-01-16 00:00 Asia/Tokyo',
	    'another date keeps both';
	patch($t, { dueDate => undef });
	is seen($t, qw(dueDate dueTime dueZone)), '- - -', 'no date has neither';
	is refused(patch($t, { dueTime => '10:00' })),
	    '422 due-time-needs-due-date /dueTime', 'a time needs a date';
	is refused(patch($t, { dueDate => '2030-01-16', dueZone => 'UTC' })),
	    '422 validation-failed /dueZone', 'a zone needs a time';
	patch($t, { dueDate => '2030-01-16', dueTime => '23:59', dueZone => 'UTC' });
	patch($t, { dueTime => undef });
	is seen($t, qw(dueDate dueTime dueZone)), '2030-01-16 - -',
	    'no time has no zone';
	is refused(patch($t, { dueTime => $_ })),
	    '422 validation-failed /dueTime', "not a time: $_"
	    for '24:00', '7:00', '07:60', '07:00:00', ' 7:00', '';
	is refused(patch($t, { dueTime => '07:00', dueZone => 'Berlin' })),
	    '422 validation-failed /dueZone', 'not a zone';
};

subtest 'rules that are refused' => sub {
	my $t = task(dueDate => '2030-01-15', recurrenceRule => 'FREQ=WEEKLY');
	for my $rule ('FREQ=HOURLY', 'FREQ=DAILY;BYHOUR=1', '', 'x' x 300,
	    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30') {
		my $r = patch($t, { recurrenceRule => $rule, title => 'N' });
		is refused($r), '422 unsupported-rule /recurrenceRule',
		    substr $rule, 0, 50;
	}
	like patch($t, { recurrenceRule => 'FREQ=DAILY;BYHOUR=1' })->{json}{errors}[0]{detail},
	    qr/BYHOUR=1/, 'the detail names the part';
	is refused(patch($t, { recurrenceRule => 7 })), '422 unsupported-rule '
	    . '/recurrenceRule', 'a number';
	is seen($t, qw(recurrenceRule title)), 'FREQ=WEEKLY T',
	    'nothing has changed';
	is refused(patch($t, { recurrenceFrom => $_ })),
	    '422 validation-failed /recurrenceFrom', 'not where it is counted from'
	    for undef, 'now';
	is refused(patch(task(), { recurrenceFrom => 'completion' })),
	    '422 validation-failed /recurrenceFrom', 'without a recurrence';
	is refused($ada->post("/lists/$l/tasks", { id => uuid(), title => 'T',
	    dueDate => '2030-01-15', recurrence => 'weekly',
	    recurrenceRule => undef })),
	    '422 recurrence-conflict /recurrenceRule', 'also in a new task';
};

subtest 'a series ends' => sub {
	my $t = task(dueDate => '2030-01-15',
	    recurrenceRule => 'FREQ=DAILY;COUNT=3');
	my $second = finish($t);
	is seen($second, qw(dueDate recurrenceRule)),
	    '2030-01-16 FREQ=DAILY;COUNT=2', 'COUNT goes down';
	is seen($t, qw(recurrence recurrenceRule recurrenceFrom)), '- - due',
	    'the finished task repeats no longer';
	my $third = finish($second);
	is seen($third, qw(dueDate recurrenceRule)),
	    '2030-01-17 FREQ=DAILY;COUNT=1', 'to the last one';
	is finish($third), undef, 'which has no successor';
	is seen($third, qw(done recurrenceRule)), '1 -', 'and is done';
	patch($third, { done => $F });
	is seen($third, qw(done recurrenceRule)), '0 FREQ=DAILY;COUNT=1',
	    'opened again it has what it had';
	is finish(task(dueDate => '2030-01-15',
	    recurrenceRule => 'FREQ=WEEKLY;UNTIL=20300121')), undef,
	    'UNTIL ends a series, too';
	my $old = task(dueDate => '2020-01-01',
	    recurrenceRule => 'FREQ=YEARLY;COUNT=20');
	my $next = finish($old);
	my ($year) = seen($next, 'dueDate') =~ /^(\d+)/;
	is seen($next, 'recurrenceRule'), 'FREQ=YEARLY;COUNT='
	    . (20 - ($year - 2020)), 'dates that were skipped count';
	is finish(task(dueDate => '2020-01-01',
	    recurrenceRule => 'FREQ=DAILY;COUNT=20')), undef,
	    'a series can be over before its next date';
};

subtest 'counted from completion' => sub {
	my ($today) = $ada->post("/lists/$l/tasks", { id => uuid(), title => 'x' })
	    ->{json}{createdAt} =~ /^(.{10})/;
	my $t = task(dueDate => '2020-01-15', dueTime => '09:00',
	    recurrenceRule => 'FREQ=DAILY;INTERVAL=3;COUNT=4',
	    recurrenceFrom => 'completion');
	my $n = finish($t);
	cmp_ok abs(date_difference(seen($n, 'dueDate'),
	    $today) - 3), '<=', 1, 'three days after the day it was done';
	is seen($n, qw(recurrenceRule recurrenceFrom dueTime)),
	    'FREQ=DAILY;INTERVAL=3;COUNT=3 completion 09:00',
	    'COUNT goes down by one, and the rest stays';
	patch($t, { done => $F });
	is seen($t, qw(recurrenceRule recurrenceFrom)),
	    'FREQ=DAILY;INTERVAL=3;COUNT=4 completion', 'undone it is as before';
	is $ada->get("/tasks/$n")->{status}, 404, 'and the successor is gone';
};

sub date_difference {
	my @days = map { my ($y, $m, $d) = split /-/;
	    $m = ($m + 9) % 12; $y -= $m >= 10 ? 1 : 0;
	    365 * $y + int($y / 4) - int($y / 100) + int($y / 400)
	    + int(($m * 306 + 5) / 10) + $d } @_;
	return $days[0] - $days[1];
}

subtest 'taking turns' => sub {
	$ada->post("/lists/$l/members", { email => $_->{me}{email} })
	    for $bob, $cyd;
	my ($a, $b, $c) = map { $_->{me}{id} } $ada, $bob, $cyd;
	my %name = ($a => 'ada', $b => 'bob', $c => 'cyd');
	my $turn = sub { $name{seen($_[0], 'assigneeId')} // 'nobody' };
	my @daily = (dueDate => '2030-01-15', recurrence => 'daily');
	my $t = task(@daily, rotation => [$c, uc $a, $b]);
	is $turn->($t), 'nobody', 'a rotation assigns nobody';
	my @order;
	for (1 .. 4) {
		$t = finish($t);
		push @order, $turn->($t);
	}
	is "@order", 'cyd ada bob cyd', 'each has their turn';
	is_deeply $ada->get("/tasks/$t")->{json}{rotation}, [$c, $a, $b],
	    'the successor has the rotation';
	is refused(patch($t, { rotation => $_->[0] })), "422 $_->[1]",
	    "refused: $_->[2]" for
	    [[$a], 'validation-failed /rotation', 'one'],
	    [[$a, $a], 'validation-failed /rotation', 'one twice'],
	    [[map { uuid() } 1 .. 21], 'validation-failed /rotation', '21'],
	    [[$a, 7], 'validation-failed /rotation', 'a number'],
	    [$a, 'validation-failed /rotation', 'no array'],
	    [[$a, uuid()], 'assignee-not-eligible /rotation/1', 'a stranger'];
	is refused(patch(task(), { rotation => [$a, $b] })),
	    '422 rotation-needs-recurrence /rotation', 'without a recurrence';
	my $other = task(@daily, rotation => [$b, $c]);
	is $cyd->del("/lists/$l/members/$c")->{status}, 204, 'one leaves';
	is_deeply $ada->get("/tasks/$t")->{json}{rotation}, [$a, $b],
	    'and is not in the rotation';
	is seen($other, 'rotation'), '-', 'with one left there is none';
	my $next = finish($t);
	is $turn->($next), 'ada', 'the turn of who left goes to the first';
	patch($t, { done => $F });
	is_deeply $ada->get("/tasks/$t")->{json}{rotation}, [$a, $b],
	    'undone, it has the rotation again';
	my $alone = $ada->make('/lists', title => 'Alone');
	$ada->post("/lists/$l/tasks/$t/move", { listId => $alone });
	is seen($t, 'rotation'), '-', 'moved to a list that one reaches: none';
	$t = task(@daily, rotation => [$a, $b]);
	patch($t, { recurrence => undef });
	is seen($t, 'rotation'), '-', 'without a recurrence there is none';
};

subtest 'two members finish at once' => sub {
	my ($a, $b) = map { $_->{me}{id} } $ada, $bob;
	my $n = $ENV{DOCKET_TWICE} // 5;
	my $l = $ada->make('/lists', title => 'At once');
	$ada->post("/lists/$l/members", { email => $bob->{me}{email} });
	my %found;
	for (1 .. $n) {
		my $t = $ada->make("/lists/$l/tasks", title => 'T',
		    dueDate => '2030-01-15', recurrence => 'daily',
		    rotation => [$a, $b], assigneeId => $a);
		ended($_) for map { my $u = $_; beside(sub { $u->patch(
		    "/lists/$l/tasks/$t", { done => $T })->{status} }) } $ada, $bob;
		my @all = @{$ada->get("/lists/$l/tasks")->{json}{items}};
		$found{join ', ', sort map { "$_->{dueDate} $_->{done} "
		    . ($_->{assigneeId} eq $b ? 'bob' : 'ada') } @all}++;
		$ada->del("/lists/$l/tasks/$_->{id}") for @all;
	}
	my $wanted = delete $found{'2030-01-15 1 ada, 2030-01-16 0 bob'} // 0;
	is $wanted, $n, 'there is one successor, and one turn' or
	    diag explain \%found;
	diag "at-once seed=none times=$n wrong=" . ($n - $wanted);
};

done_testing;
