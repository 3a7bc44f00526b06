# docket-admin, for tests.
package Admin;
use strict;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT = qw(admin);

# One run: its status, and that what went wrong is one line.
sub admin {
	my ($d, $status, @args) = @_;
	my $r = $d->run('docket-admin', @args);
	my $name = join ' ', map { ref ? () : $_ } @args;
	is $r->{status}, $status, "$name: $status" or diag $r->{err};
	my $lines = () = $r->{err} =~ /\n/g;
	cmp_ok $lines, '==', $status == 2 && $r->{err} =~ /see docket-admin/ ?
	    $lines : $status ? 1 : 0, "$name: a line for what went wrong"
	    if $r->{out} !~ /FAULT/;
	return $r;
}

1;
