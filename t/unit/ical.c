/*
 * lib/ical: texts in each client's style are read as they are meant; what
 * changes is written over them, and nothing else.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/text.h"
#include "base/zone.h"
#include "ical/base.h"
#include "ical/item.h"
#include "ical/line.h"
#include "ical/overlay.h"
#include "ical/property.h"
#include "ical/read.h"
#include "ical/todo.h"
#include "ical/value.h"
#include "ical/vtimezone.h"
#include "ical/zone_name.h"

#define CORPUS	"t/ical/corpus/"
#define ZONE	"Europe/Berlin"

static const char *const corpus[] = {
	"apple-ios", "apple-macos-place", "davx5-opentasks", "davx5-tasksorg",
	"evolution", "jtx", "korganizer", "nextcloud-step", "nextcloud-tasks",
	"outlook-caldav-synchronizer", "python3-caldav", "sloppy-lf",
	"thunderbird", "todoman", "vtodo-override"
};

static struct arena *a;

static const char *
slurp(const char *name, size_t *len)
{
	char path[256];
	struct buf b = { 0 };
	const char *copy;
	FILE *file;
	int c;

	snprintf(path, sizeof(path), CORPUS "%s.ics", name);
	file = fopen(path, "re");
	assert_non_null(file);
	while ((c = getc(file)) != EOF)
		buf_add(&b, &(char){ (char)c }, 1);
	fclose(file);
	*len = b.len;
	copy = arena_dup(a, b.data, b.len);
	buf_free(&b);
	return copy;
}

static void
read_item(const char *text, size_t len, struct ical_item *item,
    struct todo_read *r, const char *zone)
{
	assert_int_equal(ical_item_read(a, text, len, item), ICAL_GOOD);
	todo_read(a, item, &item->todo, zone, r);
}

static struct todo
todo_of(const char *name)
{
	struct ical_item item;
	struct todo_read r;
	size_t len;
	const char *text = slurp(name, &len);

	read_item(text, len, &item, &r, ZONE);
	return r.todo;
}

static int64_t
moment(const char *text)
{
	int64_t at = 0;

	if (text != NULL)
		assert_true(stamp_parse(text, &at));
	return at;
}

static void
assert_same(const char *name, const char *what, const char *got,
    const char *want)
{
	if (got == NULL ? want != NULL : want == NULL ||
	    strcmp(got, want) != 0)
		fail_msg("%s: %s is '%s', not '%s'", name, what,
		    got == NULL ? "" : got, want == NULL ? "" : want);
}

/* What each text means, for a reader in Berlin. */
static const struct {
	const char	*name, *title, *date, *time, *zone, *rule, *reminder;
	bool		 starred, done;
	const char	*tags;
} meant[] = {
	{ "apple-ios", "Water the plants", "2026-12-01", "15:00", ZONE, NULL,
	    "2026-12-01T14:00:00Z", true, false, "" },
	{ "apple-macos-place", "Buy screws, 4 mm", NULL, NULL, NULL, NULL,
	    NULL, false, false, "" },
	{ "davx5-tasksorg", "Pay the rent", "2026-12-03", NULL, NULL,
	    "FREQ=MONTHLY;INTERVAL=1", "2026-12-03T08:00:00Z", false, false,
	    "home,bills" },
	{ "davx5-opentasks", "Anmeldung für den Kurs „Häkeln“ – bitte "
	    "rechtzeitig und mit dem Formular aus dem Büro abgeben",
	    "2026-12-04", "12:00", "Europe/Vienna", NULL,
	    "2026-12-04T06:30:00Z", false, false, "" },
	{ "thunderbird", "Appeler le plombier", "2026-12-05", "10:00",
	    "Europe/Paris", "FREQ=WEEKLY;BYDAY=SA", "2026-12-05T07:45:00Z",
	    false, false, "Maison" },
	{ "evolution", "Renew the passport", "2026-12-06", "17:00",
	    "America/New_York", NULL, "2026-12-05T22:00:00Z", true, false,
	    "Papers, urgent,Travel" },
	{ "korganizer", "Back up the laptop", "2026-12-07", NULL, NULL,
	    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA", "2026-12-04T22:00:00Z", false,
	    false, "" },
	{ "todoman", "Write the minutes", "2026-12-09", NULL, NULL, NULL,
	    NULL, false, false, "work" },
	{ "nextcloud-tasks", "Plan the garden", "2026-12-09", "18:00", NULL,
	    NULL, NULL, true, false, "garden,spring" },
	{ "nextcloud-step", "Order seeds", NULL, NULL, NULL, NULL, NULL, false,
	    true, "" },
	{ "python3-caldav", "Deliver some data to the tax office",
	    "2026-12-10", NULL, NULL, "FREQ=YEARLY", NULL, true, false,
	    "FAMILY,FINANCE" },
	{ "jtx", "Read chapter 4", "2026-12-11", "21:00", "Asia/Kolkata",
	    NULL, "2026-12-11T15:00:00Z", false, false, "study" },
	{ "outlook-caldav-synchronizer", "Prepare the talk", "2026-12-12",
	    NULL, NULL, NULL, NULL, false, false, "" },
	{ "vtodo-override", "Take out the bins", "2026-11-30", NULL, NULL,
	    "FREQ=WEEKLY", NULL, false, false, "" },
	{ "sloppy-lf", "Lines end by LF, and this one is folded by a tab",
	    "2026-12-13", NULL, NULL, "FREQ=SOMETIMES", NULL, false, false,
	    "" },
};

static const char *
joined(const struct todo *t)
{
	const char *all = "";
	size_t i;

	for (i = 0; i < t->tag_count; i++)
		all = arena_printf(a, "%s%s%s", all, i > 0 ? "," : "",
		    t->tags[i]);
	return all;
}

static void
texts_are_read_as_they_are_meant(void **state)
{
	struct todo t;
	size_t i;

	(void)state;
	assert_int_equal(COUNT(meant), COUNT(corpus));
	for (i = 0; i < COUNT(meant); i++) {
		t = todo_of(meant[i].name);
		assert_same(meant[i].name, "title", t.title, meant[i].title);
		assert_same(meant[i].name, "date", t.due_date, meant[i].date);
		assert_same(meant[i].name, "time", t.due_time, meant[i].time);
		assert_same(meant[i].name, "zone", t.due_zone, meant[i].zone);
		assert_same(meant[i].name, "rule", t.rule, meant[i].rule);
		assert_same(meant[i].name, "tags", joined(&t), meant[i].tags);
		if (t.reminder_at != moment(meant[i].reminder))
			fail_msg("%s: reminder", meant[i].name);
		if (t.starred != meant[i].starred || t.done != meant[i].done)
			fail_msg("%s: starred or done", meant[i].name);
	}
}

/* Random tasks. */
static unsigned long seed = 1;

static unsigned
dice(unsigned n)
{
	seed = seed * 6364136223846793005UL + 1442695040888963407UL;
	return (unsigned)(seed >> 33) % n;
}

static const char *
random_text(size_t max)
{
	static const char *const pieces[] = { "a", " ", ",", ";", "\\", "\\n",
	    "ü", "€", "\n", "\r\n", "\t", ":", "\"", "😀", "word ", "BEGIN:",
	    "=", "\x01", "é" };
	const char *s = "x";
	size_t n = dice((unsigned)max);

	while (n-- > 0)
		s = arena_printf(a, "%s%s", s, pieces[dice(COUNT(pieces))]);
	return s;
}

static void
random_due(struct todo *t)
{
	static const char *const zones[] = { ZONE, "America/New_York",
	    "Asia/Kolkata", "UTC", "Australia/Lord_Howe" };

	t->due_date = t->due_time = t->due_zone = NULL;
	if (dice(4) == 0)
		return;
	t->due_date = date_format(20454 + (int32_t)dice(800),
	    arena_raw(a, DATE_SIZE));
	if (dice(2) == 0)
		return;
	t->due_time = arena_printf(a, "%02u:%02u", dice(23) + 1, dice(60));
	if (dice(2) == 0)
		t->due_zone = zones[dice(COUNT(zones))];
}

static void
random_tags(struct todo *t)
{
	static const char *const names[] = { "home", "a, b", "c;d", "e\\f",
	    "ünï", "x\"y" };
	size_t i;

	t->tag_count = dice(4);
	t->tags = arena_alloc(a, 4 * sizeof(*t->tags));
	for (i = 0; i < t->tag_count; i++)
		t->tags[i] = names[(dice(2) + 2 * i) % COUNT(names)];
}

/* Changes the members of a random set; returns it. */
static unsigned
random_change(struct todo *t)
{
	unsigned set = dice(1U << (TODO_TAGS + 1));

	if (set & 1U << TODO_TITLE)
		t->title = random_text(80);
	if (set & 1U << TODO_NOTES)
		t->notes = dice(4) == 0 ? NULL : random_text(200);
	if (set & 1U << TODO_DONE) {
		t->done = dice(2);
		t->completed_at = t->done ? 1790000000 * SECOND : 0;
	}
	if (set & 1U << TODO_STARRED)
		t->starred = dice(2);
	if (set & 1U << TODO_DUE)
		random_due(t);
	if (set & 1U << TODO_RULE)
		t->rule = dice(3) == 0 ? NULL : "FREQ=WEEKLY;INTERVAL=3";
	if (set & 1U << TODO_REMINDER)
		t->reminder_at = dice(3) == 0 ? 0 :
		    (1780000000 + (int64_t)dice(9000000)) * SECOND;
	if (set & 1U << TODO_TAGS)
		random_tags(t);
	return set;
}

static const char *
overlay(const struct ical_item *item, const struct todo *t, unsigned set,
    size_t *len)
{
	struct buf b = { 0 };
	const char *text;

	todo_overlay(a, &b, item, t, set, ZONE);
	text = arena_dup(a, b.data, b.len);
	*len = b.len;
	buf_free(&b);
	return text;
}

/* The lines of a text that are neither of these members nor stamps, dates,
 * zones and alarms, which may follow the others. */
static const char *
other_lines(const char *text, size_t len, unsigned set)
{
	struct ical_lines lines = { text, text + len };
	const struct property *p;
	struct buf b = { 0 };
	struct ical_line l;
	const char *copy;
	bool inside = false;

	while (ical_next(a, &lines, &l)) {
		if (ical_value_is(&l, "VTIMEZONE") ||
		    (ical_value_is(&l, "VALARM") &&
		    (set & (1U << TODO_REMINDER | 1U << TODO_DUE))))
			inside = ical_is(&l, "BEGIN") ||
			    (ical_is(&l, "END") && false);
		p = property_of(a, &l);
		if (!inside && !ical_value_is(&l, "VTIMEZONE") &&
		    !ical_value_is(&l, "VALARM") &&
		    (p == NULL || !(p->members & set)))
			buf_add(&b, l.raw, l.raw_len);
	}
	copy = arena_dup(a, b.data, b.len);
	buf_free(&b);
	return copy;
}

/* Not a time in UTC, about whose zone the reader's clock decides; nor the
 * reminder of the text that has another alarm, which can be earlier. */
static unsigned
comparable(const char *name, const struct todo_read *was)
{
	unsigned set = TODO_ALL;

	if (was->due.time.utc)
		set &= ~(1U << TODO_DUE);
	if (strcmp(name, "davx5-tasksorg") == 0)
		set &= ~(1U << TODO_REMINDER);
	return set;
}

static void
check_overlay(const char *name)
{
	struct ical_item item, again;
	struct todo_read r, read;
	struct todo_base want, got;
	size_t len, n, n2;
	const char *text = slurp(name, &len), *once, *twice;
	struct todo t;
	unsigned set, reminds, bad;

	read_item(text, len, &item, &r, ZONE);
	t = r.todo;
	t.changed_at = 1790000000 * SECOND;
	set = random_change(&t);
	reminds = set & (1U << TODO_REMINDER | 1U << TODO_DUE);
	once = overlay(&item, &t, set, &n);
	assert_int_equal(text_valid(once, n), true);
	read_item(once, n, &again, &read, ZONE);
	todo_base(a, &t, &want);
	todo_base(a, &read.todo, &got);
	bad = todo_differs(&want, &got) & comparable(name, &r);
	if (bad != 0)
		fail_msg("%s: member bits %x differ after %x:\n%s", name, bad,
		    set, once);
	/* Another alarm is earlier than the reminder now. */
	if (want.of[TODO_REMINDER] != got.of[TODO_REMINDER])
		set &= ~(1U << TODO_REMINDER | 1U << TODO_DUE);
	twice = overlay(&again, &t, set, &n2);
	if (n2 != n || memcmp(once, twice, n) != 0)
		fail_msg("%s: twice is not once (%x):\n%s\n%s", name, set,
		    once, twice);
	set |= reminds;
	if (set != 0 && strcmp(other_lines(text, len, set),
	    other_lines(once, n, set)) != 0)
		fail_msg("%s: other lines changed (%x):\n%s", name, set, once);
}

static void
overlays_are_read_as_the_task(void **state)
{
	struct arena *outer = a;
	size_t i;
	int n;

	(void)state;
	for (n = 0; n < 2000; n++)
		for (i = 0; i < COUNT(corpus); i++) {
			a = arena_new();
			check_overlay(corpus[i]);
			arena_free(a);
		}
	a = outer;
}

static void
spans_are_read(void **state)
{
	static const struct {
		const char	*text;
		struct ical_span is;
	} right[] = {
		{ "P2W", { 14, 0 } }, { "-P1D", { -1, 0 } }, { "+PT15M", { 0, 900 } },
		{ "P1DT2H3M4S", { 1, 7384 } }, { "-PT1H", { 0, -3600 } },
	};
	static const char *const wrong[] = { "", "P", "PT", "1D", "P1", "PT1W", "PT1D",
		"P1H", "P1M", "P1S", "P1TT1H", "P1X", "P-1D", "P1D ", "P99999999W" };
	struct ical_span got;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(right); i++)
		if (!ical_span_parse(right[i].text, &got) ||
		    got.days != right[i].is.days ||
		    got.seconds != right[i].is.seconds)
			fail_msg("%s is not read as it is meant", right[i].text);
	for (i = 0; i < COUNT(wrong); i++)
		if (ical_span_parse(wrong[i], &got))
			fail_msg("\"%s\" is read", wrong[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_read_as_they_are_meant),
		cmocka_unit_test(overlays_are_read_as_the_task),
		cmocka_unit_test(spans_are_read),
	};
	int failed;

	a = arena_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_free(a);
	return failed;
}
