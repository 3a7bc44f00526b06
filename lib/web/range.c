#include "web/range.h"

#include <stdlib.h>
#include <string.h>

#include "web/etag.h"
#include "web/reply.h"
#include "web/request.h"

#define MANY	INT64_C(999999999999999)	/* more than any file has */

/* A number, at most MANY; -1 without one. */
static int64_t
range_number(const char **s)
{
	size_t n = strspn(*s, "0123456789");
	int64_t v = n == 0 ? -1 : n > 15 ? MANY : atoll(*s);

	*s += n;
	return v;
}

/* "bytes=A-B", "bytes=A-" or "bytes=-N"; false for anything else. */
static bool
range_parse(const char *s, int64_t size, int64_t *from, int64_t *to)
{
	if (strncasecmp(s, "bytes=", 6) != 0)
		return false;
	s += 6;
	*from = range_number(&s);
	if (*s++ != '-')
		return false;
	*to = range_number(&s);
	if (*s != '\0' || (*from == -1 && *to == -1))
		return false;
	if (*from == -1) {
		*from = *to >= size ? 0 : size - *to;
		if (*to == 0)
			*from = size;
		*to = size - 1;
	} else if (*to == -1 || *to >= size)
		*to = size - 1;
	else if (*to < *from)
		return false;
	return true;
}

bool
range_choose(struct req *rq, int64_t size)
{
	const char *range = rq->in.env[ENV_HTTP_RANGE];
	const char *only = rq->in.env[ENV_HTTP_IF_RANGE];
	struct req_reply *re = &rq->reply;
	int64_t from, to;

	re->status = 200;
	re->file_from = 0;
	re->file_len = size;
	/* If the client already has the file, nothing is sent. */
	if (range == NULL || etag_matches(rq->in.env[ENV_HTTP_IF_NONE_MATCH],
	    re->etag) || (only != NULL && strcmp(only, re->etag) != 0) ||
	    !range_parse(range, size, &from, &to))
		return true;
	if (from >= size) {
		reply_no_file(rq);
		refuse(rq, RANGE_NOT_SATISFIABLE);
		reply_header(rq, "Content-Range", "bytes */%lld",
		    (long long)size);
		return false;
	}
	re->status = 206;
	re->file_from = from;
	re->file_len = to - from + 1;
	reply_header(rq, "Content-Range", "bytes %lld-%lld/%lld",
	    (long long)from, (long long)to, (long long)size);
	return true;
}
