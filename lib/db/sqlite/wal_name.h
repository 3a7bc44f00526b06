/*
 * The name of the write-ahead log must be on the disk before what is committed
 * to it counts.  SQLite syncs the directory in each process that writes, since
 * it does not know what others did: a disk flush for each change by CGI.  So
 * the lock file remembers which log's name is durable, identified by the file's
 * inode and the random salts in its header.  An entry stays true once written,
 * and losing it in a power cut is harmless.
 */
#ifndef DB_SQLITE_WAL_NAME_H
#define DB_SQLITE_WAL_NAME_H

/* Makes the name of the file at `path` durable, unless it is a log whose name
 * is known to be durable.  Fatal on failure. */
void	 wal_name_sync(const char *path);

#endif
