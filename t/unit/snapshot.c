/*
 * Whole databases: copying while another connection writes, comparing,
 * replacing.
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
#include "db/sqlite/connection.h"
#include "db/sqlite/snapshot.h"
#include "query.h"

#define LARGE	(8 * 1024 * 1024)	/* bytes: some steps of a copy */

struct fixture {
	char		 dir[32];
	char		 path[64];	/* for a copy */
	struct arena	*arena;
	struct db	*db;
	int		 ticks;
};

static int
setup(void **state)
{
	struct arena *a = arena_new();
	struct fixture *f = arena_alloc(a, sizeof(*f));
	char *large = arena_alloc(a, LARGE);

	f->arena = a;
	strcpy(f->dir, "/tmp/docket-snapshot-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->path, sizeof(f->path), "%s/copy", f->dir);
	assert_int_equal(db_migrate(f->dir, NULL), MIGRATED_CREATED);
	assert_int_equal(db_open(f->dir, &f->db), DB_OPEN);
	memset(large, 'x', LARGE - 1);
	assert_true(db_begin_write(f->db, 1));
	q_state_set_vapid(f->db, "public", large);
	db_commit(f->db);
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	char command[64];

	db_close(f->db);
	snprintf(command, sizeof(command), "rm -r %s", f->dir);
	arena_free(f->arena);
	return system(command);
}

/* A change by somebody else between two steps. */
static void
change(void *arg, int64_t done, int64_t total)
{
	struct fixture *f = arg;
	struct db *other;

	/* A copy that starts over at each change never ends. */
	assert_true(done < total && f->ticks < 10);
	assert_int_equal(db_open(f->dir, &other), DB_OPEN);
	assert_true(db_begin_write(other, 1));
	q_state_set_reminded_at(other, ++f->ticks);
	q_attempt_put(other, f->ticks % 2 ? "odd" : "even", 1, 0);
	db_commit(other);
	db_close(other);
}

static void
a_copy_is_of_one_moment(void **state)
{
	struct fixture *f = *state;
	struct db *copy;
	int64_t rows;

	db_begin_read(f->db);
	db_copy(f->db, f->path, change, f);
	assert_true(f->ticks > 1);
	assert_true(db_plain(f->path));
	assert_int_equal(db_open_file(f->path, false, &copy), DB_OPEN);
	assert_null(db_verify(copy, f->arena));
	assert_int_equal(rows_one(q_state_reminded_at(copy), -1), 0);
	assert_null(db_compare(copy, f->db, f->arena, &rows));
	assert_true(rows > 0);
	db_end(f->db);
	assert_int_equal(rows_one(q_state_reminded_at(f->db), -1), f->ticks);
	db_close(copy);
}

static void
another_number_of_rows_is_reported(void **state)
{
	struct fixture *f = *state;
	struct db *copy;
	int64_t rows;

	db_copy(f->db, f->path, NULL, NULL);
	assert_int_equal(db_open_file(f->path, true, &copy), DB_OPEN);
	assert_null(db_compare(copy, f->db, f->arena, &rows));
	/* Without a lock: nobody else has the file. */
	assert_true(db_begin_write(copy, 0));
	q_attempt_put(copy, "key", 1, 0);
	db_commit(copy);
	assert_string_equal(db_compare(copy, f->db, f->arena, &rows),
	    "1 rows of attempt instead of 0");
	db_close(copy);
}

static void
the_content_is_replaced_under_a_reader(void **state)
{
	struct fixture *f = *state;
	struct db *copy, *writer;

	db_copy(f->db, f->path, NULL, NULL);
	assert_int_equal(db_open_file(f->path, true, &copy), DB_OPEN);
	assert_true(db_begin_write(copy, 0));
	q_state_set_reminded_at(copy, 5);
	assert_int_equal(db_stamp(copy, 9, NULL), 9);
	db_commit(copy);
	assert_int_equal(db_last_stamp(copy), 9);

	db_begin_read(f->db);
	assert_int_equal(rows_one(q_state_reminded_at(f->db), -1), 0);
	assert_int_equal(db_open(f->dir, &writer), DB_OPEN);
	db_replace(writer, copy);
	assert_int_equal(rows_one(q_state_reminded_at(f->db), -1), 0);
	db_end(f->db);
	assert_int_equal(rows_one(q_state_reminded_at(f->db), -1), 5);
	assert_null(db_verify(f->db, f->arena));
	db_close(writer);
	db_close(copy);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_copy_is_of_one_moment,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(another_number_of_rows_is_reported,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    the_content_is_replaced_under_a_reader, setup, teardown),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
