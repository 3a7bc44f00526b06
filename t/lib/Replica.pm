# A client's copy of the service, kept by syncing in one of three ways, and a
# comparison with what the service says when asked again.
#
#	feed		GET /me/changes by its `next`
#	collections	each collection by its own `next`
#	items		each collection by the newest updatedAt of its items
#
# Faults (stamps that go back, items out of order, differences at the end) are
# in @{$r->{faults}}.
package Replica;
use strict;
use warnings;
use Docket;

my @collections = qw(/lists /me/groups /me/tags /me/attachments /me/my-day
    /me/settings);
my %kind_of = ('/lists' => 'list', '/me/groups' => 'group', '/me/tags' => 'tag',
    '/me/attachments' => 'attachment', '/me/settings' => 'setting', '/me/my-day' => 'myDay');

# limit: undef, or a function of the Replica that returns one for each request.
sub new {
	my ($class, $user, $way, $limit) = @_;
	return bless { user => $user, way => $way, limit => $limit,
	    since => {}, rows => {}, faults => [], items => 0 }, $class;
}

sub fault { my ($r, $text) = @_; push @{$r->{faults}}, "$r->{way}: $text" }

sub get {
	my ($r, $path) = @_;
	my $a = $r->{user}->get($path);
	$r->fault("GET $path: $a->{status} $a->{body}")
	    if $a->{status} !~ /^(?:200|404|410)$/;
	return $a->{status} == 200 ? $a->{json} : undef, $a->{status};
}

sub key {
	my ($kind, $item) = @_;
	return $kind eq 'member' ? "$item->{listId} $item->{userId}" :
	    $item->{id} // $item->{taskId} // $item->{key};
}

# The tombstone of a list or a task removes every record that names it.
# Collections that are synced on their own have a tombstone for each record: only
# the tasks of a list go with it.
sub drop {
	my ($r, $kind, $key) = @_;
	my $rows = $r->{rows};
	delete $rows->{$kind}{$key};
	return if $kind ne 'list' && $kind ne 'task';
	for my $of ($r->{way} eq 'feed' ? values %$rows : $rows->{task}) {
		delete @$of{grep { ($of->{$_}{"${kind}Id"} // '') eq $key }
		    keys %$of};
	}
	delete $r->{$_}{"/lists/$key/tasks"} for qw(since changes);
}

sub take {
	my ($r, $kind, $item, $list) = @_;
	my $key = key($kind, $item);
	$r->{items}++;
	if (!$item->{deletedAt}) {
		$r->{rows}{$kind}{$key} = $item;
		return;
	}
	# The task may live in another collection now.
	my $have = $r->{rows}{task}{$key};
	return if $kind eq 'task' && defined $list && $have &&
	    $have->{listId} ne $list;
	$r->drop($kind, $key);
}

# Syncs one collection (or the feed) to its end.
sub sync_one {
	my ($r, $path, $kind, $list) = @_;
	my $more = 1;
	while ($more) {
		my $since = $r->{since}{$path};
		my @query;
		push @query, "since=$since" if defined $since;
		push @query, 'limit=' . $r->{limit}->($r) if $r->{limit};
		my ($page, $status) = $r->get($path . (@query ? '?' . join('&',
		    @query) : ''));
		return 0 if $status == 404;
		# Lost and gained again meanwhile: starts over.
		if ($status == 410) {
			$r->fault("$path: 410") if !defined $list;
			$r->drop('task', $_->{id}) for grep {
			    $_->{listId} eq $list } values %{$r->{rows}{task}};
			delete $r->{$_}{$path} for qw(since changes);
			next;
		}
		my $last = '';
		for my $item (@{$page->{items}}) {
			# Changes come in the order of their stamps; what a
			# gained list brings comes at the stamp of the gain.
			$r->fault("$path: $item->{updatedAt} after $last")
			    if $r->{changes}{$path} &&
			    $path !~ /tasks|attachments|my-day/ &&
			    $item->{updatedAt} le $last;
			$last = $item->{updatedAt};
			$r->take($kind // $item->{kind}, $item, $list);
		}
		$more = $page->{more};
		my $next = $page->{next};
		if ($r->{way} eq 'items' && !$more) {
			($next) = sort { $b cmp $a } grep { defined }
			    map { $_->{updatedAt} } @{$page->{items}};
			$next = $since if !defined $next ||
			    (defined $since && $since =~ /^2/ &&
			    $next lt $since);
		}
		$r->fault("$path: next went back: $since, $next")
		    if defined $since && $r->{changes}{$path} &&
		    $next lt $since;
		$r->{since}{$path} = $next;
		# The end of a listing: changes from now on.  But a client that
		# syncs by items knows no stamp of an empty collection, and
		# lists it again.
		$r->{changes}{$path} = 1 if !$more && defined $next &&
		    $path ne '/me/changes';
	}
	$r->drop_orphans if $r->{way} eq 'feed';
	return 1;
}

# At the end of a fetch: what a task or list that was lost between two pages has
# left.  The task is gone, or was gained again in another list.
sub drop_orphans {
	my ($r) = @_;
	my $rows = $r->{rows};
	for my $kind (qw(step attachment taskTags myDay)) {
		my $parts = $rows->{$kind} // {};
		delete @$parts{grep {
			my $task = $rows->{task}{$parts->{$_}{taskId}};
			!$task || $task->{listId} ne $parts->{$_}{listId};
		} keys %$parts};
	}
}

sub sync {
	my ($r) = @_;
	return $r->sync_one('/me/changes') if $r->{way} eq 'feed';
	$r->sync_one($_, $kind_of{$_}) for @collections;
	for my $list (sort keys %{$r->{rows}{list}}) {
		$r->sync_one("/lists/$list/tasks", 'task', $list) or
		    $r->drop('list', $list);
	}
}

# The same rows, asked again.
sub truth {
	my ($r) = @_;
	my %all;
	for my $path (@collections) {
		$all{$kind_of{$path}}{key($kind_of{$path}, $_)} = $_
		    for @{($r->get($path))[0]{items}};
	}
	my ($me) = $r->get('/me');
	$all{me}{$me->{id}} = $me;
	for my $list (keys %{$all{list}}) {
		$all{task}{$_->{id}} = $_
		    for @{($r->get("/lists/$list/tasks"))[0]{items}};
		$all{member}{"$list $_->{userId}"} = $_
		    for @{($r->get("/lists/$list/members"))[0]{items}};
	}
	for my $task (keys %{$all{task}}) {
		$all{step}{$_->{id}} = $_
		    for @{($r->get("/tasks/$task/steps"))[0]{items}};
		my ($set) = $r->get("/tasks/$task/tags");
		$all{taskTags}{$task} = $set if @{$set->{tagIds}};
	}
	return \%all;
}

# Compares the fields of the fresh answer.
sub compare {
	my ($r, $all) = @_;
	my @kinds = $r->{way} eq 'feed' ? qw(list group tag task step attachment
	    myDay taskTags member me setting) : qw(list group tag task attachment
	    myDay setting);
	for my $kind (@kinds) {
		my ($have, $want) = ($r->{rows}{$kind} // {},
		    $all->{$kind} // {});
		delete @$have{grep { !@{$have->{$_}{tagIds}} } keys %$have}
		    if $kind eq 'taskTags';
		for my $key (sort keys %{{ %$have, %$want }}) {
			my ($h, $w) = ($have->{$key}, $want->{$key});
			if (!$h || !$w) {
				$r->fault(($h ? 'still has' : 'lacks')
				    . " $kind $key");
				next;
			}
			for my $field (sort keys %$w) {
				# A copy keeps the ids of users who left the
				# service.
				next if !defined $w->{$field} &&
				    ($field eq 'createdBy' ||
				    $field eq 'completedBy' && $w->{done});
				my ($x, $y) = map { json($_->{$field}) } $h,
				    $w;
				$r->fault("$kind $key: $field is $x, not $y")
				    if $x ne $y;
			}
		}
	}
	return $r->{faults};
}

1;
