#include "core/task/my_day.h"

#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/zone.h"
#include "core/feed.h"
#include "core/record.h"
#include "core/task/task.h"
#include "query/my_day.h"

const struct field my_day_fields[] = {
	{ "taskId", F_UUID, F_REQUIRED | F_COPY, AT(my_day, task_id) },
	{ "listId", F_UUID, 0, AT(my_day, list_id) },
	{ "addedOn", F_DATE, F_SET | F_REQUIRED | F_COPY,
	    AT(my_day, added_on) },
	{ "updatedAt", F_STAMP, F_EXPORT, AT(my_day, updated_at) },
	{ "deletedAt", F_STAMP, F_GONE, AT(my_day, deleted_at) },
	{ .name = NULL }
};

const struct record_kind kind_my_day = { .name = "myDay",
	.fields = my_day_fields,
	.row_stamp = offsetof(struct my_day, stamp),
	.version = offsetof(struct my_day, updated_at),
	.deleted_at = offsetof(struct my_day, deleted_at) };

bool
my_day_any(struct ctx *c, const char *task, struct my_day *d)
{
	return only_my_day(q_my_day_any(c->db, c->user, task), c->arena, d);
}

const char *
my_day_today(struct ctx *c)
{
	int64_t usec;
	int32_t day;

	zone_local(c->zone, c->now, &day, &usec);
	return date_format(day, arena_alloc(c->arena, DATE_SIZE));
}

static void
my_day_store(struct ctx *c, struct my_day *d, int64_t old, bool deleted)
{
	d->stamp = (deleted ? feed_put_gone : feed_put)(c, c->user, old,
	    FEED_MY_DAY, d->task_id);
	d->updated_at = d->stamp;
	d->deleted_at = deleted ? d->stamp : 0;
	q_my_day_put(c->db, c->user, d->task_id, d->added_on, d->stamp,
	    d->deleted_at);
}

enum outcome
my_day_put(struct ctx *c, const char *task, const char *added_on,
    struct my_day *d)
{
	enum outcome o;
	struct task t;
	int64_t old = 0;

	if ((o = task_reach(c, task, &t)) != DONE)
		return o;
	if (added_on == NULL)
		added_on = my_day_today(c);
	if (only_my_day(q_my_day_get(c->db, c->user, task), c->arena, d)) {
		if (d->deleted_at == 0 && strcmp(d->added_on, added_on) == 0)
			return DONE;
		old = d->stamp;
	}
	d->task_id = t.id;
	d->list_id = t.list_id;
	d->added_on = added_on;
	my_day_store(c, d, old, false);
	return DONE;
}

enum outcome
my_day_delete(struct ctx *c, const char *task)
{
	struct my_day d;

	if (!my_day_any(c, task, &d) || d.deleted_at != 0)
		return TASK_NOT_FOUND;
	my_day_store(c, &d, d.stamp, true);
	return DONE;
}
