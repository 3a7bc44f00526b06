# Power cuts: the system calls of a real run are recorded, the files rebuilt as
# a cut at any point may leave them (Disk.pm), and the real programs started on
# them.  Everything acknowledged is there, nothing is damaged, and every
# attachment has its bytes.  DOCKET_IMAGES: how many cuts; DOCKET_REQUESTS: how
# many requests per run; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Power;
use Test::More;

my $images = $ENV{DOCKET_IMAGES} || 100;
my $seed = $ENV{DOCKET_SEED} || 1;
my %sum;

# None of so many images is wrong.
sub holds {
	my ($name, $p, $n, %o) = @_;
	my $found = $p->cut($n, %o);
	is $found->{lost} + $found->{corrupt}, 0, "$name: none of "
	    . "$found->{images} images lost anything or is corrupt"
	    or diag $found->{first};
	$sum{$_} += $found->{$_} for qw(images calls lost corrupt);
	$sum{acknowledged} += grep { $_->[3] > 0 } map { @$_ }
	    values %{$p->ledger};
}

# Without some of its calls, the same run loses data.
sub misses {
	my ($name, $p, $n, $keep) = @_;
	my $found = $p->cut($n, keep => $keep);
	cmp_ok $found->{lost} + $found->{corrupt}, '>', 0,
	    "without $name: $found->{lost} of $found->{images} images lost "
	    . "something, $found->{corrupt} are corrupt";
}

my $n = $ENV{DOCKET_REQUESTS} || 40;
my $p = Power->new($seed);
$p->run($n);
holds('a run', $p, $images > 1000 ? 1000 : $images / 2);
my $written = 0;
misses('the sync of a commit (synchronous = NORMAL)', $p, 200, sub {
	my ($c) = @_;
	return 1 if $c->{path} ne 'docket.db-wal';
	my $last = $written;
	$written = $c->{op} eq 'write';
	return !($last && $c->{op} eq 'sync');
});
for (['any sync of the database (synchronous = OFF)', qr/^docket\.db/],
    ['the sync of an attachment', qr{^files/new-}],
    ['the sync of its folder', qr{^files/..$}],
    ['the sync of the folder above', qr{^files$}]) {
	my ($name, $path) = @$_;
	misses($name, $p, 60, sub {
		return !($_[0]{op} eq 'sync' && $_[0]{path} =~ $path) });
}

# The other images, at most a thousand of each run.
my @kinds = (['three clients at once', together => 5],
    ['with syncs that fail', fail => 0.25], ['another run']);
my $round = 0;
do {
	my ($name, %o) = @{$kinds[$round % @kinds]};
	$p = Power->new($seed + ++$round);
	$p->run($o{together} ? $n / 2 : $n, %o);
	holds($name, $p, $images > 1000 ? 1000 : $images / 4);
} while ($round < 2 || $sum{images} < $images);

# What a failed commit left in the log must not damage later commits.
$p = Power->new($seed);
$p->request($_) for qw(add add);
$p->request('change', 'fdatasync:error=EIO:when=3');
$p->keeper;		# finds what is in the log
$p->request($_) for qw(add change);
$p->keeper;
holds('after a commit that failed', $p, 10, at_end => 1);

# SQLite itself would go on where the name of its log cannot be made durable.
$p = Power->new($seed);
$p->request('add');
ok !$p->request('add', 'fsync:error=EIO:when=1'),
    'what is in a log without a name is not acknowledged';

# The name of a log is made durable once, by whoever writes to it first, and again
# for another log, whose inode can be the same.
subtest 'a sync for each change' => sub {
	$p = Power->new($seed);
	my $seen = 0;
	my $syncs = sub {
		my ($name, $wanted) = @_;
		$p->request('add');
		my @calls = Trace::read("$p->{work}/calls", $p->{d}{data});
		my @new = map { $_->{path} } grep { $_->{op} eq 'sync' }
		    @calls[$seen .. $#calls];
		$seen = @calls;
		is_deeply \@new, $wanted, $name;
	};
	my $log = 'docket.db-wal';
	$p->request('add');	# whose log goes with it
	$p->keeper;
	$seen = () = Trace::read("$p->{work}/calls", $p->{d}{data});
	$syncs->('a new log: its header, its name, what was committed',
	    [$log, '', $log]);
	$syncs->('the same log', [$log]) for 1 .. 3;
	truncate "$p->{d}{data}/docket.lock", 0;
	$syncs->('nobody knows', [$log, '']);
	$syncs->('again', [$log]);
	$p->keeper;		# killed: its log stays
	$p->request('add');	# and is removed by the last to close
	$p->keeper;
	$seen = () = Trace::read("$p->{work}/calls", $p->{d}{data});
	$syncs->('another log', [$log, '', $log]);
	$syncs->('the same', [$log]);
	holds('after all that', $p, 20);
	holds('at the end', $p, 10, at_end => 1);
	misses('the sync of the name', $p, 60, sub {
		return !($_[0]{op} eq 'sync' && $_[0]{path} eq '') });
};

# A folder that was made, but whose maker died before it was durable.
$p = Power->new($seed);
$p->request($_) for qw(add add upload);
$p->request('again', 'fsync:signal=KILL:when=2');
$p->request('again');
holds('after an upload that died', $p, 10, at_end => 1);

diag sprintf 'power-loss seed=%d images=%d calls=%d acknowledged=%d lost=%d '
    . 'corrupt=%d', $seed, @sum{qw(images calls acknowledged lost corrupt)};
done_testing;
