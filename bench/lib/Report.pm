# The results: a table, the targets, and a picture.
package Report;
use strict;
use warnings;
use Load 'median';

my $noise = 0.2;

sub spread {
	my @s = sort { $a <=> $b } @_;
	return @s > 1 ? ($s[-1] - $s[0]) / median(@s) : 0;
}

# The rounds' ratios of one thing to another, their median.
sub ratio {
	my ($a, $b, $what) = @_;
	return undef if !$a || !$b;
	# A refused request is not work.
	return 0 if grep { $_->{bad} } @$a;
	return undef if grep { $_->{bad} } @$b;
	return median(map { $b->[$_]{$what} ? $a->[$_]{$what} /
	    $b->[$_]{$what} : undef } 0 .. ($#$a < $#$b ? $#$a : $#$b));
}

sub table {
	my ($r) = @_;
	my ($found, @rows) = ($r->{found});
	for my $line (@{$r->{plan}}) {
		my ($work, $clients, $names) = @$line;
		for my $name (@$names) {
			my $all = $found->{"$work $clients $name"} // next;
			my $null = $r->{null}{$name};
			my %m = map { my $k = $_; $k => median(map { $_->{$k} }
			    @$all) } qw(rate p50 p99 cpu bad share server database max);
			push @rows, { work => $work, clients => $name eq
			    'in-process' ? 1 : $clients, name => $name, %m,
			    noisy => spread(map { $_->{rate} } @$all) > $noise,
			    null => $null && ratio($all,
			    $found->{"null $clients $null"}, 'rate'),
			    inside => $name eq 'in-process' ? undef :
			    ratio($all, $found->{"$work $clients in-process"},
			    'rate') };
		}
	}
	return @rows;
}

# Each target: its name, a figure, and the minimum or maximum.
sub aims {
	my ($r) = @_;
	my $f = $r->{found};
	my $of = sub {
		my ($a, $b, $what) = @_;
		return ratio($f->{$a}, $f->{$b}, $what // 'rate');
	};
	my @a = (
	    ['CGI, one task, to the null CGI', $of->('read 8 cgi',
		'null 8 null-cgi'), '>=', 0.70],
	    ['CGI, one task, always the same', $of->('read-same 8 cgi',
		'null 8 null-cgi'), '>=', 0.70],
	    ['CGI, list of 100, to the null CGI', $of->('list-100 8 cgi',
		'null 8 null-cgi'), '>=', 0.50],
	    ['CGI, durable update, to the null CGI', $of->('update 8 cgi',
		'null 8 null-cgi'), '>=', 0.50],
	    ['FastCGI, one task, to the null FastCGI',
		$of->('read 8 fastcgi', 'null 8 null-fastcgi'), '>=', 0.75],
	    ['FastCGI, one task, always the same',
		$of->('read-same 8 fastcgi', 'null 8 null-fastcgi'), '>=',
		0.75],
	    ['FastCGI, list of 100, to in process', $of->('list-100 8 fastcgi',
		'list-100 8 in-process'), '>=', 0.30],
	    ['FastCGI, durable update, to one writer in process',
		$of->('update 8 fastcgi', 'update 8 in-process'), '>=', 0.85],
	    ['32 CGI writers, 99th percentile in ms', median(map { $_->{p99} }
		@{$f->{'update 32 cgi'} // []}), '<=', 80],
	    map({ ["the worst $_ by FastCGI in ms", median(map { $_->{max} }
		@{$f->{"$_ 8 fastcgi"} // []}), '<=', 50] }
		qw(update retitle create)),
	    ['32 CGI writers, most to least of a client', median(map {
		$_->{share} } @{$f->{'update 32 cgi'} // []}), '<=', 3],
	    ['CGI readers beside 8 writers, 99th percentile to that without',
		$of->('read+writers 8 cgi', 'read 8 cgi', 'p99'), '<=', 2],
	    ['FastCGI readers beside 8 writers, the same',
		$of->('read+writers 8 fastcgi', 'read 8 fastcgi', 'p99'),
		'<=', 2],
	    map({ ["large database to small, $_->[0], $_->[1], time",
		$of->("$_->[1] 8 small-$_->[0]", "$_->[1] 8 $_->[0]"), '<=',
		1.15] } ['cgi', 'read'], ['cgi', 'list-100'],
		['cgi', 'sync-none'], ['fastcgi', 'read'],
		['fastcgi', 'list-100'], ['fastcgi', 'sync-none']),
	    map({ my $least = /^list/ ? 4 : /^search/ ? 40 : /^read/ ? 1.6 :
		/none/ ? 1.2 : 1; ["FastCGI to fastify, $_",
		$of->("$_ 8 fastcgi", "$_ 8 fastify"), '>=', $least] }
		qw(read list-100 list-10000 sync-none sync-10 search update
		retitle create)),
	    ['PostgreSQL to SQLite, read', $of->('read 8 postgresql',
		'read 8 fastcgi'), '>=', 0.65],
	    ['PostgreSQL to SQLite, list of 100', $of->('list-100 8 postgresql',
		'list-100 8 fastcgi'), '>=', 0.5],
	    ['PostgreSQL to SQLite, list of 10,000', $of->('list-10000 8 postgresql',
		'list-10000 8 fastcgi'), '>=', 0.4],
	    ['PostgreSQL to SQLite, sync without news',
		$of->('sync-none 8 postgresql', 'sync-none 8 fastcgi'), '>=', 0.6],
	    ['PostgreSQL to SQLite, update', $of->('update 8 postgresql',
		'update 8 fastcgi'), '>=', 1.5],
	    ['the same, each flush 4 ms longer', $of->(
		'update 8 slow-postgresql', 'update 8 slow-fastcgi'), '>=', 4],
	    map({ ["FastCGI to Radicale, $_", $of->("$_ 8 fastcgi",
		"$_ 8 radicale"), '>=', 20] } qw(read list-100 update create)),
	    ['clients that wait, percent of a core while nothing happens',
		said($r, qr/wait: ([\d.]+) %/), '<=', 1],
	    ['clients that wait, ms until all get the change', said($r,
		qr/all after (\d+) ms/), '<=', 1000],
	    ['answers that were not 2xx', sum_bad($f), '<=', 0],
	);
	push @a, ["memory of CGI, $_->[1], MB", $_->[2] / 1024, '<=', 5]
	    for grep { $_->[0] eq 'cgi' && $_->[1] =~ /^(?:read|list)/ }
	    @{$r->{memory}};
	push @a, ['memory of a FastCGI worker, its own, MB', $_->[3] / 1024,
	    '<=', 10] for grep { $_->[0] eq 'fastcgi' &&
	    $_->[1] =~ /fcgi/ } @{$r->{memory}};
	return grep { defined $_->[1] } @a;
}

# A figure of bench/wait.
sub said {
	my ($r, $pattern) = @_;
	return ($r->{waiting} // '') =~ $pattern ? $1 : undef;
}

sub sum_bad {
	my ($found) = @_;
	my $n = 0;
	$n += $_->{bad} for map { @$_ } values %$found;
	return $n;
}

sub machine {
	my ($cpu) = map { /^model name\s*: (.*)$/ ? $1 : () }
	    do { open my $in, '<', '/proc/cpuinfo'; <$in> };
	my $n = `nproc`; chomp $n;
	my $kernel = `uname -sr`; chomp $kernel;
	my ($kb) = map { /^MemTotal:\s+(\d+)/ ? $1 : () }
	    do { open my $in, '<', '/proc/meminfo'; <$in> };
	my $fs = `stat -f -c %T $_[0]`; chomp $fs;
	return sprintf '%d x %s, %.0f GB, %s, %s', $n, $cpu // 'a processor',
	    $kb / 1e6, $kernel, $fs;
}

sub num {
	my ($n, $digits) = @_;
	return defined $n ? sprintf("%.${digits}f", $n) : '';
}

sub head {
	my ($r) = @_;
	chomp(my $commit = `git -C $r->{top} rev-parse --short=8 HEAD 2>&1`);
	return sprintf <<"END", map { $r->{options}{$_} } qw(SECONDS ROUNDS);
One run of make bench
=====================

`make bench SECONDS=%s ROUNDS=%s REPORT=doc`, at commit $commit; bench.svg
beside this is its picture, and speed.md says what its figures mean.  Works and
contenders are described at the head of bench/run; "null" and "in process" are
ratios to those limits.

END
}

sub text {
	my ($r, @rows) = @_;
	my $o = $r->{options};
	my $t = head($r) . sprintf "%s; %d users, %d tasks (small: 10, 1,000); %d rounds "
	    . "of %s s\n\n", machine($r->{dir}), $o->{USERS}, $o->{TASKS},
	    $o->{ROUNDS}, $o->{SECONDS};
	$t .= sprintf "| %-14s | %7s | %-13s | %8s | %8s | %8s | %7s | %4s | "
	    . "%5s | %10s | %9s | %8s | %11s |\n", 'work', 'clients', 'contender',
	    'a second', 'p50 ms', 'p99 ms', 'CPU us', 'bad', 'null',
	    'in process', 'server us', 'worst ms', 'database us';
	$t .= '|' . join('|', map { '-' x $_ } 16, 9, 15, 10, 10, 10, 9, 6, 7,
	    12, 11, 10, 13) . "|\n";
	for (@rows) {
		$t .= sprintf "| %-14s | %7d | %-13s | %8s | %8s | %8s | %7s | "
		    . "%4d | %5s | %10s | %9s | %8s | %11s |\n", $_->{work},
		    $_->{clients},
		    $_->{name}, num($_->{rate}, 0) . ($_->{noisy} ? '~' : ''),
		    num($_->{p50}, 2), num($_->{p99}, 2), num($_->{cpu}, 0),
		    $_->{bad}, num($_->{null}, 2), num($_->{inside}, 2),
		    num($_->{server}, 0), num($_->{max}, 1),
		    num($_->{database} || undef, 0);
	}
	$t .= "\nMemory, kB:\n\n| contender | what | at most | its own |\n"
	    . "|---|---|---|---|\n";
	$t .= sprintf "| %s | %s | %s | %s |\n", map { $_ // '' } @$_
	    for @{$r->{memory}};
	$t .= "\nClients that wait (bench/wait):\n\n$r->{waiting}"
	    if defined $r->{waiting};
	$t .= "\nAims:\n\n| aim | figure | wanted | |\n|---|---|---|---|\n";
	for ($r->{aims}->@*) {
		my ($what, $is, $how, $bound) = @$_;
		$t .= sprintf "| %s | %.2f | %s %s | %s |\n", $what, $is,
		    $how, $bound, ($how eq '>=' ? $is >= $bound :
		    $is <= $bound) ? 'reached' : 'short';
	}
	my $noisy = grep { $_->{noisy} } @rows;
	$t .= sprintf "\n%d of %d lines are too noisy to tell (~): their "
	    . "rounds differ by more than a fifth.\n", $noisy, scalar @rows
	    if $noisy;
	return $t;
}

# Requests a second of 8 clients, each work a row of bars, by their logarithm.
sub picture {
	my (@rows) = @_;
	my %color = ('null-cgi' => '#bbbbbb', 'null-fastcgi' => '#999999',
	    static => '#dddddd', cgi => '#9ecae1', bare => '#c6dbef',
	    fastcgi => '#2171b5', 'in-process' => '#08306b', postgresql => '#6a51a3',
	    fastify => '#fd8d3c', radicale => '#74c476');
	my ($y, $width, $left, $svg) = (40, 720, 200, '');
	my $most = 0;
	@rows = grep { $color{$_->{name}} && $_->{rate} &&
	    ($_->{clients} == 8 || $_->{name} eq 'in-process') } @rows;
	$_->{rate} > $most and $most = $_->{rate} for @rows;
	my $scale = ($width - $left - 80) / log($most || 10);
	my $work = '';
	for (@rows) {
		$y += 8 if $_->{work} ne $work;
		my $long = $_->{rate} > 1 ? log($_->{rate}) * $scale : 1;
		$svg .= sprintf "<text x='8' y='%d' font-weight='bold'>%s"
		    . "</text>\n", $y + 10, $_->{work} if $_->{work} ne $work;
		$svg .= sprintf "<text x='%d' y='%d' text-anchor='end'>%s"
		    . "</text><rect x='%d' y='%d' width='%.0f' height='11' "
		    . "fill='%s'/><text x='%.0f' y='%d'>%.0f</text>\n",
		    $left - 6, $y + 10, $_->{name}, $left, $y + 1, $long,
		    $color{$_->{name}}, $left + $long + 4, $y + 10,
		    $_->{rate};
		$work = $_->{work};
		$y += 14;
	}
	return sprintf "<svg xmlns='http://www.w3.org/2000/svg' width='%d' "
	    . "height='%d' font-family='sans-serif' font-size='11'>\n"
	    . "<rect width='100%%' height='100%%' fill='white'/>\n"
	    . "<text x='8' y='20' font-size='14'>Requests a second, 8 clients "
	    . "(the bars' lengths are logarithms)</text>\n%s</svg>\n",
	    $width, $y + 16, $svg;
}

sub put {
	my ($file, $text) = @_;
	open my $out, '>', $file or die "$file: $!\n";
	print $out $text;
	close $out or die "$file: $!\n";
}

sub write {
	my (%r) = @_;
	my $to = $r{options}{REPORT};
	my @rows = table(\%r);
	$r{aims} = [aims(\%r)];
	mkdir $to;
	my $text = text(\%r, @rows);
	put("$to/bench.md", $text);
	put("$to/bench.svg", picture(@rows));
	print $text;
	print STDERR "written: $to/bench.md and $to/bench.svg\n";
}
1;
