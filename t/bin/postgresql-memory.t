# PostgreSQL: memory does not grow with what a program reads.  libpq would keep all
# rows of a result; exports and whole lists are read in portions.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use Peak;
use File::Temp;
use Test::More;

Cluster::within();
my $n = $ENV{DOCKET_TASKS} // 12_000;	# of a user, besides a list of 10,000
my $d = Docket->new(sandbox => 'off');
my %user = map { $_ => $d->user("$_\@example.org") } qw(small large);
my %list;
for ([small => 100], [large => 10_000, ($n / 2) x 2]) {
	my ($who, @counts) = @$_;
	for my $count (@counts) {
		my $l = $user{$who}->make('/lists', title => 'L');
		$list{$who} //= $l;
		$user{$who}->make("/lists/$l/tasks", title => 'T');
		$d->many_tasks($l, $count - 1);
		$d->sql("SELECT setval('task_doc_next', max(doc)) FROM task");
	}
}
$d->sql('INSERT INTO feed (scope, stamp, kind, id) SELECT list_id,
    row_number() OVER (), 2, id FROM task WHERE stamp = 1');

# Kilobytes; the command must write so many tasks.
sub kilobytes {
	my ($name, $wanted, $env, @command) = @_;
	my ($out, $size) = peak($env, undef, @command);
	my $found = () = $out =~ /"title":"(?:T|Task \d+)"/g;
	is $found, $wanted, "$name: $wanted tasks";
	return $size // 0;
}

sub request {
	my ($who, $count, $path) = @_;
	my ($bare, $env) = $user{$who}->cgi_environment('GET', $path, undef,
	    Authorization => "Bearer $user{$who}{token}");
	return kilobytes("GET $bare", $count, $env, build() . '/cgi-bin/'
	    . Docket::program_of($bare));
}

sub export {
	my ($who, $count) = @_;
	return kilobytes('docket-export', $count, $d->{env}, build()
	    . '/bin/docket-export', '-d', $d->{data}, '--user',
	    "$who\@example.org");
}

sub flat {
	my ($name, $small, $large) = @_;
	diag "$name: $small kB, $large kB";
	cmp_ok $large, '<', $small + 4096, "$name: memory does not grow";
}

flat('an export', export('small', 100), export('large', 10_000 + $n));
flat('a list', request('small', 100, "/lists/$list{small}/tasks"),
    request('large', 10_000, "/lists/$list{large}/tasks"));
# A page of changes has 10,000 records; the first is the list.
flat('changes', request('small', 100, '/me/changes'),
    request('large', 9_999, '/me/changes'));
done_testing;
