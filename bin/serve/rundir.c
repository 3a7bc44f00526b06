#include "bin/serve/rundir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"

#define PREFIX		"docket-serve-"
#define OPEN_DIRS	16	/* while a directory is removed */

/* systemd may set RUNTIME_DIRECTORY to several paths, separated by colons: then
 * it is not used. */
static const char *
rundir_parent(void)
{
	static const char *const names[] = { "RUNTIME_DIRECTORY", "TMPDIR" };
	const char *dir;
	size_t i;

	for (i = 0; i < COUNT(names); i++) {
		dir = getenv(names[i]);
		if (dir != NULL && dir[0] == '/' && strchr(dir, ':') == NULL)
			return dir;
	}
	return "/var/tmp";
}

/* The directory of this run, kept open and locked while the process runs. */
static int held = -1;

static bool
rundir_is_within(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	return strncmp(path, dir, len) == 0 &&
	    (path[len] == '/' || path[len] == '\0');
}

/* Does no process use the directory?  Its lock would be held; in its first
 * minute it may not be locked yet. */
static bool
is_left(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;
	bool left = fd != -1 && fstat(fd, &st) == 0 &&
	    st.st_uid == geteuid() && st.st_mtime < time(NULL) - 60 &&
	    flock(fd, LOCK_EX | LOCK_NB) == 0;

	if (fd != -1)
		close(fd);
	return left;
}

/* Removes the directories of runs that were killed. */
static void
remove_left(struct arena *a, const char *dir)
{
	DIR *d = opendir(dir);
	const struct dirent *e;
	const char *path;

	while (d != NULL && (e = readdir(d)) != NULL) {
		path = arena_printf(a, "%s/%s", dir, e->d_name);
		if (fnmatch(PREFIX "??????", e->d_name, 0) == 0 &&
		    is_left(path))
			rundir_remove(path);
	}
	if (d != NULL)
		closedir(d);
}

const char *
rundir_make(struct arena *a, const char *data, const char **why)
{
	char place[PATH_MAX], real_data[PATH_MAX], *path;
	const char *dir = rundir_parent();

	*why = arena_printf(a, "%s: the path must not have \" or \\ or be in "
	    "the data directory; set TMPDIR to another", dir);
	if (strpbrk(dir, "\"\\\n") != NULL)
		return NULL;
	if (realpath(dir, place) != NULL && realpath(data, real_data) != NULL &&
	    rundir_is_within(place, real_data))
		return NULL;
	remove_left(a, dir);
	path = arena_printf(a, "%s/" PREFIX "XXXXXX", dir);
	if (mkdtemp(path) == NULL ||
	    mkdir(arena_printf(a, "%s/empty", path), 0700) == -1) {
		*why = arena_printf(a, "%s: cannot create a directory there: "
		    "%s; set TMPDIR to another", dir, strerror(errno));
		return NULL;
	}
	/* Programs that remove old temporary files skip locked ones. */
	held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (held != -1)
		flock(held, LOCK_SH);
	return path;
}

static int
rundir_remove_one(const char *path, const struct stat *st, int type,
    struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	if (remove(path) == -1)
		log_error("%s: %s", path, strerror(errno));
	return 0;
}

void
rundir_remove(const char *path)
{
	nftw(path, rundir_remove_one, OPEN_DIRS,
	    FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
