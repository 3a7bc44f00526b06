# What surrounds a program: signals that its parent ignores or blocks, readers that
# end, descriptors that run out, a machine without time zones.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use POSIX ();
use Server;
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my $bin = build() . '/bin';

# docket-serve with a signal that is ignored, or blocked: it ends all the same.
sub serve_under {
	my ($ignored, $blocked) = @_;
	my $port = free_port();
	write_file("$dir/serve.out", '');
	my $pid = fork // die "fork: $!\n";
	if ($pid == 0) {
		$SIG{$_} = 'IGNORE' for @$ignored;
		POSIX::sigprocmask(POSIX::SIG_BLOCK(),
		    POSIX::SigSet->new(@$blocked));
		%ENV = %{$d->{env}};
		open STDOUT, '>', "$dir/serve.out";
		open STDERR, '>&', \*STDOUT;
		exec "$bin/docket-serve", '-p', $port or POSIX::_exit(127);
	}
	for (1 .. 400) {
		last if slurp("$dir/serve.out") =~ /Ctrl-C/;
		select undef, undef, undef, 0.05;
	}
	kill TERM => $pid;
	for (1 .. 400) {
		return $? if waitpid($pid, POSIX::WNOHANG()) == $pid;
		select undef, undef, undef, 0.05;
	}
	kill KILL => $pid;
	waitpid $pid, 0;
	return 'killed';
}
for (
	['no signal is ignored or blocked', [], []],
	['SIGTERM is ignored', ['TERM'], []],
	['SIGTERM is blocked', [], [POSIX::SIGTERM()]],
	['SIGCHLD is ignored', ['CHLD'], []],
	['all are blocked', [], [1 .. 31]],
) {
	my ($name, @how) = @$_;
	is serve_under(@how), 0, "docket-serve ends by SIGTERM: $name";
}

# A command's own status, while nobody reads its output.
sub unread {
	my (@command) = @_;
	my $r = $d->spawn($d->{env}, '', 'bash', '-c',
	    '{ sleep 0.2; "$@"; echo $? >&2; } | true', 'sh', @command);
	return $r->{err};
}
write_file("$dir/one.json", json({ schemaVersion => '1', lists =>
    [{ id => uuid(), title => 'Imported' }] }));
for (
	['docket-import', '--user', 'ada@example.org', "$dir/one.json"],
	['docket-admin', 'user', 'list'], ['docket-backup', "$dir/backups"],
	['docket-cleanup'],
) {
	my ($program, @args) = @$_;
	is unread("$bin/$program", @args), "0\n",
	    "$program: what is done is done, though nobody reads of it";
}
is $d->sql('SELECT count(*) FROM list'), 1, 'it is imported';

SKIP: {
	skip 'sanitizers have no sandbox', 2 if build() =~ m{/san$};
	my @said = map {
		my $n = $_;
		map { my $r = $d->spawn($d->{env}, '', 'bash', '-c',
		    "ulimit -n $n; exec \"\$@\"", 'sh', "$bin/" . $_->[0],
		    @$_[1 .. $#$_]); $r->{err} . $r->{out} }
		    ['docket-cleanup'], ['docket-admin', 'check']
	} 4 .. 10;
	like "@said", qr/no file descriptor is left: raise the limit/,
	    'descriptors that run out are named';
	unlike "@said", qr/Landlock refused/, 'and not taken for the sandbox';
}

my $text = "$dir/docket.prom";
my $r = $d->spawn({ %{$d->{env}}, ASAN_OPTIONS => 'detect_leaks=0' }, '',
    'strace', '-qq', '-o', '/dev/null', '-e', 'trace=fchmod', '-e',
    'inject=fchmod:signal=TERM', "$bin/docket-admin", 'stats', '--textfile',
    $text);
is $r->{signal}, 15, 'stats --textfile is ended by a signal';
is_deeply [glob "$text*"], [$text], 'and leaves no other file';

SKIP: {
	my @hidden = ('unshare', '--mount', 'sh', '-c',
	    'mount -t tmpfs none /usr/share/zoneinfo && exec "$@"', 'sh');
	skip 'no mount namespace', 2 if $d->spawn($d->{env}, '', @hidden,
	    'true')->{status} != 0;
	like $d->spawn($d->{env}, '', @hidden, "$bin/docket-admin", 'check')
	    ->{out}, qr/^FAULT: there are no time zones in/m,
	    'a machine without time zones: check';
	like $d->spawn($d->{env}, '', @hidden, 'timeout', 2,
	    "$bin/docket-serve", '-p', free_port())->{err},
	    qr/there are no time zones in .*: install tzdata/,
	    '... and docket-serve say so';
}
unlike $d->check->{out}, qr/time zones/, 'nothing is said where there are';
done_testing;
