# Many attempts to sign in at once: what each answered and cost, and how many
# programs were hashing at the same time.
#
#	my $g = Guess->new($d);
#	my $r = $g->try({ email => $_, password => 'wrong' });
#	my @r = $g->at_once(50, \&watch, @jobs);	# in 50 processes
#
# A job is { email, password, address }, or { path, body } for another request
# without a session.  With { trace } it runs under strace(1) and is killed at a
# call such as "fdatasync:when=2" ('': at none).  An answer is the job with {
# status, headers, body }, and with { cpu } (microseconds of user and system
# time) and { peak } (kilobytes), or if it was traced with { calls, killed }.
package Guess;
use strict;
use warnings;
use Docket qw(beside build ended json slurp);
use Fcntl qw(F_UNLCK F_WRLCK);
use File::Temp;
use IO::Select;
use POSIX ();

my $MIB = 1024 * 1024;

sub new {
	my ($class, $d) = @_;
	return bless { d => $d, data => $d->{data}, sizes => [],
	    locks => [] }, $class;
}

sub environment {
	my ($self, $job) = @_;
	my $body = json($job->{body} // { email => $job->{email},
	    password => $job->{password} });
	my (undef, $env) = $self->{d}->cgi_environment('POST',
	    $job->{path} // '/sessions', $body,
	    'Content-Type' => 'application/json');
	$env->{REMOTE_ADDR} = $job->{address} // '192.0.2.1';
	return ($env, $body);
}

sub try {
	my ($self, $job) = @_;
	my $d = $self->{d};
	my ($env, $body) = $self->environment($job);
	my $to = File::Temp->new;
	my $program = build() . '/cgi-bin/' .
	    Docket::program_of($job->{path} // '/sessions');
	my @with = ('/bin/sh', '-c', 'exec "$@" 3>"$0"', "$to",
	    build() . '/t/peak');
	if (defined $job->{trace}) {
		$env->{ASAN_OPTIONS} = 'detect_leaks=0';
		@with = ('strace', '-qq', '-o', "$to", $job->{trace} eq '' ?
		    () : ('-e', 'inject=' . ($job->{trace} =~
		    s/:when/:signal=KILL:when/r)));
	}
	my $r = $d->spawn($env, $body, @with, $program);
	my %a = (%$job, killed => $r->{signal} == 9);
	$r->{err} =~ s/^sign-in: sign-in refused .*\n//mg;
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

# Runs the jobs in that many processes, which begin together.  Calls watch with
# their process group until they have ended.
sub at_once {
	my ($self, $n, $watch, @jobs) = @_;
	my @all;
	pipe my $wait, my $go or die "pipe: $!\n";
	for my $i (0 .. $n - 1) {
		push @all, beside(sub {
			setpgrp 0, @all ? $all[0]{pid} : 0;
			close $go;
			sysread $wait, my $nothing, 1;
			return join "\n", map { json($self->try($jobs[$_])) }
			    grep { $_ % $n == $i } 0 .. $#jobs;
		});
		setpgrp $all[-1]{pid}, $all[0]{pid};
	}
	close $_ for $wait, $go;
	my $said = IO::Select->new(map { $_->{from} } @all);
	while ($watch && $n > (() = $said->can_read(0))) {
		$watch->($all[0]{pid});
		select undef, undef, undef, 0.01;
	}
	return map { $Docket::Json->decode($_) } map { split /\n/, ended($_) }
	    @all;
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

# How many slots are locked. /proc/locks would tell, too, but not at one moment.
sub held {
	my ($self) = @_;
	open my $file, '+<', "$self->{data}/docket.slots" or return 0;
	my $n = 0;
	for my $byte (0 .. 63) {
		# struct flock, of F_OFD_GETLK
		my $lock = pack 's s x4 q q l x4', F_WRLCK, 0, $byte, 1, 0;
		fcntl $file, 36, $lock or die "fcntl: $!\n";
		$n++ if unpack('s', $lock) != F_UNLCK;
	}
	return $n;
}

# Stops all of them for a moment and looks: a program that is hashing uses the
# memory for it, and holds a slot.
sub look {
	my ($self, $group) = @_;
	my @all;
	kill 'STOP', -$group or return;
	do { @all = group($group) } while grep { $_->{state} !~ /[TtZX]/ } @all;
	push @{$self->{locks}}, eval { $self->held };
	push @{$self->{sizes}}, [map { $_->{size} }
	    grep { $_->{name} eq 'sign-in' && $_->{state} eq 'T' } @all];
	kill 'CONT', -$group;
	die $@ if @{$self->{locks}} != @{$self->{sizes}};
}

# The most slots held, and programs hashing, at one moment.
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

# How many attempts a limit allows in that many seconds: the free ones, then
# each waits twice as long as the one before.
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

# Mann and Whitney's U of two samples, in standard deviations: 0 if neither
# tends to be larger.
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
