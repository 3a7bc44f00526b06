# Every layout in etc/, started from its installed files, edited where their
# comments say so: TLS with its certificate, the redirect to it, the client's
# address in limits and log, the cookie behind TLS, the Origin check, uploads of
# 2 and 25 MB, a POST without a body, compressed answers, IPv6, docket-wait.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Drip;
use Server;
use Test::More;
use Time::HiRes 'sleep';

alarm 500;
my $root = $> == 0;
my $run = run_directory();
my $site = 'tasks.example.org';

# An installed file with these edits, each of which must find its place.
my $to = "$run/usr";
my $waits;	# the socket of docket-wait: its lines are no comments
sub shipped {
	my ($name, @edits) = @_;
	my $text = slurp("$to/share/docket/$name");
	$text =~ s{^\s*# If docket-wait.*\n(?:\s*# .*\n)*\K((?:\s*#[^ \n].*\n)+)}
	    {$1 =~ s/^\s*\K#//gmr =~ s{/run/docket-wait/wait\.sock}{$waits}r}gem
	    if defined $waits;
	while (my ($from, $by) = splice @edits, 0, 2) {
		$text =~ s/$from/$by/g or die "$name: no $from\n";
	}
	return $text;
}

# The command of a unit; its programs and files are edited as the others.
sub command_of {
	my ($unit, @edits) = @_;
	my $path = -e "$to/share/docket/$unit" ? $unit :
	    "../../lib/systemd/system/$unit";
	my ($line) = shipped($path, @edits) =~ /^ExecStart=(.*)$/m;
	return split ' ', $line;
}

my @san = build() =~ m{/san$} ? 'SAN=address,undefined' : ();
is(Docket->spawn({ PATH => $ENV{PATH} }, '', 'make', '-s', '-C', top(), @san,
    "PREFIX=$to", 'install')->{status}, 0, 'make install') or exit 1;
is(Docket->spawn({ PATH => $ENV{PATH} }, '', 'openssl', 'req', '-x509',
    '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days',
    2, '-subj', "/CN=$site", '-addext', "subjectAltName=DNS:$site", '-keyout', "$run/privkey.pem", '-out',
    "$run/fullchain.pem")->{status}, 0, 'a certificate') or exit 1;

# docket.conf is root's and the group docket's, and so are the data.
subtest 'every unit can read the settings' => sub {
	my @units = (glob("$to/lib/systemd/system/docket*.service"),
	    glob("$to/share/docket/*.service"));
	cmp_ok scalar @units, '>=', 9, 'units';
	for (@units) {
		my ($name, $text) = (m{([^/]+)$}, slurp($_));
		like $text, qr/^(?:Supplementary)?Groups?=docket$/m,
		    "$name runs with the group that can read them";
		unlike $text, qr/^Group=(?!docket$).*^StateDirectory=/ms,
		    "$name does not give the data to another";
	}
};

# docket.conf with what every layout needs, and more.
sub conf {
	my ($l, @more) = @_;
	return write_file("$l->{dir}/docket.conf", shipped('docket.conf',
	    qr/^#data = .*$/m => "data = $l->{data}",
	    qr/^#log = .*$/m => "log = $l->{dir}/docket.log", @more));
}

# Runs docket-wait as its unit does; samples use its socket from now on.
sub waiting {
	my ($l) = @_;
	my $conf = write_file("$l->{dir}/wait.conf", slurp(conf($l)) .
	    "wait = on\n");
	start({}, undef, command_of('docket-wait.service',
	    qr{/run/docket-wait/} => "$l->{dir}/"), '-c', $conf);
	$waits = "$l->{dir}/wait.sock";
	sleep 0.05 until -S $waits;
	chmod 0666, $waits;
	return;
}

sub lighttpd {
	my ($l) = @_;
	mkdir "$l->{dir}/empty";
	write_file("$l->{dir}/lighttpd.conf", shipped('lighttpd.conf',
	    qr{/etc/docket/docket.conf} => conf($l),
	    qr{"/var/empty"} => "\"$l->{dir}/empty\"",
	    qr{"/var/tmp"} => "\"$l->{dir}\"", @_[1 .. $#_]));
	start({ RUNTIME_DIRECTORY => $l->{dir} }, undef,
	    command_of('docket-lighttpd.service', qr{/etc/docket/lighttpd.conf} =>
	    "$l->{dir}/lighttpd.conf"));
	return;
}

# Where the certificate is.
my @certificate = (qr{/etc/letsencrypt/live/\Q$site\E} => $run);

# docket-serve on a port of its own, as docket.service starts it.
sub docket_serve {
	my ($l) = @_;
	my $port = free_port();
	start({}, undef, "$to/bin/docket-serve", '-c', conf($l,
	    qr/^#trusted-proxies = *$/m => 'trusted-proxies = 127.0.0.1'),
	    '-p', $port, '-m', 'fastcgi');
	return "127.0.0.1:$port";
}

# An nginx of its own around the site that is shipped.
sub nginx {
	my ($l, $name, @edits) = @_;
	mkdir "$l->{dir}/$_" for qw(body fastcgi proxy scgi uwsgi);
	my $text = shipped($name,
	    qr/listen 80;/ => "listen 127.0.0.1:$l->{port};",
	    qr/listen \[::\]:80;/ => "listen [::1]:$l->{port};",
	    qr/#?listen 443 ssl http2;/ => "listen 127.0.0.1:$l->{tls} ssl http2;",
	    qr/#?listen \[::\]:443 ssl http2;/ => "listen [::1]:$l->{tls} ssl http2;",
	    qr/#?ssl_(?=certificate)/ => 'ssl_', @edits, @certificate);
	write_file("$l->{dir}/scgi_params", slurp('/etc/nginx/scgi_params'));
	# What Debian's default site is: not to be in the way.
	write_file("$l->{dir}/nginx.conf", ($root ? "user root;\n" : '')
	    . "daemon off; pid $l->{dir}/pid; error_log $l->{dir}/error.log;\n"
	    . "events { worker_connections 8192; }\nworker_rlimit_nofile "
	    . "20000;\nhttp {\naccess_log $l->{dir}/access.log;\n"
	    . "client_body_temp_path $l->{dir}/body;\n"
	    . join('', map { "${_}_temp_path $l->{dir}/$_;\n" }
	    qw(fastcgi proxy scgi uwsgi))
	    . "server { listen 127.0.0.1:$l->{port} default_server; "
	    . "return 444; }\n$text}\n");
	start({}, undef, '/usr/sbin/nginx', '-c', "$l->{dir}/nginx.conf", '-p',
	    $l->{dir});
	return;
}

# An Apache of its own around what is shipped.
sub httpd {
	my ($l, $site, @modules) = @_;
	my $mod = '/usr/lib/apache2/modules';
	write_file("$l->{dir}/apache.conf", join '', "ServerRoot $l->{dir}\n",
	    "ServerName localhost\nListen 127.0.0.1:$l->{port}\n",
	    "Listen [::1]:$l->{port}\nListen 127.0.0.1:$l->{tls}\n",
	    "Listen [::1]:$l->{tls}\n",
	    "PidFile $l->{dir}/pid\nErrorLog $l->{dir}/error.log\n",
	    "DocumentRoot $l->{dir}\nScriptSock $l->{dir}/cgid.sock\n",
	    $root ? "User www-data\nGroup www-data\n" : '',
	    (map { "LoadModule ${_}_module $mod/mod_$_.so\n" }
	    qw(mpm_event cgid alias env authz_core headers reqtimeout
	    setenvif socache_shmcb ssl),
	    @modules), "<IfModule mime_module>\nTypesConfig /etc/mime.types\n"
	    . "</IfModule>\nLogFormat \"%r %U\" combined\n", $site);
	start({}, undef, '/usr/sbin/apache2', '-f', "$l->{dir}/apache.conf",
	    '-DFOREGROUND');
	return;
}

sub apache {
	my ($l) = @_;
	my $conf = conf($l);
	waiting($l);
	my @libexec;
	if ($root) {	# which does not serve
		system 'cp', '-r', "$to/libexec/docket", "$l->{dir}/libexec";
		@libexec = (qr{\Q$to\E/libexec/docket} => "$l->{dir}/libexec");
		system 'chown', '-R', 'www-data:', $l->{dir}, $l->{data};
	}
	my $inner = shipped('apache.conf', qr{/etc/docket/docket.conf} =>
	    $conf, @libexec);
	$inner .= "CustomLog $l->{dir}/access.log combined env=!docket-secret\n";
	# The command of the sample's head, as it is pasted.
	my ($command) = $inner =~ /^#\t(sed .*) \|$/m or die 'no command';
	$command =~ s{/usr/share}{$to/share} or die $command;
	my $threads = `$command`;
	httpd($l, "$threads<VirtualHost *:$l->{port}>\nServerName $site\n$inner"
	    . "</VirtualHost>\n<VirtualHost *:$l->{tls}>\nServerName $site\n"
	    . "SSLEngine on\nSSLCertificateFile $run/fullchain.pem\n"
	    . "SSLCertificateKeyFile $run/privkey.pem\n$inner</VirtualHost>\n",
	    qw(mime proxy proxy_scgi rewrite));
	return;
}

my %layouts = (
	'lighttpd by itself' => sub {
		my ($l) = @_;
		delete $l->{tls};
		waiting($l);
		lighttpd($l, qr/^server\.bind = .*$/m =>
		    "server.bind = \"127.0.0.1\"\nserver.port = $l->{port}\n" .
		    "\$SERVER[\"socket\"] == \"[::1]:$l->{port}\" { }");
	},
	'docket-lighttpd.service behind nginx' => sub {
		my ($l) = @_;
		$l->{redirects} = 1;
		lighttpd($l);
		nginx($l, 'nginx-proxy.conf', qr/server 127.0.0.1:8080;/ => '',
		    qr{#server unix:/run/docket/http.sock} =>
		    "server unix:$l->{dir}/http.sock");
	},
	'docket-serve with a certificate' => sub {
		my ($l) = @_;
		delete $l->{port};
		start({}, undef, "$to/bin/docket-serve", '-c', conf($l), '-p',
		    $l->{tls}, '-m', 'fastcgi', '--certificate',
		    "$run/fullchain.pem", '--key', "$run/privkey.pem");
	},
	'docket.service behind nginx' => sub {
		my ($l) = @_;
		$l->{redirects} = 1;
		nginx($l, 'nginx-proxy.conf', qr/127.0.0.1:8080/ =>
		    docket_serve($l));
	},
	'docket.service behind Apache' => sub {
		my ($l) = @_;
		$l->{redirects} = 1;
		httpd($l, shipped('apache-proxy.conf',
		    qr{/var/log/apache2/docket\.log} => "$l->{dir}/access.log",
		    qr/\*:80/ => "*:$l->{port}", qr/\*:443/ => "*:$l->{tls}",
		    qr/127.0.0.1:8080/ => docket_serve($l), @certificate),
		    qw(proxy proxy_http http2));
	},
	'docket.service behind lighttpd' => sub {
		my ($l) = @_;
		$l->{redirects} = $l->{strict} = 1;
		my $to = docket_serve($l);
		my ($port) = $to =~ /(\d+)$/;
		write_file("$l->{dir}/lighttpd.conf", "server.document-root = "
		    . "\"$l->{dir}\"\nserver.bind = \"127.0.0.1\"\n"
		    . "server.port = $l->{port}\n"
		    . "\$SERVER[\"socket\"] == \"[::1]:$l->{port}\" { }\n"
		    . "server.upload-dirs = (\"$l->{dir}\")\n"
		    . "server.errorlog = \"$l->{dir}/error.log\"\n"
		    . shipped('lighttpd-proxy.conf', qr/0\.0\.0\.0:443/ =>
		    "127.0.0.1:$l->{tls}", qr/\[::\]:443/ => "[::1]:$l->{tls}",
		    qr/8080/ => $port, @certificate));
		start({}, undef, '/usr/sbin/lighttpd', '-D', '-f',
		    "$l->{dir}/lighttpd.conf");
	},
	'docket.service behind Caddy' => sub {
		my ($l) = @_;
		$l->{redirects} = 1;
		write_file("$l->{dir}/Caddyfile", shipped('Caddyfile',
		    qr/^\{$/m => "{\nadmin off\nhttp_port $l->{port}\n"
		    . "https_port $l->{tls}\nskip_install_trust\n"
		    . "auto_https disable_certs\nstorage file_system $l->{dir}",
		    qr/^\Q$site\E \{$/m =>
		    "$site {\ntls $run/fullchain.pem $run/privkey.pem",
		    qr/127.0.0.1:8080/ => docket_serve($l)));
		start({ HOME => $l->{dir} }, undef, '/usr/bin/caddy', 'run',
		    '--adapter', 'caddyfile', '--config', "$l->{dir}/Caddyfile");
	},
	'docket-fcgi.service behind nginx' => sub {
		my ($l) = @_;
		my @command = command_of('docket-fcgi.service');
		cmp_ok $command[-1], '>', 1, 'more than one worker';
		waiting($l);
		start({ DOCKET_CONF => conf($l) }, unix_socket("$l->{dir}/sock"),
		    @command);
		nginx($l, 'nginx.conf', qr{unix:/run/docket-fcgi.sock} =>
		    "unix:$l->{dir}/sock");
	},
	'fcgiwrap behind nginx' => sub {
		my ($l) = @_;
		start({}, unix_socket("$l->{dir}/sock"), '/usr/sbin/fcgiwrap',
		    '-c', 4);
		nginx($l, 'nginx.conf', qr{unix:/run/docket-fcgi.sock} =>
		    "unix:$l->{dir}/sock", qr{/etc/docket/docket.conf} =>
		    conf($l));
	},
	'Apache' => \&apache,
);


# curl to the site from an address, with these arguments: status and body.
sub curl {
	my ($l, $scheme, $from, $path, @args) = @_;
	my $port = $scheme eq 'https' ? $l->{tls} : $l->{port};
	my $at = $from =~ /:/ ? '[::1]' : '127.0.0.1';
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', 'curl', '-s',
	    '--cacert', "$run/fullchain.pem", '--max-time', 60, '--interface', $from, '--resolve',
	    "$site:$port:$at", '-D', "$run/head", '-w', '\n%{http_code}',
	    "$scheme://$site:$port/api/v1$path", @args);
	$r->{out} =~ s/\n(\d+)\z//;
	return { status => $1, body => $r->{out}, head => slurp("$run/head") };
}

sub sign_in {
	my ($l, $scheme, $from, $password, @more) = @_;
	return curl($l, $scheme, $from, '/sessions', '-H',
	    'Content-Type: application/json', '-d', json({ email =>
	    'ada@example.org', password => $password }), @more);
}

# Who is counted, and named in the log, for a wrong password.  What a peer forwards
# that is not trusted is counted beside the peer.
sub is_client {
	my ($l, $scheme, $from, $key, @more) = @_;
	$l->{d}->sql('DELETE FROM attempt');
	my $said = -e "$l->{dir}/docket.log" ? -s _ : 0;
	my $r = sign_in($l, $scheme, $from, 'wrong wrong', @more);
	is $r->{status}, 401, "$scheme from $from" or diag $r->{body};
	like $l->{d}->sql('SELECT key FROM attempt'), qr/^address (?:via )?\Q$key\E$/m,
	    "is counted as $key";
	my $log = substr slurp("$l->{dir}/docket.log"), $said;
	(my $plain = $key) =~ s{::/64}{::1};
	like $log, qr/sign-in refused \Q$plain\E\b/, 'and logged so';
}

# Port 80 only redirects, and tells browsers to use HTTPS from then on.
sub is_redirect {
	my ($l) = @_;
	my $r = curl($l, 'http', '127.0.0.1', '/health?a=b');
	like $r->{status}, qr/^30[18]$/, 'HTTP redirects';
	like $r->{head}, qr{^location: https://\Q$site\E[:\d]*/api/v1/health\?a=b\r}mi,
	    'to the same address';
	$r = curl($l, 'https', '127.0.0.1', '/health');
	like $r->{head}, qr/^strict-transport-security: max-age=\d{7}/mi,
	    'HTTPS says that it stays';
}

# Requests for changes reach docket-wait, and nothing holds its events back.
sub is_told {
	my ($l, $scheme, @auth) = @_;
	my $path = '/me/wait?since=1970-01-01T00:00:00Z';
	my $r = curl($l, $scheme, '127.0.0.1', $path, @auth);
	is $r->{status}, 204, 'docket-wait tells of a change' or
	    diag $r->{body};
	$r = curl($l, $scheme, '127.0.0.1', $path, @auth, '-N', '--max-time',
	    4, '-H', 'Accept: text/event-stream');
	like $r->{body}, qr/^data: changed$/m, '... as an event, at once';
}

# The app, which is beside the API.
sub is_app {
	my ($l, $scheme) = @_;
	my $r = curl($l, $scheme, '127.0.0.1', '/../../');
	is $r->{status}, 200, 'the page of the app';
	like $r->{body}, qr/<title>Docket/, 'is the one';
	my ($script) = $r->{body} =~ /src="(main-[0-9a-f]{8}\.js)"/;
	is curl($l, $scheme, '127.0.0.1', "/../../$script", '--compressed')
	    ->{status}, 200, 'its script';
}

# CalDAV at the addresses that people type and that clients try.
sub is_dav {
	my ($l, $scheme, @auth) = @_;
	my $r = curl($l, $scheme, '127.0.0.1', '/me/tokens', @auth, '-H',
	    'Content-Type: application/json', '-d',
	    '{"name":"Phone","scopes":["dav"]}');
	my ($token) = $r->{body} =~ /"token":"([^"]+)"/ or
	    return fail "a token: $r->{body}";
	for my $at ('/', '/dav/', '/.well-known/caldav') {
		$r = curl($l, $scheme, '127.0.0.1', "/../..$at", '-X', 'PROPFIND',
		    '-L', '--post301', '-H', 'Depth: 0', '-u',
		    "ada\@example.org:$token", $l->{strict} ? ('-d', '') : ());
		is $r->{status}, 207, "PROPFIND of $at" or
		    diag $r->{head}, $r->{body};
	}
	return;
}

# The address of a calendar feed is in no log, though that of its neighbour is.
sub is_secret {
	my ($l, $scheme, @auth) = @_;
	my $r = curl($l, $scheme, '127.0.0.1', '/me/feeds', @auth, '-H',
	    'Content-Type: application/json', '-d', '{"name":"Wall"}');
	my ($path) = $r->{body} =~ m{"url":"[^"]*/api/v1(/feeds/[^"]+)"} or
	    return fail "a feed: $r->{body}";
	my ($secret) = $path =~ m{^/feeds/([^/]+)};
	is curl($l, $scheme, '127.0.0.1', $path)->{status}, 200, 'a feed is read';
	curl($l, $_, '127.0.0.1', $path)
	    for grep { $l->{redirects} && $_ ne $scheme } qw(http https);
	curl($l, $scheme, '127.0.0.1', '/health?after-the-feed');
	my @logs = glob "$l->{dir}/*.log";
	for (grep { m{/access\.log$} } @logs) {
		for my $wait (1 .. 100) {
			last if slurp($_) =~ /after-the-feed/;
			sleep 0.05;
		}
		like slurp($_), qr/after-the-feed/, 'the log has other addresses';
	}
	unlike slurp($_), qr/\Q$secret\E/, "its address is not in $_" for @logs;
	return;
}

sub try_layout {
	my ($l) = @_;
	my @spoofed = map { ('-H', "$_: 203.0.113.9") } 'X-Forwarded-For',
	    'X-Real-IP';
	my $plain = $l->{redirects} || !$l->{port} ? 'https' : 'http';
	is_client($l, $plain, '127.0.0.2', '127.0.0.2', @spoofed);
	is_client($l, 'https', '127.0.0.3', '127.0.0.3', @spoofed,
	    '-H', 'X-Forwarded-Proto: http') if $l->{tls};
	is_redirect($l) if $l->{redirects};
	is_client($l, $plain, '::1', '::/64') if $l->{port} && -e '/proc/net/if_inet6' &&
	    slurp('/proc/net/if_inet6') =~ /^0{31}1 /m;

	my $scheme = $l->{tls} ? 'https' : 'http';
	is_app($l, $scheme);
	my $r = sign_in($l, $scheme, '127.0.0.1', 'correct horse battery');
	is $r->{status}, 201, 'the right password' or return diag $r->{body};
	my ($cookie) = $r->{head} =~ /^set-cookie: (docket_session=[^;]+)/mi;
	is $r->{head} =~ /^set-cookie: .*; Secure/mi ? 1 : 0, $l->{tls} ? 1 : 0,
	    'its cookie is Secure behind TLS';
	my ($list, $task) = (uuid(), uuid());
	my $host = "$site:" . ($l->{tls} || $l->{port});
	for (['https://evil.example', 403], ["ftp://$host", 403],
	    ["$scheme://$host", 201]) {
		my ($origin, $status) = @$_;
		$r = curl($l, $scheme, '127.0.0.1', '/lists', '-H',
		    "Cookie: $cookie", '-H', "Origin: $origin", '-H',
		    'Content-Type: application/json', '-d', json({ id => $list,
		    title => 'L' }), '-H', 'X-Forwarded-Host: evil.example');
		is $r->{status}, $status, "Origin: $origin" or diag $r->{body};
	}
	my @auth = ('-H', "Authorization: Bearer " .
	    ($cookie =~ /=(.*)/)[0]);
	curl($l, $scheme, '127.0.0.1', "/lists/$list/tasks", @auth, '-H',
	    'Content-Type: application/json', '-d',
	    json({ id => $task, title => 'T' }));
	is_told($l, $scheme, @auth) if defined $waits;
	is_dav($l, $scheme, @auth);
	is_secret($l, $scheme, @auth);
	for my $mb (2, 25) {
		write_file("$run/file", "%PDF-1.4\n" . 'x' x ($mb * 1000 * 1000 - 9));
		$r = curl($l, $scheme, '127.0.0.1', "/tasks/$task/attachments",
		    @auth, '-F', 'id=' . uuid(), '-F',
		    "file=\@$run/file;filename=x.pdf");
		is $r->{status}, 201, "an upload of $mb MB" or diag $r->{body};
	}
	write_file("$run/file", 'x' x (40 * 1000 * 1000));
	$r = curl($l, $scheme, '127.0.0.1', "/tasks/$task/attachments", @auth,
	    '-F', 'id=' . uuid(), '-F', "file=\@$run/file");
	# lighttpd closes the connection while curl sends.
	like $r->{status}, $l->{strict} ? qr/^(413|000)$/ : qr/^413$/,
	    'one of 40 MB is too large';
	$r = curl($l, $scheme, '127.0.0.1', '/me/completed-tasks/cleanup',
	    @auth, '-X', 'POST', $l->{strict} ? ('-d', '') : ());
	is $r->{status}, 200, 'a POST without a body' or diag $r->{body};
	$r = curl($l, $scheme, '127.0.0.1', '/me/changes', @auth,
	    '--compressed');
	like $r->{body}, qr/^\{"items":\[/, 'a feed';
	like $r->{head}, qr/^content-encoding: gzip/mi, 'compressed';
	like $r->{head}, qr/^etag: [^\r]*"\r/mi, 'with an ETag';
	keeps_nobody_out($l->{tls} || $l->{port}, $l->{tls}, sub {
		curl($l, $scheme, '127.0.0.3', '/health', '--max-time', 8)
		    ->{status} == 200;
	});
}

my $n = 0;
# LAYOUT=Caddy tries that one alone.
for my $name (grep { index($_, $ENV{LAYOUT} // '') >= 0 } sort keys %layouts) {
	my $dir = "$run/" . ++$n;
	my $d = Docket->new;
	mkdir $dir, 0755;
	$d->user('ada@example.org', password => 'correct horse battery');
	my $l = { dir => $dir, d => $d, data => $d->{data},
	    port => free_port(), tls => free_port() };
	subtest $name => sub {
		$layouts{$name}->($l);
		for (1 .. 200) {
			last if curl($l, $l->{redirects} || !$l->{port} ?
			    'https' : 'http',
			    '127.0.0.1', '/health')->{status} == 200;
			sleep 0.05;
		}
		try_layout($l);
	} or diag map { -e ? "$_: " . slurp($_) : () }
	    map { "$dir/$_" } qw(error.log docket.log);
	stop_all();
	$waits = undef;
}
diag slurp("$run/out") if !Test::More->builder->is_passing && -s "$run/out";
done_testing;
