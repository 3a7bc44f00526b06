/*
 * The transactions of an import.
 */
#ifndef IMPORT_IMPORTER_WORK_H
#define IMPORT_IMPORTER_WORK_H

#include <stdbool.h>

struct import;
struct run_item;

/* Begins; false with the outcome. */
bool		 work_begin(struct import *);
/* Queues an item for one of the next transactions. */
void		 work_queue(struct import *, struct run_item *);
/* Does all that can be done before the last transaction; false with the
 * outcome. */
bool		 work_portions(struct import *);
/* Within a write transaction, which may run it again after a conflict: the
 * rest. */
void		 work_finish(struct import *);
/* Instead of it, for a dry run: does the same and rolls it back; false with the
 * outcome. */
bool		 work_preview(struct import *);
/* Discards what was not handed over. */
void		 work_end(struct import *);

#endif
