/*
 * The name of the write-ahead log must be on the disk before what is committed
 * to it counts.  SQLite asks for that in each process that writes, since none
 * knows what another has done: a flush of the disk for each change by CGI.  So
 * the lock file remembers which log's name is durable, by what no other log has:
 * the file's inode, and the random salts in its header.  What stands there was
 * true when it was written and stays so, whoever writes it, and whether or not a
 * power cut loses it.
 */
#ifndef DB_LOGNAME_H
#define DB_LOGNAME_H

/* Makes the name of the file at `path` durable, unless it is a log whose name is
 * known to be.  Fatal where it cannot be. */
void	 logname_settle(const char *path);

#endif
