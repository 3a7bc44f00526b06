/*
 * Failing allocations, and internal errors that cannot occur otherwise: the
 * program ends with one line that says what and why.  (Files and locks:
 * fatal_files.c.)
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "db/db.h"
#include "db/sqlite/check.h"
#include "db/sqlite/snapshot.h"
#include "push/encrypt.h"
#include "push/outcome.h"
#include "push/lanes.h"
#include "push/p256.h"
#include "push/sender.h"
#include "mail/smtp.h"
#include "push/request.h"
#include "push/vapid.h"
#include "query/admin.h"
#include "query/state.h"
#include "t/unit/lib/faults.h"
#include "web/problem.h"

#define UNTOUCHED	4	/* the exit status where nothing failed */

static void run_arena(void) { arena_new(); }

static void
run_large(void)
{
	struct arena *a = arena_new();

	arena_alloc(a, 1 << 20);
}

static void run_huge(void) { arena_alloc(arena_new(), ~(size_t)0); }

static void
run_buffer(void)
{
	struct buf b = { 0 };

	buf_str(&b, "x");
}

static void
run_huge_buffer(void)
{
	struct buf b = { 0 };

	buf_reserve(&b, ~(size_t)0 - 1);
}

static void run_ece(void) { ece_free(ece_new()); }
static void run_lanes(void) { lanes_free(lanes_new()); }

static void run_sender(void) { sender_new(NULL, NULL); }

static void
run_add(void)
{
	const struct push p = { .endpoint = "https://push.example/" };

	lanes_add(lanes_new(), &p);
}

static void
run_vapid(void)
{
	struct arena *a = arena_new();
	const char *public_key, *private_key, *why;

	vapid_generate(a, &public_key, &private_key);
	broken.skip = 0;
	vapid_new(public_key, private_key, "", &why);
}

static void
run_outcome(void)
{
	struct push_result r;

	outcome_of_answer(CURLE_OUT_OF_MEMORY, 0, false, &r);
}

static void run_db(void) { open_db(); }
static void run_commit(void) { db_commit(open_db()); }
static void run_stamp(void) { db_stamp(open_db(), 1, NULL); }
static void run_write(void) { q_state_set_cleaned_at(open_db(), 1); }
static void run_row(void) { rows_run(q_state_last_stamp(open_db())); }
static void run_crypto(void) { crypto_must(false); }
static void run_curl(void) { curl_must(false); }

/* Who closes a database gives up what has not been committed. */
static void
run_close(void)
{
	struct db *db = open_db();

	if (!db_begin_write(db, 1))
		exit(2);
	q_state_set_cleaned_at(db, 42);
	db_close(db);
	db = open_db();
	if (rows_one(q_state_cleaned_at(db), 0) == 42)
		exit(2);
	db_close(db);
	db_close(NULL);
}

static void
note(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "%s\n", line);
}

/* Opened, written, looked through, copied, tidied up. */
static void
run_work(void)
{
	char copy[64];
	struct db *db = open_db();

	strcpy(copy, in_dir("copy"));
	db_check(db, note, NULL);
	db_copy(db, copy, NULL, NULL);
	if (!db_begin_write(db, 1))
		exit(2);
	q_state_set_cleaned_at(db, 7);
	db_commit(db);
	if (!db_tidy(db, 1))
		exit(2);
	db_close(db);
	if (broken.times > 0) {
		broken.call = NONE;
		exit(UNTOUCHED);
	}
}

/* Each allocation of it fails, once: it is done all the same, or said. */
static void
every_failed_allocation_is_reported(void **state)
{
	int i, status;

	(void)state;
#if defined(__SANITIZE_ADDRESS__)
	return;		/* it has its own malloc */
#endif
	for (i = 0; (status = ends(run_work, MALLOC, i, 1, ENOMEM)) !=
	    UNTOUCHED; i++) {
		assert_in_range(status, 0, 1);
		assert_true(status == 0 || said[0] != '\0');
	}
	assert_in_range(i, 100, 10000);
	assert_int_equal(ends(run_work, NONE, 0, 0, 0), 0);
	assert_string_equal(said, "");
}

/* Errors that would be faults of the program. */
static void
internal_errors_are_reported(void **state)
{
	static const struct { void (*run)(void); const char *says; } of[] = {
		{ run_commit, "a commit without a write transaction" },
		{ run_stamp, "a stamp without a write transaction" },
		{ run_write, "state_set_cleaned_at outside a write" },
		{ run_row, "state_last_stamp gave a row" },
		{ run_crypto, "libcrypto: " }, { run_curl, "libcurl failed" } };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		assert_int_equal(ends(of[i].run, NONE, 0, 0, 0), 1);
		assert_non_null(strstr(said, of[i].says));
	}
	assert_int_equal(ends(run_close, NONE, 0, 0, 0), 0);
}

static void
every_failure_has_its_own_problem(void **state)
{
	enum outcome o;

	(void)state;
	for (o = EXISTED + 1; o < OUTCOME__MAX; o++)
		assert_true((o == INTERNAL) ==
		    (problem_of(o) == problem_of(INTERNAL)));
	assert_ptr_equal(problem_of(DONE), problem_of(INTERNAL));
	assert_ptr_equal(problem_of(OUTCOME__MAX), problem_of(INTERNAL));
}

static void
failed_allocations_are_fatal(void **state)
{
	static const struct { void (*run)(void); enum call call; int skip; }
	of[] = { { run_arena, MALLOC, 0 }, { run_arena, MALLOC, 1 },
		{ run_large, MALLOC, 2 }, { run_huge, NONE, 0 },
		{ run_buffer, REALLOC, 0 }, { run_huge_buffer, NONE, 0 },
		{ run_ece, CALLOC, 0 }, { run_lanes, CALLOC, 0 },
		{ run_add, CALLOC, 1 }, { run_sender, CALLOC, 0 },
		{ run_vapid, CALLOC, 9999 }, { run_outcome, NONE, 0 },
		{ run_db, CALLOC, 0 } };
	size_t i;

	(void)state;
#if defined(__SANITIZE_ADDRESS__)
	return;		/* it has its own malloc */
#endif
	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		assert_int_equal(ends(of[i].run, of[i].call, of[i].skip, 1,
		    ENOMEM), 1);
		assert_non_null(strstr(said, "out of memory"));
	}
	ece_free(NULL);
	sender_free(NULL);
	smtp_close(NULL);
	lanes_free(NULL);
	vapid_free(NULL);
	arena_free(NULL);
}

/* The answer of a process that has no memory left. */
static void
answer(enum fatal_kind kind)
{
	struct buf b = { 0 };
	int i;

	assert_int_equal(kind, FATAL_INTERNAL);
	for (i = 0; i < 200; i++)
		buf_str(&b, "answered, ");
	broken.call = NONE;
	b.data[b.len] = '\0';
	fputs(b.data, stderr);
}

static void
answer_much(enum fatal_kind kind)
{
	struct buf b = { 0 };

	(void)kind;
	buf_reserve(&b, 9000);
	broken.call = NONE;
	fputs("answered", stderr);
}

static void
run_answer(void)
{
	fatal_hook(answer);
	run_arena();
}

static void
run_answer_much(void)
{
	fatal_hook(answer_much);
	run_arena();
}

static void
a_failed_allocation_is_answered(void **state)
{
	(void)state;
#if defined(__SANITIZE_ADDRESS__)
	return;		/* it has its own malloc */
#endif
	assert_int_equal(ends(run_answer, MALLOC, 0, 1, ENOMEM), 1);
	assert_non_null(strstr(said, "answered, answered"));
	assert_int_equal(ends(run_answer_much, MALLOC, 0, 1, ENOMEM), 1);
	assert_null(strstr(said, "answered"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(internal_errors_are_reported),
		cmocka_unit_test(every_failure_has_its_own_problem),
		cmocka_unit_test(failed_allocations_are_fatal),
		cmocka_unit_test(a_failed_allocation_is_answered),
		cmocka_unit_test(every_failed_allocation_is_reported),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
