/*
 * Shared by encryption and signing: keys of the curve P-256 by libcrypto, and
 * base64url (RFC 4648 section 5).  If libcrypto refuses valid input, that is
 * fatal().
 */
#ifndef PUSH_P256_H
#define PUSH_P256_H

#include <openssl/types.h>
#include <stdbool.h>
#include <stddef.h>

#define P256_POINT	65	/* bytes of an uncompressed point, 0x04 x y */
#define P256_SCALAR	32	/* bytes of a private key, big endian */

struct arena;

/* fatal() with libcrypto's reason, unless it is true. */
void		 crypto_must(bool);

/* A key generator, reusable. */
EVP_PKEY_CTX	*p256_maker(void);
EVP_PKEY	*p256_make(EVP_PKEY_CTX *);
/* The curve without a key, for p256_set_point(). */
EVP_PKEY	*p256_curve(void);

/* False if the bytes are not an uncompressed point of the curve. */
bool		 p256_set_point(EVP_PKEY *, const unsigned char *point);
void		 p256_point(const EVP_PKEY *, unsigned char *point);
void		 p256_scalar(const EVP_PKEY *, unsigned char *scalar);
/* The pair of a private key and its point; NULL if it is not a private key. */
EVP_PKEY	*p256_pair(const unsigned char *scalar, unsigned char *point);

/*
 * Exactly len bytes from base64url; padding "=", and "+" and "/" of base64, are
 * accepted, too.  False otherwise; then *out is undefined.
 */
bool		 base64_read(const char *, unsigned char *out, size_t len);
/* base64url without padding. */
const char	*base64_write(struct arena *, const void *, size_t len);

#endif
