# What all tests share: a data directory of their own, users, and requests to
# the real programs, by their environment or through a server.
#
#	my $d = Docket->new;			# an empty, migrated database
#	my $ada = $d->user('ada@example.org');	# verified, signed in
#	my $r = $ada->post('/lists', { id => uuid(), title => 'Home' });
#	is $r->{status}, 201;  is $r->{json}{title}, 'Home';
#	$r = $d->request('GET', '/health');	# signed out
#	# A program that ends otherwise than by exit 0 ends the test, unless
#	# may_fail => 1.
#	$ada->request('PATCH', $path, $json_or_bytes, Header => 'value', ...);
#
# An answer is { status, headers (lower-case names), body, json (decoded, or
# undef) }.  If DOCKET_RECORD names a file, every exchange is added to it as a
# line of JSON, for a comparison with the OpenAPI document.
package Docket;
use strict;
use warnings;
use Cpanel::JSON::XS ();
use Digest::SHA 'sha256_hex';
use Exporter 'import';
use File::Temp 'tempdir';
use FindBin;
use JSON::PP;
use Port;
use POSIX ();

our @EXPORT = qw(uuid json slurp write_file free_port top build landlock beside
    ended until_text until_true documented engine hex_of);
our $Json = Cpanel::JSON::XS->new->utf8->canonical->allow_nonref;

sub top { my $t = $FindBin::Bin; $t =~ s{/t(?:/.*)?$}{}; return $t }
# Read now, since tests replace the environment.
my $build = $ENV{DOCKET_BUILD} || top() . '/build';
sub build { return $build }
# The version of Landlock that the kernel offers; 0: none.  Then t/lib/run sets
# sandbox = try.
sub landlock {
	my $version = syscall 444, 0, 0, 1;	# landlock_create_ruleset
	return $version > 0 ? $version : 0;
}
sub json { return $Json->encode($_[0]) }
sub slurp { local (@ARGV, $/) = @_; return scalar <> }

# Writes a file; its path.
sub write_file {
	my ($path, $bytes) = @_;
	open my $out, '>', $path or die "$path: $!\n";
	print $out $bytes;
	close $out or die "$path: $!\n";
	return $path;
}

# Runs the test again in a mount namespace of its own, in which it may mount.
sub own_mounts {
	return if $ENV{DOCKET_MOUNTS};
	local $ENV{DOCKET_MOUNTS} = 1;
	my @how = $> == 0 ? ('-m') : ('-r', '-m');
	exec 'unshare', @how, $^X, "-I$FindBin::Bin/../lib",
	    "$FindBin::Bin/$FindBin::Script";
	die "unshare: $!\n";
}

sub uuid {
	my @h = map { sprintf '%04x', int rand 65536 } 1 .. 8;
	substr $h[3], 0, 1, '4';
	substr $h[4], 0, 1, 'a';
	return "$h[0]$h[1]-$h[2]-$h[3]-$h[4]-$h[5]$h[6]$h[7]";
}

# The text of a statement of sql/query, with the constants filled in.
sub statement {
	my ($name) = @_;
	my ($text) = slurp(build() . '/gen/query.c') =~
	    /^\t\{ "\Q$name\E", .*\n((?:\t    ".*"\n?)+)/m or die "$name\n";
	return join "\n", $text =~ /^\t    "(.*)\\n"$/mg;
}

# The program, pattern, flags and fields of every route, from the route tables.
my @routes;
sub routes {
	if (!@routes) {
		local $_;
		open my $in, '<', build() . '/routes' or die "routes: $!\n";
		while (<$in>) {
			chomp;
			my ($program, $method, $path, $flags, $fields) =
			    split /\t/, $_, -1;
			(my $re = $path) =~ s/\{key\}/.+/;
			$re =~ s/\{\w+\}/[^\/]+/g;
			push @routes, { program => $program, method => $method,
			    path => $path, re => qr{^$re$},
			    flags => { map { $_ => 1 } split ' ', $flags },
			    fields => [map {
				my ($n, $t, $how, $min, $max, $words) =
				    split /:/, $_, -1;
				{ name => $n, type => $t,
				    required => $how =~ /required/ ? 1 : 0,
				    null => $how =~ /null/ ? 1 : 0,
				    min => $min, max => $max,
				    words => [split /,/, $words // ''] }
			    } split ' ', $fields] };
		}
	}
	return @routes;
}

# The socket's directory of a PostgreSQL cluster, in which each data directory has
# a database of its own; without one, SQLite.
my $cluster = $ENV{DOCKET_CLUSTER};
require Cluster if $cluster;
sub engine { return $cluster ? 'postgresql' : 'sqlite' }

# Options: settings by key, such as registration => 'open' (the data directory
# is created); base => 'http://127.0.0.1:1234/prefix' sends requests there.
sub new {
	my ($class, %set) = @_;
	my $base = delete $set{base};
	my $data = delete $set{data} // tempdir('docket-XXXXXX', TMPDIR => 1,
	    CLEANUP => 1);
	my %env = (PATH => $ENV{PATH}, DOCKET_DATA => $data,
	    DOCKET_CONF => '/dev/null');
	$env{DOCKET_SANDBOX} = $ENV{DOCKET_SANDBOX}
	    if defined $ENV{DOCKET_SANDBOX};
	$env{TMPDIR} = $ENV{TMPDIR} if defined $ENV{TMPDIR};
	for (keys %set) {
		(my $name = uc "DOCKET_$_") =~ tr/-/_/;
		$env{$name} = $set{$_};
	}
	$env{$_} = $ENV{$_} for grep { /^(ASAN|UBSAN|LSAN)_/ } keys %ENV;
	# A stamp whose clocks are not locked ends the program.
	$env{TEST_CLOCKS} = 1 if $cluster;
	$env{DOCKET_DATABASE} //= Cluster::database($cluster, $data)
	    if $cluster;
	my $self = bless { data => $data, env => \%env, base => $base },
	    $class;
	$self->run('docket-admin', 'migrate', '--quiet')->{status} == 0
	    or die "migrate failed\n" unless -e "$data/docket.db";
	return $self;
}

# Runs a program of bin/ with these arguments: { status, out, err }.  A
# reference as the last one is its standard input.
sub run {
	my ($self, $program, @args) = @_;
	my $input = ref $args[-1] ? ${ pop @args } : '';
	return $self->spawn($self->{env}, $input, build() . "/bin/$program",
	    @args);
}

# docket-admin check, without the fault of the tests' cluster: it does not sync.
sub check {
	my ($self, @args) = @_;
	my $r = $self->run('docket-admin', 'check', @args);
	if ($r->{out} =~ s/^FAULT: fsync = off.*\n.*\n//m) {
		$r->{out} =~ s/^Faults: \K(\d+)/$1 - 1/me;
		$r->{status} = 0 if $r->{out} =~ /^Faults: 0/m;
	}
	return $r;
}

# Every user's export, without its time.
sub exports {
	my ($self) = @_;
	my $r = $self->run('docket-export', '--all');
	return $r->{err} . $r->{out} =~ s/"exportedAt":"[^"]+"//gr;
}

# With DOCKET_VALGRIND, programs run under valgrind, without a sandbox; a fault
# is exit status 99.
my @valgrind = qw(valgrind -q --error-exitcode=99 --leak-check=full
    --errors-for-leak-kinds=definite);

sub spawn {
	my ($self, $env, $input, @command) = @_;
	if ($ENV{DOCKET_VALGRIND} && index($command[0], build()) == 0) {
		unshift @command, @valgrind;
		$env = { %$env, DOCKET_SANDBOX => 'off' };
	}
	my ($in, $out, $err) = map { scratch() } 1 .. 3;
	print $in $input;
	seek $in, 0, 0;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %$env;
		open STDIN, '<&', $in;
		open STDOUT, '>&', $out;
		open STDERR, '>&', $err;
		exec { $command[0] } @command;
		exit 127;
	}
	waitpid $pid, 0;
	return { status => $? >> 8, signal => $? & 127, out => whole($out),
	    err => whole($err) };
}

# A file without a name, which costs less than one that has one.
sub scratch {
	open my $f, '+>:raw', undef or die "scratch file: $!\n";
	return $f;
}
sub whole {
	my ($f) = @_;
	local $/;
	seek $f, 0, 0;
	return scalar(<$f>) // '';
}

# A user, created by docket-admin, with a session.
sub user {
	my ($self, $email, %o) = @_;
	my $password = $o{password} // "correct horse $email";
	my $name = $o{name} // ($email =~ /^([^@]+)/)[0];
	my $r = $self->run('docket-admin', 'user', 'add', $email, '--name',
	    $name, $o{unverified} ? () : '--verified', '--password-stdin',
	    \"$password\n");
	die "user add: $r->{err}" if $r->{status} != 0;
	return $self->sign_in($email, $password);
}

sub sign_in {
	my ($self, $email, $password) = @_;
	my $r = $self->request('POST', '/sessions', { email => $email,
	    password => $password });
	die "sign in: $r->{status} $r->{body}\n" if $r->{status} != 201;
	return bless { %$self, token => $r->{json}{token},
	    me => $r->{json}{user}, email => $email, password => $password },
	    ref $self;
}

# A code as a mail would contain it, of kind reset, verify or email (for the
# address `name`); the service stores only its hash.
sub code {
	my ($self, $email, $kind, $name) = @_;
	my $code = join '', map { ('A' .. 'Z', 'a' .. 'z')[rand 52] } 1 .. 43;
	my ($hash, $now) = (sha256_hex($code), int(time * 1e6));
	$name = defined $name ? "'$name'" : 'NULL';
	$self->sql("INSERT INTO credential (hash, id, user_id, kind, name,
	    token, created_at, used_at, expires_at) SELECT x'$hash',
	    randomblob(16), id, '$kind', $name, 0, $now, $now,
	    $now + 3600000000 FROM user WHERE email_key = lower('$email')");
	return $code;
}

# The environment of a program on another machine, which has the same database but
# a data directory of its own; with SQLite, on the same machine.
sub elsewhere {
	my ($self) = @_;
	return { %{$self->{env}}, $cluster ? (DOCKET_DATA =>
	    tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1)) : () };
}

# The settings of a service whose database is not there.
sub nowhere {
	my ($self) = @_;
	return { %{$self->{env}}, DOCKET_DATA => '/nowhere', $cluster ?
	    (DOCKET_DATABASE => Cluster::url($cluster, 'nowhere')) : () };
}

# The same user and server with another token, or none; vars are meta-variables
# of the server to set, or to remove if undef.
sub with { my ($self, %o) = @_; return bless { %$self, %o }, ref $self }
# The same with other settings, or with another data directory.
sub on { my ($self, %env) = @_;
	return $self->with(env => { %{$self->{env}}, %env }) }

sub get { my ($self, $path, %h) = @_;
	return $self->request('GET', $path, undef, %h) }
sub post { my ($self, $path, $body, %h) = @_;
	return $self->request('POST', $path, $body, %h) }
sub put { my ($self, $path, $body, %h) = @_;
	return $self->request('PUT', $path, $body, %h) }
sub patch { my ($self, $path, $body, %h) = @_;
	return $self->request('PATCH', $path, $body, %h) }
sub del { my ($self, $path, $body, %h) = @_;
	return $self->request('DELETE', $path, $body, %h) }

# Creates a record; its id.
sub make {
	my ($self, $path, %fields) = @_;
	my $id = uuid();
	my $r = $self->post($path, { id => $id, %fields });
	die "$path: $r->{status} $r->{body}" if $r->{status} != 201;
	return $id;
}

# A body that is a reference is sent as JSON; a string as it is, with the
# Content-Type in the headers (default application/json).
sub request {
	my ($self, $method, $path, $body, %h) = @_;
	my $sent = ref $body ? $Json->encode($body) : $body;
	$h{'Content-Type'} //= 'application/json' if defined $sent;
	$h{Authorization} = "Bearer $self->{token}"
	    if defined $self->{token} && !exists $h{Authorization};
	delete $h{$_} for grep { !defined $h{$_} } keys %h;
	my $r = defined $self->{base} ?
	    $self->by_http($method, $path, $sent, %h) :
	    $self->by_environment($method, $path, $sent, %h);
	$self->record($method, $path, $body, $r);
	return $r;
}

# CalDAV has paths of its own.
sub is_dav {
	my ($method, $path) = @_;
	return $path =~ m{^/(?:dav|\.well-known/caldav)(?:[/?]|\z)} ||
	    ($method eq 'PROPFIND' && $path eq '/');
}

sub full_path {
	my ($method, $path) = @_;
	return (is_dav($method, $path) ? '' : '/api/v1') . $path;
}

sub program_of {
	my ($path) = @_;
	for my $r (routes()) {
		return $r->{program} if $path =~ $r->{re};
	}
	return 'status';
}

sub cgi_environment {
	my ($self, $method, $path, $sent, %h) = @_;
	my ($bare, $query) = split /\?/, $path, 2;
	$bare //= '';
	my %env = (%{$self->{env}}, GATEWAY_INTERFACE => 'CGI/1.1',
	    SERVER_PROTOCOL => 'HTTP/1.1', REQUEST_METHOD => $method,
	    REQUEST_URI => full_path($method, $path), SCRIPT_NAME => '',
	    PATH_INFO => full_path($method, $bare), QUERY_STRING => $query // '',
	    REMOTE_ADDR => '127.0.0.1', SERVER_NAME => 'localhost',
	    HTTP_HOST => 'localhost');
	$env{CONTENT_LENGTH} = length $sent if defined $sent;
	for my $name (keys %h) {
		(my $key = uc $name) =~ tr/-/_/;
		$key = "HTTP_$key" if $key ne 'CONTENT_TYPE' &&
		    $key ne 'CONTENT_LENGTH';
		$env{$key} = $h{$name};
	}
	%env = (%env, %{$self->{vars} // {}});
	delete $env{$_} for grep { !defined $env{$_} } keys %env;
	return ($bare, \%env);
}

sub by_environment {
	my ($self, $method, $path, $sent, %h) = @_;
	my ($bare, $env) = $self->cgi_environment($method, $path, $sent, %h);
	my $r = $self->spawn($env, $sent // '', build() . '/cgi-bin/' .
	    (is_dav($method, $bare) ? 'dav' : program_of($bare)));
	(my $said = $r->{err}) =~
	    s/^[\w.-]+: (?:audit|(?:sign-in|passkey) refused)\b.*\n//mg;
	print STDERR $said if $said ne '' && !$self->{quiet};
	die "$method $path: exit $r->{status}, signal $r->{signal}\n"
	    if ($r->{status} || $r->{signal}) && !$self->{may_fail};
	my ($head, $body) = split /\r\n\r\n/, $r->{out}, 2;
	my %headers;
	for (split /\r\n/, $head // '') {
		my ($name, $value) = /^([^:]+): ?(.*)$/ or next;
		$headers{lc $name} = exists $headers{lc $name} ?
		    $headers{lc $name} . "\n$value" : $value;
	}
	return $self->answer(delete $headers{status} // 0, \%headers,
	    $body // '', $r);
}

sub by_http {
	my ($self, $method, $path, $sent, %h) = @_;
	require NoDelay;
	my $http = $self->{http} //= HTTP::Tiny->new(timeout => 60,
	    max_redirect => 0);
	my $r = $http->request($method, $self->{base} .
	    full_path($method, $path), {
	    headers => \%h, defined $sent ? (content => $sent) : () });
	my %headers = %{$r->{headers}};
	$_ = ref $_ ? join "\n", @$_ : $_ for values %headers;
	return $self->answer($r->{status}, \%headers, $r->{content} // '', $r);
}

sub answer {
	my ($self, $status, $headers, $body, $raw) = @_;
	my $type = $headers->{'content-type'} // '';
	my $json = $type =~ /json/ && $body ne '' ?
	    eval { $Json->decode($body) } : undef;
	return { status => $status, headers => $headers, body => $body,
	    json => $json, raw => $raw };
}

sub record {
	my ($self, $method, $path, $body, $r) = @_;
	return if !defined $ENV{DOCKET_RECORD} || $r->{status} == 0 ||
	    is_dav($method, $path);
	my $uri = ($self->{vars} // {})->{REQUEST_URI} // "/api/v1$path";
	my %line = (method => $method, path => $uri,
	    status => $r->{status} + 0, headers => $r->{headers},
	    body => $r->{json});
	$line{contentType} = $r->{headers}{'content-type'}
	    if $r->{body} ne '';
	$line{requestBody} = $body if ref $body;
	open my $out, '>>', $ENV{DOCKET_RECORD} or die "record: $!\n";
	print $out $Json->encode(\%line), "\n";
	close $out;
}

# Compares every recorded exchange with the OpenAPI document.  The validator comes
# from npm, so `make check-offline` leaves this out.
sub documented {
	my ($record) = @_;
	my $name = 'every answer is what the OpenAPI document says';
	return Test::More::note("not checked offline: $name")
	    if $ENV{DOCKET_OFFLINE};
	my $said = `node @{[top()]}/t/npm/validate.mjs <$record 2>&1`;
	Test::More::is($?, 0, $name) or Test::More::diag(join "\n",
	    grep { !/^ok|never seen/ } split /\n/, $said);
	return;
}

# multipart/form-data of [name, value] and [name, bytes, filename, type]: the
# body and its Content-Type.
sub multipart {
	my (@parts) = @_;
	my $boundary = 'x' . uuid();
	my $body = '';
	for (@parts) {
		my ($name, $value, $filename, $type) = @$_;
		utf8::encode($filename) if defined $filename;
		$body .= "--$boundary\r\nContent-Disposition: form-data; "
		    . "name=\"$name\"" . (defined $filename ?
		    "; filename=\"$filename\"" : '') . "\r\n"
		    . (defined $type ? "Content-Type: $type\r\n" : '')
		    . "\r\n$value\r\n";
	}
	return ("$body--$boundary--\r\n",
	    "multipart/form-data; boundary=$boundary");
}

sub upload {
	my ($self, $task, $id, $bytes, $filename, %h) = @_;
	my ($body, $type) = multipart(['id', $id],
	    ['file', $bytes, $filename, 'application/octet-stream']);
	return $self->request('POST', "/tasks/$task/attachments", $body,
	    'Content-Type' => $type, %h);
}

# Imports the bytes of a file, with further parts.
sub bring {
	my ($self, $bytes, $filename, %parts) = @_;
	my %h = %{delete $parts{headers} // {}};
	my ($body, $type) = multipart(map({ [$_, $parts{$_}] }
	    sort keys %parts), ['file', $bytes, $filename]);
	return $self->request('POST', '/me/imports', $body,
	    'Content-Type' => $type, %h);
}

# Adds n tasks with notes of 400 bytes to a list, faster than by requests.  The
# list must have a task.
sub many_tasks {
	my ($self, $list, $n) = @_;
	(my $hex = uc $list) =~ tr/-//d;
	$self->sql("BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
	    SELECT i + 1 FROM n WHERE i < $n) INSERT INTO task (list_id,
	    rank, id, title, done, starred, notes, notes_at, reminder_at,
	    created_at, stamp, completed_at, successor_stamp, doc)
	    SELECT l.id, printf('b%05d', i), randomblob(16), 'Task ' || i, 0, 0,
	    hex(zeroblob(200)), 0, 0, 1, 1, 0, 0,
	    (SELECT max(doc) FROM task) + i FROM n, list l
	    WHERE hex(l.id) = '$hex'; COMMIT");
	return;
}

# Runs a program of bin/ on a terminal and types an answer at each prompt, then
# the end of input: its
# status, a space, and what it printed, with "|" for the end of a line.
sub typed {
	my ($self, $answers, $program, @args) = @_;
	my $py = <<'PY';
import os, pty, sys
answers = sys.argv[1].split(",")
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
seen = b""
try:
    while True:
        got = os.read(fd, 4096)
        if not got:
            break
        seen += got
        if got.endswith((b": ", b"] ")) and answers:
            os.write(fd, (answers.pop(0) + "\n").encode())
        elif got.endswith((b": ", b"] ")):
            os.write(fd, b"\x04")
except OSError:
    pass
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(status, seen.decode().replace("\r\n", "|"))
PY
	my $r = $self->spawn($self->{env}, '', 'python3', '-c', $py, $answers,
	    build() . "/bin/$program", @args);
	return $r->{out} . $r->{err};
}

# From now on every program sees a clock that is ahead by so much: later('31d'),
# or behind: later('-1d').
sub later {
	my ($self, $offset) = @_;
	my ($lib) = glob '/usr/lib/*/faketime/libfaketime.so.1';
	die "no libfaketime: bin/setup --tests\n" if !defined $lib;
	@{$self->{env}}{'LD_PRELOAD', 'FAKETIME', 'NO_FAKE_STAT'} =
	    ($lib, $offset =~ /^[-+]/ ? $offset : "+$offset", 1);
	$self->{env}{ASAN_OPTIONS} = 'verify_asan_link_order=0';
	return $self;
}

# The same user, whose requests alone come so many seconds later.
sub at { my ($user, $seconds) = @_;
	return $user->on->later("${seconds}s") }

# Runs code in another process; ended() waits for it and returns its result, a
# text.
sub beside {
	my ($code) = @_;
	pipe my $from, my $to or die "pipe: $!\n";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		close $from;
		my $said = eval { $code->() } // "died: $@";
		syswrite $to, $said, 4096, $_ * 4096
		    for 0 .. length($said) / 4096;
		POSIX::_exit(0);
	}
	return { pid => $pid, from => $from };
}

sub ended {
	my ($one) = @_;
	my $said = '';
	1 while sysread $one->{from}, $said, 65536, length $said;
	waitpid $one->{pid}, 0;
	return $said;
}

# What comes from a socket up to that pattern, or to its end without one; dies
# after a minute.
sub until_text {
	my ($s, $pattern) = @_;
	my $all = '';
	local $SIG{ALRM} = sub { die "not the end: $all\n" };
	alarm 60;
	while (!defined $pattern || $all !~ $pattern) {
		sysread $s, $all, 4096, length $all or last;
	}
	alarm 0;
	return $all;
}

# Asks until that is true, for half a minute at most: whether it was.
sub until_true {
	my ($true) = @_;
	my $end = time + 30;
	until ($true->()) {
		return 0 if time > $end;
		select undef, undef, undef, 0.05;
	}
	return 1;
}

# A value or row of the database, read beside the service; or a change that only
# a test makes, such as moving a stamp into the past.  The text is SQL that both
# engines read, but for blobs (x'00') and "user", and the functions of cluster.sql.
sub sql {
	my ($self, $sql) = @_;
	return Cluster::sql($self->{env}{DOCKET_DATABASE}, $sql) if $cluster;
	my $r = $self->spawn({ PATH => $ENV{PATH} }, $sql, 'sqlite3',
	    '-bail', "$self->{data}/docket.db");
	die "sqlite3: $r->{err}" if $r->{status} != 0;
	chomp $r->{out};
	return $r->{out};
}

# The user's id, as a literal of SQL; the kinds of the mails that wait for them.
sub hex_of { return "x'" . ($_[0]{me}{id} =~ tr/-//dr) . "'" }
sub mails { my ($user) = @_;
	return $user->sql('SELECT coalesce(group_concat(kind), \'\') FROM ('
	    . 'SELECT kind FROM mail WHERE user_id = ' . hex_of($user)
	    . ' ORDER BY id) AS m') }

# What is wrong with the database itself; '' if nothing.
sub damage {
	my ($self) = @_;
	return '' if $cluster;	# it refuses what would damage it
	my $said = $self->sql('PRAGMA foreign_key_check; PRAGMA integrity_check');
	return $said eq 'ok' ? '' : $said;
}

sub tables {
	my ($self) = @_;
	return split /\n/, $self->sql($cluster ?
	    "SELECT tablename FROM pg_tables WHERE schemaname = 'public'
	    AND tablename NOT IN ('writers', 'schema_version')" :
	    "SELECT name FROM sqlite_master
	    WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
}

sub columns {
	my ($self, $table) = @_;
	return $cluster ? map { $_->[0] }
	    Cluster::columns($self->{env}{DOCKET_DATABASE}, $table) :
	    split /\n/, $self->sql("SELECT name FROM pragma_table_info('$table')");
}

# Every row of these tables, or of all, as lines such as 'step',X'00',1,NULL.
sub rows {
	my ($self, @tables) = @_;
	@tables = $self->tables if !@tables;
	my $sql = $self->{rows}{"@tables"} //= join '',
	    $cluster ? () : ".mode quote\n", map { $cluster ?
	    Cluster::quoted($self->{env}{DOCKET_DATABASE}, $_) :
	    "SELECT '$_', * FROM \"$_\";\n" } @tables;
	return $self->sql($sql);
}

1;
