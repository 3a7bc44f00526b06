# How long an import blocks all other writers: it works in portions.  Processor time
# under the write lock, which other processes hardly affect, of an import, of the same
# file again and of undoing it: at most 100 ms each time (t/lib/Hold.pm).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Hold;
use Test::More;

plan skip_all => 'a sanitizer takes its own time' if build() =~ m{/san$};

# Tables that are as large as may be in one way: each row is LIST, TAGS, NOTES, STEPS.
my $many = 10_000;
my $words = join ' ', map { "word$_" } 1 .. 200;
my @tables = (
	['tasks on ten lists', $many, sub { ($_[0] % 10, 'tag' . $_[0] % 7,
	    $_[0] % 3 ? '' : "Some notes of task $_[0]", $_[0] % 10 ? '' :
	    'a step') }],
	['tasks with ten tags on one list', 2000, sub { (0, join(', ', map {
	    "tag$_" } 1 .. 10), '', '') }],
	['tasks with long notes', 1000, sub { (0, '', $words, '') }],
	['tasks with a hundred steps', 100, sub { (0, '', '', join "\n", map {
	    "step $_" } 1 .. 100) }],
	['lists', 400, sub { ($_[0], '', '', '') }],
);
my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new('quota-bytes' => '1G');
my $held = "$dir/held";

# Runs docket-import for a user, and says how long it held the lock.
sub holds {
	my ($name, $u, @args) = @_;
	unlink $held;
	local @{$d->{env}}{qw(LD_PRELOAD HOLD)} = (join(':', build() .
	    '/t/hold.so', $d->{env}{LD_PRELOAD} // ()), $held);
	my $r = $d->run('docket-import', '--user', $u->{email}, @args);
	is $r->{status}, 0, "$name: it is done" or diag $r->{err};
	my @held = Hold::read($held);
	my ($wall, $cpu) = Hold::short("$name: others wait at most 100 ms",
	    @held);
	diag sprintf '%-45s %6.1f ms (%.1f by the clock, %d times)', $name,
	    $cpu / 1000, $wall / 1000, scalar @held;
	return ($r->{out}, scalar @held);
}

my $n = 0;
for (@tables) {
	my ($name, $rows, $row) = @$_;
	my $u = $d->user('u' . $n++ . '@example.org');
	write_file("$dir/tasks.csv", "title,list,tags,notes,steps\n" . join '',
	    map { my $i = $_; join(',', "Task $i", map { "\"$_\"" }
	    $row->($i)) . "\n" } 1 .. $rows);
	my ($out, $times) = holds("$rows $name", $u, "$dir/tasks.csv");
	my ($made) = $out =~ /^(\d+) created, 0 existing, 0 refused$/m;
	cmp_ok $made, '>', $rows, "$name: all are made, with their lists";
	cmp_ok $times, '>', 1, "$name: in portions";
	($out) = holds("$name again", $u, "$dir/tasks.csv");
	like $out, qr/^0 created, \d+ existing, 0 refused$/m,
	    "$name: nothing is made";
	# The first import is the last line.
	my ($id) = $d->run('docket-import', '--user', $u->{email},
	    '--imports')->{out} =~ /^(\S+)\t[^\n]*\n\z/m;
	($out) = holds("$name undone", $u, '--undo', $id);
	my ($removed) = $out =~ /^(\d+) removed, 0 kept$/m;
	cmp_ok $removed // 0, '>', $rows, "$name: all are removed";
}
done_testing;
