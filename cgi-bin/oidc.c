/*
 * Single sign-on at a provider of OpenID Connect: /oidc, and /me/identities.
 *
 * The routes that need the provider have a program of their own, which starts a
 * process that talks to it (lib/oidc/helper.h).
 */
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "core/account/factor.h"
#include "core/account/identity.h"
#include "core/account/ticket.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/device.h"
#include "core/user/user.h"
#include "oidc/cache.h"
#include "oidc/claims.h"
#include "oidc/helper.h"
#include "oidc/provider.h"
#include "oidc/state.h"
#include "query/identity.h"
#include "web/body.h"
#include "web/caller.h"
#include "web/cookie.h"
#include "web/device_name.h"
#include "web/env.h"
#include "web/limit.h"
#include "web/listing.h"
#include "web/problem.h"
#include "web/query_param.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/slots.h"
#include "web/url.h"

#define COOKIE		"docket_oidc"
#define COOKIE_LEAST	100
#define CODE_BYTES	2048		/* of the provider's code, at most */
#define ADDRESS_WAIT	(3 * SECOND)	/* for others who ask the provider */

/* What came back from the provider. */
struct oidc_return {
	struct oidc_state	 state;
	struct oidc_tokens	 tokens;
	struct oidc_claims	 claims;
	struct identity_claims	 who;
};

static const struct field identity_input[] = {
	{ .name = "confirm", .type = F_BOOL },
	{ .name = NULL }
};

/* Is the route there?  False if refused. */
static bool
oidc_offered(struct req *rq)
{
	if (settings_oidc(rq->ctx.settings))
		return true;
	refuse_because(rq, NOT_FOUND, "There is no single sign-on here.");
	return false;
}

/* Leads the browser to a page of the app, or to the provider. */
static void
redirect(struct req *rq, const char *url)
{
	answer_empty(rq, 303);
	buf_printf(&rq->reply.headers, "Location: %s\r\n", url);
	rq->reply.cache = "no-store";
}

static void
redirect_to_app(struct req *rq, const char *page)
{
	redirect(rq, arena_printf(rq->ctx.arena, "%s/%s",
	    rq->ctx.settings->base_url, page));
	set_cookie_of(rq, COOKIE, "/oidc", "", 0);
}

/* Refuses: the app says what is wrong.  What the provider says is not shown. */
static void
redirect_to_problem(struct req *rq, enum outcome problem)
{
	reply_reset(rq, 0);
	redirect_to_app(rq, arena_printf(rq->ctx.arena, "#/problem/%s",
	    problem_of(problem)->code));
	rq->reply.refused = true;
}

/* The provider's authorization endpoint; NULL: it is not available. */
static const char *
provider_address(struct req *rq)
{
	const char *address = cache_address(&rq->ctx);
	int slot;

	if (address != NULL || (slot = slots_exchange(rq->ctx.settings->data,
	    ADDRESS_WAIT)) == -1)
		return address;
	/* Another may have asked meanwhile. */
	if ((address = cache_address(&rq->ctx)) == NULL &&
	    (address = helper_address(rq->ctx.arena)) != NULL)
		cache_put(&rq->ctx, address);
	close(slot);
	return address;
}

/* Where the browser signs in (Core, section 3.1.2.1), and its cookie; NULL:
 * there is no key. */
static const char *
authorization_url(struct req *rq, const char *address,
    enum oidc_purpose purpose)
{
	const struct settings *s = rq->ctx.settings;
	struct arena *a = rq->ctx.arena;
	char challenge[OIDC_TEXT];
	struct oidc_state state;
	const char *cookie = state_make(&rq->ctx, purpose, &state);

	if (cookie == NULL)
		return NULL;
	set_cookie_of(rq, COOKIE, "/oidc", cookie, OIDC_LASTS / SECOND);
	state_challenge(state.verifier, challenge);
	return arena_printf(a, "%s%sresponse_type=code&client_id=%s&"
	    "redirect_uri=%s&scope=%s&state=%s&nonce=%s&code_challenge=%s&"
	    "code_challenge_method=S256%s", address,
	    strchr(address, '?') == NULL ? "?" : "&",
	    url_encode(a, s->oidc_client_id),
	    url_encode(a, provider_redirect(a, s)),
	    url_encode(a, s->oidc_scopes), state.state, state.nonce, challenge,
	    purpose == OIDC_CONFIRM ? "&prompt=login&max_age=0" : "");
}

/* GET /oidc/start: 303 to the provider, or to the app with oidc-unavailable;
 * stores nothing. */
static void
start_oidc(struct req *rq)
{
	const char *address, *url;

	if (!oidc_offered(rq))
		return;
	address = provider_address(rq);
	url = address == NULL ? NULL :
	    authorization_url(rq, address, OIDC_SIGN_IN);
	if (url == NULL)
		redirect_to_problem(rq, OIDC_UNAVAILABLE);
	else
		redirect(rq, url);
}

/* A parameter of the provider's answer; "": there is none, or it is not
 * usable. */
static const char *
returned(struct req *rq, const char *name)
{
	const char *text = query_param(rq, name);

	return text == NULL || strlen(text) > CODE_BYTES ? "" : text;
}

/* Is it the answer to what this browser was sent for? */
static bool
return_is_ours(struct req *rq, struct oidc_return *r)
{
	const char *iss = returned(rq, "iss");

	return state_open(&rq->ctx, env_cookies_named(rq, COOKIE,
	    COOKIE_LEAST), returned(rq, "state"), &r->state) &&
	    returned(rq, "error")[0] == '\0' &&
	    returned(rq, "code")[0] != '\0' &&
	    (iss[0] == '\0' || strcmp(iss, rq->ctx.settings->oidc_issuer) ==
	    0) && !rq->reply.refused;
}

/* DONE, BAD_CREDENTIALS, OIDC_UNAVAILABLE. */
static enum outcome
exchange(struct req *rq, struct oidc_return *r)
{
	const struct settings *s = rq->ctx.settings;
	const struct oidc_expected e = { s->oidc_issuer, s->oidc_client_id,
	    r->state.nonce, rq->ctx.now, r->state.purpose == OIDC_CONFIRM };
	int slot = slots_exchange(s->data, 0);
	const char *why;
	bool done;

	if (slot == -1)
		return OIDC_UNAVAILABLE;
	done = helper_exchange(rq->ctx.arena, returned(rq, "code"),
	    r->state.verifier, &r->tokens);
	close(slot);
	if (!done)
		return OIDC_UNAVAILABLE;
	if (!claims_read(rq->ctx.arena, r->tokens.id_token, &e, &r->claims,
	    &why)) {
		log_error("the provider's ID token is refused: %s", why);
		return BAD_CREDENTIALS;
	}
	r->who = (struct identity_claims){ s->oidc_issuer, r->claims.sub,
	    r->claims.email, r->claims.email_verified, r->claims.name };
	return DONE;
}

static void
refuse_return(struct req *rq, enum outcome problem)
{
	const struct oidc_return *r = rq->before.oidc;

	if (problem == BAD_CREDENTIALS)
		caller_log_refused(rq, r->who.email == NULL ? "" : r->who.email);
	redirect_to_problem(rq, problem);
}

/* Counted like a try to sign in, of that address, before anything is asked. */
static bool
before_return(struct req *rq)
{
	struct oidc_return *r = arena_alloc(rq->ctx.arena, sizeof(*r));
	enum outcome o;

	rq->before.oidc = r;
	if (!oidc_offered(rq))
		return false;
	if (!limit_attempt(rq, ATTEMPT_ADDRESS, rq->in.address_key)) {
		refuse_return(rq, rq->reply.status == 429 ? RATE_LIMITED :
		    OIDC_UNAVAILABLE);
		return false;
	}
	o = return_is_ours(rq, r) ? exchange(rq, r) : BAD_CREDENTIALS;
	if (o != DONE)
		refuse_return(rq, o);
	return o == DONE;
}

/* A session for a user who needs no second factor here. */
static void
begin_session(struct req *rq, const struct user *u)
{
	const struct oidc_return *r = rq->before.oidc;
	struct credential k = { .name = device_name(rq->ctx.arena,
	    rq->in.env[ENV_HTTP_USER_AGENT]) };

	device_signed_in(&rq->ctx, u->id, rq->in.address_key);
	credential_make(&rq->ctx, u->id, "session", credential_lasts(&rq->ctx),
	    &k);
	audit_put(&rq->ctx, u->id, AUDIT_SIGNED_IN, "{\"by\":\"oidc\"}");
	state_keep_sign_out(&rq->ctx, u->id, k.id, r->tokens.end_session,
	    r->tokens.id_token);
	set_cookie(rq, k.secret);
	redirect_to_app(rq, "");
}

static void
ask_for_second_factor(struct req *rq, const struct user *u)
{
	const char *ticket = ticket_make(&rq->ctx, u);

	if (ticket == NULL)
		redirect_to_problem(rq, OIDC_UNAVAILABLE);
	else
		redirect_to_app(rq, arena_printf(rq->ctx.arena,
		    "#/second-factor/%s", ticket));
}

/* A user signs in. */
static enum outcome
return_signs_in(struct req *rq, const struct oidc_return *r)
{
	struct user u;
	enum outcome o = identity_sign_in(&rq->ctx, &r->who, &u);

	if (o != DONE)
		return o;
	if (!identity_use_state(&rq->ctx, u.id, r->state.state))
		return BAD_CREDENTIALS;
	if (factor_on(&rq->ctx, u.id) && !r->claims.mfa)
		ask_for_second_factor(rq, &u);
	else
		begin_session(rq, &u);
	return DONE;
}

/* The session that asked adds an identity, or is confirmed by its own.  The
 * browser must have that session, whatever cookie it was given. */
static enum outcome
return_to_session(struct req *rq, const struct oidc_return *r)
{
	enum outcome o;

	if (!rq->caller.by_cookie || !rq->caller.rights.session ||
	    !same_id(rq->ctx.credential, r->state.session) ||
	    !identity_use_state(&rq->ctx, rq->ctx.user, r->state.state))
		return BAD_CREDENTIALS;
	if (r->state.purpose == OIDC_ADD)
		o = identity_join(&rq->ctx, &r->who);
	else
		o = identity_is_own(&rq->ctx, &r->who) ? DONE : BAD_CREDENTIALS;
	if (o == DONE && r->state.purpose == OIDC_CONFIRM)
		credential_confirm(&rq->ctx);
	if (o == DONE)
		redirect_to_app(rq, r->state.purpose == OIDC_ADD ?
		    "#/settings/identities" : "#/settings/security");
	return o;
}

/* GET /oidc/callback?code&state: 303 to the app, with a session or without;
 * what fails is a page of the app, too. */
static void
return_from_provider(struct req *rq)
{
	const struct oidc_return *r = rq->before.oidc;
	enum outcome o = r->state.purpose == OIDC_SIGN_IN ?
	    return_signs_in(rq, r) : return_to_session(rq, r);

	if (o == DONE)
		attempt_give(&rq->ctx, ATTEMPT_ADDRESS, rq->in.address_key);
	else
		refuse_return(rq, o);
}

static void
identity_item(struct req *rq, struct jw *jw, struct rows *rows)
{
	struct identity i;

	row_identity(rows, rq->ctx.arena, &i);
	jw_object(jw);
	jw_put_text(jw, "id", i.id);
	jw_put_text(jw, "issuer", i.issuer);
	jw_put_stamp(jw, "createdAt", i.created_at);
	jw_put_stamp(jw, "lastUsedAt", i.used_at);
	jw_object_end(jw);
}

/* GET /me/identities. */
static void
get_identities(struct req *rq)
{
	if (oidc_offered(rq))
		answer_listing(rq, q_identity_list(rq->ctx.db, rq->ctx.user),
		    identity_item);
}

/* To add one needs a confirmed session; to confirm it needs one. */
static bool
may_ask_for_identity(struct req *rq)
{
	if (!field_bool(rq, "confirm"))
		return caller_confirmed(rq);
	if (identity_count(&rq->ctx, rq->ctx.user) > 0)
		return true;
	refuse(rq, IDENTITY_NOT_FOUND);
	return false;
}

static bool
before_identity(struct req *rq)
{
	if (!oidc_offered(rq) || !may_ask_for_identity(rq))
		return false;
	rq->before.address = provider_address(rq);
	if (rq->before.address == NULL)
		refuse(rq, OIDC_UNAVAILABLE);
	return rq->before.address != NULL;
}

/* POST /me/identities: 200 {url}, and a cookie; 403 reauthenticate; 404
 * identity-not-found; 503 oidc-unavailable, not-ready. */
static void
create_identity(struct req *rq)
{
	const char *url = authorization_url(rq, rq->before.address,
	    field_bool(rq, "confirm") ? OIDC_CONFIRM : OIDC_ADD);
	struct jw *jw;

	if (url == NULL) {
		refuse(rq, NOT_READY);
		return;
	}
	jw = reply(rq, 200);
	jw_object(jw);
	jw_put_text(jw, "url", url);
	jw_object_end(jw);
}

/* DELETE /me/identities/{identityId}: 204; 404 identity-not-found; 409
 * last-way-in. */
static void
remove_identity(struct req *rq)
{
	if (oidc_offered(rq))
		answer_deleted(rq, identity_remove(&rq->ctx, rq->arg[0]));
}

/* Servers start a program for these, in every mode. */
#define OWN_PROGRAM	(R_LONG | R_UNCOUNTED | R_ANY_TYPE | R_NO_STORE | R_ALONE)

static const struct route routes[] = {
	{ .method = "GET", .path = "/oidc/start", .handle = start_oidc,
	    .flags = OWN_PROGRAM | R_PUBLIC | R_NO_DATABASE },
	{ .method = "GET", .path = "/oidc/callback",
	    .handle = return_from_provider, .before = before_return,
	    .flags = OWN_PROGRAM | R_PUBLIC | R_ANYBODY | R_WRITE },
	{ .method = "GET", .path = "/me/identities", .handle = get_identities,
	    .flags = R_NO_ETAG | R_ALONE | R_PASSWORD },
	{ .method = "POST", .path = "/me/identities",
	    .handle = create_identity, .before = before_identity,
	    .fields = identity_input, .flags = OWN_PROGRAM | R_WRITE |
	    R_STRICT | R_BODY_OPTIONAL | R_PASSWORD },
	{ .method = "DELETE", .path = "/me/identities/{identityId}",
	    .handle = remove_identity, .flags = R_WRITE | R_NO_STORE |
	    R_ALONE | R_PASSWORD | R_CONFIRMED | R_STRICT },
	{ .method = NULL }
};

const struct route_group oidc_group = { .name = "oidc", .routes = routes,
	.begin = helper_start };
