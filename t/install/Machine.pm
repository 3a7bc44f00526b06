# A bare Debian that boots its own systemd, in a namespace of this machine
# (systemd-nspawn): for the tests of what an administrator does.  Its loopback is
# its own; commands that download use this machine's network.
#
#	my $m = Machine->new('bookworm');	# debootstrap, then boot
#	my $r = $m->run('systemctl is-active docket');	# { status, out }
#	$m->run('apt-get update', net => 1);
#	$m->put('/root/file', 'bytes');
#
# MACHINE_ROOT names a directory that debootstrap has filled before; it is copied.
package Machine;
use strict;
use warnings;
use Docket ();
use Exporter 'import';
use File::Temp ();
use FindBin;
use Time::HiRes 'sleep';

our @EXPORT = qw(page answers);

my @has = qw(systemd systemd-sysv dbus ca-certificates sudo curl);

# The commands of a page of doc/install.md, block by block: [[command, ...], ...].
sub page {
	my ($title) = @_;
	my ($text) = Docket::slurp(Docket::top() . '/doc/install.md') =~
	    /^##+ \Q$title\E\n(.*?)(?=^##|\z)/ms or die "no page $title\n";
	return map { [map { s/\s+#.*//r } split /(?<!\\)\n/, $_] }
	    $text =~ /^```sh\n(.*?)^```/msg;
}

# What docket-admin setup asks, and what is typed.
sub answers {
	my ($site, $user, $password) = @_;
	return [['Address that' => "https://$site"], ['Mail server' => ''],
	    ['E-mail address' => $user], ['New password' => $password],
	    ['Again' => $password]];
}

sub host {
	my ($command) = @_;
	my $said = `$command 2>&1`;
	die "$command: $said\n" if $? != 0;
	return $said;
}

sub new {
	my ($class, $suite) = @_;
	local $ENV{PATH} = "$ENV{PATH}:/usr/sbin:/sbin";
	my $dir = File::Temp->newdir('docket-XXXXXX', TMPDIR => 1);
	my $m = bless { dir => $dir, root => "$dir/root", owner => $$ }, $class;
	if (defined $ENV{MACHINE_ROOT}) {
		host("cp -a '$ENV{MACHINE_ROOT}' $m->{root}");
	} else {
		host("debootstrap --variant=minbase --include="
		    . join(',', @has) . " $suite $m->{root} "
		    . ($ENV{MIRROR} // ''));
	}
	host("cp /etc/resolv.conf $m->{root}/etc/resolv.conf");
	$m->put('/etc/hosts', "127.0.0.1 localhost docket-test "
	    . host('hostname'));
	# As this machine's apt is told; and nobody is asked.
	$m->put('/etc/apt/apt.conf.d/90test', "APT::Get::Assume-Yes \"true\";\n"
	    . join '', grep { /Check-/ } split /^/,
	    host('cat /etc/apt/apt.conf.d/*'));
	return $m->boot;
}

sub boot {
	my ($m) = @_;
	$m->{pid} = fork // die "fork: $!\n";
	if ($m->{pid} == 0) {
		$ENV{SYSTEMD_NSPAWN_UNIFIED_HIERARCHY} = 1;
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', "$m->{dir}/console";
		open STDERR, '>&', \*STDOUT;
		exec qw(systemd-nspawn -q --register=no --keep-unit
		    --private-network --resolv-conf=off --boot -M docket-test
		    --system-call-filter=landlock_create_ruleset
		    --system-call-filter=landlock_add_rule
		    --system-call-filter=landlock_restrict_self
		    -D), $m->{root};
		exit 127;
	}
	for (1 .. 600) {
		($m->{init}) = grep { (comm($_) // '') eq 'systemd' }
		    children($m->{pid});
		last if $m->{init} && $m->run('systemctl is-system-running')
		    ->{out} =~ /running|degraded/;
		sleep 0.2;
	}
	die "it does not boot: see console\n" if !$m->{init};
	return $m;
}

sub comm {
	my ($pid) = @_;
	open my $in, '<', "/proc/$pid/comm" or return;
	my $comm = <$in>;
	chomp $comm if defined $comm;
	return $comm;
}

sub children {
	my ($pid) = @_;
	open my $in, '<', "/proc/$pid/task/$pid/children" or return;
	my @all = split ' ', <$in> // '';
	return (@all, map { children($_) } @all);
}

# For commands that name the certificate of a site: one of our own making.
sub certificate {
	my ($m, $site) = @_;
	my $r = $m->run("mkdir -p /etc/letsencrypt/live/$site && cd \$_ && "
	    . "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 "
	    . "-nodes -days 2 -subj /CN=$site -addext subjectAltName=DNS:$site "
	    . "-keyout privkey.pem -out fullchain.pem");
	die "no certificate: $r->{out}\n" if $r->{status};
	return;
}

# A command of this machine's, in the network of the machine.
sub beside {
	my ($m, @command) = @_;
	return ('nsenter', '-t', $m->{init}, '-n', @command);
}

# A process of the machine: what enters its namespaces.
sub enter {
	my ($m, %o) = @_;
	return ('nsenter', '-t', $m->{init}, qw(-m -u -i -p -r -w),
	    $o{net} ? () : '-n', '/usr/bin/env', '-i', 'HOME=/root',
	    'LANG=C.UTF-8', 'TERM=dumb', 'DEBIAN_FRONTEND=noninteractive',
	    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin');
}

# A command of root's, in /root: its status and all that it said.  answers: what
# is typed when a terminal shows what matches, as [regex, text]...
sub run {
	my ($m, $command, %o) = @_;
	my @command = ($m->enter(%o), 'bash', '-c',
	    'cd "$0" && eval "$1"', $o{in} // '/root', $command);
	my $out = File::Temp->new;
	if ($o{answers}) {
		my @pairs = map { @$_ } @{$o{answers}};
		unshift @command, 'python3', "$FindBin::Bin/type.py",
		    scalar @{$o{answers}}, @pairs;
	}
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', "$out";
		open STDERR, '>&', \*STDOUT;
		exec @command;
		exit 127;
	}
	waitpid $pid, 0;
	my $status = $? >> 8 || $? & 127;
	open my $in, '<', "$out" or die;
	local $/;
	return { status => $status, out => scalar <$in> };
}

sub put {
	my ($m, $path, $bytes) = @_;
	open my $out, '>', "$m->{root}$path" or die "$path: $!\n";
	print $out $bytes;
	close $out or die "$path: $!\n";
	return;
}

sub DESTROY {
	my ($m) = @_;
	return if $$ != $m->{owner} || !$m->{pid};
	local ($?, $@);
	# Everything in it ends with its init.
	kill 'KILL', $m->{init} // $m->{pid};
	waitpid $m->{pid}, 0;
	return;
}

1;
