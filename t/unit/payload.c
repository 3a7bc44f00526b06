/*
 * lib/push/payload.c: the contents, and that they always fit.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/json/read.h"
#include "base/text.h"
#include "core/notify/delivery.h"
#include "push/payload.h"
#include "t/unit/lib/unit.h"

#define TASK		"0190a1b2-0000-7000-8000-000000000001"
#define LIST		"0190a1b2-0000-7000-8000-000000000002"
#define BASE		"https://tasks.example.org/docket"
#define PATH		"/#/l/" LIST "/t/" TASK
#define ELLIPSIS	"\xe2\x80\xa6"

static struct delivery
delivery(const char *title)
{
	return (struct delivery){ .kind = "reminder", .task = TASK,
		.list = LIST, .title = title, .due_date = "2026-11-20",
		.due_time = "07:30",
		.reminder_at = INT64_C(1795202464123456) };
}

static void
it_has_every_member(void **state)
{
	struct delivery d = delivery("Caf\xc3\xa9 \"1\"\n");
	const char *text;
	size_t len;

	(void)state;
	text = payload_json(arena, BASE, &d, &len);
	assert_string_equal(text, "{\"type\":\"reminder\",\"taskId\":\"" TASK
	    "\",\"listId\":\"" LIST "\",\"title\":\"Caf\xc3\xa9 \\\"1\\\"\\n\","
	    "\"dueDate\":\"2026-11-20\",\"dueTime\":\"07:30\","
	    "\"reminderAt\":\"2026-11-20T19:21:04.123456Z\","
	    "\"url\":\"" BASE PATH "\"}");
	assert_int_equal(len, strlen(text));
}

static void
missing_values_are_null(void **state)
{
	struct delivery d = delivery("x");
	const char *text;
	size_t len;

	(void)state;
	d.kind = "assignment";
	d.due_date = d.due_time = NULL;
	d.reminder_at = 0;
	text = payload_json(arena, "", &d, &len);
	assert_string_equal(text, "{\"type\":\"assignment\",\"taskId\":\"" TASK
	    "\",\"listId\":\"" LIST "\",\"title\":\"x\",\"dueDate\":null,"
	    "\"dueTime\":null,\"reminderAt\":null,\"url\":\"" PATH "\"}");
}

/* `unit` so often that it is at least `bytes` long, behind `prepare`. */
static const char *
repeated(const char *before, const char *unit, size_t bytes)
{
	struct buf b = { 0 };
	const char *text;

	buf_str(&b, before);
	while (b.len < bytes)
		buf_str(&b, unit);
	text = arena_dup(arena, b.data, b.len);
	buf_free(&b);
	return text;
}

/*
 * The title in the payload is `title` cut after a whole character, with an
 * ellipsis, and one character more would not have fitted.
 */
static void
check_cut(const char *title, size_t unit)
{
	struct delivery d = delivery(title);
	struct cJSON *tree;
	const char *text, *why = NULL, *got;
	size_t len, kept;

	text = payload_json(arena, BASE, &d, &len);
	if ((tree = json_read(arena, text, len, &why)) == NULL)
		fail_msg("%s", why);
	got = json_member(tree, "title")->valuestring;
	kept = strlen(got) - strlen(ELLIPSIS);
	assert_string_equal(got + kept, ELLIPSIS);
	assert_memory_equal(got, title, kept);
	assert_int_equal(text_cut(title, kept), kept);
	assert_in_range(len, PAYLOAD_MAX - unit + 1, PAYLOAD_MAX);
	json_free(tree);
}

static void
a_title_too_long_is_cut_at_a_character(void **state)
{
	/* and how long the character is in JSON */
	static const struct {
		const char *unit;
		size_t json;
	} row[] = { { "x", 1 }, { "\xc3\xa9", 2 }, { "\xe2\x82\xac", 3 },
		{ "\xf0\x9f\x98\x80", 4 }, { "\"", 2 }, { "\\", 2 },
		{ "\x01", 6 } };
	static const char *const before[] = { "", "x", "xx", "xxx", "xxxx",
		"xxxxx" };
	size_t i, j;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		for (j = 0; j < COUNT(before); j++) {
			check_cut(repeated(before[j], row[i].unit, 3000),
			    row[i].json);
			check_cut(repeated(before[j], row[i].unit, 100000),
			    row[i].json);
		}
}

static void
what_fits_exactly_is_not_cut(void **state)
{
	struct delivery d = delivery("");
	size_t empty, len;

	(void)state;
	payload_json(arena, BASE, &d, &empty);
	d.title = repeated("", "x", PAYLOAD_MAX - empty);
	payload_json(arena, BASE, &d, &len);
	assert_int_equal(len, PAYLOAD_MAX);
	assert_null(strstr(payload_json(arena, BASE, &d, &len), ELLIPSIS));
	d.title = repeated("", "x", PAYLOAD_MAX - empty + 1);
	assert_non_null(strstr(payload_json(arena, BASE, &d, &len), ELLIPSIS));
	assert_int_equal(len, PAYLOAD_MAX);
}

static void
an_address_that_is_too_long_is_left_out(void **state)
{
	const char *base = repeated("https://", "a", 2900);
	struct delivery d = delivery("Water the plants");
	const char *text;
	size_t len;

	(void)state;
	text = payload_json(arena, base, &d, &len);
	assert_non_null(strstr(text, "\"title\":\"Water the plants\""));
	assert_non_null(strstr(text, "\"url\":\"" PATH "\""));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_has_every_member),
		cmocka_unit_test(missing_values_are_null),
		cmocka_unit_test(a_title_too_long_is_cut_at_a_character),
		cmocka_unit_test(what_fits_exactly_is_not_cut),
		cmocka_unit_test(an_address_that_is_too_long_is_left_out),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
