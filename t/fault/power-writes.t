# Power cuts while each statement that writes is run: Writes.pm runs them all,
# recorded by Trace.pm, one request or program after the other.  After a cut the
# whole database is as some commit left it: none before the last one that was
# acknowledged, none that had not begun.  DOCKET_IMAGES: how many cuts (100), at
# least one in each such part of the run; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Digest::SHA 'sha256_hex';
use Disk;
use Docket;
use File::Path 'remove_tree';
use File::Temp 'tempdir';
use Smtpd;
use Test::More;
use Time::HiRes 'time';
use Trace;
use Writes;

plan skip_all => 'a sanitizer must be loaded first' if build() =~ m{/san$};

my $images = $ENV{DOCKET_IMAGES} || 50;
my $seed = $ENV{DOCKET_SEED} || 1;
srand $seed;
my @tmp = (TMPDIR => 1, CLEANUP => 1);
@tmp = (DIR => '/dev/shm', CLEANUP => 1) if -w '/dev/shm';
my $work = tempdir('power-XXXXXX', @tmp);
my $smtp = Smtpd->new;
my $d = Trace->over(Docket->new(Writes::settings($smtp)), "$work/calls");
mkdir "$work/calls" or die;
unlink "$d->{data}/docket.reserve";
system('cp', '-r', $d->{data}, "$work/before") == 0 or die;
@{$d->{env}}{qw(LD_PRELOAD RAN)} = (build() . '/t/ran.so', "$work/ran");

my @done;	# when each step had been acknowledged
my $w = Writes->new($d, $smtp, sub {
	my ($name, $does) = @_;
	$does->();
	push @done, time;
});
$w->all;

my %ran = map { $_ => 1 } split /\0+/, slurp("$work/ran");
my $all = Writes::statements();
cmp_ok scalar keys %$all, '>', 100, scalar(keys %$all) . ' statements write';
is_deeply [grep { !$ran{$_} && !$Writes::elsewhere{$_} } sort keys %$all], [],
    'every statement that writes has run, or has a reason';
is_deeply [grep { $ran{$_} || !$all->{$_} } sort keys %Writes::elsewhere], [],
    'and those with a reason have not';

# A hash of all rows of all tables, or of the error of sqlite3.
sub dump_of {
	my ($dir) = @_;
	return sha256_hex($d->Docket::spawn({ PATH => $ENV{PATH} }, '.dump',
	    'sqlite3', '-init', '/dev/null', "$dir/docket.db")->{out});
}

# What docket-admin check says about an image, and the rows.
sub look {
	my ($disk) = @_;
	remove_tree("$work/image");
	$disk->image("$work/image", sub { rand });
	my $r = $d->Docket::spawn({ PATH => $ENV{PATH}, DOCKET_CONF =>
	    '/dev/null', DOCKET_DATA => "$work/image", DOCKET_SANDBOX =>
	    $d->{env}{DOCKET_SANDBOX} // 'on' }, '', build() .
	    '/bin/docket-admin', 'check', '--deep',
	    '--quiet');
	return (dump_of("$work/image"), $r);
}

# Faults of the data in the output of docket-admin check; not file modes, nor
# programs that have not run.
sub damage {
	my ($r) = @_;
	return grep { /FAULT/ && !/accessible to other users|has (?:never|not) run/ }
	    split /\n/, "$r->{err}$r->{out}";
}

# The run again, cut n times: what was found, [call, the first and last commit
# that it may show, its rows, what docket-admin said] each.  $keep says of each
# call whether it was made.
my @calls = Trace::read("$work/calls", $d->{data});
my @states = (dump_of("$work/before"));	# after each commit
sub cuts {
	my ($n, $keep) = @_;
	my $disk = Disk->new("$work/before");
	my %cuts;
	$cuts{int(($_ + rand) * @calls / $n)}++ for 0 .. $n - 1;
	my ($begun, $acknowledged, $step, @found) = (0, 0, 0);
	for my $i (0 .. $#calls) {
		my $c = $calls[$i];
		for (; $step < @done && $done[$step] < $c->{at}; $step++) {
			$acknowledged = $begun;
		}
		push @found, [$i, $acknowledged, $begun + 1, look($disk)]
		    for 1 .. $cuts{$i} // 0;
		$disk->do($c) if !$keep || $keep->($c);
		next if $c->{op} ne 'sync' || $c->{path} ne 'docket.db-wal' ||
		    !$c->{ok};
		next if ++$begun < @states;
		remove_tree("$work/image");
		$disk->whole("$work/image");
		push @states, dump_of("$work/image");
	}
	return @found;
}

# The images that no commit explains.
sub wrong {
	my (@found) = @_;
	return grep { my ($i, $from, $to, $is, $r) = @$_; damage($r) ||
	    !grep { $is eq ($states[$_] // '') } $from .. $to } @found;
}

my @found = cuts($images);
is $states[-1], dump_of($d->{data}), 'the states include the final one';
is_deeply [map { "after $_->[0] calls: " . join ' ', damage($_->[4]) }
    wrong(@found)], [],
    'each of ' . @found . ' images is as a commit left it';
my $missed = wrong(cuts(60, sub { $_[0]{op} ne 'sync' }));
cmp_ok $missed, '>', 0, "without any sync $missed of 60 are not";
diag sprintf 'power-loss-writes seed=%d statements=%d steps=%d commits=%d '
    . 'calls=%d images=%d wrong=%d', $seed, scalar keys %$all, scalar @done,
    $#states, scalar @calls, scalar @found, scalar wrong(@found);
done_testing;
