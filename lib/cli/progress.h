/*
 * A progress bar on standard error for work that takes longer than a second;
 * nothing if that is not a terminal, or if quiet.  A total of 0 means unknown.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct program;

struct progress {
	const char	*what;
	int64_t		 total;
	int64_t		 began;
	int64_t		 drawn;		/* last shown; 0: never */
	bool		 off;
};

struct progress	 progress_begin(const struct program *, const char *what,
		    int64_t total);
/* Updates the number done. */
void		 progress_show(struct progress *, int64_t done);
/* The same for what calls back with each of many: now and then. */
void		 progress_tick(void *progress, int64_t done);
void		 progress_end(struct progress *);

#endif
