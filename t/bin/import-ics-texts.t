# A task of an .ics file keeps its text: a CalDAV client reads what the file says, also
# what Docket does not know, and a change changes that property alone.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');

sub zone { my ($name) = @_;
	return ('BEGIN:VTIMEZONE', "TZID:$name", 'BEGIN:STANDARD',
	    'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100',
	    'END:STANDARD', 'END:VTIMEZONE') }
sub vtodo { my ($uid, @lines) = @_;
	return ('BEGIN:VTODO', "UID:$uid", @lines, 'END:VTODO') }

my @rich = ('SUMMARY:Rich', 'DESCRIPTION:Some notes', 'LOCATION:Shed',
    'X-APPLE-SORT-ORDER:7', 'CATEGORIES:Blue,green', 'PRIORITY:3', 'ATTENDEE:mailto:bob@example.org',
    'EXDATE;VALUE=DATE:20270308', 'BEGIN:VALARM', 'TRIGGER:-PT10M', 'ACTION:AUDIO',
    'END:VALARM', 'BEGIN:VALARM', 'TRIGGER:-PT1H', 'ACTION:DISPLAY', 'END:VALARM');
my @zone = ('SUMMARY:Zone', 'DUE;TZID=Here:20270301T090000');
my $file = write_file("$d->{data}/home.ics", join "\n", 'BEGIN:VCALENDAR',
    'VERSION:2.0', 'X-WR-CALNAME:Home', zone('Elsewhere'), zone('Here'),
    vtodo('rich', @rich), vtodo('zone', @zone), 'BEGIN:VTODO', 'SUMMARY:No UID',
    'END:VTODO', vtodo('rich', 'SUMMARY:Again'), vtodo('whole', 'SUMMARY:Whole'),
    vtodo('part', 'SUMMARY:Part', 'RELATED-TO:whole'), 'END:VCALENDAR', '');
$ada->make('/me/tags', name => 'blue');
my @import = ('docket-import', '--user', 'ada@example.org', $file);
my $r = $d->run(@import);
is $r->{status}, 0, "is imported: $r->{out}";

my $dav = Dav->new($ada);
my ($list) = map { $_->{id} } grep { $_->{title} eq 'Home' }
    @{$ada->get('/lists')->{json}{items}};
my %task = map { $_->{title} => $_ } @{$ada->get("/lists/$list/tasks")->{json}{items}};
sub read_text { my ($title) = @_;
	return $dav->get("$dav->{home}$list/$task{$title}{id}.ics")->{body} }
sub calendar { return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0',
	    'PRODID:-//Docket//EN', @_, 'END:VCALENDAR', '' }

is read_text('Rich'), calendar(vtodo('rich', @rich)), 'all that the file says of it';
is read_text('Zone'), calendar(zone('Here'), vtodo('zone', @zone)),
    'with the time zone that it names';
like read_text($_), qr/^SUMMARY:$_\r$/m, "$_ can be read, too"
    for 'No UID', 'Whole';
$ada->patch("/lists/$list/tasks/$task{Rich}{id}", { title => 'Richer' });
my $want = calendar(vtodo('rich', 'SUMMARY:Richer', @rich[1 .. $#rich]));
is read_text('Rich') =~ s/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):.*\r\n//gmr, $want,
    'a change is in the text, and changes nothing else';
like $d->run(@import)->{out}, qr/^0 created/m, 'a second import makes nothing';
is_deeply [grep { /^FAULT: (?:missing|in the feed|the words|the counts)/ }
    split /\n/, $d->check->{out}], [], 'docket-admin check finds nothing';

done_testing;
