# Through real lighttpd, as CGI and as FastCGI, also below a path prefix.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Time::HiRes 'sleep';

for my $mode (qw(cgi fastcgi)) {
	my $port = free_port();
	my $d = Docket->new;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDOUT, '>', "$d->{data}/out";
		open STDERR, '>', "$d->{data}/err";
		exec build() . '/bin/docket-serve', '-p', $port, '-m', $mode;
		exit 127;
	}
	my $web = $d->with(base => "http://127.0.0.1:$port/some/prefix");
	for (1 .. 100) {
		last if $web->get('/health')->{status} == 200;
		sleep 0.05;
	}
	my $ada = $web->user("ada\@example.org");
	my ($l, $t, $f) = (uuid(), uuid(), uuid());
	my $r = $ada->post('/lists', { id => $l, title => 'Home' });
	is $r->{status}, 201, "$mode: list";
	like $r->{headers}{location}, qr{^/some/prefix/api/v1/lists/$l$},
	    "$mode: Location below the prefix";
	is $ada->post("/lists/$l/tasks", { id => $t, title => 'Milk' })
	    ->{status}, 201, "$mode: task";
	is $ada->patch("/lists/$l/tasks/$t",
	    { done => JSON::PP::true })->{json}{done}, 1, "$mode: done";
	is $ada->get("/lists/$l/tasks?limit=1")->{json}{items}[0]{title},
	    'Milk', "$mode: query";
	my $bytes = join '', map { chr rand 256 } 1 .. 300_000;
	$bytes = "%PDF-1.4\n$bytes";
	is $ada->upload($t, $f, $bytes, 'x.pdf')->{status}, 201,
	    "$mode: upload";
	ok $ada->get("/attachments/$f/content")->{body} eq $bytes,
	    "$mode: the same bytes";
	is $web->get('/nope')->{json}{code}, 'not-found', "$mode: 404";
	is $ada->put("/lists/$l", {})->{status}, 405, "$mode: 405";
	is $ada->del("/lists/$l")->{status}, 204, "$mode: DELETE";
	kill 'TERM', $pid;
	waitpid $pid, 0;
	is $?, 0, "$mode: ends cleanly" or diag slurp("$d->{data}/err");
}
done_testing;
