# `make help` lists every target: each has a line "#: TARGET ..." above it.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;

for my $file (qw(Makefile t/t.mk bench/bench.mk)) {
	open my $in, '<', $file or die "$file: $!\n";
	my $text = do { local $/; <$in> };
	my ($phony) = $text =~ /^\.PHONY: ((?:.*\\\n)*.*)/m;
	my @targets = grep { !/^(?:\\|help)\z/ } split ' ', $phony;
	cmp_ok scalar @targets, '>', 2, "$file has targets";
	is_deeply [grep { $text !~ /^#: \Q$_\E\b.*\n(?:(?:#:|ifn?eq).*\n)*\Q$_\E:/m }
	    @targets], [], 'each is in make help';
}
done_testing;
