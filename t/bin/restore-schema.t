# A backup is restored only if its schema is the one that the migrations make:
# whatever was added, removed or changed is named, and nothing is changed.  What a
# database may have besides, is accepted.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Docket;
use Test::More;

my ($d) = service();
my $dir = folder();
is $d->run('docket-backup', $dir)->{status}, 0, 'there is a backup';
my ($whole) = map { "$dir/$_" } generations($dir);

# What is done to it, and what the message names; undef: it is restored.
my @table = (
	['a trigger', q{CREATE TRIGGER spoil AFTER INSERT ON credential BEGIN
	    DELETE FROM task; END}, 'the trigger spoil was added'],
	['a view', 'CREATE VIEW spoil AS SELECT * FROM task',
	    'the view spoil was added'],
	['a table', 'CREATE TABLE spoil (id INTEGER PRIMARY KEY)',
	    'the table spoil was added'],
	['a virtual table', 'CREATE VIRTUAL TABLE spoil USING fts5(x)',
	    'the table spoil was added'],
	['an index', 'CREATE INDEX spoil ON task (title)',
	    'the index spoil was added'],
	['a missing index', 'DROP INDEX task_done', 'the index task_done is missing'],
	['a missing table', 'DROP TABLE attempt', 'the table attempt is missing'],
	['another column', 'ALTER TABLE task ADD COLUMN spoil TEXT',
	    'the table task differs'],
	['another default', q{PRAGMA writable_schema = on; UPDATE sqlite_schema
	    SET sql = replace(sql, 'DEFAULT 0', 'DEFAULT 7') WHERE name = 'state'},
	    'the table state differs'],
	['no state', 'DELETE FROM state', 'the table state does not have its row'],
	['statistics', 'ANALYZE', undef],
	['nothing', 'SELECT 1', undef],
);
my ($index) = split /\n/, query($whole, q{SELECT name FROM sqlite_schema
    WHERE type = 'index' AND sql LIKE '%ON task(%' ORDER BY name});
my $n = 0;
for (@table) {
	my ($name, $sql, $says) = @$_;
	$_ && s/task_done/$index/ for $sql, $says;
	my $backup = sprintf 'docket-2020%04dT000000Z.db', ++$n + 100;
	system('cp', $whole, "$dir/$backup") == 0 or die "cp\n";
	query("$dir/$backup", $sql);
	my $was = $d->sql('SELECT last_stamp FROM state');
	my $r = $d->run('docket-admin', 'restore', $dir, '--from', $backup);
	if (!defined $says) {
		is $r->{status}, 0, "$name: restored" or diag $r->{err};
		next;
	}
	like "$r->{status} $r->{err}", qr/^1 .*\Q$says\E/, "$name: refused";
	is $d->sql('SELECT last_stamp FROM state'), $was,
	    "$name: nothing was changed";
	$r = $d->run('docket-admin', 'recover', '--from', "$dir/$backup",
	    '--list', 'Home');
	like "$r->{status} $r->{err}", qr/^1 .*\Q$says\E/,
	    "$name: nor is anything recovered from it";
}
# Only SQLite's schema is compared while it is in use: PostgreSQL's belongs to
# its administrator, who may add to it.
if (engine() eq 'sqlite') {
	$d->sql($table[0][1]);
	my $r = $d->run('docket-admin', 'check');
	like "$r->{status} $r->{out}",
	    qr/^1 .*FAULT: its schema .*\Q$table[0][2]\E/s,
	    'check reports the same of the live database';
}
done_testing;
