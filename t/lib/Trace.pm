# Runs every program of the service under strace(1): which calls changed files
# below the data directory, with which bytes, and when.
#
#	my $ada = Trace->over($d->user(...), $directory);	# a Docket
#	$ada->post(...);
#	$ada->{fail} = 'fdatasync:error=EIO:when=2';	# strace's -e inject=
#	my @calls = Trace::read($directory, $d->{data});
#
# A call is { at, op, path, ... }; paths are relative to the data directory,
# which is '':
#	write path from bytes | truncate path size | sync path ok
#	create path | mkdir path | unlink path | rename path to
# Mapped memory is not seen: SQLite maps only the index of its log, which is
# rebuilt after a cut.  The reserve contains nothing.
package Trace;
use strict;
use warnings;
use parent 'Docket';
use Fcntl;

my $runs = 0;	# names of files: of all users together
my $calls = join ',', qw(openat close write pwrite64 writev pwritev ftruncate
    truncate fallocate fsync fdatasync rename renameat renameat2 unlink unlinkat
    mkdir mkdirat rmdir link linkat sync_file_range msync);

sub over {
	my ($class, $user, $folder) = @_;
	return bless { %$user, folder => $folder, quiet => 1, may_fail => 1 },
	    $class;
}

sub spawn {
	my ($self, $env, $input, @command) = @_;
	my $to = sprintf '%s/%d-%06d', $self->{folder}, $$, $runs++;
	# It does not work for a traced program.
	$env = { %$env, ASAN_OPTIONS => 'detect_leaks=0' };
	# strace itself uses the real time.
	my $preload = delete $env->{LD_PRELOAD};
	return $self->SUPER::spawn($env, $input, 'strace', '-o', $to, '-ttt',
	    '-y', '-xx', '-s', 1 << 26, '-e', "trace=$calls",
	    defined $preload ? ('-E', "LD_PRELOAD=$preload") : (),
	    $self->{fail} ? ('-e', "inject=$self->{fail}") : (), @command);
}

sub bytes {
	my ($s) = @_;
	$s =~ s/\\x(..)/chr hex $1/ge;
	return $s;
}

# The calls of one process; counts the positions of write(2).
sub of_process {
	my ($file, $data) = @_;
	my (@found, %at);
	open my $in, '<', $file or die "$file: $!\n";
	while (<$in>) {
		my ($at, $name, $args, $result, $error) =
		    /^([\d.]+) (\w+)\((.*)\) += (-?\d+)(?:<.*>)?(?: (E\w+))?/
		    or next;
		my ($fd) = $args =~ /^(\d+)</;
		my @strings = map { bytes($_) } $args =~ /"([^"]*)"/g;
		my ($of) = $args =~ /^\d+<([^>]*)>/;
		my $gone = $args =~ /^\d+<[^>]*>\(deleted\)/;
		$of = bytes($of) if defined $of;
		my @paths = $name =~ /open|rename|link|mkdir|rmdir/ ?
		    @strings : ($of);
		$_ = defined($_) && s{^\Q$data\E(?:/|$)}{} ? $_ : undef
		    for @paths;
		my $path = $paths[0];
		next if $gone || !defined $path ||
		    $path =~ /-shm$|\.reserve/;
		my %call = (at => $at, path => $path);
		if ($name =~ /sync$/) {
			push @found, { %call, op => 'sync',
			    ok => $result == 0 };
			next;
		}
		next if $result < 0;
		if ($name eq 'openat') {
			$at{$result} = 0;
			push @found, { %call, op => 'create' }
			    if $args =~ /O_CREAT/;
			push @found, { %call, op => 'truncate', size => 0 }
			    if $args =~ /O_TRUNC/;
		} elsif ($name =~ /^p?write/) {
			my ($from) = $name eq 'write' ? $at{$fd} :
			    $args =~ /, (\d+)$/;
			$at{$fd} += $result if $name eq 'write';
			push @found, { %call, op => 'write', from => $from,
			    bytes => substr $strings[0], 0, $result };
		} elsif ($name eq 'ftruncate') {
			push @found, { %call, op => 'truncate',
			    size => $args =~ /, (\d+)$/ };
		} elsif ($name =~ /^(mkdir|unlink|rename)/) {
			push @found, { %call, op => $1, to => $paths[1] };
		} elsif ($name ne 'close') {
			die "$file: a call that is not known: $name\n";
		}
	}
	return @found;
}

# The calls of all processes, in order.
sub read {
	my ($folder, $data) = @_;
	return sort { $a->{at} <=> $b->{at} }
	    map { of_process($_, $data) } sort glob "$folder/*";
}

1;
