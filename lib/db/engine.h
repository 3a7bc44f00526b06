/*
 * Shared by the files of lib/db.
 */
#ifndef DB_ENGINE_H
#define DB_ENGINE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct db;

/* The connection of a struct db. */
sqlite3	*engine_of(struct db *);
/* Call before the process's first connection; later calls do nothing. */
void	 engine_start(void);
/* A durable connection; `flags` are those of sqlite3_open_v2() besides reading
 * and writing.  Fatal on failure. */
sqlite3	*engine_open(const char *path, int flags);
/* Statements without rows; fatal on failure. */
void	 engine_run(sqlite3 *, const char *sql);
/* The connection's settings: foreign keys, durability, distrust of the file. */
void	 engine_configure(sqlite3 *);
/* Ends the process with the engine's own message in the log. */
void	 engine_fatal(sqlite3 *, const char *what)
	    __attribute__((noreturn));
/* An integer pragma of the connection; false if it cannot be read. */
bool	 engine_pragma(sqlite3 *, const char *sql, int *value);
/* The write lock's file, opened; and the lock, waiting at most `seconds`. */
int	 engine_lock_open(const char *dir);
bool	 engine_lock(int fd, int seconds);
void	 engine_unlock(int fd);

/*
 * Copies a snapshot of a database to `path`, page by page, while others may
 * write to it.  An existing file is replaced.  The copy is one plain file
 * without a write-ahead log, readable only by its owner, and not yet durable.
 */
void	 engine_copy(sqlite3 *from, const char *path,
	    void (*tick)(void *, int64_t done, int64_t total), void *);

#endif
