# ARCHITECTURE is accurate: it names every file of the library and of the web
# app, and no file that does not exist.
use strict;
use warnings;
use FindBin;
use Test::More;

my $top = "$FindBin::Bin/../..";
chdir $top or die $!;

sub slurp {
	my ($file) = @_;
	local $/;
	open my $in, '<', $file or die "$file: $!\n";
	return <$in>;
}

my $page = slurp('ARCHITECTURE');

# The map: a folder's name on a line of its own, its files below it.
my ($map) = $page =~ /^The files\n-+\n(.*?)^\S[^\n]*\n---/ms or die 'no map';
my (%named, $folder);
for (split /\n/, $map) {
	$folder = $1 if m{^([\w/-]+)$};
	next unless /^\t((?:[\w.-]+, )*[\w.-]+\.\w+)(?:\t|$)/;
	$named{"$folder/$_"}++ for split /, /, $1;
}

# Fails with a line for each, which says what to do.
sub none {
	my ($name, $advice, @faults) = @_;
	local $Test::Builder::Level = $Test::Builder::Level + 1;
	return is join("\n", map { sprintf $advice, $_ } @faults), '', $name;
}
my @files = grep { -f } map { glob } 'lib/*/*.c', 'lib/*/*/*.c', 'cgi-bin/*.c',
    'cgi-bin/*/*.c', 'api/*.c', 'bin/docket-*.c', 'bin/*/*.c', 'www/js/*.js',
    'www/js/*/*.js', 'www/css/*.css';
none('every file is in the map', 'ARCHITECTURE, The files: %s is missing',
    grep { !$named{$_} } @files);
none('every file in the map exists', 'ARCHITECTURE, The files: there is no %s',
    grep { !-e } sort keys %named);
none('no file is in the map twice', 'ARCHITECTURE, The files: %s is there twice',
    grep { $named{$_} > 1 } sort keys %named);

# Paths in the text, and functions in the files they are said to be in.
my @paths = $page =~ m{\b((?:lib|cgi-bin|bin|api|sql|t|etc|www|man|doc)/[\w./-]*\w)}g;
none('every path in the text exists', 'ARCHITECTURE: there is no %s',
    grep { !-e && !/NAME|NNNN/ } @paths);
my @lost;
while ($page =~ /\b(\w+)\(\)\s+\(((?:lib|cgi-bin|bin)\/[\w\/.-]+\.c)\)/g) {
	push @lost, "$1 in $2" if slurp($2) !~ /^\Q$1\E\(/m;
}
while ($page =~ m{^\t\t(\S+\.h)\t+((?:struct|union) \w+)$|\b(struct \w+)\s+\((lib/[\w/.-]+\.h)\)}mg) {
	my ($file, $type) = defined $1 ? ($1, $2) : ($4, $3);
	push @lost, "$type in $file" if slurp($file) !~ /^\Q$type\E \{/m;
}
none('every function and type is where the text says it is',
    'ARCHITECTURE: there is no %s', @lost);

# What must be described elsewhere.
my %page = map { m{man/(.*)\.} => 1 } glob 'man/*.[0-9]';
none('every program has a man page', 'man/%s.8 is missing',
    grep { !$page{$_} } map { m{bin/(docket-\w+)\.c} }
    glob 'bin/docket-*.c');
my $confine = slurp('lib/cli/confine.c');
my %free = map { $_ => 1 } qw(docket-serve docket-admin);
none('every program has a sandbox profile',
    'lib/cli/confine.c: %s has no row in profiles',
    grep { !$free{$_} && $confine !~ /"$_"/ }
    map { m{bin/(docket-\w+)\.c} } glob 'bin/docket-*.c');
my @settings = slurp('etc/docket.conf') =~ /^#?([a-z][a-z-]+) =/mg;
my $manual = slurp('man/docket.conf.5');
cmp_ok scalar @settings, '>', 20, 'settings are found';
none('every setting is in docket.conf(5)',
    'man/docket.conf.5 does not describe %s',
    grep { (my $name = $_) =~ s/-/\\-/g;
    $manual !~ /^\.It Ic (?:\Q$_\E|\Q$name\E)\b/m } @settings);
done_testing;
