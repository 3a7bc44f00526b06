/*
 * lib/base/sha1.c and lib/core/user/totp.c against published vectors.
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
#include "base/sha1.h"
#include "core/user/totp.h"

#define SECRET	((const unsigned char *)"12345678901234567890")

static void
assert_hex(const unsigned char *bytes, const char *hex)
{
	char text[2 * SHA1_BYTES + 1];

	assert_string_equal(sodium_bin2hex(text, sizeof(text), bytes,
	    SHA1_BYTES), hex);
}

/* FIPS 180's examples, and lengths around those of the padding (by
 * sha1sum(1)). */
static void
sha1_is_that_of_fips_180(void **state)
{
	static const struct { const char *text, *hash; } vectors[] = {
		{ "", "da39a3ee5e6b4b0d3255bfef95601890afd80709" },
		{ "abc", "a9993e364706816aba3e25717850c26c9cd0d89d" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		    "84983e441c3bd26ebaae4aa1f95129e5e54670f1" },
	};
	static const struct { size_t n; const char *hash; } padded[] = {
		{ 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a" },
		{ 56, "c2db330f6083854c99d4b5bfb6e8f29f201be699" },
		{ 63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5" },
		{ 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d" },
		{ 65, "11655326c708d70319be2610e8a57d9a5b959d3b" },
		{ 119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56" },
		{ 120, "f34c1488385346a55709ba056ddd08280dd4c6d6" },
		{ 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f" },
	};
	static unsigned char many[1000000];
	unsigned char hash[SHA1_BYTES];
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(vectors); i++) {
		sha1(vectors[i].text, strlen(vectors[i].text), hash);
		assert_hex(hash, vectors[i].hash);
	}
	memset(many, 'a', sizeof(many));
	for (i = 0; i < COUNT(padded); i++) {
		sha1(many, padded[i].n, hash);
		assert_hex(hash, padded[i].hash);
	}
}

/* RFC 2202 section 3, with keys of at most a block. */
static void
hmac_is_that_of_rfc_2202(void **state)
{
	unsigned char key[20], data[50], mac[SHA1_BYTES];

	(void)state;
	memset(key, 0x0b, sizeof(key));
	sha1_hmac(key, sizeof(key), "Hi There", 8, mac);
	assert_hex(mac, "b617318655057264e28bc0b6fb378c8ef146be00");
	sha1_hmac("Jefe", 4, "what do ya want for nothing?", 28, mac);
	assert_hex(mac, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
	memset(key, 0xaa, sizeof(key));
	memset(data, 0xdd, sizeof(data));
	sha1_hmac(key, sizeof(key), data, sizeof(data), mac);
	assert_hex(mac, "125d7342b9ac11cd91a39af48aa17b4f63f175d3");
}

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
		cmocka_unit_test(sha1_is_that_of_fips_180),
		cmocka_unit_test(hmac_is_that_of_rfc_2202),
		cmocka_unit_test(codes_are_those_of_rfc_4226),
		cmocka_unit_test(codes_are_those_of_rfc_6238),
		cmocka_unit_test(what_is_typed_is_six_digits),
		cmocka_unit_test(a_secret_is_shown_as_base32),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
