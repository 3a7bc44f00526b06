# docket-admin oidc-test and check, with a provider that is in order and with others;
# and what the two processes of the program oidc can reach.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use SignOn;
use Test::More;

my $at = spoiled_provider();
my $d = Docket->new(sign_on($at, 'good'));

sub try {
	my (%set) = @_;
	my %env = %{$d->{env}};
	$env{'DOCKET_' . uc $_ =~ s/-/_/gr} = $set{$_} for keys %set;
	my $its = $d->with(env => \%env);
	return ($its->run('docket-admin', 'oidc-test'),
	    $its->check->{out} =~ /^(FAULT: .*(?:provider|oidc).*)/m ? $1 : '');
}

my ($r, $fault) = try();
is $r->{status}, 0, 'a provider that is in order' or diag $r->{err};
like $r->{out}, qr{^Users sign in at: http://127\.0\.0\.1:$at/good/authorize$}m,
    'where users sign in';
like $r->{out}, qr{^Redirect URI to register: http://localhost/tasks/api/v1/oidc/callback$}m,
    'what must be registered there';
is $fault, '', 'check finds nothing';

my $secret = "$d->{data}/secret";
write_file($secret, "s\n");
chmod 0644, $secret;
my $empty = write_file("$d->{data}/empty", "\n");
chmod 0600, $empty;
my @faults = (
	['another issuer', qr/it calls itself .*other\/, and oidc-issuer is/,
	    'oidc-issuer' => "http://127.0.0.1:$at/other"],
	['HTML', qr/the answer is not JSON/,
	    'oidc-issuer' => "http://127.0.0.1:$at/html"],
	['a redirect', qr/the answer has status 302/,
	    'oidc-issuer' => "http://127.0.0.1:$at/redirect"],
	['two megabytes', qr/longer than 65536 bytes/,
	    'oidc-issuer' => "http://127.0.0.1:$at/big"],
	['http to elsewhere', qr/no token_endpoint by https/,
	    'oidc-issuer' => "http://127.0.0.1:$at/plain"],
	['nobody there', qr/onnect/, 'oidc-issuer' => 'http://127.0.0.1:' .
	    free_port()],
	['no base-url', qr/base-url is not/, 'base-url' => ''],
	['no client', qr/oidc-client-id is not/, 'oidc-client-id' => ''],
	['remote-user', qr/has no effect/, auth => 'remote-user'],
	['a secret that others can read', qr/can be read by others: chmod o=/,
	    'oidc-client-secret-file' => $secret],
	['no such file', qr/No such file/,
	    'oidc-client-secret-file' => '/nowhere/secret'],
	['an empty file', qr/has no secret/, 'oidc-client-secret-file' => $empty],
);
for (@faults) {
	my ($name, $why, %set) = @$_;
	($r, $fault) = try(%set);
	is $r->{status}, 1, "$name: oidc-test fails";
	like $r->{err}, $why, '... and says why';
	like $fault, $why, '... as check does';
	unlike $r->{err} . $r->{out} . $fault, qr/\Q$SignOn::secret\E/,
	    '... without the secret';
}

my $later = $d->with(env => { %{$d->{env}} })->later('5m');
$r = $later->run('docket-admin', 'oidc-test');
is $r->{status}, 1, 'a clock that is off by five minutes';
like $r->{err}, qr/clock differs from this one by -(?:299|300|301) seconds/,
    '... is named';
($r) = try('oidc-issuer' => '');
like $r->{err}, qr/oidc-issuer is not set/, 'without a provider it says so';
done_testing;
