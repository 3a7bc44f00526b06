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
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/long_read.h"
#include "db/sqlite/snapshot.h"
#include "db/sqlite/sqlite.h"
#include "query/attempt.h"
#include "query/job.h"
#include "query/vapid.h"

#define LARGE	(8 * 1024 * 1024)	/* bytes: some steps of a copy */

struct fixture {
	char		 dir[32];
	char		 path[64];	/* for a copy */
	struct arena	*arena;
	struct db	*db;
	int		 ticks;
	int		 filled;	/* by commit_much() */
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

/* A number of the log's index (sqlite.org/walformat.html). */
static uint32_t
of_index(struct fixture *f, off_t offset)
{
	uint32_t n;
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "%s/docket.db-shm", f->dir);
	fd = open(path, O_RDONLY);
	assert_int_equal(pread(fd, &n, sizeof(n), offset), sizeof(n));
	close(fd);
	return n;
}

#define FRAMES	16	/* in the log */
#define COPIED	96	/* of them, to the database */

/* More than after which a writer makes a checkpoint. */
static void
commit_much(struct fixture *f)
{
	char *large = arena_alloc(f->arena, LARGE);
	struct db *other;

	/* What does not differ is not written. */
	memset(large, 'a' + f->filled++ % 20, LARGE - 1);
	assert_int_equal(db_open(f->dir, &other), DB_OPEN);
	assert_true(db_begin_write(other, 1));
	q_state_replace_vapid(other, "public", large);
	assert_true(db_stamp(other, 9, NULL) > 0);
	db_commit(other);
	db_close(other);
}

static void
what_was_committed_meanwhile_is_copied_without_the_lock(void **state)
{
	struct fixture *f = *state;
	int lock;

	db_begin_read(f->db);
	assert_int_equal(rows_one(q_state_reminded_at(f->db), -1), 0);
	commit_much(f);
	assert_true(of_index(f, FRAMES) > LARGE / 4096);
	assert_true(of_index(f, COPIED) < LARGE / 4096);
	lock = db_lock(f->dir, 0);
	assert_int_not_equal(lock, -1);
	db_end_long(f->db);
	assert_int_equal(of_index(f, COPIED), of_index(f, FRAMES));
	close(lock);
	change(f, 0, 1);
	assert_int_equal(rows_one(q_state_reminded_at(f->db), -1), 1);
	assert_null(db_verify(f->db, f->arena));
}

#define COMMITS	150

/* In another process, which has no connection of this one. */
static pid_t
writer(struct fixture *f)
{
	char key[32];
	struct db *own;
	pid_t pid = fork();
	int i;

	if (pid != 0)
		return pid;
	if (db_open(f->dir, &own) != DB_OPEN)
		_exit(1);
	for (i = 0; i < COMMITS; i++) {
		if (!db_begin_write(own, 10))
			_exit(1);
		snprintf(key, sizeof(key), "row %d", i);
		q_attempt_put(own, key, 1, 0);
		db_stamp(own, 0, NULL);
		db_commit(own);
	}
	db_close(own);
	_exit(0);
}

static void
beside_a_writer_nothing_is_lost(void **state)
{
	struct fixture *f = *state;
	int status, often = 0, n = -1;
	pid_t pid;

	assert_true(db_begin_write(f->db, 1));
	q_state_set_vapid(f->db, "public", "short, since each stamp writes it");
	db_commit(f->db);
	/* Connections do not survive a fork. */
	db_close(f->db);
	pid = writer(f);
	assert_int_equal(db_open(f->dir, &f->db), DB_OPEN);
	do {
		db_begin_read(f->db);
		assert_true(db_last_stamp(f->db) >= 0);
		usleep(3000);
		db_end_long(f->db);
		often++;
	} while (waitpid(pid, &status, WNOHANG) == 0);
	assert_int_equal(status, 0);
	assert_true(often > 1);
	assert_null(db_verify(f->db, f->arena));
	assert_true(sqlite_pragma(sqlite_handle(f->db),
	    "SELECT count(*) FROM attempt", &n));
	assert_int_equal(n, COMMITS);
}

/* Without a reader of the log, a checkpoint outside the lock would be wrong. */
static void
nothing_is_copied_if_there_was_no_commit(void **state)
{
	struct fixture *f = *state;
	uint32_t copied;

	change(f, 0, 1);
	copied = of_index(f, COPIED);
	assert_true(copied < of_index(f, FRAMES));
	db_begin_read(f->db);
	assert_int_equal(rows_one(q_state_reminded_at(f->db), -1), 1);
	db_end_long(f->db);
	assert_int_equal(of_index(f, COPIED), copied);
}

/* Each reader begins before the one before it has ended, and sees another
 * state, so that the log never starts over by itself. */
static void
a_large_log_starts_over_between_long_reads(void **state)
{
	struct fixture *f = *state;
	struct db *reader, *next;
	int i;

	assert_true(db_long_may_begin(f->db, f->dir));
	assert_int_equal(db_open(f->dir, &reader), DB_OPEN);
	db_begin_read(reader);
	assert_true(db_last_stamp(reader) >= 0);
	for (i = 0; sqlite_log_bytes(sqlite_handle(f->db)) <= LOG_LARGE; i++) {
		assert_true(i < 20);
		assert_true(db_long_may_begin(f->db, f->dir));
		commit_much(f);
		assert_int_equal(db_open(f->dir, &next), DB_OPEN);
		db_begin_read(next);
		assert_true(db_last_stamp(next) >= 0);
		db_close(reader);
		reader = next;
	}
	assert_true(i > 5);
	db_end(reader);
	db_begin_read(reader);
	assert_true(db_last_stamp(reader) >= 0);
	commit_much(f);
	assert_false(db_long_may_begin(f->db, f->dir));
	db_end(reader);
	assert_true(db_long_may_begin(f->db, f->dir));
	assert_true(sqlite_log_bytes(sqlite_handle(f->db)) <= LOG_LARGE / 2);
	db_close(reader);
	assert_null(db_verify(f->db, f->arena));
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
		cmocka_unit_test_setup_teardown(
		    what_was_committed_meanwhile_is_copied_without_the_lock,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    nothing_is_copied_if_there_was_no_commit, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    a_large_log_starts_over_between_long_reads, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    beside_a_writer_nothing_is_lost, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
