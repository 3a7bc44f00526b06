#include "import/format/csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/charset.h"
#include "base/json/write.h"
#include "base/text.h"
#include "import/format/table.h"
#include "import/format/when.h"
#include "import/format/words.h"
#include "import/importer/run.h"

struct reading {
	struct import	*im;
	struct table	 table;
	size_t		 at[COLUMN__MAX];	/* where each field is */
	enum date_order	 order;
};

/* The column that was chosen by its head, or by its number. */
static size_t
chosen(const struct table *t, const char *column)
{
	size_t at = table_find(t, column);
	char *end;
	unsigned long n;

	if (at != NO_COLUMN)
		return at;
	n = strtoul(column, &end, 10);
	return *column != '\0' && *end == '\0' && n >= 1 && n <= t->count ?
	    n - 1 : NO_COLUMN;
}

/* By the choice of the user: an empty column chooses none. */
static bool
choose_columns(struct reading *r)
{
	const struct import_options *o = &r->im->options;
	size_t i;
	int f;

	for (i = 0; i < o->map_count; i++) {
		for (f = 0; f < COLUMN__MAX; f++)
			if (strcmp(column_names[f], o->map[i].field) == 0)
				break;
		if (f == COLUMN__MAX)
			return run_fail(r->im, UNKNOWN_COLUMNS, arena_printf(
			    r->im->ctx.arena, "no field has the name %s",
			    o->map[i].field));
		if (o->map[i].column[0] == '\0')
			continue;
		r->at[f] = chosen(&r->table, o->map[i].column);
		if (r->at[f] == NO_COLUMN)
			return run_fail(r->im, UNKNOWN_COLUMNS, arena_printf(
			    r->im->ctx.arena, "there is no column %s",
			    o->map[i].column));
	}
	return true;
}

static bool
find_columns(struct reading *r, struct arena *a)
{
	enum column f;
	size_t i;

	for (f = 0; f < COLUMN__MAX; f++)
		r->at[f] = NO_COLUMN;
	if (r->im->options.map != NULL && r->im->options.map_count > 0) {
		if (!choose_columns(r))
			return false;
	} else
		for (i = 0; i < r->table.count; i++) {
			f = word_column(a, r->table.heads[i]);
			if (f != COLUMN__MAX && r->at[f] == NO_COLUMN)
				r->at[f] = i;
		}
	return r->at[COLUMN_TITLE] != NO_COLUMN || run_fail(r->im,
	    UNKNOWN_COLUMNS, "no column has the titles");
}

static bool
is_used(const struct reading *r, size_t column)
{
	int f;

	for (f = 0; f < COLUMN__MAX; f++)
		if (r->at[f] == column)
			return true;
	return false;
}

static void
show_map(const struct reading *r, struct jw *jw)
{
	int f;

	jw_object(jw);
	for (f = 0; f < COLUMN__MAX; f++)
		if (r->at[f] != NO_COLUMN)
			jw_put_text(jw, column_names[f],
			    r->table.heads[r->at[f]]);
	jw_object_end(jw);
}

/* What was found out about the table, for whoever wants to correct it. */
static void
describe_columns(struct reading *r)
{
	static const char *const orders[] = { [ORDER_UNKNOWN] = NULL,
		[ORDER_YMD] = "ymd", [ORDER_DMY] = "dmy", [ORDER_MDY] = "mdy" };
	const char delimiter[] = { r->table.delimiter, '\0' };
	struct buf b = { NULL, 0, 0 };
	struct jw jw = { .out = &b };
	size_t i;

	jw_object(&jw);
	jw_put_text(&jw, "delimiter", delimiter[0] == '\0' ? NULL : delimiter);
	jw_put_text(&jw, "encoding", charset_name(r->table.file->charset));
	jw_put_text(&jw, "dateOrder", orders[r->order]);
	jw_name(&jw, "map");
	show_map(r, &jw);
	jw_name(&jw, "heads");
	jw_array(&jw);
	for (i = 0; i < r->table.count; i++)
		jw_text(&jw, r->table.heads[i]);
	jw_array_end(&jw);
	jw_name(&jw, "unused");
	jw_array(&jw);
	for (i = 0; i < r->table.count; i++)
		if (!is_used(r, i))
			jw_text(&jw, r->table.heads[i]);
	jw_array_end(&jw);
	jw_object_end(&jw);
	r->im->result.columns = arena_dup(r->im->ctx.arena, b.data, b.len);
	buf_free(&b);
}

/* Reads the table once to find out how its dates are written. */
static void
find_order(struct reading *r)
{
	static const enum column dates[] = { COLUMN_DUE, COLUMN_COMPLETED,
		COLUMN_REMINDER, COLUMN_CREATED, COLUMN_DONE };
	struct order_votes v = { .dmy = false };
	struct arena *a = arena_new();
	size_t i;

	while (table_next(&r->table)) {
		for (i = 0; i < COUNT(dates); i++)
			when_vote(table_value(&r->table, a, r->at[dates[i]]),
			    &v);
		arena_reset(a);
	}
	arena_free(a);
	r->order = r->im->options.date_order;
	if (r->order == ORDER_UNKNOWN)
		r->order = when_order(&v);
}

/* A text without the sign that our export puts before what a spreadsheet would
 * take for a formula. */
static const char *
value(const struct reading *r, struct arena *a, enum column f)
{
	const char *p = table_value(&r->table, a, r->at[f]);

	return p[0] == '\'' && p[1] != '\0' && strchr("=+-@", p[1]) != NULL ?
	    p + 1 : p;
}

/* The text of a field that cannot be it, with the head of its column. */
static void
note_text(struct reading *r, struct draft *d, enum column f)
{
	draft_note_field(d, r->table.heads[r->at[f]], value(r, d->arena, f));
}

static void
csv_read_done(struct reading *r, struct draft *d, enum column f)
{
	const char *text = value(r, d->arena, f);
	struct when w;

	switch (word_answer(d->arena, text)) {
	case ANSWER_YES:
		d->task.done = true;
		break;
	case ANSWER_NO:
		break;
	default:
		if (when_read(text, r->order, &w))
			draft_done(d, when_moment(&w, d->zone));
		else
			note_text(r, d, f);
	}
}

static void
csv_read_star(struct reading *r, struct draft *d)
{
	struct arena *a = d->arena;
	const char *text = value(r, a, COLUMN_PRIORITY);

	switch (word_answer(a, value(r, a, COLUMN_STARRED))) {
	case ANSWER_YES:
		d->task.starred = true;
		break;
	case ANSWER_NO:
		break;
	default:
		note_text(r, d, COLUMN_STARRED);
	}
	draft_priority(d, word_is_high(a, text), word_is_ordinary(a, text) ?
	    NULL : text);
}

/* A step a line, "[x] " before one that is done. */
static void
csv_read_steps(struct draft *d, const char *p)
{
	const char *line;
	bool done;
	size_t n;

	for (; *p != '\0'; p += n + (p[n] == '\n')) {
		n = strcspn(p, "\n");
		line = text_trim(d->arena, arena_dup(d->arena, p, n));
		if (line[0] == '-' && line[1] == ' ')
			line = text_trim(d->arena, line + 2);
		done = strncasecmp(line, "[x]", 3) == 0;
		if (done || strncmp(line, "[ ]", 3) == 0)
			line = text_trim(d->arena, line + 3);
		if (line[0] != '\0')
			draft_step(d, NULL, line, done);
	}
}

/* A tag within quotation marks, which are doubled in it; NULL: they are not
 * closed. */
static const char *
unquoted(struct arena *a, const char **from)
{
	char *tag = arena_str(a, *from + 1), *to = tag;
	const char *p = *from + 1;

	for (; *p != '\0' && (*p != '"' || p[1] == '"'); p++) {
		p += *p == '"';
		*to++ = *p;
	}
	*to = '\0';
	if (*p == '\0')
		return NULL;
	*from = p + 1;
	return tag;
}

static void
csv_read_tags(struct draft *d, const char *p)
{
	const char *tag;
	size_t n;

	for (; *p != '\0'; p += n + (p[n] != '\0')) {
		p += strspn(p, " ");
		if (*p == '"' && (tag = unquoted(d->arena, &p)) != NULL) {
			draft_tag(d, tag);
			n = strcspn(p, ",;\n");
			continue;
		}
		n = strcspn(p, ",;\n");
		tag = text_trim(d->arena, arena_dup(d->arena, p, n));
		draft_tag(d, tag[0] == '#' ? tag + 1 : tag);
	}
}

static void
csv_read_repeat(struct draft *d, const char *text)
{
	const char *rule = word_repeat(d->arena, text);

	if (text[0] == '\0')
		return;
	if (strncasecmp(text, "RRULE:", 6) == 0)
		text += 6;
	draft_repeat(d, rule != NULL ? rule : text, false);
}

static void
csv_read_due(struct reading *r, struct draft *d)
{
	const char *text = value(r, d->arena, COLUMN_DUE_TIME);
	int64_t usec = when_time(text);

	when_due(d, value(r, d->arena, COLUMN_DUE), r->order);
	if (text[0] == '\0')
		return;
	if (usec >= 0 && d->task.due_date != NULL)
		draft_due_time(d, usec, NULL);
	else
		note_text(r, d, COLUMN_DUE_TIME);
}

/* A date with its time, or beside it; perhaps switched off. */
static void
csv_read_reminder(struct reading *r, struct draft *d)
{
	const char *text = value(r, d->arena, COLUMN_REMINDER);
	const char *time = value(r, d->arena, COLUMN_REMINDER_TIME);
	int64_t stamp;

	switch (r->at[COLUMN_REMINDER_ON] == NO_COLUMN ? ANSWER_YES :
	    word_answer(d->arena, value(r, d->arena, COLUMN_REMINDER_ON))) {
	case ANSWER_NO:
		return;
	case ANSWER_UNKNOWN:
		note_text(r, d, COLUMN_REMINDER_ON);
		break;
	default:
		break;
	}
	if (text[0] == '\0') {
		if (time[0] != '\0')
			note_text(r, d, COLUMN_REMINDER_TIME);
		return;
	}
	if (time[0] != '\0')
		text = arena_printf(d->arena, "%s %s", text, time);
	stamp = when_stamp(d, "Reminder", text, r->order);
	if (stamp != 0)
		draft_reminder(d, stamp);
}

/* Of a column that has no place: nothing; or that the task is done, which
 * another column has said.  Outlook fills all: with 0, "0 hours", False or
 * Normal. */
static bool
says_nothing(const struct reading *r, struct arena *a, size_t column)
{
	const char *text = table_value(&r->table, a, column);
	enum answer answer = word_answer(a, text);

	if (text[0] == '\0' || (column < r->table.count &&
	    answer != ANSWER_UNKNOWN &&
	    word_column(a, r->table.heads[column]) == COLUMN_DONE))
		return true;
	return strcmp(r->im->format, "outlook") == 0 && (answer == ANSWER_NO ||
	    word_is_ordinary(a, text) || strncmp(text, "0 ", 2) == 0);
}

/* Says what is in columns that have no place, or beyond the last of them. */
static void
csv_read_unused(struct reading *r, struct draft *d)
{
	const struct table *t = &r->table;
	size_t i;

	for (i = 0; i < t->row.count; i++)
		if (!is_used(r, i) && !says_nothing(r, d->arena, i))
			draft_lose(d, FIELD_LEFT_OUT, i < t->count &&
			    t->heads[i][0] != '\0' ? t->heads[i] :
			    arena_printf(d->arena, "column %zu", i + 1));
}

static void
csv_read_row(struct reading *r, struct draft *d)
{
	struct arena *a = d->arena;
	const char *text = value(r, a, COLUMN_LIST);

	if (text[0] != '\0')
		d->list = text;
	text = value(r, a, COLUMN_ID);
	if (text[0] != '\0')
		d->id = text;
	draft_title(d, value(r, a, COLUMN_TITLE));
	draft_note(d, value(r, a, COLUMN_NOTES));
	csv_read_done(r, d, COLUMN_DONE);
	csv_read_done(r, d, COLUMN_COMPLETED);
	csv_read_star(r, d);
	csv_read_due(r, d);
	csv_read_reminder(r, d);
	csv_read_repeat(d, value(r, a, COLUMN_REPEAT));
	csv_read_tags(d, value(r, a, COLUMN_TAGS));
	csv_read_steps(d, value(r, a, COLUMN_STEPS));
	d->task.created_at = when_stamp(d, "Created",
	    value(r, a, COLUMN_CREATED), r->order);
	csv_read_unused(r, d);
}

static void
csv_read_rows(struct reading *r)
{
	struct arena *a = arena_new();
	struct draft d;

	while (r->im->outcome == DONE && table_next(&r->table)) {
		draft_begin(&d, a, r->im->options.zone, r->table.row.number);
		csv_read_row(r, &d);
		run_task(r->im, &d);
		arena_reset(a);
	}
	arena_free(a);
}

bool
csv_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im };
	struct arena *a = arena_new();
	bool ok = table_open(&r.table, im, file, a, NULL);

	if (ok) {
		ok = find_columns(&r, a);
		if (ok)
			find_order(&r);
		describe_columns(&r);
	}
	if (ok && im->outcome == DONE && r.order == ORDER_UNKNOWN)
		run_fail(im, AMBIGUOUS_DATES, "day and month of its dates can "
		    "be read in two orders: say which is first");
	if (ok && im->outcome == DONE &&
	    table_open(&r.table, im, file, a, NULL))
		csv_read_rows(&r);
	arena_free(a);
	return im->outcome == DONE;
}

/* Any text that is not blank: the head decides. */
static bool
csv_recognise(const struct head *h)
{
	return h->json == '\0' &&
	    h->text[strspn(h->text, " \t\r\n")] != '\0';
}

const struct import_format format_csv = {
	.name = "csv", .recognise = csv_recognise, .read = csv_read,
	.tried = true
};
