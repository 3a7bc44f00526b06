/*
 * Calendar feeds: addresses that nobody can guess, under which a calendar
 * program reads a user's tasks.  Each is a credential (credential.h), and ends
 * as access tokens do.
 */
#ifndef CORE_USER_CALENDAR_FEED_H
#define CORE_USER_CALENDAR_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

enum {					/* stored: never renumber */
	FEED_EVENTS = 1,		/* tasks with a due date, as events */
	FEED_TODOS = 2,			/* open tasks, as tasks */
	FEED_DONE = 4,			/* and those that were done lately */
	FEED_REMINDERS = 8,
	FEED_LISTS = 16			/* of some lists alone */
};

/* The value of `as` for each of the first two bits, and both; NULL last. */
extern const char *const calendar_feed_as[];

struct calendar_feed {
	const char	*id;
	const char	*name;
	int64_t		 token;		/* those bits */
	const void	*lists;		/* ids of 16 bytes each */
	int64_t		 lists_len;
	int64_t		 created_at;
	int64_t		 used_at;	/* 0: never */
	const char	*secret;	/* only if it was just made */
};

/* Makes one of the caller's; set name, token and lists.  CREATED,
 * LIMIT_REACHED. */
enum outcome	 calendar_feed_make(struct ctx *, struct calendar_feed *);
/* Ends one of the caller's.  DONE, CALENDAR_FEED_NOT_FOUND. */
enum outcome	 calendar_feed_end(struct ctx *, const char *id);
/*
 * Finds a feed by its secret: fills user and zone of the context, and limits it
 * to the feed's lists.  DONE; NOT_FOUND: it is unknown, or its user is gone or
 * disabled; SECOND_FACTOR_NEEDED: its user must set one up first.
 */
enum outcome	 calendar_feed_use(struct ctx *, const char *secret,
		    struct calendar_feed *);
/* Records its use.  In a write transaction. */
void		 calendar_feed_touch(struct ctx *, const char *secret);

#endif
