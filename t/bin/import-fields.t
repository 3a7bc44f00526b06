# What a file says is never lost in silence: each field of each form, with a value that
# a task can or cannot hold, is on the task afterwards, in its notes, or among what the
# dry run says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use IO::Compress::Zip ();
use JSON::PP ();
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $n = 0;

sub save {
	my ($name, $text) = @_;
	open my $f, '>:raw', "$dir/$name" or die "$name: $!";
	utf8::encode($text) if utf8::is_utf8($text);
	print $f $text;
	close $f;
	return "$dir/$name";
}

sub csv {
	my @rows = @_;
	return join '', map { join(',', map { '"' . ($_ // '') =~ s/"/""/gr . '"' } @$_)
	    . "\r\n" } @rows;
}

# What a dry run says, and then what is there.
sub said_and_kept {
	my ($file, @options) = @_;
	my $u = $d->user('u' . $n++ . '@example.org');
	my $dry = $d->run('docket-import', '--user', $u->{email}, '--dry-run', @options,
	    $file);
	is($dry->{status}, 0, "$file: the dry run") or diag($dry->{err});
	my $done = $d->run('docket-import', '--user', $u->{email}, @options, $file);
	is($done->{status}, 0, "$file: the import") or diag($done->{err});
	return ($dry->{out}, json($u->get('/me/export')->{json}) .
	    json($u->get('/me/tags')->{json}) . json($u->get('/me/attachments')->{json}));
}

sub told {
	my ($name, $file, $said, $kept, @options) = @_;
	my ($out, $all) = said_and_kept($file, @options);
	like($out, qr/\Q$_\E/, "$name: is said: $_") for @$said;
	like($all, qr/\Q$_\E/, "$name: is kept: $_") for @$kept;
}

# Todoist, a table.  A step and a task.
my @todoist = qw(TYPE CONTENT DESCRIPTION PRIORITY INDENT AUTHOR RESPONSIBLE DATE
    DATE_LANG TIMEZONE DURATION DURATION_UNIT DEADLINE DEADLINE_LANG);
told('todoist', save('Home [1].csv', csv(\@todoist,
    ['note', 'about all of it', '', '', '', 'Bob (1)'],
    ['task', 'Top', '', 2, 1],
    ['task', 'Step @lab', 'about the step', 1, 2, '', 'Mia (2)', '', '', '', 7, 'minute',
	'2027-03-04', 'en'],
    ['note', 'on the step', '', '', '', 'Bob (1)'],
    ['task', 'Dated', '', 4, 2, '', '', '2027-05-06', 'en'],
    ['task', 'Worded', '', 4, 1, '', '', 'wenn es passt', 'de'])),
    ['a comment on a project', 'priority 2', 'labels', 'priority', 'Part of',
	'wenn es passt'],
    ['about the step', 'Mia (2)', '7 minute', 'Deadline: 2027-03-04', 'on the step',
	'Part of: Top', 'Due: wenn es passt', '2027-05-06']);

# A part with a date is a task, but what follows it belongs to what it is below.
{
	my $u = $d->user('parts@example.org');
	my $r = $u->bring(csv(\@todoist, ['task', 'Top', '', 4, 1],
	    ['task', 'Dated', '', 4, 2, '', '', '2027-05-06', 'en'],
	    ['note', 'on Dated'], ['task', 'Below Dated', '', 4, 3],
	    ['task', 'Step', '', 4, 2], ['note', 'on Step'],
	    ['task', 'Below Step', '', 4, 3], ['task', 'Other', '', 4, 1],
	    ['task', 'Below Other', '', 4, 2]), 'Parts.csv');
	is($r->{status}, 201, 'parts of parts') or diag($r->{body});
	my $e = $u->get('/me/export')->{json};
	my %task = map { $_->{id} => $_ } @{$e->{tasks}};
	is_deeply({ map { $_->{title} => $task{$_->{taskId}}{title} } @{$e->{steps}} },
	    { 'Below Dated' => 'Dated', 'Step' => 'Top', 'Below Step' => 'Top',
	    'Below Other' => 'Other' }, 'each step is on its task');
	my %notes = map { $_->{title} => $_->{notes} // '' } values %task;
	like($notes{Dated}, qr/on Dated/, 'so is each comment');
	like($notes{Top}, qr/on Step/, 'also that of a step');
	unlike($notes{Dated}, qr/on Step/, 'and not elsewhere');
}

# Todoist, the Sync API: the same.
my %item = (project_id => 'p', is_deleted => JSON::PP::false, checked => JSON::PP::false,
    description => '', labels => [], priority => 1);
told('todoist-json', save('sync.json', json({
    projects => [{ id => 'p', name => 'Home' }],
    items => [{ %item, id => 'a', content => 'Top', priority => 3 },
	{ %item, id => 'b', content => 'Step', parent_id => 'a', priority => 4,
	    labels => ['lab'], description => 'about the step', responsible_uid => '2',
	    duration => { amount => 7, unit => 'minute' },
	    deadline => { date => '2027-03-04' } },
	{ %item, id => 'c', content => 'Dated', parent_id => 'a',
	    due => { date => '2027-05-06' } },
	{ %item, id => 'e', content => 'Worded', due => { date => 'x', string => 'soon' } }],
    notes => [{ id => 'n', item_id => 'b', content => 'on the step', posted_uid => '2' }],
    project_notes => [{ id => 'm', project_id => 'p', content => 'about all of it' }],
    reminders => [{ id => 'r', item_id => 'b', type => 'absolute',
	due => { date => '2027-03-03T10:00:00' } }],
    collaborators => [{ id => '2', full_name => 'Mia' }] })),
    ['a comment on a project', 'priority 3', 'labels, priority, reminder', 'Part of'],
    ['about the step', 'Responsible: Mia', '7 minute', 'Deadline: 2027-03-04',
	'on the step', 'Part of: Top', 'Due: soon', '2027-05-06']);

# TickTick.
my @ticktick = ('Folder Name', 'List Name', 'Title', 'Kind', 'Tags', 'Content',
    'Is Check list', 'Start Date', 'Due Date', 'Repeat', 'Priority', 'Status',
    'Column Name', 'taskId', 'parentId');
told('ticktick', save('ticktick.csv', csv(\@ticktick,
    ['', 'Home', 'Top', 'TEXT', '', '', 'N', '', '', '', 3, 0, '', 1, ''],
    ['', 'Home', 'Step', 'NOTE', 'lab', 'about it', 'N', '', '', 'FREQ=DAILY', 5, -1,
	'Doing', 2, 1],
    ['', 'Home', 'Starts', 'TEXT', '', '', 'N', '2027-05-06T00:00:00+0000', '', '', 0, 0,
	'', 3, 1])),
    ['priority 3', 'labels, priority, column, that it is a note', 'Part of'],
    ['about it', 'Repeats: FREQ=DAILY', "Won't do", 'Part of: Top', '2027-05-06']);

# Vikunja: a step with files is a task.
my %task = (description => '', done => JSON::PP::false, priority => 0,
    due_date => '0001-01-01T00:00:00Z');
my $vikunja = json([{ id => 1, title => 'Home', is_archived => JSON::PP::false, tasks => [
    { %task, id => 10, title => 'Top', priority => 3,
	related_tasks => { blocking => [{ id => 12, title => 'Another' }] } },
    { %task, id => 11, title => 'Step', priority => 5, description => '<p>about it</p>',
	related_tasks => { parenttask => [{ id => 10 }] }, labels => [{ title => 'lab' }],
	assignees => [{ username => 'mia' }], start_date => '2027-05-06T00:00:00Z',
	comments => [{ comment => 'on the step', author => { username => 'bob' } }],
	reminders => [{ reminder => '2027-03-03T10:00:00Z' }] },
    { %task, id => 13, title => 'Filed', related_tasks => { parenttask => [{ id => 10 }] },
	attachments => [{ file => { id => 7, name => 'plan.txt' } }] }] }]);
my $zip = IO::Compress::Zip->new("$dir/vikunja.zip", Name => 'data.json');
$zip->print($vikunja);
$zip->newStream(Name => 'files/7');
$zip->print('a plan');
$zip->close;
told('vikunja', "$dir/vikunja.zip", ['priority 3', 'labels, priority, reminder', 'blocking',
    'Part of'], ['about it', 'on the step', 'Assignee: mia', '2027-05-06',
    'blocking: Another', 'Part of: Top', 'plan.txt']);

# Google: the parts of a task have no date here.
told('google-tasks', save('Tasks.json', json({ kind => 'tasks#taskLists', items => [{
    id => 'l', title => 'Home', items => [
	{ id => 'a', title => 'Top', status => 'needsAction', due => 'soon' },
	{ id => 'b', parent => 'a', title => 'Step', status => 'needsAction',
	    starred => JSON::PP::true, notes => 'about it', due => '2027-05-06T00:00:00Z',
	    links => [{ link => 'https://example.org/mail' }] }] }] })),
    ['priority', 'in the notes: Step'],
    ['about it', 'Due: 2027-05-06', 'https://example.org/mail', 'Due: soon']);

# Trello: what items of a checklist have.
told('trello', save('board.json', json({ id => 'x', name => 'Board',
    lists => [{ id => 'l', name => 'Home' }], members => [{ id => 'm', fullName => 'Mia' }],
    cards => [{ id => 'c', idList => 'l', name => 'Card', address => '1 High Street' },
	{ id => 'e', idList => 'l', name => 'Late', due => 'soon' },
	{ id => 'g', idList => 'l', name => 'Green', cover => { color => 'green' } },
	{ id => 'o', idList => 'l', name => 'Old', idAttachmentCover => 'a' }],
    checklists => [{ id => 'k', idCard => 'c', checkItems => [{ id => 'i', name => 'Step',
	state => 'incomplete', due => '2027-05-06T00:00:00Z', idMember => 'm' }] }] })),
    ['in the notes: Step', 'Address', "Green\tleft out: cover", "Old\tleft out: cover"],
    ['Step: Due: 2027-05-06', 'Member: Mia', '1 High Street', 'Due: soon']);

told('taskwarrior', save('tw.json', json([{ uuid => '00000000-0000-4000-8000-000000000001',
    description => 'A', status => 'pending', entry => '20260101T080000Z', priority => 'M',
    due => 'soon' }])), ['priority M'], ['Due: soon']);

told('microsoft-todo', save('ms.json', json({ value => [{ id => 'a', title => 'A',
    status => 'waitingOnOthers', importance => 'low',
    dueDateTime => { dateTime => 'soon' } }] })), ['priority low', 'Status'],
    ['Status: waitingOnOthers', 'Due: soon']);

told('todo-txt', save('todo.txt', "(B) Bread\nx Milk pri:C\n"), ['priority B', 'priority C'],
    []);

told('ics', save('list.ics', join '', map { "$_\r\n" } 'BEGIN:VCALENDAR', 'BEGIN:VTODO',
    'UID:1', 'SUMMARY:Top', 'PRIORITY:7', 'CLASS:PRIVATE', 'STATUS:CANCELLED', 'DUE:soon',
    'END:VTODO', 'BEGIN:VTODO', 'UID:2', 'SUMMARY:Whole', 'DESCRIPTION:about it',
    'RELATED-TO:1', 'END:VTODO', 'END:VCALENDAR'),
    ['priority 7', 'CLASS', 'Status', 'RELATED-TO'], ['Status: CANCELLED', 'Due: soon']);

# A table: each column with a value that it cannot have, one that has no place, and one
# beyond the last.
my %odd = (done => 'nearly', completed => 'lately', starred => 'perhaps',
    priority => 'so so', due => 'soon', dueTime => 'noonish', reminder => 'then',
    repeat => 'often', created => 'long ago');
my @odd = sort keys %odd;
told('csv', save('odd.csv', csv(['title', @odd, 'Colour'], ['A', @odd{@odd}, 'blue',
    'beyond'])), ['priority so so', 'left out: Colour', 'column ' . (@odd + 3), map {
	$odd{$_} } qw(due repeat)], [map { $odd{$_} } grep { $_ ne 'priority' } @odd]);
told('csv, chosen columns', save('some.csv', csv(['Was', 'Wo', 'Farbe'], ['A', 'Bonn', ''])),
    ['left out: Wo'], [], '--map', 'title=Was');

# Outlook fills every column; only what says something is said.  Its reminders are on or
# off in the words of its languages.
my @outlook = ('Subject', 'Reminder On/Off', 'Reminder Date', 'Reminder Time', '% Complete',
    'Total Work', 'Private', 'Schedule+ Priority', 'Sensitivity', 'Status');
my ($out) = said_and_kept(save('plain.csv', csv(\@outlook, ['A', 'False', '', '', '0.000',
    '0 hours', 'False', '', 'Normal', 'Not Started'])));
unlike($out, qr/^change/m, 'outlook: nothing is lost of a plain task');
told('outlook', save('full.csv', csv(\@outlook, ['A', 'False', '', '', '0.000', '3 hours',
    'True', '', 'Confidential', 'Not Started'])), ['Total Work', 'Private', 'Sensitivity'], []);
{
	use utf8;
	my @reminders = (['Betreff', 'Erinnerung Ein/Aus', 'Erinnerung am', 'Erinnerung um',
	    'Ein', 'Aus'], ['Temat', 'Przypomnienie wł./wył.', 'Data przypomnienia',
	    'Godzina przypomnienia', 'Wł.', 'Wył.'], ['Onderwerp', 'Herinnering aan/uit',
	    'Herinneringsdatum', 'Herinneringstijd', 'Aan', 'Uit'], ['Oggetto',
	    'Promemoria attivato/disattivato', 'Data promemoria', 'Ora promemoria',
	    'Attivato', 'Disattivato']);
	for my $r (@reminders) {
		my @heads = @$r[0 .. 3];
		my ($said, $all) = said_and_kept(save('reminders.csv', csv([@heads,
		    'Schedule+ Priority'], ['A', $r->[4], '2027-03-04', '9:00'],
		    ['B', $r->[5], '2027-03-05', '9:00'])));
		unlike($said, qr/^change/m, "$r->[0]: on and off are understood");
		like($all, qr/"reminderAt":"2027-03-04T09:00/, "$r->[0]: one rings");
		unlike($all, qr/2027-03-05/, "$r->[0]: one does not");
	}
}

done_testing;
