# Sync loses nothing.  Three users make random changes (t/lib/Writer.pm) while
# clients of each sync in every way and with pages of different sizes
# (t/lib/Replica.pm), and lists are imported.  In the end each client has what the
# service has.  On PostgreSQL, who changes and who syncs use different front ends.
# t/http/changes.t tests GET /me/changes by examples.
#
# DOCKET_SEED, which it prints, chooses the changes; DOCKET_CHANGES: how many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Ledger;
use Replica;
use Test::More;
use Time::HiRes 'sleep';
use Web;
use Writer;

my $seed = $ENV{DOCKET_SEED} // int rand 1e6;
my $changes = $ENV{DOCKET_CHANGES} // 3000;
diag "sync seed=$seed changes=$changes";

my $d = Docket->new;
my @web = Web->new($d, '-m', 'fastcgi');
if (engine() eq 'postgresql') {
	my $data = tempdir(CLEANUP => 1);
	push @web, Web->new($d->with(data => $data, env => { %{$d->{env}},
	    DOCKET_DATA => $data }), '-m', 'fastcgi');
}
my @users = map { $d->with(base => $web[0]{base})->user("$_\@example.org") }
    qw(ada bob cyd);

my @ways = (
	['feed'],
	['feed', sub { 1 + int rand 1000 }],
	['feed', sub { 1 + int rand 7 }],
	['collections'],
	['collections', sub { 1 + int rand 7 }],
	['items'],
);
my $stop = "$d->{data}/stop";	# the writers have ended
my $test = $$;

# Syncs until the writers have ended, or the test was killed, and once more: a
# line of figures, then a line for each difference.
sub follow {
	my ($user, @way) = @_;
	my $replica = Replica->new($user->with(base => $web[-1]{base},
	    http => undef), @way);
	my $rounds = 0;
	until (-e $stop || getppid != $test) {
		$replica->sync;
		$rounds++;
		sleep 0.05 + rand 0.25;
	}
	$replica->sync;
	my $faults = $replica->compare($replica->truth);
	return "$rounds rounds, $replica->{items} items\n" .
	    join "\n", @$faults;
}

# Makes changes: how many, then a line for each surprise.
sub change {
	my ($user) = @_;
	my $w = Writer->new($user, grep { $_ ne $user } @users);
	$user->make('/lists', title => 'First');
	for (my $n = 0; $w->{done} < $changes / @users &&
	    $n < 20 * $changes; $n++) {
		$w->look if $n % 25 == 0;
		$w->act;
	}
	return join "\n", $w->{done}, @{$w->{surprises}};
}

# Imports a list with ten tasks and their steps for the first user, now and then:
# what went wrong.
sub import_lists {
	my $other = $d->with(base => $web[0]{base})->user('dan@example.org');
	my $list = $other->make('/lists', title => 'Imported');
	for (1 .. 10) {
		my $t = $other->make("/lists/$list/tasks", title => "T$_");
		$other->make("/tasks/$t/steps", title => "S$_");
	}
	my $export = $d->run('docket-export', '--user', 'dan@example.org')->{out};
	my $said = '';
	for (1 .. 20) {
		my %new;
		my $text = $export =~ s/(\w{8}(?:-\w{4}){3}-\w{12})/$new{$1} \/\/= uuid()/ger;
		my $r = $d->run('docket-import', '--user', 'ada@example.org',
		    write_file("$d->{data}/import.json", $text));
		$said .= "$r->{out}$r->{err}" if $r->{out} !~ /^21 created, 0 existing/m;
		last if -e "$stop-imports" || getppid != $test;
		sleep 1;
	}
	return $said;
}

my $importing = beside(\&import_lists);
my (@clients, @writers);
for my $user (@users) {
	for my $way (@ways) {
		my $n = @clients;
		push @clients, beside(sub {
			srand $seed + 100 + $n;
			return follow($user, @$way);
		});
	}
	my $n = @writers;
	push @writers, beside(sub {
		srand $seed + $n;
		return change($user);
	});
}

my $total = 0;
for (@writers) {
	my ($done, @surprises) = split /\n/, ended($_);
	is_deeply \@surprises, [], "$done changes got expected answers";
	$total += $done;
}
cmp_ok $total, '>=', $changes, 'enough changes were made';
write_file("$stop-imports", '');
is ended($importing), '', 'lists were imported';
write_file($stop, '');
for (@clients) {
	my ($figures, @faults) = split /\n/, ended($_);
	is_deeply [@faults[0 .. ($#faults < 9 ? $#faults : 9)]], [],
	    "a client has what the service has ($figures)";
}

is_deeply [Ledger::damage($d->{data})], [],
    'ranks, the feed and stamps are sound';
# A throwaway PostgreSQL does not flush.
unlike $d->run('docket-admin', 'check')->{out}, qr/FAULT(?!: fsync)/,
    'docket-admin check finds no fault';
is_deeply [map { $_->stop } @web], [map { 0 } @web], 'the service ends';
# What a 500 was about.
Test::More->builder->is_passing or
    diag grep { !/sign-in refused/ } map { split /^/ }
	map { slurp("$_->{d}{data}/err") } @web;
done_testing;
