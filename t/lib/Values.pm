# Values for a field of the route tables: invalid ones, each with the code of
# the refusal, and valid ones at the limits.
#
#	for (bad($field)) { my ($value, $code) = @$_; ... }
#	for (good($field)) { my ($sent, $answered) = @$_; ... }
#	my $any = plain($field);	# a valid one
package Values;
use strict;
use warnings;
use utf8;
use Docket;
use Exporter 'import';
use JSON::PP ();

our @EXPORT = qw(bad good plain);

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $ID = '8a1f6f0a-4a53-4c39-9df0-0b8a6e2f7c11';
my $ASTRAL = "\x{1f600}";

# Values that are not a string, of each type in JSON; the last ones are neither
# object nor array.
my @no_string = (7, 0, -1.5, $T, $F, [], ['x'], {}, { x => 'x' });

my %malformed = (
	uuid => ['', 'x', substr($ID, 1), "${ID}0", "{$ID}", "urn:uuid:$ID",
	    $ID =~ tr/-//dr, $ID =~ tr/8/g/r, "$ID\n", " $ID", "$ID ",
	    $ID =~ tr/-/_/r, substr($ID, 0, 35) . "\x{664}",
	    substr($ID, 0, 34) . "é"],
	date => ['', 'x', 'today', '2026-02-30', '2025-02-29', '1900-02-29',
	    '2026-04-31', '2026-13-01', '2026-00-01', '2026-01-00',
	    '0000-01-01', '10000-01-01', '-2026-01-01', '2026-1-2',
	    '20260102', '2026/01/02', '02-01-2026', '2026-01-02 ',
	    ' 2026-01-02', "2026-01-02\n", '2026-01-02T00:00:00Z',
	    '2026-W01-1', "\x{662}026-01-02", '2026-01-32'],
	time => ['', 'x', '24:00', '7:00', '07:60', '07:0', '07:00:00', ' 7:00',
	    '07:00 ', "07:00\n", '0700', '-1:00', "\x{660}7:00"],
	stamp => ['', 'x', '2026-01-02', '2026-01-02T03:04:05',
	    '2026-01-02T03:04Z', '2026-02-30T03:04:05Z',
	    '2026-01-02T24:00:00Z', '2026-01-02T03:60:05Z',
	    '2026-01-02T03:04:61Z', '2026-01-02T03:04:60Z',
	    '2026-01-02T03:04:05.Z', '2026-01-02T03:04:05.1234567890Z',
	    '2026-01-02T03:04:05,5Z', '2026-01-02T03:04:05+24:00',
	    '2026-01-02T03:04:05+0100', '2026-01-02T03:04:05+01:60',
	    '2026-01-02T03:04:05+1:00', '2026-01-02T03:04:05 Z',
	    '2026-01-02T03:04:05Zx', ' 2026-01-02T03:04:05Z',
	    '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01',
	    '0000-12-31T23:59:59Z', '1970-01-01T00:00:00Z', '1767323045',
	    'now'],
	email => ['', 'x', '@', '@example.org', 'x@', 'x y@example.org',
	    'x@y@example.org', 'x@.example.org', 'x@example.org.',
	    'x@exa..mple.org', '.x@example.org', 'x.@example.org',
	    'x@-example.org', 'x@example-.org', 'x@exam_ple.org', 'x@[::1]',
	    'ä@example.org', 'x@müller.example', "x\n\@example.org",
	    "x\@example.org\r\nBcc: y",
	    'X <x@example.org>', 'x@example.org,y@example.org',
	    '"x"@example.org', "x\@example.org\x{7f}",
	    ('x' x 65) . '@example.org', 'x@' . 'y' x 64 . '.org',
	    'x@' . 'y.' x 125 . 'org'],
	zone => ['', 'x', 'Nowhere/Land', '../etc/passwd', '/etc/localtime',
	    'posix/UTC', 'localtime', 'Europe/Berlin/', 'Europe',
	    'Europe/../UTC', "UTC\n", 'UTC ', 'tzdata.zi', 'A' x 5000],
);

my %wrong_type = (
	bool => [0, 1, 'true', 'false', '', [], [$T], {}],
	ids => ['', $ID, 0, $T, {}, [1], [$ID, undef], [[]], [{}], [$T]],
	uuids => ['', $ID, 0, $T, {}, [1, 2], [$ID, undef], [[], []]],
	words => ['', 'read', 0, $T, {}, [1], ['read', undef], [[]], [{}], [$T]],
	object => ['', 'x', 0, $T, [], [{}]],
	items => ['', 'x', 0, $T, {}, { x => [] }],
	int => ['', '7', 'x', 1.5, 1e300, $T, [], [1], {}],
	json => [],
);

sub lengths {
	my ($f) = @_;
	my @bad;
	push @bad, ['', $f->{min} == 1 ? 'empty' : 'too-short']
	    if $f->{min} > 0;
	push @bad, [$ASTRAL x ($f->{max} + 1), 'too-long'],
	    ['x' x ($f->{max} + 1), 'too-long'] if $f->{max} > 0;
	return @bad;
}

# A name is trimmed and has no control characters; blanks around it do not
# count.
sub names {
	my ($f) = @_;
	return ['', 'empty'], map { [$_, 'invalid-format'] } ' ', "\t\n",
	    "\x{a0}\x{3000}", "\x{2028}", "a\nb", "a\x{1}", "\x{7f}",
	    "a\x{85}b", "a\x{2028}b", 'x' x ($f->{max} + 1),
	    $ASTRAL x ($f->{max} + 1);
}

# The values of one call have a first letter of their own.
my $letter = 'a';
sub good_names {
	my ($f) = @_;
	my ($x, $max) = ($letter++, $f->{max});
	return ($x . $ASTRAL x ($max - 1)) x 2,
	    (" \t" . $x x $max . "\x{2003}" => $x x $max), ($x) x 2,
	    ("${x}e\x{301}" x ($max / 2) => "$x\x{e9}" x ($max / 2));
}

# The limit of a password is in bytes: 2 of these characters are 8.
sub bytes {
	my ($f) = @_;
	my @bad;
	push @bad, ['x' x ($f->{min} - 1), 'too-short'], ['äöü', 'too-short']
	    if $f->{min} > 0;
	push @bad, ['x' x ($f->{max} + 1), 'too-long'],
	    [$ASTRAL x ($f->{max} / 4) . 'x', 'too-long'];
	return @bad;
}

sub bad {
	my ($f) = @_;
	my $type = $f->{type};
	my @bad = map { [$_, 'wrong-type'] }
	    @{$wrong_type{$type} // \@no_string};
	push @bad, [undef, 'wrong-type'] if !$f->{null} && $type ne 'json';
	push @bad, map { [$_, 'invalid-format'] } @{$malformed{$type} // []};
	push @bad, map { [$_, 'out-of-range'] } $f->{min} - 1, $f->{max} + 1,
	    -1, 0 + 9e15 if $type eq 'int';
	push @bad, lengths($f) if $type eq 'text' || $type eq 'ref';
	push @bad, names($f) if $type eq 'name';
	push @bad, bytes($f) if $type eq 'password';
	push @bad, [[($ID) x ($f->{max} + 1)], 'too-long'],
	    $f->{min} ? [[], 'empty'] : () if $type eq 'ids';
	push @bad, [[map { uuid() } 0 .. $f->{max}], 'too-long'],
	    [[uuid()], 'too-short'], [[], 'too-short'],
	    [[$ID, uc $ID], 'duplicate'], [[$ID, 'x'], 'invalid-format']
	    if $type eq 'uuids';
	push @bad, [[($f->{words}[0]) x ($f->{max} + 1)], 'too-long'],
	    [[], 'empty'], map { [[$f->{words}[0], $_], 'not-one-of'] } '', 'x',
	    uc $f->{words}[0], "$f->{words}[0] " if $type eq 'words';
	push @bad, [[(plain($f)->[0]) x ($f->{max} + 1)], 'too-long'],
	    $f->{min} ? [[], 'empty'] : () if $type eq 'items';
	push @bad, map { [$_, 'not-one-of'] } '', 'x', uc $f->{words}[0],
	    "$f->{words}[0] ", "$f->{words}[0]\n", substr($f->{words}[0], 1),
	    join ',', @{$f->{words}} if $type eq 'word';
	return @bad;
}

my %edges = (
	uuid => sub { my $id = uuid(); (uc $id, lc $id) },
	bool => sub { ($T, $T, $F, $F) },
	date => sub { map { ($_, $_) } qw(0001-01-01 9999-12-31 2024-02-29
	    2000-02-29 2026-12-31) },
	time => sub { map { ($_, $_) } qw(00:00 09:30 23:59) },
	uuids => sub { my @two = (uuid(), uuid()); (\@two, \@two) },
	stamp => sub { (
	    '2026-01-02T03:04:05Z' => '2026-01-02T03:04:05.000000Z',
	    '2026-01-02t03:04:05.1z' => '2026-01-02T03:04:05.100000Z',
	    '2026-01-02 03:04:05.1234567+01:00' =>
	    '2026-01-02T02:04:05.123456Z',
	    '2026-01-02T03:04:05.999999999-23:59' =>
	    '2026-01-03T03:03:05.999999Z',
	    '2026-01-02T03:04:05-00:00' => '2026-01-02T03:04:05.000000Z',
	    '2016-12-31T23:59:60Z' => '2017-01-01T00:00:00.000000Z',
	    '0001-01-01T00:00:00Z' => '0001-01-01T00:00:00.000000Z',
	    '1969-12-31T23:59:59.999999Z' => '1969-12-31T23:59:59.999999Z',
	    '9999-12-31T23:59:59.999999Z' => '9999-12-31T23:59:59.999999Z',
	) },
	email => sub { map { ($_, $_) } 'x@y.example',
	    "o'x.+y=z/!#\$%&*?^_`{|}~-\@1.Example.org", 'x' x 64 . '@' .
	    join '.', 'y' x 62, 'y' x 62, 'y' x 62 },
	zone => sub { map { ($_, $_) } qw(UTC Europe/Berlin Etc/GMT+5
	    America/Argentina/Buenos_Aires) },
	ids => sub { ([], []) },
	json => sub { map { ($_, $_) } 7, 'x', '', $T, [], { a => [undef] } },
);

# The most characters allowed, inside the BMP and outside; and the fewest.
sub good {
	my ($f) = @_;
	my $type = $f->{type};
	my @pairs = defined $edges{$type} ? $edges{$type}->() : ();
	@pairs = map { ($_, $_) } @{$f->{words}} if $type eq 'word';
	@pairs = map { ([($_) x $f->{max}], [$_]) } @{$f->{words}}
	    if $type eq 'words';
	@pairs = map { ($_, $_) } $ASTRAL x ($f->{max} || 1000),
	    'é' x ($f->{max} || 1000), 'x' x ($f->{min} || 1),
	    "\t\x{1}\x{7f}\x{2028}\x{202e}\x{ffff}\x{10ffff}\"\\/",
	    $f->{min} ? () : '' if $type eq 'text' || $type eq 'ref';
	@pairs = good_names($f) if $type eq 'name';
	@pairs = map { ($_, undef) } $ASTRAL x ($f->{max} / 4),
	    'ä' x ($f->{max} / 2), $ASTRAL x (($f->{min} || 4) / 4)
	    if $type eq 'password';
	@pairs = map { (0 + $_, 0 + $_) } $f->{min}, $f->{max}
	    if $type eq 'int';
	@pairs = map { ($_, $_) } plain($f),
	    [map { plain($f)->[0] } 1 .. $f->{max}]
	    if $type eq 'items';
	push @pairs, undef, undef if $f->{null};
	my @good;
	push @good, [splice @pairs, 0, 2] while @pairs;
	return @good;
}

# An array of objects, by its name: one valid object.
my %row = (
	requests => sub { { method => 'GET', path => '/me' } },
	steps => sub { { id => uuid(), title => 'x' } },
);

my %plain = (
	text => 'x', ref => 'x', name => 'x', password => 'long enough 1', bool => $T,
	date => '2026-01-02', time => '09:30', uuids => [$ID, $ID =~ tr/8/9/r],
	stamp => '2026-01-02T03:04:05Z',
	zone => 'UTC', ids => [], object => {}, json => 'x',
);

sub plain {
	my ($f) = @_;
	return 'https://push.example.org/2' if $f->{name} eq 'endpoint';
	return [$row{$f->{name}}->()] if $f->{type} eq 'items';
	return uuid() if $f->{type} eq 'uuid';
	return uuid() . '@example.org' if $f->{type} eq 'email';
	return 0 + $f->{min} if $f->{type} eq 'int';
	return $f->{words}[0] if $f->{type} eq 'word';
	return $plain{$f->{type}};
}

1;
