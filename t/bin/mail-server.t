# docket-mail with a mail server that refuses, disconnects, is unreachable or is
# the wrong one: the messages, the retries and their delays, and what is
# dropped.  The password of smtp-url is in none of it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use IO::Socket::IP;
use Smtpd;
use Test::More;
use Time::HiRes 'time';

alarm 300;
my $password = 'hunter2/@:%';
my $m = Smtpd->new(tls => 'starttls', user => 'docket',
    password => $password);
my $d = Docket->new($m->settings);
$d->{env}{SSL_CERT_FILE} = $m->{cert};
my $said = '';
my $log = "$d->{data}/log";

sub mail {
	my $r = $d->run('docket-mail', @_);
	$said .= "$r->{out}$r->{err}";
	return $r;
}
sub queue {
	my ($name) = @_;
	my $r = $d->run('docket-admin', 'user', 'passwd',
	    "$name\@example.org", '--password-stdin', \"something new\n");
	is $r->{status}, 0, "queued for $name";
}
sub due { $d->sql('UPDATE mail SET due_at = 1') }
sub count { return $d->sql('SELECT count(*) FROM mail') }
sub recipients { return map { /^([^@]+)/ } map { @{$_->{to}} } @_ }
# What is said of a run that sends nothing; all of it waits.
sub is_down {
	my ($why, $name) = @_;
	due();
	my $before = count();
	my $r = mail();
	is $r->{status}, 1, "$name: exit status";
	like $r->{err}, qr/^docket-mail: mail \d+ deferred for \d+ min: $why\n\z/,
	    "$name: one line";
	is count(), $before, "$name: all wait";
}
for my $name (qw(ada bob eve)) {
	$d->user("$name\@example.org");
}

subtest 'a recipient that is refused temporarily' => sub {
	queue('ada');
	my @waits;
	for my $wait (1, 2, 4, 8, 16, 32, 60, 60) {
		$m->tell('rcpt 451 4.2.2 mailbox full');
		my $from = int(time * 1e6);
		my $r = mail();
		is $r->{status}, 1, 'the exit status is 1';
		like $r->{err}, qr/^docket-mail: mail \d+ deferred for $wait min: the mail server refused the recipient: 451 4\.2\.2 mailbox full\n\z/,
		    'the refusal is reported';
		my ($due, $to) = ($d->sql('SELECT due_at FROM mail'),
		    int(time * 1e6));
		ok $due >= $from + 60e6 * $wait && $due <= $to + 60e6 * $wait,
		    "$wait minutes";
		is mail()->{err}, '', 'it is not retried early';
		due();
	}
	is_deeply [$m->mails], [], 'nothing is sent';
	is mail()->{status}, 0, 'later it is accepted';
	is_deeply [recipients($m->mails)], ['ada'], 'and sent';
	is count(), 0, 'and removed from the queue';
};

subtest 'a recipient that is refused permanently' => sub {
	queue($_) for qw(ada bob);
	$m->tell('rcpt 550 5.1.1 unknown');
	my $r = mail();
	is $r->{status}, 1, 'the exit status is 1';
	like $r->{err}, qr/^docket-mail: mail \d+ \(password-changed, user [-0-9a-f]+\) dropped: the mail server refused the recipient: 550 5\.1\.1 unknown\n\z/,
	    'the mail is dropped at once';
	is_deeply [recipients($m->mails)], ['bob'], 'the next mail is sent';
	is count(), 0, 'the queue is empty';
};

subtest 'an answer of the server is printed as one short line' => sub {
	for (["550 5.1.1 \e[31mred\x7f\tand \xc3\xa4", '550 5.1.1 ?[31mred??and ??'],
	    ['550 5.1.1 ' . 'x' x 450, '550 5.1.1 ' . 'x' x 229],
	    ['550-5.1.1 no\n550 5.1.1 never', '550-5.1.1 no']) {
		my ($says, $kept) = @$_;
		queue('ada');
		$m->tell("rcpt $says");
		my $r = mail();
		like $r->{err}, qr/the mail server refused the recipient: \Q$kept\E\n\z/,
		    'it is stored';
		like $r->{err}, qr/^[ -~]{1,450}\n\z/,
		    'it is printable and short';
	}
};

subtest 'a refused message waits, and the next is sent' => sub {
	for my $answer ('554 5.6.0 no', '452 4.3.1 full') {
		queue($_) for qw(ada bob);
		$m->tell("data $answer");
		my $r = mail();
		like $r->{err}, qr/deferred for 1 min: the mail server refused the message: \Q$answer\E\n\z/,
		    $answer;
		is_deeply [recipients($m->mails)], ['bob'], 'the next is sent';
		due();
		is mail()->{status}, 0, 'a later run succeeds';
		is_deeply [recipients($m->mails)], ['ada'], 'and sends it';
	}
};

subtest 'a server that refuses everything ends the run' => sub {
	for my $how ('mail 421 4.3.2 shutting down',
	    'mail 550 5.7.1 not from you', 'rcpt 421 4.7.0 too many',
	    'drop mail', 'drop rcpt', 'drop data') {
		queue($_) for qw(ada bob eve);
		$m->tell($how);
		my %what = (mail => 'sender, mail-from', rcpt => 'recipient');
		my $why = $how =~ /^drop/ ? 'the mail server closed the connection: .*' :
		    "the mail server refused the $what{substr $how, 0, 4}: " .
		    substr $how, 5;
		is_down($why, $how);
		is $d->sql('SELECT group_concat(tries) FROM
		    (SELECT tries FROM mail ORDER BY id)'), '1,0,0',
		    'the other mails are not tried';
		due();
		is mail()->{status}, 0, 'later the server works';
		is_deeply [sort(recipients($m->mails))], [qw(ada bob eve)],
		    'and each mail is sent once';
	}
};

subtest 'mail is dropped after two days' => sub {
	local $d->{env}{DOCKET_LOG} = $log;
	queue('ada');
	my $ago = sub {
		my ($hours) = @_;
		$d->sql("UPDATE mail SET due_at = 1, created_at = " .
		    int((time - 3600 * $hours) * 1e6));
		$m->tell('data 451 4.0.0 no');
		return mail()->{err};
	};
	like $ago->(47.9), qr/ deferred for 1 min: /,
	    'it is not dropped before';
	like $ago->(48.1), qr/ \(password-changed, user [-0-9a-f]+\) dropped: the mail server refused the message: 451/,
	    'it is dropped after two days';
	is count(), 0, 'the queue is empty';
	like slurp($log), qr/^\S+ docket-mail\[\d+\]: mail \d+ \(password-changed, user [-0-9a-f]+\) dropped: [^\n]*\n\z/m,
	    'the log has it';
	queue('ada');
	$d->sql('UPDATE mail SET created_at = 1');
	is mail()->{status}, 0, 'an older mail that was never tried';
	is_deeply [recipients($m->mails)], ['ada'], 'is tried once';
};

queue('ada');
subtest 'a server that cannot be reached' => sub {
	my $gone = Smtpd->new;
	local $d->{env}{DOCKET_SMTP_URL} = $gone->url;
	undef $gone;
	is_down('cannot connect to the mail server: Connection refused',
	    'nobody listens');
	local $d->{env}{DOCKET_SMTP_URL} = 'smtp://mail.invalid';
	is_down('cannot resolve the mail server\'s name: .*mail\.invalid.*',
	    'the name does not exist');
};

subtest 'a server that is not the right one' => sub {
	my $wrong = 'the mail server\'s certificate is not trusted: ';
	{
		delete local $d->{env}{SSL_CERT_FILE};
		is_down("$wrong.*self.signed.*", 'its authority is unknown');
	}
	{
		local $d->{env}{SSL_CERT_FILE} = '';
		is_down("$wrong.*self.signed.*",
		    'a certificate without a name');
	}
	my $other = Smtpd->new(tls => 'starttls', name => 'other.example');
	{
		local @{$d->{env}}{qw(DOCKET_SMTP_URL SSL_CERT_FILE)} =
		    ($other->url(host => 'u:secret@localhost'),
		    $other->{cert});
		is_down("$wrong.*no alternative certificate subject name.*",
		    'a certificate with another name');
	}
	is_deeply [$m->mails, $other->mails], [], 'no server gets a mail';
	local $d->{env}{SSL_CERT_FILE} = '/nowhere/authorities';
	is_down('cannot read the file in SSL_CERT_FILE',
	    'the file of authorities is missing');
};

subtest 'a server without TLS' => sub {
	my $open = Smtpd->new;
	for my $host ('u:secret@localhost', '0.0.0.0') {
		local $d->{env}{DOCKET_SMTP_URL} = $open->url(host => $host);
		is_down('the mail server does not offer TLS \(STARTTLS\), ' .
		    'which is required', $host);
	}
	is_deeply [$open->mails], [], 'no mail is sent';
	my $six = IO::Socket::IP->new(Listen => 1, LocalAddr => '::1') &&
	    Smtpd->new(address => '::1');	# where the machine has it
	for (['localhost', $open], ['127.0.0.1', $open],
	    $six ? ['[::1]', $six] : ()) {
		my ($host, $server) = @$_;
		local $d->{env}{DOCKET_SMTP_URL} = $server->url(host => $host);
		due();
		is mail()->{status}, 0, "$host without a user";
		my ($mail, @more) = $server->mails;
		ok $mail && !@more && !$mail->{tls},
		    'to localhost it is sent without TLS';
		queue('ada');
	}
	local $d->{env}{DOCKET_SMTP_URL} =
	    'smtps://localhost:' . $open->{port};
	is_down('TLS with the mail server failed: .*',
	    'smtps to a server without TLS fails');
};

subtest 'a wrong password' => sub {
	local $d->{env}{DOCKET_SMTP_URL} = $m->url(password => 'wr0ng+one');
	is_down('the mail server refused the user or password of smtp-url \(535\)',
	    'the password is wrong');
	is_deeply [$m->mails], [], 'nothing is sent';
	unlike $said, qr/wr0ng/, 'the password is not printed';
	$m->tell('auth OTHER UNKNOWN');
	is_down('the mail server offers no supported authentication method',
	    'the server offers other mechanisms');
	$m->tell('drop auth');
	is_down('the mail server closed the connection: .*',
	    'the server disconnects at the password');
	local $d->{env}{DOCKET_SMTP_URL} = 'smtp://u:hunter2%0a@localhost';
	is_down('smtp-url is not a usable URL',
	    'a line feed in the password is refused');
};

subtest 'smtps' => sub {
	my $tls = Smtpd->new(tls => 'smtps', user => 'docket',
	    password => $password);
	local @{$d->{env}}{qw(DOCKET_SMTP_URL SSL_CERT_FILE)} =
	    ($tls->url, $tls->{cert});
	due();
	is mail()->{status}, 0, 'mail is sent by smtps';
	my ($mail, @more) = $tls->mails;
	ok $mail && !@more && $mail->{tls} && $mail->{user} eq 'docket',
	    'after signing in';
};

subtest 'mail-from is missing' => sub {
	my $conf = "$d->{data}/conf";
	open my $out, '>', $conf or die;
	print $out "data = $d->{data}\nsmtp-url = ", $m->url, "\n";
	close $out;
	local $d->{env} = { map { $_ => $ENV{$_} } grep { defined $ENV{$_} }
	    qw(PATH DOCKET_SANDBOX) };
	my $r = mail('-c', $conf);
	is $r->{status}, 1, 'the exit status is 1';
	is $r->{err}, "docket-mail: $conf:2: smtp-url is set, but mail-from " .
	    "is not\n", 'with a message';
	$said .= $d->run('docket-admin', '-c', $conf, 'config')->{out};
};

unlike $said, qr/hunter2/, 'no message contains the password';
unlike slurp($log), qr/hunter2/, 'nor does the log';
done_testing;
