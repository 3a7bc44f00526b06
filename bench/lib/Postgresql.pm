# Docket as FastCGI on a PostgreSQL server of its own, which flushes as a real one
# does: `docket-admin move` brings the data.  The processor time is that of both.
package Postgresql;
use strict;
use warnings;
use Site ();
use Port;

sub start {
	my ($name, $o) = @_;
	my ($port, $log) = (free_port(), "$o->{dir}/$name.log");
	my $top = "$o->{bench}/..";
	chmod 0711, $o->{dir};	# the server runs as another user
	my $serve = 'to=$DOCKET_DATABASE; unset DOCKET_DATABASE; '
	    . '"$1/docket-admin" -q -d "$2" move --to "$to" && '
	    . 'DOCKET_DATABASE=$to exec "$1/docket-serve" -m fastcgi -d "$2" -p "$3"';
	my $pid = Site::start($log, { PATH => $ENV{PATH},
	    DOCKET_BUILD => $o->{build}, DOCKET_FSYNC => 'on',
	    DOCKET_CONF => '/dev/null', %{$o->{env}} }, "$top/t/lib/cluster",
	    "$o->{dir}/cluster-$name", "$top/t/lib/on-empty", 'sh', '-c', $serve, 'sh',
	    "$o->{build}/bin", $o->{data}, $port);
	Site::await($port, $pid, $log, 1200);
	return { pid => $pid, port => $port, data => $o->{data} };
}

1;
