#include "core/notify/subscription.h"

#include "core/limits.h"
#include "query/push.h"

enum outcome
push_register(struct ctx *c, const char *endpoint, const char *p256dh,
    const char *auth, const char *agent, const char **id)
{
	struct subscription_by_endpoint_row old;

	if (only_subscription_by_endpoint(q_subscription_by_endpoint(c->db,
	    endpoint), c->arena, &old)) {
		*id = old.id;
		if (same_id(old.user_id, c->user)) {
			q_subscription_refresh(c->db, c->user, *id,
			    c->credential, p256dh, auth, agent);
			return EXISTED;
		}
		q_subscription_remove(c->db, old.user_id, *id);
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
