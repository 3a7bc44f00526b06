#include "core/notify/subscription.h"

#include "base/arena.h"
#include "query.h"

enum outcome
push_register(struct ctx *c, const char *endpoint, const char *p256dh,
    const char *auth, const char *agent, const char **id)
{
	struct rows *r = q_subscription_by_endpoint(c->db, endpoint);
	const char *user;

	if (rows_next(r)) {
		*id = rows_id(r, c->arena, 0);
		user = rows_id(r, c->arena, 1);
		rows_end(r);
		if (same_id(user, c->user)) {
			q_subscription_refresh(c->db, user, *id,
			    c->credential, p256dh, auth, agent);
			return EXISTED;
		}
		q_subscription_remove(c->db, user, *id);
	}
	if (rows_one(q_subscription_count(c->db, c->user), 0) >=
	    CAP_SUBSCRIPTIONS)
		return LIMIT_REACHED;
	*id = id_new(c->arena);
	q_subscription_add(c->db, c->user, *id, c->credential, endpoint,
	    p256dh, auth, agent, c->now);
	return CREATED;
}

bool
push_subscribed(struct ctx *c)
{
	return rows_any(q_subscription_live(c->db, c->user, c->credential));
}

enum outcome
push_end(struct ctx *c, const char *id)
{
	return q_subscription_remove(c->db, c->user, id) == 1 ? DONE :
	    SUBSCRIPTION_NOT_FOUND;
}
