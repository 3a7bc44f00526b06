#include "base/settings/kind.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/net.h"
#include "base/settings/media_types.h"
#include "base/settings/urls.h"
#include "base/text.h"

static const char *
without_slashes(struct arena *arena, const char *value)
{
	size_t len = strlen(value);

	while (len > 1 && value[len - 1] == '/')
		len--;
	return value[len] == '\0' ? value : arena_dup(arena, value, len);
}

static const char *
path_wrong(struct arena *arena, const char *value)
{
	(void)arena;
	return value[0] == '/' ? NULL : "must be an absolute path";
}

static const char *
file_wrong(struct arena *arena, const char *value)
{
	(void)arena;
	return value[0] == '/' || value[0] == '\0' ? NULL :
	    "must be an absolute path, or empty";
}

static const char *
log_wrong(struct arena *arena, const char *value)
{
	(void)arena;
	return value[0] == '/' || strcmp(value, "stderr") == 0 ||
	    strcmp(value, "syslog") == 0 ? NULL :
	    "must be stderr, syslog or an absolute path";
}

/* openid is what makes it OpenID Connect; the others are tokens of RFC 6749,
 * section 3.3. */
static const char *
scopes_wrong(struct arena *arena, const char *value)
{
	const char *padded = arena_printf(arena, " %s ", value);

	return strpbrk(value, "\"\\") == NULL &&
	    strstr(padded, " openid ") != NULL ? NULL :
	    "must be scopes between blanks, with openid among them";
}

static const char *
set_words(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	int64_t n = (int64_t)text_length(value);

	if (n < key->min || n > key->max)
		return arena_printf(arena, "must have %lld to %lld characters",
		    (long long)key->min, (long long)key->max);
	*(const char **)member = value;
	return NULL;
}

static const char *
set_choice(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	const char *words = "must be one of:";
	unsigned int i;

	for (i = 0; i < KIND_WORDS && key->words[i] != NULL; i++) {
		if (strcmp(value, key->words[i]) == 0) {
			*(unsigned int *)member = i;
			return NULL;
		}
		words = arena_printf(arena, "%s %s", words, key->words[i]);
	}
	return words;
}

/* A decimal number times unit, or -1. */
static int64_t
kind_number(const char *s, size_t len, int64_t unit)
{
	int64_t n = 0;
	size_t i;

	for (i = 0; i < len; i++)
		if (!isdigit((unsigned char)s[i]) ||
		    __builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, s[i] - '0', &n))
			return -1;
	return len == 0 || __builtin_mul_overflow(n, unit, &n) ? -1 : n;
}

static const char *
set_count(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	int64_t n = kind_number(value, strlen(value), 1);

	if (n < key->min || n > key->max)
		return arena_printf(arena, "must be a number from %lld to %lld",
		    (long long)key->min, (long long)key->max);
	*(int64_t *)member = n;
	return NULL;
}

static const char *
set_bytes(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	static const char units[] = "KMG";
	size_t len = strlen(value);
	const char *unit = len == 0 ? NULL :
	    memchr(units, toupper((unsigned char)value[len - 1]), 3);
	int64_t n = unit == NULL ? kind_number(value, len, 1) :
	    kind_number(value, len - 1, INT64_C(1024) << 10 * (unit - units));

	if (n < key->min || n > key->max)
		return arena_printf(arena, "must be a number of bytes from "
		    "%lld to %lld, or a number with K, M or G, such as 25M",
		    (long long)key->min, (long long)key->max);
	*(int64_t *)member = n;
	return NULL;
}

static const char *
set_networks(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	const char *why = NULL;

	(void)key;
	net_list_parse(arena, value, NET_NETWORKS, member, &why);
	return why;
}

static const char *
set_hosts(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	const char *why = NULL;

	(void)key;
	net_list_parse(arena, value, NET_HOSTS, member, &why);
	return why;
}

/* Texts have a function that says what is wrong with them. */
static const struct {
	const char	*(*wrong)(struct arena *, const char *);
	const char	*(*set)(struct arena *, const struct settings_key *,
			    const char *, void *);
	bool		 no_slash;	/* without final slashes */
	bool		 list;
} kinds[KIND__MAX] = {
	[KIND_PATH] = { .wrong = path_wrong, .no_slash = true },
	[KIND_FILE] = { .wrong = file_wrong },
	[KIND_LOG] = { .wrong = log_wrong },
	[KIND_WEB_URL] = { .wrong = url_wrong, .no_slash = true },
	[KIND_PAGE] = { .wrong = url_page_wrong },
	[KIND_ISSUER] = { .wrong = url_issuer_wrong },
	[KIND_DATABASE_URL] = { .wrong = url_database_wrong },
	[KIND_BUCKET_URL] = { .wrong = url_bucket_wrong },
	[KIND_MAIL_URL] = { .wrong = url_mail_wrong },
	[KIND_CONTACT] = { .wrong = url_contact_wrong },
	[KIND_ADDRESS] = { .wrong = url_address_wrong },
	[KIND_TEXT] = { .set = set_words },
	[KIND_SCOPES] = { .wrong = scopes_wrong },
	[KIND_CHOICE] = { .set = set_choice },
	[KIND_COUNT] = { .set = set_count },
	[KIND_BYTES] = { .set = set_bytes },
	[KIND_NETWORKS] = { .set = set_networks, .list = true },
	[KIND_HOSTS] = { .set = set_hosts, .list = true },
	[KIND_ORIGINS] = { .wrong = origins_wrong, .list = true },
	[KIND_TYPES] = { .wrong = media_types_wrong, .list = true },
};

static const char *
set_text(struct arena *arena, enum setting_type kind, const char *value,
    const char **member)
{
	const char *wrong = kinds[kind].wrong(arena, value);

	if (wrong == NULL)
		*member = kinds[kind].no_slash ? without_slashes(arena, value) :
		    value;
	return wrong;
}

const char *
kind_set(struct arena *arena, const struct settings_key *key, const char *value,
    void *member)
{
	if (!text_valid(value, strlen(value)) || text_has_control(value))
		return "must be UTF-8 without control characters";
	if (kinds[key->kind].set != NULL)
		return kinds[key->kind].set(arena, key, value, member);
	return set_text(arena, key->kind, value, member);
}

bool
kind_is_list(enum setting_type kind)
{
	return kinds[kind].list;
}

bool
kind_is_relative(enum setting_type kind, const char *value)
{
	if (value[0] == '/' || value[0] == '\0')
		return false;
	return kind == KIND_PATH || kind == KIND_FILE ||
	    (kind == KIND_LOG && strchr(value, '/') != NULL);
}
