# What a request holds the write lock for does not include the preparation of its
# statements: a CGI program prepares each anew, which takes longer than to run it.
# Writes.pm makes every request that writes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Smtpd;
use Test::More;
use Writes;

plan skip_all => 'a sanitizer must be loaded first' if build() =~ m{/san$};

# Only the records in question tell that these are needed.
my %seldom = map { $_ => 1 } (
	# A task that moves, or comes back, with what it has; a task that is not
	# new to its list.
	qw(step_stamp attachment_stamp tag_set_put my_day_stamp feed_set_gone
	    moved_remove),
	# A reminder of it.
	qw(notice_remove),
	# Who goes of their own accord; who was a member before.
	qw(access_set_left feed_remove),
	# A device that is known.
	qw(subscription_refresh),
	# Neither neighbor is named.
	qw(list_rank_after));
# These run if a task that repeats is done, or no longer is: its successor comes or
# goes, with a dozen statements that no other update needs.
my $successor = qr/^task_(?:touched|tag_copy)$/;
# What few do more than once a year.
my $account = qr{^(?:
    POST\ /(?:users|email-verifications|password-resets|me/tokens|
	me/email-verification) |
    PATCH\ /me |
    PUT\ /(?:me/password|me/email|password-resets/.*) |
    DELETE\ /(?:me|me/tokens/.*) )$}x;

my $dir = tempdir(CLEANUP => 1);
my $smtp = Smtpd->new;
my $d = Docket->new(Writes::settings($smtp));
@{$d->{env}}{qw(LD_PRELOAD RAN)} = (build() . '/t/ran.so', "$dir/ran");

my (%late, $ran);
my $w = Writes->new($d, $smtp, sub {
	my ($name, $does) = @_;
	unlink "$dir/ran";
	$does->();
	return if $name !~ m{^(?:(?!GET)[A-Z]+ /|upload)} || !-e "$dir/ran";
	my $all = slurp("$dir/ran");
	my $half = length($all) / 2;
	my ($run, $late) = map { [split ' ', substr($all, $_, $half) =~ tr/\0/ /sr] }
	    0, $half;
	$ran += @$run;
	return if $name =~ $account || grep { $_ =~ $successor } @$run;
	$late{$_}{$name} = 1 for @$late;
});
$w->all;
cmp_ok $ran, '>', 1000, "$ran statements have run";

is_deeply [map { my $s = $_; map { "$s of $_" } sort keys %{$late{$s}} }
    grep { !$seldom{$_} } sort keys %late], [],
    'none is prepared while the write lock is held';
is_deeply [grep { !$late{$_} } sort keys %seldom], [],
    'but for those that only some records need';
done_testing;
