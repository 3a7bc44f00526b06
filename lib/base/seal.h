/*
 * Sealed values: encrypted and authenticated by a key in a file of its own
 * (setting key-file), which is neither in the database nor in its backups.  Who
 * reads a backup reads no secret that is sealed, and nobody can make a value
 * that the service then believes.
 *
 * XChaCha20-Poly1305.  Each purpose has its own key, derived from that of the
 * file; the purpose and the user are authenticated, too, so that a value that
 * was made for one is none for another.
 */
#ifndef BASE_SEAL_H
#define BASE_SEAL_H

#include <stdbool.h>
#include <stddef.h>

#define SEAL_KEY_BYTES	32
#define SEAL_KEYS	2	/* while a key is replaced, the old one, too */
#define SEAL_ID_BYTES	8
/* What a sealed value is longer by: the key's id, a nonce, a tag. */
#define SEAL_EXTRA	(SEAL_ID_BYTES + 24 + 16)
#define SEAL_ID_TEXT	(2 * SEAL_ID_BYTES + 1)

/* The first key seals, each opens. */
struct seal_keys {
	unsigned char	 key[SEAL_KEYS][SEAL_KEY_BYTES];
	size_t		 count;
};

enum seal_file {
	SEAL_FILE_READ,
	SEAL_FILE_FAILED,		/* see errno; ENOENT: there is none */
	SEAL_FILE_INVALID		/* it is no key */
};

enum seal_file	 seal_read_keys(const char *path, struct seal_keys *);
/* Replaces the file, durably; mode 0600.  A failure is fatal(). */
void		 seal_write_keys(const char *path, const struct seal_keys *);
/* Puts a new key before the first; drops what is more than SEAL_KEYS. */
void		 seal_add_key(struct seal_keys *);
/* What names the first key, and tells nothing about it. */
void		 seal_key_id(const struct seal_keys *, char id[SEAL_ID_TEXT]);

/* Writes len + SEAL_EXTRA bytes.  user: its id, or "" for a value that names
 * its user itself. */
void		 seal_make(const struct seal_keys *, const char *purpose,
		    const char *user, const void *value, size_t len,
		    unsigned char *sealed);
/* Writes len - SEAL_EXTRA bytes.  False if it was not sealed by one of these
 * keys for that purpose and user. */
bool		 seal_open(const struct seal_keys *, const char *purpose,
		    const char *user, const void *sealed, size_t len,
		    unsigned char *value);

#endif
