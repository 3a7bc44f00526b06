#include "bin/admin/visit.h"

#include <string.h>

#include "bin/admin/admin.h"
#include "push/request.h"

#define ANSWER_TIME	10	/* seconds */

static size_t
visit_read_answer(char *data, size_t size, size_t n, void *arg)
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

void
visit_begin(struct visit *v)
{
	const char *file = request_certificates();

	curl_must((v->easy = curl_easy_init()) != NULL);
	SET(CURLOPT_URL, v->url);
	SET(CURLOPT_PROTOCOLS_STR, "https,http");
	SET(CURLOPT_PROXY, "");
	SET(CURLOPT_NOSIGNAL, 1L);
	SET(CURLOPT_QUICK_EXIT, 1L);
	SET(CURLOPT_TIMEOUT, (long)ANSWER_TIME);
	SET(CURLOPT_CERTINFO, 1L);
	SET(CURLOPT_WRITEFUNCTION, visit_read_answer);
	SET(CURLOPT_WRITEDATA, v);
	if (file != NULL)
		SET(CURLOPT_CAINFO, file);
}
