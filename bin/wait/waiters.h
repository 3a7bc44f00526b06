/*
 * The connections of docket-wait: a queue of those whose request is arriving; a
 * queue of those that wait, which are answered in the end even if nothing
 * changes; and the latter by user.
 */
#ifndef BIN_WAIT_WAITERS_H
#define BIN_WAIT_WAITERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "base/id.h"
#include "core/user/credential.h"

struct ctx;

/* A connection of the web server, with one request. */
struct waiter {
	int		 fd;
	bool		 waiting;	/* the request has been read */
	bool		 stream;	/* of events; false: one answer */
	int64_t		 opened;	/* microseconds, as all times here */
	int64_t		 due;
	int64_t		 newest;	/* the changes that it knows end at
					 * this stamp */
	int64_t		 last_event;	/* when it got one */
	bool		 late;		/* an event waits, since it had one
					 * just before */
	bool		 by_server;	/* the web server signs the user in */
	bool		 limited;	/* its token, to some lists */
	unsigned char	 user[ID_BYTES];
	unsigned char	 hash[CREDENTIAL_HASH];	/* of the session or token */
	char		*text;		/* the request so far; if waiting, the
					 * answer that is kept back */
	size_t		 len;
	LIST_ENTRY(waiter) of_user;
	TAILQ_ENTRY(waiter) queue;
	LIST_ENTRY(waiter) of_late;
};

TAILQ_HEAD(waiter_queue, waiter);
LIST_HEAD(waiter_list, waiter);

#define WAITER_LISTS	4096	/* a power of two */

struct waiters {
	struct waiter_queue	 reading;	/* both: the first due is first */
	struct waiter_queue	 waiting;
	struct waiter_list	 users[WAITER_LISTS];
	struct waiter_list	 late;
	size_t			 count;
};

void	 waiters_init(struct waiters *);
/* A new connection, whose request must arrive by `due`. */
struct waiter	*waiters_add(struct waiters *, int fd, int64_t now,
		    int64_t due);
/* The request has been read: moves the waiter, whose user, newest, stream and
 * text are set, to those that wait. */
void	 waiters_wait(struct waiters *, struct waiter *, int64_t due);
/* Lets it wait longer, to the new `due`. */
void	 waiters_extend(struct waiters *, struct waiter *, int64_t due);
/* Its next event is late, or no longer. */
void	 waiters_late(struct waiters *, struct waiter *, bool late);
/* Makes it due now. */
void	 waiters_hurry(struct waiters *, struct waiter *);
/* Closes the connection and frees it. */
void	 waiters_drop(struct waiters *, struct waiter *);
/* False if the socket's buffer cannot take all of it: the client reads
 * nothing. */
bool	 waiter_put(const struct waiter *, const char *text, size_t len);
/* When the session, token or user of one ends, if nothing ends it before; 0: it
 * has ended.  Limits the context to what its token reads. */
int64_t	 waiter_until(struct ctx *, const struct waiter *);
/* A list with all of a user's; it may have some of others. */
struct waiter_list	*waiters_of(struct waiters *,
			    const unsigned char user[ID_BYTES]);
/* The one of a user's that has waited for longest, if `most` or more wait;
 * otherwise NULL. */
struct waiter	*waiters_beyond(struct waiters *,
		    const unsigned char user[ID_BYTES], size_t most);

#endif
