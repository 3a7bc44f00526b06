#include "import/format/ics_parts.h"

#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "base/date.h"
#include "ical/due.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/property.h"
#include "ical/todo.h"
#include "import/importer/draft.h"

struct parts {
	struct draft	*draft;
	const struct todo_read *read;
	int		 alarms;
};

static void
put_summary(struct parts *p, const struct ical_line *l)
{
	draft_title(p->draft, ical_text(p->draft->arena, l));
}

static void
put_description(struct parts *p, const struct ical_line *l)
{
	draft_note(p->draft, ical_text(p->draft->arena, l));
}

static void
put_comment(struct parts *p, const struct ical_line *l)
{
	draft_comment(p->draft, NULL, 0, ical_text(p->draft->arena, l));
}

static void
put_categories(struct parts *p, const struct ical_line *l)
{
	const char *at = ical_value(p->draft->arena, l), *name;

	while ((name = ical_next_text(p->draft->arena, &at)) != NULL)
		draft_tag(p->draft, name);
}

static void
put_location(struct parts *p, const struct ical_line *l)
{
	draft_note_field(p->draft, "Location", ical_text(p->draft->arena, l));
}

static void
put_link(struct parts *p, const struct ical_line *l)
{
	const char *encoding = ical_param(p->draft->arena, l, "ENCODING");

	if (encoding != NULL)
		draft_lose(p->draft, FIELD_LEFT_OUT, "a file");
	else
		draft_note_field(p->draft, "Link",
		    ical_value(p->draft->arena, l));
}

/* A rule with further dates cannot be a rule here; one without a due date has
 * no first day. */
static void
put_rrule(struct parts *p, const struct ical_line *l)
{
	const char *rule = ical_value(p->draft->arena, l);

	if (p->read->more_dates) {
		draft_note(p->draft, arena_printf(p->draft->arena,
		    "Repeats: %s", rule));
		draft_lose(p->draft, REPEAT_NOT_READ, rule);
	} else
		draft_rule(p->draft, rule);
}

static void
put_percent(struct parts *p, const struct ical_line *l)
{
	const char *value = ical_value(p->draft->arena, l);

	if (!p->read->todo.done && strcmp(value, "0") != 0)
		draft_note_field(p->draft, "Percent complete", value);
}

static void
put_due_line(struct parts *p, const struct ical_line *l)
{
	const char *value = ical_value(p->draft->arena, l);

	if (p->read->todo.due_date != NULL)
		return;
	draft_due_unread(p->draft, value);
}

/* Without DUE it is when the task can be begun. */
static void
put_start(struct parts *p, const struct ical_line *l)
{
	if (p->read->todo.due_date == NULL)
		draft_note_field(p->draft, "Start",
		    ical_value(p->draft->arena, l));
}

/* 1 to 4 are a star, 0 is none. */
static void
put_priority(struct parts *p, const struct ical_line *l)
{
	const char *value = ical_value(p->draft->arena, l);

	draft_priority(p->draft, p->read->todo.starred,
	    strcmp(value, "0") == 0 ? NULL : value);
}

static void
put_cancelled(struct parts *p, const struct ical_line *l)
{
	if (ical_value_is(l, "CANCELLED"))
		draft_note_field(p->draft, "Status", "CANCELLED");
}

static void
put_class(struct parts *p, const struct ical_line *l)
{
	if (!ical_value_is(l, "PUBLIC"))
		draft_lose(p->draft, FIELD_LEFT_OUT, "CLASS");
}

/* Of a task that is not a step. */
static void
put_relation(struct parts *p, const struct ical_line *l)
{
	(void)l;
	draft_lose(p->draft, FIELD_LEFT_OUT, "RELATED-TO");
}

static const struct {
	const char	*name;
	void		(*put)(struct parts *, const struct ical_line *);
} puts_of[] = {
	{ "ATTACH", put_link },
	{ "CATEGORIES", put_categories },
	{ "CLASS", put_class },
	{ "COMMENT", put_comment },
	{ "DESCRIPTION", put_description },
	{ "DTSTART", put_start },
	{ "DUE", put_due_line },
	{ "LOCATION", put_location },
	{ "PERCENT-COMPLETE", put_percent },
	{ "PRIORITY", put_priority },
	{ "RELATED-TO", put_relation },
	{ "RRULE", put_rrule },
	{ "STATUS", put_cancelled },
	{ "SUMMARY", put_summary },
	{ "URL", put_link }
};

/* What only programs know, or is about the text and not the task. */
static bool
is_private(const struct ical_line *l)
{
	return l->name_len == 0 || ical_is(l, "SEQUENCE") ||
	    ical_is(l, "TRANSP") ||
	    (l->name_len > 2 && strncasecmp(l->name, "X-", 2) == 0);
}

static void
put_line(struct parts *p, const struct ical_line *l)
{
	size_t i;

	for (i = 0; i < COUNT(puts_of); i++)
		if (ical_is(l, puts_of[i].name)) {
			puts_of[i].put(p, l);
			return;
		}
	if (property_of(p->draft->arena, l) == NULL && !is_private(l))
		draft_lose(p->draft, FIELD_LEFT_OUT, arena_dup(
		    p->draft->arena, l->name, l->name_len));
}

static void
put_lines(struct parts *p, const struct ical_component *part)
{
	struct ical_lines lines = { part->at, part->at + part->len };
	struct ical_line l;
	int depth = 0;

	while (ical_next(p->draft->arena, &lines, &l))
		if (ical_is(&l, "BEGIN")) {
			p->alarms += depth++ == 1 &&
			    ical_value_is(&l, "VALARM");
		} else if (ical_is(&l, "END"))
			depth--;
		else if (depth == 1 && l.value != NULL)
			put_line(p, &l);
}

/* One that repeats and has no due date, as Thunderbird makes it, is due when it
 * starts. */
static void
set_due_by_start(struct arena *a, struct todo_read *r)
{
	if (r->todo.due_date != NULL || r->todo.rule == NULL ||
	    !r->start.given)
		return;
	r->due = r->start;
	due_decide(a, r);
}

void
ics_put(struct draft *d, const struct ical_component *part, struct todo_read *r)
{
	struct parts p = { .draft = d, .read = r };
	const struct todo *t = &r->todo;

	set_due_by_start(d->arena, r);
	d->id = t->uid;
	d->task.starred = t->starred;
	d->task.due_date = t->due_date;
	d->task.due_time = t->due_time;
	d->task.due_zone = t->due_zone;
	d->task.created_at = t->created_at;
	if (t->done)
		draft_done(d, t->completed_at);
	put_lines(&p, part);
	if (t->reminder_at != 0)
		draft_reminder(d, t->reminder_at);
	if (p.alarms > (t->reminder_at != 0))
		draft_lose(d, REMINDERS_LEFT_OUT, NULL);
}
