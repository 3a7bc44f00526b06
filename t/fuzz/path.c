/*
 * Paths and query strings: only normalized paths are accepted, and lead to the
 * route whose pattern they match; parameters decode to what was encoded.
 */
#include <string.h>

#include "base/settings/settings.h"
#include "base/text.h"
#include "core/limits.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/web.h"
#include "web/env.h"
#include "web/protocol.h"
#include "web/query_param.h"
#include "web/route.h"

static int found;

bool
fuzz_reached(void)
{
	return found > 20;
}

static void
check_plain(const struct req *rq)
{
	/* The first two are refused later where a protocol allows escapes. */
	static const char *const never[] = {
		"%00", ";", "\\", "//", "/./", "/../", "?", "#", " "
	};
	const char *whole = arena_printf(rq->ctx.arena, "%s%s", rq->in.base,
	    rq->in.path);
	size_t i;

	for (i = rq->protocol->any_escapes ? 2 : 0;
	    i < sizeof(never) / sizeof(never[0]); i++)
		MUST(strstr(whole, never[i]) == NULL);
	for (i = 0; whole[i] != '\0'; i++)
		MUST(whole[i] > ' ' && whole[i] <= '~');
	MUST(rq->in.path[0] == '\0' || rq->in.path[0] == '/');
	MUST(strlen(rq->in.base) <= 512);
}

/* The pattern with its arguments is the path. */
static void
check_route(const struct req *rq)
{
	const char *p = rq->route->path;
	struct buf filled = { 0 };
	int n = 0;

	for (; *p != '\0'; p++) {
		if (*p != '{') {
			buf_add(&filled, p, 1);
			continue;
		}
		MUST(n < rq->args && strchr(rq->arg[n], '/') == NULL);
		buf_str(&filled, rq->arg[n++]);
		p += strcspn(p, "}");
	}
	MUST(n == rq->args && filled.len == strlen(rq->in.path) &&
	    memcmp(filled.data, rq->in.path, filled.len) == 0);
	MUST(strcmp(rq->route->method, rq->in.method) == 0);
	buf_free(&filled);
	found++;
}

static void
check_query(struct req *rq)
{
	static const char *const names[] = { "since", "limit", "q", "date" };
	const char *value;
	int64_t limit;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		rq->reply.refused = false;
		value = query_param(rq, names[i]);
		MUST(value == NULL || (!rq->reply.refused &&
		    text_valid(value, strlen(value))));
		MUST(value != NULL || !rq->reply.refused ||
		    rq->reply.status == 400);
	}
	rq->reply.refused = false;
	limit = query_limit(rq, 50);
	MUST(limit == -1 ? rq->reply.refused : limit >= 1 && limit <= PAGE_MAX);
}

/* Escaped byte by byte, a text comes out as it was. */
static void
check_escaped(struct req *rq, const char *text)
{
	struct buf b = { 0 };
	const char *p, *value;

	for (p = text; *p != '\0'; p++)
		buf_printf(&b, "%%%02X", (unsigned char)*p);
	rq->in.query = arena_printf(rq->ctx.arena, "x=%%&q=%.*s&qq=1",
	    (int)b.len, b.len == 0 ? "" : b.data);
	rq->reply.refused = false;
	value = query_param(rq, "q");
	if (text_valid(text, strlen(text)))
		MUST(value != NULL && strcmp(value, text) == 0);
	else
		MUST(value == NULL && rq->reply.refused);
	buf_free(&b);
}

static void
check(struct req *rq, struct input *in)
{
	static const char *const methods[] = {
		"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS",
		"TRACE"
	};
	struct arena *a = rq->ctx.arena;
	unsigned how = input_byte(in);
	const char *uri = input_upto(in, a, '\n');
	const char *asked = input_upto(in, a, '\n');
	char *envp[] = {
		arena_printf(a, "REQUEST_METHOD=%s", methods[how & 7]),
		arena_printf(a, how & 8 ? "PATH_INFO=%s" : "REQUEST_URI=%s",
		    uri),
		arena_printf(a, "QUERY_STRING=%s", asked),
		arena_printf(a, "SCRIPT_NAME=%s", how & 16 ? "/tasks" : ""),
		NULL
	};

	if (!env_read(rq, envp)) {
		MUST(rq->reply.refused && rq->reply.status == 400);
		return;
	}
	check_plain(rq);
	if (route_find(rq))
		check_route(rq);
	else	/* OPTIONS: 204, or 200 of CalDAV */
		MUST(rq->reply.status == 404 || rq->reply.status == 405 ||
		    (strcmp(rq->in.method, "OPTIONS") == 0 &&
		    rq->reply.status / 100 == 2));
	check_query(rq);
	check_escaped(rq, input_text(in, a));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const struct settings settings = { .base_url = "",
	    .cors_origins = "" };
	struct input in = { data, len };
	struct arena *a = arena_new();
	struct req rq;

	web_begin(&rq, a, &settings);
	check(&rq, &in);
	web_done(&rq);
	arena_free(a);
	return 0;
}
