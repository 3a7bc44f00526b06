/*
 * docket-admin check: does the address that users open lead here, and for how
 * long is its certificate valid?  Whatever web server is in front, this is what
 * clients see; but another machine may see something else.
 */
#include <curl/curl.h>
#include <netdb.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "bin/admin/visit.h"
#include "core/limits.h"

/* A host of an URL without the brackets of an IPv6 address. */
static const char *
visit_host(char *host)
{
	if (host[0] != '[')
		return host;
	host[strcspn(host, "]")] = '\0';
	return host + 1;
}

/* An address is this machine's own if a socket can be bound to it. */
static bool
is_own(const struct addrinfo *ai)
{
	int fd = socket(ai->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool own = fd != -1 && bind(fd, ai->ai_addr, ai->ai_addrlen) == 0;

	if (fd != -1)
		close(fd);
	return own;
}

/* Is an address of the URL's host one of this machine's? */
static bool
leads_here(const char *url)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *all, *ai;
	CURLU *u = curl_url();
	char *host = NULL;
	bool here = false;

	if (u == NULL || curl_url_set(u, CURLUPART_URL, url, 0) != CURLUE_OK ||
	    curl_url_get(u, CURLUPART_HOST, &host, 0) != CURLUE_OK ||
	    getaddrinfo(visit_host(host), NULL, &hints, &all) != 0)
		all = NULL;
	for (ai = all; ai != NULL && !here; ai = ai->ai_next)
		here = is_own(ai);
	if (all != NULL)
		freeaddrinfo(all);
	curl_free(host);
	curl_url_cleanup(u);
	return here;
}

/* What keeps every user out is a fault if it is on this machine; another can
 * see something else. */
static bool
is_fault(const struct check *k)
{
	return !k->admin->is_setup && leads_here(k->c->settings->base_url);
}

/* What this machine makes of a certificate that it refuses.  libcurl looks at
 * the name after all else, and leaves its code for "unknown". */
static const struct refusal {
	long		 code;		/* 0 ends the table: any other */
	enum { ADVICE, IF_HERE, FAULT } kind;
	const char	*what;
	const char	*remedy;
} refusals[] = {
	{ X509_V_ERR_CERT_HAS_EXPIRED, FAULT, "the certificate has expired, and "
	    "clients refuse it", "Renew it, and let the web server read it "
	    "again" },
	{ X509_V_ERR_CERT_NOT_YET_VALID, ADVICE, "the certificate is not valid "
	    "yet", "Check the clock of this machine" },
	{ X509_V_ERR_UNSPECIFIED, IF_HERE, "the certificate is for another "
	    "name, and clients refuse it", "Get one for this name, or correct "
	    "base-url" },
	{ 0, ADVICE, "this machine refuses the certificate", "Get one for this "
	    "name from an authority that clients trust; if it is your own, "
	    "install its certificate on this machine, too" },
};

static void
judge_failure(struct check *k, const struct visit *v, CURLcode code)
{
	const struct refusal *r = refusals;
	long verified = X509_V_OK;

	if (code != CURLE_PEER_FAILED_VERIFICATION) {
		check_found(k, is_fault(k), "Check base-url and the web "
		    "server; other machines may be able to reach it",
		    "%s cannot be reached from this machine: %s", v->url,
		    curl_easy_strerror(code));
		return;
	}
	curl_easy_getinfo(v->easy, CURLINFO_SSL_VERIFYRESULT, &verified);
	while (r->code != 0 && r->code != verified)
		r++;
	check_found(k, r->kind == FAULT || (r->kind == IF_HERE && is_fault(k)),
	    r->remedy, "%s: %s%s%s", v->url, r->what,
	    r->code != 0 ? "" : ": ", r->code != 0 ? "" :
	    X509_verify_cert_error_string(verified));
}

static void
judge_certificate(struct check *k, const struct visit *v)
{
	static const char field[] = "Expire date:";
	struct curl_certinfo *chain = NULL;
	const struct curl_slist *line = NULL;
	int64_t left;

	curl_easy_getinfo(v->easy, CURLINFO_CERTINFO, &chain);
	if (chain != NULL && chain->num_of_certs > 0)
		line = chain->certinfo[0];
	while (line != NULL && strncmp(line->data, field, strlen(field)) != 0)
		line = line->next;
	if (line == NULL)
		return;
	left = curl_getdate(line->data + strlen(field), NULL) -
	    k->c->now / 1000000;
	if (left < CERTIFICATE_DAYS * 86400)
		check_found(k, false, "Renew it, and let the web server read "
		    "it again", "%s: the certificate expires soon (days left: "
		    "%lld)", v->url, (long long)(left / 86400));
}

/* Has the service answered? */
static bool
judge_answer(struct check *k, const struct visit *v)
{
	static const char remedy[] = "Check base-url, that Docket runs, and "
	    "that the web server passes on everything below that address";
	bool is_docket = strstr(v->said, "\"status\":") != NULL;
	/* These are judged by other looks. */
	bool failing = strstr(v->said, "\"failing\":") != NULL;
	long status = 0;

	curl_easy_getinfo(v->easy, CURLINFO_RESPONSE_CODE, &status);
	/* Anybody not signed in gets the web server's own answer. */
	if (k->c->settings->auth == AUTH_REMOTE_USER && status < 500)
		return is_docket;
	if (!is_docket)
		check_found(k, is_fault(k), remedy, "%s answers with status "
		    "%ld, and not as Docket", v->url, status);
	else if (status != 200 && !failing)
		check_found(k, is_fault(k), "The log says why (journalctl -u "
		    "docket)", "%s answers with status %ld: the service cannot "
		    "use its settings or its database", v->url, status);
	return is_docket && (status == 200 || failing);
}

void
check_address(struct check *k)
{
	const char *base = k->c->settings->base_url;
	struct visit visit = { .url = arena_printf(k->c->arena,
	    "%s/api/v1/ready", base) };
	CURLcode code;

	if (base[0] == '\0')
		return;
	visit_begin(&visit);
	code = curl_easy_perform(visit.easy);
	if (code != CURLE_OK) {
		judge_failure(k, &visit, code);
	} else {
		judge_certificate(k, &visit);
		if (judge_answer(k, &visit)) {
			check_seen(k, &visit, is_fault(k));
			check_app(k);
			check_large(k, is_fault(k));
			check_dav(k);
		}
	}
	curl_easy_cleanup(visit.easy);
}
