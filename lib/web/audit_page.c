#include "web/audit_page.h"

#include "base/date.h"
#include "query/audit.h"
#include "web/listing.h"
#include "web/reply.h"
#include "web/request.h"

bool
audit_page_read(struct req *rq, struct audit_page *p)
{
	struct listing l;

	if (!listing_read(rq, &l))
		return false;
	*p = (struct audit_page){ .limit = l.limit, .before = INT64_MAX };
	if (l.after == NULL || stamp_parse(l.after, &p->before))
		return true;
	listing_bad_after(rq);
	return false;
}

static void
put_person(struct jw *jw, const char *as, const char *id, const char *name)
{
	jw_name(jw, as);
	if (id == NULL) {
		jw_null(jw);
		return;
	}
	jw_object(jw);
	jw_put_text(jw, "id", id);
	jw_put_text(jw, "displayName", name);
	jw_object_end(jw);
}

static void
put_audit_line(struct jw *jw, const struct audit_page_row *row, bool about)
{
	jw_object(jw);
	jw_put_stamp(jw, "at", row->at);
	jw_put_text(jw, "what", row->what);
	if (about)
		put_person(jw, "user", row->user_id, row->user_name);
	jw_put_text(jw, "address", row->address);
	jw_put_text(jw, "device", row->device);
	put_person(jw, "actor", row->actor_id, row->actor_name);
	jw_name(jw, "detail");
	jw_json(jw, row->detail);
	jw_object_end(jw);
}

void
audit_page_put(struct req *rq, struct jw *jw, const struct audit_page *p,
    const char *scope, bool about)
{
	struct rows *r = q_audit_page(rq->ctx.db, scope, p->before,
	    p->limit + 1);
	struct audit_page_row row = { .at = 0 };
	char next[STAMP_SIZE];
	bool more = false;
	int64_t n, last = 0;

	jw_name(jw, "items");
	jw_array(jw);
	for (n = 0; next_audit_page(r, rq->ctx.arena, &row); n++) {
		if ((more = n == p->limit)) {
			rows_end(r);
			break;
		}
		put_audit_line(jw, &row, about);
		last = row.at;
	}
	jw_array_end(jw);
	jw_put_text(jw, "next", more ? stamp_format(last, next) : NULL);
	jw_put_bool(jw, "more", more);
}
