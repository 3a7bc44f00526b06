#include "web/page.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/date.h"
#include "core/feed.h"
#include "db/db.h"
#include "web/change.h"
#include "web/request.h"

#define BATCH	256	/* rows of the feed read at once */

/*
 * `next` within a listing: "c", the stamp to sync from when it is through, the
 * hex of the key, the id.  Opaque to clients.
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

/* False for what no listing ever gave as its `next`. */
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
	    memchr(key, 0, len) != NULL)
		return false;
	at->key = (const char *)key;
	id = dot + 1;
	if (uuid_parse(id, bytes) == -1 ||
	    id[strspn(id, "0123456789abcdef-")] != '\0')
		return false;
	at->id = id;
	return true;
}

int64_t
page_limit(struct req *rq, int64_t otherwise)
{
	const char *s = query_param(rq, "limit");
	long long n;

	if (rq->refused)
		return -1;
	if (s == NULL)
		return otherwise;
	n = s[0] != '\0' && strlen(s) <= 6 &&
	    s[strspn(s, "0123456789")] == '\0' ? atoll(s) : 0;
	if (n < 1 || n > PAGE_MAX) {
		field_error(rq, "/limit", "out-of-range",
		    "The parameter limit must be 1 to 1000.");
		refuse(rq, VALIDATION_FAILED);
		return -1;
	}
	return n;
}

static void
end_page(struct req *rq, struct jw *jw, const char *next, bool more)
{
	char stamp[STAMP_SIZE];

	jw_array_end(jw);
	jw_put_text(jw, "next", next != NULL ? next :
	    stamp_format(feed_last(&rq->ctx), stamp));
	jw_put_bool(jw, "more", more);
	jw_object_end(jw);
}

static struct jw *
begin_page(struct req *rq)
{
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_name(jw, "items");
	jw_array(jw);
	return jw;
}

/*
 * One record's memory is given back before the next: the answer may be long.
 * The statement's rows live in the request's own arena meanwhile.
 */
static void
page_live(struct req *rq, const struct collection *c, int64_t start,
    struct cursor at, int64_t limit)
{
	struct arena *whole = rq->ctx.arena, *one = arena_new();
	struct rows *r = c->rows(rq, &at, limit == -1 ? -1 : limit + 1);
	struct jw *jw = begin_page(rq);
	struct cursor last = at;
	char stamp[STAMP_SIZE];
	bool more = false;
	int64_t n;

	rq->ctx.arena = one;
	for (n = 0; rows_next(r); n++) {
		if (n == limit) {
			more = true;
			rows_end(r);
			break;
		}
		arena_reset(one);
		c->show(rq, jw, r, &last);
		if (n + 1 == limit) {
			last.key = arena_str(whole, last.key);
			last.id = arena_str(whole, last.id);
		}
	}
	rq->ctx.arena = whole;
	end_page(rq, jw, more ? cursor_text(rq, start, &last) :
	    arena_str(whole, stamp_format(start, stamp)), more);
	arena_free(one);
}

/* The feed from `since` on; `live` leaves tombstones out. */
static void
page_changes(struct req *rq, const struct collection *c, int64_t since,
    int64_t limit, bool live)
{
	struct arena *whole = rq->ctx.arena, *one = arena_new();
	struct feed_row *rows = arena_alloc(whole, BATCH * sizeof(*rows));
	struct jw *jw = begin_page(rq);
	int64_t shown = 0, last = since;
	char stamp[STAMP_SIZE];
	bool more = false;
	size_t n, i;

	rq->ctx.arena = one;
	do {
		arena_reset(one);
		n = feed_read(&rq->ctx, c->list, c->kinds, since, rows, BATCH);
		for (i = 0; i < n && !more; i++) {
			since = rows[i].stamp;
			if (shown == limit)
				more = change_visible(rq, c, &rows[i], live);
			else if (change_show(rq, jw, c, &rows[i], live)) {
				shown++;
				last = since;
			}
		}
	} while (n == BATCH && !more);
	rq->ctx.arena = whole;
	end_page(rq, jw, more ? stamp_format(last, stamp) : NULL, more);
	arena_free(one);
}

void
answer_collection(struct req *rq, const struct collection *c)
{
	const char *since = query_param(rq, "since");
	int64_t limit = rq->refused ? -1 : page_limit(rq, -1), start, stamp;
	struct cursor at = { "", NULL };

	if (rq->refused)
		return;
	start = feed_last(&rq->ctx);
	if (since == NULL || (c->rows != NULL &&
	    cursor_parse(rq, since, &start, &at))) {
		if (unchanged(rq, feed_newest(&rq->ctx, c->list), ""))
			return;
		if (c->rows != NULL)
			page_live(rq, c, start, at, limit);
		else
			page_changes(rq, c, 0, limit, true);
		return;
	}
	if (!stamp_parse(since, &stamp)) {
		field_error(rq, "/since", "invalid-format",
		    "Must be an updatedAt, or the next of an earlier answer.");
		refuse(rq, INVALID_SINCE);
	} else if (feed_expired(&rq->ctx, stamp))
		refuse(rq, SINCE_EXPIRED);
	else if (!unchanged(rq, feed_newest(&rq->ctx, c->list), ""))
		page_changes(rq, c, stamp, limit, false);
}
