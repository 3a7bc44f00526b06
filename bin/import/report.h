/*
 * What docket-import prints about the records: each refused one, each one in a
 * dry run, and how many there were.
 */
#ifndef BIN_IMPORT_REPORT_H
#define BIN_IMPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/progress.h"
#include "core/batch/import.h"

struct arena;
struct program;

struct report {
	const struct program *p;
	bool		 dry_run;	/* names each record */
	int64_t		 count[PART__MAX][IMPORT_VERDICT__MAX];
	int64_t		 done;
	struct progress	 progress;
};

void	 report_record(struct report *, struct arena *,
	    const struct exported *, enum import_verdict, const char *why);
void	 report_refused(struct report *, enum part, const char *id,
	    const char *why);
/* Prints the counts; returns how many records were refused. */
int64_t	 report_end(const struct report *);

#endif
