# cron, systemd's timers and docket-serve --jobs run the same programs at the same
# time with the same options: what is generated from etc/jobs, read again.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Docket;
use Test::More;

# The minute of the day, or -1 for each minute.
sub minute { return defined $_[0] && $_[0] ne '*' ? 60 * $_[0] + $_[1] : -1 }

my (%cron, %systemd, %serve);
for (split /\n/, slurp(build() . '/etc/docket.cron')) {
	my ($m, $h, $program, $options) =
	    /^([\d*]+) +([\d*]+) \* \* \* +docket +(docket-\w+) --quiet ?(.*)/
	    or next;
	$cron{$program} = [minute($h, $m), $options];
}

for my $timer (glob build() . '/etc/*.timer') {
	my ($base) = $timer =~ /(.*)\.timer/;
	my ($h, $m) = slurp($timer) =~
	    /^OnCalendar=(?:\*-\*-\* (\d\d):(\d\d)|minutely)$/m or fail $timer;
	my ($program, $options) = slurp("$base.service") =~
	    m{^ExecStart=/usr/local/bin/(docket-\w+) --quiet ?(.*)}m;
	is $base, build() . "/etc/$program", "$base starts $program";
	$systemd{$program} = [minute($h, $m), $options];
}

# docket-serve adds its own folder for backups.
for (slurp(build() . '/gen/schedule.h') =~ /JOB(\("docket.*\))/g) {
	my ($program, $option, $minute) =
	    /^\("(.*?)", (?:"(.*?)"|NULL), (EACH_MINUTE|\d+),/;
	$serve{$program} = [$minute eq 'EACH_MINUTE' ? -1 : $minute,
	    ($option // '') =~ s/=/ /r];
}

cmp_ok scalar keys %cron, '>', 3, 'cron has programs';
is_deeply \%systemd, \%cron, 'timers are as in cron';
is_deeply { map { $_ => [$cron{$_}[0], $cron{$_}[1] =~ s{ /.*}{}r] } keys %cron },
    \%serve, 'docket-serve is as cron';
done_testing;
