#include "core/task/task.h"

#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/record.h"
#include "core/task/derived.h"
#include "core/task/resource.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "query/attachment.h"
#include "query/cleanup.h"
#include "query/derived.h"
#include "query/erased.h"
#include "query/my_day.h"
#include "query/notice.h"
#include "query/step.h"
#include "query/tag_set.h"
#include "query/task.h"

#define CLEANUP_TIME	20000	/* microseconds under the write lock */

static struct fault
check_rule(struct ctx *c, const char *s)
{
	struct rule r;
	const char *part = rule_read(c->arena, s, c->zone, &r);

	return part == NULL ? (struct fault){ NULL, NULL } : (struct fault){
	    "unsupported", arena_printf(c->arena,
	    "This part is malformed or not supported: %s", part) };
}

const struct field task_fields[] = {
	{ "id", F_UUID, F_NEW | F_REQUIRED | F_COPY, AT(task, id) },
	{ "listId", F_UUID, F_REQUIRED | F_COPY, AT(task, list_id) },
	{ "title", F_TEXT, F_NEW | F_SET | F_REQUIRED | F_COPY,
	    1, TITLE_MAX, AT(task, title) },
	{ "done", F_BOOL, F_NEW | F_SET | F_COPY, AT(task, done) },
	{ "starred", F_BOOL, F_NEW | F_SET | F_COPY, AT(task, starred) },
	{ "dueDate", F_DATE, F_NEW | F_SET | F_NULL | F_COPY,
	    AT(task, due_date) },
	{ "notes", F_TEXT, F_NEW | F_SET | F_NULL | F_COPY,
	    0, NOTES_MAX, AT(task, notes) },
	{ "notesUpdatedAt", F_STAMP, F_NULL | F_COPY, AT(task, notes_at) },
	{ "rank", F_RANK, F_COPY, 0, RANK_MAX, AT(task, rank) },
	{ "assigneeId", F_REF, F_NEW | F_SET | F_NULL | F_COPY,
	    1, 0, AT(task, assignee_id) },
	{ "assignedToMe", F_MINE, 0, AT(task, assignee_id) },
	{ "reminderAt", F_STAMP, F_NEW | F_SET | F_NULL | F_COPY,
	    AT(task, reminder_at) },
	{ "dueTime", F_TIME, F_NEW | F_SET | F_NULL | F_COPY,
	    AT(task, due_time) },
	{ "dueZone", F_ZONE, F_NEW | F_SET | F_NULL | F_COPY,
	    AT(task, due_zone) },
	{ "recurrence", F_WORD, F_NEW | F_SET | F_NULL | F_COPY,
	    .words = rule_words, AT(task, recurrence) },
	{ "recurrenceRule", F_TEXT, F_NEW | F_SET | F_NULL | F_COPY,
	    1, RULE_BYTES, AT(task, rule), .problem = UNSUPPORTED_RULE,
	    .check = check_rule },
	{ "recurrenceFrom", F_WORD, F_NEW | F_SET | F_COPY,
	    .words = rule_froms, AT(task, recurrence_from) },
	{ "rotation", F_UUIDS, F_NEW | F_SET | F_NULL | F_COPY,
	    ROTATION_LEAST, ROTATION_MAX, AT(task, rotation) },
	{ "seriesStart", F_DATE, F_NULL | F_COPY | F_HIDDEN,
	    AT(task, series_start) },
	{ "completedAt", F_STAMP, F_NULL | F_COPY, AT(task, completed_at) },
	{ "completedBy", F_UUID, F_NULL, AT(task, completed_by) },
	{ "createdBy", F_UUID, F_NULL, AT(task, created_by) },
	{ "createdAt", F_STAMP, F_COPY, AT(task, created_at) },
	{ "updatedAt", F_STAMP, F_EXPORT, AT(task, stamp) },
	{ "deletedAt", F_STAMP, F_GONE, AT(task, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_task = { .name = "task", .fields = task_fields,
	.row_stamp = offsetof(struct task, stamp),
	.version = offsetof(struct task, stamp),
	.deleted_at = offsetof(struct task, deleted_at) };

enum outcome
task_get(struct ctx *c, const char *list, const char *id, struct task *t)
{
	return !only_reached_task(q_task_get(c->db, c->user, list, id),
	    c->arena, t) ? TASK_NOT_FOUND : access_allows(c, t->viewed);
}

enum outcome
task_reach(struct ctx *c, const char *id, struct task *t)
{
	return !only_reached_task(q_task_reach(c->db, c->user, id), c->arena,
	    t) ? TASK_NOT_FOUND : access_allows(c, t->viewed);
}

void
task_store(struct ctx *c, struct task *t)
{
	t->stamp = feed_put(c, t->list_id, t->stamp, FEED_TASK, t->id);
	q_task_set(c->db, t);
}

void
task_store_place(struct ctx *c, struct task *t)
{
	t->stamp = feed_put(c, t->list_id, t->stamp, FEED_TASK, t->id);
	q_task_set_place(c->db, t);
}

void
task_set_times(struct ctx *c, struct task *t, int64_t created,
    int64_t completed)
{
	t->created_at = created;
	t->completed_at = completed;
	q_task_set_times(c->db, t->id, created, completed);
}

enum outcome
task_reorder(struct ctx *c, const char *list, const char *id,
    const char *before_id, const char *after_id, struct task *t)
{
	const char *rank;
	enum outcome o;

	if ((o = task_get(c, list, id, t)) != DONE)
		return o;
	o = order_move(c, &task_order, list, NULL, id, t->rank, before_id,
	    after_id, &rank);
	if (o == DONE && strcmp(rank, t->rank) != 0) {
		t->rank = rank;
		task_store_place(c, t);
		if (respace_long(c, RESPACE_TASKS, list, list, rank))
			return task_get(c, list, id, t);
	}
	return o;
}

/* Removes the parts of a task without a tombstone. */
static void
task_erase_parts(struct ctx *c, const char *id)
{
	struct task_feed_rows_row row;
	struct rows *r;

	q_list_erased_with(c->db, id);
	q_list_erased_moved(c->db, id);
	r = q_task_feed_rows(c->db, id);
	while (next_task_feed_rows(r, c->arena, &row))
		feed_drop(c, row.list_id, row.stamp);
	q_task_tag_remove_all(c->db, id);
	q_tag_set_remove_all(c->db, id);
	q_my_day_remove_all(c->db, id);
	resource_end_task(c, id);
	q_attachment_remove_all(c->db, id);
	q_step_remove_all(c->db, id);
	q_notice_remove_all(c->db, id);
}

void
task_erase_content(struct ctx *c, const char *list, const char *id)
{
	const struct derived *was = derived_of(c, id);
	const char *names;

	if (q_task_erase(c->db, list, id) == 0)
		return;
	names = resource_names(c, id);
	task_erase_parts(c, id);
	if (names != NULL)
		resource_keep_names(c, list, id, names);
	derived_changed(c, id, was);
	q_trash_erased(c->db, list, id);
}

static void
task_erase_oldest(struct ctx *c, const char *list)
{
	const char *oldest = rows_one_id(q_trash_oldest(c->db, list, CAP_TRASH),
	    c->arena);

	if (oldest != NULL)
		task_erase_content(c, list, oldest);
}

void
task_delete_record(struct ctx *c, struct task *t)
{
	const struct derived *was = derived_of(c, t->id);

	t->stamp = feed_put_gone(c, t->list_id, t->stamp, FEED_TASK, t->id);
	t->deleted_at = t->stamp;
	q_task_set_place(c->db, t);
	derived_changed(c, t->id, was);
	q_notice_remove_all(c->db, t->id);
	task_erase_oldest(c, t->list_id);
}

void
task_erase(struct ctx *c, const struct task *t)
{
	const struct derived *was = derived_of(c, t->id);

	task_erase_parts(c, t->id);
	feed_drop(c, t->list_id, t->stamp);
	q_task_remove(c->db, t->id);
	derived_changed(c, t->id, was);
}

enum outcome
task_delete(struct ctx *c, const char *list, const char *id)
{
	struct task t;
	enum outcome o = task_get(c, list, id, &t);

	if (o == DONE)
		task_delete_record(c, &t);
	return o;
}

int64_t
task_cleanup(struct ctx *c, int64_t max)
{
	int64_t end = clock_ticks() + CLEANUP_TIME;
	struct task *all;
	size_t n, i;

	n = all_task(q_task_completed(c->db, c->user, max), c->arena, &all);
	/* At least one: 0 means that there is none left. */
	for (i = 0; i < n && (i == 0 || clock_ticks() < end); i++)
		task_delete_record(c, &all[i]);
	return (int64_t)i;
}
