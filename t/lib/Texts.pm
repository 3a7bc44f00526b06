# Texts that a client of CalDAV sends, by their names: one of each form that the
# service stores in its own way.
package Texts;
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(texts send_texts undated);

sub calendar { my ($uid, @lines) = @_;
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    (grep { /TZID=Here/ } @lines) ? ('BEGIN:VTIMEZONE', 'TZID:Here',
	    'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100',
	    'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE') : (),
	    'BEGIN:VTODO', "UID:$uid", @lines, 'END:VTODO', 'END:VCALENDAR', '' }

sub texts {
	return (
	    'plain.ics' => calendar('plain', 'SUMMARY:Plain'),
	    'rich.ics' => calendar('rich', 'SUMMARY:Rich', 'LOCATION:Shed',
		'X-APPLE-SORT-ORDER:7', 'CATEGORIES:green,red', 'PRIORITY:3',
		'BEGIN:VALARM', 'TRIGGER:-PT10M', 'ACTION:AUDIO', 'END:VALARM'),
	    'floating.ics' => calendar('floating', 'SUMMARY:Floating',
		'DUE:20270301T090000', 'BEGIN:VALARM', 'TRIGGER:-PT10M',
		'ACTION:DISPLAY', 'DESCRIPTION:Floating', 'END:VALARM'),
	    'zone.ics' => calendar('zone@host', 'SUMMARY:Zone',
		'DUE;TZID=Here:20270301T090000'),
	    'series.ics' => calendar('series', 'SUMMARY:Series',
		'DTSTART;VALUE=DATE:20270301', 'DUE;VALUE=DATE:20270301',
		'RRULE:FREQ=WEEKLY;BYDAY=MO', 'X-KEPT:1'),
	    'parent.ics' => calendar('parent', 'SUMMARY:Parent'),
	    'step.ics' => calendar('step', 'SUMMARY:Step', 'RELATED-TO:parent',
		'X-STEP:1'),
	    'changed.ics' => calendar('changed', 'SUMMARY:Before', 'X-KEPT:2'),
	    'long.ics' => calendar('long', map { "X-LINE-$_:" . 'x' x 60 }
		1 .. 2000),
	);
}

# Sends them, the step last, and changes the title of one in the app, Before to
# After; the names of those that were not taken.
sub send_texts {
	my ($ada, $dav, $list) = @_;
	my %sent = texts();
	my @bad = grep { $dav->put("$dav->{home}$list/$_", $sent{$_})->{status} !=
	    201 } sort { ($a eq 'step.ics') <=> ($b eq 'step.ics') || $a cmp $b }
	    keys %sent;
	my ($changed) = grep { $_->{title} eq 'Before' }
	    @{$ada->get("/lists/$list/tasks")->{json}{items}};
	$ada->patch("/lists/$list/tasks/$changed->{id}", { title => 'After' });
	return @bad;
}

# Without what a change of the task alone makes new.
sub undated {
	return $_[0] =~ s/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):.*\r\n//gmr;
}

1;
