# Attachments in an S3-compatible store: npm's s3rver, behind a proxy that checks
# every signature (t/npm/s3.mjs).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Contents;
use Docket;
use File::Temp 'tempdir';
use Smtpd ();
use Test::More;
use Time::HiRes 'sleep';
use Web;

plan skip_all => 'npm ci has not been run in t/npm'
    if !-d top() . '/t/npm/node_modules/s3rver';
delete $ENV{DOCKET_CLUSTER};
Docket::own_mounts();

my @servers;
END { kill TERM => @servers if @servers }

# Starts one in that directory; its URL.
sub store {
	my ($dir, $scheme, $name) = @_;
	mkdir "$dir/objects";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		@servers = ();
		open STDOUT, '>', "$dir/out";
		open STDERR, '>', "$dir/err";
		# s3rver enciphers the tokens of its pages by an old cipher.
		exec 'node', '--openssl-legacy-provider',
		    top() . '/t/npm/s3.mjs', $dir;
		exit 127;
	}
	push @servers, $pid;
	sleep 0.1 until -e "$dir/port" || waitpid($pid, 1);
	return "$scheme://S3RVER:S3%2FRVER+\@$name:" . slurp("$dir/port")
	    . '/docket/files?region=eu-test-1';
}

my $dir = tempdir(CLEANUP => 1);
my $url = store($dir, 'http', '127.0.0.1');
my $d = Docket->new(files => 's3', 's3-url' => $url);
my $ada = $d->user('ada@example.org');
my $task = Contents::task($ada);
my $all = Contents::bytes(3_000_000);

sub objects {
	return $d->sql('SELECT count(DISTINCT sha256) FROM attachment
	    WHERE sha256 <> zeroblob(32)') . ' ' . grep { /^\w{64}/ } map {
	    m{([^/]+)\._S3rver_object$} } glob "$dir/objects/docket/files/*";
}

my ($id, $status) = Contents::add($ada, $task, $all);
is $status, 201, 'an upload' or diag slurp("$dir/requests"), slurp("$dir/err");
is Contents::read_content($ada, $id)->{body}, $all, 'is answered as it came';
# s3rver answers bytes=0-0 with all of them.
for ([0, 1], [100, 2_999_999], [1_000_000, 1_000_009]) {
	my $r = Contents::read_content($ada, $id,
	    Range => "bytes=$_->[0]-$_->[1]");
	ok $r->{status} == 206 && $r->{body} eq
	    substr($all, $_->[0], $_->[1] - $_->[0] + 1), "the range @$_";
}
my ($empty) = Contents::add($ada, $task, '', 'empty.txt');
is Contents::read_content($ada, $empty)->{body}, '', 'an empty file';
is objects(), '2 2', 'each is an object';
is +(Contents::add($ada, $task, $all))[1], 201, 'the same again';
is objects(), '2 2', 'is the same object';
is_deeply [glob "$d->{data}/files/*"], [], 'no file is left behind';
is $d->sql('SELECT count(*) FROM content_upload'), 0, 'nor a claim';
is_deeply [$d->run('docket-admin', 'check', '--deep')->{out} =~
    /^FAULT.*|^.*files without.*/mg], [], 'check finds nothing';
unlike $d->run('docket-admin', 'config')->{out}, qr/RVER\+/,
    'config shows no secret';

subtest 'memory' => sub {
	my $big = Contents::bytes(20 << 20);
	my ($id) = Contents::add($ada, $task, $big);
	Contents::holds_nothing($ada, $task, sub { 1 });
	is Contents::read_content($ada, $id)->{body}, $big, 'a large one';
	$ada->del("/attachments/$id");
};

subtest 'export, backup, restore' => sub {
	my $zip = "$dir/export.zip";
	is $d->run('docket-export', '--user', $ada->{email}, '--attachments',
	    '-o', $zip)->{status}, 0, 'an export';
	ok index(`unzip -p $zip 'attachments/*/$id/*'`, $all) == 0,
	    'has the file';
	my $r = $d->run('docket-backup', "$dir/b");
	is "$r->{status} $r->{err}", '0 ', 'a backup';
	my ($object) = glob "$dir/objects/docket/files/"
	    . Digest::SHA::sha256_hex($all) . '*object';
	unlink $object;
	is Contents::read_content($ada->with(quiet => 1), $id)->{status}, 500,
	    'an object that is missing';
	like $d->run('docket-admin', 'check')->{out}, qr/^FAULT: \w{64}: its size/m,
	    'is noticed';
	$r = $d->run('docket-admin', 'restore', "$dir/b");
	is $r->{status}, 0, 'a restore' or diag $r->{err};
	is Contents::read_content($ada, $id)->{body}, $all, 'brings it back';
};

subtest 'a store that does not answer' => sub {
	write_file("$dir/down", '');
	my $quiet = $ada->with(quiet => 1, may_fail => 1);
	is +(Contents::add($quiet, $task, 'other', 'x.txt'))[1], 503,
	    'an upload fails';
	is Contents::read_content($quiet, $id)->{status}, 500, 'and a download';
	is $ada->get('/lists')->{status}, 200, 'all else goes on';
	my $r = $d->run('docket-cleanup');
	like "$r->{status} $r->{err}", qr/^1 .*s3: /s, 'but not docket-cleanup';
	my $fault = qr/^FAULT: the store of attachments does not answer, or refuses/m;
	like $d->run('docket-admin', 'check')->{out}, $fault,
	    'which check calls a fault';
	unlink "$dir/down";
	is_deeply [glob "$d->{data}/files/*"], [], 'no file is left behind';
	my $wrong = $quiet->with(env => { %{$quiet->{env}},
	    DOCKET_S3_URL => $url =~ s/RVER\+/RVER-/r });
	is Contents::read_content($wrong, $id)->{status}, 500,
	    'a wrong secret is refused';
	like $d->spawn($wrong->{env}, '', build() . '/bin/docket-admin', 'check')
	    ->{out}, $fault, 'which is one, too';
	my $empty = Docket->new(files => 's3', 's3-url' =>
	    'http://K:S@127.0.0.1:1/docket?region=x');
	my $alone = $empty->run('docket-admin', 'check');
	like $alone->{out}, $fault, 'also before there is a file';
	is $alone->{status}, 1, 'and its status says so';
};

subtest 'forms of the URL' => sub {
	my $by = sub {
		my ($to) = @_;
		return $ada->with(quiet => 1, may_fail => 1, env =>
		    { %{$ada->{env}}, DOCKET_S3_URL => $to });
	};
	my $read = sub { Contents::read_content($by->($_[0]), $id)->{status} };
	is $read->($url =~ s{/files}{/files/}r), 200, 'a slash after the prefix';
	is $read->($url =~ s/VER\+\@/VER+$_@/r), 500, "a secret with $_ at its end"
	    for '%', '%2';
	for (['http', 'files'], ['https', 'files'], ['http', 'a:b']) {
		my ($scheme, $prefix) = @$_;
		is $read->($url =~ s/:\d+//r =~ s/^http/$scheme/r =~
		    s/files/$prefix/r), 500, "the usual port of $scheme";
	}
	is $read->($url =~ s/\?.*//r), 500, 'the usual region';
	is $read->(''), 503, 'none';
	my $plain = $by->($url =~ s{/files}{}r);
	my ($new, $status) = Contents::add($plain, $task, 'elsewhere', 'y.txt');
	is $status, 201, 'no prefix';
	is Contents::read_content($_, $new)->{body}, 'elsewhere',
	    'what is stored there can be read'
	    for $plain, $by->($url =~ s{files}{}r);
	ok -e "$dir/objects/docket/" . Digest::SHA::sha256_hex('elsewhere')
	    . '._S3rver_object', 'at the top of the bucket';
	(my $hex = $new) =~ tr/-//d;
	$d->sql("DELETE FROM $_ WHERE id = x'$hex'") for qw(attachment feed);
};

subtest 'uploads that are refused' => sub {
	is +(Contents::add($ada, uuid(), 'x' x 100))[1], 404, 'no such task';
	is +(Contents::add($ada->with(env => { %{$ada->{env}}, "DOCKET_$_" =>
	    10 }), $task, 'x' x 100))[1], 413, $_
	    for qw(UPLOAD_MAX_BYTES QUOTA_BYTES);
	is_deeply [glob "$d->{data}/files/new-*"], [], 'leave nothing behind';
};

subtest 'cleanup' => sub {
	my $left = "$d->{data}/files/new-" . uuid();
	write_file($left, 'x');
	utime time - 2 * 86400, time - 2 * 86400, $left;
	# Killed between the object and its row.
	(my $hex = $id) =~ tr/-//d;
	$d->sql("DELETE FROM $_ WHERE id = x'$hex'") for qw(attachment feed);
	$d->sql("DELETE FROM attachment WHERE sha256 = x'"
	    . Digest::SHA::sha256_hex($all) . q{'});
	$d->sql('DELETE FROM content_upload');
	my $claimed = Contents::bytes(500_000);
	my ($other) = Contents::add($ada, $task, $claimed);
	(my $o = $other) =~ tr/-//d;
	$d->sql("INSERT INTO content_upload SELECT id, sha256, " . time
	    . "000000 FROM attachment WHERE id = x'$o';
	    DELETE FROM attachment WHERE id = x'$o';
	    DELETE FROM feed WHERE id = x'$o'");
	my ($rows) = split ' ', objects();
	# A page of the list has two objects: these are all of the first one.
	my ($object) = glob "$dir/objects/docket/files/*._S3rver_object";
	for my $name ('0-read-me', '0-read-me-too') {
		write_file("$dir/objects/docket/files/${name}._S3rver_$_",
		    slurp($object =~ s/object$/$_/r)) for qw(object object.md5
			metadata.json);
	}
	my $r = $d->run('docket-cleanup');
	is "$r->{status} $r->{err}", '0 ', 'a run';
	like $r->{out}, qr/Orphaned files removed: [1-9]/, 'removes objects';
	is objects(), join(' ', $rows, $rows + 1),
	    'but not one that is claimed';
	ok !-e $left, 'and the remains of an old upload';
	$d->sql('UPDATE content_upload SET begun_at = 0');
	is $d->run('docket-cleanup', '-q')->{status}, 0, 'when the claim is old';
	is objects(), "$rows $rows", 'that one, too';
	is $d->sql('SELECT count(*) FROM content_upload'), 0, 'with the claim';
};

# The system says which certificates are good.
subtest 'https' => sub {
	my ($cert, $key) = Smtpd::certificate('localhost');
	my $dir = $cert =~ s{/[^/]*$}{}r;
	my $d = Docket->new(files => 's3',
	    's3-url' => store($dir, 'https', 'localhost'));
	my $ada = $d->user('ada@example.org')->with(quiet => 1, may_fail => 1);
	my $task = Contents::task($ada);
	my $r = $ada->upload($task, uuid(), 'bytes', 'x.txt');
	is $r->{status}, 503, 'a certificate that nobody knows is refused';
	like $r->{raw}{err}, qr{^\w+: s3: .*certificate.*: https://localhost:}m,
	    'and the log says so';
	unlike $r->{raw}{err}, qr/RVER/, 'without the secret';
	my $trusted = '/etc/ssl/certs/ca-certificates.crt';
	system('mount', '--bind', $cert, $trusted) == 0 or die "mount failed\n";
	my ($id, $status) = Contents::add($ada, $task, 'bytes', 'x.txt');
	is $status, 201, 'one that the system trusts is accepted';
	is Contents::read_content($ada, $id)->{body}, 'bytes', 'by readers, too';
	my $web = Web->new($d, '-m', 'cgi');
	is Contents::read_content($ada->with(base => $web->{base}), $id)->{body},
	    'bytes', 'also below a web server' or diag slurp("$d->{data}/err");
	is $d->run('docket-cleanup', '-q')->{status}, 0, 'and by docket-cleanup';
};

# Who does not use it does not load it.
is_deeply [grep { `ldd $_ 2>&1` =~ /libcurl/ } glob build() . '/cgi-bin/*'], [],
    'no program of the service is linked with libcurl' if build() !~ m{/san$};

is slurp("$dir/requests") =~ / 400$/m, '', 'every body had its hash';
done_testing;
