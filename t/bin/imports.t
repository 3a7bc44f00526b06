# Every format: the samples of t/imports/FORMAT become the tasks that the JSON
# beside each says, whatever the order of the reads; twice they make nothing; undone
# they are gone; cut off or damaged they make nothing, or a part of what is expected.
#
# A sample is a file, or a folder of files that are given together; SAMPLE.expected.json
# has the options, what a dry run says, and the lists.  It is 12:00 in Berlin on 26
# November 2026.  With DOCKET_REWRITE=1 what is expected is written again, to be read
# by a person.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Basename qw(basename);
use File::Temp 'tempdir';
use IO::Uncompress::Unzip ();
use JSON::PP ();
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $samples = top() . '/t/imports';
my $now = '2026-11-26 11:00:00';
my $json = JSON::PP->new->canonical->pretty->utf8;
my $d = Docket->new;
my $n = 0;
my $page = slurp(top() . '/doc/import.md');
my $manual = slurp(top() . '/man/docket-import.8');
my $untried;		# what the last dry run said of the format

sub somebody {
	my $email = 'u' . $n++ . '@example.org';
	my $u = $d->user($email);
	$u->patch('/me', { timeZone => 'Europe/Berlin' });
	return $u;
}

# docket-import at that time.
sub import_of {
	my ($u, @args) = @_;
	my $at = $d->with(env => { %{$d->{env}}, TZ => 'UTC' });
	$at->later('+0');
	$at->{env}{FAKETIME} = "\@$now";
	return $at->run('docket-import', '--user', $u->{email}, @args);
}

# A record without what most have.
sub brief {
	my ($r, %usual) = @_;
	return { map { $_ => $r->{$_} } grep { defined $r->{$_} &&
	    json($r->{$_}) ne json($usual{$_} // JSON::PP::false) }
	    keys %$r };
}

# All that a user has, in order: {lists, tags}.
sub all_of {
	my ($u) = @_;
	my $e = $u->get('/me/export')->{json};
	my %group = map { $_->{id} => $_->{title} } @{$e->{groups}};
	my %tag = map { $_->{id} => $_->{name} }
	    @{$u->get('/me/tags')->{json}{items}};
	my (%steps, %files, %tasks);
	push @{$steps{$_->{taskId}}}, ($_->{done} ? '[x] ' : '[ ] ') .
	    $_->{title} for sort { $a->{rank} cmp $b->{rank} } @{$e->{steps}};
	push @{$files{$_->{taskId}}}, "$_->{filename} $_->{sizeBytes}"
	    for @{$u->get('/me/attachments')->{json}{items}};
	for my $t (sort { $a->{rank} cmp $b->{rank} } @{$e->{tasks}}) {
		$t->{tags} = [sort map { $tag{$_} } @{$u->get(
		    "/tasks/$t->{id}/tags")->{json}{tagIds}}];
		$t->{steps} = $steps{$t->{id}};
		$t->{files} = [sort @{$files{$t->{id}} // []}];
		# Those of the import itself.
		delete $t->{createdAt} if $t->{createdAt} =~ /^2026-11-26T11/;
		$t->{reminderAt} =~ s/\.000000Z/Z/ if $t->{reminderAt};
		for (qw(createdAt completedAt)) {
			$t->{$_} =~ s/\.000000Z/Z/ if $t->{$_};
		}
		push @{$tasks{$t->{listId}}}, brief({ map { $_ => $t->{$_} }
		    qw(title done starred dueDate dueTime dueZone notes
		    reminderAt recurrenceRule recurrence recurrenceFrom tags
		    steps files createdAt completedAt) },
		    recurrenceFrom => 'due', tags => [], files => []);
	}
	return [map { { title => $_->{title}, defined $_->{groupId} ?
	    (group => $group{$_->{groupId}}) : (),
	    tasks => $tasks{$_->{id}} // [] } } sort { ($a->{groupId} // '') cmp
	    ($b->{groupId} // '') || $a->{rank} cmp $b->{rank} }
	    @{$u->get('/lists')->{json}{items}}];
}

# The verdicts of a dry run but for what is simply made, and how often each is.
sub look {
	my ($u, @args) = @_;
	my $r = import_of($u, '--dry-run', @args);
	my @lines = grep { /^(?:change|skip)\t/ } split /\n/, $r->{out};
	s/\t[-0-9a-f]{36}\t/\t/ for @lines;
	utf8::decode($_) for @lines;
	push @lines, map { s/^docket-import: //r =~ s/ [-0-9a-f]{36} / /r }
	    split /\n/, $r->{err};
	my ($counts) = $r->{out} =~ /^Dry run: (.*)/m;
	$untried = $r->{out} =~ /^The reader of \S+ was never tried/m;
	return { said => \@lines, counts => $counts, status => $r->{status} };
}

# The titles of all tasks.
sub titles { my ($all) = @_;
	return map { map { $_->{title} } @{$_->{tasks}} } @$all }

# A file that is not whole, or has something before it: refused, or a part of what
# is expected.
sub damaged {
	my ($name, $bytes, $want, $options, $file) = @_;
	my $u = somebody();
	my $path = "$dir/" . basename($file);
	write_file($path, $bytes);
	my $r = import_of($u, @$options, $path);
	my $all = all_of($u);
	if ($r->{err} =~ /nothing was imported$/) {
		is json($all), '[]', "$name: refused, and nothing is made";
		return;
	}
	my %known = map { $_ => 1 } titles($want);
	my @other = grep { my $t = $_; !$known{$t} &&
	    !grep { index($_, $t) == 0 || index($t, $_) >= 0 } keys %known }
	    titles($all);
	is join('|', @other), '', "$name: nothing but what is expected"
	    or diag $r->{err};
}

sub try_sample {
	my ($format, $file) = @_;
	my $expected = "$file.expected.json";
	my $want = -e $expected ? $json->decode(slurp($expected)) : {};
	my @options = @{$want->{options} // []};
	my @files = -d $file ? sort glob("'$file'/*") : ($file);
	my $u = somebody();
	my $look = look($u, @options, @files);
	is json(all_of($u)), '[]', 'a dry run makes nothing';
	my $says = $untried ? 'no' : 'yes';
	like $page, qr/`\Q$format\E`.* \| $says \|$/m,
	    'doc/import.md says whether it was tried, as it does';
	my $r = import_of($u, @options, @files);
	my $got = { %$want, format => $format, said => $look->{said},
	    counts => $look->{counts}, lists => all_of($u) };
	if ($ENV{DOCKET_REWRITE}) {
		write_file($expected, $json->encode($got));
		$want = $got;
	}
	is $r->{status}, $look->{status}, 'the import ends as the dry run did'
	    or diag $r->{err};
	is_deeply $got->{lists}, $want->{lists}, 'it becomes what is expected';
	is_deeply $look, { said => $want->{said}, counts => $want->{counts},
	    status => $look->{status} }, 'and says so';
	like $r->{out}, qr/^\Q$look->{counts}\E$/m,
	    'the dry run counted the same';
	my ($id, undef, $is) = split /\t/, import_of($u, '--imports')->{out};
	is $is, $format, 'the format is found';
	my $again = import_of($u, @options, @files);
	like $again->{out}, qr/^0 created/, 'the second time makes nothing';
	is_deeply all_of($u), $want->{lists}, 'and changes nothing';
	import_of($u, '--undo', $_) for map { (split /\t/)[0] } split /\n/,
	    import_of($u, '--imports')->{out};
	is_deeply all_of($u), [], 'undone, it is gone';
	is_deeply $u->get('/me/groups')->{json}{items}, [], 'with its groups';
	is_deeply $u->get('/me/tags')->{json}{items}, [], 'and tags';
	my $third = import_of($u, @options, @files);
	is_deeply all_of($u), $want->{lists}, 'and can be imported again';
	return if @files > 1 || -d $file || -s $file > 20_000;
	my $bytes = slurp($file);
	for (my $cut = 1024; $cut < length $bytes; $cut += 1024) {
		damaged("cut at $cut", substr($bytes, 0, $cut), $want->{lists},
		    \@options, $file);
	}
	damaged("cut at its last byte", substr($bytes, 0, -1), $want->{lists},
	    \@options, $file);
	damaged("wrong bytes before it", "\x01\x02\x00\xff$bytes",
	    $want->{lists}, \@options, $file);
	damaged("bytes behind it", "$bytes\x00\x01\xff", $want->{lists},
	    \@options, $file) if $bytes !~ /^\xff\xfe/;
	# A table can be in Windows-1252.
	damaged("bytes that are not UTF-8 before it", "\xff\xc0$bytes",
	    $want->{lists}, \@options, $file) if $bytes =~ /^(?:[\[{]|PK)/;
}

# What readers stumble over in each format, and a text that has it: a sample of that
# format must have each.
my %traps = (
	todoist => { 'a byte order mark' => qr/^\xef\xbb\xbfTYPE/,
	    'rows about the list' => qr/^meta,/m, 'empty rows' => qr/^,+\r?$/m,
	    'a heading' => qr/^task,\* /m, 'labels in the title' =>
	    qr/^task,[^,]* @/m, 'a step' => qr/^task,[^,]*,[^,]*,\d,2,/m,
	    'a date in ISO 8601' => qr/,2026-12-01,en/, 'a date in words' =>
	    qr/every other|every \d/, 'from completion' => qr/every!/,
	    'words that are not read' => qr/every morning/,
	    'a comment' => qr/^note,/m, 'a reminder' => qr/^reminder,/m },
	'todoist-json' => { 'the top is 4' => qr/"priority": ?4/,
	    'a rule in words' => qr/"string": ?"every/,
	    'a time of a zone' => qr/"timezone": ?"\w/,
	    'a reminder before' => qr/"relative"/, 'a moment' => qr/"absolute"/,
	    'archived' => qr/"is_archived": ?true/, 'deleted' =>
	    qr/"is_deleted": ?true/, 'a file' => qr/"file_url"/ },
	'microsoft-todo' => { 'midnight in UTC' => qr/T23:00:00\.0+", ?"timeZo/,
	    'zones of Windows' => qr/Standard Time/, 'HTML' => qr/"html"/,
	    'deferred' => qr/"deferred"/, 'waiting' => qr/"waitingOnOthers"/,
	    'flagged mail, empty' => qr/"flaggedEmails"/,
	    'links' => qr/"webUrl"/ },
	outlook => { 'heads in German' => qr/Betreff/, 'Windows-1252' =>
	    qr/F\xe4llig/, 'heads in English' => qr/Subject/ },
	'google-tasks' => { 'a child' => qr/"parent"/, 'deleted' =>
	    qr/"deleted": true/, 'hidden' => qr/"hidden": true/, 'links' =>
	    qr/"links"/, 'midnight in UTC' => qr/"due": "[-\d]+T00:00:00/ },
	ics => { map { $_ => qr/^\Q$_\E/m } qw(BEGIN:VEVENT BEGIN:VJOURNAL
	    X-WR-CALNAME RELATED-TO RECURRENCE-ID) },
	ticktick => { 'lines before the head' => qr/^(?:\xef\xbb\xbf)?"Date:/,
	    'another zone' => qr/America/, 'all day' => qr/,"true","false"/,
	    'a check list' => qr/\xe2\x96\xaa/, 'a step' => qr/"3","1"$/m,
	    'a reminder' => qr/TRIGGER:-PT/, 'no offset' => qr/\d \d\d:\d\d:/,
	    'will not be done' => qr/"-1"/ },
	trello => { 'a label without a name' => qr/"name":"","color"/,
	    'an archived card' => qr/"closed":true,"idList"/,
	    'an archived list' => qr/"closed":true,"pos"/ },
	vikunja => { 'the year 1' => qr/"0001-01-01T/, 'HTML' => qr/<p>/,
	    'months' => qr/"repeat_mode": ?1/, 'completion' =>
	    qr/"repeat_mode": ?2/, 'namespaces' => qr/"lists":/ },
	taskwarrior => { 'midnight in UTC' => qr/"due":"\d+T230000Z"/,
	    'a line each' => qr/^\{/, 'an array' => qr/^\[/, 'children' =>
	    qr/"parent"/, 'waiting' => qr/"status":"waiting"/, 'to wait' =>
	    qr/"status":"pending","wait"/ },
	'todo-txt' => { 'done' => qr/^x 2026-/m, '30 February' =>
	    qr/2026-02-30/, 'a rule' => qr/rec:\+/, 'another key' =>
	    qr/ \w+:(?!\d|\+)\w/ },
	markdown => { 'a byte order mark' => qr/^\xef\xbb\xbf/, 'no box' =>
	    qr/^- Bullet/m, 'a step' => qr/^\s+- \[ \]/m, 'numbers' =>
	    qr/^1\. /m, 'backslashes' => qr/\\\[/, 'words between' =>
	    qr/^A closing/m, 'front matter' => qr/^---\ntitle/,
	    'an empty item' => qr/^- \[ \]$/m, 'a number for a tag' =>
	    qr/ #\d+$/m },
	csv => { map { ($_->[0] => $_->[1]) } ['semicolons' => qr/^[^,\n]*;/],
	    ['UTF-16' => qr/^\xff\xfe/], ['Windows-1252' =>
	    qr/[\xe4\xf6\xfc\xdf](?![\x80-\xbf])/], ["a ' before =" =>
	    qr/'[=+@-]/] },
);

sub files_of_archive {
	my $z = IO::Uncompress::Unzip->new($_[0]) or die "$_[0]\n";
	my $all = '';
	do {
		local $/ = undef;
		$all .= <$z>;
	} while ($z->nextStream > 0);
	return $all;
}

# What samples say, with the files of archives.
sub samples_text {
	return map { -d $_ ? samples_text(glob "'$_'/*") : /\.zip\z/ ?
	    files_of_archive($_) : slurp($_) } @_;
}

my %formats = map { $_ => 1 } @{$d->get('/service')->{json}{importFormats}};
for my $format (sort keys %formats) {
	like $manual, qr/^\.It Cm \Q$format\E$/m, "$format is in the manual";
	like $page, qr/^\| .*`\Q$format\E`.* \| (?:yes|no) \|$/m,
	    'and in doc/import.md';
	next if $format eq 'docket';	# export.t, import-left-out.t
	my @found = sort grep { !/\.expected\.json\z/ } glob "$samples/$format/*";
	ok scalar(@found), "$format has a sample";
	my @texts = samples_text(@found);
	my $traps = $traps{$format};
	for my $trap (sort keys %$traps) {
		ok scalar(grep { $_ =~ $traps->{$trap} } @texts),
		    "$format: a sample has $trap";
	}
	for my $file (@found) {
		subtest "$format: " . basename($file) => sub {
			try_sample($format, $file) };
	}
}
is $d->check->{status}, 0, 'check is content';
done_testing;
