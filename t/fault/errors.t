# Failing system calls: the answer is a problem, or the work is done; nothing is
# half done, and a repeated request is executed once.  DOCKET_ERRORS: how many;
# DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Fault;
use Test::More;

my $errors = $ENV{DOCKET_ERRORS} // 110;
my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;

# What can befall which calls.  (brk(2) never fails in strace's way.)
my %fails = (
	read => ['EIO', 'EINTR'], pread64 => ['EIO'],
	write => ['EIO', 'ENOSPC', 'EINTR'], pwrite64 => ['EIO', 'ENOSPC'],
	openat => ['EIO', 'ENOSPC', 'EMFILE', 'EACCES'],
	fsync => ['EIO'], fdatasync => ['EIO', 'ENOSPC'],
	ftruncate => ['EIO', 'ENOSPC'], rename => ['EIO', 'ENOSPC'],
	mkdir => ['EIO', 'ENOSPC'], unlink => ['EIO'],
	fcntl => ['EINTR'], flock => ['EIO', 'EINTR'],
	newfstatat => ['EIO'], mmap => ['ENOMEM'],
);
my $f = Fault->new;
my ($tried, %answers, %wrong) = (0);
my @works = grep { !$_->{program} } $f->works;
for my $work (@works) {
	my @calls = grep { $fails{$_->[0]} } $f->calls($work);
	my $n = int($errors / @works) || 1;
	for my $i (0 .. $n - 1) {
		my $at = $calls[($i + rand) * @calls / $n];
		my @how = @{$fails{$at->[0]}};
		my $error = $how[rand @how];
		# Once, or from there on.
		my $on = rand() < 0.5 ? '' : '+';
		# EINTR never lasts.
		next if $error eq 'EINTR' && $on;
		my $r = $f->run($work,
		    "$at->[0]:error=$error:when=$at->[1]$on");
		$tried++;
		$answers{$r->{status}}++;
		push @{$wrong{$r->{wrong}}}, "$work->{name}, $at->[0] "
		    . "$at->[1]$on $error" if $r->{wrong} ne '';
		push @{$wrong{"died by signal $r->{signal}"}}, "$work->{name}, "
		    . "$at->[0] $at->[1]$on $error" if $r->{signal};
	}
}
cmp_ok $tried, '>=', $errors / 2, 'enough calls fail';
cmp_ok grep({ $_ >= 500 } keys %answers), '>=', 1,
    'failures are answered with 5xx';
is_deeply \%wrong, {}, 'nothing is half done' or diag explain \%wrong;
diag "errors seed=$seed tried=$tried answers: " . join(' ', map {
    "$_=$answers{$_}" } sort keys %answers) . ' wrong='
    . map { @$_ } values %wrong;
done_testing;
