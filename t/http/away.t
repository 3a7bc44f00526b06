# A device that was away, and now syncs, has what a new device has: whatever was
# moved, deleted, restored, shared, unshared, left and joined meanwhile, and if it
# stopped between two pages.  Each story runs against the service; its answers are
# given to a client that follows the rule of the OpenAPI document (t/lib/Replica.pm)
# and to the web app's own feed-changes.js and store.js (t/www/unit/lib/replay.mjs).
# Three more clients of each user sync the collections.  t/http/sync.t has clients
# that sync all the time.
#
# DOCKET_SEED, which it prints, chooses the random stories; DOCKET_STORIES: how
# many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use List::Util 'sum';
use Replica;
use Test::More;
use Web;

my $seed = $ENV{DOCKET_SEED} // int rand 1e6;
my $random = $ENV{DOCKET_STORIES} // 40;
diag "away seed=$seed stories=$random";
srand $seed;

my $d = Docket->new;
my $web = Web->new($d, '-m', 'fastcgi');

# Ada owns the lists A, B and C; bob is a member of A and B.  The tasks t1 and t2
# are in A, t3 is in B, each with two steps; t1 has a file.  Both have tags on all
# and all in My Day.
my %list_of = (t1 => 'A', t2 => 'A', t3 => 'B');
my %task_of = ((map { ("s$_" => "t$_", "r$_" => "t$_") } 1 .. 3), f1 => 't1');

# Each line of a story is "WHO VERB NAME ...".  Both users' devices sync before
# it, and after it.  `page` lets a device read one page, and stop.
my @stories = (
	['a task deleted before its list, which is restored',
	    'ada remove t2', 'ada remove A', 'ada restore A'],
	['a step and a file deleted before their list, which is restored',
	    'ada remove s1', 'ada remove f1', 'ada remove A', 'ada restore A'],
	['a task changed after the list that it moved out of was deleted',
	    'ada move t1 B', 'ada remove A', 'ada change t1'],
	['a task changed after the list that it moved out of was left',
	    'bob move t1 B', 'bob leave A', 'ada change t1'],
	['a step deleted on a task that moved, before its old list was',
	    'ada move t1 B', 'ada remove s1', 'ada remove A', 'ada change t1'],
	['a task deleted while bob was removed',
	    'ada unshare A', 'ada remove t2', 'ada remove s1', 'ada share A'],
	['a step deleted while bob had left', 'bob leave A', 'ada remove s1',
	    'ada remove t2', 'bob accept A'],
	['a step deleted in a list that bob joined before he lost the old one',
	    'ada move t1 C', 'ada remove s1', 'ada share C', 'ada unshare A'],
	['the same, and the old list is deleted', 'ada move t1 C',
	    'ada remove s1', 'bob accept C', 'ada remove A'],
	['a task that moved out and back, around a loss', 'ada move t1 C',
	    'ada remove s1', 'ada unshare A', 'ada share A', 'ada move t1 A'],
	['a task that moved to a list that was lost and joined again',
	    'ada move t1 B', 'ada unshare B', 'ada remove s1', 'ada share B',
	    'ada remove A'],
	['a step read before its task, whose list is lost and joined',
	    'ada add t1', 'ada change t1', 'bob page 1', 'ada unshare A',
	    'ada remove s4', 'ada share A'],
	['a step read before its task, which moves out of reach',
	    'ada add t1', 'ada change t1', 'bob page 1', 'ada move t1 C',
	    'ada remove A'],
	['a task read in its new list, which is deleted before its steps come',
	    'ada move t1 B', 'ada page 1', 'ada remove B'],
	['a task read in its new list, which is left and joined before its steps come',
	    'ada move t1 B', 'bob page 1', 'bob leave B', 'ada remove s1',
	    'ada remove f1', 'bob untag t1', 'bob accept B'],
	['the same, and it is taken and shared', 'ada move t1 B', 'bob page 1',
	    'ada unshare B', 'ada remove s1', 'ada remove f1', 'ada share B',
	    'ada change t1'],
	['a task that went through two lists, which are deleted',
	    'ada move t1 B', 'ada move t1 C', 'ada remove A', 'ada remove B',
	    'ada change t1'],
	['a task read before its new list is lost', 'ada move t1 B',
	    'ada change t1', 'bob page 1', 'ada unshare B'],
	['a deleted task read before its new list is lost', 'ada move t1 B',
	    'ada change t2', 'ada remove t1', 'bob page 1', 'ada unshare B'],
	['a task read before it moves on out of reach', 'ada move t1 B',
	    'ada change t1', 'bob page 1', 'ada move t1 C', 'ada unshare B'],
	['a file deleted before its list was joined again, and lost once more',
	    'ada remove f1', 'bob leave A', 'bob accept A', 'ada unshare A'],
	['a file deleted before its task moved to a list joined later',
	    'ada remove f1', 'bob accept C', 'ada move t1 C'],
	['the same, and the old list is left and joined', 'ada remove f1',
	    'ada move t1 C', 'bob accept C', 'bob leave A', 'bob accept A'],
	['a step deleted before its task moved to a list joined later',
	    'ada remove s1', 'bob accept C', 'ada move t1 C', 'ada change t1'],
	['a list restored with its members', 'bob untag t1', 'ada remove t2',
	    'ada remove A', 'ada restore A', 'bob tag t2'],
	['a task restored in a list that was restored', 'ada remove t1',
	    'ada remove A', 'ada restore A', 'ada restore t1'],
);

my ($ada, $bob, %tag);
my $pairs = 0;

# A list can be shared 20 times a day with the same person.
sub new_pair {
	$pairs++;
	($ada, $bob) = map { $d->with(base => $web->{base})
	    ->user("$_$pairs\@example.org") } qw(ada bob);
	$tag{$_} = $_->make('/me/tags', name => 'T') for $ada, $bob;
	return;
}

sub ok_all {
	my ($user, @requests) = @_;
	return if !@requests;
	my $r = $user->post('/batch', { stopOnError => JSON::PP::true,
	    requests => [map { { method => $_->[0], path => $_->[1],
	    $_->[2] ? (body => $_->[2]) : () } } @requests] });
	my @wrong = grep { $_->{status} >= 300 } @{$r->{json}{responses} // []};
	die "$r->{status} $r->{body}" if $r->{status} != 200 || @wrong;
	return;
}

sub new_world {
	my %w = (ids => {}, in => { %list_of }, of => { %task_of });
	my $id = sub { $w{ids}{$_[0]} //= uuid() };
	ok_all($ada, (map { [POST => '/lists', { id => $id->($_),
	    title => $_ }] } qw(A B C)), map { my $n = $_; [POST =>
	    '/lists/' . $id->($list_of{"t$n"}) . '/tasks',
	    { id => $id->("t$n"), title => "t$n", myDay => '2030-01-01',
	    tagIds => [$tag{$ada}], steps => [map { { id => $id->($_),
	    title => $_ } } "s$n", "r$n"] }] } 1 .. 3);
	for my $l (qw(A B C)) {
		my $path = '/lists/' . $id->($l) . '/invitations';
		$w{code}{$l} = $ada->post($path)->{json}{code};
		$bob->post("/invitations/$w{code}{$l}/accept") if $l ne 'C';
	}
	ok_all($bob, map { [PUT => "/tasks/$_/tags", { tagIds => [$tag{$bob}] }],
	    [PUT => "/me/my-day/$_", {}] } map { $id->($_) } sort keys %list_of);
	$ada->upload($id->('t1'), $id->('f1'), 'bytes', 'a.txt');
	$w{device} = { map { ($_ => { rows => Replica->new($_, 'feed'),
	    pages => [] }) } $ada, $bob };
	$w{others} = { map { my $u = $_; ($u => [map { Replica->new($u, @$_) }
	    ['collections'], ['collections', sub { 1 }], ['items']]) }
	    $ada, $bob };
	return \%w;
}

# Where a record is now.
sub path {
	my ($w, $name) = @_;
	my $id = $w->{ids}{$name};
	return "/lists/$id" if $name =~ /^[A-Z]/;
	return '/lists/' . $w->{ids}{$w->{in}{$name}} . "/tasks/$id"
	    if $name =~ /^t/;
	return "/attachments/$id" if $name =~ /^f/;
	return "/tasks/$w->{ids}{$w->{of}{$name}}/steps/$id";
}

sub member { my ($w, $l) = @_;
	return path($w, $l) . '/members' }

my %verbs = (
	remove => sub { DELETE => path(@_) },
	restore => sub { POST => path(@_) . '/restore' },
	change => sub { PATCH => path(@_), { title => 'T' . rand } },
	move => sub { my ($w, $t, $l) = @_;
		POST => path($w, $t) . '/move', { listId => $w->{ids}{$l} } },
	add => sub { my ($w, $t) = @_;
		my $s = 's' . (4 + grep { /^s[4-9]/ } keys %{$w->{of}});
		$w->{of}{$s} = $t;
		POST => "/tasks/$w->{ids}{$t}/steps",
		    { id => $w->{ids}{$s} = uuid(), title => $s } },
	tag => sub { my ($w, $t, $user) = @_;
		PUT => "/tasks/$w->{ids}{$t}/tags", { tagIds => [$tag{$user}] } },
	untag => sub { my ($w, $t) = @_;
		PUT => "/tasks/$w->{ids}{$t}/tags", { tagIds => [] } },
	plan => sub { my ($w, $t) = @_;
		PUT => "/me/my-day/$w->{ids}{$t}", {} },
	unplan => sub { my ($w, $t) = @_;
		DELETE => "/me/my-day/$w->{ids}{$t}" },
	share => sub { POST => member(@_), { email => $bob->{email} } },
	unshare => sub { DELETE => member(@_) . "/$bob->{me}{id}" },
	accept => sub { my ($w, $l) = @_;
		POST => "/invitations/$w->{code}{$l}/accept" },
);
$verbs{leave} = $verbs{unshare};

# Reads a page; whether there are more.
sub read_page {
	my ($w, $user, $limit) = @_;
	my $device = $w->{device}{$user};
	my $query = join '&', (defined $device->{next} ?
	    "since=$device->{next}" : ()), ($limit ? "limit=$limit" : ());
	my $r = $user->get('/me/changes' . ($query && "?$query"));
	die "$r->{status} $r->{body}" if $r->{status} != 200;
	push @{$device->{pages}}, $r->{json};
	$device->{rows}->take($_->{kind}, $_) for @{$r->{json}{items}};
	$device->{rows}->drop_orphans if !$r->{json}{more};
	$device->{next} = $r->{json}{next};
	return $r->{json}{more};
}

sub sync { my ($w, $limit) = @_;
	for my $user ($ada, $bob) {
		1 while read_page($w, $user, $limit);
		$_->sync for @{$w->{others}{$user}};
	}
	return;
}

# Does what a line says; the status of the answer.
sub act {
	my ($w, $line) = @_;
	my ($who, $verb, @names) = split ' ', $line;
	my $user = $who eq 'ada' ? $ada : $bob;
	if ($verb eq 'page') {
		$w->{others}{$user}[-1]->sync;
		return read_page($w, $user, $names[0]) && 200;
	}
	my $r = $user->request($verbs{$verb}->($w, @names, $user));
	$w->{in}{$names[0]} = $names[1] if $verb eq 'move' && $r->{status} == 200;
	return $r->{status};
}

# Runs a story: what the Perl client has wrong; what the web app is asked goes
# to @replays.
my @replays;
sub try_story {
	my ($name, $limit, $lines) = @_;
	my $w = new_world();
	sync($w);
	my @bad = map { my $status = act($w, $_); $status >= 500 ?
	    "$_: $status" : () } @$lines;
	sync($w, $limit);
	for my $user ($ada, $bob) {
		my $fresh = Replica->new($user, 'feed');
		my $items = $user->get('/me/changes')->{json}{items};
		$fresh->take($_->{kind}, $_) for @$items;
		my $device = $w->{device}{$user};
		my $who = $user == $ada ? 'ada' : 'bob';
		push @bad, map { s/[\da-f-]{36}/name_of($w, $&)/ger =~
		    s/^feed/$who/r } @{$device->{rows}->compare($fresh->{rows})};
		my $listed = Replica->new($user, 'collections');
		$listed->sync;
		for my $other (@{$w->{others}{$user}}) {
			push @bad, map { s/[\da-f-]{36}/name_of($w, $&)/ger }
			    @{$other->compare($listed->{rows})};
		}
		push @replays, { name => "$name ($who)", fresh => $items,
		    pages => $device->{pages} };
	}
	ok_all($ada, map { [DELETE => "/lists/$_->{id}"] }
	    grep { $_->{role} eq 'owner' } @{$ada->get('/lists')->{json}{items}});
	return @bad;
}

sub name_of { my ($w, $id) = @_;
	return (grep { $w->{ids}{$_} eq $id } sort keys %{$w->{ids}})[0] // $id }

for my $n (0 .. $#stories) {
	new_pair() if $n % 6 == 0;
	my ($name, @lines) = @{$stories[$n]};
	for my $limit (undef, 1) {
		is_deeply [try_story($name, $limit, \@lines)], [],
		    $name . ($limit ? ', in pages of one' : '');
	}
}

# How often, what, with names of these kinds.  What is done to a list needs one
# in that state and gives it the next: who has it, or how bob lost it.
my @weights = ([6, 'both move t L'], [5, 'both change t'], [3, 'both add t'],
    [5, 'both remove s'], [1, 'both restore s'], [3, 'both remove t'],
    [2, 'both restore t'], [3, 'both remove f'], [2, 'both restore f'],
    [2, 'ada remove L', 'both', 'gone'], [3, 'ada restore L', 'gone', 'both'],
    [2, 'bob leave L', 'both', 'left'], [3, 'bob accept L', 'left', 'both'],
    [2, 'ada unshare L', 'both', 'ada'], [3, 'ada share L', 'ada', 'both'],
    [1, 'both tag t'], [1, 'both untag t'], [1, 'both plan t'],
    [1, 'both unplan t'], [2, 'both page n']);
my $weights = sum map { $_->[0] } @weights;
my %of_kind = (L => ['A' .. 'C'], t => [map { "t$_" } 1 .. 3],
    s => [map { ("s$_", "r$_") } 1 .. 3], f => ['f1'], n => [1 .. 4],
    both => [qw(ada bob)]);

# A line, or nothing if no list is in the state; @$state changes.
sub random_line {
	my ($state) = @_;
	my $at = rand $weights;
	my ($chosen) = grep { ($at -= $_->[0]) < 0 } @weights;
	my (undef, $what, $before, $after) = @$chosen;
	my @lists = grep { !$before || $state->{$_} eq $before } @{$of_kind{L}};
	return if !@lists;
	my %of = (%of_kind, L => \@lists);
	my $line = join ' ', map { my $of = $of{$_}; $of ? $of->[rand @$of] :
	    $_ } split ' ', $what;
	$state->{substr $line, -1} = $after if $after;
	return $line;
}

for my $n (1 .. $random) {
	new_pair() if $n % 10 == 1;
	my %state = (A => 'both', B => 'both', C => 'ada');
	my @lines = map { random_line(\%state) } 1 .. 10 + rand 15;
	my @bad = try_story("random story $n", (undef, 1, 3)[rand 3], \@lines);
	ok !@bad, "random story $n" or diag join "\n", @bad, '  of', @lines;
}

is $web->stop, 0, 'the service ends';

my $in = write_file("$d->{data}/replays", join '', map { json($_) . "\n" }
    @replays);
my $said = `node $FindBin::Bin/../www/unit/lib/replay.mjs <$in 2>&1`;
is $said, '', 'the web app has the same, in ' . @replays . ' replays';
done_testing;
