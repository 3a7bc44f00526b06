/*
 * Open addressing, at most half full.  The hash is SipHash-2-4 with a random
 * key (libsodium), so that no file can choose texts that collide.
 */
#include "import/importer/names.h"

#include <sodium.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

struct name {
	const char	*text;		/* NULL: free */
	void		*value;
};

struct names {
	struct arena	*arena;
	unsigned char	 key[crypto_shorthash_KEYBYTES];
	struct name	*all;
	size_t		 size;		/* a power of two */
	size_t		 used;
};

struct names *
names_new(struct arena *a)
{
	struct names *n = arena_alloc(a, sizeof(*n));

	n->arena = a;
	randombytes_buf(n->key, sizeof(n->key));
	n->size = 64;
	n->all = arena_alloc(a, n->size * sizeof(*n->all));
	return n;
}

static struct name *
names_find(struct names *n, const char *text)
{
	uint64_t hash;
	size_t i;

	crypto_shorthash((unsigned char *)&hash, (const unsigned char *)text,
	    strlen(text), n->key);
	for (i = hash & (n->size - 1); n->all[i].text != NULL &&
	    strcmp(n->all[i].text, text) != 0; i = (i + 1) & (n->size - 1))
		continue;
	return &n->all[i];
}

static void
names_grow(struct names *n)
{
	struct name *was = n->all;
	size_t size = n->size, i;

	n->size *= 2;
	n->all = arena_alloc(n->arena, n->size * sizeof(*n->all));
	for (i = 0; i < size; i++)
		if (was[i].text != NULL)
			*names_find(n, was[i].text) = was[i];
}

void **
names_at(struct names *n, const char *text)
{
	struct name *at = names_find(n, text);

	if (at->text != NULL)
		return &at->value;
	if (2 * ++n->used > n->size) {
		names_grow(n);
		at = names_find(n, text);
	}
	at->text = arena_str(n->arena, text);
	return &at->value;
}
