#include "web/url.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

static int
hex(char ch)
{
	if (ch >= '0' && ch <= '9')
		return ch - '0';
	ch = (char)(ch | 0x20);
	return ch >= 'a' && ch <= 'f' ? ch - 'a' + 10 : -1;
}

const char *
url_decode(struct arena *a, const char *s, size_t n, bool plus)
{
	char *out = arena_alloc(a, n + 1);
	size_t i, len = 0;

	for (i = 0; i < n; i++) {
		if (s[i] == '%') {
			if (n - i < 3 || hex(s[i + 1]) < 0 ||
			    hex(s[i + 2]) < 0)
				return NULL;
			out[len++] = (char)(16 * hex(s[i + 1]) +
			    hex(s[i + 2]));
			i += 2;
		} else
			out[len++] = s[i] == '+' && !plus ? ' ' : s[i];
	}
	return text_valid(out, len) ? out : NULL;
}

const char *
url_encode(struct arena *a, const char *s)
{
	static const char digits[] = "0123456789ABCDEF";
	char *out = arena_alloc(a, 3 * strlen(s) + 1), *p = out;
	unsigned char ch;

	for (; (ch = (unsigned char)*s) != '\0'; s++) {
		if ((ch < 0x80 && isalnum(ch)) || strchr("-._~", ch) != NULL) {
			*p++ = (char)ch;
			continue;
		}
		*p++ = '%';
		*p++ = digits[ch >> 4];
		*p++ = digits[ch & 15];
	}
	*p = '\0';
	return out;
}
