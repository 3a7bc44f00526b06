# A client that records each request before it sends it, and each answer.
# Afterwards the database must contain what was acknowledged, whatever happened
# to the service:
#
#	acknowledged <= stored <= acknowledged + unknown
#
#	my $client = Ledger->new($user, "$dir/ledger-1");
#	$client->act until -e $stop;	# a random request each time
#	@faults = Ledger::faults($data, "$dir/ledger-1", ...);
#	@faults = Ledger::damage($data);	# without a ledger
#
# A ledger is a file of lines of JSON: an intent, { n, key, op, kind, id, ... },
# before the request, and its result, { n, status }, after it.  Status 0 means
# that the answer did not come from Docket, so that the outcome is unknown.
# Only the client's own user writes to that user's lists.
package Ledger;
use strict;
use warnings;
use Backup ();
use Digest::SHA 'sha256_hex';
use Docket;
use IO::Handle;
use Time::HiRes 'sleep';

sub new {
	my ($class, $user, $path) = @_;
	open my $out, '>>', $path or die "$path: $!\n";
	$out->autoflush;
	return bless { u => $user, out => $out, n => -s $path, have => {},
	    faults => [], late => 0 }, $class;
}

sub note {
	my ($c, %line) = @_;
	print {$c->{out}} json(\%line), "\n" or die "ledger: $!\n";
}

# Sends one request: the status, or 0 if the answer is not a problem or a
# complete success from Docket.
sub send {
	my ($c, $line, $method, $path, $body, %h) = @_;
	$line->{key} //= uuid();
	$line->{n} = ++$c->{n};
	$c->note(%$line);
	my $r = $c->{u}->$method($path, $body, 'Idempotency-Key' =>
	    $line->{key}, %h);
	my $problem = ($r->{headers}{'content-type'} // '') =~ /problem/;
	my $status = $r->{status} =~ /^2/ || $problem ? $r->{status} : 0;
	$status = 0 if $r->{status} =~ /^2/ && $r->{body} ne '' && !$r->{json};
	# It may have been done, but not kept.
	$status = 0 if $status == 500 || $status == 503;
	$c->note(n => $line->{n}, status => $status);
	return $status;
}

# Tries for a minute or so, until the result is defined: that.
sub patiently {
	my ($what, $try) = @_;
	for my $n (1 .. 110) {
		my $result = $try->();
		return $result if defined $result;
		sleep 0.01 * $n;
	}
	die "no answer: $what\n";
}

# Repeats a request until its outcome is known, as a client does that lost its
# connection.
sub surely {
	my ($c, $line, @request) = @_;
	return patiently("@request[0, 1]", sub {
		return $c->send({ %$line }, @request) || undef;
	});
}

sub any { my ($c, $kind) = @_; my @ids = keys %{$c->{have}{$kind}};
	return @ids ? $ids[rand @ids] : undef }

# Creates a record for certain; its id.
sub make {
	my ($c, $kind, $parent, $path) = @_;
	my $id = uuid();
	my $status = $c->surely({ op => 'create', kind => $kind, id => $id,
	    parent => $parent, title => "made $id", key => uuid() }, 'post',
	    $path, { id => $id, title => "made $id" });
	die "$path: $status\n" if $status !~ /^2/;
	return $c->{have}{$kind}{$id} = $id;
}

# The present title; undef if there is no such task.
sub title_of {
	my ($c, $list, $id) = @_;
	my $r = patiently($id, sub {
		my $r = $c->{u}->get("/lists/$list/tasks/$id");
		return $r->{status} =~ /^(?:200|404)$/ && $r->{json} ? $r :
		    undef;
	});
	return $r->{json}{title};
}

my @acts = (
	# A task, sometimes with steps.
	[4, sub { my ($c) = @_; my ($id, $list) = (uuid(), $c->any('list'));
		my $status = $c->send({ op => 'create', kind => 'task',
		    id => $id, parent => $list, title => "new $id" }, 'post',
		    "/lists/$list/tasks", { id => $id, title => "new $id",
		    position => rand 2 < 1 ? 'top' : 'bottom' });
		$c->{have}{task}{$id} = $list if $status =~ /^2/ }],
	[4, sub { my ($c) = @_; my $id = $c->any('task') // return;
		my $title = 'title ' . uuid();
		$c->send({ op => 'title', kind => 'task', id => $id,
		    title => $title }, 'patch',
		    "/lists/$c->{have}{task}{$id}/tasks/$id",
		    { title => $title, notes => "about $title" }) }],
	[2, sub { my ($c) = @_; my ($id, $at) = map { $c->any('task') // return
		    } 1, 2;
		my $list = $c->{have}{task}{$id};
		return if $id eq $at || $list ne $c->{have}{task}{$at};
		$c->send({ op => 'rank', kind => 'task', id => $id }, 'patch',
		    "/lists/$list/tasks/$id/rank", { beforeId => $at }) }],
	[2, sub { my ($c) = @_; my $id = $c->any('task') // return;
		my ($from, $to) = ($c->{have}{task}{$id}, $c->any('list'));
		return if $from eq $to;
		# To ask again, it must know where the task is.
		my $status = $c->surely({ op => 'move', kind => 'task',
		    id => $id, parent => $to, key => uuid() }, 'post',
		    "/lists/$from/tasks/$id/move", { listId => $to });
		$c->{have}{task}{$id} = $to if $status =~ /^2/ }],
	[1, sub { my ($c) = @_; my $id = $c->any('task') // return;
		my $list = delete $c->{have}{task}{$id};
		$c->send({ op => 'delete', kind => 'task', id => $id }, 'del',
		    "/lists/$list/tasks/$id") }],
	[2, sub { my ($c) = @_; my ($id, $task) = (uuid(), $c->any('task') //
		    return);
		$c->send({ op => 'create', kind => 'step', id => $id,
		    parent => $task, title => "step $id" }, 'post',
		    "/tasks/$task/steps", { id => $id, title => "step $id" })
		}],
	[1, sub { my ($c) = @_; my ($id, $task) = (uuid(), $c->any('task') //
		    return);
		# Text, since bytes of no known type are refused.
		my $bytes = join '', 'text ', map { chr 97 + rand 26 }
		    1 .. rand 5000;
		my ($form, $type) = Docket::multipart(['id', $id],
		    ['file', $bytes, 'a.txt', 'text/plain']);
		$c->send({ op => 'create', kind => 'attachment', id => $id,
		    parent => $task, title => sha256_hex($bytes) }, 'post',
		    "/tasks/$task/attachments", $form,
		    'Content-Type' => $type) }],
	# A title whose answer was lost although it was stored; then another
	# title, which is acknowledged; then the first request again with its
	# key: it was done once, and must not be done again.
	[4, sub { my ($c) = @_; my $id = $c->any('task') // return;
		my $path = "/lists/$c->{have}{task}{$id}/tasks/$id";
		my ($lost, $next) = map { "$_ " . uuid() } 'lost', 'next';
		my %lost = (op => 'title', kind => 'task', id => $id,
		    title => $lost, key => uuid());
		return if $c->send({ %lost }, 'patch', $path,
		    { title => $lost }) != 0 && rand 2 >= 1;
		my $is = $c->title_of($c->{have}{task}{$id}, $id) // return;
		return if $is ne $lost;
		$c->surely({ op => 'title', kind => 'task', id => $id,
		    title => $next, key => uuid() }, 'patch', $path,
		    { title => $next }) =~ /^2/ or return;
		$c->surely({ %lost, op => 'again', title => $next }, 'patch',
		    $path, { title => $lost });
		$c->{late}++;
		$is = $c->title_of($c->{have}{task}{$id}, $id) // '';
		push @{$c->{faults}}, "$id: $lost was done twice"
		    if $is eq $lost }],
);

sub act {
	my ($c) = @_;
	my $sum = 0;
	$c->make('list', '', '/lists') while keys %{$c->{have}{list}} < 2;
	$sum += $_->[0] for @acts;
	my $at = rand $sum;
	for (@acts) {
		next if ($at -= $_->[0]) >= 0;
		return $_->[1]->($c);
	}
}

# The possible states of each record according to a ledger: { kind, live => { 0,
# 1 }, title => {}, parent => {} }, the keys being the possible values.
sub possible {
	my ($path, $count) = @_;
	my (%is, %intent);
	open my $in, '<', $path or die "$path: $!\n";
	while (<$in>) {
		# The last line of a client that was killed while writing.
		my $line = eval { $Docket::Json->decode($_) } // next;
		if (!defined $line->{status}) {
			$intent{$line->{n}} = $line;
			next;
		}
		my $i = delete $intent{$line->{n}};
		apply($is{$i->{id}} //= { kind => $i->{kind},
		    live => { 0 => 1 } }, $i, $line->{status});
		$count->{$line->{status} =~ /^2/ ? 'acknowledged' :
		    $line->{status} ? 'refused' : 'unknown'}++;
		$count->{uploaded}++
		    if $i->{kind} eq 'attachment' && $line->{status} =~ /^2/;
	}
	for (values %intent) {
		apply($is{$_->{id}} //= { kind => $_->{kind},
		    live => { 0 => 1 } }, $_, 0);
		$count->{unknown}++;
	}
	return \%is;
}

sub apply {
	my ($is, $i, $status) = @_;
	if ($status == 404) {
		$is->{wrong} = "$i->{op} found nothing" if !$is->{live}{0};
		$is->{live} = { 0 => 1 };
	}
	return if $status >= 400;
	my %to = (live => $i->{op} eq 'delete' ? 0 : 1);
	$to{$_} = $i->{$_} for grep { defined $i->{$_} } qw(title parent);
	# Only a creation can make a record that did not exist.
	delete $to{live} if $i->{op} !~ /create|delete/ && !$status;
	for (keys %to) {
		$is->{$_} = {} if $status;
		$is->{$_}{$to{$_}} = 1;
	}
}

my $stored = join ' UNION ALL ', map { "SELECT lower(substr(hex(id), 1, 8) ||
    '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-' ||
    substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)) || '|' || $_->[1] ||
    '|' || lower(hex($_->[2])) FROM $_->[0] WHERE deleted_at = 0" }
    (['list', 'title', "''"], ['task', 'title', 'list_id'],
    ['step', 'title', 'task_id'], ['attachment', 'lower(hex(sha256))',
    'task_id']);

# How a database contradicts the ledgers; nobody may be writing to it.  If a
# hash is given first, counts acknowledged, refused and unknown requests in it.
sub faults {
	my ($data, @ledgers) = @_;
	my $count = ref $ledgers[0] ? shift @ledgers : {};
	my @faults = damage($data);
	return @faults if @faults;
	my %row = map { my ($id, @row) = split /\|/, $_, -1; ($id, \@row) }
	    rows($data, $stored);
	for my $path (@ledgers) {
		my $is = possible($path, $count);
		for my $id (sort keys %$is) {
			my ($may, $row) = ($is->{$id}, delete $row{$id});
			my $what = "$may->{kind} $id";
			push @faults, "$what: $may->{wrong}" if $may->{wrong};
			push @faults, "$what is lost"
			    if !$row && !$may->{live}{0};
			push @faults, "$what is not gone"
			    if $row && !$may->{live}{1};
			next if !$row;
			push @faults, "$what is '$row->[0]'"
			    if !$may->{title}{$row->[0]};
			push @faults, "$what is in $row->[1]" if !grep {
			    tr/-//dr eq $row->[1] } keys %{$may->{parent}};
		}
	}
	push @faults, map { "$_ is nobody's" } sort keys %row;
	return @faults;
}

my $damage = <<'SQL';
SELECT 'two live siblings share rank ' || rank FROM (
    SELECT rank FROM task WHERE deleted_at = 0
    GROUP BY list_id, rank HAVING count(*) > 1
    UNION ALL SELECT rank FROM step WHERE deleted_at = 0
    GROUP BY task_id, rank HAVING count(*) > 1
    UNION ALL SELECT rank FROM list_group WHERE deleted_at = 0
    GROUP BY user_id, rank HAVING count(*) > 1
    UNION ALL SELECT rank FROM access WHERE deleted_at = 0
    GROUP BY user_id, group_id, rank HAVING count(*) > 1) AS shared
UNION ALL SELECT 'two rows in the feed of ' || hex(id) FROM (
    SELECT id FROM feed
    GROUP BY scope, kind, id HAVING count(*) > 1) AS rows_of
UNION ALL SELECT 'a user sees two changes at ' || stamp FROM (
    SELECT f.stamp FROM (
	SELECT user_id, list_id AS scope, gained_at FROM access
	WHERE deleted_at = 0
	UNION ALL SELECT id, id, 0 FROM user) AS seen
    JOIN feed f ON f.scope = seen.scope AND f.stamp > seen.gained_at
    GROUP BY seen.user_id, f.stamp HAVING count(*) > 1) AS twice
UNION ALL SELECT 'docket-cleanup takes a row of kind ' || kind || ' for ' ||
    CASE WHEN gone > 0 THEN 'a tombstone' ELSE 'a live one' END
FROM feed AS f
WHERE (gone > 0) <> CASE kind
    WHEN 0 THEN gone > 0 OR EXISTS (SELECT 1 FROM list x WHERE x.id = f.id
	AND x.owner_id = f.scope AND x.deleted_at > 0)
    WHEN 1 THEN EXISTS (SELECT 1 FROM list_group x WHERE x.user_id = f.scope
	AND x.id = f.id AND x.deleted_at > 0)
    WHEN 2 THEN EXISTS (SELECT 1 FROM task x WHERE x.id = f.id
	AND x.deleted_at > 0)
    WHEN 3 THEN 1 = 1
    WHEN 4 THEN EXISTS (SELECT 1 FROM step x WHERE x.id = f.id
	AND x.deleted_at > 0)
    WHEN 5 THEN EXISTS (SELECT 1 FROM tag x WHERE x.user_id = f.scope
	AND x.id = f.id AND x.deleted_at > 0)
    WHEN 7 THEN EXISTS (SELECT 1 FROM attachment x WHERE x.id = f.id
	AND x.deleted_at > 0)
    WHEN 8 THEN EXISTS (SELECT 1 FROM my_day x WHERE x.user_id = f.scope
	AND x.task_id = f.id AND x.deleted_at > 0)
    WHEN 9 THEN EXISTS (SELECT 1 FROM access x JOIN list l
	ON l.id = x.list_id WHERE x.user_id = f.id AND x.list_id = f.scope
	AND x.deleted_at > 0 AND (gone > 0 OR l.deleted_at = 0))
    WHEN 11 THEN EXISTS (SELECT 1 FROM setting x WHERE x.user_id = f.scope
	AND x.id = f.id AND x.deleted_at > 0)
    ELSE 1 = 0 END;
SQL

# What that statement finds, beside the service.
sub rows {
	my ($data, $sql) = @_;
	return split /\n/, $ENV{DOCKET_CLUSTER} ? Cluster::sql(
	    Cluster::database($ENV{DOCKET_CLUSTER}, $data), $sql) :
	    Backup::query("$data/docket.db", $sql);
}

# What is wrong with a database, whatever was written to it.
sub damage {
	my ($data) = @_;
	my $fault = $ENV{DOCKET_CLUSTER} ? '' :
	    Backup::fault("$data/docket.db", "$data/files");
	return $fault ne '' ? "damaged: $fault" : rows($data, $damage);
}

1;
