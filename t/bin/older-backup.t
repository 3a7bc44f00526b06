# A backup of this version, restored and recovered by programs of a made-up next
# version (make next): both bring it to their schema, and leave the backup as it is.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Next;
use Backup;
use Docket;
use File::Temp 'tempdir';
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $list = $ada->make('/lists', title => 'Kitchen');
$ada->make("/lists/$list/tasks", title => 'Milk');
my $dir = tempdir(CLEANUP => 1);
is $d->run('docket-backup', $dir, '--quiet')->{status}, 0, 'a backup';
my ($name) = generations($dir);
# What undoes t/upgrade/next.
query("$dir/$name", "DROP INDEX task_made_up;
    ALTER TABLE task DROP COLUMN made_up; PRAGMA user_version = $Next::schema");
my $bytes = slurp("$dir/$name");
my $version = $d->sql('PRAGMA user_version');
cmp_ok $version, '>', $Next::schema, 'it is older now';

$ada->del("/lists/$list");
my $r = $d->run('docket-admin', 'recover', '--from', "$dir/$name", '--list',
    $list);
is $r->{status}, 0, 'a list is recovered from it' or diag $r->{err};
is $ada->get("/lists/$list")->{status}, 200, 'the list exists again';

$ada->del("/lists/$list");
$r = $d->run('docket-admin', 'restore', $dir);
is $r->{status}, 0, 'it is restored' or diag $r->{err};
is $d->sql('PRAGMA user_version'), $version, 'and upgraded';
is $d->sql('SELECT made_up FROM task'), 'Milk', 'with its data';
is slurp("$dir/$name"), $bytes, 'the backup is as it was';

query("$dir/$name", 'CREATE TRIGGER spoil AFTER INSERT ON task
    BEGIN SELECT 1; END');
for (['restore', $dir], ['recover', '--from', "$dir/$name", '--list', $list]) {
	$r = $d->run('docket-admin', @$_);
	like "$r->{status} $r->{err}",
	    qr/^1 .*its schema is not that of version $Next::schema/,
	    "$_->[0]: with a trigger of its own it is refused";
}
done_testing;
