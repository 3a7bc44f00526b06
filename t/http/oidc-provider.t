# Single sign-on with real providers, as CGI programs and by FastCGI: signing in, a
# second factor there, adding and removing an identity, confirming a session, signing
# out, and a provider that is down.  oidc-provider comes from npm;
# DOCKET_GLEWLWYD=1: Debian's Glewlwyd, too, which needs many packages.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Glewlwyd;
use Server;
use SignOn;
use Test::More;
use Totp;
use Web;

alarm 600;

# What they differ in.  path: of the issuer.  secret: Glewlwyd decodes none (RFC 6749,
# section 2.3.1), so one in which nothing is encoded.  enter: the address at which the
# browser goes on after the provider's page of signing in; undef if it saw none.
# factor: it says in the ID token that there was a second one.  fresh: it says when
# the user signed in; Glewlwyd 2.7.5 says 1970, and refuses max_age=0.  out: its page
# of signing out.
my %providers = (
	'oidc-provider' => { path => '', secret => $secret, factor => 1, fresh => 1,
	    out => qr/id="op\.logoutForm"|sign.?out/i, enter => sub { undef },
	    start => sub { my (undef, $at, @of) = @_;
		start({}, undef, 'node', top() . '/t/npm/provider.mjs', $at, @of) } },
	Glewlwyd => { path => '/api/oidc', secret => 'plain',
	    out => qr/<title>.*Glewlwyd/i,
	    enter => \&sign_in_there,
	    start => sub { glewlwyd(@_, qw(ada zoe unverified totp)) } },
);
my $client = 'docket';
my @tried = ($ENV{DOCKET_OFFLINE} ? () : 'oidc-provider',
    $ENV{DOCKET_GLEWLWYD} ? 'Glewlwyd' : ());
plan skip_all => 'the provider comes from npm' if !@tried;

sub curl { my ($jar, $url, @args) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', 'curl', '-sS', '-L',
	    '--max-time', 60, '-b', $jar, '-c', $jar, '-w',
	    '\n%{http_code} %{url_effective}', $url, @args);
	$r->{out} =~ s/\n(\d+) (\S+)\z// or die "$url: $r->{out} $r->{err}\n";
	return { status => $1, url => $2, body => $r->{out} } }

for (map { my $name = $_; map { [$name, $_] } qw(cgi fastcgi) } @tried) {
	my ($name, $mode) = @$_;
	my $p = $providers{$name};
	# curl as a browser with this jar of cookies; the provider signs that user in.
	my $browse = sub { my ($jar, $url, $who, @args) = @_;
		my $r = curl($jar, $url, '-H', "X-Login: $who", @args);
		my $next = $who && $p->{enter}->($jar, $r->{url}, $client, $who);
		return $next ? curl($jar, $next) : $r };
	my ($at, $port) = (free_port(), free_port());
	my $base = "http://127.0.0.1:$port";
	my $dir = tempdir(CLEANUP => 1);
	write_file("$dir/secret", "$p->{secret}\n");
	chmod 0600, "$dir/secret" or die;
	my $d = Docket->new('oidc-issuer' => "http://127.0.0.1:$at$p->{path}",
	    'oidc-client-id' => $client, 'oidc-name' => 'Example',
	    'oidc-client-secret-file' => "$dir/secret", 'base-url' => $base,
	    'oidc-create' => 'yes');
	my $provider = $p->{start}->("$dir/at", $at, $client, $p->{secret},
	    "$base/api/v1/oidc/callback", "$base/");
	await("http://127.0.0.1:$at$p->{path}/.well-known/openid-configuration");
	my $web = Web->new($d->with(port => $port), '-m', $mode);
	await("$base/api/v1/health");
	my $ada = $d->with(base => $base)->user('ada@example.org');
	my $api = "$base/api/v1";
	my @json = ('-H', 'Content-Type: application/json', '-H',
	    "Origin: $base");
	my $whoami = sub { $browse->($_[0], "$api/me", '')->{body} =~
	    /"email":"([^"]+)"/ ? $1 : 'nobody' };

	subtest "$name, $mode: signing in" => sub {
		my $jar = "$d->{data}/jar";
		my $tried = $d->run('docket-admin', 'oidc-test');
		is $tried->{status}, 0, 'docket-admin oidc-test ends well' or
		    diag $tried->{out}, $tried->{err};
		like $browse->($jar, "$api/service", '')->{body},
		    qr/"oidc":\{"name":"Example"\}.*"oidc"/,
		    'the service names the provider';
		my $r = $browse->($jar, "$api/oidc/start", 'ada');
		is $r->{url}, "$base/", 'over the provider to the app' or
		    diag explain $r;
		is $whoami->($jar), 'ada@example.org', 'as the user';
		is $browse->("$d->{data}/u", "$api/oidc/start", 'unverified')
		    ->{url}, "$base/", 'a new user has an account';
		is $whoami->("$d->{data}/u"), 'unverified@example.org',
		    'of their own';
		my ($out) = $browse->($jar, "$api/service", '')->{body} =~
		    /"signOutUrl":"([^"]+)"/;
		like $out, qr{^http://127\.0\.0\.1:$at/.*post_logout_redirect_uri=http},
		    'the session knows where it signs out';
		is $browse->($jar, "$api/sessions/current", '', @json, '-X',
		    'DELETE')->{status}, 204, 'it ends';
		$r = $browse->($jar, $out, '');
		is $r->{status}, 200, 'the provider takes the token' or
		    diag $r->{body};
		like $r->{body}, $p->{out},
		    'and asks whether to sign out there';
		unlike $browse->("$d->{data}/none", "$api/service", '')->{body},
		    qr/"signOutUrl":"/, 'nobody else has such an address';
	};
	subtest "$name, $mode: identities" => sub {
		my ($jar, $session) = ("$d->{data}/add", $ada->{token});
		write_file($jar, join "\t", '127.0.0.1', 'FALSE', '/', 'FALSE',
		    0, 'docket_session', "$session\n");
		my $post = sub { $browse->($jar, "$api/me/identities", '', @json,
		    '-d', json($_[0]))->{body} =~ /"url":"([^"]+)"/ ? $1 : '' };
		is $post->({}), '', 'a session must be confirmed';
		confirm($ada);
		like $browse->($jar, $post->({}), 'zoe')->{url},
		    qr{^\Q$base\E/#/settings/identities$}, 'the browser returns';
		my $listed = $ada->get("/me/identities");
		diag explain $listed if !$listed->{json}{items};
		my @all = @{$listed->{json}{items}};
		is scalar @all, 2, 'there are two, with that of signing in';
		is $browse->("$d->{data}/zoe", "$api/oidc/start", 'zoe')->{url},
		    "$base/", 'it signs in';
		is $whoami->("$d->{data}/zoe"), 'ada@example.org',
		    'to that account';
		$d->sql("UPDATE credential SET data = NULL WHERE kind =
		    'session'");
		is $ada->del("/me/identities/$all[1]{id}")->{json}{code},
		    'reauthenticate', 'removing needs a confirmed session, too';
		my $url = $post->({ confirm => JSON::PP::true });
		like $url, qr/&prompt=login&max_age=0$/,
		    'the provider is to ask again';
		like $browse->($jar, $url, 'zoe')->{url}, $p->{fresh} ?
		    qr{/#/settings/security$} : qr{/#/problem/bad-credentials$},
		    $p->{fresh} ? 'that confirms the session' :
		    'that confirms nothing without the time of signing in';
		confirm($ada) if !$p->{fresh};
		is $ada->del("/me/identities/$all[1]{id}")->{status}, 204,
		    'and it goes';
		is $browse->("$d->{data}/zoe2", "$api/oidc/start", 'zoe')->{url},
		    "$base/", 'then it signs in';
		is $whoami->("$d->{data}/zoe2"), 'zoe@example.org',
		    'to an account of its own';
	};
	subtest "$name, $mode: a second factor" => sub {
		my $u = enrolled($d->user('totp@example.org'));
		like $browse->("$d->{data}/t", "$api/oidc/start", 'totp')->{url},
		    qr{/#/second-factor/[\w-]+$}, 'the app asks for a code';
		return if !$p->{factor};
		is $browse->("$d->{data}/m", "$api/oidc/start", 'totp+mfa')
		    ->{url}, "$base/", 'not after one at the provider';
		is $whoami->("$d->{data}/m"), 'totp@example.org',
		    'which signs in';
	};
	kill 'TERM', $provider;
	waitpid $provider, 0;
	unlink "$d->{data}/docket.oidc";
	is $browse->("$d->{data}/down", "$api/oidc/start", 'ada')->{url},
	    "$base/#/problem/oidc-unavailable", "$name, $mode: a provider that is down";
	is $web->stop, 0, 'docket-serve ends';
}
done_testing;
