/*
 * The private directory of a run of docket-serve: where it is made, and which
 * of earlier runs are removed.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "bin/serve/rundir.h"

static struct arena *arena;
static char top[] = "/tmp/docket-rundir-XXXXXX";

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	return mkdtemp(top) == NULL;
}

static int
teardown(void **state)
{
	(void)state;
	rundir_remove(top);
	arena_free(arena);
	return access(top, F_OK) == 0;
}

/* A directory below top. */
static const char *
dir(const char *name)
{
	const char *path = arena_printf(arena, "%s/%s", top, name);

	mkdir(path, 0700);
	return path;
}

static const char *
made(const char *runtime, const char *tmp, const char *data)
{
	const char *why;

	unsetenv("RUNTIME_DIRECTORY");
	unsetenv("TMPDIR");
	if (runtime != NULL)
		setenv("RUNTIME_DIRECTORY", runtime, 1);
	if (tmp != NULL)
		setenv("TMPDIR", tmp, 1);
	return rundir_make(arena, data, &why);
}

static void
is_made_in(const char *place, const char *path)
{
	size_t n = strlen(place);
	struct stat st;

	assert_non_null(path);
	assert_memory_equal(path, place, n);
	assert_memory_equal(path + n, "/docket-serve-", 14);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_int_equal(access(arena_printf(arena, "%s/empty", path), F_OK),
	    0);
	rundir_remove(path);
	assert_int_equal(access(path, F_OK), -1);
}

static void
is_made_where_the_environment_says(void **state)
{
	const char *a = dir("a"), *b = dir("b"), *data = dir("data");
	const char *both = arena_printf(arena, "%s:%s", a, b);

	(void)state;
	is_made_in(a, made(a, b, data));
	is_made_in(b, made(NULL, b, data));
	is_made_in(b, made(both, b, data));
	is_made_in(b, made("a", b, data));
	is_made_in("/var/tmp", made(NULL, NULL, data));
	is_made_in("/var/tmp", made(NULL, "b", data));
	is_made_in(a, made(a, b, "/no/such/data"));
	is_made_in(dir("data2"), made(dir("data2"), NULL, data));
}

static void
is_refused_elsewhere(void **state)
{
	const char *data = dir("data"), *why = NULL;

	(void)state;
	assert_null(made(dir("a\"b"), NULL, data));
	assert_null(made(data, NULL, data));
	assert_null(made(dir("data/tmp"), NULL, data));
	assert_null(made(arena_printf(arena, "%s/no", top), NULL, data));
	assert_null(rundir_make(arena, data, &why));
	assert_non_null(strstr(why, "No such file or directory"));
}

/* A directory of an earlier run, which was made so many seconds ago. */
static const char *
earlier(const char *name, int ago)
{
	const char *path = dir(name);
	struct timespec t[2] = { { .tv_sec = time(NULL) - ago } };

	t[1] = t[0];
	mkdir(arena_printf(arena, "%s/empty", path), 0700);
	assert_int_equal(utimensat(AT_FDCWD, path, t, 0), 0);
	return path;
}

static void
only_what_killed_runs_left_is_removed(void **state)
{
	const char *left, *young, *used, *other, *linked, *alien, *run;
	int fd;

	(void)state;
	dir("run");
	left = earlier("run/docket-serve-aaaaaa", 100);
	young = earlier("run/docket-serve-bbbbbb", 10);
	used = earlier("run/docket-serve-cccccc", 100);
	other = earlier("run/docket-serve-ddddddd", 100);
	alien = earlier("run/docket-serve-eeeeee", 100);
	linked = arena_printf(arena, "%s/run/docket-serve-ffffff", top);
	assert_int_equal(symlink(other, linked), 0);
	fd = open(used, O_RDONLY | O_DIRECTORY);
	assert_int_equal(flock(fd, LOCK_SH), 0);
	if (geteuid() == 0)
		assert_int_equal(chown(alien, 65534, 65534), 0);
	run = made(dir("run"), NULL, dir("data"));
	assert_non_null(run);
	assert_int_equal(access(left, F_OK), -1);
	assert_int_equal(access(young, F_OK), 0);
	assert_int_equal(access(used, F_OK), 0);
	assert_int_equal(access(other, F_OK), 0);
	assert_int_equal(access(linked, F_OK), 0);
	assert_int_equal(access(alien, F_OK), geteuid() == 0 ? 0 : -1);
	close(fd);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_made_where_the_environment_says),
		cmocka_unit_test(is_refused_elsewhere),
		cmocka_unit_test(only_what_killed_runs_left_is_removed),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
