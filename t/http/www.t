# The web app next to the interface, as docket-serve serves it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;
use Web;
use Www;

for my $mode (qw(cgi fastcgi)) {
	my $web = Web->new(Docket->new, '-m', $mode);
	for my $prefix ('', '/tasks') {
		subtest "$mode, at $prefix/" => sub {
			try_www($web->{port}, $prefix);
		};
	}
}

subtest 'its sources' => sub {
	my $web = Web->new(Docket->new, '--www', top() . '/www');
	for (qw(/ /js/main.js /app.css /css/list.css /sw.js
	    /node_modules/lit-html/lit-html.js)) {
		my $r = $web->ask('GET', $_, ['Accept-Encoding: gzip']);
		is $r->{status}, 200, $_;
		is $r->{headers}{'content-encoding'}, undef, "$_ as it is";
	}
};

subtest 'without it' => sub {
	my $web = Web->new(Docket->new, '--no-www');
	is Web::code($web->ask('GET', '/')), '404 not-found', 'no page';
	is $web->ask('GET', '/api/v1/health')->{status}, 200, 'the service';
};

# A page, in a folder whose name lighttpd's configuration could not quote.
my $quote = tempdir('a"bXXXX', TMPDIR => 1, CLEANUP => 1);
open my $page, '>', "$quote/index.html" or die "$quote: $!\n";
close $page;

for my $dir ('/nowhere', tempdir(CLEANUP => 1), $quote) {
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '',
	    build() . '/bin/docket-serve', '--www', $dir);
	is $r->{status}, 2, 'no folder with a page: ' . $dir =~ s/.*\///r;
	like $r->{err}, qr/--www must be a directory/, 'is said';
}

done_testing;
