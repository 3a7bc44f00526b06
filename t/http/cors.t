# Pages of other origins: what cors-origins lets them read and send.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Refusal;

my $page = 'https://app.example.org';
my $w = Refusal->new('cors-origins' => "$page, http://localhost:3000");
my ($ada, $nobody) = ($w->{ada}, $w->{d});
my $exposed = 'ETag, Link, Location, Retry-After, Idempotent-Replayed';

sub allowed { return $_[0]{headers}{'access-control-allow-origin'} // 'none' }

sub readable {
	my ($r, $name) = @_;
	is allowed($r), $page, "$name: may be read";
	is $r->{headers}{'access-control-expose-headers'}, $exposed,
	    "$name: with its headers";
	like $r->{headers}{vary}, qr/\bOrigin\b/, "$name: Vary";
	ok !exists $r->{headers}{'access-control-allow-credentials'},
	    "$name: never with credentials";
}

subtest 'answers that pages of other origins can read' => sub {
	my %as = (Origin => $page, 'Sec-Fetch-Site' => 'cross-site');
	readable($ada->get('/me', %as), 'GET');
	readable($ada->post('/lists', { id => uuid(), title => 'x' }, %as),
	    'POST');
	my $e = $ada->get('/me')->{headers}{etag};
	readable($ada->get('/me', %as, 'If-None-Match' => $e), '304');
	readable($ada->get($w->path('/attachments/{attachmentId}/content'),
	    %as), 'a file');
	readable($ada->post('/lists', '{', %as), '400');
	readable($nobody->get('/me', %as), '401');
	readable($ada->get('/nowhere', %as), '404');
	readable($ada->get('/lists/%zz', %as), '400 for a path');
	readable($ada->request('TRACE', '/me', undef, %as), '405');
	readable($nobody->get('/health', %as), 'without a session');
	my $r = $ada->with(env => $ada->nowhere, quiet => 1)->get('/me', %as);
	is $r->{status}, 503, 'a service that is not ready answers 503';
	readable($r, '503');
	is allowed($ada->get('/me', Origin => 'HTTP://LOCALHOST:3000')),
	    'HTTP://LOCALHOST:3000', 'another origin of the list is allowed';
};

subtest 'pages that cannot read answers' => sub {
	for ('https://evil.example', 'null', '', "$page.evil.example",
	    "$page/", "http://app.example.org", "$page:443", '*', "$page, *",
	    undef) {
		my $r = $ada->get('/me', Origin => $_);
		is "$r->{status} " . allowed($r), '200 none',
		    'not those of ' . ($_ // 'none');
		like $r->{headers}{vary}, qr/^Origin$/m,
		    'Vary names Origin, for caches';
	}
	my $off = $ada->with(env => { %{$ada->{env}},
	    DOCKET_CORS_ORIGINS => '' });
	my $r = $off->get('/me', Origin => $page);
	unlike allowed($r) . ($r->{headers}{vary} // ''), qr/origin/i,
	    'without the setting no page can';
};

subtest 'preflight requests' => sub {
	my %ask = (Origin => $page, 'Access-Control-Request-Method' => 'PATCH',
	    'Access-Control-Request-Headers' => 'authorization,if-match');
	my $r = $nobody->request('OPTIONS',
	    $w->path('/lists/{listId}'), undef, %ask);
	is "$r->{status} $r->{body}", '204 ', 'no session is needed';
	readable($r, 'preflight');
	my $h = $r->{headers};
	is $h->{'access-control-allow-methods'}, $h->{allow},
	    'Access-Control-Allow-Methods is as Allow';
	like $h->{allow}, qr/PATCH/, 'Allow lists PATCH';
	is $h->{'access-control-allow-headers'}, 'Authorization, ' .
	    'Content-Type, Idempotency-Key, If-Match, If-None-Match, Range',
	    'the headers are allowed';
	is $h->{'access-control-max-age'}, 600, 'for ten minutes';
	$r = $nobody->request('OPTIONS', '/me', undef, %ask,
	    Origin => 'https://evil.example');
	is "$r->{status} " . join(' ', grep { /^access/ }
	    keys %{$r->{headers}}), '204 ',
	    'pages of other origins get no permission';
};

subtest 'pages of other origins cannot sign in' => sub {
	my %in = (email => $ada->{email}, password => $ada->{password});
	is allowed($nobody->post('/sessions', \%in, Origin => $page)), 'none',
	    'they cannot read the answer to POST /sessions';
	is allowed($nobody->request('OPTIONS', '/sessions', undef,
	    Origin => $page)), 'none', 'nor its preflight';
	my $r = $nobody->post('/lists', { id => uuid(), title => 'x' },
	    Cookie => "docket_session=$ada->{token}", Origin => $page);
	is said($r), '403 cross-site-request', 'their cookies are refused';
};
done_testing;
