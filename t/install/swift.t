# Attachments in OpenStack Swift, by its S3 API (s3api): four of its servers run
# here, on a disk of their own.  As root, on Debian, since the servers expect their
# settings in /etc/swift:
#
#	apt-get install --no-install-recommends swift-proxy swift-account \
#	    swift-container swift-object
#	make check TESTS=t/install/swift.t
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Contents;
use Digest::SHA ();
use Docket;
use File::Temp 'tempdir';
use HTTP::Tiny;
use Server;
use Test::More;
use Time::HiRes 'sleep';

plan skip_all => 'Swift is not installed' if !-x '/usr/bin/swift-proxy-server';
delete $ENV{DOCKET_CLUSTER};
Docket::own_mounts();
my $dir = tempdir('swift-XXXXXX', DIR => '/var/tmp', CLEANUP => 1);
mkdir "$dir/$_" for 'disk', 'disk/d1';
system('mount', '--bind', $dir, '/etc/swift') == 0 or die "mount failed\n";

# Its keys have a colon, ACCOUNT:USER, which no other store's have.
write_file("$dir/keyname.py", <<'PY');
def factory(conf, **more):
    def make(app):
        def call(env, start):
            s3 = env.get('s3api.auth_details')
            if s3 and s3['access_key'] == 'KEY':
                s3['access_key'] = 'test:tester'
                env['PATH_INFO'] = env['PATH_INFO'].replace('/KEY',
                    '/test:tester', 1)
            return app(env, start)
        return call
    return make
PY
write_file("$dir/swift.conf", <<'CONF');
[swift-hash]
swift_hash_path_suffix = docket
[storage-policy:0]
name = one
default = yes
CONF

# Starts a server with these settings; its port.
sub serve {
	my ($name, $port, $settings) = @_;
	write_file("$dir/$name.conf", <<"CONF");
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
workers = 0
user = root
devices = $dir/disk
mount_check = false
fallocate_reserve = 0
log_address = /nowhere
$settings
CONF
	start({ PYTHONPATH => $dir }, undef, "/usr/bin/swift-$name-server",
	    "$dir/$name.conf");
	return $port;
}

for my $name (qw(account container object)) {
	my $port = free_port();
	for (['create', 4, 1, 0], ['add', "r1z1-127.0.0.1:$port/d1", 1],
	    ['rebalance']) {
		my $said = `cd $dir && swift-ring-builder $name.builder @$_ 2>&1`;
		die "swift-ring-builder: $said" if $? != 0;
	}
	serve($name, $port, "[pipeline:main]\npipeline = $name-server\n"
	    . "[app:$name-server]\nuse = egg:swift#$name");
}
my $port = serve('proxy', free_port(), <<'CONF');
[pipeline:main]
pipeline = catch_errors cache s3api keyname tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = eu-test-1
[filter:keyname]
paste.filter_factory = keyname:factory
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = S3SECRET .admin
CONF
for (1 .. 600) {
	last if HTTP::Tiny->new->get("http://127.0.0.1:$port/")->{status} != 599;
	sleep 0.1;
}
my $none = Digest::SHA::sha256_hex('');
is `curl -s -o /dev/null -w '%{http_code}' -X PUT --user KEY:S3SECRET \\
    --aws-sigv4 aws:amz:eu-test-1:s3 -H 'x-amz-content-sha256: $none' \\
    http://127.0.0.1:$port/docket`, 200, 'a bucket'
    or diag slurp(run_directory() . '/out');

my $d = Docket->new(files => 's3', 's3-url' =>
    "http://KEY:S3SECRET\@127.0.0.1:$port/docket/files?region=eu-test-1");
my $ada = $d->user('ada@example.org')->with(may_fail => 1);
my $task = Contents::task($ada);
for my $size (0, 5, 3_000_000, 20 << 20) {
	my $all = Contents::bytes($size);
	my ($id, $status) = Contents::add($ada, $task, $all,
	    $size ? 'x.pdf' : 'x.txt');
	is $status, 201, "an upload of $size bytes";
	ok Contents::read_content($ada, $id)->{body} eq $all,
	    'is answered as it came';
	is Contents::read_content($ada, $id, Range => 'bytes=2-3')->{body},
	    substr($all, 2, 2), 'a range of it' if $size;
}
sub check { return $d->run('docket-admin', 'check', '--deep')->{out} =~
    /^FAULT.*|.*files without.*/mg }
is_deeply [check()], [], 'check finds nothing';

my %n;
for (1 .. $ENV{DOCKET_KILLS} // 100) {
	my ($form, $type) = Docket::multipart(['id', uuid()], ['file',
	    Contents::bytes(900_000 + $_), 'x.pdf', 'application/pdf']);
	$n{Contents::cut_off($ada, rand 0.3, 'POST',
	    "/tasks/$task/attachments", $form, 'Content-Type' => $type)}++;
}
note 'uploads killed: ', join ', ', map { "$_: $n{$_}" } sort keys %n;
$d->sql('UPDATE content_upload SET begun_at = 0');
is $d->run('docket-cleanup', '-q')->{status}, 0, 'cleanup after kills';
is_deeply [check()], [], 'no file without a row, nor a row without a file';
is $d->sql('SELECT count(*) FROM content_upload'), 0, 'nor a claim';
done_testing;
