#include "core/file/s3.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "base/object.h"
#include "base/settings/settings.h"
#include "core/file/directory.h"
#include "core/file/s3/client.h"
#include "core/file/transact.h"
#include "query.h"

#define FILE_NAME	"docket-s3.so"
#define REGION		"us-east-1"
#define PAGE		500		/* uploads that one run removes */

static const struct s3_client *client;
static struct s3_place place;

/* Decodes %XX in place. */
static void
decode(char *s)
{
	char *to = s, digits[3] = "";

	for (; *s != '\0'; s++, to++) {
		*to = *s;
		if (*s != '%' || s[1] == '\0' || s[2] == '\0')
			continue;
		memcpy(digits, s + 1, 2);
		*to = (char)strtol(digits, NULL, 16);
		s += 2;
	}
	*to = '\0';
}

/* With a final slash, if it is not empty. */
static const char *
prefix_of(const char *path)
{
	size_t len = strlen(path);
	char *s = calloc(1, len + 2);

	if (s == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	memcpy(s, path, len);
	if (len > 0 && s[len - 1] != '/')
		s[len] = '/';
	return s;
}

/* https://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION, which the settings have
 * checked.  Lasts until the process ends. */
static void
parse(const char *url)
{
	const size_t size = strlen(url) + 1;
	char *s = strdup(url), *bucket = malloc(size);
	char *at, *path, *query, *slash, *key;

	if (s == NULL || bucket == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	if ((query = strchr(s, '?')) != NULL)
		*query++ = '\0';
	at = strrchr(s, '@');
	path = strchr(at, '/');
	slash = strchr(path + 1, '/');
	place.prefix = "";
	if (slash != NULL) {
		place.prefix = prefix_of(slash + 1);
		*slash = '\0';
	}
	*at = '\0';
	key = strstr(s, "://") + 3;
	snprintf(bucket, size, "%.*s%s", (int)(key - s), s, at + 1);
	decode(key);
	place.bucket = bucket;
	place.credentials = key;
	place.region = query != NULL ? query + strlen("region=") : REGION;
	/* cppcheck-suppress memleak -- place refers to s */
}

bool
s3_open(const struct settings *s)
{
	void *object;

	if (settings_files(s) != FILES_S3 || client != NULL)
		return true;
	if (s->s3_url[0] == '\0') {
		log_error("files = s3 needs s3-url: see docket.conf(5)");
		return false;
	}
	if ((object = object_load(FILE_NAME)) == NULL ||
	    (client = dlsym(object, "s3_curl")) == NULL) {
		log_error("files = s3 needs " FILE_NAME);
		return false;
	}
	parse(s->s3_url);
	return client->ready(&place);
}

uint16_t
s3_port(const struct settings *s)
{
	const char *host, *port;

	if (settings_files(s) != FILES_S3 || s->s3_url[0] == '\0')
		return 0;
	host = strrchr(s->s3_url, '@') + 1;
	port = strchr(host, ':');
	return port != NULL && port < strchr(host, '/') ?
	    (uint16_t)atoi(port + 1) :
	    strncmp(s->s3_url, "https", 5) == 0 ? 443 : 80;
}

/* A program without a sandbox opens it at first use. */
static const struct s3_client *
ready(struct ctx *c)
{
	if (!s3_open(c->settings))
		fatal(FATAL_NOT_READY, "there is no content store");
	return client;
}

static void
begin(struct content *f)
{
	store_directory.begin(f);
}

static void
add(struct content *f, const void *data, size_t len)
{
	store_directory.add(f, data, len);
}

static bool
claim(void *arg)
{
	struct content *f = arg;

	q_content_begin(f->ctx->db, f->id, f->sha256, CONTENT_HASH,
	    f->ctx->now);
	return true;
}

static void
finish(struct content *f)
{
	f->id = id_new(f->ctx->arena);
	content_transact(f->ctx, claim, f);
	if (!ready(f->ctx)->put(store_hex(f->ctx, f->sha256), f->fd, f->size)) {
		unlink(f->tmp);
		fatal(FATAL_NOT_READY, "the content store does not answer");
	}
	store_directory.drop(f);
}

static void
keep(struct ctx *c, struct content *f)
{
	if (q_content_end(c->db, f->id) == 0)
		fatal(FATAL_BUSY, "the upload took over a day");
	f->settled = true;
}

/* The claim expires; then docket-cleanup removes the object. */
static void
drop(struct content *f)
{
	if (f->id == NULL)
		store_directory.drop(f);
}

static bool
open_object(struct content_reader *r, const unsigned char *sha256)
{
	r->id = store_hex(r->ctx, sha256);
	r->size = -1;
	return true;
}

static int64_t
length(struct content_reader *r)
{
	return ready(r->ctx)->size(r->id);
}

static bool
start(struct content_reader *r)
{
	errno = EIO;
	r->object = ready(r->ctx)->get(r->id, r->at, r->left);
	return r->object != NULL;
}

static ssize_t
read_object(struct content_reader *r, void *to, size_t size)
{
	return client->read(r->object, to, size);
}

static void
close_object(struct content_reader *r)
{
	if (r->object != NULL)
		client->end(r->object);
}

/* Does a row name it, or will one? */
static bool
needed(struct ctx *c, const unsigned char *sha256)
{
	return rows_any(q_attachment_known(c->db, sha256, CONTENT_HASH)) ||
	    rows_any(q_content_coming(c->db, sha256, CONTENT_HASH));
}

struct found {
	struct ctx	*c;
	struct orphans	*orphans;
};

static void
look(void *arg, const char *name)
{
	unsigned char sha256[CONTENT_HASH];
	const struct found *f = arg;

	if (store_hash(name, sha256) && !needed(f->c, sha256))
		store_orphan(f->c, f->orphans, arena_str(f->c->arena, name));
}

static void
orphans(struct ctx *c, bool all, struct orphans *o)
{
	struct found f = { .c = c, .orphans = o };
	struct content_left_row row;
	struct rows *r = q_content_left(c->db, c->now - DAY, PAGE);

	store_directory.orphans(c, false, o);
	while (next_content_left(r, c->arena, &row))
		store_orphan(c, o, row.id);
	o->partial = all && !ready(c)->list(look, &f);
}

static bool
remove_object(struct ctx *c, const unsigned char *sha256)
{
	return !needed(c, sha256) &&
	    ready(c)->remove(store_hex(c, sha256));
}

static bool
sweep(struct ctx *c, const char *name)
{
	unsigned char sha256[CONTENT_HASH];
	struct content_claim_row row;

	if (name[0] == '/')
		return store_directory.sweep(c, name);
	if (store_hash(name, sha256))
		return remove_object(c, sha256);
	if (!rows_any(q_content_is_left(c->db, name, c->now - DAY)) ||
	    !only_content_claim(q_content_claim(c->db, name), c->arena, &row))
		return false;
	q_content_end(c->db, name);
	return remove_object(c, row.sha256);
}

const struct store store_s3 = {
	.rows = true,
	.outside = true,
	.begin = begin,
	.add = add,
	.finish = finish,
	.keep = keep,
	.drop = drop,
	.open = open_object,
	.length = length,
	.start = start,
	.read = read_object,
	.close = close_object,
	.name = store_hex,
	.orphans = orphans,
	.sweep = sweep
};
