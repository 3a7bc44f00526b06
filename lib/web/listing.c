#include "web/listing.h"

#include <sodium.h>
#include <string.h>

#include "db/rows.h"
#include "web/etag.h"
#include "web/query_param.h"
#include "web/reply.h"
#include "web/request.h"

#define LISTED	100	/* without limit */

bool
listing_unchanged(struct req *rq, int64_t stamp, const char *more)
{
	unsigned char hash[8];
	const char *who = rq->ctx.limited ? rq->ctx.credential : rq->ctx.user;
	const char *what = arena_printf(rq->ctx.arena, "%s?%s %s %s",
	    rq->in.path, rq->in.query, who, more);

	crypto_shorthash_siphash24(hash, (const unsigned char *)what,
	    strlen(what), (const unsigned char *)"docket collection");
	rq->reply.etag = arena_printf(rq->ctx.arena,
	    "W/\"%llx-%02x%02x%02x%02x\"", (unsigned long long)stamp,
	    hash[0], hash[1], hash[2], hash[3]);
	if (!etag_matches(rq->in.env[ENV_HTTP_IF_NONE_MATCH], rq->reply.etag))
		return false;
	answer_empty(rq, 304);
	return true;
}

bool
listing_read(struct req *rq, struct listing *l)
{
	l->after = query_param(rq, "after");
	if (rq->reply.refused)
		return false;
	if (query_param(rq, "since") != NULL) {
		field_error(rq, "/since", "not-allowed",
		    "This listing cannot be synced; use after.");
		refuse(rq, INVALID_SINCE);
	}
	if (rq->reply.refused)
		return false;
	l->limit = query_limit(rq, LISTED);
	return !rq->reply.refused;
}

void
listing_bad_after(struct req *rq)
{
	field_error(rq, "/after", "invalid-format",
	    "Must be the next of an earlier answer.");
	refuse(rq, VALIDATION_FAILED);
}

struct jw *
listing_begin(struct req *rq)
{
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_name(jw, "items");
	jw_array(jw);
	return jw;
}

void
listing_end(struct jw *jw, const char *next, bool more)
{
	jw_array_end(jw);
	jw_put_text(jw, "next", next);
	jw_put_bool(jw, "more", more);
	jw_object_end(jw);
}

void
answer_listing(struct req *rq, struct rows *r,
    void (*show)(struct req *, struct jw *, struct rows *))
{
	struct jw *jw = listing_begin(rq);

	while (rows_next(r))
		show(rq, jw, r);
	jw_array_end(jw);
	jw_object_end(jw);
}
