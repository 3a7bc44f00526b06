# docket-admin mail-test: sends one real mail, and reports the server's answer
# in plain words.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Smtpd;
use Test::More;

alarm 120;
my $m = Smtpd->new(tls => 'starttls', user => 'docket',
    password => 'hunter2');
my $d = Docket->new($m->settings);
$d->{env}{SSL_CERT_FILE} = $m->{cert};

sub try { return $d->run('docket-admin', 'mail-test', @_) }
sub is_refused {
	my ($why, @args) = @_;
	my $r = try(@args ? @args : 'ada@example.org');
	is "$r->{status} $r->{out}", '1 ', "not sent: $why";
	like $r->{err}, qr/^docket-admin: $why\n\z/, 'with the reason';
}

my $r = try('ada@example.org');
is $r->{status}, 0, 'the mail is accepted' or diag $r->{err};
is $r->{out}, "Mail sent to ada\@example.org: the mail server " .
    "accepted it: 250 2.0.0 Queued as 4711\n", 'the answer is printed';
my ($mail, @more) = $m->mails;
is @more, 0, 'one mail is sent';
is_deeply $mail->{to}, ['ada@example.org'], 'to that address';
is $mail->{header}{subject}, 'Docket: test mail', 'with this subject';
is_deeply $mail->{defects}, [], 'it is well-formed';
is try('--quiet', 'ada@example.org')->{out}, '', '--quiet prints nothing';
my ($second) = $m->mails;
isnt $second->{header}{'message-id'}, $mail->{header}{'message-id'},
    'each mail has its own Message-ID';
is try()->{status}, 2, 'an address is required';

$m->tell('rcpt 550 5.1.1 unknown');
is_refused('the mail server refused the recipient: 550 5\.1\.1 unknown');
$m->tell('mail 421 4.3.2 later');
is_refused('the mail server refused the sender, mail-from: 421 4\.3\.2 later');
is_refused('mail cannot be sent to this address', "a\@b\r\nBcc: c\@d");
{
	delete local $d->{env}{SSL_CERT_FILE};
	is_refused('the mail server\'s certificate is not trusted: .*');
}
for ([$m->url(password => 'hunter3'),
    'the mail server refused the user or password of smtp-url \(535\)'],
    ['', 'mail is not set up: smtp-url is not set']) {
	local $d->{env}{DOCKET_SMTP_URL} = $_->[0];
	is_refused($_->[1]);
}
{
	local $d->{env}{DOCKET_MAIL_FROM} = '';
	is_refused('mail is not set up: mail-from is not set');
}
is_deeply [$m->mails], [], 'nothing else was sent';
undef $m;
is_refused('cannot connect to the mail server: Connection refused');
done_testing;
