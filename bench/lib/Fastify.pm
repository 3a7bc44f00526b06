# The peer that a web developer would write instead: bench/peers/fastify.mjs on
# Docket's database.  It answers Work's scripts as they are.
package Fastify;
use strict;
use warnings;
use Site ();
use Port;
use Time::HiRes qw(sleep time);

# Starts it and waits until every process listens: pid, port, data.  Options: dir
# for its log, bench (the path of bench/), data (with the database).
sub start {
	my ($name, $o) = @_;
	my $peers = "$o->{bench}/peers";
	-d "$peers/node_modules" or
	    die "fastify: make bench/peers/node_modules, or PEERS=0\n";
	my ($port, $log) = (free_port(), "$o->{dir}/$name.log");
	my $pid = Site::start($log, { PATH => $ENV{PATH} }, 'node',
	    "$peers/fastify.mjs", $port, "$o->{data}/docket.db");
	my $end = time() + 300;	# it indexes a million titles
	until (said($log) =~ /^http:/m) {
		die "fastify does not start: ", said($log)
		    if time() > $end || waitpid($pid, 1) == $pid;
		sleep 0.05;
	}
	return { pid => $pid, port => $port, data => $o->{data} };
}

sub said {
	my ($log) = @_;
	open my $in, '<', $log or return '';
	local $/;
	return <$in> // '';
}
1;
