# A client that only syncs (RFC 6578) always has what one that lists afresh has,
# whatever is done by the API and by CalDAV: random changes by two members of two
# lists; clients with steps and without, and one that asks for few changes at a time.
# DOCKET_CHANGES: how many; DOCKET_SEED repeats a run.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use DavCopy;
use Docket;
use Test::More;

my $changes = $ENV{DOCKET_CHANGES} // 200;
my $seed = $ENV{DOCKET_SEED} // int rand 1e9;
srand $seed;
note "DOCKET_SEED=$seed";

my $d = Docket->new;
my @users = map { $d->user("$_\@example.org") } qw(ada bob);
my @lists = map { $users[0]->make('/lists', title => "List $_") } 1 .. 2;
$users[0]->post("/lists/$_/members", { email => 'bob@example.org' }) for @lists;

my @clients;
for my $u (@users) {
	my @dav = (Dav->new($u), Dav->new($u, steps => 'hidden'));
	for my $list (@lists) {
		push @clients, DavCopy->new($dav[$_], "$dav[$_]{home}$list/",
		    limit => $_ ? 2 : 0) for 0 .. 1;
	}
}

sub one { return $_[rand @_] }
sub maybe { return rand() < $_[0] }
sub tasks { my ($u, $list) = @_;
	return @{$u->get("/lists/$list/tasks?limit=1000")->{json}{items}} }

my $n = 0;
sub text {
	my ($uid, %o) = @_;
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    'BEGIN:VTODO', "UID:$uid", 'SUMMARY:' . ++$n,
	    ($o{parent} ? "RELATED-TO:$o{parent}" : ()),
	    (maybe(0.4) && !$o{parent} ? 'CATEGORIES:' . one(qw(a b c)) : ()),
	    'END:VTODO', 'END:VCALENDAR', '';
}

# What can happen; each does nothing where there is nothing to do it to.
my %acts = (
	make => sub { my ($u, $list) = @_;
		$u->make("/lists/$list/tasks", title => 'T' . ++$n) },
	patch => sub { my ($u, $list, $t) = @_;
		$t and $u->patch("/lists/$list/tasks/$t->{id}",
		    { title => 'P' . ++$n }) },
	remove => sub { my ($u, $list, $t) = @_;
		$t and $u->del("/lists/$list/tasks/$t->{id}") },
	restore => sub { my ($u) = @_;
		my $t = one(grep { $_->{kind} eq 'task' }
		    @{$u->get('/me/trash')->{json}{items}}) or return;
		$u->post("/lists/$t->{listId}/tasks/$t->{id}/restore") },
	move => sub { my ($u, $list, $t) = @_;
		$t and $u->post("/lists/$list/tasks/$t->{id}/move",
		    { listId => one(@lists) }) },
	step => sub { my ($u, $list, $t) = @_;
		$t and $u->make("/tasks/$t->{id}/steps", title => 'S' . ++$n) },
	'step is done' => sub { my ($u, $list, $t) = @_;
		my $s = $t && one(@{$u->get("/tasks/$t->{id}/steps")
		    ->{json}{items}}) or return;
		$u->patch("/tasks/$t->{id}/steps/$s->{id}",
		    { done => JSON::PP::true }) },
	'step goes' => sub { my ($u, $list, $t) = @_;
		my $s = $t && one(@{$u->get("/tasks/$t->{id}/steps")
		    ->{json}{items}}) or return;
		$u->del("/tasks/$t->{id}/steps/$s->{id}") },
	tags => sub { my ($u, $list, $t) = @_;
		my @tags = map { $_->{id} } @{$u->get('/me/tags')->{json}{items}};
		$t and @tags and $u->put("/tasks/$t->{id}/tags",
		    { tagIds => [one(@tags)] }) },
	'tag is renamed' => sub { my ($u) = @_;
		my $tag = one(@{$u->get('/me/tags')->{json}{items}}) or return;
		$u->patch("/me/tags/$tag->{id}", { name => 'R' . ++$n }) },
	'tag goes' => sub { my ($u) = @_;
		my $tag = one(@{$u->get('/me/tags')->{json}{items}}) or return;
		maybe(0.3) and $u->del("/me/tags/$tag->{id}") },
	repeat => sub { my ($u, $list, $t) = @_;
		$t and $u->patch("/lists/$list/tasks/$t->{id}", { dueDate =>
		    '2026-12-01', recurrence => 'weekly', done => JSON::PP::false }) },
	done => sub { my ($u, $list, $t) = @_;
		$t and $u->patch("/lists/$list/tasks/$t->{id}",
		    { done => $t->{done} ? JSON::PP::false : JSON::PP::true }) },
	# What was deleted comes back with the same ids.
	import => sub { my ($u, $list) = @_;
		my @who = ('--user', $u->{email});
		my $file = "$d->{data}/export-$u->{email}";
		write_file($file, $d->run('docket-export', @who)->{out})
		    if !-e $file || maybe(0.3);
		my $r = $d->run('docket-import', @who, $file);
		die "import: $r->{err}" if $r->{err} =~ /fail/i },
	put => sub { my ($u, $list, $t, $c) = @_;
		my $name = 'n' . int rand 12;
		$c->{dav}->put("$c->{path}$name.ics", text("u$name")) },
	'put step' => sub { my ($u, $list, $t, $c) = @_;
		my $name = 's' . int rand 12;
		$c->{dav}->put("$c->{path}$name.ics", text("u$name",
		    parent => 'un' . int rand 12)) },
	'put over' => sub { my ($u, $list, $t, $c) = @_;
		my $href = one(sort keys %{$c->{has}}) or return;
		my $r = $c->{dav}->get($href);
		$r->{status} == 200 and $c->{dav}->put($href, $r->{body} =~
		    s/^SUMMARY.*$/'SUMMARY:C' . ++$n . "\r"/emr,
		    maybe(0.5) ? ('If-Match' => $r->{headers}{etag}) : ()) },
	'dav delete' => sub { my ($u, $list, $t, $c) = @_;
		my $href = one(sort keys %{$c->{has}}) or return;
		$c->{dav}->del($href) },
	'dav move' => sub { my ($u, $list, $t, $c) = @_;
		my $href = one(sort keys %{$c->{has}}) or return;
		my $to = one(@lists);
		$c->{dav}->request('MOVE', $href, undef, Destination =>
		    "$c->{dav}{home}$to/m" . int(rand 12) . '.ics') },
);
my @acts = sort keys %acts;

my @log;
for my $i (1 .. $changes) {
	my $u = one(@users);
	my $list = one(@lists);
	my $t = one(tasks($u, $list));
	my $c = one(grep { $_->{dav}{user}{email} eq $u->{email} &&
	    $_->{path} =~ /\Q$list\E/ } @clients);
	my $act = one(@acts);
	push @log, $act;
	$acts{$act}->($u, $list, $t, $c);
	next if maybe(0.5) && $i < $changes;
	for my $c ($i == $changes ? @clients : one(@clients)) {
		my $since = $c->{token} // 'nothing';
		$c->sync;
		my @faults = $c->faults;
		is_deeply \@faults, [], "after $i changes" or do {
			diag "seed $seed, since $since: @log";
			done_testing;
			exit 1;
		};
		# The same bytes have the same ETag.
		my $href = one(sort keys %{$c->{has}}) or next;
		my $r = $c->{dav}->get($href);
		is $r->{headers}{etag}, $c->{has}{$href}, 'GET has that ETag';
		my $key = "$c->{dav}{id}$href$c->{has}{$href}";
		our %seen;
		is $r->{body}, $seen{$key} //= $r->{body},
		    'an ETag stands for the same bytes';
	}
}
# A throwaway PostgreSQL does not flush.
unlike $d->run('docket-admin', 'check')->{out}, qr/FAULT(?!: fsync)/,
    'docket-admin check finds no fault';
done_testing;
