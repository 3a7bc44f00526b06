/*
 * The system's failures that no program meets by itself: each call is made to
 * fail, or be interrupted, as the library calls it.  Whoever cannot go on ends
 * with one line that says what and why; what was interrupted is taken up again.
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
#include "base/file.h"
#include "base/log.h"
#include "base/settings.h"
#include "cli/program.h"
#include "core/content.h"
#include "core/password.h"
#include "db/db.h"
#include "db/migrate.h"
#include "db/snapshot.h"
#include "out/ece.h"
#include "out/judge.h"
#include "out/lanes.h"
#include "out/p256.h"
#include "out/sender.h"
#include "out/smtp.h"
#include "out/transfer.h"
#include "out/vapid.h"
#include "query.h"
#include "web/problem.h"

enum call { NONE, MALLOC, CALLOC, REALLOC, FSYNC, RENAME, OPENDIR, UNLINK,
	FCNTL, FLOCK,
	FOPEN };

#define UNTOUCHED	4	/* the exit status where nothing failed */

/* What fails, once `skip` of its calls have not, how often, and why. */
static struct {
	enum call	 call;
	int		 skip, times, error;
} broken;

static bool
fails(enum call call)
{
	if (broken.call != call || broken.skip-- > 0 || broken.times-- <= 0)
		return false;
	errno = broken.error;
	return true;
}

#if !defined(__SANITIZE_ADDRESS__)
void	*__libc_malloc(size_t);
void	*__libc_calloc(size_t, size_t);
void	*__libc_realloc(void *, size_t);

void *
malloc(size_t n)
{
	return fails(MALLOC) ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
	return fails(CALLOC) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *p, size_t n)
{
	return fails(REALLOC) ? NULL : __libc_realloc(p, n);
}
#endif

int
fsync(int fd)
{
	return fails(FSYNC) ? -1 : (int)syscall(SYS_fsync, fd);
}

int
rename(const char *from, const char *to)
{
	return fails(RENAME) ? -1 : renameat(AT_FDCWD, from, AT_FDCWD, to);
}

DIR *
opendir(const char *path)
{
	int fd = fails(OPENDIR) ? -1 : open(path, O_RDONLY | O_DIRECTORY |
	    O_CLOEXEC);

	return fd == -1 ? NULL : fdopendir(fd);
}

int
flock(int fd, int how)
{
	return fails(FLOCK) ? -1 : (int)syscall(SYS_flock, fd, how);
}

FILE *
fopen(const char *path, const char *mode)
{
	int fd = fails(FOPEN) ? -1 : open(path, mode[0] == 'r' ? O_RDONLY :
	    O_WRONLY | O_CREAT | O_TRUNC, 0600);

	return fd == -1 ? NULL : fdopen(fd, mode);
}

int
unlink(const char *path)
{
	return fails(UNLINK) ? -1 : unlinkat(AT_FDCWD, path, 0);
}

int
fcntl(int fd, int what, ...)
{
	va_list ap;
	void *arg;

	va_start(ap, what);
	arg = va_arg(ap, void *);
	va_end(ap);
	if ((what == F_OFD_SETLK || what == F_OFD_SETLKW) && fails(FCNTL))
		return -1;
	return (int)syscall(SYS_fcntl, fd, what, arg);
}

/* In a child: its status, and what it said on standard error. */
static char said[4096];

static int
ends(void (*run)(void), enum call call, int skip, int times, int error)
{
	int fd[2], status, n;
	size_t len = 0;
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	fflush(NULL);
	if ((pid = fork()) == 0) {
		dup2(fd[1], STDERR_FILENO);
		close(fd[1]);
		broken.skip = skip;
		broken.times = times;
		broken.error = error;
		broken.call = call;
		run();
		broken.call = NONE;
		exit(0);
	}
	close(fd[1]);
	while ((n = (int)read(fd[0], said + len, sizeof(said) - 1 - len)) > 0)
		len += (size_t)n;
	said[len] = '\0';
	close(fd[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char dir[] = "/tmp/docket-failing-XXXXXX";
static char path[64];

static const char *
in_dir(const char *name)
{
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void
put(const char *name, const char *text)
{
	int fd = open(in_dir(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

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
run_judge(void)
{
	struct push_result r;

	judge(CURLE_OUT_OF_MEMORY, 0, false, &r);
}

static struct db *
open_db(void)
{
	struct db *db;

	if (access(in_dir("docket.db"), F_OK) == -1)
		db_migrate(dir);
	if (db_open(dir, &db) != DB_OPEN)
		exit(3);
	return db;
}

static void run_db(void) { open_db(); }
static void run_commit(void) { db_commit(open_db()); }
static void run_stamp(void) { db_stamp(open_db(), 1); }
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
every_allocation(void **state)
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

/* What would be a fault of ours. */
static void
faults(void **state)
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
	assert_string_equal(problem_info(-1)->code, "internal");
	assert_string_equal(problem_info(PROBLEM__MAX)->code, "internal");
	assert_string_equal(problem_info(DONE)->code, "internal");
	assert_string_equal(problem_info(BUSY)->code, "busy");
}

static void
memory(void **state)
{
	static const struct { void (*run)(void); enum call call; int skip; }
	of[] = { { run_arena, MALLOC, 0 }, { run_arena, MALLOC, 1 },
		{ run_large, MALLOC, 2 }, { run_huge, NONE, 0 },
		{ run_buffer, REALLOC, 0 }, { run_huge_buffer, NONE, 0 },
		{ run_ece, CALLOC, 0 }, { run_lanes, CALLOC, 0 },
		{ run_add, CALLOC, 1 }, { run_sender, CALLOC, 0 },
		{ run_vapid, CALLOC, 9999 }, { run_judge, NONE, 0 },
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
an_answer_without_memory(void **state)
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

static void run_sync(void) { file_sync_dir(dir); }
static void run_sync_none(void) { file_sync_dir("/none/there"); }

static void
run_settle(void)
{
	char from[64];

	strcpy(from, in_dir("new"));
	file_settle(from, in_dir("old"));
}

static void
durable(void **state)
{
	static const struct { void (*run)(void); enum call call; int error,
	    status; const char *says; } of[] = {
		{ run_sync, FSYNC, EIO, 1, "Input/output error" },
		{ run_sync, FSYNC, EINVAL, 0, "" },
		{ run_sync_none, NONE, 0, 1, "No such file" },
		{ run_settle, FSYNC, EIO, 1, "/new: Input/output error" },
		{ run_settle, FSYNC, EINVAL, 1, "/new: Invalid argument" },
		{ run_settle, RENAME, ENOSPC, 1, "/new: No space left" },
		{ run_settle, RENAME, EROFS, 1, "/new: Read-only" },
		{ run_settle, NONE, 0, 0, "" },
		{ run_settle, NONE, 0, 1, "/new: No such file" } };
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
places_for_passwords(void **state)
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
	c = (struct ctx){ .arena = arena_new(), .settings = &settings,
		.now = INT64_C(4000000000) * 1000000 };
	return &c;
}

static void
run_orphans(void)
{
	const char **paths;

	if (content_orphans(context(), &paths) != 1 ||
	    strstr(paths[0], "/new-x") == NULL)
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
orphans(void **state)
{
	(void)state;
	assert_int_equal(mkdir(in_dir("files"), 0700), 0);
	put("files/new-x", "");
	put("files/ab", "");	/* where a directory is to be */
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
settings_that_are_closed(void **state)
{
	(void)state;
	assert_int_equal(ends(run_settings, FOPEN, 0, 1, EACCES), 0);
	assert_string_equal(said, "cannot read the file \"" SETTINGS_FILE
	    "\": Permission denied");
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
a_database_that_is_busy(void **state)
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
an_upload_that_is_not_durable(void **state)
{
	(void)state;
	assert_int_equal(ends(run_content, FSYNC, 1, 1, EIO), 1);
	assert_non_null(strstr(said, "/files/new-"));
	assert_non_null(strstr(said, "Input/output error"));
}

static int
setup(void **state)
{
	(void)state;
	return mkdtemp(dir) == NULL;
}

static int
teardown(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", dir);
	return system(command);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faults),
		cmocka_unit_test(memory),
		cmocka_unit_test(an_answer_without_memory),
		cmocka_unit_test(durable),
		cmocka_unit_test(places_for_passwords),
		cmocka_unit_test(orphans),
		cmocka_unit_test(settings_that_are_closed),
		cmocka_unit_test(a_database_that_is_busy),
		cmocka_unit_test(an_upload_that_is_not_durable),
		cmocka_unit_test(every_allocation),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, setup, teardown);
}
