# Faults that other self-hosted services had, by their public numbers: none of them is
# here.  One row each: what it was, and what shows that it is not.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Dav;
use Docket;
use File::Find;
use File::Temp 'tempdir';
use IO::Select;
use IO::Socket::INET;
use JSON::PP ();
use MIME::Base64 'encode_base64';
use Refusal 'said';
use Test::More;
use Time::HiRes qw(sleep time);
use Totp;
use Web;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new('smtp-url' => 'smtp://localhost', wait => 'on',
    'mail-from' => 'docket@example.org', 'base-url' => 'https://d.example.org');
my $n = 0;

sub someone { return $d->user('u' . ++$n . '@example.org', @_) }
sub admin { my $r = $d->run('docket-admin', @_);
	die "docket-admin @_: $r->{err}\n" if $r->{status} != 0; return $r }
sub token { my ($u, %o) = @_;
	my $r = $u->post('/me/tokens', { name => 'T', %o });
	return $u->with(id => $r->{json}{id}, token => $r->{json}{token}) }
sub feed_of { my ($u) = @_;
	my ($secret) = $u->post('/me/feeds', { name => 'F' })->{json}{url} =~
	    m{/feeds/([^/]+)};
	return "/feeds/$secret/tasks.ics" }
# What is in the database, its files, and the files of a directory.
sub all_bytes { my @dirs = @_;
	my $all = '';
	find({ no_chdir => 1, wanted => sub { $all .= slurp($_) if -f $_ } },
	    @dirs);
	return $all }
sub reset_to { my ($u, $password) = @_;
	my $code = $d->code($u->{email}, 'reset');
	return $d->put("/password-resets/$code", { password => $password }) }
sub sign_in { my ($u, %body) = @_;
	return $u->with(token => undef)->post('/sessions', { email =>
	    $u->{email}, password => $u->{password}, %body }) }

# A token may do there only what its row in the table of routes says; tokens.t tries
# every route as every token.
sub neighbours {
	my $u = someone();
	my ($in, $out) = map { $u->make('/lists', title => $_) } qw(In Out);
	my $task = $u->make("/lists/$out/tasks", title => 'T');
	my $read = token($u, scopes => ['read']);
	my $only = token($u, listIds => [$in]);
	for my $path ("/lists/$out", "/lists/$out/tasks",
	    "/lists/$out/tasks/$task", "/lists/$out/trash",
	    "/tasks/$task/steps") {
		like said($only->get($path)), qr/^404 /, "not listed: $path";
	}
	for (['POST', '/batch', { requests => [{ method => 'PATCH', path =>
	    "/lists/$in", body => { title => 'X' } }] }],
	    ['POST', '/me/imports', 'title'], ['PUT', '/me/settings/a/b',
	    { value => 1 }]) {
		my $r = $read->request(@$_);
		my $status = $_->[1] eq '/batch' ?
		    $r->{json}{responses}[0]{status} : $r->{status};
		is $status, 403, "a token that reads writes nothing by $_->[1]";
	}
	for my $r (grep { $_->{flags}{write} && !$_->{flags}{public} &&
	    $_->{path} =~ m{^/me/(?:tokens|sessions|totp|feeds|password|email)}
	    } Docket::routes()) {
		(my $path = $r->{path}) =~ s/\{\w+\}/uuid()/ge;
		is said(token($u)->request($r->{method}, $path, {})),
		    '403 session-required', "$r->{method} $r->{path}";
	}
}

# Until it is read, or has ended (undef).
sub comes { my ($s, $seconds) = @_;
	return '' if !IO::Select->new($s)->can_read($seconds);
	my $text;
	return sysread($s, $text, 4096) ? $text : undef }

sub disabled {
	my ($u, $bob) = (someone(), someone());
	my $list = $u->make('/lists', title => 'L');
	my $code = $u->post("/lists/$list/invitations", {})->{json}{code};
	my ($t, $phone, $feed) = (token($u), Dav->new($u), feed_of($u));
	my $web = Web->new($d, '-m', 'fastcgi');
	sleep 0.05 until -S "$d->{data}/docket-wait.changes";
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$web->{port}")
	    or die "connect: $!\n";
	my $since = $t->get('/me/changes')->{json}{next};
	print $s "GET /api/v1/me/wait?since=$since HTTP/1.1\r\nHost: x\r\n"
	    . "Accept: text/event-stream\r\nConnection: close\r\n"
	    . "Authorization: Bearer $t->{token}\r\n\r\n";
	until_text($s, qr/:\n\n/);
	admin('user', 'disable', $u->{email});
	my $after = '';
	for (1 .. 20) {
		my $text = comes($s, 10) // last;
		$after .= $text;
		last if $text eq '';
	}
	ok !defined comes($s, 0.1) && $after !~ /data:/,
	    'the open stream has ended and told nothing';
	for my $when ('disabled', 'enabled again') {
		is join(' ', map { $_->get('/lists')->{status} } $u, $t),
		    '401 401', "$when: session and token";
		is $phone->propfind($phone->{home}, ['D:displayname'])
		    ->{status}, 401, "$when: CalDAV";
		is $d->get($feed)->{status}, 404, "$when: feed";
		is $bob->post('/invitations/accept', { code => $code })
		    ->{status}, 404, "$when: invitation";
		admin('user', 'enable', $u->{email});
	}
	$web->stop;
}

sub successors {
	my $u = someone();
	my $t = token($u);
	is said($t->post('/me/tokens', { name => 'N' })), '403 session-required',
	    'a token makes no token';
	is said($t->post('/me/feeds', { name => 'N' })), '403 session-required',
	    'nor a feed';
	$u->del("/me/tokens/$t->{id}");
	is said($t->post('/me/tokens', { name => 'N' })), '401 no-session',
	    'a deleted one even less';
	is said($t->with(vars => { REMOTE_USER => $u->{email} })->get('/me')),
	    '401 no-session', 'and the next credential does not count';
}

sub second_factor {
	my $u = enrolled(someone());
	is said(sign_in($u)), '401 second-factor-required', 'by password';
	my $r = sign_in($u, cookieOnly => $T);
	is said($r) . ($r->{headers}{'set-cookie'} // ''),
	    '401 second-factor-required', 'by cookieOnly';
	is reset_to($u, 'long enough 1')->{status}, 204, 'a reset';
	$u->{password} = 'long enough 1';
	is said(sign_in($u)), '401 second-factor-required',
	    'leaves the factor on';
	my $dav = 'Basic ' . encode_base64("$u->{email}:$u->{password}", '');
	is $d->request('PROPFIND', '/dav/', '', Authorization => $dav)
	    ->{status}, 401, 'CalDAV takes no password';
	is $d->get('/me', Authorization => $dav)->{status}, 401,
	    'nor does the API';
	is $u->with(token => undef, vars => { REMOTE_USER => $u->{email} })
	    ->get('/me')->{status}, 401,
	    'REMOTE_USER counts only where single sign-on is set';
	my $both = $u->with(token => undef, env => { %{$d->{env}},
	    DOCKET_AUTH => 'remote-user', DOCKET_PASSWORD_SIGN_IN => 'on' }, vars => { REMOTE_USER => $u->{email} });
	# Whoever sets it has asked for what they demand.
	is $both->get('/service')->{json}{passwordSignIn}, $T,
	    'with both, the password still signs in';
	is said($both->with(vars => {})->post('/sessions', { email =>
	    $u->{email}, password => $u->{password} })),
	    '401 second-factor-required', 'and needs the factor then';
}

sub enrolment {
	my $u = someone();
	for (['POST', '/me/totp'], ['PUT', '/me/totp', { code => '000000' }],
	    ['POST', '/me/recovery-codes'],
	    ['DELETE', '/me/totp', { code => '000000' }]) {
		is said($u->request(@$_)), '403 reauthenticate',
		    "a session that has just signed in: @$_[0, 1]";
	}
	my $secret = confirm($u)->post('/me/totp')->{json}{secret};
	is said($u->put('/me/totp', { code => '000000' })), '422 wrong-code',
	    'nothing is on without a code of the new secret';
	is sign_in($u)->{status}, 201, 'until then the password signs in';
}

sub removal {
	my $u = enrolled(someone());
	is said($u->del('/me/totp', { code => $u->{recovery}[0] })),
	    '403 reauthenticate', 'not by a session alone';
	confirm($u);
	my @said = map { said($u->del('/me/totp', { code => '12345' . $_ })) }
	    1 .. 6;
	is_deeply \@said, [('422 wrong-code') x 5, '429 rate-limited'],
	    'guessing is limited';
	$d->sql('DELETE FROM attempt');
	@said = map { said(second_step($u, '12345' . $_)) } 1 .. 5;
	is $d->sql("SELECT max(failures) FROM attempt WHERE key LIKE 'code%'"),
	    5, 'and a right password does not forgive wrong codes';
	$d->sql('DELETE FROM attempt');
}

# No route has a secret in its path but those that a mail, a link or a calendar
# program needs; the log has none at all.
sub addresses {
	my %needed = map { $_ => 1 } 'PUT /password-resets/{token}',
	    'GET /feeds/{secret}/tasks.ics', 'GET /invitations/{code}',
	    'POST /invitations/{code}/accept';
	is_deeply [grep { !$needed{$_} } map { "$_->{method} $_->{path}" }
	    grep { $_->{path} =~ /\{(?:token|code|secret|ticket)\}/ }
	    Docket::routes()], [], 'paths with a secret';
	my $u = enrolled(someone());
	my $list = $u->make('/lists', title => 'A private title');
	my $code = $u->post("/lists/$list/invitations", {})->{json}{code};
	my $reset = 'x' x 43;
	my @try = (sign_in($u, password => 'Wrong-Secret-1'),
	    second_step($u, '999999'), second_step($u, $u->{recovery}[0]),
	    $d->get(feed_of($u)), $d->put("/password-resets/$reset",
	    { password => 'Wrong-Secret-1' }),
	    $d->post('/invitations/find', { code => $code }));
	my $log = join '', map { $_->{raw}{err} // '' } @try;
	like $log, qr/sign-in refused/, 'the log tells of refused ones';
	unlike $log, qr/\Q$_\E/, 'without: ' . substr $_, 0, 12
	    for 'Wrong-Secret-1', '999999', $u->{recovery}[0], $code, $reset,
	    $u->{email}, $u->{token}, 'private title';
	$d->sql('DELETE FROM attempt');
}

sub backups {
	return pass('a server makes its own') if engine() ne 'sqlite';
	my $u = enrolled(someone());
	my $t = token($u);
	my $key = slurp("$d->{data}/docket.key");
	my $to = tempdir(CLEANUP => 1) . '/backup';
	umask 0;
	my $r = $d->run('docket-backup', '--quiet', $to);
	is $r->{status}, 0, 'a backup' or diag $r->{err};
	my %mode;
	find({ no_chdir => 1, wanted => sub { $mode{sprintf '%s %o', -d $_ ?
	    'directory' : 'file', (stat $_)[2] & 0777}++ } }, $to);
	is join(', ', sort keys %mode), 'directory 700, file 600',
	    'which nobody else can read, whatever the umask';
	my $all = all_bytes($to);
	ok index($all, $u->{email}) > 0, 'it has the users';
	ok index($all, $_->[1]) < 0, "but not $_->[0]" for
	    ['the key', $key], ['a session', $u->{token}],
	    ['a token', $t->{token}], ['a secret of an app', $u->{secret}],
	    ['a recovery code', $u->{recovery}[1]],
	    ['a password', $u->{password}];
	umask 022;
}

sub unverified {
	my $email = 'una' . ++$n . '@example.org';
	my $una = $d->user($email, unverified => 1);
	my $ada = someone();
	my $list = $ada->make('/lists', title => 'L');
	my $r = $ada->post("/lists/$list/members", { email => $email });
	is $una->get('/lists')->{json}{items} ? scalar(grep { $_->{id} eq $list
	    } @{$una->get('/lists')->{json}{items}}) : 0, 0,
	    'who has not shown that an address is theirs gets nothing by it';
	my $code = $ada->post("/lists/$list/invitations", {})->{json}{code};
	like said($una->post('/invitations/accept', { code => $code })),
	    qr/^4/, 'nor by a link';
	ok !grep({ $_->{id} eq $list } @{$una->get('/lists')->{json}{items}}),
	    'which brings nothing';
	my $sso = $d->with(env => { %{$d->{env}}, DOCKET_AUTH => 'remote-user', DOCKET_PASSWORD_SIGN_IN => 'on' },
	    vars => { REMOTE_USER => $email }, quiet => 1);
	is $sso->get('/me')->{status}, 401,
	    'nor does single sign-on join such an account';
}

sub codes_in_clear {
	my $u = someone();
	my @mails = map { $u->with(token => undef)->post($_->[0], $_->[1]) }
	    ['/password-resets', { email => $u->{email} }];
	my $code = $d->code($u->{email}, 'reset');
	my $list = $u->make('/lists', title => 'L');
	my @secrets = ($code, $u->{token}, token($u)->{token},
	    $u->post("/lists/$list/invitations", {})->{json}{code},
	    feed_of($u) =~ m{/feeds/([^/]+)});
	my $rows = $d->rows;
	ok index($rows, $_) < 0 && index($rows, unpack 'H*', $_) < 0,
	    'only a hash of it is stored' for @secrets;
	is $d->put("/password-resets/$code", { password => 'long enough 1' })
	    ->{status}, 204, 'a code is right';
	is said($d->put("/password-resets/$code", { password =>
	    'long enough 2' })), '404 reset-not-found', 'once';
}

# A filter that is empty, or that cannot be understood, must not become "all".
sub empty_filter {
	my ($u, $other) = (someone(), someone());
	my $hidden = $other->make('/lists', title => 'Hidden');
	$other->make("/lists/$hidden/tasks", title => 'qx7hidden');
	my $list = $u->make('/lists', title => 'L');
	$u->make("/lists/$list/tasks", title => 'Mine');
	for my $q ('', 'q=', 'q=%20', 'q=%2A', 'q=%25', 'q=_', 'q=%22%22') {
		my $r = $u->get("/search?$q");
		unlike $r->{body}, qr/qx7hidden/, "search: '$q'";
	}
	for my $query ('', '?listId=', '?listId=x', '?assigneeId=', '?tagId=',
	    '?limit=') {
		unlike $u->get("/me/tasks$query")->{body}, qr/qx7hidden/,
		    "tasks: '$query'";
	}
	for my $lists ([], undef) {
		is $u->post('/me/tokens', { name => 'T', listIds => $lists })
		    ->{status}, 422, 'a token limited to nothing is refused';
	}
	my $t = token($u, listIds => [$list]);
	$u->del("/lists/$list");
	is scalar @{$t->get('/lists')->{json}{items}}, 0,
	    'and one whose last list is gone reaches nothing';
	my $phone = Dav->new($u);
	for my $filter ('', '<C:filter/>', '<C:filter><C:comp-filter/></C:filter>') {
		my $r = $phone->xml('REPORT', $phone->{home},
		    "<C:calendar-query $Dav::Xmlns><D:prop><D:getetag/>"
		    . "</D:prop>$filter</C:calendar-query>", Depth => 1);
		unlike $r->{body}, qr/qx7hidden/, "CalDAV: '$filter'";
	}
}

sub viewers {
	my ($ada, $vic, $eve) = map { someone() } 1 .. 3;
	my $list = $ada->make('/lists', title => 'L');
	my $code = $ada->post("/lists/$list/invitations", { role => 'viewer' })
	    ->{json}{code};
	$vic->post('/invitations/accept', { code => $code });
	is $vic->get("/lists/$list")->{json}{role}, 'viewer', 'by a link';
	for (['POST', "/lists/$list/invitations", {}],
	    ['GET', "/lists/$list/invitations"],
	    ['POST', "/lists/$list/members", { email => $eve->{email} }],
	    ['PATCH', "/lists/$list/members/$vic->{me}{id}",
		{ role => 'member' }],
	    ['POST', "/lists/$list/transfer", { userId => $vic->{me}{id} }]) {
		like said($vic->request(@$_)), qr/^40[34] /,
		    "a viewer: @$_[0, 1]";
	}
	my $second = $ada->post("/lists/$list/invitations", {})->{json}{code};
	$vic->post('/invitations/accept', { code => $second });
	is $vic->get("/lists/$list")->{json}{role}, 'viewer',
	    'another link does not raise the role';
	is said(token($vic)->post("/lists/$list/tasks", { id => uuid(),
	    title => 'X' })), '403 list-is-read-only',
	    'nor does a token of theirs';
}

# Leaving and removing tell nothing of what one cannot see.
sub leaving {
	my ($ada, $bob, $eve) = map { someone() } 1 .. 3;
	my $list = $ada->make('/lists', title => 'L');
	$ada->post("/lists/$list/members", { email => $bob->{email} });
	my ($none, $nobody) = (uuid(), uuid());
	my $same = sub { my ($name, @r) = @_;
		my ($first, @more) = map { my $r = $_;
		    "$r->{status} $r->{body}" } @r;
		is_deeply \@more, [($first) x @more], $name;
		like $first, qr/^404 /, "$name: 404" };
	for my $them ($bob, $eve) {
		$same->('a list that is there, and one that is not',
		    map { $eve->del("/lists/$_/members/$them->{me}{id}") }
		    $list, $none);
	}
	$same->('leaving', map { $eve->del("/lists/$_/members/$eve->{me}{id}") }
	    $list, $none);
	$same->('removing who is not in, and who is not at all',
	    map { $ada->del("/lists/$list/members/$_") } $eve->{me}{id},
	    $nobody);
	$same->('a member removes another, or nobody',
	    map { $bob->del("/lists/$list/members/$_") } $ada->{me}{id},
	    $nobody);
	$same->('handing over to who is not in, and who is not at all',
	    map { $ada->post("/lists/$list/transfer", { userId => $_ }) }
	    $eve->{me}{id}, $nobody);
}

my @faults = (
	['a scope at a neighbouring route', 'CVE-2026-123506', \&neighbours],
	['tokens, links and streams of a disabled user', 'CVE-2026-123493',
	    \&disabled],
	['a revoked token makes tokens', 'CVE-2026-123528', \&successors],
	['ways around the second factor', 'CVE-2026-34727', \&second_factor],
	['enrolment without proof', 'CVE-2026-123530', \&enrolment],
	['removal of the factor, and guessing at it', 'CVE-2026-123521',
	    \&removal],
	['codes in addresses and logs', 'CVE-2026-123512', \&addresses],
	['readable backups, and secrets in them', 'CVE-2026-123500',
	    \&backups],
	['an unverified address joins', 'GHSA-xv7q', \&unverified],
	['codes stored in clear', 'CVE-2026-62376', \&codes_in_clear],
	['an empty filter selects everything', 'CVE-2026-111918',
	    \&empty_filter],
	['viewers and links', 'CVE-2026-111921', \&viewers],
	['leaving tells what exists', 'CVE-2026-123517', \&leaving],
);
for (@faults) {
	my ($name, $number, $not_here) = @$_;
	subtest "$name ($number)" => $not_here;
}
done_testing;
