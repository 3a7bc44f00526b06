# docket-export and docket-import: export, import, and export again.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Encode 'encode_utf8';
use File::Temp 'tempdir';
use JSON::PP ();
use Test::More;
use Docket;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $dir = tempdir(CLEANUP => 1);

sub program {
	my ($d, @args) = @_;
	my $r = $d->run(@args);
	is $r->{status}, 0, "@args[0 .. 1]" or diag $r->{err};
	return $r;
}

# An export without what an import sets itself.
sub plain {
	my ($text) = @_;
	my $e = $Docket::Json->decode($text);
	delete $e->{exportedAt};
	delete $_->{updatedAt} for map { ref $_ eq 'ARRAY' ?
	    grep { ref } @$_ : () } values %$e;
	return $e;
}

# Somebody with some of everything.
sub furnish {
	my ($d, $u) = @_;
	my %x;
	$x{group} = $u->make('/me/groups', title => 'Zuhause');
	$u->make('/me/groups', title => 'Empty');
	@{$x{lists}} = map { $u->make('/lists', title => "L $_",
	    $_ > 1 ? (groupId => $x{group}) : ()) } 1 .. 3;
	for my $l (@{$x{lists}}) {
		push @{$x{tasks}}, map { $u->make("/lists/$l/tasks",
		    title => "Müll \x{1f600} \"$_\"") } 1 .. 5;
	}
	my ($l, @t) = ($x{lists}[0], @{$x{tasks}});
	$u->patch("/lists/$l/tasks/$t[0]", { notes => "a\n\tb\\",
	    dueDate => '2036-01-31', recurrence => 'monthly', starred => $T,
	    reminderAt => '2036-01-30T09:00:00Z',
	    assigneeId => $u->{me}{id} });
	$u->patch("/lists/$l/tasks/$t[1]", { done => $T, notes => 'x' });
	$u->patch("/lists/$l/tasks/$t[1]", { notes => undef });
	$u->patch("/lists/$l/tasks/$t[2]", { done => $T,
	    dueDate => '2036-02-29' });
	$u->patch("/lists/$l/tasks/$t[2]", { recurrence => 'yearly' });
	$u->patch("/lists/$l/tasks/$t[4]/rank", { beforeId => $t[1] });
	my @s = map { $u->make("/tasks/$t[2]/steps", title => "S $_") } 1 .. 3;
	$u->patch("/tasks/$t[2]/steps/$s[1]", { done => $T });
	$u->put("/me/my-day/$t[3]", { addedOn => '2026-11-21' });
	$u->upload($t[2], $x{file} = uuid(), "some\0bytes" x 5000,
	    'Brief ä/"1".txt') if !$x{file};
	$u->upload($t[2], $x{text} = uuid(), "Guten Tag\n", 'ä.txt');
	return \%x;
}

my $d = Docket->new;
my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
my $x = furnish($d, $ada);
$bob->make('/lists', title => 'Bob only');
my $shared = $bob->make('/lists', title => 'Shared');
$bob->post("/lists/$shared/members", { email => 'ada@example.org' });
$ada->make("/lists/$shared/tasks", title => 'On the list of bob');

subtest 'docket-export' => sub {
	my $r = program($d, 'docket-export', '--user', 'ada@example.org');
	my $api = $ada->get('/me/export');
	is_deeply plain($r->{out}), plain($api->{body}),
	    'it is what the service returns';
	is $r->{err}, '', 'nothing is on standard error';
	program($d, 'docket-export', '--user', 'ada@example.org', '--output',
	    "$dir/ada.json");
	is_deeply plain(slurp("$dir/ada.json")), plain($r->{out}),
	    '--output writes a file';
	is sprintf('%o', (stat "$dir/ada.json")[2] & 07777), '600',
	    'which only its owner can read';
	system('mkfifo', "$dir/pipe") == 0 or die;
	my $reader = beside(sub { slurp("$dir/pipe") });
	program($d, 'docket-export', '-u', 'ada@example.org', '-o', "$dir/pipe");
	is_deeply plain(ended($reader)), plain($r->{out}),
	    'a pipe is written to';
	ok -p "$dir/pipe", 'and stays a pipe';
	symlink "$dir/ada.json", "$dir/link" or die;
	program($d, 'docket-export', '-u', 'ada@example.org', '-o', "$dir/link");
	is_deeply plain(slurp("$dir/ada.json")), plain($r->{out}),
	    'a link is written through';
	ok -l "$dir/link", 'and stays a link';
	my $all = program($d, 'docket-export', '--all', '--output', '-');
	is scalar(my @lines = split /\n/, $all->{out}), 2,
	    '--all writes a line for each user';
	mkdir "$dir/all";
	program($d, 'docket-export', '--all', '--output', "$dir/all");
	is_deeply [map { s/.*\///r } glob "$dir/all/*"],
	    ['ada@example.org.json', 'bob@example.org.json'],
	    '--all into a directory writes a file for each user';
	unlike slurp("$dir/all/ada\@example.org.json"), qr/Bob only|of bob/,
	    'each has the data of that user';
	program($d, 'docket-export', '--user', 'ada@example.org',
	    '--attachments', '--output', "$dir/ada.zip");
	my $list = $d->spawn({ PATH => $ENV{PATH} }, '', 'python3', '-c',
	    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); '
	    . 'assert z.testzip() is None; '
	    . 'sys.stdout.buffer.write("\n".join(z.namelist()).encode())',
	    "$dir/ada.zip");
	is $list->{err}, '', 'another zip reader accepts the archive';
	like $list->{out}, qr{^docket-export\.json\nattachments/
	    $x->{tasks}[2]/}x, 'with these names';
	ok index($list->{out}, encode_utf8("$x->{text}/ä.txt")) > 0, 'in UTF-8';
};

subtest 'docket-import into another service' => sub {
	my $e = Docket->new;
	my $new = $e->user('ada@example.org', name => 'ada');
	my $dry = program($e, 'docket-import', '--user', 'ada@example.org',
	    '--dry-run', "$dir/ada.zip");
	like $dry->{out}, qr/^make\tlist\t$x->{lists}[0]\tL 1$/m,
	    'a dry run lists titles';
	like $dry->{out}, qr/^make\t$_$/m, "and so $_"
	    for "myDay\t$x->{tasks}[3]\t2026-11-21",
	    "attachment\t$x->{text}\t" . encode_utf8('ä.txt');
	like $dry->{out}, qr/^task: 15 created, 0 existing, 0 refused$/m,
	    'it counts by kind';
	like $dry->{out}, qr/^Dry run: 25 created, 0 existing, 0 refused$/m,
	    'and in total';
	is scalar(() = $dry->{out} =~ /^make\t/mg), 2 + 3 + 15 + 3 + 1 + 1,
	    'and lists what would be created' or diag $dry->{out};
	is $e->sql("SELECT (SELECT count(*) FROM task) +
	    (SELECT count(*) FROM feed) - (SELECT count(*) FROM user
	    WHERE email = 'ada\@example.org')"), 0, 'and changes nothing';
	my $since = $new->get('/me/changes')->{json}{next};
	my $r = program($e, 'docket-import', '--user', 'ada@example.org',
	    "$dir/ada.zip");
	my $out = $new->get('/me/export')->{body};
	my $old = slurp("$dir/ada.json");
	$old =~ s/\Q$ada->{me}{id}/$new->{me}{id}/g;
	my ($have, $want) = map { plain($_) } $out, $old;
	$want->{memberships} = [];
	is_deeply $have, $want, 'export, import, export gives the same';
	is $new->get("/attachments/$x->{text}/content")->{body},
	    "Guten Tag\n", 'the file is imported';
	is $new->get("/attachments/$x->{text}")->{json}{filename}, 'ä.txt',
	    'with its name';
	is scalar(@{$new->get("/me/changes?since=$since")->{json}{items}}),
	    2 + 3 + 15 + 3 + 1 + 1, 'clients receive everything';
	is scalar(@{$new->get('/search?q=zuhause+m')->{json}{items}}), 0;
	is scalar(@{$new->get('/search?q=MULL')->{json}{items}}), 15,
	    'search finds it';
	is $e->sql("SELECT count(*) FROM notice"), 1,
	    'future reminders are planned';
	my $before = $e->rows(qw(list task step feed list_group my_day));
	$r = program($e, 'docket-import', '--user', 'ada@example.org',
	    "$dir/ada.zip");
	like $r->{out}, qr/^0 created, 25 existing, 0 refused/,
	    'importing twice creates nothing';
	is $e->rows(qw(list task step feed list_group my_day)), $before,
	    'and changes nothing';
	is scalar(() = glob "$e->{data}/files/new-*"), 0,
	    'and leaves no files';
	like $e->run('docket-cleanup')->{out}, qr/^Nothing/, 'at all';
};

subtest 'docket-import from standard input' => sub {
	my $to = Docket->new;
	my $new = $to->user('cyd@example.org', name => 'Cyd');
	my $l = $new->make('/lists', title => "a\tb\x{9b}c");
	my $own = program($to, 'docket-export', '-u', 'cyd@example.org');
	$new->del("/lists/$l");
	my $dry = program($to, 'docket-import', '-n', '-u', 'cyd@example.org',
	    '-', \$own->{out});
	like $dry->{out}, qr/^make\tlist\t$l\ta\?b\?c$/m,
	    'control characters in titles are not printed';
	for ('ada.json', 'ada.zip') {
		my $r = program($to, 'docket-import', '-u', 'cyd@example.org',
		    '-', \slurp("$dir/$_"));
		like $r->{out}, qr/^\d+ created, \d+ existing, 0 refused$/, $_;
	}
	is $new->get("/attachments/$x->{text}/content")->{body},
	    "Guten Tag\n", 'the files are imported';
	like $to->run('docket-import', '-u', 'cyd@example.org', '-')->{err},
	    qr/^docket-import: -: not a file that can be imported/,
	    'empty input is not an export';
	is_deeply [glob(($ENV{TMPDIR} // '/var/tmp') . '/docket-import-*')], [],
	    'no copy is left';
};

subtest 'a series continues from its first day' => sub {
	my ($from, $to) = (Docket->new, Docket->new);
	my ($u, $new) = map { $_->user('ada@example.org') } $from, $to;
	my ($l, $t) = (uuid(), uuid());
	$u->post('/lists', { id => $l, title => 'L' });
	$u->post("/lists/$l/tasks", { id => $t, title => 'Rent',
	    dueDate => '2035-01-31', recurrence => 'monthly' });
	my $next = sub { my ($who) = @_;
		my ($at) = grep { !$_->{done} }
		    @{$who->get("/lists/$l/tasks")->{json}{items}};
		$who->patch("/lists/$l/tasks/$at->{id}",
		    { done => JSON::PP::true });
		return join ' ', sort map { $_->{dueDate} }
		    @{$who->get("/lists/$l/tasks")->{json}{items}} };
	is $next->($u), '2035-01-31 2035-02-28', 'it is due on the 28th';
	program($from, 'docket-export', '-u', 'ada@example.org', '-o',
	    "$dir/series.json");
	program($to, 'docket-import', '-u', 'ada@example.org',
	    "$dir/series.json");
	is $next->($new), '2035-01-31 2035-02-28 2035-03-31',
	    'and continues on the 31st';
	is(($new->get("/lists/$l/tasks")->{json}{items}[0] // {})->{seriesStart},
	    undef, 'only the export has seriesStart');
};

subtest 'deleted records are restored' => sub {
	my ($l, @t) = ($x->{lists}[0], @{$x->{tasks}});
	$ada->del("/lists/$l/tasks/$t[2]");
	$ada->del("/lists/$x->{lists}[1]");
	$ada->del("/me/groups/$x->{group}");
	$ada->patch("/lists/$l/tasks/$t[0]", { title => 'Changed since' });
	my $since = $ada->get('/me/changes')->{json}{next};
	my $r = program($d, 'docket-import', '--user', 'ada@example.org',
	    "$dir/ada.zip");
	like $r->{out}, qr/^7 created/, 'a group, a list, a task, steps, a file';
	is $ada->get("/lists/$l/tasks/$t[0]")->{json}{title}, 'Changed since',
	    'an existing task is not changed';
	is scalar(@{$ada->get("/lists/$x->{lists}[1]/tasks")->{json}{items}}),
	    5, 'the list is restored with its tasks';
	is $ada->get("/attachments/$x->{text}/content")->{body},
	    "Guten Tag\n", 'with its file';
	my %seen = map { ("$_->{kind} " . ($_->{id} // $_->{taskId})) => $_ }
	    @{$ada->get("/me/changes?since=$since")->{json}{items}};
	ok !$seen{"task $t[2]"}{deletedAt} && $seen{"task $t[2]"},
	    'clients receive the task';
	ok $seen{"list $x->{lists}[1]"} && $seen{"task $t[5]"},
	    'and the list and its contents';
	is_deeply plain($ada->get('/me/export')->{body})->{steps},
	    plain(slurp("$dir/ada.json"))->{steps}, 'the steps are as before';
};

subtest 'moved tasks stay, deleted ones are restored' => sub {
	my $d = Docket->new;
	my ($u, $bob) = map { $d->user("$_\@example.org") } qw(cyd bob);
	my ($a, $b) = map { $u->make('/lists', title => $_) } qw(A B);
	my @t = map { $u->make("/lists/$a/tasks", title => "T$_") } 1 .. 4;
	$u->make("/tasks/$_/steps", title => 'S') for @t;
	program($d, 'docket-export', '-u', 'cyd@example.org', '-o',
	    "$dir/cyd.json");
	my $own = $u->make('/lists', title => 'Made later');
	$u->post("/lists/$a/tasks/$_/move", { listId => $b }) for @t[0, 1];
	$u->post("/lists/$a/tasks/$t[2]/move", { listId => $own });
	my $since = $u->get('/me/changes')->{json}{next};
	$u->del("/lists/$b/tasks/$t[1]");
	$u->del("/lists/$own");
	my $r = program($d, 'docket-import', '-u', 'cyd@example.org',
	    "$dir/cyd.json");
	like $r->{out}, qr/^4 created, 6 existing, 0 refused/,
	    'nothing is refused';
	my $in = sub { my ($l, $q) = @_; return join ' ', sort map {
	    $_->{title} . ($_->{deletedAt} ? ' gone' : '') }
	    @{$u->get("/lists/$l/tasks$q")->{json}{items}} };
	is $in->($a, ''), 'T2 T3 T4',
	    'tasks deleted after a move, or with their list, are restored';
	is $in->($b, ''), 'T1', 'a moved task stays';
	is $in->($b, "?since=$since"), '(deleted) gone',
	    'its old list has the tombstone';
	is $in->($a, "?since=$since"), 'T2 T3', 'its list has only the tasks';
	is scalar @{$u->get("/tasks/$t[2]/steps")->{json}{items}}, 1,
	    'steps are restored';
	# Not out of somebody else's list.
	my $his = $bob->make('/lists', title => 'His');
	$bob->post("/lists/$his/members", { email => 'cyd@example.org' });
	$u->post("/lists/$a/tasks/$t[3]/move", { listId => $his });
	$bob->del("/lists/$his/members/$u->{me}{id}");
	$bob->del("/lists/$his/tasks/$t[3]");
	$r = $d->run('docket-import', '-u', 'cyd@example.org', "$dir/cyd.json");
	like $r->{err}, qr/task $t[3] refused: another record has its id/,
	    'a record of somebody else is refused';
	unlike $d->run('docket-admin', 'check')->{out}, qr/FAULT(?!: fsync)/,
	    'docket-admin check finds no fault';
};

subtest 'deleted parts are restored' => sub {
	my $whole = plain($ada->get('/me/export')->{body});
	my ($step) = @{$whole->{steps}};
	my ($day) = @{$whole->{myDay}};
	is $_->{status}, 204, 'it is deleted' for
	    $ada->del("/tasks/$step->{taskId}/steps/$step->{id}"),
	    $ada->del("/attachments/$x->{text}"),
	    $ada->del("/me/my-day/$day->{taskId}");
	my $r = program($d, 'docket-import', '--user', 'ada@example.org',
	    "$dir/ada.zip");
	like $r->{out}, qr/^3 created/, 'a step, a file, a day';
	my $is = plain($ada->get('/me/export')->{body});
	is_deeply $is->{$_}, $whole->{$_}, "$_ as they were"
	    for qw(steps myDay);
	is $ada->get("/attachments/$x->{text}/content")->{body},
	    "Guten Tag\n", 'the file is as before';
	$r = program($d, 'docket-import', '--user', 'ada@example.org',
	    "$dir/ada.zip");
	like $r->{out}, qr/^0 created/, 'importing again creates nothing';
};

subtest 'records of another user are refused' => sub {
	my $r = $d->run('docket-import', '--user', 'bob@example.org',
	    "$dir/ada.json");
	is $r->{status}, 1;
	is scalar(() = $r->{err} =~ /refused: another record has its id$/mg),
	    3, 'lists of another user';
	is scalar(() = $r->{err} =~ /refused: its list does not exist$/mg), 15,
	    'and their tasks';
	like $r->{out}, qr/^2 created, 0 existing, 22 refused/,
	    'refusals are counted';
	unlike $bob->get('/me/export')->{body}, qr/Müll|L 1/,
	    'the export has nothing of them';
};

subtest 'an assignee who cannot reach the list' => sub {
	my ($l, $t) = ($x->{lists}[0], uuid());
	$d->run('docket-import', '--user', 'ada@example.org',
	    '/dev/stdin', \json({ schemaVersion => '1', tasks => [{
	    id => $t, listId => $l, title => 'T', notes => 'N',
	    assigneeId => $bob->{me}{id} }] }));
	my $r = $ada->get("/lists/$l/tasks/$t")->{json};
	is $r->{notes}, 'N', 'the task is imported';
	is $r->{assigneeId}, undef, 'without an assignee';
};

# Of another user, on a list that ada is, was or never was a member of.
subtest 'ids that were used elsewhere' => sub {
	my $never = $bob->make('/lists', title => 'L');
	my $gone = $bob->make('/lists', title => 'Gone');
	$bob->post("/lists/$gone/members", { email => 'ada@example.org' });
	my $bobs = $bob->make("/lists/$never/tasks", title => 'Of bob');
	is $_->{status}, 204, 'it is deleted' for $bob->del("/lists/$gone"),
	    $bob->del("/lists/$never/tasks/$bobs");
	for ([{ lists => [{ id => $gone, title => 'L' }] },
	    'another record has its id', 'a list that was shared'],
	    [{ tasks => [{ id => $bobs, listId => $never, title => 'T' }] },
	    'its list does not exist', 'a task of a list that is not hers']) {
		my ($what, $why, $name) = @$_;
		refused({ schemaVersion => '1', %$what },
		    qr/refused: \Q$why\E$/m, $name);
	}
};

subtest 'an attachment of another task' => sub {
	my ($t, $u) = @{$x->{tasks}}[2, 3];
	my $zip = "$dir/moved.zip";
	my $r = $d->spawn({ PATH => $ENV{PATH} }, '', 'python3', '-c', q{
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as out:
    out.writestr("docket-export.json", '{"schemaVersion":"1"}')
    out.writestr("attachments/%s/%s/x.txt" % tuple(sys.argv[2:]), "x")
}, $zip, $u, $x->{text});
	is $r->{err}, '', 'the archive is written';
	refused(slurp($zip), qr/refused: another attachment has its id$/m,
	    'the attachment is not moved');
	is $ada->get("/attachments/$x->{text}")->{json}{taskId}, $t,
	    'it is still on its task';
};

sub refused {
	my ($text, $like, $name) = @_;
	# Without what is remembered of imports.
	my @tables = grep { !/^import/ } $d->tables;
	my $before = $d->rows(@tables);
	open my $out, '>', "$dir/bad" or die;
	print $out ref $text ? $Docket::Json->encode($text) : $text;
	close $out;
	my $r = $d->run('docket-import', '--user', 'ada@example.org',
	    "$dir/bad");
	is $r->{status}, 1, $name;
	like $r->{err}, $like, 'the message says why' or diag $r->{err};
	is $d->rows(@tables), $before, 'nothing has changed';
}

subtest 'names in an archive' => sub {
	my ($l, $id, $other) = ($ada->make('/lists', title => 'Names'), uuid(), uuid());
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	my ($to, $out) = map { "$dir/names.$_" } qw(zip out.zip);
	my $python = sub {
		my $r = $d->spawn({ PATH => $ENV{PATH} }, '', 'python3', '-c',
		    'import sys, zipfile; ' . shift, @_);
		is $r->{err}, '', 'an archive is written or read';
		return $r->{out};
	};
	$python->(q{
out = zipfile.ZipFile(sys.argv[1], "w")
out.writestr("docket-export.json", '{"schemaVersion":"1"}')
task, id = sys.argv[2:]
at = "attachments/%s/%s/"
for name in ("attachments/x", at % ("z" * 36, id) + "x", at % (task, "z" * 36) + "x",
    at % (task + "x", id) + "x", at % (task, id + "x") + "x", at % (task, id) + "a/b",
    at % (task, id) + "x" * 256, at % (task, id) + "a\x01", "x" + at % (task, id) + "x"):
    out.writestr(name, "bytes")
out.close()}, $to, $t, $id);
	my $r = $d->run('docket-import', '-u', 'ada@example.org', $to);
	like $r->{out}, qr/^0 created, 0 existing, 9 refused/,
	    'others are refused';
	is scalar(() = $r->{err} =~ /^docket-import: attachment .* refused: its name is not /mg),
	    9, 'each by name';
	$python->(q{
out = zipfile.ZipFile(sys.argv[1], "w")
out.writestr("docket-export.json", '{"schemaVersion":"1"}')
task, id, other = sys.argv[2:]
out.writestr("attachments/%s/%s/.." % (task, id), "bytes")
out.writestr("attachments/%s/%s/a\\\\b.txt" % (task, other), "bytes")
out.close()}, $to, $t, $id, $other);
	like program($d, 'docket-import', '-u', 'ada@example.org', $to)->{out},
	    qr/^2 created/, 'names as clients send them';
	is_deeply [map { $ada->get("/attachments/$_")->{json}{filename} } $id, $other],
	    ['attachment', 'b.txt'], 'are made safe as in an upload';
	# As an older version imported it.
	$d->sql(q{UPDATE attachment SET filename = 'a\b.txt' WHERE filename = 'b.txt'});
	program($d, 'docket-export', '-u', 'ada@example.org', '--attachments',
	    '-o', $out);
	like $python->('print("\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))',
	    $out), qr{/$other/a_b\.txt$}m, 'no name in an export has a backslash';
	$ada->del("/lists/$l");
};

subtest 'tasks of a list that is new' => sub {
	my $bobs = $bob->make('/lists', title => 'L');
	my $his = $bob->make("/lists/$bobs/tasks", title => 'Of bob');
	my ($l, $t);
	# What is said of an import: each has a list of its own.
	my $import = sub {
		my ($task, %more) = @_;
		($l, $t) = (uuid(), uuid());
		return $d->run('docket-import', '-u', 'ada@example.org',
		    '/dev/stdin', \json({ schemaVersion => '1', lists => [{
		    id => $l, title => 'L' }], tasks => [{ id => $t,
		    listId => $l, title => 'T', %$task }], steps => [{
		    id => uuid(), taskId => $t, title => 'S' }], %more }));
	};
	like $import->({ id => $his })->{err},
	    qr/task $his refused: another record has its id$/m,
	    'an id of another user';
	like $import->({}, lists => [map { { id => uuid(), title => 'L' } }
	    0 .. 500], tasks => [], steps => [])->{err},
	    qr/^docket-import: list \S+ refused: /m, 'too many lists';
	# Without the checks of foreign keys, which are off in the shell of SQLite.
	$d->sql((engine() eq 'sqlite' ? '' :
	    "SET session_replication_role = replica;\n")
	    . "DELETE FROM access WHERE list_id IN (SELECT id FROM list WHERE
	    title = 'L'); DELETE FROM list WHERE title = 'L'");
	for ([0, 'task'], [50, 'step']) {
		my ($left, $what) = @$_;
		$d->sql("UPDATE user SET text = 1073741824 - $left
		    WHERE email = 'ada\@example.org'");
		like $import->({})->{err},
		    qr/^docket-import: $what \S+ refused: /m,
		    "no more space for a $what";
	}
	$d->sql("UPDATE user SET text = 1000 WHERE email = 'ada\@example.org'");
	like $import->({ reminderAt => '2036-01-30T09:00:00Z' })->{out},
	    qr/^3 created/, 'one with a reminder';
	is $ada->get("/lists/$l/tasks/$t")->{json}{reminderAt},
	    '2036-01-30T09:00:00.000000Z', 'which it keeps';
	program($d, 'docket-admin', 'reindex');
};

subtest 'damaged files are refused' => sub {
	my $good = slurp("$dir/ada.json");
	refused($_->[0], qr/not a file that can be imported/, $_->[1])
	    for ['', 'an empty file'], ['[]', 'an array'],
	    ['{}', 'an object that is not an export'];
	refused('{"schemaVersion":"2"}', qr/schemaVersion is not/,
	    'another schemaVersion');
	for my $part (0.3, 0.6, 0.9, 0.999) {
		refused(substr($good, 0, $part * length $good),
		    qr/nothing was imported/, "cut off at $part");
	}
	refused("$good\n{}", qr/text after/, 'text after the export');
	my $zip = slurp("$dir/ada.zip");
	refused(substr($zip, 0, 0.5 * length $zip),
	    qr/nothing was imported/, 'a truncated archive');
	substr $zip, 300, 40, "\xff" x 40;
	refused($zip, qr/nothing was imported/, 'a damaged archive');
	my %task = (id => uuid(), listId => $x->{lists}[0], title => 'T');
	for ([{ id => 'x' }, 'id: Must be a UUID'], [{ title => '' },
	    'title: Must not be empty'],
	    [{ title => 'x' x 501 }, 'title: Must have at most 500'],
	    [{ title => undef }, 'title: Is required'],
	    [{ dueDate => '2026-02-30' }, 'dueDate: Must be a date'],
	    [{ done => 'yes' }, 'done: Must be true or false'],
	    [{ recurrence => 'hourly' }, 'recurrence: Must be one of'],
	    [{ recurrence => 'daily' }, 'only a task with a due date'],
	    [{ title => 1 }, 'title: Must be a string'],
	    [{ listId => uuid() }, 'its list does not exist']) {
		my ($bad, $why) = @$_;
		refused({ schemaVersion => '1', tasks => [{ %task, %$bad }] },
		    qr/^docket-import: task \S+ refused: \Q$why/, $why);
	}
	refused('{"schemaVersion":"1","tasks":[{"id":"a","id":"b"}]}',
	    qr/refused: byte \d+: a member name is repeated/,
	    'JSON is read strictly');
};

subtest 'the command line' => sub {
	for ([['docket-export'], 2], [['docket-export', '--all', '--user',
	    'x'], 2], [['docket-export', '--user', 'nobody@example.org'], 1],
	    [['docket-export', '--all', '--attachments'], 2],
	    [['docket-export', '--all', '--output', "$dir/none/x"], 1],
	    [['docket-export', '--all', '--output', '/dev/full'], 1],
	    [['docket-export', '-u', 'ada@example.org', '--attachments', '-o',
	    '/dev/full'], 1],
	    [['docket-import', '-d', "$dir/none", '-u', 'x', "$dir/ada.json"], 1],
	    [['docket-import'], 2], [['docket-import', "$dir/ada.json"], 2],
	    [['docket-import', '--user', 'nobody@x', "$dir/ada.json"], 1],
	    [['docket-import', '--user', 'ada@example.org', "$dir/none"], 1]) {
		my $r = $d->run(@{$_->[0]});
		is $r->{status}, $_->[1], "@{$_->[0]}";
		like $r->{err}, qr/^docket-(?:ex|im)port: [^\n]+\n$/,
		    'there is one line of error';
	}
	like $d->spawn($d->{env}, '', 'sh', '-c', 'exec "$@" >/dev/full', 'sh',
	    build() . '/bin/docket-export', '--all')->{err},
	    qr/standard output: No space left on device: free disk space$/,
	    'a full disk is an error';
	my $r = $d->spawn({ %{$d->{env}}, ASAN_OPTIONS => 'detect_leaks=0' }, '',
	    'strace', '-qq', '-o', '/dev/null', '-e', 'trace=fsync', '-e',
	    'inject=fsync:error=EIO', build() . '/bin/docket-export', '--all',
	    '-o', "$dir/unsafe");
	like $r->{err}, qr{^docket-export: \Q$dir\E/unsafe: Input/output error$},
	    'what may not be on the disk is an error';
	is_deeply [glob "$dir/unsafe*"], [], 'and leaves no file';
	local @{$d->{env}}{qw(DOCKET_LOG DOCKET_LOG_FORMAT)} = ("$dir/log",
	    'json');
	$d->run('docket-export', '-u', 'nobody@example.org');
	like slurp("$dir/log"), qr/^\{"time":.*"program":"docket-export",.*\}$/,
	    'with log-format = json the log has objects';
	for my $p (qw(docket-export docket-import)) {
		like $d->run($p, '--help')->{out}, qr/^usage: $p/,
		    '--help prints the usage';
		like $d->run($p, '--version')->{out}, qr/^$p \d/,
		    '--version prints the version';
	}
};

done_testing;
