# The lock that writers take, for as long as a test wants them to wait.
#
#	my $lock = Lock->new($d);	# a Docket; taken
#	$lock->awaited;			# does anybody wait for it?
#	$lock->release;  $lock->take;
package Lock;
use strict;
use warnings;
use Docket;
use Fcntl ':flock';

sub new {
	my ($class, $d) = @_;
	my $self = bless {}, $class;
	if (engine() eq 'postgresql') {
		$self->{shell} = Cluster::open_shell($d->{env}{DOCKET_DATABASE});
	} else {
		open $self->{file}, '>>', "$d->{data}/docket.lock"
		    or die "lock: $!\n";
	}
	$self->take;
	return $self;
}

sub do_sql {
	my ($self, $sql) = @_;
	return Cluster::ask($self->{shell}, $sql) // die "lock: $sql";
}

sub take {
	my ($self) = @_;
	$self->do_sql('BEGIN; LOCK TABLE writers IN EXCLUSIVE MODE')
	    if $self->{shell};
	flock $self->{file}, LOCK_EX or die "flock: $!\n" if $self->{file};
	return;
}

sub awaited {
	my ($self) = @_;
	return $self->do_sql('SELECT count(*) FROM pg_locks WHERE NOT granted
	    AND database = (SELECT oid FROM pg_database
	    WHERE datname = current_database())') if $self->{shell};
	my $inode = (stat $self->{file})[1];
	return slurp('/proc/locks') =~ /-> FLOCK .*:$inode /;
}

sub release {
	my ($self) = @_;
	$self->do_sql('ROLLBACK') if $self->{shell};
	flock $self->{file}, LOCK_UN if $self->{file};
	return;
}

sub DESTROY { Cluster::close_shell($_[0]{shell}) if $_[0]{shell} }

1;
