# An authenticator and a browser in one (Web Authentication level 3), written apart
# from lib/web/webauthn.c; openssl makes the keys and signs.
#
#	my $key = Passkey->new(alg => -7);	# ES256; -8: Ed25519, -257: RS256
#	my $r = $key->add($u, 'Phone');		# by a confirmed session
#	my $r = $key->sign_in($d, deviceName => 'x');
#	my $json = $key->registered($options, %spoil);
#	my $json = $key->answer($options, %spoil);
#
# %spoil changes one thing of an answer before it is signed: client (members of the
# client data), flags, rp_id, counter, id, raw_id, handle, key, alg, type, after
# (bytes behind the authenticator data), data (instead of them), signed (a bit of
# the signature is turned).
package Passkey;
use strict;
use warnings;
use Digest::SHA 'sha256';
use File::Temp 'tempdir';
use JSON::PP ();
use MIME::Base64 'encode_base64url', 'decode_base64url';

my $dir = tempdir('passkey-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my %make = (-7 => '-algorithm EC -pkeyopt ec_paramgen_curve:P-256',
    -8 => '-algorithm ED25519',
    -257 => '-algorithm RSA -pkeyopt rsa_keygen_bits:2048');
my $made = 0;
my $json = Cpanel::JSON::XS->new->utf8->canonical;

sub run_openssl {
	my ($command) = @_;
	system("openssl $command 2>$dir/err") == 0
	    or die "openssl $command: " . slurp_file("$dir/err");
}

sub slurp_file {
	my ($path) = @_;
	open my $in, '<:raw', $path or die "$path: $!\n";
	local $/;
	return scalar <$in>;
}

sub random {
	my ($n) = @_;
	open my $in, '<:raw', '/dev/urandom' or die $!;
	my $bytes;
	read $in, $bytes, $n;
	return $bytes;
}

# More: origin, rp_id; how keys are made, for `openssl genpkey`.
sub new {
	my ($class, %with) = @_;
	my $alg = $with{alg} // -7;
	my $file = "$dir/" . ++$made;
	run_openssl('genpkey ' . ($with{make} // $make{$alg}) .
	    " -out $file.pem");
	run_openssl("pkey -in $file.pem -pubout -outform DER -out $file.der");
	return bless { alg => $alg, file => $file, id => random(32),
	    key => slurp_file("$file.der"), counter => 0,
	    origin => 'https://docket.example', rp_id => 'docket.example',
	    %with }, $class;
}

sub sign {
	my ($self, $message) = @_;
	my $file = $self->{file};
	open my $out, '>:raw', "$file.in" or die $!;
	print $out $message;
	close $out or die $!;
	run_openssl($self->{alg} == -8 ?
	    "pkeyutl -sign -rawin -inkey $file.pem -in $file.in -out $file.sig" :
	    "dgst -sha256 -sign $file.pem -out $file.sig $file.in");
	return slurp_file("$file.sig");
}

sub client_data {
	my ($self, $type, $options, %spoil) = @_;
	my %data = (type => $type, challenge => $options->{challenge},
	    origin => $self->{origin}, crossOrigin => JSON::PP::false,
	    %{$spoil{client} // {}});
	delete @data{grep { !defined $data{$_} } keys %data};
	return $spoil{client_text} // $json->encode(\%data);
}

sub authenticator_data {
	my ($self, $flags, $rest, %spoil) = @_;
	return $spoil{data} if defined $spoil{data};
	return sha256($spoil{rp_id} // $self->{rp_id})
	    . chr($spoil{flags} // $flags)
	    . pack('N', $spoil{counter} // $self->{counter}) . $rest
	    . ($spoil{after} // '');
}

sub outer {
	my ($self, $response, %spoil) = @_;
	my $id = $spoil{id} // $self->{id};
	return { id => encode_base64url($id), rawId =>
	    encode_base64url($spoil{raw_id} // $id),
	    type => $spoil{type} // 'public-key',
	    clientExtensionResults => {}, response => $response };
}

# A RegistrationResponseJSON.
sub registered {
	my ($self, $options, %spoil) = @_;
	my $id = $spoil{inner_id} // $self->{id};
	# The key in CBOR, which nobody reads.
	my $rest = $spoil{rest} // "\0" x 16 . pack('n', length $id) . $id .
	    "\xa0";
	$self->{handle} = decode_base64url($options->{user}{id});
	my $data = $self->authenticator_data(0x45, $rest, %spoil);
	return $self->outer({ clientDataJSON => encode_base64url(
	    $self->client_data('webauthn.create', $options, %spoil)),
	    authenticatorData => encode_base64url($data),
	    publicKey => encode_base64url($spoil{key} // $self->{key}),
	    publicKeyAlgorithm => $spoil{alg} // $self->{alg},
	    attestationObject => 'oA', transports => ['internal'] }, %spoil);
}

# An AuthenticationResponseJSON.
sub answer {
	my ($self, $options, %spoil) = @_;
	my $client = $self->client_data('webauthn.get', $options, %spoil);
	my $data = $self->authenticator_data(0x05, '', %spoil);
	my $signature = $self->sign($data . sha256($client));
	$signature ^= "\0" x (length($signature) - 1) . "\1"
	    if $spoil{signed};
	return $self->outer({ clientDataJSON => encode_base64url($client),
	    authenticatorData => encode_base64url($data),
	    signature => encode_base64url($spoil{signature} // $signature),
	    userHandle => encode_base64url($spoil{handle} //
	    $self->{handle}) }, %spoil);
}

sub add {
	my ($self, $u, $name, %spoil) = @_;
	my $options = $u->post('/me/passkeys/options');
	die "options: $options->{status} $options->{body}\n"
	    if $options->{status} != 200;
	return $u->post('/me/passkeys', { name => $name, credential =>
	    $self->registered($options->{json}, %spoil) });
}

sub request_of {
	my ($d) = @_;
	my $r = $d->post('/sessions/options');
	die "options: $r->{status} $r->{body}\n" if $r->{status} != 200;
	return $r->{json};
}

sub sign_in {
	my ($self, $d, %more) = @_;
	my $spoil = delete $more{spoil} // {};
	return $d->post('/sessions', { passkey =>
	    $self->answer(request_of($d), %$spoil), %more });
}

1;
