# Every program on a database that it cannot use: one that is not there, and one
# that another process writes to for over a minute.  Each fails with one line, and
# changes nothing.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Docket;
use Fcntl ':flock';
use File::Temp 'tempdir';
use Snapshot;
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new('smtp-url' => 'smtp://127.0.0.1:1',
    'mail-from' => 'docket@example.org');
my $ada = $d->user('ada@example.org');
my $list = uuid();
$ada->post('/lists', { id => $list, title => 'L' });
$d->run('docket-admin', '-q', 'vapid');
mkdir "$dir/backup";
is $d->run('docket-backup', '-q', "$dir/backup")->{status}, 0, 'a backup';
is $d->run('docket-export', '--user', 'ada@example.org', '--output',
    "$dir/ada.json")->{status}, 0, 'an export';
$ada->del("/lists/$list");

my $user = 'ada@example.org';
my @admin = map { ['docket-admin', @$_] } ['reindex'], ['vapid'],
    ['recover', '--from', "$dir/backup", '--list', $list],
    ['user', 'add', 'new@example.org', '--password-stdin'],
    ['user', 'verify', $user], ['user', 'email', $user, 'b@example.org'],
    ['user', 'disable', $user], ['user', 'enable', $user],
    ['user', 'sessions', $user, '--end', 'all'],
    ['user', 'passwd', $user, '--password-stdin'],
    ['user', 'remove', $user, '--yes'], ['user', 'invite', 'c@example.org'];
my @write = (['docket-import', '--user', $user, "$dir/ada.json"],
    ['docket-cleanup'], ['docket-remind'], ['docket-mail'],
    ['docket-backup', "$dir/other"], @admin);
my @read = (['docket-export', '--all'], ['docket-export', '--user', $user],
    ['docket-mail', '--dry-run'], ['docket-cleanup', '--dry-run'],
    map { ['docket-admin', @$_] } ['check'], ['stats'], ['user', 'list'],
    ['push-test', $user], ['user', 'sessions', $user]);
my $password = "correct horse battery\n";

sub named { return join ' ', map { s/^\Q$dir\E/.../r } @_ }

my $none = $d->with(env => { %{$d->{env}}, DOCKET_DATA => "$dir/none" });
mkdir "$dir/none", 0700;
for (@write, @read) {
	my $r = $none->run(@$_, \$password);
	is "$r->{status} $r->{signal}", '1 0', 'no database: ' . named(@$_);
	like $r->{err}, qr/\A[^\n]+\n\z/, '... one line' or diag $r->{err};
}
is_deeply [grep { !/docket\.lock$/ } glob "$dir/none/*"], [],
    'none has made one';

# One of this version that lacks a table: the line says which.
my $less = $d->with(env => { %{$d->{env}}, DOCKET_DATA => "$dir/less" });
mkdir "$dir/less", 0700;
query("$d->{data}/docket.db", "VACUUM INTO '$dir/less/docket.db'");
query("$dir/less/docket.db", 'DROP TABLE mail');
like $less->run('docket-mail')->{err}, qr/: no such table: .*mail \(SQLite 1,/,
    'a missing table is named';

# All at once, since each waits for a minute.
open my $lock, '>>', "$d->{data}/docket.lock" or die "lock: $!\n";
flock $lock, LOCK_EX or die "flock: $!\n";
my $before = Snapshot->new($d);
my @waiting = map { my $command = $_; [$_, beside(sub {
	my $r = $d->run(@$command, \$password);
	return json([$r->{status}, $r->{err}]);
})] } @write;
for (@read) {
	next if "@$_" =~ /check|push-test/;
	is $d->run(@$_)->{status}, 0, 'reading meanwhile: ' . named(@$_);
}
for (@waiting) {
	my ($command, $kid) = @$_;
	my ($status, $err) = @{$Docket::Json->decode(ended($kid))};
	is $status, 1, 'busy: ' . named(@$command);
	like $err, qr/busy|docket\.lock|another/, '... says so' or diag $err;
}
flock $lock, LOCK_UN;
is_deeply [$before->changed], [], 'nothing has changed';
done_testing;
