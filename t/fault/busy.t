# Every program while others hold the write lock for over a minute: from its
# first transaction on, or from a later one.  It fails with one line, and the next
# run does the rest: the data are then as after a run that nothing disturbed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup ();
use Docket;
use Fault;
use File::Temp 'tempdir';
use Smtpd;
use Test::More;
use Writes;

plan skip_all => 'a sanitizer must be loaded first' if build() =~ m{/san$};

my $dir = tempdir(CLEANUP => 1);
my $smtp = Smtpd->new;
my $d = Docket->new(Writes::settings($smtp));
my ($runs, %wrong) = (0);

# Runs it on the data of that directory.
sub on {
	my ($data, $does, %env) = @_;
	local @{$d->{env}}{'DOCKET_DATA', keys %env} = ($data, values %env);
	local $@;
	return eval { $does->(); 1 } ? '' : $@;
}

sub copy {
	my ($data) = @_;
	system('rm', '-rf', $data) == 0 or die "rm\n";
	system('cp', '-a', $d->{data}, $data) == 0 or die "cp\n";
	return $data;
}

# What a run that is disturbed from that lock on leaves behind: what is wrong, ''
# if nothing is; undef if there is no such lock.
sub disturbed {
	my ($n, $does, $after) = @_;
	my $data = copy("$dir/busy");
	my $preload = join ':', build() . '/t/fail.so',
	    $d->{env}{LD_PRELOAD} // ();
	my $said = on($data, $does, LD_PRELOAD => $preload,
	    DOCKET_FAIL => "lock $n+");
	return undef if $said eq '' && $n > 1;
	return 'it succeeds' if $said eq '';
	$runs++;
	return "it says $said" if $said !~ /^[\w-]+: [13] .*(?:busy|another)/s;
	my $fault = Backup::fault("$data/docket.db", "$data/files");
	return "damaged: $fault" if $fault ne '';
	my $again = on($data, $does);
	return "again it says $again" if $again ne '';
	return 'another result'
	    if $after ne '' && Fault::look($data) ne $after;
	return '';
}

# What a run leaves behind; '' if each leaves something else, as a random id.
sub result {
	my ($does) = @_;
	my @looks = map { on(copy("$dir/plain"), $does) eq '' or die $@;
	    Fault::look("$dir/plain") } 1, 2;
	return $looks[0] eq $looks[1] ? $looks[0] : '';
}

sub busy {
	my ($name, $does) = @_;
	my $after = result($does);
	for my $n (1 .. 1000) {
		my $wrong = disturbed($n, $does, $after) // last;
		push @{$wrong{$name}}, "lock $n: $wrong" if $wrong ne '';
	}
}

my $w = Writes->new($d, $smtp, sub {
	my ($name, $does, $status) = @_;
	busy($name, $does)
	    if !$status && $name =~ /^docket-(?!export|mail)/;
	$does->();
});
$w->all;

# What the service does itself otherwise, and the repair of damaged words.
my @admin = ('docket-admin', 'user');
$w->program(@admin, 'verify', 'bob@example.org');
$w->program(@admin, 'passwd', 'bob@example.org', '--password-stdin',
    \"correct horse 4\n");
$w->program(@admin, 'sessions', 'bob@example.org', '--end', 'all');
$w->program(@admin, 'invite', 'dan@example.org');
$w->program(@admin, 'remove', 'ada@example.org', '--yes');
$w->step('damage', sub { $d->sql("UPDATE list SET tasks = tasks + 1;
    INSERT INTO word SELECT 1000000, 'x', i.value, 1
    FROM generate_series(1, 3000) AS i;
    DELETE FROM word WHERE list IN (SELECT list FROM word LIMIT 1)") });
$w->program('docket-admin', 'reindex');
cmp_ok $runs, '>', 60, "$runs runs are disturbed";
is_deeply \%wrong, {}, 'each says so, and the next one does the rest'
    or diag explain \%wrong;
diag "busy runs=$runs wrong=" . keys %wrong;
done_testing;
