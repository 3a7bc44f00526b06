# docket-admin stats for Prometheus: the text format, the file for node_exporter,
# and the alerts that are shipped, by promtool.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();
use Test::More;

my $dir = tempdir(CLEANUP => 1);
my $alerts = top() . '/etc/prometheus-alerts.yml';

sub stats {
	my ($d, @args) = @_;
	return $d->run('docket-admin', 'stats', @args);
}

sub put {
	my ($path, $text) = @_;
	open my $out, '>', $path or die "$path: $!\n";
	print $out $text;
	close $out;
	return $path;
}

# Runs promtool; what it says where it finds a fault.
sub promtool {
	my (@args) = @_;
	my $said = `promtool @args 2>&1`;
	return $? == 0 ? '' : $said || "promtool: $?";
}

# Each series with its value.
sub series {
	my ($text) = @_;
	return { map { /^(\w+(?:\{.*?\})?) (\S+)$/ ? ($1, $2) : () }
	    split /\n/, $text };
}

my $d = Docket->new('smtp-url' => 'smtp://127.0.0.1:1',
    'mail-from' => 'docket@example.org');
my $ada = $d->user('ada@example.org');
my $list = uuid();
$ada->post('/lists', { id => $list, title => 'L' });
$ada->post("/lists/$list/tasks", { id => uuid(), title => "T$_" }) for 1 .. 3;

subtest 'the text format' => sub {
	my $r = stats($d, '--prometheus');
	is $r->{status}, 0, 'the metrics are printed' or diag $r->{err};
	is promtool('check', 'metrics', '<', put("$dir/m.prom", $r->{out})),
	    '', 'promtool finds no error';
	my $s = series($r->{out});
	is_deeply [@{$s}{'docket_users', 'docket_lists',
	    'docket_tasks{state="open"}', 'docket_tasks{state="done"}'}],
	    [1, 1, 3, 0], 'the numbers are right';
	# An alert tells that the reserve is 0.
	is $s->{docket_reserve}, engine() eq 'sqlite' ? 1 : undef,
	    'so is the reserve, of SQLite alone';
	cmp_ok $s->{docket_disk_free_bytes}, '>', 1e6,
	    'the free space is a number';
	my $json = JSON::PP::decode_json(stats($d, '--json')->{out});
	is keys(%$json), keys(%$s) - 1, 'JSON has the same figures';
	is stats($d, '--json', @$_)->{status}, 2, "not JSON and @$_"
	    for ['--prometheus'], ['--textfile', "$dir/x"];
};

subtest 'tokens, and who has a second factor' => sub {
	my @tokens = map { $ada->with(token => $ada->post('/me/tokens',
	    { name => 'T', scopes => $_ })->{json}{token}) } ['write'],
	    ['read'], ['read', 'add'], ['add'], (['dav']) x 3;
	is $tokens[0]->get('/me')->{status}, 200, 'one is used';
	$d->sql("UPDATE credential SET expires_at = 1 WHERE hash IN (SELECT hash
	    FROM credential WHERE kind = 'token' AND token = 8 LIMIT 1)");
	my $s = series(stats($d, '--prometheus')->{out});
	is_deeply [map { $s->{"docket_tokens{scope=\"$_\"}"} }
	    qw(read write add dav)], [2, 1, 2, 2], 'tokens by scope';
	is $s->{docket_tokens_unused}, 5, 'those that were never used';
	is $s->{docket_users_second_factor}, 0, 'nobody has a second factor';
	for my $flags (1, 4, 2) {
		$d->sql("UPDATE user SET flags = $flags");
		is series(stats($d, '--prometheus')->{out})
		    ->{docket_users_second_factor}, $flags == 2 ? 0 : 1,
		    "flags of $flags";
	}
};

subtest 'late notices and mails' => sub {
	my $of = sub {
		my $r = stats($d, "--prometheus");
		diag $r->{err} if $r->{status} != 0;
		return series($r->{out})->{$_[0]};
	};
	$d->sql("INSERT INTO notice SELECT id, 'reminder', x'', ${_}000000
	    FROM task WHERE title = 'T1'") for time - 590;
	is $of->('docket_notices_late'), 0,
	    'a notice is not late for ten minutes';
	$d->sql('UPDATE notice SET due_at = due_at - 30000000');
	is $of->('docket_notices_late'), 1, 'then it is';
	$d->sql("INSERT INTO mail (user_id, kind, email, created_at, due_at,
	    tries) SELECT id, 'reset', email, ${_}000000, ${_}000000, 0
	    FROM user") for time - 3590;
	is $of->('docket_mails_late'), 0, 'a mail is not late for an hour';
	$d->sql('UPDATE mail SET created_at = created_at - 30000000');
	is $of->('docket_mails_late'), 1, 'then it is';
	$d->sql('DELETE FROM mail');
	my $run = 'docket_last_run_timestamp_seconds{program="docket-mail"}';
	is $of->($run), '0.000000', 'docket-mail has never run';
	is $d->run('docket-mail')->{status}, 0, 'it runs';
	cmp_ok abs(time - $of->($run)), '<', 100, 'its time is recorded';
	unlink "$d->{data}/docket.reserve" or return;
	is $of->('docket_reserve'), 0, 'a released reserve is 0';
};

subtest 'the file for node_exporter' => sub {
	my $path = "$dir/docket.prom";
	is stats($d, '--textfile', $path)->{status}, 0, 'it is written';
	is((stat $path)[2] & 0777, 0644, 'everybody can read it');
	is_deeply [sort keys %{series(slurp($path))}],
	    [sort keys %{series(stats($d, '--prometheus')->{out})}],
	    'it has the same metrics';
	open my $old, '<', $path or die;
	is stats($d, '--textfile', $path)->{status}, 0, 'it is written again';
	isnt((stat $path)[1], (stat $old)[1], 'as a new file');
	is_deeply [glob "$path.*"], [], 'no temporary file is left';
	my $r = stats($d, '--textfile', "$dir/no/such.prom");
	is $r->{status}, 1, 'a missing directory is an error';
	like $r->{err}, qr{no/such\.prom.*No such file}, 'with a message';
};

# Each alert: what makes it fire, and what does not.
my %fires = (
	DocketNotMeasured => ['node_textfile_mtime_seconds{file="/a/docket.prom"}',
	    0, 3600],
	DocketRemindersLate => ['docket_notices_late', 2, 0],
	DocketRemindStopped => [
	    'docket_last_run_timestamp_seconds{program="docket-remind"}',
	    0, 3600, 'docket_push_subscriptions', 1],
	DocketMailQueued => ['docket_mails_late', 3, 0],
	DocketCleanupStopped => [
	    'docket_last_run_timestamp_seconds{program="docket-cleanup"}',
	    0, 400000],
	DocketBackupOld => [
	    'docket_last_run_timestamp_seconds{program="docket-backup"}',
	    0, 400000],
	DocketDiskLow => ['docket_disk_free_bytes', 9e8, 2e9],
	DocketDiskFull => ['docket_reserve', 0, 1],
);

subtest 'the alerts' => sub {
	is promtool('check', 'rules', $alerts), '', 'they are valid';
	my $rules = slurp($alerts);
	is_deeply [sort $rules =~ /alert: (\w+)/g], [sort keys %fires],
	    'each has a test';
	my $known = stats($d, '--prometheus')->{out};
	ok $known =~ /^\Q$_\E[ {]/m, "$_ exists"
	    for grep { engine() eq 'sqlite' || $_ ne 'docket_reserve' } $rules =~ /\b(docket_\w+)/g;
	my $tests = '';
	for my $alert (sort keys %fires) {
		my ($series, $bad, $good, @more) = @{$fires{$alert}};
		my ($n, $at) = $series =~ /cleanup|backup/ ? (6000, '4d') : (60, '1h');
		for ([$bad, 1], [$good, 0]) {
			my ($value, $fires) = @$_;
			$tests .= "- interval: 1m\n  input_series:\n" . join('',
			    map { "  - {series: '$_->[0]', values: '$_->[1]x$n'}\n" }
			    [$series, $value], @more ? [@more] : ())
			    . "  promql_expr_test:\n  - expr: "
			    . "count(ALERTS{alertname=\"$alert\",alertstate="
			    . "\"firing\"}) or vector(0)\n    eval_time: $at\n"
			    . "    exp_samples: [{labels: '{}', value: $fires}]\n";
		}
	}
	is promtool('test', 'rules', put("$dir/test.yml",
	    "rule_files: [$alerts]\ntests:\n$tests")), '',
	    'each fires when it must and not otherwise';
};

done_testing;
