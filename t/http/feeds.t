# Calendar feeds: what they show, who can read them and for how long, and what vdirsyncer and
# khal make of them.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;
use Web;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new;
my $web = Web->new($d);
my $site = $web->{base};
my $ada = $d->user('ada@example.org')->with(base => $site);
$ada->patch('/me', { timeZone => 'Europe/Berlin' });
my $bob = $d->user('bob@example.org')->with(base => $site);
my $home = $ada->make('/lists', title => 'Home');
my $work = $ada->make('/lists', title => 'Work');
$ada->post("/lists/$work/members", { email => 'bob@example.org' });

sub feed {
	my ($u, %o) = @_;
	my $r = $u->post('/me/feeds', { name => 'Mine', %o });
	die "feed: $r->{status} $r->{body}" if $r->{status} != 201;
	return $r->{json};
}
# As the path of a request.
sub path { return $_[0]{url} =~ s{^\Q$site\E/api/v1}{}r }
sub reading { my ($f, %h) = @_;
	return $d->with(base => $site, token => undef)->get(path($f), %h) }
# The lines of the component of a title, unfolded.
sub part {
	my ($text, $title) = @_;
	$text =~ s/\r\n[ \t]//g;
	my ($p) = grep { /^SUMMARY:\Q$title\E\r$/m }
	    $text =~ /^(BEGIN:(?:VEVENT|VTODO)\r\n.*?END:(?:VEVENT|VTODO)\r\n)/msg;
	return $p // '';
}

my $tag = $ada->make('/me/tags', name => 'a, b');
my $day = $ada->make("/lists/$home/tasks", title => 'Water; plants',
    notes => "Two\nlines", dueDate => '2030-01-02', recurrence => 'weekly',
    reminderAt => '2030-01-02T08:00:00.000000Z', tagIds => [$tag]);
$ada->make("/lists/$work/tasks", title => 'Call', dueDate => '2030-01-03',
    dueTime => '15:30', dueZone => 'America/New_York');
$ada->make("/lists/$home/tasks", title => 'Floating', dueDate => '2030-01-04',
    dueTime => '09:05');
$ada->make("/lists/$home/tasks", title => 'Undated');
my $done = $ada->make("/lists/$home/tasks", title => 'Was done',
    dueDate => '2030-01-05', done => $T);

subtest 'events' => sub {
	my $f = feed($ada);
	is_deeply [@$f{qw(as listIds done reminders lastUsedAt)}],
	    ['events', undef, $F, $F, undef], 'what is the default';
	like $f->{url}, qr{^\Q$site\E/api/v1/feeds/[\w-]{43}/tasks\.ics$},
	    'an address that nobody guesses';
	my $r = reading($f);
	is $r->{status}, 200, 'anybody who knows it reads';
	is $r->{headers}{'content-type'}, 'text/calendar; charset=utf-8', 'a calendar';
	is $r->{headers}{'cache-control'}, 'private, max-age=900', 'for 15 minutes';
	is $r->{headers}{'x-robots-tag'}, 'noindex', 'not for search engines';
	like $r->{body}, qr/^X-WR-CALNAME:Mine\r\n/m, 'its name';
	like $r->{body}, qr/^$_\r\n/m, $_ for 'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
	    'X-PUBLISHED-TTL:PT1H';
	my $p = part($r->{body}, 'Water\\; plants');
	like $p, qr/^\Q$_\E\r\n/m, $_ for "UID:$day-event",
	    'DTSTART;VALUE=DATE:20300102', 'RRULE:FREQ=WEEKLY',
	    'DESCRIPTION:Two\\nlines', 'CATEGORIES:a\\, b', 'TRANSP:TRANSPARENT',
	    "URL:$site/#/l/$home/t/$day";
	unlike $p, qr/VALARM/, 'no alarm';
	like part($r->{body}, 'Call'), qr/^DTSTART;TZID=America\/New_York:20300103T153000\r\nDURATION:PT30M\r\n/m,
	    'half an hour, in its zone';
	like $r->{body}, qr/^TZID:America\/New_York\r\n/m, 'which is there';
	like part($r->{body}, 'Floating'), qr/^DTSTART:20300104T090500\r\n/m,
	    'a time on everybody\'s clock';
	unlike $r->{body}, qr/Undated|Was done|VTODO/, 'nothing else';
	is reading($f, 'If-None-Match' => $r->{headers}{etag})->{status}, 304,
	    'unchanged';
	my $head = $d->with(base => $site)->request('HEAD', path($f));
	is "$head->{status} $head->{body}", '200 ', 'HEAD';
	$ada->patch("/lists/$home/tasks/$day", { title => 'Watered' });
	isnt reading($f)->{headers}{etag}, $r->{headers}{etag}, 'changed';
	$ada->patch("/lists/$home/tasks/$day", { title => 'Water; plants' });
	my ($now) = grep { $_->{id} eq $f->{id} }
	    @{$ada->get('/me/feeds')->{json}{items}};
	ok $now->{lastUsedAt}, 'its use is seen';
	ok !exists $now->{url}, 'but not its address';
};

subtest 'options' => sub {
	my $r = reading(feed($ada, as => 'todos', reminders => $T));
	like part($r->{body}, 'Undated'), qr/^BEGIN:VTODO/, 'tasks without a date';
	like part($r->{body}, 'Water\\; plants'),
	    qr/^TRIGGER;VALUE=DATE-TIME:20300102T080000Z\r\n/m, 'with reminders';
	$r = reading(feed($ada, as => 'both', done => $T, listIds => [$home]));
	is scalar(() = $r->{body} =~ /^SUMMARY:Floating\r/mg), 2, 'both';
	ok part($r->{body}, "\xe2\x9c\x93 Was done"), 'what is done has a mark';
	unlike $r->{body}, qr/Call/, 'those lists alone';
	$r = reading(feed($ada, reminders => $T));
	like part($r->{body}, 'Water\\; plants'), qr/^BEGIN:VALARM\r\n/m,
	    'events with reminders';
	for ([{ as => 'x' }, 'validation-failed'], [{ listIds => [uuid()] },
	    'validation-failed'], [{ listIds => [] }, 'validation-failed'],
	    [{ name => '' }, 'validation-failed']) {
		is $ada->post('/me/feeds', { name => 'x', %{$_->[0]} })
		    ->{json}{code}, $_->[1], json($_->[0]);
	}
	is feed($ada, listIds => undef)->{listIds}, undef, 'null means all';
};

subtest 'rights' => sub {
	my $f = feed($bob);
	like reading($f)->{body}, qr/Call/, 'a member reads a shared list';
	unlike reading($f)->{body}, qr/Water|CATEGORIES/, 'and nothing of others';
	$ada->del("/lists/$work/members/$bob->{me}{id}");
	unlike reading($f)->{body}, qr/Call/, 'who leaves reads it no more';
	my $limited = feed($ada, listIds => [$work]);
	$ada->del("/lists/$work");
	unlike reading($limited)->{body}, qr/Water|Call/,
	    'of lists that are gone, nothing is left';
	is $ada->del("/me/feeds/$f->{id}")->{json}{code}, 'feed-not-found',
	    "nobody ends another's";
	is $bob->del("/me/feeds/$f->{id}")->{status}, 204, 'it ends';
	for my $at (path($f), '/feeds/x/tasks.ics', '/feeds/' . 'A' x 43 .
	    '/tasks.ics', path({ url => "$site/api/v1" .
	    "/feeds/$ada->{token}/tasks.ics" })) {
		my $r = $d->with(base => $site)->get($at);
		is "$r->{status} $r->{json}{code}", '404 not-found', 'no feed';
	}
	my $token = $ada->post('/me/tokens', { name => 't' })->{json}{token};
	is $ada->with(token => $token)->post('/me/feeds', { name => 'x' })
	    ->{json}{code}, 'session-required', 'a token makes none';
	my ($kept, $gone) = (feed($ada), feed($bob));
	for ([$ada, keepTokens => $T], [$bob]) {
		my ($u, @keep) = @$_;
		is $u->put('/me/password', { current => $u->{password},
		    new => 'another long one', @keep })->{status}, 204,
		    'a new password';
	}
	is reading($kept)->{status}, 200, 'keeps feeds with the tokens';
	is reading($gone)->{status}, 404, 'and ends them otherwise';
};

subtest 'vdirsyncer and khal' => sub {
	my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	my $f = feed($ada);
	write_file("$dir/vdirsyncer", <<"END");
[general]
status_path = "$dir/status/"
[pair feed]
a = "here"
b = "docket"
collections = null
[storage here]
type = "filesystem"
path = "$dir/cal/"
fileext = ".ics"
[storage docket]
type = "http"
url = "$f->{url}"
END
	write_file("$dir/khal", <<"END");
[calendars]
[[docket]]
path = $dir/cal/
[sqlite]
path = $dir/khal.db
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
default_timezone = Europe/Berlin
local_timezone = Europe/Berlin
END
	mkdir "$dir/cal";
	my $run = sub { my $r = Docket->spawn({ PATH => '/usr/bin:/bin',
	    HOME => $dir, LANG => 'C.UTF-8' }, "y\n" x 9, @_);
	    is $r->{status}, 0, $_[0] or diag $r->{out}, $r->{err};
	    return $r->{out} };
	$run->('vdirsyncer', '-c', "$dir/vdirsyncer", 'discover', 'feed');
	$run->('vdirsyncer', '-c', "$dir/vdirsyncer", 'sync');
	my $said = $run->('khal', '-c', "$dir/khal", 'list', '2030-01-01', '20d',
	    '--format', '{start-long-full} {title}', '--day-format', '');
	like $said, qr/^\Q$_\E$/m, "khal: $_" for '2030-01-02 00:00 Water; plants',
	    '2030-01-09 00:00 Water; plants', '2030-01-04 09:05 Floating';
};
is $web->stop, 0, 'the service ends well';
done_testing;
