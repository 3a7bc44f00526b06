#include "web/signature.h"

#include <dlfcn.h>
#include <sodium.h>
#include <string.h>

#include "base/log.h"
#include "base/object.h"

#define FILE_NAME	"docket-passkeys.so"

static const struct signature_functions *functions;

bool
signature_open(void)
{
	const struct signature_functions *found = NULL;
	void *object;

	if (functions != NULL)
		return true;
	if ((object = object_load(FILE_NAME)) != NULL)
		found = dlsym(object, "signature_functions");
	if (found != NULL && found->init())
		functions = found;
	else
		log_error("passkeys need " FILE_NAME " and libcrypto");
	return functions != NULL;
}

bool
signature_loaded(void)
{
	return functions != NULL;
}

/* The key behind its head, which is the only form in DER (RFC 8410); NULL if it
 * is none: no point of the curve, or one of a small group. */
static const unsigned char *
read_ed25519(struct bytes key)
{
	static const unsigned char head[] = { 0x30, 0x2a, 0x30, 0x05, 0x06,
		0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00 };
	const unsigned char *point = key.data + sizeof(head);

	return key.len == sizeof(head) + crypto_sign_PUBLICKEYBYTES &&
	    memcmp(key.data, head, sizeof(head)) == 0 &&
	    crypto_core_ed25519_is_valid_point(point) ? point : NULL;
}

static bool
ed25519_right(struct bytes key, struct bytes message, struct bytes signature)
{
	const unsigned char *point = read_ed25519(key);

	return point != NULL && signature.len == crypto_sign_BYTES &&
	    crypto_sign_verify_detached(signature.data, message.data,
	    message.len, point) == 0;
}

bool
signature_key(int64_t algorithm, struct bytes key)
{
	if (algorithm == COSE_EDDSA)
		return read_ed25519(key) != NULL;
	return functions != NULL && functions->key(algorithm, key);
}

bool
signature_right(int64_t algorithm, struct bytes key, struct bytes message,
    struct bytes signature)
{
	unsigned char hash[crypto_hash_sha256_BYTES];

	if (algorithm == COSE_EDDSA)
		return ed25519_right(key, message, signature);
	crypto_hash_sha256(hash, message.data, message.len);
	return functions != NULL && functions->right(algorithm, key,
	    (struct bytes){ hash, sizeof(hash) }, signature);
}
