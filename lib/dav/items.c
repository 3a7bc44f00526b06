#include "dav/items.h"

#include <stddef.h>

#include "base/arena.h"
#include "core/list/collection.h"
#include "core/task/item.h"
#include "dav/dav.h"
#include "dav/protocol.h"
#include "query/item.h"
#include "web/request.h"

static void
each_of(struct req *rq, struct rows *r,
    bool (*next)(struct rows *, struct arena *, struct item *),
    void (*fn)(struct req *, const struct item *, void *), void *arg)
{
	struct arena *lasting = rq->ctx.arena, *one = arena_new();
	struct item i = { .id = NULL };

	rows_many(r);
	while (next(r, one, &i)) {
		rq->ctx.arena = one;
		fn(rq, &i, arg);
		arena_reset(one);
		rq->ctx.arena = lasting;
		i = (struct item){ .id = NULL };
	}
	arena_free(one);
}

void
items_each(struct req *rq, const struct collection *l, bool whole,
    void (*fn)(struct req *, const struct item *, void *), void *arg)
{
	struct db *db = rq->ctx.db;
	const char *user = rq->ctx.user;

	if (whole)
		each_of(rq, q_item_page(db, user, l->id), next_item, fn, arg);
	else
		each_of(rq, q_item_head_page(db, user, l->id), next_item_head,
		    fn, arg);
	if (!dav_of(rq)->steps)
		return;
	if (whole)
		each_of(rq, q_step_item_page(db, l->id), next_step_item, fn,
		    arg);
	else
		each_of(rq, q_step_head_page(db, l->id), next_step_head, fn,
		    arg);
}
