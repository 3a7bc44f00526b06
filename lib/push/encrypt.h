/*
 * Message encryption for Web Push: RFC 8291, that is the content coding
 * aes128gcm of RFC 8188 in one record, with a key agreed with the device
 * (P-256).  A struct ece keeps what messages share; it is for one thread.  No
 * memory, or a libcrypto that lacks P-256, is fatal().
 */
#ifndef PUSH_ENCRYPT_H
#define PUSH_ENCRYPT_H

#include <stdbool.h>
#include <stddef.h>

#define ECE_POINT	65	/* bytes of our key in the header */
#define ECE_SALT	16
#define ECE_AUTH	16
#define ECE_BODY_MAX	4096	/* every push service accepts this: RFC 8030
				 * 7.2 */
/* The longest message: the body less header, delimiter and tag. */
#define ECE_PLAIN_MAX	(ECE_BODY_MAX - (ECE_SALT + 4 + 1 + ECE_POINT) - 1 - 16)
/* Messages are padded to a multiple of this, to hide their length. */
#define ECE_PAD		512

struct ece;

struct ece_message {
	unsigned char	data[ECE_BODY_MAX];	/* header and record */
	size_t		len;
};

/* Never NULL. */
struct ece	*ece_new(void);
void		 ece_free(struct ece *);	/* NULL is allowed */

/*
 * Encrypt len bytes for the device with these keys, with a new key pair and
 * salt, padded to a multiple of ECE_PAD.  p256dh is the base64url of an
 * uncompressed point of P-256, auth that of 16 bytes; padding and the alphabet
 * of base64 are accepted, too.  False, with *out unchanged, if the keys are
 * malformed or the message is longer than ECE_PLAIN_MAX.
 */
bool		 ece_encrypt(struct ece *, const char *p256dh, const char *auth,
		    const void *plain, size_t len, struct ece_message *out);

/*
 * The same with a given salt and private key, padded with `pad` zeros; only for
 * the test vectors of the RFC.  False also if the key is invalid, or the padded
 * message too long.
 */
struct ece_given {
	unsigned char	salt[ECE_SALT];
	unsigned char	key[32];	/* big endian */
	size_t		pad;
};

bool		 ece_encrypt_given(struct ece *, const struct ece_given *,
		    const char *p256dh, const char *auth, const void *plain,
		    size_t len, struct ece_message *out);

#endif
