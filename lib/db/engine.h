/*
 * What the files of this room share.
 */
#ifndef DB_ENGINE_H
#define DB_ENGINE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/log.h"

struct db;

/* The connection of a struct db. */
sqlite3	*engine_of(struct db *);
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

#endif
