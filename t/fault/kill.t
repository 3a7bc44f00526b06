# A request killed at any system call is done or not done, and repeating it does
# it once.  DOCKET_KILLS: how many, or "all"; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Fault;
use Test::More;

my $kills = $ENV{DOCKET_KILLS} // (engine() eq 'sqlite' ? 116 : 58);
my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;

my $f = Fault->new;
my $wrong = $f->kill_runs('kill', $seed, $kills);
is_deeply $wrong, {}, 'all are done or not done, and once in the end'
    or diag explain $wrong;
done_testing;
