/*
 * Each kind is created by the function that serves the interface, so that its
 * rules are the same; then the fields that only an import can set are stored,
 * in the same transaction and with the same stamp.
 */
#include "core/batch/import.h"

#include <string.h>

#include "base/date.h"
#include "base/settings/settings.h"
#include "core/access.h"
#include "core/batch/export_kinds.h"
#include "core/batch/import_staging.h"
#include "core/feed.h"
#include "core/file/attachment.h"
#include "core/file/content.h"
#include "core/file/media_type.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/order/rank.h"
#include "core/record.h"
#include "core/task/create.h"
#include "core/task/derived.h"
#include "core/task/move.h"
#include "core/task/my_day.h"
#include "core/task/recurrence.h"
#include "core/task/rotation.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "core/task/resource.h"
#include "core/task/step.h"
#include "core/task/task.h"
#include "core/task/update.h"
#include "query/cleanup.h"
#include "query/group.h"
#include "query/import.h"
#include "query/import_staging.h"
#include "query/imports.h"
#include "query/list.h"
#include "query/notice.h"
#include "query/state.h"
#include "query/step.h"
#include "query/tag_set.h"
#include "query/task.h"

/*
 * Ranks whose integer part has the minimum length ('A') cannot arise by
 * prepending.  An imported one could leave no rank above it, so it is replaced.
 * docket-cleanup shortens long ones.
 */
static bool
rank_is_usable(struct ctx *c, const char *rank)
{
	if (rank == NULL || !rank_valid(rank) || rank[0] == 'A')
		return false;
	if (strlen(rank) > RANK_LONG)
		q_state_note_long_rank(c->db);
	return true;
}

static int64_t
made_at(const struct ctx *c, int64_t created_at)
{
	return created_at == 0 ? c->now : created_at;
}

static enum outcome
import_group(struct ctx *c, const struct exported *r)
{
	const struct group *from = &r->of.group;
	struct group g;
	enum outcome o = group_create(c, from, &g);

	if (o == CREATED)
		q_import_group(c->db, c->user, g.id,
		    rank_is_usable(c, from->rank) && !rows_any(
		    q_group_at_rank(c->db, c->user, from->rank, g.id)) ?
		    from->rank : g.rank,
		    made_at(c, from->created_at));
	return o;
}

static enum outcome
import_list(struct ctx *c, const struct exported *r)
{
	struct list from = r->of.list, l;
	enum outcome o;

	if (!rows_any(q_group_get(c->db, c->user, from.group_id)))
		from.group_id = NULL;
	o = stage_take(c, from.id) ? CREATED : list_revive(c, from.id);
	if (o == LIST_NOT_FOUND)
		o = list_create(c, &from, false, &l);
	if (o != CREATED)
		return o;
	list_update(c, from.id, &from, record_bits(list_fields, F_SET), &l);
	q_import_list(c->db, l.id, made_at(c, from.created_at));
	if (rank_is_usable(c, from.rank) && !rows_any(q_list_at_rank(c->db,
	    c->user, l.group_id, from.rank, l.id)))
		q_import_access(c->db, c->user, l.id, from.rank);
	return CREATED;
}

/* May the caller take a task's id that is in no list they reach?  If it was
 * deleted in one, or with one of their own. */
static bool
may_free(struct ctx *c, const struct task *t)
{
	struct list l;

	return access_changes(c, c->user, t->list_id) ||
	    (list_any(c, t->list_id, &l) && l.deleted_at != 0 &&
	    same_id(l.owner_id, c->user));
}

/* DONE: the task's id can be used in its list, as that of a deleted task is
 * again. */
static enum outcome
free_task_id(struct ctx *c, const struct task *from)
{
	const struct derived *was;
	const char *names;	/* by which the list's clients know it */
	enum outcome o;
	struct task t;

	if ((o = access_get(c, from->list_id)) != DONE)
		return o;
	if (task_reach(c, from->id, &t) != TASK_NOT_FOUND)
		return EXISTED;	/* perhaps moved to another list */
	if (!only_task(q_task_by_id(c->db, from->id), c->arena, &t))
		return DONE;
	if (!may_free(c, &t))
		return ID_IN_USE;
	if (same_id(t.list_id, from->list_id))
		names = resource_names(c, t.id);
	else {
		was = derived_of(c, t.id);
		names = task_leave_tombstone(c, &t, from->list_id);
		derived_changed(c, t.id, was);
	}
	task_erase(c, &t);
	if (names != NULL)
		resource_keep_names(c, from->list_id, from->id, names);
	return DONE;
}

/* The rule counts, if there is one; then the word, for the first day of its
 * series. Exports of older versions have the word alone. */
static enum outcome
import_recurrence(struct ctx *c, const struct task *from, struct task *t)
{
	struct rule r;
	int32_t first;

	recurrence_end(t);
	if (from->rule == NULL && from->recurrence == NULL)
		return DONE;
	t->series_start = from->series_start == NULL ? from->due_date :
	    from->series_start;
	if (from->due_date == NULL || !date_parse(t->series_start, &first))
		return RECURRENCE_NEEDS_DUE_DATE;
	t->rule = from->rule != NULL ? from->rule :
	    rule_of_word(c->arena, from->recurrence, first);
	if (rule_read(c->arena, t->rule, c->zone, &r) != NULL ||
	    !rule_comes(&r, first))
		return UNSUPPORTED_RULE;
	t->rule = rule_format(c->arena, &r, first);
	t->recurrence = rule_word(t->rule);
	if (from->recurrence_from != NULL)
		t->recurrence_from = from->recurrence_from;
	t->rotation = from->rotation;
	return DONE;
}

/* A new task that is done does not recur; an imported one can. */
static void
import_take_rule(struct ctx *c, struct task *t, const struct task *repeats)
{
	t->recurrence = repeats->recurrence;
	t->rule = repeats->rule;
	t->recurrence_from = repeats->recurrence_from;
	t->series_start = repeats->series_start;
	t->rotation = repeats->rotation;
	rotation_trim(c, t, NULL);
}

static enum outcome
import_task(struct ctx *c, const struct exported *r)
{
	const struct task *from = &r->of.task;
	struct task_new n = { .task = *from };
	struct task t, repeats;
	enum outcome o;
	size_t step;

	if ((o = import_recurrence(c, from, &repeats)) != DONE)
		return o;
	recurrence_end(&n.task);
	n.task.recurrence_from = NULL;
	if ((o = free_task_id(c, from)) != DONE)
		return o;
	if (from->assignee_id != NULL &&
	    !access_changes(c, from->assignee_id, from->list_id))
		n.task.assignee_id = NULL;
	o = task_create(c, from->list_id, &n, &t, &step);
	if (o != CREATED)
		return o;
	resource_unique(c, t.id, t.list_id, t.id);
	import_take_rule(c, &t, &repeats);
	t.created_at = made_at(c, from->created_at);
	t.completed_at = from->done ? from->completed_at : 0;
	t.created_by = t.completed_by = NULL;
	if (t.notes == NULL || from->notes_at != 0)
		t.notes_at = from->notes_at;
	if (rank_is_usable(c, from->rank) && !rows_any(q_task_at_rank(c->db,
	    from->list_id, from->rank)))
		t.rank = from->rank;
	q_import_task(c->db, &t);
	q_notice_remove(c->db, t.id, "assignment");
	if (t.reminder_at <= c->now)
		q_notice_remove(c->db, t.id, "reminder");
	return CREATED;
}

static enum outcome
import_step(struct ctx *c, const struct exported *r)
{
	const struct step *from = &r->of.step;
	int64_t dead;
	struct step s;
	struct task t;
	enum outcome o;

	if ((o = task_reach(c, from->task_id, &t)) != DONE)
		return o;
	dead = rows_one(q_step_tombstone(c->db, t.id, from->id), 0);
	if (dead != 0) {
		feed_drop(c, t.list_id, dead);
		resource_end_step(c, t.id, from->id, true);
		derived_part(c, t.id, q_step_remove, t.list_id, from->id);
	}
	o = step_create(c, t.id, from, false, &s);
	if (o != CREATED)
		return o;
	resource_unique(c, t.id, t.list_id, s.id);
	q_import_step(c->db, s.id, rank_is_usable(c, from->rank) && !rows_any(
	    q_step_at_rank(c->db, t.id, from->rank)) ? from->rank : s.rank,
	    made_at(c, from->created_at));
	return CREATED;
}

void
import_tags(struct ctx *c, const char *task, const char *const *tags, size_t n)
{
	size_t i;

	q_tag_set_put(c->db, task, c->user, feed_put(c, c->user, 0,
	    FEED_TAG_SET, task));
	for (i = 0; i < n; i++)
		q_task_tag_add(c->db, c->user, tags[i], task);
}

static enum outcome
import_my_day(struct ctx *c, const struct exported *r)
{
	const struct my_day *from = &r->of.my_day;
	struct ctx own = *c;
	struct my_day m;

	own.viewer_may = true;
	if (my_day_any(c, from->task_id, &m) && m.deleted_at == 0)
		return EXISTED;
	return my_day_put(&own, from->task_id, from->added_on, &m) == DONE ?
	    CREATED : TASK_NOT_FOUND;
}

/* The task, and the id that its client knows; false: there is none. */
static bool
client_text_find(struct ctx *c, const struct client_text *from, struct task *t)
{
	return task_reach(c, from->task_id, t) == DONE &&
	    (from->step_id == NULL || rows_any(q_step_get(c->db, c->user,
	    t->id, from->step_id)));
}

static enum outcome
import_text(struct ctx *c, const struct exported *r)
{
	const struct client_text *from = &r->of.text;
	struct resource *to;
	struct task t;

	if (!client_text_find(c, from, &t))
		return TASK_NOT_FOUND;
	if (r->text == NULL)
		return MALFORMED_BODY;
	if (text_full(c, t.list_id))
		return LIMIT_REACHED;
	to = &r->text->row;
	to->id = from->step_id != NULL ? from->step_id : t.id;
	to->list_id = t.list_id;
	to->name = from->name;
	to->zone = c->zone;
	return resource_bring(c, t.id, to, r->text->zones,
	    r->text->zone_count);
}

void
import_free_file_id(struct ctx *c, const struct task *t, const char *id)
{
	int64_t dead = rows_one(q_attachment_tombstone(c->db, t->id, id), 0);

	if (dead != 0) {
		feed_drop(c, t->list_id, dead);
		derived_part(c, t->id, q_attachment_remove, t->list_id, id);
	}
}

static enum outcome
import_attachment(struct ctx *c, const struct exported *r)
{
	const struct attachment *from = &r->of.attachment;
	const char *head, *type;
	struct attachment f;
	enum outcome o;
	struct task t;
	size_t len;

	if ((o = task_reach(c, from->task_id, &t)) != DONE)
		return o;
	if (attachment_any(c, from->id, &f) && f.deleted_at == 0 &&
	    same_id(f.task_id, t.id))
		return EXISTED;
	if (r->content == NULL)
		return CREATED;
	if (content_size(r->content) > c->settings->upload_max_bytes)
		return FILE_TOO_LARGE;
	head = content_head(r->content, &len);
	type = media_type(c, head, len, from->filename);
	if (!settings_type_allowed(c->settings, type))
		return TYPE_NOT_ALLOWED;
	import_free_file_id(c, &t, from->id);
	o = attachment_add(c, t.id, from->id, from->filename, type, r->content,
	    &f);
	if (o == CREATED)
		q_import_attachment(c->db, f.id, made_at(c, from->created_at));
	return o;
}

static enum outcome (*const import_part[EXPORT__MAX])(struct ctx *,
    const struct exported *) = {
	[EXPORT_GROUP] = import_group,
	[EXPORT_LIST] = import_list,
	[EXPORT_TASK] = import_task,
	[EXPORT_STEP] = import_step,
	[EXPORT_MY_DAY] = import_my_day,
	[EXPORT_TEXT] = import_text,
	[EXPORT_ATTACHMENT] = import_attachment,
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
	[UNSUPPORTED_RULE] = "its recurrence rule has no date that ever comes",
	[DUE_TIME_NEEDS_DUE_DATE] = "only a task with a due date can have a time",
	[QUOTA_EXCEEDED] = "it exceeds the user's quota",
	[MALFORMED_BODY] = "it is not one task of iCalendar",
	[FILE_TOO_LARGE] = "it is larger than upload-max-bytes",
	[TYPE_NOT_ALLOWED] = "upload-types does not allow its type",
};

const char *
import_reason(enum outcome o)
{
	return reasons[o] != NULL ? reasons[o] : "not allowed";
}

static enum import_verdict
verdict_of(enum outcome o, const char **why)
{
	*why = import_reason(o);
	return o == CREATED ? IMPORT_MADE : o == EXISTED ? IMPORT_THERE :
	    IMPORT_REFUSED;
}

enum import_verdict
import_record(struct ctx *c, const struct exported *r, const char **why)
{
	enum outcome o = import_part[r->kind](c, r);

	return verdict_of(o, why);
}

static enum import_verdict
list_ahead(struct ctx *c, const struct exported *r, const char **why)
{
	const struct list *from = &r->of.list;

	if (rows_any(q_list_owner_of(c->db, from->id)) || stage_list(c, from))
		return IMPORT_LATER;
	return verdict_of(LIMIT_REACHED, why);
}

static enum import_verdict
task_ahead(struct ctx *c, const struct exported *r, const char **why)
{
	const struct task *from = &r->of.task;
	const char *own = same_id(from->assignee_id, c->user) ? c->user :
	    NULL;
	struct exported staged = *r;
	struct ctx s = stage_ctx(c);
	enum outcome o;
	struct task t;

	if (!stage_has(c, from->list_id))
		return task_get(c, from->list_id, from->id, &t) == DONE ?
		    verdict_of(EXISTED, why) : IMPORT_LATER;
	staged.of.task.assignee_id = NULL;
	o = stage_text_full(c) ? LIMIT_REACHED : import_task(&s, &staged);
	/* The caller may have a right to the id. */
	if (o == ID_IN_USE)
		return IMPORT_LATER;
	if (o == CREATED && (own != NULL || from->reminder_at != 0))
		q_stage_task_own(c->db, from->id, own, c->user);
	return verdict_of(o, why);
}

static enum import_verdict
step_ahead(struct ctx *c, const struct exported *r, const char **why)
{
	const struct step *from = &r->of.step;
	struct ctx s = stage_ctx(c);
	struct task t;

	if (task_reach(&s, from->task_id, &t) != DONE)
		return rows_any(q_step_get(c->db, c->user, from->task_id,
		    from->id)) ? verdict_of(EXISTED, why) : IMPORT_LATER;
	return verdict_of(stage_text_full(c) ? LIMIT_REACHED :
	    import_step(&s, r), why);
}

/* What is there already is left as it is. */
static enum import_verdict
text_ahead(struct ctx *c, const struct exported *r, const char **why)
{
	struct ctx s = stage_ctx(c);
	struct task t;

	if (!client_text_find(&s, &r->of.text, &t))
		return client_text_find(c, &r->of.text, &t) ?
		    verdict_of(EXISTED, why) : IMPORT_LATER;
	return verdict_of(stage_text_full(c) ? LIMIT_REACHED :
	    import_text(&s, r), why);
}

/* Whose file it is, and whose quota it takes, is what staging cannot know. */
static enum import_verdict
attachment_ahead(struct ctx *c, const struct exported *r, const char **why)
{
	const struct attachment *from = &r->of.attachment;
	struct ctx s = stage_ctx(c);
	enum outcome o;
	struct task t;

	if (task_reach(&s, from->task_id, &t) != DONE)
		return IMPORT_LATER;
	if (r->content != NULL && !attachment_fits(c, r->content))
		return verdict_of(QUOTA_EXCEEDED, why);
	o = stage_text_full(c) ? LIMIT_REACHED : import_attachment(&s, r);
	if (o == CREATED && r->content != NULL)
		q_stage_attachment_own(c->db, from->id, c->user);
	return verdict_of(o, why);
}

enum import_verdict
import_ahead(struct ctx *c, const struct exported *r, const char **why)
{
	*why = NULL;
	switch (r->kind) {
	case EXPORT_LIST:
		return list_ahead(c, r, why);
	case EXPORT_TASK:
		return task_ahead(c, r, why);
	case EXPORT_STEP:
		return step_ahead(c, r, why);
	case EXPORT_TEXT:
		return text_ahead(c, r, why);
	case EXPORT_ATTACHMENT:
		return attachment_ahead(c, r, why);
	default:
		return IMPORT_LATER;
	}
}
