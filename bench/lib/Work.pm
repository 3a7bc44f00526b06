# The works: scripts for wrk, for the database of bench/fill.
package Work;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(script id);

# Ids and sessions as bench/fill makes them; U users, each with five lists of 20.
my $head = <<'LUA';
local U, P = %d, "%s/api/v1"
local function id(kind, n)
	local s = string.format("@%%c%%014d", kind, n):gsub(".", function(c)
		return string.format("%%02x", c:byte()) end)
	return s:sub(1, 8) .. "-" .. s:sub(9, 12) .. "-" .. s:sub(13, 16) ..
	    "-" .. s:sub(17, 20) .. "-" .. s:sub(21)
end
local function new()
	return (("xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx"):gsub("x", function()
		return string.format("%%x", math.random(0, 15)) end))
end
local function get(user, path)
	return wrk.format("GET", P .. path, { Authorization =
	    "Bearer session-" .. user })
end
local function send(method, user, path, body)
	return wrk.format(method, P .. path, { Authorization =
	    "Bearer session-" .. user, ["Content-Type"] = "application/json" },
	    body)
end
-- Each thread its own numbers: the same would change the same.
function init() math.randomseed(os.time() + (number or 0) * 7919) end
-- Not the first user: their lists and feed stay as they are.
local function somebody() return math.random(2, U) end
local function list(u) return id(2, (u - 1) * 5 + 1) end
local function task(u, n) return id(3, (u - 1) * 100 + n) end
LUA

sub id {
	my $hex = unpack 'H*', pack('C2', 64, $_[0]) . sprintf '%014d', $_[1];
	return join '-', unpack 'A8 A4 A4 A4 A12', $hex;
}

my %works = (
	'read' => 'local u = somebody() return get(u, "/lists/" .. list(u) ..
	    "/tasks/" .. task(u, math.random(1, 20)))',
	'read-same' => 'return get(2, "/lists/" .. list(2) .. "/tasks/" ..
	    task(2, 1))',
	'list-100' => 'return get(1, "/lists/" .. id(2, U * 5 + 1) ..
	    "/tasks?limit=100")',
	'list-10000' =>
	    'return get(1, "/lists/" .. id(2, U * 5 + 2) .. "/tasks")',
	'sync-none' => 'return get(1, "/me/changes?limit=1000&since=@none")',
	'sync-10' => 'return get(1, "/me/changes?limit=1000&since=@ten")',
	'search' => 'return get(somebody(), "/search?q=garden")',
	'export' => 'return get(somebody(), "/me/export")',
	'update' => 'local u = somebody() return send("PATCH", u, "/lists/" ..
	    list(u) .. "/tasks/" .. task(u, math.random(1, 20)),
	    string.format(\'{"dueDate":"%d-%02d-%02d"}\', math.random(2020,
	    2090), math.random(1, 12), math.random(1, 28)))',
	'retitle' => 'local u = somebody() return send("PATCH", u, "/lists/" ..
	    list(u) .. "/tasks/" .. task(u, math.random(1, 20)),
	    string.format(\'{"title":"Changed to %d"}\',
	    math.random(1, 1000000)))',
	'create' => 'local u = somebody() return send("POST", u, "/lists/" ..
	    list(u) .. "/tasks", \'{"id":"\' .. new() ..
	    \'","title":"A new task"}\')',
	'move' => 'local u = somebody() local a = math.random(1, 20)
	    return send("PATCH", u, "/lists/" .. list(u) .. "/tasks/" ..
	    task(u, a) .. "/rank", \'{"beforeId":"\' .. task(u, a % 20 + 1) ..
	    \'","afterId":null}\')',
	'null' => 'return wrk.format("GET", "/")',
	'file-one' => 'return wrk.format("GET", "/one")',
	'file-list' => 'return wrk.format("GET", "/list")',
);

# wrk's script of a work: with the number of users, and for a sync the stamps.
sub script {
	my ($work, %o) = @_;
	my $text = $works{$work} // die "there is no work '$work'\n";
	$text =~ s/@(\w+)/$o{$1}/g;
	return sprintf($head, $o{users}, $o{prefix} // '') .
	    "function request() $text end\n";
}
1;
