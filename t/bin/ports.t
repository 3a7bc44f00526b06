# Tests that run at once get different ports, and none that the kernel gives to
# somebody's connection (t/lib/Port.pm, t/lib/port.mjs).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;

my ($first) = split ' ', slurp('/proc/sys/net/ipv4/ip_local_port_range');
my $more = top() . '/t/lib/port.mjs';
my $stop = tempdir(CLEANUP => 1) . '/stop';
my @one = (free_port());
# A port is a test's own until it ends.
my @tests = map { beside(sub {
	my $said = join ' ', map { free_port() } 1 .. 50;
	write_file("$stop.$$", $said);
	until_true(sub { -e $stop });
	return $said;
}) } 1, 2;
until_true(sub { 2 == (() = glob "$stop.*") });
push @one, split ' ', `node -e 'import("$more").then(async m => {
	for (let i = 0; i < 50; i++) console.log(await m.freePort()); })'`;
write_file($stop, '');
my @all = (@one, map { split ' ', ended($_) } @tests);
is scalar @all, 151, 'each got its ports';
my %seen;
is_deeply [grep { $seen{$_}++ } @all], [], 'none twice';
is_deeply [grep { $_ < 1024 || $_ >= $first } @all], [],
    "all are below $first, where the kernel's begin";
done_testing;
