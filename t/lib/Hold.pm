# How long programs held the write lock, in microseconds, as t/lib/hold.c has
# measured it.
#
#	my @held = Hold::read($file);	# [elapsed time, processor time] each
#	my ($elapsed, $cpu) = Hold::short('name', @held);	# tests the longest
package Hold;
use strict;
use warnings;
use Docket ();
use Test::More;

# What a request can hold the lock for.
my $MOST = 100_000;
# On a slow machine, as long as SQLite alone takes for as much: a word goes into
# the index in two microseconds at best.
my $WORDS = 100_000;

sub read {
	my ($file, $from) = @_;
	my $text = substr Docket::slurp($file), $from // 0;
	return map { [split] } split /\n/, $text =~ s/\0.*//sr;
}

# Processor time of SQLite alone: the machine can be half as fast as a minute ago.
sub yardstick {
	my $before = (times)[2];
	open my $sqlite, '|-', qw(sqlite3 -bail :memory:) or die "sqlite3: $!\n";
	print $sqlite "CREATE TABLE word (list, word, doc, PRIMARY KEY
	    (list, word, doc)) WITHOUT ROWID;
	    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < $WORDS) INSERT INTO word SELECT 1,
	    char(19968 + i * 7919 % 20000), i FROM n;\n";
	close $sqlite or die "sqlite3: status $?\n";
	return 1e6 * ((times)[2] - $before);
}

sub longest {
	my ($i, @held) = @_;
	my ($longest) = sort { $b <=> $a } map { $_->[$i] } @held;
	return $longest;
}

sub short {
	my ($name, @held) = @_;
	my ($elapsed, $cpu) = map { longest($_, @held) } 0, 1;
	my $most = $MOST;
	if ($cpu > $most) {
		$most = yardstick();
		diag sprintf 'this machine needs %.1f ms', $most / 1000;
		$most = $MOST if $most < $MOST;
	}
	cmp_ok $cpu, '<=', $most, $name;
	return $elapsed, $cpu;
}

1;
