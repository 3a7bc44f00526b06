# docket-serve: started, used as its output says, stopped, started again; and
# installed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use HTTP::Tiny;
use IO::Select;
use IO::Socket::INET;
use IO::Socket::UNIX;
use Test::More;
use Time::HiRes 'sleep';

my $dir = tempdir(CLEANUP => 1);
mkdir "$dir/tmp" or die;
my %clean = (PATH => $ENV{PATH}, DOCKET_CONF => '/dev/null',
    TMPDIR => "$dir/tmp",
    map { $_ => $ENV{$_} } grep { /SAN_OPTIONS|^DOCKET_SANDBOX$/ } keys %ENV);

# Starts it: its process, and what it printed once it answers.
sub start {
	my ($bin, $port, @args) = @_;
	for (qw(out err)) { open my $new, '>', "$dir/$_" or die }
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %clean;
		open STDOUT, '>', "$dir/out";
		open STDERR, '>', "$dir/err";
		exec "$bin/docket-serve", '-p', $port, @args;
	}
	for (1 .. 1200) {
		last if slurp("$dir/out") =~ /\n\z/ || waitpid($pid, 1) == $pid;
		last if grep({ $_ eq '-q' } @args) && IO::Socket::INET->new(
		    PeerAddr => "127.0.0.1:$port");
		sleep 0.05;
	}
	return ($pid, slurp("$dir/out"));
}

sub children { my ($pid) = @_;
	return split ' ', slurp("/proc/$pid/task/$pid/children") }

sub end {
	my ($pid, $name) = @_;
	my @all = ($pid, my @lighttpd = children($pid));
	push @all, children($_) for @lighttpd;
	kill 'INT', $pid;
	waitpid $pid, 0;
	is $?, 0, "$name: Ctrl-C ends it" or diag slurp("$dir/err");
	for (1 .. 1200) {
		last if !grep { -e "/proc/$_" } @all;
		sleep 0.05;
	}
	is scalar(grep { -e "/proc/$_" } @all), 0, "$name: nothing is left";
	is_deeply [glob "$dir/tmp/*"], [], "$name: and no file";
}

# What it printed to be pasted, pasted.
sub paste {
	my ($out) = @_;
	my ($line) = $out =~ /^  (TOKEN=.*)$/m;
	return Docket->spawn(\%clean, '', '/bin/sh', '-c', $line)->{out};
}

# What /ready answers, once docket-remind has run.
sub ready {
	my ($port) = @_;
	my $said;
	for (1 .. 200) {
		$said = `curl -s http://127.0.0.1:$port/api/v1/ready`;
		last if $said =~ /ready"/;
		sleep 0.1;
	}
	return $said;
}

for my $mode (qw(cgi fastcgi)) {
	my $port = free_port();
	my @args = ('--demo', '-d', "$dir/$mode", '-m', $mode);
	my ($pid, $out) = start(build() . '/bin', $port, @args);
	like $out, qr{^(?:Open\ http://127\.0\.0\.1:$port/\ .*\n)?\n
	    .*^Docket\ \S+;\ its\ API:\ http://127\.0\.0\.1:$port/api/v1\n\z}xms,
	    "$mode: it says where the app is first, and the API last";
	like $out, qr/ada\@\S+  and  grace\@\S+,  password/, "$mode: the users";
	my $said = paste($out);
	like $said, qr/"title":"Home"/, "$mode: the line works when pasted"
	    or diag $out, $said;
	is ready($port), '{"status":"ready","https":false,"address":"127.0.0.1"}', "$mode: the batch programs run";
	my $second = Docket->spawn(\%clean, '', build() . '/bin/docket-serve',
	    '-p', $port, '-d', "$dir/$mode");
	is $second->{status}, 1, "$mode: a port in use";
	like $second->{err}, qr/^docket-serve: port $port .* with -p\n\z/,
	    "$mode: is said, and what to do";
	like(Docket->spawn(\%clean, '', build() . '/bin/docket-serve', @args,
	    '-p', $port)->{err}, qr/with -p \(make run PORT=8081\)\n\z/,
	    "$mode: and what to do with make run");
	end($pid, $mode);
	($pid, $out) = start(build() . '/bin', $port, @args);
	my $d = Docket->new(data => "$dir/$mode");
	is $d->sql('SELECT count(*) FROM user'), 2, "$mode: the same data";
	isnt $d->sql("SELECT count(*) FROM task WHERE $_"), 0, "$mode: $_"
	    for "rule LIKE '%INTERVAL=2%'", 'due_time IS NOT NULL',
	    'rotation IS NOT NULL';
	like paste($out), qr/"title":"Home"/, "$mode: again";
	end($pid, $mode);
}

# What it says when it does not start: its status, and the pattern.
sub refused {
	my ($status, $pattern, $what, @args) = @_;
	my $r = Docket->spawn(\%clean, '', 'timeout', 60, build() .
	    '/bin/docket-serve', @args);
	is $r->{status}, $status, $what;
	like $r->{err}, $pattern, "$what: with a message";
	return;
}

subtest 'wrong usage' => sub {
	my $no_key = "$dir/no\"key";
	mkdir $no_key or die;
	write_file("$no_key/index.html", '');
	my $pem = write_file("$dir/a.pem", "no certificate\n");
	my $port = qr/-p must be 1 to 65535/;
	my $workers = qr/--workers must be 1 to 64, with -m fastcgi/;
	my $www = qr/--www must be a directory with an index\.html/;
	refused(2, $_->[0], join(' ', @$_[1 .. $#$_]), @$_[1 .. $#$_])
	    for [$port, '-p', 'x'], [$port, '-p', 70000], [$port, '-p', 0],
	    [$port, '-p', '000080'], [qr/-m must be/, '-m', 'ftp'],
	    [qr/too many arguments/, 'now'], [qr/unrecognized option/, '--never'],
	    [qr/--backups needs --jobs/, '--backups', $dir],
	    [$www, '--www', "$dir/none"], [$www, '--www', $dir],
	    [$www, '--www', $no_key], [qr/--key needs --certificate/, '--key', $pem],
	    map({ [$workers, '-m', 'fastcgi', '--workers', $_] } 0, 65, 'x',
		'010', ''), [$workers, '--workers', 2],
	    [qr{\Q$dir\E/none: No such file}, '--certificate', "$dir/none"],
	    [qr{\Q$dir\E/none: No such file}, '--certificate', $pem, '--key',
		"$dir/none"],
	    [qr/a\.pem has no certificate in PEM form/, '--certificate', $pem];
	is(Docket->spawn(\%clean, '', build() . '/bin/docket-serve', '--help')
	    ->{status}, 0, '--help');
};

subtest 'what it cannot run on' => sub {
	my @on = ('-p', free_port(), '-d', "$dir/cgi");
	refused(1, qr/there is no database/, 'no database', '-d', "$dir/none",
	    '-p', free_port());
	ok !-e "$dir/none", 'and creates none';
	refused(1, qr/is not an IP address: see -a/, "the address $_", @on,
	    '-a', $_) for 'localhost', 'x', '[', '[::1', '::1]';
	refused(1, qr/no healthy service/, 'a name and --healthy', '-a', 'x',
	    '--healthy', @$_) for [], ['--certificate', "$dir/a.pem"];
	refused(1, qr/is not an IP address/, 'a demo with backups', '--demo',
	    '--backups', $dir, '-a', 'x', '-d', "$dir/none");
	refused(1, qr{/dev/null/x: Not a directory}, 'a demo in no directory',
	    '-p', free_port(), '--demo', '-d', '/dev/null/x');
	mkdir "$dir/text" or die;
	write_file("$dir/text/docket.db", 'x' x 5000);
	refused(1, qr/file is not a database/, 'a demo in place of another file',
	    '-p', free_port(), '--demo', '-d', "$dir/text");
	is slurp("$dir/text/docket.db"), 'x' x 5000, 'which stays as it is';
	{
		local $clean{TMPDIR} = "$dir/cgi";
		refused(1, qr/or be in the data directory; set TMPDIR/,
		    'temporary files beside the data', @on);
		local $clean{TMPDIR} = "$dir/" . 't' x 100;
		mkdir $clean{TMPDIR} or die;
		refused(1, qr/\.sock: File name too long/,
		    'a path too long for a socket', @on, '-m', 'fastcgi');
		# That of the readers just fits, the other is longer by one.
		my ($path) = Docket->spawn(\%clean, '', build() .
		    '/bin/docket-serve', @on, '-m', 'fastcgi')->{err} =~
		    /(\/\S+\.sock): File/;
		$clean{TMPDIR} = "$dir/" . 't' x (100 - (length($path) - 107));
		mkdir $clean{TMPDIR} or die;
		refused(1, qr{/write\.sock: File name too long},
		    'and one that is for the second', @on, '-m', 'fastcgi');
	}
	my $conf = write_file("$dir/a\"b", '');
	refused(1, qr/a"b: a path must not have " or/,
	    'a quote in the path of the settings', @on, '-c', $conf);
	local $clean{DOCKET_ACCESS_LOG} = "$dir/a\"b";
	refused(1, qr/DOCKET_ACCESS_LOG must not have " or/,
	    'a quote in a setting', @on);
};

# A server that answers so, whatever it is asked.
subtest 'other servers are not healthy' => sub {
	for my $answer ('', "HTTP/1.0 503 No\r\n\r\n", "220 mail\r\n") {
		my $s = IO::Socket::INET->new(Listen => 1,
		    LocalAddr => '127.0.0.1') or die;
		my $kid = beside(sub {
			my $c = $s->accept;
			sysread $c, my $asked, 100;
			syswrite $c, $answer;
			return 1;
		});
		refused(1, qr/no healthy service/, "it answers '$answer'",
		    '--healthy', '-p', $s->sockport);
		ended($kid);
	}
};

subtest 'docket-wait runs unless the settings forbid it' => sub {
	for (['nothing', '', {}, 1], ['on', "wait = on\n", {}, 1],
	    ['auto', "wait = auto\n", {}, 1], ['off', "wait = off\n", {}, 0],
	    ['off in the environment', '', { DOCKET_WAIT => 'off' }, 0]) {
		my ($name, $text, $env, $want) = @$_;
		for my $mode (qw(cgi fastcgi)) {
			local @clean{keys %$env} = values %$env;
			my $port = free_port();
			my ($pid) = start(build() . '/bin', $port, '-d', "$dir/$mode",
			    '-c', write_file("$dir/conf", $text), '-m', $mode);
			my ($told) = `curl -s http://127.0.0.1:$port/api/v1/service`
			    =~ /"wait":(\w+)/;
			my @run = grep { slurp("/proc/$_/cmdline") =~ /docket-wait/ }
			    map { children($_) } children($pid);
			is_deeply [$told, scalar @run], [$want ? 'true' : 'false',
			    $want], "$name, $mode";
			kill 'TERM', $pid;
			waitpid $pid, 0;
		}
	}
};

subtest 'what ends it, and what does not' => sub {
	my $conf = write_file("$dir/conf", "wait = on\n");
	my $port = free_port();
	my ($pid) = start(build() . '/bin', $port, '-d', "$dir/fastcgi", '-c',
	    $conf, '-m', 'fastcgi', '--no-keeper', '--no-www');
	my $lighttpd = sub { (grep { slurp("/proc/$_/comm") eq "lighttpd\n" }
	    children($pid))[0] };
	my $keeps = sub { scalar grep { (readlink // '') =~ /docket\.db$/ }
	    glob "/proc/$pid/fd/*" };
	is $keeps->(), 0, '--no-keeper: it has no connection to the database';
	kill 'HUP', $pid;
	sleep 0.3;
	is ready($port) =~ /status/, 1, 'SIGHUP does not';
	kill 'KILL', $lighttpd->();
	waitpid $pid, 0;
	is $? >> 8, 1, 'a server that was killed does';
	like slurp("$dir/err"), qr/lighttpd was killed by signal 9/,
	    'with a message';
	($pid) = start(build() . '/bin', $port, '-d', "$dir/fastcgi", '-c',
	    write_file("$dir/conf", "wait = off\n"), '-m', 'fastcgi');
	my ($workers) = grep { slurp("/proc/$_/comm") eq "docket.fcgi\n" }
	    children($pid);
	kill 'KILL', $workers;
	waitpid $pid, 0;
	is $? >> 8, 1, 'workers that were killed do, too';
	like slurp("$dir/err"), qr/docket\.fcgi was killed by signal 9/,
	    'with their name';
	($pid) = start(build() . '/bin', $port, '-d', "$dir/cgi");
	is $keeps->(), 1, 'otherwise it has one';
	kill 'TERM', $lighttpd->();
	waitpid $pid, 0;
	is $?, 0, 'a server that has been told to end, too';
};

subtest 'only errors' => sub {
	my $port = free_port();
	my ($pid, $out) = start(build() . '/bin', $port, '-d', "$dir/cgi", '-q');
	HTTP::Tiny->new->post("http://127.0.0.1:$port/api/v1/sessions", {
	    headers => { 'Content-Type' => 'application/json' }, content =>
	    '{"email":"ada@example.org","password":"not the right one"}' });
	for (1 .. 1200) {
		last if slurp("$dir/err") =~ /\n/;
		sleep 0.05;
	}
	end($pid, 'quiet');
	is slurp("$dir/out"), '', 'nothing is said';
	like slurp("$dir/err"), qr/^[^\n]*sign-in[^\n]*\n\z/, 'but what goes wrong';
};

# What servers are configured from is what the service serves.
my $fcgi = build() . '/cgi-bin/docket.fcgi';
is(Docket->spawn(\%clean, '', $fcgi, '--routes')->{out},
    slurp(build() . '/routes'), '--routes prints the table of routes');
isnt(Docket->spawn(\%clean, '', 'sh', '-c', "$fcgi --routes >/dev/full")
    ->{status}, 0, 'a failed write of --routes is an error');

subtest 'in a container' => sub {
	my $port = free_port();
	my $healthy = sub {
		return Docket->spawn(\%clean, '', build() .
		    '/bin/docket-serve', '-p', $port, '--healthy');
	};
	my $none = $healthy->();
	is $none->{status}, 1, '--healthy fails without a service';
	like $none->{err}, qr/no healthy service on port $port of 127/,
	    'with a message';
	my $to = "$dir/backups";
	mkdir $to or die;
	my @args = ('-d', "$dir/cgi", '--jobs', '--backups', $to);
	my $kept = sub { return scalar(() = glob "$to/*.db") };

	my ($pid) = start(build() . '/bin', $port, @args);
	is $healthy->()->{status}, 0, '--healthy succeeds with a service';
	sleep 2;
	is $kept->(), 0, 'a recent change of the directory: no backup is made';
	end($pid, 'backups');
	utime time - 90000, time - 90000, $to or die;
	($pid) = start(build() . '/bin', $port, @args);
	for (1 .. 200) {
		last if $kept->();
		sleep 0.05;
	}
	is $kept->(), 1, 'an old directory: a backup is made at the start';
	end($pid, 'with a backup');
	# Without a settings file, and with nowhere to put a backup.
	delete local $clean{DOCKET_CONF};
	local $clean{DOCKET_WAIT} = 'on';
	($pid) = start(build() . '/bin', $port, '-d', "$dir/cgi", '--jobs',
	    '--backups', "$dir/nowhere", '-m', 'fastcgi');
	is $healthy->()->{status}, 0, 'a service of defaults';
	end($pid, 'no settings');
};

# Programs that say that they run, by a clock that the test sets.
subtest 'the schedule' => sub {
	my $copy = tempdir(CLEANUP => 1);
	system 'cp', '-R', map({ build() . "/$_" } qw(bin cgi-bin routes)), $copy;
	for (qw(remind mail cleanup backup)) {
		unlink "$copy/bin/docket-$_";
		write_file("$copy/bin/docket-$_", "#!/bin/sh\n" .
		    "echo \$* >$copy/$_-args\necho $_ >>$copy/ran\n");
		chmod 0755, "$copy/bin/docket-$_";
	}
	my ($lib) = glob '/usr/lib/*/faketime/libfaketime.so.1';
	local @clean{qw(LD_PRELOAD FAKETIME_TIMESTAMP_FILE FAKETIME_NO_CACHE
	    NO_FAKE_STAT DOCKET_SANDBOX)} = ($lib, "$copy/offset", 1, 1, 'off');
	my $day = 86400 * (1 + int time / 86400);
	my $set = sub {
		write_file("$copy/offset.new", '+' .
		    ($day + 3600 * 3 + 60 * $_[0] + 5 - time));
		rename "$copy/offset.new", "$copy/offset" or die;
	};
	my $times = sub { return scalar(() = slurp("$copy/ran") =~ /^$_[0]$/mg) };
	# How often cleanup and backup have run, once those expected have.
	my $next = sub {
		my ($minute, $wanted) = @_;
		my ($had, $ran) = ($times->('remind'), '');
		$set->($minute);
		for (1 .. 1200) {
			$ran = join ' ', map { $times->($_) } qw(cleanup backup);
			last if $times->('remind') > $had && $ran eq $wanted;
			sleep 0.05;
		}
		return $ran;
	};
	mkdir "$copy/backups";
	# One was made lately.
	utime $day, $day, "$copy/backups";
	write_file("$copy/ran", '');
	$set->(15);
	my $port = free_port();
	my ($pid) = start("$copy/bin", $port, '-d', "$dir/cgi", '--jobs',
	    '--backups', "$copy/backups");
	for (1 .. 1200) {
		last if $times->('remind') && $times->('cleanup');
		sleep 0.05;
	}
	is $times->('cleanup'), 1, 'at the start the cleanup runs';
	is $next->(16, '1 0'), '1 0', 'a minute later only what is of each minute';
	is $next->(17, '2 0'), '2 0', 'at 3:17 the cleanup';
	is $next->(18, '2 0'), '2 0', 'once';
	is $next->(47, '2 1'), '2 1', 'at 3:47 a backup';
	is $times->('mail'), 0, 'without smtp-url no mail is sent';
	like slurp("$copy/remind-args"), qr/ --for=55$/, 'reminders for 55 s';
	like slurp("$copy/backup-args"), qr{ --keep=14 \Q$copy\E/backups$},
	    'the newest backups stay';
	end($pid, 'the schedule');
};

subtest 'messages to systemd' => sub {
	my $port = free_port();
	my $at = IO::Socket::UNIX->new(Type => SOCK_DGRAM,
	    Local => "$dir/notify") or die;
	local @clean{'NOTIFY_SOCKET', 'WATCHDOG_USEC'} =
	    ("$dir/notify", 300000);
	my ($pid, $out) = start(build() . '/bin', $port, '-d', "$dir/fastcgi",
	    '-m', 'fastcgi');
	# What comes within so many seconds.
	my $hears = sub {
		my ($what, $seconds) = @_;
		my $end = time + $seconds;
		while (time < $end) {
			next if !IO::Select->new($at)->can_read(0.1);
			$at->recv(my $said, 100);
			return 1 if $said eq $what;
		}
		return 0;
	};
	ok $hears->('READY=1', 30), 'READY is sent';
	ok $hears->('WATCHDOG=1', 30), 'WATCHDOG is sent while it answers';
	my ($lighttpd) = grep { slurp("/proc/$_/comm") eq "lighttpd\n" }
	    children($pid);
	kill 'STOP', $lighttpd;
	# What was asked before may still be answered, and said.
	$hears->('nothing', 1);
	ok !$hears->('WATCHDOG=1', 2), 'not while it hangs';
	kill 'CONT', $lighttpd;
	ok $hears->('WATCHDOG=1', 30), 'again when it answers';
	end($pid, 'told');
	ok $hears->('STOPPING=1', 1), 'STOPPING is sent';
};

# Such a name begins with a NUL, written as "@".
subtest 'messages to systemd by an abstract name' => sub {
	my $name = "docket-serve-test-$$";
	my $at = IO::Socket::UNIX->new(Type => SOCK_DGRAM,
	    Local => "\0$name") or die;
	my @args = (build() . '/bin', free_port(), '-d', "$dir/cgi");
	local $clean{NOTIFY_SOCKET} = "\@$name";
	my ($pid) = start(@args);
	ok(IO::Select->new($at)->can_read(10), 'a message comes');
	$at->recv(my $said, 100);
	is $said, 'READY=1', 'READY is sent';
	end($pid, 'abstract');
	local @clean{'NOTIFY_SOCKET', 'WATCHDOG_USEC'} = ('x' x 200, 600_000_000);
	($pid) = start(@args);
	end($pid, 'a name that is too long');
};

subtest 'a certificate' => sub {
	my ($lib) = glob '/usr/lib/*/faketime/libfaketime.so.1';
	my $made = sub {
		my ($from, $days) = @_;
		is(Docket->spawn({ PATH => $ENV{PATH}, LD_PRELOAD =>
		    $lib, FAKETIME => $from }, '', 'openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt',
		    'ec_paramgen_curve:P-256', '-nodes', '-days', $days,
		    '-subj', '/CN=x', '-keyout', "$dir/key.pem", '-out',
		    "$dir/cert.pem")->{status}, 0, "a certificate of $from");
		my ($pid) = start(build() . '/bin', free_port(), '-d',
		    "$dir/fastcgi", '--certificate', "$dir/cert.pem", '--key',
		    "$dir/key.pem");
		my $said = slurp("$dir/err");
		end($pid, $from);
		return $said;
	};
	like $made->($_, 5), qr/cert\.pem has expired: .*Renew it/,
	    "that it has expired is said, $_" for '-10d', '-121h';
	like $made->('+10d', 5), qr/cert\.pem is not valid yet/,
	    'also that it is not valid yet';
	like $made->('-1d', 10), qr/cert\.pem expires soon \(days left: [89]\): renew/,
	    'and that it soon expires';
	unlike $made->('-1d', 90), qr/cert\.pem/, 'of another nothing is said';
	is(Docket->spawn({ PATH => $ENV{PATH} }, '', 'openssl', 'ecparam',
	    '-name', 'prime256v1', '-genkey', '-out', "$dir/other.pem")
	    ->{status}, 0, 'another key');
	refused(2, qr/other\.pem is not that of the certificate in \S+cert\.pem/,
	    'which is not its key', '-p',
	    free_port(), '-d', "$dir/fastcgi", '--certificate', "$dir/cert.pem",
	    '--key', "$dir/other.pem");
	write_file("$dir/cert.pem", "no certificate\n");
	my $r = Docket->spawn(\%clean, '', build() . '/bin/docket-serve', '-d',
	    "$dir/fastcgi", '--certificate', "$dir/cert.pem");
	is $r->{status}, 2, 'another file is refused';
	like $r->{err}, qr/cert\.pem has no certificate in PEM form/,
	    'with a message';
};

subtest 'an installation' => sub {
	my $to = "$dir/usr";
	my @san = build() =~ m{/san$} ? 'SAN=address,undefined' : ();
	my $make = Docket->spawn({ PATH => $ENV{PATH} }, '', 'make', '-s', '-C',
	    top(), @san, "PREFIX=$to", 'install');
	is $make->{status}, 0, 'make install succeeds' or diag $make->{err};
	my $port = free_port();
	my ($pid, $out) = start("$to/bin", $port, '--demo', '-d', "$dir/i");
	like paste($out), qr/"title":"Home"/, 'it serves';
	end($pid, 'installed');
	ok -e "$to/share/man/man8/docket-serve.8", 'with its man pages';
	for (qw(lighttpd.conf apache.conf apache-sso.conf nginx.conf)) {
		my $text = slurp("$to/share/docket/$_");
		unlike $text, qr/\@\w+\@|\@each/, "$_ is filled in";
		like $text, qr{\Q$to/libexec/docket\E}, "$_ has its paths"
		    if $_ ne 'apache-sso.conf';
	}
	ok -s "$to/share/docket/$_", $_ for qw(docket-lighttpd.service
	    nginx-proxy.conf apache-proxy.conf lighttpd-proxy.conf Caddyfile
	    fail2ban.conf prometheus-alerts.yml);
	for ('share/docket/docket.cron',
	    'lib/systemd/system/docket-fcgi.service') {
		my $text = slurp("$to/$_");
		unlike $text, qr{/usr/local}, "$_ has no other prefix";
		like $text, qr{\Q$to\E/}, "$_ has this one";
	}
	my $other = "$to/bin/mine";
	open my $mine, '>', $other or die;
	close $mine;
	is(Docket->spawn({ PATH => $ENV{PATH} }, '', 'make', '-s', '-C',
	    top(), @san, "PREFIX=$to", 'uninstall')->{status}, 0,
	    'make uninstall succeeds');
	my @left = grep { -f } split /\n/, `find $to -type f`;
	is_deeply \@left, [$other], 'none of its files is left, and no other file is removed';
	ok -e "$dir/i/docket.db", 'the data stay';
};

# A program that cannot be run: lighttpd asks docket.fcgi for the answer.
{
	my $copy = tempdir(CLEANUP => 1);
	system 'cp', '-R', map({ build() . "/$_" } qw(bin cgi-bin routes)), $copy;
	chmod 0, "$copy/cgi-bin/lists";
	my $free = free_port();
	my ($pid) = start("$copy/bin", $free, '-d', "$dir/data", '--demo', '--no-www');
	my $r = HTTP::Tiny->new->get("http://127.0.0.1:$free/api/v1/lists");
	is "$r->{status} $r->{headers}{'content-type'}",
	    '500 application/problem+json', 'a program that cannot be run';
	end($pid, 'and then');
	# The same in the places of an installation, and a demo there.
	mkdir "$copy/libexec";
	rename "$copy/cgi-bin", "$copy/libexec/docket" or die;
	rename "$copy/routes", "$copy/libexec/docket/routes" or die;
	for my $www ('', "$copy/share/docket/www", "$copy/www") {
		system 'mkdir', '-p', $www and die if $www;
		write_file("$www/index.html", "a page\n") if $www;
		my $out;
		($pid, $out) = start("$copy/bin", $free, '--demo');
		my $page = HTTP::Tiny->new->get("http://127.0.0.1:$free/");
		is $page->{content} =~ /^a page$/, $www ne '', 'a web app: '
		    . ($www || 'none');
		end($pid, 'installed');
	}
	ok -e "$copy/libexec/demo/docket.db", 'its data is beside the programs';
	system 'rm', '-r', "$copy/libexec";
	like(Docket->spawn(\%clean, '', "$copy/bin/docket-serve", '-p', $free,
	    @$_)->{err}, qr/cannot find the CGI programs/, "without programs: @$_")
	    for [], ['--demo'];
}
done_testing;
