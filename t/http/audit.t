# The audit: what each act leaves for its user and for the administrators, how long,
# in which pages, and that others' acts leave nothing.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;
use Passkey;
use Refusal;
use Totp;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $d = Docket->new('smtp-url' => 'smtp://localhost', registration => 'open',
    'base-url' => 'https://docket.example');
my $n = 0;
my $uuid = qr/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\z/;

sub someone { return $d->user('u' . ++$n . '@example.org') }
sub items { return $_[0]->get('/me/security' . ($_[1] // ''))
    ->{json}{items} }
sub count { return $d->sql('SELECT count(*) FROM audit') }
# Its lines since there were so many, oldest first.
sub since { my ($u, $was) = @_;
	my @all = reverse @{items($u, '?limit=1000')};
	return @all[$was .. $#all] }
sub must { my ($r) = @_;
	die((caller)[2] . ": $r->{status} $r->{body}") if $r->{status} !~ /^2/;
	return $r }
sub admin { my ($verb, @args) = @_;
	my $r = $d->run('docket-admin', 'user', $verb, @args);
	die "$verb: $r->{err}" if $r->{status};
	return }
sub wrong { my ($u, %h) = @_;
	return $d->with(%h)->post('/sessions', { email => $u->{email},
	    password => 'not the password' }) }
sub by { return { by => $_[0] } }

sub list_of {
	my ($u, @with) = @_;
	my $id = uuid();
	must($u->post('/lists', { id => $id, title => 'L' }));
	must($u->post("/lists/$id/members", { email => $_->{email} }))
	    for @with;
	return $id;
}

# [what, who did it, the act, its detail], of everything that has a line.  The act is
# called with the user, and returns what its line must say: by default {}.
my @acts = (
	['signed-in', 'self', sub {
		must($d->post('/sessions', { email => $_[0]{email}, password =>
		    $_[0]{password} })); by('password') }],
	['signed-in', 'self', sub {
		must(second_step($_[0], code_of($_[0]{secret}))); by('totp') },
	    enrolled => 1],
	['recovery-code-used signed-in', 'self', sub {
		must(second_step($_[0], $_[0]{recovery}[0]));
		({}, by('recovery-code')) }, enrolled => 1],
	['sign-in-refused', 'nobody', sub { wrong($_[0]); {} }],
	['second-factor-refused', 'nobody', sub {
		second_step($_[0], 'x'); {} }, enrolled => 1],
	['signed-out', 'self', sub {
		my $o = $d->sign_in($_[0]{email}, $_[0]{password});
		must($o->del('/sessions/current')); (by('password'), {}) },
	    before => 'signed-in'],
	['signed-out', 'self', sub {
		$d->sign_in($_[0]{email}, $_[0]{password});
		my ($s) = grep { !$_->{current} }
		    @{$_[0]->get('/me/sessions')->{json}{items}};
		must($_[0]->del("/me/sessions/$s->{id}")); (by('password'), {}) },
	    before => 'signed-in'],
	['signed-out', 'server', sub {
		admin('sessions', $_[0]{email}, '--end', 'all'); {} }],
	['password-changed', 'self', sub {
		must($_[0]->put('/me/password', { current => $_[0]{password},
		    new => 'long enough 1' })); {} }],
	['password-changed', 'server', sub {
		my $r = $d->run(qw(docket-admin user passwd), $_[0]{email},
		    '--password-stdin', \"long enough 2\n");
		die $r->{err} if $r->{status}; {} }],
	['password-reset', 'self', sub {
		my $code = $d->code($_[0]{email}, 'reset');
		must($d->put("/password-resets/$code", { password =>
		    'long enough 1' })); {} }],
	['email-changed', 'server', sub {
		admin('email', $_[0]{email}, 'x' . $_[0]{email}); {} }],
	['totp-on', 'self', sub { enrolled($_[0]); {} }],
	['totp-off', 'self', sub {
		must(confirm($_[0])->del('/me/totp', { code =>
		    code_of($_[0]{secret}) })); {} }, enrolled => 1],
	['recovery-codes-made', 'self', sub {
		must(confirm($_[0])->post('/me/recovery-codes')); {} }, enrolled => 1],
	['second-factor-removed-by-administrator', 'server', sub {
		admin('second-factor', $_[0]{email}, '--remove'); {} },
	    enrolled => 1],
	['token-made token-ended', 'self', sub {
		my $id = must($_[0]->post('/me/tokens', { name => 'T' }))
		    ->{json}{id};
		must($_[0]->del("/me/tokens/$id"));
		({ tokenId => $id }) x 2 }],
	['invited', 'self', sub {
		my $l = list_of($_[0]);
		must($_[0]->post("/lists/$l/invitations", { role => 'viewer',
		    accounts => 0 }));
		{ listId => $l, role => 'viewer', accounts => 0 } }],
	['role-changed', 'other', sub {
		my $o = someone();
		my $l = list_of($o, $_[0]);
		must($o->patch("/lists/$l/members/$_[0]{me}{id}", { role =>
		    'viewer' }));
		$_[0]{other} = $o;
		{ listId => $l, role => 'viewer' } }],
	['list-handed-over', 'other', sub {
		my $o = someone();
		my $l = list_of($_[0], $o);
		must($_[0]->post("/lists/$l/transfer", { userId =>
		    $o->{me}{id} }));
		must($o->post("/lists/$l/transfer/accept"));
		$_[0]{other} = $o;
		{ listId => $l, userId => $o->{me}{id} } }],
	['passkey-added signed-in passkey-removed', 'self', sub {
		my $k = Passkey->new;
		my $u = confirm($_[0]);
		my $id = must($k->add($u, 'K'))->{json}{id};
		must($k->sign_in($d));
		must($u->del("/me/passkeys/$id"));
		({}, by('passkey'), {}) }],
	['disabled enabled', 'server', sub {
		admin($_, $_[0]{email}) for qw(disable enable); ({}, {}) }],
);

# What is left of a line: who did it, in words.
sub who {
	my ($u, $actor) = @_;
	return 'none' if !defined $actor;
	return 'self' if $actor->{id} eq $u->{me}{id};
	return $u->{other} && $actor->{id} eq $u->{other}{me}{id} &&
	    $actor->{displayName} eq $u->{other}{me}{displayName} ? 'other' :
	    json($actor);
}

sub again {
	my ($u) = @_;
	return $u if $u->get('/me')->{status} == 200;
	for my $password ($u->{password}, 'long enough 1', 'long enough 2') {
		for my $email ($u->{email}, "x$u->{email}") {
			my $r = $d->post('/sessions', { email => $email,
			    password => $password });
			return $u->with(token => $r->{json}{token}), 1
			    if $r->{status} == 201;
			$d->sql('DELETE FROM attempt');
		}
	}
	die 'cannot sign in again';
}

# The lines of a user in the database: those of the user, or of the administrators
# about that user.
sub stored {
	my ($u, $scope) = @_;
	(my $id = $u->{me}{id}) =~ tr/-//d;
	return [split /\n/, $d->sql('SELECT at, what, detail FROM audit WHERE '
	    . 'scope = ' . ($scope ? "x'$id'" : 'zeroblob(16)') .
	    " AND user_id = x'$id' ORDER BY at")];
}

subtest 'each act has its lines' => sub {
	for my $row (@acts) {
		my ($what, $who, $act, %o) = @$row;
		my $u = someone();
		$u = enrolled($u) if $o{enrolled};
		my $was = @{items($u, '?limit=1000')};
		my @details = $act->($u);
		($u, my $more) = again($u);
		my @lines = since($u, $was);
		splice @lines, @details if $more;
		$what = "$o{before} $what" if $o{before};
		is join(' ', map { $_->{what} } @lines), $what,
		    "$what: it has its lines";
		is_deeply [map { $_->{detail} } @lines], \@details,
		    '... with what there is to say';
		my $line = $lines[-1];
		is who($u, $line->{actor}), $who =~ /server|nobody/ ? 'none' :
		    $who, "... and who did it ($who)";
		is $line->{address}, $who eq 'server' ? undef : '127.0.0.1',
		    '... and from where';
		is_deeply stored($u, 0), stored($u, 1),
		    'the administrators have the same';
	}
};

subtest 'an account from its beginning to its end' => sub {
	my %new = (email => 'new@example.org', password => 'long enough 1');
	my $r = must($d->post('/users', { %new, displayName => 'N' }));
	my $u = $d->sign_in(@new{qw(email password)});
	is_deeply [map { [$_->{what}, $_->{detail}] } reverse @{items($u)}],
	    [['account-made', by('sign-up')], ['signed-in', by('password')]],
	    'it was made by signing up';
	my $a = someone();
	is_deeply [map { $_->{detail} } grep { $_->{what} eq 'account-made' }
	    @{items($a)}], [by('administrator')], 'or by the administrator';
	must($u->del('/me', { password => $new{password} }));
	is $d->sql("SELECT group_concat(what, ' ') FROM (SELECT what FROM audit
	    WHERE scope = zeroblob(16) AND user_id = x'" .
	    ($u->{me}{id} =~ tr/-//dr) . "' ORDER BY at) AS u"),
	    'account-made signed-in user-removed',
	    'the administrators keep what was';
};

subtest 'pages' => sub {
	my $u = someone();
	my $a = someone();
	for (1 .. 4) {
		my $id = must($u->post('/me/tokens', { name => "T$_" }))
		    ->{json}{id};
		must($u->del("/me/tokens/$id"));
	}
	my $all = items($u);
	is scalar @$all, 10, 'everything, the newest first';
	is join(' ', map { $_->{at} } @$all),
	    join(' ', reverse sort map { $_->{at} } @$all), 'in order';
	my ($after, @got) = ('');
	for (1 .. 4) {
		my $r = $u->get("/me/security?limit=3$after")->{json};
		push @got, @{$r->{items}};
		is $r->{more} ? 1 : 0, $_ < 4 ? 1 : 0, "page $_ knows";
		is $r->{next}, $_ < 4 ? $got[-1]{at} : undef,
		    'where to go on';
		$after = "&after=$r->{next}" if $r->{more};
	}
	is_deeply \@got, $all, 'pages have each item once';
	is scalar @{items($a)}, 2, 'and nobody else has them';
	is said($u->get("/me/security?$_->[0]")), "422 $_->[1]", $_->[0]
	    for ['limit=0', 'validation-failed /limit:out-of-range'],
	    ['after=x', 'validation-failed /after:invalid-format'],
	    ['since=2026-01-01T00:00:00Z', 'invalid-since /since:not-allowed'];
};

subtest 'refusals do not fill the disk' => sub {
	my $u = someone();
	my $tries = sub { for (1 .. $_[0]) { wrong($u);
	    $d->sql('DELETE FROM attempt') } };
	my $id = $u->{me}{id} =~ tr/-//dr;
	my $was = count();
	is wrong({ email => 'nobody@example.org' })->{status}, 401,
	    'an unknown account';
	is count(), $was, 'leaves nothing';
	$tries->(1);
	is count(), $was + 2, 'a wrong password leaves a line twice';
	# As if it had been tried so often.
	$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < 99) INSERT INTO audit (scope, at, what, user_id, detail)
	    SELECT scope, at + i, what, user_id, detail FROM audit, n
	    WHERE user_id = x'$id' AND what = 'sign-in-refused'");
	$was = count();
	$tries->(1);
	is count(), $was + 2, 'the line after a hundred';
	is_deeply items($u)->[0]{detail}, { count => 1 }, 'counts';
	$tries->(3);
	is count(), $was + 2, 'and the last of an hour';
	is_deeply items($u)->[0]{detail}, { count => 4 }, 'counts on';
	is_deeply stored($u, 0), stored($u, 1), 'in both places';
	$d->sql("UPDATE audit SET at = at - 3700000000");
	$tries->(1);
	is_deeply items($u)->[0]{detail}, {}, 'an hour later it is a line again';
};

subtest 'ordinary requests leave nothing' => sub {
	my ($u, $o) = (someone(), someone());
	my $was = count();
	my ($l, $t) = (list_of($u, $o), uuid());
	must($u->post("/lists/$l/tasks", { id => $t, title => 'T' }));
	must($u->patch("/lists/$l/tasks/$t", { title => 'U' }));
	must($u->patch('/me', { displayName => 'U' }));
	must(confirm($u)->get('/me/security'));
	must($u->get('/me/changes'));
	is count(), $was, 'no line';
};

subtest 'how long it is kept' => sub {
	my $u = someone();
	must($u->post('/me/tokens', { name => "T$_" })) for 1 .. 5;
	my $all = 'SELECT count(*) FROM audit WHERE address IS NOT NULL';
	my ($lines, $addresses) = (count(), $d->sql($all));
	my $clean = sub { my $r = $d->later($_[0])->run('docket-cleanup',
	    '--clock-is-right', '--quiet'); die $r->{err} if $r->{status} };
	cmp_ok $addresses, '>', 0, 'there are addresses';
	$clean->('89d');
	is $d->sql($all), $addresses, 'addresses for 89 days';
	$clean->('91d');
	is $d->sql($all), 0, 'and no longer than 90';
	$clean->('364d');
	is count(), $lines, 'lines for 364 days';
	$clean->('366d');
	is count(), 0, 'and no longer than a year';
};

subtest 'what a program says of itself' => sub {
	my $u = someone();
	my $name = "Fire\x01fox \xe2\x82\xac\xff " . 'x' x 300;
	$u->post('/me/tokens', { name => 'T' }, 'User-Agent' => $name);
	is length(items($u)->[0]{device}), 100, 'is cut';
	unlike items($u)->[0]{device}, qr/[\x00-\x1f]/, 'and cleaned';
};

subtest 'the log' => sub {
	my $u = someone();
	my $r = $u->post('/me/tokens', { name => 'T' });
	is $r->{raw}{err}, "account: audit token-made user $u->{me}{id} by "
	    . "$u->{me}{id} {\"tokenId\":\"$r->{json}{id}\"}\n",
	    'has each line, with ids alone';
};

Docket::documented($record);
done_testing;
