/*
 * The formats that docket-import reads.  A format's reader knows a file's form,
 * and gives records one after another; what becomes of them is core/import.h's.
 */
#ifndef BIN_IMPORT_IMPORT_H
#define BIN_IMPORT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/batch/import.h"

struct arena;
struct ctx;

/* Is given each record, in memory that lasts until it returns; or, of what is
 * no good record, its kind, its id ("?" where it has none) and why. */
struct import_taker {
	void	(*take)(void *arg, const struct import_record *);
	void	(*refuse)(void *arg, enum import_kind, const char *id,
		    const char *why);
	void	*arg;
};

struct import_format {
	/* Is the file of this form?  By how it begins. */
	bool	 (*knows)(const char *head, size_t len);
	/* What is to be on the disk before the write transaction begins; then
	 * read() is given *prepared, and in any case release().  NULL: nothing
	 * is.  False with *why, as of read(). */
	bool	 (*prepare)(struct ctx *, FILE *, bool dry_run, void **prepared,
		    const char **why);
	/* All the records, parents first.  False with *why, one sentence, where
	 * the file is not of the form after all. */
	bool	 (*read)(struct ctx *, FILE *, void *prepared,
		    const struct import_taker *, const char **why);
	void	 (*release)(void *prepared);
};

/* Docket's own export: JSON, and the same in a zip with the attachments. */
extern const struct import_format import_docket_json, import_docket_zip;

/* For the formats: the records of Docket's export in a JSON text that may be
 * read again from its beginning. */
struct json_source {
	/* Begins anew; false with *why. */
	bool	 (*rewind)(struct json_source *, const char **why);
	ssize_t	 (*read)(void *source, void *, size_t);
};

bool	 docket_records(struct ctx *, struct json_source *,
	    const struct import_taker *, const char **why);

#endif
