/*
 * The tags of an import.  A new one is hidden until the last transaction,
 * though it is on its tasks already (core/batch/import_staging.h).
 */
#ifndef IMPORT_IMPORTER_TAGS_H
#define IMPORT_IMPORTER_TAGS_H

#include "core/ctx.h"

struct import;
struct run_item;

/* Puts the tags of an item on a task that has none; the item then has those
 * that were not refused, by their names here. */
void	 tags_put(struct import *, struct ctx *, struct run_item *,
	    const char *task);
/* Finds or stages them beforehand. */
void	 tags_find(struct import *, struct ctx *, const struct run_item *);
/* Within the last transaction, when all is made: shows those that are used. */
void	 tags_show(struct import *, struct ctx *);
/* Removes those that were not shown. */
void	 tags_drop(struct import *, struct ctx *);

#endif
