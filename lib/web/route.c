#include "web/route.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "core/limits.h"
#include "core/user/token.h"
#include "web/cors.h"
#include "web/fields.h"
#include "web/header_value.h"
#include "web/protocol.h"
#include "web/reply.h"
#include "web/request.h"

/*
 * Does a path match a pattern?  {name} matches one segment, {key} the rest;
 * matches are stored in args.
 */
static bool
route_matches(struct req *rq, const char *pattern, const char *path,
    const char **args, int *count)
{
	size_t n;

	for (*count = 0; *pattern != '\0' && *path != '\0';) {
		if (*pattern != '{') {
			if (*pattern++ != *path++)
				return false;
			continue;
		}
		n = strcspn(path, strncmp(pattern, "{key}", 5) == 0 ? "" : "/");
		pattern += strcspn(pattern, "}") + 1;
		if (n == 0 || *count == ARGS_MAX)
			return false;
		args[(*count)++] = arena_dup(rq->ctx.arena, path, n);
		path += n;
	}
	return *pattern == '\0' && *path == '\0';
}

/*
 * Calls fn for each route of the path; stops if it returns true.  A pattern
 * without parameters, which comes before others in its table, alone is for its
 * path.
 */
static bool
each(struct req *rq, bool (*fn)(struct req *, const struct route *, void *),
    void *arg)
{
	const struct route_group *const *g;
	const struct route *r;
	const char *args[ARGS_MAX] = { NULL };
	bool exact = false;
	int count;

	for (g = rq->groups; *g != NULL; g++) {
		if ((*g)->protocol != (rq->protocol->replays ? NULL :
		    rq->protocol))
			continue;
		for (r = (*g)->routes; r->method != NULL; r++) {
			if (!route_matches(rq, r->path, rq->in.path, args,
			    &count) || (exact && count > 0))
				continue;
			exact = exact || count == 0;
			memcpy(rq->arg, args, sizeof(rq->arg));
			rq->args = count;
			if (fn(rq, r, arg))
				return true;
		}
	}
	return false;
}

static bool
has_method(struct req *rq, const struct route *r, void *arg)
{
	const struct route **found = arg;

	if (strcmp(r->method, rq->in.method) != 0)
		return false;
	*found = r;
	return true;
}

static bool
note_method(struct req *rq, const struct route *r, void *arg)
{
	struct buf *allow = arg;

	(void)rq;
	buf_printf(allow, "%s%s%s", allow->len == 0 ? "" : ", ", r->method,
	    strcmp(r->method, "GET") == 0 ? ", HEAD" : "");
	return false;
}

/* The methods of a path, as Allow has them; NULL: none. */
static const char *
methods(struct req *rq)
{
	struct buf allow = { 0 };
	const char *all = NULL;

	each(rq, note_method, &allow);
	if (allow.len > 0)
		all = arena_printf(rq->ctx.arena, "%.*s, OPTIONS",
		    (int)allow.len, allow.data);
	buf_free(&allow);
	return all;
}

void
route_refuse_method(struct req *rq)
{
	refuse(rq, METHOD_NOT_ALLOWED);
	reply_header(rq, "Allow", "%s", methods(rq));
}

static void
answer_other_method(struct req *rq)
{
	const char *allow = methods(rq);

	if (allow == NULL)
		refuse(rq, NOT_FOUND);
	else if (strcmp(rq->in.method, "OPTIONS") != 0)
		route_refuse_method(rq);
	else {
		answer_empty(rq, rq->protocol->replays ? 204 : 200);
		if (rq->protocol->replays)
			cors_preflight(rq, allow);
		reply_header(rq, "Allow", "%s", allow);
	}
}

/*
 * Is JSON acceptable (RFC 9110 section 12.5.1)?  The most specific matching
 * range counts.
 */
static bool
accepts_json(const char *accept)
{
	static const struct { const char *range; int level; } ranges[] = {
		{ "*/*", 1 }, { "application/*", 2 },
		{ "application/json", 3 }, { "application/problem+json", 3 }
	};
	const char *p = accept;
	bool good = false;
	int best = 0;
	size_t len, i;

	if (p == NULL || p[strspn(p, " \t")] == '\0')
		return true;
	for (; *p != '\0'; p += strcspn(p, ","), p += *p != '\0') {
		p += strspn(p, " \t");
		len = strcspn(p, ";, \t");
		for (i = 0; i < COUNT(ranges); i++) {
			if (strlen(ranges[i].range) != len ||
			    strncasecmp(ranges[i].range, p, len) != 0 ||
			    ranges[i].level < best)
				continue;
			good = (good && ranges[i].level == best) ||
			    !weighs_nothing(p + len + strspn(p + len, " \t"));
			best = ranges[i].level;
		}
	}
	return good;
}

bool
route_find(struct req *rq)
{
	const struct route *found = NULL;

	if (!each(rq, has_method, &found)) {
		answer_other_method(rq);
		return false;
	}
	rq->route = found;
	if (!(found->flags & R_ANY_TYPE) &&
	    !accepts_json(rq->in.env[ENV_HTTP_ACCEPT])) {
		refuse_because(rq, NOT_ACCEPTABLE,
		    "The answer would be application/json.");
		return false;
	}
	return true;
}

/* The number behind `name` in the query; 0: there is none. */
static long
number_of(const char *query, const char *name)
{
	const char *p;
	size_t n = strlen(name);

	for (p = query; *p != '\0'; p += strcspn(p, "&"), p += *p == '&')
		if (strncmp(p, name, n) == 0)
			return strtol(p + n, NULL, 10);
	return 0;
}

/* Of changes since a stamp there are few. */
static bool
short_page(const char *query)
{
	long limit = number_of(query, "limit=");

	return limit > 0 && limit <= (number_of(query, "since=") > 0 ?
	    PAGE_MAX : PAGE_SHORT);
}

bool
route_expensive(const struct req *rq)
{
	const char *length = rq->in.env[ENV_CONTENT_LENGTH];
	const char *depth = rq->in.env[ENV_HTTP_DEPTH];
	unsigned flags = rq->route->flags;

	if (flags & R_LONG)
		return !(flags & (R_UNCOUNTED | R_NO_DATABASE));
	if (flags & R_DEPTH)
		return depth == NULL || strcmp(depth, "0") != 0;
	if (flags & R_PAGED)
		return !short_page(rq->in.query);
	if (flags & (R_UPLOAD | R_NO_DATABASE) || length == NULL)
		return false;
	if (flags & R_PUBLIC)
		return atoll(length) >= PUBLIC_LARGE;
	return (flags & R_WRITE) && atoll(length) >= CHANGE_LARGE;
}

bool
route_limited(const struct route *route)
{
	return (route->token & TOKEN_LIMITED) != 0 || (route->token != 0 &&
	    (strstr(route->path, "{listId}") != NULL ||
	    strstr(route->path, "{taskId}") != NULL ||
	    strstr(route->path, "{attachmentId}") != NULL));
}

void
route_put_scopes(struct jw *jw, const char *name, unsigned token)
{
	size_t i;

	jw_name(jw, name);
	jw_array(jw);
	for (i = 0; token_scopes[i] != NULL; i++)
		if (token & 1U << i)
			jw_text(jw, token_scopes[i]);
	jw_array_end(jw);
}

const struct route *
route_get(struct req *rq)
{
	const struct route *found = NULL;
	const char *method = rq->in.method;

	rq->in.method = "GET";
	each(rq, has_method, &found);
	rq->in.method = method;
	return found == NULL || (found->flags & (R_NO_ETAG | R_NO_STORE)) ?
	    NULL : found;
}

/* Prints " name:type:required:min:max:words" for each field; a member of an
 * object as "object/member". */
static void
print_fields(const struct field *table, const char *prefix)
{
	struct fields_walk w = { .row = table };
	const struct field *f;
	char inner[64];
	bool required;
	size_t i;

	while ((f = fields_next(&w, &required)) != NULL) {
		printf(" %s%s:%s:%s%s:%zu:%zu:", prefix, f->name,
		    fields_type_name(f->type),
		    required ? "required" : "optional",
		    f->flags & F_NULL ? "+null" : "", f->min, f->max);
		for (i = 0; f->words != NULL && f->words[i] != NULL; i++)
			printf("%s%s", i == 0 ? "" : ",", f->words[i]);
		if (f->type == F_OBJECT) {
			snprintf(inner, sizeof(inner), "%s%s/", prefix,
			    f->name);
			print_fields(f->sub, inner);
		}
	}
}

static void
print_token(const struct route *r)
{
	size_t i;

	for (i = 0; token_scopes[i] != NULL; i++)
		if (r->token & 1U << i)
			printf(" token:%s", token_scopes[i]);
	if (route_limited(r))
		printf(" limited");
}

int
routes_main(const struct route_group *const *groups)
{
	static const struct route none = { .method = NULL };
	static const struct { unsigned flag; const char *name; } flags[] = {
		{ R_PUBLIC, "public" }, { R_WRITE, "write" },
		{ R_NO_STORE, "no-store" }, { R_NO_ETAG, "no-etag" },
		{ R_UPLOAD, "upload" }, { R_NO_DATABASE, "no-database" },
		{ R_ANY_TYPE, "any-type" }, { R_BODY_OPTIONAL, "optional" },
		{ R_ANYBODY, "anybody" },
		{ R_ALONE, "alone" }, { R_BATCH, "batch" },
		{ R_LONG, "long" }, { R_PAGED, "paged" },
		{ R_STRICT, "strict" }, { R_VIEWER, "viewer" },
		{ R_CONFIRMED, "confirmed" }, { R_ADMIN, "admin" },
		{ R_PASSKEYS, "passkeys" }, { R_ENROL, "enrol" },
		{ R_UNCOUNTED, "uncounted" }, { R_DEPTH, "depth" },
		{ R_FILE, "file" },
	};
	const struct route *r;
	size_t i;

	for (; *groups != NULL; groups++)
		for (r = (*groups)->protocol != NULL ? &none :
		    (*groups)->routes; r->method != NULL; r++) {
			printf("%s\t%s\t%s\t", (*groups)->name, r->method,
			    r->path);
			for (i = 0; i < COUNT(flags); i++)
				if (r->flags & flags[i].flag)
					printf(" %s", flags[i].name);
			if (r->portion != NULL)
				printf(" portions");
			print_token(r);
			printf("\t");
			if (r->fields != NULL)
				print_fields(r->fields, "");
			printf("\n");
		}
	return fflush(stdout) == 0 ? 0 : 1;
}
