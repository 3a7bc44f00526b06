# A quick look at every route, for `make quick`: who may call it, whether its
# answer is versioned, and whether sync has what it stored.  access.t, versions.t
# and sync.t ask the same more thoroughly, and take minutes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use AccessCase;
use AccessTable;
use Docket;
use Test::More;

begin();
my %route = map { +"$_->{method} $_->{path}" => $_ } Docket::routes();
my @quick = grep { $_->{name} =~
    /^(?:nobody|a stranger|a member|the owner)$/ } @callers;
is scalar @quick, 4, 'the four kinds of caller';
is unlisted(\%route, @rows), '', 'every route has a row, and every row a route';

# A client that has the answer is not sent it again; another is.
sub versioned {
	my ($row, $c, $etag) = @_;
	my @status = map { ask($row, $c, headers => {
	    'If-None-Match' => $_ })->{status} } $etag, '"another"';
	is "@status", '304 200', "$row->{route}: 304 only for its ETag";
}

# Every record that a request stores has a row in the feed, or no client that
# syncs learns of it.
my $check = Docket::statement('check_feed');
my ($enum) = slurp(top() . '/lib/core/feed.h') =~ /^enum feed_kind \{(.*?)\}/ms;
my @kinds = $enum =~ /FEED_(\w+)/g;
sub fed {
	my ($row) = @_;
	my @missing = map { my ($kind, $unfed) = split /\|/;
	    $unfed > 0 ? $kinds[$kind] : () } split /\n/, $w->{d}->sql($check);
	is "@missing", '', "$row->{route}: the feed has what it stored" or diag
	    "feed_put() is missing: $row->{route} stores a record (@missing) " .
	    'that GET /me/changes does not return';
}

for (@rows) {
	my ($name, $owner, $member, $others, $more) = @$_;
	my $route = $route{$name} or next;	# a fault above
	my $row = { %$more, route => $name, owner => $owner,
	    member => $member, others => $others, path => $route->{path},
	    params => [$route->{path} =~ /\{(\w+)\}/g],
	    writes => $route->{method} ne 'GET',
	    map { $_ => $route->{flags}{$_} } qw(public anybody) };
	for my $c (@quick) {
		my $want = wanted($row, $c);
		my $r = ask($row, $c);
		my $granted = $want =~ /^\d/;
		ok $granted ? $r->{status} == $want :
		    ($r->{json}{code} // '') eq $want,
		    "$name, $c->{name}: $want" or diag $r->{raw}{out};
		fed($row) if $granted && $row->{writes};
		versioned($row, $c, $r->{headers}{etag}) if $granted &&
		    !$row->{writes} && $r->{headers}{etag} &&
		    $c->{name} eq 'the owner';
		$w->{kept}->restore if $row->{writes} && $r->{status} < 300;
	}
}
done_testing;
