/*
 * Prints, as JSON, what the tables of the programs say about the API: problems,
 * kinds of records with their fields, routes with the fields of their bodies.
 * api/compile adds the words.
 */
#include <err.h>
#include <stdio.h>

#include "base/base.h"
#include "base/json/write.h"
#include "cgi-bin/all_groups.h"
#include "cgi-bin/status/openapi.h"
#include "core/feed.h"
#include "core/record.h"
#include "core/user/user.h"
#include "web/change.h"
#include "web/fields.h"
#include "web/problem.h"
#include "web/show.h"

/* Made from what this program prints. */
const char openapi_json[1];
const uint64_t openapi_json_size;

static void	 put_body(struct jw *, const struct field *);

static void
put_flags(struct jw *jw, unsigned flags)
{
	static const struct { unsigned flag; const char *name; } names[] = {
		{ F_NULL, "null" }, { F_NEW, "new" }, { F_SET, "set" },
		{ F_EXPORT, "export" }, { F_FEED, "feed" }, { F_GONE, "gone" },
		{ F_HIDDEN, "hidden" },
	};
	size_t i;

	for (i = 0; i < COUNT(names); i++)
		if (flags & names[i].flag)
			jw_put_bool(jw, names[i].name, true);
}

static void
put_words(struct jw *jw, const char *const *words)
{
	if (words == NULL)
		return;
	jw_name(jw, "words");
	jw_array(jw);
	for (; *words != NULL; words++)
		jw_text(jw, *words);
	jw_array_end(jw);
}

static void
put_field(struct jw *jw, const struct field *f, bool required)
{
	jw_object(jw);
	jw_put_text(jw, "name", f->name);
	jw_put_text(jw, "type", fields_type_name(f->type));
	put_flags(jw, f->flags);
	if (required)
		jw_put_bool(jw, "required", true);
	jw_put_int(jw, "min", (int64_t)f->min);
	jw_put_int(jw, "max", (int64_t)f->max);
	put_words(jw, f->words);
	if (f->problem != DONE)
		jw_put_text(jw, "problem", problem_of(f->problem)->code);
	if (f->sub != NULL)
		put_body(jw, f->sub);
	jw_object_end(jw);
}

static void
put_record(struct jw *jw, const struct field *f)
{
	jw_name(jw, "fields");
	jw_array(jw);
	for (; f != NULL && f->name != NULL; f++)
		put_field(jw, f, !(f->flags & F_GONE));
	jw_array_end(jw);
}

/* The member "body", or nothing. */
static void
put_body(struct jw *jw, const struct field *table)
{
	struct fields_walk w = { .row = table };
	const struct field *f;
	bool required;

	if (table == NULL)
		return;
	jw_name(jw, "body");
	jw_array(jw);
	while ((f = fields_next(&w, &required)) != NULL)
		put_field(jw, f, required);
	jw_array_end(jw);
}

static void
put_problems(struct jw *jw)
{
	const struct problem *p;
	int o;

	jw_name(jw, "problems");
	jw_array(jw);
	for (o = EXISTED + 1; o < OUTCOME__MAX; o++) {
		p = problem_of((enum outcome)o);
		jw_object(jw);
		jw_put_text(jw, "code", p->code);
		jw_put_int(jw, "status", p->status);
		jw_put_text(jw, "title", p->title);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

static void
put_kinds(struct jw *jw)
{
	const struct record_kind *k;
	int i;

	jw_name(jw, "kinds");
	jw_array(jw);
	for (i = 0; i < FEED__MAX; i++) {
		if (i == FEED_MOVED)
			continue;	/* shown as a task */
		if ((k = change_kind((enum feed_kind)i)) == NULL)
			errx(1, "lib/web/change.c lacks feed_kind %d", i);
		jw_object(jw);
		jw_put_text(jw, "name", k->name);
		jw_put_bool(jw, "feed", true);
		jw_put_bool(jw, "version", k->version != 0);
		put_record(jw, k->fields);
		jw_object_end(jw);
	}
	jw_object(jw);
	jw_put_text(jw, "name", "notifications");
	put_record(jw, notification_fields);
	jw_object_end(jw);
	jw_array_end(jw);
}

static void
put_route(struct jw *jw, const struct route *r)
{
	static const struct { unsigned flag; const char *name; } names[] = {
		{ R_PUBLIC, "public" }, { R_NO_STORE, "noStore" },
		{ R_NO_ETAG, "noEtag" }, { R_UPLOAD, "upload" },
		{ R_BODY_OPTIONAL, "optional" }, { R_BATCH, "batch" },
		{ R_ANYBODY, "anybody" }, { R_PAGED, "paged" },
		{ R_STRICT, "strict" }, { R_VIEWER, "viewer" },
		{ R_CONFIRMED, "confirmed" }, { R_ADMIN, "admin" },
	};
	size_t i;

	jw_object(jw);
	jw_put_text(jw, "method", r->method);
	jw_put_text(jw, "path", r->path);
	for (i = 0; i < COUNT(names); i++)
		if (r->flags & names[i].flag)
			jw_put_bool(jw, names[i].name, true);
	route_put_scopes(jw, "scopes", r->token);
	if (route_limited(r))
		jw_put_bool(jw, "limited", true);
	put_body(jw, r->fields);
	jw_object_end(jw);
}

static void
put_routes(struct jw *jw)
{
	const struct route_group *const *g;
	const struct route *r;

	jw_name(jw, "routes");
	jw_array(jw);
	for (g = all_groups; *g != NULL; g++)
		for (r = (*g)->routes; r->method != NULL &&
		    (*g)->protocol == NULL; r++)
			put_route(jw, r);
	jw_array_end(jw);
}

int
main(void)
{
	struct buf out = { 0 };
	struct jw jw = { .out = &out };

	jw_object(&jw);
	put_problems(&jw);
	put_kinds(&jw);
	put_routes(&jw);
	jw_object_end(&jw);
	fwrite(out.data, 1, out.len, stdout);
	buf_free(&out);
	return fflush(stdout) == 0 ? 0 : 1;
}
