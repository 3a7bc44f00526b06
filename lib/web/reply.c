#include "web/reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/settings/settings.h"
#include "core/file/content.h"
#include "core/record.h"
#include "web/etag.h"
#include "web/problem.h"
#include "web/protocol.h"
#include "web/request.h"
#include "web/show.h"

void
reply_no_file(struct req *rq)
{
	content_close(rq->reply.file);
	rq->reply.file = NULL;
}

void
reply_reset(struct req *rq, size_t headers)
{
	struct req_reply *re = &rq->reply;

	reply_no_file(rq);
	*re = (struct req_reply){ .headers = re->headers, .out = re->out,
	    .drain = re->drain };
	re->headers.len = headers;
	re->out.len = 0;
}

static void
begin_json(struct req *rq, int status)
{
	rq->reply.status = status;
	rq->reply.type = "application/json";
	rq->reply.out.len = 0;
	rq->reply.jw = (struct jw){ .out = &rq->reply.out };
}

struct jw *
reply_long(struct req *rq, int status)
{
	begin_json(rq, status);
	rq->reply.jw.drain = rq->reply.drain;
	rq->reply.jw.drain_arg = rq;
	rq->reply.jw.drain_at = LONG_BYTES;
	return &rq->reply.jw;
}

struct jw *
reply(struct req *rq, int status)
{
	if (strcmp(rq->in.method, "GET") == 0)
		return reply_long(rq, status);
	begin_json(rq, status);
	return &rq->reply.jw;
}

void
answer_empty(struct req *rq, int status)
{
	rq->reply.status = status;
	rq->reply.type = NULL;
	rq->reply.out.len = 0;
}

void
reply_header(struct req *rq, const char *name, const char *fmt, ...)
{
	char value[2048];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(value, sizeof(value), fmt, ap);
	va_end(ap);
	buf_printf(&rq->reply.headers, "%s: %s\r\n", name, value);
}

const char *
link_base(struct req *rq)
{
	const char *own = rq->ctx.settings->base_url;

	return own[0] != '\0' ? own : rq->in.base;
}

void
reply_location(struct req *rq, const char *fmt, ...)
{
	char path[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	reply_header(rq, "Location", "%s/api/v1%s", link_base(rq), path);
}

void
field_error(struct req *rq, const char *pointer, const char *code,
    const char *detail)
{
	if (rq->reply.error_count < ERRORS_MAX)
		rq->reply.errors[rq->reply.error_count++] =
		    (struct field_error){ pointer, code, detail };
}

static void
write_errors(struct req *rq, struct jw *jw)
{
	size_t i;

	if (rq->reply.error_count == 0)
		return;
	jw_name(jw, "errors");
	jw_array(jw);
	for (i = 0; i < rq->reply.error_count; i++) {
		jw_object(jw);
		jw_put_text(jw, "pointer", rq->reply.errors[i].pointer);
		jw_put_text(jw, "code", rq->reply.errors[i].code);
		jw_put_text(jw, "detail", rq->reply.errors[i].detail);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

static void
open_problem(struct req *rq, enum outcome problem, const char *detail)
{
	const struct problem *p = problem_of(problem);
	char type[64];		/* there may be no memory */
	struct jw *jw;

	rq->reply.headers.len = 0;
	rq->reply.refused = true;
	rq->reply.etag = NULL;
	jw = reply(rq, p->status);
	jw->drain = NULL;
	rq->reply.type = "application/problem+json";
	if (p->status == 401)
		reply_header(rq, "WWW-Authenticate", "Bearer");
	if (problem == BUSY)
		reply_header(rq, "Retry-After", "1");
	jw_object(jw);
	snprintf(type, sizeof(type), "/problems/%s", p->code);
	jw_put_text(jw, "type", type);
	jw_put_text(jw, "title", p->title);
	jw_put_int(jw, "status", p->status);
	jw_put_text(jw, "code", p->code);
	if (detail != NULL)
		jw_put_text(jw, "detail", detail);
	/* Who may not call the route learns nothing about its body. */
	if (p->status != 401 && p->status != 403)
		write_errors(rq, jw);
}

struct jw *
refuse_open(struct req *rq, enum outcome problem)
{
	open_problem(rq, problem, NULL);
	return &rq->reply.jw;
}

static void
refuse_with(struct req *rq, enum outcome problem, const char *detail)
{
	if (rq->protocol->refuse != NULL) {
		rq->reply.headers.len = rq->reply.out.len = 0;
		rq->reply.refused = true;
		rq->reply.etag = NULL;
		rq->protocol->refuse(rq, problem_of(problem), detail);
		return;
	}
	open_problem(rq, problem, detail);
	jw_object_end(&rq->reply.jw);
}

void
refuse(struct req *rq, enum outcome problem)
{
	refuse_with(rq, problem, NULL);
}

void
refuse_because(struct req *rq, enum outcome problem, const char *fmt, ...)
{
	char detail[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(detail, sizeof(detail), fmt, ap);
	va_end(ap);
	refuse_with(rq, problem, detail);
}

void
answer_record(struct req *rq, enum outcome o, const struct record_kind *kind,
    const void *record)
{
	struct jw *jw;

	if (o != DONE && o != CREATED && o != EXISTED) {
		refuse(rq, o);
		return;
	}
	jw = reply(rq, o == CREATED ? 201 : 200);
	if (kind->version != 0)
		rq->reply.etag = etag_of_stamp(rq, record_stamp(record,
		    kind->version));
	show_record(jw, &rq->ctx, kind, record, false);
}

void
answer_deleted(struct req *rq, enum outcome o)
{
	if (o == DONE)
		answer_empty(rq, 204);
	else
		refuse(rq, o);
}
