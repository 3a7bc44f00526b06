#include "push/vapid.h"

#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/write.h"
#include "base/log.h"
#include "push/p256.h"

#define SLOTS		64	/* origins whose tokens are kept, at most */
#define RENEW		3600	/* seconds before a token's end */
#define SIGNATURE	64
#define SIGNATURE_DER	72	/* at most: two integers of 33 bytes */

/* A token, found by a hash of its origin; another of the same hash replaces
 * it. */
struct token {
	char		*origin;	/* NULL: none */
	char		*value;
	int64_t		 until;
};

struct vapid {
	EVP_PKEY	*key;
	const char	*subject;
	char		 public_key[P256_POINT * 2];
	unsigned char	 seed[crypto_shorthash_KEYBYTES];
	struct token	 token[SLOTS];
};

void
vapid_generate(struct arena *a, const char **public_key,
    const char **private_key)
{
	unsigned char point[P256_POINT], scalar[P256_SCALAR];
	EVP_PKEY_CTX *maker = p256_maker();
	EVP_PKEY *key = p256_make(maker);

	p256_point(key, point);
	p256_scalar(key, scalar);
	*public_key = base64_write(a, point, sizeof(point));
	*private_key = base64_write(a, scalar, sizeof(scalar));
	sodium_memzero(scalar, sizeof(scalar));
	EVP_PKEY_free(key);
	EVP_PKEY_CTX_free(maker);
}

struct vapid *
vapid_new(const char *public_key, const char *private_key, const char *subject,
    const char **why)
{
	unsigned char point[P256_POINT], scalar[P256_SCALAR], own[P256_POINT];
	EVP_PKEY *key = NULL;
	struct vapid *v;

	if (!base64_read(public_key, point, sizeof(point)))
		*why = "the public key must be 65 bytes in base64url";
	else if (!base64_read(private_key, scalar, sizeof(scalar)))
		*why = "the private key must be 32 bytes in base64url";
	else if ((key = p256_pair(scalar, own)) == NULL)
		*why = "the private key is not a P-256 key";
	else if (memcmp(own, point, sizeof(own)) != 0)
		*why = "the two keys do not match";
	else if ((v = calloc(1, sizeof(*v))) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	else {
		v->key = key;
		v->subject = subject;
		sodium_bin2base64(v->public_key, sizeof(v->public_key), point,
		    sizeof(point), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
		crypto_shorthash_keygen(v->seed);
		return v;
	}
	EVP_PKEY_free(key);
	return NULL;
}

void
vapid_free(struct vapid *v)
{
	size_t i;

	if (v == NULL)
		return;
	for (i = 0; i < SLOTS; i++) {
		free(v->token[i].origin);
		free(v->token[i].value);
	}
	EVP_PKEY_free(v->key);
	free(v);
}

/* ES256 (RFC 7518 section 3.4): the two numbers of the signature, whole. */
static void
sign(EVP_PKEY *key, const char *text, unsigned char *out)
{
	unsigned char der[SIGNATURE_DER];
	const unsigned char *p = der;
	EVP_MD_CTX *c = EVP_MD_CTX_new();
	size_t len = sizeof(der);
	ECDSA_SIG *two;

	crypto_must(c != NULL);
	crypto_must(EVP_DigestSignInit(c, NULL, EVP_sha256(), NULL, key) == 1);
	crypto_must(EVP_DigestSign(c, der, &len, (const unsigned char *)text,
	    strlen(text)) == 1);
	two = d2i_ECDSA_SIG(NULL, &p, (long)len);
	crypto_must(two != NULL);
	crypto_must(BN_bn2binpad(ECDSA_SIG_get0_r(two), out, 32) == 32);
	crypto_must(BN_bn2binpad(ECDSA_SIG_get0_s(two), out + 32, 32) == 32);
	ECDSA_SIG_free(two);
	EVP_MD_CTX_free(c);
}

/* The token of RFC 8292 section 2, that ends at `until` (a stamp). */
static const char *
make_token(struct arena *a, const struct vapid *v, const char *origin,
    int64_t until)
{
	static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
	unsigned char signature[SIGNATURE];
	struct buf claims = { 0 };
	struct jw jw = { .out = &claims };
	const char *text;

	jw_object(&jw);
	jw_put_text(&jw, "aud", origin);
	jw_put_int(&jw, "exp", until / SECOND);
	if (v->subject[0] != '\0')
		jw_put_text(&jw, "sub", v->subject);
	jw_object_end(&jw);
	text = arena_printf(a, "%s.%s", base64_write(a, head, sizeof(head) - 1),
	    base64_write(a, claims.data, claims.len));
	buf_free(&claims);
	sign(v->key, text, signature);
	return arena_printf(a, "%s.%s", text,
	    base64_write(a, signature, sizeof(signature)));
}

static char *
vapid_copy(const char *s)
{
	char *c = strdup(s);

	if (c == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	return c;
}

static void
renew(const struct vapid *v, struct token *t, const char *origin, int64_t now)
{
	struct arena *a = arena_new();

	free(t->origin);
	free(t->value);
	t->origin = vapid_copy(origin);
	t->until = now + VAPID_TOKEN * SECOND;
	t->value = vapid_copy(arena_printf(a, "vapid t=%s, k=%s",
	    make_token(a, v, origin, t->until), v->public_key));
	arena_free(a);
}

const char *
vapid_authorization(struct vapid *v, const char *origin, int64_t now)
{
	unsigned char hash[crypto_shorthash_BYTES];
	struct token *t;

	crypto_shorthash(hash, (const unsigned char *)origin, strlen(origin),
	    v->seed);
	t = &v->token[hash[0] % SLOTS];
	if (t->origin == NULL || strcmp(t->origin, origin) != 0 ||
	    t->until - RENEW * SECOND <= now ||
	    t->until > now + VAPID_TOKEN * SECOND)
		renew(v, t, origin, now);
	return t->value;
}
