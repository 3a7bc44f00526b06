#include "core/file/orphans.h"

#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "core/ctx.h"
#include "core/file/content.h"
#include "query.h"

/* A content's name is two letters of directory and the other 62 of its hash; it
 * is new-ID while it is being uploaded. */
bool
content_unnamed(struct ctx *c, const char *path)
{
	char hex[2 * crypto_hash_sha256_BYTES + 1];
	unsigned char hash[crypto_hash_sha256_BYTES];
	size_t n = strlen(path), len;

	/* .../ab/cdef...: the last 65 characters. */
	if (n < 66 || path[n - 63] != '/' || path[n - 66] != '/')
		return false;
	memcpy(hex, path + n - 65, 2);
	memcpy(hex + 2, path + n - 62, 63);
	return sodium_hex2bin(hash, sizeof(hash), hex, 64, NULL, &len,
	    NULL) == 0 && len == sizeof(hash) &&
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

struct found {
	const char	**paths;
	size_t		 count;
};

static void
look(struct ctx *c, const char *dir, struct found *f,
    bool (*orphan)(struct ctx *, const char *))
{
	DIR *d = open_dir(dir);
	struct dirent *e;
	const char *path;

	while (d != NULL && (e = readdir(d)) != NULL) {
		path = arena_printf(c->arena, "%s/%s", dir, e->d_name);
		if (!orphan(c, path))
			continue;
		f->paths = arena_more(c->arena, f->paths, f->count,
		    sizeof(*f->paths));
		f->paths[f->count++] = path;
	}
	if (d != NULL)
		closedir(d);
}

static const char *
content_top(struct ctx *c)
{
	return arena_printf(c->arena, "%s/%s", c->settings->data, CONTENT_DIR);
}

size_t
content_remains(struct ctx *c, const char ***paths)
{
	struct found f = { NULL, 0 };

	look(c, content_top(c), &f, left_behind);
	*paths = f.paths;
	return f.count;
}

size_t
content_orphans(struct ctx *c, const char ***paths)
{
	const char *top = content_top(c);
	struct found f = { NULL, 0 };
	DIR *d = open_dir(top);
	struct dirent *e;

	look(c, top, &f, left_behind);
	while (d != NULL && (e = readdir(d)) != NULL)
		if (strlen(e->d_name) == 2 && e->d_name[0] != '.')
			look(c, arena_printf(c->arena, "%s/%s", top,
			    e->d_name), &f, content_unnamed);
	if (d != NULL)
		closedir(d);
	*paths = f.paths;
	return f.count;
}

bool
content_sweep(struct ctx *c, const char *path)
{
	if (!content_unnamed(c, path) && !left_behind(c, path))
		return false;
	if (unlink(path) == 0)
		return true;
	if (errno != ENOENT)
		log_error("%s: %s", path, strerror(errno));
	return false;
}
