# Disks and files that fail as a whole: full, read-only, another user's,
# damaged.  The answer is a problem, and one line in the log says what to do;
# nothing is written, and everything works again once the fault is fixed.  (No
# database, one of another version, or another file in its place:
# t/http/not_ready.t.)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Digest::MD5 'md5_hex';
use Docket;
use File::Find;
use File::Temp 'tempdir';
use Refusal;
use Test::More;

Docket::own_mounts();

sub run_or_die { system(@_) == 0 or die "@_ failed\n" }

sub disk {
	my ($mib) = @_;
	my $dir = tempdir(CLEANUP => 1);
	run_or_die('mount', '-t', 'tmpfs', '-o', "size=${mib}m,mode=700",
	    'none', $dir);
	return $dir;
}
my ($dir, $process);
END { system('umount', '-l', $dir) if ($process // 0) == $$ }

# Fills the disk except for so many KiB.
sub fill {
	my ($dir, $leave) = @_;
	open my $out, '>>', "$dir/other" or die;
	1 while (syswrite($out, 'x' x 4096) // 0) == 4096;
	my $size = -s $out;
	truncate $out, $size - $leave * 1024 if $leave;
	close $out;
}

# The answer is 507, and the log says what to do.
sub is_full {
	my ($r, $name) = @_;
	is said($r), '507 storage-full', $name;
	like $r->{raw}{err}, qr/^[^\n]+free disk space[^\n]*\n$/,
	    'one line says what to do';
}

my @reads = ('/me', '/lists', '/lists/{listId}/tasks', '/me/changes',
    '/me/export', '/tasks/{taskId}/steps', '/search?q=sibling', '/health',
    '/attachments/{attachmentId}/content', '/openapi.json');

sub reads {
	my ($w, $status) = @_;
	is said($w->{ada}->get($w->path($_))), $status, "GET $_" for @reads;
}

# Another process that has the database open, so that its log stays.
sub keeper {
	my $said = File::Temp->new;
	my $pid = open my $to, '|-', "exec sqlite3 '$dir/docket.db' >'$said'"
	    or die;
	print $to "SELECT 1;\nSELECT count(*) FROM task;\n";
	$to->flush;
	select undef, undef, undef, 0.01 until slurp("$said") =~ /\n.*\n/;
	return sub {
		kill KILL => $pid if $_[0];
		close $to;
	};
}

sub whole {
	my ($d, $name) = @_;
	is $d->sql('PRAGMA integrity_check; PRAGMA foreign_key_check'), 'ok',
	    $name;
}

$dir = disk(48);
$process = $$;
my $w = Refusal->new(data => $dir, registration => 'open',
    'base-url' => 'https://docket.example');
my ($d, $ada) = @$w{qw(d ada)};
$_->{may_fail} = $_->{quiet} = 1 for $ada, $d;
my $reserve = "$dir/docket.reserve";
my @frees = grep { $_->{method} eq 'DELETE' || $_->{path} =~
    m{^/sessions$|/cleanup$} } Docket::routes();
my %frees = map { ("$_->{method} $_->{path}" => 1) } @frees;
# A batch itself stores nothing: its rows are refused one by one.
my @writes = grep { $_->{flags}{write} && $_->{method} ne 'GET' &&
    $_->{path} ne '/batch' && !$frees{"$_->{method} $_->{path}"} }
    Docket::routes();

subtest 'a full disk' => sub {
	is -s $reserve, 16 << 20, 'the reserve exists';
	fill($dir, 0);
	reads($w, 200);
	ok !-e $reserve, 'the reserve is released';
	$w->remember;
	for my $route (@writes) {
		my ($body, $type) = $w->body($route);
		my $r = $w->try($route, $body, 'Content-Type' => $type);
		$w->refused($r, '507 storage-full',
		    "$route->{method} $route->{path}");
		is_full($r, 'and logged');
	}
	my $batch = $w->{ada}->post('/batch', { requests => [
	    { method => 'POST', path => '/lists',
	    body => { id => uuid(), title => 'L' } }] });
	is $batch->{json}{responses}[0]{body}{code}, 'storage-full',
	    'a row of a batch is refused, too';
	is $d->run('docket-backup', tempdir(CLEANUP => 1))->{status}, 0,
	    'a backup to another disk succeeds';
	like $d->run('docket-admin', 'check')->{out},
	    qr/^FAULT: only .* left.*^FAULT: there is no docket.reserve/ms,
	    'docket-admin check reports it';
};

subtest 'deleting with a full disk' => sub {
	my $list = $w->path('/lists/{listId}');
	is $ada->del($w->path($_))->{status}, 204, "DELETE $_" for
	    '/tasks/{taskId}/steps/{stepId}', '/me/tags/{tagId}',
	    '/attachments/{attachmentId}', '/me/my-day/{taskId}',
	    '/lists/{listId}/tasks/{taskId}', '/me/groups/{groupId}',
	    '/lists/{listId}/members/{userId}', '/me/tokens/{tokenId}';
	is $ada->post('/me/completed-tasks/cleanup')->{status}, 200,
	    'deleting completed tasks works';
	my $r = $ada->post('/sessions', { email => $ada->{email},
	    password => $ada->{password} });
	is $r->{status}, 201, 'signing in works';
	is $ada->with(token => $r->{json}{token})->del('/sessions/current')
	    ->{status}, 204, 'signing out works';
	is $ada->del($list)->{status}, 204, 'deleting a list works';
	my $cleanup = $d->run('docket-cleanup', '--quiet');
	is $cleanup->{status}, 0, 'docket-cleanup succeeds';
	like $cleanup->{err}, qr/docket\.reserve: too little disk space for the reserve/,
	    'and reports it';
	ok !-e $reserve, 'it creates no reserve while there is no space';
};

subtest 'a disk without a free byte' => sub {
	my $close = keeper();
	fill($dir, 0);
	$d->later('2d');
	# The use of a session need not be recorded.
	is said($ada->get('/me')), 200, 'an open database can be read';
	# Nor a wrong code.
	is said($ada->get('/invitations/' . 'x' x 43)),
	    '404 invitation-not-found', 'and searched';
	delete @{$d->{env}}{qw(LD_PRELOAD FAKETIME NO_FAKE_STAT)};
	$close->();
	fill($dir, 0);
	is_full($ada->get('/me'), 'GET');
	is_full($ada->del($w->path('/lists/{other}')), 'DELETE');
	is_full($ada->post('/lists', { id => uuid(), title => 'x' }), 'POST');
	for (['docket-cleanup'], ['docket-remind'], ['docket-backup', $dir]) {
		my $r = $d->run(@$_);
		is "$r->{status} $r->{signal}", '1 0', "$_->[0] ends by 1";
		like $r->{err}, qr/free disk space/, 'and says why';
	}
};

subtest 'space again' => sub {
	unlink "$dir/other";
	whole($d, 'nothing is damaged');
	is $ada->post('/lists', { id => uuid(), title => 'x' })->{status},
	    201, 'a list is created';
	is $d->run('docket-cleanup', '--quiet')->{status}, 0,
	    'docket-cleanup succeeds';
	is -s $reserve, 16 << 20, 'it creates the reserve again';
	unlike $d->run('docket-admin', 'check')->{out}, qr/reserve/,
	    'docket-admin check no longer reports the reserve';
};

subtest 'a disk that becomes full during a write' => sub {
	my ($task, $list) = (uuid(), $w->path('/lists/{other}'));
	is $ada->post("$list/tasks", { id => $task, title => 'x' })->{status},
	    201, 'a task is created';
	fill($dir, 9 * 1024);
	ok -e $reserve, 'the reserve exists';
	is $ada->patch("$list/tasks/$task", { title => 'y' })->{status}, 200,
	    'a write for which there is space succeeds';
	$w->remember;
	my $r = $ada->upload($task, uuid(), 'x' x (12 << 20), 'x.txt');
	is_full($r, 'a large upload is refused');
	is_deeply [glob "$dir/files/new-*"], [], 'and leaves no file';
	$w->refused($r, '507 storage-full', 'nothing has changed');
	ok -e $reserve, 'the reserve is kept';
	unlink "$dir/other";
};

# Every file below a directory and its content, except an empty log.
sub holds {
	my ($of) = @_;
	my %is;
	find({ no_chdir => 1, wanted => sub {
		$is{$_} = -f $_ ? md5_hex(slurp($_) // '') : ''
		    if !/-shm$/ && !(/-wal$/ && -z) } }, $of);
	return \%is;
}

# Every request is answered with 503 and logs one line; nothing is written.
sub unusable {
	my ($name, $who, $log, @but) = @_;
	my $held = holds($dir);
	for (['GET', '/me'], ['GET', '/health'], ['GET', '/me/changes'],
	    ['POST', '/lists', { id => uuid(), title => 'x' }],
	    ['POST', '/sessions', { email => $ada->{email},
	    password => $ada->{password} }],
	    ['DELETE', $w->path('/lists/{other}')]) {
		my ($method, $path, $body) = @$_;
		next if grep { $_ eq $path || $_ eq $method } @but;
		my $r = $who->request($method, $path, $body);
		is said($r), '503 not-ready', "$name: $method $path";
		like $r->{raw}{err}, qr/^[^\n]*$log[^\n]*\n$/,
		    'one line says what to do';
	}
	is_deeply holds($dir), $held, "$name: nothing is written";
}

subtest 'a read-only disk' => sub {
	run_or_die('mount', '--bind', $dir, $dir);
	run_or_die('mount', '-o', 'remount,bind,ro', $dir);
	unusable('read-only', $ada, qr/mounted read-only/);
	run_or_die('umount', '-l', $dir);
	# The log and its index exist, so that it can be opened.
	my $close = keeper();
	run_or_die('mount', '--bind', $dir, $dir);
	run_or_die('mount', '-o', 'remount,bind,ro', $dir);
	unusable('in use', $ada, qr/mounted read-only/);
	run_or_die('umount', '-l', $dir);
	$close->();
	is said($ada->get('/me')), 200, 'mounted writable, it works again';
};

# Runs programs without the privileges of root, who can open every file.
package Plain;
our @ISA = 'Docket';
sub spawn {
	my ($self, $env, $input, @command) = @_;
	return $self->SUPER::spawn($env, $input, 'setpriv',
	    '--bounding-set=-all', '--inh-caps=-all', @command);
}

package main;

subtest "another user's files" => sub {
	my $plain = bless { %$ada }, 'Plain';
	is said($plain->get('/me')), 200, 'own files work';
	for (['the directory', '', qr/belong to the service's user/],
	    ['the database', 'docket.db', qr/belong to the service's user/],
	    ['the lock', 'docket.lock', qr/readable and writable/, 'GET']) {
		my ($name, $path, $log, @but) = @$_;
		my $mode = (stat "$dir/$path")[2] & 0777;
		chmod 0, "$dir/$path";
		unusable($name, $plain, $log, @but);
		chmod $mode, "$dir/$path";
	}
	my $task = uuid();
	$ada->post($w->path('/lists/{other}/tasks'), { id => $task,
	    title => 'x' });
	my $file = uuid();
	$ada->upload($task, $file, 'x', 'x.txt');
	chmod 0, "$dir/files";
	for ($plain->upload($task, uuid(), 'y', 'y.txt'),
	    $plain->get("/attachments/$file/content")) {
		is said($_), '503 not-ready',
		    'attachments of another user are refused';
		like $_->{raw}{err}, qr/readable and writable/,
		    'with what to do';
	}
	chmod 0700, "$dir/files";
	is said($plain->get("/attachments/$file/content")), 200,
	    'with the right owner they work again';
};

# Damages a copy of the database; the last argument is what is written.
sub damaged {
	my ($what, $from, $bytes, $suffix) = @_;
	my $file = "$dir/docket.db" . ($suffix // '');
	my $was = slurp($file);
	open my $out, '+<:raw', $file or die;
	seek $out, $from, 0;
	print $out $bytes;
	close $out;
	return sub {
		unlink "$dir/docket.db-wal", "$dir/docket.db-shm";
		open my $back, '>:raw', "$dir/docket.db" or die;
		print $back $was if !$suffix;
		close $back;
	};
}

subtest 'a damaged database' => sub {
	my $size = -s "$dir/docket.db";
	srand 1;
	my $junk = join '', map { chr rand 256 } 1 .. $size;
	for (['the first bytes', 0, 100, qr/restore a backup/],
	    ['the first page', 100, 3996, qr/restore a backup/],
	    ['all but the first page', 4096, $size - 4096,
	    qr/restore a backup/, '/health']) {
		my ($name, $from, $n, $log, @but) = @$_;
		my $repair = damaged($name, $from, substr $junk, 0, $n);
		unusable($name, $ada, $log, @but);
		$repair->();
	}
	is said($ada->get('/me')), 200, 'repaired, it works again';
	my (%got, $wrong);
	for my $i (1 .. 40) {
		my $repair = damaged('', 512 * int rand $size / 512,
		    substr $junk, int rand $size / 2, 512);
		for my $r ($ada->get('/me/changes'), $ada->post('/lists',
		    { id => uuid(), title => 'x' })) {
			$got{$r->{status}}++;
			$wrong //= "$i: $r->{raw}{out}$r->{raw}{err}" if
			    $r->{raw}{signal} || $r->{status} !~ /^20[01]$/ &&
			    said($r) ne '503 not-ready';
		}
		$repair->();
	}
	is $wrong, undef, '40 sectors damaged, each answered or refused: '
	    . join ', ', map { "$got{$_} of $_" } sort keys %got;
};

subtest 'a damaged log' => sub {
	my $close = keeper();
	is $ada->post('/lists', { id => uuid(), title => $_ })->{status}, 201,
	    "a list, $_" for qw(one two three);
	$close->('by a signal');
	my %was = map { $_ => slurp("$dir/docket.db$_") } '', '-wal';
	for my $from (0, 40, 4000, 9000, length($was{-wal}) - 100) {
		for (keys %was) {
			open my $out, '>:raw', "$dir/docket.db$_" or die;
			print $out $was{$_};
			close $out;
		}
		unlink "$dir/docket.db-shm";
		damaged('', $from, 'junk' x 20, '-wal');
		is said($ada->get('/me/changes')), 200,
		    "from byte $from on: what is before it is there";
		whole($d, 'the database is sound');
		is $ada->post('/lists', { id => uuid(), title => 'x' })
		    ->{status}, 201, 'and can be written';
	}
};
done_testing;
