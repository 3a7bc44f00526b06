# make dist: a tarball of what git knows, with the web app built, so that it needs
# neither npm nor a network; the same twice.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;

plan skip_all => 'sanitizers instead' if build() =~ m{/san$};
my $top = top();
plan skip_all => 'not in a checkout' if !-e "$top/.git";
plan skip_all => 'the web app is not built: bin/setup'
    if !-e build() . '/www/index.html';
my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);

# The output of a command that must work.
sub said {
	my ($command, %env) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH}, HOME => $dir, %env }, '',
	    'sh', '-c', $command);
	is $r->{status}, 0, $command or diag $r->{out}, $r->{err};
	return $r->{out};
}

# A copy of what was built, so that nobody else's build is touched.
mkdir "$dir/$_" for qw(build b1 b2);
for my $n (1, 2) {
	said("cp -R @{[build()]}/www $dir/b$n/www");
	said("make -s -C $top dist B=$dir/b$n -o $dir/b$n/www/index.html",
	    $n == 1 ? () : (LC_ALL => 'C.UTF-8', TZ => 'Asia/Tokyo'));
}
my ($tar) = glob "$dir/b1/docket-*.tar.xz";
ok $tar, 'make dist creates a tarball' or done_testing, exit;
ok slurp($tar) eq slurp($tar =~ s{/b1/}{/b2/}r), 'a second one is the same';
my ($name) = $tar =~ m{([^/]+)\.tar\.xz$};
my %in = map { s{^\Q$name\E/}{}r => 1 } split /\n/, said("tar -tf $tar");
ok $in{$_}, $_ for qw(Makefile LICENSE www/dist/index.html debian/control
    lib/base/version.h);
is_deeply [grep { m{^(?:build|\.git)/|node_modules} } keys %in], [],
    'it contains no built files';

# Of what builds the app there is nothing: only the tools of the C programs.
said("tar -xf $tar -C $dir");
my @tools = qw(sh gcc cc as ld ar make perl sed cat cmp cp rm mkdir mv find dirname
    echo expr nproc grep);
mkdir "$dir/bin";
for my $tool (@tools) {
	my ($path) = grep { -x } map { "$_/$tool" } qw(/usr/bin /bin);
	symlink $path, "$dir/bin/$tool" if defined $path;
}
# That compiles all of the library; make torture asks for it.
my @programs = ('build/cgi-bin/tags') x (($ENV{DOCKET_PACKAGES} // 1) > 1);
my $offline = "cd $dir/$name && unshare -n true 2>/dev/null && u='unshare -n' || "
    . "u=; cd $dir/$name && \$u make -s CFLAGS=-O0 www @programs";
said($offline, PATH => "$dir/bin:/usr/sbin");
said("diff -r @{[build()]}/www $dir/$name/build/www");
like said("$dir/$name/build/cgi-bin/tags </dev/null"), qr/^Status: \d/,
    'a program built from it works' if @programs;
done_testing;
