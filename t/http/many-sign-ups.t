# A hundred people sign up at once with a link that makes three accounts, and others
# with codes that make none, through a web server, as CGI programs and by FastCGI:
# three accounts are made, and nobody learns why they have none.  DOCKET_AT_ONCE: how
# many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use HTTP::Tiny;
use JSON::PP ();
use Test::More;
use Web;

my $many = $ENV{DOCKET_AT_ONCE} // 100;
my $n = 0;

sub invite { my ($u, $l, %body) = @_;
	return $u->post("/lists/$l/invitations", \%body)->{json} }

# From an address of its own: sign-ups are limited by that.  Tries again as long
# as the service is busy.
sub sign_up {
	my ($u, $code) = @_;
	for (1 .. 20) {
		my $r = $u->post('/users', { email => $u->{email},
		    password => 'long enough 1', displayName => 'New',
		    invitation => $code });
		return "$r->{status} " . ($r->{json}{code} // '') .
		    ($r->{status} == 403 ? " $r->{body}" : '')
		    if $r->{status} != 503;
		sleep 1;
	}
	return 'busy';
}

# Codes that make no account, by what is wrong with them.
sub wrong {
	my ($d, $ada, $l, $code) = @_;
	my $own = $ada->make('/lists', title => 'Other');
	my $old = invite($ada, $own);
	(my $hex = uc $own) =~ tr/-//d;
	$d->sql("UPDATE invitation SET expires_at = 1
	    WHERE hex(list_id) = '$hex'");
	my $withdrawn = invite($ada, $l);
	$ada->del("/lists/$l/invitations/$withdrawn->{id}");
	my $gone = $ada->make('/lists', title => 'Gone');
	my $deleted = invite($ada, $gone);
	$ada->del("/lists/$gone");
	my $eve = $d->user('eve' . ++$n . '@example.org');
	my $hers = invite($eve, $eve->make('/lists', title => 'Hers'));
	$d->run('docket-admin', 'user', 'disable', $eve->{email});
	return (forged => 'x' x length $code,
	    changed => substr($code, 0, -1) . ($code =~ /A$/ ? 'B' : 'A'),
	    old => $old->{code}, withdrawn => $withdrawn->{code},
	    'of a deleted list' => $deleted->{code},
	    'of who is disabled' => $hers->{code},
	    'that makes none' => invite($ada, $l, accounts => 0)->{code});
}

for my $mode (qw(cgi fastcgi)) {
	my $d = Docket->new(registration => 'invited');
	my $ada = $d->user('ada@example.org');
	my $l = $ada->make('/lists', title => 'Home');
	my $code = invite($ada, $l, accounts => 3)->{code};
	my %wrong = wrong($d, $ada, $l, $code);
	my @codes = (values %wrong, ($code) x ($many - keys %wrong));
	my $before = $d->sql('SELECT count(*) FROM user') + 0;
	my $web = Web->new($d, '-m', $mode);
	my @run = map {
		my $u = $d->with(base => $web->{base}, email => "n$_\@example.org",
		    http => HTTP::Tiny->new(timeout => 120, max_redirect => 0,
		    local_address => '127.0.1.' . ($_ + 1)));
		my $with = $codes[$_];
		Docket::beside(sub { sign_up($u, $with) });
	} 0 .. $#codes;
	my %said;
	$said{Docket::ended($_)}++ for @run;
	$web->stop;
	my @refused = grep { /^403 registration-closed / } keys %said;
	is $said{'201 '}, 3, "$mode: three sign up";
	is_deeply [sort keys %said], [sort '201 ', @refused],
	    "$mode: all others are refused";
	is scalar(@refused), 1, "$mode: all alike" or diag explain \@refused;
	is $d->sql('SELECT count(*) FROM user') - $before, 3,
	    "$mode: three accounts are made";
	is scalar(@{$ada->get("/lists/$l/members")->{json}{items}}), 3,
	    "$mode: which have the list";
	is $ada->get("/lists/$l/invitations")->{json}{items}[0]{accounts}, 0,
	    "$mode: the link makes none any more";
}
done_testing;
