# A provider of OpenID Connect from Debian: Glewlwyd, with a database of its own in
# SQLite, set up over its administration API as its administrator would.
#
#	my $pid = glewlwyd($dir, $port, $client, $secret, $redirect_uri, $out,
#	    qw(ada zoe unverified));	# NAME is NAME@example.org, verified but for
#					# names that begin with "unverified"
#	my $url = sign_in_there($jar, $url, $client, 'ada');
#					# what its page of signing in does
package Glewlwyd;
use strict;
use warnings;
use Docket;
use Exporter 'import';
use JSON::PP ();
use Server;
use SignOn;

our @EXPORT = qw(glewlwyd sign_in_there);

my $share = '/usr/share/glewlwyd/webapp';
my $tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
my ($T, $F) = (JSON::PP::true, JSON::PP::false);

sub run_or_die { my ($input, @program) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, $input, @program);
	$r->{status} == 0 or die "@program: $r->{out} $r->{err}\n";
	return $r->{out} }

# A request with the cookies of that file; the answer's object.
sub ask { my ($jar, $method, $url, $data) = @_;
	my $said = run_or_die(defined $data ? json($data) : '', 'curl', '-sS',
	    '--fail-with-body', '--max-time', 60, '-b', $jar, '-c', $jar, '-X',
	    $method, '-H', 'Content-Type: application/json', $url,
	    defined $data ? ('--data-binary', '@-') : ());
	return $said =~ /\S/ ? JSON::PP::decode_json($said) : {} }

# What its page asks for: the password, and that Docket may see the user's name and
# address.  The address at which it goes on.
sub sign_in_there { my ($jar, $url, $client, $who) = @_;
	my ($api) = $url =~ m{^(http://[^/]+)/login\.html\?} or return undef;
	my $next = parameters($url)->{callback_url};
	ask($jar, 'POST', "$api/api/auth/", { username => $who,
	    password => "of $who" });
	ask($jar, 'PUT', "$api/api/auth/grant/$client",
	    { scope => 'openid email profile' });
	return "$next&g_continue" }

sub conf { my ($dir, $at) = @_;
	my $lib = '/usr/lib/glewlwyd';
	my %text = (bind_address => '127.0.0.1', api_prefix => 'api',
	    external_url => "http://127.0.0.1:$at", login_url => 'login.html',
	    static_files_path => "$dir/webapp", log_mode => 'file', log_level => 'INFO',
	    log_file => "$dir/log", session_key => 'session',
	    admin_scope => 'g_admin', profile_scope => 'g_profile',
	    user_module_path => "$lib/user",
	    client_module_path => "$lib/client", hash_algorithm => 'SHA512',
	    user_auth_scheme_module_path => "$lib/scheme",
	    plugin_module_path => "$lib/plugin");
	my %type = (html => 'text/html', css => 'text/css', js => 'text/javascript',
	    json => 'application/json', png => 'image/png', ico => 'image/x-icon',
	    woff => 'font/woff', woff2 => 'font/woff2');
	return join '', map({ qq($_="$text{$_}"\n) } sort keys %text),
	    'static_files_mime_types=(' . join(',', map {
		qq({extension=".$_" mime_type="$type{$_}"}) } sort keys %type) . ")\n",
	    "port=$at\ncookie_secure=0\nsession_expiration=86400\n",
	    qq(database={type="sqlite3"; path="$dir/db";};\n) }

sub plugin { my ($issuer, $key, $public) = @_;
	return { module => 'oidc', name => 'oidc', display_name => 'OIDC',
	    enabled => $T, parameters => { iss => $issuer, 'jwt-type' => 'rsa',
	    'jwt-key-size' => '256', key => $key, cert => $public,
	    'access-token-duration' => 3600, 'refresh-token-duration' => 3600,
	    'code-duration' => 600, 'auth-type-code-enabled' => $T,
	    'pkce-allowed' => $T, 'name-claim' => 'mandatory',
	    'email-claim' => 'mandatory', claims => [{ name => 'email_verified',
		'user-property' => 'verified', type => 'boolean',
		'boolean-value-true' => '1', 'boolean-value-false' => '0',
		mandatory => $T }],
	    'session-management-allowed' => $T,
	    # Its page of signing out asks for what only this offers.
	    'front-channel-logout-allowed' => $T,
	    'session-cookie-name' => 'oidc', 'session-cookie-expiration' => 3600 } } }

# Starts it; it ends with the test, or by a signal.
sub glewlwyd { my ($dir, $at, $client, $secret, $redirect, $out, @users) = @_;
	my ($jar, $api) = ("$dir/administrator", "http://127.0.0.1:$at/api");
	mkdir $dir or die "$dir: $!\n";
	# In Debian config.json, which its pages read, leads to the folder of the file.
	run_or_die('', 'cp', '-rL', $share, "$dir/webapp");
	rename "$dir/webapp/config.json", "$dir/settings" or die "$share: $!\n";
	rename "$dir/settings/config.json", "$dir/webapp/config.json" or die "$share: $!\n";
	run_or_die('', 'sqlite3', "$dir/db", ".read $tables");
	write_file("$dir/conf", conf($dir, $at));
	my $pid = start({}, undef, 'glewlwyd', '-c', "$dir/conf");
	await("$api/../config");
	ask($jar, 'POST', "$api/auth/", { username => 'admin',
	    password => 'password' });
	my $key = run_or_die('', 'openssl', 'genrsa', 2048);
	ask($jar, 'POST', "$api/mod/plugin/", plugin("$api/oidc", $key,
	    run_or_die($key, 'openssl', 'rsa', '-pubout')));
	for (['user', 'verified', $F], ['client', 'post_logout_redirect_uris', $T]) {
		my ($of, $property, $many) = @$_;
		my $store = ask($jar, 'GET', "$api/mod/$of/database");
		$store->{parameters}{'data-format'}{$property} = { multiple => $many,
		    read => $T, write => $T };
		ask($jar, 'PUT', "$api/mod/$of/database", $store);
		ask($jar, 'PUT', "$api/mod/$of/database/reset");
	}
	my %scope = (password_required => $T, password_max_age => 0,
	    scheme => {});
	ask($jar, @$_[0, 1], { %scope, name => $_->[2], display_name => $_->[2],
	    description => $_->[2] }) for (['PUT', "$api/scope/openid",
	    'openid'], map { ['POST', "$api/scope/", $_] } qw(email profile));
	ask($jar, 'POST', "$api/client/", { client_id => $client, name => 'Docket',
	    client_secret => $secret, confidential => $T, enabled => $T,
	    redirect_uri => [$redirect], authorization_type => ['code'],
	    post_logout_redirect_uris => [$out],
	    token_endpoint_auth_method => ['client_secret_basic'] });
	ask($jar, 'POST', "$api/user/", { username => $_, password => "of $_",
	    name => "The $_", email => "$_\@example.org", enabled => $T,
	    verified => /^unverified/ ? '0' : '1',
	    scope => [qw(openid email profile)] }) for @users;
	return $pid }

1;
