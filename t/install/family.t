# The family gets in with one link: the package on a bare Debian that boots its own
# systemd, set up once, with nginx in front of it by the commands of doc/install.md.
# From then on nobody needs a shell: five browsers do the rest
# (t/www/e2e/invited.mjs), which run here, in the network of that machine.
#
#	make deb && DEB=build/deb/docket_*.deb perl -It/lib t/install/family.t
#
# Needs root, debootstrap, systemd-nspawn, Chromium, Node and a mirror of Debian.
# Without DEB= it takes the package that t/install/pages.t has built on that Debian.
# SHOTS names a directory for pictures.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib", $FindBin::Bin;
use Docket;
use Machine;
use Test::More;

my $suite = $ENV{SUITE} || 'bookworm';
my $site = 'tasks.example.org';
my ($ada, $password) = ('ada@example.org', 'try-docket-now');
plan skip_all => 'not root' if $> != 0;
for my $tool (qw(debootstrap systemd-nspawn nsenter python3 chromium node)) {
	plan skip_all => "$tool is missing: bin/setup --all installs it"
	    if system("command -v $tool >/dev/null") != 0;
}
my ($deb) = glob $ENV{DEB} || build() . "/deb-$suite/docket_*.deb";
plan skip_all => 'there is no package: name it by DEB=' if !$deb || !-e $deb;

my $m = Machine->new($suite);
Machine::host("cp $deb $m->{root}/root/");

sub works {
	my ($command, %o) = @_;
	my $r = $m->run($command, %o,
	    net => scalar $command =~ /\bapt(?:-get)? /);
	is $r->{status}, 0, $command or BAIL_OUT($r->{out});
	return $r->{out};
}

works("echo 127.0.0.1 $site >>/etc/hosts && apt-get update");
subtest 'installed, and set up once' => sub {
	my ($install, $setup) = @{(page('With the package'))[0]};
	works($install);
	like works($setup, answers => answers($site, $ada, $password)),
	    qr/^Faults: 0\./m, 'no fault';
};
subtest 'nginx in front' => sub {
	my ($nginx) = grep { "@$_" =~ /apt install nginx/ }
	    page('Behind a reverse proxy');
	$m->certificate($site);
	works($_) for grep { !/certbot certonly/ } @$nginx;
	unlike works('docket-admin check 2>&1 || :'), qr/cannot be reached/,
	    'docket-admin check reaches the address';
};

subtest 'five browsers, one link' => sub {
	my $r = $m->run("openssl x509 -pubkey -noout -in "
	    . "/etc/letsencrypt/live/$site/fullchain.pem | openssl pkey -pubin "
	    . "-outform der | openssl dgst -sha256 -binary | base64");
	chomp(my $key = $r->{out});
	my $said = Docket->spawn({ %ENV, DOCKET_INSTALLED => "https://$site/",
	    DOCKET_BROWSER_FLAGS => join "\n",
	    "--host-resolver-rules=MAP $site 127.0.0.1",
	    "--ignore-certificate-errors-spki-list=$key" }, '',
	    $m->beside('node', '--test', '--test-name-pattern=the family',
	    top() . '/t/www/e2e/invited.mjs'));
	is $said->{status}, 0, 'they get in' or diag $said->{out}, $said->{err};
	like $said->{out}, qr/^ +ok \d+ - $_$/m, $_ for qw(Grete Hedy Ida Joan);
};

is works('docket-admin user list | wc -l'), "5\n", 'five accounts';
like works('cat /etc/docket/docket.conf'), qr/^registration = invited$/m,
    'nobody else makes one';
done_testing;
