#include "core/account/administration.h"

#include "base/settings/settings.h"
#include "core/account/account.h"
#include "core/account/factor.h"
#include "core/account/passkey.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/user.h"
#include "query/administration.h"
#include "query/credential.h"
#include "query/user.h"
#include "query/user_list.h"

bool
managed_get(struct ctx *c, const char *id, struct managed *m)
{
	return only_managed(q_managed_get(c->db, id, CONTENT_LEAST), c->arena,
	    m);
}

bool
administrator_last(struct ctx *c, const char *user)
{
	struct user u;

	return user_get(c, user, &u) && u.admin && !u.disabled &&
	    !rows_any(q_user_admins(c->db, user));
}

enum outcome
administrator_set(struct ctx *c, const char *user, bool admin)
{
	struct user u;

	if (admin && user_get(c, user, &u) && u.ending)
		return ACCOUNT_ENDING;
	q_user_set_flags(c->db, user, USER_ADMIN, admin ? USER_ADMIN : 0);
	user_changed(c, user);
	audit_put(c, user, AUDIT_ADMIN_CHANGED, "{\"admin\":%s}",
	    admin ? "true" : "false");
	return DONE;
}

enum outcome
administrator_leave(struct ctx *c, const char *user)
{
	struct user u;

	if (!user_get(c, user, &u))
		return USER_NOT_FOUND;
	if (administrator_last(c, user))
		return LAST_ADMINISTRATOR;
	if (u.admin)
		administrator_set(c, user, false);
	if (!u.ending) {
		q_user_set_flags(c->db, user, USER_ENDING, USER_ENDING);
		user_changed(c, user);
	}
	return DONE;
}

void
quota_set(struct ctx *c, const char *user, int64_t quota)
{
	q_user_set_quota(c->db, user, quota);
	if (quota == QUOTA_SETTING)
		audit_put(c, user, AUDIT_QUOTA_CHANGED,
		    "{\"quotaBytes\":null}");
	else
		audit_put(c, user, AUDIT_QUOTA_CHANGED, "{\"quotaBytes\":%lld}",
		    (long long)quota);
}

bool
address_proved(struct ctx *c, const char *user)
{
	struct user u;

	if (!user_get(c, user, &u) || u.verified)
		return false;
	user_set_verified(c, user, true);
	q_credential_end_access(c->db, user);
	q_credential_end_others(c->db, user, "passkey", NULL);
	if (u.password != NULL)
		q_credential_end_others(c->db, user, "identity", NULL);
	q_user_set_flags(c->db, user, USER_PASSKEYS, 0);
	q_user_set_password(c->db, user, NULL);
	user_end_sessions(c, user, NULL);
	account_end_codes(c, user);
	return true;
}

void
managed_verify(struct ctx *c, const char *user, bool verified)
{
	if (!verified || (c->settings->auth != AUTH_REMOTE_USER &&
	    !settings_oidc(c->settings)))
		user_set_verified(c, user, verified);
	else if (address_proved(c, user))
		factor_remove(c, user);
}

/* Only what differs: a request that is repeated ends nothing again. */
enum outcome
managed_change(struct ctx *c, const char *id, const struct managed *to,
    unsigned set, struct managed *m)
{
	bool admins = rows_any(q_user_admins(c->db, NULL));

	if (!managed_get(c, id, m))
		return USER_NOT_FOUND;
	if (set == 0)
		return NO_FIELDS;
	if ((set & MANAGED_DISABLED) && m->disabled != to->disabled)
		account_disable(c, m->id, to->disabled);
	if ((set & MANAGED_ADMIN) && m->admin != to->admin &&
	    administrator_set(c, m->id, to->admin) != DONE)
		return ACCOUNT_ENDING;
	if ((set & MANAGED_VERIFIED) && m->verified != to->verified)
		managed_verify(c, m->id, to->verified);
	if ((set & MANAGED_QUOTA) && m->quota != to->quota)
		quota_set(c, m->id, to->quota);
	if (admins && !rows_any(q_user_admins(c->db, NULL)))
		return LAST_ADMINISTRATOR;
	managed_get(c, id, m);
	return DONE;
}

bool
managed_remove_factor(struct ctx *c, const struct user *u)
{
	bool was = factor_remove(c, u->id);

	if (settings_second_factor(c->settings) && u->password != NULL &&
	    passkey_count(c, u->id) > 0) {
		q_credential_end_others(c->db, u->id, "passkey", NULL);
		q_user_set_flags(c->db, u->id, USER_PASSKEYS, 0);
		was = true;
	}
	if (was) {
		mail_queue(c, u->id, MAIL_TOTP_REMOVED);
		audit_put(c, u->id, AUDIT_SECOND_FACTOR_REMOVED, "{}");
	}
	return was;
}
