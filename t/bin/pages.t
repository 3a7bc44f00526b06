# Programs that go through everything, with more than one of their pages of it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $d = Docket->new;
my @users = map { $d->user("$_\@example.org") } qw(ada bob);

sub batch {
	my ($u, @requests) = @_;
	while (my @some = splice @requests, 0, 100) {
		my $r = $u->post('/batch', { requests => [map { { method =>
		    'POST', path => $_->[0], body => $_->[1] } } @some] });
		my @failed = grep { $_->{status} != 201 }
		    @{$r->{json}{responses} // []};
		die "batch: $r->{status} $failed[0]{status}\n"
		    if $r->{status} != 200 || @failed;
	}
	return;
}

# 620 lists with a task each, 250 files, a list with 120 tasks.
my (@lists, @first);
for my $u (@users) {
	my @mine = map { uuid() } 1 .. 310;
	batch($u, map { ['/lists', { id => $_, title => 'L' }] } @mine);
	my @tasks = map { ["/lists/$_/tasks", { id => uuid(), title =>
	    "word $_" }] } @mine;
	batch($u, @tasks);
	push @lists, @mine;
	push @first, [$u, map { $_->[1]{id} } @tasks];
}
batch($users[0], map { ["/lists/$lists[0]/tasks", { id => uuid(), title =>
    "more $_" }] } 1 .. 119);
my ($ada, @tasks) = @{$first[0]};
my $failed = grep { $ada->upload($tasks[$_], uuid(), "bytes $_",
    'a.txt')->{status} != 201 } 0 .. 249;
is $failed, 0, 'files';

sub admin {
	my ($status, $pattern, @args) = @_;
	my ($verb, @rest) = @args;
	my $r = $verb eq 'check' ? $d->check(@rest) :
	    $d->run('docket-admin', @args);
	is $r->{status}, $status, "@args: status" or diag $r->{err};
	like $r->{out}, $pattern, "@args: what it says";
	return;
}

admin(0, qr/^Faults: 0\./m, 'check', '--deep');
is $d->run('docket-cleanup', '-q')->{status}, 0, 'docket-cleanup';

# Words that are missing, and words of lists that are not there.
my $right = $d->sql('SELECT * FROM word ORDER BY 1, 2, 3');
$d->sql('DELETE FROM word WHERE list % 2 = 1;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
    WHERE i < 250) INSERT INTO word (list, word, doc, place)
    SELECT 1000000 + i, \'x\', i, 1 FROM n');
admin(1, qr/FAULT: .*310/, 'check');
admin(0, qr/310/, 'reindex');
is $d->sql('SELECT * FROM word ORDER BY 1, 2, 3'), $right,
    'docket-admin reindex makes the words that there were';
admin(0, qr/^Faults: 0\./m, 'check');

# A file that is not there, on each page.
my @files = sort glob "$d->{data}/files/*/*/*";
@files = sort glob "$d->{data}/files/*/*" if !@files;
if (engine() eq 'sqlite') {
	unlink @files[0, -1] or die;
} else {
	$d->sql('DELETE FROM content WHERE sha256 IN ((SELECT sha256 FROM content
	    ORDER BY 1 LIMIT 1), (SELECT sha256 FROM content ORDER BY 1 DESC
	    LIMIT 1))');
}
my $said = $d->run('docket-admin', 'check', '--deep')->{out};
is scalar(() = $said =~ /FAULT: .*No such file/g), 2, 'files that are missing' or
    diag $said;

# Each list ends.
batch_deleted($_) for @first;
sub batch_deleted {
	my ($u) = @{$_[0]};
	my @mine = map { $_->{id} } map { @{$u->get($_)->{json}{items}} }
	    '/lists?limit=1000';
	while (my @some = splice @mine, 0, 100) {
		$u->post('/batch', { requests => [map { { method => 'DELETE',
		    path => "/lists/$_" } } @some] });
	}
	return;
}
$d->later('400d');
my $before = $d->sql('SELECT count(*) FROM task');
like $d->run('docket-cleanup', '--dry-run', '--clock-is-right')->{out},
    qr/^Deleted lists emptied or removed: \d+$/m, 'a dry run, much later';
is $d->sql('SELECT count(*) FROM task'), $before, 'removes nothing';
is $d->run('docket-cleanup', '-q', '--clock-is-right')->{status}, 0,
    'docket-cleanup, much later' for 1, 2;
is $d->sql('SELECT (SELECT count(*) FROM task) || " " ||
    (SELECT count(*) FROM word)' =~ s/"/'/gr), '0 0',
    'removes what was in all of the lists';
is $d->sql('SELECT count(*) FROM attachment'), 0, 'and every file';
done_testing;
