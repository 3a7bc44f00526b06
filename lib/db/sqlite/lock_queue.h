/*
 * The order in which programs get the write lock.  The kernel wakes whoever has
 * waited longest for a flock(2), which only then takes the lock: on a busy
 * machine others come first who never waited.  So who must wait queues up, each
 * behind the one before it: T. S. Craig, "Building FIFO and Priority-Queuing
 * Spin Locks from Atomic Swap", University of Washington, 1993, with a locked
 * byte of the file instead of a word of memory, so that a process that is
 * killed leaves the queue.  The lock itself stays flock(2)'s: an error here
 * changes only the order.
 */
#ifndef DB_SQLITE_LOCK_QUEUE_H
#define DB_SQLITE_LOCK_QUEUE_H

#include <stdbool.h>

/* fd is the write lock's file, open for reading and writing. */

/* Is nobody in the queue? */
bool	 lock_queue_is_empty(int fd);
/* Joins the queue, and waits until the one before has left it.  False if a
 * signal came first. */
bool	 lock_queue_wait(int fd);
/* Leaves the queue; nothing if this process is not in it. */
void	 lock_queue_leave(int fd);

#endif
