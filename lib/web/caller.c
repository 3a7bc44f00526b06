#include "web/caller.h"

#include <sodium.h>
#include <string.h>

#include "base/log.h"
#include "base/net.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/account/identity.h"
#include "core/account/passkey.h"
#include "core/limits.h"
#include "core/user/credential.h"
#include "core/user/remote_user.h"
#include "core/user/token.h"
#include "core/user/user.h"
#include "db/db.h"
#include "db/sqlite/reserve.h"
#include "web/env.h"
#include "web/protocol.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

static bool
bears_token(struct req *rq)
{
	const char *token = rq->protocol->token(rq);

	return token != NULL && token_is_one(token);
}

/* An access token counts before all else, since it limits what its bearer may
 * do. */
bool
caller_by_server(struct req *rq)
{
	const char *user = rq->in.env[ENV_REMOTE_USER];

	return rq->ctx.settings->auth == AUTH_REMOTE_USER && user != NULL &&
	    user[0] != '\0' && !bears_token(rq);
}

/* The web server has signed in a user whose account may be a stranger's. */
static enum outcome
unverified(struct req *rq)
{
	log_info("sign-on refused: the account %s has an unverified address; "
	    "see docket-admin check", rq->in.env[ENV_REMOTE_USER]);
	return EMAIL_TAKEN;
}

/* Who must set up a second factor can call what that needs, by a session. */
static bool
must_enrol(const struct req *rq)
{
	const struct rights *r = &rq->caller.rights;

	return r->must_enrol &&
	    !(r->session && (rq->route->flags & R_ENROL));
}

/* Authenticates the caller by the present secret or the web server: DONE,
 * NO_SESSION, EMAIL_TAKEN, SECOND_FACTOR_NEEDED or BUSY. */
static enum outcome
identify(struct req *rq, bool open)
{
	struct req_caller *caller = &rq->caller;
	enum outcome o;

	if (caller_by_server(rq)) {
		caller->rights = (struct rights){ .session = true };
		o = remote_user_sign_in(&rq->ctx, rq->in.env[ENV_REMOTE_USER],
		    open ? 0 : WRITE_SECONDS);
		return o == EMAIL_TAKEN ? unverified(rq) : o;
	}
	if (caller->secret == NULL || !credential_use(&rq->ctx,
	    caller->secret, caller->email, &caller->rights))
		return NO_SESSION;
	return must_enrol(rq) ? SECOND_FACTOR_NEEDED : DONE;
}

/* Tries each secret of the request until one is valid. */
static enum outcome
find_caller(struct req *rq, bool open)
{
	enum outcome problem;

	rq->protocol->secret(rq);
	do
		problem = identify(rq, open);
	while (problem == NO_SESSION && env_next_secret(rq));
	return problem;
}

static bool
known(struct req *rq, enum outcome problem)
{
	if (problem == EMAIL_TAKEN)
		refuse_because(rq, NO_SESSION, "The address of your account "
		    "was never verified: ask the administrator.");
	else if (problem != DONE)
		refuse(rq, problem);
	else
		rq->ctx.origin->actor = rq->ctx.user;
	return problem == DONE;
}

/* Strangers do not learn that the route is there. */
static bool
caller_administers(struct req *rq)
{
	if (!(rq->route->flags & R_ADMIN) ||
	    user_is_admin(&rq->ctx, rq->ctx.user))
		return true;
	rq->reply.error_count = 0;
	refuse(rq, NOT_FOUND);
	return false;
}

bool
caller_still_known(struct req *rq)
{
	return known(rq, identify(rq, true)) && caller_administers(rq);
}

void
caller_touch(struct req *rq)
{
	const char *agent = rq->in.env[ENV_HTTP_USER_AGENT];

	if (rq->caller.rights.stale)
		credential_touch(&rq->ctx, rq->caller.secret,
		    &rq->caller.rights, text_cleaned(rq->ctx.arena,
		    agent == NULL ? "" : agent, CLIENT_MAX));
}

static bool
touch(void *rq)
{
	caller_touch(rq);
	return true;
}

void
caller_touch_later(struct req *rq)
{
	const struct scope scope = { SCOPE_USER, rq->ctx.user, NULL };

	if (rq->caller.rights.stale &&
	    reserve_for_write(rq->ctx.settings->data, false))
		db_transact(rq->ctx.db, &scope, 0, touch, rq);
}

static bool
caller_writes(const struct req *rq)
{
	return strcmp(rq->in.method, "GET") != 0;
}

static bool
site_allowed(struct req *rq)
{
	bool ambient = rq->caller.by_cookie || rq->caller.secret == NULL;

	if (!caller_writes(rq) || !ambient || env_same_site(rq))
		return true;
	refuse(rq, CROSS_SITE_REQUEST);
	return false;
}

/* lists: the scopes would do, but the token is limited to lists. */
static void
refuse_scope(struct req *rq, bool lists)
{
	struct jw *jw = refuse_open(rq, INSUFFICIENT_SCOPE);

	route_put_scopes(jw, "needed", rq->route->token);
	route_put_scopes(jw, "held", rq->caller.rights.token);
	if (lists)
		jw_put_bool(jw, "lists", true);
	jw_object_end(jw);
}

/* May an access token call the route? */
static bool
token_allowed(struct req *rq)
{
	unsigned token = rq->caller.rights.token;
	unsigned needs = rq->route->token & TOKEN_SCOPES;

	if (needs == 0)
		refuse(rq, SESSION_REQUIRED);
	else if ((token_with_implied(token) & needs) == 0 &&
	    (token & TOKEN_SCOPES) == TOKEN_READ && caller_writes(rq))
		refuse(rq, READ_ONLY_TOKEN);
	else if ((token_with_implied(token) & needs) == 0)
		refuse_scope(rq, false);
	else if ((token & TOKEN_LIMITED) && !route_limited(rq->route))
		refuse_scope(rq, true);
	return !rq->reply.refused;
}

bool
caller_allowed(struct req *rq)
{
	return site_allowed(rq) &&
	    (rq->caller.rights.session || token_allowed(rq));
}

/* A browser cannot delete an invalid cookie by itself, so it is ignored.  Other
 * clients must learn that their secret is no longer valid. */
static bool
known_or_nobody(struct req *rq, bool open)
{
	enum outcome problem = find_caller(rq, open);

	if (problem == DONE || problem == EMAIL_TAKEN ||
	    (problem == NO_SESSION &&
	    (rq->caller.by_cookie || rq->caller.secret == NULL)))
		return true;
	refuse(rq, problem);
	return false;
}

/* Is the route there: do users sign in by password? */
static bool
passwords_taken(struct req *rq)
{
	if (!(rq->route->flags & (R_PASSWORD | R_PASSKEYS)) ||
	    settings_passwords(rq->ctx.settings))
		return true;
	refuse_because(rq, NOT_FOUND, "The web server signs users in, not a "
	    "password.");
	return false;
}

/* Can passkeys be used? */
static bool
passkeys_taken(struct req *rq)
{
	if (!(rq->route->flags & R_PASSKEYS) ||
	    settings_passkeys(rq->ctx.settings))
		return true;
	refuse_because(rq, NOT_FOUND, "Passkeys need the setting base-url, "
	    "with https and a name.");
	return false;
}

/* Whoever the web server signs in shows there that it is them. */
bool
caller_confirmed(struct req *rq)
{
	struct user u;
	struct jw *jw;

	if (caller_by_server(rq) || credential_confirmed(&rq->ctx))
		return true;
	jw = refuse_open(rq, REAUTHENTICATE);
	jw_name(jw, "methods");
	jw_array(jw);
	if (user_get(&rq->ctx, rq->ctx.user, &u) && u.password != NULL)
		jw_text(jw, "password");
	if (settings_passkeys(rq->ctx.settings) &&
	    passkey_count(&rq->ctx, rq->ctx.user) > 0)
		jw_text(jw, "passkey");
	if (settings_oidc(rq->ctx.settings) &&
	    identity_count(&rq->ctx, rq->ctx.user) > 0)
		jw_text(jw, "identity");
	jw_array_end(jw);
	jw_object_end(jw);
	return false;
}

bool
caller_reads(const struct req *rq)
{
	return rq->caller.rights.session ||
	    (token_with_implied(rq->caller.rights.token) & TOKEN_READ);
}

bool
caller_may_call(struct req *rq, bool open)
{
	/* The connection may have served another caller before. */
	db_limit(rq->ctx.db, NULL, 0);
	if (!(rq->route->flags & R_PUBLIC))
		return known(rq, find_caller(rq, open)) &&
		    rq->protocol->allowed(rq) && passwords_taken(rq) &&
		    passkeys_taken(rq) && caller_administers(rq) &&
		    (!(rq->route->flags & R_CONFIRMED) || caller_confirmed(rq));
	if (rq->route->flags & R_ANYBODY)
		return known_or_nobody(rq, open);
	/* Another site must not sign its visitor in, either. */
	if (caller_writes(rq) && rq->in.env[ENV_HTTP_SEC_FETCH_SITE] != NULL &&
	    !env_same_site(rq)) {
		refuse(rq, CROSS_SITE_REQUEST);
		return false;
	}
	if ((rq->route->flags & R_SIGN_UP) &&
	    settings_registration(rq->ctx.settings) == REGISTRATION_CLOSED) {
		refuse(rq, NO_REGISTRATION);
		return false;
	}
	return passwords_taken(rq) && passkeys_taken(rq);
}

void
caller_refused(struct req *rq, const char *user, enum audit_what what)
{
	if (!db_begin_write(rq->ctx.db, WRITE_SECONDS))
		return;
	audit_put_refused(&rq->ctx, user, what);
	db_commit(rq->ctx.db);
}

void
caller_log_refused(struct req *rq, const char *email)
{
	unsigned char hash[8];
	char text[2 * sizeof(hash) + 1];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)email,
	    strlen(email), NULL, 0);
	sodium_bin2hex(text, sizeof(text), hash, sizeof(hash));
	log_info("sign-in refused %s account %s", rq->in.address_key == NULL ?
	    "unknown" : net_text(rq->ctx.arena, &rq->in.address), text);
}
