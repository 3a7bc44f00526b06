# The databases that tests have in a PostgreSQL cluster.
#
#	my $url = Cluster::database($socket, $data);	# that of a data directory
#	my $text = Cluster::sql($url, $sql);		# as sqlite3 prints it
#
# A test about both engines has a cluster of its own:
#
#	my $socket = Cluster::own();	# before Docket is used; or skips the test
#	my ($name, $url) = Cluster::empty($socket);	# an empty database
#	my $text = Cluster::run($socket, $name, $sql);
package Cluster;
use strict;
use warnings;
use Digest::MD5 'md5_hex';
use File::Temp ();
use FindBin;

my %made;	# by data directory

# Runs the test again in a cluster that services use, unless it runs in one.
sub within {
	return if $ENV{DOCKET_CLUSTER};
	require Test::More;
	Test::More::plan(skip_all => 'there is no PostgreSQL, or no libpq to '
	    . 'build with') if !glob('/usr/lib/postgresql/*/bin/postgres') ||
	    !-e Docket::build() . '/docket-postgresql.so';
	# A path to a socket must be short.
	my $dir = File::Temp::tempdir('pg-XXXXXX', DIR => '/tmp', CLEANUP => 1);
	chmod 0755, $dir;
	my $lib = "$FindBin::Bin/../lib";
	my $status = system "$lib/cluster", "$dir/c", $^X, "-I$lib",
	    "$FindBin::Bin/$FindBin::Script";
	exit $status >> 8;
}

sub command {
	my ($input, @command) = @_;
	my $r = Docket::spawn(undef, { PATH => $ENV{PATH} }, $input, @command);
	die "$command[0]: $r->{err}" if $r->{status} != 0;
	chomp $r->{out};
	return $r->{out};
}

sub database {
	my ($socket, $data) = @_;
	my $name = 't' . md5_hex($data);
	my $url = "postgresql://postgres\@/$name?host=$socket";
	if (!$made{$name}++) {
		my $there = "SELECT count(*) FROM pg_database WHERE datname = '$name'";
		my $postgres = "postgresql://postgres\@/postgres?host=$socket";
		command("CREATE DATABASE $name TEMPLATE docket_template", 'psql', '-qAt',
		    $postgres) if !command($there, 'psql', '-qAt', $postgres);
	}
	return $url;
}

sub sql {
	my ($url, $sql) = @_;
	$sql =~ s/\bx'([0-9a-fA-F]*)'/'\\x$1'::bytea/g;
	$sql =~ s/(?<![\w.:'])user\b(?!_)/"user"/g;
	return command($sql, 'psql', '-qAt', '-v', 'ON_ERROR_STOP=1',
	    $url);
}

# Runs the test again in a cluster, where services have SQLite all the same.
sub own {
	return $ENV{DOCKET_OWN_CLUSTER} if $ENV{DOCKET_OWN_CLUSTER};
	Test::More::plan(skip_all =>
	    'there is no PostgreSQL, or no libpq to build with')
	    if !glob('/usr/lib/postgresql/*/bin/postgres') ||
	    !-e Docket::build() . '/docket-postgresql.so';
	# A path to a socket must be short.
	my $dir = File::Temp::tempdir('pg-XXXXXX', DIR => '/tmp', CLEANUP => 1);
	chmod 0755, $dir;
	delete local $ENV{DOCKET_CLUSTER};
	my $lib = Docket::top() . '/t/lib';
	my $status = system "$lib/cluster", "$dir/c", 'sh', '-c',
	    'DOCKET_OWN_CLUSTER=$DOCKET_CLUSTER; export DOCKET_OWN_CLUSTER; '
	    . 'unset DOCKET_CLUSTER; exec "$@"', 'sh', $^X, "-I$lib",
	    "$FindBin::Bin/$FindBin::Script";
	exit $status >> 8;
}

sub run {
	my ($socket, $name, $sql) = @_;
	return command($sql, 'psql', '-qAt', '-v', 'ON_ERROR_STOP=1', '-h',
	    $socket, '-U', 'postgres', $name);
}

my $empty = 0;
sub empty {
	my ($socket) = @_;
	my $name = 'e' . ++$empty;
	run($socket, 'postgres', "CREATE DATABASE $name");
	return ($name, "postgresql://postgres\@/$name?host=$socket");
}

1;
