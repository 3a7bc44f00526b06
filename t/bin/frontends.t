# Two front ends on one database behind haproxy (etc/haproxy.cfg).  Who waits at
# one of them learns of a change made at the other.  One is killed under writers,
# and no request needs more than one retry.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use Drip;
use HTTP::Tiny;
use List::Util qw(max sum);
use Server;
use Test::More;
use Time::HiRes qw(sleep time);

Cluster::within();
plan skip_all => 'there is no haproxy' if !-x '/usr/sbin/haproxy';

my $d = Docket->new(log => '/dev/null', wait => 'on');
my $run = run_directory();
my ($front, @port) = map { free_port() } 0 .. 2;
my @pid = map {
	my $data = "$run/data$_";
	mkdir $data, 0700 or die "$data: $!\n";
	start({ %{$d->{env}}, DOCKET_DATA => $data }, undef,
	    build() . '/bin/docket-serve', '-p', $port[$_], '-d', $data, '-m',
	    'fastcgi');
} 0, 1;

# The shipped file with the addresses that its comments name.
my $config = slurp(top() . '/etc/haproxy.cfg');
is $config =~ s/(server front1 )\S+/${1}127.0.0.1:$port[0]/, 1, 'one front end';
is $config =~ s/(server front2 )\S+/${1}127.0.0.1:$port[1]/, 1, 'and another';
is $config =~ s/^(\s*bind ).*/${1}127.0.0.1:$front/m, 1, 'the address';
write_file("$run/haproxy.cfg", $config);
start({}, undef, '/usr/sbin/haproxy', '-db', '-f', "$run/haproxy.cfg");
$d->{base} = "http://127.0.0.1:$front";
for (1 .. 200) {
	last if HTTP::Tiny->new->get("$d->{base}/api/v1/health")->{success};
	sleep 0.05;
}

sub children { my ($pid) = @_; return split ' ', slurp("/proc/$pid/task/$pid/children") }
is scalar(map { children($_) } grep { slurp("/proc/$_/comm") eq "docket.fcgi\n" }
    children($pid[0])), 20, 'eight workers for reads, eight for writes, four for long requests';

my @users = map { $d->user("u$_\@example.org") } 1 .. 4;
my @lists = map { $_->make('/lists', title => 'L') } @users;
my $stop = "$run/stop";

# u1 waits at the first front end, where others write; u1's list changes at the
# second.  Without news a waiting request is answered after 50 seconds.
{
	my ($one, $two) = map { my $p = $_; [map {
	    $_->with(base => "http://127.0.0.1:$p", http => undef) } @users] } @port;
	my $since = $one->[0]->get('/me/changes')->{json}{next};
	my $began = time;
	my $waits = beside(sub { $one->[0]->get("/me/wait?since=$since")->{status} });
	my $noise = beside(sub {
		$one->[1]->make("/lists/$lists[1]/tasks", title => 'N'), sleep 0.1
		    until -e "$run/quiet";
		return '';
	});
	sleep 2;
	$two->[0]->patch("/lists/$lists[0]", { title => 'Told' });
	is ended($waits), 204, 'a client that waits gets an answer';
	cmp_ok time - $began, '<', 30, 'of a change at the other front end';
	write_file("$run/quiet", '');
	ended($noise);
}

# "done retries most answers": of a writer.
sub writer {
	my ($n) = @_;
	my ($done, $retries, $most, %odd) = (0, 0, 0);
	srand $$;
	$users[$n]->{http} = undef;
	until (-e $stop) {
		my ($id, $tries, $r) = (uuid(), 0);
		do {
			$r = $users[$n]->post("/lists/$lists[$n]/tasks",
			    { id => $id, title => 'T' },
			    'Idempotency-Key' => $id);
		} while $r->{status} >= 500 && $tries++ < 10;
		$odd{$r->{status}}++ if $r->{status} != 201;
		$done++;
		$retries += $tries;
		$most = max($most, $tries);
	}
	return "$done $retries $most " . join ',', sort keys %odd;
}

my @writing = map { my $n = $_; beside(sub { writer($n) }) } 0 .. $#users;
sleep 1;
# Nothing of it answers any more.
my ($lighttpd) = children($pid[0]);
kill 'KILL', $pid[0], $lighttpd, split ' ',
    slurp("/proc/$lighttpd/task/$lighttpd/children");
sleep 2;
write_file($stop, '');
my @got = map { [split / /, ended($_), 4] } @writing;
my $done = sum(map { $_->[0] } @got);
is_deeply [map { $_->[3] // '' } @got], [('') x @got], 'all were done';
cmp_ok max(map { $_->[2] } @got), '<=', 1, 'with one retry at most';
is Cluster::sql($d->{env}{DOCKET_DATABASE}, q{SELECT count(*) FROM task
    WHERE title = 'T'}), $done,
    "each of $done once";

# Connections that end while nobody asks for anything are replaced.
Cluster::sql($d->{env}{DOCKET_DATABASE}, 'SELECT pg_terminate_backend(pid)
    FROM pg_stat_activity WHERE pid <> pg_backend_pid()
    AND datname = current_database()');
sleep 1;
my $other = $users[0]->with(base => "http://127.0.0.1:$port[1]");
my %status;
$status{$other->get('/me')->{status}}++ for 1 .. 20;
is_deeply \%status, { 200 => 20 }, 'no request meets a lost connection';
keeps_nobody_out($front, 0, sub {
	Docket->spawn({ PATH => $ENV{PATH} }, '', 'curl', '-sf', '--interface',
	    '127.0.0.3', '--max-time', 8, "$d->{base}/api/v1/health")->{status}
	    == 0;
});
diag "$done requests, " . sum(map { $_->[1] } @got) . ' retries';
done_testing;
