# Nobody can see or change other users' data: every route as every kind of
# caller, and with every kind of wrong id in its path and body.  AccessTable.pm
# has the expected answers; a route without a row there fails.  No answer may
# contain a text or an id that its caller may not read, and no refusal may
# change the database.  With PostgreSQL, whose statements are made of the same text, a
# third of the routes are asked, another one each time; DOCKET_ROUTES=all: all.
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
my ($id, $user) = @$w{qw(id user)};

sub try {
	my ($name, $row, $c, $want, %o) = @_;
	my $r = ask($row, $c, %o);
	my @why = faults($row, $want, $r);
	ok !@why, "$c->{name}, $name: $want" or diag join "\n", @why;
	return $r;
}

# The same in a batch.
sub in_batch {
	my ($name, $row, $c, $want) = @_;
	return if $row->{public} ||
	    grep { $row->{flags}{$_} } qw(alone batch upload);
	my @why = faults($row, $want, ask_in_batch($row, $c));
	ok !@why, "$c->{name}, $name, in a batch: $want"
	    or diag join "\n", @why;
}

# HEAD is GET without the body.
sub head_too {
	my ($row, $c, $get) = @_;
	my $r = ask($row, $c, method => 'HEAD');
	is_deeply [$r->{status}, $r->{body}, $r->{headers}],
	    [$get->{status}, '', $get->{headers}], "$c->{name}: HEAD";
}

# Others' records of a kind.
sub foreign { my ($me, $kind) = @_;
	return map { "$_.$kind" } grep { $_ ne $me } qw(ada mel sid) }

# For each parameter in turn that names a record: one of one's own elsewhere, another's, a deleted
# one, none at all, no id, one of another kind.
sub wrong_ids {
	my ($row, $c) = @_;
	for my $param (grep { $_ ne 'key' } @{$row->{params}}) {
		my ($kind, $me) = (kind($param), $c->{me});
		my $code = $row->{codes}{$param} // $row->{others};
		my %bad = (never => uuid(), 'no id' => 'x',
		    'of another kind' => $kind eq 'list' ? 'shared.task' :
		    $kind eq 'reset' ? 'una.verify' : 'shared.list',
		    'deleted' => "deleted.$kind");
		$bad{elsewhere} = $kind eq 'user' ? 'ada.user' : "$me.$kind"
		    if @{$row->{params}} > 1;
		$bad{live} = $kind eq 'tag' ? 'ada.tag' : "shared.$kind"
		    if right($row, $param) =~ /^deleted/;
		if ($kind eq 'user') {
			$bad{stranger} = 'sid.user';
		} elsif ($kind !~ /^(?:reset|link)$/) {
			$bad{$_} = $_ for foreign($me, $kind);
		}
		for (sort keys %bad) {
			next if $bad{$_} eq right($row, $param);
			# One's own is found; then the last is wrong.
			my $last = $row->{codes}{$row->{params}[-1]};
			try("$param $_", $row, $c, $_ eq 'elsewhere' &&
			    $last ? $last : $code, path => {
			    $param => $bad{$_} });
		}
	}
}

# All of a path within a list that is gone, or below a task that is.
sub gone {
	my ($row, $c) = @_;
	my %lost = (listId => 'deleted.list', taskId => 'lost.task',
	    stepId => 'lost.step', attachmentId => 'lost.attachment');
	my %buried = (%lost, listId => 'shared.list',
	    taskId => 'deleted.task', stepId => 'buried.step',
	    attachmentId => 'buried.attachment');
	for (['a lost list', \%lost], ['a deleted task', \%buried]) {
		my ($name, $set) = @$_;
		next if grep { !$set->{$_} } @{$row->{params}};
		next if !grep { right($row, $_) ne $set->{$_} }
		    @{$row->{params}};
		try("all of $name", $row, $c, $row->{others}, path => $set);
	}
}

# One's own parent for another's record, and the other way round.
sub half_own {
	my ($row, $c) = @_;
	my @params = @{$row->{params}};
	return if @params < 2;
	for my $own (@params) {
		my ($wrong) = grep { $_ ne $own } @params;
		try("one's own $own", $row, $c, $row->{codes}{$wrong} //
		    $row->{others}, path => { $own => "$c->{me}." .
		    kind($own) });
	}
}

# What is wrong for a member of the body that names a record: value, code.
sub wrong_values {
	my ($row, $field, $me) = @_;
	my ($last) = $row->{path} =~ /(\w+)s$/;
	my $kind = $field eq 'beforeId' || $field eq 'afterId' ?
	    kind($row->{params}[-1]) : $field eq 'id' ? $last :
	    $field =~ s/Ids?$//r;
	my @other = (foreign($me, $kind), "deleted.$kind");
	my $never = uuid();
	# It moves to the caller's own list.
	my $elsewhere = $row->{path} =~ /move$/ ? 'mels.task' : "$me.$kind";
	my %is = (
		beforeId => ['invalid-neighbors', $elsewhere, @other, $never],
		groupId => ['group-not-found', @other, $never],
		listId => ['list-not-found', @other, $never],
		tagIds => ['unknown-tag', @other, $never],
		listIds => ['validation-failed', @other, $never],
		assigneeId => ['assignee-not-eligible', 'sid.user',
		    'rex.user', 'lea.user', 'vic.user', $never],
		userId => ['member-not-found', 'sid.user', 'rex.user',
		    'lea.user', "$me.user", $never],
		email => ['not-shareable', $user->{una}{email},
		    $user->{$me}{email}, 'no@example.org'],
		id => [$kind eq 'attachment' ? 'attachment-id-in-use' :
		    'id-in-use', @other, $kind eq 'list' ? () : "$me.$kind"],
	);
	# Ids of tags and groups are each user's own.
	$is{id} = [201, foreign($me, $kind)] if $kind =~ /^(?:tag|group)$/;
	$is{afterId} = $is{beforeId};
	my ($code, @values) = @{$is{$field} // die "$field: no row\n"};
	return map { [$_, $code] } @values;
}

sub wrong_bodies {
	my ($row, $c) = @_;
	for my $field (@{$row->{refers}}) {
		for (wrong_values($row, $field, $c->{me})) {
			my ($name, $code) = @$_;
			my $value = $id->{$name} // $name;
			$value = ["<me.$1>", $value] if $field =~ /(.*)Ids$/;
			# A neighbour goes alone: two might be out of order.
			my @alone = $field =~ /^(?:before|after)Id$/ ?
			    (beforeId => undef, afterId => undef) : ();
			try("$field $name", $row, $c, $code, body => {
			    @alone, $field => $value });
		}
	}
}

# An answer kept under a key is given again to its own user alone.
sub replayed {
	my ($row) = @_;
	my %same = (new => uuid(), headers => { 'Idempotency-Key' => 'k' });
	my @twice = map { ask($row, $caller{ada}, %same) } 1, 2;
	is_deeply [$twice[1]{headers}{'idempotent-replayed'},
	    @{$twice[1]}{qw(status body)}],
	    ['true', @{$twice[0]}{qw(status body)}], 'the owner: replayed';
	for my $c (@callers[0 .. $#callers - 1]) {
		my $r = ask($row, $c, %same);
		my $want = wanted($row, $c);
		my @shown = $w->leaks($r->{status} < 300 ? $c->{me} : undef,
		    $r->{raw}{out}, @{$r->{sent}});
		# What was restored is not found again.
		ok !$r->{headers}{'idempotent-replayed'} && !@shown &&
		    ($want =~ /^\d/ || $r->{json}{code} eq $want ||
		    ($want eq 'list-is-read-only' && $r->{status} == 404)),
		    "$c->{name}: not another's answer"
		    or diag $r->{raw}{out};
	}
	$w->{kept}->restore;
}

my %route = map { +"$_->{method} $_->{path}" => $_ } Docket::routes();
my %rows;
for (@rows) {
	my ($route, $owner, $member, $others, $more) = @$_;
	push @{$rows{$route}}, { %$more, route => $route, owner => $owner,
	    member => $member, others => $others };
}
is unlisted(\%route, @rows), '', 'every route has a row, and every row a route';

my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;
my $all = engine() eq 'sqlite' || ($ENV{DOCKET_ROUTES} // '') eq 'all';
my @asked = grep { $all || rand 3 < 1 } sort grep { $route{$_} } keys %rows;
diag "access seed=$seed routes=@{[scalar @asked]}";

for my $name (@asked) {
	my ($route, $n) = ($route{$name}, 0);
	my $flags = $route->{flags};
	subtest $name => sub {
		for my $row (@{$rows{$name}}) {
			$row->{path} = $route->{path};
			$row->{params} = [$route->{path} =~ /\{(\w+)\}/g];
			@$row{qw(public anybody)} = @$flags{qw(public anybody)};
			$row->{flags} = $flags;
			$row->{writes} = $route->{method} ne 'GET';
			# An address that names no user.
			my $address = $name =~ m{^(?:PUT\ /me/email|
			    POST\ /lists/\{listId\}/invitations)$}x;
			$row->{refers} = [$row->{public} ? () : grep {
			    /Ids?$|^id$/ || $_ eq 'email' && !$address }
			    $row->{form} ? keys %{$row->{form}} :
			    map { $_->{name} } @{$route->{fields}}];
			$w->{kept}->restore;
			each_caller($row);
		}
	};
}

sub each_caller {
	my ($row) = @_;
	my $as = $row->{query} // ($row->{fill} ?
	    join ' ', values %{$row->{fill}} : 'plain');
	for my $c (@callers) {
		my $want = wanted($row, $c);
		my $r = try($as, $row, $c, $want);
		in_batch($as, $row, $c, $want) if ($c->{me} // '') eq 'vic';
		head_too($row, $c, $r) if !$row->{writes};
		next if !$c->{me} || $c->{unsafe} || $c->{token};
		if ($want =~ /^\d/) {
			wrong_ids($row, $c);
			gone($row, $c) if @{$row->{params}} && !$row->{public};
			wrong_bodies($row, $c);
		} elsif ($c->{by} eq 'others') {
			half_own($row, $c);
			try('If-Match', $row, $c, $want, headers => {
			    'If-Match' => '"x"' }) if $row->{writes};
		}
	}
	replayed($row) if $row->{route} =~ /^(?:POST|PATCH)/ &&
	    $row->{owner} =~ /^\d/ && !$row->{public} &&
	    !$route{$row->{route}}{flags}{'no-store'} &&
	    !$route{$row->{route}}{flags}{batch};
}

# What a member may read, too.
subtest 'export and cleanup are about the lists that one owns' => sub {
	my %export = map { $_ => $user->{$_}->get('/me/export')->{body} }
	    qw(ada mel);
	like $export{ada}, qr/qx7sharedx7q/,
	    'the owner\'s export contains the list';
	unlike $export{mel}, qr/qx7sharedx7q/, 'a member\'s export does not';
	is $user->{mel}->post('/me/completed-tasks/cleanup')->{json}{removed},
	    1, 'cleanup deletes completed tasks of own lists';
	unlike join("\n", $w->{kept}->changed), qr/qx7sharedx7q/,
	    'and none of a list that others own';
	$w->{kept}->restore;
};

documented($record);
done_testing;
