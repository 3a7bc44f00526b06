# One of everything that writes: requests and programs that together run every
# statement of sql/query that changes something.
#
#	my $w = Writes->new($d, $smtp, sub { my ($name, $does) = @_; ... });
#	$w->all;			# calls the sub for each step
#	my %missed = Writes::missed($names_of_those_run);
#
# A step's $does dies if it is not done; a third argument is the status that a
# program must end with, if it is not 0, a fourth the body of a request.
package Writes;
use strict;
use warnings;
use Docket;
use File::Temp 'tempdir';
use JSON::PP ();
use Passkey;
use Receiver;
use SignOn;
use Smtpd;
use Totp 'code_of';
use WritesDav;

my ($T, $F) = (JSON::PP::true, JSON::PP::false);

# Not on the service's database.
our %elsewhere = (
	(map { ($_ => 'of attachments in the database: uploads are killed by '
	    . 't/bin/files.t') } qw(content_begin content_end content_name
	    content_piece_add content_pieces_remove content_remove)),
	(map { ($_ => 'of an S3 store: docket-cleanup is killed by '
	    . 't/bin/store-removal.t') } qw(content_remove_later
	    content_removal_begin content_removal_end content_removal_cancel)),
	(map { ($_ => 'of many refusals, and of lines that are old: '
	    . 't/http/audit.t') } qw(audit_addresses_expire
	    audit_addresses_expire_own
	    audit_set_detail)),
	attachment_forget => 'of a backup that is not complete yet',
	hidden_tag_remove => 'of an import whose tags are not needed: '
	    . 't/bin/imports.t',
	hidden_tag_replace => 'of a tag that is made during an import: '
	    . 't/bin/imports.t',
	reindex_forget => 'of docket-admin reindex, which has nothing to '
	    . 'forget in a sound database (t/bin/check.t)',
	state_set_moved_to => 'ends the use of a database: t/bin/move.t',
	state_set_oldest_since => 'of a copy, which docket-admin restore puts '
	    . 'in place whole: power-programs.t',
);

# The statements that write, by their names.
sub statements {
	my %all;
	for my $file (glob Docket::top() . '/sql/query/*.sql') {
		my (undef, @parts) = split /^-- name: /m, slurp($file);
		for (@parts) {
			my ($name, $sql) = /^(\w+).*?\n(.*)/s;
			$sql =~ s/^--.*\n//mg;
			$all{$name} = 1 if $sql =~
			    /^(?:INSERT|UPDATE|DELETE|REPLACE)\b/m;
		}
	}
	return \%all;
}

# Settings of the service that it needs.
sub settings {
	my ($smtp) = @_;
	return ($smtp->settings, registration => 'open', 'push-allow' =>
	    '127.0.0.1', 'vapid-subject' => 'mailto:ada@example.org',
	    'base-url' => 'https://d.example.org');
}

sub new {
	my ($class, $d, $smtp, $step) = @_;
	my $dir = tempdir(CLEANUP => 1);
	my $push = Receiver->new($dir, 6);
	$d->{env}{CURL_CA_BUNDLE} = "$dir/ca.pem";
	my %sign_on = sign_on(spoiled_provider(), 'good');
	delete $sign_on{'base-url'};
	$d->{env}{'DOCKET_' . uc s/-/_/gr} = $sign_on{$_} for keys %sign_on;
	return bless { d => $d, smtp => $smtp, step => $step, push => $push,
	    devices => [$push->devices], dir => $dir, day => 0 }, $class;
}

sub step {
	my ($w, @step) = @_;
	return $w->{step}->(@step);
}

# A request that must succeed, as a step of its own.
sub ask {
	my ($w, $u, $method, $path, $body, %h) = @_;
	my $r;
	$w->step("$method $path", sub {
		$r = $u->request($method, $path, $body, %h);
		die "$method $path: $r->{status} $r->{body}\n"
		    if $r->{status} !~ /^2/ }, 0, $body);
	return $r->{json};
}

# A request that must be refused so.
sub refused {
	my ($w, $status, $u, $method, $path, $body) = @_;
	$w->step("$method $path: $status", sub {
		my $r = $u->request($method, $path, $body);
		die "$method $path: $r->{status} $r->{body}\n"
		    if $r->{status} != $status });
}

# A program; [1] first: it ends so.
sub program {
	my ($w, $name, @args) = @_;
	my $r;
	my $wanted = ref $args[0] eq 'ARRAY' ? (shift @args)->[0] : 0;
	$w->step(join(' ', $name, grep { !ref } @args), sub {
		$r = $w->{d}->run($name, @args);
		die "$name: $r->{status} $r->{err}$r->{out}\n"
		    if $r->{status} != $wanted }, $wanted);
	return $r;
}

# A user of docket-admin's, signed in.
sub user {
	my ($w, $name) = @_;
	my $email = "$name\@example.org";
	my $password = "correct horse $name";
	$w->program('docket-admin', 'user', 'add', $email, '--name', $name,
	    '--verified', '--password-stdin', \"$password\n");
	return $w->sign_in($email, $password);
}

sub sign_in {
	my ($w, $email, $password) = @_;
	my $d = $w->{d};
	my $me = $w->ask($d, POST => '/sessions', { email => $email,
	    password => $password });
	return $d->with(token => $me->{token}, me => $me->{user},
	    email => $email, password => $password);
}

sub make {
	my ($w, $u, $path, %more) = @_;
	my $id = uuid();
	$w->ask($u, POST => $path, { id => $id, %more });
	return $id;
}

sub upload {
	my ($w, $u, $task, $bytes) = @_;
	my $id = uuid();
	$w->step("upload to $task", sub {
		my $r = $u->upload($task, $id, $bytes, 'x.txt');
		die "upload: $r->{status}\n" if $r->{status} != 201 });
	return $id;
}

# The code that the last mail carries, once docket-mail has sent it.
sub code {
	my ($w) = @_;
	$w->program('docket-mail');
	my ($code) = grep { defined } map { $_->{code} }
	    reverse $w->{smtp}->mails;
	return $code // die "no code came\n";
}

sub accounts {
	my ($w) = @_;
	my ($d, $smtp) = @$w{qw(d smtp)};
	$w->program('docket-admin', 'vapid', '--quiet');
	$w->program('docket-admin', 'vapid', '--replace', '--quiet');
	my ($ada, $bob, $eve) = @$w{qw(ada bob eve)} = map { $w->user($_) }
	    qw(ada bob eve);
	my %new = (email => 'new@example.org', password => 'correct horse');
	$w->ask($d, POST => '/users', { %new, displayName => 'New' });
	my $code = $w->code;
	my $new = $w->sign_in(@new{qw(email password)});
	$w->ask($new, POST => '/me/email-verification');
	$code = $w->code;
	$w->ask($d, POST => '/email-verifications', { token => $code });
	$w->refused(401, $d, POST => '/sessions', { email => $_,
	    password => 'a wrong one' }) for $new{email}, 'no@example.org';
	$new = $w->sign_in(@new{qw(email password)});
	$w->ask($new, PUT => '/me/password', { current => $new{password},
	    new => 'correct horse 2' });
	$w->ask($d, POST => '/password-resets', { email => $_ })
	    for 'nobody@example.org', $new{email};
	$code = $w->code;
	$w->ask($d, PUT => "/password-resets/$code",
	    { password => 'correct horse 3' });
	$new = $w->sign_in($new{email}, 'correct horse 3');
	$w->ask($new, PUT => '/me/email', { email => 'two@example.org',
	    password => 'correct horse 3' });
	$code = $w->code;
	$w->ask($d, POST => '/email-verifications', { token => $code });
	$w->ask($new, PATCH => '/me', { displayName => 'Two' });
	$w->ask($new, PUT => '/me/notifications', { reminders => $F });
	$smtp->tell('rcpt 450 later');
	$w->ask($d, POST => '/password-resets', { email => 'two@example.org' });
	$w->program('docket-mail', [1]);
	$w->ask($new, POST => '/me/tokens', { name => 'script' });
	my $tokens = $w->ask($new, GET => '/me/tokens');
	$w->ask($new, DELETE => "/me/tokens/$tokens->{items}[0]{id}");
	my $feed = $w->ask($new, POST => '/me/feeds', { name => 'calendar' });
	$w->ask($d, GET => '/feeds/' . ($feed->{url} =~ m{/feeds/([^/]+)})[0] .
	    '/tasks.ics');
	$w->ask($new, DELETE => "/me/feeds/$feed->{id}");
	my @more = map { $w->sign_in('two@example.org', 'correct horse 3') } 1, 2;
	$w->ask($more[0], DELETE => '/sessions/current');
	my ($old) = grep { !$_->{current} }
	    @{$w->ask($more[1], GET => '/me/sessions')->{items}};
	$w->ask($more[1], DELETE => "/me/sessions/$old->{id}");
	$w->factor($more[1]);
	$w->passkeys($more[1]);
	$w->program('docket-admin', 'user', 'disable', 'two@example.org');
	$w->program('docket-admin', 'user', 'enable', 'two@example.org');
	$w->program('docket-admin', 'user', 'email', 'two@example.org',
	    'new@example.org');
	$w->administrators;
	$w->{new} = $w->sign_in('new@example.org', 'correct horse 3');
	$w->single_sign_on($w->{new});
}

# An identity signs in to the account; one is added; all go.
sub single_sign_on {
	my ($w, $u) = @_;
	my $d = $w->{d};
	my %claims = (sub => 'new', email => $u->{email});
	$w->come_back(claims => \%claims) for 1, 2;
	my @confirm = (POST => '/me/confirmation',
	    { password => $u->{password} });
	$w->ask($u, @confirm);
	my $r;
	$w->step('POST /me/identities', sub {
		$r = $u->post('/me/identities');
		die "identities: $r->{status}\n" if $r->{status} != 200 });
	$w->come_back(away => away($d, $r), session => $u->{token},
	    claims => { sub => 'more' });
	for (@{$u->get('/me/identities')->{json}{items}}) {
		$w->ask($u, @confirm);
		$w->ask($u, DELETE => "/me/identities/$_->{id}");
	}
}

# The browser comes back from the provider.
sub come_back {
	my ($w, %o) = @_;
	my $away = delete $o{away} // away($w->{d});
	$w->step('GET /oidc/callback', sub {
		my $r = back($w->{d}, $away, %o);
		die "callback: $r->{status} $r->{headers}{location}\n"
		    if $r->{status} != 303 ||
		    $r->{headers}{location} =~ /problem/ });
}

# What an administrator does over the API.
sub administrators {
	my ($w) = @_;
	my $a = $w->user('boss');
	$w->program('docket-admin', 'user', 'admin', $a->{email});
	$w->ask($a, POST => '/me/confirmation', { password => $a->{password} });
	my $id = $w->ask($a, POST => '/admin/users', { email =>
	    'gone@example.org', displayName => 'Gone' })->{user}{id};
	$w->ask($a, PATCH => "/admin/users/$id", $_) for { disabled => $T },
	    { disabled => $F, admin => $T }, { admin => $F, emailVerified => $T },
	    { quotaBytes => 5 }, { quotaBytes => undef };
	$w->ask($a, DELETE => "/admin/users/$id/second-factor");
	$w->ask($a, DELETE => "/admin/users/$id");
	$w->program('docket-admin', 'user', 'quota', $a->{email}, '5');
}

# The second factor, set up, used and removed; and left to the administrator.
sub factor {
	my ($w, $u) = @_;
	my $codes;
	my $confirm = sub { $w->ask($u, POST => '/me/confirmation',
	    { password => $u->{password} }) };
	for my $last (0, 1) {
		$confirm->();
		my $secret = $w->ask($u, POST => '/me/totp')->{secret};
		$codes = $w->ask($u, PUT => '/me/totp', { code =>
		    code_of($secret, -30) })->{recoveryCodes};
		$confirm->();
		$codes = $w->ask($u, POST => '/me/recovery-codes')
		    ->{recoveryCodes};
		for my $code (code_of($secret), 'wrong', $codes->[0]) {
			my $r = $w->{d}->post('/sessions', { email =>
			    $u->{email}, password => $u->{password} });
			my @step = (POST => '/sessions', { ticket =>
			    $r->{json}{ticket}, code => $code });
			$code eq 'wrong' ? $w->refused(401, $w->{d}, @step) :
			    $w->ask($w->{d}, @step);
		}
		$w->ask($u, DELETE => '/me/totp', { code => $codes->[1] })
		    if !$last;
	}
	$w->program('docket-admin', 'key', 'rotate');
	$w->program('docket-admin', 'user', 'second-factor', '--remove',
	    $u->{email});
}

# Added, used, renamed, removed.
sub passkeys {
	my ($w, $u) = @_;
	my $key = Passkey->new(origin => 'https://d.example.org',
	    rp_id => 'd.example.org');
	$w->ask($u, POST => '/me/confirmation', { password =>
	    $u->{password} });
	my $made = $w->ask($u, POST => '/me/passkeys', { name => 'P',
	    credential => $key->registered($w->ask($u,
	    POST => '/me/passkeys/options')) });
	for my $to ([$w->{d}, '/sessions'], [$u, '/me/confirmation']) {
		$w->ask($to->[0], POST => $to->[1], { passkey => $key->answer(
		    $w->ask($w->{d}, POST => '/sessions/options')) });
	}
	$w->ask($u, PATCH => "/me/passkeys/$made->{id}", { name => 'Q' });
	$w->ask($u, DELETE => "/me/passkeys/$made->{id}");
}

sub records {
	my ($w) = @_;
	my ($ada, $bob, $eve) = @$w{qw(ada bob eve)};
	my ($one, $two) = map { $w->make($ada, '/lists', title => "L$_") } 1, 2;
	my $group = $w->make($ada, '/me/groups', title => 'G');
	my $group2 = $w->make($ada, '/me/groups', title => 'G2');
	$w->ask($ada, PATCH => "/me/groups/$group", { title => 'G!' });
	$w->ask($ada, PATCH => "/me/groups/$group/rank",
	    { beforeId => $group2 });
	$w->ask($ada, PATCH => "/lists/$two", { title => 'Two',
	    groupId => $group });
	$w->ask($ada, PATCH => "/lists/$two/rank", {});
	my $three = $w->make($ada, '/lists', title => 'L3');
	$w->ask($ada, PATCH => "/lists/$one/rank", { $_ => $three })
	    for qw(beforeId afterId);
	$w->ask($ada, POST => "/lists/$one/members",
	    { email => "$_\@example.org" }) for qw(bob eve);
	$w->ask($_, PATCH => '/me', { displayName => 'N' }) for $ada, $bob;
	my $tag = $w->make($ada, '/me/tags', name => 'red');
	my @t = map { $w->make($ada, "/lists/$one/tasks", title => "T $_",
	    tagIds => [$tag], myDay => '2030-01-01') } 1 .. 4;
	my $step = $w->make($ada, "/tasks/$t[0]/steps", title => 'S');
	my $step2 = $w->make($ada, "/tasks/$t[0]/steps", title => 'S2');
	$w->ask($ada, PATCH => "/tasks/$t[0]/steps/$step2/rank",
	    { afterId => $step });
	$w->ask($ada, PATCH => "/tasks/$t[0]/steps/$step", { title => 'SS' });
	my $file = $w->upload($ada, $t[0], 'some bytes');
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[0]", { notes => 'N',
	    reminderAt => '2036-01-01T00:00:00Z', dueDate => '2030-01-31',
	    recurrence => 'monthly', assigneeId => $bob->{me}{id} });
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[0]", { done => $T });
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[0]", { done => $F });
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[1]/rank",
	    { afterId => $t[2] });
	$w->ask($ada, POST => "/lists/$one/tasks/$t[0]/move",
	    { listId => $two });
	$w->ask($ada, POST => "/lists/$two/tasks/$t[0]/move",
	    { listId => $one });
	$w->ask($ada, POST => '/batch', { requests => [{ method => 'PATCH',
	    path => "/lists/$one/tasks/$t[1]", body => { title => 'batch' } }] });
	$w->ask($ada, POST => "/lists/$one/tasks", { id => uuid(),
	    title => 'once' }, 'Idempotency-Key' => 'k1');
	$w->ask($ada, PUT => '/me/settings/app/x', { value => $_ }) for qw(v w);
	$w->ask($ada, DELETE => '/me/settings/app/x');
	$w->ask($ada, PUT => '/me/settings/app/y', { value => 'v' });
	# Deleted and restored.
	for (["/tasks/$t[0]/steps/$step"], ["/attachments/$file"],
	    ["/lists/$one/tasks/$t[1]"], ["/lists/$two"],
	    ["/me/groups/$group"], ["/me/tags/$tag"]) {
		$w->ask($ada, DELETE => $_->[0]);
		$w->ask($ada, POST => "$_->[0]/restore");
	}
	$w->ask($ada, PATCH => "/me/tags/$tag", { name => 'blue' });
	$w->ask($ada, PUT => "/tasks/$t[0]/tags", { tagIds => [] });
	$w->ask($ada, PUT => "/tasks/$t[0]/tags", { tagIds => [$tag] });
	$w->ask($ada, DELETE => "/me/my-day/$t[1]");
	# By invitation; and away again.
	my $i = $w->ask($ada, POST => "/lists/$one/invitations", {});
	my $j = $w->ask($ada, POST => "/lists/$one/invitations", {});
	$w->ask($ada, DELETE => "/lists/$one/invitations/$j->{id}");
	$w->ask($w->{new}->with(vars => { REMOTE_ADDR => '192.0.2.2' }),
	    POST => "/invitations/$i->{code}/accept", {});
	$w->ask($w->{d}, POST => '/users', { email => 'ivy@example.org', password =>
	    'correct horse ivy', displayName => 'Ivy', invitation => $w->ask(
	    $ada, POST => "/lists/$one/invitations", {})->{code} });
	$w->ask($ada, POST => "/lists/$one/invitations",
	    { email => $bob->{email} });
	$w->ask($bob, POST => '/invitations/accept', { code => $w->code });
	$w->ask($bob, PUT => "/me/my-day/$t[2]", {});
	$w->ask($ada, PATCH => "/lists/$one/members/$bob->{me}{id}",
	    { role => $_ }) for qw(viewer member);
	# Handed over, and back.
	$w->ask($_->[0], POST => "/lists/$one/transfer", {
	    userId => $_->[1]{me}{id} }), $w->ask($_->[1],
	    POST => "/lists/$one/transfer/accept")
	    for [$ada, $bob], [$bob, $ada];
	$w->ask($ada, POST => "/lists/$one/transfer", {
	    userId => $bob->{me}{id} });
	$w->ask($bob, DELETE => "/lists/$one/transfer");
	$w->ask($ada, DELETE => "/lists/$one/members/$bob->{me}{id}");
	$w->ask($ada, POST => "/lists/$one/members",
	    { email => 'bob@example.org' });
	@$w{qw(one two tag group)} = ($one, $two, $tag, $group2);
	$w->{tasks} = \@t;
}

# Optional fields one at a time: what they need shows only so.
sub fields {
	my ($w) = @_;
	my ($ada, $tag, $group) = @$w{qw(ada tag group)};
	my ($list, $other) = map { $w->make($ada, '/lists', title => 'A', @$_) }
	    [], [groupId => $group];
	my $n = 0;
	my @tasks = map { $w->make($ada, "/lists/$list/tasks",
	    title => 'word' . ++$n, @$_) }
	    [], [reminderAt => '2036-01-01T00:00:00Z'], [tagIds => [$tag]],
	    [steps => [{ id => uuid(), title => 'S' }]], [myDay => '2030-01-01'],
	    [notes => 'N'];
	my @steps = map { $w->make($ada, "/tasks/$tasks[0]/steps",
	    title => "step$_") } 1 .. 3;
	my $first = $w->make($ada, '/me/groups', title => 'F');
	$w->ask($ada, PATCH => "/lists/$list", $_) for { title => 'B' },
	    { groupId => $group };
	$w->ask($ada, PATCH => "/lists/$list/tasks/$tasks[0]", $_) for
	    { title => 'another title' }, { notes => 'N' },
	    { dueDate => '2036-01-01', recurrence => 'daily' },
	    { reminderAt => '2036-01-01T00:00:00Z' };
	$w->ask($ada, PATCH => "/lists/$list/tasks/$tasks[1]", { done => $T });
	$w->ask($ada, PATCH => "/tasks/$tasks[0]/steps/$steps[0]", { done => $T });
	$w->ask($ada, PATCH => "$_->[0]/rank", { $_->[1] => $_->[2] }) for
	    ["/lists/$list/tasks/$tasks[0]", beforeId => $tasks[2]],
	    ["/lists/$list/tasks/$tasks[1]", afterId => $tasks[2]],
	    ["/tasks/$tasks[0]/steps/$steps[0]", beforeId => $steps[2]],
	    ["/me/groups/$first", beforeId => $group],
	    ["/me/groups/$first", afterId => $group];
	$w->ask($ada, DELETE => $_) for "/me/groups/$first", "/lists/$list",
	    "/lists/$other";
}

sub push_messages {
	my ($w) = @_;
	my ($ada, $bob, $one) = @$w{qw(ada bob one)};
	my @t = @{$w->{tasks}};
	my @devices = @{$w->{devices}};
	$devices[1]{endpoint} =~ s{/201/}{/429/};
	$devices[2]{endpoint} =~ s{/201/}{/410/};
	$devices[3]{endpoint} =~ s{/201/}{/400/};
	my @at;
	$at[$_] = $w->ask($ada, POST => '/me/push-subscriptions',
	    $devices[$_])->{id} for 0 .. 3;
	$w->ask($ada, POST => '/me/push-subscriptions', $devices[4]);
	$w->ask($ada, POST => '/me/push-subscriptions', $devices[4]);
	my $s = $w->ask($bob, POST => '/me/push-subscriptions', $devices[5]);
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[2]",
	    { reminderAt => '2026-01-01T00:00:00Z' });
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[3]", {
	    reminderAt => $w->stamp(-60), assigneeId => $bob->{me}{id} });
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[1]", {
	    reminderAt => $w->stamp(-60) });
	$w->program('docket-remind');
	$w->ask($bob, DELETE => "/me/push-subscriptions/$s->{id}");
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[1]",
	    { reminderAt => undef });
}

# So many seconds from the clock that programs see.
sub stamp {
	my ($w, $seconds) = @_;
	return POSIX::strftime('%Y-%m-%dT%H:%M:%SZ', gmtime time + $seconds +
	    86_400 * $w->{day});
}

# ada's export, as if it were another's of other records: as a file of the
# program's own, each id with its last digit changed, and a rank that is too long.
my $another = <<'END';
import re, sys, zipfile
old, new, ada, cid = sys.argv[1:]
def other(m):
    id = m.group(0).decode()
    return (cid if id == ada else id[:-1] + '%x' % (15 - int(id[-1], 16))
        ).encode()
ids = re.compile(rb'[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}')
with zipfile.ZipFile(old) as f, zipfile.ZipFile(new, 'w') as t:
    for i in f.infolist():
        data = f.read(i)
        if i.filename.endswith('.json'):
            data = ids.sub(other, data)
            data = re.sub(rb'"rank":"\w+', rb'\g<0>' + b'V' * 130, data, 1)
        t.writestr(ids.sub(other, i.filename.encode()).decode(), data)
END

sub import_file {
	my ($w) = @_;
	my ($ada, $new, $dir) = @$w{qw(ada new dir)};
	my $cid = $w->{cid} = $w->user('cid');
	$w->ask($ada, PATCH => "/lists/$w->{one}/tasks/$w->{tasks}[2]",
	    { assigneeId => $ada->{me}{id} });
	$w->program('docket-export', '--user', 'ada@example.org',
	    '--attachments', '--output', "$dir/ada.zip");
	system('python3', '-c', $another, "$dir/ada.zip", "$dir/cid.zip",
	    $ada->{me}{id}, $cid->{me}{id}) == 0 or die "python3\n";
	$w->program('docket-import', '--user', 'cid@example.org',
	    "$dir/cid.zip");
	$w->ask($ada, DELETE => "/lists/$w->{two}");
	$w->program('docket-import', '--user', 'ada@example.org',
	    "$dir/ada.zip");
}

# A user's own import; one that is refused must have the status 422.
sub bring {
	my ($w, $u, $name, $bytes, $status) = @_;
	my $r;
	$w->step(($status ? 'refused' : 'import') . " $name", sub {
		$r = $u->bring($bytes, $name);
		die "import: $r->{status} $r->{body}\n"
		    if $r->{status} != ($status // 201) }, 0, undef);
	return $r->{json};
}

sub imports {
	my ($w) = @_;
	my ($ada, $eve) = @$w{qw(ada eve)};
	my $table = "title,list,tags,steps,id\n"
	    . join '', map { "T$_,L$_,t$_,s,$_\n" } 1 .. 3;
	my $first = $w->bring($ada, 'first.csv', $table);
	$w->bring($ada, 'more.csv', "${table}T4,L1,t4,s,4\nT1,L1,,s\n,1\n");
	$w->ask($ada, DELETE => "/me/imports/$first->{id}");
	# Its tasks are staged when the fault is found.
	$w->bring($ada, 'bad.csv', "title,tags\n" . "T,bad\n" x 100 . '"', 422);
	$w->bring($eve, 'eve.csv', $table);
}

# A backup, and a list from it.
sub recover {
	my ($w) = @_;
	my ($ada, $one) = @$w{qw(ada one)};
	$w->program('docket-backup', '--quiet', "$w->{dir}/backup");
	$w->ask($ada, DELETE => "/lists/$one/tasks/$w->{tasks}[1]");
	$w->program('docket-cleanup', '--quiet');
	$w->program('docket-admin', 'recover', '--from', "$w->{dir}/backup",
	    '--list', $one);
}

# Ranks as long as only thousands of moves make them.
sub long_ranks {
	my ($w) = @_;
	my $long = 'b0' . 'z' x 130;
	$w->step('long ranks', sub { $w->{d}->sql(
	    join ';', 'UPDATE state SET long_ranks = 1', map { "UPDATE $_ SET rank = '$long' || rank || 'V'
	    WHERE deleted_at = 0" } qw(task step list_group access)) });
	$w->program('docket-cleanup', '--quiet');
}

# What users end.
sub ends {
	my ($w) = @_;
	my ($ada, $bob, $eve, $one) = @$w{qw(ada bob eve one)};
	my @t = @{$w->{tasks}};
	$w->ask($eve, PUT => "/me/my-day/$t[2]", {});
	$w->make($eve, '/me/tags', name => 'e');
	$w->make($eve, '/me/groups', title => 'E');
	$w->ask($eve, PUT => '/me/settings/e', { value => 1 });
	$w->ask($eve, DELETE => "/lists/$one/members/$eve->{me}{id}");
	$w->make($eve, '/lists', title => 'E');
	my $left = $w->make($eve, '/lists', title => 'Left');
	$w->ask($eve, POST => "/lists/$left/members",
	    { email => $ada->{me}{email} });
	$w->ask($eve, DELETE => '/me', { password => $eve->{password} });
	my $group = $w->make($ada, '/me/groups', title => 'G');
	my $moved = $w->make($ada, "/lists/$one/tasks", title => 'M');
	my $part = $w->make($ada, "/tasks/$moved/steps", title => 'P');
	$w->ask($ada, DELETE => "/tasks/$moved/steps/$part");
	$w->ask($ada, POST => "/lists/$one/tasks/$moved/move",
	    { listId => $w->make($ada, '/lists', title => 'To') });
	my $gone = $w->make($ada, "/lists/$one/tasks", title => 'gone');
	$w->make($ada, "/tasks/$gone/steps", title => 'S');
	$w->upload($ada, $gone, 'more bytes');
	$w->ask($ada, PUT => "/me/my-day/$gone", {});
	my $step = $w->make($ada, "/tasks/$t[0]/steps", title => 'gone');
	my $file = $w->upload($ada, $t[0], 'other bytes');
	my $tag = $w->make($ada, '/me/tags', name => 'gone');
	$w->ask($ada, PUT => "/tasks/$t[1]/tags", { tagIds => [$tag] });
	$w->ask($ada, PUT => "/me/my-day/$t[2]", {});
	my $list = $w->make($ada, '/lists', title => 'gone');
	my $task = $w->make($ada, "/lists/$list/tasks", title => 'in it');
	my $other = $w->make($ada, "/lists/$list/tasks", title => 'from it');
	$w->upload($ada, $task, 'bytes of it');
	$w->ask($ada, POST => "/lists/$list/tasks/$other/move",
	    { listId => $one });
	$w->ask($ada, POST => "/lists/$list/invitations", {});
	$w->ask($ada, POST => "/lists/$list/members",
	    { email => 'bob@example.org' });
	$w->ask($bob, DELETE => "/lists/$list/members/$bob->{me}{id}");
	$w->ask($ada, DELETE => $_) for "/me/groups/$group",
	    "/lists/$one/tasks/$gone", "/tasks/$t[0]/steps/$step",
	    "/attachments/$file", "/me/tags/$tag", "/me/my-day/$t[2]",
	    "/me/settings/app/y", "/lists/$list";
	my $done = $w->make($ada, "/lists/$one/tasks", title => 'done',
	    done => $T);
	$w->ask($ada, POST => '/me/completed-tasks/cleanup');
	$w->ask($ada, PATCH => "/lists/$one/tasks/$t[1]", {
	    reminderAt => $w->stamp(-60) });
	local $w->{d}{env}{DOCKET_REMINDERS} = 'off';
	$w->program('docket-remind');
}

# And what time ends.
sub passes {
	my ($w) = @_;
	my $at = "/lists/$w->{one}/tasks/$w->{tasks}[1]";
	$w->ask($w->{ada}, PATCH => $at, { reminderAt => $w->stamp(-30) });
	$w->program('docket-remind');
	$w->ask($w->{ada}, PATCH => $at, { reminderAt => $w->stamp(60) });
	$w->ask($w->{d}, POST => '/password-resets',
	    { email => 'ada@example.org' });
	$w->program('docket-cleanup', '--quiet');
	$w->step('the deletion of an account is interrupted', sub {
		$w->{d}->sql("UPDATE user SET flags = flags | 16
		    WHERE display_name = 'eve'") });
	$w->days(40);
	$w->program('docket-cleanup', [1], '--quiet');
	$w->ask($w->{ada}, GET => '/me');
	$w->program('docket-cleanup', '--quiet', '--clock-is-right');
	$w->days(500);
	$w->program('docket-cleanup', '--quiet', '--clock-is-right');
}

# From here on programs see a clock so many days ahead.
sub days {
	my ($w, $days) = @_;
	my $before = $w->{d}{env}{LD_PRELOAD};
	$w->{day} = $days;
	for my $u (grep { ref =~ /^(?:Docket|Trace)$/ } values %$w) {
		$u->later("${days}d");
		$u->{env}{LD_PRELOAD} .= ":$before" if defined $before;
	}
}

sub all {
	my ($w) = @_;
	$w->accounts;
	$w->records;
	$w->fields;
	$w->push_messages;
	$w->import_file;
	$w->imports;
	$w->recover;
	$w->long_ranks;
	WritesDav::all($w, $w->{ada});
	$w->ends;
	$w->program('docket-admin', 'recover', '--from', "$w->{dir}/backup",
	    '--user', 'eve@example.org');
	$w->passes;
}

1;
