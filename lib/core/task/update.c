#include "core/task/update.h"

#include <string.h>

#include "core/access.h"
#include "core/feed.h"
#include "core/task/holding.h"
#include "core/task/notice.h"
#include "core/task/repeat.h"
#include "core/task/task.h"

static bool
same(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

void
task_apply(struct ctx *c, struct task *t, struct task_patch *p)
{
	const struct task old = *t;

	if (p->set & TASK_TITLE)
		t->title = p->title;
	if (p->set & TASK_DONE)
		t->done = p->done;
	if (p->set & TASK_STARRED)
		t->starred = p->starred;
	if (p->set & TASK_DUE)
		t->due_date = p->due_date;
	if (p->set & TASK_NOTES)
		t->notes = p->notes;
	if (p->set & TASK_ASSIGNEE)
		t->assignee_id = p->assignee_id;
	if (p->set & TASK_REMINDER)
		t->reminder_at = p->reminder_at;
	if (p->set & TASK_RECURRENCE)
		t->recurrence = p->recurrence;
	p->set = (same(old.title, t->title) ? 0 : TASK_TITLE) |
	    (old.done == t->done ? 0 : TASK_DONE) |
	    (old.starred == t->starred ? 0 : TASK_STARRED) |
	    (same(old.due_date, t->due_date) ? 0 : TASK_DUE) |
	    (same(old.notes, t->notes) ? 0 : TASK_NOTES) |
	    (same_id(old.assignee_id, t->assignee_id) ? 0 : TASK_ASSIGNEE) |
	    (old.reminder_at == t->reminder_at ? 0 : TASK_REMINDER) |
	    (same(old.recurrence, t->recurrence) ? 0 : TASK_RECURRENCE);
	if (p->set & TASK_NOTES)
		t->notes_at = c->now;
	if (p->set & TASK_REMINDER)
		t->reminder_by = t->reminder_at == 0 ? NULL : c->user;
	/* Set by hand, the series begins anew. */
	if (p->set & (TASK_DUE | TASK_RECURRENCE))
		t->series_start = t->recurrence == NULL ? NULL : t->due_date;
}

static size_t
text_bytes(const struct task *t)
{
	return strlen(t->title) + (t->notes == NULL ? 0 : strlen(t->notes));
}

enum outcome
task_update(struct ctx *c, const char *list, const char *id,
    const struct task_patch *patch, struct task *t, const char **next)
{
	struct task_patch p = *patch;
	const struct holding *was = NULL;
	struct task old;
	bool text;

	*next = NULL;
	if (task_get(c, list, id, t) != DONE)
		return TASK_NOT_FOUND;
	if (p.set == 0)
		return NO_FIELDS;
	if ((p.set & TASK_ASSIGNEE) && p.assignee_id != NULL &&
	    !access_has(c, p.assignee_id, list))
		return ASSIGNEE_NOT_ELIGIBLE;
	old = *t;
	task_apply(c, t, &p);
	if (t->recurrence != NULL && t->due_date == NULL)
		return RECURRENCE_NEEDS_DUE_DATE;
	if (p.set == 0)
		return DONE;
	text = (p.set & (TASK_TITLE | TASK_NOTES)) != 0;
	if (text && text_bytes(t) > text_bytes(&old) && text_full(c, list))
		return LIMIT_REACHED;
	if (text)
		was = holding_of(c, id);
	if ((p.set & TASK_DONE) && !t->done)
		repeat_undone(c, t);
	if (p.set & TASK_DONE) {
		t->completed_at = t->done ? c->now : 0;
		t->completed_by = t->done ? c->user : NULL;
	}
	if ((p.set & TASK_DONE) && t->done && t->recurrence != NULL)
		*next = repeat_done(c, t);
	task_store(c, t);
	if (text)
		holding_changed(c, id, was);
	if (p.set & (TASK_REMINDER | TASK_DONE))
		notice_reminder(c, t, (p.set & TASK_REMINDER) != 0);
	notice_assignment(c, t, old.assignee_id);
	if (*next != NULL && repeat_respace(c, list, *next))
		return task_get(c, list, id, t);
	return DONE;
}
