# HTTP::Tiny, which sends the head of a request and its body in two packets: the second
# would wait 40 ms until the server has acknowledged the first (Nagle's algorithm).
package NoDelay;
use strict;
use warnings;
use HTTP::Tiny;
use Socket qw(IPPROTO_TCP TCP_NODELAY);

my $connect = \&HTTP::Tiny::Handle::connect;
no warnings 'redefine';
*HTTP::Tiny::Handle::connect = sub {
	my $handle = $connect->(@_);
	setsockopt $handle->{fh}, IPPROTO_TCP, TCP_NODELAY, 1
	    or die "TCP_NODELAY: $!\n";
	return $handle;
};
1;
