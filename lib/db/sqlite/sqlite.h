/*
 * SQLite, as the other files of lib/db use it: connections, errors, the write
 * lock.
 */
#ifndef DB_SQLITE_H
#define DB_SQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct db;

/* The handle of a connection. */
sqlite3	*sqlite_handle(struct db *);
/* Call before the process's first connection; later calls do nothing. */
void	 sqlite_start(void);
/* A durable connection; `flags` are those of sqlite3_open_v2() besides reading
 * and writing.  Fatal on failure. */
sqlite3	*sqlite_open(const char *path, int flags);
/* Statements without rows; fatal on failure. */
void	 sqlite_run(sqlite3 *, const char *sql);
/* The connection's settings: foreign keys, durability, distrust of the file. */
void	 sqlite_configure(sqlite3 *);
/* Ends the process with the engine's own message in the log. */
void	 sqlite_fatal(sqlite3 *, const char *what)
	    __attribute__((noreturn));
/* An integer pragma of the connection; false if it cannot be read. */
bool	 sqlite_pragma(sqlite3 *, const char *sql, int *value);
/* The committed bytes of the write-ahead log; -1 if there is none. */
int64_t	 sqlite_log_bytes(sqlite3 *);
/* From now on this process waits for the write lock behind all that wait
 * already (lock_queue.h).  A worker that serves on and on does not: it would
 * have to be woken for each change, which takes a tenth of them. */
void	 sqlite_in_turn(void);
/* The write lock's file, opened; and the lock, waiting at most `seconds`. */
int	 sqlite_lock_open(const char *dir);
bool	 sqlite_lock(int fd, int seconds);
void	 sqlite_unlock(int fd);

#endif
