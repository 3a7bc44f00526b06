/*
 * SQLite's part of lib/db/retired.h.
 */
#ifndef DB_SQLITE_RETIRED_H
#define DB_SQLITE_RETIRED_H

struct arena;
struct db;

void		 sqlite_retire(struct db *);
const char	*sqlite_moved_to(const char *dir, struct arena *);
/* The caller holds the write lock. */
void		 sqlite_release(const char *dir);
void		 sqlite_abandon(const char *dir);

/*
 * What an administrator must do about a directory without a database that has
 * copies of one, or attachments; NULL: it has neither.
 */
const char	*sqlite_left(const char *dir, struct arena *);

#endif
