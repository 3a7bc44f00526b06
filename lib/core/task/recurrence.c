#include "core/task/recurrence.h"

#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "core/record.h"
#include "core/task/rotation.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "core/task/task.h"

static bool
same_value(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* A task without a date has no time, and one without a time no zone: clients
 * that do not know these do not send them. */
static enum outcome
apply_time(struct task *t, unsigned set)
{
	if (t->due_date == NULL && !(set & BIT(task, due_time)))
		t->due_time = NULL;
	if (t->due_time == NULL && !(set & BIT(task, due_zone)))
		t->due_zone = NULL;
	if (t->due_time != NULL && t->due_date == NULL)
		return DUE_TIME_NEEDS_DUE_DATE;
	return t->due_zone != NULL && t->due_time == NULL ?
	    VALIDATION_FAILED : DONE;
}

/* What a request says of the recurrence, and the due date it counts for. */
struct wanted {
	const struct task *was, *from;
	bool		 word, rule;	/* which is given */
	bool		 rescheduled;		/* there is another due date */
	bool		 due_given;
	int32_t		 due;
};

static enum outcome
set_word(struct ctx *c, struct task *t, const struct wanted *w)
{
	const char *word = w->from->recurrence;

	if (!same_value(word, w->was->recurrence) || w->rescheduled)
		t->rule = rule_of_word(c->arena, word, w->due);
	return DONE;
}

static enum outcome
set_rule(struct ctx *c, struct task *t, const struct wanted *w,
    const char *text)
{
	const char *word = w->word ? w->from->recurrence : NULL;
	const char *canonical, *of;
	struct rule r;

	if (rule_read(c->arena, text, c->zone, &r) != NULL)
		return UNSUPPORTED_RULE;
	canonical = rule_format(c->arena, &r, w->due);
	if (word != NULL) {
		of = rule_word(rule_format(c->arena, &r, RULE_NO_DAY));
		return same_value(of, word) || same_value(rule_word(canonical), word) ?
		    set_word(c, t, w) : RECURRENCE_CONFLICT;
	}
	t->rule = canonical;
	return rule_comes(&r, w->due) ? DONE : UNSUPPORTED_RULE;
}

static enum outcome
move_rule(struct ctx *c, struct task *t, const struct wanted *w)
{
	if (w->was->recurrence == NULL)
		return set_rule(c, t, w, t->rule);
	t->rule = rule_of_word(c->arena, w->was->recurrence, w->due);
	return DONE;
}

/* Does the request end the recurrence? */
static bool
ends(const struct wanted *w)
{
	if (w->rule)
		return w->from->rule == NULL;
	return w->word && w->from->recurrence == NULL &&
	    (w->was->recurrence != NULL ||
	    (w->due_given && w->from->due_date == NULL));
}

static enum outcome
apply_rule(struct ctx *c, struct task *t, const struct wanted *w)
{
	bool word = w->word && w->from->recurrence != NULL;
	bool rule = w->rule && w->from->rule != NULL;

	if (word && w->rule && !rule)
		return RECURRENCE_CONFLICT;
	if (ends(w)) {
		t->rule = NULL;
		return DONE;
	}
	if (!word && !rule && t->rule == NULL)
		return DONE;
	if (t->due_date == NULL)
		return RECURRENCE_NEEDS_DUE_DATE;
	if (rule)
		return set_rule(c, t, w, w->from->rule);
	if (word)
		return set_word(c, t, w);
	return w->rescheduled ? move_rule(c, t, w) : DONE;
}

void
recurrence_end(struct task *t)
{
	t->recurrence = NULL;
	t->rule = NULL;
	t->series_start = NULL;
	t->recurrence_from = FROM_DUE;
	t->rotation = NULL;
}

/* A rotation that the request does not give ends with the recurrence. */
static enum outcome
apply_rest(struct ctx *c, struct task *t, const struct task *from,
    unsigned set)
{
	bool turns = (set & BIT(task, rotation)) && from->rotation != NULL;

	if (t->rule == NULL) {
		if ((set & BIT(task, recurrence_from)) &&
		    strcmp(from->recurrence_from, FROM_COMPLETION) == 0)
			return VALIDATION_FAILED;
		recurrence_end(t);
		return turns ? ROTATION_NEEDS_RECURRENCE : DONE;
	}
	t->recurrence = rule_word(t->rule);
	return turns && rotation_stranger(c, t->list_id, t->rotation) >= 0 ?
	    ASSIGNEE_NOT_ELIGIBLE : DONE;
}

enum outcome
recurrence_apply(struct ctx *c, struct task *t, const struct task *was,
    const struct task *from, unsigned set)
{
	struct wanted w = { .was = was, .from = from,
	    .word = (set & BIT(task, recurrence)) != 0,
	    .rule = (set & BIT(task, rule)) != 0,
	    .due_given = (set & BIT(task, due_date)) != 0,
	    .rescheduled = !same_value(was->due_date, t->due_date) };
	enum outcome o;

	t->rule = was->rule;
	t->recurrence = was->recurrence;
	if (t->due_date != NULL)
		date_parse(t->due_date, &w.due);
	if ((o = apply_time(t, set)) != DONE ||
	    (o = apply_rule(c, t, &w)) != DONE ||
	    (o = apply_rest(c, t, from, set)) != DONE)
		return o;
	/* Set by hand, the series begins again. */
	if (t->rule != NULL &&
	    (w.rescheduled || !same_value(t->rule, was->rule)))
		t->series_start = t->due_date;
	return DONE;
}
