# Thousands of connections of one address, as somebody opens them who wants to keep
# others out: half of them send nothing, and the others a byte each second of a TLS
# handshake or a request.  One that the server ends is opened again.
#
#	keeps_nobody_out($port, $tls, sub { ... });	# is another served?
package Drip;
use strict;
use warnings;
use Docket;
use Errno 'EAGAIN';
use Exporter 'import';
use IO::Socket::INET;
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::More;
use Time::HiRes qw(sleep time);

use constant { MANY => 3000, ASKS => 20, LONGEST => 8 };
our @EXPORT = 'keeps_nobody_out';

sub another {
	my ($port) = @_;
	my $s = IO::Socket::INET->new(PeerHost => '127.0.0.1', PeerPort => $port,
	    LocalHost => '127.0.0.2', Blocking => 0) or return;
	# No port stays in use when it ends.
	$s->setsockopt(SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0);
	return { s => $s, at => 0 };
}

# False if the server has ended it.
sub goes_on {
	my ($c, $bytes) = @_;
	my $n = sysread $c->{s}, my $some, 4096;
	return 0 if defined $n ? $n == 0 : $! != EAGAIN;
	return 1 if !$c->{drips};
	$n = syswrite $c->{s}, substr $bytes, $c->{at} % length $bytes, 1;
	$c->{at}++ if $n;
	return $n || $! == EAGAIN;
}

# Says so by a byte when all have been opened once.
sub drip {
	my ($port, $bytes, $opened) = @_;
	local $SIG{PIPE} = 'IGNORE';
	my @all;
	while (1) {
		my $next = time + 1;
		for my $i (0 .. MANY - 1) {
			next if $all[$i] && goes_on($all[$i], $bytes);
			$all[$i] = another($port) or return 'no connection';
			$all[$i]{drips} = $i % 2;
		}
		syswrite $opened, 'x' if $opened;
		$opened = undef;
		sleep $next - time if $next > time;
	}
	return;
}

sub keeps_nobody_out {
	my ($port, $tls, $ask) = @_;
	my $bytes = $tls ? "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" :
	    "GET / HTTP/1.1\r\nA: ";
	pipe my $read, my $opened or die "pipe: $!\n";
	my $holder = beside(sub { drip($port, $bytes . 'x' x 500, $opened) });
	close $opened;
	ok sysread($read, my $said, 1), MANY . ' connections of one address';
	my @took;
	for (1 .. ASKS) {
		my $began = time;
		push @took, $ask->() ? time - $began : 99;
		sleep 0.1;
	}
	kill KILL => $holder->{pid};
	waitpid $holder->{pid}, 0;
	@took = sort { $a <=> $b } @took;
	cmp_ok $took[-1], '<', LONGEST, sprintf 'keep nobody out: %.0f ms, at '
	    . 'worst %.0f', map { 1000 * $_ } @took[@took / 2, -1];
	return;
}

1;
