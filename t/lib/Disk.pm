# A simulated disk: after a power cut, everything that was not made durable may
# be there, partly or not at all.
#
#	my $disk = Disk->new($directory);	# its content is durable
#	$disk->do($_) for @calls;		# recorded by Trace.pm
#	$disk->image($to, \&rand);		# the files after a cut now
#	$disk->whole($to);			# or without a cut
#
# A file consists of pages of 4096 bytes: what is durable, what the system has
# in memory, and the versions in between. fsync(2) makes dirty pages durable.
# If it fails, they count as clean nonetheless, as on Linux, and are lost unless
# they are written again.  After a cut each sector of 512 bytes has one of the
# versions since the last durable one.  Names are durable from the fsync of
# their directory on; before, any of the changes may be there, in order or not,
# but each rename as a whole or not at all.
package Disk;
use strict;
use warnings;
use File::Find;

use constant { PAGE => 4096, SECTOR => 512 };
my $zeros = "\0" x PAGE;

sub new {
	my ($class, $folder) = @_;
	my $self = bless { seq => 0, root => directory() }, $class;
	my %dirs = ('' => $self->{root});
	find({ no_chdir => 1, wanted => sub {
		my ($path) = m{^\Q$folder\E/(.*)} or return;
		return if $path =~ /-shm$|\.reserve$/;
		my $node = -d $_ ? directory() : loaded($_);
		my ($dir, $name) = split_path($path);
		$dirs{$path} = $node if -d $_;
		$dirs{$dir}{$_}{$name} = $node for 'now', 'safe';
	} }, $folder);
	return $self;
}

sub directory { return { now => {}, safe => {}, since => {}, changes => [] } }
sub file { return { now => {}, safe => {}, versions => {}, dirty => {},
    size => 0, safe_size => 0, sizes => [] } }

sub loaded {
	my ($path) = @_;
	my $f = file();
	write_to($f, 0, Docket::slurp($path) // '');
	synced($f, 1);
	return $f;
}

sub split_path { return $_[0] =~ m{^(?:(.*)/)?([^/]*)$} ? ($1 // '', $2) : () }

sub node {
	my ($self, $path) = @_;
	my $node = $self->{root};
	$node = $node->{now}{$_} // return for split m{/}, $path;
	return $node;
}

sub set_page {
	my ($f, $i, $page) = @_;
	$f->{now}{$i} = $page;
	$f->{dirty}{$i} = 1;
	push @{$f->{versions}{$i}}, $page;
}

sub resize {
	my ($f, $size) = @_;
	push @{$f->{sizes}}, $f->{size} = $size;
}

sub write_to {
	my ($f, $from, $bytes) = @_;
	my ($done, $len) = (0, length $bytes);
	while ($done < $len) {
		my ($i, $in) = (int(($from + $done) / PAGE),
		    ($from + $done) % PAGE);
		my $n = $len - $done;
		$n = PAGE - $in if $n > PAGE - $in;
		my $page = $f->{now}{$i} // $zeros;
		substr $page, $in, $n, substr $bytes, $done, $n;
		set_page($f, $i, $page);
		$done += $n;
	}
	resize($f, $from + $len) if $from + $len > $f->{size};
}

sub truncated {
	my ($f, $size) = @_;
	my ($last, $in) = (int($size / PAGE), $size % PAGE);
	for my $i (grep { $_ >= $last } keys %{$f->{now}}) {
		my $keep = $i == $last ? $in : 0;
		set_page($f, $i, substr($f->{now}{$i}, 0, $keep) .
		    "\0" x (PAGE - $keep));
	}
	resize($f, $size);
}

sub synced {
	my ($f, $ok) = @_;
	if ($ok) {
		for (keys %{$f->{dirty}}) {
			$f->{safe}{$_} = $f->{now}{$_};
			delete $f->{versions}{$_};
		}
		$f->{safe_size} = $f->{size};
		$f->{sizes} = [];
	}
	$f->{dirty} = {};
}

# A change of names: [directory, name, node or undef] for each; all or none.
sub rename_all {
	my ($self, @sets) = @_;
	my $change = { seq => ++$self->{seq}, sets => \@sets };
	for (@sets) {
		my ($dir, $name, $node) = @$_;
		$dir->{now}{$name} = $node;
		push @{$dir->{changes}}, $change;
	}
}

sub names_synced {
	my ($dir, $ok) = @_;
	# A journal that cannot be written ends all writing: what failed here is
	# in the next fsync that succeeds.
	return if !$ok;
	for my $change (@{$dir->{changes}}) {
		for (@{$change->{sets}}) {
			my ($of, $name, $node) = @$_;
			next if ($of->{since}{$name} // 0) > $change->{seq};
			$of->{since}{$name} = $change->{seq};
			$of->{safe}{$name} = $node;
		}
	}
	$dir->{changes} = [];
}

sub do {
	my ($self, $c) = @_;
	my $op = $c->{op};
	my $node = $self->node($c->{path});
	my ($above, $name) = split_path($c->{path});
	my $dir = $self->node($above);
	if ($op eq 'create') {
		$self->rename_all([$dir, $name, file()]) if !$node;
	} elsif ($op eq 'mkdir') {
		$self->rename_all([$dir, $name, directory()]);
	} elsif ($op eq 'unlink') {
		$self->rename_all([$dir, $name, undef]) if $node;
	} elsif ($op eq 'rename') {
		my ($to, $as) = split_path($c->{to});
		$self->rename_all([$dir, $name, undef],
		    [$self->node($to), $as, $node]);
	} elsif ($op eq 'write') {
		write_to($node, @$c{qw(from bytes)});
	} elsif ($op eq 'truncate') {
		truncated($node, $c->{size});
	} elsif ($op eq 'sync') {
		$node->{changes} ? names_synced($node, $c->{ok}) :
		    synced($node, $c->{ok});
	}
}

# How much survives: nothing, everything, or each part with this probability.
my @luck = (0, 1, 0.03, 0.5, 0.97);
sub lucky { my ($rand, $luck) = @_;
	return $luck == 1 || ($luck > 0 && $rand->() < $luck) }

sub page_after {
	my ($f, $i, $rand, $luck, $whole) = @_;
	my $versions = $f->{versions}{$i};
	my $page = $f->{safe}{$i} // $zeros;
	return $page if !$versions || $luck == 0;
	return $versions->[-1] if $luck == 1;
	my $step = $whole ? PAGE : SECTOR;
	for (my $at = 0; $at < PAGE; $at += $step) {
		next if !lucky($rand, $luck);
		# The latest version is the most likely.
		my $v = $rand->() < 0.7 ? -1 : int($rand->() * @$versions);
		substr $page, $at, $step, substr $versions->[$v], $at, $step;
	}
	return $page;
}

sub file_after {
	my ($f, $rand) = @_;
	my $luck = $luck[int($rand->() * @luck)];
	my @sizes = ($f->{safe_size}, @{$f->{sizes}});
	my $size = $luck == 0 ? $sizes[0] : $luck == 1 ? $sizes[-1] :
	    $sizes[int($rand->() * @sizes)];
	my $whole = $rand->() < 0.3;
	return substr join('', map { page_after($f, $_, $rand, $luck, $whole) }
	    0 .. int(($size + PAGE - 1) / PAGE) - 1), 0, $size;
}

sub names_after {
	my ($dir, $lost, $is) = @_;
	my %names = %{$dir->{safe}};
	for my $change (@{$dir->{changes}}) {
		next if $lost->{$change->{seq}};
		for (@{$change->{sets}}) {
			my ($of, $name, $node) = @$_;
			$names{$name} = $node if $of == $dir &&
			    ($of->{since}{$name} // 0) < $change->{seq};
		}
	}
	return \%names;
}

# Which changes of names are lost: the last ones of a journal, or any.
sub names_lost {
	my ($self, $rand) = @_;
	my $luck = $luck[int($rand->() * @luck)];
	my $upto = $rand->() < 0.5 ? 1 + int($rand->() * 12) : undef;
	my %lost;
	my @dirs = $self->{root};
	while (my $dir = shift @dirs) {
		push @dirs, grep { $_ && $_->{changes} } values %{$dir->{now}};
		$lost{$_->{seq}} //= defined $upto ?
		    $_->{seq} > $self->{seq} - $upto : !lucky($rand, $luck)
		    for @{$dir->{changes}};
	}
	return \%lost;
}

sub write_out {
	my ($dir, $to, $lost, $rand) = @_;
	my $names = names_after($dir, $lost);
	mkdir $to, 0700 or die "$to: $!\n";
	for my $name (sort keys %$names) {
		my $node = $names->{$name} or next;
		if ($node->{changes}) {
			write_out($node, "$to/$name", $lost, $rand);
			next;
		}
		open my $out, '>:raw', "$to/$name" or die "$to/$name: $!\n";
		print $out file_after($node, $rand);
		close $out or die "$to/$name: $!\n";
	}
}

sub write_whole {
	my ($dir, $to) = @_;
	mkdir $to, 0700 or die "$to: $!\n";
	for my $name (sort keys %{$dir->{now}}) {
		my $node = $dir->{now}{$name} or next;
		if ($node->{changes}) {
			write_whole($node, "$to/$name");
			next;
		}
		open my $out, '>:raw', "$to/$name" or die "$to/$name: $!\n";
		print $out substr join('', map { $node->{now}{$_} // $zeros }
		    0 .. int(($node->{size} + PAGE - 1) / PAGE) - 1), 0,
		    $node->{size};
		close $out or die "$to/$name: $!\n";
	}
}

sub whole { my ($self, $to) = @_; return write_whole($self->{root}, $to) }

sub image {
	my ($self, $to, $rand) = @_;
	write_out($self->{root}, $to, $self->names_lost($rand), $rand);
}

1;
