#include "core/file/s3.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/object.h"
#include "base/settings/settings.h"
#include "core/file/directory.h"
#include "core/file/s3/client.h"
#include "core/file/transact.h"
#include "db/db.h"
#include "query/content.h"

#define FILE_NAME	"docket-s3.so"
#define REGION		"us-east-1"
#define PAGE		500		/* rows that one statement finds */
#define REMOVAL_TIME	(5 * MINUTE)	/* longer than a request to remove takes */
#define REMOVED		4		/* objects, before one is added */
#define FAILURES	10		/* then the store is left alone */
#define WAITS		200		/* for a removal, */
#define WAIT_TIME	100000		/* microseconds each */

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
s3_parse(const char *url)
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

void
s3_on_wait(size_t (*begin)(int *sockets, size_t max), void (*end)(void))
{
	place.wait_begin = begin;
	place.wait_end = end;
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
	s3_parse(s->s3_url);
	return client->init(&place);
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
s3_client(struct ctx *c)
{
	if (!s3_open(c->settings))
		fatal(FATAL_NOT_READY, "there is no content store");
	return client;
}

/* Does a row name it, or will one? */
static bool
is_needed(struct ctx *c, const unsigned char *sha256)
{
	return rows_any(q_attachment_known(c->db, sha256, CONTENT_HASH)) ||
	    rows_any(q_content_coming(c->db, sha256, CONTENT_HASH));
}

/* Those that are noted, and that no program is removing. */
static void
find_noted(struct ctx *c, struct orphans *o)
{
	unsigned char after[CONTENT_HASH] = { 0 };
	struct content_removals_row row;
	struct rows *r;
	size_t n;

	do {
		r = q_content_removals(c->db, after, sizeof(after),
		    clock_now() - REMOVAL_TIME, PAGE);
		for (n = 0; next_content_removals(r, c->arena, &row); n++) {
			memcpy(after, row.sha256, sizeof(after));
			store_orphan(c, o, store_hex(c, after));
		}
	} while (n == PAGE);
}

struct removal {
	struct ctx	*c;
	unsigned char	 sha256[CONTENT_HASH];
	int64_t		 begun;		/* 0: it has not */
};

static bool
begin_removal(void *arg)
{
	struct removal *m = arg;
	struct db *db = m->c->db;
	int64_t now = clock_now();

	m->begun = 0;
	if (is_needed(m->c, m->sha256))
		q_content_removal_cancel(db, m->sha256, CONTENT_HASH,
		    now - REMOVAL_TIME);
	else if (q_content_removal_begin(db, m->sha256, CONTENT_HASH, now,
	    now - REMOVAL_TIME) > 0)
		m->begun = now;
	return true;
}

static bool
end_removal(void *arg)
{
	const struct removal *m = arg;

	q_content_removal_end(m->c->db, m->sha256, CONTENT_HASH, m->begun);
	return true;
}

static bool
s3_remove_one(struct ctx *c, const char *name)
{
	static const struct scope all = { .kind = SCOPE_ALL };
	struct removal m = { .c = c };

	if (!store_hash(name, m.sha256))
		return true;
	if (!content_try_in(c, &all, begin_removal, &m))
		return false;
	return m.begun == 0 || (s3_client(c)->remove(name) &&
	    content_try(c, end_removal, &m));
}

static bool
remove_noted(struct ctx *c, int most)
{
	struct orphans o = { .count = 0 };
	int failures = 0;
	size_t i;

	find_noted(c, &o);
	for (i = 0; i < o.count && i < (size_t)most && failures < FAILURES; i++)
		if (!s3_remove_one(c, o.names[i]))
			failures++;
	return failures == 0;
}

static void
s3_begin(struct content *f)
{
	store_directory.begin(f);
}

static void
s3_add(struct content *f, const void *data, size_t len)
{
	store_directory.add(f, data, len);
}

struct claim {
	struct content	*content;
	bool		 made;
};

/* Unless the object is being removed. */
static bool
s3_claim(void *arg)
{
	struct claim *m = arg;
	struct content *f = m->content;
	struct db *db = f->ctx->db;

	q_content_removal_cancel(db, f->sha256, CONTENT_HASH,
	    clock_now() - REMOVAL_TIME);
	m->made = !rows_any(q_content_removing(db, f->sha256, CONTENT_HASH));
	if (m->made)
		q_content_begin(db, f->id, f->sha256, CONTENT_HASH,
		    f->ctx->now);
	return true;
}

/* Whoever adds an object removes some: so that there are never many more than
 * the quotas allow. */
static void
s3_finish(struct content *f)
{
	struct claim m = { .content = f };
	int i;

	if (!db_writing(f->ctx->db))
		remove_noted(f->ctx, REMOVED);
	f->id = id_new(f->ctx->arena);
	for (i = 0; i < WAITS && !m.made; i++) {
		if (i > 0)
			usleep(WAIT_TIME);
		content_transact(f->ctx, s3_claim, &m);
	}
	if (!m.made) {
		unlink(f->tmp);
		fatal(FATAL_BUSY, "the content store is removing the same file");
	}
	if (!s3_client(f->ctx)->put(store_hex(f->ctx, f->sha256), f->fd,
	    f->size)) {
		unlink(f->tmp);
		fatal(FATAL_NOT_READY, "the content store does not answer");
	}
	store_directory.drop(f);
}

static void
s3_keep(struct ctx *c, struct content *f)
{
	if (q_content_end(c->db, f->id) == 0)
		fatal(FATAL_BUSY, "the upload took over a day");
	f->ended = true;
}

/* The claim expires; then docket-cleanup removes the object. */
static void
s3_drop(struct content *f)
{
	if (f->id == NULL)
		store_directory.drop(f);
}

static bool
open_object(struct content_reader *r)
{
	r->id = store_hex(r->ctx, r->sha256);
	r->size = -1;
	return true;
}

static int64_t
s3_length(struct content_reader *r)
{
	return s3_client(r->ctx)->size(r->id);
}

static bool
s3_start(struct content_reader *r)
{
	r->object = s3_client(r->ctx)->get(r->id, r->whole ? -1 : r->at,
	    r->left);
	errno = EIO;
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

struct found {
	struct ctx	*c;
	struct orphans	*orphans;
};

static void
s3_look(void *arg, const char *name)
{
	unsigned char sha256[CONTENT_HASH];
	const struct found *f = arg;

	if (store_hash(name, sha256) && !is_needed(f->c, sha256) &&
	    !rows_any(q_content_removing(f->c->db, sha256, CONTENT_HASH)))
		store_orphan(f->c, f->orphans, arena_str(f->c->arena, name));
}

static void
s3_orphans(struct ctx *c, struct orphans *o)
{
	struct found f = { .c = c, .orphans = o };
	struct content_left_row row;
	struct rows *r = q_content_left(c->db, c->now - DAY, PAGE);

	directory_remains(c, o);
	while (next_content_left(r, c->arena, &row))
		store_orphan(c, o, row.id);
	find_noted(c, o);
	o->partial = !s3_client(c)->list(s3_look, &f);
}

/* Of an object that nobody needs. */
static bool
note_unneeded(struct ctx *c, const unsigned char *sha256)
{
	if (is_needed(c, sha256))
		return false;
	q_content_remove_later(c->db, sha256, CONTENT_HASH);
	return true;
}

static bool
s3_sweep(struct ctx *c, const char *name)
{
	unsigned char sha256[CONTENT_HASH];
	struct content_claim_row row;

	if (name[0] == '/')
		return store_directory.sweep(c, name);
	if (store_hash(name, sha256))
		return note_unneeded(c, sha256);
	if (!rows_any(q_content_is_left(c->db, name, c->now - DAY)) ||
	    !only_content_claim(q_content_claim(c->db, name), c->arena, &row))
		return false;
	q_content_end(c->db, name);
	return note_unneeded(c, row.sha256);
}

/* Removing what cannot be there needs the right key, and changes nothing. */
static bool
s3_answers(struct ctx *c)
{
	unsigned char nobody[CONTENT_HASH];

	randombytes_buf(nobody, sizeof(nobody));
	return s3_client(c)->remove(store_hex(c, nobody));
}

const struct store store_s3 = {
	.rows = true,
	.outside = true,
	.begin = s3_begin,
	.add = s3_add,
	.finish = s3_finish,
	.keep = s3_keep,
	.drop = s3_drop,
	.open = open_object,
	.length = s3_length,
	.start = s3_start,
	.read = read_object,
	.close = close_object,
	.name = store_hex,
	.orphans = s3_orphans,
	.sweep = s3_sweep,
	.remove = remove_noted,
	.answers = s3_answers
};
