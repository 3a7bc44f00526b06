# Attempts to sign in, many at once: what each answered and what it cost, and
# how many programs hash at one moment.
#
#	my $g = Guess->new($d);
#	my $r = $g->try({ email => $_, password => 'wrong' });
#	my @r = $g->at_once(50, \&watch, @jobs);	each by 50 processes
#
# A job is { email, password, address, kill }: kill is a call of strace(1), as
# "fdatasync:when=2", at which the program is killed.  An answer is that of
# Docket, with the job, and { cpu } in microseconds of user and system time,
# { peak } in kilobytes, or, of one that was killed, { trace }.
package Guess;
use strict;
use warnings;
use Docket qw(build json slurp);
use File::Temp;
use POSIX ();

my $MIB = 1024 * 1024;

sub new {
	my ($class, $d) = @_;
	return bless { d => $d, data => $d->{data}, sizes => [],
	    locks => [] }, $class;
}

sub environment {
	my ($self, $job) = @_;
	my $body = json({ email => $job->{email},
	    password => $job->{password} });
	my (undef, $env) = $self->{d}->cgi_environment('POST', '/sessions',
	    $body, 'Content-Type' => 'application/json');
	$env->{REMOTE_ADDR} = $job->{address} // '192.0.2.1';
	return ($env, $body);
}

sub try {
	my ($self, $job) = @_;
	my $d = $self->{d};
	my ($env, $body) = $self->environment($job);
	my $to = File::Temp->new;
	my $program = build() . '/cgi-bin/account';
	my @with = ('/bin/sh', '-c', 'exec "$@" 3>"$0"', "$to",
	    build() . '/t/peak');
	if (defined $job->{trace}) {
		$env->{ASAN_OPTIONS} = 'detect_leaks=0';
		@with = ('strace', '-qq', '-o', "$to", $job->{trace} eq '' ?
		    () : ('-e', 'inject=' . ($job->{trace} =~
		    s/:when/:signal=KILL:when/r)));
	}
	my $r = $d->spawn($env, $body, @with, $program);
	my %a = (%$job, killed => $r->{signal} == 9 || $r->{status} == 137);
	print STDERR $r->{err} if $r->{err} ne '' && !$a{killed};
	my ($head, $text) = split /\r\n\r\n/, $r->{out}, 2;
	$a{body} = $text // '';
	$a{headers} = { map { /^([^:]+): (.*)$/ ? (lc $1 => $2) : () }
	    split /\r\n/, $head // '' };
	$a{status} = delete $a{headers}{status} // 0;
	if (defined $job->{trace}) {
		$a{calls} = slurp("$to");
	} else {
		@a{qw(peak cpu)} = split ' ', slurp("$to");
	}
	return \%a;
}

# The jobs, shared among so many processes that begin together.  Meanwhile
# watch is called, with their process group, until they are done.
sub at_once {
	my ($self, $n, $watch, @jobs) = @_;
	my (@out, @pids);
	pipe my $wait, my $go or die "pipe: $!\n";
	for my $i (0 .. $n - 1) {
		push @out, File::Temp->new;
		my $pid = fork // die "fork: $!\n";
		if ($pid == 0) {
			setpgrp 0, $pids[0] // 0;
			close $go;
			sysread $wait, my $nothing, 1;
			my $ok = eval {
				for (grep { $_ % $n == $i } 0 .. $#jobs) {
					my $r = $self->try($jobs[$_]);
					print { $out[$i] } json($r), "\n";
				}
				close $out[$i];
			};
			print STDERR $@ if !$ok;
			POSIX::_exit($ok ? 0 : 1);
		}
		push @pids, $pid;
		setpgrp $pid, $pids[0];
	}
	close $_ for $wait, $go;
	my %left = map { $_ => 1 } @pids;
	my $failed = 0;
	while (%left) {
		$watch->($pids[0]) if $watch;
		for (keys %left) {
			next if waitpid($_, $watch ? POSIX::WNOHANG() : 0) <= 0;
			$failed ||= $?;
			delete $left{$_};
		}
	}
	die "an attempt was not made\n" if $failed;
	return map { $Docket::Json->decode($_) } map { split /\n/, slurp("$_") }
	    @out;
}

# The processes of a group: pid, name, state, and size in bytes.
sub group {
	my ($group) = @_;
	my @found;
	for my $dir (glob '/proc/[0-9]*') {
		local ($@, $/);
		open my $in, '<', "$dir/stat" or next;
		my ($name, $state, $of) = (readline($in) // '') =~
		    /^\d+ \((.*)\) (\S) \d+ (\d+) / or next;
		next if $of != $group;
		open $in, '<', "$dir/statm" or next;
		my ($pages) = (readline($in) // '') =~ /^(\d+)/ or next;
		push @found, { name => $name, state => $state,
		    size => $pages * POSIX::sysconf(POSIX::_SC_PAGESIZE()) };
	}
	return @found;
}

# One moment of them all, which are stopped for it: who hashes has the memory
# for it, and holds a slot.
sub look {
	my ($self, $group) = @_;
	my @all;
	kill 'STOP', -$group or return;
	do { @all = group($group) } while grep { $_->{state} !~ /[TZX]/ } @all;
	my $inode = (stat "$self->{data}/docket.slots")[1];
	if (defined $inode && open my $in, '<', '/proc/locks') {
		my $held = grep { /^\d+: OFDLCK .*:$inode / } <$in>;
		push @{$self->{locks}}, $held;
		push @{$self->{sizes}}, [map { $_->{size} }
		    grep { $_->{name} eq 'account' && $_->{state} eq 'T' }
		    @all];
	}
	kill 'CONT', -$group;
}

# The most slots that were held, and programs that hashed, at one moment.
sub most {
	my ($self) = @_;
	my ($least) = sort { $a <=> $b } map { @$_ } @{$self->{sizes}};
	my @hashed = map { scalar grep { $_ > $least + 16 * $MIB } @$_ }
	    @{$self->{sizes}};
	my ($locks, $hashed) = map { (sort { $b <=> $a } @$_)[0] }
	    $self->{locks}, \@hashed;
	return ($locks, $hashed, scalar grep {
	    $hashed[$_] > $self->{locks}[$_] } 0 .. $#hashed);
}

# How many attempts a limit allows in so many seconds: the free ones, then each
# waits twice as long as the one before.
sub allowed {
	my ($free, $seconds) = @_;
	my $n = $free;
	for (my $wait = 1; $seconds >= $wait; $wait *= 2) {
		$seconds -= $wait;
		$n++;
	}
	return $n;
}

sub median { my @s = sort { $a <=> $b } @_; return $s[$#s / 2] }

# Mann and Whitney's U of two samples, in standard deviations: 0 where neither
# tends to be the larger.
sub difference {
	my ($x, $y) = @_;
	my $u = 0;
	for my $a (@$x) {
		$u += $a > $_ ? 1 : $a == $_ ? 0.5 : 0 for @$y;
	}
	my ($n, $m) = (scalar @$x, scalar @$y);
	return ($u - $n * $m / 2) / sqrt($n * $m * ($n + $m + 1) / 12);
}

1;
