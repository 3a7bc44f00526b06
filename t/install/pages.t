# Every command of doc/install.md, run on a bare Debian that boots its own systemd:
# with the package, then from the source.  The package is built, from the tarball of
# a release, on the same machine.
#
#	make check-install SUITE=trixie
#
# Needs root, debootstrap, systemd-nspawn and a mirror of Debian; half an hour, or
# less with DEB=, the packages built on that Debian before.  What cannot run there is
# named at the end: certbot, which needs a name in the DNS, and going back to an
# older schema while there is no release that has one.  t/install/image.t runs the
# commands of "In a container".
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib", $FindBin::Bin;
use Backup;
use Docket;
use File::Path 'make_path';
use File::Temp 'tempdir';
use JSON::PP ();
use Machine;
use Test::More;
use Time::HiRes qw(sleep time);

my $suite = $ENV{SUITE} || 'bookworm';
my $packages = build() . "/deb-$suite";
my $site = 'tasks.example.org';
my (%ran, @named);

plan skip_all => 'not root' if $> != 0;
for my $tool (qw(debootstrap systemd-nspawn nsenter python3)) {
	plan skip_all => "$tool is missing: bin/setup --all installs it"
	    if system("command -v $tool >/dev/null") != 0;
}
my $kept = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my ($m, $began);

# One command of the pages.
sub does {
	my ($command, %o) = @_;
	$ran{$command}++;
	if ($command =~ /\bcertbot certonly\b/) {
		push @named, $command;
		return;
	}
	my $net = $command =~ /\bapt\b|^bin\/setup|\bmake\b/;
	my $r = $m->run($o{as} // $command, net => $net, %o);
	is $r->{status}, 0, $command or diag $r->{out};
	return $r->{out};
}

sub block {
	my ($commands, %o) = @_;
	does($_, %o) for @$commands;
	return;
}

# What the machine's service answers; as JSON if it is.
sub asks {
	my ($method, $path, $body, %o) = @_;
	my $base = $o{base} // 'http://127.0.0.1:8080';
	my $r = $m->run("curl -sk -X $method '$base/api/v1$path'"
	    . ($o{token} ? " -H 'Authorization: Bearer $o{token}'" : '')
	    . " -H 'Content-Type: application/json'"
	    . (defined $body ? ' -d \'' . json($body) . '\'' : " -d ''")
	    . " -w '\\n%{http_code}'");
	my ($text, $status) = $r->{out} =~ /^(.*)\n(\d+)\z/s;
	my $json = eval { JSON::PP->new->decode($text) };
	return { status => $status // 0, json => $json, text => $text };
}

sub is_up {
	my ($name, %o) = @_;
	my $status;
	for (1 .. 100) {
		$status = asks('GET', '/health', undef, %o)->{status};
		last if $status == 200;
		sleep 0.2;
	}
	is $status, 200, "$name: it serves" or
	    diag $m->run('journalctl -n 50 --no-pager')->{out};
	return;
}

sub within {
	my ($seconds, $true) = @_;
	for (1 .. $seconds) {
		return 1 if $true->();
		sleep 1;
	}
	return 0;
}

sub works {
	my ($command, %o) = @_;
	my $r = $m->run($command, %o);
	is $r->{status}, 0, $command or diag $r->{out};
	return $r->{out};
}

# Who has the password of the pages' user.
my ($ada, $password) = ('you@example.org', 'correct horse battery');
my $typed = answers($site, $ada, $password);
sub token {
	my (%o) = @_;
	return asks('POST', '/sessions', { email => $ada,
	    password => $password }, %o)->{json}{token};
}

sub kitchen {
	my $r = asks('GET', '/lists', undef, token => token());
	return scalar grep { $_->{title} eq 'Kitchen' }
	    @{$r->{json}{items} // []};
}

# check, asking the real systemd, before a web server is in front.
sub check_finds {
	my $absent = qr{FAULT: https://\Q$site\E/api/v1/ready cannot be reached};
	for (['true', $absent],
	    ['systemctl stop docket', qr/FAULT: docket\.service does not run/],
	    ['systemctl stop docket-remind.timer',
	    qr/FAULT: docket-remind\.timer does not run/],
	    ['systemctl disable --now docket-backup.timer',
	    qr/FAULT: docket-backup\.timer does not run/],
	    ['chmod 600 /etc/docket/docket.conf && systemctl restart docket',
	    qr/FAULT: docket\.service has failed.*cannot read \S+docket\.conf/s],
	    ['chown root /var/lib/docket/docket.db',
	    qr/docket\.db is owned by UID 0/]) {
		my ($plant, $like) = @$_;
		$m->run($plant);
		my $r = $m->run('docket-admin check');
		is $r->{status}, 1, "$plant: a fault";
		like $r->{out}, $like, 'is named';
		works('chown docket /var/lib/docket/docket.db && '
		    . 'chmod 640 /etc/docket/docket.conf && systemctl enable '
		    . '--now docket-remind.timer docket-backup.timer && '
		    . 'systemctl reset-failed && systemctl restart docket');
	}
	return;
}

my @with_package = page('With the package');
my @from_source = page('From the source');

my $dist = Docket->spawn(\%ENV, '', 'make', '-s', '-C', top(), 'dist');
is $dist->{status}, 0, 'make dist' or
    BAIL_OUT("make dist: $dist->{out}$dist->{err}");
my ($tar) = glob build() . '/docket-*.tar.xz';

# A machine with the source in /root/docket.
sub with_source {
	my $new = Machine->new($suite);
	Machine::host("cp $tar $new->{root}/root/");
	return $new;
}

sub unpack_source {
	works('apt-get update', net => 1);
	works('apt-get install xz-utils', net => 1);
	works('tar -xf docket-*.tar.xz && mv docket-*/ docket');
	return;
}

$m = with_source();
subtest 'the package, built from the tarball' => sub {
	if ($ENV{DEB}) {
		Machine::host("cp $ENV{DEB} $kept/");
		return pass "given: $ENV{DEB}";
	}
	unpack_source();
	like works('bin/setup && sudo apt install debhelper && make deb',
	    in => '/root/docket', net => 1), qr/^\d+ packages$/m,
	    'it says how many packages there are';
	Machine::host("cp $m->{root}/root/docket/build/deb/docket*_*.deb $kept/");
	# For t/install/family.t.
	Machine::host("rm -rf $packages && mkdir $packages && "
	    . "cp $kept/docket_*.deb $packages/");
	works('rm -r docket');
	isnt $m->run('curl -s http://127.0.0.1/')->{status}, 0,
	    'no web server runs';
	unlike $m->run('systemctl is-enabled lighttpd')->{out}, qr/^enabled/,
	    'nor will one run after a restart';
};
$began = time;

subtest 'Install for real' => sub {
	mkdir "$m->{root}/root/$_" for qw(here old);
	Machine::host("cp $kept/docket_*.deb $m->{root}/root/$_/")
	    for qw(here old);
	Machine::host("cp $kept/docket-postgresql_*.deb $m->{root}/root/");
	works("echo 127.0.0.1 $site >>/etc/hosts && apt-get update", net => 1);
	is scalar @{$with_package[0]}, 2, 'of two commands';
	my ($install, $setup) = @{$with_package[0]};
	my $start = time;
	like does($install, in => '/root/here'), qr/docket-admin setup/,
	    'it says what comes next';
	is_up('the package alone');
	isnt $m->run('systemctl is-active lighttpd')->{out}, "active\n",
	    'and Debian\'s lighttpd does not run';
	like does($setup, answers => $typed), qr/^Faults: 0\./m, 'no fault';
	diag sprintf 'two commands, %.0f s, from nothing to no fault',
	    time - $start;
	check_finds();
	is_up('set up');
	ok token(), 'the user signs in';
	$m->put('/root/password-file', "$password\n");
	block($with_package[1]);
	for (qw(remind mail cleanup backup)) {
		is $m->run("systemctl is-active docket-$_.timer")->{out},
		    "active\n", "the timer of $_";
		works("systemctl start docket-$_.service");
	}
	like works('systemctl show docket -p NotifyAccess -p WatchdogUSec'),
	    qr/WatchdogUSec=[1-9]/, 'it is watched';
	is asks('GET', '/ready')->{status}, 200, 'ready';
};

# Their group is the web server's, and they must read the settings.
subtest 'what serves another web server' => sub {
	works('cp /usr/share/docket/docket-lighttpd.service /etc/systemd/system '
	    . '&& cp /usr/share/docket/lighttpd.conf /etc/docket && systemctl '
	    . 'daemon-reload && systemctl start docket-wait docket-lighttpd');
	like works('sleep 2; curl -s --unix-socket /run/docket/http.sock '
	    . 'http://localhost/api/v1/health'), qr/"ok"/, 'it serves';
	is works('systemctl show docket-wait docket-lighttpd -P NRestarts'),
	    "0\n\n0\n", 'and goes on';
	is works('stat -c %G /var/lib/docket'), "docket\n",
	    'the data keep their group';
	works('systemctl stop docket-wait docket-lighttpd && rm '
	    . '/etc/systemd/system/docket-lighttpd.service '
	    . '/etc/docket/lighttpd.conf && systemctl daemon-reload');
};

subtest 'systemd watches it' => sub {
	my $restarts = sub {
		return $m->run('systemctl show docket -P NRestarts')->{out} + 0;
	};
	works('systemctl kill --kill-whom=main -s KILL docket');
	ok within(30, sub { $restarts->() == 1 }), 'killed, it is restarted';
	is_up('killed');
	ok within(90, sub {
		$m->run('systemctl show docket-remind.timer -P LastTriggerUSec')
		    ->{out} =~ /\d/;
	}), 'a timer starts its program';
	works('kill -STOP $(grep -lx lighttpd /proc/[0-9]*/comm | cut -d/ -f3)');
	ok within(240, sub { $restarts->() == 2 }), 'it hangs: likewise';
	is_up('hung');
	is $m->run('systemctl --failed --plain --no-legend')->{out}, '',
	    'nothing has failed';
	for (qw(docket docket-remind docket-mail docket-cleanup
	    docket-backup)) {
		my ($exposed) = works('systemd-analyze security --no-pager '
		    . "$_.service") =~ /: (\d+\.\d)/;
		cmp_ok $exposed, '<', 3, "$_ is exposed little";
	}
};

subtest 'Behind a reverse proxy' => sub {
	my @blocks = page('Behind a reverse proxy');
	my %server = (caddy => 'caddy', nginx => 'nginx', apache2 => 'apache2',
	    'lighttpd lighttpd-mod-openssl' => 'lighttpd');
	for my $block (grep { "@$_" !~ /fail2ban/ } @blocks) {
		my ($install) = $block->[0] =~ /apt install (.*?)(?: certbot)?$/;
		my $server = $server{$install};
		$m->certificate($site);
		does($_) for @$block;
		if (!defined $server) {
			is_up('docket-serve by itself',
			    base => "https://$site");
			works('rm /etc/systemd/system/docket.service.d/https.conf'
			    . ' && systemctl daemon-reload && '
			    . 'systemctl restart docket');
			is_up('as before');
			next;
		}
		is_up($server, base => "https://$site")
		    if $server ne 'caddy';
		is $m->run("systemctl is-active $server")->{out}, "active\n",
		    "$server runs";
		works("systemctl stop $server && systemctl disable $server");
	}
};

subtest 'fail2ban' => sub {
	block($_) for grep { "@$_" =~ /fail2ban/ }
	    page('Behind a reverse proxy');
	for (1 .. 12) {
		works("curl -s -H 'X-Forwarded-For: 203.0.113.9' -H "
		    . "'Content-Type: application/json' -d '"
		    . json({ email => "nobody$_\@example.org", password =>
		    'a wrong one' }) . "' http://127.0.0.1:8080/api/v1/sessions");
	}
	ok within(30, sub {
		$m->run('fail2ban-client status docket')->{out} =~ /203\.0\.113\.9/;
	}), 'who guesses is banned' or diag
	    $m->run('fail2ban-client status docket; journalctl -n 20 -u docket')
	    ->{out};
	works('apt-get purge fail2ban');
	# What a file of the log becomes.
	my ($rotate) = page('Logs');
	works('apt-get install logrotate', net => 1);
	block($rotate);
	works('install -o docket -g docket /dev/stdin /var/log/docket/x.log '
	    . '<<<x; logrotate -f /etc/logrotate.d/docket');
	ok -e "$m->{root}/var/log/docket/x.log.1.gz" ||
	    -e "$m->{root}/var/log/docket/x.log.1", 'the log is rotated';
	works('rm /etc/logrotate.d/docket');
};

subtest 'Single sign-on by the web server' => sub {
	my ($install, $start) = page('Single sign-on by the web server');
	$m->certificate($site);
	works('echo auth = remote-user >>/etc/docket/docket.conf');
	block($install);
	my $site_file = '/etc/apache2/sites-available/docket.conf';
	works("grep -q 'OIDCClientSecret change-me' $site_file");
	block($start);
	is_up('Apache', base => "https://$site");
	my $r = asks('GET', '/service', undef, base => "https://$site");
	is $r->{json}{signIn}, 'remote-user', 'which may sign users in';
	is asks('GET', '/me', undef, base => "https://$site")->{status}, 401,
	    'and has not';
	works('systemctl disable --now apache2 docket-fcgi.socket '
	    . 'docket-fcgi.service && sed -i /^auth/d /etc/docket/docket.conf '
	    . '&& systemctl restart docket');
};

subtest 'PostgreSQL' => sub {
	# The web servers in front are stopped.
	works('sed -i "s|^base-url.*|base-url = http://127.0.0.1:8080|" '
	    . '/etc/docket/docket.conf && systemctl restart docket');
	works('apt-get install postgresql ./docket-postgresql_*.deb', net => 1);
	works('echo database = postgresql:///docket '
	    . '>>/etc/docket/docket.conf');
	works($_) for slurp(top() . '/doc/postgresql.md') =~ /^ {7}(sudo .*)$/mg;
	is_up('on PostgreSQL');
	works("echo '$password' | sudo -u docket docket-admin user add $ada "
	    . '--verified --password-stdin');
	ok token(), 'the user signs in';
	works("systemctl start docket-$_")
	    for qw(mail cleanup backup metrics);
	is $m->run('ls /var/lib/docket')->{out} =~ /docket\.db/ ? 1 : 0, 1,
	    'the other database stays';
	works('sed -i /^database/d /etc/docket/docket.conf && '
	    . 'systemctl restart docket && '
	    . 'apt-get purge docket-postgresql');
	is_up('on SQLite again');
	works('apt-get purge "postgresql*"');
};

subtest 'Back up and restore' => sub {
	my $list = uuid();
	is asks('POST', '/lists', { id => $list, title => 'Kitchen' },
	    token => token())->{status}, 201, 'a list';
	my ($backup, $key, $restore) = page('Back up and restore');
	works('rm -r /var/backups/docket');
	block($backup);
	my $late = uuid();
	asks('POST', '/lists', { id => $late, title => 'Late' },
	    token => token());
	block($key);
	block($restore);
	is asks('GET', "/lists/$late", undef, token => token())->{status}, 404,
	    'as it was';

	my ($one, $user) = page('Restore one list or one user');
	asks('DELETE', "/lists/$list", undef, token => token());
	is kitchen(), 0, 'deleted';
	block($one);
	is kitchen(), 1, 'the list is back';
	# The last administrator cannot be removed.
	works("echo '$password' | sudo -u docket docket-admin user add "
	    . 'other@example.org --verified --password-stdin && sudo -u docket '
	    . 'docket-admin user admin other@example.org');
	works("sudo -u docket docket-admin user remove $ada --yes");
	is token(), undef, 'removed';
	block($user);
	is kitchen(), 1, 'the user is back, with the list';
};

# The newest release whose data has an older schema, or undef.
sub older_release {
	my ($schema) = map { m{/0*(\d+)-[^/]*$} } reverse sort
	    glob top() . '/sql/migrate/*.sql';
	my ($old) = grep { slurp("$_/data.sql") =~
	    /^PRAGMA user_version = (\d+);/m && $1 < $schema }
	    reverse sort glob top() . '/t/upgrade/[0-9]*';
	return $old;
}

# Data of this version.
sub data_of_today {
	my $made = Docket->spawn(\%ENV, '', $^X, top() . '/t/upgrade/make',
	    "$kept/data");
	is $made->{status}, 0, 'data of this version' or diag $made->{err};
	return "$kept/data";
}

subtest 'Upgrade' => sub {
	my ($package, $source, $back) = page('Upgrade');
	# A newer package.
	works('dpkg-deb -R here/docket_*.deb new && '
	    . 'sed -i "s/^Version: .*/Version: 99.0.0/" new/DEBIAN/control && '
	    . 'rm here/*.deb && dpkg-deb -b new here/docket_99.0.0.deb');
	works('systemctl stop docket docket-\*.timer');
	works('rm -r /var/lib/docket/* && apt-get install sqlite3', net => 1);
	my $old = older_release();
	my $from = $old // data_of_today();
	$m->put('/root/data.sql', slurp("$from/data.sql"));
	for (@{JSON::PP->new->decode(slurp("$from/seen.json"))->{files}}) {
		my $bytes = $_;
		utf8::encode($bytes);
		my $path = '/var/lib/docket/' . file_of($bytes);
		make_path("$m->{root}$path" =~ s{/[^/]+$}{}r);
		$m->put($path, $bytes);
	}
	works('sqlite3 /var/lib/docket/docket.db <data.sql && '
	    . 'chown -R docket: /var/lib/docket && '
	    . 'chmod -R u=rwX,go= /var/lib/docket');
	block($package, in => '/root/here');
	is_up('upgraded');
	my ($number) = works('ls /var/lib/docket') =~
	    /^docket\.db\.before-(\d{4})$/m;
	is defined $number, defined $old, $old ?
	    'with a copy of the old database' : 'an equal schema needs no copy';
	for (@$back) {
		if (/before-NNNN/ && !defined $number) {
			$ran{$_}++;
			push @named, $_;
			next;
		}
		does($_, defined $number ?
		    (as => s/before-NNNN/before-$number/r) : ());
	}
	is_up('as before');
	unlike works('dpkg-query -W docket'), qr/99/, 'the old version';
	is works('systemd-analyze verify --man=no docket*.service '
	    . 'docket*.timer', in => '/usr/lib/systemd/system'), '',
	    'the units are valid';
};

subtest 'Monitor' => sub {
	for my $row (slurp(top() . '/doc/install.md') =~
	    /^\| `((?:sudo|systemctl|journalctl) [^`]*)` \|/mg) {
		does($row, as => "$row | cat") if $row !~ /docket-admin check/;
	}
	works('apt-get install prometheus', net => 1);
	my ($node, $alerts) = page('Prometheus');
	block($node);
	works('systemctl start docket-metrics');
	works('systemctl restart prometheus-node-exporter');
	my $said;
	for (1 .. 50) {
		$said = $m->run('curl -s http://127.0.0.1:9100/metrics')->{out};
		last if $said =~ /^docket_users/m;
		sleep 0.2;
	}
	like $said, qr/^docket_users \d/m, 'node_exporter has the figures';
	like $said, qr/^node_textfile_mtime_seconds\{file=".*docket.*\.prom"\}/m,
	    'and their age, under the name that the alert looks for';
	block($alerts);
};

subtest 'Move to another machine' => sub {
	my ($old, $new) = page('Move to another machine');
	block($old);
	works('apt-get purge docket && rm -r /var/backups/docket');
	works('rm here/*.deb; cp old/*.deb here/; cp docket.tar.gz here/');
	block($new, in => '/root/here');
	is_up('on the new machine');
	cmp_ok works("sqlite3 /var/lib/docket/docket.db "
	    . "'SELECT count(*) FROM user'"), '>', 3, 'with everybody';
};

subtest 'Uninstall' => sub {
	my ($remove) = page('Uninstall');
	block($remove);
	my $data = "$m->{root}/var/lib/docket/docket.db";
	ok -e $data, 'the data stays';
	works('DEBIAN_FRONTEND=readline dpkg --purge docket',
	    answers => [['Remove the data of Docket\?' => 'no']]);
	ok -e $data, 'purged, likewise, if one says so';
	does($with_package[0][0], in => '/root/here');
	is_up('installed again, on the old data');
	works('apt-get purge docket');
	ok !-e "$m->{root}/var/lib/docket", 'until it is purged';
	ok -e "$m->{root}/var/backups/docket", 'but not the backups';
	# What is of other packages, or was put there by hand above.
	my @left = grep { !m{^/(?:root|proc|run|tmp|var/(?:cache|log/journal|
	    backups/docket|log/apache2|lib/(?:prometheus|apache2|lighttpd|
	    systemd))|
	    etc/(?:fail2ban|letsencrypt|nginx|apache2|lighttpd|prometheus|caddy|
	    systemd/system/docket\.service\.d))}x } split /\n/,
	    $m->run('find / -xdev -name "*docket*"')->{out};
	is_deeply \@left, [], 'nothing is left';
};

subtest 'From the source' => sub {
	unpack_source();
	works('rm -rf /var/backups/docket /etc/docket; systemctl reset-failed');
	cmp_ok scalar @{$from_source[0]}, '<=', 12, 'twelve commands at most';
	for (@{$from_source[0]}) {
		# A user of before is there.
		does($_, in => '/root/docket', /admin setup/ ?
		    (answers => $typed) : ());
	}
	is_up('from the source');
	ok token(), 'the user signs in';
	my (undef, $source) = page('Upgrade');
	block($source, in => '/root/docket');
	is_up('upgraded from the source');
	works('systemctl disable --now docket docket-\*.timer; '
	    . 'cd docket && make uninstall');
	is $m->run('find /usr/local -name "*docket*"')->{out}, '',
	    'make uninstall leaves nothing';
};

# All of them, on every page.
my @all = map { @$_ } map { page($_) } grep { $_ ne 'In a container' }
    slurp(top() . '/doc/install.md') =~ /^##+ (.*)$/mg;
is_deeply [grep { !$ran{$_} } @all], [], 'no command was left out';
diag sprintf '%d commands in %.0f s; not run: %s', scalar keys %ran,
    time - $began, @named ? join('; ', @named) : 'none';
done_testing;
