/*
 * Orphans: files among the attachments' that no row names, and remains of
 * uploads that ended at least a day ago.
 */
#ifndef CORE_FILE_ORPHANS_H
#define CORE_FILE_ORPHANS_H

#include <stdbool.h>
#include <stddef.h>

struct ctx;

/* All of them: paths below the data directory, in the arena. */
size_t	 content_orphans(struct ctx *, const char ***paths);
/* Only the remains of uploads. */
size_t	 content_remains(struct ctx *, const char ***paths);
/* Within a write transaction: removes it if it is still an orphan, and returns
 * whether it was removed. */
bool	 content_sweep(struct ctx *, const char *path);
/* Is it the path of a content that no attachment names? */
bool	 content_unnamed(struct ctx *, const char *path);

#endif
