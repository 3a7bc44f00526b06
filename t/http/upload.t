# Hostile uploads: malformed or truncated multipart/form-data; file names, types
# and sizes that must not be trusted.  A refusal leaves no row and no file.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp;
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Refusal;

my $w = Refusal->new('upload-max-bytes' => 100_000, 'quota-bytes' => '1M');
my $ada = $w->{ada};
my $at = $w->path('/tasks/{taskId}/attachments');
my $type = 'multipart/form-data; boundary=B';
my $bad = '400 malformed-body';

# A part: its name, content and, perhaps, parameters and further header lines.
sub part {
	my ($name, $content, $more, @lines) = @_;
	return join "\r\n", "Content-Disposition: form-data; name=\"$name\"" .
	    ($more // ''), @lines, '', $content;
}

sub message { return join '', map({ "--B\r\n$_\r\n" } @_), "--B--\r\n" }

sub id { return part('id', $_[0] // uuid()) }
sub file { my ($content, $name) = @_;
	utf8::encode $name if defined $name;
	return part('file', $content // "text\n",
	    '; filename="' . ($name // 'a.txt') . '"') }

sub send_it {
	my ($bytes, $content_type, %vars) = @_;
	my $who = %vars ? $ada->with(vars => \%vars) : $ada;
	return $who->post($at, $bytes, 'Content-Type' =>
	    $content_type // $type);
}

subtest 'a body that is not multipart/form-data' => sub {
	my $good = message(id(), file());
	$w->refused(send_it($good, $_), '415 unsupported-media-type', "'$_'")
	    for '', 'text/plain', 'application/json', 'multipart/mixed; '
	    . 'boundary=B', 'multipart/form-data', 'multipart/form-data;',
	    'multipart/form-data; boundary', 'multipart/form-data; boundary=',
	    'multipart/form-data; boundary=""', 'multipart/form-data; '
	    . 'boundary=' . 'B' x 71, "$type; boundary=C", 'xmultipart/'
	    . 'form-data; boundary=B', 'multipart/form-data; boundary="B ',
	    'multipart/form-data; boundary="B "', 'multipart/form-data '
	    . 'boundary=B', 'multipart/form-data; boundary=B\\',
	    "multipart/form-data; boundary=B\x01";
	$w->refused(send_it($good, undef, CONTENT_TYPE => undef),
	    '415 unsupported-media-type', 'without a type');
	$w->refused(send_it(@$_[1, 2]), $bad, $_->[0]) for
	    ['empty', ''], ['another boundary', $good, "${type}C"],
	    ['JSON', '{}'],
	    ['no closing', $good =~ s/--B--\r\n$//r],
	    ['line feeds alone', $good =~ s/\r\n/\n/gr],
	    ['no disposition', message("\r\nx", id(), file())],
	    ['no name', message("Content-Disposition: form-data\r\n\r\nx")],
	    ['a file, not form-data', message(id() =~ s/form-data/file/r)],
	    ['two dispositions', message(part('id', uuid(), '',
	    'Content-Disposition: form-data; name="x"'), file())],
	    ['two names', message(part('id', uuid(), '; name="x"'), file())],
	    ['an open quote', message(part('id', uuid(), '; x="'), file())],
	    ['base64', message(id(), part('file', 'eA==', '',
	    'Content-Transfer-Encoding: base64'))],
	    ['a long header', message(id(), part('file', 'x', '',
	    'X: ' . 'x' x 9000))],
	    ['many headers', message(id(), part('file', 'x', '',
	    map { "X-$_: xxxxxxxx" } 1 .. 1000))],
	    ['no header', message(id(), part('file', 'x', '', 'x'))],
	    ['a folded header', message(id(), part('file', 'x', '', 'X: a',
	    ' b'))], ['a control in a header', message(id(), part('file', 'x',
	    "; filename=\"a\x01b\""))],
	    ['a name that is not UTF-8', message(id(), part('file', 'x',
	    "; filename=\"\xff\""))],
	    ['an id twice', message(id(), id(), file())],
	    ['an id twice, at the end', message(file(), id(), id())],
	    ['a file name twice', message(id(), part('filename', 'a'),
	    file(), part('filename', 'a'))],
	    ['two files', message(id(), file(), file())],
	    ['an id that is not UTF-8', message(id("\xff"), file())],
	    ['a file name with U+0000', message(id(), file(),
	    part('filename', "a\0b"))], ['a file name that is not UTF-8',
	    message(id(), file(), part('filename', "a\xe9"))];
	my $wide = $ada->with(env => { %{$ada->{env}},
	    DOCKET_UPLOAD_MAX_BYTES => '25M' });
	$w->refused($wide->post($at, message((part('x', '')) x 10_000, id(),
	    file()), 'Content-Type' => $type), $bad,
	    '10,000 parts are refused');
};

subtest 'truncated bodies' => sub {
	my $id = uuid();
	my $all = message(id($id), part('filename', 'x.txt'), file());
	for (my $n = 0; $n < length($all) - 4; $n += 5) {
		$w->refused(send_it(substr $all, 0, $n), $bad, "$n bytes");
	}
	my $length = length $all;
	$w->refused(send_it($all, $type, CONTENT_LENGTH => $_->[0]), $_->[1],
	    "length '" . ($_->[0] // 'none') . "'") for
	    [$length - 10, $bad], [1, $bad], [0, $bad],
	    [$length + 1, '400 malformed-request'],
	    [-1, '400 malformed-request'], ['x', '400 malformed-request'],
	    ["$length ", '400 malformed-request'],
	    [170_000, '413 file-too-large'], ['9' x 30, '413 file-too-large'];
	my %none = (CONTENT_LENGTH => undef);
	$w->refused(send_it('', $type, %none), '411 length-required',
	    'no body and no length');
	$w->refused(send_it(substr($all, 0, 60), $type, %none), $bad,
	    'a truncated body without a length');
	$w->refused(send_it('x' x 200_000 . "\r\n$all", $type, %none),
	    '413 file-too-large', 'an endless body without a length');
	is send_it($all, $type, %none)->{status}, 201,
	    'a complete body without a length is accepted';
	is send_it($all . 'x' x 1000)->{status}, 200,
	    'bytes after the last boundary are ignored';
	$w->remember;
};

subtest 'fields of the form' => sub {
	my $wrong = '422 validation-failed';
	$w->refused(send_it(message(@{$_->[1]})), "$wrong $_->[0]",
	    $_->[2]) for
	    ['/id:required', [file()], 'no id'],
	    ['/file:required', [id()], 'no file'],
	    ['/id:required /file:required', [part('x', 'y')], 'neither'],
	    ['/id:required /file:required', [], 'no part'],
	    ['/id:invalid-format /file:required', [id('x')], 'both'],
	    map { ['/id:invalid-format', [file(), id($_)], 'id ' .
	    substr(shown($_), 0, 40)] } '', 'x', 'x' x 5000, uuid() . ' ',
	    ' ' . uuid(), '{' . uuid() . '}', uuid() =~ tr/-//dr,
	    'null', uuid() . "\r\n";
	my @parts = (id(), part('filename', 'n.txt'), file());
	for ([0, 2, 1], [1, 0, 2], [2, 0, 1], [2, 1, 0]) {
		my $r = send_it("a preamble\r\n" . message(part('x', 'y'),
		    @parts[@$_], part('y', 'z' x 20000)));
		like $r->{status}, qr/^20[01]$/, "in the order @$_";
		is $r->{json}{filename}, 'n.txt', 'the field filename is used';
	}
	my $id = uuid();
	is send_it(message(id(uc $id), file()))->{json}{id}, $id,
	    'an id in upper case is accepted';
	my $tricky = "a\r\n--\r\n--BB\r\n--B-\r\n-\r\n--\r--B\n--B--x";
	my $r = send_it(message(id(), part('file', $tricky)));
	is $r->{status}, 201, 'content that resembles a boundary is accepted';
	is $ada->get("/attachments/$r->{json}{id}/content")->{body}, $tricky,
	    'and stored';
	$w->remember;
};

subtest 'file names' => sub {
	my $long = 'ü' x 200;
	my @names = (
		['a.txt', 'a.txt'], ['../../etc/passwd', 'passwd'],
		['C:\\temp\\a.txt', 'a.txt'], ['/', undef], ['a/', undef],
		['.', undef], ['..', undef], ['a/..', undef], ['', undef],
		[' ', undef], ['~', '~'], ['.profile', '.profile'],
		['a%22b', 'a"b'], ['a\\"b', 'a"b'], ['a%0D%0ASet-Cookie: x=y',
		'aSet-Cookie: x=y'], ["a\x{7f}b", undef, 400],
		["a\tb", 'ab'], ["a\x{85}b", 'ab'],
		["a\x{202e}txt.exe", 'atxt.exe'], ["a\x{2028}b", 'ab'],
		["e\x{301}.txt", "\x{e9}.txt"], ["\x{1f600}.txt",
		"\x{1f600}.txt"], ['x' x 300, 'x' x 255],
		['x' x 300 . '.txt', 'x' x 251 . '.txt'],
		["$long.txt", 'ü' x 125 . '.txt'], ['x;y=z', 'x;y=z'],
		["UTF-8''x", "UTF-8''x"], ['a b.txt', 'a b.txt'],
		["a\x{0}b", undef, 400],
	);
	for (@names) {
		my ($sent, $kept, $refused) = @$_;
		$kept //= 'attachment';
		my $r = send_it(message(id(), file("text\n", $sent)));
		my $name = substr shown($sent), 0, 40;
		is said($r), $bad, $name if $refused;
		next if $refused;
		is $r->{json}{filename}, $kept, "$name in the part";
		my $field = $sent =~ s/\\"|%22/"/r =~ s/%0D%0A/\r\n/r;
		utf8::encode $field;
		$r = send_it(message(id(), part('filename', $field), file()));
		is $r->{json}{filename}, $kept, "$name in the field";
		my $how = $ada->get("/attachments/$r->{json}{id}/content")
		    ->{headers}{'content-disposition'};
		like $how, qr/^attachment;
		    \ filename="[^"\\\x00-\x1f\x7f-\xff]*";
		    \ filename\*=UTF-8''[\w.~%-]*$/x, 'and is safe to send';
	}
	is send_it(message(id(), part('file', "text\n", $_)))->{json}{filename},
	    'attachment', "with '$_'" for '', "; filename*=UTF-8''x.txt",
	    "; filename*=UTF-8''%2e%2e%2fx";
	is send_it(message(id(), file(), part('filename', 'x' x 5000)))
	    ->{json}{filename}, 'x' x 255, 'a long name is truncated';
	is send_it(message(id(), file(), part('filename', 'x' .
	    "\xc3\xbc" x 5000)))->{json}{filename}, 'x' . 'ü' x 127,
	    'between two characters';
	$w->remember;
};

subtest 'media types' => sub {
	my $png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0";
	my $html = '<!DOCTYPE html><html><script>x</script></html>';
	my $svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg'
	    . '"><script>x</script></svg>';
	open my $in, '<:raw', build() . '/cgi-bin/status' or die;
	read $in, my $elf, 50_000;
	my @refused = (['HTML', $html], ['SVG', $svg],
	    ['SVG without a head', $svg =~ s/<\?.*\?>//r],
	    ['a program', $elf], ['a program of another system',
	    "MZ\x90\0" . "\0" x 60 . "PE\0\0"], ['gzip', "\x1f\x8b\x08\0" .
	    "\0" x 20], ['noise', join '', map { chr($_ * 7 % 256) } 0 .. 999],
	    ['a NUL', "\0"], ['blanks before it', " \n\t$html"]);
	for (@refused) {
		my ($name, $content) = @$_;
		$w->refused(send_it(message(id(), part('file', $content,
		    "; filename=\"$_\"", 'Content-Type: image/png'))),
		    '415 type-not-allowed', "$name as $_")
		    for qw(x.png x.txt x.csv x.md x);
	}
	my @taken = (
		[$png, 'text/html', 'x.html', 'image/png'],
		["text\n", 'application/x-msdownload', 'x.exe', 'text/plain'],
		["text\n", 'text/html', 'x.svg', 'text/plain'],
		["a,b\n", 'x', 'x.CSV', 'text/csv'],
		["# a\n", '', 'x.md', 'text/markdown'],
		["# a\n", '', 'x.Markdown', 'text/markdown'],
		["#!/bin/sh\necho\n", 'text/html', 'x.sh', 'text/plain'],
		["%PDF-1.4\n", 'text/plain', 'x.txt', 'application/pdf'],
		["PK\5\6" . "\0" x 18, 'text/plain', 'x', 'application/zip'],
		['', 'text/html', 'x.html', 'text/plain'],
		['x', 'text/html', 'x', 'text/plain'],
		["\n", 'text/html', 'x', 'text/plain'],
		["\xc3\xbc", '', 'x.txt', 'text/plain'],
	);
	for (@taken) {
		my ($content, $claim, $name, $is) = @$_;
		my $r = send_it(message(id(), part('file', $content,
		    "; filename=\"$name\"", "Content-Type: $claim")));
		is "$r->{status} " . ($r->{json}{contentType} // ''),
		    "201 $is", "$name, claimed to be $claim";
		is $r->{json}{sizeBytes}, length $content, 'sizeBytes is right';
		my $h = $ada->get("/attachments/$r->{json}{id}/content")
		    ->{headers};
		is "$h->{'content-type'} $h->{'x-content-type-options'} " .
		    $h->{'content-security-policy'},
		    "$is nosniff default-src 'none'; sandbox",
		    'the content is sent with safe headers';
	}
	$w->remember;
};

subtest 'sizes and the quota' => sub {
	$w->refused(send_it(message(id(), file('x' x $_))),
	    '413 file-too-large', "$_ bytes") for 100_001, 160_000, 400_000;
	my $used = $ada->sql('SELECT sum(CASE WHEN size < 4096 THEN 4096 ELSE size
	    END) FROM (SELECT DISTINCT sha256, size FROM attachment
	    WHERE deleted_at = 0) AS each_once');
	my $left = 390_000;
	$ada->{env}{DOCKET_QUOTA_BYTES} = $used + $left;
	my $r = send_it(message(id(), file('a' x 100_000)));
	is $r->{status}, 201, '100000 bytes';
	is send_it(message(id(), file($_ x 100_000)))->{status}, 201, $_
	    for 'b', 'c';
	$w->remember;
	$w->refused(send_it(message(id(), file('d' x ($left - 299_999)))),
	    '413 quota-exceeded', 'a byte over the quota is refused');
	is send_it(message(id(), file('a' x 100_000)))->{status}, 201,
	    'a file that the user has already does not count';
	is send_it(message(id(), file('d' x ($left - 304_096))))->{status},
	    201, 'all but 4096 bytes of the quota are accepted';
	is send_it(message(id(), file('a few bytes')))->{status}, 201,
	    'a small file is accepted, and counts as 4096 bytes';
	$w->remember;
	$w->refused(send_it(message(id(), file('x more'))),
	    '413 quota-exceeded', 'so another is refused');
	is $w->{bob}->upload($w->{id}{taskId}, uuid(), 'b' x 100_000, 'x')
	    ->{status}, 201, "another's quota is another";
};

subtest 'ids that are in use' => sub {
	my ($id, $gone) = ($w->{id}{attachmentId}, uuid());
	my $sibling = $w->{id}{sibling};
	$ada->upload($sibling, $gone, '', 'x');
	$ada->del("/attachments/$gone");
	$w->remember;
	my $taken = '409 attachment-id-in-use';
	is $ada->upload($w->{id}{taskId}, $id, "text\n", 'b')->{status}, 200,
	    'the same upload again is 200';
	is $w->state, $w->{state}, 'and changes nothing';
	$w->refused($ada->upload($w->{id}{taskId}, $id, 'x', 'a.txt'), $taken,
	    'other content is refused');
	$w->refused($ada->upload($sibling, $id, "text\n", 'a.txt'), $taken,
	    'another task is refused');
	$w->refused($w->{bob}->upload($w->{id}{taskId}, $id, "text\n",
	    'a.txt'), $taken, 'another user is refused');
	$w->refused($ada->upload($sibling, $gone, '', 'x'), $taken,
	    'the id of a deleted one is refused');
};

documented($record);
# A disk that has lost the end of a file.
if (engine() eq 'sqlite') {
	my $id = uuid();
	my $own = Docket->new;
	my $eve = $own->user('eve@example.org');
	my $l = $eve->make('/lists', title => 'L');
	my $t = $eve->make("/lists/$l/tasks", title => 'T');
	$eve->upload($t, $id, 'whole', 'x.txt');
	my ($path) = glob "$own->{data}/files/*/*";
	truncate $path, 3 or die "$path: $!\n";
	my $r = $eve->with(quiet => 1, may_fail => 1)
	    ->get("/attachments/$id/content");
	is $r->{status}, 500, 'a file that is cut is not sent';
	like $r->{raw}{err}, qr/cannot read an attachment's file/,
	    'and the log says so';
}
done_testing;
