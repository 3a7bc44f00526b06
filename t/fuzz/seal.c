/*
 * Sealed values: only what was sealed by one of the keys opens, as it was, for
 * its purpose and user; nothing that is changed, cut or made up.
 */
#include <sodium.h>
#include <string.h>

#include "base/seal.h"
#include "t/fuzz/lib/fuzz.h"

#define VALUE_MAX	600

static int opened;

bool
fuzz_reached(void)
{
	return opened > 20;
}

/* Changes a byte, or cuts what follows. */
static void
spoil(struct input *in, unsigned char *sealed, size_t *len)
{
	size_t at = (size_t)input_int(in, 0, (int64_t)*len - 1);
	unsigned char bits = input_byte(in);

	if (bits == 0)
		*len = at;
	else
		sealed[at] ^= bits;
}

static void
check(struct arena *a, struct input *in, struct seal_keys *keys)
{
	bool replaced = input_byte(in) % 2;
	const char *purpose = input_upto(in, a, '\n');
	const char *user = input_upto(in, a, '\n');
	size_t len = in->left < VALUE_MAX ? in->left : VALUE_MAX;
	size_t sealed_len = len + SEAL_EXTRA;
	unsigned char *sealed = arena_alloc(a, sealed_len);
	unsigned char *got = arena_alloc(a, sealed_len);

	if (strlen(purpose) + strlen(user) > 60)
		return;
	seal_make(keys, purpose, user, in->p, len, sealed);
	if (replaced)
		seal_add_key(keys);
	MUST(seal_open(keys, purpose, user, sealed, sealed_len, got));
	MUST(len == 0 || memcmp(got, in->p, len) == 0);
	MUST(!seal_open(keys, arena_printf(a, "%s.", purpose), user, sealed,
	    sealed_len, got));
	MUST(!seal_open(keys, purpose, arena_printf(a, "%s.", user), sealed,
	    sealed_len, got));
	spoil(in, sealed, &sealed_len);
	MUST(!seal_open(keys, purpose, user, sealed, sealed_len, got));
	opened++;
}

/* One that knows all but the key. */
static void
check_made_up(struct arena *a, const struct input *in,
    const struct seal_keys *keys)
{
	unsigned char *got = arena_alloc(a, in->left + 1);
	char id[SEAL_ID_TEXT];
	unsigned char *text = arena_alloc(a, in->left + SEAL_ID_BYTES);

	MUST(!seal_open(keys, "ticket", "", in->p, in->left, got));
	seal_key_id(keys, id);
	sodium_hex2bin(text, SEAL_ID_BYTES, id, strlen(id), NULL, NULL, NULL);
	if (in->left > 0)
		memcpy(text + SEAL_ID_BYTES, in->p, in->left);
	got = arena_alloc(a, in->left + SEAL_ID_BYTES);
	MUST(!seal_open(keys, "ticket", "", text, in->left + SEAL_ID_BYTES,
	    got));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct arena *a = arena_new();
	struct seal_keys keys = { .count = 1 };

	memset(keys.key[0], 7, SEAL_KEY_BYTES);
	check_made_up(a, &in, &keys);
	check(a, &in, &keys);
	arena_free(a);
	return 0;
}
