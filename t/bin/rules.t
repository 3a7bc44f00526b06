# Recurrence rules against the dates of two other programs (python3-dateutil, libical):
# random rules of every form that is supported.  DOCKET_RULES=100000 compares as many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use POSIX qw(strftime);
use Test::More;

my $n = $ENV{DOCKET_RULES} || 300;
my $seed = $ENV{DOCKET_SEED} || time % 1_000_000;
srand $seed;
note "seed=$seed rules=$n";

my @weekdays = qw(MO TU WE TH FR SA SU);
my %from_sunday = map { $weekdays[$_ - 1] => $_ } 0 .. 6;
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
	mixed => sub { some(4, sub { (rand > .5 ? signed(1 + int rand 5) : '')
	    . one(@weekdays) }) },
	BYSETPOS => sub { some(2, sub { signed(1 + int rand 5) }) },
	WKST => sub { one(@weekdays) },
);
my %parts = (
	DAILY => [qw(BYMONTH BYMONTHDAY BYDAY)],
	WEEKLY => [qw(BYMONTH BYDAY WKST)],
	MONTHLY => [qw(BYMONTH BYMONTHDAY BYDAY ordinal mixed)],
	YEARLY => [qw(BYMONTH BYMONTHDAY BYDAY ordinal mixed)],
);

sub rule {
	my $freq = one(sort keys %parts);
	my %has;
	for my $part (@{$parts{$freq}}) {
		next if rand > .35;
		my $name = $part =~ /^[a-z]/ ? 'BYDAY' : $part;
		next if $part =~ /^[a-z]/ && $freq eq 'YEARLY' && !$has{BYMONTH};
		$has{$name} = $by{$part}->();
	}
	$has{BYSETPOS} = $by{BYSETPOS}->() if $freq =~ /MONTHLY|YEARLY/ &&
	    rand > .7 && grep { $has{$_} } qw(BYMONTH BYMONTHDAY BYDAY);
	$has{INTERVAL} = one(1, 2, 2, 3, 4, 5, 6, 7, 10, 12, 1 + int rand 40)
	    if rand > .4;
	# The other programs look no further for rare dates.
	$has{UNTIL} = '20900101';
	return join ';', "FREQ=$freq", map { "$_=$has{$_}" } sort { rand > .5 } keys %has;
}

sub date { return sprintf '20%02d-%02d-%02d', 20 + rand 20, 1 + rand 12, 1 + rand 28 }

# The end of a month and leap days, more often than chance has them.
my @ends = qw(2024-02-29 2026-01-29 2026-01-30 2026-01-31 2026-12-31 2028-02-29);
my @asked = map { [rule(), rand > .7 ? one(@ends) : date(), 12] } 1 .. $n;
# dateutil takes days with a number and without as those that are both.
sub is_mixed { my ($days) = $_[0] =~ /BYDAY=([^;]*)/ or return 0;
	return $days =~ /\d/ && $days =~ /(?:^|,)[A-Z]/ }
# libical 3.0.16 reads no days from the end of a month in daily rules; looks for days
# of the month in January alone if a yearly rule names no month; counts every so
# many weeks from Sunday, if the rule does not name the first day's weekday, or if
# WKST is later than that day in a week from Sunday; and counts a day twice for
# BYSETPOS that is named from both ends of the month.
sub is_misread {
	my ($rule, $first) = @_;
	my ($y, $m, $d) = split /-/, $first;
	my $weekday = $weekdays[strftime('%u', 0, 0, 0, $d, $m - 1,
	    $y - 1900) - 1];
	return 1 if $rule =~ /BYSETPOS/ && $rule =~ /BY(?:MONTH)?DAY=[^;]*-/;
	return $rule =~ /BYMONTHDAY=[^;]*-/ if $rule =~ /FREQ=DAILY/;
	return $rule =~ /BYMONTHDAY/ && $rule !~ /BYMONTH=/
	    if $rule =~ /FREQ=YEARLY/;
	return 0 if $rule !~ /FREQ=WEEKLY/ || $rule !~ /INTERVAL/ ||
	    $rule !~ /BYDAY/;
	my ($wkst) = $rule =~ /WKST=(..)/;
	return $rule !~ /BYDAY=[^;]*$weekday/ || defined $wkst &&
	    $from_sunday{$wkst} > $from_sunday{$weekday};
}

# Each program reads a line for each rule; an empty one gets an empty answer.
sub dates_of { my ($asked, @program) = @_;
	my $r = Docket->new->spawn({ PATH => $ENV{PATH} },
	    join('', map { (ref ? join "\t", @$_ : '') . "\n" } @$asked), @program);
	is $r->{status}, 0, "$program[0] ends" or diag $r->{err};
	return [split /\n/, $r->{out}, -1] }
my $ours = dates_of(\@asked, build() . '/t/rule_dates');
my $dateutil = dates_of([map { is_mixed($_->[0]) ? '' : $_ } @asked], 'python3',
    "$FindBin::Bin/../lib/rule_dates.py");
# libical looks for a date that never comes for a second.  So it is asked for as many
# as there are, and for more only where dateutil was not.
my $libical = dates_of([map { my ($rule, $first, $n) = @{$asked[$_]};
	$n = (split ' ', $ours->[$_]) - 1 if !is_mixed($rule);
	$n && !is_misread($rule, $first) ? [$rule, $first, $n] : '' } 0 .. $#asked],
    build() . '/t/ical_dates');
my (@differ, %read);
for my $i (0 .. $#asked) {
	my ($canonical, @dates) = split ' ', $ours->[$i];
	my $mixed = is_mixed($asked[$i][0]);
	$read{$canonical eq 'unsupported' ? 'refused' : 'read'}++;
	for ((@dates || $mixed) && !is_misread(@{$asked[$i]}) ? $libical : (),
	    $mixed ? () : $dateutil) {
		$read{compared}++;
		push @differ, "@{$asked[$i]}[0, 1]: $ours->[$i]\n    not: "
		    . ($_ == $libical ? 'libical' : 'dateutil') . " $_->[$i]"
		    if $canonical eq 'unsupported' || "@dates" ne $_->[$i];
	}
}
is join("\n", @differ[0 .. ($#differ > 4 ? 4 : $#differ)]), '',
    'every rule has the same dates';
is $read{refused} // 0, 0, 'every rule is supported';
cmp_ok $read{compared}, '>', 1.6 * $n, 'most are compared with both';
diag "rules seed=$seed rules=$n comparisons=$read{compared} differences="
    . @differ;

done_testing;
