#include "core/batch/recover.h"

#include "base/arena.h"
#include "core/access.h"
#include "core/batch/export_kinds.h"
#include "core/batch/recover_dav.h"
#include "core/batch/recover_files.h"
#include "core/batch/recover_parts.h"
#include "core/batch/recovery.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/record.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/setting.h"
#include "core/user/user.h"
#include "query/access.h"
#include "query/group.h"
#include "query/list.h"
#include "query/recover.h"
#include "query/setting.h"
#include "query/tag.h"
#include "query/task.h"

size_t
recover_find(struct ctx *from, const char *list, const char *owner,
    struct recoverable **out)
{
	return all_recoverable(q_recover_named(from->db, list, list, owner),
	    from->arena, out);
}

/* NULL: they are a member again. */
static const char *
join_again(struct ctx *owner, struct ctx *own, const char *list,
    const struct recover_members_row *was)
{
	struct access_get_row old = { .left_at = 0 };
	struct member m;
	struct user u;
	struct list l;

	if (!user_get(owner, was->user_id, &u))
		return "no longer a user";
	only_access_get(q_access_get(owner->db, u.id, list), owner->arena,
	    &old);
	if (old.left_at != 0)
		return "they left the list";
	if (access_may_join(owner, u.id, was->invited) != DONE ||
	    member_join(owner, list, u.id, was->role, was->invited, &m) != CREATED)
		return "too many members, or too many lists of theirs";
	if (was->group_id != NULL)
		list_update(own, list, &(struct list){
		    .group_id = was->group_id }, BIT(list, group_id), &l);
	return NULL;
}

static void
recover_members(struct recovery *r, struct ctx *owner, const char *list)
{
	struct rows *rows = q_recover_members(r->from->db, list);
	struct recover_members_row was;
	const char *why;
	struct ctx own;

	while (next_recover_members(rows, r->from->arena, &was)) {
		own = recover_as(r, was.user_id);
		if ((why = join_again(owner, &own, list, &was)) == NULL)
			r->created++;
		else
			recover_leave_out(r, "member", was.email, why);
		recover_next(r);
	}
}

static void
recover_task(struct recovery *r, struct ctx *owner, const struct task *was)
{
	const struct exported record = { .kind = EXPORT_TASK, .of.task = *was };
	struct task t;

	if (only_task(q_task_by_id(owner->db, was->id), owner->arena, &t) &&
	    !same_id(t.list_id, was->list_id))
		recover_leave_out(r, "task", was->id, "it was moved to another list");
	else if (recover_import(r, owner, "task", &record))
		q_recover_task(owner->db, was);
}

static void
recover_tasks(struct recovery *r, struct ctx *owner, const char *list)
{
	struct rows *rows = q_recover_tasks(r->from->db, list);
	struct task was;

	while (next_task(rows, r->from->arena, &was)) {
		recover_task(r, owner, &was);
		recover_next(r);
	}
}

const char *
recover_owner(struct ctx *to, struct arena *a, const char *list)
{
	struct list l;

	return only_list(q_recover_list(to->db, list), a, &l) ? l.owner_id :
	    NULL;
}

void
recover_list(struct recovery *r, const char *list)
{
	struct arena *a = arena_new();
	struct list was;
	const char *now;
	struct ctx owner;

	if (!only_list(q_recover_list(r->from->db, list), a, &was))
		recover_refuse(r, "list", list, "not in the backup");
	else {
		now = recover_owner(r->to, a, list);
		owner = recover_as(r, now != NULL ? now : was.owner_id);
		recover_import(r, &owner, "list", &(struct exported){
		    .kind = EXPORT_LIST, .of.list = was });
		if (now == NULL)
			recover_members(r, &owner, was.id);
		recover_tasks(r, &owner, was.id);
		recover_steps(r, &owner, was.id);
		recover_files(r, &owner, was.id);
		recover_my_day(r, was.id, NULL);
		recover_tag_sets(r, was.id, NULL);
		recover_texts(r, &owner, was.id);
		recover_collection(r, was.id, NULL);
	}
	arena_free(a);
}

static void
recover_groups(struct recovery *r, struct ctx *c)
{
	struct rows *rows = q_recover_groups(r->from->db, c->user);
	struct group g;

	while (next_group(rows, r->from->arena, &g)) {
		recover_import(r, c, "group", &(struct exported){
		    .kind = EXPORT_GROUP, .of.group = g });
		recover_next(r);
	}
}

static void
recover_tags(struct recovery *r, struct ctx *c)
{
	struct rows *rows = q_recover_tags(r->from->db, c->user);
	struct tag was, tag;

	while (next_tag(rows, r->from->arena, &was)) {
		recover_count(r, "tag", was.id,
		    recover_tag(c, was.id, was.name, &tag));
		recover_next(r);
	}
}

static void
recover_settings(struct recovery *r, struct ctx *c)
{
	struct rows *rows = q_recover_settings(r->from->db, c->user);
	struct client_setting was, now;

	while (next_client_setting(rows, r->from->arena, &was)) {
		recover_count(r, "setting", was.key,
		    setting_any(c, was.key, &now) ? EXISTED :
		    setting_put(c, was.key, was.value, &now));
		recover_next(r);
	}
}

/* Those of a removed user, unless they had ended before, and what they had on
 * the tasks there; lists that were handed over, too. */
static void
recover_memberships(struct recovery *r, struct ctx *c, int64_t removed)
{
	struct arena *a = arena_new();
	struct recover_memberships_row *all;
	size_t n = all_recover_memberships(q_recover_memberships(r->from->db,
	    c->user), a, &all), i;
	struct list l;
	struct recover_members_row me = { .user_id = c->user };
	const char *why;
	struct ctx owner;

	for (i = 0; i < n; i++) {
		me.role = all[i].role;
		me.invited = all[i].invited;
		me.group_id = all[i].group_id;
		if (!only_list(q_recover_list(c->db,
		    all[i].list_id), a, &l))
			why = "the list was deleted";
		else if (same_id(l.owner_id, c->user))
			continue;	/* recovered above */
		else if (!rows_any(q_recover_lost(c->db, c->user, l.id,
		    removed)))
			why = "they were no longer a member";
		else {
			owner = recover_as(r, l.owner_id);
			why = join_again(&owner, c, l.id, &me);
			r->created += why == NULL;
		}
		if (why != NULL) {
			recover_leave_out(r, "list of another", all[i].list_id, why);
			continue;
		}
		recover_my_day(r, all[i].list_id, c->user);
		recover_tag_sets(r, all[i].list_id, c->user);
		recover_collection(r, all[i].list_id, c->user);
	}
	arena_free(a);
}

/* When the account was removed; 0 if it exists; -1 if it cannot come back. */
static int64_t
recover_account(struct recovery *r, const struct user *u)
{
	int64_t removed = rows_one(q_recover_removed(r->to->db, u->id), 0);
	struct user other;

	if (user_get(r->to, u->id, &other))
		return 0;
	if (user_by_email(r->to, u->email, &other)) {
		recover_refuse(r, "user", u->email, "another account has that address "
		    "now: give it another one with docket-admin user email, or "
		    "remove it");
		return -1;
	}
	q_recover_user(r->to->db, u);
	q_recover_ended(r->to->db, u->id);
	user_changed(r->to, u->id);
	r->created++;
	return removed;
}

void
recover_user(struct recovery *r, const struct user *u)
{
	struct arena *a = arena_new();
	struct recover_owned_row *all;
	int64_t removed = recover_account(r, u);
	const char *now;
	size_t n, i;
	struct ctx c;

	if (removed >= 0) {
		c = recover_as(r, arena_str(a, u->id));
		recover_groups(r, &c);
		recover_tags(r, &c);
		recover_settings(r, &c);
		n = all_recover_owned(q_recover_owned(r->from->db, c.user), a,
		    &all);
		for (i = 0; i < n; i++) {
			now = recover_owner(r->to, a, all[i].list_id);
			if (now == NULL || same_id(now, c.user))
				recover_list(r, all[i].list_id);
		}
		if (removed > 0)
			recover_memberships(r, &c, removed);
	}
	arena_free(a);
}
