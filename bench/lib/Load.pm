# Load and what it costs: wrk on a server, the CPU and memory of its processes.
package Load;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(wrk cpu family memory peak median);
use POSIX ();

my $tick = POSIX::sysconf(POSIX::_SC_CLK_TCK());

# Each process: its parent, name and CPU seconds: its own, and with those of the
# children it has waited for.
sub processes {
	my %all;
	for my $stat (glob '/proc/[0-9]*/stat') {
		open my $in, '<', $stat or next;
		my ($id, $name, $rest) = (<$in> // '') =~
		    /^(\d+) \((.*)\) (.*)$/ or next;
		my @f = split ' ', $rest;
		$all{$id} = { parent => $f[1], name => $name,
		    own => ($f[11] + $f[12]) / $tick,
		    cpu => ($f[11] + $f[12] + $f[13] + $f[14]) / $tick };
	}
	return \%all;
}

# A process and all that descend from it.
sub family {
	my ($pid) = @_;
	my $all = processes();
	my @family = ($pid);
	for (my $i = 0; $i < @family; $i++) {
		push @family, grep { $all->{$_}{parent} == $family[$i] }
		    keys %$all;
	}
	return map { { pid => $_, %{$all->{$_}} } }
	    grep { $all->{$_} } @family;
}

sub cpu {
	my $sum = 0;
	$sum += $_->{cpu} for family($_[0]);
	return $sum;
}

# The shares of the web server, whose children are programs, and of the database,
# whose children are its own.
my %field = (lighttpd => 'own', postgres => 'cpu');
sub share {
	my ($pid, $name) = @_;
	my $sum = 0;
	$sum += $_->{$field{$name}} for grep { $_->{name} eq $name } family($pid);
	return $sum;
}

# Kilobytes of a process: resident now, at most, and what is its own alone.
sub memory {
	my ($pid) = @_;
	open my $in, '<', "/proc/$pid/status" or return {};
	my %m = map { /^(\w+):\s+(\d+) kB/ } <$in>;
	return { now => $m{VmRSS}, most => $m{VmHWM}, own => $m{RssAnon} };
}

# Kilobytes that a CGI program has resident at most, answering GET of a path.
sub peak {
	my ($build, $dir, $data, $secret, $path) = @_;
	local %ENV = (PATH => $ENV{PATH}, DOCKET_DATA => $data,
	    GATEWAY_INTERFACE => 'CGI/1.1', SERVER_PROTOCOL => 'HTTP/1.1',
	    REQUEST_METHOD => 'GET', REQUEST_URI => "/api/v1$path",
	    SCRIPT_NAME => '', PATH_INFO => "/api/v1$path",
	    QUERY_STRING => '', REMOTE_ADDR => '127.0.0.1',
	    SERVER_NAME => 'localhost', HTTP_HOST => 'localhost',
	    HTTP_AUTHORIZATION => "Bearer $secret");
	my $kilobytes = `$build/t/peak $build/cgi-bin/tasks \\
	    3>&1 >$dir/answer`;
	open my $in, '<', "$dir/answer" or die $!;
	die "peak: $path is not answered\n" if <$in> !~ /^Status: 200/;
	return (split ' ', $kilobytes)[0] + 0;
}

sub median {
	my @s = sort { $a <=> $b } grep { defined } @_;
	return @s ? $s[@s / 2] : undef;
}

my $lua = <<'LUA';

local threads = {}
function setup(thread)
	table.insert(threads, thread)
	thread:set("number", #threads)
end
function done(summary, latency)
	local bad = summary.errors.status + summary.errors.connect +
	    summary.errors.read + summary.errors.write + summary.errors.timeout
	if bad > 0 then
		io.write(string.format("BAD answers %d, connections %d, " ..
		    "reads %d, writes %d, timeouts %d\n",
		    summary.errors.status, summary.errors.connect,
		    summary.errors.read, summary.errors.write,
		    summary.errors.timeout))
	end
	local least, most = 1e9, 0
	for _, thread in ipairs(threads) do
		local n = thread:get("count") or 0
		if n < least then least = n end
		if n > most then most = n end
	end
	io.write(string.format("RESULT %d %d %d %d %d %d %d %d\n",
	    summary.requests, summary.duration, latency:percentile(50),
	    latency:percentile(99), bad, least, most, latency.max))
end
LUA
# Counted only where it is asked for: it costs wrk itself.
my $counting = "\ncount = 0 function response() count = count + 1 end\n";

# What wrk saw at most so long: requests a second, the median and the 99th
# percentile and the worst of their times in milliseconds, answers that were not
# 2xx and why, and the least and most requests of one client where `fair` asks for
# them.
sub wrk {
	my (%o) = @_;
	my $file = "$o{dir}/wrk.$$.lua";
	open my $out, '>', $file or die "$file: $!\n";
	print $out $o{script}, $lua, $o{fair} ? $counting : '';
	close $out;
	my $threads = $o{fair} ? $o{clients} : 1;
	my $before = cpu($o{pid});
	my %before = map { $_ => share($o{pid}, $_) } keys %field;
	my $said = `wrk -t $threads -c $o{clients} -d $o{seconds}s \\
	    --timeout 30s -s $file http://127.0.0.1:$o{port}/`;
	my $cpu = cpu($o{pid}) - $before;
	my %share = map { $_ => share($o{pid}, $_) - $before{$_} } keys %before;
	my $r = result($said) // die "wrk: $said\n";
	($r->{why}) = $said =~ /^BAD (.*)$/m;
	$r->{cpu} = $cpu / ($r->{n} || 1) * 1e6;
	$r->{server} = $share{lighttpd} / ($r->{n} || 1) * 1e6;
	$r->{database} = $share{postgres} / ($r->{n} || 1) * 1e6;
	return $r;
}

sub result {
	my ($said) = @_;
	my ($n, $usec, $p50, $p99, $bad, $least, $most, $max) = $said =~
	    /RESULT (\d+) (\d+) (\d+) (\d+) (\d+)(?: (\d+) (\d+) (\d+))?/
	    or return;
	return { n => $n, rate => $n / $usec * 1e6, p50 => $p50 / 1000,
	    p99 => $p99 / 1000, bad => $bad, share => $least ?
	    $most / $least : undef,
	    max => defined $max ? $max / 1000 : undef };
}
1;
