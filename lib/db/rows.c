#include "db/rows.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/id.h"
#include "base/log.h"
#include "db/engine.h"

struct rows {
	sqlite3		*h;
	sqlite3_stmt	*st;
	int		 query;
	bool		 reads_only;
	/* The ids of the first parameters, which SQLite would copy. */
	unsigned char	 id[4][ID_BYTES];
};

struct rows **
rows_new(void)
{
	struct rows **all = calloc((size_t)query_count, sizeof(struct rows *));

	if (all == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	return all;
}

void
rows_free(struct rows **all)
{
	int i;

	for (i = 0; i < query_count; i++)
		if (all[i] != NULL) {
			sqlite3_finalize(all[i]->st);
			free(all[i]);
		}
	free(all);
}

static struct rows *
prepare(sqlite3 *h, int query)
{
	struct rows *r = malloc(sizeof(*r));

	if (r == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	if (sqlite3_prepare_v3(h, query_texts[query].sql, -1,
	    SQLITE_PREPARE_PERSISTENT, &r->st, NULL) != SQLITE_OK)
		engine_fatal(h, query_texts[query].name);
	r->h = h;
	r->query = query;
	r->reads_only = sqlite3_stmt_readonly(r->st) != 0;
	return r;
}

struct rows *
rows_prepare(struct rows **all, sqlite3 *h, int query, bool writing)
{
	struct rows *r = all[query];

	if (r == NULL)
		r = all[query] = prepare(h, query);
	else
		sqlite3_reset(r->st);
	/* Readers cannot write by mistake, and nothing writes without the
	 * lock. */
	if (!r->reads_only && !writing)
		fatal(FATAL_INTERNAL, "%s outside a write transaction",
		    query_texts[query].name);
	return r;
}

/* Binding may run out of memory, and so may reading values below. */
static void
check_bind(struct rows *r, int code)
{
	if (code != SQLITE_OK)
		engine_fatal(r->h, query_texts[r->query].name);
}

void
rows_bind_id(struct rows *r, int i, const char *uuid)
{
	bool kept = (size_t)i <= COUNT(r->id);
	unsigned char other[ID_BYTES], *bytes = kept ? r->id[i - 1] : other;

	if (uuid == NULL || !id_parse(uuid, bytes))
		check_bind(r, sqlite3_bind_null(r->st, i));
	else
		check_bind(r, sqlite3_bind_blob(r->st, i, bytes, ID_BYTES,
		    kept ? SQLITE_STATIC : SQLITE_TRANSIENT));
}

void
rows_bind_text(struct rows *r, int i, const char *s)
{
	check_bind(r, sqlite3_bind_text(r->st, i, s, -1, SQLITE_TRANSIENT));
}

void
rows_bind_int(struct rows *r, int i, int64_t v)
{
	check_bind(r, sqlite3_bind_int64(r->st, i, v));
}

void
rows_bind_bytes(struct rows *r, int i, const void *p, size_t n)
{
	if (p == NULL)
		check_bind(r, sqlite3_bind_null(r->st, i));
	else
		check_bind(r, sqlite3_bind_blob64(r->st, i, p, n,
		    SQLITE_TRANSIENT));
}

int64_t
rows_run(struct rows *r)
{
	if (rows_next(r))
		fatal(FATAL_INTERNAL, "%s gave a row",
		    query_texts[r->query].name);
	return sqlite3_changes64(r->h);
}

bool
rows_next(struct rows *r)
{
	switch (sqlite3_step(r->st)) {
	case SQLITE_ROW:
		return true;
	case SQLITE_DONE:
		sqlite3_reset(r->st);
		return false;
	default:
		engine_fatal(r->h, query_texts[r->query].name);
	}
}

void
rows_end(struct rows *r)
{
	sqlite3_reset(r->st);
}

int64_t
rows_one(struct rows *r, int64_t otherwise)
{
	int64_t v = otherwise;

	if (rows_next(r)) {
		v = sqlite3_column_int64(r->st, 0);
		sqlite3_reset(r->st);
	}
	return v;
}

bool
rows_any(struct rows *r)
{
	bool any = rows_next(r);

	if (any)
		sqlite3_reset(r->st);
	return any;
}

int64_t
rows_int(struct rows *r, int i)
{
	return sqlite3_column_int64(r->st, i);
}

bool
rows_is_null(struct rows *r, int i)
{
	return sqlite3_column_type(r->st, i) == SQLITE_NULL;
}

/* NULL is a NULL of the row, or means that there was no memory. */
static const void *
check_value(struct rows *r, sqlite3_value *v, const void *p)
{
	if (p == NULL && sqlite3_value_type(v) != SQLITE_NULL &&
	    sqlite3_errcode(r->h) == SQLITE_NOMEM)
		engine_fatal(r->h, query_texts[r->query].name);
	return p;
}

const char *
rows_text(struct rows *r, struct arena *a, int i)
{
	sqlite3_value *v = sqlite3_column_value(r->st, i);
	const unsigned char *s = check_value(r, v, sqlite3_value_text(v));

	if (s == NULL)
		return NULL;
	return arena_dup(a, s, (size_t)sqlite3_value_bytes(v));
}

const char *
rows_id(struct rows *r, struct arena *a, int i)
{
	sqlite3_value *v = sqlite3_column_value(r->st, i);
	const unsigned char *bytes = check_value(r, v, sqlite3_value_blob(v));
	char *s;

	if (bytes == NULL || sqlite3_value_bytes(v) != ID_BYTES)
		return NULL;
	s = arena_raw(a, ID_SIZE);
	id_format(bytes, s);
	return s;
}

const char *
rows_peek(struct rows *r, int i, size_t *len)
{
	sqlite3_value *v = sqlite3_column_value(r->st, i);
	const void *p = sqlite3_value_type(v) == SQLITE_BLOB ?
	    sqlite3_value_blob(v) : sqlite3_value_text(v);

	*len = (size_t)sqlite3_value_bytes(v);
	return check_value(r, v, p);
}

const void *
rows_bytes(struct rows *r, struct arena *a, int i, size_t *len)
{
	sqlite3_value *v = sqlite3_column_value(r->st, i);
	const void *p = check_value(r, v, sqlite3_value_blob(v));

	size_t n = (size_t)sqlite3_value_bytes(v);

	if (len != NULL)
		*len = n;
	return arena_dup(a, p, n);
}

const char *
rows_one_text(struct rows *r, struct arena *a)
{
	const char *s = NULL;

	if (rows_next(r)) {
		s = rows_text(r, a, 0);
		sqlite3_reset(r->st);
	}
	return s;
}

const char *
rows_one_id(struct rows *r, struct arena *a)
{
	const char *s = NULL;

	if (rows_next(r)) {
		s = rows_id(r, a, 0);
		sqlite3_reset(r->st);
	}
	return s;
}

const char *
rows_column(struct rows *r, int n, struct arena *a)
{
	return n < sqlite3_column_count(r->st) ?
	    arena_str(a, sqlite3_column_name(r->st, n)) : NULL;
}
