# docket-wait alone, spoken to by SCGI as the web server does: its bounds in time
# and number, what it receives, and connections that misbehave.
#
# Its clock is fast where time must pass.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use IO::Socket::UNIX;
use Test::More;
use Time::HiRes qw(sleep time);

$SIG{PIPE} = 'IGNORE';
my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $d = Docket->new(wait => 'on');
my ($ada, $mel) = map { $d->user("$_\@example.org") } qw(ada mel);
my $list = $ada->make('/lists', title => 'L');
my ($n, @pids) = (0);
END { local $?; kill KILL => @pids }

# Starts docket-wait: its socket.
sub start {
	my ($fast, @limit) = @_;
	my $path = "$dir/" . ++$n;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = (%{$d->{env}}, $fast ? (FAST => $fast, LD_PRELOAD =>
		    build() . '/t/fast.so',
		    ASAN_OPTIONS => 'verify_asan_link_order=0') : ());
		open STDERR, '>', "$dir/err";
		exec @limit, build() . '/bin/docket-wait', '-s', $path;
	}
	push @pids, $pid;
	for (1 .. 1000) {
		last if -S $path && IO::Socket::UNIX->new(Peer => $path);
		sleep 0.01;
	}
	return $path;
}

sub stop {
	my $pid = pop @pids;
	kill TERM => $pid;
	waitpid $pid, 0;
	is $?, 0, 'it ends by SIGTERM with status 0';
	return;
}

sub head_of {
	my ($user, $since, %h) = @_;
	my (undef, $env) = $user->cgi_environment('GET',
	    "/me/wait?since=$since", undef, %h,
	    Authorization => "Bearer $user->{token}");
	my $head = join '', "CONTENT_LENGTH\0" . "0\0SCGI\0" . "1\0",
	    map { "$_\0$env->{$_}\0" } grep { !/^DOCKET_|^PATH$/ } sort keys %$env;
	return length($head) . ":$head,";
}

# A connection with these bytes.
sub asks {
	my ($path, $bytes) = @_;
	my $s = IO::Socket::UNIX->new(Peer => $path) or die "$path: $!\n";
	syswrite $s, $bytes if $bytes ne '';
	return $s;
}

# Nothing comes, and the connection goes on.
sub silent {
	my ($s) = @_;
	my $bits = '';
	vec($bits, fileno $s, 1) = 1;
	return !select $bits, undef, undef, 0.1;
}

sub next_of { return $_[0]->get('/me/changes')->{json}{next} }
my %events = (Accept => 'text/event-stream');
my $begun = qr/\r\n\r\n:\n\n$/;

subtest 'what it refuses to start with' => sub {
	my $run = sub { $d->with(env => { %{$d->{env}}, %{$_[0]} })
	    ->run('docket-wait', @_[1 .. $#_]) };
	my $r = $run->({}, 'x');
	is "$r->{status} $r->{err}", "2 docket-wait: too many arguments; see " .
	    "--help\n", 'an argument';
	is $run->({}, '--help')->{status}, 0, '--help';
	$r = $run->({}, '-s', "$dir/" . 'x' x 108);
	like "$r->{status} $r->{err}", qr/^1 .*File name too long/,
	    'a long path';
	$r = $run->({}, '-s', "$dir/missing/socket");
	like "$r->{status} $r->{err}", qr/^1 .*No such file/,
	    'a socket in no directory';
	my $long = "$dir/" . 'd' x 100;
	mkdir $long;
	$r = $run->({ DOCKET_DATA => $long }, '-s', "$dir/s");
	like "$r->{status} $r->{err}", qr/^1 .*changes: File name too long/,
	    'a long path of the data directory';
	mkdir "$dir/none";
	$r = $run->({ DOCKET_DATA => "$dir/none" });
	like "$r->{status} $r->{err}", qr/^1 .*there is no database/,
	    'a directory without a database';
	mkdir "$dir/bad";
	mkdir "$dir/bad/docket-wait.changes";
	$r = $run->({ DOCKET_DATA => "$dir/bad" });
	like "$r->{status} $r->{err}", qr/^1 .*docket-wait\.changes: /,
	    'a directory in place of the socket';
	my $path = start(0);
	$r = $run->({}, '-s', $path);
	like "$r->{status} $r->{err}", qr/^1 .*Address already in use/,
	    'the socket of another';
	stop();
};

subtest 'connections that misbehave' => sub {
	my $path = start(0);
	is until_text(asks($path, 'GET / HTTP/1.1')), '', 'no SCGI: it is closed';
	my $half = asks($path, substr head_of($ada, next_of($ada)), 0, 20);
	close $half;
	# The answer meets a closed connection.
	for my $since ('1970-01-01T00:00:00Z', next_of($ada)) {
		for my $how ({}, \%events) {
			close asks($path, head_of($ada, $since, %$how));
		}
	}
	my $waits = asks($path, head_of($ada, next_of($ada)));
	ok silent($waits), 'others wait';
	close $waits;
	like until_text(asks($path, head_of($ada, '1970-01-01T00:00:00Z'))),
	    qr/^Status: 204/, 'and are answered';
	stop();
};

subtest 'what it receives' => sub {
	my $path = start(0);
	my $tell = IO::Socket::UNIX->new(Type => SOCK_DGRAM,
	    Peer => "$d->{data}/docket-wait.changes") or die "$!\n";
	my $since = next_of($ada);
	my $s = asks($path, head_of($ada, $since));
	ok silent($s), 'a client waits';
	my $id = $ada->{me}{id} =~ tr/-//dr;
	my $other = pack 'H*', 'f' x 16 . substr $id, 16;
	$tell->send($other);
	ok silent($s), 'somebody else\'s change tells it nothing';
	$tell->send($_) for pack('H*', 'f' x 32), pack 'H*', $id;
	like until_text($s), qr/^Status: 204/, 'its own does';
	$s = asks($path, head_of($ada, $since));
	$tell->send('');
	sleep 1.2;
	ok silent($s), 'more changes than can be named: nothing it sees';
	# Nobody else tells it of this.
	my $quiet = $ada->with(env => { %{$ada->{env}}, DOCKET_WAIT => 'off' });
	$quiet->post("/lists/$list/tasks", { id => uuid(), title => 'x' });
	$tell->send('');
	like until_text($s), qr/^Status: 204/, 'or something it sees';
	stop();
};

# 50 s are a quarter of a second; 10 minutes are 3 s.
subtest 'its bounds in time' => sub {
	my $path = start(200);
	my $since = next_of($ada);
	is until_text(asks($path, '20:')), '',
	    'a request that does not arrive: the connection ends';
	like until_text(asks($path, head_of($ada, $since))), qr/^Status: 204/,
	    'nothing changes: the answer comes after a while';
	my $s = asks($path, head_of($ada, $since, %events));
	like until_text($s, qr/$begun:\n\n/), qr/^Status: 200/,
	    'a stream gets a sign of life';
	ok defined until_text($s), 'and ends';
	stop();
};

subtest 'a stream whose client reads nothing ends' => sub {
	# Events are 200 ms apart.
	my $path = start(20);
	my $s = asks($path, head_of($ada, next_of($ada), %events));
	my $reads = asks($path, head_of($ada, next_of($ada), %events));
	until_text($reads, $begun);
	my $tell = IO::Socket::UNIX->new(Type => SOCK_DGRAM,
	    Peer => "$d->{data}/docket-wait.changes") or die "$!\n";
	my $id = pack 'H*', $ada->{me}{id} =~ tr/-//dr;
	my $events = 0;
	for (1 .. 400) {
		$d->sql('UPDATE state SET last_stamp = last_stamp + 1');
		$tell->send($id);
		$events += () = until_text($reads, qr/changed\n\n/) =~
		    /^data/mg;
	}
	is $events, 400, 'others get each event';
	$events = () = until_text($s) =~ /^data/mg;
	cmp_ok $events, '<', 400, "its connection ended, after $events";
	stop();
};

subtest 'its bound in number' => sub {
	my $path = start(0, 'prlimit', '--nofile=100:100');
	my @since = map { next_of($_) } $ada, $mel;
	my @all = map { asks($path, head_of($_ < 40 ? $ada : $mel,
	    $since[$_ >= 40])) } 0 .. 62;
	ok silent($all[62]), 'clients wait';
	like until_text(asks($path, head_of($mel, $since[1]))),
	    qr/^Status: 503.*busy/s, 'one too many is refused';
	ok silent($all[0]), 'the others still wait';
	stop();
};
done_testing;
