# Nobody can find out who has an account: answers, and what the programs do for
# them, are the same for known and unknown addresses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Guess;
use Test::More;

my $d = Docket->new('smtp-url' => 'smtp://127.0.0.1:1');
my $ada = $d->user('ada@example.org');
my $bob = $d->user('bob@example.org');
my $una = $d->user('una@example.org', unverified => 1);
my $gone = $d->user('gone@example.org');
$gone->del('/me', { password => $gone->{password} })->{status} == 204 or die;
$d->user('bare@example.org');
$d->sql("UPDATE user SET password = NULL WHERE email = 'bare\@example.org'");

my @known = qw(bob@example.org BOB@EXAMPLE.ORG una@example.org
    bare@example.org);
my @unknown = qw(gone@example.org no@example.org bob@example.com);

# Everything in an answer except how long to wait.
sub told {
	my ($r) = @_;
	my %h = %{$r->{headers}};
	delete $h{date};
	(my $body = $r->{body}) =~ s/\b\d+ seconds/some seconds/;
	$h{'retry-after'} = 'some' if $h{'retry-after'};
	return join "\n", $r->{status}, map({ "$_: $h{$_}" } sort keys %h),
	    $body;
}

# Each answer is that status, with that code, and the same as the others.
sub same {
	my ($name, $status, $code, @r) = @_;
	my ($first) = map { told($_) } @r;
	is "$r[0]{status} " . ($r[0]{json}{code} // ''), "$status $code",
	    $name or diag $r[0]{body};
	is_deeply [grep { $_ ne $first } map { told($_) } @r], [],
	    "$name: all alike";
}

sub forget { $d->sql('DELETE FROM attempt') }
# All attempts of one kind, of those that were made.
sub used_up { $d->sql("DELETE FROM attempt WHERE key NOT LIKE '$_[0] %';
    UPDATE attempt SET failures = 1000") }
sub mails { return [split /\n/, $d->sql("SELECT email || ' ' || kind FROM mail
    ORDER BY 1")] }

subtest 'signing in does not reveal who has an account' => sub {
	my @all = (@known, @unknown);
	# From where none of them has signed in before.
	my $from = $d->with(vars => { REMOTE_ADDR => '192.0.2.1' });
	my $try = sub { $from->post('/sessions', { email => $_[0],
	    password => 'not the password' }) };
	for my $kind (qw(account address)) {
		same('a wrong password', 401, 'bad-credentials',
		    map { $try->($_) } @all);
		used_up($kind);
		same("too many, by $kind", 429, 'rate-limited',
		    map { $try->($_) } @all);
		forget();
	}
};

subtest 'sharing does not reveal who has an account' => sub {
	my $l = uuid();
	$ada->post('/lists', { id => $l, title => 'L' });
	my $share = sub { $ada->post("/lists/$l/members",
	    { email => $_[0] }) };
	same('an unknown or unverified address, or one\'s own', 422,
	    'not-shareable',
	    map { $share->($_) } @unknown, qw(una@example.org ada@example.org
	    Ada@Example.org));
	is $share->('bob@example.org')->{status}, 201,
	    'a verified address can be added';
	same('a list of somebody else', 404, 'list-not-found',
	    map { $bob->post("/lists/$l/members", { email => $_ }) }
	    qw(ada@example.org una@example.org bare@example.org), @unknown);
	used_up('share');
	same('too many attempts', 429, 'rate-limited', map { $share->($_) }
	    qw(bob@example.org bare@example.org), @unknown);
	is_deeply mails(), [], 'no mail is sent';
	forget();
};

subtest 'a reset does not reveal who has an account' => sub {
	my $ask = sub { $d->post('/password-resets', { email => $_[0] }) };
	$d->sql('DELETE FROM mail');
	same('known and unknown addresses', 202, '', map { $ask->($_) } @known,
	    'ada@example.org', @unknown);
	is_deeply mails(), [map { "$_\@example.org reset" }
	    qw(ada bare bob una)], 'only users get mail';
	for my $kind (qw(reset reset-address)) {
		used_up($kind);
		same("too many, by $kind", 429, 'rate-limited',
		    map { $ask->($_) } @known, @unknown);
		forget();
		$ask->($_) for @known, @unknown;
	}
	forget();
};

subtest 'codes do not reveal whether they existed' => sub {
	$una->post('/me/email-verification');
	my $bob_reset = $d->code('bob@example.org', 'reset');
	my $bare_reset = $d->code('bare@example.org', 'reset');
	my $verify = $d->code('una@example.org', 'verify');
	my $new = { password => 'another password' };
	is $d->put("/password-resets/$bob_reset", $new)->{status}, 204,
	    'a code works';
	$d->sql("UPDATE credential SET expires_at = 1 WHERE kind = 'reset'");
	same('a reset code that is unknown, used, expired or another', 404,
	    'reset-not-found', map { $d->put("/password-resets/$_", $new) }
	    'unknown', 'A' x 43, $bob_reset, $bare_reset, $verify,
	    $ada->{token});
	is $d->post('/email-verifications', { token => $verify })->{status},
	    204, 'a verification code works';
	$una->{me} = $una->get('/me')->{json};
	ok $una->{me}{emailVerified}, 'the address is verified then';
	same('a verification code that is unknown, used or another', 422,
	    'validation-failed', map { $d->post('/email-verifications',
	    { token => $_ }) } 'unknown', 'A' x 43, $verify, $bare_reset,
	    $ada->{token});
	forget();
};

subtest 'asking for verification does not reveal who needs it' => sub {
	my $new = $d->user('new@example.org', unverified => 1);
	$d->sql('DELETE FROM mail');
	same('verified or not', 202, '', map { $_->post('/me/email-verification')
	    } $ada, $new);
	is_deeply mails(), ['new@example.org verify'],
	    'only an unverified user gets mail';
	forget();
};

# Whether something was written and synced takes time that can be seen from
# afar, however alike the answers are.  What PostgreSQL does is
# seen by what is sent to it.
subtest 'the same work is done for known and unknown addresses' => sub {
	my $g = Guess->new($d);
	my $calls = sub {
		my ($path, $body) = @_;
		my $r = $g->try({ path => $path, body => $body, trace => '' });
		my @all = $r->{calls} =~ /^(p?write(?:64)?\(|f(?:data)?sync\(|
		    unlink\(|ftruncate\(|flock\(|sendto\(|
		    openat.*docket\.slots)/mgx;
		# A line of the audit is on one page or another.
		return [@all[grep { !$_ || $all[$_] ne 'pwrite64(' ||
		    $all[$_ - 1] ne $all[$_] } 0 .. $#all]];
	};
	for (['/sessions', password => 'wrong'], ['/password-resets']) {
		my ($path, @rest) = @$_;
		my ($known, @all) = map { $calls->($path, { email => $_,
		    @rest }) } 'ada@example.org', @known[0, 2, 3], @unknown;
		cmp_ok scalar(grep { /sync|sendto/ } @$known), '>', 0,
		    "$path writes for those who are known";
		is_deeply [grep { "@$_" ne "@$known" } @all], [],
		    '... and does the same for all';
	}
};

done_testing;
