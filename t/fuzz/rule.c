/*
 * Recurrence rules: any text is read or refused; the canonical form reads as
 * the same rule; dates rise, and are those that the rule gives from any other
 * point.
 */
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "core/task/rule.h"
#include "core/task/rule_text.h"
#include "t/fuzz/lib/fuzz.h"

#define DAY_MIN		(-719162)	/* 0001-01-01 */
#define STEPS		8

static int reached;

static void
check_text(struct arena *a, const struct rule *r, int32_t due)
{
	const char *text = rule_format(a, r, due);
	struct rule again;

	if (strlen(text) > RULE_BYTES)
		return;
	MUST(rule_read(a, text, "UTC", &again) == NULL);
	MUST(strcmp(rule_format(a, &again, due), text) == 0);
	MUST(again.freq == r->freq && again.interval == r->interval &&
	    again.count == r->count && again.until == r->until);
}

static void
check_dates(const struct rule *r, int32_t start, int32_t from)
{
	int32_t day = start, next, same;
	int i, count;

	for (i = 0; i < STEPS && rule_next(r, start, day, from, &next); i++) {
		MUST(next > day && next >= from && next <= r->until);
		MUST(next <= RULE_LAST_DAY);
		/* From the day before, it is the same. */
		MUST(rule_next(r, start, next - 1, next, &same) &&
		    same == next);
		count = rule_count(r, start, day, next, 3);
		MUST(count >= 1 && count <= 3);
		day = next;
		reached++;
	}
	if (i == 0 && from <= start && r->until == RULE_NO_END &&
	    start < 100000)
		MUST(!rule_comes(r, start));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct arena *a = arena_new();
	struct input in = { data, len };
	int32_t start = (int32_t)input_int(&in, DAY_MIN, RULE_LAST_DAY);
	int32_t from = start + (int32_t)input_int(&in, -400, 20000);
	const char *text = input_text(&in, a), *part;
	struct rule r;

	part = rule_read(a, text, "Europe/Berlin", &r);
	if (part == NULL) {
		check_text(a, &r, start);
		check_text(a, &r, RULE_NO_DAY);
		check_dates(&r, start, from);
	} else
		MUST(strlen(part) <= strlen(text) + 16);
	arena_free(a);
	return 0;
}

bool
fuzz_reached(void)
{
	return reached > 20;
}
