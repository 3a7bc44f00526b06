# Acts that take several transactions, and what others do between two of them: the
# act is done as a whole, or it is refused and nothing of it is done.  A program is
# stopped behind each transaction that it ends, while the other thing happens.
# DOCKET_PAIRS: how many of the runs, or "all"; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Fault;
use Test::More;
use Time::HiRes ();
use Totp ();

my $pairs = $ENV{DOCKET_PAIRS} // 8;
my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;
# More than one transaction of a request changes.
my $MANY = 250;
# What ends a transaction.
my ($call, $ends) = engine() eq 'sqlite' ? ('flock', qr/LOCK_UN/) :
    ('sendto', qr/COMMIT/);

package Between {
	our @ISA = 'Fault';
	use Dav;
	use Docket qw(uuid json engine);

	# ada and root are administrators.  ada shares three lists with bob and cyd,
	# and has offered the first, on which bob has many tasks, to cyd; many
	# tasks of hers are done.
	sub new {
		my ($class) = @_;
		my $d = Docket->new;
		my %of = map { $_ => $d->user("$_\@example.org") }
		    qw(ada bob cyd root);
		my ($ada, $bob, $cyd) = @of{qw(ada bob cyd)};
		admin($d, 'admin', $_) for qw(ada root);
		Totp::confirm($of{root});
		my @l = map { $ada->make('/lists', title => $_) } qw(A B C);
		for my $l (@l) {
			$ada->post("/lists/$l/members", { email => $_->{email} })
			    for $bob, $cyd;
		}
		$ada->post("/lists/$l[0]/transfer", { userId => $cyd->{me}{id} });
		many($ada, $l[0], assigneeId => $bob->{me}{id});
		many($ada, $l[1], done => \1);
		my $phone = Dav->new($bob);
		$_->{may_fail} = 1 for values %of;
		return bless { d => $d, %of, id => {}, lists => \@l,
		    dav => "$phone->{home}$l[0]/", secret => $phone->{secret},
		    data => $d->{data}, turn => 0,
		    base => File::Temp::tempdir(CLEANUP => 1) }, $class;
	}

	sub admin {
		my ($d, $verb, $who, @more) = @_;
		return $d->run('docket-admin', 'user', $verb,
		    "$who\@example.org", @more);
	}

	sub many {
		my ($user, $list, %body) = @_;
		my @rows = map { { method => 'POST', path =>
		    "/lists/$list/tasks", body => { id => uuid(),
		    title => "T$_", %body } } } 1 .. $MANY;
		while (my @some = splice @rows, 0, 100) {
			my $r = $user->post('/batch', { requests => \@some });
			die $r->{body} if grep { $_->{status} != 201 }
			    @{$r->{json}{responses}};
		}
		return;
	}

	# Each act: the request or program; who must be able to do it; what there is
	# of what it ends: a number, 0 once it is done.
	sub works {
		my ($self) = @_;
		my ($d, @l) = ($self->{d}, @{$self->{lists}});
		my %hex = map { my $x = uc $self->{$_}{me}{id};
		    $_ => $x =~ tr/-//dr } qw(ada bob);
		my $at = (uc $l[0]) =~ tr/-//dr;
		my $count = sub { my ($sql) = @_;
		    return sub { $d->sql($sql) + 0 } };
		my $account = $count->("SELECT (SELECT count(*) FROM access
		    WHERE hex(user_id) = '$hex{ada}' AND deleted_at = 0) +
		    (SELECT count(*) FROM user WHERE hex(id) = '$hex{ada}'
		    AND deleted_at = 0)");
		my $tasks = "SELECT count(*) FROM task
		    WHERE hex(list_id) = '$at'
		    AND hex(assignee_id) = '$hex{bob}'";
		my $member = $count->("SELECT ($tasks) + (SELECT count(*)
		    FROM access WHERE hex(list_id) = '$at' AND deleted_at = 0
		    AND hex(user_id) = '$hex{bob}' AND role <> 'viewer')");
		my $at_bob = "/lists/$l[0]/members/$self->{bob}{me}{id}";
		my @works = (
		    { name => 'an account deleted', by => 'ada',
			method => 'DELETE', path => '/me', body => json({
			password => $self->{ada}{password} }),
			has => $account },
		    { name => 'an account removed', by => 'root',
			method => 'DELETE', path =>
			"/admin/users/$self->{ada}{me}{id}", body => '{}',
			has => $account },
		    { name => 'user remove', has => $account, program =>
			[qw(docket-admin user remove --yes ada@example.org)] },
		    { name => 'user remove --lists-to', has => $account,
			program => [qw(docket-admin user remove --yes
			--lists-to bob@example.org ada@example.org)] },
		    { name => 'a member removed', by => 'ada',
			method => 'DELETE', path => $at_bob, has => $member },
		    { name => 'a member leaves', by => 'bob',
			method => 'DELETE', path => $at_bob, has => $member },
		    { name => 'a member becomes a viewer', by => 'ada',
			method => 'PATCH', path => $at_bob,
			body => json({ role => 'viewer' }), has => $member },
		    { name => 'a client of CalDAV leaves', by => 'bob',
			method => 'DELETE', path => $self->{dav},
			token => $self->{secret}, has => $member },
		    { name => 'done tasks deleted', by => 'ada',
			method => 'POST', path =>
			'/me/completed-tasks/cleanup', body => '{}',
			has => $count->('SELECT count(*) FROM task
			WHERE done = 1 AND deleted_at = 0') });
		# How much a transaction of it does depends on the time.
		pop @works if engine() ne 'sqlite';
		return map { { type => 'application/json', key => uuid(), %$_ } }
		    @works;
	}

	# What happens meanwhile, by the name of an act.
	sub events {
		my ($self, $work) = @_;
		my ($d, $by, $l) = ($self->{d}, $work->{by},
		    $self->{lists}[0]);
		my $others = sub { admin($d, 'admin', $_, '--remove')
		    for grep { $_ ne $_[0] } qw(root ada cyd) };
		my @of_account = (
		    ['the others are no administrators' =>
			sub { $others->('ada') }],
		    ['they become an administrator, and the others are none' =>
			sub { admin($d, 'admin', 'ada'); $others->('ada') }],
		    ['the lists of the others are many' => sub {
			$d->sql("UPDATE user SET text = 1 << 30
			    WHERE display_name IN ('bob', 'cyd')") }]);
		my @of_list = (
		    ['the list has another owner' => sub {
			$self->{cyd}->post("/lists/$l/transfer/accept") }],
		    ['the list is deleted' => sub {
			$self->{ada}->del("/lists/$l") }]);
		my @of_caller = (
		    ['their sessions end' => sub { admin($d, 'sessions', $by,
			'--end', 'all') }],
		    ['their tokens end' => sub { admin($d, 'passwd', $by,
			'--password-stdin', \"long enough 1\n") }],
		    ['they are disabled' => sub { admin($d, 'disable', $by) }],
		    ['they are no administrator' => sub {
			admin($d, 'admin', $by, '--remove') }]);
		return (($work->{name} =~ /account|user/ ? @of_account :
		    @of_list), $work->{program} ? () : @of_caller);
	}

	# The ordinals of the calls that end a transaction.
	sub ends {
		my ($self, $work) = @_;
		my $log = File::Temp->new;
		my $data = $self->copy;
		my $r = $self->start($work, '-s', '100000', '-o', "$log", '-e',
		    "trace=$call");
		die "$work->{name}: $r->{out} $r->{err}" if !acknowledged($work,
		    $r) || $work->{has}->();
		my ($n, @at) = (0);
		while (<$log>) {
			$n++ if /^$call\(/;
			push @at, $n if $_ =~ $ends;
		}
		Fault::discard($data);
		return @at;
	}

	sub acknowledged {
		my ($work, $r) = @_;
		return $work->{program} ? $r->{status} == 0 :
		    $r->{out} =~ /^Status: 2/;
	}

	# What there is left of what the work ends, if that happens alone.
	sub alone {
		my ($self, $work, $event) = @_;
		return $event->[2] //= do {
			my $data = $self->copy;
			$event->[1]->();
			my $is = $work->{has}->();
			Fault::discard($data);
			$is;
		};
	}

	# Stops the work at that call, lets the event happen, and lets it go on: what
	# is wrong.
	sub between {
		my ($self, $work, $event, $at) = @_;
		my $alone = $self->alone($work, $event);
		my $data = $self->copy;
		my $log = File::Temp->new;
		my $run = Docket::beside(sub {
			my $r = $self->start($work, '-f', '-o', "$log", '-e',
			    "trace=$call", '-e',
			    "inject=$call:signal=STOP:when=$at");
			return (acknowledged($work, $r) ? 1 : 0) .
			    " $r->{out} $r->{err}" });
		my $pid;
		for (1 .. 1500) {
			($pid) = Docket::slurp("$log") =~
			    /^(\d+) .*stopped by SIGSTOP/m and last;
			Time::HiRes::sleep(0.02);
		}
		if (!$pid) {
			Docket::ended($run);
			return 'it does not stop';
		}
		$event->[1]->();
		kill CONT => $pid;
		my ($done, $said) = Docket::ended($run) =~ /^(.) (.*)/s;
		my $is = $work->{has}->();
		Fault::discard($data);
		$said =~ s/.*"code":"([-\w]+)".*/$1/s;
		return $is == ($done ? 0 : $alone) ? '' : ($done ? 'done' :
		    "refused ($said)") . ", and of $alone are left $is";
	}
}

package main;

my $f = Between->new;
my (@runs, %wrong);
for my $work ($f->works) {
	my @at = $f->ends($work);
	cmp_ok scalar @at, '>', 1, "$work->{name}: several transactions";
	for my $event ($f->events($work)) {
		push @runs, map { [$work, $event, $_] } @at[0 .. $#at - 1];
	}
}
my $of = @runs;
@runs = map { splice @runs, rand @runs, 1 } 1 .. $pairs
    if $pairs ne 'all' && $pairs < @runs;
for my $run (@runs) {
	my ($work, $event, $at) = @$run;
	my $wrong = $f->between($work, $event, $at);
	push @{$wrong{"$work->{name}, $event->[0]"}}, "$at: $wrong"
	    if $wrong ne '';
}
is_deeply \%wrong, {}, 'each act is done as a whole or not at all'
    or diag explain \%wrong;
diag "between seed=$seed runs=" . @runs . " of $of wrong=" .
    map { @$_ } values %wrong;
done_testing;
