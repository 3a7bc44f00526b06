/*
 * SQLite, as the other files of lib/db use it: connections, errors, the write
 * lock.
 */
#ifndef DB_ENGINE_H
#define DB_ENGINE_H

#include <sqlite3.h>
#include <stdbool.h>

/* A migration came while the database was open. */
#define ENGINE_UPGRADED	"the database was upgraded by another version of Docket"

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

#endif
