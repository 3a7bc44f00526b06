# docket-admin move, from SQLite to PostgreSQL and back: every row of every table,
# nothing lost if it is killed at any point, and one database in use at most.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup ();
use Cluster;
use Docket;
use Server;
use File::Temp 'tempdir';
use Test::More;
use World;

my $socket = Cluster::own();

sub psql { return Cluster::run($socket, @_) }
sub database { return Cluster::empty($socket) }

# Every row of a database file.
sub rows {
	my ($path) = @_;
	return join "\n", sort split /\n/, Backup::query($path, '.dump');
}

sub move {
	my ($d, $to) = @_;
	my $r = $d->run('docket-admin', 'move', '--to', $to);
	return "$r->{status} $r->{out}$r->{err}";
}

# Does the move end so, and say each of these?
sub says {
	my ($got, $status, @parts) = @_;
	my $name = pop @parts;
	my @lacking = grep { index($got, $_) == -1 } @parts;
	is_deeply [$got =~ /^(\d+)/, @lacking], [$status], $name or diag $got;
}

# What check reports.
sub faults {
	my ($d) = @_;
	return [$d->run('docket-admin', 'check', '--deep')->{out} =~ /^FAULT(?!: fsync).*/mg];
}

my $w = World->new;
my $d = $w->{d};
my $was = "$d->{data}/docket.db";
Backup::query($was, q{
    INSERT INTO attempt VALUES ('x', 1, 2);
    INSERT INTO moved SELECT list_id, id, rank, created_at, stamp, 'a.ics' FROM task
	WHERE deleted_at = 0 LIMIT 2;
    INSERT INTO answer SELECT id, 'k', x'00', 200, '', x'00ff', 1 FROM user;
    INSERT INTO delivery SELECT user_id, id, x'01', 'reminder', 1, 2, 3, 0
	FROM push_subscription;
    INSERT INTO setting SELECT id, id, 'k', NULL, 1, 2, 0 FROM user;
    INSERT INTO signed_in SELECT id, '::1', 1 FROM user;
    INSERT INTO import_made SELECT id, 1, id, 5 FROM import;
    INSERT INTO resource (id, list_id, text) SELECT id, list_id, x'00ff' FROM task;
    INSERT INTO vtimezone SELECT id, zeroblob(32), x'00ff', 1 FROM list;
    INSERT INTO property SELECT user_id, list_id, 'DAV: x', '<x/>' FROM access;
    INSERT INTO notice SELECT id, 'reminder', x'', 5 FROM task});
my @tables = split /\n/, Backup::query($was, q{SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'content*'
    ORDER BY name});
is_deeply [grep { Backup::query($was, "SELECT count(*) FROM $_") == 0 } @tables],
    [], scalar(@tables) . ' tables, and each has rows';
my $exports = $d->exports;
my $faults = faults($d);
my $all = rows($was);
my ($name, $url) = database();

for (qw(postgresql://ada:x@/d?host=/nowhere postgresql:///d?password=x
    postgres://ada:x@/d)) {
	says(move($d, $_), 2, 'see a password', 'passfile', "$_ is refused");
}
unlike move($d, "postgresql://a\@/d?host=/nowhere&passfile=/a:b\@c"),
    qr/see a password/, 'the name of its file is not';

# As a later migration does.
sub grow {
	my ($run, $integer, $bytes, $text) = @_;
	$run->("CREATE TABLE extra (part $text NOT NULL, id $bytes NOT NULL,
	    n $integer, t $text, PRIMARY KEY (id, part))");
	$run->("ALTER TABLE step ADD COLUMN extra $text");
}

sub grow_server {
	my ($d, $name, $url) = @_;
	$d->on(DOCKET_DATABASE => $url)->run('docket-admin', 'migrate');
	grow(sub { psql($name, $_[0]) }, qw(bigint bytea), 'text COLLATE "C"');
}

subtest 'a later table and column' => sub {
	my $data = tempdir(CLEANUP => 1);
	system('cp', '-r', "$d->{data}/.", $data) == 0 or die;
	my $o = $d->on(DOCKET_DATA => $data);
	grow(sub { Backup::query("$data/docket.db", $_[0]) },
	    qw(INTEGER BLOB TEXT));
	# What is at the ends of what there can be.
	Backup::query("$data/docket.db", q{INSERT INTO extra VALUES ('', x'',
	    -9223372036854775808, NULL), ('ä', x'00ff', 9223372036854775807, ''),
	    ('a', x'00ff', -1, '"\	'); UPDATE step SET extra = title});
	my ($one, $first) = database();
	my ($two, $second) = database();
	says(move($o, $first), 1, 'is not the same in both databases',
	    'nothing was changed here', 'one that only one has is not lost');
	grow_server($o, $one, $first);
	says(move($o, $first), 0, 'they are moved');
	my $p = $o->on(DOCKET_DATABASE => $first);
	says(move($p, $second), 1, 'is not the same in both databases',
	    'in the other direction');
	grow_server($o, $two, $second);
	says(move($p, $second), 0, 'they are moved');
	my $sql = 'SELECT part, hex(id), n, t FROM extra ORDER BY id, part';
	is psql($two, $sql =~ s/hex\(id\)/upper(encode(id, 'hex'))/r),
	    Backup::query("$data/docket.db", $sql), 'every value is the same';
	is psql($two, 'SELECT count(*) FROM step WHERE extra <> title'), 0,
	    'the new column, too';
};

subtest 'what arrives otherwise is noticed' => sub {
	$d->on(DOCKET_DATABASE => $url)->run('docket-admin', 'migrate');
	psql($name, q{CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
	    $$ BEGIN NEW.title = NEW.title || ' '; RETURN NEW; END $$;
	    CREATE TRIGGER spoil BEFORE INSERT ON task FOR EACH ROW
	    EXECUTE FUNCTION spoil()});
	says(move($d, $url), 1, 'the rows of task are not those copied',
	    'nothing was changed here', 'a row that differs');
	psql($name, q{DROP TRIGGER spoil ON task;
	    CREATE OR REPLACE FUNCTION spoil() RETURNS trigger
	    LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
	    CREATE TRIGGER spoil BEFORE INSERT ON my_day FOR EACH ROW
	    EXECUTE FUNCTION spoil()});
	says(move($d, $url), 1, ': 0 rows of my_day instead of ',
	    'a row that is missing');
	psql($name, 'DROP TRIGGER spoil ON my_day');
	is rows($was), $all, 'the old database is unchanged';
	is psql($name, 'SELECT count(*) FROM "user"'), 0, 'the new one is empty';
};

subtest 'there' => sub {
	says(move($d, $url), 0, ' rows and 12 files to ',
	    '`database = postgresql:', 'moved');
	is psql($name, 'SELECT count(*) FROM content JOIN content_piece p
	    ON p.id = content.id AND length(p.data) = size'), 12, 'with the files';
	my $p = $d->on(DOCKET_DATABASE => $url);
	is $p->exports, $exports, 'every export is the same';
	is_deeply faults($p), $faults, 'check finds nothing else';
	is $w->{user}{ada}->with(quiet => 1)->get('/me')->{status}, 503,
	    'the old database answers 503';
	for (['docket-export', '--all'], ['docket-admin', 'migrate'],
	    ['docket-cleanup'], ['docket-admin', 'user', 'list']) {
		my $r = $d->run(@$_);
		says("$r->{status} $r->{err}", 1,
		    'its data was moved to postgresql:', '`database`',
		    "@$_ says where the data is");
	}
	says(move($d, $url), 0, 'The data was moved to', 'again: it is done');
	says(move($d, (database())[1]), 1, 'its data was moved to',
	    'it cannot be moved twice');
};

my $p = $d->on(DOCKET_DATABASE => $url);
my $back = tempdir(CLEANUP => 1);
subtest 'and back' => sub {
	says(move($p, $back), 0, ' rows and 12 files to ',
	    "`data = $back`", 'remove the setting `database`', 'moved');
	is rows("$back/docket.db"), $all, 'every row of every table is the same';
	is system('diff', '-r', "$d->{data}/files", "$back/files"), 0, 'its files';
	my $b = $d->on(DOCKET_DATA => $back);
	is $b->exports, $exports, 'every export is the same';
	is_deeply faults($b), $faults, 'check finds nothing else';
	says('1 ' . $p->run('docket-export', '--all')->{err}, 1,
	    "was moved to $back: set `data`",
	    'PostgreSQL says where the data is');
	says(move($b, $back), 1, 'is the database that the settings name',
	    'not into itself');
	says(move($b, $url), 1, 'its data was moved: empty it (dropdb',
	    'nor into one that was left');
	says(move($b, $d->{data}), 1, 'docket.db exists: stop the service and its timers, move it away',
	    'of either kind');
	rename "$back/docket.db", "$back/mine";
	says(move($p, $back), 1, 'docket.db is not there any more: restore a',
	    'what has gone is not called moved');
	rename "$back/mine", "$back/docket.db";
	says(move($p, $back), 0, 'The data was moved to', 'what is there is');
};

# What others had open meanwhile.
subtest 'a running service' => sub {
	my $b = $d->on(DOCKET_DATA => $back, DOCKET_DATABASE => '');
	my ($to, $there) = database();
	my $port = free_port();
	start({ %{$b->{env}}, HOME => $back }, undef,
	    build() . '/bin/docket-serve', '-m', 'fastcgi', '-p', $port);
	my $ada = $w->{user}{ada}->on(%{$b->{env}});
	my $far = bless { %$ada, base => "http://127.0.0.1:$port" }, 'Docket';
	for (1 .. 100) {
		last if $far->get('/me')->{status} == 200;
		select undef, undef, undef, 0.1;
	}
	my ($ledger, $list) = (File::Temp->new, $far->make('/lists',
	    title => 'Ledger'));
	my @writers = map { beside(sub {
		srand;
		my @kept;
		for (;;) {
			my $id = uuid();
			my $r = bless({ %$far, http => undef }, 'Docket')->post(
			    "/lists/$list/tasks", { id => $id, title => 'T' });
			return join ' ', $r->{status}, @kept
			    if $r->{status} != 201;
			push @kept, $id;
		}
	}) } 1 .. 3;
	select undef, undef, undef, 1;
	says(move($b, $there), 0, 'moved while others write');
	my @kept = map { ended($_) } @writers;
	is_deeply [map { /^(\d+)/ } @kept], [503, 503, 503],
	    'they are refused from then on';
	is $far->get('/me')->{status}, 503, 'and so are readers' for 1 .. 4;
	stop_all();
	my @ids = map { split } map { s/^\d+ ?//r } @kept;
	my %there = map { $_ => 1 } split /\n/,
	    psql($to, q{SELECT encode(id, 'hex') FROM task});
	cmp_ok scalar(@ids), '>', 3, @ids . ' writes were acknowledged';
	is scalar(grep { !$there{tr/-//dr} } @ids), 0, 'all of them arrived';
	is $ada->on(DOCKET_DATABASE => $there)->post('/lists',
	    { id => uuid(), title => 'New' })->{status}, 201,
	    'and writing goes on there';
	is psql($to, q{INSERT INTO mail (user_id, kind, email, created_at,
	    due_at, tries) SELECT id, 'reset', '', 1, 1, 1 FROM "user" LIMIT 1
	    RETURNING id > (SELECT max(id) FROM mail)}), 't', 'counters go on';
	my ($full) = database();
	psql('postgres', "DROP DATABASE $full");
	psql('postgres', "CREATE DATABASE $full TEMPLATE $to");
	says(move($b->on(DOCKET_DATABASE => $there),
	    "postgresql://postgres\@/$full?host=$socket"), 1,
	    'it is not empty', 'not into one that is in use');
};

# Does another process have a lock on it?
sub locked {
	my $inode = (stat $_[0])[1];
	return scalar grep { /:$inode / } split /\n/, slurp('/proc/locks');
}

subtest 'other places' => sub {
	my ($data, $other) = map { tempdir(CLEANUP => 1) } 1, 2;
	my ($one, $first) = database();
	my $p = $d->on(DOCKET_DATA => $data, DOCKET_DATABASE => $first);
	$p->run('docket-admin', 'migrate');
	psql($one, 'CREATE TABLE extra (id bytea PRIMARY KEY)');
	says(move($p, "$other/new"), 1, 'is not the same in both databases',
	    'nothing was changed here', 'what a new file has not is not lost');
	ok -d "$other/new", 'the directory is made';
	psql($one, 'DROP TABLE extra');
	symlink "$data/none", "$data/nowhere" or die;
	says(move($p, "$data/nowhere"), 1, 'No such file', 'not to nowhere');
	says(move($p, '/dev/null/x'), 1, 'Not a directory', 'nor below a file');
	open my $lock, '>>', "$data/docket.lock" or die;
	flock $lock, 2 or die;
	says(move($p, $data), 1, "$data: it is in use", 'nor where others are');
	close $lock;
	# Somebody reads a database that is not there any more.
	my $reader = open(my $shell, '|-', 'sqlite3', "$data/docket.db") or die;
	$shell->autoflush;
	print $shell ".output /dev/null\nPRAGMA journal_mode = wal;\n",
	    "CREATE TABLE t (x); BEGIN; SELECT x FROM t;\n";
	select undef, undef, undef, 0.01 until -s "$data/docket.db-shm" &&
	    locked("$data/docket.db-shm");
	unlink "$data/docket.db" or die;
	says(move($p, $data), 1, 'a process has the database open',
	    'nothing was changed here', 'nor beside who still reads another');
	kill KILL => $reader;
	close $shell;
	says(move($p, $data), 1, 'docket.db-wal exists',
	    'nothing was changed here', 'nor beside the log of another');
	unlink "$data/docket.db-wal" or die;
	says(move($p, $data), 0, 'Remove the setting `database` and restart',
	    'to the directory that is set');
	my $s = $d->on(DOCKET_DATA => $data, DOCKET_DATABASE => '');
	symlink $data, "$other/same" or die;
	says(move($s, "$other/same"), 1, 'is the database that the settings',
	    'not into itself by another name');
	my ($two, $second) = database();
	$p->on(DOCKET_DATABASE => $second)->run('docket-admin', 'migrate');
	Backup::query("$data/docket.db",
	    'CREATE TABLE extra (id BLOB PRIMARY KEY, n BLOB)');
	for ('id bytea PRIMARY KEY, n bigint', 'id bytea, n bytea PRIMARY KEY') {
		psql($two, "DROP TABLE IF EXISTS extra; CREATE TABLE extra ($_)");
		says(move($s, $second), 1, 'is not the same in both databases',
		    "nor into $_");
	}
	psql($two, 'UPDATE schema_version SET version = 9999');
	says(move($s, $second), 1, 'from a newer version', 'nor into a newer one');
};

# Of two files, one of which is gone.
sub with_files {
	my (%env) = @_;
	my $e = Docket->new(database => '')->on(%env);
	my $ada = $e->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	Backup::upload($ada, $t, $_) for 'one', 'two';
	unlink "$e->{data}/" . Backup::file_of('two') or die;
	return $e;
}

subtest 'attachments' => sub {
	my (undef, $to) = database();
	says(move(with_files(), $to), 0, ' and 1 files to ',
	    'missing or damaged, here as there: 1 files',
	    'one that is missing is named, and the others are moved');
	(undef, $to) = database();
	my $stay = with_files(DOCKET_FILES => 'directory');
	says(move($stay, $to), 0, ' and 0 files to ',
	    'what stays in its directory is not moved');
	ok -e "$stay->{data}/" . Backup::file_of('one'), 'it is there';
	my $new = "$stay->{data}/new";
	says(move($stay->on(DOCKET_DATABASE => $to), $new), 0, ' and 1 files to ',
	    'into another directory it is copied');
	ok -e "$new/" . Backup::file_of('one'), 'it is there, too';
	says(move($d->on(DOCKET_DATABASE => '', DOCKET_DATA =>
	    "$stay->{data}/none"), $stay->{data}), 1, 'docket-admin: ',
	    'there is nothing to move');
};

# Killed at a system call: name and number.  Only what others can see counts.
my @calls = qw(sendto fsync fdatasync rename unlink);
sub traced {
	my ($d, $to, @how) = @_;
	return $d->spawn({ %{$d->{env}}, ASAN_OPTIONS => 'detect_leaks=0' }, '',
	    'strace', '-qq', '-o', "$back/trace", @how,
	    build() . '/bin/docket-admin', 'move', '--to', $to);
}

# Moves with a kill at each of some calls.  `make` gives a fresh old database and
# the new place, as services.
sub kills {
	my ($make) = @_;
	my ($from, $to, $place) = $make->();
	is traced($from, $place, '-e', 'trace=' . join ',', @calls)->{status}, 0,
	    'undisturbed';
	my %n;
	my @steps = map { [$_, ++$n{$_}] }
	    slurp("$back/trace") =~ /^(\w+)\(/mg;
	my $many = int(@steps / 4) || 1;
	@steps = map { $steps[$_] } grep { $_ >= @steps - 10 ||
	    $_ % $many == 0 } 0 .. $#steps;
	my (@bad, %ended);
	for (@steps) {
		my ($call, $when) = @$_;
		($from, $to, $place) = $make->();
		my $r = traced($from, $place, '-e', "trace=$call", '-e',
		    "inject=$call:signal=KILL:when=$when");
		next if $r->{signal} != 9;
		my ($old, $new) = ($from->exports, $to->exports);
		my $usable = ($old eq $exports) + ($new eq $exports);
		push @bad, "$call $when: both" if $usable == 2;
		push @bad, "$call $when: old: $old" if $old ne $exports &&
		    $old !~ /^docket-export: \S+ its data was moved/;
		push @bad, "$call $when: new: $new" if $new ne $exports &&
		    $new !~ /^(?:|docket-export: .*)$/m;
		my $said = move($from, $place);
		push @bad, "$call $when: again: $said" if $said !~ /^0 /;
		push @bad, "$call $when: not whole" if $to->exports ne $exports
		    || "@{faults($to)}" ne "@$faults";
		$ended{$old eq $exports ? 'old' : $new eq $exports ? 'new' :
		    'neither'}++;
	}
	is_deeply \@bad, [], 'killed ' . @steps . ' times: '
	    . join ', ', map { "$_ $ended{$_}" } sort keys %ended;
}

subtest 'killed on the way to PostgreSQL' => sub {
	kills(sub {
		my $data = tempdir(CLEANUP => 1);
		Backup::query($was, "VACUUM INTO '$data/docket.db'");
		system('cp', '-r', "$d->{data}/files", $data) == 0 or die;
		Backup::query("$data/docket.db", 'PRAGMA user_version = '
		    . "@{[abs psql($name, 'SELECT version FROM schema_version')]};
		    UPDATE state SET moved_to = NULL; PRAGMA journal_mode = WAL");
		my @made = database();
		return ($d->on(DOCKET_DATA => $data), $d->on(
		    DOCKET_DATABASE => $made[1]), $made[1]);
	});
};

subtest 'killed on the way back' => sub {
	kills(sub {
		my ($one, $from) = database();
		psql('postgres', "DROP DATABASE $one");
		psql('postgres', "CREATE DATABASE $one TEMPLATE $name");
		psql($one, 'UPDATE schema_version SET version = abs(version);
		    UPDATE state SET moved_to = NULL');
		my $data = tempdir(CLEANUP => 1);
		return ($d->on(DOCKET_DATABASE => $from),
		    $d->on(DOCKET_DATA => $data), $data);
	});
};
done_testing;
