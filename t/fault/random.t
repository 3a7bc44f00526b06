# Programs killed at random under four clients: nothing acknowledged is lost,
# and a client that syncs all the time has what the service has.  DOCKET_KILLS:
# how many; DOCKET_SEED: which.  Most kills hit a CGI program or a FastCGI worker,
# in turns; some docket-cleanup or docket-remind.  With PostgreSQL some hit a
# process of the server, which then recovers, or all of them; and files are stored
# in the database or in the directory, in turns.  Each round ends with killing the
# whole service, including the web server.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use Ledger;
use POSIX 'ceil';
use Replica;
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

Cluster::alone();
my $kills = $ENV{DOCKET_KILLS} // 200;
my $rounds = 4 * ceil($kills / 2000);
my $seed = $ENV{DOCKET_SEED} // int time;
srand $seed;
my $server = engine() eq 'postgresql';

# A user whose requests go to where the service is now.
package Moving {
	our @ISA = 'Docket';

	sub request {
		my ($u, @request) = @_;
		my $base = Docket::slurp("$u->{data}/base");
		delete $u->{http} if $base ne ($u->{base} // '');
		$u->{base} = $base;
		return $u->SUPER::request(@request);
	}
}

# One who asks again until there is an answer.
package Patient {
	our @ISA = 'Moving';

	sub request {
		my ($u, @request) = @_;
		return Ledger::patiently("@request[0, 1]", sub {
			my $r = $u->SUPER::request(@request);
			return $r->{status} < 500 && $r->{json} ? $r : undef;
		});
	}
}

package main;

# A service, its clients and their ledgers.
sub service {
	my ($files) = @_;
	my $d = Docket->new(files => $files);
	my @users = map { bless $d->user("$_\@example.org"), 'Moving' }
	    qw(ada bob cyd dan);
	return { %$d, d => $d, users => \@users, stop => "$d->{data}/stop",
	    eve => bless($d->user('eve@example.org'), 'Patient'),
	    ledgers => [map { "$d->{data}/ledger-$_" } 0 .. $#users],
	    count => {} };
}

sub start {
	my ($s, $mode) = @_;
	# A service killed has left nothing that keeps it from starting.
	$s->{web} = Web->new($s->{d}, '-m', $mode);
	write_file("$s->{data}/base.new", $s->{web}{base});
	rename "$s->{data}/base.new", "$s->{data}/base";
}

sub children {
	my ($pid) = @_;
	my $list = eval { slurp("/proc/$pid/task/$pid/children") } // '';
	return split ' ', $list;
}

# A process and all that it started.
sub family { return ($_[0], map { family($_) } children($_[0])) }

# The whole service at once.
sub kill_all {
	my ($s) = @_;
	my @all = family($s->{web}{pid});
	kill 'KILL', @all;
	waitpid delete $s->{web}{pid}, 0;
	for (@all) { sleep 0.002 while -e "/proc/$_" }
}

my %done = (program => 0, batch => 0, service => 0,
    $server ? (process => 0, server => 0) : ());
my @faults;

# A client: its lists are eve's too.
sub client {
	my ($s, $i, $draw) = @_;
	srand $draw;
	my $u = $s->{users}[$i];
	my $c = Ledger->new($u, $s->{ledgers}[$i]);
	$c->make('list', '', '/lists') for 1, 2;
	for my $list (keys %{$c->{have}{list}}) {
		Ledger::patiently('share', sub {
			return $u->post("/lists/$list/members",
			    { email => 'eve@example.org' })->{status} =~ /^2/ ||
			    undef;
		});
	}
	$c->act until -e $s->{stop};
	return join "\n", $c->{late}, @{$c->{faults}};
}

sub kill_batch {
	my ($s) = @_;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %{$s->{env}};
		open STDERR, '>>', "$s->{data}/err";
		exec build() . '/bin/' . (rand 2 < 1 ? 'docket-cleanup' :
		    'docket-remind'), '-q';
	}
	sleep rand 0.02;
	kill 'KILL', $pid;
	waitpid $pid, 0;
	return ($? & 127) == 9;
}

# One process of PostgreSQL, or all; then there may be time to recover.
sub kill_process {
	my ($postmaster, @others) = Cluster::processes();
	my $killed = @others && kill 'KILL', $others[rand @others];
	sleep rand 0.5;
	return $killed;
}

sub kill_server {
	my $killed = kill('KILL', Cluster::processes()) > 0;
	sleep rand 0.5;
	return $killed;
}

# A CGI program, or a worker.
sub kill_program {
	my ($s) = @_;
	my @all = map { children($_) } children($s->{web}{pid});
	sleep rand 0.002;
	my $killed = @all && kill 'KILL', $all[rand @all];
	sleep rand 0.05;
	return $killed;
}

# Kills what runs, one after the other.
sub killer {
	my ($s, $n) = @_;
	my $till = time + 60 + $n;
	while ($n > 0 && time < $till) {
		my $draw = rand 100;
		my ($what, $kills) =
		    $draw < 5 ? ('batch', \&kill_batch) :
		    $server && $draw < 10 ? ('process', \&kill_process) :
		    $server && $draw < 12 ? ('server', \&kill_server) :
		    ('program', \&kill_program);
		my $killed = $kills->($s) ? 1 : 0;
		$done{$what} += $killed;
		$n -= $killed;
	}
}

# What contradicts the ledgers; nor may there be a file without a row, once
# docket-cleanup has run, or a row without its file.
sub compare {
	my ($s) = @_;
	Cluster::quiet($s->{env}{DOCKET_DATABASE}) if $server;
	my @found = Ledger::faults($s->{data}, $s->{count} = {},
	    @{$s->{ledgers}});
	my $r = $s->{d}->run('docket-cleanup', '-q');
	push @found, "docket-cleanup: $r->{err}" if $r->{status} != 0;
	push @found, $s->{d}->check('--deep')->{out} =~
	    /^(FAULT.*|.*files without.*)/mg;
	return @found;
}

my ($late, $shared) = (0, 0);

# So many clients and one that syncs work while that runs.
sub under_clients {
	my ($s, $mode, $does) = @_;
	start($s, $mode);
	unlink $s->{stop}, "$s->{stop}-all";
	my @clients = map { my ($i, $draw) = ($_, int rand 2 ** 31);
	    beside(sub { client($s, $i, $draw) }) } 0 .. $#{$s->{users}};
	my $sync = beside(sub {
		my $r = Replica->new($s->{eve}, 'feed');
		$r->sync, sleep 0.05 until -e $s->{stop};
		# The last changes are there once the clients are done.
		sleep 0.05 until -e "$s->{stop}-all";
		$r->sync;
		return join "\n", $r->{items}, @{$r->compare($r->truth)};
	});
	$does->();
	write_file($s->{stop}, '');
	for (@clients) {
		my ($n, @said) = split /\n/, ended($_);
		push @faults, $n =~ /died/ ? $n : (), @said;
		$late += $n if $n =~ /^\d+$/;
	}
	write_file("$s->{stop}-all", '');
	my ($items, @said) = split /\n/, ended($sync);
	push @faults, $items =~ /died/ ? $items : (), @said;
	$shared += $items if $items =~ /^\d+$/;
	kill_all($s);
	$done{service}++;
}

my %services;
for my $i (0 .. $rounds - 1) {
	my $files = (qw(directory database))[$i % 2];
	my $s = $services{$files} //= service($files);
	under_clients($s, (qw(cgi fastcgi))[$i / 2 % 2], sub {
		killer($s, $kills / $rounds) });
	push @faults, map { "$files: $_" } compare($s);
	last if @faults;
}

my %count;
for my $s (values %services) {
	$count{$_} += $s->{count}{$_} for keys %{$s->{count}};
}
cmp_ok $done{program}, '>', $kills / 2, 'programs were killed at work';
cmp_ok $count{unknown} // 0, '>', $done{program} / 20,
    'clients were left without an answer';
cmp_ok $late, '>', 0, 'requests were sent again once they were done';
cmp_ok $count{uploaded} // 0, '>', 0, 'files were stored';
cmp_ok $shared, '>', 0, 'a client synced meanwhile';
is_deeply \@faults, [], 'nothing acknowledged is lost, and nothing done twice';
my $sum = 0;
$sum += $_ for values %done;
diag "random-kill seed=$seed kills=$sum " . join(' ', map({ "$_=$done{$_}" }
    sort keys %done), map { "$_=" . ($count{$_} // 0) }
    qw(acknowledged refused unknown)) . " again=$late synced=$shared faults="
    . @faults;

# A server that answers before it has written must lose something.
if ($server && !@faults) {
	my $s = $services{database};
	under_clients($s, 'cgi', sub {
		Cluster::loses();
		sleep 1;
		kill 'KILL', Cluster::processes();
	});
	Cluster::quiet($s->{env}{DOCKET_DATABASE});
	cmp_ok scalar(() = Ledger::faults($s->{data}, @{$s->{ledgers}})), '>',
	    0, 'the control loses something';
}
done_testing;
