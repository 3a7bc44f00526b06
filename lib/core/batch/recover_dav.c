#include "core/batch/recover_dav.h"

#include <string.h>

#include "base/arena.h"
#include "core/access.h"
#include "core/batch/recover_parts.h"
#include "core/batch/recovery.h"
#include "core/list/collection.h"
#include "core/list/property.h"
#include "core/task/resource.h"
#include "core/task/task.h"
#include "query/recover.h"
#include "query/resource.h"
#include "query/step.h"

/* The VTIMEZONEs of a text of the backup, which has each of them. */
static struct resource_zone *
backup_zones(struct recovery *r, const struct resource *was, size_t *count)
{
	const size_t n = (size_t)was->zones_len / RESOURCE_HASH;
	struct resource_zone *all = arena_alloc(r->from->arena,
	    (n + 1) * sizeof(*all)), *z;
	size_t i;

	*count = 0;
	for (i = 0; i < n; i++) {
		z = &all[*count];
		memcpy(z->hash, (const char *)was->zones + i * RESOURCE_HASH,
		    RESOURCE_HASH);
		z->text = resource_zone(r->from, was->list_id, z->hash,
		    &z->len);
		*count += z->text != NULL;
	}
	return all;
}

static void
recover_text(struct recovery *r, struct ctx *owner,
    const struct recover_texts_row *row)
{
	const struct resource_zone *zones;
	struct resource was;
	size_t count;

	if (!only_resource(q_resource_of(r->from->db, row->id),
	    r->from->arena, &was))
		return;
	zones = backup_zones(r, &was, &count);
	recover_count(r, "text of task", row->task_id, resource_bring(owner,
	    row->task_id, &was, zones, count));
}

void
recover_texts(struct recovery *r, struct ctx *owner, const char *list)
{
	struct arena *a = arena_new();
	struct recover_texts_row *all;
	size_t n = all_recover_texts(q_recover_texts(r->from->db, list), a,
	    &all), i;
	struct task t;

	for (i = 0; i < n; i++) {
		if (recover_task_in(r, list, all[i].task_id, &t) &&
		    (same_id(all[i].id, t.id) || rows_any(q_step_get(
		    r->to->db, owner->user, t.id, all[i].id))))
			recover_text(r, owner, &all[i]);
		recover_next(r);
	}
	arena_free(a);
}

static void
recover_properties(struct recovery *r, struct ctx *c, const char *list)
{
	struct ctx from = *r->from;
	struct property *was, *now;
	size_t n, i;

	from.user = c->user;
	n = property_all(&from, list, &was);
	if (property_all(c, list, &now) > 0)
		n = 0;	/* what is there is newer */
	for (i = 0; i < n; i++)
		recover_count(r, "property of list", list, property_set(c, list,
		    was[i].name, was[i].value));
}

void
recover_collection(struct recovery *r, const char *list, const char *user)
{
	struct rows *rows = q_recover_collections(r->from->db, list);
	struct recover_collections_row was;
	struct collection l;
	struct ctx c;

	while (next_recover_collections(rows, r->from->arena, &was)) {
		c = recover_as(r, was.user_id);
		if ((user == NULL || same_id(user, c.user)) &&
		    access_has(&c, c.user, list)) {
			if (was.dav_name != NULL && collection_find(&c,
			    was.dav_name, &l) != DONE)
				collection_name(&c, list, was.dav_name);
			recover_properties(r, &c, list);
		}
		recover_next(r);
	}
}
