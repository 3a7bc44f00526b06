/*
 * SQLite's part of lib/db/moved.h.
 */
#ifndef DB_SQLITE_MOVED_H
#define DB_SQLITE_MOVED_H

struct arena;
struct db;

void		 sqlite_retire(struct db *);
const char	*sqlite_moved_to(const char *dir, struct arena *);

#endif
