#include "mail/smtp.h"

#include <ctype.h>
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "base/net.h"
#include "base/settings/settings.h"
#include "mail/message.h"

#define CONNECT_SECONDS	30
#define NOOP_SECONDS	10
#define TOTAL_SECONDS	300	/* of MAIL_LEASE */
#define ANSWER_BYTES	240

/* The last command sent. */
enum stage {
	CONNECTING,
	GREETED,
	SECURING,
	SIGNING_IN,
	SENDER,
	RECIPIENT,
	MESSAGE
};

struct smtp {
	CURL			*curl;
	CURLU			*url;
	bool			 offers_utf8;
	/* Of the mail under way: */
	enum stage		 stage;
	char			 answer[ANSWER_BYTES];	/* its first line */
	const struct message	*message;
	const char		*rest;		/* to be read by libcurl */
	size_t			 rest_len;
	char			 error[CURL_ERROR_SIZE];
};

static bool
smtp_begins(const char *data, size_t len, const char *with)
{
	size_t n = strlen(with);

	return len >= n && memcmp(data, with, n) == 0;
}

/* Keep only the verb: AUTH commands contain the password. */
static void
note_command(struct smtp *s, const char *data, size_t len)
{
	static const struct { const char *begin; enum stage stage; } table[] = {
		{ "EHLO ", GREETED }, { "HELO ", GREETED },
		{ "STARTTLS", SECURING }, { "AUTH ", SIGNING_IN },
		{ "MAIL FROM:", SENDER }, { "RCPT TO:", RECIPIENT },
		{ "DATA\r", MESSAGE },
	};
	size_t i;

	if (smtp_begins(data, len, "QUIT"))
		return;		/* after an error */
	s->answer[0] = '\0';
	for (i = 0; i < COUNT(table); i++)
		if (smtp_begins(data, len, table[i].begin))
			s->stage = table[i].stage;
	if (s->stage == GREETED)
		s->offers_utf8 = false;
}

/* Keeps one printable line of what the server sent. */
static void
keep_printable(char *to, size_t size, const char *from, size_t len)
{
	size_t i;

	for (i = 0; i < len && i < size - 1 && from[i] != '\r' &&
	    from[i] != '\n'; i++)
		to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
	to[i] = '\0';
}

static void
note_answer(struct smtp *s, const char *line, size_t len)
{
	if (s->stage == GREETED && len > 12 &&
	    strncasecmp(line + 4, "SMTPUTF8", 8) == 0 && line[12] <= ' ')
		s->offers_utf8 = true;
	if (s->answer[0] == '\0')
		keep_printable(s->answer, sizeof(s->answer), line, len);
}

/* libcurl reports the dialogue, which shows what an error refers to. */
static int
on_debug(CURL *curl, curl_infotype type, char *data, size_t len, void *arg)
{
	struct smtp *s = arg;

	(void)curl;
	switch (type) {
	case CURLINFO_HEADER_OUT:
		note_command(s, data, len);
		break;
	case CURLINFO_HEADER_IN:
		note_answer(s, data, len);
		break;
	case CURLINFO_DATA_OUT:
		s->answer[0] = '\0';
		break;
	default:
		break;
	}
	return 0;
}

static size_t
read_message(char *to, size_t size, size_t count, void *arg)
{
	struct smtp *s = arg;
	size_t n = size * count;

	if (message_needs_utf8(s->message) && !s->offers_utf8)
		return CURL_READFUNC_ABORT;
	if (n > s->rest_len)
		n = s->rest_len;
	memcpy(to, s->rest, n);
	s->rest += n;
	s->rest_len -= n;
	return n;
}

/* Is the URL's host localhost? */
static bool
is_here(CURLU *url)
{
	static const struct net_network loopback = { .base.byte = { [10] = 255,
	    255, 127 }, .bits = 104 };
	static const struct net_address one = { .byte = { [15] = 1 } };
	struct net_address address;
	char *host = NULL;
	bool here;

	if (curl_url_get(url, CURLUPART_HOST, &host, 0) != CURLUE_OK)
		return false;
	if (host[0] == '[')
		memmove(host, host + 1, strlen(host));
	host[strcspn(host, "]")] = '\0';
	here = strcasecmp(host, "localhost") == 0 ||
	    (net_parse(host, &address) && (net_within(&address, &loopback) ||
	    memcmp(&address, &one, sizeof(one)) == 0));
	curl_free(host);
	return here;
}

static bool
has_user(CURLU *url)
{
	char *user = NULL;
	bool has = curl_url_get(url, CURLUPART_USER, &user, 0) == CURLUE_OK;

	curl_free(user);
	return has;
}

static void
set_options(struct smtp *s)
{
	const char *authorities = getenv("SSL_CERT_FILE");
	CURL *c = s->curl;

	curl_easy_setopt(c, CURLOPT_CURLU, s->url);
	curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(c, CURLOPT_PROXY, "");
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)TOTAL_SECONDS);
	curl_easy_setopt(c, CURLOPT_USE_SSL, is_here(s->url) &&
	    !has_user(s->url) ? (long)CURLUSESSL_NONE : (long)CURLUSESSL_ALL);
	curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (authorities != NULL && authorities[0] != '\0')
		curl_easy_setopt(c, CURLOPT_CAINFO, authorities);
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, s->error);
	curl_easy_setopt(c, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(c, CURLOPT_DEBUGFUNCTION, on_debug);
	curl_easy_setopt(c, CURLOPT_DEBUGDATA, s);
	curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(c, CURLOPT_READFUNCTION, read_message);
	curl_easy_setopt(c, CURLOPT_READDATA, s);
}

int
smtp_port(const struct settings *settings)
{
	CURLU *url = curl_url();
	char *text = NULL;
	int port = 0;

	if (url != NULL && curl_url_set(url, CURLUPART_URL, settings->smtp_url,
	    0) == CURLUE_OK && curl_url_get(url, CURLUPART_PORT, &text,
	    CURLU_DEFAULT_PORT) == CURLUE_OK)
		port = atoi(text);
	curl_free(text);
	curl_url_cleanup(url);
	return port;
}

struct smtp *
smtp_open(const struct settings *settings)
{
	struct smtp *s = calloc(1, sizeof(*s));

	if (s == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK ||
	    (s->curl = curl_easy_init()) == NULL ||
	    (s->url = curl_url()) == NULL)
		fatal(FATAL_INTERNAL, "libcurl cannot be initialized");
	/* An invalid one is reported when it is used. */
	curl_url_set(s->url, CURLUPART_URL, settings->smtp_url, 0);
	set_options(s);
	return s;
}

void
smtp_close(struct smtp *s)
{
	if (s == NULL)
		return;
	curl_easy_cleanup(s->curl);
	curl_url_cleanup(s->url);
	curl_global_cleanup();
	free(s);
}

/* Plain words for each error; detail: libcurl knows more. */
static const struct {
	CURLcode	 code;
	const char	*words;
	bool		 detail;
} codes[] = {
	{ CURLE_URL_MALFORMAT, "smtp-url is not a usable URL", false },
	{ CURLE_COULDNT_RESOLVE_HOST, "cannot resolve the mail server's name",
	    true },
	{ CURLE_COULDNT_CONNECT, "cannot connect to the mail server", true },
	{ CURLE_OPERATION_TIMEDOUT, "the mail server did not answer in time",
	    false },
	{ CURLE_USE_SSL_FAILED, "the mail server does not offer TLS "
	    "(STARTTLS), which is required", false },
	{ CURLE_PEER_FAILED_VERIFICATION, "the mail server's certificate is "
	    "not trusted", true },
	{ CURLE_SSL_CACERT_BADFILE, "cannot read the file in SSL_CERT_FILE",
	    false },
	{ CURLE_SSL_CONNECT_ERROR, "TLS with the mail server failed", true },
};

static const char *const refused[] = {
	[CONNECTING] = "the mail server refused the connection",
	[GREETED] = "the mail server refused the connection",
	[SECURING] = "the mail server refused TLS",
	[SENDER] = "the mail server refused the sender, mail-from",
	[RECIPIENT] = "the mail server refused the recipient",
	[MESSAGE] = "the mail server refused the message",
};

static bool
is_refusal(const char *answer)
{
	return answer[0] == '4' || answer[0] == '5';
}

static const char *
explain(const struct smtp *s, struct arena *a, CURLcode code)
{
	char detail[CURL_ERROR_SIZE];
	long error = 0;
	size_t i;

	curl_easy_getinfo(s->curl, CURLINFO_OS_ERRNO, &error);
	if (code == CURLE_COULDNT_CONNECT && error != 0)
		return arena_printf(a, "cannot connect to the mail server: %s",
		    strerror((int)error));
	for (i = 0; i < COUNT(codes); i++) {
		if (codes[i].code != code)
			continue;
		keep_printable(detail, sizeof(detail), s->error,
		    strlen(s->error));
		return codes[i].detail && detail[0] != '\0' ?
		    arena_printf(a, "%s: %s", codes[i].words, detail) :
		    codes[i].words;
	}
	/* Report only the code of the answer to a password: the rest might
	 * contain it. */
	if (s->stage == SIGNING_IN && is_refusal(s->answer))
		return arena_printf(a, "the mail server refused the user or "
		    "password of smtp-url (%.3s)", s->answer);
	if (code == CURLE_LOGIN_DENIED)
		return "the mail server offers no supported authentication "
		    "method";
	if (is_refusal(s->answer))
		return arena_printf(a, "%s: %s", refused[s->stage], s->answer);
	return arena_printf(a, "the mail server closed the connection: %s",
	    curl_easy_strerror(code));
}

static CURLcode
perform(struct smtp *s, const struct message *m, const char *text)
{
	struct curl_slist *to = curl_slist_append(NULL, m->to);
	CURLcode code;

	if (to == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	s->stage = CONNECTING;
	s->answer[0] = s->error[0] = '\0';
	s->message = m;
	s->rest = text;
	s->rest_len = strlen(text);
	curl_easy_setopt(s->curl, CURLOPT_INFILESIZE_LARGE,
	    (curl_off_t)s->rest_len);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_FROM, m->from);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, to);
	code = curl_easy_perform(s->curl);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(to);
	return code;
}

enum smtp_outcome
smtp_send(struct smtp *s, struct arena *a, const struct message *m,
    const char **why)
{
	const char *text = message_format(a, m);
	CURLcode code;

	if (text == NULL) {
		*why = "mail cannot be sent to this address";
		return SMTP_REFUSED;
	}
	code = perform(s, m, text);
	/* libcurl looks at the last line of an answer, which may contradict the
	 * first. */
	if (code == CURLE_OK && s->answer[0] == '2') {
		*why = arena_printf(a, "the mail server accepted it: %s",
		    s->answer);
		return SMTP_SENT;
	}
	if (code == CURLE_ABORTED_BY_CALLBACK) {
		*why = "the mail server accepts only ASCII addresses (it does "
		    "not offer SMTPUTF8)";
		return SMTP_REFUSED;
	}
	*why = explain(s, a, code);
	if (s->stage < RECIPIENT || !is_refusal(s->answer) ||
	    strncmp(s->answer, "421", 3) == 0)
		return SMTP_DOWN;
	return s->stage == RECIPIENT && s->answer[0] == '5' ? SMTP_REFUSED :
	    SMTP_LATER;
}

bool
smtp_answers(struct smtp *s, struct arena *a, const char **why)
{
	CURLcode code;

	s->stage = CONNECTING;
	s->answer[0] = s->error[0] = '\0';
	curl_easy_setopt(s->curl, CURLOPT_UPLOAD, 0L);
	curl_easy_setopt(s->curl, CURLOPT_NOBODY, 1L);
	curl_easy_setopt(s->curl, CURLOPT_CUSTOMREQUEST, "NOOP");
	curl_easy_setopt(s->curl, CURLOPT_TIMEOUT, (long)NOOP_SECONDS);
	code = curl_easy_perform(s->curl);
	if (code != CURLE_OK)
		*why = explain(s, a, code);
	return code == CURLE_OK;
}
