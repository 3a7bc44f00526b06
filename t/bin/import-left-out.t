# docket-import says what it did not take: a section of the wrong type, an entry of
# the archive that is not an attachment, a file that is missing or differs.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $l = $ada->make('/lists', title => 'Home');
my $t = $ada->make("/lists/$l/tasks", title => 'Milk');
my $id = uuid();
is $ada->upload($t, $id, 'bytes', 'x.txt')->{status}, 201, 'a file';
is $d->run('docket-export', '--user', 'ada@example.org', '--attachments',
    '--output', "$dir/ada.zip")->{status}, 0, 'is exported';

sub taken {
	my ($d, $file, @how) = @_;
	my $r = $d->run('docket-import', '--user', 'bob@example.org', @how, $file);
	return "$r->{status} $r->{err}$r->{out}";
}

# A service that has nothing of it.
sub fresh {
	my $d = Docket->new;
	$d->user('bob@example.org');
	return $d;
}

sub attachments { return $_[0]->sql('SELECT count(*) FROM attachment') }

subtest 'sections' => sub {
	my $e = fresh();
	my %right = (schemaVersion => '1', profile => {},
	    map { $_ => [] } qw(groups lists tasks steps myDay memberships
	    attachments));
	my %types = (number => 7, null => undef, true => JSON::PP::true,
	    string => 'x', object => { x => 1 }, 'empty object' => {},
	    array => [{}]);
	my $says = sub {
		my ($section, $type) = @_;
		write_file("$dir/x.json", json({ %right, $section => $types{$type} }));
		return taken($e, "$dir/x.json");
	};
	for my $section (sort keys %right) {
		next if $section eq 'schemaVersion';
		my $array = ref $right{$section} eq 'ARRAY';
		for my $type (sort keys %types) {
			next if $type =~ ($array ? qr/array/ : qr/object/);
			is $says->($section, $type), '1 docket-import: '
			    . "$dir/x.json: $section must be an "
			    . ($array ? 'array' : 'object')
			    . "; nothing was imported\n", "$section: $type";
		}
	}
	like $says->('more', 'number'), qr/^0 /, 'a member that is not known';
	is $ada->get('/me/export')->{json}{attachments}, undef,
	    'the export of the API has no list of files';
};

# Copies the archive, and does something to its entries.
my $python = q{
import hashlib, json, sys, zipfile
source, target, name, what = sys.argv[1:]
old = zipfile.ZipFile(source)
entries = [[i.filename, i.external_attr, old.read(i)] for i in old.infolist()]
file = [e for e in entries if e[0].startswith('attachments/')][0]
export = [e for e in entries if e[0] == 'docket-export.json'][0]
data = json.loads(export[2])
exec(what)
export[2] = json.dumps(data).encode()
new = zipfile.ZipFile(target, 'w')
for n, a, b in entries:
    i = zipfile.ZipInfo(n)
    i.create_system = 3
    i.external_attr = a
    new.writestr(i, b)
new.close()
};

my $differs = qr/^1 docket-import: attachment $id refused: it differs from the file that was exported\n/;
my $missing = qr/^1 docket-import: attachment $id refused: it is missing from the archive\n/;
my $name = qr/refused: its name is not attachments\/TASK-ID\/ATTACHMENT-ID\/FILENAME\n/;
my $other = qr/refused: it is not a regular file\n/;
# What is done, how many attachments are imported, and what is said.
my @entries = (
	['nothing', 'pass', 1, qr/^0 /],
	['no list of files, as from older versions', 'del data["attachments"]',
	    1, qr/^0 /],
	['an empty file instead', 'file[2] = b""', 0, $differs],
	['other bytes', 'file[2] = b"BYTES"', 0, $differs],
	['no file', 'entries.remove(file)', 0, $missing],
	['another size in the list', 'data["attachments"][0]["sizeBytes"] = 4',
	    0, $differs],
	['no hash in the list', 'del data["attachments"][0]["sha256"]', 1,
	    qr/^1 docket-import: attachment $id refused: needs id, sizeBytes and sha256/],
	['a number in the list', 'data["attachments"][0] = 7', 1,
	    qr/^1 docket-import: attachment \? refused: /],
	['a folder instead', 'file[0] += "/"; file[1] = 0o40755 << 16', 0, $name],
	['a symbolic link', 'file[1] = 0o120777 << 16', 0, $other],
	['a device', 'file[1] = 0o60600 << 16', 0, $other],
	['what zip had from a pipe', 'file[1] = 0o10600 << 16', 1, qr/^0 /],
	['a socket', 'file[1] = 0o140600 << 16', 0, $other],
	['outside', 'file[0] = "../../" + file[0]', 0, $name],
	['absolute', 'file[0] = "/" + file[0]', 0, $name],
	['one folder more', 'file[0] = file[0].replace("/x", "/y/x")', 0, $name],
	['ids that are none', 'file[0] = "attachments/x/x/x.txt"', 0, $name],
	['something else', 'entries.append(["README", 0o100644 << 16, b""])', 1,
	    qr/^1 docket-import: attachment README $name/],
	['folders on the way', 'entries += [["attachments/", 0o40755 << 16, b""],
	    ["attachments/" + file[0].split("/")[1] + "/", 0o40755 << 16, b""]]'
	    =~ s/\n\s+//gr, 1, qr/^0 /],
	# Of another service, such an archive would be refused.
	['more files, and more bytes, than others may have', 'entries +=
	    [[f"attachments/{n}/", 0o40755 << 16, b""] for n in range(10001)];
	    file[2] += b" "'
	    =~ s/\n\s+//gr, 0, $differs],
);
for (@entries) {
	my ($what, $do, $many, $says) = @$_;
	my $zip = "$dir/entry.zip";
	my $r = $d->spawn({ PATH => $ENV{PATH} }, '', '/usr/bin/python3',
	    '-c', $python, "$dir/ada.zip", $zip, $what, $do);
	is $r->{err}, '', "$what: the archive" or next;
	my $e = fresh();
	my $dry = taken($e, $zip, '--dry-run');
	like $dry, $says, "$what: a dry run says so";
	is attachments($e), 0, "$what: and imports nothing";
	like taken($e, $zip), $says, "$what: so does the import";
	is attachments($e), $many, "$what: attachments imported: $many";
}

my $r = $d->spawn({ PATH => $ENV{PATH} }, '', '/usr/bin/python3', '-c',
    'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract('
    . '"docket-export.json", sys.argv[2])', "$dir/ada.zip", $dir);
is $r->{err}, '', 'the JSON of the archive';
like taken(fresh(), "$dir/docket-export.json"),
    qr/^1 docket-import: attachment $id refused: its file is not in the JSON: import the archive\n/,
    'by itself it lacks the files';
done_testing;
