#include "web/query_param.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "core/limits.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/url.h"

const char *
query_param(struct req *rq, const char *name)
{
	const char *p = rq->in.query, *found = NULL, *v;
	size_t n, len = strlen(name);

	for (; *p != '\0'; p += n + (p[n] != '\0')) {
		n = strcspn(p, "&");
		if (n < len || memcmp(p, name, len) != 0 ||
		    (n > len && p[len] != '='))
			continue;
		v = n == len ? "" : url_decode(rq->ctx.arena, p + len + 1,
		    n - len - 1, strcmp(name, "since") == 0);
		if (v == NULL || found != NULL) {
			refuse_because(rq, MALFORMED_REQUEST,
			    "The parameter %s is repeated, not UTF-8 or "
			    "wrongly escaped.", name);
			return NULL;
		}
		found = v;
	}
	return found;
}

int64_t
query_limit(struct req *rq, int64_t otherwise)
{
	const char *s = query_param(rq, "limit");
	long long n;

	if (rq->reply.refused)
		return -1;
	if (s == NULL)
		return otherwise;
	n = s[0] != '\0' && strlen(s) <= 6 &&
	    s[strspn(s, "0123456789")] == '\0' ? atoll(s) : 0;
	if (n < 1 || n > PAGE_MAX) {
		field_error(rq, "/limit", "out-of-range", arena_printf(
		    rq->ctx.arena, "The parameter limit must be 1 to %d.",
		    PAGE_MAX));
		refuse(rq, VALIDATION_FAILED);
		return -1;
	}
	return n;
}

int64_t
query_choice(struct req *rq, const char *name, const char *const *words,
    const char *wanted)
{
	const char *s = query_param(rq, name);
	int64_t i;

	if (s == NULL)
		return -1;
	for (i = 0; words[i] != NULL; i++)
		if (strcmp(s, words[i]) == 0)
			return i;
	field_error(rq, arena_printf(rq->ctx.arena, "/%s", name),
	    "not-one-of", wanted);
	return -1;
}

const char *
query_date(struct req *rq, const char *name)
{
	const char *s = query_param(rq, name);
	int32_t day;

	if (s != NULL && !date_parse(s, &day))
		field_error(rq, arena_printf(rq->ctx.arena, "/%s", name),
		    "invalid-format", "Must be a date that exists, "
		    "YYYY-MM-DD.");
	return s;
}
