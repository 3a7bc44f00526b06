/*
 * UUIDs as text and bytes, compared with libuuid.
 */
#include <string.h>
#include <uuid/uuid.h>

#include "base/id.h"
#include "t/unit/lib/unit.h"

static void
uuids_are_read_as_by_libuuid(void **state)
{
	char ours[ID_SIZE], theirs[ID_SIZE];
	unsigned char bytes[ID_BYTES];
	uuid_t u;
	int i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		uuid_generate_random(u);
		uuid_unparse_lower(u, theirs);
		id_format(u, ours);
		assert_string_equal(ours, theirs);
		uuid_unparse_upper(u, theirs);
		assert_true(id_parse(theirs, bytes));
		assert_memory_equal(bytes, u, ID_BYTES);
	}
}

/* Every place of a good one with every byte in it. */
static void
malformed_uuids_are_refused_as_by_libuuid(void **state)
{
	static const char good[] = "8a1f6f0a-4A53-4c39-9DF0-0b8a6e2f7c11";
	unsigned char bytes[ID_BYTES];
	char text[64];
	uuid_t u;
	size_t i;
	int ch;

	(void)state;
	for (i = 0; i < sizeof(good); i++)
		for (ch = 0; ch < 256; ch++) {
			memcpy(text, good, sizeof(good));
			text[i] = (char)ch;
			text[i + 1] = i + 1 < sizeof(good) ? text[i + 1] :
			    '\0';
			assert_int_equal(id_parse(text, bytes),
			    uuid_parse(text, u) == 0);
		}
	assert_false(id_parse("", bytes));
	assert_false(id_parse("{8a1f6f0a-4a53-4c39-9df0-0b8a6e2f7c1}", bytes));
	assert_false(id_parse("8a1f6f0a4a534c399df00b8a6e2f7c1100000", bytes));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uuids_are_read_as_by_libuuid),
		cmocka_unit_test(malformed_uuids_are_refused_as_by_libuuid),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
