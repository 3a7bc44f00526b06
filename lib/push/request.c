#include "push/request.h"

#include <stdlib.h>
#include <sys/socket.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/log.h"
#include "base/version.h"
#include "push/outcome.h"
#include "push/vapid.h"

#define SET(easy, option, value)					\
	curl_must(curl_easy_setopt(easy, option, value) == CURLE_OK)

void
curl_must(bool ok)
{
	if (!ok)
		fatal(FATAL_INTERNAL, "libcurl failed");
}

/* The guard: nothing is connected to that this has not seen. */
static curl_socket_t
open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *to)
{
	struct transfer *t = arg;

	(void)purpose;
	if (t->named || endpoint_open(&to->addr, t->push_allow))
		return socket(to->family, to->socktype | SOCK_CLOEXEC,
		    to->protocol);
	t->refused = true;
	return CURL_SOCKET_BAD;
}

/* Keeps the beginning of the answer, and reads the rest up to a limit. */
static size_t
take_answer(char *data, size_t size, size_t n, void *arg)
{
	struct transfer *t = arg;
	size_t i, len = size * n;

	for (i = 0; i < len && t->answer + i < TRANSFER_SAID; i++)
		t->said[t->answer + i] = data[i] >= ' ' && data[i] <= '~' ?
		    data[i] : ' ';
	t->answer += len;
	return t->answer > PUSH_ANSWER_MAX ? 0 : len;
}

/* The file of certificates to trust; NULL: wherever libcurl finds them. */
static const char *
certificates(void)
{
	const char *file = getenv("CURL_CA_BUNDLE");

	if (file == NULL || file[0] == '\0')
		file = getenv("SSL_CERT_FILE");
	if (file == NULL || file[0] == '\0')
		file = curl_version_info(CURLVERSION_NOW)->cainfo;
	return file;
}

/* Options that keep hostile endpoints from anything else. */
static void
set_guard(struct transfer *t)
{
	const char *file = certificates();

	SET(t->easy, CURLOPT_PROTOCOLS_STR, "https,http");
	SET(t->easy, CURLOPT_FOLLOWLOCATION, 0L);
	SET(t->easy, CURLOPT_PROXY, "");
	SET(t->easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	SET(t->easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	SET(t->easy, CURLOPT_OPENSOCKETDATA, t);
	SET(t->easy, CURLOPT_WRITEFUNCTION, take_answer);
	SET(t->easy, CURLOPT_WRITEDATA, t);
	SET(t->easy, CURLOPT_CONNECTTIMEOUT, (long)PUSH_CONNECT);
	SET(t->easy, CURLOPT_TIMEOUT, (long)PUSH_TIME);
	SET(t->easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	/* Only a file is read once for all connections. */
	if (file != NULL) {
		SET(t->easy, CURLOPT_CAINFO, file);
		SET(t->easy, CURLOPT_CAPATH, NULL);
	}
}

void
transfer_prepare(struct transfer *t, const struct net_list *push_allow)
{
	t->push_allow = push_allow;
	t->arena = arena_new();
	t->easy = curl_easy_init();
	t->url = curl_url();
	curl_must(t->easy != NULL);
	curl_must(t->url != NULL);
	set_guard(t);
	SET(t->easy, CURLOPT_PRIVATE, t);
	SET(t->easy, CURLOPT_NOSIGNAL, 1L);
	/* Not to wait for a name server whose answer is of no use any more. */
	SET(t->easy, CURLOPT_QUICK_EXIT, 1L);
	SET(t->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	SET(t->easy, CURLOPT_PIPEWAIT, 1L);
	SET(t->easy, CURLOPT_USERAGENT, "docket/" DOCKET_VERSION);
	SET(t->easy, CURLOPT_POST, 1L);
	SET(t->easy, CURLOPT_BUFFERSIZE, 4096L);
}

void
transfer_free(struct transfer *t)
{
	if (t->easy == NULL)
		return;
	curl_easy_cleanup(t->easy);
	curl_url_cleanup(t->url);
	arena_free(t->arena);
}

void
transfer_clear(struct transfer *t)
{
	size_t i;

	arena_reset(t->arena);
	t->refused = false;
	t->answer = 0;
	for (i = 0; i < sizeof(t->said); i++)
		t->said[i] = '\0';
}

/* The headers, in the transfer's own list. */
static void
set_headers(struct transfer *t, struct vapid *vapid)
{
	static const char *const urgency[PUSH_URGENCY__MAX] = {
		[PUSH_NORMAL] = "normal", [PUSH_VERY_LOW] = "very-low",
		[PUSH_LOW] = "low", [PUSH_HIGH] = "high" };
	struct arena *a = t->arena;
	char *line[TRANSFER_HEADERS] = {
		arena_printf(a, "Authorization: %s", vapid_authorization(vapid,
		    t->endpoint.origin, clock_now())),
		arena_str(a, "Content-Encoding: aes128gcm"),
		arena_str(a, "Content-Type: application/octet-stream"),
		arena_printf(a, "TTL: %lld", (long long)t->push.ttl),
		arena_printf(a, "Urgency: %s", urgency[t->push.urgency]),
		t->push.topic == NULL ? NULL :
		    arena_printf(a, "Topic: %s", t->push.topic) };
	size_t i;

	for (i = 0; i < TRANSFER_HEADERS && line[i] != NULL; i++) {
		t->header[i] = (struct curl_slist){ .data = line[i] };
		if (i > 0)
			t->header[i - 1].next = &t->header[i];
	}
	SET(t->easy, CURLOPT_HTTPHEADER, t->header);
}

const char *
transfer_ready(struct transfer *t, struct ece *ece, struct vapid *vapid,
    unsigned int generation)
{
	const struct push *p = &t->push;

	if (!endpoint_read(t->arena, t->url, p->endpoint, &t->endpoint))
		return "the endpoint is not a valid URL";
	t->named = endpoint_named(&t->endpoint, t->push_allow);
	if (!t->endpoint.https && !t->named)
		return "the endpoint is plain http, and its host is not in "
		    "push-allow";
	if (p->len > ECE_PLAIN_MAX)
		return "the message is too long";
	if (!ece_encrypt(ece, p->p256dh, p->auth, p->payload, p->len,
	    &t->message))
		return "the subscription's keys do not follow RFC 8291";
	set_headers(t, vapid);
	SET(t->easy, CURLOPT_CURLU, t->url);
	SET(t->easy, CURLOPT_POSTFIELDS, t->message.data);
	SET(t->easy, CURLOPT_POSTFIELDSIZE, (long)t->message.len);
	/*
	 * Servers end a connection after some messages: nginx after a thousand
	 * requests, those on nghttp2 after a thousand RST_STREAM in a burst,
	 * with which libcurl 7.88 ends each stream.  Messages in transit are
	 * then lost or sent twice, so the connection must be left before.
	 * libcurl has no option for that, but it does not share connections
	 * between scopes.  The scope itself means nothing for a global address.
	 */
	SET(t->easy, CURLOPT_ADDRESS_SCOPE, (long)generation);
	return NULL;
}

enum lane_end
transfer_result(struct transfer *t, CURLcode code, struct push_result *result)
{
	curl_off_t wait = 0;
	long status = 0;

	curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &wait);
	result->status = (int)status;
	result->retry_after = wait < 0 ? 0 :
	    wait > PUSH_RETRY_MAX ? PUSH_RETRY_MAX : wait;
	return judge(code, result->status, t->refused, result);
}
