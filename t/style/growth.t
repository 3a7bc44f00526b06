# doc/scale.md and its picture are what bench/grow reckons from bench/growth.txt.
use strict;
use warnings;
use File::Path 'make_path';
use File::Temp 'tempdir';
use FindBin;
use Test::More;

my $top = "$FindBin::Bin/../..";
is system("$top/bench/grow", '--check'), 0, 'table and picture are new';
my $dir = tempdir(CLEANUP => 1);
make_path("$dir/bench", "$dir/doc");
system 'cp', map({ "$top/bench/$_" } qw(grow growth.txt)), "$dir/bench";
system 'cp', map({ "$top/doc/$_" } qw(scale.md growth.svg)), "$dir/doc";
system 'sed', '-i', 's/^tasks-*\t.*/tasks\t1000/', "$dir/bench/growth.txt";
isnt system("$dir/bench/grow --check 2>/dev/null"), 0, 'another figure makes them old';
is system("$dir/bench/grow") || system("$dir/bench/grow", '--check'), 0,
    'and it writes them again';
done_testing;
