# What FailoverPair.pm does, by Patroni and etcd from the shipped etc/patroni.yml, edited
# as its comments say: a killed machine is the server and its Patroni.
package Patroni;
use strict;
use warnings;
use parent -norequire, 'FailoverPair';
use Docket ();
use HTTP::Tiny;
use FailoverPair;
use Time::HiRes 'sleep';

sub new {
	my ($class) = @_;
	my ($bin) = sort { $b cmp $a } glob '/usr/lib/postgresql/*/bin';
	return if !defined $bin || !-x '/usr/bin/patroni' || !-x '/usr/bin/etcd';
	my $dir = File::Temp::tempdir('pg-XXXXXX', DIR => '/tmp', CLEANUP => 1);
	my $p = bless { dir => $dir, bin => $bin, owner => $$, pid => {},
	    port => { map { $_ => Docket::free_port() } qw(a b api-a api-b etcd
	    peer) } }, $class;
	$p->ends;
	chmod 0777, $dir;
	my ($client, $peer) = map { "http://127.0.0.1:$p->{port}{$_}" } 'etcd',
	    'peer';
	$p->launch('etcd', 'etcd', '--data-dir', "$dir/etcd",
	    '--listen-client-urls', $client, '--advertise-client-urls', $client,
	    '--listen-peer-urls', $peer, '--initial-advertise-peer-urls', $peer,
	    '--initial-cluster', "default=$peer");
	$p->start($_) for 'a', 'b';
	return $p->renew;
}

# Starts a program of the user postgres.
sub launch {
	my ($p, $name, @command) = @_;
	my $pid = $p->{pid}{$name} = fork // die "fork: $!\n";
	if ($pid == 0) {
		open STDOUT, '>>', "$p->{dir}/log$name";
		open STDERR, '>&', \*STDOUT;
		chdir $p->{dir};
		exec $> == 0 ? qw(setpriv --reuid=postgres --regid=postgres
		    --clear-groups) : (), @command;
		exit 127;
	}
	return;
}

sub start {
	my ($p, $name) = @_;
	my $port = $p->{port};
	my $file = "$p->{dir}/$name.yml";
	my $text = Docket::slurp(Docket::top() . '/etc/patroni.yml');
	for (['name: db1', "name: $name"],
	    ['10.0.0.11:8008', "127.0.0.1:$port->{\"api-$name\"}"],
	    ['10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379',
		"127.0.0.1:$port->{etcd}"],
	    ['10.0.0.11:5432', "127.0.0.1:$port->{$name}"],
	    ['10.0.0.0/24', '127.0.0.1/32'],
	    ['/var/lib/postgresql/15/docket', "$p->{dir}/data$name"],
	    ['/usr/lib/postgresql/15/bin', $p->{bin}],
	    ['/var/lib/postgresql/.pgpass-patroni', "$p->{dir}/pass$name"],
	    ['/var/run/postgresql', $p->{dir}]) {
		my ($from, $to) = @$_;
		$text =~ s/\Q$from\E/$to/g or die "patroni.yml: no $from\n";
	}
	Docket::write_file($file, $text);
	$p->launch($name, 'patroni', $file);
	return;
}

sub url {
	my ($p, $database) = @_;
	return "postgresql://postgres:change-me@"
	    . join(',', map { "127.0.0.1:$p->{port}{$_}" } 'a', 'b')
	    . "/$database?target_session_attrs=read-write";
}

sub ask {
	my ($p, $name, $sql, $database) = @_;
	local $ENV{PGPASSWORD} = 'change-me';
	return $p->psql($sql, $database, '-h', '127.0.0.1', '-p',
	    $p->{port}{$name});
}

# The roles that Patroni reports: name => role.
sub roles {
	my ($p) = @_;
	for ('a', 'b') {
		my $r = HTTP::Tiny->new(timeout => 2)->get(
		    "http://127.0.0.1:$p->{port}{\"api-$_\"}/cluster");
		next if !$r->{success};
		return map { $_->{name} => $_->{role} }
		    @{$Docket::Json->decode($r->{content})->{members}};
	}
	return ();
}

sub wait_for {
	my ($p, $what, $done) = @_;
	for (1 .. 1200) {
		my %role = $p->roles;
		return $p if $done->(\%role);
		sleep 0.05;
	}
	die "Patroni: $what: " . `tail -n 5 $p->{dir}/loga $p->{dir}/logb`;
}

# Both are up, and one follows the other synchronously.
sub renew {
	my ($p) = @_;
	for ('a', 'b') {
		$p->start($_) if !$p->{pid}{$_};
	}
	return $p->wait_for('no synchronous standby', sub {
		my ($role) = @_;
		my ($leader) = grep { $role->{$_} eq 'leader' } keys %$role;
		my ($standby) = grep { $role->{$_} eq 'sync_standby' }
		    keys %$role;
		return 0 if !$leader || !$standby;
		$p->{names} = [$leader, $standby];
		return 1;
	});
}

sub kill {
	my ($p) = @_;
	my $name = $p->{names}[0];
	open my $in, '<', "$p->{dir}/data$name/postmaster.pid" or die $!;
	chomp(my $server = <$in>);
	CORE::kill('KILL', $p->{pid}{$name}, $server, split ' ',
	    Docket::slurp("/proc/$server/task/$server/children"));
	waitpid delete $p->{pid}{$name}, 0;
	return;
}

# Patroni does it, once the leader's lock is too old.
sub promote {
	my ($p) = @_;
	my $next = $p->{names}[1];
	$p->wait_for('no new leader', sub {
		return ($_[0]{$next} // '') eq 'leader' &&
		    eval { $p->ask($next, 'SELECT pg_is_in_recovery()') } eq 'f' });
	@{$p->{names}} = reverse @{$p->{names}};
	return;
}

1;
