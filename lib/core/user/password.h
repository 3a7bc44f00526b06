/*
 * Passwords: Argon2id by libsodium at 19 MiB and 2 passes (OWASP's minimum),
 * some ten milliseconds.  A few slots, file locks across processes, prevent a
 * burst of sign-ins from exhausting memory.
 */
#ifndef CORE_USER_PASSWORD_H
#define CORE_USER_PASSWORD_H

#include <stdbool.h>

struct arena;

/* Is it a common password? */
bool		 password_common(const char *);
/* fatal() unless there is memory to hash one: before the attempt is counted. */
void		 password_require_memory(void);
/* Its hash, as text, salted.  `dir` is the data directory with the slots. */
const char	*password_hash(struct arena *, const char *dir,
		    const char *password);
/* hash NULL (no such account) takes the same time and never matches.  Without
 * memory, both are fatal(). */
bool		 password_right(const char *dir, const char *hash,
		    const char *password);

#endif
