# The databases that tests have in a PostgreSQL cluster.
#
#	my $url = Cluster::database($socket, $data);	# that of a data directory
#	my $text = Cluster::sql($url, $sql);		# as sqlite3 prints it
package Cluster;
use strict;
use warnings;
use Digest::MD5 'md5_hex';

my %made;	# by data directory

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

1;
