/*
 * The files of an import: those that were given, and those in a zip archive.
 * Each is read from its beginning as often as a reader likes, as bytes or as
 * text.
 */
#ifndef IMPORT_IMPORTER_FILE_H
#define IMPORT_IMPORTER_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/charset.h"

struct arena;
struct zip_reader;

/* Bounds of an archive. */
#define ARCHIVE_FILES	10000
#define ARCHIVE_BYTES	(INT64_C(200) << 20)	/* unpacked */
#define ARCHIVE_RATIO	100			/* times its own size */

struct import_file {
	const char	*name;		/* in an archive, its path */
	int64_t		 size;
	int64_t		 modified;	/* 0: unknown */
	bool		 regular;	/* neither a folder nor a link */
	enum charset	 charset;	/* set by file_find_charset() */
	int		 fd;
	struct zip_reader *zip;		/* the archive that it is in; or NULL */
	size_t		 entry;
	int64_t		 at;		/* where reading is, if no archive */
	const char	*why;		/* reading has failed: a phrase */
	struct decoder	*decoder;	/* of a text that is being read */
};

/* A given file: its descriptor must stay open, and can be sought. */
struct import_file file_of(int fd, const char *name);
/* All that is in an archive.  False with *why if it is damaged, or has more
 * files than `max`. */
bool		 file_list(struct arena *, const struct import_file *archive,
		    int64_t max, struct import_file **all, size_t *count,
		    const char **why);
/* Why an archive of that size is refused: it is beyond those bounds, or has
 * links or paths that lead out of it; NULL: it is not. */
const char	*file_archive_refused(const struct import_file *all,
		    size_t count, int64_t packed);
/* Is it an archive? */
bool		 file_is_archive(const struct import_file *);

/* Starts again.  False, with why, if it cannot be read. */
bool		 file_start(struct import_file *);
/* The next bytes, like read(2); -1 with why. */
ssize_t		 file_read(void *file, void *, size_t);
/* Reads it whole to find its encoding. */
void		 file_find_charset(struct import_file *);
/* Starts again, as a text, which must not be CHARSET_BINARY; the decoder lasts
 * as long as the arena. */
bool		 file_start_text(struct import_file *, struct arena *);
/* The next bytes of UTF-8, like read(2); -1 with why. */
ssize_t		 file_read_text(void *file, void *, size_t);

/* The last component of its name, without the extension. */
const char	*file_title(struct arena *, const struct import_file *);
/* Does its name end so? */
bool		 file_has_extension(const struct import_file *,
		    const char *extension);

#endif
