# What CalDAV's clients, and others, can send that is wrong: each is refused with the
# status and precondition that the client can act on, and changes nothing.  What is
# only odd is kept.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $mel = $d->user('mel@example.org');
my $phone = Dav->new($ada)->with(quiet => 1);
my $list = $ada->make('/lists', title => 'Home');
my $at = "$phone->{home}$list";

sub text {
	my ($uid, @lines) = @_;
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    'BEGIN:VTODO', "UID:$uid", @lines, 'END:VTODO', 'END:VCALENDAR', '';
}
is $phone->put("$at/a.ics", text('a', 'SUMMARY:A'))->{status}, 201, 'an item';
my @tables = grep { !/^(?:credential|attempt|slot)$/ } $d->tables;
sub state_now { return join "\n", sort split /\n/, $d->rows(@tables) }

# Sends requests, and compares the database once behind all.
sub refused {
	my ($name, @cases) = @_;
	subtest $name => sub {
		my $before = state_now();
		for (@cases) {
			my ($what, $status, $condition, @request) = @$_;
			my $r = $phone->request(@request);
			like $r->{status}, qr/^(?:$status)$/, "$what: $status" or
			    diag $r->{body};
			like $r->{body}, qr/<\Q$condition\E\b/,
			    "$what: $condition" if $condition ne '';
		}
		is state_now(), $before, 'nothing has changed';
	};
}

# Every method with a body of XML, and its root.
my %roots = (
	'PROPFIND /dav/' => 'D:propfind', "PROPFIND $phone->{home}" => 'D:propfind',
	"PROPFIND $at/" => 'D:propfind', "PROPFIND $at/a.ics" => 'D:propfind',
	"PROPPATCH $phone->{home}" => 'D:propertyupdate',
	"PROPPATCH $at/" => 'D:propertyupdate',
	"REPORT $at/" => 'C:calendar-multiget',
	"MKCALENDAR $phone->{home}new/" => 'C:mkcalendar',
	"MKCOL $phone->{home}new/" => 'D:mkcol',
);
# What can be wrong with it.
sub document { my ($root, $within) = @_;
	return "<$root $Dav::Xmlns>$within</$root>" }
my %wrong = (
	'not closed' => sub { document($_[0], '') =~ s{</.*}{}r },
	'not XML' => sub { 'hello' },
	'not UTF-8' => sub { document($_[0], "<D:prop>\xff</D:prop>") },
	'a DOCTYPE' => sub { '<!DOCTYPE x [<!ENTITY a "b">]>' .
	    "<$_[0] $Dav::Xmlns/>" },
	'an entity' => sub { document($_[0], '&a;') },
	'a prefix without a namespace' => sub { "<X:$_[0] $Dav::Xmlns/>" },
	'33 levels' => sub { document($_[0], '<a>' x 32 . '</a>' x 32) },
	'10,000 levels' => sub { document($_[0], '<a>' x 1e4 . '</a>' x 1e4) },
	'50,001 elements' => sub { document($_[0], '<a/>' x 50000) },
	'a second root' => sub { document($_[0], '') . '<a/>' },
);
refused('XML', map { my $route = $_; my ($method, $path) = split ' ';
    map { my $w = $wrong{$_};
    ["$route, $_", 400, '', $method, $path, $w->($roots{$route}),
    'Content-Type' => 'application/xml'] } sort keys %wrong } sort keys %roots);
refused('the root element', map { my $route = $_;
    my ($method, $path) = split ' '; my $report = $method eq 'REPORT';
    [$route, $report ? 403 : 400, $report ? 'supported-report' : '',
    $method, $path, document('D:another', '')] } sort keys %roots);
refused('too long', map { my ($method, $path) = split ' ';
    ["$_, 4 MiB and more", 413, '', $method, $path, document($roots{$_},
    'x' x (4 * 1024 * 1024))] } sort keys %roots);
refused('no body', ['REPORT', 400, '', 'REPORT', "$at/"],
    ['PROPPATCH', 400, '', 'PROPPATCH', "$at/"]);

refused('headers',
	(map { ["Depth: $_->[0]", $_->[1], $_->[2] // '', 'PROPFIND', "$at/",
	    undef, Depth => $_->[0]] } ['infinity', 403,
	    'propfind-finite-depth'], ['2', 400], ['-1', 400], ['0, 1', 400],
	    ['x' x 5000, '400|431'], ['', 400]),
	['MOVE without Destination', 400, '', 'MOVE', "$at/a.ics"],
	(map { ["Destination: $_->[0]", $_->[1], '', 'MOVE', "$at/a.ics", undef,
	    Destination => $_->[0]] } ['http://other.example/dav/x', 502],
	    ["$at/../b.ics", 403], ["$at/%2e%2e", 403], ["$at/%00", 403],
	    ["/dav/$mel->{me}{id}/$list/b.ics", 404], ['/', 403], ['x', 403],
	    ["$phone->{home}none/b.ics", 409], ["$at/a.ics", 403],
	    ["$at/b.ics/c", 403], ["$at/", 403], ["$at/%ff", 403]),
);

my @names = ('%00', 'a%00b', '%2F', 'a%2Fb', '%ff', '%c3%28', '%0A', '%7F', '%2e',
    '%2E%2e', '%', '%zz', '%4', 'x' x 256, '%C3%A9' x 128);
refused('names', map { my $name = $_; my $short = substr $name, 0, 20;
	my $w = '400|403|404';
	(["PUT $short", 403, '', 'PUT', "$at/$name", text('n'), 'Content-Type' =>
	    'text/calendar'],
	(map { ["$_ $short", $w, '', $_, "$at/$name", $_ eq 'PROPFIND' ? '' :
	    undef] } qw(GET DELETE PROPFIND MOVE)),
	(map { ["$_ $short as a list", $w, '', $_, "$phone->{home}$name/", ''] }
	    qw(MKCALENDAR MKCOL PROPFIND DELETE))) } @names);
for (['an address', "a\@b.c"], ['letters', "%C3%A9t%C3%A9"], ['blanks', 'a%20b'],
    ['two encodings', 'a%252Fb'], ['255 bytes', 'y' x 255]) {
	my ($what, $name) = @$_;
	is $phone->put("$at/$name", text("name-$what"))->{status}, 201, $what;
	is $phone->get("$at/$name")->{status}, 200, "$what is found";
	my ($href) = grep { /\Q$name\E$/ } @{$phone->propfind("$at/",
	    ['D:getetag'], 1)->{hrefs}};
	ok $href, "$what: its address has the same bytes";
	is $phone->del("$at/$name")->{status}, 204, "$what: gone";
}

sub filter { my ($within) = @_;
	return document('C:calendar-query', '<D:prop><D:getetag/></D:prop>' .
	    '<C:filter>' . $within . '</C:filter>') }
sub of_todos { return filter('<C:comp-filter name="VCALENDAR"><C:comp-filter ' .
    qq(name="VTODO">$_[0]</C:comp-filter></C:comp-filter>)) }
sub sync { my ($token, $more) = @_;
	return document('D:sync-collection', "<D:sync-token>$token</D:sync-token>" .
	    ($more // '<D:sync-level>1</D:sync-level>') .
	    '<D:prop><D:getetag/></D:prop>') }
my $token = $phone->sync("$at/")->{sync_token};
my $other = $ada->make('/lists', title => 'Other');
my $others = $phone->sync("$phone->{home}$other/")->{sync_token};
my $bobs = Dav->new($mel)->sync(Dav->new($mel)->{home} .
    $mel->make('/lists', title => 'M') . '/')->{sync_token};
refused('reports', map { [$_->[0], $_->[1], $_->[2], 'REPORT', "$at/", $_->[3]] }
	['another report', 403, 'supported-report', document('D:expand-property',
	    '')],
	['free-busy', 403, 'supported-report', document('C:free-busy-query', '')],
	['an unknown filter', 403, 'supported-filter', of_todos('<C:other-filter/>')],
	['no component', 403, 'supported-filter', filter('')],
	['another root', 403, 'supported-filter',
	    filter('<C:comp-filter name="VCARD"/>')],
	['a collation', 403, 'supported-collation', of_todos('<C:prop-filter ' .
	    'name="SUMMARY"><C:text-match collation="i;klingon">x' .
	    '</C:text-match></C:prop-filter>')],
	['a wrong time', '400|403', '', of_todos('<C:time-range start="tomorrow"/>')],
	['a time-range without times', '400|403', '', of_todos('<C:time-range/>')],
	['a sync-level', 400, '', sync('', '<D:sync-level>infinite</D:sync-level>')],
	['a broken token', 403, 'valid-sync-token', sync('x')],
	['the token of another list', 403, 'valid-sync-token', sync($others)],
	['the token of another user', 403, 'valid-sync-token', sync($bobs)],
	['a token of the future', 403, 'valid-sync-token',
	    sync($token =~ s{-(\w+)(?=-\w+$)}{-9$1}r)],
);

my $big = '<X:p xmlns:X="http://x.example/">' . 'x' x 17000 . '</X:p>';
sub patch { return document('D:propertyupdate', "<D:set><D:prop>$_[0]</D:prop>" .
    '</D:set>') }
subtest 'properties' => sub {
	my $before = state_now();
	my $some = '<X:a xmlns:X="http://x.example/">1</X:a>';
	for (['a live one', 403, '<D:getetag>x</D:getetag>'],
	    ['one of 17 kB', 507, $big],
	    ['51', 507, join '', map { "<X:p$_ xmlns:X='x:'>1</X:p$_>" } 1 .. 51],
	    ['no title', 403, '<D:displayname> </D:displayname>'],
	    ['a title of 201 letters', 403, '<D:displayname>' . 'x' x 201 .
	    '</D:displayname>']) {
		my ($what, $status, $xml) = @$_;
		my $r = $phone->xml('PROPPATCH', "$at/", patch($some . $xml));
		is $r->{status}, 207, "$what: 207";
		like $r->{body}, qr/HTTP\/1\.1 $status /, "$what: $status";
		like $r->{body}, qr/HTTP\/1\.1 424 /, "$what: the others 424";
	}
	is state_now(), $before, 'nothing is set';
};

for my $method (qw(MKCALENDAR MKCOL)) {
	my $r = $phone->request($method, "$at/");
	is $r->{status}, 405, "$method where a list is";
	like $r->{headers}{allow}, qr/^PROPFIND\b.*, OPTIONS$/,
	    'says what can be done there';
}
my $places = 0;
for (['no component' => [403]], ['events' => [403, 'VEVENT']],
    ['tasks' => [201, 'vtodo']], ['both' => [201, qw(VEVENT VTODO)]]) {
	my ($what, $status, @names) = ($_->[0], @{$_->[1]});
	my $r = $phone->xml('MKCALENDAR', "$phone->{home}set" . $places++ . '/',
	    document('C:mkcalendar', '<D:set><D:prop>' .
	    '<C:supported-calendar-component-set>' . join('', map {
	    qq(<C:comp name="$_"/>) } @names) .
	    '</C:supported-calendar-component-set></D:prop></D:set>'));
	is $r->{status}, $status, "a new list of $what: $status";
}

# One bad line costs no task: its text is kept, the member is not set.
my %odd = (
	'PRIORITY:banana' => [starred => JSON::PP::false],
	'PRIORITY:99999999999999999999' => [starred => JSON::PP::false],
	'DUE:tomorrow' => [dueDate => undef],
	'DUE;VALUE=DATE:20270230' => [dueDate => undef],
	'DUE:20270101T250000Z' => [dueDate => undef],
	'DUE;TZID=Nowhere/City:20270101T100000' => [dueZone => undef],
	'RRULE:FREQ=SOMETIMES' => [recurrenceRule => undef],
	"DUE;VALUE=DATE:20270101\r\nRRULE:FREQ=HOURLY" =>
	    [recurrenceRule => undef],
	"DUE;VALUE=DATE:20270101\r\nRRULE:" . 'BYDAY=MO;' x 1000 =>
	    [recurrenceRule => undef],
	'STATUS:PERHAPS' => [done => JSON::PP::false],
	'COMPLETED:never' => [done => JSON::PP::true],
	'CATEGORIES:' . 'x' x 40 => [title => 'Odd'],
	'DURATION:P99999999999999999W' => [dueDate => undef],
	"BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:soon\r\nEND:VALARM" =>
	    [reminderAt => undef],
	"BEGIN:VALARM\r\nEND:VALARM" => [reminderAt => undef],
	'ATTACH;ENCODING=BASE64;VALUE=BINARY:' . 'QUJD' x 5000 => [title => 'Odd'],
	'X-LONG:' . 'x' x 200000 => [title => 'Odd'],
	(join "\r\n", map { "X-P$_:1" } 1 .. 10000) => [title => 'Odd'],
	';:;:;' => [title => 'Odd'],
	'=== no line' => [title => 'Odd'],
);
my $n = 0;
for my $lines (sort keys %odd) {
	my ($member, $value) = @{$odd{$lines}};
	my $what = substr $lines =~ s/\s+/ /gr, 0, 40;
	my $href = "$at/odd" . ++$n . '.ics';
	my $text = text("odd$n", 'SUMMARY:Odd', $lines);
	my $r = $phone->put($href, $text);
	is $r->{status}, 201, "$what is stored" or next;
	is $phone->get($href)->{body}, $text, "$what comes back";
	my ($task) = grep { $_->{title} eq 'Odd' }
	    @{$ada->get("/lists/$list/tasks")->{json}{items}};
	is $task->{$member}, $value, "$what: $member";
	$phone->del($href);
}

# Control characters, and what XML cannot have.
my $odd = "\x01B\x0b\x1f";
my $r = $phone->put("$at/c.ics", text('c', "SUMMARY:A$odd"));
is $r->{status}, 201, 'control characters in SUMMARY';
is $phone->get("$at/c.ics")->{body}, text('c', "SUMMARY:A$odd"), 'are kept';
my ($task) = grep { $_->{title} =~ /^AB/ }
    @{$ada->get("/lists/$list/tasks")->{json}{items}};
is $task->{title}, 'AB', 'the title is without them';
$ada->post("/lists/$list/tasks", { id => uuid(), title => "Q\x{fffe}\x{ffff}<&>" });
$ada->patch("/lists/$list", { title => "L\x{ffff}]]>&" });
for my $r ($phone->query("$at/", ''), $phone->propfind("$at/",
    ['D:displayname', 'C:calendar-data'], 1)) {
	my $said = Docket->spawn({ PATH => $ENV{PATH} }, $r->{body}, 'python3', '-c',
	    'import sys, xml.etree.ElementTree as x;' .
	    'x.fromstring(sys.stdin.buffer.read())');
	is $said->{err}, '', 'whatever is in it, the XML of an answer is well-formed';
}
like $phone->propfind("$at/", ['D:displayname'])->{body}, qr/L\xef\xbf\xbd\]\]&gt;/,
    'U+FFFD stands for what XML cannot have';

# Long lists of conditions take little time beside others.
my $start = time;
$r = $phone->xml('REPORT', "$at/", of_todos('<C:prop-filter name="SUMMARY">' .
    '<C:text-match>' . 'x' x 1000000 . '</C:text-match></C:prop-filter>' .
    '<C:prop-filter name="X-NO"><C:is-not-defined/></C:prop-filter>' x 10000));
like $r->{status}, qr/^(?:207|507)$/, '10,000 conditions, and a text of 1 MB';
cmp_ok time - $start, '<', 30, 'have an end';
is $phone->multiget("$at/", ("$at/none.ics") x 10000)->{status}, 207,
    '10,000 addresses';
done_testing;
