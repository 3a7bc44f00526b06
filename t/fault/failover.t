# The primary is killed under writers, and its synchronous standby promoted: no
# change that was acknowledged is lost, and service resumes without anybody's
# help.  The control, whose standby is asynchronous and behind, must lose some.
# DOCKET_FAILOVERS: how many.  With DOCKET_PATRONI=1, Patroni promotes, as
# etc/patroni.yml says, and there is no control.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use HTTP::Tiny;
use List::Util qw(max);
use FailoverPair;
use Server;
use Test::More;
use Time::HiRes qw(sleep time);

my $failovers = $ENV{DOCKET_FAILOVERS} // 3;
my $writers = 8;

plan skip_all => 'there is no libpq to build with'
    if !-e build() . '/docket-postgresql.so';
my $patroni = $ENV{DOCKET_PATRONI};
require Patroni if $patroni;
my $pair = ($patroni ? 'Patroni' : 'FailoverPair')->new(synchronous => 1);
plan skip_all => 'there is no PostgreSQL' if !$pair;
$pair->sql('CREATE DATABASE docket');
my $d = Docket->new(database => $pair->url('docket'), log => '/dev/null');
my $port = free_port();
$d->{base} = "http://127.0.0.1:$port";
start($d->{env}, undef, build() . '/bin/docket-serve', '-m', 'fastcgi', '-p',
    $port, '-d', $d->{data});
for (1 .. 200) {
	last if HTTP::Tiny->new->get("$d->{base}/api/v1/health")->{success};
	sleep 0.05;
}
my (@users, @lists);
my $made = 0;

# Others for each failover, since a list takes 10,000 tasks.
sub make_users {
	$made++;
	$d->{http} = undef;	# its connection may be about to end
	@users = map { $d->user("u$made-$_\@example.org") } 1 .. $writers;
	my $shared = $users[0]->make('/lists', title => 'Shared');
	@lists = map { ($_->make('/lists', title => 'Own'), $shared) } @users;
	$users[0]->post("/lists/$shared/members", { email => $_->{email} })
	    for @users[1 .. $#users];
	return;
}

my $stop = $d->{data} . '/stop';

# Adds tasks until there is the file $stop: a line "id time retries" for each
# that was acknowledged.
sub writer {
	my ($n) = @_;
	my $user = $users[$n];
	my @done;
	$user->{http} = undef;
	srand;	# uuid(): a process may have the number of an earlier one
	until (-e $stop || getppid == 1) {
		my $id = uuid();
		my $retries = 0;
		my $r;
		until (-e $stop || getppid == 1) {
			$r = $user->post('/lists/' . $lists[2 * $n + @done % 2]
			    . '/tasks', { id => $id, title => 'T' },
			    'Idempotency-Key' => $id);
			last if $r->{status} < 500;
			$retries++;
			sleep 0.02;
		}
		last if !$r;	# stopped before it was sent
		push @done, "$id " . time . " $retries" if $r->{status} == 201;
		return "$r->{status} $r->{body}"
		    if $r->{status} < 500 && $r->{status} != 201;
	}
	return join "\n", @done;
}

# One failover: the ids of acknowledged tasks that are missing, and figures.
sub failover {
	my (%o) = @_;
	make_users();
	unlink $stop;
	my @writing = map { my $n = $_; beside(sub { writer($n) }) }
	    0 .. $writers - 1;
	sleep 0.5;
	if (!$o{synchronous}) {
		$pair->halt;
		sleep 0.5;
	}
	$pair->kill;
	$pair->promote;
	my $promoted = time;
	sleep 2;	# writers go on
	write_file($stop, '');
	my (%at, @after, @odd);
	for (map { split /\n/, ended($_) } @writing) {
		my ($id, $time, $retries) =
		    /^([0-9a-f-]{36}) ([\d.]+) (\d+)$/ or push @odd, $_;
		next if !defined $retries;
		$at{$id =~ tr/-//dr} = $time;
		push @after, $time - $promoted if $time > $promoted;
	}
	my %there = map { $_ => 1 } split /\n/,
	    $pair->sql("SELECT encode(id, 'hex') FROM task", 'docket');
	return { lost => [grep { !$there{$_} } keys %at], odd => \@odd,
	    acknowledged => scalar keys %at, after => scalar @after,
	    resumed => (sort { $a <=> $b } @after)[0] // 'never' };
}

my (@resumed, $acknowledged);
for my $n (1 .. $failovers) {
	my $r = failover(synchronous => 1);
	$acknowledged += $r->{acknowledged};
	is_deeply $r->{odd}, [], "failover $n: no other answers than expected";
	is_deeply $r->{lost}, [], "none of $r->{acknowledged} is lost";
	cmp_ok $r->{after}, '>', 0, "and $r->{after} were made afterwards";
	push @resumed, $r->{resumed};
	$pair->renew(synchronous => $n < $failovers);
}
if (!$patroni) {
	my $r = failover(synchronous => 0);
	cmp_ok @{$r->{lost}}, '>', 0, 'the asynchronous control loses '
	    . @{$r->{lost}} . " of $r->{acknowledged}";
}
unlike $d->run('docket-admin', 'check', '--deep')->{out}, qr/FAULT(?!: fsync)/,
    'the database is sound';
@resumed = sort { $a <=> $b } @resumed;
diag sprintf 'failovers=%d acknowledged=%d, service after promotion: median '
    . '%.0f ms, longest %.0f ms', $failovers, $acknowledged,
    map { 1000 * $_ } $resumed[@resumed / 2], $resumed[-1];
done_testing;
