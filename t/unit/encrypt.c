/*
 * lib/push/encrypt.c against the vector of RFC 8291, and what cannot be tested
 * from outside; t/npm/push.mjs tests that others can decrypt its messages.
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
#include "push/encrypt.h"
#include "push/p256.h"

/* RFC 8291 section 5 and appendix A. */
#define PLAIN		"When I grow up, I want to be a watermelon"
#define DEVICE_KEY \
	"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyP" \
	"js7Vd8pZGH6SRpkNtoIAiw4"
#define DEVICE_AUTH	"BTBZMqHH6r4Tts7J_aSIgg"
#define SENDER_KEY	"yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
#define SALT		"DGv6ra1nlYgDCS1FRnbzlw"
#define MESSAGE \
	"DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml" \
	"mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT" \
	"pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

static struct arena *arena;
static struct ece *ece;

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	ece = ece_new();
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	ece_free(ece);
	arena_free(arena);
	return 0;
}

static struct ece_given
given(size_t pad)
{
	struct ece_given g = { .pad = pad };

	assert_true(base64_read(SALT, g.salt, sizeof(g.salt)));
	assert_true(base64_read(SENDER_KEY, g.key, sizeof(g.key)));
	return g;
}

static void
the_rfcs_example_is_encrypted_alike(void **state)
{
	struct ece_given g = given(0);
	struct ece_message m;

	(void)state;
	assert_true(ece_encrypt_given(ece, &g, DEVICE_KEY, DEVICE_AUTH, PLAIN,
	    strlen(PLAIN), &m));
	assert_string_equal(base64_write(arena, m.data, m.len), MESSAGE);
}

static void
keys_in_plain_base64_are_read(void **state)
{
	static const char *const key[] = { DEVICE_KEY "=",
		"BCVxsr7N/eNgVRqvHtD0zTZsEc6+VV+JvLexhqUzORcxaOzi6+"
		"AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4=" };
	static const char *const auth[] = { DEVICE_AUTH "==",
		"BTBZMqHH6r4Tts7J/aSIgg==" };
	struct ece_given g = given(0);
	struct ece_message m;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(key); i++) {
		assert_true(ece_encrypt_given(ece, &g, key[i], auth[i], PLAIN,
		    strlen(PLAIN), &m));
		assert_string_equal(base64_write(arena, m.data, m.len),
		    MESSAGE);
	}
}

/* A point with a changed byte: the lowest of its first or second number. */
static const char *
changed(int at, unsigned char to)
{
	unsigned char point[P256_POINT];

	assert_true(base64_read(DEVICE_KEY, point, sizeof(point)));
	point[at] = to;
	return base64_write(arena, point, sizeof(point));
}

static void
keys_that_do_not_fit_are_refused(void **state)
{
	static const unsigned char none[P256_POINT] = { 0x04 };
	const struct {
		const char *key, *auth;
	} row[] = {
		{ "", DEVICE_AUTH }, { DEVICE_KEY, "" }, { "A", DEVICE_AUTH },
		{ "not base64!", DEVICE_AUTH }, { DEVICE_KEY, "!!!!" },
		{ DEVICE_KEY "A", DEVICE_AUTH },
		{ DEVICE_KEY "AA", DEVICE_AUTH },
		{ DEVICE_KEY "===", DEVICE_AUTH },
		{ DEVICE_KEY "=A", DEVICE_AUTH },
		{ " " DEVICE_KEY, DEVICE_AUTH },
		{ DEVICE_KEY, "BTBZMqHH6r4Tts7J_aSI" },
		{ DEVICE_KEY, DEVICE_AUTH "AA" },
		{ DEVICE_KEY, "BTBZMqHH6r4Tts7J_aSIgh" },
		/* not on the curve; at infinity; compressed; hybrid */
		{ changed(32, 0), DEVICE_AUTH },
		{ changed(64, 0), DEVICE_AUTH },
		{ base64_write(arena, none, sizeof(none)), DEVICE_AUTH },
		{ base64_write(arena, none + 1, 1), DEVICE_AUTH },
		{ changed(0, 2), DEVICE_AUTH }, { changed(0, 6), DEVICE_AUTH },
		{ changed(0, 0), DEVICE_AUTH },
		{ "AyVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx", DEVICE_AUTH },
	};
	struct ece_message m = { .len = 77 };
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		if (ece_encrypt(ece, row[i].key, row[i].auth, "x", 1, &m))
			fail_msg("%s %s", row[i].key, row[i].auth);
	assert_int_equal(m.len, 77);
	/* What was refused before harms nothing. */
	the_rfcs_example_is_encrypted_alike(NULL);
}

static void
an_own_key_must_be_valid(void **state)
{
	/* 0, and the order of the group, of SEC 2 section 2.4.2. */
	static const char *const bad[] = {
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE",
		"__________________________________________8" };
	struct ece_given g = given(0);
	struct ece_message m;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(bad); i++) {
		assert_true(base64_read(bad[i], g.key, sizeof(g.key)));
		assert_false(ece_encrypt_given(ece, &g, DEVICE_KEY,
		    DEVICE_AUTH, PLAIN, strlen(PLAIN), &m));
	}
	/* The order less one is one. */
	assert_true(base64_read("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVA",
	    g.key, sizeof(g.key)));
	assert_true(ece_encrypt_given(ece, &g, DEVICE_KEY, DEVICE_AUTH, PLAIN,
	    strlen(PLAIN), &m));
}

static void
lengths_are_hidden_up_to_the_limit(void **state)
{
	static const struct {
		size_t len, record;	/* with its delimiter */
	} row[] = { { 0, 512 }, { 1, 512 }, { 511, 512 }, { 512, 1024 },
		{ 1023, 1024 }, { 3072, 3584 }, { 3583, 3584 },
		{ 3584, ECE_PLAIN_MAX + 1 },
		{ ECE_PLAIN_MAX, ECE_PLAIN_MAX + 1 } };
	static char plain[ECE_PLAIN_MAX + 1];
	struct ece_message m;
	size_t i;

	(void)state;
	assert_int_equal(ECE_PLAIN_MAX, 3993);	/* RFC 8291 section 4 */
	for (i = 0; i < COUNT(row); i++) {
		assert_true(ece_encrypt(ece, DEVICE_KEY, DEVICE_AUTH, plain,
		    row[i].len, &m));
		assert_int_equal(m.len, 86 + row[i].record + 16);
		assert_in_range(m.len, 1, ECE_BODY_MAX);
	}
	m.len = 77;
	assert_false(ece_encrypt(ece, DEVICE_KEY, DEVICE_AUTH, plain,
	    ECE_PLAIN_MAX + 1, &m));
	assert_int_equal(m.len, 77);
}

static void
a_given_padding_fits_or_is_refused(void **state)
{
	static char plain[ECE_PLAIN_MAX + 1];
	struct ece_given g = given(ECE_PLAIN_MAX - 10);
	struct ece_message m;

	(void)state;
	assert_true(ece_encrypt_given(ece, &g, DEVICE_KEY, DEVICE_AUTH, plain,
	    10, &m));
	assert_int_equal(m.len, ECE_BODY_MAX);
	assert_false(ece_encrypt_given(ece, &g, DEVICE_KEY, DEVICE_AUTH, plain,
	    11, &m));
	g.pad = (size_t)-1;
	assert_false(ece_encrypt_given(ece, &g, DEVICE_KEY, DEVICE_AUTH, plain,
	    11, &m));
	g.pad = 0;
	assert_false(ece_encrypt_given(ece, &g, DEVICE_KEY, DEVICE_AUTH, plain,
	    ECE_PLAIN_MAX + 1, &m));
	assert_false(ece_encrypt_given(ece, &g, "x", DEVICE_AUTH, plain, 10,
	    &m));
}

static void
each_message_has_its_own_salt_and_key(void **state)
{
	struct ece_message m[2];
	int i;

	(void)state;
	for (i = 0; i < 2; i++)
		assert_true(ece_encrypt(ece, DEVICE_KEY, DEVICE_AUTH, PLAIN,
		    strlen(PLAIN), &m[i]));
	assert_memory_not_equal(m[0].data, m[1].data, ECE_SALT);
	assert_memory_equal(m[0].data + ECE_SALT, m[1].data + ECE_SALT, 6);
	assert_memory_not_equal(m[0].data + ECE_SALT + 5,
	    m[1].data + ECE_SALT + 5, ECE_POINT);
	assert_memory_not_equal(m[0].data + 86, m[1].data + 86, 512);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rfcs_example_is_encrypted_alike),
		cmocka_unit_test(keys_in_plain_base64_are_read),
		cmocka_unit_test(keys_that_do_not_fit_are_refused),
		cmocka_unit_test(an_own_key_must_be_valid),
		cmocka_unit_test(lengths_are_hidden_up_to_the_limit),
		cmocka_unit_test(a_given_padding_fits_or_is_refused),
		cmocka_unit_test(each_message_has_its_own_salt_and_key),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
