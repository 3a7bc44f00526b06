/*
 * Tables as text: RFC 4180, with any delimiter, any line end, and whatever
 * programs write: quotation marks within a field that does not begin with one
 * stand for themselves.
 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct arena;
struct csv;

#define CSV_ROW_MAX	(1024 * 1024)	/* bytes of a row */
#define CSV_COLUMNS_MAX	1000

struct csv_row {
	int64_t		 number;	/* 1: the first of the text, empty rows
					 * included */
	size_t		 count;		/* of fields; an empty row has 1 */
	const char	*const *fields;	/* until the next row */
};

/* read is like read(2), and gives UTF-8. */
struct csv	*csv_new(struct arena *,
		    ssize_t (*read)(void *, void *, size_t), void *arg,
		    char delimiter);
/* The next row.  False at the end, with *why NULL, and if the text is
 * malformed, with *why a phrase for people and the row's number: a quotation
 * mark that is not closed, a row that is too long, bytes that are not UTF-8. */
bool		 csv_next(struct csv *, struct csv_row *, const char **why);
/* Of comma, semicolon and tab, the one that separates the most fields of the
 * first row; 0 if it has none of them. */
char		 csv_delimiter(const char *text, size_t len);

#endif
