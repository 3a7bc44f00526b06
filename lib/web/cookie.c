#include "web/cookie.h"

#include <string.h>

#include "base/settings/settings.h"
#include "web/reply.h"
#include "web/request.h"

/* Browsers keep no cookie longer.  An unused session expires earlier; then its
 * cookie still shows that the device is known (core/user/device.h). */
#define COOKIE_SECONDS	(400 * 86400)

static bool
cookie_secure(const struct req *rq)
{
	switch (rq->ctx.settings->cookie_secure) {
	case COOKIE_SECURE_ALWAYS:
		return true;
	case COOKIE_SECURE_NEVER:
		return false;
	case COOKIE_SECURE_AUTO:
		return rq->in.https;
	}
	return true;
}

/* The path that the browser sees: of the base-url, which a proxy may strip. */
static const char *
cookie_path(struct req *rq)
{
	const char *base = link_base(rq), *p = strstr(base, "://");

	if (p == NULL)
		return base;
	return p + 3 + strcspn(p + 3, "/");
}

static void
cookie_put(struct req *rq, const char *name, const char *path, const char *value,
    int seconds)
{
	reply_header(rq, "Set-Cookie", "%s=%s; Path=%s%s; Max-Age=%d; "
	    "HttpOnly; SameSite=Lax%s", name, value, cookie_path(rq), path,
	    value[0] == '\0' ? 0 : seconds,
	    cookie_secure(rq) ? "; Secure" : "");
}

void
set_cookie(struct req *rq, const char *secret)
{
	cookie_put(rq, "docket_session", "/", secret, COOKIE_SECONDS);
}

void
set_cookie_of(struct req *rq, const char *name, const char *path,
    const char *value, int seconds)
{
	cookie_put(rq, name, arena_printf(rq->ctx.arena, "/api/v1%s", path), value,
	    seconds);
}
