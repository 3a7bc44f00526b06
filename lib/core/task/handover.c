#include "core/task/handover.h"

#include "base/arena.h"
#include "base/date.h"
#include "base/id.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/task/derived.h"
#include "core/task/item.h"
#include "core/task/resource.h"
#include "core/task/rotation.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "query/attachment.h"
#include "query/my_day.h"
#include "query/resource.h"
#include "query/step.h"

/* The new step has the name, UID and text of the old one, unless they are
 * taken. */
static void
name_step(struct ctx *c, const struct step *old, const struct item *names,
    const struct task *to, const char *id)
{
	struct resource r;
	struct item other;

	if (!only_resource(q_resource_of(c->db, old->id), c->arena, &r))
		r = (struct resource){ .name = NULL };
	r.id = id;
	r.list_id = to->list_id;
	r.name = item_name(c->arena, names);
	r.uid = item_uid(names);
	r.former = NULL;
	if (r.zones_len == 0 &&
	    !item_by_name(c, to->list_id, r.name, true, &other))
		resource_put(c, to->id, &r, NULL, 0);
}

static void
hand_over_steps(struct ctx *c, const struct task *from, const struct task *to)
{
	struct step *all, new, made;
	struct item names, other;
	size_t n = all_step(q_step_all(c->db, from->id), c->arena, &all), i;

	for (i = 0; i < n; i++) {
		if (all[i].deleted_at != 0 || !item_get(c, from->list_id,
		    all[i].id, &names) || item_by_uid(c, to->list_id,
		    item_uid(&names), &other))
			continue;
		new = (struct step){ .title = all[i].title,
		    .done = all[i].done,
		    .id = id_from_name(c->arena, all[i].id, to->id) };
		if (step_create(c, to->id, &new, false, &made) == CREATED)
			name_step(c, &all[i], &names, to, made.id);
	}
}

static void
hand_over_files(struct ctx *c, const struct task *from, const struct task *to)
{
	const struct derived *was = derived_of(c, to->id);
	struct attachment_all_row *all, *f;
	const char *id;
	int64_t stamp, room;
	size_t n, i;

	n = all_attachment_all(q_attachment_all(c->db, from->id), c->arena,
	    &all);
	room = CAP_ATTACHMENTS - rows_one(q_attachment_count(c->db, to->id), 0);
	for (i = 0; i < n && room > 0; i++) {
		f = &all[i];
		id = id_from_name(c->arena, f->id, to->id);
		if (f->deleted_at != 0 ||
		    rows_any(q_attachment_by_id(c->db, id)))
			continue;
		stamp = feed_put(c, to->list_id, 0, FEED_ATTACHMENT, id);
		q_attachment_add(c->db, to->id, id, f->uploader_id,
		    f->filename, f->content_type, f->size, f->sha256,
		    f->sha256_len, stamp, stamp);
		room--;
	}
	derived_changed(c, to->id, was);
}

static void
hand_over_days(struct ctx *c, const struct task *from, const struct task *to)
{
	struct my_day_to_hand_over_row *all;
	size_t n, i;

	n = all_my_day_to_hand_over(q_my_day_to_hand_over(c->db, from->id,
	    to->list_id, to->id), c->arena, &all);
	for (i = 0; i < n; i++)
		q_my_day_put(c->db, all[i].user_id, to->id, all[i].added_on,
		    feed_put(c, all[i].user_id, 0, FEED_MY_DAY, to->id), 0);
}

/* Who does it, and since when it is there. */
static void
hand_over_fields(struct ctx *c, const struct task *from, struct task *to)
{
	if (to->assignee_id == NULL && from->assignee_id != NULL &&
	    access_changes(c, from->assignee_id, to->list_id))
		to->assignee_id = from->assignee_id;
	if (to->rule != NULL && from->rotation != NULL) {
		to->rotation = from->rotation;
		rotation_trim(c, to, NULL);
	}
	task_set_times(c, to, from->created_at, to->completed_at);
	task_store_place(c, to);
}

void
task_hand_over(struct ctx *c, const struct item *i)
{
	struct resource_put_elsewhere_row put;
	struct task from, to;

	if (!only_resource_put_elsewhere(q_resource_put_elsewhere(c->db,
	    c->user, i->list_id, item_uid(i), c->now - DAY), c->arena, &put) ||
	    task_get(c, i->list_id, i->id, &from) != DONE ||
	    task_get(c, put.list_id, put.id, &to) != DONE)
		return;
	hand_over_steps(c, &from, &to);
	hand_over_files(c, &from, &to);
	hand_over_days(c, &from, &to);
	hand_over_fields(c, &from, &to);
}
