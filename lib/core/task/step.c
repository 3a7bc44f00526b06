#include "core/task/step.h"

#include <string.h>

#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/record.h"
#include "core/task/derived.h"
#include "core/task/task.h"
#include "query/import.h"
#include "query/step.h"

const struct field step_fields[] = {
	{ "id", F_UUID, F_NEW | F_REQUIRED | F_COPY, AT(step, id) },
	{ "taskId", F_UUID, F_REQUIRED | F_COPY, AT(step, task_id) },
	{ "listId", F_UUID, 0, AT(step, list_id) },
	{ "title", F_TEXT, F_NEW | F_SET | F_REQUIRED | F_COPY,
	    1, TITLE_MAX, AT(step, title) },
	{ "done", F_BOOL, F_SET | F_COPY, AT(step, done) },
	{ "rank", F_RANK, F_COPY, 0, RANK_MAX, AT(step, rank) },
	{ "createdAt", F_STAMP, F_COPY, AT(step, created_at) },
	{ "updatedAt", F_STAMP, F_EXPORT, AT(step, stamp) },
	{ "deletedAt", F_STAMP, F_GONE, AT(step, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_step = { .name = "step", .fields = step_fields,
	.row_stamp = offsetof(struct step, stamp),
	.version = offsetof(struct step, stamp),
	.deleted_at = offsetof(struct step, deleted_at) };

bool
step_any(struct ctx *c, const char *id, struct step *s)
{
	return only_listed_step(q_step_any(c->db, c->user, id), c->arena, s);
}

static enum outcome
step_found(struct ctx *c, struct rows *r, struct step *s)
{
	return only_reached_step(r, c->arena, s) ? access_allows(c, s->viewed) :
	    STEP_NOT_FOUND;
}

static enum outcome
step_get(struct ctx *c, const char *task, const char *id, struct step *s)
{
	return step_found(c, q_step_get(c->db, c->user, task, id), s);
}

enum outcome
step_create(struct ctx *c, const char *task, const struct step *new, bool top,
    struct step *s)
{
	const struct derived *was;
	struct step made = *new;
	enum outcome o;
	struct task t;

	if ((o = task_reach(c, task, &t)) != DONE)
		return o;
	if (rows_any(q_step_by_id(c->db, new->id)))
		return step_get(c, task, new->id, s) == DONE ? EXISTED :
		    ID_IN_USE;
	if (rows_one(q_step_count(c->db, task), 0) >= CAP_STEPS ||
	    rows_any(q_step_ever(c->db, task, CAP_PARTS_EVER)) ||
	    text_full(c, t.list_id))
		return LIMIT_REACHED;
	made.task_id = task;
	made.rank = order_end(c, &step_order, task, NULL, NULL, top);
	was = derived_of(c, task);
	made.stamp = made.created_at = feed_put(c, t.list_id, 0, FEED_STEP,
	    new->id);
	q_step_add(c->db, &made);
	derived_changed(c, task, was);
	step_get(c, task, new->id, s);
	return CREATED;
}

static void
step_store(struct ctx *c, struct step *s, bool deleted)
{
	s->stamp = (deleted ? feed_put_gone : feed_put)(c, s->list_id, s->stamp,
	    FEED_STEP, s->id);
	s->deleted_at = deleted ? s->stamp : 0;
	q_step_set(c->db, s);
}

/* Stores it under a new rank. */
static void
step_place(struct ctx *c, struct step *s)
{
	const char *task = s->task_id, *id = s->id;

	step_store(c, s, false);
	if (respace_long(c, RESPACE_STEPS, s->list_id, task, s->rank))
		step_get(c, task, id, s);
}

enum outcome
step_update(struct ctx *c, const char *task, const char *id,
    const struct step *to, unsigned set, struct step *s)
{
	const struct derived *was = NULL;
	unsigned changed;
	enum outcome o;
	size_t length;
	bool text;

	if ((o = step_get(c, task, id, s)) != DONE)
		return o;
	if (set == 0)
		return NO_FIELDS;
	length = strlen(s->title);
	changed = record_apply(step_fields, s, to, set);
	if (changed == 0)
		return DONE;
	text = (changed & BIT(step, title)) != 0;
	if (text && strlen(s->title) > length && text_full(c, s->list_id))
		return LIMIT_REACHED;
	if (text)
		was = derived_of(c, task);
	step_store(c, s, false);
	if (text)
		derived_changed(c, task, was);
	return DONE;
}

enum outcome
step_touch(struct ctx *c, const char *task, const char *id, struct step *s)
{
	if (!only_reached_step(q_step_get(c->db, c->user, task, id), c->arena, s))
		return STEP_NOT_FOUND;
	step_store(c, s, false);
	return DONE;
}

enum outcome
step_delete(struct ctx *c, const char *task, const char *id)
{
	const struct derived *was;
	enum outcome o;
	struct step s;

	if ((o = step_get(c, task, id, &s)) != DONE)
		return o;
	was = derived_of(c, task);
	step_store(c, &s, true);
	derived_changed(c, task, was);
	return DONE;
}

enum outcome
step_restore(struct ctx *c, const char *task, const char *id, struct step *s)
{
	const struct derived *was;
	enum outcome o;

	o = step_found(c, q_step_deleted(c->db, c->user, task, id,
	    c->now - RESTORABLE), s);
	if (o != DONE)
		return o;
	if (rows_one(q_step_count(c->db, task), 0) >= CAP_STEPS)
		return LIMIT_REACHED;
	was = derived_of(c, task);
	if (rows_any(q_step_at_rank(c->db, task, s->rank)))
		s->rank = order_after(c, &step_order, task, NULL, id, s->rank);
	step_place(c, s);
	derived_changed(c, task, was);
	return DONE;
}

enum outcome
step_reorder(struct ctx *c, const char *task, const char *id,
    const char *before_id, const char *after_id, struct step *s)
{
	const char *rank;
	enum outcome o;

	if ((o = step_get(c, task, id, s)) != DONE)
		return o;
	o = order_move(c, &step_order, task, NULL, id, s->rank, before_id,
	    after_id, &rank);
	if (o == DONE && strcmp(rank, s->rank) != 0) {
		s->rank = rank;
		step_place(c, s);
	}
	return o;
}
