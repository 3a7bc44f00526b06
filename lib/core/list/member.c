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
	int64_t old_stamp = 0, old_seen = 0, joined, stamp;
	struct user u;
	struct list l;
	struct rows *r;
	const char *rank;
	bool live = false;

	if (list_get(c, list, &l) != DONE || strcmp(l.role, "owner") != 0)
		return LIST_NOT_FOUND;
	if (!user_by_email(c, email, &u) || !u.verified ||
	    same_id(u.id, c->user))
		return NOT_SHAREABLE;
	r = q_access_get(c->db, u.id, list);
	if (rows_next(r)) {
		old_stamp = rows_int(r, 1);
		old_seen = rows_int(r, 2);
		live = rows_int(r, 3) == 0;
		rows_end(r);
	}
	if (live)
		return read_member(c, list, u.id, m) ? EXISTED :
		    NOT_SHAREABLE;
	if (rows_one(q_member_count(c->db, list), 0) >= CAP_MEMBERS)
		return LIMIT_REACHED;
	/* Telling why would tell how many lists somebody has. */
	if (rows_one(q_access_count(c->db, u.id), 0) >= CAP_REACHED)
		return NOT_SHAREABLE;
	rank = order_end(c, &list_order, u.id, NULL, NULL, false);
	joined = feed_put(c, list, old_seen, FEED_MEMBER, u.id);
	stamp = feed_grant(c, u.id, list, old_stamp);
	q_access_put(c->db, u.id, list, "member", NULL, rank, joined, stamp,
	    joined);
	read_member(c, list, u.id, m);
	return CREATED;
}

void
access_revoke(struct ctx *c, const char *list, const char *user,
    int64_t member_stamp)
{
	int64_t stamp, seen, old = 0;
	struct rows *r = q_access_get(c->db, user, list);

	if (rows_next(r)) {
		old = rows_int(r, 1);
		rows_end(r);
	}
	task_unassign_all(c, list, user);
	seen = feed_put(c, list, member_stamp, FEED_MEMBER, user);
	stamp = feed_revoke(c, user, list, old);
	q_access_revoke(c->db, user, list, stamp, seen);
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
	struct { const char *list; int64_t seen; } of[CAP_REACHED];
	struct rows *r = q_access_of_user(c->db, c->user);
	size_t n = 0, i;

	while (rows_next(r)) {
		if (strcmp(rows_text(r, c->arena, 1), "member") != 0)
			continue;
		of[n].list = rows_id(r, c->arena, 0);
		of[n++].seen = rows_int(r, 2);
	}
	for (i = 0; i < n; i++)
		q_access_set_member_stamp(c->db, c->user, of[i].list, feed_put(c,
		    of[i].list, of[i].seen, FEED_MEMBER, c->user));
}
