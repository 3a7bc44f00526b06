#include "base/base.h"
#include "t/unit/lib/unit.h"
#include "web/multipart.h"

static void
boundaries_are_read_from_content_types(void **state)
{
	static const char *const row[][2] = {
		{ "multipart/form-data; boundary=b", "b" },
		{ "Multipart/Form-Data;BOUNDARY=b", "b" },
		{ " multipart/form-data ; boundary=b ;charset=utf-8", "b" },
		{ "multipart/form-data; boundary=\"gc0pJq0M:08jU534c0p\"",
		    "gc0pJq0M:08jU534c0p" },
		{ "multipart/form-data; boundary=\"a b'()+_,-./:=?c\"",
		    "a b'()+_,-./:=?c" },
		{ "multipart/form-data; boundary=----WebKitFormBoundaryA1",
		    "----WebKitFormBoundaryA1" },
		{ "multipart/form-data; boundary=a=b", "a=b" },
		{ "multipart/form-data; charset=\"x;boundary=no\"; boundary=b",
		    "b" },
		{ "multipart/form-data; boundary="
		  "1234567890123456789012345678901234567890"
		  "123456789012345678901234567890",
		    "1234567890123456789012345678901234567890"
		    "123456789012345678901234567890" },
		{ "multipart/form-data; boundary="
		  "1234567890123456789012345678901234567890"
		  "1234567890123456789012345678901", NULL },
		{ "", NULL },
		{ NULL, NULL },
		{ "multipart/form-data", NULL },
		{ "multipart/form-data;", NULL },
		{ "multipart/form-data; boundary", NULL },
		{ "multipart/form-data; boundary=", NULL },
		{ "multipart/form-data; boundary=\"\"", NULL },
		{ "multipart/form-data; boundary=\"b", NULL },
		{ "multipart/form-data; boundary=\"b\"c", NULL },
		{ "multipart/form-data; boundary=\"b \"", NULL },
		{ "multipart/form-data; boundary=\"a\\\"b\"", NULL },
		{ "multipart/form-data; boundary=\"a%0D%0Ab\"", NULL },
		{ "multipart/form-data; boundary=a*b", NULL },
		{ "multipart/form-data; boundary=\xc3\xa4", NULL },
		{ "multipart/form-data; boundary=a; boundary=b", NULL },
		{ "multipart/form-data; boundary =b", NULL },
		{ "multipart/form-data boundary=b", NULL },
		{ "multipart/form-datax; boundary=b", NULL },
		{ "multipart/mixed; boundary=b", NULL },
		{ "application/json", NULL },
	};
	const char *got;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		got = multipart_boundary(arena, row[i][0]);
		if (row[i][1] == NULL && got != NULL)
			fail_msg("%s gives %s", row[i][0], got);
		if (row[i][1] != NULL) {
			assert_non_null(got);
			assert_string_equal(got, row[i][1]);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boundaries_are_read_from_content_types),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
