# Signing in at a provider of OpenID Connect, as a browser does.
#
#	my $at = spoiled_provider();		# t/lib/spoiled.mjs: its port
#	my $d = Docket->new(sign_on($at, 'good'), ...);
#	my $away = away($d);			# GET /oidc/start
#	my $r = back($d, $away, claims => { aud => 'x' });	# GET /oidc/callback
#	is place($r), '/';			# below base-url
package SignOn;
use strict;
use warnings;
use Docket;
use Exporter 'import';
use File::Temp;
use HTTP::Tiny;
use MIME::Base64 'encode_base64url';
use Server;
use Time::HiRes 'sleep';

our @EXPORT = qw(await away back cookie_of parameters place sign_on
    spoiled_provider $client $secret);

our ($client, $secret) = ('docket app', 's3 cret/+&');
my $file = File::Temp->new;
print $file "$secret\n";
close $file;
my $base = 'http://localhost/tasks';

# Waits until something answers there.
sub await {
	my ($url) = @_;
	my $http = HTTP::Tiny->new(max_redirect => 0);
	for (1 .. 600) {
		return if $http->get($url)->{status} != 599;
		sleep 0.05;
	}
	die "$url does not answer\n";
}

# Both are sent encoded (RFC 6749, section 2.3.1).
sub encoded {
	return $_[0] =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ger;
}

sub spoiled_provider {
	my $port = free_port();
	start({}, undef, 'node', top() . '/t/lib/spoiled.mjs', $port, $client,
	    encoded($client), $secret, encoded($secret));
	await("http://127.0.0.1:$port/count");
	return $port;
}

# Settings.
sub sign_on {
	my ($port, $name) = @_;
	return ('oidc-issuer' => "http://127.0.0.1:$port" .
	    (defined $name ? "/$name" : ''), 'oidc-client-id' => $client,
	    'oidc-client-secret-file' => "$file", 'oidc-name' => 'Example',
	    'base-url' => $base);
}

sub parameters {
	my ($url) = @_;
	my ($query) = $url =~ /\?([^#]*)/ or return {};
	return { map { my ($n, $v) = split /=/, $_, 2;
	    ($n => ($v // '') =~ s/%(..)/chr hex $1/ger) } split /&/, $query };
}

# The value of a cookie that the answer sets; '' if it removes it.
sub cookie_of {
	my ($r, $name) = @_;
	return ($r->{headers}{'set-cookie'} // '') =~ /^\Q$name\E=([^;]*)/m ?
	    $1 : undef;
}

# What the browser has after GET /oidc/start, or after an answer with the address.
sub away {
	my ($d, $r) = @_;
	$r //= $d->get('/oidc/start');
	my $url = $r->{json} ? $r->{json}{url} : $r->{headers}{location};
	my $q = parameters($url);
	return { %$q, url => $url, cookie => cookie_of($r, 'docket_oidc') };
}

# The browser comes back, with the code that makes the provider answer so; session:
# the value of its cookie; more: what follows in the query.
sub back {
	my ($d, $away, %o) = @_;
	my ($session, $more) = delete @o{qw(session more)};
	my %q = (state => $away->{state}, code => encode_base64url(json({
	    nonce => $away->{nonce}, challenge => $away->{code_challenge},
	    %o })), %{delete $o{query} // {}});
	my $cookie = exists $o{cookie} ? $o{cookie} : $away->{cookie};
	my @cookies = (defined $cookie ? "docket_oidc=$cookie" : (),
	    defined $session ? "docket_session=$session" : ());
	return $d->get('/oidc/callback?' . join('&', map { "$_=" .
	    encoded($q{$_}) } grep { defined $q{$_} } sort keys %q) . ($more // ''),
	    @cookies ? (Cookie => join '; ', @cookies) : ());
}

# Where the answer leads, below base-url: '/' or '/#/problem/CODE'.
sub place {
	my ($r) = @_;
	return "$r->{status}" if $r->{status} != 303;
	my $to = $r->{headers}{location};
	return $to =~ s/^\Q$base\E//r;
}

1;
