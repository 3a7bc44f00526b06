/*
 * The second factor of a user: codes of an authenticator app (totp.h), and ten
 * recovery codes for the day when it is lost.  The app's secret is sealed
 * (base/seal.h), so neither the database nor a backup tells it; of a recovery
 * code only the hash is stored, so that it works without the key, too.
 *
 * Every code works once: a step of time that was used, and all before it, are
 * refused from then on.
 */
#ifndef CORE_ACCOUNT_FACTOR_H
#define CORE_ACCOUNT_FACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/user/totp.h"

struct seal_keys;

#define RECOVERY_CODES	10
#define RECOVERY_TEXT	20		/* "xxxx-xxxx-xxxx-xxxx" with a NUL */

struct factor {
	bool		 on;		/* false: the secret is not confirmed */
	int64_t		 since;		/* when it was confirmed */
	int64_t		 step;		/* the last one that was used */
	const void	*sealed;	/* the secret; NULL: there is none */
	size_t		 sealed_len;
};

void		 factor_get(struct ctx *, const char *user, struct factor *);
/* Is a code asked for after the password? */
bool		 factor_on(struct ctx *, const char *user);

/* Would the caller, without that one (USER_TOTP, USER_PASSKEYS), lack a second
 * factor that is required? */
bool		 factor_last(struct ctx *, unsigned which);

/* Makes key-file if there is none, and returns its path; NULL: there is one, or
 * it cannot be read.  For programs that set the service up, never for a
 * request. */
const char	*factor_make_key(const struct ctx *);
/* Reads the keys of key-file.  False, with a line in the log, if that fails. */
bool		 factor_keys(const struct ctx *, struct seal_keys *);

/* A new secret for the caller, which counts once a code of it is confirmed; it
 * replaces the last such.  DONE, TOTP_ON, NOT_READY (no key). */
enum outcome	 factor_begin(struct ctx *,
		    unsigned char secret[TOTP_SECRET]);
/* Confirms it: DONE, TOTP_ON, TOTP_NOT_FOUND (none was begun), WRONG_CODE.
 * Ends the caller's other sessions, and codes that were mailed. */
enum outcome	 factor_confirm(struct ctx *, const char *code);
/* Removes the factor, its secret and recovery codes; false if there is none. */
bool		 factor_remove(struct ctx *, const char *user);

/* What a code is. */
enum code {
	CODE_WRONG,
	CODE_TOTP,
	CODE_RECOVERY
};

/* Changes nothing. */
enum code	 factor_check(struct ctx *, const char *user,
		    const char *code);
/* In a write transaction: uses it up. */
enum code	 factor_take(struct ctx *, const char *user,
		    const char *code);
/* How many recovery codes are not used. */
int64_t		 factor_codes_left(struct ctx *, const char *user);
/* New recovery codes: the old ones end. */
void		 factor_recovery_codes(struct ctx *, const char *user,
		    char codes[RECOVERY_CODES][RECOVERY_TEXT]);

/* Seals every secret again, by the first key: how many; those that no key opens
 * stay as they are, and are counted in *lost. */
int64_t		 factor_seal_again(struct ctx *, const struct seal_keys *,
		    int64_t *lost);
/* Does anybody have a second factor? */
bool		 factor_any(struct ctx *);
/* How many none of these keys opens. */
int64_t		 factor_lost(struct ctx *, const struct seal_keys *);

#endif
