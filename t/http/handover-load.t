# Lists change hands under load: in each round some users at once offer lists and
# accept them, leave, remove and add each other, delete their accounts or have them
# removed, on the same few lists.  After each round every list lives and has one owner,
# who is there; in the end the copies of all have what the service has.  eve is on
# every list and stays.  DOCKET_HANDOVERS: how many acts; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Replica;
use Test::More;

my $acts = $ENV{DOCKET_HANDOVERS} // 40;
my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;
my ($at_once, $people, $lists) = (5, 5, 4);

my $d = Docket->new;
my $n = 0;
my (%user, %replica);	# by id, who is here

sub newcomer {
	my $u = $d->user('u' . ++$n . '@example.org');
	$replica{$u->{me}{id}} = Replica->new($u, 'feed');
	return $user{$u->{me}{id}} = $u;
}

my $eve = newcomer();
newcomer() for 1 .. $people;
my @all = values %user;
my @lists = map {
	my $owner = $all[$_ % @all];
	my $l = $owner->make('/lists', title => "List $_");
	$owner->make("/lists/$l/tasks", title => "T$_") for 1 .. 3;
	$owner->post("/lists/$l/members", { email => $_->{email} })
	    for grep { $_ != $owner } @all;
	$l;
} 0 .. $lists - 1;

sub text { my ($hex) = @_;
	return join '-', unpack 'A8A4A4A4A12', lc $hex }
sub one { return $_[rand @_] }
my $in = join ', ', map { "'" . uc(s/-//gr) . "'" } @lists;

# The ids of those who are on each list: its owner first.
sub people_on {
	my %on;
	for (split /\n/, $d->sql("SELECT hex(list_id) || ' ' || hex(user_id)
	    FROM access WHERE hex(list_id) IN ($in) AND deleted_at = 0
	    ORDER BY role <> 'owner', joined_at")) {
		my ($l, $user) = map { text($_) } split / /;
		push @{$on{$l}}, $user;
	}
	return \%on;
}

# What each does, of a list's owner and another user on it.
my %does = (
	'hand-over' => sub { my ($l, $owner, $other) = @_;
		$owner->post("/lists/$l/transfer",
		    { userId => $other->{me}{id} });
		$other->post("/lists/$l/transfer/accept")->{status} },
	leave => sub { my ($l, undef, $other) = @_;
		$other->del("/lists/$l/members/$other->{me}{id}")->{status} },
	remove => sub { my ($l, $owner, $other) = @_;
		$owner->del("/lists/$l/members/$other->{me}{id}")->{status} },
	role => sub { my ($l, $owner, $other) = @_;
		$owner->patch("/lists/$l/members/$other->{me}{id}",
		    { role => one('member', 'viewer') })->{status} },
	add => sub { my ($l, $owner) = @_;
		$owner->post("/lists/$l/members", { email =>
		    one(values %user)->{email} })->{status} },
	'delete' => sub { my ($l, $owner, $other) = @_;
		my $u = one($owner, $other);
		$u = $other if $u == $eve;
		$u->del('/me', { password => $u->{password} })->{status} },
	'user remove' => sub { my ($l, $owner, $other) = @_;
		my $u = $owner == $eve ? $other : $owner;
		$d->run(qw(docket-admin user remove --yes), $u->{email})
		    ->{status} ? 404 : 204 },
);
my @names = sort keys %does;

# A function that does an act; undef if nobody but eve is on the list who could.
sub act {
	my ($name, $on) = @_;
	my $l = one(@lists);
	my ($owner, @others) = map { $user{$_} // () } @{$on->{$l}};
	my @willing = grep { $_ != $eve } @others;
	my $other = @willing ? one(@willing) : $name eq 'add' ? $eve : return;
	my $draw = int rand 1e9;
	return sub { srand $draw; $does{$name}->($l, $owner, $other) };
}

sub owned {
	return $d->sql("SELECT count(*) FROM list l WHERE hex(l.id) IN ($in)
	    AND l.deleted_at = 0 AND (SELECT count(*) FROM access a
		WHERE a.list_id = l.id AND a.role = 'owner'
		AND a.deleted_at = 0) = 1
	    AND EXISTS (SELECT 1 FROM access a JOIN user u ON u.id = a.user_id
		WHERE a.list_id = l.id AND a.user_id = l.owner_id
		AND a.role = 'owner' AND a.deleted_at = 0
		AND u.deleted_at = 0)") + 0;
}

my (%done, %wrong);
my $tried = 0;
while ($tried < $acts && !%wrong) {
	my @round = map { one(@names) } 1 .. $at_once;
	# All are planned before the first runs: sqlite3 waits for no lock.  Nobody
	# reaches the limit of those who are not found.
	$d->sql('DELETE FROM attempt');
	my $on = people_on();
	my @acts = map { act($_, $on) } @round;
	my @run = map { $_ && Docket::beside($_) } @acts;
	for my $i (grep { $run[$_] } 0 .. $#run) {
		my $status = Docket::ended($run[$i]);
		$tried++;
		$done{$round[$i]}++ if $status =~ /^2/;
		$wrong{"$round[$i]: $status"}++
		    if $status !~ /^(?:2..|401|404|409|422)$/;
	}
	my $owned = owned();
	$wrong{"after @round: $owned lists of $lists"}++ if $owned != $lists;
	my %here = map { text($_) => 1 } split /\s+/, $d->sql(
	    'SELECT hex(id) FROM user WHERE deleted_at = 0');
	delete @$_{grep { !$here{$_} } keys %$_} for \%user, \%replica;
	newcomer() while keys %user <= $people;
	one(values %replica)->sync;
}
is_deeply \%wrong, {}, 'every list lives and has one owner'
    or diag explain \%wrong;
cmp_ok scalar(keys %done), '>', $acts < 100 ? 3 : $#names,
    'acts of most kinds are done';
my $on = people_on();
is_deeply [grep { $_ eq $eve->{me}{id} } @{$on->{$_}}], [$eve->{me}{id}],
    'eve is on it still' for @lists;
my @behind = map { my $r = $_; $r->sync;
    (@{$r->{faults}}, @{$r->compare($r->truth)}) } values %replica;
is_deeply \@behind, [], 'the copy of everybody is right';
is_deeply [grep { /^FAULT: (?:missing|in the feed|the words|the counts)/ }
    split /\n/, $d->check->{out}], [], 'docket-admin check finds nothing';
diag "handovers seed=$seed acts=$tried done=" . join ',',
    map { "$_ $done{$_}" } sort keys %done;
done_testing;
