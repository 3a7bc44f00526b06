#include "core/file/content.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/settings/settings.h"

struct content {
	int		 fd;		/* -1 once it has its name or is gone */
	const char	*tmp;
	int64_t		 size;
	char		*head;
	size_t		 head_len;
	unsigned char	 sha256[crypto_hash_sha256_BYTES];
	crypto_hash_sha256_state state;
};

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

struct content *
content_new(struct ctx *c)
{
	struct content *f = arena_alloc(c->arena, sizeof(*f));
	const char *dir = content_dir(c);

	make_dir(dir, c->settings->data);
	f->head = arena_alloc(c->arena, CONTENT_HEAD);
	f->tmp = arena_printf(c->arena, "%s/new-%s", dir, id_new(c->arena));
	f->fd = open(f->tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (f->fd == -1)
		file_failed(f->tmp);
	crypto_hash_sha256_init(&f->state);
	return f;
}

void
content_add(struct content *f, const void *data, size_t len)
{
	size_t space = CONTENT_HEAD - f->head_len;
	const char *p = data;
	ssize_t n;

	crypto_hash_sha256_update(&f->state, data, len);
	f->size += (int64_t)len;
	memcpy(f->head + f->head_len, p, len < space ? len : space);
	f->head_len += len < space ? len : space;
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

void
content_finish(struct content *f)
{
	crypto_hash_sha256_final(&f->state, f->sha256);
	if (fsync(f->fd) == -1)
		file_failed(f->tmp);
}

const char *
content_path(struct ctx *c, const unsigned char *sha256)
{
	char hex[2 * crypto_hash_sha256_BYTES + 1];

	sodium_bin2hex(hex, sizeof(hex), sha256, crypto_hash_sha256_BYTES);
	return arena_printf(c->arena, "%s/%.2s/%s", content_dir(c), hex,
	    hex + 2);
}

void
content_keep(struct ctx *c, struct content *f)
{
	const char *path = content_path(c, f->sha256);
	const char *slash = strrchr(path, '/');
	const char *dir = arena_dup(c->arena, path, (size_t)(slash - path));

	make_dir(dir, content_dir(c));
	if (rename(f->tmp, path) == -1)
		file_failed(path);
	file_sync_dir(dir);
	close(f->fd);
	f->fd = -1;
}

void
content_drop(struct content *f)
{
	if (f == NULL || f->fd == -1)
		return;
	unlink(f->tmp);
	close(f->fd);
	f->fd = -1;
}

int64_t
content_size(const struct content *f)
{
	return f->size;
}

const unsigned char *
content_hash(const struct content *f)
{
	return f->sha256;
}

const char *
content_head(const struct content *f, size_t *len)
{
	*len = f->head_len;
	return f->head;
}
