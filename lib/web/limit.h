/*
 * Attempts that may fail, for handlers: counted in a transaction of their own
 * before the work, so that a rollback of the work does not forget them.
 */
#ifndef WEB_LIMIT_H
#define WEB_LIMIT_H

#include <stdbool.h>

#include "core/credential.h"

struct req;

/* Counts one; false where it has been refused, with Retry-After. */
bool	 limit_attempt(struct req *, enum attempt, const char *who);
/* A write transaction outside of a handler; false where refused as busy.  End
 * it with db_commit(). */
bool	 limit_begin(struct req *);
void	 limit_commit(struct req *);

#endif
