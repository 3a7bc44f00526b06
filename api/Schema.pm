# The schemas of the document: of records, of bodies, and of what the entries of
# the texts define.
package Schema;
use strict;
use warnings FATAL => 'all';
use Exporter 'import';
use JSON::PP;
use Text;

our @EXPORT = qw(define schema ref_to rank);

use constant NEXT => '2026-11-20T19:25:40.000211Z';

# What compile sets: schemas by their names; their entries; kinds by their names,
# and the names in order; the fields of bodies; bodies that need a member.
our (%schema, %entry, %kind, @kinds, %body, %need_one);
my %full;		# the examples of records, with all fields
my $canonical = JSON::PP->new->canonical->allow_nonref;
my %common = map { ($_->{head}[0] => (items($_))[0]) } entries('fields.txt');

# Members of the document are written in the order in which they are ranked.
our %rank;

sub rank {
	$rank{$_} //= keys %rank for @_;
	return;
}

sub ref_to {
	my ($name) = @_;
	$name =~ s{\.}{/properties/};
	return { '$ref' => "#/components/schemas/$name" };
}

# A schema that also allows null.
sub or_null {
	my ($s) = @_;
	return { anyOf => [$s, { type => 'null' }] } if !$s->{type};
	return { %$s, type => [$s->{type}, 'null'],
	    $s->{enum} ? (enum => [@{$s->{enum}}, undef]) : () };
}

sub bounds {
	my ($s, $min, $max, @names) = @_;
	$s->{$names[0]} = 0 + $min if $min ne '';
	$s->{$names[1]} = 0 + $max if $max ne '';
	return $s;
}

# A type as it is written in a text.
sub type_of {
	my ($type) = @_;
	return or_null(type_of($1)) if $type =~ /^(\[.*\]|[^"\[].*)\?$/;
	return { type => 'array', items => type_of($1) }
	    if $type =~ /^\[(.*)\]$/;
	return { type => 'string', const => $1 } if $type =~ /^"(.*)"$/;
	return { type => 'string', enum => [split /\|/, $1] }
	    if $type =~ /^word (.*)$/;
	return bounds({ type => 'string' }, $1 // '', $2 // '',
	    qw(minLength maxLength)) if $type =~ /^text(?: (\d*)\.\.(\d*))?$/;
	return bounds({ type => 'integer' }, $1 // '', $2 // '',
	    qw(minimum maximum)) if $type =~ /^int(?: (\d*)\.\.(\d*))?$/;
	return { bool => { type => 'boolean' }, any => {},
	    date => { type => 'string', format => 'date' },
	    stamp => ref_to('Timestamp'), uuid => ref_to('Uuid') }->{$type} //
	    ref_to($type =~ /^[A-Z]\w*(?:\.\w+)?$/ ? $type :
	    die "there is no type \"$type\"; api/compile lists them\n");
}

# The type of a field of a table: as it is shown, or as a body may have it.
my %type;
%type = (
	text => sub { bounded({ type => 'string' }, @_) },
	name => sub {
		# Trimmed before it is measured.
		my ($f, $body) = @_;
		return bounded({ type => 'string' },
		    { %$f, $body ? (max => 0) : () });
	},
	password => sub {
		my ($f) = @_;
		return $f->{min} > 0 ? ref_to('NewPassword') :
		    { type => 'string', format => 'password',
		    maxLength => $f->{max} };
	},
	uuid => sub { $_[0]{null} ? { type => 'string', format => 'uuid' } :
	    ref_to('Uuid') },
	ref => sub {
		my ($f, $body) = @_;
		return $body ? bounded({ type => 'string' }, $f) :
		    $type{uuid}->($f);
	},
	rank => sub { ref_to('Rank') },
	bool => sub { { type => 'boolean' } },
	date => sub { { type => 'string', format => 'date' } },
	time => sub { { type => 'string',
	    pattern => '^([01][0-9]|2[0-3]):[0-5][0-9]$' } },
	stamp => sub { $_[1] ? { type => 'string', format => 'date-time' } :
	    ref_to('Timestamp') },
	word => sub { { type => 'string', enum => [@{$_[0]{words}}] } },
	email => sub { ref_to('EmailAddress') },
	zone => sub { { type => 'string', minLength => 1 } },
	int => sub {
		my ($f) = @_;
		return bounds({ type => 'integer' }, $f->{min},
		    $f->{max} || '', qw(minimum maximum));
	},
	json => sub { {} },
	uuids => sub { { type => 'array', items => ref_to('Uuid'),
	    minItems => $_[0]{min}, maxItems => $_[0]{max},
	    uniqueItems => JSON::PP::true } },
	ids => sub { bounds({ type => 'array', items => ref_to('Uuid') },
	    $_[0]{min} || '', $_[0]{max}, qw(minItems maxItems)) },
	words => sub { bounds({ type => 'array', items => { type => 'string',
	    enum => [@{$_[0]{words}}] } }, $_[0]{min}, $_[0]{max},
	    qw(minItems maxItems)) },
);

sub bounded {
	my ($s, $f) = @_;
	return bounds($s, $f->{min} || '', $f->{max} || '',
	    qw(minLength maxLength));
}

sub type_of_field {
	my ($f, $body) = @_;
	my $s = ($type{$f->{type}} // die "field $f->{name}: api/Schema.pm has no " .
	    "type $f->{type}\n")->($f, $body);
	return $f->{null} ? or_null($s) : $s;
}


# Adds an entry.
sub define {
	my ($e) = @_;
	my ($form, $name, $of) = @{$e->{head}};
	die "no table of fields is of the kind $of\n" if $form eq 'record' && !$kind{$of};
	$entry{$name} = $e;
	my (undef, @fields) = items($e);
	rank(map { s{.*/}{}r } @fields);
	return;
}

# The noun of a schema's entry: that of its record.
sub noun_of {
	my ($e) = @_;
	my ($form, $name, $of, @noun) = @{$e->{head}};
	return @noun ? "@noun" : lc $of if $form eq 'record';
	return $entry{$noun[0] // ''} ? noun_of($entry{$noun[0]}) : undef;
}

# A schema with what an item says.
sub with {
	my ($s, $item, $e) = @_;
	my $text = $item->{text};
	return { %$s, %{$item->{more} // {}}, defined $text ?
	    (description => fill($text, noun_of($e))) : () };
}

sub object {
	my ($e, $properties, $required, $example) = @_;
	my $closed = $e->{head}[0] !~ /^(?:body|form)$/;
	return { type => 'object',
	    description => prose($e->{text}, noun_of($e)),
	    properties => $properties,
	    @$required ? (required => $required) : (),
	    defined $example ? (examples => [$example]) : (),
	    $closed ? (additionalProperties => JSON::PP::false) : () };
}

# The members of an example that have those names.
sub pick {
	my ($example, @names) = @_;
	return { map { ($_ => $example->{$_}) }
	    grep { exists $example->{$_} } @names };
}

# An example of a schema, made of those of its parts; undef: there is none.
sub example_of {
	my ($s) = @_;
	if (my ($name) = ($s->{'$ref'} // '') =~ m{/schemas/(\w+)$}) {
		return NEXT if $name eq 'Next';
		return JSON::PP::false if $name eq 'More';
		my $to = schema($name);
		return $to->{oneOf} ? example_of($to->{oneOf}[0]) :
		    ($to->{examples} // [])->[0];
	}
	return $s->{const} if exists $s->{const};
	return undef if ($s->{type} // '') ne 'array';
	my $item = example_of($s->{items});
	return defined $item ? [$item] : undef;
}

# The example of an entry: what it says, and what its parts say.
sub example {
	my ($e, $properties) = @_;
	my %made = map { my $of = example_of($properties->{$_});
	    defined $of ? ($_ => $of) : () } keys %$properties;
	my ($said) = map { /^= (.*)/ ? json_of($1) : () } @{$e->{lines}};
	%made = (%made, %{$said // {}});
	return %made ? \%made : undef;
}

sub described {
	my ($s, $where) = @_;
	die "no line says what $where is: \"- " . $where =~ s/.*\.//r .
	    ": ...\"\n" if !$s->{description} && !$s->{'$ref'};
	return $s;
}

# A field of a record as answers show it.
sub shown {
	my ($e, $items, $f) = @_;
	return described(with(type_of_field($f), $items->{$f->{name}} //
	    $common{record}{$f->{name}}, $e), "$e->{head}[1].$f->{name}");
}

sub names { return map { $_->{name} } @_ }

sub record {
	my ($e) = @_;
	my ($name, $of) = @{$e->{head}}[1, 2];
	my @fields = @{$kind{$of}{fields}};
	return plain($e) if !@fields;
	my ($items) = items($e);
	for my $item (keys %$items) {
		die "the table of $of has no field $item\n" if !grep { $_ eq $item } names(@fields);
	}
	$full{$name} = example($e, {});
	@fields = grep { !$_->{feed} && !$_->{hidden} } @fields;
	return object($e, { map { ($_->{name} => shown($e, $items, $_)) }
	    @fields }, [names(grep { $_->{required} } @fields)],
	    pick($full{$name}, names(@fields)));
}

# The record that an entry is of: its schema, its entry, fields of its kind.
sub record_of {
	my ($e, $flag) = @_;
	my $name = $e->{head}[3];
	my $of = $entry{$name} // die "there is no record $name\n";
	return (schema($name), $of,
	    grep { $_->{$flag} } @{$kind{$of->{head}[2]}{fields}});
}

# A record in the feed.
sub change {
	my ($e) = @_;
	my ($record, $of, @fields) = record_of($e, 'feed');
	my ($name, $kind) = @{$of->{head}}[1, 2];
	my ($own, @own) = plain_fields($e, '');
	my ($items) = items($of);
	my %properties = (kind => { type => 'string', const => $kind,
	    description => 'What this item is.' },
	    map({ ($_ => ref_to("$name.$_")) } keys %{$record->{properties}}),
	    map({ ($_->{name} => shown($of, $items, $_)) } @fields), %$own);
	return object($e, \%properties, ['kind', @{$record->{required}},
	    names(grep { $_->{required} } @fields), @own],
	    { %{pick($full{$name} // $record->{examples}[0],
	    keys %properties)}, %{example($e, { %$own,
	    kind => $properties{kind} })} });
}

sub export {
	my ($e) = @_;
	my ($record, $of, @fields) = record_of($e, 'export');
	my $name = $of->{head}[1];
	my ($items) = items($of);
	return object($e, { map { ($_->{name} =>
	    $record->{properties}{$_->{name}} ? ref_to("$name.$_->{name}") :
	    shown($of, $items, $_)) } @fields }, [names(@fields)],
	    pick($full{$name}, names(@fields)));
}

# The field of a body as in the schema that the body is of.
sub same_field {
	my ($of, $f, $type) = @_;
	my %same = %{schema($of)->{properties}{$f->{name}} // return $type};
	return \%same if keys %same == 1 && $same{'$ref'};
	my $words = delete $same{description};
	return ref_to("$of.$f->{name}")
	    if $canonical->encode(\%same) eq $canonical->encode($type);
	return { %$type, description => $words };
}

# A field of a body: as its line says, or fields.txt, or the schema that the body
# is of.
sub taken {
	my ($e, $items, $f, $path) = @_;
	my $item = $items->{$path};
	if ($f->{type} eq 'items') {
		$body{$item->{type}} = $f->{body};
		return with(bounds({ type => 'array', items =>
		    ref_to($item->{type}) }, $f->{min} || '', $f->{max},
		    qw(minItems maxItems)), $item, $e);
	}
	return with(body_of($e, $items, $f->{body}, "$path/"), $item, $e)
	    if $f->{type} eq 'object';
	return with(type_of($item->{type}), $item, $e)
	    if $item && $item->{type};
	my $type = type_of_field($f, 1);
	$item //= $common{body}{$f->{name}};
	return with($type, $item, $e) if $item;
	return defined $e->{head}[3] ? same_field($e->{head}[3], $f, $type) :
	    $type;
}

sub body_of {
	my ($e, $items, $fields, $prefix) = @_;
	my @required = names(grep { $_->{required} } @$fields);
	return { type => 'object', properties => { map { ($_->{name} =>
	    described(taken($e, $items, $_, "$prefix$_->{name}"),
	    "$e->{head}[1].$_->{name}")) } @$fields },
	    @required ? (required => \@required) : () };
}

sub body {
	my ($e) = @_;
	my ($name, $of) = @{$e->{head}}[1, 3];
	schema($of) if defined $of;
	my $s = body_of($e, (items($e))[0],
	    $body{$name} // die("no route takes this body\n"), '');
	my $example = example($e, {});
	$example //= pick($full{$of}, keys %{$s->{properties}})
	    if defined $of && $full{$of};
	return { %{object($e, $s->{properties}, $s->{required} // [], $example)},
	    $need_one{$name} ? (minProperties => 1) : () };
}

# The fields whose types are in the text: their properties, and the names of those
# that are always there.
sub plain_fields {
	my ($e, $prefix) = @_;
	my ($items, @order) = items($e);
	my (%properties, @required);
	for my $path (grep { m{^\Q$prefix\E[^/]+$} } @order) {
		my $name = substr($path, length $prefix);
		my $item = { %{$common{record}{$name} // {}},
		    %{$items->{$path}} };
		my $s = $item->{type} eq 'object' ?
		    plain_object(plain_fields($e, "$path/")) :
		    type_of($item->{type});
		$properties{$name} = described(with($s, $item, $e),
		    "$e->{head}[1].$name");
		push @required, $name if !$item->{optional};
	}
	return (\%properties, @required);
}

sub plain_object {
	my ($properties, @required) = @_;
	return { type => 'object', properties => $properties,
	    additionalProperties => JSON::PP::false,
	    @required ? (required => \@required) : () };
}

sub plain {
	my ($e) = @_;
	my ($properties, @required) = plain_fields($e, '');
	my $of = $e->{head}[0] eq 'record' ? undef : $e->{head}[3];
	my $example = example($e, $properties);
	return object($e, $properties, \@required, $example) if !defined $of;
	my $s = schema($of);
	return object($e, { map({ ($_ => ref_to("$of.$_")) }
	    keys %{$s->{properties}}), %$properties },
	    [@{$s->{required}}, @required], { %{$s->{examples}[0]}, %$example });
}

# {items}, {items, next, more}.
sub collection {
	my ($e) = @_;
	my ($form, $name, undef, $of) = @{$e->{head}};
	my %properties = (items => { type => 'array', items => ref_to($of),
	    description => 'The records.' });
	my @required = qw(items);
	if ($form ne 'items') {
		%properties = (%properties, more => ref_to('More'),
		    next => ref_to($form eq 'page' ? 'Next' : 'ListingNext'));
		push @required, qw(next more);
	}
	my $example = example($e, \%properties);
	$example->{next} = undef if $form eq 'listing';
	return object($e, \%properties, \@required, $example);
}

# The change of a kind of record: the texts can have an entry for it.
sub change_of {
	my ($kind) = @_;
	my ($of) = grep { $_->{head}[0] eq 'record' &&
	    $_->{head}[2] eq $kind } values %entry;
	die "api/*.txt: no entry \"record\" is of the kind $kind\n" if !$of;
	my $name = $of->{head}[1];
	my ($own) = grep { $_->{head}[0] eq 'change' && $_->{head}[3] eq $name }
	    values %entry;
	return $own->{head}[1] if $own;
	my $noun = noun_of($of);
	my $a = $noun =~ /^[aeiou]/ ? 'An' : 'A';
	$entry{"${name}Change"} = { head => ['change', "${name}Change", 'of',
	    $name], lines => [], file => $of->{file}, text => "$a $noun " .
	    "that changed: `kind`, and the members of $name.\n" };
	return "${name}Change";
}

# One of all that can change.
sub union {
	my ($e) = @_;
	my %mapping = map { ($_ => ref_to(change_of($_))->{'$ref'}) } @kinds;
	return { description => prose($e->{text}),
	    oneOf => [map { { '$ref' => $mapping{$_} } } @kinds],
	    discriminator => { propertyName => 'kind', mapping => \%mapping } };
}

my %form = (record => \&record, change => \&change, export => \&export,
    body => \&body, object => \&plain, form => \&plain, union => \&union,
    map { $_ => \&collection } qw(items page listing));

# The schema of that name.
sub schema {
	my ($name) = @_;
	my $e = $entry{$name};
	return $schema{$name} //= within($e, sub { $form{$e->{head}[0]}->($e) })
	    if $e;
	return $schema{$name} //
	    die "no entry describes $name, such as \"object $name\"\n";
}

1;
