#include "core/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "core/ctx.h"
#include "db/sqlite/reserve.h"

struct spool {
	char		*dir;
	struct buf	 first;		/* without a file */
	int		 fd;		/* -1: there is no file */
	int64_t		 stored;	/* bytes in it */
};

struct spool *
spool_new(const char *dir)
{
	struct spool *s = calloc(1, sizeof(*s));

	if (s == NULL || (s->dir = strdup(dir)) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	s->fd = -1;
	return s;
}

/* Not by O_TMPFILE, which some file systems lack. */
static void
spool_open_file(struct spool *s)
{
	struct arena *a = arena_new();
	const char *path = arena_printf(a, "%s/answer-%s", s->dir, id_new(a));

	s->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (s->fd == -1 || unlink(path) == -1)
		file_failed(path);
	arena_free(a);
}

static void
spool_store(struct spool *s, const char *p, size_t len)
{
	ssize_t n;

	s->stored += (int64_t)len;
	for (; len > 0; p += n, len -= (size_t)n) {
		n = write(s->fd, p, len);
		if (n == -1 && errno != EINTR)
			file_failed("a long answer");
		n = n == -1 ? 0 : n;
	}
}

void
spool_add(struct spool *s, const void *data, size_t len)
{
	if (s->fd == -1 && s->first.len + len <= SPOOL_MEMORY) {
		buf_add(&s->first, data, len);
		return;
	}
	if (!reserve_for_write(s->dir, false))
		fatal(FATAL_STORAGE_FULL, "%s is full: %s", s->dir,
		    reserve_advice());
	if (s->fd == -1)
		spool_open_file(s);
	spool_store(s, s->first.data, s->first.len);
	s->first.len = 0;
	spool_store(s, data, len);
}

int64_t
spool_length(const struct spool *s)
{
	return s->fd == -1 ? (int64_t)s->first.len : s->stored;
}

ssize_t
spool_read(const struct spool *s, int64_t at, char *to, size_t size)
{
	int64_t left = spool_length(s) - at;
	ssize_t n;

	if (left < (int64_t)size)
		size = (size_t)left;
	if (s->fd == -1) {
		memcpy(to, s->first.data + at, size);
		return (ssize_t)size;
	}
	if (size == 0)
		return 0;
	do
		n = pread(s->fd, to, size, at);
	while (n == -1 && errno == EINTR);
	if (n <= 0)
		log_error("cannot read an answer's file: %s", strerror(errno));
	return n > 0 ? n : -1;
}

void
spool_free(struct spool *s)
{
	if (s == NULL)
		return;
	if (s->fd != -1)
		close(s->fd);
	buf_free(&s->first);
	free(s->dir);
	free(s);
}
