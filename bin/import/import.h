/*
 * The formats that docket-import reads.  A format's reader parses a file and
 * passes on its records; core/batch/import.h imports them.
 */
#ifndef BIN_IMPORT_IMPORT_H
#define BIN_IMPORT_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/batch/import.h"

struct arena;
struct ctx;

/* What a reader calls. */
struct import_taker {
	/* There are so many records, in addition to those announced before. */
	void	(*expect)(void *arg, int64_t records);
	/* A record, in memory that is valid until this returns. */
	void	(*take)(void *arg, const struct exported *);
	/* An invalid record: its id ("?" if it has none), and the reason. */
	void	(*refuse)(void *arg, enum part, const char *id,
		    const char *why);
	void	*arg;
};

struct import_format {
	/* Does a file that begins like this have this format? */
	bool	 (*knows)(const char *head, size_t len);
	/* Writes what must be on disk before the write transaction begins;
	 * read() and, in any case, release() get *prepared.  NULL: nothing.
	 * False with *why, as for read(). */
	bool	 (*prepare)(struct ctx *, FILE *, bool dry_run, void **prepared,
		    const char **why);
	/* Reads all records, parents first.  False with *why, one sentence, if
	 * the file is malformed. */
	bool	 (*read)(struct ctx *, FILE *, void *prepared,
		    const struct import_taker *, const char **why);
	void	 (*release)(void *prepared);
};

/* Docket's own export: JSON, and the same in a zip with the attachments. */
extern const struct import_format import_docket_json, import_docket_zip;

/* For the formats: reads the records of Docket's export from a JSON text that
 * can be read several times. */
struct json_source {
	/* Starts again; false with *why. */
	bool	 (*rewind)(struct json_source *, const char **why);
	ssize_t	 (*read)(void *source, void *, size_t);
	/* The JSON lists this attachment: NULL, or why it is refused. */
	const char *(*listed)(struct json_source *, const char *id,
		    int64_t size, const char *sha256);
};

bool	 docket_records(struct ctx *, struct json_source *,
	    const struct import_taker *, const char **why);

#endif
