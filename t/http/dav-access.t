# Who may do what below /dav: every method of every kind of address, by every kind of
# caller.  Nothing refused changes anything, and nobody receives another's tags.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use MIME::Base64 'encode_base64';
use Test::More;

my $d = Docket->new;
my %user = map { $_ => $d->user("$_\@example.org") } qw(ada mel sid rex);
my $ada = $user{ada};
my $list = $ada->make('/lists', title => 'Shared');
my $other = $ada->make('/lists', title => 'Other');
for (qw(mel rex)) {
	my $r = $ada->post("/lists/$list/members", { email => "$_\@example.org" });
	die $r->{body} if $r->{status} != 201;
}
my %dav = map { $_ => Dav->new($user{$_}) } keys %user;
my $r = $ada->del("/lists/$list/members/$user{rex}{me}{id}");
die $r->{body} if $r->{status} != 204;

my $n = 0;
sub text {
	my ($uid, $tag) = @_;
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    'BEGIN:VTODO', "UID:$uid", 'SUMMARY:One', "CATEGORIES:$tag",
	    'END:VTODO', 'END:VCALENDAR', '';
}

# The owner's new item in a list; its name.
sub item {
	my ($in) = @_;
	my $name = 'i' . ++$n;
	my $r = $dav{ada}->put("$dav{ada}{home}$in/$name.ics", text($name,
	    'adas-secret'));
	die "item: $r->{status} $r->{body}" if $r->{status} != 201;
	return "$name.ics";
}

my $standing = item($list);

# The credentials of a token, however they are written.
sub basic { return { Authorization => Dav::basic(@_) } }
my $mail = 'ada@example.org';
sub token { return Dav->new($ada, @_)->{secret} }
my $typed = uc $dav{ada}{secret} =~ tr/-/ /r;
my $expired = Dav->new($ada);
$d->sql("UPDATE credential SET expires_at = 1 WHERE id = x'" .
    $expired->{id} =~ tr/-//dr . "'");
my $revoked = Dav->new($ada);
$ada->del("/me/tokens/$revoked->{id}");
(my $cookie = $ada->post('/sessions', { email => $mail, password =>
    $ada->{password} })->{headers}{'set-cookie'}) =~ s/;.*//s;
my $api = { map { $_ => $ada->post('/me/tokens', { name => $_, scopes =>
    [$_] })->{json}{token} } qw(read write add) };

# Who calls: headers, whose home, and what they may: '' nothing, r, rw.  lists: only
# these.  in: what they have of the list.
my %callers = (
	'nobody' => [{}, 'ada', ''],
	'a cookie' => [{ Cookie => $cookie }, 'ada', ''],
	'the session by Bearer' => [{ Authorization => "Bearer $ada->{token}" },
	    'ada', ''],
	'the session by Basic' => [basic($mail, $ada->{token}), 'ada', ''],
	'the password' => [basic($mail, $ada->{password}), 'ada', ''],
	"another's address" => [basic('mel@example.org', $dav{ada}{secret}),
	    'ada', ''],
	'no address' => [basic('', $dav{ada}{secret}), 'ada', ''],
	'a wrong token' => [basic($mail, 'dkt-aaaa-aaaa-aaaa-aaaa-aaaa-aaaa'),
	    'ada', ''],
	'no colon' => [{ Authorization => 'Basic ' . encode_base64('ada', '') },
	    'ada', ''],
	'no base64' => [{ Authorization => 'Basic !!!' }, 'ada', ''],
	'no UTF-8' => [{ Authorization => 'Basic ' . encode_base64("\xff:x", '') },
	    'ada', ''],
	'4 KiB of Basic' => [{ Authorization => 'Basic ' . 'A' x 4096 }, 'ada', ''],
	'Digest' => [{ Authorization => 'Digest username="ada"' }, 'ada', ''],
	'an expired token' => [basic($mail, $expired->{secret}), 'ada', ''],
	'a revoked token' => [basic($mail, $revoked->{secret}), 'ada', ''],
	'scope add' => [basic($mail, $api->{add}), 'ada', ''],
	'scope read' => [basic($mail, $api->{read}), 'ada', 'r'],
	'scope write' => [basic($mail, $api->{write}), 'ada', 'rw'],
	'scope dav' => [basic($mail, $dav{ada}{secret}), 'ada', 'rw'],
	'scope dav by Bearer' => [{ Authorization => "Bearer $dav{ada}{secret}" },
	    'ada', 'rw'],
	'the token as people type it' => [basic($mail, $typed), 'ada', 'rw'],
	'the address in capitals' => [basic('ADA@Example.ORG', $dav{ada}{secret}),
	    'ada', 'rw'],
	'dav, read-only' => [basic($mail, token(readOnly => JSON::PP::true)),
	    'ada', 'r'],
	'dav, for this list' => [basic($mail, token(listIds => [$list])), 'ada',
	    'rw', lists => 1],
	'dav, for another list' => [basic($mail, token(listIds => [$other])), 'ada',
	    'rw', lists => 1, without => 1],
	'dav, read-only, for this list' => [basic($mail, token(listIds => [$list],
	    readOnly => JSON::PP::true)), 'ada', 'r', lists => 1],
	'a member' => [basic('mel@example.org', $dav{mel}{secret}), 'mel', 'rw'],
	'a stranger' => [basic('sid@example.org', $dav{sid}{secret}), 'sid', 'rw',
	    without => 1],
	'a former member' => [basic('rex@example.org', $dav{rex}{secret}), 'rex',
	    'rw', without => 1],
);

my $set = "<D:propertyupdate $Dav::Xmlns><D:set><D:prop>" .
    '<A:calendar-order>1</A:calendar-order></D:prop></D:set></D:propertyupdate>';
my $find = "<D:propfind $Dav::Xmlns><D:prop><D:displayname/><C:calendar-data/>" .
    '</D:prop></D:propfind>';
my $report = "<C:calendar-query $Dav::Xmlns><D:prop><C:calendar-data/></D:prop>" .
    '<C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>';

# Each kind of address, and its methods: [status, body, headers, where]; the path is
# that of a fresh resource if it changes.
my %kinds = (
	root => { path => sub { '/dav/' }, PROPFIND => [207, $find],
	    GET => [200], HEAD => [200] },
	home => { path => sub { $_[0] }, PROPFIND => [207, $find],
	    PROPPATCH => [207, $set] },
	list => { path => sub { "$_[0]$list/" }, PROPFIND => [207, $find],
	    PROPPATCH => [207, $set], REPORT => [207, $report], GET => [200],
	    HEAD => [200],
	    MKCALENDAR => [201, '', sub { "$_[0]new" . ++$n . '/' }],
	    MKCOL => [201, '', sub { "$_[0]new" . ++$n . '/' }],
	    DELETE => [204, undef, sub {
		my ($home, $who) = @_;
		my $l = $ada->make('/lists', title => 'Short');
		$ada->post("/lists/$l/members", { email => "$who\@example.org" })
		    if $who eq 'mel';
		return "$home$l/" }] },
	item => { path => sub { "$_[0]$list/" . ($_[1] ? item($list) : $standing) },
	    PROPFIND => [207, $find], GET => [200], HEAD => [200],
	    PUT => [201, text('put', 'theirs'), sub { "$_[0]$list/p" . ++$n . '.ics' }],
	    DELETE => [204], MOVE => [201], MKCALENDAR => [403], MKCOL => [403] },
);
my %writes = map { $_ => 1 } qw(PROPPATCH MKCALENDAR MKCOL DELETE PUT MOVE);

# The table has the methods that each address offers.
for my $kind (sort keys %kinds) {
	my $path = $kinds{$kind}{path}->($dav{ada}{home});
	my $r = $d->request('OPTIONS', $path);
	is join(' ', sort split /, /, $r->{headers}{allow}), join(' ', sort
	    'OPTIONS', grep { /^[A-Z]/ } keys %{$kinds{$kind}}),
	    "$kind: these methods";
}

# Of the database: not when a token was used last, and by what.
my @tables = grep { !/^(?:credential|attempt|slot)$/ } $d->tables;
sub state_now { return join "\n", sort split /\n/, $d->rows(@tables) }

# What the answer must be; 0: this is not tried.
sub expected {
	my ($kind, $method, $c, $home) = @_;
	my (undef, undef, $may, %o) = @$c;
	my $ok = $kinds{$kind}{$method}[0];
	return 200 if $kind eq 'root' && $method ne 'PROPFIND';
	return 401 if $may eq '';
	# It would delete the one list that it has.
	return 0 if "$method $kind" eq 'DELETE list' && $o{lists} &&
	    $may eq 'rw' && !$o{without};
	return 403 if $writes{$method} && $may ne 'rw';
	return $ok if $kind eq 'root';
	return 403 if $method =~ /^MK/ && $o{lists} && $home eq 'own';
	return $ok if $method =~ /^MK/ && $home eq 'own';
	return 404 if $home eq 'theirs' && $method ne 'PUT';
	return $ok if $kind eq 'home';
	return $ok if $home eq 'own' && !$o{without};
	return $method eq 'PUT' ? 409 : 404;
}

sub try {
	my ($name, $kind, $method, $home, $want) = @_;
	my ($headers, $who) = @{$callers{$name}};
	my (undef, $body, $path) = @{$kinds{$kind}{$method}};
	my $base = $home eq 'own' ? $dav{$who}{home} : $dav{ada}{home};
	# What is refused is tried on what stays.
	$path = ($want < 400 && $path || $kinds{$kind}{path})->($base,
	    $want < 400 && $who);
	my %h = (%$headers, $body ? ('Content-Type' => $method eq 'PUT' ?
	    'text/calendar' : 'application/xml') : (),
	    $method eq 'MOVE' ? (Destination => "$base$list/m" . ++$n . '.ics') :
	    ());
	$path =~ s/[^\/]+$/new.ics/ if $method eq 'PUT' && $want >= 400;
	$body =~ s/UID:put/UID:put$n/ if $method eq 'PUT';
	my $r = $d->with(quiet => 1, token => undef)->request($method, $path,
	    $body, %h);
	my $what = "$home: $method of the $kind";
	is $r->{status}, $want, "$what is $want" or diag $r->{body};
	is $r->{headers}{'www-authenticate'}, $want == 401 ?
	    'Basic realm="Docket", charset="UTF-8"' : undef, "$what: how to sign in";
	like $r->{body}, qr/need-privileges/, "$what: why" if $want == 403 &&
	    $kind ne 'item';
	unlike $r->{body}, qr/adas-secret/, "$what: no tag of another"
	    if $who ne 'ada';
	return;
}

for my $name (sort keys %callers) {
	my $c = $callers{$name};
	my @all = map { my $kind = $_; map { my $method = $_; map {
	    [$kind, $method, $_, expected($kind, $method, $c, $_)] }
	    'own', $c->[1] eq 'ada' ? () : 'theirs' }
	    sort grep { /^[A-Z]/ } keys %{$kinds{$kind}} } sort keys %kinds;
	subtest $name => sub {
		my $before = state_now();
		try($name, @$_) for grep { $_->[3] >= 400 } @all;
		is state_now(), $before, 'what is refused changes nothing';
		try($name, @$_) for grep { $_->[3] && $_->[3] < 400 } @all;
	};
}

subtest 'a viewer' => sub {
	my $vee = $d->user('vee@example.org');
	my $dav = Dav->new($vee);
	my $home = $dav->{home};
	$ada->post("/lists/$list/members", { email => 'vee@example.org' });
	is $ada->patch("/lists/$list/members/$vee->{me}{id}",
	    { role => 'viewer' })->{status}, 200, 'is one';
	my $own = $vee->make('/lists', title => 'Own');
	$dav->put("$home$own/own.ics", text('own', 'x'));
	my $before = state_now();
	my %tries = (
		'a new item' => ['PUT', "$home$list/new.ics", text('new', 'x'),
		    'Content-Type' => 'text/calendar'],
		'an item' => ['PUT', "$home$list/$standing", text($standing =~
		    s/\.ics//r, 'x'), 'Content-Type' => 'text/calendar'],
		'deleting' => ['DELETE', "$home$list/$standing", undef],
		'moving out' => ['MOVE', "$home$list/$standing", undef,
		    Destination => "$home$own/o.ics"],
		'moving in' => ['MOVE', "$home$own/own.ics", undef,
		    Destination => "$home$list/o.ics"],
	);
	for my $how (sort keys %tries) {
		my $r = $dav->request(@{$tries{$how}});
		is $r->{status}, 403, "$how is refused";
		like $r->{body}, qr/<need-privileges/, "$how: why";
	}
	is state_now(), $before, 'nothing has changed';
};

# A former member's client learns that the list is gone, and a member who deletes it
# leaves it alone.
is $ada->get("/lists/$list")->{status}, 200, 'the list is still there';
is $d->request('GET', '/lists', undef, Authorization =>
    "Bearer $dav{ada}{secret}")->{json}{code}, 'insufficient-scope',
    'a token for CalDAV opens nothing of the API';

# Only what was presented and is wrong is in the log; nobody is locked out by it.
my $quiet = $d->with(quiet => 1);
for (1 .. 30) {
	my $r = $quiet->request('PROPFIND', '/dav/', undef,
	    %{basic($mail, 'wrong')});
	is $r->{status}, 401, 'wrong again' if $_ == 30;
	like $r->{raw}{err}, qr/sign-in refused/, 'is logged' if $_ == 30;
}
is $dav{ada}->propfind('/dav/', ['D:displayname'])->{status}, 207,
    'the right token still opens';
$r = $quiet->request('PROPFIND', '/dav/');
is $r->{raw}{err}, '', 'no credentials, no line in the log';
done_testing;
