#include "db/sqlite/reserve.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/log.h"

/* Unknown counts as enough: the change itself will fail if not. */
static int64_t
space_left(const char *dir)
{
	struct statvfs v;

	if (statvfs(dir, &v) == -1)
		return INT64_MAX;
	return (int64_t)v.f_bavail * (int64_t)v.f_frsize;
}

static void
reserve_path(const char *dir, const char *suffix, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/" RESERVE_FILE "%s", dir, suffix);
}

static void
reserve_release(const char *dir)
{
	char path[PATH_MAX];

	reserve_path(dir, "", path);
	if (unlink(path) == 0)
		log_error("%s is full: the reserve was released; %s",
		    dir, reserve_advice());
}

bool
reserve_exists(const char *dir)
{
	char path[PATH_MAX];
	struct stat st;

	reserve_path(dir, "", path);
	return stat(path, &st) == 0;
}

void
reserve_for_read(const char *dir)
{
	if (space_left(dir) < SPACE_TO_READ)
		reserve_release(dir);
}

bool
reserve_for_write(const char *dir, bool frees)
{
	int64_t left = space_left(dir);

	if (left >= RESERVE_BYTES + SPACE_TO_WRITE)
		return true;
	if (!frees)
		return left >= SPACE_TO_WRITE && reserve_exists(dir);
	if (left < SPACE_TO_WRITE)
		reserve_release(dir);
	return true;
}

void
reserve_make(const char *dir)
{
	char new[PATH_MAX], path[PATH_MAX];
	int fd;

	if (reserve_exists(dir))
		return;
	reserve_path(dir, ".new", new);
	reserve_path(dir, "", path);
	if (space_left(dir) < 2 * RESERVE_BYTES + SPACE_TO_WRITE) {
		log_error("%s: too little disk space for the reserve: when the "
		    "disk is full, nothing can be deleted", path);
		return;
	}
	fd = open(new, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1 || posix_fallocate(fd, 0, RESERVE_BYTES) != 0 ||
	    rename(new, path) == -1) {
		log_error("%s: cannot allocate the reserve", path);
		unlink(new);
	}
	if (fd != -1)
		close(fd);
}

const char *
reserve_advice(void)
{
	return "free disk space; until then only reads and deletions work";
}
