/*
 * What docket-import prints about the records: each refused one, each one in a
 * dry run, and how many there were.
 */
#ifndef BIN_IMPORT_REPORT_H
#define BIN_IMPORT_REPORT_H

#include <stdint.h>

#include "cli/progress.h"
#include "import/importer/import.h"

struct program;

#define REPORT_KINDS	6

struct report {
	const struct program *p;
	const struct import *im;
	struct {
		const char	*kind;
		int64_t		 count[VERDICT__MAX];
	} kinds[REPORT_KINDS];
	int64_t		 done;
	struct progress	 progress;
};

/* For struct result: prints a record that is of interest. */
void	 report_record(void *report, const struct result_record *);
/* Prints the counts; returns how many records were refused. */
int64_t	 report_end(struct report *);

#endif
