# The most memory that a program takes.
#
#	my ($out, $kilobytes) = peak($env, $input, @command);
package Peak;
use strict;
use warnings;
use Docket;
use Exporter 'import';
use File::Temp ();

our @EXPORT = qw(peak);

# With the bytes as its standard input.
sub peak {
	my ($env, $input, @command) = @_;
	my ($in, $out, $size) = map { File::Temp->new } 1 .. 3;
	write_file("$in", $input // '');
	my $pid = fork // die "fork: $!";
	if ($pid == 0) {
		%ENV = %$env;
		open STDIN, '<', "$in";
		open STDOUT, '>', "$out";
		# The shell gives the descriptor that peak writes to.
		exec '/bin/sh', '-c', 'exec "$@" 3>"$0"', "$size",
		    build() . '/t/peak', @command;
	}
	waitpid $pid, 0;
	return (slurp("$out"), slurp("$size") =~ /^(\d+)/);
}
1;
