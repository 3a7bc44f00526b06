/*
 * Texts line by line, for the readers of formats.
 */
#ifndef IMPORT_FORMAT_TEXTLINES_H
#define IMPORT_FORMAT_TEXTLINES_H

#include <stdint.h>

struct arena;
struct import;
struct import_file;
struct text_lines;

#define LINE_MAX_BYTES	(1024 * 1024)

/* Starts to read a text; NULL if the import has failed. */
struct text_lines	*text_lines_open(struct import *, struct import_file *,
		    struct arena *);
/* The next line without its end, until the next call; NULL at the end, or if
 * the import has failed, as it does if a line is too long. */
const char	*text_lines_next(struct text_lines *);
/* The number of that line. */
int64_t		 text_lines_row(const struct text_lines *);

#endif
