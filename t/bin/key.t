# The key of sealed secrets, and docket-admin key, user second-factor, check: who has
# a backup alone has no code; what happens without the key, with another, and while it
# is replaced.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Admin;
use Docket;
use File::Temp 'tempdir';
use Refusal 'said';
use Test::More;
use Totp;

my $d = Docket->new;
my $key = "$d->{data}/docket.key";
my $ada = enrolled($d->user('ada@example.org'));
my $email = $ada->{email};

# The code of ada's app is accepted; none is accepted twice, so time goes on.
my $ahead = 0;
sub signs_in {
	$d->sql('DELETE FROM attempt');
	$ahead += 60;
	return said(second_step($ada->with(env => { %{$d->{env}} })
	    ->later("${ahead}s"), code_of($ada->{secret}, $ahead)));
}
sub key_faults {
	return join '', grep { /docket\.key|key of sealed|second factor/ }
	    split /^/, $d->check->{out};
}

is key_faults(), '', 'check finds nothing wrong';
is((stat $key)[2] & 0777, 0600, 'the key is for the service alone');
my $was = slurp($key);
is length $was, 32, 'it is 256 bits';
like admin($d, 0, 'migrate')->{out}, qr/up to date/, 'another migrate';
is slurp($key), $was, 'leaves it';
my $id = admin($d, 0, 'key', 'id')->{out};
like $id, qr/^[0-9a-f]{16}$/, 'key id names it';

subtest 'user second-factor' => sub {
	like admin($d, 0, 'user', 'second-factor', $email)->{out},
	    qr/^\Q$email\E\tauthenticator app since \S+\t10 recovery codes left$/,
	    'what ada has';
	$d->user('bob@example.org');
	is admin($d, 0, 'user', 'second-factor', 'bob@example.org')->{out},
	    "bob\@example.org\tnone\n", 'what bob has';
	admin($d, 1, 'user', 'second-factor', @$_) for
	    ['nobody@example.org'], ['--remove', 'nobody@example.org'];
	my $bob = enrolled($d->sign_in('bob@example.org',
	    'correct horse bob@example.org'));
	like admin($d, 0, 'user', 'second-factor', '--remove', $bob->{email})
	    ->{out}, qr/^Removed the second factor of bob/, 'it is removed';
	ok $d->sign_in($bob->{email}, $bob->{password}),
	    'then the password is enough';
	is said(second_step($ada, $bob->{recovery}[0], ticket =>
	    ticket_of($ada))), '401 bad-credentials', 'codes have ended';
	like admin($d, 0, 'user', 'second-factor', '--remove', $bob->{email})
	    ->{out}, qr/has no second factor/, 'there is none to remove';
};

subtest 'a backup has no key' => sub {
	my $dir = tempdir(CLEANUP => 1);
	is $d->run('docket-backup', $dir)->{status}, 0, 'a backup';
	my $files = `find $dir`;
	unlike $files, qr/key/, 'without the file';
	open my $pipe, '-|', 'cat', glob "$dir/*.db" or die;
	binmode $pipe;
	my $bytes = do { local $/; readline $pipe };
	is index($bytes, $was), -1, 'or its bytes';
	is index($bytes, $ada->{secret}), -1, 'or what it seals';
	my $there = Docket->new;
	unlink "$there->{data}/docket.key";
	admin($there, 0, 'restore', $dir);
	$there->sql('DELETE FROM attempt');
	admin($there, 0, 'migrate');
	my $u = $ada->with(%$there);
	is said(second_step($u, code_of($ada->{secret}, 30))),
	    '401 bad-credentials', 'restored without it, codes fail';
	like $there->check->{out},
	    qr/FAULT: second factors that \S+ does not open: 1/, 'check says so';
	is said(second_step($u, $ada->{recovery}[5])), '201',
	    'recovery codes work';
	write_file("$there->{data}/docket.key", $was);
	is said(second_step($u, code_of($ada->{secret}, 30))), '201',
	    'with its copy codes work, too';
};

subtest 'key rotate' => sub {
	like admin($d, 0, 'key', 'rotate')->{out},
	    qr/^The key is now [0-9a-f]{16}; secrets that it seals: 1\./,
	    'it is replaced';
	isnt admin($d, 0, 'key', 'id')->{out}, $id, 'by another';
	is length slurp($key), 32, 'and the old one is gone';
	is signs_in(), '201', 'codes work';
	# Cut off after the first step, and after the second.
	my $now = slurp($key);
	my $new = join '', map { chr int rand 256 } 1 .. 32;
	write_file($key, $new . $now);
	is signs_in(), '201', 'with both keys codes work';
	admin($d, 0, 'key', 'rotate');
	is slurp($key), $new, 'the next run goes on with the same key';
	is signs_in(), '201', 'codes work';
	write_file($key, $new . $now);
	admin($d, 0, 'key', 'rotate');
	is slurp($key), $new, 'also if only the file was left';
	is signs_in(), '201', 'codes work';
	write_file($key, $was);
	like admin($d, 1, 'key', 'rotate')->{err},
	    qr/secrets that neither key opens: 1/,
	    'what no key opens is reported';
	write_file($key, $new);
	is signs_in(), '201', 'and stays as it was';
};

subtest 'a key that is not right' => sub {
	my $good = slurp($key);
	my @wrong = (
		['gone', sub { unlink $key },
		    qr/^FAULT: \S+: No such file.*: nobody can use/m, 1],
		['empty', sub { write_file($key, '') },
		    qr/^FAULT: \S+docket.key is not a key/m, 1],
		['cut', sub { write_file($key, substr $good, 1) },
		    qr/^FAULT: \S+docket.key is not a key/m, 1],
		['another', sub { write_file($key, $was) },
		    qr/^FAULT: second factors that \S+ does not open: 1/m, 0],
		['readable', sub { chmod 0644, $key },
		    qr/^FAULT: \S+, the key of sealed secrets, is accessible/m, 0],
	);
	for (@wrong) {
		my ($what, $act, $said, $fails) = @$_;
		$act->();
		like $d->check->{out}, $said, "check: $what";
		admin($d, $fails, 'key', 'id');
		unlink $key;
		write_file($key, $good);
		chmod 0600, $key;
	}
	is key_faults(), '', 'check finds nothing wrong again';
};

subtest 'another place' => sub {
	my $dir = tempdir(CLEANUP => 1);
	my $o = Docket->new('key-file' => "$dir/secret");
	ok !-e "$o->{data}/docket.key", 'key-file names another file';
	is length slurp("$dir/secret"), 32, 'which migrate makes';
	my $u = enrolled($o->user('eve@example.org'));
	is said(second_step($u, code_of($u->{secret}))), '201',
	    'the programs read it, in their sandbox';
	my $to = tempdir(CLEANUP => 1);
	admin($d, 0, 'move', '--to', "$to/data") if mkdir "$to/data", 0700;
	is slurp("$to/data/docket.key"), slurp($key),
	    'a new data directory gets the key';
} if engine() eq 'sqlite';

done_testing;
