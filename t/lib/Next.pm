# `use Next`, before any other module of t/lib, runs a test with the programs of a
# made-up next version (make next), which has one migration more.
package Next;
use strict;
use warnings;
use FindBin;

# The programs of this version.
our $before = $ENV{DOCKET_BUILD} || "$FindBin::Bin/../../build";
# The schema of this version; that of the next one follows it.
our $schema = () = glob "$FindBin::Bin/../../sql/migrate/*.sql";

sub import { $ENV{DOCKET_BUILD} = "$before/next" }

1;
