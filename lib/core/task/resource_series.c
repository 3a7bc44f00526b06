#include "core/task/resource_series.h"

#include <string.h>

#include "base/arena.h"
#include "base/id.h"
#include "core/feed.h"
#include "core/task/derived.h"
#include "core/task/item.h"
#include "core/task/resource.h"
#include "core/task/step.h"
#include "query/resource.h"
#include "query/step.h"
#include "query/tag_set.h"

/* The row of a task or step, with its name and UID filled in. */
static struct resource
full_row(struct ctx *c, const char *list, const char *id)
{
	struct resource r;

	if (!only_resource(q_resource_of(c->db, id), c->arena, &r))
		r = (struct resource){ .id = id, .list_id = list };
	if (r.name == NULL)
		r.name = arena_printf(c->arena, "%s" ITEM_SUFFIX, id);
	if (r.uid == NULL)
		r.uid = id;
	return r;
}

static void
succeed_one(struct ctx *c, const char *list, const char *from, const char *to,
    const char *former)
{
	struct resource r = full_row(c, list, from);
	struct resource done = { .id = from, .list_id = list };
	struct item other;

	/* It can have been done before, and open again. */
	done.uid = strcmp(r.uid, to) == 0 || (item_by_uid(c, list, to,
	    &other) && !same_id(other.id, to)) ? id_new(c->arena) : to;
	done.name = arena_printf(c->arena, "%s" ITEM_SUFFIX, to);
	if (strcmp(r.name, done.name) == 0 || (item_by_name(c, list,
	    done.name, true, &other) && !same_id(other.id, to)))
		done.name = arena_printf(c->arena, "%s" ITEM_SUFFIX,
		    id_new(c->arena));
	q_resource_remove(c->db, from);
	r.id = to;
	r.over = true;
	r.former = resource_more_names(c->arena, r.former, former);
	resource_free_names(c, &r);
	resource_free_names(c, &done);
	q_resource_put(c->db, &r);
	q_resource_put(c->db, &done);
}

/* Clients must learn of the steps' new names. */
static void
restamp_step(struct ctx *c, const char *list, const struct step *s)
{
	if (s->deleted_at == 0)
		q_step_stamp(c->db, s->id, feed_put(c, list, s->stamp,
		    FEED_STEP, s->id));
}

void
resource_succeed(struct ctx *c, const char *list, const char *task,
    const char *successor, const char *former)
{
	const int64_t had = derived_bytes(c, task);
	const int64_t has = derived_bytes(c, successor);
	struct step *all;
	size_t n = all_step(q_step_all(c->db, task), c->arena, &all), i;

	succeed_one(c, list, task, successor, former);
	for (i = 0; i < n; i++) {
		if (all[i].deleted_at == 0)
			succeed_one(c, list, all[i].id, id_from_name(c->arena,
			    all[i].id, successor), NULL);
		restamp_step(c, list, &all[i]);
	}
	q_tag_set_own_copy(c->db, task, successor);
	q_tag_set_own_clear(c->db, task);
	derived_bytes_changed(c, task, had);
	derived_bytes_changed(c, successor, has);
}

/* The names that `to` had while it was done become former ones, so that clients
 * learn that they are gone. */
static void
return_one(struct ctx *c, const char *list, const char *from, const char *to)
{
	const struct resource done = full_row(c, list, to);
	const char *former;
	struct resource r;

	if (!only_resource(q_resource_of(c->db, from), c->arena, &r))
		return;
	former = r.former;
	q_resource_remove(c->db, from);
	q_resource_remove(c->db, to);
	r.id = to;
	r.former = resource_more_names(c->arena, resource_more_names(c->arena,
	    former, done.former), done.name);
	resource_free_names(c, &r);
	q_resource_put(c->db, &r);
	if (former != NULL)
		resource_keep_names(c, list, from, former);
}

void
resource_return(struct ctx *c, const char *list, const char *task,
    const char *successor)
{
	const int64_t had = derived_bytes(c, task);
	const int64_t has = derived_bytes(c, successor);
	struct step *all;
	size_t n = all_step(q_step_all(c->db, task), c->arena, &all), i;

	return_one(c, list, successor, task);
	/* The names of a step that was deleted go with the successor. */
	for (i = 0; i < n; i++) {
		if (all[i].deleted_at == 0)
			return_one(c, list, id_from_name(c->arena, all[i].id,
			    successor), all[i].id);
		restamp_step(c, list, &all[i]);
	}
	q_tag_set_own_copy(c->db, successor, task);
	q_tag_set_own_clear(c->db, successor);
	derived_bytes_changed(c, task, had);
	derived_bytes_changed(c, successor, has);
}
