/*
 * SQLite's memory in a process that serves one request.  Half of what the C
 * library's malloc() does is for a long life: it merges and sorts free pieces.
 * Here freed pieces wait in a list for the next of their size.
 */
#ifndef DB_SQLITE_MEMORY_H
#define DB_SQLITE_MEMORY_H

/* Before SQLite starts. */
void	 memory_start(void);
/* From now on freed pieces are not kept for others: the process ends. */
void	 memory_ending(void);

#endif
