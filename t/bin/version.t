# The version of a build: what bin/version prints in a tree of each state, and where
# a program shows it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;

plan skip_all => 'git is missing' if system('git --version >/dev/null 2>&1');
my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $tree = "$dir/tree";
my ($release) = slurp(top() . '/lib/base/version.h') =~
    /^#define DOCKET_RELEASE\s+"(.*)"$/m;

# The output of a command in that tree.
sub said {
	my ($command, %env) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH}, HOME => $dir,
	    GIT_AUTHOR_NAME => 'A', GIT_AUTHOR_EMAIL => 'a@example.org',
	    GIT_COMMITTER_NAME => 'A', GIT_COMMITTER_EMAIL => 'a@example.org',
	    GIT_COMMITTER_DATE => '2026-11-23T23:15:00 -0300', %env }, '',
	    'sh', '-c', "cd $tree && $command");
	is $r->{status}, 0, $command or diag $r->{err};
	chomp $r->{out};
	return $r->{out};
}

# Those files of the project that say what its version is.
mkdir $tree;
said('mkdir bin lib lib/base');
for my $file (qw(bin/version lib/base/version.h)) {
	write_file("$tree/$file", slurp(top() . "/$file"));
}
chmod 0755, "$tree/bin/version";

is said('bin/version'), "$release~unknown", 'without git';
said('git init -q && git add . && git commit -qm first');
my $hash = substr said('git rev-parse HEAD'), 0, 7;
my $between = "$release~git20261124.0215.$hash";
for my $zone (qw(UTC Asia/Tokyo)) {
	is said('bin/version', TZ => $zone), $between, "a commit, in $zone";
}
said('dpkg --compare-versions ' . "$between lt $release");
said('dpkg --compare-versions ' . "$between gt 0.1.0");
said("dpkg --compare-versions $between lt $release~git20261124.0216.0000000");
said('git tag -am x v0.0.9');
is said('bin/version'), $between, 'the tag of another release';
said("git tag -am x v$release");
is said('bin/version'), $release, 'the tag of this one';
said('echo >>lib/base/version.h');
is said('bin/version'), "$between+modified",
    'the tag, and a file that differs';
said('git commit -qam second', GIT_COMMITTER_DATE => '2026-11-25T00:00:00Z');
like said('bin/version'), qr/^\Q$release\E~git20261125\.0000\.[0-9a-f]{7}\z/,
    'a commit after the tag';
said('rm -r .git && echo 1.2.3 >.version');
is said('bin/version'), '1.2.3', 'a tarball has the version it was made with';
if ($> == 0) {
	said('rm .version && git init -q && git add . && git commit -qm x && '
	    . 'chown -R 65534 .');
	like said('bin/version'), qr/~git/, 'a tree of another user';
}

subtest 'every place has it' => sub {
	my $d = Docket->new;
	my $version = $d->run('docket-admin', '--version')->{out} =~ s/.* |\n//gr;
	like $version, qr/^\Q$release\E/, '--version';
	is $d->request('GET', '/service')->{json}{version}, $version, '/service';
	is $d->request('GET', '/health')->{json}{version}, $version, '/health';
	like $d->run('docket-admin', 'stats', '--prometheus')->{out},
	    qr/^docket_info\{version="\Q$version\E",/m, 'docket_info';
};

done_testing;
