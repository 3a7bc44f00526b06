/*
 * A push message, and what became of it.
 */
#ifndef PUSH_PUSH_H
#define PUSH_PUSH_H

#include <stddef.h>
#include <stdint.h>

#define PUSH_TIME	15	/* seconds for a whole message */
#define PUSH_RETRY_MAX	(24 * 3600)	/* seconds, whatever Retry-After says */

/* RFC 8030 section 5.3. */
enum push_urgency {
	PUSH_NORMAL,
	PUSH_VERY_LOW,
	PUSH_LOW,
	PUSH_HIGH,
	PUSH_URGENCY__MAX
};

struct push {
	void		*tag;		/* the caller's; returned in the
					 * result */
	const char	*endpoint;
	const char	*p256dh;	/* as ece_encrypt() has them */
	const char	*auth;
	const void	*payload;
	size_t		 len;		/* at most ECE_PLAIN_MAX */
	int64_t		 ttl;		/* seconds */
	enum push_urgency urgency;
	const char	*topic;		/* RFC 8030 section 5.4; NULL: none */
};

enum push_outcome {
	PUSH_SENT,		/* 201, or another 2xx */
	PUSH_GONE,		/* 404, 410: there is no such subscription */
	PUSH_LATER,		/* 429, 5xx, not reached, not in time */
	PUSH_REFUSED,		/* another 3xx or 4xx; invalid keys; an endpoint
				 * that is not allowed: do not retry */
	PUSH_OUR_FAULT,		/* 401, 403: VAPID; or certificates */
	PUSH_OUTCOME__MAX
};

struct push_result {
	void		*tag;
	enum push_outcome outcome;
	int		 status;	/* of HTTP; 0: no answer */
	int64_t		 retry_after;	/* seconds, at most PUSH_RETRY_MAX; 0:
					 * the answer does not say */
	const char	*why;		/* plain words for an administrator, no
					 * full stop; static */
	const char	*said;		/* the beginning of the answer's body,
					 * one line of printable ASCII; "":
					 * none; valid during the callback */
};

#endif
