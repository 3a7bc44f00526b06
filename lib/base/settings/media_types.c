#include "base/settings/media_types.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"

/* The length of the name of a type or subtype (RFC 6838 section 4.2). */
static size_t
name_length(const char *s)
{
	size_t n;

	for (n = 0; isalnum((unsigned char)s[n]) || (s[n] != '\0' &&
	    strchr("#$&-^_.+", s[n]) != NULL); n++)
		;
	return n;
}

/* type/subtype; a final "*" matches any rest. */
static bool
is_pattern(const char *s, size_t len)
{
	size_t type, subtype;

	type = name_length(s);
	if (type == 0 || s[type] != '/')
		return false;
	subtype = name_length(s + type + 1);
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
pattern_matches(const char *pattern, size_t len, const char *type,
    size_t type_len)
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
		if (!pattern_matches(p, len, type, type_len))
			continue;
		if (refuses)
			return false;
		allowed = true;
	}
}
