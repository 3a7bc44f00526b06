/*
 * Limits on attempts, for handlers: counted in a separate transaction before
 * the work, so that rolling the work back does not undo the count.
 */
#ifndef WEB_LIMIT_H
#define WEB_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/user/device.h"

struct req;

/* Counts none; false if refused, with Retry-After. */
bool	 limit_allows(struct req *, enum attempt, const char *who);
/* Counts one; false if refused, with Retry-After. */
bool	 limit_attempt(struct req *, enum attempt, const char *who);
/*
 * Counts one of each of n limits, or none: callers without attempts left must
 * not use up those of others, nor fill the database.
 */
bool	 limit_attempts(struct req *, const struct limit *, size_t n);

#endif
