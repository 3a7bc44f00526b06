/*
 * Long JSON value by value, however the reads are cut.
 */
#include <string.h>

#include "base/base.h"
#include "base/json/stream.h"
#include "t/unit/lib/pieces.h"
#include "t/unit/lib/unit.h"

/* The member or element that was found: "member=text;", elements
 * "member:text;"; what is in arrays below a member is entered. */
static const char *
piece(struct arena *a, struct json_stream *p, enum json_type type,
    const char *all, const char *within)
{
	struct json_piece j;

	if (type == JSON_ARRAY && within == NULL) {
		within = arena_str(a, json_stream_member(p));
		json_stream_enter(p);
		while ((type = json_stream_next(p)) != JSON_NONE)
			all = piece(a, p, type, all, within);
		return all;
	}
	if (!json_stream_take(p, &j))
		return all;
	assert_int_equal(j.len, strlen(j.text));
	return arena_printf(a, "%s%s%c%s;", all, within != NULL ? within :
	    json_stream_member(p), within != NULL ? ':' : '=', j.text);
}

/* All of an object, then "!" and why. */
static const char *
pieces(struct arena *a, const char *text, size_t step)
{
	struct text t = { text, step };
	struct json_stream *p = json_stream_new(a, read_text, &t, false);
	const char *all = "";
	enum json_type type;

	if (json_stream_next(p) == JSON_OBJECT)
		json_stream_enter(p);
	while ((type = json_stream_next(p)) != JSON_NONE)
		all = piece(a, p, type, all, NULL);
	if (json_stream_why(p) == NULL)
		assert_int_equal(json_stream_next(p), JSON_NONE);
	return json_stream_why(p) == NULL ? all :
	    arena_printf(a, "%s!%s", all, json_stream_why(p));
}

static void
pieces_do_not_depend_on_the_reads(void **state)
{
	static const struct {
		const char *text, *pieces;
	} cases[] = {
		{ "{}", "" },
		{ " { } \n", "" },
		{ "\r\n{\r\t}\r", "" },
		{ "{\"a\":1,\"b\":\"x,]}\",\"c\":null}",
		    "a=1;b=\"x,]}\";c=null;" },
		{ "{\"a\":[{\"b\":[1,{}]}, {}\t,3,\"\\\"]\"],\"d\":{\"e\":[]}}",
		    "a:{\"b\":[1,{}]};a:{};a:3;a:\"\\\"]\";d={\"e\":[]};" },
		{ "{\"a\":[],\"b\":[ ]}", "" },
		{ "{\"a\":[[1,2],[3]]}", "a:[1,2];a:[3];" },
		{ "", "!not JSON" },
		{ " \n", "!not JSON" },
		{ "{", "!a member's name is missing" },
		{ "{\"a\"", "!a colon is missing" },
		{ "{\"a\":", "!ends too early" },
		{ "{\"a\":}", "!a value is missing" },
		{ "{\"a\":1", "a=1;!a comma is missing" },
		{ "{\"a\":1 2}", "a=1;!a comma is missing" },
		{ "{\"a\":1,}", "a=1;!a member's name is missing" },
		{ "{\"a\":[1,]}", "a:1;!a value is missing" },
		{ "{\"a\":[{\"b\":1}", "a:{\"b\":1};!a comma is missing" },
		{ "{\"a\":[{\"b\":1", "!ends too early" },
		{ "{\"a\":\"b\\\"", "!ends too early" },
		{ "{\"a\":\"b\\", "!ends too early" },
		{ "{\"a\":\"", "!ends too early" },
		{ "{} x", "!text after the end" },
		{ "{}{}", "!text after the end" },
	};
	size_t i, step;

	for (i = 0; i < COUNT(cases); i++)
		for (step = 1; step < 40; step++)
			assert_string_equal(pieces(*state, cases[i].text,
			    step), cases[i].pieces);
}

static void
a_piece_has_a_maximum_length(void **state)
{
	char *text = arena_alloc(*state, JSON_PIECE_MAX + 64);
	const char *got;

	memset(text, 'x', JSON_PIECE_MAX + 32);
	memcpy(text, "{\"a\":\"", 6);
	strcpy(text + 5 + JSON_PIECE_MAX - 1, "\"}");
	got = pieces(*state, text, 70000);
	assert_int_equal(strlen(got), JSON_PIECE_MAX + 3);
	memset(text, 'x', JSON_PIECE_MAX + 32);
	memcpy(text, "{\"a\":\"", 6);
	strcpy(text + 5 + JSON_PIECE_MAX, "\"}");
	assert_string_equal(pieces(*state, text, 70000),
	    "!a record is longer than 1 MiB");
	/* Also where a string or an escape would begin behind its end. */
	memset(text, 'x', JSON_PIECE_MAX + 32);
	memcpy(text, "{\"a\":{", 6);
	strcpy(text + 5 + JSON_PIECE_MAX, "\"b\":1}}");
	assert_string_equal(pieces(*state, text, 70000),
	    "!a record is longer than 1 MiB");
	memcpy(text, "{\"a\":\"", 6);
	strcpy(text + 5 + JSON_PIECE_MAX, "\\\\\"}");
	assert_string_equal(pieces(*state, text, 70000),
	    "!a record is longer than 1 MiB");
}

/* All values of a text, in brackets what is within those that are entered: the
 * members whose name begins with "in", and the top. */
static const char *
walk(struct arena *a, struct json_stream *p, bool within)
{
	const char *all = "", *name;
	struct json_piece j;
	enum json_type type;

	while ((type = json_stream_next(p)) != JSON_NONE) {
		name = arena_str(a, json_stream_member(p));
		if (type != JSON_SCALAR && (!within ||
		    strncmp(name, "in", 2) == 0)) {
			json_stream_enter(p);
			all = arena_printf(a, "%s%s(%s)", all, name,
			    walk(a, p, true));
		} else if (strcmp(name, "take") == 0 &&
		    json_stream_take(p, &j))
			all = arena_printf(a, "%s%s", all, j.text);
		else
			all = arena_printf(a, "%s.", all);
	}
	return all;
}

static void
what_is_neither_entered_nor_taken_is_skipped(void **state)
{
	static const struct {
		bool lines;
		const char *text, *walk, *why;
	} cases[] = {
		{ false, "{\"a\":[{\"}\":1},[]],\"take\":2,\"in\":[1,{}]}",
		    "(.2in(..))", NULL },
		{ false, "[{\"in\":{\"in\":[\"x\"]}},2]", "(..)", NULL },
		{ false, "{\"in\":{\"in\":[\"x\"]},\"take\":[ ]}",
		    "(in(in(.))[ ])", NULL },
		{ false, "7", ".", NULL },
		{ false, "{}{}", "()", "text after the end" },
		{ true, "{\"take\":1}\n{\"take\":2},\n[]", "(1)(2)()", NULL },
		{ true, "{\"take\":1}\n{\"take\":2", "(1)(2)",
		    "a comma is missing" },
		{ false, "{\"in\":[", "(in(.))", "ends too early" },
		{ false, "{\"in\":[1", "(in(.))", "a comma is missing" },
	};
	struct json_stream *p;
	struct text t;
	size_t i;

	for (i = 0; i < COUNT(cases); i++) {
		t = (struct text){ cases[i].text, 3 };
		p = json_stream_new(*state, read_text, &t, cases[i].lines);
		assert_string_equal(walk(*state, p, false), cases[i].walk);
		if (cases[i].why == NULL)
			assert_null(json_stream_why(p));
		else
			assert_string_equal(json_stream_why(p), cases[i].why);
	}
}

static void
only_so_many_containers_are_entered(void **state)
{
	char text[JSON_STREAM_DEPTH + 2];
	struct text t = { text, 100 };
	struct json_stream *p = json_stream_new(*state, read_text, &t, false);
	int depth = 0;

	memset(text, '[', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	while (json_stream_next(p) == JSON_ARRAY) {
		json_stream_enter(p);
		depth++;
	}
	assert_int_equal(depth, JSON_STREAM_DEPTH + 1);
	assert_string_equal(json_stream_why(p), "nested too deeply");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(pieces_do_not_depend_on_the_reads,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(a_piece_has_a_maximum_length,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    what_is_neither_entered_nor_taken_is_skipped,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(
		    only_so_many_containers_are_entered, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
