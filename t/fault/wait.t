# docket-wait is killed again and again while clients wait and others write: each
# client learns of every change, by waiting and then syncing, as clients do.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

use constant { CLIENTS => 6, CHANGES => 40, KILLS => 6, SECONDS => 120 };

my $d = Docket->new(wait => 'on');
my $ada = $d->user('ada@example.org');
my $list = uuid();
$ada->post('/lists', { id => $list, title => 'L' });
my $web = Web->new($d, '-m', 'fastcgi', '--no-www');
my $there = $ada->with(base => $web->{base});
sleep 0.05 until -S "$d->{data}/docket-wait.changes";
my $since = $ada->get('/me/changes')->{json}{next};

# The titles that a client has seen, once it has seen all or its time is over,
# and how often it was not let wait.
sub client {
	my ($end, $refused, %seen) = (time + SECONDS, 0);
	my $at = $since;
	while (keys %seen < CHANGES && time < $end) {
		my $r = $there->get("/me/wait?since=$at");
		if ($r->{status} != 204) {
			$refused++;
			sleep 0.2;
			next;
		}
		my $page = $there->get("/me/changes?limit=1000&since=$at")
		    ->{json} // next;
		$seen{$_->{title}} = 1 for @{$page->{items}};
		$at = $page->{next};
	}
	return keys(%seen) . " $refused";
}

my @clients = map { beside(\&client) } 1 .. CLIENTS;
my $killer = beside(sub {
	my $killed = 0;
	while ($killed < KILLS) {
		sleep 0.7;
		$killed += kill 'KILL',
		    split ' ', `pgrep -f 'docket-wait -d $d->{data} '`;
	}
	return $killed;
});
for (1 .. CHANGES) {
	is $there->post("/lists/$list/tasks", { id => uuid(),
	    title => "Change $_" })->{status}, 201, "change $_";
	sleep 0.15;
}
cmp_ok ended($killer), '>=', KILLS, 'docket-wait was killed';
my $refused = 0;
for (@clients) {
	my ($seen, $n) = split / /, ended($_);
	is $seen, CHANGES, 'a client learnt of every change';
	$refused += $n;
}
cmp_ok $refused, '>', 0, 'though some could not wait meanwhile';
$web->stop;
done_testing;
