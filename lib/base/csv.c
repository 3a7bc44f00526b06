#include "base/csv.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

#define BLOCK	16384

struct csv {
	ssize_t		 (*read)(void *, void *, size_t);
	void		*arg;
	char		 delimiter;
	size_t		 at, len;
	int64_t		 number;
	size_t		 count;
	const char	*fields[CSV_COLUMNS_MAX];
	const char	*why;
	char		 in[BLOCK];
	size_t		 used;
	char		 text[CSV_ROW_MAX];	/* fields, each with a NUL */
};

struct csv *
csv_new(struct arena *a, ssize_t (*read)(void *, void *, size_t), void *arg,
    char delimiter)
{
	struct csv *c = arena_raw(a, sizeof(*c));

	c->read = read;
	c->arg = arg;
	c->delimiter = delimiter;
	c->at = c->len = 0;
	c->number = 0;
	c->why = NULL;
	return c;
}

static void
csv_wrong(struct csv *c, const char *why)
{
	if (c->why == NULL)
		c->why = why;
}

/* The next byte, not taken; -1 at the end. */
static int
csv_peek(struct csv *c)
{
	ssize_t n;

	if (c->at == c->len) {
		n = c->read(c->arg, c->in, sizeof(c->in));
		if (n < 0)
			csv_wrong(c, "cannot be read");
		c->at = 0;
		c->len = n > 0 ? (size_t)n : 0;
	}
	return c->at == c->len ? -1 : (unsigned char)c->in[c->at];
}

static void
csv_add(struct csv *c, int ch)
{
	if (c->used == CSV_ROW_MAX)
		csv_wrong(c, "the row is longer than 1 MiB");
	else
		c->text[c->used++] = (char)ch;
}

/* What is between quotation marks, of which two stand for one. */
static void
read_quoted(struct csv *c)
{
	int ch;

	c->at++;
	while ((ch = csv_peek(c)) != -1 && c->why == NULL) {
		c->at++;
		if (ch == '"' && csv_peek(c) != '"')
			return;
		if (ch == '"')
			c->at++;
		csv_add(c, ch);
	}
	csv_wrong(c, "a quotation mark is not closed");
}

/* Reads a field; what ended it: the delimiter, '\n', or -1. */
static int
csv_read_field(struct csv *c)
{
	int ch;

	if (c->count == CSV_COLUMNS_MAX) {
		csv_wrong(c, "the row has more than 1000 fields");
		return -1;
	}
	c->fields[c->count++] = c->text + c->used;
	if (csv_peek(c) == '"')
		read_quoted(c);
	while ((ch = csv_peek(c)) != -1 && ch != c->delimiter && ch != '\n' &&
	    ch != '\r' && c->why == NULL) {
		csv_add(c, ch);
		c->at++;
	}
	csv_add(c, '\0');
	c->at += ch != -1;
	if (ch == '\r' && csv_peek(c) == '\n')
		c->at++;
	return ch == '\r' ? '\n' : ch;
}

bool
csv_next(struct csv *c, struct csv_row *row, const char **why)
{
	size_t i;

	*why = c->why;
	if (c->why != NULL || csv_peek(c) == -1)
		return false;
	c->used = c->count = 0;
	c->number++;
	while (c->why == NULL && csv_read_field(c) == c->delimiter)
		continue;
	for (i = 0; i < c->count; i++)
		if (!text_valid(c->fields[i], strlen(c->fields[i])))
			csv_wrong(c, "the row is not UTF-8");
	*row = (struct csv_row){ c->number, c->count, c->fields };
	*why = c->why;
	return c->why == NULL;
}

char
csv_delimiter(const char *text, size_t len)
{
	static const char all[] = { ',', ';', '\t' };
	size_t count[sizeof(all)] = { 0 }, best = 0, i, k;
	bool quoted = false;

	for (i = 0; i < len && (quoted || strchr("\r\n", text[i]) == NULL);
	    i++) {
		quoted ^= text[i] == '"';
		for (k = 0; k < sizeof(all) && !quoted; k++)
			count[k] += text[i] == all[k];
	}
	for (k = 1; k < sizeof(all); k++)
		if (count[k] > count[best])
			best = k;
	return count[best] == 0 ? '\0' : all[best];
}
