#include "core/file/store.h"

#include <string.h>

#include "base/arena.h"

const char *
store_hex(struct ctx *c, const unsigned char *sha256)
{
	char hex[2 * CONTENT_HASH + 1];

	sodium_bin2hex(hex, sizeof(hex), sha256, CONTENT_HASH);
	return arena_str(c->arena, hex);
}

bool
store_hash(const char *hex, unsigned char *sha256)
{
	return strlen(hex) == (size_t)2 * CONTENT_HASH && sodium_hex2bin(sha256,
	    CONTENT_HASH, hex, (size_t)2 * CONTENT_HASH, NULL, NULL,
	    NULL) == 0;
}

void
store_orphan(struct ctx *c, struct orphans *o, const char *name)
{
	o->names = arena_more(c->arena, o->names, o->count, sizeof(*o->names));
	o->names[o->count++] = name;
}
