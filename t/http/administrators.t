# Two administrators end each other, or leave, at once: whatever the two acts are, one
# of them stays.  Both acts wait for the write lock, so that each has seen the other
# administrator before.  DOCKET_TIMES: how often each pair of acts.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use Lock;
use Test::More;
use Time::HiRes 'sleep';
use Totp;

my $times = $ENV{DOCKET_TIMES} // 1;
my $d = Docket->new;
my $n = 0;

sub administrator {
	my $u = $d->user('a' . ++$n . '@example.org');
	my $r = $d->run('docket-admin', 'user', 'admin', $u->{email});
	die $r->{err} if $r->{status};
	return confirm($u);
}

# Each ends $of as an administrator; $by is the other one.
sub at { return "/admin/users/$_[0]{me}{id}" }
sub user { my ($verb, $u, @more) = @_;
	return $d->run('docket-admin', 'user', $verb, $u->{email}, @more) }
my %acts = (
	'PATCH admin' => sub { my ($of, $by) = @_;
		$by->patch(at($of), { admin => JSON::PP::false }) },
	'PATCH disabled' => sub { my ($of, $by) = @_;
		$by->patch(at($of), { disabled => JSON::PP::true }) },
	'DELETE user' => sub { my ($of, $by) = @_; $by->del(at($of)) },
	'DELETE me' => sub { my ($of) = @_;
		$of->del('/me', { password => $of->{password} }) },
	'user admin --remove' => sub { user('admin', $_[0], '--remove') },
	'user disable' => sub { user('disable', $_[0]) },
	'user remove' => sub { user('remove', $_[0], '--yes') },
);

sub remaining {
	return $d->sql('SELECT count(*) FROM user WHERE flags & 2 <> 0
	    AND disabled = 0 AND deleted_at = 0') + 0;
}

# What both acts say, in the order of their names.
sub at_once {
	my (@acts) = @_;
	my @two = (administrator(), administrator());
	my $lock = Lock->new($d);
	my @run = map { my $i = $_;
	    Docket::beside(sub { $acts{$acts[$i]}->(@two[$i, 1 - $i])
		->{status} }) } 0, 1;
	for (1 .. 100) { last if $lock->awaited; sleep 0.02 }
	sleep 0.3;
	$lock->release;
	return map { Docket::ended($_) } @run;
}

my @names = sort keys %acts;
my %wrong;
for my $i (0 .. $#names) {
	for my $j ($i .. $#names) {
		my $pair = "$names[$i], $names[$j]";
		for (1 .. $times) {
			my @said = at_once(@names[$i, $j]);
			my $left = remaining();
			my $done = grep { $_ eq '0' || /^2/ } @said;
			$wrong{"$pair: @said, $left left"}++
			    if $left != 1 || $done != 1;
			$d->sql('UPDATE user SET flags = 0');
		}
	}
}
is_deeply \%wrong, {}, 'one administrator stays, and one act is refused'
    or diag explain \%wrong;
diag "administrators pairs=" . @names * (@names + 1) / 2
    . " times=$times wrong=" . keys %wrong;
done_testing;
