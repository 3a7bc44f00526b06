# Expensive requests of one user: their slots (lib/web/slots.h), which the test
# takes itself, as another process; and long answers (lib/core/spool.h), which hold
# nothing of the database while they are sent, and are whole or visibly not.
# For every route, in both modes.
# DOCKET_AT_ONCE: how many of each are sent at once (8); 100 for make torture, where
# the times of others are printed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use Fcntl;
use IO::Select;
use IO::Socket::INET;
use Refusal;
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

my $at_once = $ENV{DOCKET_AT_ONCE} || 8;
my $large = { notes => join ' ', map { "word$_" } 1 .. 1000 };
# Of the file of slots: where those begin for which a request waits.
my $to_wait_for = 7 << 40;

my $connections = 1 << 60;

# Locks the slots from there on in another process, until the function that it
# returns is called.
sub take_slots {
	my ($d, $from, $to) = @_;
	pipe my $read, my $write or die;
	my $holder = beside(sub {
		close $read;
		sysopen my $f, "$d->{data}/docket.slots", O_RDWR | O_CREAT, 0600
		    or die "docket.slots: $!\n";
		fcntl $f, F_SETLK, pack 's s x4 q q l x4', F_WRLCK, 0, $from,
		    ($to // $connections) - $from, 0 or die "lock: $!\n";
		syswrite $write, 'x';
		sleep 60;
	});
	close $write;
	sysread $read, my $taken, 1;
	return sub { kill KILL => $holder->{pid}; waitpid $holder->{pid}, 0 };
}

sub send_on {
	my ($web, $who, $method, $path, $body, %h) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$web->{port}")
	    or die "connect: $!\n";
	my $sent = ref $body ? json($body) : $body // '';
	%h = (Authorization => "Bearer $who->{token}", Host => 'x',
	    Connection => 'close', 'Content-Type' => 'application/json',
	    'Content-Length' => length $sent, %h);
	print $s join "\r\n", "$method " . Docket::full_path($method, $path) .
	    ' HTTP/1.1', (map { "$_: $h{$_}" } keys %h), '', $sent;
	return $s;
}

# What one of them gets to its end: the status, and how many bytes are missing.
sub answer_on {
	my ($s) = @_;
	my $all = '';
	1 while sysread $s, $all, 1 << 18, length $all;
	my ($head, $body) = split /\r\n\r\n/, $all, 2;
	my ($status) = ($head // '') =~ m{^HTTP/1\.1 (\d+)};
	my ($length) = ($head // '') =~ /^content-length: (\d+)/mi;
	return ($status, defined $length ? $length - length $body : undef);
}

# Those of other protocols, with their headers.
sub of_calendars {
	my ($w) = @_;
	my $phone = Dav->new($w->{ada});
	my $list = $w->path("$phone->{home}\{listId}/");
	my %h = (Authorization => Dav::basic('ada@example.org', $phone->{secret}),
	    'Content-Type' => 'application/xml', Depth => 1);
	my $props = Dav::props('D:getetag', 'C:calendar-data');
	my ($feed) = $w->{ada}->post('/me/feeds', { name => 'F' })->{json}{url}
	    =~ m{(/feeds/.*)};
	return (['PROPFIND', $list, "<D:propfind $Dav::Xmlns>$props</D:propfind>",
	    %h], ['REPORT', $list, "<C:calendar-query $Dav::Xmlns>$props" .
	    '<C:filter><C:comp-filter name="VCALENDAR"/></C:filter>' .
	    '</C:calendar-query>', %h], ['GET', $list, undef, %h],
	    ['GET', $feed]);
}

# Those that bring a file; their ids are new each time.
sub of_files {
	my ($w) = @_;
	my @file = ('file', "- [ ] x\n", 'x.txt', 'text/plain');
	return map { my ($path, @parts) = @$_;
	    my ($form, $type) = Docket::multipart(@parts, \@file);
	    ['POST', $path, $form, 'Content-Type' => $type] }
	    [$w->path('/tasks/{taskId}/attachments'), ['id', uuid()]],
	    ['/me/imports', ['id', uuid()]];
}

# How it is answered, if it is.
sub right_for {
	my ($e) = @_;
	return $e->[0] =~ /^(?:PROPFIND|REPORT)$/ ? 207 :
	    $e->[0] eq 'DELETE' ? 404 :
	    $e->[0] eq 'POST' && $e->[1] ne '/batch' ? 201 : 200;
}

# An expensive request by every route that has one: method, path, body, headers.
sub expensive {
	my ($w) = @_;
	my $row = { method => 'GET', path => '/me' };
	return (of_calendars($w), of_files($w), ['DELETE', '/me/imports/' . uuid()],
	    ['PATCH', $w->path('/lists/{listId}/tasks/{taskId}'), $large],
	    ['POST', '/batch', { requests => [$row] }],
	    ['GET', $w->path('/attachments/{attachmentId}/content')],
	    map { ['GET', $w->path($_->{path}) .
	    ($_->{path} eq '/search' ? '?q=sibling' :
	    $_->{path} =~ m{^/lists/.*/export} ? '?format=csv' : '')] }
	    grep { $_->{method} eq 'GET' && !$_->{flags}{'any-type'} &&
	    !$_->{flags}{'no-database'} &&
	    ($_->{flags}{long} || $_->{flags}{paged}) } Docket::routes());
}

# Routes that take a slot, and that none of these requests asks for.
sub forgotten {
	my @asked = map { [$_->[0], $_->[1] =~ s/\?.*//r] } @_;
	return map { "$_->{method} $_->{path}" } grep { my $r = $_;
	    ($r->{flags}{long} || $r->{flags}{paged}) &&
	    !$r->{flags}{uncounted} && !$r->{flags}{'no-database'} &&
	    !grep { $_->[0] eq $r->{method} && $_->[1] =~ $r->{re} } @asked }
	    Docket::routes();
}

# Requests that take no slot, though some are to the same routes.
sub cheap {
	my ($w) = @_;
	my $task = $w->path('/lists/{listId}/tasks/{taskId}');
	my ($propfind) = of_calendars($w);
	return ([@$propfind, Depth => 0], ['GET', '/me'], ['GET', $task], ['GET', '/openapi.json'],
	    ['PATCH', $task, { title => 'T' }],
	    map { ['GET', $w->path($_->{path}) . '?limit=100'] }
	    grep { $_->{flags}{paged} && $_->{path} ne '/lists' }
	    Docket::routes());
}

for my $mode (qw(cgi fastcgi)) {
	my $w = Refusal->new;
	my $d = $w->{d};
	my $web = Web->new($d, '-m', $mode, $mode eq 'cgi' ? () :
	    ('--workers', 1));
	my ($ada, $bob) = map { $_->with(base => $web->{base}) }
	    @$w{qw(ada bob)};
	my @expensive = expensive($w);
	is_deeply [forgotten(@expensive)], [], 'no route is forgotten';

	subtest "every slot is taken, $mode" => sub {
		my $give = take_slots($d, 0);
		for (@expensive) {
			my $r = $ada->request(@$_);
			is $r->{status}, 503, "@$_[0, 1]";
			is said($r), '503 busy', 'says so' if $r->{json};
			is $r->{headers}{'retry-after'}, 1, 'Retry-After';
		}
		is $ada->with(token => 'x')->get('/me/export')->{status}, 401,
		    'a stranger takes none';
		is $ada->request(@$_)->{status}, right_for($_), "@$_[0, 1]"
		    for cheap($w);
		$give->();
	};

	subtest "CGI programs wait for a connection, $mode" => sub {
		my $give = take_slots($d, $connections, $connections + 100);
		my $waiting = send_on($web, $ada, 'GET', '/me');
		my @answered = IO::Select->new($waiting)->can_read(0.3);
		is @answered, $mode eq 'cgi' && engine() eq 'postgresql' ?
		    0 : 1, 'if the database is on a server';
		$give->();
		is +(answer_on($waiting))[0], 200, 'it is served';
	};

	# A program that has a connection to a server does not wait; in every mode, one
	# is started for each file that comes or goes.
	my $waits = sub { engine() eq 'sqlite' || $mode eq 'fastcgi' &&
	    ($_[0][4] // '') !~ /^multipart/ && $_[0][1] !~ m{/content$} };
	subtest "requests wait for a slot, $mode" => sub {
		my $give = take_slots($d, $to_wait_for);
		my @waiting = map { send_on($web, $ada, @$_) } @expensive;
		is $bob->get('/me')->{status}, 200, 'others are served'
		    for 1 .. 20;
		my @answered = IO::Select->new(@waiting[grep {
		    $waits->($expensive[$_]) } 0 .. $#waiting])->can_read(0.3);
		is @answered, 0, 'they wait';
		$give->();
		for (0 .. $#waiting) {
			my ($status, $missing) = answer_on($waiting[$_]);
			is $status, $waits->($expensive[$_]) ?
			    right_for($expensive[$_]) : 503,
			    "@{$expensive[$_]}[0, 1]";
			is $missing, 0, 'whole';
		}
	};

	subtest "$at_once of each at once, $mode" => sub {
		my @sent = map { my $e = $_;
		    map { send_on($web, $ada, @$e) } 1 .. $at_once } @expensive;
		my $other = beside(sub {
			my (@took, $began);
			do {
				$began = time;
				return 'refused' if $bob->get('/me')->{status}
				    != 200;
				push @took, 1000 * (time - $began);
			} until -e "$d->{data}/done";
			return join ' ', sort { $a <=> $b } @took;
		});
		my %said;
		for (@sent) {
			my ($status, $missing) = answer_on($_);
			$said{$status}++;
			is $missing, 0, 'whole' if $missing;
		}
		write_file("$d->{data}/done", '');
		my @took = split ' ', ended($other);
		isnt $took[0], 'refused', 'another user is served';
		diag sprintf 'expensive mode=%s engine=%s sent=%d others=%d ' .
		    'p50=%.1fms p99=%.1fms most=%.1fms answers=%s', $mode,
		    engine(), scalar @sent, scalar @took,
		    @took[@took / 2, @took * 0.99, -1], json(\%said);
		ok $said{200}, 'some are served';
		is_deeply [grep { !/^(?:200|201|207|404|503)$/ } keys %said], [],
		    'the others are busy';
		like $ada->request(@{$expensive[$_]})->{status}, qr/^(?:20[017]|404)$/,
		    "then @{$expensive[$_]}[0, 1] is served" for 0 .. 7;
	};
}

# A list whose answer no buffer holds.
sub heavy {
	my ($w) = @_;
	my $list = $w->path('/lists/{listId}');
	$w->{ada}->post('/batch', { requests => [map { { method => 'POST',
	    path => "$list/tasks", body => { id => uuid(),
	    title => 'Heavy', notes => 'x' x 10_000 } } } 1 .. 80] })
	    for 1 .. 6;
	return "$list/tasks";
}

# Does the database do what it does only when nobody has a snapshot?  A program
# does not wait until PostgreSQL has ended one.
sub no_snapshot {
	my ($d) = @_;
	return $d->sql("SELECT count(*) FROM pg_stat_activity WHERE datname =
	    current_database() AND state LIKE 'idle in%'") == 0
	    if engine() eq 'postgresql';
	return $d->sql('PRAGMA wal_checkpoint(TRUNCATE)') =~ /^0\|/;
}

my $w = Refusal->new;
my $list = heavy($w);
for my $mode (qw(cgi fastcgi)) {
	subtest "clients that read nothing, $mode" => sub {
		my $web = Web->new($w->{d}, '-m', $mode);
		my @silent = map { send_on($web, $w->{ada}, 'GET', $_) }
		    ($list, '/me/export', $list, '/me/changes');
		for (@silent) {
			sysread $_, my $begun, 1;
			is $begun, 'H', 'an answer has begun';
		}
		ok until_true(sub { no_snapshot($w->{d}) }),
		    'they hold no snapshot';
		my $fifth = send_on($web, $w->{ada}, 'GET', $list);
		ok !IO::Select->new($fifth)->can_read(0.3),
		    'a fifth waits until one of them has ended'
		    if $mode eq 'fastcgi' || engine() eq 'sqlite';
		is $w->{bob}->with(base => $web->{base})->get('/me/export')
		    ->{status}, 200, 'another user is served';
		shutdown $silent[0], 2;
		close shift @silent;
		is +(answer_on($fifth))[0], 200, 'then it is served'
		    if $mode eq 'fastcgi' || engine() eq 'sqlite';
	};

	subtest "a program is killed while it sends, $mode" => sub {
		my $web = Web->new($w->{d}, '-m', $mode);
		my $s = send_on($web, $w->{ada}, 'GET', $list);
		sysread $s, my $begun, 1;
		kill KILL => senders($web->{pid});
		my $all = $begun;
		1 while sysread $s, $all, 1 << 18, length $all;
		my ($head, $body) = split /\r\n\r\n/, $all, 2;
		my ($length) = $head =~ /^content-length: (\d+)/mi;
		cmp_ok length($body // ''), '<', $length // 0,
		    'the client sees that the answer is not complete';
		is $w->{ada}->with(base => $web->{base})->get($list)->{status},
		    200, 'its slots are free again';
	};
}

# The programs of a server's programs: those that answer requests.
sub senders {
	my ($pid) = @_;
	return map { split ' ', slurp("/proc/$_/task/$_/children") }
	    split ' ', slurp("/proc/$pid/task/$pid/children");
}

done_testing;
