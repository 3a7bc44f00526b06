# Who leaves the service: lists that they share go to a member, whatever happens
# meanwhile, and every copy of a member's data stays right.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Sharing;
use Test::More;

my $d = Docket->new;
my $n = 0;

sub people { map { $d->user($_ . ++$n . '@example.org', name => ucfirst) } @_ }

# A shared list with a task that has a step.
sub list_with_step {
	my ($owner, @members) = @_;
	my ($l, $t) = list_of($owner, @members);
	$owner->make("/tasks/$t/steps", title => 'Call');
	return wantarray ? ($l, $t) : $l;
}

sub owner_of { my ($user, $l) = @_;
	my $r = $user->get("/lists/$l");
	return $r->{status} == 200 ? "$r->{json}{ownerName} $r->{json}{role}" :
	    said($r);
}

sub leave { my ($user, %body) = @_;
	return said($user->del('/me', { password => $user->{password}, %body })) }

sub member_names { my ($user, $l) = @_;
	return join ' ', map { $_->{displayName} }
	    @{$user->get("/lists/$l/members")->{json}{items}};
}

subtest 'a shared list goes to the member of longest standing' => sub {
	my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
	my ($l, $t) = list_with_step($ada, $bob, $cyd);
	my $own = $ada->make('/lists', title => 'Diary');
	my $code = $ada->post("/lists/$l/invitations", {})->{json}{code};
	$ada->patch("/lists/$l/tasks/$t", { assigneeId => $ada->{me}{id} });
	my @copies = copies($bob, $cyd);
	is leave($ada), '204', 'the owner leaves';
	is owner_of($bob, $l), 'Bob owner', 'the first member owns it';
	is owner_of($cyd, $l), 'Bob member', 'the other is a member still';
	is member_names($bob, $l), 'Cyd', 'nobody else is';
	is $cyd->get("/lists/$l/tasks/$t")->{json}{assigneeId}, undef,
	    'assignments of who left end';
	is said($cyd->post("/invitations/$code/accept")),
	    '404 invitation-not-found', 'so do the invitations';
	copies_hold('the copies of both are right', @copies);
	is said($bob->patch("/lists/$l", { title => 'Our home' })), '200',
	    'the new owner changes the title';
	is said($bob->del("/lists/$l")), '204', 'and can delete it';
};

subtest 'sharedLists' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my $l = list_with_step($ada, $bob);
	my @copies = copies($bob);
	for my $wrong ('keep', undef, 1, ['delete']) {
		is leave($ada, sharedLists => $wrong), '422 validation-failed',
		    'another value is refused';
	}
	is leave($ada, keepLists => \1), '422 unknown-member',
	    'another member is, too';
	is leave($ada, password => 'not the password'), '422 wrong-password',
	    'a wrong password is';
	is owner_of($bob, $l), 'Ada member', 'and nothing has changed';
	is leave($ada, sharedLists => 'delete'), '204', 'lists are deleted';
	is owner_of($bob, $l), '404 list-not-found', 'if that is asked for';
	copies_hold('the copy is right', @copies);
};

subtest 'who cannot get a list' => sub {
	my ($ada, $bob, $cyd, $dan) = people(qw(ada bob cyd dan));
	my $l = list_with_step($ada, $bob, $cyd, $dan);
	$d->run('docket-admin', 'user', 'disable', $bob->{me}{email});
	$d->sql("UPDATE user SET text = 1 << 30 WHERE display_name = 'Cyd'");
	is leave($ada), '204', 'the owner leaves';
	is owner_of($dan, $l), 'Dan owner',
	    'neither who is disabled nor who has reached a limit';
	$d->run('docket-admin', 'reindex');
};

subtest 'nobody can get it' => sub {
	my ($ada, $bob) = people(qw(ada bob));
	my $l = list_with_step($ada, $bob);
	$bob->make("/lists", title => "L$_") for 1 .. 500;
	is leave($ada), '204', 'the owner leaves';
	is owner_of($bob, $l), '404 list-not-found',
	    'the list is deleted if every member has reached a limit';
};

subtest 'back and forth' => sub {
	my ($ada, $bob, $cyd) = people(qw(ada bob cyd));
	my $l = list_with_step($ada, $bob, $cyd);
	my @copies = copies($cyd);
	is leave($ada), '204', 'the owner leaves';
	is leave($bob), '204', 'then the next one';
	is owner_of($cyd, $l), 'Cyd owner', 'the last one owns it';
	is member_names($cyd, $l), '', 'alone';
	copies_hold('the copy is right', @copies);
	is_deeply [grep { /FAULT/ } split /\n/, $d->check->{out}], [],
	    'docket-admin check finds nothing';
};

subtest 'docket-admin user remove --lists-to' => sub {
	my ($ada, $bob, $eve) = people(qw(ada bob eve));
	my $l = list_with_step($ada, $bob);
	my $own = $ada->make('/lists', title => 'Diary');
	my @copies = copies($bob, $eve);
	my $run = sub { $d->run('docket-admin', 'user', 'remove',
	    $ada->{me}{email}, '--yes', @_) };
	like $run->('--lists-to', 'nobody@example.org')->{err},
	    qr/no user has that address/, 'it must name a user';
	is $run->('--lists-to', $eve->{me}{email})->{status}, 0,
	    'the user is removed';
	is owner_of($eve, $_), 'Eve owner', 'that user owns every list'
	    for $l, $own;
	is owner_of($bob, $l), 'Eve member', 'the members stay members';
	copies_hold('the copies are right', @copies);
};

done_testing;
