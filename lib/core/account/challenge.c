#include "core/account/challenge.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/seal.h"
#include "core/account/factor.h"
#include "core/user/credential.h"
#include "query/passkey.h"

#define SEALED	(sizeof(struct challenge) + SEAL_EXTRA)
#define BASE64	sodium_base64_VARIANT_URLSAFE_NO_PADDING

static const char *const purposes[] = {
	[CHALLENGE_ADD] = "passkey-add",
	[CHALLENGE_SIGN_IN] = "passkey-sign-in",
};

/* Whose it is: the session's that adds a passkey, or nobody's. */
static const char *
bound_to(const struct ctx *c, enum challenge_for what)
{
	return what == CHALLENGE_ADD && c->credential != NULL ?
	    c->credential : "";
}

const char *
challenge_make(struct ctx *c, enum challenge_for what,
    const unsigned char *handle)
{
	char text[sodium_base64_ENCODED_LEN(SEALED, BASE64)];
	struct challenge k = { .at = c->now };
	unsigned char sealed[SEALED];
	struct seal_keys keys;

	if (!factor_keys(c, &keys))
		return NULL;
	randombytes_buf(k.random, sizeof(k.random));
	if (handle != NULL)
		memcpy(k.handle, handle, sizeof(k.handle));
	seal_make(&keys, purposes[what], bound_to(c, what), &k, sizeof(k),
	    sealed);
	sodium_bin2base64(text, sizeof(text), sealed, sizeof(sealed), BASE64);
	return arena_str(c->arena, text);
}

bool
challenge_open(struct ctx *c, enum challenge_for what, const char *text,
    struct challenge *k)
{
	unsigned char sealed[SEALED];
	struct seal_keys keys;
	size_t len;

	return sodium_base642bin(sealed, sizeof(sealed), text, strlen(text),
	    NULL, &len, NULL, BASE64) == 0 && len == sizeof(sealed) &&
	    factor_keys(c, &keys) && seal_open(&keys, purposes[what],
	    bound_to(c, what), sealed, len, (unsigned char *)k) &&
	    k->at > c->now - CHALLENGE_LASTS && k->at <= c->now + MINUTE;
}

bool
challenge_use(struct ctx *c, const char *user, const struct challenge *k)
{
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash_public("challenge", k->random, sizeof(k->random),
	    hash);
	return q_used_add(c->db, hash, sizeof(hash), id_new(c->arena), user,
	    c->now, c->now + 2 * CHALLENGE_LASTS) > 0;
}
