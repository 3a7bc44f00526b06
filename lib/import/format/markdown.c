#include "import/format/markdown.h"

#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/text.h"
#include "core/limits.h"
#include "import/format/markdown_line.h"
#include "import/format/textlines.h"
#include "import/format/when.h"
#include "import/format/words.h"
#include "import/importer/run.h"

struct reading {
	struct import	*im;
	struct arena	*arena;		/* of the task */
	struct arena	*line;		/* of the line */
	struct draft	 draft;
	bool		 open;		/* it has begun */
	bool		 box;		/* it can be ticked off */
	size_t		 indent;	/* of the task */
	size_t		 note_indent;
	struct buf	 notes;
	bool		 blank;		/* the line before was */
	struct buf	 list;		/* the last heading; empty: none */
};

/* Takes "#TAG" off the end of a title; a number is none. */
static bool
take_tag(struct draft *d, char *title)
{
	char *p = strrchr(title, ' ');

	if (p == NULL || p[1] != '#' || p[2] == '\0' || p[2] == '#' ||
	    p[2 + strspn(p + 2, "0123456789")] == '\0')
		return false;
	draft_tag(d, p + 2);
	*p = '\0';
	return true;
}

/* Takes our own export's "(due DATE TIME, REPETITION)" off the end. */
static void
take_due(struct draft *d, char *title)
{
	char *p = title, *begin = NULL, *end, *repeat;
	const char *rule;
	struct when w;

	while ((p = strstr(p, " (due ")) != NULL)
		begin = p++;
	end = begin == NULL ? NULL : strchr(begin, ')');
	if (end == NULL || end[1] != '\0')
		return;
	*end = '\0';
	repeat = strstr(begin, ", ");
	if (repeat != NULL)
		*repeat = '\0';
	if (!when_read(begin + 6, ORDER_YMD, &w) || w.moment) {
		*end = ')';
		if (repeat != NULL)
			*repeat = ',';
		return;
	}
	*begin = '\0';
	draft_due_day(d, w.day);
	if (w.usec >= 0)
		draft_due_time(d, w.usec, NULL);
	if (repeat == NULL)
		return;
	rule = word_repeat(d->arena, repeat + 2);
	draft_repeat(d, rule != NULL ? rule : repeat + 2, false);
}

/* Takes the signs off a title that is wholly strong. */
static void
take_star(struct draft *d, char *title)
{
	size_t n = strlen(title);

	if (n <= 4 || strncmp(title, "**", 2) != 0 ||
	    strcmp(title + n - 2, "**") != 0 || title[n - 3] == '\\')
		return;
	d->task.starred = true;
	memmove(title, title + 2, n - 4);
	title[n - 4] = '\0';
}

static void
markdown_end_task(struct reading *r)
{
	if (!r->open)
		return;
	r->open = false;
	if (r->notes.len > 0)
		draft_note(&r->draft, arena_dup(r->arena, r->notes.data,
		    r->notes.len));
	r->notes.len = 0;
	run_task(r->im, &r->draft);
	arena_reset(r->arena);
}

static void
markdown_begin_task(struct reading *r, int64_t row,
    const struct markdown_line *l)
{
	struct draft *d = &r->draft;
	char *title;

	markdown_end_task(r);
	draft_begin(d, r->arena, r->im->options.zone, row);
	r->open = true;
	r->box = l->box;
	r->indent = r->note_indent = l->indent;
	if (r->list.len > 0)
		d->list = arena_dup(r->arena, r->list.data, r->list.len);
	d->task.done = l->done;
	title = arena_str(r->arena, l->text);
	while (take_tag(d, title))
		continue;
	take_due(d, title);
	take_star(d, title);
	draft_title(d, markdown_plain(r->arena, title));
}

/* A line of notes, without the indent that they have; more than is cut in any
 * case is not kept. */
static void
markdown_add_note(struct reading *r, const char *line, size_t indent)
{
	if (r->notes.len > 8 * NOTES_MAX)
		return;
	if (r->notes.len == 0)
		r->note_indent = indent;
	else
		buf_str(&r->notes, r->blank ? "\n\n" : "\n");
	if (indent > r->note_indent)
		indent = r->note_indent;
	buf_str(&r->notes, markdown_plain(r->line,
	    line + strspn(line, "\t") + (line[0] == '\t' ? 0 : indent)));
}

static void
take_prose(struct reading *r, int64_t row, const char *line,
    const struct markdown_line *l)
{
	if (r->open && (l->indent > r->indent || !r->blank))
		markdown_add_note(r, line, l->indent);
	else {
		markdown_end_task(r);
		run_skip(r->im, row, "task", l->text, NOT_A_TASK,
		    "a text of the document");
	}
}

/* An item below another one is a step of it, unless only that one can be ticked
 * off, or there are too many: then it is in the notes. */
static void
markdown_take_item(struct reading *r, int64_t row, const char *line,
    const struct markdown_line *l)
{
	if (!r->open || l->indent <= r->indent)
		markdown_begin_task(r, row, l);
	else if ((l->box || !r->box) && r->draft.step_count < CAP_STEPS)
		draft_step(&r->draft, NULL, markdown_plain(r->line, l->text),
		    l->done);
	else
		markdown_add_note(r, line, l->indent);
}

static void
markdown_take_list(struct reading *r, const struct markdown_line *l)
{
	markdown_end_task(r);
	r->list.len = 0;
	buf_str(&r->list, markdown_plain(r->line, l->text));
}

static void
markdown_take_line(struct reading *r, int64_t row, const char *line)
{
	struct markdown_line l;

	markdown_line_read(r->line, line, &l);
	if (l.kind == MARKDOWN_HEADING)
		markdown_take_list(r, &l);
	else if (l.kind == MARKDOWN_ITEM)
		markdown_take_item(r, row, line, &l);
	else if (l.kind == MARKDOWN_PROSE)
		take_prose(r, row, line, &l);
	r->blank = l.kind == MARKDOWN_BLANK;
	arena_reset(r->line);
}

static bool
markdown_read(struct import *im, struct import_file *file)
{
	struct reading r = { .im = im, .arena = arena_new(),
		.line = arena_new(), .blank = true };
	struct arena *whole = arena_new();
	struct text_lines *l = text_lines_open(im, file, whole);
	const char *line;

	while (l != NULL && im->outcome == DONE &&
	    (line = text_lines_next(l)) != NULL)
		markdown_take_line(&r, text_lines_row(l), line);
	if (im->outcome == DONE)
		markdown_end_task(&r);
	buf_free(&r.notes);
	buf_free(&r.list);
	arena_free(whole);
	arena_free(r.line);
	arena_free(r.arena);
	return im->outcome == DONE;
}

/* What the lines at the beginning of a file are. */
struct lines_seen {
	size_t		 all, like, items, boxes;
	enum markdown_kind first;
};

static void
look_at_lines(struct arena *a, const struct head *h, struct lines_seen *s)
{
	bool table = strpbrk(head_line(a, h), ",;\t") != NULL;
	bool quoted = false;	/* within a field of a table */
	struct markdown_line l;
	const char *p = h->text, *line;
	size_t n;

	for (; *p != '\0'; p += n + (p[n] == '\n')) {
		n = strcspn(p, "\n");
		line = arena_dup(a, p, n);
		markdown_line_read(a, line, &l);
		if (l.kind != MARKDOWN_BLANK && s->all++ == 0)
			s->first = l.kind;
		if (!quoted && l.kind != MARKDOWN_BLANK) {
			s->like += l.kind != MARKDOWN_PROSE || l.indent > 0;
			s->items += l.kind == MARKDOWN_ITEM;
			s->boxes += l.box;
		}
		if (table && s->first == MARKDOWN_PROSE)
			for (; (line = strchr(line, '"')) != NULL; line++)
				quoted = !quoted;
	}
}

/* It begins with an item or a heading, and most lines go on like that; or half
 * of it can be ticked off; or it has an item, and its name says so. */
static bool
markdown_recognise(const struct head *h)
{
	struct lines_seen s = { .first = MARKDOWN_BLANK };
	struct arena *a = arena_new();

	look_at_lines(a, h, &s);
	arena_free(a);
	if (s.all == 0)
		return false;
	if (s.first != MARKDOWN_PROSE && 2 * s.like > s.all)
		return true;
	return h->json == '\0' && (2 * s.boxes >= s.all || (s.items > 0 &&
	    (file_has_extension(h->file, "md") ||
	    file_has_extension(h->file, "markdown"))));
}

const struct import_format format_markdown = {
	.name = "markdown", .recognise = markdown_recognise,
	.read = markdown_read, .tried = true
};
