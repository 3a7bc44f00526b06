# The bench runs and reports its results; speed itself is not tested.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;

my $out = tempdir(CLEANUP => 1);
my $run = "$FindBin::Bin/../../bench/run";
my @small = qw(SECONDS=1 ROUNDS=1 USERS=20 TASKS=2000 PEERS=0);
my $work = $ENV{DOCKET_WORK} // 'read';	# make torture has more

sub bench {
	local $ENV{DOCKET_BUILD} = build();
	my $said = qx($run @_ REPORT=$out 2>&1);
	return ($? >> 8, $said);
}

my ($status, $said) = bench(@small, "ONLY='$work'");
is $status, 0, 'bench/run succeeds' or diag $said;
my $table = slurp("$out/bench.md");
like $table, qr/^One run of make bench\n.*SECONDS=1 ROUNDS=1/s,
    'the table says which command made it';
my @rows = map { [map { s/^\s+|\s+$//gr } split /\|/] }
    grep { /^\| (?:null|read|update|sync-10) / } split "\n", $table;
my %row = map { ("@$_[1 .. 3]" => $_) } @rows;
my %measured = map { $_ => 1 } 'null', split / /, $work;
for my $line (grep { $measured{(split)[0]} } 'null 8 null-cgi',
    'null 8 null-fastcgi', 'read 8 cgi',
    'read 8 bare', 'read 8 fastcgi', 'read 1 in-process', 'read 32 cgi',
    'update 8 cgi', 'update 8 fastcgi', 'update 1 in-process',
    'sync-10 8 fastcgi', 'read 8 small-cgi') {
	my $r = $row{$line};
	ok $r && $r->[4] =~ /^[1-9]/ && $r->[8] eq '0',
	    "$line: requests, all answered well" or diag $table;
}
like $table, qr/^\| CGI, one task, to the null CGI \| \d+\.\d\d \|/m,
    'targets are compared with the results';
like $table, qr/^\| fastcgi \| docket\.fcgi \| \d+ \| \d+ \|/m,
    'memory is measured';
like slurp("$out/bench.svg"), qr{^<svg .*<rect.*</svg>\n\z}s,
    'the picture is SVG';

($status, $said) = bench('SECOND=1');
isnt $status, 0, 'an unknown variable is refused';
like $said, qr/^bench\/run: 'SECOND=1' is none of /, 'and named';
is system(build() . '/bench/inprocess /nowhere read 1 2>/dev/null') >> 8, 1,
    'the in-process benchmark needs a database';
done_testing;
