/*
 * Connections to SQLite: what no other engine has.
 */
#ifndef DB_SQLITE_CONNECTION_H
#define DB_SQLITE_CONNECTION_H

#include <stdbool.h>

#include "db/state.h"

struct db;

/*
 * A database file apart from a running service: a backup, or a copy in the
 * making.  *out is NULL if it is DB_ABSENT, DB_FOREIGN or DB_DENIED.
 * Writing takes no lock: the caller must ensure that nobody else writes.
 */
enum db_state	 db_open_file(const char *path, bool write, struct db **out);

/*
 * The write lock of a data directory, released when the descriptor is closed:
 * until then nobody else writes.  -1 if it was not available within `seconds`.
 */
int		 db_lock(const char *dir, int seconds);

/* Before the first connection, in a process that serves one request: SQLite's
 * memory is cut for that, and the write lock comes in turn. */
void		 db_once(void);
/* The process ends after the next db_close(), which leaves memory as it is. */
void		 db_ending(void);
/* Sets the connection's page cache in kilobytes; the default is 2000.  Nothing
 * with another engine. */
void		 db_cache_size(struct db *, int kilobytes);
/*
 * Maps the first megabytes of the file, which saves a call and a copy for each
 * page.  A page that cannot be read is then a SIGBUS, which the caller must
 * make fatal().  Nothing with another engine.
 */
void		 db_map(struct db *, int megabytes);

/* For tests: calls fn with each line of EXPLAIN QUERY PLAN of a statement. */
void		 db_explain(struct db *, int query,
		    void (*fn)(void *, const char *line), void *);

#endif
