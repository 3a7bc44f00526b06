/*
 * Orphans: contents in the store that no row names, and remains of uploads that
 * began or ended at least a day ago.
 */
#ifndef CORE_FILE_ORPHANS_H
#define CORE_FILE_ORPHANS_H

#include <stdbool.h>
#include <stddef.h>

struct ctx;

/* All of them: their names, in the arena. */
size_t	 content_orphans(struct ctx *, const char ***names);
/* Only the remains of uploads. */
size_t	 content_remains(struct ctx *, const char ***names);
/* Within a write transaction for everything: removes it if it is still an orphan,
 * and returns whether it was removed. */
bool	 content_sweep(struct ctx *, const char *name);

#endif
