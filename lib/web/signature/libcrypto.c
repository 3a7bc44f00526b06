/*
 * By the functions for one algorithm each, which OpenSSL 3 calls deprecated:
 * those that it wants used instead look each algorithm up by its name, and the
 * first time they list all names there are.  That took five times as long as
 * the signature.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "web/signature/libcrypto.h"

#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/rsa.h>
#include <string.h>

#include "base/base.h"

#define RSA_LEAST	2048		/* bits */
#define RSA_MOST	4096

/* What comes before the point in the SubjectPublicKeyInfo: the only form in
 * DER, if the curve is named and the point uncompressed (RFC 5480). */
static const unsigned char p256_head[] = { 0x30, 0x59, 0x30, 0x13, 0x06, 0x07,
	0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
	0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00 };
#define P256_POINT	65

/* The same before and behind the modulus of RSA (RFC 8017), for the exponent
 * 65537.  The lengths, each at such an offset, are those of what follows. */
static const unsigned char rsa_head[] = { 0x30, 0x82, 0, 0, 0x30, 0x0d, 0x06,
	0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
	0x03, 0x82, 0, 0, 0x00, 0x30, 0x82, 0, 0, 0x02, 0x82, 0, 0 };
static const size_t rsa_lengths[] = { 2, 21, 26 };
#define RSA_MODULUS_LENGTH	30
static const unsigned char rsa_tail[] = { 0x02, 0x03, 0x01, 0x00, 0x01 };

/* Reading the point checks that it is on the curve. */
static EC_KEY *
read_p256(struct bytes key)
{
	const unsigned char *point = key.data + sizeof(p256_head);
	EC_KEY *k;

	if (key.len != sizeof(p256_head) + P256_POINT ||
	    memcmp(key.data, p256_head, sizeof(p256_head)) != 0 ||
	    point[0] != POINT_CONVERSION_UNCOMPRESSED)
		return NULL;
	k = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
	if (k != NULL && EC_KEY_oct2key(k, point, P256_POINT, NULL) == 1)
		return k;
	EC_KEY_free(k);
	return NULL;
}

static void
rsa_put_length(unsigned char *to, size_t len)
{
	to[0] = (unsigned char)(len >> 8);
	to[1] = (unsigned char)len;
}

/* The modulus, with the byte before it that keeps it from being negative; none
 * if the key is not in the form of DER, in which each length has two bytes, or
 * the modulus is too short. */
static struct bytes
rsa_modulus(struct bytes key)
{
	unsigned char head[sizeof(rsa_head)];
	size_t len = key.len - sizeof(head) - sizeof(rsa_tail), i;
	const unsigned char *n = key.data + sizeof(head);

	/* The first of RSA_LEAST bits is set, so a byte precedes them. */
	if (key.len <= sizeof(head) + sizeof(rsa_tail) + RSA_LEAST / 8 ||
	    len > RSA_MOST / 8 + 1)
		return (struct bytes){ NULL, 0 };
	memcpy(head, rsa_head, sizeof(head));
	for (i = 0; i < COUNT(rsa_lengths); i++)
		rsa_put_length(head + rsa_lengths[i],
		    key.len - rsa_lengths[i] - 2);
	rsa_put_length(head + RSA_MODULUS_LENGTH, len);
	if (memcmp(key.data, head, sizeof(head)) != 0 ||
	    memcmp(n + len, rsa_tail, sizeof(rsa_tail)) != 0 ||
	    n[0] >= 0x80 || (n[0] == 0 && n[1] < 0x80))
		return (struct bytes){ NULL, 0 };
	return (struct bytes){ n, len };
}

static RSA *
read_rsa(struct bytes key)
{
	struct bytes n = rsa_modulus(key);
	BIGNUM *modulus = n.len == 0 ? NULL :
	    BN_bin2bn(n.data, (int)n.len, NULL);
	BIGNUM *e = BN_new();
	RSA *k = RSA_new();

	if (modulus != NULL && e != NULL && k != NULL &&
	    BN_num_bits(modulus) <= RSA_MOST && BN_set_word(e, RSA_F4) == 1 &&
	    RSA_set0_key(k, modulus, e, NULL) == 1)
		return k;
	BN_free(modulus);
	BN_free(e);
	RSA_free(k);
	return NULL;
}

/* Without a configuration file, which the sandbox would not let it read. */
static bool
crypto_init(void)
{
	return OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG |
	    OPENSSL_INIT_NO_ATEXIT, NULL) == 1;
}

static bool
crypto_key(int64_t number, struct bytes key)
{
	EC_KEY *ec = number == COSE_ES256 ? read_p256(key) : NULL;
	RSA *rsa = number == COSE_RS256 ? read_rsa(key) : NULL;
	bool right = ec != NULL || rsa != NULL;

	EC_KEY_free(ec);
	RSA_free(rsa);
	ERR_clear_error();
	return right;
}

static bool
crypto_right(int64_t number, struct bytes key, struct bytes hash,
    struct bytes signature)
{
	EC_KEY *ec = number == COSE_ES256 ? read_p256(key) : NULL;
	RSA *rsa = number == COSE_RS256 ? read_rsa(key) : NULL;
	unsigned int len = (unsigned int)hash.len;
	bool right = (ec != NULL && ECDSA_verify(0, hash.data, (int)len,
	    signature.data, (int)signature.len, ec) == 1) || (rsa != NULL &&
	    RSA_verify(NID_sha256, hash.data, len, signature.data,
	    (unsigned int)signature.len, rsa) == 1);

	EC_KEY_free(ec);
	RSA_free(rsa);
	ERR_clear_error();
	return right;
}

const struct signature_functions signature_functions = { crypto_init,
	crypto_key, crypto_right };
