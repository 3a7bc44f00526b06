# System calls that fail while a command-line program writes a file: an export, a
# backup, settings, figures.  The program says why and ends with another
# status than 0, or has done its work; the file is the old one or the new
# one, never a part; the next run succeeds.  DOCKET_ERRORS: how many (60);
# DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup ();
use Docket;
use File::Temp 'tempdir';
use List::Util 'shuffle';
use Test::More;

plan skip_all => 'a sanitizer is no friend of ptrace' if build() =~ m{/san$};

my $errors = $ENV{DOCKET_ERRORS} || 60;
my $seed = $ENV{DOCKET_SEED} || time;
srand $seed;

my %fails = (
	openat => ['EIO', 'EMFILE', 'ENOSPC', 'EACCES'], read => ['EIO'],
	write => ['EIO', 'ENOSPC', 'EINTR'], pwrite64 => ['EIO', 'ENOSPC'],
	fsync => ['EIO'], rename => ['EIO', 'ENOSPC'], fchown => ['EPERM'],
	fchmod => ['EPERM'], mkdir => ['EIO', 'ENOSPC'], close => ['EIO'],
	lseek => ['EIO'], unlink => ['EIO'], newfstatat => ['EIO'],
);
my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my ($list, $task) = (uuid(), uuid());
$ada->post('/lists', { id => $list, title => 'L' });
$ada->post("/lists/$list/tasks", { id => $task, title => 'T' });
$ada->upload($task, uuid(), 'some bytes ' x 2000, 'a.txt');
my $out = "$dir/out";
my @user = ('--user', 'ada@example.org');

# An export that is complete.
sub exported { my ($path) = @_;
	return 1 if !-e $path;
	return eval { $Docket::Json->decode(slurp($path)) } ? 1 : 0 }

sub zipped { my ($path) = @_;
	return !-e $path || system("unzip -tqq $path >/dev/null 2>&1") == 0 }

# Every backup that has its final name.
sub backed_up { my ($path) = @_;
	return !grep { Backup::fault($_, "$path/files") ne '' }
	    glob "$path/docket-*.db" }

# Settings: the old ones or the new.
sub renamed { my ($path) = @_;
	my $old = "# mine\nquota-bytes = 5\n";
	return slurp($path) =~ /\A\Q$old\E(?:base-url = \S+\n.*)?\z/s &&
	    slurp($path) =~ /\n\z/ }

sub figures { my ($path) = @_;
	return !-e $path || slurp($path) =~ /\A# HELP.*\n\z/s }

my @works = (
	['an export', \&exported, 'docket-export', @user, '--output', $out],
	['an archive', \&zipped, 'docket-export', @user, '--attachments',
	    '--output', $out],
	['a backup', \&backed_up, 'docket-backup', '-q', $out],
	['settings', \&renamed, 'docket-admin', '-c', $out, 'setup', '--user',
	    'ada@example.org', '--address', 'https://d.example.org',
	    '--smtp-url', ''],
	['figures', \&figures, 'docket-admin', 'stats', '--textfile', $out],
);

sub fresh {
	my ($what) = @_;
	system('rm', '-rf', $out, "$out.new") == 0 or die "rm\n";
	return if $what ne 'settings';
	open my $f, '>', $out or die "$out: $!\n";
	print $f "# mine\nquota-bytes = 5\n";
}

sub run {
	my ($work, @trace) = @_;
	my (undef, undef, $program, @args) = @$work;
	return $d->spawn({ %{$d->{env}}, TMPDIR => $dir }, '', @trace,
	    build() . "/bin/$program", @args);
}

# The calls of an undisturbed run that fail in turn: [name, ordinal].
sub calls {
	my ($work) = @_;
	fresh($work->[0]);
	my $r = run($work, 'strace', '-qq', '-y', '-o', "$dir/trace");
	is $r->{status}, 0, $work->[0] or diag $r->{err};
	my (%n, @calls, @of_file, $begun);
	for (split /\n/, slurp("$dir/trace")) {
		my ($name) = /^(\w+)\(/ or next;
		$n{$name}++;
		$begun ||= /^prctl\(PR_SET_NO_NEW_PRIVS|^openat\(.*docket\.db/;
		next if !$begun || !$fails{$name};
		push @{/\Q$out\E/ ? \@of_file : \@calls}, [$name, $n{$name}];
	}
	# As many of the file's own as of all others.
	my $n = int $errors / @works;
	@of_file = (shuffle @of_file)[0 .. $n / 2] if @of_file > $n / 2;
	return (@of_file, (shuffle @calls)[0 .. $n - @of_file]);
}

sub wrong {
	my ($work, $r) = @_;
	my $whole = $work->[1];
	return "died by signal $r->{signal}" if $r->{signal};
	# The report of docket-admin check, at the end of setup, goes to the
	# standard output.
	return "ended with $r->{status} and without a reason: $r->{err}"
	    if $r->{status} != 0 && $r->{out} !~ /^FAULT/m &&
	    $r->{err} !~ /\A(?:docket-[^\n]+\n)+\z/;
	return 'the file is a part' if !$whole->($out);
	$r = run($work);
	return "again: $r->{status} $r->{err}" if $r->{status} != 0;
	return 'afterwards the file is a part' if !$whole->($out);
	return '';
}

my ($tried, $failed, %wrong) = (0, 0);
for my $work (@works) {
	for my $at (grep { defined } calls($work)) {
		my @how = @{$fails{$at->[0]}};
		my $error = $how[rand @how];
		fresh($work->[0]);
		my $r = run($work, 'strace', '-qq', '-o', '/dev/null', '-e',
		    "inject=$at->[0]:error=$error:when=$at->[1]");
		$tried++;
		$failed++ if $r->{status} != 0;
		my $wrong = wrong($work, $r);
		push @{$wrong{$work->[0]}}, "$at->[0] $at->[1] $error: $wrong"
		    if $wrong ne '';
	}
}
cmp_ok $failed, '>', 0, "$failed of $tried calls that fail are noticed";
is_deeply \%wrong, {}, 'nothing is half done' or diag explain \%wrong;
diag "files seed=$seed tried=$tried failed=$failed wrong=" . keys %wrong;
done_testing;
