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
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"

#define CONNECT_TIME	5	/* seconds */
#define IDLE_TIME	30	/* seconds without a byte */
#define SLOWEST		(64 * 1024)	/* bytes a second that a store takes */
#define LIST_TIME	(20 * MINUTE)	/* of all pages */
#define ANSWER_MAX	(16 * 1024 * 1024)	/* bytes of a short answer */
#define NAME		64	/* digits */
#define PAGE		1024	/* bytes of a parameter */
#define OTHERS		64	/* sockets that end a wait, too */
#define EMPTY_HASH	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca4" \
			"95991b7852b855"

/* What is asked of the store: the statuses that mean success, and how many
 * seconds the answer may take; 0: see its function. */
struct operation {
	long	 statuses[3];
	long	 seconds;
};

static const struct operation putting = { { 200, 201 }, 0 };
static const struct operation removing = { { 200, 204, 404 }, 20 };
static const struct operation measuring = { { 200 }, 20 };
static const struct operation getting = { { 200 }, 0 };
static const struct operation getting_range = { { 206 }, 0 };
static const struct operation listing = { { 200 }, 60 };

struct s3_get {
	const struct operation *operation;
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
client_init(const struct s3_place *p)
{
	place = p;
	snprintf(sign, sizeof(sign), "aws:amz:%s:s3", p->region);
	if (curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
		multi = curl_multi_init();
	return multi != NULL;
}

static size_t
client_take(char *data, size_t size, size_t n, void *arg)
{
	struct s3_get *g = arg;

	if (!g->whole && g->answer.len > 0) {
		g->paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	if (g->answer.len + size * n > ANSWER_MAX)
		return 0;	/* ends it as an error */
	buf_add(&g->answer, data, size * n);
	return size * n;
}

static size_t
client_give(char *to, size_t size, size_t n, void *arg)
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
	curl_easy_setopt(g->easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIME);
	curl_easy_setopt(g->easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(g->easy, CURLOPT_LOW_SPEED_TIME, (long)IDLE_TIME);
	curl_easy_setopt(g->easy, CURLOPT_TIMEOUT, g->operation->seconds);
	curl_easy_setopt(g->easy, CURLOPT_ERRORBUFFER, g->error);
	curl_easy_setopt(g->easy, CURLOPT_WRITEFUNCTION, client_take);
	curl_easy_setopt(g->easy, CURLOPT_WRITEDATA, g);
	curl_easy_setopt(g->easy, CURLOPT_PRIVATE, g);
}

/* A request for an object, or for the bucket with a query. */
static struct s3_get *
client_begin(const struct operation *operation, const char *name,
    const char *hash)
{
	struct s3_get *g = calloc(1, sizeof(*g));

	if (g == NULL || (g->easy = curl_easy_init()) == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	g->operation = operation;
	if (name[0] == '?')
		snprintf(g->url, sizeof(g->url), "%s%s", place->bucket, name);
	else
		snprintf(g->url, sizeof(g->url), "%s/%s%s", place->bucket,
		    place->prefix, name);
	snprintf(g->sha256, sizeof(g->sha256), "x-amz-content-sha256: %s",
	    hash);
	/* libcurl also signs headers that it is told to leave out: so none
	 * is. */
	g->headers = curl_slist_append(NULL, g->sha256);
	set_common(g);
	return g;
}

static void
client_end(struct s3_get *g)
{
	curl_multi_remove_handle(multi, g->easy);
	curl_easy_cleanup(g->easy);
	curl_slist_free_all(g->headers);
	buf_free(&g->answer);
	free(g);
}

static void
client_wait(void)
{
	struct curl_waitfd others[OTHERS] = { 0 };
	int sockets[OTHERS];
	size_t n = 0, i;

	if (place->wait_begin != NULL)
		n = place->wait_begin(sockets, OTHERS);
	for (i = 0; i < n; i++)
		others[i] = (struct curl_waitfd){ .fd = sockets[i],
			.events = CURL_WAIT_POLLOUT };
	curl_multi_poll(multi, others, (unsigned int)n, 1000, NULL);
	if (place->wait_end != NULL)
		place->wait_end();
}

/* Goes on until there are bytes, or the end. */
static void
client_step(struct s3_get *g)
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
			client_wait();
	}
}

static bool
is_expected(const struct s3_get *g, long status)
{
	size_t i;

	for (i = 0; i < COUNT(g->operation->statuses); i++)
		if (status != 0 && g->operation->statuses[i] == status)
			return true;
	return false;
}

/* Call when there are bytes, or the end: so there is a status. */
static bool
answer_is_good(struct s3_get *g)
{
	long status = 0;

	curl_easy_getinfo(g->easy, CURLINFO_RESPONSE_CODE, &status);
	if (g->done && g->result != CURLE_OK)
		log_error("s3: %s: %s", g->error[0] != '\0' ? g->error :
		    curl_easy_strerror(g->result), g->url);
	else if (!is_expected(g, status))
		log_error("s3: the store answered %ld%s: %s", status,
		    status == 404 ? ", no such object" : "", g->url);
	else
		return true;
	return false;
}

/* A request whose answer is short. */
static bool
client_run(struct s3_get *g)
{
	g->whole = true;
	curl_multi_add_handle(multi, g->easy);
	client_step(g);
	return answer_is_good(g);
}

static bool
send_object(const char *name, int fd, int64_t size)
{
	struct s3_get *g = client_begin(&putting, name, name);
	bool ok;

	g->fd = fd;
	curl_easy_setopt(g->easy, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(g->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)size);
	curl_easy_setopt(g->easy, CURLOPT_READFUNCTION, client_give);
	curl_easy_setopt(g->easy, CURLOPT_READDATA, g);
	curl_easy_setopt(g->easy, CURLOPT_SEEKFUNCTION, rewind_to);
	curl_easy_setopt(g->easy, CURLOPT_SEEKDATA, g);
	curl_easy_setopt(g->easy, CURLOPT_TIMEOUT,
	    (long)(IDLE_TIME + size / SLOWEST));
	ok = client_run(g);
	client_end(g);
	return ok;
}

static int64_t
client_size_of(const char *name)
{
	struct s3_get *g = client_begin(&measuring, name, EMPTY_HASH);
	curl_off_t size = -1;

	curl_easy_setopt(g->easy, CURLOPT_NOBODY, 1L);
	if (client_run(g))
		curl_easy_getinfo(g->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T,
		    &size);
	client_end(g);
	return size;
}

/*
 * The store compares the bytes with x-amz-content-sha256.  Some refuse the
 * headers of S3's further checksums (Backblaze B2, Cloudflare R2), so there is
 * none; instead the store is asked what it has.
 */
static bool
client_put(const char *name, int fd, int64_t size)
{
	int64_t stored;

	if (!send_object(name, fd, size))
		return false;
	stored = client_size_of(name);
	if (stored != size)
		log_error("s3: the store has %lld of %lld bytes after PUT: "
		    "%s/%s%s", (long long)stored, (long long)size,
		    place->bucket, place->prefix, name);
	return stored == size;
}

static bool
remove_object(const char *name)
{
	struct s3_get *g = client_begin(&removing, name, EMPTY_HASH);
	bool ok;

	curl_easy_setopt(g->easy, CURLOPT_CUSTOMREQUEST, "DELETE");
	ok = client_run(g);
	client_end(g);
	return ok;
}

/* Has the answer these bytes, as far as its header says? */
static bool
as_asked(struct s3_get *g, const char *range, int64_t len)
{
	struct curl_header *h = NULL;
	curl_off_t length = -1;
	size_t n = strlen(range);

	curl_easy_getinfo(g->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
	if ((length == -1 || length == len) && (n == 0 ||
	    (curl_easy_header(g->easy, "Content-Range", 0, CURLH_HEADER, -1,
	    &h) == CURLHE_OK && strncmp(h->value, "bytes ", 6) == 0 &&
	    strncmp(h->value + 6, range, n) == 0 && h->value[6 + n] == '/')))
		return true;
	log_error("s3: the store answered with other bytes than those asked "
	    "for: %s", g->url);
	return false;
}

static struct s3_get *
get(const char *name, int64_t from, int64_t len)
{
	struct s3_get *g = client_begin(from == -1 ? &getting : &getting_range,
	    name, EMPTY_HASH);
	char range[64] = "";

	if (from != -1) {
		snprintf(range, sizeof(range), "%lld-%lld", (long long)from,
		    (long long)(from + len - 1));
		curl_easy_setopt(g->easy, CURLOPT_RANGE, range);
	}
	curl_multi_add_handle(multi, g->easy);
	client_step(g);
	if (answer_is_good(g) && as_asked(g, range, len))
		return g;
	client_end(g);
	return NULL;
}

static ssize_t
read_some(struct s3_get *g, void *to, size_t size)
{
	size_t n;

	client_step(g);
	n = g->answer.len - g->taken;
	if (n == 0 && !answer_is_good(g)) {
		errno = EIO;
		return -1;
	}
	n = n < size ? n : size;
	memcpy(to, g->answer.data + g->taken, n);
	g->taken += n;
	return (ssize_t)n;
}

/* Each name of a page.  False if none comes after the last one of the pages
 * before, as in every list of S3: then the pages repeat. */
static bool
read_names(const char *xml, char *last, void (*fn)(void *, const char *),
    void *arg)
{
	size_t prefix = strlen(place->prefix);
	bool any = false, later = false;
	const char *p = xml;
	char name[NAME + 1];

	while ((p = strstr(p, "<Key>")) != NULL) {
		p += strlen("<Key>");
		if (strncmp(p, place->prefix, prefix) != 0 ||
		    strspn(p + prefix, "0123456789abcdef") != NAME ||
		    p[prefix + NAME] != '<')
			continue;
		snprintf(name, sizeof(name), "%s", p + prefix);
		any = true;
		if (strcmp(name, last) > 0) {
			later = true;
			memcpy(last, name, sizeof(name));
		}
		fn(arg, name);
	}
	return later || !any;
}

/*
 * Turns the parameter that asked for this page into the one that asks for the
 * next; "": this is the last.  False if the pages would have no end, or it
 * cannot be reached: they repeat, are empty, or have no token.
 */
static bool
next_page(const char *xml, char *page, size_t size)
{
	static const char tag[] = "<NextContinuationToken>";
	const char *token = strstr(xml, tag);
	size_t len = 0;
	char next[PAGE];
	char *escaped;
	bool ok;

	if (token != NULL)
		len = strcspn(token += strlen(tag), "<");
	if (len == 0) {
		page[0] = '\0';
		/* A store that knows only the first version of lists does not
		 * say how to go on. */
		return strstr(xml, "<IsTruncated>true<") == NULL;
	}
	escaped = curl_easy_escape(NULL, token, (int)len);
	ok = snprintf(next, sizeof(next), "continuation-token=%s&", escaped) <
	    (int)sizeof(next) && strcmp(next, page) != 0 &&
	    strstr(xml, "<Key>") != NULL;
	snprintf(page, size, "%s", next);
	curl_free(escaped);
	return ok;
}

static bool
read_page(struct s3_get *g, char *page, size_t size, char *last,
    void (*fn)(void *, const char *), void *arg)
{
	bool whole, ok = false;

	if (!client_run(g))
		return false;
	buf_add(&g->answer, "", 1);
	whole = strstr(g->answer.data, "</ListBucketResult>") != NULL;
	if (whole)
		ok = read_names(g->answer.data, last, fn, arg) &&
		    next_page(g->answer.data, page, size);
	if (!ok)
		log_error("s3: %s: %s", whole ?
		    "the end of the store's list cannot be reached" :
		    "the store answered with something else than a list",
		    g->url);
	return ok;
}

/* Parameters are signed in the order of their names. */
static bool
client_list(void (*fn)(void *, const char *), void *arg)
{
	char query[PAGE + 512], page[PAGE] = "", last[NAME + 1] = "";
	const int64_t end = clock_ticks() + LIST_TIME;
	char *prefix = curl_easy_escape(NULL, place->prefix, 0);
	struct s3_get *g;
	bool ok;

	do {
		snprintf(query, sizeof(query), "?%slist-type=2&prefix=%s", page,
		    prefix);
		g = client_begin(&listing, query, EMPTY_HASH);
		ok = read_page(g, page, sizeof(page), last, fn, arg);
		client_end(g);
		if (clock_ticks() > end) {
			log_error("s3: the store's list has no end: %s",
			    place->bucket);
			ok = false;
		}
	} while (ok && page[0] != '\0');
	curl_free(prefix);
	return ok;
}

extern const struct s3_client s3_curl;
const struct s3_client s3_curl = {
	.init = client_init,
	.put = client_put,
	.remove = remove_object,
	.size = client_size_of,
	.get = get,
	.read = read_some,
	.end = client_end,
	.list = client_list
};
