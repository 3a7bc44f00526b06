/*
 * What a browser says of a passkey: the whole answer, its client data, its
 * authenticator data, its key.  Whatever comes is refused in one line, or is
 * what was asked for; nobody's signature is right.
 */
#include <string.h>

#include "t/fuzz/lib/fuzz.h"
#include "web/webauthn.h"

static const struct webauthn_site site = { "https://example.org",
	"example.org" };
static int reached[4];

static bool
refused(const char *wrong)
{
	MUST(wrong == NULL || (wrong[0] != '\0' && !strchr(wrong, '\n')));
	return wrong != NULL;
}

static void
check_data(struct webauthn_answer *w, bool create)
{
	const unsigned char *p = w->authenticator_data.data;
	size_t len = w->authenticator_data.len;
	uint32_t counter;

	if (refused(webauthn_check_authenticator(&site, w, create, &counter)))
		return;
	MUST(len >= 37 && (p[32] & 5) == 5);
	MUST(!create || (len > 55 + w->id.len &&
	    memcmp(p + 55, w->id.data, w->id.len) == 0));
	reached[0]++;
}

static void
check_client(struct arena *a, struct webauthn_answer *w, bool create)
{
	const char *challenge = NULL;

	if (refused(webauthn_check_client(a, &site, w, create, &challenge)))
		return;
	MUST(challenge != NULL);
	reached[1]++;
}

/* A key that is taken has one of three forms; it has not signed what it is. */
static void
check_key(struct arena *a, struct webauthn_answer *w)
{
	size_t len = w->key.len;

	if (refused(webauthn_check_key(w)))
		return;
	MUST((w->algorithm == COSE_ES256 && len == 91) ||
	    (w->algorithm == COSE_EDDSA && len == 44) ||
	    (w->algorithm == COSE_RS256 && len >= 292 && len <= 550));
	w->signature = w->client_data = w->authenticator_data = w->key;
	MUST(webauthn_check_signature(a, w, w->algorithm, w->signature) !=
	    NULL);
	reached[2]++;
}

static void
check_answer(struct arena *a, const char *json, bool create)
{
	struct webauthn_answer w;

	if (refused(webauthn_read(a, json, create, &w)))
		return;
	MUST(w.id.len > 0 && w.client_data.len > 0 &&
	    w.authenticator_data.len > 0);
	reached[3]++;
	check_client(a, &w, create);
	check_data(&w, create);
	if (create)
		check_key(a, &w);
	else
		MUST(w.signature.len > 0 && w.user_handle.len > 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const int64_t algorithms[] = { COSE_ES256, COSE_EDDSA,
		COSE_RS256, -35 };
	struct arena *a = arena_new();
	struct input in = { data, len };
	int what = (int)input_int(&in, 0, 3);
	bool create = input_byte(&in) & 1;
	struct bytes rest;
	struct webauthn_answer w;

	rest = (struct bytes){ in.p, in.left };
	w = (struct webauthn_answer){ .client_data = rest,
		.authenticator_data = rest, .key = rest };
	switch (what) {
	case 0:
		check_answer(a, input_text(&in, a), create);
		break;
	case 1:
		check_client(a, &w, create);
		break;
	case 2:
		w.id = (struct bytes){ rest.data + (rest.len > 55 ? 55 : 0),
		    rest.len > 87 ? 32 : 0 };
		check_data(&w, create);
		break;
	case 3:
		for (what = 0; what < 4; what++) {
			w.algorithm = algorithms[what];
			w.key = rest;
			check_key(a, &w);
		}
		break;
	}
	arena_free(a);
	return 0;
}

void
fuzz_begin(void)
{
	MUST(signature_open());
}

bool
fuzz_reached(void)
{
	return reached[0] > 0 && reached[1] > 0 && reached[2] > 0 &&
	    reached[3] > 0;
}
