# Single sign-on with a real provider (oidc-provider of npm), as CGI programs and by
# FastCGI: signing in, a second factor there, adding and removing an identity,
# confirming a session, signing out, and a provider that is down.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Server;
use SignOn;
use Test::More;
use Totp;
use Web;

plan skip_all => 'the provider comes from npm' if $ENV{DOCKET_OFFLINE};
alarm 600;

# curl as a browser with this jar of cookies; the provider signs that user in.
sub browse {
	my ($jar, $url, $who, @args) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', 'curl', '-sS', '-L',
	    '--max-time', 60, '-b', $jar, '-c', $jar, '-w',
	    '\n%{http_code} %{url_effective}', '-H', "X-Login: $who", $url,
	    @args);
	$r->{out} =~ s/\n(\d+) (\S+)\z// or die "$url: $r->{out} $r->{err}\n";
	return { status => $1, url => $2, body => $r->{out} };
}

for my $mode (qw(cgi fastcgi)) {
	my ($at, $port) = (free_port(), free_port());
	my $base = "http://127.0.0.1:$port";
	my $d = Docket->new(sign_on($at), 'base-url' => $base,
	    'oidc-create' => 'yes', 'oidc-client-id' => 'docket');
	my $provider = start({}, undef, 'node', top() . '/t/npm/provider.mjs',
	    $at, 'docket', $secret, "$base/api/v1/oidc/callback", "$base/");
	await("http://127.0.0.1:$at/.well-known/openid-configuration");
	my $web = Web->new($d->with(port => $port), '-m', $mode);
	await("$base/api/v1/health");
	my $ada = $d->with(base => $base)->user('ada@example.org');
	my $api = "$base/api/v1";
	my @json = ('-H', 'Content-Type: application/json', '-H',
	    "Origin: $base");
	my $whoami = sub { browse($_[0], "$api/me", '')->{body} =~
	    /"email":"([^"]+)"/ ? $1 : 'nobody' };

	subtest "$mode: signing in" => sub {
		my $jar = "$d->{data}/jar";
		like browse($jar, "$api/service", '')->{body},
		    qr/"oidc":\{"name":"Example"\}.*"oidc"/,
		    'the service names the provider';
		my $r = browse($jar, "$api/oidc/start", 'ada');
		is $r->{url}, "$base/", 'over the provider to the app' or
		    diag explain $r;
		is $whoami->($jar), 'ada@example.org', 'as the user';
		is browse("$d->{data}/u", "$api/oidc/start", 'unverified')
		    ->{url}, "$base/", 'a new user has an account';
		is $whoami->("$d->{data}/u"), 'unverified@example.org',
		    'of their own';
		my ($out) = browse($jar, "$api/service", '')->{body} =~
		    /"signOutUrl":"([^"]+)"/;
		like $out, qr{^http://127\.0\.0\.1:$at/.*post_logout_redirect_uri=http},
		    'the session knows where it signs out';
		is browse($jar, "$api/sessions/current", '', @json, '-X',
		    'DELETE')->{status}, 204, 'it ends';
		$r = browse($jar, $out, '');
		is $r->{status}, 200, 'the provider takes the token' or
		    diag $r->{body};
		like $r->{body}, qr/id="op\.logoutForm"|sign.?out/i,
		    'and asks whether to sign out there';
		unlike browse("$d->{data}/none", "$api/service", '')->{body},
		    qr/"signOutUrl":"/, 'nobody else has such an address';
	};
	subtest "$mode: identities" => sub {
		my ($jar, $session) = ("$d->{data}/add", $ada->{token});
		write_file($jar, join "\t", '127.0.0.1', 'FALSE', '/', 'FALSE',
		    0, 'docket_session', "$session\n");
		my $post = sub { browse($jar, "$api/me/identities", '', @json,
		    '-d', json($_[0]))->{body} =~ /"url":"([^"]+)"/ ? $1 : '' };
		is $post->({}), '', 'a session must be confirmed';
		confirm($ada);
		like browse($jar, $post->({}), 'zoe')->{url},
		    qr{^\Q$base\E/#/settings/identities$}, 'the browser returns';
		my $listed = $ada->get("/me/identities");
		diag explain $listed if !$listed->{json}{items};
		my @all = @{$listed->{json}{items}};
		is scalar @all, 2, 'there are two, with that of signing in';
		is browse("$d->{data}/zoe", "$api/oidc/start", 'zoe')->{url},
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
		like browse($jar, $url, 'zoe')->{url}, qr{/#/settings/security$},
		    'that confirms the session';
		is $ada->del("/me/identities/$all[1]{id}")->{status}, 204,
		    'and it goes';
		is browse("$d->{data}/zoe2", "$api/oidc/start", 'zoe')->{url},
		    "$base/", 'then it signs in';
		is $whoami->("$d->{data}/zoe2"), 'zoe@example.org',
		    'to an account of its own';
	};
	subtest "$mode: a second factor" => sub {
		my $u = enrolled($d->user('totp@example.org'));
		like browse("$d->{data}/t", "$api/oidc/start", 'totp')->{url},
		    qr{/#/second-factor/[\w-]+$}, 'the app asks for a code';
		is browse("$d->{data}/m", "$api/oidc/start", 'totp+mfa')
		    ->{url}, "$base/", 'not after one at the provider';
		is $whoami->("$d->{data}/m"), 'totp@example.org',
		    'which signs in';
	};
	kill 'TERM', $provider;
	waitpid $provider, 0;
	unlink "$d->{data}/docket.oidc";
	is browse("$d->{data}/down", "$api/oidc/start", 'ada')->{url},
	    "$base/#/problem/oidc-unavailable", "$mode: a provider that is down";
	is $web->stop, 0, 'docket-serve ends';
}
done_testing;
