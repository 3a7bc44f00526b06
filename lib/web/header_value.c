#include "web/header_value.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/text.h"

#define BLANK	" \t"

bool
param_open(struct param *p, const char *field, const char *expected)
{
	size_t len = strlen(expected);

	field += strspn(field, BLANK);
	if (strncasecmp(field, expected, len) != 0)
		return false;
	p->rest = field + len;
	p->rest += strspn(p->rest, BLANK);
	return *p->rest == '\0' || *p->rest == ';';
}

/* The byte of the escape at s, and its length; 0: not an escape. */
static size_t
header_escape(const char *s, char *c)
{
	static const struct {
		const char	*text;
		char		 byte;
	} row[] = { { "\\\"", '"' }, { "\\\\", '\\' }, { "%22", '"' },
		{ "%0D", '\r' }, { "%0A", '\n' } };
	size_t i, len;

	for (i = 0; i < COUNT(row); i++) {
		len = strlen(row[i].text);
		if (strncmp(s, row[i].text, len) == 0) {
			*c = row[i].byte;
			return len;
		}
	}
	return 0;
}

/* After the opening quote; leaves *rest behind the closing one. */
static const char *
quoted(struct arena *arena, const char **rest)
{
	const char *s = *rest;
	char *out = arena_alloc(arena, strlen(s) + 1), *end = out;
	size_t len;

	for (; *s != '"'; s += len) {
		if (*s == '\0')
			return NULL;
		if ((len = header_escape(s, end)) == 0) {
			*end = *s;
			len = 1;
		}
		end++;
	}
	*rest = s + 1;
	return out;
}

static const char *
header_bare(struct arena *arena, const char **rest)
{
	const char *s = *rest;
	size_t len = strcspn(s, BLANK ";\"");

	if (len == 0)
		return NULL;
	*rest = s + len;
	return arena_dup(arena, s, len);
}

enum param_event
param_next(struct arena *arena, struct param *p)
{
	const char *s = p->rest + strspn(p->rest, BLANK ";");
	size_t len;

	if (*s == '\0')
		return PARAM_END;
	len = strcspn(s, BLANK ";=\"");
	if (len == 0 || s[len] != '=')
		return PARAM_BAD;
	p->name = text_lower_ascii(arena, arena_dup(arena, s, len));
	s += len + 1;
	if (*s == '"') {
		s++;
		p->value = quoted(arena, &s);
	} else
		p->value = header_bare(arena, &s);
	if (p->value == NULL)
		return PARAM_BAD;
	s += strspn(s, BLANK);
	p->rest = s;
	return *s == '\0' || *s == ';' ? PARAM_NEXT : PARAM_BAD;
}

bool
weighs_nothing(const char *p)
{
	size_t n;

	while (*p == ';') {
		p += 1 + strspn(p + 1, " \t");
		n = strcspn(p, ";, \t");
		if (n > 2 && strncasecmp(p, "q=", 2) == 0)
			return strspn(p + 2, "0.") >= n - 2;
		p += n + strspn(p + n, " \t");
	}
	return false;
}
