# Two PostgreSQL servers, of which one follows the other, for tests of a failover.
#
#	my $p = FailoverPair->new(synchronous => 1);	# or undef: there is no PostgreSQL
#	my $url = $p->url('docket');		# follows the one that writes
#	$p->kill;			# the primary: each of its processes
#	$p->promote;			# the standby
#	$p->renew(synchronous => 1);	# a new standby of what is primary now
#	$p->halt;			# the standby receives nothing any more
#	$p->sql($query);		# asks the primary
#
# A server never runs as root: started by root, it runs as the user postgres.
package FailoverPair;
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use File::Temp ();
use Time::HiRes 'sleep';

my @all;
END {
	local $?;
	$_->end for grep { $_->{owner} == $$ } @all;
}

my @as = $> == 0 ? qw(setpriv --reuid=postgres --regid=postgres --clear-groups)
    : ();

sub new {
	my ($class, %o) = @_;
	my ($bin) = sort { $b cmp $a } glob '/usr/lib/postgresql/*/bin';
	return if !defined $bin || !-x "$bin/postgres";
	# A path to a socket must be short.
	my $dir = File::Temp::tempdir('pg-XXXXXX', DIR => '/tmp', CLEANUP => 1);
	my $p = bless { dir => $dir, bin => $bin, names => ['a', 'b'],
	    owner => $$ }, $class;
	$p->ends;
	chmod 0755, $dir;
	chown scalar getpwnam('postgres'), -1, $dir if @as;
	$p->command("$bin/initdb", '-D', "$dir/a", qw(-A trust -U postgres
	    -E UTF8 --no-sync --locale=C.utf8));
	$p->start('a');
	return $p->renew(%o);
}

sub command {
	my ($p, @command) = @_;
	my $log = "$p->{dir}/log";
	my $status = system 'sh', '-c', 'cd / && exec "$@" >>' . $log . ' 2>&1',
	    'sh', @as, @command;
	die "$command[0] failed:\n" . `tail -5 $log` if $status != 0;
	return;
}

sub start {
	my ($p, $name) = @_;
	make_path("$p->{dir}/run$name");
	chmod 0777, "$p->{dir}/run$name";
	my $pid = $p->{pid}{$name} = fork // die "fork: $!\n";
	if ($pid == 0) {
		open STDOUT, '>>', "$p->{dir}/log$name";
		open STDERR, '>&', \*STDOUT;
		chdir '/';
		exec @as, "$p->{bin}/postgres", '-D', "$p->{dir}/$name", '-c',
		    'listen_addresses=', '-c',
		    "unix_socket_directories=$p->{dir}/run$name",
		    qw(-c fsync=off -c max_connections=100);
		exit 127;
	}
	for (1 .. 300) {
		return if system("$p->{bin}/pg_isready -q -h "
		    . "$p->{dir}/run$name") == 0;
		sleep 0.05;
	}
	die "server $name does not start:\n" . `tail -5 $p->{dir}/log$name`;
}

sub url {
	my ($p, $database) = @_;
	return "postgresql://postgres@/$database?host="
	    . join(',', map { "$p->{dir}/run$_" } 'a', 'b')
	    . '&target_session_attrs=read-write';
}

sub sql {
	my ($p, $sql, $database) = @_;
	return $p->ask($p->{names}[0], $sql, $database);
}

# What psql says of that statement to that server, whose options these are.
sub psql {
	my ($p, $sql, $database, @server) = @_;
	open my $psql, '-|', "$p->{bin}/psql", '-qAtX', '-v', 'ON_ERROR_STOP=1',
	    @server, '-U', 'postgres', '-c', $sql, $database // 'postgres'
	    or die "psql: $!\n";
	my $answer = join '', <$psql>;
	close $psql or die "psql: $sql\n";
	chomp $answer;
	return $answer;
}

sub ask {
	my ($p, $name, $sql, $database) = @_;
	return $p->psql($sql, $database, '-h', "$p->{dir}/run$name");
}

sub renew {
	my ($p, %o) = @_;
	my ($from, $to) = @{$p->{names}};
	remove_tree("$p->{dir}/$to");
	$p->ask($from, q{ALTER SYSTEM SET synchronous_standby_names = ''});
	$p->ask($from, 'SELECT pg_reload_conf()');
	$p->command("$p->{bin}/pg_basebackup", '-h', "$p->{dir}/run$from", '-U',
	    'postgres', '-D', "$p->{dir}/$to", qw(-R -X stream -c fast
	    --no-sync));
	$p->start($to);
	sleep 0.05 until $p->ask($from, q{SELECT count(*) FROM
	    pg_stat_replication WHERE state = 'streaming'});
	return $p if !$o{synchronous};
	$p->ask($from, q{ALTER SYSTEM SET synchronous_standby_names = '*'});
	$p->ask($from, 'SELECT pg_reload_conf()');
	sleep 0.05 until $p->ask($from, q{SELECT count(*) FROM
	    pg_stat_replication WHERE sync_state = 'sync'});
	return $p;
}

sub processes {
	my ($p, $name) = @_;
	my $pid = $p->{pid}{$name};
	return ($pid, split ' ', `cat /proc/$pid/task/$pid/children`);
}

sub kill {
	my ($p) = @_;
	my $name = $p->{names}[0];
	CORE::kill('KILL', $p->processes($name));
	waitpid $p->{pid}{$name}, 0;
	delete $p->{pid}{$name};
	return;
}

sub promote {
	my ($p) = @_;
	@{$p->{names}} = reverse @{$p->{names}};
	$p->sql('SELECT pg_promote()');
	return;
}

sub halt {
	my ($p) = @_;
	my $standby = $p->{names}[1];
	$p->ask($standby, q{ALTER SYSTEM SET primary_conninfo = ''});
	$p->ask($standby, 'SELECT pg_reload_conf()');
	sleep 0.05 while $p->ask($standby,
	    'SELECT count(*) FROM pg_stat_wal_receiver');
	return;
}

sub ends {
	my ($p) = @_;
	push @all, $p;
	return;
}

# The last started first, so that Patroni finds its etcd.
sub end {
	my ($p) = @_;
	for (sort { $b <=> $a } values %{$p->{pid}}) {
		CORE::kill('INT', $_);
		waitpid $_, 0;
	}
	return;
}

1;
