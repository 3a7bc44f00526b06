/*
 * A long object piece by piece, however the reads are cut.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/stream.h"

struct text {
	const char	*at;
	size_t		 step;		/* bytes a read gives */
};

static ssize_t
read_text(void *arg, void *to, size_t size)
{
	struct text *t = arg;
	size_t n = strlen(t->at);

	if (n > t->step)
		n = t->step;
	if (n > size)
		n = size;
	memcpy(to, t->at, n);
	t->at += n;
	return (ssize_t)n;
}

/* All pieces as "member=text;", elements as "member:text;", then "!" and
 * why. */
static const char *
pieces(struct arena *a, const char *text, size_t step)
{
	struct text t = { text, step };
	struct json_stream *p = json_stream_new(a, read_text, &t);
	struct json_piece j;
	const char *all = "", *why = "unset";

	while (json_stream_next(p, &j, &why)) {
		assert_int_equal(j.len, strlen(j.text));
		all = arena_printf(a, "%s%s%c%s;", all, j.member,
		    j.element ? ':' : '=', j.text);
	}
	return why == NULL ? all : arena_printf(a, "%s!%s", all, why);
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
		{ "", "!not a JSON object" },
		{ "[1]", "!not a JSON object" },
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
		{ "{} x", "!text after the object" },
		{ "{}{}", "!text after the object" },
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

static int
setup(void **state)
{
	*state = arena_new();
	return 0;
}

static int
teardown(void **state)
{
	arena_free(*state);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(pieces_do_not_depend_on_the_reads,
		    setup, teardown),
		cmocka_unit_test_setup_teardown(a_piece_has_a_maximum_length,
		    setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
