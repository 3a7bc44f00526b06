# Contents of attachments: adding and reading them; what holds for the content store
# `database`, on either engine.
#
#	Contents::tests($d, \&sql);	# sql(text): a value, as sqlite3 prints it
package Contents;
use strict;
use warnings;
use Digest::SHA 'sha256';
use Docket;
use File::Temp;
use IO::Socket::INET;
use Test::More;
use Time::HiRes qw(sleep time);

# Bytes that no program compresses, as a PDF.
sub bytes {
	my ($size) = @_;
	return substr "%PDF-1.4\n" . join('', map { sha256($_) }
	    0 .. $size / 32), 0, $size;
}

# A task to put files on.
sub task {
	my ($u) = @_;
	return $u->make('/lists/' . $u->make('/lists', title => 'L') . '/tasks',
	    title => 'T');
}

# The status of an upload, and the id.
sub add {
	my ($u, $task, $bytes, $name) = @_;
	my $id = uuid();
	return ($id, $u->upload($task, $id, $bytes, $name // 'x.pdf')->{status});
}

sub read_content {
	my ($u, $id, @h) = @_;
	return $u->get("/attachments/$id/content", @h);
}

# Contents, pieces, uploads under way.
# A connection by which that port begins to answer with a content; nothing is read.
sub begin_read {
	my ($u, $port, $id) = @_;
	my $s = IO::Socket::INET->new("127.0.0.1:$port") or die "connect: $!\n";
	print $s "GET /api/v1/attachments/$id/content HTTP/1.1\r\n" .
	    "Host: localhost\r\nConnection: close\r\n" .
	    "Authorization: Bearer $u->{token}\r\n\r\n";
	sysread $s, my $begun, 1;
	is $begun, 'H', 'a download has begun';
	return $s;
}

# Then it is read to its end.
sub end_read {
	my ($s, $all) = @_;
	local $/;
	ok <$s> =~ /\r\n\r\n\Q$all\E\z/, 'it is whole in the end';
	return;
}

sub stored {
	my ($sql) = @_;
	return join ' ', map { $sql->("SELECT count(*) FROM $_") }
	    qw(content content_piece content_upload);
}

sub reading {
	my ($u, $task) = @_;
	my $all = bytes(600_000);
	my ($id, $status) = add($u, $task, $all);
	is $status, 201, 'an upload';
	is read_content($u, $id)->{body}, $all, 'is answered as it came';
	my $r = $u->request('HEAD', "/attachments/$id/content");
	is "$r->{status} $r->{headers}{'content-length'} " . length $r->{body},
	    '200 600000 0', 'its head';
	for ([0, 0], [262143, 262144], [262144, 524287], [100, 599_999]) {
		$r = read_content($u, $id, Range => "bytes=$_->[0]-$_->[1]");
		ok $r->{status} == 206 && $r->{body} eq
		    substr($all, $_->[0], $_->[1] - $_->[0] + 1),
		    "the range @$_";
	}
	is read_content($u, $id, Range => 'bytes=600000-')->{status}, 416,
	    'no range beyond the end';
	is read_content($u, $id, 'If-None-Match' =>
	    $r->{headers}{etag})->{status}, 304, 'nor what the client has';
	my ($empty) = add($u, $task, '', 'empty.txt');
	$r = read_content($u, $empty);
	is "$r->{status} $r->{body}", '200 ', 'an empty file';
	my ($even) = add($u, $task, bytes(524288));
	is read_content($u, $even)->{body}, bytes(524288),
	    'one of whole pieces';
}

sub stores_once {
	my ($u, $task, $sql) = @_;
	my $was = stored($sql);
	is +(add($u, $task, bytes(600_000)))[1], 201, 'the same bytes again';
	is stored($sql), $was, 'are stored once';
	is +(add($u, $task, '<svg xmlns="http://www.w3.org/2000/svg"/>',
	    'x.svg'))[1], 415, 'what is refused';
	is stored($sql), $was, 'is not stored';
}

sub cleans {
	my ($d, $u, $task, $sql) = @_;
	my $was = stored($sql);
	my ($id) = add($u, $task, bytes(300_000));
	(my $hex = $id) =~ tr/-//d;
	$sql->("DELETE FROM $_ WHERE id = x'$hex'") for qw(attachment feed);
	my $now = int time;
	$sql->("INSERT INTO content_upload VALUES (x'" . "0$_" x 16 . "', NULL, "
	    . ($now - $_ * 3600 - 60) . "000000)"),
	    $sql->("INSERT INTO content_piece VALUES (x'" . "0$_" x 16
	    . "', 0, x'00')") for 0, 1;
	$sql->("UPDATE content_upload SET begun_at = begun_at - 86400000000
	    WHERE id = x'" . '01' x 16 . q{'});
	like $d->run('docket-admin', 'check')->{out},
	    qr/files without an attachment: 2,/, 'check finds what is left';
	my $r = $d->run('docket-cleanup');
	like $r->{out}, qr/Orphaned files removed: 2$/m, 'cleanup removes it'
	    or diag $r->{err};
	my ($contents, $pieces) = split ' ', $was;
	is stored($sql), join(' ', $contents, $pieces + 1, 1),
	    'but not the upload that has just begun';
	$sql->("DELETE FROM content_$_ WHERE id = x'" . '00' x 16 . q{'})
	    for qw(upload piece);
}

# The uploader's deleted files exceed their quota.
sub trims {
	my ($d, $u, $task, $sql) = @_;
	my $was = stored($sql);
	my ($id) = add($u, $task, bytes(400_000));
	local $u->{env}{DOCKET_QUOTA_BYTES} = 1000;
	is $u->del("/attachments/$id")->{status}, 204, 'deleted';
	is stored($sql), $was, 'and removed at once';
}

# From the files of a directory.
sub fetches {
	my ($d, $u, $id, $all) = @_;
	my $dir = File::Temp->newdir;
	my ($two, $rest) = Digest::SHA::sha256_hex($all) =~ /^(..)(.*)/;
	my $r = $d->run('docket-admin', 'fetch-files', "$dir");
	like "$r->{status} $r->{err}", qr/^1 .*missing or damaged files: 1$/s,
	    'fetch-files says what is nowhere';
	mkdir $_ for "$dir/files", "$dir/files/$two";
	my $path = write_file("$dir/files/$two/$rest", "$all.");
	is $d->run('docket-admin', 'fetch-files', "$dir")->{status}, 1,
	    'nor takes what is damaged there, too';
	write_file($path, $all);
	$r = $d->run('docket-admin', 'fetch-files', "$dir");
	like "$r->{status} $r->{out}", qr/^0 1 files were fetched; [1-9]/,
	    'fetch-files brings it back';
	is read_content($u, $id)->{body}, $all, 'as it was';
	like $d->run('docket-admin', 'fetch-files', "$dir/none")->{err},
	    qr/is not a directory/, 'only from a directory';
}

sub notices {
	my ($d, $u, $task, $sql) = @_;
	my $all = bytes(700_000);
	my ($id) = add($u, $task, $all);
	(my $hex = $id) =~ tr/-//d;
	my $of = 'id = (SELECT id FROM content WHERE sha256 = (SELECT sha256
	    FROM attachment WHERE id = ' . "x'$hex'))";
	$sql->("DELETE FROM content_piece WHERE $of AND n = 1");
	like $d->run('docket-admin', 'check')->{out},
	    qr/^FAULT: [0-9a-f]{64}: its size differs/m, 'check notices it';
	my $r = read_content($u->with(may_fail => 1, quiet => 1), $id);
	isnt $r->{body}, $all, 'it is not answered as whole';
	$sql->("DELETE FROM content_piece WHERE $of AND n = 0");
	is read_content($u->with(quiet => 1), $id)->{status}, 500,
	    'without its beginning: 500';
	$sql->("DELETE FROM content WHERE $of");
	is read_content($u->with(quiet => 1), $id)->{status}, 500,
	    'nor without all of it';
	fetches($d, $u, $id, $all);
	$sql->("DELETE FROM content_piece WHERE NOT EXISTS (SELECT 1 FROM content
	    WHERE content.id = content_piece.id)");
	$u->del("/attachments/$id");
	$sql->("DELETE FROM $_ WHERE id = x'$hex'") for qw(attachment feed);
}

# Who reads slowly keeps neither a transaction nor much memory.  idle() says
# whether no transaction is open.
sub holds_nothing {
	my ($u, $task, $idle) = @_;
	my ($id) = add($u, $task, bytes(8 << 20));
	my ($bare, $env) = $u->cgi_environment('GET',
	    "/attachments/$id/content", undef,
	    Authorization => "Bearer $u->{token}");
	my $pid = open my $out, '-|';
	if (!$pid) {
		%ENV = %$env;
		exec build() . '/cgi-bin/' . Docket::program_of($bare);
	}
	sysread $out, my $head, 4096;
	like $head, qr/^Status: 200/, 'a reader of 8 MiB has begun';
	ok until_true($idle), 'and waits without a transaction';
	cmp_ok slurp("/proc/$pid/status") =~ /^RssAnon:\s+(\d+)/m ? $1 : 1e9,
	    '<', 6 * 1024, 'and without the whole file in memory'
	    if build() !~ m{/san$};
	my $all = $head;
	1 while sysread $out, $all, 1 << 16, length $all;
	ok close $out, 'it reads to the end';
	is substr($all, index($all, "\r\n\r\n") + 4), bytes(8 << 20),
	    'what was sent';
	$u->del("/attachments/$id");
}

sub travels {
	my ($d, $u, $task) = @_;
	my ($id) = add($u, $task, bytes(300_000));
	my $zip = "$d->{data}/export.zip";
	my @who = ('--user', $u->{email});
	is $d->run('docket-export', @who, '--attachments', '-o', $zip)->{status},
	    0, 'an export';
	ok index(`unzip -p $zip 'attachments/*/$id/*'`, bytes(300_000)) == 0,
	    'has the file';
	my $other = Docket->new(files => 'database');
	my $new = $other->user('new@example.org');
	my $r = $other->run('docket-import', '--user', $new->{email}, $zip);
	is $r->{status}, 0, 'an import' or diag $r->{err};
	is read_content($new, $id)->{body}, bytes(300_000), 'has it, too';
	my $dir = "$d->{data}-backup";
	$r = $d->run('docket-backup', $dir);
	is $r->{status}, 0, 'a backup' or diag $r->{err};
	my $hex = Digest::SHA::sha256_hex(bytes(300_000));
	my ($two, $rest) = $hex =~ /^(..)(.*)/;
	is slurp("$dir/files/$two/$rest"), bytes(300_000), 'has it as a file';
	my ($db) = glob "$dir/docket-*.db";
	is `sqlite3 $db 'SELECT count(*) FROM content_piece'`, "0\n",
	    'and not as rows';
	$u->del("/attachments/$id");
	$r = $d->run('docket-admin', 'restore', $dir);
	is $r->{status}, 0, 'a restore' or diag $r->{err};
	is read_content($u, $id)->{body}, bytes(300_000), 'brings it back';
	system 'rm', '-r', $dir;
}

# The answer of a CGI program killed after so many seconds; its status, or 0.
sub cut_off {
	my ($u, $after, $method, $path, $body, %h) = @_;
	my ($bare, $env) = $u->cgi_environment($method, $path, $body,
	    Authorization => "Bearer $u->{token}", %h);
	my $r = $u->spawn($env, $body, '/usr/bin/timeout', '-s', 'KILL', $after,
	    build() . '/cgi-bin/' . Docket::program_of($bare));
	return $r->{out} =~ /^Status: (\d+)/ ? $1 : 0;
}

# Faults of the store: rows without their content, and the other way round.
sub faults {
	my ($sql) = @_;
	return join ' ', map { $sql->("SELECT count(*) FROM $_") }
	    'attachment f WHERE NOT EXISTS (SELECT 1 FROM content c
		JOIN content_piece p ON p.id = c.id WHERE c.sha256 = f.sha256
		GROUP BY c.size HAVING sum(length(p.data)) = c.size
		AND c.size = f.size) AND f.sha256 <> ' . "x'" . '00' x 32 . "'",
	    'content c WHERE NOT EXISTS (SELECT 1 FROM attachment f
		WHERE f.sha256 = c.sha256)',
	    'content_piece p WHERE NOT EXISTS (SELECT 1 FROM content c
		WHERE c.id = p.id) AND NOT EXISTS (SELECT 1 FROM
		content_upload u WHERE u.id = p.id)';
}

# Uploads killed at random, while others go on.
sub kills {
	my ($d, $u, $sql) = @_;
	my $task = task($u);
	my $seed = $ENV{DOCKET_SEED} // time;
	srand $seed;
	my (%kept, %bytes, %n);
	my $began = time;
	is +(add($u, $task, bytes(900_000)))[1], 201, 'undisturbed';
	my $takes = time - $began;
	for (1 .. $ENV{DOCKET_KILLS} // 40) {
		my $id = uuid();
		# Some repeat an earlier content.
		my $which = 1 + int rand 10;
		$bytes{$id} = bytes(900_000 + $which);
		my ($form, $type) = Docket::multipart(['id', $id],
		    ['file', $bytes{$id}, 'x.pdf', 'application/pdf']);
		my $status = cut_off($u, rand $takes, 'POST',
		    "/tasks/$task/attachments", $form, 'Content-Type' => $type);
		$n{$status}++;
		$kept{$id} = 1 if $status == 201;
	}
	note "seed=$seed ", join ', ', map { "$_: $n{$_}" } sort keys %n;
	is faults($sql), '0 0 0', 'nothing lacks what belongs to it';
	is_deeply [grep { read_content($u, $_)->{body} ne $bytes{$_} }
	    sort keys %kept], [], keys(%kept) . ' acknowledged ones are there';
	$sql->('UPDATE content_upload SET begun_at = 0');
	is $d->run('docket-cleanup', '-q')->{status}, 0, 'cleanup';
	is $sql->('SELECT count(*) FROM content_upload'), 0,
	    'removes what was cut off';
	is faults($sql), '0 0 0', 'and nothing else';
	is $sql->('SELECT count(*) FROM content_piece'),
	    $sql->('SELECT sum(CASE size WHEN 0 THEN 1
	    ELSE (size + 262143) / 262144 END) FROM content'),
	    'no piece is left';
}

# What check finds, but for the throwaway cluster's own.
sub check {
	my ($d) = @_;
	return grep { !/fsync = off/ }
	    $d->run('docket-admin', 'check', '--deep')->{out} =~ /^FAULT.*/mg;
}

sub tests {
	my ($d, $sql, $idle) = @_;
	my $u = $d->user('ada@example.org');
	my $task = task($u);
	subtest 'reading' => sub { reading($u, $task) };
	subtest 'storing' => sub { stores_once($u, $task, $sql) };
	subtest 'cleanup' => sub { cleans($d, $u, $task, $sql) };
	subtest 'erasing' => sub { trims($d, $u, $task, $sql) };
	subtest 'uploads that are killed' => sub { kills($d, $u, $sql) };
	subtest 'missing pieces' => sub { notices($d, $u, $task, $sql) };
	subtest 'a slow reader' => sub { holds_nothing($u, $task, $idle) };
	subtest 'export, import, backup, restore' => sub {
		travels($d, $u, $task) };
	# Rows were removed behind its back.
	$d->run('docket-admin', 'reindex');
	is_deeply [check($d)], [], 'check finds nothing';
	ok !-e "$d->{data}/files", 'there is no directory of files';
}

1;
