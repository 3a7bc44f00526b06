# Text that people read has the field's words: no "is to be", no names that only
# this project has.  Checked: the documents, the manual pages, the samples; the
# strings in C (usage texts, messages, problems, mails); the comments in C and SQL.
use strict;
use warnings;
use FindBin;
use Test::More;

my $top = "$FindBin::Bin/../..";
chdir $top or die $!;

my @refused = (
	[qr/\b(?:is|are|was|were) to (?:be|have|hold|go|stay)\b/, 'must'],
	[qr/\bwhom\b/, 'a noun'],
	[qr/\bby the clock\b/, 'scheduled'],
	[qr/\bmend(?:s|ed|ing)?\b/, 'fix'],
	[qr/(?<!no-)\bkeepers?\b/, 'the connection that is kept open'],
	[qr/\bas many as there (?:may|can) be\b/, 'the limit has been reached'],
	[qr/\bshort of (?:its|their) aims?\b/, 'missed targets'],
	[qr/\b(?:make|no|is|the|of) rooms?\b/, 'disk space, directory or layer'],
	[qr/\bgoes with time\b/, 'expires'],
	[qr/\bis no (?:address|UUID|number|date|URL|export)\b/, 'is not a ...'],
	[qr/\b(?:not|nowhere) to be (?:had|found)\b/, 'not available'],
	[qr/\bsay nothing but\b/, 'print errors only'],
	[qr/\bto be put at\b/, 'install as'],
	[qr/\btoo many words\b/, 'too many arguments'],
	[qr/\bhusks?\b/, 'deleted user'],
	[qr/\btaken back\b/, 'rolled back'],
);

sub slurp {
	my ($file) = @_;
	local $/;
	open my $in, '<', $file or die "$file: $!\n";
	return <$in>;
}

# The strings of a C file, adjacent ones joined, each with its line.
sub strings {
	my ($text) = @_;
	my @found;
	while ($text =~ m{/\*.*?\*/|'(?:\\.|[^'\\])*'|
	    ("(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*)}gsx) {
		next if !defined $1;
		my ($string, $line) = ($1, 1 + (substr($text, 0, $-[1]) =~ tr/\n//));
		$string =~ s/"\s*"//g;
		push @found, [$line, $string =~ s/\\n/ /gr];
	}
	return @found;
}

# The comments of a C or SQL file, each with its line.
sub comments {
	my ($file, $text) = @_;
	my @found;
	my $comment = $file =~ /\.sql\z/ ? qr{((?:^[ \t]*--.*\n)+|--.*)}m :
	    qr{"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(/\*.*?\*/)}s;
	while ($text =~ /$comment/g) {
		next if !defined $1;
		my ($words, $line) = ($1, 1 + (substr($text, 0, $-[1]) =~ tr/\n//));
		push @found, [$line, $words =~ s/^\s*(?:\*|--)//gmr];
	}
	return @found;
}

# The paragraphs of a document, each with its line; commands of mdoc left out.
sub paragraphs {
	my ($text) = @_;
	my @found;
	while ($text =~ /((?:.*\S.*\n?)+)/g) {
		my $line = 1 + (substr($text, 0, $-[1]) =~ tr/\n//);
		push @found, [$line, $1 =~ s/^(?:\.\w+|#)//gmr];
	}
	return @found;
}

sub faults {
	my ($file) = @_;
	my $text = slurp($file);
	my @faults;
	for ($file !~ /\.(?:[ch]|sql)\z/ ? paragraphs($text) :
	    (comments($file, $text), $file =~ /\.c\z/ ? strings($text) : ())) {
		my ($line, $part) = @$_;
		$part =~ s/\s+/ /g;
		for (@refused) {
			my ($words, $better) = @$_;
			push @faults, "$file:$line: \"$1\": $better"
			    if $part =~ /($words)/i;
		}
	}
	return @faults;
}

is scalar(my ($string) = strings(qq{/* "a" */ f('"', "x is to\\n"\n"be");})),
    1, 'strings are joined';
like $string->[1], qr/is to be/, 'over lines, too';
is_deeply [comments('a.c', qq{f("/* a */");\n/* is\n * to be */})],
    [[2, "/* is\n to be */"]], 'comments of C';
is_deeply [comments('a.sql', "SELECT 1;\n-- is\n-- to be\n")],
    [[2, " is\n to be\n"]], 'comments of SQL';

my @files = (glob('README* SECURITY CONTRIBUTING ARCHITECTURE man/*.[0-9]'),
    grep({ -f } glob('doc/*.md etc/* etc/systemd/* debian/*')),
    glob('bin/*.c bin/*/*.c cgi-bin/*.c cgi-bin/*/*.c'),
    glob('lib/*/*.c lib/*/*/*.c'),
    # Migrations are never edited.
    glob('{bin,cgi-bin,lib}/*/*.h lib/*/*/*.h cgi-bin/*.h sql/query/*.sql'),
    glob('t/unit/*.c t/unit/*/*.[ch] t/fuzz/*.c t/fuzz/lib/*.[ch] t/lib/*.c ' .
	'bench/*.c'));
cmp_ok scalar @files, '>', 150, 'files are found';
is_deeply [faults($_)], [], $_ for @files;
done_testing;
