# A push service (t/npm/lib/receiver.mjs) with so many devices; it ends with this
# object.
#
#	my $push = Receiver->new($dir, 1);
#	my @devices = $push->devices;		# bodies for /me/push-subscriptions
#
# $dir gets its certificate, ca.pem, and what it received, received.
package Receiver;
use strict;
use warnings;
use Docket;
use JSON::PP ();
use POSIX ();
use Time::HiRes 'sleep';

sub new {
	my ($class, $dir, $count) = @_;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		exec 'node', top() . '/t/npm/lib/receiver.mjs', $dir, $count
		    or POSIX::_exit(127);
	}
	my $r = bless { pid => $pid, owner => $$ }, $class;
	for (1 .. 600) { last if -e "$dir/devices.json"; sleep 0.05 }
	$r->{devices} = JSON::PP::decode_json(slurp("$dir/devices.json"));
	return $r;
}

sub devices { return @{$_[0]{devices}} }

# Not at the end of a process that was forked.
sub DESTROY {
	my ($r) = @_;
	return if $r->{owner} != $$;
	local ($?, $!);
	kill TERM => $r->{pid};
	waitpid $r->{pid}, 0;
}

1;
