# The release stands in lib/base/version.h; what has to repeat it says the same.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $top = top();
my ($version) = slurp("$top/lib/base/version.h") =~
    /^#define DOCKET_RELEASE\s+"(\d+\.\d+\.\d+)"$/m;
ok $version, 'the version' or done_testing, exit;
like slurp("$top/debian/changelog"), qr/\Adocket \(\Q$version\E\) /,
    'debian/changelog';
like slurp("$top/CHANGELOG"), qr/\A\Q$version\E[, ]/, 'CHANGELOG';
# Elsewhere it would be forgotten.
for (glob "$top/README.md $top/CONTRIBUTING $top/doc/*.md $top/man/*.[58]") {
	my ($name) = m{([^/]+)$};
	my @lines = grep { /docket[_-]\d+\.\d+/ } split /\n/, slurp($_);
	is "@lines", '', "$name names no file by a version";
}
done_testing;
