# A service that is not ready: no database, one of another version, another file
# in its place, invalid settings.  The answer is 503, the log says what to do,
# and nothing is created or changed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Digest::MD5 'md5_hex';
use Docket;
use File::Copy;
use File::Find;
use File::Temp 'tempdir';
use Test::More;
use Refusal;

my $w = Refusal->new;
my $d = $w->{d};

# Every file below a folder, and what is in it.
sub holds {
	my ($dir) = @_;
	my %is;
	find({ no_chdir => 1, wanted => sub {
		$is{$_} = -f $_ ? md5_hex(slurp($_) // '') : '' } }, $dir);
	return \%is;
}

sub unready {
	my ($name, $log, $dir, %env) = @_;
	my $who = $w->{ada}->with(quiet => 1, env => { %{$w->{ada}{env}},
	    DOCKET_DATA => $dir, %env });
	my $held = -d $dir ? holds($dir) : undef;
	subtest $name => sub {
		for (['GET', '/me'], ['GET', '/health'], ['GET', '/ready'],
		    ['GET', '/lists'], ['POST', '/lists',
		    { id => uuid(), title => 'x' }],
		    ['POST', '/sessions', { email => $w->{ada}{email},
		    password => $w->{ada}{password} }],
		    ['DELETE', $w->path('/lists/{other}')]) {
			my ($method, $path, $body) = @$_;
			my $r = $who->request($method, $path, $body);
			is said($r), '503 not-ready', "$method $path";
			my @lines = split /\n/, $r->{raw}{err};
			is scalar(grep { !/: the database server: / } @lines), 1,
			    'one line is logged, besides what libpq said';
			like join("\n", @lines), $log, 'it says why';
			unlike $r->{body}, qr/\Q$dir\E/, 'the answer does '
			    . 'not mention it';
		}
		my $head = $who->request('HEAD', '/me');
		is "$head->{status} $head->{body}", '503 ',
		    'HEAD is 503 without a body';
		my $r = $who->upload($w->{id}{taskId}, uuid(), 'x', 'x');
		is said($r), '503 not-ready', 'an upload is refused';
		if (!%env || $env{DOCKET_DATABASE}) {
			is said($who->get('/openapi.json')), 200,
			    'routes that need no database still work';
			is said($who->get('/nope')), '404 not-found',
			    'an unknown path is not found';
			is said($who->put('/me', {})),
			    '405 method-not-allowed',
			    'a wrong method is refused';
		}
		is_deeply -d $dir ? holds($dir) : undef, $held,
		    'nothing is created or changed';
	};
}

sub copy_of {
	my ($change) = @_;
	my $dir = tempdir(CLEANUP => 1);
	copy "$d->{data}/docket.db", "$dir/docket.db" or die;
	$d->with(data => $dir)->sql($change) if defined $change;
	return $dir;
}

sub file_of {
	my ($bytes) = @_;
	my $dir = tempdir(CLEANUP => 1);
	open my $out, '>:raw', "$dir/docket.db" or die;
	print $out $bytes;
	close $out;
	return $dir;
}

my $data = $d->{data};
if (engine() eq 'postgresql') {
	unready('without a database', qr/"nowhere" does not exist/, $data,
	    DOCKET_DATABASE => $d->nowhere->{DOCKET_DATABASE});
	unready('without a server', qr/No such file/, $data,
	    DOCKET_DATABASE => 'postgresql:///x?host=/nowhere');
	unready('an empty database', qr/migrate/, $data, DOCKET_DATABASE =>
	    (Cluster::empty($ENV{DOCKET_CLUSTER}))[1]);
	for (['newer', qr/newer/, 1], ['older', qr/migrate/, -1]) {
		my ($name, $log, $by) = @$_;
		my $other = Docket->new;
		$other->sql("UPDATE schema_version SET version = version + $by");
		unready("with a database that is $name", $log, $data,
		    DOCKET_DATABASE => $other->{env}{DOCKET_DATABASE});
	}
} else {
	files();
}

sub files {
	my $version = $d->sql('PRAGMA user_version');
	my $empty = tempdir(CLEANUP => 1);
	unready('without a database', qr/\Q$empty\E.*migrate/, $empty);
	unready('without a directory', qr/migrate/, "$empty/none");
	unready('with a newer database', qr/newer/,
	    copy_of('PRAGMA user_version = ' . ($version + 1)));
	unready("another program's", qr/not/, copy_of('PRAGMA application_id = 1'));
	unready('an empty file', qr/./, file_of('with an empty file'));
	unready('with a text file', qr/not/, file_of("not a database\n" x 1000));
	my $folder = tempdir(CLEANUP => 1);
	mkdir "$folder/docket.db" or die;
	unready('with a directory in its place', qr/./, $folder);
	my $good = copy_of();
	is $w->{ada}->with(env => { %{$w->{ada}{env}}, DOCKET_DATA => $good })
	    ->get('/me')->{status}, 200, 'a sound copy is ready';
}

unready("a wrong $_->[0]", qr/DOCKET_\U$_->[0]\E|\Q$_->[2]\E/i, $data,
    'DOCKET_' . uc $_->[0] => $_->[1]) for
    ['registration', 'maybe', 'registration'],
    ['auth', '', 'auth'], ['session_days', '-1', 'session-days'],
    ['trusted_proxies', '10.0.0.0/99', 'trusted-proxies'],
    ['upload_max_bytes', 'x', 'upload-max-bytes'];
my $conf = File::Temp->new;
print $conf "# a comment\nregistration = open\nnonsense = 1\n";
$conf->flush;
unready('with an invalid settings file', qr/\Q$conf\E:3.*nonsense/, $data,
    DOCKET_CONF => "$conf");
unready('without the settings file that is named', qr{/nonexistent/x}, $data,
    DOCKET_CONF => '/nonexistent/x');
done_testing;
