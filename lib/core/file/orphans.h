/*
 * Orphans: contents in the store that no row names, and remains of uploads that
 * began or ended at least a day ago.
 */
#ifndef CORE_FILE_ORPHANS_H
#define CORE_FILE_ORPHANS_H

#include <stdbool.h>

struct ctx;
struct orphans;

void	 content_orphans(struct ctx *, struct orphans *);
/* Within a write transaction for everything: removes it if it is still an
 * orphan, or leaves it to content_remove(); false if it is none. */
bool	 content_sweep(struct ctx *, const char *name);
/* Outside any transaction: removes from a store on another machine what
 * content_sweep() left, at most so many.  False after an error message. */
bool	 content_remove(struct ctx *, int most);

#endif
