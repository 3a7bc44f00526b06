# The state of a data directory: what has changed since, and restoring it.  No
# program may have the database open.
#
#	my $kept = Snapshot->new($d);		# a Docket
#	my @rows = $kept->changed;  $kept->restore if @rows;
package Snapshot;
use strict;
use warnings;
use File::Copy 'copy';
use File::Find ();

sub new {
	my ($class, $d) = @_;
	my $self = bless { d => $d, db => "$d->{data}/docket.db",
	    tables => [grep { $_ ne 'attempt' } $d->tables] }, $class;
	if ($ENV{DOCKET_CLUSTER}) {
		$d->sql('SET client_min_messages = warning; DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept; '
		    . join '; ', map { "CREATE TABLE kept.\"$_\" AS TABLE
		    public.\"$_\"" } $d->tables);
	} else {
		copy($self->{db}, "$self->{db}.kept") or die "copy: $!\n";
	}
	$self->{content} = $self->content;
	$self->{files} = { map { $_ => 1 } $self->files };
	return $self;
}

# What is stored besides the database, the deepest first.
sub files {
	my ($self) = @_;
	my @files;
	File::Find::find({ no_chdir => 1, wanted => sub {
		push @files, $_ if !m{/docket\.(?:db|lock|slots)} } },
	    $self->{d}{data});
	@files = reverse sort @files;
	return @files;
}

# The database as text, a line for each row, without the counts of attempts,
# which refusals change; and the names of the stored files.
sub content {
	my ($self) = @_;
	return join "\n", $self->{d}->rows(@{$self->{tables}}), $self->files;
}

# The rows (as lines) and files that were there before or are there now, but not
# both.
sub changed {
	my ($self) = @_;
	my $now = $self->content;
	return () if $now eq $self->{content};
	my %n;
	$n{$_}++ for split /\n/, $self->{content};
	$n{$_}-- for split /\n/, $now;
	my @lines = grep { $n{$_} != 0 } sort keys %n;
	return @lines;
}

sub restore {
	my ($self) = @_;
	if ($ENV{DOCKET_CLUSTER}) {
		# Without the checks of foreign keys.
		$self->{d}->sql('BEGIN; SET LOCAL session_replication_role = '
		    . 'replica; ' . (join '', map { "DELETE FROM \"$_\"; INSERT
		    INTO \"$_\" SELECT * FROM kept.\"$_\"; " } $self->{d}->tables)
		    . 'COMMIT');
	} else {
		die "somebody has the database open\n" if -s "$self->{db}-wal";
		copy("$self->{db}.kept", $self->{db}) or die "copy: $!\n";
	}
	for (grep { !$self->{files}{$_} } $self->files) {
		-d $_ ? rmdir $_ : unlink $_;
	}
}

1;
