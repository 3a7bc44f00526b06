# Sends one request of access.t's matrix and checks the answer.  A case is a row
# of AccessTable.pm with what access.t adds from the route: route, path, params
# (the path's), public, writes.
package AccessCase;
use strict;
use warnings;
use Docket;
use Exporter 'import';
use World;

our @EXPORT = qw($w @callers %caller begin kind right ask ask_in_batch faults
    wanted refused_token unlisted);

# world; who sends the request (as); me, whose own records it names; by, the
# column of the table with the expected answer; refused, an answer expected of
# every route instead; unsafe, if the method is not GET; token, the scopes of the
# access token that it is sent with, and limited, if that is; sees, what it may
# read (World.pm), if not what `me` may.
our ($w, @callers, %caller);
my ($id, $user);

# What AccessTable.pm lacks, or has of routes that are gone: a line for each.
sub unlisted {
	my ($routes, @rows) = @_;
	my %listed = map { $_->[0] => 1 } @rows;
	return join "\n", map({ "t/lib/AccessTable.pm has no row for $_" }
	    grep { !$listed{$_} } sort keys %$routes),
	    map({ "t/lib/AccessTable.pm: there is no route $_" }
	    grep { !$routes->{$_} } sort keys %listed);
}

sub begin {
	$w = World->new;
	($id, $user) = @$w{qw(id user)};
	my ($any, $secret) = @$w{qw(d secret)};
	@callers = ({ name => 'nobody', as => $any, refused => 'no-session' },
	    (map { { name => $_->[0], as => $any->with(token => $_->[1]),
	    refused => 'no-session' } }
		['a made-up token', 'x' x 43],
		['an expired session', $secret->{expired}],
		['an ended session', $secret->{'deleted.session'}],
		['a deleted token', $secret->{'deleted.token'}],
		['the link of a mail', $id->{'ada.reset'}],
		['who left', $user->{lea}{token}]),
	    { name => 'another site', as => $any, me => 'ada',
	    by => 'owner', unsafe => 'cross-site-request', headers => {
	    Cookie => "docket_session=$user->{ada}{token}",
	    'Sec-Fetch-Site' => 'cross-site' } },
	    { name => 'a read-only token', me => 'ada', by => 'owner',
	    token => ['read'],
	    as => $any->with(token => $secret->{'ada.token'}) },
	    map { { name => $_->[0], me => $_->[1], by => $_->[2],
	    as => $user->{$_->[1]} } }
		['a stranger', 'sid', 'others'],
		['a former member', 'rex', 'others'],
		['a viewer', 'vic', 'viewer'],
		['a member', 'mel', 'member'],
		['the owner', 'ada', 'owner']);
	%caller = map { $_->{me} ? ($_->{me} => $_) : () } @callers;
}

my %status = ('no-session' => 401, 'cross-site-request' => 403,
    'read-only-token' => 403, 'session-required' => 403,
    'reauthenticate' => 403, 'insufficient-scope' => 403,
    'validation-failed' => 422,
    'not-in-batch' => 422, 'id-in-use' => 409,
    'attachment-id-in-use' => 409, 'invalid-neighbors' => 422,
    'unknown-tag' => 422, 'not-shareable' => 422, 'not-ready' => 503,
    'assignee-not-eligible' => 422, 'list-is-read-only' => 403);

sub status_of {
	my ($want) = @_;
	return $want =~ /^\d/ ? $want : $want =~ /(?:^|-)not-found$/ ? 404 :
	    $status{$want};
}

# The kind of record that a parameter names.
sub kind { my ($param) = @_; return $param eq 'token' ? 'reset' :
	$param eq 'secret' ? 'link' :
	$param =~ s/Id$//r }

# The record that a parameter names unless a case says otherwise.
sub right {
	my ($row, $param) = @_;
	my $kind = kind($param);
	return $row->{fill}{$param} ? $row->{fill}{$param} :
	    $kind eq 'user' ? 'mel.user' :
	    $id->{"shared.$kind"} ? "shared.$kind" : "ada.$kind";
}

# Replaces <NAME> in a request.
sub filled {
	my ($what, $me, $is) = @_;
	return { map { $_ => filled($what->{$_}, $me, $is) } keys %$what }
	    if ref $what eq 'HASH';
	return [map { filled($_, $me, $is) } @$what] if ref $what eq 'ARRAY';
	return $what if ref $what || !defined $what;
	return $what =~ s{<([^>]+)>}{
		my $name = $1 =~ s/^me\./$me./r;
		$is->{$name} // $id->{$name} // die "no $name\n" }ger;
}

# The request of a row: method, path, body as JSON, what is sent, headers.  o{path}
# (names of records by parameter) and o{body} (members) replace those of the row.
sub request {
	my ($row, $c, $me, %o) = @_;
	my ($method, $path) = split / /, $row->{route};
	my %over = %{$o{path} // {}};
	$path =~ s{\{(\w+)\}}{ $id->{$over{$1} // right($row, $1)} //
	    $over{$1} }ge;
	my %h = (%{$c->{headers} // {}}, %{$o{headers} // {}});
	my $body = $row->{form} // $row->{body};
	$body = filled({ %$body, %{$o{body} // {}} }, $me, {
	    new => $o{new} // uuid(), email => $user->{$me}{email},
	    password => $user->{$me}{password}, text => World::mark(
	    $row->{path} =~ /(?:list|task)Id/ ? 'shared' : $me) }) if $body;
	my $sent = $body;
	if ($row->{form}) {
		($sent, $h{'Content-Type'}) = Docket::multipart(
		    (map { [$_, $body->{$_}] } grep { $_ ne 'file' }
		    sort keys %$body),
		    ['file', $body->{file}, 'x']);
	}
	return ($o{method} // $method, $path . ($row->{query} // ''), $body,
	    $sent, %h);
}

# An answer, with what decides whether it is right.
sub answered {
	my ($r, $row, $c, $me, $path, $body) = @_;
	$r->{sent} = [($path . json($body)) =~ /([-0-9a-f]{36})/g];
	$r->{me} = $me;
	$r->{sees} = $c->{sees} if !$row->{public} || $row->{anybody};
	$r->{nobody} = $row->{anybody} && (!$c->{me} || $c->{blind});
	return $r;
}

sub caller_of {
	my ($row, $c) = @_;
	return $row->{public} && !$row->{anybody} ? $row->{as} // 'ada' :
	    $c->{me} // 'ada';
}

sub ask {
	my ($row, $c, %o) = @_;
	my $me = caller_of($row, $c);
	my ($method, $path, $body, $sent, %h) = request($row, $c, $me, %o);
	return answered($c->{as}->request($method, $path, $sent, %h), $row,
	    $c, $me, $path, $body);
}

# The same as the only row of a batch; its answer, or that of the batch if it is
# refused.
sub ask_in_batch {
	my ($row, $c, %o) = @_;
	my $me = caller_of($row, $c);
	my ($method, $path, $body) = request($row, $c, $me, %o);
	my $r = $c->{as}->post('/batch', { requests => [{ method => $method,
	    path => $path, $body ? (body => $body) : () }] },
	    %{$c->{headers} // {}});
	if ($r->{status} == 200) {
		my $one = $r->{json}{responses}[0];
		$r = { %$r, status => $one->{status}, json => $one->{body},
		    body => exists $one->{body} ? $r->{body} : '' };
	}
	return answered($r, $row, $c, $me, $path, $body);
}

# What is wrong with an answer, and with what it changed.
sub faults {
	my ($row, $want, $r) = @_;
	my $who = $r->{me};
	my $granted = $want =~ /^\d/;
	my $all = $r->{raw}{out};
	my @why;
	push @why, "got $r->{status} " . ($r->{json}{code} // '')
	    if $r->{status} ne status_of($want) ||
	    (!$granted && ($r->{json}{code} // '') ne $want);
	$who = $r->{sees} if defined $r->{sees};
	$who = "$who+" if $World::sees{"$who+"} && $row->{query};
	push @why, map { "it shows $_" } $granted && !$r->{nobody} ?
	    $w->leaks($who, $all, @{$r->{sent}}) : $w->leaks(undef, $all);
	push @why, 'it shows nothing of theirs' if $granted &&
	    $r->{body} ne '' && !$row->{bare} && !$w->leaks(undef, $all) &&
	    !$r->{nobody};
	my @rows = grep { !$row->{ends} || !/^'$row->{ends}'/ }
	    $w->{kept}->changed;
	if (!$granted || !$row->{writes}) {
		push @why, map { "changed: $_" } @rows;
	} else {
		push @why, 'it changed nothing' if !@rows && !$row->{idle};
		push @why, map { "it changed $_" } $w->leaks($r->{me},
		    $w->of_others($r->{me}, @rows), @{$r->{sent}});
	}
	$w->{kept}->restore if @rows;
	return @why;
}

# Why the table of routes refuses an access token; undef: it does not.
sub refused_token {
	my ($row, $c) = @_;
	my @needs = map { /^token:(.*)/ } keys %{$row->{flags}};
	return if !$c->{token} || $row->{public};
	return 'session-required' if !@needs;
	my %has = map { $_ => 1 } @{$c->{token}};
	$has{$_} ||= $has{write} for qw(read add);
	return "@{$c->{token}}" eq 'read' && $row->{writes} ?
	    'read-only-token' : 'insufficient-scope'
	    if !grep { $has{$_} } @needs;
	return $c->{limited} && !$row->{flags}{limited} ?
	    'insufficient-scope' : undef;
}

sub wanted {
	my ($row, $c) = @_;
	return $c->{unsafe} if $c->{unsafe} && $row->{writes};
	my $refused = $c->{refused} ? undef : refused_token($row, $c);
	return $refused if $refused;
	# Public routes, too, refuse a secret that has expired.
	return $c->{refused} if $row->{anybody} && defined $c->{as}{token} &&
	    $c->{refused};
	return $row->{owner} if $row->{public};
	return $c->{refused} // ($c->{by} eq 'viewer' ? viewer($row) :
	    $row->{$c->{by}});
}

# A viewer gets a member's answer where they change nothing that others see.
sub viewer {
	my ($row) = @_;
	return $row->{viewer} // ($row->{writes} && !$row->{own} &&
	    $row->{path} =~ /\{(?:list|task|attachment)Id\}/ ?
	    'list-is-read-only' : $row->{member});
}

1;
