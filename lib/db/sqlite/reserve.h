/*
 * Reserved disk space.  On a full disk nothing can be deleted, and readers
 * cannot create the index of the write-ahead log.  So a file beside the
 * database reserves some space.  It is released for reading and deleting; until
 * there is enough free space for a new one, nothing else is written.
 */
#ifndef DB_SQLITE_RESERVE_H
#define DB_SQLITE_RESERVE_H

#include <stdbool.h>
#include <stdint.h>

#define RESERVE_FILE	"docket.reserve"
#define RESERVE_BYTES	(INT64_C(16) << 20)	/* bytes in reserve */
#define SPACE_TO_WRITE	(INT64_C(8) << 20)	/* a large change may take */
#define SPACE_TO_READ	(INT64_C(256) << 10)	/* reading may take */

/* Call before opening the database: releases the reserve if there is not even
 * enough space for reading. */
void	 reserve_for_read(const char *dir);
/*
 * Call before a change.  True if there is enough space, or if the change
 * `frees` space; then the reserve may be released.
 */
bool	 reserve_for_write(const char *dir, bool frees);
/* Does the reserve exist? */
bool	 reserve_exists(const char *dir);
/* Makes it if there is plenty of free space. */
void	 reserve_make(const char *dir);
/* What an administrator must do when the disk is full. */
const char	*reserve_advice(void);

#endif
