# The peer that people run instead: Radicale, of Debian, with its tasks in files
# that it syncs.  The scripts for wrk are its own.
package Radicale;
use strict;
use warnings;
use HTTP::Tiny;
use Site ();
use Port;

my $list = 100;		# tasks of the collection that is listed
my $home = 20;		# tasks of the one that is written to

# Starts it and fills two collections: pid, port, script.  Option: dir, for its
# files and log.  Uses Debian's python, since another may come first in PATH.
sub start {
	my ($name, $o) = @_;
	my ($port, $dir) = (free_port(), "$o->{dir}/$name");
	-e '/usr/lib/python3/dist-packages/radicale/__main__.py' or
	    die "radicale: apt-get install radicale, or PEERS=0\n";
	mkdir $dir;
	open my $out, '>', "$dir/config" or die "$dir/config: $!\n";
	print $out <<"CONF";
[server]
hosts = 127.0.0.1:$port
max_connections = 100
[auth]
type = none
[rights]
type = authenticated
[web]
type = none
[storage]
type = multifilesystem
filesystem_folder = $dir/collections
[logging]
level = warning
CONF
	close $out;
	my $log = "$o->{dir}/$name.log";
	my $pid = Site::start($log, { PATH => $ENV{PATH} },
	    '/usr/bin/python3', '-m', 'radicale', '-C', "$dir/config");
	Site::await($port, $pid, $log);
	demand($port, 'MKCOL', '/bench/');
	fill($port, 'list', $list);
	fill($port, 'home', $home);
	return { pid => $pid, port => $port, script => \&script };
}

sub todo {
	my ($id, $title) = @_;
	return "BEGIN:VTODO\r\nUID:$id\r\nDTSTAMP:20270101T000000Z\r\n" .
	    "SUMMARY:$title\r\nSTATUS:NEEDS-ACTION\r\nPRIORITY:5\r\n" .
	    "DUE;VALUE=DATE:20270315\r\nEND:VTODO\r\n";
}

sub calendar {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n" .
	    join('', @_) . "END:VCALENDAR\r\n";
}

sub demand {
	my ($port, $method, $path, $body) = @_;
	my $r = HTTP::Tiny->new(timeout => 600)->request($method,
	    "http://127.0.0.1:$port$path", { content => $body // '',
	    headers => { 'Content-Type' => 'text/calendar' } });
	die "radicale: $method $path: $r->{status} $r->{content}\n"
	    if $r->{status} != 201;
}

# Uploads a collection of that many tasks: t1.ics and so on.
sub fill {
	my ($port, $name, $n) = @_;
	demand($port, 'PUT', "/bench/$name/", calendar(
	    map { todo("t$_", "Task $_ of the house") } 1 .. $n));
}

sub lua { my ($text) = @_; $text =~ s/\r\n/\\r\\n/g; return "'$text'" }

my $xml = '<?xml version="1.0"?>';
my $props = '<D:prop><D:getetag/><C:calendar-data/></D:prop>';
my $spaces = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
my %report = (
	'list-100' => "$xml<C:calendar-query $spaces>$props<C:filter>" .
	    '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/>' .
	    '</C:comp-filter></C:filter></C:calendar-query>',
	'multiget' => "$xml<C:calendar-multiget $spaces>$props" .
	    join('', map { "<D:href>/bench/list/t$_.ics</D:href>" } 1 .. $list)
	    . '</C:calendar-multiget>',
);
sub report {
	return 'wrk.format("REPORT", "/bench/list/", { Depth = "1", ' .
	    '["Content-Type"] = "application/xml" }, ' . lua($report{$_[0]}) .
	    ')';
}

# A PUT of a task under a name; both are expressions of Lua.
sub put {
	my ($id, $title) = @_;
	my $body = lua(calendar(todo('@id', '@title')));
	$body =~ s/\@id/' .. id .. '/;
	$body =~ s/\@title/' .. $title .. '/;
	return "(function(id) return wrk.format('PUT', '/bench/home/' .. id " .
	    ".. '.ics', { ['Content-Type'] = 'text/calendar' }, $body) " .
	    "end)($id)";
}

my %works = (
	'null' => 'wrk.format("GET", "/")',
	'read' => qq{wrk.format("GET", "/bench/home/t" ..
	    math.random(1, $home) .. ".ics")},
	'list-100' => report('list-100'),
	'multiget' => report('multiget'),
	'update' => put("'t' .. math.random(1, $home)", "'Changed ' .. n"),
	'create' => put('new', "'A new task'"),
);

# wrk's script of a work: read, update and create of one task; list-100, a
# calendar-query, and multiget, of the hundred by their names.
sub script {
	my ($work) = @_;
	my $request = $works{$work} // die "radicale: no work '$work'\n";
	return <<"LUA";
math.randomseed(os.time() + $$)
local n = 0
function request()
	n = n + 1
	local new = string.format("%08x%08x%08x", math.random(0, 2^31 - 1),
	    math.random(0, 2^31 - 1), n)
	return $request
end
LUA
}
1;
