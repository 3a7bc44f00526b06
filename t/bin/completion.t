# The completion of shells: it offers what the programs' tables contain, and those
# contain what --help says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $d = Docket->new;
my @programs = map { m{/([^/.]+)$} } glob build() . '/bin/docket-*';

# What --list-options prints: options by name, verbs with theirs.
my (%options, %verbs);
for my $p (@programs) {
	for (split /\n/, $d->run($p, '--list-options')->{out}) {
		my ($kind, $name, @more) = split /\t/, $_, -1;
		$options{$p}{$name} = { letter => $more[0], value => $more[1] eq
		    'value' } if $kind eq 'option';
		$verbs{$p}{$name} = [split ' ', $more[0]] if $kind eq 'verb';
	}
}
is scalar keys %options, scalar @programs, 'every program lists its options';

subtest 'the tables have what --help says' => sub {
	for my $p (@programs) {
		my $help = $d->run($p, '--help')->{out};
		my %said = map { $_ => 1 } $help =~ /(?<![\w-])--([a-z][a-z-]+)/g;
		is_deeply [grep { !$options{$p}{$_} } sort keys %said], [],
		    "$p: each option of --help";
		for (keys %{$options{$p}}) {
			my $letter = $options{$p}{$_}{letter};
			ok $said{$_} || ($letter ne '' && $help =~ /-$letter\b/) ||
			    /^version$|^quiet$/, "$p --$_ is in --help";
		}
	}
	my $help = $d->run('docket-admin', '--help')->{out};
	for my $verb (sort keys %{$verbs{'docket-admin'}}) {
		my $text = join ' ', $help =~
		    /^  (?=\Q$verb\E\b)(.*(?:\n {6,12}\S.*)*)/mg;
		my %said = map { $_ => 1 } $text =~ /--([a-z-]+)/g;
		is_deeply [sort @{$verbs{'docket-admin'}{$verb}}],
		    [sort keys %said], "docket-admin $verb";
	}
};

subtest 'an option of another verb is refused' => sub {
	for (['check', '--json'], ['user', 'list', '--yes'],
	    ['config', '--name', 'x']) {
		my $r = $d->run('docket-admin', @$_);
		is $r->{status}, 2, "@$_";
		like $r->{err}, qr/belongs to another verb/, 'with a message';
	}
};

# What bash offers for the last word.
sub offered {
	my (@words) = @_;
	my $r = Docket->spawn({ PATH => $ENV{PATH} }, '', 'bash', '--norc', '-c',
	    'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docket; '
	    . 'echo "${COMPREPLY[@]}"', build() . '/completion/bash', @words);
	is $r->{err}, '', "bash: @words";
	return [sort split ' ', $r->{out}];
}

subtest 'bash' => sub {
	my %first = map { (split)[0] => 1 } keys %{$verbs{'docket-admin'}};
	my @common = qw(conf data help quiet version);
	is_deeply offered('docket-admin', ''),
	    [sort keys(%first), map { "--$_" } @common], 'verbs, and options';
	is_deeply offered('docket-admin', 're'),
	    [qw(recover reindex restore)], 'those that begin so';
	is_deeply offered('/usr/bin/docket-admin', 'user', ''),
	    [sort map { /^user (.*)/ } keys %{$verbs{'docket-admin'}}],
	    'the second word of a verb';
	is_deeply offered('docket-admin', '-c', 'user', 'chec'), ['check'],
	    'the value of an option is no verb';
	is_deeply offered('docket-admin', '-c', ''), [],
	    'nor is anything offered for one';
	for my $verb (sort keys %{$verbs{'docket-admin'}}) {
		is_deeply offered('docket-admin', split(' ', $verb), 'word', '-'),
		    [sort map { "--$_" } @common,
		    @{$verbs{'docket-admin'}{$verb}}], "options of $verb";
	}
	for my $p (grep { !$verbs{$_} } @programs) {
		is_deeply offered($p, '--'),
		    [sort map { "--$_" } keys %{$options{$p}}], $p;
	}
};

subtest 'zsh and fish have the same words' => sub {
	my %text = map { $_ => slurp(build() . "/completion/$_") } qw(zsh fish);
	like $text{zsh}, qr/^#compdef @programs$/m, 'zsh: every program';
	for my $p (@programs) {
		for my $o (sort keys %{$options{$p}}) {
			like $text{fish}, qr/^complete -c \Q$p\E .*-l \Q$o\E\b/m,
			    "fish: $p --$o";
		}
	}
	like $text{fish}, qr/\b\Q$_\E\b/, "fish: $_"
	    for map { split } keys %{$verbs{'docket-admin'}};
	for my $shell (qw(zsh fish)) {
		SKIP: {
			skip "$shell is not installed", 1
			    if system("command -v $shell >/dev/null") != 0;
			is system($shell, '-n', build() . "/completion/$shell"), 0,
			    "$shell can read it";
		}
	}
};
done_testing;
