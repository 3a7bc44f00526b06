/*
 * RFC 8291 section 3.4 and RFC 8188 section 2.  All keys are one HMAC long at
 * most, so that each HKDF (RFC 5869) is two HMACs.
 */
#include "push/encrypt.h"

#include <openssl/evp.h>
#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "push/p256.h"

#define HASH		crypto_auth_hmacsha256_BYTES
#define KEY		16	/* AES-128 */
#define NONCE		12
#define TAG		16
#define HEAD		(ECE_SALT + 4 + 1 + P256_POINT)
#define DELIMITER	2	/* of the last record */

struct ece {
	EVP_PKEY_CTX	*maker;
	EVP_PKEY	*device;	/* gets each message's point */
	EVP_CIPHER_CTX	*cipher;
};

/* A subscription's keys, read. */
struct keys {
	unsigned char	point[P256_POINT];
	unsigned char	auth[ECE_AUTH];
};

struct ece *
ece_new(void)
{
	struct ece *e = calloc(1, sizeof(*e));

	if (e == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	e->maker = p256_maker();
	e->device = p256_curve();
	e->cipher = EVP_CIPHER_CTX_new();
	crypto_must(e->cipher != NULL);
	crypto_must(EVP_EncryptInit_ex2(e->cipher, EVP_aes_128_gcm(), NULL,
	    NULL, NULL) == 1);
	return e;
}

void
ece_free(struct ece *e)
{
	if (e == NULL)
		return;
	EVP_PKEY_CTX_free(e->maker);
	EVP_PKEY_free(e->device);
	EVP_CIPHER_CTX_free(e->cipher);
	free(e);
}

/* Reads the keys; the point goes into e->device also. */
static bool
read_keys(struct ece *e, const char *p256dh, const char *auth, struct keys *k)
{
	return base64_read(p256dh, k->point, sizeof(k->point)) &&
	    base64_read(auth, k->auth, sizeof(k->auth)) &&
	    p256_set_point(e->device, k->point);
}

/* HKDF-SHA-256 of at most one block: salt, key material, info. */
static void
hkdf(const unsigned char *salt, const unsigned char *material,
    const void *info, size_t info_len, unsigned char *out, size_t len)
{
	crypto_auth_hmacsha256_state state;
	unsigned char prk[HASH], block[HASH];

	crypto_auth_hmacsha256_init(&state, salt, 16);
	crypto_auth_hmacsha256_update(&state, material, HASH);
	crypto_auth_hmacsha256_final(&state, prk);
	crypto_auth_hmacsha256_init(&state, prk, sizeof(prk));
	crypto_auth_hmacsha256_update(&state, info, info_len);
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)"\1", 1);
	crypto_auth_hmacsha256_final(&state, block);
	memcpy(out, block, len);
	sodium_memzero(prk, sizeof(prk));
	sodium_memzero(block, sizeof(block));
}

/*
 * The shared secret, by ECDH.  The device's point was validated when it was
 * read; no subgroup check is needed (the cofactor of P-256 is 1).
 */
static void
shared_secret(struct ece *e, EVP_PKEY *own, unsigned char *secret)
{
	EVP_PKEY_CTX *c = EVP_PKEY_CTX_new(own, NULL);
	size_t len = P256_SCALAR;

	crypto_must(c != NULL);
	crypto_must(EVP_PKEY_derive_init(c) == 1);
	crypto_must(EVP_PKEY_derive_set_peer_ex(c, e->device, 0) == 1);
	crypto_must(EVP_PKEY_derive(c, secret, &len) == 1);
	crypto_must(len == P256_SCALAR);
	EVP_PKEY_CTX_free(c);
}

/* The key material of RFC 8291 section 3.4. */
static void
key_material(struct ece *e, const struct keys *k, EVP_PKEY *own,
    const unsigned char *own_point, unsigned char *out)
{
	unsigned char info[14 + 2 * P256_POINT] = "WebPush: info";
	unsigned char secret[HASH];

	memcpy(info + 14, k->point, P256_POINT);
	memcpy(info + 14 + P256_POINT, own_point, P256_POINT);
	shared_secret(e, own, secret);
	hkdf(k->auth, secret, info, sizeof(info), out, HASH);
	sodium_memzero(secret, sizeof(secret));
}

/* The one record, of len + 1 + pad bytes and its tag. */
static void
seal_record(struct ece *e, const unsigned char *salt, const unsigned char *ikm,
    const void *plain, size_t len, size_t pad, unsigned char *out)
{
	static const unsigned char zero[ECE_BODY_MAX];
	unsigned char key[KEY], nonce[NONCE];
	unsigned char delimiter = DELIMITER;
	int n = 0, m = 0, p = 0, rest;

	hkdf(salt, ikm, "Content-Encoding: aes128gcm", 28, key, KEY);
	hkdf(salt, ikm, "Content-Encoding: nonce", 24, nonce, NONCE);
	crypto_must(EVP_EncryptInit_ex2(e->cipher, NULL, key, nonce, NULL) ==
	    1);
	crypto_must(EVP_EncryptUpdate(e->cipher, out, &n, plain, (int)len) ==
	    1);
	crypto_must(EVP_EncryptUpdate(e->cipher, out + n, &m, &delimiter, 1) ==
	    1);
	crypto_must(EVP_EncryptUpdate(e->cipher, out + n + m, &p, zero,
	    (int)pad) == 1);
	n += m + p;
	crypto_must(EVP_EncryptFinal_ex(e->cipher, out + n, &rest) == 1);
	crypto_must(EVP_CIPHER_CTX_ctrl(e->cipher, EVP_CTRL_AEAD_GET_TAG, TAG,
	    out + n + rest) == 1);
	sodium_memzero(key, sizeof(key));
}

/* Everything behind the keys; own_point is at its place in the header. */
static void
write_message(struct ece *e, const struct keys *k, EVP_PKEY *own,
    const void *plain, size_t len, size_t pad, struct ece_message *out)
{
	unsigned char *own_point = out->data + HEAD - P256_POINT;
	uint32_t size = ECE_BODY_MAX;	/* of a record: more than this one */
	unsigned char ikm[HASH];
	int i;

	for (i = 0; i < 4; i++)
		out->data[ECE_SALT + i] = (unsigned char)(size >> (24 - 8 * i));
	out->data[ECE_SALT + 4] = P256_POINT;
	key_material(e, k, own, own_point, ikm);
	seal_record(e, out->data, ikm, plain, len, pad, out->data + HEAD);
	out->len = HEAD + len + 1 + pad + TAG;
	sodium_memzero(ikm, sizeof(ikm));
}

bool
ece_encrypt(struct ece *e, const char *p256dh, const char *auth,
    const void *plain, size_t len, struct ece_message *out)
{
	EVP_PKEY *own;
	struct keys k;
	size_t padded;

	if (len > ECE_PLAIN_MAX || !read_keys(e, p256dh, auth, &k))
		return false;
	padded = (len + 1 + ECE_PAD - 1) / ECE_PAD * ECE_PAD - 1;
	if (padded > ECE_PLAIN_MAX)
		padded = ECE_PLAIN_MAX;
	own = p256_make(e->maker);
	p256_point(own, out->data + HEAD - P256_POINT);
	randombytes_buf(out->data, ECE_SALT);
	write_message(e, &k, own, plain, len, padded - len, out);
	EVP_PKEY_free(own);
	return true;
}

bool
ece_encrypt_given(struct ece *e, const struct ece_given *given,
    const char *p256dh, const char *auth, const void *plain, size_t len,
    struct ece_message *out)
{
	unsigned char point[P256_POINT];
	EVP_PKEY *own;
	struct keys k;

	if (len > ECE_PLAIN_MAX || given->pad > ECE_PLAIN_MAX - len ||
	    !read_keys(e, p256dh, auth, &k) ||
	    (own = p256_pair(given->key, point)) == NULL)
		return false;
	memcpy(out->data, given->salt, ECE_SALT);
	memcpy(out->data + HEAD - P256_POINT, point, sizeof(point));
	write_message(e, &k, own, plain, len, given->pad, out);
	EVP_PKEY_free(own);
	return true;
}
