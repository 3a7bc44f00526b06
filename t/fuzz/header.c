/*
 * Headers, as variables of the environment: repeated names are refused, nobody
 * can choose their own address, no other site counts as the own one, ranges are
 * within the file, entity tags match what they name.
 */
#include <string.h>

#include "base/settings/settings.h"
#include "core/user/attempt.h"
#include "core/user/credential.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/web.h"
#include "web/body.h"
#include "web/env.h"
#include "web/etag.h"
#include "web/range.h"
#include "web/replay.h"
#include "web/route.h"

#define ENTRIES	32

/* How often is the name in the environment? */
static int
count(char *const *envp, const char *name)
{
	size_t n = strlen(name);
	int found = 0;

	for (; *envp != NULL; envp++)
		found += strncmp(*envp, name, n) == 0 && (*envp)[n] == '=';
	return found;
}

static const char *
of(const struct req *rq, enum env e)
{
	return rq->in.env[e] == NULL ? "" : rq->in.env[e];
}

/* Only a proxy of the settings is believed in who its client is. */
static void
check_address(const struct req *rq)
{
	struct arena *a = rq->ctx.arena;
	struct net_address peer, again;
	const char *text = of(rq, ENV_REMOTE_ADDR);

	if (!net_parse(arena_dup(a, text, strcspn(text, "%")), &peer)) {
		if (strpbrk(text, "/@:") != text && text[0] != '\0' &&
		    strncmp(text, "unix:", 5) != 0)
			MUST(rq->in.address_key == NULL && !rq->in.by_proxy);
		return;
	}
	MUST(net_parse(net_text(a, &peer), &again) &&
	    memcmp(&peer, &again, sizeof(peer)) == 0);
	if (net_list_has(&rq->ctx.settings->trusted_proxies, &peer, 0))
		return;
	MUST(memcmp(&peer, &rq->in.address, sizeof(peer)) == 0);
	/* What it forwards is counted too, but never instead. */
	text = strstr(rq->in.address_key, ATTEMPT_VIA);
	MUST(strcmp(text == NULL ? rq->in.address_key :
	    text + strlen(ATTEMPT_VIA), net_key(a, &peer)) == 0);
	if (rq->in.env[ENV_HTTPS] == NULL &&
	    rq->in.env[ENV_REQUEST_SCHEME] == NULL)
		MUST(!rq->in.https);
}

static void
check_site(const struct req *rq)
{
	const char *site = of(rq, ENV_HTTP_SEC_FETCH_SITE), *host;
	const char *origin = of(rq, ENV_HTTP_ORIGIN);

	if (!env_same_site(rq) || strcmp(site, "same-origin") == 0 ||
	    strcmp(site, "none") == 0)
		return;
	MUST(site[0] == '\0' && origin[0] != '\0');
	host = strstr(origin, "://");
	MUST(host != NULL);
	if (rq->ctx.settings->base_url[0] != '\0')
		MUST(strcasecmp(origin, "https://docket.example") == 0);
	else
		MUST(strcasecmp(host + 3, rq->in.host) == 0);
	if (!rq->in.by_proxy)
		MUST(strcmp(rq->in.host, of(rq, ENV_HTTP_HOST)) == 0);
}

static void
check_secret(struct req *rq)
{
	int tried = 0;

	env_secret(rq);
	if (rq->caller.by_cookie) {
		do {
			MUST(strpbrk(rq->caller.secret, ";,") == NULL);
			MUST(strstr(of(rq, ENV_HTTP_COOKIE),
			    "docket_session=") != NULL);
			MUST(++tried <= 8);
		} while (env_next_secret(rq));
	} else if (rq->caller.secret != NULL)
		MUST(strstr(of(rq, ENV_HTTP_AUTHORIZATION),
		    rq->caller.secret) !=
		    NULL && rq->caller.secret[0] != ' ');
}

static void
check_range(struct req *rq, int64_t size)
{
	rq->reply.refused = false;
	rq->reply.status = 0;
	rq->reply.headers.len = 0;
	if (!range_choose(rq, size)) {
		MUST(rq->reply.refused && rq->reply.status == 416);
		return;
	}
	MUST(rq->reply.file_from >= 0 && rq->reply.file_from <= size &&
	    rq->reply.file_len <= size - rq->reply.file_from);
	if (rq->reply.status == 200)
		MUST(rq->reply.file_from == 0 && rq->reply.file_len == size);
	else
		MUST(rq->reply.status == 206 && rq->reply.file_len > 0 &&
		    rq->in.env[ENV_HTTP_RANGE] != NULL);
}

static void
check_tags(const struct req *rq, const char *list)
{
	static const char tag[] = "\"abc\"", weak[] = "W/\"abc\"";
	const char *one;

	if (list == NULL)
		return;
	MUST(etag_matches(list, tag) == etag_matches(list, weak));
	if (etag_matches(list, tag))
		MUST(strstr(list, tag) != NULL || strchr(list, '*') != NULL ||
		    strstr(list, "\"abc-gzip\"") != NULL);
	one = arena_printf(rq->ctx.arena, "\"x,y\" , %s", tag);
	MUST(etag_matches(one, tag) && etag_matches(one, weak));
}

static void
check_key(struct req *rq)
{
	static const struct route writing = { .method = "POST" };
	const char *key = of(rq, ENV_HTTP_IDEMPOTENCY_KEY);

	rq->route = &writing;
	rq->in.method = "POST";
	rq->reply.refused = false;
	if (replay_key(rq))
		MUST(rq->in.env[ENV_HTTP_IDEMPOTENCY_KEY] == NULL ||
		    (strlen(key) >= 1 && strlen(key) <= 257 &&
		    strchr(key, ' ') == NULL && strchr(key, '\n') == NULL));
	else
		MUST(rq->reply.status == 400 || rq->reply.status == 422);
}

static void
check(struct req *rq, char *const *envp, int64_t size)
{
	static const char *const names[] = {
		"HTTP_COOKIE", "HTTP_AUTHORIZATION", "REMOTE_ADDR",
		"HTTP_X_FORWARDED_FOR", "CONTENT_LENGTH", "REMOTE_USER"
	};
	bool read = env_read(rq, envp);
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		MUST(!read || count(envp, names[i]) <= 1);
	if (!read) {
		MUST(rq->reply.refused && rq->reply.status == 400);
		return;
	}
	check_address(rq);
	check_secret(rq);
	check_site(rq);
	MUST(body_length(rq) >= -2);
	rq->reply.etag = "\"abc\"";
	check_range(rq, size);
	check_tags(rq, rq->in.env[ENV_HTTP_IF_MATCH]);
	check_tags(rq, rq->in.env[ENV_HTTP_IF_NONE_MATCH]);
	rq->in.path = "/health";
	if (!route_find(rq))
		MUST(rq->reply.status == 405 || rq->reply.status == 406 ||
		    rq->reply.status == 204);
	check_key(rq);
}

/* A byte for the settings, the size of a file, and variables, one a line. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct arena *a = arena_new();
	struct settings s = { .cors_origins = "https://a.example",
	    .base_url = input_byte(&in) & 1 ?
	    "https://docket.example/tasks" : "" };
	int64_t size = input_int(&in, 0, 4000);
	char *envp[ENTRIES + 1] = { NULL };
	struct req rq;
	const char *why;
	int i;

	MUST(net_list_parse(a, "10.0.0.0/8, ::1", NET_NETWORKS,
	    &s.trusted_proxies, &why));
	for (i = 0; i < ENTRIES && in.left > 0; i++)
		envp[i] = arena_str(a, input_upto(&in, a, '\n'));
	web_begin(&rq, a, &s);
	check(&rq, envp, size);
	web_done(&rq);
	arena_free(a);
	return 0;
}
