# Text comes out byte for byte as it went in: from the database, in each answer
# that contains it, in an export and after an import.  DOCKET_SEED: which texts;
# DOCKET_TEXTS: how many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Encode 'encode_utf8';
use Test::More;

my $seed = $ENV{DOCKET_SEED} // time;
my $texts = $ENV{DOCKET_TEXTS} // 60;
srand $seed;

# Of every plane and each length in UTF-8, what looks the same and is not, what
# is not to be seen, what JSON, HTML and SQL quote, noncharacters.
my @odd = (map({ chr } 1 .. 31, 127, 0x80, 0x85, 0xa0, 0xad, 0x301, 0x37e,
    0x7ff, 0x800, 0x1e9b, 0x200b, 0x200d, 0x200e, 0x2028, 0x2029, 0x202e,
    0x212b, 0xd7ff, 0xe000, 0xfb01, 0xfdd0, 0xfeff, 0xfffd, 0xfffe, 0xffff,
    0x10000, 0x1f600, 0x1fffe, 0x2f800, 0xe0001, 0x10ffff), qw(" ' \ / < > &
    % _ \u0041 \n --), ' ', "e\x{301}", "\x{e9}");

sub text {
	my ($most) = @_;
	my $text = '';
	my $n = 1 + int rand $most;
	while (length $text < $n) {
		my $c = int rand 0x110000;
		$text .= rand 2 < 1 ? $odd[rand @odd] : rand 2 < 1 ?
		    chr(32 + rand 95) : $c >= 0xd800 && $c < 0xe000 ? '' :
		    chr($c || 1);
	}
	return substr $text, 0, $most;
}

# The same text, written as JSON in one of the ways that there are.
my %short = ("\b" => 'b', "\f" => 'f', "\n" => 'n', "\r" => 'r', "\t" => 't',
    '"' => '"', '\\' => '\\', '/' => '/');
sub quoted {
	my ($text, $escape) = @_;
	my $out = '"';
	for my $c (split //, $text) {
		my $n = ord $c;
		if ($short{$c} && (rand 2 < 1 && $c ne '/' || $n < 32)) {
			$out .= "\\$short{$c}";
		} elsif ($n >= 32 && $c !~ /["\\]/ && rand >= $escape) {
			$out .= encode_utf8($c);
		} else {
			my @units = $n < 0x10000 ? $n : (0xd7c0 + ($n >> 10),
			    0xdc00 + ($n & 0x3ff));
			$out .= sprintf rand 2 < 1 ? '\\u%04x' : '\\u%04X', $_
			    for @units;
		}
	}
	return "$out\"";
}

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $list = uuid();
$ada->post('/lists', { id => $list, title => 'L' });
my $tasks = "/lists/$list/tasks";
my (%title, %notes);
for my $i (1 .. $texts) {
	my $id = uuid();
	my $title = text(500);
	my $notes = text($i % 10 ? 300 : 10_000);
	my $r = $ada->post($tasks, qq({"id":"$id","title":)
	    . quoted($title, $i % 3 / 2) . '}');
	is $r->{status}, 201, "text $i of seed $seed" or diag $r->{body};
	ok $r->{json}{title} eq $title, 'the title is answered as sent';
	$r = $ada->patch("$tasks/$id", '{"notes":' . quoted($notes,
	    $i % 3 / 2) . '}');
	ok $r->{status} == 200 && $r->{json}{notes} eq $notes,
	    'the notes are answered as sent' or diag $r->{body};
	($title{$id}, $notes{$id}) = ($title, $notes);
}

sub same {
	my ($items, $where) = @_;
	my %seen = map { $_->{id} => $_ } @$items;
	is scalar(grep { !$seen{$_} || $seen{$_}{title} ne $title{$_} ||
	    $seen{$_}{notes} ne $notes{$_} } keys %title), 0, $where;
}

sub pages {
	my ($path) = @_;
	my ($page, @all) = { more => 1 };
	while ($page->{more}) {
		my $since = $page->{next} ? "&since=$page->{next}" : '';
		$page = $ada->get("$path?limit=1000$since")->{json};
		push @all, @{$page->{items}};
	}
	return \@all;
}

same(pages($tasks), 'in the listing');
same([grep { $_->{kind} eq 'task' } @{pages('/me/changes')}],
    'in the changes');
same([map { $ada->get("$tasks/$_")->{json} } keys %title], 'one by one');
my %row = map { my ($id, @text) = split /\|/; ($id, \@text) }
    split /\n/, $d->sql('SELECT lower(hex(id)), hex(title), hex(notes) '
    . 'FROM task');
is scalar(grep { my $row = $row{tr/-//dr} // ['', ''];
    $row->[0] ne uc unpack('H*', encode_utf8($title{$_})) ||
    $row->[1] ne uc unpack('H*', encode_utf8($notes{$_})) } keys %title), 0,
    'in the database';

my $export = $ada->get('/me/export')->{json};
same($export->{tasks}, 'in an export');
my $file = "$d->{data}/all.json";
my $other = Docket->new;
$other->user('ada@example.org');
for (['docket-export', $d, '--user', 'ada@example.org', '--output',
    $file],
    ['docket-import', $other, '--user', 'ada@example.org', $file]) {
	my ($program, $where, @args) = @$_;
	my $r = $where->run($program, @args);
	is $r->{status}, 0, $program or diag $r->{err};
}
my $sums = 'SELECT hex(id), hex(title), hex(notes) FROM task ORDER BY id';
is $other->sql($sums), $d->sql($sums), 'in what was imported from it';
diag "bytes seed=$seed texts=$texts";
done_testing;
