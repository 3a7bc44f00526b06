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

# The lines of the settings file that are not in the sample.
sub set {
	my ($d) = @_;
	return join '', grep { !/^#|^\s|^$/ } split /^/, slurp($d->{conf});
}

subtest 'setup with options only' => sub {
	my $d = fresh();
	my $r = setup($d, 0, @address, @ada, qw(--name Ada), $password);
	like $r->{out}, qr/The\ database\ was\ created\.\nMade\ the\ key\ [^\n]+\nThe\ keys\ for\ Web\ Push
	    \ were\ created\.\n.*ada\@example\.org.*^Faults:\ 0\./xms, 'all of it, and the check at the end';
	is set($d), "base-url = https://tasks.example.org\n" .
	    "registration = invited\n" .
	    "trusted-proxies = 127.0.0.1\n" .
	    "vapid-subject = https://tasks.example.org\n",
	    'the settings are written';
	like slurp($d->{conf}), qr/^# The address that clients see.*\n.*\n
	    base-url\ =/xm, 'in place of the commented ones';
	is((stat $d->{conf})[2] & 07777, 0640, 'the file\'s mode is kept');
	ok $d->sign_in('ada@example.org', 'another good one'),
	    'the user can sign in';
	like $d->run('docket-admin', 'user', 'list')->{out},
	    qr/^ada\@example\.org\tverified, administrator\tAda\t/, 'and is verified';
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
	like setup($d, 2, qw(--address tasks))->{err},
	    qr/--address must look like https:/,
	    'an invalid address';
	like setup($d, 2, @address, qw(--user ada))->{err},
	    qr/--user is not an e-mail address/, 'an invalid user';
	like setup($d, 1, @address, '--smtp-url', 'smtp://mail.example.org')
	    ->{err}, qr/use --mail-from/, 'mail without a sender';
	like setup($d, 2, @address, '--smtp-url', "smtp://x\nquota-bytes = 1",
	    '--mail-from', 'a@example.org')->{err},
	    qr/--smtp-url must not contain blanks/,
	    'a line feed in a value';
	like setup($d, 2, @address, '--smtp-url', 'smtp://ada:x@mail.example.org')
	    ->{err}, qr/see a password .* set smtp-url in \S/,
	    'a password that others can see';
	my $r = $d->run('docket-admin', '-c', $d->{conf}, 'setup', '--address',
	    'https://tasks.example.org/' . 'a' x 4096, @ada, $password);
	like "$r->{status} $r->{err}", qr/^1 .*the line is too long/,
	    'an address that no line has room for';
	is slurp($d->{conf}), $before, 'the settings are not changed';
	ok !-e "$d->{conf}.new" && !-e "$d->{data}/docket.db",
	    'and nothing is created';
};

subtest 'values after a colon, and a last line without a line feed' => sub {
	my $d = fresh("base-url: http://old.example.org\n" .
	    "#vapid-subject-old = x\nquota-bytes = 2G");
	setup($d, 0, @address, @ada, $password);
	is set($d), "base-url = https://tasks.example.org\nquota-bytes = 2G\n" .
	    "registration = invited\n" .
	    "trusted-proxies = 127.0.0.1\n" .
	    "vapid-subject = https://tasks.example.org\n",
	    'both lines are kept apart';
	like slurp($d->{conf}), qr/^#vapid-subject-old = x$/m,
	    'a comment stays one';
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
	    ->{out}, qr/^FAULT: cannot connect to the mail server:.*^Faults: 1\./ms,
	    'the check comes where mail fails, too';
	like setup($none, 1)->{out}, qr/^FAULT: cannot connect to the mail/m,
	    'a later run tests it again';
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
	is set($d), "base-url = http://127.0.0.1:8080\n" .
	    "registration = invited\n",
	    'the answer is written';
	ok $d->sign_in('ada@example.org', 'another good one'),
	    'the user can sign in';
};

# Each wrong answer, and what is said of it; the right one comes behind it.
subtest 'a wrong answer costs that answer' => sub {
	my $m = Smtpd->new;
	my %mail = $m->settings;
	my $good = 'another good one';
	my @asked = (
		['http://127.0.0.1:8080', 'tasks.example.org' => 'It must look like https:[^\n]*"#"\.',
		    '' => 'It must not be empty', 'http://a b' =>
		    'It must not contain blanks'],
		[$mail{'smtp-url'}, 'localhost:2525' =>
		    'It must look like smtp:[^\n]*, or empty\.'],
		['docket@example.org', 'Docket <a@b>' =>
		    'It must (?:not contain blanks|be one e-mail address)'],
		['ada@example.org', 'ada' => 'It must be an e-mail address'],
		[$good, 'short' => 'a password must have 8 to 1024 bytes: once more',
		    'password' => 'that password is too common: once more',
		    "$good,another" => 'the passwords differ: once more'],
		[$good],
	);
	my $d = fresh();
	my (@answers, @said);
	for (@asked) {
		my ($right, @wrong) = @$_;
		while (my ($answer, $says) = splice @wrong, 0, 2) {
			push @answers, $answer;
			push @said, $says;
		}
		push @answers, $right;
	}
	my $all = $d->typed(join(',', @answers), 'docket-admin', '-c',
	    $d->{conf}, 'setup');
	my $pattern = join '.*', @said;
	like $all, qr/$pattern.*Added ada\@example\.org\..*Faults: 0\./s,
	    'it is asked again, and the rest is not lost';
	ok $d->sign_in('ada@example.org', $good), 'and setup has worked';
};

subtest 'what is asked, and what is not' => sub {
	my $d = fresh();
	like $d->typed('', 'docket-admin', '-c', $d->{conf}, 'setup'),
	    qr/^1 .*\|It must not be empty\.\|.*: docket-admin: no answer: use --address/,
	    'an address is required';
	my @on = ('docket-admin', '-c', $d->{conf});
	like setup($d, 1, @address)->{err}, qr/no terminal to ask on: use --user/,
	    'so is the first user';
	like $d->typed(',another good one,another good one', @on, '-d',
	    $d->{data}, 'setup', '--user', 'ada@example.org'),
	    qr/^0 Mail server, /, 'an address that is set is not asked for';
	my $m = Smtpd->new;
	my %mail = $m->settings;
	my $has = fresh("base-url = https://tasks.example.org\n" .
	    "smtp-url = $mail{'smtp-url'}\nmail-from = $mail{'mail-from'}\n");
	unlike $has->typed('another good one,another good one', 'docket-admin',
	    '-c', $has->{conf}, 'setup', '--user', 'ada@example.org'),
	    qr/Mail server|Address that/, 'nor mail that is set';
	unlike setup($has, 0, '--smtp-url', $mail{'smtp-url'})->{out},
	    qr/Mail sent/, 'without a user to write to there is no test mail';
	my $no_from = fresh("smtp-url = $mail{'smtp-url'}\n");
	like setup($no_from, 1, @address, @ada, $password)->{err},
	    qr/mail-from/, 'a mail server needs a sender';
};

# Runs setup in a mount namespace whose /etc and /run are empty; systemctl writes
# down how it was called.  Its result, and what the script prints last as `after`.
sub elsewhere {
	my ($d, $first, $after, @args) = @_;
	my $bin = "$dir/bin";
	mkdir $bin;
	write_file("$bin/systemctl", "#!/bin/sh\necho \"\$@\" >>$dir/called\n");
	chmod 0755, $bin, "$bin/systemctl";
	my $input = ref $args[-1] ? ${pop @args} : '';
	my %env = (%{$d->{env}}, PATH => "$bin:$d->{env}{PATH}");
	delete $env{DOCKET_CONF};
	my $r = $d->spawn(\%env, $input, 'unshare',
	    $> == 0 ? () : '-r', '-m', 'sh', '-c',
	    "mount -t tmpfs none /etc && mount -t tmpfs none /run && $first; " .
	    '"$@"; s=$?; { ' . $after . "; } >$dir/after 2>&1; exit \$s", 'sh',
	    build() . '/bin/docket-admin', 'setup', @address, @ada, @args);
	return { %$r, after => slurp("$dir/after") };
}

subtest 'a machine without settings' => sub {
	my $d = fresh();
	chmod 0755, $dir;
	my $see = 'cd /etc/docket; stat -c %a docket.conf; cat *';
	my $r = elsewhere($d, 'mkdir -p /run/systemd/system', $see, $password);
	is $r->{status}, 0, 'the settings are made' or diag $r->{out}, $r->{err};
	like $r->{after}, qr{\A640\nbase-url = https://tasks\.example\.org\n},
	    'for the group of the data';
	my @restarts = grep { /restart/ } split /^/, slurp("$dir/called");
	is_deeply \@restarts, ["--quiet try-restart docket.service\n"],
	    'a running service is started again';
	unlink "$dir/called";
	$r = elsewhere(fresh(), 'true', $see, $password);
	is $r->{status}, 0, 'without systemd';
	ok !-e "$dir/called", 'nothing is started';
	my $none = fresh();
	rmdir $none->{data};
	$r = elsewhere($none, 'true', $see, $password);
	like "$r->{status} $r->{err}", qr/^1 .*create it for the service's user/,
	    'without a data directory it fails';
	like $r->{after}, qr/\A600\n/, 'and nobody else can read the settings';
	$r = elsewhere(fresh(), 'mount -t tmpfs -o size=4k none /etc; ' .
	    'mkdir /etc/docket; yes x | head -c 4000 >/etc/full', $see,
	    $password);
	like "$r->{status} $r->{err}", qr/^1 .*No space left on device/,
	    'a full disk is said';
	like $r->{after}, qr/cannot statx.*docket\.conf/,
	    'and leaves no settings';
};

subtest 'who runs it' => sub {
	my $d = fresh();
	my @other = ('setpriv', '--reuid=65534', '--regid=65534',
	    '--clear-groups');
	my @setup = (build() . '/bin/docket-admin', '-c', $d->{conf}, 'setup',
	    @address, @ada);
	chmod 0644, $d->{conf};
	my $r = $d->spawn($d->{env}, $$password, @other, @setup);
	like "$r->{status} $r->{err}", qr/^1 .*Permission denied; run it as root/,
	    'a user who may not write the settings gets an error';
	mkdir "$dir/own" or die;
	rename $d->{conf}, "$dir/own/conf" or die;
	$d->{conf} = $setup[2] = "$dir/own/conf";
	chown 65534, 65534, "$dir/own", $d->{conf}, $d->{data} or die;
	$r = $d->spawn($d->{env}, $$password, @other, @setup);
	is $r->{status}, 0, 'the owner needs not be root' or diag $r->{err};
	is join(' ', (stat $d->{conf})[4, 5]), '65534 65534',
	    'and stays the owner';
	my $alien = fresh();
	chown 65534, 65534, $alien->{data} or die;
	$setup[2] = $alien->{conf};
	$r = $d->spawn($alien->{env}, $$password, 'unshare', '-r', @setup);
	like "$r->{status} $r->{err}", qr/^1 .*cannot become the owner of/,
	    'root who cannot become another user gets an error';
} if $> == 0;

subtest 'run as root, the data belong to the service\'s user' => sub {
	my $d = fresh();
	chmod 0755, $dir;
	chown 65534, 65534, $d->{data} or die;
	chown 0, 65534, $d->{conf} or die;
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
