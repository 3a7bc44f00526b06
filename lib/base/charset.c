/*
 * Windows-1252 is the index of the Encoding Standard
 * (encoding.spec.whatwg.org), with U+FFFD for its five control characters.
 */
#include "base/charset.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/text.h"

#define BLOCK		16384
#define LONGEST		4		/* bytes of a character */
#define UNKNOWN		0xfffd
#define SAMPLE		64		/* bytes that show UTF-16 */

static const uint16_t windows_1252[32] = {
	0x20ac, UNKNOWN, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
	0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, UNKNOWN, 0x017d, UNKNOWN,
	UNKNOWN, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
	0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, UNKNOWN, 0x017e, 0x0178
};

static const struct {
	const char	*name;
	const char	*mark;
} charsets[] = {
	[CHARSET_UTF_8] = { "UTF-8", "\xef\xbb\xbf" },
	[CHARSET_UTF_16LE] = { "UTF-16LE", "\xff\xfe" },
	[CHARSET_UTF_16BE] = { "UTF-16BE", "\xfe\xff" },
	[CHARSET_WINDOWS_1252] = { "windows-1252", "" },
	[CHARSET_BINARY] = { NULL, "" }
};

const char *
charset_name(enum charset c)
{
	return charsets[c].name;
}

/* How many bytes of a byte order mark. */
static size_t
mark_of(enum charset c, const char *p, size_t len)
{
	size_t n = strlen(charsets[c].mark);

	return len >= n && memcmp(p, charsets[c].mark, n) == 0 ? n : 0;
}

/* UTF-16 without a mark: of western letters each second byte is 0. */
static enum charset
guess_utf_16(const char *p, size_t len)
{
	size_t zeros[2] = { 0, 0 }, i, n = len < SAMPLE ? len & ~1UL : SAMPLE;

	for (i = 0; i < n; i++)
		zeros[i & 1] += p[i] == '\0';
	if (n >= 4 && zeros[1] > n / 4 && zeros[0] == 0)
		return CHARSET_UTF_16LE;
	if (n >= 4 && zeros[0] > n / 4 && zeros[1] == 0)
		return CHARSET_UTF_16BE;
	return CHARSET_BINARY;
}

static enum charset
guess_by_head(const char *p, size_t len)
{
	if (mark_of(CHARSET_UTF_16LE, p, len) > 0)
		return CHARSET_UTF_16LE;
	if (mark_of(CHARSET_UTF_16BE, p, len) > 0)
		return CHARSET_UTF_16BE;
	return guess_utf_16(p, len);
}

enum charset
charset_guess(ssize_t (*read)(void *, void *, size_t), void *arg)
{
	char block[BLOCK];
	size_t kept = 0, len, valid;
	bool first = true, utf_8 = true;
	enum charset c;
	ssize_t n;

	while ((n = read(arg, block + kept, sizeof(block) - kept)) > 0) {
		len = kept + (size_t)n;
		c = first ? guess_by_head(block, len) : CHARSET_BINARY;
		first = false;
		if (c != CHARSET_BINARY)
			return c;
		if (memchr(block + kept, '\0', (size_t)n) != NULL)
			return CHARSET_BINARY;
		valid = utf_8 ? text_valid_length(block, len) : len;
		kept = len - valid;
		if (kept >= LONGEST) {
			utf_8 = false;
			kept = 0;
		}
		memmove(block, block + valid, kept);
	}
	return n < 0 ? CHARSET_BINARY :
	    utf_8 && kept == 0 ? CHARSET_UTF_8 : CHARSET_WINDOWS_1252;
}

struct decoder {
	enum charset	 charset;
	ssize_t		 (*read)(void *, void *, size_t);
	void		*arg;
	bool		 begun;
	size_t		 at, len;	/* of what has been read */
	char		 in[BLOCK];
};

struct decoder *
decoder_new(struct arena *a, enum charset c,
    ssize_t (*read)(void *, void *, size_t), void *arg)
{
	struct decoder *d = arena_alloc(a, sizeof(*d));

	d->charset = c;
	d->read = read;
	d->arg = arg;
	return d;
}

/* At least LONGEST bytes, or all that are left. */
static ssize_t
fill(struct decoder *d)
{
	ssize_t n = 1;

	while (d->len - d->at < LONGEST && n > 0) {
		memmove(d->in, d->in + d->at, d->len - d->at);
		d->len -= d->at;
		d->at = 0;
		n = d->read(d->arg, d->in + d->len, sizeof(d->in) - d->len);
		if (n > 0)
			d->len += (size_t)n;
	}
	if (!d->begun && n >= 0)
		d->at = mark_of(d->charset, d->in, d->len);
	d->begun = true;
	return n < 0 ? -1 : (ssize_t)(d->len - d->at);
}

static utf8proc_int32_t
unit(const struct decoder *d, size_t at)
{
	int a = (unsigned char)d->in[at], b = (unsigned char)d->in[at + 1];

	return d->charset == CHARSET_UTF_16LE ? a | b << 8 : a << 8 | b;
}

static utf8proc_int32_t
next_utf_16(struct decoder *d)
{
	utf8proc_int32_t first, second;

	if (d->len - d->at < 2) {
		d->at = d->len;
		return UNKNOWN;
	}
	first = unit(d, d->at);
	d->at += 2;
	if (first == 0 || (first >= 0xdc00 && first < 0xe000))
		return UNKNOWN;
	if (first < 0xd800 || first >= 0xe000)
		return first;
	second = d->len - d->at < 2 ? 0 : unit(d, d->at);
	if (second < 0xdc00 || second >= 0xe000)
		return UNKNOWN;
	d->at += 2;
	return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

static utf8proc_int32_t
next_windows_1252(struct decoder *d)
{
	unsigned char ch = (unsigned char)d->in[d->at++];

	return ch >= 0x80 && ch < 0xa0 ? windows_1252[ch - 0x80] : ch;
}

ssize_t
decoder_read(void *decoder, void *to, size_t size)
{
	struct decoder *d = decoder;
	ssize_t left = fill(d);
	size_t used = 0;

	if (left <= 0)
		return left;
	if (d->charset == CHARSET_UTF_8) {
		used = size < (size_t)left ? size : (size_t)left;
		memcpy(to, d->in + d->at, used);
		d->at += used;
		return (ssize_t)used;
	}
	/* A pair may begin at the end of what has been read. */
	while (size - used >= LONGEST && (d->len - d->at >= LONGEST ||
	    (used == 0 && d->at < d->len)))
		used += (size_t)utf8proc_encode_char(
		    d->charset == CHARSET_WINDOWS_1252 ?
		    next_windows_1252(d) : next_utf_16(d),
		    (utf8proc_uint8_t *)to + used);
	return (ssize_t)used;
}
