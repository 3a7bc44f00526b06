# docket-backup: while others write, killed, with damaged files, on a full disk.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Docket;
use Fcntl ':flock';
use File::Path 'make_path';
use POSIX ();
use Test::More;

my $program = build() . '/bin/docket-backup';

# Every generation whole, nothing half done beside them.
sub is_clean {
	my ($dir, $name) = @_;
	my @bad = map { my $f = fault("$dir/$_", "$dir/files");
	    $f eq '' ? () : "$_: $f" } generations($dir);
	push @bad, grep { m{new[^/]*$} || m{-(?:wal|shm|journal)$} }
	    glob "$dir/* $dir/files/*";
	is_deeply \@bad, [], $name;
}

# Acknowledged writes go to a ledger of the writer's own, and a byte to a pipe.
sub writer {
	my ($u, $ledger, $pipe) = @_;
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid != 0;
	srand $$;
	open my $out, '>', $ledger or POSIX::_exit(1);
	$out->autoflush(1);
	my $l = $u->make('/lists', title => 'L');
	for (my $n = 0; ; $n++) {
		my $t = $u->make("/lists/$l/tasks", title => "$n");
		print $out "task $t\n";
		if ($n % 5 == 0) {
			my $f = uuid();
			print $out "attachment $f\n" if $u->upload($t, $f,
			    "$$ $n", 'x.txt')->{status} == 201;
		}
		syswrite $pipe, '.';
	}
}

subtest 'a relative directory' => sub {
	my ($d) = service('a file');
	my $in = folder();
	for my $dir ('backups', './backups', 'backups/../backups/') {
		my $r = $d->spawn($d->{env}, '', '/bin/sh', '-c',
		    "cd $in && exec $program $dir");
		is "$r->{status} $r->{err}", '0 ', $dir;
	}
	is scalar(generations("$in/backups")), 3,
	    'is relative to the working directory';
	is_clean("$in/backups", 'the backups are complete');
	my $r = $d->spawn($d->{env}, '', '/bin/sh', '-c',
	    "cd $d->{data} && exec $program backups");
	like $r->{err}, qr/inside the data directory/,
	    'a directory inside the data is refused';
};

subtest 'a backup contains every change acknowledged before it began' => sub {
	my ($d) = service('a file');
	# Some thousand pages, so that copying takes several steps.
	$d->sql('INSERT INTO attempt WITH RECURSIVE n(i) AS (SELECT 1 UNION '
	    . 'ALL SELECT i + 1 FROM n WHERE i < 200000) '
	    . "SELECT 'test ' || i, 1, 1 FROM n");
	my ($ledgers, $dir) = (folder(), folder());
	pipe my $in, my $out or die "pipe: $!\n";
	my @users = map { $d->user("u$_\@example.org") } 1 .. 4;
	my @pids = map { writer($users[$_], "$ledgers/$_", $out) } 0 .. 3;
	my (@before, $failed);
	for (1 .. 10) {
		for (1 .. 20) {
			sysread $in, my $byte, 1 or die "no writer: $!\n";
		}
		push @before, join '', map { slurp($_) } glob "$ledgers/*";
		my $r = $d->run('docket-backup', $dir, '--quiet');
		$failed .= $r->{err} if $r->{status} != 0 || $r->{out} ne '';
	}
	kill 'TERM', @pids;
	waitpid $_, 0 for @pids;
	is $failed, undef, 'ten backups succeed';
	my @names = generations($dir);
	is scalar @names, 10, 'there are ten';
	is_clean($dir, 'and all are complete');
	for my $i (0 .. $#names) {
		my $fresh = folder() . '/data';
		my $r = $d->run('docket-admin', '-d', $fresh, 'restore', $dir,
		    '--from', $names[$i]);
		is $r->{status}, 0, "restored: $i" or diag $r->{err};
		is fault("$fresh/docket.db", "$fresh/files"), '',
		    'the restored database is sound';
		$r = $d->run('docket-admin', '-d', $fresh, 'check', '--deep');
		is $r->{status}, 0,
		    'docket-admin check finds nothing' or diag $r->{out};
		my %has;
		for my $kind (qw(task attachment)) {
			$has{"$kind $_"} = 1 for split /\n/,
			    query("$fresh/docket.db",
			    "SELECT lower(hex(id)) FROM $kind");
		}
		my @lost = grep { !$has{tr/-//dr} } split /\n/, $before[$i];
		is_deeply \@lost, [], 'nothing acknowledged is missing';
		cmp_ok scalar(() = $before[$i] =~ /^task/mg), '>=',
		    20 * $i, 'of many writes';
	}
};

subtest 'only new attachments are copied' => sub {
	my ($d, $ada, $l, $t) = service('one', 'two');
	my $dir = folder() . '/new';
	is $d->run('docket-backup', $dir)->{status}, 0,
	    'a new directory is created';
	is((stat $dir)[2] & 0777, 0700, 'which only its owner can read');
	is((stat "$dir/" . (generations($dir))[0])[2] & 0777, 0600,
	    'and so is the database');
	my %was = map { $_ => join ' ', (stat)[1, 9, 10] }
	    glob "$dir/files/*/*";
	is scalar keys %was, 2, 'it has two files';
	upload($ada, $t, 'three');
	like $d->run('docket-backup', $dir)->{out},
	    qr/: \d+ rows, 3 files, 1 of them copied$/,
	    'the number of copied files is printed';
	is_deeply { map { $_ => join ' ', (stat)[1, 9, 10] }
	    grep { $was{$_} } glob "$dir/files/*/*" }, \%was,
	    'existing files are not touched';
	ok -f "$dir/" . file_of('three'), 'the new file is there';
	is_clean($dir, 'the backup is complete');
};

subtest 'a killed backup leaves only complete ones' => sub {
	my ($d, $ada, $l, $t) = service(map { "file $_" } 1 .. 4);
	my $dir = folder();
	my @steps = steps($d, $program, $dir);
	cmp_ok scalar @steps, '>', 60, 'there are more than 60 calls';
	my ($runs, $killed) = (25, 0);
	for my $i (0 .. $runs - 1) {
		upload($ada, $t, "more $i");
		$killed += killed($d, $steps[$i * @steps / $runs
		    + rand(@steps / $runs)], $program, $dir);
		my @bad = grep { fault("$dir/$_", "$dir/files") ne '' }
		    generations($dir);
		is_deeply \@bad, [], 'whole' if @bad;
	}
	cmp_ok $killed, '>', $runs / 2, "killed $killed times";
	is $d->run('docket-backup', $dir)->{status}, 0,
	    'the next backup succeeds';
	is_clean($dir, 'and removes what was left');
};

subtest '--keep removes old backups and nothing else' => sub {
	my ($d, $ada, $l, $t) = service('old', 'kept');
	my $dir = folder();
	make_path("$dir/files/ab", "$dir/files/new-mine");
	my @others = map { "$dir/$_" } qw(notes.txt docket-old.db
	    docket-20260231T000000Z.db docket-20260101T000000Z.db.gz files/x
	    docket-2026-101T000000Z.db socket-20260101T000000Z.db
	    docket-20260101T000060Z.db docket-20260101x000000Z.db
	    files/ab/short files/new-mine/x files/new-short),
	    'files/' . 'x' x 40;
	my %other = map { s{.*/}{}r => 1 } @others;
	write_file($_, 'x') for @others;
	$d->run('docket-backup', $dir) for 1 .. 3;
	$d->sql("DELETE FROM attachment WHERE sha256 = x'"
	    . Digest::SHA::sha256_hex('old') . q{'});
	is $d->run('docket-backup', $dir, '--keep', 2)->{status}, 0,
	    '--keep 2 succeeds';
	my @names = grep { !$other{$_} } generations($dir);
	is scalar @names, 2, 'two backups remain';
	ok -f "$dir/" . file_of('old'), 'with the file that one of them needs';
	is $d->run('docket-backup', $dir, '--keep=1')->{status}, 0,
	    '--keep=1 succeeds';
	@names = grep { !$other{$_} } generations($dir);
	is scalar @names, 1, 'one backup remains';
	ok !-e "$dir/" . file_of('old'), 'a file that none needs is removed';
	is fault("$dir/$names[0]", "$dir/files"), '', 'the backup is complete';
	is_deeply [grep { !-f } @others], [], 'other files stay';
	mkdir "$dir/files/ab";
	write_file("$dir/files/ab/" . 'c' x 62, 'of no backup');
	like $d->run('docket-backup', $dir, '--keep', 9)->{out},
	    qr/^Old backups removed: 0; files: 1$/m, 'a file of none goes';
	write_file("$dir/$names[0]", 'rotten');
	upload($ada, $t, 'third');
	$d->run('docket-backup', $dir);
	$d->sql('DELETE FROM attachment');
	my $r = $d->run('docket-backup', $dir, '--keep', 9);
	is $r->{status}, 1, 'a backup that cannot be read makes --keep fail';
	like $r->{err}, qr/\Q$names[0]\E cannot be read: no attach/,
	    'with a message';
	ok -f "$dir/" . file_of('kept'), 'and no file is removed';
};

subtest 'damaged attachments' => sub {
	my ($d) = service('good', 'bad', 'gone', 'unreadable');
	my $dir = folder();
	write_file("$d->{data}/" . file_of('bad'), 'bat');
	unlink map { "$d->{data}/" . file_of($_) } qw(gone unreadable);
	mkdir "$d->{data}/" . file_of('unreadable');	# opens, but no more
	my $r = $d->run('docket-backup', $dir, '--keep', 1);
	is $r->{status}, 1, 'the exit status is 1';
	like $r->{err}, qr/\Q$_\E is missing or damaged/, 'each is named'
	    for map { file_of($_) } qw(bad gone unreadable);
	my ($name) = generations($dir);
	like fault("$dir/$name", "$dir/files"), qr/^no /,
	    'the others are saved';
	ok !-e "$dir/" . file_of('bad'), 'the damaged one is not copied';
	rmdir "$d->{data}/" . file_of('unreadable');
	write_file("$d->{data}/" . file_of($_), $_) for qw(bad gone unreadable);
	is $d->run('docket-backup', $dir, '--keep', 1)->{status}, 0,
	    'repaired, the backup succeeds';
	is_clean($dir, 'and is complete');
	write_file("$dir/" . file_of('good'), 'goof');
	is $d->run('docket-backup', $dir, '--quick')->{status}, 0,
	    '--quick succeeds';
	is slurp("$dir/" . file_of('good')), 'goof',
	    'it does not verify existing copies';
	is $d->run('docket-backup', $dir)->{status}, 0, 'without --quick';
	is slurp("$dir/" . file_of('good')), 'good',
	    'a damaged copy is replaced';
	unlink "$d->{data}/" . file_of('good');
	is $d->run('docket-backup', $dir)->{status}, 0, 'what is in the '
	    . 'backups does not have to be in the service';
};

# A pipe in the file's place tells when the program has come to it.
subtest 'what cleanup erases during a backup is erased in it' => sub {
	my ($d) = service('here', 'erased');
	my ($dir, $pipe) = (folder(), "$d->{data}/" . file_of('erased'));
	unlink $pipe;
	POSIX::mkfifo($pipe, 0600) or die "mkfifo: $!\n";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		exec $program, '--quiet', $dir;
	}
	open my $out, '>', $pipe or die "$pipe: $!\n";
	$d->sql("DELETE FROM attachment WHERE sha256 = x'"
	    . Digest::SHA::sha256_hex('erased') . q{'});
	unlink $pipe;
	close $out;
	waitpid $pid, 0;
	is $?, 0, 'the backup succeeds';
	is_clean($dir, 'it is complete');
	is query("$dir/" . (generations($dir))[0], 'SELECT count(*), '
	    . 'count(iif(deleted_at > 0, 1, NULL)) FROM attachment'), '2|1',
	    'the erased attachment is a tombstone in it';
};

subtest 'a full disk' => sub {
	my ($d, $ada, $l, $t) = service('a file');
	my $dir = folder();
	is $d->run('docket-backup', $dir)->{status}, 0,
	    'the first backup succeeds';
	my @was = generations($dir);
	# Files of 64 kB at most stand in for it: less than the database has.
	my $r = $d->spawn($d->{env}, '', 'bash', '-c', 'trap "" XFSZ; '
	    . 'ulimit -f 64; exec "$@"', 'sh', $program, $dir);
	is $r->{status}, 1, 'a backup that does not fit fails';
	like $r->{err}, qr/^docket-backup: \Q$dir\E\S+: .*\n\z/,
	    'the message names the directory';
	upload($ada, $t, 'x' x 600_000);
	$r = $d->spawn($d->{env}, '', 'bash', '-c', 'trap "" XFSZ; '
	    . 'ulimit -f 400; exec "$@"', 'sh', $program, $dir);
	is $r->{status}, 1, 'an attachment that does not fit makes it fail';
	is_deeply [generations($dir)], \@was, 'no backup was added';
	is_clean($dir, 'and nothing is left of them');
	is $d->run('docket-backup', $dir)->{status}, 0,
	    'with space it succeeds';
	is_clean($dir, 'and is complete');
};

subtest 'names increase' => sub {
	my ($d) = service();
	my $dir = folder();
	$d->run('docket-backup', $dir);
	rename "$dir/" . (generations($dir))[0],
	    "$dir/docket-20991231T235959Z.db";
	$d->run('docket-backup', $dir) for 1 .. 2;
	is_deeply [generations($dir)], ['docket-20991231T235959Z.db',
	    'docket-21000101T000000Z.db', 'docket-21000101T000001Z.db'],
	    'even if the clock is behind';
	unlink glob "$dir/*.db";
	write_file("$dir/docket-20010101T000000Z.db", 'x');
	$d->run('docket-backup', $dir);
	unlike +(generations($dir))[1], qr/2001/,
	    'names follow the clock, not only the last name';
};

subtest 'backups that are refused' => sub {
	my ($d) = service('a file');
	my ($dir, $inside) = (folder(), "$d->{data}/backups");
	symlink $d->{data}, "$dir/link";
	for ($d->{data}, $inside, "$dir/link/x", "$d->{data}/files/..") {
		my $r = $d->run('docket-backup', $_);
		is $r->{status}, 1, 'a directory inside the data is refused';
		like $r->{err}, qr/inside the data directory/, 'with a message';
	}
	ok !-e $inside, 'and not created';
	open my $lock, '>', "$dir/docket-backup.lock" or die "lock: $!\n";
	flock $lock, LOCK_EX or die "flock: $!\n";
	my $r = $d->run('docket-backup', $dir);
	is $r->{status}, 1, 'a second backup at the same time is refused';
	like $r->{err}, qr/another backup/, 'with a message';
	is_deeply [generations($dir)], [], 'and creates nothing';
	$d->sql("UPDATE list SET owner_id = x'00'");
	close $lock;
	$r = $d->run('docket-backup', $dir);
	is $r->{status}, 1, 'a damaged database is not backed up';
	like $r->{err}, qr/row of list refers/, 'with a message';
	is_clean($dir, 'and nothing is left');
	is $d->run('docket-backup', @$_)->{status}, 2, "usage: @$_"
	    for [], [$dir, $dir], [$dir, '--keep', 0], [$dir, '--keep', 'x'],
	    [$dir, '--keep', '1000000'], [$dir, '--keep', '200000'],
	    [$dir, '--nope'];
	is $d->run('docket-backup', '-d', "$dir/none", $dir)->{status}, 1,
	    'a missing database is an error';
	like $d->run('docket-backup', '--help')->{out},
	    qr/^usage: docket-backup/, '--help prints the usage';
};

done_testing;
