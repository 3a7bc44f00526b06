/*
 * Signatures by OpenSSL's libcrypto, in docket-passkeys.so: what it has for
 * web/signature.h, of ES256 and RS256.
 */
#ifndef WEB_SIGNATURE_LIBCRYPTO_H
#define WEB_SIGNATURE_LIBCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Algorithms of COSE (RFC 9053), in the order in which they are offered. */
#define COSE_ES256	(-7)	/* ECDSA with P-256 and SHA-256 */
#define COSE_EDDSA	(-8)	/* Ed25519 */
#define COSE_RS256	(-257)	/* RSASSA-PKCS1-v1_5 with SHA-256 */

/* Bytes that somebody else owns. */
struct bytes {
	const unsigned char	*data;
	size_t			 len;
};

/* See web/signature.h. */
struct signature_functions {
	/* Once, before the sandbox. */
	bool	(*init)(void);
	bool	(*key)(int64_t algorithm, struct bytes key);
	/* The hash: SHA-256 of the message. */
	bool	(*right)(int64_t algorithm, struct bytes key,
		    struct bytes hash, struct bytes signature);
};

/* What a program finds in the object. */
extern const struct signature_functions signature_functions;

#endif
