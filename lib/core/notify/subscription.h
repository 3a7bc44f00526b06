/*
 * Push subscriptions: the devices of a user.  One ends with the session that
 * registered it.
 */
#ifndef CORE_NOTIFY_SUBSCRIPTION_H
#define CORE_NOTIFY_SUBSCRIPTION_H

#include <stdbool.h>

#include "core/ctx.h"

/* CREATED; EXISTED if the user's endpoint was refreshed; LIMIT_REACHED.
 * Another user's endpoint moves to the caller. */
enum outcome	 push_register(struct ctx *, const char *endpoint,
		    const char *p256dh, const char *auth, const char *agent,
		    const char **id);
/* Has the calling session a subscription? */
bool		 push_subscribed(struct ctx *);
/* DONE, SUBSCRIPTION_NOT_FOUND. */
enum outcome	 push_end(struct ctx *, const char *id);

#endif
