/*
 * The batch programs on their schedule, for a demo and for systems without cron
 * or timers, such as containers: docket-serve --jobs.
 */
#ifndef BIN_SERVE_JOBS_H
#define BIN_SERVE_JOBS_H

#include <stdbool.h>

struct settings;

struct jobs {
	const struct settings *settings;
	const char	*programs;	/* the directory of docket-remind */
	const char	*backups;	/* a directory for them; NULL: none */
};

/*
 * Starts a process that runs docket-remind and docket-mail at once and then
 * every minute, docket-cleanup at once and then every night at 03:17 UTC, and
 * docket-backup every night at 03:47, and at once if the last is over a day
 * old.  It ends with its parent, and the programs with it.  Programs that the
 * settings switch off are not run.  False with errno if it cannot be started.
 */
bool	 jobs_start(const struct jobs *);

#endif
