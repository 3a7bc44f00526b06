# A client of CalDAV that moves a task in two requests, PUT into another list and DELETE in
# the old one: what the text cannot hold goes along.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use Test::More;

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $bob = $d->user('bob@example.org');
my $eve = $d->user('eve@example.org');
my $phone = Dav->new($ada);
my $bobs = Dav->new($bob);
my %list = map { $_ => $ada->make('/lists', title => $_) } qw(Old New);
$ada->post("/lists/$list{$_}/members", { email => 'bob@example.org' })
    for keys %list;
$ada->post("/lists/$list{Old}/members", { email => 'eve@example.org' });

sub id_of { my ($u) = @_; return $u->{me}{id} }
sub text {
	my ($uid, $title, @more) = @_;
	return join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN',
	    'BEGIN:VTODO', "UID:$uid", 'DTSTAMP:20261101T000000Z',
	    "SUMMARY:$title", @more, 'END:VTODO', 'END:VCALENDAR', '';
}
sub at { my ($list, $uid) = @_;
	return "$phone->{home}$list{$list}/$uid.ics" }
sub task_of { my ($list, $title) = @_;
	my ($t) = grep { $_->{title} eq $title }
	    @{$ada->get("/lists/$list{$list}/tasks")->{json}{items}};
	return $t }
sub steps_of { my ($t) = @_;
	return [map { "$_->{title} " . ($_->{done} ? 1 : 0) }
	    @{$ada->get("/tasks/$t->{id}/steps")->{json}{items}}] }
sub all_files { my ($t) = @_;
	return grep { $_->{taskId} eq $t->{id} && !$_->{deletedAt} }
	    @{$ada->get('/me/attachments')->{json}{items}} }
sub files_of { my ($t) = @_; return [map { $_->{filename} } all_files($t)] }

# A task with all that a text cannot hold.
sub rich {
	my ($uid, @more) = @_;
	$phone->put(at('Old', $uid), text($uid, $uid, @more));
	my $t = task_of('Old', $uid);
	$ada->post("/tasks/$t->{id}/steps", { id => uuid(), title => "step of $uid" });
	my ($s) = @{$ada->get("/tasks/$t->{id}/steps")->{json}{items}};
	$ada->patch("/tasks/$t->{id}/steps/$s->{id}", { done => JSON::PP::true });
	$ada->upload($t->{id}, uuid(), "%PDF-1.4\n$uid", "$uid.pdf");
	$_->put("/me/my-day/$t->{id}", { addedOn => '2026-11-26' })
	    for $ada, $bob, $eve;
	return ($t, $s);
}

subtest 'everything goes along' => sub {
	my ($old, $step) = rich('move', 'DUE;VALUE=DATE:20361201',
	    'RRULE:FREQ=DAILY');
	my $turns = [map { id_of($_) } $ada, $bob, $eve];
	is $ada->patch("/lists/$list{Old}/tasks/$old->{id}", { rotation => $turns,
	    assigneeId => id_of($bob) })->{status}, 200, 'who takes turns';
	my $text = $phone->get(at('Old', 'move'))->{body};
	is $phone->put(at('New', 'move'), $text)->{status}, 201, 'PUT';
	is_deeply files_of(task_of('New', 'move')), [], 'alone is a new task';
	is $phone->request('DELETE', at('Old', 'move'))->{status}, 204, 'DELETE';
	my $new = task_of('New', 'move');
	isnt $new->{id}, $old->{id}, 'it is still the new one';
	is_deeply files_of($new), ['move.pdf'], 'files';
	is_deeply steps_of($new), ['step of move 1'], 'steps, done as they were';
	is $phone->get(at('New', $step->{id}))->{status}, 200,
	    'under their names';
	is $new->{assigneeId}, id_of($bob), 'the assignee';
	is_deeply $new->{rotation}, [map { id_of($_) } $ada, $bob],
	    'the rotation, without who is not in the list';
	is $new->{createdAt}, $old->{createdAt}, 'when it was made';
	for ([$ada, 1], [$bob, 1], [$eve, 0]) {
		my ($u, $has) = @$_;
		my @day = grep { $_->{taskId} eq $new->{id} } map { $_->{record} // $_ }
		    @{$u->get('/me/my-day?date=2026-11-26')->{json}{items}};
		is scalar(@day), $has, "My Day of $u->{email}";
	}
	is task_of('Old', 'move'), undef, 'the old one is gone';
	my ($file) = all_files($new);
	like $ada->get("/attachments/$file->{id}/content")->{body}, qr/move$/,
	    'the file can be read';
};

# Thunderbird knows a task that it has moved by the answer to its PUT.
subtest 'what the client does next, without a look' => sub {
	my %next = (
		'a change' => sub { $phone->put($_[0], text($_[1], 'Later'),
		    'If-Match' => $_[2]) },
		'a deletion' => sub { $phone->request('DELETE', $_[0], undef,
		    'If-Match' => $_[2]) },
		'another move' => sub { $phone->request('MOVE', $_[0], undef,
		    'If-Match' => $_[2],
		    Destination => at('Old', "$_[1]-again")) },
	);
	for my $what (sort keys %next) {
		my $uid = $what =~ s/ /-/gr;
		for my $change ('', 'title') {
			my $u = "$uid$change";
			my ($old) = rich($u);
			$ada->patch("/lists/$list{Old}/tasks/$old->{id}",
			    { assigneeId => id_of($bob) });
			my $r = $phone->put(at('New', $u), text($u, $u));
			$phone->request('DELETE', at('Old', $u));
			my $new = task_of('New', $u);
			is $new->{assigneeId}, id_of($bob), 'the service changes it';
			$bob->patch("/lists/$list{New}/tasks/$new->{id}",
			    { title => 'By Bob' }) if $change;
			is $next{$what}->(at('New', $u), $u, $r->{headers}{etag})
			    ->{status}, $change ? 412 : $what =~ /move/ ? 201 : 204,
			    "$what" . ($change ? ', beside one of another' : '');
		}
	}
};

subtest 'steps that the client has moved itself' => sub {
	my ($old, $step) = rich('own');
	$phone->put(at('New', 'own'), text('own', 'own'));
	$phone->put(at('New', $step->{id}), text($step->{id}, 'step of own',
	    'RELATED-TO:own'));
	$phone->request('DELETE', at('Old', 'own'));
	is_deeply steps_of(task_of('New', 'own')), ['step of own 0'],
	    'are there once';
};

subtest 'twice, since it was restored between' => sub {
	my ($old) = rich('twice');
	$phone->put(at('New', 'twice'), text('twice', 'twice'));
	for (1, 2) {
		is $phone->request('DELETE', at('Old', 'twice'))->{status}, 204,
		    'DELETE';
		$ada->post("/lists/$list{Old}/tasks/$old->{id}/restore");
	}
	my $new = task_of('New', 'twice');
	is_deeply files_of($new), ['twice.pdf'], 'one file';
	is_deeply steps_of($new), ['step of twice 1'], 'one step';
	is_deeply files_of($old), ['twice.pdf'], 'the restored one has its own';
};

subtest 'what is no move' => sub {
	my %no = (
		'a day ago' => sub { $d->sql("UPDATE resource SET version = "
		    . "version - 86400000000 WHERE uid = '$_[0]'") },
		'by another' => undef,
		'of another UID' => sub { },
	);
	for my $why (sort keys %no) {
		my $uid = $why =~ s/ /-/gr;
		rich($uid);
		my $put = $why eq 'of another UID' ? 'something-else' : $uid;
		my $who = $why eq 'by another' ? $bobs : $phone;
		$who->put("$who->{home}$list{New}/$put.ics", text($put, $put));
		$no{$why}->($uid) if $no{$why};
		$phone->request('DELETE', at('Old', $uid));
		is_deeply files_of(task_of('New', $put)), [], "$why: no files";
		is_deeply steps_of(task_of('New', $put)), [], '... and no steps';
	}
};

subtest 'who views the list alone' => sub {
	rich('viewed');
	my $other = $bob->make('/lists', title => 'Of Bob');
	$bob->post("/lists/$other/members", { email => 'ada@example.org' });
	$list{Other} = $other;
	$phone->put(at('Other', 'viewed'), text('viewed', 'viewed'));
	$bob->patch("/lists/$other/members/" . id_of($ada), { role => 'viewer' });
	is $phone->request('DELETE', at('Old', 'viewed'))->{status}, 204,
	    'the task is deleted';
	is_deeply files_of(task_of('Other', 'viewed')), [],
	    'and nothing goes where its user may not write';
};
done_testing;
