# A user with every cap filled sends every route at its most expensive, four
# requests at a time, while another user works.  All requests of the other user
# succeed, no request holds the write lock for over 100 ms of processor time, and
# disk and memory stay within the limits.  The other user's times are only printed:
# of all requests, and of GET /me, which waits for no lock.
# DOCKET_SECONDS: how long (8); DOCKET_MEGABYTES: of texts (2); DOCKET_TAGGED:
# tasks that have 50 tags (300).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Abuse;
use Docket;
use File::Temp 'tempdir';
use HTTP::Tiny;
use Hold;
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

plan skip_all => 'a sanitizer takes its own time' if build() =~ m{/san$};

my $seconds = $ENV{DOCKET_SECONDS} || 8;
my $megabytes = $ENV{DOCKET_MEGABYTES} || 2;
my $tagged = $ENV{DOCKET_TAGGED} || 300;
my ($quota, $mib) = (4_000_000, 1024 * 1024);
my $seed = $ENV{DOCKET_SEED} || time ^ $$;
my $dir = tempdir(CLEANUP => 1);

my $d = Docket->new('quota-bytes' => $quota, registration => 'open');
my $web = Web->new($d->with(env => { %{$d->{env}}, LD_PRELOAD =>
    build() . '/t/hold.so', HOLD => "$dir/held" }), '-m', 'fastcgi');
# A connection kept is one that the server may end while it is used.
my $at = $d->with(base => $web->{base}, http => HTTP::Tiny->new(timeout => 300,
    max_redirect => 0, keep_alive => 0));
my $began = time;
my $abuse = Abuse->new($d, $at, $megabytes, $tagged);
diag sprintf 'filled in %.0f s', time - $began;

my %requests = $abuse->requests;
is join("\n", map { "t/lib/Abuse.pm has no request for $_" }
    sort grep { !$requests{$_} } map { "$_->{method} $_->{path}" }
    Docket::routes()), '', 'every route has an expensive request';

# Bytes on the disk, of the database and its log, and of attachments.
sub disk {
	my $files = 0;
	$files += -s $_ // 0 for glob "$d->{data}/files/*/*";
	my $log = -s "$d->{data}/docket.db-wal" // 0;
	return ((-s "$d->{data}/docket.db") + $log, $files, $log);
}

# The most memory that a process of the service has had, in MiB.
sub peak {
	my ($pid) = @_;
	my ($most) = map { /^VmHWM:\s+(\d+) kB/m ? $1 / 1024 : 0 }
	    eval { slurp("/proc/$pid/status") } // '';
	for (split ' ', eval { slurp("/proc/$pid/task/$pid/children") } // '') {
		my $of = peak($_);
		$most = $of if $of > $most;
	}
	return $most;
}

# Answers that nobody reads need not be decoded, which would take longest.
sub unread {
	my (undef, $status, undef, $body) = @_;
	return { status => $status, body => $body };
}

# Each once alone, as a CGI program, whose processor time can be measured: first
# what ends something, then what restores it.
my $cgi = $d->with(token => $abuse->{u}{token}, quiet => 1);
my %cpu;
for my $route (Abuse::in_order(keys %requests)) {
	my ($path, $body, %h) = $requests{$route}->();
	my @was = times;
	no warnings 'redefine';
	local *Docket::answer = \&unread;
	my $r = $cgi->request($route =~ s/ .*//r, $path, $body, %h);
	my @is = times;
	$cpu{$route} = $is[2] + $is[3] - $was[2] - $was[3];
	fail "$route: $r->{status} $r->{body}"
	    if $r->{status} >= 500 && $route ne 'GET /ready';
}
my ($costly) = sort { $cpu{$b} <=> $cpu{$a} } keys %cpu;
cmp_ok $cpu{$costly}, '<', 10,
    'no request takes ten seconds of processor time';

my ($before) = disk();
my ($held) = length(slurp("$dir/held") =~ s/\0.*//sr);
my $end = time + $seconds;
my @clients = map { my $n = $_; beside(sub {
	srand $seed + $n;
	no warnings 'redefine';
	local *Docket::answer = \&unread;
	my %count;
	my %of = $abuse->requests;
	my $u = $abuse->{u}->with(quiet => 1, may_fail => 1);
	my @all = Abuse::in_order(keys %of);
	my $next = rand @all;
	while (time < $end) {
		my $route = $all[$next++ % @all];
		my ($path, $body, %h) = $of{$route}->();
		my $r = $u->request($route =~ s/ .*//r, $path, $body, %h);
		$count{$r->{status}}++;
		$count{"$route: $r->{status} $r->{body}"}++
		    if $r->{status} >= 500 && $r->{status} != 503 ||
		    $r->{status} == 599;
	}
	open my $done, '>', "$dir/done$n" or die "$!\n";
	return json(\%count);
}) } 1 .. 4;

# The other user: every request must succeed.
my $ada = $at->user('ada@example.org');
my ($list, @times, @me, %failed, @tasks) = (uuid());
$ada->post('/lists', { id => $list, title => 'Work' });
while (time < $end || (() = glob "$dir/done*") < 4) {
	my $id = uuid();
	push @tasks, $id;
	for (['GET', '/me'], ['POST', "/lists/$list/tasks", { id => $id,
	    title => 'Task' }], ['PATCH', "/lists/$list/tasks/$id",
	    { notes => 'some words' }], ['GET', "/lists/$list/tasks"],
	    ['GET', '/me/changes'], ['GET', '/search?q=task']) {
		my $began = time;
		my $r = $ada->request(@$_);
		push @times, 1000 * (time - $began);
		push @me, $times[-1] if $_->[1] eq '/me';
		$failed{"@$_[0, 1]: $r->{status}"}++ if $r->{status} !~ /^2/;
	}
}
my %count;
for (map { $Docket::Json->decode(ended($_)) } @clients) {
	my $count = $_;
	$count{$_} += $count->{$_} for keys %$count;
}
is_deeply \%failed, {}, 'every request of the other user succeeds';
is scalar @{$ada->get("/lists/$list/tasks")->{json}{items}}, @tasks,
    'and what they created exists';
is_deeply [grep { /:/ } keys %count], [],
    'no request fails by a fault of the service';

my @held = Hold::read("$dir/held", $held);
cmp_ok scalar @held, '>', 20, scalar(@held) . ' write transactions ran';
my ($wall, $cpu) = Hold::short('none holds the lock for more than 100 ms',
    @held);
my ($after, $files, $log) = disk();
cmp_ok $files, '<=', 2 * $quota, 'attachments stay within the quota';
cmp_ok $log, '<', 64 * $mib, 'the log stays below 64 MiB';
cmp_ok $after - $before, '<', 1024 * $mib,
    'the database stays within the limit of texts';
my $peak = peak($web->{pid});
cmp_ok $peak, '<', 512, 'no process uses more than 512 MiB';

for my $all (\@times, \@me) {
	@$all = sort { $a <=> $b } @$all;
}
my $sent = 0;
$sent += $count{$_} for grep { /^\d+$/ } keys %count;
diag sprintf 'abuse seed=%d seconds=%d requests=%d others=%d p50=%.0fms '
    . 'p99=%.0fms GET-me-p99=%.0fms lock-of-processor=%.0fms lock-of-clock=%.0fms '
    . 'grown=%.1fMiB log=%.1fMiB files=%.1fMiB memory=%.0fMiB '
    . 'dearest=%.0fms (%s)', $seed, $seconds, $sent, scalar @times,
    $times[@times / 2], $times[0.99 * @times],
    $me[0.99 * @me], $cpu / 1000, $wall / 1000,
    ($after - $before) / $mib, $log / $mib, $files / $mib, $peak,
    1000 * $cpu{$costly}, $costly;
diag join ' ', map { "$_=$count{$_}" } sort grep { /^\d+$/ } keys %count;
done_testing;
