# docket-admin check: each fault, and what there is no fault in.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Admin;
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();
use Server;
use Test::More;

# A fault planted, and what check says of it: a pattern, and its status.
my %faults = (
	'a missing file' => [qr/FAULT: \S+files\S+: No such file/, sub {
		my ($d) = @_; unlink glob "$d->{data}/files/*/*" }],
	'a file cut off' => [qr/FAULT: \S+: its size differs/, sub {
		my ($d) = @_; truncate +(glob "$d->{data}/files/*/*")[0], 3 }],
	'changed bytes' => [qr/FAULT: \S+: its content differs from what was uploaded/,
	    sub { my ($d) = @_; open my $out, '+<',
		(glob "$d->{data}/files/*/*")[0] or die; print $out 'X' },
		'--deep'],
	'an open directory' => [qr/FAULT: .* accessible to other users \(mode 755\)/,
	    sub { my ($d) = @_; chmod 0755, $d->{data} }],
	'an open database' => [qr/FAULT: .* accessible to other users \(mode 644\)/,
	    sub { my ($d) = @_; chmod 0644, "$d->{data}/docket.db" }],
	'a task out of the feed' => [qr/FAULT: missing from the feed of changes: 1 \(tasks\)/,
	    sub { my ($d) = @_; $d->sql('DELETE FROM feed WHERE kind = 2') }],
	'a step that is no more in the feed' => [qr/FAULT: in the feed without a record: 1 \(steps\)/,
	    sub { my ($d) = @_; $d->sql('DELETE FROM step') }],
	'a member out of the feed' => [qr/FAULT: missing from the feed of changes: 1 \(members\)/,
	    sub { my ($d) = @_; $d->sql('DELETE FROM feed WHERE kind = 9') }],
	'a task without its words' => [qr/FAULT: the words for search differ from the tasks, in lists: 1\..*\n +Run docket-admin reindex/,
	    sub { my ($d) = @_; $d->sql("DELETE FROM word WHERE word = 't'") },
	    'reindex'],
	'words of no task' => [qr/FAULT: the words for search .*: 1/, sub {
		my ($d) = @_; $d->sql("INSERT INTO word SELECT number, 'x',
		    -99, 1 FROM list") }, 'reindex'],
	'words of no list' => [qr/FAULT: the words for search .*: 0/, sub {
		my ($d) = @_; $d->sql("INSERT INTO word VALUES (99, 'x', 1, 1)")
		}, 'reindex'],
	'counts that are wrong' => [qr/FAULT: the counts .* of lists and users: 2/,
	    sub { my ($d) = @_; $d->sql('UPDATE list SET tasks = tasks + 5;
		UPDATE user SET text = 1 WHERE text > 0') }, 'reindex'],
	'a clock set back' => [qr/FAULT: the clock is (?:2 hours|119 minutes) behind/,
	    sub { my ($d) = @_; $d->sql('UPDATE state SET
		last_stamp = last_stamp + 7200000000') }],
	'stamps beyond the last' => [qr/FAULT: some changes are newer/,
	    sub { my ($d) = @_; $d->sql('UPDATE state SET last_stamp = 1') }],
	'reminders that go nowhere' => [qr/FAULT: docket-remind has never run/,
	    sub { my ($d, $u) = @_; $u->post('/me/push-subscriptions', {
		endpoint => 'https://push.example.org/1', keys => {
		p256dh => 'x', auth => 'y' } }) }],
	'reminders that have stopped' => [qr/FAULT: docket-remind has not run for 3\d minutes/,
	    sub { my ($d, $u) = @_; $u->post('/me/push-subscriptions', {
		endpoint => 'https://push.example.org/1', keys => {
		p256dh => 'x', auth => 'y' } }); $d->sql('UPDATE state SET
		reminded_at = (unixepoch() - 2000) * 1000000') }],
	'files that cannot be looked at' => [
	    qr/FAULT: \S+files: Too many levels of symbolic links/, sub {
		my ($d) = @_; rename "$d->{data}/files", "$d->{data}/kept";
		symlink 'files', "$d->{data}/files" }],
	'a broken page' => [qr/FAULT: the database is damaged/, sub {
		my ($d) = @_; my $n = $d->sql("SELECT rootpage FROM
		    sqlite_schema WHERE name = 'access_list'");
		my $size = $d->sql('PRAGMA page_size');
		open my $out, '+<', "$d->{data}/docket.db" or die;
		seek $out, ($n - 1) * $size + 8, 0;
		print $out "\xff" x ($size - 8) }],
	'a row that refers to none' => [qr/FAULT: .* refers to a missing row of list/,
	    sub { my ($d) = @_; $d->sql('PRAGMA foreign_keys = OFF;
		DELETE FROM list') }],
);
subtest 'check finds each fault' => sub {
	for my $name (sort keys %faults) {
		my ($like, $plant, $more) = @{$faults{$name}};
		my @deep = grep { $_ && /deep/ } $more;
		my $d = Docket->new;
		my $ada = $d->user('ada@example.org');
		my ($l, $t) = (uuid(), uuid());
		$ada->post('/lists', { id => $l, title => 'L' });
		$ada->post("/lists/$l/tasks", { id => $t, title => 'T' });
		$ada->upload($t, uuid(), "some text\n", 'a.txt');
		$ada->post("/tasks/$t/steps", { id => uuid(), title => 'S' });
		$ada->post("/lists/$l/members", { email => $d->user(
		    'bob@example.org')->{email} });
		unlike admin($d, 0, 'check', @deep)->{out}, qr/FAULT/,
		    'before the fault there is only advice';
		$plant->($d, $ada);
		like admin($d, 1, 'check', @deep)->{out}, $like, $name;
		next if ($more // '') ne 'reindex';
		admin($d, 0, 'reindex');
		admin($d, 0, 'check');
		is scalar @{$ada->get('/search?q=t')->{json}{items}}, 1,
		    'reindex corrects it';
		is admin($d, 0, 'reindex')->{out},
		    "Lists indexed again: 0.  Counts corrected: 0.\n",
		    'a second reindex changes nothing';
	}
	my $d = Docket->new;
	chmod 0, "$d->{data}/docket.lock";
	my $r = $d->spawn($d->{env}, '', 'setpriv', '--bounding-set=-all',
	    '--inh-caps=-all', build() . '/bin/docket-admin', 'check');
	like $r->{out}, qr/FAULT: \S+docket\.lock: Permission denied\.\n.*service's user\.\n.*^Faults: 1\./ms,
	    'a lock of another user is a fault, and the report is complete';
	chmod 0600, "$d->{data}/docket.lock";
	$d->sql('UPDATE state SET cleaned_at = (unixepoch() - 300000) * 1000000');
	like admin($d, 0, 'check')->{out},
	    qr/Advice: docket-cleanup has not run for 3 days/,
	    'a cleanup that has stopped is advice';
	mkdir "$d->{data}/files", 0700;
	mkdir "$d->{data}/files/ab", 0700;
	open my $out, '>', "$d->{data}/files/ab/" . 'c' x 62;
	like admin($d, 0, 'check')->{out},
	    qr/Advice: files without an attachment: 1,/,
	    'a file without an attachment is advice';
};

subtest 'check looks at the settings file' => sub {
	my $d = Docket->new;
	my ($dir, $n) = (tempdir(CLEANUP => 1), 0);
	# Of a file with that text, in that place, with that mode.
	my $said = sub {
		my ($text, $mode, $file) = @_;
		$file //= "$dir/" . ++$n;
		open my $out, '>', $file or die;
		print $out $text;
		close $out;
		chmod $mode, $file;
		my $r = $d->with(env => { %{$d->{env}},
		    DOCKET_CONF => $file })->run('docket-admin', 'check');
		unlink $file;
		return join '', grep { /\Q$file\E/ } split /^/, $r->{out};
	};
	my $secret = "smtp-url = smtp://u:hunter2\@127.0.0.1:1\n" .
	    "mail-from = d\@example.org\n";
	like $said->($secret, 0644), qr/^FAULT: \S+ contains a password and is readable by everybody \(mode 644\)\.$/,
	    'a password that others can read is a fault';
	is $said->($secret, 0640), '',
	    'a password that only a group can read is not';
	is $said->("smtp-url = smtp://127.0.0.1:1\nmail-from = d\@example.org\n",
	    0644), '', 'a file without a password can be readable';
	{
		local @{$d->{env}}{qw(DOCKET_SMTP_URL DOCKET_MAIL_FROM)} =
		    ('smtp://u:hunter2@127.0.0.1:1', 'd@example.org');
		is $said->("session-days = 7\n", 0644), '',
		    'nor one whose password comes from elsewhere';
	}
	mkdir "$d->{data}.conf" or die;
	is $said->('', 0600, "$d->{data}.conf/docket.conf"), '',
	    'a directory beside the data is another one';
	rmdir "$d->{data}.conf";
	like $said->('', 0646), qr/^FAULT: \S+ can be changed by everybody/,
	    'a file that everybody can write is a fault';
	like $said->('', 0600, "$d->{data}/docket.conf"),
	    qr/^FAULT: \S+ is in the data directory/,
	    'a file in the data directory is a fault';
	my %without = %{$d->{env}};
	delete $without{DOCKET_CONF};
	like $d->with(env => \%without)->run('docket-admin', 'check')->{out},
	    qr{^Advice: there is no /etc/docket/docket\.conf:}m,
	    'without a file there is advice' if !-e '/etc/docket/docket.conf';
	my %more = (DOCKET_BASEURL => 'x', DOCKET_ => 'y', DOCKETS => 'z');
	my $out = $d->with(env => { %{$d->{env}}, %more })
	    ->run('docket-admin', 'check')->{out};
	like $out, qr/^Advice: \Q$_\E in the environment is not a setting\.$/m,
	    $_ for 'DOCKET_BASEURL', 'DOCKET_';
	unlike $out, qr/DOCKET_(?:DATA|CONF|SANDBOX)|DOCKETS/,
	    'known variables and other names are not reported';
};

subtest 'check names files of another user' => sub {
	plan skip_all => 'only root can give files away' if $> != 0;
	my $d = Docket->new;
	my $dir = tempdir(CLEANUP => 1);
	my @as = qw(setpriv --reuid=65534 --regid=65534 --clear-groups);
	my $admin = "$dir/docket-admin";
	system 'cp', build() . '/bin/docket-admin', $admin;
	system 'cp', '-r', $d->{data}, "$dir/data";
	chmod 0755, $dir;
	system 'chown', '-R', '65534:65534', "$dir/data";
	plan skip_all => 'another user cannot run it'
	    if system("@as $admin --version >/dev/null 2>&1") != 0;
	my $said = sub {
		return Docket->spawn($d->{env}, '', @as, $admin, '-d',
		    "$dir/data", 'check')->{err};
	};
	for my $file ('/docket.db', '') {
		chown 0, 0, "$dir/data$file" or die;
		like $said->(), qr{^docket-admin:\ \Q$dir/data$file\E\ is\ owned
		    \ by\ UID\ 0;\ this\ program\ runs\ as\ UID\ 65534$}mx,
		    "data$file is named";
	}
	system 'chown', '-R', '65534:65534', "$dir/data";
	mkdir "$dir/data/files", 0700;
	chown 0, 0, "$dir/data/files" or die;
	like(Docket->spawn($d->{env}, '', @as, $admin, '-d', "$dir/data",
	    'check')->{out}, qr{^FAULT:\ \Q$dir/data/files\E\ is\ owned\ by
	    \ UID\ 0;}mx, 'so are the files');
	chown 65534, 65534, "$dir/data/files" or die;
	# As beside a service: there is a log already.
	open my $service, '|-', @as, 'sqlite3', "$dir/data/docket.db" or die;
	syswrite $service, ".output /dev/null\nSELECT count(*) FROM user;\n";
	select undef, undef, undef, 0.05 until -e "$dir/data/docket.db-shm";
	chmod 0500, "$dir/data" or die;
	like(Docket->spawn($d->{env}, '', @as, $admin, '-d', "$dir/data",
	    'check')->{out}, qr{^FAULT:\ \Q$dir/data\E,\ the\ data\ directory,
	    \ cannot\ be\ changed:\ Permission\ denied\.$}mx,
	    'a directory that cannot be written to');
	close $service;
};

subtest 'check visits the address' => sub {
	my ($dir, $port) = (tempdir(CLEANUP => 1), free_port());
	my $url = "https://localhost:$port";
	my $d = Docket->new('base-url' => $url);
	my $said = sub { join '', grep { /localhost/ } split /^/,
	    $d->run('docket-admin', 'check')->{out} };
	like $said->(), qr{^FAULT:\ \Q$url\E/api/v1/ready\ cannot\ be\ reached
	    \ from\ this\ machine:\ .*connect}x, 'no server';
	is(Docket->spawn({ PATH => $ENV{PATH} }, '', 'openssl', 'req', '-x509',
	    '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
	    '-days', 30, '-subj', '/CN=localhost', '-addext',
	    'subjectAltName=DNS:localhost', '-keyout', "$dir/key.pem", '-out',
	    "$dir/cert.pem")->{status}, 0, 'a certificate for 30 days');
	mkdir "$dir/www";
	write_file("$dir/www/index.html", slurp(top() . '/www/index.html'));
	start($d->{env}, undef, build() . '/bin/docket-serve', '-p', $port,
	    '--www', "$dir/www", '--certificate', "$dir/cert.pem", '--key', "$dir/key.pem");
	for (1 .. 100) {
		last if $said->() !~ /cannot be reached/;
		select undef, undef, undef, 0.1;
	}
	like $said->(), qr{^Advice:\ .*/ready:\ this\ machine\ refuses\ the
	    \ certificate:\ self.signed}x, 'a certificate of unknown origin';
	$d->{env}{SSL_CERT_FILE} = "$dir/cert.pem";
	is $said->(), '', 'one that this machine trusts';
	{
		local $d->{env}{DOCKET_BASE_URL} = "https://127.0.0.1:$port";
		like +(grep { /127\.0\.0\.1:$port/ } split /^/, $d->run(
		    'docket-admin', 'check')->{out})[0], qr/^FAULT: .* the certificate is for another name, and clients refuse it\.$/,
		    'one for another name';
	}
	$d->later('20d');
	like $said->(), qr/^Advice: .* the certificate expires soon \(days left: (?:9|10)\)\.$/,
	    'one that soon expires';
	$d->later('31d');
	like $said->(), qr/^FAULT: .* the certificate has expired,/,
	    'one that has expired';
	$d->{env}{DOCKET_AUTH} = 'remote-user';
	$d->later('0d');
	is $said->(), '', 'nor with single sign-on';
	stop_all();

	delete $d->{env}{DOCKET_AUTH};
	start({}, undef, 'python3', '-c', <<'PY', $port, $dir);
import http.server, ssl, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"status":"ready","https":false,"address":"127.0.0.1"}')
server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[2] + "/cert.pem", sys.argv[2] + "/key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
PY
	for (1 .. 100) {
		last if $said->() !~ /cannot be reached/;
		select undef, undef, undef, 0.1;
	}
	like $said->(), qr/^FAULT: \Q$url\E does not tell the service that clients use HTTPS/m,
	    'a proxy that does not forward the scheme';
	stop_all();

	$d->{env}{DOCKET_BASE_URL} = "http://localhost:$port";
	start({}, undef, 'python3', '-m', 'http.server', '-d', $dir, '-b',
	    '127.0.0.1', $port);
	for (1 .. 100) {
		last if $said->() !~ /cannot be reached/;
		select undef, undef, undef, 0.1;
	}
	like $said->(), qr/ready answers with status 404, and not as Docket/,
	    'another service';
	stop_all();
};

subtest 'check looks at single sign-on' => sub {
	my $d = Docket->new;
	$d->user('ada@example.org');
	my $said = sub {
		my (%set) = @_;
		local @{$d->{env}}{map { s/^/DOCKET_/r } keys %set} =
		    values %set;
		return join '', $d->run('docket-admin', 'check')->{out} =~
		    /^Advice: (?:registration = open|accounts whose).*\n/mg;
	};
	my %sso = (AUTH => 'remote-user');
	is $said->(REGISTRATION => 'open'), '', 'without it, nothing';
	is $said->(%sso), '', 'nor with it alone';
	like $said->(%sso, REGISTRATION => 'open'), qr/has no effect/,
	    'open registration that it closes';
	like $said->(%sso, REGISTRATION => 'open', PASSWORD_SIGN_IN => 'on'),
	    qr/a stranger can sign up/, 'open registration beside it';
	$d->user('bob@example.org', unverified => 1);
	is $said->(), '', 'an unverified address matters';
	like $said->(%sso), qr/not verified, which single sign-on refuses: 1\./,
	    'to single sign-on';
};

subtest 'what check says of passkeys and the key' => sub {
	my $d = Docket->new;
	my %why = ('' => 'not set', 'http://tasks.example.org' => 'plain http',
	    'https://10.0.0.1/x' => 'an address instead of a name',
	    'https://[::1]:1' => 'an address instead of a name',
	    'https://127.0.0.1' => 'an address instead of a name',
	    'https://tasks.invalid' => undef, 'http://localhost:1' => undef);
	for my $url (sort keys %why) {
		$d->{env}{DOCKET_BASE_URL} = $url;
		my ($said) = $d->run('docket-admin', 'check')->{out} =~
		    /^Passkeys: impossible, because base-url is (.*)\.$/m;
		is $said, $why{$url}, "base-url '$url'";
	}
	$d->{env}{DOCKET_AUTH} = 'remote-user';
	my $said = $d->run('docket-admin', 'check')->{out};
	unlike $said, qr/^Passkeys/m, 'nobody misses them with remote-user';
	my $id = $d->run('docket-admin', 'key', 'id')->{out};
	like $said, qr/^Key of sealed secrets: \Q${\ ($id =~ s{\n}{}r)}\E\.$/m,
	    'the id of the key is named';
};

subtest 'check looks at the last backup' => sub {
	my ($d, $dir) = (Docket->new, tempdir(CLEANUP => 1));
	my $said = sub { join '', grep { /backup/ } split /^/,
	    admin($d, 0, 'check')->{out} };
	like $said->(), qr/^Advice: docket-backup has never made a backup\.\n.*backup-days = 0/,
	    'without a backup there is advice';
	is $d->run('docket-backup', '-q', $dir)->{status}, 0,
	    'a backup is made';
	is $said->(), '', 'a recent backup is fine';
	ok JSON::PP::decode_json(admin($d, 0, 'stats', '--json')->{out})
	    ->{lastBackup}, 'stats --json has its time';
	$d->later('50h');
	like $said->(), qr/^Advice: the last backup is 2 days old/,
	    'an old backup is advice';
	$d->{env}{DOCKET_BACKUP_DAYS} = 3;
	is $said->(), '', 'backup-days sets the limit';
	$d->later('4000h');
	$d->{env}{DOCKET_BACKUP_DAYS} = 0;
	is $said->(), '', 'with 0 there is no advice';
};

done_testing;
