# Programs killed at random under four clients: nothing acknowledged is lost,
# and a client that syncs all the time has what the service has.  DOCKET_KILLS:
# how many; DOCKET_SEED: which.  Most kills hit a CGI program, one in twenty
# docket-cleanup or docket-remind; each round ends with killing the whole
# service, including the web server.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Ledger;
use Replica;
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

my $kills = $ENV{DOCKET_KILLS} // 200;
my $round = 500;
my $seed = $ENV{DOCKET_SEED} // int time;
srand $seed;

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
		for (1 .. 200) {
			my $r = $u->SUPER::request(@request);
			return $r if $r->{status} < 500 && $r->{json};
			Time::HiRes::sleep 0.01;
		}
		die "no answer: @request[0, 1]\n";
	}
}

package main;

my $d = Docket->new;
my $web;

sub start {
	# A service killed has left nothing that keeps it from starting.
	$web = Web->new($d, '-m', 'cgi');
	open my $out, '>', "$d->{data}/base.new" or die;
	print $out $web->{base};
	close $out;
	rename "$d->{data}/base.new", "$d->{data}/base";
}

sub children {
	my ($pid) = @_;
	my $list = eval { slurp("/proc/$pid/task/$pid/children") } // '';
	return split ' ', $list;
}

# The whole service at once.
sub kill_all {
	my ($lighttpd) = children($web->{pid});
	my @all = ($web->{pid}, $lighttpd, children($lighttpd));
	kill 'KILL', @all;
	waitpid delete $web->{pid}, 0;
	for (@all) { sleep 0.002 while -e "/proc/$_" }
}

my @users = map { bless $d->user("$_\@example.org"), 'Moving' }
    qw(ada bob cyd dan);
my $eve = bless $d->user('eve@example.org'), 'Patient';
my ($stop, $shared) = ("$d->{data}/stop", 0);
my @ledgers = map { "$d->{data}/ledger-$_" } 0 .. $#users;
my %done = (cgi => 0, program => 0, service => 0);
my @faults;

# A client: its lists are eve's too.
sub client {
	my ($i, $draw) = @_;
	srand $draw;
	my $c = Ledger->new($users[$i], $ledgers[$i]);
	my $r;
	$c->make('list', '', '/lists') for 1, 2;
	for my $list (keys %{$c->{have}{list}}) {
		for (1 .. 50) {
			$r = $users[$i]->post("/lists/$list/members",
			    { email => $eve->{email} });
			last if $r->{status} =~ /^2/;
		}
	}
	$c->act until -e $stop;
	return join "\n", $c->{late}, @{$c->{faults}};
}

# Kills what runs, one after the other.
sub killer {
	my ($n) = @_;
	my ($lighttpd) = children($web->{pid});
	my $till = time + 60 + $n;
	while ($n > 0 && time < $till) {
		if (rand 20 < 1) {
			my $pid = fork // die;
			if ($pid == 0) {
				%ENV = %{$d->{env}};
				exec build() . '/bin/' . (rand 2 < 1 ?
				    'docket-cleanup' : 'docket-remind'), '-q';
			}
			sleep rand 0.02;
			kill 'KILL', $pid;
			waitpid $pid, 0;
			$done{program} += ($? & 127) == 9;
			$n -= ($? & 127) == 9;
			next;
		}
		my @cgi = children($lighttpd);
		sleep rand 0.002;
		my $killed = @cgi && kill 'KILL', $cgi[rand @cgi];
		$done{cgi} += $killed;
		$n -= $killed;
		sleep rand 0.02;
	}
}

my ($late, %count) = (0);
for (my $left = $kills; $left > 0; $left -= $round) {
	start();
	unlink $stop;
	my @clients = map { my ($i, $draw) = ($_, int rand 2 ** 31);
	    beside(sub { client($i, $draw) }) }
	    0 .. $#users;
	my $sync = beside(sub {
		my $r = Replica->new($eve, 'feed');
		$r->sync, sleep 0.05 until -e $stop;
		# The last changes are there once the clients are done.
		sleep 0.05 until -e "$stop-all";
		$r->sync;
		return join "\n", $r->{items}, @{$r->compare($r->truth)};
	});
	unlink "$stop-all";
	killer($left < $round ? $left : $round);
	open my $out, '>', $stop;
	for (@clients) {
		my ($n, @said) = split /\n/, ended($_);
		push @faults, $n =~ /died/ ? $n : (), @said;
		$late += $n if $n =~ /^\d+$/;
	}
	open $out, '>', "$stop-all";
	my ($items, @said) = split /\n/, ended($sync);
	push @faults, $items =~ /died/ ? $items : (), @said;
	$shared += $items if $items =~ /^\d+$/;
	kill_all();
	$done{service}++;
	%count = ();
	push @faults, Ledger::faults($d->{data}, \%count, @ledgers);
	last if @faults;
}

cmp_ok $done{cgi}, '>', $kills / 2, 'programs were killed at work';
cmp_ok $count{unknown} // 0, '>', $done{cgi} / 20,
    'clients were left without an answer';
cmp_ok $late, '>', 0, 'requests were sent again once they were done';
cmp_ok $shared, '>', 0, 'a client synced meanwhile';
is_deeply \@faults, [], 'nothing acknowledged is lost, and nothing done twice';
diag "random-kill seed=$seed kills=" . ($done{cgi} + $done{program} +
    $done{service}) . " cgi=$done{cgi} programs=$done{program} "
    . "services=$done{service} " . join(' ', map { "$_=" . ($count{$_} // 0) }
    qw(acknowledged refused unknown)) . " again=$late synced=$shared faults="
    . @faults;
done_testing;
