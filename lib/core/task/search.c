/*
 * Full text.  A query's words are each looked for as the beginning of a word,
 * folded alike on both sides, in the texts of tasks of the caller's lists and in
 * the names of the caller's tags.
 */
#include "base/arena.h"
#include "base/json/json.h"
#include "base/text.h"
#include "core/task/task.h"
#include "query.h"

#define WORDS_MAX	16	/* more words than this are not looked at */

/* An FTS5 expression for the caller's lists: {scope} : ("L1" OR "L2" ...). */
static const char *
scope_expression(struct ctx *c)
{
	struct rows *r = q_search_scopes(c->db, c->user);
	struct buf b = { 0 };
	const char *s, *or = "";

	while (rows_next(r)) {
		buf_printf(&b, "%s%s", or, rows_text(r, c->arena, 0));
		or = " OR ";
	}
	s = b.len == 0 ? NULL : arena_dup(c->arena, b.data, b.len);
	buf_free(&b);
	return s;
}

struct rows *
task_search(struct ctx *c, const char *query, int64_t limit)
{
	const char *words[WORDS_MAX], *scope, *json;
	struct arena *a = c->arena;
	struct buf b = { 0 };
	struct jw jw = { .out = &b };
	size_t n, i;

	n = text_words(a, query, words, WORDS_MAX);
	if (n == 0)
		return NULL;
	if (n > WORDS_MAX)
		n = WORDS_MAX;
	scope = scope_expression(c);
	jw_array(&jw);
	for (i = 0; scope != NULL && i < n; i++) {
		jw_object(&jw);
		jw_put_text(&jw, "match", arena_printf(a,
		    "({scope} : (%s)) AND ({title notes steps} : \"%s\" *)",
		    scope, words[i]));
		jw_put_text(&jw, "title", arena_printf(a,
		    "({scope} : (%s)) AND ({title} : \"%s\" *)", scope,
		    words[i]));
		jw_put_text(&jw, "tag", text_search_key(a, words[i]));
		jw_object_end(&jw);
	}
	jw_array_end(&jw);
	json = arena_dup(a, b.data, b.len);
	buf_free(&b);
	return q_task_search(c->db, c->user, json, (int64_t)n, limit);
}
