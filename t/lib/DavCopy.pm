# What a client of CalDAV that only syncs (RFC 6578) has of a list:
#
#	my $copy = DavCopy->new($dav, $path, limit => 2);	# Dav.pm
#	$copy->sync;
#	my @faults = $copy->faults;	# against one that lists afresh
package DavCopy;
use strict;
use warnings;

# limit: how many items an answer may have; 0: all.
sub new {
	my ($class, $dav, $path, %o) = @_;
	return bless { dav => $dav, path => $path, limit => $o{limit} // 0,
	    has => {}, token => undef }, $class;
}

# The same state, from which another goes on.
sub fork { my ($self) = @_;
	return bless { %$self, has => { %{$self->{has}} } }, ref $self }

sub sync {
	my ($self) = @_;
	for my $round (1 .. 1000) {
		my $r = $self->{dav}->sync($self->{path}, $self->{token},
		    limit => $self->{limit});
		die "sync: $r->{status} $r->{body}" if $r->{status} != 207;
		my %said;
		for (grep { $_ ne $self->{path} } @{$r->{hrefs} // []}) {
			die "$_ is there twice" if $said{$_}++;
			if (($r->{status_of}{$_} // 0) == 404) {
				delete $self->{has}{$_};
			} else {
				$self->{has}{$_} =
				    $r->{responses}{$_}{'D:getetag'};
			}
		}
		$self->{token} = $r->{sync_token};
		return if ($r->{status_of}{$self->{path}} // 0) != 507;
	}
	die 'no end';
}

# What is wrong with it, a line each.
sub faults {
	my ($self) = @_;
	my ($path, %is, @faults) = $self->{path};
	my $r = $self->{dav}->propfind($path, ['D:getetag', 'D:sync-token',
	    'S:getctag'], 1);
	for (grep { $_ ne $path } @{$r->{hrefs}}) {
		push @faults, "$_ is listed twice" if exists $is{$_};
		$is{$_} = $r->{responses}{$_}{'D:getetag'};
	}
	for (qw(D:sync-token S:getctag)) {
		my $now = $r->{responses}{$path}{$_};
		push @faults, "$_ is $now, not $self->{token}"
		    if $now ne $self->{token};
	}
	for (sort keys %{{ %is, %{$self->{has}} }}) {
		my ($is, $has) = map { $_ // 'gone' } $is{$_}, $self->{has}{$_};
		push @faults, "$_ is $is, the copy has $has" if $is ne $has;
	}
	return @faults;
}

1;
