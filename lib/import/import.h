/*
 * Imports, for an administrator (docket-import) and for users (POST
 * /me/imports): import_find(), import_read(), then work_finish() within a write
 * transaction or work_preview(), then run_end().
 */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "import/importer/import.h"

struct import_format;
struct jw;

#define IMPORT_FILES_MAX	100	/* files of one import */

/* What will be read. */
struct import_source {
	const struct import_format *format;
	struct import_file *files;
	size_t		 count;
};

/*
 * Finds out which format the given files have; `format` is its name, or NULL.
 * Sets im->format and im->tried.  False with the outcome UNKNOWN_FORMAT or
 * MALFORMED_IMPORT.
 */
bool		 import_find(struct import *, const char *format,
		    struct import_source *);
/* Reads everything, and does all that can be done before the last transaction.
 * False with the outcome. */
bool		 import_read(struct import *, const struct import_source *);
/* Writes the members of the answer in the open object. */
void		 import_show(const struct import *, struct jw *);

#endif
