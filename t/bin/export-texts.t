# What CalDAV clients sent goes along in an export: after an import elsewhere each of
# them reads what it read before, by the same name, and a second import makes nothing.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use JSON::PP ();
use Test::More;
use Texts;

my ($from, $to) = (Docket->new, Docket->new);
my $ada = $from->user('ada@example.org');
my $there = $to->user('ada@example.org');
my $list = $ada->make('/lists', title => 'Garden');
my $dav = Dav->new($ada);
my $in = "$dav->{home}$list";

my %sent = texts();
is_deeply [send_texts($ada, $dav, $list)], [], 'each text is taken';
$ada->make("/lists/$list/tasks", title => 'Of the app');
my %read = map { $_ => $dav->get("$in/$_")->{body} } keys %sent;
like $read{'changed.ics'}, qr/^SUMMARY:After\r\n/m, 'one was changed here';

my $export = $ada->get('/me/export')->{json};
my %dav = map { $_->{name} => $_ } @{$export->{dav}};
is_deeply [sort keys %dav], [sort keys %sent], 'the export has those';
is $dav{$_}{text}, $read{$_}, "the text of $_ as its client reads it" for sort keys %sent;
is $dav{'zone.ics'}{uid}, 'zone@host', 'and its UID';
is_deeply [map { defined $_->{stepId} ? 1 : 0 } @dav{qw(plain.ics step.ics)}], [0, 1],
    'a step is named beside its task';

my $file = "$from->{data}/export.json";
write_file($file, JSON::PP->new->ascii->encode($export));
my @import = ('docket-import', '--user', 'ada@example.org');
like $to->run(@import, '--dry-run', $file)->{out}, qr/\b0 refused/, 'a dry run';
my $r = $to->run(@import, $file);
is $r->{status}, 0, 'is imported';
my $dav2 = Dav->new($there);
my $in2 = "$dav2->{home}$list";
is $dav2->get("$in2/$_")->{body}, $read{$_}, "$_ comes back" for sort keys %read;
is_deeply [map { $_->{name} } @{$there->get('/me/tags')->{json}{items}}],
    ['green', 'red'], 'with the tags that they name';
is $there->patch("/lists/$list/tasks/$dav{'rich.ics'}{taskId}", { title => 'Richer' })
    ->{status}, 200, 'a change there';
my $rich = $dav2->get("$in2/rich.ics")->{body};
like $rich, qr/^SUMMARY:Richer\r\n/m, 'is in the text';
(my $want = $read{'rich.ics'}) =~ s/SUMMARY:Rich\r/SUMMARY:Richer\r/;
is undated($rich), undated($want), 'and nothing else';
like $to->run(@import, $file)->{out}, qr/^0 created/m, 'a second import makes nothing';
is $dav2->get("$in2/rich.ics")->{body}, $rich, 'nor changes one';

# A stranger learns of none of these tasks, whether it has a text or not, and a viewer
# changes none.
my ($eve, $vic) = map { $to->user("$_\@example.org") } qw(eve vic);
$there->post("/lists/$list/members", { email => $vic->{email} });
$there->patch("/lists/$list/members/$vic->{me}{id}", { role => 'viewer' });
my $bare = $there->make("/lists/$list/tasks", title => 'Without a text');
my $said = sub { my ($who, $task, $name) = @_;
	write_file($file, JSON::PP->new->ascii->encode({ %$export, (map { $_ => [] }
	    qw(groups lists tasks steps myDay memberships)),
	    dav => [{ %{$dav{$name}}, taskId => $task, name => 'theirs.ics' }] }));
	my $r = $to->run('docket-import', '--user', $who->{email}, $file);
	return "$r->{status} $r->{out}$r->{err}" =~ s/[0-9a-f-]{36}/ID/gr };
for my $name ('plain.ics', 'rich.ics', 'step.ics') {
	my $none = $said->($eve, uuid(), $name);
	like $none, qr/its task does not exist/, "$name, of no task";
	is $said->($eve, $_->[1], $name), $none, "of another's, $_->[0]"
	    for ['with a text', $dav{$name}{taskId}], ['without', $bare];
}
like $said->($vic, $bare, 'plain.ics'), qr/^1 .*refused/s, "a viewer's is refused";
is $there->get("/tasks/$bare")->{json}{title}, 'Without a text', 'it is as it was';
is $dav2->get("$in2/theirs.ics")->{status}, 404, 'and has no such name';
is_deeply $eve->get('/me/tags')->{json}{items}, [], 'nor a stranger tags';

# Each is refused for itself.
my $third = Docket->new;
my $other = $third->user('ada@example.org');
$export->{dav} = [{ %{$dav{'plain.ics'}}, text => 'BEGIN:VCALENDAR' },
    { %{$dav{'rich.ics'}}, taskId => '00000000-0000-4000-8000-000000000001' },
    (map { { %{$dav{'zone.ics'}}, name => $_ } } '', '.', '..', 'a/b', "a\nb.ics",
	"\xe9" x 128), $dav{'series.ics'},
    { %{$dav{'changed.ics'}}, uid => 'x', name => 'series.ics' }];
write_file($file, JSON::PP->new->ascii->encode($export));
$r = $third->run(@import, $file);
like "$r->{out}$r->{err}", qr/$_/, "refused: $_" for 'not one task of iCalendar',
    'its task does not exist';
is scalar(() = "$r->{out}$r->{err}" =~ /name: /g), 6,
    'as is each name that no address can have';
my $dav3 = Dav->new($other);
is $dav3->get("$dav3->{home}$list/series.ics")->{body}, $read{'series.ics'},
    'the others come';
is_deeply $other->get('/me/tags')->{json}{items}, [], 'and make no tags';
is $dav3->get("$dav3->{home}$list/$dav{'changed.ics'}{taskId}.ics")->{body},
    $read{'changed.ics'}, 'one whose name is taken has that of its id';

# Texts count as the user's, whether their list is new or was there before.
my $full = 1 << 30;
my $fourth = Docket->new;
my $last = $fourth->user('ada@example.org');
my $says = sub { my ($name, $room) = @_;
	my $task = $dav{$name}{taskId};
	write_file($file, JSON::PP->new->ascii->encode({ %$export, steps => [],
	    tasks => [grep { $_->{id} eq $task } @{$export->{tasks}}],
	    dav => [$dav{$name}] }));
	$fourth->sql("UPDATE user SET text = $full - $room");
	my $r = $fourth->run(@import, $file);
	my $dav4 = Dav->new($last);
	return ("$r->{status} $r->{err}", map { $dav4->get("$dav4->{home}$list/$_")
	    ->{status} } "$task.ics", $name) };
my $no = qr/^1 docket-import: text \S+ refused: the limit has been reached\n$/;
for (['rich.ics', 'of a new list'], ['series.ics', 'of one that is there']) {
	my ($said, @read) = $says->($_->[0], 1);
	like $said, $no, "beyond the limit a text $_->[1] is refused";
	is_deeply \@read, [200, 404], 'its task is not, and has its own name';
}
is_deeply [$says->('changed.ics', $full)], ['0 ', 404, 200], 'below it one comes';

is_deeply [grep { /^FAULT: (?:missing|in the feed|the words|the counts)/ }
    split /\n/, $_->check->{out}], [], 'docket-admin check finds nothing'
    for $to, $third;

done_testing;
