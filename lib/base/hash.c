#include "base/hash.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"

const char *
hash_text(struct arena *a, const char *s)
{
	unsigned char hash[24];
	char text[33];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)s,
	    strlen(s), NULL, 0);
	sodium_bin2base64(text, sizeof(text), hash, sizeof(hash),
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	return arena_str(a, text);
}
