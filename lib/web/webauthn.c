#include "web/webauthn.h"

#include <cjson/cJSON.h>
#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "base/text.h"

/* Authenticator data (section 6.1): hash of the site, flags, counter; of a new
 * passkey then model, length of the id, id, key. */
#define HASH	crypto_hash_sha256_BYTES
#define HEAD	(HASH + 1 + 4)
#define MODEL	16

enum {
	PRESENT = 0x01,
	VERIFIED = 0x04,
	MAY_BE_COPIED = 0x08,
	COPIED = 0x10,
	HAS_KEY = 0x40,
	HAS_EXTENSIONS = 0x80
};

struct webauthn_site
webauthn_site(struct arena *a, const char *base_url)
{
	char *origin = arena_str(a, text_lower_ascii(a, base_url));
	char *host = strstr(origin, "://"), *port;
	struct webauthn_site site = { origin, "" };

	if (host == NULL)
		return site;
	host += 3;
	host[strcspn(host, "/?#")] = '\0';
	site.rp_id = arena_dup(a, host, strcspn(host, ":"));
	port = strchr(host, ':');
	if (port != NULL && strcmp(port, strncmp(origin, "https", 5) == 0 ?
	    ":443" : ":80") == 0)
		*port = '\0';
	return site;
}

/* base64url without padding, in its one form; false for anything else, also for
 * none. */
static bool
read_bytes(struct arena *a, const cJSON *from, const char *name,
    struct bytes *out)
{
	const cJSON *j = json_member(from, name);
	unsigned char *data;
	size_t n;

	if (!cJSON_IsString(j))
		return false;
	n = strlen(j->valuestring);
	data = arena_raw(a, n + 1);
	if (sodium_base642bin(data, n + 1, j->valuestring, n, NULL, &out->len,
	    NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
		return false;
	out->data = data;
	return out->len > 0;
}

static bool
same_bytes(struct bytes a, struct bytes b)
{
	return a.len == b.len && memcmp(a.data, b.data, a.len) == 0;
}

static const char *
read_tree(struct arena *a, const cJSON *j, bool create,
    struct webauthn_answer *w)
{
	const cJSON *type = json_member(j, "type");
	const cJSON *response = json_member(j, "response");
	struct bytes raw_id;

	if (!cJSON_IsString(type) || strcmp(type->valuestring,
	    "public-key") != 0)
		return "the type is not public-key";
	if (!read_bytes(a, j, "id", &w->id) ||
	    !read_bytes(a, j, "rawId", &raw_id))
		return "there is no id";
	if (!same_bytes(w->id, raw_id))
		return "id and rawId differ";
	if (!read_bytes(a, response, "clientDataJSON", &w->client_data) ||
	    !read_bytes(a, response, "authenticatorData",
	    &w->authenticator_data))
		return "there is no client or authenticator data";
	if (create)
		return read_bytes(a, response, "publicKey", &w->key) &&
		    json_int(json_member(response, "publicKeyAlgorithm"),
		    &w->algorithm) ? NULL : "there is no key";
	return read_bytes(a, response, "signature", &w->signature) &&
	    read_bytes(a, response, "userHandle", &w->user_handle) ? NULL :
	    "there is no signature or user handle";
}

const char *
webauthn_read(struct arena *a, const char *json, bool create,
    struct webauthn_answer *w)
{
	const char *wrong = NULL;
	cJSON *j = json_read(a, json, strlen(json), &wrong);

	*w = (struct webauthn_answer){ .algorithm = 0 };
	if (j != NULL)
		wrong = read_tree(a, j, create, w);
	json_free(j);
	return wrong;
}

static bool
is_text(const cJSON *j, const char *text)
{
	return cJSON_IsString(j) && strcmp(j->valuestring, text) == 0;
}

static const char *
check_client_tree(struct arena *a, const struct webauthn_site *site,
    const cJSON *j, bool create, const char **challenge)
{
	const cJSON *given = json_member(j, "challenge");
	const cJSON *cross = json_member(j, "crossOrigin");

	if (!is_text(json_member(j, "type"), create ? "webauthn.create" :
	    "webauthn.get"))
		return "the client data are for something else";
	if (!is_text(json_member(j, "origin"), site->origin))
		return "the origin is not that of base-url";
	if ((cross != NULL && !cJSON_IsFalse(cross)) ||
	    json_member(j, "topOrigin") != NULL)
		return "it comes from within the page of another site";
	if (!cJSON_IsString(given))
		return "there is no challenge";
	*challenge = arena_str(a, given->valuestring);
	return NULL;
}

const char *
webauthn_check_client(struct arena *a, const struct webauthn_site *site,
    const struct webauthn_answer *w, bool create, const char **challenge)
{
	const char *wrong = NULL;
	cJSON *j = json_read(a, (const char *)w->client_data.data,
	    w->client_data.len, &wrong);

	if (j != NULL)
		wrong = check_client_tree(a, site, j, create, challenge);
	json_free(j);
	return wrong;
}

/* Of a new passkey: behind the head. */
static const char *
check_new(const struct webauthn_answer *w)
{
	const unsigned char *p = w->authenticator_data.data + HEAD + MODEL;
	size_t len = w->authenticator_data.len, id = len < HEAD + MODEL + 2 ?
	    0 : (size_t)p[0] << 8 | p[1];

	if (id > WEBAUTHN_ID_MAX)
		return "the id is too long";
	/* The key must follow. */
	if (len <= HEAD + MODEL + 2 + id)
		return "the authenticator data are cut off";
	if (!same_bytes((struct bytes){ p + 2, id }, w->id))
		return "the id is not that of the authenticator";
	return NULL;
}

const char *
webauthn_check_authenticator(const struct webauthn_site *site,
    const struct webauthn_answer *w, bool create, uint32_t *counter)
{
	const unsigned char *p = w->authenticator_data.data;
	size_t len = w->authenticator_data.len;
	unsigned char hash[HASH], flags;

	if (len < HEAD)
		return "the authenticator data are cut off";
	crypto_hash_sha256(hash, (const unsigned char *)site->rp_id,
	    strlen(site->rp_id));
	if (memcmp(p, hash, HASH) != 0)
		return "the passkey is for another site";
	flags = p[HASH];
	if (!(flags & PRESENT))
		return "the user was not present";
	if (!(flags & VERIFIED))
		return "the user was not verified";
	if ((flags & COPIED) && !(flags & MAY_BE_COPIED))
		return "the flags contradict each other";
	if (((flags & HAS_KEY) != 0) != create)
		return create ? "there is no new passkey" :
		    "there is a new passkey";
	if (!create && (len > HEAD) != ((flags & HAS_EXTENSIONS) != 0))
		return "the authenticator data have another length";
	*counter = (uint32_t)p[HASH + 1] << 24 | (uint32_t)p[HASH + 2] << 16 |
	    (uint32_t)p[HASH + 3] << 8 | p[HASH + 4];
	return create ? check_new(w) : NULL;
}

const char *
webauthn_check_key(const struct webauthn_answer *w)
{
	return signature_key(w->algorithm, w->key) ? NULL :
	    "it is no key of an algorithm that was offered";
}

const char *
webauthn_check_signature(struct arena *a, const struct webauthn_answer *w,
    int64_t algorithm, struct bytes key)
{
	size_t len = w->authenticator_data.len;
	unsigned char *message = arena_raw(a, len + HASH);

	memcpy(message, w->authenticator_data.data, len);
	crypto_hash_sha256(message + len, w->client_data.data,
	    w->client_data.len);
	return signature_right(algorithm, key, (struct bytes){ message,
	    len + HASH }, w->signature) ? NULL : "the signature is wrong";
}
