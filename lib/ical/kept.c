#include "ical/kept.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "ical/item.h"
#include "ical/line.h"

#define MARK_ZONE	'Z'
#define MARK_OWN	'C'

struct cutting {
	struct arena	*arena;
	struct kept	*kept;
	struct buf	 text, own;
};

static void
cut_zone(struct cutting *c, const struct ical_part *part)
{
	struct kept *k = c->kept;
	struct kept_zone *z;

	k->zones = arena_more(c->arena, k->zones, k->zone_count,
	    sizeof(*k->zones));
	z = &k->zones[k->zone_count++];
	*z = (struct kept_zone){ .text = part->at, .len = part->len };
	crypto_hash_sha256(z->hash, (const unsigned char *)part->at,
	    part->len);
	buf_add(&c->text, (char[]){ '\0', MARK_ZONE }, 2);
	buf_add(&c->text, z->hash, sizeof(z->hash));
}

void
kept_cut(struct arena *a, const struct ical_item *item, struct kept *k)
{
	struct cutting c = { .arena = a, .kept = k };
	struct ical_lines lines = { item->whole.at,
		item->whole.at + item->whole.len };
	struct ical_line l;
	size_t zone = 0;

	*k = (struct kept){ .text = NULL };
	while (ical_next(a, &lines, &l)) {
		if (zone < item->zone_count && l.raw == item->zones[zone].at) {
			cut_zone(&c, &item->zones[zone]);
			lines.at = l.raw + item->zones[zone++].len;
		} else if (ical_is(&l, "CATEGORIES")) {
			buf_add(&c.own, l.raw, l.raw_len);
			buf_add(&c.text, (char[]){ '\0', MARK_OWN }, 2);
		} else
			buf_add(&c.text, l.raw, l.raw_len);
	}
	k->text = arena_dup(a, c.text.data, c.text.len);
	k->len = c.text.len;
	k->own = arena_dup(a, c.own.data, c.own.len);
	k->own_len = c.own.len;
	buf_free(&c.text);
	buf_free(&c.own);
}

/* The next mark; the end if there is none. */
static const char *
next_mark(const char *p, const char *end)
{
	const char *mark = memchr(p, '\0', (size_t)(end - p));

	return mark == NULL || end - mark < 2 ? end : mark;
}

/* Past a mark; NULL: it is cut off. */
static const char *
after_mark(const char *mark, const char *end)
{
	size_t n = mark[1] == MARK_ZONE ? 2 + ZONE_HASH : 2;

	return (size_t)(end - mark) < n ? end : mark + n;
}

void
kept_join(struct arena *a, struct buf *out, const char *text, size_t len,
    const char *own, size_t own_len,
    const char *(*zone)(void *, const unsigned char *, size_t *), void *arg)
{
	const char *p = text, *end = text + len, *mark, *z;
	struct ical_lines lines = { own, own + own_len };
	struct ical_line l;
	size_t n;

	for (; p < end; p = after_mark(mark, end)) {
		mark = next_mark(p, end);
		buf_add(out, p, (size_t)(mark - p));
		if (mark == end)
			break;
		if (mark[1] == MARK_OWN) {
			if (own_len > 0 && ical_next(a, &lines, &l))
				buf_add(out, l.raw, l.raw_len);
		} else if (after_mark(mark, end) - mark > ZONE_HASH &&
		    (z = zone(arg, (const unsigned char *)mark + 2, &n)) != NULL)
			buf_add(out, z, n);
	}
}
