#include "push/request.h"

#include <stdlib.h>
#include <sys/socket.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/version.h"
#include "push/outcome.h"
#include "push/vapid.h"

#define CONNECT_TIME	5	/* seconds to connect */
#define ANSWER_MAX	16384	/* bytes of answer that are read */

#define SET(easy, option, value)					\
	curl_must(curl_easy_setopt(easy, option, value) == CURLE_OK)

void
curl_must(bool ok)
{
	if (!ok)
		fatal(FATAL_INTERNAL, "libcurl failed");
}

/* The guard: libcurl calls it before each connection. */
static curl_socket_t
open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct request *r = arg;

	(void)purpose;
	if (r->named || endpoint_open(&to->addr, r->push_allow))
		return socket(to->family, to->socktype | SOCK_CLOEXEC,
		    to->protocol);
	r->refused = true;
	return CURL_SOCKET_BAD;
}

/* Keeps the beginning of the answer, and reads the rest up to a limit. */
static size_t
request_take_answer(char *data, size_t size, size_t n, void *arg)
{
	struct request *r = arg;
	size_t i, len = size * n;

	for (i = 0; i < len && r->answer + i < REQUEST_SAID; i++)
		r->said[r->answer + i] = data[i] >= ' ' && data[i] <= '~' ?
		    data[i] : ' ';
	r->answer += len;
	return r->answer > ANSWER_MAX ? 0 : len;
}

const char *
request_certificates(void)
{
	const char *file = getenv("CURL_CA_BUNDLE");

	if (file == NULL || file[0] == '\0')
		file = getenv("SSL_CERT_FILE");
	if (file == NULL || file[0] == '\0')
		file = curl_version_info(CURLVERSION_NOW)->cainfo;
	return file;
}

/* Options that keep hostile endpoints from reaching anything else. */
static void
set_guard(struct request *r)
{
	const char *file = request_certificates();

	SET(r->easy, CURLOPT_PROTOCOLS_STR, "https,http");
	SET(r->easy, CURLOPT_FOLLOWLOCATION, 0L);
	SET(r->easy, CURLOPT_PROXY, "");
	SET(r->easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	SET(r->easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	SET(r->easy, CURLOPT_OPENSOCKETDATA, r);
	SET(r->easy, CURLOPT_WRITEFUNCTION, request_take_answer);
	SET(r->easy, CURLOPT_WRITEDATA, r);
	SET(r->easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIME);
	SET(r->easy, CURLOPT_TIMEOUT, (long)PUSH_TIME);
	SET(r->easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	/* A file is read once for all connections; a directory is not. */
	if (file != NULL) {
		SET(r->easy, CURLOPT_CAINFO, file);
		SET(r->easy, CURLOPT_CAPATH, NULL);
	}
}

void
request_init(struct request *r, const struct net_list *push_allow)
{
	r->push_allow = push_allow;
	r->arena = arena_new();
	r->easy = curl_easy_init();
	r->url = curl_url();
	curl_must(r->easy != NULL);
	curl_must(r->url != NULL);
	set_guard(r);
	SET(r->easy, CURLOPT_PRIVATE, r);
	SET(r->easy, CURLOPT_NOSIGNAL, 1L);
	/* Do not wait for a name server whose answer nobody needs now. */
	SET(r->easy, CURLOPT_QUICK_EXIT, 1L);
	SET(r->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	SET(r->easy, CURLOPT_PIPEWAIT, 1L);
	SET(r->easy, CURLOPT_USERAGENT, "docket/" DOCKET_RELEASE);
	SET(r->easy, CURLOPT_POST, 1L);
	SET(r->easy, CURLOPT_BUFFERSIZE, 4096L);
}

void
request_free(struct request *r)
{
	if (r->easy == NULL)
		return;
	curl_easy_cleanup(r->easy);
	curl_url_cleanup(r->url);
	arena_free(r->arena);
}

void
request_clear(struct request *r)
{
	size_t i;

	arena_reset(r->arena);
	r->refused = false;
	r->answer = 0;
	for (i = 0; i < sizeof(r->said); i++)
		r->said[i] = '\0';
}

/* The headers, in the request's own list. */
static void
set_headers(struct request *r, struct vapid *vapid)
{
	static const char *const urgency[PUSH_URGENCY__MAX] = {
		[PUSH_NORMAL] = "normal", [PUSH_VERY_LOW] = "very-low",
		[PUSH_LOW] = "low", [PUSH_HIGH] = "high" };
	struct arena *a = r->arena;
	char *line[REQUEST_HEADERS] = {
		arena_printf(a, "Authorization: %s", vapid_authorization(vapid,
		    r->endpoint.origin, clock_now())),
		arena_str(a, "Content-Encoding: aes128gcm"),
		arena_str(a, "Content-Type: application/octet-stream"),
		arena_printf(a, "TTL: %lld", (long long)r->push.ttl),
		arena_printf(a, "Urgency: %s", urgency[r->push.urgency]),
		r->push.topic == NULL ? NULL :
		    arena_printf(a, "Topic: %s", r->push.topic) };
	size_t i;

	for (i = 0; i < REQUEST_HEADERS && line[i] != NULL; i++) {
		r->header[i] = (struct curl_slist){ .data = line[i] };
		if (i > 0)
			r->header[i - 1].next = &r->header[i];
	}
	SET(r->easy, CURLOPT_HTTPHEADER, r->header);
}

const char *
request_fill(struct request *r, struct ece *ece, struct vapid *vapid,
    unsigned int generation)
{
	const struct push *p = &r->push;

	if (!endpoint_read(r->arena, r->url, p->endpoint, &r->endpoint))
		return "the endpoint is not a valid URL";
	r->named = endpoint_named(&r->endpoint, r->push_allow);
	if (!r->endpoint.https && !r->named)
		return "the endpoint is plain http, and its host is not in "
		    "push-allow";
	if (p->len > ECE_PLAIN_MAX)
		return "the message is too long";
	if (!ece_encrypt(ece, p->p256dh, p->auth, p->payload, p->len,
	    &r->message))
		return "the subscription's keys do not follow RFC 8291";
	set_headers(r, vapid);
	SET(r->easy, CURLOPT_CURLU, r->url);
	SET(r->easy, CURLOPT_POSTFIELDS, r->message.data);
	SET(r->easy, CURLOPT_POSTFIELDSIZE, (long)r->message.len);
	/*
	 * Servers end a connection after some messages: nginx after a thousand
	 * requests, those on nghttp2 after a thousand RST_STREAM in a burst,
	 * with which libcurl 7.88 ends each stream.  Messages in transit are
	 * then lost or sent twice, so the connection must be left before.
	 * libcurl has no option for that, but it does not share connections
	 * between scopes.  The scope itself means nothing for a global address.
	 */
	SET(r->easy, CURLOPT_ADDRESS_SCOPE, (long)generation);
	return NULL;
}

enum lane_end
request_result(struct request *r, CURLcode code, struct push_result *result)
{
	curl_off_t wait = 0;
	long status = 0;

	curl_easy_getinfo(r->easy, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(r->easy, CURLINFO_RETRY_AFTER, &wait);
	result->status = (int)status;
	result->retry_after = wait < 0 ? 0 :
	    wait > PUSH_RETRY_MAX ? PUSH_RETRY_MAX : wait;
	return outcome_of_answer(code, result->status, r->refused, result);
}
