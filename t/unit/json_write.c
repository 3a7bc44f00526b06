#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "base/json/write.h"

static struct arena *arena;
static struct buf out;

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	out = (struct buf){ 0 };
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(arena);
	buf_free(&out);
	return 0;
}

static const char *
written(void)
{
	return arena_dup(arena, out.data, out.len);
}

static void
commas_are_written_between_items(void **state)
{
	struct jw w = { .out = &out };

	(void)state;
	jw_object(&w);
	jw_name(&w, "empty");
	jw_object(&w);
	jw_object_end(&w);
	jw_name(&w, "list");
	jw_array(&w);
	jw_array(&w);
	jw_array_end(&w);
	jw_object(&w);
	jw_put_int(&w, "a", 1);
	jw_put_bool(&w, "b", true);
	jw_object_end(&w);
	jw_text(&w, "x");
	jw_null(&w);
	jw_bool(&w, false);
	jw_int(&w, 7);
	jw_array_end(&w);
	jw_put_text(&w, "t", "");
	jw_put_text(&w, "none", NULL);
	jw_object_end(&w);
	assert_string_equal(written(), "{\"empty\":{},\"list\":[[],"
	    "{\"a\":1,\"b\":true},\"x\",null,false,7],\"t\":\"\","
	    "\"none\":null}");
}

static void
integers_are_written_whole(void **state)
{
	struct jw w = { .out = &out };

	(void)state;
	jw_array(&w);
	jw_int(&w, 0);
	jw_int(&w, -1);
	jw_int(&w, INT64_MAX);
	jw_int(&w, INT64_MIN);
	jw_array_end(&w);
	assert_string_equal(written(),
	    "[0,-1,9223372036854775807,-9223372036854775808]");
}

static void
stamps_have_one_form(void **state)
{
	struct jw w = { .out = &out };

	(void)state;
	jw_object(&w);
	jw_put_stamp(&w, "a", 0);
	jw_put_stamp_or_null(&w, "b", 0);
	jw_put_stamp_or_null(&w, "c", INT64_C(1700000000123456));
	jw_object_end(&w);
	assert_string_equal(written(),
	    "{\"a\":\"1970-01-01T00:00:00.000000Z\",\"b\":null,"
	    "\"c\":\"2023-11-14T22:13:20.123456Z\"}");
}

static void
only_what_must_be_escaped_is(void **state)
{
	static const char *const letters[0x20] = {
		['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n",
		['\f'] = "\\f", ['\r'] = "\\r"
	};
	char text[] = "a?b";
	struct jw w = { .out = &out };
	const char *want;
	int c;

	(void)state;
	for (c = 1; c < 256; c++) {
		text[1] = (char)c;
		if (c < 0x20 && letters[c] == NULL)
			want = arena_printf(arena, "\"a\\u%04xb\"", c);
		else if (c < 0x20)
			want = arena_printf(arena, "\"a%sb\"", letters[c]);
		else if (c == '"' || c == '\\')
			want = arena_printf(arena, "\"a\\%cb\"", c);
		else
			want = arena_printf(arena, "\"%s\"", text);
		w.comma = false;
		out.len = 0;
		jw_text(&w, text);
		assert_string_equal(written(), want);
	}
	out.len = 0;
	w.comma = false;
	jw_text(&w, "\"\"\n\\x\x7f\xe2\x80\xa8\t");
	assert_string_equal(written(),
	    "\"\\\"\\\"\\n\\\\x\x7f\xe2\x80\xa8\\t\"");
}

/* A fixed sequence (Knuth's MMIX multiplier), so that a failure stays. */
static unsigned
random_below(unsigned n)
{
	static uint64_t x = 4711;

	x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)(x >> 33) % n;
}

static const char *
random_text(void)
{
	static const char *const piece[] = {
		"\"", "\\", "/", "\x01", "\x1f", "\n", "\r", "\t", "\b", "\f",
		"\x7f", "\xc3\xa9", "\xe2\x80\xa8", "\xf0\x9f\x98\x80", "a",
		"u0041", "\\u0041", "</script>", "\xef\xbb\xbf", "\xef\xbf\xbf",
	};
	struct buf b = { 0 };
	unsigned n = random_below(12);
	const char *text;

	while (n-- > 0)
		buf_str(&b, piece[random_below(sizeof(piece) /
		    sizeof(piece[0]))]);
	text = arena_dup(arena, b.data, b.len);
	buf_free(&b);
	return text;
}

static void
what_is_written_is_read_back(void **state)
{
	struct jw w = { .out = &out };
	const char *text, *why;
	struct cJSON *tree;
	int64_t n, got;
	int i;

	(void)state;
	for (i = 0; i < 20000; i++) {
		text = random_text();
		n = (int64_t)random_below(INT32_MAX) << random_below(22);
		out.len = 0;
		w.comma = false;
		jw_object(&w);
		jw_put_text(&w, "t", text);
		jw_put_int(&w, "n", i % 2 ? n : -n);
		jw_object_end(&w);
		tree = json_read(arena, out.data, out.len, &why);
		if (tree == NULL)
			fail_msg("%s: %s", written(), why);
		assert_string_equal(
		    json_member(tree, "t")->valuestring, text);
		assert_true(json_int(json_member(tree, "n"), &got));
		assert_true(got == (i % 2 ? n : -n));
		json_free(tree);
		arena_reset(arena);
	}
}

struct drained {
	struct buf	all;
	size_t		biggest;
	int		times;
};

static void
drain(void *arg, struct buf *b)
{
	struct drained *d = arg;

	buf_add(&d->all, b->data, b->len);
	if (b->len > d->biggest)
		d->biggest = b->len;
	d->times++;
}

static void
the_drain_keeps_the_buffer_small(void **state)
{
	struct drained d = { 0 };
	struct jw w = {
		.out = &out, .drain = drain, .drain_arg = &d, .drain_at = 1000
	};
	const char *why;
	struct cJSON *tree;
	int64_t n;
	int i;

	(void)state;
	jw_object(&w);
	jw_name(&w, "items");
	jw_array(&w);
	for (i = 0; i < 5000; i++) {
		jw_object(&w);
		jw_put_int(&w, "n", i);
		jw_put_text(&w, "t", "some words");
		jw_object_end(&w);
	}
	jw_array_end(&w);
	jw_object_end(&w);
	assert_true(out.len < 1000);
	assert_in_range(d.biggest, 1000, 1100);
	assert_in_range(d.times, 100, 200);
	drain(&d, &out);
	tree = json_read(arena, d.all.data, d.all.len, &why);
	assert_non_null(tree);
	assert_int_equal(cJSON_GetArraySize(json_member(tree, "items")), 5000);
	assert_true(json_int(json_member(cJSON_GetArrayItem(
	    json_member(tree, "items"), 4999), "n"), &n));
	assert_int_equal(n, 4999);
	json_free(tree);
	buf_free(&d.all);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(commas_are_written_between_items,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(integers_are_written_whole,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(stamps_have_one_form,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(only_what_must_be_escaped_is,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_written_is_read_back,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    the_drain_keeps_the_buffer_small, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
