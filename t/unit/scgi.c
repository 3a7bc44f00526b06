/*
 * Heads of SCGI requests: whole, in parts at every byte, and wrong ones.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bin/wait/scgi.h"

/* The example of the protocol's description. */
static const char example[] = "70:CONTENT_LENGTH\0" "27\0SCGI\0" "1\0"
    "REQUEST_METHOD\0" "POST\0REQUEST_URI\0" "/deepthought\0,";

static char *envp[SCGI_VARIABLES + 1];

/* On a copy whose end is that of its memory, for the sanitizer to see. */
static enum scgi
try(const char *text, size_t len, char **copy)
{
	*copy = malloc(len > 0 ? len : 1);
	memcpy(*copy, text, len);
	return scgi_read(*copy, len, envp);
}

static void
reads_the_example(void **state)
{
	static const char *const expected[] = { "CONTENT_LENGTH=27", "SCGI=1",
		"REQUEST_METHOD=POST", "REQUEST_URI=/deepthought" };
	char *copy;
	size_t i;

	(void)state;
	assert_int_equal(try(example, sizeof(example) - 1, &copy), SCGI_WHOLE);
	for (i = 0; i < COUNT(expected); i++)
		assert_string_equal(envp[i], expected[i]);
	assert_null(envp[i]);
	free(copy);
}

static void
waits_for_the_rest(void **state)
{
	char *copy;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(example) - 1; i++) {
		assert_int_equal(try(example, i, &copy), SCGI_PART);
		assert_memory_equal(copy, example, i);
		free(copy);
	}
}

#define BAD(text)	{ text, sizeof(text) - 1 }

static void
refuses_malformed_heads(void **state)
{
	static const struct { const char *text; size_t len; } bad[] = {
		BAD("GET / HTTP/1.1\r\n"), BAD(":"), BAD("x"), BAD("0:,"),
		BAD("01:"), BAD("65537:"), BAD("99999999999999999999:"),
		BAD("4:A\0B\0;"), BAD("3:A\0B,"), BAD("2:A\0,"), BAD("1:A,"),
		BAD("3:\0A\0,"), BAD("5:A=\0B\0,"),
	};
	char *copy;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(bad); i++) {
		if (try(bad[i].text, bad[i].len, &copy) != SCGI_BAD)
			fail_msg("taken: %s", bad[i].text);
		free(copy);
	}
}

/* One variable less than the limit, the limit, and one more. */
static void
bounds_the_variables(void **state)
{
	char text[8 * SCGI_VARIABLES], *copy;
	size_t len, start;
	int count;

	(void)state;
	for (count = SCGI_VARIABLES - 1; count <= SCGI_VARIABLES + 1; count++) {
		start = (size_t)sprintf(text, "%d:", 4 * count);
		for (len = start; len < start + 4 * (size_t)count; len += 4)
			memcpy(text + len, "A\0B", 4);
		text[len++] = ',';
		assert_int_equal(try(text, len, &copy),
		    count <= SCGI_VARIABLES ? SCGI_WHOLE : SCGI_BAD);
		free(copy);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_the_example),
		cmocka_unit_test(waits_for_the_rest),
		cmocka_unit_test(refuses_malformed_heads),
		cmocka_unit_test(bounds_the_variables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
