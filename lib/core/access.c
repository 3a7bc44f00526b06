#include "core/access.h"

#include <string.h>

#include "base/base.h"
#include "core/ctx.h"
#include "core/feed.h"
#include "core/limits.h"
#include "query/access.h"

/* What access_reaches returns of a list that is reached. */
enum { VIEWS = 1, CHANGES = 2 };

bool
access_has(struct ctx *c, const char *user, const char *list)
{
	return rows_any(q_access_reaches(c->db, user, list));
}

bool
access_changes(struct ctx *c, const char *user, const char *list)
{
	return rows_one(q_access_reaches(c->db, user, list), 0) == CHANGES;
}

enum outcome
access_allows(const struct ctx *c, bool views)
{
	return views && db_writing(c->db) && !c->viewer_may ?
	    LIST_IS_READ_ONLY : DONE;
}

enum outcome
access_get(struct ctx *c, const char *list)
{
	int64_t can = rows_one(q_access_reaches(c->db, c->user, list), 0);

	return can == 0 ? LIST_NOT_FOUND : access_allows(c, can == VIEWS);
}

enum outcome
access_may_join(struct ctx *c, const char *user, bool invited)
{
	struct access_shared_row by = { .live = 0 };

	/* The reason would reveal how many lists somebody has. */
	if (rows_one(q_access_count(c->db, user), 0) >= CAP_SHARED)
		return NOT_SHAREABLE;
	if (invited)
		return DONE;
	only_access_shared(q_access_shared(c->db, user, c->user, c->now - DAY),
	    c->arena, &by);
	return by.live >= CAP_SHARED_BY ? LIMIT_REACHED : DONE;
}

int64_t
access_gained(struct ctx *c, const char *user, const char *list)
{
	/* A transaction's stamps rise, so this is above the user's last,
	 * too. */
	db_stamp(c->db, c->now, user);
	return db_stamp(c->db, c->now, list);
}

void
access_grant(struct ctx *c, const struct access *a)
{
	int64_t gained = access_gained(c, a->user_id, a->list_id);
	int64_t stamp = feed_put(c, a->user_id, a->stamp, FEED_LIST,
	    a->list_id);

	q_access_put(c->db, a->user_id, a->list_id, a->role, a->group_id,
	    a->rank, a->joined_at, gained, stamp, a->invited);
}

void
access_revoke(struct ctx *c, const char *list, const char *user,
    int64_t member_stamp)
{
	struct access_get_row old = { .stamp = 0 };
	int64_t seen;

	only_access_get(q_access_get(c->db, user, list), c->arena, &old);
	seen = feed_put_gone(c, list, member_stamp, FEED_MEMBER, user);
	q_access_revoke(c->db, user, list, feed_put(c, user, old.stamp,
	    FEED_LIST, list), seen);
}

void
access_each(struct ctx *c, const char *list, void (*fn)(void *, const char *),
    void *arg)
{
	struct rows *r = q_access_users(c->db, list);
	struct access_users_row user;

	while (next_access_users(r, c->arena, &user))
		fn(arg, user.user_id);
}

void
access_renamed(struct ctx *c)
{
	struct access_of_user_row *all;
	size_t n, i;

	n = all_access_of_user(q_access_of_user(c->db, c->user), c->arena,
	    &all);
	for (i = 0; i < n; i++)
		if (strcmp(all[i].role, ROLE_OWNER) == 0)
			q_list_restamp(c->db, all[i].list_id, feed_put(c,
			    all[i].list_id, all[i].list_stamp, FEED_LIST,
			    all[i].list_id));
		else
			q_access_set_member_stamp(c->db, c->user,
			    all[i].list_id, feed_put(c, all[i].list_id,
			    all[i].member_stamp, FEED_MEMBER, c->user));
}
