/*
 * Each kind is created by the function that serves the interface, so that its
 * rules are the same; then the fields that only an import can set are stored,
 * in the same transaction and with the same stamp.
 */
#include "core/batch/import.h"

#include <string.h>

#include "base/settings/settings.h"
#include "core/access.h"
#include "core/batch/stage.h"
#include "core/file/attachment.h"
#include "core/file/content.h"
#include "core/feed.h"
#include "core/file/media_type.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/task/create.h"
#include "core/task/my_day.h"
#include "core/order/rank.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "query.h"

/*
 * Ranks whose integer part has the minimum length ('A') cannot arise by
 * prepending.  An imported one could leave no rank above it, so it is replaced.
 */
static bool
usable(const char *rank)
{
	return rank != NULL && rank_valid(rank) && rank[0] != 'A';
}

static int64_t
made_at(const struct ctx *c, const struct import_record *r)
{
	return r->created_at == 0 ? c->now : r->created_at;
}

static enum outcome
import_group(struct ctx *c, const struct import_record *r)
{
	struct group g;
	enum outcome o = group_create(c, r->id, r->title, &g);

	if (o == CREATED)
		q_import_group(c->db, c->user, r->id, usable(r->rank) &&
		    !rows_any(q_group_at_rank(c->db, c->user, r->rank,
		    r->id)) ? r->rank : g.rank, made_at(c, r));
	return o;
}

static enum outcome
import_list(struct ctx *c, const struct import_record *r)
{
	enum outcome o;
	struct list l;

	o = stage_take(c, r->id) ? CREATED : list_revive(c, r->id, r->title);
	if (o == LIST_NOT_FOUND)
		o = list_create(c, r->id, r->title, NULL, false, &l);
	if (o != CREATED)
		return o;
	/* Without its group it is in no group. */
	if (r->parent != NULL)
		list_update(c, r->id, NULL, &r->parent, &l);
	list_get(c, r->id, &l);
	q_import_list(c->db, r->id, made_at(c, r));
	if (usable(r->rank) && !rows_any(q_list_at_rank(c->db, c->user,
	    l.group_id, r->rank, r->id)))
		q_import_access(c->db, c->user, r->id, r->rank);
	return CREATED;
}

/* The id of a list deleted there is free again. */
static void
free_task_id(struct ctx *c, const struct import_record *r)
{
	struct task t;

	if (only_task(q_task_by_id(c->db, r->id), c->arena, &t) &&
	    t.deleted_at != 0 && same_id(t.list_id, r->parent) &&
	    access_has(c, c->user, r->parent))
		task_erase(c, &t);
}

static enum outcome
import_task(struct ctx *c, const struct import_record *r)
{
	struct task_patch p = { .set = TASK_DONE | TASK_STARRED | TASK_DUE |
	    TASK_NOTES | TASK_ASSIGNEE | TASK_REMINDER, .starred = r->starred,
	    .due_date = r->due_date, .notes = r->notes,
	    .assignee_id = r->assignee_id, .reminder_at = r->reminder_at,
	    .recurrence = r->recurrence, .done = r->done };
	const struct task_new n = { .id = r->id, .fields = {
	    .set = TASK_TITLE, .title = r->title } };
	const char *next;
	enum outcome o;
	struct task t;
	size_t step;

	if (r->recurrence != NULL && r->due_date == NULL)
		return RECURRENCE_NEEDS_DUE_DATE;
	free_task_id(c, r);
	o = task_create(c, r->parent, &n, &t, &step);
	if (o != CREATED)
		return o;
	if (p.assignee_id != NULL && !access_has(c, p.assignee_id, r->parent))
		p.assignee_id = NULL;
	task_update(c, r->parent, r->id, &p, &t, &next);
	/* After it is done: marking a recurring task done makes another. */
	p.set = TASK_RECURRENCE;
	task_update(c, r->parent, r->id, &p, &t, &next);
	q_import_task(c->db, r->id, usable(r->rank) && !rows_any(
	    q_task_at_rank(c->db, r->parent, r->rank)) ? r->rank : t.rank,
	    made_at(c, r), t.notes == NULL ? r->notes_at :
	    r->notes_at == 0 ? t.notes_at : r->notes_at,
	    r->done ? r->completed_at : 0);
	q_notice_remove(c->db, r->id, "assignment");
	if (t.reminder_at <= c->now)
		q_notice_remove(c->db, r->id, "reminder");
	return CREATED;
}

static enum outcome
import_step(struct ctx *c, const struct import_record *r)
{
	int64_t dead;
	struct step s;
	struct task t;
	enum outcome o;

	if (task_reach(c, r->parent, &t) != DONE)
		return TASK_NOT_FOUND;
	dead = rows_one(q_step_tombstone(c->db, r->parent, r->id), 0);
	if (dead != 0) {
		feed_drop(c, t.list_id, dead);
		q_step_remove(c->db, t.list_id, r->id);
	}
	o = step_create(c, r->parent, r->id, r->title, false, &s);
	if (o != CREATED)
		return o;
	if (r->done)
		step_update(c, r->parent, r->id, NULL, &r->done, &s);
	q_import_step(c->db, r->id, usable(r->rank) && !rows_any(
	    q_step_at_rank(c->db, r->parent, r->rank)) ? r->rank : s.rank,
	    made_at(c, r));
	return CREATED;
}

static enum outcome
import_my_day(struct ctx *c, const struct import_record *r)
{
	struct my_day m;

	if (my_day_any(c, r->parent, &m) && m.deleted_at == 0)
		return EXISTED;
	return my_day_put(c, r->parent, r->due_date, &m) == DONE ? CREATED :
	    TASK_NOT_FOUND;
}

void
import_free_file_id(struct ctx *c, const struct task *t, const char *id)
{
	int64_t dead = rows_one(q_attachment_tombstone(c->db, t->id, id), 0);

	if (dead != 0) {
		feed_drop(c, t->list_id, dead);
		q_attachment_remove(c->db, t->list_id, id);
	}
}

static enum outcome
import_attachment(struct ctx *c, const struct import_record *r)
{
	const char *head, *type;
	struct attachment f;
	enum outcome o;
	struct task t;
	size_t len;

	if (task_reach(c, r->parent, &t) != DONE)
		return TASK_NOT_FOUND;
	if (attachment_any(c, r->id, &f) && f.deleted_at == 0 &&
	    same_id(f.task_id, r->parent))
		return EXISTED;
	if (r->content == NULL)
		return CREATED;
	if (content_size(r->content) > c->settings->upload_max_bytes)
		return FILE_TOO_LARGE;
	head = content_head(r->content, &len);
	type = media_type(c, head, len, r->title);
	if (!settings_type_allowed(c->settings, type))
		return TYPE_NOT_ALLOWED;
	import_free_file_id(c, &t, r->id);
	o = attachment_add(c, r->parent, r->id, r->title, type, r->content,
	    &f);
	if (o == CREATED)
		q_import_attachment(c->db, r->id, made_at(c, r));
	return o;
}

static enum outcome (*const kinds[IMPORT_KIND__MAX])(struct ctx *,
    const struct import_record *) = {
	[IMPORT_GROUP] = import_group,
	[IMPORT_LIST] = import_list,
	[IMPORT_TASK] = import_task,
	[IMPORT_STEP] = import_step,
	[IMPORT_MY_DAY] = import_my_day,
	[IMPORT_ATTACHMENT] = import_attachment,
};

static const char *const reasons[OUTCOME__MAX] = {
	[EXISTED] = "it exists already",
	[LIST_NOT_FOUND] = "its list does not exist",
	[TASK_NOT_FOUND] = "its task does not exist",
	[ID_IN_USE] = "another record has its id",
	[ATTACHMENT_NOT_FOUND] = "its file is missing or damaged in the backup",
	[ATTACHMENT_ID_IN_USE] = "another attachment has its id",
	[LIMIT_REACHED] = "the limit has been reached",
	[RECURRENCE_NEEDS_DUE_DATE] = "only a task with a due date can recur",
	[QUOTA_EXCEEDED] = "it exceeds the user's quota",
	[FILE_TOO_LARGE] = "it is larger than upload-max-bytes",
	[TYPE_NOT_ALLOWED] = "upload-types does not allow its type",
};

const char *
import_reason(enum outcome o)
{
	return reasons[o] != NULL ? reasons[o] : "not allowed";
}

static enum import_verdict
verdict(enum outcome o, const char **why)
{
	*why = import_reason(o);
	return o == CREATED ? IMPORT_MADE : o == EXISTED ? IMPORT_THERE :
	    IMPORT_REFUSED;
}

enum import_verdict
import_record(struct ctx *c, const struct import_record *r, const char **why)
{
	enum outcome o = kinds[r->kind](c, r);

	return verdict(o, why);
}

static enum import_verdict
list_ahead(struct ctx *c, const struct import_record *r, const char **why)
{
	if (rows_any(q_list_owner_of(c->db, r->id)) ||
	    stage_list(c, r->id, r->title))
		return IMPORT_LATER;
	return verdict(LIMIT_REACHED, why);
}

static enum import_verdict
task_ahead(struct ctx *c, const struct import_record *r, const char **why)
{
	const char *own = same_id(r->assignee_id, c->user) ? c->user : NULL;
	struct import_record staged = *r;
	struct ctx s = stage_ctx(c);
	enum outcome o;
	struct task t;

	if (!stage_has(c, r->parent))
		return task_get(c, r->parent, r->id, &t) == DONE ?
		    verdict(EXISTED, why) : IMPORT_LATER;
	staged.assignee_id = NULL;
	o = stage_text_full(c) ? LIMIT_REACHED : import_task(&s, &staged);
	if (o == CREATED && (own != NULL || r->reminder_at != 0))
		q_stage_task_own(c->db, r->id, own, c->user);
	return verdict(o, why);
}

static enum import_verdict
step_ahead(struct ctx *c, const struct import_record *r, const char **why)
{
	struct ctx s = stage_ctx(c);
	struct task t;

	if (task_reach(&s, r->parent, &t) != DONE)
		return rows_any(q_step_get(c->db, c->user, r->parent, r->id)) ?
		    verdict(EXISTED, why) : IMPORT_LATER;
	return verdict(stage_text_full(c) ? LIMIT_REACHED :
	    import_step(&s, r), why);
}

enum import_verdict
import_ahead(struct ctx *c, const struct import_record *r, const char **why)
{
	*why = NULL;
	switch (r->kind) {
	case IMPORT_LIST:
		return list_ahead(c, r, why);
	case IMPORT_TASK:
		return task_ahead(c, r, why);
	case IMPORT_STEP:
		return step_ahead(c, r, why);
	default:
		return IMPORT_LATER;
	}
}
