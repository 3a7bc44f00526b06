#include "web/password.h"

#include "base/settings/settings.h"
#include "core/user/password.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/limit.h"
#include "web/reply.h"

struct fault
password_not_common(struct ctx *c, const char *password)
{
	(void)c;
	return password_common(password) ? (struct fault){ "too-common",
	    "Must not be a common password." } :
	    (struct fault){ NULL, NULL };
}

struct password_work *
password_work(struct req *rq)
{
	if (rq->before.password == NULL)
		rq->before.password = arena_alloc(rq->ctx.arena,
		    sizeof(struct password_work));
	return rq->before.password;
}

bool
password_hashed(struct req *rq, const char *name)
{
	password_work(rq)->hash = password_hash(rq->ctx.arena,
	    rq->ctx.settings->data, field_text(rq, name));
	return true;
}

/*
 * Counts the attempt before it is made, and undoes the count if the password
 * was right, so that concurrent attempts count.  Addresses without an account
 * cost the same time and count, too.
 */
bool
password_checked(struct req *rq, const struct user *u, const char *name,
    enum outcome problem)
{
	bool right;

	if (!limit_attempts(rq, password_work(rq)->limits, SIGN_IN_LIMITS))
		return false;
	right = password_right(rq->ctx.settings->data,
	    u == NULL ? NULL : u->password, field_text(rq, name));
	if (right && !u->disabled)
		return true;
	refuse(rq, problem);
	return false;
}

void
password_was_right(struct req *rq)
{
	size_t i;

	for (i = 0; i < SIGN_IN_LIMITS; i++)
		attempt_give(&rq->ctx, password_work(rq)->limits[i].kind,
		    password_work(rq)->limits[i].who);
}

/* Who has no password shows in another way that it is them. */
static bool
without_password(struct req *rq, const char *name)
{
	if (!field_given(rq, name))
		return caller_confirmed(rq);
	refuse(rq, WRONG_PASSWORD);
	return false;
}

/* The caller's own password, for actions that need more than a session.
 * Callers who are signed in are counted separately: strangers' guesses do not
 * lock them out, nor theirs anybody else. */
bool
password_own(struct req *rq, const char *name)
{
	struct password_work *k = password_work(rq);

	user_get(&rq->ctx, rq->ctx.user, &k->user);
	if (k->user.password == NULL)
		return without_password(rq, name);
	if (!field_given(rq, name)) {
		field_error(rq, arena_printf(rq->ctx.arena, "/%s", name),
		    "required", "Must be given.");
		refuse(rq, VALIDATION_FAILED);
		return false;
	}
	k->limits[0] = (struct limit){ ATTEMPT_DEVICE, rq->ctx.user };
	k->limits[1] = (struct limit){ ATTEMPT_DEVICE, NULL };
	return password_checked(rq, &k->user, name, WRONG_PASSWORD);
}
