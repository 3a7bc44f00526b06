# POST /me/imports: a look before, what becomes of records, what is refused, and
# undoing.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $d = Docket->new('import-max-bytes' => 20000);
my $ada = $d->user('ada@example.org');
my $bob = $d->user('bob@example.org');

my $table = <<'END';
Task,Notes,List,Done,Due,Tags,Steps,Colour
Milk,"two
lines",Errands,no,13/12/2026,"home, shop","[x] one
[ ] two",red
Bread,,Errands,yes,1/2/2026,home,,
Old,,Archive,,,,,
END

# All lists with their tasks, steps and tags, by titles.
sub everything {
	my ($u) = @_;
	my %tag = map { $_->{id} => $_->{name} }
	    @{$u->get('/me/tags')->{json}{items}};
	my $e = $u->get('/me/export')->{json};
	my %list = map { $_->{id} => $_->{title} } @{$e->{lists}};
	my %steps;
	push @{$steps{$_->{taskId}}}, ($_->{done} ? 'x' : '') . $_->{title}
	    for @{$e->{steps}};
	return { map { ("$list{$_->{listId}}/$_->{title}" => join '|',
	    $_->{done} ? 'done' : 'open', $_->{dueDate} // '', $_->{notes} // '',
	    join(',', sort map { $tag{$_} }
	    @{$u->get("/tasks/$_->{id}/tags")->{json}{tagIds}}),
	    join(',', @{$steps{$_->{id}} // []})) } @{$e->{tasks}} };
}
my $all = {
    'Errands/Milk' => "open|2026-12-13|two\nlines|home,shop|xone,two",
    'Errands/Bread' => 'done|2026-02-01||home|',
    'Archive/Old' => 'open||||' };

subtest 'a dry run' => sub {
	my @tables = grep { !/^(?:state|user|feed)\z/ } $d->tables;
	my $before = $d->rows(@tables);
	my $r = $ada->bring($table, 'My tasks.csv', dryRun => 'true');
	is $r->{status}, 200, 'is answered with 200';
	is $r->{headers}{location}, undef, 'without a Location';
	my $j = $r->{json};
	is $j->{id}, undef, 'and without an id';
	is "$j->{format} $j->{filename}", 'csv My tasks.csv', 'it was found out';
	is_deeply $j->{counts}, { made => 9, existing => 0, refused => 0,
	    skipped => 0 }, 'three tasks, two steps, two lists, two tags';
	is_deeply [map { [@$_{qw(title tasks)}] } @{$j->{lists}}],
	    [['Errands', 2], ['Archive', 1]], 'the lists';
	is_deeply $j->{columns}, { delimiter => ',', encoding => 'UTF-8',
	    dateOrder => 'dmy', unused => ['Colour'],
	    heads => [qw(Task Notes List Done Due Tags Steps Colour)],
	    map => { title => 'Task', notes => 'Notes', list => 'List',
	    done => 'Done', due => 'Due', tags => 'Tags', steps => 'Steps' } },
	    'the columns';
	is scalar(grep { $_->{verdict} eq 'made' } @{$j->{records}}), 8,
	    'a sample';
	is_deeply [map { @$_{qw(title detail)} } grep { $_->{verdict} eq 'changed' }
	    @{$j->{records}}], ['Milk', 'left out: Colour'], 'and what loses a colour';
	is_deeply $j->{reasons}, [{ reason => 'field-left-out', count => 1 }],
	    'which is counted';
	is $j->{records}[0]{row}, 2, 'with its row';
	is $d->rows(@tables), $before, 'nothing has changed';
	is_deeply $ada->get('/me/imports')->{json}, { items => [] },
	    'and nothing is remembered';
};

my ($import, @ids);
subtest 'an import' => sub {
	my $since = $ada->get('/me/changes')->{json}{next};
	my $r = $ada->bring($table, 'My tasks.csv');
	is $r->{status}, 201, 'is answered with 201';
	$import = $r->{json}{id};
	like $r->{headers}{location}, qr{/me/imports/$import\z}, 'and its address';
	is_deeply [map { $_->{title} } @{$r->{json}{records}}], ['Milk'],
	    'what was simply made is not listed';
	is_deeply everything($ada), $all, 'all is there';
	@ids = map { $_->{id} } @{$r->{json}{lists}};
	# A tag set comes in the user's scope, and with its list.
	my (%seen, %once);
	$seen{$_->{kind}} += !$once{$_->{taskId} // ''}{$_->{id} // $_->{kind}}++
	    for @{$ada->get("/me/changes?since=$since")->{json}{items}};
	is_deeply \%seen, { list => 2, task => 3, step => 2, tag => 2,
	    taskTags => 2 }, 'and in the feed';
	my $i = $ada->get("/me/imports/$import")->{json};
	delete @{$r->{json}}{qw(records tried)};
	is_deeply $i, $r->{json}, 'GET has the same, without the records';
	is_deeply $ada->get('/me/imports')->{json}{items}, [$i], 'so has the list';
	is $bob->get("/me/imports/$import")->{json}{code}, 'import-not-found',
	    'which nobody else sees';
	is_deeply $bob->get('/me/imports')->{json}{items}, [], 'neither way';
	is $d->check->{status}, 0, 'check is content';
};

subtest 'the same again' => sub {
	my $r = $ada->bring($table, 'My tasks.csv');
	is_deeply $r->{json}{counts}, { made => 0, existing => 7, refused => 0,
	    skipped => 0 }, 'makes nothing';
	is_deeply everything($ada), $all, 'all is as it was';
	my $more = "$table" . "More,,Errands,,,new,,\n";
	$r = $ada->bring($more, 'My tasks.csv');
	is $r->{json}{counts}{made}, 2, 'a further row and its tag are made';
	is_deeply everything($ada), { %$all, 'Errands/More' => 'open|||new|' },
	    'on the list that is there';
	my $u = $ada->del("/me/imports/$r->{json}{id}");
	is_deeply $u->{json}, { removed => 2, kept => [] },
	    'and can be undone alone';
	is_deeply everything($ada), $all, 'the rest stays';
	$ada->post('/lists', { id => my $own = uuid(), title => 'Errands' });
	$bob->bring($table, 'My tasks.csv');
	is scalar(@{$ada->get("/lists/$own/tasks")->{json}{items}}), 0,
	    'another list of that title is not filled';
	is_deeply everything($bob), $all, 'another user gets their own';
	$ada->del("/lists/$own");
};

subtest 'undo' => sub {
	my $tasks = $ada->get("/lists/$ids[0]/tasks")->{json}{items};
	my ($milk) = grep { $_->{title} eq 'Milk' } @$tasks;
	$ada->patch("/lists/$ids[0]/tasks/$milk->{id}", { title => 'Soy milk' });
	my $r = $ada->del("/me/imports/$import");
	is $r->{status}, 200, 'is answered with 200';
	is_deeply [sort map { "$_->{kind} $_->{title}" } @{$r->{json}{kept}}],
	    ['list Errands', 'tag home', 'tag shop', 'task Soy milk'],
	    'what was changed, or is in use, stays';
	is $r->{json}{removed}, 3, 'the rest is removed';
	is_deeply [sort keys %{everything($ada)}], ['Errands/Soy milk'],
	    'as it says';
	is $ada->get("/me/imports/$import")->{status}, 404, 'it is forgotten';
	is $ada->del("/me/imports/$import")->{json}{code}, 'import-not-found',
	    'and cannot be undone twice';
	is scalar(@{$ada->get('/me/trash')->{json}{items}}) > 0, 1,
	    'all can be restored';
	is $ada->bring($table, 'My tasks.csv')->{json}{counts}{made}, 3,
	    'what was removed can be imported again';
	is_deeply everything($ada), { 'Errands/Soy milk' =>
	    $all->{'Errands/Milk'}, map { $_ => $all->{$_} }
	    'Errands/Bread', 'Archive/Old' }, 'and only that';
	is $d->check->{status}, 0, 'check is content';
};

subtest 'another choice of columns after undo' => sub {
	my $cyd = $d->user('cyd@example.org');
	my $r = $cyd->bring($table, 'x.csv');
	$cyd->del("/me/imports/$r->{json}{id}");
	is_deeply everything($cyd), {}, 'all is gone';
	$r = $cyd->bring($table, 'x.csv', list => 'Chosen', map => json({
	    title => 'Task', notes => 'Colour', starred => '4' }));
	is $r->{status}, 201, 'columns can be chosen' or diag $r->{body};
	is_deeply $r->{json}{columns}{unused}, [qw(Notes List Due Tags Steps)],
	    'others are unused';
	is_deeply everything($cyd), { 'Chosen/Milk' => 'open||red||',
	    'Chosen/Bread' => 'open||||', 'Chosen/Old' => 'open||||' },
	    'and the tasks have what was chosen';
	$r = $cyd->del("/me/imports/$r->{json}{id}");
	is $r->{json}{removed}, 4, 'undone as one list';
	$cyd->bring($table, 'x.csv');
	is_deeply everything($cyd), $all, 'imported a third time';
};

subtest 'some of the lists' => sub {
	my $eve = $d->user('eve@example.org');
	my $look = $eve->bring($table, 'x.csv', dryRun => 'true')->{json};
	my ($errands, $archive) = @{$look->{lists}};
	my ($milk) = grep { $_->{title} eq 'Milk' } @{$look->{records}};
	is_deeply [@$milk{qw(list dueDate causes)}],
	    ['Errands', '2026-12-13', [{ reason => 'field-left-out',
	    about => 'Colour' }]], 'a look says where a task goes';
	for my $dry ('true', 'false') {
		my $r = $eve->bring($table, 'x.csv', dryRun => $dry,
		    listIds => join(',', uc $archive->{id},
		    uuid()));
		is_deeply $r->{json}{counts}, { made => 2, existing => 0,
		    refused => 0, skipped => 3 }, 'the others are skipped'
		    or diag $r->{body};
		is_deeply $r->{json}{lists}, [$archive], 'and not among the lists';
		is_deeply $r->{json}{reasons}, [{ reason => 'list-left-out',
		    count => 3 }], 'with the reason';
		is_deeply [map { [@$_{qw(kind title)}, $_->{causes}[0]{reason}] }
		    grep { $_->{verdict} eq 'skipped' } @{$r->{json}{records}}],
		    [['list', 'Errands', 'list-left-out'], ['task', 'Milk',
		    'list-left-out'], ['task', 'Bread', 'list-left-out']],
		    'record by record';
	}
	is_deeply [sort keys %{everything($eve)}], ['Archive/Old'],
	    'only what was chosen is there';
	$eve->bring($table, 'x.csv', listIds => $errands->{id});
	is_deeply everything($eve), $all, 'the rest can follow';

	my $from = $d->user('fay@example.org');
	my @lists = map { $from->make('/lists', title => $_) } 'One', 'Two';
	for (@lists) {
		my $t = $from->make("/lists/$_/tasks", title => "of $_");
		$from->make("/tasks/$t/steps", title => 'step');
		$from->put("/me/my-day/$t");
	}
	my $export = $from->get('/me/export')->{body};
	my $e = Docket->new;
	my $to = $e->user('gil@example.org');
	my $r = $to->bring($export, 'x.json', listIds => $lists[1]);
	is_deeply [map { $_->{title} } @{$r->{json}{lists}}], ['Two'],
	    'of our own export, too';
	is $r->{json}{counts}{refused}, 0, 'nothing is missing its task';
	is_deeply [sort keys %{everything($to)}], ["Two/of $lists[1]"],
	    'with its tasks alone';
};

subtest 'what is refused' => sub {
	my $before = $d->rows(grep { !/^(?:state|user)\z/ } $d->tables);
	my @cases = (
	    ["\0\1\2\3 bytes", 415, 'unknown-format'],
	    ['', 415, 'unknown-format'],
	    ['{"a":1}', 415, 'unknown-format'],
	    ["title\n\"open\n", 422, 'malformed-import', row => 2],
	    ["PK\3\4 not an archive", 422, 'malformed-import'],
	    ['{"schemaVersion":"1","tasks":[', 422, 'malformed-import'],
	    ["title,due\na,1/2/2026\n", 422, 'ambiguous-dates',
	    columns => undef],
	    ["Farbe,Form\nrot,rund\n", 422, 'unknown-columns',
	    columns => undef],
	    ['x' x 20001, 413, 'file-too-large'],
	    ['title', 422, 'validation-failed', parts => { zone => 'Mars' },
	    at => '/zone'],
	    ['title', 422, 'validation-failed', parts => { sections => 'x' },
	    at => '/sections'],
	    ['title', 422, 'validation-failed', parts => { dateOrder => 'x' },
	    at => '/dateOrder'],
	    ['title', 422, 'validation-failed', parts => { dryRun => '1' },
	    at => '/dryRun'],
	    ['title', 422, 'validation-failed', parts => { format => 'x' },
	    at => '/format'],
	    (map { ['title', 422, 'validation-failed',
	    parts => { listIds => $_ }, at => '/listIds'] } '', 'x', ',',
	    uuid() . ',', uuid() . ' ', join ',', map { uuid() } 0 .. 1000),
	    (map { ['title', 422, 'validation-failed', parts => { map => $_ },
	    at => '/map'] } 'x', '[]', '{"title":1}'),
	    ["title\na\n", 422, 'unknown-columns',
	    parts => { map => '{"title":"none"}' }],
	    ["title\na\n", 422, 'unknown-columns',
	    parts => { map => '{"none":"title"}' }],
	);
	for my $dry (0, 1) {
		for (@cases) {
			my ($bytes, $status, $code, %o) = @$_;
			my $r = $ada->bring($bytes, 'x', %{$o{parts} // {}},
			    $dry && !$o{parts}{dryRun} ? (dryRun => 'true') : ());
			my $name = substr $bytes =~ s/[^ -~]/?/gr, 0, 30;
			is "$r->{status} $r->{json}{code}", "$status $code",
			    "$name: $code";
			is $r->{json}{row}, $o{row}, 'its row' if $o{row};
			is $r->{json}{errors}[0]{pointer}, $o{at}, 'its part'
			    if $o{at};
			ok $r->{json}{columns}{heads}, 'its columns'
			    if exists $o{columns};
		}
	}
	is $ada->post('/me/imports', {})->{json}{code}, 'unsupported-media-type',
	    'a body of JSON';
	my ($body, $type) = Docket::multipart(['list', 'x']);
	is $ada->request('POST', '/me/imports', $body,
	    'Content-Type' => $type)->{json}{errors}[0]{pointer}, '/file',
	    'no file';
	is $d->rows(grep { !/^(?:state|user)\z/ } $d->tables), $before,
	    'nothing has changed';
	is $ada->bring("title,due\na,1/2/2026\n", 'y.csv', dateOrder => 'mdy')
	    ->{status}, 201, 'with the order said, dates are not ambiguous';
	is_deeply +(grep { $_->{title} eq 'a' }
	    @{$ada->get('/me/export')->{json}{tasks}})[0]{dueDate},
	    '2026-01-02', 'and read in that order';
};

subtest 'the order of dates that is found' => sub {
	for (['2026-12-01', 'ymd'], ['2026/12/01', 'ymd'], ['01.12.2026', 'dmy'],
	    ['1. 12. 2026', 'dmy'], ['13/01/2026', 'dmy'], ['01/13/2026', 'mdy'],
	    ["2026-12-01\nb,01.12.2026", 'dmy'],
	    ["13/01/2026\nb,01.12.2026", 'dmy'],
	    ["01/13/2026\nb,01.12.2026", 'mdy'],
	    ["13/01/2026\nb,01/13/2026", undef], ['1/2/2026', undef],
	    ['5/5/2026', 'ymd']) {
		my ($dates, $order) = @$_;
		my $r = $ada->bring("title,due\na,$dates\n", 'o.csv',
		    dryRun => 'true');
		is $r->{json}{columns}{dateOrder}, $order, $dates =~ s/\n.,/ and /r;
	}
};

subtest 'a request that is repeated' => sub {
	my %key = (headers => { 'Idempotency-Key' => 'k1' });
	my $r = $ada->bring("title\nOnce\n", 'once.csv', %key);
	my $again = $ada->bring("title\nOnce\n", 'once.csv', %key);
	is $again->{body}, $r->{body}, 'has the first answer';
	is $ada->bring("title\nTwice\n", 'once.csv', %key)->{json}{code},
	    'idempotency-key-reused', 'with another file it is refused';
	is $ada->bring("title\nOnce\n", 'once.csv', %key, list => 'L')->{json}
	    {code}, 'idempotency-key-reused', 'or with another part';
};

subtest 'limits' => sub {
	my $dee = $d->user('dee@example.org');
	my $steps = join "\n", map { "step $_" } 1 .. 102;
	my $r = $dee->bring("title,steps,tags\n@{['x' x 600]},\"$steps\","
	    . "\"@{['y' x 40]}\"\n", 'l.csv');
	is_deeply $r->{json}{counts}, { made => 102, existing => 0,
	    refused => 2, skipped => 0 }, 'further steps are refused';
	is_deeply [map { "$_->{verdict}: $_->{detail}" } grep {
	    $_->{kind} eq 'task' } @{$r->{json}{records}}],
	    ["changed: left out: the tag @{['y' x 40]}; the title is too long: "
	    . 'the whole is in the notes'], 'a title is cut, a tag left out';
	is_deeply [map { $_->{causes} } grep { $_->{kind} eq 'task' }
	    @{$r->{json}{records}}], [[{ reason => 'tag-left-out', about =>
	    'y' x 40 }, { reason => 'title-cut', about => undef }]],
	    'each for programs';
	is_deeply $r->{json}{reasons}, [{ reason => 'title-cut', count => 1 },
	    { reason => 'tag-left-out', count => 1 },
	    { reason => 'not-allowed', count => 2 }], 'and counted';
	my ($t) = @{$dee->get('/me/export')->{json}{tasks}};
	is "$t->{title} $t->{notes}", 'x' x 500 . ' ' . 'x' x 600,
	    'the whole title is in the notes';
	$r = $dee->bring("title,list\n" . join('', map { "t,l$_\n" } 1 .. 510),
	    'l.csv');
	is $r->{json}{counts}{refused}, 22, 'lists over the cap, with their tasks';
	is scalar(@{$dee->get('/lists')->{json}{items}}), 500, 'are not made';
};

subtest 'the service' => sub {
	my $s = $ada->get('/service')->{json};
	is $s->{importMaxBytes}, 20000, 'says how large a file may be';
	ok scalar(grep { $_ eq 'import' } @{$s->{features}}), 'that it imports';
	for (@{$s->{importFormats}}) {
		my $r = $ada->bring('', 'x', format => $_);
		isnt $r->{json}{code}, 'validation-failed', "and what: $_";
	}
};
done_testing;
