# Without enough memory to hash, no route says that a password is wrong: each that
# takes one answers 5xx, counts no attempt and changes nothing, and does its work
# once there is enough.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

plan skip_all => 'a sanitizer needs its own address space' if build() =~ /san$/;
my $d = Docket->new(registration => 'open', 'smtp-url' => 'smtp://127.0.0.1:1');
my $new = 'another right password';

# The body of each route that takes a password.
my %body = (
	'POST /users' => sub { { email => 'new@example.org', password => $new,
	    displayName => 'New' } },
	'POST /sessions' => sub { { email => $_[0]{email},
	    password => $_[0]{password} } },
	'PUT /password-resets/{token}' => sub { { password => $new } },
	'POST /me/confirmation' => sub { { password => $_[0]{password} } },
	'DELETE /me' => sub { { password => $_[0]{password} } },
	'PUT /me/password' => sub { { current => $_[0]{password},
	    new => $new } },
	'PUT /me/email' => sub { { password => $_[0]{password},
	    email => 'other@example.org' } },
);
my @routes = grep { grep { $_->{type} eq 'password' } @{$_->{fields}} }
    Docket::routes();
is_deeply [sort map { "$_->{method} $_->{path}" } @routes], [sort keys %body],
    'every route that takes a password is tried';

# An answer with an address space of so many MiB.
sub limited {
	my ($u, $mib, $method, $path, $body) = @_;
	my ($bare, $env) = $u->cgi_environment($method, $path, $body,
	    'Content-Type' => 'application/json',
	    Authorization => "Bearer $u->{token}");
	my $r = $u->spawn($env, $body, 'prlimit', '--as=' . ($mib << 20),
	    build() . '/cgi-bin/' . Docket::program_of($bare));
	return $r->{out} =~ /^Status: (\d+)/ ? $1 : 0;
}

my @state = grep { $_ ne 'attempt' } $d->tables;
for my $route (@routes) {
	my $name = "$route->{method} $route->{path}";
	my $u = $d->user(lc(($name =~ s/\W+/-/gr) . '@example.org'));
	my $code = $d->code($u->{email}, 'reset');
	my $path = $route->{path} =~ s/\{token\}/$code/r;
	my $body = json($body{$name}->($u));
	my $before = $d->rows(@state);
	my ($mib, $status, %answers, @wrong) = (10, 0);
	while ($mib < 200 && $status !~ /^2/) {
		$status = limited($u, $mib, $route->{method}, $path, $body);
		$answers{$status}++;
		push @wrong, "$status with $mib MiB"
		    if $status !~ /^(?:0|2..|5..)$/;
		push @wrong, "an attempt is counted with $mib MiB"
		    if $status !~ /^2/ &&
		    $d->sql('SELECT count(*) FROM attempt');
		push @wrong, "something has changed with $mib MiB"
		    if $status !~ /^2/ && $d->rows(@state) ne $before;
		$mib++;
		$d->sql('DELETE FROM attempt');
	}
	like $status, qr/^20\d$/, "$name: with $mib MiB it is done";
	cmp_ok $answers{500} // 0, '>', 3, "$name: with less, it fails";
	is_deeply \@wrong, [], "$name: and blames nobody";
}
done_testing;
