# A request killed at any system call is done or not done, and repeating it does
# it once.  DOCKET_KILLS: how many, or "all"; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Fault;
use Test::More;

my $kills = $ENV{DOCKET_KILLS} // (engine() eq 'sqlite' ? 116 : 58);
my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;

my $f = Fault->new;
my ($tried, $killed, $acknowledged, %wrong) = (0, 0, 0);
my @works = $f->works;
for my $work (@works) {
	my @calls = $f->calls($work);
	cmp_ok scalar @calls, '>', 30, "$work->{name}: calls to be killed at";
	my $n = $kills eq 'all' ? @calls : int($kills / @works) || 1;
	for my $i (0 .. $n - 1) {
		# One of each part of the run.
		my $at = $calls[$kills eq 'all' ? $i : ($i + rand) *
		    @calls / $n];
		my $r = $f->run($work, "$at->[0]:signal=KILL:when=$at->[1]");
		$tried++;
		$killed++ if $r->{signal} || $r->{status} == 0;
		$acknowledged++ if $r->{status} =~ /^2/;
		push @{$wrong{$r->{wrong}}}, "$work->{name}, $at->[0] $at->[1]"
		    if $r->{wrong} ne '';
	}
}
cmp_ok $killed, '>', $tried / 3, 'most runs are killed';
is_deeply \%wrong, {}, 'all are done or not done, and once in the end'
    or diag explain \%wrong;
diag "kill seed=$seed works=" . @works . " kills=$killed of $tried "
    . "acknowledged=$acknowledged wrong=" . map { @$_ } values %wrong;
done_testing;
