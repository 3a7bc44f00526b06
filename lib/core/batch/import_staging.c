#include "core/batch/import_staging.h"

#include "base/arena.h"
#include "base/search_words.h"
#include "base/text.h"
#include "core/access.h"
#include "core/batch/cleanup.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/order/order.h"
#include "core/task/tag.h"
#include "query/access.h"
#include "query/cleanup.h"
#include "query/import.h"
#include "query/import_staging.h"
#include "query/imports.h"
#include "query/tag.h"

/* Of no version that anybody's id could have. */
static const char nobody[] = "00000000-0000-0000-0000-000000696d70";

bool
stage_claim(struct ctx *c)
{
	return db_claim(c->db, true);
}

void
stage_release(struct ctx *c)
{
	db_claim(c->db, false);
}

struct ctx
stage_ctx(const struct ctx *c)
{
	struct ctx s = *c;

	s.user = nobody;
	return s;
}

bool
stage_is_user(const char *user)
{
	return same_id(user, nobody);
}

bool
stage_has(struct ctx *c, const char *list)
{
	return access_has(c, nobody, list);
}

bool
stage_list(struct ctx *c, const struct list *from)
{
	struct list new = *from, l;
	struct ctx s = stage_ctx(c);

	if (rows_one(q_stage_list_count(c->db, nobody, c->user), 0) >=
	    CAP_LISTS)
		return false;
	q_stage_user_add(c->db, nobody, c->now);
	new.group_id = NULL;
	if (list_create(&s, &new, false, &l) != CREATED)
		return false;
	q_stage_list_hide(c->db, new.id);
	return true;
}

bool
stage_text_full(struct ctx *c)
{
	return rows_any(q_stage_text_full(c->db, nobody, c->user, CAP_TEXT));
}

static void
remove_access(struct ctx *c, const char *list)
{
	struct access_get_row a;

	if (only_access_get(q_access_get(c->db, nobody, list), c->arena, &a))
		feed_drop(c, nobody, a.stamp);
	q_stage_access_remove(c->db, nobody, list);
}

bool
stage_take(struct ctx *c, const char *list)
{
	if (q_stage_take(c->db, list, nobody, c->user) == 0)
		return false;
	remove_access(c, list);
	access_grant(c, &(struct access){ .user_id = c->user, .list_id = list,
	    .role = "owner", .joined_at = db_stamp(c->db, c->now, list),
	    .rank = order_end(c, &list_order, c->user, NULL, NULL, false) });
	return true;
}

bool
stage_left(struct ctx *c)
{
	return rows_any(q_stage_any(c->db, nobody));
}

void
stage_end(struct ctx *c)
{
	if (stage_left(c))
		return;
	q_stage_text_take(c->db, nobody, c->user);
	q_stage_text_forget(c->db, nobody);
}

/* The id of a tag of that name which is not used, also not by a deleted one
 * that can be restored. */
static const char *
tag_id(struct ctx *c, const char *space, const char *key)
{
	const char *id = NULL;
	int i;

	for (i = 0; id == NULL; i++) {
		id = id_from_name(c->arena, space, arena_printf(c->arena,
		    "tag %d %s", i, key));
		if (rows_any(q_used_tag(c->db, c->user, id)))
			id = NULL;
	}
	return id;
}

enum outcome
stage_tag(struct ctx *c, const char *name, const char *space, int64_t more,
    const char **id)
{
	const char *key = text_key(c->arena, name);
	struct tag t;

	if (rows_one(q_tag_count(c->db, c->user), 0) + more >= CAP_TAGS ||
	    rows_any(q_tag_ever(c->db, c->user, CAP_OWN_EVER)))
		return LIMIT_REACHED;
	*id = tag_id(c, space, key);
	if (!tag_any(c, *id, &t))
		q_hidden_tag_add(c->db, c->user, *id, name,
		    text_tag_key(c->arena, name), feed_put_gone(c, c->user, 0,
		    FEED_TAG, *id));
	return CREATED;
}

enum outcome
stage_tag_show(struct ctx *c, const char *id, const char *name, int64_t *stamp)
{
	const char *key = text_key(c->arena, name);
	struct tag t, other;

	if (only_tag(q_tag_by_name(c->db, c->user, key), c->arena, &other)) {
		q_hidden_tag_replace(c->db, c->user, id, other.id);
		*stamp = other.stamp;
		return EXISTED;
	}
	if (!tag_any(c, id, &t))
		return TAG_NOT_FOUND;
	*stamp = feed_put(c, c->user, t.stamp, FEED_TAG, id);
	q_hidden_tag_show(c->db, c->user, id, key, *stamp);
	return CREATED;
}

void
stage_tag_drop(struct ctx *c, const char *id)
{
	struct tag t;

	if (tag_any(c, id, &t) &&
	    q_hidden_tag_remove(c->db, c->user, id) > 0)
		feed_drop(c, c->user, t.stamp);
}

bool
stage_discard(struct ctx *c, int max)
{
	struct stage_any_row any;

	if (!only_stage_any(q_stage_any(c->db, nobody), c->arena, &any)) {
		q_stage_text_forget(c->db, nobody);
		return false;
	}
	if (!cleanup_list_empty(c, any.list_id, max)) {
		remove_access(c, any.list_id);
		q_list_remove(c->db, any.list_id);
	}
	return true;
}
