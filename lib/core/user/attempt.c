#include "core/user/attempt.h"

#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "query/attempt.h"

static const struct {
	const char	*name;
	int64_t		 free;
	int64_t		 via;		/* free for all by one peer that is not
					 * trusted; 0: not by address */
	int64_t		 most;		/* until a day after the last; 0: any
					 * number */
	bool		 resets;	/* a success forgets all failures */
} attempts[ATTEMPT__MAX] = {
	[ATTEMPT_ACCOUNT] = { "account", 10, 0, 0, true },
	[ATTEMPT_DEVICE] = { "device", 10, 0, 0, true },
	[ATTEMPT_ADDRESS] = { "address", 100, 1000, 0, false },
	[ATTEMPT_SIGN_UP] = { "sign-up", 20, 200, 0, false },
	[ATTEMPT_RESET] = { "reset", 3, 0, 0, false },
	[ATTEMPT_RESET_ADDRESS] = { "reset-address", 30, 300, 0, false },
	[ATTEMPT_SHARE] = { "share", 50, 0, 0, false },
	[ATTEMPT_CODE] = { "code", 5, 0, 10, true },
	[ATTEMPT_CODE_DEVICE] = { "code-device", 5, 0, 0, true },
	[ATTEMPT_TICKET] = { "ticket", 5, 0, 5, true },
};

static int64_t
count_failures(struct ctx *c, const char *key, int64_t *changed)
{
	struct attempt_get_row a;

	if (!only_attempt_get(q_attempt_get(c->db, key), c->arena, &a))
		return 0;
	*changed = a.changed_at;
	/* A clock that was ahead must not keep the user out until then. */
	if (a.changed_at < c->now - DAY || a.changed_at > c->now + MINUTE)
		return 0;
	return a.failures;
}

static const char *
attempt_key(struct ctx *c, enum attempt kind, const char *who)
{
	return arena_printf(c->arena, "%s %s", attempts[kind].name, who);
}

/* "via PEER", of "ADDRESS via PEER"; NULL: there is none. */
static const char *
peer_of(enum attempt kind, const char *who)
{
	const char *via = attempts[kind].via == 0 ? NULL :
	    strstr(who, ATTEMPT_VIA);

	return via == NULL ? NULL : via + 1;
}

static int64_t
wait_of(struct ctx *c, const char *key, int64_t allowed, int64_t most)
{
	int64_t changed = 0, n, over, wait, until;

	n = count_failures(c, key, &changed);
	over = n - allowed;
	if (over < 0)
		return 0;
	wait = most > 0 && n >= most ? DAY / SECOND :
	    over >= 10 ? 900 : INT64_C(1) << over;
	until = changed + wait * 1000000;
	return c->now < until ? (until - c->now + 999999) / 1000000 : 0;
}

int64_t
attempt_wait(struct ctx *c, enum attempt kind, const char *who)
{
	const char *peer = who == NULL ? NULL : peer_of(kind, who);
	int64_t wait = 0;

	if (who != NULL)
		wait = wait_of(c, attempt_key(c, kind, who),
		    attempts[kind].free, attempts[kind].most);
	if (wait == 0 && peer != NULL)
		wait = wait_of(c, attempt_key(c, kind, peer),
		    attempts[kind].via, 0);
	return wait;
}

static void
attempt_count(struct ctx *c, const char *key)
{
	int64_t changed;

	q_attempt_put(c->db, key, count_failures(c, key, &changed) + 1, c->now);
}

int64_t
attempt_take(struct ctx *c, enum attempt kind, const char *who)
{
	int64_t wait = attempt_wait(c, kind, who);
	const char *peer;

	if (wait > 0 || who == NULL)
		return wait;
	attempt_count(c, attempt_key(c, kind, who));
	if ((peer = peer_of(kind, who)) != NULL)
		attempt_count(c, attempt_key(c, kind, peer));
	return 0;
}

static void
attempt_give_back(struct ctx *c, enum attempt kind, const char *who)
{
	const char *key = attempt_key(c, kind, who);
	int64_t changed = c->now, n = count_failures(c, key, &changed);

	if (attempts[kind].resets || n <= 1)
		q_attempt_remove(c->db, key);
	else
		q_attempt_put(c->db, key, n - 1, changed);
}

int64_t
attempt_failures(struct ctx *c, enum attempt kind, const char *who)
{
	int64_t changed;

	return count_failures(c, attempt_key(c, kind, who), &changed);
}

void
attempt_give(struct ctx *c, enum attempt kind, const char *who)
{
	const char *peer = who == NULL ? NULL : peer_of(kind, who);

	if (who != NULL)
		attempt_give_back(c, kind, who);
	if (peer != NULL)
		attempt_give_back(c, kind, peer);
}
