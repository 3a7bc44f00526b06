#include "db/postgresql/connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "db/db.h"
#include "db/engine.h"
#include "db/migrations.h"
#include "db/postgresql/connect.h"
#include "db/postgresql/migrate.h"
#include "db/postgresql/moved.h"
#include "db/postgresql/pipeline.h"
#include "db/postgresql/statement.h"
#include "db/postgresql/tables.h"

static void
command(struct pg *pg, const char *sql)
{
	pg_queue(pg, sql);
	PQclear(pg_exchange(pg, 1, sql));
}

static struct pg *
of(struct db *db)
{
	return (struct pg *)db;
}

/* By the schema's version: DB_ABSENT if there is no schema. */
static enum db_state
state_of(struct pg *pg)
{
	PGresult *r = PQexec(pg->conn, "SELECT version FROM schema_version");
	enum db_state state = DB_ABSENT;
	int version;

	if (PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1) {
		version = atoi(PQgetvalue(r, 0, 0));
		state = version < 0 ? DB_MOVED :
		    version > migration_last ? DB_NEWER :
		    version < migration_last ? DB_OLDER : DB_OPEN;
	}
	PQclear(r);
	return state;
}

static enum db_state
connect_to(const char *place, struct db **out)
{
	struct pg *pg = calloc(1, sizeof(*pg));
	enum db_state state;

	if (pg == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	pg->db.engine = &engine_postgresql;
	pg->db.shared = true;
	if ((pg->conn = pg_connect(place)) == NULL) {
		free(pg);
		return DB_UNREACHABLE;
	}
	state = state_of(pg);
	if (state == DB_OPEN && !PQenterPipelineMode(pg->conn))
		state = DB_UNREACHABLE;
	if (state != DB_OPEN) {
		PQfinish(pg->conn);
		free(pg);
		return state;
	}
	pg->statements = pg_statements_new(pg);
	*out = &pg->db;
	return DB_OPEN;
}

static void
disconnect(struct db *db)
{
	struct pg *pg = of(db);

	pg_statements_free(pg->statements);
	PQfinish(pg->conn);
	free(pg);
}

static void
begin_read(struct db *db)
{
	of(db)->begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
}

/*
 * One writer at a time: whoever has locked the row of `state`.  So stamps are
 * committed in their order, and a client that syncs misses none.
 */
static bool
begin_write(struct db *db, int seconds)
{
	struct pg *pg = of(db);
	char set[64];
	PGresult *r;
	bool got;

	snprintf(set, sizeof(set), "SET LOCAL lock_timeout = %d",
	    seconds == 0 ? 1 : seconds * 1000);
	pg_queue(pg, "BEGIN ISOLATION LEVEL READ COMMITTED");
	pg_queue(pg, set);
	PQclear(pg_exchange(pg, 2, "BEGIN"));
	pg_queue(pg, "SELECT 1 FROM state WHERE id = 1 FOR UPDATE");
	if (!PQpipelineSync(pg->conn))
		pg_fatal(pg, NULL, "BEGIN");
	r = PQgetResult(pg->conn);
	got = pg_is_answer(r);
	if (!got && strcmp(PQresultErrorField(r, PG_DIAG_SQLSTATE) == NULL ?
	    "" : PQresultErrorField(r, PG_DIAG_SQLSTATE), "55P03") != 0)
		pg_fatal(pg, r, "BEGIN");
	PQclear(r);
	PQclear(PQgetResult(pg->conn));
	PQclear(PQgetResult(pg->conn));
	if (!got)
		command(pg, "ROLLBACK");
	return got;
}

static void
end_write(struct db *db, bool commit)
{
	command(of(db), commit ? "COMMIT" : "ROLLBACK");
}

static void
end_read(struct db *db)
{
	struct pg *pg = of(db);

	if (pg->begin == NULL)
		command(pg, "COMMIT");
	pg->begin = NULL;
}

static int
version(struct db *db)
{
	struct pg *pg = of(db);
	PGresult *r;
	int v;

	/* Every change has a stamp; an int has no space for it all. */
	pg_queue(pg, "SELECT last_stamp % 1000000007 FROM state WHERE id = 1");
	r = pg_exchange(pg, 1, "version");
	v = (int)pg_number(r, 0, 0);
	PQclear(r);
	return v;
}

/* PostgreSQL's autovacuum does this by itself. */
static bool
tidy(struct db *db, int seconds)
{
	(void)db;
	(void)seconds;
	return true;
}

static struct rows *
prepare(struct db *db, int query)
{
	return pg_statement_prepare(of(db)->statements, query, db->writing);
}

const struct engine engine_postgresql = {
	.migrate = pg_migrate,
	.open = connect_to,
	.close = disconnect,
	.begin_read = begin_read,
	.begin_write = begin_write,
	.end_write = end_write,
	.end_read = end_read,
	.version = version,
	.tidy = tidy,
	.tables = &pg_tables,
	.retire = pg_retire,
	.evict = pg_evict,
	.moved_to = pg_moved_to,
	.release = pg_release,
	.prepare = prepare,
	.bind_id = pg_statement_bind_id,
	.bind_int = pg_statement_bind_int,
	.bind_text = pg_statement_bind_text,
	.bind_bytes = pg_statement_bind_bytes,
	.next = pg_statement_next,
	.run = pg_statement_run,
	.end = pg_statement_end,
	.number = pg_statement_number,
	.peek = pg_statement_peek,
	.is_null = pg_statement_is_null,
	.name = pg_statement_name
};
