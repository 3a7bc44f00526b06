/*
 * Texts of CalDAV's clients: lines are all of the text; what is stored comes
 * back byte for byte; whatever is written over a text is good, says what was
 * meant, and leaves nothing to write a second time.
 */
#include <string.h>

#include "base/date.h"
#include "base/text.h"
#include "core/limits.h"
#include "ical/base.h"
#include "ical/calendar.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/overlay.h"
#include "ical/read.h"
#include "ical/stored.h"
#include "ical/todo.h"
#include "t/fuzz/lib/fuzz.h"

#define ZONE		"Europe/Berlin"
/* What the service decides on; the others follow from times, tags and alarms
 * that a text can have several of. */
#define CERTAIN		(1U << TODO_TITLE | 1U << TODO_NOTES | \
			    1U << TODO_STARRED | 1U << TODO_TAGS)

static int written;

bool
fuzz_reached(void)
{
	return written > 20;
}

static void
check_lines(struct arena *a, const char *text, size_t len)
{
	struct ical_lines lines = { text, text + len };
	const char *at = text;
	struct ical_line l;

	while (ical_next(a, &lines, &l)) {
		MUST(l.raw == at && l.raw_len > 0);
		at += l.raw_len;
		ical_text(a, &l);
		ical_param(a, &l, "TZID");
	}
	MUST(at == text + len);
}

static const char *
zone_of(void *arg, const unsigned char *hash, size_t *len)
{
	const struct stored *k = arg;
	size_t i;

	for (i = 0; i < k->zone_count; i++)
		if (memcmp(k->zones[i].hash, hash, ZONE_HASH) == 0) {
			*len = k->zones[i].len;
			return k->zones[i].text;
		}
	return NULL;
}

static void
check_kept(struct arena *a, const struct ical_item *item)
{
	struct buf b = { 0 };
	struct stored k;

	stored_cut(a, item, &k);
	stored_join(a, &b, k.text, k.len, k.own, k.own_len, zone_of, &k);
	MUST(b.len == item->whole.len &&
	    memcmp(b.data, item->whole.at, b.len) == 0);
	buf_free(&b);
}

static void
check_todo(const struct todo *t)
{
	int32_t day;
	size_t i;

	MUST(text_length(t->title) <= TITLE_MAX && t->title[0] != '\0');
	MUST(t->notes == NULL || text_length(t->notes) <= NOTES_MAX);
	MUST(t->due_date == NULL || date_parse(t->due_date, &day));
	MUST(t->due_time == NULL || t->due_date != NULL);
	MUST(t->due_zone == NULL || t->due_time != NULL);
	for (i = 0; i < t->tag_count; i++)
		MUST(text_length(t->tags[i]) <= TAG_NAME_MAX);
}

/* Changes the members of a set, as requests can. */
static void
change(struct arena *a, struct input *in, struct todo *t, unsigned set)
{
	static const char *const rules[] = { NULL, "FREQ=DAILY",
		"FREQ=MONTHLY;BYDAY=-1FR" };
	static const char *const tags[] = { "a, b", "c;d", "e\\f" };

	if (set & 1U << TODO_TITLE)
		t->title = "The title; of it, \\ \xc3\xbc";
	if (set & 1U << TODO_NOTES)
		t->notes = input_byte(in) % 2 ? "One\n two" : NULL;
	if (set & 1U << TODO_DONE) {
		t->done = input_byte(in) % 2;
		t->completed_at = t->done ? 1790000000 * SECOND : 0;
	}
	if (set & 1U << TODO_STARRED)
		t->starred = input_byte(in) % 2;
	if (set & 1U << TODO_DUE) {
		t->due_date = date_format((int32_t)input_int(in, 0, 30000),
		    arena_raw(a, DATE_SIZE));
		t->due_time = input_byte(in) % 2 ? "09:30" : NULL;
		t->due_zone = t->due_time != NULL && input_byte(in) % 2 ?
		    "America/New_York" : NULL;
	}
	if (set & 1U << TODO_RULE)
		t->rule = rules[t->due_date == NULL ? 0 : input_byte(in) % 3];
	if (set & 1U << TODO_REMINDER)
		t->reminder_at = input_int(in, 0, 4000000000) * SECOND;
	if (set & 1U << TODO_TAGS) {
		t->tag_count = input_byte(in) % 4;
		t->tags = (const char **)tags;
	}
}

static struct buf
overlay(struct arena *a, const struct ical_item *item, const struct todo *t,
    unsigned set)
{
	struct buf b = { 0 };

	todo_overlay(a, &b, item, t, set, ZONE);
	MUST(text_valid(b.data, b.len));
	return b;
}

static void
check_overlay(struct arena *a, struct input *in, const struct ical_item *item)
{
	unsigned set = (unsigned)input_int(in, 0, (1U << (TODO_TAGS + 1)) - 1);
	struct ical_item again;
	struct todo_read was, is;
	struct todo_base want, got;
	struct buf once, twice;
	struct todo t;

	todo_read(a, item, &item->todo, ZONE, &was);
	check_todo(&was.todo);
	t = was.todo;
	t.changed_at = 1790000000 * SECOND;
	change(a, in, &t, set);
	once = overlay(a, item, &t, set);
	MUST(ical_item_read(a, once.data, once.len, &again) == ICAL_GOOD);
	MUST(strcmp(again.uid, item->uid) == 0);
	MUST(again.occurrence_count == item->occurrence_count);
	todo_read(a, &again, &again.todo, ZONE, &is);
	todo_base(a, &t, &want);
	todo_base(a, &is.todo, &got);
	MUST((todo_differs(&want, &got) & CERTAIN) == 0);
	twice = overlay(a, &again, &t, set & CERTAIN);
	MUST(twice.len == once.len || !(set & CERTAIN));
	buf_free(&twice);
	buf_free(&once);
	written++;
}

static void
check_calendar(struct arena *a, const char *text, size_t len)
{
	struct calendar c;
	struct buf b = { 0 };
	struct ical_item all;

	calendar_begin(&c, a, &b, "name");
	calendar_add(&c, a, text, len);
	calendar_add(&c, a, text, len);
	calendar_add_zone(&c, ZONE);
	calendar_end(&c);
	MUST(ical_item_read(a, b.data, b.len, &all) != ICAL_MALFORMED);
	buf_free(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len < 8 ? len : 8 };
	struct arena *a = arena_new();
	const char *text = arena_dup(a, data + in.left, len - in.left);
	struct ical_item item;

	len -= in.left;
	check_lines(a, text, len);
	if (ical_item_read(a, text, len, &item) == ICAL_GOOD) {
		MUST(text_valid(text, len) && item.uid[0] != '\0');
		check_kept(a, &item);
		check_calendar(a, text, len);
		if (item.todo.len > 0)
			check_overlay(a, &in, &item);
	}
	arena_free(a);
	return 0;
}
