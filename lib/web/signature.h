/*
 * Signatures of passkeys: of Ed25519 by libsodium, others by libcrypto, in
 * docket-passkeys.so.  Only programs whose routes check passkeys load that,
 * before the sandbox, which lets no memory become executable.
 */
#ifndef WEB_SIGNATURE_H
#define WEB_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

#include "web/signature/libcrypto.h"

/* Loads it; false, with a line in the log, if that fails. */
bool	 signature_open(void);
/* Has it been loaded? */
bool	 signature_loaded(void);
/*
 * Is that the SubjectPublicKeyInfo (RFC 5280, in DER) of a key of the
 * algorithm: a point of P-256, uncompressed; Ed25519 (RFC 8410); RSA of 2048 to
 * 4096 bits with the exponent 65537?  No other algorithm has keys here.
 */
bool	 signature_key(int64_t algorithm, struct bytes key);
/* Is that the key's signature of the message? */
bool	 signature_right(int64_t algorithm, struct bytes key,
	    struct bytes message, struct bytes signature);

#endif
