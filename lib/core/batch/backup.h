/*
 * A directory of backups.  Each run adds a generation, which is a database
 * file; the attachments of all generations lie beside them, once each, under
 * the names that they have in a data directory:
 *
 *	docket-20261121T012345Z.db	a generation, by when it was begun
 *	files/ab/cdef...		an attachment's bytes, by their SHA-256
 *	docket-backup.lock		held by who works in the directory
 *	docket-backup.new		a generation that is being made
 *
 * A generation has its name only when it is whole, and every file that its rows
 * name is there before.
 */
#ifndef CORE_BATCH_BACKUP_H
#define CORE_BATCH_BACKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/settings/settings.h"
#include "core/ctx.h"

#define BACKUP_LOCK	"docket-backup.lock"
#define BACKUP_NEW	"docket-backup.new"

/*
 * The names of a directory's generations, the oldest first, and how many.
 * Other names are passed over.  -1 where the directory cannot be read (errno).
 */
int		 backup_list(struct arena *, const char *dir,
		    const char ***names);
/*
 * A name for one begun now.  Names rise whatever the clock does: it is a second
 * after the `newest` (NULL: there is none) where that is not in the past.
 */
const char	*backup_name(struct arena *, int64_t now, const char *newest);

/* A context for the contents of another directory than the service's. */
struct place {
	struct ctx	 ctx;		/* no database; an arena of its own */
	struct settings	 settings;
};

/* NULL as the directory: the service's own. */
void		 place_open(struct place *, const struct ctx *,
		    const char *dir);
/* Closes also the database that the context was given; NULL is allowed. */
void		 place_close(struct place *);

/*
 * The next content that the rows of a database name, in rising order of the
 * hashes: 32 bytes, all 0 before the first.  False at the end.
 */
bool		 content_next(struct ctx *, unsigned char *sha256);
/* Are its bytes there, and do they have that hash? */
bool		 content_whole(struct ctx *, const unsigned char *sha256);
/* Copies it, durably, in place of what is there; false, and nothing changed,
 * where what it is to be copied from is not there or not whole. */
bool		 content_fetch(struct ctx *to, struct ctx *from,
		    const unsigned char *sha256);

#endif
