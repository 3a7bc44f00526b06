#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"

void
file_failed(const char *what)
{
	fatal(errno == ENOSPC || errno == EDQUOT ? FATAL_STORAGE_FULL :
	    FATAL_INTERNAL, "%s: %s", what, strerror(errno));
}

void
file_sync_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	/* Some network file systems know no such call on a directory. */
	if (fd == -1 || (fsync(fd) == -1 && errno != EINVAL))
		file_failed(dir);
	close(fd);
}

void
file_settle(const char *tmp, const char *path)
{
	const char *slash = strrchr(path, '/');
	char dir[PATH_MAX];
	int fd;

	if ((fd = open(tmp, O_RDWR | O_CLOEXEC)) == -1 || fsync(fd) == -1 ||
	    rename(tmp, path) == -1)
		file_failed(tmp);
	close(fd);
	snprintf(dir, sizeof(dir), "%.*s", (int)(slash - path), path);
	file_sync_dir(dir);
}
