# What access tokens may do: every route as every kind of token, alone and in a
# batch, with records of lists that the token is limited to, of others, and of other
# people.  AccessTable.pm says what a session gets; the column of the table of routes
# (build/routes), what a token does.  A route without one there takes sessions alone.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use AccessCase;
use AccessTable;
use Docket;

begin();
my $id = $w->{id};

# The callers; `over`, what is listed, for those that are limited.
my @tokens = map {
	my ($name, %o) = ($_, %{$World::tokens{$_}});
	my $scopes = $o{scopes} // [$o{readOnly} ? 'read' : 'write'];
	{ name => $name, me => 'ada', by => 'owner', token => $scopes,
	    as => $w->{tokens}{$name}, limited => $o{listIds} ? 1 : 0,
	    $name eq 'over' ? (me => undef, refused => 'no-session') : (),
	    $name =~ /^listed/ ? (sees => 'listed') :
	    $name eq 'elsewhere' ? (sees => 'elsewhere', by => 'others') : (),
	    blind => !grep { /^(?:read|write)$/ } @$scopes }
} sort keys %World::tokens;

# Routes whose parameters name what is in a list.
sub in_list { my ($row) = @_;
	return grep { /^(?:list|task|step|attachment)Id$/ } @{$row->{params}} }

# What a limited token is refused though its list is listed: groups, and lists that
# are not.
sub beyond {
	my ($row) = @_;
	my %in = %{$row->{body} // {}};
	return defined $in{groupId} ? 'group-not-found' :
	    defined $in{listId} ? 'list-not-found' : undef;
}

sub wanted_of {
	my ($row, $c) = @_;
	return wanted($row, { %$c, by => 'owner' })
	    if $c->{refused} || !$c->{limited} || !in_list($row) ||
	    refused_token($row, $c);
	return $row->{others} if $c->{by} eq 'others';
	return ($row->{owner} =~ /^\d/ && beyond($row)) || wanted($row, $c);
}

sub try {
	my ($name, $row, $c, $want, $r) = @_;
	# Its answer to a batch has no rows.
	$row = { %$row, bare => 1 } if $row->{flags}{batch} && $c->{blind};
	# Of her own list's mark, a limited token reads the address alone.
	$r->{raw}{out} =~ s/qx7adax7q(?=\@)//g if ($r->{sees} // '') eq 'listed';
	my @why = faults($row, $want, $r);
	ok !@why, "$c->{name}, $name: $want" or diag join "\n", @why,
	    substr $r->{raw}{out}, 0, 600;
	return;
}

# The answer to a row in a batch.
sub wanted_in_batch {
	my ($row, $c) = @_;
	return 'no-session' if $c->{refused};
	return 'insufficient-scope' if "@{$c->{token}}" eq 'dav';
	return 'not-in-batch' if grep { $row->{flags}{$_} }
	    qw(alone batch upload);
	return wanted_of($row, $c);
}

# Everything else of the caller's, and of others', is as if there were no such
# record.
sub not_listed {
	my ($row, $c) = @_;
	for my $param (in_list($row)) {
		my $kind = kind($param);
		my $code = $row->{codes}{$param} // $row->{others};
		try("$param $_", $row, $c, $code, ask($row, $c, path => {
		    $param => $_ })) for "unlisted.$kind", "ada.$kind",
		    "sid.$kind", 'x';
	}
	my %bad = (listId => 'list-not-found', beforeId => 'invalid-neighbors',
	    afterId => 'invalid-neighbors', groupId => 'group-not-found',
	    id => $row->{form} ? 'attachment-id-in-use' : 'id-in-use');
	for my $field (grep { $bad{$_} } $row->{form} ? 'id' :
	    map { $_->{name} } @{$row->{fields}}) {
		my ($kind) = $field eq 'id' ? $row->{path} =~ /(\w+)s$/ :
		    $field =~ /^(?:group|list)Id$/ ? kind($field) :
		    kind($row->{params}[-1]);
		my $other = $kind eq 'group' ? 'ada.group' : "unlisted.$kind";
		my %alone = $field =~ /^(?:before|after)Id$/ ?
		    (beforeId => undef, afterId => undef) : ();
		try("$field $other", { %$row, body => $row->{body} // {} }, $c,
		    $bad{$field}, ask($row, $c, body => { %alone,
		    $field => $id->{$other} }));
	}
}

my %route = map { +"$_->{method} $_->{path}" => $_ } Docket::routes();

# The account, people and feeds: all that has no value in the column.
is join("\n", sort grep { my $f = $route{$_}{flags};
	!$f->{public} && !grep { /^token:/ } keys %$f } keys %route),
    join("\n", sort map { my ($path, @methods) = split;
	map { "$_ $path" } @methods } grep { /\S/ } split /\n/, <<'END'),
/me DELETE
/me/password PUT
/me/email PUT
/me/email-verification POST
/me/sessions GET
/me/sessions/{sessionId} DELETE
/sessions/current DELETE
/me/tokens GET POST
/me/tokens/{tokenId} DELETE
/me/confirmation POST
/me/totp POST PUT DELETE
/me/recovery-codes POST
/me/passkeys/options POST
/me/passkeys GET POST
/me/passkeys/{passkeyId} PATCH DELETE
/me/identities GET POST
/me/identities/{identityId} DELETE
/me/security GET
/me/feeds POST
/me/feeds/{feedId} DELETE
/lists/{listId}/members POST
/lists/{listId}/members/{userId} PATCH DELETE
/lists/{listId}/invitations GET POST
/lists/{listId}/invitations/{invitationId} DELETE
/invitations/accept POST
/invitations/{code} GET
/invitations/{code}/accept POST
/lists/{listId}/transfer GET POST DELETE
/lists/{listId}/transfer/accept POST
/admin/users GET POST
/admin/users/{userId} PATCH DELETE
/admin/users/{userId}/second-factor DELETE
/admin/service GET
/admin/audit GET
END
    'sessions alone do this';

for (@rows) {
	my ($name, $owner, $member, $others, $more) = @$_;
	my $route = $route{$name};
	next if grep { ($_ // '') =~ /^deleted\.(?:group|tag)$/ }
	    values %{$more->{fill} // {}} and !$route->{flags}{'token:write'};
	my $row = { %$more, route => $name, owner => $owner,
	    member => $member, others => $others, path => $route->{path},
	    params => [$route->{path} =~ /\{(\w+)\}/g],
	    flags => $route->{flags}, fields => $route->{fields},
	    writes => $route->{method} ne 'GET',
	    map { $_ => $route->{flags}{$_} } qw(public anybody) };
	my $as = $more->{query} // join ' ', values %{$more->{fill} // {}};
	subtest "$name $as" => sub {
		$w->{kept}->restore;
		for my $c (@tokens) {
			my $want = wanted_of($row, $c);
			try('alone', $row, $c, $want, ask($row, $c));
			try('in a batch', $row, $c, wanted_in_batch($row, $c),
			    ask_in_batch($row, $c)) if !$row->{public};
			not_listed($row, $c) if $c->{sees} &&
			    $c->{by} eq 'owner' && $want =~ /^\d/;
		}
	};
}

documented($record);
done_testing;
