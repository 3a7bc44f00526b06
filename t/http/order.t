# Order among siblings: new records at the end or the top, and moves that name
# neighbours; the same for the four kinds that have an order.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my ($list, $task, $group) = map { uuid() } 1 .. 3;
$ada->post('/lists', { id => $list, title => 'outer' });
$ada->post("/lists/$list/tasks", { id => $task, title => 'outer' });
$ada->post('/me/groups', { id => $group, title => 'outer' });

# Of the records that are named by one letter here: the letters, as they stand.
sub order {
	my ($path) = @_;
	return join '', grep { length == 1 } map { $_->{title} }
	    @{$ada->get($path)->{json}{items}};
}

# A letter, the one that must be above it, the one below, and the result.
my @moves = (
	['d', undef, 'a', 'dabc'], ['d', 'c', undef, 'abcd'],
	['a', 'b', 'c', 'bacd'], ['d', 'b', undef, 'bdac'],
	['b', undef, 'c', 'dabc'], ['c', 'd', 'b', 'dcab'],
	['a', 'd', 'c', 'dacb'], ['b', undef, 'd', 'bdac'],
);

# Two neighbours with nothing short between them: whoever moves there brings all
# of them to short ranks, in the same order, as changes that clients receive.
my %table = ('/lists' => 'access', '/me/groups' => 'list_group');
sub respaced {
	my ($path, $id, $move) = @_;
	my ($x, $y, $z) = sort { $a->{rank} cmp $b->{rank} } grep {
	    my $i = $_->{id}; grep { $i eq $_ } values %$id }
	    @{$ada->get($path)->{json}{items}};
	my $table = $table{$path} // ($path =~ /steps/ ? 'step' : 'task');
	my $key = $path eq '/lists' ? 'list_id' : 'id';
	for ([$x, 'A'], [$y, 'B']) {
		(my $hex = $_->[0]{id}) =~ tr/-//d;
		$d->sql("UPDATE $table SET rank = '" . 'Z0' . 'z' x 125 .
		    "$_->[1]' WHERE $key = x'$hex'");
	}
	my $since = $ada->get('/me/changes')->{json}{next};
	my %of = reverse %$id;
	my $r = $move->(map { $of{$_->{id}} } $z, $x, $y);
	is $r->{status}, 200, 'a record moves into a gap with no short rank';
	my %now = map { $_->{id} => $_ } @{$ada->get($path)->{json}{items}};
	my @three = @now{map { $_->{id} } $x, $z, $y};
	ok $three[0]{rank} lt $three[1]{rank} &&
	    $three[1]{rank} lt $three[2]{rank}, 'the order is as asked';
	cmp_ok length($_->{rank}), '<=', 64, 'ranks are short again' for @three;
	is_deeply $r->{json}, $three[1], 'the answer has the new rank';
	my %told = map { $_->{id} => $_->{rank} }
	    @{$ada->get("/me/changes?since=$since")->{json}{items}};
	is_deeply \%told, { map { $_->{id} => $_->{rank} } @three },
	    'the feed has the new ranks';
}

subtest 'a task that moves to where it is' => sub {
	my $l = $ada->make('/lists', title => 'Two');
	my ($below, $top) = map { $ada->make("/lists/$l/tasks", title => $_) }
	    qw(below top);
	my $was = $ada->get("/tasks/$top")->{json};
	my $r = $ada->post("/lists/$l/tasks/$top/move", { listId => $l,
	    position => 'top' });
	is $r->{status}, 200, 'to the top of its own list';
	is_deeply $r->{json}, $was, 'does not change';
};

for (['/lists', groupId => $group], ['/lists'], ["/lists/$list/tasks"],
    ["/tasks/$task/steps"], ['/me/groups']) {
	my ($path, %more) = @$_;
	subtest join(' in ', $path, keys %more) => sub {
		my %id = map { $_ => uuid() } 'a' .. 'f';
		my $move = sub {
			my ($what, $above, $below) = @_;
			return $ada->patch("$path/$id{$what}/rank", {
			    beforeId => defined $above ? $id{$above} : undef,
			    afterId => defined $below ? $id{$below} : undef });
		};
		is $ada->post($path, { id => $id{$_}, title => $_,
		    position => 'bottom', %more })->{status}, 201, "made $_"
		    for 'a' .. 'd';
		is order($path), 'abcd', 'new records are in order';
		for (@moves) {
			my ($what, $above, $below, $then) = @$_;
			my $r = $move->($what, $above, $below);
			is $r->{status}, 200, "$what between " .
			    ($above // '-') . ' and ' . ($below // '-');
			is order($path), $then, $then;
		}
		my $before = $ada->get($path)->{json}{items};
		my %rank = map { $_->{title} => $_->{rank} } @$before;
		is $move->(@$_)->{json}{rank}, $rank{$_->[0]}, 'where it ' .
		    'stands already it keeps its rank'
		    for ['b', undef, 'd'], ['d', 'b', 'a'], ['c', 'a', undef],
		    ['a', 'd', undef], ['a', undef, 'c'];
		is $move->(@$_)->{json}{code}, 'invalid-neighbors', 'not ' .
		    "$_->[1], then $_->[2]" for ['c', 'a', 'b'],
		    ['c', 'a', 'a'], ['c', 'c', 'a'], ['c', 'a', 'c'];
		is order($path), 'bdac', 'nothing has moved';
		$ada->post($path, { id => $id{e}, title => 'e', %more });
		is order($path), $path =~ /tasks$/ ? 'ebdac' : 'bdace',
		    'new tasks are at the top, others at the end';
		$ada->post($path, { id => $id{f}, title => 'f',
		    position => 'top', %more });
		like order($path), $path =~ /groups/ ? qr/ef$/ : qr/^fe?b/,
		    'position decides; groups have none';
		respaced($path, \%id, $move);
		$ada->del("$path/$_") for values %id;
		is order($path), '', 'all are deleted';
	};
}

subtest 'many moves between the same two neighbours' => sub {
	my ($l, @t) = map { uuid() } 1 .. 4;
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $_, title => 'T',
	    position => 'bottom' }) for @t;
	my ($longest, $failed) = (0, 0);
	for (1 .. 12) {
		my @moves;
		for (1 .. 100) {
			# The last goes between the first two.
			my ($x, $y, $z) = @t;
			push @moves, { method => 'PATCH',
			    path => "/lists/$l/tasks/$z/rank",
			    body => { beforeId => $x, afterId => $y } };
			@t = ($x, $z, $y);
		}
		my $r = $ada->post('/batch', { requests => \@moves });
		for (@{$r->{json}{responses}}) {
			$failed++ if $_->{status} != 200;
			my $n = length($_->{body}{rank} // '');
			$longest = $n if $n > $longest;
		}
	}
	is $failed, 0, 'every move succeeds';
	cmp_ok $longest, '<=', 128, 'no rank is longer than 128';
	is_deeply [map { $_->{id} } @{$ada->get("/lists/$l/tasks")
	    ->{json}{items}}], \@t, 'the order is as asked';
};

subtest 'a task moves to a place in another list' => sub {
	my ($from, $to) = (uuid(), uuid());
	$ada->post('/lists', { id => $_, title => 'L' }) for $from, $to;
	my %id = map { $_ => uuid() } 'a' .. 'd', 'x' .. 'z';
	$ada->post('/lists/' . (/[a-d]/ ? $to : $from) . '/tasks',
	    { id => $id{$_}, title => $_, position => 'bottom' })
	    for sort keys %id;
	for (['x', 'a', undef, 'axbcd'], ['y', undef, 'c', 'axbycd'],
	    ['z', 'd', undef, 'axbycdz'], ['a', 'c', 'd', 'xbycadz', $to],
	    ['b', undef, 'x', 'bxycadz', $to]) {
		my ($what, $above, $below, $then, $in) = @$_;
		my $r = $ada->post('/lists/' . ($in // $from)
		    . "/tasks/$id{$what}/move", { listId => $to,
		    $above ? (beforeId => $id{$above}) : (),
		    $below ? (afterId => $id{$below}) : () });
		is $r->{status}, 200, "$what moves" or diag $r->{body};
		is order("/lists/$to/tasks"), $then, $then;
	}
	is order("/lists/$from/tasks"), '', 'the old list is empty';
};

subtest 'a malformed rank in the database' => sub {
	my $l = $ada->make('/lists', title => 'Damaged');
	$ada->make("/lists/$l/tasks", title => 'damaged');
	$d->sql("UPDATE task SET rank = 'a!' WHERE title = 'damaged'");
	for (['top', '(none) and a!'], ['bottom', 'a! and (none)']) {
		my ($position, $between) = @$_;
		my $r = $ada->with(quiet => 1, may_fail => 1)->post(
		    "/lists/$l/tasks", { id => uuid(), title => 'x',
		    position => $position });
		is $r->{status}, 500, "a task at the $position is not made";
		like $r->{raw}{err}, qr/no rank between \Q$between\E/,
		    'the log says where';
	}
};
done_testing;
