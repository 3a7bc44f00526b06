/*
 * The use of a passkey: to sign in, and to confirm a session.
 */
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "cgi-bin/sign-in/sign-in.h"
#include "core/user/audit.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/webauthn.h"

struct passkey_work *
passkey_work(struct req *rq)
{
	if (rq->before.passkey == NULL)
		rq->before.passkey = arena_alloc(rq->ctx.arena,
		    sizeof(struct passkey_work));
	return rq->before.passkey;
}

/* Finds the passkey that the answer names: whose it is, if they may use it. */
static const char *
find_passkey(struct req *rq, const struct webauthn_answer *w,
    const char *user, struct passkey_work *k)
{
	if (!passkey_find(&rq->ctx, w->id.data, w->id.len, &k->passkey) ||
	    !passkey_key(&k->passkey, &k->key))
		return "nobody has that passkey";
	if (user != NULL && !same_id(user, k->passkey.user_id))
		return "it is another user's passkey";
	if (!user_get(&rq->ctx, k->passkey.user_id, &k->user) ||
	    k->user.disabled)
		return "its user is disabled";
	if (w->user_handle.len != PASSKEY_HANDLE || memcmp(w->user_handle.data,
	    k->key.handle, PASSKEY_HANDLE) != 0)
		return "the user handle is not that of its user";
	return NULL;
}

/* The cheap checks come first. */
static const char *
check_passkey(struct req *rq, const char *user, struct passkey_work *k)
{
	struct arena *a = rq->ctx.arena;
	struct webauthn_site site = webauthn_site(a,
	    rq->ctx.settings->base_url);
	const char *wrong, *challenge = NULL;
	struct webauthn_answer w;

	if ((wrong = webauthn_read(a, field_text(rq, "passkey"), false,
	    &w)) != NULL ||
	    (wrong = webauthn_check_client(a, &site, &w, false,
	    &challenge)) != NULL)
		return wrong;
	if (!challenge_open(&rq->ctx, CHALLENGE_SIGN_IN, challenge,
	    &k->challenge))
		return "the challenge was not made here, or has ended";
	if ((wrong = webauthn_check_authenticator(&site, &w, false,
	    &k->counter)) != NULL ||
	    (wrong = find_passkey(rq, &w, user, k)) != NULL)
		return wrong;
	return webauthn_check_signature(a, &w, k->key.algorithm,
	    (struct bytes){ k->key.spki, k->key.spki_len });
}

bool
passkey_checked(struct req *rq, const char *user)
{
	struct passkey_work *k = passkey_work(rq);
	const char *wrong = check_passkey(rq, user, k);

	if (wrong == NULL && !passkey_counts(&k->key, k->counter)) {
		wrong = "its counter has not risen: there may be a copy of it";
		caller_refused(rq, k->passkey.user_id, AUDIT_PASSKEY_COUNTER);
	}
	if (wrong != NULL)
		log_info("passkey refused: %s", wrong);
	return wrong == NULL;
}

bool
passkey_take(struct req *rq)
{
	struct passkey_work *k = passkey_work(rq);
	struct ctx *c = &rq->ctx;
	struct passkey now;

	if (!passkey_find(c, k->key.credential, k->key.credential_len, &now) ||
	    !same_id(now.id, k->passkey.id) || !passkey_key(&now, &k->key) ||
	    !user_get(c, now.user_id, &k->user) || k->user.disabled ||
	    !challenge_use(c, now.user_id, &k->challenge) ||
	    !passkey_counts(&k->key, k->counter))
		return false;
	passkey_used(c, &now, &k->key, k->counter);
	return true;
}

struct jw *
passkey_options(struct req *rq, enum challenge_for what,
    const unsigned char *handle)
{
	const char *challenge = challenge_make(&rq->ctx, what, handle);
	struct jw *jw;

	if (challenge == NULL) {
		refuse(rq, NOT_READY);
		return NULL;
	}
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "challenge", challenge);
	jw_put_int(jw, "timeout", CHALLENGE_LASTS / 1000);
	return jw;
}
