#include "import/format/table.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "import/format/head.h"
#include "import/format/words.h"
#include "import/importer/fail.h"
#include "import/importer/file.h"
#include "import/importer/import.h"

#define SEPARATOR	"sep="		/* a line of Excel before the head */

/* The delimiter of the line that has the head, as far as it can be seen. */
static char
find_delimiter(struct arena *a, struct import_file *f, const char *first)
{
	struct head h;
	const char *p;
	char quoted;

	head_read(a, f, &h);
	p = h.text + strspn(h.text, "\r\n");
	if (strncasecmp(p, SEPARATOR, strlen(SEPARATOR)) == 0 &&
	    p[strlen(SEPARATOR)] != '\0')
		return p[strlen(SEPARATOR)];
	for (; first != NULL && *p != '\0'; p += strcspn(p, "\n") +
	    (strchr(p, '\n') != NULL)) {
		quoted = *p == '"';
		if (strncasecmp(p + quoted, first, strlen(first)) == 0)
			break;
	}
	return csv_delimiter(p, strlen(p));
}

static bool
is_empty(const struct csv_row *r)
{
	size_t i;

	for (i = 0; i < r->count; i++)
		if (r->fields[i][strspn(r->fields[i], " \t")] != '\0')
			return false;
	return true;
}

bool
table_next(struct table *t)
{
	const char *why;

	do
		if (!csv_next(t->csv, &t->row, &why)) {
			if (why != NULL)
				run_malformed(t->im, t->file->why == NULL ?
				    t->row.number : 0, t->file->why != NULL ?
				    t->file->why : why);
			return false;
		}
	while (is_empty(&t->row));
	return true;
}

static bool
is_head(const struct table *t, struct arena *a, const char *first)
{
	const char *field = text_trim(a, t->row.fields[0]);

	if (first != NULL)
		return text_same_ascii(field, first);
	return strncasecmp(field, SEPARATOR, strlen(SEPARATOR)) != 0 ||
	    t->row.count > 2;
}

bool
table_open(struct table *t, struct import *im, struct import_file *f,
    struct arena *a, const char *first)
{
	size_t i;

	*t = (struct table){ .im = im, .file = f,
	    .delimiter = find_delimiter(a, f, first) };
	if (f->charset == CHARSET_BINARY || !file_start_text(f, a))
		return run_malformed(im, 0, f->why != NULL ? f->why :
		    "it is not a text");
	t->csv = csv_new(a, file_read_text, f,
	    t->delimiter == '\0' ? ',' : t->delimiter);
	do
		if (!table_next(t))
			return run_malformed(im, 0, "it has no head");
	while (!is_head(t, a, first));
	t->count = t->row.count;
	t->heads = arena_alloc(a, (t->count + 1) * sizeof(*t->heads));
	for (i = 0; i < t->count; i++)
		t->heads[i] = text_trim(a, t->row.fields[i]);
	return true;
}

size_t
table_find(const struct table *t, const char *head)
{
	size_t i;

	for (i = 0; i < t->count; i++)
		if (text_same_ascii(t->heads[i], head))
			return i;
	return NO_COLUMN;
}

const char *
table_value(const struct table *t, struct arena *a, size_t column)
{
	return column >= t->row.count ? "" : text_trim(a,
	    t->row.fields[column]);
}

bool
table_has_heads(struct arena *a, const struct head *h, const char *const *names)
{
	const char *line = arena_printf(a, ",%s,", text_lower_ascii(a,
	    head_line(a, h)));
	char *plain = arena_str(a, line), *p;

	for (p = plain; *p != '\0'; p++)
		if (strchr(";\t\"", *p) != NULL)
			*p = ',';
	for (; *names != NULL; names++)
		if (strstr(plain, arena_printf(a, ",%s,",
		    text_lower_ascii(a, *names))) == NULL)
			return false;
	return true;
}

bool
table_begins(struct arena *a, const struct head *h)
{
	const char *p = head_line(a, h);
	size_t n, fields = 0, known = 0;
	bool title = false;
	enum column c;

	for (; *p != '\0'; p += n + (p[n] != '\0')) {
		n = strcspn(p, ",;\t");
		c = word_column(a, arena_dup(a, p, n));
		title = title || c == COLUMN_TITLE;
		known += c != COLUMN__MAX;
		fields++;
	}
	return title && (known > 1 || fields == 1);
}
