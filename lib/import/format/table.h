/*
 * Tables as text (base/csv.h) with a head, for the readers of formats.
 */
#ifndef IMPORT_FORMAT_TABLE_H
#define IMPORT_FORMAT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/csv.h"

struct arena;
struct head;
struct import;
struct import_file;

#define NO_COLUMN	((size_t)-1)

struct table {
	struct import	*im;
	struct import_file *file;
	struct csv	*csv;
	char		 delimiter;	/* 0: the table has one column */
	const char	**heads;	/* trimmed */
	size_t		 count;
	struct csv_row	 row;		/* the present one */
};

/*
 * Starts to read a table whose head is its first row that is not empty and, if
 * `first` is not NULL, begins with that column.  False if the import has
 * failed, as it does without a head.
 */
bool		 table_open(struct table *, struct import *,
		    struct import_file *, struct arena *, const char *first);
/* The next row that is not empty; false at the end, or if the import has
 * failed. */
bool		 table_next(struct table *);
/* The column with that head, whatever its case; NO_COLUMN if there is none. */
size_t		 table_find(const struct table *, const char *head);
/* A field of the present row, trimmed; "" if it has none there, or
 * NO_COLUMN. */
const char	*table_value(const struct table *, struct arena *,
		    size_t column);

/* Has the first line of a text all of these columns?  names end with NULL. */
bool		 table_has_heads(struct arena *, const struct head *,
		    const char *const *names);
/* Is the first line of a text the head of a table of tasks, in one of eight
 * languages: a title alone, or with another column that is known? */
bool		 table_begins(struct arena *, const struct head *);

#endif
