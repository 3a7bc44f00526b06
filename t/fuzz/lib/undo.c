#include "t/fuzz/lib/undo.h"

#include <stddef.h>
#include <string.h>

#include "t/fuzz/lib/fuzz.h"

int	 __real_sqlite3_prepare_v3(sqlite3 *, const char *, int, unsigned,
	    sqlite3_stmt **, const char **);
int	 __wrap_sqlite3_prepare_v3(sqlite3 *, const char *, int, unsigned,
	    sqlite3_stmt **, const char **);

/* ROLLBACK TO leaves its savepoint, which the next one of that name hides. */
static const struct { const char *sql, *within; } same[] = {
	{ "BEGIN", "SAVEPOINT one" },
	{ "BEGIN IMMEDIATE", "SAVEPOINT one" },
	{ "COMMIT", "RELEASE one" },
	{ "ROLLBACK", "ROLLBACK TO one" }
};

int
__wrap_sqlite3_prepare_v3(sqlite3 *h, const char *sql, int n, unsigned flags,
    sqlite3_stmt **st, const char **rest)
{
	size_t i;

	for (i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (strcmp(sql, same[i].sql) == 0)
			sql = same[i].within;
	return __real_sqlite3_prepare_v3(h, sql, n, flags, st, rest);
}

static void
run(sqlite3 *h, const char *sql)
{
	MUST(sqlite3_exec(h, sql, NULL, NULL, NULL) == SQLITE_OK);
}

void
undo_begin(sqlite3 *h)
{
	run(h, "BEGIN IMMEDIATE");
}

void
undo_all(sqlite3 *h)
{
	run(h, "ROLLBACK");
	undo_begin(h);
}
