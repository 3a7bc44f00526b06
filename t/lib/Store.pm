# An S3 store that answers as a test says: a small server of HTTP.  It checks no
# signature (t/npm/s3.mjs does).
#
#	my $s = Store->new;
#	my $d = Docket->new(files => 's3', 's3-url' => $s->url);
#	$s->answers(put => 'status 307');	# all others are right
#	$s->objects;			# { name => bytes }
#	$s->requests;			# 'put NAME', ... since the last call
#
# The operations are put, head, get, range, delete and list; %Store::answers has the
# answers, beside "status N" and "late": nothing is done until $s->go.
package Store;
use strict;
use warnings;
use Digest::SHA 'sha256_hex';
use Docket;
use File::Temp 'tempdir';
use IO::Socket::INET;
use Time::HiRes 'time';

my $page = '<?xml version="1.0"?><ListBucketResult><IsTruncated>%s</IsTruncated>'
    . '%s%s</ListBucketResult>';

# Each changes an answer that would be right: { status, headers, body, length }, of
# which length is what the head declares; undef: nothing.  What is not in `body` can
# be sent by `after`, which has the connection.
our %answers = (
	right => sub {},
	undeclared => sub { $_[0]{length} = undef },
	long => sub { $_[0]{body} .= 'x'; $_[0]{length} = undef },
	'one byte more' => sub { $_[0]{body} .= 'x'; $_[0]{length}++ },
	'one byte less' => sub { chop $_[0]{body};
		$_[0]{length}-- if $_[0]{length} },
	'declares more' => sub { $_[0]{length}++ },
	'cut off' => sub { substr $_[0]{body}, length($_[0]{body}) / 2, -1, '' },
	'another last byte' => sub { substr $_[0]{body}, -1, 1, "\n"
		if $_[0]{body} ne '' },
	'other bytes' => sub { $_[0]{body} = 'X' x length $_[0]{body} },
	empty => sub { @{$_[0]}{qw(body length)} = ('', 0) },
	endless => sub { $_[0]{length} = undef;
		$_[0]{after} = sub { 1 while syswrite $_[0], 'x' x 65536 } },
	'endless head' => sub { $_[0]{raw} = "HTTP/1.1 200 OK\r\n";
		$_[0]{after} = sub { 1 while syswrite $_[0], "A: b\r\n" x 4096 } },
	closed => sub { $_[0]{raw} = '' },
	'cut head' => sub { $_[0]{raw} = "HTTP/1.1 200 OK\r\nContent-Le" },
	'not HTTP' => sub { $_[0]{raw} = "\0\1\2 rubbish\r\n\r\n" },
	silent => sub { $_[0]{raw} = ''; $_[0]{after} = \&wait_for_end },
	stalls => sub { substr $_[0]{body}, length($_[0]{body}) / 2, -1, '';
		$_[0]{after} = \&wait_for_end },
	# Of an upload:
	forgets => sub { unlink $_[0]{object} },
	'keeps less' => sub { truncate $_[0]{object}, 1 },
	# Of a range:
	'another range' => sub { $_[0]{headers}{'Content-Range'} =~
		s{ (\d+)}{' ' . ($1 + 1)}e },
	'no range' => sub { delete $_[0]{headers}{'Content-Range'} },
	'the whole' => sub { $_[0]{body} = slurp($_[0]{object});
		$_[0]{length} = length $_[0]{body} },
	# Of a list:
	'no XML' => sub { $_[0]{body} = 'Please sign in.'; $_[0]{length} = 15 },
	'an empty token' => sub { token($_[0], '') },
	# As stores that know only the first version of lists.
	'more without a token' => sub { $_[0]{body} =~ s/false/true/;
		$_[0]{length} = length $_[0]{body} },
	'the same token' => sub { token($_[0], 'again') },
	'empty pages' => sub { $_[0]{body} =~ s{<Key>.*?</Key>}{}g;
		token($_[0], rand) },
	'a long token' => sub { token($_[0], 'x' x 5000) },
	'a page again' => sub { token($_[0], rand) },
	'pages in a circle' => sub { token($_[0], ($_[0]{asked} // 'b') eq 'a' ?
		'b' : 'a') },
	'ever new names' => sub { $_[0]{body} =~ s{<Contents>.*</Contents>}
		{sprintf '<Contents><Key>files/%064x</Key></Contents>',
		1e6 * time}e; token($_[0], rand) },
	'ever other names' => sub { $_[0]{body} =~ s/files/other/g;
		token($_[0], rand) },
);

sub token {
	my ($r, $token) = @_;
	$r->{body} =~ s{</List}{<NextContinuationToken>$token</NextContinuationToken></List};
	$r->{length} = length $r->{body};
	return;
}

sub wait_for_end { 1 while sysread $_[0], my $more, 4096; return }

sub new {
	my ($class) = @_;
	my $dir = tempdir(CLEANUP => 1);
	my $listener = IO::Socket::INET->new(Listen => 64,
	    LocalAddr => '127.0.0.1') or die "no port: $!\n";
	my $s = bless { dir => $dir, port => $listener->sockport }, $class;
	mkdir "$dir/objects";
	$s->answers;
	$s->{pid} = fork // die "fork: $!\n";
	return $s if $s->{pid};
	$SIG{CHLD} = 'IGNORE';
	delete $s->{pid};
	while (1) {
		my $c = $listener->accept or next;
		next if fork;
		$SIG{PIPE} = 'IGNORE';
		$s->serve($c);
		POSIX::_exit(0);
	}
}

sub url { return "http://KEY:SECRET\@127.0.0.1:$_[0]{port}/bucket/files" }

sub answers {
	my ($s, %plan) = @_;
	write_file("$s->{dir}/new", join '', map { "$_ $plan{$_}\n" } keys %plan);
	unlink "$s->{dir}/go";
	rename "$s->{dir}/new", "$s->{dir}/plan" or die "rename: $!\n";
	return;
}

sub go { write_file("$_[0]{dir}/go", ''); return }

# Puts one there; its name.
sub add {
	my ($s, $bytes) = @_;
	my $name = sha256_hex($bytes);
	write_file("$s->{dir}/objects/$name", $bytes);
	return $name;
}

# Waits for such a request.
sub await {
	my ($s, $request) = @_;
	for (1 .. 1500) {
		return 1 if -e "$s->{dir}/log" &&
		    slurp("$s->{dir}/log") =~ /^\Q$request\E$/m;
		select undef, undef, undef, 0.02;
	}
	die "no $request within 30 seconds\n";
}

sub objects {
	my ($s) = @_;
	return { map { m{([^/]+)$} => slurp($_) } glob "$s->{dir}/objects/*" };
}

sub requests {
	my ($s) = @_;
	my @all = -e "$s->{dir}/log" ? split /\n/, slurp("$s->{dir}/log") : ();
	unlink "$s->{dir}/log";
	return @all;
}

sub read_request {
	my ($c) = @_;
	my $all = '';
	while ($all !~ /\r\n\r\n/) {
		sysread $c, $all, 65536, length $all or return;
	}
	my ($head, $body) = split /\r\n\r\n/, $all, 2;
	my ($method, $path) = $head =~ /^(\w+) (\S+)/ or return;
	syswrite $c, "HTTP/1.1 100 Continue\r\n\r\n" if $head =~ /^Expect:/mi;
	my $length = $head =~ /^Content-Length: (\d+)/mi ? $1 : 0;
	while (length $body < $length) {
		sysread $c, $body, 65536, length $body or return;
	}
	return ($method, $path, $head =~ /^Range: bytes=(\d+)-(\d+)/mi ?
	    [$1, $2] : undef, $body);
}

# The right answer.
sub right {
	my ($s, $op, $object, $range, $body) = @_;
	my %r = (status => 200, headers => {}, body => '', object => $object);
	if ($op eq 'put') {
		write_file($object, $body);
	} elsif ($op eq 'delete') {
		unlink $object;
		$r{status} = 204;
	} elsif ($op eq 'list') {
		$r{body} = sprintf $page, 'false', '', join '', map {
		    "<Contents><Key>files/$_</Key></Contents>" }
		    sort keys %{$s->objects};
	} elsif (!-e $object) {
		$r{status} = 404;
	} else {
		$r{body} = slurp($object);
	}
	if ($op eq 'range' && $r{status} == 200) {
		$r{headers}{'Content-Range'} = "bytes $range->[0]-$range->[1]/"
		    . length $r{body};
		$r{body} = substr $r{body}, $range->[0], $range->[1] + 1 -
		    $range->[0];
		$r{status} = 206;
	}
	$r{length} = length $r{body};
	return \%r;
}

sub serve {
	my ($s, $c) = @_;
	my ($method, $path, $range, $body) = read_request($c) or return;
	my $op = $path =~ /list-type=2/ ? 'list' : $range ? 'range' : lc $method;
	my ($name) = $path =~ m{/bucket/files/([^?]+)};
	open my $log, '>>', "$s->{dir}/log" or die "log: $!\n";
	syswrite $log, "$op " . ($name // '') . "\n";
	my ($answer) = slurp("$s->{dir}/plan") =~ /^$op (.*)$/m;
	if (($answer // '') eq 'late') {
		# Or the test has ended.
		select undef, undef, undef, 0.02
		    until -e "$s->{dir}/go" || !-d $s->{dir};
		return if !-d $s->{dir};
		$answer = 'right';
	}
	my $r = $s->right($op, "$s->{dir}/objects/" . ($name // 'none'), $range,
	    $body);
	($r->{asked}) = $path =~ /continuation-token=(\w+)/;
	if (($answer // 'right') =~ /^status (\d+)/) {
		$r->{status} = $1;
		$r->{headers}{Location} = $s->url if $1 =~ /^3/;
	} else {
		$answers{$answer // 'right'}->($r);
	}
	syswrite $c, $r->{raw} // join "\r\n", "HTTP/1.1 $r->{status} x",
	    'Connection: close', defined $r->{length} ?
	    "Content-Length: $r->{length}" : (),
	    (map { "$_: $r->{headers}{$_}" } keys %{$r->{headers}}), '', '';
	syswrite $c, $r->{body} if $op ne 'head' && !defined $r->{raw};
	$r->{after}->($c) if $r->{after};
	return;
}

sub DESTROY {
	my ($s) = @_;
	local $?;
	my $pid = delete $s->{pid} // return;
	kill TERM => $pid;
	waitpid $pid, 0;
	return;
}

1;
