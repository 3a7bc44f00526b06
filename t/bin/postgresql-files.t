# Attachments in PostgreSQL: what one front end stores, others serve.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Contents;
use Docket;
use Test::More;
use Web;

Cluster::within();
my $d = Docket->new;
my $url = $d->{env}{DOCKET_DATABASE};
sub sql { return Cluster::sql($url, $_[0]) }
Contents::tests($d, \&sql, sub { sql(q{SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND (state <> 'idle' OR backend_xmin IS NOT NULL)}) == 0 });

subtest 'two front ends with a data directory each' => sub {
	my $e = Docket->new(database => $url);
	my $ada = $d->sign_in('ada@example.org', 'correct horse ada@example.org');
	my $there = $ada->with(%$e{qw(data env)});
	my $task = Contents::task($ada);
	my $all = Contents::bytes(1_000_000);
	my ($id) = Contents::add($ada, $task, $all);
	is Contents::read_content($there, $id)->{body}, $all,
	    'an upload at one is read at the other';
	($id) = Contents::add($there, $task, $all . '.');
	is Contents::read_content($ada, $id)->{body}, "$all.", 'and back';
	is_deeply [Contents::check($e)], [], 'check finds all of it from either';
	my @both = map { my $u = $_; beside(sub {
		srand;
		return join ' ', map {
		    (Contents::add($u, $task, $all . $_))[1] } 1 .. 8;
	}) } $ada, $there;
	is_deeply [map { ended($_) } @both], [('201 ' x 7 . '201') x 2],
	    'both store the same contents at once';
	is sql(q{SELECT count(*) FROM content_upload}), 0, 'and none twice';
};

subtest 'uploads hold nothing' => sub {
	my $ada = $d->sign_in('ada@example.org', 'correct horse ada@example.org');
	my $task = Contents::task($ada);
	# One that stops in the middle of the second piece.
	my ($form, $type) = Docket::multipart(['id', uuid()],
	    ['file', Contents::bytes(1_000_000), 'x.pdf', 'application/pdf']);
	my ($bare, $env) = $ada->cgi_environment('POST',
	    "/tasks/$task/attachments", $form, 'Content-Type' => $type,
	    Authorization => "Bearer $ada->{token}");
	my $out = File::Temp->new;
	my $pid = open my $in, '|-';
	if (!$pid) {
		%ENV = %$env;
		open STDOUT, '>', "$out";
		exec build() . '/cgi-bin/' . Docket::program_of($bare);
	}
	binmode $in;
	$in->autoflush;
	print $in substr $form, 0, 500_000;
	until_true(sub { sql('SELECT count(*) FROM content_piece JOIN
	    content_upload USING (id)') == 1 });
	ok until_true(sub { sql(q{SELECT string_agg(state, ' ')
	    FROM pg_stat_activity WHERE datname = current_database()
	    AND pid <> pg_backend_pid()}) eq 'idle' }),
	    'the first piece is stored, and no transaction is open';
	is $ada->make('/lists', title => 'Other') =~ /-/, 1, 'others can write';
	print $in substr $form, 500_000;
	close $in;
	like slurp("$out"), qr/^Status: 201/, 'it goes on to its end';
};
# Neither program nor worker: a client that does not read must not keep others from
# the server's connections.
subtest 'downloads hold no connection' => sub {
	my $ada = $d->sign_in('ada@example.org', 'correct horse ada@example.org');
	my $all = Contents::bytes(5_000_000);
	my ($id) = Contents::add($ada, Contents::task($ada), $all);
	my $web = Web->new($d, '-m', 'cgi');
	my @silent = map { Contents::begin_read($ada, $web->{port}, $id) } 1 .. 4;
	# docket-wait listens.
	ok until_true(sub { sql(q{SELECT count(*) FROM pg_stat_activity
	    WHERE datname = current_database() AND pid <> pg_backend_pid()
	    AND query NOT SIMILAR TO '%(schema_version|snapshot)%'}) == 0 }),
	    'they have no connection';
	Contents::end_read($_, $all) for @silent;
};
done_testing;
