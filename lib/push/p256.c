#include "push/p256.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"

#define CURVE	"prime256v1"

void
crypto_must(bool ok)
{
	if (!ok)
		fatal(FATAL_INTERNAL, "libcrypto: %s",
		    ERR_error_string(ERR_get_error(), NULL));
}

EVP_PKEY_CTX *
p256_maker(void)
{
	EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);

	crypto_must(maker != NULL);
	crypto_must(EVP_PKEY_keygen_init(maker) == 1);
	crypto_must(EVP_PKEY_CTX_set_group_name(maker, CURVE) == 1);
	return maker;
}

EVP_PKEY *
p256_make(EVP_PKEY_CTX *maker)
{
	EVP_PKEY *key = NULL;

	crypto_must(EVP_PKEY_generate(maker, &key) == 1);
	return key;
}

EVP_PKEY *
p256_curve(void)
{
	EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_PKEY *curve = NULL;

	crypto_must(maker != NULL);
	crypto_must(EVP_PKEY_paramgen_init(maker) == 1);
	crypto_must(EVP_PKEY_CTX_set_group_name(maker, CURVE) == 1);
	crypto_must(EVP_PKEY_generate(maker, &curve) == 1);
	EVP_PKEY_CTX_free(maker);
	return curve;
}

bool
p256_set_point(EVP_PKEY *key, const unsigned char *point)
{
	/* Reading the point checks that it is on the curve. */
	if (point[0] == POINT_CONVERSION_UNCOMPRESSED &&
	    EVP_PKEY_set1_encoded_public_key(key, point, P256_POINT) == 1)
		return true;
	crypto_must(ERR_GET_REASON(ERR_peek_error()) != ERR_R_MALLOC_FAILURE);
	ERR_clear_error();
	return false;
}

void
p256_point(const EVP_PKEY *key, unsigned char *point)
{
	size_t len;

	crypto_must(EVP_PKEY_get_octet_string_param(key,
	    OSSL_PKEY_PARAM_PUB_KEY, point, P256_POINT, &len) == 1);
	crypto_must(len == P256_POINT);
}

void
p256_scalar(const EVP_PKEY *key, unsigned char *scalar)
{
	BIGNUM *n = NULL;

	crypto_must(EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY,
	    &n) == 1);
	crypto_must(BN_bn2binpad(n, scalar, P256_SCALAR) == P256_SCALAR);
	BN_clear_free(n);
}

/* The point of a number between 1 and the group's order; false for another. */
static bool
point_of(const BIGNUM *n, unsigned char *point)
{
	EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
	EC_POINT *p;
	bool fits;

	crypto_must(group != NULL);
	p = EC_POINT_new(group);
	crypto_must(p != NULL);
	fits = !BN_is_zero(n) && BN_cmp(n, EC_GROUP_get0_order(group)) < 0;
	if (fits) {
		crypto_must(EC_POINT_mul(group, p, n, NULL, NULL, NULL) == 1);
		crypto_must(EC_POINT_point2oct(group, p,
		    POINT_CONVERSION_UNCOMPRESSED, point, P256_POINT, NULL) ==
		    P256_POINT);
	}
	EC_POINT_clear_free(p);
	EC_GROUP_free(group);
	return fits;
}

EVP_PKEY *
p256_pair(const unsigned char *scalar, unsigned char *point)
{
	BIGNUM *n = BN_bin2bn(scalar, P256_SCALAR, BN_secure_new());
	unsigned char native[P256_SCALAR];
	OSSL_PARAM part[] = {
		OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME,
		    (char *)(uintptr_t)CURVE, sizeof(CURVE) - 1),
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point,
		    P256_POINT),
		OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, native,
		    sizeof(native)),
		OSSL_PARAM_END
	};
	EVP_PKEY_CTX *reader = NULL;
	EVP_PKEY *pair = NULL;

	crypto_must(n != NULL);
	if (point_of(n, point)) {
		reader = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
		crypto_must(BN_bn2nativepad(n, native, sizeof(native)) > 0);
		crypto_must(reader != NULL);
		crypto_must(EVP_PKEY_fromdata_init(reader) == 1);
		crypto_must(EVP_PKEY_fromdata(reader, &pair, EVP_PKEY_KEYPAIR,
		    part) == 1);
		EVP_PKEY_CTX_free(reader);
		sodium_memzero(native, sizeof(native));
	}
	BN_clear_free(n);
	return pair;
}

bool
base64_read(const char *text, unsigned char *out, size_t len)
{
	static const int alphabet[] = {
		sodium_base64_VARIANT_URLSAFE_NO_PADDING,
		sodium_base64_VARIANT_ORIGINAL_NO_PADDING,
	};
	size_t n = strlen(text), i, got;

	for (i = 0; i < 2 && n > 0 && text[n - 1] == '='; i++)
		n--;
	for (i = 0; i < 2; i++)
		if (sodium_base642bin(out, len, text, n, NULL, &got, NULL,
		    alphabet[i]) == 0 && got == len)
			return true;
	return false;
}

const char *
base64_write(struct arena *a, const void *bytes, size_t len)
{
	const int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
	size_t size = sodium_base64_encoded_len(len, variant);

	return sodium_bin2base64(arena_alloc(a, size), size, bytes, len,
	    variant);
}
