/*
 * Failures of files and locks that cannot be provoked from outside: the program
 * ends with one line that says what and why; interrupted calls are resumed.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/settings/settings.h"
#include "cli/program.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "core/file/orphans.h"
#include "core/user/password.h"
#include "db/db.h"
#include "t/unit/lib/faults.h"

static void run_sync(void) { file_sync_dir(dir); }
static void run_sync_none(void) { file_sync_dir("/none/there"); }

static void
run_rename(void)
{
	char from[64];

	strcpy(from, in_dir("new"));
	file_rename(from, in_dir("old"));
}

static void
a_failed_sync_is_fatal(void **state)
{
	static const struct { void (*run)(void); enum call call; int error,
	    status; const char *says; } of[] = {
		{ run_sync, FSYNC, EIO, 1, "Input/output error" },
		{ run_sync, FSYNC, EINVAL, 0, "" },
		{ run_sync_none, NONE, 0, 1, "No such file" },
		{ run_rename, FSYNC, EIO, 1, "/new: Input/output error" },
		{ run_rename, FSYNC, EINVAL, 1, "/new: Invalid argument" },
		{ run_rename, RENAME, ENOSPC, 1, "/new: No space left" },
		{ run_rename, RENAME, EROFS, 1, "/new: Read-only" },
		{ run_rename, NONE, 0, 0, "" },
		{ run_rename, NONE, 0, 1, "/new: No such file" } };
	size_t i;

	(void)state;
	put("new", "new");
	put("old", "old");
	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		assert_int_equal(ends(of[i].run, of[i].call, 0, 1,
		    of[i].error), of[i].status);
		assert_non_null(strstr(said, of[i].says));
		if (of[i].status == 1 && of[i].call != NONE)
			assert_int_equal(access(in_dir("new"), F_OK), 0);
	}
}

static void
run_hash(void)
{
	struct arena *a = arena_new();

	if (!password_right(dir, password_hash(a, dir, "secret"), "secret"))
		exit(2);
	arena_free(a);
}

static void run_hash_nowhere(void) { password_right("/none", NULL, "x"); }

/* All places taken, then a wait that is interrupted; one that fails. */
static void
failures_of_hashing_slots_are_reported(void **state)
{
	(void)state;
	assert_int_equal(ends(run_hash, NONE, 0, 0, 0), 0);
	assert_int_equal(ends(run_hash, FCNTL, 0, 9, EINTR), 0);
	assert_int_equal(ends(run_hash, FCNTL, 0, 99, ENOLCK), 1);
	assert_non_null(strstr(said, "docket.slots: No locks"));
	assert_int_equal(ends(run_hash_nowhere, NONE, 0, 0, 0), 1);
	assert_non_null(strstr(said, "/none/docket.slots: No such file"));
}

/* docket-cleanup's own look at what nobody names. */
static struct ctx *
context(void)
{
	static struct settings settings;
	static struct ctx c;

	if (c.arena != NULL)
		return &c;
	settings.data = dir;
	settings.database = "";
	c = (struct ctx){ .arena = arena_new(), .settings = &settings,
		.now = INT64_C(4000000000) * 1000000 };
	return &c;
}

static void
run_orphans(void)
{
	struct orphans o;

	content_orphans(context(), &o);
	if (o.count != 1 || strstr(o.names[0], "/new-x") == NULL)
		exit(2);
}

static void
run_sweep(void)
{
	char name[80];

	snprintf(name, sizeof(name), "%s/files/new-x", dir);
	if (content_sweep(context(), name))
		exit(2);
	snprintf(name, sizeof(name), "%s/files/new-gone", dir);
	if (content_sweep(context(), name))
		exit(3);
}

static void
an_unreadable_directory_is_reported(void **state)
{
	(void)state;
	assert_int_equal(mkdir(in_dir("files"), 0700), 0);
	put("files/new-x", "");
	put("files/ab", "");	/* a file in place of a directory */
	assert_int_equal(ends(run_orphans, NONE, 0, 0, 0), 0);
	assert_int_equal(ends(run_orphans, OPENDIR, 0, 1, EACCES), 1);
	assert_non_null(strstr(said, "/files: Permission denied"));
	assert_int_equal(ends(run_sweep, UNLINK, 0, 1, EROFS), 0);
	assert_non_null(strstr(said, "/new-x: Read-only"));
	/* Another was faster. */
	assert_int_equal(ends(run_sweep, UNLINK, 0, 1, ENOENT), 0);
	assert_string_equal(said, "");
}

static void
run_settings(void)
{
	struct arena *a = arena_new();
	struct settings s;
	const char *why;

	if (settings_load(a, &s, NULL, NULL, &why))
		exit(2);
	fputs(why, stderr);
	arena_free(a);
}

/* The file that may be absent is not passed over where it is there. */
static void
unreadable_settings_are_reported(void **state)
{
	(void)state;
	assert_int_equal(ends(run_settings, FOPEN, 0, 1, EACCES), 0);
	assert_string_equal(said, "cannot read the file \"" SETTINGS_FILE
	    "\": Permission denied; run it as the service's user, who must be "
	    "able to read it");
}

static void
run_busy(void)
{
	struct program p = { .name = "docket-remind" };

	p.ctx.db = open_db();
	broken.call = FLOCK;
	if (program_write(&p))
		exit(2);
	db_close(p.ctx.db);
}

/* As if another wrote for all of that time. */
static void
a_busy_database_is_reported(void **state)
{
	(void)state;
	assert_int_equal(ends(run_busy, NONE, 0, 2, EINTR), 0);
	assert_non_null(strstr(said, "busy for 60 seconds: try again"));
}

/* What was uploaded is not said to be there before it is on the disk. */
static void
run_content(void)
{
	struct content *f = content_new(context());

	content_add(f, "x", 1);
	content_finish(f);
}

static void
an_upload_that_cannot_be_synced_fails(void **state)
{
	(void)state;
	assert_int_equal(ends(run_content, FSYNC, 1, 1, EIO), 1);
	assert_non_null(strstr(said, "/files/new-"));
	assert_non_null(strstr(said, "Input/output error"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		/* First: no database is made beside attachments. */
		cmocka_unit_test(a_busy_database_is_reported),
		cmocka_unit_test(a_failed_sync_is_fatal),
		cmocka_unit_test(failures_of_hashing_slots_are_reported),
		cmocka_unit_test(an_unreadable_directory_is_reported),
		cmocka_unit_test(unreadable_settings_are_reported),
		cmocka_unit_test(an_upload_that_cannot_be_synced_fails),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
