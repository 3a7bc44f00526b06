# The texts of the API: their entries, and the limits that they name.
package Text;
use strict;
use warnings FATAL => 'all';
use Exporter 'import';
use FindBin;
use JSON::PP;

our @EXPORT = qw(slurp fill json_of entries prose items within);

my $json = JSON::PP->new->utf8->allow_nonref;

sub slurp {
	my ($file) = @_;
	local $/;
	open my $in, '<:encoding(UTF-8)', "$FindBin::Bin/$file" or
	    die "$file: $!\n";
	return scalar <$in>;
}

my %limit = slurp('../lib/core/limits.h') =~
    /^#define\s+(\w+)\s+\(?(\d+)(?:\s*\*\s*(?:DAY|HOUR)\))?\s/mg;

sub limit { return $limit{$_[0]} // die
    "lib/core/limits.h has no number $_[0], which the text names\n" }

# Whatever dies while an entry is read or made says which entry it is.
sub within {
	my ($e, $do) = @_;
	my $made = eval { $do->() };
	return $made if $@ eq '';
	die $@ if $@ =~ m{^api/};
	die "api/$e->{file}: @{$e->{head}}: $@";
}

# A text with its limits and its noun.
sub fill {
	my ($text, $noun) = @_;
	$text =~ s/\{([A-Z]\w+)\}/reverse join ',', reverse(limit($1)) =~ m{\d{1,3}}g/ge;
	$text =~ s/\{noun\}/$noun \/\/ die "{noun} stands where there is no record: $text\n"/ge;
	return $text;
}

# The same of all texts of a value; a text that is nothing but a limit becomes a
# number.
sub filled {
	my ($value) = @_;
	return { map { $_ => filled($value->{$_}) } keys %$value }
	    if ref $value eq 'HASH';
	return [map { filled($_) } @$value] if ref $value eq 'ARRAY';
	return $value if ref $value || ($value // '') !~ /\{[A-Z]/;
	return $value =~ /^\{(\w+)\}$/ ? 0 + limit($1) : fill($value);
}

# The value of the JSON that a text begins with, and what follows it.
sub json_of {
	my ($text) = @_;
	utf8::encode($text);	# decode_prefix() counts bytes
	my ($value, $n) = $json->decode_prefix($text);
	my $rest = substr $text, $n;
	utf8::decode($rest);
	return (filled($value), $rest);
}

# The entries of a file: the words of the head, the text, and the lines behind
# it.  Those of a route are its last paragraph.
sub entries {
	my ($file) = @_;
	my @entries;
	for (split /^(?=\S)/m, slurp($file) =~ s/^#.*\n//gmr) {
		my ($head, $text) = /\A([^\n]*)\n(.*?\n)\n*\z/s or
		    die "api/$file: this is no entry: \"$_\"\n";
		my ($words, $lines) = $text =~ ($head =~ /^[A-Z]/ ?
		    qr/\A(.*\n)\n(\t.*)\z/s : qr/\A(.*?)(^\t[-=] .*|)\z/ms) or
		    die "api/$file: $head: it has no text\n";
		push @entries, { head => [split ' ', $head], file => $file,
		    text => $words =~ s/^\t//gmr, lines => [map { s/^\t//r }
		    split /\n(?!\t\t)/, $lines =~ s/\n\t\t/ /gr] };
	}
	return @entries;
}

# The lines of a paragraph become one; those of lists and code stay.
sub prose {
	my ($text, $noun) = @_;
	$text =~ s/\A\n+|\s+\z//g;
	my @parts = split /(^```.*?^```)/ms, $text;
	for (@parts) {
		s/(?<=\S)\n *(?=[^\s#|-])(?!\d+\. )/ /g if !/^```/;
	}
	return fill(join('', @parts), $noun);
}

# The lines of fields: {name => {optional, type, more, text}}, and their order.
sub items {
	my ($e) = @_;
	my (%items, @order);
	for (map { /^- (.*)/ ? $1 : () } @{$e->{lines}}) {
		my ($name, $optional, $rest) = /^([\w\/-]+)(\??)(.*)$/;
		my %item = (optional => $optional);
		$item{type} = $1 if $rest =~ s/^ ([^\s:{][^:{]*?)(?=:| \{|$)//;
		($item{more}, $rest) = json_of($1) if $rest =~ /^ (\{.*)$/;
		$item{text} = $1 if $rest =~ s/^: (.*)$//;
		die "api/$e->{file}: @{$e->{head}}: this is no field: \"$_\"\n"
		    if $rest =~ /\S/;
		$items{$name} = \%item;
		push @order, $name;
	}
	return (\%items, @order);
}

1;
