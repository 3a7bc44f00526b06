# The boundary between HTTP and the operations: paths, methods, lengths, Accept.
# Runs the programs with an environment.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp;
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Refusal;

my $w = Refusal->new;
my $ada = $w->{ada};
my @routes = Docket::routes();
my %methods;
push @{$methods{$_->{path}}}, $_->{method} for @routes;

subtest 'paths that do not exist' => sub {
	my $list = "/lists/$w->{id}{listId}";
	$w->refused($ada->get($_), '400 malformed-request', "not $_") for
	    '/me%00', '/me%', '/me%6', '/lists/%zz', '/lists/%ff', '/%c3',
	    '/me;x=1', "$list;/tasks", '/lists\\x', '//me', '/lists//',
	    '/lists//tasks', "//$list", '/./me', '/lists/./me', '/lists/../me',
	    '/lists/..', '/lists/.', '/..', '/.', "$list/tasks/..",
	    "/lists/\x7f", '/lists/a b', '/me ', "/lists/\xc3\xa9",
	    "/lists/\xff", "/me\x01", "/me\n", '/' . 'x' x 17000;
	$w->refused($ada->get($_), '404 not-found', substr "nothing at $_",
	    0, 60) for '/nope', '/ME', '/Me', '/me/', '/lists/',
	    '/lists/x/', '/lists/x/nope', '/lists/x/tasks/y/z', '/me/tags/x/y',
	    '/me.json', '/me,', '/.well-known/x', '/...', '/api/v1/me',
	    '/{listId}', '/lists/x/tasks/', '/x' x 2000, '/%6de',
	    "$list/%74asks", '/%7Bx%7D', '/me%2f', '/%2e%2e/me', '/me%3Bx';
	$w->refused($ada->get($_), '404 list-not-found', "no id: $_") for
	    "$list%2ftasks", '/lists/%7BlistId%7D', '/lists/%C3%A9/tasks';
	for my $uri ('/api/v10/me', '/api/v2/me', '/api/v1me', '/api/me',
	    '/apiv1/me', '/API/V1/me', '/') {
		$w->refused($ada->with(vars => { REQUEST_URI => $uri })
		    ->get('/me'), '404 not-found', substr $uri, 0, 60);
	}
	$w->refused($ada->with(vars => { REQUEST_URI => $_ })->get('/me'),
	    '400 malformed-request', $_)
	    for 'me', '*', 'http://host', 'x:/api/v1/me';
	{
		delete local $ENV{DOCKET_RECORD};	# it is documented
		$w->refused($ada->with(vars => { REQUEST_URI => '/' .
		    'x' x 512 . '/api/v1/me' })->get('/me'), '404 not-found',
		    'a path far below the prefix is not found');
	}
	for my $uri ('/api/v1/me', '/a/b/api/v1/me', 'http://h/api/v1/me',
	    '/apiapi/api/v1/me', '/api/v1x/api/v1/me', '/api/v1/me?x=%zz;//',
	    '/x' x 200 . '/api/v1/me', '/' . 'x' x 511 . '/api/v1/me') {
		is $ada->with(vars => { REQUEST_URI => $uri })->get('/me')
		    ->{status}, 200, substr $uri, 0, 60;
	}
	is $ada->with(vars => { REQUEST_URI => undef, SCRIPT_NAME => '/x',
	    PATH_INFO => '/api/v1/me' })->get('/me')->{status}, 200,
	    'a path without a REQUEST_URI is found';
	$w->refused($ada->with(vars => { $_ => 'x' x 17000 })->get('/me'),
	    '400 malformed-request', "$_ too long") for qw(QUERY_STRING
	    HTTP_COOKIE HTTP_ACCEPT HTTP_X_FORWARDED_FOR HTTP_HOST);
};

subtest 'methods that a path does not have' => sub {
	for my $path (sort keys %methods) {
		my %has = map { $_ => 1 } @{$methods{$path}}, 'OPTIONS';
		$has{HEAD} = 1 if $has{GET};
		my $at = $w->path($path);
		for my $method (grep { !$has{$_} } qw(GET HEAD POST PUT PATCH
		    DELETE TRACE CONNECT PROPFIND get Post), '') {
			# How clients of CalDAV look for it.
			next if $method eq 'PROPFIND' && $path eq '/';
			my $r = $ada->request($method, $at, '{}');
			is $r->{status}, 405, "no $method $path";
			is join(' ', sort split /, /, $r->{headers}{allow}),
			    join(' ', sort keys %has),
			    'Allow lists the methods';
			is $r->{body} eq '', $method eq 'HEAD',
			    'there is a body except for HEAD';
		}
		my $r = $w->{d}->request('OPTIONS', $at);
		is "$r->{status} $r->{body}", '204 ', "OPTIONS $path";
		is join(' ', sort split /, /, $r->{headers}{allow}),
		    join(' ', sort keys %has), 'Allow lists the methods';
	}
	$w->refused($ada->request('OPTIONS', '/nope'), '404 not-found',
	    'OPTIONS of an unknown path is not found');
};

subtest 'HEAD is GET without its body' => sub {
	for my $route (grep { $_->{method} eq 'GET' } @routes) {
		my $path = $w->path($route->{path});
		for my $at ($path, "$path?limit=0", "$path/x") {
			my ($get, $head) = map { $ada->request($_, $at) }
			    qw(GET HEAD);
			is $head->{status}, $get->{status}, "HEAD $at";
			is $head->{body}, '', 'HEAD has no body';
			is $get->{headers}{'content-length'},
			    length $get->{body}, 'Content-Length is right';
			delete $_->{headers}{etag} for grep {
			    $at =~ m{^/me/export} } $get, $head;
			is_deeply $head->{headers}, $get->{headers},
			    'the other headers are the same';
		}
	}
};

subtest 'Content-Length and the body' => sub {
	$w->remember;
	my $body = '{"id":"' . uuid() . '","title":"x"}';
	my $n = length $body;
	my $send = sub {
		my ($length, $sent) = @_;
		return $ada->with(vars => { CONTENT_LENGTH => $length })
		    ->post('/lists', $sent // $body);
	};
	$w->refused($send->($_), '400 malformed-request', "length '$_'")
	    for -1, 'x', '1e2', '0x29', " $n", "$n ", "+$n", "$n,$n", "$n.0",
	    "$n\n", '-', $n + 1, 1024 * 1024;
	$w->refused($send->($_), '400 malformed-body', "length '$_'")
	    for $n - 1, 1, 0;
	$w->refused($send->($_), '413 body-too-large', "length '$_'")
	    for 1024 * 1024 + 1, '9' x 15, '9' x 16, '9' x 40;
	$w->refused($send->(undef, ' ' x (1024 * 1024 + 1)),
	    '413 body-too-large', 'a body over 1 MiB without a length');
	$w->refused($send->(undef, substr $body, 0, 20), '400 malformed-body',
	    'a truncated body without a length');
	$w->refused($send->(undef, ''), '400 malformed-body', 'no body at all');
	is $send->(undef)->{status}, 201,
	    'without a length the body is read to its end';
	is $send->('')->{status}, 200, 'an empty length is the same as none';
	is $send->("0$n")->{status}, 200, 'a leading zero is accepted';
	is $send->($n, "$body trailing")->{status}, 200,
	    'bytes after the length are not read';
	$w->remember;
	$w->refused($ada->with(vars => { CONTENT_LENGTH => 'x' })
	    ->del("/lists/$w->{id}{other}"), '400 malformed-request',
	    'an invalid length is refused for DELETE, too');
	is $ada->with(vars => { CONTENT_LENGTH => 'x' })->get('/me')
	    ->{status}, 200, 'but not for GET';
};

subtest 'Accept' => sub {
	my %accepts = (map({ $_ => 200 } '', ' ', '*/*', 'application/*',
	    'application/json', 'APPLICATION/JSON', 'Application/Json;q=1',
	    'text/html, */*;q=0.1', 'text/html,application/json;q=0.001',
	    'application/problem+json', 'text/html;q=0, application/json',
	    'application/json; charset=utf-8', ',,application/json,',
	    'application/json;q=0.5, */*;q=0', 'application/*;q=1, */*;q=0',
	    'application/json ; q=1', 'application/json;q=', '*/*;x=q=0',
	    'application/json;q=0, application/json'),
	    map { $_ => 406 } 'text/html', 'image/*', 'json', 'x',
	    'application/jsonx', 'application/xml', 'application/json;q=0',
	    'application/json;q=0.0', 'application/json; q=0.000',
	    'application/json ;Q=0', '*/*;q=0', '*/json', 'application',
	    'application/json;q=0, */*', 'application/*;q=0, */*;q=1',
	    '*/*, application/json;x=y;q=0', 'a/b;application/json',
	    'text/html;level="1, */*"x' =~ s/,.*//r);
	for my $accept (sort keys %accepts) {
		is $ada->get('/me', Accept => $accept)->{status},
		    $accepts{$accept}, "'$accept'";
	}
	$w->refused($ada->post('/lists', { id => uuid(), title => 'x' },
	    Accept => 'text/html'), '406 not-acceptable',
	    'Accept is checked first');
	is $ada->get("/attachments/$w->{id}{attachmentId}/content",
	    Accept => 'image/*')->{status}, 200,
	    'a file is sent whatever Accept says';
};

documented($record);
done_testing;
