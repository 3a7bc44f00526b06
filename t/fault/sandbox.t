# What a compromised program could do: nothing.  t/lib/probe.c tries, from
# within the real programs.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;
use Web;

my $sanitized = build() =~ m{/san$};	# such builds enter no sandbox
my $probe = build() . '/t/probe.so';
my $d = Docket->new;
my $data = $d->{data};

# A program of cgi-bin or bin with the probe in it: name of what it tried =>
# "refused", "reached", "works" or "fails".
sub probe {
	my ($when, $program, $args, %set) = @_;
	my $dir = File::Temp::tempdir(CLEANUP => 1);
	mkdir "$dir/$_" for qw(data data/files outside given);
	write_file("$dir/$_", '{}') for qw(data/file outside/file outside/gone);
	symlink "$dir/outside/file", "$dir/data/link" or die $!;
	system 'cp', "$data/docket.db", "$dir/data";
	my (undef, $env) = $d->cgi_environment('GET', '/lists');
	%$env = (%$env, DOCKET_DATA => "$dir/data", DOCKET_SANDBOX => 'on',
	    LD_PRELOAD => $probe, PROBE => $when,
	    PROBE_OUTSIDE => "$dir/outside", PROBE_GIVEN => "$dir/given", %set);
	my $r = $d->spawn($env, '', '/bin/sh', '-c', 'exec "$0" "$@" 9<"$HOME"',
	    build() . "/$program", map { s{^DIR}{$dir}r } @{$args // []})
	    if local $ENV{HOME} = $env->{HOME} = '/dev/null';
	return { map { reverse split /\t/ } grep { /\t/ }
	    split /\n/, $r->{out} }, $r;
}

sub reached {
	my ($is) = @_;
	return [sort grep { $is->{$_} eq 'reached' } keys %$is];
}

sub failed {
	my ($is) = @_;
	return [sort grep { $is->{$_} eq 'fails' } keys %$is];
}

my ($bare) = probe('start', 'cgi-bin/lists');
cmp_ok scalar(@{reached($bare)}), '>=', 40,
    'without a sandbox the probe reaches forty things';
is_deeply failed($bare), [], 'and everything works';

my @batch = ('is it a terminal', 'use what was left open');
my @net = (@batch, 'a socket of IPv4', 'a socket of IPv6', 'a netlink socket',
    'connect nothing', 'bind', 'connect to the port of the settings',
    landlock() < 4 ? 'connect to another port' : ());
my $told = 'write to the path it was given';
my %sign_on = (DOCKET_OIDC_ISSUER => 'http://127.0.0.1:2525',
    DOCKET_OIDC_CLIENT_ID => 'docket', DOCKET_BASE_URL => 'http://localhost');
my @profiles = (
	# It has a process with a network.
	['cgi-bin/oidc', [], [], %sign_on],
	['cgi-bin/lists'], ['cgi-bin/attachments'], ['cgi-bin/docket.fcgi'],
	['bin/docket-cleanup', [], [@batch]],
	['bin/docket-export', ['--all', '-o', 'DIR/given/x'], [@batch, $told]],
	['bin/docket-backup', ['DIR/given'], [@batch, $told]],
	['bin/docket-import', ['-u', 'ada@example.org', 'DIR/outside/file'],
	    [@batch]],
	['bin/docket-wait', []],
	['bin/docket-mail', [], [@net], DOCKET_SMTP_URL =>
	    'smtp://127.0.0.1:2525', DOCKET_MAIL_FROM => 'd@example.org'],
	['bin/docket-remind', [], [@net], DOCKET_PUSH_ALLOW =>
	    '127.0.0.1:2525'],
);

for (@profiles) {
	last if $sanitized || !landlock();
	my ($program, $args, $may, %set) = @$_;
	my ($is, $r) = probe('sandbox', $program, $args, %set);
	is keys %$is, keys %$bare, "$program tries all" or diag $r->{err};
	is_deeply reached($is), [sort @{$may // []}],
	    '... reaches only what it needs';
	is_deeply failed($is), [], '... which works';
}

# The process of the program oidc that has the network has nothing else.
if (!$sanitized && landlock()) {
	my ($is, $r) = probe('helper', 'cgi-bin/oidc', [], %sign_on);
	is keys %$is, keys %$bare, 'the process that has the network tries all'
	    or diag $r->{err};
	is_deeply reached($is), [sort grep { $_ ne 'use what was left open' }
	    @net], '... reaches only what it needs';
	is_deeply failed($is), ['make a directory', 'make a file',
	    'read /dev/urandom', 'read a time zone', 'read the data', 'remove',
	    'rename', 'sync the directory'], '... and nothing of the data';
}

# Somebody who has a program do what they like writes what lighttpd is to run.
for my $mode (qw(cgi fastcgi)) {
	last if $sanitized || !landlock();
	subtest "the server's settings, $mode" => sub {
		my $web = Web->new($d, '-m', $mode);
		my ($lighttpd) = split ' ', slurp(
		    "/proc/$web->{pid}/task/$web->{pid}/children");
		my ($conf) = slurp("/proc/$lighttpd/cmdline") =~ /-f\0([^\0]+)/;
		my $proof = "$data/proof.$mode";
		my (undef, $env) = $d->cgi_environment('GET', '/lists');
		my $r = $d->spawn({ %$env, DOCKET_SANDBOX => 'on', LD_PRELOAD =>
		    $probe, PROBE => 'escape', PROBE_FILE => $conf, PROBE_TEXT =>
		    qq(include_shell "touch $proof"\n) }, '',
		    build() . '/cgi-bin/lists');
		is $r->{out}, "Permission denied\n",
		    'the configuration cannot be written';
		# It reads them again; with workers only once these have ended.
		kill 'USR1', $lighttpd if $mode eq 'cgi';
		for (1 .. $mode eq 'cgi' ? 100 : 0) {
			last if -e $proof ||
			    (() = slurp("$data/err") =~ /server started/g) == 2;
			select undef, undef, undef, 0.1;
		}
		ok !-e $proof, 'the server runs nothing of it';
		like $web->ask('GET', '/api/v1/health')->{body}, qr/ok/,
		    'and continues to serve';
		my ($run) = $conf =~ m{(.*)/};
		is((stat $run)[2] & 0777, 0700, 'the directory is private');
		is $web->stop, 0, 'docket-serve ends';
		ok !-e $run, 'and removes the directory';
	};
}

subtest 'a folder that docket-serve refuses' => sub {
	my $port = free_port();
	my $r = $d->with(env => { %{$d->{env}}, TMPDIR => $data })
	    ->run('docket-serve', '-p', $port);
	is $r->{status}, 1,
	    'a temporary directory in the data directory is refused';
	like $r->{err}, qr/in the data directory; set TMPDIR/, 'with a message';
};

subtest 'a kernel without Landlock' => sub {
	my (undef, $env) = $d->cgi_environment('GET', '/health');
	my %without = (LD_PRELOAD => $probe, PROBE => 'without');
	my $status = build() . '/cgi-bin/status';
	my $r = $d->spawn({ %$env, %without, DOCKET_SANDBOX => 'on' }, '',
	    $status);
	like $r->{out}, qr/^Status: 503/, 'the service answers 503';
	like $r->{err}, qr/no sandbox: the kernel or this container offers no Landlock .*; or set sandbox = try/,
	    'and says what to do';
	for (qw(try off)) {
		$r = $d->spawn({ %$env, %without, DOCKET_SANDBOX => $_ }, '',
		    $status);
		like $r->{out}, qr/^Status: 200/, "unless sandbox = $_";
	}
	my ($is) = probe('sandbox without', 'cgi-bin/lists', [],
	    DOCKET_SANDBOX => 'try');
	is $is->{$_}, 'refused', "with try: not $_"
	    for 'fork', 'execute', 'a socket of IPv4', 'much memory';
	is $is->{'read /etc/passwd'}, 'reached', 'with try, files can be read';
	my $on = { %{$d->{env}}, %without, DOCKET_SANDBOX => 'on' };
	my $port = free_port();
	for (['docket-cleanup'], ['docket-serve', '-p', $port]) {
		$r = $d->with(env => $on)->run(@$_);
		is $r->{status}, 1, "$_->[0] ends";
		like $r->{err}, qr/no sandbox: .* sandbox = try/,
		    'the message names sandbox = try';
	}
	$r = $d->with(env => $on)->run('docket-admin', 'check');
	is $r->{status}, 1, 'docket-admin check fails';
	like $r->{out}, qr/^FAULT: the service refuses to run: the kernel or this container offers no Landlock/m,
	    'and names it';
	$on->{DOCKET_SANDBOX} = 'try';
	$r = $d->with(env => $on)->run('docket-admin', 'check');
	like $r->{out}, qr/^Advice: sandbox = try, and part of the sandbox is missing/m,
	    'with try it is advice';
	for (qw(cgi fastcgi)) {
		my $web = Web->new($d->with(env => $on), '-m', $_);
		like $web->ask('GET', '/api/v1/health')->{body}, qr/ok/,
		    "docket-serve has sandbox = try for its programs: $_";
	}
	# As a newcomer has it: nothing is set.
	delete $on->{DOCKET_SANDBOX};
	$d->sql('UPDATE state SET reminded_at = 0');
	my $web = Web->new($d->with(env => $on), '--demo');
	like $web->ask('GET', '/api/v1/health')->{body}, qr/ok/,
	    'a demo works';
	for (1 .. 300) {
		last if $d->sql('SELECT reminded_at FROM state') > 0;
		select undef, undef, undef, 0.1;
	}
	cmp_ok $d->sql('SELECT reminded_at FROM state'), '>', 0,
	    'its batch programs run, too';
	is scalar(() = slurp("$data/err") =~ /no sandbox: the kernel/g), 1,
	    'and it is reported once';
} unless $sanitized;

subtest 'docket-admin check reports the sandbox' => sub {
	my $run = sub {
		$d->with(env => { %{$d->{env}}, DOCKET_SANDBOX => $_[0] })
		    ->run('docket-admin', 'check')->{out};
	};
	like $run->('on'), qr/^Sandbox: Landlock [1-9], system calls, limits/m,
	    'on: what is in force' if landlock();
	like $run->('off'), qr/^Advice: sandbox = off:/m, 'off: advice';
};

# Where in its memory another process has these bytes.
sub in_memory {
	my ($pid, $bytes) = @_;
	no warnings 'portable';
	my @found;
	open my $mem, '<:raw', "/proc/$pid/mem" or die "$pid: $!";
	for (split /\n/, slurp("/proc/$pid/maps")) {
		my ($from, $to, $what) = /^(\w+)-(\w+) r\S+ \S+ \S+ \d+ *(.*)/
		    or next;
		sysseek $mem, hex $from, 0 or next;
		defined sysread $mem, my $all, hex($to) - hex $from or next;
		push @found, $what if index($all, $bytes) >= 0;
	}
	return \@found;
}

# A real program, as the kernel sees it once it has begun to read.  The mail
# server's password is in the file, and once another in the environment.
my $secret = File::Temp->new;
print $secret "smtp-url = smtp://u:hunter2\@127.0.0.1:25\n";
close $secret;
for my $set ({}, { DOCKET_SMTP_URL => 'smtp://u:hunter2@127.0.0.1:25' }) {
subtest 'a CGI program that waits for its body' => sub {
	my $ada = $d->user('ada' . keys(%$set) . '@example.org');
	my $body = '{"id":"' . uuid() . '","title":"L"}';
	my (undef, $env) = $ada->cgi_environment('POST', '/lists', $body,
	    'Content-Type' => 'application/json',
	    Authorization => "Bearer $ada->{token}");
	pipe my $in, my $to or die $!;
	my $out = File::Temp->new;
	# What a careless server leaves open.
	open my $leak, '<', '/etc/passwd' or die $!;
	fcntl $leak, 2, 0;
	my $pid = fork // die $!;
	if ($pid == 0) {
		%ENV = (%$env, DOCKET_CONF => "$secret", %$set);
		close $to;
		open STDIN, '<&', $in;
		open STDOUT, '>&', $out;
		exec build() . '/cgi-bin/lists';
	}
	syswrite $to, substr $body, 0, 1, '';
	# FIONREAD: until the byte has been taken.
	for (1 .. 3000) {
		ioctl $in, 0x541b, my $left = pack 'i', 0;
		last if unpack('i', $left) == 0;
		select undef, undef, undef, 0.01;
	}
	my %is = map { /^(\w+):\s+(.*)/ } split /\n/,
	    slurp("/proc/$pid/status");
	my %limit = map { /^(Max [a-z ]+?)\s{2,}(\S+)/ } split /\n/,
	    slurp("/proc/$pid/limits");
	my $timers = -e "/proc/$pid/timers" && slurp("/proc/$pid/timers");
	my @open = map { readlink } glob "/proc/$pid/fd/*";
	is_deeply in_memory($pid, 'hunter2'), [],
	    'it does not have the mail server\'s password';
	isnt @{in_memory($pid, 'smtp://')}, 0, '... which would be found';
	syswrite $to, $body;
	close $to;
	waitpid $pid, 0;
	unless ($sanitized) {
		is $is{NoNewPrivs}, 1, 'it can gain no privileges';
		is $is{Seccomp}, 2, 'system calls are filtered';
		is $limit{'Max open files'}, 64, 'few files can be open';
		is $limit{'Max core file size'}, 0, 'there are no core dumps';
		is $limit{'Max file size'}, 256 << 30, 'files are limited';
		is $limit{'Max address space'}, 512 << 20, 'memory is limited';
		is $limit{'Max cpu time'}, 120, 'processor time is limited';
		like $timers, qr{^signal: 9/}m, 'a timer ends it' if $timers;
	}
	is_deeply [grep { /passwd/ } @open], [],
	    'inherited descriptors are closed';
	is $?, 0, 'it exits with 0';
	like slurp("$out"), qr/^Status: 201/, 'and answers';
};
}

subtest 'a limit of the file size' => sub {
	my $eve = $d->user('grow@example.org');
	for my $sandbox (qw(on off)) {
		my ($body, $env) = ('{"id":"' . uuid() . '","title":"' .
		    'x' x 200 . '"}');
		(undef, $env) = $eve->cgi_environment('POST', '/lists', $body,
		    'Content-Type' => 'application/json',
		    Authorization => "Bearer $eve->{token}");
		my $r = $d->spawn({ %$env, DOCKET_SANDBOX => $sandbox }, $body,
		    '/bin/sh', '-c', 'ulimit -f 1; exec "$0"',
		    build() . '/cgi-bin/lists');
		is $r->{signal}, 0, "sandbox = $sandbox: no end by a signal";
		like $r->{out}, qr/^Status: 50[037]/, 'the request is refused';
	}
	is $eve->post('/lists', { id => uuid(), title => 'L' })->{status}, 201,
	    'then the service works again';
};

subtest 'syslog in the sandbox' => sub {
	my (undef, $env) = $d->cgi_environment('GET', '/health');
	my $trace = File::Temp->new;
	$d->spawn({ %$env, DOCKET_LOG => 'syslog' }, '', '/usr/bin/strace',
	    '-o', "$trace", '-e', 'trace=connect,prctl',
	    build() . '/cgi-bin/status');
	like slurp("$trace"), qr{connect\(.*/dev/log.*PR_SET_SECCOMP}s,
	    'it is opened before sockets are given up';
} unless $sanitized;

subtest 'a search that sorts more than fits in memory' => sub {
	my $eve = $d->user('eve@example.org');
	my $l = uuid();
	$eve->post('/lists', { id => $l, title => 'L' });
	my $words = join ' ', map { "word$_ common" } 1 .. 600;
	for (1 .. 120) {
		my $t = uuid();
		$eve->post("/lists/$l/tasks", { id => $t, title => "T $_" });
		$eve->patch("/lists/$l/tasks/$t", { notes => "$_ $words" });
	}
	my $r = $eve->get('/search?q=common&limit=1000');
	is $r->{status}, 200, 'it succeeds';
	is @{$r->{json}{items}}, 120, 'and finds all tasks';
};
done_testing;
