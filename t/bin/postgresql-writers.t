# PostgreSQL: who writes at the same time misses nothing and does nothing twice.
# A change that began first and ends last comes later in a sync; without the
# clocks of users (lib/db/postgresql/clocks.h) it is missed.  A conflict runs the
# request again; a lost connection leaves nothing half done.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cluster;
use Docket;
use Server;
use Test::More;
use Time::HiRes 'sleep';

Cluster::within();
my $d = Docket->new;
my $url = $d->{env}{DOCKET_DATABASE};
my ($ada, $bob, $cyd) = map { $d->user("$_\@example.org") } qw(ada bob cyd);
my (%list, %task);
for ($ada, $cyd) {
	my $l = $list{$_} = $_->make('/lists', title => 'L');
	$task{$_} = $_->make("/lists/$l/tasks", title => 'T');
	$_->post("/lists/$l/members", { email => 'bob@example.org' });
}

sub sql { return Cluster::sql($url, $_[0]) }
sub rename_task {
	my ($user, $title) = @_;
	return $user->request('PATCH', "/lists/$list{$user}/tasks/$task{$user}",
	    { title => $title });
}

# ada's change waits for the lock of her list while cyd's begins and ends.  Does
# a client of bob, who has seen cyd's, get ada's?
sub later_is_seen {
	my ($title) = @_;
	my $id = $list{$ada} =~ tr/-//dr;
	open my $psql, '|-', "psql -qAt '$url' >/dev/null" or die "psql: $!\n";
	$psql->autoflush;
	print $psql "BEGIN; SELECT 1 FROM list WHERE id = '\\x$id' FOR UPDATE;\n";
	sleep 0.1 until sql("SELECT count(*) FROM pg_locks l JOIN pg_class c
	    ON c.oid = l.relation WHERE c.relname = 'list'
	    AND l.mode = 'RowShareLock'");
	my $waiting = beside(sub { rename_task($ada, $title)->{status} });
	sleep 0.1 until sql("SELECT count(*) FROM pg_locks WHERE NOT granted");
	my $since = rename_task($cyd, $title)->{json}{updatedAt};
	print $psql "COMMIT;\n";
	close $psql or die "psql: $?\n";
	is ended($waiting), 200, 'the change that waited is made';
	return grep { $_->{id} eq $task{$ada} }
	    @{$bob->get("/me/changes?since=$since")->{json}{items}};
}

ok later_is_seen('one'), 'a change that began first and ended last is seen';
sql(<<'SQL');
CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.clock := OLD.clock; RETURN NEW; END $$;
CREATE TRIGGER stop BEFORE UPDATE ON user FOR EACH ROW EXECUTE FUNCTION stop();
SQL
ok !later_is_seen('two'), 'the control, whose clocks stand still, misses it';
sql('DROP TRIGGER stop ON user');

# Another machine, whose clock is ahead, has stamped for bob.  He gets what ada
# shares with him now, and again after he lost it.
{
	my $l = $ada->make('/lists', title => 'Later');
	my $t = $ada->make("/lists/$l/tasks", title => 'T');
	my $hex = $bob->{me}{id} =~ tr/-//dr;
	my $ahead = sub {
		sql("UPDATE user SET clock = (extract(epoch FROM now()) + 100 * $_[0])::bigint
		    * 1000000 WHERE id = '\\x$hex'");
		my ($next, $r) = ('');
		do {
			$r = $bob->get('/me/changes' . ($next && "?since=$next"));
			$next = $r->{json}{next};
		} while $r->{json}{more};
		return $next;
	};
	my %named = ($t => 'task', $l => 'list');
	my $gets = sub { [sort map { $named{$_->{id} // ''} // () }
	    @{$bob->get("/me/changes?since=$_[0]")->{json}{items}}] };
	my $since = $ahead->(1);
	$ada->post("/lists/$l/members", { email => 'bob@example.org' });
	is_deeply $gets->($since), [qw(list task)], 'a gain is above all that one has seen';
	$ada->del("/lists/$l");
	$since = $ahead->(2);
	$ada->post("/lists/$l/restore", {});
	is_deeply $gets->($since), [qw(list task)], 'and so is what is restored';
}

# Each change fails with this error before it succeeds: twice, or always.
sub injected {
	my ($what, $times, $when) = @_;
	sql(<<"SQL");
DROP SEQUENCE IF EXISTS tries;
CREATE SEQUENCE tries;
CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS \$\$
BEGIN IF nextval('tries') <= $times THEN $what; END IF; RETURN NULL; END \$\$;
DROP TRIGGER IF EXISTS fail ON feed;
CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON feed DEFERRABLE INITIALLY $when
    FOR EACH ROW EXECUTE FUNCTION fail();
SQL
	my $id = uuid();
	my $r = $ada->with(quiet => 1, may_fail => 1)->post("/lists/$list{$ada}/tasks",
	    { id => $id, title => 'N' });
	sql('DROP TRIGGER fail ON feed');
	return join ' ', $r->{status}, sql('SELECT count(*) FROM task
	    WHERE id = ' . "'\\x" . $id =~ tr/-//dr . "'"),
	    sql('SELECT last_value FROM tries');
}

sub injections {
	my ($how) = @_;
	for my $code (qw(40001 40P01 23505)) {
		my $raise = "RAISE EXCEPTION USING ERRCODE = '$code'";
		is injected($raise, 2, 'IMMEDIATE'), '201 1 3', "$how, $code: runs again";
		is injected($raise, 2, 'DEFERRED'), '201 1 3', "$how, $code by COMMIT: again";
	}
	is injected(<<'SQL', 99, 'IMMEDIATE'), '201 1 9', "$how, only others conflict: made alone";
		IF NOT EXISTS (SELECT FROM pg_locks WHERE pid = pg_backend_pid()
		    AND relation = 'writers'::regclass AND mode = 'ExclusiveLock') THEN
			RAISE EXCEPTION USING ERRCODE = '40001';
		END IF
SQL
	is injected("RAISE EXCEPTION USING ERRCODE = '40001'", 99, 'IMMEDIATE'),
	    '503 0 9', "$how, a conflict that lasts: busy, and nothing is done";
	for my $when (qw(IMMEDIATE DEFERRED)) {
		is injected('PERFORM pg_terminate_backend(pg_backend_pid())', 1, $when),
		    '503 0 1', "$how, the connection is lost ($when): nothing is done";
	}
	is rename_task($ada, 'after')->{status}, 200,
	    "$how: the next request is served";
	return;
}

injections('CGI');
# A worker's statements are prepared, and their answers are awaited together.
my $port = free_port();
start({ %{$d->{env}}, DOCKET_LOG => '/dev/null' }, undef,
    build() . '/bin/docket-serve', '-m', 'fastcgi', '-p', $port, '-d', $d->{data});
$_->{base} = "http://127.0.0.1:$port" for $ada, $bob, $cyd;
sleep 0.1 until $ada->get('/health')->{status} == 200;
ended($_) for map { beside(sub { $ada->{http} = undef;
    rename_task($ada, "warm $_") for 1 .. 5; return '' }) } 1 .. 4;
ended($_) for map { beside(sub { $ada->{http} = undef; srand $$;
    $ada->make("/lists/$list{$ada}/tasks", title => 'W') for 1 .. 5; return '' }) } 1 .. 4;
injections('FastCGI');
done_testing;
