# A page of the mapped database that cannot be read, as on a failing disk: the
# request is answered, one line is logged, and the service goes on as far as it
# can.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Web;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $list = uuid();
$ada->post('/lists', { id => $list, title => 'x' });
$ada->post("/lists/$list/tasks", { id => uuid(), title => 'x' x 400 })
    for 1 .. 20;
is $d->run('docket-cleanup')->{status}, 0, 'everything is in the one file';
my $web = Web->new($d, '-m', 'fastcgi');
my $user = $ada->with(base => $web->{base});
# The log says how many pages there are, as long as there is something in it.
is $user->post('/me/tags', { id => uuid(), name => 'x' })->{status}, 201,
    'a write succeeds';
is $user->get('/me')->{status}, 200, 'a read succeeds' for 1 .. 8;
# The first page stays: the file is still the database.
truncate "$d->{data}/docket.db", 4096 or die "truncate: $!\n";
for (1 .. 3) {
	my $r = $user->get('/me');
	like $r->{status}, qr/^50[03]$/, 'the request is answered';
	like $r->{json}{code} // 'internal', qr/^(?:internal|not-ready)$/,
	    'with a problem, or by the web server';
}
like slurp("$d->{data}/err"),
    qr/^docket\.fcgi: cannot read the database: check/m,
    'the log says what to do';
$web->stop;
done_testing;
