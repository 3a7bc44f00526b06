/*
 * Deliveries: messages to one device each.  A due notice becomes one delivery
 * for each device of each recipient.  A sender claims a delivery by a lease in
 * its own transaction, and marks its outcome afterwards.  So overlapping runs
 * send nothing twice, and a killed run's claims are sent again after their
 * lease, under the same topic.
 *
 * All of it runs in the caller's write transaction.
 */
#ifndef CORE_NOTIFY_DELIVERY_H
#define CORE_NOTIFY_DELIVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

/* Longer than any message can take to send. */
#define DELIVERY_LEASE	(120 * INT64_C(1000000))
/* Deliveries later than this are not sent. */
#define DELIVERY_LATE	(24 * 3600 * INT64_C(1000000))
/* After so many refusals in a row a subscription is deleted. */
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
	const char	*due_time;	/* or NULL */
	int64_t		 reminder_at;	/* 0: none */
	const char	*endpoint;
	const char	*p256dh;
	const char	*auth;
	const char	*email;		/* the user's */
};

/* Turns at most `max` due notices into deliveries; returns how many.  0:
 * nothing more is due.  What a clock that was ahead has put off is due
 * again. */
int64_t	 delivery_plan(struct ctx *, int max);

/* Is anything due and unsent? */
bool	 delivery_waiting(struct ctx *);
/* Removes at most `max` due notices, and as many deliveries: they will never be
 * sent. */
void	 delivery_drop(struct ctx *, int max);

/* Claims at most `max` due deliveries, oldest first, until DELIVERY_LEASE from
 * now.  Removes those that are no longer wanted.  *claimed is how many were due
 * (0: no more); returns how many are in *out, to send. */
size_t	 delivery_claim(struct ctx *, int max, struct delivery **out,
	    int64_t *claimed);

/* When the next notice or delivery is due; INT64_MAX: none. */
int64_t	 delivery_next(struct ctx *);

/* Record the outcome.  They change nothing if the delivery was planned again
 * meanwhile, for another time. */
void	 delivery_sent(struct ctx *, const struct delivery *);
/* Retry later: after twice the previous delay, from half a minute to an hour,
 * but not before `seconds` have passed, or an hour.  If that is too late,
 * removes it and returns false. */
bool	 delivery_later(struct ctx *, const struct delivery *,
	    int64_t seconds);
/* Refused permanently.  True if this ended the subscription. */
bool	 delivery_refused(struct ctx *, const struct delivery *);
/* The subscription no longer exists. */
void	 delivery_gone(struct ctx *, const struct delivery *);

/* The Topic of RFC 8030 section 5.4: 32 characters of base64url, the same for
 * every attempt, different for each notice. */
const char	*delivery_topic(struct arena *, const struct delivery *);

#endif
