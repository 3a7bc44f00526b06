#include "core/task/tag.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json/write.h"
#include "base/search_words.h"
#include "base/text.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/record.h"
#include "core/task/task.h"
#include "query/tag.h"
#include "query/tag_set.h"

const struct field tag_fields[] = {
	{ "id", F_UUID, F_NEW | F_REQUIRED, AT(tag, id) },
	{ "name", F_NAME, F_NEW | F_SET | F_REQUIRED, 1, TAG_NAME_MAX,
	    .problem = INVALID_TAG_NAME, AT(tag, name) },
	{ "createdAt", F_STAMP, 0, AT(tag, created_at) },
	{ "updatedAt", F_STAMP, 0, AT(tag, stamp) },
	{ "deletedAt", F_STAMP, F_GONE, AT(tag, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_tag = { .name = "tag", .fields = tag_fields,
	.row_stamp = offsetof(struct tag, stamp),
	.version = offsetof(struct tag, stamp),
	.deleted_at = offsetof(struct tag, deleted_at) };

static void
show_tag_set(struct jw *jw, const struct ctx *c, const void *record, bool feed)
{
	const struct tag_set *s = record;
	size_t i;

	(void)c;
	jw_put_plain(jw, "taskId", s->task_id);
	jw_put_plain(jw, "listId", s->list_id);
	jw_name(jw, "tagIds");
	jw_array(jw);
	for (i = 0; i < s->count; i++)
		jw_text(jw, s->tag_ids[i]);
	jw_array_end(jw);
	if (feed)
		jw_put_stamp(jw, "updatedAt", s->updated_at);
}

const struct record_kind kind_tag_set = { .name = "taskTags",
	.show = show_tag_set,
	.row_stamp = offsetof(struct tag_set, stamp) };

bool
tag_any(struct ctx *c, const char *id, struct tag *t)
{
	return only_tag(q_tag_any(c->db, c->user, id), c->arena, t);
}

enum outcome
tag_create(struct ctx *c, const char *id, const char *name, struct tag *t)
{
	const char *key;
	int64_t stamp;
	bool was;

	key = text_key(c->arena, name);
	if (only_tag(q_tag_by_name(c->db, c->user, key), c->arena, t))
		return EXISTED;
	was = tag_any(c, id, t);
	if (was && t->deleted_at == 0)
		return ID_IN_USE;
	if (rows_one(q_tag_count(c->db, c->user), 0) >= CAP_TAGS ||
	    (!was && rows_any(q_tag_ever(c->db, c->user, CAP_OWN_EVER))))
		return LIMIT_REACHED;
	if (was)
		q_task_tag_forget(c->db, c->user, id, -1);
	stamp = feed_put(c, c->user, was ? t->stamp : 0, FEED_TAG, id);
	q_tag_put(c->db, c->user, id, name, key, text_tag_key(c->arena, name), stamp,
	    stamp);
	tag_any(c, id, t);
	return CREATED;
}

enum outcome
tag_rename(struct ctx *c, const char *id, const char *name, struct tag *t)
{
	struct tag other;
	const char *key;

	if (!only_tag(q_tag_get(c->db, c->user, id), c->arena, t))
		return TAG_NOT_FOUND;
	key = text_key(c->arena, name);
	if (only_tag(q_tag_by_name(c->db, c->user, key), c->arena, &other) &&
	    !same_id(other.id, id))
		return TAG_EXISTS;
	if (strcmp(name, t->name) == 0)
		return DONE;
	t->name = name;
	t->stamp = feed_put(c, c->user, t->stamp, FEED_TAG, t->id);
	q_tag_rename(c->db, c->user, id, name, key, text_tag_key(c->arena, name),
	    t->stamp);
	q_access_tag_at(c->db, c->user, id, t->stamp);
	return DONE;
}

/* Gives the caller's set on a task its next stamp. */
static void
set_stamp(struct ctx *c, const char *task, int64_t old)
{
	int64_t stamp = feed_put(c, c->user, old, FEED_TAG_SET, task);

	q_tag_set_put(c->db, task, c->user, stamp);
	q_access_tags_at(c->db, c->user, task, stamp);
}

int64_t
tag_restamp_sets(struct ctx *c, const char *id, int64_t max)
{
	struct task_tag_pending_row *all;
	size_t n = all_task_tag_pending(q_task_tag_pending(c->db, c->user, id,
	    max), c->arena, &all), i;

	for (i = 0; i < n; i++)
		set_stamp(c, all[i].task_id, all[i].stamp);
	q_tag_set_pending(c->db, c->user, id, n == 0 || (int64_t)n < max ?
	    NULL : all[n - 1].task_id);
	return (int64_t)n;
}

/* The sets keep the tag, unseen, in case it is restored. */
enum outcome
tag_delete(struct ctx *c, const char *id)
{
	struct tag t;
	int64_t stamp;

	if (!only_tag(q_tag_get(c->db, c->user, id), c->arena, &t))
		return TAG_NOT_FOUND;
	stamp = feed_put_gone(c, c->user, t.stamp, FEED_TAG, t.id);
	q_tag_set_deleted(c->db, c->user, id, stamp);
	q_access_tag_at(c->db, c->user, id, stamp);
	return DONE;
}

enum outcome
tag_restore(struct ctx *c, const char *id, struct tag *t)
{
	struct tag other;
	const char *key;

	if (!only_tag(q_tag_deleted(c->db, c->user, id, c->now - RESTORABLE),
	    c->arena, t))
		return TAG_NOT_FOUND;
	key = text_key(c->arena, t->name);
	if (only_tag(q_tag_by_name(c->db, c->user, key), c->arena, &other))
		return TAG_EXISTS;
	if (rows_one(q_tag_count(c->db, c->user), 0) >= CAP_TAGS)
		return LIMIT_REACHED;
	t->stamp = feed_put(c, c->user, t->stamp, FEED_TAG, t->id);
	t->deleted_at = 0;
	q_tag_restore(c->db, c->user, t->id, key,
	    text_tag_key(c->arena, t->name), t->stamp);
	q_access_tag_at(c->db, c->user, t->id, t->stamp);
	return DONE;
}

/* Stores the caller's lines of CATEGORIES; len 0: none. */
void
tag_set_own(struct ctx *c, const char *task, const void *own, size_t len)
{
	struct tag_set_get_row set;

	if (!only_tag_set_get(q_tag_set_get(c->db, task, c->user), c->arena,
	    &set)) {
		if (len == 0)
			return;
		set_stamp(c, task, 0);
	}
	q_tag_set_own(c->db, task, c->user, own, len);
}

static void
read_set(struct ctx *c, const struct task *t, struct tag_set *set)
{
	struct tag_set_get_row own = { .stamp = 0 };
	struct task_tag_of_row *all;
	size_t i;

	set->task_id = t->id;
	set->list_id = t->list_id;
	set->count = all_task_tag_of(q_task_tag_of(c->db, t->id, c->user),
	    c->arena, &all);
	set->tag_ids = arena_alloc(c->arena,
	    set->count * sizeof(*set->tag_ids));
	for (i = 0; i < set->count; i++)
		set->tag_ids[i] = all[i].tag_id;
	only_tag_set_get(q_tag_set_get(c->db, t->id, c->user), c->arena, &own);
	set->stamp = own.stamp;
	set->updated_at = own.updated_at;
}

enum outcome
tag_set_get(struct ctx *c, const char *task, struct tag_set *set)
{
	struct task t;

	if (task_reach(c, task, &t) != DONE)
		return TASK_NOT_FOUND;
	read_set(c, &t, set);
	return DONE;
}

static int
tag_set_compare(const void *a, const void *b)
{
	return strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

enum outcome
tag_set_put(struct ctx *c, const char *task, const char *const *ids, size_t n,
    struct tag_set *set)
{
	const char **want = arena_alloc(c->arena, (n + 1) * sizeof(*want));
	size_t i, count = 0;
	enum outcome o;
	struct task t;
	struct tag g;

	if ((o = task_reach(c, task, &t)) != DONE)
		return o;
	if (n > 0)
		memcpy(want, ids, n * sizeof(*want));
	qsort(want, n, sizeof(*want), tag_set_compare);
	for (i = 0; i < n; i++) {
		if (count > 0 && same_id(want[count - 1], want[i]))
			continue;
		if (!only_tag(q_tag_get(c->db, c->user, want[i]), c->arena, &g))
			return UNKNOWN_TAG;
		want[count++] = g.id;
		if (count > CAP_TASK_TAGS)
			return LIMIT_REACHED;
	}
	read_set(c, &t, set);
	for (i = 0; i < count && i < set->count; i++)
		if (!same_id(want[i], set->tag_ids[i]))
			break;
	if (i == count && i == set->count)
		return DONE;
	q_task_tag_clear(c->db, t.id, c->user);
	set_stamp(c, t.id, set->stamp);
	for (i = 0; i < count; i++)
		q_task_tag_add(c->db, c->user, want[i], t.id);
	read_set(c, &t, set);
	return DONE;
}
