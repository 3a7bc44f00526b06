/*
 * Making the records of an import, within a write transaction.
 */
#ifndef IMPORT_IMPORTER_MAKE_H
#define IMPORT_IMPORTER_MAKE_H

#include <stdbool.h>

#include "core/ctx.h"

struct import;
struct run_item;

/*
 * A task of another service with its parts: makes them now if their list is
 * new, or if they exist already.  False: they must wait for make_late().
 */
bool	 make_ahead(struct import *, struct ctx *, struct run_item *);
/* In a list that exists. */
void	 make_late(struct import *, struct ctx *, struct run_item *);

/* The same for a record of our own export. */
bool	 make_record_ahead(struct import *, struct ctx *, struct run_item *);
/* Can it be made now, before the new lists are handed over? */
bool	 make_possible(struct ctx *, const struct run_item *);

#endif
