#include "web/signature/libcrypto.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/x509.h>
#include <string.h>

#include "base/base.h"

#define RSA_LEAST	2048		/* bits */
#define RSA_MOST	4096
#define RSA_DER_MOST	1024		/* bytes; 550 for 4096 bits */

/* What comes before the point in the SubjectPublicKeyInfo: the only form in
 * DER, if the curve is named and the point uncompressed (RFC 5480). */
static const unsigned char p256_head[] = { 0x30, 0x59, 0x30, 0x13, 0x06, 0x07,
	0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
	0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00 };
#define P256_POINT	65

/* The same of Ed25519 (RFC 8410). */
static const unsigned char ed25519_head[] = { 0x30, 0x2a, 0x30, 0x05, 0x06,
	0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00 };
#define ED25519_KEY	32

/* What follows the head; NULL if the key does not begin so, or has another
 * length. */
static const unsigned char *
behind(struct bytes key, const unsigned char *head, size_t head_len,
    size_t len)
{
	return key.len == head_len + len && memcmp(key.data, head,
	    head_len) == 0 ? key.data + head_len : NULL;
}

/* Reading the point checks that it is on the curve. */
static EVP_PKEY *
read_p256(struct bytes key)
{
	const unsigned char *point = behind(key, p256_head, sizeof(p256_head),
	    P256_POINT);
	EVP_PKEY_CTX *c = point == NULL || point[0] != 4 ? NULL :
	    EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_PKEY *k = NULL;
	OSSL_PARAM part[] = {
		OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME,
		    (char *)(uintptr_t)"prime256v1", 10),
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY,
		    (void *)(uintptr_t)point, P256_POINT),
		OSSL_PARAM_END
	};

	if (c != NULL && EVP_PKEY_fromdata_init(c) == 1 &&
	    EVP_PKEY_fromdata(c, &k, EVP_PKEY_PUBLIC_KEY, part) != 1)
		k = NULL;
	EVP_PKEY_CTX_free(c);
	return k;
}

static EVP_PKEY *
read_ed25519(struct bytes key)
{
	const unsigned char *raw = behind(key, ed25519_head,
	    sizeof(ed25519_head), ED25519_KEY);

	return raw == NULL ? NULL : EVP_PKEY_new_raw_public_key(
	    EVP_PKEY_ED25519, NULL, raw, ED25519_KEY);
}

static bool
exponent_right(const EVP_PKEY *k)
{
	BIGNUM *e = NULL;
	bool right = EVP_PKEY_get_bn_param(k, OSSL_PKEY_PARAM_RSA_E, &e) == 1 &&
	    BN_is_word(e, RSA_F4);

	BN_free(e);
	return right;
}

/* Is it written as libcrypto would write it?  So one key has one form. */
static bool
is_der(const EVP_PKEY *k, struct bytes key)
{
	unsigned char *der = NULL;
	int len = i2d_PUBKEY(k, &der);
	bool same = len > 0 && (size_t)len == key.len &&
	    memcmp(der, key.data, key.len) == 0;

	OPENSSL_free(der);
	return same;
}

static EVP_PKEY *
read_rsa(struct bytes key)
{
	const unsigned char *p = key.data;
	EVP_PKEY *k = key.len > RSA_DER_MOST ? NULL :
	    d2i_PUBKEY(NULL, &p, (long)key.len);

	if (k != NULL && EVP_PKEY_get_base_id(k) == EVP_PKEY_RSA &&
	    EVP_PKEY_get_bits(k) >= RSA_LEAST &&
	    EVP_PKEY_get_bits(k) <= RSA_MOST && exponent_right(k) &&
	    is_der(k, key))
		return k;
	EVP_PKEY_free(k);
	return NULL;
}

static const struct algorithm {
	int64_t		 number;
	EVP_PKEY	*(*read)(struct bytes);
	const EVP_MD	*(*hash)(void);		/* NULL: the algorithm's own */
} algorithms[] = {
	{ COSE_ES256, read_p256, EVP_sha256 },
	{ COSE_EDDSA, read_ed25519, NULL },
	{ COSE_RS256, read_rsa, EVP_sha256 },
};

/* The key, or NULL; and its algorithm. */
static EVP_PKEY *
libcrypto_key(int64_t number, struct bytes key, const struct algorithm **its)
{
	const struct algorithm *a;

	for (a = algorithms; a < algorithms + COUNT(algorithms); a++)
		if (a->number == number) {
			*its = a;
			return a->read(key);
		}
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
	const struct algorithm *a;
	EVP_PKEY *k = libcrypto_key(number, key, &a);

	EVP_PKEY_free(k);
	ERR_clear_error();
	return k != NULL;
}

static bool
crypto_right(int64_t number, struct bytes key, struct bytes message,
    struct bytes signature)
{
	const struct algorithm *a;
	EVP_PKEY *k = libcrypto_key(number, key, &a);
	EVP_MD_CTX *c = k == NULL ? NULL : EVP_MD_CTX_new();
	bool right = c != NULL && EVP_DigestVerifyInit(c, NULL,
	    a->hash == NULL ? NULL : a->hash(), NULL, k) == 1 &&
	    EVP_DigestVerify(c, signature.data, signature.len, message.data,
	    message.len) == 1;

	EVP_MD_CTX_free(c);
	EVP_PKEY_free(k);
	ERR_clear_error();
	return right;
}

const struct signature_functions signature_functions = { crypto_init,
	crypto_key, crypto_right };
