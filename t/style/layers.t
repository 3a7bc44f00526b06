# A layer includes only the layers below it, and no files or folders include each
# other in a circle, nor call each other in one.
#
# Every #include line of lib, cgi-bin, api and bin is read.  A file and its header are
# one node (task.c and task.h: task).  query/*.h, the generated statements, belong
# to the database layer: whoever includes it reads and writes tables.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;

# Which layers a layer may include, besides its own.
my %below = (
	'lib/base' => [],
	'lib/db' => [qw(lib/base)],
	'lib/core' => [qw(lib/base lib/db)],
	'lib/ical' => [qw(lib/base lib/core)],
	'lib/import' => [qw(lib/base lib/db lib/core lib/ical)],
	'lib/export' => [qw(lib/base lib/db lib/core lib/ical)],
	'lib/web' => [qw(lib/base lib/db lib/core lib/ical)],
	'lib/mail' => [qw(lib/base lib/core)],
	'lib/push' => [qw(lib/base lib/core)],
	'lib/cli' => [qw(lib/base lib/db lib/core)],
	'lib/dav' => [qw(lib/base lib/core lib/ical lib/web)],
	'lib/oidc' => [qw(lib/base lib/db lib/core lib/web)],
	'cgi-bin' => [qw(lib/base lib/core lib/ical lib/import lib/export
	    lib/web lib/dav lib/oidc)],
	'api' => [qw(lib/base lib/core lib/web cgi-bin)],
	'bin' => [qw(lib/base lib/db lib/core lib/import lib/export lib/mail
	    lib/push lib/oidc lib/cli)],
);
# Headers of libraries that only these files may include.
my %only = ('sqlite3.h' => qr{^lib/db/}, 'libpq-fe.h' => qr{^lib/db/},
    'curl/curl.h' => qr{^(?:lib/(?:mail|push)/|lib/oidc/http\b|bin/admin/(?:check_address|check_dav|check_site|visit)\b)});

# Above core, these include query/*.h.
my %may_query = map { $_ => 1 } qw(
	lib/web/audit_page lib/web/change lib/web/lists lib/web/precondition lib/web/replay
	lib/dav/items lib/dav/report
	lib/push/keys
	lib/import/importer/handover lib/import/importer/make lib/import/importer/note
	lib/import/importer/tags lib/import/importer/target lib/import/importer/text
	lib/export/export lib/export/texts
	cgi-bin/admin bin/admin/administrator
	cgi-bin/account/sessions cgi-bin/account/tokens cgi-bin/attachments
	cgi-bin/sign-in/passkeys
	cgi-bin/data cgi-bin/dav cgi-bin/feeds cgi-bin/imports cgi-bin/lists cgi-bin/lists/groups
	cgi-bin/lists/invitations cgi-bin/lists/members cgi-bin/my-day cgi-bin/notifications cgi-bin/oidc cgi-bin/settings
	cgi-bin/status cgi-bin/steps cgi-bin/tags cgi-bin/tasks
	bin/docket-backup bin/cleanup/erase bin/docket-cleanup bin/docket-export bin/docket-mail
	bin/docket-remind bin/import/past bin/admin/check bin/admin/check_key bin/admin/check_records
	bin/admin/check_service
	bin/admin/check_settings bin/admin/move bin/admin/push bin/admin/restore
	bin/admin/setup bin/admin/stats bin/admin/user
);
# The one answers requests, the other starts the workers that do.
my %also = ('bin/docket-wait' => [qw(lib/web cgi-bin)],
    'bin/docket-serve' => ['lib/web']);

sub layer {
	my ($file) = @_;
	return $file =~ m{^(lib/\w+|cgi-bin|api|bin)/} ? $1 : '';
}

# The nodes that a file includes, and the headers of libraries.
sub includes {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	my (@own, @other);
	while (<$in>) {
		push @other, $1 if /^#include <([^>]+)>/;
		next unless /^#include "([^"]+)"/;
		next if $1 =~ /^(?:groups|schedule|mail_words)\.h$/;	# generated, too
		my $path = $1 =~ m{^query/} ? 'query.h' :
		    -e "lib/$1" ? "lib/$1" : $1;
		push @own, $path =~ s/\.h\z//r;
	}
	return (\@own, \@other);
}

my (%graph, %folders);
my @files = map { glob } qw(lib/*/*.[ch] lib/*/*/*.[ch] cgi-bin/*.[ch] cgi-bin/*/*.[ch]
    api/*.[ch] bin/*.[ch] bin/*/*.[ch]);
cmp_ok scalar @files, '>', 250, 'files are found';
for my $file (@files) {
	my ($own, $other) = includes($file);
	my $node = $file =~ s/\.[ch]\z//r;
	my $folder = $node =~ s{/[^/]+\z}{}r;
	my $layer = layer($file);
	my %allowed = map { $_ => 1 } $layer, @{$below{$layer}};
	my @bad;
	$allowed{$_} = 1 for @{$also{$node} // []};
	for my $to (@$own) {
		if ($to eq 'query') {
			push @bad, 'query/*.h: it is not among those that may'
			    if $layer !~ m{^lib/(?:db|core)\z} &&
			    !$may_query{$node};
			next;
		}
		push @bad, $to if !$allowed{layer("$to.h")};
		$graph{$node}{$to} = 1 if $to ne $node;
		my $to_folder = $to =~ s{/[^/]+\z}{}r;
		$folders{$folder}{$to_folder} = 1 if $to_folder ne $folder;
	}
	push @bad, map { "<$_>" } grep { $only{$_} && $node !~ $only{$_} }
	    @$other;
	is_deeply \@bad, [], "$file includes what its layer may";
}
is_deeply [grep { !-e s/\.c\z/.h/r } grep { m{^lib/.*\.c\z} } @files], [],
    'each file of the library has its own header';
for my $node (sort keys %may_query) {
	my ($own) = includes("$node.c");
	ok scalar(grep({ $_ eq 'query' } @$own)),
	    "$node still includes query/*.h (take it off the list if not)";
}

# A circle through a node, as "a -> b -> a"; nothing if there is none.
sub circle {
	my ($graph) = @_;
	my (%state, $visit);
	$visit = sub {
		my ($node, @way) = @_;
		if (($state{$node} // '') eq 'open') {
			shift @way while $way[0] ne $node;
			return join ' -> ', @way, $node;
		}
		return if $state{$node};
		$state{$node} = 'open';
		for my $to (sort keys %{$graph->{$node} // {}}) {
			my $found = $visit->($to, @way, $node);
			return $found if $found;
		}
		$state{$node} = 'done';
		return;
	};
	for my $node (sort keys %$graph) {
		my $found = $visit->($node);
		return $found if $found;
	}
	return;
}

is circle({ a => { b => 1 }, b => { c => 1 }, c => { b => 1 } }), 'b -> c -> b',
    'a circle would be found';
is circle(\%graph), undef, 'no files include each other in a circle';
is circle(\%folders), undef, 'no folders include each other in a circle';

# What a file calls can be in any header, so the linker's symbols say more than the
# includes.  SQLite's engine and the functions above it are one node: these call it
# by the table engine_sqlite, and it opens its own transactions by db_begin_write().
my (%defined, @undefined, %links, %folder_links);
my $build = build();
my @objects = grep { -e }
    map { m{^((?:lib|bin)/.*)\.c\z} ? "$build/$1.o" : () } @files;
cmp_ok scalar @objects, '>', 180, 'objects are found';
open my $nm, '-|', 'nm', '-A', '-g', @objects or die "nm: $!\n";
while (<$nm>) {
	my ($node, $type, $name) = m{^\Q$build\E/(.*)\.o:\S* +(\w) (\S+)$} or next;
	$node =~ s{^lib/db/.*}{lib/db};
	push @undefined, [$node, $name] if $type eq 'U';
	$defined{$name} = $node if $type =~ /[A-TV]/ && $name ne 'main';
}
for (@undefined) {
	my ($node, $to) = ($_->[0], $defined{$_->[1]} // next);
	next if $node eq $to;
	$links{$node}{$to} = 1;
	my ($folder, $to_folder) = map { $_ eq 'lib/db' ? $_ : s{/[^/]+\z}{}r }
	    $node, $to;
	$folder_links{$folder}{$to_folder} = 1 if $folder ne $to_folder;
}
cmp_ok scalar keys %links, '>', 100, 'symbols are found';
is circle(\%links), undef, 'no files call each other in a circle';
is circle(\%folder_links), undef, 'no folders call each other in a circle';

# Tests, measurements and what programs load on demand are read as text.
my @callers = grep { -e } glob "$build/{group,gen,cgi-bin,api}/*.o $build/group/*/*.o";
my %used = map { $_->[1] => 1 } @undefined;
$used{$_} = 1 for map { / U (\S+)$/ } `nm -g @callers`;
for my $file (split /\n/, `git ls-files 't/*.c' 'bench/*.c' 'lib/*.c' |
    grep -E '^(t|bench)|postgresql/|/s3/|^lib/oidc|/signature/|/qr/'`) {
	open my $in, '<', $file or die "$file: $!\n";
	while (<$in>) {
		$used{$_} = 1 for /(\w+)/g;
	}
}
is_deeply [grep { !$used{$_} } sort keys %defined], [],
    'what no other file uses is static';
done_testing;
