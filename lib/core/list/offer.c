#include "core/list/offer.h"

#include "core/feed.h"
#include "query/access.h"
#include "query/transfer.h"

/* The list changes for a user alone, if they reach it. */
static void
offer_restamp(struct ctx *c, const char *list, const char *user)
{
	struct access_get_row a;

	if (only_access_get(q_access_get(c->db, user, list), c->arena, &a) &&
	    a.deleted_at == 0)
		q_access_restamp(c->db, user, list, feed_put(c, user, a.stamp,
		    FEED_LIST, list));
}

void
offer_drop(struct ctx *c, const char *list, const char *user)
{
	struct offer_find_row o;

	if (!only_offer_find(q_offer_find(c->db, list), c->arena, &o) ||
	    (user != NULL && !same_id(o.offer_to, user)))
		return;
	q_offer_set(c->db, list, NULL, 0);
	offer_restamp(c, list, o.owner_id);
	offer_restamp(c, list, o.offer_to);
}

void
offer_put(struct ctx *c, const char *list, const char *user)
{
	struct offer_find_row o;

	offer_drop(c, list, NULL);
	q_offer_set(c->db, list, user, c->now);
	if (!only_offer_find(q_offer_find(c->db, list), c->arena, &o))
		return;
	offer_restamp(c, list, o.owner_id);
	offer_restamp(c, list, user);
}
