/*
 * Deliveries: what is pushed to one device.  A notice that is due becomes one
 * for each device of everybody whom it is for; who sends it claims it first, by
 * a lease in a transaction of its own, and marks afterwards what became of it.
 * So overlapping runs send nothing twice, and what was claimed by a run that
 * was killed is sent again once its lease is over, under the same topic.
 *
 * All of it runs in the caller's write transaction.
 */
#ifndef CORE_NOTIFY_DELIVERY_H
#define CORE_NOTIFY_DELIVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

/* Longer than any message can take to be sent. */
#define DELIVERY_LEASE	(120 * INT64_C(1000000))
/* What is later than that is not sent. */
#define DELIVERY_LATE	(24 * 3600 * INT64_C(1000000))
/* A device that was refused so often, one after another, is given up. */
#define DELIVERY_REFUSALS	10

struct delivery {
	const char	*user;
	const char	*subscription;
	const char	*task;
	const char	*kind;		/* "reminder", "assignment" */
	int64_t		 due_at;
	int		 tries;		/* with this one */
	const char	*list;
	const char	*title;
	const char	*due_date;	/* or NULL */
	int64_t		 reminder_at;	/* 0: none */
	const char	*endpoint;
	const char	*p256dh;
	const char	*auth;
	const char	*email;		/* the user's */
};

/* Makes deliveries of at most `max` notices that are due, and removes these;
 * how many.  0: nothing more is due. */
int64_t	 delivery_plan(struct ctx *, int max);

/* Is anything due and unsent? */
bool	 delivery_waiting(struct ctx *);
/* Removes at most `max` notices that are due, and as many deliveries: they will
 * never be sent. */
void	 delivery_drop(struct ctx *, int max);

/* Claims at most `max` that are due, oldest first, until DELIVERY_LEASE from
 * now.  Those that are wanted no more are removed.  *claimed says how many were
 * taken from what was due (0: nothing more is); the result how many are in *out
 * to be sent. */
size_t	 delivery_claim(struct ctx *, int max, struct delivery **out,
	    int64_t *claimed);

/* When a notice or delivery is next due; INT64_MAX: nothing is. */
int64_t	 delivery_next(struct ctx *);

/* What became of it.  Nothing happens to one that was planned anew meanwhile,
 * for another time. */
void	 delivery_sent(struct ctx *, const struct delivery *);
/* To be tried again: after twice the time of the try before, from half a minute
 * to an hour, but not before `seconds` are over.  Removed, if it were too late
 * by then; false. */
bool	 delivery_later(struct ctx *, const struct delivery *,
	    int64_t seconds);
/* Not taken, and never will be.  True where this ended the subscription. */
bool	 delivery_refused(struct ctx *, const struct delivery *);
/* There is no such device any more. */
void	 delivery_gone(struct ctx *, const struct delivery *);

/* The Topic of RFC 8030 section 5.4: 32 characters of base64url, the same for
 * every try, another for another notice. */
const char	*delivery_topic(struct arena *, const struct delivery *);

#endif
