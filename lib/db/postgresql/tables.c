#include "db/postgresql/tables.h"

#include <string.h>

#include "base/arena.h"
#include "db/postgresql/pipeline.h"

#define HEADER	19	/* of COPY's binary form: its signature, flags, and the
			 * length of an extension */

/*
 * Columns by name, as SQLite gives them (lib/db/sqlite/tables.c).  Without what
 * PostgreSQL alone has: its version, a table for locks, the clocks of users,
 * for which state.last_stamp stands at first.
 */
static const char list_sql[] =
"WITH RECURSIVE own AS (SELECT oid, relname FROM pg_class "
"WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace "
"AND relname NOT IN ('schema_version', 'writers')), "
"depth (oid, n) AS (SELECT oid, 0 FROM own UNION "
"SELECT f.conrelid, d.n + 1 FROM depth d JOIN pg_constraint f "
"ON f.confrelid = d.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid "
"WHERE d.n < 100), "
"part AS (SELECT attrelid, attnum, '\"' || attname || '\"' AS quoted, "
"attname::text COLLATE \"C\" AS name, CASE atttypid WHEN 20 THEN 'i' "
"WHEN 25 THEN 't' WHEN 17 THEN 'b' ELSE '?' END AS type "
"FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped "
"AND attname <> 'clock') "
"SELECT relname, "
"(SELECT string_agg(quoted, ', ' ORDER BY name) FROM part "
"WHERE attrelid = own.oid), "
"(SELECT string_agg(type, '' ORDER BY name) FROM part "
"WHERE attrelid = own.oid), "
"(SELECT string_agg(quoted, ', ' ORDER BY array_position(k.conkey, attnum)) "
"FROM part JOIN pg_constraint k ON k.conrelid = attrelid "
"AND k.contype = 'p' AND attnum = ANY (k.conkey) WHERE attrelid = own.oid) "
"FROM own ORDER BY (SELECT max(n) FROM depth WHERE oid = own.oid), relname";

static struct pg *
pg_table_of(struct db *db)
{
	return (struct pg *)db;
}

/* COPY cannot run in pipeline mode, which all else uses.  Fatal unless the
 * answer is of that kind. */
static PGresult *
pg_table_ask(struct pg *pg, const char *sql, ExecStatusType wanted)
{
	PGresult *r = PQexec(pg->conn, sql);

	if (PQresultStatus(r) != wanted)
		pg_fatal(pg, r, sql);
	return r;
}

static void
pg_pipeline_leave(struct pg *pg)
{
	if (pg->queued > 0)
		pg_exchange(pg, "queued statements");
	pg_collect(pg);
	if (!PQexitPipelineMode(pg->conn))
		pg_fatal(pg, NULL, "pipeline");
	if (pg->begin != NULL)
		PQclear(pg_table_ask(pg, pg->begin, PGRES_COMMAND_OK));
	pg->begin = NULL;
}

static void
enter(struct pg *pg)
{
	if (!PQenterPipelineMode(pg->conn))
		pg_fatal(pg, NULL, "pipeline");
}

static void
pg_table_command(struct pg *pg, const char *sql)
{
	pg_pipeline_leave(pg);
	PQclear(pg_table_ask(pg, sql, PGRES_COMMAND_OK));
	enter(pg);
}

/* The answer to a COPY that is complete. */
static void
end_copy(struct pg *pg, const char *what)
{
	PGresult *r;

	while ((r = PQgetResult(pg->conn)) != NULL) {
		if (PQresultStatus(r) != PGRES_COMMAND_OK)
			pg_fatal(pg, r, what);
		PQclear(r);
	}
}

static size_t
pg_table_list(struct db *db, struct arena *a, struct table **out)
{
	struct table *all;
	const char *text[4];
	PGresult *r;
	int n, i, k;

	pg_pipeline_leave(pg_table_of(db));
	r = pg_table_ask(pg_table_of(db), list_sql, PGRES_TUPLES_OK);
	enter(pg_table_of(db));
	n = PQntuples(r);
	all = arena_alloc(a, (size_t)n * sizeof(*all));
	for (i = 0; i < n; i++) {
		for (k = 0; k < 4; k++)
			text[k] = arena_str(a, PQgetvalue(r, i, k));
		all[i] = (struct table){ text[0], text[1], text[2], text[3] };
	}
	PQclear(r);
	*out = all;
	return (size_t)n;
}

/* Whoever has locked a row of them ends first; plain reading goes on. */
static void
pg_table_lock(struct db *db, const struct table *all, size_t n)
{
	struct buf sql = { 0 };
	size_t i;

	buf_str(&sql, "LOCK TABLE ");
	for (i = 0; i < n; i++)
		buf_printf(&sql, "%s\"%s\"", i == 0 ? "" : ", ", all[i].name);
	buf_str(&sql, " IN EXCLUSIVE MODE");
	buf_add(&sql, "", 1);
	pg_table_command(pg_table_of(db), sql.data);
	buf_free(&sql);
}

static void
pg_table_read(struct db *db, const struct table *t,
    void (*fn)(void *, const void *, size_t), void *arg)
{
	struct pg *pg = pg_table_of(db);
	struct arena *a = arena_new();
	char *data, *row;
	bool first = true;
	int len;

	pg_pipeline_leave(pg);
	PQclear(pg_table_ask(pg, arena_printf(a, "COPY (SELECT %s FROM \"%s\" "
	    "ORDER BY %s) TO STDOUT (FORMAT binary)", t->columns, t->name,
	    t->key), PGRES_COPY_OUT));
	while ((len = PQgetCopyData(pg->conn, &data, 0)) > 0) {
		row = data;
		if (first) {
			row += HEADER;
			len -= HEADER;
		}
		first = false;
		/* The end has -1 for the number of columns. */
		if (len > 2)
			fn(arg, row, (size_t)len);
		PQfreemem(data);
	}
	if (len == -2)
		pg_fatal(pg, NULL, t->name);
	end_copy(pg, t->name);
	enter(pg);
	arena_free(a);
}

static void
pg_table_clear(struct db *db, const struct table *t)
{
	struct arena *a = arena_new();

	pg_table_command(pg_table_of(db),
	    arena_printf(a, "DELETE FROM \"%s\"", t->name));
	arena_free(a);
}

struct adding {
	struct pg	*pg;
	const struct table *t;
	struct arena	*arena;
};

static void
pg_table_put(struct adding *x, const void *p, size_t len)
{
	if (PQputCopyData(x->pg->conn, p, (int)len) != 1)
		pg_fatal(x->pg, NULL, x->t->name);
}

static void *
pg_table_add_begin(struct db *db, const struct table *t)
{
	static const char header[HEADER] = "PGCOPY\n\377\r\n";
	struct arena *a = arena_new();
	struct adding *x = arena_alloc(a, sizeof(*x));

	*x = (struct adding){ pg_table_of(db), t, a };
	pg_pipeline_leave(x->pg);
	PQclear(pg_table_ask(x->pg, arena_printf(a,
	    "COPY \"%s\" (%s) FROM STDIN (FORMAT binary)",
	    t->name, t->columns), PGRES_COPY_IN));
	pg_table_put(x, header, sizeof(header));
	return x;
}

static void
pg_table_add(void *arg, const void *row, size_t len)
{
	pg_table_put(arg, row, len);
}

/* A column that counts by itself goes on behind the rows that came with a
 * number. */
static void
set_counters(struct adding *x)
{
	const char *sql = arena_printf(x->arena, "SELECT format('SELECT "
	    "setval(pg_get_serial_sequence(%%L, %%L), "
	    "coalesce(max(%%I), 0) + 1, false) FROM %%s', attrelid::regclass, "
	    "attname, attname, attrelid::regclass) FROM pg_attribute "
	    "WHERE attrelid = '\"%s\"'::regclass AND attnum > 0 "
	    "AND NOT attisdropped "
	    "AND pg_get_serial_sequence('\"%s\"', attname) IS NOT NULL",
	    x->t->name, x->t->name);
	PGresult *r = pg_table_ask(x->pg, sql, PGRES_TUPLES_OK);
	int i;

	for (i = 0; i < PQntuples(r); i++)
		PQclear(pg_table_ask(x->pg, PQgetvalue(r, i, 0),
		    PGRES_TUPLES_OK));
	PQclear(r);
}

static void
pg_table_add_end(void *arg)
{
	struct adding *x = arg;

	pg_table_put(x, "\377\377", 2);
	if (PQputCopyEnd(x->pg->conn, NULL) != 1)
		pg_fatal(x->pg, NULL, x->t->name);
	end_copy(x->pg, x->t->name);
	set_counters(x);
	PQclear(pg_table_ask(x->pg, arena_printf(x->arena,
	    "ANALYZE \"%s\"", x->t->name), PGRES_COMMAND_OK));
	enter(x->pg);
	arena_free(x->arena);
}

const struct engine_tables pg_tables = {
	.list = pg_table_list,
	.lock = pg_table_lock,
	.read = pg_table_read,
	.clear = pg_table_clear,
	.add_begin = pg_table_add_begin,
	.add = pg_table_add,
	.add_end = pg_table_add_end
};
