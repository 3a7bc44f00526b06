# The commands of doc/walk.md work with the demo, and so does the line that
# docket-serve prints.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;
use Time::HiRes 'sleep';

my $dir = tempdir(CLEANUP => 1);
my $port = free_port();
my %env = (PATH => $ENV{PATH}, DOCKET_CONF => '/dev/null', TMPDIR => $dir);
my $pid = fork // die "fork: $!\n";
if ($pid == 0) {
	%ENV = %env;
	open STDOUT, '>', "$dir/out";
	open STDERR, '>', "$dir/err";
	exec build() . '/bin/docket-serve', '--demo', '-d', "$dir/demo", '-p',
	    $port;
	exit 127;
}
for (1 .. 100) {
	last if -e "$dir/out" && slurp("$dir/out") =~ /TOKEN=.*\n/;
	sleep 0.05;
}
my $printed = slurp("$dir/out");
my ($line) = $printed =~ /^  (TOKEN=.*)$/m;
ok $line, 'a line to paste is printed';
my $pasted = Docket->spawn(\%env, '', 'sh', '-c', $line);
like $pasted->{out}, qr/"Journey"/, 'and it lists the lists';

my $page = slurp(top() . '/doc/walk.md');
my $script = "set -eu\n";
$script .= "$1\n" while $page =~ /^```sh\n(.*?)^```$/msg;
my $r = Docket->spawn({ %env, BASE => "http://127.0.0.1:$port/api/v1" },
    $script, 'sh', '-s');
is $r->{status}, 0, 'the walk runs through'
    or diag substr($r->{out}, -2000), $r->{err};
like $r->{out}, $_->[0], $_->[1] for
    [qr/link: <.*rel="next"/i, 'a successor is named'],
    [qr/"dueDate":"2030-06-08"/, 'a week later'],
    [qr/"dueTime":"18:30"[^}]*"recurrenceRule":"FREQ=WEEKLY;INTERVAL=2"/,
    'a rule and a time'],
    [qr/BYDAY=-1FR","recurrenceFrom":"completion"/, 'one from completion'],
    [qr/"code":"not-found"|"code":"list-not-found"/, 'a refusal is seen'],
    [qr/"token":"dkt_/, 'an access token'],
    [qr/"addedOn":"2030-05-31"/, 'My Day'],
    [qr/"reminderAt":"2030-06-01T07:00:00.000000Z"/, 'a reminder'],
    [qr/"kind":"task"[^]]*"deletedAt"/, 'the trash'],
    [qr/"more":true/, 'a page'],
    [qr/row,beans\n1,12/, 'the file comes back'],
    [qr/"displayName":"Grace"/, 'shared'],
    [qr/"items":\[\{"kind":"task"[^]]*"starred":true[^]]*\],"next"/,
    'one change since'],
    [qr/idempotent-replayed: true/i, 'once'],
    [qr/"schemaVersion":"1"/, 'the export'];

# The client of the page: its copy after changes is what a new copy is.
my ($client) = $page =~ /^```js\n(.*?)^```$/ms;
write_file("$dir/sync.mjs", $client);
my $d = Docket->new(data => "$dir/demo", base => "http://127.0.0.1:$port");
my ($ada, $grace) = map { $d->sign_in("$_\@example.org", 'try-docket-now') }
    qw(ada grace);
sub copy {
	my ($file) = @_;
	my $said = Docket->spawn({ PATH => $ENV{PATH}, TOKEN => $grace->{token},
	    BASE => "http://127.0.0.1:$port/api/v1" }, '', 'node',
	    "$dir/sync.mjs", "$dir/$file");
	is $said->{status}, 0, "the client syncs $file" or diag $said->{err};
	return $Docket::Json->decode(slurp("$dir/$file"))->{records};
}
my ($a, $b) = map { my $l = $ada->make('/lists', title => 'L');
    $ada->post("/lists/$l/members", { email => 'grace@example.org' }); $l } 1, 2;
my ($moved, $dead, $stays) = map { $ada->make("/lists/$a/tasks", title => 'T',
    steps => [{ id => uuid(), title => 'S' }]) } 1 .. 3;
my $count = keys %{copy('old.json')};
is $_->{status} =~ /^2/, 1, 'changed' for
    $ada->post("/lists/$a/tasks/$moved/move", { listId => $b }),
    $ada->del("/lists/$a/tasks/$dead"), $ada->del("/lists/$a"),
    $ada->post("/lists/$a/restore"),
    $ada->patch("/lists/$b/tasks/$moved", { title => 'changed' });
my $old = copy('old.json');
is_deeply $old, copy('new.json'), 'an old copy becomes what a new one is';
is keys %$old, $count - 2, 'without the deleted task and its step';
kill 'INT', $pid;
waitpid $pid, 0;
is $?, 0, 'Ctrl-C ends it cleanly' or diag slurp("$dir/err");
done_testing;
