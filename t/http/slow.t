# Clients that do not read their answers, and clients that send the most
# expensive requests: in both modes they fill no disk and block no worker, and
# others are served meanwhile.  (That they hold no snapshot: t/http/expensive.t.)
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use IO::Socket::INET;
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

alarm 400;
my $mib = 1024 * 1024;

# A user with a list of 8 MB, and a file of 10.
sub heavy {
	my ($web) = @_;
	my $ada = $web->user('ada@example.org');
	my ($l, $t, $f) = (uuid(), uuid(), uuid());
	$ada->post('/lists', { id => $l, title => 'L' });
	$ada->post("/lists/$l/tasks", { id => $t, title => 'First' });
	$ada->upload($t, $f, "%PDF-1.4\n" . 'x' x (10 * $mib), 'x.pdf');
	my ($columns) = $ada->sql("SELECT group_concat(name, ', ') FROM
	    pragma_table_info('task') WHERE name NOT IN
	    ('id', 'rank', 'title', 'notes', 'doc')");
	$ada->sql("BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
	    SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO task ($columns,
	    id, rank, title, notes, doc) SELECT $columns, randomblob(16),
	    printf('b%05d', i), 'Task ' || i, hex(randomblob(2000)),
	    doc + i FROM n, task WHERE title = 'First'; COMMIT");
	return ($ada, $l, $f);
}

sub processes { my ($pid) = @_;
	return split ' ', slurp("/proc/$pid/task/$pid/children") }

sub descendants {
	my ($pid) = @_;
	return map { ($_, descendants($_)) }
	    eval { local $SIG{__WARN__} = sub { }; processes($pid) };
}

# What lighttpd and the programs hold in files that no one else sees, and what
# lies beside the data.
sub disk_used {
	my ($pid, $data) = @_;
	my $used = 0;
	for (map { glob "/proc/$_/fd/*" } descendants($pid)) {
		my $name = readlink // '';
		$used += -s $_ // 0 if $name =~ /^\Q$data\E.*\(deleted\)$/;
	}
	$used += -s $_ // 0 for glob "$data/run/* $data/*-wal $data/tmp/*";
	return $used;
}

# The milliseconds of so many requests, one after another, sorted.
sub times_of {
	my ($who, $n) = @_;
	my @took;
	for (1 .. $n) {
		my $began = time;
		my $r = $who->get('/me');
		push @took, 1000 * (time - $began) + ($r->{status} == 200 ? 0 :
		    1e6);
	}
	return sort { $a <=> $b } @took;
}

my @modes = map { my $d = Docket->new; my $web = Web->new($d, '-m', $_);
    my ($ada, $l, $f) = heavy($d->with(base => $web->{base}));
    { mode => $_, d => $d, web => $web, ada => $ada, list => $l, file => $f }
    } qw(cgi fastcgi);

for my $m (@modes) {
	my @paths = ("/lists/$m->{list}/tasks", '/me/export', '/openapi.json',
	    "/attachments/$m->{file}/content");
	for my $n (0 .. 199) {
		my $s = IO::Socket::INET->new(PeerAddr =>
		    "127.0.0.1:$m->{web}{port}") or die "connect: $!\n";
		print $s "GET /api/v1$paths[$n % 4] HTTP/1.1\r\nHost: x\r\n" .
		    "Authorization: Bearer $m->{ada}{token}\r\n\r\n";
		push @{$m->{clients}}, $s;
	}
}
for my $m (@modes) {
	my $most = 0;
	for (1 .. 8) {
		my $used = disk_used($m->{web}{pid}, $m->{d}{data});
		$most = $used if $used > $most;
		sleep 1;
	}
	cmp_ok $most, '<', 64 * $mib, "$m->{mode}: 200 clients that read " .
	    sprintf 'nothing, %.1f MiB of disk', $most / $mib;
	my @took = times_of($m->{ada}, 100);
	cmp_ok $took[98], '<', 1000, sprintf "$m->{mode}: others are served " .
	    'meanwhile: median %.1f ms, p99 %.1f ms', @took[50, 98];
}
delete $_->{clients} for @modes;

# Asks, and looks at nothing of the answer.
sub took {
	my ($who, $path) = @_;
	my $s = IO::Socket::INET->new(PeerAddr =>
	    $who->{base} =~ s{^http://}{}r) or die "connect: $!\n";
	print $s "GET /api/v1$path HTTP/1.1\r\nHost: x\r\nConnection: close" .
	    "\r\nAuthorization: Bearer $who->{token}\r\n\r\n";
	1 while sysread $s, my $all, 65536;
	return;
}

# Four who ask for the most that there is, as fast as they are answered.
subtest 'fair service beside expensive requests' => sub {
	my ($m) = grep { $_->{mode} eq 'fastcgi' } @modes;
	my ($ada, $d) = @{$m}{qw(ada d)};
	my $bob = $d->with(base => $m->{web}{base})->user('bob@example.org');
	my @most = (
		sub { took($ada, '/search?q=t+a+f+1') },
		sub { took($ada, '/me/export') },
		sub { took($ada, "/lists/$m->{list}/tasks");
		    took($ada, '/me/changes') },
		sub { $ada->post("/lists/$m->{list}/members",
		    { email => 'bob@example.org' });
		    $ada->del("/lists/$m->{list}/members/$bob->{me}{id}") },
	);
	# On a machine that does other work, too, a request takes long by itself.
	my @alone = times_of($bob, 200);
	my $end = time + 12;
	my @busy = map { my $ask = $_; beside(sub {
		my $n = 0;
		delete $ada->{http};
		for (; time < $end; $n++) { $ask->() }
		return $n;
	}) } @most;
	sleep 1;
	my @took;
	push @took, times_of($bob, 20) while time < $end - 1;
	@took = sort { $a <=> $b } @took;
	my @n = map { ended($_) } @busy;
	my $p99 = $took[$#took * 0.99];
	diag sprintf '%d of GET /me: median %.1f ms, p99 %.1f ms, most %.1f ' .
	    'ms (alone p99 %.1f ms); beside searches, exports, listings, ' .
	    'joins: %s', scalar @took, $took[@took / 2], $p99, $took[-1],
	    $alone[198], "@n";
	cmp_ok $alone[-1], '<', 1e6, 'alone, all requests succeed';
	my $most = 10 * $alone[198] > 100 ? 10 * $alone[198] : 100;
	cmp_ok $p99, '<', $most, sprintf '99 of 100 requests take less than ' .
	    '%.0f ms: 100, or ten times what they take alone', $most;
};

done_testing;
