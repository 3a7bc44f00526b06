#include "core/task/update.h"

#include <string.h>

#include "core/access.h"
#include "core/limits.h"
#include "core/record.h"
#include "core/task/derived.h"
#include "core/task/notice.h"
#include "core/task/recurrence.h"
#include "core/task/repeat.h"
#include "core/task/task.h"
#include "query/derived.h"
#include "query/task.h"

enum outcome
task_apply(struct ctx *c, struct task *t, const struct task *from,
    unsigned set, unsigned *changed)
{
	const struct task was = *t;
	enum outcome o;

	record_apply(task_fields, t, from, set);
	if ((o = recurrence_apply(c, t, &was, from, set)) != DONE)
		return o;
	*changed = record_difference(task_fields, t, &was);
	if (*changed & BIT(task, notes))
		t->notes_at = c->now;
	if (*changed & BIT(task, reminder_at))
		t->reminder_by = t->reminder_at == 0 ? NULL : c->user;
	return DONE;
}

static size_t
text_bytes(const struct task *t)
{
	return strlen(t->title) + (t->notes == NULL ? 0 : strlen(t->notes));
}

/* Would it repeat, but the list has no space for another? */
static bool
successor_full(struct ctx *c, const struct task *t, unsigned changed)
{
	return (changed & BIT(task, done)) && t->done &&
	    t->rule != NULL && (list_full(c, t->list_id) ||
	    text_full(c, t->list_id));
}

/* What follows from a task's being done, or open again; the id of a successor,
 * or NULL. */
static const char *
done_changed(struct ctx *c, struct task *t)
{
	if (!t->done)
		repeat_undone(c, t);
	t->completed_at = t->done ? c->now : 0;
	t->completed_by = t->done ? c->user : NULL;
	return t->done && t->rule != NULL ? repeat_done(c, t) : NULL;
}

/* Stores a set of fields that changed, and what follows from them. */
static void
store_changes(struct ctx *c, struct task *t, const struct task *old,
    unsigned changed, const char **next)
{
	const unsigned text = BIT(task, title) | BIT(task, notes);
	const unsigned done = BIT(task, done);
	const unsigned reminder = BIT(task, reminder_at);
	const struct derived *was = NULL;

	/* It counts what it changes itself. */
	if (changed & done)
		*next = done_changed(c, t);
	if (changed & text)
		was = derived_of(c, t->id);
	task_store(c, t);
	if (changed & text)
		derived_changed(c, t->id, was);
	if (changed & (done | reminder))
		notice_reminder(c, t, (changed & reminder) != 0);
	notice_assignment(c, t, old->assignee_id);
}

void
task_update_ahead(struct ctx *c, const char *list, const char *id, bool text)
{
	rows_ahead(q_task_get(c->db, c->user, list, id));
	if (text) {
		derived_ahead(c, id);
		rows_ahead(q_text_full(c->db, list, CAP_TEXT));
	}
}

enum outcome
task_update(struct ctx *c, const char *list, const char *id,
    const struct task *to, unsigned set, struct task *t, const char **next)
{
	struct task old;
	unsigned changed;
	enum outcome o;

	*next = NULL;
	if ((o = task_get(c, list, id, t)) != DONE)
		return o;
	if (set == 0)
		return NO_FIELDS;
	if ((set & BIT(task, assignee_id)) && to->assignee_id != NULL &&
	    !access_changes(c, to->assignee_id, list))
		return ASSIGNEE_NOT_ELIGIBLE;
	old = *t;
	if ((o = task_apply(c, t, to, set, &changed)) != DONE)
		return o;
	if (changed == 0)
		return DONE;
	if ((text_bytes(t) > text_bytes(&old) && text_full(c, list)) ||
	    successor_full(c, t, changed))
		return LIMIT_REACHED;
	store_changes(c, t, &old, changed, next);
	if (*next != NULL && repeat_respace(c, list, *next))
		return task_get(c, list, id, t);
	return DONE;
}
