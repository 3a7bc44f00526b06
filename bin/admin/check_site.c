/*
 * docket-admin check: what the web server in front must pass on besides
 * requests: who the client is, the web app, and large bodies.
 */
#include <curl/curl.h>
#include <string.h>

#include "base/arena.h"
#include "base/net.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "bin/admin/visit.h"
#include "push/request.h"

#define SAMPLE	"Compare the web server's configuration with Docket's sample for it"

/* Of which address does the service take this client to be?  "": it has not
 * said it. */
static const char *
seen_address(struct check *k, const struct visit *v)
{
	static const char name[] = "\"address\":\"";
	const char *at = strstr(v->said, name);

	if (at == NULL)
		return "";
	at += strlen(name);
	return arena_dup(k->c->arena, at, strcspn(at, "\""));
}

/* The proxy's own instead of this client's?  Where the client is on the proxy's
 * machine, both can be the same. */
static bool
is_proxys(const struct check *k, const struct visit *v, const char *seen)
{
	struct net_address address;
	const char *own = NULL;

	curl_easy_getinfo(v->easy, CURLINFO_LOCAL_IP, &own);
	return own != NULL && strcmp(own, seen) != 0 &&
	    net_parse(seen, &address) &&
	    net_list_has(&k->c->settings->trusted_proxies, &address, 0);
}

void
check_seen(struct check *k, const struct visit *v, bool fault)
{
	const char *base = k->c->settings->base_url;
	const char *seen = seen_address(k, v);

	if (is_proxys(k, v, seen))
		check_found(k, fault, SAMPLE ": it must set X-Forwarded-For",
		    "%s does not forward who the client is: the service takes "
		    "everybody for %s, and counts their attempts together",
		    base, seen);
	if (strncmp(base, "https:", 6) == 0 &&
	    strstr(v->said, "\"https\":false") != NULL)
		check_found(k, fault, SAMPLE ": it must set X-Forwarded-Proto, "
		    "and trusted-proxies must name its address",
		    "%s does not tell the service that clients use HTTPS: the "
		    "session cookie is not Secure", base);
}

void
check_app(struct check *k)
{
	struct visit v = { .url = arena_printf(k->c->arena, "%s/",
	    k->c->settings->base_url) };

	/* Whoever is not signed in gets the web server's own page. */
	if (k->c->settings->auth == AUTH_REMOTE_USER)
		return;
	visit_begin(&v);
	if (curl_easy_perform(v.easy) == CURLE_OK &&
	    strstr(v.said, "<title>Docket</title>") == NULL)
		check_found(k, false, SAMPLE "; without npm, bin/setup builds "
		    "everything but the app", "%s does not answer with the web "
		    "app", v.url);
	curl_easy_cleanup(v.easy);
}

/* It waits for the body: so this length is allowed. */
static size_t
send_nothing(char *to, size_t size, size_t n, void *arg)
{
	(void)to, (void)size, (void)n, (void)arg;
	return CURL_READFUNC_ABORT;
}

#define SET(option, value)						\
	curl_must(curl_easy_setopt(v.easy, option, value) == CURLE_OK)

/* With Expect: 100-continue, nothing but the length is sent. */
void
check_large(struct check *k, bool fault)
{
	struct visit v = { .url = arena_printf(k->c->arena,
	    "%s/api/v1/me/imports", k->c->settings->base_url) };
	const struct settings *s = k->c->settings;
	int64_t size = s->upload_max_bytes > s->import_max_bytes ?
	    s->upload_max_bytes : s->import_max_bytes;
	struct curl_slist *headers = curl_slist_append(NULL,
	    "Expect: 100-continue");
	long status = 0;

	curl_must(headers != NULL);
	visit_begin(&v);
	SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	SET(CURLOPT_POST, 1L);
	SET(CURLOPT_HTTPHEADER, headers);
	SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
	SET(CURLOPT_READFUNCTION, send_nothing);
	curl_easy_perform(v.easy);
	curl_easy_getinfo(v.easy, CURLINFO_RESPONSE_CODE, &status);
	if (status == 413)
		check_found(k, fault, "Raise the limit in the web server's "
		    "configuration, and restart it and the service",
		    "%s refuses files of %lld bytes, which upload-max-bytes or "
		    "import-max-bytes allows (status 413)", s->base_url,
		    (long long)size);
	curl_slist_free_all(headers);
	curl_easy_cleanup(v.easy);
}
