# Files that nobody has by accident: each is refused whole, with one sentence, or
# becomes what it can, in at most 64 MiB, and leaves nothing half done.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Peak;
use Compress::Raw::Zlib qw(crc32 Z_OK MAX_WBITS Z_DEFLATED Z_BEST_COMPRESSION);
use Test::More;

my $MIB = 1024 * 1024;
my $sanitized = build() =~ m{/san$};	# which takes memory of its own
my $d = Docket->new;
my $ada = $d->user('ada@example.org');

sub deflated {
	my ($bytes) = @_;
	my $z = Compress::Raw::Zlib::Deflate->new(-WindowBits => -MAX_WBITS,
	    -Level => Z_BEST_COMPRESSION, -AppendOutput => 1);
	my $out = '';
	$z->deflate($bytes, $out) == Z_OK or die;
	$z->flush($out) == Z_OK or die;
	return $out;
}

# An archive of [name, bytes, what its headers say otherwise].
sub zip {
	my (@files) = @_;
	my ($local, $central) = ('', '');
	for (@files) {
		my ($name, $bytes, %o) = @$_;
		my $packed = $o{packed} // deflated($bytes);
		my $common = pack 'v5 V3 v2', 20, $o{flags} // 0,
		    $o{method} // 8, 0, 0x5d7a, $o{crc} // crc32($bytes),
		    length $packed, $o{size} // length $bytes, length $name, 0;
		$central .= "PK\1\2" . pack('v', 3 << 8 | 20) . $common
		    . pack('v3 V2', 0, 0, 0, ($o{mode} // 0100644) << 16,
		    $o{at} // length $local) . $name;
		$local .= "PK\3\4$common$name$packed";
	}
	return $local . $central . "PK\5\6" . pack 'v4 V2 v', 0, 0,
	    (scalar @files) x 2, length $central, length $local, 0;
}

sub todoist { my (@rows) = @_;
	return join '', map { "$_\n" } 'TYPE,CONTENT,PRIORITY,INDENT', @rows }

my $csv = todoist('task,Milk,4,1');
my $deep = sub { my ($open, $close) = @_;
	return $open x 10000 . $close x 10000 };
my $google = sub { my (@items) = @_;
	return json({ kind => 'tasks#tasks', items => \@items }) };

# name, bytes, the answer: a status of refusal with its code, or 201 with how many
# are made; the name of the file.
my @cases = (
    # Archives.
    ['a bomb: 150 MiB in 150 KiB', sub { zip(['a.csv', "\0" x (150 * $MIB)]) },
	422, 'malformed-import'],
    ['a bomb that says it is small', sub { zip(['a.csv', $csv . 'x,' x
	(40 * $MIB), size => length $csv, crc => crc32($csv)]) },
	415, 'unknown-format'],
    ['a bomb: 200 files over the same bytes', sub { my $big = 'x' x (2 * $MIB);
	my $packed = deflated($big);
	zip(['a.csv', $big], map { ["$_.csv", $big, packed => '', at => 0] }
	2 .. 200) }, 422, 'malformed-import'],
    ['200 MiB unpacked', sub { zip(['a.csv', $csv], ['b.bin', 'x' x (3 * $MIB),
	packed => 'x' x (3 * $MIB), method => 0], ['c.bin', '', size =>
	201 * $MIB]) }, 422, 'malformed-import'],
    ['10,001 files', sub { zip(map { ["$_.csv", 'x', packed => 'x',
	method => 0] } 1 .. 10001) }, 422, 'malformed-import'],
    ['a path that leads out', sub { zip(['../a.csv', $csv]) },
	422, 'malformed-import'],
    ['one in the middle', sub { zip(['a/../../a.csv', $csv]) },
	422, 'malformed-import'],
    ['one of Windows', sub { zip(['a\\..\\a.csv', $csv]) },
	422, 'malformed-import'],
    ['an absolute path', sub { zip(['/a.csv', $csv]) },
	422, 'malformed-import'],
    ['a link', sub { zip(['a.csv', $csv], ['b.csv', '/etc/passwd',
	mode => 0120777]) }, 422, 'malformed-import'],
    ['a device', sub { zip(['a.csv', $csv], ['b.csv', '',
	mode => 0020666]) }, 422, 'malformed-import'],
    ['encrypted', sub { zip(['a.csv', $csv, flags => 1]) },
	415, 'unknown-format'],
    ['packed in an unknown way', sub { zip(['a.csv', $csv, method => 99]) },
	415, 'unknown-format'],
    ['another checksum', sub { zip(['a.csv', $csv, crc => 1]) },
	415, 'unknown-format'],
    ['a header beyond the end', sub { zip(['a.csv', $csv, at => 2 ** 31]) },
	415, 'unknown-format'],
    ['half an archive', sub { substr zip(['a.csv', $csv]), 0, -30 },
	422, 'malformed-import'],
    ['an archive in an archive', sub { zip(['a.zip', zip(['a.csv', $csv])]) },
	415, 'unknown-format'],
    ['nothing in it', sub { zip() }, 415, 'unknown-format'],
    ['a damaged second file', sub { zip(['a.csv', $csv],
	['b.csv', $csv, crc => 1]) }, 201, 2],
    # JSON.
    ['arrays of depth 10,000', sub { $deep->('[', ']') },
	415, 'unknown-format'],
    ['objects of depth 10,000', sub { $deep->('{"a":', '}') },
	415, 'unknown-format'],
    ['a task of depth 10,000', sub { '{"kind":"tasks#tasks","items":[{"title":'
	. $deep->('[', ']') . '}]}' }, 422, 'malformed-import'],
    ['an array that is not closed', sub {
	'{"kind":"tasks#tasks","items":[{"title":"a"}' },
	422, 'malformed-import'],
    ['a text of 20 MiB', sub { $google->({ title => 'x' x (20 * $MIB) }) },
	422, 'malformed-import'],
    ['a name of 20 MiB', sub { '{"kind":"tasks#tasks","' . 'x' x (20 * $MIB) .
	'":1,"items":[]}' }, 415, 'unknown-format'],
    ['a number of 1 MiB', sub { '{"kind":"tasks#tasks","items":[{"title":"a",'
	. '"position":' . '9' x ($MIB - 100) . '}]}' }, 201, 2],
    ['NUL in a title', sub { '{"kind":"tasks#tasks","items":[{"title":' .
	'"a\u0000b","id":"1"}]}' }, 422, 'malformed-import'],
    ['half a surrogate', sub { '{"kind":"tasks#tasks","items":[{"title":' .
	'"a\ud800"}]}' }, 422, 'malformed-import'],
    ['bytes that are not UTF-8', sub { '{"kind":"tasks#tasks","items":' .
	"[{\"title\":\"\xff\xfe\"}]}" }, 422, 'malformed-import'],
    ['types that are wrong', sub { $google->({ id => [], title => {},
	due => 7, parent => {}, notes => [], links => 'x', position => {},
	status => [] }) }, 201, 2],
    ['a task that is its own parent', sub { $google->({ id => 'a',
	parent => 'a', title => 'a' }) }, 201, 2],
    ['parents in a circle', sub { $google->(map { { id => $_, title => $_,
	parent => ($_ + 1) % 500 } } 0 .. 499) }, 201, 501],
    ['20,000 parts of a task, with notes', sub { $google->({ id => 'top',
	title => 'a' }, map { { id => "i$_", parent => 'top', title => $_,
	notes => 'n' } } 1 .. 20000) }, 201],
    ['20 MiB of comments on a task', sub { json({ projects => [{ id => 'p',
	name => 'P' }], items => [{ id => 'i', project_id => 'p',
	content => 'a' }], notes => [map { { item_id => 'i',
	content => 'c' x 6000 } } 1 .. 3400] }) }, 201],
    ['a chain of 20,000 parents', sub { $google->(map { { id => "i$_",
	title => $_, parent => 'i' . ($_ + 1) } } 0 .. 19999) }, 201],
    ['projects in a circle', sub { json({ projects => [map { { id => "$_",
	name => "p$_", parent_id => '' . ($_ + 1) % 300 } } 0 .. 299],
	items => [{ id => '1', content => 'a', project_id => '7' }] }) }, 201],
    ['the same id 20,000 times', sub { $google->(map { { id => 'a',
	title => 'a' } } 1 .. 20000) }, 201, 2],
    # Tables.
    ['a quotation mark that is not closed', sub {
	"title,notes\na,b\n\"c" . 'x' x (20 * $MIB) }, 422, 'malformed-import'],
    ['a row of 20 MiB', sub { "title\n" . 'x' x (20 * $MIB) . "\n" },
	422, 'malformed-import'],
    ['a head of 20 MiB', sub { 'x' x (20 * $MIB) }, 422, 'malformed-import'],
    ['100,000 columns', sub { join(',', 'title', 1 .. 100000) . "\na\n" },
	422, 'malformed-import'],
    ['500,000 empty rows', sub { "title\n" . ",,,\n" x 500000 . "a\n" },
	201, 2],
    ['a formula', sub { "title\n=cmd|' /C calc'!A0\n" }, 201, 2],
    ['dates that do not exist', sub { "title,due,created,done\n" .
	"a,2026-02-30,9999-99-99,0000-00-00\nb,99999999999-01-01,," .
	"2026-13-01\n" }, 201, 3],
    ['a rule that never comes', sub { "title,due,repeat\na,2026-01-01,"
	. "\"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\"\n" }, 201, 2],
    ['10,000 steps', sub { "title,steps\na,\"" . join("\n", map { "[ ] $_" }
	1 .. 10000) . "\"\n" }, 201, 102],
    ['10,000 tags', sub { "title,tags\na,\"" . join(',', 1 .. 10000) .
	"\"\n" }, 201],
    ['an indent of 10^30', sub { todoist('task,a,4,1', 'task,b,4,' .
	'9' x 30, 'task,c,4,-5') }, 201, 4],
    ['10,000 indents', sub { todoist(map { "task,t$_,4,$_" } 1 .. 10000) },
	201],
    ['half a character of UTF-16', sub { "\xff\xfet\0i\0t\0l\0e\0\n\0a\0\0" },
	201, 2],
    # Lines.
    ['a line of 20 MiB', sub { '(A) ' . 'x' x (20 * $MIB) },
	422, 'malformed-import', 'todo.txt'],
    ['a line of a million words', sub { '(A) x ' . '+a @b ' x 150000 },
	201, undef, 'todo.txt'],
    ['10 MiB of ends of lines', sub { "(A) a\n" . "\n" x (10 * $MIB) .
	"(A) b\n" }, 201, 3, 'todo.txt'],
    ['control characters', sub { "(A) a\x01\x1b[31m\x7f\n" }, 201, 2,
	'todo.txt'],
    # Markdown.
    ['an item of 20 MiB', sub { '- [ ] ' . 'x' x (20 * $MIB) },
	422, 'malformed-import'],
    ['an item of 30,000 tags', sub { '- [ ] x' . ' #a' x 30000 }, 201],
    ['notes of 2 MiB', sub { "- [ ] a\n" . "  line of the notes\n" x 100000 },
	201, 2],
    ['100,000 steps', sub { "- [ ] a\n" . "  - [ ] b\n" x 100000 }, 201, 102],
    ['50,000 headings', sub { join('', map { "# $_\n" } 1 .. 50000) .
	"- [ ] a\n" }, 201, 2],
    ['3,000 levels', sub { join '', map { ' ' x $_ . "- $_\n" } 0 .. 3000 },
	201, 102],
    ['a million stars', sub { "- a\n- " . '*' x 900000 . "\n" }, 201],
    ['a million brackets', sub { '- a ' . '(due ' x 180000 . "\n" }, 201, 2],
    ['text of 10,000 paragraphs', sub { "- [ ] a\n\n" . "text\n\n" x 10000 },
	201, 2, 'x.md'],
    # Calendars.
    ['a line of 20 MiB', sub { "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:" .
	'x' x (20 * $MIB) . "\nEND:VTODO\nEND:VCALENDAR\n" },
	422, 'malformed-import'],
    ['a component of 20 MiB', sub { "BEGIN:VCALENDAR\nBEGIN:VTODO\n" .
	"X-A:b\n" x (3 * $MIB) . "END:VTODO\nEND:VCALENDAR\n" },
	422, 'malformed-import'],
    ['components of depth 10,000', sub { "BEGIN:VCALENDAR\n" .
	"BEGIN:VTODO\n" x 10000 . "END:VTODO\n" x 10000 . "END:VCALENDAR\n" },
	201],
    ['a calendar that is cut off', sub { "BEGIN:VCALENDAR\nBEGIN:VTODO\n" .
	"SUMMARY:a\n" }, 422, 'malformed-import'],
    ['an end without a begin', sub { "BEGIN:VCALENDAR\nEND:VCALENDAR\n" .
	"END:VCALENDAR\n" }, 422, 'malformed-import'],
    # Names of files.
    ['a name that is a path', sub { "title\na\n" }, 201, 2,
	'../../etc/passwd.csv'],
    ['a name of 5,000 bytes', sub { "title\na\n" }, 201, 2, 'x' x 5000],
);

sub rows { return $d->rows(grep { !/^(?:state|user|lock|rate)/ } $d->tables) }

# POST /me/imports of a CGI program: status, answer, kilobytes.
sub import_of {
	my ($u, $bytes, $filename, @parts) = @_;
	my ($body, $type) = Docket::multipart(@parts, ['file', $bytes,
	    $filename]);
	my ($bare, $env) = $u->cgi_environment('POST', '/me/imports', $body,
	    Authorization => "Bearer $u->{token}", 'Content-Type' => $type);
	my ($answer, $kb) = peak($env, $body, build() . '/cgi-bin/' .
	    Docket::program_of($bare));
	my ($status) = $answer =~ /^Status: (\d+)/;
	my ($text) = $answer =~ /\r?\n\r?\n(.*)/s;
	return ($status, $Docket::Json->decode($text), $kb);
}

# An administrator's docket-import refuses it as well.
sub refused_by_program {
	my ($u, $bytes, $sentence) = @_;
	my $file = write_file("$d->{data}/given", $bytes);
	my $r = $d->run('docket-import', '--user', $u->{email}, $file);
	my ($why) = $sentence =~ /([^:]+)\.\z/;
	is $r->{status}, 1, 'docket-import refuses it, too';
	like $r->{err}, qr/\A.*\Q$why\E; nothing was imported\n\z/i,
	    'by the same sentence';
	unlink $file;
}

my $n = 0;
for (@cases) {
	my ($name, $bytes, $status, $what, $filename) = @$_;
	my $u = $d->user('u' . $n++ . '@example.org');
	$bytes = $bytes->();
	$filename //= 'file.csv';
	subtest $name => sub {
		my $before = rows();
		for my $dry (1, 0) {
			my ($is, $j, $kb) = import_of($u, $bytes, $filename,
			    $dry ? ['dryRun', 'true'] : ());
			is $is, $status == 201 && $dry ? 200 : $status,
			    'its status' or diag json($j);
			cmp_ok $kb, '<', ($sanitized ? 400 : 64) * 1024,
			    'in less than 64 MiB';
			if ($status != 201) {
				is $j->{code}, $what, $what;
				like $j->{detail}, qr/\A[^\n]{10,200}\.\z/,
				    'and a sentence';
				refused_by_program($u, $bytes, $j->{detail})
				    if $dry;
			} elsif (defined $what) {
				is $j->{counts}{made}, $what,
				    "$what are made" or diag json($j);
			}
			ok rows() eq $before, 'nothing has changed'
			    if $dry || $status != 201;
		}
		return if $status != 201;
		my ($is, $j) = import_of($u, $bytes, $filename);
		is $j->{counts}{made}, 0, 'the second time makes nothing';
		my ($id) = map { $_->{id} } grep { $_->{counts}{made} > 0 }
		    @{$u->get('/me/imports')->{json}{items}};
		is_deeply $u->del("/me/imports/$id")->{json}{kept}, [],
		    'and it can be undone';
		is_deeply $u->get('/lists')->{json}{items}, [], 'wholly';
	};
}
is $d->check->{status}, 0, 'check is content';
# The bounds of an archive, as the documents have them.
my %bound = slurp('lib/import/importer/file.h') =~
    /^#define ARCHIVE_(\w+)\s+(?:\(INT64_C\()?(\d+)/mg;
is $bound{RATIO}, 100, 'a hundredfold';
for my $document ('man/docket-import.8', 'doc/import.md') {
	my $words = slurp($document) =~ s/\s+/ /gr;
	my $files = $bound{FILES} =~ s/(?=000$)/,/r;
	my $said = "$files files and, unpacked, $bound{BYTES} MiB";
	like $words, qr/may have \Q$said\E, and must not be a hundredfold/, $document;
}
done_testing;
