/*
 * lib/core/user/totp.c against published vectors.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <sodium.h>
#include <string.h>

#include "base/base.h"
#include "core/user/totp.h"

#define SECRET	((const unsigned char *)"12345678901234567890")

/* RFC 4226 appendix D. */
static void
codes_are_those_of_rfc_4226(void **state)
{
	static const int codes[] = { 755224, 287082, 359152, 969429, 338314,
		254676, 287922, 162583, 399871, 520489 };
	int i;

	(void)state;
	for (i = 0; i < (int)COUNT(codes); i++)
		assert_int_equal(totp_code(SECRET, i), codes[i]);
}

/* RFC 6238 appendix B: the last six of its eight digits. */
static void
codes_are_those_of_rfc_6238(void **state)
{
	static const struct { int64_t seconds; int code; } vectors[] = {
		{ 59, 287082 }, { 1111111109, 81804 }, { 1111111111, 50471 },
		{ 1234567890, 5924 }, { 2000000000, 279037 },
		{ INT64_C(20000000000), 353130 }
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(vectors); i++)
		assert_int_equal(totp_code(SECRET, totp_step(
		    vectors[i].seconds * SECOND)), vectors[i].code);
}

static void
what_is_typed_is_six_digits(void **state)
{
	static const struct { const char *text; int code; } typed[] = {
		{ "000000", 0 }, { "012345", 12345 }, { "999999", 999999 },
		{ "012 345", 12345 }, { " 0 1 2 3 4 5 ", 12345 },
		{ "", -1 }, { "12345", -1 }, { "1234567", -1 },
		{ "12345x", -1 }, { "-12345", -1 }, { "12\t3456", -1 },
		{ "\xef\xbc\x91\xef\xbc\x91\xef\xbc\x91\xef\xbc\x91\xef\xbc\x91"
		    "\xef\xbc\x91", -1 }
	};
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(typed); i++)
		assert_int_equal(totp_read(typed[i].text), typed[i].code);
}

/* By base32(1). */
static void
a_secret_is_shown_as_base32(void **state)
{
	char text[TOTP_TEXT];

	(void)state;
	totp_text(SECRET, text);
	assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_are_those_of_rfc_4226),
		cmocka_unit_test(codes_are_those_of_rfc_6238),
		cmocka_unit_test(what_is_typed_is_six_digits),
		cmocka_unit_test(a_secret_is_shown_as_base32),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
