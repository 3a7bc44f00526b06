# docket-remind with a push service, and devices that decrypt.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use IO::Socket::INET;
use JSON::PP ();
use POSIX 'strftime';
use Receiver;
use Test::More;
use Time::HiRes qw(sleep time);

my ($T, $F) = (JSON::PP::true, JSON::PP::false);
my $dir = tempdir(CLEANUP => 1);
my $push = Receiver->new($dir, 12);
my @devices = $push->devices;

sub received {
	my @all = -e "$dir/received" ? map { $Docket::Json->decode($_) }
	    split /\n/, slurp("$dir/received") : ();
	return @all;
}
sub forget { unlink "$dir/received" }

# A stamp so many seconds from now.
sub at { return strftime '%Y-%m-%dT%H:%M:%SZ', gmtime time + $_[0] }

sub fresh {
	my $d = Docket->new('push-allow' => '127.0.0.1', 'vapid-subject' =>
	    'mailto:ada@example.org', 'base-url' => 'https://d.example.org');
	$d->{env}{CURL_CA_BUNDLE} = "$dir/ca.pem";
	$d->run('docket-admin', 'vapid', '--quiet');
	forget();
	return $d;
}

# Registers device number n, which answers like that.
sub register {
	my ($u, $n, $how) = @_;
	my %device = %{$devices[$n]};
	$device{endpoint} =~ s{/201/}{/$how/} if defined $how;
	my $r = $u->post('/me/push-subscriptions', \%device);
	die "register: $r->{body}" if $r->{status} != 201;
	return $r->{json}{id};
}

# Runs it: no fault, so many sent.
sub remind {
	my ($d, $sent, $name) = @_;
	my $r = $d->run('docket-remind');
	is "$r->{status} $r->{err}", '0 ', "$name: done";
	like $r->{out}, qr/^$sent sent,/, "$name: $sent sent";
	return received();
}

subtest 'a reminder' => sub {
	my $d = fresh();
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	register($ada, 0);
	register($ada->sign_in('ada@example.org', $ada->{password}), 1);
	register($bob, 2);
	my $l = $ada->make('/lists', title => 'L');
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	my $t = $ada->make("/lists/$l/tasks", title => "Müll \x{1f600}");
	my $due = at(-60);
	$ada->patch("/lists/$l/tasks/$t", { reminderAt => $due,
	    dueDate => '2026-12-24', dueTime => '07:30' });
	my $dry = $d->run('docket-remind', '--dry-run');
	is scalar(() = $dry->{out} =~ /^reminder\t\S+\t(?:ada|bob)@\S+\t$t\t/mg),
	    3, 'a dry run lists three';
	is scalar(received()), 0, 'and sends nothing';
	my @got = remind($d, 3,
	    'it goes to all devices of all who reach the list');
	is_deeply [sort map { $_->{path} } @got], [map { "/201/$_" } 0 .. 2],
	    'each device gets it once';
	(my $answered = $due) =~ s/Z$/.000000Z/;
	is_deeply $got[0]{payload}, { type => 'reminder', taskId => $t,
	    listId => $l, title => "Müll \x{1f600}", dueDate => '2026-12-24',
	    dueTime => '07:30',
	    reminderAt => $answered,
	    url => "https://d.example.org/#/l/$l/t/$t" },
	    'each can decrypt it';
	is $got[0]{urgency}, 'high', 'Urgency is high';
	cmp_ok $got[0]{ttl}, '<=', 24 * 3600 - 60,
	    'TTL ends before it is too late';
	cmp_ok $got[0]{ttl}, '>', 24 * 3600 - 120, 'and not earlier';
	like $got[0]{topic}, qr/^[-_A-Za-z0-9]{32}$/, 'Topic is valid';
	is $got[0]{topic}, $got[1]{topic}, 'and the same for each';
	my $c = $got[0]{vapid};
	is $c->{aud}, $c->{origin}, 'VAPID: signed, for this origin';
	is $c->{sub}, 'mailto:ada@example.org', 'VAPID sub is vapid-subject';
	cmp_ok $c->{exp}, '<=', time + 12 * 3600 + 1,
	    'VAPID exp is within 12 hours';
	is $c->{key}, $ada->get('/me/notifications')->{json}{vapidPublicKey},
	    'it is signed with the published key';
	remind($d, 0, 'a second run');
	is scalar(received()), 3, 'sends nothing more';
	is $d->sql('SELECT (SELECT count(*) FROM notice) +
	    (SELECT count(*) FROM delivery)'), 0, 'nothing waits';
	forget();
	$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-30),
	    assigneeId => $bob->{me}{id} });
	@got = remind($d, 2, 'armed again, and assigned');
	is_deeply [sort map { "$_->{path} $_->{payload}{type}" } @got],
	    ['/201/2 assignment', '/201/2 reminder'],
	    'it goes to the assignee only';
	isnt $got[0]{topic}, $got[1]{topic}, 'topics differ';
	is $ada->get('/ready')->{json}{status} // '', 'ready',
	    '/ready knows that it ran' or
	    diag $ada->get('/ready')->{body};
};

# What happens between the planning and the sending.
my %undone = (
	'completed' => sub { my ($d, $u, $l, $t) = @_;
		$u->patch("/lists/$l/tasks/$t", { done => $T }) },
	'cleared' => sub { my ($d, $u, $l, $t) = @_;
		$u->patch("/lists/$l/tasks/$t", { reminderAt => undef }) },
	'moved to later' => sub { my ($d, $u, $l, $t) = @_;
		$u->patch("/lists/$l/tasks/$t", { reminderAt => at(3600) }) },
	'deleted' => sub { my ($d, $u, $l, $t) = @_;
		$u->del("/lists/$l/tasks/$t") },
	'the list deleted' => sub { my ($d, $u, $l) = @_;
		$u->del("/lists/$l") },
	'not wanted' => sub { my ($d, $u) = @_;
		$u->put('/me/notifications', { reminders => $F }) },
	'signed out' => sub { my ($d, $u) = @_;
		$u->del('/sessions/current') },
	'the session over' => sub { my ($d) = @_;
		$d->sql('UPDATE credential SET expires_at = 1') },
	'too late' => sub { my ($d) = @_;
		$d->sql('UPDATE task SET reminder_at = reminder_at - 86400000000;
		    UPDATE notice SET due_at = due_at - 86400000000;
		    UPDATE delivery SET due_at = due_at - 86400000000') },
);
subtest 'reminders that are not sent' => sub {
	for my $planned (0, 1) {
		for my $name (sort keys %undone) {
			my $d = fresh();
			my $ada = $d->user('ada@example.org');
			register($ada, 0);
			my $l = $ada->make('/lists', title => 'L');
			my $t = $ada->make("/lists/$l/tasks", title => 'T');
			$ada->patch("/lists/$l/tasks/$t",
			    { reminderAt => at(-60) });
			# As a run does that ends before it sends.
			$d->sql("INSERT INTO delivery SELECT s.user_id, s.id,
			    n.task_id, n.kind, n.due_at, n.due_at, 0, 0
			    FROM notice n, push_subscription s;
			    DELETE FROM notice") if $planned;
			$undone{$name}->($d, $ada, $l, $t);
			my $r = $d->run('docket-remind');
			like "$r->{status} $r->{out}", qr/^0 (?:0 sent|$)/,
			    "$name, planned: $planned";
			is scalar(received()), 0, 'nothing is sent';
		}
	}
};

subtest 'a removed member gets no more notifications' => sub {
	my $d = fresh();
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	register($bob, 2);
	my $l = $ada->make('/lists', title => 'L');
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-60),
	    assigneeId => $bob->{me}{id} });
	$ada->del("/lists/$l/members/$bob->{me}{id}");
	remind($d, 0, 'after the removal');
	is scalar(received()), 0, 'nothing is sent';
};

subtest 'a reminder up to 24 hours late is sent' => sub {
	my $d = fresh();
	my $ada = $d->user('ada@example.org');
	register($ada, 0);
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-23 * 3600) });
	my @got = remind($d, 1, 'after a day without the program');
	cmp_ok $got[0]{ttl}, '<=', 3600, 'TTL is the hour that is left';
};

subtest 'assignments' => sub {
	my $d = fresh();
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	register($ada, 0);
	register($bob, 2);
	my $l = $ada->make('/lists', title => 'L');
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	my ($s, $t, $v) = map { $ada->make("/lists/$l/tasks", title => "$_") }
	    1 .. 3;
	$ada->patch("/lists/$l/tasks/$t", { assigneeId => $_ })
	    for $ada->{me}{id}, $bob->{me}{id};
	$ada->patch("/lists/$l/tasks/$s", { assigneeId => $_ })
	    for $bob->{me}{id}, undef;
	my @got = remind($d, 1, 'to the one assigned, by another');
	is "$got[0]{path} $got[0]{payload}{taskId}", "/201/2 $t",
	    'it is sent once';
	is $got[0]{urgency}, 'normal', 'Urgency is normal';
	$bob->put('/me/notifications', { assignments => $F });
	$ada->patch("/lists/$l/tasks/$v", { assigneeId => $bob->{me}{id} });
	remind($d, 0, 'nothing is sent if it is not wanted');
};

subtest 'answers of the push service' => sub {
	my $d = fresh();
	my $ada = $d->user('ada@example.org');
	register($ada, $_->[0], $_->[1]) for [0, 410], [1, 404], [2, 429],
	    [3, 500], [4, 400], [5, 403], [6, 201];
	my $l = $ada->make('/lists', title => 'L');
	my $due = sub {
		my $t = $ada->make("/lists/$l/tasks", title => 'T');
		$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-60) });
	};
	$due->();
	my $r = $d->run('docket-remind');
	is $r->{status}, 1, 'rejected keys are a failure';
	is $r->{out}, "1 sent, 3 to retry, 1 refused, 2 subscriptions "
	    . "expired\n", 'each answer is reported';
	is scalar(() = $r->{err} =~ /\n/g), 4, 'in one line' or diag $r->{err};
	is $d->sql('SELECT group_concat(path) FROM (SELECT
	    substr(endpoint, length(endpoint) - 4) AS path
	    FROM push_subscription ORDER BY 1) AS found'), '201/6,400/4,403/5,429/2,500/3',
	    'two subscriptions are deleted';
	is $d->sql("SELECT (next_at - (SELECT reminded_at FROM state)) / 10000000
	    FROM delivery d JOIN push_subscription s ON s.id = d.subscription_id
	    WHERE endpoint LIKE '%/$_->[0]/%'"), $_->[1], "$_->[0]: when again"
	    for [429, 30], [500, 3], [403, 3];
	forget();
	$r = $d->run('docket-remind');
	is scalar(received()), 0, 'nothing is retried early';
	$d->sql('UPDATE delivery SET next_at = due_at,
			    leased_until = 0');
	$d->run('docket-remind');
	is scalar(received()), 3, 'later all are retried';
	is $d->sql("SELECT tries || ' ' ||
	    ((next_at - (SELECT reminded_at FROM state)) / 10000000)
	    FROM delivery d JOIN push_subscription s ON s.id = d.subscription_id
	    WHERE endpoint LIKE '%/500/%'"), '2 6', 'with twice the delay';
	for (2 .. 10) {
		$d->sql('DELETE FROM delivery');
		$due->();
		$r = $d->run('docket-remind');
	}
	like $r->{err}, qr/ada\@example\.org 10 times/,
	    'ten refusals end a subscription';
	is $d->sql("SELECT count(*) FROM push_subscription
	    WHERE endpoint LIKE '%/400/%'"), 0, 'it is deleted';
	$d->sql('UPDATE delivery SET next_at = due_at,
	    due_at = due_at - 86320000000');
	$d->sql('UPDATE task SET reminder_at = reminder_at - 86320000000');
	$r = $d->run('docket-remind');
	like $r->{err}, qr/not delivered within 24 hours/,
	    'it is reported';
};

subtest 'a push service that does not answer delays no other' => sub {
	my $d = fresh();
	my $ada = $d->user('ada@example.org');
	# A service that takes connections and never says a word.
	my $deaf = IO::Socket::INET->new(Listen => 128, LocalAddr =>
	    '127.0.0.1');
	$ada->post('/me/push-subscriptions', { %{$devices[0]}, endpoint =>
	    'https://127.0.0.1:' . $deaf->sockport . '/0' });
	register($ada, $_) for 1 .. 8;
	my $l = $ada->make('/lists', title => 'L');
	for (1 .. 20) {
		my $t = $ada->make("/lists/$l/tasks", title => 'T');
		$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-60) });
	}
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		open STDERR, '>', '/dev/null';
		exec build() . '/bin/docket-remind', '-q';
	}
	for (1 .. 400) {
		last if (my @all = received()) >= 160;
		sleep 0.05;
	}
	is scalar(received()), 160, 'all others are sent';
	for (1 .. 400) {
		last if $d->sql('SELECT count(*) FROM delivery') == 20;
		sleep 0.05;
	}
	is $d->sql('SELECT count(*) FROM delivery'), 20,
	    'and marked; the rest is retried';
	kill 'KILL', $pid;
	waitpid $pid, 0;
};

# Users with a device each and so many reminders, due.
sub crowd {
	my ($d, $users, $each) = @_;
	for my $n (1 .. $users) {
		my $u = $d->user("u$n\@example.org");
		register($u, $n);
		my $l = $u->make('/lists', title => 'L');
		my $t = $u->make("/lists/$l/tasks", title => 'T');
		$u->patch("/lists/$l/tasks/$t", { reminderAt => at(-60) });
	}
	again($d, $each);
}

# Tasks like the one of each list, each with its notice.
sub again {
	my ($d, $each) = @_;
	$d->sql("BEGIN; DELETE FROM task WHERE rank LIKE 'b%';
	    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < $each) INSERT INTO task (list_id, rank, id, title, done,
	    starred, notes_at, reminder_at, created_at, stamp, completed_at,
	    successor_stamp, doc) SELECT list_id, printf('b%05d', i),
	    randomblob(16), title, 0, 0, 0, reminder_at, 1, 1, 0, 0,
	    (SELECT max(doc) FROM task) + i * 1000 + row_number() OVER ()
	    FROM n, (SELECT * FROM task WHERE rank < 'b') AS one;
	    INSERT INTO notice SELECT id, 'reminder', x'', reminder_at FROM task
	    WHERE rank LIKE 'b%' AND 1 = 1
	    ON CONFLICT DO NOTHING; COMMIT");
	# The tasks that are due.
	return map { s/(.{8})(.{4})(.{4})(.{4})/$1-$2-$3-$4-/r => 1 }
	    split /\n/, $d->sql('SELECT DISTINCT lower(hex(task_id))
	    FROM notice');
}

subtest 'four runs at once send each reminder once' => sub {
	my $d = fresh();
	crowd($d, 5, 100);
	is scalar(() = $d->run('docket-remind', '--dry-run')->{out} =~ /\n/g),
	    505, 'a dry run lists all';
	my @pids = map { my $env = $d->elsewhere; my $p = fork // die;
		if (!$p) {
		%ENV = %$env;
		exec build() . '/bin/docket-remind', '-q' } $p } 1 .. 4;
	is_deeply [map { waitpid $_, 0; $? } @pids], [0, 0, 0, 0],
	    'all runs succeed';
	my @got = received();
	my %seen;
	$seen{"$_->{path} $_->{payload}{taskId}"}++ for @got;
	is scalar(@got), 505, 'all reminders are sent';
	is scalar(keys %seen), 505, 'each once';
};

subtest 'killed at any point' => sub {
	my $want = $ENV{DOCKET_KILLS} || 10;
	my ($kills, $lost, $twice, $other, $rounds) = (0) x 5;
	my $d = fresh();
	crowd($d, 10, 1);
	$d->run('docket-remind');
	while ($kills < $want) {
		forget();
		my %due = again($d, 100);
		$rounds++;
		while ($d->sql('SELECT (SELECT count(*) FROM notice) +
		    (SELECT count(*) FROM delivery)') > 0) {
			my $pid = fork // die;
			if ($pid == 0) {
				%ENV = %{$d->{env}};
				open STDERR, '>', '/dev/null';
				exec build() . '/bin/docket-remind', '-q';
			}
			if ($kills < $want) {
				sleep rand 0.25;
				kill 'KILL', $pid;
			}
			waitpid $pid, 0;
			$kills++ if $? & 127;
			# The leases are over.
			$d->sql('UPDATE delivery SET next_at = due_at,
			    leased_until = 0');
		}
		my (%seen, %topic);
		# What a killed run of the last round had sent may come late.
		for (grep { $due{$_->{payload}{taskId} // ''} } received()) {
			my $key = $_->{payload}{taskId};
			$seen{$key}++;
			$other++ if ($topic{$key} //= $_->{topic}) ne
			    $_->{topic};
		}
		$lost += keys(%due) - keys %seen;
		$twice += $_ - 1 for values %seen;
	}
	is $lost, 0, "$kills kills in $rounds rounds of 1,000: none lost";
	is $other, 0, 'what is sent twice has the same topic';
	diag "$kills kills, $twice came twice";
};

subtest '--for sends at the due second' => sub {
	my $d = fresh();
	my $ada = $d->user('ada@example.org');
	register($ada, 0);
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	my $pid = fork // die;
	if ($pid == 0) {
		%ENV = %{$d->{env}};
		exec build() . '/bin/docket-remind', '-q', '--for', 60;
	}
	my $due = int(time) + 3;
	$ada->patch("/lists/$l/tasks/$t", { reminderAt =>
	    strftime('%Y-%m-%dT%H:%M:%SZ', gmtime $due) });
	for (1 .. 400) { last if received(); sleep 0.02 }
	cmp_ok time, '>=', $due, 'it is not sent early';
	is scalar(received()), 1, 'it is sent when due';
	forget();
	$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-60) });
	for (1 .. 400) { last if received(); sleep 0.02 }
	is scalar(received()), 1, 'one that is due when it is set, at once';
	kill 'TERM', $pid;
	waitpid $pid, 0;
};

# A clock that is fast.
subtest '--for says every minute that it runs' => sub {
	my $d = fresh();
	my $began = time;
	$d->later('+0 x90');
	is $d->run('docket-remind', '-q', '--for', 150)->{status}, 0, 'it ends';
	cmp_ok $d->sql('SELECT reminded_at FROM state') / 1e6, '>', $began + 60,
	    'it has said so again';
	return if engine() ne 'sqlite';		# whose lock is a file's
	$d->{env}{LD_PRELOAD} .= ':' . build() . '/t/fail.so';
	local $d->{env}{DOCKET_FAIL} = 'lock 3+';
	my $r = $d->run('docket-remind', '-q', '--for', 1500);
	like "$r->{status} $r->{err}", qr/^1 .*busy/,
	    'a database that becomes busy ends it';
} if build() !~ m{/san$};

subtest 'what is said of those that fail' => sub {
	my $d = fresh();
	my $ada = $d->user('ada@example.org');
	register($ada, $_, 500) for 0, 1;
	my $closed = free_port();
	my ($port) = $devices[0]{endpoint} =~ /:(\d+)/;
	$d->{env}{DOCKET_PUSH_ALLOW} = "127.0.0.1:$port,127.0.0.1:$closed";
	$ada->post('/me/push-subscriptions', { %{$devices[2]}, endpoint =>
	    "https://127.0.0.1:$closed/x" });
	my $r = $d->run('docket-admin', 'push-test', 'ada@example.org');
	is $r->{status}, 1, 'push-test to three devices fails';
	is scalar(() = $r->{out} =~ /; answer: As asked: 500 \(HTTP 500\)$/mg), 2,
	    'with the answers' or diag $r->{out};
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-60) });
	$r = $d->run('docket-remind');
	like $r->{out}, qr/^0 sent, 3 to retry/, 'all are retried';
	is scalar(() = $r->{err} =~ /\n/g), 2, 'a line for each reason' or
	    diag $r->{err};
	$d->sql("UPDATE state SET vapid_private = 'x'");
	$r = $d->run('docket-remind');
	is $r->{status}, 1, 'damaged keys are an error';
	like $r->{err}, qr/^docket-remind: [^\n]*key[^\n]*\n$/, 'with a line';
};

subtest 'reminders = off' => sub {
	my $d = fresh();
	my $ada = $d->user('ada@example.org');
	register($ada, 0);
	my $l = $ada->make('/lists', title => 'L');
	my ($due, $later) = map { $ada->make("/lists/$l/tasks", title => $_) }
	    'due', 'a due and a later reminder are planned';
	$ada->patch("/lists/$l/tasks/$due", { reminderAt => at(-60) });
	$ada->patch("/lists/$l/tasks/$later", { reminderAt => at(3600) });
	is $ada->get('/ready')->{status}, 503, 'on: /ready requires a run';
	my %env = %{$d->{env}};
	$d->{env}{DOCKET_REMINDERS} = 'off';
	my $off = $ada->with(env => $d->{env});
	is $off->get('/ready')->{status}, 200, 'off: it does not';
	my $check = $d->run('docket-admin', 'check')->{out};
	unlike $check, qr/^(?:FAULT|Advice): [^\n]*docket-remind/m,
	    'docket-admin check does not report it';
	my $began = time;
	my $r = $d->run('docket-remind', '--for', 55);
	is "$r->{status} $r->{err}", '0 ', 'docket-remind succeeds';
	cmp_ok time - $began, '<', 20, 'and ends at once';
	is scalar(received()), 0, 'without sending';
	%{$d->{env}} = %env;
	remind($d, 0, 'on again, nothing late');
	is scalar(received()), 0, 'later nothing is sent either';
	is $d->sql('SELECT count(*) FROM notice'), 1, 'what is to come waits';
};

subtest 'the command line' => sub {
	my $d = Docket->new('push-allow' => '127.0.0.1');
	my $ada = $d->user('ada@example.org');
	is $d->run('docket-remind')->{status}, 0,
	    'without subscriptions it succeeds';
	is $ada->put('/me/notifications', {})->{json}{supported}, $F,
	    'without keys push is not supported';
	register($ada, 0);
	my $l = $ada->make('/lists', title => 'L');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	$ada->patch("/lists/$l/tasks/$t", { reminderAt => at(-60) });
	my $r = $d->run('docket-remind');
	is "$r->{status} $r->{err}", '0 ',
	    'without keys it succeeds, so that cron sends no mail';
	like $r->{out}, qr/there are no VAPID keys: run `docket-admin vapid`/,
	    'it says what to do';
	$r = $d->run('docket-remind', '--quiet');
	is "$r->{status} $r->{err}$r->{out}", '0 ',
	    'nothing is printed with --quiet';
	like $d->run('docket-admin', 'check')->{out}, qr/no VAPID keys/,
	    'docket-admin check reports it';
	$r = $d->run('docket-admin', 'push-test', 'ada@example.org');
	is $r->{status}, 1, 'push-test without keys fails';
	my $key = $d->run('docket-admin', 'vapid')->{out};
	like $key, qr/^[-_A-Za-z0-9]{87}\n$/,
	    'docket-admin vapid prints the key';
	like $d->run('docket-admin', 'vapid')->{out}, qr/\n\Q$key\E$/,
	    'a second run prints the same key';
	my $new = $d->run('docket-admin', 'vapid', '--replace')->{out};
	like $new, qr/^[-_A-Za-z0-9]{87}\n$/, 'vapid --replace prints a key';
	isnt $new, $key, 'which is another';
	is $d->run('docket-admin', 'vapid', '-q')->{out}, $new, 'and stays';
	is $ada->get('/me/notifications')->{json}{vapidPublicKey} . "\n", $new,
	    'clients learn it';
	like $d->run('docket-admin', 'push-test', 'ada@example.org')->{err},
	    qr/has no device registered/, 'devices must register again';
	register($ada, 0);
	is $ada->put('/me/notifications', {})->{json}{supported}, $T,
	    'push is supported';
	$r = $d->run('docket-admin', 'push-test', 'ada@example.org');
	is $r->{status}, 1, 'push-test to an unknown authority fails';
	like $r->{out}, qr{^https://127\.0\.0\.1:\d+: .*certificate}i,
	    'in plain words';
	$d->{env}{CURL_CA_BUNDLE} = "$dir/ca.pem";
	forget();
	$r = $d->run('docket-admin', 'push-test', 'ada@example.org');
	like "$r->{status} $r->{out}", qr{^0 https://\S+: accepted \(HTTP 201\)},
	    'push-test succeeds';
	is((received())[0]{payload}{type}, 'test', 'the message arrives');
	for (['--for', 'x'], ['--for', '-1'], ['now'], ['--never']) {
		is $d->run('docket-remind', @$_)->{status}, 2, "@$_";
	}
	like $d->run('docket-remind', '--help')->{out}, qr/^usage: /,
	    '--help prints the usage';
};

done_testing;
