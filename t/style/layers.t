# A layer includes only the layers below it.
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
	mail => [qw(base core mail)],
	push => [qw(base core push)],
	cli => [qw(base db core cli)],
);
# Headers that only one layer may include.
my %only = ('sqlite3.h' => 'db', 'curl/curl.h' => 'mail|push',
	'libpq-fe.h' => 'db');

for my $layer (sort keys %may) {
	for my $file (glob "$top/lib/$layer/*.[ch] $top/lib/$layer/*/*.[ch]") {
		open my $in, '<', $file or die "$file: $!\n";
		my @bad;
		while (<$in>) {
			if (m{^#include "(\w+)/}) {
				my $of = $1;
				push @bad, $_
				    if !grep { $_ eq $of } @{$may{$layer}};
			} elsif (m{^#include <([\w/.]+)>} && $only{$1}) {
				push @bad, $_ if $layer !~ /^($only{$1})\z/;
			}
		}
		(my $name = $file) =~ s{^\Q$top\E/}{};
		is_deeply \@bad, [], $name;
	}
}
done_testing;
