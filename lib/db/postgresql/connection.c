#include "db/postgresql/connection.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "db/db.h"
#include "db/engine.h"
#include "db/migrations.h"
#include "db/postgresql/check.h"
#include "db/postgresql/clocks.h"
#include "db/postgresql/connect.h"
#include "db/postgresql/migrate.h"
#include "db/postgresql/pipeline.h"
#include "db/postgresql/retired.h"
#include "db/postgresql/statement.h"
#include "db/postgresql/tables.h"

#define PLANNED	16		/* transactions, before all is planned again */

static struct pg *
pg_of(struct db *db)
{
	return (struct pg *)db;
}

/* By the schema's version: DB_ABSENT if there is no schema. */
static enum db_state
pg_state_of(struct pg *pg)
{
	PGresult *r = PQexec(pg->conn, "SELECT version FROM schema_version");
	enum db_state state = DB_ABSENT;
	int version;

	if (PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1) {
		version = atoi(PQgetvalue(r, 0, 0));
		state = version < 0 ? DB_RETIRED :
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
	state = pg_state_of(pg);
	if (state == DB_OPEN && !PQenterPipelineMode(pg->conn))
		state = DB_UNREACHABLE;
	if (state != DB_OPEN) {
		PQfinish(pg->conn);
		free(pg);
		return state;
	}
	fcntl(PQsocket(pg->conn), F_SETOWN, getpid());	/* pg_watch() */
	pg->clocks = clocks_new();
	pg->statements = pg_statements_new(pg);
	*out = &pg->db;
	return DB_OPEN;
}

static void
disconnect(struct db *db)
{
	struct pg *pg = pg_of(db);

	pg_statements_free(pg->statements);
	clocks_free(pg->clocks);
	PQfinish(pg->conn);
	free(pg);
}

/* Between requests nothing is asked, so whatever comes is the end. */
static bool
pg_watch(struct db *db, bool on)
{
	struct pollfd p = { .fd = PQsocket(pg_of(db)->conn), .events = POLLIN };
	int flags = fcntl(p.fd, F_GETFL);

	if (on)
		pg_collect(pg_of(db));
	fcntl(p.fd, F_SETFL, on ? flags | O_ASYNC : flags & ~O_ASYNC);
	return !on || poll(&p, 1, 0) == 0;
}

static void
pg_begin_read(struct db *db)
{
	pg_new_transaction(pg_of(db));
	pg_of(db)->begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
}

static bool
pg_begin_write(struct db *db, const struct scope *scope, int seconds)
{
	return clocks_begin(pg_of(db), scope, seconds);
}

/*
 * The server plans a statement once, by how large its tables are then, and as
 * if those that were never analyzed had next to nothing; autovacuum comes after
 * a minute.  So tables that have rows by now are analyzed, and in any case all
 * is planned again; nobody waits for that.
 */
static void
pg_plan_again(struct pg *pg)
{
	pg_send(pg, "DO $$ BEGIN EXECUTE (SELECT coalesce('ANALYZE ' || "
	    "string_agg(quote_ident(relname), ', '), 'DISCARD PLANS') "
	    "FROM pg_class WHERE relkind = 'r' AND reltuples < 0 AND "
	    "pg_relation_size(oid) > 0 AND "
	    "relnamespace = current_schema::regnamespace); END $$");
}

static void
pg_end_write(struct db *db, bool commit)
{
	const char *command = commit ? "COMMIT" : "ROLLBACK";
	int n = pg_of(db)->transaction;

	/* The schema's version is read before the end, not after it. */
	if (commit && pg_of(db)->begun != NULL)
		pg_exchange(pg_of(db), "BEGIN");
	if (commit)
		clocks_queue(pg_of(db));
	else
		pg_forget(pg_of(db));
	PQclear(pg_ask(pg_of(db), command));
	/* Whenever their number has doubled. */
	if (n >= PLANNED && (n & (n - 1)) == 0)
		pg_plan_again(pg_of(db));
}

static int64_t
pg_newest(struct db *db, const char *owner)
{
	return clocks_newest(pg_of(db), owner);
}

static void
pg_end_read(struct db *db)
{
	struct pg *pg = pg_of(db);

	if (pg->begin == NULL)
		pg_send(pg, "COMMIT");
	pg->begin = NULL;
}

static int
pg_version(struct db *db)
{
	struct pg *pg = pg_of(db);
	/* Which transactions are over changes with each commit. */
	PGresult *r = pg_ask(pg,
	    "SELECT hashtext(txid_current_snapshot()::text)");
	int v = (int)pg_number(r, 0, 0);

	PQclear(r);
	return v;
}

/* The number of the lock is ours alone. */
static bool
pg_claim(struct db *db, bool on)
{
	PGresult *r = pg_ask(pg_of(db), on ?
	    "SELECT pg_try_advisory_lock(1146045260)" :
	    "SELECT pg_advisory_unlock(1146045260)");
	bool ok = pg_number(r, 0, 0) != 0;

	PQclear(r);
	return ok;
}

/* PostgreSQL's autovacuum does this by itself. */
static bool
pg_tidy(struct db *db, int seconds)
{
	(void)db;
	(void)seconds;
	return true;
}

static struct rows *
pg_prepare(struct db *db, int query)
{
	return pg_statement_prepare(pg_of(db)->statements, query, db->writing);
}

const struct engine engine_postgresql = {
	.migrate = pg_migrate,
	.open = connect_to,
	.close = disconnect,
	.watch = pg_watch,
	.begin_read = pg_begin_read,
	.begin_write = pg_begin_write,
	.end_write = pg_end_write,
	.newest = pg_newest,
	.end_read = pg_end_read,
	.version = pg_version,
	.claim = pg_claim,
	.tidy = pg_tidy,
	.check = pg_check,
	.tables = &pg_tables,
	.retire = pg_retire,
	.evict = pg_evict,
	.moved_to = pg_moved_to,
	.release = pg_release,
	.abandon = pg_abandon,
	.prepare = pg_prepare,
	.bind_id = pg_statement_bind_id,
	.bind_int = pg_statement_bind_int,
	.bind_text = pg_statement_bind_text,
	.bind_bytes = pg_statement_bind_bytes,
	.next = pg_statement_next,
	.run = pg_statement_run,
	.queue = pg_statement_queue,
	.ahead = pg_statement_ahead,
	.many = pg_statement_many,
	.end = pg_statement_end,
	.number = pg_statement_number,
	.peek = pg_statement_peek,
	.name = pg_statement_name
};
