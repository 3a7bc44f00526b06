/*
 * Settings: relative paths, long lines, and the environment of child programs.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/settings/lines.h"
#include "t/unit/lib/settings.h"

static void
relative_paths_start_where_they_are_given(void **state)
{
	const struct settings_flag flags[] = { { "-d", "data", "some/where/" },
		{ NULL, NULL, NULL } };
	char data[] = "DOCKET_DATA=x/y", log[] = "DOCKET_LOG=./log";
	char *envp[] = { nothing[0], data, log, NULL };
	struct settings s = load(flags, nothing);
	char here[4096];

	(void)state;
	assert_non_null(getcwd(here, sizeof(here)));
	assert_string_equal(s.data, arena_printf(arena, "%s/some/where", here));
	s = load(NULL, envp);
	assert_string_equal(s.data, arena_printf(arena, "%s/x/y", here));
	assert_string_equal(s.log, arena_printf(arena, "%s/./log", here));
	s = load_text("data = d\naccess-log = a\nlog = l/m\n");
	assert_string_equal(s.data, arena_printf(arena, "%s/d", directory));
	assert_string_equal(s.text[SETTING_DATA], s.data);
	assert_string_equal(s.access_log, arena_printf(arena, "%s/a",
	    directory));
	assert_string_equal(s.log, arena_printf(arena, "%s/l/m", directory));
}

static void
the_file_can_have_a_relative_path(void **state)
{
	const struct settings_flag flags[] = { { "-c", "conf", "docket.conf" },
		{ NULL, NULL, NULL } };
	int here = open(".", O_RDONLY | O_DIRECTORY);
	struct settings s;

	(void)state;
	write_file("data = d\n", 9);
	assert_int_equal(chdir(directory), 0);
	s = load(flags, nothing);
	assert_int_equal(fchdir(here), 0);
	close(here);
	assert_string_equal(s.file, file);
	assert_string_equal(s.data, arena_printf(arena, "%s/d", directory));
}

static void
long_lines_are_read(void **state)
{
	struct settings s = load_text(arena_printf(arena, "\xef\xbb\xbf"
	    "smtp-url = smtp://user:%03000d@mail:25\n"
	    "session-days: 5 ; a comment\r\n  # and another\n", 7));

	(void)state;
	assert_int_equal(strlen(s.smtp_url), strlen("smtp://user:@mail:25") +
	    3000);
	assert_int_equal(s.session_days, 5);
	s = load_text(arena_printf(arena, "smtp-url = smtp://%04074d:x@h\n",
	    7));
	assert_int_equal(strlen(s.smtp_url), LINES_MAX - 11);
}

static void
children_get_what_is_not_in_the_file(void **state)
{
	const struct settings_flag flags[] = { { "-d", "data", "/d" },
		{ NULL, NULL, NULL } };
	char days[] = "DOCKET_SESSION_DAYS=7";
	char mail[] = "DOCKET_SMTP_URL=smtp://u:hunter2@h";
	char *envp[] = { conf, days, mail, NULL };
	struct setting_shown shown;
	struct settings s;
	size_t i, n = 0;

	(void)state;
	write_file("log = syslog\n", 13);
	s = load(flags, envp);
	for (i = 0; i < SETTING__MAX; i++)
		n += settings_inherited(arena, &s, i, &shown);
	assert_int_equal(n, 3);
	assert_true(settings_inherited(arena, &s, SETTING_DATA, &shown));
	assert_string_equal(shown.name, "DOCKET_DATA");
	assert_string_equal(shown.value, "/d");
	assert_true(settings_inherited(arena, &s, SETTING_SESSION_DAYS,
	    &shown));
	assert_string_equal(shown.name, "DOCKET_SESSION_DAYS");
	assert_string_equal(shown.value, "7");
	assert_true(settings_inherited(arena, &s, SETTING_SMTP_URL, &shown));
	assert_string_equal(shown.value, "smtp://****@h");
}

/* It was removed. */
static void
relative_paths_need_a_working_directory(void **state)
{
	const struct settings_flag flags[] = { { "-d", "data", "data" },
		{ NULL, NULL, NULL } };
	int here = open(".", O_RDONLY | O_DIRECTORY);
	char *gone = arena_printf(arena, "%s/gone", directory);
	struct settings s;
	const char *why;

	(void)state;
	assert_int_not_equal(here, -1);
	assert_int_equal(mkdir(gone, 0700), 0);
	assert_int_equal(chdir(gone), 0);
	assert_int_equal(rmdir(gone), 0);
	assert_false(settings_load(arena, &s, flags, nothing, &why));
	assert_string_equal(why, "-d: must be an absolute path");
	assert_int_equal(fchdir(here), 0);
	close(here);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(relative_paths_start_where_they_are_given),
		cmocka_unit_test(the_file_can_have_a_relative_path),
		cmocka_unit_test(long_lines_are_read),
		cmocka_unit_test(children_get_what_is_not_in_the_file),
		cmocka_unit_test(relative_paths_need_a_working_directory),
	};

	return cmocka_run_group_tests(tests, settings_open, settings_close);
}
