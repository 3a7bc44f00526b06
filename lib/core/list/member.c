#include <string.h>

#include "core/feed.h"
#include "core/list/list.h"
#include "core/order/order.h"
#include "core/task/task.h"
#include "core/user/user.h"
#include "query.h"

void
member_of_row(struct ctx *c, struct rows *r, struct member *m)
{
	row_member(r, c->arena, m);
	/* What they are called now is told to those they share with. */
	if (m->deleted_at != 0)
		m->display_name = DELETED_TEXT;
}

static bool
read_member(struct ctx *c, const char *list, const char *user,
    struct member *m)
{
	struct rows *r = q_member_any(c->db, list, user);

	if (!rows_next(r))
		return false;
	member_of_row(c, r, m);
	rows_end(r);
	return true;
}

enum outcome
member_add(struct ctx *c, const char *list, const char *email,
    struct member *m)
{
	struct access_get_row old = { .stamp = 0 };
	struct user u;
	struct list l;

	if (list_get(c, list, &l) != DONE || strcmp(l.role, "owner") != 0)
		return LIST_NOT_FOUND;
	if (!user_by_email(c, email, &u) || !u.verified ||
	    same_id(u.id, c->user))
		return NOT_SHAREABLE;
	if (only_access_get(q_access_get(c->db, u.id, list), c->arena, &old) &&
	    old.deleted_at == 0)
		return read_member(c, list, u.id, m) ? EXISTED :
		    NOT_SHAREABLE;
	if (rows_one(q_member_count(c->db, list), 0) >= CAP_MEMBERS)
		return LIMIT_REACHED;
	/* Telling why would tell how many lists somebody has. */
	if (rows_one(q_access_count(c->db, u.id), 0) >= CAP_REACHED)
		return NOT_SHAREABLE;
	access_grant(c, &(struct access){ .user_id = u.id, .list_id = list,
	    .role = "member", .stamp = old.stamp,
	    .rank = order_end(c, &list_order, u.id, NULL, NULL, false),
	    .joined_at = feed_put(c, list, old.member_stamp, FEED_MEMBER,
	    u.id) });
	read_member(c, list, u.id, m);
	return CREATED;
}

void
access_revoke(struct ctx *c, const char *list, const char *user,
    int64_t member_stamp)
{
	struct access_get_row old = { .stamp = 0 };
	int64_t seen;

	only_access_get(q_access_get(c->db, user, list), c->arena, &old);
	task_unassign_all(c, list, user);
	seen = feed_put(c, list, member_stamp, FEED_MEMBER, user);
	q_access_revoke(c->db, user, list, feed_put(c, user, old.stamp,
	    FEED_LIST, list), seen);
}

enum outcome
member_remove(struct ctx *c, const char *list, const char *user)
{
	struct member m;
	struct list l;

	if (list_get(c, list, &l) != DONE)
		return LIST_NOT_FOUND;
	if (!read_member(c, list, user, &m) || m.deleted_at != 0 ||
	    (strcmp(l.role, "owner") != 0 && !same_id(user, c->user)))
		return MEMBER_NOT_FOUND;
	access_revoke(c, list, user, m.updated_at);
	return DONE;
}

void
member_renamed(struct ctx *c)
{
	struct access_of_user_row *all;
	size_t n, i;

	n = all_access_of_user(q_access_of_user(c->db, c->user), c->arena,
	    &all);
	for (i = 0; i < n; i++)
		if (strcmp(all[i].role, "member") == 0)
			q_access_set_member_stamp(c->db, c->user,
			    all[i].list_id, feed_put(c, all[i].list_id,
			    all[i].member_stamp, FEED_MEMBER, c->user));
}
