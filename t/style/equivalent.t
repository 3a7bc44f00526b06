# t/mutate.equivalent quotes lines of source that exist, each with a reason; so does
# t/checks.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;

sub lines {
	my ($file) = @_;
	open my $in, '<', $file or return {};
	return { map { s/^\s+|\s+$//gr => 1 } <$in> };
}

my ($list, @faults, %lines) = 't/mutate.equivalent';
open my $in, '<', $list or die "$list: $!\n";
while (<$in>) {
	chomp;
	next if /^(?:#|$)/;
	my ($file, $text) = my @field = split /\t/;
	push @faults, "$list:$.: " . @field . " fields" and next if @field != 4;
	push @faults, "$list:$.: $file has no such line: $text"
	    if !($lines{$file} //= lines($file))->{$text};
}
is_deeply \@faults, [], 'mutants that no test kills';
is system('LIST=1 t/checks >/dev/null'), 0, 'the checks that are removed';
done_testing;
