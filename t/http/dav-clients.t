# Programs that people use, against the real service in both of its modes: vdirsyncer
# and todoman, python3-caldav, cadaver, tsdav, Evolution's.  What one of them does, the others and the
# API see.  DOCKET_EVOLUTION=1: with Evolution's, which need many packages and die now
# and then.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Dav;
use Docket;
use File::Temp 'tempdir';
use IPC::Open2;
use Test::More;
use Web;

my ($d, $web, $ada, $token, $dir);

# Runs a program of a client in a home of its own: its standard output.
sub client {
	my ($home, $input, @command) = @_;
	my $r = Docket->spawn({ PATH => '/usr/bin:/bin', HOME => "$dir/$home",
	    LANG => 'C.UTF-8', TZ => 'UTC', XDG_CACHE_HOME => "$dir/$home/cache",
	    XDG_DATA_HOME => "$dir/$home/data" }, $input, @command);
	is $r->{status}, 0, "$home: @command[0 .. ($#command > 3 ? 3 : $#command)]"
	    or diag $r->{out}, $r->{err};
	return $r->{out} . $r->{err};
}

sub lists { return map { $_->{title} => $_->{id} }
    @{$ada->get('/lists')->{json}{items}} }
sub tasks_of { my ($list) = @_;
	return @{$ada->get("/lists/$list/tasks")->{json}{items}} }
sub by_title { my ($list, $title) = @_;
	my ($t) = grep { $_->{title} eq $title } tasks_of($list);
	return $t }

# A home with vdirsyncer and todoman, set up from the bare address of the site.
sub set_up {
	my ($home) = @_;
	mkdir $_ for "$dir/$home", "$dir/$home/cal", "$dir/$home/cal/garden";
	write_file("$dir/$home/vdirsyncer", <<"END");
[general]
status_path = "$dir/$home/status/"
[pair tasks]
a = "here"
b = "docket"
collections = ["from a", "from b"]
conflict_resolution = "b wins"
metadata = ["displayname", "color"]
[storage here]
type = "filesystem"
path = "$dir/$home/cal/"
fileext = ".ics"
[storage docket]
type = "caldav"
url = "$web->{base}/"
username = "ada\@example.org"
password = "$token"
item_types = ["VTODO"]
END
	write_file("$dir/$home/todoman.py", <<"END");
path = "$dir/$home/cal/*"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
default_list = "garden"
cache_path = "$dir/$home/todo.sqlite3"
END
	return;
}
sub vdirsyncer { my ($home, @args) = @_;
	return client($home, "y\n" x 20, 'vdirsyncer', '-c',
	    "$dir/$home/vdirsyncer", @args) }
sub todoman { my ($home, @args) = @_;
	return client($home, '', 'todoman', '--config', "$dir/$home/todoman.py",
	    @args) }
sub number { my ($home, $title) = @_;
	return todoman($home, 'list') =~ /^\[.\]\s+(\d+)\b.*\Q$title\E/m ? $1 :
	    diag "no $title" }

sub try_vdirsyncer {
	my $home = $ada->make('/lists', title => 'Home & Co');
	$ada->make("/lists/$home/tasks", title => 'From the app',
	    dueDate => '2030-02-03');
	set_up($_) for 'one', 'two';
	vdirsyncer('one', 'discover', 'tasks');
	vdirsyncer('one', 'sync');
	vdirsyncer('one', 'metasync');
	my %l = lists();
	ok my $garden = $l{garden}, 'a folder there is a list here';
	is slurp("$dir/one/cal/$home/displayname"), 'Home & Co',
	    'the title is there';
	write_file("$dir/one/cal/garden/color", '#00ff00');
	write_file("$dir/one/cal/garden/displayname", 'The garden');
	vdirsyncer('one', 'metasync');
	ok +{lists()}->{'The garden'}, 'a name from there is the title here';
	vdirsyncer('two', 'discover', 'tasks');
	vdirsyncer('two', 'sync');
	vdirsyncer('two', 'metasync');
	is slurp("$dir/two/cal/garden/color"), '#00ff00',
	    'another client has the colour';

	like todoman('one', 'list'), qr/From the app/, 'todoman shows a task';
	todoman('one', 'new', '-l', 'The garden', '-d', '2030-03-04', 'Plant beans');
	vdirsyncer('one', 'sync');
	my $t = by_title($garden, 'Plant beans');
	is $t->{dueDate}, '2030-03-04', 'a task of todoman is here';
	$ada->patch("/lists/$garden/tasks/$t->{id}", { title => 'Plant peas',
	    starred => JSON::PP::true });
	$_ ne 'one' and vdirsyncer($_, 'sync') for 'two';
	like todoman('two', 'list'), qr/!.*Plant peas|Plant peas/,
	    'another client has what the app changed';
	todoman('two', 'done', number('two', 'Plant peas'));
	vdirsyncer('two', 'sync');
	ok $ada->get("/tasks/$t->{id}")->{json}{done}, 'done there is done here';
	vdirsyncer('one', 'sync');
	unlike todoman('one', 'list'), qr/Plant peas/, 'and in the first client';

	# Two clients change one task at once.
	$t = by_title($home, 'From the app');
	todoman('one', 'edit', '--priority', 'high', number('one', 'From the app'));
	todoman('two', 'edit', '--due', '2031-01-01', number('two', 'From the app'));
	vdirsyncer('one', 'sync');
	vdirsyncer('two', 'sync');
	vdirsyncer('one', 'sync');
	is slurp(glob "$dir/one/cal/$home/*.ics"),
	    slurp(glob "$dir/two/cal/$home/*.ics"), 'both end with the same text';
	ok $ada->get("/tasks/$t->{id}")->{json}{starred}, 'that of the first';

	# todoman finishes a repeating task with two texts.
	$ada->make("/lists/$home/tasks", title => 'Bins', dueDate => '2030-05-06',
	    recurrence => 'weekly');
	vdirsyncer('one', 'sync');
	todoman('one', 'done', number('one', 'Bins'));
	vdirsyncer('one', 'sync');
	my @bins = sort map { "$_->{dueDate} $_->{done}" } grep {
	    $_->{title} eq 'Bins' } tasks_of($home);
	is_deeply \@bins, ['2030-05-06 1', '2030-05-13 0'],
	    'one is done, and the next is open' or diag explain \@bins;

	todoman('one', 'move', '-l', 'The garden', number('one', 'From the app'));
	vdirsyncer('one', 'sync');
	ok by_title($garden, 'From the app'), 'moved there is moved here';
	ok !by_title($home, 'From the app'), 'and gone from the first list';
	todoman('one', 'delete', '--yes', number('one', 'From the app'));
	vdirsyncer('one', 'sync');
	ok !by_title($garden, 'From the app'), 'deleted there is deleted here';
	like vdirsyncer('one', 'sync'), qr/^Syncing/m, 'a last sync';
	return;
}

sub try_python {
	my $r = client('.', '', 'python3', '-Wignore', top() . '/t/lib/caldav_client.py',
	    "$web->{base}/", 'ada@example.org', $token);
	my $own = join ', ', sort keys %{+{lists()}};
	is $r, <<"END", 'python3-caldav';
principal /dav/$ada->{me}{id}/
lists $own
made By Python
colour #ff0000
todos Buy milk, and \xc3\xa9clairs; Later
found ['Buy milk, and \xc3\xa9clairs']
changes 2
open ['Later']
status COMPLETED Buy bread
repeats [('Water', '2030-01-14')]
left 3
lists $own
END
	return;
}

sub try_tsdav {
	return pass 'needs npm' if $ENV{DOCKET_OFFLINE};
	my $own = join ', ', sort keys %{+{lists()}};
	my $r = client('.', '', 'node', top() . '/t/npm/clients/tsdav.mjs',
	    "$web->{base}/", 'ada@example.org', $token);
	is $r, <<"END", 'tsdav and ical.js';
lists $own
components VTODO
made 201 true
read \xc3\x96l, blau 2030-01-02 yes
updated 204
an old version 412
another 201
changes 1 0 0
deleted 204
left Two
END
	return;
}

sub try_cadaver {
	my $list = $ada->make('/lists', title => 'Files');
	my $task = $ada->make("/lists/$list/tasks", title => 'Read');
	my ($host) = $web->{base} =~ m{//([^:/]+)};
	write_file("$dir/.netrc", "machine $host login ada\@example.org " .
	    "password $token\n");
	write_file("$dir/new.ics", join "\r\n", 'BEGIN:VCALENDAR', 'VERSION:2.0',
	    'PRODID:-//x//y', 'BEGIN:VTODO', 'UID:cadaver', 'SUMMARY:By hand',
	    'END:VTODO', 'END:VCALENDAR', '');
	my $said = client('.', "ls\nget $task.ics $dir/got.ics\n" .
	    "put $dir/new.ics\nmove new.ics other.ics\nls\ndelete $task.ics\n" .
	    "propget other.ics getetag\nquit\n", 'cadaver',
	    "$web->{base}/dav/$ada->{me}{id}/$list/");
	like $said, qr/^\s+\Q$task.ics\E/m, 'ls';
	like slurp("$dir/got.ics"), qr/^SUMMARY:Read\r$/m, 'get';
	like $said, qr/^\s+other\.ics/m, 'put and move';
	unlike $said, qr/failed/i, 'no step fails';
	is_deeply [map { $_->{title} } tasks_of($list)], ['By hand'],
	    'the API has the same';
	return;
}

# A session bus on which there is nothing but Evolution's programs.
sub session_bus {
	my ($home) = @_;
	mkdir $_ for $home, "$home/services";
	system('cp', glob('/usr/share/dbus-1/services/org.gnome.evolution.*'),
	    "$home/services") == 0 or die "no evolution-data-server\n";
	return write_file("$home/bus.conf", <<"END");
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=$home</listen>
<servicedir>$home/services</servicedir><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>
END
}

# Its programs die now and then, on a busy machine: then all begins again.
sub try_evolution {
	for my $n (1 .. 3) {
		last if eval { ask_evolution($n); 1 };
		die $@ if $@ !~ /^Evolution: / || $n == 3;
		diag $@;
	}
	return;
}

sub ask_evolution {
	my ($n) = @_;
	my $list = $ada->make('/lists', title => "Evolution $n");
	my $app = $ada->make("/lists/$list/tasks", title => 'From the app',
	    dueDate => '2037-02-03');
	my $home = "$dir/evolution$n";
	my $conf = session_bus($home);
	local %ENV = (PATH => '/usr/bin:/bin', HOME => $home, LANG => 'C.UTF-8',
	    TZ => 'UTC', GSETTINGS_BACKEND => 'memory', XDG_RUNTIME_DIR => $home,
	    map { ("XDG_${_}" => "$home/$_") } qw(CONFIG_HOME DATA_HOME CACHE_HOME));
	my $pid = open2(my $from, my $to, 'timeout', 240, 'sh', '-c',
	    'exec "$@" 2>"$0"', "$home/err", 'dbus-run-session',
	    "--config-file=$conf", '--', '/usr/bin/python3',
	    top() . '/t/lib/evolution_client.py', $web->{port}, $token);
	local $SIG{PIPE} = 'IGNORE';
	my $does = sub {
		print {$to} join("\t", @_), "\n";
		$to->flush;
		chomp(my $said = readline($from) // die 'Evolution: ' .
		    slurp("$home/err") . "\n");
		return $said;
	};
	# It asks beside its clients.
	my $has = sub { my ($wanted, $name, @first) = @_;
		my $said = $does->(@first ? @first : 'refresh');
		for (1 .. 30) {
			last if $said eq $wanted;
			$said = $does->('refresh');
		}
		is $said, $wanted, $name };
	my $here = sub { join '; ', sort map { "$_->{title} $_->{dueDate}" .
	    ($_->{done} ? ' done' : '') } tasks_of($list) };
	$has->('From the app 20370203', 'it shows a task of the app', 'open',
	    "/dav/$ada->{me}{id}/$list/", 'ada@example.org');
	is $does->('create', 'Plant beans'), 'created', 'a task is made';
	is $does->('rename', 'Plant beans', 'Plant peas'), 'changed', 'renamed';
	is $here->(), 'From the app 2037-02-03; Plant peas 2037-05-04', 'and here';
	$ada->patch("/lists/$list/tasks/$app", { title => 'By the app' });
	$has->('By the app 20370203; Plant peas 20370504',
	    'it has what the app changed');
	is $does->('complete', 'Plant peas'), 'changed', 'it is done';
	is $does->('create', 'Bins', 'FREQ=WEEKLY'), 'created', 'one that repeats';
	is $does->('complete', 'Bins'), 'changed', 'is done';
	is $here->(), 'Bins 2037-05-11; By the app 2037-02-03; '
	    . 'Plant peas 2037-05-04 done', 'and comes again, once';
	is $does->('delete', 'By the app'), 'deleted', 'deleted';
	$has->('Bins 20370511; Plant peas 20370504 done', 'and gone');
	is $here->(), 'Bins 2037-05-11; Plant peas 2037-05-04 done', 'and here';
	my $feed = $ada->post('/me/feeds', { name => 'F', listIds => [$list] });
	$has->('Bins 20370511', 'it reads a feed that it subscribes to',
	    'subscribe', $feed->{json}{url} =~ m{(/api/.*)});
	close $to;
	waitpid $pid, 0;
	is $?, 0, 'it ends well' or diag slurp("$home/err");
	return;
}

for my $mode ('cgi', 'fastcgi') {
	$d = Docket->new;
	$web = Web->new($d, '-m', $mode);
	$ada = $d->user('ada@example.org')->with(base => $web->{base});
	$token = Dav->new($ada)->{secret};
	$dir = tempdir('docket-XXXXXX', TMPDIR => 1, CLEANUP => 1);
	subtest "$mode: vdirsyncer and todoman", \&try_vdirsyncer;
	subtest "$mode: python3-caldav", \&try_python;
	subtest "$mode: cadaver", \&try_cadaver;
	subtest "$mode: tsdav", \&try_tsdav;
	subtest "$mode: Evolution", \&try_evolution if $ENV{DOCKET_EVOLUTION};
	unlike $d->check->{out}, qr/^FAULT/m, "$mode: check finds no fault";
	is $web->stop, 0, "$mode: the service ends well";
}
done_testing;
