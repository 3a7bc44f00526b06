# What a program that serves strangers can do besides: nothing.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $sanitized = build() =~ m{/san$};	# such builds enter no sandbox
my $d = Docket->new;
my $data = $d->{data};

# What the probe says of each: "refused", "reached", "works" or "fails".
sub probe {
	my ($sandbox) = @_;
	my $dir = File::Temp::tempdir(CLEANUP => 1);
	mkdir "$dir/$_" for qw(data outside);
	for my $file (qw(data/file outside/file outside/gone)) {
		open my $out, '>', "$dir/$file" or die $!;
		print $out "x\n";
	}
	symlink "$dir/outside/file", "$dir/data/link" or die $!;
	local $ENV{DOCKET_DATA} = "$dir/data";
	local $ENV{DOCKET_CONF} = '/dev/null';
	local $ENV{DOCKET_SANDBOX} = $sandbox;
	my $said = qx(${\ build()}/t/probe $dir/outside 2>&1);
	my %is = map { reverse split /\t/ } split /\n/, $said;
	return ($? >> 8, \%is, $said);
}

my ($status, $off) = probe('off');
is $status, 0, 'without a sandbox the probe runs';
cmp_ok scalar(grep { $_ eq 'reached' } values %$off), '>=', 40,
    'and reaches forty things, so that it can tell';
is_deeply [grep { $off->{$_} eq 'fails' } keys %$off], [], 'all works';

unless ($sanitized) {
	my ($on, $said);
	($status, $on, $said) = probe('on');
	is $status, 0, 'within it the probe runs' or diag $said;
	is_deeply [sort grep { $on->{$_} eq 'reached' } keys %$on], [],
	    'and reaches none of them';
	is_deeply [grep { $on->{$_} eq 'fails' } keys %$on], [],
	    'all that it needs works';
	is keys %$on, keys %$off, 'of as many';
}

# The real programs, as the kernel sees them once they have begun to read.
sub status_of {
	my ($program, $pid) = @_;
	my %status = map { /^(\w+):\s+(.*)/ } split /\n/,
	    slurp("/proc/$pid/status");
	my %limit = map { /^(Max [a-z ]+?)\s{2,}(\S+)/ } split /\n/,
	    slurp("/proc/$pid/limits");
	return (\%status, \%limit);
}

subtest 'a CGI program that waits for its body' => sub {
	my $ada = $d->user('ada@example.org');
	my $body = '{"id":"' . uuid() . '","title":"L"}';
	my ($bare, $env) = $ada->cgi_environment('POST', '/lists', $body,
	    'Content-Type' => 'application/json',
	    Authorization => "Bearer $ada->{token}");
	pipe my $in, my $to or die $!;
	my $out = File::Temp->new;
	# What a careless server leaves open.
	open my $leak, '<', '/etc/passwd' or die $!;
	fcntl $leak, 2, 0;
	my $pid = fork // die $!;
	if ($pid == 0) {
		%ENV = %$env;
		close $to;
		open STDIN, '<&', $in;
		open STDOUT, '>&', $out;
		exec build() . '/cgi-bin/lists';
	}
	close $in;
	my $reads = sub { (eval { slurp("/proc/$pid/wchan") } // '') =~ /pipe/ };
	for (1 .. 500) { last if $reads->(); select undef, undef, undef, 0.01 }
	ok $reads->(), 'it reads';
	my ($status, $limit) = status_of(lists => $pid);
	unless ($sanitized) {
		is $status->{NoNewPrivs}, 1, 'no new privileges';
		is $status->{Seccomp}, 2, 'system calls are filtered';
		is $limit->{'Max open files'}, 64, 'few files';
		is $limit->{'Max core file size'}, 0, 'no core';
		is $limit->{'Max address space'}, 512 * 1024 * 1024, 'memory';
		is $limit->{'Max cpu time'}, 120, 'and time have an end';
	}
	my @open = map { readlink } glob "/proc/$pid/fd/*";
	is_deeply [grep { /passwd/ } @open], [], 'what was left open is closed';
	print $to $body;
	close $to;
	waitpid $pid, 0;
	is $?, 0, 'and it ends well';
	like slurp("$out"), qr/^Status: 201/, 'with an answer';
};

subtest 'a kernel that does not offer it' => sub {
	# As the program sees it: the first call of Landlock fails.
	my ($bare, $env) = $d->cgi_environment('GET', '/health');
	my $r = $d->spawn($env, '', '/usr/bin/strace', '-o', '/dev/null', '-e',
	    'inject=landlock_create_ruleset:error=ENOSYS',
	    build() . '/cgi-bin/status');
	like $r->{out}, qr/^Status: 503/, 'is not ready';
	like $r->{err}, qr/no sandbox: the kernel offers no Landlock .*; or set sandbox = try/,
	    'and says what to do';
	local $env->{DOCKET_SANDBOX} = 'off';
	$r = $d->spawn($env, '', '/usr/bin/strace', '-o', '/dev/null', '-e',
	    'inject=landlock_create_ruleset:error=ENOSYS',
	    build() . '/cgi-bin/status');
	like $r->{out}, qr/^Status: 200/, 'unless the settings say so';
} unless $sanitized;

subtest 'a search that is sorted beyond memory' => sub {
	my $eve = $d->user('eve@example.org');
	my $l = uuid();
	$eve->post('/lists', { id => $l, title => 'L' });
	my $words = join ' ', map { "word$_ common" } 1 .. 600;
	for (1 .. 120) {
		my $t = uuid();
		$eve->post("/lists/$l/tasks", { id => $t, title => "T $_" });
		$eve->patch("/lists/$l/tasks/$t", { notes => "$_ $words" });
	}
	my $r = $eve->get('/search?q=common&limit=1000');
	is $r->{status}, 200, 'finds room';
	is @{$r->{json}{items}}, 120, 'for all';
};
done_testing;
