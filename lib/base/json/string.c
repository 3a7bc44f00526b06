#include "base/json/string.h"

#include <string.h>
#include <utf8proc.h>

static const char *
fault_at(struct json_fault *fault, const char *at, const char *what)
{
	fault->at = at;
	fault->what = what;
	return NULL;
}

/* Four hex digits as one number, or -1. */
static utf8proc_int32_t
hex4(const char *s, const char *end)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	const char *found;
	utf8proc_int32_t n = 0;
	int i, digit;

	if (end - s < 4)
		return -1;
	for (i = 0; i < 4; i++) {
		if ((found = strchr(digits, s[i])) == NULL)
			return -1;
		digit = (int)(found - digits);
		n = n * 16 + (digit < 16 ? digit : digit - 6);
	}
	return n;
}

/*
 * Reads an escape from its 'u' on; returns the position after it.  Surrogates
 * are valid only as a pair, for a character beyond U+FFFF.
 */
static const char *
unicode(const char *s, const char *end, utf8proc_int32_t *c,
    struct json_fault *fault)
{
	utf8proc_int32_t low = -1;

	if ((*c = hex4(s + 1, end)) < 0)
		return fault_at(fault, s, "four hex digits are missing");
	if (*c == 0)
		return fault_at(fault, s, "U+0000 is not accepted");
	if (*c < 0xd800 || *c > 0xdfff)
		return s + 5;
	if (*c < 0xdc00 && end - s > 7 && s[5] == '\\' && s[6] == 'u')
		low = hex4(s + 7, end);
	if (low < 0xdc00 || low > 0xdfff)
		return fault_at(fault, s, "a lone surrogate");
	*c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
	return s + 11;
}

/* Reads an escape after its backslash; returns the position after it. */
static const char *
string_escape(const char *s, const char *end, utf8proc_int32_t *c,
    struct json_fault *fault)
{
	static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *found;

	if (s < end && *s == 'u')
		return unicode(s, end, c, fault);
	if (s == end || (found = strchr(letters, *s)) == NULL)
		return fault_at(fault, s, "an unknown escape");
	*c = meant[found - letters];
	return s + 1;
}

const char *
json_string_end(const char *s, const char *end, bool *escaped,
    struct json_fault *fault)
{
	const char *p = s + 1;
	utf8proc_int32_t c;

	*escaped = false;
	for (;;) {
		while (p < end && *p != '"' && *p != '\\' &&
		    (unsigned char)*p >= 0x20)
			p++;
		if (p == end)
			return fault_at(fault, s, "an unterminated string");
		if (*p == '"')
			return p + 1;
		if (*p != '\\')
			return fault_at(fault, p, "a control character");
		*escaped = true;
		if ((p = string_escape(p + 1, end, &c, fault)) == NULL)
			return NULL;
	}
}

size_t
json_unescape(const char *s, size_t n, char *out)
{
	const char *const end = s + n;
	utf8proc_uint8_t *p = (utf8proc_uint8_t *)out;
	struct json_fault fault;
	utf8proc_int32_t c = 0;

	/* The text was scanned: every escape in it is valid. */
	while (s != NULL && s < end)
		if (*s != '\\') {
			*p++ = (utf8proc_uint8_t)*s++;
		} else {
			s = string_escape(s + 1, end, &c, &fault);
			p += utf8proc_encode_char(c, p);
		}
	return (size_t)(p - (utf8proc_uint8_t *)out);
}
