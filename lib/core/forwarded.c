#include "core/forwarded.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"

#define NAME		"docket.forwarded"
#define PEER_MAX	64

/* Is it there, and was it written within so many days? */
static bool
is_recent(const char *path, int64_t now, int days)
{
	struct stat st;

	return stat(path, &st) == 0 &&
	    llabs(now - (int64_t)st.st_mtim.tv_sec * 1000000) < days * DAY;
}

void
forwarded_note(const char *data, int64_t now, const char *peer)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/" NAME, data);
	if (is_recent(path, now, 1))
		return;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	/* If it cannot be written, each such request would be logged. */
	if (fd == -1)
		return;
	if (write(fd, peer, strlen(peer)) != -1)
		log_error("%s forwards requests (X-Forwarded-For), but "
		    "trusted-proxies does not name it: if it is a proxy, add "
		    "it, and restart the service", peer);
	close(fd);
}

const char *
forwarded_last(const char *data, int64_t now, struct arena *a)
{
	char path[PATH_MAX], peer[PEER_MAX + 1];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "%s/" NAME, data);
	if (!is_recent(path, now, 2) ||
	    (fd = open(path, O_RDONLY | O_CLOEXEC)) == -1)
		return NULL;
	n = read(fd, peer, PEER_MAX);
	close(fd);
	if (n <= 0)
		return NULL;
	peer[n] = '\0';
	return arena_str(a, peer);
}
