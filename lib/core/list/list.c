#include "core/list/list.h"

#include <string.h>

#include "base/base.h"
#include "core/access.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/offer.h"
#include "core/order/order.h"
#include "core/order/respace.h"
#include "core/record.h"
#include "core/task/assignment.h"
#include "query/access.h"
#include "query/group.h"
#include "query/import.h"
#include "query/invitation.h"
#include "query/list.h"

static const char *const roles[] = { ROLE_OWNER, ROLE_MEMBER, ROLE_VIEWER,
	NULL };

const struct field list_fields[] = {
	{ "id", F_UUID, F_NEW | F_REQUIRED | F_COPY, AT(list, id) },
	{ "title", F_TEXT, F_NEW | F_SET | F_REQUIRED | F_COPY,
	    1, LIST_TITLE_MAX, AT(list, title) },
	{ "ownerId", F_UUID, F_EXPORT, AT(list, owner_id) },
	{ "ownerName", F_TEXT, 0, 1, 0, AT(list, owner_name) },
	{ "groupId", F_UUID, F_NEW | F_SET | F_PERSONAL | F_NULL | F_COPY,
	    AT(list, group_id) },
	{ "rank", F_RANK, F_PERSONAL | F_COPY, 0, RANK_MAX, AT(list, rank) },
	{ "role", F_WORD, F_PERSONAL, .words = roles, AT(list, role) },
	{ "offeredTo", F_UUID, F_PERSONAL | F_NULL, AT(list, offer_to) },
	{ "createdAt", F_STAMP, F_COPY, AT(list, created_at) },
	{ "updatedAt", F_STAMP, F_EXPORT, AT(list, updated_at) },
	{ "deletedAt", F_STAMP, F_GONE, AT(list, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_list = { .name = "list", .fields = list_fields,
	.row_stamp = offsetof(struct list, updated_at),
	.version = offsetof(struct list, updated_at),
	.deleted_at = offsetof(struct list, deleted_at) };

void
list_of_row(struct ctx *c, struct rows *r, struct list *l)
{
	row_list(r, c->arena, l);
	/* Hides changes made after the caller lost the list, such as another
	 * title. */
	l->updated_at = l->deleted_at != 0 || l->access_stamp > l->stamp ?
	    l->access_stamp : l->stamp;
	if (l->stamp > l->updated_at)
		l->title = DELETED_TEXT;
	if (l->deleted_at != 0 && !same_id(l->owner_id, c->user))
		l->owner_name = DELETED_TEXT;
	if (l->deleted_at != 0 || c->now >= l->offer_at + OFFER_DAYS * DAY ||
	    (!same_id(l->owner_id, c->user) && !same_id(l->offer_to, c->user)))
		l->offer_to = NULL;
}

static bool
list_read(struct ctx *c, struct rows *r, struct list *l)
{
	if (!rows_next(r))
		return false;
	list_of_row(c, r, l);
	rows_end(r);
	return true;
}

enum outcome
list_get(struct ctx *c, const char *id, struct list *l)
{
	return !list_read(c, q_list_get(c->db, c->user, id), l) ?
	    LIST_NOT_FOUND : access_allows(c, strcmp(l->role, ROLE_VIEWER) == 0);
}

enum outcome
list_owned(struct ctx *c, const char *id, struct list *l)
{
	enum outcome o = list_get(c, id, l);

	return o != DONE || strcmp(l->role, ROLE_OWNER) == 0 ? o :
	    LIST_NOT_FOUND;
}

bool
list_any(struct ctx *c, const char *id, struct list *l)
{
	return list_read(c, q_list_any(c->db, c->user, id), l);
}

static bool
group_known(struct ctx *c, const char *group_id)
{
	return group_id == NULL ||
	    rows_any(q_group_get(c->db, c->user, group_id));
}

static bool
too_many(struct ctx *c)
{
	return rows_one(q_list_count(c->db, c->user), 0) >= CAP_LISTS;
}

enum outcome
list_create(struct ctx *c, const struct list *new, bool top, struct list *l)
{
	struct list made = *new;

	if (rows_any(q_list_owner_of(c->db, new->id)))
		return list_owned(c, new->id, l) == DONE ? EXISTED : ID_IN_USE;
	if (!group_known(c, new->group_id))
		return GROUP_NOT_FOUND;
	if (too_many(c) || rows_any(q_list_ever(c->db, c->user, CAP_OWN_EVER)))
		return LIMIT_REACHED;
	made.rank = order_end(c, &list_order, c->user, new->group_id, NULL,
	    top);
	made.owner_id = c->user;
	made.stamp = made.created_at = feed_put(c, new->id, 0, FEED_LIST,
	    new->id);
	q_list_add(c->db, &made);
	access_grant(c, &(struct access){ .user_id = c->user,
	    .list_id = new->id, .role = ROLE_OWNER, .group_id = new->group_id,
	    .rank = made.rank, .joined_at = made.stamp });
	list_get(c, new->id, l);
	return CREATED;
}

void
list_file(struct ctx *c, const char *id, int64_t access_stamp,
    const char *group_id, const char *rank)
{
	q_access_file(c->db, c->user, id, group_id, rank, feed_put(c, c->user,
	    access_stamp, FEED_LIST, id));
}

enum outcome
list_update(struct ctx *c, const char *id, const struct list *to,
    unsigned set, struct list *l)
{
	const unsigned personal = record_bits(list_fields, F_PERSONAL);
	unsigned changed;

	enum outcome o;

	if ((o = list_get(c, id, l)) != DONE)
		return o;
	if ((set & ~personal) != 0 && strcmp(l->role, ROLE_OWNER) != 0)
		return strcmp(l->role, ROLE_VIEWER) == 0 ? LIST_IS_READ_ONLY :
		    LIST_NOT_FOUND;
	if ((set & BIT(list, group_id)) && !group_known(c, to->group_id))
		return GROUP_NOT_FOUND;
	if (set == 0)
		return NO_FIELDS;
	changed = record_apply(list_fields, l, to, set);
	if (changed & ~personal) {
		l->stamp = feed_put(c, id, l->stamp, FEED_LIST, id);
		q_list_set(c->db, l);
	}
	if (changed & BIT(list, group_id))
		list_file(c, id, l->access_stamp, l->group_id, order_end(c,
		    &list_order, c->user, l->group_id, id, false));
	return list_get(c, id, l);
}

enum outcome
list_reorder(struct ctx *c, const char *id, const char *before_id,
    const char *after_id, struct list *l)
{
	const char *rank;
	enum outcome o;

	if ((o = list_get(c, id, l)) != DONE)
		return o;
	o = order_move(c, &list_order, c->user, l->group_id, id, l->rank,
	    before_id, after_id, &rank);
	if (o != DONE || strcmp(rank, l->rank) == 0)
		return o;
	list_file(c, id, l->access_stamp, l->group_id, rank);
	respace_long(c, RESPACE_LISTS, c->user, l->group_id != NULL ?
	    l->group_id : c->user, rank);
	return list_get(c, id, l);
}

enum outcome
list_delete(struct ctx *c, const char *id)
{
	struct access_users_row *all;
	enum outcome o;
	struct list l;
	size_t n, i;

	if ((o = list_owned(c, id, &l)) != DONE)
		return o;
	/* Restoring the list brings neither back. */
	offer_drop(c, id, NULL);
	q_invitation_remove_all(c->db, id);
	q_list_set_deleted(c->db, id, feed_put(c, id, l.stamp, FEED_LIST, id));
	n = all_access_users(q_access_users(c->db, id), c->arena, &all);
	for (i = 0; i < n; i++)
		q_access_revoke(c->db, all[i].user_id, id, feed_put_gone(c,
		    all[i].user_id, all[i].stamp, FEED_LIST, id),
		    all[i].member_stamp);
	return DONE;
}

enum outcome
list_revive(struct ctx *c, const char *id)
{
	struct list l;
	int64_t stamp;

	if (!list_any(c, id, &l) || l.deleted_at == 0 ||
	    !same_id(l.owner_id, c->user))
		return LIST_NOT_FOUND;
	if (too_many(c))
		return LIMIT_REACHED;
	stamp = feed_put(c, id, l.stamp, FEED_LIST, id);
	q_list_restore(c->db, id, stamp);
	access_grant(c, &(struct access){ .user_id = c->user, .list_id = id,
	    .role = ROLE_OWNER, .stamp = l.access_stamp, .joined_at = stamp,
	    .rank = order_end(c, &list_order, c->user, NULL, NULL, false) });
	return CREATED;
}

/* An access comes back that ended with its list: its old place, or beside
 * it. */
static void
restore_access(struct ctx *c, const char *list,
    const struct access_ended_with_row *a)
{
	const char *rank = a->rank;
	int64_t gained;

	if (rows_any(q_list_at_rank(c->db, a->user_id, a->group_id, rank,
	    list)))
		rank = order_after(c, &list_order, a->user_id, a->group_id,
		    list, rank);
	gained = access_gained(c, a->user_id, list);
	q_access_restore(c->db, a->user_id, list, a->group_id, rank, gained,
	    feed_put(c, a->user_id, a->stamp, FEED_LIST, list));
}

enum outcome
list_restore(struct ctx *c, const char *id, struct list *l)
{
	struct access_ended_with_row *all;
	struct list_deleted_row was;
	size_t n, i;

	if (!only_list_deleted(q_list_deleted(c->db, c->user, id,
	    c->now - RESTORABLE), c->arena, &was))
		return LIST_NOT_FOUND;
	if (too_many(c))
		return LIMIT_REACHED;
	q_list_restore(c->db, id, feed_put(c, id, was.stamp, FEED_LIST, id));
	n = all_access_ended_with(q_access_ended_with(c->db, id,
	    was.deleted_at), c->arena, &all);
	for (i = 0; i < n; i++)
		if (same_id(all[i].user_id, c->user) || access_may_join(c,
		    all[i].user_id, all[i].invited) == DONE)
			restore_access(c, id, &all[i]);
		else
			task_unassign(c, id, all[i].user_id, INT64_MAX);
	q_members_gone(c->db, id);
	return list_get(c, id, l);
}

