# Who guesses passwords: the limits hold for fifty processes at once and for
# programs that are killed, what is refused costs no hashing, and no more than
# four hash at a time.  What is answered, and the time that it takes, do not
# tell who is registered.  DOCKET_GUESSES: how many; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Guess;
use List::Util 'shuffle';
use Test::More;
use Time::HiRes 'time';

my $guesses = $ENV{DOCKET_GUESSES} // 400;
my $seed = $ENV{DOCKET_SEED} // int time;
srand $seed;

my $PROCESSES = 50;
my $sanitized = build() =~ m{/san$};	# whose time and memory say nothing
my $d = Docket->new('smtp-url' => 'smtp://127.0.0.1:1');
my $password = 'correct horse battery';
my $ada = $d->user('ada@example.org', password => $password);
# Others with the same password, and some without.
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

# How fifty guess: as many are tried as the limit allows, and the others cost
# nothing.  Returns the tried.
sub guess {
	my ($free, @jobs) = @_;
	my $g = Guess->new($d);
	my $began = time;
	my @r = $g->at_once($PROCESSES, undef, @jobs);
	my $most = Guess::allowed($free, time - $began);
	my @tried = grep { $_->{status} == 401 } @r;
	my @refused = grep { $_->{status} == 429 } @r;
	is @r, @jobs, 'all are answered';
	is @tried + @refused, @jobs, 'as wrong or as too many';
	cmp_ok scalar @tried, '>=', $free, 'what is free is tried';
	cmp_ok scalar @tried, '<=', $most, 'and no more than is allowed';
	is_deeply [grep { ($_->{headers}{'retry-after'} // '') !~
	    /^[1-9]\d{0,2}$/ || $_->{headers}{'retry-after'} > 900 ||
	    $_->{body} !~ /"code":"rate-limited"/ } @refused], [],
	    'the others are told when to try again';
	$tried += @tried;
	$limited += @refused;
	return @tried if $sanitized;
	my ($least) = sort { $a <=> $b } map { $_->{peak} } @r;
	my $hashed = grep { $_->{peak} > $least + 10 * 1024 } @r;
	is $hashed, @tried, 'only what is tried has memory for a hash';
	my ($yes, $no) = map { Guess::median(map { $_->{cpu} } @$_) }
	    \@tried, \@refused;
	cmp_ok $no, '<', $yes * 2 / 3, 'or takes its time';
	diag "$yes us tried, $no us refused";
	return @tried;
}

subtest 'fifty guess one password' => sub {
	my @tried = guess(10, map { { email => 'ada@example.org',
	    password => "wrong $_", address => "192.0.2.$_" } }
	    map { $_ % 250 + 1 } 1 .. $guesses / 2);
	is failures('account ada@example.org'), @tried, 'each is counted once';
	my $r = Guess->new($d)->try({ email => 'ADA@example.org',
	    password => $password, address => '198.51.100.1' });
	is $r->{status}, 429, 'and who guesses right is not told';
	forget();
};

subtest 'fifty guess from one address' => sub {
	people('many', $guesses / 2);
	my @tried = guess(100, map { { email => ($_ % 2 ? 'many' : 'no') . $_ .
	    '@example.org', password => 'wrong',
	    address => "2001:db8:1:2::$_" } } 1 .. $guesses / 2);
	is failures('address 2001:db8:1:2::/64'), @tried, 'each is counted once';
	is $d->sql("SELECT count(*) FROM attempt WHERE key LIKE 'account %'"),
	    @tried, 'and what is refused counts against nobody';
	forget();
};

diag "sign-in seed=$seed guesses=$guesses tried=$tried limited=$limited";
done_testing;
