# Attachments in the database, with SQLite.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Contents;
use Docket;
use Test::More;

delete $ENV{DOCKET_CLUSTER};
my $d = Docket->new(files => 'database');
# A writer can truncate the log: nobody reads it.
Contents::tests($d, sub { $d->sql($_[0]) }, sub {
	return $d->sql('PRAGMA wal_checkpoint(TRUNCATE)') =~ /^0\|/ });
done_testing;
