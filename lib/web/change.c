#include "web/change.h"

#include "core/file/attachment.h"
#include "core/feed.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/setting.h"
#include "core/user/user.h"
#include "query.h"
#include "web/page.h"
#include "web/request.h"
#include "web/show.h"

/* For each kind: reads the record's stamps and writes it (jw NULL: does
 * not). */
struct item {
	struct req		*rq;
	struct jw		*jw;
	const struct collection	*c;
	const struct feed_row	*row;
	bool			 live;
};

/* Is a record with these stamps to be shown at this row? */
static bool
wanted(const struct item *it, int64_t stamp, int64_t deleted)
{
	return it->row->stamp >= stamp && !(it->live && deleted != 0);
}

static const char *
kind(const struct item *it, const char *name)
{
	return it->c->kind_names != NULL ? name : NULL;
}

static bool
show_a_list(const struct item *it)
{
	struct list l;

	/* The list's own scope counts while the caller is a member; a change is
	 * reported at the later of its two stamps. */
	if (!list_any(&it->rq->ctx, it->row->id, &l))
		return false;
	if (it->row->gone) {
		l.updated_at = l.deleted_at = it->row->stamp;
		l.title = DELETED_TEXT;
	} else if (!wanted(it, l.updated_at, l.deleted_at))
		return false;
	if (it->jw != NULL)
		show_list(it->jw, &l, kind(it, "list"));
	return true;
}

static bool
show_a_group(const struct item *it)
{
	struct ctx *c = &it->rq->ctx;
	struct group g;

	if (!only_group(q_group_any(c->db, c->user, it->row->id), c->arena,
	    &g) || !wanted(it, g.updated_at, g.deleted_at))
		return false;
	if (it->jw != NULL)
		show_group(it->jw, &g, kind(it, "group"));
	return true;
}

static bool
show_a_task(const struct item *it)
{
	struct ctx *c = &it->rq->ctx;
	struct task t;

	if (!only_task(q_task_any(c->db, c->user, it->row->id), c->arena, &t) ||
	    !wanted(it, t.stamp, t.deleted_at) ||
	    (it->c->list != NULL && !same_id(t.list_id, it->c->list)))
		return false;
	if (it->jw != NULL)
		show_task(it->jw, c, &t, kind(it, "task"));
	return true;
}

/*
 * The tombstone of a task that was moved away.  In the feed it counts only for
 * users who could not reach the task's new list then.
 */
static bool
show_moved(const struct item *it)
{
	struct ctx *c = &it->rq->ctx;
	struct task t = { .id = it->row->id, .list_id = it->row->scope,
	    .title = DELETED_TEXT, .stamp = it->row->stamp,
	    .deleted_at = it->row->stamp };
	struct moved_read_row moved;

	if (it->live || (it->c->list == NULL &&
	    rows_any(q_task_seen(c->db, c->user, it->row->id,
	    it->row->stamp))))
		return false;
	if (!only_moved_read(q_moved_read(c->db, it->row->scope, it->row->id),
	    c->arena, &moved))
		return false;
	t.rank = moved.rank;
	t.created_at = moved.created_at;
	if (it->jw != NULL)
		show_task(it->jw, c, &t, kind(it, "task"));
	return true;
}

static bool
show_a_step(const struct item *it)
{
	struct step s;

	if (!step_any(&it->rq->ctx, it->row->id, &s) ||
	    !wanted(it, s.stamp, s.deleted_at) ||
	    (it->c->task != NULL && !same_id(s.task_id, it->c->task)))
		return false;
	if (it->jw != NULL)
		show_step(it->jw, &s, kind(it, "step"));
	return true;
}

static bool
show_a_tag(const struct item *it)
{
	struct tag t;

	if (!tag_any(&it->rq->ctx, it->row->id, &t) ||
	    !wanted(it, t.stamp, t.deleted_at))
		return false;
	if (it->jw != NULL)
		show_tag(it->jw, &t, kind(it, "tag"));
	return true;
}

static bool
show_a_tag_set(const struct item *it)
{
	struct tag_set s;

	if (tag_set_get(&it->rq->ctx, it->row->id, &s) != DONE ||
	    !wanted(it, s.stamp, s.count == 0))
		return false;
	if (it->jw != NULL)
		show_tag_set(it->jw, &s, kind(it, "taskTags"));
	return true;
}

static bool
show_an_attachment(const struct item *it)
{
	struct ctx *c = &it->rq->ctx;
	struct attachment f;

	if (it->row->gone) {
		if (!only_attachment(q_attachment_by_id(c->db, it->row->id),
		    c->arena, &f))
			return false;
		f.filename = DELETED_TEXT;
		f.stamp = f.deleted_at = it->row->stamp;
	} else if (!attachment_any(c, it->row->id, &f) ||
	    !wanted(it, f.stamp, f.deleted_at))
		return false;
	if (it->jw != NULL)
		show_attachment(it->jw, &f, kind(it, "attachment"));
	return true;
}

static bool
show_a_day(const struct item *it)
{
	struct ctx *c = &it->rq->ctx;
	struct my_day d;

	if (it->row->gone) {
		if (!only_my_day(q_my_day_get(c->db, c->user, it->row->id),
		    c->arena, &d))
			return false;
		d.list_id = it->row->scope;
		d.updated_at = d.deleted_at = it->row->stamp;
	} else if (!my_day_any(c, it->row->id, &d) ||
	    !wanted(it, d.stamp, d.deleted_at))
		return false;
	if (it->jw != NULL)
		show_my_day(it->jw, &d, kind(it, "myDay"));
	return true;
}

static bool
show_a_member(const struct item *it)
{
	struct ctx *c = &it->rq->ctx;
	struct rows *r = q_member_any(c->db, it->row->scope, it->row->id);
	struct member m;

	if (!rows_next(r))
		return false;
	member_of_row(c, r, &m);
	rows_end(r);
	if (!wanted(it, m.updated_at, m.deleted_at))
		return false;
	if (it->jw != NULL)
		show_member(it->jw, &m, kind(it, "member"));
	return true;
}

static bool
show_caller(const struct item *it)
{
	struct ctx *c = &it->rq->ctx;
	struct user u;

	if (!user_get(c, c->user, &u) || !wanted(it, u.stamp, 0))
		return false;
	if (it->jw != NULL)
		show_me(it->jw, &u, kind(it, "me"));
	return true;
}

static bool
show_a_setting(const struct item *it)
{
	struct client_setting s;

	if (!setting_by_id(&it->rq->ctx, it->row->id, &s) ||
	    !wanted(it, s.stamp, s.deleted_at))
		return false;
	if (it->jw != NULL)
		show_setting(it->jw, &s, kind(it, "setting"));
	return true;
}

static bool (*const show[FEED__MAX])(const struct item *) = {
	[FEED_LIST] = show_a_list,
	[FEED_GROUP] = show_a_group,
	[FEED_TASK] = show_a_task,
	[FEED_MOVED] = show_moved,
	[FEED_STEP] = show_a_step,
	[FEED_TAG] = show_a_tag,
	[FEED_TAG_SET] = show_a_tag_set,
	[FEED_ATTACHMENT] = show_an_attachment,
	[FEED_MY_DAY] = show_a_day,
	[FEED_MEMBER] = show_a_member,
	[FEED_ME] = show_caller,
	[FEED_SETTING] = show_a_setting,
};

bool
change_show(struct req *rq, struct jw *jw, const struct collection *c,
    const struct feed_row *row, bool live)
{
	const struct item it = { rq, jw, c, row, live };

	return show[row->kind](&it);
}

bool
change_visible(struct req *rq, const struct collection *c,
    const struct feed_row *row, bool live)
{
	return change_show(rq, NULL, c, row, live);
}
