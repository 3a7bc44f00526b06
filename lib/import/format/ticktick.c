/*
 * The head is not in the first row.  A task may come before its parent: so the
 * table is read twice.
 */
#include "import/format/ticktick.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/text.h"
#include "base/zone.h"
#include "import/format/places.h"
#include "import/format/subtasks.h"
#include "import/format/table.h"
#include "import/format/when.h"
#include "import/importer/run.h"

#define UNTICKED	"\xe2\x96\xab"		/* an item: open, */
#define TICKED	"\xe2\x96\xaa"		/* done; or in old backups, any */

enum { AT_FOLDER, AT_LIST, AT_TITLE, AT_KIND, AT_TAGS, AT_CONTENT,
	AT_CHECKLIST, AT_START, AT_DUE, AT_REMINDER, AT_REPEAT, AT_PRIORITY, AT_STATUS,
	AT_CREATED, AT_COMPLETED, AT_ORDER, AT_TIMEZONE, AT_ALL_DAY,
	AT_FLOATING, AT_COLUMN, AT_ID, AT_PARENT, FIELDS };

static const char *const names[FIELDS] = { "Folder Name", "List Name", "Title",
	"Kind", "Tags", "Content", "Is Check list", "Start Date", "Due Date",
	"Reminder", "Repeat", "Priority", "Status", "Created Time",
	"Completed Time", "Order", "Timezone", "Is All Day",
	"Is Floating", "Column Name",
	"taskId", "parentId" };

struct reading {
	struct import	*im;
	struct table	 table;
	size_t		 at[FIELDS];
	struct subtasks	*subtasks;
	struct places	*places;
};

static const char *
ticktick_field(const struct reading *r, struct arena *a, int f)
{
	return table_value(&r->table, a, r->at[f]);
}

static bool
ticktick_is_set(const char *text)
{
	return text_same_ascii(text, "true") || text_same_ascii(text, "Y");
}

/* 2026-12-01T14:00:00+0000, without the colon that RFC 3339 wants; in some
 * backups 2026-12-01 15:00:00, in the task's zone. */
static bool
ticktick_stamp(const struct reading *r, struct arena *a, int f, int64_t *stamp)
{
	const char *text = ticktick_field(r, a, f);
	const char *zone = ticktick_field(r, a, AT_TIMEZONE);
	size_t n = strlen(text);
	struct when w;

	if (n > 5 && strchr("+-", text[n - 5]) != NULL)
		text = arena_printf(a, "%.*s:%s", (int)n - 2, text,
		    text + n - 2);
	if (!when_read(text, ORDER_YMD, &w))
		return false;
	*stamp = when_moment(&w, zone_valid(zone) ? zone :
	    r->im->options.zone);
	return true;
}

/* The moment of a field; 0 if it has none: what it has instead is in the
 * notes. */
static int64_t
ticktick_moment(struct reading *r, struct draft *d, int f)
{
	int64_t stamp;

	if (ticktick_stamp(r, d->arena, f, &stamp))
		return stamp;
	draft_note_field(d, names[f], ticktick_field(r, d->arena, f));
	return 0;
}

#define WILL_NOT_DO	"-1"
#define HIGH		"5"		/* of the priorities 0, 1, 3, 5 */
#define NONE		"0"

static bool
is_done(const char *status)
{
	return strcmp(status, "1") == 0 || strcmp(status, "2") == 0 ||
	    strcmp(status, WILL_NOT_DO) == 0;
}

static void
put_tags(struct draft *d, const char *text)
{
	size_t n;

	for (; *text != '\0'; text += n + strspn(text + n, ",; ")) {
		n = strcspn(text, ",;");
		draft_tag(d, arena_dup(d->arena, text, n));
		if (text[n] == '\0')
			break;
	}
}

static void
put_status(struct reading *r, struct draft *d)
{
	const char *status = ticktick_field(r, d->arena, AT_STATUS);
	int64_t at = ticktick_moment(r, d, AT_COMPLETED);

	if (is_done(status))
		draft_done(d, at);
	if (strcmp(status, WILL_NOT_DO) == 0)
		draft_note_field(d, names[AT_STATUS], "Won't do");
}

static void
put_repeat(struct draft *d, const char *rule)
{
	if (strncmp(rule, "RRULE:", 6) == 0)
		rule += 6;
	if (rule[0] != '\0')
		draft_repeat(d, rule, false);
}

/* What a step cannot have but in the notes of its task. */
static void
ticktick_put_rest(struct reading *r, struct draft *d)
{
	const char *priority = ticktick_field(r, d->arena, AT_PRIORITY);

	put_tags(d, ticktick_field(r, d->arena, AT_TAGS));
	draft_priority(d, strcmp(priority, HIGH) == 0,
	    strcmp(priority, NONE) == 0 ? NULL : priority);
	put_repeat(d, ticktick_field(r, d->arena, AT_REPEAT));
	put_status(r, d);
	if (ticktick_field(r, d->arena, AT_COLUMN)[0] != '\0')
		draft_lose(d, FIELD_LEFT_OUT, "column");
	if (text_same_ascii(ticktick_field(r, d->arena, AT_KIND), "NOTE"))
		draft_lose(d, FIELD_LEFT_OUT, "that it is a note");
}

static void
note_row(struct reading *r, struct arena *a)
{
	const char *id = ticktick_field(r, a, AT_ID);
	const char *parent = ticktick_field(r, a, AT_PARENT);
	double order = atof(ticktick_field(r, a, AT_ORDER));
	int64_t stamp;
	struct subtask t;
	struct draft own;

	if (id[0] == '\0')
		return;
	places_add(r->places, id, order);
	t = (struct subtask){ .id = id, .row = r->table.row.number,
	    .title = ticktick_field(r, a, AT_TITLE), .position = order,
	    .dated = ticktick_stamp(r, a, AT_DUE, &stamp) ||
	    ticktick_stamp(r, a, AT_START, &stamp) };
	t.parent = parent[0] == '\0' ? NULL : parent;
	if (t.parent != NULL && !t.dated) {
		draft_begin(&own, a, r->im->options.zone, t.row);
		draft_note(&own, ticktick_field(r, a, AT_CONTENT));
		ticktick_put_rest(r, &own);
		t.done = own.task.done;
		subtask_rest(a, &t, &own);
	}
	subtasks_add(r->subtasks, &t);
}

/* A line each; the rest is notes.  In old backups all items have the same sign,
 * which then has no meaning. */
static void
put_checklist(struct draft *d, const char *text)
{
	bool both = strstr(text, UNTICKED) != NULL, done;
	const char *line, *notes = "";
	size_t n;

	for (; *text != '\0'; text += n + (text[n] != '\0')) {
		n = strcspn(text, "\r\n");
		line = text_trim(d->arena, arena_dup(d->arena, text, n));
		done = strncmp(line, TICKED, 3) == 0;
		if (done || strncmp(line, UNTICKED, 3) == 0)
			draft_step(d, NULL, line + 3, d->task.done ||
			    (done && both));
		else if (line[0] != '\0')
			notes = arena_printf(d->arena, "%s%s\n", notes, line);
	}
	draft_note(d, notes);
}

/* TRIGGER:-PT15M, PT0S, P0DT9H0M0S: from the due date, in microseconds. */
static bool
trigger(const char *p, int64_t *offset)
{
	int64_t sign = 1, n, all = 0;
	bool time = false;
	char *end;

	if (strncmp(p, "TRIGGER:", 8) == 0)
		p += 8;
	if (*p == '-')
		sign = -1;
	p += *p == '-' || *p == '+';
	if (*p++ != 'P')
		return false;
	while (*p != '\0' && strchr(",; \n", *p) == NULL) {
		if (*p == 'T') {
			time = true;
			p++;
			continue;
		}
		n = strtol(p, &end, 10);
		if (end == p || n < 0 || n > 100000)
			return false;
		all += n * (*end == 'W' ? 7 * DAY : *end == 'D' ? DAY :
		    *end == 'H' ? HOUR : *end == 'M' && time ? MINUTE :
		    *end == 'S' ? SECOND : 0);
		p = end + (*end != '\0');
	}
	*offset = sign * all;
	return true;
}

/* The due date; where there is none, the start.  0: neither. */
static int64_t
due_of_row(struct reading *r, struct draft *d)
{
	int64_t due = ticktick_moment(r, d, AT_DUE);
	int64_t start = ticktick_moment(r, d, AT_START);

	if (due != 0 && start != 0 && start != due)
		draft_note_field(d, names[AT_START], ticktick_field(r,
		    d->arena, AT_START));
	return due != 0 ? due : start;
}

static void
put_due_and_reminder(struct reading *r, struct draft *d)
{
	const char *zone = ticktick_field(r, d->arena, AT_TIMEZONE), *p;
	bool all_day = ticktick_is_set(ticktick_field(r, d->arena, AT_ALL_DAY));
	int64_t stamp = due_of_row(r, d), usec, offset;
	int32_t day;

	if (stamp == 0)
		return;
	if (!zone_valid(zone))
		zone = d->zone;
	zone_local(zone, stamp, &day, &usec);
	draft_due_day(d, day);
	if (!all_day)
		draft_due_time(d, usec, ticktick_is_set(ticktick_field(r,
		    d->arena, AT_FLOATING)) ? NULL : zone);
	for (p = ticktick_field(r, d->arena, AT_REMINDER); *p != '\0';
	    p += strcspn(p, ",;\n"), p += strspn(p, ",; \n"))
		if (trigger(p, &offset))
			draft_reminder(d, stamp + offset);
}

static void
put_list(struct reading *r, struct draft *d)
{
	const char *folder = ticktick_field(r, d->arena, AT_FOLDER);
	const char *list = ticktick_field(r, d->arena, AT_LIST);

	if (list[0] == '\0')
		return;
	d->list = arena_printf(d->arena, "%s\n%s", folder, list);
	run_list(r->im, &(struct import_list){ .row = d->row, .id = d->list,
	    .title = list, .group = folder[0] == '\0' ? NULL : folder,
	    .group_title = folder });
}

static void
make_row(struct reading *r, struct arena *a)
{
	const char *id = ticktick_field(r, a, AT_ID);
	struct draft d;

	draft_begin(&d, a, r->im->options.zone, r->table.row.number);
	d.id = id[0] == '\0' ? NULL : id;
	put_list(r, &d);
	draft_title(&d, ticktick_field(r, a, AT_TITLE));
	if (ticktick_is_set(ticktick_field(r, a, AT_CHECKLIST)))
		put_checklist(&d, ticktick_field(r, a, AT_CONTENT));
	else
		draft_note(&d, ticktick_field(r, a, AT_CONTENT));
	put_due_and_reminder(r, &d);
	ticktick_put_rest(r, &d);
	d.task.created_at = ticktick_moment(r, &d, AT_CREATED);
	if (d.id != NULL) {
		draft_place(&d, places_of(r->places, d.id));
		subtasks_note_parent(r->subtasks, &d, d.id);
		subtasks_put(r->subtasks, &d, d.id);
	}
	run_task(r->im, &d);
}

static bool
ticktick_read_once(struct reading *r, struct import_file *file, bool second)
{
	struct arena *whole = arena_new(), *a = arena_new();
	bool ok = table_open(&r->table, r->im, file, whole, names[AT_FOLDER]);
	int f;

	for (f = 0; ok && f < FIELDS; f++)
		r->at[f] = table_find(&r->table, names[f]);
	while (ok && r->im->outcome == DONE && table_next(&r->table)) {
		if (!second)
			note_row(r, a);
		else if (!subtasks_is_step(r->subtasks,
		    ticktick_field(r, a, AT_ID)))
			make_row(r, a);
		arena_reset(a);
	}
	arena_free(a);
	arena_free(whole);
	return r->im->outcome == DONE;
}

static bool
ticktick_read(struct import *im, struct import_file *file)
{
	struct arena *a = arena_new();
	struct reading r = { .im = im, .subtasks = subtasks_new(a),
	    .places = places_new(a) };
	bool ok = ticktick_read_once(&r, file, false) &&
	    ticktick_read_once(&r, file, true);

	arena_free(a);
	return ok;
}

static bool
ticktick_recognise(const struct head *h)
{
	const char *p = strstr(h->text, names[AT_FOLDER]);

	return p != NULL && strstr(p, names[AT_CHECKLIST]) != NULL;
}

const struct import_format format_ticktick = {
	.name = "ticktick", .member = "*.csv",
	.recognise = ticktick_recognise, .read = ticktick_read, .tried = true
};
