/*
 * Bodies against tables of fields: many fields, arrays of objects, and values
 * as written; the tables of records against their structs.
 */
#include <string.h>

#include "base/base.h"
#include "base/json/raw.h"
#include "t/unit/lib/unit.h"
#include "web/any_record.h"
#include "web/body.h"
#include "web/change.h"
#include "web/request.h"
#include "web/route.h"
#include "web/serve.h"
#include "web/show.h"

static const struct field inner[] = {
	{ .name = "id", .type = F_UUID, .flags = F_REQUIRED },
	{ .name = "title", .type = F_TEXT, .flags = F_REQUIRED, .min = 1,
	    .max = 5 },
	{ .name = "any", .type = F_JSON },
	{ .name = NULL }
};

static const struct field items[] = {
	{ .name = "items", .type = F_ITEMS, .flags = F_REQUIRED, .min = 1,
	    .max = 3, .sub = inner },
	{ .name = "last", .type = F_BOOL },
	{ .name = NULL }
};

static void
read_body(struct req *rq, const struct field *fields, const char *body)
{
	struct route *route = arena_alloc(arena, sizeof(*route));

	route->fields = fields;
	*rq = (struct req){ .route = route, .protocol = &protocol_api,
	    .body = { .text = body, .len = strlen(body) } };
	rq->ctx.arena = arena;
	rq->in.env[ENV_CONTENT_TYPE] = "application/json";
	body_fields(rq);
}

static void
every_field_of_a_long_table_is_read(void **state)
{
	enum { MANY = 60 };
	struct field *table = arena_alloc(arena, (MANY + 1) * sizeof(*table));
	const char *body = "{";
	struct req rq;
	int i;

	(void)state;
	for (i = 0; i < MANY; i++) {
		table[i].name = arena_printf(arena, "f%d", i);
		table[i].type = F_TEXT;
		body = arena_printf(arena, "%s\"f%d\":\"v%d\",", body, i, i);
	}
	read_body(&rq, table, arena_printf(arena, "%s\"x\":0}", body));
	assert_int_equal(rq.body.problem, DONE);
	for (i = 0; i < MANY; i++)
		assert_string_equal(field_text(&rq, table[i].name),
		    arena_printf(arena, "v%d", i));
}

#define ID	"\"id\":\"8A1F6F0A-4a53-4c39-9df0-0b8a6e2f7c11\""

static void
objects_of_an_array_are_read(void **state)
{
	const struct value *v;
	struct req rq;

	(void)state;
	read_body(&rq, items, " { \"it\\u0065ms\" : [ {" ID ",\"title\":\"a\","
	    "\"any\" : { \"a\" : [ 1e400 , \"]}\\\"\" ] } } , {" ID
	    ",\"title\":\"b\",\"any\":1.0} ,{" ID ",\"title\":\"c\"}],"
	    "\"last\":true} ");
	assert_int_equal(rq.body.problem, DONE);
	assert_true(field_bool(&rq, "last"));
	v = field(&rq, "items");
	assert_int_equal(v->count, 3);
	assert_string_equal(value_of(&v->rows[0], "id")->text,
	    "8a1f6f0a-4a53-4c39-9df0-0b8a6e2f7c11");
	assert_string_equal(value_of(&v->rows[0], "any")->text,
	    "{ \"a\" : [ 1e400 , \"]}\\\"\" ] }");
	assert_string_equal(value_of(&v->rows[1], "any")->text, "1.0");
	assert_string_equal(value_of(&v->rows[1], "title")->text, "b");
	assert_false(value_of(&v->rows[2], "any")->given);
	assert_string_equal(value_of(&v->rows[2], "title")->text, "c");
}

static void
errors_within_an_array_are_named(void **state)
{
	static const struct {
		const char	*body;
		const char	*pointer;
		const char	*code;
	} row[] = {
		{ "{}", "/items", "required" },
		{ "{\"items\":null}", "/items", "wrong-type" },
		{ "{\"items\":{}}", "/items", "wrong-type" },
		{ "{\"items\":[]}", "/items", "empty" },
		{ "{\"items\":[1,2,3,4]}", "/items", "too-long" },
		{ "{\"items\":[[]]}", "/items/0", "wrong-type" },
		{ "{\"items\":[{" ID ",\"title\":\"a\"},{" ID "}]}",
		    "/items/1/title", "required" },
		{ "{\"items\":[{" ID ",\"title\":\"a\"},{\"id\":\"x\","
		    "\"title\":\"b\"}]}", "/items/1/id", "invalid-format" },
		{ "{\"items\":[{" ID ",\"title\":\"abcdef\"}]}",
		    "/items/0/title", "too-long" },
	};
	struct req rq;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		read_body(&rq, items, row[i].body);
		assert_int_equal(rq.body.problem, VALIDATION_FAILED);
		assert_int_equal(rq.reply.error_count, 1);
		assert_string_equal(rq.reply.errors[0].pointer, row[i].pointer);
		assert_string_equal(rq.reply.errors[0].code, row[i].code);
	}
}

static void
values_are_found_as_they_are_written(void **state)
{
	static const char text[] = " {\"a\" :\"x\\\"y\" ,\"\\u0062\":\n"
	    "[-1.50e3,{\"c\":[[]]},\"]\" , null ],\"d\":true} ";
	static const char *const wanted[] = { "-1.50e3", "{\"c\":[[]]}",
		"\"]\"", "null" };
	struct json_raw whole = json_raw_whole(text), a, b,
	    item = { NULL, 0 };
	size_t n = 0;

	(void)state;
	assert_int_equal(whole.len, strlen(text) - 2);
	a = json_raw_member(arena, whole, "a");
	assert_string_equal(arena_dup(arena, a.text, a.len), "\"x\\\"y\"");
	b = json_raw_member(arena, whole, "b");
	while (json_raw_next(b, &item))
		assert_string_equal(arena_dup(arena, item.text, item.len),
		    wanted[n++]);
	assert_int_equal(n, COUNT(wanted));
	a = json_raw_member(arena, whole, "d");
	assert_string_equal(arena_dup(arena, a.text, a.len), "true");
	assert_null(json_raw_member(arena, whole, "c").text);
	item.text = NULL;
	assert_false(json_raw_next(json_raw_whole("[ ]"), &item));
}

/* A set of fields is a number of 32 bits, and a value is of its field's C
 * type. */
static void
tables_fit_their_structs(void **state)
{
	const struct field *fields, *f;
	int kind;

	(void)state;
	for (kind = 0; kind < FEED__MAX; kind++) {
		fields = change_kind((enum feed_kind)kind)->fields;
		for (f = fields; f != NULL && f->name != NULL; f++)
			assert_int_equal(f->value, field_kind_of(f->type));
		assert_true(f - fields <= 32);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_of_a_long_table_is_read),
		cmocka_unit_test(objects_of_an_array_are_read),
		cmocka_unit_test(errors_within_an_array_are_named),
		cmocka_unit_test(values_are_found_as_they_are_written),
		cmocka_unit_test(tables_fit_their_structs),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
