# The form of a file is found by its content: small files of every form, with and
# without a byte order mark, with the ends of lines of Windows, blank lines around them,
# and whatever the name says, or none.  Each text is tried in one of these ways, in turn;
# with FORMS=all in all of them.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');

sub ics { return join '', map { "$_\n" } 'BEGIN:VCALENDAR', 'BEGIN:VTODO', 'UID:1',
    "SUMMARY:$_[0]", 'END:VTODO', 'END:VCALENDAR' }

# Each form: how its files are named, and texts that have it.
my %forms = (
    markdown => ['md', '- [ ] Brot', "- [ ] Brot\n- [x] Milch", '* [ ] Brot',
	'+ [X] Brot', '[ ] Brot', "[x] Brot\n[ ] Milch", '- Brot', "* Brot\n* Milch",
	"1. Brot\n2. Milch", '1. [ ] Brot', "# Shop\n\n- [ ] Brot", "# Shop\n- Brot",
	"Shop\n\n- [ ] Brot\n- [ ] Milch", "To buy, for us:\n- [ ] Brot\n- [ ] Ei",
	"---\ntitle: Shop\n---\n- [ ] Brot\n- [ ] Ei\n- [ ] Salz",
	"- [ ] Brot +Shop \@home\n- [ ] Milch due:2026-12-01",
	"- [ ] Brot, Milch\n- [ ] Ei; Salz", "- [ ] \"Brot", "- Brot\n  - [ ] one\n  why",
	"\t- [ ] Brot"],
    'todo-txt' => ['txt', 'x Brot', '(A) Brot', '2026-11-01 Brot', 'Brot +Shop',
	'Brot @shop', "x 2026-11-01 Brot\n(B) Milch", "Brot +Shop\nMilch +Shop",
	"(A) - Brot\n(B) [ ] Milch", "Brot +Shop\n- [ ] Ei +Shop\nMilch +Shop"],
    csv => ['csv', "title\nBrot", "Title,Notes\nBrot,", "Aufgabe;Notiz\nBrot;hell",
	"title\tdone\nBrot\tyes", "title,done\nBrot,x", "done\ttitle\n[x]\tBrot",
	"done,title\n[ ],Brot\n[x],Milch", "title,steps\nBrot,\"- [ ] a\n- [ ] b\n"
	. "- [ ] c\n- [ ] d\"", "title,notes\nBrot,\"# a\n* b\n* c\n* d\n* e\"",
	"title,list\nBrot +Shop,Shop\nEi \@shop,Shop"],
    ics => ['ics', ics('Brot'), ics('- [ ] Brot')],
    todoist => ['csv', "TYPE,CONTENT,INDENT\ntask,Brot,1",
	"TYPE,CONTENT,INDENT\ntask,- [ ] Brot,1\ntask,(A) Ei,1"],
    ticktick => ['csv', "\"Folder Name\",\"List Name\",\"Title\",\"Is Check list\"\n"
	. '"","Shop","Brot","N"'],
    outlook => ['csv', "\"Subject\",\"Schedule+ Priority\"\n\"Brot\",\"\"",
	"Betreff,Schedule+ Priority\nBrot,"],
    'todoist-json' => ['json', '{"items":[],"projects":[]}'],
    'microsoft-todo' => ['json', '[{"displayName":"Shop","tasks":[]}]',
	'{"value":[{"title":"Brot","id":"1","status":"notStarted"}]}'],
    'google-tasks' => ['json', '{"kind":"tasks#tasks","items":[]}',
	"{\n \"kind\": \"tasks#taskLists\",\n \"items\": []\n}"],
    trello => ['json', '{"cards":[],"lists":[]}'],
    vikunja => ['json', '[{"id":1,"title":"Shop","tasks":[],"is_archived":false}]'],
    taskwarrior => ['json', '[{"uuid":"11111111-1111-4111-8111-111111111111",' .
	'"description":"Brot","status":"pending","entry":"20261101T000000Z"}]'],
    docket => ['json', '{"schemaVersion":"1","lists":[]}'],
);

# What can be around a text, and what may not change the form.
my %around = (
    'as it is' => sub { $_[0] },
    'a byte order mark' => sub { "\xef\xbb\xbf$_[0]\n" },
    'the ends of Windows' => sub { ($_[0] =~ s/\n/\r\n/gr) . "\r\n" },
    'blank lines around it' => sub { "\n\n$_[0]\n\n  \n" },
    'UTF-16' => sub { "\xff\xfe" . join '', map { "$_\0" } split //, "$_[0]\n" },
    'blanks behind the lines' => sub { ($_[0] =~ s/(?=\n|\z)/  /gr) . "\n" },
);

# A look at a file: its form, or why there is none.
sub form_of {
	my ($bytes, @name) = @_;
	my ($body, $type) = Docket::multipart(['dryRun', 'true'],
	    ['file', $bytes, @name]);
	my $r = $ada->request('POST', '/me/imports', $body, 'Content-Type' => $type);
	return $r->{json}{format} // "$r->{status} $r->{json}{code}";
}

my $n = 0;
for my $form (sort keys %forms) {
	my ($end, @texts) = @{$forms{$form}};
	# What is done to a text, and the name that it then has.
	my @ways = ((map { [$_, "list.$end"] } sort keys %around),
	    map { ['as it is', $_] } 'list', grep { !/\.$end\z/ } 'list.bin',
	    'list.csv', 'list.json');
	for my $text (@texts) {
		(my $shown = substr $text, 0, 50) =~ s/\n/ | /g;
		subtest "$form: $shown" => sub {
			for (($ENV{FORMS} // '') eq 'all' ? @ways :
			    $ways[$n++ % @ways]) {
				my ($way, $name) = @$_;
				is form_of($around{$way}->($text), $name), $form,
				    "$way, named $name";
			}
		};
	}
}
my %known = map { $_ => 1 } @{$ada->get('/service')->{json}{importFormats}};
is_deeply [sort keys %forms], [sort keys %known], 'every form is here';
done_testing;
