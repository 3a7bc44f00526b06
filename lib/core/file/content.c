#include "core/file/content.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "core/file/stores.h"
#include "core/file/transact.h"

#define CHUNK		(64 * 1024)

struct content *
content_new(struct ctx *c)
{
	struct content *f = arena_alloc(c->arena, sizeof(*f));

	f->store = store_of(c);
	f->ctx = c;
	f->head = arena_alloc(c->arena, CONTENT_HEAD);
	f->fd = -1;
	crypto_hash_sha256_init(&f->state);
	f->store->begin(f);
	return f;
}

void
content_add(struct content *f, const void *data, size_t len)
{
	size_t space = CONTENT_HEAD - f->head_len;

	crypto_hash_sha256_update(&f->state, data, len);
	f->size += (int64_t)len;
	memcpy(f->head + f->head_len, data, len < space ? len : space);
	f->head_len += len < space ? len : space;
	f->store->add(f, data, len);
}

void
content_finish(struct content *f)
{
	crypto_hash_sha256_final(&f->state, f->sha256);
	f->store->finish(f);
}

void
content_keep(struct ctx *c, struct content *f)
{
	f->store->keep(c, f);
}

struct keeping {
	struct ctx	*c;
	struct content	*f;
};

static bool
content_keep_now(void *arg)
{
	const struct keeping *k = arg;

	content_keep(k->c, k->f);
	return true;
}

/* content_keep() in a transaction of its own, or in the one that is open, for a
 * content that is missing or damaged. */
static void
content_replace(struct ctx *c, struct content *f)
{
	struct keeping k = { c, f };

	f->replaces = true;
	if (f->store->rows)
		content_transact(c, content_keep_now, &k);
	else
		content_keep_now(&k);
}

void
content_drop(struct content *f)
{
	if (f == NULL || f->ended)
		return;
	f->ended = true;
	f->store->drop(f);
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

bool
content_answers(struct ctx *c)
{
	const struct store *s = store_of(c);

	return s->answers == NULL || s->answers(c);
}

struct content_reader *
content_open(struct ctx *c, const unsigned char *sha256, int64_t size)
{
	struct content_reader *r = arena_alloc(c->arena, sizeof(*r));

	*r = (struct content_reader){ .store = store_of(c), .ctx = c,
		.recorded = size, .fd = -1, .n = -1 };
	memcpy(r->sha256, sha256, CONTENT_HASH);
	return r->store->open(r) ? r : NULL;
}

int64_t
content_length(struct content_reader *r)
{
	if (r->size == -1)
		r->size = r->store->length(r);
	return r->size;
}

bool
content_needs_database(const struct content_reader *r)
{
	return !r->store->outside;
}

bool
content_start(struct content_reader *r, int64_t from, int64_t len)
{
	if (r->size != -1 && r->size != r->recorded) {
		errno = EBADMSG;
		return false;
	}
	r->at = from;
	r->left = len;
	r->whole = from == 0 && len == r->recorded;
	crypto_hash_sha256_init(&r->state);
	return len == 0 || r->store->start(r);
}

/* These n bytes were read. */
static bool
hash_right(struct content_reader *r, const void *data, size_t n)
{
	unsigned char found[CONTENT_HASH];

	crypto_hash_sha256_update(&r->state, data, n);
	if (r->left > 0)
		return true;
	crypto_hash_sha256_final(&r->state, found);
	errno = EBADMSG;
	return memcmp(found, r->sha256, sizeof(found)) == 0;
}

ssize_t
content_read(struct content_reader *r, void *to, size_t size)
{
	ssize_t n;

	if ((int64_t)size > r->left)
		size = (size_t)r->left;
	if (size == 0)
		return 0;
	n = r->store->read(r, to, size);
	if (n == 0 && r->left > 0) {
		errno = ENODATA;
		return -1;
	}
	if (n > 0) {
		r->at += n;
		r->left -= n;
	}
	return n == -1 || !r->whole || hash_right(r, to, (size_t)n) ? n : -1;
}

const char *
content_error(void)
{
	return errno == EBADMSG ? "its bytes are not those that were uploaded" :
	    strerror(errno);
}

void
content_close(struct content_reader *r)
{
	if (r != NULL)
		r->store->close(r);
}

/* Passes all bytes to `take`, and closes; false if they are missing or
 * damaged. */
static bool
read_all(struct content_reader *r, void (*take)(void *, const void *, size_t),
    void *arg)
{
	char chunk[CHUNK];
	ssize_t n = -1;

	if (r->recorded == 0 && content_length(r) == 0)
		n = 0;
	else if (r->recorded > 0 && content_start(r, 0, r->recorded))
		while ((n = content_read(r, chunk, sizeof(chunk))) > 0)
			take(arg, chunk, (size_t)n);
	content_close(r);
	return n == 0;
}

static void
ignore(void *arg, const void *data, size_t len)
{
	(void)arg;
	(void)data;
	(void)len;
}

bool
content_whole(struct ctx *c, const unsigned char *sha256, int64_t size)
{
	struct content_reader *r = content_open(c, sha256, size);

	return r != NULL && read_all(r, ignore, NULL);
}

static void
content_add_data(void *content, const void *data, size_t len)
{
	content_add(content, data, len);
}

/* As it is in `f`, without the buffers that filled it. */
static struct content *
without_buffers(struct ctx *c, const struct content *f)
{
	struct content *copy = arena_alloc(c->arena, sizeof(*copy));

	*copy = *f;
	copy->ctx = c;
	copy->head = copy->piece = NULL;
	copy->head_len = 0;
	copy->tmp = arena_str(c->arena, f->tmp);
	copy->id = arena_str(c->arena, f->id);
	return copy;
}

struct content *
content_stage(struct ctx *to, struct ctx *from, const unsigned char *sha256,
    int64_t size)
{
	struct content_reader *r = content_open(from, sha256, size);
	struct content *f, *staged = NULL;
	struct ctx c = *to;

	/* Nothing is created in the usual failure. */
	if (r == NULL)
		return NULL;
	c.arena = arena_new();
	f = content_new(&c);
	f->replaces = true;
	if (read_all(r, content_add_data, f)) {
		content_finish(f);
		staged = without_buffers(to, f);
	} else
		content_drop(f);
	arena_free(c.arena);
	return staged;
}

bool
content_fetch(struct ctx *to, struct ctx *from, const unsigned char *sha256,
    int64_t size)
{
	struct content *f = content_stage(to, from, sha256, size);

	if (f == NULL)
		return false;
	content_replace(to, f);
	content_drop(f);
	return true;
}

const char *
content_name(struct ctx *c, const unsigned char *sha256)
{
	return store_of(c)->name(c, sha256);
}
