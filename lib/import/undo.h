/*
 * Undoing a whole import, in short transactions.
 */
#ifndef IMPORT_UNDO_H
#define IMPORT_UNDO_H

#include "core/batch/import_undo.h"
#include "core/ctx.h"

/*
 * Undoes one of the caller's imports, outside a transaction: `import` and
 * `kept` are set.  wait: seconds for the write lock.  DONE; IMPORT_NOT_FOUND;
 * BUSY, when it can be undone again for the rest.
 */
enum outcome	 undo_import(struct ctx *, struct import_undo *, int wait);

#endif
