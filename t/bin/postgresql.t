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

local $ENV{DOCKET_CHANGES} = 300;	# of t/http/sync.t
for (qw(conditions share sync)) {
	my $out = `'$^X' -I'$top/t/lib' '$top/t/http/$_.t' 2>&1`;
	is $?, 0, "t/http/$_.t" or diag $out;
}

# A lost server: a clear answer, and nothing else.
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
$d->{env}{DOCKET_DATABASE} = 'postgresql://postgres@/nowhere?host=/nonexistent';
is $ada->with(quiet => 1)->get('/me')->{status}, 503, 'no server: not ready';
my $r = $d->run('docket-admin', 'user', 'list');
like "$r->{status} $r->{err}", qr/^1 .*start it, or correct the setting database/s,
    'programs say what to do';
done_testing;
