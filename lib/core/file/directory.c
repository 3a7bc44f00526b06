#include "core/file/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "query/content.h"

/* Creates a directory and makes its name durable in its parent, even if it
 * exists: its creator may have died before doing so. */
static void
make_dir(const char *path, const char *above)
{
	if (mkdir(path, 0700) == -1 && errno != EEXIST)
		file_failed(path);
	file_sync_dir(above);
}

static const char *
content_dir(struct ctx *c)
{
	return arena_printf(c->arena, "%s/%s", c->settings->data, CONTENT_DIR);
}

static void
directory_begin(struct content *f)
{
	const char *dir = content_dir(f->ctx);

	make_dir(dir, f->ctx->settings->data);
	f->tmp = arena_printf(f->ctx->arena, "%s/new-%s", dir,
	    id_new(f->ctx->arena));
	f->fd = open(f->tmp, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (f->fd == -1)
		file_failed(f->tmp);
}

static void
directory_add(struct content *f, const void *data, size_t len)
{
	const char *p = data;
	ssize_t n;

	for (; len > 0; p += n, len -= (size_t)n) {
		n = write(f->fd, p, len);
		if (n == -1 && errno == EINTR)
			n = 0;
		else if (n == -1) {
			int saved = errno;

			unlink(f->tmp);
			errno = saved;
			file_failed("attachment");
		}
	}
}

static void
directory_finish(struct content *f)
{
	if (fsync(f->fd) == -1 || close(f->fd) == -1)
		file_failed(f->tmp);
	f->fd = -1;
}

static const char *
directory_path(struct ctx *c, const unsigned char *sha256)
{
	char hex[2 * CONTENT_HASH + 1];

	sodium_bin2hex(hex, sizeof(hex), sha256, CONTENT_HASH);
	return arena_printf(c->arena, "%s/%.2s/%s", content_dir(c), hex,
	    hex + 2);
}

/* Replaces an existing file, which has the same bytes unless it is damaged. */
static void
directory_keep(struct ctx *c, struct content *f)
{
	const char *path = directory_path(c, f->sha256);
	const char *slash = strrchr(path, '/');
	const char *dir = arena_dup(c->arena, path, (size_t)(slash - path));

	if (f->ended) {
		/* The transaction runs again.  docket-cleanup may have come in
		 * between. */
		if (access(path, F_OK) == -1)
			fatal(FATAL_BUSY, "%s was removed", path);
		return;
	}
	make_dir(dir, content_dir(c));
	if (rename(f->tmp, path) == -1)
		file_failed(path);
	file_sync_dir(dir);
	f->ended = true;
}

static void
directory_drop(struct content *f)
{
	unlink(f->tmp);
	if (f->fd != -1)
		close(f->fd);
}

static bool
directory_open(struct content_reader *r)
{
	const char *path = directory_path(r->ctx, r->sha256);
	struct stat st;

	r->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (r->fd == -1 || fstat(r->fd, &st) == -1)
		return false;
	/* That of a pipe is known at its end. */
	r->size = S_ISREG(st.st_mode) ? st.st_size : r->recorded;
	return true;
}

static bool
directory_start(struct content_reader *r)
{
	return r->at == 0 || lseek(r->fd, r->at, SEEK_SET) != -1;
}

static ssize_t
directory_read(struct content_reader *r, void *to, size_t size)
{
	ssize_t n;

	do
		n = read(r->fd, to, size);
	while (n == -1 && errno == EINTR);
	return n;
}

static void
close_file(struct content_reader *r)
{
	close(r->fd);
}

/* A content's name is two letters of directory and the other 62 of its hash; it
 * is new-ID while it is being uploaded. */
bool
directory_unnamed(struct ctx *c, const char *path)
{
	char hex[2 * CONTENT_HASH + 1];
	unsigned char hash[CONTENT_HASH];
	size_t n = strlen(path);

	/* .../ab/cdef...: the last 65 characters. */
	if (n < 66 || path[n - 63] != '/' || path[n - 66] != '/')
		return false;
	memcpy(hex, path + n - 65, 2);
	memcpy(hex + 2, path + n - 62, 63);
	return store_hash(hex, hash) &&
	    !rows_any(q_attachment_known(c->db, hash, sizeof(hash)));
}

static bool
left_behind(struct ctx *c, const char *path)
{
	const char *name = strrchr(path, '/');
	struct stat st;

	return strncmp(name, "/new-", 5) == 0 && stat(path, &st) == 0 &&
	    st.st_mtime < c->now / SECOND - DAY / SECOND;
}

static DIR *
open_dir(const char *path)
{
	DIR *d = opendir(path);

	if (d == NULL && errno != ENOENT && errno != ENOTDIR)
		fatal(FATAL_INTERNAL, "%s: %s", path, strerror(errno));
	return d;
}

static void
directory_look(struct ctx *c, const char *dir, struct orphans *o,
    bool (*orphan)(struct ctx *, const char *))
{
	DIR *d = open_dir(dir);
	struct dirent *e;
	const char *path;

	while (d != NULL && (e = readdir(d)) != NULL) {
		path = arena_printf(c->arena, "%s/%s", dir, e->d_name);
		if (orphan(c, path))
			store_orphan(c, o, path);
	}
	if (d != NULL)
		closedir(d);
}

void
directory_remains(struct ctx *c, struct orphans *o)
{
	directory_look(c, content_dir(c), o, left_behind);
}

static void
directory_orphans(struct ctx *c, struct orphans *o)
{
	const char *top = content_dir(c);
	DIR *d = open_dir(top);
	struct dirent *e;

	directory_remains(c, o);
	while (d != NULL && (e = readdir(d)) != NULL)
		if (strlen(e->d_name) == 2 && e->d_name[0] != '.')
			directory_look(c, arena_printf(c->arena, "%s/%s", top,
			    e->d_name), o, directory_unnamed);
	if (d != NULL)
		closedir(d);
}

static bool
directory_sweep(struct ctx *c, const char *path)
{
	if (!directory_unnamed(c, path) && !left_behind(c, path))
		return false;
	if (unlink(path) == 0)
		return true;
	if (errno != ENOENT)
		log_error("%s: %s", path, strerror(errno));
	return false;
}

const struct store store_directory = {
	.outside = true,
	.begin = directory_begin,
	.add = directory_add,
	.finish = directory_finish,
	.keep = directory_keep,
	.drop = directory_drop,
	.open = directory_open,
	.start = directory_start,
	.read = directory_read,
	.close = close_file,
	.name = directory_path,
	.orphans = directory_orphans,
	.sweep = directory_sweep
};
