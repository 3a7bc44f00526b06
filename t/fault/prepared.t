# What a request holds the write lock for does not include the preparation of its
# statements: a CGI program prepares each anew, which takes longer than to run it.
# Nor does a route prepare what it never runs.  Writes.pm makes the requests.
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

# The route that writes of a step of Writes.pm; undef if it has none.
my @routes = grep { $_->{flags}{write} || $_->{flags}{batch} } Docket::routes();
sub route_of {
	my ($name) = @_;
	my ($method, $path) = $name =~ /^upload/ ? ('POST', '/tasks/x/attachments') :
	    $name =~ m{^([A-Z]+) (/[^:]*)} or return;
	my ($r) = grep { $_->{method} eq $method && $path =~ $_->{re} } @routes;
	return $r && "$r->{method} $r->{path}";
}

# Of each route: what ran, what had been prepared when the lock was taken, and what
# was prepared later.
my (%run, %ready, %late);
my $w = Writes->new($d, $smtp, sub {
	my ($name, $does) = @_;
	my $route = route_of($name);
	unlink "$dir/ran";
	$does->();
	return if !$route;
	my $all = slurp("$dir/ran");
	my $part = length($all) / 3;
	my ($run, $late, $ready) = map { [split ' ',
	    substr($all, $_ * $part, $part) =~ tr/\0/ /sr] } 0 .. 2;
	$run{$route}{$_} = 1 for @$run;
	$ready{$route}{$_} = 1 for @$ready;
	return if $route =~ $account || grep { $_ =~ $successor } @$run;
	$late{$_}{$route} = 1 for @$late;
});
$w->all;

sub none {
	my ($name, @which) = @_;
	is join("\n", sort @which), '', $name;
}
none 'every route that writes has been asked',
    grep { !$run{$_} } map { "$_->{method} $_->{path}" } @routes;
none 'no statement is prepared while the write lock is held',
    map { my $s = $_; map { "$s of $_" } keys %{$late{$s}} }
    grep { !$seldom{$_} } keys %late;
none 'but for those that only some records need',
    grep { !$late{$_} } keys %seldom;
none 'and none is prepared that the route never runs',
    map { my $r = $_; map { "$_ of $r" } grep { !$run{$r}{$_} }
    keys %{$ready{$r}} } keys %ready;
done_testing;
