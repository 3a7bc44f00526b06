# The programs have the protections that the Makefile asks of compiler and
# linker.  Sanitizer builds are not checked.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

my $build = build();
plan skip_all => 'sanitizers instead' if $build =~ /san$/;
my $plain = "$build/t/unhardened";

# What each has to show in what readelf or nm says of it.
my @wants = (
	['placed at random', qr/^\s*Type:\s+DYN .*(?:Position-Indep|Shared)/m],
	['bound at once', qr/\(FLAGS_1\).*\bNOW\b.*\bPIE\b/],
	['its tables read-only', qr/^\s+GNU_RELRO\s/m],
	['a stack that does not run', qr/^\s+GNU_STACK\s.*\sRW\s/m],
	['stacks are guarded', qr/__stack_chk_fail/],
	['lengths are checked', qr/__(?:memcpy|v?snprintf|v?s?printf|read)_chk/],
);
push @wants, ['a shadow stack', qr/\bSHSTK\b/] if `uname -m` =~ /^x86_64/;
# Nothing is both written and run.
my $mixed = qr/^\s+LOAD\s.*\sRWE\s/m;

sub said {
	my ($path) = @_;
	my $said = `readelf -hldnW $path; nm -D $path`;
	die "readelf: $path\n" if $? != 0 || $said eq '';
	return $said;
}

# They tell a program that lacks them.
open my $cc, '|-', 'gcc', '-x', 'c', '-O0', '-no-pie', '-Wl,-z,norelro',
    '-z', 'execstack', '-Wl,-z,lazy', '-fno-stack-protector',
    '-o', $plain, '-' or die "gcc: $!\n";
print $cc "int main(void) { return 0; }\n";
close $cc or die "gcc failed\n";
my $bad = said($plain);
unlink $plain;
unlike $bad, $_->[1], "a plain program: not $_->[0]" for @wants;

my @programs = (glob("$build/bin/docket-*"), glob("$build/cgi-bin/*"));
@programs = grep { -x && -f } @programs;
cmp_ok scalar @programs, '>', 15, 'programs';
for my $program (@programs) {
	my ($name) = $program =~ m{([^/]+)$};
	my $said = said($program);
	like $said, $_->[1], "$name: $_->[0]" for @wants;
	unlike $said, $mixed, "$name: nothing is written and run";
	unlike $said, qr/\((?:RPATH|RUNPATH|TEXTREL)\)/,
	    "$name: libraries of the system alone";
}
done_testing;
