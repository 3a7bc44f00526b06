# t/coverage.known and t/mutate.equivalent quote lines of source that exist, each
# with a reason.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;

# What is wrong with a list's entries of so many fields: the file, the text of
# the line, ..., the reason.
sub faults {
	my ($list, $fields) = @_;
	my (@faults, %lines);
	open my $in, '<', $list or die "$list: $!\n";
	while (<$in>) {
		chomp;
		next if /^(?:#|$)/;
		my ($file, $text) = my @field = split /\t/;
		push @faults, "$list:$.: " . @field . " fields" and next
		    if @field != $fields;
		push @faults, "$list:$.: $file has no such line: $text"
		    if !($lines{$file} //= lines($file))->{$text};
	}
	return @faults;
}

sub lines {
	my ($file) = @_;
	open my $in, '<', $file or return {};
	return { map { s/^\s+|\s+$//gr => 1 } <$in> };
}

is_deeply [faults('t/coverage.known', 3)], [], 'branches that no test takes';
is_deeply [faults('t/mutate.equivalent', 4)], [], 'mutants that no test kills';
done_testing;
