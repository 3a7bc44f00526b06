/*
 * Attempts that may fail, for handlers: counted in a transaction of their own
 * before the work, so that a rollback of the work does not forget them.
 */
#ifndef WEB_LIMIT_H
#define WEB_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/user/device.h"

struct req;

/* Counts one; false where it has been refused, with Retry-After. */
bool	 limit_attempt(struct req *, enum attempt, const char *who);
/*
 * Counts one of each of n, or of none: who has no more attempts themself must
 * not be able to use up those of others, nor to fill the database with them.
 */
bool	 limit_attempts(struct req *, const struct limit *, size_t n);

#endif
