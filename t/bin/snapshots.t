# Programs that read for long hold no snapshot of the database while they wait for an
# S3 store or for whoever reads what they write: meanwhile SQLite's log would grow,
# without an end, and long answers would be refused.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Contents;
use Docket;
use Fcntl 'F_SETPIPE_SZ';
use File::Temp 'tempdir';
use Store;
use Test::More;

my $store = Store->new;
my $d = Docket->new(files => 's3', 's3-url' => $store->url);
my $ada = $d->user('ada@example.org');
my $list = $ada->make('/lists', title => 'L');
my $task = $ada->make("/lists/$list/tasks", title => 'T', notes => 'x' x 9000);
my $bytes = Contents::bytes(100_000);
my ($file) = Contents::add($ada, $task, $bytes);
my $object = Digest::SHA::sha256_hex($bytes);
my $dir = tempdir(CLEANUP => 1);
my $running;
END { kill KILL => $running if $running }

# Its process, and where its output can be read: in a pipe that has room for a page.
sub start {
	my (@command) = @_;
	pipe my $read, my $write or die "pipe: $!\n";
	fcntl $write, F_SETPIPE_SZ, 4096 or die "pipe: $!\n";
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		close $read;
		%ENV = %{$d->{env}};
		open STDOUT, '>&', $write or die "stdout: $!\n";
		open STDERR, '>', "$dir/err";
		exec build() . '/bin/' . shift @command, @command
		    or POSIX::_exit(127);
	}
	$running = $pid;
	return ($pid, $read);
}

# After a change, does the database do what it does only if nobody has a snapshot?
sub no_snapshot {
	$ada->patch("/lists/$list/tasks/$task", { title => 'T' . rand });
	return $d->sql("SELECT count(*) FROM pg_stat_activity WHERE datname =
	    current_database() AND state LIKE 'idle in%'") == 0
	    if engine() eq 'postgresql';
	return $d->sql('PRAGMA wal_checkpoint(TRUNCATE)') =~ /^0\|/;
}

sub output {
	my ($read) = @_;
	my $all = '';
	1 while sysread $read, $all, 65536, length $all;
	return $all;
}

my @user = ('--user', 'ada@example.org', '-q');
my @archive = ('docket-export', @user, '--attachments');
# What is run, which request to the store it waits for, and what it answers in the end.
for (
	['an export to a pipe', undef, qr/"schemaVersion"/, 'docket-export', @user],
	['one as text', undef, qr/x{9000}/, 'docket-export', @user, '--format',
	    'markdown'],
	['an archive to a pipe', undef, qr/attachments\/$task\/$file\//, @archive],
	['an archive', 'get', qr/^$/, @archive, '--output', "$dir/ada.zip"],
	['all of them', 'get', qr/^$/, 'docket-export', '--all', '-q',
	    '--attachments', '--output', $dir],
	['a backup', 'get', qr/^$/, 'docket-backup', '-q', "$dir/backup"],
	['check --deep', 'get', qr/^(?!.*$object)/s, 'docket-admin', 'check',
	    '--deep'],
	['fetch-files', 'get', qr/^0 files were fetched/, 'docket-admin',
	    'fetch-files', "$dir/backup"],
) {
	my ($name, $op, $says, @command) = @$_;
	$store->answers($op ? ($op => 'late') : ());
	$store->requests;
	my ($pid, $read) = start(@command);
	if ($op) {
		$store->await("$op $object");
	} else {
		my $room = '';
		vec($room, fileno $read, 1) = 1;
		select $room, undef, undef, 30;
	}
	ok until_true(\&no_snapshot), "$name: there is no snapshot";
	is waitpid($pid, POSIX::WNOHANG()), 0, 'while it waits';
	$store->go;
	like output($read), $says, 'then it goes on';
	waitpid $pid, 0;
	undef $running;
	# check has other faults to report.
	ok $? == 0 || $command[1] eq 'check', 'to its end'
	    or diag $?, slurp("$dir/err");
}
done_testing;
