/*
 * /me/feeds: calendar feeds; /feeds/{secret}/tasks.ics: what one shows.
 */
#include <string.h>

#include "base/base.h"
#include "base/date.h"
#include "base/hash.h"
#include "base/settings/settings.h"
#include "base/zone.h"
#include "core/feed.h"
#include "core/field.h"
#include "core/limits.h"
#include "core/task/item.h"
#include "core/user/calendar_feed.h"
#include "core/user/token.h"
#include "ical/calendar.h"
#include "ical/event.h"
#include "ical/overlay.h"
#include "ical/task.h"
#include "query/calendar_feed.h"
#include "web/body.h"
#include "web/etag.h"
#include "web/lists.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

#define CACHED		"private, max-age=900"

static const struct field new_feed[] = {
	{ .name = "name", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "as", .type = F_WORD, .words = calendar_feed_as },
	{ .name = "listIds", .type = F_IDS, .flags = F_NULL, .min = 1,
	    .max = CAP_TOKEN_LISTS },
	{ .name = "done", .type = F_BOOL },
	{ .name = "reminders", .type = F_BOOL },
	{ .name = NULL }
};

static void
put_feed(struct jw *jw, const struct calendar_feed *f)
{
	jw_put_text(jw, "id", f->id);
	jw_put_text(jw, "name", f->name);
	jw_put_text(jw, "as", calendar_feed_as[(f->token & (FEED_EVENTS |
	    FEED_TODOS)) - 1]);
	lists_put(jw, "listIds", f->token & FEED_LISTS ? f->lists : NULL,
	    (size_t)f->lists_len);
	jw_put_bool(jw, "done", (f->token & FEED_DONE) != 0);
	jw_put_bool(jw, "reminders", (f->token & FEED_REMINDERS) != 0);
	jw_put_stamp(jw, "createdAt", f->created_at);
	jw_put_stamp_or_null(jw, "lastUsedAt", f->used_at);
}

static void
feed_item_put(struct req *rq, struct jw *jw, struct rows *r)
{
	struct calendar_feed f;

	row_calendar_feed(r, rq->ctx.arena, &f);
	jw_object(jw);
	put_feed(jw, &f);
	jw_object_end(jw);
}

/* GET /me/feeds: 200. */
static void
get_feeds(struct req *rq)
{
	answer_listing(rq, q_calendar_feed_list(rq->ctx.db, rq->ctx.user),
	    feed_item_put);
}

/* The site before /api/v1, for programs elsewhere. */
static const char *
site_of(struct req *rq)
{
	const char *own = rq->ctx.settings->base_url;

	return own[0] != '\0' || rq->in.host[0] == '\0' ? link_base(rq) :
	    arena_printf(rq->ctx.arena, "%s://%s%s",
	    rq->in.https ? "https" : "http", rq->in.host, rq->in.base);
}

/* POST /me/feeds: 201, the address shown once; 422 validation-failed,
 * limit-reached. */
static void
create_feed(struct req *rq)
{
	const char *as = field_text(rq, "as");
	struct calendar_feed f = { .name = field_text(rq, "name"),
		.token = FEED_EVENTS };
	struct jw *jw;
	size_t len;
	enum outcome o;
	int i;

	for (i = 0; as != NULL && calendar_feed_as[i] != NULL; i++)
		if (as == calendar_feed_as[i])
			f.token = i + 1;
	f.token |= (field_bool(rq, "done") ? FEED_DONE : 0) |
	    (field_bool(rq, "reminders") ? FEED_REMINDERS : 0);
	if (field_has_value(rq, "listIds")) {
		if ((f.lists = lists_read(rq, "listIds", &len)) == NULL)
			return;
		f.lists_len = (int64_t)len;
		f.token |= FEED_LISTS;
	}
	if ((o = calendar_feed_make(&rq->ctx, &f)) != CREATED) {
		refuse(rq, o);
		return;
	}
	jw = reply(rq, 201);
	jw_object(jw);
	put_feed(jw, &f);
	jw_put_text(jw, "url", arena_printf(rq->ctx.arena,
	    "%s/api/v1/feeds/%s/tasks.ics", site_of(rq), f.secret));
	jw_object_end(jw);
}

/* DELETE /me/feeds/{feedId}: 204; 404 feed-not-found. */
static void
end_feed(struct req *rq)
{
	answer_deleted(rq, calendar_feed_end(&rq->ctx, rq->arg[0]));
}

/* What the answer depends on: it is the same as long as this is. */
static const char *
feed_etag(struct req *rq, const struct calendar_feed *f)
{
	int32_t today;
	int64_t usec;

	zone_local(rq->ctx.zone, rq->ctx.now, &today, &usec);
	return arena_printf(rq->ctx.arena, "\"%s\"", hash_text(rq->ctx.arena,
	    arena_printf(rq->ctx.arena, "%lld %lld %d %s %s",
	    (long long)feed_newest(&rq->ctx, NULL), (long long)f->token,
	    f->token & FEED_DONE ? (int)today : 0, f->name, site_of(rq))));
}

static bool
feed_touch(struct req *rq)
{
	calendar_feed_touch(&rq->ctx, rq->arg[0]);
	return false;
}

static void
put_feed_task(struct req *rq, struct calendar *c, const struct calendar_feed *f,
    const struct item *i)
{
	struct arena *a = rq->ctx.arena;
	struct todo t;

	todo_of_item(&rq->ctx, i, &t);
	if ((f->token & FEED_EVENTS) && t.due_date != NULL)
		event_write(a, c, &t, arena_printf(a, "%s/#/l/%s/t/%s",
		    site_of(rq), i->list_id, i->id),
		    (f->token & FEED_REMINDERS) != 0);
	if (!(f->token & FEED_TODOS))
		return;
	if (!(f->token & FEED_REMINDERS))
		t.reminder_at = 0;
	if (t.due_time != NULL && t.due_zone != NULL)
		calendar_add_zone(c, t.due_zone);
	todo_write_part(a, &c->out, &t);
}

static void
put_tasks(struct req *rq, struct calendar *c, const struct calendar_feed *f)
{
	struct arena *lasting = rq->ctx.arena, *one = arena_new();
	struct item i = { .id = NULL };
	int64_t since = f->token & FEED_DONE ? rq->ctx.now -
	    rq->ctx.settings->completed_days * DAY : INT64_MAX;
	struct rows *r = rows_many(q_calendar_feed_tasks(rq->ctx.db,
	    rq->ctx.user, !(f->token & FEED_TODOS), since));

	rq->ctx.arena = one;
	while (next_feed_item(r, one, &i)) {
		put_feed_task(rq, c, f, &i);
		if (rq->reply.out.len >= LONG_BYTES)
			rq->reply.drain(rq, &rq->reply.out);
		arena_reset(one);
	}
	rq->ctx.arena = lasting;
	arena_free(one);
}

/* GET /feeds/{secret}/tasks.ics: 200 text/calendar; 304; 403
 * second-factor-needed; 404, whatever is wrong with the secret. */
static void
get_tasks_ics(struct req *rq)
{
	struct calendar_feed f;
	struct calendar c;
	enum outcome o = calendar_feed_use(&rq->ctx, rq->arg[0], &f);

	if (o != DONE) {
		refuse(rq, o);
		return;
	}
	if (f.used_at < rq->ctx.now - HOUR)
		rq->rest = feed_touch;
	rq->reply.cache = CACHED;
	reply_header(rq, "X-Robots-Tag", "noindex");
	rq->reply.etag = feed_etag(rq, &f);
	rq->reply.status = 200;
	rq->reply.type = "text/calendar; charset=utf-8";
	if (etag_matches(rq->in.env[ENV_HTTP_IF_NONE_MATCH], rq->reply.etag)) {
		answer_empty(rq, 304);
		return;
	}
	calendar_begin(&c, rq->ctx.arena, &rq->reply.out, f.name);
	ical_put_line(&c.out, "REFRESH-INTERVAL;VALUE=DURATION:", "PT1H");
	ical_put_line(&c.out, "X-PUBLISHED-TTL:", "PT1H");
	put_tasks(rq, &c, &f);
	calendar_end(&c);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/feeds", .handle = get_feeds,
	    .flags = R_NO_ETAG | R_ALONE, .token = TOKEN_READ },
	{ .method = "POST", .path = "/me/feeds", .handle = create_feed,
	    .flags = R_WRITE | R_NO_STORE | R_ALONE, .fields = new_feed,
	    .scope = SCOPE_USER },
	{ .method = "DELETE", .path = "/me/feeds/{feedId}",
	    .handle = end_feed, .flags = R_WRITE | R_ALONE,
	    .scope = SCOPE_USER },
	{ .method = "GET", .path = "/feeds/{secret}/tasks.ics",
	    .handle = get_tasks_ics, .flags = R_PUBLIC | R_ANY_TYPE |
	    R_ALONE | R_LONG },
	{ .method = NULL }
};

const struct route_group feeds_group = { .name = "feeds", .routes = routes };
