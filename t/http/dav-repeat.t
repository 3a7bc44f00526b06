# The ways in which clients complete a repeating task, with the API beside them, in
# every order: there is always one open task in the series, none is lost, and none is
# there twice.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use DavCopy;
use Docket;
use POSIX 'strftime';
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $phone = Dav->new($ada);
my ($list, $at);

# A series from the first of January 2027, which is after today.
sub day { return sprintf '202701%02d', 1 + 7 * ($_[0] // 0) }
sub iso { return day(@_) =~ s/(....)(..)(..)/$1-$2-$3/r }

sub vtodo {
	my ($uid, @lines) = @_;
	return ('BEGIN:VTODO', "UID:$uid", 'SUMMARY:Water', @lines, 'END:VTODO');
}
sub calendar {
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    @_, 'END:VCALENDAR', '';
}
my @rule = ('RRULE:FREQ=WEEKLY');
my @done = ('STATUS:COMPLETED', 'COMPLETED:20261120T100000Z');
my $alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT1H\r\n" .
    "DESCRIPTION:x\r\nEND:VALARM";
sub master { my ($n, @more) = @_;
	return vtodo('series', 'DUE;VALUE=DATE:' . day($n), @rule, 'X-KEPT:1',
	    @more) }
sub occurrence { my ($n) = @_;
	return vtodo('series', 'DUE;VALUE=DATE:' . day($n),
	    'RECURRENCE-ID;VALUE=DATE:' . day($n), @done) }

sub begin {
	$list = $ada->make('/lists', title => 'L');
	$at = "$phone->{home}$list";
	return $phone->put("$at/series.ics", calendar(master(0, $alarm)));
}
sub tasks { return @{$ada->get("/lists/$list/tasks?limit=1000")->{json}{items}} }
sub open_ones { return grep { !$_->{done} } tasks() }
sub done_ones { return grep { $_->{done} } tasks() }

# What holds after each: one open task, at the series' own address, due then; and so
# many done ones.
sub series_is {
	my ($what, $due, $done) = @_;
	is_deeply [map { $_->{dueDate} } open_ones()], [iso($due)],
	    "$what: one task is open" or diag explain [tasks()];
	is scalar(done_ones()), $done, "$what: $done done";
	my $r = $phone->get("$at/series.ics");
	is $r->{status}, 200, "$what: the series keeps its address";
	like $r->{body}, qr/^UID:series\r$/m, "$what: and its UID";
	like $r->{body}, qr/^DUE;VALUE=DATE:@{[day($due)]}\r$/m,
	    "$what: its text has the date";
	like $r->{body}, qr/^X-KEPT:1\r$/m, "$what: and what we do not know";
	unlike $r->{body}, qr/COMPLETED/, "$what: and is open";
	my @uids = map { $phone->get($_)->{body} =~ /^UID:(.*?)\r?$/m }
	    @{$phone->sync("$at/")->{hrefs}};
	my %seen;
	is_deeply [grep { $seen{$_}++ } @uids], [], "$what: no UID is there twice";
}

subtest 'the date moves on' => sub {
	begin();
	is $phone->put("$at/series.ics", calendar(master(1, $alarm)))->{status},
	    204, 'a';
	series_is('a', 1, 0);
};

subtest 'an occurrence is done' => sub {
	begin();
	my $r = $phone->put("$at/series.ics",
	    calendar(master(0, $alarm), occurrence(0)));
	is $r->{status}, 204, 'b';
	is $r->{headers}{etag}, undef, 'without an ETag';
	series_is('b', 1, 1);
	is((done_ones())[0]{completedAt}, '2026-11-20T10:00:00.000000Z',
	    'at the time that the client says');
	unlike $phone->get("$at/series.ics")->{body}, qr/RECURRENCE-ID/,
	    'the occurrence leaves the text';
	like $phone->get("$at/series.ics")->{body}, qr/^TRIGGER:-PT1H\r$/m,
	    'the alarm moves by itself';
	$r = $phone->get("$at/series.ics");
	is $phone->put("$at/series.ics", calendar(master(1, $alarm),
	    occurrence(3)), 'If-Match' => $r->{headers}{etag})->{status}, 204,
	    'an occurrence of another day';
	is scalar(open_ones()), 1, 'changes nothing';
	like $phone->get("$at/series.ics")->{body}, qr/RECURRENCE-ID/,
	    'and stays in the text';
};

subtest 'done at no time, and in the future' => sub {
	for ([], ['COMPLETED:20990101T000000Z']) {
		begin();
		is $phone->put("$at/series.ics", calendar(master(0, $alarm,
		    'STATUS:COMPLETED', @$_)))->{status}, 204, "done @$_";
		series_is("done @$_", 1, 1);
		my ($from, $to) = map { strftime '%FT%T', gmtime time + $_ }
		    -600, 600;
		my $at = (done_ones())[0]{completedAt};
		ok $from lt $at && $at lt $to, 'it was done just now' or diag $at;
	}
};

subtest 'open again, after a step of what was done is deleted' => sub {
	my $list = $ada->make('/lists', title => 'Open again');
	my $copy = DavCopy->new($phone, "$phone->{home}$list/");
	my $task = $ada->make("/lists/$list/tasks", title => 'Weekly',
	    dueDate => '2026-12-01', recurrence => 'weekly');
	my $step = $ada->make("/tasks/$task/steps", title => 'Step');
	my $path = "/lists/$list/tasks/$task";
	for (sub { }, sub { $ada->patch($path, { done => JSON::PP::true }) },
	    sub { $ada->del("/tasks/$task/steps/$step") },
	    sub { $ada->patch($path, { done => JSON::PP::false }) },
	    sub { $ada->post("/tasks/$task/steps/$step/restore") },
	    sub { $ada->patch($path, { done => JSON::PP::true }) }) {
		$_->();
		$copy->sync;
		is_deeply [$copy->faults], [], 'who syncs has what the list has';
	}
};

subtest 'moved on, and a done copy with a new UID' => sub {
	begin();
	$phone->put("$at/series.ics", calendar(master(1, $alarm)));
	is $phone->put("$at/copy.ics", calendar(vtodo('copy',
	    'DUE;VALUE=DATE:' . day(0), @done)))->{status}, 201, 'c';
	series_is('c', 1, 1);
};

subtest 'an occurrence that is done when the series is further' => sub {
	my $bob = $d->user('bob@example.org');
	my @turns = map { $_->{me}{id} } $ada, $bob;
	begin();
	$ada->post("/lists/$list/members", { email => $bob->{email} });
	my ($open) = open_ones();
	is $ada->patch("/lists/$list/tasks/$open->{id}", { rotation => \@turns,
	    assigneeId => $turns[0] })->{status}, 200, 'two take turns';
	$phone->put("$at/series.ics", calendar(master(1)));
	for my $what ('done', 'sent again') {
		is $phone->put("$at/occurrence.ics", calendar(occurrence(0)))->{status},
		    201, $what;
		is scalar(done_ones()), 1, 'a copy of it is done';
		is_deeply [map { $_->{assigneeId} } open_ones()], [$turns[1]],
		    'and it is the turn of the other';
	}
	begin();
	$phone->request(DELETE => "$at/series.ics");
	is $phone->put("$at/occurrence.ics", calendar(occurrence(0)))->{status}, 201,
	    'of a series that is not there';
	is_deeply [map { $_->{title} } tasks()], ['Water'], 'a task is made of it';
	is scalar(done_ones()), 1, 'which is done';
};

for my $first (0, 1) {
	subtest "done without its rule, and a new UID with it ($first)" => sub {
		begin();
		my @puts = (["$at/series.ics", calendar(vtodo('series',
		    'DUE;VALUE=DATE:' . day(0), @done))],
		    ["$at/next.ics", calendar(vtodo('next',
		    'DUE;VALUE=DATE:' . day(1), @rule))]);
		$phone->put(@$_) for $first ? reverse @puts : @puts;
		is_deeply [map { $_->{dueDate} } open_ones()], [iso(1)],
		    'd: one task is open';
		is scalar(done_ones()), 1, 'd: one is done';
	};
}

subtest 'done with its rule' => sub {
	begin();
	my $r = $phone->put("$at/series.ics", calendar(master(0, @done, $alarm)));
	is $r->{status}, 204, 'e';
	is $r->{headers}{etag}, undef, 'without an ETag';
	series_is('e', 1, 1);
	my ($open, $done) = (open_ones(), done_ones());
	is $phone->get("$at/$open->{id}.ics")->{body} =~ /^UID:(.*?)\r$/m && $1,
	    $open->{id}, 'the done one has the name and UID of the other\'s id';
	is $phone->put("$at/series.ics", calendar(master(0, @done, $alarm)))
	    ->{status}, 204, 'again, by a client that missed it';
	series_is('e again', 1, 1);
	$ada->patch("/lists/$list/tasks/$done->{id}", { done => JSON::PP::false });
	series_is('undone', 0, 0);
	is $phone->get("$at/$open->{id}.ics")->{status}, 404,
	    'the other name is gone';
};

subtest 'moved on, and the occurrence as a resource' => sub {
	for my $first (0, 1) {
		begin();
		my @puts = (["$at/series.ics", calendar(master(1, $alarm))],
		    ["$at/occurrence.ics", calendar(occurrence(0))]);
		$phone->put(@$_) for $first ? reverse @puts : @puts;
		series_is("f ($first)", 1, 1);
		is $phone->get("$at/occurrence.ics")->{status}, 404,
		    'it has no address of its own';
		$phone->put("$at/occurrence.ics", calendar(occurrence(0)));
		series_is("f again ($first)", 1, 1);
	}
};

subtest 'on creation' => sub {
	$list = $ada->make('/lists', title => 'L');
	$at = "$phone->{home}$list";
	$phone->put("$at/series.ics", calendar(master(0, @done)));
	series_is('e', 1, 1);
	$list = $ada->make('/lists', title => 'L');
	$at = "$phone->{home}$list";
	$phone->put("$at/series.ics", calendar(master(0), occurrence(0)));
	series_is('b', 1, 1);
};

subtest 'the API' => sub {
	$list = $ada->make('/lists', title => 'L');
	$at = "$phone->{home}$list";
	my $id = $ada->make("/lists/$list/tasks", title => 'T',
	    dueDate => iso(0), recurrence => 'weekly',
	    steps => [{ id => uuid(), title => 'step' }]);
	my ($step) = @{$ada->get("/tasks/$id/steps")->{json}{items}};
	my $token = $phone->sync("$at/")->{sync_token};
	$ada->patch("/lists/$list/tasks/$id", { done => JSON::PP::true });
	my $r = $phone->get("$at/$id.ics");
	like $r->{body}, qr/^DUE;VALUE=DATE:@{[day(1)]}\r$/m,
	    'the address stays with the series';
	like $phone->get("$at/$step->{id}.ics")->{body},
	    qr/^RELATED-TO:\Q$id\E\r$/m, 'and so does that of its step';
	my $sync = $phone->sync("$at/", $token);
	is scalar(@{$sync->{hrefs}}), 4, 'a sync has all four';
};

# All orders of up to four events.  Each is what a client does that knows the series
# as it was at the beginning, or the API does now.
my %events = (
	done => sub { $phone->put("$at/series.ics", calendar(master(0, @done))) },
	override => sub { $phone->put("$at/series.ics",
	    calendar(master(0), occurrence(0))) },
	moved => sub { $phone->put("$at/series.ics", calendar(master(1))) },
	copy => sub { $phone->put("$at/occurrence.ics",
	    calendar(occurrence(0))) },
	api => sub { my ($t) = grep { $_->{dueDate} eq iso(0) } open_ones();
		$t and $ada->patch("/lists/$list/tasks/$t->{id}",
		    { done => JSON::PP::true }) },
);
my @names = sort keys %events;
sub orders {
	my ($n) = @_;
	return [] if $n == 0;
	my @shorter = orders($n - 1);
	return map { my $o = $_; map { [@$o, $_] } @names } @shorter;
}
# The open task loses its name to one in another list, and comes back: its address is
# then that of its id, which the done task has had.
for my $done ('stays', 'is deleted', 'is deleted and restored') {
	subtest "every address that is listed can be read; the done task $done" => sub {
		begin();
		my ($first) = open_ones();
		$ada->patch("/lists/$list/tasks/$first->{id}",
		    { done => JSON::PP::true });
		my ($open) = open_ones();
		my $gone = "/lists/$list/tasks/$first->{id}";
		$ada->del($gone) if $done =~ /deleted/;
		my $other = $ada->make('/lists', title => 'M');
		$phone->put("$phone->{home}$other/series.ics",
		    calendar(vtodo('other')));
		$ada->post("/lists/$list/tasks/$open->{id}/move",
		    { listId => $other });
		$ada->post("/lists/$other/tasks/$open->{id}/move",
		    { listId => $list });
		$ada->post("$gone/restore") if $done =~ /restored/;
		my $r = $phone->propfind("$at/", ['D:getetag'], 1);
		my @hrefs = grep { $_ ne "$at/" } @{$r->{hrefs}};
		is scalar @hrefs, $done eq 'is deleted' ? 1 : 2, 'all are listed';
		my %seen;
		is_deeply [grep { $seen{$_}++ } @hrefs], [], 'each once';
		is_deeply [map { $phone->get($_)->{headers}{etag} } @hrefs],
		    [map { $r->{responses}{$_}{'D:getetag'} } @hrefs],
		    'and each is there';
	};
}

my $bad = 0;
for my $order (map { orders($_) } 1 .. ($ENV{DOCKET_EVENTS} // 2)) {
	begin();
	$events{$_}->() for @$order;
	my @open = open_ones();
	my %done;
	$done{$_->{dueDate}}++ for done_ones();
	my @twice = grep { $done{$_} > 1 } keys %done;
	# A user can have only so many.
	$ada->del("/lists/$list");
	next if @open == 1 && $open[0]{dueDate} ge iso(1) && !@twice;
	$bad++;
	diag "@$order: open " . join(' ', map { $_->{dueDate} } @open) .
	    '; done ' . join ' ', map { "$_ x$done{$_}" } sort keys %done;
}
is $bad, 0, 'in every order';
done_testing;
