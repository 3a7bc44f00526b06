# Recurrence rules against another program's dates (python3-dateutil): random rules of
# every form that is supported.  DOCKET_RULES=100000 compares as many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $n = $ENV{DOCKET_RULES} || 300;
my $seed = $ENV{DOCKET_SEED} || time % 1_000_000;
srand $seed;
note "seed=$seed rules=$n";

my @weekdays = qw(MO TU WE TH FR SA SU);
sub one { return $_[rand @_] }
# Some of them, none twice.
sub some { my ($max, $make) = @_;
	my %seen;
	return join ',', grep { !$seen{$_}++ } map { $make->() } 1 .. 1 + rand $max }
sub signed { my ($n) = @_; return (rand > .7 ? '-' : '') . $n }

# The parts that each frequency can have, and what may stand in them.
my %by = (
	BYMONTH => sub { some(4, sub { 1 + int rand 12 }) },
	BYMONTHDAY => sub { some(4, sub { signed(1 + int rand 31) }) },
	BYDAY => sub { some(4, sub { one(@weekdays) }) },
	ordinal => sub { some(3, sub { signed(1 + int rand 5) . one(@weekdays) }) },
	BYSETPOS => sub { some(2, sub { signed(1 + int rand 5) }) },
	WKST => sub { one(@weekdays) },
);
my %parts = (
	DAILY => [qw(BYMONTH BYMONTHDAY BYDAY)],
	WEEKLY => [qw(BYMONTH BYDAY WKST)],
	MONTHLY => [qw(BYMONTH BYMONTHDAY BYDAY ordinal)],
	YEARLY => [qw(BYMONTH BYMONTHDAY BYDAY ordinal)],
);

sub rule {
	my $freq = one(sort keys %parts);
	my %has;
	for my $part (@{$parts{$freq}}) {
		next if rand > .35;
		my $name = $part eq 'ordinal' ? 'BYDAY' : $part;
		next if $part eq 'ordinal' && $freq eq 'YEARLY' && !$has{BYMONTH};
		$has{$name} = $by{$part}->();
	}
	$has{BYSETPOS} = $by{BYSETPOS}->() if $freq =~ /MONTHLY|YEARLY/ &&
	    rand > .7 && grep { $has{$_} } qw(BYMONTH BYMONTHDAY BYDAY);
	$has{INTERVAL} = one(1, 2, 2, 3, 4, 5, 6, 7, 10, 12, 1 + int rand 40)
	    if rand > .4;
	# Without an end, the other program would look for rare dates to the year 9999.
	$has{UNTIL} = '20900101';
	return join ';', "FREQ=$freq", map { "$_=$has{$_}" } sort { rand > .5 } keys %has;
}

sub date { return sprintf '20%02d-%02d-%02d', 20 + rand 20, 1 + rand 12, 1 + rand 28 }

# The end of a month and leap days, more often than chance has them.
my @ends = qw(2024-02-29 2026-01-29 2026-01-30 2026-01-31 2026-12-31 2028-02-29);
my @asked = map { [rule(), rand > .7 ? one(@ends) : date(), 12] } 1 .. $n;
my $input = join '', map { join("\t", @$_) . "\n" } @asked;
my ($ours, $theirs) = map {
	my $r = Docket->new->spawn({ PATH => $ENV{PATH} }, $input, @$_);
	is $r->{status}, 0, "$_->[0] ends" or diag $r->{err};
	[split /\n/, $r->{out}, -1];
} [build() . '/t/rule_dates'],
    ['python3', "$FindBin::Bin/../lib/rule_dates.py"];
my (@differ, %read);
for my $i (0 .. $#asked) {
	my ($canonical, @dates) = split ' ', $ours->[$i];
	$read{$canonical eq 'unsupported' ? 'refused' : 'read'}++;
	push @differ, "@{$asked[$i]}[0, 1]: $ours->[$i]\n    not: $theirs->[$i]"
	    if $canonical eq 'unsupported' || "@dates" ne $theirs->[$i];
}
is join("\n", @differ[0 .. ($#differ > 4 ? 4 : $#differ)]), '',
    'every rule has the same dates';
is $read{refused} // 0, 0, 'every rule is supported';

done_testing;
