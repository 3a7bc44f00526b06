#include "core/user/audit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/net.h"
#include "base/text.h"
#include "core/limits.h"
#include "db/db.h"
#include "query/audit.h"

#define DETAIL_MAX	512
#define COUNTED		"{\"count\":"
/* Nobody has that id.  A random one would cost a system call more. */
#define NOBODY		"ffffffff-ffff-ffff-ffff-ffffffffffff"

/* The names of enum audit_what, in its order. */
static const char *const audit_names[] = {
	[AUDIT_SIGNED_IN] = "signed-in",
	[AUDIT_SIGN_IN_REFUSED] = "sign-in-refused",
	[AUDIT_SECOND_FACTOR_REFUSED] = "second-factor-refused",
	[AUDIT_SIGNED_OUT] = "signed-out",
	[AUDIT_PASSWORD_CHANGED] = "password-changed",
	[AUDIT_PASSWORD_RESET] = "password-reset",
	[AUDIT_EMAIL_CHANGED] = "email-changed",
	[AUDIT_TOTP_ON] = "totp-on",
	[AUDIT_TOTP_OFF] = "totp-off",
	[AUDIT_RECOVERY_CODE_USED] = "recovery-code-used",
	[AUDIT_RECOVERY_CODES_MADE] = "recovery-codes-made",
	[AUDIT_PASSKEY_ADDED] = "passkey-added",
	[AUDIT_PASSKEY_REMOVED] = "passkey-removed",
	[AUDIT_PASSKEY_COUNTER] = "passkey-counter",
	[AUDIT_IDENTITY_ADDED] = "identity-added",
	[AUDIT_IDENTITY_REMOVED] = "identity-removed",
	[AUDIT_TOKEN_MADE] = "token-made",
	[AUDIT_TOKEN_ENDED] = "token-ended",
	[AUDIT_INVITED] = "invited",
	[AUDIT_ACCOUNT_MADE] = "account-made",
	[AUDIT_ROLE_CHANGED] = "role-changed",
	[AUDIT_LIST_HANDED_OVER] = "list-handed-over",
	[AUDIT_DISABLED] = "disabled",
	[AUDIT_ENABLED] = "enabled",
	[AUDIT_ADMIN_CHANGED] = "admin-changed",
	[AUDIT_QUOTA_CHANGED] = "quota-changed",
	[AUDIT_SECOND_FACTOR_REMOVED] =
	    "second-factor-removed-by-administrator",
	[AUDIT_USER_REMOVED] = "user-removed",
};

static const char *
origin_address(const struct ctx *c)
{
	return c->origin == NULL || c->origin->address == NULL ? NULL :
	    net_text(c->arena, c->origin->address);
}

static const char *
origin_device(const struct ctx *c)
{
	return c->origin == NULL || c->origin->agent == NULL ? NULL :
	    text_cleaned(c->arena, c->origin->agent, CLIENT_MAX);
}

/* Returns the time of the line: no other has the same. */
static int64_t
audit_add(struct ctx *c, const char *user, enum audit_what what,
    const char *actor, const char *detail)
{
	int64_t last = rows_one(q_audit_last(c->db), 0);
	int64_t at = last >= c->now ? last + 1 : c->now;

	q_audit_add(c->db, user, at, audit_names[what], actor,
	    origin_address(c), origin_device(c), detail);
	return at;
}

/* docket-admin has no origin: what it did is on the screen.  Without a caller,
 * the user has done it themself. */
void
audit_put(struct ctx *c, const char *user, enum audit_what what,
    const char *detail, ...)
{
	const char *actor = c->origin == NULL ? NULL :
	    c->origin->actor != NULL ? c->origin->actor : user;
	char text[DETAIL_MAX];
	va_list ap;

	va_start(ap, detail);
	vsnprintf(text, sizeof(text), detail, ap);
	va_end(ap);
	audit_add(c, user, what, actor, text);
	if (c->origin != NULL)
		log_info("audit %s user %s by %s %s", audit_names[what], user,
		    actor, text);
}

/* What AUDIT_REFUSED leaves out. */
static void
count_refused(struct ctx *c, const char *user, int64_t at)
{
	const char *was = rows_one_text(q_audit_detail(c->db, user, at),
	    c->arena);
	long long n = was == NULL || strncmp(was, COUNTED,
	    strlen(COUNTED)) != 0 ? 0 : atoll(was + strlen(COUNTED));

	q_audit_set_detail(c->db, user, at, arena_printf(c->arena,
	    COUNTED "%lld}", n + 1));
}

/* No line in the log: caller_log_refused() writes one for every account. */
void
audit_put_refused(struct ctx *c, const char *user, enum audit_what what)
{
	const char *whose = user == NULL ? NOBODY : user;
	struct audit_refused_row r = { .lines = 0 };
	int64_t at;

	only_audit_refused(q_audit_refused(c->db, whose, c->now - HOUR),
	    c->arena, &r);
	if (r.lines > AUDIT_REFUSED) {
		count_refused(c, whose, r.at);
		return;
	}
	at = audit_add(c, whose, what, NULL, r.lines < AUDIT_REFUSED ? "{}" :
	    COUNTED "1}");
	if (user == NULL)
		q_audit_remove(c->db, whose, at);
}

int64_t
audit_expire(struct db *db, int64_t before, int64_t max)
{
	q_audit_expire_own(db, before, max);
	return q_audit_expire(db, before, max);
}

int64_t
audit_expire_addresses(struct db *db, int64_t before, int64_t max)
{
	q_audit_addresses_expire_own(db, before, max);
	return q_audit_addresses_expire(db, before, max);
}
