#include "db/sqlite/wal_name.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "db/names.h"

/* Of the log's header (sqlite.org/fileformat2.html, section 4.1): up to both
 * salts. */
#define HEADER	24

struct wal_id {
	uint64_t	 device;
	uint64_t	 inode;
	unsigned char	 header[HEADER];
};

/* The identity of this log; false if it has no header yet. */
static bool
read_wal_id(const char *path, struct wal_id *m)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	bool ok = fd != -1 && fstat(fd, &st) == 0 &&
	    pread(fd, m->header, HEADER, 0) == HEADER;

	if (ok) {
		m->device = st.st_dev;
		m->inode = st.st_ino;
	}
	if (fd != -1)
		close(fd);
	return ok;
}

void
wal_name_sync(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct wal_id log, known = { .device = 0 };
	char dir[PATH_MAX], lock[PATH_MAX + 16];
	int fd = -1;

	snprintf(dir, sizeof(dir), "%.*s", slash == NULL ? 1 :
	    (int)(slash - path), slash == NULL ? "." : path);
	snprintf(lock, sizeof(lock), "%s/" DB_LOCK, dir);
	if (slash != NULL && strcmp(slash, "/" DB_FILE "-wal") == 0 &&
	    read_wal_id(path, &log))
		fd = open(lock, O_RDWR | O_CLOEXEC);
	if (fd == -1 || pread(fd, &known, sizeof(known), 0) != sizeof(known) ||
	    memcmp(&known, &log, sizeof(log)) != 0) {
		file_sync_dir(dir);
		/* If it cannot be written, the next program syncs again. */
		if (fd != -1 && pwrite(fd, &log, sizeof(log), 0) == -1)
			log_info("%s: %s", lock, strerror(errno));
	}
	if (fd != -1)
		close(fd);
}
