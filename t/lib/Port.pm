# A port that this test alone has.  Those that the kernel gives (32768 and above)
# are also taken by the connections of other tests, before a server has begun to
# listen.
package Port;
use strict;
use warnings;
use Exporter 'import';
use Fcntl qw(F_SETLK F_WRLCK O_CREAT O_RDWR);
use IO::Socket::INET;

use constant { FIRST => 10_000, MANY => 20_000 };
our @EXPORT = 'free_port';
my ($locks, $next);

# No other test gets it: its byte of a file is locked until this test ends.
sub free_port {
	if (!$locks) {
		sysopen $locks, "/tmp/docket-ports-$>", O_RDWR | O_CREAT, 0600
		    or die "docket-ports: $!\n";
		$next = 97 * $$;
	}
	for (1 .. MANY) {
		my $port = FIRST + $next++ % MANY;
		fcntl $locks, F_SETLK, pack 's s x4 q q l x4', F_WRLCK, 0, $port, 1, 0
		    or next;
		return $port if IO::Socket::INET->new(Listen => 1, ReuseAddr => 1,
		    LocalAddr => '0.0.0.0', LocalPort => $port);
	}
	die "no port is free\n";
}

1;
