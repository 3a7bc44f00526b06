/*
 * docket-admin check: do requests of CalDAV arrive through the address that
 * users open, with what signs them in?
 */
#include <curl/curl.h>
#include <string.h>

#include "base/arena.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "bin/admin/visit.h"
#include "push/request.h"

/* Basic authentication without address and token: refused, but not logged. */
#define NOBODY		"Authorization: Basic Og=="

/* PROPFIND without a body; -1: no answer. */
static long
dav_visit(struct visit *v)
{
	struct curl_slist *headers = curl_slist_append(curl_slist_append(NULL,
	    NOBODY), "Depth: 0");
	long status = -1;

	curl_must(headers != NULL);
	visit_begin(v);
	curl_must(curl_easy_setopt(v->easy, CURLOPT_CUSTOMREQUEST,
	    "PROPFIND") == CURLE_OK && curl_easy_setopt(v->easy,
	    CURLOPT_HTTPHEADER, headers) == CURLE_OK);
	if (curl_easy_perform(v->easy) == CURLE_OK)
		curl_easy_getinfo(v->easy, CURLINFO_RESPONSE_CODE, &status);
	curl_slist_free_all(headers);
	return status;
}

/* The addresses, and what Docket itself answers there. */
static void
check_dav_at(struct check *k, const char *url)
{
	struct visit v = { .url = url };
	long status = dav_visit(&v);
	/* In the text of a 401 (lib/dav/protocol.c). */
	bool docket = status == 401 && strstr(v.said, "token") != NULL;

	if (!docket)
		check_found(k, false, "Compare the web server's configuration "
		    "with Docket's sample for it", "%s answers PROPFIND with "
		    "status %ld, and not as Docket: CalDAV clients find no "
		    "lists", url, status);
	else if (strstr(v.said, "wrong") == NULL)
		check_found(k, false, "Compare the web server's configuration "
		    "with Docket's sample for it: Apache needs CGIPassAuth On",
		    "%s does not receive the header Authorization: CalDAV "
		    "clients cannot sign in", url);
	curl_easy_cleanup(v.easy);
}

/* Clients that know the name of the host alone start at its root. */
static void
check_well_known(struct check *k, const char *base)
{
	const char *host = strstr(base, "://") + 3;
	size_t len = (size_t)(host - base) + strcspn(host, "/");
	struct visit v = { .url = arena_printf(k->c->arena,
	    "%.*s/.well-known/caldav", (int)len, base) };
	long status = dav_visit(&v);
	char *to = NULL;

	curl_easy_getinfo(v.easy, CURLINFO_REDIRECT_URL, &to);
	if (status / 100 != 3 || to == NULL || strcmp(to, arena_printf(
	    k->c->arena, "%s/dav/", base)) != 0)
		check_found(k, false, "Let the web server redirect it: "
		    "\"Behind a reverse proxy\" in install.md says how",
		    "%s does not lead to %s/dav/: some CalDAV clients do not "
		    "find Docket by the name of the host", v.url, base);
	curl_easy_cleanup(v.easy);
}

void
check_dav(struct check *k)
{
	const char *base = k->c->settings->base_url;

	if (k->c->settings->dav == DAV_OFF)
		return;
	check_dav_at(k, arena_printf(k->c->arena, "%s/dav/", base));
	check_dav_at(k, arena_printf(k->c->arena, "%s/", base));
	check_well_known(k, base);
}
