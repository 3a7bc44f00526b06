#include "base/settings/kind.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/net.h"
#include "base/settings/settings.h"
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
set_path(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	(void)key;
	if (value[0] != '/')
		return "must be an absolute path";
	*(const char **)member = without_slashes(arena, value);
	return NULL;
}

static const char *
set_file(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	(void)arena;
	(void)key;
	if (value[0] != '/' && value[0] != '\0')
		return "must be an absolute path, or empty";
	*(const char **)member = value;
	return NULL;
}

static const char *
set_log(struct arena *arena, const struct settings_key *key, const char *value,
    void *member)
{
	(void)arena;
	(void)key;
	if (value[0] != '/' && strcmp(value, "stderr") != 0 &&
	    strcmp(value, "syslog") != 0)
		return "must be stderr, syslog or an absolute path";
	*(const char **)member = value;
	return NULL;
}

/* The rest after the scheme, if that is one of the two. */
static const char *
after_scheme(const char *url, const char *one, const char *other)
{
	size_t len = strcspn(url, ":");

	if (strncmp(url + len, "://", 3) != 0)
		return NULL;
	if ((len == strlen(one) && strncasecmp(url, one, len) == 0) ||
	    (len == strlen(other) && strncasecmp(url, other, len) == 0))
		return url + len + 3;
	return NULL;
}

/* HOST or HOST:PORT of a URL; an IPv6 address in brackets. */
static bool
is_host(struct arena *arena, const char *p, size_t len)
{
	const char *s = arena_dup(arena, p, len), *why, *colon;
	struct net_list list;

	colon = strchr(s, ':');
	if (s[0] != '[' && colon != NULL && strchr(colon + 1, ':') != NULL)
		return false;
	return strpbrk(s, "/, ") == NULL &&
	    net_list_parse(arena, s, NET_HOSTS, &list, &why) && list.count == 1;
}

static const char *
set_web_url(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	const char *host = after_scheme(value, "http", "https");
	size_t len;

	(void)key;
	if (value[0] != '\0') {
		len = host == NULL ? 0 : strcspn(host, "/");
		if (len == 0 || !is_host(arena, host, len) ||
		    strpbrk(host, "?#\"<>\\ ") != NULL)
			return "must look like https://tasks.example.org or "
			    "https://example.org/tasks, without \"?\" and "
			    "\"#\", or empty";
	}
	*(const char **)member = without_slashes(arena, value);
	return NULL;
}

static const char *
set_mail_url(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	const char *host = after_scheme(value, "smtp", "smtps"), *at;
	size_t len;

	(void)key;
	if (value[0] != '\0') {
		len = host == NULL ? 0 : strcspn(host, "/?#");
		if (len > 0 && (at = memchr(host, '@', len)) != NULL) {
			len -= (size_t)(at + 1 - host);
			host = at + 1;
		}
		if (len == 0 || !is_host(arena, host, len) ||
		    (host[len] != '\0' && strcmp(host + len, "/") != 0) ||
		    strpbrk(value, " \"<>\\") != NULL)
			return "must look like smtp://USER:PASSWORD@HOST:PORT "
			    "or smtps://HOST (a \"/\", \"@\", \"%\" or blank "
			    "of the password as %2F, %40, %25, %20), or empty";
	}
	*(const char **)member = value;
	return NULL;
}

static bool
is_address(struct arena *arena, const char *s)
{
	const char *at = strrchr(s, '@');

	return at != NULL && at != s && strchr(s, '@') == at &&
	    strpbrk(s, " <>\",;:()[]\\") == NULL &&
	    is_host(arena, at + 1, strlen(at + 1));
}

static const char *
set_address(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	(void)key;
	if (value[0] != '\0' && !is_address(arena, value))
		return "must be one e-mail address without a name, such as "
		    "docket@example.org, or empty";
	*(const char **)member = value;
	return NULL;
}

static const char *
set_contact(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	const char *host = after_scheme(value, "https", "https");

	(void)key;
	if (value[0] != '\0' &&
	    !(strncasecmp(value, "mailto:", 7) == 0 &&
	    is_address(arena, value + 7)) &&
	    !(host != NULL && strchr(host, ' ') == NULL &&
	    is_host(arena, host, strcspn(host, "/?#"))))
		return "must look like mailto:admin@example.org or "
		    "https://example.org/contact, or empty";
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
number(const char *s, size_t len, int64_t unit)
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
	int64_t n = number(value, strlen(value), 1);

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
	int64_t n = unit == NULL ? number(value, len, 1) :
	    number(value, len - 1, INT64_C(1024) << 10 * (unit - units));

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

/* The next item between commas, without surrounding blanks. */
static bool
next_origin(const char **list, const char **item, size_t *len)
{
	const char *p = *list + strspn(*list, ", ");

	*len = strcspn(p, ",");
	*item = p;
	*list = p + *len;
	while (*len > 0 && p[*len - 1] == ' ')
		--*len;
	return *len > 0;
}

static const char *
set_origins(struct arena *arena, const struct settings_key *key,
    const char *value, void *member)
{
	const char *list = value, *item, *origin, *host;
	size_t len;

	(void)key;
	while (next_origin(&list, &item, &len)) {
		origin = arena_dup(arena, item, len);
		host = after_scheme(origin, "http", "https");
		if (host == NULL || strpbrk(host, "/?#\"<>\\* @") != NULL ||
		    !is_host(arena, host, strlen(host)))
			return arena_printf(arena, "%s: must look like "
			    "https://app.example.org or http://localhost:3000, "
			    "without a path", origin);
	}
	*(const char **)member = value;
	return NULL;
}

bool
settings_origin_allowed(const struct settings *settings, const char *origin)
{
	const char *list = settings->cors_origins, *item;
	size_t len, wanted = strlen(origin);

	while (next_origin(&list, &item, &len))
		if (len == wanted && strncasecmp(item, origin, len) == 0)
			return true;
	return false;
}

static const struct {
	const char	*(*set)(struct arena *, const struct settings_key *,
			    const char *, void *);
	bool		 list;
} kinds[KIND__MAX] = {
	[KIND_PATH] = { set_path, false },
	[KIND_FILE] = { set_file, false },
	[KIND_LOG] = { set_log, false },
	[KIND_WEB_URL] = { set_web_url, false },
	[KIND_MAIL_URL] = { set_mail_url, false },
	[KIND_CONTACT] = { set_contact, false },
	[KIND_ADDRESS] = { set_address, false },
	[KIND_CHOICE] = { set_choice, false },
	[KIND_COUNT] = { set_count, false },
	[KIND_BYTES] = { set_bytes, false },
	[KIND_NETWORKS] = { set_networks, true },
	[KIND_HOSTS] = { set_hosts, true },
	[KIND_ORIGINS] = { set_origins, true },
	[KIND_TYPES] = { kind_set_types, true },
};

const char *
kind_set(struct arena *arena, const struct settings_key *key, const char *value,
    void *member)
{
	if (!text_valid(value, strlen(value)) || text_has_control(value))
		return "must be UTF-8 without control characters";
	return kinds[key->kind].set(arena, key, value, member);
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
