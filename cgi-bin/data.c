/*
 * The whole of a user's data at once: the feed of changes, search, the export,
 * the cleanup of what is done.
 */
#include <string.h>

#include "core/batch/export.h"
#include "core/feed.h"
#include "core/task/task.h"
#include "query.h"
#include "web/page.h"
#include "web/portions.h"
#include "web/request.h"
#include "web/serve.h"
#include "web/show.h"

/* GET /me/changes: the feed over all collections. */
static void
get_changes(struct req *rq)
{
	answer_collection(rq, &(struct collection){ .kinds = FEED_ALL,
	    .kind_names = "kind", .most = PAGE_WHOLE });
}

/* GET /search?q=&limit=: 200 tasks, best first; 422 without a word. */
static void
search(struct req *rq)
{
	const char *q = query_param(rq, "q");
	struct rows *r = NULL;
	int64_t limit;
	struct task t;
	struct jw *jw;

	if (rq->refused)
		return;
	limit = page_limit(rq, SEARCH_RESULTS);
	if (rq->refused && rq->error_count == 0)
		return;
	if (q != NULL && strlen(q) <= QUERY_MAX)
		r = task_search(&rq->ctx, q, limit);
	if (r == NULL)
		field_error(rq, "/q", "invalid-format",
		    "The parameter q is to hold a word.");
	if (rq->error_count > 0) {
		refuse(rq, VALIDATION_FAILED);
		return;
	}
	jw = reply(rq, 200);
	jw_object(jw);
	jw_name(jw, "items");
	jw_array(jw);
	while (rows_next(r)) {
		row_task(r, rq->ctx.arena, &t);
		show_task(jw, &rq->ctx, &t, NULL);
	}
	jw_array_end(jw);
	jw_object_end(jw);
}

/* GET /me/export: 200, the personal data. */
static void
export(struct req *rq)
{
	struct jw *jw = reply(rq, 200);

	reply_header(rq, "Content-Disposition",
	    "attachment; filename=\"docket-export.json\"");
	export_write(&rq->ctx, jw);
}

static int64_t
cleanup_portion(struct req *rq, int64_t max)
{
	return task_cleanup(&rq->ctx, max);
}

static bool
before_cleanup(struct req *rq)
{
	int64_t *done = rq->prepared = arena_alloc(rq->ctx.arena,
	    sizeof(*done));

	return portions_run(rq, cleanup_portion, done);
}

/* POST /me/completed-tasks/cleanup: 200 {removed}. */
static void
cleanup(struct req *rq)
{
	const int64_t *done = rq->prepared;
	int64_t removed = *done + task_cleanup(&rq->ctx, REST);
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_put_int(jw, "removed", removed);
	jw_object_end(jw);
}

static const struct route routes[] = {
	{ "GET", "/me/changes", get_changes, R_PAGED, NULL, NULL },
	{ "GET", "/search", search, R_LONG, NULL, NULL },
	{ "GET", "/me/export", export, R_NO_ETAG | R_ALONE | R_LONG, NULL, NULL },
	{ "POST", "/me/completed-tasks/cleanup", cleanup,
	    R_WRITE | R_MAY_USE_RESERVE, NULL, before_cleanup },
	{ NULL, NULL, NULL, 0, NULL, NULL }
};

const struct route_group data_group = { "data", routes, NULL };

int
main(void)
{
	return cgi_main(&data_group);
}
