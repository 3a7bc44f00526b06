# Tasks as clients of CalDAV see and change them: every text comes back as it was
# sent, but for what has changed since.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
$ada->patch('/me', { timeZone => 'Europe/Berlin' });
my $bob = $d->user('bob@example.org');
$bob->patch('/me', { timeZone => 'Asia/Tokyo' });
my $phone = Dav->new($ada);
my $list = $ada->make('/lists', title => 'Home');
my $at = "$phone->{home}$list";
$ada->post("/lists/$list/members", { email => 'bob@example.org' });
my $bobs = Dav->new($bob);
my $bobs_at = "$bobs->{home}$list";
my %corpus = map { m{([^/]+)\.ics$} => slurp($_) }
    glob "$FindBin::Bin/../ical/corpus/*.ics";
cmp_ok scalar keys %corpus, '>', 10, 'there is a corpus';

sub uid_of { return $_[0] =~ /^uid:(.*?)\r?$/mi ? $1 : die }

# The task of a UID, as the API has it.
sub task_of {
	my ($href) = @_;
	my ($id) = $d->sql("SELECT lower(hex(id)) FROM resource WHERE name = '" .
	    ($href =~ m{([^/]+)$})[0] . "'") =~ /(\w{32})/ or return;
	$id =~ s/^(.{8})(.{4})(.{4})(.{4})/$1-$2-$3-$4-/;
	return $ada->get("/tasks/$id")->{json};
}

# The lines that only one of two texts has.
sub differ {
	my ($old, $new) = @_;
	my %count;
	$count{$_}++ for split /\r?\n(?![ \t])/, $old;
	$count{$_}-- for split /\r?\n(?![ \t])/, $new;
	return map { s/[;:].*//sr } grep { $count{$_} != 0 } sort keys %count;
}

my $stamps = qr/^(?:LAST-MODIFIED|DTSTAMP)$/i;

subtest 'each text' => sub {
	for my $name (sort keys %corpus) {
		next if $name eq 'nextcloud-step';
		my $text = $corpus{$name};
		my $href = "$at/$name.ics";
		my $r = $phone->put($href, $text);
		is $r->{status}, 201, "$name is made";
		ok my $etag = $r->{headers}{etag}, "$name: the ETag of its bytes";
		$r = $phone->get($href);
		is $r->{body}, $text, "$name comes back";
		is $r->{headers}{etag}, $etag, "$name has the same ETag";
		is $bobs->get("$bobs_at/$name.ics")->{body},
		    $text =~ s/^CATEGORIES.*\r\n//mgr,
		    "$name: another member sees all but CATEGORIES";
	}
};

# A change in the API, and the properties that it may change.
my @changes = (
	[{ title => "New, title; with \\ and \x{fc}" }, qr/^SUMMARY$/i],
	[{ notes => "Two\nlines" }, qr/^(?:DESCRIPTION|X-ALT-DESC)$/i],
	[{ notes => undef }, qr/^(?:DESCRIPTION|X-ALT-DESC)$/i],
	[{ done => JSON::PP::true },
	    qr/^(?:STATUS|PERCENT-COMPLETE|COMPLETED)$/i],
	[{ starred => JSON::PP::true }, qr/^PRIORITY$/i],
	[{ starred => JSON::PP::false }, qr/^PRIORITY$/i],
	[{ dueDate => '2027-01-15' },
	    qr/^(?:DUE|DTSTART|DURATION|TRIGGER|BEGIN|END|ACTION|DESCRIPTION)$/i],
	[{ reminderAt => '2027-01-14T08:00:00.000000Z' },
	    qr/^(?:TRIGGER|BEGIN|END|ACTION|DESCRIPTION|ACKNOWLEDGED)$/i],
);

subtest 'changes of the API' => sub {
	for my $name (sort keys %corpus) {
		next if $name =~ /step|override/;
		my $text = $corpus{$name};
		my $href = "$at/$name.ics";
		my $task = task_of($href) or die $name;
		my $path = "/lists/$list/tasks/$task->{id}";
		for (@changes) {
			my ($change, $allowed) = @$_;
			next if $task->{recurrenceRule} && exists $change->{done};
			my ($member) = keys %$change;
			my $r = $ada->patch($path, $change);
			is $r->{status}, 200, "$name: $member is set" or
			    diag $r->{body};
			my $new = $phone->get($href)->{body};
			my @other = grep { !/$stamps/ && !/$allowed/ }
			    differ($text, $new);
			is_deeply \@other, [],
			    "$name: $member changes nothing else" or diag $new;
			$ada->patch($path, { $member => $task->{$member} });
			is $phone->get($href)->{body}, $text,
			    "$name: $member back gives the first bytes";
		}
	}
};

subtest 'tags are private' => sub {
	my $text = $corpus{evolution};
	my $href = "$at/evolution.ics";
	my $task = task_of($href);
	my @names = map { $_->{name} } @{$ada->get('/me/tags')->{json}{items}};
	ok((grep { $_ eq 'Papers, urgent' } @names), 'a tag has its comma');
	is_deeply $bob->get('/me/tags')->{json}{items}, [], 'of the sender alone';
	my $tag = $bob->make('/me/tags', name => 'mine');
	$bob->put("/tasks/$task->{id}/tags", { tagIds => [$tag] });
	my $r = $bobs->get("$bobs_at/evolution.ics");
	like $r->{body}, qr/^CATEGORIES:mine\r$/m, 'another has their own';
	unlike $r->{body}, qr/Papers/, 'and not those of the sender';
	is $phone->get($href)->{body}, $text, 'which the sender does not see';
	$r = $bobs->put("$bobs_at/evolution.ics", $r->{body} =~
	    s/^SUMMARY:.*$/SUMMARY:By Bob\r/mr,
	    'If-Match' => $r->{headers}{etag});
	is $r->{status}, 204, 'the other writes';
	$r = $phone->get($href);
	like $r->{body}, qr/^SUMMARY:By Bob\r$/m, 'the sender sees the title';
	like $r->{body}, qr/^CATEGORIES:Papers\\, urgent\r\nCATEGORIES:Travel\r$/m,
	    'and their own lines';
	unlike $r->{body}, qr/mine/, 'not those of the other';
	$ada->patch('/me/tags/' . (grep { $_->{name} eq 'Travel' }
	    @{$ada->get('/me/tags')->{json}{items}})[0]{id}, { name => 'Trip' });
	my $renamed = $phone->get($href);
	like $renamed->{body}, qr/^CATEGORIES:.*Trip/m, 'a renamed tag is there';
	isnt $renamed->{headers}{etag}, $r->{headers}{etag},
	    'under another ETag';
};

# A client that sends no If-Match changes only what it changed itself.
subtest 'lost updates' => sub {
	my $href = "$at/todoman.ics";
	my $text = $corpus{todoman};
	my $task = task_of($href);
	my $path = "/lists/$list/tasks/$task->{id}";
	$ada->patch($path, { title => 'Changed meanwhile' });
	my $r = $phone->put($href, $text =~
	    s/NEEDS-ACTION/COMPLETED/r =~ s/PERCENT-COMPLETE:0/PERCENT-COMPLETE:100/r);
	is $r->{status}, 204, 'an old copy is ticked';
	is $r->{headers}{etag}, undef, 'and the client must fetch it again';
	$task = $ada->get("/tasks/$task->{id}")->{json};
	ok $task->{done}, 'the task is done';
	is $task->{title}, 'Changed meanwhile', 'and has its new title';
	$r = $phone->get($href);
	like $r->{body}, qr/^SUMMARY:Changed meanwhile\r$/m, 'so has its text';
	my $back = $r->{body} =~ s/^STATUS:.*$/STATUS:NEEDS-ACTION\r/mr =~
	    s/^PERCENT.*\r\n//mr =~ s/^SUMMARY.*$/SUMMARY:Whole\r/mr =~
	    s/^DUE.*\r\n//mr;
	$r = $phone->put($href, $back, 'If-Match' => $r->{headers}{etag});
	is $r->{status}, 204, 'with If-Match it is applied as a whole';
	$task = $ada->get("/tasks/$task->{id}")->{json};
	is_deeply [@$task{qw(done title dueDate)}], [JSON::PP::false, 'Whole',
	    undef], 'every property';
	is $phone->get($href)->{body}, $back, 'and comes back';
};

sub step_text {
	my ($uid, $parent, @more) = @_;
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    'BEGIN:VTODO', "UID:$uid", 'DTSTAMP:20261101T000000Z',
	    "SUMMARY:Step $uid", "RELATED-TO:$parent", @more, 'END:VTODO',
	    'END:VCALENDAR', '';
}

subtest 'steps' => sub {
	my $parent = task_of("$at/jtx.ics");
	my $uid = uid_of($corpus{jtx});
	my $steps = sub { $ada->get("/tasks/$parent->{id}/steps")->{json}{items} };
	my $r = $phone->put("$at/s1.ics", step_text('s1', $uid,
	    'X-APPLE-SORT-ORDER:7'));
	is $r->{status}, 201, 'a simple child is made';
	ok $r->{headers}{etag}, 'with an ETag';
	is_deeply [map { $_->{title} } @{$steps->()}], ['Step s1'], 'as a step';
	is $phone->get("$at/s1.ics")->{body}, step_text('s1', $uid,
	    'X-APPLE-SORT-ORDER:7'), 'its text comes back';
	my $id = $steps->()[0]{id};
	$ada->patch("/tasks/$parent->{id}/steps/$id", { done => JSON::PP::true });
	like $phone->get("$at/s1.ics")->{body},
	    qr/^STATUS:COMPLETED\r$/m, 'done in the app is done here';
	$r = $ada->post("/tasks/$parent->{id}/steps", { id => uuid(),
	    title => 'From the app' });
	my $own = $r->{json}{id};
	$r = $phone->get("$at/$own.ics");
	like $r->{body}, qr/^RELATED-TO:\Q$uid\E\r$/m,
	    'a step of the app names its task';
	my $hidden = Dav->new($ada, steps => 'hidden');
	is $hidden->get("$at/$own.ics")->{status}, 404,
	    'a token can leave steps out';
	ok !(grep { /\Q$own\E/ } @{$hidden->sync("$at/")->{hrefs}}),
	    'of a sync, too';
	ok +(grep { /\Q$own\E/ } @{$phone->sync("$at/")->{hrefs}}),
	    'which others have';
	$phone->put("$at/s1.ics", step_text('s1', $uid,
	    'DUE;VALUE=DATE:20261224'));
	is scalar @{$steps->()}, 1, 'one that gets a date is no step any more';
	is task_of("$at/s1.ics")->{dueDate}, '2026-12-24', 'but a task';
	$phone->put("$at/s1.ics", step_text('s1', $uid));
	is scalar @{$steps->()}, 1, 'and stays one';

	$phone->put("$at/early.ics", step_text('early', 'late-parent'));
	ok task_of("$at/early.ics"), 'a child before its parent is a task';
	my $token = $phone->sync("$at/")->{sync_token};
	$phone->put("$at/late.ics", step_text('late-parent', 'nobody'));
	my $late = task_of("$at/late.ics");
	is_deeply [map { $_->{title} } @{$ada->get(
	    "/tasks/$late->{id}/steps")->{json}{items}}], ['Step early'],
	    'and becomes a step when that comes';
	is $phone->get("$at/early.ics")->{body},
	    step_text('early', 'late-parent'), 'with its text';
	my $sync = $phone->sync("$at/", $token);
	is_deeply [sort map { m{([^/]+)$} } grep { !$sync->{status_of}{$_} }
	    @{$sync->{hrefs}}], ['early.ics', 'late.ics'], 'a sync has both';
	$token = $sync->{sync_token};
	is $phone->del("$at/late.ics")->{status}, 204, 'the task is deleted';
	$sync = $phone->sync("$at/", $token);
	ok +(grep { m{/early\.ics$} && $sync->{status_of}{$_} == 404 }
	    @{$sync->{hrefs}}), 'and its step with it';
	is $phone->get("$at/early.ics")->{status}, 404, 'which is gone';
	$ada->post("/lists/$list/tasks/$late->{id}/restore");
	is $phone->get("$at/early.ics")->{body},
	    step_text('early', 'late-parent'), 'and comes back with it';
};

subtest 'moves' => sub {
	my $other = $ada->make('/lists', title => 'Other');
	my $there = "$phone->{home}$other";
	my $task = task_of("$at/apple-ios.ics");
	my $here = $phone->sync("$at/")->{sync_token};
	my $r = $phone->request('MOVE', "$at/apple-ios.ics", undef,
	    Destination => "http://localhost$there/moved%20name.ics");
	is $r->{status}, 201, 'MOVE into another list';
	is $phone->get("$there/moved%20name.ics")->{body},
	    $corpus{'apple-ios'}, 'takes the text along';
	is $ada->get("/tasks/$task->{id}")->{json}{listId}, $other,
	    'it is the same task';
	$r = $phone->sync("$at/", $here);
	is $r->{status_of}{"$at/apple-ios.ics"}, 404, 'it is gone here';
	is_deeply $phone->sync("$there/")->{hrefs},
	    ["$there/moved%20name.ics"], 'and there';
	my $token = $phone->sync("$there/")->{sync_token};
	$r = $phone->request('MOVE', "$there/moved%20name.ics", undef,
	    Destination => "$there/again.ics");
	is $r->{status}, 201, 'another name';
	$ada->patch("/lists/$other/tasks/$task->{id}", { title => 'x' });
	$r = $phone->sync("$there/", $token);
	is $r->{status_of}{"$there/moved%20name.ics"}, 404,
	    'a sync says that the old one is gone';
	ok +(grep { $_ eq "$there/again.ics" } @{$r->{hrefs}}),
	    'and has the new one';
	$ada->post("/lists/$other/tasks/$task->{id}/move",
	    { listId => $list });
	is $phone->get("$at/again.ics")->{status}, 200, 'the API moves it, too';
	# A name that has the form of one by an id, which nothing has.
	my $own = "$at/" . uuid() . '.ics';
	is $phone->request('MOVE', "$at/again.ics", undef, Destination => $own)
	    ->{status}, 201, 'a UUID as the name';
	$ada->del("/lists/$list/tasks/$task->{id}");
	is $ada->post("/lists/$list/tasks/$task->{id}/restore")->{status}, 200,
	    'deleted and restored';
	is $phone->request('MOVE', $own, undef, Destination => "$at/again.ics")
	    ->{status}, 201, 'it had its name again';
	for (['http://elsewhere.example/dav/', 502], ["$at/../x.ics", 403],
	    ["$bobs_at/x.ics", 404],
	    ["$phone->{home}nothing/x.ics", 409]) {
		my ($to, $status) = @$_;
		is $phone->request('MOVE', "$at/again.ics", undef,
		    Destination => $to)->{status}, $status, "to $to";
	}
	is $phone->request('MOVE', "$at/again.ics", undef, Overwrite => 'F',
	    Destination => "$at/jtx.ics")->{status}, 412, 'over another';
};

subtest 'what is refused' => sub {
	my $text = $corpus{todoman} =~ s/^UID:.*$/UID:refused\r/mr;
	my @cases = (
		['not UTF-8', "$text\xff", 'valid-calendar-data'],
		['a NUL', "$text\0", 'valid-calendar-data'],
		['not iCalendar', 'hello', 'valid-calendar-data'],
		['unclosed', $text =~ s/END:VCALENDAR\r\n//r,
		    'valid-calendar-data'],
		(map { ["closed as $_", $text =~ s/END:VTODO/END:$_/r,
		    'valid-calendar-data'] } qw(VTOD VTODX VTODOX)),
		['METHOD', $text =~ s/^VERSION/METHOD:PUBLISH\r\nVERSION/mr,
		    'valid-calendar-object-resource'],
		['no UID', $text =~ s/^UID.*\r\n//mr,
		    'valid-calendar-object-resource'],
		['several UIDs', $text =~ s/(BEGIN:VTODO.*END:VTODO\r\n)/
		    "$1$1"/esr =~ s{^(.*UID:)}{$1other-}sr,
		    'valid-calendar-object-resource'],
		['no VTODO', "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
		    'valid-calendar-object-resource'],
		['an event', $text =~ s/VTODO/VEVENT/gr,
		    'supported-calendar-component'],
		['too long', $text =~ s/^(SUMMARY:)/$1 . 'x' x 262144/emr,
		    'max-resource-size'],
		['the UID of another', $text =~ s/^UID:.*$/'UID:' .
		    uid_of($corpus{jtx}) . "\r"/emr, 'no-uid-conflict'],
	);
	for (@cases) {
		my ($what, $bytes, $condition) = @$_;
		my $r = $phone->with(quiet => 1)->put("$at/refused.ics", $bytes);
		is $r->{status}, 403, $what;
		like $r->{body}, qr/<\Q$condition\E/, "$what: $condition";
	}
	is $phone->get("$at/refused.ics")->{status}, 404, 'nothing was made';
	is $phone->put("$at/x.ics", $text, 'Content-Type' =>
	    'text/plain')->{status}, 415, 'another Content-Type';
	is $phone->put("$phone->{home}nothing/x.ics", $text)->{status}, 409,
	    'into no list';
	is $phone->put("$at/$_", $text)->{status}, 403, "the name $_"
	    for '%2e%2e%2f', 'a%2Fb', '%00', '%ff', 'x' x 300;
};

# What the app changes is a conflict if the text says it, and none if it cannot.
subtest 'a change between a client\'s PUT and its next' => sub {
	my ($true, $made) = (JSON::PP::true, 0);
	my $patch = sub {
		my @bodies = @_;
		return sub { my $r;
			$r = $ada->patch("/lists/$list/tasks/$_[0]", $_) for @bodies;
			return $r };
	};
	my $tag = sub { my ($u) = @_;
		return sub { $u->put("/tasks/$_[0]/tags", { tagIds => [
		    $u->make('/me/tags', name => 'between')] }) } };
	my @changes = (
	    ['title', 412, $patch->({ title => 'Other' })],
	    ['notes', 412, $patch->({ notes => 'Other' })],
	    ['star', 412, $patch->({ starred => $true })],
	    ['day', 412, $patch->({ dueDate => '2037-01-02' })],
	    ['time', 412, $patch->({ dueDate => '2037-01-02', dueTime => '08:00' })],
	    ['rule', 412, $patch->({ dueDate => '2037-01-02', recurrence => 'weekly' })],
	    ['reminder', 412, $patch->({ reminderAt => '2037-01-02T08:00:00Z' })],
	    ['done', 412, $patch->({ done => $true })],
	    ['own tags', 412, $tag->($ada)],
	    ["another's tags", 204, $tag->($bob)],
	    ['assignee', 204, $patch->({ assigneeId => $bob->{me}{id} })],
	    ['step', 204, sub { $ada->post("/tasks/$_[0]/steps",
		{ id => uuid(), title => 'Step' }) }],
	    ['title, to the same', 204, $patch->({ title => 'Sent' })],
	    ['title, and back', 204, $patch->({ title => 'Other' }, { title => 'Sent' })],
	);
	for (@changes) {
		my ($what, $status, $change) = @$_;
		my $uid = 'between' . $made++;
		my $text = step_text($uid, 'none', 'X-KEPT:1') =~
		    s/^SUMMARY:.*$/SUMMARY:Sent\r/mr;
		my $etag = $phone->put("$at/$uid.ics", $text)->{headers}{etag};
		cmp_ok $change->(task_of("$at/$uid.ics")->{id})->{status}, '<', 300,
		    "the app changes the $what";
		is $phone->put("$at/$uid.ics", $text =~ s/Sent/Next/r,
		    'If-Match' => $etag)->{status}, $status, "the client's PUT: $status";
	}
};

# Items of these names, which have these lines.
sub add_items {
	my ($in, %has) = @_;
	is $phone->put("$in/$_.ics", join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0',
	    'PRODID:-//x//y', 'BEGIN:VTODO', "UID:$_", "SUMMARY:$_", @{$has{$_}},
	    'END:VTODO', 'END:VCALENDAR', '')->{status}, 201, $_ for sort keys %has;
}

# The names of those whose VTODO is as the filter asks.
sub found {
	my ($in, $filter) = @_;
	my $r = $phone->query("$in/", qq(<C:comp-filter name="VTODO">$filter) .
	    '</C:comp-filter>');
	return join ' ', sort map { m{/(\w+)\.ics$} } @{$r->{hrefs}};
}

# RFC 4791, section 9.9: what lies in a range of time, by the dates that it has.
subtest 'ranges of time' => sub {
	my $list = $ada->make('/lists', title => 'Ranges');
	my $in = "$phone->{home}$list";
	my @start = 'DTSTART:20270310T100000Z';
	my %has = (both => [@start, 'DUE:20270312T100000Z'],
	    span => [@start, 'DURATION:P2D'], start => \@start,
	    due => ['DUE:20270312T100000Z'], none => []);
	add_items($in, %has);
	for (['long before', '0301T000000', '0305T000000', 'none'],
	    ['until the start', '0310T090000', '0310T100000', 'none'],
	    ['from the start', '0310T100000', '0310T110000', 'both none span start'],
	    ['between', '0311T000000', '0311T120000', 'both none span'],
	    ['until it is due', '0312T090000', '0312T100000', 'both due none span'],
	    ['around all', '0301T000000', '0401T000000',
	    'both due none span start'],
	    ['from when it is due', '0312T100000', '0313T000000', 'none']) {
		my ($what, $from, $to, $found) = @$_;
		is found($in, qq(<C:time-range start="2027${from}Z" end="2027${to}Z"/>)),
		    $found, $what;
	}
};

# RFC 4791, section 9.7.
subtest 'conditions of a query' => sub {
	my $list = $ada->make('/lists', title => 'Conditions');
	my $in = "$phone->{home}$list";
	add_items($in, plain => [], alarm => ['DUE:20270310T100000Z',
	    'BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Ring',
	    'TRIGGER:-PT1H', 'END:VALARM'],
	    local => ['DUE;TZID=Europe/Berlin:20270310T110000',
	    'LOCATION;LANGUAGE=de:Zuhause'],
	    thrice => ['DUE:20270310T100000Z', 'RRULE:FREQ=DAILY;COUNT=3']);
	my $none = '<C:is-not-defined/>';
	my $part = sub { qq(<C:$_[0]-filter name="$_[1]">) .
	    join('', @_[2 .. $#_]) . "</C:$_[0]-filter>" };
	my $on = sub { qq(<C:time-range start="202703$_[0]T090000Z" ) .
	    qq(end="202703$_[0]T110000Z"/>) };
	for (['an alarm', $part->('comp', 'VALARM'), 'alarm'],
	    ['no alarm', $part->('comp', 'VALARM', $none), 'local plain thrice'],
	    ['what an alarm has', $part->('comp', 'VALARM',
	    $part->('prop', 'ACTION')), 'alarm'],
	    ['what an alarm has not', $part->('comp', 'VALARM',
	    $part->('prop', 'REPEAT')), ''],
	    ['a property', $part->('prop', 'DUE'), 'alarm local thrice'],
	    ['no property', $part->('prop', 'DUE', $none), 'plain'],
	    ['not that of an alarm', $part->('prop', 'ACTION'), ''],
	    ['a text', $part->('prop', 'SUMMARY',
	    '<C:text-match>LAR</C:text-match>'), 'alarm'],
	    ['not a text', $part->('prop', 'SUMMARY', '<C:text-match ' .
	    'negate-condition="yes">LAR</C:text-match>'), 'local plain thrice'],
	    ['a parameter', $part->('prop', 'DUE', $part->('param', 'TZID')),
	    'local'],
	    ['no parameter', $part->('prop', 'DUE', $part->('param', 'TZID',
	    $none)), 'alarm thrice'],
	    ['the text of a parameter', $part->('prop', 'LOCATION',
	    $part->('param', 'LANGUAGE', '<C:text-match>de</C:text-match>')),
	    'local'],
	    ['two of them', $part->('prop', 'DUE') . $part->('comp', 'VALARM',
	    $none), 'local thrice'],
	    ['the first date of a series', $on->(10), 'alarm local plain thrice'],
	    ['its last', $on->(12), 'plain thrice'],
	    ['the day behind', $on->(13), 'plain']) {
		my ($what, $filter, $found) = @$_;
		is found($in, $filter), $found, $what;
	}
};
done_testing;
