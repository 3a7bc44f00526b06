# GET /me/tasks: filters, order and pages, compared with a sort in Perl of all
# tasks.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use JSON::PP ();
use Test::More;

my $record;
BEGIN { $record = File::Temp->new; $ENV{DOCKET_RECORD} = "$record" }
use Docket;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $seed = $ENV{DOCKET_SEED} // time ^ $$;
diag "listing seed=$seed";
srand $seed;
my $d = Docket->new;
my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
my (@lists, @tags, %tagged);
for (1 .. 4) {
	push @lists, my $l = uuid();
	($_ < 4 ? $ada : $bob)->post('/lists', { id => $l, title => "L$_" });
}
$bob->post("/lists/$lists[3]/members", { email => 'ada@example.org' });
$bob->post('/lists', { id => my $foreign = uuid(), title => 'F' });
$bob->post("/lists/$foreign/tasks", { id => uuid(), title => 'F' });
for (1, 2) {
	push @tags, my $g = uuid();
	$ada->post('/me/tags', { id => $g, name => "G$_" });
}
sub flip { return rand() < $_[0] }
for (1 .. 80) {
	my $id = uuid();
	my @own = grep { flip(0.3) } @tags;
	my $r = $ada->post("/lists/$lists[rand @lists]/tasks", { id => $id,
	    title => "T$_", done => flip(0.3) ? $T : $F,
	    starred => flip(0.4) ? $T : $F, tagIds => \@own,
	    dueDate => flip(0.3) ? undef : sprintf('2036-01-%02d',
	    1 + rand 9), flip(0.3) ? (assigneeId => $ada->{me}{id}) : (),
	    position => flip(0.5) ? 'top' : 'bottom' });
	is $r->{status}, 201, $id or diag $r->{body};
	$tagged{$id} = { map { $_ => 1 } @own };
}
my @all = map { @{$ada->get("/lists/$_/tasks")->{json}{items}} } @lists;
is scalar @all, 80, '80 tasks exist';
$ada->del("/lists/$all[0]{listId}/tasks/$all[0]{id}");
shift @all;
@all = sort { ($a->{dueDate} // '~') cmp ($b->{dueDate} // '~') ||
    $a->{listId} cmp $b->{listId} || $a->{rank} cmp $b->{rank} } @all;

# Name, parameter, which of the tasks.
my @filters = (
	(map { my $v = $_; ["done=$v", sub { $_[0]{done} eq
	    ($v eq 'true' ? $T : $F) }] } qw(true false)),
	(map { my $v = $_; ["starred=$v", sub { $_[0]{starred} eq
	    ($v eq 'true' ? $T : $F) }] } qw(true false)),
	['assigned=me', sub { $_[0]{assignedToMe} }],
	['dueFrom=2036-01-04', sub { ($_[0]{dueDate} // '') ge
	    '2036-01-04' }],
	['dueTo=2036-01-06', sub { ($_[0]{dueDate} // '~') le
	    '2036-01-06' }],
	(map { my $v = $_; ["listId=$v", sub { $_[0]{listId} eq $v }] }
	    uc $lists[0], $lists[3], $foreign, uuid(), 'x'),
	(map { my $v = $_; ["tagId=$v", sub { $tagged{$_[0]{id}}{$v} }] }
	    $tags[0], uuid(), 'x'),
);
$filters[7][1] = sub { $_[0]{listId} eq $lists[0] };

sub try {
	my ($limit, @chosen) = @_;
	my $query = join '&', map { $_->[0] } @chosen;
	my @want = grep { my $t = $_; !grep { !$_->[1]->($t) } @chosen } @all;
	my ($after, @have) = ('');
	while (@have <= @all) {
		my $r = $ada->get("/me/tasks?$query&limit=$limit$after");
		push @have, @{$r->{json}{items}};
		last if !$r->{json}{more};
		$after = '&after=' . $r->{json}{next};
	}
	return is_deeply [map { $_->{title} } @have],
	    [map { $_->{title} } @want], "$query, by $limit: " . @want;
}

subtest 'each filter alone' => sub {
	try(1000, $_) for @filters;
	try(100);
};
subtest 'pages of every size' => sub {
	try($_) for 1, 7, 79, 80;
	try(7, $_) for @filters;
};
subtest 'several filters at once' => sub {
	for (1 .. 40) {
		my %seen;
		try(1 + int rand 30, grep { my ($name) = $_->[0] =~ /^(\w+)/;
		    flip(0.3) && !$seen{$name}++ } @filters);
	}
};

subtest 'invalid queries, and queries without a filter' => sub {
	is_deeply $ada->get('/me/tasks')->{json}{items}, \@all,
	    'without a filter all tasks are listed';
	for ('done=1', 'done=', 'done=TRUE', 'starred=yes', 'assigned=you',
	    'assigned=', 'dueFrom=today', 'dueFrom=2036-02-30', 'dueTo=',
	    'limit=0', 'limit=1001', 'after=x', 'after=', 'after=..',
	    'after=~.x.a0', 'after=2036-01-01.' . uuid()) {
		my $r = $ada->get("/me/tasks?$_");
		is "$r->{status} $r->{json}{code}", '422 validation-failed',
		    $_;
		(my $name = $_) =~ s/=.*//;
		is $r->{json}{errors}[0]{pointer}, "/$name",
		    'the error names the parameter';
	}
	my $r = $ada->get('/me/tasks?since=1970-01-01T00:00:00Z');
	is "$r->{status} $r->{json}{code}", '422 invalid-since',
	    'since is refused';
	my $e = $ada->get('/me/tasks')->{headers}{etag};
	is $ada->get('/me/tasks', 'If-None-Match' => $e)->{status}, 304,
	    'an unchanged answer is 304';
	is_deeply $bob->get("/me/tasks?tagId=$tags[0]")->{json}{items}, [],
	    'a tag of somebody else finds nothing';
};

# Rows of a list become JSON without a record between; one task does not.
subtest 'a list has its tasks as they are read one by one' => sub {
	my $list = uuid();
	$ada->post('/lists', { id => $list, title => 'All' });
	$ada->post("/lists/$list/members", { email => 'bob@example.org' });
	my %set = (title => "\"\\\x{1}\x{1f389}", done => $T, starred => $T,
	    notes => "a\nb", dueDate => '2036-02-29', recurrence => 'weekly',
	    reminderAt => '2036-02-29T09:00:00Z', assigneeId => $bob->{me}{id});
	my @ids = map { uuid() } 0 .. keys %set;
	$ada->post("/lists/$list/tasks", { id => $_, title => 'Plain',
	    position => 'bottom', dueDate => '2036-01-01' }) for @ids;
	my $n = 0;
	$ada->patch("/lists/$list/tasks/$ids[$n++]", { $_ => $set{$_} })
	    for sort keys %set;
	for my $who ($ada, $bob) {
		my $all = $who->get("/lists/$list/tasks")->{body};
		my @one = map { $who->get("/lists/$list/tasks/$_")->{body} }
		    map { $_->{id} } @{$Docket::Json->decode($all)->{items}};
		chomp @one;
		is @one, @ids, 'every task';
		like $all, qr/^\{"items":\[\Q@{[join ',', @one]}\E\],"next"/,
		    'the same text';
		# The last of a page is read as a record, for the cursor.
		for my $limit (1 .. 4) {
			my ($after, @paged) = '';
			while (defined $after) {
				my $page = $who->get("/lists/$list/tasks"
				    . "?limit=$limit$after")->{json};
				push @paged, map { json($_) } @{$page->{items}};
				$after = $page->{more} ? "&since=$page->{next}" :
				    undef;
			}
			is_deeply \@paged, [map { json($_) }
			    @{$Docket::Json->decode($all)->{items}}],
			    "by pages of $limit";
		}
	}
};

my $said = `node $FindBin::Bin/../npm/validate.mjs < $record 2>&1`;
is $?, 0, 'every answer is what the OpenAPI document says'
    or diag join "\n", grep { !/^ok|never seen/ } split /\n/, $said;
done_testing;
