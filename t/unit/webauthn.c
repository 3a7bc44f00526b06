/*
 * lib/web/webauthn.c and signature.c against the standard's vectors: what they
 * are, which check refuses those that are not for us, and what becomes of each
 * byte that is changed.  t/http/passkeys.t has an answer for each check.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "web/webauthn.h"

#define BYTES	2048		/* more than any value has */

enum part { NEW_CLIENT, NEW_DATA, KEY, CLIENT, DATA, SIGNATURE, PARTS };

static const struct vector {
	const char	*name;
	int64_t		 algorithm;
	const char	*part[PARTS];
	const char	*challenge[2];
} vectors[] = {
#include "t/vectors/webauthn.h"
};

static const struct webauthn_site site = { "https://example.org",
	"example.org" };

static struct bytes
from_hex(struct arena *a, const char *hex)
{
	unsigned char *data = arena_alloc(a, BYTES);
	struct bytes b = { data, 0 };

	assert_int_equal(sodium_hex2bin(data, BYTES, hex, strlen(hex), NULL,
	    &b.len, NULL), 0);
	return b;
}

/* The answer that makes the passkey, or one that uses it. */
static struct webauthn_answer
answer_of(struct arena *a, const struct vector *v, bool create)
{
	struct bytes made = from_hex(a, v->part[NEW_DATA]);
	struct webauthn_answer w = { .algorithm = v->algorithm,
		.id = { made.data + 55,
		    (size_t)made.data[53] << 8 | made.data[54] },
		.client_data = from_hex(a, v->part[create ? NEW_CLIENT :
		    CLIENT]),
		.authenticator_data = create ? made :
		    from_hex(a, v->part[DATA]),
		.key = from_hex(a, v->part[KEY]),
		.signature = from_hex(a, v->part[SIGNATURE]) };

	return w;
}

static void
client_data_are_read(void **state)
{
	const char *challenge, *wrong, *within =
	    "it comes from within the page of another site";
	struct arena *a = arena_new();
	struct webauthn_answer w;
	size_t i;
	int create;

	(void)state;
	for (i = 0; i < COUNT(vectors); i++)
		for (create = 0; create < 2; create++) {
			w = answer_of(a, &vectors[i], create);
			wrong = webauthn_check_client(a, &site, &w, create,
			    &challenge);
			if (strstr(vectors[i].name, "Origin") != NULL) {
				assert_string_equal(wrong, within);
				continue;
			}
			assert_null(wrong);
			assert_string_equal(challenge,
			    vectors[i].challenge[!create]);
			assert_non_null(webauthn_check_client(a, &site, &w,
			    !create, &challenge));
		}
	arena_free(a);
}

/* Some of the vectors' users were not verified, which Docket demands. */
static void
authenticator_data_are_read(void **state)
{
	struct arena *a = arena_new();
	struct webauthn_answer w;
	const char *wrong;
	uint32_t counter;
	int create;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(vectors); i++)
		for (create = 0; create < 2; create++) {
			w = answer_of(a, &vectors[i], create);
			wrong = webauthn_check_authenticator(&site, &w, create,
			    &counter);
			if (w.authenticator_data.data[32] & 4) {
				assert_null(wrong);
				assert_int_equal(counter, 0);
			} else
				assert_string_equal(wrong,
				    "the user was not verified");
			/* Cut anywhere, it is refused. */
			while (w.authenticator_data.len-- > 0)
				if (!create || w.authenticator_data.len <=
				    55 + w.id.len)
					assert_non_null(
					    webauthn_check_authenticator(&site,
					    &w, create, &counter));
		}
	arena_free(a);
}

static bool
is_offered(int64_t algorithm)
{
	return algorithm == COSE_ES256 || algorithm == COSE_EDDSA ||
	    algorithm == COSE_RS256;
}

static void
signatures_are_checked(void **state)
{
	struct arena *a = arena_new();
	struct webauthn_answer w;
	const struct vector *v;
	size_t i, offered = 0;
	bool right;

	(void)state;
	for (i = 0; i < COUNT(vectors); i++) {
		v = &vectors[i];
		w = answer_of(a, v, false);
		right = is_offered(v->algorithm);
		offered += right;
		assert_int_equal(webauthn_check_key(&w) == NULL, right);
		assert_int_equal(webauthn_check_signature(a, &w, v->algorithm,
		    w.key) == NULL, right);
		/* By the key of another algorithm, or the next vector's. */
		assert_non_null(webauthn_check_signature(a, &w,
		    v->algorithm == COSE_ES256 ? COSE_RS256 : COSE_ES256,
		    w.key));
		assert_non_null(webauthn_check_signature(a, &w, v->algorithm,
		    from_hex(a, vectors[(i + 1) % COUNT(vectors)].part[KEY])));
	}
	assert_int_equal(offered, 7);
	arena_free(a);
}

/* Beside x and y alone there are forms that say which y; libcrypto reads
 * them. */
static void
other_forms_of_points_are_no_keys(void **state)
{
	struct arena *a = arena_new();
	struct webauthn_answer w;
	unsigned char *point;
	size_t i, tried = 0;

	(void)state;
	for (i = 0; i < COUNT(vectors); i++) {
		if (vectors[i].algorithm != COSE_ES256)
			continue;
		w = answer_of(a, &vectors[i], false);
		point = (unsigned char *)(uintptr_t)w.key.data + w.key.len - 65;
		assert_int_equal(point[0], 4);
		point[0] = 6 | (point[64] & 1);
		assert_non_null(webauthn_check_signature(a, &w, COSE_ES256,
		    w.key));
		tried++;
	}
	assert_true(tried > 0);
	arena_free(a);
}

/* Every byte that was signed, and of the signature. */
static void
each_byte_is_signed(void **state)
{
	struct arena *a = arena_new();
	struct webauthn_answer w;
	struct bytes *part[3];
	unsigned char *byte;
	size_t i, n, k;

	(void)state;
	for (i = 0; i < COUNT(vectors); i++) {
		if (!is_offered(vectors[i].algorithm))
			continue;
		w = answer_of(a, &vectors[i], false);
		part[0] = &w.client_data;
		part[1] = &w.authenticator_data;
		part[2] = &w.signature;
		for (n = 0; n < 3; n++)
			for (k = 0; k < part[n]->len; k++) {
				byte = (unsigned char *)(uintptr_t)
				    part[n]->data + k;
				*byte ^= 1;
				assert_non_null(webauthn_check_signature(a, &w,
				    vectors[i].algorithm, w.key));
				*byte ^= 1;
			}
		assert_null(webauthn_check_signature(a, &w,
		    vectors[i].algorithm, w.key));
		arena_reset(a);
	}
	arena_free(a);
}

static void
a_site_is_that_of_base_url(void **state)
{
	static const struct { const char *url, *origin, *rp_id; } sites[] = {
		{ "https://a.example", "https://a.example", "a.example" },
		{ "HTTPS://A.Example/x", "https://a.example", "a.example" },
		{ "https://a.example:443", "https://a.example", "a.example" },
		{ "https://a.example:80/y", "https://a.example:80",
		    "a.example" },
		{ "http://localhost:80", "http://localhost", "localhost" },
		{ "http://localhost:443", "http://localhost:443",
		    "localhost" },
		{ "http://localhost:8080/tasks", "http://localhost:8080",
		    "localhost" },
	};
	struct arena *a = arena_new();
	struct webauthn_site s;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(sites); i++) {
		s = webauthn_site(a, sites[i].url);
		assert_string_equal(s.origin, sites[i].origin);
		assert_string_equal(s.rp_id, sites[i].rp_id);
	}
	arena_free(a);
}

static int
open_signatures(void **state)
{
	(void)state;
	return signature_open() ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(client_data_are_read),
		cmocka_unit_test(authenticator_data_are_read),
		cmocka_unit_test(signatures_are_checked),
		cmocka_unit_test(other_forms_of_points_are_no_keys),
		cmocka_unit_test(each_byte_is_signed),
		cmocka_unit_test(a_site_is_that_of_base_url),
	};

	return cmocka_run_group_tests(tests, open_signatures, NULL);
}
