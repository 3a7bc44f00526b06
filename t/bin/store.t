# Every answer of an S3 store to every operation: an upload is acknowledged only if
# the store has it; what is answered to a client as whole is what was uploaded; a
# run of docket-cleanup says whether it could do its work.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Contents;
use Docket;
use Store;
use Test::More;
use Web;

delete $ENV{DOCKET_CLUSTER};
my $store = Store->new;
my $d = Docket->new(files => 's3', 's3-url' => $store->url);
# Whoever waits for the store waits for a hundredth of the time.
my %fast = (LD_PRELOAD => build() . '/t/fast.so', FAST => 100);
my $all = Contents::bytes(200_000);
my $ada = $d->user('ada@example.org');
my ($task, $files) = (Contents::task($ada), 0);
my ($file) = Contents::add($ada, $task, $all);
my $quiet = $ada->with(quiet => 1, may_fail => 1);
my $hasty = $quiet->with(env => { %{$quiet->{env}}, %fast });

my @statuses = map { "status $_" } 200 .. 206, 226, 300 .. 305, 307, 308, 399,
    400, 403, 404, 409, 412, 416, 429, 500, 503, 599;
my @some = map { "status $_" } 200, 206, 307, 404, 500;
my @bodies = ('undeclared', 'long', 'one byte more', 'one byte less',
    'declares more', 'cut off', 'another last byte', 'other bytes', 'empty',
    'endless', 'endless head', 'closed', 'cut head', 'not HTTP', 'silent');
# Of answers that have no body.
my @heads = ('declares more', 'endless', 'endless head', 'closed', 'cut head',
    'not HTTP', 'silent');

# Does this user get a file of their own?
sub uploads {
	my ($u) = @_;
	# A task has a limit of files.
	($task, $files) = (Contents::task($ada), 0) if ++$files > 40;
	my $was = $d->sql('SELECT count(*) FROM attachment');
	my ($id, $status) = Contents::add($u, $task, 'x' . rand, 'x.txt');
	my $new = $d->sql('SELECT count(*) FROM attachment') - $was;
	return "$status, rows: $new";
}

# What a client makes of the answer.
sub taken {
	my ($r, $bytes, $status) = @_;
	return $r->{status} if $r->{status} != $status;
	return 'cut off' if length $r->{body} < $r->{headers}{'content-length'};
	return $r->{body} eq $bytes ? 'right' : 'wrong';
}

sub downloads {
	my ($u) = @_;
	return taken(Contents::read_content($u, $file), $all, 200);
}

sub ranges {
	my ($u) = @_;
	return join ', ', map { taken(Contents::read_content($u, $file,
	    Range => "bytes=$_->[0]-$_->[1]"), substr($all, $_->[0],
	    $_->[1] + 1 - $_->[0]), 206) } [0, 0], [1000, 150_999];
}

# No object is left of the uploads that failed.
sub tidy {
	$d->sql('UPDATE content_upload SET begun_at = 0');
	my $r = $d->run('docket-cleanup', '-q');
	die $r->{err} if $r->{status} != 0;
	return;
}

sub cleans {
	my ($u) = @_;
	# It has something to remove.
	$store->add('to be removed');
	$d->sql('UPDATE content_removal SET begun_at = 0');
	my $r = $d->spawn($u->{env}, '', build() . '/bin/docket-cleanup', '-q');
	return "$r->{status}, " . ($r->{err} eq '' ? 'nothing logged' : 'logged');
}

# What docket-export makes of it, in the archive, and docket-backup.
sub exports {
	my ($u) = @_;
	my $zip = "$d->{data}-export.zip";
	my $r = $d->spawn($u->{env}, '', build() . '/bin/docket-export', '-q',
	    '--user', 'ada@example.org', '--attachments', '--output', $zip);
	my $has = $r->{signal} ? '' : `unzip -p $zip 'attachments/*/$file/*' 2>&1`;
	unlink $zip;
	return "$r->{status}, " . ($has eq $all ? 'right' :
	    $has =~ /not matched/ ? 'not there' : 'wrong');
}

sub backs_up {
	my ($u) = @_;
	my $dir = "$d->{data}-backup";
	my $r = $d->spawn($u->{env}, '', build() . '/bin/docket-backup', '-q', $dir);
	my ($path) = glob "$dir/files/*/" . substr Digest::SHA::sha256_hex($all), 2;
	my $has = defined $path && -e $path ? slurp($path) : undef;
	system 'rm', '-rf', $dir;
	return "$r->{status}, " . (!defined $has ? 'not there' :
	    $has eq $all ? 'right' : 'wrong');
}

sub checks {
	my ($u) = @_;
	my $r = $d->spawn($u->{env}, '', build() . '/bin/docket-admin', 'check',
	    '--deep');
	return $r->{out} =~ /^FAULT: \S*[0-9a-f]{64}: /m ? 'a fault' : 'none';
}

# operation, what uses it, the answers, those that are good, and what then happens;
# or else one of the last.
my @table = (
	['put', \&uploads, [@statuses, @heads, 'forgets', 'keeps less'],
	    # Then it is asked what it has.
	    ['status 200', 'status 201', 'cut head'], '201, rows: 1',
	    ['503, rows: 0']],
	['head', \&uploads, [@statuses, @bodies], ['status 200',
	    'another last byte', 'other bytes', 'cut off'],
	    '201, rows: 1', ['503, rows: 0']],
	['get', \&downloads, [@statuses, @bodies, 'stalls'],
	    ['status 200', 'undeclared', 'long', 'endless'], 'right',
	    [500, 'cut off']],
	(map { ['get', $$_[0], [@some, @bodies],
	    ['status 200', 'undeclared', 'long', 'endless'], @$_[1, 2]] }
	    [\&exports, '0, right', ['1, not there']],
	    [\&backs_up, '0, right', ['1, not there']],
	    [\&checks, 'none', ['a fault']]),
	# Nobody knows the hash of a range.
	['range', \&ranges, [@statuses, @bodies, 'another range', 'no range',
	    'the whole'], ['status 206', 'undeclared', 'long', 'endless'],
	    'right, right', ['500, 500', '500, cut off', 'right, cut off',
	    'wrong, wrong']],
	# 204 has no bytes, whatever it declares; those that follow without an end
	# are seen only by the next request, if at all.
	['delete', \&cleans, [@statuses, grep { $_ ne 'endless' } @heads],
	    ['status 200', 'status 204', 'status 404', 'cut head',
	    'declares more'],
	    '0, nothing logged',
	    ['1, logged']],
	['list', \&cleans, [@statuses, @bodies, 'no XML', 'an empty token',
	    'more without a token', 'the same token', 'empty pages', 'a long token', 'a page again',
	    'pages in a circle', 'ever new names', 'ever other names'],
	    ['status 200', 'undeclared', 'long', 'one byte more',
	    'an empty token'], '0, nothing logged', ['1, logged']],
);

for (@table) {
	my ($op, $use, $answers, $good, $then, $else) = @$_;
	my %good = map { $_ => 1 } @$good;
	my %else = map { $_ => 1 } @$else;
	my @wrong;
	$store->answers;
	tidy();
	for my $answer ('right', @$answers) {
		$store->answers($op => $answer);
		my $slow = $answer =~ /^(?:silent|stalls|endless|ever)/;
		my $what = $use->($slow ? $hasty : $quiet);
		push @wrong, "$answer: $what" if $good{$answer} ||
		    $answer eq 'right' ? $what ne $then : !$else{$what};
		push @wrong, "$answer: $what" if $what =~ /wrong/ &&
		    $answer !~ /other bytes|another last byte/;
	}
	is_deeply \@wrong, [], "$op: " . (@$answers + 1) . ' answers';
}

# The bytes change in the store after the upload: for every store, what is sent.
sub change {
	my ($d, $hex, $bytes) = @_;
	my ($path) = glob "$d->{data}/files/*/" . substr $hex, 2;
	return write_file($path, $bytes) if $path;
	my $where = "id = (SELECT id FROM content WHERE sha256 = x'$hex')";
	$d->sql("UPDATE content_piece SET data = x'" . unpack('H*', $bytes)
	    . "' WHERE $where");
}

sub damages {
	my ($d) = @_;
	my $u = $d->user('bob@example.org')->with(quiet => 1, may_fail => 1);
	my $task = Contents::task($u);
	my @got;
	for my $size (1, 100, 100_000) {
		my $all = Contents::bytes($size);
		my ($id) = Contents::add($u, $task, $all);
		for my $bytes ("\1" . substr($all, 1),
		    substr($all, 0, -1) . "\1", substr($all, 1), "${all}x") {
			change($d, Digest::SHA::sha256_hex($all), $bytes);
			push @got, taken(Contents::read_content($u, $id), $all,
			    200);
		}
		$u->del("/attachments/$id");
	}
	return "@got";
}

$store->answers;
for my $files ('directory', 'database') {
	is damages(Docket->new(files => $files)), join(' ', (500) x 8, 'cut off',
	    'cut off', 500, 500), "$files: a file that changes";
}
for my $mode ('cgi', 'fastcgi') {
	my $web = Web->new($d, '-m', $mode);
	for my $answer ('right', 'another last byte', 'cut off') {
		$store->answers(get => $answer);
		my $r = $web->ask('GET', "/api/v1/attachments/$file/content",
		    ["Authorization: Bearer $ada->{token}"]);
		is taken($r, $all, 200), $answer eq 'right' ? 'right' :
		    'cut off', "below a web server, $mode: $answer";
	}
}
$store->answers;
is downloads($ada), 'right', 'afterwards all is well';
is uploads($ada), '201, rows: 1', 'for uploads, too';
is cleans($ada), '0, nothing logged', 'and for docket-cleanup';
done_testing;
