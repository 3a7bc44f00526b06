/*
 * Undoing an import: removes what it made and nobody has touched since.  A list
 * that is as the import left it is deleted with all that is in it; otherwise
 * task by task.  A list with other tasks or members stays, as does a group with
 * lists in it, and a tag on a task.  All can be restored from the trash.
 */
#ifndef CORE_BATCH_IMPORT_UNDO_H
#define CORE_BATCH_IMPORT_UNDO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json/write.h"
#include "core/ctx.h"

/* Zero-initialise, with the id of one of the caller's imports, and a writer in
 * an open array. */
struct import_undo {
	const char	*import;
	struct jw	*kept;		/* {kind, id, title} of what stays */
	int64_t		 removed;	/* records, those in a list included */
	int64_t		 kept_count;
	int		 phase;
	char		 after[40];	/* the last id of the phase */
};

#define UNDO_KEPT_MAX	1000		/* are written */

/*
 * Does a portion of the work within a write transaction: about 20 ms of it.
 * False when all is done, and the import forgotten.  After an interruption it
 * can begin again.
 */
bool	 import_undo(struct ctx *, struct import_undo *);

#endif
