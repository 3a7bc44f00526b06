/*
 * Who may write at the same time, and the clocks of users, which keep stamps in
 * order.
 *
 * A transaction for everything has the lock of the table `writers` alone.  One
 * of a scope shares it with others; it locks the row of its list, and then the
 * clocks of all who reach the list, in the order of their ids.  A clock
 * (user.clock) is the last stamp of the transactions that stamped a record
 * which that user sees.  A transaction takes stamps above all clocks that it
 * has locked, and keeps these until it commits.  So if a user can see a stamp,
 * each smaller stamp that they will ever see is committed, too.
 *
 * A transaction for everything needs no clocks to keep others out.  Its stamps
 * are above the clocks of all who see its records, and above state.last_stamp,
 * which it sets and which the stamps of all later transactions are above.
 */
#ifndef DB_POSTGRESQL_CLOCKS_H
#define DB_POSTGRESQL_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct clocks;
struct pg;
struct scope;

/* Once a connection. */
struct clocks	*clocks_new(void);
void	 clocks_free(struct clocks *);
/* Begins a write transaction; false if others wrote for `seconds`.  In
 * db_transact() it is only queued, and sent with the first statement. */
bool	 clocks_begin(struct pg *, const struct scope *, int seconds);
/* The newest stamp that this user, or whoever reaches this list, can have seen;
 * nobody else stamps for them until a write transaction ends. */
int64_t	 clocks_newest(struct pg *, const char *owner);
/* Queues what sets the clocks to the last stamp. */
void	 clocks_queue(struct pg *);

#endif
