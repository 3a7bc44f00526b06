/*
 * What the files of this room share.
 */
#ifndef DB_ENGINE_H
#define DB_ENGINE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/log.h"

struct db;

/* The connection of a struct db. */
sqlite3	*engine_of(struct db *);
/* Before the first connection of the process; again it does nothing. */
void	 engine_start(void);
/* A connection that makes durable what it writes; `flags` of sqlite3_open_v2()
 * besides reading and writing.  Fatal where there is none. */
sqlite3	*engine_open(const char *path, int flags);
/* Statements without rows; fatal where one fails. */
void	 engine_run(sqlite3 *, const char *sql);
/* The connection's settings: foreign keys, durability, distrust of the file. */
void	 engine_configure(sqlite3 *);
/* Ends the process with the engine's own message in the log. */
void	 engine_fatal(sqlite3 *, const char *what)
	    __attribute__((noreturn));
/* An integer pragma of the connection; false where it cannot be read. */
bool	 engine_pragma(sqlite3 *, const char *sql, int *value);
/* The write lock's file, opened; and the lock, waiting at most `seconds`. */
int	 engine_lock_open(const char *dir);
bool	 engine_lock(int fd, int seconds);
void	 engine_unlock(int fd);

/*
 * Copies a database, as it is at one moment, to a new file at `path`: all its
 * pages, whatever they hold, while others write to it.  What is at the path
 * already is replaced.  The copy is one plain file, without a write-ahead log
 * beside it, readable by its owner alone, and not yet durable.
 */
void	 engine_copy(sqlite3 *from, const char *path,
	    void (*tick)(void *, int64_t done, int64_t total), void *);

#endif
