# The rooms know only those below them.
use strict;
use warnings;
use FindBin;
use Test::More;

my $top = "$FindBin::Bin/../..";
my %may = (
	base => [qw(base)],
	db => [qw(base db)],
	core => [qw(base db core)],
	web => [qw(base db core web)],
	out => [qw(base core out)],
	cli => [qw(base db core cli)],
);
# Headers that only one room may include.
my %only = ('sqlite3.h' => 'db', 'curl/curl.h' => 'out');

for my $room (sort keys %may) {
	for my $file (glob "$top/lib/$room/*.[ch]") {
		open my $in, '<', $file or die "$file: $!\n";
		my @bad;
		while (<$in>) {
			if (m{^#include "(\w+)/}) {
				my $of = $1;
				push @bad, $_
				    if !grep { $_ eq $of } @{$may{$room}};
			} elsif (m{^#include <([\w/.]+)>} && $only{$1}) {
				push @bad, $_ if $only{$1} ne $room;
			}
		}
		(my $name = $file) =~ s{^\Q$top\E/}{};
		is_deeply \@bad, [], $name;
	}
}
done_testing;
