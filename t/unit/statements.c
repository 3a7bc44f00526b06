/*
 * Every statement of sql/query prepares, gives the columns that it declares,
 * and scans no table that grows.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/rows.h"
#include "db/sqlite/connection.h"

/* What may be scanned: a JSON array of the query's own words, what a statement
 * has just gathered, one row, and uploads under way. */
static const char *const allowed[] = { "SCAN json_each", "SCAN n",
	"SCAN best", "SCAN due", "SCAN source", "SCAN page", "SCAN reach",
	"SCAN found", "SCAN planned", "SCAN sent", "SCAN f VIRTUAL TABLE",
	"SCAN own", "SCAN lost", "SCAN (subquery", "SCAN CONSTANT ROW",
	"SCAN 2 CONSTANT ROWS", "SCAN user USING INDEX",
	"SCAN content_upload" };

static void
check_line(void *name, const char *line)
{
	size_t i;

	if (strncmp(line, "SCAN", 4) != 0)
		return;
	for (i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++)
		if (strncmp(line, allowed[i], strlen(allowed[i])) == 0)
			return;
	fail_msg("%s: %s", (const char *)name, line);
}

/* The columns that a "-- row" or "-- record" line declares, in their order. */
static void
check_columns(struct db *db, int query, struct arena *a)
{
	char *names = arena_str(a, query_texts[query].columns), *rest, *name;
	const char *column;
	int n = 0;

	if (names[0] == '\0')
		return;
	for (name = strtok_r(names, " ", &rest); name != NULL;
	    name = strtok_r(NULL, " ", &rest)) {
		column = db_column(db, query, n++, a);
		if (column == NULL || strcmp(name, column) != 0)
			fail_msg("%s: column %d is %s, declared %s",
			    query_texts[query].name, n,
			    column == NULL ? "missing" : column, name);
	}
}

/* Those that read lists, groups or settings without being limited to the lists
 * of a token (db_limit()): they find a place beside all of a user's lists, or
 * count them against a cap; or no request runs them for a caller who can be
 * limited; or they are about a list or task that was reached before, and
 * whoever else reaches it. */
static const char *const unlimited[] = {
	/* places and caps */
	"list_rank_after", "list_rank_before", "list_at_rank", "list_count",
	"list_ever", "access_count", "access_shared", "respace_list_find",
	"respace_list_all", "respace_group_all", "feed_newest",
	/* of a list or task that was reached */
	"access_users", "access_ended_with", "member_any", "member_count",
	"my_day_of_task", "my_day_to_hand_over", "tag_set_of_task",
	/* of programs */
	"check_feed", "stats_shared", "cleanup_over", "list_accesses",
	"stage_any", "delivery_leased", "recover_list", "recover_members",
	"recover_collections",
	"leave_left", "reindex_user_counts", "mail_due",
	/* of what imports made, which no token limited to lists undoes */
	"made_list_used", "made_group_used", "made_tag_used"
};

/* Does the text name a table behind FROM or JOIN? */
static bool
reads(const char *sql, const char *table)
{
	const char *p = sql;
	size_t n = strlen(table);

	while ((p = strstr(p, table)) != NULL) {
		if ((p - sql > 5) && (strncmp(p - 5, "FROM ", 5) == 0 ||
		    strncmp(p - 5, "JOIN ", 5) == 0) &&
		    strchr(" ,;\n", p[n]) != NULL)
			return true;
		p += n;
	}
	return false;
}

static bool
is_unlimited(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(unlimited) / sizeof(unlimited[0]); i++)
		if (strcmp(unlimited[i], name) == 0)
			return true;
	return false;
}

/* Is each statement that reads them limited, or in the list above? */
static void
what_is_read_of_lists_is_limited(void **state)
{
	const struct query_text *q;
	size_t found = 0;
	int i;

	(void)state;
	for (i = 0; i < query_count; i++) {
		q = &query_texts[i];
		if ((strncmp(q->sql, "SELECT", 6) != 0 &&
		    strncmp(q->sql, "WITH", 4) != 0) ||
		    strstr(q->name, "_limited") != NULL ||
		    !(reads(q->sql, "access") || reads(q->sql, "list_group") ||
		    reads(q->sql, "setting")))
			continue;
		found += is_unlimited(q->name);
		if ((q->limited != 0) == is_unlimited(q->name))
			fail_msg("%s is %slimited", q->name,
			    q->limited == 0 ? "not " : "");
	}
	assert_int_equal(found, sizeof(unlimited) / sizeof(unlimited[0]));
}

static void
no_statement_scans_what_grows(void **state)
{
	char dir[] = "/tmp/docket-statements-XXXXXX", command[64];
	struct arena *a = arena_new();
	struct db *db;
	int i;

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(db_migrate(dir, NULL), MIGRATED_CREATED);
	assert_int_equal(db_open(dir, &db), DB_OPEN);
	assert_true(db_begin_write(db, 1));
	for (i = 0; i < query_count; i++) {
		db_explain(db, i, check_line, (void *)query_texts[i].name);
		check_columns(db, i, a);
	}
	assert_true(query_count > 100);
	arena_free(a);
	db_close(db);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_statement_scans_what_grows),
		cmocka_unit_test(what_is_read_of_lists_is_limited)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
