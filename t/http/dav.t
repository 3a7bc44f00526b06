# CalDAV: discovery, sign-in, lists, items, reports.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $phone = Dav->new($ada);
my $list = $ada->make('/lists', title => 'Home & <Garden>');
my $home = $phone->{home};

subtest 'discovery' => sub {
	my $r = $d->request('GET', '/.well-known/caldav');
	is $r->{status}, 301, 'the well-known address leads on';
	like $r->{headers}{location}, qr{/dav/$}, 'to the root';
	$r = $d->request('OPTIONS', '/dav/');
	is $r->{status}, 200, 'OPTIONS needs no credentials';
	like $r->{headers}{dav}, qr/calendar-access/, 'and says what there is';
	is $r->{headers}{allow}, 'PROPFIND, GET, HEAD, OPTIONS', 'and how';
	for ('/', '/dav/') {
		$r = $phone->propfind($_, ['D:current-user-principal']);
		is $r->{status}, 207, "PROPFIND $_";
		is $r->{responses}{'/dav/'}{'D:current-user-principal'},
		    "<href>$home</href>", 'leads to the principal';
	}
	$r = $phone->propfind($home, ['C:calendar-home-set',
	    'C:calendar-user-address-set']);
	is $r->{responses}{$home}{'C:calendar-home-set'},
	    "<href>$home</href>", 'which is the home';
	is $r->{responses}{$home}{'C:calendar-user-address-set'},
	    '<href>mailto:ada@example.org</href>', 'of that address';
	$r = $phone->propfind($home, ['D:displayname', 'D:resourcetype',
	    'C:supported-calendar-component-set', 'A:calendar-color'], 1);
	is $r->{responses}{"$home$list/"}{'D:displayname'}, 'Home & <Garden>',
	    'the list is there';
	is $r->{responses}{"$home$list/"}{'D:resourcetype'},
	    '<collection/><C:calendar/>', 'as a calendar';
	is $r->{responses}{"$home$list/"}{'C:supported-calendar-component-set'},
	    '<C:comp name="VTODO"/>', 'of tasks';
	is $r->{prop_status}{"$home$list/"}{'A:calendar-color'}, 404,
	    'what is not set is 404';
};

subtest 'an item' => sub {
	my $text = slurp("$FindBin::Bin/../ical/corpus/apple-ios.ics");
	my $href = "$home$list/8B1F7A50.ics";
	my $r = $phone->put($href, $text, 'If-None-Match' => '*');
	is $r->{status}, 201, 'is made';
	ok my $etag = $r->{headers}{etag}, 'with an ETag';
	$r = $phone->get($href);
	is $r->{body}, $text, 'and read as it was sent';
	is $r->{headers}{etag}, $etag, 'under that ETag';
	my ($task) = @{$ada->get("/lists/$list/tasks")->{json}{items}};
	is $task->{title}, 'Water the plants', 'the API has it';
	ok $task->{starred}, 'with its star';
	$ada->patch("/lists/$list/tasks/$task->{id}", { title => 'Water all' });
	$r = $phone->get($href);
	like $r->{body}, qr/^SUMMARY:Water all\r$/m, 'its new title is in the text';
	isnt $r->{headers}{etag}, $etag, 'under another ETag';
	is $phone->put($href, $text, 'If-Match' => $etag)->{status}, 412,
	    'an old version does not overwrite it';
	$r = $phone->sync("$home$list/");
	is_deeply $r->{hrefs}, [$href], 'it is in a first sync';
	my $token = $r->{sync_token};
	is_deeply $phone->sync("$home$list/", $token)->{hrefs}, undef,
	    'and in no second one';
	is $phone->del($href)->{status}, 204, 'it is deleted';
	$r = $phone->sync("$home$list/", $token);
	is_deeply $r->{status_of}, { $href => 404 }, 'which a sync says';
	is $phone->get($href)->{status}, 404, 'it is gone';
};
done_testing;
