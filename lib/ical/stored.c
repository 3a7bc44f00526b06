#include "ical/stored.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "ical/item.h"
#include "ical/line.h"

#define GAP_ZONE	'Z'
#define GAP_OWN	'C'

struct cutting {
	struct arena	*arena;
	struct stored	*stored;
	struct buf	 text, own;
};

static void
cut_zone(struct cutting *c, const struct ical_component *part)
{
	struct stored *k = c->stored;
	struct stored_zone *z;

	k->zones = arena_more(c->arena, k->zones, k->zone_count,
	    sizeof(*k->zones));
	z = &k->zones[k->zone_count++];
	*z = (struct stored_zone){ .text = part->at, .len = part->len };
	crypto_hash_sha256(z->hash, (const unsigned char *)part->at,
	    part->len);
	buf_add(&c->text, (char[]){ '\0', GAP_ZONE }, 2);
	buf_add(&c->text, z->hash, sizeof(z->hash));
}

void
stored_cut(struct arena *a, const struct ical_item *item, struct stored *k)
{
	struct cutting c = { .arena = a, .stored = k };
	struct ical_lines lines = { item->whole.at,
		item->whole.at + item->whole.len };
	struct ical_line l;
	size_t zone = 0;

	*k = (struct stored){ .text = NULL };
	while (ical_next(a, &lines, &l)) {
		if (zone < item->zone_count && l.raw == item->zones[zone].at) {
			cut_zone(&c, &item->zones[zone]);
			lines.at = l.raw + item->zones[zone++].len;
		} else if (ical_is(&l, "CATEGORIES")) {
			buf_add(&c.own, l.raw, l.raw_len);
			buf_add(&c.text, (char[]){ '\0', GAP_OWN }, 2);
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

/* The next gap; the end if there is none. */
static const char *
next_gap(const char *p, const char *end)
{
	const char *gap = memchr(p, '\0', (size_t)(end - p));

	return gap == NULL || end - gap < 2 ? end : gap;
}

/* Past a gap; NULL: it is cut off. */
static const char *
after_gap(const char *gap, const char *end)
{
	size_t n = gap[1] == GAP_ZONE ? 2 + ZONE_HASH : 2;

	return (size_t)(end - gap) < n ? end : gap + n;
}

void
stored_join(struct arena *a, struct buf *out, const char *text, size_t len,
    const char *own, size_t own_len,
    const char *(*zone)(void *, const unsigned char *, size_t *), void *arg)
{
	const char *p = text, *end = text + len, *gap, *z;
	struct ical_lines lines = { own, own == NULL ? NULL : own + own_len };
	struct ical_line l;
	size_t n;

	for (; p < end; p = after_gap(gap, end)) {
		gap = next_gap(p, end);
		buf_add(out, p, (size_t)(gap - p));
		if (gap == end)
			break;
		if (gap[1] == GAP_OWN) {
			if (own_len > 0 && ical_next(a, &lines, &l))
				buf_add(out, l.raw, l.raw_len);
		} else if (after_gap(gap, end) - gap > ZONE_HASH &&
		    (z = zone(arg, (const unsigned char *)gap + 2, &n)) != NULL)
			buf_add(out, z, n);
	}
}
