/*
 * Handing over what an import has made, within its last transaction.
 */
#ifndef IMPORT_IMPORTER_HANDOVER_H
#define IMPORT_IMPORTER_HANDOVER_H

#include "core/ctx.h"

struct import;

/* Gives the user the new lists, in their groups. */
void	 handover_lists(struct import *, struct ctx *);
/* Remembers these lists, now that all of their tasks are there. */
void	 handover_complete(struct import *, struct ctx *);

#endif
