# A function of C has at most 40 lines, and the name of a static one is no other
# file's: `break mail_run` means one function, and so does grep.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;
my @files = split /\n/, `git ls-files 'lib/*.c' 'bin/*.c' 'cgi-bin/*.c'`;
cmp_ok scalar @files, '>', 200, 'files are found';

my (@long, %at, $count);
for my $file (@files) {
	open my $in, '<', $file or die "$file: $!\n";
	my ($head, $name, $static, $from) = ('');
	while (<$in>) {
		if (/^(\w+)\(/) {
			$name = $1;
			$static = $head =~ /^static\b/;
		} elsif (/^\{/ && defined $name) {
			$from = $.;
			$count++;
			push @{$at{$name}}, $file if $static;
		} elsif (/^\}/ && $from) {
			my $lines = $. - $from - 1;
			push @long, "$file: $name() has $lines lines"
			    if $lines > 40;
			undef $from;
			undef $name;
		}
		$head = $_;
	}
}
cmp_ok $count, '>', 2000, 'functions are found';
is join("\n", @long), '', 'a function has at most 40 lines';
is join("\n", map { "$_(): @{$at{$_}}" } grep { @{$at{$_}} > 1 }
    sort keys %at), '',
    'each static function has a name of its own: give it the noun of its file';
done_testing;
