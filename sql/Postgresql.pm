# The SQL of sql/query and sql/migrate, which is written for SQLite, as PostgreSQL
# reads it.  Each rule replaces what SQLite alone knows by what means exactly the
# same.  What no rule covers is in sql/postgresql: statements in own.sql, parts of a
# migration in migrate.
package Postgresql;
use strict;
use warnings;

# Words, where they stand outside quotes.
my @rules = (
	[qr/x'([0-9a-f]*)'/ => sub { "'\\x$1'::bytea" }],
	[qr/\bzeroblob\((\d+)\)/ => sub { "decode(repeat('00', $1), 'hex')" }],
	[qr/\bhex\((\w+)\)/ => sub { "upper(encode($1, 'hex'))" }],
	[qr/\bIS NOT (?=[\$?:])/ => 'IS DISTINCT FROM '],
	[qr/\bIS (?=[\$?:]|\w+\.)/ => 'IS NOT DISTINCT FROM '],
	[qr/\bLIMIT (\?\d+)/ => sub { "LIMIT nullif($1, -1)" }],
	# It keeps SQLite from an index.
	[qr/(?<=\s)\+(?=[a-z]\w*\))/ => ''],
	[qr/\bifnull\(/ => 'coalesce('],
	[qr/\binstr\(/ => 'strpos('],
	[qr/\bgroup_concat\(/ => 'string_agg('],
	[qr/\bchar\(10\)/ => 'chr(10)'],
	[qr/\blength\(CAST\((\S+) AS BLOB\)\)/ => sub { "octet_length($1)" }],
	# Writers of different lists take numbers at the same time.
	[qr/\(SELECT coalesce\(max\((\w+)\), 0\) \+ 1 FROM (\w+)\)/ =>
	    sub { "nextval('$2_$1_next')" }],
	[qr/\s+INDEXED BY \w+/ => ''],
	[qr/\bCROSS (?=JOIN\b)/ => ''],
	[qr/(?<![\w.:])user\b(?!_)/ => '"user"'],
);

# max(a, b) and min(a, b): the scalar functions.  Aggregates have one argument.
sub scalar_max {
	my ($text) = @_;
	my $nested;
	$nested = qr/(?:[^()]|\((??{$nested})*\))/;
	1 while $text =~ s/\b(max|min)\(((?:$nested)*)\)/
	    named($1, $2) . "($2)"/ge && $text =~ s/\0//g && 0;
	return $text;
}

sub named {
	my ($name, $arguments) = @_;
	my $flat = $arguments;
	1 while $flat =~ s/\([^()]*\)//g;
	return $name if $flat !~ /,/;
	return $name eq 'max' ? 'greatest' : 'least';
}

sub translate {
	my ($text) = @_;
	for (@rules) {
		my ($from, $to) = @$_;
		$text =~ s/$from/ref $to ? $to->() : $to/ge;
	}
	return scalar_max($text);
}

# The definition of tables, too.
my %type = (INTEGER => 'bigint', BLOB => 'bytea', TEXT => 'text COLLATE "C"');
sub schema {
	my ($text) = @_;
	$text = translate($text);
	$text =~ s/\b(INTEGER|BLOB|TEXT)\b/$type{$1}/g;
	$text =~ s/\) STRICT(?:, WITHOUT ROWID)?;/);/g;
	return $text;
}

1;
