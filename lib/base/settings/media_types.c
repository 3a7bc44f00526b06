#include "base/settings/media_types.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

/* type/subtype; a final "*" matches any rest. */
static bool
is_pattern(const char *s, size_t len)
{
	static const char token[] = "#$&-^_.+0123456789"
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t type, subtype;

	type = strspn(s, token);
	if (type == 0 || s[type] != '/')
		return false;
	subtype = strspn(s + type + 1, token);
	if (s[type + 1 + subtype] == '*')
		subtype++;
	return subtype > 0 && type + 1 + subtype == len;
}

const char *
media_types_wrong(struct arena *arena, const char *p)
{
	size_t len;

	for (p += strspn(p, ", "); *p != '\0'; p += strspn(p, ", ")) {
		if (*p == '!')
			p++;
		len = strcspn(p, ", ");
		if (!is_pattern(p, len))
			return arena_printf(arena, "%.*s: not a media type "
			    "such as image/png, image/* or !image/svg+xml",
			    (int)len, p);
		p += len;
	}
	return NULL;
}

static bool
matches(const char *pattern, size_t len, const char *type, size_t type_len)
{
	if (pattern[len - 1] == '*')
		return type_len >= len - 1 &&
		    strncasecmp(pattern, type, len - 1) == 0;
	return type_len == len && strncasecmp(pattern, type, len) == 0;
}

bool
media_types_allow(const char *p, const char *type)
{
	size_t len, type_len = strcspn(type, "; \t");
	bool refuses, allowed = false;

	for (;; p += len) {
		p += strspn(p, ", ");
		refuses = *p == '!';
		p += refuses;
		len = strcspn(p, ", ");
		if (len == 0)
			return allowed;
		if (!matches(p, len, type, type_len))
			continue;
		if (refuses)
			return false;
		allowed = true;
	}
}
