# The contenders: each a server (or a program that serves nobody) on its own copy
# of the same database.
package Site;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(start stop_all copy_data await filled);
use File::Basename 'dirname';
use File::Copy ();
use IO::Socket::INET;
use lib dirname(__FILE__) . '/../../t/lib';
use Port;
use POSIX ();
use Time::HiRes qw(sleep time);

my @pids;

sub stop_all {
	kill 'TERM', @pids;
	waitpid $_, 0 for @pids;
	@pids = ();
}

sub start {
	my ($log, $env, @command) = @_;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		%ENV = %$env;
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', $log;
		open STDERR, '>&', \*STDOUT;
		exec { $command[0] } @command or print "$command[0]: $!\n";
		POSIX::_exit(127);
	}
	push @pids, $pid;
	return $pid;
}

# Waits until something listens; dies with the log if nothing does.
sub await {
	my ($port, $pid, $log, $seconds) = @_;
	my $end = time() + ($seconds // 30);
	until (IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port")) {
		if (time() > $end || waitpid($pid, 1) == $pid) {
			open my $in, '<', $log;
			die "it does not start: ", <$in>;
		}
		sleep 0.05;
	}
}

# A data directory with so many users and tasks, filled unless it exists, and
# the stamps that a sync begins at.
sub filled {
	my ($build, $data, $users, $tasks) = @_;
	my $fill = dirname(__FILE__) . '/../fill';
	if (!-e $data) {
		mkdir $data or die "$data: $!\n";
		system("DOCKET_DATA=$data $build/bin/docket-admin -q migrate "
		    . "&& $fill $data $users $tasks >$data/fill.log 2>&1") == 0
		    or die "bench/fill failed: see $data/fill.log\n";
	}
	my $list = sprintf "X'%s'", unpack 'H*', pack('C2', 64, 2) .
	    sprintf('%014d', $users * 5 + 2);
	my @stamps = split "\n", `sqlite3 $data/docket.db "
	    SELECT strftime('%Y-%m-%dT%H:%M:%S', stamp / 1000000, 'unixepoch')
		|| printf('.%06dZ', stamp % 1000000)
	    FROM feed WHERE scope = $list ORDER BY stamp DESC LIMIT 11"`;
	return { data => $data, users => $users, none => $stamps[0],
	    ten => $stamps[10] };
}

sub copy_data {
	my ($from, $to) = @_;
	mkdir $to;
	for my $name (qw(docket.db docket.lock)) {
		File::Copy::copy("$from/$name", "$to/$name") or
		    die "$to/$name: $!\n";
		chmod 0600, "$to/$name";
	}
	return $to;
}

my %start = (
	'null-cgi' => sub { null(@_, 'null-cgi') },
	'null-fastcgi' => sub { null(@_, 'null-fcgi') },
	'static' => sub { null(@_, undef) },
	'cgi' => sub { docket(@_, '-m', 'cgi') },
	'bare' => sub { docket(@_, '-m', 'cgi', '--no-keeper') },
	'fastcgi' => sub { docket(@_, '-m', 'fastcgi') },
	'in-process' => sub { return { data => $_[1]{data} } },
);

# Starts the contender `name`: its pid, port and data.  That of slow-NAME waits 4 ms
# longer for each flush.
sub new {
	my ($class, $name, %o) = @_;
	my $kind = $name =~ s/^slow-//r;
	$o{env} = $kind eq $name ? {} : { LD_PRELOAD => "$o{build}/t/slow.so" };
	my $make = $start{$kind} // do {
		my $module = ucfirst $kind;
		require "$o{bench}/lib/$module.pm";
		$module->can('start');
	};
	my $self = $make->($name, \%o);
	$self->{name} = $name;
	return bless $self, $class;
}

sub docket {
	my ($name, $o, @how) = @_;
	my $port = free_port();
	my $pid = start("$o->{dir}/$name.log", { PATH => $ENV{PATH},
	    DOCKET_DATA => $o->{data}, %{$o->{env}} }, "$o->{build}/bin/docket-serve",
	    '-p', $port, @how);
	await($port, $pid, "$o->{dir}/$name.log");
	return { pid => $pid, port => $port, data => $o->{data} };
}

# lighttpd as docket-serve configures it, with a program that does nothing, or
# with files: of two bytes, and as long as the answers of the works.
sub null {
	my ($name, $o, $program) = @_;
	my ($port, $dir) = (free_port(), "$o->{dir}/$name");
	my $build = $o->{build};
	mkdir $dir;
	mkdir "$dir/files";
	for my $file (['one', 381], ['list', 38100]) {
		open my $out, '>', "$dir/files/$file->[0]" or die $!;
		print $out 'x' x $file->[1];
	}
	open my $out, '>', "$dir/conf" or die $!;
	print $out "server.modules = (\"mod_alias\", \"mod_rewrite\", ",
	    "\"mod_cgi\", \"mod_fastcgi\")\n",
	    "server.document-root = \"$dir/files\"\n",
	    "server.bind = \"127.0.0.1\"\nserver.port = $port\n",
	    !defined $program ? '' : $program eq 'null-cgi' ?
	    "url.rewrite-once = (\"^/(.*)\$\" => \"/.null/null-cgi/\$1\")\n" .
	    "alias.url = (\"/.null/\" => \"$build/bench/\")\n" .
	    "\$HTTP[\"url\"] =~ \"^/.null/\" { cgi.assign = (\"\" => \"\") }\n"
	    : "fastcgi.server = (\"\" => ((\"bin-path\" => " .
	    "\"$build/bench/$program\", \"socket\" => \"$dir/socket\", " .
	    "\"max-procs\" => 2, \"check-local\" => \"disable\")))\n";
	close $out;
	my $pid = start("$dir/log", { PATH => '/usr/sbin:/usr/bin:/bin' },
	    '/usr/sbin/lighttpd', '-D', '-f', "$dir/conf");
	await($port, $pid, "$dir/log");
	return { pid => $pid, port => $port };
}
1;
