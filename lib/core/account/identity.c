#include "core/account/identity.h"

#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/settings/settings.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/credential.h"
#include "query/identity.h"
#include "query/passkey.h"

#define STATE_KEPT	(20 * MINUTE)	/* longer than one is good for */

static void
identity_hash(struct ctx *c, const struct identity_claims *k,
    unsigned char hash[CREDENTIAL_HASH])
{
	const char *text = arena_printf(c->arena, "%s%c%s", k->issuer, '\0',
	    k->sub);

	credential_hash_public("identity", text, strlen(k->issuer) + 1 +
	    strlen(k->sub), hash);
}

static bool
identity_find(struct ctx *c, const struct identity_claims *k,
    struct identity *i)
{
	unsigned char hash[CREDENTIAL_HASH];

	identity_hash(c, k, hash);
	return only_identity(q_identity_find(c->db, hash, sizeof(hash)),
	    c->arena, i);
}

static void
identity_used(struct ctx *c, const struct identity_claims *k)
{
	unsigned char hash[CREDENTIAL_HASH];

	identity_hash(c, k, hash);
	q_identity_set_used(c->db, hash, sizeof(hash), c->now);
}

/* Gives the user's account a new version, which ends tickets of the second
 * factor: the caller's copy is older. */
static void
identity_put(struct ctx *c, const char *user, const struct identity_claims *k)
{
	unsigned char hash[CREDENTIAL_HASH];

	identity_hash(c, k, hash);
	q_identity_add(c->db, hash, sizeof(hash), id_new(c->arena), user,
	    k->issuer, strlen(k->issuer), c->now, INT64_MAX);
	user_changed(c, user);
	audit_put(c, user, AUDIT_IDENTITY_ADDED, "{}");
}

static void
identity_joined(struct ctx *c, const char *user,
    const struct identity_claims *k)
{
	identity_put(c, user, k);
	mail_queue(c, user, MAIL_IDENTITY_ADDED);
}

/* An account for somebody that only the provider knows. */
static enum outcome
identity_make_account(struct ctx *c, const struct identity_claims *k,
    struct user *u)
{
	enum outcome o;

	if (c->settings->oidc_create == OIDC_CREATE_NO || k->email == NULL)
		return BAD_CREDENTIALS;
	o = user_add(c, k->email, k->name != NULL ? k->name : arena_dup(
	    c->arena, k->email, strcspn(k->email, "@")), NULL, k->verified, u);
	if (o != CREATED)
		return o;
	audit_put(c, u->id, AUDIT_ACCOUNT_MADE, "{\"by\":\"oidc\"}");
	identity_put(c, u->id, k);
	return user_get(c, u->id, u) ? DONE : BAD_CREDENTIALS;
}

enum outcome
identity_sign_in(struct ctx *c, const struct identity_claims *k,
    struct user *u)
{
	struct identity i;

	if (identity_find(c, k, &i)) {
		if (!user_get(c, i.user_id, u) || u->disabled)
			return BAD_CREDENTIALS;
		identity_used(c, k);
		return DONE;
	}
	if (k->email == NULL || !user_by_email(c, k->email, u))
		return identity_make_account(c, k, u);
	if (u->disabled)
		return BAD_CREDENTIALS;
	/* Whoever verified it there and here is the same person. */
	if (!k->verified || !u->verified)
		return EMAIL_TAKEN;
	identity_joined(c, u->id, k);
	return user_get(c, u->id, u) ? DONE : BAD_CREDENTIALS;
}

enum outcome
identity_join(struct ctx *c, const struct identity_claims *k)
{
	struct identity i;

	if (!identity_find(c, k, &i)) {
		identity_joined(c, c->user, k);
		return DONE;
	}
	return same_id(i.user_id, c->user) ? DONE : IDENTITY_TAKEN;
}

bool
identity_is_own(struct ctx *c, const struct identity_claims *k)
{
	struct identity i;

	return identity_find(c, k, &i) && same_id(i.user_id, c->user);
}

int64_t
identity_count(struct ctx *c, const char *user)
{
	return rows_one(q_credential_count(c->db, user, "identity"), 0);
}

static bool
has_way_in(struct ctx *c, const struct user *u)
{
	return u->password != NULL ||
	    rows_one(q_credential_count(c->db, u->id, "passkey"), 0) > 0 ||
	    identity_count(c, u->id) > 0;
}

enum outcome
identity_remove(struct ctx *c, const char *id)
{
	struct user u;

	if (q_credential_end(c->db, c->user, "identity", id) == 0)
		return IDENTITY_NOT_FOUND;
	if (!user_get(c, c->user, &u) || !has_way_in(c, &u))
		return LAST_WAY_IN;
	user_changed(c, c->user);
	credential_unconfirm(c, c->user);
	audit_put(c, c->user, AUDIT_IDENTITY_REMOVED, "{}");
	mail_queue(c, c->user, MAIL_IDENTITY_REMOVED);
	return DONE;
}

bool
identity_use_state(struct ctx *c, const char *user, const char *state)
{
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash_public("oidc-state", state, strlen(state), hash);
	return q_used_add(c->db, hash, sizeof(hash),
	    id_new(c->arena), user, c->now, c->now + STATE_KEPT) > 0;
}
