# Checks that a server serves the web app as it must, at the root or below a
# prefix.
#
#	try_www($port, '/tasks');
#
# Needs the web app (build/www).
package Www;
use strict;
use warnings;
use Docket;
use Exporter 'import';
use IO::Socket::INET;
use Test::More;

our @EXPORT = qw(try_www);

my %always = (
	'content-security-policy' => qr/^\Q@{[join '; ', "default-src 'none'",
	    "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
	    "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
	    "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
	    "require-trusted-types-for 'script'",
	    'trusted-types lit-html docket']}\E$/,
	'x-content-type-options' => qr/^nosniff$/,
	'referrer-policy' => qr/^no-referrer$/,
	'cross-origin-opener-policy' => qr/^same-origin$/,
	'permissions-policy' => qr/geolocation=\(\)/,
);

sub ask {
	my ($port, $path, @headers) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port",
	    Timeout => 20) or die "connect: $!\n";
	print $s join "\r\n", "GET $path HTTP/1.1", 'Host: localhost',
	    'Connection: close', @headers, '', '';
	local $/ = undef;
	my ($head, $body) = split /\r\n\r\n/, <$s> // '', 2;
	my ($status) = $head =~ m{^HTTP/1.1 (\d+)};
	my %h = map { /^([^:]+):\s*(.*)$/ ? (lc $1, $2) : () }
	    split /\r\n/, $head;
	return { status => $status, headers => \%h, body => $body };
}

# 200, that type, the headers of every answer, and how it may be cached.
sub is_file {
	my ($r, $name, $type, $kept) = @_;
	is $r->{status}, 200, $name;
	like $r->{headers}{'content-type'}, qr{^\Q$type\E}, "$name: its type";
	like $r->{headers}{'cache-control'}, $kept, "$name: how long it is kept";
	like $r->{headers}{$_} // '', $always{$_}, "$name: $_"
	    for sort keys %always;
	return;
}

sub try_www {
	my ($port, $prefix) = @_;
	my $no = qr/^no-cache$/;
	my $page = ask($port, "$prefix/");
	is_file($page, 'the page', 'text/html', $no);
	ok length($page->{body}) < 14_000, 'is small';
	my ($script) = $page->{body} =~ /src="(main-[0-9a-f]{8}\.js)"/;
	my ($style) = $page->{body} =~ /href="(app-[0-9a-f]{8}\.css)"/;
	ok $script && $style, 'names its script and its style by a hash'
	    or return;
	my $ever = qr/max-age=31536000, immutable/;
	is_file(ask($port, "$prefix/$script"), 'script', 'text/javascript', $ever);
	is_file(ask($port, "$prefix/$style"), 'style', 'text/css', $ever);
	is_file(ask($port, "$prefix/sw.js"), 'worker', 'text/javascript', $no);
	is_file(ask($port, "$prefix/manifest.webmanifest"), 'manifest',
	    'application/manifest+json', $no);
	is_file(ask($port, "$prefix/icons/docket.svg"), 'icon',
	    'image/svg+xml', $no);
	is ask($port, "$prefix/?title=a&text=b")->{status}, 200, 'shared to';

	my $gz = ask($port, "$prefix/$script", 'Accept-Encoding: gzip, br');
	is_file($gz, 'compressed script', 'text/javascript', $ever);
	is $gz->{headers}{'content-encoding'}, 'gzip', 'says that it is';
	like $gz->{headers}{vary}, qr/Accept-Encoding/i, 'and why';
	like $gz->{body}, qr/^\x1f\x8b/, 'and is';
	is ask($port, "$prefix/", 'If-None-Match: ' . $page->{headers}{etag})
	    ->{status}, 304, 'the page is not sent twice';

	for my $path ('/nothing', '/../routes', '/icons/../../routes',
	    '/icons/%2e%2e/%2e%2e/routes', '/.docket/status') {
		like ask($port, "$prefix$path")->{status}, qr/^40[034]$/,
		    "$path is not given";
	}
	my $r = ask($port, "$prefix/api/v1/nothing");
	is $r->{status}, 404, 'an unknown path of the interface';
	like $r->{headers}{'content-type'}, qr{^application/problem\+json},
	    'is a problem, not a page';
	return;
}

1;
