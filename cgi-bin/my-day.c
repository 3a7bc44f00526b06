/*
 * /me/my-day.
 */
#include <string.h>

#include "base/date.h"
#include "core/feed.h"
#include "core/task/my_day.h"
#include "core/user/token.h"
#include "query/my_day.h"
#include "web/body.h"
#include "web/listing.h"
#include "web/page.h"
#include "web/query_param.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

static const struct field day_entry[] = {
	RECORD(my_day, F_SET),
	{ .name = NULL }
};

static struct rows *
day_rows(struct req *rq, const struct cursor *at, int64_t count)
{
	return q_my_day_page(rq->ctx.db, rq->ctx.user, NULL, at->key, at->id,
	    count);
}

static void
day_item(struct req *rq, struct jw *jw, struct rows *r, struct cursor *at)
{
	struct my_day d;

	row_my_day(r, rq->ctx.arena, &d);
	show_record(jw, &rq->ctx, &kind_my_day, &d, false);
	*at = (struct cursor){ d.added_on, d.task_id };
}

static void
entry_of_day(struct req *rq, struct jw *jw, struct rows *r)
{
	struct cursor unused;

	day_item(rq, jw, r, &unused);
}

static void
get_one_day(struct req *rq, const char *day)
{
	if (!listing_unchanged(rq, feed_newest(&rq->ctx, NULL), day))
		answer_listing(rq, q_my_day_page(rq->ctx.db, rq->ctx.user,
		    day, "", NULL, -1), entry_of_day);
}

/* GET /me/my-day: all entries, which can be synced; with `date`, those of one
 * day; 422 validation-failed. */
static void
get_day(struct req *rq)
{
	const char *date = query_param(rq, "date");
	int32_t day;

	if (rq->reply.refused)
		return;
	if (date == NULL)
		answer_collection(rq, &(struct collection){
		    .feed.kinds = 1 << FEED_MY_DAY, .rows = day_rows,
		    .show = day_item });
	else if (strcmp(date, "today") == 0)
		get_one_day(rq, my_day_today(&rq->ctx));
	else if (date_parse(date, &day))
		get_one_day(rq, date);
	else {
		field_error(rq, "/date", "invalid-format",
		    "The parameter date must be a date or today.");
		refuse(rq, VALIDATION_FAILED);
	}
}

/* PUT /me/my-day/{taskId}: 200 entry; 404 task-not-found. */
static void
put_day(struct req *rq)
{
	struct my_day d;

	answer_record(rq, my_day_put(&rq->ctx, rq->arg[0],
	    field_text(rq, "addedOn"), &d), &kind_my_day, &d);
}

/* DELETE /me/my-day/{taskId}: 204; 404 task-not-found. */
static void
delete_day(struct req *rq)
{
	answer_deleted(rq, my_day_delete(&rq->ctx, rq->arg[0]));
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/my-day", .handle = get_day,
	    .flags = R_PAGED, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "PUT", .path = "/me/my-day/{taskId}", .handle = put_day,
	    .flags = R_WRITE | R_VIEWER | R_BODY_OPTIONAL, .fields = day_entry,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = "DELETE", .path = "/me/my-day/{taskId}",
	    .handle = delete_day, .flags = R_WRITE | R_VIEWER,
	    .scope = SCOPE_TASK, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group my_day_group = { .name = "my-day", .routes = routes };
