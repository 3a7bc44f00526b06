# Settings that clients store, and the account in the feed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use JSON::PP ();
use Test::More;

my $d = Docket->new;
my ($ada, $bob) = map { $d->user("$_\@example.org", name => ucfirst) }
    qw(ada bob);
my $at = '/me/settings';

sub said { my ($r) = @_;
	return join ' ', $r->{status}, $r->{status} < 400 ? () :
	    $r->{json}{code} // () }

subtest 'a setting' => sub {
	my $r = $ada->put("$at/app/order", { value => { a => [1, undef, 'x'] } });
	is $r->{status}, 201, 'it is created';
	is_deeply [sort keys %{$r->{json}}], [qw(createdAt key updatedAt value)],
	    'it has these members';
	is $r->{headers}{etag}, "\"$r->{json}{updatedAt}\"",
	    'its ETag is its updatedAt';
	is_deeply $r->{json}{value}, { a => [1, undef, 'x'] },
	    'its value is as sent';
	my $since = $r->{json}{updatedAt};
	is said($ada->put("$at/app/order", { value => 7 })), '200',
	    'it can be changed';
	is said($ada->put("$at/app/order", { value => 8 },
	    'If-None-Match' => '*')), '412 precondition-failed',
	    'If-None-Match: * is refused if it exists';
	is said($ada->put("$at/app/order", { value => 8 },
	    'If-Match' => "\"$since\"")), '412 precondition-failed',
	    'If-Match is refused if it has changed';
	is_deeply [map { "$_->{key} $_->{value}" }
	    @{$ada->get($at)->{json}{items}}], ['app/order 7'], 'it is listed';
	is_deeply $bob->get($at)->{json}{items}, [], 'only for its user';
	is said($ada->del("$at/app/order")), '204', 'it is deleted';
	is said($ada->del("$at/app/order")), '404 setting-not-found',
	    'it cannot be deleted twice';
	my ($gone) = @{$ada->get("$at?since=$since")->{json}{items}};
	ok exists $gone->{value} && !defined $gone->{value} &&
	    $gone->{deletedAt}, 'its tombstone has no value';
	is said($ada->put("$at/app/order", { value => undef })), '201',
	    'null is a value';
};

subtest 'keys' => sub {
	is said($ada->put("$at/$_", { value => 1 })), '201', $_
	    for 'a', 'app/first-day', 'a/b/c-9', 'x' x 80;
	is said($ada->$_("$at/A", { value => 1 })), '404 not-found', "$_ A"
	    for 'put';
	is said($ada->put("$at/$_", { value => 1 })), '404 not-found', $_
	    for 'x' x 81, 'a_b', 'a.b', 'a/', "a'b", '%2Fa',
	    'a%2F', 'a%2F%2Fb', '';
	is said($ada->put("$at/$_", { value => 1 })), '400 malformed-request', $_
	    for '/a', 'a//b';
	is said($ada->del("$at/A")), '404 not-found',
	    'an invalid key cannot be deleted';
};

subtest 'values' => sub {
	my $raw = sub { $ada->request('PUT', "$at/v", $_[0],
	    'Content-Type' => 'application/json') };
	is $raw->('{ "value" : { "x y" : [ 1.50 , "a \\" b" ] } }')->{status},
	    201, 'a value can have white space';
	is $d->sql("SELECT value FROM setting WHERE key = 'v'"),
	    '{"x y":[1.50,"a \\" b"]}',
	    'which is not stored; numbers stay as written';
	is said($ada->put("$at/v", { value => 'x' x 4094 })), '200',
	    '4,096 bytes are accepted';
	my $r = $ada->put("$at/v", { value => 'x' x 4095 });
	is "$r->{status} $r->{json}{errors}[0]{pointer}"
	    . " $r->{json}{errors}[0]{code}", '422 /value too-long',
	    '4,097 are refused';
	is said($ada->put("$at/v", {})), '422 validation-failed',
	    'a body without a value is refused';
};

subtest 'a user has at most 200 settings' => sub {
	$bob->put("$at/k$_", { value => $_ }) for 1 .. 199;
	is said($bob->put("$at/k200", { value => 1 })), '201',
	    'the 200th is accepted';
	is said($bob->put("$at/k201", { value => 1 })), '422 limit-reached',
	    'one more is refused';
	is said($bob->put("$at/k200", { value => 2 })), '200',
	    'existing ones can be changed';
	$bob->del("$at/k1");
	is said($bob->put("$at/k201", { value => 1 })), '201',
	    'a deleted one does not count';
};

subtest 'the account in the feed' => sub {
	my $eve = $d->user('eve@example.org', name => 'Eve');
	my $first = $eve->get('/me/changes')->{json};
	my @me = grep { $_->{kind} eq 'me' } @{$first->{items}};
	is scalar @me, 1, 'a first read has it once';
	is_deeply { %{$me[0]}, kind => 0, updatedAt => 0, notifications => 0 },
	    { %{$eve->get('/me')->{json}}, kind => 0, updatedAt => 0,
	    notifications => 0 }, 'it is as GET /me has it';
	is_deeply $me[0]{notifications}, { reminders => JSON::PP::true,
	    assignments => JSON::PP::true },
	    'with the notification preferences';
	my $since = $first->{next};
	for ([patch => '/me', { displayName => 'E' }],
	    [patch => '/me', { timeZone => 'Europe/Berlin' }],
	    [patch => '/me', { autoDeleteCompleted => JSON::PP::true }],
	    [put => '/me/notifications', { reminders => JSON::PP::false }]) {
		my ($method, $path, $body) = @$_;
		$eve->$method($path, $body);
		my $r = $eve->get("/me/changes?since=$since")->{json};
		is join(' ', map { $_->{kind} } @{$r->{items}}), 'me',
		    "changed: @{[%$body]}";
		$since = $r->{next};
		$eve->$method($path, $body);
		is_deeply $eve->get("/me/changes?since=$since")
		    ->{json}{items}, [], 'the same value again is not a change';
	}
};

done_testing;
