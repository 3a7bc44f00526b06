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
	const char *why = strerror(errno);

	switch (errno) {
	case ENOSPC:
	case EDQUOT:
		fatal(FATAL_STORAGE_FULL, "%s: %s: free disk space",
		    what, why);
	case EACCES:
	case EPERM:
	case EROFS:
		fatal(FATAL_NOT_READY, "%s: %s: make it readable and writable "
		    "for the service's user", what, why);
	default:
		fatal(FATAL_INTERNAL, "%s: %s", what, why);
	}
}

void
file_sync_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	/* Some network file systems cannot sync a directory. */
	if (fd == -1 || (fsync(fd) == -1 && errno != EINVAL))
		file_failed(dir);
	close(fd);
}

void
file_rename(const char *tmp, const char *path)
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
