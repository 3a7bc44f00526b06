# What of Writes.pm clients of CalDAV ask: lists made, renamed, coloured and left;
# texts put, changed, moved, finished in each way, and deleted.
#
#	WritesDav::all($w, $user);	# a step of $w for each request
package WritesDav;
use strict;
use warnings;
use Dav;
use Docket;

# Steps whose names are no routes: sql/prepared is about the API.
sub ask {
	my ($w, $phone, $method, $path, $body, %h) = @_;
	my $r;
	$w->step("CalDAV $method $path", sub {
		$r = $phone->request($method, "$phone->{home}$path", $body, %h);
		die "$method $path: $r->{status} $r->{body}\n"
		    if $r->{status} !~ /^2/ || $r->{body} =~ m{HTTP/1\.1 [345]};
	}, 0, $body);
	return $r;
}

sub put {
	my ($w, $phone, $path, $text, %h) = @_;
	return ask($w, $phone, PUT => $path, $text,
	    'Content-Type' => 'text/calendar', %h);
}

sub calendar {
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    @_, 'END:VCALENDAR', '';
}
sub vtodo {
	my ($uid, @lines) = @_;
	return ('BEGIN:VTODO', "UID:$uid", 'SUMMARY:Water', @lines, 'END:VTODO');
}
sub corpus { return slurp(Docket::top() . "/t/ical/corpus/$_[0].ics") }

# A list with a name of its own, which another list takes over.
sub lists {
	my ($w, $phone) = @_;
	my $change = sub { my ($path, $how, $props) = @_;
		ask($w, $phone, PROPPATCH => $path, "<D:propertyupdate " .
		    "$Dav::Xmlns><D:$how><D:prop>$props</D:prop></D:$how>" .
		    '</D:propertyupdate>', 'Content-Type' => 'application/xml') };
	ask($w, $phone, MKCALENDAR => 'garden/');
	$change->('garden/', set => '<D:displayname>Garden</D:displayname>' .
	    '<A:calendar-color>#fff</A:calendar-color>');
	$change->('garden/', set => '<A:calendar-color>#000</A:calendar-color>');
	$change->('garden/', remove => '<A:calendar-color/>');
	ask($w, $phone, DELETE => 'garden/');
	ask($w, $phone, MKCOL => $_) for qw(garden/ house/);
}

# Each text of the corpus, without its zones and tags, moved, and deleted.
sub texts {
	my ($w, $phone) = @_;
	for my $name (qw(apple-ios evolution nextcloud-tasks)) {
		my $text = corpus($name);
		put($w, $phone, "garden/$name.ics", $text);
		put($w, $phone, "garden/$name.ics", $text =~
		    s/BEGIN:VTIMEZONE.*END:VTIMEZONE\r\n//sr =~
		    s/^CATEGORIES.*\r\n//mgr =~ s/^SUMMARY:/SUMMARY:New: /mr);
		put($w, $phone, "garden/$name.ics", $text);
		ask($w, $phone, MOVE => "garden/$name.ics", undef,
		    Destination => "$phone->{home}house/$name.ics");
	}
	# By a client that does not know MOVE; another has no more zones.
	put($w, $phone, 'garden/again.ics', corpus('evolution'));
	ask($w, $phone, DELETE => "house/$_.ics") for qw(evolution apple-ios);
	put($w, $phone, 'garden/child.ics', calendar(vtodo('child',
	    'RELATED-TO:parent')));
	put($w, $phone, 'garden/parent.ics', calendar(vtodo('parent')));
	put($w, $phone, 'garden/child.ics', calendar(vtodo('child',
	    'RELATED-TO:parent', 'DUE;VALUE=DATE:20370101')));
}

# A series that is finished in each of the ways that clients have.
sub series {
	my ($w, $phone) = @_;
	my @done = ('STATUS:COMPLETED', 'COMPLETED:20261120T100000Z');
	my $n = 0;
	my $day = sub { sprintf '203701%02d', 1 + 7 * $n };
	my $master = sub { vtodo('series', 'DUE;VALUE=DATE:' . $day->(),
	    'RRULE:FREQ=WEEKLY', @_) };
	my $one = sub { vtodo('series', 'RECURRENCE-ID;VALUE=DATE:' . $day->(),
	    'DUE;VALUE=DATE:' . $day->(), @done) };
	my $put = sub { my ($name, @parts) = @_;
		put($w, $phone, "garden/$name.ics", calendar(@parts)) };
	$put->(series => $master->());
	$put->(series => $master->(@done));
	$n++;
	$put->(series => $master->(), $one->());
	$n++;
	my @late = $one->();
	$n++;
	$put->(series => $master->());
	$put->(copy => @late);
}

sub all {
	my ($w, $user) = @_;
	my $phone;
	$w->step('a token for CalDAV', sub { $phone = Dav->new($user) });
	lists($w, $phone);
	texts($w, $phone);
	series($w, $phone);
	ask($w, $phone, DELETE => 'house/');
}
1;
