#include "web/gzip.h"

#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#include "base/base.h"
#include "base/log.h"
#include "web/header_value.h"
#include "web/request.h"
#include "web/route.h"

#define LEVEL	3
#define GZIP	(15 + 16)	/* the largest window, and gzip's header */
#define MEMORY	8

/* Paths whose answers contain secrets, perhaps next to the caller's text. */
static const char *const plain[] = { "/sessions", "/users", "/tokens", "/feeds",
	"/service", "invitation" };

bool
gzip_may(const struct req *rq)
{
	const struct req_reply *re = &rq->reply;
	size_t i;

	if (rq->route == NULL || re->type == NULL || re->file != NULL ||
	    (rq->route->flags & R_NO_STORE) ||
	    (strstr(re->type, "json") == NULL &&
	    strstr(re->type, "xml") == NULL))
		return false;
	for (i = 0; i < COUNT(plain); i++)
		if (strstr(rq->route->path, plain[i]) != NULL)
			return false;
	return true;
}

bool
gzip_wanted(const struct req *rq)
{
	const char *p = rq->in.env[ENV_HTTP_ACCEPT_ENCODING];
	size_t len;

	if (p == NULL)
		return false;
	for (; *p != '\0'; p += strcspn(p, ","), p += *p != '\0') {
		p += strspn(p, " \t");
		len = strcspn(p, ";, \t");
		if (len == 4 && strncasecmp(p, "gzip", len) == 0)
			return !weighs_nothing(p + len +
			    strspn(p + len, " \t"));
	}
	return false;
}

/* Not in the request's arena, which a page resets after each record. */
static z_stream *
gzip_begin(void)
{
	z_stream *z = calloc(1, sizeof(*z));

	if (z == NULL || deflateInit2(z, LEVEL, Z_DEFLATED, GZIP, MEMORY,
	    Z_DEFAULT_STRATEGY) != Z_OK)
		fatal(FATAL_INTERNAL, "out of memory for compression");
	return z;
}

void
gzip_add(struct req *rq, struct buf *out, const char *data, size_t len,
    bool end)
{
	z_stream *z = rq->reply.gzip;
	int done = Z_OK;

	if (z == NULL)
		z = rq->reply.gzip = gzip_begin();
	z->next_in = (const Bytef *)data;
	z->avail_in = (uInt)len;
	do {
		z->avail_out = 32 * 1024;
		z->next_out = (Bytef *)buf_reserve(out, z->avail_out);
		done = deflate(z, end ? Z_FINISH : Z_NO_FLUSH);
		out->len += 32 * 1024 - z->avail_out;
	} while (z->avail_in > 0 || z->avail_out == 0 ||
	    (end && done != Z_STREAM_END));
	if (end)
		gzip_drop(rq);
}

void
gzip_drop(struct req *rq)
{
	z_stream *z = rq->reply.gzip;

	if (z != NULL)
		deflateEnd(z);
	free(z);
	rq->reply.gzip = NULL;
}
