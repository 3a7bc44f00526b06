#include "dav/token.h"

#include <stdio.h>
#include <string.h>

#include "core/feed.h"
#include "core/list/collection.h"
#include "core/task/item.h"
#include "dav/dav.h"
#include "dav/protocol.h"
#include "ical/task.h"
#include "web/etag.h"
#include "web/request.h"

#define PREFIX	"data:,"

/* In base 36, without leading zeros. */
static void
put_base36(struct buf *b, int64_t n)
{
	char text[16], *p = text + sizeof(text);

	do
		*--p = "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36];
	while ((n /= 36) > 0);
	buf_add(b, p, (size_t)(text + sizeof(text) - p));
}

static bool
take_base36(const char **p, int64_t *n)
{
	const char *digits = "0123456789abcdefghijklmnopqrstuvwxyz", *d;
	const char *from = *p;

	for (*n = 0; **p != '\0' && (d = strchr(digits, **p)) != NULL; (*p)++) {
		if (*n > INT64_MAX / 36 - 1)
			return false;
		*n = *n * 36 + (d - digits);
	}
	return *p > from;
}

void
item_etag_put(struct buf *b, const struct item *i)
{
	buf_add(b, "\"", 1);
	put_base36(b, i->stamp);
	if (i->own_at != 0) {
		buf_add(b, "-", 1);
		put_base36(b, i->own_at);
	}
	buf_add(b, "\"", 1);
}

const char *
item_etag(struct req *rq, const struct item *i)
{
	struct buf b = { 0 };
	const char *etag;

	item_etag_put(&b, i);
	etag = arena_dup(rq->ctx.arena, b.data, b.len);
	buf_free(&b);
	return etag;
}

bool
item_matches(struct req *rq, const struct item *i, const char *etags)
{
	struct item sent = *i;

	sent.stamp = i->version;
	return etag_matches(etags, item_etag(rq, i)) ||
	    (task_text_is_sent(&rq->ctx, i) &&
	    etag_matches(etags, item_etag(rq, &sent)));
}

struct sync_state
sync_now(const struct collection *l)
{
	return (struct sync_state){ l->newest, l->tags_at };
}

/* Whose token it is, and for what: the beginnings of both ids. */
static void
put_owner(struct req *rq, struct buf *b, const struct collection *l)
{
	buf_printf(b, PREFIX "%.8s-%.8s-", l->id, rq->ctx.user);
}

void
sync_put(struct req *rq, struct buf *b, const struct collection *l,
    const struct sync_state *s)
{
	put_owner(rq, b, l);
	put_base36(b, s->list);
	buf_add(b, "-", 1);
	put_base36(b, s->own);
}

bool
sync_read(struct req *rq, const struct collection *l, const char *token,
    struct sync_state *s)
{
	struct buf b = { 0 };
	bool ours;

	put_owner(rq, &b, l);
	ours = strncmp(token, b.data, b.len) == 0;
	token += ours ? b.len : 0;
	buf_free(&b);
	if (!ours || !take_base36(&token, &s->list) || *token++ != '-' ||
	    !take_base36(&token, &s->own) || *token != '\0')
		return false;
	/* Of a list that has not changed, a token stays, however old it is. */
	if (s->list == l->newest && s->own == l->tags_at)
		return true;
	/* Steps are gone with their task, of which a tombstone knows them only
	 * as long as it has its contents: as those that read parts alone. */
	return s->list <= l->newest && s->own <= l->tags_at &&
	    !feed_expired(&rq->ctx, l->id, dav_of(rq)->steps ?
	    1U << FEED_ATTACHMENT : 1U << FEED_TASK, s->list);
}
