# One word, one meaning: in names of C, statements and JavaScript, these words stand
# only where they mean what this table says.  Another meaning gets another word.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;

# The word, its meaning, and where it stands: "file: name".
my @terms = (
	[qr/moved/, 'a task was moved to another list',
	    qr{feed|derived|cleanup|erased|resource|dav/report|web/change|core/task/|core/batch/|cgi-bin/tasks|: (?:\w+_)?moved_to$|: FEED_MOVED$|next-requests\.js}],
	[qr/prepare[ds]?/, 'a statement is prepared',
	    qr{^lib/db/|^lib/web/(?:serve|replay)\.|: db_prepare|^sql/}],
	[qr/(?:un|not_?)?ready/, 'the service can answer requests',
	    qr{: (?:FATAL_)?NOT_READY$|^cgi-bin/status\.c: |^lib/web/fcgi\.c: serve_ready$|/(?:push|start)\.js: ready$}],
	[qr/(?:un)?fold(?:s|ed)?|casefold/, 'letters of one case; long lines (RFC 5545, RFC 5322)',
	    qr{text\.c|search_words|dav/filter|ical/line|mail/message|: fold(?:Case|Plain|Name)$|folded$|fold-case}],
	[qr/engines?/, 'the database engine',
	    qr{^lib/db/|^bin/|^lib/core/|^lib/web/|^lib/cli/}],
	[qr/settled?|settles/, 'nothing', undef],
	[qr/told|tells?|heard?|anew|kick(?:ed)?|rare/, 'nothing', undef],
	[qr/marks?/, 'what a user gains or loses, in the feed; <mark> and a brand in HTML; characters of Unicode',
	    qr{core/feed|web/page\.c|base/charset\.c|: (?:char_is_mark|CHECK_MARK|STRIPMARK|UTF8PROC_STRIPMARK)$|^bin/docket-backup\.c: leave_mark$|^www/.*: mark(?:Words)?$}],
	[qr/holds?|held/, 'a lock is held; a condition holds',
	    qr{slots|rundir|cleanup/pace|import/\w+/work|import_undo|snapshot|clocks|: (?:\w+_)?(?:precondition|etag|version)_holds$|web/precondition\.c: holds$|sandbox}],
	[qr/acts?/, 'a system call: sigaction; the actions that an operation came from',
	    qr{: (?:struct )?sig\w+$|^(?:bin|lib)/.*: act$|: acts$|(?:passkeys|security-parts)\.js: act$}],
);

# The names in a file: code alone, without comments and strings; of statements, their
# own.
sub names {
	my ($file) = @_;
	local $/;
	open my $in, '<', $file or die "$file: $!\n";
	my $text = <$in>;
	return $text =~ /^-- name: (\w+)/gm if $file =~ /\.sql\z/;
	$text =~ s{/\*.*?\*/|(?<![:\\])//[^\n]*}{ }gs;
	$text =~ s/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/ /g
	    if $file =~ /\.[ch]\z/;
	# Nor the files that are included or imported, nor the keys of texts.
	$text =~ s/^#include.*|\b(?:from|import)\s*\(?'[^']*'|\bt\('[^']*'//gm;
	return $text =~ /([A-Za-z_]\w*)/g;
}

# Few names have any of them: asked first.
my $any = join '|', map { $_->[0] } @terms;
$any = qr/$any/;

sub parts { return map { lc } $_[0] =~ /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g }

sub faults {
	my ($file, @names) = @_;
	my (@faults, %seen);
	for my $name (grep { lc =~ $any && !$seen{$_}++ } @names) {
		for my $term (@terms) {
			my ($word, $meaning, $where) = @$term;
			my ($part) = grep { /^$word\z/ } parts($name);
			push @faults, "$file: $name: \"$part\" means: $meaning"
			    if defined $part && (!defined $where ||
			    "$file: $name" !~ $where);
		}
	}
	return @faults;
}

is_deeply [parts('is_readyToMARKThis')], [qw(is ready to mark this)],
    'a name has parts';
is scalar(faults('lib/x.c', qw(file_settle mailMark marker))), 2,
    'a word in another meaning is found';

my @files = split /\n/, `git ls-files 'lib/*.[ch]' 'bin/*.[ch]' 'cgi-bin/*.[ch]' 'sql/query/*.sql' 'www/js/*.js' 'www/js/*.d.ts'`;
cmp_ok scalar @files, '>', 600, 'files are found';
is join("\n", map { faults($_, names($_)) } @files), '',
    'each word stands where it means what it says';
done_testing;
