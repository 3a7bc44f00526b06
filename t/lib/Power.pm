# Records the system calls of a service while it is written to, and checks what
# is left after power cuts.
#
#	my $p = Power->new(7);			# the seed; a user, an empty list
#	$p->run(60, fail => 0.2);		# requests, some failing
#	my $found = $p->cut(100, sub { ... });	# { images, lost, corrupt, ... }
#
# The ledger has for each record what each request would make of it, from when
# on and, if it was acknowledged, from when for certain.  After a cut a record
# must be as the last acknowledged request left it, or as one of those after it.
package Power;
use strict;
use warnings;
use Dav;
use Digest::SHA 'sha256_hex';
use Disk;
use Docket;
use File::Path 'remove_tree';
use File::Temp 'tempdir';
use IPC::Open2;
use JSON::PP ();
use POSIX ();
use Time::HiRes 'time';
use Trace;

sub new {
	my ($class, $seed) = @_;
	srand $seed;	# of the ids
	my $d = Docket->new;
	unlink "$d->{data}/docket.reserve";
	my @tmp = (TMPDIR => 1, CLEANUP => 1);
	@tmp = (DIR => '/dev/shm', CLEANUP => 1) if -w '/dev/shm';
	my $self = bless { d => $d, x => $seed, work => tempdir('power-XXXXXX',
	    @tmp), list => uuid(), ledger => {}, tasks => [],
	    items => [], files => [] },
	    $class;
	$self->{user} = $d->user('ada@example.org');
	$self->{user}->post('/lists', { id => $self->{list}, title => 'List' });
	$self->{phone} = Dav->new($self->{user});
	mkdir "$self->{work}/calls";
	mkdir "$self->{work}/ledgers";
	system("cp", "-r", $d->{data}, "$self->{work}/before") == 0 or die;
	$self->{traced} = Trace->over($self->{user}, "$self->{work}/calls");
	return $self;
}

# The same numbers for the same seed, whatever else uses rand().
sub rand {
	my ($self) = @_;
	$self->{x} = ($self->{x} * 1103515245 + 12345) % 2147483648;
	return (($self->{x} >> 8) % 65536) / 65536;
}
sub upto { return int($_[0]->rand * $_[1]) }

# A line for each request: the record, what it makes of it, when, and when it
# was acknowledged.
sub note {
	my ($self, $what, $value, $request) = @_;
	my $began = time;
	my $r = $request->();
	my $done = $r->{status} =~ /^2/ ? time : 0;
	open my $out, '>>', "$self->{work}/ledgers/$$" or die;
	printf $out "%s\t%s\t%.6f\t%.6f\n", $what, $value, $began, $done;
	close $out;
	$self->{answers}{$r->{status}}++;
	return $done;
}

# Text that neither compression nor a hole in a file makes smaller.
sub letters { my ($self, $n) = @_;
	return join '', map { chr 97 + $self->upto(26) } 1 .. $n }

my %does = (
	add => sub {
		my ($self, $u) = @_;
		my ($id, $title) = (uuid(), $self->letters(20));
		$self->note("task $id", $title, sub {
			$u->post("/lists/$self->{list}/tasks", { id => $id,
			    title => $title }) }) or return;
		push @{$self->{tasks}}, $id;
	},
	change => sub {
		my ($self, $u, $task) = @_;
		my $title = $self->letters(5 + $self->upto(400));
		$self->note("task $task", $title, sub {
			$u->patch("/lists/$self->{list}/tasks/$task",
			    { title => $title, starred => JSON::PP::true }) });
	},
	remove => sub {
		my ($self, $u, $task) = @_;
		@{$self->{tasks}} = grep { $_ ne $task } @{$self->{tasks}};
		$self->note("task $task", 'deleted', sub {
			$u->del("/lists/$self->{list}/tasks/$task") });
	},
	step => sub {
		my ($self, $u, $task) = @_;
		my ($id, $title) = (uuid(), $self->letters(200));
		$self->note("step $id", $title, sub {
			$u->post("/tasks/$task/steps", { id => $id,
			    title => $title }) });
	},
	upload => sub {
		my ($self, $u, $task) = @_;
		my $bytes = $self->letters(1 + $self->upto(5000)) x
		    (1, 1, 1, 40)[$self->upto(4)];
		my $id = uuid();
		$self->note("file $id", sha256_hex($bytes), sub {
			$u->upload($task, $id, $bytes, 'x.txt') }) or return;
		push @{$self->{files}}, $id;
	},
	again => sub {	# what is there already under another id
		my ($self, $u, $task) = @_;
		my $id = uuid();
		$self->note("file $id", sha256_hex('the same'), sub {
			$u->upload($task, $id, 'the same', 'x.txt') });
	},
	put => sub {	# a new task, by CalDAV
		my ($self, $u) = @_;
		my $id = uuid();
		$self->put($u, $id) and push @{$self->{items}}, $id;
	},
	put_again => sub {	# another title, and a text to one that had none
		my ($self, $u, $task) = @_;
		$self->put($u, $self->item // $task);
	},
	del => sub {
		my ($self, $u) = @_;
		my $item = $self->item // return;
		@{$self->{items}} = grep { $_ ne $item } @{$self->{items}};
		$self->note("task $item", 'deleted', sub {
			$self->{phone}->with_user($u)->del($self->href($item)) });
	},
	drop => sub {
		my ($self, $u) = @_;
		my $file = shift @{$self->{files}} or return;
		$self->note("file $file", 'deleted', sub {
			$u->del("/attachments/$file") });
	},
);
my @often = (qw(add add change change change remove step step upload upload
    again drop put put_again put_again del));

sub href { my ($self, $name) = @_;
	return "$self->{phone}{home}$self->{list}/$name.ics" }
sub item { my ($self) = @_;
	return $self->{items}[$self->upto(scalar @{$self->{items}})] }

# Stores a text with a title of its own under that name.
sub put {
	my ($self, $u, $name) = @_;
	my $title = $self->letters(20);
	return $self->note("task $name", $title, sub {
		$self->{phone}->with_user($u)->put($self->href($name),
		    join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0',
		    'PRODID:-//x//y', 'BEGIN:VTODO', "UID:$name",
		    "SUMMARY:$title", 'X-MORE:' . $self->letters(400),
		    'END:VTODO', 'END:VCALENDAR', '') });
}

sub request {
	my ($self, $name, $fail) = @_;
	my ($u, $tasks) = @$self{qw(traced tasks)};
	$name //= $often[$self->upto(scalar @often)];
	$name = 'add' if @$tasks < 2;
	local $u->{fail} = $fail;
	$does{$name}->($self, $u, $tasks->[$self->upto(scalar @$tasks)]);
}

# Another process keeps the database open, so that the log stays; and dies.
sub keeper {
	my ($self) = @_;
	if (my $k = delete $self->{keeper}) {
		kill KILL => $k->{pid};
		waitpid $k->{pid}, 0;
		return;
	}
	my $pid = open2(my $out, my $in, 'sqlite3', '-init', '/dev/null',
	    "$self->{d}{data}/docket.db");
	print $in "SELECT count(*) FROM task;\n";
	$in->flush;
	readline $out;
	$self->{keeper} = { pid => $pid, in => $in, out => $out };
}

# Three clients at once, each with its own tasks and files.
sub together {
	my ($self, $n) = @_;
	my @pids;
	for my $i (1 .. 3) {
		my $pid = fork // die "fork: $!\n";
		if ($pid == 0) {
			@$self{qw(x tasks items files)} = ($self->{x} +
			    77 * $i, [], [], []);
			srand $self->{x};	# of the ids
			$self->request for 1 .. $n;
			POSIX::_exit(0);
		}
		push @pids, $pid;
	}
	for (@pids) {
		waitpid $_, 0;
		die "a client failed\n" if $?;
	}
}

# fail => the probability that an fsync of a request fails, once or from then
# on, or that the program is killed instead.
my @fails = ('error=EIO:when=%d', 'error=EIO:when=%d+', 'signal=KILL:when=%d');

sub run {
	my ($self, $n, %o) = @_;
	for my $i (1 .. $n) {
		my $fail = $self->rand < ($o{fail} // 0) ? 'fsync,fdatasync:' .
		    sprintf($fails[$self->upto(3)], 1 + $self->upto(6)) : undef;
		$self->request(undef, $fail);
		my $what = $self->rand;
		$self->keeper if $what < 0.15;
		$self->{traced}->run('docket-cleanup', '--quiet')
		    if $what > 0.97;
		$self->together(3) if $o{together} && $i % $o{together} == 0;
	}
	$self->keeper if $self->{keeper};
}

sub ledger {
	my ($self) = @_;
	my %is;
	for my $file (sort glob "$self->{work}/ledgers/*") {
		push @{$is{$_->[0]}}, $_ for map { chomp; [split /\t/] }
		    split /^/, slurp($file);
	}
	return \%is;
}

# The records as they are, from an sqlite3 shell that stays open.  A task that CalDAV
# made has the id of its name; one whose text has another title is a task without it.
my $rows = <<'END';
.separator "\t"
.headers off
PRAGMA integrity_check;
PRAGMA foreign_key_check;
SELECT 'task', coalesce(replace(substr(r.name, 1, 36), '-', ''),
    lower(hex(t.id))), iif(deleted_at, 'deleted', iif(starred
    OR r.id IS NULL OR instr(r.text, 'SUMMARY:' || title || char(13)), title,
    'not in its text')) FROM task t LEFT JOIN resource r ON r.id = t.id;
SELECT 'step', lower(hex(id)), iif(deleted_at, 'deleted', title) FROM step;
SELECT 'file', lower(hex(id)), iif(deleted_at, 'deleted', lower(hex(sha256))),
    lower(hex(sha256)) FROM attachment;
SELECT 'end';
END

sub holds_bytes {
	my ($dir, $hash) = @_;
	my $path = sprintf "%s/files/%.2s/%s", $dir, $hash, substr $hash, 2;
	return -f $path && sha256_hex(slurp($path) // "") eq $hash;
}

sub look {
	my ($self, $dir) = @_;
	my $s = $self->{shell};
	if (!$s) {
		$s = $self->{shell} = {};
		$s->{pid} = open2($s->{out}, $s->{in},
		    "exec sqlite3 -batch -init /dev/null 2>&1");
	}
	print {$s->{in}} ".open $dir/docket.db\n$rows";
	$s->{in}->flush;
	my (%is, @wrong, $ok);
	while (defined(my $line = readline $s->{out})) {
		chomp $line;
		last if $line eq 'end';
		my ($kind, $id, $value, $hash) = split /\t/, $line, -1;
		if ($line eq 'ok') {
			$ok = 1;
		} elsif ($line !~ /^(?:task|step|file)\t[0-9a-f]{32}\t/) {
			push @wrong, $line;
		} else {
			$id = join '-', unpack 'A8 A4 A4 A4 A12', $id;
			$is{"$kind $id"} = $value;
			push @wrong, "file $id without its bytes"
			    if $kind eq "file" && !holds_bytes($dir, $hash);
		}
	}
	push @wrong, 'no answer' if !$ok;
	return (\%is, @wrong);
}

# How an image contradicts what was promised until then.
sub differs {
	my ($self, $ledger, $is, $at) = @_;
	my @wrong;
	for my $what (keys %$ledger) {
		my @may = (undef);
		for (@{$ledger->{$what}}) {
			my (undef, $value, $began, $done) = @$_;
			@may = () if $done > 0 && $done <= $at;
			push @may, $value if $began <= $at;
		}
		my $now = delete $is->{$what} // '';
		push @wrong, "$what is '$now' and not '" . ($may[0] // '') . "'"
		    if !grep { ($_ // '') eq $now } @may;
	}
	push @wrong, "$_ was never asked for" for keys %$is;
	return @wrong;
}

# One image: recovered by a real program, then compared.
sub check {
	my ($self, $disk, $ledger, $at, $found) = @_;
	my $dir = "$self->{work}/image";
	remove_tree($dir);
	$disk->image($dir, sub { $self->rand });
	my $u = $self->{user}->with(quiet => 1, may_fail => 1, env => {
	    %{$self->{user}{env}}, DOCKET_DATA => $dir });
	my $r = $u->get('/me/changes');
	my ($is, @wrong) = $self->look($dir);
	push @wrong, "/me/changes: $r->{status} $r->{raw}{err}"
	    if $r->{status} != 200;
	my @lost = @wrong ? () : $self->differs($ledger, $is, $at);
	$found->{images}++;
	$found->{corrupt}++ if @wrong;
	$found->{lost}++ if @lost;
	$found->{first} //= join "\n", grep { defined }
	    (@wrong, @lost)[0 .. 2] if @wrong || @lost;
}

# n cuts at random points, or with at_end after everything.  `keep` says for
# each call whether it was made, to test a program without some of its calls.
sub cut {
	my ($self, $n, %o) = @_;
	my $ledger = $self->ledger;
	my @calls = Trace::read("$self->{work}/calls", $self->{d}{data});
	my %found = (images => 0, corrupt => 0, lost => 0,
	    calls => scalar @calls);
	my %cuts;
	$cuts{$o{at_end} ? @calls : $self->upto(1 + @calls)}++ for 1 .. $n;
	my $disk = Disk->new("$self->{work}/before");
	for my $i (0 .. @calls) {
		my $at = $i < @calls ? $calls[$i]{at} : 9e9;
		$self->check($disk, $ledger, $at, \%found)
		    for 1 .. $cuts{$i} // 0;
		$disk->do($calls[$i]) if $i < @calls &&
		    (!$o{keep} || $o{keep}->($calls[$i]));
	}
	return \%found;
}

sub DESTROY {
	my ($self) = @_;
	return if !$self->{shell};
	close $self->{shell}{in};
	waitpid delete $self->{shell}{pid}, 0;
}

1;
