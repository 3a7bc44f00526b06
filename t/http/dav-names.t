# What is done to a task can change the names of several resources of CalDAV, or let
# one come back: of a repeating task and its successor, in two lists, in the trash and
# by import.  Each line below is a history.  Clients that have the state at any point
# of it have in the end what one that lists afresh has, and no name is there twice.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use DavCopy;
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my @dav = (Dav->new($ada), Dav->new($ada, steps => 'hidden'));
my ($true, $false) = (JSON::PP::true, JSON::PP::false);
my (@lists, $task, $step, $next, $export);

sub of { my ($id) = @_;		# the list that a task is in, as a path
	my ($in) = grep { $ada->get("/lists/$_/tasks/$id")->{status} == 200 } @lists;
	return "/lists/" . ($in // $lists[0]) . "/tasks/$id" }
sub set { my ($id, %fields) = @_;
	my $r = $ada->patch(of($id), \%fields);
	is $r->{status}, 200, join ' ', 'changed', sort keys %fields;
	return ($r->{headers}{link} // '') =~ m{/tasks/([-\da-f]+)>; rel="next"} }
sub href { my ($id) = @_;	# of a task that is done
	my ($in) = of($id) =~ m{^/lists/([^/]+)};
	my $r = $dav[0]->query("$dav[0]{home}$in/", '<C:comp-filter name="VTODO"/>');
	return (grep { $r->{responses}{$_}{'C:calendar-data'} =~
	    /^STATUS:COMPLETED\r?$/m } @{$r->{hrefs}})[0] }
sub put { my ($list, $name, @lines) = @_;
	my $r = $dav[0]->put("$dav[0]{home}$list/$name", join "\r\n",
	    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y', 'BEGIN:VTODO',
	    @lines, 'END:VTODO', 'END:VCALENDAR', '');
	like $r->{status}, qr/^20[14]$/, "PUT $name" }
sub move { my ($id, $to) = @_;
	is $ada->post(of($id) . '/move', { listId => $lists[$to] })->{status}, 200,
	    'moved' }

my %acts = (
	done => sub { ($next) = (set($task, done => $true), $next) },
	undone => sub { set($task, done => $false) },
	repeat => sub { set($task, dueDate => '2026-12-01',
	    recurrence => 'weekly') },
	'touch next' => sub { set($next, title => 'Touched') },
	'delete next' => sub { $ada->del(of($next)) },
	'rename task' => sub {
		is $dav[0]->request('MOVE', href($task), undef, Destination =>
		    "$dav[0]{home}$lists[0]/renamed.ics")->{status}, 201, 'MOVE' },
	'move next away' => sub { move($next, 1) },
	'move next back' => sub { move($next, 0) },
	'move task away' => sub { move($task, 1) },
	'move task back' => sub { move($task, 0) },
	'take names there' => sub {
		put($lists[1], "$_.ics", "UID:taken-$_", "SUMMARY:Taken $_")
		    for $task, $step, 'a', 'b' },
	'delete task' => sub { $ada->del(of($task)) },
	'restore task' => sub { $ada->post(of($task) . '/restore') },
	'delete step' => sub { $ada->del("/tasks/$task/steps/$step") },
	'put names' => sub {
		put($lists[0], 'a.ics', 'UID:ua', 'SUMMARY:A',
		    'DUE;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY');
		put($lists[0], 'b.ics', 'UID:ub', 'SUMMARY:B', 'RELATED-TO:ua');
		($task) = map { $_->{id} } grep { $_->{title} eq 'A' }
		    @{$ada->get("/lists/$lists[0]/tasks")->{json}{items}};
		$step = $ada->get("/tasks/$task/steps")->{json}{items}[0]{id} },
	export => sub { $export = write_file("$d->{data}/export",
	    $d->run('docket-export', '--user', 'ada@example.org')->{out}) },
	import => sub { my $r = $d->run('docket-import', '--user',
	    'ada@example.org', $export);
		is $r->{status}, 0, "import: $r->{out}" },
);

my @histories = (
	[qw(done undone)],
	['put names', qw(done undone)],
	['done', 'rename task', 'undone'],
	['put names', 'done', 'rename task', 'undone'],
	['done', 'touch next', 'undone', 'delete next', 'repeat', 'done',
	    'undone'],
	['put names', 'done', 'touch next', 'undone', 'delete next', 'repeat',
	    'done', 'undone'],
	['done', 'take names there', 'move next away', 'move next back'],
	['put names', 'done', 'take names there', 'move next away',
	    'move next back'],
	['done', 'take names there', 'move task away', 'move task back'],
	['take names there', 'put names', 'move task away', 'move task back'],
	['done', 'delete task', 'take names there', 'move next away',
	    'move next back', 'restore task'],
	['put names', 'export', 'delete task', 'import'],
	['put names', 'export', 'delete step', 'import'],
	['put names', 'export', 'move task away', 'delete task', 'import'],
	['done', 'undone', 'export', 'delete task', 'import'],
	['export', 'done', 'touch next', 'delete task', 'import'],
	['put names', 'export', 'done', 'delete task', 'import'],
	['put names', 'move task away', 'export', 'move task back', 'delete task',
	    'import'],
);

for my $history (@histories) {
	@lists = map { $ada->make('/lists', title => "List $_") } 0, 1;
	$task = $ada->make("/lists/$lists[0]/tasks", title => 'T',
	    dueDate => '2026-12-01', recurrence => 'weekly');
	$step = $ada->make("/tasks/$task/steps", title => 'S');
	my (@copies, @before);
	my @live = map { my $list = $_; map { DavCopy->new($_, "$_->{home}$list/") }
	    @dav } @lists;
	for my $act (@$history, undef) {
		$_->sync for @live;
		push @before, map { [$act, $_->fork] } @live;
		$acts{$act}->() if defined $act;
	}
	my @faults;
	for (@before) {
		my ($act, $copy) = @$_;
		$copy->sync;
		push @faults, map { 'since before ' . ($act // 'the end') .
		    ": $_" } $copy->faults;
	}
	is_deeply \@faults, [], join ', ', @$history;
	$ada->del("/lists/$_") for @lists;
}
# A throwaway PostgreSQL does not flush.
unlike $d->run('docket-admin', 'check')->{out}, qr/FAULT(?!: fsync)/,
    'docket-admin check finds no fault';
done_testing;
