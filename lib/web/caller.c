#include "web/caller.h"

#include <string.h>

#include "base/log.h"
#include "base/settings/settings.h"
#include "core/user/credential.h"
#include "core/user/remote_user.h"
#include "db/db.h"
#include "db/sqlite/reserve.h"
#include "web/env.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

bool
caller_by_server(const struct req *rq)
{
	const char *user = rq->in.env[ENV_REMOTE_USER];

	return rq->ctx.settings->auth == AUTH_REMOTE_USER && user != NULL &&
	    user[0] != '\0';
}

/* The web server has signed in a user whose account may be a stranger's. */
static enum outcome
unverified(struct req *rq)
{
	log_info("sign-on refused: the account %s has an unverified address; "
	    "see docket-admin check", rq->in.env[ENV_REMOTE_USER]);
	return EMAIL_TAKEN;
}

/* Authenticates the caller by the present secret or the web server: DONE,
 * NO_SESSION, EMAIL_TAKEN or BUSY. */
static enum outcome
identify(struct req *rq, bool open)
{
	struct req_caller *caller = &rq->caller;
	enum outcome o;

	if (caller_by_server(rq)) {
		o = remote_user_sign_in(&rq->ctx, rq->in.env[ENV_REMOTE_USER],
		    open ? 0 : WRITE_SECONDS);
		return o == EMAIL_TAKEN ? unverified(rq) : o;
	}
	return caller->secret != NULL && credential_use(&rq->ctx,
	    caller->secret, &caller->read_only, &caller->stale) ? DONE :
	    NO_SESSION;
}

/* Tries each secret of the request until one is valid. */
static enum outcome
find_caller(struct req *rq, bool open)
{
	enum outcome problem;

	env_secret(rq);
	do
		problem = identify(rq, open);
	while (problem == NO_SESSION && env_next_secret(rq));
	return problem;
}

static bool
known(struct req *rq, enum outcome problem)
{
	if (problem == EMAIL_TAKEN)
		refuse_because(rq, NO_SESSION, "The address of your account "
		    "was never verified: ask the administrator.");
	else if (problem != DONE)
		refuse(rq, problem);
	return problem == DONE;
}

bool
caller_still_known(struct req *rq)
{
	return known(rq, identify(rq, true));
}

void
caller_touch(struct req *rq)
{
	if (rq->caller.stale)
		credential_touch(&rq->ctx, rq->caller.secret);
}

static bool
touch(void *rq)
{
	caller_touch(rq);
	return true;
}

void
caller_touch_later(struct req *rq)
{
	const struct scope scope = { SCOPE_USER, rq->ctx.user, NULL };

	if (rq->caller.stale &&
	    reserve_for_write(rq->ctx.settings->data, false))
		db_transact(rq->ctx.db, &scope, 0, touch, rq);
}

static bool
write_allowed(struct req *rq)
{
	bool writes = strcmp(rq->in.method, "GET") != 0;
	bool ambient = rq->caller.by_cookie || rq->caller.secret == NULL;

	if (writes && ambient && !env_same_site(rq)) {
		refuse(rq, CROSS_SITE_REQUEST);
		return false;
	}
	/* A batch may have rows that read: each row is checked. */
	if (writes && rq->caller.read_only && !(rq->route->flags & R_BATCH)) {
		refuse(rq, READ_ONLY_TOKEN);
		return false;
	}
	return true;
}

/* A browser cannot delete an invalid cookie by itself, so it is ignored.  Other
 * clients must learn that their secret is no longer valid. */
static bool
known_or_nobody(struct req *rq, bool open)
{
	enum outcome problem = find_caller(rq, open);

	if (problem == DONE || problem == EMAIL_TAKEN ||
	    (problem == NO_SESSION &&
	    (rq->caller.by_cookie || rq->caller.secret == NULL)))
		return true;
	refuse(rq, problem);
	return false;
}

bool
caller_may_call(struct req *rq, bool open)
{
	if (!(rq->route->flags & R_PUBLIC))
		return known(rq, find_caller(rq, open)) && write_allowed(rq);
	if (rq->route->flags & R_ANYBODY)
		return known_or_nobody(rq, open);
	/* Another site must not sign its visitor in, either. */
	if (strcmp(rq->in.method, "GET") != 0 &&
	    rq->in.env[ENV_HTTP_SEC_FETCH_SITE] != NULL && !env_same_site(rq)) {
		refuse(rq, CROSS_SITE_REQUEST);
		return false;
	}
	if ((rq->route->flags & R_SIGN_UP) &&
	    !settings_sign_up(rq->ctx.settings)) {
		refuse(rq, NO_REGISTRATION);
		return false;
	}
	if ((rq->route->flags & R_PASSWORD) &&
	    !settings_passwords(rq->ctx.settings)) {
		refuse_because(rq, NOT_FOUND, "The web server signs users in, "
		    "not a password.");
		return false;
	}
	return true;
}
