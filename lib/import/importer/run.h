/*
 * The importer: what readers find becomes records of the user.
 *
 * Ids follow from the source's ids, so that the same file makes nothing twice.
 * A record that was deleted since is made again, under another id.  New lists
 * are filled invisibly in short transactions (core/batch/import_staging.h);
 * what goes into lists that exist is kept until the file has been read; the
 * last transaction hands everything over, and knows what was made, to undo it.
 * A dry run does the same, rolls the last transactions back, and discards the
 * rest.
 *
 * In the order of calls: run_begin(); a reader, which calls run_list(),
 * run_task() and the like, and run_malformed() if it gives up; work_portions();
 * within a write transaction work_finish(); run_end() in any case.
 */
#ifndef IMPORT_IMPORTER_RUN_H
#define IMPORT_IMPORTER_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "import/importer/fail.h"
#include "import/importer/import.h"

struct attachment;
struct draft;
struct exported;

/* Starts one: the members `ctx`, `options`, `format`, `given` and
 * `result.report` are set.  False, with the outcome BUSY, if another import is
 * running, or the write lock is not available; LIMIT_REACHED. */
bool		 run_begin(struct import *);

/* A list, even if it stays empty; known ones are ignored.  Lists of tasks that
 * were never told are made when the task comes, with the id as title. */
void		 run_list(struct import *, const struct import_list *);
/* Takes a task and ends the draft. */
void		 run_task(struct import *, struct draft *);
/* Takes a record of our own export, as it is. */
void		 run_record(struct import *, int64_t row,
		    const struct exported *);
/* The same for a file of the archive, which must have that hash, unless it is
 * NULL. */
void		 run_file(struct import *, int64_t row,
		    const struct attachment *, const char *entry, int64_t size,
		    const unsigned char *sha256);
/* A record that is not imported. */
void		 run_skip(struct import *, int64_t row, const char *kind,
		    const char *title, enum reason, const char *what);
void		 run_refuse(struct import *, int64_t row, const char *kind,
		    const char *id, const char *title, const char *why);
/* Discards what was not handed over.  Outside a transaction. */
void		 run_end(struct import *);

#endif
