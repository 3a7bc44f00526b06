/*
 * All data of a user: the feed of changes, tasks of all lists, the trash,
 * search, the export, deleting completed tasks.
 */
#include <string.h>
#include <uuid/uuid.h>

#include "base/date.h"
#include "core/batch/export.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/list/list.h"
#include "core/task/search.h"
#include "core/task/task.h"
#include "core/user/token.h"
#include "export/export.h"
#include "export/texts.h"
#include "query/listing.h"
#include "query/task.h"
#include "web/change.h"
#include "web/listing.h"
#include "web/page.h"
#include "web/query_param.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

/* GET /me/changes: the feed of all collections. */
static void
get_changes(struct req *rq)
{
	answer_collection(rq, &(struct collection){
	    .feed.kinds = FEED_ALL, .feed.with_kind = true,
	    .most = PAGE_WHOLE });
}

/* GET /me/trash: what the caller can restore, newest first; 422
 * validation-failed, invalid-since.  `next` is the deletion time of the last
 * item. */
static void
get_trash(struct req *rq)
{
	const struct feed_view view = { .with_kind = true };
	int64_t before = INT64_MAX, n;
	struct trash_page_row row;
	char stamp[STAMP_SIZE];
	bool more = false;
	struct listing l;
	struct rows *r;
	struct jw *jw;

	if (!listing_read(rq, &l))
		return;
	if (l.after != NULL && !stamp_parse(l.after, &before)) {
		listing_bad_after(rq);
		return;
	}
	if (listing_unchanged(rq, feed_newest(&rq->ctx, NULL), ""))
		return;
	r = q_trash_page(rq->ctx.db, rq->ctx.user, rq->ctx.now - RESTORABLE,
	    before, l.limit + 1);
	jw = listing_begin(rq);
	for (n = 0; next_trash_page(r, rq->ctx.arena, &row); n++) {
		if ((more = n == l.limit)) {
			rows_end(r);
			break;
		}
		change_show(rq, jw, &view, &(struct feed_row){
		    .stamp = INT64_MAX, .kind = (enum feed_kind)row.kind,
		    .id = row.id, .scope = row.scope }, false);
		before = row.deleted_at;
	}
	listing_end(jw, more ? stamp_format(before, stamp) : NULL, more);
}

/* The filters of GET /me/tasks; -1 and NULL: no filter. */
struct filter {
	const char	*list, *tag;
	int64_t		 done, starred, mine;
	const char	*from, *to;
};

static bool
read_filter(struct req *rq, struct filter *f)
{
	static const char *const truths[] = { "false", "true", NULL };
	static const char *const me[] = { "me", NULL };

	f->done = query_choice(rq, "done", truths, "Must be true or false.");
	f->starred = query_choice(rq, "starred", truths,
	    "Must be true or false.");
	f->mine = query_choice(rq, "assigned", me, "Must be me.");
	f->from = query_date(rq, "dueFrom");
	f->to = query_date(rq, "dueTo");
	f->list = query_param(rq, "listId");
	f->tag = query_param(rq, "tagId");
	if (!rq->reply.refused && rq->reply.error_count > 0)
		refuse(rq, VALIDATION_FAILED);
	return !rq->reply.refused;
}

/* Where a page begins: "DUE.LIST.RANK" of the last task before it, with "~" for
 * no due date. */
struct due_place {
	const char	*due, *list, *rank;
};

static bool
read_place(struct req *rq, const char *after, struct due_place *at)
{
	const char *dot, *rank;
	uuid_t id;

	*at = (struct due_place){ "", NULL, "" };
	if (after == NULL)
		return true;
	dot = strchr(after, '.');
	rank = dot == NULL ? NULL : strchr(dot + 1, '.');
	if (rank == NULL)
		return false;
	at->due = arena_dup(rq->ctx.arena, after, (size_t)(dot - after));
	at->list = arena_dup(rq->ctx.arena, dot + 1, (size_t)(rank - dot - 1));
	at->rank = rank + 1;
	return uuid_parse(at->list, id) == 0;
}

static struct rows *
due_rows(struct req *rq, const struct filter *f, const struct due_place *at,
    int64_t count)
{
	/* A date leaves out the tasks without one. */
	const char *from = f->from != NULL ? f->from : "";
	const char *to = f->to != NULL ? f->to : f->from != NULL ?
	    "9999-12-31" : "~";
	struct db *db = rq->ctx.db;

	if (f->tag != NULL)
		return q_task_tagged_page(db, rq->ctx.user, f->tag, f->list,
		    f->list == NULL, f->done, f->starred, f->mine != -1,
		    from, to, at->due, at->list, at->rank, count);
	return q_task_due_page(db, rq->ctx.user, f->list, f->list == NULL,
	    f->done, f->starred, f->mine != -1, from, to, at->due, at->list,
	    at->rank, count);
}

/* GET /me/tasks: 200, tasks of all lists by due date; 422 validation-failed,
 * invalid-since. */
static void
search_tasks(struct req *rq)
{
	struct task t, last = { .id = NULL };
	struct due_place at;
	const char *next = NULL;
	struct filter f;
	struct listing l;
	struct rows *r;
	struct jw *jw;
	int64_t n;

	if (!listing_read(rq, &l) || !read_filter(rq, &f))
		return;
	if (!read_place(rq, l.after, &at)) {
		listing_bad_after(rq);
		return;
	}
	if (listing_unchanged(rq, feed_newest(&rq->ctx, NULL), ""))
		return;
	r = due_rows(rq, &f, &at, l.limit + 1);
	jw = listing_begin(rq);
	for (n = 0; next == NULL && next_task(r, rq->ctx.arena, &t); n++) {
		if (n < l.limit) {
			show_record(jw, &rq->ctx, &kind_task, &t, false);
			last = t;
			continue;
		}
		next = arena_printf(rq->ctx.arena, "%s.%s.%s",
		    last.due_date != NULL ? last.due_date : "~", last.list_id,
		    last.rank);
		rows_end(r);
	}
	listing_end(jw, next, next != NULL);
}

static void
found_task(struct req *rq, struct jw *jw, struct rows *r)
{
	struct task t;

	row_task(r, rq->ctx.arena, &t);
	show_record(jw, &rq->ctx, &kind_task, &t, false);
}

/* GET /search?q=&limit=: 200 tasks, best first; 422 validation-failed. */
static void
search(struct req *rq)
{
	const char *q = query_param(rq, "q");
	struct rows *r = NULL;
	int64_t limit;

	if (rq->reply.refused)
		return;
	limit = query_limit(rq, SEARCH_RESULTS);
	if (rq->reply.refused && rq->reply.error_count == 0)
		return;
	if (q != NULL && strlen(q) <= QUERY_MAX)
		r = task_search(&rq->ctx, q, limit);
	if (r == NULL)
		field_error(rq, "/q", "invalid-format",
		    "The parameter q must contain a word.");
	if (rq->reply.error_count > 0) {
		refuse(rq, VALIDATION_FAILED);
		return;
	}
	answer_listing(rq, r, found_task);
}

/* Begins the answer of another form than JSON. */
static struct jw *
reply_saved(struct req *rq, const struct export_format *f, bool one)
{
	struct jw *jw = reply(rq, 200);

	rq->reply.type = export_type(f, one);
	reply_header(rq, "Content-Disposition",
	    "attachment; filename=\"docket.%s\"", export_extension(f, one));
	return jw;
}

/* The form that was asked for, of these; -1: none; otherwise refused. */
static int64_t
export_choice(struct req *rq, const char *const *names)
{
	const char *must = "";
	int i;

	for (i = 0; names[i] != NULL; i++)
		must = arena_printf(rq->ctx.arena, "%s%s%s", must,
		    i == 0 ? "Must be " : names[i + 1] == NULL ? " or " : ", ",
		    names[i]);
	return query_choice(rq, "format", names,
	    arena_printf(rq->ctx.arena, "%s.", must));
}

/* GET /me/export: 200, the personal data; 422 validation-failed. */
static void
export(struct req *rq)
{
	int64_t format = export_choice(rq, export_names);
	const struct export_format *f;
	struct jw *jw;

	if (rq->reply.error_count > 0)
		refuse(rq, VALIDATION_FAILED);
	else if (rq->reply.refused)
		return;
	else if (format > 0) {
		f = export_named(export_names[format]);
		export_lists(&rq->ctx, f, reply_saved(rq, f, false));
	} else {
		jw = reply(rq, 200);
		reply_header(rq, "Content-Disposition",
		    "attachment; filename=\"docket-export.json\"");
		export_write(&rq->ctx, jw, false, export_texts);
	}
}

/* GET /lists/{listId}/export: 200, the tasks; 404 list-not-found; 422
 * validation-failed. */
static void
export_one_list(struct req *rq)
{
	const char *const *names = export_names + 1;
	int64_t format = export_choice(rq, names);
	const struct export_format *f;
	struct list l;
	enum outcome o;

	if (rq->reply.refused)
		return;
	if (format == -1 && rq->reply.error_count == 0)
		field_error(rq, "/format", "required", "Is required.");
	if ((o = list_get(&rq->ctx, rq->arg[0], &l)) != DONE)
		refuse(rq, o);
	else if (rq->reply.error_count > 0)
		refuse(rq, VALIDATION_FAILED);
	else {
		f = export_named(names[format]);
		export_list(&rq->ctx, f, &l, reply_saved(rq, f, true));
	}
}

static int64_t
cleanup_portion(struct req *rq, int64_t max)
{
	return task_cleanup(&rq->ctx, max);
}

/* POST /me/completed-tasks/cleanup: 200 {removed}. */
static void
cleanup(struct req *rq)
{
	int64_t removed = rq->done + task_cleanup(&rq->ctx, PORTION);
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_put_int(jw, "removed", removed);
	jw_object_end(jw);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/changes", .handle = get_changes,
	    .flags = R_PAGED, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "GET", .path = "/me/tasks", .handle = search_tasks,
	    .flags = R_PAGED, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "GET", .path = "/me/trash", .handle = get_trash,
	    .flags = R_PAGED, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "GET", .path = "/search", .handle = search,
	    .flags = R_LONG, .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "GET", .path = "/me/export", .handle = export,
	    .flags = R_NO_ETAG | R_ALONE | R_LONG,
	    .token = TOKEN_READ | TOKEN_LIMITED },
	{ .method = "GET", .path = "/lists/{listId}/export",
	    .handle = export_one_list, .flags = R_NO_ETAG | R_ALONE | R_LONG,
	    .token = TOKEN_READ },
	{ .method = "POST", .path = "/me/completed-tasks/cleanup",
	    .handle = cleanup, .flags = R_WRITE | R_MAY_USE_RESERVE,
	    .portion = cleanup_portion, .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group data_group = { .name = "data", .routes = routes };
