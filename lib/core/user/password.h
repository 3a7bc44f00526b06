/*
 * Passwords: Argon2id by libsodium at 19 MiB and 2 passes (OWASP's minimum),
 * some ten milliseconds.  A few slots, held by file locks across processes,
 * keep a burst of sign-ins from taking all memory.
 */
#ifndef CORE_USER_PASSWORD_H
#define CORE_USER_PASSWORD_H

#include <stdbool.h>

struct arena;

/* Among the passwords that are tried first? */
bool		 password_common(const char *);
/* Its hash, as text, salted.  `dir` is the data directory with the slots. */
const char	*password_hash(struct arena *, const char *dir,
		    const char *password);
/* hash NULL (no such account) takes the same time and is never right. */
bool		 password_right(const char *dir, const char *hash,
		    const char *password);

#endif
