# Limits of sharing: who can put a list into whose account, how often, and
# restoring lists.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Lock;
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

subtest 'a member who left returns only by an invitation' => sub {
	my $l = $ada->make('/lists', title => 'L');
	is share($ada, $l, $bob), '201', 'the list is shared';
	$ada->del("/lists/$l/members/$bob->{me}{id}");
	is share($ada, $l, $bob), '201',
	    'the owner can add a removed member again';
	is $bob->del("/lists/$l/members/$bob->{me}{id}")->{status}, 204,
	    'a member leaves';
	is share($ada, $l, $bob), '422 not-shareable',
	    'then the owner cannot add them';
	my $i = $ada->post("/lists/$l/invitations", {})->{json};
	is said($bob->post("/invitations/$i->{code}/accept")), '201',
	    'they can accept an invitation';
	is said($bob->post("/invitations/$i->{code}/accept")), '200',
	    'only once';
};

subtest 'a removed member cannot use an older invitation' => sub {
	my $l = $ada->make('/lists', title => 'L');
	my $link = sub { $ada->post("/lists/$l/invitations", {})->{json}{code} };
	my $code = $link->();
	is said($bob->post("/invitations/$code/accept")), '201',
	    'an invitation is accepted';
	is said($ada->del("/lists/$l/members/$bob->{me}{id}")), '204',
	    'the member is removed';
	is said($ada->del("/lists/$l/members/$bob->{me}{id}")),
	    '404 member-not-found', 'who is then no member';
	is said($bob->get("/invitations/$code")),
	    '404 invitation-not-found', 'then the link is not found';
	is said($bob->post("/invitations/$code/accept")),
	    '404 invitation-not-found', 'and cannot be accepted';
	is said($cyd->post("/invitations/$code/accept")), '201',
	    'others can still accept it';
	$code = $link->();
	is said($bob->post("/invitations/$code/accept")), '201',
	    'a newer one can be accepted';
	is said($bob->del("/lists/$l/members/$bob->{me}{id}")), '204',
	    'the member leaves';
	is said($bob->post("/invitations/$code/accept")), '201',
	    'who left can use it again';
};

subtest 'limits of sharing' => sub {
	my @l = map { $ada->make('/lists', title => "L$_") } 1 .. 53;
	is share($ada, $l[$_], $cyd), '201', 'shared' for 0 .. 19;
	is share($ada, $l[20], $cyd), '422 limit-reached',
	    'the 21st list on a day is refused';
	is share($ada, $l[20], $bob), '201',
	    'sharing with another person is accepted';
	my $i = $ada->post("/lists/$l[20]/invitations", {})->{json};
	is said($cyd->post("/invitations/$i->{code}/accept")), '201',
	    'an invitation does not count';
	$d->sql("UPDATE access SET joined_at = joined_at - 86400000000
	    WHERE role = 'member'");
	is share($ada, $l[$_], $cyd), '201', 'shared' for 21 .. 40;
	$d->sql("UPDATE access SET joined_at = joined_at - 86400000000
	    WHERE role = 'member'");
	is share($ada, $l[$_], $cyd), '201', 'shared' for 41 .. 50;
	is share($ada, $l[51], $cyd), '422 limit-reached',
	    'the 51st list of one owner is refused';
	is share($bob, $bob->make('/lists', title => 'B'), $cyd), '201',
	    'another owner can share';
};

subtest 'lists of others and own lists have separate limits' => sub {
	my $eve = $d->user('eve@example.org');
	my $l = $ada->make('/lists', title => 'One more');
	my $fill = sub { my ($role, $n) = @_; $d->sql("INSERT INTO list (id,
	    owner_id, title, created_at, stamp) SELECT randomblob(16), id, 'X',
	    1, 1 FROM user, (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL
	    SELECT i + 1 FROM n WHERE i < $n) SELECT i FROM n) AS n
	    WHERE email = '" . ($role eq 'owner' ? 'eve' : 'bob') .
	    "\@example.org'; INSERT INTO access (user_id, list_id, role, rank,
	    joined_at, stamp, member_stamp) SELECT u.id, l.id, '$role', 'a0',
	    1, 1, 1 FROM list l, user u WHERE l.title = 'X' AND
	    u.email = 'eve\@example.org' AND NOT EXISTS (SELECT 1 FROM access a
	    WHERE a.list_id = l.id)") };
	$fill->('member', 500);
	is share($ada, $l, $eve), '422 not-shareable',
	    'a user with 500 lists of others cannot be added';
	is said($eve->post('/lists', { id => uuid(), title => 'Mine' })), '201',
	    'but can create a list';
	$fill->('owner', 499);
	is said($eve->post('/lists', { id => uuid(), title => 'Mine' })),
	    '422 limit-reached', 'the 501st list is refused';
};

subtest 'invitations' => sub {
	my $l = $ada->make('/lists', title => 'Summer');
	$ada->post("/lists/$l/members", { email => $bob->{email} });
	my $path = "/lists/$l/invitations";
	is said($_), '404 list-not-found',
	    'a member cannot see or create invitations'
	    for $bob->get($path), $bob->post($path, {});
	for ([0, 'out-of-range'], [31, 'out-of-range'], ['7', 'wrong-type'],
	    [undef, 'wrong-type'], [1.5, 'wrong-type']) {
		my $r = $ada->post($path, { expiresInDays => $_->[0] });
		is "$r->{status} $r->{json}{errors}[0]{code}", "422 $_->[1]",
		    'expiresInDays ' . ($_->[0] // 'null');
	}
	my $r = $ada->post($path, { expiresInDays => 1 });
	is $r->{status}, 201, 'an invitation is created';
	my $i = $r->{json};
	like $i->{url}, qr{/#/join/\Q$i->{code}\E$}, 'it has a link';
	is_deeply [map { join ' ', sort keys %$_ }
	    @{$ada->get($path)->{json}{items}}],
	    ['accounts createdAt email expiresAt id role'],
	    'the listing has no code';
	is $d->sql("SELECT count(*) FROM invitation WHERE
	    instr(hash, '$i->{code}') > 0"), 0, 'the code is not stored';
	is_deeply $cyd->get("/invitations/$i->{code}")->{json},
	    { listTitle => 'Summer', ownerName => 'Ada' },
	    'a stranger with the code sees title and owner';
	my $lock = Lock->new($d);
	my $began = time;
	is said($cyd->get("/invitations/$i->{code}")), '200',
	    'also while others write';
	cmp_ok time - $began, '<', 10, '... without waiting';
	$lock->release;
	is said($ada->post("/invitations/$i->{code}/accept")),
	    '422 not-shareable', 'the owner cannot accept it';
	my $una = $d->user('una@example.org', unverified => 1);
	is said($una->post("/invitations/$i->{code}/accept")),
	    '422 not-shareable', 'an unverified account cannot';
	my $since = now_of($cyd);
	$r = $cyd->post("/invitations/$i->{code}/accept");
	is "$r->{status} $r->{json}{userId}", "201 $cyd->{me}{id}",
	    'it is accepted';
	is_deeply [map { $_->{kind} }
	    @{$cyd->get("/me/changes?since=$since")->{json}{items}}],
	    [qw(member member list)], 'the list is in the feed';
	is said($cyd->get("/lists/$l/members")), 200, 'the members can be read';
	is said($bob->del("$path/$i->{id}")), '404 list-not-found',
	    'a member cannot withdraw it';
	is said($ada->del("$path/$i->{id}")), '204', 'the owner can';
	is said($cyd->get("/invitations/$i->{code}")),
	    '404 invitation-not-found', 'then it is not found';
	is said($cyd->post("/invitations/$i->{code}/accept")),
	    '404 invitation-not-found', 'nor can it be accepted';
	my @ten = map { $ada->post($path, {})->{json} } 1 .. 10;
	is said($ada->post($path, {})), '422 limit-reached',
	    'the eleventh invitation is refused';
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

subtest 'the owner\'s name' => sub {
	my $l = $ada->make('/lists', title => 'L');
	share($ada, $l, $bob);
	my $old = $bob->get("/lists/$l")->{json};
	is $old->{ownerName}, 'Ada', 'a member sees it';
	my $since = now_of($bob);
	$ada->patch('/me', { displayName => 'Countess' });
	my $new = $bob->get("/lists/$l")->{json};
	is $new->{ownerName}, 'Countess', 'and a new one, too';
	cmp_ok $new->{updatedAt}, 'gt', $old->{updatedAt}, 'with a new stamp';
	my ($in) = grep { $_->{kind} eq 'list' && $_->{id} eq $l }
	    @{$bob->get("/me/changes?since=$since")->{json}{items}};
	is $in->{ownerName}, 'Countess', 'which is in the feed';
	$ada->patch('/me', { displayName => 'Ada' });
};

subtest 'a deleted list is restored' => sub {
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
	    'a live list cannot be restored';
	$ada->del("/lists/$l");
	is said($bob->post("/lists/$l/restore")), '404 list-not-found',
	    'a member cannot restore it';
	my $r = $ada->post("/lists/$l/restore");
	is $r->{status}, 200, 'the owner restores it' or diag $r->{body};
	is_deeply { %{$r->{json}}, updatedAt => 0 }, { %$was, updatedAt => 0 },
	    'it is as before';
	is $ada->get("/lists/$l/tasks/$t")->{json}{assigneeId},
	    $bob->{me}{id}, 'with its assignments';
	is_deeply [map { $_->{userId} }
	    @{$ada->get("/lists/$l/members")->{json}{items}}],
	    [$bob->{me}{id}], 'and its members, except one removed before';
	is_deeply $bob->get("/tasks/$t/tags")->{json}{tagIds}, [$tag],
	    'and their tags';
	is_deeply [sort map { $_->{kind} . ($_->{deletedAt} ? ' gone' : '') }
	    @{$bob->get("/me/changes?since=$since")->{json}{items}}],
	    ['list', 'list gone', qw(member myDay task taskTags)],
	    'the member\'s feed has it';
	is ids($ada, "/lists/$l/tasks"), $t,
	    'a task deleted before the list stays deleted';
	is said($ada->post("/lists/$l/tasks/$gone/restore")), 200,
	    'and can be restored';
	$ada->del("/lists/$l");
	$d->later('31d');
	my $late = $d->sign_in($ada->{email}, $ada->{password});
	is said($late->post("/lists/$l/restore")), '404 list-not-found',
	    'after 30 days it cannot be restored';
	$d->later('0s');
};

subtest 'a deleted group is restored' => sub {
	my ($g, $h) = map { $ada->make('/me/groups', title => "G$_") } 1, 2;
	my @l = map { $ada->make('/lists', title => "L$_", groupId => $g) }
	    1 .. 3;
	my $was = $ada->get('/me/groups')->{json}{items}[-2];
	is said($ada->post("/me/groups/$g/restore")), '404 group-not-found',
	    'a live group cannot be restored';
	$ada->del("/me/groups/$g");
	$ada->patch("/lists/$l[2]", { groupId => $h });
	$ada->patch("/lists/$l[2]", { groupId => undef });
	is said($bob->post("/me/groups/$g/restore")), '404 group-not-found',
	    'nobody else can restore it';
	my $r = $ada->post("/me/groups/$g/restore");
	is_deeply [$r->{status}, { %{$r->{json}}, updatedAt => 0 }],
	    [200, { %$was, updatedAt => 0 }], 'it is as before';
	is_deeply [map { $ada->get("/lists/$_")->{json}{groupId} // 'none' }
	    @l], [$g, $g, 'none'], 'its lists return, except one filed since';
};

done_testing;
