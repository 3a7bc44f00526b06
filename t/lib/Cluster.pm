# The databases that tests have in a PostgreSQL cluster.
#
#	my $url = Cluster::database($socket, $data);	# that of a data directory
#	$url = Cluster::copy($socket, $data, $other);	# of another, a copy
#	Cluster::drop($socket, $data);
#	my $text = Cluster::sql($url, $sql);		# as sqlite3 prints it
#	my $sql = Cluster::quoted($url, $table);	# selects its rows as lines
#
# A test about both engines has a cluster of its own:
#
#	my $socket = Cluster::own();	# before Docket is used; or skips the test
#	my ($name, $url) = Cluster::empty($socket);	# an empty database
#	my $text = Cluster::run($socket, $name, $sql);
#
# A test that kills the server has it for itself; t/lib/cluster starts it again:
#
#	Cluster::alone();		# with PostgreSQL: runs the test again
#	kill 'KILL', Cluster::processes();	# the postmaster is the first
#	Cluster::quiet($url);		# until it is there, and nobody else
#	Cluster::loses();		# from now on it acknowledges too early
package Cluster;
use strict;
use warnings;
use Digest::MD5 'md5_hex';
use File::Temp ();
use FindBin;
use IPC::Open3 'open3';

my %made;	# by data directory

# Runs the test again in a cluster of its own.
sub again {
	require Test::More;
	Test::More::plan(skip_all => 'there is no PostgreSQL, or no libpq to '
	    . 'build with') if !glob('/usr/lib/postgresql/*/bin/postgres') ||
	    !-e Docket::build() . '/docket-postgresql.so';
	# A path to a socket must be short.
	my $dir = File::Temp::tempdir('pg-XXXXXX', DIR => '/tmp', CLEANUP => 1);
	chmod 0755, $dir;
	delete local $ENV{DOCKET_CLUSTER};
	my $lib = Docket::top() . '/t/lib';
	my $status = system "$lib/cluster", "$dir/c", @_, $^X, "-I$lib",
	    "$FindBin::Bin/$FindBin::Script";
	exit $status >> 8;
}

# In a cluster that services use, unless it runs in one.
sub within {
	again() if !$ENV{DOCKET_CLUSTER};
	return;
}

# In one that no other test uses, if it runs in one.
sub alone {
	again('env', 'DOCKET_ALONE=1')
	    if $ENV{DOCKET_CLUSTER} && !$ENV{DOCKET_ALONE};
	return;
}

sub command {
	my ($input, @command) = @_;
	my $r = Docket::spawn(undef, { PATH => $ENV{PATH} }, $input, @command);
	die "$command[0]: $r->{err}" if $r->{status} != 0;
	chomp $r->{out};
	return $r->{out};
}

sub url {
	my ($socket, $name) = @_;
	return "postgresql://postgres\@/$name?host=$socket";
}

sub database {
	my ($socket, $data) = @_;
	my $name = 't' . md5_hex($data);
	my $url = url($socket, $name);
	if (!$made{$name}++) {
		my $there = "SELECT count(*) FROM pg_database WHERE datname = '$name'";
		my $postgres = url($socket, 'postgres');
		command("CREATE DATABASE $name TEMPLATE docket_template", 'psql', '-qAt',
		    $postgres) if !command($there, 'psql', '-qAt', $postgres);
	}
	return $url;
}

# The database of one data directory becomes that of another; its address.
sub copy {
	my ($socket, @data) = @_;
	my ($from, $to) = map { 't' . md5_hex($_) } @data;
	sql(url($socket, 'postgres'), "CREATE DATABASE $to TEMPLATE $from");
	$made{$to} = 1;
	return url($socket, $to);
}

sub drop {
	my ($socket, $data) = @_;
	my $name = 't' . md5_hex($data);
	sql(url($socket, 'postgres'), "DROP DATABASE $name WITH (FORCE)");
	delete $made{$name};
	return;
}

# A psql that stays open, since it takes longer to start than most statements
# take.  A process that was forked starts its own.
my $shell;
sub open_shell {
	my ($url) = @_;
	my $err = File::Temp->new;
	local %ENV = (PATH => $ENV{PATH},
	    PGOPTIONS => '-c search_path=public,sqlite');
	open my $to, '>&', $err or die $!;
	my $pid = open3(my $in, my $out, '>&' . fileno $to, 'psql', '-qAt', '-v',
	    'ON_ERROR_STOP=1', $url);
	$in->autoflush;
	return { url => $url, by => $$, pid => $pid, in => $in, out => $out,
	    err => $err };
}

sub close_shell {
	my ($s) = @_;
	return if !$s || $s->{by} != $$;
	local $?;
	kill 'TERM', $s->{pid};
	waitpid $s->{pid}, 0;
	return;
}

sub sql {
	my ($url, $sql) = @_;
	$sql =~ s/\bx'([0-9a-fA-F]*)'/'\\x$1'::bytea/g;
	$sql =~ s/(?<![\w.:'"])user\b(?!_)/"user"/g;
	for (1 .. 5) {
		if (!$shell || $shell->{url} ne $url || $shell->{by} != $$) {
			close_shell($shell);
			$shell = open_shell($url);
		}
		my $said = ask($shell, $sql);
		return $said if defined $said;
		my $why = Docket::slurp("$shell->{err}");
		close_shell($shell);
		undef $shell;
		# With a service that works at the same time.
		die "psql: $why" if $why !~ /deadlock|could not serialize/;
	}
	die "psql: deadlocks\n";
}

# The answer, or undef after an error, which ends it.
sub ask {
	my ($s, $sql) = @_;
	my $end = '-- end of the answer';
	# What has failed closes the pipe.
	local $SIG{PIPE} = 'IGNORE';
	print {$s->{in}} "$sql\n;\n\\echo '$end'\n";
	my $said = '';
	while (defined(my $line = readline $s->{out})) {
		if ($line eq "$end\n") {
			chomp $said;
			return $said;
		}
		$said .= $line;
	}
	return undef;
}

sub columns {
	my ($url, $table) = @_;
	return map { [split /\|/] } split /\n/, sql($url, "SELECT column_name,
	    data_type FROM information_schema.columns WHERE table_schema =
	    'public' AND table_name = '$table' ORDER BY ordinal_position");
}

# As SQLite's mode quote.  Clocks are left out, which every write changes.
sub quoted {
	my ($url, $table) = @_;
	my $row = join ', ', map { "coalesce($_, 'NULL')" } map {
	    my ($name, $type) = @$_;
	    $type eq 'bytea' ? "'X''' || upper(encode($name, 'hex')) || ''''" :
	    $type eq 'text' ? "quote_literal($name)" : "CAST($name AS text)"
	} grep { "$table.$_->[0]" ne 'user.clock' } columns($url, $table);
	return "SELECT concat_ws(',', '''$table''', $row) FROM \"$table\""
	    . " ORDER BY 1;\n";
}

# In one that services do not use.
sub own {
	again('sh', '-c', 'DOCKET_OWN_CLUSTER=$DOCKET_CLUSTER; '
	    . 'export DOCKET_OWN_CLUSTER; unset DOCKET_CLUSTER; exec "$@"',
	    'sh') if !$ENV{DOCKET_OWN_CLUSTER};
	return $ENV{DOCKET_OWN_CLUSTER};
}

sub of_process {
	my ($pid, $name) = @_;
	open my $in, '<', "/proc/$pid/$name" or return '';
	return do { local $/; <$in> } // '';
}

# Of the server; () while there is none.
sub processes {
	my $socket = $ENV{DOCKET_CLUSTER};
	my $lock = "$socket/.s.PGSQL.5432.lock";
	my $pid = -e $lock ? (split /\n/, Docket::slurp($lock))[0] // 0 : 0;
	# The file outlives the process.
	return if index(of_process($pid, 'cmdline'), $socket) < 0;
	return ($pid, split ' ', of_process($pid, "task/$pid/children"));
}

sub quiet {
	my ($url) = @_;
	for (1 .. 1000) {
		my $n = eval { sql($url, q{SELECT count(*) FROM pg_stat_activity
		    WHERE datname = current_database()
		    AND backend_type = 'client backend'}) };
		return $url if ($n // 0) == 1;
		select undef, undef, undef, 0.05;
	}
	die "no server, or others use $url\n";
}

sub loses {
	my $url = url($ENV{DOCKET_CLUSTER}, 'postgres');
	sql($url, 'ALTER SYSTEM SET synchronous_commit = off');
	sql($url, 'SELECT pg_reload_conf()');
	kill 'STOP', grep { of_process($_, 'cmdline') =~ /walwriter/ }
	    processes();
	return;
}

sub run {
	my ($socket, $name, $sql) = @_;
	return command($sql, 'psql', '-qAt', '-v', 'ON_ERROR_STOP=1', '-h',
	    $socket, '-U', 'postgres', $name);
}

my $empty = 0;
sub empty {
	my ($socket) = @_;
	my $name = 'e' . ++$empty;
	run($socket, 'postgres', "CREATE DATABASE $name");
	return ($name, url($socket, $name));
}

1;
