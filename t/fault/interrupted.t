# An interrupted read or write is resumed; one that fails ends the answer.  By
# file, so that it is certain which call is meant.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use File::Temp 'tempdir';
use Test::More;

plan skip_all => 'a sanitizer is no friend of ptrace' if build() =~ /san$/;
my $dir = tempdir(CLEANUP => 1);
my $d = Docket->new;
my $ada = $d->user('ada@example.org');
my ($list, $task, $file) = (uuid(), uuid(), uuid());
$ada->post('/lists', { id => $list, title => 'L' });
$ada->post("/lists/$list/tasks", { id => $task, title => 'T' });
$ada->upload($task, $file, "of the file\n" x 9000, 'a.txt');
my ($bytes) = glob "$d->{data}/files/*/*";

sub traced {
	my ($env, $inject, $path, @command) = @_;
	return $d->spawn($env, '', 'strace', '-f', '-o', "$dir/trace",
	    $path ? ('-P', $path) : (), '-e', "trace=read,write", '-e', "inject=$inject", 'sh',
	    '-c', "exec \"\$0\" \"\$@\" <$dir/in >$dir/out", @command);
}

# A request to a CGI program with that call to that file made to fail.
sub ask {
	my ($inject, $path, $method, $at, $body, $type) = @_;
	my $sent = ref $body ? json($body) : $body // '';
	open my $in, '>', "$dir/in" or die;
	print $in $sent;
	close $in;
	my ($bare, $env) = $ada->cgi_environment($method, $at,
	    $body ? $sent : undef, Authorization => "Bearer $ada->{token}",
	    $body ? ('Content-Type' => $type // 'application/json') : ());
	my $r = traced($env, $inject, $path, build() . '/cgi-bin/'
	    . Docket::program_of($bare));
	like slurp("$dir/trace"), qr/INJECTED/, "$method $at, $inject";
	return ($r, slurp("$dir/out"));
}

my $new = sub { { id => uuid(), title => 'N' } };
my ($r, $out) = ask('read:error=EINTR:when=1', "$dir/in", 'POST', '/lists',
    $new->());
like $out, qr/^Status: 201/, 'an interrupted read of a body is resumed';
($r, $out) = ask('read:error=EIO:when=1', "$dir/in", 'POST', '/lists',
    $new->());
unlike $out, qr/^Status: 2/, 'a failed read of a body is an error';
is $d->sql('SELECT count(*) FROM list'), 2, 'and nothing is made of it';

($r, $out) = ask('write:error=EINTR:when=1', "$dir/out", 'GET', '/lists');
like $out, qr/^Status: 200.*\}$/s,
    'an interrupted write of an answer is resumed';
($r, $out) = ask('write:error=EPIPE:when=1', "$dir/out", 'POST', '/lists',
    $new->());
is "$out$r->{signal}", '0', 'a client that has gone ends the answer quietly';
is $d->sql('SELECT count(*) FROM list'), 3, 'and what was asked for is done';

my $content = "/attachments/$file/content";
($r, $out) = ask('read:error=EINTR:when=1', $bytes, 'GET', $content);
ok index($out, "of the file\n" x 9000) > 0,
    'an interrupted read of a file is resumed';
($r, $out) = ask('read:error=EIO:when=1', $bytes, 'GET', $content);
ok index($out, "of the file\n" x 9000) < 0,
    'a failed read of a file ends the answer';
like $r->{err}, qr/\S/, 'and is logged';
($r, $out) = ask('write:error=EPIPE:when=2', "$dir/out", 'GET', $content);
is $r->{signal}, 0, 'a client that leaves during the answer does no harm';

# Of an upload the first that is written.
for ([EINTR => '201'], [ENOSPC => '507'], [EIO => '500']) {
	my ($error, $status) = @$_;
	my $id = uuid();
	($r, $out) = ask("write:error=$error:when=1", undef, 'POST',
	    "/tasks/$task/attachments", Docket::multipart(['id', $id],
	    ['file', "of $error\n" x 9000, 'a.txt']));
	like $out, qr/^Status: $status/, "it is answered by $status";
	$r = $ada->get("/attachments/$id/content");
	is $r->{status} == 200 && $r->{body} eq "of $error\n" x 9000,
	    $error eq 'EINTR', 'the file is complete, or not stored';
	is scalar(() = glob "$d->{data}/files/new-*"), 0,
	    'no temporary file is left';
}

my %env = %{$d->{env}};
open my $none, '>', "$dir/in" or die;
for (["EINTR:when=1" => 0], ["EIO:when=1+" => 1]) {
	my ($error, $fails) = @$_;
	my $to = "$dir/to$fails";
	mkdir $to;
	$r = traced(\%env, "read:error=$error", $bytes,
	    build() . '/bin/docket-backup', $to);
	like slurp("$dir/trace"), qr/INJECTED/, "docket-backup, $error";
	is $r->{status} != 0, $fails == 1,
	    'the exit status is right' or diag $r->{err};
	my $copy = $to . substr $bytes, length $d->{data};
	is !!(-f $copy && slurp($copy) eq slurp($bytes)), !$fails,
	    'the copy is complete, or there is none';
}

done_testing;
