/*
 * What restore and recover do with a directory of backups.  Each failure is
 * an error message.
 */
#ifndef BIN_ADMIN_BACKUP_H
#define BIN_ADMIN_BACKUP_H

#include <stdbool.h>

#include "cli/program.h"

/* Locks the backups until the program ends, so that none is removed
 * meanwhile. */
bool		 backup_lock(struct program *, const char *dir);
/* The path of the backup of that name (NULL: of the newest), or NULL. */
const char	*backup_choose(struct program *, const char *dir,
		    const char *name);
/*
 * Copies a backup to `tmp`, verifies the copy, migrates it to this program's
 * schema and opens it.  NULL, or what is wrong with it.
 */
const char	*backup_take(struct arena *, const char *path, const char *tmp,
		    struct db **copy);

#endif
