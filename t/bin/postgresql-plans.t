# PostgreSQL: what is planned while a new database is empty is planned again as it
# grows, also if nobody analyzes its tables.  Otherwise each task of an import was
# looked for among all.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use Test::More;

use constant TASKS => 2000;

Cluster::within();
for my $lists (1, 10) {
	my $d = Docket->new;
	$d->user('ada@example.org');
	$d->sql('ALTER TABLE task SET (autovacuum_enabled = off)');
	my $file = write_file("$d->{data}/tasks.csv", join '', "list,title\n",
	    map { 'L' . $_ % $lists . ",Task $_\n" } 1 .. TASKS);
	my $r = $d->run('docket-import', '--user', 'ada@example.org', $file);
	like $r->{out}, qr/^@{[TASKS + $lists]} created/m, "an import: lists $lists";

	# The server counts when the program's connection has ended.
	my $read;
	for (1 .. 100) {
		$read = $d->sql("SELECT seq_tup_read + (SELECT sum(idx_tup_read)
		    FROM pg_stat_user_indexes WHERE relname = 'task')
		    FROM pg_stat_user_tables WHERE relname = 'task'");
		last if $read > TASKS;
		select undef, undef, undef, 0.1;
	}
	cmp_ok $read, '>', TASKS, 'tasks are found';
	cmp_ok $read, '<', TASKS ** 2 / 4, 'but not by reading all of them each time';
}
done_testing;
