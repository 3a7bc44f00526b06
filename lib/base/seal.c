#include "base/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

#define NONCE	crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
#define BOUND	128		/* bytes of a purpose and a user */

enum seal_file
seal_read_keys(const char *path, struct seal_keys *keys)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	unsigned char more;
	ssize_t n;

	keys->count = 0;
	if (fd == -1)
		return SEAL_FILE_FAILED;
	n = read(fd, keys->key, sizeof(keys->key));
	if (n == (ssize_t)sizeof(keys->key) && read(fd, &more, 1) != 0)
		n = 0;
	close(fd);
	if (n <= 0 || n % SEAL_KEY_BYTES != 0)
		return SEAL_FILE_INVALID;
	keys->count = (size_t)n / SEAL_KEY_BYTES;
	return SEAL_FILE_READ;
}

void
seal_write_keys(const char *path, const struct seal_keys *keys)
{
	size_t len = keys->count * SEAL_KEY_BYTES;
	char tmp[PATH_MAX];
	int fd;

	snprintf(tmp, sizeof(tmp), "%s.new", path);
	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd == -1 || fchmod(fd, 0600) == -1 ||
	    write(fd, keys->key, len) != (ssize_t)len)
		file_failed(tmp);
	close(fd);
	file_rename(tmp, path);
}

void
seal_add_key(struct seal_keys *keys)
{
	memmove(keys->key[1], keys->key[0],
	    sizeof(keys->key) - SEAL_KEY_BYTES);
	randombytes_buf(keys->key[0], SEAL_KEY_BYTES);
	if (keys->count < SEAL_KEYS)
		keys->count++;
}

static void
id_of(const unsigned char *key, unsigned char id[SEAL_ID_BYTES])
{
	unsigned char hash[crypto_generichash_BYTES];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)"id", 2,
	    key, SEAL_KEY_BYTES);
	memcpy(id, hash, SEAL_ID_BYTES);
}

void
seal_key_id(const struct seal_keys *keys, char text[SEAL_ID_TEXT])
{
	unsigned char id[SEAL_ID_BYTES];

	id_of(keys->key[0], id);
	sodium_bin2hex(text, SEAL_ID_TEXT, id, sizeof(id));
}

/* "purpose NUL user": no other pair gives the same. */
static size_t
seal_bind(const char *purpose, const char *user, unsigned char bound[BOUND])
{
	int n = snprintf((char *)bound, BOUND, "%s%c%s", purpose, '\0', user);

	return n < BOUND ? (size_t)n : BOUND;
}

static void
seal_key_of(const unsigned char *key, const char *purpose,
    unsigned char of[SEAL_KEY_BYTES])
{
	unsigned char text[BOUND];
	size_t n = seal_bind("seal", purpose, text);

	crypto_generichash(of, SEAL_KEY_BYTES, text, n, key, SEAL_KEY_BYTES);
}

void
seal_make(const struct seal_keys *keys, const char *purpose, const char *user,
    const void *value, size_t len, unsigned char *sealed)
{
	unsigned char key[SEAL_KEY_BYTES], bound[BOUND];
	unsigned char *nonce = sealed + SEAL_ID_BYTES;
	size_t n = seal_bind(purpose, user, bound);

	id_of(keys->key[0], sealed);
	seal_key_of(keys->key[0], purpose, key);
	randombytes_buf(nonce, NONCE);
	crypto_aead_xchacha20poly1305_ietf_encrypt(nonce + NONCE, NULL, value,
	    len, bound, n, NULL, nonce, key);
	sodium_memzero(key, sizeof(key));
}

bool
seal_open(const struct seal_keys *keys, const char *purpose, const char *user,
    const void *sealed, size_t len, unsigned char *value)
{
	const unsigned char *nonce = (const unsigned char *)sealed +
	    SEAL_ID_BYTES;
	unsigned char key[SEAL_KEY_BYTES], bound[BOUND], id[SEAL_ID_BYTES];
	size_t n = seal_bind(purpose, user, bound), i;
	bool opened = false;

	if (len < SEAL_EXTRA)
		return false;
	for (i = 0; i < keys->count && !opened; i++) {
		id_of(keys->key[i], id);
		if (memcmp(id, sealed, sizeof(id)) != 0)
			continue;
		seal_key_of(keys->key[i], purpose, key);
		opened = crypto_aead_xchacha20poly1305_ietf_decrypt(value,
		    NULL, NULL, nonce + NONCE, len - SEAL_ID_BYTES - NONCE,
		    bound, n, nonce, key) == 0;
	}
	sodium_memzero(key, sizeof(key));
	return opened;
}
