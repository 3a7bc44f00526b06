#include "t/unit/lib/faults.h"

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
#include <sys/syscall.h>
#include <unistd.h>

#include "db/db.h"
#include "db/migrate.h"

struct broken broken;

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

static struct broken wanted;
static void (*broken_run)(void);

static void
run_broken(void)
{
	broken = wanted;
	broken_run();
	broken.call = NONE;
}

int
ends(void (*run)(void), enum call call, int skip, int times, int error)
{
	wanted = (struct broken){ call, skip, times, error };
	broken_run = run;
	return child_run(run_broken);
}

char dir[] = "/tmp/docket-failing-XXXXXX";
static char path[64];

const char *
in_dir(const char *name)
{
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

void
put(const char *name, const char *text)
{
	int fd = open(in_dir(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

struct db *
open_db(void)
{
	struct db *db;

	if (access(in_dir("docket.db"), F_OK) == -1)
		db_migrate(dir, NULL);
	if (db_open(dir, &db) != DB_OPEN)
		exit(3);
	return db;
}

int
setup(void **state)
{
	(void)state;
	return mkdtemp(dir) == NULL;
}

int
teardown(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", dir);
	return system(command);
}
