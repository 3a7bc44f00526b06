# Round trips to PostgreSQL: how many times a request sends something and waits for
# the answer.  Between two machines each takes as long as many statements.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use IO::Select;
use IO::Socket::UNIX;
use Test::More;

Cluster::within();

# A relay between the service and the server, in a process of its own: a line in
# the file for each Sync of the protocol, which is what an answer is awaited after,
# with the names of the statements before it.
my $dir = File::Temp::tempdir('relay-XXXXXX', DIR => '/tmp', CLEANUP => 1);
my $file = "$dir/trips";
open my $trips, '>>', $file or die "$file: $!";
$trips->autoflush;

sub names {
	my ($messages) = @_;
	return join ' ', map {
		/^P([^\0]*)\0([^\0]*)/s ? $1 eq '' ? $2 =~ /^(\S+)/ : () :
		    /^B[^\0]*\0([^\0]+)/s ? $1 : () } @$messages;
}

# Takes whole messages from what a client has sent.
sub watch {
	my ($client, $bytes) = @_;
	$client->{in} .= $bytes;
	while (1) {
		my $head = $client->{started} ? 5 : 4;
		last if length $client->{in} < $head;
		my ($n) = unpack 'N', substr $client->{in}, $head - 4, 4;
		last if length $client->{in} < $n + $head - 4;
		my $m = substr $client->{in}, 0, $n + $head - 4, '';
		if (!$client->{started}++) {
			next;
		} elsif ($m =~ /^S/) {
			print {$trips} names($client->{messages}), "\n";
			$client->{messages} = [];
		} else {
			push @{$client->{messages}}, substr($m, 0, 1)
			    . substr $m, 5;
		}
	}
}

sub relay {
	my ($listen) = @_;
	my $all = IO::Select->new($listen);
	# A program that has its answer does not wait for that of its COMMIT.
	local $SIG{PIPE} = 'IGNORE';
	my (%peer, %client);
	while (1) {
		for my $from ($all->can_read) {
			if ($from == $listen) {
				my $c = $listen->accept;
				my $s = IO::Socket::UNIX->new(
				    Peer => "$ENV{DOCKET_CLUSTER}/.s.PGSQL.5432") or die $!;
				@peer{$c, $s} = ($s, $c);
				$client{$c} = { in => '', messages => [] };
				$all->add($c, $s);
				next;
			}
			# The other end may have closed both a moment ago.
			my $to = $peer{$from} or next;
			if (!sysread $from, my $bytes, 1 << 20) {
				$all->remove($from, $to);
				# A later socket can have the same address.
				delete @$_{$from, $to} for \(%peer, %client);
				$_->close for $from, $to;
			} else {
				watch($client{$from}, $bytes) if $client{$from};
				syswrite $to, $bytes;
			}
		}
	}
}

my $listen = IO::Socket::UNIX->new(Local => "$dir/.s.PGSQL.5432", Listen => 9)
    or die "$dir: $!";
my $relay = fork // die $!;
relay($listen) if $relay == 0;
close $listen;	# without the relay nobody must wait for an answer
END { kill 'TERM', $relay if $relay }

my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $list = $ada->make('/lists', title => 'Groceries');
my $task = $ada->make("/lists/$list/tasks", title => 'Bread');
my $since = $ada->get('/me/changes')->{json}{next};
$d->{env}{DOCKET_DATABASE} =~ s/\Q$ENV{DOCKET_CLUSTER}\E/$dir/;
$ada->{env} = $d->{env};
my $n = 0;

# Nobody waits for the end of a reading transaction.
sub trips {
	truncate $file, 0;
	is $_[1]->()->{status}, $_[2], $_[0];
	return grep { $_ ne 'COMMIT' } split /\n/, slurp($file);
}

for ([GET => 'GET of a task', 2, 200, sub { $ada->get("/tasks/$task") }],
    [GET => 'GET of a list', 3, 200, sub {
	$ada->get("/lists/$list/tasks?limit=100") }],
    [GET => 'a sync without news', 2, 200, sub {
	$ada->get("/me/changes?since=$since&limit=1000") }],
    [PATCH => 'PATCH of a due date', 3, 200, sub {
	$ada->patch("/lists/$list/tasks/$task", { dueDate => '2030-01-01' }) }],
    [PATCH => 'PATCH of a title', 4, 200, sub {
	$ada->patch("/lists/$list/tasks/$task", { title => 'Rye bread' },
	    'Idempotency-Key' => 'k' . ++$n) }],
    [POST => 'POST of a task', 4, 201, sub {
	$ada->post("/lists/$list/tasks", { id => uuid(), title => 'Butter' },
	    'Idempotency-Key' => 'k' . ++$n) }]) {
	my ($method, $name, $most, $status, $request) = @$_;
	my @trips = trips($name, $request, $status);
	is scalar @trips, $most, "$name: $most round trips"
	    or diag join "\n", @trips;
}
done_testing;
