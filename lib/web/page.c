#include "web/page.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/date.h"
#include "base/text.h"
#include "core/feed.h"
#include "core/limits.h"
#include "core/record.h"
#include "db/db.h"
#include "db/rows.h"
#include "web/env.h"
#include "web/listing.h"
#include "web/query_param.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/show.h"

#define BATCH	256	/* rows of the feed per read */
#define PARTS	2048	/* parts of a mark per read */

/*
 * `next` within the live records, "cSTAMP.KEY.ID": the stamp to sync from after
 * the last page, and key (in hex) and id of the last record shown.  Opaque to
 * clients.
 */
static const char *
cursor_text(struct req *rq, int64_t start, const struct cursor *at)
{
	size_t n = strlen(at->key);
	char *hex = arena_alloc(rq->ctx.arena, 2 * n + 1);

	sodium_bin2hex(hex, 2 * n + 1, (const unsigned char *)at->key, n);
	return arena_printf(rq->ctx.arena, "c%lld.%s.%s", (long long)start,
	    hex, at->id);
}

/* False if it cannot be a `next`. */
static bool
cursor_parse(struct req *rq, const char *s, int64_t *start, struct cursor *at)
{
	const char *dot, *id;
	unsigned char *key;
	size_t len, n;
	uuid_t bytes;
	char *end;

	if (s[0] != 'c' || s[1] < '0' || s[1] > '9')
		return false;
	*start = strtoll(s + 1, &end, 10);
	if (*end != '.' || *start > feed_last(&rq->ctx) ||
	    (dot = strchr(end + 1, '.')) == NULL)
		return false;
	n = (size_t)(dot - end - 1);
	key = arena_alloc(rq->ctx.arena, n / 2 + 1);
	if (sodium_hex2bin(key, n / 2 + 1, end + 1, n, NULL, &len, NULL) != 0 ||
	    !text_valid((const char *)key, len))
		return false;
	at->key = (const char *)key;
	id = dot + 1;
	if (uuid_parse(id, bytes) == -1 ||
	    id[strspn(id, "0123456789abcdef-")] != '\0')
		return false;
	at->id = id;
	return true;
}

/* How many rows show whether there are more than the limit. */
static int64_t
with_more(int64_t limit)
{
	return limit == -1 ? -1 : limit + 1;
}

/* What the first page reads; its rows only if the client has no version that
 * can still be the newest. */
static void
page_ask_ahead(struct req *rq, const struct collection *c, int64_t limit)
{
	struct cursor at = { "", NULL };

	feed_newest_ahead(&rq->ctx, c->feed.list);
	if (c->rows != NULL && limit != -1 &&
	    rq->in.env[ENV_HTTP_IF_NONE_MATCH] == NULL)
		rows_ahead(c->rows(rq, &at, with_more(limit)));
}

/*
 * Frees each record's memory before the next, since the answer may be long.
 * The statement's rows are in the request's arena.
 */
static void
page_live(struct req *rq, const struct collection *c, int64_t start,
    struct cursor at, int64_t limit)
{
	struct arena *whole = rq->ctx.arena, *one = arena_new();
	struct rows *r = c->rows(rq, &at, with_more(limit));
	struct jw *jw = listing_begin(rq);
	struct cursor last = at;
	struct row_shape shape;
	char stamp[STAMP_SIZE];
	bool more = false;
	int64_t n;

	if (limit == -1)
		rows_many(r);
	if (c->columns != NULL)
		record_shape(&shape, c->kind->fields, c->columns);
	rq->ctx.arena = one;
	for (n = 0; rows_next(r); n++) {
		if (n == limit) {
			more = true;
			rows_end(r);
			break;
		}
		if (c->columns != NULL && n + 1 != limit) {
			show_row(jw, &rq->ctx, &shape, r);
			continue;
		}
		arena_reset(one);
		c->show(rq, jw, r, &last);
		if (n + 1 == limit) {
			last.key = arena_str(whole, last.key);
			last.id = arena_str(whole, last.id);
		}
	}
	rq->ctx.arena = whole;
	listing_end(jw, more ? cursor_text(rq, start, &last) :
	    stamp_format(start, stamp), more);
	arena_free(one);
}

/*
 * A page of the feed.  Between two pages a client is after a row, given by its
 * stamp, or within a mark, after one of its parts: then `next` is the stamp
 * before the mark, a dot and the part's place.
 */
struct changes {
	struct req		*rq;
	const struct collection	*c;
	struct jw		*jw;
	bool			 live;		/* no tombstones */
	int64_t			 limit;
	int64_t			 shown;
	int64_t			 last, last_part; /* where the page ends */
	bool			 more;
	struct arena		*parts;		/* of a mark */
};

static bool
since_parse(struct req *rq, const char *s, int64_t *stamp, int64_t *part)
{
	const char *z = strchr(s, 'Z');
	char *end;

	*part = 0;
	if (z == NULL || z[1] != '.')
		return stamp_parse(s, stamp);
	if (z[2] < '1' || z[2] > '9')
		return false;
	*part = strtoll(z + 2, &end, 10);
	return *end == '\0' && *part != INT64_MAX && stamp_parse(
	    arena_dup(rq->ctx.arena, s, (size_t)(z + 1 - s)), stamp);
}

static void
refuse_since(struct req *rq)
{
	field_error(rq, "/since", "invalid-format",
	    "Must be an updatedAt, or the next of an earlier answer.");
	refuse(rq, INVALID_SINCE);
}

bool
page_since(struct req *rq, int64_t *stamp)
{
	const char *since = query_param(rq, "since");
	int64_t part;

	if (rq->reply.refused)
		return false;
	if (since != NULL && since_parse(rq, since, stamp, &part))
		return true;
	refuse_since(rq);
	return false;
}

static const char *
since_text(const struct changes *p)
{
	struct arena *a = p->rq->ctx.arena;
	char stamp[STAMP_SIZE];

	if (p->last_part == 0)
		return arena_str(a, stamp_format(p->last, stamp));
	return arena_printf(a, "%s.%lld", stamp_format(p->last - 1, stamp),
	    (long long)p->last_part);
}

/* Shows a row, or, if the page is full, records that there are more. */
static void
page_take(struct changes *p, const struct feed_row *row, bool live,
    int64_t stamp)
{
	if (p->shown == p->limit)
		p->more = change_visible(p->rq, &p->c->feed, row, live);
	else if (change_show(p->rq, p->jw, &p->c->feed, row, live)) {
		p->shown++;
		p->last = stamp;
		p->last_part = row->part;
	}
}

static void
take_parts(struct changes *p, const struct feed_row *mark, int64_t after)
{
	struct arena *before = p->rq->ctx.arena;
	bool live = p->live || mark->kind == (enum feed_kind)FEED_GAIN;
	struct feed_row *rows;
	size_t n, i;

	if (p->live && mark->kind != (enum feed_kind)FEED_GAIN)
		return;
	p->rq->ctx.arena = p->parts;
	do {
		arena_reset(p->parts);
		rows = arena_raw(p->parts, PARTS * sizeof(*rows));
		n = feed_parts(&p->rq->ctx, mark, p->c->feed.kinds, after, rows,
		    PARTS);
		for (i = 0; i < n && !p->more; i++) {
			after = rows[i].part;
			page_take(p, &rows[i], live, mark->stamp);
		}
	} while (n == PARTS && !p->more);
	p->rq->ctx.arena = before;
}

/* There are no more: the client continues from the last stamp of all. */
static void
end_changes(struct jw *jw, int64_t last)
{
	char stamp[STAMP_SIZE];

	listing_end(jw, stamp_format(last, stamp), false);
}

/* Shows the feed after `since`; of the first mark there, if it is at the next
 * stamp, the parts after `part`. */
static void
page_changes(struct req *rq, const struct collection *c, int64_t since,
    int64_t part, int64_t limit, bool live)
{
	struct changes p = { .rq = rq, .c = c, .jw = listing_begin(rq),
	    .live = live, .limit = limit, .last = since,
	    .parts = arena_new() };
	struct arena *whole = rq->ctx.arena, *one = arena_new();
	struct feed_row *rows;
	size_t n, i;

	rq->ctx.arena = one;
	do {
		arena_reset(one);
		rows = arena_raw(one, BATCH * sizeof(*rows));
		n = feed_read(&rq->ctx, c->feed.list, c->feed.kinds, since,
		    rows, BATCH);
		for (i = 0; i < n && !p.more; i++) {
			if (rows[i].stamp > since + 1)
				part = 0;
			since = rows[i].stamp;
			if (feed_is_mark(&rows[i], c->feed.kinds))
				take_parts(&p, &rows[i], part);
			else
				page_take(&p, &rows[i], live, since);
			part = 0;
		}
	} while (n == BATCH && !p.more);
	rq->ctx.arena = whole;
	if (p.more)
		listing_end(p.jw, since_text(&p), true);
	else
		end_changes(p.jw, feed_last(&rq->ctx));
	arena_free(p.parts);
	arena_free(one);
}

/* What has changed since that stamp, and that part of its mark. */
static void
page_after(struct req *rq, const struct collection *c, int64_t start,
    int64_t stamp, int64_t part, int64_t limit)
{
	int64_t newest;

	if (stamp == start && part == 0) {
		/* The last stamp is also a version. */
		if (!listing_unchanged(rq, start, ""))
			end_changes(listing_begin(rq), start);
	} else if (feed_expired(&rq->ctx, c->feed.list, c->feed.kinds, stamp))
		refuse(rq, SINCE_EXPIRED);
	else {
		newest = feed_newest(&rq->ctx, c->feed.list);
		if (listing_unchanged(rq, newest, ""))
			return;
		/* Nothing is new: do not read the feeds. */
		if (newest <= stamp)
			end_changes(listing_begin(rq), start);
		else
			page_changes(rq, c, stamp, part, limit, false);
	}
}

void
answer_collection(struct req *rq, const struct collection *c)
{
	const char *since = query_param(rq, "since");
	int64_t most = c->most == 0 ? -1 : c->most, start, stamp, part, newest;
	int64_t limit = rq->reply.refused ? -1 : query_limit(rq, most);
	struct cursor at = { "", NULL };

	if (rq->reply.refused)
		return;
	if (since == NULL && db_asks_ahead(rq->ctx.db))
		page_ask_ahead(rq, c, limit);
	start = feed_last(&rq->ctx);
	if (since == NULL || (c->rows != NULL &&
	    cursor_parse(rq, since, &start, &at))) {
		newest = feed_newest(&rq->ctx, c->feed.list);
		if (listing_unchanged(rq, newest, ""))
			return;
		if (c->rows != NULL)
			page_live(rq, c, start, at, limit);
		else
			page_changes(rq, c, 0, 0, limit, true);
		return;
	}
	if (since_parse(rq, since, &stamp, &part))
		page_after(rq, c, start, stamp, part, limit);
	else
		refuse_since(rq);
}
