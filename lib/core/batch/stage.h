/*
 * The lists that an import makes, before anybody sees them.  They belong to a
 * user whom nobody is, and count as deleted: so they can be filled in many short
 * transactions, and become the user's all at once in the last one.  What a
 * killed import leaves is discarded by the next one, or by docket-cleanup.  One
 * import at a time: stage_lock().
 */
#ifndef CORE_BATCH_STAGE_H
#define CORE_BATCH_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

/* Held until the descriptor is closed; -1 where another import holds it, with
 * EWOULDBLOCK, or where there is no such directory. */
int	 stage_lock(const char *data);

/* The same for the one whom the lists belong to until then. */
struct ctx	 stage_ctx(const struct ctx *);
/* Is it one of those lists? */
bool	 stage_has(struct ctx *, const char *list);
/* Within a write transaction: makes one.  False where the caller could not
 * have it besides their own and what is there already. */
bool	 stage_list(struct ctx *, const char *id, const char *title);
/* May the caller have more text, besides that? */
bool	 stage_text_full(struct ctx *);
/* A list becomes the caller's, at the end of those in no group.  False where it
 * is no such list. */
bool	 stage_take(struct ctx *, const char *list);
/* When all have been taken. */
void	 stage_end(struct ctx *);
/* Are there lists that nobody took? */
bool	 stage_left(struct ctx *);
/* Removes at most about `max` records of lists that nobody took; false when
 * nothing is left. */
bool	 stage_discard(struct ctx *, int max);

#endif
