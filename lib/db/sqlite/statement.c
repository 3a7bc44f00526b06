#include "db/sqlite/statement.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/id.h"
#include "base/log.h"
#include "db/engine.h"
#include "db/rows.h"
#include "db/sqlite/sqlite.h"

struct statement {
	struct rows	 rows;
	sqlite3		*h;
	sqlite3_stmt	*st;
	bool		 reads_only;
	/* The ids of the first parameters, which SQLite would copy. */
	unsigned char	 id[4][ID_BYTES];
};

static struct statement *
statement_of(struct rows *r)
{
	return (struct statement *)r;
}

static const char *
statement_label(const struct statement *s)
{
	return query_texts[s->rows.query].name;
}

struct statement **
statements_new(void)
{
	struct statement **all = calloc((size_t)query_count, sizeof(*all));

	if (all == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	return all;
}

void
statements_free(struct statement **all)
{
	int i;

	for (i = 0; i < query_count; i++)
		if (all[i] != NULL) {
			sqlite3_finalize(all[i]->st);
			free(all[i]);
		}
	free(all);
}

static struct statement *
statement_compile(sqlite3 *h, int query)
{
	struct statement *s = malloc(sizeof(*s));

	if (s == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	if (sqlite3_prepare_v3(h, query_texts[query].sql, -1,
	    SQLITE_PREPARE_PERSISTENT, &s->st, NULL) != SQLITE_OK)
		sqlite_fatal(h, query_texts[query].name);
	s->rows = (struct rows){ &engine_sqlite, query };
	s->h = h;
	s->reads_only = sqlite3_stmt_readonly(s->st) != 0;
	return s;
}

void
statement_ahead(struct statement **all, sqlite3 *h, int query)
{
	if (all[query] == NULL)
		all[query] = statement_compile(h, query);
}

struct rows *
statement_prepare(struct statement **all, sqlite3 *h, int query, bool writing)
{
	struct statement *s = all[query];

	if (s == NULL)
		s = all[query] = statement_compile(h, query);
	else
		sqlite3_reset(s->st);
	/* Readers cannot write by mistake, and nothing writes without the
	 * lock. */
	if (!s->reads_only && !writing)
		fatal(FATAL_INTERNAL, "%s outside a write transaction",
		    statement_label(s));
	return &s->rows;
}

/* Binding may run out of memory, and so may reading values below. */
static void
check_bind(struct statement *s, int code)
{
	if (code != SQLITE_OK)
		sqlite_fatal(s->h, statement_label(s));
}

void
statement_bind_id(struct rows *r, int i, const char *uuid)
{
	struct statement *s = statement_of(r);
	bool kept = (size_t)i <= COUNT(s->id);
	unsigned char other[ID_BYTES], *bytes = kept ? s->id[i - 1] : other;

	if (uuid == NULL || !id_parse(uuid, bytes))
		check_bind(s, sqlite3_bind_null(s->st, i));
	else
		check_bind(s, sqlite3_bind_blob(s->st, i, bytes, ID_BYTES,
		    kept ? SQLITE_STATIC : SQLITE_TRANSIENT));
}

void
statement_bind_int(struct rows *r, int i, int64_t v)
{
	check_bind(statement_of(r), sqlite3_bind_int64(statement_of(r)->st, i,
	    v));
}

void
statement_bind_text(struct rows *r, int i, const char *s)
{
	check_bind(statement_of(r), sqlite3_bind_text(statement_of(r)->st, i, s,
	    -1, SQLITE_TRANSIENT));
}

void
statement_bind_bytes(struct rows *r, int i, const void *p, size_t n)
{
	check_bind(statement_of(r), p == NULL ?
	    sqlite3_bind_null(statement_of(r)->st, i) :
	    sqlite3_bind_blob64(statement_of(r)->st, i, p, n,
	    SQLITE_TRANSIENT));
}

bool
statement_next(struct rows *r)
{
	switch (sqlite3_step(statement_of(r)->st)) {
	case SQLITE_ROW:
		return true;
	case SQLITE_DONE:
		sqlite3_reset(statement_of(r)->st);
		return false;
	default:
		sqlite_fatal(statement_of(r)->h,
		    statement_label(statement_of(r)));
	}
}

int64_t
statement_run(struct rows *r)
{
	if (statement_next(r))
		fatal(FATAL_INTERNAL, "%s gave a row",
		    statement_label(statement_of(r)));
	return sqlite3_changes64(statement_of(r)->h);
}

void
statement_end(struct rows *r)
{
	sqlite3_reset(statement_of(r)->st);
}

int64_t
statement_number(struct rows *r, int i)
{
	return sqlite3_column_int64(statement_of(r)->st, i);
}

/* NULL is an empty value of bytes, or means that there was no memory. */
static const void *
check_value(struct statement *s, sqlite3_value *v, const void *p, size_t *len)
{
	if (p == NULL && sqlite3_errcode(s->h) == SQLITE_NOMEM)
		sqlite_fatal(s->h, statement_label(s));
	*len = (size_t)sqlite3_value_bytes(v);
	return p;
}

const char *
statement_peek(struct rows *r, int i, size_t *len)
{
	sqlite3_value *v = sqlite3_column_value(statement_of(r)->st, i);
	const int type = sqlite3_value_type(v);

	if (type == SQLITE_NULL) {
		*len = 0;
		return NULL;
	}
	return check_value(statement_of(r), v, type == SQLITE_BLOB ?
	    sqlite3_value_blob(v) : (const void *)sqlite3_value_text(v), len);
}

const char *
statement_name(struct rows *r, int n)
{
	return n < sqlite3_column_count(statement_of(r)->st) ?
	    sqlite3_column_name(statement_of(r)->st, n) : NULL;
}
