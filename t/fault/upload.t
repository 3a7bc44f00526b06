# A full disk under docket-serve: lighttpd cannot store the body of an upload,
# and its refusal is still answered as a problem, with the right status.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;
use Web;

Docket::own_mounts();
alarm 120;
my $dir = tempdir(CLEANUP => 1);
system('mount', '-t', 'tmpfs', '-o', 'size=120m,mode=700', 'none', $dir) == 0
    or die "mount failed\n";
my $process = $$;
END { system('umount', '-l', $dir) if ($process // 0) == $$ }

my $d = Docket->new(data => $dir);
my $web = Web->new($d);
my $ada = $d->with(base => $web->{base})->user('ada@example.org');
my ($l, $t) = (uuid(), uuid());
$ada->post('/lists', { id => $l, title => 'L' });
$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
$d->run('docket-cleanup', '-q');	# makes the reserve

# All but 4 MiB.
open my $out, '>', "$dir/other" or die;
1 while (syswrite($out, 'x' x 65536) // 0) == 65536;
truncate $out, (-s $out) - (4 << 20);
close $out;
my $bytes = "%PDF-1.4\n" . 'x' x (20 << 20);
for (1 .. 3) {
	my $r = $ada->upload($t, uuid(), $bytes, 'x.pdf');
	is $r->{json}{code}, 'storage-full', 'an upload of 20 MiB is refused' or
	    diag "$r->{status} $r->{body}";
	is $r->{status}, 507, 'with status 507';
}
is $ada->get("/lists/$l")->{status}, 200, 'reading still works';
unlink "$dir/other";
is $ada->upload($t, uuid(), $bytes, 'x.pdf')->{status}, 201,
    'when there is space, it succeeds';
done_testing;
