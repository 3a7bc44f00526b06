/*
 * Messages on standard error and elsewhere: the targets of the log, and the
 * progress bar on a terminal.
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
#include <unistd.h>

#include "base/log.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "t/unit/lib/child.h"

static char both[] = "/tmp/docket-log-XXXXXX";

static void run_log(void) { log_open("docket", "/none/there/log"); }

static void
run_full_log(void)
{
	log_open("docket", "/dev/full");
	log_error("lost");
}

static void
run_syslog(void)
{
	log_open("docket", "syslog");
	log_error("not here");
}

static void
run_both(void)
{
	log_also(both);
	log_error("an error");
	log_info("to be known");
}

static void
run_closed(void)
{
	close(STDERR_FILENO);
	log_error("nobody reads this");
}

static void
run_json(void)
{
	char breaks[1001] = "";

	log_as_json();
	log_also(both);
	log_error("a \"quoted\" \\ and a\nline");
	log_info("a note");
	memset(breaks, '\n', sizeof(breaks) - 1);
	log_error("%s", breaks);
}

static void
the_log_has_its_targets(void **state)
{
	char text[200] = "";
	int fd;

	(void)state;
	assert_int_equal(child_run(run_syslog), 0);
	assert_null(strstr(said, "not here"));
	assert_int_equal(child_run(run_both), 0);
	assert_non_null(strstr(said, "docket: an error\n"));
	assert_null(strstr(said, "to be known"));
	fd = open(both, O_RDONLY);
	assert_true(read(fd, text, sizeof(text) - 1) > 0);
	close(fd);
	assert_non_null(strstr(text, ": an error\n"));
	assert_non_null(strstr(text, ": to be known\n"));
	assert_int_equal(child_run(run_closed), 0);
	assert_int_equal(child_run(run_log), 0);
	assert_non_null(strstr(said, "cannot write the log file /none"));
	assert_int_equal(child_run(run_full_log), 0);
}

static void
run_json_end(void)
{
	log_as_json();
	log_also(both);
	fatal(FATAL_INTERNAL, "the end");
}

static void
json_lines_are_objects(void **state)
{
	char text[4000] = "", last[8000] = "", *end;
	ssize_t n;
	int fd;

	(void)state;
	assert_int_equal(child_run(run_json), 0);
	assert_non_null(strstr(said, "docket: a \"quoted\""));
	fd = open(both, O_RDONLY);
	assert_true(read(fd, text, sizeof(text) - 1) > 0);
	close(fd);
	assert_non_null(strstr(text, "\n{\"time\":\"20"));
	assert_non_null(strstr(text, "Z\",\"level\":\"error\",\"program\":"
	    "\"docket\",\"pid\":"));
	assert_non_null(strstr(text, ",\"message\":\"a \\\"quoted\\\" "
	    "\\\\ and a\\u000aline\"}\n"));
	assert_non_null(strstr(text, "\"level\":\"info\""));
	assert_int_equal(child_run(run_json_end), 1);
	fd = open(both, O_RDONLY);
	n = read(fd, last, sizeof(last) - 1);
	assert_true(n > 0);
	close(fd);
	assert_non_null(strstr(last, "\"level\":\"fatal\""));
	/* What is too long is cut off between two characters. */
	end = strstr(text, "\"message\":\"\\u000a");
	assert_non_null(end);
	end += strlen("\"message\":\"");
	while (strncmp(end, "\\u000a", 6) == 0)
		end += 6;
	assert_string_equal(end, "\"}\n");
}

int
isatty(int fd)
{
	return fd == STDERR_FILENO;
}

/* Two seconds after it began, twice at once, and a second later. */
static void
run_bar(void)
{
	const struct program p = { .quiet = false };
	struct progress g = progress_begin(&p, "files", 10);

	progress_show(&g, 1);
	g.began -= 2000000;
	progress_show(&g, 5);
	progress_show(&g, 6);
	g.drawn -= 1000000;
	progress_show(&g, 12);
	progress_end(&g);
}

/* So many rows, of which it is not known how many there are. */
static void
run_count(void)
{
	const struct program p = { .quiet = false };
	struct progress g = progress_begin(&p, "rows", 0);

	g.began -= 2000000;
	progress_tick(&g, 1999);
	progress_tick(&g, 2000);
	progress_end(&g);
}

static void
the_bar_is_for_terminals(void **state)
{
	(void)state;
	assert_int_equal(child_run(run_bar), 0);
	assert_string_equal(said,
	    "\rfiles [###############...............] 5 of 10\033[K"
	    "\rfiles [##############################] 12 of 10\033[K"
	    "\r\033[K");
	assert_int_equal(child_run(run_count), 0);
	assert_string_equal(said, "\rrows: 2000\033[K\r\033[K");
}

static int
setup(void **state)
{
	int fd = mkstemp(both);

	(void)state;
	if (fd == -1)
		return 1;
	return close(fd);
}

static int
teardown(void **state)
{
	(void)state;
	return unlink(both);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_log_has_its_targets),
		cmocka_unit_test(json_lines_are_objects),
		cmocka_unit_test(the_bar_is_for_terminals),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
