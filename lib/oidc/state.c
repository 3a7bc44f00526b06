#include "oidc/state.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/seal.h"
#include "base/settings/settings.h"
#include "core/account/factor.h"
#include "core/ctx.h"
#include "core/user/credential.h"
#include "web/url.h"

#define PURPOSE		"oidc"
#define SIGN_OUT	"oidc-sign-out"
#define BASE64		sodium_base64_VARIANT_URLSAFE_NO_PADDING
#define SEALED		(sizeof(struct oidc_state) + SEAL_EXTRA)
#define SIGN_OUT_MAX	(16 * 1024)	/* bytes of a token that is kept */

static void
random_text(char text[OIDC_TEXT])
{
	unsigned char bytes[32];

	randombytes_buf(bytes, sizeof(bytes));
	sodium_bin2base64(text, OIDC_TEXT, bytes, sizeof(bytes), BASE64);
}

void
state_challenge(const char *verifier, char challenge[OIDC_TEXT])
{
	unsigned char hash[crypto_hash_sha256_BYTES];

	crypto_hash_sha256(hash, (const unsigned char *)verifier,
	    strlen(verifier));
	sodium_bin2base64(challenge, OIDC_TEXT, hash, sizeof(hash), BASE64);
}

const char *
state_make(struct ctx *c, enum oidc_purpose purpose, struct oidc_state *s)
{
	char text[sodium_base64_ENCODED_LEN(SEALED, BASE64)];
	unsigned char sealed[SEALED];
	struct seal_keys keys;

	*s = (struct oidc_state){ .at = c->now, .purpose = purpose };
	random_text(s->state);
	random_text(s->nonce);
	random_text(s->verifier);
	if (purpose != OIDC_SIGN_IN)
		memcpy(s->session, c->credential, sizeof(s->session));
	if (!factor_keys(c, &keys))
		return NULL;
	seal_make(&keys, PURPOSE, "", s, sizeof(*s), sealed);
	sodium_bin2base64(text, sizeof(text), sealed, sizeof(sealed), BASE64);
	return arena_str(c->arena, text);
}

static bool
state_read(const struct seal_keys *keys, const char *cookie,
    struct oidc_state *s)
{
	unsigned char sealed[SEALED];
	size_t len;

	return sodium_base642bin(sealed, sizeof(sealed), cookie,
	    strlen(cookie), NULL, &len, NULL, BASE64) == 0 &&
	    len == sizeof(sealed) && seal_open(keys, PURPOSE, "", sealed, len,
	    (unsigned char *)s);
}

bool
state_open(struct ctx *c, const char *const *cookies, const char *state,
    struct oidc_state *s)
{
	struct seal_keys keys;

	if (strlen(state) != OIDC_TEXT - 1 || !factor_keys(c, &keys))
		return false;
	for (; *cookies != NULL; cookies++)
		if (state_read(&keys, *cookies, s) &&
		    sodium_memcmp(s->state, state, OIDC_TEXT) == 0)
			return s->at > c->now - OIDC_LASTS &&
			    s->at <= c->now + MINUTE;
	return false;
}

void
state_keep_sign_out(struct ctx *c, const char *user, const char *session,
    const char *end_session, const char *id_token)
{
	size_t len = strlen(end_session) + 1 + strlen(id_token) + 1;
	const char *text = arena_printf(c->arena, "%s%c%s", end_session, '\0',
	    id_token);
	unsigned char *sealed = arena_alloc(c->arena, len + SEAL_EXTRA);
	struct seal_keys keys;

	if (end_session[0] == '\0' || len > SIGN_OUT_MAX ||
	    !factor_keys(c, &keys))
		return;
	seal_make(&keys, SIGN_OUT, session, text, len, sealed);
	credential_set_sign_out(c, user, session, sealed, len + SEAL_EXTRA);
}

/* RP-Initiated Logout 1.0, section 2. */
const char *
state_sign_out_url(struct ctx *c, const char *to)
{
	const char *url, *token;
	struct seal_keys keys;
	const void *sealed;
	char *text;
	size_t len;

	if ((sealed = credential_sign_out(c, &len)) == NULL ||
	    len <= SEAL_EXTRA || !factor_keys(c, &keys))
		return NULL;
	text = arena_alloc(c->arena, len);
	if (!seal_open(&keys, SIGN_OUT, c->credential, sealed, len,
	    (unsigned char *)text))
		return NULL;
	url = text;
	token = url + strlen(url) + 1;
	return arena_printf(c->arena, "%s%sclient_id=%s&"
	    "post_logout_redirect_uri=%s&id_token_hint=%s", url,
	    strchr(url, '?') == NULL ? "?" : "&", url_encode(c->arena,
	    c->settings->oidc_client_id), url_encode(c->arena, to), token);
}
