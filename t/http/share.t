# Limits of sharing: who can put a list into whose account, how often, and
# restoring lists.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Fcntl ':flock';
use JSON::PP ();
use Test::More;

my $d = Docket->new;
my ($ada, $bob, $cyd) = map { $d->user("$_\@example.org", name => ucfirst) }
    qw(ada bob cyd);

sub said { my ($r) = @_;
	return join ' ', $r->{status}, $r->{json}{code} // () }
sub share { my ($u, $l, $with) = @_;
	return said($u->post("/lists/$l/members", { email => $with->{email} })) }
sub now_of { my ($u) = @_; return $u->get('/me/changes?limit=1000')->{json}{next} }
sub ids { my ($u, $path) = @_;
	return join ' ', sort map { $_->{id} } @{$u->get($path)->{json}{items}} }

subtest 'who left comes back by an invitation alone' => sub {
	my $l = $ada->make('/lists', title => 'L');
	is share($ada, $l, $bob), '201', 'shared';
	$ada->del("/lists/$l/members/$bob->{me}{id}");
	is share($ada, $l, $bob), '201', 'again after the owner removed them';
	is $bob->del("/lists/$l/members/$bob->{me}{id}")->{status}, 204, 'left';
	is share($ada, $l, $bob), '422 not-shareable', 'not put back';
	my $i = $ada->post("/lists/$l/invitations", {})->{json};
	is said($bob->post("/invitations/$i->{code}/accept")), '201',
	    'but by an invitation they accept';
	is said($bob->post("/invitations/$i->{code}/accept")), '200', 'once';
};

subtest 'who was removed does not come back by an older invitation' => sub {
	my $l = $ada->make('/lists', title => 'L');
	my $link = sub { $ada->post("/lists/$l/invitations", {})->{json}{code} };
	my $code = $link->();
	is said($bob->post("/invitations/$code/accept")), '201', 'in';
	is said($ada->del("/lists/$l/members/$bob->{me}{id}")), '204', 'removed';
	is said($bob->get("/invitations/$code")),
	    '404 invitation-not-found', 'the link tells nothing';
	is said($bob->post("/invitations/$code/accept")),
	    '404 invitation-not-found', 'and does not bring them back';
	is said($cyd->post("/invitations/$code/accept")), '201',
	    'but others still';
	$code = $link->();
	is said($bob->post("/invitations/$code/accept")), '201', 'a newer does';
	is said($bob->del("/lists/$l/members/$bob->{me}{id}")), '204', 'left';
	is said($bob->post("/invitations/$code/accept")), '201',
	    'who left can come back';
};

subtest 'bounds' => sub {
	my @l = map { $ada->make('/lists', title => "L$_") } 1 .. 53;
	is share($ada, $l[$_], $cyd), '201', 'shared' for 0 .. 19;
	is share($ada, $l[20], $cyd), '422 limit-reached', 'enough for today';
	is share($ada, $l[20], $bob), '201', 'with another person it goes on';
	my $i = $ada->post("/lists/$l[20]/invitations", {})->{json};
	is said($cyd->post("/invitations/$i->{code}/accept")), '201',
	    'an invitation does not count';
	$d->sql("UPDATE access SET joined_at = joined_at - 86400000000
	    WHERE role = 'member'");
	is share($ada, $l[$_], $cyd), '201', 'shared' for 21 .. 40;
	$d->sql("UPDATE access SET joined_at = joined_at - 86400000000
	    WHERE role = 'member'");
	is share($ada, $l[$_], $cyd), '201', 'shared' for 41 .. 50;
	is share($ada, $l[51], $cyd), '422 limit-reached', 'fifty by one owner';
	is share($bob, $bob->make('/lists', title => 'B'), $cyd), '201',
	    'another owner can';
};

subtest 'lists of others do not take the place of one\'s own' => sub {
	my $eve = $d->user('eve@example.org');
	my $l = $ada->make('/lists', title => 'One more');
	my $fill = sub { my ($role, $n) = @_; $d->sql("INSERT INTO list (id,
	    owner_id, title, created_at, stamp) SELECT randomblob(16), id, 'X',
	    1, 1 FROM user, (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL
	    SELECT i + 1 FROM n WHERE i < $n) SELECT i FROM n)
	    WHERE email = '" . ($role eq 'owner' ? 'eve' : 'bob') .
	    "\@example.org'; INSERT INTO access (user_id, list_id, role, rank,
	    joined_at, stamp, member_stamp) SELECT u.id, l.id, '$role', 'a0',
	    1, 1, 1 FROM list l, user u WHERE l.title = 'X' AND
	    u.email = 'eve\@example.org' AND NOT EXISTS (SELECT 1 FROM access a
	    WHERE a.list_id = l.id)") };
	$fill->('member', 500);
	is share($ada, $l, $eve), '422 not-shareable', '500 of others';
	is said($eve->post('/lists', { id => uuid(), title => 'Mine' })), '201',
	    'and still one of their own';
	$fill->('owner', 499);
	is said($eve->post('/lists', { id => uuid(), title => 'Mine' })),
	    '422 limit-reached', 'of which there are 500';
};

subtest 'invitations' => sub {
	my $l = $ada->make('/lists', title => 'Summer');
	$ada->post("/lists/$l/members", { email => $bob->{email} });
	my $path = "/lists/$l/invitations";
	is said($_), '404 list-not-found', 'not for a member'
	    for $bob->get($path), $bob->post($path, {});
	for ([0, 'out-of-range'], [31, 'out-of-range'], ['7', 'wrong-type'],
	    [undef, 'wrong-type'], [1.5, 'wrong-type']) {
		my $r = $ada->post($path, { expiresInDays => $_->[0] });
		is "$r->{status} $r->{json}{errors}[0]{code}", "422 $_->[1]",
		    'expiresInDays ' . ($_->[0] // 'null');
	}
	my $r = $ada->post($path, { expiresInDays => 1 });
	is $r->{status}, 201, 'made';
	my $i = $r->{json};
	like $i->{url}, qr{/#/join/\Q$i->{code}\E$}, 'with a link';
	is_deeply [map { join ' ', sort keys %$_ }
	    @{$ada->get($path)->{json}{items}}], ['createdAt expiresAt id'],
	    'listed without the code';
	is $d->sql("SELECT count(*) FROM invitation WHERE
	    instr(hash, '$i->{code}')"), 0, 'which is not stored';
	is_deeply $cyd->get("/invitations/$i->{code}")->{json},
	    { listTitle => 'Summer', ownerName => 'Ada' }, 'looked at';
	open my $lock, '>>', "$d->{data}/docket.lock" or die "lock: $!\n";
	flock $lock, LOCK_EX or die "flock: $!\n";
	my $began = time;
	is said($cyd->get("/invitations/$i->{code}")), '200',
	    'also while somebody writes';
	cmp_ok time - $began, '<', 10, '... without waiting for them';
	close $lock;
	is said($ada->post("/invitations/$i->{code}/accept")),
	    '422 not-shareable', 'the owner';
	my $una = $d->user('una@example.org', unverified => 1);
	is said($una->post("/invitations/$i->{code}/accept")),
	    '422 not-shareable', 'an account that is not verified';
	my $since = now_of($cyd);
	$r = $cyd->post("/invitations/$i->{code}/accept");
	is "$r->{status} $r->{json}{userId}", "201 $cyd->{me}{id}", 'accepted';
	is_deeply [map { $_->{kind} }
	    @{$cyd->get("/me/changes?since=$since")->{json}{items}}],
	    [qw(member member list)], 'and the list is there';
	is said($cyd->get("/lists/$l/members")), 200, 'with its members';
	is said($bob->del("$path/$i->{id}")), '404 list-not-found',
	    'a member does not withdraw it';
	is said($ada->del("$path/$i->{id}")), '204', 'its owner does';
	is said($cyd->get("/invitations/$i->{code}")),
	    '404 invitation-not-found', 'over';
	is said($cyd->post("/invitations/$i->{code}/accept")),
	    '404 invitation-not-found', 'over';
	my @ten = map { $ada->post($path, {})->{json} } 1 .. 10;
	is said($ada->post($path, {})), '422 limit-reached', 'ten at most';
	$d->sql('UPDATE invitation SET expires_at = 1');
	is said($cyd->get("/invitations/$ten[0]{code}")),
	    '404 invitation-not-found', 'expired';
	is $ada->post($path, {})->{status}, 201, 'and out of the count';
	$ada->del("/lists/$l");
	is said($cyd->get("/invitations/$ten[1]{code}")),
	    '404 invitation-not-found', 'of a list that is gone';
	for (1 .. 120) {
		$r = said($una->get("/invitations/wrong$_"));
		last if $r =~ /^429/;	# for a second; then another is free
	}
	is $r, '429 rate-limited', 'nobody guesses codes';
	$d->sql('DELETE FROM attempt');
};

subtest 'the owner by name' => sub {
	my $l = $ada->make('/lists', title => 'L');
	share($ada, $l, $bob);
	my $old = $bob->get("/lists/$l")->{json};
	is $old->{ownerName}, 'Ada', 'is told';
	my $since = now_of($bob);
	$ada->patch('/me', { displayName => 'Countess' });
	my $new = $bob->get("/lists/$l")->{json};
	is $new->{ownerName}, 'Countess', 'a new one, too';
	cmp_ok $new->{updatedAt}, 'gt', $old->{updatedAt}, 'with a new stamp';
	my ($in) = grep { $_->{kind} eq 'list' && $_->{id} eq $l }
	    @{$bob->get("/me/changes?since=$since")->{json}{items}};
	is $in->{ownerName}, 'Countess', 'and in the feed';
	$ada->patch('/me', { displayName => 'Ada' });
};

subtest 'a list comes back' => sub {
	my $g;
	$g = $ada->make('/me/groups', title => 'G');
	my $l = $ada->make('/lists', title => 'L', groupId => $g);
	share($ada, $l, $bob);
	$d->sql('UPDATE access SET joined_at = joined_at - 86400000000');
	share($ada, $l, $cyd);
	my ($t, $gone) = map { $ada->make("/lists/$l/tasks", title => $_) }
	    qw(kept gone);
	$ada->del("/lists/$l/tasks/$gone");
	$ada->patch("/lists/$l/tasks/$t", { assigneeId => $bob->{me}{id} });
	$bob->put("/me/my-day/$t", {});
	my $tag = $bob->make('/me/tags', name => 'mine');
	$bob->put("/tasks/$t/tags", { tagIds => [$tag] });
	$ada->del("/lists/$l/members/$cyd->{me}{id}");
	my $was = $ada->get("/lists/$l")->{json};
	my $since = now_of($bob);
	is said($ada->post("/lists/$l/restore")), '404 list-not-found',
	    'not while it is live';
	$ada->del("/lists/$l");
	is said($bob->post("/lists/$l/restore")), '404 list-not-found',
	    'not by a member';
	my $r = $ada->post("/lists/$l/restore");
	is $r->{status}, 200, 'restored' or diag $r->{body};
	is_deeply { %{$r->{json}}, updatedAt => 0 }, { %$was, updatedAt => 0 },
	    'as it was';
	is $ada->get("/lists/$l/tasks/$t")->{json}{assigneeId},
	    $bob->{me}{id}, 'with assignments';
	is_deeply [map { $_->{userId} }
	    @{$ada->get("/lists/$l/members")->{json}{items}}],
	    [$bob->{me}{id}], 'and the members it had, not one removed before';
	is_deeply $bob->get("/tasks/$t/tags")->{json}{tagIds}, [$tag], 'tags';
	is_deeply [sort map { $_->{kind} . ($_->{deletedAt} ? ' gone' : '') }
	    @{$bob->get("/me/changes?since=$since")->{json}{items}}],
	    ['list', 'list gone', qw(member myDay task taskTags)],
	    'the member is told';
	is ids($ada, "/lists/$l/tasks"), $t, 'what was deleted before stays so';
	is said($ada->post("/lists/$l/tasks/$gone/restore")), 200,
	    'and can be restored';
	$ada->del("/lists/$l");
	$d->later('31d');
	my $late = $d->sign_in($ada->{email}, $ada->{password});
	is said($late->post("/lists/$l/restore")), '404 list-not-found',
	    'not after 30 days';
	$d->later('0s');
};

subtest 'a group comes back' => sub {
	my ($g, $h) = map { $ada->make('/me/groups', title => "G$_") } 1, 2;
	my @l = map { $ada->make('/lists', title => "L$_", groupId => $g) }
	    1 .. 3;
	my $was = $ada->get('/me/groups')->{json}{items}[-2];
	is said($ada->post("/me/groups/$g/restore")), '404 group-not-found',
	    'not while it is live';
	$ada->del("/me/groups/$g");
	$ada->patch("/lists/$l[2]", { groupId => $h });
	$ada->patch("/lists/$l[2]", { groupId => undef });
	is said($bob->post("/me/groups/$g/restore")), '404 group-not-found',
	    'nobody else\'s';
	my $r = $ada->post("/me/groups/$g/restore");
	is_deeply [$r->{status}, { %{$r->{json}}, updatedAt => 0 }],
	    [200, { %$was, updatedAt => 0 }], 'as it was';
	is_deeply [map { $ada->get("/lists/$_")->{json}{groupId} // 'none' }
	    @l], [$g, $g, 'none'], 'with its lists, but one filed since';
};

done_testing;
