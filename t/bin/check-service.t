# docket-admin check on an installed system: it says what keeps the service, its
# timers, its mail or its log from working, and with the rights of the service's
# user, also if root runs it.  /etc and /run are those of a mount namespace, in
# which a script stands for systemctl; t/install/pages.t asks the real one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use HTTP::Tiny;
use Server;
use Smtpd;
use Test::More;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;
mkdir "$dir/bin";
# Answers as systemctl show, from a file of lines "UNIT LOAD ACTIVE SUB ENABLED
# SINCE", where the last is in seconds since the machine started, or nothing.
write_file("$dir/bin/systemctl", <<"PERL");
#!$^X
my \%is;
open my \$in, '<', '$dir/units' or exit 1;
/^(\\S+) (.*)/ and \$is{\$1} = [split ' ', \$2] while <\$in>;
print join "\\n", map {
	my (\$l, \$a, \$s, \$f, \$t) = \@{\$is{\$_} // [qw(not-found inactive dead), '']};
	"LoadState=\$l\\nActiveState=\$a\\nSubState=\$s\\nUnitFileState=\$f\\n"
	    . 'ActiveEnterTimestampMonotonic=' . int((\$t // 0) * 1e6) . "\\n"
} grep { /^docket/ } \@ARGV;
PERL
chmod 0755, "$dir/bin/systemctl";

my $smtp = Smtpd->new;
my %mail = $smtp->settings;
my $port = free_port();
my $d = Docket->new;
my $owner = $> == 0 ? 65534 : $>;
$d->user('ada@example.org');
$d->run('docket-admin', 'user', 'admin', 'ada@example.org');
{
	local @{$d->{env}}{qw(DOCKET_SMTP_URL DOCKET_MAIL_FROM)} =
	    @mail{qw(smtp-url mail-from)};
	$d->run($_) for qw(docket-remind docket-mail docket-cleanup);
}
$d->run('docket-admin', 'vapid');
my $backups = tempdir(CLEANUP => 1);
$d->run('docket-backup', '-q', $backups);
if ($> == 0) {
	chown $owner, $owner, $d->{data}, glob "$d->{data}/*" or die;
}
mkdir "$dir/www";
write_file("$dir/www/index.html", '<title>Docket</title>');
start($d->{env}, undef, build() . '/bin/docket-serve', '-q', '-p', $port,
    '--www', "$dir/www");
my $http = HTTP::Tiny->new(timeout => 5);
for (1 .. 100) {
	last if $http->get("http://127.0.0.1:$port/api/v1/health")->{success};
	select undef, undef, undef, 0.1;
}
# What root's service makes is root's.
chown $owner, $owner, glob "$d->{data}/docket*" if $> == 0;

# When a service started, for the clock of systemd.
sub ago {
	my ($seconds) = @_;
	return clock_gettime(CLOCK_MONOTONIC) - $seconds;
}

my @running = ('loaded active running enabled', 'loaded active waiting enabled',
    'loaded inactive dead static');
my %well = (
	units => {
		'docket.service' => $running[0],
		'docket-fcgi.socket' => 'loaded inactive dead disabled',
		(map { ("docket-$_.timer" => $running[1],
		    "docket-$_.service" => $running[2]) }
		    qw(remind mail cleanup backup)),
	},
	settings => { data => $d->{data}, 'smtp-url' => $mail{'smtp-url'},
	    'base-url' => "http://127.0.0.1:$port",
	    'mail-from' => $mail{'mail-from'}, 'vapid-subject' =>
	    'mailto:a@example.org', $d->{env}{DOCKET_DATABASE} ?
	    (database => $d->{env}{DOCKET_DATABASE}) : () },
	mode => '0640', first => 'true',
);

# What check says of that system: its status and its findings, without advice that
# is not on this.
sub said {
	my (%o) = @_;
	my %units = (%{$well{units}}, %{$o{units} // {}});
	my %settings = (%{$well{settings}}, %{$o{settings} // {}});
	write_file("$dir/units", $o{silent} ? '' :
	    join '', map { "$_ $units{$_}\n" } sort keys %units);
	unlink "$dir/units" if $o{silent};
	write_file("$dir/conf", join '', map { "$_ = $settings{$_}\n" }
	    grep { defined $settings{$_} } sort keys %settings);
	my %env = (%{$d->{env}}, PATH => "$dir/bin:$d->{env}{PATH}");
	delete @env{qw(DOCKET_CONF DOCKET_DATA DOCKET_DATABASE)};
	my $mode = $o{mode} // $well{mode};
	my $first = $o{first} // $well{first};
	my $r = $d->spawn(\%env, '', 'unshare', $> == 0 ? () : '-r', '-m',
	    'sh', '-c', 'mount -t tmpfs none /etc && mount -t tmpfs none /run '
	    . '&& mkdir -p /etc/docket /run/systemd/system && '
	    . "install -g $owner -m $mode $dir/conf /etc/docket/docket.conf && "
	    . "$first && exec \"\$@\"", 'sh',
	    build() . '/bin/docket-admin', 'check', @{$o{args} // []});
	$r->{out} =~ s/^FAULT: fsync = off.*\n.*\n//m;
	return join '', "$r->{err}", grep { /^FAULT|^Advice/ &&
	    !/plain http|sandbox/ } split /^/, $r->{out};
}

is said(), '', 'a system that works has no finding';

my %fails = map { ($_ => 'loaded failed failed static') } map {
    "docket-$_.service" } qw(remind mail cleanup backup);
my @states = (
	['the service is stopped', qr/^FAULT: docket\.service does not run\.$/m,
	    units => { 'docket.service' => 'loaded inactive dead enabled' } ],
	['it ends again and again', qr/^FAULT: docket\.service has failed\.$/m,
	    units => { 'docket.service' =>
	    'loaded activating auto-restart enabled' } ],
	['another layout is stopped', qr/^FAULT: docket-fcgi\.socket does not run/,
	    units => { 'docket-fcgi.socket' => 'loaded inactive dead enabled' } ],
	(map { ["the timer of $_ is stopped",
	    qr/^FAULT: docket-$_\.timer does not run\.$/m, units => {
	    "docket-$_.timer" => 'loaded inactive dead enabled' } ],
	    ["the timer of $_ is disabled",
	    qr/^FAULT: docket-$_\.timer does not run\.$/m, units => {
	    "docket-$_.timer" => 'loaded inactive dead disabled' } ],
	    ["docket-$_ failed", qr/^FAULT: docket-$_\.service has failed/,
	    units => { "docket-$_.service" => $fails{"docket-$_.service"} } ] }
	    qw(remind mail cleanup backup)),
	(map { my $unit = $_;
	    ["$unit runs, but is disabled", qr/^Advice: \Q$unit\E runs, but will not after the machine has started again/m,
	    units => { $unit => ($well{units}{$unit} =~ s/\w+$/disabled/r) } ] }
	    'docket.service', 'docket-backup.timer'),
	['settings newer than the service', qr{^Advice: /etc/docket/docket\.conf was changed after docket\.service had started}m,
	    units => { 'docket.service' => "$running[0] " . ago(-1000) },
	    first => 'touch -d "+2000 sec" /etc/docket/docket.conf' ],
	['a version newer than the service', qr/^Advice: the installed version was changed after docket\.service had started/m,
	    units => { 'docket.service' => "$running[0] 1" },
	    first => 'touch -d @1 /etc/docket/docket.conf' ],
	['systemctl does not answer', qr/^Advice: systemctl does not answer/,
	    silent => 1 ],
	['no settings for the service', qr/^FAULT: the service's user \(UID $owner\) cannot read \/etc\/docket\/docket\.conf: Permission denied/,
	    mode => '0600', root => 1 ],
	['nobody listens at base-url', qr{^FAULT: http://127\.0\.0\.1:1/api/v1/ready cannot be reached},
	    settings => { 'base-url' => 'http://127.0.0.1:1' } ],
	['nobody listens on another machine', qr{^Advice: \S+/ready cannot be reached},
	    settings => { 'base-url' => 'http://tasks.invalid' } ],
	['the mail server is down', qr/^FAULT: cannot connect to the mail server: Connection refused/,
	    settings => { 'smtp-url' => 'smtp://127.0.0.1:1' } ],
	['nobody is an administrator', qr/^Advice: no user is an administrator/,
	    change => sub { $d->sql('UPDATE user SET flags = 0') },
	    undo => sub { $d->sql('UPDATE user SET flags = 2') } ],
	['they are disabled', qr/^Advice: no user is an administrator/,
	    change => sub { $d->sql('UPDATE user SET disabled = 1') },
	    undo => sub { $d->sql('UPDATE user SET disabled = 0') } ],
	['the log cannot be written', qr/^FAULT: the log cannot be written: \/nowhere\/log: No such file/m,
	    settings => { log => '/nowhere/log' } ],
	['the log\'s disk is full', qr/^FAULT: the log cannot be written: \/etc\/full\/log: No space left/m,
	    settings => { log => '/etc/full/log' }, first => 'mkdir /etc/full && '
	    . 'mount -t tmpfs -o size=8k none /etc/full && : >/etc/full/log && '
	    . "chown $owner /etc/full/log && ! cat /dev/zero >/etc/full/x 2>&-" ],
	['there is no syslog', qr/^FAULT: the log cannot be written: syslog: \/dev\/log: (?:No such file|Connection refused)/m,
	    settings => { log => 'syslog' }, first => 'mount -t tmpfs none /dev' ],
	['the log is root\'s', qr/^FAULT: the log cannot be written: \/etc\/log: Permission denied/m,
	    settings => { log => '/etc/log' }, first => 'umask 077; >/etc/log',
	    root => 1 ],
);
for (@states) {
	my ($name, $like, %o) = @$_;
	next if $o{root} && $> != 0;
	$o{change}->() if $o{change};
	my $said = said(%o);
	$o{undo}->() if $o{undo};
	like $said, $like, $name;
	is scalar(() = $said =~ /^(?:FAULT|Advice)/mg), 1,
	    "$name: one finding" or diag $said;
}

subtest 'what began after the last change, or is started by another' => sub {
	for (['a service', 'docket.service' => "$running[0] " . ago(-1000)],
	    ['one that a socket starts', 'docket-fcgi.service' =>
	    'loaded active running disabled'],
	    ['a program that a timer starts', 'docket-remind.service' =>
	    "loaded active running static 1"]) {
		my ($name, $unit, $state) = @$_;
		is said(units => { $unit => $state }), '', $name;
	}
};

subtest 'files beside the database' => sub {
	my @names = ((map { "docket.$_" } qw(slots forwarded reserve)),
	    engine() eq 'sqlite' ? qw(docket.db-wal docket.db-shm) : ());
	for my $file (map { "$d->{data}/$_" } @names) {
		my $new = !-e $file;
		write_file($file, '') if $new;
		chown $owner, $owner, $file;
		is said(), '', "$file: the service's";
		chmod 0, $file or die;
		like said(), qr/^FAULT: \Q$file\E cannot be used by the service's user \(UID $owner\): Permission denied/m,
		    'and not for its use';
		chmod 0600, $file or die;
		unlink $file if $new;
	}
	chown 0, 0, "$d->{data}/docket-wait.changes" or die;
	is said(), '', 'docket-wait does without its socket';
	chown $owner, $owner, "$d->{data}/docket-wait.changes" or die;
	is said(first => "echo x >$d->{data}/notes && chown 0 $d->{data}/notes"),
	    '', 'other files are nobody\'s business';
	unlink "$d->{data}/notes";
} if $> == 0;

subtest 'folders of attachments' => sub {
	mkdir "$d->{data}/files";
	mkdir "$d->{data}/files/$_" for 'aa', 'bb';
	chmod 0700, glob "$d->{data}/files $d->{data}/files/*";
	chown $owner, $owner, glob "$d->{data}/files $d->{data}/files/*";
	is said(), '', 'the service\'s';
	chown 0, 0, "$d->{data}/files/bb";
	like said(), qr{^FAULT: folders of attachments that the service's user \(UID $owner\) cannot use: 1, such as \S+/files/bb\.$}m,
	    'one of root\'s';
	is said() =~ s/^FAULT.*\n//r, '', 'and nothing ends the report';
	system 'rm', '-r', "$d->{data}/files";
} if $> == 0;

subtest 'no more files on the disk' => sub {
	plan skip_all => 'the database is not a file' if engine() ne 'sqlite';
	my $small = "$dir/small";
	mkdir $small;
	for ([2000, 0], [900, 1]) {
		my ($n, $fault) = @$_;
		my $said = said(settings => { data => $small }, first =>
		    "mount -t tmpfs -o nr_inodes=$n,mode=700 none $small && "
		    . "cp -a $d->{data}/. $small && chown $owner $small");
		is $said =~ /^FAULT: the disk has space, but only \d+ more files can be created on it/m
		    ? 1 : 0, $fault, "room for at most $n files" or diag $said;
	}
};

subtest 'timers that are off on purpose' => sub {
	my %off = map { ("docket-$_.timer" => 'loaded inactive dead disabled') }
	    qw(remind mail cleanup backup);
	is said(units => \%off, first => 'mkdir /etc/cron.d && '
	    . '>/etc/cron.d/docket'), '', 'cron starts the programs';
	for (['docket-remind.timer', reminders => 'off'],
	    ['docket-mail.timer', 'smtp-url' => undef, 'mail-from' => undef],
	    ['docket-backup.timer', 'backup-days' => 0]) {
		my ($unit, %set) = @$_;
		unlike said(units => { $unit => $off{$unit} }, settings =>
		    \%set), qr/$unit/, "$unit is not needed";
	}
	is said(units => { map { ($_ => 'not-found inactive dead') }
	    keys %{$well{units}} }), '', 'no units are installed';
};

subtest 'what another program answers at base-url' => sub {
	my $other = free_port();
	start({}, undef, 'python3', '-c', <<'PY', $other, "$dir/answer");
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    close_connection = True
    def do_GET(self):
        status, text = open(sys.argv[2]).read().split("\n", 1)
        if not self.path.endswith("/ready"):
            status, text = 200, open(sys.argv[2] + ".app").read()
        self.send_response(int(status))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text.encode())
    def handle_expect_100(self):
        large = int(self.headers["Content-Length"]) > int(open(sys.argv[2] + ".most").read())
        self.send_response_only(413 if large else 100)
        self.end_headers()
        return not large
    def do_POST(self):
        pass
    def do_PROPFIND(self):
        said = open(sys.argv[2] + ".dav").read().split("\n")
        if self.path.startswith("/.well"):
            said = ["301", ""] + said[2:]
        self.send_response(int(said[0]))
        self.send_header("Connection", "close")
        if len(said) > 2:
            self.send_header("Location", said[2])
        self.end_headers()
        self.wfile.write(said[1].encode())
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
PY
	my $there = "http://127.0.0.1:$other";
	my $file = "$dir/answer";
	my $well = "401\nThe token is wrong.\n$there/dav/";
	write_file("$file.dav", $well);
	write_file("$file.app", '<title>Docket</title>');
	write_file("$file.most", 25 << 20);
	for (1 .. 100) {
		last if $http->get($there)->{status} != 599 ||
		    IO::Socket::INET->new("127.0.0.1:$other");
		select undef, undef, undef, 0.1;
	}
	for (['502', '<h1>Bad Gateway', qr/^FAULT: .*ready answers with status 502, and not as Docket/],
	    ['404', '<h1>Not Found', qr/^FAULT: .*status 404, and not as Docket/],
	    ['503', '{"status":503,"code":"not-ready"}', qr/^FAULT: .*status 503: the service cannot use its settings or its database/],
	    ['503', '{"status":503,"failing":["reminders"]}', qr/^\z/],
	    ['200', '{"status":"ready"}', qr/^\z/]) {
		my ($status, $text, $like) = @$_;
		write_file($file, "$status\n$text");
		like said(settings => { 'base-url' => $there }), $like,
		    "$status $text";
	}
	my %as = (app => '<title>Docket</title>', most => 25 << 20);
	for ([app => '<title>Docket</title>', qr/^\z/],
	    [app => '<h1>It works!</h1>', qr{^Advice: \Q$there\E/ does not answer with the web app\.$}m],
	    [most => (25 << 20) - 1, qr/^FAULT: \Q$there\E refuses files of 26214400 bytes, /m],
	    [app => '<h1>It works!</h1>', qr/^Advice: .* does not answer with the web app\.$/m, failing => 1],
	    [most => 1 << 20, qr/^\z/, 'upload-max-bytes' => 1 << 20,
	    'import-max-bytes' => 1 << 19],
	    [most => 1 << 20, qr/^FAULT: .* refuses files of 1048577 /,
	    'upload-max-bytes' => 1 << 20, 'import-max-bytes' => (1 << 20) + 1]) {
		my ($what, $text, $like, @set) = @$_;
		write_file("$file.$what", $text);
		write_file($file, @set && $set[0] eq 'failing' && splice(@set, 0, 2)
		    ? qq(503\n{"status":503,"failing":["reminders"]})
		    : qq(200\n{"status":"ready"}));
		like said(settings => { 'base-url' => $there, @set }), $like,
		    "$what: $text";
		write_file("$file.$what", $as{$what});
	}
	for (['"https":false,"address":"127.0.0.1"', qr/^\z/],
	    ['"https":true,"address":"10.0.0.9"', qr/^\z/],
	    ['"https":true,"address":"10.0.0.9"', qr/^FAULT: \Q$there\E does not forward who the client is: the service takes everybody for 10\.0\.0\.9, /, 'trusted-proxies' => '10.0.0.0/8'],
	    ['"https":true,"address":"127.0.0.1"', qr/^\z/, 'trusted-proxies' => '127.0.0.1'],
	    ['"https":true', qr/^\z/, 'trusted-proxies' => '127.0.0.1']) {
		my ($text, $like, @set) = @$_;
		write_file($file, qq(200\n{"status":"ready",$text}));
		like said(settings => { 'base-url' => $there, @set }), $like,
		    "seen as $text @set";
	}
	for ([$well, qr/^\z/],
	    ["501\nUnsupported", qr{^Advice: \S+/dav/ answers PROPFIND with status 501, .*^Advice: \S+\d/ answers PROPFIND with status 501, }ms],
	    ["401\nA page of another program", qr/^Advice: .* status 401, and not as Docket/],
	    ["207\nThe token is wrong", qr/^Advice: .* status 207, and not as Docket/],
	    ["401\nSign in with a token", qr/^Advice: .* does not receive the header Authorization/],
	    ["401\nThe token is wrong.", qr{^Advice: \S+/\.well-known/caldav does not lead to \S+/dav/}],
	    ["401\nThe token is wrong.\nhttp://other.example/dav/", qr{^Advice: \S+/\.well-known/caldav does not lead to}]) {
		my ($text, $like) = @$_;
		write_file("$file.dav", $text);
		like said(settings => { 'base-url' => $there }), $like,
		    "CalDAV: $text";
		is said(settings => { 'base-url' => $there, dav => 'off' }), '',
		    'not if it is off' if $text ne $well;
	}
	unlink $file, glob "$file.*";
};

subtest 'mails that are late' => sub {
	$d->sql("INSERT INTO mail (user_id, kind, email, due_at, tries,
	    created_at) SELECT id, 'password-changed', email, 1, 3, 1
	    FROM \"user\"");
	like said(), qr/^FAULT: mails that have been queued for over an hour: 1\.$/m,
	    'are counted';
	$d->sql('DELETE FROM mail');
};

subtest 'the service\'s user judges, not root' => sub {
	plan skip_all => 'only root can give files away' if $> != 0;
	plan skip_all => 'the database is not a file' if engine() ne 'sqlite';
	chown 0, 0, "$d->{data}/docket.db" or die;
	like said(), qr{docket\.db is owned by UID 0; this program runs as UID 65534\n.*this user cannot read and write the database},
	    'a database of root\'s';
	like said(settings => { log => '/nowhere/log' }),
	    qr/^FAULT: the log cannot/m, 'what needs no database is judged all the same';
	chown $owner, $owner, glob "$d->{data}/docket.*" or die;
	is said(settings => { log => "$d->{data}/new.log" }), '',
	    'a log that root\'s check creates';
	is((stat "$d->{data}/new.log")[4], $owner,
	    'belongs to the owner of its folder');
};

done_testing;
