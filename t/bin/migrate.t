# docket-admin migrate of a made-up next version (make next): from this version's
# schema, killed at any moment, and refused.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Next;
use Admin;
use Docket;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $next = sprintf '%04d', $Next::schema + 1;
mkdir "$dir/this", 0700;
{
	local @ENV{qw(DOCKET_CONF DOCKET_DATA)} = ('/dev/null', "$dir/this");
	my $admin = "$Next::before/bin/docket-admin";
	is system("$admin -q migrate && echo 'correct horse' | " .
	    "$admin -q user add a\@example.org --name A --password-stdin"), 0,
	    'there is a database of this version';
}
my $n = 0;
my $old = sub {
	my $d = bless { data => "$dir/" . ++$n, env => {
	    PATH => $ENV{PATH}, DOCKET_CONF => '/dev/null',
	    map { $_ => $ENV{$_} } grep { /SAN_OPTIONS/ } keys %ENV } },
	    'Docket';
	$d->{env}{DOCKET_DATA} = $d->{data};
	mkdir $d->{data}, 0700;
	system('cp', "$dir/this/docket.db", $d->{data}) == 0 or die;
	return $d;
};
my $d = $old->();
is $d->with(may_fail => 1, quiet => 1)->request('GET', '/me')->{status},
    503, 'an older schema is answered with 503';
like admin($d, 0, 'migrate')->{out},
    qr/from schema $Next::schema to \d+; .* docket\.db\.before-$next\./,
    'migrate upgrades the database';
ok -s "$d->{data}/docket.db.before-$next",
    'and keeps a copy of the old one';
is $d->sql('SELECT display_name FROM user'), 'A', 'the data are kept';
like admin($d, 0, 'migrate')->{out}, qr/is up to date/,
    'a second migrate does nothing';
unlike admin($d, 0, 'check')->{out}, qr/FAULT/, 'check finds no fault';
my $last = $d->sql('PRAGMA user_version');
my %seen;
for (1 .. 40) {
	$d = $old->();
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDOUT, '>', '/dev/null';
		exec build() . '/bin/docket-admin', 'migrate';
	}
	select undef, undef, undef, rand 0.02;
	kill 'KILL', $pid;
	waitpid $pid, 0;
	my $v = $d->sql('PRAGMA user_version');
	$seen{$v}++;
	admin($d, 0, '-q', 'migrate');
	is $d->sql('PRAGMA user_version') . $d->sql(
	    'SELECT display_name FROM user'), "${last}A",
	    "killed at schema $v, and then whole";
}
$d->sql('PRAGMA user_version = 999');
my $before = slurp("$d->{data}/docket.db");
like admin($d, 1, 'migrate')->{err}, qr/newer version of Docket \(schema 999, this one has $last\)/,
    'a newer database is refused';
ok slurp("$d->{data}/docket.db") eq $before, 'and not changed';
$d->sql('PRAGMA user_version = 0');
like admin($d, 1, 'migrate')->{err}, qr/^docket-admin: docket.db does not say which version it has: restore a backup\n\z/,
    'a database without a version is refused';
$d->sql('PRAGMA application_id = 1');
like admin($d, 1, 'migrate')->{err}, qr/not a Docket database/,
    'the database of another program is refused';
unlink glob "$d->{data}/docket.db*";
mkdir "$d->{data}/files";
mkdir "$d->{data}/files/ab";
like admin($d, 1, 'migrate')->{err}, qr/attachments but no database/,
    'attachments without a database are refused';
ok !-e "$d->{data}/docket.db", 'and no database is created';

done_testing;
