/*
 * What is removed from a directory of backups.
 */
#ifndef BACKUP_KEEP_H
#define BACKUP_KEEP_H

#include <stdbool.h>

struct place;
struct program;

/* What a run that was interrupted has left there. */
void	 keep_tidy(struct program *, const char *dir);
/*
 * All generations but the newest `keep`, and the attachments that none of those
 * names.  False, and said why, where one of them cannot be read: then no
 * attachment is removed.  How many went is said.
 */
bool	 keep_newest(struct program *, struct place *, int keep);

#endif
