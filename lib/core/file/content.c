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
keep(void *arg)
{
	const struct keeping *k = arg;

	content_keep(k->c, k->f);
	return true;
}

void
content_replace(struct ctx *c, struct content *f)
{
	struct keeping k = { c, f };

	f->replaces = true;
	if (f->store->rows)
		content_transact(c, keep, &k);
	else
		keep(&k);
}

void
content_drop(struct content *f)
{
	if (f == NULL || f->settled)
		return;
	f->settled = true;
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

struct content_reader *
content_open(struct ctx *c, const unsigned char *sha256)
{
	struct content_reader *r = arena_alloc(c->arena, sizeof(*r));

	*r = (struct content_reader){ .store = store_of(c), .ctx = c,
		.fd = -1, .n = -1 };
	return r->store->open(r, sha256) ? r : NULL;
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
	r->at = from;
	r->left = len;
	return len == 0 || r->store->start(r);
}

ssize_t
content_read(struct content_reader *r, void *to, size_t size)
{
	ssize_t n;

	if (r->left != -1 && (int64_t)size > r->left)
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
		r->left -= r->left == -1 ? 0 : n;
	}
	return n;
}

void
content_close(struct content_reader *r)
{
	if (r != NULL)
		r->store->close(r);
}

/* Passes all bytes to `take`, and closes; false if they cannot be read. */
static bool
read_all(struct content_reader *r, void (*take)(void *, const void *, size_t),
    void *arg)
{
	char chunk[CHUNK];
	ssize_t n = -1;

	if (content_start(r, 0, -1))
		while ((n = content_read(r, chunk, sizeof(chunk))) > 0)
			take(arg, chunk, (size_t)n);
	content_close(r);
	return n == 0;
}

static void
hash(void *state, const void *data, size_t len)
{
	crypto_hash_sha256_update(state, data, len);
}

bool
content_whole(struct ctx *c, const unsigned char *sha256)
{
	struct content_reader *r = content_open(c, sha256);
	unsigned char found[CONTENT_HASH];
	crypto_hash_sha256_state state;

	crypto_hash_sha256_init(&state);
	if (r == NULL || !read_all(r, hash, &state))
		return false;
	crypto_hash_sha256_final(&state, found);
	return memcmp(found, sha256, sizeof(found)) == 0;
}

static void
add(void *content, const void *data, size_t len)
{
	content_add(content, data, len);
}

bool
content_fetch(struct ctx *to, struct ctx *from, const unsigned char *sha256)
{
	struct content_reader *r = content_open(from, sha256);
	struct content *f;
	bool whole;

	/* Nothing is created in the usual failure. */
	if (r == NULL)
		return false;
	f = content_new(to);
	whole = read_all(r, add, f);
	content_finish(f);
	whole = whole && memcmp(content_hash(f), sha256, CONTENT_HASH) == 0;
	if (whole)
		content_replace(to, f);
	content_drop(f);
	return whole;
}

const char *
content_name(struct ctx *c, const unsigned char *sha256)
{
	return store_of(c)->name(c, sha256);
}
