/*
 * Requests are signed by libcurl (AWS's version 4).  A bucket is named in the
 * path, as every compatible store understands it.
 */
#include "core/file/s3/client.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"

#define CONNECT_TIME	5	/* seconds */
#define IDLE_TIME	30	/* seconds without a byte */
#define NAME		64	/* digits */
#define EMPTY_HASH	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca4" \
			"95991b7852b855"

struct s3_get {
	CURL		*easy;
	struct curl_slist *headers;
	char		 url[2048];
	char		 sha256[128];	/* the header */
	char		 error[CURL_ERROR_SIZE];
	int		 fd;		/* to send */
	int64_t		 at;
	struct buf	 answer;	/* bytes that came and were not read */
	size_t		 taken;		/* of them */
	bool		 whole;		/* collects the whole answer */
	bool		 paused;
	bool		 done;
	CURLcode	 result;
};

static const struct s3_place *place;
static CURLM *multi;
static char sign[128];

static bool
ready(const struct s3_place *p)
{
	place = p;
	snprintf(sign, sizeof(sign), "aws:amz:%s:s3", p->region);
	if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
		multi = curl_multi_init();
	return multi != NULL;
}

static size_t
take(char *data, size_t size, size_t n, void *arg)
{
	struct s3_get *g = arg;

	if (!g->whole && g->answer.len > 0) {
		g->paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	buf_add(&g->answer, data, size * n);
	return size * n;
}

static size_t
give(char *to, size_t size, size_t n, void *arg)
{
	struct s3_get *g = arg;
	ssize_t got = pread(g->fd, to, size * n, g->at);

	if (got == -1)
		return CURL_READFUNC_ABORT;
	g->at += got;
	return (size_t)got;
}

static int
rewind_to(void *arg, curl_off_t to, int from)
{
	struct s3_get *g = arg;

	if (from != SEEK_SET)
		return CURL_SEEKFUNC_FAIL;
	g->at = to;
	return CURL_SEEKFUNC_OK;
}

static void
set_common(struct s3_get *g)
{
	curl_easy_setopt(g->easy, CURLOPT_URL, g->url);
	curl_easy_setopt(g->easy, CURLOPT_AWS_SIGV4, sign);
	curl_easy_setopt(g->easy, CURLOPT_USERPWD, place->credentials);
	curl_easy_setopt(g->easy, CURLOPT_HTTPHEADER, g->headers);
	curl_easy_setopt(g->easy, CURLOPT_PROTOCOLS_STR, "https,http");
	curl_easy_setopt(g->easy, CURLOPT_PROXY, "");
	curl_easy_setopt(g->easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(g->easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(g->easy, CURLOPT_FAILONERROR, 1L);
	curl_easy_setopt(g->easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIME);
	curl_easy_setopt(g->easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(g->easy, CURLOPT_LOW_SPEED_TIME, (long)IDLE_TIME);
	curl_easy_setopt(g->easy, CURLOPT_ERRORBUFFER, g->error);
	curl_easy_setopt(g->easy, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(g->easy, CURLOPT_WRITEDATA, g);
	curl_easy_setopt(g->easy, CURLOPT_PRIVATE, g);
}

/* A request for an object, or for the bucket with a query. */
static struct s3_get *
begin(const char *name, const char *hash)
{
	struct s3_get *g = calloc(1, sizeof(*g));

	if (g == NULL || (g->easy = curl_easy_init()) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	if (name[0] == '?')
		snprintf(g->url, sizeof(g->url), "%s%s", place->bucket, name);
	else
		snprintf(g->url, sizeof(g->url), "%s/%s%s", place->bucket,
		    place->prefix, name);
	snprintf(g->sha256, sizeof(g->sha256), "x-amz-content-sha256: %s",
	    hash);
	/* libcurl also signs headers that it is told to leave out: so none is. */
	g->headers = curl_slist_append(NULL, g->sha256);
	set_common(g);
	return g;
}

static void
end(struct s3_get *g)
{
	curl_multi_remove_handle(multi, g->easy);
	curl_easy_cleanup(g->easy);
	curl_slist_free_all(g->headers);
	buf_free(&g->answer);
	free(g);
}

/* Goes on until there are bytes, or the end. */
static void
step(struct s3_get *g)
{
	int running, left;
	CURLMsg *m;

	while (!g->done && (g->whole || g->answer.len == g->taken)) {
		g->answer.len = g->whole ? g->answer.len : 0;
		g->taken = 0;
		if (g->paused) {
			g->paused = false;
			curl_easy_pause(g->easy, CURLPAUSE_CONT);
		}
		curl_multi_perform(multi, &running);
		while ((m = curl_multi_info_read(multi, &left)) != NULL)
			if (m->msg == CURLMSG_DONE && m->easy_handle == g->easy) {
				g->done = true;
				g->result = m->data.result;
			}
		if (!g->done && g->answer.len == 0)
			curl_multi_poll(multi, NULL, 0, 1000, NULL);
	}
}

static bool
fine(struct s3_get *g)
{
	long status = 0;

	if (!g->done || g->result == CURLE_OK)
		return true;
	curl_easy_getinfo(g->easy, CURLINFO_RESPONSE_CODE, &status);
	log_error("s3: %s: %s", status == 404 ? "no such object" :
	    g->error[0] != '\0' ? g->error : curl_easy_strerror(g->result),
	    g->url);
	return false;
}

/* A request whose answer is short. */
static bool
run(struct s3_get *g)
{
	g->whole = true;
	curl_multi_add_handle(multi, g->easy);
	step(g);
	return fine(g);
}

static bool
put(const char *name, int fd, int64_t size)
{
	struct s3_get *g = begin(name, name);
	bool ok;

	g->fd = fd;
	curl_easy_setopt(g->easy, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(g->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)size);
	curl_easy_setopt(g->easy, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(g->easy, CURLOPT_READDATA, g);
	curl_easy_setopt(g->easy, CURLOPT_SEEKFUNCTION, rewind_to);
	curl_easy_setopt(g->easy, CURLOPT_SEEKDATA, g);
	ok = run(g);
	end(g);
	return ok;
}

static bool
remove_object(const char *name)
{
	struct s3_get *g = begin(name, EMPTY_HASH);
	bool ok;

	curl_easy_setopt(g->easy, CURLOPT_CUSTOMREQUEST, "DELETE");
	ok = run(g);
	end(g);
	return ok;
}

static int64_t
size_of(const char *name)
{
	struct s3_get *g = begin(name, EMPTY_HASH);
	curl_off_t size = -1;

	curl_easy_setopt(g->easy, CURLOPT_NOBODY, 1L);
	if (run(g))
		curl_easy_getinfo(g->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T,
		    &size);
	end(g);
	return size;
}

static struct s3_get *
get(const char *name, int64_t from, int64_t len)
{
	struct s3_get *g = begin(name, EMPTY_HASH);
	char range[64];

	if (len != -1) {
		snprintf(range, sizeof(range), "%lld-%lld", (long long)from,
		    (long long)(from + len - 1));
		curl_easy_setopt(g->easy, CURLOPT_RANGE, range);
	}
	curl_multi_add_handle(multi, g->easy);
	step(g);
	if (fine(g))
		return g;
	end(g);
	return NULL;
}

static ssize_t
read_some(struct s3_get *g, void *to, size_t size)
{
	size_t n;

	step(g);
	n = g->answer.len - g->taken;
	if (n == 0 && !fine(g)) {
		errno = EIO;
		return -1;
	}
	n = n < size ? n : size;
	memcpy(to, g->answer.data + g->taken, n);
	g->taken += n;
	return (ssize_t)n;
}

/* Each name of a page. */
static void
names(const char *xml, void (*fn)(void *, const char *), void *arg)
{
	size_t prefix = strlen(place->prefix);
	const char *p = xml;
	char name[NAME + 1];

	while ((p = strstr(p, "<Key>")) != NULL) {
		p += strlen("<Key>");
		if (strncmp(p, place->prefix, prefix) != 0 ||
		    strspn(p + prefix, "0123456789abcdef") != NAME)
			continue;
		snprintf(name, sizeof(name), "%s", p + prefix);
		fn(arg, name);
	}
}

/* The parameter that asks for the page after this one; "" if it is the last. */
static void
next_page(const char *xml, char *to, size_t size)
{
	static const char tag[] = "<NextContinuationToken>";
	const char *token = strstr(xml, tag);
	char *escaped;

	to[0] = '\0';
	if (token == NULL)
		return;
	token += strlen(tag);
	escaped = curl_easy_escape(NULL, token, (int)strcspn(token, "<"));
	snprintf(to, size, "continuation-token=%s&", escaped);
	curl_free(escaped);
}

/* Parameters are signed in the order of their names. */
static bool
list(void (*fn)(void *, const char *), void *arg)
{
	char query[1536], page[1024] = "";
	char *prefix = curl_easy_escape(NULL, place->prefix, 0);
	struct s3_get *g;
	bool ok;

	do {
		snprintf(query, sizeof(query), "?%slist-type=2&prefix=%s", page,
		    prefix);
		g = begin(query, EMPTY_HASH);
		if ((ok = run(g))) {
			buf_add(&g->answer, "", 1);
			names(g->answer.data, fn, arg);
			next_page(g->answer.data, page, sizeof(page));
		}
		end(g);
	} while (ok && page[0] != '\0');
	curl_free(prefix);
	return ok;
}

extern const struct s3_client s3_curl;
const struct s3_client s3_curl = {
	.ready = ready,
	.put = put,
	.remove = remove_object,
	.size = size_of,
	.get = get,
	.read = read_some,
	.end = end,
	.list = list
};
