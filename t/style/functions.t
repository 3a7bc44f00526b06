# A line of C has at most 88 columns, and 80 in a comment of its own.  A function has
# at most 40 lines, from its name to its last brace.  The name of a static one of C is
# no other file's: `break mail_run` means one function, and so does
# grep.  What a header defines is defined once, or means the same.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;
my @files = split /\n/, `git ls-files 'lib/*.c' 'bin/*.c' 'cgi-bin/*.c'`;
cmp_ok scalar @files, '>', 200, 'files are found';

my (@wide, @long, %at, $count);

# Vectors are as they were published.
for my $file (grep { !m{^t/vectors/} } split /\n/, `git ls-files '*.c' '*.h'`) {
	open my $in, '<:encoding(UTF-8)', $file or die "$file: $!\n";
	while (<$in>) {
		chomp;
		my $most = m{^\t?(?:/\*| \*) } ? 80 : 88;
		1 while s/^([^\t]*)\t/$1 . ' ' x (8 - length($1) % 8)/e;
		push @wide, "$file:$." if length > $most;
	}
}
is join("\n", @wide), '', 'lines of C have at most 88 columns, comments 80';

sub too_long {
	my ($file, $name, $lines) = @_;
	push @long, "$file: $name() has $lines lines" if $lines > 40;
	return;
}

for my $file (@files) {
	open my $in, '<', $file or die "$file: $!\n";
	my ($head, $name, $static, $from, $inside) = ('');
	while (<$in>) {
		if (/^(\w+)\(/) {
			($name, $from) = ($1, $.);
			$static = $head =~ /^static\b/;
		} elsif (/^\{/ && defined $name) {
			$inside = 1;
			$count++;
			push @{$at{$name}}, $file if $static;
		} elsif (/^\}/ && $inside) {
			too_long($file, $name, $. - $from + 1);
			undef $inside;
			undef $name;
		}
		$head = $_;
	}
}
cmp_ok $count, '>', 2000, 'functions are found';

my $named = 0;
for my $file (split /\n/, `git ls-files 'www/js/*.js' www/sw.js`) {
	open my $in, '<', $file or die "$file: $!\n";
	my ($indent, $name, $from);
	while (<$in>) {
		if (/^(\t*)(?:export )?(?:async )?function\*? (\w+)\(/) {
			($indent, $name, $from) = ($1, $2, $.);
			$named++;
		} elsif (defined $indent && /^$indent\}/) {
			too_long($file, $name, $. - $from + 1);
			undef $indent;
		}
	}
}
cmp_ok $named, '>', 400, 'functions of the web app are found';
is join("\n", @long), '', 'a function has at most 40 lines';
is join("\n", map { "$_(): @{$at{$_}}" } grep { @{$at{$_}} > 1 }
    sort keys %at), '',
    'each static function has a name of its own: give it the noun of its file';

# A limit that stands twice disagrees one day; a name with two meanings hides one.
my %defined;
for my $file (split /\n/, `git ls-files 'lib/*.[ch]' 'bin/*.[ch]' 'cgi-bin/*.[ch]'`) {
	open my $in, '<', $file or die "$file: $!\n";
	my $if = 0;
	while (<$in>) {
		$if += /^#\s*if/ ? 1 : /^#\s*endif/ ? -1 : 0;
		push @{$defined{$1}}, [$file, $2] if $if < ($file =~ /h$/ ? 2 : 1) &&
		    m{^#\s*define\s+(\w+)(.*?)\s*(?:/\*.*)?$};
	}
}
my @twice;
for my $name (sort keys %defined) {
	my @all = @{$defined{$name}};
	my ($header) = grep { $_->[0] =~ /\.h$/ } @all or next;
	push @twice, "$name: @{[map { $_->[0] } @all]}" if @all > 1 &&
	    ($all[0][0] eq $all[1][0] || grep { $_->[1] =~ s/\s//gr ne
	    $header->[1] =~ s/\s//gr } @all);
}
cmp_ok scalar(keys %defined), '>', 500, 'definitions are found';
is join("\n", @twice), '', 'what a header defines means one thing';
done_testing;
