#include "import/format/todo_txt.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/text.h"
#include "base/zone.h"
#include "import/format/table.h"
#include "import/format/textlines.h"
#include "import/importer/draft.h"
#include "import/importer/run.h"

struct todo {
	struct draft	*draft;
	struct buf	 title;
	const char	*repeat;	/* the value of rec: */
	char		 priority;	/* A to Z; or 0 */
};

/* A real date, and then a blank or the end. */
static bool
todo_take_date(const char **p, int32_t *day)
{
	char date[DATE_SIZE];

	if (strlen(*p) < 10 || (*p)[10] > ' ')
		return false;
	memcpy(date, *p, 10);
	date[10] = '\0';
	if (!date_parse(date, day))
		return false;
	*p += 10;
	*p += strspn(*p, " ");
	return true;
}

static bool
take_priority(const char **p, char *letter)
{
	const char *s = *p;

	if (s[0] != '(' || !isupper((unsigned char)s[1]) || s[2] != ')' ||
	    s[3] > ' ')
		return false;
	*letter = s[1];
	*p += 3;
	*p += strspn(*p, " ");
	return true;
}

/* rec:N with d, b, w, m or y: of the due date with a plus before it. */
static void
read_rec(struct draft *d, const char *value)
{
	static const char units[] = "dwmy";
	static const char *const freq[] = { "DAILY", "WEEKLY", "MONTHLY",
		"YEARLY" };
	const char *p = value + (*value == '+'), *unit;
	char *end;
	long n = strtol(p, &end, 10);

	if (end == p)
		n = 1;
	unit = *end != '\0' && end[1] == '\0' ? strchr(units, *end) : NULL;
	if (n == 1 && strcmp(end, "b") == 0)
		draft_repeat(d, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
		    *value != '+');
	else if (unit == NULL || n < 1)
		draft_repeat(d, value, false);
	else
		draft_repeat(d, n == 1 ? arena_printf(d->arena, "FREQ=%s",
		    freq[unit - units]) : arena_printf(d->arena,
		    "FREQ=%s;INTERVAL=%ld", freq[unit - units], n),
		    *value != '+');
}

/* A key and its value; false if it is a word of the title. */
static bool
take_key(struct todo *t, const char *word)
{
	int32_t day;

	if (strncmp(word, "due:", 4) == 0 && date_parse(word + 4, &day))
		draft_due_day(t->draft, day);
	else if (strncmp(word, "t:", 2) == 0 && date_parse(word + 2, &day))
		draft_note_field(t->draft, "t", word + 2);
	else if (strncmp(word, "rec:", 4) == 0 && word[4] != '\0')
		t->repeat = word + 4;
	else if (strncmp(word, "pri:", 4) == 0 && word[4] != '\0' &&
	    word[5] == '\0')
		t->priority = word[4];
	else
		return false;
	return true;
}

static void
take_word(struct todo *t, const char *word)
{
	struct draft *d = t->draft;

	if (word[0] == '+' && word[1] != '\0' && d->list == NULL)
		d->list = word + 1;
	else if ((word[0] == '+' || word[0] == '@') && word[1] != '\0')
		draft_tag(d, word + 1);
	else if (!take_key(t, word)) {
		if (t->title.len > 0)
			buf_str(&t->title, " ");
		buf_str(&t->title, word);
	}
}

static int64_t
moment_of(const struct draft *d, int32_t day)
{
	return zone_moment(d->zone, day, 0);
}

/* What is before the words: done, priority, dates. */
static const char *
take_head(struct todo *t, const char *p)
{
	struct draft *d = t->draft;
	int32_t day, created;
	bool done = p[0] == 'x' && p[1] == ' ';

	if (done)
		p += 1 + strspn(p + 1, " ");
	take_priority(&p, &t->priority);
	d->task.done = done;
	if (done && todo_take_date(&p, &day)) {
		d->task.completed_at = moment_of(d, day);
		if (todo_take_date(&p, &created))
			d->task.created_at = moment_of(d, created);
	} else if (todo_take_date(&p, &day))
		d->task.created_at = moment_of(d, day);
	take_priority(&p, &t->priority);
	return p;
}

static void
todo_take_line(struct import *im, struct draft *d, const char *line)
{
	struct todo t = { .draft = d };
	const char *p = take_head(&t, line);
	size_t n;

	for (; *p != '\0'; p += n + strspn(p + n, " \t")) {
		n = strcspn(p, " \t");
		take_word(&t, arena_dup(d->arena, p, n));
	}
	draft_title(d, t.title.len == 0 ? "" :
	    arena_dup(d->arena, t.title.data, t.title.len));
	buf_free(&t.title);
	if (t.priority != '\0')
		draft_priority(d, t.priority == 'A', (const char[]){ t.priority,
		    '\0' });
	if (t.repeat != NULL)
		read_rec(d, t.repeat);
	run_task(im, d);
}

static bool
todo_read(struct import *im, struct import_file *file)
{
	struct arena *a = arena_new(), *whole = arena_new();
	struct text_lines *l = text_lines_open(im, file, whole);
	const char *line;
	struct draft d;

	while (l != NULL && im->outcome == DONE &&
	    (line = text_lines_next(l)) != NULL) {
		line = text_trim(a, line);
		if (*line != '\0') {
			draft_begin(&d, a, im->options.zone, text_lines_row(l));
			todo_take_line(im, &d, line);
		}
		arena_reset(a);
	}
	arena_free(whole);
	arena_free(a);
	return im->outcome == DONE;
}

/* Does a line begin or contain what only todo.txt has? */
static bool
is_todo_line(const char *p)
{
	int32_t day;
	char letter;

	if ((p[0] == 'x' && p[1] == ' ') || take_priority(&p, &letter) ||
	    todo_take_date(&p, &day))
		return true;
	for (; (p = strchr(p, ' ')) != NULL; p++)
		if (((p[1] == '+' || p[1] == '@') && p[2] > ' ') ||
		    strncmp(p + 1, "due:2", 5) == 0)
			return true;
	return false;
}

/* A text file; or most of its first lines look so. */
static bool
todo_recognise(const struct head *h)
{
	struct arena *a = arena_new();
	size_t all = 0, like = 0, n;
	const char *p = h->text;
	bool table = table_begins(a, h);

	for (; *p != '\0' && all < 50; p += n + (p[n] == '\n')) {
		n = strcspn(p, "\n");
		all += n > 1;
		like += n > 1 && is_todo_line(arena_dup(a, p, n));
	}
	arena_free(a);
	return h->json == '\0' && all > 0 && !table && (2 * like > all ||
	    file_has_extension(h->file, "txt"));
}

const struct import_format format_todo_txt = {
	.name = "todo-txt", .recognise = todo_recognise, .read = todo_read,
	.tried = true
};
