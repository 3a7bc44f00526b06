#include "core/batch/recover_parts.h"

#include "base/arena.h"
#include "core/access.h"
#include "core/batch/export_kinds.h"
#include "core/batch/import.h"
#include "core/batch/recovery.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "query/my_day.h"
#include "query/recover.h"
#include "query/step.h"
#include "query/task.h"

bool
recover_task_in(const struct recovery *r, const char *list, const char *id,
    struct task *t)
{
	return only_task(q_task_by_id(r->to->db, id), r->to->arena, t) &&
	    t->deleted_at == 0 && same_id(t->list_id, list);
}

void
recover_steps(struct recovery *r, struct ctx *owner, const char *list)
{
	struct rows *rows = q_recover_steps(r->from->db, list);
	struct step was;
	struct task t;

	while (next_step(rows, r->from->arena, &was)) {
		if (recover_task_in(r, list, was.task_id, &t))
			recover_import(r, owner, "step", &(struct exported){
			    .kind = EXPORT_STEP, .of.step = was });
		recover_next(r);
	}
}

void
recover_my_day(struct recovery *r, const char *list, const char *user)
{
	struct rows *rows = q_recover_my_day(r->from->db, list);
	struct recover_my_day_row was;
	struct my_day d;
	struct task t;
	struct ctx c;

	while (next_recover_my_day(rows, r->from->arena, &was)) {
		c = recover_as(r, was.user_id);
		/* One that exists, live or not, is newer. */
		if ((user == NULL || same_id(user, c.user)) &&
		    access_has(&c, c.user, list) &&
		    recover_task_in(r, list, was.task_id, &t) &&
		    !rows_any(q_my_day_get(c.db, c.user, t.id)))
			recover_count(r, "My Day entry of task", t.id,
			    my_day_put(&c, t.id, was.added_on, &d));
		recover_next(r);
	}
}

enum outcome
recover_tag(struct ctx *c, const char *id, const char *name, struct tag *t)
{
	if (tag_any(c, id, t) && t->deleted_at == 0)
		return EXISTED;
	/* Deleted lately, it is still in its sets. */
	if (tag_restore(c, id, t) != DONE)
		return tag_create(c, id, name, t);
	tag_restamp_sets(c, id, INT64_MAX);
	return CREATED;
}

/* The `n` tags of one user on one task. */
static enum outcome
put_set(struct ctx *c, const struct recover_tag_sets_row *was, size_t n)
{
	const char **ids = arena_alloc(c->arena, n * sizeof(*ids));
	struct tag_set set;
	enum outcome o;
	struct tag tag;
	size_t i;

	if (tag_set_get(c, was->task_id, &set) == DONE && set.stamp != 0)
		return EXISTED;
	for (i = 0; i < n; i++) {
		o = recover_tag(c, was[i].tag_id, was[i].name, &tag);
		if (o != CREATED && o != EXISTED)
			return o;
		ids[i] = tag.id;
	}
	o = tag_set_put(c, was->task_id, ids, n, &set);
	if (o == DONE)
		tag_set_own(c, was->task_id, was->own, was->own_len);
	return o;
}

void
recover_tag_sets(struct recovery *r, const char *list, const char *user)
{
	struct arena *a = arena_new();
	struct recover_tag_sets_row *all;
	size_t n = all_recover_tag_sets(q_recover_tag_sets(r->from->db, list),
	    a, &all), i, end;
	struct task t;
	struct ctx c;

	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n; end++)
			if (!same_id(all[end].task_id, all[i].task_id) ||
			    !same_id(all[end].user_id, all[i].user_id))
				break;
		c = recover_as(r, all[i].user_id);
		if ((user == NULL || same_id(user, c.user)) &&
		    access_has(&c, c.user, list) &&
		    recover_task_in(r, list, all[i].task_id, &t))
			recover_count(r, "tags of task", t.id,
			    put_set(&c, &all[i], end - i));
		recover_next(r);
	}
	arena_free(a);
}
