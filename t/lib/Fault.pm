# Makes a system call of one writing request, or of one program, fail or be
# killed.  Afterwards the data are as before or as after the whole work, never
# in between.
#
#	my $f = Fault->new;		# a service with some of everything
#	for my $work ($f->works) {	# each has a name
#		my @calls = $f->calls($work);	# [name, ordinal] of each
#		my $r = $f->run($work, 'fsync:signal=KILL:when=2');
#		$r = $f->preloaded($work, 'alloc 17+');	# t/lib/fail.c
#		$r->{wrong}		# what is wrong; '' if nothing
#	}
#
# Each run has its own copy of the data.  Afterwards the data are undamaged and
# as before or as after an undisturbed run; and the same request with the same
# Idempotency-Key then does the work exactly once.
package Fault;
use strict;
use warnings;
use Backup ();
use Contents ();
use Dav;
use Docket qw(build engine uuid json slurp);
use File::Temp 'tempdir';
use Test::More import => [qw(cmp_ok diag)];

# The columns that do not depend on when something was done: no stamps, times,
# secrets or random numbers.
my $look = join ";\n", map { "SELECT '$_->[0]', $_->[1] FROM $_->[0] ORDER BY "
    . '1, 2, 3' } (
	['user', 'hex(id), display_name, verified, deleted_at > 0'],
	['credential', "kind, '', ''"],
	['list', 'hex(id), title, deleted_at > 0'],
	['access', 'hex(user_id) || hex(list_id), role, rank, deleted_at > 0'],
	['list_group', 'hex(id), title, rank, deleted_at > 0'],
	['task', 'hex(id), hex(list_id) || rank, title, done, starred, '
	    . "due_date, notes, recurrence, rule, coalesce(rotation, ''), "
	    . 'hex(assignee_id), deleted_at > 0'],
	['step', 'hex(id), rank, title, done, deleted_at > 0'],
	['tag', 'hex(id), name, deleted_at > 0'],
	['task_tag', 'hex(tag_id), hex(task_id), hex(user_id)'],
	['my_day', 'hex(task_id), added_on, deleted_at > 0'],
	['attachment', 'hex(id), filename, hex(sha256), deleted_at > 0'],
	['moved', "hex(list_id), hex(task_id), ''"],
	['resource', "hex(id), name || ' ' || uid || ' ' || coalesce(former, ''), "
	    . 'hex(text)'],
	['property', 'hex(list_id), name, value'],
	['vtimezone', 'hex(list_id), hex(hash), uses'],
	['notice', 'hex(task_id), kind, hex(user_id)'],
	['answer', 'key, fingerprint IS NULL, status'],
	['feed', "hex(scope), kind, hex(id)"]);
$look =~ s/FROM user /FROM user WHERE email_key <> 'deleted:import' /;

sub new {
	my ($class) = @_;
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $bob = $d->user('bob@example.org');
	my %id = map { $_ => uuid() } qw(list other task done step tag file);
	my $do = sub {
		my ($method, @request) = @_;
		my $r = $ada->$method(@request);
		die "$request[0]: $r->{status} $r->{body}"
		    if $r->{status} >= 300;
	};
	my $tasks = "/lists/$id{list}/tasks";
	$do->(post => '/lists', { id => $id{list}, title => 'A list' });
	$do->(post => '/lists', { id => $id{other}, title => 'Another' });
	my $cyd = $d->user('cyd@example.org');
	$do->(post => "/lists/$id{list}/members", { email => $_ })
	    for 'bob@example.org', 'cyd@example.org';
	$do->(post => $tasks, { id => $id{$_}, title => "The $_" })
	    for qw(task done);
	$do->(patch => "$tasks/$id{done}", { dueDate => '2030-01-31',
	    recurrence => 'monthly', notes => 'Some notes' });
	$do->(post => "/tasks/$id{done}/steps", { id => $id{step},
	    title => 'A step' });
	$do->(post => '/me/tags', { id => $id{tag}, name => 'red' });
	$do->(put => "/tasks/$id{done}/tags", { tagIds => [$id{tag}] });
	my $phone = Dav->new($ada);
	my $dav = "$phone->{home}$id{list}";
	for (['text', text('text')], ['series', series()]) {
		my $made = $phone->put("$dav/$_->[0].ics", $_->[1]);
		die "$_->[0]: $made->{status} $made->{body}"
		    if $made->{status} != 201;
	}
	$do->(patch => "$tasks/$_->{id}", { rotation => [$cyd->{me}{id},
	    $ada->{me}{id}] }) for grep { $_->{title} eq 'Series' }
	    @{$ada->get($tasks)->{json}{items}};
	my $r = $ada->upload($id{done}, $id{file}, 'Some bytes', 'a.txt');
	die "upload: $r->{status}" if $r->{status} != 201;
	$ada->{$_} = 1 for qw(quiet may_fail);
	return bless { d => $d, ada => $ada, bob => $bob, id => \%id,
	    dav => $dav, secret => $phone->{secret},
	    data => $d->{data}, turn => 0, base => tempdir(CLEANUP => 1) },
	    $class;
}

sub calendar {
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y',
	    map({ ('BEGIN:VTODO', @$_, 'END:VTODO') } @_), 'END:VCALENDAR', '';
}
sub text { return calendar(['UID:text', "SUMMARY:$_[0]", 'CATEGORIES:red']) }
my @day = ('DUE;VALUE=DATE:20370131');
my @finished = ('STATUS:COMPLETED', 'COMPLETED:20261101T100000Z');
# The text of a repeating task, with more lines of its own and other parts.
sub series { my ($more, @parts) = @_;
	return calendar(['UID:series', 'SUMMARY:Series', @day,
	    'RRULE:FREQ=WEEKLY', @{$more // []}], @parts) }

# What clients of CalDAV ask of what is there: what they make has another id each
# time.
sub texts {
	my ($self) = @_;
	my ($dav, $type) = ($self->{dav}, 'text/calendar');
	return map { { name => $_->[0], method => $_->[1], path => $_->[2],
	    body => $_->[3], type => $_->[4], token => $self->{secret},
	    headers => $_->[5] // {}, key => uuid() } }
	    ['a text', PUT => "$dav/text.ics", text('Another'), $type],
	    ['a text that ends a repetition\'s turn', PUT => "$dav/series.ics",
		series(\@finished), $type],
	    ['a text with an occurrence done', PUT => "$dav/series.ics",
		series([], ['UID:series', 'SUMMARY:Series', @day, @finished,
		'RECURRENCE-ID;VALUE=DATE:20370131']), $type],
	    ['a text that moves', MOVE => "$dav/text.ics", undef, undef,
		{ Destination => $dav =~ s/[^\/]+$/$self->{id}{other}/r .
		'/text.ics' }],
	    ['a text that goes', DELETE => "$dav/text.ics"],
	    ['a colour', PROPPATCH => "$dav/", "<D:propertyupdate $Dav::Xmlns>"
		. '<D:set><D:prop><A:calendar-color>#fff</A:calendar-color>'
		. '</D:prop></D:set></D:propertyupdate>', 'application/xml'];
}

# The works: a name; a method, path and body, or a program and its arguments; and
# who asks, if it is not ada.
sub works {
	my ($self) = @_;
	my %id = %{$self->{id}};
	my $tasks = "/lists/$id{list}/tasks";
	my %new = map { $_ => uuid() } qw(list group task step tag file);
	my ($form, $type) = Docket::multipart(['id', $new{file}],
	    ['file', 'Other bytes', 'b.txt', 'text/plain']);
	my @works = (
	    ['a list', POST => '/lists', { id => $new{list}, title => 'L' }],
	    ['a title of a list', PATCH => "/lists/$id{list}",
		{ title => 'New' }],
	    ['a list that ends', DELETE => "/lists/$id{list}"],
	    ['a group', POST => '/me/groups', { id => $new{group},
		title => 'G' }],
	    ['a member less', DELETE => "/lists/$id{list}/members/"
		. $self->{bob}{me}{id}],
	    ['a task', POST => $tasks, { id => $new{task}, title => 'T' }],
	    ['a title and notes', PATCH => "$tasks/$id{task}",
		{ title => 'New', notes => 'Words' }],
	    ['a reminder', PATCH => "$tasks/$id{task}",
		{ reminderAt => '2030-01-31T09:00:00Z' }],
	    ['a recurring task done', PATCH => "$tasks/$id{done}",
		{ done => json_true() }],
	    ['a rank', PATCH => "$tasks/$id{task}/rank",
		{ afterId => $id{done} }],
	    ['a move', POST => "$tasks/$id{done}/move",
		{ listId => $id{other} }],
	    ['a task that ends', DELETE => "$tasks/$id{done}"],
	    ['a step', POST => "/tasks/$id{task}/steps", { id => $new{step},
		title => 'S' }],
	    ['a tag', POST => '/me/tags', { id => $new{tag},
		name => 'blue' }],
	    ['a tag that ends', DELETE => "/me/tags/$id{tag}"],
	    ['a set of tags', PUT => "/tasks/$id{task}/tags",
		{ tagIds => [$id{tag}] }],
	    ['a day', PUT => "/me/my-day/$id{task}",
		{ addedOn => '2030-01-31' }],
	    ['a file', POST => "/tasks/$id{task}/attachments", $form, $type],
	    ['a file that ends', DELETE => "/attachments/$id{file}"],
	    ['done tasks cleaned up', POST => '/me/completed-tasks/cleanup',
		{}],
	);
	return (map({ { name => $_->[0], method => $_->[1], path => $_->[2],
	    body => ref $_->[3] ? json($_->[3]) : $_->[3],
	    type => $_->[4] // 'application/json', key => uuid() } } @works),
	    $self->texts,
	    { name => 'docket-import', program => ['docket-import', '-q',
		'--user', 'bob@example.org', $self->export] },
	    { name => 'docket-cleanup', program => ['docket-cleanup', '-q'] },
	    { name => 'docket-remind', program => ['docket-remind', '-q'] });
}

# An export of another account, with ids that are free.
sub export {
	my ($self) = @_;
	my $o = Docket->new;
	my $bob = $o->user('bob@example.org');
	my $list = uuid();
	$bob->post('/lists', { id => $list, title => 'Brought' });
	$bob->post("/lists/$list/tasks", { id => uuid(), title => "Task $_" })
	    for 1 .. 5;
	my $path = "$self->{base}/export.json";
	my $r = $o->run('docket-export', '--user', 'bob@example.org',
	    '--output', $path);
	die "export: $r->{err}" if $r->{status} != 0;
	return $path;
}

sub json_true { return \1 }

# A fresh copy of the data, on which the programs then run.
sub copy {
	my ($self) = @_;
	my $to = "$self->{base}/" . $self->{turn}++;
	system('cp', '-a', $self->{data}, $to) == 0 or die "cp\n";
	$_->{env}{DOCKET_DATA} = $_->{data} = $to for @$self{qw(d ada bob)};
	$self->{d}{env}{DOCKET_DATABASE} = Cluster::copy(
	    $ENV{DOCKET_CLUSTER}, $self->{data}, $to) if engine() ne 'sqlite';
	return $to;
}

sub discard {
	my ($data) = @_;
	Cluster::drop($ENV{DOCKET_CLUSTER}, $data) if engine() ne 'sqlite';
	system('rm', '-rf', $data);
	return;
}

# Runs a work on the present copy, under strace with those options or without:
# its answer.
sub start {
	my ($self, $work, @options) = @_;
	my $d = $self->{d};
	my @trace = @options ? ('strace', '-qq', '-o', '/dev/null', @options) :
	    ();
	return $d->spawn({ %{$d->{env}}, ASAN_OPTIONS => 'detect_leaks=0' },
	    '', @trace, build() . "/bin/$work->{program}[0]",
	    @{$work->{program}}[1 .. $#{$work->{program}}])
	    if $work->{program};
	my $by = $self->{$work->{by} // 'ada'};
	my ($bare, $env) = $by->cgi_environment($work->{method},
	    $work->{path}, $work->{body} // '', 'Content-Type' => $work->{type},
	    'Idempotency-Key' => $work->{key}, %{$work->{headers} // {}},
	    Authorization => 'Bearer ' . ($work->{token} // $by->{token}));
	$env->{ASAN_OPTIONS} = 'detect_leaks=0' if @options;
	return $d->spawn($env, $work->{body} // '', @trace,
	    build() . '/cgi-bin/' . ($work->{token} ? 'dav' :
	    Docket::program_of($bare)));
}

# The status of a complete answer; otherwise 0.
sub status_of {
	my ($r) = @_;
	my ($head, $body) = split /\r\n\r\n/, $r->{out}, 2;
	return 0 if !defined $body;
	my ($status) = $head =~ /^Status: (\d+)/;
	my ($length) = $head =~ /^Content-Length: (\d+)/m;
	return 0 if !$status || ($length // 0) != length $body;
	return $status;
}

sub url_of { return Cluster::database($ENV{DOCKET_CLUSTER}, $_[0]) }

sub look {
	my ($data) = @_;
	return Backup::query("$data/docket.db", $look) if engine() eq 'sqlite';
	return Cluster::sql(Cluster::quiet(url_of($data)), $look);
}

# What is wrong with the data, whatever was done; '' if nothing.
sub damage {
	my ($data) = @_;
	return Backup::fault("$data/docket.db", "$data/files")
	    if engine() eq 'sqlite';
	my $said = Contents::faults(sub {
		return Cluster::sql(url_of($data), $_[0]) });
	return $said eq '0 0 0' ? '' : "rows without files, or files: $said";
}

# From the program's first own call on, or from the first to the server.
my $begins = engine() eq 'sqlite' ?
    qr/^prctl\(PR_SET_NO_NEW_PRIVS|^openat\(.*docket\.db/ : qr/^sendto\(/;

# The calls of an undisturbed run.
sub calls {
	my ($self, $work) = @_;
	my $log = File::Temp->new;
	my $data = $self->copy;
	$self->{before} //= look($data);
	my $r = $self->start($work, '-o', "$log");
	die "$work->{name}: $r->{status} $r->{out} $r->{err}"
	    if $r->{status} != 0 || (!$work->{program} &&
	    status_of($r) !~ /^2/);
	$work->{after} = look($data);
	my (%n, @calls, $begun);
	while (<$log>) {
		my ($name) = /^(\w+)\(/ or next;
		$n{$name}++;
		$begun = 1 if $_ =~ $begins;
		push @calls, [$name, $n{$name}] if $begun;
	}
	discard($data);
	return @calls;
}

# Runs a work with that fault injected: the result, and what is wrong with it.
sub run {
	my ($self, $work, $inject) = @_;
	my $data = $self->copy;
	return $self->judge($work, $data,
	    $self->start($work, '-e', "inject=$inject"));
}

# The same with a fault of t/lib/fail.c.
sub preloaded {
	my ($self, $work, $how) = @_;
	my $data = $self->copy;
	my $r = do {
		local @{$self->{d}{env}}{qw(LD_PRELOAD DOCKET_FAIL)} =
		    (build() . '/t/fail.so', $how);
		$self->start($work);
	};
	return $self->judge($work, $data, $r);
}

sub judge {
	my ($self, $work, $data, $r) = @_;
	my $status = $work->{program} ? ($r->{status} || $r->{signal} ? 0 : 200)
	    : status_of($r);
	my $wrong = $self->wrong($work, $data, $r, $status);
	discard($data) if $wrong eq '';
	return { status => $status, signal => $r->{signal}, wrong => $wrong,
	    err => $r->{err} };
}

sub wrong {
	my ($self, $work, $data, $r, $status) = @_;
	my $fault = damage($data);
	return "damaged: $fault" if $fault ne '';
	my $is = look($data);
	# What a killed import leaves behind belongs to nobody, until
	# docket-cleanup or the next import removes it.
	if ($work->{name} eq 'docket-import' && $is ne $self->{before} &&
	    $is ne $work->{after}) {
		$self->{d}->run('docket-cleanup', '--quiet');
		$is = look($data);
	}
	return 'half done' if $is ne $self->{before} && $is ne $work->{after};
	return "acknowledged with $status and not done"
	    if $status =~ /^2/ && $is ne $work->{after};
	return "refused with $status and done: $r->{err}"
	    if $status >= 400 && $status < 500 && $is ne $self->{before};
	# Without its settings the service does not know what CalDAV's paths are.
	return "an answer of $status without a problem: $r->{out}"
	    if $status >= 400 && $r->{out} !~ ($work->{token} ?
	    qr/DAV:|text\/plain|"not-ready"/ : qr/problem\+json/);
	my $again = $self->start($work);
	my $now = $work->{program} ? ($again->{status} ? 0 : 200) :
	    status_of($again);
	# Repeated, a deletion or a move of a text may find no such record.
	my $gone = ($work->{method} // '') =~ /^(?:DELETE|MOVE)$/ && $now == 404 &&
	    $is eq $work->{after};
	return "again: $now $again->{out} $again->{err}"
	    if $now !~ /^2/ && !$gone;
	return 'done again it is not as after once'
	    if look($data) ne $work->{after};
	$fault = damage($data);
	return $fault eq '' ? '' : "afterwards damaged: $fault";
}

# Kills each work at so many of its calls in all, one of each part of the run; or at
# "all".  Returns the works whose runs went wrong, by what was wrong, and prints how
# many there were.
sub kill_runs {
	my ($self, $name, $seed, $kills) = @_;
	my ($tried, $killed, $acknowledged, %wrong) = (0, 0, 0);
	my @works = $self->works;
	for my $work (@works) {
		my @calls = $self->calls($work);
		cmp_ok scalar @calls, '>', 30, "$work->{name}: calls to be killed at";
		my $n = $kills eq 'all' ? @calls : int($kills / @works) || 1;
		for my $i (0 .. $n - 1) {
			my $at = $calls[$kills eq 'all' ? $i :
			    ($i + rand) * @calls / $n];
			my $r = $self->run($work,
			    "$at->[0]:signal=KILL:when=$at->[1]");
			$tried++;
			$killed++ if $r->{signal} || $r->{status} == 0;
			$acknowledged++ if $r->{status} =~ /^2/;
			push @{$wrong{$r->{wrong}}}, "$work->{name}, $at->[0] $at->[1]"
			    if $r->{wrong} ne '';
		}
	}
	cmp_ok $killed, '>', $tried / 3, 'most runs are killed';
	diag "$name seed=$seed works=" . @works . " kills=$killed of $tried "
	    . "acknowledged=$acknowledged wrong=" . map { @$_ } values %wrong;
	return \%wrong;
}
1;
