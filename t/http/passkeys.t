# Passkeys: adding, using, renaming and removing them; each check of what a browser
# answers, by an answer in which that alone is wrong; challenges.  Every exchange is
# compared with the OpenAPI document.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use JSON::PP ();
use MIME::Base64 qw(encode_base64url decode_base64url);
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;
use Passkey;
use Refusal;
use Totp;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my %set = ('base-url' => 'https://docket.example',
    'smtp-url' => 'smtp://localhost', 'mail-from' => 'docket@example.org');
my $d = Docket->new(%set);
my $n = 0;

sub someone { return confirm($d->user('u' . ++$n . '@example.org')) }
sub rows_of { my ($u, $kind) = @_;
	return $d->sql("SELECT count(*) FROM credential WHERE kind = '$kind'"
	    . ' AND user_id = ' . hex_of($u)) }
sub options { my ($u) = @_;
	return $u->post('/me/passkeys/options')->{json} }
# What was refused, and why, as the log says.
sub refused {
	my ($r) = @_;
	my ($why) = $r->{raw}{err} =~ /passkey refused: (.*)/;
	return said($r) . ': ' . ($why // 'the log does not say');
}
sub forget { $d->sql('DELETE FROM attempt'); return }

my $ada = someone();
my $key = Passkey->new;

subtest 'a passkey' => sub {
	my $o = options($ada);
	is $o->{rp}{id}, 'docket.example', 'is for the host of base-url';
	is length decode_base64url($o->{user}{id}), 16,
	    'its user has a random handle';
	is $o->{user}{name}, $ada->{email}, 'and is shown by the address';
	is_deeply [map { $_->{alg} } @{$o->{pubKeyCredParams}}],
	    [-7, -8, -257], 'three algorithms';
	is_deeply $o->{excludeCredentials}, [], 'there is none';
	is rows_of($ada, 'used'), 0, 'asking stores nothing';
	my $r = $key->add($ada, 'Phone');
	is said($r), '201', 'is added';
	my $made = $r->{json};
	is $made->{name}, 'Phone', 'under its name';
	is $made->{lastUsedAt}, undef, 'it was never used';
	is $ada->mails, 'passkey-added', 'a mail reports it';
	is $ada->get('/me/security')->{json}{passkeys}, 1,
	    'GET /me/security counts it';
	is_deeply options($ada)->{excludeCredentials}, [{ type => 'public-key',
	    id => encode_base64url($key->{id}) }], 'it is excluded from now on';
	is options($ada)->{user}{id}, options($ada)->{user}{id},
	    'the handle stays the same';
	$r = $key->sign_in($d, deviceName => 'Tablet');
	is said($r), '201', 'signs in';
	is $r->{json}{user}{id}, $ada->{me}{id}, 'its user';
	my $new = $d->with(token => $r->{json}{token});
	is said($new->get('/me')), '200', 'the session is one';
	is said($new->post('/me/passkeys/options')), '403 reauthenticate',
	    'that is not confirmed';
	my ($tablet) = grep { $_->{current} }
	    @{$new->get('/me/sessions')->{json}{items}};
	is $tablet->{deviceName}, 'Tablet', 'under the name of the device';
	$r = $key->sign_in($d, cookieOnly => $T);
	is_deeply [said($r), $r->{json}{token}], ['201', undef],
	    'or by the cookie alone';
	like $r->{headers}{'set-cookie'}, qr/^docket_session=\S{43};/,
	    'which is set';
	my ($item) = @{$ada->get('/me/passkeys')->{json}{items}};
	like $item->{lastUsedAt}, qr/^20/, 'the use is noted';
	$r = $ada->patch("/me/passkeys/$made->{id}", { name => ' Old phone ' });
	is $r->{json}{name}, 'Old phone', 'is renamed';
	is said($ada->patch("/me/passkeys/$made->{id}", { name => '' })),
	    '422 validation-failed /name:empty', 'never to nothing';
	is said($key->add($ada, 'again')), '409 passkey-exists',
	    'is added once';
	my $eve = someone();
	is said($key->add($eve, 'mine')), '409 passkey-exists',
	    'and is nobody else\'s';
	for my $route (['PATCH', { name => 'x' }], ['DELETE']) {
		is said($eve->request($route->[0], "/me/passkeys/$made->{id}",
		    $route->[1])), '404 passkey-not-found',
		    "nobody else can $route->[0] it";
	}
	is_deeply $eve->get('/me/passkeys')->{json}{items}, [],
	    'nor see it';
	is said($ada->del("/me/passkeys/$made->{id}")), '204', 'is removed';
	is $ada->mails, 'passkey-added,passkey-removed',
	    'a mail reports it';
	is refused($key->sign_in($d)), '401 bad-credentials: nobody has that '
	    . 'passkey', 'and signs nobody in';
	is said($new->get('/me')), '200', 'sessions stay';
	is said($key->add($ada, 'Phone')), '201', 'it can come back';
	is said($key->sign_in($d)), '201', 'and signs in';
};

my $rsa = '-algorithm RSA -pkeyopt rsa_keygen_bits:';
my %algorithm = (ES256 => [-7], Ed25519 => [-8], RS256 => [-257],
    # The first has no byte for the sign.
    map { ("RS256 of $_ bits" => [-257, make => "$rsa$_"]) } 2050, 4096);
for my $name (sort keys %algorithm) {
	my $u = someone();
	my ($alg, %make) = @{$algorithm{$name}};
	my $k = Passkey->new(alg => $alg, %make);
	is said($k->add($u, $name)), '201', "$name is added";
	is $k->sign_in($d)->{json}{user}{id}, $u->{me}{id},
	    "$name signs in";
	is refused($k->sign_in($d, spoil => { signed => 1 })),
	    '401 bad-credentials: the signature is wrong',
	    "a wrong signature of $name does not";
	is said($u->post('/me/confirmation', { passkey =>
	    $k->answer(Passkey::request_of($d)) })), '204',
	    "$name confirms";
}

# In which one thing is wrong, and what the log says of it.  0: of a new passkey;
# 1: of one that is used.
my $later = $d->with(env => { %{$d->{env}} })->later('+301s');
my $other = 'of something else';
my $es256 = '-algorithm EC -pkeyopt ec_paramgen_curve:';
my $der = sub { Passkey->new(make => $_[0])->{key} };
my $off = $key->{key} ^ "\0" x 90 . "\1";
my $part = sub { my ($tag, $body) = @_;
	return "$tag\x82" . pack('n', length $body) . $body };
my $of_modulus = sub { $part->("\x30", pack('H*', '300d06092a864886f70d0101010500')
    . $part->("\x03", "\0" . $part->("\x30", $part->("\x02", $_[0])
    . "\x02\x03\1\0\1"))) };
my @spoiled = (
	['the type of the client data', 'both',
	    { client => { type => 'webauthn.other' } },
	    'the client data are for something else'],
	['no type', 'both', { client => { type => undef } },
	    'the client data are for something else'],
	['the challenge', 'both', { client => { challenge => 'A' x 96 } },
	    qr/the challenge was not made/],
	['a challenge that is no text', 'both',
	    { client => { challenge => 7 } }, 'there is no challenge'],
	(map { [$_, 'both', { client => { origin => $_ } },
	    'the origin is not that of base-url'] }
	    'https://docket.example.org', 'http://docket.example',
	    'https://docket.example:8443', 'https://docket.example/',
	    'https://a.docket.example', 'https://DOCKET.example'),
	['crossOrigin', 'both', { client => { crossOrigin => $T } },
	    'it comes from within the page of another site'],
	['crossOrigin that is no truth', 'both',
	    { client => { crossOrigin => 0 } },
	    'it comes from within the page of another site'],
	['topOrigin', 'both', { client => { topOrigin =>
	    'https://docket.example' } },
	    'it comes from within the page of another site'],
	['client data that are no JSON', 'both', { client_text => '{"type":' },
	    qr/byte 9/],
	['a member twice', 'both', { client_text => '{"type":"webauthn.get",'
	    . '"type":"webauthn.create"}' }, qr/repeated/],
	['the site', 'both', { rp_id => 'example' },
	    'the passkey is for another site'],
	['no presence', 'both', { flags => 0x44 },
	    'the user was not present'],
	['no verification', 'both', { flags => 0x41 },
	    'the user was not verified'],
	['a copy of what cannot be copied', 'both', { flags => 0x55 },
	    'the flags contradict each other'],
	['no new passkey', 0, { flags => 0x05 }, 'there is no new passkey'],
	['a new passkey', 1, { flags => 0x45 }, 'there is a new passkey'],
	['36 bytes', 'both', { data => 'x' x 36 },
	    'the authenticator data are cut off'],
	['a byte more', 1, { after => 'x' },
	    'the authenticator data have another length'],
	['extensions that are missing', 1, { flags => 0x85 },
	    'the authenticator data have another length'],
	['no id', 0, { rest => "\0" x 16 },
	    'the authenticator data are cut off'],
	['an id that is cut off', 0, { rest => "\0" x 16 . "\0\x20" .
	    'x' x 32 }, 'the authenticator data are cut off'],
	['an id that is too long', 0, { rest => "\0" x 16 . "\x04\0" .
	    'x' x 1025 }, 'the id is too long'],
	['another id', 0, { inner_id => 'x' x 32 },
	    'the id is not that of the authenticator'],
	['another rawId', 'both', { raw_id => 'x' x 32 },
	    'id and rawId differ'],
	['another type', 'both', { type => 'password' },
	    'the type is not public-key'],
	['an id of nobody', 1, { id => 'x' x 32 },
	    'nobody has that passkey'],
	['another user', 1, { handle => 'x' x 16 },
	    'the user handle is not that of its user'],
	['a short handle', 1, { handle => 'x' },
	    'the user handle is not that of its user'],
	['the signature', 1, { signed => 1 }, 'the signature is wrong'],
	['no signature', 1, { signature => '' },
	    'there is no signature or user handle'],
	['no key', 0, { key => '' }, 'there is no key'],
	['an algorithm that is a text', 0, { alg => 'ES256' }, 'there is no key'],
	(map { my ($what, %spoil) = @$_; [$what, 0, \%spoil,
	    'it is no key of an algorithm that was offered'] }
	    ['no algorithm of ours', alg => -35],
	    ['another algorithm', alg => -257],
	    ['a key that is cut off', key => substr $key->{key}, 0, 90],
	    ['a byte behind the key', key => "$key->{key}x"],
	    ['a point that is not on the curve', key => $off],
	    ['another curve', key => $der->("${es256}P-384")],
	    ['a curve by its parameters', key => $der->("${es256}P-256 "
	    . '-pkeyopt ec_param_enc:explicit')],
	    ['a curve of another name', key => $key->{key} ^ "\0" x 22 . "\1"],
	    (map { ["RSA of $_ bits", alg => -257, key => $der->("$rsa$_")] }
	    1024, 2047, 4104),
	    ['RSA of 4097 bits', alg => -257,
	    key => $of_modulus->("\1" . "\xff" x 512)],
	    (map { ["RSA with the exponent $_", alg => -257,
	    key => $der->("${rsa}2048 -pkeyopt rsa_keygen_pubexp:$_")] }
	    3, 65539),
	    ['RSA with a negative modulus', alg => -257,
	    key => $of_modulus->("\xff" x 257)],
	    ['RSA with a byte before the modulus', alg => -257,
	    key => $of_modulus->("\0\x7f" . "\xff" x 383)],
	    ['RSA for PSS alone', alg => -257,
	    key => $der->('-algorithm RSA-PSS -pkeyopt '
	    . 'rsa_keygen_bits:2048')],
	    ['RSA under another name', alg => -257,
	    key => $der->("${rsa}2048") ^ "\0" x 16 . "\2"],
	    ['RSA and a byte', alg => -257, key => $der->("${rsa}2048") . 'x'],
	    ['Ed448', alg => -8, key => $der->('-algorithm ED448')],
	    ['X25519', alg => -8, key => $der->('-algorithm X25519')],
	    ['Ed25519 with a point of a small group', alg => -8,
	    key => pack('H*', '302a300506032b6570032100') . "\0" x 32],
	    ['a point of Ed25519 under another name', alg => -8, key =>
	    Passkey->new(alg => -8)->{key} ^ "\0" x 8 . "\1"]),
);
for (@spoiled) {
	my ($what, $when, $spoil, $why) = @$_;
	for my $use ($when eq 'both' ? (0, 1) : $when) {
		my $r = $use ? $key->sign_in($d, spoil => { %$spoil,
		    # Without the flag of a new passkey.
		    $when eq 'both' && $spoil->{flags} ?
		    (flags => $spoil->{flags} & ~0x40) : () }) :
		    Passkey->new->add($ada, 'x', %$spoil);
		my $want = ($use ? '401 bad-credentials' :
		    '422 passkey-refused') . ': ';
		ref $why ? like refused($r), qr/^\Q$want\E.*$why/,
		    "$what, $use" : is refused($r), "$want$why",
		    "$what, $use";
		forget();
	}
}

subtest 'what is no answer of a browser' => sub {
	my $good = $key->answer(Passkey::request_of($d));
	my %without = (type => 'the type is not public-key',
	    map({ $_ => 'there is no id' } qw(id rawId)),
	    response => 'there is no client or authenticator data');
	my %within = (map({ $_ => 'there is no client or authenticator data' }
	    qw(clientDataJSON authenticatorData)),
	    map { $_ => 'there is no signature or user handle' }
	    qw(signature userHandle));
	my @bad = ([{}, $without{type}],
	    map({ [$_, 'byte 1: not an object'] } 7, 'text', [], undef),
	    map({ my %less = %$good; delete $less{$_};
	    [\%less, $without{$_}] } sort keys %without),
	    map({ my %less = %{$good->{response}}; delete $less{$_};
	    [{ %$good, response => \%less }, $within{$_}] } sort keys %within),
	    map({ [{ %$good, id => $_, rawId => $_ }, $without{id}] } '', '=',
	    'A', 'AB==', 'A+/A', "AA\nAA", ['AAAA'], { }),
	    [{ %$good, map { $_ => 'A' x 100_000 } qw(id rawId) },
	    'nobody has that passkey']);
	for (@bad) {
		my ($passkey, $why) = @$_;
		my $r = $d->post('/sessions', { passkey => $passkey });
		is refused($r), "401 bad-credentials: $why",
		    substr json([$passkey]), 0, 100;
		forget();
	}
	is said($ada->post('/me/passkeys', { name => 'x', credential => 7 })),
	    '422 passkey-refused', 'a number is no credential';
	is said($ada->post('/me/passkeys', { name => 'x' })),
	    '422 validation-failed /credential:required', 'nor is nothing';
	is said($ada->post('/me/passkeys', { name => 'x', credential => {},
	    admin => $T })), '422 unknown-member /admin:unknown',
	    'an unknown member is refused';
	is said($d->post('/sessions', { passkey => $good, email => 'x',
	    code => '123456' })), '422 validation-failed '
	    . '/email:not-with-passkey /code:not-with-passkey',
	    'a passkey comes alone';
	is said($ada->post('/me/confirmation', { passkey => $good,
	    password => 'x' })), '422 validation-failed '
	    . '/password:not-with-passkey', 'also to confirm';
	is said($ada->post('/me/confirmation', {})),
	    '422 validation-failed /password:required', 'where one is needed';
	is said($d->post('/sessions', { passkey => $good })), '201',
	    'none of these has used the challenge up';
	forget();
};

subtest 'a challenge' => sub {
	my $o = Passkey::request_of($d);
	is said($later->post('/sessions', { passkey => $key->answer($o) })),
	    '401 bad-credentials', 'ends after 5 minutes';
	is said($d->at(290)->post('/sessions', { passkey =>
	    $key->answer($o) })), '201', 'and not before';
	is said($d->post('/sessions', { passkey => $key->answer($o) })),
	    '401 bad-credentials', 'is good once';
	is said($d->post('/sessions', { passkey =>
	    $key->answer(Passkey::request_of($d->at(90))) })),
	    '401 bad-credentials', 'nor before it was made';
	is said(confirm($ada)->post('/me/confirmation', { passkey =>
	    $key->answer($o) })), '422 passkey-refused', 'wherever';
	is said($d->post('/sessions', { passkey => $key->answer(
	    options($ada)) })), '401 bad-credentials',
	    'one for adding does not sign in';
	is said($ada->post('/me/passkeys', { name => 'x', credential =>
	    Passkey->new->registered({ %{options($ada)},
	    challenge => Passkey::request_of($d)->{challenge} }) })),
	    '422 passkey-refused', 'one for signing in adds nothing';
	my $mine = options($ada);
	my $elsewhere = confirm($d->sign_in($ada->{email}, $ada->{password}));
	my $new = { name => 'x', credential => Passkey->new
	    ->registered($mine) };
	is said($elsewhere->post('/me/passkeys', $new)),
	    '422 passkey-refused', 'one for adding is for its session';
	is said($ada->post('/me/passkeys', $new)), '201', 'and works there';
	is said($ada->post('/me/passkeys', { name => 'y', credential =>
	    Passkey->new->registered($mine) })), '422 passkey-refused',
	    'once';
	forget();
};

subtest 'one challenge, many at once' => sub {
	my $u = someone();
	my $k = Passkey->new;
	$k->add($u, 'x');
	my $body = { passkey => $k->answer(Passkey::request_of($d)) };
	my @at_once = map { Docket::beside(sub { join ' ', map {
	    said($d->post('/sessions', $body)) } 1 .. 10 }) } 1 .. 10;
	my @said = map { split /(?<=\d) (?=\d)|(?<=s) (?=\d)/,
	    Docket::ended($_) } @at_once;
	is scalar(grep { $_ eq '201' } @said), 1,
	    'one of 100 signs in';
	is scalar(grep { /^4(?:01 bad-credentials|29 rate-limited)$/ } @said),
	    99, 'the others do not' or diag explain \@said;
	is rows_of($u, 'used'), 2, 'each success is noted once';
	my $o = options($u);
	my @new = map { my $x = Passkey->new; Docket::beside(sub {
	    said($u->post('/me/passkeys', { name => 'x', credential =>
	    $x->registered($o) })) }) } 1 .. 8;
	is_deeply [sort map { Docket::ended($_) } @new], ['201',
	    ('422 passkey-refused') x 7], 'one of 8 is added';
	forget();
};

subtest 'a counter must rise' => sub {
	my $u = someone();
	my $k = Passkey->new(counter => 5);
	is said($k->add($u, 'x')), '201', 'it begins at 5';
	for ([5, 0], [6, 1], [6, 0], [1, 0], [0, 0], [2 ** 32 - 1, 1],
	    [7, 0]) {
		my ($counter, $right) = @$_;
		$k->{counter} = $counter;
		my $r = $k->sign_in($d);
		is $right ? said($r) : refused($r), $right ? '201' :
		    '401 bad-credentials: its counter has not risen: there '
		    . 'may be a copy of it', "then $counter";
		forget();
	}
	$k = Passkey->new;
	$k->add($u, 'y');
	is said($k->sign_in($d)), '201', 'one that does not count signs in'
	    for 1, 2;
};

subtest 'instead of password and code' => sub {
	my $u = confirm(enrolled(someone()));
	my $k = Passkey->new;
	my $ticket = ticket_of($u);
	is said($k->add($u, 'x')), '201', 'a user with an app adds one';
	is said($k->sign_in($d)), '201', 'no code is asked for';
	is said(second_step($u, code_of($u->{secret}), ticket => $ticket)),
	    '401 bad-credentials', 'tickets of before end';
	$ticket = ticket_of($u);
	my ($item) = @{$u->get('/me/passkeys')->{json}{items}};
	$u->del("/me/passkeys/$item->{id}");
	is said(second_step($u, code_of($u->{secret}), ticket => $ticket)),
	    '401 bad-credentials', 'also when it is removed';
	$k->add($u, 'x');
	is said($u->post('/me/confirmation', { passkey =>
	    $k->answer(Passkey::request_of($d)) })), '204',
	    'it confirms';
	my $other = $d->user('other' . $n . '@example.org');
	is_deeply $other->post('/me/totp')->{json}{methods}, ['password'],
	    'the answer names the password to who has none';
	is refused($other->post('/me/confirmation', { passkey =>
	    $k->answer(Passkey::request_of($d)) })), '422 passkey-refused: it '
	    . 'is another user\'s passkey', 'it confirms its user alone';
	is said($other->post('/me/totp')), '403 reauthenticate', 'so nothing';
	my $new = $d->with(token => $k->sign_in($d)->{json}{token});
	is_deeply $new->post('/me/totp')->{json}{methods},
	    ['password', 'passkey'], 'and the passkey to who has one';
	$d->run('docket-admin', 'user', 'disable', $u->{email});
	is refused($k->sign_in($d)), '401 bad-credentials: its user is '
	    . 'disabled', 'a disabled user is not let in';
	$d->run('docket-admin', 'user', 'enable', $u->{email});
	is said($k->sign_in($d)), '201', 'and is, once enabled';
	forget();
};

subtest 'limits' => sub {
	my $u = someone();
	my $k = Passkey->new;
	for my $i (1 .. 20) {
		$k->{id} = "id number $i of a passkey";
		is said($k->add($u, 'x')), '201', "no. $i is added";
	}
	$k->{id} = 'one too many';
	is said($k->add($u, 'x')), '422 limit-reached', '20 a user';
	$d->sql('UPDATE user SET password = NULL WHERE id = ' . hex_of($u));
	my @items = @{$u->get('/me/passkeys')->{json}{items}};
	is_deeply [map { said($u->del("/me/passkeys/$_->{id}")) } @items],
	    [('204') x 19, '409 last-way-in'],
	    'without a password the last one stays';
	is said($u->del('/me/passkeys/' . uuid())), '404 passkey-not-found',
	    'another is not there';
};

subtest 'what is stored' => sub {
	my $found = $d->sql('SELECT count(*) FROM credential WHERE kind = '
	    . "'passkey' AND hash = (SELECT hash FROM credential WHERE kind = "
	    . "'session' LIMIT 1)");
	is $found, 0, 'a hash of its own';
	is said($d->with(token => "passkey\0$key->{id}")->get('/me')),
	    '401 no-session', 'which is no secret';
	my $file = "$d->{data}/docket.key";
	my $was = slurp($file);
	write_file($file, join '', map { chr int rand 256 } 1 .. 32);
	is said($key->sign_in($d)), '201', 'with another key they work';
	unlink $file;
	is said($d->post('/sessions/options')), '503 not-ready',
	    'without one there is no challenge';
	is said(confirm(someone())->post('/me/passkeys/options')),
	    '503 not-ready', 'for nobody';
	write_file($file, $was);
	is said($key->sign_in($d)), '201', 'with the old key they work';
};

# Where passkeys can be used.
for (['https://tasks.example.org', 1], ['https://tasks.example.org:8443/x', 1],
    ['https://nas', 1], ['https://xn--bcher-kva.example', 1],
    ['http://localhost', 1], ['http://localhost:8080', 1],
    ['http://localhost/x', 1], ['HTTPS://Tasks.example.org', 1], ['', 0],
    ['http://tasks.example.org', 0], ['https://192.0.2.1', 0],
    ['https://192.0.2.1:8443', 0], ['https://[2001:db8::1]', 0],
    ['http://127.0.0.1:8080', 0], ['http://localhost.example', 0]) {
	my ($url, $may) = @$_;
	my $o = Docket->new(data => $d->{data}, 'base-url' => $url);
	my $u = $ada->with(env => $o->{env});
	is_deeply [(scalar grep { $_ eq 'passkeys' }
	    @{$o->get('/service')->{json}{features}}), map { said($_) }
	    $o->post('/sessions/options'), $u->get('/me/passkeys'),
	    $o->post('/sessions', { passkey => {} })],
	    $may ? [1, '200', '200', '401 bad-credentials'] :
	    [0, ('404 not-found') x 2, '401 bad-credentials'],
	    $url eq '' ? 'no base-url' : $url;
	next if !$may;
	my ($origin, $host) = lc($url) =~ m{^(\w+://([^/:]+)(?::\d+)?)};
	my $k = Passkey->new(origin => $origin, rp_id => $host);
	is said($k->add(confirm($u), $url)), '201', "$url: added";
	is said($k->sign_in($o)), '201', "$url: signs in";
}

subtest 'where the web server signs users in' => sub {
	my $o = Docket->new(%set, data => $d->{data}, auth => 'remote-user');
	my $u = $o->with(vars => { REMOTE_USER => 'gil@example.org' });
	my %h = ('Sec-Fetch-Site' => 'same-origin');
	is said($u->get('/me/passkeys')), '404 not-found',
	    'there are no passkeys';
	is said($u->post('/me/passkeys/options', undef, %h)), '404 not-found',
	    'none is added';
	my $r = $o->post('/sessions/options', undef, %h);
	is said($r), '404 not-found', 'nobody is asked for one';
	is $r->{json}{detail}, 'The web server signs users in, not a password.',
	    'the answer says why';
};

is said($d->post('/sessions/options', undef, 'Sec-Fetch-Site' =>
    'cross-site')), '403 cross-site-request', 'no other site asks for one';

Docket::documented($record);
done_testing;
