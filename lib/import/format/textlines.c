#include "import/format/textlines.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "import/importer/fail.h"
#include "import/importer/file.h"
#include "import/importer/import.h"

#define BLOCK	16384

struct text_lines {
	struct import	*im;
	struct import_file *file;
	int64_t		 row;
	size_t		 at, len;
	char		 in[BLOCK];
	char		 line[LINE_MAX_BYTES + 1];
};

struct text_lines *
text_lines_open(struct import *im, struct import_file *f, struct arena *a)
{
	struct text_lines *l;

	if (f->charset == CHARSET_BINARY || !file_start_text(f, a)) {
		run_malformed(im, 0, f->why != NULL ? f->why :
		    "it is not a text");
		return NULL;
	}
	l = arena_raw(a, sizeof(*l));
	l->im = im;
	l->file = f;
	l->row = 0;
	l->at = l->len = 0;
	return l;
}

/* The next byte, or -1 at the end. */
static int
next_byte(struct text_lines *l)
{
	ssize_t n;

	if (l->at == l->len) {
		n = file_read_text(l->file, l->in, sizeof(l->in));
		if (n < 0)
			run_malformed(l->im, 0, l->file->why);
		l->at = 0;
		l->len = n > 0 ? (size_t)n : 0;
	}
	return l->at == l->len ? -1 : (unsigned char)l->in[l->at++];
}

const char *
text_lines_next(struct text_lines *l)
{
	size_t n = 0;
	int ch = next_byte(l);

	if (ch == -1 || l->im->outcome != DONE)
		return NULL;
	l->row++;
	for (; ch != -1 && ch != '\n'; ch = next_byte(l)) {
		if (n == LINE_MAX_BYTES) {
			run_malformed(l->im, l->row,
			    "the line is longer than 1 MiB");
			return NULL;
		}
		l->line[n++] = (char)ch;
	}
	if (n > 0 && l->line[n - 1] == '\r')
		n--;
	l->line[n] = '\0';
	if (!text_valid(l->line, strlen(l->line)))
		run_malformed(l->im, l->row, "the line is not UTF-8");
	return l->im->outcome == DONE ? l->line : NULL;
}

int64_t
text_lines_row(const struct text_lines *l)
{
	return l->row;
}
