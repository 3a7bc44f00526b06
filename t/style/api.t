# api/compile refuses texts that do not fit the tables, and says what is wrong; the
# web app has what follows from the document.
#
# Each case changes one file of a copy of api, or the facts of the tables.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp;
use Test::More;

my $dir = File::Temp->newdir;
my $facts = `@{[build()]}/api/facts`;
is $?, 0, 'facts are printed';
mkdir "$dir/lib" and mkdir "$dir/lib/core" or die;
system('cp', '-R', top() . '/api', "$dir/api") == 0 or die;
system('cp', top() . '/lib/core/limits.h', "$dir/lib/core") == 0 or die;

# What api/compile says about those facts; '' if it writes a document.
sub complaint {
	my ($facts) = @_;
	write_file("$dir/facts", $facts);
	my $said = `$dir/api/compile <$dir/facts 2>&1 >$dir/out`;
	return $? == 0 ? $said : $said || 'no reason';
}

is complaint($facts), '', 'the texts fit the tables';
rename "$dir/out", "$dir/out.right" or die;
ok slurp("$dir/out.right") eq slurp(build() . '/gen/openapi.json'),
    'the document is the same each time';

# [what is wrong, file, text, its replacement, complaint]
my @cases = (
	['a route without an entry', 'tags.txt',
	    qr/^DELETE (?s:.*?)(?=^POST)/m, '',
	    'DELETE /me/tags/{tagId} has no entry in api/*.txt'],
	['a route without a description', 'tags.txt',
	    qr/^\tLists the caller's tags\.(?s:.*?)\n\n/m, '',
	    'GET /me/tags listTags: it has a summary, but no description'],
	['an entry without a route', 'tags.txt', qr{^(?=GET /me/tags )}m,
	    "GET /me/nothing x\n\tX\n\n\tX.\n\n\t200: X.\n\n",
	    'GET /me/nothing x: no table of cgi-bin has this route'],
	['a field without words', 'tags.txt',
	    qr/^\t- name: The name, (?s:.*?)(?=^\t=)/m, '',
	    'record Tag tag: no line says what Tag.name is: "- name: ..."'],
	['words for a field that does not exist', 'tags.txt',
	    qr/^\t- name: (?=The name, )/m, "\t- nmae: ",
	    'record Tag tag: the table of tag has no field nmae'],
	['a kind without a record', 'tags.txt',
	    qr/^record TagSet (?s:.*?)(?=^\S)/m, '',
	    'api/*.txt: no entry "record" is of the kind taskTags'],
	['a record without a kind', 'tags.txt', qr/^record Tag tag$/m,
	    'record Tag tga',
	    'record Tag tga: no table of fields is of the kind tga'],
	['a body that no route takes', 'tags.txt', qr/^\tbody TagUpdate$/m,
	    "\tbody TagInput",
	    'body TagUpdate of TagInput: no route takes this body'],
	['an answer without a schema', 'tags.txt', qr/200 TagPage/,
	    '200 TagsPage', 'GET /me/tags listTags: no entry describes ' .
	    'TagsPage, such as "object TagsPage"'],
	['a problem that does not exist', 'tags.txt', qr/tag-exists/,
	    'tag-exist', 'PATCH /me/tags/{tagId} renameTag: ' .
	    'lib/web/problem.c has no problem "409 tag-exist"'],
	['a problem with another status', 'tags.txt', qr/409 tag-exists/,
	    '422 tag-exists', 'PATCH /me/tags/{tagId} renameTag: ' .
	    'lib/web/problem.c has no problem "422 tag-exists"'],
	['a problem without words', 'problems.txt',
	    qr/^busy\n(?s:.*?)(?=^\S)/m, '',
	    'api/problems.txt has no busy'],
	['a limit that does not exist', 'tags.txt', qr/\{CAP_TAGS\}/,
	    '{CAP_TAG}', 'POST /me/tags createTag: ' .
	    'lib/core/limits.h has no number CAP_TAG'],
	['a type that does not exist', 'lists.txt', qr/uuid: The invitation/,
	    'uid: The invitation', 'object Invitation: there is no type "uid"'],
	['a line of no form', 'tags.txt', qr/^\t200 Tag: /m, "\t2000 Tag: ",
	    'POST /me/tags createTag: no answer, parameter or body: "2000 Tag: '],
);

for (@cases) {
	my ($name, $file, $text, $with, $complaint) = @$_;
	my $right = slurp("$dir/api/$file");
	(my $wrong = $right) =~ s/$text/$with/ or die "$name: no such text";
	write_file("$dir/api/$file", $wrong);
	like complaint($facts), qr/\Q$complaint\E/, $name;
	write_file("$dir/api/$file", $right);
}

# Facts that the texts do not have yet.
(my $more = $facts) =~ s/("name": ?"tag".*?"fields": ?\[)/$1\{"name":"colour","type":"text","min":0,"max":0},/s
    or die;
like complaint($more), qr/^api\/tags\.txt: record Tag tag: no line says .* Tag\.colour/,
    'a new field of a record';
($more = $facts) =~ s/("routes": ?\[)/$1\{"method":"GET","path":"\/me\/new"},/
    or die;
like complaint($more), qr{^GET /me/new has no entry in api/}, 'a new route';

for (['limits', 'limits.js'], ['records', 'records.d.ts']) {
	my ($what, $file) = @$_;
	my $made = `@{[top()]}/api/app $what <$dir/out.right`;
	ok $made eq slurp(top() . "/www/js/data/$file"),
	    "www/js/data/$file is up to date, or make app-api writes it";
}
done_testing;
