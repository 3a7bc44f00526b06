# Upgrades from every release, with the data of t/upgrade, and from this version to
# a made-up next one: nothing is lost, users see the same as before, the old state
# can be restored, and programs that write meanwhile lose nothing.  The programs are
# those of the next version (make next), which has one migration more.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Next;
use Backup;
use Digest::SHA 'sha256_hex';
use Docket;
use Fcntl ':flock';
use File::Path 'make_path';
use File::Temp 'tempdir';
use JSON::PP ();
use Test::More;
use Time::HiRes qw(sleep time);

my $sanitized = build() =~ m{/san/};
my $data = tempdir(CLEANUP => 1) . '/this version';
{
	local $ENV{DOCKET_BUILD} = $Next::before;
	is system($^X, top() . '/t/upgrade/make', $data), 0,
	    'there are data of this version';
}
my @releases = ($data, sort glob top() . '/t/upgrade/[0-9]*');

# An instance with the data of that release; and what its users saw.
sub instance {
	my ($from) = @_;
	my $seen = JSON::PP->new->decode(slurp("$from/seen.json"));
	my $d = Docket->new(log => '/dev/null', reminders => 'off');
	unlink glob "$d->{data}/*";
	$d->sql(slurp("$from/data.sql"));
	chmod 0600, "$d->{data}/docket.db";
	for (@{$seen->{files}}) {
		my $bytes = $_;
		utf8::encode($bytes);
		my $path = "$d->{data}/" . file_of($bytes);
		make_path($path =~ s{/[^/]+$}{}r, { mode => 0700 });
		write_file($path, $bytes);
	}
	chmod 0700, "$d->{data}/files";
	return ($d, $seen);
}

# Each old member of a record is in the new one, with its value; parts may have
# come, and stamps may have moved.
sub lost {
	my ($old, $new, $where) = @_;
	if (ref $old eq 'HASH') {
		return ("$where is no object") if ref $new ne 'HASH';
		return map { exists $new->{$_} ? lost($old->{$_}, $new->{$_},
		    "$where/$_") : "$where/$_ is gone" }
		    grep { !/^(?:updatedAt|exportedAt)$/ } sort keys %$old;
	}
	if (ref $old eq 'ARRAY') {
		return ("$where: " . @$old . ' were there, ' . @$new . ' are')
		    if @$old != @$new;
		return map { lost($old->[$_], $new->[$_], "$where/$_") }
		    0 .. $#$old;
	}
	return ($old // 'null') eq ($new // 'null') ? () :
	    "$where was " . ($old // 'null') . ', is ' . ($new // 'null');
}

# A table that it leaves empty, no later migration is tested with.
subtest 'the data of this version' => sub {
	my ($d) = instance($data);
	my @empty = grep { $d->sql("SELECT count(*) FROM \"$_\"") == 0 }
	    split /\n/, $d->sql('SELECT name FROM sqlite_schema ' .
	    "WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
	# Messages and files under way, and files that the database has.
	is_deeply [sort @empty], [qw(content content_piece content_removal
	    content_upload delivery)], 'fill every other table';
};

for my $release (@releases) {
	subtest 'from ' . $release =~ s{.*/}{}r => sub {
		my ($d, $seen) = instance($release);
		my $was = $d->sql('PRAGMA user_version');
		my $before = $d->sql('.dump');
		my $ada = $d->with(token => $seen->{users}{ada}{token});
		my $r = $ada->get('/lists');
		is $r->{status}, 503, 'an older database is answered with 503';
		is $r->{json}{code}, 'not-ready', 'with not-ready';
		is $d->run('docket-admin', 'migrate')->{status}, 0,
		    'migrate succeeds';
		is $d->run('docket-admin', 'check')->{status}, 0,
		    'check finds no fault' or
		    diag $d->run('docket-admin', 'check')->{out};
		for my $who (sort keys %{$seen->{users}}) {
			my $s = $seen->{users}{$who};
			my $u = $d->with(token => $s->{token});
			my @lost = lost($s->{export},
			    $u->get('/me/export')->{json}, '');
			is "@lost[0 .. ($#lost > 5 ? 5 : $#lost)]", '',
			    "$who has everything, and their session";
		}
		is $d->sign_in($seen->{users}{ada}{email},
		    $seen->{users}{ada}{password})->{me}{email},
		    $seen->{users}{ada}{email}, 'the password works';
		my $hits = $ada->get('/search?q=aufgabe')->{json}{items};
		cmp_ok scalar @$hits, '>', 20, 'search finds the tasks';
		my ($file) = @{$ada->get('/me/attachments')->{json}{items}};
		is $ada->get("/attachments/$file->{id}/content")->{status},
		    200, 'a file can be downloaded';
		my ($copy) = glob "$d->{data}/docket.db.before-*";
		like $copy, qr/before-\d{4}$/,
		    'there is a copy of the old database';
		is query($copy, 'PRAGMA user_version'), $was, 'of its version';
		is query($copy, '.dump'), $before, 'with all data';
	};
}

# As query(), where others open and close the database at the same time.
sub patient {
	my ($d, $sql) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', 'sqlite3', '-bail',
	    '-cmd', '.timeout 20000', "$d->{data}/docket.db", $sql);
	die "sqlite3: $r->{err}" if $r->{status} != 0;
	return $r->{out} =~ s/\n\z//r;
}

# Programs of that release that write: they hold the lock that all versions
# take, and look at the schema's version, as the programs do.
sub old_writer {
	my ($d, $version, $until) = @_;
	my ($n, $refused) = (0, 0);
	while (!-e $until && $refused < 5) {
		open my $lock, '+<', "$d->{data}/docket.lock" or die;
		flock $lock, LOCK_EX or die;
		if (patient($d, 'PRAGMA user_version') != $version) {
			$refused++;
			next;
		}
		$n++;
		patient($d, "INSERT INTO attempt VALUES ('upgrade $n', 1, 1)");
	}
	return "$n $refused";
}

subtest 'programs of the old version that write meanwhile' => sub {
	my ($d) = instance($releases[0]);
	my $version = $d->sql('PRAGMA user_version');
	$d->sql('PRAGMA journal_mode = wal');
	open my $lock, '>', "$d->{data}/docket.lock" or die;
	close $lock;
	my $end = "$d->{data}/end";
	my $writer = Docket::beside(sub { old_writer($d, $version, $end) });
	sleep 0.02 until patient($d, "SELECT count(*) FROM attempt
	    WHERE key LIKE 'upgrade%'") > 5;
	is $d->run('docket-admin', 'migrate')->{status}, 0, 'migrate succeeds';
	write_file($end, '');
	my ($n, $refused) = split ' ', Docket::ended($writer);
	cmp_ok $refused, '>', 0, 'they notice the new version' if $n < 1e6;
	is $d->sql("SELECT count(*) FROM attempt WHERE key LIKE 'upgrade%'"),
	    $n, 'what they wrote before is kept';
	is fault("$d->{data}/docket.db", "$d->{data}/files"), '',
	    'the database is sound';
};

# The new programs are installed and serve, the database is still old: clients
# get 503 and try again; then it is migrated under them.
subtest 'clients that retry' => sub {
	my ($d, $seen) = instance($releases[0]);
	my $port = free_port();
	# Much data, as an upgrade has in earnest.
	my $tasks = $sanitized ? 1000 : 20000;
	$d->sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < $tasks) INSERT INTO task (list_id, rank, id, title, done,
	    starred, notes, notes_at, reminder_at, created_at, stamp,
	    completed_at, successor_stamp, doc) SELECT l.id,
	    printf('c%07d', i), randomblob(16), 'Much to do ' || i, 0, 0,
	    'Some words of notes', 0, 0, 1, 1, 0, 0, 1000000 + i
	    FROM n, (SELECT id FROM list WHERE deleted_at = 0 LIMIT 1) l");
	my $s = $seen->{users}{ada};
	my $mark = "$d->{data}/migrated";
	my $client = Docket::beside(sub {
		my ($list, $refused, $other, @made) = (uuid(), 0, 0);
		my $u = $d->with(token => $s->{token});
		my $first = time;
		while (@made < 20) {
			my $id = uuid();
			my $r = @made ? $u->post("/lists/$list/tasks",
			    { id => $id, title => 'After' }) :
			    $u->post('/lists', { id => $list, title => 'New' });
			if ($r->{status} == 503) {
				$refused++;
				die "no code\n" if $r->{json}{code} !~
				    /^(?:not-ready|busy)$/;
				sleep 0.02;
			} elsif ($r->{status} == 201) {
				push @made, @made ? $id : $list;
			} else {
				$other++;
			}
			return "$refused $other 0" if time - $first > 200;
		}
		return "$refused $other " . @made;
	});
	sleep 0.5;
	my $began = time;
	is $d->run('docket-admin', 'migrate')->{status}, 0, 'migrate succeeds';
	diag sprintf 'migrating %d tasks took %.1f s', $tasks, time - $began;
	my ($refused, $other, $made) = split ' ', Docket::ended($client);
	cmp_ok $refused, '>', 0, 'they are refused with 503';
	is $other, 0, 'and nothing else';
	is $made, 20, 'later all their requests succeed';
	is $d->sql("SELECT count(*) FROM task WHERE title = 'After'"), 19,
	    'and are stored';
};

# A worker that has the database open neither writes to a newer schema nor calls
# it a fault of Docket.
subtest 'a newer schema under a running service' => sub {
	my ($d, $seen) = instance($releases[0]);
	is $d->run('docket-admin', 'migrate')->{status}, 0, 'migrate succeeds';
	my $port = free_port();
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDERR, '>', '/dev/null';
		exec build() . '/bin/docket-serve', '-q', '-p', $port, '-m',
		    'fastcgi';
		exit 127;
	}
	my $web = $d->with(base => "http://127.0.0.1:$port",
	    token => $seen->{users}{ada}{token});
	for (1 .. 200) {
		last if $web->get('/health')->{status} == 200;
		sleep 0.05;
	}
	my $list = $web->make('/lists', title => 'Before');
	# The workers have read, written and prepared these now.
	for (1 .. 6) {
		$web->make("/lists/$list/tasks", title => 'Before');
		$web->get("/lists/$list");
	}
	my $version = $d->sql('PRAGMA user_version');
	for (['with the same tables'], ['with others',
	    'ALTER TABLE list RENAME COLUMN title TO name;']) {
		my ($case, $change) = (@$_, '');
		$d->sql("${change}PRAGMA user_version = " . ($version + 1));
		my %status;
		for (1 .. 4) {
			$status{$web->post('/lists', { id => uuid(),
			    title => 'L' })->{status}}++;
			$status{$web->get("/lists/$list")->{status}}++
			    if $change;
		}
		is_deeply [keys %status], [503], "$case: 503 alone";
		$d->sql("PRAGMA user_version = $version");
	}
	kill 'TERM', $pid;
	waitpid $pid, 0;
};

# Back again: the copy, by the programs of the old version.  They are not here;
# but they find what they left.
subtest 'programs with a newer database' => sub {
	my ($d, $seen) = instance($releases[0]);
	is $d->run('docket-admin', 'migrate')->{status}, 0, 'migrate succeeds';
	my $ada = $d->with(token => $seen->{users}{ada}{token});
	my $version = $d->sql('PRAGMA user_version');
	$d->sql('PRAGMA user_version = ' . ($version + 1));
	for (['GET', '/lists'], ['POST', '/lists', { id => uuid(),
	    title => 'L' }], ['GET', '/ready']) {
		my $r = $ada->request(@$_);
		is $r->{status}, 503, "$_->[0] $_->[1]: refused";
		is $r->{headers}{'content-type'}, 'application/problem+json',
		    'the answer is a problem' if $_->[1] ne '/ready';
	}
	for (['docket-remind'], ['docket-cleanup'],
	    ['docket-export', '--all'], ['docket-backup', "$d->{data}-b"]) {
		my $r = $d->run(@$_);
		is $r->{status}, 1, "$_->[0] refuses";
		like $r->{err}, qr/newer version/, 'the message says why';
	}
	my $r = $d->run('docket-admin', 'migrate');
	is $r->{status}, 1, 'migrate refuses, too';
	is $d->sql('PRAGMA user_version'), $version + 1, 'nothing changed';
};

done_testing;
