/*
 * lib/core/order/rank.c: what can be tested without the published package, with
 * which t/npm/rank.mjs compares.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "core/order/rank.h"
#include "t/unit/lib/unit.h"

#define ZEROS_25	"0000000000000000000000000"
#define ZS_26		"zzzzzzzzzzzzzzzzzzzzzzzzzz"

static void
malformed_ranks_are_refused(void **state)
{
	static const char *const good[] = {
		"a0", "Zz", "a0V", "a0000V", "b00", "b0z1", "Y00", "Yzz",
		"z" ZS_26, "z" ZS_26 "V", "A" ZEROS_25 "1", "A" ZEROS_25 "0V",
	};
	static const char *const bad[] = {
		"", "a", "Z", "b0", "Y0", "0", "00", "a00", "a0V0", "b000",
		"a!", "a0!", "a0V ", " a0", "!0", "a0\n", "a0\xc3\xa4", "[0",
		"`0", "{0", "@0", "z" "zz", "A" ZEROS_25 "0", "A" ZEROS_25,
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(good); i++)
		if (!rank_valid(good[i]))
			fail_msg("\"%s\" is a rank", good[i]);
	for (i = 0; i < COUNT(bad); i++)
		if (rank_valid(bad[i]))
			fail_msg("\"%s\" is no rank", bad[i]);
}

static void
a_rank_lies_between_its_neighbours(void **state)
{
	static const struct {
		const char	*a, *b, *want;
	} cases[] = {
		{ NULL, NULL, "a0" },
		{ "a0", NULL, "a1" }, { "az", NULL, "b00" },
		{ "bzz", NULL, "c000" }, { "Zz", NULL, "a0" },
		{ "Yzz", NULL, "Z0" }, { "a0V", NULL, "a1" },
		{ NULL, "a0", "Zz" }, { NULL, "a1", "a0" },
		{ NULL, "b00", "az" }, { NULL, "Z0", "Yzz" },
		{ NULL, "a0V", "a0" },
		{ "a0", "a1", "a0V" }, { "a0", "a0V", "a0G" },
		{ "a0V", "a1", "a0l" }, { "a0", "a001", "a000V" },
		{ "a0", "a01V", "a01" }, { "a09", "a0A", "a09V" },
		{ "a0zz", "a1", "a0zzV" },
		{ "a0", "a2", "a1" }, { "a0", "a1V", "a1" },
		{ "a04", "a13", "a1" }, { "a0z", "a11", "a1" },
		{ "Zz", "a1", "a0" }, { "Zz", "a0", "ZzV" },
		{ "a012", "a0123", "a0122" },
		{ "z" ZS_26, NULL, "z" ZS_26 "V" },
		{ NULL, "A" ZEROS_25 "0V", "A" ZEROS_25 "0G" },
		{ NULL, "A" ZEROS_25 "1V", "A" ZEROS_25 "1" },
		{ "a0", "a0", NULL }, { "a1", "a0", NULL },
		{ "a0V", "a0", NULL }, { "b00", "az", NULL },
		{ "", NULL, NULL }, { NULL, "", NULL }, { "a00", "a1", NULL },
		{ "a0", "a1!", NULL }, { "A" ZEROS_25 "0", NULL, NULL },
	};
	const char *got;
	size_t i;

	for (i = 0; i < COUNT(cases); i++) {
		got = rank_between(*state, cases[i].a, cases[i].b);
		if (got == NULL ? cases[i].want != NULL :
		    cases[i].want == NULL || strcmp(got, cases[i].want) != 0)
			fail_msg("%zu: %s and %s give %s", i,
			    cases[i].a != NULL ? cases[i].a : "-",
			    cases[i].b != NULL ? cases[i].b : "-",
			    got != NULL ? got : "-");
	}
}

/* A million at either end grow a rank by a few characters. */
static void
a_million_at_either_end_stay_short(void **state)
{
	char last[32] = "a0", first[32] = "a0";
	const char *next;
	int i;

	for (i = 0; i < 1000000; i++) {
		next = rank_between(*state, last, NULL);
		assert_true(strcmp(last, next) < 0 && strlen(next) <= 6);
		strcpy(last, next);
		next = rank_between(*state, NULL, first);
		assert_true(strcmp(next, first) < 0 && strlen(next) <= 6);
		strcpy(first, next);
		if (i % 1000 == 0)
			arena_reset(*state);
	}
}

/* Always into the same gap: valid, between, and growing slowly. */
static void
one_gap_grows_slowly(void **state)
{
	const char *a = "a0", *b = "a1", *mid;
	unsigned int seed = 1;
	int i;

	for (i = 0; i < 3000; i++) {
		mid = rank_between(*state, a, b);
		assert_non_null(mid);
		assert_true(rank_valid(mid));
		assert_true(strcmp(a, mid) < 0 && strcmp(mid, b) < 0);
		assert_true(strlen(mid) < (size_t)(4 + i / 2));
		seed = seed * 1103515245 + 12345;
		if (seed >> 16 & 1)
			a = mid;
		else
			b = mid;
	}
}

static void
spread_ranks_are_short_and_rise(void **state)
{
	static const char *out[5000];
	size_t i;

	rank_spread(*state, NULL, NULL, 0, out);
	assert_null(out[0]);
	rank_spread(*state, NULL, NULL, COUNT(out), out);
	assert_string_equal(out[0], "a0");
	assert_string_equal(out[61], "az");
	assert_string_equal(out[62], "b00");
	assert_string_equal(out[62 + 62 * 62], "c000");
	for (i = 1; i < COUNT(out); i++)
		assert_true(strcmp(out[i - 1], out[i]) < 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(malformed_ranks_are_refused),
		cmocka_unit_test(a_rank_lies_between_its_neighbours),
		cmocka_unit_test(a_million_at_either_end_stay_short),
		cmocka_unit_test(one_gap_grows_slowly),
		cmocka_unit_test(spread_ranks_are_short_and_rise),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
