# The second engine, in a throwaway cluster: PostgreSQL prepares every statement,
# its migrations end where SQLite's do, its texts are in byte order, no program of
# the default loads libpq, and some of the tests of the service pass on it.
# `make check ENGINE=postgresql` runs all that can.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use IO::Socket::UNIX;
use Test::More;

my $top = top();
Cluster::within();

my $psql = sub {
	my ($sql) = @_;
	my $r = Docket::spawn(undef, { PATH => $ENV{PATH} }, $sql, 'psql', '-qAt',
	    '-h', $ENV{DOCKET_CLUSTER}, '-U', 'postgres', 'docket_template');
	return "$r->{err}$r->{out}";
};

# The statements as sql/compile gives them to C.
my $source = `cd '$top' && sql/compile postgresql sql/postgresql/own.sql sql/query/*.sql`;
my %type = (i => 'bigint', t => 'text', b => 'bytea');
my ($n, $prepare) = (0, '');
while ($source =~ /^\t\{ "(\w*)",\n((?:^\t    ".*"\n)*?^\t    ".*"), /gm) {
	my ($types, $sql) = (join(', ', map { $type{$_} } split //, $1), $2);
	$sql =~ s/^\t    "(.*?)(?:\\n)?"$/$1/gm;
	$sql =~ s/\\(["\\])/$1/g;
	$n++;
	$prepare .= "PREPARE s$n" . ($types ? " ($types)" : '') . " AS $sql\n";
}
cmp_ok $n, '>', 390, "$n statements";
is $psql->($prepare), '', 'each is prepared';
is $psql->($prepare =~ s/FROM/FORM/r) =~ /ERROR/ ? 1 : 0, 1,
    'and one that is wrong is not';
my ($own) = scalar(() = slurp("$top/sql/postgresql/own.sql") =~ /^-- name:/gm);
cmp_ok $own / $n, '<', 0.04, "$own of them have words of their own";

my ($last) = map { /(\d{4})-/ } (sort glob "$top/sql/migrate/*.sql")[-1];
is $psql->('SELECT version FROM schema_version') + 0, $last + 0,
    'the migrations end at the same number';
is $psql->(q{SELECT count(*) FROM pg_attribute a JOIN pg_class c
    ON c.oid = a.attrelid JOIN pg_collation o ON o.oid = a.attcollation
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND o.collname <> 'C'}) + 0, 0, 'every text is in byte order';

for (glob build() . '/bin/docket-* ' . build() . '/cgi-bin/*') {
	next if !-x || -d;
	unlike `ldd '$_'`, qr/libpq/, "$_ does not load libpq";
}

my $out = `'$^X' -I'$top/t/lib' '$top/t/http/share.t' 2>&1`;
is $?, 0, 't/http/share.t' or diag $out;

# What check says of the server.
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $check = sub {
	my $r = Docket::spawn(undef, { %{$d->{env}}, @_ }, '', build()
	    . '/bin/docket-admin', 'check');
	return $r->{out} . $r->{err};
};
my $ask = sub { Cluster::sql($d->{env}{DOCKET_DATABASE}, $_[0]) };
like $check->(), qr/^Database: PostgreSQL 1\d\S*.*, standbys: 0\.$/m,
    'check names the server';
like $check->(), qr/^FAULT: fsync = off: a crash .*\n +Turn it on/m,
    'and what is dangerous';
$ask->('ALTER TABLE list ALTER title TYPE text COLLATE "default"');
like $check->(), qr/^FAULT: list.title is not in byte order/m,
    'and a text that would be sorted otherwise';
$ask->('ALTER TABLE list ALTER title TYPE text COLLATE "C"');
like $check->(LD_PRELOAD => '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
    FAKETIME => '-30s', DOCKET_SANDBOX => 'off'),
    qr/^FAULT: the clocks of this machine and .* differ by (29|3\d) seconds/m,
    'and a clock that differs';
$ask->('ALTER DATABASE ' . $ask->('SELECT current_database()')
    . " SET default_transaction_isolation = 'serializable'");
like $check->(), qr/^Advice: default_transaction_isolation is serializable/m,
    'and transactions that conflict more often';
$ask->('ALTER DATABASE ' . $ask->('SELECT current_database()')
    . ' RESET default_transaction_isolation');
like $check->(PGOPTIONS => '-c default_transaction_read_only=on'),
    qr/^FAULT: nothing can be changed: default_transaction_read_only is on/m,
    'and a database that takes no change';
unlike $check->(), qr/byte order|clocks|standby .* behind|changes wait|nothing can/,
    'and nothing else';

# Compiling a statement takes longer than to run it.  auto_explain logs what the
# server does, which would compile each.
my $name = $ask->('SELECT current_database()');
$ask->("ALTER DATABASE $name SET $_") for 'jit_above_cost = 0',
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0', 'auto_explain.log_analyze = on';
my $list = $ada->make('/lists', title => 'L');
$ada->make("/lists/$list/tasks", title => 'T');
is $ada->get("/lists/$list/tasks")->{status}, 200, 'a list is read';
my $log;
for (1 .. 100) {	# the program does not wait for the end of its transaction
	$log = slurp("$ENV{DOCKET_CLUSTER}/log");
	last if $log =~ /Query Text: DECLARE .* FROM task/;
	select undef, undef, undef, 0.1;
}
like $log, qr/Query Text: DECLARE .* FROM task/, 'the server logs how';
unlike $log, qr/JIT:/, 'no statement is compiled';
$ask->("ALTER DATABASE $name RESET ALL");

# A lost server: a clear answer, and nothing else.
$d->{env}{DOCKET_DATABASE} = 'postgresql://postgres@/nowhere?host=/nonexistent';
is $ada->with(quiet => 1)->get('/me')->{status}, 503, 'no server: not ready';
my $r = $d->run('docket-admin', 'user', 'list');
like "$r->{status} $r->{err}", qr/^1 .*start it, or correct the setting database/s,
    'programs say what to do';

# One that is there, and silent, as behind a proxy: away after ten seconds.
my $silent = File::Temp::tempdir('pg-XXXXXX', DIR => '/tmp', CLEANUP => 1);
my $listener = IO::Socket::UNIX->new(Local => "$silent/.s.PGSQL.5432", Listen => 9)
    or die "$silent: $!";
$d->{env}{DOCKET_DATABASE} = "postgresql://postgres\@/nowhere?host=$silent";
$r = Docket::spawn(undef, $d->{env}, '', 'timeout', 60, build() . '/bin/docket-admin',
    'user', 'list');
like "$r->{status} $r->{err}", qr/^1 .*timeout expired.*start it, or correct/s,
    'a server that does not answer is away';

# The demo, as the README says.
use Server;
my $port = free_port();
my $make = start({ DOCKET_BUILD => build() }, undef, 'make', '-s',
    '-C', top(), '-o', 'all', 'run', 'ENGINE=postgresql', "PORT=$port",
    'B=' . build() =~ s{^\Q${\top()}\E/}{}r);
my $demo = bless { %$d, base => "http://127.0.0.1:$port", env => {} }, 'Docket';
for (1 .. 600) {
	last if $demo->get('/ready')->{status} == 200;
	select undef, undef, undef, 0.1;
}
my $guest = $demo->sign_in('ada@example.org', 'try-docket-now');
cmp_ok @{$guest->get('/lists')->{json}{items}}, '>', 1, 'the demo has lists';
kill 'INT', -$make;	# Ctrl-C
waitpid $make, 0;
done_testing;
