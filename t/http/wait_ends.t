# Whoever waits for changes does so no longer than their session or token lasts:
# each way that one ends, by a request that waits and by a stream.  A stream gets
# no more than one event in 200 ms, and the last one always.
#
# That a request was ended is known from its having ended long before the 50 seconds
# after which it is answered anyway, or the 10 minutes of a stream.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use IO::Select;
use IO::Socket::INET;
use JSON::PP ();
use Test::More;
use Time::HiRes qw(sleep time);
use Web;

my $SOON = 10;
my $d = Docket->new(wait => 'on');
my $web = Web->new($d, '-m', 'fastcgi');
sleep 0.05 until -S "$d->{data}/docket-wait.changes";
my $n = 0;

sub admin { my ($u, @verb) = @_;
	return $d->run('docket-admin', 'user', $verb[0], $u->{email},
	    @verb[1 .. $#verb]) }
sub expire { my ($u) = @_;
	$d->sql('UPDATE credential SET expires_at = '
	    . int((time + 1) * 1e6) . " WHERE user_id = (SELECT id FROM user
	    WHERE email_key = '$u->{email}')") }

# What ends sessions and tokens of a user, as a caller with another session: which.
my @ends = (
	['signing out' => 'session', sub { $_[0]->with(token => $_[1])
	    ->del('/sessions/current') }],
	['one of the sessions' => 'session', sub { my ($u) = @_;
	    $u->del("/me/sessions/$_->{id}") for grep { !$_->{current} }
	    @{$u->get('/me/sessions')->{json}{items}} }],
	['a token' => 'token', sub { my ($u) = @_;
	    $u->del("/me/tokens/$_->{id}")
	    for @{$u->get('/me/tokens')->{json}{items}} }],
	['a new password' => 'session token', sub { $_[0]->put('/me/password',
	    { current => $_[0]{password}, new => 'another password' }) }],
	['a new password that keeps tokens' => 'session', sub {
	    $_[0]->put('/me/password', { current => $_[0]{password},
	    new => 'another password', keepTokens => JSON::PP::true }) }],
	['a reset' => 'session token', sub { $d->put('/password-resets/'
	    . $d->code($_[0]{email}, 'reset'), { password => 'a new one' }) }],
	['docket-admin passwd' => 'session token', sub { admin($_[0], 'passwd',
	    '--password-stdin', \"another password\n") }],
	['docket-admin sessions' => 'session', sub { admin($_[0], 'sessions',
	    '--end', 'all') }],
	['disabled' => 'session token', sub { admin($_[0], 'disable') }],
	['removed' => 'session token', sub { admin($_[0], 'remove', '--yes') }],
	['left' => 'session token', sub { $_[0]->del('/me',
	    { password => $_[0]{password} }) }],
	['expired' => 'session token', \&expire],
);

sub ask {
	my ($token, $since, $how) = @_;
	my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$web->{port}")
	    or die "connect: $!\n";
	print $s "GET /api/v1/me/wait?since=$since HTTP/1.1\r\nHost: x\r\n"
	    . ($how eq 'stream' ? "Accept: text/event-stream\r\n" : '')
	    . "Connection: close\r\nAuthorization: Bearer $token\r\n\r\n";
	until_text($s, qr/:\n\n/) if $how eq 'stream';
	return $s;
}

my @rows;
for (@ends) {
	my ($name, $which, $does) = @$_;
	my $u = $d->user('u' . ++$n . '@example.org');
	my $other = $d->sign_in($u->{email}, $u->{password});
	my %with = (session => $other->{token}, token =>
	    $u->post('/me/tokens', { name => 't' })->{json}{token});
	my $since = $u->get('/me/changes')->{json}{next};
	for my $kind (sort keys %with) {
		push @rows, map { { name => "$name, $kind, $_",
		    ends => $which =~ /$kind/ ? 1 : 0,
		    s => ask($with{$kind}, $since, $_) } } qw(wait stream);
	}
	push @{$rows[-1]{does}}, sub { $does->($u, $with{session}) };
}
sleep 1;	# the requests that wait have arrived
$_->() for map { @{$_->{does} // []} } @rows;
my $began = time;
for my $row (@rows) {
	my $ended = 0;
	my $left = $row->{ends} ? $SOON : 0.01;
	while (IO::Select->new($row->{s})->can_read($left)) {
		last if $ended = !sysread $row->{s}, my $some, 4096;
	}
	is $ended ? 1 : 0, $row->{ends}, "$row->{name}: " .
	    ($row->{ends} ? 'ends' : 'goes on');
}
diag sprintf 'all ended within %.1f s', time - $began;

my $u = $d->user('many@example.org');
my $s = ask($u->{token}, $u->get('/me/changes')->{json}{next}, 'stream');
my ($first, $last) = (time, 0);
for (1 .. 30) {
	$last = time;
	$u->post('/lists', { id => uuid(), title => 'L' });
}
my ($events, $at) = (0, 0);
while (IO::Select->new($s)->can_read($at < $last ? $SOON : 1)) {
	sysread $s, my $some, 4096 or last;
	$events += () = $some =~ /data:/g;
	$at = time;
}
cmp_ok $events, '<=', 2 + ($at - $first) / 0.2, 'one event in 200 ms at most';
cmp_ok $events, '>', 0, 'and some';
cmp_ok $at, '>=', $last, 'one after the last change';
is $web->stop, 0, 'all end';
done_testing;
