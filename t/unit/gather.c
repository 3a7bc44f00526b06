/*
 * Write transactions that are gathered: each is kept or undone alone, nobody
 * else sees any before the commit of all, and that is the only one that waits
 * for the disk.  A file system put over SQLite's own counts these waits.
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

#include "db/db.h"
#include "db/migrate.h"
#include "db/names.h"
#include "db/sqlite/sqlite.h"
#include "query/attempt.h"

#define ROWS	10

static struct {
	sqlite3_vfs	 vfs;
	sqlite3_vfs	*real;
	sqlite3_io_methods methods;
	int		(*sync)(sqlite3_file *, int);
	int		 syncs;
} shim;

static struct {
	char		 dir[40];
	char		 path[64];
	struct db	*db;
	struct db	*other;
	int		 ends;		/* calls of the function of db_on_end() */
	int		 committed;	/* those that said so */
} fixture;

static int
shim_sync(sqlite3_file *f, int flags)
{
	shim.syncs++;
	return shim.sync(f, flags);
}

static int
shim_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *f, int flags,
    int *out)
{
	int code = shim.real->xOpen(shim.real, name, f, flags, out);

	(void)vfs;
	if (code == SQLITE_OK && (flags & SQLITE_OPEN_WAL)) {
		shim.sync = f->pMethods->xSync;
		shim.methods = *f->pMethods;
		shim.methods.xSync = shim_sync;
		f->pMethods = &shim.methods;
	}
	return code;
}

static void
ended(void *arg, bool committed)
{
	(void)arg;
	fixture.ends++;
	fixture.committed += committed;
}

/* A transaction with one row, kept or undone. */
static void
put(int n, bool keep)
{
	char key[32];

	snprintf(key, sizeof(key), "row %d", n);
	assert_true(db_begin_write(fixture.db, 1));
	q_attempt_put(fixture.db, key, 1, 0);
	db_stamp(fixture.db, 100 + n, "");
	if (keep)
		db_commit(fixture.db);
	else
		db_end(fixture.db);
}

static int
rows_there(void)
{
	sqlite3 *h = sqlite_open(fixture.path, 0);
	int n = -1;

	assert_true(sqlite_pragma(h, "SELECT count(*) FROM attempt", &n));
	sqlite3_close(h);
	return n;
}

static int
set_up(void **state)
{
	(void)state;
	memset(&fixture, 0, sizeof(fixture));
	strcpy(fixture.dir, "/tmp/docket-gather-XXXXXX");
	assert_non_null(mkdtemp(fixture.dir));
	snprintf(fixture.path, sizeof(fixture.path), "%s/" DB_FILE,
	    fixture.dir);
	assert_int_equal(db_migrate(fixture.dir, NULL), MIGRATED_CREATED);
	assert_int_equal(db_open(fixture.dir, &fixture.db), DB_OPEN);
	assert_int_equal(db_open(fixture.dir, &fixture.other), DB_OPEN);
	db_on_end(fixture.db, ended, NULL);
	return 0;
}

static int
tear_down(void **state)
{
	char command[64];

	(void)state;
	db_close(fixture.db);
	db_close(fixture.other);
	snprintf(command, sizeof(command), "rm -r %s", fixture.dir);
	return system(command);
}

static void
each_is_kept_or_undone_alone(void **state)
{
	int i;

	(void)state;
	db_gather(fixture.db, true);
	for (i = 0; i < ROWS; i++)
		put(i, i % 3 != 1);
	assert_int_equal(rows_there(), 0);
	assert_false(db_begin_write(fixture.other, 0));
	db_gather(fixture.db, false);
	assert_int_equal(rows_there(), ROWS - 3);
	assert_true(db_begin_write(fixture.other, 0));
	db_end(fixture.other);
}

static void
only_their_commit_waits_for_the_disk(void **state)
{
	int i;

	(void)state;
	put(0, true);
	shim.syncs = 0;
	for (i = 0; i < ROWS; i++)
		put(i, true);
	assert_int_equal(shim.syncs, ROWS);
	shim.syncs = 0;
	db_gather(fixture.db, true);
	for (i = 0; i < ROWS; i++)
		put(ROWS + i, true);
	assert_int_equal(shim.syncs, 0);
	db_gather(fixture.db, false);
	assert_int_equal(shim.syncs, 1);
}

static void
others_are_told_after_the_commit(void **state)
{
	(void)state;
	db_gather(fixture.db, true);
	put(0, true);
	put(1, false);
	assert_int_equal(fixture.ends, 0);
	db_gathered(fixture.db, false);
	assert_int_equal(fixture.ends, 1);
	assert_int_equal(fixture.committed, 1);
	db_gathered(fixture.db, false);
	assert_int_equal(fixture.ends, 1);
	/* It goes on gathering. */
	put(2, true);
	assert_int_equal(rows_there(), 1);
	db_gather(fixture.db, false);
	assert_int_equal(rows_there(), 2);
}

static void
others_wait_for_a_while_at_most(void **state)
{
	int i;

	(void)state;
	db_gather(fixture.db, true);
	for (i = 0; rows_there() == 0; i++) {
		assert_true(i < 1000000);
		put(0, true);
		db_gathered(fixture.db, true);
	}
	db_gather(fixture.db, false);
}

static void
stamps_go_on(void **state)
{
	(void)state;
	db_gather(fixture.db, true);
	put(5, true);
	put(9, false);
	assert_true(db_begin_write(fixture.db, 1));
	assert_int_equal(db_stamp(fixture.db, 1, ""), 106);
	db_commit(fixture.db);
	db_gather(fixture.db, false);
	assert_true(db_begin_write(fixture.other, 1));
	assert_int_equal(db_stamp(fixture.other, 1, ""), 107);
	db_end(fixture.other);
}

static void
what_was_gathered_by_a_process_that_ends_is_undone(void **state)
{
	(void)state;
	put(0, true);
	db_gather(fixture.db, true);
	put(1, true);
	db_close(fixture.db);
	fixture.db = NULL;
	assert_int_equal(rows_there(), 1);
}

int
main(void)
{
#define TEST(fn)	cmocka_unit_test_setup_teardown(fn, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(each_is_kept_or_undone_alone),
		TEST(only_their_commit_waits_for_the_disk),
		TEST(others_are_told_after_the_commit),
		TEST(others_wait_for_a_while_at_most),
		TEST(stamps_go_on),
		TEST(what_was_gathered_by_a_process_that_ends_is_undone),
	};

	shim.real = sqlite3_vfs_find(NULL);
	shim.vfs = *shim.real;
	shim.vfs.zName = "shim";
	shim.vfs.pNext = NULL;
	shim.vfs.xOpen = shim_open;
	if (sqlite3_vfs_register(&shim.vfs, 1) != SQLITE_OK)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
