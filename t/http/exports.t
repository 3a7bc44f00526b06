# Exports in the forms of other programs: what each has, and that the importer makes
# the same tasks of it, as far as the form can hold them.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use IO::Uncompress::Unzip ();
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $mel = $d->user('mel@example.org');
$_->patch('/me', { timeZone => 'Europe/Berlin' }) for $ada, $mel;

# What tasks can have; each is created as it stands, with steps and tags.
my @tasks = (
    { title => 'Plain' },
    { title => '=SUM(A1), "quoted"; and more', notes => "-1\nsecond, \"line\""
	. "\n\nlast; äöü \\ end", starred => 1 },
    { title => 'Done', done => 1, starred => 1 },
    { title => 'Day', dueDate => '2027-01-31' },
    { title => 'Clock', dueDate => '2027-02-01', dueTime => '15:00' },
    { title => 'Zone', dueDate => '2027-02-01', dueTime => '09:30',
	dueZone => 'America/New_York' },
    { title => 'Reminded', reminderAt => '2027-03-01T08:00:00Z' },
    (map { { title => "Repeats $_", dueDate => '2027-01-31',
	recurrence => $_ } } qw(daily weekly weekdays monthly yearly)),
    { title => 'Repeats monthly, mid', dueDate => '2027-01-15',
	recurrence => 'monthly' },
    (map { { title => "Rule $_", dueDate => '2027-01-29',
	recurrenceRule => $_ } } 'FREQ=DAILY;INTERVAL=3',
	'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYMONTHDAY=31',
	'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=5', 'FREQ=YEARLY;INTERVAL=2'),
    { title => 'From completion', dueDate => '2027-01-15',
	recurrence => 'weekly', recurrenceFrom => 'completion' },
    { title => 'Parts', tags => ['home', 'a, b; "c"', 'Größe'],
	steps => ['one', '[x] looks done', '+3'], },
    { title => '(A) 2026-01-01 x +looks @like due:2027-13-13' },
);

sub fill {
	my ($u, $list, @tasks) = @_;
	my %tag;
	for my $t (@tasks) {
		my %t = %$t;
		my ($tags, $steps) = delete @t{qw(tags steps)};
		for (qw(done starred)) {
			$t{$_} = JSON::PP::true() if $t{$_};
		}
		my $id = $u->make("/lists/$list/tasks", %t, position => 'bottom');
		$u->make("/tasks/$id/steps", title => $_, position => 'bottom')
		    for @{$steps // []};
		my ($first) = @{$u->get("/tasks/$id/steps")->{json}{items}};
		$u->patch("/tasks/$id/steps/$first->{id}", { done =>
		    JSON::PP::true() }) if $first;
		my @ids = map { $tag{$_} //= $u->make('/me/tags', name => $_) }
		    @{$tags // []};
		$u->put("/tasks/$id/tags", { tagIds => \@ids }) if @ids;
	}
	return;
}

# All tasks, without what an import sets, by list.
sub all_of {
	my ($u, @without) = @_;
	my $e = $u->get('/me/export')->{json};
	my %tag = map { $_->{id} => $_->{name} }
	    @{$u->get('/me/tags')->{json}{items}};
	my %list = map { $_->{id} => $_->{title} } @{$e->{lists}};
	my (%steps, @all);
	push @{$steps{$_->{taskId}}}, ($_->{done} ? 'x ' : '') . $_->{title}
	    for sort { $a->{rank} cmp $b->{rank} } @{$e->{steps}};
	for my $t (sort { $a->{rank} cmp $b->{rank} } @{$e->{tasks}}) {
		$t->{tags} = [sort map { $tag{$_} } @{$u->get(
		    "/tasks/$t->{id}/tags")->{json}{tagIds}}];
		$t->{steps} = $steps{$t->{id}} // [];
		$t->{list} = $list{$t->{listId}};
		$t->{seconds}{$_} = substr $t->{$_} // '', 0, 19
		    for qw(createdAt completedAt);
		delete @$t{qw(id listId rank createdAt completedAt
		    updatedAt notesUpdatedAt seriesStart), @without};
		push @all, $t;
	}
	return [sort { $a->{title} cmp $b->{title} } @all];
}

my $home = $ada->make('/lists', title => 'Home, "sweet"; home');
my $work = $ada->make('/lists', title => '-Work');
fill($ada, $home, @tasks);
fill($ada, $work, { title => 'On the other list' });
my $shared = $mel->make('/lists', title => 'Shared');
fill($mel, $shared, { title => 'Of both', tags => ['mels'] });

# form, media type, end, what does not come back.
my @forms = (
    ['ics', 'application/zip', 'zip', qw(recurrenceFrom)],
    ['csv', 'text/csv', 'csv', qw(dueZone recurrenceFrom)],
);
for (@forms) {
	my ($form, $type, $end, @lost) = @$_;
	subtest "$form comes back" => sub {
		my $r = $ada->get("/me/export?format=$form");
		is $r->{status}, 200, 'exported' or diag $r->{body};
		like $r->{headers}{'content-type'}, qr/\A\Q$type\E/, $type;
		like $r->{headers}{'content-disposition'},
		    qr/\Aattachment; filename="docket\.$end"/, 'its name';
		my $u = $d->user("$form\@example.org");
		$u->patch('/me', { timeZone => 'Europe/Berlin' });
		my $i = $u->bring($r->{body}, "x.$end");
		is $i->{status}, 201, 'imported' or diag $i->{body};
		is $i->{json}{format}, $form, 'as what it is';
		is_deeply $i->{json}{counts}, { made => scalar(@tasks) + 1 + 3 +
		    3 + 2, existing => 0, refused => 0, skipped => 0 },
		    'all of it' or diag json($i->{json}{records});
		is_deeply $i->{json}{reasons}, [], 'without a loss'
		    or diag json($i->{json}{records});
		is_deeply all_of($u, @lost), all_of($ada, @lost),
		    'the same tasks';
		is $d->run('docket-export', '--user', 'ada@example.org',
		    '--format', $form)->{out}, $r->{body},
		    'docket-export writes the same' if $form eq 'csv';
	};
}

subtest 'todo.txt' => sub {
	my $text = $ada->get('/me/export?format=todo-txt')->{body};
	utf8::decode($text);
	my $today = qr/\d{4}-\d\d-\d\d/;
	like $text, qr/^$today Plain \+Home,_"sweet";_home$/m, 'a task';
	like $text, qr/^x $today $today Done \+\S+ pri:A$/m, 'a done one';
	like $text, qr/^\(A\) $today =SUM/m, 'a starred one';
	like $text, qr/ Parts \+\S+ \@Größe \@a,_b;_"c" \@home$/m, 'its tags';
	my %rec = ('Repeats daily' => '+1d', 'Repeats weekly' => '+1w',
	    'Repeats weekdays' => '+1b', 'Repeats monthly' => '+1m',
	    'Repeats yearly' => '+1y', 'From completion' => '1w',
	    'Rule FREQ=DAILY;INTERVAL=3' => '+3d',
	    'Rule FREQ=YEARLY;INTERVAL=2' => '+2y');
	like $text, qr/ \Q$_\E \+\S+ due:$today rec:\Q$rec{$_}\E$/m, $_
	    for sort keys %rec;
	like $text, qr/ Rule FREQ=MONTHLY;BYDAY=-1FR \+\S+ due:$today$/m,
	    'another rule is left out';
	my $u = $d->user('todo@example.org');
	utf8::encode($text);
	my $i = $u->bring($text, 'todo.txt');
	is $i->{json}{format}, 'todo-txt', 'it comes back';
	is scalar(@{all_of($u)}), @tasks + 1, 'with all tasks';
};

subtest 'Markdown' => sub {
	my $text = $ada->get('/me/export?format=markdown')->{body};
	utf8::decode($text);
	like $text, qr/^# Home, "sweet"; home\n\n- \[ \] Plain\n/m, 'a list';
	like $text, qr/^- \[x\] \*\*Done\*\*$/m, 'a done one with a star';
	like $text, qr/^- \[ \] Clock \(due 2027-02-01 15:00\)$/m, 'a time';
	like $text, qr/^- \[ \] Repeats monthly \(due 2027-01-31, every month\)$/m,
	    'a repetition';
	like $text, qr/^- \[ \] Parts #Größe #a, b; "c" #home
  - \[x\] one\n  - \[ \] \\\[x\] looks done\n  - \[ \] \+3$/m, 'steps and tags';
	like $text, qr/^  -1\n  second, "line"\n\n  last; äöü \\\\ end$/m, 'notes';
	my $u = $d->user('markdown@example.org');
	$u->make("/lists/@{[$u->make('/lists', title => '# L')]}/tasks",
	    title => $_) for 'Answer #one', '# two', '**three**', 'a (due 2027-01-01)',
	    'b \\', '[x] c';
	my $v = $d->user('v@example.org');
	my $j = $v->bring($u->get('/me/export?format=markdown')->{body}, 'x')->{json};
	is_deeply [$j->{format}, $j->{reasons}], ['markdown', []], 'it comes back';
	is_deeply all_of($v, 'seconds'), all_of($u, 'seconds'),
	    'whatever its titles look like';
	utf8::encode($text);
	$j = $d->user('w@example.org')->bring($text, 'x')->{json};
	is $j->{counts}{skipped}, 0, 'nothing is left over';
	is $j->{lists}[0]{tasks} + $j->{lists}[1]{tasks}, @tasks + 1, 'all tasks';
};

subtest 'one list' => sub {
	for my $form (qw(ics csv todo-txt markdown)) {
		my $r = $ada->get("/lists/$work/export?format=$form");
		is $r->{status}, 200, $form;
		like $r->{body}, qr/On the other list/, 'its task';
		unlike $r->{body}, qr/Plain/, 'and no other';
	}
	for (['', 'required'], ['?format=docket', 'not-one-of'],
	    ['?format=x', 'not-one-of']) {
		my ($query, $code) = @$_;
		my $r = $ada->get("/lists/$work/export$query");
		is "$r->{status} $r->{json}{code}", '422 validation-failed',
		    "'$query'";
		is $r->{json}{errors}[0]{pointer}, '/format', 'its pointer';
	}
	is $ada->get("/lists/$shared/export?format=csv")->{json}{code},
	    'list-not-found', "nobody else's";
	is $ada->get('/me/export?format=x')->{json}{code}, 'validation-failed',
	    'no other form of all';
	is $ada->get('/me/export?format=docket')->{json}{schemaVersion}, '1',
	    'our own by its name';
};

# Other programs take a calendar for a list, and few read several in one file.
subtest 'calendars of several lists' => sub {
	my $u = $d->user('several@example.org');
	my @titles = ('Ä/Ö', 'Same', 'same', '..', 'x' x 200, 'a:b*c?d"e<f>g|h\\i');
	fill($u, $u->make('/lists', title => $_), { title => "In $_", notes => 'a' x 9999 })
	    for @titles;
	my $body = $u->get('/me/export?format=ics')->{body};
	open my $f, '>:raw', "$dir/several.zip" or die;
	print $f $body;
	close $f;
	is system("unzip -tqq '$dir/several.zip'"), 0, 'unzip is content';
	my %is;
	my $z = IO::Uncompress::Unzip->new("$dir/several.zip");
	do {
		local $/;
		my $name = $z->getHeaderInfo->{Name};
		utf8::decode($name);
		$is{$name} = <$z>;
	} while $z->nextStream == 1;
	is_deeply [sort keys %is], [sort '...ics', 'Same.ics', 'same (2).ics', 'Ä-Ö.ics',
	    'x' x 200 . '.ics', 'a-b-c-d-e-f-g-h-i.ics'], 'a file each, of different '
	    . 'names, which Windows can have, too';
	like $is{'same (2).ics'}, qr/\ABEGIN:VCALENDAR\r\n.*SUMMARY:In same\r\n.*END:VCALENDAR\r\n\z/s,
	    'with its list';
	my $i = $d->user('again@example.org')->bring($body, 'several.zip')->{json};
	is $i->{counts}{refused} + @{$i->{reasons}}, 0, 'which come back';
	my $one = $u->get('/lists/' . $u->get('/lists')->{json}{items}[0]{id} .
	    '/export?format=ics');
	like $one->{headers}{'content-type'}, qr/\Atext\/calendar/, 'one list is a calendar';
	is length($d->user('none@example.org')->get('/me/export?format=ics')->{body}), 22,
	    'no list: an empty archive';
};

subtest 'docket-export' => sub {
	for (['--format', 'x'], ['--format', 'csv', '--attachments', '--output',
	    "$dir/x"]) {
		is $d->run('docket-export', '--user', 'ada@example.org', @$_)
		    ->{status}, 2, "refuses @$_";
	}
	is $d->run('docket-export', '--all', '--format', 'csv')->{status}, 2,
	    'all in one file';
	is $d->run('docket-export', '--all', '--format', 'ics', '--output',
	    $dir)->{status}, 0, 'all into a directory';
	like slurp("$dir/ada\@example.org.zip"), qr/\APK/, 'a file each';
};
is $d->check->{status}, 0, 'check is content';
done_testing;
