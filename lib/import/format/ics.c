/*
 * A file can have several calendars, each with a name, which comes before its
 * components.  A step can come before its task, and a time zone behind: so
 * everything is read twice.  One component is in memory.
 */
#include "import/format/ics.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/text.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/read.h"
#include "ical/todo.h"
#include "import/format/ics_parts.h"
#include "import/format/subtasks.h"
#include "import/format/textlines.h"
#include "import/importer/draft.h"
#include "import/importer/run.h"

#define PART_MAX	(1024 * 1024)	/* bytes of a component */
#define ZONES_MAX	1000		/* time zones of a file */

struct reading {
	struct import	*im;
	struct import_file *file;
	bool		 second;
	struct arena	*arena;		/* lasts as long as the file is read */
	struct subtasks	*subtasks;
	struct ical_item item;		/* the time zones */
	const char	**zone_ids;	/* their names */
	const char	**titles;	/* of the calendars */
	size_t		 title_count;
	size_t		 calendar;	/* the number of the present one */
	int64_t		 row;		/* of tasks, events and journals */
	int		 depth;		/* of open components */
	struct buf	 part;		/* the component of depth 2, or the
					 * calendar's own lines */
	struct arena	*of_part;
};

/* Components that are counted, but time zones. */
static const struct {
	const char	*name;
	const char	*kind;		/* NULL: a task */
} kinds[] = {
	{ "VTODO", NULL }, { "VEVENT", "event" }, { "VJOURNAL", "journal" }
};

/* The value of the first line of that name in the component. */
static const char *
find_text(struct reading *r, const char *name)
{
	struct ical_lines lines = { r->part.data, r->part.data + r->part.len };
	struct ical_line l;

	while (ical_next(r->of_part, &lines, &l))
		if (ical_is(&l, name))
			return ical_text(r->of_part, &l);
	return NULL;
}

static void
note_calendar_zone(struct reading *r)
{
	struct ical_item *item = &r->item;
	const char *id = find_text(r, "TZID");

	if (id == NULL || item->zone_count == ZONES_MAX)
		return;
	r->zone_ids = arena_more(r->arena, r->zone_ids, item->zone_count,
	    sizeof(*r->zone_ids));
	r->zone_ids[item->zone_count] = arena_str(r->arena, id);
	item->zones = arena_more(r->arena, item->zones, item->zone_count,
	    sizeof(*item->zones));
	item->zones[item->zone_count++] = (struct ical_component){ arena_dup(
	    r->arena, r->part.data, r->part.len), r->part.len };
}

/* Once for each calendar: the name in its lines, or that of the file. */
static void
name_calendar(struct reading *r)
{
	struct ical_lines lines = { r->part.data, r->part.data + r->part.len };
	const char *title = NULL;
	struct ical_line l;

	if (r->second || r->title_count > r->calendar)
		return;
	while (r->part.len > 0 && ical_next(r->of_part, &lines, &l))
		if (ical_is(&l, "X-WR-CALNAME") ||
		    (title == NULL && ical_is(&l, "NAME")))
			title = title_of(r->arena, ical_text(r->of_part, &l));
	if (title == NULL)
		title = r->im->options.list != NULL && r->file->zip == NULL ?
		    r->im->options.list : file_title(r->arena, r->file);
	r->titles = arena_more(r->arena, r->titles, r->title_count,
	    sizeof(*r->titles));
	r->titles[r->title_count++] = title;
	run_list(r->im, &(struct import_list){ .id = title, .title = title });
}

static void
note_todo(struct reading *r, const struct todo_read *t)
{
	if (t->todo.uid != NULL)
		subtasks_add(r->subtasks, &(struct subtask){ .row = r->row,
		    .id = t->todo.uid, .parent = t->todo.parent,
		    .title = t->todo.title, .position = (double)r->row,
		    .done = t->todo.done, .dated = !t->plain });
}

/* Adds a component, whose lines end in LF here. */
static void
add_component(struct buf *to, const struct ical_component *part)
{
	const char *p = part->at, *end = part->at + part->len, *line;

	for (; p < end; p = line + 1) {
		line = memchr(p, '\n', (size_t)(end - p));
		buf_add(to, p, (size_t)(line - p));
		buf_str(to, "\r\n");
	}
}

/* The task in a calendar of its own, with the time zones that it names, for
 * CalDAV clients. */
static const char *
whole_text(struct reading *r, const struct ical_component *part)
{
	struct buf b = { 0 };
	const char *text;
	size_t i;

	buf_str(&b, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
	    "PRODID:-//Docket//EN\r\n");
	for (i = 0; i < r->item.zone_count; i++)
		if (memmem(part->at, part->len, r->zone_ids[i],
		    strlen(r->zone_ids[i])) != NULL)
			add_component(&b, &r->item.zones[i]);
	add_component(&b, part);
	buf_str(&b, "END:VCALENDAR\r\n");
	text = arena_dup(r->of_part, b.data, b.len);
	buf_free(&b);
	return text;
}

static void
make_todo(struct reading *r, const struct ical_component *part,
    struct todo_read *t)
{
	struct draft d;

	if (t->todo.uid != NULL && subtasks_is_step(r->subtasks, t->todo.uid))
		return;
	draft_begin(&d, r->of_part, r->im->options.zone, r->row);
	ics_put(&d, part, t);
	d.list = r->titles[r->calendar];
	if (d.task.completed_at > r->im->ctx.now)
		d.task.completed_at = r->im->ctx.now;
	if (d.task.created_at > r->im->ctx.now)
		d.task.created_at = 0;
	if (d.id != NULL)
		subtasks_put(r->subtasks, &d, d.id);
	d.text = whole_text(r, part);
	run_task(r->im, &d);
}

static void
take_todo(struct reading *r)
{
	const struct ical_component part = { r->part.data, r->part.len };
	struct todo_read t;

	if (find_text(r, "RECURRENCE-ID") != NULL) {
		if (r->second)
			run_skip(r->im, r->row, "task",
			    find_text(r, "SUMMARY"), PART_OF_A_SERIES, NULL);
		return;
	}
	todo_read(r->of_part, &r->item, &part, r->im->options.zone, &t);
	if (r->second)
		make_todo(r, &part, &t);
	else
		note_todo(r, &t);
}

/* A component of depth 2 has ended. */
static void
take_component(struct reading *r, const char *name)
{
	size_t i;

	if (!r->second && text_same_ascii(name, "VTIMEZONE"))
		note_calendar_zone(r);
	for (i = 0; i < COUNT(kinds); i++) {
		if (!text_same_ascii(name, kinds[i].name))
			continue;
		r->row++;
		if (kinds[i].kind == NULL)
			take_todo(r);
		else if (r->second)
			run_skip(r->im, r->row, kinds[i].kind,
			    find_text(r, "SUMMARY"), NOT_A_TASK, kinds[i].name);
	}
	r->part.len = 0;
	arena_reset(r->of_part);
}

/* What a line begins or ends; NULL if it does not. */
static const char *
after_word(struct reading *r, const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncasecmp(line, word, n) != 0 ? NULL :
	    text_trim(r->of_part, line + n);
}

static void
take_end(struct reading *r, const char *name)
{
	if (r->depth == 0) {
		run_malformed(r->im, 0, "something ends that has not begun");
		return;
	}
	if (--r->depth == 1)
		take_component(r, name);
	else if (r->depth == 0) {
		name_calendar(r);
		r->part.len = 0;
		r->calendar++;
	}
}

static void
ics_take_line(struct reading *r, const char *line)
{
	const char *begun = after_word(r, line, "BEGIN:");
	const char *ended = after_word(r, line, "END:");

	if (begun != NULL && ++r->depth == 2) {
		name_calendar(r);
		r->part.len = 0;
	}
	if (r->depth > 0) {
		buf_str(&r->part, line);
		buf_str(&r->part, "\n");
	} else if (*text_trim(r->of_part, line) != '\0')
		run_malformed(r->im, 0, "a line is outside of a calendar");
	if (ended != NULL)
		take_end(r, ended);
	if (r->part.len > PART_MAX)
		run_malformed(r->im, 0, "a component is longer than 1 MiB");
}

static void
ics_read_once(struct reading *r)
{
	struct arena *whole = arena_new();
	struct text_lines *l = text_lines_open(r->im, r->file, whole);
	const char *line;

	r->row = 0;
	r->calendar = 0;
	r->part.len = 0;
	while (l != NULL && r->im->outcome == DONE &&
	    (line = text_lines_next(l)) != NULL)
		ics_take_line(r, line);
	if (r->depth != 0)
		run_malformed(r->im, 0, "the calendar is cut off");
	arena_free(whole);
}

static bool
ics_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .file = file, .arena = arena_new(),
	    .of_part = arena_new() };

	r.subtasks = subtasks_new(r.arena);
	ics_read_once(&r);
	r.second = true;
	if (im->outcome == DONE)
		ics_read_once(&r);
	buf_free(&r.part);
	arena_free(r.of_part);
	arena_free(r.arena);
	return im->outcome == DONE;
}

static bool
ics_recognise(const struct head *h)
{
	static const char begin[] = "BEGIN:VCALENDAR";
	const char *p = h->text + strspn(h->text, " \t\r\n");

	return strncasecmp(p, begin, sizeof(begin) - 1) == 0;
}

const struct import_format format_ics = {
	.name = "ics", .member = "*.ics", .recognise = ics_recognise,
	.read = ics_read, .tried = true
};
