# Power cuts: the calls of a real run are recorded, the files rebuilt as a cut at
# any point may leave them (Disk.pm), and the real programs started on them.
# Everything acknowledged is there, nothing is damaged, every attachment has its
# bytes.  DOCKET_IMAGES says how many cuts, DOCKET_REQUESTS after how many
# requests, DOCKET_SEED which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Power;
use Test::More;

my $images = $ENV{DOCKET_IMAGES} || 100;
my $seed = $ENV{DOCKET_SEED} || 1;
my %sum;

# Of so many images none is wrong.
sub holds {
	my ($name, $p, $n) = @_;
	my $found = $p->cut($n);
	is $found->{lost} + $found->{corrupt}, 0, "$name: none of "
	    . "$found->{images} images lost anything or is corrupt"
	    or diag $found->{first};
	$sum{$_} += $found->{$_} for qw(images calls lost corrupt);
	$sum{acknowledged} += grep { $_->[3] > 0 } map { @$_ }
	    values %{$p->ledger};
}

# What the same run would be worth without some of its calls.
sub misses {
	my ($name, $p, $keep) = @_;
	my $found = $p->cut(60, $keep);
	cmp_ok $found->{lost} + $found->{corrupt}, '>', 0,
	    "without $name: $found->{lost} of $found->{images} images lost "
	    . "something, $found->{corrupt} are corrupt";
}

my $p = Power->new($seed);
$p->run($ENV{DOCKET_REQUESTS} || 40);
holds('a run', $p, $images);
my $written = 0;
misses('the sync of a commit (synchronous = NORMAL)', $p, sub {
	my ($c) = @_;
	return 1 if $c->{path} ne 'docket.db-wal';
	my $last = $written;
	$written = $c->{op} eq 'write';
	return !($last && $c->{op} eq 'sync');
});
misses('any sync of the database (synchronous = OFF)', $p, sub {
	return !($_[0]{op} eq 'sync' && $_[0]{path} =~ /^docket\.db/) });
misses('the sync of an attachment', $p, sub {
	return !($_[0]{op} eq 'sync' && $_[0]{path} =~ m{^files/new-}) });
misses('the sync of its folder', $p, sub {
	return !($_[0]{op} eq 'sync' && $_[0]{path} =~ m{^files/..$}) });
misses('the sync of the folder above', $p, sub {
	return !($_[0]{op} eq 'sync' && $_[0]{path} eq 'files') });

diag sprintf 'power-loss seed=%d images=%d calls=%d acknowledged=%d lost=%d '
    . 'corrupt=%d', $seed, @sum{qw(images calls acknowledged lost corrupt)};
done_testing;
