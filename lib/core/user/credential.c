#include "core/user/credential.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/settings/settings.h"
#include "core/limits.h"
#include "core/user/rights.h"
#include "core/user/token.h"
#include "core/user/user.h"
#include "db/db.h"
#include "query/credential.h"
#include "query/push.h"

#define SECRET_BYTES	32

void
credential_hash(const char *secret, unsigned char *hash)
{
	char typed[TOKEN_TYPED];

	secret = token_canonical(secret, typed);
	crypto_hash_sha256(hash, (const unsigned char *)secret,
	    strlen(secret));
}

void
credential_hash_public(const char *kind, const void *value, size_t len,
    unsigned char hash[CREDENTIAL_HASH])
{
	crypto_hash_sha256_state state;

	crypto_hash_sha256_init(&state);
	crypto_hash_sha256_update(&state, (const unsigned char *)kind,
	    strlen(kind) + 1);
	crypto_hash_sha256_update(&state, value, len);
	crypto_hash_sha256_final(&state, hash);
}

int64_t
credential_lasts(const struct ctx *c)
{
	return c->settings->session_days * DAY;
}

static bool
credential_find(struct ctx *c, const char *secret, const char *email,
    struct credential_use_row *k)
{
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash(secret, hash);
	if (!only_credential_use(q_credential_use(c->db, hash, sizeof(hash),
	    email, c->now, c->now + credential_lasts(c)), c->arena, k))
		return false;
	c->credential = k->id;
	c->user = k->user_id;
	c->zone = k->time_zone;
	return true;
}

static void
limit_to_lists(struct ctx *c, unsigned token, const void *lists, size_t len)
{
	c->limited = (token & TOKEN_LIMITED) != 0;
	db_limit(c->db, c->limited ? lists : NULL, len);
}

bool
credential_use(struct ctx *c, const char *secret, const char *email,
    struct rights *r)
{
	struct credential_use_row k;

	if (!credential_find(c, secret, email, &k))
		return false;
	r->session = strcmp(k.kind, "session") == 0;
	r->token = (unsigned)k.token;
	r->must_enrol = user_must_enrol(c->settings, k.password, k.flags);
	r->stale = k.used_at < c->now - HOUR;
	limit_to_lists(c, r->token, k.lists, k.lists_len);
	return true;
}

int64_t
credential_until(struct ctx *c, const unsigned char *hash)
{
	struct credential_until_row k;

	if (!only_credential_until(q_credential_until(c->db, hash,
	    CREDENTIAL_HASH, c->now), c->arena, &k) ||
	    user_must_enrol(c->settings, k.password, k.flags))
		return 0;
	limit_to_lists(c, (unsigned)k.token, k.lists, k.lists_len);
	return k.expires_at;
}

void
credential_touch(struct ctx *c, const char *secret, const struct rights *r,
    const char *client)
{
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash(secret, hash);
	q_credential_touch(c->db, hash, sizeof(hash), r->session ? NULL :
	    client, c->now, r->token & TOKEN_FIXED_END ? 0 :
	    c->now + credential_lasts(c));
}

const char *
credential_secret(struct arena *a)
{
	unsigned char bytes[SECRET_BYTES];
	char text[sodium_base64_ENCODED_LEN(SECRET_BYTES,
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING)];

	randombytes_buf(bytes, sizeof(bytes));
	sodium_bin2base64(text, sizeof(text), bytes, sizeof(bytes),
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	return arena_str(a, text);
}

static const char *
secret_of(struct ctx *c, const char *kind, unsigned token)
{
	char typed[TOKEN_TYPED];

	if (strcmp(kind, "token") != 0)
		return credential_secret(c->arena);
	if ((token & TOKEN_SCOPES) != TOKEN_DAV)
		return arena_printf(c->arena, "dkt_%s",
		    credential_secret(c->arena));
	token_typed(typed);
	return arena_str(c->arena, typed);
}

void
credential_make(struct ctx *c, const char *user, const char *kind,
    int64_t lasts, struct credential *k)
{
	unsigned char hash[CREDENTIAL_HASH];

	k->secret = secret_of(c, kind, k->token);
	k->id = id_new(c->arena);
	k->created_at = c->now;
	/* The first use of a token is recorded. */
	k->used_at = k->token != 0 ? 0 : c->now;
	k->expires_at = c->now + lasts;
	credential_hash(k->secret, hash);
	q_credential_add(c->db, hash, sizeof(hash), k->id, user, kind, k->name,
	    k->token, k->lists, k->lists_len, c->now, k->used_at,
	    k->expires_at);
	if (strcmp(kind, "session") == 0 && q_credential_trim(c->db, user,
	    c->now + MINUTE, CAP_SESSIONS) > 0)
		q_subscription_expire(c->db, user, c->now);
}

bool
credential_end(struct ctx *c, const char *kind, const char *id)
{
	if (q_credential_end(c->db, c->user, kind, id) == 0)
		return false;
	q_subscription_end_with(c->db, c->user, id);
	return true;
}

void
credential_end_secret(struct ctx *c, const char *secret)
{
	struct credential_use_row k;
	struct ctx its = *c;

	if (credential_find(&its, secret, NULL, &k))
		credential_end(&its, "session", its.credential);
}

const char *
credential_peek(struct ctx *c, const char *kind, const char *secret)
{
	unsigned char hash[CREDENTIAL_HASH];
	struct credential_peek_row k;

	credential_hash(secret, hash);
	return only_credential_peek(q_credential_peek(c->db, hash,
	    sizeof(hash), kind, c->now, c->now + HOUR), c->arena, &k) ?
	    k.user_id : NULL;
}

const char *
credential_take(struct ctx *c, const char *kind, const char *secret,
    const char **name)
{
	unsigned char hash[CREDENTIAL_HASH];
	struct credential_take_row k;

	credential_hash(secret, hash);
	if (!only_credential_take(q_credential_take(c->db, hash, sizeof(hash),
	    kind, c->now, c->now + HOUR), c->arena, &k))
		return NULL;
	if (name != NULL)
		*name = k.name;
	return k.user_id;
}

/* The caller's session: until when it is confirmed, and what is sealed behind
 * that. */
static int64_t
session_data(struct ctx *c, const void **rest, size_t *len)
{
	struct session_data_row s = { .data = NULL };
	int64_t until = 0;
	bool has = only_session_data(q_session_data(c->db, c->user,
	    c->credential), c->arena, &s) && s.data_len >= sizeof(until);

	if (has)
		memcpy(&until, s.data, sizeof(until));
	if (rest != NULL) {
		*rest = has ? (const char *)s.data + sizeof(until) : NULL;
		*len = has ? s.data_len - sizeof(until) : 0;
	}
	return until;
}

static void
session_set_data(struct ctx *c, const char *user, const char *session,
    int64_t until, const void *rest, size_t len)
{
	char *data = arena_alloc(c->arena, sizeof(until) + len);

	memcpy(data, &until, sizeof(until));
	if (len > 0)
		memcpy(data + sizeof(until), rest, len);
	q_session_set_data(c->db, user, session, data, sizeof(until) + len);
}

bool
credential_confirmed(struct ctx *c)
{
	int64_t until = session_data(c, NULL, NULL);

	/* What a clock that was ahead has stored confirms nothing. */
	return until > c->now && until <= c->now + CONFIRMED_LASTS;
}

void
credential_confirm(struct ctx *c)
{
	const void *rest;
	size_t len;

	session_data(c, &rest, &len);
	session_set_data(c, c->user, c->credential, c->now + CONFIRMED_LASTS,
	    rest, len);
}

void
credential_set_sign_out(struct ctx *c, const char *user, const char *session,
    const void *sealed, size_t len)
{
	session_set_data(c, user, session, 0, sealed, len);
}

const void *
credential_sign_out(struct ctx *c, size_t *len)
{
	const void *sealed;

	session_data(c, &sealed, len);
	return *len > 0 ? sealed : NULL;
}

void
credential_unconfirm(struct ctx *c, const char *user)
{
	q_session_unconfirm_all(c->db, user);
}
