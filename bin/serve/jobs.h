/*
 * The batch programs on their schedule, for a demo and for systems without cron
 * or timers, such as containers: docket-serve --jobs.
 */
#ifndef BIN_SERVE_JOBS_H
#define BIN_SERVE_JOBS_H

#include <stdbool.h>

struct settings;

/*
 * Starts a process that runs docket-remind and docket-mail at once and then
 * every minute, and docket-cleanup at once and then every night at 03:17 UTC.
 * It ends with its parent, and the programs with it.  `programs` is the
 * directory of docket-remind.  Programs that the settings switch off are not
 * run.  False with errno if it cannot be started.
 */
bool	 jobs_start(const char *programs, const struct settings *);

#endif
