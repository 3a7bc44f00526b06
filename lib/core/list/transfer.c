#include "core/list/transfer.h"

#include <string.h>

#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/order/order.h"
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
	text = rows_one(q_transfer_text(c->db, list), 0);
	promote(c, list, user);
	demote(c, list, c->user);
	q_transfer_owner(c->db, list, user, feed_put(c, list, l.stamp,
	    FEED_LIST, list));
	q_user_count_by(c->db, c->user, -text);
	q_user_count_by(c->db, user, text);
	q_invitation_remove_all(c->db, list);
	return DONE;
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
