# `make help` lists every target: each has a line "#: TARGET ..." above it.
use strict;
use warnings;
use Cwd 'getcwd';
use File::Basename 'basename';
use File::Temp 'tempdir';
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;

for my $file (qw(Makefile t/t.mk bench/bench.mk)) {
	open my $in, '<', $file or die "$file: $!\n";
	my $text = do { local $/; <$in> };
	my ($phony) = $text =~ /^\.PHONY: ((?:.*\\\n)*.*)/m;
	my @targets = grep { !/^(?:\\|help)\z/ } split ' ', $phony;
	cmp_ok scalar @targets, '>', 2, "$file has targets";
	is_deeply [grep { $text !~ /^#: \Q$_\E\b.*\n(?:(?:#:|ifn?eq).*\n)*\Q$_\E:/m }
	    @targets], [], 'each is in make help';
}
# A source that is removed or changed is noticed: in a copy of the tree, whose
# files are links, what make would do.
my $dir = tempdir('make-XXXXXX', DIR => 'build', CLEANUP => 1);
my $build = basename($ENV{DOCKET_BUILD} // 'build');
system('git ls-files -z -co --exclude-standard | ' .
    "xargs -0 cp -l --parents -t $dir") == 0 or die "no copy\n";
mkdir "$dir/build";
system('cp', '-al', (grep { !m{^\Q$dir\E$|/(?:cov|mutate|san|deb|torture|checks|libfuzzer.*|.*\.tmp)$} }
    glob 'build/*'), "$dir/build/") == 0 or die "no copy\n";
# These make writes to.
system('cp', '-p', '--remove-destination', (map { "build/$_" } qw(flags
    groupnames sources version)), "$dir/build/") == 0 or die "no copy\n";
# The copy is not in git.
system('cp', 'build/version', "$dir/.version") == 0 or die "no copy\n";
my $top = getcwd;
symlink "$top/www/node_modules", "$dir/www/node_modules";
sub would { return scalar `cd $dir && make -n -o www CURDIR=$top all 2>&1` }
SKIP: {
	skip 'another build', 9 if $build ne 'build';
	like would(), qr{^make\S* Nothing to be done for 'all'|^echo 'The web app is not}m, 'all is made';
	system("echo 0.0.1 >$dir/.version");
	# The second includes the document, which the tables print again.
	is_deeply [sort(would() =~ / -c (\S+\.c) /g)], [qw(
	    cgi-bin/status/openapi.c lib/base/version.c)],
	    'another commit compiles two files';
	system(q{sed -i 's/^SELECT /SELECT  /' } . "$dir/sql/query/tag.sql");
	is_deeply [grep { $_ ne 'build/gen/pg_texts.c' }
	    sort(would() =~ / -c (\S+\.c) /g)], [qw(build/gen/query.c
	    cgi-bin/status/openapi.c lib/base/version.c)],
	    'and another text of a statement one more, and one for PostgreSQL';
	# Statements have numbers in the order of the files; few files know them.
	system("printf '\\n-- name: tag_more(id id)\\nSELECT :id;\\n' " .
	    ">>$dir/sql/query/tag.sql");
	my @compiled = would() =~ / -c (\S+\.c) /g;
	cmp_ok scalar @compiled, '>', 3, 'a statement more compiles';
	is_deeply [grep { !m{openapi\.c|version\.c|pg_texts\.c} && system('grep', '-q',
	    '-E', '^#include "query/(numbers|tag).h"', $_) } @compiled], [],
	    'nothing but what includes its header, or the numbers of all';
	system("cp --remove-destination lib/base/arena.h $dir/lib/base/arena.h");
	like would(), qr/-o \S*docket-s3\.so /,
	    'another header, and what programs load on demand is built again';
	unlink "$dir/lib/base/zone.c";
	like would(), qr/\bar\b.*libdocket/, 'a removed source';
	unlink "$dir/sql/query/tag.sql";
	like would(), qr/sql\/compile/, 'removed statements';
	unlink "$dir/sql/migrate/0001-initial.sql";
	like would(), qr/compile migrations/, 'a removed migration';
}
done_testing;
