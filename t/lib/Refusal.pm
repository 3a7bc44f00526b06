# Some records to try requests on, and a check that a refusal is right and
# changes nothing.
#
#	my $w = Refusal->new(registration => 'open');
#	$w->{ada}, $w->{bob}		# users; bob is a member of ada's list
#	$w->path('/lists/{listId}')	# with the ids of ada's records
#	$w->body($route)		# a valid body
#	$w->try($route, $body)		# sends it as ada
#	$w->refused($r, '422 no-fields', 'what was tried');
#
# A route is one of Docket::routes(). refused() checks an answer's status, code
# and fields ("422 validation-failed /title:empty") and its form (RFC 9457), and
# that everything stored is as it was at the last $w->remember.
package Refusal;
use strict;
use warnings;
use Digest::MD5;
use Docket;
use Exporter 'import';
use File::Find;
use Test::More;
use Values;

our @EXPORT = qw(set_member said shown);

sub new {
	my ($class, %set) = @_;
	my $d = Docket->new(%set);
	my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
	my %id = map { $_ => uuid() } qw(listId other taskId sibling stepId
	    groupId tagId attachmentId foreign);
	my $w = bless { d => $d, ada => $ada, bob => $bob, id => \%id },
	    $class;
	my @made = (
	    $ada->post('/me/groups', { id => $id{groupId}, title => 'G' }),
	    $ada->post('/me/tags', { id => $id{tagId}, name => 'urgent' }),
	    (map { $ada->post('/lists', { id => $id{$_}, title => $_ }) }
	    qw(listId other)),
	    $bob->post('/lists', { id => $id{foreign}, title => 'B' }),
	    (map { $ada->post("/lists/$id{listId}/tasks", { id => $id{$_},
	    title => $_ }) } qw(taskId sibling)),
	    $ada->post("/tasks/$id{taskId}/steps", { id => $id{stepId},
	    title => 'S' }),
	    $ada->put("/me/my-day/$id{taskId}", {}),
	    $ada->upload($id{taskId}, $id{attachmentId}, "text\n", 'a.txt'),
	    $ada->post("/lists/$id{listId}/members",
	    { email => 'bob@example.org' }));
	die "the records: $_->{body}\n"
	    for grep { $_->{status} !~ /^20[01]$/ } @made;
	$d->run(qw(docket-admin user admin ada@example.org))->{status} == 0
	    or die "no administrator\n";
	$ada->post('/me/confirmation', { password => $ada->{password} })
	    ->{status} == 204 or die "not confirmed\n";
	$id{userId} = $bob->{me}{id};
	# Whom administrators remove: nobody needs them.
	$id{removedId} = $d->user('removed@example.org')->{me}{id};
	$id{token} = $id{code} = $id{secret} = 'x' x 43;
	$id{invitationId} = uuid();
	$id{key} = 'app/x';
	$id{tokenId} = $ada->post('/me/tokens', { name => 'N' })->{json}{id};
	$id{importId} = $ada->bring("Title\nPaint\n", 'a.csv')->{json}{id};
	my $feed = $ada->post('/me/feeds', { name => 'N' })->{json};
	$id{feedId} = $feed->{id};
	($id{secret}) = $feed->{url} =~ m{/feeds/([^/]+)/};
	$id{sessionId} = $id{identityId} = $id{passkeyId} = uuid();
	$id{subscriptionId} = $ada->post('/me/push-subscriptions', {
	    endpoint => 'https://push.example.org/1', keys => { p256dh => 'p',
	    auth => 'a' } })->{json}{id};
	$w->remember;
	return $w;
}

# A path of the route tables with ids in place of its parameters.
sub path {
	my ($w, $path, %id) = @_;
	my %all = (%{$w->{id}}, $path =~ m{^/admin/} ?
	    (userId => $w->{id}{removedId}) : (), %id);
	$path =~ s/\{(\w+)\}/$all{$1}/ge;
	return $path;
}

# Fields that a body needs though others could stand for them.
my %needed = ('POST /sessions' => qr/^(?:email|password)$/);

# A valid body for the route: its required fields; for an upload, the bytes and
# their Content-Type.
sub body {
	my ($w, $route) = @_;
	return Docket::multipart(['id', uuid()], ['file', "text\n", 'a.txt'])
	    if $route->{flags}{upload};
	return undef if !@{$route->{fields}};
	my $body = {};
	set_member($body, $_->{name}, plain($_))
	    for grep { $_->{required} || $_->{name} =~
	    ($needed{"$route->{method} $route->{path}"} // qr/^$/) }
	    @{$route->{fields}};
	return $body;
}

sub try {
	my ($w, $route, $body, %h) = @_;
	return $w->{ada}->request($route->{method}, $w->path($route->{path}),
	    $body, %h);
}

# Everything that is stored.
sub state {
	my ($w) = @_;
	my $md5 = Digest::MD5->new;
	my $data = $w->{d}{data};
	$md5->add($w->{d}->rows) if engine() eq 'postgresql';
	for my $file (map { "$data/docket.db$_" } '', '-wal') {
		open my $in, '<:raw', $file or next;
		$md5->addfile($in);
		close $in;
	}
	my @files;
	find({ no_chdir => 1, wanted => sub { push @files, $_ if -f } },
	    "$data/files") if -d "$data/files";
	$md5->add("$_\n") for sort @files;
	return $md5->hexdigest;
}

sub remember { my ($w) = @_; $w->{state} = $w->state; return }

# "422 validation-failed /id:required /title:empty"; or how a problem violates
# RFC 9457.
sub said {
	my ($r) = @_;
	my $p = $r->{json};
	return $r->{status} if $r->{status} < 400;
	return "$r->{status} not a problem: $r->{body}"
	    if ref $p ne 'HASH' || !defined $p->{code} || !$p->{title} ||
	    ($p->{status} // '') ne $r->{status} ||
	    ($p->{type} // '') ne "/problems/$p->{code}" ||
	    $r->{headers}{'content-type'} ne 'application/problem+json';
	return join ' ', $r->{status}, $p->{code},
	    map { "$_->{pointer}:$_->{code}" } @{$p->{errors} // []};
}

sub refused {
	my ($w, $r, $expected, $name) = @_;
	my $state = $w->state;
	my $got = said($r);
	$got .= ', and something changed' if $state ne $w->{state};
	$w->{state} = $state;
	return is $got, $expected, $name;
}

# Sets a member of a body, or removes it if there is no value; "keys/auth" is a
# member of an object.
sub set_member {
	my ($body, $name, @value) = @_;
	my @path = split m{/}, $name;
	my $last = pop @path;
	$body = $body->{$_} //= {} for @path;
	if (@value) {
		$body->{$last} = $value[0];
	} else {
		delete $body->{$last};
	}
	return;
}

sub shown {
	my ($value) = @_;
	my $text = json($value);
	return length $text > 60 ? substr($text, 0, 50) . '... of ' .
	    length $text : $text;
}

1;
