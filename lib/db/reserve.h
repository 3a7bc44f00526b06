/*
 * Room on the disk.  Where there is none nothing can be deleted either, and a
 * reader cannot make the index of the log.  So a file beside the database holds
 * some in reserve: it is given back to whoever is to read or delete, and until
 * there is room for it again besides, nothing else is written.
 */
#ifndef DB_RESERVE_H
#define DB_RESERVE_H

#include <stdbool.h>
#include <stdint.h>

#define ROOM_FILE	"docket.reserve"
#define ROOM_RESERVE	(INT64_C(16) << 20)	/* bytes in reserve */
#define ROOM_LEAST	(INT64_C(8) << 20)	/* that a large change may take */
#define ROOM_TO_OPEN	(INT64_C(256) << 10)	/* that reading may take */

/* Before the database is opened: gives the reserve back where there is not even
 * room for that. */
void	 reserve_for_read(const char *dir);
/*
 * Before a change.  True where there is room for it; where there is not, and it
 * `frees` some in the end, after the reserve has been given back.
 */
bool	 reserve_for_write(const char *dir, bool frees);
/* Is the reserve there? */
bool	 reserve_exists(const char *dir);
/* Makes it, where there is room enough that nobody misses it. */
void	 reserve_make(const char *dir);
/* What an administrator is to do where there is none. */
const char	*reserve_advice(void);

#endif
