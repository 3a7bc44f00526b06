/*
 * How the service is, and what it is: /health, /ready, /openapi.json.  Also the
 * program that answers for every path that is nobody else's.
 */
#include <sys/statvfs.h>

#include "base/settings/settings.h"
#include "base/version.h"
#include "query.h"
#include "web/request.h"
#include "web/serve.h"

#define RESERVE_BYTES	(INT64_C(64) * 1024 * 1024)

/* doc/openapi.json, as it is. */
extern const char openapi_json[];
extern const uint64_t openapi_json_size;
__asm__(".section .rodata\n"
    ".global openapi_json, openapi_json_size\n"
    "openapi_json:\n"
    ".incbin \"doc/openapi.json\"\n"
    "0: .balign 8\n"
    "openapi_json_size: .quad 0b - openapi_json\n"
    ".previous\n");

/* GET /health: 200 {status, version}; 503 where the database cannot be read. */
static void
get_health(struct req *rq)
{
	struct jw *jw;

	q_state_last_stamp(rq->ctx.db);
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "status", "ok");
	jw_put_text(jw, "version", DOCKET_VERSION);
	jw_object_end(jw);
}

static bool
has_reserve(struct req *rq)
{
	struct statvfs v;

	return statvfs(rq->ctx.settings->data, &v) == 0 &&
	    (int64_t)(v.f_bavail * v.f_frsize) >= RESERVE_BYTES;
}

/* GET /ready: 200, or 503 not-ready with the checks that fail. */
static void
get_ready(struct req *rq)
{
	const char *failing[2];
	size_t n = 0, i;
	struct jw *jw;

	if (rq->ctx.settings->reminders == REMINDERS_ON &&
	    rows_one(q_state_reminded_at(rq->ctx.db), 0) <
	    rq->ctx.now - REMINDER_OVERDUE)
		failing[n++] = "reminders";
	if (!has_reserve(rq))
		failing[n++] = "disk";
	if (n == 0) {
		jw = reply(rq, 200);
		jw_object(jw);
		jw_put_text(jw, "status", "ready");
		jw_object_end(jw);
		return;
	}
	refuse_open(rq, NOT_READY);
	jw = &rq->jw;
	jw_name(jw, "failing");
	jw_array(jw);
	for (i = 0; i < n; i++)
		jw_text(jw, failing[i]);
	jw_array_end(jw);
	jw_object_end(jw);
}

/* GET /openapi.json: 200. */
static void
get_openapi(struct req *rq)
{
	reply(rq, 200);
	buf_add(&rq->out, openapi_json, openapi_json_size);
}

static const struct route routes[] = {
	{ "GET", "/health", get_health, R_PUBLIC | R_NO_ETAG, NULL, NULL },
	{ "GET", "/ready", get_ready, R_PUBLIC | R_NO_ETAG, NULL, NULL },
	{ "GET", "/openapi.json", get_openapi, R_PUBLIC | R_NO_DATABASE, NULL,
	    NULL },
	{ NULL, NULL, NULL, 0, NULL, NULL }
};

const struct route_group status_group = { "status", routes, NULL };

int
main(void)
{
	return cgi_main(&status_group);
}
