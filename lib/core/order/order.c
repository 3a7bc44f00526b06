#include "core/order/order.h"

#include <string.h>

#include "base/log.h"
#include "core/order/rank.h"
#include "query/order.h"

/* In byte order no rank is below the first or above the second. */
#define RANK_FIRST	""
#define RANK_LAST	"~"

const struct order list_order = {
	q_list_rank, q_list_rank_after, q_list_rank_before
};
const struct order group_order = {
	q_group_rank, q_group_rank_after, q_group_rank_before
};
const struct order task_order = {
	q_task_rank, q_task_rank_after, q_task_rank_before
};
const struct order step_order = {
	q_step_rank, q_step_rank_after, q_step_rank_before
};

static const char *
between(struct ctx *c, const char *a, const char *b)
{
	const char *rank = rank_between(c->arena, a, b);

	if (rank == NULL)
		fatal(FATAL_INTERNAL, "no rank between %s and %s",
		    a == NULL ? "(none)" : a, b == NULL ? "(none)" : b);
	return rank;
}

/* The record that stands at that end. */
static struct rows *
at_end(struct ctx *c, const struct order *o, const char *parent,
    const char *within, const char *self, bool top)
{
	return top ? o->after(c->db, parent, within, RANK_FIRST, self) :
	    o->before(c->db, parent, within, RANK_LAST, self);
}

void
order_end_ahead(struct ctx *c, const struct order *o, const char *parent,
    bool top)
{
	rows_ahead(at_end(c, o, parent, NULL, NULL, top));
}

const char *
order_end(struct ctx *c, const struct order *o, const char *parent,
    const char *within, const char *self, bool top)
{
	const char *rank = rows_one_text(at_end(c, o, parent, within, self,
	    top), c->arena);

	return top ? between(c, NULL, rank) : between(c, rank, NULL);
}

const char *
order_after(struct ctx *c, const struct order *o, const char *parent,
    const char *within, const char *self, const char *rank)
{
	return between(c, rank, rows_one_text(o->after(c->db, parent, within,
	    rank, self), c->arena));
}

enum outcome
order_move(struct ctx *c, const struct order *o, const char *parent,
    const char *within, const char *self, const char *rank,
    const char *before_id, const char *after_id, const char **out)
{
	const char *low = NULL, *high = NULL;

	if (before_id != NULL) {
		low = rows_one_text(o->rank_of(c->db, parent, within,
		    before_id), c->arena);
		if (low == NULL || same_id(before_id, self))
			return INVALID_NEIGHBORS;
	}
	if (after_id != NULL) {
		high = rows_one_text(o->rank_of(c->db, parent, within,
		    after_id), c->arena);
		if (high == NULL || same_id(after_id, self))
			return INVALID_NEIGHBORS;
	}
	if (low != NULL && high != NULL && strcmp(low, high) >= 0)
		return INVALID_NEIGHBORS;
	if (low != NULL)
		high = rows_one_text(o->after(c->db, parent, within, low,
		    self), c->arena);
	else if (high != NULL)
		low = rows_one_text(o->before(c->db, parent, within, high,
		    self), c->arena);
	else if (rows_any(o->after(c->db, parent, within, RANK_FIRST, self)))
		return INVALID_NEIGHBORS;
	if (rank != NULL && (low == NULL || strcmp(low, rank) < 0) &&
	    (high == NULL || strcmp(rank, high) < 0))
		*out = rank;
	else
		*out = between(c, low, high);
	return DONE;
}
