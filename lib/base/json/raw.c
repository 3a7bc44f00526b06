#include "base/json/raw.h"

#include <string.h>

#include "base/arena.h"
#include "base/json/string.h"

/* Every value here is in an object, so a bracket or comma ends it. */
static const char *
raw_skip_space(const char *s)
{
	return s + strspn(s, " \t\r\n");
}

static const char *
string_end(const char *s)
{
	for (s++; *s != '"'; s++)
		if (*s == '\\')
			s++;
	return s + 1;
}

static const char *
value_end(const char *s)
{
	int depth = 0;

	if (*s == '"')
		return string_end(s);
	if (*s != '{' && *s != '[')
		return s + strcspn(s, ",]} \t\r\n");
	do {
		if (*s == '"') {
			s = string_end(s);
			continue;
		}
		depth += *s == '{' || *s == '[';
		depth -= *s == '}' || *s == ']';
		s++;
	} while (depth > 0);
	return s;
}

static struct json_raw
value_at(const char *s)
{
	s = raw_skip_space(s);
	return (struct json_raw){ s, (size_t)(value_end(s) - s) };
}

struct json_raw
json_raw_whole(const char *text)
{
	return value_at(text);
}

static bool
raw_is_name(struct arena *a, const char *quoted, size_t n, const char *name)
{
	char *plain = arena_alloc(a, n + 1);
	size_t len = json_unescape(quoted + 1, n - 2, plain);

	return len == strlen(name) && memcmp(plain, name, len) == 0;
}

struct json_raw
json_raw_member(struct arena *a, struct json_raw object, const char *name)
{
	struct json_raw member, value;
	const char *s = raw_skip_space(object.text + 1);

	while (*s != '}') {
		member = value_at(s);
		s = raw_skip_space(member.text + member.len);
		value = value_at(s + 1);	/* behind the colon */
		if (raw_is_name(a, member.text, member.len, name))
			return value;
		s = raw_skip_space(value.text + value.len);
		if (*s == ',')
			s = raw_skip_space(s + 1);
	}
	return (struct json_raw){ NULL, 0 };
}

bool
json_raw_next(struct json_raw array, struct json_raw *item)
{
	const char *s = raw_skip_space(item->text == NULL ? array.text + 1 :
	    item->text + item->len);

	if (*s == ']')
		return false;
	*item = value_at(*s == ',' ? s + 1 : s);
	return true;
}
