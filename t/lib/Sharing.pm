# What tests of shared lists do: make one, and compare the copies of those who have it.
package Sharing;
use strict;
use warnings;
use Exporter 'import';
use Replica;
use Test::More;

our @EXPORT = qw(said id items list_of copies copies_hold);

# The status of an answer, and the code of its problem.
sub said { my ($r) = @_;
	return join ' ', $r->{status}, $r->{json}{code} // () }
sub id { return $_[0]{me}{id} }
# The members of lists that were answered.
sub items { return map { @{$_->{json}{items}} } @_ }

# A list with a task, shared with others in this order.
sub list_of {
	my ($owner, @members) = @_;
	my $l = $owner->make('/lists', title => 'Home');
	my $t = $owner->make("/lists/$l/tasks", title => 'Rent');
	$owner->post("/lists/$l/members", { email => $_->{me}{email} })
	    for @members;
	return wantarray ? ($l, $t) : $l;
}

# Each user's copy, which only syncs; and what they lack in the end.
sub copies {
	my @r = map { Replica->new($_, 'feed') } @_;
	$_->sync for @r;
	return @r;
}
sub copies_hold {
	my ($name, @replicas) = @_;
	$_->sync for @replicas;
	return is_deeply [map { @{$_->compare($_->truth)} } @replicas], [],
	    $name;
}

1;
