#include "oidc/http.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define CONNECT_MS	5000

static bool
http_init(void)
{
	return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static size_t
http_take(char *data, size_t size, size_t n, void *arg)
{
	struct oidc_answer *to = arg;

	if (to->body.len + size * n > OIDC_ANSWER_MAX)
		return 0;	/* ends it as an error */
	buf_add(&to->body, data, size * n);
	return size * n;
}

static size_t
http_header(char *line, size_t size, size_t n, void *arg)
{
	struct oidc_answer *to = arg;
	char date[64];

	if (size * n > 6 && strncasecmp(line, "Date:", 5) == 0) {
		snprintf(date, sizeof(date), "%.*s", (int)(size * n - 5),
		    line + 5);
		to->date = (int64_t)curl_getdate(date, NULL);
	}
	return size * n;
}

static void
http_set(CURL *c, const struct oidc_request *q, struct oidc_answer *to,
    struct curl_slist *headers, char *error)
{
	const char *authorities = getenv("SSL_CERT_FILE");

	curl_easy_setopt(c, CURLOPT_URL, q->url);
	curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "https,http");
	curl_easy_setopt(c, CURLOPT_PROXY, "");
	curl_easy_setopt(c, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
	curl_easy_setopt(c, CURLOPT_TIMEOUT_MS, (long)q->milliseconds);
	curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (authorities != NULL && authorities[0] != '\0')
		curl_easy_setopt(c, CURLOPT_CAINFO, authorities);
	curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, error);
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, http_take);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, to);
	curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, http_header);
	curl_easy_setopt(c, CURLOPT_HEADERDATA, to);
	if (q->form != NULL)
		curl_easy_setopt(c, CURLOPT_POSTFIELDS, q->form);
	if (q->user != NULL) {
		curl_easy_setopt(c, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
		curl_easy_setopt(c, CURLOPT_USERNAME, q->user);
		curl_easy_setopt(c, CURLOPT_PASSWORD, q->secret);
	}
}

static bool
http_fetch(const struct oidc_request *q, struct oidc_answer *to)
{
	struct curl_slist *headers = curl_slist_append(NULL,
	    "Accept: application/json");
	CURL *c = curl_easy_init();
	char error[CURL_ERROR_SIZE] = "";
	CURLcode result = CURLE_FAILED_INIT;
	long status = 0;

	to->body.len = 0;
	to->date = 0;
	if (c != NULL) {
		http_set(c, q, to, headers, error);
		result = curl_easy_perform(c);
		curl_easy_getinfo(c, CURLINFO_RESPONSE_CODE, &status);
	}
	if (result == CURLE_WRITE_ERROR)
		snprintf(to->why, sizeof(to->why), "the answer is longer than "
		    "%d bytes", OIDC_ANSWER_MAX);
	else if (result != CURLE_OK)
		snprintf(to->why, sizeof(to->why), "%s", error[0] != '\0' ?
		    error : curl_easy_strerror(result));
	else if (status != 200)
		snprintf(to->why, sizeof(to->why), "the answer has status %ld",
		    status);
	curl_easy_cleanup(c);
	curl_slist_free_all(headers);
	return result == CURLE_OK && status == 200;
}

const struct oidc_http oidc_curl = { .init = http_init,
	.fetch = http_fetch };
