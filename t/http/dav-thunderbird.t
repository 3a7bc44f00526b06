# Thunderbird with a profile of its own against the real service, in both of its modes:
# what one of them does, the API and Thunderbird both have, and what Thunderbird sent is
# kept byte for byte.  Only with DOCKET_THUNDERBIRD=1: it needs a large package.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use File::Temp 'tempdir';
use IPC::Open2;
use JSON::PP ();
use MIME::Base64 'decode_base64';
use Test::More;
use Time::HiRes 'sleep';
use Web;

plan skip_all => 'DOCKET_THUNDERBIRD is not set' if !$ENV{DOCKET_THUNDERBIRD};

my $json = JSON::PP->new->utf8->allow_nonref;
my ($d, $web, $mode, $ada, $dav, $garden, $from, $to);

# What Thunderbird says to a command of thunderbird.sys.mjs.
sub does {
	print {$to} $json->encode(\@_), "\n";
	$to->flush;
	my $said = $json->decode(readline($from) // die "Thunderbird has ended\n");
	diag "@_: $said->{error}" if ref $said eq 'HASH' && $said->{error};
	return $said;
}

# It asks beside its other work.
sub has {
	my ($list, $wanted, $name) = @_;
	my $said = does('refresh', $list);
	for (1 .. 40) {
		last if $said eq $wanted;
		sleep 0.25;
		$said = does($_ % 8 ? 'items' : 'refresh', $list);
	}
	return is $said, $wanted, "Thunderbird: $name";
}

sub tasks_of { my ($list) = @_;
	return @{$ada->get("/lists/$list/tasks")->{json}{items}} }
sub task { my ($list, $title) = @_;
	my ($t) = grep { $_->{title} eq $title && !$_->{done} } tasks_of($list);
	return $t // {} }
sub docket_has {
	my ($list, $wanted, $name) = @_;
	my $said = sub { return join '; ', sort map { join ' ', $_->{title},
	    $_->{dueDate} // (), $_->{done} ? 'done' : () } tasks_of($list) };
	for (1 .. 40) {
		last if $said->() eq $wanted;
		sleep 0.25;
	}
	return is $said->(), $wanted, "Docket: $name";
}

# Its last PUT is there as it was sent.  Its text, and where.
sub kept {
	my ($name) = @_;
	my $sent = does('sent');
	my $text = decode_base64($sent->{put} // '');
	is $dav->request('GET', $sent->{path})->{body}, $text, "$name: byte for byte";
	return ($text, $sent->{path});
}

sub change {
	my ($list, $title, %members) = @_;
	my $id = task($list, $title)->{id};
	my $r = $ada->patch("/lists/$list/tasks/$id", \%members);
	return is $r->{status}, 200, "the app changes $title";
}

sub try_discovery {
	my $bob = $d->user('bob@example.org')->with(base => $web->{base});
	my $theirs = $bob->make('/lists', title => 'Theirs');
	$bob->post("/lists/$theirs/members", { email => $ada->{email} });
	$bob->patch("/lists/$theirs/members/$ada->{me}{id}", { role => 'viewer' });
	is does('find', "$web->{base}/", $ada->{email}, $dav->{secret}),
	    'Garden; Shop; Theirs read only', 'lists by the address of the site';
	has('Garden', 'From the app 20370203', 'a task of the app');
	has('Theirs', '', 'nothing of others');
	return;
}

sub try_changes {
	my ($shop) = @_;
	does('sent');
	is does('add', 'Garden', ['UID:tb-1', 'SUMMARY:Plant beans',
	    'DUE;VALUE=DATE:20370504', 'CATEGORIES:Soon', "CATEGORIES:N\xe4her",
	    'DESCRIPTION:one two', 'X-THEIRS;A="b;c":d', 'BEGIN:VALARM',
	    'ACTION:DISPLAY', 'DESCRIPTION:Mozilla Alarm: beans',
	    'TRIGGER;VALUE=DATE-TIME:20370503T160000Z', 'END:VALARM']), 'added',
	    'it makes a task';
	kept('a new task');
	my $t = task($garden, 'Plant beans');
	is_deeply [@$t{qw(dueDate notes starred reminderAt)}], ['2037-05-04',
	    'one two', JSON::PP::false, '2037-05-03T16:00:00.000000Z'], 'which is here';
	has('Garden', "From the app 20370203; Plant beans 20370504 (one two) #N\xe4her #Soon alarm",
	    'both');

	my @changes = (
	    [[rename => 'Plant peas'], title => 'Plant peas'],
	    [[describe => 'three'], notes => 'three'],
	    [[prioritize => 1], starred => JSON::PP::true],
	    [[due => '20370607T080000'], dueTime => '08:00'],
	    [[due => '20370608'], dueDate => '2037-06-08'],
	    [[due => ''], dueDate => undef],
	    [[due => '20370609'], dueTime => undef],
	    [[prioritize => 0], starred => JSON::PP::false],
	    [['complete'], done => JSON::PP::true],
	    [['reopen'], done => JSON::PP::false]);
	my $title = 'Plant beans';
	for (@changes) {
		my ($command, $member, $value) = @$_;
		my ($what, @args) = @$command;
		is does($what, 'Garden', $title, @args), 'changed', "$what @args";
		$title = $args[0] if $what eq 'rename';
		kept($what);
		is_deeply $ada->get("/tasks/$t->{id}")->{json}{$member}, $value,
		    "$what @args: $member here";
	}

	is does('add', 'Garden', ['UID:tb-2', 'SUMMARY:Water']), 'added', 'another';
	is does('move', 'Garden', 'Water', 'Shop'), 'moved', 'and moved';
	docket_has($shop, 'Water', 'it is in the other list');
	# It has the age of the old one, which is not in its text.
	is does('rename', 'Shop', 'Water', 'Watered'), 'changed', 'and renamed at once';
	kept('after the move');
	is does('remove', 'Shop', 'Watered'), 'removed', 'and removed';
	docket_has($shop, '', 'it is gone');
	docket_has($garden, 'From the app 2037-02-03; Plant peas 2037-06-09',
	    'the others are as they were');
	return;
}

# Each change of the app arrives, and leaves the other lines as Thunderbird wrote them.
sub try_app {
	my ($shop) = @_;
	does('describe', 'Garden', 'Plant peas', 'by hand');
	my ($text, $path) = kept('before');
	my %line = (title => 'SUMMARY', dueDate => 'DUE', starred => 'PRIORITY',
	    notes => 'DESCRIPTION', tags => 'CATEGORIES');
	for ([title => 'Plant leeks', "Plant leeks 20370609 (by hand) #N\xe4her #Soon alarm"],
	    [dueDate => '2037-07-01', "Plant leeks 20370701 (by hand) #N\xe4her #Soon alarm"],
	    [starred => JSON::PP::true,
	        "Plant leeks 20370701 (by hand) #N\xe4her #Soon !1 alarm"],
	    [notes => 'by the app', "Plant leeks 20370701 (by the app) #N\xe4her #Soon !1 alarm"]) {
		my ($member, $value, $wanted) = @$_;
		my $before = $dav->request('GET', $path)->{body};
		change($garden, task($garden, 'Plant peas')->{id} ? 'Plant peas' :
		    'Plant leeks', $member => $value);
		has('Garden', "From the app 20370203; $wanted", "$member of the app");
		my %was = map { $_ => 1 } split /\r\n/, $before;
		my @new = grep { !$was{$_} && !/^(?:LAST-MODIFIED|DTSTAMP|\s)/ }
		    split /\r\n/, $dav->request('GET', $path)->{body};
		is_deeply [map { /^([A-Z-]+)/ } @new], [$line{$member}],
		    "$member: only its line differs" or diag explain \@new;
	}
	# Thunderbird sends all of it back.
	is does('rename', 'Garden', 'Plant leeks', 'Plant peas'), 'changed',
	    'it changes that';
	my ($after) = kept('after the app');
	like $after, qr/^X-THEIRS;A="b;c":d\r$/m, 'with lines of its own';
	is task($garden, 'Plant peas')->{notes}, 'by the app', 'nothing is undone';

	my $trip = $ada->make("/lists/$shop/tasks", title => 'Pack');
	my $step = $ada->make("/tasks/$trip/steps", title => 'Socks');
	has('Shop', 'Pack; Socks', 'a step, as a task');
	is does('complete', 'Shop', 'Socks'), 'changed', 'which is done';
	my ($s) = @{$ada->get("/tasks/$trip/steps")->{json}{items}};
	is_deeply [@$s{qw(id done)}], [$step, JSON::PP::true], 'and here';
	is does('remove', 'Shop', 'Pack'), 'removed', 'its task is removed';
	has('Shop', '', 'with it');

	# It has not seen what the app changed, and its user says: overwrite.
	does('overwrite', JSON::PP::true);
	does('sent');
	change($garden, 'Plant peas', notes => 'meanwhile');
	is does('rename', 'Garden', 'Plant peas', 'Plant chard'), 'changed',
	    'a change of an old copy';
	like "@{does('sent')->{all}}", qr/PUT \S+ 412.*PUT \S+ 204/,
	    'is refused, then forced';
	is task($garden, 'Plant chard')->{notes}, 'meanwhile',
	    'and does not undo that of the app';
	has('Garden', 'From the app 20370203; ' .
	    "Plant chard 20370701 (meanwhile) #N\xe4her #Soon !1 alarm", 'both changes');
	return;
}

sub try_repetition {
	my ($shop) = @_;
	is does('add', 'Shop', ['UID:tb-3', 'SUMMARY:Bins',
	    'DTSTART;VALUE=DATE:20370504', 'DUE;VALUE=DATE:20370504',
	    'RRULE:FREQ=WEEKLY;COUNT=3', 'X-THEIRS:kept']), 'added', 'it makes a series';
	my (undef, $path) = kept('a series');
	for (['20370504', '20370511', 2], ['20370511', '20370518', 1]) {
		my ($day, $next, $left) = @$_;
		is does('completeOn', 'Shop', 'Bins', $day), 'changed', "$day is done";
		has('Shop', join('; ', sort "Bins $next", map { "Bins $_ done" }
		    $next eq '20370511' ? ('20370504') : ('20370504', '20370511')),
		    'the next day');
		my $text = $dav->request('GET', $path)->{body};
		like $text, qr/^DUE;VALUE=DATE:$next\r$/m, 'under the same address';
		like $text, qr/^X-THEIRS:kept\r$/m, 'with the other lines';
	}
	is does('completeOn', 'Shop', 'Bins', '20370518'), 'changed', 'the last one';
	docket_has($shop, join('; ', map { "Bins 2037-05-$_ done" } '04', '11', '18'),
	    'no other follows');
	my $id = $ada->make("/lists/$shop/tasks", title => 'Rent',
	    dueDate => '2037-01-31', recurrenceRule => 'FREQ=MONTHLY;BYMONTHDAY=-1');
	my $done = join '; ', map { "Bins 203705$_ done" } '04', '11', '18';
	has('Shop', "$done; Rent 20370131", 'a series of the app');
	is does('completeOn', 'Shop', 'Rent', '20370131'), 'changed', 'is done';
	docket_has($shop, join('; ', (map { "Bins 2037-05-$_ done" } '04', '11', '18'),
	    'Rent 2037-01-31 done', 'Rent 2037-02-28'), 'and comes again, once');
	$ada->patch("/lists/$shop/tasks/" . task($shop, 'Rent')->{id},
	    { done => JSON::PP::true });
	has('Shop', "$done; Rent 20370131 done; Rent 20370228 done; Rent 20370331",
	    'then the app has done one');
	return;
}

# Without the service, and without a network, nothing of either side is lost.
sub try_offline {
	my $was = "Plant chard 20370701 (meanwhile) #N\xe4her #Soon !1 alarm";
	# Thunderbird 153 sends what was changed offline with what it remembers of the
	# last change before, and loses that task from its cache.
	is does('restart'), 'started', 'Thunderbird starts again';
	is does('offline', JSON::PP::true), 'offline', 'no network';
	is does('add', 'Garden', ['UID:tb-4', 'SUMMARY:On the train']), 'added', 'made';
	is does('rename', 'Garden', 'From the app', 'On the way'), 'changed', 'changed';
	change($garden, 'Plant chard', title => 'Meanwhile');
	is does('offline', JSON::PP::false), 'online', 'a network';
	sleep 3;	# it sends what waits, and then asks what is new
	$was =~ s/Plant chard/Meanwhile/;
	has('Garden', "$was; On the train; On the way 20370203", 'both sides');
	docket_has($garden, 'Meanwhile 2037-07-01; On the train; On the way 2037-02-03',
	    'both sides');

	is $web->stop, 0, 'the service stops';
	is does('add', 'Garden', ['UID:tb-5', 'SUMMARY:Without it']), 'added', 'made';
	is does('restart'), 'started', 'Thunderbird starts again';
	is does('items', 'Garden'), "$was; On the train; On the way 20370203; Without it",
	    'it has kept all';
	$web = Web->new({ %$d, port => $web->{port} }, '-m', $mode);
	has('Garden', "$was; On the train; On the way 20370203; Without it",
	    'when it is back');
	docket_has($garden, 'Meanwhile 2037-07-01; On the train; On the way 2037-02-03; '
	    . 'Without it', 'that, too');
	unlike does('calendars'), qr/(?:Garden|Shop) disabled/, 'no list was switched off';
	return;
}

sub try_feed {
	my $r = $ada->post('/me/feeds', { name => 'F', listIds => [$garden] });
	my ($path) = $r->{json}{url} =~ m{(/api/.*)};
	is does('find', "$web->{base}$path", '', ''), 'tasks',
	    'a feed by its address';
	has('tasks', "Meanwhile 20370701 (meanwhile) #N\xe4her #Soon; On the way 20370203",
	    'its days');
	change($garden, 'Meanwhile', dueDate => '2037-07-02');
	has('tasks', "Meanwhile 20370702 (meanwhile) #N\xe4her #Soon; On the way 20370203",
	    'another day');
	return;
}

for (qw(cgi fastcgi)) {
	$mode = $_;
	$d = Docket->new;
	$web = Web->new($d, '-m', $mode);
	$ada = $d->user('ada@example.org')->with(base => $web->{base});
	$dav = Dav->new($ada);
	$garden = $ada->make('/lists', title => 'Garden');
	my $shop = $ada->make('/lists', title => 'Shop');
	$ada->make("/lists/$garden/tasks", title => 'From the app',
	    dueDate => '2037-02-03');
	my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	my $pid = open2($from, $to, 'node', top() . '/t/lib/thunderbird_client.mjs',
	    "$dir/profile");
	local $SIG{PIPE} = 'IGNORE';
	subtest "$mode: it finds the lists", \&try_discovery;
	subtest "$mode: what Thunderbird does", \&try_changes, $shop;
	subtest "$mode: what the app does", \&try_app, $shop;
	subtest "$mode: repetition", \&try_repetition, $shop;
	subtest "$mode: offline", \&try_offline;
	subtest "$mode: a feed", \&try_feed;
	close $to;
	waitpid $pid, 0;
	is $?, 0, "$mode: Thunderbird ends well";
	unlike $d->check->{out}, qr/^FAULT/m, "$mode: check finds no fault";
	is $web->stop, 0, "$mode: the service ends well";
}
done_testing;
