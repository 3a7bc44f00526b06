# docket-backup, restore and recover on PostgreSQL: the same backups as on SQLite.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup ();
use Cluster;
use Docket;
use File::Temp 'tempdir';
use Test::More;

my $socket = Cluster::own();
my ($name, $url) = Cluster::empty($socket);
my $d = Docket->new(database => $url);
my $ada = $d->user('ada@example.org');
my $list = $ada->make('/lists', title => 'Home');
my $task = $ada->make("/lists/$list/tasks", title => 'Milk');
Backup::upload($ada, $task, 'a file');
my $dir = tempdir(CLEANUP => 1);

sub sql { return Cluster::run($socket, $name, $_[0]) }

sub titles {
	return join ' ', sort map { $_->{title} }
	    @{$ada->get('/lists')->{json}{items}};
}

my $exports = $d->exports;
my $r = $d->run('docket-backup', "$dir/b");
like "$r->{status} $r->{out}$r->{err}", qr/^0 \S+: \d+ rows, 1 files, 1 of/,
    'a backup';
my ($first) = Backup::generations("$dir/b");
is Backup::fault("$dir/b/$first", "$dir/b/files"), '', 'is whole';
unlike $d->run('docket-admin', 'check')->{out}, qr/never made a backup/,
    'check knows of it';

subtest 'beside writers' => sub {
	pipe my $in, my $out or die "pipe: $!\n";
	my @writers = map { beside(sub {
		srand;
		my @made;
		my $l = $ada->make('/lists', title => 'Writer');
		syswrite $out, '.';
		for (1 .. 40) {
			push @made, $ada->make("/lists/$l/tasks", title => 'T');
			syswrite $out, '.';
		}
		return "@made";
	}) } 1 .. 2;
	sysread $in, my $byte, 1 for 1 .. 12;
	my $before = Backup::generations("$dir/b");
	my @known = split /\n/, sql(q{SELECT encode(id, 'hex') FROM task});
	my $b = $d->run('docket-backup', '--quick', "$dir/b");
	is "$b->{status} $b->{err}", '0 ', 'another backup';
	my ($second) = (Backup::generations("$dir/b"))[-1];
	is Backup::fault("$dir/b/$second", "$dir/b/files"), '', 'is whole';
	my %in = map { $_ => 1 } split /\n/, Backup::query("$dir/b/$second",
	    'SELECT lower(hex(id)) FROM task');
	is scalar(grep { !$in{$_} } @known), 0,
	    'it has all ' . @known . ' tasks that were there when it began';
	is Backup::query("$dir/b/$second", 'SELECT count(*) FROM task
	    LEFT JOIN feed ON feed.stamp = task.stamp AND feed.id = task.id
	    WHERE feed.id IS NULL'), 0, 'in one state';
	ended($_) for @writers;
};

subtest 'a restore' => sub {
	is $ada->patch("/lists/$list", { title => 'Changed' })->{status}, 200,
	    'a change';
	my $later = $d->exports;
	my $since = $ada->get('/me/changes')->{json}{next};
	sql('DELETE FROM content; DELETE FROM content_piece');
	my $b = $d->run('docket-admin', 'restore', "$dir/b", '--from', $first);
	like "$b->{status} $b->{out}$b->{err}",
	    qr/^0 Restored .* and 1 files, 1 of them copied.*The old database: (\S+)/s,
	    'restored';
	my ($kept) = $b->{out} =~ m{The old database: \S+/(\S+)};
	is $d->exports, $exports, 'every export is as it was';
	is_deeply [$d->run('docket-admin', 'check', '--deep')->{out} =~ /^FAULT(?!: fsync).*/mg],
	    [], 'check finds nothing';
	is $ada->get("/me/changes?since=$since")->{status}, 410,
	    'clients start over';
	is $ada->post('/lists', { id => uuid(), title => 'New' })->{status}, 201,
	    'and go on';
	$b = $d->run('docket-admin', 'restore', $d->{data}, '--from', $kept);
	is "$b->{status} $b->{err}", '0 ', 'undone';
	is $d->exports, $later, 'every export is as before it';
};

subtest 'a restore that fails' => sub {
	my $before = $d->exports;
	sql(q{CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
	    $$ BEGIN RAISE 'no'; END $$;
	    CREATE TRIGGER refuse BEFORE INSERT ON task FOR EACH ROW
	    EXECUTE FUNCTION refuse()});
	my $b = $d->run('docket-admin', 'restore', "$dir/b", '--from', $first);
	isnt $b->{status}, 0, 'midway';
	is $d->exports, $before, 'changes nothing';
	sql('DROP TRIGGER refuse ON task');
	is_deeply [glob "$d->{data}/*.restore $d->{data}/*.new"], [],
	    'and leaves no file';
};

subtest 'databases into which none is restored' => sub {
	my $before = $d->exports;
	my $refused = sub {
		my ($like, $name) = @_;
		my $b = $d->run('docket-admin', 'restore', "$dir/b", '--from',
		    $first);
		like "$b->{status} $b->{err}", qr/^1 .*$like/s, $name;
	};
	sql('CREATE TABLE extra (id bytea PRIMARY KEY)');
	$refused->('the copy of the old database: ', 'with a table of its own');
	sql('DROP TABLE extra');
	my $version = sql('SELECT version FROM schema_version');
	sql('UPDATE schema_version SET version = 9999');
	$refused->('newer', 'of a newer version');
	sql("UPDATE schema_version SET version = $version");
	is $d->exports, $before, 'nothing has changed';
	like $d->run('docket-admin', 'stats')->{out}, qr/^ +1  users$/m,
	    'its figures';
};

subtest 'into an empty database' => sub {
	my ($new, $to) = Cluster::empty($socket);
	local $d->{env}{DOCKET_DATABASE} = $to;
	my $b = $d->run('docket-admin', 'restore', "$dir/b", '--from', $first);
	like "$b->{status} $b->{out}$b->{err}", qr/^0 Restored/, 'restored';
	is $d->exports, $exports, 'every export is the same';
};

subtest 'one list' => sub {
	is $ada->del("/lists/$list")->{status}, 204, 'deleted';
	my $b = $d->run('docket-admin', 'recover', '--from', "$dir/b/$first",
	    '--list', 'Home');
	like "$b->{status} $b->{out}$b->{err}", qr/^0 [1-9]/, 'recovered';
	is $ada->get("/tasks/$task")->{json}{title}, 'Milk', 'with its task';
};

subtest 'between the engines' => sub {
	my $s = Docket->new;
	my $b = $s->run('docket-admin', 'restore', "$dir/b", '--from', $first);
	is "$b->{status} $b->{err}", '0 ', 'a backup of PostgreSQL, on SQLite';
	local $d->{env} = $s->{env};
	is $d->exports, $exports, 'every export is the same';
};
done_testing;
