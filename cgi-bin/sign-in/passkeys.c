/*
 * /me/passkeys: adding, listing, renaming and removing passkeys.
 */
#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "cgi-bin/sign-in/sign-in.h"
#include "core/limits.h"
#include "query/passkey.h"
#include "web/body.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/webauthn.h"

static const struct field new_passkey[] = {
	{ .name = "name", .type = F_NAME, .flags = F_REQUIRED, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = "credential", .type = F_JSON, .flags = F_REQUIRED },
	{ .name = NULL }
};

static const struct field passkey_name[] = {
	{ .name = "name", .type = F_NAME, .flags = F_REQUIRED, .min = 1,
	    .max = DISPLAY_NAME_MAX },
	{ .name = NULL }
};

static void
put_base64url(struct req *rq, struct jw *jw, const char *name, const void *bytes,
    size_t len)
{
	const int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
	size_t size = sodium_base64_encoded_len(len, variant);

	jw_put_text(jw, name, sodium_bin2base64(arena_alloc(rq->ctx.arena,
	    size), size, bytes, len, variant));
}

static void
put_user(struct req *rq, struct jw *jw,
    const unsigned char handle[PASSKEY_HANDLE])
{
	struct user u;

	user_get(&rq->ctx, rq->ctx.user, &u);
	jw_name(jw, "user");
	jw_object(jw);
	put_base64url(rq, jw, "id", handle, PASSKEY_HANDLE);
	jw_put_text(jw, "name", u.email);
	jw_put_text(jw, "displayName", u.display_name);
	jw_object_end(jw);
}

static void
put_algorithms(struct jw *jw)
{
	static const int64_t offered[] = { COSE_ES256, COSE_EDDSA,
		COSE_RS256 };
	size_t i;

	jw_name(jw, "pubKeyCredParams");
	jw_array(jw);
	for (i = 0; i < COUNT(offered); i++) {
		jw_object(jw);
		jw_put_text(jw, "type", "public-key");
		jw_put_int(jw, "alg", offered[i]);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

/* An authenticator that has one of them makes no other. */
static void
put_excluded(struct req *rq, struct jw *jw)
{
	struct passkey_key k;
	struct passkey *all;
	size_t n = passkey_all(&rq->ctx, &all), i;

	jw_name(jw, "excludeCredentials");
	jw_array(jw);
	for (i = 0; i < n; i++) {
		if (!passkey_key(&all[i], &k))
			continue;
		jw_object(jw);
		jw_put_text(jw, "type", "public-key");
		put_base64url(rq, jw, "id", k.credential, k.credential_len);
		jw_object_end(jw);
	}
	jw_array_end(jw);
}

/* POST /me/passkeys/options: 200 PublicKeyCredentialCreationOptionsJSON
 * (section 5.1 of WebAuthn); 503 not-ready without a key. */
static void
begin_passkey(struct req *rq)
{
	unsigned char handle[PASSKEY_HANDLE];
	struct jw *jw;

	passkey_handle(&rq->ctx, handle);
	if ((jw = passkey_options(rq, CHALLENGE_ADD, handle)) == NULL)
		return;
	jw_name(jw, "rp");
	jw_object(jw);
	jw_put_text(jw, "id", webauthn_site(rq->ctx.arena,
	    rq->ctx.settings->base_url).rp_id);
	jw_put_text(jw, "name", "Docket");
	jw_object_end(jw);
	put_user(rq, jw, handle);
	put_algorithms(jw);
	put_excluded(rq, jw);
	jw_name(jw, "authenticatorSelection");
	jw_object(jw);
	jw_put_text(jw, "residentKey", "required");
	jw_put_bool(jw, "requireResidentKey", true);
	jw_put_text(jw, "userVerification", "required");
	jw_object_end(jw);
	jw_put_text(jw, "attestation", "none");
	jw_object_end(jw);
}

static void
put_passkey(struct jw *jw, const struct passkey *p)
{
	jw_object(jw);
	jw_put_text(jw, "id", p->id);
	jw_put_text(jw, "name", p->name);
	jw_put_stamp(jw, "createdAt", p->created_at);
	jw_put_stamp_or_null(jw, "lastUsedAt", p->used_at);
	jw_object_end(jw);
}

static void
passkey_item(struct req *rq, struct jw *jw, struct rows *r)
{
	struct passkey p;

	row_passkey(r, rq->ctx.arena, &p);
	put_passkey(jw, &p);
}

/* GET /me/passkeys. */
static void
get_passkeys(struct req *rq)
{
	answer_listing(rq, q_passkey_list(rq->ctx.db, rq->ctx.user),
	    passkey_item);
}

static const char *
check_new_passkey(struct req *rq, struct webauthn_answer *w,
    struct passkey_work *k)
{
	struct arena *a = rq->ctx.arena;
	struct webauthn_site site = webauthn_site(a,
	    rq->ctx.settings->base_url);
	const char *wrong, *challenge = NULL;

	if ((wrong = webauthn_read(a, field_text(rq, "credential"), true,
	    w)) != NULL ||
	    (wrong = webauthn_check_client(a, &site, w, true,
	    &challenge)) != NULL)
		return wrong;
	if (!challenge_open(&rq->ctx, CHALLENGE_ADD, challenge, &k->challenge))
		return "the challenge was not made for this session, or has ended";
	if ((wrong = webauthn_check_authenticator(&site, w, true,
	    &k->counter)) != NULL)
		return wrong;
	return webauthn_check_key(w);
}

static bool
before_new(struct req *rq)
{
	struct passkey_work *k = passkey_work(rq);
	struct webauthn_answer w;
	const char *wrong = check_new_passkey(rq, &w, k);

	if (wrong != NULL) {
		log_info("passkey refused: %s", wrong);
		refuse(rq, PASSKEY_REFUSED);
		return false;
	}
	k->key = (struct passkey_key){ .algorithm = w.algorithm,
	    .counter = k->counter, .credential = w.id.data,
	    .credential_len = w.id.len, .spki = w.key.data,
	    .spki_len = w.key.len };
	memcpy(k->key.handle, k->challenge.handle, PASSKEY_HANDLE);
	return true;
}

/* Answers Passkey with that status, or the problem. */
static void
answer_passkey(struct req *rq, enum outcome o, int status,
    const struct passkey *p)
{
	if (o == DONE || o == CREATED)
		put_passkey(reply(rq, status), p);
	else
		refuse(rq, o);
}

/* POST /me/passkeys: 201 Passkey; 409 passkey-exists; 422 passkey-refused,
 * limit-reached. */
static void
create_passkey(struct req *rq)
{
	struct passkey_work *k = passkey_work(rq);
	enum outcome o = PASSKEY_REFUSED;

	if (challenge_use(&rq->ctx, rq->ctx.user, &k->challenge))
		o = passkey_add(&rq->ctx, field_text(rq, "name"), &k->key,
		    &k->passkey);
	answer_passkey(rq, o, 201, &k->passkey);
}

/* PATCH /me/passkeys/{passkeyId}: 200 Passkey; 404 passkey-not-found. */
static void
rename_passkey(struct req *rq)
{
	struct passkey p;
	enum outcome o = passkey_rename(&rq->ctx, rq->arg[0],
	    field_text(rq, "name"), &p);

	answer_passkey(rq, o, 200, &p);
}

/* DELETE /me/passkeys/{passkeyId}: 204; 404 passkey-not-found; 409
 * last-way-in, second-factor-needed. */
static void
remove_passkey(struct req *rq)
{
	answer_deleted(rq, passkey_remove(&rq->ctx, rq->arg[0]));
}

#define CONFIRMED	(R_NO_STORE | R_ALONE | R_PASSKEYS | R_CONFIRMED | \
			R_ENROL)

static const struct route routes[] = {
	{ .method = "POST", .path = "/me/passkeys/options",
	    .handle = begin_passkey, .flags = CONFIRMED | R_STRICT },
	{ .method = "GET", .path = "/me/passkeys", .handle = get_passkeys,
	    .flags = R_NO_ETAG | R_ALONE | R_PASSKEYS | R_ENROL },
	{ .method = "POST", .path = "/me/passkeys", .handle = create_passkey,
	    .flags = CONFIRMED | R_WRITE | R_STRICT, .fields = new_passkey,
	    .before = before_new },
	{ .method = "PATCH", .path = "/me/passkeys/{passkeyId}",
	    .handle = rename_passkey, .flags = CONFIRMED | R_WRITE | R_STRICT,
	    .fields = passkey_name },
	{ .method = "DELETE", .path = "/me/passkeys/{passkeyId}",
	    .handle = remove_passkey, .flags = CONFIRMED | R_WRITE | R_STRICT },
	{ .method = NULL }
};

const struct route_group passkeys_group = { .name = "sign-in",
	.routes = routes };
