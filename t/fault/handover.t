# Lists that change hands, killed at any system call: an offer that is accepted, an
# account that its user deletes, one that docket-admin removes.  Afterwards every
# shared list lives and has one owner, who is there; a client that syncs has what the
# service has; and doing it again leads to where an undisturbed run leads.
# DOCKET_KILLS: how many, or "all"; DOCKET_SEED: which.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Fault;
use Replica;
use Storable 'dclone';
use Test::More;

my $kills = $ENV{DOCKET_KILLS} // (engine() eq 'sqlite' ? 20 : 10);
my $seed = $ENV{DOCKET_SEED} // time;
srand $seed;

package Handover {
	our @ISA = 'Fault';
	use Docket qw(uuid json engine);

	# The lists of ada's that others are on: three with bob, one of them with
	# a viewer alone.  One is offered to bob.
	sub new {
		my ($class) = @_;
		my $self = $class->SUPER::new;
		my ($d, $ada, $bob) = @$self{qw(d ada bob)};
		my $dan = $self->{dan} = $d->user('dan@example.org');
		my @l = @{$self->{id}}{qw(list)};
		for my $n (1 .. 3) {
			push @l, $ada->make('/lists', title => "Shared $n");
			$ada->make("/lists/$l[-1]/tasks", title => "T$_",
			    assigneeId => $ada->{me}{id}) for 1 .. 3;
			$ada->post("/lists/$l[-1]/members",
			    { email => ($n < 3 ? $bob : $dan)->{email} });
		}
		$ada->patch("/lists/$l[-1]/members/$dan->{me}{id}",
		    { role => 'viewer' });
		$ada->post("/lists/$l[0]/transfer", { userId => $bob->{me}{id} });
		$bob->patch('/me', { displayName => 'Bob' });
		$self->{shared} = \@l;
		$self->{replica} = Replica->new($bob, 'feed');
		$self->{replica}->sync;
		return $self;
	}

	sub works {
		my ($self) = @_;
		return ({ name => 'an offer accepted', by => 'bob',
		    method => 'POST', path => "/lists/$self->{shared}[0]/"
		    . 'transfer/accept', body => '{}',
		    type => 'application/json', key => uuid() },
		    { name => 'an account deleted', method => 'DELETE',
		    path => '/me', body => json({ password =>
		    $self->{ada}{password} }), type => 'application/json',
		    key => uuid() },
		    { name => 'docket-admin user remove', program => [
		    qw(docket-admin --quiet user remove --yes),
		    $self->{ada}{email}] });
	}

	# Is there a list without exactly one owner, who is there and is the one
	# that the list names?
	sub orphans {
		my ($self) = @_;
		my @in = map { (my $x = uc) =~ tr/-//d; "'$x'" }
		    @{$self->{shared}};
		my $in = join ', ', @in;
		return $self->{d}->sql("SELECT count(*) FROM list l
		    WHERE hex(l.id) IN ($in) AND l.deleted_at = 0
		    AND (SELECT count(*) FROM access a JOIN user u
			ON u.id = a.user_id WHERE a.list_id = l.id
			AND a.role = 'owner' AND a.deleted_at = 0
			AND u.deleted_at = 0 AND u.id = l.owner_id) = 1
		    AND (SELECT count(*) FROM access a WHERE a.list_id = l.id
			AND a.role = 'owner' AND a.deleted_at = 0) = 1")
		    == @in ? '' : 'a list is gone, or has no owner or two';
	}

	# bob's copy of before, synced, and what the service says.
	sub behind {
		my ($self) = @_;
		my $r = Storable::dclone({ %{$self->{replica}},
		    user => undef });
		bless $r, 'Replica';
		$r->{user} = $self->{bob};
		$r->sync;
		return join '; ', @{$r->{faults}}, @{$r->compare($r->truth)};
	}

	sub intact {
		my ($self, $data) = @_;
		my $fault = Fault::damage($data);
		return "damaged: $fault" if $fault ne '';
		return $self->orphans || $self->behind;
	}

	sub wrong {
		my ($self, $work, $data, $r, $status) = @_;
		my $wrong = $self->intact($data);
		return $wrong if $wrong ne '';
		my $is = Fault::look($data);
		return "acknowledged with $status and not done"
		    if $status =~ /^2/ && $is ne $work->{after};
		my $again = $self->start($work);
		my $now = $work->{program} ? ($again->{status} ? 0 : 200) :
		    Fault::status_of($again);
		# An account that is gone cannot be found, nor sign in.
		return "again: $now $again->{out} $again->{err}"
		    if $now !~ /^2/ && !($is eq $work->{after} &&
		    ($now == 401 || $work->{program}));
		return 'done again it is not as after once'
		    if Fault::look($data) ne $work->{after};
		my ($said) = $self->{d}->check->{out} =~
		    /^(FAULT: (?:missing|in the feed|the words|the counts).*)/m;
		return $said // $self->intact($data);
	}
}

package main;

my $f = Handover->new;
my $wrong = $f->kill_runs('handover', $seed, $kills);
is_deeply $wrong, {}, 'every list has one owner, and it is done once in the end'
    or diag explain $wrong;
done_testing;
