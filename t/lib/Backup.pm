# Shared by the tests of docket-backup and docket-admin restore.
package Backup;
use strict;
use warnings;
use Digest::SHA;
use Docket;
use Exporter 'import';
use File::Temp 'tempdir';

our @EXPORT = qw(folder service upload file_of generations
    fault query steps killed);

sub folder { return tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1) }

# A service with a user, a list, a task, and files with these contents.
sub service {
	my (@contents) = @_;
	my $d = Docket->new;
	my $ada = $d->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'Home');
	my $t = $ada->make("/lists/$l/tasks", title => 'Milk');
	upload($ada, $t, $_) for @contents;
	return ($d, $ada, $l, $t);
}

sub upload {
	my ($u, $t, $content) = @_;
	my $r = $u->upload($t, uuid(), $content, 'x.txt');
	die "upload: $r->{status} $r->{body}" if $r->{status} != 201;
}

# The path of that content below a directory.
sub file_of {
	my ($content) = @_;
	my $hex = Digest::SHA::sha256_hex($content);
	return 'files/' . substr($hex, 0, 2) . '/' . substr $hex, 2;
}

# The names of a directory's backups, oldest first.
sub generations {
	my ($dir) = @_;
	return map { m{([^/]+)$} } sort glob "$dir/docket-*.db";
}

# One value of a database file.
sub query {
	my ($path, $sql) = @_;
	open my $out, '-|', 'sqlite3', '-bail', $path, $sql
	    or die "sqlite3: $!\n";
	my $said = do { local $/; <$out> };
	close $out or die "sqlite3 $path: status $?: $said\n";
	chomp $said;
	return $said;
}

# What is wrong with a database and its attachments in a directory; '' if nothing.
sub fault {
	my ($path, $files) = @_;
	my $said = eval { query($path,
	    'PRAGMA foreign_key_check; PRAGMA integrity_check') } // $@;
	return $said if $said ne 'ok';
	for my $hex (split /\n/, query($path, 'SELECT DISTINCT '
	    . 'lower(hex(sha256)) FROM attachment WHERE sha256 <> '
	    . 'zeroblob(32) AND sha256 NOT IN (SELECT sha256 FROM content)')) {
		my $file = "$files/" . substr($hex, 0, 2) . '/'
		    . substr $hex, 2;
		return "no $file" if !-f $file;
		return "bad $file"
		    if Digest::SHA->new(256)->addfile($file)->hexdigest
		    ne $hex;
	}
	return '';
}

my $calls = 'openat,write,pwrite64,fsync,fdatasync,rename,unlink,ftruncate';

# strace and LeakSanitizer do not work together.
sub traced {
	my ($d, @command) = @_;
	return $d->spawn({ %{$d->{env}}, ASAN_OPTIONS => 'detect_leaks=0' },
	    '', 'strace', '-f', '-qq', @command);
}

# The system calls of a run that change something: [name, ordinal].
sub steps {
	my ($d, @command) = @_;
	my $log = File::Temp->new;
	my (%n, @steps);
	my $r = traced($d, '-o', "$log", '-e', "trace=$calls", @command);
	die "$command[0]: $r->{status} $r->{err}" if $r->{status} != 0;
	while (<$log>) {
		push @steps, [$1, ++$n{$1}] if /^\d+ +(\w+)\(/;
	}
	return @steps;
}

# Runs a program that is killed at such a call; returns whether it was.
sub killed {
	my ($d, $step, @command) = @_;
	my $r = traced($d, '-o', '/dev/null', '-e', "trace=$step->[0]", '-e',
	    "inject=$step->[0]:signal=KILL:when=$step->[1]", @command);
	return $r->{signal} == 9;
}

1;
