# docket-import of much data: others can write meanwhile, nobody sees part of
# it, and a killed import leaves nothing.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use IO::Compress::Zip 'zip';
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

my $sanitized = build() =~ m{/san$};
my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
my ($tasks, $lists) = ($sanitized ? 300 : 3000, 4);

# An export of lists with tasks, each task with a step.
sub write_export {
	my ($file, @lists) = @_;
	my (@tasks, @steps);
	for my $l (@lists) {
		for (1 .. $tasks) {
			push @tasks, my $t = { id => uuid(), listId => $l,
			    title => "Imported $_ of many", starred =>
			    JSON::PP::false, done => $_ % 2 ? JSON::PP::true :
			    JSON::PP::false, rank => sprintf('b%05dV', $_),
			    createdAt => '2026-01-02T03:04:05.000000Z' };
			$t->{assigneeId} = $ada->{me}{id} if $_ == 7;
			push @steps, { id => uuid(), taskId => $t->{id},
			    title => 'A step', rank => 'a0' };
		}
	}
	open my $out, '>', $file or die;
	print $out json({ schemaVersion => '1',
	    profile => { id => $ada->{me}{id} },
	    groups => [{ id => uuid(), title => 'G' }],
	    lists => [map { { id => $_, title => "List $_" } } @lists],
	    tasks => \@tasks, steps => \@steps,
	    myDay => [{ taskId => $tasks[0]{id}, addedOn => '2026-01-02' }] });
	close $out;
	return 1 + @lists + @tasks + @steps + 1;
}

# Runs it, and calls when so many tasks are in the database.
sub import_beside {
	my ($file, $at, $call) = @_;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = (%{$d->{env}}, LD_PRELOAD => build() . '/t/hold.so',
		    HOLD => "$file.held");
		open STDOUT, '>', "$file.out";
		open STDERR, '>&', \*STDOUT;
		exec build() . '/bin/docket-import', '--user',
		    'ada@example.org', $file or POSIX::_exit(127);
	}
	my $before = $d->sql('SELECT count(*) FROM task');
	my $end = time + 100;
	while (time < $end) {
		last if $d->sql('SELECT count(*) FROM task') >= $before + $at;
		sleep 0.01;
	}
	$call->($pid);
	waitpid $pid, 0;
	return $?;
}

my @ids = map { uuid() } 1 .. $lists;
my $records = write_export("$dir/all", @ids);
my $bobs = uuid();
$bob->post('/lists', { id => $bobs, title => 'Of bob' });
my $plain = $ada->get('/me/export')->{json};

sub sees_nothing {
	my ($name, $since) = @_;
	is_deeply $ada->get('/lists')->{json}{items}, [], "$name: no list";
	is_deeply $ada->get("/me/changes?since=$since")->{json}{items}, [],
	    "$name: no change";
	is_deeply $ada->get('/search?q=imported')->{json}{items}, [],
	    "$name: no hit";
	is $ada->get("/lists/$ids[0]/tasks")->{status}, 404,
	    "$name: not by its id";
	is scalar(() = $d->run('docket-export', '--all', '--output', '-')->{out}
	    =~ /Imported/), 0, "$name: in no export";
	unlike $d->run('docket-admin', 'user', 'list')->{out}, qr/import/,
	    "$name: no user";
}

subtest 'a killed import leaves nothing' => sub {
	my $since = $ada->get('/me/changes')->{json}{next};
	is import_beside("$dir/all", $tasks / 2, sub {
		sees_nothing('while it runs', $since);
		kill KILL => $_[0] }), 9, 'it is killed during the import';
	cmp_ok $d->sql('SELECT count(*) FROM task'), '>', 0, 'of its work';
	sees_nothing('afterwards', $since);
	is $d->check->{status}, 0, 'check is content';
	is $d->run('docket-cleanup')->{status}, 0, 'and the cleanup';
	is $d->sql('SELECT count(*) FROM task'), 0, 'removes what is left';
	is $d->sql('SELECT count(*) FROM word'), 0, '... with its words';
};

subtest 'a file that is damaged at its end' => sub {
	open my $out, '>', "$dir/bad" or die;
	print $out substr slurp("$dir/all"), 0, -20;
	close $out;
	my $r = $d->run('docket-import', '--user', 'ada@example.org',
	    "$dir/bad");
	is $r->{status}, 1, 'it is refused';
	like $r->{err}, qr/nothing was imported/, 'with a message';
	is $d->sql('SELECT count(*) FROM task'), 0, 'and nothing stays';
	my $text = '{"kind":"tasks#taskLists","items":[';
	zip(\$text => \my $zip, Name => 'Tasks.json') or die;
	write_file("$dir/zip", $zip);
	like $d->run('docket-import', '--user', 'ada@example.org',
	    "$dir/zip")->{err}, qr/: ends too early; nothing was imported$/,
	    'of one in an archive it is said what is wrong';
	# The first of two files is worked off before the second is read.
	write_file("$dir/tagged", "Imported \@fresh\n" x 300);
	write_file("$dir/binary", "\0\1\2\n");
	is $d->run('docket-import', '--user', 'ada@example.org', '--format',
	    'todo-txt', "$dir/tagged", "$dir/binary")->{status}, 1,
	    'two files, the second of which is no text, are refused';
	is $d->sql('SELECT (SELECT count(*) FROM task) + ' .
	    '(SELECT count(*) FROM tag)'), 0, 'and no task or tag stays';
	is $d->check->{status}, 0, 'of which check knows';
};

subtest 'an import while others write' => sub {
	my ($since, @took);
	my $status = import_beside("$dir/all", $tasks / 2, sub {
		$since = $ada->get('/me/changes')->{json}{next};
		for (1 .. 10) {
			my $at = time;
			my $r = $bob->post("/lists/$bobs/tasks",
			    { id => uuid(), title => "Meanwhile $_" });
			push @took, time - $at if $r->{status} == 201;
		}
		like $d->run('docket-import', '--user', 'bob@example.org',
		    "$dir/all")->{err}, qr/another import is running/,
		    'a second import at the same time is refused';
		is $d->run('docket-cleanup')->{status}, 0,
		    'docket-cleanup leaves the import alone';
	});
	is $status, 0, 'the import succeeds' or diag slurp("$dir/all.out");
	like slurp("$dir/all.out"), qr/^$records created, 0 existing/m,
	    'and is complete';
	is @took, 10, 'others could write ten times';
	my ($held) = sort { $b <=> $a } map { (split)[1] } split /\n/,
	    slurp("$dir/all.held") =~ s/\0.*//sr;
	cmp_ok $held, '<', 100_000, 'no lock took over 100 ms'
	    unless $sanitized || engine() ne 'sqlite';	# whose lock it is
	my ($seen, $next) = (0, $since);
	while (1) {
		my $r = $ada->get("/me/changes?since=$next&limit=1000")
		    ->{json};
		$seen += @{$r->{items}};
		$next = $r->{next};
		last if !$r->{more};
	}
	is $seen, $records, 'a client that synced meanwhile has everything';
	my $e = $ada->get('/me/export')->{json};
	is scalar @{$e->{tasks}}, $tasks * $lists, 'all tasks are imported';
	is scalar @{$e->{steps}}, $tasks * $lists, 'and all steps';
	is scalar(grep { $_->{assigneeId} } @{$e->{tasks}}), $lists,
	    'assignments are kept';
	is scalar @{$ada->get('/search?q=imported%207')->{json}{items}}, 50,
	    'search finds the tasks';
	is $d->sql('SELECT count(*) FROM list l WHERE tasks <> (SELECT count(*)
	    FROM task WHERE list_id = l.id AND deleted_at = 0)'), 0,
	    'and the counts are right';
	my $again = $d->run('docket-import', '--user', 'ada@example.org',
	    "$dir/all");
	like $again->{out}, qr/^0 created, $records existing, 0 refused/,
	    'importing twice changes nothing';
	is $d->check->{status}, 0, 'check is content';
	like $d->run('docket-cleanup')->{out}, qr/^Nothing/, 'the cleanup, too';
};
done_testing;
