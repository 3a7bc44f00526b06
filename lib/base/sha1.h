/*
 * SHA-1 (FIPS 180-4) and HMAC (RFC 2104), for one-time codes, where SHA-1 is
 * still what programs that make them expect.  Never for anything that is new.
 */
#ifndef BASE_SHA1_H
#define BASE_SHA1_H

#include <stddef.h>

#define SHA1_BYTES	20
#define SHA1_BLOCK	64

void	 sha1(const void *data, size_t len, unsigned char hash[SHA1_BYTES]);
/* The key has at most SHA1_BLOCK bytes, the message, too. */
void	 sha1_hmac(const void *key, size_t key_len, const void *message,
	    size_t len, unsigned char mac[SHA1_BYTES]);

#endif
