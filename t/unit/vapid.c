/*
 * lib/push/vapid.c: it makes the example of RFC 8292, except for the signature,
 * and libcrypto verifies both.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "push/p256.h"
#include "push/vapid.h"

/* RFC 8292 section 2.4. */
#define RFC_SIGNED \
	"eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2g" \
	"uZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXN" \
	"oQGV4YW1wbGUuY29tIn0"
#define RFC_SIGNATURE \
	"i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmys" \
	"azNjjvW2L9OkSSHzvoD1oA"
#define RFC_KEY \
	"BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RC" \
	"PCfA5aq9ojSwk5Y2EmClBPs"
#define RFC_ORIGIN	"https://push.example.net"
#define RFC_SUBJECT	"mailto:push@example.com"
#define RFC_END		INT64_C(1453523768)

/* The smallest private key; its public key is the group's generator, of SEC 2
 * section 2.4.2. */
#define ONE		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
#define GENERATOR \
	"BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-e" \
	"FivOM1drMV7Oy7ZAaDe_UfU"

static struct arena *arena;
static const char *public_key, *private_key;

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	vapid_generate(arena, &public_key, &private_key);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

/* Is it the key's signature (base64url of r and s) of the text? */
static bool
verifies(const char *key, const char *text, size_t len, const char *signature)
{
	unsigned char point[P256_POINT], raw[64], *der = NULL;
	EVP_PKEY *public = p256_curve();
	EVP_MD_CTX *c = EVP_MD_CTX_new();
	ECDSA_SIG *two = ECDSA_SIG_new();
	int n;
	bool ok;

	assert_true(base64_read(key, point, sizeof(point)));
	assert_true(p256_set_point(public, point));
	assert_true(base64_read(signature, raw, sizeof(raw)));
	ECDSA_SIG_set0(two, BN_bin2bn(raw, 32, NULL),
	    BN_bin2bn(raw + 32, 32, NULL));
	n = i2d_ECDSA_SIG(two, &der);
	assert_true(n > 0);
	ok = EVP_DigestVerifyInit(c, NULL, EVP_sha256(), NULL, public) == 1 &&
	    EVP_DigestVerify(c, der, (size_t)n, (const unsigned char *)text,
	    len) == 1;
	OPENSSL_free(der);
	ECDSA_SIG_free(two);
	EVP_MD_CTX_free(c);
	EVP_PKEY_free(public);
	return ok;
}

static void
the_example_of_the_rfc_verifies(void **state)
{
	(void)state;
	assert_true(verifies(RFC_KEY, RFC_SIGNED, strlen(RFC_SIGNED),
	    RFC_SIGNATURE));
	assert_false(verifies(RFC_KEY, RFC_SIGNED, strlen(RFC_SIGNED) - 1,
	    RFC_SIGNATURE));
	assert_false(verifies(public_key, RFC_SIGNED, strlen(RFC_SIGNED),
	    RFC_SIGNATURE));
}

static struct vapid *
loaded(const char *public, const char *private, const char *subject)
{
	const char *why = NULL;
	struct vapid *v = vapid_new(public, private, subject, &why);

	if (v == NULL)
		fail_msg("%s", why);
	return v;
}

/* What is signed of "vapid t=..., k=KEY", once the signature verifies. */
static const char *
signed_part(const char *authorization, const char *key)
{
	const char *token, *dot, *end;

	assert_memory_equal(authorization, "vapid t=", 8);
	token = authorization + 8;
	end = strstr(token, ", k=");
	assert_non_null(end);
	assert_string_equal(end + 4, key);
	token = arena_dup(arena, token, (size_t)(end - token));
	dot = strrchr(token, '.');
	assert_non_null(dot);
	assert_true(verifies(key, token, (size_t)(dot - token), dot + 1));
	return arena_dup(arena, token, (size_t)(dot - token));
}

static void
a_token_is_as_in_the_rfc(void **state)
{
	struct vapid *v = loaded(public_key, private_key, RFC_SUBJECT);
	int i;

	(void)state;
	/* Signatures are random: some begin with zeros. */
	for (i = 0; i < 600; i++) {
		assert_string_equal(signed_part(vapid_authorization(v,
		    RFC_ORIGIN, (RFC_END - 12 * 3600) * SECOND), public_key),
		    RFC_SIGNED);
		vapid_free(v);
		v = loaded(public_key, private_key, RFC_SUBJECT);
	}
	vapid_free(v);
}

static void
without_a_setting_there_is_no_subject(void **state)
{
	struct vapid *v = loaded(GENERATOR, ONE, "");
	unsigned char claims[39];
	const char *text = signed_part(vapid_authorization(v,
	    "https://a.example", 0), GENERATOR);

	(void)state;
	text = strchr(text, '.') + 1;
	assert_true(base64_read(text, claims, 39));
	assert_memory_equal(claims,
	    "{\"aud\":\"https://a.example\",\"exp\":43200}", 39);
	vapid_free(v);
}

static void
a_token_is_used_again_for_its_origin(void **state)
{
	struct vapid *v = loaded(public_key, private_key, RFC_SUBJECT);
	static const struct {
		const char *origin;
		int64_t at;
		bool again;
	} row[] = {
		{ "https://a.example", 100 * HOUR, false },
		{ "https://a.example", 100 * HOUR, true },
		{ "https://a.example", 111 * HOUR - 1, true },
		{ "https://a.example", 111 * HOUR, false },
		{ "https://a.example", 112 * HOUR, true },
		/* the clock was set back: it may not end too late */
		{ "https://a.example", 110 * HOUR, false },
		{ "https://b.example", 110 * HOUR, false },
		{ "http://b.example", 110 * HOUR, false },
		{ "https://b.example:8443", 110 * HOUR, false },
	};
	const char *last = "", *now;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		now = vapid_authorization(v, row[i].origin, row[i].at);
		if ((strcmp(now, last) == 0) != row[i].again)
			fail_msg("row %zu", i);
		signed_part(now, public_key);
		last = arena_str(arena, now);
	}
	vapid_free(v);
}

static void
each_origin_has_its_own_token(void **state)
{
	struct vapid *v = loaded(public_key, private_key, "");
	const char *origin, *text;
	unsigned char claims[41];
	int i, round;

	(void)state;
	for (round = 0; round < 2; round++)
		for (i = 100; i < 400; i++) {
			origin = arena_printf(arena, "https://%d.example", i);
			text = signed_part(vapid_authorization(v, origin,
			    round * HOUR), public_key);
			assert_true(base64_read(strchr(text, '.') + 1, claims,
			    41));
			assert_memory_equal(claims + 8, origin, 19);
		}
	vapid_free(v);
}

static void
keys_are_a_valid_pair(void **state)
{
	static const struct {
		const char *public, *private, *why;
	} row[] = {
		{ "", ONE, "the public key must" },
		{ "!", ONE, "the public key must" },
		{ ONE, ONE, "the public key must" },
		{ GENERATOR "AA", ONE, "the public key must" },
		{ GENERATOR, "", "the private key must" },
		{ GENERATOR, GENERATOR, "the private key must" },
		{ GENERATOR, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		    "the private key is not" },
		{ GENERATOR, "__________________________________________8",
		    "the private key is not" },
		{ GENERATOR, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAI",
		    "the two keys do not" },
		{ RFC_KEY, ONE, "the two keys do not" },
	};
	const char *why;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		why = "nothing";
		assert_null(vapid_new(row[i].public, row[i].private, "", &why));
		assert_memory_equal(why, row[i].why, strlen(row[i].why));
	}
	vapid_free(loaded(GENERATOR, ONE, ""));
	vapid_free(loaded(GENERATOR "=", ONE "=", ""));
	vapid_free(NULL);
}

static void
each_pair_is_new_and_loads(void **state)
{
	const char *public, *private, *last = private_key;
	int i;

	(void)state;
	/* Some numbers begin with zeros. */
	for (i = 0; i < 600; i++) {
		vapid_generate(arena, &public, &private);
		assert_int_equal(strlen(public), 87);
		assert_int_equal(strlen(private), 43);
		assert_string_not_equal(private, last);
		last = private;
		vapid_free(loaded(public, private, ""));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_example_of_the_rfc_verifies),
		cmocka_unit_test(a_token_is_as_in_the_rfc),
		cmocka_unit_test(without_a_setting_there_is_no_subject),
		cmocka_unit_test(a_token_is_used_again_for_its_origin),
		cmocka_unit_test(each_origin_has_its_own_token),
		cmocka_unit_test(keys_are_a_valid_pair),
		cmocka_unit_test(each_pair_is_new_and_loads),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
