#include "web/change.h"

#include "core/feed.h"
#include "core/task/recurrence.h"
#include "query/attachment.h"
#include "query/feed.h"
#include "query/group.h"
#include "query/my_day.h"
#include "query/task.h"
#include "web/any_record.h"
#include "web/request.h"
#include "web/show.h"

/* A row of the feed, and what decides how it is shown. */
struct item {
	struct ctx		*ctx;
	const struct feed_view	*view;
	const struct feed_row	*row;
	bool			 live;		/* no tombstones */
};

/* A list's stamp is the later of its own and the caller's access's, so that a
 * row of either is current at most once. */
static bool
change_read_list(const struct item *it, union record *out)
{
	struct list *l = &out->list;

	if (!list_any(it->ctx, it->row->id, l))
		return false;
	if (it->row->gone) {
		l->updated_at = l->deleted_at = it->row->stamp;
		l->title = DELETED_TEXT;
	}
	return true;
}

static bool
read_group(const struct item *it, union record *out)
{
	return only_group(q_group_any(it->ctx->db, it->ctx->user,
	    it->row->id), it->ctx->arena, &out->group);
}

static bool
read_task(const struct item *it, union record *out)
{
	return only_task(q_task_any(it->ctx->db, it->ctx->user, it->row->id),
	    it->ctx->arena, &out->task) && (it->view->list == NULL ||
	    same_id(out->task.list_id, it->view->list));
}

/* The caller may lose the task's new list before they read the task's own row.
 * A stamp beyond this row's would let them continue too far. */
static bool
read_moved_within_reach(const struct item *it, struct task *t)
{
	const struct feed_row *row = it->row;

	if (!only_task(q_task_seen(it->ctx->db, it->ctx->user, row->id,
	    row->stamp), it->ctx->arena, t))
		return false;
	t->stamp = row->stamp;
	if (t->deleted_at != 0)
		t->deleted_at = row->stamp;
	return true;
}

/*
 * The tombstone of a task that was moved away.  In the feed, users who could
 * already reach the task's new list get the task as it is now.
 */
static bool
read_moved(const struct item *it, union record *out)
{
	const struct feed_row *row = it->row;
	struct ctx *c = it->ctx;
	struct moved_read_row moved;

	if (it->live)
		return false;
	if (it->view->list == NULL && read_moved_within_reach(it, &out->task))
		return true;
	if (!only_moved_read(q_moved_read(c->db, row->scope, row->id),
	    c->arena, &moved))
		return false;
	out->task = (struct task){ .id = row->id, .list_id = row->scope,
	    .title = DELETED_TEXT, .rank = moved.rank,
	    .created_at = moved.created_at, .stamp = row->stamp,
	    .deleted_at = row->stamp };
	recurrence_end(&out->task);
	return true;
}

static bool
read_step(const struct item *it, union record *out)
{
	return step_any(it->ctx, it->row->id, &out->step) &&
	    (it->view->task == NULL ||
	    same_id(out->step.task_id, it->view->task));
}

static bool
read_tag(const struct item *it, union record *out)
{
	return tag_any(it->ctx, it->row->id, &out->tag);
}

/* A set without tags is as good as deleted. */
static bool
read_tag_set(const struct item *it, union record *out)
{
	return tag_set_get(it->ctx, it->row->id, &out->tag_set) == DONE &&
	    !(it->live && out->tag_set.count == 0);
}

static bool
read_attachment(const struct item *it, union record *out)
{
	struct attachment *f = &out->attachment;

	if (!it->row->gone)
		return attachment_any(it->ctx, it->row->id, f);
	if (!only_attachment(q_attachment_by_id(it->ctx->db, it->row->id),
	    it->ctx->arena, f))
		return false;
	f->list_id = it->row->scope;
	f->filename = DELETED_TEXT;
	f->stamp = f->deleted_at = it->row->stamp;
	return true;
}

static bool
read_my_day(const struct item *it, union record *out)
{
	struct my_day *d = &out->my_day;

	if (!it->row->gone)
		return my_day_any(it->ctx, it->row->id, d);
	if (!only_my_day(q_my_day_get(it->ctx->db, it->ctx->user,
	    it->row->id), it->ctx->arena, d))
		return false;
	d->list_id = it->row->scope;
	d->stamp = d->updated_at = d->deleted_at = it->row->stamp;
	return true;
}

static bool
change_read_member(const struct item *it, union record *out)
{
	return member_read(it->ctx, it->row->scope, it->row->id,
	    &out->member);
}

static bool
read_me(const struct item *it, union record *out)
{
	return user_get(it->ctx, it->ctx->user, &out->me);
}

static bool
read_setting(const struct item *it, union record *out)
{
	return setting_by_id(it->ctx, it->row->id, &out->setting);
}

/* How the record of a row is read; false if the caller cannot see it. */
static const struct {
	const struct record_kind *kind;
	bool			(*read)(const struct item *, union record *);
} changes[FEED__MAX] = {
	[FEED_LIST] = { &kind_list, change_read_list },
	[FEED_GROUP] = { &kind_group, read_group },
	[FEED_TASK] = { &kind_task, read_task },
	[FEED_MOVED] = { &kind_task, read_moved },
	[FEED_STEP] = { &kind_step, read_step },
	[FEED_TAG] = { &kind_tag, read_tag },
	[FEED_TAG_SET] = { &kind_tag_set, read_tag_set },
	[FEED_ATTACHMENT] = { &kind_attachment, read_attachment },
	[FEED_MY_DAY] = { &kind_my_day, read_my_day },
	[FEED_MEMBER] = { &kind_member, change_read_member },
	[FEED_ME] = { &kind_me, read_me },
	[FEED_SETTING] = { &kind_setting, read_setting },
};

static bool
read_change(const struct item *it, union record *out)
{
	const struct record_kind *kind = changes[it->row->kind].kind;

	return changes[it->row->kind].read(it, out) &&
	    it->row->stamp >= record_stamp(out, kind->row_stamp) &&
	    !(it->live && record_stamp(out, kind->deleted_at) != 0);
}

bool
change_show(struct req *rq, struct jw *jw, const struct feed_view *view,
    const struct feed_row *row, bool live)
{
	const struct item it = { &rq->ctx, view, row, live };
	union record record;

	if (!read_change(&it, &record))
		return false;
	show_record(jw, &rq->ctx, changes[row->kind].kind, &record,
	    view->with_kind);
	return true;
}

bool
change_visible(struct req *rq, const struct feed_view *view,
    const struct feed_row *row, bool live)
{
	union record record;

	return read_change(&(const struct item){ &rq->ctx, view, row, live },
	    &record);
}

const struct record_kind *
change_kind(enum feed_kind kind)
{
	return changes[kind].kind;
}
