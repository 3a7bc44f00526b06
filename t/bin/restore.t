# docket-admin restore: into a running service, over a damaged database, killed,
# and undone.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Docket;
use Fcntl ':flock';
use File::Path 'remove_tree';
use POSIX ();
use Test::More;
use Time::HiRes 'sleep';

my $admin = build() . '/bin/docket-admin';

sub restore {
	my ($d, @args) = @_;
	return $d->run('docket-admin', 'restore', @args);
}

# A service, a backup of it, and a task that came afterwards.
sub backed_up {
	my ($d, $ada, $l, $t) = service(@_);
	my $dir = folder();
	my $r = $d->run('docket-backup', $dir, '--quiet');
	die "backup: $r->{err}" if $r->{status} != 0;
	my $late = $ada->make("/lists/$l/tasks", title => 'Late');
	return ($d, $ada, $l, $t, $dir, $late);
}

sub titles {
	my ($d) = @_;
	return query("$d->{data}/docket.db", "SELECT group_concat(title, ' ') "
	    . 'FROM (SELECT title FROM task ORDER BY created_at)');
}

# Every file of a folder, with its bytes; not what SQLite has beside them.
sub state {
	my ($dir) = @_;
	return { map { $_ => slurp($_) } grep { -f && !/-(?:wal|shm)$/ }
	    glob "$dir/* $dir/files/*/* $dir/files/new-*" };
}

sub is_refused {
	my ($d, $args, $like, $name) = @_;
	my $was = state($d->{data});
	my $r = restore($d, @$args);
	is $r->{status}, 1, "$name: refused";
	like $r->{err}, $like, 'the message says why';
	is_deeply state($d->{data}), $was, 'nothing changed';
}

subtest 'a restore, and its undoing' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up('a file', 'b file');
	my $seen = $ada->get('/me/changes')->{json}{next};
	my $etag = $ada->get("/lists/$l/tasks")->{headers}{etag};
	unlink "$d->{data}/" . file_of('a file');
	write_file("$d->{data}/" . file_of('b file'), 'rotten');
	my $r = restore($d, $dir);
	is $r->{status}, 0, 'the restore succeeds' or diag $r->{err};
	like $r->{out}, qr/2 files, 2 of them copied/,
	    'it prints the number of files';
	my ($safety) = $r->{out} =~ /(docket\.db\.before-restore-\w+)$/m;
	is titles($d), 'Milk', 'the data are as in the backup';
	is fault("$d->{data}/docket.db", "$d->{data}/files"), '',
	    'the database is sound';
	is fault("$d->{data}/$safety", "$d->{data}/files"), '',
	    'so is the copy of the old one';
	is((stat "$d->{data}/$safety")[2] & 0777, 0600,
	    'which only its owner can read');
	is_deeply [glob "$d->{data}/*.restore* $d->{data}/*.new*"], [],
	    'no temporary file is left';
	for my $path ('/me/changes', '/lists', "/lists/$l/tasks",
	    '/me/tags', '/me/attachments', "/tasks/$t/steps") {
		is $ada->get("$path?since=$seen")->{json}{code},
		    'since-expired', "$path: start over";
	}
	is $ada->get("/lists/$l/tasks", 'If-None-Match' => $etag)->{status},
	    200, 'an old ETag does not match';
	my $next = $ada->get('/me/changes')->{json}{next};
	cmp_ok $next, 'gt', $seen, 'the new stamps are later';
	my $new = $ada->make("/lists/$l/tasks", title => 'New');
	$r = $ada->get("/me/changes?since=$next");
	is_deeply [map { $_->{id} } @{$r->{json}{items}}], [$new],
	    'clients can sync from there';

	$r = restore($d, $d->{data}, '--from', $safety);
	is $r->{status}, 0, 'the copy can be restored' or diag $r->{err};
	is titles($d), 'Milk Late', 'the data are as before';
	is $ada->get("/me/changes?since=$next")->{status}, 410,
	    'clients must start over again';
	is scalar(() = glob "$d->{data}/docket.db.before-restore-*Z"), 2,
	    'there is another copy';
};

# The stamps that clients have got may be ahead of the clock.
subtest 'a clock that was set back' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up();
	$d->sql('UPDATE state SET last_stamp = last_stamp + 86400000000');
	$ada->make("/lists/$l/tasks", title => 'Tomorrow');
	my $seen = $ada->get('/me/changes')->{json}{next};
	is restore($d, $dir)->{status}, 0, 'the restore succeeds';
	is $ada->get("/me/changes?since=$seen")->{status}, 410,
	    'older stamps are refused';
	cmp_ok $ada->get('/me/changes')->{json}{next}, 'gt', $seen,
	    'new stamps are later';
};

subtest 'a running service' => sub {
	my ($d, $ada, $l, $t, $dir, $late) = backed_up('a file');
	my $port = free_port();
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', '/dev/null';
		exec build() . '/bin/docket-serve', '-p', $port, '-m',
		    'fastcgi';
		exit 127;
	}
	my $web = $ada->with(base => "http://127.0.0.1:$port");
	for (1 .. 100) {
		last if $web->get('/health')->{status} == 200;
		sleep 0.05;
	}
	# So that both workers have it open.
	$web->get("/lists/$l/tasks/$late") for 1 .. 10;
	is $web->get("/lists/$l/tasks/$late")->{status}, 200,
	    'a write before the restore is there';
	is restore($d, $dir)->{status}, 0, 'the restore succeeds';
	is_deeply [grep { $_ != 404 } map {
	    $web->get("/lists/$l/tasks/$late")->{status} } 1 .. 10], [],
	    'clients see the restored data';
	$web->make("/lists/$l/tasks", title => "New$_") for 1 .. 4;
	unlink "$d->{data}/docket.db";
	my $r = restore($d, $dir);
	is $r->{status}, 1,
	    'a removed database is refused while the service runs';
	like $r->{err}, qr/stop the service/, 'with what to do';
	ok !-e "$d->{data}/docket.db", 'nothing changed';
	kill 'TERM', $pid;
	waitpid $pid, 0;
	is restore($d, $dir)->{status}, 0,
	    'when the service has stopped it succeeds';
	is titles($d), 'Milk', 'the data are as in the backup';
	is fault("$d->{data}/docket.db", "$d->{data}/files"), '',
	    'the database is sound';
};

subtest 'programs that ran before the restore can write after it' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up();
	my $mark = folder() . '/mark';
	open my $shell, '|-', 'sqlite3', "$d->{data}/docket.db"
	    or die "sqlite3: $!\n";
	$shell->autoflush(1);
	print $shell ".output $mark\nSELECT count(*) FROM task;\n.output\n";
	sleep 0.01 until -s $mark;
	is restore($d, $dir)->{status}, 0, 'the restore succeeds';
	$ada->make("/lists/$l/tasks", title => 'New');
	close $shell;
	is titles($d), 'Milk New', 'their change is kept';
	is query("$d->{data}/docket.db", 'PRAGMA integrity_check'), 'ok',
	    'the database is sound';
};

# A connection that is killed leaves it.
sub leave_log {
	my ($d) = @_;
	my $pid = open my $shell, '|-', 'sqlite3', "$d->{data}/docket.db"
	    or die "sqlite3: $!\n";
	$shell->autoflush(1);
	print $shell "UPDATE task SET title = 'Stale';\n";
	sleep 0.01 until -s "$d->{data}/docket.db-wal";
	kill 'KILL', $pid;
	close $shell;
	unlink "$d->{data}/docket.db";
	ok -s "$d->{data}/docket.db-wal", 'there is a write-ahead log';
}

subtest 'an old write-ahead log' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up();
	leave_log($d);
	is restore($d, $dir)->{status}, 0, 'the restore succeeds';
	is titles($d), 'Milk', 'the old log is not used';
	is query("$d->{data}/docket.db", 'PRAGMA journal_mode'), 'wal',
	    'the database has a log again';
	leave_log($d);
	is $d->run('docket-admin', 'migrate')->{status}, 0,
	    'a new database is created';
	is $d->sql('SELECT count(*) FROM task'), 0, 'nor is it the new one\'s';
};

subtest 'a damaged database' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up();
	my $good = slurp("$d->{data}/docket.db");
	for ([100, 'its schema'], [4096, 'its tables']) {
		my ($at, $name) = @$_;
		my $bad = $good;
		substr($bad, $at, 3996) = 'x' x 3996;
		write_file("$d->{data}/docket.db", $bad);
		my $r = restore($d, $dir);
		is $r->{status}, 0, "$name: restored" or diag $r->{err};
		is titles($d), 'Milk', 'the data are as in the backup';
		is fault("$d->{data}/docket.db", "$d->{data}/files"), '',
		    'the database is sound';
	}
	for (['no database' x 1000, 'its header'],
	    [substr($good, 0, -5000), 'its end']) {
		write_file("$d->{data}/docket.db", $_->[0]);
		is_refused($d, [$dir], qr/stop the service, move it/, $_->[1]);
	}
};

subtest 'damaged backups are refused' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up('a file');
	my ($name) = generations($dir);
	my $good = slurp("$dir/$name");
	my $tables = substr $good, 4096 * 3, 4096 * 20;
	my @cases = (
		['cut off', substr($good, 0, -4096), qr/or is damaged/],
		['empty', '', qr/not a Docket database/],
		['no database', 'x' x 9000, qr/not a Docket database/],
		['a page', substr($good, 0, 8192) . "\0" x 4096
		    . substr($good, 12288), qr/in database main.*Page 3/],
		['a newer one', substr($good, 0, 60) . pack('N', 9999)
		    . substr($good, 64), qr/newer version/],
		['not ours', substr($good, 0, 68) . pack('N', 1)
		    . substr($good, 72), qr/not a Docket database/],
		['live', substr($good, 0, 18) . "\2\2" . substr($good, 20),
		    qr/live database/],
	);
	for (@cases) {
		my ($case, $bytes, $like) = @$_;
		write_file("$dir/$name", $bytes);
		is_refused($d, [$dir], $like, $case);
	}
	write_file("$dir/$name", $good);
	query("$dir/$name", "UPDATE list SET owner_id = x'00'");
	is_refused($d, [$dir], qr/row of list refers/, 'a broken reference');
	write_file("$dir/$name", $good);
	unlink "$d->{data}/" . file_of('a file');
	write_file("$dir/" . file_of('a file'), 'rotten');
	is_refused($d, [$dir], qr/missing or damaged.*attachments lost: /s,
	    'a damaged attachment');
	is restore($d, $dir, '--incomplete')->{status}, 0,
	    '--incomplete restores it';
	is titles($d), 'Milk', 'the data are as in the backup';
	is_refused($d, [$dir, '--from', 'docket-x.db'], qr/no such backup/,
	    'an unknown name');
	is_refused($d, [folder()], qr/no backup/, 'an empty directory');
	is_refused($d, ["$dir/nowhere"], qr/No such file/,
	    'a missing directory');
	is restore($d, @$_)->{status}, 2, "usage: @$_" for [], [$dir, $dir],
	    [$dir, '--from', "$dir/$name"], [$dir, '--from', '..'];
};

# A pipe in a file's place holds the program there.
subtest 'during a restore nobody writes data or backups' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up('a file');
	my $pipe = "$dir/" . file_of('a file');
	unlink "$d->{data}/" . file_of('a file'), $pipe;
	POSIX::mkfifo($pipe, 0600) or die "mkfifo: $!\n";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDERR, '>', '/dev/null';
		exec $admin, 'restore', $dir;
	}
	open my $out, '>', $pipe or die "$pipe: $!\n";
	open my $lock, '<', "$d->{data}/docket.lock" or die "lock: $!\n";
	ok !flock($lock, LOCK_EX | LOCK_NB), 'the write lock is held';
	is $ada->get("/lists/$l/tasks")->{status}, 200, 'reading works';
	like $d->run('docket-backup', $dir)->{err}, qr/another backup or restore is running/,
	    'no backup is made or removed';
	close $out;
	waitpid $pid, 0;
	is $? >> 8, 1, 'a wrong attachment makes it fail';
	open $lock, '>', "$dir/docket-backup.lock" or die "lock: $!\n";
	flock $lock, LOCK_EX or die "flock: $!\n";
	is_refused($d, [$dir], qr/a backup is running/,
	    'a restore during a backup is refused');
};

subtest 'after a kill there is the old or the new database' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up('a file');
	my $saved = folder() . '/data';
	my $again = sub {
		remove_tree($d->{data});
		system('cp', '-a', $saved, $d->{data}) == 0 or die "cp\n";
		unlink "$d->{data}/" . file_of('a file');
	};
	system('cp', '-a', $d->{data}, $saved) == 0 or die "cp\n";
	$again->();
	my @command = ($admin, 'restore', $dir);
	my @steps = steps($d, @command);
	cmp_ok scalar @steps, '>', 60, 'there are more than 60 calls';
	my ($runs, %after, $killed) = (40);
	for my $i (0 .. $runs - 1) {
		$again->();
		my $step = $steps[$i * @steps / $runs
		    + rand(@steps / $runs)];
		$killed += killed($d, $step, @command);
		my $titles = titles($d);
		$after{$titles}++;
		my $fault = $titles eq 'Milk' ? fault("$d->{data}/docket.db",
		    "$d->{data}/files") : query("$d->{data}/docket.db",
		    'PRAGMA integrity_check');
		is $fault, $titles eq 'Milk' ? '' : 'ok', "whole: @$step"
		    if $fault !~ /^(?:ok)?$/;
	}
	cmp_ok $killed, '>', $runs / 2, "killed $killed times";
	is_deeply [sort keys %after], ['Milk', 'Milk Late'],
	    'the data are the old or the new';
	is restore($d, $dir)->{status}, 0, 'the next restore succeeds';
	is titles($d), 'Milk', 'the data are as in the backup';
	is_deeply [glob "$d->{data}/*.restore* $d->{data}/*.new*"], [],
	    'no temporary file is left';
};

subtest 'a full disk' => sub {
	my ($d, $ada, $l, $t, $dir) = backed_up();
	$d->sql('INSERT INTO attempt WITH RECURSIVE n(i) AS (SELECT 1 UNION '
	    . "ALL SELECT i + 1 FROM n WHERE i < 9999) SELECT i, 1, 1 FROM n");
	die if $d->run('docket-backup', $dir)->{status} != 0;
	$ada->make("/lists/$l/tasks", title => 'Later');
	# Not room for a copy; and room for that, but not for a log of it.
	for (64, 4 * $d->sql('PRAGMA page_count') + 1) {
		my $r = $d->spawn($d->{env}, '', 'bash', '-c', 'trap "" XFSZ; '
		    . "ulimit -f $_; exec \"\$@\"", 'sh', $admin, 'restore',
		    $dir);
		is $r->{status}, 1, "$_ kB: refused" or diag $r->{err};
		is titles($d), 'Milk Late Later', 'nothing changed';
		is_deeply [glob "$d->{data}/*.restore* $d->{data}/*.new*"],
		    [], 'no temporary file is left';
	}
};

done_testing;
