/*
 * Deletes old backups.
 */
#ifndef BACKUP_PRUNE_H
#define BACKUP_PRUNE_H

#include <stdbool.h>

struct place;
struct program;

/* Removes the remains of an interrupted run. */
void	 prune_tidy(struct program *, const char *dir);
/*
 * Deletes all backups except the newest `keep`, and the attachments that none
 * of those names; prints how many.  If one of them cannot be read, prints an
 * error, deletes no attachments and returns false.
 */
bool	 prune_old(struct program *, struct place *, int keep);

#endif
