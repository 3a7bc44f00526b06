# Any data that the service accepts survives export and import: random requests
# create data, and exporting the imported data gives the first export again.  The
# export can also be imported into the same account, whatever happened since.
# DOCKET_STATES: how many runs (15).
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp 'tempdir';
use JSON::PP ();
use Test::More;
use Docket;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $seed = $ENV{DOCKET_SEED} // time ^ $$;
my $states = $ENV{DOCKET_STATES} // 15;
diag "export-any seed=$seed states=$states";
srand $seed;

# Half of the time goes into JSON::PP otherwise.
$Docket::Json = Cpanel::JSON::XS->new->utf8->canonical->allow_nonref
    if eval { require Cpanel::JSON::XS };

my $dir = tempdir(CLEANUP => 1);
my ($d, $e) = map { Docket->new } 1, 2;
my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
my $new = $e->user('ada@example.org', name => 'ada');

sub one { return $_[rand @_] }
sub maybe { my ($p, @what) = @_; return rand() < $p ? @what : () }
my $astral = "\x{1f600}";
sub title { return one('x', "Müll $astral", "a\tb", "\x{1}\x{7f}\"\\/", ' ',
    'x' x 500, $astral x 500, '(deleted)', "\x{2028}\x{ffff}") }
sub date { return one('0001-01-01', '9999-12-31', '2024-02-29', '2036-01-31',
    '2026-11-20', '2026-11-22') }
sub fields { return (
    maybe(0.4, done => one($T, $F)), maybe(0.3, starred => one($T, $F)),
    maybe(0.5, dueDate => one(undef, date(), date())),
    maybe(0.4, notes => one(undef, '', "a\n\tb", $astral x 10000, 'N')),
    maybe(0.3, assigneeId => one(undef, $ada->{me}{id}, $bob->{me}{id})),
    maybe(0.3, reminderAt => one(undef, '2020-01-01T00:00:00Z',
	'2036-01-30T09:00:00+05:30', '0001-01-01T00:00:00Z',
	'9999-12-31T23:59:59.999999Z')),
    maybe(0.5, recurrence => one(undef, qw(daily weekly weekdays monthly
	yearly)))) }

# What may be asked, of ids made so far; much of it is refused.
my (%ids, %path);
sub id { my ($kind) = @_; push @{$ids{$kind}}, my $id = uuid(); return $id }
sub any { my ($kind) = @_; return one(@{$ids{$kind} // []}, uuid()) }
sub task { my $t = any('task'); return ($path{$t} // '/lists/x/tasks') . "/$t" }
my @acts = (
	[5, sub { my $t = id('task');
	    $path{$t} = '/lists/' . any('list') . '/tasks';
	    [POST => $path{$t}, { id => $t, title => title(), fields(),
	    maybe(0.3, position => 'bottom'), maybe(0.2, myDay => date()),
	    maybe(0.3, steps => [map { { id => id('step'),
	    title => title() } } 1 .. 3]) }] }],
	[8, sub { [PATCH => task(), { maybe(0.2, title => title()),
	    fields() }] }],
	[3, sub { [PATCH => task(), { done => one($T, $F) }] }],
	[3, sub { [PATCH => task() . '/rank', { maybe(0.6,
	    beforeId => any('task')), maybe(0.6, afterId => any('task')) }] }],
	[2, sub { my $to = any('list'); my $t = any('task');
	    my $at = ($path{$t} // '/lists/x/tasks') . "/$t/move";
	    $path{$t} = "/lists/$to/tasks";
	    [POST => $at, { listId => $to }] }],
	[1, sub { [DELETE => task()] }],
	[1, sub { [POST => task() . '/restore'] }],
	[3, sub { [POST => '/tasks/' . any('task') . '/steps', {
	    id => id('step'), title => title(),
	    maybe(0.4, position => 'top') }] }],
	[3, sub { [PATCH => '/tasks/' . any('task') . '/steps/' . any('step'),
	    { done => one($T, $F) }] }],
	[2, sub { [PUT => '/me/my-day/' . any('task'),
	    { maybe(0.5, addedOn => date()) }] }],
	[1, sub { [POST => '/me/groups', { id => id('group'),
	    title => one('G', $astral x 200) }] }],
	[1, sub { [DELETE => '/me/groups/' . any('group')] }],
	[2, sub { [PATCH => '/lists/' . any('list'),
	    { groupId => one(undef, any('group')) }] }],
	[1, sub { [PATCH => '/lists/' . any('list') . '/rank',
	    { beforeId => any('list') }] }],
	[1, sub { [POST => '/lists', { id => id('list'), title => 'L' }] }],
	[0.3, sub { [POST => '/me/completed-tasks/cleanup'] }],
);
my @bag = map { ($_->[1]) x (10 * $_->[0]) } @acts;

sub batch {
	my ($u, @requests) = @_;
	my $r = $u->post('/batch', { requests => [map { {
	    method => $_->[0], path => $_->[1],
	    defined $_->[2] ? (body => $_->[2]) : () } } @requests] });
	die "batch: $r->{status} $r->{body}\n" if $r->{status} != 200;
	my @worse = grep { $_->{status} >= 500 } @{$r->{json}{responses}};
	is json($_), '', 'no request fails with a server error' for @worse;
	return map { $_->{status} } @{$r->{json}{responses}};
}

sub make_state {
	(%ids, %path) = ();
	batch($ada, (map { [POST => '/lists', { id => id('list'),
	    title => 'L' }] } 1 .. 2), map { [POST => '/lists/' .
	    $ids{list}[0] . '/members', { email => 'bob@example.org' }] } 1);
	my $done = 0;
	for (one(1, 2)) {
		$done += grep { $_ < 300 } batch(one($ada, $ada, $bob),
		    map { one(@bag)->() } 1 .. 1 + rand 99);
		# Successors have made ids, too.
		push @{$ids{task}}, map { $path{$_->{id}} =
		    "/lists/$_->{listId}/tasks"; $_->{id} }
		    @{$ada->get('/me/tasks?limit=200')->{json}{items}};
		$done += grep { $_ < 300 } batch($ada,
		    map { one(@bag)->() } 1 .. 80);
	}
	return $done;
}

# An export without what an import sets itself.
sub plain {
	my ($d, $u) = @_;
	my $r = $d->run('docket-export', '--user', 'ada@example.org',
	    '--output', "$dir/export.json");
	die "export: $r->{err}" if $r->{status};
	my $x = $Docket::Json->decode(slurp("$dir/export.json"));
	delete @$x{qw(exportedAt profile memberships)};
	for my $part (values %$x) {
		next if ref $part ne 'ARRAY';
		for (@$part) {
			delete $_->{updatedAt};
			$_->{ownerId} = 'ada' if exists $_->{ownerId};
			$_->{assigneeId} = $_->{assigneeId} eq $u->{me}{id} ?
			    'ada' : undef if defined $_->{assigneeId};
		}
		@$part = sort { json($a) cmp json($b) } @$part;
	}
	return $x;
}

sub empty {
	my ($u) = @_;
	my @all = ((map { [DELETE => "/lists/$_->{id}"] }
	    @{$u->get('/lists')->{json}{items}}),
	    map { [DELETE => "/me/groups/$_->{id}"] }
	    @{$u->get('/me/groups')->{json}{items}});
	batch($u, splice @all, 0, 100) while @all;
}

my $done = 0;
for my $n (1 .. $states) {
	$done += make_state();
	my $was = plain($d, $ada);
	my $r = $e->run('docket-import', '--user', 'ada@example.org',
	    "$dir/export.json");
	my $is = plain($e, $new);
	if ($r->{status} != 0 || json($is) ne json($was)) {
		is "$r->{status} $r->{err}", '0 ', "state $n is taken whole";
		is_deeply $is, $was, 'it is the same after import and export';
	}
	rename "$dir/export.json", "$dir/old.json";
	# ada reaches all lists, since what bob moves to his own is his.
	$done += grep { $_ < 300 } batch($ada, map { one(@bag)->() } 1 .. 90),
	    batch($ada, [POST => '/me/completed-tasks/cleanup'],
	    map { ([DELETE => "/lists/$_"], maybe(0.4, [POST =>
	    "/lists/$_/restore"])) } maybe(0.4, @{$ids{list}}));
	$r = $d->run('docket-import', '--user', 'ada@example.org',
	    "$dir/old.json");
	is "$r->{status} $r->{err}", '0 ', "state $n is taken later"
	    if $r->{status} != 0;
	empty($_) for $ada, $new;
}
ok 1, "$states states";
for ($d, $e) {
	my $said = $_->run('docket-admin', 'check')->{out};
	unlike $said, qr/FAULT(?!: fsync)/, 'docket-admin check finds no fault';
}
cmp_ok $done, '>', 10 * $states, "of $done requests that did something";
done_testing;
