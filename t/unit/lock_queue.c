/*
 * Who waits for the write lock gets it in turn, whatever becomes of the others.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/names.h"
#include "db/sqlite/sqlite.h"

#define NUMBER	64	/* in the file: that of the last in the queue */
#define LONG	20	/* seconds */

static char dir[] = "/tmp/docket-turn-XXXXXX";
static int held;	/* the lock, in this process */
static int order[2];	/* a pipe: who had it, one after the other */
static char said[16];

static bool
asleep(pid_t pid)
{
	char path[32], line[256] = "", *state;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if ((in = fopen(path, "r")) == NULL)
		return false;
	state = fgets(line, sizeof(line), in) == NULL ? NULL :
	    strrchr(line, ')');
	fclose(in);
	return state != NULL && state[2] == 'S';
}

/* Another process that waits for the lock, and gives it back at once. */
static pid_t
waiter(char name, int seconds)
{
	pid_t pid = fork();
	int fd, i;

	if (pid == 0) {
		fd = sqlite_lock_open(dir);
		if (!sqlite_lock(fd, seconds))
			name = '-';
		if (write(order[1], &name, 1) != 1)
			_exit(1);
		if (name != '-')
			sqlite_unlock(fd);
		_exit(0);
	}
	for (i = 0; i < 10000 && !asleep(pid); i++)
		usleep(1000);
	assert_true(asleep(pid));
	return pid;
}

/* Takes the lock once more, behind those who wait. */
static void
again(void)
{
	sqlite_unlock(held);
	assert_true(sqlite_lock(held, LONG));
	assert_int_equal(write(order[1], "me", 1), 1);
	sqlite_unlock(held);
}

static const char *
who(size_t n)
{
	while (wait(NULL) != -1)
		;
	memset(said, 0, sizeof(said));
	assert_int_equal(read(order[0], said, n), (ssize_t)n);
	return said;
}

static int
hold(void **state)
{
	(void)state;
	return sqlite_lock(held, LONG) ? 0 : 1;
}

static void
no_one_is_overtaken(void **state)
{
	(void)state;
	waiter('a', LONG);
	waiter('b', LONG);
	waiter('c', LONG);
	again();
	assert_string_equal(who(4), "abcm");
}

static void
who_is_killed_leaves_the_queue(void **state)
{
	pid_t first, third;

	(void)state;
	first = waiter('a', LONG);
	waiter('b', LONG);
	third = waiter('c', LONG);
	waiter('d', LONG);
	kill(first, SIGKILL);
	kill(third, SIGKILL);
	waitpid(first, NULL, 0);
	waitpid(third, NULL, 0);
	again();
	assert_string_equal(who(3), "bdm");
}

static void
who_has_waited_long_enough_leaves_the_queue(void **state)
{
	(void)state;
	waitpid(waiter('a', 1), NULL, 0);
	waiter('b', LONG);
	waitpid(waiter('c', 1), NULL, 0);
	waiter('d', LONG);
	again();
	assert_string_equal(who(5), "--bdm");
}

static void
who_does_not_wait_goes_without(void **state)
{
	(void)state;
	assert_false(sqlite_lock(sqlite_lock_open(dir), 0));
	waiter('a', LONG);
	sqlite_unlock(held);
	assert_string_equal(who(1), "a");
	assert_true(sqlite_lock(held, 0));
	sqlite_unlock(held);
}

/* The numbers are only for the order. */
static void
any_number_may_be_in_the_file(void **state)
{
	uint32_t number = UINT32_MAX - 2;

	(void)state;
	assert_int_equal(pwrite(held, &number, sizeof(number), NUMBER),
	    sizeof(number));
	waiter('a', LONG);
	waiter('b', LONG);
	waiter('c', LONG);
	waiter('d', LONG);
	again();
	assert_string_equal(who(5), "abcdm");

	assert_true(sqlite_lock(held, LONG));
	waiter('a', LONG);
	number = 0;	/* that which is taken is next */
	assert_int_equal(pwrite(held, &number, sizeof(number), NUMBER),
	    sizeof(number));
	waiter('b', LONG);
	sqlite_unlock(held);
	who(2);
	assert_non_null(strchr(said, 'a'));
	assert_non_null(strchr(said, 'b'));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(no_one_is_overtaken, hold),
		cmocka_unit_test_setup(who_is_killed_leaves_the_queue, hold),
		cmocka_unit_test_setup(
		    who_has_waited_long_enough_leaves_the_queue, hold),
		cmocka_unit_test_setup(who_does_not_wait_goes_without, hold),
		cmocka_unit_test_setup(any_number_may_be_in_the_file, hold),
	};
	char lock[64];
	int failed;

	if (mkdtemp(dir) == NULL || pipe(order) == -1)
		return 1;
	sqlite_in_turn();
	held = sqlite_lock_open(dir);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	snprintf(lock, sizeof(lock), "%s/" DB_LOCK, dir);
	unlink(lock);
	rmdir(dir);
	return failed;
}
