#include "web/env.h"

#include <string.h>

#include "base/base.h"
#include "base/settings/settings.h"
#include "core/forwarded.h"
#include "core/user/attempt.h"
#include "core/user/credential.h"
#include "web/protocol.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/url.h"

#define VALUE_MAX	16384	/* bytes of one variable */
#define COOKIES_MAX	(VALUE_MAX / SESSION_SECRET)	/* with the session's
				 * name: as many as fit, since other hosts of
				 * the domain can put theirs before ours */
#define BASE_MAX	512	/* bytes before /api/v1, which links repeat */

#define NAME(n)	{ n, sizeof(n) - 1 }

static const struct {
	const char	*name;
	size_t		 len;
} names[ENV__MAX] = {
	[ENV_REQUEST_METHOD] = NAME("REQUEST_METHOD"),
	[ENV_REQUEST_URI] = NAME("REQUEST_URI"),
	[ENV_SCRIPT_NAME] = NAME("SCRIPT_NAME"),
	[ENV_PATH_INFO] = NAME("PATH_INFO"),
	[ENV_QUERY_STRING] = NAME("QUERY_STRING"),
	[ENV_CONTENT_LENGTH] = NAME("CONTENT_LENGTH"),
	[ENV_CONTENT_TYPE] = NAME("CONTENT_TYPE"),
	[ENV_REMOTE_ADDR] = NAME("REMOTE_ADDR"),
	[ENV_REMOTE_USER] = NAME("REMOTE_USER"),
	[ENV_HTTPS] = NAME("HTTPS"),
	[ENV_REDIRECT_STATUS] = NAME("REDIRECT_STATUS"),
	[ENV_REQUEST_SCHEME] = NAME("REQUEST_SCHEME"),
	[ENV_SERVER_NAME] = NAME("SERVER_NAME"),
	[ENV_HTTP_HOST] = NAME("HTTP_HOST"),
	[ENV_HTTP_AUTHORIZATION] = NAME("HTTP_AUTHORIZATION"),
	[ENV_HTTP_COOKIE] = NAME("HTTP_COOKIE"),
	[ENV_HTTP_ACCEPT] = NAME("HTTP_ACCEPT"),
	[ENV_HTTP_ACCEPT_ENCODING] = NAME("HTTP_ACCEPT_ENCODING"),
	[ENV_HTTP_IF_MATCH] = NAME("HTTP_IF_MATCH"),
	[ENV_HTTP_IF_NONE_MATCH] = NAME("HTTP_IF_NONE_MATCH"),
	[ENV_HTTP_IDEMPOTENCY_KEY] = NAME("HTTP_IDEMPOTENCY_KEY"),
	[ENV_HTTP_ORIGIN] = NAME("HTTP_ORIGIN"),
	[ENV_HTTP_SEC_FETCH_SITE] = NAME("HTTP_SEC_FETCH_SITE"),
	[ENV_HTTP_USER_AGENT] = NAME("HTTP_USER_AGENT"),
	[ENV_HTTP_DEPTH] = NAME("HTTP_DEPTH"),
	[ENV_HTTP_PREFER] = NAME("HTTP_PREFER"),
	[ENV_HTTP_BRIEF] = NAME("HTTP_BRIEF"),
	[ENV_HTTP_DESTINATION] = NAME("HTTP_DESTINATION"),
	[ENV_HTTP_OVERWRITE] = NAME("HTTP_OVERWRITE"),
	[ENV_HTTP_RANGE] = NAME("HTTP_RANGE"),
	[ENV_HTTP_IF_RANGE] = NAME("HTTP_IF_RANGE"),
	[ENV_HTTP_X_FORWARDED_FOR] = NAME("HTTP_X_FORWARDED_FOR"),
	[ENV_HTTP_X_FORWARDED_PROTO] = NAME("HTTP_X_FORWARDED_PROTO"),
	[ENV_HTTP_X_FORWARDED_HOST] = NAME("HTTP_X_FORWARDED_HOST"),
};

static bool
env_walk(struct req *rq, char *const *envp)
{
	const char *eq;
	bool good = true;
	size_t len;
	int i;

	for (; *envp != NULL; envp++) {
		if ((eq = strchr(*envp, '=')) == NULL)
			continue;
		len = (size_t)(eq - *envp);
		for (i = 0; i < ENV__MAX; i++)
			if (names[i].len == len &&
			    memcmp(names[i].name, *envp, len) == 0)
				break;
		if (i == ENV__MAX)
			continue;
		if (rq->in.env[i] != NULL || strlen(eq + 1) > VALUE_MAX)
			good = false;
		else
			rq->in.env[i] = eq + 1;
	}
	return good;
}

static const char *
env(const struct req *rq, enum env e)
{
	return rq->in.env[e] == NULL ? "" : rq->in.env[e];
}

/*
 * Visible ASCII without empty or dot segments, which servers change in
 * different ways; unless the protocol allows them, without parameters, too.
 * Escapes must be well-formed, but are not decoded: no path of the API needs
 * one, so an escaped path is not found.
 */
static bool
path_is_plain(struct arena *a, const char *path, bool any_escapes)
{
	const char *p;

	for (p = path; *p != '\0'; p++)
		if (*p <= ' ' || *p > '~' || *p == '\\' ||
		    (*p == ';' && !any_escapes))
			return false;
	if (!any_escapes && strchr(path, '%') != NULL &&
	    url_decode(a, path, (size_t)(p - path), true) == NULL)
		return false;
	return strstr(path, "//") == NULL && strstr(path, "/./") == NULL &&
	    strstr(path, "/../") == NULL &&
	    (p - path < 2 || strcmp(p - 2, "/.") != 0) &&
	    (p - path < 3 || strcmp(p - 3, "/..") != 0);
}

bool
env_at_root(struct req *rq, const char *uri, const char *root)
{
	const char *at = uri;
	size_t n = strlen(root);

	for (; (at = strstr(at, root)) != NULL && at - uri <= BASE_MAX; at++) {
		if (at[n] != '/' && at[n] != '\0')
			continue;
		rq->in.base = arena_dup(rq->ctx.arena, uri,
		    (size_t)(at - uri));
		rq->in.path = at[n] != '\0' ? at + n : "/";
		return true;
	}
	return false;
}

/* The protocol whose path it is; that of the API if it is nobody's. */
static void
find_protocol(struct req *rq, const char *uri)
{
	const struct route_group *const *g = rq->groups;

	if (rq->protocol->takes(rq, uri))
		return;
	for (; *g != NULL; g++)
		if ((*g)->protocol != NULL && (*g)->protocol->takes(rq, uri)) {
			rq->protocol = (*g)->protocol;
			return;
		}
}

/*
 * The path as sent, before the server changed it: REQUEST_URI if there is one.
 */
static bool
read_path(struct req *rq)
{
	struct arena *a = rq->ctx.arena;
	const char *uri = env(rq, ENV_REQUEST_URI), *p;

	if (uri[0] == '\0')
		uri = arena_printf(a, "%s%s", env(rq, ENV_SCRIPT_NAME),
		    env(rq, ENV_PATH_INFO));
	else if (uri[0] != '/') {	/* absolute form: scheme://host/path */
		if ((p = strstr(uri, "://")) == NULL ||
		    (uri = strchr(p + 3, '/')) == NULL)
			return false;
	}
	uri = arena_dup(a, uri, strcspn(uri, "?#"));
	rq->in.query = env(rq, ENV_QUERY_STRING);
	rq->in.base = "";
	rq->in.path = "";		/* no route's: not found */
	find_protocol(rq, uri);
	return path_is_plain(a, uri, rq->protocol->any_escapes);
}

/* Trims the blanks around s, in place. */
static char *
env_bare(char *s)
{
	size_t n;

	s += strspn(s, " \t");
	for (n = strlen(s); n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'); )
		s[--n] = '\0';
	return s;
}

/*
 * Does a peer's text name a Unix socket, in any server's way of saying so?
 * Such a peer is a proxy on this machine.
 */
static bool
is_local(const char *peer)
{
	return peer[0] == '\0' || peer[0] == '/' || peer[0] == '@' ||
	    strncmp(peer, "unix:", 5) == 0;
}

/*
 * Takes the address of a hop as the client's; *more if it is a trusted proxy's,
 * so that the hop before it counts.  False, and nothing changes, if the text is
 * neither an address nor a socket.
 */
static bool
take_hop(struct req *rq, const char *hop, bool *more)
{
	struct arena *a = rq->ctx.arena;
	struct net_address address;
	/* Without the zone of a link-local address, which Apache adds. */
	const char *number = arena_dup(a, hop,
	    (size_t)(strchrnul(hop, '%') - hop));

	if (net_parse(number, &address)) {
		rq->in.address = address;
		rq->in.address_key = net_key(a, &address);
		*more = net_list_has(&rq->ctx.settings->trusted_proxies,
		    &address, 0);
		return true;
	}
	if (!is_local(hop))
		return false;
	rq->in.address_key = NULL;
	*more = true;
	return true;
}

/* The peer is not trusted, but may be a proxy: its clients are counted one by
 * one. */
static void
take_forwarded(struct req *rq, char *list)
{
	struct arena *a = rq->ctx.arena;
	struct net_address address;
	char *comma = strrchr(list, ',');

	forwarded_note(rq->ctx.settings->data, rq->ctx.now,
	    net_text(a, &rq->in.address));
	if (net_parse(env_bare(comma == NULL ? list : comma + 1), &address))
		rq->in.address_key = arena_printf(a, "%s" ATTEMPT_VIA "%s",
		    net_key(a, &address), rq->in.address_key);
}

/* The client's address is the last one that is not a trusted proxy's. */
static void
read_address(struct req *rq)
{
	char *list = arena_str(rq->ctx.arena,
	    env(rq, ENV_HTTP_X_FORWARDED_FOR)), *comma, *hop;
	bool more = false;

	take_hop(rq, env(rq, ENV_REMOTE_ADDR), &more);
	rq->in.by_proxy = more;
	while (more && list[0] != '\0') {
		comma = strrchr(list, ',');
		hop = env_bare(comma == NULL ? list : comma + 1);
		if (hop[0] == '\0' || !take_hop(rq, hop, &more))
			break;
		*(comma == NULL ? list : comma) = '\0';
	}
	/* A client can send the header to a trusted proxy; one of this network
	 * that does is rather a proxy, too. */
	if (!more && rq->in.address_key != NULL && list[0] != '\0' &&
	    (!rq->in.by_proxy || net_is_inner(&rq->in.address)))
		take_forwarded(rq, list);
}

/* The value that the last proxy added to a header. */
static const char *
last_value(struct arena *a, const char *list)
{
	const char *comma = strrchr(list, ',');

	return env_bare(arena_str(a, comma == NULL ? list : comma + 1));
}

/* Scheme and host as the client used them: from a trusted proxy, or
 * directly. */
static void
read_site(struct req *rq)
{
	const char *proto = env(rq, ENV_HTTP_X_FORWARDED_PROTO);
	const char *host = env(rq, ENV_HTTP_X_FORWARDED_HOST);

	rq->in.https = strcasecmp(env(rq, ENV_HTTPS), "on") == 0 ||
	    strcmp(env(rq, ENV_HTTPS), "1") == 0 ||
	    strcasecmp(env(rq, ENV_REQUEST_SCHEME), "https") == 0;
	rq->in.host = env(rq, ENV_HTTP_HOST);
	if (rq->in.by_proxy && proto[0] != '\0')
		rq->in.https = strcasecmp(last_value(rq->ctx.arena, proto),
		    "https") == 0;
	if (rq->in.by_proxy && host[0] != '\0')
		rq->in.host = last_value(rq->ctx.arena, host);
}

static void
read_method(struct req *rq, const char *method)
{
	rq->in.head = strcmp(method, "HEAD") == 0;
	rq->in.method = rq->in.head ? "GET" : method;
}

bool
env_read(struct req *rq, char *const *envp)
{
	bool good = env_walk(rq, envp);

	/* Before anything is refused: an answer to HEAD must have no body. */
	read_method(rq, env(rq, ENV_REQUEST_METHOD));
	if (rq->ctx.settings == NULL) {
		refuse(rq, NOT_READY);
		return false;
	}
	if (!good) {
		refuse_because(rq, MALFORMED_REQUEST,
		    "A header is repeated or too long.");
		return false;
	}
	if (!read_path(rq)) {
		refuse_because(rq, MALFORMED_REQUEST,
		    "The path cannot be decoded or is not normalized.");
		return false;
	}
	read_address(rq);
	read_site(rq);
	return true;
}

bool
env_of_batch(struct req *row, const struct req *batch, const char *method,
    const char *target)
{
	static const enum env own[] = { ENV_CONTENT_LENGTH, ENV_HTTP_ACCEPT,
		ENV_HTTP_IF_MATCH, ENV_HTTP_IF_NONE_MATCH,
		ENV_HTTP_IDEMPOTENCY_KEY, ENV_HTTP_RANGE, ENV_HTTP_IF_RANGE };
	size_t i;

	row->in = batch->in;
	for (i = 0; i < COUNT(own); i++)
		row->in.env[own[i]] = NULL;
	read_method(row, method);
	row->in.path = arena_dup(row->ctx.arena, target, strcspn(target, "?"));
	row->in.query = target + strcspn(target, "?");
	if (row->in.query[0] == '?')
		row->in.query++;
	if (path_is_plain(row->ctx.arena, row->in.path, false))
		return true;
	refuse_because(row, MALFORMED_REQUEST,
	    "The path cannot be decoded or is not normalized.");
	return false;
}

const char *const *
env_cookies_named(struct req *rq, const char *name, size_t least)
{
	const char **found = arena_alloc(rq->ctx.arena,
	    (COOKIES_MAX + 1) * sizeof(*found));
	const char *p = env(rq, ENV_HTTP_COOKIE);
	size_t count = 0, len = strlen(name), n;

	for (; *p != '\0' && count < COOKIES_MAX; p += n + (p[n] != '\0')) {
		p += strspn(p, " \t");
		n = strcspn(p, ";,");
		if (n > len + least && memcmp(p, name, len) == 0 &&
		    p[len] == '=')
			found[count++] = arena_dup(rq->ctx.arena, p + len + 1,
			    n - len - 1);
	}
	found[count] = NULL;
	return found;
}

const char *const *
env_cookies(struct req *rq)
{
	return env_cookies_named(rq, "docket_session", SESSION_SECRET);
}

const char *
env_bearer(const struct req *rq)
{
	const char *auth = rq->in.env[ENV_HTTP_AUTHORIZATION];

	return auth != NULL && strncasecmp(auth, "Bearer", 6) == 0 &&
	    auth[6] == ' ' ? auth + 6 + strspn(auth + 6, " ") : NULL;
}

void
env_secret(struct req *rq)
{
	static const char *const none[] = { NULL };

	rq->caller.cookies = none;
	if ((rq->caller.secret = env_bearer(rq)) != NULL)
		return;
	rq->caller.cookies = env_cookies(rq);
	env_next_secret(rq);
}

bool
env_next_secret(struct req *rq)
{
	if (*rq->caller.cookies == NULL)
		return false;
	rq->caller.secret = *rq->caller.cookies++;
	rq->caller.by_cookie = true;
	return true;
}

bool
env_same_site(const struct req *rq)
{
	const char *site = env(rq, ENV_HTTP_SEC_FETCH_SITE);
	const char *origin = env(rq, ENV_HTTP_ORIGIN);
	const char *own = rq->ctx.settings->base_url;
	size_t len;

	if (strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0)
		return true;
	if (site[0] != '\0' || origin[0] == '\0')
		return false;
	if (own[0] == '\0' && rq->in.host[0] == '\0')
		return false;
	if (own[0] == '\0') {
		own = arena_printf(rq->ctx.arena, "%s://%s",
		    rq->in.https ? "https" : "http", rq->in.host);
		len = strlen(own);
	} else {
		/* Without its path. */
		len = strcspn(own, ":") + strlen("://");
		len += strcspn(own + len, "/");
	}
	return strlen(origin) == len && strncasecmp(origin, own, len) == 0;
}
