#include "oidc/claims.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/email.h"
#include "base/json/read.h"
#include "base/text.h"

#define ISSUED		600	/* seconds since the token was made */
#define FRESH		60	/* seconds since the user has signed in */
#define NAME_MAX_CHARS	100

/* A part of the token, decoded, as JSON; NULL: it is none. */
static struct cJSON *
claims_part(struct arena *a, const char *part, size_t len)
{
	unsigned char *text = arena_alloc(a, len + 1);
	const char *why;
	size_t n;

	return sodium_base642bin(text, len, part, len, NULL, &n, NULL,
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 ?
	    json_read(a, (const char *)text, n, &why) : NULL;
}

static const char *
claims_text(const struct cJSON *json, const char *name)
{
	const struct cJSON *m = json_member(json, name);

	return cJSON_IsString(m) ? m->valuestring : NULL;
}

static bool
claims_equal(const struct cJSON *json, const char *name, const char *value)
{
	const char *text = claims_text(json, name);

	return text != NULL && strcmp(text, value) == 0;
}

/* Is it a time from so many seconds before now to so many after it? */
static bool
claims_time(const struct cJSON *json, const char *name,
    const struct oidc_expected *e, double before, double after)
{
	const struct cJSON *m = json_member(json, name);
	const int64_t seconds = e->now / SECOND;
	const double now = (double)seconds;

	return cJSON_IsNumber(m) && isfinite(m->valuedouble) &&
	    m->valuedouble >= now - before && m->valuedouble <= now + after;
}

/* Does an array of texts have that one?  *count: how many it has, -1 if it is
 * none. */
static bool
claims_array(const struct cJSON *m, const char *value, int *count)
{
	const struct cJSON *i;
	bool found = false;

	*count = -1;
	if (!cJSON_IsArray(m))
		return false;
	cJSON_ArrayForEach(i, m) {
		if (!cJSON_IsString(i))
			return false;
		found = found || strcmp(i->valuestring, value) == 0;
	}
	*count = cJSON_GetArraySize(m);
	return found;
}

/* Is it for us?  A token for several names the one that asked for it. */
static bool
is_for_us(const struct cJSON *json, const char *id)
{
	const struct cJSON *aud = json_member(json, "aud");
	int count = 1;

	if (!claims_equal(json, "aud", id) && !claims_array(aud, id, &count))
		return false;
	return json_member(json, "azp") == NULL ? count == 1 :
	    claims_equal(json, "azp", id);
}

static bool
has_algorithm(const struct cJSON *header)
{
	const char *alg = claims_text(header, "alg");

	return alg != NULL && alg[0] != '\0' && strcasecmp(alg, "none") != 0;
}

/* NULL, or what is wrong. */
static const char *
claims_fault(const struct cJSON *json, const struct oidc_expected *e)
{
	const char *sub = claims_text(json, "sub");

	if (!claims_equal(json, "iss", e->issuer))
		return "iss is another";
	if (!is_for_us(json, e->client_id))
		return "aud or azp is not this client";
	if (!claims_time(json, "exp", e, OIDC_CLOCKS, INFINITY))
		return "exp is over";
	if (!claims_time(json, "iat", e, ISSUED, ISSUED))
		return "iat is not now";
	if (!claims_equal(json, "nonce", e->nonce))
		return "nonce is another";
	if (sub == NULL || sub[0] == '\0' || strlen(sub) > SUB_MAX)
		return "sub is none";
	if (e->fresh && !claims_time(json, "auth_time", e, FRESH, OIDC_CLOCKS))
		return "auth_time is not now";
	return NULL;
}

/* The first of these that is a text; NULL: none. */
static const char *
claims_name(struct arena *a, const struct cJSON *json)
{
	static const char *const names[] = { "name", "preferred_username",
		NULL };
	const char *name;
	size_t i;

	for (i = 0; names[i] != NULL; i++)
		if ((name = claims_text(json, names[i])) != NULL) {
			name = text_trim(a, text_cleaned(a, name,
			    NAME_MAX_CHARS));
			if (name[0] != '\0')
				return text_nfc(a, name);
		}
	return NULL;
}

static void
claims_take(struct arena *a, const struct cJSON *json, struct oidc_claims *c)
{
	const char *email = claims_text(json, "email");
	int count;

	c->sub = arena_str(a, claims_text(json, "sub"));
	c->email = email != NULL && text_is_email(email) ?
	    arena_str(a, email) : NULL;
	c->email_verified = cJSON_IsTrue(json_member(json, "email_verified"));
	c->name = claims_name(a, json);
	c->mfa = claims_array(json_member(json, "amr"), "mfa", &count);
}

bool
claims_read(struct arena *a, const char *token, const struct oidc_expected *e,
    struct oidc_claims *claims, const char **why)
{
	size_t head = strcspn(token, "."), body;
	struct cJSON *header = NULL, *json = NULL;
	const char *rest;

	*why = "it has not three parts of JSON";
	if (token[head] == '.') {
		rest = token + head + 1;
		body = strcspn(rest, ".");
		if (rest[body] == '.' && rest[body + 1] != '\0' &&
		    strchr(rest + body + 1, '.') == NULL) {
			header = claims_part(a, token, head);
			json = claims_part(a, rest, body);
		}
	}
	if (header != NULL && json != NULL)
		*why = has_algorithm(header) ? claims_fault(json, e) :
		    "alg is none";
	if (*why == NULL)
		claims_take(a, json, claims);
	json_free(header);
	json_free(json);
	return *why == NULL;
}
