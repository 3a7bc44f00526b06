# Single sign-on: Apache with etc/apache-sso.conf, as installed and edited where its
# comments say so, and mod_auth_openidc with a provider of the test's own.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Drip;
use Server;
use Test::More;
use Time::HiRes 'sleep';

my $mod = '/usr/lib/apache2/modules';
plan skip_all => 'sanitizers instead' if build() =~ m{/san$};
plan skip_all => 'mod_auth_openidc is missing: bin/setup --tests installs it'
    if !-e "$mod/mod_auth_openidc.so";
alarm 120;
my $run = run_directory();
my $site = 'tasks.example.org';
my $user = 'ada@example.org';

sub said {
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', @_);
	is $r->{status}, 0, "@_[0, 1]" or diag $r->{out}, $r->{err};
	return $r->{out};
}

said('make', '-s', '-C', top(), "PREFIX=$run/usr", 'install');
said('openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt',
    'ec_paramgen_curve:P-256', '-nodes', '-days', 2, '-subj', "/CN=$site",
    '-addext', "subjectAltName=DNS:$site", '-keyout', "$run/privkey.pem",
    '-out', "$run/fullchain.pem");

my $d = Docket->new(auth => 'remote-user');
my ($tls, $port, $serve, $at) = map { free_port() } 1 .. 4;
start({}, undef, 'node', top() . '/t/lib/oidc.mjs', $at, $user, 'docket', 'secret');
start({ %{$d->{env}}, DOCKET_AUTH => 'remote-user' }, unix_socket("$run/sock"),
    "$run/usr/libexec/docket/docket.fcgi", '--workers', 2);
start({ %{$d->{env}}, DOCKET_AUTH => 'remote-user' }, undef, "$run/usr/bin/docket-serve", '-p',
    $serve, '-m', 'fastcgi');

my $conf = slurp("$run/usr/share/docket/apache-sso.conf");
my @edits = (qr/\*:80/ => "*:$port", qr/\*:443/ => "*:$tls",
    qr{/etc/letsencrypt/live/\Q$site\E} => $run,
    qr{https://login\.example\.org} => "http://127.0.0.1:$at",
    qr{(?<=OIDCRedirectURI https://)\Q$site\E} => "$site:$tls",
    qr/(?<=OIDCClientSecret )change-me/ => 'secret',
    qr/(?<=OIDCCryptoPassphrase )change-me/ => 'a-long-secret-of-the-test',
    qr{/run/docket-fcgi\.sock} => "$run/sock", qr/8080/ => $serve,
    qr{/var/log/apache2/} => "$run/");
while (my ($from, $by) = splice @edits, 0, 2) {
	$conf =~ s/$from/$by/g or die "no $from\n";
}
write_file("$run/apache.conf", join '', "ServerRoot $run\n",
    "ServerName localhost\nListen 127.0.0.1:$port\nListen 127.0.0.1:$tls\n",
    "PidFile $run/pid\nErrorLog $run/error.log\nDocumentRoot $run\n",
    $> == 0 ? "User www-data\nGroup www-data\n" : '',
    (map { "LoadModule ${_}_module $mod/mod_$_.so\n" } qw(mpm_event alias env
    authn_core authz_core authz_user reqtimeout rewrite setenvif socache_shmcb ssl http2 headers proxy
    proxy_http proxy_fcgi auth_openidc)), $conf);
start({}, undef, '/usr/sbin/apache2', '-f', "$run/apache.conf", '-DFOREGROUND');

# curl as a browser with this jar of cookies: status, address at the end, body.
sub browse {
	my ($jar, $path, @args) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', 'curl', '-s',
	    '--cacert', "$run/fullchain.pem", '--max-time', 30, '--resolve',
	    "$site:$tls:127.0.0.1", '-b', "$run/$jar", '-c', "$run/$jar",
	    '-w', '\n%{http_code} %{url_effective}',
	    "https://$site:$tls$path", @args);
	$r->{out} =~ s/\n(\d+) (\S+)\z//;
	return { status => $1, url => $2, body => $r->{out} };
}

sub whoami {
	my ($jar, @args) = @_;
	return browse($jar, '/api/v1/me', @args)->{body} =~
	    /"email":"([^"]+)"/ ? $1 : 'nobody';
}

my $provider = "http://127.0.0.1:$at/.well-known/openid-configuration";
for (1 .. 200) {
	last if browse('none', '/api/v1/health')->{status} == 200 &&
	    Docket->spawn({ PATH => $ENV{PATH} }, '', 'curl', '-sf',
	    $provider)->{status} == 0;
	sleep 0.05;
}

my $r = browse('none', '/api/v1/service');
like $r->{body}, qr/"signIn":"remote-user".*"user":null/,
    'the app can ask, and learns that nobody has signed in';
is browse('none', '/api/v1/me')->{status}, 401, 'the API refuses by itself';
is whoami('none', '-H', "$_: $user"), 'nobody', "$_ is no identity" for
    'Remote-User', 'REMOTE_USER', 'OIDC_CLAIM_email', 'X-Remote-User';
like browse('none', '/')->{status}, qr/^302$/, 'the page demands to sign in';

$r = browse('ada', '/?sign-in', '-L');
is $r->{status}, 200, 'the provider returns to the page' or diag $r->{body};
like $r->{url}, qr{^https://\Q$site:$tls\E/\?sign-in$}, 'that was asked for';
like $r->{body}, qr/<title>Docket/, 'which is the app';
is whoami('ada'), $user, 'the API knows who has signed in';

my @json = ('-H', 'Content-Type: application/json');
my $list = json({ id => uuid(), title => 'L' });
is browse('ada', '/api/v1/lists', @json, '-d', $list)->{status}, 403,
    'a change from elsewhere is refused';
is browse('ada', '/api/v1/lists', @json, '-d', $list, '-H',
    "Origin: https://$site:$tls")->{status}, 201, 'one from the app is made';
my ($token) = browse('ada', '/api/v1/me/tokens', @json, '-H',
    "Origin: https://$site:$tls", '-d', json({ name => 'script',
    scopes => ['read'] }))->{body} =~ /"token":"([^"]+)"/;
is whoami('none', '-H', 'Authorization: Bearer ' . ($token // '')), $user,
    'an access token needs no signing in';
is whoami('none', '-H', 'Cookie: mod_auth_openidc_session=forged'), 'nobody',
    'a forged session is refused';
my ($phone) = browse('ada', '/api/v1/me/tokens', @json, '-H',
    "Origin: https://$site:$tls", '-d', json({ name => 'phone',
    scopes => ['dav'] }))->{body} =~ /"token":"([^"]+)"/;
my @find = ('-X', 'PROPFIND', '-H', 'Depth: 0', '-L', '--post301');
for my $at ('/', '/dav/', '/.well-known/caldav') {
	is browse('none', $at, @find, '-u', "$user:" . ($phone // ''))->{status},
	    207, "CalDAV at $at by a token";
	is browse('none', $at, @find)->{status}, 401, "... and not without";
}
my $out = '/.signed-in?logout=' . ("https://$site:$tls/" =~
    s/([^A-Za-z0-9.-])/sprintf '%%%02X', ord $1/ger);
$r = browse('ada', $out);
is $r->{status}, 302, 'the address that signs out leads to the page' or
    diag $r->{body};
is whoami('ada'), 'nobody', 'and the session has ended';
Docket->spawn({ PATH => $ENV{PATH} }, '', 'curl', '-sf',
    "http://127.0.0.1:$at/unverified");
$r = browse('eve', '/?sign-in', '-L');
is $r->{status}, 401, 'an address that is not verified gets no page' or
    diag $r->{body};
is whoami('eve'), 'nobody', 'and is nobody for the API';
keeps_nobody_out($tls, 1, sub {
	browse('none', '/api/v1/health', '--interface', '127.0.0.3',
	    '--max-time', 8)->{status} == 200;
});
stop_all();
diag map { -e ? slurp($_) : () } "$run/error.log", "$run/out"
    if !Test::More->builder->is_passing;
done_testing;
