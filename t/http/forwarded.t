# A proxy that trusted-proxies does not name: the log and check say so, once a day,
# and no client's attempts keep the others out.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org', password => 'correct horse battery');
my $log = "$d->{data}/../forwarded-$$.log";
my $note = "$d->{data}/docket.forwarded";
END { unlink $log if defined $log }

# A request from this peer, forwarded or not, with these settings.
sub ask {
	my ($peer, $for, $trusted, $password) = @_;
	my $who = $ada->with(token => undef, vars => { REMOTE_ADDR => $peer },
	    env => { %{$ada->{env}}, DOCKET_LOG => $log,
	    DOCKET_TRUSTED_PROXIES => $trusted // '' });
	my @headers = defined $for ? ('X-Forwarded-For' => $for) : ();
	return defined $password ? $who->post('/sessions', { email =>
	    'ada@example.org', password => $password }, @headers)->{status} :
	    $who->get('/health', @headers)->{status};
}

sub lines { return -e $log ? [slurp($log) =~ /^(.*trusted-proxies.*)$/mg] : [] }

sub found {
	my ($trusted) = @_;
	my $on = bless { %$d, env => { %{$d->{env}}, DOCKET_TRUSTED_PROXIES =>
	    $trusted // '' } }, ref $d;
	my ($is) = $on->check->{out} =~
	    /^(\w+): \S+ forwards requests, but trusted-proxies does not name it/m;
	return $is;
}

# What is sent, how often; how many lines the log gets, and what check says.
for (
	['nothing is forwarded', ['127.0.0.1', undef], 0, undef],
	['by a trusted proxy', ['10.0.0.1', '192.0.2.7', '10.0.0.0/8'], 0, undef],
	['by a Unix socket', ['unix:', '192.0.2.7'], 0, undef],
	['by this machine', ['127.0.0.1', '192.0.2.7'], 1, 'FAULT'],
	['by a private address', ['10.0.0.1', '192.0.2.7'], 1, 'FAULT'],
	['what is no address', ['10.0.0.1', 'x'], 1, 'FAULT'],
	['by an address of the Internet', ['8.8.8.8', '192.0.2.7'], 1, 'Advice'],
	['by one of this network behind a trusted one',
	    ['10.0.0.1', '192.0.2.7, 172.16.0.5', '10.0.0.1'], 1, 'FAULT'],
	['by one of two trusted ones',
	    ['10.0.0.1', '192.0.2.7, 172.16.0.5', '10.0.0.1, 172.16.0.5'], 0, undef],
	# A client can send what it likes, and a trusted proxy adds its address.
	['by a client of the Internet behind a trusted one',
	    ['10.0.0.1', '192.0.2.7, 8.8.8.8', '10.0.0.1'], 0, undef],
	['by IPv6', ['::1', '192.0.2.7'], 1, 'FAULT'],
) {
	my ($name, $how, $lines, $says) = @$_;
	unlink $note, $log;
	is ask(@$how), 200, "$name: answered" for 1 .. 3;
	is scalar(@{lines()}), $lines, "$name: lines in the log: $lines"
	    or diag @{lines()};
	is found(), $says, "$name: " . ($says // 'check finds nothing');
}
is found('::1'), undef, 'nor once it is trusted';
is((stat $note)[2] & 0777, 0600, 'nobody else can read the note');
for ([0.5, 0, 'FAULT'], [1.5, 1, 'FAULT'], [2.5, 1, undef]) {
	my ($days, $lines, $says) = @$_;
	my $at = time - $days * 86400;
	utime $at, $at, $note or die;
	unlink $log;
	is found(), $says, "$days days later: " . ($says // 'check finds nothing');
	ask('::1', '192.0.2.7');
	is scalar(@{lines()}), $lines, "... lines in the log: $lines";
}

# Attempts that were counted before; and who asks, and what they get.
my ($a, $b, $proxy) = qw(192.0.2.7 192.0.2.8 10.0.0.1);
for (
	["address $a via $proxy", 120, [$proxy, $a] => 429,
	    [$proxy, $b] => 401, [$proxy, undef] => 401, [$a, undef] => 401],
	["address via $proxy", 120, [$proxy, $a] => 401, [$proxy, undef] => 401],
	["address via $proxy", 1020, [$proxy, $a] => 429,
	    [$proxy, "2001:db8::1"] => 429, [$proxy, undef] => 401,
	    ['10.0.0.2', $a] => 401],
	["address $proxy", 120, [$proxy, $a] => 401, [$proxy, undef] => 429],
	["address $a", 120, [$proxy, $a] => 401, [$a, undef] => 429],
) {
	my ($key, $count, @asks) = @$_;
	while (my ($how, $status) = splice @asks, 0, 2) {
		$d->sql('DELETE FROM attempt');
		$d->sql("INSERT INTO attempt VALUES ('$key', $count, "
		    . time . '000000)');
		is ask(@$how, undef, 'wrong'), $status, "$key: $count; "
		    . ($how->[1] // 'nobody') . " via $how->[0]: $status"
		    if !defined $how->[2];
	}
}
for (['172.16.0.5', 401], ['8.8.8.8', 429]) {
	my ($outer, $status) = @$_;
	$d->sql('DELETE FROM attempt');
	ask($proxy, "$a, $outer", $proxy, 'wrong') for 1 .. 2;
	$d->sql("UPDATE attempt SET failures = 120 WHERE key LIKE 'address %'
	    AND key NOT LIKE 'address via %'");
	is ask($proxy, "$a, $outer", $proxy, 'wrong'), 429,
	    "$a via $outer, behind a trusted proxy";
	is ask($proxy, "$b, $outer", $proxy, 'wrong'), $status,
	    "another via $outer: $status";
}
$d->sql('DELETE FROM attempt');
ask($proxy, $a, undef, 'wrong') for 1 .. 2;
is ask($proxy, $a, undef, 'correct horse battery'), 201, 'the right password';
is $d->sql("SELECT sum(failures) FROM attempt WHERE key = 'address via $proxy'"),
    2, 'is not counted';
done_testing;
