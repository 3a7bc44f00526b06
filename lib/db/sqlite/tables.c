#include "db/sqlite/tables.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "db/engine.h"
#include "db/sqlite/sqlite.h"

/* Columns by name, as PostgreSQL gives them (lib/db/postgresql/tables.c). */
static const char list_sql[] =
"SELECT m.name, (SELECT group_concat('\"' || name || '\"', ', ') FROM "
"(SELECT name FROM pragma_table_info(m.name) ORDER BY name)), "
"(SELECT group_concat(CASE type WHEN 'INTEGER' THEN 'i' WHEN 'TEXT' THEN 't' "
"WHEN 'BLOB' THEN 'b' ELSE '?' END, '') FROM "
"(SELECT type FROM pragma_table_info(m.name) ORDER BY name)), "
"(SELECT group_concat('\"' || name || '\"', ', ') FROM "
"(SELECT name FROM pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk)) "
"FROM sqlite_schema m WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' "
"ORDER BY m.name";

static sqlite3_stmt *
sqlite_table_prepare(sqlite3 *h, const char *sql)
{
	sqlite3_stmt *st;

	if (sqlite3_prepare_v2(h, sql, -1, &st, NULL) != SQLITE_OK)
		sqlite_fatal(h, sql);
	return st;
}

static bool
sqlite_table_step(sqlite3_stmt *st)
{
	int code = sqlite3_step(st);

	if (code != SQLITE_ROW && code != SQLITE_DONE)
		sqlite_fatal(sqlite3_db_handle(st), sqlite3_sql(st));
	return code == SQLITE_ROW;
}

/* In order of their names: foreign keys are not enforced where rows are
 * added. */
static size_t
sqlite_table_list(struct db *db, struct arena *a, struct table **out)
{
	sqlite3_stmt *st = sqlite_table_prepare(sqlite_handle(db), list_sql);
	struct table *all = NULL;
	const char *text[4];
	size_t n;
	int i;

	for (n = 0; sqlite_table_step(st); n++) {
		for (i = 0; i < 4; i++)
			text[i] = arena_str(a,
			    (const char *)sqlite3_column_text(st, i));
		all = arena_more(a, all, n, sizeof(*all));
		all[n] = (struct table){ text[0], text[1], text[2], text[3] };
	}
	sqlite3_finalize(st);
	*out = all;
	return n;
}

/* The write lock does. */
static void
sqlite_table_lock(struct db *db, const struct table *all, size_t n)
{
	(void)db;
	(void)all;
	(void)n;
}

static void
put_number(struct buf *b, uint64_t value, int bytes)
{
	tables_put(buf_reserve(b, (size_t)bytes), value, bytes);
	b->len += (size_t)bytes;
}

static void
sqlite_table_put(struct buf *b, sqlite3_stmt *st, int i)
{
	int type = sqlite3_column_type(st, i);
	const void *p;
	int len;

	if (type == SQLITE_NULL)
		put_number(b, UINT32_MAX, 4);
	else if (type == SQLITE_INTEGER) {
		put_number(b, 8, 4);
		put_number(b, (uint64_t)sqlite3_column_int64(st, i), 8);
	} else {
		p = type == SQLITE_TEXT ? sqlite3_column_text(st, i) :
		    sqlite3_column_blob(st, i);
		len = sqlite3_column_bytes(st, i);
		if (p == NULL && len > 0)
			sqlite_fatal(sqlite3_db_handle(st), "a value");
		put_number(b, (uint64_t)len, 4);
		buf_add(b, p, (size_t)len);
	}
}

static void
sqlite_table_read(struct db *db, const struct table *t,
    void (*fn)(void *, const void *, size_t), void *arg)
{
	char *sql = sqlite3_mprintf("SELECT %s FROM \"%w\" ORDER BY %s",
	    t->columns, t->name, t->key);
	sqlite3_stmt *st = sqlite_table_prepare(sqlite_handle(db), sql);
	int count = sqlite3_column_count(st), i;
	struct buf row = { 0 };

	while (sqlite_table_step(st)) {
		row.len = 0;
		put_number(&row, (uint64_t)count, 2);
		for (i = 0; i < count; i++)
			sqlite_table_put(&row, st, i);
		fn(arg, row.data, row.len);
	}
	buf_free(&row);
	sqlite3_finalize(st);
	sqlite3_free(sql);
}

static void
sqlite_table_clear(struct db *db, const struct table *t)
{
	char *sql = sqlite3_mprintf("DELETE FROM \"%w\"", t->name);

	sqlite_run(sqlite_handle(db), sql);
	sqlite3_free(sql);
}

struct adding {
	sqlite3_stmt	*st;
	const char	*types;
};

static void *
sqlite_table_add_begin(struct db *db, const struct table *t)
{
	struct adding *x = malloc(sizeof(*x));
	struct buf sql = { 0 };
	size_t i;

	if (x == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	buf_printf(&sql, "INSERT INTO \"%s\" (%s) VALUES (", t->name,
	    t->columns);
	for (i = 0; i < strlen(t->types); i++)
		buf_str(&sql, i == 0 ? "?" : ", ?");
	buf_add(&sql, ")", sizeof(")"));
	*x = (struct adding){ sqlite_table_prepare(sqlite_handle(db), sql.data),
	    t->types };
	buf_free(&sql);
	return x;
}

/* One value; returns where the next begins. */
static const char *
bind(struct adding *x, int i, const char *p)
{
	int32_t len = (int32_t)tables_get(p, 4);
	int code;

	p += 4;
	if (len == -1)
		code = sqlite3_bind_null(x->st, i + 1);
	else if (x->types[i] == 'i')
		code = sqlite3_bind_int64(x->st, i + 1,
		    (int64_t)tables_get(p, 8));
	else if (x->types[i] == 't')
		code = sqlite3_bind_text(x->st, i + 1, p, len, SQLITE_STATIC);
	else
		code = sqlite3_bind_blob(x->st, i + 1, p, len, SQLITE_STATIC);
	if (code != SQLITE_OK)
		sqlite_fatal(sqlite3_db_handle(x->st), "a value");
	return p + (len == -1 ? 0 : len);
}

static void
sqlite_table_add(void *arg, const void *row, size_t len)
{
	struct adding *x = arg;
	const char *p = (const char *)row + 2;
	int i;

	(void)len;
	for (i = 0; x->types[i] != '\0'; i++)
		p = bind(x, i, p);
	sqlite_table_step(x->st);
	sqlite3_reset(x->st);
}

static void
sqlite_table_add_end(void *arg)
{
	struct adding *x = arg;

	sqlite3_finalize(x->st);
	free(x);
}

const struct engine_tables sqlite_tables = {
	.list = sqlite_table_list,
	.lock = sqlite_table_lock,
	.read = sqlite_table_read,
	.clear = sqlite_table_clear,
	.add_begin = sqlite_table_add_begin,
	.add = sqlite_table_add,
	.add_end = sqlite_table_add_end
};
