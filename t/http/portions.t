# Work that is done in several transactions, with an Idempotency-Key: the first
# answer again, also when requests arrive at once, and when one was killed between
# two transactions.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Server;
use JSON::PP ();
use Test::More;

my $T = JSON::PP::true;
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $list = $ada->make('/lists', title => 'L');

sub done_tasks {
	my ($n) = @_;
	my @rows = map { { method => 'POST', path => "/lists/$list/tasks",
	    body => { id => uuid(), title => "T $_", done => $T } } } 1 .. $n;
	while (my @some = splice @rows, 0, 100) {
		my $r = $ada->post('/batch', { requests => \@some });
		die $r->{body} if grep { $_->{status} != 201 }
		    @{$r->{json}{responses}};
	}
	return $n;
}

# The routes that work in portions: what there is to do, and what is answered.
my %works = (
	'POST /me/completed-tasks/cleanup' => { do => \&done_tasks,
	    path => '/me/completed-tasks/cleanup',
	    body => sub { my ($n) = @_; return { removed => $n } } },
);
# DELETE takes no key, and what PATCH answers is no count.
is_deeply [map { "$_->{method} $_->{path}" } grep { $_->{flags}{portions} &&
    $_->{method} eq 'POST' } Docket::routes()],
    [sort keys %works], 'every route is tried that works in portions';

# The answers that differ from the first one.
sub wrong {
	my ($w, $n, @answers) = @_;
	my $right = json($w->{body}->($n));
	return grep { $_ ne "200 $right" } map {
	    "$_->{status} " . ($_->{json} ? json($_->{json}) : $_->{body}) }
	    @answers;
}

sub at_once {
	my ($caller, $w, $count) = @_;
	my ($n, $key) = ($w->{do}->(3), uuid());
	my @asked = map { beside(sub {
		delete $caller->{http};
		my $r = $caller->post($w->{path}, {}, 'Idempotency-Key' => $key);
		return json({ status => $r->{status}, json => $r->{json} });
	}) } 1 .. $count;
	return wrong($w, $n, map { $Docket::Json->decode(ended($_)) } @asked);
}

my $port = free_port();
start($d->{env}, undef, build() . '/bin/docket-serve', '-p', $port, '-m',
    'fastcgi');
my $fast = $ada->with(base => "http://127.0.0.1:$port", http => undef);
for (1 .. 200) {
	last if $fast->get('/health')->{status} == 200;
	select undef, undef, undef, 0.05;
}
for my $name (sort keys %works) {
	for (['CGI', $ada], ['FastCGI', $fast]) {
		my ($mode, $caller) = @$_;
		for my $count (2, 16) {
			my @wrong = map { at_once($caller, $works{$name},
			    $count) } 1 .. ($count == 2 ? 25 : 3);
			is_deeply \@wrong, [],
			    "$name, $count at once, $mode: one answer";
		}
	}
}
stop_all();

# Killed at some of its calls, and repeated.
my ($call, $step) = engine() eq 'sqlite' ? ('flock', 1) : ('sendto', 60);
for my $name (sort keys %works) {
	my ($w, $when, $killed, $between, @wrong) = ($works{$name}, 0, 1, 0);
	my $n = $w->{do}->(250);
	while ($killed) {
		my $key = uuid();
		$when += $step;
		my ($bare, $env) = $ada->cgi_environment('POST', $w->{path},
		    '{}', 'Content-Type' => 'application/json',
		    'Idempotency-Key' => $key,
		    Authorization => "Bearer $ada->{token}");
		my $r = $d->spawn($env, '{}', 'strace', '-qq', '-o', '/dev/null',
		    '-e', "inject=$call:signal=KILL:when=$when",
		    build() . '/cgi-bin/' . Docket::program_of($bare));
		$killed = $r->{out} !~ /^Status: 200/;
		my $begun = $d->sql('SELECT count(*) FROM answer
		    WHERE status < 0');
		$between += $begun;
		push @wrong, "killed at $call $when: $_" for wrong($w, $n,
		    map { $ada->post($w->{path}, {}, 'Idempotency-Key' => $key) }
		    1, 2);
		$n = $w->{do}->(250) if $killed;
	}
	cmp_ok $between, '>', 0, "$name: some are killed between portions";
	is_deeply \@wrong, [], "$name: repeated, all is counted";
}
done_testing;
