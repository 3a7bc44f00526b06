# An authenticator app (RFC 6238 with SHA-1, six digits, 30 seconds), written apart
# from lib/core/user/totp.c.
#
#	my $code = code_of($secret, $ahead);	# base32; now, or so many seconds later
#	my $u = enrolled($u, $ahead);		# sets it up: $u->{secret}, $u->{recovery}
#	my $r = second_step($u, $code, %more);	# signs in, by password and code
package Totp;
use strict;
use warnings;
use Digest::SHA 'hmac_sha1';
use Exporter 'import';

our @EXPORT = qw(code_of confirm enrolled ticket_of second_step);

sub code_of {
	my ($secret, $ahead) = @_;
	my $bits = join '', map { sprintf '%05b', index
	    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', $_ } split //, $secret;
	my $mac = hmac_sha1(pack('Q>', int((time + ($ahead // 0)) / 30)),
	    pack 'B*', $bits);
	my $at = 15 & ord substr $mac, -1;
	return sprintf '%06d', (0x7fffffff & unpack 'N', substr $mac, $at, 4)
	    % 1_000_000;
}

sub confirm {
	my ($u) = @_;
	my $r = $u->post('/me/confirmation', { password => $u->{password} });
	die "confirmation: $r->{body}\n" if $r->{status} != 204;
	return $u;
}

# With the code of the step before, so that the present one can be used at once.
sub enrolled {
	my ($u, $ahead) = @_;
	my $secret = confirm($u)->post('/me/totp')->{json}{secret};
	my $r = $u->put('/me/totp', { code => code_of($secret,
	    ($ahead // 0) - 30) });
	die "totp: $r->{status} $r->{body}\n" if $r->{status} != 200;
	return $u->with(secret => $secret,
	    recovery => $r->{json}{recoveryCodes});
}

sub ticket_of {
	my ($u, %h) = @_;
	my $r = $u->with(token => undef)->post('/sessions', { email =>
	    $u->{email}, password => $u->{password} }, %h);
	return $r->{json}{ticket} // die "ticket: $r->{status} $r->{body}\n";
}

sub second_step {
	my ($u, $code, %more) = @_;
	my $ticket = delete $more{ticket} // ticket_of($u);
	return $u->with(token => undef)->post('/sessions', { ticket => $ticket,
	    code => $code, %more });
}

1;
