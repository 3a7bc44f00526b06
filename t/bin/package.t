# The Debian package: what is in it, with which modes, and, with
# DOCKET_PACKAGES=2, that building it again elsewhere makes the same file.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Digest::SHA;
use File::Temp 'tempdir';
use Test::More;

plan skip_all => 'sanitizers instead' if build() =~ m{/san$};
plan skip_all => 'debhelper is missing: bin/setup --tests installs it'
    if !-x '/usr/bin/dh';
my $top = top();
plan skip_all => 'packages are missing to build with: bin/setup --tests'
    if system("cd $top && dpkg-checkbuilddeps 2>/dev/null") != 0;
plan skip_all => 'lit-html is missing: bin/setup'
    if !-d "$top/www/node_modules/lit-html";
my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);

# The output of a command that must work.
sub said {
	my ($command, %env) = @_;
	my $r = Docket->spawn({ PATH => "$ENV{PATH}:/usr/sbin:/sbin",
	    HOME => $dir, %env }, '', 'sh', '-c', $command);
	is $r->{status}, 0, $command or diag $r->{out}, $r->{err};
	return $r->{out};
}

sub deb {
	my ($to, $before, %env) = @_;
	# Debugging symbols and optimization take most of the time.
	said("$before make -s -C $top deb DEBTO=$to",
	    DEB_BUILD_OPTIONS => 'noautodbgsym noopt', %env);
	my ($deb) = glob "$to/docket_*.deb";
	ok $deb, "a package in $to" or done_testing, exit 1;
	return $deb;
}

my $deb = deb("$dir/one", 'umask 022;', TZ => 'UTC', LC_ALL => 'C');

subtest 'what dpkg knows' => sub {
	my ($version) = Docket->spawn({ PATH => $ENV{PATH} }, '', build() .
	    '/bin/docket-admin', '--version')->{out} =~ /(\d\S*)/;
	is said("dpkg-deb -f $deb Version"), "$version\n", 'the version';
	like said("dpkg-deb -f $deb Depends"),
	    qr/\blighttpd\b.*\btzdata\b.*\btzdata-legacy \| /,
	    'what it depends on';
	like said("dpkg-deb -f $deb Static-Built-Using"), qr/sqlite3 \(= /,
	    'what it was linked with statically';
	said("dpkg-deb -e $deb $dir/control");
	is slurp("$dir/control/conffiles"), "/etc/docket/docket.conf\n",
	    'the settings are the only configuration file';
	said("sh -n $dir/control/$_") for qw(preinst postinst prerm postrm);
	my $post = slurp("$dir/control/postinst");
	like $post, qr/docket-admin --quiet migrate.*invoke/s,
	    'the database is migrated before the service starts';
	unlike $post, qr/docket-(?:remind|mail|cleanup|backup)\.service/,
	    'no batch program is started';
	like $post, qr/_dh_action 'docket-fcgi\.service'.*'docket-wait\.service'/,
	    'what is not enabled is restarted if it runs';
	like $post, qr/docket-$_\.timer/, "but the timer of $_"
	    for qw(remind mail cleanup backup);
};

subtest 'PostgreSQL is a package of its own' => sub {
	my ($other) = glob "$dir/one/docket-postgresql_*.deb";
	like said("dpkg-deb -f $other Depends"), qr/\blibpq5\b/, 'it needs libpq';
	unlike said("dpkg-deb -f $deb Depends"), qr/libpq/, 'docket does not';
	my $files = said("dpkg-deb -c $other");
	like $files, qr{\./usr/libexec/docket/docket-postgresql\.so$}m,
	    'it has the engine';
	said("dpkg-deb -x $deb $dir/units");
	for (glob "$dir/units/lib/systemd/system/*.service") {
		my ($name) = m{([^/]+)$};
		is index($files, "/$name.d/postgresql.conf") >= 0 ? 1 : 0,
		    slurp($_) =~ /^PrivateNetwork=yes/m ? 1 : 0,
		    "$name reaches the database";
	}
};

subtest 'the files' => sub {
	my %mode;
	for (split /\n/, said("dpkg-deb -c $deb")) {
		my ($mode, $owner, undef, undef, undef, $path) = split;
		is $owner, 'root/root', "$path: owner" if $owner ne 'root/root';
		$mode{$path} = $mode;
	}
	my %want = ('./etc/docket/docket.conf' => '-rw-r-----',
	    './usr/libexec/docket/docket.fcgi' => '-rwxr-xr-x',
	    './usr/libexec/docket/routes' => '-rw-r--r--',
	    './usr/share/docket/www/index.html' => '-rw-r--r--',
	    './usr/share/man/man8/docket-admin.8.gz' => '-rw-r--r--',
	    './usr/lib/sysusers.d/docket.conf' => '-rw-r--r--',
	    './usr/lib/tmpfiles.d/docket.conf' => '-rw-r--r--',
	    './lib/systemd/system/docket.service' => '-rw-r--r--',
	    map { m{([^/]+)\.c$}; "./usr/bin/$1" => '-rwxr-xr-x' }
	    glob "$top/bin/docket-*.c");
	is_deeply { map { $_ => $mode{$_} } keys %want }, \%want,
	    'modes are right';
	is_deeply [grep { m{^\./(?:usr/local|var|run|home)/} ||
	    $mode{$_} =~ /^.{8}w|s/ && $mode{$_} !~ /^l/ } keys %mode], [],
	    'no other file, and none that others can write';
	said("dpkg-deb -x $deb $dir/root");
	my $docs = "$dir/root/usr/share/doc/docket";
	my %named = map { $_ => 1 } (map { slurp($_) =~
	    /\]\((?:doc\/)?([\w.-]+\.md)/g } glob "$docs/*.md"),
	    map { slurp($_) =~ /^(?:\.Pa )?(?:[\w\/]*\/)?([\w-]+\.md)\b/mg }
	    glob "$top/man/*.[578]";
	cmp_ok scalar keys %named, '>', 10, 'documents are named';
	is_deeply [grep { !-e "$docs/$_" } sort keys %named], [],
	    'each document that another or a manual names is installed';
	my @units = glob "$dir/root/lib/systemd/system/docket*.service";
	is scalar @units, 8, 'the service, docket-wait, docket.fcgi, the '
	    . 'metrics, and four batch programs';
	for (@units) {
		my $text = slurp($_);
		my ($name) = m{([^/]+)$};
		unlike $text, qr{\@[A-Z]|/usr/local}, "$name is filled in";
		like $text, qr/^NoNewPrivileges=yes$/m, "$name is hardened";
		my ($program) = $text =~ /^ExecStart=(\S+)/m;
		ok -x "$dir/root$program", "$name: $program is there";
	}
	my $elf = said("readelf -hldW $dir/root/usr/libexec/docket/docket.fcgi");
	like $elf, qr/\(FLAGS_1\).*\bNOW\b.*\bPIE\b/, 'programs are hardened';
	like said("nm -D $dir/root/usr/bin/docket-admin"), qr/_chk/,
	    'with checked lengths';
};

subtest 'flags of the builder' => sub {
	my $plan = said("make -n -C $top B=$dir/b CPPFLAGS='-DMARK " .
	    "-D_FORTIFY_SOURCE=2' CFLAGS='-O2 -fno-stack-protector' " .
	    "LDFLAGS='-Wl,--mark -no-pie' all");
	my @compile = grep { / -c / } split /\n/, $plan;
	my @link = grep { m{ -o \S+/bin/docket-admin$} } split /\n/, $plan;
	like $compile[0], qr/-DMARK .*-fno-stack-protector .*
	    -U_FORTIFY_SOURCE\ -D_FORTIFY_SOURCE=3\ -fstack-protector-strong/x,
	    'come before the hardening';
	like $link[0], qr/-Wl,--mark -no-pie -pie/, 'also for linking';
};

SKIP: {
	skip 'lintian is missing: bin/setup --all installs it', 1
	    if !-x '/usr/bin/lintian';
	my $both = join ' ', glob "$dir/one/docket_*.deb $dir/one/docket-p*_*.deb";
	said("lintian --no-cfg --fail-on error,warning $both");
}

# The second build takes as long as the first; make torture asks for it.
if (($ENV{DOCKET_PACKAGES} // 1) > 1) {
	my $again = deb("$dir/another place/deep" =~ s/ /-/r, 'umask 027;',
	    TZ => 'Asia/Kolkata', LC_ALL => 'C.UTF-8', LANG => 'de_DE.UTF-8');
	is(Digest::SHA->new(256)->addfile($again)->hexdigest,
	    Digest::SHA->new(256)->addfile($deb)->hexdigest,
	    'built elsewhere, the package is the same');
}
done_testing;
