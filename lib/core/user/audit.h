/*
 * The audit: who did what to an account.  Each line is stored twice, for the
 * user that it is about (GET /me/security) and for the administrators (GET
 * /admin/audit), and written to the log.  Lines have ids, words and numbers,
 * and the name that a program gives itself: no address of mail, no secret, no
 * title.  They last for AUDIT_KEPT, the addresses in them for
 * AUDIT_ADDRESS_KEPT.
 */
#ifndef CORE_USER_AUDIT_H
#define CORE_USER_AUDIT_H

#include <stdint.h>

#include "base/base.h"
#include "core/ctx.h"

#define AUDIT_KEPT		(365 * DAY)
#define AUDIT_ADDRESS_KEPT	(90 * DAY)
#define AUDIT_REFUSED		100	/* lines of a user in an hour; the next one
					 * counts the rest */

struct db;

enum audit_what {
	AUDIT_SIGNED_IN,
	AUDIT_SIGN_IN_REFUSED,
	AUDIT_SECOND_FACTOR_REFUSED,
	AUDIT_SIGNED_OUT,
	AUDIT_PASSWORD_CHANGED,
	AUDIT_PASSWORD_RESET,
	AUDIT_EMAIL_CHANGED,
	AUDIT_TOTP_ON,
	AUDIT_TOTP_OFF,
	AUDIT_RECOVERY_CODE_USED,
	AUDIT_RECOVERY_CODES_MADE,
	AUDIT_PASSKEY_ADDED,
	AUDIT_PASSKEY_REMOVED,
	AUDIT_PASSKEY_COUNTER,
	AUDIT_IDENTITY_ADDED,
	AUDIT_IDENTITY_REMOVED,
	AUDIT_TOKEN_MADE,
	AUDIT_TOKEN_ENDED,
	AUDIT_INVITED,
	AUDIT_ACCOUNT_MADE,
	AUDIT_ROLE_CHANGED,
	AUDIT_LIST_HANDED_OVER,
	AUDIT_DISABLED,
	AUDIT_ENABLED,
	AUDIT_ADMIN_CHANGED,
	AUDIT_QUOTA_CHANGED,
	AUDIT_SECOND_FACTOR_REMOVED,
	AUDIT_USER_REMOVED
};

/*
 * Writes a line about a user, in the write transaction of what it tells.  The
 * caller's origin says who did it and from where.  detail: a JSON object of
 * words, ids and numbers, as printf makes it; "{}": nothing.
 */
void	 audit_put(struct ctx *, const char *user, enum audit_what,
	    const char *detail, ...) __attribute__((format(printf, 4, 5)));
/* The same for somebody who was refused, whoever that is.  user NULL: the
 * account does not exist; then nothing stays, and it costs the same. */
void	 audit_put_refused(struct ctx *, const char *user, enum audit_what);

/* Removes at most so many lines of before that time, with their twins; or the
 * addresses in them.  How many. */
int64_t	 audit_expire(struct db *, int64_t before, int64_t max);
int64_t	 audit_expire_addresses(struct db *, int64_t before, int64_t max);

#endif
