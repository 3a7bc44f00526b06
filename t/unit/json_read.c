#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/read.h"
#include "t/unit/lib/unit.h"

#define T(s)		s, sizeof(s) - 1

static bool
accepted(const char *text, size_t len, const char **why)
{
	struct cJSON *tree = json_read(arena, text, len, why);

	json_free(tree);
	return tree != NULL;
}

static const char sample[] =
    " {\"id\": \"\\u0041\\ud83d\\ude00\xc3\xa9\", \"n\": -12.5e+3,"
    " \"list\": [true, false, null, {\"\": []}, \"\\\"\\\\\"], \"z\": 0} ";

static void
every_truncation_is_refused(void **state)
{
	const size_t len = sizeof(sample) - 1;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const char *why;
	char *map, *s;
	size_t i;

	(void)state;
	/* Up to a page that kills who reads it. */
	map = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(map != MAP_FAILED);
	assert_int_equal(mprotect(map + page, page, PROT_NONE), 0);
	for (i = 0; i <= len; i++) {
		s = memcpy(map + page - i, sample, i);
		if (accepted(s, i, &why) != (i >= len - 1))
			fail_msg("%zu bytes", i);
	}
	munmap(map, 2 * page);
}

static void
the_reason_names_the_place(void **state)
{
	static const struct {
		const char	*text;
		const char	*why;
	} row[] = {
		{ "", "byte 1: not an object" },
		{ " [1]", "byte 2: not an object" },
		{ "\xef\xbb\xbf{}", "byte 1: a byte order mark" },
		{ "{\"a\":\"b\xff\"}", "byte 8: not UTF-8" },
		{ "{\"a\":1,\"b\":2,\"\\u0061\":3,\"a\":4}",
		    "byte 14: a member name is repeated" },
		{ "{\"b\":1,\"a\":1,\"b\":2,\"a\":3}",
		    "byte 14: a member name is repeated" },
		{ "{\"a\":1,}", "byte 8: a member name is missing" },
		{ "{\"a\" 1}", "byte 6: a colon is missing" },
		{ "{\"a\":1 2}", "byte 8: a comma or } is missing" },
		{ "{\"a\":[1 2]}", "byte 9: a comma or ] is missing" },
		{ "{\"a\":}", "byte 6: a value is missing" },
		{ "{\"a\":01}", "byte 6: not a number" },
		{ "{\"a\":\"\\x\"}", "byte 8: an unknown escape" },
		{ "{\"a\":\"\\u12\"}", "byte 8: four hex digits are missing" },
		{ "{\"a\":\"\\u0000\"}", "byte 8: U+0000 is not accepted" },
		{ "{\"a\":\"\\ud800\"}", "byte 8: a lone surrogate" },
		{ "{\"a\":\"\n\"}", "byte 7: a control character" },
		{ "{\"a\":\"b", "byte 6: an unterminated string" },
		{ "{} x", "byte 4: text after the object" },
	};
	const char *why;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		assert_false(accepted(row[i].text, strlen(row[i].text), &why));
		assert_string_equal(why, row[i].why);
	}
	assert_false(accepted(T("{\"a\":\0}"), &why));
	assert_string_equal(why, "byte 6: U+0000 is not accepted");
}

static struct cJSON *
tree_of(const char *text)
{
	const char *why;
	struct cJSON *tree = json_read(arena, text, strlen(text), &why);

	if (tree == NULL)
		fail_msg("%s: %s", text, why);
	return tree;
}

static void
members_are_found_by_their_exact_name(void **state)
{
	struct cJSON *tree = tree_of("{\"a\":{\"b\":1},\"B\":[2],"
	    "\"\\u00e9\":3}");
	const struct cJSON *a = json_member(tree, "a");
	int64_t n = 0;

	(void)state;
	assert_non_null(a);
	assert_true(json_int(json_member(a, "b"), &n));
	assert_int_equal(n, 1);
	assert_null(json_member(tree, "A"));
	assert_null(json_member(tree, "b"));
	assert_null(json_member(json_member(tree, "B"), "B"));
	assert_null(json_member(NULL, "a"));
	assert_non_null(json_member(tree, "\xc3\xa9"));
	json_free(tree);
	json_free(NULL);
}

#define ZEROS20	"00000000000000000000"
#define ZEROS80	ZEROS20 ZEROS20 ZEROS20 ZEROS20

static void
integers_are_read_as_written(void **state)
{
	static const struct {
		const char	*text;
		int64_t		 n;
	} row[] = {
		{ "0", 0 }, { "-0", 0 }, { "0.0", 0 }, { "-0e99999999999", 0 },
		{ "1", 1 }, { "-1", -1 }, { "1.0", 1 }, { "1e2", 100 },
		{ "1E+2", 100 }, { "100e-2", 1 }, { "12.50e1", 125 },
		{ "-1.5e1", -15 }, { "0.001e3", 1 },
		{ "1e15", 1000000000000000 },
		{ "9007199254740991", 9007199254740991 },
		{ "-9007199254740991", -9007199254740991 },
		{ "9007199254740991.000", 9007199254740991 },
		{ "0.9007199254740991e16", 9007199254740991 },
		{ "9007199254740990", 9007199254740990 },
		{ "123456789012345", 123456789012345 },
		{ "7." ZEROS80, 7 }, { "0." ZEROS80, 0 }, { "-0." ZEROS80, 0 },
		{ "-7" ZEROS80 "e-80", -7 }, { "0." ZEROS80 "7e81", 7 },
		{ "9007199254740991." ZEROS80, 9007199254740991 },
		{ "-9007199254740991." ZEROS80, -9007199254740991 },
		{ "1e" ZEROS80 "2", 100 },
	};
	struct cJSON *tree;
	int64_t n;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		tree = tree_of(arena_printf(arena, "{\"x\":[],\"n\":%s}",
		    row[i].text));
		n = 4711;
		if (!json_int(json_member(tree, "n"), &n) || n != row[i].n)
			fail_msg("%s is %lld", row[i].text, (long long)n);
		json_free(tree);
	}
}

static void
other_numbers_are_not_integers(void **state)
{
	static const char *const row[] = {
		"1.5", "-0.1", "1e-1", "1e400", "-1e400", "1e16", "-1e16",
		"1e-400", "1e-5000", "-4e-324", "9e-999999999999999999999999",
		"1e-310", "1e999999999999999999999999999999",
		"9007199254740992", "-9007199254740992", "9007199254740993",
		"9007199254740991.5", "9007199254740990.5",
		"9007199254740991.4", "4503599627370497.5",
		"-9007199254740990.9", "0.99999999999999999",
		"1.00000000000000001", "0.9007199254740991e15",
		"0." ZEROS80 "1", "1." ZEROS80 "1", "1" ZEROS80,
		"9007199254740993." ZEROS80, "1" ZEROS80 "e-79999",
		"18446744073709551617", "18446744073709551617." ZEROS80,
		"9223372036854775807", "true", "null", "\"1\"", "[1]", "{}",
	};
	struct cJSON *tree;
	int64_t n = 4711;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		tree = tree_of(arena_printf(arena, "{\"n\":%s}", row[i]));
		if (json_int(json_member(tree, "n"), &n) || n != 4711)
			fail_msg("%s is %lld", row[i], (long long)n);
		json_free(tree);
	}
	assert_false(json_int(NULL, &n));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_truncation_is_refused),
		cmocka_unit_test(the_reason_names_the_place),
		cmocka_unit_test(members_are_found_by_their_exact_name),
		cmocka_unit_test(integers_are_read_as_written),
		cmocka_unit_test(other_numbers_are_not_integers),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
