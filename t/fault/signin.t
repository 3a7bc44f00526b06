# Guessing passwords: the limits hold for fifty processes at once and for killed
# programs, a refused attempt costs no hashing, and at most four hash at a time.
# Neither answers nor times reveal who has an account.  DOCKET_GUESSES: how
# many; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Guess;
use List::Util qw(max shuffle);
use Test::More;
use Time::HiRes 'time';

my $guesses = max(300, $ENV{DOCKET_GUESSES} // 400);	# over the free ones
my $seed = $ENV{DOCKET_SEED} // int time;
srand $seed;

my $PROCESSES = 50;
my $sanitized = build() =~ m{/san$};	# whose time and memory say nothing
my $d = Docket->new('smtp-url' => 'smtp://127.0.0.1:1');
my $password = 'correct horse battery';
my $ada = $d->user('ada@example.org', password => $password);
# Other users, some without a password.
sub people {
	my ($name, $n, %o) = @_;
	my ($pw, $verified) = ($o{password} // 'password', $o{verified} // 1);
	$d->sql("INSERT INTO user (id, email, email_key, display_name, password,
	    verified, time_zone, reminders, assignments, created_at)
	    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
	    WHERE i < $n) SELECT randomblob(16), '$name' || i || '\@example.org',
	    '$name' || i || '\@example.org', '$name', $pw, $verified,
	    'UTC', 1, 1, created_at + i
	    FROM n, user WHERE email_key = 'ada\@example.org'");
}

sub failures { return $d->sql("SELECT failures FROM attempt
    WHERE key = '$_[0]'") || 0 }
sub forget { $d->sql('DELETE FROM attempt') }

my ($tried, $limited) = (0, 0);

# Fifty processes guess: as many attempts are tried as the limit allows, and the
# others cost nothing.  Returns those tried.
sub guess {
	my ($free, @jobs) = @_;
	my $g = Guess->new($d);
	my $began = time;
	my @r = $g->at_once($PROCESSES, undef, @jobs);
	my $most = Guess::allowed($free, time - $began);
	my @tried = grep { $_->{status} == 401 } @r;
	my @refused = grep { $_->{status} == 429 } @r;
	is @r, @jobs, 'all attempts are answered';
	is @tried + @refused, @jobs, 'as wrong or as too many';
	cmp_ok scalar @tried, '>=', $free, 'the free attempts are tried';
	cmp_ok scalar @tried, '<=', $most, 'no more than the limit are tried';
	is_deeply [grep { ($_->{headers}{'retry-after'} // '') !~
	    /^[1-9]\d{0,2}$/ || $_->{headers}{'retry-after'} > 900 ||
	    $_->{body} !~ /"code":"rate-limited"/ } @refused], [],
	    'refused attempts have a valid Retry-After';
	$tried += @tried;
	$limited += @refused;
	return @tried if $sanitized;
	my ($least) = sort { $a <=> $b } map { $_->{peak} } @r;
	my $hashed = grep { $_->{peak} > $least + 10 * 1024 } @r;
	is $hashed, @tried, 'only attempts that are tried hash';
	my ($yes, $no) = map { Guess::median(map { $_->{cpu} } @$_) }
	    \@tried, \@refused;
	cmp_ok $no, '<', $yes * 2 / 3, 'refused attempts cost less';
	diag "$yes us tried, $no us refused";
	return @tried;
}

subtest 'fifty processes guess one password' => sub {
	my @tried = guess(10, map { { email => 'ada@example.org',
	    password => "wrong $_", address => "192.0.2.$_" } }
	    map { $_ % 250 + 1 } 1 .. $guesses / 2);
	is failures('account ada@example.org'), @tried,
	    'each attempt is counted once';
	$d->sql('UPDATE attempt SET failures = 30');
	my %right = (email => 'ADA@example.org', password => $password,
	    address => '198.51.100.1');
	my $r = Guess->new($d)->try(\%right);
	is $r->{status}, 429, 'the right password is refused during the wait';
	my $later = Docket->new(data => $d->{data})->later('16m')
	    ->with(vars => { REMOTE_ADDR => '198.51.100.2' });
	is $later->post('/sessions', { map { $_ => $right{$_} }
	    qw(email password) })->{status}, 201,
	    'after the wait it is accepted';
	is failures('account ada@example.org'), 0, 'which resets the count';
	$d->sql("INSERT INTO attempt VALUES ('account ada\@example.org', 30, "
	    . int(time + 365 * 86400) * 1_000_000 . ')');
	$r = Guess->new($d)->try(\%right);
	is $r->{status}, 201,
	    'a stamp of a clock that was ahead does not lock the account';
	forget();
};

subtest 'fifty processes guess from one address' => sub {
	people('many', $guesses / 2);
	my @tried = guess(100, map { { email => ($_ % 2 ? 'many' : 'no') . $_ .
	    '@example.org', password => 'wrong',
	    address => sprintf '2001:db8:1:2::%x', $_ } } 1 .. $guesses / 2);
	is failures('address 2001:db8:1:2::/64'), @tried,
	    'each attempt is counted once';
	is $d->sql("SELECT count(*) FROM attempt WHERE key LIKE 'account %'"),
	    @tried, 'refused attempts do not count';
	forget();
};


# The calls of an attempt after the start of its program, as a job names them.
sub calls {
	my ($r) = @_;
	my (%n, @calls, $begun);
	for (split /\n/, $r->{calls}) {
		my ($name) = /^(\w+)\(/ or next;
		$n{$name}++;
		# Looks for the rest of the body, without waiting.
		next if /^poll\(.*, 0\) *= /;
		$begun ||= /^prctl\(PR_SET_NO_NEW_PRIVS|^openat\(.*docket\.db/;
		push @calls, "$name:when=$n{$name}" if $begun;
	}
	return @calls;
}

my $kills = 0;
subtest 'attempts that are killed at any call' => sub {
	my $g = Guess->new($d);
	my $accounts = int($guesses / 50) + 1;
	people('killed', $accounts);
	my $whole = $g->try({ email => 'killed1@example.org',
	    password => 'wrong', trace => '' });
	is $whole->{status}, 401, 'an attempt that is not killed is refused';
	my @calls = calls($whole);
	cmp_ok scalar @calls, '>', 100, 'it makes more than 100 calls';
	my $began = time;
	my @r = $g->at_once(10, undef, map { { email => 'killed' .
	    (1 + $_ % $accounts) . '@example.org', password => 'wrong',
	    address => "192.0.2.$_", trace => $calls[rand @calls] } }
	    map { $_ % 250 + 1 } 1 .. $guesses / 4);
	my $allowed = Guess::allowed(10, time - $began);
	my (%begun, %hashed, @wrong);
	for ($whole, @r) {
		$begun{$_->{email}}++;
		$hashed{$_->{email}}++ if $_->{calls} =~ /docket\.slots/;
		$kills++ if $_->{killed};
	}
	for (keys %begun) {
		my ($n, $hashed) = (failures("account $_"), $hashed{$_} // 0);
		push @wrong, "$_: $hashed hashed, $n counted of $begun{$_}"
		    if $hashed > $n || $n > $begun{$_} || $n > $allowed;
	}
	is_deeply \@wrong, [], 'an attempt is counted before it hashes';
	cmp_ok $kills, '>', @r / 2, 'most attempts are killed';
	cmp_ok scalar(grep { $_->{killed} && $_->{calls} =~ /docket\.slots/ }
	    @r), '>', 0, 'some while they hash';
	@r = $g->at_once(10, undef, map { { email => 'killed1@example.org',
	    password => 'wrong', address => "203.0.113.$_" } } 1 .. 20);
	cmp_ok scalar(grep { $_->{status} == 401 } @r), '<=',
	    Guess::allowed(10, time - $began) - $hashed{'killed1@example.org'},
	    'afterwards only the rest of the limit is tried';
	forget();
};

my ($slots, $at_once) = (0, 0);
subtest 'fifty users sign in at once' => sub {
	# LeakSanitizer cannot run in a traced program.
	my $g = Guess->new($d->with(env => { %{$d->{env}},
	    ASAN_OPTIONS => 'detect_leaks=0' }));
	people('right', $PROCESSES);
	my @r = $g->at_once($PROCESSES, sub { $g->look(@_) },
	    map { { email => "right$_\@example.org", password => $password,
	    address => "198.51.100.$_" } } 1 .. $PROCESSES);
	is_deeply [grep { $_->{status} != 201 } @r], [], 'all are signed in';
	($slots, $at_once, my $without) = $g->most;
	cmp_ok $slots, '<=', 4, 'at most four hold a slot';
	cmp_ok $slots, '>', 1, 'several do';
	is $d->sql('SELECT count(*) FROM attempt'), 0, 'nothing is counted';
	return if $sanitized;
	cmp_ok $at_once, '<=', 4, 'at most four hash at once';
	cmp_ok $at_once, '>', 1, 'several do';
	is $without, 0, 'none hashes without a slot';
};

# Interleaved, so that other load affects all alike.
my %time;
subtest 'the time of a refusal' => sub {
	my $g = Guess->new($d);
	my $rounds = $guesses < 400 ? 40 : $guesses / 10;
	people('known', $rounds);
	people('bare', $rounds, password => 'NULL');
	people('unverified', $rounds, verified => 0);
	my (%cpu, %calls);
	my @kinds = qw(known unknown bare unverified);
	for my $i (1 .. $rounds) {
		for (shuffle @kinds) {
			my $r = $g->try({ email => "$_$i\@example.org",
			    password => 'a wrong password',
			    address => "2001:db8:2:$i\::1" });
			push @{$cpu{$_}}, $r->{cpu};
			die "$r->{status} $r->{body}" if $r->{status} != 401;
		}
	}
	for (@kinds) {
		my $r = $g->try({ email => "${_}1\@example.org", password =>
		    'a wrong password', trace => '' });
		# A user may take one more page to read, and a full page one
		# more to write.
		my $last = '';
		$calls{$_} = [grep { my $new = $_ ne $last; $last = $_; $new }
		    map { s/:.*//r } grep { !/^(?:pread|brk)/ } calls($r)];
	}
	$time{$_} = Guess::median(@{$cpu{$_}}) for @kinds;
	for (@kinds[1 .. 3]) {
		last if $sanitized;
		is_deeply $calls{$_}, $calls{known}, "$_: the same calls";
		my $z = Guess::difference($cpu{known}, $cpu{$_});
		ok abs $z < 5 || abs $time{known} - $time{$_} <
		    $time{known} * 0.03, '... and the same time'
		    or diag "$time{known} us, $time{$_} us";
		diag sprintf '%s: %d us of %d, z=%.2f', $_, $time{$_},
		    $time{known}, $z;
	}
	$d->sql('UPDATE attempt SET failures = 30');
	my $r = $g->try({ email => "known1\@example.org", password => 'wrong',
	    trace => '' });
	is $r->{status}, 429, 'an attempt over the limit is refused';
	is_deeply [grep { /sleep|poll|select|pause|alarm|timer/ }
	    @{$calls{known}}, calls($r)], [], 'without sleeping';
	forget();
};

diag "sign-in seed=$seed guesses=$guesses tried=$tried limited=$limited "
    . "kills=$kills hashing-at-once="
    . ($sanitized ? $slots : $at_once) . ' time-known=' . ($time{known} // 0) .
    'us time-unknown=' . ($time{unknown} // 0) . 'us';
done_testing;
