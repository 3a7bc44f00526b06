# The commands of doc/home.md: a certificate of one's own, which docket-serve uses;
# copies of a backup by restic and by age, which bring everything back.  Left out are
# those that change the machine: apt, systemctl, chown.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Docket;
use File::Path 'make_path';
use File::Temp 'tempdir';
use Test::More;
use Web;

my $dir = tempdir(CLEANUP => 1);
my $page = slurp(top() . '/doc/home.md');
my $docket = build() . '/bin';

# What the page's paths become.
my %path = ('/etc/ssl/home' => "$dir/tls", '/etc/docket-offsite' => "$dir/key",
    '/etc/systemd/system' => "$dir/units", '/usr/share/docket' => top() . '/etc',
    '/etc/docket/docket.conf' => "$dir/docket.conf",
    '/var/backups/docket' => "$dir/backups",
    '/usr/local/share/ca-certificates' => $dir,
    'sftp:docket@nas.home.arpa:docket' => "$dir/elsewhere");
my ($any) = map { qr/($_)/ } join '|', map { quotemeta }
    sort { length $b <=> length $a } keys %path;

# The blocks of a section, as commands that run here.
sub section {
	my ($title) = @_;
	my ($text) = $page =~ /^## \Q$title\E\n(.*?)(?=^## |\z)/ms or
	    die "no section $title\n";
	return map {
		join "\n", grep { !/^(?:apt|systemctl|chown|update-ca\S*|docket-admin
		    [ ]setup)\b/x } map { s/\bsudo (?:-u docket )?//gr }
		    split /\n/, s/$any/$path{$1}/gr
	} $text =~ /^```sh\n(.*?)^```/msg;
}

sub works {
	my ($commands, $name, %env) = @_;
	my $r = Docket->spawn({ %env, PATH => "$docket:$ENV{PATH}", HOME => $dir,
	    TMPDIR => $dir }, '', 'bash', '-ec', "cd $dir\n$commands");
	is $r->{status}, 0, $name or diag "$commands\n$r->{out}$r->{err}";
	return $r->{out};
}

sub lacks {
	my ($tool) = @_;
	return if system("command -v $tool >/dev/null") == 0;
	plan skip_all => "$tool is missing: bin/setup --tests installs it";
}

subtest 'An authority of your own' => sub {
	my ($make, $use) = section('An authority of your own');
	works($make, 'it makes certificates');
	my ($ca, $cert, $key) = map { "$dir/tls/$_" }
	    qw(ca.pem fullchain.pem privkey.pem);
	is slurp("$dir/home.crt"), slurp($ca), 'for the machine itself, too';
	is sprintf('%o', (stat "$dir/tls/$_")[2] & 07777), '600', "$_ is private"
	    for qw(ca.key privkey.pem);
	works($use, 'a unit');
	is_deeply [slurp("$dir/units/docket.service.d/https.conf") =~
	    /^LoadCredential=.*:(.*)$/mg], [$cert, $key], 'names both files';

	like works("openssl x509 -in $cert -noout -ext subjectAltName", 'it names'),
	    qr/DNS:docket\.home\.arpa/, 'the service, as browsers read it';

	my $web = Web->new(Docket->new, '--certificate', $cert, '--key', $key);
	my $get = 'curl -s -o /dev/null -w "%{http_code}" --resolve '
	    . "docket.home.arpa:$web->{port}:127.0.0.1 "
	    . "https://docket.home.arpa:$web->{port}/api/v1/health";
	is works("$get --cacert $ca", 'who trusts the authority'), '200',
	    'reaches the service';
	works("$get || test \$? = 60", 'who does not is warned');
	is $web->stop, 0, 'it ends';

	# The authority signs for other names in vain.
	my ($sign) = $make =~ /^(openssl .* -CA .*)$/m;
	$sign =~ s/docket\.home\.arpa/bank.example.org/g;
	$sign =~ s/fullchain/bank/;
	works($sign, 'a certificate of another name');
	like works("openssl verify -CAfile $ca tls/bank.pem 2>&1 || :", 'is'),
	    qr/permitted subtree violation/, 'not valid';
};

my ($d, $ada, $list, $task) = service('a file', 'b file');
is $d->run('docket-backup', '-q', "$dir/backups")->{status}, 0, 'a backup';
write_file("$dir/docket.conf", "registration = closed\n");

# That a folder has what was backed up, which makes an empty service whole.
sub is_whole {
	my ($root, $restore) = @_;
	works("diff -r $dir/backups $root$dir/backups", 'the same bytes');
	is slurp("$root$dir/docket.conf"), "registration = closed\n",
	    'and the settings';
	my $new = Docket->new;
	works($restore =~ s{ \Q$dir\E/backups}{ $root$dir/backups}r, 'restored',
	    %{$new->{env}});
	my $u = $new->with(token => $ada->{token});
	is $u->get("/lists/$list/tasks/$task")->{json}{title}, 'Milk',
	    'the task is there, and the session';
	is_deeply [sort map { $u->get("/attachments/$_->{id}/content")->{body} }
	    @{$u->get('/me/attachments')->{json}{items}}],
	    ['a file', 'b file'], 'and the files';
	return;
}

my (undef, undef, undef, $back) = section('Backups elsewhere');
my ($restore) = $back =~ /^(docket-admin restore.*)/m;

subtest 'Backups elsewhere' => sub {
	lacks('restic');
	my ($begin, $backup, $check) = section('Backups elsewhere');
	works($begin, 'a place for copies');
	is sprintf('%o', (stat "$dir/key")[2] & 07777), '600',
	    'its password is private';
	works($backup, "a copy, the $_") for qw(first second);
	works($check, 'it is checked');
	my ($get) = $back =~ /\A(.*?restic restore[^\n]*)/s;
	works($get =~ s{--target /$}{--target $dir/new}r, 'it comes back');
	is_whole("$dir/new", $restore);
	is works("grep -rlE 'Milk|a file' elsewhere || :", 'a search'), '',
	    'the copies are encrypted';
};

subtest 'One encrypted file' => sub {
	lacks('age');
	my ($key, $write, $read) = section('One encrypted file');
	works($key, 'a key');
	my $here = $dir =~ s{^/}{}r;
	s{ -C / var/backups/docket etc/docket/docket\.conf}
	    { -C / $here/backups $here/docket.conf} for $write;
	works($write, 'a copy');
	make_path("$dir/unpacked");
	works($read =~ s{ -C / }{ -C $dir/unpacked }r, 'it comes back');
	is_whole("$dir/unpacked", $restore);
};
done_testing;
