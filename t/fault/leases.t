# Programs whose clocks differ send each reminder and each mail once, and what a
# killed one has claimed is sent by the next.  What a clock that was ahead has put
# off is not put off by the right one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use POSIX 'strftime';
use Receiver;
use Smtpd;
use Test::More;
use Time::HiRes 'sleep';

my $MANY = 20;
my $dir = tempdir(CLEANUP => 1);
my $push = Receiver->new($dir, 1);
my ($device) = $push->devices;
my $smtp = Smtpd->new;

sub at { return strftime '%Y-%m-%dT%H:%M:%SZ', gmtime time + $_[0] }

# The same service, by a clock that is so many seconds ahead.
sub by_clock {
	my ($d, $seconds) = @_;
	return $seconds == 0 ? $d :
	    $d->with(env => $d->elsewhere)->later("+${seconds}s");
}

sub background {
	my ($d, $program) = @_;
	my $pid = fork // die "fork: $!\n";
	return $pid if $pid;
	%ENV = %{$d->{env}};
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', '/dev/null';
	exec build() . "/bin/$program" or POSIX::_exit(127);
}

# Reminders that are due, for a device that answers like that.
sub reminders {
	my ($how) = @_;
	unlink "$dir/received";
	my $d = Docket->new('push-allow' => '127.0.0.1', 'vapid-subject' =>
	    'mailto:ada@example.org', 'base-url' => 'https://d.example.org');
	$d->{env}{CURL_CA_BUNDLE} = "$dir/ca.pem";
	$d->run('docket-admin', 'vapid', '--quiet');
	my $ada = $d->user('ada@example.org');
	$ada->post('/me/push-subscriptions', { %$device, endpoint =>
	    $device->{endpoint} =~ s{/201/}{/$how/}r });
	my $l = $ada->make('/lists', title => 'L');
	$ada->make("/lists/$l/tasks", title => "T $_", reminderAt => at(-1200))
	    for 1 .. $MANY;
	return $d;
}

# From now on the device answers.
sub answers {
	my ($d) = @_;
	$d->sql("UPDATE push_subscription
	    SET endpoint = replace(replace(endpoint, 'silent', '201'), '500', '201')");
}

sub sent_twice {
	my %got;
	for (-e "$dir/received" ? split /\n/, slurp("$dir/received") : ()) {
		my $r = $Docket::Json->decode($_);
		$got{$r->{payload}{title}}++ if $r->{path} =~ m{^/201/};
	}
	return grep { ($got{"T $_"} // 0) != 1 } 1 .. $MANY;
}

# None is behind: the certificate of the push service begins now.
for ([0, 600], [600, 0], [600, 1200], [1200, 600]) {
	my ($one, $two) = @$_;
	subtest "reminders, clocks that are $one s and $two s ahead" => sub {
		my $d = reminders('silent');
		my $pid = background(by_clock($d, $one), 'docket-remind');
		until_true(sub { $d->sql("SELECT count(*)
		    FROM delivery WHERE tries = 1") == $MANY })
		    or die "not claimed\n";
		kill STOP => $pid;	# before it gives up
		for ('while they are sent', 'after a kill') {
			like by_clock($d, $two)->run('docket-remind')->{out},
			    qr/^0 sent, 0 to retry/, "$_: not by another";
			kill KILL => $pid;
			waitpid $pid, 0;
		}
		answers($d);
		$d->sql('UPDATE delivery SET leased_until = 1');
		# By the clock of the first it would be due after its lease.
		$d->sql('UPDATE delivery SET next_at = due_at');
		like by_clock($d, $two)->run('docket-remind')->{out},
		    qr/^$MANY sent,/, 'after the lease, by the next';
		is_deeply [sent_twice()], [], 'each once';
	};
}

sub mails { return scalar(() = $smtp->mails) }

for ([0, 1200], [1200, 0]) {
	my ($one, $two) = @$_;
	subtest "mail, clocks that are $one s and $two s ahead" => sub {
		my $d = Docket->new($smtp->settings, 'base-url' =>
		    'https://d.example.org');
		$d->user('ada@example.org');
		$d->post('/password-resets', { email => 'ada@example.org' });
		$smtp->tell('hold');
		my $pid = background(by_clock($d, $one), 'docket-mail');
		$smtp->wait;
		for ('while it is sent', 'after a kill') {
			by_clock($d, $two)->run('docket-mail', '--quiet');
			is mails(), 0, "$_: not by another";
			kill KILL => $pid;
			waitpid $pid, 0;
		}
		$smtp->tell('go');
		$d->sql('UPDATE mail SET leased_until = 1, due_at = 1');
		by_clock($d, $two)->run('docket-mail', '--quiet');
		is mails(), 1, 'after the lease, by the next';
	};
}

subtest 'reminders that a clock 10 hours ahead has put off' => sub {
	my $d = reminders('500');
	by_clock($d, 36_000)->run('docket-remind', '--quiet');
	is $d->sql('SELECT count(*) FROM delivery WHERE tries = 1'), $MANY,
	    'are put off';
	answers($d);
	like $d->run('docket-remind')->{out}, qr/^$MANY sent,/,
	    'and sent by the right clock';
};

for my $days (1, 400) {
	subtest "mail that a clock $days days ahead has put off" => sub {
		my $d = Docket->new($smtp->settings, 'base-url' =>
		    'https://d.example.org');
		$d->user('ada@example.org');
		my $ahead = by_clock($d, $days * 86_400);
		$ahead->run('docket-admin', 'user', 'passwd', 'ada@example.org',
		    '--password-stdin', \"another password\n");
		$smtp->tell('rcpt 450 4.2.1 later');
		$ahead->run('docket-mail', '--quiet');
		is $d->sql('SELECT count(*) FROM mail WHERE tries = 1'), 1,
		    'is put off';
		is $d->run('docket-mail', '--quiet')->{status}, 0, 'it goes on';
		is mails(), 1, 'and sent by the right clock';
	};
}
done_testing;
