#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/log.h"

/* Each byte of a word to 0x01, each to 0x80. */
#define ONES	(UINT64_MAX / 255)
#define HIGHS	(ONES * 128)

/*
 * Eight bytes of U+0001 to U+007F: none has its high bit set, and subtracting
 * one from each borrows (which sets a high bit) only if a byte is zero.
 */
static bool
eight_plain(const char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof(w));
	return ((w | (w - ONES)) & HIGHS) == 0;
}

size_t
text_valid_length(const char *s, size_t len)
{
	utf8proc_ssize_t n;
	utf8proc_int32_t c;
	size_t i = 0;

	while (i < len) {
		if (len - i >= 8 && eight_plain(s + i)) {
			i += 8;
			continue;
		}
		n = utf8proc_iterate((const utf8proc_uint8_t *)s + i,
		    (utf8proc_ssize_t)(len - i), &c);
		if (n <= 0 || c == 0)
			break;
		i += (size_t)n;
	}
	return i;
}

bool
text_valid(const char *s, size_t len)
{
	return text_valid_length(s, len) == len;
}

static bool
continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

size_t
text_length(const char *s)
{
	size_t n = 0;

	for (; *s != '\0'; s++)
		n += !continues(*s);
	return n;
}

size_t
text_cut(const char *s, size_t max)
{
	size_t n = strnlen(s, max);

	while (n > 0 && continues(s[n]))
		n--;
	return n;
}

/* The character at *s, which moves past it. */
static utf8proc_int32_t
text_take(const char **s)
{
	utf8proc_int32_t c;
	utf8proc_ssize_t n;

	if ((unsigned char)**s < 0x80)
		return *(*s)++;
	n = utf8proc_iterate((const utf8proc_uint8_t *)*s, -1, &c);
	if (n <= 0)
		fatal(FATAL_INTERNAL, "internal text is not UTF-8");
	*s += n;
	return c;
}

static bool
is_control(utf8proc_int32_t c)
{
	if (c < 0x80)
		return c < ' ' || c == 0x7f;
	switch (utf8proc_category(c)) {
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
		return true;
	default:
		return false;
	}
}

bool
text_has_control(const char *s)
{
	while (*s != '\0')
		if (is_control(text_take(&s)))
			return true;
	return false;
}

const char *
text_printable(struct arena *a, const char *s)
{
	char *out = arena_alloc(a, strlen(s) + 1), *to = out;
	const char *from;

	while (*(from = s) != '\0') {
		if (is_control(text_take(&s)))
			*to++ = '?';
		else
			to = mempcpy(to, from, (size_t)(s - from));
	}
	*to = '\0';
	return out;
}

const char *
text_cleaned(struct arena *a, const char *s, size_t max)
{
	char *out = arena_alloc(a, strlen(s) + 1), *to = out;
	utf8proc_ssize_t n;
	utf8proc_int32_t c;

	for (; *s != '\0' && max > 0; s += n > 0 ? n : 1) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, &c);
		if (n <= 0 || is_control(c))
			continue;
		to = mempcpy(to, s, (size_t)n);
		max--;
	}
	return out;
}

/* Unicode's White_Space: the separators and, of the controls, these six. */
static bool
white(utf8proc_int32_t c)
{
	switch (utf8proc_category(c)) {
	case UTF8PROC_CATEGORY_ZS:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
		return true;
	default:
		return (c >= 0x09 && c <= 0x0d) || c == 0x85;
	}
}

const char *
text_trim(struct arena *a, const char *s)
{
	const char *begin = NULL, *end = s, *at;

	while (*s != '\0') {
		at = s;
		if (white(text_take(&s)))
			continue;
		if (begin == NULL)
			begin = at;
		end = s;
	}
	return begin == NULL ? arena_str(a, "") :
	    arena_dup(a, begin, (size_t)(end - begin));
}

static const char *
mapped(struct arena *a, const char *s, int how)
{
	utf8proc_ssize_t n;
	utf8proc_uint8_t *out;
	const char *copy;

	n = utf8proc_map((const utf8proc_uint8_t *)s, 0, &out,
	    (utf8proc_option_t)(how | UTF8PROC_NULLTERM | UTF8PROC_STABLE));
	if (n < 0)
		fatal(FATAL_INTERNAL, "utf8proc: %s", utf8proc_errmsg(n));
	copy = arena_dup(a, out, (size_t)n);
	free(out);
	return copy;
}

const char *
text_nfc(struct arena *a, const char *s)
{
	return mapped(a, s, UTF8PROC_COMPOSE);
}

const char *
text_key(struct arena *a, const char *s)
{
	return mapped(a, text_nfc(a, s), UTF8PROC_CASEFOLD | UTF8PROC_COMPOSE);
}

static bool
is_ascii(const char *s)
{
	while (*s != '\0' && (unsigned char)*s < 0x80)
		s++;
	return *s == '\0';
}

/*
 * Marks are removed before case folding, which turns the Greek iota subscript
 * into a letter; and again after it, since some letters fold to letters with
 * marks.
 */
const char *
text_search_key(struct arena *a, const char *s)
{
	const int strip = UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
	    UTF8PROC_STRIPMARK;

	if (is_ascii(s))
		return text_lower_ascii(a, s);
	return mapped(a, mapped(a, s, strip), strip | UTF8PROC_CASEFOLD);
}

static char
lower_ascii(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool
text_same_ascii(const char *a, const char *b)
{
	while (*a != '\0' && lower_ascii(*a) == lower_ascii(*b))
		a++, b++;
	return *a == *b;
}

const char *
text_lower_ascii(struct arena *a, const char *s)
{
	char *copy = arena_str(a, s), *p;

	for (p = copy; p != NULL && *p != '\0'; p++)
		*p = lower_ascii(*p);
	return copy;
}
