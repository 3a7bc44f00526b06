/*
 * The state of a database: faults and sizes.
 */
#ifndef DB_SQLITE_CHECK_H
#define DB_SQLITE_CHECK_H

#include <stdint.h>

struct db;

/*
 * Checks the whole file: calls fn with a line for each fault in pages, indexes,
 * constraints and foreign keys, at most a hundred.  Nothing with another
 * engine: its server does that.
 */
void	 db_check(struct db *, void (*fn)(void *, const char *fault), void *);
/* Bytes of the database file and of the log beside it. */
void	 db_sizes(const char *dir, int64_t *file, int64_t *wal);

#endif
