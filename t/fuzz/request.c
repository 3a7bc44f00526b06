/*
 * Whole requests, from their variables to the last byte of the answer: always a
 * well-formed answer, never an internal error; no stranger's data is revealed
 * or changed, and nothing is revealed to callers without a secret.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/read.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/world.h"

#define REQUESTS	12
#define LONG		65536	/* bytes of a body */
#define BETWEEN		"\n%%\n"	/* two requests of an input */

struct answer {
	int		 status;
	const char	*head;		/* lines, each ended by CRLF */
	const char	*body;
	size_t		 len;
};

static struct world *world;
static struct buf stranger;		/* what is Sid's, at first */
static bool seen[600];

static const char sids[] = "GET /api/v1/me/export\n"
    "HTTP_AUTHORIZATION=Bearer $S\n\n";

void
fuzz_begin(void)
{
	world = world_open();
	world_serve(world, sids, sizeof(sids) - 1, SIZE_MAX, &stranger);
	MUST(memmem(stranger.data, stranger.len, "qx7sid step", 11) != NULL);
	world_restore(world);
}

/* A corpus that only ever meets refusals shows nothing. */
bool
fuzz_reached(void)
{
	static const int wanted[] = { 200, 201, 204, 206, 304, 400, 401, 403,
	    404, 405, 406, 409, 411, 412, 413, 415, 416, 422, 429 };
	size_t i;
	bool all = true;

	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		if (!seen[wanted[i]]) {
			printf("# no answer %d\n", wanted[i]);
			all = false;
		}
	return all;
}

/* The value of a header, up to its CR; NULL without. */
static const char *
header(const struct answer *a, const char *name)
{
	const char *p = a->head;
	size_t n = strlen(name);

	for (; *p != '\r'; p = strstr(p, "\r\n") + 2)
		if (strncmp(p, name, n) == 0 && strncmp(p + n, ": ", 2) == 0)
			return p + n + 2;
	return NULL;
}

static bool
header_is(const struct answer *a, const char *name, const char *value)
{
	const char *p = header(a, name);

	return p != NULL && strncmp(p, value, strlen(value)) == 0 &&
	    p[strlen(value)] == '\r';
}

/* Status first, then "Name: value" lines of visible characters, each name but
 * Set-Cookie once, and an empty line. */
static struct answer
read_answer(struct arena *arena, const struct buf *raw)
{
	static const char token[] = "-abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *text = arena_dup(arena, raw->data, raw->len), *p, *q;
	struct answer a;
	size_t n;

	MUST(strncmp(text, "Status: ", 8) == 0);
	a.status = (int)strtol(text + 8, (char **)&q, 10);
	MUST(q == text + 11 && strncmp(q, "\r\n", 2) == 0);
	MUST(a.status >= 200 && a.status < 600);
	a.head = p = q + 2;
	while (*p != '\r') {
		n = strspn(p, token);
		MUST(n > 0 && strncmp(p + n, ": ", 2) == 0);
		q = arena_dup(arena, p, n);
		MUST(header(&a, q) == p + n + 2 ||
		    strcmp(q, "Set-Cookie") == 0);
		for (p += n; *p != '\r'; p++)
			MUST((unsigned char)*p >= ' ' && *p != 0x7f);
		MUST(p[1] == '\n');
		p += 2;
	}
	MUST(p[1] == '\n');
	a.body = p + 2;
	a.len = raw->len - (size_t)(a.body - text);
	return a;
}

static void
check_problem(const struct answer *a, const struct cJSON *j)
{
	const struct cJSON *code = json_member(j, "code");
	int64_t status;

	MUST(header_is(a, "Content-Type", "application/problem+json"));
	MUST(j != NULL && json_int(json_member(j, "status"), &status) &&
	    status == a->status);
	MUST(cJSON_IsString(code) && code->valuestring[0] != '\0');
	MUST(cJSON_IsString(json_member(j, "type")));
	MUST(cJSON_IsString(json_member(j, "title")));
	MUST(header(a, "ETag") == NULL);
	if (a->status == 405)
		MUST(header(a, "Allow") != NULL);
	if (a->status == 429)
		MUST(header(a, "Retry-After") != NULL);
}

static void
check_body(struct arena *arena, const struct answer *a, bool head)
{
	const char *length = header(a, "Content-Length"), *why;
	struct cJSON *j = NULL;

	if (a->status == 204 || a->status == 304) {
		MUST(a->len == 0 && length == NULL);
		return;
	}
	MUST(length != NULL);
	MUST(header(a, "Content-Type") != NULL || atoll(length) == 0);
	if (head) {
		MUST(a->len == 0);
		return;
	}
	MUST((size_t)atoll(length) == a->len);
	/* Of what is that long, the OpenAPI document is always the same. */
	if (a->len < LONG && (a->status >= 400 ||
	    header_is(a, "Content-Type", "application/json"))) {
		j = json_read(arena, a->body, a->len, &why);
		MUST(j != NULL);
	}
	if (a->status >= 400)
		check_problem(a, j);
	json_free(j);
}

static bool
holds(const uint8_t *p, size_t n, const char *what)
{
	return n > 0 && memmem(p, n, what, strlen(what)) != NULL;
}

/* Who is in it is either one with a secret or one who says the words. */
static void
check_secrecy(const struct input *whole, const struct buf *raw)
{
	const uint8_t *p = (const uint8_t *)raw->data;

	if (holds(whole->p, whole->left, WORLD_MARK))
		return;
	MUST(!holds(p, raw->len, WORLD_WORD));
	if (!holds(whole->p, whole->left, "$"))
		MUST(!holds(p, raw->len, WORLD_MARK));
}

static void
one_request(const struct input *whole, const uint8_t *p, size_t n,
    size_t most)
{
	struct arena *arena = arena_new();
	struct buf raw = { 0 };
	struct answer a;
	struct input line = { p, n };
	bool head = strcmp(input_upto(&line, arena, ' '), "HEAD") == 0;

	world_serve(world, (const char *)p, n, most, &raw);
	MUST(raw.len > 0);
	a = read_answer(arena, &raw);
	seen[a.status] = true;
	/* Nothing reminds here, and /ready says so. */
	MUST(a.status < 500 || (a.status == 503 && holds(p, n, "/ready")));
	check_body(arena, &a, head);
	check_secrecy(whole, &raw);
	buf_free(&raw);
	arena_free(arena);
}

static void
check_stranger(void)
{
	struct buf now = { 0 };

	world_serve(world, sids, sizeof(sids) - 1, SIZE_MAX, &now);
	MUST(now.len == stranger.len &&
	    memcmp(now.data, stranger.data, now.len) == 0);
	buf_free(&now);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input whole = { data, len };
	const uint8_t *p = data, *end = data + len, *next;
	size_t most;
	int i;

	if (len == 0)
		return 0;
	most = (size_t)*p++ * 16 + 1;
	for (i = 0; i < REQUESTS && p < end; i++) {
		next = memmem(p, (size_t)(end - p), BETWEEN,
		    sizeof(BETWEEN) - 1);
		if (next == NULL)
			next = end;
		one_request(&whole, p, (size_t)(next - p), most);
		p = next == end ? end : next + sizeof(BETWEEN) - 1;
	}
	if (world_changed(world) && !holds(data, len, "$S") &&
	    !holds(data, len, WORLD_MARK))
		check_stranger();
	world_restore(world);
	return 0;
}
