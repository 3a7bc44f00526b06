# Removing objects from an S3 store: nobody waits for the store but who asked it;
# an upload of the same bytes at any time, and a program that is killed at any
# point, leave no attachment without its object, and in the end no object without
# an attachment.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Contents;
use Docket;
use Store;
use Test::More;
use Web;

my $store = Store->new;
my $d = Docket->new(files => 's3', 's3-url' => $store->url);
my $ada = $d->user('ada@example.org');
my $task = Contents::task($ada);
my $n = 0;
my @started;
END { kill KILL => @started if @started }

# Runs the sub in a process of its own, whose exit status says whether it was true.
sub start {
	my ($do) = @_;
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		@started = ();
		srand;	# other ids
		my $ok = eval { $do->() };
		POSIX::_exit($ok ? 0 : 1);
	}
	push @started, $pid;
	return $pid;
}
sub runs { return waitpid($_[0], 1) == 0 }
sub ends_well { waitpid $_[0], 0; @started = grep { $_ != $_[0] } @started;
	return $? == 0 }

# The notes of killed programs are old.
sub all_due {
	return $d->sql('UPDATE content_removal SET begun_at = 0;
	    UPDATE content_upload SET begun_at = 0');
}
sub cleans { return $d->run('docket-cleanup', '-q')->{status} == 0 }
sub uploads { my ($bytes) = @_;
	return (Contents::add($ada->with(may_fail => 1, quiet => 1), $task,
	    $bytes, 'x.txt'))[1] == 201 }
sub writes { return $ada->post('/lists', { id => uuid(), title => 'L' })
	->{status} == 201 }
sub notes { return $d->sql('SELECT count(*) FROM content_removal') }
# Attachments without their object, and objects without an attachment.
sub faults {
	my %objects = %{$store->objects};
	my %rows = map { $_ => 1 } split /\n/, $d->sql('SELECT DISTINCT
	    lower(hex(sha256)) FROM attachment WHERE sha256 <> zeroblob(32)');
	return join ' ', scalar(grep { !exists $objects{$_} } keys %rows),
	    scalar(grep { !$rows{$_} } keys %objects);
}

subtest 'nobody waits for the store' => sub {
	my $name = $store->add('an orphan');
	all_due();
	$store->answers(delete => 'late');
	my $cleanup = start(\&cleans);
	$store->await("delete $name");
	ok writes(), 'a write while docket-cleanup waits for it';
	ok runs($cleanup), 'does not wait';
	$store->go;
	ok ends_well($cleanup), 'docket-cleanup goes on when it answers';
	is faults() . notes(), '0 00', 'and the object is removed';

	$store->answers(put => 'late');
	my $upload = start(sub { uploads('slow') });
	$store->await('put ' . Digest::SHA::sha256_hex('slow'));
	ok writes(), 'a write while an upload waits for it';
	ok runs($upload), 'does not wait';
	$store->go;
	ok ends_well($upload), 'the upload goes on when it answers';
};

subtest 'nor for a recovery' => sub {
	$store->answers;
	my ($id) = Contents::add($ada, $task, 'recovered', 'x.txt');
	my $dir = folder();
	is $d->run('docket-backup', $dir, '-q')->{status}, 0, 'a backup';
	$ada->del("/attachments/$id");
	$store->answers(map { $_ => 'late' } qw(get head range put));
	$store->requests;
	my $recovery = start(sub { $d->run('docket-admin', 'recover', '--from',
	    $dir, '--user', 'ada@example.org')->{status} == 0 });
	$store->await('put ' . Digest::SHA::sha256_hex('recovered'));
	ok writes(), 'a write while docket-admin recover waits for the store';
	ok runs($recovery), 'does not wait';
	$store->go;
	ok ends_well($recovery), 'the recovery goes on when it answers';
	is $ada->get("/attachments/$id/content")->{body}, 'recovered',
	    'the attachment is there';
	is faults(), '0 0', 'with its object';
};

subtest 'uploads that wait occupy no worker' => sub {
	my $web = Web->new($d, '-m', 'fastcgi', '--workers', 2);
	my $u = $ada->with(base => $web->{base});
	$store->answers(put => 'late');
	my @uploads = map { my $i = $_; start(sub { (Contents::add($u, $task,
	    "slow $i", 'x.txt'))[1] == 201 }) } 1, 2;
	$store->await('put ' . Digest::SHA::sha256_hex("slow $_")) for 1, 2;
	is $u->post('/lists', { id => uuid(), title => 'L' })->{status}, 201,
	    'a write beside as many as there are workers';
	is scalar(grep { runs($_) } @uploads), 2, 'does not wait';
	$store->go;
	is scalar(grep { ends_well($_) } @uploads), 2, 'all are stored';
	is faults(), '0 0', 'with their objects';
};

subtest 'deleted attachments beyond the quota' => sub {
	$store->answers;
	my ($id) = Contents::add($ada, $task, 'y' x 20_000, 'x.txt');
	local $ada->{env}{DOCKET_QUOTA_BYTES} = 10_000;
	$store->requests;
	is $ada->del("/attachments/$id")->{status}, 204, 'one is deleted';
	is_deeply [$store->requests], [], 'the store is not asked';
	is faults() . ' ' . notes(), '0 1 1', 'the object is noted';
	delete local $ada->{env}{DOCKET_QUOTA_BYTES};
	ok uploads('next'), 'the next upload';
	is faults() . ' ' . notes(), '0 0 0', 'removes it';
};

subtest 'an upload of what is noted' => sub {
	my $name = $store->add('wanted again');
	$d->sql("INSERT INTO content_removal VALUES (x'$name', 0)");
	$store->answers(put => 'late', delete => 'status 500');
	my $upload = start(sub { uploads('wanted again') });
	# It tries first to remove something, and fails: which takes a while.
	$store->await("delete $name");
	$d->sql('UPDATE content_removal SET begun_at = 0');
	$store->await("put $name");
	is notes(), 0, 'takes the note away';
	$store->answers(delete => 'right');
	$store->go;
	ok ends_well($upload), 'and succeeds';
	all_due();
	ok cleans(), 'docket-cleanup';
	is faults(), '0 0', 'leaves it alone';
};

subtest 'an upload of what is being removed' => sub {
	my $name = $store->add('wanted now');
	all_due();
	$store->requests;
	$store->answers(delete => 'late');
	my $cleanup = start(\&cleans);
	$store->await("delete $name");
	my $upload = start(sub { uploads('wanted now') });
	select undef, undef, undef, 1;
	ok runs($upload), 'waits';
	is_deeply [grep { /^put/ } $store->requests], [], 'and sends nothing';
	$store->go;
	ok ends_well($cleanup) && ends_well($upload), 'until it is removed';
	is faults() . ' ' . notes(), '0 0 0', 'then the object is there';
};

# A kill at each call that others can notice: writes to the database's log, flushes,
# what is sent to the store.
sub killed_at {
	my ($i) = @_;
	my $r = $d->spawn($d->{env}, '', 'strace', '-f', '-qq', '-o', '/dev/null',
	    '-e', 'trace=pwrite64,fdatasync,sendto', '-e',
	    "inject=pwrite64,fdatasync,sendto:signal=KILL:when=$i",
	    build() . '/bin/docket-cleanup', '-q');
	return $r->{signal} == 9 || $r->{status} == 137;
}

subtest 'docket-cleanup is killed at each point' => sub {
	plan skip_all => 'a sanitizer is no friend of ptrace'
	    if build() =~ m{/san$};
	$store->answers;
	my ($kills, @wrong) = (0);
	# With a server each takes a second.
	my $step = engine() eq 'postgresql' ? 5 : 1;
	for (my $i = 1; ; $i += $step) {
		my $name = $store->add("removed $i");
		all_due();
		killed_at($i) or last;
		$kills++;
		# Others come first, or docket-cleanup itself.
		if ($i % 2) {
			$d->sql('UPDATE content_removal SET begun_at = 0');
			uploads("removed $i") or push @wrong, "$i: no upload";
			push @wrong, "$i: " . faults() if faults() ne '0 0';
		}
		all_due();
		cleans() or push @wrong, "$i: no cleanup";
		push @wrong, "$i: " . faults() . ' ' . notes()
		    if faults() . ' ' . notes() ne '0 0 0';
		$task = Contents::task($ada) if $i % 30 == 0;
	}
	is_deeply \@wrong, [], "$kills kills leave nothing behind";
	cmp_ok $kills, '>', 2, 'there are as many points';
};
done_testing;
