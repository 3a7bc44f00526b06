#include "core/list/transfer.h"

#include <string.h>

#include "base/base.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/list/offer.h"
#include "core/order/order.h"
#include "core/user/audit.h"
#include "query/access.h"
#include "query/derived.h"
#include "query/invitation.h"
#include "query/list.h"
#include "query/transfer.h"

/* The new owner's row among the members becomes a tombstone. */
static void
promote(struct ctx *c, const char *list, const char *user)
{
	struct access_get_row was = { .stamp = 0 };
	const char *rank;

	if (only_access_get(q_access_get(c->db, user, list), c->arena, &was) &&
	    was.deleted_at == 0) {
		q_transfer_role(c->db, user, list, ROLE_OWNER, feed_put_gone(c,
		    list, was.member_stamp, FEED_MEMBER, user));
		return;
	}
	rank = order_end(c, &list_order, user, NULL, NULL, false);
	access_grant(c, &(struct access){ .user_id = user, .list_id = list,
	    .role = ROLE_OWNER, .stamp = was.stamp, .rank = rank,
	    .joined_at = db_stamp(c->db, c->now, list) });
	q_access_set_member_stamp(c->db, user, list, was.member_stamp);
}

static void
demote(struct ctx *c, const char *list, const char *user)
{
	struct access_get_row was = { .member_stamp = 0 };

	only_access_get(q_access_get(c->db, user, list), c->arena, &was);
	q_transfer_role(c->db, user, list, ROLE_MEMBER, feed_put(c, list,
	    was.member_stamp, FEED_MEMBER, user));
}

enum outcome
transfer_list(struct ctx *c, const char *list, const char *user)
{
	enum outcome o;
	struct list l;
	int64_t text;

	if ((o = list_owned(c, list, &l)) != DONE)
		return o;
	if (same_id(user, c->user))
		return DONE;
	if (!rows_any(q_transfer_allowed(c->db, list, user, CAP_LISTS, CAP_TEXT)))
		return LIMIT_REACHED;
	offer_drop(c, list, NULL);
	text = rows_one(q_transfer_text(c->db, list), 0);
	promote(c, list, user);
	demote(c, list, c->user);
	q_transfer_owner(c->db, list, user, feed_put(c, list, l.stamp,
	    FEED_LIST, list));
	q_user_count_by(c->db, c->user, -text);
	q_user_count_by(c->db, user, text);
	q_invitation_remove_all(c->db, list);
	audit_put(c, c->user, AUDIT_LIST_HANDED_OVER,
	    "{\"listId\":\"%s\",\"userId\":\"%s\"}", list, user);
	return DONE;
}

enum outcome
transfer_offer(struct ctx *c, const char *list, const char *user,
    struct offer *to)
{
	struct member m;
	enum outcome o;
	struct list l;

	if ((o = list_owned(c, list, &l)) != DONE)
		return o;
	if (!member_read(c, list, user, &m) || m.deleted_at != 0)
		return MEMBER_NOT_FOUND;
	offer_put(c, list, user);
	return transfer_offered(c, list, to);
}

enum outcome
transfer_offered(struct ctx *c, const char *list, struct offer *to)
{
	enum outcome o;
	struct list l;

	if ((o = list_get(c, list, &l)) != DONE)
		return o;
	if (l.offer_to == NULL)
		return OFFER_NOT_FOUND;
	*to = (struct offer){ l.offer_to, l.offer_at,
	    l.offer_at + OFFER_DAYS * DAY };
	return DONE;
}

enum outcome
transfer_end(struct ctx *c, const char *list)
{
	struct offer to;
	enum outcome o = transfer_offered(c, list, &to);

	if (o == DONE)
		offer_drop(c, list, NULL);
	return o;
}

enum outcome
transfer_accept(struct ctx *c, const char *list, struct list *l)
{
	struct ctx owner = *c;
	struct offer to;
	enum outcome o;

	if ((o = transfer_offered(c, list, &to)) != DONE)
		return o;
	if (!same_id(to.user_id, c->user))
		return OFFER_NOT_FOUND;
	owner.user = rows_one_id(q_list_owner_of(c->db, list), c->arena);
	o = transfer_list(&owner, list, c->user);
	return o != DONE ? o : list_get(c, list, l);
}

bool
transfer_next(struct ctx *c, const char **list, const char **heir)
{
	struct transfer_next_row next;

	if (!only_transfer_next(q_transfer_next(c->db, c->user, CAP_LISTS,
	    CAP_TEXT), c->arena, &next))
		return false;
	*list = next.list_id;
	*heir = next.heir;
	return true;
}
