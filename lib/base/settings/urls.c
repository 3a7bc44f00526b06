#include "base/settings/urls.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/net.h"

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

const char *
url_wrong(struct arena *arena, const char *value)
{
	const char *host = after_scheme(value, "http", "https");
	size_t len;

	if (value[0] != '\0') {
		len = host == NULL ? 0 : strcspn(host, "/");
		if (len == 0 || !is_host(arena, host, len) ||
		    strpbrk(host, "?#\"<>\\ ") != NULL)
			return "must look like https://tasks.example.org or "
			    "https://example.org/tasks, without \"?\" and "
			    "\"#\", or empty";
	}
	return NULL;
}

bool
url_takes_passkeys(const char *value)
{
	const char *host = after_scheme(value, "https", "https"), *last;
	size_t len;

	if (host == NULL) {
		host = after_scheme(value, "http", "http");
		return host != NULL && strncasecmp(host, "localhost", 9) == 0 &&
		    strchr(":/", host[9]) != NULL;
	}
	/* The last part of an IPv4 address is a number, that of a name is
	 * not. */
	len = strcspn(host, ":/");
	for (last = host + len; last > host && last[-1] != '.'; last--)
		continue;
	return host[0] != '[' && len > 0 &&
	    strspn(last, "0123456789") < len - (size_t)(last - host);
}

const char *
url_page_wrong(struct arena *arena, const char *value)
{
	const char *host = after_scheme(value, "http", "https");

	return value[0] == '\0' || (host != NULL &&
	    strpbrk(host, "\"<>\\ ") == NULL &&
	    is_host(arena, host, strcspn(host, "/?#"))) ? NULL :
	    "must look like https://tasks.example.org/sign-out?..., or be empty";
}

static bool
is_this_machine(const char *host, size_t len)
{
	static const char *const names[] = { "127.0.0.1", "[::1]",
		"localhost" };
	size_t i, n = host[0] == '[' ? strcspn(host, "]") + 1 :
	    strcspn(host, ":");

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (n <= len && n == strlen(names[i]) &&
		    strncasecmp(host, names[i], n) == 0)
			return true;
	return false;
}

bool
url_secure(struct arena *arena, const char *url)
{
	const char *host = after_scheme(url, "https", "https"), *p;
	bool plain = host == NULL;
	size_t len;

	if (plain)
		host = after_scheme(url, "http", "http");
	for (p = url; *p > ' ' && *p <= '~' && strchr("\"\\<>#", *p) == NULL;
	    p++)
		;
	if (host == NULL || *p != '\0')
		return false;
	len = strcspn(host, "/?");
	return len > 0 && is_host(arena, host, len) &&
	    (!plain || is_this_machine(host, len));
}

uint16_t
url_port(const char *url)
{
	const char *host = strstr(url, "://"), *colon;
	size_t len;

	if (host == NULL)
		return 0;
	host += 3;
	len = strcspn(host, "/?");
	colon = memrchr(host, ':', len);
	if (colon != NULL && memchr(colon, ']', len - (size_t)(colon - host)) ==
	    NULL)
		return (uint16_t)atoi(colon + 1);
	return strncasecmp(url, "https", 5) == 0 ? 443 : 80;
}

const char *
url_issuer_wrong(struct arena *arena, const char *value)
{
	return value[0] == '\0' || (url_secure(arena, value) &&
	    strchr(value, '?') == NULL) ? NULL : "must look like "
	    "https://login.example.org/realms/home, exactly as the provider "
	    "names itself (http only on this machine), or be empty";
}

/* libpq reads the rest, which can name several hosts. */
const char *
url_database_wrong(struct arena *arena, const char *value)
{
	(void)arena;
	return value[0] == '\0' || after_scheme(value, "postgresql",
	    "postgres") != NULL ? NULL : "must look like "
	    "postgresql://docket@db.example.org/docket, or be empty for SQLite";
}

const char *
url_bucket_wrong(struct arena *arena, const char *value)
{
	const char *key = after_scheme(value, "http", "https"), *host, *end;
	size_t len = key == NULL ? 0 : strcspn(key, "/?#");
	const char *at = len == 0 ? NULL : memchr(key, '@', len);

	if (value[0] == '\0')
		return NULL;
	host = at == NULL ? "" : at + 1;
	len = strcspn(host, "/");
	end = host + len + (host[len] == '/');
	return at != NULL && memchr(key, ':', (size_t)(at - key)) != NULL &&
	    is_host(arena, host, len) && strcspn(end, "/?") > 0 &&
	    strchr(end, '@') == NULL && strpbrk(value, " \"<>\\#&") == NULL &&
	    (strchr(end, '?') == NULL || strncmp(strchr(end, '?'), "?region=",
	    8) == 0) ? NULL :
	    "must look like https://KEY:SECRET@HOST/BUCKET?region=REGION (a "
	    "\"/\", \"@\" or \"%\" of the secret as %2F, %40, %25), or empty";
}

const char *
url_mail_wrong(struct arena *arena, const char *value)
{
	const char *host = after_scheme(value, "smtp", "smtps"), *at;
	size_t len;

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

const char *
url_address_wrong(struct arena *arena, const char *value)
{
	if (value[0] != '\0' && !is_address(arena, value))
		return "must be one e-mail address without a name, such as "
		    "docket@example.org, or empty";
	return NULL;
}

const char *
url_contact_wrong(struct arena *arena, const char *value)
{
	const char *host = after_scheme(value, "https", "https");

	if (value[0] != '\0' &&
	    !(strncasecmp(value, "mailto:", 7) == 0 &&
	    is_address(arena, value + 7)) &&
	    !(host != NULL && strchr(host, ' ') == NULL &&
	    is_host(arena, host, strcspn(host, "/?#"))))
		return "must look like mailto:admin@example.org or "
		    "https://example.org/contact, or empty";
	return NULL;
}

bool
url_has_password(const char *url)
{
	const char *host = strstr(url, "://");
	size_t len;

	host = host == NULL ? url : host + 3;
	len = strcspn(host, "@/");
	return (host[len] == '@' && memchr(host, ':', len) != NULL) ||
	    strstr(host, URL_PASSWORD) != NULL;
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

const char *
origins_wrong(struct arena *arena, const char *value)
{
	const char *list = value, *item, *origin, *host;
	size_t len;

	while (next_origin(&list, &item, &len)) {
		origin = arena_dup(arena, item, len);
		host = after_scheme(origin, "http", "https");
		if (host == NULL || strpbrk(host, "/?#\"<>\\* @") != NULL ||
		    !is_host(arena, host, strlen(host)))
			return arena_printf(arena, "%s: must look like "
			    "https://app.example.org or http://localhost:3000, "
			    "without a path", origin);
	}
	return NULL;
}

bool
origins_include(const char *list, const char *origin)
{
	const char *item;
	size_t len, wanted = strlen(origin);

	while (next_origin(&list, &item, &len))
		if (len == wanted && strncasecmp(item, origin, len) == 0)
			return true;
	return false;
}
