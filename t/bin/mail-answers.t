# Every answer of a mail server at every step: a mail leaves the queue as sent only
# if the server has the whole message and has answered that it takes it.  The server
# is a script that says what the test wants (Smtpd is a real one).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use IO::Socket::INET;
use Test::More;

delete $ENV{DOCKET_CLUSTER};
my $dir = tempdir(CLEANUP => 1);
my %right = (greeting => '220 here', hello => '250 mail.test',
    sender => '250 ok', recipient => '250 ok', data => '354 go on',
    end => '250 queued');
my $end = qr/\r\n\.\r\n/;
my $listener = IO::Socket::INET->new(Listen => 16, LocalAddr => '127.0.0.1')
    or die "no port: $!\n";
my $server = fork // die "fork: $!\n";
if ($server == 0) {
	$SIG{CHLD} = 'IGNORE';
	while (1) {
		my $c = $listener->accept or next;
		next if fork;
		$SIG{PIPE} = 'IGNORE';
		talk($c);
		POSIX::_exit(0);
	}
}
END { local $?; kill TERM => $server if $server }

# Answers that step; false if the conversation is over.
sub answer {
	my ($c, $step) = @_;
	my ($where, $what) = split /\n/, slurp("$dir/plan"), 2;
	my $text = $where eq $step ? $what : $right{$step};
	return 0 if $text eq 'closed';
	if ($text eq 'silent') {
		1 while sysread $c, my $more, 4096;
		return 0;
	}
	if ($text eq 'endless') {
		1 while syswrite $c, "250-more\r\n" x 1000;
		return 0;
	}
	$text = 'x' x 100_000 if $text eq 'a long line';
	syswrite $c, $text =~ /\n\z/ ? $text : "$text\r\n";
	return 0 if $text =~ /^\d\d\d-[^\n]*\n?\z/;	# it never ends
	return 1;
}

sub talk {
	my ($c) = @_;
	my $in = '';
	my $until = sub {
		my ($what) = @_;
		while (1) {
			return $1 if $in =~ s/\A(.*?)$what//s;
			sysread $c, $in, 4096, length $in or return;
		}
	};
	answer($c, 'greeting') or return;
	my %step = (EHLO => 'hello', HELO => 'hello', MAIL => 'sender',
	    RCPT => 'recipient', DATA => 'data');
	while (defined(my $line = $until->(qr/\r\n/))) {
		my $step = $step{substr $line, 0, 4} or return;
		answer($c, $step) or return;
		next if $step ne 'data' || slurp("$dir/plan") =~ /^data\n(?!354)/;
		my $message = $until->($end) // return;
		my ($where, $what) = split /\n/, slurp("$dir/plan"), 2;
		write_file("$dir/taken", $message) if $where ne 'end' ||
		    $what =~ /\A(?:250-.*\r\n)*250(?: .*)?\z/;
		answer($c, 'end') or return;
	}
	return;
}

my $d = Docket->new('smtp-url' => 'smtp://127.0.0.1:' . $listener->sockport,
    'mail-from' => 'docket@example.org');
$d->user('ada@example.org');
$d->run('docket-admin', 'user', 'passwd', 'ada@example.org',
    '--password-stdin', \"something new\n");
is $d->sql("ATTACH '$dir/queue' AS q; CREATE TABLE q.mail AS SELECT * FROM mail;
    SELECT count(*) FROM q.mail"), 1, 'a mail is queued';

# What becomes of it.
sub mails {
	my ($step, $says) = @_;
	$d->sql("ATTACH '$dir/queue' AS q; DELETE FROM mail;
	    INSERT INTO mail SELECT * FROM q.mail");
	write_file("$dir/plan", "$step\n$says");
	unlink "$dir/taken";
	my %env = %{$d->{env}};
	%env = (%env, LD_PRELOAD => build() . '/t/fast.so', FAST => 1000)
	    if !($says =~ /\A\d\d\d (?!x)/ || $says eq 'closed');
	my $r = $d->spawn(\%env, '', build() . '/bin/docket-mail');
	return "signal $r->{signal}" if $r->{signal};
	return "prints $r->{err}" if $r->{err} !~
	    /\A(?:docket-mail: [ -~]{1,450}\n)?\z/;
	return 'waits' if $d->sql('SELECT count(*) FROM mail');
	return $r->{err} =~ /dropped/ ? 'dropped' : $r->{err} . 'sent';
}

my @says = ((map { "$_ text" } 150, 220, 250, 251, 354, 399, 421, 451, 550, 999),
    '250', "250-a\r\n250 b", "250-a\r\n550 b", "550-a\r\n250 b",
    "250-never ends\r\n", 'closed', 'endless', 'a long line');
# These are no answers, so docket-mail waits for one: a second even here.
my @none = ('25', '2500 x', 'ok', '', "\0\1\2", "\n", 'silent');
for my $step (sort keys %right) {
	my (@wrong, %n);
	for my $says ($right{$step}, @says, $step eq 'end' ? @none : ()) {
		my $got = mails($step, $says);
		my $taken = -e "$dir/taken";
		$n{$got}++;
		push @wrong, "$says: $got" if $taken ? $got ne 'sent' :
		    $step eq 'recipient' && $says =~ /^5\d\d / ?
		    $got ne 'dropped' : $got ne 'waits';
		push @wrong, "$says: the message is cut off" if $taken &&
		    slurp("$dir/taken") !~ /^Subject: .*\r\n\r\n.*password/ms;
	}
	is_deeply \@wrong, [], "$step: each answer";
	cmp_ok $n{sent} // 0, '>', 0, 'with the right one it is sent';
}
done_testing;
