/*
 * A database whose data was moved to another (docket-admin move).  Its version
 * is negative, which no program opens, whatever its own is; state.moved_to says
 * where the data is.  "<PLACE" means that the data is coming from that place:
 * the move into this database is not complete.
 */
#ifndef DB_RETIRED_H
#define DB_RETIRED_H

#include <stdbool.h>

#include "db/state.h"

struct arena;
struct db;

/* state.moved_to begins so if the data is coming. */
#define DB_COMING	"<"

/*
 * Commits a write transaction in which the database was moved to `where`.
 * Every other connection then fails at its next transaction.
 */
void		 db_retire(struct db *, const char *where);
/* Where the data of a place was moved to; NULL: nowhere. */
const char	*db_moved_to(const char *place, struct arena *);
/* The place whose data is coming to this one; NULL: none. */
const char	*db_coming_from(const char *place, struct arena *);
/* A database to which data is coming is complete: it can be opened from now
 * on. */
void		 db_release(const char *place);
/* Removes what a move that was interrupted has left in such a database. */
void		 db_abandon(const char *place);

/* What an administrator must do about a place in a state other than DB_OPEN. */
const char	*db_advice(const char *place, enum db_state, struct arena *);

#endif
