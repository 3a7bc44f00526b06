#include "core/list/group.h"

#include <string.h>

#include "core/feed.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/record.h"
#include "query/group.h"
#include "query/import.h"

const struct field group_fields[] = {
	{ "id", F_UUID, F_NEW | F_REQUIRED | F_COPY, AT(group, id) },
	{ "title", F_TEXT, F_NEW | F_SET | F_REQUIRED | F_COPY,
	    1, LIST_TITLE_MAX, AT(group, title) },
	{ "rank", F_RANK, F_COPY, 0, RANK_MAX, AT(group, rank) },
	{ "createdAt", F_STAMP, F_COPY, AT(group, created_at) },
	{ "updatedAt", F_STAMP, F_EXPORT, AT(group, updated_at) },
	{ "deletedAt", F_STAMP, F_GONE, AT(group, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_group = { .name = "group",
	.fields = group_fields,
	.row_stamp = offsetof(struct group, updated_at),
	.version = offsetof(struct group, updated_at),
	.deleted_at = offsetof(struct group, deleted_at) };

enum outcome
group_create(struct ctx *c, const struct group *new, struct group *g)
{
	bool was = only_group(q_group_any(c->db, c->user, new->id), c->arena,
	    g);
	struct group made = *new;

	if (was && g->deleted_at == 0)
		return EXISTED;
	if (rows_one(q_group_count(c->db, c->user), 0) >= CAP_GROUPS ||
	    (!was && rows_any(q_group_ever(c->db, c->user, CAP_OWN_EVER))))
		return LIMIT_REACHED;
	made.rank = order_end(c, &group_order, c->user, NULL, NULL, false);
	made.updated_at = made.created_at = feed_put(c, c->user,
	    was ? g->updated_at : 0, FEED_GROUP, new->id);
	q_group_put(c->db, c->user, &made);
	only_group(q_group_get(c->db, c->user, new->id), c->arena, g);
	return CREATED;
}

static void
store_group(struct ctx *c, struct group *g, bool deleted)
{
	g->updated_at = (deleted ? feed_put_gone : feed_put)(c, c->user,
	    g->updated_at, FEED_GROUP, g->id);
	if (deleted)
		g->deleted_at = g->updated_at;
	q_group_set(c->db, c->user, g);
}

enum outcome
group_update(struct ctx *c, const char *id, const struct group *to,
    unsigned set, struct group *g)
{
	if (!only_group(q_group_get(c->db, c->user, id), c->arena, g))
		return GROUP_NOT_FOUND;
	if (record_apply(group_fields, g, to, set) != 0)
		store_group(c, g, false);
	return DONE;
}

enum outcome
group_reorder(struct ctx *c, const char *id, const char *before_id,
    const char *after_id, struct group *g)
{
	const char *rank;
	enum outcome o;

	if (!only_group(q_group_get(c->db, c->user, id), c->arena, g))
		return GROUP_NOT_FOUND;
	o = order_move(c, &group_order, c->user, NULL, id, g->rank, before_id,
	    after_id, &rank);
	if (o == DONE && strcmp(rank, g->rank) != 0) {
		g->rank = rank;
		store_group(c, g, false);
		if (respace_long(c, RESPACE_GROUPS, c->user, c->user, rank))
			only_group(q_group_get(c->db, c->user, id), c->arena,
			    g);
	}
	return o;
}

enum outcome
group_delete(struct ctx *c, const char *id)
{
	struct access_in_group_row *all;
	struct group g;
	size_t n, i;

	if (!only_group(q_group_get(c->db, c->user, id), c->arena, &g))
		return GROUP_NOT_FOUND;
	n = all_access_in_group(q_access_in_group(c->db, c->user, id),
	    c->arena, &all);
	for (i = 0; i < n; i++)
		q_access_ungroup(c->db, c->user, all[i].list_id, order_end(c,
		    &list_order, c->user, NULL, all[i].list_id, false),
		    feed_put(c, c->user, all[i].stamp, FEED_LIST,
		    all[i].list_id));
	store_group(c, &g, true);
	return DONE;
}

enum outcome
group_restore(struct ctx *c, const char *id, struct group *g)
{
	struct access_once_in_group_row *all;
	size_t n, i;

	if (!only_group(q_group_deleted(c->db, c->user, id,
	    c->now - RESTORABLE), c->arena, g))
		return GROUP_NOT_FOUND;
	if (rows_one(q_group_count(c->db, c->user), 0) >= CAP_GROUPS)
		return LIMIT_REACHED;
	if (rows_any(q_group_at_rank(c->db, c->user, g->rank, id)))
		g->rank = order_after(c, &group_order, c->user, NULL, id,
		    g->rank);
	g->deleted_at = 0;
	store_group(c, g, false);
	n = all_access_once_in_group(q_access_once_in_group(c->db, c->user,
	    id), c->arena, &all);
	for (i = 0; i < n; i++)
		list_file(c, all[i].list_id, all[i].stamp, id, order_end(c,
		    &list_order, c->user, id, all[i].list_id, false));
	return DONE;
}
