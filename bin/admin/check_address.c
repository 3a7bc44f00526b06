/*
 * docket-admin check: does the address that users open lead here, and for how
 * long is its certificate valid?  Whatever web server is in front, this is what
 * clients see; but another machine may see something else.
 */
#include <curl/curl.h>
#include <openssl/x509_vfy.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "core/limits.h"
#include "push/request.h"

#define ANSWER_TIME	10	/* seconds */
#define ANSWER_BYTES	256

struct visit {
	CURL		*easy;
	const char	*url;
	char		 said[ANSWER_BYTES];
	size_t		 len;
};

static size_t
take_answer(char *data, size_t size, size_t n, void *arg)
{
	struct visit *v = arg;
	size_t part = sizeof(v->said) - 1 - v->len;

	if (part > size * n)
		part = size * n;
	memcpy(v->said + v->len, data, part);
	v->len += part;
	return size * n;
}

#define SET(option, value)						\
	curl_must(curl_easy_setopt(v->easy, option, value) == CURLE_OK)

static void
prepare(struct visit *v)
{
	const char *file = request_certificates();

	SET(CURLOPT_URL, v->url);
	SET(CURLOPT_PROTOCOLS_STR, "https,http");
	SET(CURLOPT_PROXY, "");
	SET(CURLOPT_NOSIGNAL, 1L);
	SET(CURLOPT_QUICK_EXIT, 1L);
	SET(CURLOPT_TIMEOUT, (long)ANSWER_TIME);
	SET(CURLOPT_CERTINFO, 1L);
	SET(CURLOPT_WRITEFUNCTION, take_answer);
	SET(CURLOPT_WRITEDATA, v);
	if (file != NULL)
		SET(CURLOPT_CAINFO, file);
}

static void
judge_failure(struct check *k, const struct visit *v, CURLcode code)
{
	long verified = X509_V_OK;

	curl_easy_getinfo(v->easy, CURLINFO_SSL_VERIFYRESULT, &verified);
	if (code != CURLE_PEER_FAILED_VERIFICATION)
		check_found(k, false, "See whether base-url is right, and the "
		    "web server runs; another machine may reach it",
		    "%s cannot be reached from this machine: %s", v->url,
		    curl_easy_strerror(code));
	else if (verified == X509_V_ERR_CERT_HAS_EXPIRED)
		check_found(k, true, "Renew it, and let the web server read it "
		    "again", "%s: the certificate has expired, and clients "
		    "refuse it", v->url);
	else
		check_found(k, false, "Get one for this name from an authority "
		    "that clients trust; if it is your own, install its "
		    "certificate on this machine, too",
		    "%s: this machine refuses the certificate: %s", v->url,
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

static void
judge_answer(struct check *k, const struct visit *v)
{
	long status = 0;

	/* Who has not signed in there gets the web server's own answer. */
	if (k->c->settings->auth == AUTH_REMOTE_USER)
		return;
	curl_easy_getinfo(v->easy, CURLINFO_RESPONSE_CODE, &status);
	if (strstr(v->said, "\"status\":") == NULL)
		check_found(k, false, "See whether base-url is right, and the "
		    "web server passes on everything below it",
		    "%s answers with status %ld, and not as Docket", v->url,
		    status);
}

void
check_address(struct check *k)
{
	const char *base = k->c->settings->base_url;
	struct visit visit = { .url = arena_printf(k->c->arena,
	    "%s/api/v1/health", base) };
	CURLcode code;

	if (base[0] == '\0')
		return;
	curl_must((visit.easy = curl_easy_init()) != NULL);
	prepare(&visit);
	code = curl_easy_perform(visit.easy);
	if (code != CURLE_OK) {
		judge_failure(k, &visit, code);
	} else {
		judge_certificate(k, &visit);
		judge_answer(k, &visit);
	}
	curl_easy_cleanup(visit.easy);
}
