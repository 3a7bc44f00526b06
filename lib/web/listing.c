#include "web/listing.h"

#include "db/rows.h"
#include "web/page.h"
#include "web/reply.h"
#include "web/request.h"

#define LISTED	100	/* without limit */

bool
listing_read(struct req *rq, struct listing *l)
{
	l->after = query_param(rq, "after");
	if (rq->refused)
		return false;
	if (query_param(rq, "since") != NULL) {
		field_error(rq, "/since", "not-allowed",
		    "This listing cannot be synced; use after.");
		refuse(rq, INVALID_SINCE);
	}
	if (rq->refused)
		return false;
	l->limit = page_limit(rq, LISTED);
	return !rq->refused;
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
