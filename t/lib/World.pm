# Users with a record of every kind.  Each text and id is marked with who may
# read it, for tests that nobody sees or changes other users' data.
#
#	my $w = World->new;
#	my $r = $w->{user}{ada}->get("/lists/$w->{id}{'shared.list'}");
#	my @why = $w->leaks('ada', $r->{raw}{out});	# (): no leak
#	my @rows = $w->{kept}->changed;  $w->{kept}->restore;	# Snapshot.pm
#
# ada owns the list "shared"; mel and moe are members, vic views it, and rex was a
# ada owns the list "shared"; mel and moe are members, vic views it, and rex was a
# member; she offers it to mel. sid and kim are strangers.  Her list "unlisted" is in no
# token that is limited to lists ({tokens}, by their names).  Each of ada, mel, vic, rex
# and sid also has, under "NAME.KIND", a list, task, step, attachment, group, tag, session,
# token, subscription, import and user.  "deleted.KIND" was deleted: a record of the
# shared list, or one of ada's own.  "buried.KIND" belongs to deleted.task, "lost.KIND" is in
# deleted.list, which mel could reach.
package World;
use strict;
use warnings;
use Docket;
use JSON::PP ();
use Snapshot;

# Who may read which mark.  People who share a list know the names and ids of
# its members; of a member who left, only the id in what they created.  Those
# who could reach a deleted list keep its tombstone ("deleted"), and so does rex
# of the shared list, where he syncs ("rex+").  What went with a list has
# tombstones with ids only ("lost#"). kim is known to be invited.
my @viewed = (qw(shared sharedlist rexid),
    map { ("${_}name", "${_}id") } qw(ada mel moe kim vic));
my @together = (@viewed, 'deleted');
our %sees = (ada => ['ada', 'adatag', 'unlisted', @together],
    mel => ['mel', 'meltag', @together],
    vic => ['vic', 'victag', @viewed],
    map { $_ => [$_, "${_}tag", "${_}name", "${_}id"] } qw(rex sid una));
$sees{'rex+'} = [@{$sees{rex}}, 'sharedlist', 'adaid', 'melid', 'shared#'];
$sees{"$_+"} = [@{$sees{$_}}, 'lost#'] for qw(ada mel);
# By tokens of ada's that are limited to the shared list and the deleted one, or to
# her own list.
$sees{listed} = ['adatag', @together];
$sees{'listed+'} = [@{$sees{listed}}, 'lost#'];
$sees{elsewhere} = [qw(ada adatag adaname adaid)];

sub mark { return "qx7$_[0]x7q" }

sub new {
	my ($class, %set) = @_;
	my $d = Docket->new(registration => 'open',
	    'smtp-url' => 'smtp://localhost', %set);
	my $w = bless { d => $d, id => {}, word => {} }, $class;
	$w->enter($_) for qw(ada mel moe rex sid kim vic);
	$w->enter('una', unverified => 1);
	$w->enter('lea');
	$w->furnish($_) for qw(ada mel rex sid vic);
	$w->share;
	$w->hide;
	$w->delete_some;
	$w->by_mail;
	$w->part;
	$w->{kept} = Snapshot->new($d);
	return $w;
}

# Gives a record's name a new id, or the id that it has.
sub named {
	my ($w, $name, $word, $id) = @_;
	$id //= uuid();
	$w->{id}{$name} = $id;
	$w->{word}{$id} = $word;
	return $id;
}

sub must {
	my ($r, $status) = @_;
	my ($package, $file, $line) = caller;
	die "$file:$line: $r->{status} $r->{body}\n"
	    if $r->{status} != $status;
	return $r->{json};
}

sub enter {
	my ($w, $who, %o) = @_;
	my $email = mark($who) . '@example.org';
	my $u = $w->{d}->user($email, name => mark("${who}name"), %o);
	$w->{user}{$who} = $u;
	$w->named("$who.user", "${who}id", $u->{me}{id});
	return $u;
}

# A session, access token and push subscription: their ids; the secrets are
# kept.
sub carry {
	my ($w, $who, $as) = @_;
	my ($u, $text) = ($w->{user}{$who}, mark($who));
	my $r = must($u->post('/sessions', { email => $u->{email},
	    password => $u->{password}, deviceName => "$text phone" }), 201);
	$w->{secret}{"$as.session"} = $r->{token};
	my ($s) = grep { !$_->{current} && !$w->{word}{$_->{id}} }
	    @{must($u->get('/me/sessions'), 200)->{items}};
	$w->named("$as.session", $who, $s->{id});
	$r = must($u->post('/me/tokens', { name => "$text script",
	    readOnly => JSON::PP::true }), 201);
	$w->{secret}{"$as.token"} = $r->{token};
	$u->with(token => $r->{token})->get('/me');
	$w->named("$as.token", $who, $r->{id});
	$r = must($u->post('/me/feeds', { name => "$text feed", as => 'both' }),
	    201);
	$w->named("$as.feed", $who, $r->{id});
	($w->{id}{"$as.link"}) = $r->{url} =~ m{/feeds/([^/]+)/};
	$w->{d}->get('/feeds/' . $w->{id}{"$as.link"} . '/tasks.ics');
	$r = must($u->post('/me/push-subscriptions', {
	    endpoint => "https://push.example.org/$text/$as",
	    keys => { p256dh => "${text}key", auth => "${text}auth" },
	    userAgent => "$text browser" }), 201);
	$w->named("$as.subscription", $who, $r->{id});
}

# A task with all its parts, in a list; "$as.task" and so on.
sub fill {
	my ($w, $who, $list, $as, $word) = @_;
	my ($u, $text) = ($w->{user}{$who}, mark($word));
	my ($t, $s, $f) = map { $w->named("$as.$_", $word) }
	    qw(task step attachment);
	must($u->post("/lists/$list/tasks", { id => $t,
	    title => "$text task" }), 201);
	must($u->patch("/lists/$list/tasks/$t", { notes => "$text notes",
	    done => JSON::PP::true }), 200);
	must($u->post("/tasks/$t/steps", { id => $s, title => "$text step" }),
	    201);
	must($u->upload($t, $f, "$text bytes of $as\n", "$text.txt"), 201);
	return $t;
}

sub furnish {
	my ($w, $who) = @_;
	my ($u, $text) = ($w->{user}{$who}, mark($who));
	my ($l, $g) = map { $w->named("$who.$_", $who) } qw(list group);
	my $tag = $w->named("$who.tag", "${who}tag");
	must($u->post('/me/groups', { id => $g, title => "$text group" }),
	    201);
	must($u->post('/lists', { id => $l, title => "$text list",
	    groupId => $g }), 201);
	my $t = $w->fill($who, $l, $who, $who);
	must($u->post('/me/tags', { id => $tag, name => mark("${who}tag") }), 201);
	$w->use_task($who, $t);
	$w->{id}{'any.key'} = 'app/any';
	must($u->put('/me/settings/app/any', { value => "$text setting" }),
	    201);
	$w->named("$who.import", $who, must($u->bring('{"schemaVersion":"1"}',
	    "$text.json"), 201)->{id});
	$w->carry($who, $who);
}

# A user's own records on a task.
sub use_task {
	my ($w, $who, $task) = @_;
	my $u = $w->{user}{$who};
	must($u->put("/tasks/$task/tags", { tagIds => [
	    $w->{id}{"$who.tag"}] }), 200);
	must($u->put("/me/my-day/$task", {}), 200);
}

sub invite {
	my ($w, $list, @who) = @_;
	must($w->{user}{ada}->post("/lists/$list/members",
	    { email => $w->{user}{$_}{email} }), 201) for @who;
}

# Everybody who can reach the list adds to it; mel's and rex's stay when they
# go.
sub share {
	my ($w) = @_;
	my $u = $w->{user};
	my $l = $w->named('shared.list', 'sharedlist');
	must($u->{ada}->post('/lists', { id => $l,
	    title => mark('sharedlist') }), 201);
	$w->invite($l, qw(mel moe rex vic));
	must($u->{ada}->patch("/lists/$l/members/$w->{id}{'vic.user'}",
	    { role => 'viewer' }), 200);
	my $t = $w->fill('ada', $l, 'shared', 'shared');
	my $mels = $w->fill('mel', $l, 'mels', 'shared');
	$w->fill('rex', $l, 'rexs', 'shared');
	$w->use_task($_, $t) for qw(ada mel rex vic);
	$w->use_task('mel', $mels);
	must($u->{ada}->patch("/lists/$l/tasks/$t",
	    { assigneeId => $w->{id}{'rex.user'} }), 200);
	my $i = must($u->{ada}->post("/lists/$l/invitations", {}), 201);
	$w->named('shared.invitation', 'ada', $i->{id});
	must($u->{ada}->post("/lists/$l/transfer", {
	    userId => $w->{id}{'mel.user'} }), 202);
	# ivy invites everybody to a list.
	my ($ivy, $open) = ($w->{d}->user('ivy@example.org'), uuid());
	must($ivy->post('/lists', { id => $open, title => 'Open' }), 201);
	$w->{id}{'open.code'} = must($ivy->post("/lists/$open/invitations",
	    {}), 201)->{code};
}

sub delete_some {
	my ($w) = @_;
	my ($ada, $id) = ($w->{user}{ada}, $w->{id});
	my ($l, $t) = @$id{qw(shared.list shared.task)};
	my $step = $w->named('deleted.step', 'shared');
	my $file = $w->named('deleted.attachment', 'shared');
	must($ada->post("/tasks/$t/steps", { id => $step,
	    title => mark('shared') }), 201);
	must($ada->upload($t, $file, mark('shared'), 'x.txt'), 201);
	my $task = $w->fill('ada', $l, 'buried', 'shared');
	$w->named('deleted.task', 'shared', $task);

	my $list = $w->named('deleted.list', 'deleted');
	must($ada->post('/lists', { id => $list,
	    title => mark('deleted') . ' list' }), 201);
	$w->invite($list, 'mel');
	$w->fill('mel', $list, 'lost', 'lost');

	my $group = $w->named('deleted.group', 'ada');
	my $tag = $w->named('deleted.tag', 'adatag');
	must($ada->post('/me/groups', { id => $group, title => mark('ada') }),
	    201);
	must($ada->post('/me/tags', { id => $tag, name => mark('adatag')
	    . ' gone' }), 201);
	$w->grant;
	$w->carry('ada', 'deleted');
	must($ada->del($_), 204) for "/tasks/$t/steps/$step",
	    "/attachments/$file", "/lists/$l/tasks/$task", "/lists/$list",
	    "/me/groups/$group", "/me/tags/$tag",
	    "/me/sessions/$id->{'deleted.session'}",
	    "/me/tokens/$id->{'deleted.token'}",
	    "/me/feeds/$id->{'deleted.feed'}",
	    "/me/push-subscriptions/$id->{'deleted.subscription'}";
}

# A list of ada's that no limited token reaches.
sub hide {
	my ($w) = @_;
	my $ada = $w->{user}{ada};
	my $l = $w->named('unlisted.list', 'unlisted');
	must($ada->post('/lists', { id => $l, title => mark('unlisted'),
	    groupId => $w->{id}{'ada.group'} }), 201);
	$w->use_task('ada', $w->fill('ada', $l, 'unlisted', 'unlisted'));
}

# Tokens of ada's: each has been used, so that reading changes nothing.
our %tokens = (
	(map { $_ => { scopes => [$_] } } qw(read write add dav)),
	'read-only' => { readOnly => JSON::PP::true },
	'read and add' => { scopes => ['read', 'add'] },
	'to its end' => { expiresInDays => 3 },
	'over' => { expiresInDays => 1 },
	(map { (my $scope = $_) =~ s/.* //; $_ => { scopes => [$scope],
	    listIds => [qw(shared.list deleted.list)] } }
	    'listed read', 'listed write', 'listed add'),
	elsewhere => { listIds => ['ada.list'] },
);

sub grant {
	my ($w) = @_;
	my $ada = $w->{user}{ada};
	for my $name (sort keys %tokens) {
		my %o = %{$tokens{$name}};
		$o{listIds} = [@{$w->{id}}{@{$o{listIds}}}] if $o{listIds};
		my $r = must($ada->post('/me/tokens', { name => mark('ada'),
		    %o }), 201);
		$w->{tokens}{$name} = $ada->with(token => $r->{token});
		$w->named("$name.token", 'ada', $r->{id});
		$w->{tokens}{$name}->get('/me');
	}
	(my $hex = $w->{id}{'over.token'}) =~ tr/-//d;
	$w->{d}->sql("UPDATE credential SET expires_at = 1000000
	    WHERE id = x'$hex'");
}

# Codes from mails: moe used one for a reset, ada has one, una can verify her
# address.
sub by_mail {
	my ($w) = @_;
	my ($d, $u) = @$w{qw(d user)};
	for (['deleted', 'moe'], ['ada', 'ada']) {
		$w->{id}{"$_->[0].reset"} =
		    $d->code($u->{$_->[1]}{email}, 'reset');
	}
	must($d->put("/password-resets/$w->{id}{'deleted.reset'}",
	    { password => 'long enough 1' }), 204);
	must($u->{una}->post('/me/email-verification'), 202);
	$w->{id}{'una.verify'} = $d->code($u->{una}{email}, 'verify');
}

# rex loses the list, and lea her account; one session expires, another is
# ended.
sub part {
	my ($w) = @_;
	my ($u, $id) = ($w->{user}, $w->{id});
	$w->{before_loss} = must($u->{rex}->get('/me/changes'), 200)->{next};
	must($u->{ada}->del("/lists/$id->{'shared.list'}/members/"
	    . $id->{'rex.user'}), 204);
	$id->{'deleted.user'} = $id->{'rex.user'};
	must($u->{lea}->del('/me', { password => $u->{lea}{password} }), 204);
	my $over = $w->{d}->sign_in($u->{ada}{email}, $u->{ada}{password});
	$w->{secret}{expired} = $over->{token};
	my ($s) = grep { $_->{current} }
	    @{must($over->get('/me/sessions'), 200)->{items}};
	(my $hex = $s->{id}) =~ tr/-//d;
	$w->{d}->sql("UPDATE credential SET expires_at = 1000000
	    WHERE id = x'$hex'");
}

# The rows of the database without the table of words, and without users' own
# records on tasks, which stay theirs even if they can no longer reach the task.
sub of_others {
	my ($w, $who, @rows) = @_;
	(my $hex = uc $w->{id}{"$who.user"}) =~ tr/-//d;
	return join "\n", grep { !/^'word'/ &&
	    !/^'(?:feed|my_day|tag_set|task_tag)'.*X'$hex'/i } @rows;
}

# What a text (an answer, or rows of the database) contains that this user
# (undef: nobody) may not read: marks, and ids of records except those given.
sub leaks {
	my ($w, $who, $text, @but) = @_;
	my %may = map { $_ => 1 } $who ? @{$sees{$who}} : ();
	my %but = map { lc $_ => 1 } @but;
	my %found;
	$found{"a text of $1"} = 1 for grep { !$may{$1} }
	    $text =~ /qx7([a-z]+)x7q/g;
	my $hex = qr/[0-9a-f]/i;
	for (lc($text) =~ /($hex{8}-?$hex{4}-?$hex{4}-?$hex{4}-?$hex{12})/g) {
		(my $id = $_) =~
		    s/^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/$1-$2-$3-$4-$5/;
		my $word = $w->{word}{$id};
		$found{"an id of $word"} = 1 if defined $word &&
		    !$may{$word} && !$may{"$word#"} && !$but{$id};
	}
	my @found = sort keys %found;
	return @found;
}

1;
