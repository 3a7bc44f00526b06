# The image of `make image`, run by podman with etc/container/compose.yaml, by the
# commands of doc/install.md: it serves, runs the batch programs, keeps its data in
# the volume, and needs neither root nor a file system that it can write.
#
#	make image && make check-image
#
# Needs root.  The containers run in a network namespace of the test, with a
# storage of their own, so that nothing of the machine's is touched.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;
use Time::HiRes 'sleep';

my $image = build() . '/docket-image.tar';
plan skip_all => 'not root' if $> != 0;
for my $tool (qw(podman podman-compose runc ip)) {
	plan skip_all => "$tool is missing: bin/setup --all installs it"
	    if system("command -v $tool >/dev/null") != 0;
}
plan skip_all => 'there is no image: make image' if !-e $image;
my @pg = glob '/usr/lib/postgresql/*/bin';
if (!$ENV{DOCKET_NETWORK}) {
	$ENV{DOCKET_NETWORK} = 1;
	my $cluster = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 0);
	chmod 0755, $cluster;
	exec 'unshare', '-n', '-m', (@pg ? (top() . '/t/lib/cluster',
	    "$cluster/pg") : ()), $^X, "-I$FindBin::Bin/../lib", $0;
}

# Podman's files here.  A machine can refuse its default limits.
my $dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
$ENV{CONTAINERS_CONF} = write_file("$dir/containers.conf", <<'EOF');
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
EOF
$ENV{CONTAINERS_STORAGE_CONF} = write_file("$dir/storage.conf", <<"EOF");
[storage]
driver = "vfs"
graphroot = "$dir/store"
runroot = "$dir/run"
EOF
mkdir "$dir/docket" or die;
my $name = 'docket_docket_1';

# A command, in the folder of the compose file.
sub said {
	my ($command, $input) = @_;
	my $r = Docket->spawn(\%ENV, $input // '', 'sh', '-c',
	    "cd '$dir/docket' && $command");
	is $r->{status}, 0, $command or diag $r->{out}, $r->{err};
	return $r->{out};
}

sub within {
	my ($seconds, $true) = @_;
	for (1 .. $seconds * 10) {
		return 1 if $true->();
		sleep 0.1;
	}
	return 0;
}

my $port = 8080;
sub answers {
	my ($path, @options) = @_;
	my $r = Docket->spawn(\%ENV, '', 'curl', '-s', '-m', 20, @options,
	    "http://127.0.0.1:$port/api/v1$path");
	return $r->{out};
}

sub up {
	my ($what) = @_;
	ok within(120, sub { answers('/ready') =~ /^\{"status":"ready",/ }), $what
	    or diag answers('/ready'),
	    Docket->spawn(\%ENV, '', 'podman', 'logs', $name)->{err};
	return;
}

my ($page) = slurp(top() . '/doc/install.md') =~
    /^### In a container\n(.*?)^##/ms or die 'no page';
my ($make, $start, $upgrade, $two) = map { [split /\n/] } $page =~
    /^```sh\n(.*?)^```/msg;
like "@$make", qr/make image/, 'the page says how it is made';
said('ip link set lo up');
symlink top() . '/etc', "$dir/docket/etc" or die;
symlink build(), "$dir/docket/build" or die;

subtest 'started' => sub {
	my $user = pop @$start;
	said($_ =~ s/sudo //r) for @$start;
	up('it serves');
	said(($user =~ s/sudo //r =~ s/ exec / exec -T /r)
	    . ' --password-stdin', "correct horse battery\n");
};

sub token {
	my ($token) = answers('/sessions', '-H',
	    'Content-Type: application/json', '-d', json({
	    email => 'you@example.org', password => 'correct horse battery' }))
	    =~ /"token":"([^"]+)"/;
	return $token;
}

subtest 'confined' => sub {
	my ($pid) = said("podman inspect -f '{{.State.Pid}}' $name") =~ /(\d+)/;
	my $status = slurp("/proc/$pid/status");
	like $status, qr/^Uid:\t10001\t10001\t10001\t10001$/m, 'not root';
	like $status, qr/^CapEff:\t0+$/m, 'no capabilities';
	like $status, qr/^NoNewPrivs:\t1$/m, 'and none to come';
	for my $where ('', '/etc', '/usr/bin', '/var/lib') {
		isnt system("podman exec $name touch $where/x 2>/dev/null"), 0,
		    "$where/ cannot be written";
	}
	like said("podman exec $name docket-admin check"), qr/^Faults: 0\./m,
	    'no fault';
	said("podman healthcheck run $name");
	like answers('/sessions', '-i', '-H', 'Content-Type: application/json',
	    '-H', 'X-Forwarded-Proto: https', '-d', json({
	    email => 'you@example.org', password => 'correct horse battery' })),
	    qr/^Set-Cookie: .*; Secure\r$/m, 'a setting of the environment: '
	    . 'the proxy is trusted';
};

subtest 'what is kept' => sub {
	my $list = uuid();
	like answers('/lists', '-H', 'Authorization: Bearer ' . token(), '-H',
	    'Content-Type: application/json', '-d',
	    json({ id => $list, title => 'Kitchen' })), qr/"Kitchen"/, 'a list';
	said("podman exec $name touch -d '2 days ago' /data/backups");
	said($_ =~ s/sudo //r) for @$upgrade;
	up('a new container serves');
	like answers("/lists/$list", '-H', 'Authorization: Bearer ' . token()),
	    qr/"Kitchen"/, 'with the data of the old one';
	ok within(60, sub {
		Docket->spawn(\%ENV, '', 'podman', 'exec', $name, 'ls',
		    '/data/backups')->{out} =~ /\.db$/m;
	}), 'the backup that was missed is made';
};

subtest 'ended' => sub {
	my ($pid) = said("podman inspect -f '{{.State.Pid}}' $name") =~ /(\d+)/;
	my ($lighttpd) = grep { slurp("/proc/$_/comm") eq "lighttpd\n" } split
	    ' ', slurp("/proc/$pid/task/$pid/children");
	kill 'KILL', $lighttpd;
	ok within(20, sub { !-e "/proc/$pid" }), 'not without its server';
	up('it is started again');
	said("podman stop -t 20 $name");
	is said("podman inspect -f '{{.State.ExitCode}}' $name"), "0\n",
	    'stopped, without a fault';
};

SKIP: {
	skip 'PostgreSQL is missing: bin/setup --tests installs it', 1 if !@pg;
	subtest 'two containers on PostgreSQL' => sub {
		said('podman rm -fa && podman volume rm -a');
		my ($copy, @up) = @$two;
		my $user = pop @up;
		said($copy);
		# Instead of an image that would be pulled, the test's cluster.
		my $socket = $ENV{DOCKET_CLUSTER};
		said("$pg[-1]/createdb -h '$socket' -U postgres -E UTF8 "
		    . '-T template0 docket');
		my $yaml = slurp("$dir/docket/compose.yaml");
		for ([qr/^  db:\n    image.*?(?=^  first:)/ms, ''],
		    [qr/docket:change-me\@db\/docket/ =>
		    'postgres@/docket?host=/pg'],
		    [qr/^( +)- docket:\/data$/m => "      - docket:/data\n"
		    . "      - $socket:/pg"]) {
			$yaml =~ s/$_->[0]/$_->[1]/ or die "no $_->[0]";
		}
		write_file("$dir/docket/compose.yaml", $yaml);
		said($_ =~ s/sudo //r) for @up;
		$name = 'docket_first_1';
		up('the first serves');
		said(($user =~ s/sudo //r =~ s/ exec / exec -T /r)
		    . ' --password-stdin', "correct horse battery\n");
		($name, $port) = ('docket_second_1', 8081);
		up('the second serves');
		my @json = ('-H', 'Authorization: Bearer ' . token(), '-H',
		    'Content-Type: application/json');
		my $list = uuid();
		like answers('/lists', @json, '-d', json({ id => $list,
		    title => 'Kitchen' })), qr/"Kitchen"/, 'a list, there';
		$port = 8080;
		like answers("/lists/$list", @json), qr/"Kitchen"/,
		    'is in the first at once';
		said('podman kill docket_first_1');
		$port = 8081;
		like answers("/lists/$list", @json), qr/"Kitchen"/,
		    'and the second goes on without it';
	};
}

END {
	system 'podman rm -fa >/dev/null 2>&1' if defined $dir && $dir ne '';
}
done_testing;
