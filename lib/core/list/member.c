#include "core/list/member.h"

#include <string.h>

#include "base/base.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/list/offer.h"
#include "core/order/order.h"
#include "core/record.h"
#include "core/task/assignment.h"
#include "core/user/audit.h"
#include "core/user/user.h"
#include "query/access.h"
#include "query/member.h"

const char *const member_roles[] = { ROLE_MEMBER, ROLE_VIEWER, NULL };

const struct field member_fields[] = {
	{ "userId", F_UUID, 0, AT(member, user_id) },
	{ "displayName", F_TEXT, 0, 1, 0, AT(member, display_name) },
	{ "role", F_WORD, F_SET | F_REQUIRED, .words = member_roles,
	    AT(member, role) },
	{ "joinedAt", F_STAMP, 0, AT(member, joined_at) },
	{ "listId", F_UUID, F_FEED, AT(member, list_id) },
	{ "updatedAt", F_STAMP, F_FEED, AT(member, updated_at) },
	{ "deletedAt", F_STAMP, F_FEED | F_GONE, AT(member, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_member = { .name = "member",
	.fields = member_fields,
	.row_stamp = offsetof(struct member, updated_at),
	.deleted_at = offsetof(struct member, deleted_at) };

void
member_of_row(struct ctx *c, struct rows *r, struct member *m)
{
	row_member(r, c->arena, m);
	/* Only people who share a list with somebody learn their present
	 * name. */
	if (m->deleted_at != 0)
		m->display_name = DELETED_TEXT;
}

bool
member_read(struct ctx *c, const char *list, const char *user,
    struct member *m)
{
	struct rows *r = q_member_any(c->db, list, user);

	if (!rows_next(r))
		return false;
	member_of_row(c, r, m);
	rows_end(r);
	return true;
}

/* A daily limit of lists shared with one person. */
static bool
shared_enough(struct ctx *c, const char *user)
{
	struct access_shared_row by = { .lately = 0 };

	only_access_shared(q_access_shared(c->db, user, c->user, c->now - DAY),
	    c->arena, &by);
	return by.lately >= CAP_SHARED_TODAY;
}

enum outcome
member_join(struct ctx *c, const char *list, const char *user,
    const char *role, bool invited, struct member *m)
{
	struct access_get_row old = { .stamp = 0 };

	if (rows_one(q_member_count(c->db, list), 0) >= CAP_MEMBERS)
		return LIMIT_REACHED;
	only_access_get(q_access_get(c->db, user, list), c->arena, &old);
	access_grant(c, &(struct access){ .user_id = user, .list_id = list,
	    .role = role, .stamp = old.stamp, .invited = invited,
	    .rank = order_end(c, &list_order, user, NULL, NULL, false),
	    .joined_at = feed_put(c, list, old.member_stamp, FEED_MEMBER,
	    user) });
	member_read(c, list, user, m);
	return CREATED;
}

enum outcome
member_add(struct ctx *c, const char *list, const char *email,
    struct member *m)
{
	struct access_get_row old = { .left_at = 0 };
	enum outcome o;
	struct user u;
	struct list l;

	if ((o = list_owned(c, list, &l)) != DONE)
		return o;
	if (!user_by_email(c, email, &u) || !u.verified ||
	    same_id(u.id, c->user))
		return NOT_SHAREABLE;
	if (only_access_get(q_access_get(c->db, u.id, list), c->arena, &old) &&
	    old.deleted_at == 0)
		return member_read(c, list, u.id, m) ? EXISTED :
		    NOT_SHAREABLE;
	/* Whoever left comes back only by an invitation that they accept. */
	if (old.left_at != 0)
		return NOT_SHAREABLE;
	o = access_may_join(c, u.id, false);
	if (o != DONE)
		return o;
	return shared_enough(c, u.id) ? LIMIT_REACHED :
	    member_join(c, list, u.id, ROLE_MEMBER, false, m);
}

void
member_end(struct ctx *c, const char *list, const char *user, int64_t stamp)
{
	task_unassign(c, list, user, INT64_MAX);
	offer_drop(c, list, user);
	access_revoke(c, list, user, stamp);
}

static enum outcome
removable(struct ctx *c, const char *list, const char *user, struct member *m)
{
	struct list l;

	if (list_get(c, list, &l) != DONE)
		return LIST_NOT_FOUND;
	return !member_read(c, list, user, m) || m->deleted_at != 0 ||
	    (strcmp(l.role, ROLE_OWNER) != 0 && !same_id(user, c->user)) ?
	    MEMBER_NOT_FOUND : DONE;
}

enum outcome
member_remove(struct ctx *c, const char *list, const char *user)
{
	struct member m;
	enum outcome o = removable(c, list, user, &m);

	if (o != DONE)
		return o;
	offer_drop(c, list, user);
	access_revoke(c, list, user, m.updated_at);
	if (same_id(user, c->user))
		q_access_set_left(c->db, user, list, c->now);
	return DONE;
}

int64_t
member_unassign(struct ctx *c, const char *list, const char *user, int64_t max)
{
	return access_changes(c, user, list) ? 0 :
	    task_unassign(c, list, user, max);
}

enum outcome
member_set_role(struct ctx *c, const char *list, const char *user,
    const char *role, struct member *m)
{
	struct access_get_row was = { .stamp = 0 };
	enum outcome o;
	struct list l;
	int64_t seen;

	if ((o = list_owned(c, list, &l)) != DONE)
		return o;
	if (!member_read(c, list, user, m) || m->deleted_at != 0)
		return MEMBER_NOT_FOUND;
	if (strcmp(m->role, role) == 0)
		return DONE;
	only_access_get(q_access_get(c->db, user, list), c->arena, &was);
	seen = feed_put(c, list, was.member_stamp, FEED_MEMBER, user);
	q_access_set_role(c->db, user, list, role, feed_put(c, user, was.stamp,
	    FEED_LIST, list), seen);
	audit_put(c, user, AUDIT_ROLE_CHANGED,
	    "{\"listId\":\"%s\",\"role\":\"%s\"}", list, role);
	member_read(c, list, user, m);
	return DONE;
}

