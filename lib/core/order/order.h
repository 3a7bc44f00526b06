/*
 * Order: finding the rank for a record among its siblings, the same way for
 * tasks in a list, steps in a task, a user's groups and their lists in a group.
 */
#ifndef CORE_ORDER_ORDER_H
#define CORE_ORDER_ORDER_H

#include <stdbool.h>

#include "core/ctx.h"

struct rows;

/*
 * The statements for the siblings of one kind: (parent, within, ...) names the
 * place; `within` is the group of a list, otherwise NULL.  rank_of gives the
 * rank of a live sibling; after and before give the nearest rank on that side
 * that is not `self`'s, and its id.
 */
struct order {
	struct rows	*(*rank_of)(struct db *, const char *parent,
			    const char *within, const char *id);
	struct rows	*(*after)(struct db *, const char *parent,
			    const char *within, const char *rank,
			    const char *self);
	struct rows	*(*before)(struct db *, const char *parent,
			    const char *within, const char *rank,
			    const char *self);
};

extern const struct order list_order, group_order, task_order, step_order;

/* A rank at the top or the bottom, for a new record (self NULL) or one that
 * moves there. */
const char	*order_end(struct ctx *, const struct order *,
		    const char *parent, const char *within, const char *self,
		    bool top);
/* Asks ahead (rows_ahead()) for that of a new record. */
void		 order_end_ahead(struct ctx *, const struct order *,
		    const char *parent, bool top);
/* A rank directly after that rank. */
const char	*order_after(struct ctx *, const struct order *,
		    const char *parent, const char *within, const char *self,
		    const char *rank);

/*
 * Finds the new rank of a record at `rank` (NULL: elsewhere) from the
 * neighbours that will be directly before and after it (either may be NULL).
 * DONE with *out the new rank, or `rank` itself if it stands there already;
 * INVALID_NEIGHBORS if a neighbour is not a live sibling or is the record
 * itself, if they are not in that order, or if none is given although there are
 * siblings.
 */
enum outcome	 order_move(struct ctx *, const struct order *,
		    const char *parent, const char *within, const char *self,
		    const char *rank, const char *before_id,
		    const char *after_id, const char **out);

#endif
