# Batch programs of several machines, with one PostgreSQL database: an import keeps
# out another one, and docket-cleanup leaves its work alone until it has ended.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use File::Temp 'tempdir';
use Test::More;
use Time::HiRes 'sleep';

Cluster::within();
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $dir = tempdir(CLEANUP => 1);
my $list = uuid();
write_file("$dir/file", json({ schemaVersion => '1',
    profile => { id => $ada->{me}{id} }, groups => [],
    lists => [{ id => $list, title => 'Imported' }],
    tasks => [map { { id => uuid(), listId => $list, title => "Task $_",
	starred => JSON::PP::false, done => JSON::PP::false,
	rank => sprintf('b%05dV', $_),
	createdAt => '2026-01-02T03:04:05.000000Z' } } 1 .. 2000],
    steps => [], myDay => [] }));

sub there {
	my ($name, @args) = @_;
	mkdir "$dir/there", 0700;
	return Docket::spawn(undef, { %{$d->{env}}, DOCKET_DATA => "$dir/there" },
	    '', build() . "/bin/$name", @args);
}
sub tasks { return $d->sql('SELECT count(*) FROM task') }
sub writing {
	return $d->sql("SELECT count(*) FROM pg_locks WHERE mode = 'ExclusiveLock'
	    AND locktype = 'relation' AND granted");
}

# An import that stands still in the middle, between two of its transactions.
my $import = fork // die "fork: $!\n";
if ($import == 0) {
	%ENV = %{$d->{env}};
	open STDERR, '>', "$dir/err";
	exec build() . '/bin/docket-import', '--user', 'ada@example.org',
	    "$dir/file";
}
do {
	kill CONT => $import;
	sleep 0.02;
	kill STOP => $import;
} until tasks() && !writing() || !kill 0 => $import;
my $staged = tasks();
cmp_ok $staged, '>', 0, 'one machine imports' or diag slurp("$dir/err");
like there('docket-import', '--user', 'ada@example.org', "$dir/file")->{err},
    qr/another import is running/, 'another machine cannot';
is there('docket-cleanup')->{status}, 0, 'docket-cleanup of another';
is tasks(), $staged, 'leaves the work alone';

kill KILL => $import;
waitpid $import, 0;
until_true(sub { !$d->sql("SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory'") });
is there('docket-cleanup')->{status}, 0, 'once the import is gone,';
is tasks(), 0, 'it removes what was left';
done_testing;
