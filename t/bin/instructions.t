# No request executes over 5 % more instructions than bench/instructions.txt has.
use strict;
use warnings;
use FindBin;

exec "$FindBin::Bin/../../bench/instructions", '--check';
