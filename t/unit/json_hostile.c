#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/json/read.h"

#define MIB		(1024 * 1024)
#define MEMBERS		100000

static struct arena *arena;
static struct buf text;

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	text = (struct buf){ 0 };
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(arena);
	buf_free(&text);
	return 0;
}

static bool
accepted(const char **why)
{
	struct cJSON *tree = json_read(arena, text.data, text.len, why);

	json_free(tree);
	return tree != NULL;
}

static void
repeat(const char *s, size_t n)
{
	while (n-- > 0)
		buf_str(&text, s);
}

/* {"a": and then n - 1 levels of the two in turn. */
static bool
accepted_at_depth(size_t n, const char *open[2], const char *close[2])
{
	const char *why;
	size_t i;

	text.len = 0;
	buf_str(&text, "{\"a\":");
	for (i = 1; i < n; i++)
		buf_str(&text, open[i % 2]);
	buf_str(&text, "0");
	while (--i > 0)
		buf_str(&text, close[i % 2]);
	buf_str(&text, "}");
	if (accepted(&why))
		return true;
	assert_non_null(strstr(why, "nested too deeply"));
	return false;
}

static void
nesting_is_limited_to_32(void **state)
{
	static const char *open[] = { "[", "{\"a\":", "[" };
	static const char *close[] = { "]", "}", "]" };
	const char *arrays[] = { "[", "[" }, *ends[] = { "]", "]" };

	(void)state;
	assert_true(accepted_at_depth(32, arrays, ends));
	assert_false(accepted_at_depth(33, arrays, ends));
	assert_true(accepted_at_depth(32, open, close));
	assert_false(accepted_at_depth(33, open, close));
	assert_true(accepted_at_depth(32, open + 1, close + 1));
	assert_false(accepted_at_depth(33, open + 1, close + 1));
}

static void
a_mebibyte_of_brackets_is_refused(void **state)
{
	static const char *const piece[] = {
		"[", "{", "{\"a\":", "{\"a\":[", "{\"a\":1,", "\"", "\\", "-",
	};
	const char *why;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(piece) / sizeof(piece[0]); i++) {
		text.len = 0;
		repeat(piece[i], MIB / strlen(piece[i]));
		assert_false(accepted(&why));
		text.len = 0;
		buf_str(&text, "{\"k\":");
		repeat(piece[i], MIB / strlen(piece[i]));
		assert_false(accepted(&why));
	}
}

static void
breadth_has_no_limit(void **state)
{
	const char *why;

	(void)state;
	buf_str(&text, "{\"k\":[0");
	repeat(",{\"a\":[{}],\"b\":{}}", MIB / 20);
	buf_str(&text, "]}");
	assert_true(accepted(&why));
}

/* Members whose names begin alike and end in a number, not in order. */
static void
members(const char *begin, int width)
{
	size_t i;

	text.len = 0;
	for (i = 0; i < MEMBERS; i++)
		buf_printf(&text, "%s\"%s%0*zu\":0", i == 0 ? "{" : ",",
		    begin, width, (i * 7919) % MEMBERS);
}

static void
members_are_not_compared_each_with_each(void **state)
{
	static const struct {
		const char	*begin;
		int		 width;
	} row[] = {
		{ "", 1 }, { "", 6 }, { "\\u0061\\n", 6 },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 6 },
	};
	const clock_t begin = clock();
	const char *why;
	size_t i, at;

	(void)state;
	for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		members(row[i].begin, row[i].width);
		at = text.len + 2;
		buf_str(&text, "}");
		assert_true(accepted(&why));
		text.len--;
		buf_printf(&text, ",\"%s%0*d\":0}", row[i].begin,
		    row[i].width, 5000);
		assert_false(accepted(&why));
		assert_string_equal(why, arena_printf(arena,
		    "byte %zu: a member name is repeated", at));
	}
	/* Each with each would be 4 * 10^10 comparisons. */
	assert_true((clock() - begin) / CLOCKS_PER_SEC < 5);
}

static void
one_name_over_and_over_is_refused(void **state)
{
	const char *why;

	(void)state;
	buf_str(&text, "{\"a\":0");
	repeat(",\"a\":0", MEMBERS);
	buf_str(&text, "}");
	assert_false(accepted(&why));
	assert_string_equal(why, "byte 8: a member name is repeated");
}

/* Is the text between the quotes of {"k":""} the content of a string? */
static bool
content_accepted(const char *content, size_t n)
{
	const char *why;

	text.len = 0;
	buf_str(&text, "{\"k\":\"");
	buf_add(&text, content, n);
	buf_str(&text, "\"}");
	return accepted(&why);
}

static bool
plain(int byte)
{
	return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

static void
every_byte_and_pair_of_bytes_is_judged(void **state)
{
	char pair[2];
	bool want;
	int a, b;

	(void)state;
	for (a = 0; a < 256; a++) {
		pair[0] = (char)a;
		if (content_accepted(pair, 1) != plain(a))
			fail_msg("byte %02x", a);
		for (b = 0; b < 256; b++) {
			pair[1] = (char)b;
			want = (plain(a) && plain(b)) ||
			    (a == '\\' && b != 0 && strchr("\"\\/bfnrt", b)) ||
			    (a >= 0xc2 && a <= 0xdf && b >= 0x80 && b <= 0xbf);
			if (content_accepted(pair, 2) != want)
				fail_msg("bytes %02x %02x", a, b);
		}
		arena_reset(arena);
	}
}

/* The bits as RFC 3629 section 3 lays them out. */
static const char *
encoded(unsigned c)
{
	static char s[5];

	memset(s, 0, sizeof(s));
	if (c < 0x80) {
		s[0] = (char)c;
	} else if (c < 0x800) {
		s[0] = (char)(0xc0 | c >> 6);
		s[1] = (char)(0x80 | (c & 63));
	} else if (c < 0x10000) {
		s[0] = (char)(0xe0 | c >> 12);
		s[1] = (char)(0x80 | (c >> 6 & 63));
		s[2] = (char)(0x80 | (c & 63));
	} else {
		s[0] = (char)(0xf0 | c >> 18);
		s[1] = (char)(0x80 | (c >> 12 & 63));
		s[2] = (char)(0x80 | (c >> 6 & 63));
		s[3] = (char)(0x80 | (c & 63));
	}
	return s;
}

/* As a name and as a text; the other name is the same character, unescaped. */
static void
expect_character(const char *escape, unsigned c)
{
	const char *why, *doc;
	struct cJSON *tree;

	doc = arena_printf(arena, "{\"%s\":\"%s\"}", escape, escape);
	tree = json_read(arena, doc, strlen(doc), &why);
	if (tree == NULL)
		fail_msg("%s: %s", escape, why);
	assert_string_equal(tree->child->string, encoded(c));
	assert_string_equal(tree->child->valuestring, encoded(c));
	json_free(tree);
	if (plain((int)c) || c >= 0x80) {
		doc = arena_printf(arena, "{\"%s\":0,\"%s\":0}", escape,
		    encoded(c));
		assert_null(json_read(arena, doc, strlen(doc), &why));
		assert_non_null(strstr(why, "repeated"));
	}
}

static void
every_escape_means_its_character(void **state)
{
	char escape[16];
	unsigned c;

	(void)state;
	for (c = 0; c < 0x110000; c += c < 0x10000 ? 1 : 769) {
		if (c < 0x10000)
			snprintf(escape, sizeof(escape),
			    c % 2 ? "\\u%04x" : "\\u%04X", c);
		else
			snprintf(escape, sizeof(escape), "\\u%04x\\u%04X",
			    0xd800 + ((c - 0x10000) >> 10),
			    0xdc00 + ((c - 0x10000) & 0x3ff));
		if (c == 0 || (c >= 0xd800 && c <= 0xdfff))
			assert_false(content_accepted(escape, strlen(escape)));
		else
			expect_character(escape, c);
		arena_reset(arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nesting_is_limited_to_32,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    a_mebibyte_of_brackets_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(breadth_has_no_limit,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    members_are_not_compared_each_with_each, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    one_name_over_and_over_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    every_byte_and_pair_of_bytes_is_judged, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    every_escape_means_its_character, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
