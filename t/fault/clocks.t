# The clock is wrong by a day or a year while every program runs once, and then
# right again: nothing is lost or deleted early, sign-in and sync work, stamps
# increase, and each reminder is sent once.  docket-cleanup does nothing if the
# clock is more than 30 days ahead of its last run and of the newest change.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();
use POSIX 'strftime';
use Receiver;
use Smtpd;
use Test::More;
use Time::HiRes 'sleep';

my $T = JSON::PP::true;
my $dir = tempdir(CLEANUP => 1);
my $push = Receiver->new($dir, 1);
my ($device) = $push->devices;
my $smtp = Smtpd->new;

sub at { return strftime '%Y-%m-%dT%H:%M:%SZ', gmtime time + $_[0] }
my %due = (now => -60, tomorrow => 43_200, spring => 100 * 86_400,
    autumn => 300 * 86_400);

sub fresh {
	unlink "$dir/received";
	my $d = Docket->new($smtp->settings, 'push-allow' => '127.0.0.1',
	    'vapid-subject' => 'mailto:ada@example.org',
	    'base-url' => 'https://d.example.org');
	$d->{env}{CURL_CA_BUNDLE} = "$dir/ca.pem";
	$d->run('docket-admin', 'vapid', '--quiet');
	return $d;
}

sub made {
	my ($r, $wanted) = @_;
	is $r->{status}, $wanted // 201,
	    'the request succeeds' or diag $r->{body};
	return $r->{json}{id};
}

sub create {
	my ($u, $path, %more) = @_;
	return made($u->post($path, { id => uuid(), %more }));
}

# One of everything that expires, and reminders at various distances.
sub furnish {
	my ($d) = @_;
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my $l = create($ada, '/lists', title => 'L');
	made($ada->post("/lists/$l/members", { email => 'bob@example.org' }));
	my ($kept, $gone) = map { create($ada, "/lists/$l/tasks", title => $_,
	    steps => [{ id => uuid(), title => 'step' }],
	    myDay => '2026-01-01') } qw(kept gone);
	my ($file, $dropped) = map { made($ada->upload($kept, uuid(), $_,
	    'x.txt')) } 'bytes', 'other bytes';
	made($ada->post('/me/push-subscriptions', $device));
	my %task = map { $_ => create($ada, "/lists/$l/tasks", title => $_,
	    reminderAt => at($due{$_})) } keys %due;
	made($bob->patch("/lists/$l/tasks/$kept", { done => $T }), 200);
	made($ada->patch('/me', { autoDeleteCompleted => $T }), 200);
	made($ada->put('/me/settings/app/x', { value => 1 }));
	$ada->post("/lists/$l/invitations", {});
	made($ada->del("/lists/$l/tasks/$gone"), 204);
	made($ada->del("/attachments/$dropped"), 204);
	return { d => $d, ada => $ada, bob => $bob, list => $l, gone => $gone,
	    dropped => $dropped, task => \%task };
}

# Runs each program once; all succeed, except docket-cleanup if it must refuse.
sub programs {
	my ($w, $name, %ends) = @_;
	my $d = $w->{d};
	for (['docket-remind'], ['docket-mail'], ['docket-cleanup', '--quiet'],
	    ['docket-backup', '--quiet', "$dir/backup"],
	    ['docket-admin', 'stats']) {
		my $r = $d->run(@$_);
		is $r->{status}, $ends{$_->[0]} // 0, "$name: @$_"
		    or diag $r->{err};
	}
}

# The data of both users, from docket-export.
sub all_of {
	my ($w) = @_;
	my $r = $w->{d}->run('docket-export', '--all');
	is $r->{status}, 0, 'docket-export succeeds';
	return [map { my $x = $Docket::Json->decode($_);
	    delete $x->{exportedAt}; $x } split /\n/, $r->{out}];
}

sub titles { return join ' ', map { $_->{title} // () }
    @{$_[0]->{json}{items} // []} }

# Creates a task and returns its stamp; a sync from $since gets only that.
sub goes_on {
	my ($w, $name, $since) = @_;
	my $ada = $w->{d}->sign_in('ada@example.org', $w->{ada}{password});
	my $id = create($ada, "/lists/$w->{list}/tasks", title => $name);
	my $r = $ada->get("/me/changes?since=$since");
	is "$r->{status} " . titles($r), "200 $name", "$name: sync goes on";
	return ($ada->get("/tasks/$id")->{json}{updatedAt}, $r->{json}{next});
}

sub received {
	my %got;
	for (-e "$dir/received" ? split /\n/, slurp("$dir/received") : ()) {
		$got{$Docket::Json->decode($_)->{payload}{title}}++;
	}
	return \%got;
}

for my $jump (qw(+1d +365d -1d -365d)) {
	subtest "a clock at $jump" => sub {
		my $d = fresh();
		my $w = furnish($d);
		system('rm', '-rf', "$dir/backup");
		mkdir "$dir/backup";
		$d->run('docket-cleanup', '--quiet');
		$d->run('docket-backup', '--quiet', "$dir/backup");
		my @kept = glob "$dir/backup/docket*";
		my $was = all_of($w);
		my $next = $w->{ada}->get('/me/changes')->{json}{next};

		$d->later($jump);
		programs($w, 'wrong', $jump eq '+365d' ?
		    ('docket-cleanup' => 1) : ());
		is_deeply all_of($w), $was,
		    'with the wrong clock nothing is lost';
		(my $first, $next) = goes_on($w, 'wrong', $next);

		delete @{$d->{env}}{qw(LD_PRELOAD FAKETIME NO_FAKE_STAT)};
		programs($w, 'right');
		(my $second, $next) = goes_on($w, 'right', $next);
		cmp_ok $second, 'gt', $first, 'stamps increase';
		is $w->{bob}->get('/me')->{status}, 200,
		    'the session is still valid';
		my $is = all_of($w);
		for (@$is) {
			@{$_->{tasks}} = grep { $_->{title} !~
			    /^(?:wrong|right)$/ } @{$_->{tasks}};
		}
		is_deeply $is, $was,
		    'with the right clock again nothing is lost';
		is_deeply [grep { !-e } @kept], [], 'and no backup is lost';
		my $ada = $w->{ada};
		is $ada->post("/lists/$w->{list}/tasks/$w->{gone}/restore")
		    ->{status}, 200, 'a deleted task can be restored';
		is scalar @{$ada->get("/tasks/$w->{gone}/steps")
		    ->{json}{items}}, 1, 'with its step';
		is $ada->post("/attachments/$w->{dropped}/restore")->{status},
		    200, 'a deleted attachment can be restored';
		is $ada->get("/attachments/$w->{dropped}/content")->{body},
		    'other bytes', 'with its content';
		my $check = $d->run('docket-admin', 'check', '--deep');
		is_deeply [grep { /FAULT: (?!the clock is)/ } split /\n/, $check->{out} .
		    $check->{err}], [], 'docket-admin check finds no fault';

		for my $day (0.6, 80, 100.5, 160, 230, 300, 365) {
			$d->later(int($day * 86_400) . 's');
			is $ada->get('/me')->{status}, 200, "$day days later";
			is $d->run('docket-remind')->{status}, 0,
			    'docket-remind succeeds later';
		}
		is_deeply received(), { map { $_ => 1 } keys %due },
		    'each reminder is sent once';
	};
}
done_testing;
