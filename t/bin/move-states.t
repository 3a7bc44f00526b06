# Every state in which docket-admin move can be interrupted, or find the new place:
# what the programs say there with the old settings and with the new ones, and that
# the same command completes the move or says what to do first.  No message leads to
# an empty database beside the data.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup ();
use Cluster;
use Docket;
use Server;
use File::Copy 'copy';
use File::Temp 'tempdir';
use Test::More;

my $socket = Cluster::own();

my $d = Docket->new(database => '');
$d->user('ada@example.org')->make('/lists', title => 'Home');
my $whole = $d->exports;
my $version = Backup::query("$d->{data}/docket.db", 'PRAGMA user_version');
my ($full) = Cluster::empty($socket);
is $d->run('docket-admin', 'move', '--to', Cluster::url($socket, $full))
    ->{status}, 0, 'moved to PostgreSQL';

# A data directory whose database has this mark; undef: it is in use.
sub file {
	my ($mark, $dir) = @_;
	$dir //= tempdir(CLEANUP => 1);
	copy("$d->{data}/docket.db", "$dir/docket.db") or die;
	Backup::query("$dir/docket.db", defined $mark ?
	    "UPDATE state SET moved_to = '$mark'; PRAGMA user_version = -$version"
	    : "UPDATE state SET moved_to = NULL; PRAGMA user_version = $version");
	return $dir;
}

# The same on the server: its URL.
sub server {
	my ($mark) = @_;
	my ($name, $url) = Cluster::empty($socket);
	Cluster::run($socket, 'postgres', "DROP DATABASE $name");
	Cluster::run($socket, 'postgres', "CREATE DATABASE $name TEMPLATE $full");
	Cluster::run($socket, $name, "UPDATE state SET moved_to = '$mark';
	    UPDATE schema_version SET version = -version") if defined $mark;
	return $url;
}

# What a place is called in a mark: without its user.
sub bare { return $_[0] =~ s{//postgres\@}{//****@}r }

# Another process keeps a database open whose file was renamed.
my @shells;
sub keep_open {
	my ($dir) = @_;
	my $pid = open(my $shell, '|-', 'sqlite3', "$dir/docket.db") or die;
	$shell->autoflush;
	print $shell ".output /dev/null\nPRAGMA journal_mode = wal;\n",
	    "CREATE TABLE t (x); BEGIN; SELECT x FROM t;\n";
	my $inode;
	do { select undef, undef, undef, 0.01 }
	    until -s "$dir/docket.db-shm" &&
	    ($inode = (stat _)[1]) && slurp('/proc/locks') =~ /:$inode /;
	unlink "$dir/docket.db" or die;
	push @shells, [$pid, $shell];
}

my %says = (
	live => qr/^(?!.*(?:no database|moved|interrupted))/s,
	none => qr/there is no database: restore a backup, or create one/,
	beside => qr/there is no docket\.db, but \S+ is there: if a move/,
	moved => qr/its data was moved to \S+: set `(?:data|database)` to that/,
	coming => qr/the move of the data from \S+ into this database was interrupted: set `(?:data|database)` to that, and run `docket-admin move`/,
);

# Do check, migrate and serve say so?
sub says {
	my ($d, $state, $name) = @_;
	my @bad;
	for (['docket-admin', 'check'], ['docket-admin', 'migrate'],
	    ['docket-serve', '-p', free_port()]) {
		next if $state eq 'live' && $_->[0] eq 'docket-serve' ||
		    $state eq 'none' && $_->[-1] eq 'migrate';
		my ($program, @args) = @$_;
		my $r = $d->spawn($d->{env}, '', 'timeout', '20',
		    build() . "/bin/$program", @args);
		push @bad, "@$_: $r->{status} $r->{out}$r->{err}"
		    if "$r->{out}$r->{err}" !~ $says{$state} ||
		    $r->{status} != 1 && $state ne 'live';
	}
	my $is = $d->exports eq $whole;
	push @bad, 'live: ' . ($is ? 'yes' : 'no') if $is != ($state eq 'live');
	is_deeply \@bad, [], "$name: $state";
}

my $done = qr/^0 .*moved (?:to|\d+ rows)/si;
my $unchanged = qr/nothing was changed here/;
# What the state is called; the mark of the old database, and the new place; what the
# programs say with the old settings, and with the new ones; what the move says.
# OLD and NEW in a mark are the places.
my @to_directory = (
	['not begun', undef, sub { }, live => 'none', $done],
	['partly copied', undef, sub { write_file("$_[0]/docket.db.coming", 'x') },
	    live => 'beside', $done],
	['complete and marked', undef, sub { file("<$_[1]", $_[0]) },
	    live => 'coming', $done],
	['decided', 'NEW', sub { file("<$_[1]", $_[0]) },
	    moved => 'coming', $done],
	['over', 'NEW', sub { file(undef, $_[0]) }, moved => 'live', $done],
	['over, and the new one is lost', 'NEW', sub { },
	    moved => 'none', qr/^1 .*docket\.db is not there any more/],
	['over, and of the new one there is a copy', 'NEW',
	    sub { file(undef, $_[0]); rename "$_[0]/docket.db",
		"$_[0]/docket.db.old" or die },
	    moved => 'beside', qr/^1 .*docket\.db is not there any more/],
	['the place has a database', undef, sub { file(undef, $_[0]) },
	    live => 'live', qr/^1 .*docket\.db exists: stop.*$unchanged/s],
	['the place has one that was left', undef, sub { file($_[1], $_[0]) },
	    live => 'moved', qr/^1 .*docket\.db exists: stop.*$unchanged/s],
	['the place has one that comes from elsewhere', undef,
	    sub { file('</elsewhere', $_[0]) }, live => 'coming',
	    qr/^1 .*from \/elsewhere into this.*$unchanged/s],
	['a renamed one is in use', undef,
	    sub { file(undef, $_[0]); keep_open($_[0]) }, live => 'none',
	    qr/^1 .*a process has the database open.*$unchanged/s],
	['the place has the log of another', undef,
	    sub { write_file("$_[0]/docket.db-wal", 'x') }, live => 'none',
	    qr/^1 .*docket\.db-wal exists.*$unchanged/s],
);
my @to_server = (
	['not begun', undef, sub { (Cluster::empty($socket))[1] },
	    live => 'none', $done],
	['complete and marked', undef, sub { server("<$_[0]") },
	    live => 'coming', $done],
	['decided', 'NEW', sub { server("<$_[0]") }, moved => 'coming', $done],
	['over', 'NEW', sub { server() }, moved => 'live', $done],
	['the place has users', undef, sub { server() }, live => 'live',
	    qr/^1 .*it is not empty.*$unchanged/s],
	['the place has one that was left', undef, sub { server('/elsewhere') },
	    live => 'moved', qr/^1 .*its data was moved: empty it.*$unchanged/s],
	['the place has one that comes from elsewhere', undef,
	    sub { server('</elsewhere') }, live => 'coming',
	    qr/^1 .*from \/elsewhere into this.*$unchanged/s],
);

sub state {
	my ($row, $old, $new, $place, $name) = @_;
	my (undef, undef, undef, $with_old, $with_new, $again) = @$row;
	says($old, $with_old, "$name, old settings");
	says($new, $with_new, "$name, new settings");
	my $r = $old->run('docket-admin', 'move', '--to', $place);
	like "$r->{status} $r->{out}$r->{err}", $again, "$name: again";
	return if $r->{status} != 0;
	says($old, 'moved', "$name, moved, old settings");
	says($new, 'live', "$name, moved, new settings");
}

for my $row (@to_directory) {
	my ($name, $mark, $make) = @$row;
	my ($dir, $own) = map { tempdir(CLEANUP => 1) } 1, 2;
	my $url = server($mark && $dir);
	$make->($dir, bare($url));
	state($row, $d->on(DOCKET_DATABASE => $url, DOCKET_DATA => $own),
	    $d->on(DOCKET_DATA => $dir), $dir, "to a directory, $name");
}
for my $row (@to_server) {
	my ($name, $mark, $make) = @$row;
	my $dir = tempdir(CLEANUP => 1);
	my $url = $make->($dir);
	file($mark && $url, $dir);
	state($row, $d->on(DOCKET_DATA => $dir), $d->on(DOCKET_DATABASE => $url,
	    DOCKET_DATA => tempdir(CLEANUP => 1)), $url,
	    "to a server, $name");
}
for (@shells) {
	kill KILL => $_->[0];
	close $_->[1];
}
done_testing;
