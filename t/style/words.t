# Texts have the words of the field: no "is to be", no names that only this project
# has.  Checked are the documents, the manual pages, the samples; the strings in C
# (usage texts, messages, problems, mails); the comments in C and SQL; the texts of
# the API; the comments and names of tests; the comments of the web app; the reasons
# in lists of exceptions.
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
	[qr/\b(?:that|who|which) (?:is|are) none\b/, 'malformed, unknown'],
	[qr/\bfor want of\b/, 'without'],
	[qr/\bhad back\b/, 'recovered'],
	[qr/\bis no (?:address|UUID|number|date|URL|export)\b/, 'is not a ...'],
	[qr/\b(?:not|nowhere) to be (?:had|found)\b/, 'not available'],
	[qr/\bsay nothing but\b/, 'print errors only'],
	[qr/\bto be put at\b/, 'install as'],
	[qr/\btoo many words\b/, 'too many arguments'],
	[qr/\bhusks?\b/, 'deleted user'],
	[qr/\btaken back\b/, 'rolled back'],
	[qr/\breplac(?:e|es|ed|ing)\b(?:(?!\bare\b|\bis\b|\bbe\b)[^.;:])*?\bby (?:yours?|the newest|that|those)\b/i,
	    'with'],
	[qr/\bbelongs to the user with the number\b/, 'is owned by UID'],
	[qr/\b(?:hang(?:s|ing)?|hung) on\b/, 'has a parent'],
	[qr/\bhears?\b/, 'receives, learns'],
	[qr/\b(?:is|are|was|were) told\b/, 'receives, learns, is notified'],
	[qr/\banew\b/, 'again'],
	[qr/\bthe bin\b(?! directory)/, 'the trash'],
	[qr/\blest\b/, 'so that ... not'],
	[qr/\bat wish\b/, 'optional'],
	[qr/\bat the door\b/, 'before'],
	[qr/\b(?:of|unlike) ours\b/, 'our'],
	[qr/\bwhat (?:hangs|stands)\b/, 'a noun'],
	[qr/\bsays? nothing\b/, 'prints nothing, does not mention'],
	[qr/\bfor good\b/, 'permanently'],
	[qr/\blaid over\b/, 'applied to'],
);
# Few parts have any of them: asked first, from their first letters.
my $any = join '|', map { $_->[0] =~ s/^\(\?\^i?:(?:\(\?<!no-\))?\\b|\)$//gr } @refused;
$any = qr/\b(?:$any)/i;

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
	my ($text, $file) = @_;
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

# The comments of JavaScript, without types.
sub script_comments {
	my ($text) = @_;
	my @found;
	while ($text =~ m{(?:^|(?<=[\s;(,]))(/\*.*?\*/|(?://[^\n]*\n\s*)+)}gms) {
		my ($words, $line) = ($1, 1 + (substr($text, 0, $-[1]) =~ tr/\n//));
		$words =~ s/\{(?:[^{}]|\{[^{}]*\})*\}//g;
		push @found, [$line, $words =~ s{^\s*(?:/?\*+|//)}{}gmr];
	}
	return @found;
}

# The comments of Perl, on lines of their own.
sub perl_comments {
	my ($text) = @_;
	my @found;
	while ($text =~ /((?:^[ \t]*#(?!!).*\n)+)/gm) {
		my ($words, $line) = ($1, 1 + (substr($text, 0, $-[1]) =~ tr/\n//));
		push @found, [$line, $words =~ s/^\s*#//gmr];
	}
	return @found;
}

# The reasons in a list of exceptions: the last field of each line; and comments.
sub reasons {
	my ($text) = @_;
	my $line = 0;
	return map { $line++; /^(#.*)|\t([^\t]+)$/ ? [$line, $1 // $2] : () }
	    split /\n/, $text;
}

# The names of tests: strings that follow a comma, `subtest` or `test(`.
sub names {
	my ($text) = @_;
	my @found;
	while ($text =~ /(?:,\s*|subtest |\btest\()('(?:\\.|[^'\\\n])*')/g) {
		push @found, [1 + (substr($text, 0, $-[1]) =~ tr/\n//), $1];
	}
	return @found;
}

# What is read of a file, by its name.
my @forms = ([qr/\.c\z/, [\&comments, \&strings]], [qr/\.(?:h|sql)\z/,
    [\&comments]],
    [qr/\.(?:t|pm)\z/, [\&perl_comments, \&names]],
    [qr/\.mjs\z/, [\&script_comments, \&names]], [qr/\.(?:js|d\.ts)\z/,
    [\&script_comments]], [qr/\.equivalent\z/, [\&reasons]],
    [qr//, [\&paragraphs]]);

sub faults {
	my ($file) = @_;
	my $text = slurp($file);
	my @faults;
	my ($form) = grep { $file =~ $_->[0] } @forms;
	for (map { $_->($text, $file) } @{$form->[1]}) {
		my ($line, $part) = @$_;
		$part =~ s/\s+/ /g;
		next if $part !~ $any;
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
is_deeply [comments(qq{f("/* a */");\n/* is\n * to be */}, 'a.c')],
    [[2, "/* is\n to be */"]], 'comments of C';
is_deeply [comments("SELECT 1;\n-- is\n-- to be\n", 'a.sql')],
    [[2, " is\n to be\n"]], 'comments of SQL';

is_deeply [names("is 1, 1, 'a name';\ntest('b', f)")],
    [[1, "'a name'"], [2, "'b'"]], 'names of tests are found';
is_deeply [perl_comments("#!/x\n# A head.\n1;\n\t# b\n")],
    [[2, " A head.\n"], [4, " b\n"]], 'comments of Perl are found';
is_deeply [script_comments("// a\n// b\nf('http://x');\n/** \@type {A} c */ 1\n")],
    [[1, " a\n b\n"], [4, " \@type  c */"]], 'comments of JavaScript are found';
is_deeply [reasons("# a\nx.c\tif (b)\tc\n")], [[1, '# a'], [2, 'c']],
    'reasons are found';

my @files = (glob('README* SECURITY CONTRIBUTING ARCHITECTURE CHANGELOG'),
    glob('man/*.[0-9] api/*.txt api/*.md api/*.json'),
    grep({ -f } glob('doc/*.md etc/* etc/systemd/* debian/*')),
    grep({ $_ ne 't/style/words.t' } glob('t/*/*.t t/lib/*.pm')),
    glob('t/mutate.equivalent www/sw.js www/js/*.js www/js/*/*.js'),
    glob('www/js/*/*.d.ts t/npm/*.mjs t/npm/lib/*.mjs t/www/*.mjs t/www/*/*.mjs'),
    glob('t/www/*/lib/*.mjs bench/*.mjs'),
    glob('bin/*.c bin/*/*.c cgi-bin/*.c cgi-bin/*/*.c'),
    glob('lib/*/*.c lib/*/*/*.c'),
    # Migrations are never edited.
    glob('{bin,cgi-bin,lib}/*/*.h lib/*/*/*.h cgi-bin/*.h sql/query/*.sql'),
    glob('t/unit/*.c t/unit/*/*.[ch] t/fuzz/*.c t/fuzz/lib/*.[ch] t/lib/*.c ' .
	'bench/*.c'));
cmp_ok scalar @files, '>', 150, 'files are found';
is_deeply [faults($_)], [], $_ for @files;
done_testing;
