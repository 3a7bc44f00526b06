# sql/prepared names the statements that each route prepares before it takes the
# write lock: a CGI program prepares each again, which takes longer than to run it.
# The file is recorded (`make prepared`) by the requests of Writes.pm, and this test
# compares it with what they run.  A route prepares what every request to it has run
# first under the lock, and with a field that has a value, what every request with
# that field has.  What only some records need is prepared when it is needed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Smtpd;
use Test::More;
use Writes;

plan skip_all => 'a sanitizer must be loaded first' if build() =~ m{/san$};

my $dir = tempdir(CLEANUP => 1);
my $smtp = Smtpd->new;
my $d = Docket->new(Writes::settings($smtp));
@{$d->{env}}{qw(LD_PRELOAD RAN)} = (build() . '/t/ran.so', "$dir/ran");
my $file = top() . '/sql/prepared';

# The row of a step of Writes.pm; undef if it does not write, or is refused.
my @routes = grep { $_->{flags}{write} } Docket::routes();
sub route_of {
	my ($name) = @_;
	my ($method, $path) = $name =~ /^upload/ ? ('POST', '/tasks/x/attachments') :
	    $name =~ /^import / ? ('POST', '/me/imports') :
	    $name =~ m{^([A-Z]+) (/[^:]*)$} or return;
	my ($r) = grep { $_->{method} eq $method && $path =~ $_->{re} } @routes;
	return $r;
}

# The requests to each route: the fields that have a value, and the statements that
# first ran under the lock, and those of them that were prepared under it.
my %asked;
my $w = Writes->new($d, $smtp, sub {
	my ($name, $does, undef, $body) = @_;
	my $r = route_of($name);
	unlink "$dir/ran";
	$does->();
	return if !$r;
	my $all = slurp("$dir/ran");
	my $part = length($all) / 4;
	my (undef, $first, $late) = map { { map { $_ => 1 } grep { length }
	    split /\0+/, substr($all, $_ * $part, $part) } } 0 .. 3;
	my %has = map { $_->{name} => 1 } grep { defined $body->{$_->{name}} }
	    @{$r->{fields}};
	push @{$asked{"$r->{method} $r->{path}"}}, { has => \%has,
	    first => $first, late => $late };
});
$w->all;

# The statements that all of these requests first ran under the lock.
sub common {
	my ($first, @more) = map { $_->{first} } @_;
	return grep { my $s = $_; !grep { !$_->{$s} } @more } sort keys %$first;
}

# What a route prepares always ('') and for each field.  A field answers for a
# statement only if there is a request that no other field explains.
sub prepared {
	my @all = @_;
	my %by = ('' => [common(@all)]);
	my %always = map { $_ => 1 } @{$by{''}};
	my %fields = map { %{$_->{has}} } @all;
	my %maybe;
	for my $f (keys %fields) {
		$maybe{$_}{$f} = 1 for grep { !$always{$_} }
		    common(grep { $_->{has}{$f} } @all);
	}
	for my $s (sort keys %maybe) {
		for my $f (keys %{$maybe{$s}}) {
			push @{$by{$f}}, $s if grep { my $r = $_; $r->{has}{$f} &&
			    1 == grep { $r->{has}{$_} } keys %{$maybe{$s}} } @all;
		}
	}
	return map { [$_, @{$by{$_}}] } grep { @{$by{$_}} } sort keys %by;
}

my ($text, @late) = ("# Recorded by `make prepared`: see t/fault/prepared.t.\n");
# They have run their statements in many short transactions before the last.
my %many = map { $_ => 1 } 'POST /me/imports', 'DELETE /me/imports/{importId}';
for my $r (@routes) {
	my $name = "$r->{method} $r->{path}";
	my $requests = $asked{$name} or next;
	next if $many{$name};
	for (prepared(@$requests)) {
		my ($field, @statements) = @$_;
		$text .= join(' ', grep { length } $name, $field) .
		    join(' ', ':', @statements) . "\n";
		for my $s (@statements) {
			push @late, "$s of $name" if grep { $_->{late}{$s} &&
			    ($field eq '' || $_->{has}{$field}) } @$requests;
		}
	}
}
if (($ENV{PREPARED} // '') eq 'keep') {
	open my $out, '>', $file or die "$file: $!\n";
	print $out $text;
	close $out or die "$file: $!\n";
}
is join("\n", grep { !$asked{$_} } map { "$_->{method} $_->{path}" } @routes), '',
    'every route that writes has been asked';
is slurp($file), $text, 'sql/prepared is what the requests run (make prepared)';
is join("\n", @late), '', 'and none of it is prepared under the write lock'
    if !$ENV{PREPARED};
done_testing;
