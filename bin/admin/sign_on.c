/*
 * docket-admin oidc-test, and what check says about single sign-on.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "oidc/claims.h"
#include "oidc/provider.h"

#define ISSUER_KEY	"oidc-issuer is set, but "

/* What keeps the settings from having an effect; NULL: nothing. */
static const char *
sign_on_missing(const struct settings *s)
{
	return s->base_url[0] == '\0' ? ISSUER_KEY "base-url is not" :
	    s->oidc_client_id[0] == '\0' ?
	    ISSUER_KEY "oidc-client-id is not" :
	    s->auth == AUTH_REMOTE_USER ?
	    ISSUER_KEY "auth = remote-user, where it has no effect" : NULL;
}

/* How far the provider's clock is ahead, in seconds; 0: not known, or not
 * far. */
static long long
clock_ahead(const struct oidc_provider *p, int64_t now)
{
	long long ahead = p->date == 0 ? 0 : (long long)(p->date -
	    now / 1000000);

	return llabs(ahead) > OIDC_CLOCKS ? ahead : 0;
}

int
admin_oidc_test(struct admin *a)
{
	const struct settings *s = &a->p.settings;
	const char *missing = sign_on_missing(s);
	struct oidc_provider p;

	if (s->oidc_issuer[0] == '\0')
		return program_failed("oidc-issuer is not set");
	if (missing != NULL)
		return program_failed("%s", missing);
	if (!provider_open(&p, a->p.ctx.arena, s) || !provider_discover(&p))
		return program_failed("%s", p.why);
	program_say(&a->p, "Issuer: %s", s->oidc_issuer);
	program_say(&a->p, "Users sign in at: %s", p.authorization);
	program_say(&a->p, "Sign out: %s", p.end_session[0] == '\0' ?
	    "ends the session in Docket alone" : p.end_session);
	program_say(&a->p, "Redirect URI to register: %s",
	    provider_redirect(a->p.ctx.arena, s));
	program_say(&a->p, "Redirect URI after signing out: %s/", s->base_url);
	if (clock_ahead(&p, a->p.ctx.now) != 0)
		return program_failed("the provider's clock differs from this "
		    "one by %lld seconds", clock_ahead(&p, a->p.ctx.now));
	return 0;
}

void
check_sign_on(struct check *k)
{
	const struct settings *s = k->c->settings;
	const char *missing = sign_on_missing(s);
	struct oidc_provider p;

	if (s->oidc_issuer[0] == '\0')
		return;
	if (missing != NULL) {
		check_found(k, true, "Correct the settings, see "
		    "docket-oidc(7)", "%s", missing);
		return;
	}
	if (!provider_open(&p, k->c->arena, s) || !provider_discover(&p))
		check_found(k, true, "docket-admin oidc-test shows what "
		    "remains once this is put right", "nobody can sign in at "
		    "the provider: %s", p.why);
	else if (clock_ahead(&p, k->c->now) != 0)
		check_found(k, true, "Set the clock that is wrong: with five "
		    "minutes and more nobody signs in", "the provider's clock "
		    "differs from this one by %lld seconds",
		    clock_ahead(&p, k->c->now));
}
