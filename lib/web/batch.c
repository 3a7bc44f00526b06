#include "web/batch.h"

#include <string.h>

#include "base/base.h"
#include "base/date.h"
#include "core/limits.h"
#include "db/db.h"
#include "web/body.h"
#include "web/env.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/serve.h"

#define BATCH_TIME	(5 * SECOND)

static const struct field row_fields[] = {
	{ .name = "method", .type = F_TEXT, .flags = F_REQUIRED },
	{ .name = "path", .type = F_TEXT, .flags = F_REQUIRED },
	{ .name = "body", .type = F_JSON },
	{ .name = "idempotencyKey", .type = F_TEXT },
	{ .name = "ifMatch", .type = F_TEXT },
	{ .name = NULL }
};

const struct field batch_fields[] = {
	{ .name = "requests", .type = F_ITEMS, .flags = F_REQUIRED, .min = 1,
	    .max = CAP_BATCH, .sub = row_fields },
	{ .name = "stopOnError", .type = F_BOOL },
	{ .name = NULL }
};

struct row {
	struct req	 rq;		/* first: drain_row() gets a pointer to
					 * it */
	struct req	*batch;
	bool		 begun;		/* begin_answer() was called */
};

/* Writes a header of the row's answer, if it has that one. */
static void
put_header(struct jw *jw, struct req *rq, const char *name)
{
	const char *p = rq->reply.headers.data, *end;
	const char *stop = p + rq->reply.headers.len;
	const char *lead = arena_printf(rq->ctx.arena, "%s: ", name);
	size_t n = strlen(lead);

	for (; p < stop; p = end + 2) {
		end = memmem(p, (size_t)(stop - p), "\r\n", 2);
		if ((size_t)(end - p) > n && memcmp(p, lead, n) == 0) {
			jw_put_text(jw, name, arena_dup(rq->ctx.arena, p + n,
			    (size_t)(end - p) - n));
			return;
		}
	}
}

static void
batch_put_headers(struct jw *jw, struct req *rq)
{
	static const char *const names[] = { "ETag", "Link", "Location",
		"Retry-After", "Idempotent-Replayed" };
	size_t i;

	jw_name(jw, "headers");
	jw_object(jw);
	if (rq->reply.etag != NULL)
		jw_put_text(jw, "ETag", rq->reply.etag);
	for (i = 0; i < COUNT(names); i++)
		put_header(jw, rq, names[i]);
	jw_object_end(jw);
}

/* Writes everything except the body, which is JSON already and follows
 * unchanged. */
static void
begin_answer(struct row *row)
{
	struct req *rq = &row->rq;
	struct jw *jw = &row->batch->reply.jw;

	jw_object(jw);
	jw_put_int(jw, "status", rq->reply.status);
	if (rq->reply.etag != NULL || rq->reply.headers.len > 0)
		batch_put_headers(jw, rq);
	if (!rq->in.head && rq->reply.type != NULL)
		jw_name(jw, "body");
	row->begun = true;
}

static void
drain_row(void *arg, struct buf *out)
{
	struct row *row = arg;
	struct req *batch = row->batch;

	row->rq.reply.passed_on = true;
	if (!row->begun)
		begin_answer(row);
	if (!row->rq.in.head)
		buf_add(&batch->reply.out, out->data, out->len);
	out->len = 0;
	if (batch->reply.out.len >= batch->reply.jw.drain_at)
		batch->reply.drain(batch, &batch->reply.out);
}

static void
run_row(struct row *row, const struct values *v)
{
	struct req *rq = &row->rq;
	const struct value *body = value_of(v, "body");

	if (!env_of_batch(rq, row->batch, value_of(v, "method")->text,
	    value_of(v, "path")->text))
		return;
	rq->in.env[ENV_CONTENT_TYPE] = "application/json";
	rq->in.env[ENV_HTTP_IF_MATCH] = value_of(v, "ifMatch")->text;
	rq->in.env[ENV_HTTP_IDEMPOTENCY_KEY] =
	    value_of(v, "idempotencyKey")->text;
	rq->body.text = body->given ? body->text : "";
	rq->body.len = strlen(rq->body.text);
	serve_row(rq);
}

/* Runs a row or, if there is a problem, answers that; returns its status. */
static int
answer_row(struct req *batch, const struct values *v, struct arena *arena,
    enum outcome problem)
{
	struct row row = { .batch = batch, .rq = { .protocol = batch->protocol,
	    .groups = batch->groups,
	    .in = { .method = "POST", .path = "", .query = "" },
	    .reply = { .drain = drain_row } } };
	struct req *rq = &row.rq;

	rq->ctx = (struct ctx){ .db = batch->ctx.db, .arena = arena,
	    .settings = batch->ctx.settings, .now = clock_now(),
	    .zone = "UTC", .signal = batch->ctx.signal,
	    .origin = batch->ctx.origin };
	if (problem != DONE)
		refuse(rq, problem);
	else
		run_row(&row, v);
	drain_row(&row, &rq->reply.out);
	jw_object_end(&batch->reply.jw);
	buf_free(&rq->reply.headers);
	buf_free(&rq->reply.out);
	return rq->reply.status;
}

void
batch_run(struct req *rq)
{
	const struct value *requests = field(rq, "requests");
	bool stop = field_bool(rq, "stopOnError");
	int64_t until = clock_now() + BATCH_TIME;
	struct arena *one = arena_new();
	struct jw *jw = reply_long(rq, 200);
	enum outcome problem = DONE;
	size_t i;

	jw_object(jw);
	jw_name(jw, "responses");
	jw_array(jw);
	db_gather(rq->ctx.db, true);
	for (i = 0; i < requests->count; i++) {
		if (problem == DONE && clock_now() > until)
			problem = BUSY;
		if (answer_row(rq, &requests->rows[i], one, problem) >= 400 &&
		    stop)
			problem = NOT_ATTEMPTED;
		db_gathered(rq->ctx.db, true);
		arena_reset(one);
	}
	db_gather(rq->ctx.db, false);
	jw_array_end(jw);
	jw_object_end(jw);
	arena_free(one);
}
