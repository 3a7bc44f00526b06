/*
 * A row is a task, a note on the task above it or a reminder of it, a section,
 * or none of these.  INDENT says which task is part of which: a part with a
 * date is a task of its own.
 */
#include "import/format/todoist.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/text.h"
#include "base/zone.h"
#include "import/format/subtasks.h"
#include "import/format/table.h"
#include "import/format/todoist_date.h"
#include "import/format/todoist_text.h"
#include "import/format/when.h"
#include "import/importer/run.h"

#define OPEN	100		/* tasks of one tree that are no steps */
#define HIGH	"1"		/* of four priorities here */
#define NONE	"4"

enum { TYPE, CONTENT, DESCRIPTION, PRIORITY, INDENT, AUTHOR, RESPONSIBLE, DATE,
	DATE_LANG, TIMEZONE, DURATION, DURATION_UNIT, DEADLINE,
	REMINDER_TYPE, REMINDER_OFFSET, REMINDER_DATE, FIELDS };

static const char *const names[FIELDS] = { "TYPE", "CONTENT", "DESCRIPTION",
	"PRIORITY", "INDENT", "AUTHOR", "RESPONSIBLE", "DATE", "DATE_LANG",
	"TIMEZONE", "DURATION", "DURATION_UNIT", "DEADLINE",
	"REMINDER_TYPE", "REMINDER_OFFSET", "REMINDER_DATE" };

struct reading {
	struct import	*im;
	struct table	 table;
	size_t		 at[FIELDS];
	struct arena	*arena;		/* of the open tasks */
	struct draft	 open[OPEN];	/* a task, then those below it */
	long		 indent[OPEN];	/* LONG_MAX: nothing more is below it */
	size_t		 count;
	struct draft	*last;		/* the task of the last row; or NULL */
	bool		 in_step;	/* that row was a step of it */
	int64_t		 due;		/* that of the last task; 0: it has no
					 * time */
	const char	*project;	/* title of the list */
	const char	*section;	/* or NULL */
};

static const char *
field(const struct reading *r, int f)
{
	return table_value(&r->table, r->arena, r->at[f]);
}

static void
take_open(struct reading *r)
{
	size_t i;

	for (i = 0; i < r->count; i++)
		run_task(r->im, &r->open[i]);
	r->count = 0;
	r->last = NULL;
	arena_reset(r->arena);
}

/* The last task that the row is a part of; NULL: it is not a part.  The row
 * ends those that are as far to the right. */
static struct draft *
owner_of(struct reading *r, long indent)
{
	struct draft *owner = NULL;
	size_t i;

	for (i = 0; i < r->count; i++)
		if (r->indent[i] < indent)
			owner = &r->open[i];
		else
			r->indent[i] = LONG_MAX;
	return owner;
}

static void
set_date(struct reading *r, struct draft *d, const char *text)
{
	const char *zone = zone_valid(field(r, TIMEZONE)) ?
	    field(r, TIMEZONE) : d->zone;
	struct todoist_date t;
	int64_t usec;

	r->due = 0;
	if (text[0] == '\0')
		return;
	if (!todoist_date(d->arena, text, draft_day(d, r->im->ctx.now, &usec),
	    &t)) {
		draft_due_unread(d, text);
		return;
	}
	draft_due_day(d, t.day);
	if (t.usec >= 0) {
		draft_due_time(d, t.usec, strcmp(zone, d->zone) != 0 ? zone :
		    NULL);
		r->due = zone_moment(zone, t.day, t.usec);
	}
	if (t.rule != NULL)
		draft_repeat(d, t.rule, t.from_completion);
}

static void
set_list(struct reading *r, struct draft *d)
{
	bool lists = r->im->options.section_lists;

	d->list = r->project;
	if (r->section != NULL && lists) {
		d->list = arena_printf(d->arena, "%s\n%s", r->project,
		    r->section);
		run_list(r->im, &(struct import_list){ .row = d->row,
		    .id = d->list, .title = r->section, .group = r->project,
		    .group_title = r->project });
	} else if (r->section != NULL)
		draft_tag(d, r->section);
}

/* What a step cannot have but in the notes of its task. */
static void
put_rest_of_row(struct reading *r, struct draft *d)
{
	const char *unit = field(r, DURATION_UNIT);
	const char *priority = field(r, PRIORITY);

	draft_note(d, field(r, DESCRIPTION));
	draft_priority(d, strcmp(priority, HIGH) == 0,
	    strcmp(priority, NONE) == 0 ? NULL : priority);
	draft_note_field(d, "Responsible", field(r, RESPONSIBLE));
	if (field(r, DURATION)[0] != '\0' &&
	    strcasecmp(field(r, DURATION), "None") != 0)
		draft_note_field(d, "Duration", arena_printf(d->arena, "%s %s",
		    field(r, DURATION), unit));
	if (strcasecmp(field(r, DEADLINE), "None") != 0)
		draft_note_field(d, "Deadline", field(r, DEADLINE));
}

static void
begin_task(struct reading *r, long indent)
{
	struct draft *d = &r->open[r->count];

	r->indent[r->count++] = indent;
	r->last = d;
	r->in_step = false;
	draft_begin(d, r->arena, r->im->options.zone, r->table.row.number);
	set_list(r, d);
	draft_title(d, todoist_title(d, field(r, CONTENT)));
	put_rest_of_row(r, d);
	set_date(r, d, field(r, DATE));
}

static void
add_step(struct reading *r, struct draft *owner)
{
	struct subtask t = { .row = r->table.row.number };
	struct draft own;

	draft_begin(&own, r->arena, r->im->options.zone, r->table.row.number);
	t.title = todoist_title(&own, field(r, CONTENT));
	put_rest_of_row(r, &own);
	subtask_rest(r->arena, &t, &own);
	subtask_put(owner, &t);
	r->last = owner;
	r->in_step = true;
}

static void
todoist_read_task(struct reading *r)
{
	long indent = strtol(field(r, INDENT), NULL, 10);
	struct draft *owner;

	if (indent <= 1 || r->count == OPEN) {
		/* The row's fields must outlive the tasks above it. */
		take_open(r);
		begin_task(r, indent);
		return;
	}
	owner = owner_of(r, indent);
	if (owner == NULL || field(r, DATE)[0] != '\0') {
		begin_task(r, indent);
		if (owner != NULL)
			draft_note_field(&r->open[r->count - 1], PART_OF,
			    owner->title);
	} else
		add_step(r, owner);
}

static void
todoist_read_note(struct reading *r)
{
	const char *who = field(r, AUTHOR);
	size_t n = strcspn(who, "(");
	int64_t when;

	if (r->last == NULL) {
		run_skip(r->im, r->table.row.number, "comment",
		    field(r, CONTENT), NOT_A_TASK, PROJECT_COMMENT);
		return;
	}
	draft_comment(r->last, who[0] == '\0' ? NULL :
	    text_trim(r->arena, arena_dup(r->arena, who, n)),
	    stamp_parse(field(r, DATE), &when) ? when : 0,
	    todoist_comment(r->arena, field(r, CONTENT)));
	if (r->in_step)
		draft_lose(r->last, IN_THE_NOTES, "comment");
}

/* A moment, or minutes before the due time, of the task above. */
static void
todoist_read_reminder(struct reading *r)
{
	const char *minutes = field(r, REMINDER_OFFSET);
	struct draft *d = r->last;
	int64_t at;

	if (d == NULL)
		return;
	if (r->in_step) {
		draft_lose(d, STEP_REDUCED, "reminder");
		return;
	}
	at = when_stamp(d, "Reminder", field(r, REMINDER_DATE), ORDER_YMD);
	if (at == 0 && minutes[0] != '\0' && r->due != 0)
		at = r->due - strtol(minutes, NULL, 10) * MINUTE;
	if (at != 0)
		draft_reminder(d, at);
	else if (field(r, REMINDER_DATE)[0] == '\0')
		draft_lose(d, REMINDERS_LEFT_OUT, NULL);
}

static void
todoist_read_row(struct reading *r)
{
	const char *type = field(r, TYPE);

	if (text_same_ascii(type, "task"))
		todoist_read_task(r);
	else if (text_same_ascii(type, "note"))
		todoist_read_note(r);
	else if (text_same_ascii(type, "reminder"))
		todoist_read_reminder(r);
	else if (text_same_ascii(type, "section")) {
		take_open(r);
		r->section = field(r, CONTENT)[0] == '\0' ? NULL :
		    arena_str(r->im->ctx.arena, field(r, CONTENT));
	}
}

/* "Name [123].csv" is a file of a backup. */
static const char *
project_title(struct import *im, const struct import_file *f)
{
	const char *title = file_title(im->ctx.arena, f), *p;

	p = strrchr(title, '[');
	if (p == NULL || p == title || p[-1] != ' ' ||
	    strcspn(p, "]") + 1 != strlen(p))
		return title;
	return arena_dup(im->ctx.arena, title, (size_t)(p - title - 1));
}

static bool
todoist_read(struct import *im, struct import_file *file)
{
	struct arena *a = arena_new();
	struct reading *r = arena_alloc(a, sizeof(*r));
	int f;

	r->im = im;
	r->arena = arena_new();
	if (table_open(&r->table, im, file, a, "TYPE")) {
		for (f = 0; f < FIELDS; f++)
			r->at[f] = table_find(&r->table, names[f]);
		r->project = im->options.list != NULL &&
		    im->given_count == 1 && file->zip == NULL ?
		    im->options.list : project_title(im, file);
		run_list(im, &(struct import_list){ .id = r->project,
		    .title = r->project });
		while (im->outcome == DONE && table_next(&r->table))
			todoist_read_row(r);
		if (im->outcome == DONE)
			take_open(r);
	}
	arena_free(r->arena);
	arena_free(a);
	return im->outcome == DONE;
}

static bool
todoist_recognise(const struct head *h)
{
	static const char *const heads[] = { "TYPE", "CONTENT", "INDENT",
		NULL };
	struct arena *a = arena_new();
	bool is = table_has_heads(a, h, heads);

	arena_free(a);
	return is;
}

const struct import_format format_todoist = {
	.name = "todoist", .member = "*.csv", .recognise = todoist_recognise,
	.read = todoist_read, .tried = true
};
