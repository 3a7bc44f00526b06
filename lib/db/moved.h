/*
 * A database whose data was moved to another (docket-admin move).  Its version
 * is negative, which no program opens, whatever its own is; state.moved_to says
 * where the data is.  "" means that it is still coming: the move into this
 * database is not complete.
 */
#ifndef DB_MOVED_H
#define DB_MOVED_H

#include <stdbool.h>

#include "db/state.h"

struct arena;
struct db;

/*
 * Commits a write transaction in which the database was moved to `where`.  Every
 * other connection then fails at its next transaction.
 */
void		 db_retire(struct db *, const char *where);
/* Where the data of a place was moved to; NULL: nowhere. */
const char	*db_moved_to(const char *place, struct arena *);
/* The database of a server to which data was moved, and is complete, can be opened
 * from now on. */
void		 db_release(const char *place);

/* What an administrator must do about a place in a state other than DB_OPEN. */
const char	*db_advice(const char *place, enum db_state, struct arena *);

#endif
