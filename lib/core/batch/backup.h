/*
 * A directory of backups.  Each run adds a backup, which is a database file;
 * the attachments of all backups are stored beside them, once each, under the
 * same names as in a data directory:
 *
 *	docket-20261121T012345Z.db	a backup, by the time of its start
 *	files/ab/cdef...		an attachment's bytes, by their SHA-256
 *	docket-backup.lock		the lock of a running backup or restore
 *	docket-backup.new		a backup being made
 *
 * A backup is renamed into place when it and all files that its rows name are
 * complete.
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
 * The names of a directory's backups, oldest first; returns how many.  Ignores
 * other names.  -1 with errno if the directory cannot be read.
 */
int		 backup_list(struct arena *, const char *dir,
		    const char ***names);
/*
 * A name for a backup begun now.  Names always increase: if the `newest` (NULL:
 * none) is not in the past, the name is one second later.
 */
const char	*backup_name(struct arena *, int64_t now, const char *newest);

/* A context for the attachments in a directory. */
struct place {
	struct ctx	 ctx;		/* no database; an arena of its own */
	struct settings	 settings;
};

/* dir NULL: the service's own. */
void		 place_open(struct place *, const struct ctx *,
		    const char *dir);
/* Also closes the database of the context, if any. */
void		 place_close(struct place *);

/*
 * The next content that the rows of a database name, in order of the hashes: 32
 * bytes, all 0 before the first; and its size.  False at the end.
 */
bool		 content_next(struct ctx *, unsigned char *sha256, int64_t *size);

#endif
