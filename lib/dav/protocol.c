#include "dav/protocol.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/id.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/limits.h"
#include "core/list/collection.h"
#include "core/user/token.h"
#include "dav/dav.h"
#include "dav/href.h"
#include "dav/xml.h"
#include "web/caller.h"
#include "web/env.h"
#include "web/header_value.h"
#include "web/problem.h"
#include "web/protocol.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

#define WELL_KNOWN	"/.well-known/caldav"
#define BASIC_MAX	1024		/* bytes of decoded credentials */

/* "/dav" and what is below, the address of RFC 6764, and for PROPFIND any
 * other, since people type the site's. */
static bool
dav_takes(struct req *rq, const char *uri)
{
	const char *end = uri + strlen(uri);
	const size_t n = strlen(WELL_KNOWN);

	if (rq->ctx.settings->dav == DAV_OFF)
		return false;
	if (env_at_root(rq, uri, DAV_ROOT))
		return true;
	if ((size_t)(end - uri) >= n && strcmp(end - n, WELL_KNOWN) == 0) {
		rq->in.base = arena_dup(rq->ctx.arena, uri,
		    (size_t)(end - uri) - n);
		rq->in.path = WELL_KNOWN;
		return true;
	}
	if (strcmp(rq->in.method, "PROPFIND") != 0 || end[-1] != '/')
		return false;
	rq->in.base = arena_dup(rq->ctx.arena, uri, (size_t)(end - 1 - uri));
	rq->in.path = "/";
	return true;
}

static void
dav_decode(struct req *rq)
{
	const char *user = rq->arg[0], *list = rq->arg[1], *name = rq->arg[2];
	struct arena *a = rq->ctx.arena;

	rq->arg[DAV_ARG_USER] = user;
	rq->arg[DAV_ARG_LIST] = list == NULL ? NULL :
	    href_decode(a, list, strlen(list));
	rq->arg[DAV_ARG_NAME] = name == NULL ? NULL :
	    href_decode(a, name, strlen(name));
}

/* The last slash does not count. */
static bool
dav_find(struct req *rq)
{
	size_t len = strlen(rq->in.path);

	if (len > 1 && rq->in.path[len - 1] == '/')
		rq->in.path = arena_dup(rq->ctx.arena, rq->in.path, len - 1);
	if (strcmp(rq->in.path, WELL_KNOWN) == 0) {
		answer_empty(rq, 301);
		reply_header(rq, "Location", "%s" DAV_ROOT "/",
		    link_base(rq));
		return false;
	}
	if (!route_find(rq))
		return false;
	dav_decode(rq);
	return true;
}

/* "address:secret" of Basic authentication (RFC 7617); NULL: there is none. */
static char *
basic_of(struct req *rq)
{
	const char *auth = rq->in.env[ENV_HTTP_AUTHORIZATION];
	unsigned char *plain;
	size_t n;

	if (auth == NULL || strncasecmp(auth, "Basic ", 6) != 0)
		return NULL;
	auth += 6 + strspn(auth + 6, " ");
	plain = arena_alloc(rq->ctx.arena, BASIC_MAX + 1);
	if (sodium_base642bin(plain, BASIC_MAX, auth, strlen(auth), " ", &n,
	    NULL, sodium_base64_VARIANT_ORIGINAL) != 0 ||
	    !text_valid((char *)plain, n) || strchr((char *)plain, ':') == NULL)
		return NULL;
	return (char *)plain;
}

static const char *
dav_token(struct req *rq)
{
	const char *basic = basic_of(rq);

	return basic != NULL ? strchr(basic, ':') + 1 : env_bearer(rq);
}

/* Never a cookie: a browser would send it for any page. */
static void
dav_secret(struct req *rq)
{
	static const char *const none[] = { NULL };
	char *basic = basic_of(rq);

	rq->caller.cookies = none;
	rq->caller.secret = dav_token(rq);
	rq->caller.email = basic == NULL ? NULL : text_lower_ascii(
	    rq->ctx.arena, arena_dup(rq->ctx.arena, basic,
	    strcspn(basic, ":")));
}

static bool
dav_writes(const struct req *rq)
{
	return (rq->route->flags & R_WRITE) != 0;
}

/* A secret that opens nothing here is like a wrong one. */
static bool
dav_allowed(struct req *rq)
{
	const struct rights *r = &rq->caller.rights;
	bool by_server = rq->caller.secret == NULL;

	if (by_server && dav_writes(rq) && !env_same_site(rq) &&
	    (rq->in.env[ENV_HTTP_ORIGIN] != NULL ||
	    rq->in.env[ENV_HTTP_SEC_FETCH_SITE] != NULL))
		refuse(rq, CROSS_SITE_REQUEST);
	else if (!by_server && (r->session || !(r->token & (TOKEN_READ |
	    TOKEN_WRITE | TOKEN_DAV))))
		refuse(rq, NO_SESSION);
	else if (!by_server && dav_writes(rq) && !(r->token & TOKEN_WRITE) &&
	    (!(r->token & TOKEN_DAV) || (r->token & TOKEN_DAV_READS)))
		refuse(rq, READ_ONLY_TOKEN);
	return !rq->reply.refused;
}

static void
answer_text(struct req *rq, int status, const char *text)
{
	rq->reply.status = status;
	rq->reply.type = "text/plain; charset=utf-8";
	buf_str(&rq->reply.out, text);
	buf_str(&rq->reply.out, "\n");
}

static void
answer_error(struct req *rq, int status, const char *ns,
    const char *precondition, const char *within)
{
	struct buf *out = &rq->reply.out;

	rq->reply.status = status;
	rq->reply.type = "application/xml; charset=utf-8";
	buf_str(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<error xmlns=\"DAV:\">");
	if (precondition != NULL && within != NULL)
		buf_printf(out, "<%s xmlns=\"%s\">%s</%s>", precondition, ns,
		    within, precondition);
	else if (precondition != NULL)
		buf_printf(out, "<%s xmlns=\"%s\"/>", precondition, ns);
	buf_str(out, "</error>\n");
}

/* The status of a problem: a client must not take a full list for a text that
 * can never be stored. */
static int
dav_status(const struct problem *p)
{
	return strcmp(p->code, "limit-reached") == 0 ? 507 :
	    p->status == 422 || p->status == 409 ? 403 : p->status;
}

static void
dav_problem(struct req *rq, const struct problem *p, const char *detail)
{
	int status = dav_status(p);

	if (status == 401) {
		/* Some clients send half of their requests without any. */
		if (rq->caller.secret != NULL && rq->caller.secret[0] != '\0')
			caller_log_refused(rq, rq->caller.email == NULL ? "" :
			    rq->caller.email);
		reply_header(rq, "WWW-Authenticate", "Basic realm=\"Docket\", "
		    "charset=\"UTF-8\"");
		answer_text(rq, status, rq->in.env[ENV_HTTP_AUTHORIZATION] ==
		    NULL ? "Sign in with your e-mail address and an access "
		    "token, which the app makes in its settings." : "The e-mail "
		    "address or the access token is wrong, or the token has "
		    "ended.  The app makes another in its settings.");
	} else if (status >= 500 && status != 507) {
		if (status == 503)
			reply_header(rq, "Retry-After", "1");
		answer_text(rq, status, detail != NULL ? detail : p->title);
	} else if (strcmp(p->code, "read-only-token") == 0 ||
	    strcmp(p->code, "list-is-read-only") == 0)
		answer_error(rq, status, NS_DAV, "need-privileges", NULL);
	else if (status == 507)
		answer_error(rq, status, NS_DAV, "quota-not-exceeded", NULL);
	else
		answer_error(rq, status, NULL, NULL, NULL);
}

void
dav_refuse_with(struct req *rq, int status, const char *ns,
    const char *precondition, const char *within)
{
	rq->reply.headers.len = rq->reply.out.len = 0;
	rq->reply.refused = true;
	rq->reply.etag = NULL;
	answer_error(rq, status, ns, precondition, within);
}

void
dav_refuse(struct req *rq, int status, const char *ns,
    const char *precondition)
{
	dav_refuse_with(rq, status, ns, precondition, NULL);
}

void
dav_refuse_text(struct req *rq, int status, const char *ns, const char *name)
{
	const char *client = rq->in.env[ENV_HTTP_USER_AGENT];

	log_info("PUT refused: %d %s, client %s", status, name, client == NULL ?
	    "unknown" : text_cleaned(rq->ctx.arena, client, CLIENT_MAX));
	dav_refuse(rq, status, ns, name);
}

/* False if refused. */
static bool
read_depth(struct req *rq, struct dav *d)
{
	const char *depth = rq->in.env[ENV_HTTP_DEPTH];
	bool propfind = strcmp(rq->in.method, "PROPFIND") == 0;

	d->depth = 0;
	if (depth == NULL || !propfind || strcmp(depth, "0") == 0)
		return true;
	d->depth = 1;
	if (strcmp(depth, "1") == 0)
		return true;
	if (strcasecmp(depth, "infinity") == 0)
		dav_refuse(rq, 403, NS_DAV, "propfind-finite-depth");
	else
		refuse(rq, MALFORMED_REQUEST);
	return false;
}

static void
read_preferences(struct req *rq, struct dav *d)
{
	const char *prefer = rq->in.env[ENV_HTTP_PREFER];
	const char *brief = rq->in.env[ENV_HTTP_BRIEF];

	d->minimal = (prefer != NULL &&
	    strcasestr(prefer, "return=minimal") != NULL) ||
	    (brief != NULL && strcasecmp(brief, "t") == 0);
	d->steps = !(rq->caller.rights.token & TOKEN_STEPS_HIDDEN);
}

/* The id of a list in the path that a client has named.  The transaction's
 * scope needs it. */
static void
find_named_list(struct req *rq)
{
	const char *name = rq->arg[DAV_ARG_LIST];
	unsigned char bytes[ID_BYTES];
	struct collection l;

	if (name == NULL || id_parse(name, bytes))
		return;
	db_begin_read(rq->ctx.db);
	if (collection_find(&rq->ctx, name, &l) == DONE)
		rq->arg[DAV_ARG_LIST] = l.id;
	db_end(rq->ctx.db);
}

bool
dav_list(struct req *rq, struct collection *l)
{
	return rq->arg[DAV_ARG_LIST] != NULL &&
	    same_id(rq->arg[DAV_ARG_USER], rq->ctx.user) &&
	    collection_find(&rq->ctx, rq->arg[DAV_ARG_LIST], l) == DONE;
}

struct dav *
dav_of(struct req *rq)
{
	if (rq->before.dav == NULL)
		rq->before.dav = arena_alloc(rq->ctx.arena,
		    sizeof(*rq->before.dav));
	return rq->before.dav;
}

bool
dav_before(struct req *rq, bool xml)
{
	struct dav *d = dav_of(rq);
	const char *why;

	read_preferences(rq, d);
	if (!read_depth(rq, d))
		return false;
	if (xml && rq->body.len > 0 && (d->body = xml_read(rq->ctx.arena,
	    rq->body.text, rq->body.len, &why)) == NULL) {
		refuse(rq, MALFORMED_BODY);
		return false;
	}
	if (dav_writes(rq))
		find_named_list(rq);
	return true;
}

const struct protocol protocol_dav = { .takes = dav_takes,
	.any_escapes = true, .find = dav_find, .token = dav_token,
	.secret = dav_secret, .allowed = dav_allowed, .body_max = XML_MAX,
	.refuse = dav_problem,
	.headers = "DAV: 1, 3, calendar-access, extended-mkcol\r\n" };
