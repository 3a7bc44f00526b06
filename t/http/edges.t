# Requests at the edges of rules: records below the wrong parent with a condition,
# names that change in case alone, values that stay what they were.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $d = Docket->new;
my ($ada, $bob) = map { $d->user("$_\@example.org") } qw(ada bob);
my ($list, $other) = map { $ada->make('/lists', title => $_) } 'L', 'M';
my ($task, $second) = map { $ada->make("/lists/$list/tasks", title => $_) }
    'T', 'U';
my $step = $ada->make("/tasks/$task/steps", title => 'S');

sub said {
	my ($r) = @_;
	return "$r->{status}" . ($r->{json} && $r->{json}{code} ?
	    " $r->{json}{code}" : '');
}

subtest 'a condition finds a record below its parent alone' => sub {
	for ([PATCH => "/lists/$other/tasks/$task", { title => 'X' }],
	    [PATCH => "/tasks/$second/steps/$step", { title => 'X' }],
	    [DELETE => "/tasks/$second/steps/$step"],
	    [PATCH => "/lists/$list/tasks/" . uuid(), { title => 'X' }],
	    [PATCH => "/tasks/$task/steps/" . uuid(), { title => 'X' }],
	    [PUT => '/me/settings/No', { value => 1 }]) {
		my ($method, $path, $body) = @$_;
		for my $how ('If-Match', 'If-None-Match') {
			like said($ada->request($method, $path, $body,
			    $how => '*')), qr/^404 (?:\w+-)?not-found$/,
			    "$method with $how: *";
		}
	}
	is $ada->get("/lists/$list/tasks/$task")->{json}{title}, 'T',
	    'nothing is changed';
	is said($ada->request(PUT => '/me/settings/new', { value => 1 },
	    'If-Match' => '*')), '412 precondition-failed',
	    'a setting that is not there yet matches nothing';
	is said($ada->request(PUT => '/me/settings/new', { value => 1 },
	    'If-None-Match' => '*')), '201', 'so it can be created';
	is said($ada->request(PATCH => '/me', { displayName => 'Ada' },
	    'If-None-Match' => '"x"')), '200',
	    'a condition on what has no version is not one';
};

subtest 'a tag of a form like that of compressed answers' => sub {
	my $r = $ada->get("/lists/$list");
	my ($tag) = $r->{headers}{etag} =~ /^"(.*)"$/;
	my $get = sub { $ada->get("/lists/$list", 'If-None-Match' =>
	    "\"$_[0]\"")->{status} };
	is $get->($tag), 304, 'the tag';
	is $get->("$tag-gzip"), 304, 'that of a compressed answer';
	is $get->($_), 200, $_ for "$tag-gzzp", 'x' . substr("$tag-gzip", 1),
	    "$tag-gzi", "$tag-gzip2";
};

subtest 'names of tags' => sub {
	my $tag = $ada->make('/me/tags', name => 'red');
	$ada->make('/me/tags', name => 'blue');
	my $rename = sub { said($ada->patch("/me/tags/$tag",
	    { name => $_[0] })) };
	my $stamp = $ada->get("/me/tags/$tag")->{json}{updatedAt} // '';
	is $rename->('red'), '200', 'to what it is';
	is $ada->get("/me/tags/$tag")->{json}{updatedAt} // '', $stamp,
	    'which changes nothing';
	is $rename->('RED'), '200', 'in case alone';
	is $rename->('Blue'), '409 tag-exists', 'to that of another';
	is $rename->('green'), '200', 'to one that is free';
};

subtest 'settings' => sub {
	my $put = sub { $ada->put('/me/settings/a/b', { value => $_[0] }) };
	is $put->('x')->{status}, 201, 'a new one';
	my $was = $put->('x');
	is $was->{status}, 200, 'the same value';
	my $is = $put->('y');
	isnt $is->{json}{updatedAt}, $was->{json}{updatedAt}, 'another value';
	is $ada->del('/me/settings/a/b')->{status}, 204, 'it is deleted';
	is $put->('y')->{status}, 201, 'and made again with the same value';
};

subtest 'invitations' => sub {
	my $code = $ada->post("/lists/$list/invitations", {})->{json}{code};
	my $accept = sub { said($_[0]->post("/invitations/$code/accept")) };
	is $accept->($ada), '422 not-shareable', 'by the owner';
	my $new = $d->user('new@example.org', unverified => 1);
	is $accept->($new), '422 not-shareable',
	    'by a user whose address is not verified';
	is $accept->($bob), '201', 'by another';
	is $accept->($bob), '200', 'twice';
	is said($bob->post('/invitations/x/accept')), '404 invitation-not-found',
	    'by an unknown code';
};

subtest 'what a client accepts' => sub {
	my $get = sub { $ada->get('/lists', Accept => $_[0])->{status} };
	is $get->($_), 200, $_ for
	    'application/problem+json, application/json;q=0',
	    'application/json;q=0, application/problem+json', ' ';
	is $get->($_), 406, $_ for 'application/json;q=0', 'text/html',
	    'application/json;q=0, */*',
	    '*/*;q=0, text/html';
};
done_testing;
