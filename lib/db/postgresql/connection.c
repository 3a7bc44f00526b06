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
#include "db/postgresql/moved.h"
#include "db/postgresql/pipeline.h"
#include "db/postgresql/statement.h"
#include "db/postgresql/tables.h"

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
	fcntl(PQsocket(pg->conn), F_SETOWN, getpid());	/* watch() */
	pg->clocks = clocks_new();
	pg->statements = pg_statements_new(pg);
	*out = &pg->db;
	return DB_OPEN;
}

static void
disconnect(struct db *db)
{
	struct pg *pg = of(db);

	pg_statements_free(pg->statements);
	clocks_free(pg->clocks);
	PQfinish(pg->conn);
	free(pg);
}

/* Between requests nothing is asked, so whatever comes is the end. */
static bool
watch(struct db *db, bool on)
{
	struct pollfd p = { .fd = PQsocket(of(db)->conn), .events = POLLIN };
	int flags = fcntl(p.fd, F_GETFL);

	if (on)
		pg_settle(of(db));
	fcntl(p.fd, F_SETFL, on ? flags | O_ASYNC : flags & ~O_ASYNC);
	return !on || poll(&p, 1, 0) == 0;
}

static void
begin_read(struct db *db)
{
	pg_new_transaction(of(db));
	of(db)->begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
}

static bool
begin_write(struct db *db, const struct scope *scope, int seconds)
{
	return clocks_begin(of(db), scope, seconds);
}

static void
end_write(struct db *db, bool commit)
{
	const char *command = commit ? "COMMIT" : "ROLLBACK";

	/* The schema's version is read before the end, not after it. */
	if (commit && of(db)->begun != NULL)
		pg_exchange(of(db), "BEGIN");
	if (commit)
		clocks_queue(of(db));
	else
		pg_forget(of(db));
	PQclear(pg_ask(of(db), command));
}

static int64_t
newest(struct db *db, const char *owner)
{
	return clocks_newest(of(db), owner);
}

static void
end_read(struct db *db)
{
	struct pg *pg = of(db);

	if (pg->begin == NULL)
		pg_send(pg, "COMMIT");
	pg->begin = NULL;
}

static int
version(struct db *db)
{
	struct pg *pg = of(db);
	/* Which transactions are over changes with each commit. */
	PGresult *r = pg_ask(pg,
	    "SELECT hashtext(txid_current_snapshot()::text)");
	int v = (int)pg_number(r, 0, 0);

	PQclear(r);
	return v;
}

/* The number of the lock is ours alone. */
static bool
claim(struct db *db, bool on)
{
	PGresult *r = pg_ask(of(db), on ?
	    "SELECT pg_try_advisory_lock(1146045260)" :
	    "SELECT pg_advisory_unlock(1146045260)");
	bool ok = pg_number(r, 0, 0) != 0;

	PQclear(r);
	return ok;
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
	.watch = watch,
	.begin_read = begin_read,
	.begin_write = begin_write,
	.end_write = end_write,
	.newest = newest,
	.end_read = end_read,
	.version = version,
	.claim = claim,
	.tidy = tidy,
	.check = pg_check,
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
	.queue = pg_statement_queue,
	.ahead = pg_statement_ahead,
	.many = pg_statement_many,
	.end = pg_statement_end,
	.number = pg_statement_number,
	.peek = pg_statement_peek,
	.is_null = pg_statement_is_null,
	.name = pg_statement_name
};
