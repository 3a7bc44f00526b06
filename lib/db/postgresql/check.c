#include "db/postgresql/check.h"

#include "base/arena.h"
#include "base/base.h"
#include "db/postgresql/pipeline.h"

/* Here `what` asks for it: one text, or none if all is well.  Columns of
 * pg_stat_replication are NULL for users without pg_read_all_stats. */
static const struct finding looks[] = {
	{ FINDING_NOTE, "SELECT 'Database: PostgreSQL ' || "
	    "current_setting('server_version') || ', standbys: ' || count(*) || "
	    "coalesce(' (' || string_agg(sync_state, ', ') || ')', '') "
	    "FROM pg_stat_replication", NULL },
	{ FINDING_FAULT, "SELECT 'PostgreSQL ' || "
	    "current_setting('server_version') || ' is older than 13' "
	    "WHERE current_setting('server_version_num')::int < 130000",
	    "Upgrade the database server" },
	{ FINDING_FAULT, "SELECT 'the database''s encoding is ' || "
	    "pg_encoding_to_char(encoding) FROM pg_database "
	    "WHERE datname = current_database() "
	    "AND pg_encoding_to_char(encoding) <> 'UTF8'",
	    "Create a database with --encoding UTF8 --template template0, and "
	    "move the data there (docket-admin move)" },
	{ FINDING_FAULT, "SELECT 'nothing can be changed: ' || "
	    "CASE WHEN pg_is_in_recovery() THEN 'this database server is a "
	    "standby' ELSE 'default_transaction_read_only is on' END "
	    "WHERE pg_is_in_recovery() "
	    "OR current_setting('default_transaction_read_only') = 'on'",
	    "Name the primary in the setting database, with "
	    "target_session_attrs=read-write; or switch that setting off" },
	{ FINDING_FAULT, "SELECT attrelid::regclass || '.' || attname || "
	    "' is not in byte order' FROM pg_attribute "
	    "JOIN pg_class c ON c.oid = attrelid WHERE relkind = 'r' "
	    "AND relnamespace = current_schema()::regnamespace "
	    "AND atttypid = 'text'::regtype AND attcollation <> "
	    "'\"C\"'::regcollation AND attnum > 0 AND NOT attisdropped LIMIT 1",
	    "Something other than docket-admin changed the tables: restore a "
	    "backup" },
	{ FINDING_FAULT, "SELECT name || ' = off: a crash can lose changes that "
	    "were acknowledged' FROM pg_settings WHERE setting = 'off' "
	    "AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') "
	    "ORDER BY name LIMIT 1", "Turn it on in postgresql.conf" },
	{ FINDING_FAULT, "SELECT 'changes wait: synchronous_standby_names asks "
	    "for a standby, and none is there' "
	    "WHERE current_setting('synchronous_standby_names') <> '' "
	    "AND NOT EXISTS (SELECT 1 FROM pg_stat_replication "
	    "WHERE coalesce(sync_state, 'sync') IN ('sync', 'quorum'))",
	    "Start the standby, or clear that setting" },
	{ FINDING_ADVICE, "SELECT 'default_transaction_isolation is ' || "
	    "current_setting('default_transaction_isolation') || ': writers "
	    "of one list run again more often' "
	    "WHERE current_setting('default_transaction_isolation') "
	    "<> 'read committed'",
	    "ALTER DATABASE ... SET default_transaction_isolation = "
	    "'read committed'" },
	{ FINDING_ADVICE, "SELECT 'the standby ' || application_name || ' is ' || "
	    "(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) / 1048576)::int "
	    "|| ' MiB behind' FROM pg_stat_replication "
	    "WHERE pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) > 67108864 "
	    "LIMIT 1", "Look at its log and at the network" },
	{ FINDING_ADVICE, "SELECT 'standbys are asynchronous: if the primary is "
	    "lost, so are its last changes' WHERE EXISTS (SELECT 1 "
	    "FROM pg_stat_replication WHERE sync_state = 'async') "
	    "AND NOT EXISTS (SELECT 1 FROM pg_stat_replication "
	    "WHERE sync_state <> 'async')",
	    "Set synchronous_standby_names, unless that is intended" },
};

static void
pg_check_query(struct pg *pg, struct finding f,
    void (*fn)(void *, const struct finding *), void *arg)
{
	PGresult *r = pg_ask(pg, f.what);

	if (PQntuples(r) > 0 && !PQgetisnull(r, 0, 0)) {
		f.what = PQgetvalue(r, 0, 0);
		fn(arg, &f);
	}
	PQclear(r);
}

void
pg_check(struct db *db, int64_t now, void (*fn)(void *, const struct finding *),
    void *arg)
{
	struct pg *pg = (struct pg *)db;
	struct arena *a = arena_new();
	struct finding clock = { FINDING_FAULT, arena_printf(a,
	    "SELECT 'the clocks of this machine and of the database server "
	    "differ by ' || abs(seconds)::int || ' seconds' FROM (SELECT "
	    "extract(epoch FROM clock_timestamp()) - %lld / 1e6) AS d (seconds) "
	    "WHERE abs(seconds) > 2", (long long)now),
	    "Set both clocks by NTP: stamps and reminders need them" };
	size_t i;

	for (i = 0; i < COUNT(looks); i++)
		pg_check_query(pg, looks[i], fn, arg);
	pg_check_query(pg, clock, fn, arg);
	arena_free(a);
}
