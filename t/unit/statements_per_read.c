/*
 * Reading one task takes at most three statements, from the session to the
 * answer: the real program, with every statement that its connection runs
 * counted by SQLite.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/settings/settings.h"
#include "core/task/create.h"
#include "core/task/update.h"
#include "core/user/credential.h"
#include "core/list/list.h"
#include "core/task/task.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/migrate.h"
#include "web/cgi.h"

#define LIST	"11111111-1111-4111-8111-111111111111"
#define TASK	"22222222-2222-4222-8222-222222222222"

extern const struct route_group tasks_group;

static int statements;

static int
count(unsigned what, void *arg, void *statement, void *text)
{
	const char *sql = text;

	(void)what;
	(void)arg;
	(void)statement;
	/* The snapshot's begin and end read nothing, nor do settings. */
	if (strncmp(sql, "SELECT", 6) == 0 || strncmp(sql, "WITH", 4) == 0)
		statements++;
	return 0;
}

static int
watch(sqlite3 *h, char **error, const struct sqlite3_api_routines *api)
{
	(void)error;
	(void)api;
	return sqlite3_trace_v2(h, SQLITE_TRACE_STMT, count, NULL);
}

static int said[2];

static void
say_count(void)
{
	dprintf(STDERR_FILENO, "%d\n", statements);
}

/* A user with a task; their session's secret. */
static const char *
furnish(struct arena *a, struct settings *s, const char *dir)
{
	struct ctx c = { .arena = a, .settings = s, .now = clock_now(),
	    .zone = "UTC" };
	const char *why;
	struct credential k = { .name = NULL };
	struct user u;
	struct list l;
	struct task t;
	size_t step;

	assert_true(settings_load(a, s, NULL, NULL, &why));
	assert_int_equal(db_migrate(dir, NULL), MIGRATED_CREATED);
	assert_int_equal(db_open(dir, &c.db), DB_OPEN);
	assert_true(db_begin_write(c.db, 1));
	assert_int_equal(user_add(&c, "a@example.org", "A", NULL, true, &u),
	    CREATED);
	c.user = u.id;
	credential_make(&c, u.id, "session", DAY, &k);
	assert_int_equal(list_create(&c, &(struct list){ .id = LIST,
	    .title = "L" }, false, &l), CREATED);
	assert_int_equal(task_create(&c, LIST, &(struct task_new){
	    .task = { .id = TASK, .title = "T" } }, &t, &step), CREATED);
	db_commit(c.db);
	db_close(c.db);
	return k.secret;
}

/* The request in a process of its own; what it answers, and its count. */
static int
read_task(const char *dir, const char *secret, char *answer, size_t size)
{
	char auth[128], number[16] = "", *sandbox = getenv("DOCKET_SANDBOX");
	int out[2];
	ssize_t n;
	pid_t pid;

	assert_int_equal(pipe(said), 0);
	assert_int_equal(pipe(out), 0);
	if ((pid = fork()) == 0) {
		clearenv();
		if (sandbox != NULL)
			setenv("DOCKET_SANDBOX", sandbox, 1);
		snprintf(auth, sizeof(auth), "Bearer %s", secret);
		setenv("DOCKET_DATA", dir, 1);
		setenv("DOCKET_CONF", "/dev/null", 1);
		setenv("REQUEST_METHOD", "GET", 1);
		setenv("REQUEST_URI", "/api/v1/lists/" LIST "/tasks/" TASK, 1);
		setenv("REMOTE_ADDR", "127.0.0.1", 1);
		setenv("HTTP_AUTHORIZATION", auth, 1);
		/* The service closes all but the standard streams. */
		dup2(out[1], STDOUT_FILENO);
		dup2(said[1], STDERR_FILENO);
		sqlite3_auto_extension((void (*)(void))watch);
		atexit(say_count);
		exit(cgi_main("tasks", (const struct route_group *const []){
		    &tasks_group, NULL }));
	}
	close(out[1]);
	close(said[1]);
	n = read(out[0], answer, size - 1);
	answer[n > 0 ? n : 0] = '\0';
	n = read(said[0], number, sizeof(number) - 1);
	waitpid(pid, NULL, 0);
	close(out[0]);
	close(said[0]);
	return n > 0 ? atoi(number) : -1;
}

static void
reading_a_task_takes_three_statements(void **state)
{
	char dir[] = "/tmp/docket-reading-XXXXXX", command[64], answer[4096];
	struct arena *a = arena_new();
	struct settings s;
	const char *secret;
	int n;

	(void)state;
	assert_non_null(mkdtemp(dir));
	secret = furnish(a, &s, dir);
	n = read_task(dir, secret, answer, sizeof(answer));
	assert_non_null(strstr(answer, "Status: 200"));
	assert_non_null(strstr(answer, "\"title\":\"T\""));
	assert_in_range(n, 1, 3);
	arena_free(a);
	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reading_a_task_takes_three_statements)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
