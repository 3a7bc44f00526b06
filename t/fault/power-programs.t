# Power cuts and kills while a program creates, migrates or restores a database.
# Afterwards there is either the old database or the new one, complete, and
# running the program again succeeds.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Next;
use Backup ();
use Disk;
use Docket;
use File::Path 'remove_tree';
use File::Temp 'tempdir';
use Test::More;
use Trace;

my $images = int(($ENV{DOCKET_IMAGES} || 100) / 4);
my $seed = $ENV{DOCKET_SEED} || 1;
srand $seed;
my @tmp = (TMPDIR => 1, CLEANUP => 1);
@tmp = (DIR => '/dev/shm', CLEANUP => 1) if -w '/dev/shm';
my $work = tempdir('power-XXXXXX', @tmp);
my %sum = map { $_ => 0 } qw(images kills wrong);

# Runs a program once and records it.  $look gets a service on an image of the
# disk, and whether everything had been done; it returns what is wrong.
sub cuts {
	my ($name, $d, $command, $look) = @_;
	remove_tree("$work/$_") for qw(before calls);
	system('cp', '-r', $d->{data}, "$work/before") == 0 or die;
	mkdir "$work/calls" or die;
	my $r = Trace->over($d, "$work/calls")->run(@$command);
	is $r->{status}, 0, "$name: done" or diag $r->{err};
	my @calls = Trace::read("$work/calls", $d->{data});
	my ($wrong, $why) = images_of($d, $look, 10, @calls);
	is $wrong, 0, "$name: $images images, none of them wrong"
	    or diag $why;
	$sum{images} += $images;
	$sum{wrong} += $wrong;
	my ($missed) = images_of($d, $look, 1,
	    grep { $_->{op} ne 'sync' } @calls);
	cmp_ok $missed, '>', 0, "$name: without any sync $missed were wrong";
	kills($name, $d, $command, $look);
}

sub on_image {
	my ($d) = @_;
	return $d->with(data => "$work/image", env => { %{$d->{env}},
	    DOCKET_DATA => "$work/image" });
}

# The same program on the same database, killed at calls that change files.
sub kills {
	my ($name, $d, $command, $look) = @_;
	my @command = (build() . "/bin/$command->[0]",
	    @$command[1 .. $#$command]);
	my $fresh = sub {
		remove_tree("$work/image");
		system('cp', '-r', "$work/before", "$work/image") == 0 or die;
		return on_image($d);
	};
	my @steps = Backup::steps($fresh->(), @command);
	my $n = int($images / 4) || 1;
	my ($killed, @wrong) = (0);
	for my $i (0 .. $n - 1) {
		my $step = $steps[($i + rand) * @steps / $n];
		my $on = $fresh->();
		$killed += Backup::killed($on, $step, @command);
		my $found = $look->($on, 0) // next;
		push @wrong, "@$step: $found";
	}
	cmp_ok $killed, '>', $n / 2, "$name: $killed kills";
	is_deeply \@wrong, [], 'no kill leaves anything wrong';
	$sum{kills} += $killed;
	$sum{wrong} += @wrong;
}

# Every so many of them is of a cut at the end.
sub images_of {
	my ($d, $look, $end, @calls) = @_;
	my ($wrong, $why) = (0);
	for my $i (1 .. $images) {
		my $n = $i % $end ? int rand 1 + @calls : @calls;
		my $disk = Disk->new("$work/before");
		$disk->do($_) for @calls[0 .. $n - 1];
		remove_tree("$work/image");
		$disk->image("$work/image", sub { rand });
		my $found = $look->(on_image($d), $n == @calls) // next;
		$why //= "after $n calls of " . @calls . ": $found";
		$wrong++;
	}
	return ($wrong, $why);
}

# undef, or why the database of the image is not what it should be.
sub faulty {
	my ($on, $command, $sql, $value) = @_;
	my $r = $on->run(@$command);
	return "@$command: $r->{err}" if $r->{status} != 0;
	my $got = eval { $on->sql("PRAGMA integrity_check;
	    PRAGMA foreign_key_check; $sql") } // $@;
	return $got =~ /^ok\n(?:$value)$/ ? undef : $got;
}

my $version = Docket->new->sql('PRAGMA user_version');
my @migrate = ('docket-admin', 'migrate', '--quiet');

my $new = Docket->new(data => tempdir(CLEANUP => 1));
unlink glob "$new->{data}/docket.*";
cuts('a new database', $new, \@migrate, sub {
	my ($on, $all) = @_;
	return 'it is not there' if $all && !-e "$on->{data}/docket.db";
	return faulty($on, \@migrate, 'PRAGMA user_version', $version);
});

my $old = Docket->new(data => tempdir(CLEANUP => 1));
unlink glob "$old->{data}/docket.*";
$old->sql(slurp(top() . '/sql/migrate/0001-initial.sql') .
    'PRAGMA application_id = 0x444f434b; PRAGMA user_version = 1;
    PRAGMA journal_mode = WAL;
    INSERT INTO attempt VALUES (\'kept\', 1, 1);');
cuts('an older database', $old, \@migrate, sub {
	my ($on, $all) = @_;
	my $sql = 'PRAGMA user_version; SELECT key FROM attempt;';
	my ($copy) = glob "$on->{data}/docket.db.before-????";
	return 'there is no copy of the old database' if $all && !$copy;
	if ($copy) {
		my $is = $old->spawn({ PATH => $ENV{PATH} }, $sql, 'sqlite3',
		    $copy)->{out};
		return "its copy is not whole: $is" if $is ne "1\nkept\n";
	}
	return faulty($on, \@migrate, $sql, "$version\nkept");
});

my $d = Docket->new;
unlink "$d->{data}/docket.reserve";
my $ada = $d->user('ada@example.org');
my ($backup, $list) = (tempdir(CLEANUP => 1), uuid());
$ada->post('/lists', { id => $list, title => 'before' });
$d->run('docket-backup', $backup)->{status} == 0 or die;
$ada->patch("/lists/$list", { title => 'after' });
$ada->post('/lists', { id => uuid(), title => 'x' }) for 1 .. 20;
my @restore = ('docket-admin', 'restore', $backup, '--quiet');
cuts('a database restored', $d, \@restore, sub {
	my ($on, $all) = @_;
	my $sql = 'SELECT title, (SELECT count(*) FROM list) FROM list '
	    . "WHERE title IN ('before', 'after')";
	my $was = faulty($on, ['docket-admin', 'user', 'list'], $sql,
	    $all ? 'before\|1' : 'before\|1|after\|21');
	return $was // faulty($on, \@restore, $sql, 'before\|1');
});
cuts('a database restored into an empty directory', do {
	unlink glob "$d->{data}/docket.db*";
	$d }, \@restore, sub {
	my ($on, $all) = @_;
	return 'it is not there' if $all && !-e "$on->{data}/docket.db";
	return faulty($on, \@restore, 'SELECT title FROM list', 'before');
});

diag sprintf 'power-loss-programs seed=%d images=%d kills=%d wrong=%d', $seed,
    @sum{qw(images kills wrong)};
done_testing;
