# What an access token is made with and shows, what its limits hold against besides
# plain requests (tokens.t): stored answers, waiting, streams, successors, moves, the
# end of its lists, single sign-on; and how its secret may be typed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use IO::Select;
use IO::Socket::INET;
use Test::More;
use Time::HiRes qw(sleep time);

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;
use JSON::PP ();
use Refusal;
use Web;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $all = '?since=1970-01-01T00:00:00Z';
my $d = Docket->new;
my ($ada, $mel) = map { $d->user("$_\@example.org") } qw(ada mel);
my ($listed, $other) = map { $ada->make('/lists', title => $_) }
    qw(Listed Other);

sub token_of { my ($u, %o) = @_;
	return $u->post('/me/tokens', { name => 'T', %o }) }
sub with_token { my ($u, %o) = @_;
	my $r = token_of($u, %o);
	die "$r->{status} $r->{body}\n" if $r->{status} != 201;
	return $u->with(token => $r->{json}{token}, id => $r->{json}{id});
}
sub shown_token { my ($t) = @_;
	return (grep { $_->{id} eq $t->{id} }
	    @{$ada->get('/me/tokens')->{json}{items}})[0] }
sub set { my ($t, $what) = @_;
	(my $hex = $t->{id}) =~ tr/-//d;
	$d->sql("UPDATE credential SET $what WHERE id = x'$hex'");
	return }

subtest 'scopes, and what they imply' => sub {
	for (
	    [{}, 'write', $F], [{ readOnly => $F }, 'write', $F],
	    [{ readOnly => $T }, 'read', $T],
	    [{ scopes => ['read'] }, 'read', $T],
	    [{ scopes => ['read'], readOnly => $F }, 'read', $T],
	    [{ scopes => ['dav', 'read', 'dav'] }, 'read dav', $F],
	    [{ scopes => ['add', 'read'] }, 'read add', $F],
	    [{ scopes => ['add', 'write', 'read'] }, 'write', $F],
	    [{ scopes => ['dav', 'add', 'write', 'read'] }, 'write dav', $F],
	    [{ scopes => ['dav'] }, 'dav', $F, 'tasks'],
	    [{ scopes => ['dav', 'dav'], readOnly => $T, steps => 'hidden' },
		'dav', $T, 'hidden'],
	    [{ scopes => ['dav', 'read'], steps => 'tasks' }, 'read dav', $F,
		'tasks']) {
		my ($body, $scopes, $reads, $steps) = @$_;
		my $r = token_of($ada, %$body);
		$steps //= $scopes =~ /dav/ ? 'tasks' : undef;
		is_deeply [$r->{status}, "@{$r->{json}{scopes}}",
		    @{$r->{json}}{qw(readOnly steps listIds lastUsedAt
		    lastClient)}], [201, $scopes, $reads, $steps, undef, undef,
		    undef], json($body);
		my $form = $scopes eq 'dav' ? qr/^dkt(?:-[a-z2-7]{4}){6}$/ :
		    qr/^dkt_[\w-]{43}$/;
		like $r->{json}{token}, $form, "the secret of $scopes";
		my $t = shown_token({ id => $r->{json}{id} });
		delete $r->{json}{token};
		is_deeply $t, $r->{json}, 'and so it is listed';
	}
	is said(token_of($ada, %{$_->[0]})), "422 $_->[1]", json($_->[0]) for
	    (map { [{ readOnly => $T, scopes => $_ },
	    'validation-failed /readOnly:not-with-scopes'] } ['read'],
	    ['write'], ['dav', 'read']),
	    [{ steps => 'tasks' }, 'validation-failed /steps:not-with-scopes'],
	    [{ scope => ['tasks:read'] }, 'unknown-member /scope:unknown'],
	    [{ scopes => [('read') x 5] },
		'validation-failed /scopes:too-long'];
	set({ id => $_->{id} }, 'expires_at = 0')
	    for @{$ada->get('/me/tokens')->{json}{items}};
};

subtest 'lists that one does not reach are refused alike' => sub {
	my $theirs = $mel->make('/lists', title => 'M');
	my $gone = $ada->make('/lists', title => 'G');
	$ada->del("/lists/$gone");
	my @r = map { token_of($ada, listIds => [$listed, $_]) } $theirs, $gone,
	    uuid();
	is said($_), '422 validation-failed /listIds/1:unknown-list', 'refused'
	    for @r;
	is_deeply [map { $_->{body} } @r], [($r[0]{body}) x 3], 'alike';
	my $r = token_of($ada, listIds => [$other, uc $listed, $other, $listed]);
	is_deeply $r->{json}{listIds}, [$other, $listed], 'duplicates are folded';
};

subtest 'an end that its use does not put off, and one that it does' => sub {
	my ($fixed, $moves) = (with_token($ada, expiresInDays => 200),
	    with_token($ada));
	my $ends = shown_token($fixed)->{expiresAt};
	my $day = sub { my ($stamp) = @_;
		return $d->sql("SELECT strftime('%s', '$stamp')") }
	    if engine() eq 'sqlite';
	cmp_ok abs($day->($ends) - time - 200 * 86400), '<', 100,
	    'expiresInDays counts from now' if $day;
	for ($fixed, $moves) {
		set($_, 'used_at = used_at + 1 - 100 * 86400000000');
		set($_, 'created_at = created_at - 100 * 86400000000');
		is $_->get('/me')->{status}, 200, 'it is used after 100 days';
	}
	is shown_token($fixed)->{expiresAt}, $ends, 'its end stays';
	set($moves, 'used_at = 1, expires_at = expires_at - 1000000000');
	my $was = shown_token($moves)->{expiresAt};
	$moves->get('/me');
	cmp_ok shown_token($moves)->{expiresAt}, 'gt', $was,
	    'that of the other is put off';
	set($fixed, 'expires_at = 1000000');
	is said($fixed->get('/me')), '401 no-session', 'it has ended';
};

subtest 'the client that used it last' => sub {
	my $t = with_token($ada);
	my $as = sub { $t->get('/me', 'User-Agent' => $_[0]);
		my $k = shown_token($t);
		set($t, 'used_at = used_at - 3601000000');
		return $k->{lastClient} };
	is $as->("Robot/1 (caf\xc3\xa9)"), "Robot/1 (caf\xe9)", 'the first use';
	is $as->("a\tb\x7f\xffc\xc3"), 'abc', 'without controls and bad UTF-8';
	is $as->("\xc3\xa9" x 101), "\xe9" x 100, '100 characters';
	$t->get('/me', 'User-Agent' => '');
	is $as->('x'), undef, 'at most hourly, and none if there was none';
};

subtest 'a token that only adds reads nothing' => sub {
	my $t = with_token($ada, scopes => ['add']);
	my $id = uuid();
	my $post = sub { my ($title, %h) = @_;
		return $t->post("/lists/$listed/tasks", { id => $id,
		    title => $title }, %h) };
	my $r = $post->('First', 'Idempotency-Key' => 'k');
	is_deeply [$r->{status}, $r->{json}{title}], [201, 'First'],
	    'the first answer is the task';
	$ada->patch("/lists/$listed/tasks/$id", { title => 'Secret' });
	for ([], ['Idempotency-Key' => 'another'], ['If-Match' => '"x"'],
	    ['If-None-Match' => '*']) {
		$r = $post->('Again', @$_);
		is_deeply [$r->{status}, $r->{json}, $r->{headers}{etag}], [200,
		    { id => $id, listId => $listed }, undef],
		    "that it exists is all that it learns later: @$_";
	}
	my $hers = $ada->make("/lists/$listed/tasks", title => 'Hers');
	$r = $t->post("/lists/$listed/tasks", { id => $hers, title => 'X' });
	is_deeply $r->{json}, { id => $hers, listId => $listed },
	    'whoever made it';
	$r = $t->post('/batch', { requests => [map { { method => $_->[0],
	    path => $_->[1], $_->[2] ? (body => $_->[2]) : () } }
	    ['POST', "/lists/$listed/tasks", { id => $hers, title => 'X' }],
	    ['GET', "/lists/$listed/tasks/$hers"], ['GET', '/service']] });
	is_deeply [map { $_->{status} } @{$r->{json}{responses}}],
	    [200, 403, 200], 'in a batch, too';
	unlike $r->{body}, qr/Hers|ada\@example/, 'nothing is read';
	is $t->get('/service')->{json}{user}, undef, 'GET /service hides the user';
	is with_token($ada, scopes => ['read'])->get('/service')->{json}{user}
	    {id}, $ada->{me}{id}, 'but not from one that reads';
};

subtest 'answers are stored for the token that does not see all' => sub {
	my %key = ('Idempotency-Key' => 'same');
	my ($write, $limited, $limited2, $add) = (with_token($ada),
	    with_token($ada, listIds => [$listed]),
	    with_token($ada, listIds => [$listed, $other]),
	    with_token($ada, scopes => ['add']));
	my $id = uuid();
	my @r = map { my $r = $_->post("/lists/$listed/tasks", { id => $id,
	    title => 'X' }, %key); [$r->{status},
	    $r->{headers}{'idempotent-replayed'} // 'new'] }
	    $ada, $write, $limited, $limited2, $add, $ada, $limited, $add;
	is_deeply \@r, [[201, 'new'], [201, 'true'], [200, 'new'], [200, 'new'],
	    [200, 'new'], [201, 'true'], [200, 'true'], [200, 'true']],
	    'a session and a full token share them';
};

subtest 'when its last list goes, it reaches nothing' => sub {
	my $list = $ada->make('/lists', title => 'Last');
	my $task = $ada->make("/lists/$list/tasks", title => 'Last task');
	my $t = with_token($ada, listIds => [$list]);
	$ada->del("/lists/$list");
	is_deeply $t->get('/lists')->{json}{items}, [], 'no list';
	is said($t->get("/lists/$_")), '404 list-not-found', 'none by its id'
	    for $list, $listed;
	is_deeply [map { $t->get($_)->{json}{items} } '/me/tasks',
	    '/me/attachments', '/me/my-day', '/search?q=last'], [([]) x 4],
	    'no task';
	is said($t->post('/lists', { id => uuid(), title => 'X' })), '403 insufficient-scope', 'and it makes no list';
	is_deeply shown_token($t)->{listIds}, [$list], 'it stays limited';
};

subtest 'moves and successors' => sub {
	my $t = with_token($ada, listIds => [$listed]);
	my $task = $ada->make("/lists/$listed/tasks", title => 'Daily',
	    dueDate => '2026-01-01', recurrence => 'daily');
	my $path = "/lists/$listed/tasks/$task";
	my $r = $t->patch($path, { done => $T });
	my ($next) = $r->{headers}{link} =~ m{tasks/([-0-9a-f]+)>};
	is $t->get("/tasks/$next")->{status}, 200, 'the successor is read';
	is said($t->post("/lists/$listed/tasks/$next/move",
	    { listId => $other })), '404 list-not-found', 'not moved away';
	my $since = $t->get('/me/changes')->{json}{next};
	$ada->post("/lists/$listed/tasks/$next/move", { listId => $other });
	$ada->patch("/lists/$other/tasks/$next", { title => 'Elsewhere' });
	is said($t->get("/tasks/$next")), '404 task-not-found',
	    'moved by another, it is gone';
	is_deeply [map { [@$_{qw(kind id listId title)}] } grep { $_->{id} eq
	    $next } @{$t->get("/me/changes?since=$since")->{json}{items}}],
	    [['task', $next, $listed, '(deleted)']], 'its tombstone is read';
	$t->patch($path, { done => $F });
	$r = $t->patch($path, { done => $T });
	unlike $r->{body} . ($r->{headers}{link} // ''), qr/$other|\Q$next/,
	    'done again, it is not told';
};

subtest 'a feed of its lists alone' => sub {
	my $t = with_token($ada, listIds => [$listed]);
	my $group = $ada->make('/me/groups', title => 'Group');
	my $tag = $ada->make('/me/tags', name => 'tag');
	my $hidden = $ada->make("/lists/$other/tasks", title => 'Hidden');
	$ada->put("/tasks/$hidden/tags", { tagIds => [$tag] });
	$ada->put("/me/my-day/$hidden", {});
	$ada->put('/me/settings/app/x', { value => 1 });
	my $newest = $t->get('/me/changes', 'If-None-Match' => 'x')
	    ->{headers}{etag};
	$ada->patch("/lists/$other", { title => 'Renamed' });
	$ada->patch("/lists/$other/rank", {});
	$ada->patch("/me/groups/$group", { title => 'G' });
	$ada->put('/me/settings/app/x', { value => 2 });
	$ada->put("/me/my-day/$hidden", { addedOn => '2030-01-01' });
	is $t->get('/me/changes', 'If-None-Match' => $newest)->{status}, 304,
	    'nothing is new for it';
	is_deeply [grep { $_->{kind} =~ /^(?:group|setting)$/ ||
	    json($_) =~ /$other|$hidden/ }
	    @{$t->get("/me/changes$all")->{json}{items}}], [],
	    'no group, no setting, and nothing of another list';
	is scalar(grep { $_->{kind} =~ /^(?:tag|me)$/ }
	    @{$t->get('/me/changes')->{json}{items}}), 2, 'but tags and me';
	$ada->patch("/me/tags/$tag", { name => 'other' });
	is $t->get('/me/changes', 'If-None-Match' => $newest)->{status}, 200,
	    'which are new to it when they change';
	isnt $t->get('/me/tasks')->{headers}{etag},
	    $ada->get('/me/tasks')->{headers}{etag},
	    'no version of a listing is that of one with more';
};

subtest 'a secret as people type it' => sub {
	my $secret = token_of($ada, scopes => ['dav'])->{json}{token};
	my $is = sub { $ada->with(token => $_[0])->get('/me')->{status} };
	is $is->($_), 403, "'$_' is it" for $secret, uc $secret,
	    $secret =~ tr/-//dr, $secret =~ tr/-/ /r, uc($secret) =~ tr/-//dr;
	(my $wrong = $secret) =~ s/(.)$/$1 eq 'a' ? 'b' : 'a'/e;
	is $is->($_), 401, "'$_' is not" for $wrong, "${secret}a",
	    substr($secret, 0, -1), $secret =~ s/dkt-/dkt_/r;
	my $full = token_of($ada)->{json}{token};
	is $is->(uc $full), 401, 'case counts in a secret that is not typed';
};

subtest 'a token counts before single sign-on and the cookie' => sub {
	my $sso = Docket->new(auth => 'remote-user');
	my $user = $sso->with(vars => { REMOTE_USER => 'ada@example.org',
	    HTTP_SEC_FETCH_SITE => 'same-origin' });
	is $user->get('/me')->{status}, 200, 'the web server signs in';
	my $r = $user->post('/me/tokens', { name => 'T', scopes => ['read'] });
	is $r->{status}, 201, 'that counts as a session';
	my $list = $user->make('/lists', title => 'L');
	my $t = $user->with(token => $r->{json}{token});
	is $t->get('/lists')->{status}, 200, 'the token reads';
	is said($t->del("/lists/$list")), '403 read-only-token',
	    'and is no more than a token';
	is said($t->get('/me/tokens')), '403 session-required',
	    'even for what the user may';
	is said($user->with(token => "$r->{json}{token}x")->get('/me')), '401 no-session', 'a wrong one is not passed over';
	is $user->with(token => 'x' x 43)->get('/me')->{status}, 200,
	    'what cannot be a token is';
	is said($ada->with(token => 'dkt_x')->get('/me', Cookie =>
	    "docket_session=$ada->{token}")), '401 no-session',
	    'nor is the next credential taken';
};

subtest 'no token outlives the one that made it, since none makes one' => sub {
	for my $scopes (['write'], ['read'], ['add'], ['dav'],
	    [qw(read write add dav)]) {
		my $t = with_token($ada, scopes => $scopes);
		is said(token_of($t)), '403 session-required', "@$scopes";
	}
};

documented($record);

# The rest is seen by docket-wait.
my $w = Docket->new(wait => 'on');
my $web = Web->new($w, '-m', 'fastcgi');
sleep 0.05 until -S "$w->{data}/docket-wait.changes";
my $u = $w->user('u@example.org');
my ($in, $out) = map { $u->make('/lists', title => $_) } qw(In Out);

sub stream {
	my ($t, $since, $how) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$web->{port}")
	    or die "connect: $!\n";
	print $s "GET /api/v1/me/wait?since=$since HTTP/1.1\r\nHost: x\r\n"
	    . ($how eq 'stream' ? "Accept: text/event-stream\r\n" : '')
	    . "Connection: close\r\nAuthorization: Bearer $t->{token}\r\n\r\n";
	until_text($s, qr/:\n\n/) if $how eq 'stream';
	return $s;
}

# What comes within so many seconds; '' if nothing does, undef at the end.
sub comes {
	my ($s, $seconds) = @_;
	return '' if !IO::Select->new($s)->can_read($seconds);
	my $text;
	return sysread($s, $text, 4096) ? $text : undef;
}

subtest 'a limited token is woken for its lists only' => sub {
	my $t = with_token($u, listIds => [$in]);
	my $since = $t->get('/me/changes')->{json}{next};
	my ($s, $poll) = map { stream($t, $since, $_) } qw(stream wait);
	sleep 1;
	$u->make("/lists/$out/tasks", title => 'X');
	$u->patch("/lists/$out", { title => 'New' });
	$u->put('/me/settings/app/x', { value => 1 });
	$u->make('/me/groups', title => 'G');
	is_deeply [comes($s, 2), comes($poll, 0.1)], ['', ''],
	    'not for another list, a setting, a group';
	$u->make("/lists/$in/tasks", title => 'Y');
	like comes($s, 10), qr/data:/, 'a stream, for its own';
	like comes($poll, 10), qr/^HTTP\S+ 204/, 'and a request that waits';
};

subtest 'a stream ends with its token, and tells nothing after it' => sub {
	my $t = with_token($u);
	my $s = stream($t, $t->get('/me/changes')->{json}{next}, 'stream');
	my $began = time;
	is $u->del("/me/tokens/$t->{id}")->{status}, 204, 'the token is deleted';
	$u->make("/lists/$in/tasks", title => 'After') for 1 .. 3;
	my $after = '';
	while (defined(my $text = comes($s, 10))) {
		last if $text eq '';
		$after .= $text;
	}
	unlike $after, qr/data:/, 'no event';
	cmp_ok time - $began, '<', 3, 'and it has ended';
};

is $web->stop, 0, 'all end';
done_testing;
