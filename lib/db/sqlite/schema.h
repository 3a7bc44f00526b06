/*
 * Is a database's schema the one that the migrations make?
 */
#ifndef DB_SQLITE_SCHEMA_H
#define DB_SQLITE_SCHEMA_H

struct arena;
struct db;

/*
 * The first difference from what the migrations up to the database's version
 * make, in one line; NULL: none, or the schema cannot be read, which
 * db_verify() says.  White space does not count, nor do the planner's
 * statistics.  For a version from 1 to this program's; nothing with another
 * engine.
 */
const char	*db_schema_differs(struct db *, struct arena *);

#endif
