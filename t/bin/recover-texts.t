# docket-admin recover brings back what clients of CalDAV keep: each text by its name,
# each member's own CATEGORIES, the name of a list and its properties.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Backup;
use Dav;
use Docket;
use Test::More;
use Texts;

my $d = Docket->new;
my ($ada, $grace) = map { $d->user("$_\@example.org") } qw(ada grace);
my ($dav, $hers) = map { Dav->new($_) } $ada, $grace;
my %sent = texts();
my $in = "$dav->{home}shed";
is $dav->xml('MKCALENDAR', "$in/", "<C:mkcalendar $Dav::Xmlns><D:set><D:prop>" .
    '<D:displayname>Garden</D:displayname></D:prop></D:set></C:mkcalendar>')->{status},
    201, 'a client makes a list';
my ($list) = map { $_->{id} } grep { $_->{title} eq 'Garden' }
    @{$ada->get('/lists')->{json}{items}};
is_deeply [send_texts($ada, $dav, $list)], [], 'and its texts';
$ada->post("/lists/$list/members", { email => $grace->{email} });
my $theirs = "$hers->{home}$list";
for ([$dav, $in, 'red'], [$hers, $theirs, 'blue']) {
	my ($of, $at, $colour) = @$_;
	is $of->xml('PROPPATCH', "$at/", "<D:propertyupdate $Dav::Xmlns><D:set><D:prop>" .
	    "<A:calendar-color>$colour</A:calendar-color></D:prop></D:set>" .
	    '</D:propertyupdate>')->{status}, 207, "$colour is set";
}
# The member's own CATEGORIES, in a text that is the list's.
is $hers->put("$theirs/rich.ics", $sent{'rich.ics'} =~ s/green,red/blue,apple/r,
    'If-Match' => $hers->get("$theirs/rich.ics")->{headers}{etag})->{status}, 204,
    'the member has CATEGORIES of their own';
my $app = $ada->make("/lists/$list/tasks", title => 'Of the app');
is $dav->request('MOVE', "$in/$app.ics", undef, Destination =>
    "$in/named.ics")->{status}, 201, 'one has a name alone';

sub read_all {
	my %all;
	for ([ada => $dav, $in], [grace => $hers, $theirs]) {
		my ($who, $of, $at) = @$_;
		for (sort keys %sent, 'named.ics') {
			my $r = $of->get("$at/$_");
			$all{"$who $_"} = $r->{status} . undated($r->{body});
		}
		my $color = $of->propfind("$at/", ['A:calendar-color']);
		$all{"$who colour"} = $color->{responses}{"$at/"}{'D:calendar-color'};
	}
	return \%all;
}

my $was = read_all();
like $was->{'ada rich.ics'}, qr/^CATEGORIES:green,red\r$/m, 'the owner has their CATEGORIES';
like $was->{'grace rich.ics'}, qr/^CATEGORIES:blue,apple\r$/m, 'and the member theirs';
is $was->{'grace colour'}, 'blue', 'and a colour of the list';
my $dir = folder();
is $d->run('docket-backup', $dir, '--quiet')->{status}, 0, 'a backup';
my @tasks = map { $_->{id} } @{$ada->get("/lists/$list/tasks")->{json}{items}};

# What is gone, and what the backup has of it.
for (['the list', sub { $ada->del("/lists/$list") }],
    ['its tasks', sub { $ada->del("/lists/$list/tasks/$_") for @tasks }],
    ['the list, long ago', sub { $ada->del("/lists/$list"); later() }],
    ['its tasks, long ago', sub { $ada->del("/lists/$list/tasks/$_") for @tasks;
	later() }],
    ['nothing', sub { }]) {
	my ($what, $go) = @$_;
	subtest "gone is $what" => sub {
		$go->();
		is $dav->get("$in/rich.ics")->{status}, $what eq 'nothing' ? 200 : 404,
		    'what its clients see';
		my $r = $d->run('docket-admin', 'recover', '--from', $dir, '--list',
		    $list);
		is $r->{status}, 0, 'it is recovered' or diag $r->{err};
		is_deeply read_all(), $was, 'with all that its clients keep';
		like $d->run('docket-admin', 'recover', '--from', $dir, '--list',
		    $list)->{out}, qr/^0 created/, 'again, it makes nothing';
		is $d->check->{status}, 0, 'check is content';
		my $token = $dav->sync("$in/")->{sync_token};
		is_deeply $dav->sync("$in/", $token)->{hrefs} // [], [],
		    'a client that has all receives nothing';
	};
}

subtest 'a text whose name and UID went to another' => sub {
	my ($first) = map { $_->{id} } grep { $_->{title} eq 'Plain' }
	    @{$ada->get("/lists/$list/tasks")->{json}{items}};
	my $plain = "$in/plain.ics";
	$dav->request(DELETE => $plain);
	is $dav->put($plain, $sent{'plain.ics'})->{status}, 201, 'another has both';
	$dav->request(DELETE => $plain);
	is $ada->post("/lists/$list/tasks/$first/restore")->{status}, 200, 'and goes';
	my $has = $dav->get("$in/$first.ics")->{body};
	like $d->run('docket-admin', 'recover', '--from', $dir, '--list', $list)->{out},
	    qr/^0 created/, 'the text is there, so nothing is made';
	is $dav->get($plain)->{status}, 404, 'the name does not return';
	is $dav->get("$in/$first.ics")->{body}, $has, 'and the text stays';
	is $d->check->{status}, 0, 'check is content';
};

subtest 'names that others have now' => sub {
	$ada->del("/lists/$list/tasks/$_") for @tasks;
	is $dav->put("$in/plain.ics", $sent{'plain.ics'} =~ s/:plain/:other/r)->{status},
	    201, 'another has the name';
	is $dav->put("$in/x.ics", $sent{'zone.ics'})->{status}, 201,
	    'and another the UID';
	is $d->run('docket-admin', 'recover', '--from', $dir, '--list', $list)
	    ->{status}, 0, 'it is recovered';
	like $dav->get("$in/plain.ics")->{body}, qr/^UID:other\r$/m, 'keeps the name';
	like $dav->get("$in/x.ics")->{body}, qr/^UID:zone\@host\r$/m, 'and the UID';
	my ($plain, @more) = grep { $dav->get("$in/$_.ics")->{body} =~ /^UID:plain\r$/m }
	    @tasks;
	ok defined $plain && !@more, 'one is known by its id';
	is $d->check->{status}, 0, 'check is content';
};

# The service half a year on: what was deleted is erased.
sub later {
	for (qw(40d 240d 280d)) {
		$d->later($_);
		my $r = $d->run('docket-cleanup', '--clock-is-right');
		die "cleanup: $r->{err}" if $r->{status} != 0;
	}
	delete @{$d->{env}}{qw(LD_PRELOAD FAKETIME)};
	$_ = $d->sign_in($_->{email}, $_->{password}) for $ada, $grace;
	($dav, $hers) = map { Dav->new($_) } $ada, $grace;
}

done_testing;
