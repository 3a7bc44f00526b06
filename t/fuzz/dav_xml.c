/*
 * XML of CalDAV's clients, and the filters in it: what is written of a tree
 * reads as the same tree; a filter of any form ends, with any text that it is
 * compared with.
 */
#include <string.h>

#include "base/text.h"
#include "dav/filter.h"
#include "dav/xml.h"
#include "ical/item.h"
#include "t/fuzz/lib/fuzz.h"

#define BETWEEN		'\x01'	/* the XML and the item: in neither */

static int filters;

bool
fuzz_reached(void)
{
	return filters > 20;
}

static void
tell_text(struct buf *b, const char *s)
{
	MUST(text_valid(s, strlen(s)));
	buf_str(b, s);
	buf_add(b, "", 1);
}

/* All of a tree. */
static void
tell_tree(struct buf *b, const struct xml *e)
{
	const struct xml_attr *at;

	for (; e != NULL; e = e->next) {
		if (e->name == NULL) {
			tell_text(b, e->text);
			continue;
		}
		MUST(e->name[0] != '\0');
		tell_text(b, e->ns);
		tell_text(b, e->name);
		for (at = e->attrs; at != NULL; at = at->next) {
			tell_text(b, at->ns);
			tell_text(b, at->name);
			tell_text(b, at->value);
		}
		tell_tree(b, e->first);
		buf_str(b, "/");
	}
}

static void
check_written(struct arena *a, const struct xml *root)
{
	struct buf text = { 0 }, is = { 0 }, was = { 0 };
	const struct xml *again;
	const char *why;

	xml_write(&text, root);
	again = xml_read(a, text.data, text.len, &why);
	MUST(again != NULL);
	tell_tree(&was, root);
	tell_tree(&is, again);
	MUST(was.len == is.len && memcmp(was.data, is.data, is.len) == 0);
	buf_free(&text);
	buf_free(&is);
	buf_free(&was);
}

static void
check_filter(struct arena *a, const struct xml *e, const char *text,
    size_t len)
{
	struct ical_item item;
	struct filter *f;
	enum filter_read r = filter_read(a, e, &f);

	MUST(r == FILTER_GOOD || r == FILTER_ALL || r == FILTER_NOTHING ||
	    r == FILTER_UNSUPPORTED || r == FILTER_COLLATION);
	if (r != FILTER_GOOD)
		return;
	filters++;
	if (ical_item_read(a, text, len, &item) == ICAL_GOOD)
		filter_matches(a, f, text, len, "Europe/Berlin");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	const uint8_t *p = len == 0 ? NULL : memchr(data, BETWEEN, len);
	size_t n = p == NULL ? len : (size_t)(p - data);
	struct arena *a = arena_new();
	const char *why = NULL, *item = "";
	const struct xml *root = xml_read(a, (const char *)data, n, &why);

	MUST(root != NULL || why != NULL);
	if (p != NULL)
		item = arena_dup(a, p + 1, len - n - 1);
	if (root != NULL) {
		MUST(root->name != NULL && root->next == NULL);
		check_written(a, root);
		check_filter(a, root, item, p == NULL ? 0 : len - n - 1);
	}
	arena_free(a);
	return 0;
}
