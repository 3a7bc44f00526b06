# Waiting for changes: GET /me/wait through docket-wait, behind a real lighttpd
# in both modes, as long poll and as stream of events.
#
# A waiting request is a process beside the test.  That it waits is known from
# the connections of docket-wait; that it got the change, from its having ended long
# before the 50 seconds after which it is answered anyway.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use IO::Socket::INET;
use IO::Socket::UNIX;
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

my $d = Docket->new(wait => 'on');
my ($ada, $mel) = map { $d->user("$_\@example.org") } qw(ada mel);
my $list = uuid();
$ada->post('/lists', { id => $list, title => 'Shared' });
$ada->post("/lists/$list/members", { email => 'mel@example.org' });

sub next_of { return $_[0]->get('/me/changes')->{json}{next} }

sub docket_wait { return split ' ', `pgrep -f 'docket-wait -d $d->{data} '` }

sub connections {
	return scalar grep { (readlink // '') =~ /^socket:/ }
	    map { glob "/proc/$_/fd/*" } docket_wait();
}

# Returns when one more request waits than before.
sub until_waiting {
	my ($before) = @_;
	for (1 .. 200) {
		my $now = connections();
		last if $now > $before;
		$before = $now;		# one of before has ended
		sleep 0.05;
	}
	return;
}

# A request that waits: what it gave, and after how many seconds.
sub waits {
	my ($user, $since) = @_;
	my $before = connections();
	my $kid = beside(sub {
		my $began = time;
		my $r = $user->get("/me/wait?since=$since");
		return join ' ', $r->{status}, time - $began;
	});
	until_waiting($before);
	return $kid;
}

sub told {
	my ($kid, $what) = @_;
	my ($status, $seconds) = split / /, ended($kid);
	is $status, 204, $what;
	cmp_ok $seconds, '<', 30, "$what: long before the end of its time";
	return $seconds;
}

# A raw request whose answer goes on; what came of it so far.
sub stream {
	my ($web, $user, $since) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$web->{port}")
	    or die "connect: $!\n";
	print $s "GET /api/v1/me/wait?since=$since HTTP/1.1\r\nHost: x\r\n"
	    . "Accept: text/event-stream\r\n"
	    . "Authorization: Bearer $user->{token}\r\n\r\n";
	return $s;
}

# Whoever waits when docket-wait ends asks again, and misses nothing.
sub restarted {
	my ($web, $user, $signal) = @_;
	my ($since, $before) = (next_of($user), connections());
	my $kid = beside(sub {
		my ($status, $refused) = (0, 0);
		for (1 .. 100) {
			$status = $user->get("/me/wait?since=$since")->{status};
			return "$status after $refused" if $status == 204;
			$refused++;
			sleep 0.2;
		}
		return $status;
	});
	until_waiting($before);
	kill $signal, docket_wait();
	$user->post("/lists/$list/tasks", { id => uuid(), title => 'k' });
	like ended($kid), qr/^204 after [1-9]/, "docket-wait gets $signal: " .
	    'refused, then it gets what changed meanwhile';
}

# More than one user may hold: the oldest is answered.
sub beyond {
	my ($web, $user) = @_;
	my $since = next_of($user);
	my @all;
	for (1 .. 51) {
		push @all, stream($web, $user, $since);
		until_text($all[-1], qr/:\n\n/);	# one after the other
	}
	like until_text($all[0], qr/^0\r\n\r\n/m), qr/^0\r$/m,
	    'the oldest of 51 streams ends';
	$user->post("/lists/$list/tasks", { id => uuid(), title => 'b' });
	like until_text($_, qr/data/), qr/^data: changed/m, 'the others go on'
	    for @all[1, 50];
}

for my $mode ('cgi', 'fastcgi') {
	subtest $mode => sub {
		my $web = Web->new($d, '-m', $mode);
		my ($a, $m) = map { $_->with(base => $web->{base}) } $ada, $mel;
		is $a->get('/service')->{json}{wait}, 1,
		    'GET /service says that clients can wait';
		my $status = 503;	# until docket-wait has started
		for (1 .. 100) {
			$status = $a->get('/me/wait?since=1970-01-01T00:00:00Z')
			    ->{status};
			last if $status != 503;
			sleep 0.2;
		}
		is $status, 204, 'an existing change is answered at once';

		my $kid = waits($a, next_of($a));
		$a->post("/lists/$list/tasks", { id => uuid(), title => 'x' });
		told($kid, 'a change of her own');
		$kid = waits($m, next_of($m));
		$a->post("/lists/$list/tasks", { id => uuid(), title => 'y' });
		told($kid, 'a change by another member');

		my ($since, $own) = (next_of($m), uuid());
		$kid = waits($m, $since);
		my $s = stream($web, $a, next_of($a));
		like until_text($s, qr/\r\n:\n\n/),
		    qr{^HTTP/1\.1 200 .*^Content-Type: text/event-stream\r}ms,
		    'a stream begins';
		$a->post('/lists', { id => $own, title => 'Own' });
		like until_text($s, qr/data/), qr/^data: changed\n\n/m,
		    'it has an event for a change';
		$a->patch("/lists/$own", { title => 'Mine' });
		like until_text($s, qr/data/), qr/^data: changed\n\n/m,
		    'and one for the next';
		is kill(0, $kid->{pid} // $kid), 1,
		    'a user who cannot see the list still waits';
		$a->post("/lists/$own/members", { email => 'mel@example.org' });
		told($kid, 'a list that another shares');

		$kid = waits($m, next_of($m));
		$a->del("/lists/$own");
		told($kid, 'a list that is gone');
		$kid = waits($m, next_of($m));
		is $d->run('docket-admin', 'user', 'email', 'mel@example.org',
		    'mel@example.org')->{status}, 0,
		    'an administrator changes an address';
		told($kid, 'a change by another program');
		$kid = waits($a, next_of($a));
		$ada->with(env => { %{$ada->{env}}, DOCKET_WAIT => 'off' })->
		    post("/lists/$list/tasks", { id => uuid(), title => 'z' });
		told($kid, 'a change of which nobody told docket-wait');

		is $d->with(base => $web->{base})->get(
		    "/me/wait?since=$since")->{status}, 401,
		    'without a session it is refused';
		is $a->get('/me/wait')->{json}{code}, 'invalid-since',
		    'without since it is refused';
		is $a->get('/me/wait?since=x')->{json}{code}, 'invalid-since',
		    'with an invalid since it is refused';
		is $a->get("/me/wait?since=$since&since=$since")->{status},
		    400, 'with two it is refused';
		beyond($web, $a);
		restarted($web, $a, $mode eq 'cgi' ? 'KILL' : 'TERM');
		is $web->stop, 0, 'docket-serve and docket-wait end';
	};
}
# A test in docket-wait's place: what programs tell it.
my $listens = Docket->new(wait => 'on');
my $own = $listens->user('ada@example.org');
my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM,
    Local => "$listens->{data}/docket-wait.changes") or die "socket: $!\n";
sub heard {
	my ($what, $does) = @_;
	is $does->()->{status} =~ s/1$/0/r, 200, $what;
	my $told = '';
	$socket->blocking(0);
	$socket->recv($told, 65536);
	ok length $told, '... is reported';
}
my $new = sub { { id => uuid(), title => 'L' } };
heard('a request', sub { $own->post('/lists', $new->()) });
heard('one of a batch', sub { $own->post('/batch', { requests => [
    { method => 'POST', path => '/lists', body => $new->() }] }) });

# More wait than the web server has connections for, of which it makes nine for 20
# descriptors.
subtest 'those who wait leave connections to others' => sub {
	system('prlimit', '--pid', $$, '--nofile=400:400') == 0 or die;
	my @users = ($ada, $mel, map { $d->user("$_\@example.org") } qw(eve joe));
	my $web = Web->new($d, '-m', 'fastcgi');
	sleep 0.05 until connections();
	my @all = map { my ($user, $since) = ($_, next_of($_));
	    map { stream($web, $user, $since) } 1 .. 48 } @users;
	like until_text($all[-1], qr/\r\n\r\n/), qr/^HTTP\S+ 503 /,
	    'one too many is refused';
	my $began = time;
	is $ada->with(base => $web->{base})->get('/me')->{status}, 200,
	    'all else is answered';
	cmp_ok time - $began, '<', 40, 'before somebody has waited long enough';
	is $web->stop, 0, 'all end';
};
done_testing;
