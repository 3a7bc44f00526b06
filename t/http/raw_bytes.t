# Bytes on the wire to real lighttpd, as CGI and as FastCGI: malformed requests,
# chunked and truncated bodies, repeated headers, long answers.  Requests that
# the server itself refuses are answered as problems.  Afterwards the service
# still works.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Web;
use Refusal;

my $chunked = 'Transfer-Encoding: chunked';
my $json = 'Content-Type: application/json';

sub chunks {
	my ($bytes, $size) = @_;
	my $out = '';
	$out .= sprintf "%x\r\n%s\r\n", length $_, $_
	    for unpack "(a$size)*", $bytes;
	return "${out}0\r\n\r\n";
}

sub paths {
	my ($web, $auth, $cgi) = @_;
	my %paths = (
		'/api/v1/me' => '200',
		'/pre/fix/api/v1/me' => '200',
		'/api/v1/me?x=//;%zz' => '200',
		'/api/v1/nope' => '404 not-found',
		'/api/v1' => '200',
		'/api/v1/' => '200',
		'/api/v1/me/' => '404 not-found',
		'/api/v1/' . 'x' x 3000 => '404 not-found',
		'/api/v1/lists/' . 'x' x 3000 => '404 list-not-found',
		# Or the server refuses it.
		(map { $_ => '40[04]' } '/api/v1/lists/%C3',
		    '/api/v1/lists/%ED%A0%80'),
		(map { $_ => '404 not-found' } '/api/v1/me%2f',
		    '/api/v1/%7Bx%7D', '/api/v1/me/%2e%2e'),
		'/api/v1/%6de' => '404 not-found',
		'/api/v1/lists/%7BlistId%7D' => '404 list-not-found',
		'/api/v1/lists/x%2Ftasks' => '404 (list-)?not-found',
		(map { $_ => '400 malformed-request' } '/api/v1/lists/%',
		    '/api/v1/lists/%zz', '/api/v1/me;x', '/api/v1//me',
		    '/api/v1/./me', '/api/v1/lists/../me', '/api/v1/x/..',
		    '/api/v1/../api/v1/me', '/api/v1/me\\'),
		(map { $_ => '404 not-found$' } '/', '/x', '/api', '/.docket/',
		    '/.docket/account', '/api/v1/..%2f../x',
		    $cgi ? '/.docket/account/api/v1/me' : ()),
		(map { $_ => 400 } "/api/v1/me\x01", "/api/v1/me\x7f",
		    '/api/v1/%zz%00', 'api/v1/me'),
	);
	for my $path (sort keys %paths) {
		my $r = $web->ask('GET', $path, [$auth]);
		like Web::code($r), qr/^$paths{$path}/, substr $path, 0, 60;
		unlike $r->{body}, qr/DOCKET_|\x7fELF/,
		    'nothing of the program is sent';
	}
}

sub bodies {
	my ($web, $auth, $w) = @_;
	my $new = sub { return '{"id":"' . uuid() . '","title":"x"}' };
	my $post = sub {
		my ($headers, $body) = @_;
		return Web::code($web->ask('POST', '/api/v1/lists',
		    [$auth, $json, @$headers], $body));
	};
	my $n = length $new->();
	is $post->(["Content-Length: $n"], $new->()), 201,
	    'a body with a length is accepted';
	is $post->([$chunked], chunks($new->(), 7)), 201,
	    'a chunked body is accepted';
	is $post->([$chunked], chunks(' ' x (1024 * 1024) . '{', 60000)),
	    '413 body-too-large', 'a chunked body over 1 MiB is refused';
	is $post->(['Content-Length: ' . (1024 * 1024 + 1)],
	    ' ' x (1024 * 1024 + 1)), '413 body-too-large',
	    'a body over 1 MiB is refused';
	my $most = 26 * 1024 * 1024;
	is $post->(["Content-Length: $most"], ' ' x $most),
	    '413 body-too-large', 'one that the web server refuses is no file';
	is $post->(['Content-Length: 0'], ''), '400 malformed-body',
	    'an empty body is refused';
	my $to = '/api/v1' . $w->path('/tasks/{taskId}/attachments');
	my $upload = sub {
		my ($bytes, $cut, @headers) = @_;
		my ($body, $type) = Docket::multipart(['id', uuid()],
		    ['file', $bytes, 'x.txt']);
		@headers = 'Content-Length: ' . length $body if !@headers;
		$body = chunks($body, 50_000) if $headers[0] eq $chunked;
		return Web::code($web->ask('POST', $to, [$auth,
		    "Content-Type: $type", @headers],
		    substr $body, 0, length($body) - $cut));
	};
	is $upload->('a' x 300_000, 0), 201, 'an upload succeeds';
	is $upload->('b' x 300_000, 0, $chunked), 201,
	    'a chunked upload succeeds';
	is $upload->('c' x (25 * 1024 * 1024 + 1), 0), '413 file-too-large',
	    'a file over the limit is refused';
	is $upload->('c' x (25 * 1024 * 1024 + 1), 0, $chunked),
	    '413 file-too-large', 'also if it is chunked';
	my $state = $w->state;
	is $upload->('d' x 1000, 1), 0, 'a truncated upload is not executed';
	is $upload->('d' x 1000, 6, $chunked), 0,
	    'nor is a truncated chunked one';
	is $post->(['Content-Length: ' . ($n + 1)], $new->()), 0,
	    'a truncated body is not executed';
	is $post->([$chunked], substr chunks($new->(), 7), 0, -9), 0,
	    'nor is a truncated chunked one';
	like $post->(["Content-Length: $_"], $new->()), qr/^400/,
	    "length $_" for 'x', -1, "$n$n, 5", '9' x 30;
	like $post->([$chunked, "Content-Length: $n"], $new->()), qr/^400/,
	    'a length and chunks together are refused';
	like $post->([$chunked], "zz\r\n" . $new->()), qr/^400/,
	    'a malformed chunk is refused';
	like $post->(['Transfer-Encoding: gzip, chunked'], $new->()),
	    qr/^(400|501)/, 'another transfer coding is refused';
	is $post->([], ''), '400 malformed-body',
	    'without a length there is no body';
	is $w->state, $state, 'nothing changed';
}

sub headers {
	my ($web, $auth) = @_;
	my %twice = (
		'X-Forwarded-For: 1.2.3.4|X_Forwarded_For: 5.6.7.8' => 400,
		'X_Forwarded_Proto: https|X-Forwarded-Proto: http' => 400,
		'If-None-Match: "x"|If_None_Match: "x"' => 400,
		'Idempotency_Key: x|Idempotency-Key: x' => 400,
		'Sec-Fetch-Site: none|Sec_Fetch_Site: none' => 400,
		'X-Unknown: 1|X_Unknown: 2' => 200,
		'If-None-Match: "x"|If-None-Match: "y"' => 200,
		'Accept: text/html|Accept: application/json' => 200,
		'Accept: text/html|Accept: text/plain' => 406,
		'Proxy: http://evil.example' => 200,
	);
	for my $lines (sort keys %twice) {
		is $web->ask('GET', '/api/v1/me', [$auth, split /\|/, $lines])
		    ->{status}, $twice{$lines}, $lines;
	}
	is Web::code($web->ask('GET', '/api/v1/me', [$auth, $auth])),
	    '401 no-session', 'two Authorization headers are refused';
	my ($token) = $auth =~ /Bearer (.*)/;
	is Web::code($web->ask('GET', '/api/v1/me', [("Cookie: docket_session="
	    . $token) x 2])), '200', 'two cookies work';
	is Web::code($web->ask('GET', '/api/v1/me', ["Cookie: docket_session="
	    . "dead; docket_session=$token"])), '200',
	    'also after an ended one';
	like $web->ask('GET', '/api/v1/me', [$auth, 'X-Long: ' . 'x' x 20000])
	    ->{status}, qr/^4(00|13|31)$/,
	    'headers that are too long are refused';
	like $web->ask($_, '/api/v1/me', [$auth])->{status},
	    qr/^(405|501|400)$/, "method $_" for qw(TRACE CONNECT get FOO);
	like $web->raw($_)->{status}, qr/^(0|4\d\d|505)$/,
	    'what is not a request is refused'
	    for "\r\n\r\n", "\0\0\0\0", "GET\r\n\r\n", "\x16\x03\x01\x02",
	    "GET /api/v1/me HTTP/9.9\r\n\r\n", 'x' x 100_000,
	    "GET /api/v1/me HTTP/1.1\r\n\r\n";
}

# An answer too long for memory is sent in chunks; its HEAD says no length that
# is not the body's.
sub long_answers {
	my ($web, $auth, $w) = @_;
	my $list = "/api/v1/lists/$w->{id}{listId}/tasks";
	my ($get, $head) = map { $web->ask($_, $list, [$auth]) }
	    qw(GET HEAD);
	is $get->{status}, 200, 'a long listing succeeds';
	ok length $get->{body} > 300_000, 'it is longer than 300 kB';
	is $head->{body}, '', 'HEAD has no body';
	ok !defined $head->{headers}{'content-length'} ||
	    $head->{headers}{'content-length'} eq
	    ($get->{headers}{'content-length'} // ''),
	    'HEAD has the same length or none'
	    or diag $head->{headers}{'content-length'};
	my $etag = $get->{headers}{etag};
	is $head->{headers}{etag}, $etag, 'HEAD has the same ETag';
	my $r = $web->ask('GET', $list, [$auth, "If-None-Match: $etag"]);
	is "$r->{status} $r->{body}", '304 ', 'an unchanged listing is 304';
	$r = $web->raw("GET $list HTTP/1.0\r\n$auth\r\n\r\n");
	is length $r->{body}, length($w->{ada}->get(
	    "/lists/$w->{id}{listId}/tasks")->{body}),
	    'HTTP/1.0 gets the whole listing';
	for my $path ('/api/v1/me', '/api/v1/openapi.json', '/api/v1/nope') {
		($get, $head) = map { $web->ask($_, $path, [$auth]) }
		    qw(GET HEAD);
		is "$head->{status} $head->{headers}{'content-length'}",
		    "$get->{status} " . length($get->{body}), "HEAD $path";
		is $head->{body}, '', 'HEAD has no body';
	}
}

for my $mode (qw(cgi fastcgi)) {
	my $w = Refusal->new;
	my ($ada, $d) = @{$w}{qw(ada d)};
	for (1 .. 10) {
		my $task = uuid();
		my $path = "/lists/$w->{id}{listId}/tasks";
		$ada->post($path, { id => $task, title => 'x' });
		$ada->patch("$path/$task", { notes => "\x{1f600}" x 10000 });
	}
	my $web = Web->new($d, '-m', $mode, '--no-www');
	my $auth = "Authorization: Bearer $ada->{token}";
	subtest "$mode: paths" => sub { paths($web, $auth,
	    $mode eq 'cgi') };
	subtest "$mode: bodies" => sub { bodies($web, $auth, $w) };
	subtest "$mode: headers" => sub { headers($web, $auth) };
	subtest "$mode: long answers" => sub { long_answers($web, $auth, $w) };
	is $web->ask('GET', '/api/v1/health')->{status}, 200, "$mode: well";
	is $web->stop, 0, "$mode: ends cleanly";
	is join('', grep { !/: \((?:server|connections|h1|response)\.c\./ }
	    split /^/, slurp("$d->{data}/err")), '',
	    "$mode: nothing logged but by the server itself";
}
done_testing;
