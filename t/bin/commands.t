# The command lines of the programs: what each refuses, and what it does with
# unusual names, files and answers.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');

# A run: its status, and what it says on either stream.
sub says {
	my ($status, $pattern, $program, @args) = @_;
	my $name = join ' ', $program, map { ref ? () : $_ } @args;
	my $r = $d->run($program, @args);
	is $r->{status}, $status, "$name: status $status";
	like $r->{out} . $r->{err}, $pattern, "$name: what it says";
	return $r;
}

subtest 'options' => sub {
	for (qw(docket-backup docket-cleanup docket-export docket-import
	    docket-mail docket-remind docket-wait)) {
		says(0, qr/^usage: $_/, $_, '--help');
		says(0, qr/^$_ \d/, $_, '--version');
		says(2, qr/unrecognized option/, $_, '--never');
	}
	my $many = qr/too many arguments/;
	says(2, $many, $_, 'x') for qw(docket-mail docket-remind
	    docket-cleanup docket-wait);
	says(2, qr/--for must be 0 to 86400 seconds/, 'docket-remind', "--for=$_")
	    for '', 'x', '1x', -1, 86401;
	says(2, qr/missing argument/, 'docket-backup');
	says(2, $many, 'docket-backup', $dir, $dir);
	says(2, qr/--keep must be/, 'docket-backup', '--keep', $_, $dir)
	    for '', 'x', 0, 1000000, 1e9;
	says(2, qr/need either --user EMAIL or --all/, 'docket-export', @$_)
	    for [], ['--all', '--user', 'ada@example.org'], ['--all', 'x'];
	says(2, qr/needs an existing directory/, 'docket-export', '--all',
	    '--attachments', @$_) for [], ['--output', "$dir/x.zip"];
	says(2, qr/missing argument/, 'docket-import', @$_)
	    for [], ['x'], ['--user', 'ada@example.org'];
	my @ada = ('docket-import', '--user', 'ada@example.org');
	says(2, $many, @ada, '--imports', 'x');
	says(2, qr/exclude each other/, @ada, '--imports', '--undo', 'x');
	says(2, qr/must be ymd, dmy or mdy/, @ada, '--date-order', 'x', 'x');
	says(2, qr/must be tags or lists/, @ada, '--sections', 'x', 'x');
	says(2, qr/must be a time zone/, @ada, '--zone', 'x', 'x');
	says(2, qr/must be FIELD=COLUMN/, @ada, '--map', 'title', 'x');
	says(2, qr/more than 32 times/, @ada, map({ ('--map', 'a=b') } 0 .. 32), 'x');
	says(1, qr/No such file/, @ada, 'x', 'y');
	says(1, qr/no import with that id/, @ada, '--undo', 'x');
	like $d->typed('', 'docket-export', '--user', 'ada@example.org',
	    '--attachments'), qr/^2 .*cannot write an archive to a terminal/,
	    'an archive is not written to a terminal';
};

# Without the right to become another user.
subtest 'root who cannot become the owner of the data' => sub {
	my ($own, $to) = map { tempdir(CLEANUP => 1) } 1, 2;
	my $of = bless { %$d, env => { %{$d->{env}}, DOCKET_DATA => $own } },
	    ref $d;
	chown 65534, 65534, $own, $to or die;
	for (['docket-admin', 'migrate'], ['docket-backup', $to],
	    ['docket-cleanup'], ['docket-mail'], ['docket-remind'],
	    ['docket-import', '--user', 'ada@example.org', '/dev/null']) {
		my ($program, @args) = @$_;
		my $r = $d->spawn($of->{env}, '', 'unshare', '-r',
		    build() . "/bin/$program", @args);
		like "$r->{status} $r->{err}",
		    qr/^1 .*cannot become the owner of \Q$own/, "@$_";
	}
} if $> == 0;

subtest 'places without files' => sub {
	says(1, qr/docket\.db is not a directory/, 'docket-admin',
	    'fetch-files', "$d->{data}/docket.db");
	says(1, qr/is not a directory/, 'docket-admin', 'fetch-files',
	    "$dir/none");
	says(1, qr/none/, 'docket-admin', '-d', "$dir/none", 'fetch-files',
	    $dir);
};

subtest 'names of users' => sub {
	my @add = ('docket-admin', 'user', 'add', 'x@example.org',
	    '--password-stdin');
	my $good = \"a good password\n";
	my $name = qr/a name must have 1 to/;
	says(2, $name, @add, '--name', $_, $good)
	    for '', "\xff", 'x' x 201;
	says(2, $name, 'docket-admin', 'user', 'invite', 'x@example.org',
	    '--name', '');
	says(2, qr/not an e-mail address/, 'docket-admin', 'user', $_, 'x')
	    for 'add', 'invite';
	says(1, qr/no password on standard input/, @add);
	says(1, qr/a password must have/, @add, \$_)
	    for "short\n", "\n", 'x' x 2000;
	says(0, qr/^Added x/, @add, \'no line feed at its end');
	ok $d->sign_in('x@example.org', 'no line feed at its end'),
	    'such a password is whole';
	says(1, qr/no user has that address/, 'docket-admin', 'user', $_,
	    'nobody@example.org') for 'passwd', 'remove', 'disable';
	like $d->typed("\x04", 'docket-admin', 'user', 'passwd',
	    'x@example.org'), qr/^1 .*no password given/,
	    'no password on a terminal';
	like $d->typed("another good one,\x04", 'docket-admin', 'user',
	    'passwd', 'x@example.org'), qr/^1 .*no password given/,
	    'or only once';
	like $d->typed('another good one,yet another one', 'docket-admin',
	    'user', 'passwd', 'x@example.org'),
	    qr/^1 .*the passwords differ/, 'or two different ones';
	ok $d->sign_in('x@example.org', 'no line feed at its end'),
	    'the password is the old one';
};

subtest 'an invitation without mail' => sub {
	my $r = says(0, qr/Pass this on; it is valid for a week:\n\S+\n$/,
	    'docket-admin', 'user', 'invite', 'new@example.org');
	my ($code) = $r->{out} =~ /(\S+)\n$/;
	local $d->{env}{DOCKET_BASE_URL} = 'https://tasks.example.org/';
	like $d->run('docket-admin', 'user', 'invite', 'two@example.org')
	    ->{out}, qr{\nhttps://tasks\.example\.org/+\#/reset/\S+\n$},
	    'with base-url it is an address to open';
	is $d->put("/password-resets/$code", { password => 'a good one, this' })
	    ->{status}, 204, 'the code sets the password';
};

subtest 'a user is removed' => sub {
	my $user = $d->user('gone@example.org');
	my $hex = $user->{me}{id} =~ tr/-//dr;
	my $many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1
	    FROM n WHERE i < 600)';
	$d->sql("$many INSERT INTO setting (user_id, id, key, value, created_at,
	    stamp) SELECT x'$hex', randomblob(16), 'k' || i, '1', 1, i FROM n;
	    $many INSERT INTO tag (user_id, id, name, name_key, search_key,
	    created_at, stamp) SELECT x'$hex', randomblob(16), 'k' || i, 'k' || i,
	    '', 1, i FROM n");
	my @remove = ('docket-admin', 'user', 'remove', 'gone@example.org');
	says(1, qr/confirm with --yes/, @remove);
	my $asked = qr/Remove gone\@example\.org \(gone\)\?/;
	for ('n', '', 'x', "\x04") {
		my $said = $d->typed($_, @remove);
		like $said, qr/^1 $asked/, 'asked, and answered otherwise than yes';
	}
	is $user->get('/me')->{status}, 200, 'the user stays';
	like $d->typed('y', @remove), qr/^0 $asked.*Removed gone/,
	    'after yes it is removed';
	is $d->sql("SELECT (SELECT count(*) FROM setting WHERE user_id =
	    x'$hex') + (SELECT count(*) FROM tag WHERE user_id = x'$hex')"), 0,
	    'with more than one transaction holds';
	$d->user('also@example.org');
	like $d->typed('Y', 'docket-admin', 'user', 'remove',
	    'also@example.org'), qr/^0 .*Removed also/, 'or Y';
};

subtest 'where a backup goes' => sub {
	my @backup = ('docket-backup', '-q');
	says(1, qr/Not a directory/, @backup, '/dev/null/x');
	mkdir "$d->{data}/b";
	my $inside = qr/is inside the data directory/;
	says(1, $inside, @backup, $_) for $d->{data}, "$d->{data}/b";
	rmdir "$d->{data}/b";
	mkdir "$d->{data}-b";
	says(0, qr/^$/, @backup, "$d->{data}-b");
	system 'rm', '-r', "$d->{data}-b";
	mkdir "$dir/locked";
	mkdir "$dir/locked/docket-backup.lock";
	says(1, qr/docket-backup\.lock: Is a directory/, @backup, "$dir/locked");
};

subtest 'a directory that can be written to, but not be read' => sub {
	my $e = Docket->new;
	chmod 0755, $dir;
	mkdir "$dir/closed", 0300;
	system('chown', '-R', '65534:65534', $e->{data}, "$dir/closed") == 0
	    or die;
	my $r = $e->spawn($e->{env}, '', 'setpriv', '--reuid=65534',
	    '--regid=65534', '--clear-groups', build() . '/bin/docket-backup',
	    "$dir/closed");
	like "$r->{status} $r->{err}", qr/^1 [^\n]*Permission denied\n\z/,
	    'the backup fails';
	is_deeply [grep { /\.db$/ } glob "$dir/closed/*"], [],
	    'and there is none';
} if $> == 0;

subtest 'exports' => sub {
	my $odd = $d->user('o\'Brien_1+x@example.org');
	my $list = $odd->make('/lists', title => 'L');
	my $task = $odd->make("/lists/$list/tasks", title => 'T');
	is $odd->upload($task, uuid(), 'bytes', 'a.txt')->{status}, 201,
	    'a file';
	mkdir "$dir/all";
	says(0, qr//, 'docket-export', '--all', '--output', "$dir/all");
	ok -s "$dir/all/o%27brien_1+x\@example.org.json" ||
	    -s "$dir/all/o%27Brien_1+x\@example.org.json",
	    'unsafe bytes of an address are written as %XX';
	like says(0, qr//, 'docket-export', '--user', 'ada@example.org',
	    '--output', '-')->{out}, qr/^\{/, '- is standard output';
	system 'rm', '-r', "$d->{data}/files";
	says(1, qr/^attachment|attachment \S+: .*No such file.*missing files: 1;/s,
	    'docket-export', '--user', $odd->{email}, '--attachments',
	    '--output', "$dir/odd.zip");
	ok -s "$dir/odd.zip", 'a file that is missing: the rest is written';
};

subtest 'what is imported' => sub {
	my @import = ('docket-import', '--user', 'ada@example.org');
	says(1, qr{none: No such file}, @import, "$dir/none");
	says(1, qr/./, @import, $dir);
	my $program = build() . '/bin/docket-import';
	my $from = sub {
		my ($how, %env) = @_;
		return $d->spawn({ %{$d->{env}}, %env }, '', 'sh', '-c',
		    "$program --user ada\@example.org - <$how");
	};
	my $r = $from->("$dir");
	like "$r->{status} $r->{err}", qr/^1 .*Is a directory/,
	    'a directory as standard input';
	$r = $from->("$dir/export", TMPDIR => "$dir/none")
	    if $d->run('docket-export', '--user', 'ada@example.org', '--output',
	    "$dir/export")->{status} == 0;
	like "$r->{status} $r->{err}", qr/^1 .*No such file/,
	    'no directory for temporary files';
	$r = $from->("$dir/export", TMPDIR => 'relative');
	is "$r->{status} $r->{err}", '0 ', 'a relative one is not used';
	$r = $from->("$dir/export", TMPDIR => $dir);
	is "$r->{status} $r->{err}", '0 ', 'another is';
};
subtest 'what an administrator gets wrong' => sub {
	my @admin = ('docket-admin');
	my $no_directory = qr/Not a directory/;
	mkdir "$dir/kept";
	$d->run('docket-backup', '-q', "$dir/kept");
	ok glob("$dir/kept/*.db"), 'a backup';
	my @nowhere = ('-d', '/dev/null/x');
	says(1, $no_directory, @admin, @nowhere, 'migrate');
	says(1, $no_directory, @admin, @nowhere, 'restore', "$dir/kept");
	says(2, qr/need --to PLACE/, @admin, 'move');
	my $same = qr/is the database that the settings name/;
	says(1, $same, @admin, 'move', '--to', $_)
	    for $d->{data}, "$d->{data}/.";
	says(1, $no_directory, @admin, 'move', '--to', '/dev/null/x');
	my $newer = Docket->new;
	$newer->sql('PRAGMA user_version = 9999');
	says(1, qr{docket\.db exists: stop the service and its timers, move it away}, @admin,
	    'move', '--to', $newer->{data});
	write_file("$dir/text/docket.db", 'x' x 5000) if mkdir "$dir/text";
	says(1, qr{text: |text/}, @admin, 'move', '--to', "$dir/text");
	is $d->sql('SELECT count(*) > 0 FROM user'), 1, 'nothing has moved';
	says(1, qr/no user has that address/, @admin, 'push-test',
	    'nobody@example.org');
	mkdir "$dir/empty";
	says(1, qr/no backup/i, @admin, 'recover', '--from', "$dir/empty",
	    '--list', 'L');
	says(1, qr/No such file/, @admin, 'stats', '--textfile',
	    "$dir/none/x");
	mkdir "$dir/stats";
	says(1, qr/Is a directory/, @admin, 'stats', '--textfile',
	    "$dir/stats");
	is_deeply [glob "$dir/stats.*"], [], 'which leaves no file behind';
};

subtest 'a trial of an import' => sub {
	my $list = $ada->make('/lists', title => 'Mine');
	$ada->make("/lists/$list/tasks", title => 'A task');
	my $file = "$dir/trial.json";
	is $d->run('docket-export', '--user', 'ada@example.org', '--output',
	    $file)->{status}, 0, 'an export';
	my @try = ('--dry-run', '--user', 'ada@example.org');
	like says(0, qr/^skip\tlist\t$list\tMine\t\S/m, 'docket-import', @try,
	    $file)->{out}, qr/^skip\ttask\t\S+\tA task\t\S/m,
	    'what is there is not made';
	my $e = Docket->new;
	$e->user('ada@example.org');
	my $r = $e->run('docket-import', @try, $file);
	like $r->{out}, qr/^make\tlist\t$list\tMine\n/m,
	    'what is not, is' or diag $r->{err};
	is $e->sql('SELECT count(*) FROM list'), 0, 'but nothing is written';
	says(1, qr/not a file that can be imported: its format is not known/, 'docket-import', '--user',
	    'ada@example.org', write_file("$dir/blank", " \t\n"));
	delete local $e->{env}{TMPDIR};
	$r = $e->run('docket-import', '-q', '--user', 'ada@example.org', '-',
	    \slurp($file));
	is "$r->{status} $r->{err}", '0 ', 'without TMPDIR';
};

subtest 'exports with files' => sub {
	my $u = $d->user('x{y@example.org');
	my $list = $u->make('/lists', title => 'L');
	my $task = $u->make("/lists/$list/tasks", title => 'T');
	is $u->upload($task, uuid(), 'others', 'a\\b.txt')->{status}, 201,
	    'a file';
	my $r = says(0, qr/./s, 'docket-export', '--user', $u->{email},
	    '--attachments');
	like $r->{out}, qr/^PK/, 'an archive on standard output';
	unlike $r->{out}, qr/\\b\.txt/, 'whose names have no backslash';
	mkdir "$dir/zips";
	# A file of another user is gone.
	says(1, qr/missing files: 1;/, 'docket-export', '--all',
	    '--attachments', '--output', "$dir/zips");
	ok -s "$dir/zips/x%7By\@example.org.zip", 'one for each user';
};
done_testing;
