# docket-admin setup: from nothing to a service in which check finds no fault.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Smtpd;
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $n = 0;
my @address = qw(--address https://tasks.example.org);
my @ada = qw(--user ada@example.org --password-stdin);
my $password = \"another good one\n";

# An empty data directory, and settings of its own.
sub fresh {
	my ($text) = @_;
	my $d = Docket->new;
	$d->{data} = "$dir/data" . ++$n;
	$d->{env}{DOCKET_DATA} = $d->{data};
	$d->{conf} = write_file("$dir/conf$n", $text // slurp(top() .
	    '/etc/docket.conf'));
	delete $d->{env}{DOCKET_CONF};
	mkdir $d->{data}, 0700 or die;
	chmod 0640, $d->{conf};
	return $d;
}

sub setup {
	my ($d, $status, @args) = @_;
	my $r = $d->run('docket-admin', '-c', $d->{conf}, 'setup', @args);
	is $r->{status}, $status, 'setup ' . join ' ', map { ref ? () : $_ }
	    @args or diag $r->{out}, $r->{err};
	return $r;
}

# The lines of the settings file that are none of the sample's.
sub set {
	my ($d) = @_;
	return join '', grep { !/^#|^\s|^$/ } split /^/, slurp($d->{conf});
}

subtest 'setup with options only' => sub {
	my $d = fresh();
	my $r = setup($d, 0, @address, @ada, qw(--name Ada), $password);
	like $r->{out}, qr/The\ database\ was\ created\.\nThe\ keys\ for\ Web\ Push
	    \ were\ created\.\n.*ada\@example\.org.*^Faults:\ 0\./xms, 'all of it, and the check at the end';
	is set($d), "base-url = https://tasks.example.org\n" .
	    "trusted-proxies = 127.0.0.1\n" .
	    "vapid-subject = https://tasks.example.org\n",
	    'the settings are written';
	like slurp($d->{conf}), qr/^# The address that clients see.*\n.*\n
	    base-url\ =/xm, 'in place of the commented ones';
	is((stat $d->{conf})[2] & 07777, 0640, 'the file\'s mode is kept');
	ok $d->sign_in('ada@example.org', 'another good one'),
	    'the user can sign in';
	like $d->run('docket-admin', 'user', 'list')->{out},
	    qr/^ada\@example\.org\tverified\tAda\t/, 'and is verified';
	my $before = slurp($d->{conf});
	like setup($d, 0, @ada, $password)->{out}, qr/exists already/,
	    'it can be run again';
	setup($d, 0);
	is slurp($d->{conf}), $before, 'which changes nothing';
	setup($d, 0, qw(--address https://other.example.org));
	like set($d), qr/^base-url = https:\/\/other\.example\.org\n/,
	    'an option changes a setting';
};

subtest 'invalid input changes nothing' => sub {
	my $d = fresh("data = /nowhere\nsession-days = 3\n");
	my $before = slurp($d->{conf});
	like setup($d, 1)->{err}, qr/no terminal to ask on: use --address/,
	    'without a terminal it fails';
	like setup($d, 1, qw(--address tasks))->{err}, qr/base-url/,
	    'an invalid address';
	like setup($d, 2, @address, qw(--user ada))->{err},
	    qr/--user is not an e-mail address/, 'an invalid user';
	like setup($d, 1, @address, '--smtp-url', 'smtp://mail.example.org')
	    ->{err}, qr/use --mail-from/, 'mail without a sender';
	like setup($d, 1, @address, '--smtp-url', "smtp://x\nquota-bytes = 1",
	    '--mail-from', 'a@example.org')->{err}, qr/smtp-url: a blank/,
	    'a line feed in a value';
	is slurp($d->{conf}), $before, 'the settings are not changed';
	ok !-e "$d->{conf}.new" && !-e "$d->{data}/docket.db",
	    'and nothing is created';
};

subtest 'values after a colon, and a last line without a line feed' => sub {
	my $d = fresh("base-url: http://old.example.org\nquota-bytes = 2G");
	setup($d, 0, @address, @ada, $password);
	is set($d), "base-url = https://tasks.example.org\nquota-bytes = 2G\n" .
	    "trusted-proxies = 127.0.0.1\n" .
	    "vapid-subject = https://tasks.example.org\n",
	    'both lines are kept apart';
};

subtest 'mail' => sub {
	my $m = Smtpd->new;
	my $d = fresh();
	my %mail = $m->settings;
	my @mail = map { ("--$_", $mail{$_}) } qw(smtp-url mail-from);
	like setup($d, 0, @address, @ada, @mail, $password)->{out},
	    qr/Mail sent to ada\@example\.org/, 'a test mail is sent';
	is_deeply $m->wait->{to}, ['ada@example.org'], 'and arrives';
	my $none = fresh();
	like setup($none, 1, @address, @ada, '--smtp-url',
	    'smtp://127.0.0.1:1', '--mail-from', 'a@example.org', $password)
	    ->{out}, qr/^Faults: 0\./m, 'the check comes where mail fails, too';
};

subtest 'questions on a terminal' => sub {
	my $d = fresh();
	like $d->typed('http://127.0.0.1:8080,,ada@example.org,' .
	    'another good one,another good one', 'docket-admin', '-c',
	    $d->{conf}, 'setup'), qr/^0\ Address\ that\ users\ open,[^|]*?:\ .*
	    \|Mail\ server,[^|]*\(empty:\ none\):\ .*
	    \|E-mail\ address\ of\ the\ first\ user:\ .*
	    \|New\ password:\ .*\|Faults:\ 0\./xs,
	    'each question is asked once';
	is set($d), "base-url = http://127.0.0.1:8080\n",
	    'the answer is written';
	ok $d->sign_in('ada@example.org', 'another good one'),
	    'the user can sign in';
};

subtest 'run as root, the data belong to the service\'s user' => sub {
	my $d = fresh();
	chmod 0755, $dir;
	chown 65534, 65534, $d->{data} or die;
	setup($d, 0, @address, @ada, $password);
	my @others = grep { (stat)[4] != 65534 } glob "$d->{data}/*";
	is_deeply \@others, [], 'all files do';
	my $gone = fresh();
	rmdir $gone->{data};
	like setup($gone, 1, @address, @ada, $password)->{err},
	    qr/create it for the service's user/, 'who must exist';
	# Another /dev/null.
	my $null = fresh();
	system('mknod', '-m', '666', "$dir/null", 'c', 1, 3) == 0 or die;
	$null->{conf} = "$dir/null";
	like setup($null, 1, @address, @ada, $password)->{err},
	    qr{/null: not a file; name one with -c},
	    'a device is not a settings file';
	ok -c "$dir/null", 'and stays a device';
} if $> == 0;

done_testing;
