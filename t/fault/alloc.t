# Failing allocations and short writes: the answer is a problem, or the work is
# done.  No program is killed by a signal, nothing is half done, and a repeated
# request is executed once.  DOCKET_ALLOCS: how many, or "all"; DOCKET_SEED:
# which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Fault;
use Test::More;

plan skip_all => 'a sanitizer has its own malloc' if build() =~ /san$/;
my $allocs = $ENV{DOCKET_ALLOCS} // 230;
my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;

my $f = Fault->new;
my (%tried, %answers, %wrong);
my @works = $f->works;
for my $work (@works) {
	$f->calls($work);
	my $r = $f->preloaded($work, 'alloc 0');
	is "$r->{status} $r->{wrong}", $work->{program} ? '200 ' :
	    ($r->{status} =~ /^2/ ? "$r->{status} " : '2xx '),
	    "$work->{name}: without a fault";
	@{$work->{n}}{qw(alloc write)} =
	    $r->{err} =~ /^allocs=(\d+) writes=(\d+) /m
	    or die "$work->{name}: $r->{err}";
	cmp_ok $work->{n}{alloc}, '>', 50,
	    "$work->{name}: allocations to fail";
	cmp_ok $work->{n}{write}, '>', 2, "$work->{name}: writes to fall short";
}
# Most are the same in every work, when the database is opened.
my ($least) = sort { $a <=> $b } map { $_->{n}{alloc} } @works;
my $own = int(0.8 * $least);

# The calls that fail in one of them.
sub faults_of {
	my ($work, $first) = @_;
	my $n = $work->{n};
	# libmagic's own thousands, in the midst of what an upload needs, are
	# below: without memory it crashes, so lib/core/file/media_type.c makes
	# sure that there is some.
	my $magic = $n->{alloc} > 5000;
	my @all = grep { my ($at) = /^alloc (\d+)/;
	    !$at || !$magic || $at < $own || $at > $n->{alloc} - 20 }
	    map { my $what = $_; map { ("$what $_", "$what $_+") }
	    ($what eq 'alloc' && !$first ? $own : 1) .. $n->{$what} }
	    qw(alloc write);
	return @all if $allocs eq 'all';
	my $share = int($allocs / @works) || 1;
	return @all[map { int(($_ + rand) * @all / $share) } 0 .. $share - 1];
}

for my $work (@works) {
	for my $how (faults_of($work, $work == $works[0])) {
		my $r = $f->preloaded($work, $how);
		my ($what, $at) = $how =~ /^(\w+) (\d+)/;
		$tried{$what}++;
		$answers{$r->{status}}++;
		my $bad = $r->{wrong} ne '' ? $r->{wrong} :
		    $r->{signal} ? "died by signal $r->{signal}" :
		    # 4xx would blame the client.
		    $r->{status} =~ /^4/ ? "answered $r->{status}" :
		    # Without a request there is nothing to answer.
		    !$work->{program} && $r->{status} == 0 && $at > 10 ?
		    'no answer' : '';
		push @{$wrong{$bad}}, "$work->{name}, $how" if $bad ne '';
	}
}
# Within libmagic, which can crash; nothing is half done then, either.
my ($crashed, $within) = (0, 0);
for my $work (grep { $_->{n}{alloc} > 5000 } @works) {
	my $most = $work->{n}{alloc} - 20 - $own;
	for (1 .. ($allocs eq 'all' ? 1000 : $allocs / 10)) {
		my $how = 'alloc ' . int($own + rand $most) .
		    (rand > 0.5 ? '+' : '');
		my $r = $f->preloaded($work, $how);
		$within++;
		$crashed++ if $r->{signal};
		push @{$wrong{$r->{wrong}}}, "$work->{name}, $how"
		    if $r->{wrong} ne '';
	}
}
cmp_ok $within, '>', 10, 'enough allocations within libmagic fail';
cmp_ok $answers{500} // 0, '>', 0, 'a failed allocation is answered with 500';
is_deeply \%wrong, {}, 'nothing is half done' or diag explain \%wrong;
diag "alloc seed=$seed allocations=$tried{alloc} writes=" . ($tried{write} // 0)
    . " in-libmagic=$within crashed=$crashed answers: " . join(' ', map { "$_=$answers{$_}" } sort keys %answers)
    . ' wrong=' . map { @$_ } values %wrong;
done_testing;
