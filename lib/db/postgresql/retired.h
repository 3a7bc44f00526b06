/*
 * PostgreSQL's part of lib/db/retired.h.
 */
#ifndef DB_POSTGRESQL_RETIRED_H
#define DB_POSTGRESQL_RETIRED_H

struct arena;
struct db;

void		 pg_retire(struct db *);
/* Ends every other connection of the same user to the database. */
void		 pg_evict(struct db *);
const char	*pg_moved_to(const char *url, struct arena *);
void		 pg_release(const char *url);
/* Of what remains, tables_copy() clears every table. */
void		 pg_abandon(const char *url);

#endif
