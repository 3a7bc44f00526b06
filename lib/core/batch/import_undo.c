#include "core/batch/import_undo.h"

#include <stdio.h>

#include "base/base.h"
#include "core/feed.h"
#include "core/file/attachment.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/record.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "query/group.h"
#include "query/imports.h"

#define HELD		20000	/* microseconds under the write lock */
#define PAGE		200

/* What became of a record. */
enum fate { REMOVED, KEPT, GONE, LATER };

struct made {
	struct import_undo	*undo;
	const char		*id;
	int64_t			 stamp;
	const char		*title;		/* of one that is kept */
};

static enum fate
undo_whole_list(struct ctx *c, struct made *m)
{
	const char *import = m->undo->import;
	int64_t tasks;
	struct list l;

	if (list_get(c, m->id, &l) != DONE || !same_id(l.owner_id, c->user))
		return GONE;
	if (rows_any(q_made_list_touched(c->db, import, m->id, m->stamp)))
		return LATER;
	tasks = rows_one(q_made_of_list(c->db, import, m->id), 0);
	if (list_delete(c, m->id) != DONE)
		return LATER;
	m->undo->removed += tasks;
	return REMOVED;
}

static enum fate
undo_task(struct ctx *c, struct made *m)
{
	struct task t;

	if (task_reach(c, m->id, &t) != DONE)
		return GONE;
	m->title = t.title;
	if (rows_any(q_made_touched(c->db, m->id, m->stamp)))
		return KEPT;
	task_delete_record(c, &t);
	return REMOVED;
}

static enum fate
undo_step(struct ctx *c, struct made *m)
{
	struct step s;

	if (!step_any(c, m->id, &s) || s.deleted_at != 0)
		return GONE;
	m->title = s.title;
	return s.stamp > m->stamp ||
	    step_delete(c, s.task_id, s.id) != DONE ? KEPT : REMOVED;
}

static enum fate
undo_attachment(struct ctx *c, struct made *m)
{
	struct attachment f;

	if (attachment_get(c, m->id, &f) != DONE)
		return GONE;
	m->title = f.filename;
	return f.stamp > m->stamp ||
	    attachment_delete(c, f.id, &f) != DONE ? KEPT : REMOVED;
}

/* One that was not as the import left it: without its tasks it may be empty. */
static enum fate
undo_list(struct ctx *c, struct made *m)
{
	struct list l;

	if (list_get(c, m->id, &l) != DONE || !same_id(l.owner_id, c->user))
		return GONE;
	m->title = l.title;
	return l.stamp > m->stamp || rows_any(q_made_list_used(c->db, m->id)) ||
	    list_delete(c, m->id) != DONE ? KEPT : REMOVED;
}

static enum fate
undo_group(struct ctx *c, struct made *m)
{
	struct group g;

	if (!only_group(q_group_get(c->db, c->user, m->id), c->arena, &g))
		return GONE;
	m->title = g.title;
	return g.updated_at > m->stamp || rows_any(q_made_group_used(c->db,
	    c->user, m->id)) || group_delete(c, m->id) != DONE ? KEPT :
	    REMOVED;
}

static enum fate
undo_tag(struct ctx *c, struct made *m)
{
	struct tag t;

	if (!tag_any(c, m->id, &t) || t.deleted_at != 0)
		return GONE;
	m->title = t.name;
	return t.stamp > m->stamp || rows_any(q_made_tag_used(c->db, c->user,
	    m->id)) || tag_delete(c, m->id) != DONE ? KEPT : REMOVED;
}

static const struct {
	enum feed_kind	 kind;
	const char	*name;
	enum fate	(*undo)(struct ctx *, struct made *);
} phases[] = {
	{ FEED_LIST, "list", undo_whole_list },
	{ FEED_TASK, "task", undo_task },
	{ FEED_STEP, "step", undo_step },
	{ FEED_ATTACHMENT, "attachment", undo_attachment },
	{ FEED_LIST, "list", undo_list },
	{ FEED_GROUP, "group", undo_group },
	{ FEED_TAG, "tag", undo_tag },
};

static void
undo_keep(struct import_undo *u, const char *kind, const struct made *m)
{
	if (u->kept_count++ >= UNDO_KEPT_MAX)
		return;
	jw_object(u->kept);
	jw_put_text(u->kept, "kind", kind);
	jw_put_plain(u->kept, "id", m->id);
	jw_put_text(u->kept, "title", m->title);
	jw_object_end(u->kept);
}

static void
undo_one(struct ctx *c, struct import_undo *u,
    const struct made_page_row *row)
{
	struct made m = { u, row->id, row->stamp, "" };
	enum fate f = phases[u->phase].undo(c, &m);

	snprintf(u->after, sizeof(u->after), "%s", row->id);
	if (f == LATER)
		return;
	u->removed += f == REMOVED;
	if (f == KEPT)
		undo_keep(u, phases[u->phase].name, &m);
	q_made_remove(c->db, u->import, phases[u->phase].kind, row->id);
}

bool
import_undo(struct ctx *c, struct import_undo *u)
{
	int64_t end = clock_ticks() + HELD;
	struct made_page_row *all;
	size_t n, i;

	while (u->phase < (int)COUNT(phases) && clock_ticks() < end) {
		n = all_made_page(q_made_page(c->db, u->import,
		    phases[u->phase].kind, u->after[0] == '\0' ? NULL :
		    u->after, PAGE), c->arena, &all);
		for (i = 0; i < n && (i == 0 || clock_ticks() < end); i++)
			undo_one(c, u, &all[i]);
		if (n == 0) {
			u->phase++;
			u->after[0] = '\0';
		}
	}
	if (u->phase < (int)COUNT(phases))
		return true;
	q_imported_remove(c->db, c->user, u->import);
	return false;
}
